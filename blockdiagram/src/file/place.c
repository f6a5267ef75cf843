/* column of a block: one more than the deepest block that feeds it, feedback left aside; a source
 * stands just before the first block that it feeds. Within a column blocks lie so that lines are
 * straight where they can be: each at the height of the ports that feed it, in the order of these
 * heights */
#include "blockdiagram/place.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

#define COLUMNS 250
#define GAP_X   60
#define GAP_Y   25 /* room for the name below a block */
#define MARGIN  40
#define SHEET   32000 /* it ends at 32767 */

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
    if (!g->first || !g->edges)
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

/* a block without inputs stands right before what it feeds */
static void pull_sources(const bd_system *system, const graph *g, int *column) {
    for (size_t i = 0; i < system->block_count; i++) {
        int nearest = COLUMNS;
        for (size_t e = g->first[i]; e < g->first[i + 1]; e++)
            nearest = column[g->edges[e]] < nearest ? column[g->edges[e]] : nearest;
        if (system->blocks[i]->ports[BD_PORT_INPUT] == 0 && nearest < COLUMNS && nearest > 0 &&
            column[i] < nearest - 1)
            column[i] = nearest - 1;
    }
}

/* usual sizes: bars are thin, ports flat, gains and sums small */
static void size_of(const bd_node *node, int *width, int *height) {
    static const struct {
        const char *type;
        int width, height;
    } known[] = {{"Inport", 30, 14}, {"Outport", 30, 14},    {"Mux", 5, 0},
                 {"Demux", 5, 0},    {"BusCreator", 5, 0},   {"BusSelector", 5, 0},
                 {"Gain", 30, 30},   {"Sum", 30, 0},         {"Product", 30, 0},
                 {"Ground", 20, 20}, {"Terminator", 20, 20}, {"Constant", 30, 30},
                 {"Step", 30, 30},   {"Integrator", 30, 30}, {"Clock", 20, 20},
                 {"From", 40, 28},   {"Goto", 40, 28}};
    int in = node->ports[BD_PORT_INPUT], out = node->ports[BD_PORT_OUTPUT];
    int ports = in > out ? in : out;
    *width = node->system ? 90 : 60;
    *height = 30 * (ports < 1 ? 1 : ports < 100 ? ports : 100);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(node->type, known[i].type) == 0) {
            *width = known[i].width;
            if (known[i].height > 0 && ports <= 1)
                *height = known[i].height;
            if (ports > 1 && known[i].width == 5)
                *height = ports < 100 ? 40 * ports - 10 : *height;
        }
    /* long values are to be read */
    const char *gain = strcmp(node->type, "Gain") == 0 ? bd_node_parameter(node, "Gain") : NULL;
    if (gain && strlen(gain) > 3)
        *width = strlen(gain) > 12 ? 90 : 50;
}

/* what feeds a block from columns before it: the height that its own port should have */
typedef struct wish {
    double sum;
    int count;
} wish;

typedef struct sheet_plan {
    const bd_system *system;
    const int *column;
    bd_position *at;
    wish *wishes;
    size_t *queue;
    double *wanted;
} sheet_plan;

static int port_height(const bd_node *node, bd_port_kind kind, int index, int height) {
    const int count = node->ports[kind] > 0 ? node->ports[kind] : 1;
    return (int)(((long)height * (2L * index + 1) + count) / (2L * count)); /* rounded, as drawn */
}

static void collect_wishes(sheet_plan *p, int column) {
    for (size_t i = 0; i < p->system->line_count; i++) {
        const bd_line *line = &p->system->lines[i];
        const bd_node *from = line->source.block;
        if (p->column[from->index] >= column)
            continue;
        const bd_position *source = &p->at[from->index];
        const int y = source->top + port_height(from, line->source.kind, line->source.index,
                                                source->bottom - source->top);
        for (size_t k = 0; k < line->destination_count; k++) {
            const bd_end *end = &line->destinations[k];
            if (p->column[end->block->index] != column || end->kind != BD_PORT_INPUT)
                continue;
            int width, height;
            size_of(end->block, &width, &height);
            wish *w = &p->wishes[end->block->index];
            w->sum += y - port_height(end->block, end->kind, end->index, height);
            w->count++;
        }
    }
}

static void place_column(sheet_plan *p, int column, int left, int *right) {
    size_t count = 0;
    collect_wishes(p, column);
    for (size_t i = 0; i < p->system->block_count; i++) {
        if (p->column[i] != column)
            continue;
        /* what nothing feeds comes in its turn, below what is there */
        const wish *w = &p->wishes[i];
        const double last = count > 0 ? p->wanted[count - 1] + 1.0 : MARGIN;
        const double wanted = w->count > 0 ? w->sum / w->count : last;
        size_t at = count++;
        for (; at > 0 && w->count > 0 && p->wanted[at - 1] > wanted; at--) {
            p->wanted[at] = p->wanted[at - 1];
            p->queue[at] = p->queue[at - 1];
        }
        p->wanted[at] = wanted;
        p->queue[at] = i;
    }
    int lowest = MARGIN;
    for (size_t k = 0; k < count; k++) {
        const bd_node *node = p->system->blocks[p->queue[k]];
        int width, height;
        size_of(node, &width, &height);
        int top = (int)p->wanted[k];
        top = top < lowest ? lowest : top;
        if (top > SHEET - height)
            top = MARGIN;
        p->at[p->queue[k]] = (bd_position){left, top, left + width, top + height};
        lowest = top + height + GAP_Y;
        *right = left + width > *right ? left + width : *right;
    }
}

static bool set_positions(const bd_system *system, int *column, bd_position *positions) {
    const size_t n = system->block_count;
    sheet_plan p = {.system = system,
                    .column = column,
                    .at = positions,
                    .wishes = calloc(n + 1, sizeof *p.wishes),
                    .queue = calloc(n + 1, sizeof *p.queue),
                    .wanted = calloc(n + 1, sizeof *p.wanted)};
    const bool good = p.wishes && p.queue && p.wanted;
    int last = 0, left = MARGIN;
    for (size_t i = 0; i < n; i++) {
        column[i] = column[i] < COLUMNS ? column[i] : COLUMNS;
        last = column[i] > last ? column[i] : last;
    }
    for (int c = 0; good && c <= last; c++) {
        int right = left;
        place_column(&p, c, left, &right);
        left = right + GAP_X < SHEET - 200 ? right + GAP_X : MARGIN;
    }
    CM_FREE(p.wishes, p.queue, p.wanted);
    return good;
}

bool bd_system_place(const bd_system *system, bd_position *positions) {
    size_t n = system->block_count;
    graph g = {0};
    int *state = calloc(n + 1, sizeof *state), *column = calloc(n + 1, sizeof *column);
    size_t *work = calloc(4 * n + 1, sizeof *work);
    bool ok = make_graph(system, &g) && state && column && work;
    if (ok) {
        size_t *order = work, *stack = work + n, *next = work + 2 * n, *rank = work + 3 * n;
        size_t count = 0;
        for (size_t i = 0; i < n; i++)
            if (state[i] == NEW)
                count = walk(&g, i, state, stack, next, order, count);
        make_columns(&g, n, order, rank, column);
        pull_sources(system, &g, column);
        ok = set_positions(system, column, positions);
    }
    CM_FREE(g.first, g.edges, state, column, work);
    return ok;
}
