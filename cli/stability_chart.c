/* stability charts: a table and its picture */
#include "command.h"
#include "complain.h"
#include "folder.h"
#include "picture.h"
#include "progress.h"
#include "stability_map.h"
#include "stability_words.h"

#include "pages/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool stability_axis_read(stability_axis *axis, const char *option, const char *text) {
    const char *equal = strchr(text, '=');
    *axis = (stability_axis){0};
    if (!equal || equal == text || (size_t)(equal - text) >= sizeof axis->name)
        return complain("stability", "%s takes NAME=LIST, as wH=0.01:10:60, not '%s'", option,
                        text);
    memcpy(axis->name, text, (size_t)(equal - text));
    axis->values = number_list("stability", option, equal + 1, &axis->count);
    if (axis->values && (axis->count < 2 || axis->values[0] == axis->values[axis->count - 1]))
        return complain("stability", "%s needs at least two different values", option);
    return axis->values != NULL;
}

static bool is_even_on_log_scale(const stability_axis *axis) {
    return axis->count > 2 && axis->values[0] > 0.0 &&
           axis->values[axis->count - 1] / axis->values[0] > 10.0;
}

/* less than three decades: 1, 2, 5, 10, 20 … have numbers, else one or two would */
static void number_decades(FILE *script, double from, double to, char letter) {
    static const double steps[] = {1.0, 2.0, 5.0};
    const char *before = "";
    fprintf(script, "set %ctics (", letter);
    for (int decade = (int)floor(log10(from)); decade <= (int)floor(log10(to)); decade++)
        for (int i = 0; i < 3; i++) {
            const double at = steps[i] * pow(10.0, decade);
            if (at < from * (1.0 - 1e-9) || at > to * (1.0 + 1e-9))
                continue;
            fprintf(script, "%s%.6g", before, at);
            before = ", ";
        }
    fprintf(script, ")\n");
}

static void scale_axis(FILE *script, const stability_case *c, const stability_axis *axis,
                       char letter) {
    char label[200];
    stability_axis_label(c, axis->name, label, sizeof label);
    fprintf(script, "set %clabel ", letter);
    pg_gnuplot_quote(script, label);
    fprintf(script, " noenhanced\nset %crange [%.17g:%.17g]\n", letter, axis->values[0],
            axis->values[axis->count - 1]);
    if (!is_even_on_log_scale(axis))
        return;
    const double from = axis->values[0], to = axis->values[axis->count - 1];
    fprintf(script, "set logscale %c\n", letter);
    if (to / from < 1000.0)
        number_decades(script, from, to, letter);
}

/* the first line of pictures.gp, by which an earlier chart is known as ours */
static const char mark[] = "# multirate stability\n";

/* an earlier chart may be replaced, files of others may not */
static bool is_free(const char *folder) {
    static const char *const files[] = {"pictures.gp", "chart.csv", "chart.dat",
                                        "chart.svg",   "chart.png", "gnuplot.log"};
    char path[4096], line[sizeof mark + 8] = "";
    snprintf(path, sizeof path, "%s/pictures.gp", folder);
    FILE *script = fopen(path, "r");
    const bool own = script && fgets(line, sizeof line, script) && strcmp(line, mark) == 0;
    if (script)
        fclose(script);
    for (size_t i = 0; !own && i < sizeof files / sizeof *files; i++)
        if (!folder_is_free_for("stability", folder, files[i]))
            return false;
    return true;
}

/* what a chart has found, point by point */
typedef struct chart {
    const stability_case *given;
    const stability_axis *x, *y;
    bool limits;
    double *values; /* of a curve: growth or radius, or the limit */
    stability_map map;
} chart;

/* radii of sf and ff belong to periods of different lengths: growth can be compared */
static bool tells_growth(const stability_case *c) {
    return c->many || (!c->joined && c->coupling.scheme == AN_STAGGERED);
}

/* values over the axis; what is beyond all numbers is left away and told as `beyond` */
static bool write_values(FILE *script, const chart *k, bool beyond, bool positive) {
    int count = 0;
    fprintf(script, "$%s << EOD\n", beyond ? "beyond" : "curve");
    for (int i = 0; i < k->x->count; i++)
        if (isfinite(k->values[i]) != beyond && (beyond || !positive || k->values[i] > 0.0)) {
            fprintf(script, "%.17g,%.17g\n", k->x->values[i], beyond ? 0.0 : k->values[i]);
            count++;
        }
    fputs("EOD\n", script);
    return count > 0;
}

