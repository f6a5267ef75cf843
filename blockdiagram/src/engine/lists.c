/* flat lists of operations: what a step runs is decided once, before the run */
#include "engine/loop.h"
#include "engine/run.h"

#include <string.h>

static bd_status run_block(const bd_kernel *kernel) {
    return kernel->block->run_outputs(kernel->block);
}

static bd_status run_block_at_hit(const bd_kernel *kernel) {
    return *kernel->block->rates->hit ? kernel->block->run_outputs(kernel->block) : BD_OK;
}

static bd_status run_block_at_any_hit(const bd_kernel *kernel) {
    const bd_block *block = kernel->block;
    for (int i = 0; i < block->rate_count; i++)
        if (*block->rates[i].hit)
            return block->run_outputs(kernel->block);
    return BD_OK;
}

/* due at every major step: continuous, fixed in minor step, triggered */
static bool is_always_due(const bd_block *block) {
    for (int i = 0; i < block->rate_count; i++)
        if (block->rates[i].task < 2)
            return true;
    return false;
}

static void add_operation(bd_list *list, bd_block *block) {
    bd_kernel *kernel = &list->items[list->count++];
    *kernel = (bd_kernel){.block = block};
    if (!is_always_due(block)) {
        kernel->run = block->rate_count > 1 ? run_block_at_any_hit : run_block_at_hit;
        return;
    }
    if (!block->type->kernel || block->engine->inner_outputs || block->engine->written ||
        !block->type->kernel(block, kernel)) {
        *kernel = (bd_kernel){.block = block, .run = run_block};
        return;
    }
    kernel->block = block;
}

static bd_status make_lists(bd_run *run, bd_block **blocks, int count, bd_list *major,
                            bd_list *minor);

/* a loop has its members' lists inside */
static bd_status prepare(bd_run *run, bd_block *block) {
    if (block->type != &bd_type_loop)
        return BD_OK;
    bd_loop *loop = block->data;
    return make_lists(run, loop->members, loop->member_count, &loop->major, &loop->minor);
}

/* from started blocks, in this order: all that runs at major steps, and what of it runs at minor
 * ones */
static bd_status make_lists(bd_run *run, bd_block **blocks, int count, bd_list *major,
                            bd_list *minor) {
    if (!major->items || !minor->items) { /* once; a second run fills them again */
        major->items = bd_arena_array(&run->home.arena, (size_t)count, sizeof *major->items);
        minor->items = bd_arena_array(&run->home.arena, (size_t)count, sizeof *minor->items);
        if (!major->items || !minor->items)
            return bd_run_no_memory(run);
    }
    major->count = minor->count = 0;
    for (int i = 0; i < count; i++) {
        bd_block *block = blocks[i];
        BD_TRY(prepare(run, block));
        if (!block->run_outputs || block->engine->constant)
            continue;
        add_operation(major, block);
        if (block->engine->in_minor)
            add_operation(minor, block);
    }
    return BD_OK;
}

static bd_status run_state_outputs(const bd_kernel *kernel) {
    return kernel->block->type->state_outputs(kernel->block);
}

static bool has_state_port(const bd_block *block) {
    for (int i = 0; i < block->output_count; i++)
        if (block->outputs[i].from_state)
            return block->type->state_outputs != NULL;
    return false;
}

/* dx = u, element by element, needs no call */
static bool is_plain_copy(const bd_block *block) {
    return block->type->integrates_input && block->state_count == 1 && !block->run_update &&
           !block->run_outputs;
}

