/* multirate couple SYSTEM: runs slaves coupled with one another, without a diagram */
#define _XOPEN_SOURCE 700
#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "shared_options.h"
#include "system_advise.h"
#include "system_run.h"
#include "system_sweep.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct couple_arguments {
    text_list values, records, tables, sweeps, rest;
    const char *coupling, *joint, *exported;
    double start, stop, interval;
    bool settings, advise;
    system_job job;
} couple_arguments;

OPTION_TABLE(couple_arguments) = {
    OPTION_LIST(values, "--set", "MEMBER.NAME=VALUE",
                "a parameter or start value of a member, or the value of an input that nothing is "
                "connected to"),
    OPTION_TEXT(coupling, "--coupling", "TEXT",
                "settings of the coupling, over those of the system: \"order=2 iteration=jacobi\"; "
                "--settings lists them"),
    OPTION_TEXT(joint, "--joint", "TEXT",
                "settings of the joints, over those of the system: \"method=explicit order=1\" "
                "(also project, mu, mu_steps); a method goes to the joints of its kind: rigid "
                "ones, springs, copies"),
    OPTION_LIST(tables, "--input", "FILE.csv", "inputs over time: columns time and MEMBER.INPUT"),
    OPTION_LIST(sweeps, "--sweep", "MEMBER.NAME=LIST",
                "runs for all values 1,2,3 or FROM:TO:COUNT (evenly on a log scale); several make "
                "a grid; results are the last values, a row for each run"),
    OPTION_HEADING("Times"),
    OPTION_NUMBER(start, "--start", "T", "instead of the system's, s"),
    OPTION_NUMBER(stop, "--stop", "T", "instead of the system's, s"),
    OPTION_NUMBER(
        interval, "--interval", "H",
        "between rows of the results, s; default: the smallest step, and at most 100000 rows"),
    OPTION_HEADING("Results"),
    OPTION_LIST(records, "--record", "MEMBER.NAME",
                "a variable for the results; all outputs if none is named"),
    SYSTEM_RESULT_OPTIONS,
    OPTION_HEADING("Instead of a run"),
    OPTION_NAME(exported, "--export", "FILE.ssp",
                "the system with its FMUs as a new SSP package; no run"),
    OPTION_FLAG(advise, "--advise",
                "pilot runs with several settings of the coupling, or of the joints, each compared "
                "with one of smaller steps: a table of errors and costs, and the best"),
    OPTION_FLAG(settings, "--settings", "the settings of couplings; no run"),
    OPTION_HEADING("What is told"),
    SYSTEM_MANNER_OPTIONS,
    OPTIONS_END};

static bool add_value(sy_system *s, const char *text) {
    return system_set_value("couple", s, text);
}

static bool change(const couple_arguments *a, sy_system *s) {
    mr_message message = {""};
    if (a->joint && sy_set_joints(s, a->joint, &message) != MR_OK)
        return complain("couple", "--joint: %s", message.text);
    for (int i = 0; i < a->values.count; i++)
        if (!add_value(s, a->values.items[i]))
            return false;
    for (int i = 0; i < a->records.count; i++)
        if (!sy_add_text(&s->records, &s->record_count, a->records.items[i]))
            return complain("couple", "not enough memory");
    for (int i = 0; i < a->tables.count; i++) {
        char path[4200]; /* relative to where the user is, not to the description */
        const char *table = a->tables.items[i];
        char *here = table[0] == '/' ? NULL : realpath(table, NULL);
        snprintf(path, sizeof path, "%s", here ? here : table);
        free(here);
        if (!sy_add_text(&s->tables, &s->table_count, path))
            return complain("couple", "not enough memory");
    }
    return true;
}

static void print_settings(void) {
    char text[8192];
    (void)mr_coupled_options(text, (int)sizeof text);
    print_plain("%s\nWithout any: steps=own iteration=gauss_seidel scheme=slowest_first "
                "predictor=polynomial:3 graded_start=on\n",
                text);
}

