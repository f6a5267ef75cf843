/* multirate view RESULTS…: results of runs and motions of mechanisms on one page */
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "mechanism.h"

#include "pages/pages.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct view_arguments {
    text_list units, rest;
    const char *out, *title, *config;
    double stop_time, period;
} view_arguments;

OPTION_TABLE(view_arguments) = {
    OPTION_NAME(out, "--out", "PAGE.html", "usual: view.html"),
    OPTION_NAME(title, "--title", "TEXT", "of the page"),
    OPTION_LIST(units, "--unit", "NAME=UNIT", "of a signal; a column \"speed [m/s]\" has its own"),
    OPTION_TEXT(config, "--config", "TEXT", "of a mechanism: its configuration, as in the block"),
    OPTION_NUMBER(stop_time, "--stop-time", "T", "of a mechanism, s; usual: 5"),
    OPTION_NUMBER(period, "--period", "H",
                  "of a mechanism: time between two pictures, s; usual: 0.01"),
    OPTIONS_END};

/* a short name for the tab of a mechanism: the file without folder and ending */
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    snprintf(name, size, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)), base);
}

static bd_status add_results(pg_page *page, const char *path, const view_arguments *a, bool *used,
                             bd_error *error) {
    pg_results results;
    bd_status status = pg_results_read(path, &results, error);
    if (status != BD_OK) {
        add_file_hint(path, FILE_RESULTS, error->text, sizeof error->text);
        return status;
    }
    for (int i = 0; i < a->units.count; i++)
        used[i] = pg_results_set_unit(&results, a->units.items[i]) || used[i];
    status = pg_page_run(page, &results, error);
    char text[64];
    pg_page_facts(page, results.name);
    pg_page_fact(page, "file", path, 0);
    snprintf(text, sizeof text, "%zu", results.row_count);
    pg_page_fact(page, "samples", text, 0);
    snprintf(text, sizeof text, "%d", results.column_count);
    pg_page_fact(page, "signals", text, 0);
    snprintf(text, sizeof text, "%.9g s … %.9g s", results.times[0],
             results.times[results.row_count - 1]);
    pg_page_fact(page, "time", text, 0);
    pg_results_free(&results);
    return status;
}

static bd_status add_mechanism(pg_page *page, const char *path, const view_arguments *a,
                               bd_error *error) {
    pg_motion *motion = NULL;
    char name[256];
    bd_status status =
        mechanism_motion("view", path, a->config, a->stop_time, a->period, &motion, error);
    base_name(path, name, sizeof name);
    if (status == BD_OK)
        status = pg_page_motion(page, name, motion, error);
    pg_motion_free(motion);
    return status;
}

/* "run", "run and fine", "run and 3 others" */
static void usual_title(const text_list *files, char *title, size_t size) {
    char first[256], second[256];
    base_name(files->items[0], first, sizeof first);
    if (files->count == 2) {
        base_name(files->items[1], second, sizeof second);
        snprintf(title, size, "%s and %s", first, second);
    } else if (files->count > 2) {
        snprintf(title, size, "%s and %d others", first, files->count - 1);
    } else {
        snprintf(title, size, "%s", first);
    }
}

static int make_page(const view_arguments *a) {
    bd_error error = {0}, second;
    pg_page *page;
    char title[600];
    usual_title(&a->rest, title, sizeof title);
    bool *used = calloc((size_t)a->units.count + 1, sizeof *used);
    bd_status status = used
                           ? pg_page_begin(a->out, a->title ? a->title : title, NULL, &page, &error)
                           : bd_error_set(&error, BD_OUT_OF_MEMORY, "not enough memory");
    int code = EXIT_FAILED;
    if (status == BD_OK) {
        for (int i = 0; status == BD_OK && i < a->rest.count; i++)
            status = is_mechanism(a->rest.items[i])
                         ? add_mechanism(page, a->rest.items[i], a, &error)
                         : add_results(page, a->rest.items[i], a, used, &error);
        int missing = -1;
        for (int i = 0; status == BD_OK && i < a->units.count; i++)
            missing = used[i] ? missing : i;
        if (missing >= 0) {
            complain("view", "--unit %s: there is no such signal", a->units.items[missing]);
            code = EXIT_USAGE;
        }
        pg_page_facts(page, "This page");
        pg_page_fact(page, "made by", "multirate " MR_VERSION, 0);
        const bool keep = status == BD_OK && missing < 0;
        const bd_status end = pg_page_end(page, keep, keep ? &error : &second);
        status = status == BD_OK ? end : status;
        if (keep && status == BD_OK)
            code = EXIT_GOOD;
    }
    if (status != BD_OK)
        complain("view", "%s", error.text);
    free(used);
    return code;
}

static const view_arguments defaults = {
    .out = "view.html", .config = "", .stop_time = 5.0, .period = 0.01};

static int run(void *arguments) {
    view_arguments *a = arguments;
    int code = EXIT_USAGE;
    const size_t n = strlen(a->out);
    bool input = false;
    for (int i = 0; i < a->rest.count; i++)
        input = input || argument_is_input("view", a->out, a->rest.items[i], "one of the files");
    if (a->rest.count == 0)
        complain("view", "give results or mechanisms; `multirate view --help` tells more");
    else if (n < 6 || strcmp(a->out + n - 5, ".html") != 0)
        complain("view", "--out %s: a page is an .html file", a->out);
    else if (!input && argument_is_positive("view", "--period", a->period) &&
             argument_is_positive("view", "--stop-time", a->stop_time))
        code = make_page(a);
    if (code == EXIT_GOOD)
        print_plain("page: %s\n", a->out);
    return code;
}

COMMAND(command_view, view_arguments, "view",
        "results and mechanisms on a page with curves and motion",
        "FILE… [--out PAGE.html] [options]",
        "Makes one page that needs nothing else, and opens from disk. FILEs are results of "
        "runs (.csv, .mat), which are laid over each other; mechanisms (.mbs, a MuJoCo .xml), "
        "which move with all inputs at zero; and motions (.motion) that their slaves have "
        "written (motion=X.motion among their settings).",
        .defaults = &defaults,
        .closing = "Exit code: 0 good, 1 a file cannot be read or written, 2 wrong use.",
        .calls_slaves = true);
