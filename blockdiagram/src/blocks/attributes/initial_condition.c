/* IC: its value at the first step of the signal, the input from then on */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct initial_condition {
    const bd_value *value;
} initial_condition;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(initial_condition), 1, 1));
    initial_condition *p = block->data;
    BD_TRY(bd_read_numbers(block, "Value", "Value", &p->value));
    bd_block_set_work(block, sizeof(int)); /* the first step is over */
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const initial_condition *p = block->data;
    bd_shape shape = bd_value_shape(p->value, true);
    if (shape.complexity == 1)
        BD_TRY(bd_port_set_complexity(block->inputs, 1));
    if (!bd_shape_is_scalar(&shape) && !bd_port_has_dims(block->inputs) &&
        !bd_port_has_dims(block->outputs))
        BD_TRY(bd_port_set_dims(block->inputs, shape.rank, shape.dims));
    return bd_propagate_same(block);
}

static bd_status initialise(bd_block *block) {
    *(int *)block->work = 0;
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const initial_condition *p = block->data;
    if (*(int *)block->work) {
        bd_copy_signal(block->inputs, block->outputs);
        return BD_OK;
    }
    return bd_put_value(block, "Value", p->value, &block->outputs->shape, block->outputs->data);
}

static bd_status update(bd_block *block) {
    *(int *)block->work = 1;
    return BD_OK;
}

BD_BLOCK_TYPE(type, "InitialCondition", .cut_preference = 1, .accepts_bus = true, .setup = setup,
              .propagate = propagate, .initialise = initialise, .outputs = outputs,
              .update = update);

const bd_block_type *const bd_blocks_initial_condition[] = {&type, NULL};
