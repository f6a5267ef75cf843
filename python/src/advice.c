/* settings of a model's multirate block, best first: predicted, and tried in pilot runs */
#include "bridge.h"

#include "advise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mp_advice {
    advisor v;
    char *written; /* further options as the model writes them */
    char reason[600];
};

static bd_status answer(mp_advice *a, bd_error *error) {
    advisor *v = &a->v;
    model m = {0};
    bd_log ignored = {0};
    bd_status status = advice_find(v, &ignored, error);
    bd_log_free(&ignored);
    if (status == BD_OK)
        status =
            model_read(&m, v->source.path, NULL, &v->source.settings, &v->source.folders, error);
    if (status == BD_OK) {
        const char *written = advice_written_options(&v->l, m.diagram);
        a->written = malloc(strlen(written ? written : "") + 1);
        if (!a->written)
            status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    }
    if (status == BD_OK) {
        const char *written = advice_written_options(&v->l, m.diagram);
        strcpy(a->written, written ? written : "");
        v->written = a->written;
        status = advice_try(v, error);
        advice_reason(v, a->reason, sizeof a->reason);
    }
    model_close(&m);
    return status;
}

mp_advice *mp_advise(const char *path, const char *const *settings, size_t count,
                     const char *const *folders, size_t folder_count, double stop_time, int pilots,
                     char *message) {
    mp_advice *a = calloc(1, sizeof *a);
    bd_error error = {0};
    bd_status status = BD_OUT_OF_MEMORY;
    if (a) {
        model_source *from = &a->v.source;
        *from = (model_source){.path = path, .stop_time = stop_time};
        a->v.pilots = pilots;
        for (size_t i = 0; i < count; i++)
            text_list_add(&from->settings, settings[i]);
        for (size_t i = 0; i < folder_count; i++)
            text_list_add(&from->folders, folders[i]);
        status = answer(a, &error);
        text_list_free(&from->settings);
        text_list_free(&from->folders);
    }
    if (status == BD_OK)
        return a;
    snprintf(message, MP_TEXT, "%s", *error.text ? error.text : "out of memory");
    mp_advice_free(a);
    return NULL;
}

void mp_advice_free(mp_advice *advised) {
    if (!advised)
        return;
    advice_free(&advised->v);
    free(advised->written);
    free(advised);
}

int mp_advice_count(const mp_advice *advised) {
    return advised->v.count;
}

const char *mp_advice_reason(const mp_advice *advised) {
    return advised->reason;
}

const char *mp_advice_text(const mp_advice *advised, int i) {
    return advised->v.rows[i].candidate.text;
}

const char *mp_advice_failure(const mp_advice *advised, int i) {
    return advised->v.rows[i].failure;
}

double mp_advice_number(const mp_advice *advised, int i, int what) {
    const advice *row = &advised->v.rows[i];
    const an_candidate *c = &row->candidate;
    const double numbers[] = {c->possible,   c->stable,    c->error,      c->slave_step,
                              c->radius,     row->present, row->tried,    row->pilot,
                              row->expected, row->seconds, row->efficient};
    return numbers[what];
}

const char *mp_advice_block(const mp_advice *advised) {
    return *advised->v.l.holder ? advised->v.l.holder : advised->v.l.block;
}

char *mp_advice_parameter(const mp_advice *advised, int i, int k) {
    advice_parameter *list = calloc(ADVICE_PARAMETERS, sizeof *list);
    char *text = NULL;
    if (list && k < ADVICE_PARAMETERS) {
        advice_parameters(&advised->v.l, advised->written, &advised->v.rows[i].candidate, list);
        const size_t size = list[k].name ? strlen(list[k].name) + strlen(list[k].value) + 2 : 0;
        text = size ? malloc(size) : NULL;
        if (text)
            snprintf(text, size, "%s\n%s", list[k].name, list[k].value);
    }
    free(list);
    return text;
}
