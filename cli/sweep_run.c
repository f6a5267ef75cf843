/* one point of a sweep: the model with its values, a run, the measures */
#include "columns.h"
#include "progress.h"
#include "sweep.h"

#include "blockdiagram/expression.h"
#include "common/clock.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bd_status sweep_make_base(const sweep *s, int point, bd_workspace **base, bd_error *error) {
    char buffer[32];
    bd_status status = model_workspace(&s->parameter_files, &s->settings, base, error);
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

void sweep_signal_name(const char *from, char *name, size_t size) {
    snprintf(name, size, "%s%s", isalpha((unsigned char)from[0]) ? "" : "s_", from);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
}

/* every signal as a matrix with a row per major step, and the time beside it */
static bd_status add_signals(bd_workspace *results, const bd_simulation *simulation,
                             bd_error *error) {
    columns c;
    const size_t rows = bd_simulation_time_count(simulation);
    bd_status status = columns_open(&c, simulation, error);
    bd_value **values = calloc((size_t)c.count + 1, sizeof *values);
    if (status == BD_OK && !values)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    for (int i = 0; status == BD_OK && i <= c.count; i++)
        status = bd_value_create_doubles(rows, i < c.count ? c.signals[i].rows : 1, NULL,
                                         &values[i], error);
    for (size_t k = 0; status == BD_OK && k < rows; k++) {
        size_t at = 0;
        ((double *)values[c.count]->re)[k] = columns_row(&c, k);
        for (int i = 0; i < c.count; i++)
            for (size_t j = 0; j < c.signals[i].rows; j++)
                ((double *)values[i]->re)[j * rows + k] = c.values[at++];
    }
    for (int i = 0; values && i <= c.count; i++) {
        char name[BD_MAX_NAME + 1];
        sweep_signal_name(i < c.count ? c.signals[i].name : "time", name, sizeof name);
        if (status == BD_OK)
            status = bd_workspace_set(results, name, values[i], error);
        else
            bd_value_free(values[i]);
    }
    free(values);
    columns_close(&c);
    return status;
}

static bd_status add_statistics(bd_workspace *results, const bd_simulation *simulation,
                                double seconds, bd_error *error) {
    const bd_statistics all = bd_simulation_statistics(simulation);
    const struct {
        const char *name;
        double number;
    } numbers[] = {{"major_steps", (double)all.major_steps},
                   {"rejected_steps", (double)all.rejected_steps},
                   {"output_evaluations", (double)all.output_evaluations},
                   {"zero_crossings", (double)all.zero_crossings},
                   {"seconds", seconds}};
    bd_value *run = NULL;
    bd_status status = bd_value_create_struct(&run, error);
    for (size_t i = 0; status == BD_OK && i < sizeof numbers / sizeof *numbers; i++) {
        bd_value *number = NULL;
        status = bd_value_create_scalar(numbers[i].number, &number, error);
        if (status == BD_OK)
            status = bd_value_field_set(run, 0, numbers[i].name, number, error);
    }
    if (status == BD_OK)
        return bd_workspace_set(results, "run", run, error);
    bd_value_free(run);
    return status;
}

static bd_status measure(const sweep *s, const bd_workspace *base, const bd_simulation *simulation,
                         double seconds, double *values, bd_error *error) {
    bd_workspace *results = NULL;
    bd_status status = bd_workspace_create("results of the run", base, &results, error);
    if (status == BD_OK)
        status = add_signals(results, simulation, error);
    if (status == BD_OK)
        status = add_statistics(results, simulation, seconds, error);
    for (int i = 0; status == BD_OK && i < s->measure_count; i++) {
        bd_value *value = NULL;
        char what[200];
        snprintf(what, sizeof what, "measure '%.150s'", s->measures[i].label);
        status = bd_expression_evaluate(s->measures[i].expression, results, &value, error);
        if (status == BD_OK)
            status = bd_value_scalar(value, what, &values[i], error);
        bd_value_free(value);
    }
    bd_workspace_free(results);
    return status;
}

void sweep_run_point(void *user, int point, void *answer) {
    const sweep *s = user;
    sweep_answer *a = answer;
    bd_error error = {0};
    bd_workspace *base = NULL;
    bd_simulation *simulation = NULL;
    bd_options options = bd_options_default();
    bd_log log = {0};
    options.log = &log;
    options.solver = s->solver;
    options.stop_time = s->stop_time;
    options.fixed_step = options.max_step = s->step;
    for (int i = 0; i < s->measure_count; i++)
        a->values[i] = NAN;
    bd_status status = sweep_make_base(s, point, &base, &error);
    if (status == BD_OK)
        status = bd_simulation_create(s->model.diagram, base, &options, &simulation, &error);
    if (status == BD_OK) {
        const double begin = cm_seconds();
        status = bd_simulation_run(simulation, &error);
        if (status == BD_OK)
            status = measure(s, base, simulation, cm_seconds() - begin, a->values, &error);
    }
    a->failed = status != BD_OK;
    /* code of the model that could not be run may be why a variable is missing now */
    if (status != BD_OK)
        snprintf(a->error, sizeof a->error, "%.*s%s%.100s", log.count > 0 ? 140 : 250, error.text,
                 log.count > 0 ? "; before it: " : "", log.count > 0 ? log.lines[0] : "");
    bd_log_free(&log);
    bd_simulation_free(simulation);
    bd_workspace_free(base);
}
