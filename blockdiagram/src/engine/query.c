/* what a caller can ask and tell between steps: times, inputs, signals, statistics, parameters */
#include "engine/run.h"

#include <limits.h>
#include <string.h>

void bd_run_request_stop(bd_run *run) {
    atomic_store(&run->stop_wanted, true);
}

void bd_run_give_up(bd_run *run) {
    __atomic_store_n(&run->given_up, true, __ATOMIC_RELAXED);
}

const bool *bd_block_given_up(const bd_block *block) {
    return block->engine->run ? &block->engine->run->given_up : NULL;
}

double bd_run_time(const bd_run *run) {
    return run->running ? run->clock.time : run->major_time;
}

double bd_run_start_time(const bd_run *run) {
    return run->settings.start_time;
}

double bd_run_stop_time(const bd_run *run) {
    return run->settings.stop_time;
}

bd_status bd_run_set_stop_time(bd_run *run, double stop_time, bd_error *error) {
    bd_settings *s = &run->settings;
    if (!(stop_time >= s->start_time))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the stop time %g lies before the start",
                            run->model->diagram->name, stop_time);
    s->stop_time = stop_time;
    run->clock.stop_time = stop_time;
    double steps = floor((stop_time - s->start_time) / s->step * (1.0 + 1e-12) + 1e-9);
    run->last_step = s->fixed_step && steps < 1e18 ? (long)steps : LONG_MAX;
    return BD_OK;
}

/* into a signal, elements of a bus one after the other; gives what comes behind */
static const double *put_numbers(const bd_shape *shape, void *data, const double *values) {
    if (shape->type == BD_BUS) {
        const int count = bd_shape_width(shape) * shape->bus->count;
        for (int i = 0; i < count; i++) {
            const bd_bus_element *element = &shape->bus->elements[i % shape->bus->count];
            const size_t one = (size_t)(i / shape->bus->count) * shape->bus->size;
            values = put_numbers(&element->shape, (char *)data + one + element->offset, values);
        }
        return values;
    }
    const size_t count = (size_t)bd_shape_numbers(shape);
    for (size_t i = 0; i < count; i++)
        bd_element_write(data, shape->type, i, values[i]);
    return values + count;
}

bd_status bd_run_set_input(bd_run *run, int input, const double *values, size_t count,
                           bd_error *error) {
    if (input < 0 || input >= run->model->inport_count)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no input %d",
                            run->model->diagram->name, input + 1);
    const bd_block *block = &run->blocks[run->model->inports[input]->engine->place];
    bd_port *y = block->outputs;
    size_t parts = (size_t)bd_shape_numbers(&y->shape);
    if (count != parts)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: takes %zu numbers, not %zu", block->path,
                            parts, count);
    (void)put_numbers(&y->shape, y->data, values);
    return BD_OK;
}

void bd_run_observe(bd_run *run, bd_step_observer observer, void *user) {
    run->observer = observer;
    run->observer_user = user;
}

bool bd_run_signal(const bd_run *run, const char *path, int port, double *values, size_t *count) {
    size_t room = *count;
    for (int i = 0; i < run->model->ordered_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (!block->node || strcmp(block->path, path) != 0 || port < 1 ||
            port > block->output_count || block->engine->unit_of)
            continue;
        const bd_port *y = &block->outputs[port - 1];
        if (y->shape.type == BD_BUS || y->shape.type == BD_FUNCTION_CALL)
            return false;
        *count = (size_t)y->width * (y->shape.complexity == 1 ? 2 : 1);
        for (size_t k = 0; k < *count && k < room; k++)
            values[k] = bd_element_read(y->data, y->shape.type, k);
        return true;
    }
    return false;
}

const void *bd_run_block_symbol(const bd_run *run, int block, const char *name) {
    if (block < 0 || block >= run->model->info_count)
        return NULL;
    const bd_block *found = &run->blocks[run->model->described[block]->engine->place];
    return found->type->symbol ? found->type->symbol(found, name) : NULL;
}

bd_statistics bd_run_statistics(const bd_run *run) {
    return run->statistics;
}
