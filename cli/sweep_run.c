/* one point of a sweep: the model with its values, a run, the measures */
#include "measures.h"
#include "progress.h"
#include "sweep.h"

#include "common/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bd_status sweep_make_base(const sweep *s, int point, bd_workspace **base, bd_error *error) {
    char buffer[32];
    bd_log log = {0}; /* the model that was read for the check has told the same */
    bd_status status = model_workspace(&s->parameter_files, &s->settings, base, &log, error);
    bd_log_free(&log);
    for (int v = 0; status == BD_OK && v < s->variation_count; v++) {
        const sweep_variation *variation = &s->variations[v];
        const char *value = sweep_value(s, point, v, false, buffer);
        if (variation->block) {
            bd_node *node = bd_diagram_find(s->model.diagram, variation->block);
            status = bd_node_set(node, variation->parameter, value);
            if (status != BD_OK)
                bd_error_set(error, status, "%s cannot be set", variation->name);
        } else {
            const size_t size = strlen(variation->name) + strlen(value) + 2;
            char *text = malloc(size);
            if (!text)
                return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
            snprintf(text, size, "%s=%s", variation->name, value);
            status = bd_workspace_assign(*base, text, error);
            free(text);
        }
    }
    return status;
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

bool sweep_varies_blocks(const sweep *s) {
    for (int v = 0; v < s->variation_count; v++)
        if (s->variations[v].block)
            return true;
    return false;
}

/* the model is compiled once and runs with the values of each point. Only another diagram, which
 * varied parameters of blocks are, is another model */
static bd_status open_run(sweep *s, const bd_workspace *base, bd_log *log, bd_run **run,
                          bd_error *error) {
    const bd_run_options how = {.base = base, .log = log};
    bd_options options = sweep_options(s);
    options.log = log;
    if (sweep_varies_blocks(s))
        return bd_run_compile(s->model.diagram, base, &options, NULL, run, error);
    if (!s->model.compiled)
        BD_TRY(bd_model_compile(s->model.diagram, base, &options, &s->model.compiled, error));
    return bd_run_create(s->model.compiled, &how, run, error);
}

void sweep_run_point(void *user, int point, void *answer) {
    sweep *s = user;
    sweep_answer *a = answer;
    bd_error error = {0};
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    bd_log log = {0};
    for (int i = 0; i < s->measure_count; i++)
        a->values[i] = NAN;
    bd_status status = sweep_make_base(s, point, &base, &error);
    if (status == BD_OK)
        status = open_run(s, base, &log, &run, &error);
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
    bd_workspace_free(base);
}
