/* column of a block: one more than the deepest block that feeds it, feedback left aside; row: the
 * order of the file within the column */
#include "blockdiagram/place.h"

#include <stdlib.h>

#define WIDTH       60
#define COLUMN      120
#define PORT_HEIGHT 30
#define GAP         30
#define MARGIN      40

/* destination lists per source block: first[b] … first[b + 1] in edges */
typedef struct graph {
    size_t *first;
    size_t *edges;
} graph;

static bool make_graph(const bd_system *system, graph *g) {
    size_t edges = 0;
    g->first = calloc(system->block_count + 2, sizeof *g->first);
    for (size_t i = 0; i < system->line_count; i++)
        edges += system->lines[i].destination_count;
    g->edges = calloc(edges + 1, sizeof *g->edges);
    if (g->first == NULL || g->edges == NULL)
        return false;
    /* counting sort by source */
    for (size_t i = 0; i < system->line_count; i++)
        g->first[system->lines[i].source.block->index + 2] += system->lines[i].destination_count;
    for (size_t i = 2; i < system->block_count + 2; i++)
        g->first[i] += g->first[i - 1];
    for (size_t i = 0; i < system->line_count; i++) {
        const bd_line *line = &system->lines[i];
        for (size_t k = 0; k < line->destination_count; k++)
            g->edges[g->first[line->source.block->index + 1]++] =
                line->destinations[k].block->index;
    }
    return true;
}

enum { NEW, OPEN, DONE };

/* finishing order of a depth-first walk; edges into an open block close a loop and do not count */
static size_t walk(const graph *g, size_t start, int *state, size_t *stack, size_t *next,
                   size_t *order, size_t count) {
    size_t depth = 0;
    stack[depth++] = start;
    state[start] = OPEN;
    next[start] = g->first[start];
    while (depth > 0) {
        size_t at = stack[depth - 1];
        if (next[at] == g->first[at + 1]) {
            state[at] = DONE;
            order[count++] = at;
            depth--;
            continue;
        }
        size_t to = g->edges[next[at]++];
        if (state[to] == NEW) {
            state[to] = OPEN;
            next[to] = g->first[to];
            stack[depth++] = to;
        }
    }
    return count;
}

/* in reverse finishing order every edge that is no feedback leads onwards */
static void make_columns(const graph *g, size_t n, const size_t *order, size_t *rank, int *column) {
    for (size_t i = 0; i < n; i++)
        rank[order[i]] = n - i;
    for (size_t i = n; i-- > 0;) {
        size_t from = order[i];
        for (size_t e = g->first[from]; e < g->first[from + 1]; e++) {
            size_t to = g->edges[e];
            if (rank[to] > rank[from] && column[to] <= column[from])
                column[to] = column[from] + 1;
        }
    }
}

static int height_of(const bd_node *node) {
    int in = node->ports[BD_PORT_INPUT], out = node->ports[BD_PORT_OUTPUT];
    int ports = in > out ? in : out;
    return PORT_HEIGHT * (ports < 1 ? 1 : ports < 100 ? ports : 100);
}

static void set_positions(const bd_system *system, const int *column, int *filled,
                          bd_position *positions) {
    for (size_t i = 0; i < system->block_count; i++) {
        int c = column[i] < 250 ? column[i] : 250;
        int height = height_of(system->blocks[i]);
        /* the sheet ends at 32767 */
        if (filled[c] > 32000 - height)
            filled[c] = 0;
        int left = MARGIN + c * COLUMN, top = MARGIN + filled[c];
        positions[i] = (bd_position){left, top, left + WIDTH, top + height};
        filled[c] += height + GAP;
    }
}

bool bd_system_place(const bd_system *system, bd_position *positions) {
    size_t n = system->block_count;
    graph g = {0};
    int *state = calloc(n + 1, sizeof *state), *column = calloc(n + 1, sizeof *column);
    size_t *work = calloc(4 * n + 1, sizeof *work);
    bool ok = make_graph(system, &g) && state != NULL && column != NULL && work != NULL;
    if (ok) {
        size_t *order = work, *stack = work + n, *next = work + 2 * n, *rank = work + 3 * n;
        size_t count = 0;
        int filled[251] = {0};
        for (size_t i = 0; i < n; i++)
            if (state[i] == NEW)
                count = walk(&g, i, state, stack, next, order, count);
        make_columns(&g, n, order, rank, column);
        set_positions(system, column, filled, positions);
    }
    free(g.first);
    free(g.edges);
    free(state);
    free(column);
    free(work);
    return ok;
}
