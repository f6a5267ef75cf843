/* multirate fmu FILE: runs one FMU by itself */
#define _GNU_SOURCE
#include "command.h"
#include "complain.h"
#include "shared_options.h"
#include "system_run.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct fmu_arguments {
    text_list values, outputs, tables, rest;
    char file[4200];
    const char *interface, *solver, *config, *isolate;
    double start, stop, step, interval, tolerance;
    system_job job;
} fmu_arguments;

OPTION_TABLE(fmu_arguments) = {
    OPTION_LIST(tables, "--input", "FILE.csv",
                "inputs over time: a column time, others by names of inputs; straight lines "
                "between rows, discrete inputs held; two rows at one time are a jump"),
    OPTION_LIST(values, "--set", "NAME=VALUE",
                "a parameter, start value or constant input; 'V V V' for arrays"),
    OPTION_LIST(outputs, "--output", "NAME",
                "a variable for the results, any number of the FMU; all outputs if none is named"),
    OPTION_HEADING("Times"),
    OPTION_NUMBER(start, "--start", "T", "instead of the default experiment's, s"),
    OPTION_NUMBER(stop, "--stop", "T", "instead of the default experiment's, s"),
    OPTION_NUMBER(
        step, "--step", "H",
        "communication step, s; default: the FMU's own, or a thousandth of its default experiment"),
    OPTION_NUMBER(interval, "--interval", "H",
                  "between rows of the results, s; default: the step, and at most 100000 rows"),
    OPTION_HEADING("How it runs"),
    OPTION_NUMBER(tolerance, "--tolerance", "X", "relative, of the FMU's solver, or of ours"),
    OPTION_NAME(interface, "--interface", "cs|me",
                "Co-Simulation or Model Exchange, where the FMU is for both (cs)"),
    OPTION_NAME(solver, "--solver", "auto|rk45|bdf|adams|rk4", "for Model Exchange"),
    OPTION_TEXT(config, "--config", "TEXT",
                "further settings of the slave (`multirate slave FILE` lists them)"),
    OPTION_NAME(isolate, "--isolate", "yes|sandbox",
                "in a process of its own; an FMU that you do not trust: in a sandbox"),
    OPTION_HEADING("Results"),
    SYSTEM_RESULT_OPTIONS,
    SYSTEM_MANNER_OPTIONS,
    OPTIONS_END};

static bool add_setting(sy_member *m, const char *key, const char *value) {
    char text[4200];
    if (!value)
        return true;
    snprintf(text, sizeof text, "%s='%s'", key, value);
    return sy_append(&m->configuration, text);
}

static bool add_names(const fmu_arguments *a, sy_system *s) {
    char name[4200];
    const char *value;
    for (int i = 0; i < a->values.count; i++) {
        if (!system_split("fmu", "--set", a->values.items[i], name, sizeof name, &value))
            return false;
        if (!sy_add_value(&s->members[0].values, &s->members[0].value_count, name, value, NULL))
            return complain("fmu", "not enough memory");
    }
    for (int i = 0; i < a->outputs.count; i++) {
        snprintf(name, sizeof name, "%s.%s", s->members[0].name, a->outputs.items[i]);
        if (!sy_add_text(&s->records, &s->record_count, name))
            return complain("fmu", "not enough memory");
    }
    for (int i = 0; i < a->tables.count; i++)
        if (!sy_add_text(&s->tables, &s->table_count, a->tables.items[i]))
            return complain("fmu", "not enough memory");
    return true;
}

/* "motor" of "path/motor.fmu" */
static void stem(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    snprintf(name, size, "%.*s", (int)(strlen(file) - strlen(".fmu")), file);
}

/* the file by its whole name, and how it is run beside it: a name may look like options */
static bool add_fmu(const fmu_arguments *a, sy_system *s, sy_member **member) {
    sy_member *m = *member = sy_add_member(s, s->name, a->file);
    if (!m)
        return false;
    m->is_file = true;
    if (a->isolate && asprintf(&m->process, "isolate='%s'", a->isolate) < 0)
        m->process = NULL;
    return !a->isolate || m->process;
}

static bool describe(fmu_arguments *a, sy_system *s) {
    char number[40];
    sy_member *m;
    snprintf(number, sizeof number, "%.17g", a->tolerance);
    if (!add_fmu(a, s, &m) || !add_setting(m, "interface", a->interface) ||
        !add_setting(m, "solver", a->solver) ||
        !add_setting(m, "tolerance", isnan(a->tolerance) ? NULL : number) ||
        !sy_append(&m->configuration, a->config))
        return complain("fmu", "not enough memory");
    m->step = isnan(a->step) ? 0.0 : a->step;
    return add_names(a, s);
}

/* without blanks at its end */
static void trim(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    snprintf(to, size, "%.*s", (int)length, text);
}

static bool is_fmu(const char *file) {
    const size_t n = strlen(file);
    return n > 4 && strcmp(file + n - 4, ".fmu") == 0;
}

/* a word of the list, which is that of the plug-in; told before anything is opened */
static bool is_one_of(const char *option, const char *given, const char *const *words) {
    if (!given)
        return true;
    char all[120] = "";
    for (; *words; words++) {
        if (strcmp(given, *words) == 0)
            return true;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? ", " : "", *words);
    }
    return complain("fmu", "%s is one of %s, not '%s'", option, all, given);
}

static bool check(fmu_arguments *a) {
    static const char *const interfaces[] = {"auto", "cs", "me", NULL};
    static const char *const solvers[] = {"auto", "rk45", "bdf", "adams", "rk4", NULL};
    if (!arguments_are_one("fmu", &a->rest, "FMU"))
        return false;
    trim(a->file, sizeof a->file, a->rest.items[0]);
    if (!is_fmu(a->file))
        return complain("fmu", "'%s' is no .fmu file; `multirate couple` runs other slaves",
                        a->file);
    return is_one_of("--interface", a->interface, interfaces) &&
           is_one_of("--solver", a->solver, solvers) &&
           argument_is_positive("fmu", "--step", a->step) &&
           argument_is_positive("fmu", "--tolerance", a->tolerance) &&
           system_job_check(&a->job, a->file);
}

static const fmu_arguments defaults = {.config = "",
                                       .start = NAN,
                                       .stop = NAN,
                                       .step = NAN,
                                       .interval = NAN,
                                       .tolerance = NAN,
                                       .job = {.command = "fmu", .interval = NAN}};

static int run(void *arguments) {
    fmu_arguments *a = arguments;
    int code = EXIT_USAGE;
    a->job.start = a->start;
    a->job.stop = a->stop;
    a->job.interval = a->interval;
    char name[300] = "";
    const bool good = check(a);
    if (good)
        stem(a->file, name, sizeof name);
    sy_system *s = good ? sy_system_new(name) : NULL;
    a->job.system = s;
    if (s && describe(a, s))
        code = system_job_run(&a->job);
    sy_system_free(s);
    return code;
}

COMMAND(command_fmu, fmu_arguments, "fmu",
        "run an FMU by itself: inputs from a table, results to a file, plot or page",
        "FILE.fmu [--input CSV] [--set NAME=VALUE] [--out FILE] [options]",
        "Runs a Functional Mock-up Unit (Co-Simulation or Model Exchange) over its default "
        "experiment, or as the options tell.",
        .defaults = &defaults,
        .closing =
            "Ctrl-C ends the run, with the results so far, even if the FMU hangs; a second one at "
            "once.\nExit code: 0 good, 1 the FMU failed or cannot be opened, 2 wrong use.",
        .calls_slaves = true, .heeds_signals = true);
