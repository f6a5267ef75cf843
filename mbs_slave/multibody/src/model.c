/* what a finished model tells of itself, and its end */
#include "plan.h"
#include "common/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

void mbs_model_free(mbs_model *m) {
    if (!m)
        return;
    for (int i = 0; i < m->expression_count; i++)
        mbs_expression_free(m->expressions[i]);
    mbs_arena arena = m->arena;
    mbs_arena_free(&arena);
    free(m);
}

enum { TOO_MUCH_WORK = -1, NO_MEMORY = -2 };

/* rank of the rows in the design position by QR with column pivoting, or why there is none */
static int rank_of(const mbs_model *m) {
    size_t n = (size_t)m->variable_count, k = (size_t)m->constraint_count;
    if (k == 0)
        return 0;
    if (n * k > 4000000u)
        return TOO_MUCH_WORK;
    double *rows = calloc(n * k, sizeof *rows), *tau = calloc(n < k ? n : k, sizeof *tau);
    lapack_int *pivot = calloc(k, sizeof *pivot);
    int rank = NO_MEMORY;
    if (rows && tau && pivot) {
        for (size_t i = 0; i < k; i++) {
            const mbs_stencil *s = &m->constraints[i].function.stencil;
            double g[MBS_LOCAL_MAX];
            (void)mbs_function_gradient(&m->constraints[i].function, m->design, g);
            for (int a = 0; a < s->active_count; a++)
                rows[i * n + (size_t)m->variable[s->entry[s->active[a]]]] += g[s->active[a]];
        }
        if (LAPACKE_dgeqp3(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)k, rows, (lapack_int)n,
                           pivot, tau) == 0) {
            rank = 0;
            for (size_t i = 0; i < n && i < k; i++)
                rank += fabs(rows[i * n + i]) > 1e-9 * fabs(rows[0]);
        }
    }
    CM_FREE(rows, tau, pivot);
    return rank;
}

mbs_size mbs_model_size(const mbs_model *m) {
    int rank = rank_of(m);
    return (mbs_size){.variables = m->variable_count,
                      .constraints = m->constraint_count,
                      .redundant = rank < 0 ? -1 : m->constraint_count - rank,
                      .freedom = rank < 0 ? -1 : m->variable_count - rank,
                      .nonzeros = m->nonzeros,
                      .symmetric = m->symmetric,
                      .no_memory = rank == NO_MEMORY};
}

const char *mbs_model_title(const mbs_model *m) {
    return m->title;
}

const mbs_integration *mbs_model_integration(const mbs_model *m) {
    return &m->integration;
}

int mbs_model_input_count(const mbs_model *m) {
    return m->input_count;
}

const mr_variable *mbs_model_inputs(const mbs_model *m) {
    return m->inputs;
}

int mbs_model_output_count(const mbs_model *m) {
    return m->output_count;
}

const mr_variable *mbs_model_outputs(const mbs_model *m) {
    return m->outputs;
}

int mbs_model_output_width(const mbs_model *m) {
    return m->output_width;
}

int mbs_model_coordinate_count(const mbs_model *m) {
    return m->coordinate_count;
}

const mr_coordinate *mbs_model_coordinates(const mbs_model *m) {
    return m->coordinates;
}
