/* the order in which blocks run: every block after the blocks whose outputs it reads directly.
 *
 * Edges between blocks of different contexts are lifted to the context that contains both. Strongly
 * connected components (Tarjan 1972, without recursion) are algebraic loops: they become one block
 * that solves for the signals at which the loop was cut */
#include "engine/sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* ---- edges ---- */

static bd_status add_edge(bd_graph *graph, bd_block *from, bd_block *to, bd_port *port) {
    bd_edge *edges = cm_one_more(graph->edges, (size_t)graph->edge_count, sizeof *edges);
    if (!edges)
        return bd_model_no_memory(graph->model);
    graph->edges = edges;
    graph->edges[graph->edge_count++] =
        (bd_edge){from->engine->mark, to->engine->mark, port, false};
    return BD_OK;
}

/* who stands for a context in the context around it: its unit, or those who call it */
static int stand_ins(bd_context *context, bd_block ***blocks) {
    if (context->kind == BD_CONTEXT_FUNCTION_CALL) {
        *blocks = context->callers;
        return context->caller_count;
    }
    *blocks = &context->unit;
    return 1;
}

static bd_status lift(bd_graph *graph, bd_block *from, bd_block *to, bd_port *port, bool lifted,
                      int depth) {
    bd_context *a = from->engine->context, *b = to->engine->context;
    if (a == b)
        return from == to && lifted ? BD_OK : add_edge(graph, from, to, port);
    if (depth > 1000)
        return bd_block_fail(to, BD_BAD_DIAGRAM, "function-call subsystems call each other");
    bool lift_source = a->depth >= b->depth;
    bd_block **blocks;
    int count = stand_ins(lift_source ? a : b, &blocks);
    for (int i = 0; i < count; i++)
        BD_TRY(lift(graph, lift_source ? blocks[i] : from, lift_source ? to : blocks[i], port, true,
                    depth + 1));
    return BD_OK;
}

static bd_status collect_edges(bd_graph *graph) {
    bd_model *model = graph->model;
    for (int b = 0; b < model->block_count; b++) {
        bd_block *block = model->blocks[b];
        for (int i = 0; i < block->input_count; i++) {
            bd_port *u = &block->inputs[i];
            /* states and state ports are there before anything runs */
            if (!u->source || !u->feedthrough || u->source->from_state)
                continue;
            BD_TRY(lift(graph, u->source->block, block, u->source, false, 0));
        }
    }
    return BD_OK;
}

static int by_target(const void *a, const void *b) {
    const bd_edge *p = a, *q = b;
    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return p->from < q->from ? -1 : p->from > q->from;
}

static bd_status index_edges(bd_graph *graph) {
    int count = graph->model->block_count;
    graph->first = calloc((size_t)count + 2, sizeof *graph->first);
    graph->low = calloc((size_t)count + 1, sizeof *graph->low);
    graph->number = calloc((size_t)count + 1, sizeof *graph->number);
    graph->next = calloc((size_t)count + 1, sizeof *graph->next);
    graph->stack = calloc((size_t)count + 1, sizeof *graph->stack);
    graph->path = calloc((size_t)count + 1, sizeof *graph->path);
    graph->on_stack = calloc((size_t)count + 1, sizeof *graph->on_stack);
    graph->allowed = calloc((size_t)count + 1, sizeof *graph->allowed);
    if (!graph->first || !graph->low || !graph->number || !graph->next || !graph->stack ||
        !graph->path || !graph->on_stack || !graph->allowed)
        return bd_model_no_memory(graph->model);
    if (graph->edge_count)
        qsort(graph->edges, (size_t)graph->edge_count, sizeof *graph->edges, by_target);
    for (int i = 0; i < graph->edge_count; i++)
        graph->first[graph->edges[i].to + 1]++;
    for (int i = 0; i < count; i++)
        graph->first[i + 1] += graph->first[i];
    return BD_OK;
}

/* ---- components ---- */

static void visit(bd_graph *graph, int v, int *depth, int *stacked, int *counter) {
    graph->number[v] = graph->low[v] = ++*counter;
    graph->next[v] = graph->first[v];
    graph->stack[(*stacked)++] = v;
    graph->on_stack[v] = true;
    graph->path[(*depth)++] = v;
}

bd_status bd_graph_components(bd_graph *graph, const int *members, int count,
                              bd_component_function found, void *user) {
    int counter = 0, stacked = 0, depth = 0;
    bd_status status = BD_OK;
    for (int m = 0; m < count; m++) {
        graph->number[members[m]] = 0;
        graph->allowed[members[m]] = true;
    }
    for (int m = 0; m < count && status == BD_OK; m++) {
        if (graph->number[members[m]])
            continue;
        visit(graph, members[m], &depth, &stacked, &counter);
        while (depth > 0 && status == BD_OK) {
            int v = graph->path[depth - 1];
            if (graph->next[v] < graph->first[v + 1]) {
                const bd_edge *edge = &graph->edges[graph->next[v]++];
                /* first[v + 1] is 0 without edges */
                /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
                if (edge->cut || !graph->allowed[edge->from])
                    continue;
                if (!graph->number[edge->from])
                    visit(graph, edge->from, &depth, &stacked, &counter);
                else if (graph->on_stack[edge->from] && graph->number[edge->from] < graph->low[v])
                    graph->low[v] = graph->number[edge->from];
                continue;
            }
            depth--;
            if (depth > 0 && graph->low[v] < graph->low[graph->path[depth - 1]])
                graph->low[graph->path[depth - 1]] = graph->low[v];
            if (graph->low[v] != graph->number[v])
                continue;
            int begin = stacked;
            while (graph->stack[--begin] != v)
                graph->on_stack[graph->stack[begin]] = false;
            graph->on_stack[v] = false;
            status = found(user, &graph->stack[begin], stacked - begin);
            stacked = begin;
        }
    }
    for (int m = 0; m < count; m++)
        graph->allowed[members[m]] = false;
    return status;
}

