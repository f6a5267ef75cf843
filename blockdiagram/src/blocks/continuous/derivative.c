/* Derivative: (u - u_prev) / (t - t_prev), prev being the last major step; 0 at the start */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

/* discrete states: times of the last two major steps, then the inputs at the last, at the one
 * before. Two, because a trial point may lie at the time of the last major step itself. The mode
 * counts how many of them are known */
static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status size(bd_block *block) {
    bd_block_set_discrete_states(block, 2 + 2 * block->inputs->width);
    bd_block_set_modes(block, 1);
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    block->modes[0] = 0;
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0), t = bd_time(block);
    int n = block->inputs->width;
    bool newest = t > block->discrete[0];
    const double *last = block->discrete + 2 + (newest ? 0 : n);
    double dt = block->modes[0] < (newest ? 1 : 2) ? 0.0 : t - block->discrete[newest ? 0 : 1];
    for (int i = 0; i < n; i++)
        y[i] = dt > 0.0 ? (u[i] - last[i]) / dt : 0.0;
    return BD_OK;
}

static bd_status update(bd_block *block) {
    int n = block->inputs->width;
    double *last = block->discrete + 2, *older = last + n;
    block->modes[0] = block->modes[0] < 2 ? block->modes[0] + 1 : 2;
    block->discrete[1] = block->discrete[0];
    block->discrete[0] = bd_time(block);
    for (int i = 0; i < n; i++) {
        older[i] = last[i];
        last[i] = bd_input(block, 0)[i];
    }
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Derivative", .setup = setup, .propagate = bd_propagate_reals, .size = size,
              .initialise = initialise, .outputs = outputs, .update = update);

/* of the extra library: a Derivative while it simulates; the rational function in its place is for
 * programs that linearise */
static bd_status setup_switched(bd_block *block) {
    double rational = 0.0;
    BD_TRY(bd_block_scalar(block, "switchVal", &rational));
    if (rational != 0.0)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "a derivative that is switched to its linearisation (switchVal %g) is "
                             "not supported",
                             rational);
    return setup(block);
}

BD_BLOCK_TYPE(switched, "Derivative for linearization", .setup = setup_switched,
              .propagate = bd_propagate_reals, .size = size, .initialise = initialise,
              .outputs = outputs, .update = update);

const bd_block_type *const bd_blocks_derivative[] = {&type, &switched, NULL};
