/* the structure of a system: who must come after whom, and algebraic loops
 *
 * Where an output depends on an input at the same instant (an FMU's model structure tells), its
 * member should step after the one that the input comes from. Members that cannot be ordered so
 * form loops: strongly connected components of the graph of such dependences. */
#include "run.h"

#include "read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct graph {
    int count;
    bool *needs; /* [a * count + b]: outputs of a depend at once on outputs of b */
    bool *reaches;
} graph;

/* does any output that others use (or all that are recorded) depend on inputs at once? */
static bool passes_through(const sy_run *run, int m) {
    const fmu_description *fmu = run->parts[m].fmu;
    const sy_system *s = run->system;
    for (int k = 0; fmu && k < s->connection_count; k++) {
        const char *name;
        if (sy_find_member(s, s->connections[k].from, &name) != m)
            continue;
        const int v = sy_fmu_variable(fmu, name);
        if (v >= 0 && fmu->variables[v].dependence == FMU_DEPENDENT)
            return true;
    }
    return false;
}

static void fill(const sy_run *run, graph *g) {
    const sy_system *s = run->system;
    for (int m = 0; m < g->count; m++) {
        if (!passes_through(run, m))
            continue;
        for (int k = 0; k < s->connection_count; k++) {
            const char *name;
            const int from = sy_find_member(s, s->connections[k].from, &name);
            if (sy_find_member(s, s->connections[k].to, &name) == m && from >= 0)
                g->needs[m * g->count + from] = true;
        }
    }
    memcpy(g->reaches, g->needs, (size_t)g->count * (size_t)g->count * sizeof *g->needs);
    for (int via = 0; via < g->count; via++)
        for (int a = 0; a < g->count; a++)
            for (int b = 0; g->reaches[a * g->count + via] && b < g->count; b++)
                if (g->reaches[via * g->count + b])
                    g->reaches[a * g->count + b] = true;
}

/* a waits for b: not within a loop, where nobody could begin */
static bool waits(const graph *g, int a, int b) {
    return g->needs[a * g->count + b] && !g->reaches[b * g->count + a];
}

static bool remark_loops(sy_run *run, const graph *g) {
    bool good = true;
    for (int a = 0; a < g->count && good; a++) {
        bool first = g->reaches[a * g->count + a];
        for (int b = 0; b < a && first; b++)
            first = !(g->reaches[a * g->count + b] && g->reaches[b * g->count + a]);
        if (!first)
            continue;
        char names[200];
        snprintf(names, sizeof names, "%.60s", run->system->members[a].name);
        for (int b = a + 1; b < g->count; b++)
            if (g->reaches[a * g->count + b] && g->reaches[b * g->count + a]) {
                const size_t length = strlen(names);
                snprintf(names + length, sizeof names - length, ", %.60s",
                         run->system->members[b].name);
            }
        good = sy_remark_add(run, "outputs and inputs of %s make an algebraic loop; %s", names,
                             run->config.own_steps
                                 ? "it is solved at the start, and by prediction in steps: "
                                   "iteration=interface_jacobian solves it in steps too"
                                 : "it is solved at the start and by the passes over each step");
    }
    return good;
}

mr_status sy_order_members(sy_run *run, mr_message *message) {
    const int n = run->system->member_count;
    graph g = {.count = n,
               .needs = calloc((size_t)n * (size_t)n + 1, sizeof *g.needs),
               .reaches = calloc((size_t)n * (size_t)n + 1, sizeof *g.reaches)};
    bool good = g.needs && g.reaches;
    if (good) {
        fill(run, &g);
        good = remark_loops(run, &g);
    }
    for (int m = 0; m < n; m++)
        run->parts[m].place = -1;
    /* as in the description, but for those that wait for later ones */
    for (int place = 0; good && place < n; place++)
        for (int m = 0; m < n; m++) {
            bool free_to_go = run->parts[m].place < 0;
            for (int b = 0; b < n && free_to_go; b++)
                free_to_go = run->parts[b].place >= 0 || !waits(&g, m, b);
            if (free_to_go) {
                run->parts[m].place = place;
                break;
            }
        }
    free(g.needs);
    free(g.reaches);
    return good ? MR_OK : mr_no_memory(message);
}
