/* from the compiled model to a run: each block that computes is copied, in execution order, and its
 * pointers lead to the run's own ports, contexts, tasks and memory. What a block has read from its
 * parameters is shared, unless its type says that a run needs its own (own_data.c) */
#include "engine/instance.h"
#include "engine/loop.h"
#include "engine/tune.h"

#include <string.h>

static bd_block *own_block(bd_run *run, const bd_block *compiled) {
    return compiled && compiled->engine->place >= 0 ? &run->blocks[compiled->engine->place] : NULL;
}

/* its block may still be without ports */
bd_port *bd_own_port(bd_run *run, const bd_port *compiled) {
    const bd_block *block = compiled ? compiled->block : NULL;
    return block && block->engine->place >= 0
               ? &run->ports[block->engine->port_begin + block->input_count + compiled->index]
               : NULL;
}

static bd_context *own_context(const bd_run *run, const bd_context *compiled) {
    return compiled ? run->contexts[compiled->index] : NULL;
}

static bd_block **own_list(bd_run *run, bd_block *const *compiled, int count) {
    bd_block **list = bd_arena_array(&run->home.arena, (size_t)count, sizeof *list);
    for (int i = 0; list && i < count; i++)
        list[i] = own_block(run, compiled[i]);
    return list;
}

/* ---- contexts ---- */

static bd_status make_contexts(bd_run *run) {
    const bd_model *model = run->model;
    bd_arena *arena = &run->home.arena;
    size_t count = (size_t)model->context_count;
    bd_context *contexts = bd_arena_array(arena, count, sizeof *contexts);
    run->contexts = bd_arena_array(arena, count, sizeof *run->contexts);
    if (!contexts || !run->contexts)
        return bd_run_no_memory(run);
    for (size_t i = 0; i < count; i++)
        run->contexts[i] = &contexts[i];
    for (size_t i = 0; i < count; i++) {
        const bd_context *from = model->contexts[i];
        bd_context *to = &contexts[i];
        *to = *from;
        to->parent = own_context(run, from->parent);
        to->unit = own_block(run, from->unit);
        to->iterator = own_block(run, from->iterator);
        to->blocks = own_list(run, from->blocks, from->block_count);
        to->schedule = own_list(run, from->schedule, from->schedule_count);
        to->callers = NULL;
        to->caller_count = 0;
        if (!to->blocks || !to->schedule)
            return bd_run_no_memory(run);
    }
    return BD_OK;
}

/* ---- blocks ---- */

static bd_status copy_calls(bd_run *run, bd_block *block) {
    bd_arena *arena = &run->home.arena;
    bd_callees **from = block->engine->calls;
    if (!from)
        return BD_OK;
    bd_callees **to = bd_arena_array(arena, (size_t)block->output_count, sizeof *to);
    if (!to)
        return bd_run_no_memory(run);
    for (int i = 0; i < block->output_count; i++) {
        int width = from[i] ? block->outputs[i].width : 0;
        to[i] = from[i] ? bd_arena_array(arena, (size_t)width, sizeof **to) : NULL;
        for (int k = 0; k < width; k++) {
            if (!to[i])
                return bd_run_no_memory(run);
            to[i][k] = from[i][k];
            to[i][k].contexts =
                bd_arena_array(arena, (size_t)from[i][k].count, sizeof(bd_context *));
            if (!to[i][k].contexts)
                return bd_run_no_memory(run);
            for (int c = 0; c < from[i][k].count; c++)
                to[i][k].contexts[c] = own_context(run, from[i][k].contexts[c]);
        }
    }
    block->engine->calls = to;
    return BD_OK;
}

static void point_to_memory(bd_run *run, bd_block *block) {
    const bd_block_engine *engine = block->engine;
    block->x = run->x + engine->x_begin;
    block->dx = run->dx + engine->x_begin;
    block->x_tolerance = run->x_tolerance + engine->x_begin;
    block->discrete = run->discrete + engine->discrete_begin;
    block->modes = run->modes + engine->mode_begin;
    block->zero_crossings = run->crossings + engine->crossing_begin;
    block->work = run->memory + engine->work_begin;
    block->clock = &run->clock;
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        y->data = y->is_state ? (void *)block->x : run->memory + y->source_offset;
        const size_t size = bd_shape_size(&y->shape);
        y->sizes = y->shape.variable
                       ? (int *)(void *)(run->memory + (y->source_offset + size + 7) / 8 * 8)
                       : NULL;
    }
}

void bd_copy_declarations(bd_block *block) {
    bd_block_engine *engine = block->engine;
    bd_run *run = engine->run;
    const bd_block *from = engine->compiled;
    void *data = block->data;
    const bd_workspace *scope = block->scope;
    *block = *from;
    block->engine = engine;
    block->data = data;
    block->scope = scope;
    block->inputs = &run->ports[engine->port_begin];
    block->outputs = block->inputs + from->input_count;
    block->rates = &run->rates_of_blocks[engine->rate_begin];
    for (int i = 0; i < from->input_count; i++) {
        block->inputs[i] = from->inputs[i];
        block->inputs[i].block = block;
        block->inputs[i].source = bd_own_port(run, from->inputs[i].source);
    }
    for (int i = 0; i < from->output_count; i++) {
        block->outputs[i] = from->outputs[i];
        block->outputs[i].block = block;
    }
    for (int i = 0; i < from->rate_count; i++) {
        block->rates[i] = from->rates[i];
        block->rates[i].hit = &run->tasks[from->rates[i].task].hit;
    }
    point_to_memory(run, block);
}

void bd_point_inputs(bd_block *block) {
    static double zero[2];
    for (int i = 0; i < block->input_count; i++) {
        bd_port *u = &block->inputs[i];
        u->data = u->source ? (unsigned char *)u->source->data + u->source_offset : (void *)zero;
        u->sizes = u->source && u->shape.variable ? u->source->sizes : NULL;
    }
}

