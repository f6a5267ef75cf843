/* results.csv, the published tables and figures, and the page of the kart study */
#include "study_kart.h"
#include "study_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool kart_write_results(const kart_study *s) {
    FILE *file = report_open(s->folder, "results.csv");
    if (!file)
        return false;
    fprintf(file, "fr,scheme,order_to_slave,order_to_master,predictor,h2,elapsed_s,slave_s,speedup,"
                  "max_pitch_deviation_deg,rms_pitch_deviation_deg,real_time_factor\n");
    for (int i = 0; i < s->count; i++) {
        const kart_case *c = &s->cases[i];
        if (!c->known)
            continue; /* the study was stopped before */
        if (*c->solver && !s->brief && i > 0 && !*s->cases[0].solver)
            continue; /* other masters have their own table in the report */
        fprintf(file, "%.17g,%s,%d,%d,%s,%.17g,%.6f,%.6f,%.4f,%.17g,%.17g,%.3f\n", c->fr,
                c->fastest_first ? "ff" : "sf", c->order_to_slave, c->order_to_master, c->predictor,
                c->fr * KART_H1, c->times.elapsed_s, c->times.slave_s,
                s->reference.times.elapsed_s / c->times.elapsed_s, c->max_deviation,
                c->rms_deviation, s->stop_time / c->times.elapsed_s);
    }
    return report_close(file, s->folder, "results.csv");
}

/* every so many rows, so that a picture stays small */
static size_t stride(const kart_motion *m, size_t most) {
    return m->count / most + 1;
}

static bool write_motion(const kart_study *s) {
    FILE *file = report_open(s->folder, "reference.csv");
    if (!file)
        return false;
    const kart_motion *m = &s->reference_motion;
    fprintf(file, "time,pitch,throttle,engine_speed,gear,drive_torque,speed,x,z\n");
    for (size_t i = 0; i < m->count; i += stride(m, 5000))
        for (int k = 0; k < m->width; k++)
            fprintf(file, "%.10g%c", m->rows[i * (size_t)m->width + (size_t)k],
                    k + 1 < m->width ? ',' : '\n');
    return report_close(file, s->folder, "reference.csv");
}

static bool write_deviation(const kart_study *s, const kart_case *c, const char *name) {
    kart_motion m;
    FILE *file = report_open(s->folder, name);
    if (!file)
        return false;
    fprintf(file, "time,deviation\n");
    if (kart_motion_read(&m, s->folder, c->run))
        for (size_t i = 0; i < m.count; i += stride(&m, 20000)) {
            const double *row = m.rows + i * (size_t)m.width;
            fprintf(file, "%.8g,%.8g\n", row[KART_TIME],
                    row[KART_PITCH] - kart_pitch_at(&s->reference_motion, row[KART_TIME]));
        }
    free(m.rows);
    return report_close(file, s->folder, name);
}

static bool is_published(const kart_case *c) {
    return strcmp(c->predictor, "polynomial") == 0 && !*c->solver && !c->failed;
}

/* the case that a figure shows: order 0 slowest first, or the best published setting, at the
 * largest ratio */
static const kart_case *find_shown(const kart_study *s, bool best) {
    const kart_case *found = NULL;
    for (int i = 0; i < s->count; i++) {
        const kart_case *c = &s->cases[i];
        if (!is_published(c))
            continue;
        const bool plain = !c->fastest_first && c->order_to_slave == 0 && c->order_to_master == 0;
        if (!best && !plain)
            continue;
        if (!found || c->fr > found->fr ||
            (c->fr == found->fr && best && c->max_deviation < found->max_deviation))
            found = c;
    }
    return found;
}

static const picture throttle = {
    "figure13", "Throttle angle and gear (Figure 13)", 900, 300,
    "set xlabel 'time / s'; set ylabel 'throttle / degrees'; set y2label 'gear'; set y2range "
    "[0:4]; set y2tics 1; set border 11; set key top left\n"
    "plot 'reference.csv' using 1:3 with lines lw 1.5 title 'throttle', '' using 1:5 axes x1y2 "
    "with steps lw 1.2 title 'gear'\n"};
static const picture pitch = {"figure14", "Pitch angle in the reference case, FR = 1 (Figure 14)",
                              900, 320,
                              "set xlabel 'time / s'; set ylabel 'pitch / degrees'\n"
                              "plot 'reference.csv' using 1:2 with lines lw 1.5 notitle\n"};
