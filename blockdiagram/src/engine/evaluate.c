/* one evaluation of the whole diagram */
#include "engine/run.h"

#include <stdio.h>

#include <float.h>
#include <math.h>

static bd_status run_state_outputs(const bd_run *run) {
    for (int i = 0; i < run->model->context_count; i++)
        BD_TRY(bd_list_run(&run->contexts[i]->state_outputs));
    return BD_OK;
}

bd_status bd_evaluate_major(bd_run *run) {
    run->clock.major = true;
    bd_status status = run->model->has_state_ports ? run_state_outputs(run) : BD_OK;
    if (status == BD_OK)
        status = bd_list_run(&run->contexts[0]->major_outputs);
    run->statistics.output_evaluations++;
    return status;
}

bd_status bd_evaluate_minor(bd_run *run, double time) {
    run->clock.major = false;
    run->clock.time = time < run->time_limit ? time : run->time_limit;
    run->statistics.output_evaluations++;
    if (run->model->has_state_ports)
        BD_TRY(run_state_outputs(run));
    return bd_list_run(&run->contexts[0]->minor_outputs);
}

/* the block that owns a state */
static bd_block *owner_of(const bd_run *run, int state) {
    for (int i = 0; i < run->model->all_count; i++) {
        bd_block *block = &run->blocks[i];
        int begin = (int)block->engine->x_begin;
        if (state >= begin && state < begin + block->state_count)
            return block;
    }
    return NULL;
}

bd_status bd_diverge(bd_block *block, const char *what, int state, double value) {
    const bd_run *run = block->engine->run;
    char number[32];
    snprintf(number, sizeof number, "%.3g", value);
    return bd_block_fail(block, BD_NOT_FINITE, "the %s of state %d is %s%s", what, state + 1,
                         isnan(value)   ? "not a number"
                         : isinf(value) ? "infinite"
                                        : number,
                         /* what is wrong from the start has not gone anywhere */
                         run->clock.time > run->settings.start_time ? ": the run has diverged"
                                                                    : "");
}

static bd_status find_bad(bd_run *run, const double *values, double limit, const char *what) {
    for (int i = 0; i < run->model->layout.state_count; i++) {
        if (fabs(values[i]) < limit)
            continue;
        bd_block *block = owner_of(run, i);
        return bd_diverge(block, what, i - (int)block->engine->x_begin, values[i]);
    }
    return BD_OK;
}

/* a sum of absolute values that is finite has nothing in it that is infinite or undefined. If finite
 * numbers add up to infinity, the closer look finds nothing */
static bool all_finite(const double *values, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += fabs(values[i]);
    return sum < INFINITY;
}

bd_status bd_evaluate_derivatives(bd_run *run) {
    run->statistics.derivative_evaluations++;
    return bd_context_derivatives(run->contexts[0]);
}

bd_status bd_check_values(bd_run *run) {
    if (all_finite(run->x, run->model->layout.state_count))
        return BD_OK;
    return find_bad(run, run->x, INFINITY, "value");
}

bd_status bd_check_states(bd_run *run) {
    if (!all_finite(run->dx, run->model->layout.state_count))
        BD_TRY(find_bad(run, run->dx, INFINITY, "derivative"));
    return bd_check_values(run);
}

bd_status bd_check_room(bd_run *run) {
    const double limit = DBL_MAX * DBL_EPSILON;
    BD_TRY(bd_check_states(run));
    BD_TRY(find_bad(run, run->x, limit, "value"));
    return find_bad(run, run->dx, limit, "derivative");
}

bd_status bd_evaluate_update(bd_run *run) {
    return bd_context_update(run->contexts[0]);
}
