/* making blocks, nets and contexts */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

/* room for one more in a growing list of pointers; lists are small and live in the arena */
static bool reserve(bd_arena *arena, void ***list, int count, int *capacity) {
    if (count < *capacity)
        return true;
    int bigger = *capacity ? 2 * *capacity : 16;
    void **copy = bd_arena_array(arena, (size_t)bigger, sizeof *copy);
    if (!copy)
        return false;
    if (count)
        memcpy(copy, *list, (size_t)count * sizeof *copy);
    *list = copy;
    *capacity = bigger;
    return true;
}

#define RESERVE(arena, list, count, capacity)                                                      \
    reserve(arena, (void ***)(void *)&(list), count, &(capacity))

const char bd_reader_everybody, bd_reader_code;

bd_block *bd_block_create(bd_model *model, const bd_block_type *type, const bd_node *node,
                          const char *path, bd_context *context) {
    bd_arena *arena = &model->home.arena;
    bd_block *block = bd_arena_alloc(arena, sizeof *block);
    bd_block_engine *engine = bd_arena_alloc(arena, sizeof *engine);
    if (!block || !engine ||
        !RESERVE(arena, model->blocks, model->block_count, model->block_capacity) ||
        !RESERVE(arena, context->blocks, context->block_count, context->block_capacity))
        return NULL;
    block->engine = engine;
    block->type = type;
    block->node = node;
    block->path = path;
    block->minor_steps = true;
    block->run_outputs = type->outputs;
    block->run_update = type->update;
    block->run_derivatives = type->derivatives;
    block->run_zero_crossings = type->zero_crossings;
    engine->home = &model->home;
    engine->model = engine->compiling = model;
    engine->place = -1;
    engine->context = context;
    engine->order = model->block_count;
    model->blocks[model->block_count++] = block;
    context->blocks[context->block_count++] = block;
    return block;
}

/* for runs to compare with */
static bd_status keep_declarations(bd_block *block) {
    bd_block *copy = bd_block_alloc(block, sizeof *copy);
    size_t inputs = (size_t)block->input_count, outputs = (size_t)block->output_count;
    size_t rates = (size_t)block->rate_count;
    if (!copy)
        return bd_block_no_memory(block);
    *copy = *block;
    copy->inputs = bd_block_alloc(block, (inputs + outputs) * sizeof *copy->inputs);
    copy->rates = bd_block_alloc(block, rates * sizeof *copy->rates);
    if (!copy->inputs || !copy->rates)
        return bd_block_no_memory(block);
    copy->outputs = copy->inputs + inputs;
    if (inputs)
        memcpy(copy->inputs, block->inputs, inputs * sizeof *copy->inputs);
    if (outputs)
        memcpy(copy->outputs, block->outputs, outputs * sizeof *copy->outputs);
    memcpy(copy->rates, block->rates, rates * sizeof *copy->rates);
    block->engine->declared = copy;
    return BD_OK;
}

bd_status bd_block_setup(bd_block *block) {
    bd_read_as(block, block);
    bd_status status = block->type->setup(block);
    bd_read_as(block, &bd_reader_everybody);
    if (status != BD_OK)
        return status;
    block->engine->set_up = true;
    if (block->rate_count == 0)
        BD_TRY(bd_block_set_sample_time(block, BD_SAMPLE_INHERITED));
    return block->type->offer && block->engine->compiling ? keep_declarations(block) : BD_OK;
}

bd_net *bd_net_create(bd_model *model, const char *label) {
    bd_arena *arena = &model->home.arena;
    bd_net *net = bd_arena_alloc(arena, sizeof *net);
    if (!net || !RESERVE(arena, model->nets, model->net_count, model->net_capacity))
        return NULL;
    net->label = label;
    net->index = model->net_count;
    model->nets[model->net_count++] = net;
    return net;
}

bd_net *bd_net_of(bd_port *output) {
    if (!output->net) {
        output->net = bd_net_create(output->block->engine->compiling, output->name);
        if (output->net)
            output->net->driver = output;
    }
    return output->net;
}

void bd_block_queue(bd_block *block) {
    bd_block_engine *engine = block->engine;
    if (!engine->queued)
        bd_worklist_add(&engine->compiling->work, (uint32_t)engine->order, false, block);
    engine->queued = true;
}

void bd_net_queue(bd_model *model, bd_net *net) {
    if (!net->queued)
        bd_worklist_add(&model->work, (uint32_t)net->index, true, net);
    net->queued = true;
}

bd_status bd_net_add_reader(bd_model *model, bd_net *net, bd_port *input) {
    if (!RESERVE(&model->home.arena, net->readers, net->reader_count, net->reader_capacity))
        return bd_model_no_memory(model);
    net->readers[net->reader_count++] = input;
    input->net = net;
    input->name = net->label;
    return BD_OK;
}

void bd_net_drop_reader(bd_net *net, const bd_port *input) {
    for (int i = 0; i < net->reader_count; i++)
        if (net->readers[i] == input) {
            memmove(net->readers + i, net->readers + i + 1,
                    (size_t)(net->reader_count - i - 1) * sizeof *net->readers);
            net->reader_count--;
            return;
        }
}

bd_context *bd_context_create(bd_model *model, bd_context *parent, bd_context_kind kind,
                              const bd_node *node) {
    bd_arena *arena = &model->home.arena;
    bd_context *context = bd_arena_alloc(arena, sizeof *context);
    if (!context || !RESERVE(arena, model->contexts, model->context_count, model->context_capacity))
        return NULL;
    context->kind = kind;
    context->parent = parent;
    context->depth = parent ? parent->depth + 1 : 0;
    context->node = node;
    context->sample_time = BD_SAMPLE_INHERITED;
    context->triggered = kind == BD_CONTEXT_TRIGGERED || kind == BD_CONTEXT_ENABLED_TRIGGERED ||
                         kind == BD_CONTEXT_FUNCTION_CALL || (parent && parent->triggered);
    model->contexts[model->context_count++] = context;
    return context;
}

bd_block *bd_block_peer(const bd_block *block, const bd_node *node) {
    const bd_block_engine *engine = block->engine;
    const bd_item *item = bd_item_of(engine->model, node);
    bd_block *peer = item ? item->block : NULL;
    if (!engine->run || !peer)
        return peer;
    return peer->engine->place >= 0 ? &engine->run->blocks[peer->engine->place] : NULL;
}

bd_status bd_block_note_offer(bd_block *block, const bd_offer *offer) {
    bd_block_engine *engine = block->engine;
    bd_offer *copy = bd_block_alloc(block, sizeof *copy);
    if (!copy)
        return bd_block_no_memory(block);
    *copy = *offer;
    *(engine->last_offer ? &engine->last_offer->next : &engine->offers) = copy;
    engine->last_offer = copy;
    return BD_OK;
}