static const picture drive = {
    "drive", "Engine and speed in the reference case", 900, 320,
    "set xlabel 'time / s'; set ylabel 'engine / rpm'; set y2label 'speed / m/s, drive torque / 10 "
    "Nm'; set y2tics; set border 11; set key top left\n"
    "plot 'reference.csv' using 1:4 with lines lw 1.5 title 'engine', '' using 1:7 axes x1y2 with "
    "lines lw 1.5 title 'speed', '' using 1:($6/10) axes x1y2 with lines lw 1 title 'drive "
    "torque'\n"};
static const picture gain = {
    "gain", "Time and deviation over FR, slowest first, order 0", 1000, 360,
    "set multiplot layout 1,1+timed\nset logscale xy; set xlabel 'FR'; set key top right\n"
    "set ylabel 'elapsed / s'\nif (timed) plot 'results.csv' using ((strcol(2) eq 'sf' && "
    "column(3) == 0 && "
    "column(4) == 0) ? column(1) : 1/0):7 with linespoints lw 1.5 title 'all', '' using "
    "((strcol(2) eq 'sf' && column(3) == 0 && column(4) == 0) ? column(1) : 1/0):8 with "
    "linespoints lw 1.5 title 'multibody'\n"
    "set ylabel 'largest pitch deviation / degrees'\nplot 'results.csv' using ((strcol(2) eq 'sf' "
    "&& column(3) == 0 && column(4) == 0 && column(10) > 0) ? column(1) : 1/0):10 with "
    "linespoints lw 1.5 notitle\nunset multiplot\n"};
static const picture plain_deviation = {
    "figure15", "Deviation from the reference, slowest first, order 0, largest FR (Figure 15)", 900,
    300,
    "set xlabel 'time / s'; set ylabel 'deviation / degrees'\n"
    "plot 'deviation_sf_o0.csv' using 1:2 with lines lw 0.6 notitle\n"};
static const picture best_deviation = {
    "figure16", "Deviation from the reference, best published setting, largest FR (Figure 16)", 900,
    300,
    "set xlabel 'time / s'; set ylabel 'deviation / degrees'\n"
    "plot 'deviation_best.csv' using 1:2 with lines lw 0.6 notitle\n"};

static int count_of(const kart_study *s, bool (*belongs)(const kart_case *)) {
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += belongs(&s->cases[i]);
    return count;
}

static bool is_plain(const kart_case *c) {
    return !c->fastest_first && !c->order_to_slave && !c->order_to_master && !c->smoothing &&
           strcmp(c->predictor, "polynomial") == 0 && !*c->solver;
}

static bool is_drawn(const kart_case *c) {
    return is_plain(c) && !c->failed;
}

/* drawn if its data are there */
static bool draw(const kart_study *s) {
    FILE *script = report_open(s->folder, "pictures.gp");
    if (!script)
        return false;
    report_picture(script, &throttle, "");
    report_picture(script, &pitch, "");
    report_picture(script, &drive, "");
    if (count_of(s, is_drawn) > 1)
        report_picture(script, &gain, s->times ? "timed = 1\n" : "timed = 0\n");
    if (find_shown(s, false))
        report_picture(script, &plain_deviation, "");
    if (find_shown(s, true))
        report_picture(script, &best_deviation, "");
    return report_close(script, s->folder, "pictures.gp") && report_draw(s->folder);
}

/* a dash if it was not measured */
static void write_cell(FILE *page, double number, int digits, const char *unit) {
    if (isfinite(number))
        fprintf(page, "<td>%.*f%s</td>", digits, number, unit);
    else
        fprintf(page, "<td>–</td>");
}

static void write_row(FILE *page, const kart_study *s, const kart_case *c) {
    char name[96];
    kart_case_name(c, name, sizeof name);
    fprintf(page, "<tr><td style='text-align:left'>%s</td><td>%g</td><td>%g</td>", name, c->fr,
            c->fr * KART_H1);
    if (c->failed) {
        fprintf(page, "<td class='bad' colspan='9' style='text-align:left'>failed: ");
        report_text(page, c->error);
        fprintf(page, "</td></tr>\n");
        return;
    }
    const double elapsed = c->times.elapsed_s, slave = c->times.slave_s,
                 coupling = c->times.coupling_s;
    write_cell(page, elapsed, 3, "");
    write_cell(page, s->reference.times.elapsed_s / elapsed, 2, "");
    write_cell(page, s->stop_time / elapsed, 1, "");
    write_cell(page, c->max_deviation, 4, "");
    write_cell(page, c->rms_deviation, 5, "");
    write_cell(page, 100.0 * slave / elapsed, 1, " %");
    write_cell(page, 100.0 * coupling / elapsed, 1, " %");
    write_cell(page, 100.0 * (elapsed - slave - coupling) / elapsed, 1, " %");
    write_cell(page, c->converged_deviation, 4, "");
    fprintf(page, "</tr>\n");
}

