/* algebraic loops: cut at as few real double signals as a greedy search finds, reported by path,
 * and made one block that solves for the values at the cuts (loop_solve.c) */
#include "engine/loop.h"
#include "common/memory.h"
#include "engine/sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNKNOWNS 2000

typedef struct cutting {
    bd_graph *graph;
    bd_port **cuts;
    int cut_count;
    int *order; /* members as they will run */
    int order_count;
    int *loop_members; /* a component that is still circular */
    int loop_count;
} cutting;

static bd_status note_component(void *user, const int *members, int count) {
    cutting *c = user;
    for (int i = 0; i < count; i++)
        c->order[c->order_count++] = members[i];
    if (!c->loop_count && bd_graph_is_loop(c->graph, members, count)) {
        memcpy(c->loop_members, members, (size_t)count * sizeof *members);
        c->loop_count = count;
    }
    return BD_OK;
}

static bool contains(const int *list, int count, int value) {
    for (int i = 0; i < count; i++)
        if (list[i] == value)
            return true;
    return false;
}

static bool can_cut(const bd_port *port) {
    return port->shape.type == BD_DOUBLE && port->shape.complexity == 0 && !port->is_state;
}

static int preference(const bd_port *port) {
    return port->block->type->cut_preference;
}

/* an Initial Condition block says where to begin, so its output is the best place; else the
 * narrowest signal; of equals the first in the file */
static bd_port *choose_cut(const cutting *c) {
    const bd_graph *graph = c->graph;
    bd_port *best = NULL;
    for (int i = 0; i < graph->edge_count; i++) {
        const bd_edge *edge = &graph->edges[i];
        if (edge->cut || !can_cut(edge->port) ||
            !contains(c->loop_members, c->loop_count, edge->to) ||
            !contains(c->loop_members, c->loop_count, edge->from))
            continue;
        int initial = preference(edge->port);
        int best_initial = best ? preference(best) : 0;
        if (!best || initial > best_initial ||
            (initial == best_initial && edge->port->width < best->width))
            best = edge->port;
    }
    return best;
}

static void describe(const bd_graph *graph, const int *members, int count, char *text,
                     size_t capacity) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < capacity; i++) {
        const bd_block *block = graph->model->blocks[members[i]];
        if (!block->node)
            continue;
        int n = snprintf(text + used, capacity - used, "%s%s", used ? " → " : "", block->path);
        used += n > 0 ? (size_t)n : 0;
    }
}

static bd_status cut_until_open(cutting *c, const int *members, int count) {
    for (;;) {
        c->order_count = c->loop_count = 0;
        BD_TRY(bd_graph_components(c->graph, members, count, note_component, c));
        if (!c->loop_count)
            return BD_OK;
        bd_port *cut = choose_cut(c);
        if (!cut) {
            char text[800];
            describe(c->graph, c->loop_members, c->loop_count, text, sizeof text);
            return bd_model_fail(c->graph->model, BD_ALGEBRAIC_LOOP,
                                 "an algebraic loop has no real double signal to solve for: %s",
                                 text);
        }
        c->cuts[c->cut_count++] = cut;
        for (int i = 0; i < c->graph->edge_count; i++)
            if (c->graph->edges[i].port == cut)
                c->graph->edges[i].cut = true;
    }
}

static bd_status report(bd_graph *graph, const int *members, int count) {
    bd_model *model = graph->model;
    char text[800];
    describe(graph, members, count, text, sizeof text);
    for (int i = 0; i < count; i++) {
        const bd_context *inside = model->blocks[members[i]]->engine->unit_of;
        if (inside && inside->triggered)
            return bd_model_fail(model, BD_ALGEBRAIC_LOOP,
                                 "an algebraic loop runs through a triggered subsystem: %s", text);
    }
    if (model->settings.loop_message == 2)
        return bd_model_fail(model, BD_ALGEBRAIC_LOOP,
                             "algebraic loop, and the model forbids them: %s", text);
    if (model->settings.loop_message == 1)
        bd_log_add(model->home.log, "algebraic loop: %s", text);
    return BD_OK;
}

static bd_status build(cutting *c, bd_context *context, int count, bd_block **block) {
    bd_model *model = c->graph->model;
    bd_arena *arena = &model->home.arena;
    bd_loop *loop = bd_arena_alloc(arena, sizeof *loop);
    bd_block *first = model->blocks[c->order[0]];
    for (int i = 0; i < count && !first->node; i++)
        first = model->blocks[c->order[i]];
    bd_block *solver = bd_block_create(model, &bd_type_loop, NULL, first->path, context);
    if (!loop || !solver)
        return bd_model_no_memory(model);
    loop->members = bd_arena_array(arena, (size_t)count, sizeof *loop->members);
    loop->cuts = bd_arena_array(arena, (size_t)c->cut_count, sizeof *loop->cuts);
    if (!loop->members || !loop->cuts)
        return bd_model_no_memory(model);
    solver->data = loop;
    loop->member_count = count;
    loop->number = ++model->loop_count;
    for (int i = 0; i < count; i++) {
        loop->members[i] = model->blocks[c->order[i]];
        loop->members[i]->engine->loop = loop->number;
        if (loop->members[i]->engine->in_minor)
            solver->engine->in_minor = true;
    }
    loop->cut_count = c->cut_count;
    memcpy(loop->cuts, c->cuts, (size_t)c->cut_count * sizeof *loop->cuts);
    for (int i = 0; i < c->cut_count; i++)
        loop->unknowns += loop->cuts[i]->width;
    if (loop->unknowns > MAX_UNKNOWNS)
        return bd_model_fail(model, BD_LIMIT_EXCEEDED,
                             "%s: an algebraic loop has %d unknowns, more than %d", solver->path,
                             loop->unknowns, MAX_UNKNOWNS);
    BD_TRY(bd_block_setup(solver));
    solver->rates->sample_time = solver->engine->in_minor ? BD_CONTINUOUS : BD_FIXED_IN_MINOR;
    solver->rates->hit = &model->tasks[0].hit;
    solver->engine->loop = loop->number;
    *block = solver;
    return BD_OK;
}

bd_status bd_make_loop(bd_graph *graph, bd_context *context, const int *members, int count,
                       bd_block **loop) {
    bd_status status = report(graph, members, count);
    if (status != BD_OK)
        return status;
    cutting c = {.graph = graph};
    c.cuts = malloc(((size_t)graph->edge_count + 1) * sizeof *c.cuts);
    c.order = malloc((size_t)count * sizeof *c.order);
    c.loop_members = malloc((size_t)count * sizeof *c.loop_members);
    /* the search over all blocks is in progress around us, so it needs its own marks back */
    bd_graph inner = *graph;
    size_t blocks = (size_t)graph->model->block_count + 1;
    int *marks = calloc(5 * blocks, sizeof *marks);
    bool *flags = calloc(2 * blocks, sizeof *flags);
    if (!c.cuts || !c.order || !c.loop_members || !marks || !flags) {
        status = bd_model_no_memory(graph->model);
    } else {
        inner.low = marks;
        inner.number = marks + blocks;
        inner.next = marks + 2 * blocks;
        inner.stack = marks + 3 * blocks;
        inner.path = marks + 4 * blocks;
        inner.on_stack = flags;
        inner.allowed = flags + blocks;
        c.graph = &inner;
        status = cut_until_open(&c, members, count);
        if (status == BD_OK)
            status = build(&c, context, count, loop);
    }
    CM_FREE(c.cuts, c.order, c.loop_members, marks, flags);
    return status;
}