static mr_status open_and_write(const couple_arguments *a, sy_system *s, sy_run **opened,
                                mr_message *message) {
    if (a->coupling && !sy_append(&s->coupling, a->coupling))
        return MR_ERR_MEMORY;
    MR_TRY(sy_open(s, "", opened, message));
    return sy_write_ssp(*opened, a->exported, message);
}

static int write_package(const couple_arguments *a, sy_system *s) {
    mr_message message = {""};
    sy_run *opened = NULL;
    if (!isnan(a->start))
        s->start = a->start;
    if (!isnan(a->stop))
        s->stop = a->stop;
    const mr_status status = open_and_write(a, s, &opened, &message);
    sy_close(opened);
    if (status != MR_OK)
        complain("couple", "%s", message.text);
    else if (!a->job.quiet)
        print_plain("package: %s\n", a->exported);
    return status == MR_OK ? EXIT_GOOD : EXIT_FAILED;
}

/* settings of the command line are the caller's mistake, those of a file are the file's */
static bool coupling_is_right(const couple_arguments *a) {
    mr_message message = {""};
    mr_coupled_config config;
    mr_coupled_default_own_steps(&config);
    return !a->coupling || mr_coupled_parse(&config, a->coupling, &message) == MR_OK ||
           complain("couple", "--coupling: %s", message.text);
}

static bool is_system(const char *path) {
    const char *dot = strrchr(path, '.');
    return (dot && (strcmp(dot, ".ssp") == 0 || strcmp(dot, ".ssd") == 0 ||
                    strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0)) ||
           complain("couple", "'%s' is no system (.yaml, .ssp, .ssd)%s", path,
                    dot && strcmp(dot, ".fmu") == 0 ? "; `multirate fmu` runs one FMU by itself"
                                                    : "");
}

/* one of two would be left out in silence */
static bool is_one_thing(const couple_arguments *a) {
    return a->advise + (a->exported != NULL) + (a->sweeps.count > 0) <= 1 ||
           complain("couple", "--sweep, --advise and --export exclude each other");
}

static int couple(couple_arguments *a) {
    mr_message message = {""};
    sy_system *s = NULL;
    int code = EXIT_FAILED;
    char hint[FILE_HINT_SIZE];
    if (sy_read(a->rest.items[0], &s, &message) != MR_OK)
        complain("couple", "%s%s", message.text,
                 file_hint(a->rest.items[0], FILE_SYSTEM, hint, sizeof hint));
    else if (!change(a, s))
        code = EXIT_USAGE;
    else if (a->exported)
        code = write_package(a, s);
    else {
        a->job.system = s;
        a->job.coupling = a->coupling;
        a->job.start = a->start;
        a->job.stop = a->stop;
        a->job.interval = a->interval;
        code = a->advise             ? system_advise(&a->job)
               : a->sweeps.count > 0 ? system_sweep(&a->job, &a->sweeps, add_value)
                                     : system_job_run(&a->job);
    }
    sy_system_free(s);
    return code;
}

static const couple_arguments defaults = {
    .start = NAN, .stop = NAN, .interval = NAN, .job = {.command = "couple", .interval = NAN}};

static int run(void *arguments) {
    couple_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (a->settings) {
        print_settings();
        code = EXIT_GOOD;
    } else if (arguments_are_one("couple", &a->rest, "system") && is_system(a->rest.items[0]) &&
               is_one_thing(a) && coupling_is_right(a) &&
               system_job_check(&a->job, a->rest.items[0]) &&
               argument_is_positive("couple", "--interval", a->interval))
        code = couple(a);
    return code;
}

COMMAND(command_couple, couple_arguments, "couple",
        "run slaves coupled with one another, without a diagram",
        "SYSTEM.yaml|.ssp|.ssd [options]\n--settings",
        "Runs any number of slaves (FMUs, multibody and MuJoCo models, plug-ins, slaves in the "
        "network), each with its own step, connected by names and units, or held together by "
        "joints. SYSTEM is a text file, or a package or description of SSP.",
        .defaults = &defaults,
        .closing =
            "Ctrl-C ends the run, with the results so far, even if a slave hangs; a second one at "
            "once.\nExit code: 0 good, 1 failed run, 2 wrong use.",
        .calls_slaves = true, .heeds_signals = true);
