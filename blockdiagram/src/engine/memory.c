/* sizes of all blocks and one piece of memory for everything that a state of the simulation is:
 * continuous states, discrete states, modes, work, signals. Signals lie in execution order */
#include "engine/engine.h"

#include <string.h>

#define MAX_MEMORY ((size_t)1 << 31)

bd_status bd_size_blocks(bd_simulation *simulation) {
    bd_status status = BD_OK;
    for (int i = 0; i < simulation->block_count && status == BD_OK; i++) {
        bd_block *block = simulation->blocks[i];
        if (block->type->size)
            status = block->type->size(block);
        /* derivatives need the continuous sample time */
        if (status == BD_OK && block->state_count > 0 && !block->engine->in_minor)
            status = bd_block_fail(block, BD_BAD_SIGNAL,
                                   "a block with continuous states must have a continuous sample "
                                   "time");
    }
    return status;
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
    bd_status status = BD_OK;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < context->block_count && status == BD_OK; i++) {
            bd_block *block = context->blocks[i];
            bd_context *inside = block->engine->unit_of;
            bool calls = inside && inside->kind == BD_CONTEXT_FUNCTION_CALL;
            if (calls != (pass == 1))
                continue;
            status = function(block, context, called || calls, user);
            if (status == BD_OK && inside)
                status = visit(inside, called || calls, function, user);
        }
    return status;
}

typedef struct layout {
    bd_simulation *simulation;
    size_t bytes;
    int next;
} layout;

static bd_status count_block(bd_block *block, const bd_context *context, bool called, void *user) {
    (void)context;
    (void)called;
    layout *l = user;
    bd_simulation *simulation = l->simulation;
    bd_block_engine *engine = block->engine;
    engine->x_begin = (size_t)simulation->state_count;
    engine->discrete_begin = (size_t)simulation->discrete_count;
    engine->mode_begin = (size_t)simulation->mode_count;
    engine->crossing_begin = (size_t)simulation->crossing_count;
    if (simulation->state_count + (long)block->state_count > 50000000 ||
        simulation->discrete_count + (long)block->discrete_count > 50000000)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "the diagram has too many states");
    simulation->state_count += block->state_count;
    simulation->discrete_count += block->discrete_count;
    simulation->mode_count += block->mode_count;
    simulation->crossing_count += block->zero_crossing_count;
    simulation->ordered[l->next++] = block;
    return BD_OK;
}

static void place_block(bd_simulation *simulation, bd_block *block, size_t *bytes) {
    block->engine->work_begin = take(bytes, block->work_size, 16);
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        if (y->is_state)
            continue;
        size_t size = bd_shape_size(&y->shape);
        y->source_offset = take(bytes, size, signal_alignment(size));
    }
    (void)simulation;
}

static void point_block(bd_simulation *simulation, bd_block *block) {
    const bd_block_engine *engine = block->engine;
    block->x = simulation->x + engine->x_begin;
    block->dx = simulation->dx + engine->x_begin;
    block->x_tolerance = simulation->x_tolerance + engine->x_begin;
    block->discrete = simulation->discrete + engine->discrete_begin;
    block->modes = simulation->modes + engine->mode_begin;
    block->zero_crossings = simulation->crossings + engine->crossing_begin;
    block->work = simulation->memory + engine->work_begin;
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        y->data = y->is_state ? (void *)block->x : simulation->memory + y->source_offset;
    }
}

static void point_inputs(bd_block *block) {
    static double zero[2];
    for (int i = 0; i < block->input_count; i++) {
        bd_port *u = &block->inputs[i];
        u->data = u->source ? (unsigned char *)u->source->data + u->source_offset : (void *)zero;
    }
}

bd_status bd_lay_out_memory(bd_simulation *simulation) {
    bd_arena *arena = &simulation->arena;
    simulation->ordered =
        bd_arena_array(arena, (size_t)simulation->block_count, sizeof *simulation->ordered);
    if (!simulation->ordered)
        return bd_simulation_no_memory(simulation);
    layout l = {.simulation = simulation};
    bd_status status = visit(simulation->contexts[0], false, count_block, &l);
    if (status != BD_OK)
        return status;
    simulation->ordered_count = l.next;
    /* loops are not in the contexts' block lists */
    for (int i = 0; i < simulation->block_count; i++)
        if (simulation->blocks[i]->type == &bd_type_loop)
            simulation->ordered[l.next++] = simulation->blocks[i];
    simulation->all_count = l.next;

    size_t n = (size_t)simulation->state_count + BD_STATE_GROUP, bytes = 0;
    size_t x = take(&bytes, n * sizeof(double), 64);
    size_t discrete = take(&bytes, (size_t)simulation->discrete_count * sizeof(double), 16);
    size_t modes = take(&bytes, (size_t)simulation->mode_count * sizeof(int), 16);
    for (int i = 0; i < simulation->all_count; i++)
        place_block(simulation, simulation->ordered[i], &bytes);
    if (bytes > MAX_MEMORY)
        return bd_simulation_fail(simulation, BD_LIMIT_EXCEEDED,
                                  "%s: signals and states need %zu bytes, more than %zu",
                                  simulation->diagram->name, bytes, MAX_MEMORY);
    simulation->memory = bd_arena_alloc(arena, bytes);
    simulation->memory_size = bytes;
    simulation->dx = bd_arena_array(arena, n, sizeof(double));
    simulation->x_tolerance = bd_arena_array(arena, n, sizeof(double));
    simulation->rates = bd_arena_array(arena, n, sizeof *simulation->rates);
    simulation->crossings =
        bd_arena_array(arena, (size_t)simulation->crossing_count, sizeof(double));
    if (!simulation->memory || !simulation->dx || !simulation->x_tolerance ||
        !simulation->crossings || !simulation->rates)
        return bd_simulation_no_memory(simulation);
    simulation->x = (double *)(void *)(simulation->memory + x);
    simulation->discrete = (double *)(void *)(simulation->memory + discrete);
    simulation->modes = (int *)(void *)(simulation->memory + modes);
    for (int i = 0; i < simulation->all_count; i++)
        point_block(simulation, simulation->ordered[i]);
    for (int i = 0; i < simulation->all_count; i++)
        point_inputs(simulation->ordered[i]);
    return BD_OK;
}

static bd_status describe_block(bd_block *block, const bd_context *context, bool called,
                                void *user) {
    layout *l = user;
    if (!block->node)
        return BD_OK;
    l->simulation->described[l->next] = block;
    l->simulation->infos[l->next++] = (bd_block_info){
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

bd_status bd_describe_blocks(bd_simulation *simulation) {
    simulation->infos = bd_arena_array(&simulation->arena, (size_t)simulation->block_count,
                                       sizeof *simulation->infos);
    simulation->described = bd_arena_array(&simulation->arena, (size_t)simulation->block_count,
                                           sizeof *simulation->described);
    if (!simulation->infos || !simulation->described)
        return bd_simulation_no_memory(simulation);
    layout l = {.simulation = simulation};
    bd_status status = visit(simulation->contexts[0], false, describe_block, &l);
    simulation->info_count = l.next;
    bd_statistics *s = &simulation->statistics;
    s->blocks = simulation->info_count;
    s->continuous_states = simulation->state_count;
    s->discrete_states = simulation->discrete_count;
    s->algebraic_loops = simulation->loop_count;
    return status;
}
