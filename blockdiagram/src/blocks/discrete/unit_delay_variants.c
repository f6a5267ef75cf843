/* Unit Delay with Enable, Reset and External IC in any combination, as their names say. Inputs: u,
 * then E, R, IC. Not enabled: the state stands still. Reset not 0: the output is the initial
 * condition. External IC: the output begins with the signal at that port */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct variant {
    int enable_input, reset_input, initial_input; /* -1 if none */
    const bd_value *initial;
} variant;

/* begin of work; the state follows */
typedef struct memory {
    long begun;
} memory;

static bd_status read_initial(bd_block *block) {
    variant *v = block->data;
    if (v->initial_input > 0)
        return BD_OK;
    BD_TRY(bd_block_value(block, "vinit|InitialCondition|X0", &v->initial));
    if (!bd_value_is_number_like(v->initial) || bd_value_is_empty(v->initial))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the initial condition must be numbers");
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    const char *name = block->type->name;
    BD_TRY(bd_block_make_data(block, sizeof(variant)));
    variant *v = block->data;
    int next = 1;
    v->enable_input = strstr(name, "Enabled") ? next++ : -1;
    v->reset_input = strstr(name, "Resettable") ? next++ : -1;
    v->initial_input = strstr(name, "External IC") ? next++ : -1;
    BD_TRY(bd_block_set_inputs(block, next));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    block->inputs->feedthrough = false;
    if (v->enable_input > 0)
        block->inputs[v->enable_input].feedthrough = false;
    BD_TRY(read_initial(block));
    return bd_read_discrete_rate(block, "tsamp|SampleTime");
}

static bd_status propagate(bd_block *block) {
    const variant *v = block->data;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    BD_TRY(bd_propagate_complexity(block->inputs, block->outputs));
    if (v->initial_input > 0)
        BD_TRY(bd_propagate_type(&block->inputs[v->initial_input], block->outputs));
    if (v->enable_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[v->enable_input], 1));
    if (v->reset_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[v->reset_input], 1));
    return BD_OK;
}

static bd_status size(bd_block *block) {
    bd_block_set_work(block, sizeof(memory) + bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static void *state(const bd_block *block) {
    return (unsigned char *)block->work + sizeof(memory);
}

static bd_status write_initial(bd_block *block, void *to) {
    const variant *v = block->data;
    bd_port target = *block->outputs;
    target.data = to;
    if (v->initial_input > 0) {
        bd_copy_signal(&block->inputs[v->initial_input], &target);
        return BD_OK;
    }
    return bd_put_value(block, NULL, v->initial, &target.shape, to);
}

static bd_status initialise(bd_block *block) {
    const variant *v = block->data;
    ((memory *)block->work)->begun = 0;
    return v->initial_input > 0 ? BD_OK : write_initial(block, state(block));
}

static bd_status outputs(bd_block *block) {
    const variant *v = block->data;
    memory *m = block->work;
    bool first = !m->begun && v->initial_input > 0;
    bool reset = v->reset_input > 0 && bd_port_real(&block->inputs[v->reset_input], 0) != 0.0;
    if (first || reset)
        BD_TRY(write_initial(block, state(block)));
    m->begun = 1;
    memcpy(block->outputs->data, state(block), bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const variant *v = block->data;
    if (v->enable_input < 0 || bd_port_real(&block->inputs[v->enable_input], 0) != 0.0)
        memcpy(state(block), block->inputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

#define VARIANT(identifier, type_name)                                                             \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .initialise = initialise, .outputs = outputs, .update = update)

VARIANT(e, "Unit Delay Enabled");
VARIANT(r, "Unit Delay Resettable");
VARIANT(er, "Unit Delay Enabled Resettable");
VARIANT(i, "Unit Delay External IC");
VARIANT(ei, "Unit Delay Enabled External IC");
VARIANT(ri, "Unit Delay Resettable External IC");
VARIANT(eri, "Unit Delay Enabled Resettable External IC");

const bd_block_type *const bd_blocks_unit_delay_variants[] = {&e,  &r,  &er,  &i,
                                                              &ei, &ri, &eri, NULL};
