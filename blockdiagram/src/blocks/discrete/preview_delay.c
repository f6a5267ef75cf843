/* Unit Delay With Preview, resettable, enabled and with an external reset value in any combination.
 * The upper output is the signal itself, the lower one the upper one a sample ago. Not enabled: the
 * upper output stays as it was. Reset not 0: it is the initial condition or the signal at RV.
 * Inputs: u, then E, R, RV */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct preview {
    int enable_input, reset_input, value_input; /* -1 if none */
    const bd_value *initial;
} preview;

static bd_status setup(bd_block *block) {
    const char *name = block->type->name;
    BD_TRY(bd_block_make_data(block, sizeof(preview)));
    preview *v = block->data;
    int next = 1;
    v->enable_input = strstr(name, "Enabled") ? next++ : -1;
    v->reset_input = strstr(name, "Resettable") ? next++ : -1;
    v->value_input = strstr(name, "External RV") ? next++ : -1;
    BD_TRY(bd_block_set_inputs(block, next));
    BD_TRY(bd_block_set_outputs(block, 2));
    bd_block_set_all_feedthrough(block);
    BD_TRY(bd_block_value(block, "vinit|InitialCondition|X0", &v->initial));
    if (!bd_value_is_number_like(v->initial) || bd_value_is_empty(v->initial))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the initial condition must be numbers");
    return bd_read_discrete_rate(block, "tsamp|SampleTime");
}

static bd_status propagate(bd_block *block) {
    const preview *v = block->data;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    for (int i = 0; i < 2; i++) {
        BD_TRY(bd_propagate_type(block->inputs, &block->outputs[i]));
        BD_TRY(bd_propagate_complexity(block->inputs, &block->outputs[i]));
    }
    if (v->value_input > 0)
        BD_TRY(bd_propagate_type(&block->inputs[v->value_input], block->outputs));
    if (v->enable_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[v->enable_input], 1));
    if (v->reset_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[v->reset_input], 1));
    return BD_OK;
}

static bd_status size(bd_block *block) {
    bd_block_set_work(block, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status write_initial(bd_block *block, void *to) {
    const preview *v = block->data;
    return bd_put_value(block, NULL, v->initial, &block->outputs->shape, to);
}

static bd_status initialise(bd_block *block) {
    return write_initial(block, block->work);
}

static bd_status outputs(bd_block *block) {
    const preview *v = block->data;
    size_t bytes = bd_shape_size(&block->outputs->shape);
    bool on = v->enable_input < 0 || bd_port_real(&block->inputs[v->enable_input], 0) != 0.0;
    memcpy(block->outputs[1].data, block->work, bytes);
    if (v->reset_input > 0 && bd_port_real(&block->inputs[v->reset_input], 0) != 0.0) {
        if (v->value_input < 0)
            return write_initial(block, block->outputs->data);
        bd_copy_signal(&block->inputs[v->value_input], block->outputs);
        return BD_OK;
    }
    memcpy(block->outputs->data, on ? block->inputs->data : block->work, bytes);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    memcpy(block->work, block->outputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

#define PREVIEW(identifier, type_name)                                                             \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .initialise = initialise, .outputs = outputs, .update = update)

PREVIEW(r, "Unit Delay With Preview Resettable");
PREVIEW(rv, "Unit Delay With Preview Resettable External RV");
PREVIEW(e, "Unit Delay With Preview Enabled");
PREVIEW(er, "Unit Delay With Preview Enabled Resettable");
PREVIEW(erv, "Unit Delay With Preview Enabled Resettable External RV");

const bd_block_type *const bd_blocks_preview_delay[] = {&r, &rv, &e, &er, &erv, NULL};