/* an algebraic loop solves with the members of its run */
static bd_status copy_loop(bd_run *run, bd_block *block) {
    const bd_loop *from = block->data;
    bd_loop *loop = bd_arena_alloc(&run->home.arena, sizeof *loop);
    if (!loop)
        return bd_run_no_memory(run);
    *loop = *from;
    loop->members = own_list(run, from->members, from->member_count);
    loop->cuts = bd_arena_array(&run->home.arena, (size_t)from->cut_count, sizeof *loop->cuts);
    if (!loop->members || !loop->cuts)
        return bd_run_no_memory(run);
    for (int i = 0; i < from->cut_count; i++)
        loop->cuts[i] = bd_own_port(run, from->cuts[i]);
    block->data = loop;
    return BD_OK;
}

static void copy_engine(bd_run *run, const bd_block *from, bd_block_engine *engine) {
    *engine = *from->engine;
    engine->home = &run->home;
    engine->compiling = NULL;
    engine->run = run;
    engine->compiled = from;
    engine->context = own_context(run, engine->context);
    engine->unit_of = own_context(run, engine->unit_of);
    engine->kept = NULL;
    engine->changed = engine->written; /* it reads again, into data of its own */
    engine->readers = NULL;
    engine->reader_count = 0;
}

static bd_status make_blocks(bd_run *run) {
    const bd_model *model = run->model;
    bd_arena *arena = &run->home.arena;
    bd_block_engine *engines = bd_arena_array(arena, (size_t)model->all_count, sizeof *engines);
    if (!engines)
        return bd_run_no_memory(run);
    for (int i = 0; i < model->all_count; i++) {
        const bd_block *from = model->ordered[i];
        copy_engine(run, from, &engines[i]);
        run->blocks[i] =
            (bd_block){.engine = &engines[i], .data = from->data, .scope = from->scope};
        bd_copy_declarations(&run->blocks[i]);
        BD_TRY(copy_calls(run, &run->blocks[i]));
        if (from->type == &bd_type_loop)
            BD_TRY(copy_loop(run, &run->blocks[i]));
    }
    for (int i = 0; i < model->all_count; i++)
        bd_point_inputs(&run->blocks[i]);
    return BD_OK;
}

/* ---- memory ---- */

static bd_status make_memory(bd_run *run) {
    const bd_model *model = run->model;
    const bd_layout *layout = &model->layout;
    bd_arena *arena = &run->home.arena;
    size_t n = (size_t)layout->state_count + BD_STATE_GROUP;
    run->blocks = bd_arena_array(arena, (size_t)model->all_count, sizeof *run->blocks);
    run->ports = bd_arena_array(arena, (size_t)layout->port_count, sizeof *run->ports);
    run->rates_of_blocks =
        bd_arena_array(arena, (size_t)layout->rate_count, sizeof *run->rates_of_blocks);
    run->tasks = bd_arena_array(arena, (size_t)model->task_count, sizeof *run->tasks);
    run->memory = bd_arena_alloc(arena, layout->size);
    run->dx = bd_arena_array(arena, n, sizeof(double));
    run->x_tolerance = bd_arena_array(arena, n, sizeof(double));
    run->rates = bd_arena_array(arena, n, sizeof *run->rates);
    run->crossings = bd_arena_array(arena, (size_t)layout->crossing_count, sizeof(double));
    if (!run->blocks || !run->ports || !run->rates_of_blocks || !run->tasks || !run->memory ||
        !run->dx || !run->x_tolerance || !run->rates || !run->crossings)
        return bd_run_no_memory(run);
    run->x = (double *)(void *)(run->memory + layout->x);
    run->discrete = (double *)(void *)(run->memory + layout->discrete);
    run->modes = (int *)(void *)(run->memory + layout->modes);
    memcpy(run->tasks, model->tasks, (size_t)model->task_count * sizeof *run->tasks);
    for (int i = 0; i < model->task_count; i++)
        run->tasks[i].variable = own_block(run, model->tasks[i].variable);
    run->statistics = (bd_statistics){.blocks = model->info_count,
                                      .continuous_states = layout->state_count,
                                      .discrete_states = layout->discrete_count,
                                      .algebraic_loops = model->loop_count};
    return BD_OK;
}

/* whatever is wrong with other values, compiling anew tells it best */
static bool apply_values(bd_run *run) {
    const char *variable = NULL;
    bd_scopes before; /* none */
    if (run->options.base &&
        (bd_tune(run, run->options.base, &before, &variable) != BD_OK || variable))
        return false;
    if (!bd_take_settings(run))
        return false;
    for (int i = 0; i < run->model->all_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (block->engine->changed && !block->type->offer && !bd_is_compiled_alike(block))
            return false;
    }
    return true;
}

bd_status bd_make_instances(bd_run *run, bool *fits) {
    *fits = true;
    BD_TRY(make_memory(run));
    BD_TRY(make_contexts(run));
    BD_TRY(make_blocks(run));
    const bool tuned = (run->options.base || run->options.setting_count > 0) && !run->own_model;
    *fits = !tuned || apply_values(run);
    if (!*fits)
        return BD_OK;
    bd_status status = bd_set_up_own_data(run);
    *fits = status == BD_OK || !tuned;
    return *fits ? status : BD_OK;
}

void bd_free_instances(bd_run *run) {
    for (int i = 0; run->blocks && i < run->model->all_count; i++) {
        bd_block *block = &run->blocks[i];
        if (!block->engine)
            continue;
        if (block->engine->has_own_data && block->type->destroy)
            block->type->destroy(block);
        bd_block_forget_values(block);
    }
}
