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
     "settings to be tried in pilot runs; default 3, 0: none"},
    {"--all", ARGUMENT_FLAG, offsetof(advise_arguments, all), NULL,
     "the whole table, not only its first ten rows"},
    {"--apply", ARGUMENT_NAME, offsetof(advise_arguments, apply), "FILE",
     "writes a copy of the model, .mdl or .slx as it is, with the best settings; nothing else is "
     "changed"},
    {"--replace", ARGUMENT_FLAG, offsetof(advise_arguments, replace), NULL,
     "the copy may replace a file that is there already"},
    {"--json", ARGUMENT_FLAG, offsetof(advise_arguments, json), NULL, "for programs"},
    OPTIONS_END};

/* one row of the answer */
typedef struct advice {
    an_candidate candidate;
    double pilot; /* NAN: not run */
    char failure[160];
} advice;

typedef struct advisor {
    advise_arguments a;
    linear_model l;
    advice *rows;
    int count;
    double start, stop;
    bool misused;  /* a setting has no place in the model */
    bool measured; /* pilots were compared with a reference */
    progress bar;
} advisor;

/* nothing tells whose model a file is: none is replaced unless asked for */
static bool is_free(const char *path) {
    struct stat found;
    return stat(path, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size == 0 ||
           complain("advise",
                    "'%s' is there already; give another name, or --replace to replace it", path);
}

static bool read_arguments(int argc, char **argv, advise_arguments *a) {
    *a = (advise_arguments){.source = {.stop_time = NAN}, .pilots = 3};
    if (!arguments_read("advise", argc, argv, option_table, a, &a->rest))
        return false;
    if (a->rest.count != 1)
        return complain("advise", "give one model file; `multirate advise --help` tells more");
    if (a->pilots > MOST_PILOTS)
        return complain("advise", "--pilots is 0 to %d", MOST_PILOTS);
    a->source.path = a->rest.items[0];
    return !argument_is_input("advise", a->apply, a->source.path, "the model") &&
           (!a->apply || a->replace || is_free(a->apply));
}

static bool on_prediction(void *user, double done) {
    advisor *v = user;
    progress_show(&v->bar, 0.1 + 0.5 * done);
    return true;
}

/* at the start, and once more where a pilot of a tenth of the run has come to */
static bd_status linearise(advisor *v, linear_model *later, bd_error *error) {
    const advise_arguments *a = &v->a;
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
    v->misused = m.misused;
    if (status == BD_OK) {
        v->start = bd_run_start_time(m.run);
        v->stop = bd_run_stop_time(m.run);
        status = linear_model_make(&v->l, &m, v->start, error);
    }
    for (size_t i = 0; i < m.log.count; i++)
        fprintf(stderr, "warning: %s\n", m.log.lines[i]);
    progress_show(&v->bar, 0.05);
    if (status == BD_OK && v->l.has_pair) {
        bd_error ignored; /* the present settings may well not get there */
        const double time = v->start + 0.1 * (v->stop - v->start);
        if (linear_model_make(later, &m, time, &ignored) != BD_OK)
            later->has_pair = false;
    }
    model_close(&m);
    return status;
}

static bool keep_rows(advisor *v, const an_candidate *list, int count) {
    v->rows = calloc((size_t)count + 1, sizeof *v->rows);
    v->count = v->rows ? count : 0;
    for (int i = 0; i < v->count; i++)
        v->rows[i] = (advice){.candidate = list[i], .pilot = NAN};
    return v->rows != NULL;
}

/* what holds at the start should hold later: the first rows are predicted there, too */
static void look_again(advisor *v, const an_question *question, const linear_model *later,
                       an_candidate *list, int count) {
    an_question q = *question;
    mr_message message;
    q.pair = &later->pair;
    for (int i = 0; i < count && i < 12; i++) {
        an_candidate again = list[i];
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
    (void)v;
}

static mr_status predict(advisor *v, const linear_model *later, mr_message *message) {
    an_candidate *list = NULL;
    int count = 0;
    const an_question q = {.pair = &v->l.pair,
                           .coupling = v->l.coupling,
                           .horizon = v->stop - v->start,
                           .least_slave_step = v->l.can_end_steps ? v->l.coupling.step : 0.0,
                           .progress = on_prediction,
                           .user = v};
    const mr_status status = an_advise(&q, &list, &count, message);
    if (status == MR_OK && later->has_pair)
        look_again(v, &q, later, list, count);
    const bool kept = status == MR_OK && keep_rows(v, list, count);
    free(list);
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
                                 .growth = NAN,
                                 .radius = NAN};
        list[i].config.smoothing = false;
        list[i].config.coupling = &mr_coupling_signals;
        snprintf(list[i].text, sizeof list[i].text, "%s", texts[i]);
        const mr_status status = mr_config_parse(&list[i].config, texts[i], message);
        if (status != MR_OK)
            return status;
    }
    return keep_rows(v, list, count) ? MR_OK : MR_ERR_MEMORY;
}

