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

static const argument option_table[] = {
    OPTION_SET(advise_arguments, source.settings),
    OPTION_PARAMS(advise_arguments, source.parameter_files),
    OPTION_PATH(advise_arguments, source.folders),
    OPTION_ALLOW_UNKNOWN(advise_arguments, allow_unknown),
    {"--stop-time", ARGUMENT_NUMBER, offsetof(advise_arguments, source.stop_time), "T",
     "end of the run that is to be good; default: the model's"},
    {"--pilots", ARGUMENT_WHOLE, offsetof(advise_arguments, pilots), "N",
     "predicted settings to be tried in pilot runs, besides the present ones and those that can "
     "only "
     "be tried; default 4, 0: none"},
    {"--all", ARGUMENT_FLAG, offsetof(advise_arguments, all), NULL,
     "the whole table, not only its first ten rows"},
    {"--apply", ARGUMENT_NAME, offsetof(advise_arguments, apply), "FILE",
     "writes a copy of the model, .mdl or .slx as it is, with the best settings; nothing else is "
     "changed"},
    {"--replace", ARGUMENT_FLAG, offsetof(advise_arguments, replace), NULL,
     "the copy may replace a file that is there already"},
    {"--json", ARGUMENT_FLAG, offsetof(advise_arguments, json), NULL, "for programs"},
    OPTIONS_END};

/* one call of the command */
typedef struct advising {
    advise_arguments a;
    advisor v;
    bool misused; /* a setting has no place in the model */
    progress bar;
} advising;

/* nothing tells whose model a file is: none is replaced unless asked for */
static bool is_free(const char *path) {
    struct stat found;
    return stat(path, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size == 0 ||
           complain("advise",
                    "'%s' is there already; give another name, or --replace to replace it", path);
}

static bool read_arguments(int argc, char **argv, advise_arguments *a) {
    *a = (advise_arguments){.source = {.stop_time = NAN}, .pilots = 4};
    if (!arguments_read("advise", argc, argv, option_table, a, &a->rest))
        return false;
    if (a->rest.count != 1)
        return complain("advise", "give one model file; `multirate advise --help` tells more");
    if (a->pilots > MOST_PILOTS)
        return complain("advise", "--pilots is 0 to %d", MOST_PILOTS);
    a->source.path = a->rest.items[0];
    const char *dot = strrchr(a->source.path, '.');
    if (a->apply && dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0))
        return complain("advise",
                        "--apply changes .mdl and .slx files only; `multirate convert` "
                        "makes one of '%s'",
                        a->source.path);
    return !argument_is_input("advise", a->apply, a->source.path, "the model") &&
           (!a->apply || a->replace || is_free(a->apply));
}

static bool on_prediction(void *user, double done) {
    advising *g = user;
    progress_show(&g->bar, 0.1 + 0.4 * done);
    return true;
}

static bool on_pilot(void *user, double done) {
    advising *g = user;
    progress_show(&g->bar, 0.5 + 0.5 * done);
    return true;
}

/* at the start, and once more where a pilot of a tenth of the run has come to */
static bd_status linearise(advising *g, linear_model *later, bd_error *error) {
    const advise_arguments *a = &g->a;
    advisor *v = &g->v;
    model m = {0};
    bd_options options = bd_options_default();
    options.stop_time = a->source.stop_time;
    options.no_logging = true;
    bd_status status = model_read(&m, a->source.path, &a->source.parameter_files,
                                  &a->source.settings, &a->source.folders, error);
    if (status == BD_OK)
        status = model_compile(&m, &options, NULL, error);
    if (status == BD_OK)
        status = model_check_settings(&m, &a->source.settings, a->allow_unknown, error);
    g->misused = m.misused;
    if (status == BD_OK) {
        v->start = bd_run_start_time(m.run);
        v->stop = bd_run_stop_time(m.run);
        status = linear_model_make(&v->l, &m, v->start, error);
    }
    for (size_t i = 0; i < m.log.count; i++)
        fprintf(stderr, "warning: %s\n", m.log.lines[i]);
    progress_show(&g->bar, 0.05);
    if (status == BD_OK && v->l.has_pair) {
        bd_error ignored; /* the present settings may well not get there */
        const double time = v->start + 0.1 * (v->stop - v->start);
        if (linear_model_make(later, &m, time, &ignored) != BD_OK)
            later->has_pair = false;
    }
    model_close(&m);
    return status;
}

