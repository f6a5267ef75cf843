/* Unit Delay: y(n) = u(n-1), the initial condition first. Memory: the same from one major step to
 * the next. Any type; the state is in work memory */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct unit_delay {
    const bd_value *initial;
} unit_delay;

static bd_status read_initial(bd_block *block) {
    unit_delay *d = block->data;
    return bd_read_numbers(block, "InitialCondition|X0", "InitialCondition", &d->initial);
}

static bd_status set_up(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(unit_delay), 1, 1));
    block->inputs->feedthrough = false;
    return read_initial(block);
}

static bd_status setup_unit_delay(bd_block *block) {
    BD_TRY(set_up(block));
    return bd_read_discrete_rate(block, NULL);
}

static bd_status setup_memory(bd_block *block) {
    bool inherit = false;
    BD_TRY(set_up(block));
    BD_TRY(bd_block_flag(block, "InheritSampleTime", &inherit));
    return bd_block_set_sample_time(block,
                                    inherit ? (bd_sample_time){-1.0, 1.0} : BD_FIXED_IN_MINOR);
}

/* a scalar initial condition says nothing about the width of the signal, a longer one does */
static bd_status propagate(bd_block *block) {
    const unit_delay *d = block->data;
    bd_shape initial = bd_value_shape(d->initial, true);
    if (initial.complexity == 1)
        BD_TRY(bd_port_set_complexity(block->outputs, 1));
    if (!bd_shape_is_scalar(&initial) && !bd_port_has_dims(block->inputs))
        BD_TRY(bd_port_set_dims(block->inputs, initial.rank, initial.dims));
    return bd_propagate_same(block);
}

static bd_status size(bd_block *block) {
    const unit_delay *d = block->data;
    const bd_shape *shape = &block->outputs->shape;
    if (shape->type != BD_BUS && d->initial->count != 1 &&
        d->initial->count != (size_t)bd_shape_width(shape))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "InitialCondition has %zu elements but the signal has %d",
                             d->initial->count, bd_shape_width(shape));
    bd_block_set_work(block, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const unit_delay *d = block->data;
    return bd_work_begin(block, "InitialCondition", d->initial, &block->outputs->shape);
}

static bd_status outputs(bd_block *block) {
    memcpy(block->outputs->data, block->work, block->work_size);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    memcpy(block->work, block->inputs->data, block->work_size);
    return BD_OK;
}

BD_KERNEL(run_scalar, *k->u[0])

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const bool good = bd_kernel_of_scalars(block, kernel, run_scalar);
    kernel->u[0] = block->work;
    return good;
}

#define UNIT_DELAY_TYPE(identifier, type_name, setup_function)                                     \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate,          \
                  .size = size, .initialise = initialise, .outputs = outputs, .update = update,    \
                  .kernel = kernel, .retune = read_initial, .accepts_bus = true)

UNIT_DELAY_TYPE(unit_delay_type, "UnitDelay", setup_unit_delay);
UNIT_DELAY_TYPE(memory_type, "Memory", setup_memory);

const bd_block_type *const bd_blocks_unit_delay[] = {&unit_delay_type, &memory_type, NULL};
