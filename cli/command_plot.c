/* multirate plot RESULTS…: chosen signals as a picture, by gnuplot */
#define _POSIX_C_SOURCE 200809L
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "file_hint.h"

#include "multirate/nearest.h"
#include "pages/pages.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plot_arguments {
    text_list signals, units, rest;
    const char *out, *size, *over;
    pg_plot plot;
} plot_arguments;

OPTION_TABLE(plot_arguments) = {
    OPTION_NAME(out, "--out", "FILE", ".png or .svg"),
    OPTION_LIST(signals, "--signals", "A,B,…",
                "which; all if it is missing; alone where a name has a comma"),
    OPTION_NAME(over, "--over", "NAME",
                "points over this column of a table (.csv), as that of a sweep, instead of curves "
                "over time"),
    OPTION_LIST(units, "--unit", "NAME=UNIT", "of a signal; a column \"speed [m/s]\" has its own"),
    OPTION_TEXT(plot.title, "--title", "TEXT", "above the first frame; usual: names of the files"),
    OPTION_NUMBER(plot.from, "--from", "T", "from this time on, s"),
    OPTION_NUMBER(plot.to, "--to", "T", "up to this time, s"),
    OPTION_FLAG(plot.log_x, "--log-x", "logarithmic time, or column --over"),
    OPTION_FLAG(plot.log_y, "--log-y", "logarithmic values"),
    OPTION_NAME(size, "--size", "WxH", "pixels; usual 1000 and as high as the frames need"),
    OPTIONS_END};

static bool is_known(const pg_results *runs, int count, const char *name) {
    for (int r = 0; r < count; r++)
        if (pg_results_find(&runs[r], name) >= 0)
            return true;
    return false;
}

/* a whole --signals is a name, or names between commas */
static bool choose(plot_arguments *a, const pg_results *runs, int count, text_list *chosen,
                   text_list *owned) {
    for (int i = 0; i < a->signals.count; i++) {
        if (is_known(runs, count, a->signals.items[i])) {
            text_list_add(chosen, a->signals.items[i]);
            continue;
        }
        char *copy = strdup(a->signals.items[i]), *rest = NULL;
        text_list_add(owned, copy);
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list frees it */
        for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; name;
             name = strtok_r(NULL, ",", &rest)) {
            if (!is_known(runs, count, name)) {
                mr_nearest nearest = {name, NULL, 0};
                char hint[MR_HINT_SIZE];
                for (int r = 0; r < count; r++)
                    for (int k = 0; k < runs[r].column_count; k++)
                        mr_nearest_try(&nearest, runs[r].columns[k].name);
                return complain("plot", "--signals: there is no signal '%s'%s", name,
                                mr_nearest_hint(&nearest, hint, sizeof hint));
            }
            text_list_add(chosen, name);
        }
    }
    return true;
}

static bool set_units(const plot_arguments *a, pg_results *runs, int count) {
    for (int i = 0; i < a->units.count; i++) {
        bool found = false;
        for (int r = 0; r < count; r++)
            found = pg_results_set_unit(&runs[r], a->units.items[i]) || found;
        if (!found)
            return complain("plot", "--unit %s: there is no such signal", a->units.items[i]);
    }
    return true;
}

static int make_plot(plot_arguments *a) {
    bd_error error = {0};
    const int count = a->rest.count;
    int read = 0, code = EXIT_FAILED;
    text_list chosen = {0}, owned = {0};
    pg_results *runs = calloc((size_t)count + 1, sizeof *runs);
    while (runs && read < count &&
           pg_results_read_over(a->rest.items[read], a->over, &runs[read], &error) == BD_OK)
        read++;
    if (!runs || read < count) {
        char hint[FILE_HINT_SIZE] = "";
        complain("plot", "%s%s%s", runs ? error.text : "not enough memory",
                 runs ? file_hint(a->rest.items[read], FILE_RESULTS, hint, sizeof hint) : hint,
                 strstr(error.text, "and not the time") ? "; --over NAME plots over a column" : "");
    } else if (!set_units(a, runs, count) || !choose(a, runs, count, &chosen, &owned)) {
        code = EXIT_USAGE;
    } else {
        a->plot.runs = runs;
        a->plot.run_count = count;
        a->plot.signals = chosen.items;
        a->plot.signal_count = chosen.count;
        if (pg_plot_write(&a->plot, a->out, &error) == BD_OK)
            code = EXIT_GOOD;
        else
            complain("plot", "%s", error.text);
    }
    for (int i = 0; i < read; i++)
        pg_results_free(&runs[i]);
    free(runs);
    for (int i = 0; i < owned.count; i++)
        free((char *)owned.items[i]);
    text_list_free(&chosen);
    text_list_free(&owned);
    return code;
}

static bool check(plot_arguments *a) {
    char behind;
    if (a->rest.count == 0)
        return complain("plot", "give results; `multirate plot --help` tells more");
    const size_t n = a->out ? strlen(a->out) : 0;
    if (n < 5 || (strcmp(a->out + n - 4, ".png") != 0 && strcmp(a->out + n - 4, ".svg") != 0))
        return a->out ? complain("plot", "--out %s: a plot is .png or .svg", a->out)
                      : complain("plot", "--out FILE is needed: .png or .svg");
    if (a->size && (sscanf(a->size, "%dx%d%c", &a->plot.width, &a->plot.height, &behind) != 2 ||
                    a->plot.width < 100 || a->plot.height < 100 || a->plot.width > 10000 ||
                    a->plot.height > 10000))
        return complain("plot", "--size %s: expected WIDTHxHEIGHT from 100 to 10000", a->size);
    if (a->plot.from >= a->plot.to)
        return complain("plot", "--from must be before --to");
    for (int i = 0; i < a->rest.count; i++)
        if (argument_is_input("plot", a->out, a->rest.items[i], "one of the results"))
            return false;
    return true;
}

static const plot_arguments defaults = {.plot = {.from = NAN, .to = NAN}};

static int run(void *arguments) {
    plot_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (check(a))
        code = make_plot(a);
    if (code == EXIT_GOOD)
        print_plain("plot: %s\n", a->out);
    return code;
}

COMMAND(command_plot, plot_arguments, "plot", "plot signals of results by gnuplot",
        "RESULTS… --out FILE.png|.svg [options]",
        "Plots results of runs (.csv, .mat) through gnuplot: one frame for each unit, several "
        "runs over each other.",
        .defaults = &defaults,
        .closing = "Exit code: 0 good, 1 a file cannot be read or drawn, 2 wrong use.");
