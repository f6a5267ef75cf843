/* sizes of all blocks and one piece of memory for everything that a state of the model is:
 * continuous states, discrete states, modes, work, signals. Signals lie in execution order */
#include "engine/variable_size.h"

#include <string.h>

#define MAX_MEMORY ((size_t)1 << 31)

bd_status bd_size_blocks(bd_model *model) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        bd_read_as(block, block);
        if (block->type->size)
            BD_TRY(block->type->size(block));
        bd_read_as(block, &bd_reader_everybody);
        /* derivatives need the continuous sample time */
        if (block->state_count > 0 && !block->engine->in_minor)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "a block with continuous states must have a continuous sample "
                                 "time");
    }
    return BD_OK;
}

static size_t take(size_t *total, size_t bytes, size_t alignment) {
    *total = (*total + alignment - 1) / alignment * alignment;
    size_t begin = *total;
    *total += bytes;
    return begin;
}

static size_t signal_alignment(size_t bytes) {
    return bytes > 16 ? 16 : 8;
}

/* visits every block in execution order; called subsystems come last in their context */
static bd_status visit(bd_context *context, bool called,
                       bd_status (*function)(bd_block *block, const bd_context *context,
                                             bool called, void *user),
                       void *user) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < context->block_count; i++) {
            bd_block *block = context->blocks[i];
            bd_context *inside = block->engine->unit_of;
            bool calls = inside && inside->kind == BD_CONTEXT_FUNCTION_CALL;
            if (calls != (pass == 1))
                continue;
            BD_TRY(function(block, context, called || calls, user));
            if (inside)
                BD_TRY(visit(inside, called || calls, function, user));
        }
    return BD_OK;
}

typedef struct visitor {
    bd_model *model;
    int next;
} visitor;

static bd_status count_block(bd_block *block, const bd_context *context, bool called, void *user) {
    (void)context;
    (void)called;
    visitor *l = user;
    bd_model *model = l->model;
    bd_block_engine *engine = block->engine;
    engine->x_begin = (size_t)model->layout.state_count;
    engine->discrete_begin = (size_t)model->layout.discrete_count;
    engine->mode_begin = (size_t)model->layout.mode_count;
    engine->crossing_begin = (size_t)model->layout.crossing_count;
    if (model->layout.state_count + (long)block->state_count > 50000000 ||
        model->layout.discrete_count + (long)block->discrete_count > 50000000)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "the diagram has too many states");
    model->layout.state_count += block->state_count;
    model->layout.discrete_count += block->discrete_count;
    model->layout.mode_count += block->mode_count;
    model->layout.crossing_count += block->zero_crossing_count;
    model->ordered[l->next++] = block;
    return BD_OK;
}

static void place_block(bd_block *block, int place, bd_layout *layout) {
    size_t *bytes = &layout->size;
    bd_block_engine *engine = block->engine;
    engine->place = place;
    engine->port_begin = layout->port_count;
    engine->rate_begin = layout->rate_count;
    layout->port_count += block->input_count + block->output_count;
    layout->rate_count += block->rate_count;
    engine->work_begin = take(bytes, block->work_size, 16);
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        if (y->is_state)
            continue;
        size_t size = bd_shape_size(&y->shape);
        y->source_offset = take(bytes, size, signal_alignment(size));
        if (y->shape.variable)
            (void)take(bytes, BD_SIZES_BYTES, 8);
    }
}

bd_status bd_lay_out_memory(bd_model *model) {
    bd_arena *arena = &model->home.arena;
    model->ordered = bd_arena_array(arena, (size_t)model->block_count, sizeof *model->ordered);
    if (!model->ordered)
        return bd_model_no_memory(model);
    visitor l = {.model = model};
    BD_TRY(visit(model->contexts[0], false, count_block, &l));
    model->ordered_count = l.next;
    /* loops are not in the contexts' block lists */
    for (int i = 0; i < model->block_count; i++)
        if (model->blocks[i]->type == &bd_type_loop)
            model->ordered[l.next++] = model->blocks[i];
    model->all_count = l.next;

    bd_layout *layout = &model->layout;
    size_t n = (size_t)layout->state_count + BD_STATE_GROUP;
    layout->x = take(&layout->size, n * sizeof(double), 64);
    layout->discrete = take(&layout->size, (size_t)layout->discrete_count * sizeof(double), 16);
    layout->modes = take(&layout->size, (size_t)layout->mode_count * sizeof(int), 16);
    for (int i = 0; i < model->all_count; i++)
        place_block(model->ordered[i], i, layout);
    for (int i = 0; i < model->context_count; i++)
        model->contexts[i]->index = i;
    if (layout->size > MAX_MEMORY)
        return bd_model_fail(model, BD_LIMIT_EXCEEDED,
                             "%s: signals and states need %zu bytes, more than %zu",
                             model->diagram->name, layout->size, MAX_MEMORY);
    return BD_OK;
}

static bd_status describe_block(bd_block *block, const bd_context *context, bool called,
                                void *user) {
    visitor *l = user;
    if (!block->node)
        return BD_OK;
    l->model->described[l->next] = block;
    l->model->infos[l->next++] = (bd_block_info){
        .path = block->path,
        .type = block->type->name,
        .sample_time = block->rates->sample_time,
        .rate_count = block->rate_count,
        .depth = context->depth,
        .continuous_states = block->state_count,
        .discrete_states = block->discrete_count,
        .zero_crossings = block->zero_crossing_count,
        .algebraic_loop = block->engine->loop,
        .called = called,
    };
    return BD_OK;
}

bd_status bd_describe_blocks(bd_model *model) {
    model->infos = bd_model_array(model, model->block_count, sizeof *model->infos);
    model->described = bd_model_array(model, model->block_count, sizeof *model->described);
    if (!model->infos || !model->described)
        return bd_model_no_memory(model);
    visitor l = {.model = model};
    bd_status status = visit(model->contexts[0], false, describe_block, &l);
    model->info_count = l.next;
    return status;
}
