/* the sparse solver on top of SuiteSparse: KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010))
 * and CHOLMOD (Chen, Davis, Hager, Rajamanickam, ACM TOMS 35 (2008)) */
#include "linear.h"
#include "common/memory.h"

#include <amd.h>
#include <cholmod.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* below this ratio of pivots the old choice of them is not trusted any more */
static const double WORST_RCOND = 1e-14;

typedef struct factor {
    klu_numeric *numeric;
    int pivoted; /* pivot_values are valid */
    double *pivot_values;
} factor;

struct mbs_linear {
    int n, nonzeros;
    int *column, *row; /* general pattern, both triangles */
    double *values;    /* its values when the caller's matrix is symmetric */
    int *from;         /* caller's position of every entry */
    int symmetric;
    klu_common klu;
    klu_symbolic *symbolic;
    factor slots[MBS_SLOTS];
    cholmod_common cholmod;
    cholmod_sparse upper;
    cholmod_factor *cholesky[MBS_SLOTS];
    int by_cholesky[MBS_SLOTS];
    cholmod_dense *b, *x, *y, *e;
    long pivotings;
};

mr_status mbs_linear_order(int n, const int *column, const int *row, int *order) {
    double control[AMD_CONTROL];
    amd_defaults(control);
    int status = amd_order(n, column, row, order, control, NULL);
    return status == AMD_OK || status == AMD_OK_BUT_JUMBLED ? MR_OK
           : status == AMD_OUT_OF_MEMORY                    ? MR_ERR_MEMORY
                                                            : MR_ERR_ARGUMENT;
}

/* both triangles from the upper one */
static mr_status unfold(mbs_linear *s, const int *column, const int *row) {
    int n = s->n;
    int *fill = calloc((size_t)n + 1, sizeof *fill);
    s->column = calloc((size_t)n + 1, sizeof *s->column);
    if (!fill || !s->column) {
        free(fill);
        return MR_ERR_MEMORY;
    }
    for (int j = 0; j < n; j++)
        for (int p = column[j]; p < column[j + 1]; p++) {
            s->column[j + 1]++;
            if (s->symmetric && row[p] != j)
                s->column[row[p] + 1]++;
        }
    for (int j = 0; j < n; j++)
        s->column[j + 1] += s->column[j];
    s->nonzeros = s->column[n];
    size_t entries = (size_t)(s->nonzeros > 0 ? s->nonzeros : 1);
    s->row = malloc(entries * sizeof *s->row);
    s->from = malloc(entries * sizeof *s->from);
    s->values = calloc(entries, sizeof *s->values);
    if (!s->row || !s->from || !s->values) {
        free(fill);
        return MR_ERR_MEMORY;
    }
    memcpy(fill, s->column, (size_t)n * sizeof *fill);
    /* columns in ascending order, so that rows ascend in every column of both triangles */
    for (int j = 0; j < n; j++)
        for (int p = column[j]; p < column[j + 1]; p++) {
            s->row[fill[j]] = row[p];
            s->from[fill[j]++] = p;
        }
    if (s->symmetric)
        for (int j = 0; j < n; j++)
            for (int p = column[j]; p < column[j + 1]; p++)
                if (row[p] != j) {
                    s->row[fill[row[p]]] = j;
                    s->from[fill[row[p]]++] = p;
                }
    free(fill);
    return MR_OK;
}

static mr_status analyse_cholesky(mbs_linear *s, const int *column, const int *row) {
    cholmod_common *c = &s->cholmod;
    c->nmethods = 1;
    c->method[0].ordering = CHOLMOD_NATURAL;
    c->postorder = 0;
    c->supernodal = CHOLMOD_SIMPLICIAL;
    c->final_ll = 0;
    c->quick_return_if_not_posdef = 1;
    c->print = 0;
    s->upper = (cholmod_sparse){.nrow = (size_t)s->n,
                                .ncol = (size_t)s->n,
                                .nzmax = (size_t)column[s->n],
                                .p = (void *)column,
                                .i = (void *)row,
                                .x = s->values,
                                .stype = 1,
                                .itype = CHOLMOD_INT,
                                .xtype = CHOLMOD_REAL,
                                .dtype = CHOLMOD_DOUBLE,
                                .sorted = 1,
                                .packed = 1};
    for (int k = 0; k < MBS_SLOTS; k++)
        if (!(s->cholesky[k] = cholmod_analyze(&s->upper, c)))
            return MR_ERR_MEMORY;
    s->b = cholmod_zeros((size_t)s->n, 1, CHOLMOD_REAL, c);
    return s->b ? MR_OK : MR_ERR_MEMORY;
}

void mbs_linear_free(mbs_linear *s) {
    if (!s)
        return;
    for (int k = 0; k < MBS_SLOTS; k++) {
        klu_free_numeric(&s->slots[k].numeric, &s->klu);
        free(s->slots[k].pivot_values);
        if (s->cholesky[k])
            cholmod_free_factor(&s->cholesky[k], &s->cholmod);
    }
    klu_free_symbolic(&s->symbolic, &s->klu);
    cholmod_free_dense(&s->b, &s->cholmod);
    cholmod_free_dense(&s->x, &s->cholmod);
    cholmod_free_dense(&s->y, &s->cholmod);
    cholmod_free_dense(&s->e, &s->cholmod);
    cholmod_finish(&s->cholmod);
    CM_FREE(s->column, s->row, s->from, s->values, s);
}