static bool is_setting(const kart_case *c) {
    return !is_plain(c) && !*c->solver && c->fr != 37;
}
static bool is_other(const kart_case *c) {
    return !is_plain(c) && (*c->solver || c->fr == 37);
}

static void write_table(FILE *page, const kart_study *s, const char *title,
                        bool (*belongs)(const kart_case *), const kart_case *also) {
    if (count_of(s, belongs) == 0)
        return;
    fprintf(page,
            "<h2>%s</h2>\n<table><tr><th style='text-align:left'>setting</th><th>FR</th><th>h2 / "
            "s</th><th>elapsed / s</th><th>speed-up</th><th>real-time factor</th><th>largest "
            "deviation / °</th><th>rms</th><th>multibody</th><th>coupling</th><th>diagram</th>"
            "<th>from converged / °</th></tr>\n",
            title);
    if (also)
        write_row(page, s, also);
    for (int i = 0; i < s->count; i++)
        if (belongs(&s->cases[i]))
            write_row(page, s, &s->cases[i]);
    fprintf(page, "</table>\n");
}

static const char *how_timed(const kart_study *s) {
    return !s->times ? "Times were not measured (--times off)."
                     : "Times are the processor's, of runs that were made one after the other with "
                       "no other run beside them; quick ones were made up to three times, and the "
                       "least time counts.";
}

static bool write_page(const kart_study *s) {
    FILE *page = report_open(s->folder, "report.html");
    if (!page)
        return false;
    report_begin(page, "A kart and its engine, each at its own step");
    fprintf(
        page,
        "<p>A four-cylinder engine with torque converter and automatic gearbox is a block diagram, "
        "integrated by ode4 with h1 = %g s. The kart, 157 natural coordinates, four suspended "
        "wheels and magic-formula tyres, is integrated by the multibody slave with h2 = FR h1. "
        "Memory blocks break the algebraic loop. The pitch angle of the chassis, negative with the "
        "nose up, is compared with that of FR = 1, slowest first, order 0, at every step of the "
        "diagram, as in section 4 of González et al., Multibody System Dynamics 25 (2011). Order "
        "Oi/Oj: Oi for the diagram's signals, Oj for the multibody code's. %s The kart "
        "and its gearbox are our own design.</p>\n",
        KART_H1, how_timed(s));
    report_include(page, s->folder, "kart", "The drive (pitch five times as large)");
    report_include(page, s->folder, "sequence", "The kart from the side");
    report_include(page, s->folder, throttle.name, throttle.title);
    report_include(page, s->folder, pitch.name, pitch.title);
    report_include(page, s->folder, drive.name, drive.title);
    write_table(page, s, "Time and deviation over FR, slowest first, order 0 (Table 2)", is_plain,
                count_of(s, is_plain) > 0 && s->cases[0].fr == 1 ? NULL : &s->reference);
    if (count_of(s, is_drawn) > 1)
        report_include(page, s->folder, gain.name, gain.title);
    write_table(page, s, "Settings at one FR (Table 3, and ours)", is_setting,
                find_shown(s, false));
    write_table(page, s, "Without a common grid: h2 = 0.0037 s; with ode45 as master", is_other,
                NULL);
    if (find_shown(s, false))
        report_include(page, s->folder, plain_deviation.name, plain_deviation.title);
    if (find_shown(s, true))
        report_include(page, s->folder, best_deviation.name, best_deviation.title);
    fprintf(page, "<p><em>Multibody</em>: time in the slave; <em>coupling</em>: in libmultirate "
                  "and the S-function (one evaluation in 61 is timed); <em>diagram</em>: the rest. "
                  "<em>From converged</em>: largest deviation from FR = 1, fastest first, order "
                  "2.</p>\n");
    report_end(page);
    return report_close(page, s->folder, "report.html");
}

bool kart_write_report(const kart_study *s) {
    const kart_case *plain = find_shown(s, false), *best = find_shown(s, true);
    return write_motion(s) && (!plain || write_deviation(s, plain, "deviation_sf_o0.csv")) &&
           (!best || write_deviation(s, best, "deviation_best.csv")) &&
           kart_draw_animation(&s->reference_motion, s->folder, "kart") &&
           kart_draw_sequence(&s->reference_motion, s->folder, "sequence") && draw(s) &&
           write_page(s);
}