static int by_pilot(const void *a, const void *b) {
    const double x = ((const advice *)a)->pilot, y = ((const advice *)b)->pilot;
    return x < y ? -1 : x > y;
}

/* the best few are run; those that fail go behind those that do not */
static void run_pilots(advisor *v, const char *written) {
    const advise_arguments *a = &v->a;
    int pilots = v->l.has_pair ? (int)a->pilots : v->count;
    while (pilots > 0 && pilots <= v->count && !v->rows[pilots - 1].candidate.stable)
        pilots--;
    if (pilots > v->count)
        pilots = v->count;
    if (pilots == 0 || !v->l.holder[0] || a->pilots == 0.0)
        return;
    const double least = 20.0 * v->l.coupling.slave_step, part = 0.2 * (v->stop - v->start);
    const double stop = fmin(v->stop, v->start + fmax(least, part));
    advice_parameter list[ADVICE_PARAMETERS];
    pilot_record reference = {0}, record;
    bd_error error = {0};
    if (v->l.can_end_steps) {
        an_candidate fine = v->rows[0].candidate;
        fine.slave_step /= 8.0;
        advice_parameters(&v->l, written, &fine, list);
        v->measured = pilot_run(&a->source, &v->l, list, stop, &reference, &error) == BD_OK;
    }
    for (int i = 0; i < pilots; i++) {
        advice *row = &v->rows[i];
        advice_parameters(&v->l, written, &row->candidate, list);
        const bd_status status = pilot_run(&a->source, &v->l, list, stop, &record, &error);
        row->pilot = status != BD_OK ? INFINITY
                     : v->measured   ? pilot_difference(&record, &reference)
                                     : 0.0;
        if (status != BD_OK)
            snprintf(row->failure, sizeof row->failure, "%.150s", error.text);
        free(record.rows);
        progress_show(&v->bar, 0.6 + 0.4 * (i + 1.0) / pilots);
    }
    free(reference.rows);
    qsort(v->rows, (size_t)pilots, sizeof *v->rows, by_pilot);
}

static void reason_of(const advisor *v, const advice *row, char *text, int size) {
    if (row->failure[0])
        snprintf(text, (size_t)size, "its pilot run failed: %s", row->failure);
    else if (isnan(row->candidate.error))
        snprintf(text, (size_t)size, row == v->rows ? "smallest difference in the pilot runs" : "");
    else
        an_candidate_reason(&row->candidate, &v->rows[0].candidate, text, size);
    if (row != v->rows && row->pilot > v->rows[0].pilot && isfinite(row->pilot) &&
        v->rows[0].pilot > 0.0 && v->measured)
        snprintf(text, (size_t)size, "%.3g times the best in the pilot run",
                 row->pilot / v->rows[0].pilot);
}

static void print_number(double number, int width) {
    if (isnan(number))
        printf("%*s", width, "-");
    else
        printf("%*.3g", width, number);
}

static void print_table(const advisor *v, const advice_parameter *list, bool advised) {
    const linear_model *l = &v->l;
    const int shown = v->a.all || v->count < 10 ? v->count : 10;
    printf("%s: slave '%s' every %.6g s, diagram %s every %.6g s\n",
           l->holder[0] ? l->holder : l->block, l->parameters.slave, l->coupling.slave_step,
           l->coupling.master_method->name, l->coupling.step);
    if (l->has_pair)
        printf(
            "linearised at t = %.4g s: %d states in the diagram, %d in the slave's interface%s\n\n",
            l->time, l->pair.master.states, l->pair.slave.states,
            l->identified ? " (found from its steps)" : "");
    else
        printf("advised on by pilot runs alone: %s\n\n", l->why_not);
    printf("%4s %10s %10s %10s  %-78s %s\n", "", "predicted", "pilot", "growth", "setting", "why");
    for (int i = 0; i < shown; i++) {
        const advice *row = &v->rows[i];
        char why[256], setting[AN_TEXT_SIZE + 32];
        reason_of(v, row, why, sizeof why);
        snprintf(setting, sizeof setting, "%s", row->candidate.text);
        if (row->candidate.slave_step != l->coupling.slave_step)
            snprintf(setting, sizeof setting, "%s slave_step=%.4g", row->candidate.text,
                     row->candidate.slave_step);
        printf("%3d.", i + 1);
        print_number(row->candidate.error, 11);
        print_number(row->pilot, 11);
        print_number(row->candidate.growth, 11);
        printf("  %-78s %s\n", setting, why);
    }
    if (shown < v->count)
        printf("(%d more: --all)\n", v->count - shown);
    if (!advised) {
        printf("\nNo setting is stable: make the steps smaller, or couple by forces.\n");
        return;
    }
    printf("\nParameters of the block:\n");
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        printf("  %-20s %s\n", list[i].name, list[i].value);
}