mr_status mbs_linear_analyse(int n, const int *column, const int *row, int symmetric,
                             mbs_linear **linear) {
    *linear = NULL;
    if (n < 1)
        return MR_ERR_ARGUMENT;
    mbs_linear *s = calloc(1, sizeof *s);
    if (!s)
        return MR_ERR_MEMORY;
    s->n = n;
    s->symmetric = symmetric;
    cholmod_start(&s->cholmod);
    klu_defaults(&s->klu);
    s->klu.btf = 0;
    s->klu.scale = -1;
    mr_status status = unfold(s, column, row);
    if (status == MR_OK) {
        /* variables come in the order of elimination already */
        s->symbolic = klu_analyze_given(n, s->column, s->row, NULL, NULL, &s->klu);
        status = s->symbolic ? MR_OK : MR_ERR_MEMORY;
    }
    for (int k = 0; k < MBS_SLOTS && status == MR_OK; k++)
        if (!(s->slots[k].pivot_values = calloc((size_t)s->nonzeros, sizeof(double))))
            status = MR_ERR_MEMORY;
    if (status == MR_OK && symmetric)
        status = analyse_cholesky(s, column, row);
    if (status != MR_OK) {
        mbs_linear_free(s);
        return status;
    }
    *linear = s;
    return MR_OK;
}

/* the crude ratio of pivots; 0 for a factor that is no use */
static double pivot_ratio(mbs_linear *s, const factor *f) {
    if (!klu_rcond(s->symbolic, f->numeric, &s->klu) || !isfinite(s->klu.rcond))
        return 0.0;
    return s->klu.rcond;
}

static mr_status choose_pivots(mbs_linear *s, factor *f, const double *values) {
    klu_free_numeric(&f->numeric, &s->klu);
    f->pivoted = 0;
    s->pivotings++;
    f->numeric = klu_factor(s->column, s->row, (double *)values, s->symbolic, &s->klu);
    if (!f->numeric)
        return s->klu.status == KLU_OUT_OF_MEMORY ? MR_ERR_MEMORY : MR_ERR_NOT_FINITE;
    if (pivot_ratio(s, f) <= 0.0)
        return MR_ERR_NOT_FINITE;
    memcpy(f->pivot_values, values, (size_t)s->nonzeros * sizeof *values);
    f->pivoted = 1;
    return MR_OK;
}

static mr_status factor_klu(mbs_linear *s, int slot, const double *values) {
    factor *f = &s->slots[slot];
    if (f->pivoted &&
        klu_refactor(s->column, s->row, (double *)values, s->symbolic, f->numeric, &s->klu) &&
        s->klu.status == KLU_OK && pivot_ratio(s, f) > WORST_RCOND)
        return MR_OK;
    MR_TRY(choose_pivots(s, f, values));
    /* once more with the pivots known: the same bits as from a state that is restored */
    if (!klu_refactor(s->column, s->row, (double *)values, s->symbolic, f->numeric, &s->klu))
        MR_TRY(MR_ERR_NOT_FINITE);
    return MR_OK;
}

/* into s->x; keeps its workspace from one call to the next, so that only the first may fail */
static int solve_cholesky(mbs_linear *s, int slot) {
    return cholmod_solve2(CHOLMOD_A, s->cholesky[slot], s->b, NULL, &s->x, NULL, &s->y, &s->e,
                          &s->cholmod) &&
           s->x;
}

mr_status mbs_linear_factor(mbs_linear *s, int slot, const double *values) {
    s->by_cholesky[slot] = 0;
    if (!s->symmetric)
        return factor_klu(s, slot, values);
    s->upper.x = (void *)values;
    s->cholmod.status = CHOLMOD_OK;
    if (cholmod_factorize(&s->upper, s->cholesky[slot], &s->cholmod) &&
        s->cholmod.status == CHOLMOD_OK &&
        cholmod_rcond(s->cholesky[slot], &s->cholmod) > WORST_RCOND) {
        s->by_cholesky[slot] = 1;
        return s->x || solve_cholesky(s, slot) ? MR_OK : MR_ERR_MEMORY;
    }
    if (s->cholmod.status == CHOLMOD_OUT_OF_MEMORY)
        return MR_ERR_MEMORY;
    for (int p = 0; p < s->nonzeros; p++)
        s->values[p] = values[s->from[p]];
    return factor_klu(s, slot, s->values);
}

void mbs_linear_solve(mbs_linear *s, int slot, double *x) {
    if (!s->by_cholesky[slot]) {
        klu_solve(s->symbolic, s->slots[slot].numeric, s->n, 1, x, &s->klu);
        return;
    }
    size_t bytes = (size_t)s->n * sizeof *x;
    memcpy(s->b->x, x, bytes);
    (void)solve_cholesky(s, slot);
    memcpy(x, s->x->x, bytes);
}

void mbs_linear_forget(mbs_linear *s) {
    for (int k = 0; k < MBS_SLOTS; k++)
        s->slots[k].pivoted = 0;
}

long mbs_linear_pivotings(const mbs_linear *s) {
    return s->pivotings;
}

size_t mbs_linear_state_size(const mbs_linear *s) {
    return MBS_SLOTS * (1 + (size_t)s->nonzeros) * sizeof(double);
}

void mbs_linear_save(const mbs_linear *s, void *block) {
    double *at = block;
    for (int k = 0; k < MBS_SLOTS; k++) {
        *at++ = s->slots[k].pivoted;
        memcpy(at, s->slots[k].pivot_values, (size_t)s->nonzeros * sizeof *at);
        at += s->nonzeros;
    }
}

mr_status mbs_linear_load(mbs_linear *s, const void *block) {
    const double *at = block;
    for (int k = 0; k < MBS_SLOTS; k++) {
        factor *f = &s->slots[k];
        int pivoted = *at++ != 0.0;
        if (!pivoted)
            f->pivoted = 0;
        else if (!f->pivoted || memcmp(f->pivot_values, at, (size_t)s->nonzeros * sizeof *at) != 0)
            MR_TRY(choose_pivots(s, f, at));
        at += s->nonzeros;
    }
    return MR_OK;
}
