/* Descriptor State-Space: E x' = A x + B u, y = C x + D u, where E may be singular.
 *
 * E is brought to a diagonal of ones and zeros by elimination with full pivoting, P E Q = diag(I,
 * 0); x = Q z. The upper rows are differential equations of z1, the lower ones 0 = A21 z1 + A22 z2
 * + B2 u, which give z2 if A22 is regular (index 1). Then it is a state-space system in z1:
 *
 *   z1' = (A11 - A12 A22^-1 A21) z1 + (B1 - A12 A22^-1 B2) u,   z2 = -A22^-1 (A21 z1 + B2 u)
 *
 * A larger index, whose input would be differentiated, is refused. Initial conditions are those of
 * x: z1 is taken from them, and a contradiction of the others is told */
#include "blocks/continuous/linear.h"
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/math/linear_algebra.h"

#include <string.h>

typedef struct descriptor {
    bd_linear linear; /* in z1 */
    double *initial;
} descriptor;

/* n x n, column-major; rows and columns of A, B, C follow the eliminations of E */
typedef struct workbench {
    int n, m, p;
    double *E, *A, *B, *C, *Q;
} workbench;

static void swap(double *a, double *b) {
    double kept = *a;
    *a = *b;
    *b = kept;
}

static void swap_rows(double *matrix, int n, int columns, int i, int k) {
    for (int j = 0; j < columns; j++)
        swap(&matrix[i + j * n], &matrix[k + j * n]);
}

static void swap_columns(double *matrix, int rows, int i, int k) {
    for (int j = 0; j < rows; j++)
        swap(&matrix[j + i * rows], &matrix[j + k * rows]);
}

static void add_row(double *matrix, int n, int columns, int to, double factor, int from) {
    for (int j = 0; j < columns; j++)
        matrix[to + j * n] += factor * matrix[from + j * n];
}

static void add_column(double *matrix, int rows, int to, double factor, int from) {
    for (int j = 0; j < rows; j++)
        matrix[j + to * rows] += factor * matrix[j + from * rows];
}

/* E becomes diag(I, 0); its rank comes back */
static int eliminate(workbench *w) {
    int n = w->n;
    double largest = 0.0;
    for (int i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(w->E[i]));
    for (int k = 0; k < n; k++) {
        int row = k, column = k;
        for (int j = k; j < n; j++)
            for (int i = k; i < n; i++)
                if (fabs(w->E[i + j * n]) > fabs(w->E[row + column * n]))
                    row = i, column = j;
        double pivot = w->E[row + column * n];
        if (!(fabs(pivot) > 1e-12 * largest))
            return k;
        swap_rows(w->E, n, n, k, row), swap_rows(w->A, n, n, k, row);
        swap_rows(w->B, n, w->m, k, row);
        swap_columns(w->E, n, k, column), swap_columns(w->A, n, k, column);
        swap_columns(w->C, w->p, k, column), swap_columns(w->Q, n, k, column);
        /* the row of the pivot is divided by it */
        double factor = 1.0 / pivot - 1.0;
        add_row(w->E, n, n, k, factor, k), add_row(w->A, n, n, k, factor, k);
        add_row(w->B, n, w->m, k, factor, k);
        for (int i = 0; i < n; i++) {
            double f = i == k ? 0.0 : -w->E[i + k * n];
            if (f != 0.0)
                add_row(w->E, n, n, i, f, k), add_row(w->A, n, n, i, f, k),
                    add_row(w->B, n, w->m, i, f, k);
        }
        for (int j = 0; j < n; j++) {
            double f = j == k ? 0.0 : -w->E[k + j * n];
            if (f != 0.0)
                add_column(w->E, n, j, f, k), add_column(w->A, n, j, f, k),
                    add_column(w->C, w->p, j, f, k), add_column(w->Q, n, j, f, k);
        }
    }
    return n;
}

static double *zeros(bd_block *block, int count) {
    return bd_block_alloc(block, ((size_t)count + 1) * sizeof(double));
}

/* inverse of the lower right corner of A, (n - r) x (n - r) */
static double *invert_corner(bd_block *block, const workbench *w, int r) {
    int n = w->n, k = n - r;
    double complex *a = bd_block_alloc(block, 2 * (size_t)(k * k + 1) * sizeof *a);
    double *inverse = zeros(block, k * k);
    if (!a || !inverse)
        return NULL;
    double largest = 0.0, worst = 0.0;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++) {
            a[i + j * k] = w->A[r + i + (r + j) * n];
            largest = fmax(largest, cabs(a[i + j * k]));
        }
    if (k && !bd_matrix_invert(a, k, a + k * k))
        return NULL;
    for (int i = 0; i < k * k; i++) {
        inverse[i] = creal(a[k * k + i]);
        worst = fmax(worst, fabs(inverse[i]));
    }
    return k && !(worst * largest < 1e13) ? NULL : inverse;
}

/* out (rows x columns) = left - middle * right, where middle is rows x k */
static double correct(double left, const double *middle, int stride, const double *right, int k) {
    for (int i = 0; i < k; i++)
        left -= middle[i * stride] * right[i];
    return left;
}

