/* one evaluation of the whole diagram */
#include "engine/run.h"

#include <stdio.h>

#include <math.h>

static bd_status run_state_outputs(const bd_simulation *simulation) {
    bd_status status = BD_OK;
    for (int i = 0; i < simulation->context_count && status == BD_OK; i++)
        status = bd_run_list(&simulation->contexts[i]->state_outputs);
    return status;
}

bd_status bd_evaluate_major(bd_simulation *simulation) {
    simulation->clock.major = true;
    bd_status status = simulation->has_state_ports ? run_state_outputs(simulation) : BD_OK;
    if (status == BD_OK)
        status = bd_run_list(&simulation->contexts[0]->major_outputs);
    simulation->statistics.output_evaluations++;
    return status;
}

bd_status bd_evaluate_minor(bd_simulation *simulation, double time) {
    simulation->clock.major = false;
    simulation->clock.time = time < simulation->time_limit ? time : simulation->time_limit;
    simulation->statistics.output_evaluations++;
    if (simulation->has_state_ports) {
        bd_status status = run_state_outputs(simulation);
        if (status != BD_OK)
            return status;
    }
    return bd_run_list(&simulation->contexts[0]->minor_outputs);
}

/* the block that owns a state */
static bd_block *owner_of(const bd_simulation *simulation, int state) {
    for (int i = 0; i < simulation->all_count; i++) {
        bd_block *block = simulation->ordered[i];
        int begin = (int)block->engine->x_begin;
        if (state >= begin && state < begin + block->state_count)
            return block;
    }
    return NULL;
}

bd_status bd_diverge(bd_block *block, const char *what, int state, double value) {
    const bd_simulation *simulation = block->engine->simulation;
    char number[32];
    snprintf(number, sizeof number, "%.3g", value);
    return bd_block_fail(
        block, BD_NOT_FINITE, "the %s of state %d is %s%s", what, state + 1,
        isnan(value)   ? "not a number"
        : isinf(value) ? "infinite"
                       : number,
        /* what is wrong from the start has not gone anywhere */
        simulation->clock.time > simulation->settings.start_time ? ": the run has diverged" : "");
}

static bd_status find_bad(bd_simulation *simulation, const double *values, double limit,
                          const char *what) {
    for (int i = 0; i < simulation->state_count; i++) {
        if (fabs(values[i]) < limit)
            continue;
        bd_block *block = owner_of(simulation, i);
        return bd_diverge(block, what, i - (int)block->engine->x_begin, values[i]);
    }
    return BD_OK;
}

/* a sum of absolute values below a limit has nothing in it beyond the limit, infinite or undefined.
 * If small numbers add up to it, the closer look finds nothing */
static bool all_below(const double *values, int count, double limit) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += fabs(values[i]);
    return sum < limit;
}

bd_status bd_evaluate_derivatives(bd_simulation *simulation) {
    simulation->statistics.derivative_evaluations++;
    return bd_context_derivatives(simulation->contexts[0]);
}

bd_status bd_check_values(bd_simulation *simulation) {
    if (all_below(simulation->x, simulation->state_count, BD_MEANINGLESS))
        return BD_OK;
    return find_bad(simulation, simulation->x, BD_MEANINGLESS, "value");
}

bd_status bd_check_states(bd_simulation *simulation) {
    if (!all_below(simulation->dx, simulation->state_count, INFINITY)) {
        bd_status status = find_bad(simulation, simulation->dx, INFINITY, "derivative");
        if (status != BD_OK)
            return status;
    }
    return bd_check_values(simulation);
}

bd_status bd_evaluate_update(bd_simulation *simulation) {
    return bd_context_update(simulation->contexts[0]);
}
