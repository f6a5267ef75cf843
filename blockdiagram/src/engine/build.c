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

bd_block *bd_block_create(bd_simulation *simulation, const bd_block_type *type, const bd_node *node,
                          const char *path, bd_context *context) {
    bd_arena *arena = &simulation->arena;
    bd_block *block = bd_arena_alloc(arena, sizeof *block);
    bd_block_engine *engine = bd_arena_alloc(arena, sizeof *engine);
    if (!block || !engine ||
        !RESERVE(arena, simulation->blocks, simulation->block_count, simulation->block_capacity) ||
        !RESERVE(arena, context->blocks, context->block_count, context->block_capacity))
        return NULL;
    block->engine = engine;
    block->type = type;
    block->node = node;
    block->path = path;
    block->clock = &simulation->clock;
    block->minor_steps = true;
    block->run_outputs = type->outputs;
    block->run_update = type->update;
    block->run_derivatives = type->derivatives;
    block->run_zero_crossings = type->zero_crossings;
    engine->simulation = simulation;
    engine->context = context;
    engine->order = simulation->block_count;
    simulation->blocks[simulation->block_count++] = block;
    context->blocks[context->block_count++] = block;
    return block;
}

bd_status bd_block_setup(bd_block *block) {
    bd_status status = block->type->setup(block);
    if (status != BD_OK)
        return status;
    block->engine->set_up = true;
    if (block->rate_count == 0)
        return bd_block_set_sample_time(block, BD_SAMPLE_INHERITED);
    return BD_OK;
}

bd_net *bd_net_create(bd_simulation *simulation, const char *label) {
    bd_arena *arena = &simulation->arena;
    bd_net *net = bd_arena_alloc(arena, sizeof *net);
    if (!net || !RESERVE(arena, simulation->nets, simulation->net_count, simulation->net_capacity))
        return NULL;
    net->label = label;
    net->index = simulation->net_count;
    simulation->nets[simulation->net_count++] = net;
    return net;
}

bd_net *bd_net_of(bd_port *output) {
    if (!output->net) {
        output->net = bd_net_create(output->block->engine->simulation, output->name);
        if (output->net)
            output->net->driver = output;
    }
    return output->net;
}

void bd_block_queue(bd_block *block) {
    bd_block_engine *engine = block->engine;
    if (!engine->queued)
        bd_worklist_add(&engine->simulation->work, (uint32_t)engine->order, false, block);
    engine->queued = true;
}

void bd_net_queue(bd_simulation *simulation, bd_net *net) {
    if (!net->queued)
        bd_worklist_add(&simulation->work, (uint32_t)net->index, true, net);
    net->queued = true;
}

bd_status bd_net_add_reader(bd_simulation *simulation, bd_net *net, bd_port *input) {
    if (!RESERVE(&simulation->arena, net->readers, net->reader_count, net->reader_capacity))
        return bd_simulation_no_memory(simulation);
    net->readers[net->reader_count++] = input;
    input->net = net;
    input->name = net->label;
    return BD_OK;
}

bd_context *bd_context_create(bd_simulation *simulation, bd_context *parent, bd_context_kind kind,
                              const bd_node *node) {
    bd_arena *arena = &simulation->arena;
    bd_context *context = bd_arena_alloc(arena, sizeof *context);
    if (!context || !RESERVE(arena, simulation->contexts, simulation->context_count,
                             simulation->context_capacity))
        return NULL;
    context->kind = kind;
    context->parent = parent;
    context->depth = parent ? parent->depth + 1 : 0;
    context->node = node;
    context->sample_time = BD_SAMPLE_INHERITED;
    context->triggered = kind == BD_CONTEXT_TRIGGERED || kind == BD_CONTEXT_ENABLED_TRIGGERED ||
                         kind == BD_CONTEXT_FUNCTION_CALL || (parent && parent->triggered);
    simulation->contexts[simulation->context_count++] = context;
    return context;
}

bd_block *bd_block_peer(const bd_block *block, const bd_node *node) {
    const bd_item *item = bd_item_of(block->engine->simulation, node);
    return item ? item->block : NULL;
}
