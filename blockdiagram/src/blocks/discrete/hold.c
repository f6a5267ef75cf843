/* Zero-Order Hold: the input at the hits of a discrete sample time. First-Order Hold: between its
 * samples the line through the last two, prolonged */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

static bd_status setup_zero(bd_block *block) {
    BD_TRY(bd_setup_ports(block, 1, 1, 1));
    BD_TRY(bd_block_read_sample_time(block, NULL));
    if (block->rates->sample_time.period == 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "SampleTime must be discrete");
    return BD_OK;
}

static bd_status outputs_zero(bd_block *block) {
    memcpy(block->outputs->data, block->inputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

/* rates: the continuous one of the output, and that of the samples */
static bd_status setup_first(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(double), 1, 1));
    BD_TRY(bd_block_read_sample_time(block, "Ts|SampleTime"));
    bd_sample_time sampling = block->rates->sample_time;
    if (!bd_sample_is_discrete(sampling))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the sample time must be discrete");
    *(double *)block->data = sampling.period;
    BD_TRY(bd_block_set_sample_time(block, BD_CONTINUOUS));
    return bd_block_add_sample_time(block, sampling);
}

/* discrete states: time of the last sample, then per element sample and slope */
static bd_status size_first(bd_block *block) {
    bd_block_set_discrete_states(block, 1 + 2 * block->outputs->width);
    bd_block_set_modes(block, 1);
    return BD_OK;
}

static bd_status initialise_first(bd_block *block) {
    block->modes[0] = 0; /* no sample yet */
    return BD_OK;
}

static bd_status outputs_first(bd_block *block) {
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0), *sample = block->discrete + 1;
    int n = block->outputs->width;
    double *slope = sample + n, period = *(double *)block->data;
    if (bd_is_major(block) && bd_is_hit(block, 1)) {
        for (int i = 0; i < n; i++) {
            slope[i] = block->modes[0] ? (u[i] - sample[i]) / period : 0.0;
            sample[i] = u[i];
        }
        block->discrete[0] = bd_time(block);
        block->modes[0] = 1;
        bd_block_reset_solver(block);
    }
    for (int i = 0; i < n; i++)
        y[i] = sample[i] + slope[i] * (bd_time(block) - block->discrete[0]);
    return BD_OK;
}

BD_BLOCK_TYPE(zero_type, "ZeroOrderHold", .setup = setup_zero, .outputs = outputs_zero,
              .accepts_bus = true);

#define FIRST_ORDER_TYPE(identifier, type_name)                                                    \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_first, .propagate = bd_propagate_reals,    \
                  .size = size_first, .initialise = initialise_first, .outputs = outputs_first)

FIRST_ORDER_TYPE(first_type, "First-Order Hold");
FIRST_ORDER_TYPE(first_plain_type, "FirstOrderHold");

const bd_block_type *const bd_blocks_hold[] = {&zero_type, &first_type, &first_plain_type, NULL};