/* the candidates, and the settings as they are */
static bool keep_rows(advisor *v, const an_candidate *list, int count) {
    v->rows = calloc((size_t)count + 2, sizeof *v->rows);
    v->count = v->rows ? count + 1 : 0;
    for (int i = 0; i < v->count; i++)
        v->rows[i] = (advice){.pilot = NAN, .expected = NAN, .seconds = NAN};
    for (int i = 0; i < v->count - 1; i++)
        v->rows[i].candidate = list[i];
    if (v->rows) {
        advice *now = &v->rows[count];
        now->present = true;
        now->candidate = (an_candidate){.config = v->l.coupling.config,
                                        .slave_step = v->l.coupling.slave_step,
                                        .text = "(as it is)",
                                        .possible = true,
                                        .stable = true,
                                        .error = NAN,
                                        .early = NAN,
                                        .growth = NAN,
                                        .radius = NAN,
                                        .rank = 1e6};
    }
    return v->rows != NULL;
}

/* what holds at the start should hold later: the first rows are predicted there, too */
static void look_again(const an_question *question, const linear_model *later, an_candidate *list,
                       int count) {
    an_question q = *question;
    mr_message message;
    q.pair = &later->pair;
    for (int i = 0; i < count && i < 12; i++) {
        an_candidate again = list[i];
        if (again.unpredicted)
            continue;
        const mr_status status = an_predict(&q, &again, &message);
        if (status == MR_ERR_NOT_FINITE) { /* it leaves the range of numbers there */
            again.stable = false;
            again.growth = again.radius = again.error = INFINITY;
        } else if (status != MR_OK || again.growth <= list[i].growth) {
            continue;
        }
        list[i].growth = again.growth;
        list[i].radius = again.radius;
        if (list[i].stable && !again.stable) {
            list[i].stable = false;
            list[i].error = isnan(again.error) ? INFINITY : fmax(list[i].error, again.error);
        }
    }
    /* stable ones first, as they were */
    for (int i = 0, at = 0; i < count; i++)
        if (list[i].stable) {
            const an_candidate moved = list[i];
            memmove(&list[at + 1], &list[at], (size_t)(i - at) * sizeof *list);
            list[at++] = moved;
        }
}

static mr_status choose_blindly(advisor *v, mr_message *message);

/* the settings as they are: what becomes of their error, as of that of the others */
static void predict_present(const an_question *q, an_candidate *now) {
    an_candidate predicted = *now;
    mr_message ignored = {""};
    if (an_predict(q, &predicted, &ignored) != MR_OK || predicted.unpredicted ||
        !isfinite(predicted.error))
        return;
    now->error = predicted.error;
    now->early = predicted.early;
    now->growth = predicted.growth;
    now->radius = predicted.radius;
}

static mr_status predict(advising *g, const linear_model *later, mr_message *message) {
    advisor *v = &g->v;
    an_candidate *list = NULL;
    int count = 0;
    const an_question q = {.pair = &v->l.pair,
                           .coupling = v->l.coupling,
                           .horizon = v->stop - v->start,
                           .window = 0.1 * (v->stop - v->start),
                           .directed = v->l.directed,
                           .least_slave_step = v->l.can_end_steps ? v->l.coupling.step : 0.0,
                           .progress = on_prediction,
                           .user = g};
    const mr_status status = an_advise(&q, &list, &count, message);
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || list[i].possible;
    if (status == MR_OK && !any) { /* the linear pair shows nothing of any of them */
        free(list);
        v->l.has_pair = false;
        linear_model_explain(&v->l, "no setting can be predicted%s%s", message->text[0] ? ": " : "",
                             message->text);
        return choose_blindly(v, message);
    }
    if (status == MR_OK && later->has_pair)
        look_again(&q, later, list, count);
    const bool kept = status == MR_OK && keep_rows(v, list, count);
    free(list);
    if (kept)
        predict_present(&q, &v->rows[v->count - 1].candidate);
    return status == MR_OK && !kept ? MR_ERR_MEMORY : status;
}

