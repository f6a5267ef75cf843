/* signals of variable size: memory for the largest size, and behind it the present one. Elements
 * are packed as in an array of the present size. A block that has such a port sees the present
 * sizes in its ports while its outputs are computed, so that most types need no code for it */
#include "engine/variable_size.h"

#include <string.h>

bd_variable_rule bd_variable_alike(const bd_block *block) {
    (void)block;
    return BD_VARIABLE_ALIKE;
}

bd_variable_rule bd_variable_inputs(const bd_block *block) {
    (void)block;
    return BD_VARIABLE_INPUTS;
}

bd_variable_rule bd_variable_own(const bd_block *block) {
    (void)block;
    return BD_VARIABLE_OWN;
}

/* ---- compiling ---- */

static bool has_variable_input(const bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].shape.variable)
            return true;
    return false;
}

static bd_status refuse(bd_block *block, const bd_port *input) {
    char text[80];
    return bd_block_fail(block, BD_UNSUPPORTED,
                         "input %d is a signal of variable size (at most %s), which a block of "
                         "type %s cannot take here",
                         input->index + 1, bd_shape_text(&input->shape, text, sizeof text),
                         block->type->name);
}

/* what its sources know; *changed if that is new */
static bd_status learn(bd_block *block, bool *changed) {
    for (int i = 0; i < block->input_count; i++) {
        bd_port *u = &block->inputs[i];
        if (!u->source || !u->source->shape.variable || u->shape.variable)
            continue;
        if (u->source_offset != 0 || !block->type->variable ||
            !bd_shape_same_dims(&u->shape, &u->source->shape) ||
            block->type->variable(block) == BD_REFUSES_VARIABLE)
            return refuse(block, u);
        /* a vector may fit a column: one way to count */
        u->shape.rank = u->source->shape.rank;
        memcpy(u->shape.dims, u->source->shape.dims, sizeof u->shape.dims);
        u->shape.variable = u->feedthrough = true;
        *changed = true;
    }
    if (!has_variable_input(block) || block->type->variable(block) == BD_VARIABLE_INPUTS)
        return BD_OK;
    for (int i = 0; i < block->output_count; i++)
        block->outputs[i].shape.variable = true;
    return BD_OK;
}

static bool has_variable_output(const bd_model *model) {
    for (int i = 0; i < model->block_count; i++)
        for (int k = 0; k < model->blocks[i]->output_count; k++)
            if (model->blocks[i]->outputs[k].shape.variable)
                return true;
    return false;
}

bd_status bd_find_variable_sizes(bd_model *model) {
    bool changed = has_variable_output(model);
    while (changed) {
        changed = false;
        for (int i = 0; i < model->block_count; i++)
            if (!model->blocks[i]->engine->routing)
                BD_TRY(learn(model->blocks[i], &changed));
    }
    return BD_OK;
}

/* ---- running ---- */

static void set_dims(bd_port *port, const int *dims) {
    port->width = 1;
    for (int d = 0; d < port->shape.rank; d++) {
        port->shape.dims[d] = dims[d];
        port->width *= dims[d];
    }
}

bd_status bd_port_resize(bd_port *output, const int *dims) {
    const bd_block *compiled = output->block->engine->compiled;
    const bd_shape *most = &compiled->outputs[output->index].shape;
    for (int d = 0; d < most->rank; d++)
        if (dims[d] < 0 || dims[d] > most->dims[d])
            return bd_block_fail(output->block, BD_BLOCK_FAILED,
                                 "output %d has %d elements along dimension %d, more than its "
                                 "largest size %d",
                                 output->index + 1, dims[d], d + 1, most->dims[d]);
    set_dims(output, dims);
    return BD_OK;
}

/* the size that all inputs have which are no scalars of fixed size */
static bd_status resize_alike(bd_block *block) {
    const bd_port *first = NULL;
    for (int i = 0; i < block->input_count; i++) {
        const bd_port *u = &block->inputs[i];
        if (!u->sizes && u->width == 1)
            continue;
        char a[64], b[64];
        if (first && !bd_shape_same_dims(&first->shape, &u->shape))
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d is %s now, but input %d is %s: sizes differ",
                                 first->index + 1, bd_shape_text(&first->shape, a, sizeof a), i + 1,
                                 bd_shape_text(&u->shape, b, sizeof b));
        first = first ? first : u;
    }
    for (int i = 0; first && i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        if (y->shape.rank == first->shape.rank)
            BD_TRY(bd_port_resize(y, first->shape.dims));
        else
            set_dims(y, (int[BD_MAX_RANK]){first->width, 1, 1, 1});
    }
    return BD_OK;
}

static bd_status outputs_of_sizes(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].sizes)
            set_dims(&block->inputs[i], block->inputs[i].sizes);
    if (has_variable_input(block) && block->type->variable(block) == BD_VARIABLE_ALIKE)
        BD_TRY(resize_alike(block));
    if (block->engine->inner_outputs)
        BD_TRY(block->engine->inner_outputs(block));
    for (int i = 0; i < block->output_count; i++)
        if (block->outputs[i].sizes)
            memcpy(block->outputs[i].sizes, block->outputs[i].shape.dims, BD_SIZES_BYTES);
    return BD_OK;
}

void bd_forget_sizes(bd_block *block) {
    const bd_block *compiled = block->engine->compiled;
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].sizes)
            set_dims(&block->inputs[i], compiled->inputs[i].shape.dims);
    for (int i = 0; i < block->output_count; i++)
        if (block->outputs[i].sizes)
            set_dims(&block->outputs[i], compiled->outputs[i].shape.dims);
}

void bd_follow_sizes(bd_block *block) {
    bool variable = has_variable_input(block);
    for (int i = 0; i < block->output_count; i++)
        variable = variable || block->outputs[i].shape.variable;
    if (!variable)
        return;
    block->engine->inner_outputs = block->run_outputs;
    block->run_outputs = outputs_of_sizes;
}
