/* one evaluation of the whole diagram */
#include "engine/run.h"

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

static bd_status not_finite(bd_simulation *simulation, const double *values, const char *what) {
    for (int i = 0; i < simulation->state_count; i++) {
        if (isfinite(values[i]))
            continue;
        bd_block *block = owner_of(simulation, i);
        return bd_block_fail(block, BD_NOT_FINITE, "the %s of state %d is %s", what,
                             i - (int)block->engine->x_begin + 1,
                             isnan(values[i]) ? "not a number" : "infinite");
    }
    return BD_OK;
}

/* a sum with something infinite or undefined in it is not finite; if finite numbers overflow, the
 * closer look finds nothing */
static bool all_finite(const double *values, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return isfinite(sum);
}

bd_status bd_evaluate_derivatives(bd_simulation *simulation) {
    simulation->statistics.derivative_evaluations++;
    return bd_context_derivatives(simulation->contexts[0]);
}

bd_status bd_check_states(bd_simulation *simulation) {
    if (!all_finite(simulation->dx, simulation->state_count))
        return not_finite(simulation, simulation->dx, "derivative");
    if (!all_finite(simulation->x, simulation->state_count))
        return not_finite(simulation, simulation->x, "value");
    return BD_OK;
}

bd_status bd_evaluate_update(bd_simulation *simulation) {
    return bd_context_update(simulation->contexts[0]);
}