static bd_status make_tables(bd_run *run, bd_context *context) {
    bd_arena *arena = &run->home.arena;
    size_t count = (size_t)context->block_count;
    if (!context->updates.blocks) {
        context->updates.blocks = bd_arena_array(arena, count, sizeof(bd_block *));
        context->derivatives.blocks = bd_arena_array(arena, count, sizeof(bd_block *));
        context->crossings.blocks = bd_arena_array(arena, count, sizeof(bd_block *));
        context->copies = bd_arena_array(arena, count, sizeof *context->copies);
        context->state_outputs.items = bd_arena_array(arena, count, sizeof(bd_kernel));
        if (!context->updates.blocks || !context->derivatives.blocks ||
            !context->crossings.blocks || !context->copies || !context->state_outputs.items)
            return bd_run_no_memory(run);
    }
    context->updates.count = context->derivatives.count = context->crossings.count = 0;
    context->copy_count = context->state_outputs.count = 0;
    for (int i = 0; i < context->block_count; i++) {
        bd_block *block = context->blocks[i];
        const bd_context *unit_of = block->engine->unit_of;
        if (unit_of && unit_of->kind == BD_CONTEXT_FUNCTION_CALL)
            continue;
        if (block->run_update && !block->engine->constant)
            context->updates.blocks[context->updates.count++] = block;
        if (is_plain_copy(block))
            context->copies[context->copy_count++] = (bd_copy){block->dx, block->inputs->data};
        else if (block->run_derivatives && (block->state_count > 0 || unit_of))
            context->derivatives.blocks[context->derivatives.count++] = block;
        if (block->run_zero_crossings && (block->zero_crossing_count > 0 || unit_of))
            context->crossings.blocks[context->crossings.count++] = block;
        if (has_state_port(block))
            context->state_outputs.items[context->state_outputs.count++] =
                (bd_kernel){.block = block, .run = run_state_outputs};
    }
    return BD_OK;
}

static void find_rates(bd_run *run) {
    const bd_context *root = run->contexts[0];
    for (int i = 0; i < run->model->layout.state_count + BD_STATE_GROUP; i++)
        run->rates[i] = &run->dx[i];
    for (int i = 0; i < root->copy_count; i++)
        run->rates[root->copies[i].to - run->dx] = root->copies[i].from;
}

bd_status bd_make_all_lists(bd_run *run) {
    for (int i = 0; i < run->model->context_count; i++) {
        bd_context *context = run->contexts[i];
        BD_TRY(make_lists(run, context->schedule, context->schedule_count, &context->major_outputs,
                          &context->minor_outputs));
        BD_TRY(make_tables(run, context));
        BD_TRY(bd_fuse(run, &context->minor_outputs, &context->major_outputs));
    }
    find_rates(run);
    return BD_OK;
}

/* discrete states that are sums over time do not come back from what has no meaning */
static bd_status update(bd_block *block) {
    BD_TRY(block->run_update(block));
    for (int i = 0; i < block->sum_count; i++)
        if (!isfinite(block->discrete[i]))
            BD_TRY(bd_diverge(block, "value", i, block->discrete[i]));
    return BD_OK;
}

bd_status bd_context_update(bd_context *context) {
    for (int i = 0; i < context->updates.count; i++) {
        bd_block *block = context->updates.blocks[i];
        bool due = false;
        for (int k = 0; k < block->rate_count && !due; k++)
            due = *block->rates[k].hit != 0;
        BD_TRY(due ? update(block) : BD_OK);
    }
    return BD_OK;
}

#define RUN_ALL(list, method)                                                                      \
    for (int i = 0; i < (list).count; i++)                                                         \
    BD_TRY((list).blocks[i]->method((list).blocks[i]))

bd_status bd_context_call_derivatives(bd_context *context) {
    RUN_ALL(context->derivatives, run_derivatives);
    return BD_OK;
}

bd_status bd_context_derivatives(bd_context *context) {
    BD_TRY(bd_context_call_derivatives(context));
    const bd_copy *end = context->copies + context->copy_count;
    for (const bd_copy *copy = context->copies; copy != end; copy++)
        *copy->to = *copy->from;
    return BD_OK;
}

bd_status bd_context_zero_crossings(bd_context *context) {
    RUN_ALL(context->crossings, run_zero_crossings);
    return BD_OK;
}