static bd_status reduce(bd_block *block, workbench *w, const double *D) {
    descriptor *d = block->data;
    bd_linear *s = &d->linear;
    int n = w->n, m = w->m, p = w->p, r = eliminate(w), k = n - r;
    double *inverse = invert_corner(block, w, r);
    double *G = zeros(block, k * r), *H = zeros(block, k * m);
    s->A = zeros(block, r * r), s->B = zeros(block, r * m);
    s->C = zeros(block, p * r), s->D = zeros(block, p * m);
    if (!inverse)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the equations have no unique solution or differentiate their input "
                             "(index above 1)");
    if (!G || !H || !s->A || !s->B || !s->C || !s->D)
        return bd_block_no_memory(block);
    s->states = r, s->inputs = m, s->outputs = p;
    for (int i = 0; i < k; i++) { /* z2 = -G z1 - H u */
        for (int j = 0; j < r; j++)
            G[i + j * k] = -correct(0.0, &inverse[i], k, &w->A[r + j * n], k);
        for (int j = 0; j < m; j++)
            H[i + j * k] = -correct(0.0, &inverse[i], k, &w->B[r + j * n], k);
    }
    for (int i = 0; i < r; i++) {
        for (int j = 0; j < r; j++)
            s->A[i + j * r] = correct(w->A[i + j * n], &w->A[i + r * n], n, &G[j * k], k);
        for (int j = 0; j < m; j++)
            s->B[i + j * r] = correct(w->B[i + j * n], &w->A[i + r * n], n, &H[j * k], k);
    }
    for (int i = 0; i < p; i++) {
        for (int j = 0; j < r; j++)
            s->C[i + j * p] = correct(w->C[i + j * p], &w->C[i + r * p], p, &G[j * k], k);
        for (int j = 0; j < m; j++) {
            s->D[i + j * p] = correct(D[i + j * p], &w->C[i + r * p], p, &H[j * k], k);
            s->feedthrough = s->feedthrough || s->D[i + j * p] != 0.0;
        }
    }
    return BD_OK;
}

/* z = Q^-1 x0: its upper part is where the states begin */
static bd_status read_initial(bd_block *block, const workbench *w) {
    descriptor *d = block->data;
    int n = w->n, r = d->linear.states;
    bd_reals x0;
    d->initial = zeros(block, r);
    double complex *a = bd_block_alloc(block, 2 * (size_t)(n * n + 1) * sizeof *a);
    if (!d->initial || !a)
        return bd_block_no_memory(block);
    BD_TRY(bd_reals_read(block, "InitialCondition|X0", &x0));
    BD_TRY(bd_reals_fit(block, "InitialCondition", &x0, n));
    for (int i = 0; i < n * n; i++)
        a[i] = w->Q[i];
    if (!bd_matrix_invert(a, n, a + n * n))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the initial state cannot be found");
    for (int i = 0; i < r; i++)
        for (int j = 0; j < n; j++)
            d->initial[i] += creal(a[n * n + i + j * n]) * bd_real(&x0, j);
    return BD_OK;
}

static bd_status read_matrix(bd_block *block, const char *name, int rows, int columns,
                             const double **matrix) {
    const bd_value *value;
    size_t count;
    BD_TRY(bd_block_value(block, name, &value));
    BD_TRY(bd_block_numbers(block, name, matrix, &count));
    for (size_t i = 0; i < count; i++)
        if (!isfinite((*matrix)[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be finite", name);
    if (value->rank > 2 || (rows >= 0 && value->dims[0] != (size_t)rows) ||
        (columns >= 0 && value->dims[1] != (size_t)columns) || value->count == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s does not fit the other matrices", name);
    return BD_OK;
}

static double *copy(bd_block *block, const double *from, int count) {
    double *to = zeros(block, count);
    if (to)
        memcpy(to, from, (size_t)count * sizeof *to);
    return to;
}

static bd_status setup(bd_block *block) {
    const double *E, *A, *B, *C, *D;
    const bd_value *value;
    BD_TRY(bd_block_make_data(block, sizeof(descriptor)));
    BD_TRY(bd_block_value(block, "A", &value));
    int n = value->dims[0] > 1000 ? 0 : (int)value->dims[0];
    if (n == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "A is empty or too large");
    BD_TRY(read_matrix(block, "A", n, n, &A));
    BD_TRY(read_matrix(block, "E", n, n, &E));
    BD_TRY(read_matrix(block, "B", n, -1, &B));
    BD_TRY(bd_block_value(block, "B", &value));
    int m = (int)value->dims[1];
    BD_TRY(read_matrix(block, "C", -1, n, &C));
    BD_TRY(bd_block_value(block, "C", &value));
    int p = (int)value->dims[0];
    BD_TRY(read_matrix(block, "D", p, m, &D));
    workbench w = {n,
                   m,
                   p,
                   copy(block, E, n * n),
                   copy(block, A, n * n),
                   copy(block, B, n * m),
                   copy(block, C, p * n),
                   zeros(block, n * n)};
    if (!w.E || !w.A || !w.B || !w.C || !w.Q)
        return bd_block_no_memory(block);
    for (int i = 0; i < n; i++)
        w.Q[i + i * n] = 1.0;
    BD_TRY(reduce(block, &w, D));
    BD_TRY(read_initial(block, &w));
    return bd_linear_finish_setup(block);
}

static bd_status initialise(bd_block *block) {
    const descriptor *d = block->data;
    if (block->state_count)
        memcpy(block->x, d->initial, (size_t)block->state_count * sizeof *block->x);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "DescriptorStateSpace", .setup = setup, .propagate = bd_linear_ports,
              .initialise = initialise, .outputs = bd_linear_outputs,
              .derivatives = bd_linear_derivatives);

const bd_block_type *const bd_blocks_descriptor[] = {&type, NULL};
