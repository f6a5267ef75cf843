/* the graph of direct feedthrough, for sorting and for cutting algebraic loops */
#ifndef ENGINE_SORT_H
#define ENGINE_SORT_H

#include "engine/engine.h"

/* block `to` reads port of block `from`; numbers are positions in model->blocks */
typedef struct bd_edge {
    int from;
    int to;
    bd_port *port;
    bool cut;
} bd_edge;

typedef struct bd_graph {
    bd_model *model;
    bd_edge *edges; /* by target */
    int edge_count;
    int *first; /* of the edges into a block */
    int *low, *number, *next, *stack, *path;
    bool *on_stack, *allowed;
} bd_graph;

typedef bd_status (*bd_component_function)(void *user, const int *members, int count);

/* strongly connected components of the members, those that others read from first */
bd_status bd_graph_components(bd_graph *graph, const int *members, int count,
                              bd_component_function found, void *user);
bool bd_graph_is_loop(const bd_graph *graph, const int *members, int count);

/* cuts a loop and makes the block that solves it */
bd_status bd_make_loop(bd_graph *graph, bd_context *context, const int *members, int count,
                       bd_block **loop);

#endif