/* without a prediction: a handful of settings that are good somewhere */
static mr_status choose_blindly(advisor *v, mr_message *message) {
    static const char *const texts[] = {
        "scheme=slowest_first predictor=polynomial order=1",
        "scheme=slowest_first predictor=polynomial order=2",
        "scheme=slowest_first predictor=polynomial order=3",
        "scheme=fastest_first predictor=polynomial order=1",
        "scheme=fastest_first predictor=polynomial order=2",
        "scheme=fastest_first predictor=polynomial order=3",
        "scheme=fastest_first predictor=polynomial order_to_slave=1 order_to_master=2 smoothing=on",
        "scheme=slowest_first predictor=polynomial order=0",
        "scheme=fastest_first coupling=model predictor=polynomial order=1"};
    an_candidate list[sizeof texts / sizeof *texts];
    const int count = (int)(sizeof texts / sizeof *texts) - !v->l.has_coordinates;
    for (int i = 0; i < count; i++) {
        list[i] = (an_candidate){.config = v->l.coupling.config,
                                 .slave_step = v->l.coupling.slave_step,
                                 .possible = true,
                                 .stable = true,
                                 .error = NAN,
                                 .early = NAN,
                                 .growth = NAN,
                                 .radius = NAN,
                                 .rank = i};
        list[i].config.smoothing = false;
        list[i].config.coupling = &mr_coupling_signals;
        snprintf(list[i].text, sizeof list[i].text, "%s", texts[i]);
        const mr_status status = mr_config_parse(&list[i].config, texts[i], message);
        if (status != MR_OK)
            return status;
    }
    return keep_rows(v, list, count) ? MR_OK : MR_ERR_MEMORY;
}

/* the rows are there: pilots, table, copy */
static int answer(advising *g, const bd_diagram *diagram) {
    advisor *v = &g->v;
    advice_parameter *list = calloc(ADVICE_PARAMETERS, sizeof *list);
    if (!list)
        return EXIT_FAILED;
    v->written = advice_written_options(&v->l, diagram);
    v->pilots = (int)g->a.pilots;
    v->progress = on_pilot;
    v->user = g;
    v->source = g->a.source;
    advice_try(v);
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
        printf("\nwritten: %s\n", g->a.apply);
    free(list);
    return advised && good ? EXIT_GOOD : EXIT_FAILED;
}

static int advise(advising *g) {
    advisor *v = &g->v;
    bd_error error = {0};
    mr_message message = {""};
    linear_model later = {0};
    model m = {0};
    int code = EXIT_FAILED;
    progress_begin(&g->bar, "advising");
    if (linearise(g, &later, &error) != BD_OK ||
        model_read(&m, g->a.source.path, &g->a.source.parameter_files, &g->a.source.settings,
                   &g->a.source.folders, &error) != BD_OK) {
        progress_end(&g->bar);
        complain("advise", "%s", error.text);
        code = g->misused ? EXIT_USAGE : EXIT_FAILED;
    } else if ((v->l.has_pair ? predict(g, &later, &message) : choose_blindly(v, &message)) !=
               MR_OK) {
        progress_end(&g->bar);
        complain("advise", "%s", message.text);
    } else {
        code = answer(g, m.diagram);
    }
    model_close(&m);
    linear_model_free(&later);
    linear_model_free(&v->l);
    free(v->rows);
    return code;
}

static int run(int argc, char **argv) {
    advising *g = calloc(1, sizeof *g); /* settings are long texts: not for the stack */
    int code = EXIT_USAGE;
    if (!g)
        return EXIT_FAILED;
    if (read_arguments(argc, argv, &g->a)) {
        model_prepare();
        code = advise(g);
    }
    text_list_free(&g->a.source.settings);
    text_list_free(&g->a.source.parameter_files);
    text_list_free(&g->a.source.folders);
    text_list_free(&g->a.rest);
    free(g);
    return code;
}

const command command_advise = {
    .name = "advise",
    .summary = "the best settings of a model's multirate block",
    .usage = "MODEL.mdl|MODEL.slx [options]",
    .about =
        "Finds the best settings of the multirate block of a model. The diagram is linearised "
        "around the block, the slave with all of its states by pulses into its inputs; from that "
        "stability and error of every setting (scheme, orders, predictors, smoothing, interface "
        "model) are predicted. The best few, and the settings as they are, are run for a tenth of "
        "the time against a run with an eighth of the slave's step. The table has error against "
        "time. What is slower is advised only if it is a gain; the slave's step is made smaller "
        "only where nothing is stable with it. Where nothing can be linearised (Memory blocks "
        "before the block, a slave without rates), pilot runs alone decide.",
    .options = option_table,
    .closing =
        "Exit code: 0 a setting is recommended, 1 none is stable or the model failed, 2 wrong use.",
    .run = run};
