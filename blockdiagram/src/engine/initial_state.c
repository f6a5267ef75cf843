/* states that a model loads from the workspace (LoadInitialState, InitialState): a vector of all
 * continuous states, or a structure whose signals name their block. Discrete states begin as their
 * blocks say, which is told */
#include "engine/run.h"

#include "blockdiagram/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_status take_vector(bd_run *run, const bd_value *value) {
    const char *model = run->model->diagram->name;
    if (value->count != (size_t)run->model->layout.state_count)
        return bd_run_fail(run, BD_BAD_PARAMETER,
                           "%s: InitialState has %zu numbers but the model has %d continuous "
                           "states",
                           model, value->count, run->model->layout.state_count);
    char order[600] = "";
    size_t used = 0;
    int blocks = 0;
    for (int i = 0; i < run->model->ordered_count; i++) {
        const bd_block *block = &run->blocks[i];
        for (int k = 0; k < block->state_count; k++)
            block->x[k] = bd_value_real_at(value, block->engine->x_begin + (size_t)k);
        if (block->state_count == 0)
            continue;
        blocks++;
        if (used < sizeof order)
            used += (size_t)snprintf(order + used, sizeof order - used, "%s%s (%d)",
                                     used ? ", " : "", block->path, block->state_count);
    }
    if (blocks > 1)
        bd_log_add(run->home.log, "%s: InitialState is taken in this order: %s", model, order);
    return BD_OK;
}

static bd_status take_signal(bd_run *run, const bd_value *signals, size_t i) {
    const bd_value *name = bd_value_field_at(signals, i, "blockName");
    const bd_value *values = bd_value_field_at(signals, i, "values");
    const char *model = run->model->diagram->name;
    char *path = NULL;
    if (!name || !values || !bd_value_is_number_like(values) ||
        bd_value_text(name, "blockName", &path, &run->home.error) != BD_OK)
        return bd_run_fail(run, BD_BAD_PARAMETER,
                           "%s: signal %zu of InitialState has no blockName and values", model,
                           i + 1);
    const bd_node *node = bd_diagram_find(run->model->diagram, path);
    const bd_item *item = node ? bd_item_of(run->model, node) : NULL;
    const int place = item && item->block ? item->block->engine->place : -1;
    const bd_block *block = place >= 0 ? &run->blocks[place] : NULL;
    bd_status status = BD_OK;
    if (!block || block->state_count == 0)
        bd_log_add(run->home.log,
                   "%s: InitialState of %s is not loaded: it has no continuous states", model,
                   path);
    else if (values->count != (size_t)block->state_count)
        status = bd_run_fail(run, BD_BAD_PARAMETER,
                             "%s: InitialState has %zu numbers for the %d states of %s", model,
                             values->count, block->state_count, path);
    else
        for (int k = 0; k < block->state_count; k++)
            block->x[k] = bd_value_real_at(values, (size_t)k);
    free(path);
    return status;
}

bd_status bd_load_initial_state(bd_run *run) {
    const char *load = bd_diagram_setting(run->model->diagram, "LoadInitialState");
    const char *text = bd_diagram_setting(run->model->diagram, "InitialState");
    if (!load || strcmp(load, "on") != 0 || !text || !*text)
        return BD_OK;
    bd_value *value = NULL;
    bd_status status =
        bd_expression_evaluate(text, bd_run_scopes(run)->model, &value, &run->home.error);
    if (status != BD_OK) {
        bd_error_prefix(&run->home.error, "%s: InitialState: ", run->model->diagram->name);
        return status;
    }
    const bd_value *signals = bd_value_field(value, "signals");
    if (signals && signals->type == BD_STRUCT)
        for (size_t i = 0; i < signals->count && status == BD_OK; i++)
            status = take_signal(run, signals, i);
    else if (bd_value_is_number_like(value))
        status = take_vector(run, value);
    else
        status = bd_run_fail(run, BD_UNSUPPORTED,
                             "%s: InitialState must be a vector or a structure with signals",
                             run->model->diagram->name);
    bd_value_free(value);
    return status;
}
