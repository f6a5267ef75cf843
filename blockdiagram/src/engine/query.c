/* what a caller can ask and tell between steps: times, inputs, signals, statistics, parameters */
#include "engine/run.h"

#include <limits.h>
#include <string.h>

void bd_simulation_request_stop(bd_simulation *simulation) {
    atomic_store(&simulation->stop_wanted, true);
}

double bd_simulation_time(const bd_simulation *simulation) {
    return simulation->running ? simulation->clock.time : simulation->major_time;
}

double bd_simulation_start_time(const bd_simulation *simulation) {
    return simulation->settings.start_time;
}

double bd_simulation_stop_time(const bd_simulation *simulation) {
    return simulation->settings.stop_time;
}

bool bd_simulation_uses(const bd_simulation *simulation, const char *variable) {
    return bd_workspace_is_used(simulation->base_workspace, variable);
}

bool bd_simulation_overrides(const bd_simulation *simulation, const char *variable) {
    return bd_workspace_is_lost(simulation->base_workspace, variable);
}

const char *bd_simulation_variable_hint(const bd_simulation *simulation, const char *variable,
                                        char *text, size_t size) {
    return bd_workspace_hint(simulation->model_workspace, variable, text, size);
}

const bd_workspace *bd_simulation_workspace(const bd_simulation *simulation) {
    return simulation->base_workspace;
}

const char *bd_simulation_solver(const bd_simulation *simulation) {
    return simulation->settings.solver;
}

bool bd_simulation_has_fixed_step(const bd_simulation *simulation) {
    return simulation->settings.fixed_step;
}

bd_status bd_simulation_set_stop_time(bd_simulation *simulation, double stop_time,
                                      bd_error *error) {
    bd_settings *s = &simulation->settings;
    if (!(stop_time >= s->start_time))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the stop time %g lies before the start",
                            simulation->diagram->name, stop_time);
    s->stop_time = stop_time;
    simulation->clock.stop_time = stop_time;
    double steps = floor((stop_time - s->start_time) / s->step * (1.0 + 1e-12) + 1e-9);
    simulation->last_step = s->fixed_step && steps < 1e18 ? (long)steps : LONG_MAX;
    return BD_OK;
}

bd_status bd_simulation_retune(bd_simulation *simulation, bd_error *error) {
    bd_status status = bd_refresh_scopes(simulation);
    for (int i = 0; i < simulation->ordered_count && status == BD_OK; i++) {
        bd_block *block = simulation->ordered[i];
        if (block->type->retune)
            status = block->type->retune(block);
        if (status == BD_OK && simulation->running && block->engine->constant && block->run_outputs)
            status = block->run_outputs(block);
    }
    /* scalar operations carry their constants with them */
    if (status == BD_OK && simulation->running)
        status = bd_make_all_lists(simulation);
    return bd_simulation_tell(simulation, status, error);
}

int bd_simulation_input_count(const bd_simulation *simulation) {
    return simulation->inport_count;
}

const bd_shape *bd_simulation_input_shape(const bd_simulation *simulation, int input) {
    return input >= 0 && input < simulation->inport_count
               ? &simulation->inports[input]->outputs->shape
               : NULL;
}

bd_status bd_simulation_set_input(bd_simulation *simulation, int input, const double *values,
                                  size_t count, bd_error *error) {
    if (input < 0 || input >= simulation->inport_count)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no input %d",
                            simulation->diagram->name, input + 1);
    bd_port *y = simulation->inports[input]->outputs;
    size_t parts = (size_t)y->width * (y->shape.complexity == 1 ? 2 : 1);
    if (count != parts)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: takes %zu numbers, not %zu",
                            simulation->inports[input]->path, parts, count);
    for (size_t i = 0; i < count; i++)
        bd_element_write(y->data, y->shape.type, i, values[i]);
    return BD_OK;
}

void bd_simulation_observe(bd_simulation *simulation, bd_step_observer observer, void *user) {
    simulation->observer = observer;
    simulation->observer_user = user;
}

bool bd_simulation_signal(const bd_simulation *simulation, const char *path, int port,
                          double *values, size_t *count) {
    size_t room = *count;
    for (int i = 0; i < simulation->ordered_count; i++) {
        const bd_block *block = simulation->ordered[i];
        if (!block->node || strcmp(block->path, path) != 0 || port < 1 ||
            port > block->output_count || block->engine->unit_of)
            continue;
        const bd_port *y = &block->outputs[port - 1];
        if (y->shape.type > BD_UINT64)
            return false;
        *count = (size_t)y->width * (y->shape.complexity == 1 ? 2 : 1);
        for (size_t k = 0; k < *count && k < room; k++)
            values[k] = bd_element_read(y->data, y->shape.type, k);
        return true;
    }
    return false;
}

int bd_simulation_block_count(const bd_simulation *simulation) {
    return simulation->info_count;
}

const bd_block_info *bd_simulation_block(const bd_simulation *simulation, int block) {
    return block >= 0 && block < simulation->info_count ? &simulation->infos[block] : NULL;
}

const void *bd_simulation_block_symbol(const bd_simulation *simulation, int block,
                                       const char *name) {
    if (block < 0 || block >= simulation->info_count)
        return NULL;
    const bd_block *found = simulation->described[block];
    return found->type->symbol ? found->type->symbol(found, name) : NULL;
}

bd_statistics bd_simulation_statistics(const bd_simulation *simulation) {
    return simulation->statistics;
}
