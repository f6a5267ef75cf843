/* stability charts: a table and its picture */
#include "command.h"
#include "complain.h"
#include "folder.h"
#include "picture.h"
#include "progress.h"
#include "stability.h"

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

static void scale_axis(FILE *script, const stability_axis *axis, char letter) {
    fprintf(script, "set %clabel '%s' noenhanced\nset %crange [%.17g:%.17g]\n", letter, axis->name,
            letter, axis->values[0], axis->values[axis->count - 1]);
    if (is_even_on_log_scale(axis))
        fprintf(script, "set logscale %c\n", letter);
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

/* stable: blue, unstable: red, white at the limit */
static const char map_body[] =
    "set view map\nset pm3d map corners2color mean\nset cbrange [0.5:1.5]\nset cblabel 'spectral "
    "radius'\n"
    "set palette defined (0.5 '#2166ac', 0.98 '#d1e5f0', 1 '#ffffff', 1.02 '#fddbc7', 1.5 "
    "'#b2182b')\n"
    "set contour base\nset cntrparam levels discrete 1.000001\nunset clabel\nunset key\n"
    "splot 'chart.dat' using 1:2:3 with pm3d, '' using 1:2:3 with lines lc 'black' lw 1.5 "
    "nosurface\n"
    "set output\n";

static bool write_script(const stability_case *c, const stability_axis *x, const stability_axis *y,
                         bool limits, const char *folder) {
    FILE *script = folder_file("stability", folder, "pictures.gp", NULL);
    if (!script)
        return false;
    fputs(mark, script);
    for (int svg = 1; svg >= 0; svg--) {
        picture_begin(script, "chart", svg, 820, 560);
        fprintf(script, "set title \"%s\" noenhanced\n", c->from_file ? "matrices" : c->source);
        scale_axis(script, x, 'x');
        if (y) {
            scale_axis(script, y, 'y');
            fputs(map_body, script);
        } else if (limits) {
            fprintf(script,
                    "set ylabel 'largest stable step / s'\nplot 'chart.csv' using 1:2 skip 1 "
                    "with linespoints pt 7 ps 0.4 lw 1.5 notitle\nset output\n");
        } else {
            /* radii of sf and ff belong to periods of different lengths: growth can be compared */
            const bool growth = c->coupling.scheme == AN_STAGGERED;
            fprintf(script,
                    "set ylabel '%s'\nplot %d lc 'black' dt 2 notitle, 'chart.csv' using 1:%d "
                    "skip 1 with linespoints pt 7 ps 0.4 lw 1.5 notitle\nset output\n",
                    growth ? "growth of the worst component / (1/s)" : "spectral radius", !growth,
                    growth ? 3 : 2);
        }
    }
    return folder_file_close(script, "stability", folder, "pictures.gp");
}

typedef struct chart_files {
    FILE *table, *grid; /* grid: for gnuplot, rows of the map apart */
    bd_new_file *handles[2];
} chart_files;

static void write_point(const chart_files *files, const double *at, int axes,
                        const an_stability *found) {
    for (int i = 0; i < axes; i++)
        fprintf(files->table, "%.17g,", at[i]);
    fprintf(files->table, "%.17g,%.17g,%d\n", found->radius, found->growth, found->stable);
    if (axes == 2)
        fprintf(files->grid, "%.17g,%.17g,%.17g\n", at[0], at[1], found->radius);
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

static mr_status fill_point(const stability_case *given, const stability_axis *x,
                            const stability_axis *y, const double *at, bool limits,
                            const chart_files *files, long *unstable, mr_message *message) {
    stability_case c;
    an_stability found = {0};
    double limit = 0.0;
    bool made = false;
    mr_status status = place(given, x, y, at, &c, &made, message);
    if (status == MR_OK)
        status = limits ? stability_limit(&c, &limit, message) : find(&c, &found, message);
    if (status == MR_OK && limits)
        fprintf(files->table, "%.17g,%.17g\n", at[0], limit);
    else if (status == MR_OK)
        write_point(files, at, y ? 2 : 1, &found);
    *unstable += limits ? limit == 0.0 : !found.stable;
    if (made)
        an_pair_free(&c.matrices);
    return status;
}

static mr_status fill(const stability_case *given, const stability_axis *x, const stability_axis *y,
                      bool limits, const chart_files *files, long *unstable, mr_message *message) {
    const int rows = y ? y->count : 1;
    mr_status status = MR_OK;
    progress bar;
    progress_begin(&bar, "stability chart");
    fprintf(files->table, "%s,%s%s%s\n", x->name, y ? y->name : "", y ? "," : "",
            limits ? "limit" : "radius,growth,stable");
    for (int j = 0; j < rows && status == MR_OK; j++) {
        for (int i = 0; i < x->count && status == MR_OK; i++) {
            const double at[2] = {x->values[i], y ? y->values[j] : 0.0};
            status = fill_point(given, x, y, at, limits, files, unstable, message);
            progress_show(&bar, ((double)j * x->count + i + 1.0) / ((double)rows * x->count));
        }
        if (y)
            fputs("\n", files->grid);
    }
    progress_end(&bar);
    return status;
}

/* false, and a sentence, if they cannot be opened */
static bool open_files(chart_files *files, bool grid, const char *folder) {
    files->table = folder_file("stability", folder, "chart.csv", &files->handles[0]);
    files->grid = files->table && grid
                      ? folder_file("stability", folder, "chart.dat", &files->handles[1])
                      : NULL;
    return files->table && (!grid || files->grid);
}

static bool close_files(const chart_files *files, bool good, const char *folder) {
    if (!good) { /* half a chart is none, and why was told */
        for (int i = 0; i < 2; i++)
            if (files->handles[i]) {
                bd_new_file_spoil(files->handles[i]);
                fclose(i == 0 ? files->table : files->grid);
            }
        return false;
    }
    if (files->table)
        good = folder_file_close(files->table, "stability", folder, "chart.csv");
    if (files->grid)
        good = folder_file_close(files->grid, "stability", folder, "chart.dat") && good;
    return good;
}

int stability_chart(const stability_case *c, const stability_axis *x, const stability_axis *y,
                    bool limits, const char *folder, long *unstable) {
    mr_message message = {""};
    chart_files files = {0};
    *unstable = 0;
    if (!make_folder("stability", folder))
        return EXIT_FAILED;
    if (!is_free(folder))
        return EXIT_USAGE;
    bool good = open_files(&files, y != NULL, folder);
    if (good && fill(c, x, y, limits, &files, unstable, &message) != MR_OK)
        good = message.text[0] && complain("stability", "%s", message.text);
    /* the script goes first: by it the other files are known as ours */
    good = good && write_script(c, x, y, limits, folder);
    return close_files(&files, good, folder) && pictures_draw("stability", folder) ? EXIT_GOOD
                                                                                   : EXIT_FAILED;
}
