/* the pictures of the study (gnuplot, SVG and PNG) and one page that shows them */
#include "complain.h"
#include "study_report.h"
#include "study_two_mass.h"

#include "two_mass_measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a case like those of the study, for a picture of its time history */
static study_case like(double fr, bool ff, int order, bool smoothing) {
    study_case c = {.fr = fr,
                    .fastest_first = ff,
                    .order_to_slave = order,
                    .order_to_master = order,
                    .smoothing = smoothing};
    strcpy(c.predictor, "polynomial");
    strcpy(c.coupling, "displacement");
    strcpy(c.acceleration, "kept");
    return c;
}

/* t, x1, exact x1, relative energy error */
static bool write_history(const study *s, const char *name, study_case c) {
    study_history history;
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    ratios.fr = c.fr;
    if (!study_history_run(&c, &history) || two_mass_make(&ratios, &system)) {
        complain("study", "%s", c.error);
        free(history.rows);
        return false;
    }
    FILE *file = report_open(s->folder, name);
    const double start[4] = {system.x1, 0.0, system.x2, 0.0};
    const double e0 = two_mass_energy(&system, start);
    if (file)
        fprintf(file, "time,x1,x1_exact,energy_error\n");
    for (int i = 0; file && i < history.count; i++) {
        double exact[4];
        two_mass_exact(&system, history.rows[i][0], exact);
        fprintf(file, "%.17g,%.17g,%.17g,%.17g\n", history.rows[i][0], history.rows[i][1], exact[0],
                (two_mass_energy(&system, &history.rows[i][1]) - e0) / e0);
    }
    free(history.rows);
    return file && report_close(file, s->folder, name);
}

/* series of results.csv: column 2 scheme, 3 order, 8 zeta, 9 position, 10 energy, 11 amplitude */
#define SERIES(scheme, column)                                                                     \
    "plot for [o=0:4] 'results.csv' using ((strcol(2) eq '" scheme                                 \
    "' && column(3) == o && column(8) == zeta) ? column(1) : 1/0):" column                         \
    " with linespoints ps 0.4 lw 1.5 title sprintf('O%d', o)\n"

static const picture pictures[] = {
    {"figure04", "Motion of the fast mass, FR = 30 (exact)", 900, 320,
     "set xlabel 'time / s'; set ylabel 'x_1 / m'\n"
     "plot 'history_fr30_sf_o3.csv' using 1:3 with lines lw 1.2 title 'x_1'\n"},
    {"figure07", "Energy error over time, FR = 30, slowest first, cubic", 900, 320,
     "set xlabel 'time / s'; set ylabel 'relative energy error'\n"
     "plot 'history_fr30_sf_o3.csv' using 1:4 with lines lw 1.2 notitle\n"},
    {"figure08", "Position error of x₁ and energy error over the frequency ratio", 1100, 800,
     "zeta = least_zeta\nset multiplot layout 2,2\nset xrange [0:most_fr]; set logscale y; set "
     "xlabel 'FR'; set "
     "key bottom right\n"
     "set yrange [1e-4:10]\nset title 'slowest first'; set ylabel 'position "
     "error'\n" SERIES("sf", "9") "set title 'slowest first'; set ylabel 'energy "
                                  "error'\n" SERIES(
                                      "sf", "10") "set title 'fastest first'; set ylabel "
                                                  "'position error'\n" SERIES(
                                                      "ff",
                                                      "9") "set title "
                                                           "'fastest "
                                                           "first'; set "
                                                           "ylabel "
                                                           "'energy "
                                                           "error'"
                                                           "\n" SERIES("f"
                                                                       "f",
                                                                       "1"
                                                                       "0") "unset multiplot\n"},
    {"amplitude", "Fast amplitude that survives (1: right; below: filtered; above: amplified)",
     1100, 420,
     "zeta = least_zeta\nset multiplot layout 1,2\nset xrange [0:most_fr]; set logscale y; set "
     "xlabel 'FR'; set "
     "ylabel 'fast amplitude'\n"
     "set yrange [1e-2:100]; set key bottom left\n"
     "set title 'slowest first'\n" SERIES("sf", "11") "set title 'fastest first'\n" SERIES(
         "ff", "11") "unset multiplot\n"},
    {"figure09", "FR = 90: twenty fast cycles, co-simulated (thick) and exact (thin)", 900, 800,
     "set multiplot layout 3,1\nset xrange [0:20]; set xlabel 'time / s'; set ylabel 'x_1 "
     "/ m'\n"
     "set title 'slowest first, O0'\nplot 'history_fr90_sf_o0.csv' using 1:2 with lines lw "
     "2 title "
     "'co-simulated', '' using 1:3 with lines lw 1 lc 'black' title 'exact'\n"
     "set title 'fastest first, O3'\nplot 'history_fr90_ff_o3.csv' using 1:2 with lines lw "
     "2 notitle, '' using "
     "1:3 with lines lw 1 lc 'black' notitle\n"
     "set title 'smoothing, O3'\nplot 'history_fr90_smooth_o3.csv' using 1:2 with lines lw "
     "2 notitle, '' using "
     "1:3 with lines lw 1 lc 'black' notitle\nunset multiplot\n"},
};