/* both sides of the limit are in the frame, whatever the values are */
static void find_range(const chart *k, double limit, bool log_scale, double *low, double *high) {
    *low = *high = limit;
    for (int i = 0; i < k->x->count; i++)
        if (isfinite(k->values[i]) && (!log_scale || k->values[i] > 0.0)) {
            *low = fmin(*low, k->values[i]);
            *high = fmax(*high, k->values[i]);
        }
    if (log_scale) {
        const double room = fmax(pow(*high / *low, 0.25), 1.5);
        *low = *low / room;
        *high = *high * room;
        return;
    }
    const double room = *high > *low ? 0.25 * (*high - *low) : fmax(0.1 * fabs(limit), 1e-3);
    *low -= room;
    *high += room;
}

/* a curve over the limit, with both sides shaded and named */
static void draw_curve(FILE *script, const chart *k) {
    const bool growth = tells_growth(k->given);
    const double limit = growth ? 0.0 : 1.0;
    double low, high, most = 0.0;
    for (int i = 0; i < k->x->count; i++)
        most = isfinite(k->values[i]) ? fmax(most, k->values[i]) : most;
    const bool log_scale = !growth && most > 20.0;
    find_range(k, limit, log_scale, &low, &high);
    const bool drawn = write_values(script, k, false, log_scale),
               beyond = write_values(script, k, true, false);
    fprintf(script, "set ylabel '%s'\nset yrange [%.9g:%.9g]\n%s",
            growth ? "growth of the worst component / (1/s)" : "spectral radius / 1", low, high,
            log_scale ? "set logscale y\n" : "");
    fprintf(
        script,
        "set object 1 rect from graph 0, first %.9g to graph 1, graph 1 fc rgb '%s' fs solid "
        "noborder behind\nset object 2 rect from graph 0, graph 0 to graph 1, first %.9g fc rgb "
        "'%s' fs solid noborder behind\n",
        limit, pg_bad_shade(0), limit, pg_good_shade(0));
    fprintf(script,
            "set label 1 'unstable' at graph 0.02, graph 0.96\nset label 2 'stable' at graph 0.02, "
            "graph 0.04\nset key below center horizontal\n"
            "plot %.9g with lines lw 2.5 lc rgb 'black' title 'limit of stability'",
            limit);
    if (drawn)
        fputs(", $curve using 1:2 with linespoints ps 0.5 lt 1 title 'worst component'", script);
    if (beyond)
        fprintf(script, ", $beyond using 1:(%.9g) with points pt 8 lt 2 title 'beyond all numbers'",
                log_scale ? high / pow(high / low, 0.04) : high - 0.04 * (high - low));
    fputs("\nset output\n", script);
}

/* the largest stable step: below it stable, above it not */
static void draw_limits(FILE *script, const chart *k) {
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < k->x->count; i++) {
        least = fmin(least, k->values[i]);
        most = fmax(most, k->values[i]);
    }
    const bool log_scale = least > 0.0 && most / least > 10.0;
    const double low = log_scale ? least / 3.0 : 0.0;
    const double high = !(most > 0.0) ? 1.0 : log_scale ? 3.0 * most : 1.3 * most;
    (void)write_values(script, k, false, false);
    fprintf(script, "set ylabel 'largest stable %s / s'\nset yrange [%.9g:%.9g]\n%s",
            tells_growth(k->given) ? "step of the master" : "exchange step", low, high,
            log_scale ? "set logscale y\n" : "");
    fprintf(script,
            "set object 1 rect from graph 0, graph 0 to graph 1, graph 1 fc rgb '%s' fs solid "
            "noborder behind\nset label 1 'unstable' at graph 0.02, graph 0.96 front\nset label 2 "
            "'stable' at graph 0.02, graph 0.04 front\nset key below center horizontal\n"
            "set grid front\nplot $curve using 1:2 with filledcurves y1=%.9g fc rgb '%s' notitle, "
            "$curve using 1:2 with linespoints ps 0.5 lw 2 lc rgb 'black' title 'limit of "
            "stability'\nset output\n",
            pg_bad_shade(0), low, pg_good_shade(0));
}

