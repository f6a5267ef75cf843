/* predicted settings of a model's multirate block, best first; pilot runs are not made here */
#include "bridge.h"

#include "advise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mp_advice {
    linear_model linear;
    char *written; /* further options as the model writes them */
    an_candidate *list;
    int count;
};

static bd_status predict(mp_advice *a, const char *path, const text_list *settings,
                         const text_list *folders, double stop_time, bd_error *error) {
    model m = {0};
    bd_options options = bd_options_default();
    mr_message why = {""};
    options.stop_time = stop_time;
    options.no_logging = true;
    bd_status status = model_read(&m, path, NULL, settings, folders, error);
    if (status == BD_OK)
        status = model_compile(&m, &options, NULL, error);
    if (status == BD_OK)
        status = model_check_settings(&m, settings, false, error);
    const double start = status == BD_OK ? bd_run_start_time(m.run) : 0.0;
    const double stop = status == BD_OK ? bd_run_stop_time(m.run) : 0.0;
    if (status == BD_OK)
        status = linear_model_make(&a->linear, &m, start, error);
    if (status == BD_OK && !a->linear.has_pair)
        status = bd_error_set(error, BD_UNSUPPORTED,
                              "nothing can be predicted, `multirate advise` makes pilot runs: %s",
                              a->linear.why_not);
    if (status == BD_OK) {
        const char *written = advice_written_options(&a->linear, m.diagram);
        a->written = malloc(strlen(written ? written : "") + 1);
        if (a->written)
            strcpy(a->written, written ? written : "");
        const an_question q = {.pair = &a->linear.pair,
                               .coupling = a->linear.coupling,
                               .horizon = stop - start,
                               .least_slave_step =
                                   a->linear.can_end_steps ? a->linear.coupling.step : 0.0};
        if (!a->written || an_advise(&q, &a->list, &a->count, &why) != MR_OK)
            status = bd_error_set(error, BD_BLOCK_FAILED, "%s", why.text);
    }
    model_close(&m);
    return status;
}

mp_advice *mp_advise(const char *path, const char *const *settings, size_t count,
                     const char *const *folders, size_t folder_count, double stop_time,
                     char *message) {
    mp_advice *a = calloc(1, sizeof *a);
    text_list set = {0}, path_list = {0};
    bd_error error = {0};
    for (size_t i = 0; i < count; i++)
        text_list_add(&set, settings[i]);
    for (size_t i = 0; i < folder_count; i++)
        text_list_add(&path_list, folders[i]);
    const bd_status status =
        a ? predict(a, path, &set, &path_list, stop_time, &error) : BD_OUT_OF_MEMORY;
    text_list_free(&set);
    text_list_free(&path_list);
    if (status == BD_OK)
        return a;
    snprintf(message, MP_TEXT, "%s", *error.text ? error.text : "out of memory");
    mp_advice_free(a);
    return NULL;
}

void mp_advice_free(mp_advice *advised) {
    if (!advised)
        return;
    linear_model_free(&advised->linear);
    free(advised->written);
    free(advised->list);
    free(advised);
}

int mp_advice_count(const mp_advice *advised) {
    int possible = 0;
    for (int i = 0; i < advised->count; i++)
        possible += advised->list[i].possible;
    return possible; /* the others come last */
}

const char *mp_advice_text(const mp_advice *advised, int i) {
    return advised->list[i].text;
}

double mp_advice_number(const mp_advice *advised, int i, int what) {
    const an_candidate *c = &advised->list[i];
    return what == 0 ? c->stable : what == 1 ? c->error : what == 2 ? c->slave_step : c->radius;
}

const char *mp_advice_block(const mp_advice *advised) {
    return *advised->linear.holder ? advised->linear.holder : advised->linear.block;
}

char *mp_advice_parameter(const mp_advice *advised, int i, int k) {
    advice_parameter *list = calloc(ADVICE_PARAMETERS, sizeof *list);
    char *text = NULL;
    if (list && k < ADVICE_PARAMETERS) {
        advice_parameters(&advised->linear, advised->written, &advised->list[i], list);
        const size_t size = list[k].name ? strlen(list[k].name) + strlen(list[k].value) + 2 : 0;
        text = size ? malloc(size) : NULL;
        if (text)
            snprintf(text, size, "%s\n%s", list[k].name, list[k].value);
    }
    free(list);
    return text;
}
