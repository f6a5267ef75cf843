/* Constant: y = Value. The example of a source that is computed once */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

#include <string.h>

typedef struct constant {
    const bd_value *value;
    bd_shape shape;
} constant;

static bd_status setup(bd_block *block) {
    constant *c = bd_block_alloc(block, sizeof *c);
    if (!c)
        return bd_block_no_memory(block);
    block->data = c;
    bool as_vector = true;
    bd_status status = bd_block_value(block, "Value", &c->value);
    if (status == BD_OK)
        status = bd_block_flag(block, "VectorParams1D", &as_vector);
    if (status != BD_OK)
        return status;
    if (!bd_value_is_number_like(c->value) || bd_value_is_empty(c->value))
        return bd_block_fail(block, BD_BAD_PARAMETER, "Value must be numbers");
    c->shape = bd_value_shape(c->value, as_vector);

    status = bd_block_set_inputs(block, 0);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 1);
    if (status == BD_OK)
        status = bd_block_read_sample_time(block, NULL);
    return status;
}

static bd_status propagate(bd_block *block) {
    const constant *c = block->data;
    bd_port *y = block->outputs;
    int type;
    bd_status status = bd_block_out_type(block, &type);
    if (status == BD_OK)
        status = bd_port_set_dims(y, c->shape.rank, c->shape.dims);
    if (status == BD_OK)
        status = bd_port_set_complexity(y, c->shape.complexity);
    if (status != BD_OK || bd_port_has_type(y))
        return status;
    if (type != BD_INHERITED)
        return bd_port_set_type(y, type);
    bool from_reader = bd_type_rule_of(bd_block_out_rule(block)) == BD_RULE_BACK_PROPAGATION;
    return from_reader ? BD_OK : bd_port_set_type(y, c->shape.type);
}

static bd_status outputs(bd_block *block) {
    const constant *c = block->data;
    bd_error error;
    bd_status status =
        bd_value_to_signal(c->value, &block->outputs->shape, block->outputs->data, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

static bd_status retune(bd_block *block) {
    constant *c = block->data;
    return bd_block_value(block, "Value", &c->value);
}

static const bd_block_type type = {
    .name = "Constant",
    .setup = setup,
    .propagate = propagate,
    .outputs = outputs,
    .retune = retune,
};

const bd_block_type *const bd_blocks_constant[] = {&type, NULL};
