/* Unit Delay: y(n) = u(n-1), the initial condition first. Any type; the state is in work memory */
#include "blocks/families.h"

#include <string.h>

typedef struct unit_delay {
    const bd_value *initial;
} unit_delay;

static bd_status read_initial(bd_block *block) {
    unit_delay *d = block->data;
    bd_status status = bd_block_value(block, "InitialCondition|X0", &d->initial);
    if (status == BD_OK && (!bd_value_is_number_like(d->initial) || bd_value_is_empty(d->initial)))
        return bd_block_fail(block, BD_BAD_PARAMETER, "InitialCondition must be numbers");
    return status;
}

static bd_status setup(bd_block *block) {
    block->data = bd_block_alloc(block, sizeof(unit_delay));
    if (!block->data)
        return bd_block_no_memory(block);
    bd_status status = read_initial(block);
    if (status == BD_OK)
        status = bd_block_set_inputs(block, 1);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 1);
    if (status == BD_OK)
        status = bd_block_read_sample_time(block, NULL);
    return status;
}

/* a scalar initial condition says nothing about the width of the signal, a longer one does */
static bd_status propagate(bd_block *block) {
    const unit_delay *d = block->data;
    bd_shape initial = bd_value_shape(d->initial, true);
    bd_status status = BD_OK;
    if (initial.complexity == 1)
        status = bd_port_set_complexity(block->outputs, 1);
    if (status == BD_OK && !bd_shape_is_scalar(&initial) && !bd_port_has_dims(block->inputs))
        status = bd_port_set_dims(block->inputs, initial.rank, initial.dims);
    return status == BD_OK ? bd_propagate_same(block) : status;
}

static bd_status size(bd_block *block) {
    bd_block_set_work(block, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const unit_delay *d = block->data;
    bd_error error;
    bd_status status = bd_value_to_signal(d->initial, &block->outputs->shape, block->work, &error);
    return status == BD_OK ? BD_OK
                           : bd_block_fail(block, status, "InitialCondition: %s", error.text);
}

static bd_status outputs(bd_block *block) {
    memcpy(block->outputs->data, block->work, block->work_size);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    memcpy(block->work, block->inputs->data, block->work_size);
    return BD_OK;
}

static const bd_block_type type = {
    .name = "UnitDelay",
    .setup = setup,
    .propagate = propagate,
    .size = size,
    .initialise = initialise,
    .outputs = outputs,
    .update = update,
    .retune = read_initial,
    .accepts_bus = true,
};

const bd_block_type *const bd_blocks_unit_delay[] = {&type, NULL};
