/* the settings that may be advised, as they are predicted; where nothing can be predicted, a
 * handful that are good somewhere */
#include "advise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(const advisor *v, double done) {
    if (v->progress)
        (void)v->progress(v->user, done);
}

static bool on_prediction(void *user, double done) {
    tell(user, 0.2 + 0.8 * done);
    return true;
}

static bd_status compile(advisor *v, model *m, bd_error *error) {
    const model_source *from = &v->source;
    bd_options options = bd_options_default();
    options.stop_time = from->stop_time;
    options.no_logging = true;
    BD_TRY(
        model_read(m, from->path, &from->parameter_files, &from->settings, &from->folders, error));
    BD_TRY(model_compile(m, &options, NULL, error));
    return model_check_settings(m, &from->settings, v->allow_unknown, error);
}

/* at the start, and once more where a pilot of a tenth of the run has come to */
static bd_status linearise(advisor *v, linear_model *later, bd_log *log, bd_error *error) {
    model m = {0};
    bd_status status = compile(v, &m, error);
    v->misused = m.misused;
    if (status == BD_OK) {
        v->start = bd_run_start_time(m.run);
        v->stop = bd_run_stop_time(m.run);
        status = linear_model_make(&v->l, &m, v->start, true, NULL, error);
    }
    for (size_t i = 0; i < m.log.count; i++)
        bd_log_add(log, "%s", m.log.lines[i]);
    tell(v, 0.1);
    if (status == BD_OK && v->l.has_pair) {
        const double time = v->start + 0.1 * (v->stop - v->start);
        status = linear_model_make(later, &m, time, true,
                                   advice_is_predictable(&v->l) ? &v->l : NULL, error);
        if (status != BD_OK) { /* the present settings may well not get there */
            later->has_pair = false;
            status = status == BD_OUT_OF_MEMORY ? status : BD_OK;
        }
    }
    model_close(&m);
    return status;
}

/* the settings as they are, of which nothing is known yet */
static an_candidate as_it_is(const advisor *v, double rank) {
    return (an_candidate){.config = v->l.coupling.config,
                          .slave_step = v->l.coupling.slave_step,
                          .text = "(as it is)",
                          .possible = true,
                          .stable = true,
                          .error = NAN,
                          .early = NAN,
                          .growth = NAN,
                          .radius = NAN,
                          .rank = rank};
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
        now->candidate = as_it_is(v, 1e6);
    }
    return v->rows != NULL;
}

/* what holds at the start should hold later: the first rows are predicted there, too */
static mr_status look_again(const an_question *question, const linear_model *later,
                            an_candidate *list, int count, mr_message *message) {
    an_question q = *question;
    mr_message why;
    q.pair = &later->pair;
    for (int i = 0; i < count && i < 12; i++) {
        an_candidate again = list[i];
        if (again.unpredicted)
            continue;
        const mr_status status = an_predict(&q, &again, &why);
        if (status == MR_ERR_MEMORY)
            return mr_no_memory(message);
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
    return MR_OK;
}

static mr_status choose_blindly(advisor *v, mr_message *message);

/* the settings as they are: what becomes of their error, as of that of the others */
static mr_status predict_present(const an_question *q, an_candidate *now, mr_message *message) {
    an_candidate predicted = *now;
    mr_message ignored = {""};
    const mr_status status = an_predict(q, &predicted, &ignored);
    if (status == MR_ERR_MEMORY)
        return mr_no_memory(message);
    if (status != MR_OK || predicted.unpredicted || !isfinite(predicted.error))
        return MR_OK;
    now->error = predicted.error;
    now->early = predicted.early;
    now->growth = predicted.growth;
    now->radius = predicted.radius;
    return MR_OK;
}

static mr_status take_list(advisor *v, const an_question *q, const linear_model *later,
                           an_candidate *list, int count, mr_message *message) {
    if (later->has_pair)
        MR_TRY(look_again(q, later, list, count, message));
    return keep_rows(v, list, count) ? MR_OK : mr_no_memory(message);
}

static mr_status predict(advisor *v, const linear_model *later, mr_message *message) {
    an_candidate *list = NULL;
    int count = 0;
    const an_question q = {.pair = &v->l.pair,
                           .coupling = v->l.coupling,
                           .horizon = v->stop - v->start,
                           .window = 0.1 * (v->stop - v->start),
                           .directed = v->l.directed || v->l.tries,
                           .least_slave_step = v->l.can_end_steps ? v->l.coupling.step : 0.0,
                           .progress = on_prediction,
                           .user = v};
    mr_status status = an_advise(&q, &list, &count, message);
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
    if (status == MR_OK)
        status = take_list(v, &q, later, list, count, message);
    free(list);
    MR_TRY(status);
    return predict_present(&q, &v->rows[v->count - 1].candidate, message);
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
        list[i] = as_it_is(v, i);
        list[i].config.smoothing = false;
        list[i].config.coupling = &mr_coupling_signals;
        snprintf(list[i].text, sizeof list[i].text, "%s", texts[i]);
        const mr_status status = mr_config_parse(&list[i].config, texts[i], message);
        if (status != MR_OK)
            return status;
    }
    return keep_rows(v, list, count) ? MR_OK : mr_no_memory(message);
}

bd_status advice_find(advisor *v, bd_log *log, bd_error *error) {
    linear_model later = {0};
    mr_message message = {""};
    bd_status status = linearise(v, &later, log, error);
    if (status == BD_OK &&
        (v->l.has_pair ? predict(v, &later, &message) : choose_blindly(v, &message)) != MR_OK)
        status = bd_error_set(error, BD_BLOCK_FAILED, "%s", message.text);
    linear_model_free(&later);
    return status;
}

void advice_free(advisor *v) {
    linear_model_free(&v->l);
    free(v->rows);
    v->rows = NULL;
    v->count = 0;
}
