/* Constant: y = Value. The example of a source that is computed once */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

#include <string.h>

typedef struct constant {
    const bd_value *value;
    bd_shape shape;
} constant;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(constant)));
    constant *c = block->data;
    bool as_vector = true;
    BD_TRY(bd_block_value(block, "Value", &c->value));
    BD_TRY(bd_block_flag(block, "VectorParams1D", &as_vector));
    if (!bd_value_is_number_like(c->value) || bd_value_is_empty(c->value))
        return bd_block_fail(block, BD_BAD_PARAMETER, "Value must be numbers");
    c->shape = bd_value_shape(c->value, as_vector);

    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const constant *c = block->data;
    bd_port *y = block->outputs;
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_port_set_dims(y, c->shape.rank, c->shape.dims));
    BD_TRY(bd_port_set_complexity(y, c->shape.complexity));
    if (bd_port_has_type(y))
        return BD_OK;
    if (type != BD_INHERITED)
        return bd_port_set_type(y, type);
    bool from_reader = bd_type_rule_of(bd_block_out_rule(block)) == BD_RULE_BACK_PROPAGATION;
    return from_reader ? BD_OK : bd_port_set_type(y, c->shape.type);
}

static bd_status outputs(bd_block *block) {
    const constant *c = block->data;
    return bd_put_value(block, NULL, c->value, &block->outputs->shape, block->outputs->data);
}

static bd_status retune(bd_block *block) {
    constant *c = block->data;
    return bd_block_value(block, "Value", &c->value);
}

BD_BLOCK_TYPE(type, "Constant", .setup = setup, .propagate = propagate, .outputs = outputs,
              .retune = retune);

const bd_block_type *const bd_blocks_constant[] = {&type, NULL};