static bool write_script(const chart *k, const char *folder) {
    char title[700];
    FILE *script = folder_file("stability", folder, "pictures.gp", NULL);
    if (!script)
        return false;
    fputs(mark, script);
    stability_title(k->given, k->x, k->y, title, sizeof title);
    for (int svg = 1; svg >= 0; svg--) {
        picture_begin(script, "chart", svg, PG_NARROW, 480);
        pg_gnuplot_title(script, title, PG_NARROW);
        scale_axis(script, k->given, k->x, 'x');
        if (k->y) {
            scale_axis(script, k->given, k->y, 'y');
            stability_map_draw(&k->map, script);
        } else if (k->limits)
            draw_limits(script, k);
        else
            draw_curve(script, k);
    }
    return folder_file_close(script, "stability", folder, "pictures.gp");
}

static void write_point(FILE *table, const double *at, int axes, const an_stability *found) {
    for (int i = 0; i < axes; i++)
        fprintf(table, "%.17g,", at[i]);
    fprintf(table, "%.17g,%.17g,%d\n", found->radius, found->growth, found->stable);
}

/* radius at one point; one that is beyond all numbers is infinite, not a failure */
static mr_status find(const stability_case *c, an_stability *found, mr_message *message) {
    const mr_status status = stability_point(c, found, message);
    if (status != MR_ERR_NOT_FINITE)
        return status;
    *found = (an_stability){.radius = INFINITY, .growth = INFINITY};
    return MR_OK;
}

/* the case at one point of the chart. made: its matrices are its own */
static mr_status place(const stability_case *given, const stability_axis *x,
                       const stability_axis *y, const double *at, stability_case *c, bool *made,
                       mr_message *message) {
    const stability_axis *const axes[2] = {x, y};
    char texts[2][64];
    const char *settings[2];
    int count = 0;
    *c = *given;
    for (int k = 0; k < (y ? 2 : 1); k++)
        if (stability_is_variable(given, axes[k]->name)) {
            snprintf(texts[count], sizeof texts[count], "%s=%.17g", axes[k]->name, at[k]);
            settings[count] = texts[count];
            count++;
        }
    *made = count > 0;
    if (*made && given->remake(given->arguments, settings, count, c) != EXIT_GOOD)
        return MR_ERR_ARGUMENT; /* and why was told */
    /* wH is made with the frequency that the other axis may set */
    const bool x_last = y && strcmp(x->name, "wH") == 0;
    for (int k = 0; k < (y ? 2 : 1); k++) {
        const int axis = x_last ? 1 - k : k;
        if (!stability_is_variable(given, axes[axis]->name))
            MR_TRY(stability_set(c, axes[axis]->name, at[axis], message));
    }
    return MR_OK;
}

/* what is found at one point; limits: the largest stable step instead */
static mr_status look(const chart *k, const double *at, an_stability *found, double *limit,
                      double *step, mr_message *message) {
    stability_case c = {0};
    bool made = false;
    mr_status status = place(k->given, k->x, k->y, at, &c, &made, message);
    if (status == MR_OK)
        status = k->limits ? stability_limit(&c, limit, message) : find(&c, found, message);
    *step = c.joined ? c.joint.step : c.coupling.step;
    if (made)
        stability_case_free(&c);
    return status;
}

static mr_status fill_point(chart *k, int i, int j, FILE *table, long *unstable,
                            mr_message *message) {
    const double at[2] = {k->x->values[i], k->y ? k->y->values[j] : 0.0};
    an_stability found = {0};
    double limit = 0.0, step = 0.0;
    MR_TRY(look(k, at, &found, &limit, &step, message));
    if (k->limits)
        fprintf(table, "%.17g,%.17g\n", at[0], limit);
    else
        write_point(table, at, k->y ? 2 : 1, &found);
    *unstable += k->limits ? limit == 0.0 : !found.stable;
    if (k->y)
        k->map.points[(size_t)j * (size_t)k->x->count + (size_t)i] =
            (map_point){found.growth * step, found.stable};
    else
        k->values[i] = k->limits ? limit : tells_growth(k->given) ? found.growth : found.radius;
    return MR_OK;
}

