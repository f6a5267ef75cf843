/* one point of a sweep: the model with its values, a run, the measures */
#include "measures.h"
#include "progress.h"
#include "sweep.h"

#include "common/clock.h"
#include "common/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_status assign(bd_workspace *base, const char *name, const char *value, bd_error *error) {
    const size_t size = strlen(name) + strlen(value) + 2;
    char *text = malloc(size);
    if (!text)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    snprintf(text, size, "%s=%s", name, value);
    const bd_status status = bd_workspace_assign(base, text, error);
    free(text);
    return status;
}

bd_status sweep_make_values(const sweep *s, int point, sweep_values *values, bd_error *error) {
    bd_log log = {0}; /* the model that was read for the check has told the same */
    *values =
        (sweep_values){.settings = calloc((size_t)s->variation_count + 1, sizeof *values->settings),
                       .texts = calloc((size_t)s->variation_count + 1, sizeof *values->texts)};
    if (!values->settings || !values->texts)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    bd_status status =
        model_workspace(&s->parameter_files, &s->folders, &s->settings, &values->base, &log, error);
    bd_log_free(&log);
    for (int v = 0; status == BD_OK && v < s->variation_count; v++) {
        const sweep_variation *variation = &s->variations[v];
        const char *value = sweep_value(s, point, v, false, values->texts[v]);
        if (variation->block)
            values->settings[values->count++] =
                (bd_run_setting){variation->block, variation->parameter, value};
        else
            status = assign(values->base, variation->name, value, error);
    }
    return status;
}

void sweep_free_values(sweep_values *values) {
    bd_workspace_free(values->base);
    CM_FREE(values->settings, values->texts);
    *values = (sweep_values){0};
}

static bd_status measure_all(const sweep *s, const bd_run *run, measured_times times,
                             double *values, bd_error *error) {
    bd_workspace *results = NULL;
    bd_status status = measures_open(run, NULL, times, &results, error);
    for (int i = 0; status == BD_OK && i < s->measure_count; i++) {
        const char *label = s->measures[i].label;
        status = measure(results, label, s->measures[i].expression, &values[i], error);
        /* a number that is none is no result, whatever the signals may be */
        if (status == BD_OK && !isfinite(values[i]))
            status = bd_error_set(error, BD_NOT_FINITE, "measure '%.150s' is %s", label,
                                  isnan(values[i]) ? "not a number" : "infinite");
    }
    bd_workspace_free(results);
    return status;
}

bd_options sweep_options(const sweep *s) {
    bd_options options = bd_options_default();
    options.solver = s->solver;
    options.stop_time = s->stop_time;
    options.fixed_step = options.max_step = s->step;
    return options;
}

bd_status sweep_draw(const sweep *s, const sweep_values *values, bd_error *error) {
    for (int i = 0; i < values->count; i++) {
        const bd_run_setting *setting = &values->settings[i];
        bd_node *node = bd_diagram_find(s->model.diagram, setting->block);
        const bd_status status = bd_node_set(node, setting->parameter, setting->value);
        if (status != BD_OK)
            return bd_error_set(error, status, "%s:%s cannot be set", setting->block,
                                setting->parameter);
    }
    return BD_OK;
}

/* the model is compiled once and runs with the values of each point */
static bd_status open_run(sweep *s, const sweep_values *values, bd_log *log, bd_run **run,
                          bd_error *error) {
    const bd_run_options how = {.base = values->base,
                                .settings = values->settings,
                                .setting_count = values->count,
                                .log = log};
    bd_options options = sweep_options(s);
    options.log = log;
    if (!s->model.compiled) {
        BD_TRY(sweep_draw(s, values, error));
        BD_TRY(
            bd_model_compile(s->model.diagram, values->base, &options, &s->model.compiled, error));
    }
    return bd_run_create(s->model.compiled, &how, run, error);
}

void sweep_run_point(void *user, int point, void *answer) {
    sweep *s = user;
    sweep_answer *a = answer;
    bd_error error = {0};
    sweep_values values = {0};
    bd_run *run = NULL;
    bd_log log = {0};
    for (int i = 0; i < s->measure_count; i++)
        a->values[i] = NAN;
    bd_status status = sweep_make_values(s, point, &values, &error);
    if (status == BD_OK)
        status = open_run(s, &values, &log, &run, &error);
    if (status == BD_OK) {
        const double begin = cm_seconds(), processor = processor_seconds();
        status = bd_run_complete(run, &error);
        const measured_times times = {cm_seconds() - begin, processor_seconds() - processor};
        if (status == BD_OK)
            status = measure_all(s, run, times, a->values, &error);
    }
    a->failed = status != BD_OK;
    /* code of the model that could not be run may be why a variable is missing now */
    if (status != BD_OK)
        snprintf(a->error, sizeof a->error, "%.*s%s%.100s", log.count > 0 ? 140 : 250, error.text,
                 log.count > 0 ? "; before it: " : "", log.count > 0 ? log.lines[0] : "");
    bd_log_free(&log);
    bd_run_free(run);
    sweep_free_values(&values);
}