bool bd_graph_is_loop(const bd_graph *graph, const int *members, int count) {
    if (count > 1)
        return true;
    for (int e = graph->first[members[0]]; e < graph->first[members[0] + 1]; e++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
        if (graph->edges[e].from == members[0] && !graph->edges[e].cut)
            return true;
    return false;
}

/* ---- one context ---- */

typedef struct context_order {
    bd_graph *graph;
    bd_context *context;
    bd_block **sorted;
    int sorted_count;
} context_order;

static int by_number(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    return p < q ? -1 : p > q;
}

static bd_status place_component(void *user, const int *members, int count) {
    context_order *order = user;
    bd_model *model = order->graph->model;
    bd_context *context = order->context;
    if (!bd_graph_is_loop(order->graph, members, count)) {
        bd_block *block = model->blocks[members[0]];
        order->sorted[order->sorted_count++] = block;
        if (block->engine->unit_of && block->engine->unit_of->kind == BD_CONTEXT_FUNCTION_CALL)
            return BD_OK;
        context->schedule[context->schedule_count++] = block;
        return BD_OK;
    }
    /* in file order, whatever the search met first */
    int *list = malloc((size_t)count * sizeof *list);
    if (!list)
        return bd_model_no_memory(model);
    memcpy(list, members, (size_t)count * sizeof *list);
    qsort(list, (size_t)count, sizeof *list, by_number);
    bd_block *loop = NULL;
    bd_status status = bd_make_loop(order->graph, context, list, count, &loop);
    if (status == BD_OK) {
        context->schedule[context->schedule_count++] = loop;
        for (int i = 0; i < count; i++)
            order->sorted[order->sorted_count++] = model->blocks[list[i]];
    }
    free(list);
    return status;
}

static bd_status sort_context(bd_graph *graph, bd_context *context) {
    bd_arena *arena = &graph->model->home.arena;
    int count = context->block_count;
    int *members = malloc(((size_t)count + 1) * sizeof *members);
    context_order order = {graph, context, bd_arena_array(arena, (size_t)count, sizeof(bd_block *)),
                           0};
    context->schedule = bd_arena_array(arena, (size_t)count, sizeof(bd_block *));
    if (!members || !order.sorted || !context->schedule) {
        free(members);
        return bd_model_no_memory(graph->model);
    }
    for (int i = 0; i < count; i++)
        members[i] = context->blocks[i]->engine->mark;
    bd_status status = bd_graph_components(graph, members, count, place_component, &order);
    free(members);
    if (status != BD_OK)
        return status;
    context->blocks = order.sorted;
    context->block_count = order.sorted_count;
    context->block_capacity = order.sorted_count;
    return BD_OK;
}

static void free_graph(bd_graph *graph) {
    CM_FREE(graph->edges, graph->first, graph->low, graph->number, graph->next, graph->stack,
            graph->path, graph->on_stack, graph->allowed);
}

/* a block whose parameter another one writes runs after it, unless that one needs its output */
static bool needs(bd_graph *graph, int block, int other) {
    const int count = graph->model->block_count;
    int waiting = 0;
    memset(graph->on_stack, 0, (size_t)count * sizeof *graph->on_stack);
    graph->stack[waiting++] = block;
    graph->on_stack[block] = true;
    while (waiting > 0) {
        const int v = graph->stack[--waiting];
        if (v == other)
            break;
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++) {
            const int from = graph->edges[e].from;
            if (!graph->on_stack[from])
                graph->stack[waiting++] = from;
            graph->on_stack[from] = true;
        }
    }
    const bool found = graph->on_stack[other];
    memset(graph->on_stack, 0, (size_t)count * sizeof *graph->on_stack);
    return found;
}

static bd_status order_writers(bd_graph *graph) {
    const bd_model *model = graph->model;
    for (int i = 0; i < model->block_count; i++) {
        bd_block *writer = model->blocks[i], *owner = writer->engine->writes_to;
        if (!owner || owner->engine->context != writer->engine->context)
            continue;
        if (needs(graph, writer->engine->mark, owner->engine->mark)) {
            bd_block_warn(writer,
                          "needs the output of %s, whose parameter it writes: the value "
                          "takes effect one step later",
                          owner->path);
            continue;
        }
        BD_TRY(add_edge(graph, writer, owner, NULL));
        CM_FREE(graph->first, graph->low, graph->number, graph->next, graph->stack, graph->path,
                graph->on_stack, graph->allowed);
        BD_TRY(index_edges(graph));
    }
    return BD_OK;
}

static bd_status sort_all(bd_graph *graph) {
    const bd_model *model = graph->model;
    BD_TRY(collect_edges(graph));
    BD_TRY(index_edges(graph));
    BD_TRY(order_writers(graph));
    for (int i = 0; i < model->context_count; i++)
        BD_TRY(sort_context(graph, model->contexts[i]));
    return BD_OK;
}

bd_status bd_sort(bd_model *model) {
    bd_graph graph = {.model = model};
    for (int i = 0; i < model->block_count; i++)
        model->blocks[i]->engine->mark = i;
    const bd_status status = sort_all(&graph);
    free_graph(&graph);
    return status;
}