/* halvings of the way between two points; a model is linearised anew each time */
#define HALVINGS       7
#define MODEL_HALVINGS 4

/* whole values of a model's variable: there may be nothing between them (an order, a number of
 * teeth) */
static bool counts(const chart *k, const stability_axis *axis) {
    if (!stability_is_variable(k->given, axis->name))
        return false;
    for (int i = 0; i < axis->count; i++)
        if (axis->values[i] != nearbyint(axis->values[i]))
            return false;
    return true;
}

/* where between two neighbours the limit lies */
static void refine(chart *k, int i, int j, bool upwards) {
    const size_t at = (size_t)j * (size_t)k->x->count + (size_t)i;
    const size_t next = at + (upwards ? (size_t)k->x->count : 1);
    const map_point *p = k->map.points;
    double low = 0.0, high = 1.0;
    if (p[at].stable == p[next].stable || counts(k, upwards ? k->y : k->x))
        return;
    for (int n = 0; n < (k->given->is_model ? MODEL_HALVINGS : HALVINGS); n++) {
        const double part = 0.5 * (low + high);
        const double *x = k->x->values + i, *y = k->y->values + j;
        const double place_at[2] = {
            upwards ? x[0] : stability_map_between(x[0], x[1], part, k->map.log_x),
            upwards ? stability_map_between(y[0], y[1], part, k->map.log_y) : y[0]};
        an_stability found = {0};
        double limit, step;
        mr_message why = {""};
        if (look(k, place_at, &found, &limit, &step, &why) != MR_OK)
            break;
        *(found.stable == p[at].stable ? &low : &high) = part;
    }
    (upwards ? k->map.above : k->map.right)[at] = 0.5 * (low + high);
}

static mr_status fill(chart *k, FILE *table, long *unstable, mr_message *message) {
    const int rows = k->y ? k->y->count : 1, columns = k->x->count;
    mr_status status = MR_OK;
    progress bar;
    progress_begin(&bar, "stability chart");
    fprintf(table, "%s,%s%s%s\n", k->x->name, k->y ? k->y->name : "", k->y ? "," : "",
            k->limits ? "limit" : "radius,growth,stable");
    for (int j = 0; j < rows && status == MR_OK; j++)
        for (int i = 0; i < columns && status == MR_OK; i++) {
            status = fill_point(k, i, j, table, unstable, message);
            progress_show(&bar, ((double)j * columns + i + 1.0) / ((double)rows * columns));
        }
    for (int j = 0; k->y && j < rows && status == MR_OK; j++)
        for (int i = 0; i < columns && status == MR_OK; i++) {
            if (i + 1 < columns)
                refine(k, i, j, false);
            if (j + 1 < rows)
                refine(k, i, j, true);
        }
    progress_end(&bar);
    return status;
}

static bool make_chart(chart *k) {
    k->values = calloc((size_t)k->x->count, sizeof *k->values);
    return (k->values &&
            (!k->y || stability_map_make(&k->map, k->x, k->y, is_even_on_log_scale(k->x),
                                         is_even_on_log_scale(k->y)))) ||
           complain("stability", "not enough memory for a chart");
}

int stability_chart(const stability_case *c, const stability_axis *x, const stability_axis *y,
                    bool limits, const char *folder, long *unstable) {
    mr_message message = {""};
    chart k = {.given = c, .x = x, .y = y, .limits = limits};
    bd_new_file *handle = NULL;
    *unstable = 0;
    if (!make_folder("stability", folder))
        return EXIT_FAILED;
    if (!is_free(folder))
        return EXIT_USAGE;
    FILE *table = folder_file("stability", folder, "chart.csv", &handle);
    bool good = table && make_chart(&k);
    if (good && fill(&k, table, unstable, &message) != MR_OK)
        good = message.text[0] && complain("stability", "%s", message.text);
    /* the script goes first: by it the other files are known as ours */
    good = good && write_script(&k, folder);
    stability_map_free(&k.map);
    free(k.values);
    if (table && !good) { /* half a chart is none, and why was told */
        bd_new_file_spoil(handle);
        fclose(table);
    } else if (table)
        good = folder_file_close(table, "stability", folder, "chart.csv");
    return good && pictures_draw("stability", folder) ? EXIT_GOOD : EXIT_FAILED;
}