static void print_json(const advisor *v, const advice_parameter *list, bool advised) {
    const linear_model *l = &v->l;
    json j = json_answer(stdout);
    json_text(&j, "block", l->holder[0] ? l->holder : l->block);
    json_number(&j, "slave_step", l->coupling.slave_step);
    json_number(&j, "step", l->coupling.step);
    json_flag(&j, "linearised", l->has_pair);
    json_flag(&j, "advised", advised);
    json_object(&j, "parameters");
    for (int i = 0; advised && i < ADVICE_PARAMETERS; i++)
        json_text(&j, list[i].name, list[i].value);
    json_end(&j);
    json_list(&j, "settings");
    for (int i = 0; i < v->count; i++) {
        const advice *row = &v->rows[i];
        char why[256];
        reason_of(v, row, why, sizeof why);
        json_object(&j, NULL);
        json_number(&j, "error", row->candidate.error);
        json_number(&j, "pilot", row->pilot);
        json_number(&j, "growth", row->candidate.growth);
        json_flag(&j, "stable", row->candidate.stable);
        json_number(&j, "slave_step", row->candidate.slave_step);
        json_text(&j, "setting", row->candidate.text);
        json_text(&j, "reason", why);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
}

/* the rows are there: pilots, table, copy */
static int answer(advisor *v, const bd_diagram *diagram) {
    advice_parameter list[ADVICE_PARAMETERS];
    const char *written = advice_written_options(&v->l, diagram);
    run_pilots(v, written);
    progress_end(&v->bar);
    const bool advised = v->count > 0 && v->rows[0].candidate.stable && !v->rows[0].failure[0];
    if (v->count > 0)
        advice_parameters(&v->l, written, &v->rows[0].candidate, list);
    const bool applies = advised && v->a.apply;
    const bool good = !applies || advice_apply(v->a.source.path, &v->l, diagram, list, v->a.apply);
    if (!v->a.json)
        print_table(v, list, advised);
    else if (good)
        print_json(v, list, advised);
    if (applies && good && !v->a.json)
        printf("\nwritten: %s\n", v->a.apply);
    return advised && good ? EXIT_GOOD : EXIT_FAILED;
}

static int advise(advisor *v) {
    bd_error error = {0};
    mr_message message = {""};
    linear_model later = {0};
    model m = {0};
    int code = EXIT_FAILED;
    progress_begin(&v->bar, "advising");
    if (linearise(v, &later, &error) != BD_OK ||
        model_read(&m, v->a.source.path, &v->a.source.parameter_files, &v->a.source.settings,
                   &v->a.source.folders, &error) != BD_OK) {
        progress_end(&v->bar);
        complain("advise", "%s", error.text);
        code = v->misused ? EXIT_USAGE : EXIT_FAILED;
    } else if ((v->l.has_pair ? predict(v, &later, &message) : choose_blindly(v, &message)) !=
               MR_OK) {
        progress_end(&v->bar);
        complain("advise", "%s", message.text);
    } else {
        code = answer(v, m.diagram);
    }
    model_close(&m);
    linear_model_free(&later);
    linear_model_free(&v->l);
    free(v->rows);
    return code;
}

static int run(int argc, char **argv) {
    advisor *v = calloc(1, sizeof *v); /* settings are long texts: not for the stack */
    int code = EXIT_USAGE;
    if (!v)
        return EXIT_FAILED;
    if (read_arguments(argc, argv, &v->a)) {
        model_prepare();
        code = advise(v);
    }
    text_list_free(&v->a.source.settings);
    text_list_free(&v->a.source.parameter_files);
    text_list_free(&v->a.source.folders);
    text_list_free(&v->a.rest);
    free(v);
    return code;
}

const command command_advise = {
    .name = "advise",
    .summary = "the best settings of a model's multirate block",
    .usage = "MODEL.mdl|MODEL.slx [options]",
    .about = "Finds the best settings of the multirate block of a model. The diagram is linearised "
             "around the block, the slave by its interface matrices; from that stability and error "
             "of every setting (scheme, orders, predictors, smoothing, interface model) are "
             "predicted, and the best few are run for a short while against a run with an eighth "
             "of the slave's step. Where no setting is good enough the slave's step is halved. "
             "Where nothing can be linearised (Memory blocks before the block, a slave without "
             "rates), pilot runs alone decide.",
    .options = option_table,
    .closing =
        "Exit code: 0 a setting is recommended, 1 none is stable or the model failed, 2 wrong use.",
    .run = run};
