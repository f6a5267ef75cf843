/* multirate advise MODEL: the best settings of its multirate block */
#define _POSIX_C_SOURCE 200809L
#include "advise.h"
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "json.h"
#include "progress.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_PILOTS 20

typedef struct advise_arguments {
    model_source source;
    const char *apply;
    double pilots;
    bool json, all, replace, allow_unknown;
    text_list rest;
} advise_arguments;

OPTION_TABLE(advise_arguments) = {
    OPTION_SET(source.settings),
    OPTION_PARAMS(source.parameter_files),
    OPTION_PATH(source.folders),
    OPTION_ALLOW_UNKNOWN(allow_unknown),
    OPTION_NUMBER(source.stop_time, "--stop-time", "T",
                  "end of the run that is to be good; default: the model's"),
    OPTION_WHOLE(pilots, "--pilots", "N",
                 "predicted settings to be tried in pilot runs, besides the present ones and those "
                 "that can only be tried; default 4, 0: none"),
    OPTION_FLAG(all, "--all", "the whole table, not only its first ten rows"),
    OPTION_NAME(apply, "--apply", "FILE",
                "writes a copy of the model, .mdl or .slx as it is, with the best settings; "
                "nothing else is changed"),
    OPTION_FLAG(replace, "--replace", "the copy may replace a file that is there already"),
    OPTION_FLAG(json, "--json", "for programs"),
    OPTIONS_END};

/* one call of the command */
typedef struct advising {
    advise_arguments a;
    advisor v;
    progress bar;
} advising;

/* nothing tells whose model a file is: none is replaced unless asked for */
static bool is_free(const char *path) {
    struct stat found;
    return stat(path, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size == 0 ||
           complain("advise",
                    "'%s' is there already; give another name, or --replace to replace it", path);
}

static const char *ending_of(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') ? dot : "";
}

/* said before the long search; a copy without an ending may be a pipe or a device */
static bool can_be_applied(const char *path, const char *copy) {
    const char *kind = ending_of(path), *other = ending_of(copy);
    if (strcmp(kind, ".mdl") != 0 && strcmp(kind, ".slx") != 0)
        return complain("advise",
                        "--apply changes .mdl and .slx files only; `multirate convert` "
                        "makes one of '%s'",
                        path);
    return !*other || strcmp(kind, other) == 0 ||
           complain("advise", "--apply %s: the copy is of the model's own kind, %s", copy, kind);
}

static bool check(advise_arguments *a) {
    if (!arguments_are_one("advise", &a->rest, "model file"))
        return false;
    if (a->pilots > MOST_PILOTS)
        return complain("advise", "--pilots is 0 to %d", MOST_PILOTS);
    a->source.path = a->rest.items[0];
    if (a->apply && !can_be_applied(a->source.path, a->apply))
        return false;
    return !argument_is_input("advise", a->apply, a->source.path, "the model") &&
           (!a->apply || a->replace || is_free(a->apply));
}

static bool on_prediction(void *user, double done) {
    advising *g = user;
    progress_show(&g->bar, 0.5 * done);
    return true;
}

static bool on_pilot(void *user, double done) {
    advising *g = user;
    progress_show(&g->bar, 0.5 + 0.5 * done);
    return true;
}

static int failed(advising *g, const char *why) {
    progress_end(&g->bar);
    complain("advise", "%s", why);
    return EXIT_FAILED;
}

/* the rows are there: pilots, table, copy */
static int answer(advising *g, const bd_diagram *diagram) {
    advisor *v = &g->v;
    advice_parameter *list = calloc(ADVICE_PARAMETERS, sizeof *list);
    bd_error error = {0};
    if (!list)
        return failed(g, "not enough memory");
    v->written = advice_written_options(&v->l, diagram);
    v->pilots = (int)g->a.pilots;
    v->progress = on_pilot;
    if (advice_try(v, &error) != BD_OK) {
        free(list);
        return failed(g, error.text);
    }
    progress_end(&g->bar);
    const bool advised = v->count > 0 && v->rows[0].candidate.stable && !v->rows[0].failure[0] &&
                         !isinf(v->rows[0].expected);
    if (v->count > 0)
        advice_parameters(&v->l, v->written, &v->rows[0].candidate, list);
    const bool applies = advised && g->a.apply;
    const bool good = !applies || advice_apply(g->a.source.path, &v->l, diagram, list, g->a.apply);
    if (!g->a.json)
        advice_print(v, list, advised, g->a.all);
    else if (good)
        advice_print_json(v, list, advised);
    if (applies && good && !g->a.json)
        print_plain("\nwritten: %s\n", g->a.apply);
    free(list);
    return advised && good ? EXIT_GOOD : EXIT_FAILED;
}

static int advise(advising *g) {
    advisor *v = &g->v;
    bd_error error = {0};
    bd_log log = {0};
    model m = {0};
    int code = EXIT_FAILED;
    v->source = g->a.source;
    v->allow_unknown = g->a.allow_unknown;
    v->progress = on_prediction;
    v->user = g;
    progress_begin(&g->bar, "advising");
    bd_status status = advice_find(v, &log, &error);
    for (size_t i = 0; i < log.count; i++)
        tell_warning("%s", log.lines[i]);
    bd_log_free(&log);
    if (status == BD_OK)
        status = model_read(&m, g->a.source.path, &g->a.source.parameter_files,
                            &g->a.source.settings, &g->a.source.folders, &error);
    if (status == BD_OK) {
        code = answer(g, m.diagram);
    } else {
        code = failed(g, error.text);
        code = v->misused ? EXIT_USAGE : code;
    }
    model_close(&m);
    advice_free(v);
    return code;
}

static const advise_arguments defaults = {.source = {.stop_time = NAN}, .pilots = 4};

static int run(void *arguments) {
    advise_arguments *a = arguments;
    if (!check(a))
        return EXIT_USAGE;
    advising *g = calloc(1, sizeof *g); /* settings are long texts: not for the stack */
    if (!g) {
        complain("advise", "not enough memory");
        return EXIT_FAILED;
    }
    g->a = *a;
    model_prepare();
    const int code = advise(g);
    free(g);
    return code;
}

COMMAND(command_advise, advise_arguments, "advise",
        "the best settings of a model's multirate block", "MODEL [options]",
        "Finds the best settings of the multirate block of a model. The diagram is linearised "
        "around the block, the slave with all of its states by pulses into its inputs; from that "
        "stability and error of every setting (scheme, orders, predictors, smoothing, interface "
        "model) are predicted. The best few, and the settings as they are, are run for a tenth of "
        "the time against a run with an eighth of the slave's step. The table has error against "
        "time. What is slower is advised only if it is a gain; the slave's step is made smaller "
        "only where nothing is stable with it. Where nothing can be linearised (Memory blocks "
        "before the block, a slave without rates), pilot runs alone decide.",
        .defaults = &defaults,
        .closing = "Exit code: 0 a setting is recommended, 1 none is stable or the model failed, 2 "
                   "wrong use.");