static const picture damping = {
    "figure10", "Position error of x₁ for O0 and O3 with damping", 1100, 800,
    "set multiplot layout 2,2\nset xrange [0:most_fr]; set logscale y; set xlabel 'FR'; set ylabel "
    "'position error'\n"
    "set yrange [1e-5:10]; set format y '%.0e'; set key bottom right\n"
    "do for [scheme in 'sf ff'] { do for [o in '0 3'] {\n"
    "set title sprintf('%s, O%s', scheme eq 'sf' ? 'slowest first' : 'fastest first', o)\n"
    "plot for [z in zetas] 'results.csv' using ((strcol(2) eq scheme && column(3) == o + 0 && "
    "abs(column(8) - z) < 1e-9) ? column(1) : 1/0):9 with linespoints ps 0.4 lw 1.5 title "
    "sprintf('zeta = "
    "%s', z)\n"
    "} }\nunset multiplot\n"};

static double least_zeta(const study *s) {
    double least = s->count ? s->cases[0].zeta : 0.0;
    for (int i = 0; i < s->count; i++)
        if (s->cases[i].zeta < least)
            least = s->cases[i].zeta;
    return least;
}

static double most_fr(const study *s) {
    double most = 1.0;
    for (int i = 0; i < s->count; i++)
        if (s->cases[i].fr > most)
            most = s->cases[i].fr;
    return most;
}

/* the damping ratios of the study, "0 0.1 0.5"; returns how many */
static int list_zetas(const study *s, char *text, size_t size) {
    double seen[16];
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < s->count; i++) {
        bool known = false;
        for (int k = 0; k < count; k++)
            known = known || seen[k] == s->cases[i].zeta;
        if (known || count == 16)
            continue;
        seen[count++] = s->cases[i].zeta;
        snprintf(text + strlen(text), size - strlen(text), "%s%.6g", *text ? " " : "",
                 s->cases[i].zeta);
    }
    return count;
}

static bool draw(const study *s, bool with_damping) {
    char zetas[512], settings[768];
    FILE *script = report_open(s->folder, "pictures.gp");
    if (!script)
        return false;
    list_zetas(s, zetas, sizeof zetas);
    snprintf(settings, sizeof settings, "least_zeta = %.17g\nmost_fr = %.17g\nzetas = '%s'\n",
             least_zeta(s), most_fr(s), zetas);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        report_picture(script, &pictures[i], settings);
    if (with_damping)
        report_picture(script, &damping, settings);
    return report_close(script, s->folder, "pictures.gp") && report_draw(s->folder);
}

static void write_best(FILE *page, const study *s) {
    fprintf(page,
            "<h2>Best setting at each frequency "
            "ratio</h2>\n<table><tr><th>FR</th><th>scheme</th><th>order"
            "</th><th>position error</th><th>energy error</th><th>fast amplitude</th></tr>\n");
    const double zeta = least_zeta(s);
    for (int i = 0; i < s->count; i++) {
        const study_case *first = &s->cases[i], *best = NULL;
        bool seen = first->zeta != zeta;
        for (int k = 0; k < i && !seen; k++)
            seen = s->cases[k].fr == first->fr && s->cases[k].zeta == zeta;
        if (seen)
            continue;
        for (int k = 0; k < s->count; k++) {
            const study_case *c = &s->cases[k];
            if (c->fr == first->fr && c->zeta == zeta && !c->failed &&
                (!best || c->position_error < best->position_error))
                best = c;
        }
        if (best)
            fprintf(page,
                    "<tr><td>%.4g</td><td>%s</td><td>%d / "
                    "%d</td><td%s>%.4g</td><td>%.4g</td><td>%.3g</td></tr>\n",
                    best->fr, best->fastest_first ? "fastest first" : "slowest first",
                    best->order_to_slave, best->order_to_master,
                    best->position_error > 0.1 ? " class='bad'" : "", best->position_error,
                    best->energy_error, best->fast_amplitude);
    }
    fprintf(page, "</table>\n");
}

static bool write_page(const study *s, bool with_damping) {
    FILE *page = report_open(s->folder, "report.html");
    if (!page)
        return false;
    report_begin(page, "Two masses, three springs: the multirate test problem");
    fprintf(page,
            "<p>The fast mass (1 Hz) is integrated by ode4 in the block diagram, the slow one by "
            "the trapezoidal rule in "
            "the slave, each with 100 steps per cycle of its own frequency, for 100 fast cycles. "
            "FR is the ratio of the "
            "two frequencies. Position and energy error as in equations 7 and 8 of González et "
            "al., Multibody System "
            "Dynamics 25 (2011); below 0.1 counts as good. %d runs of the model file, coupling by "
            "%s, predictor %s.</p>\n",
            s->count, s->cases[0].coupling, s->cases[0].predictor);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        report_include(page, s->folder, pictures[i].name, pictures[i].title);
    if (with_damping)
        report_include(page, s->folder, damping.name, damping.title);
    if (!s->brief)
        study_write_statements(s, page);
    write_best(page, s);
    report_end(page);
    return report_close(page, s->folder, "report.html");
}

bool study_write_report(const study *s) {
    char zetas[512];
    const bool with_damping = list_zetas(s, zetas, sizeof zetas) > 1;
    return write_history(s, "history_fr30_sf_o3.csv", like(30, false, 3, false)) &&
           write_history(s, "history_fr90_sf_o0.csv", like(90, false, 0, false)) &&
           write_history(s, "history_fr90_ff_o3.csv", like(90, true, 3, false)) &&
           write_history(s, "history_fr90_smooth_o3.csv", like(90, true, 3, true)) &&
           draw(s, with_damping) && write_page(s, with_damping);
}
