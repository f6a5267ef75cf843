/* factors of matrices by LAPACK (Cholesky, LU, QR), and the discrete Fourier transform */
#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"

static bd_class result_class(const bd_call *call) {
    return call->args[0]->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

static bool square(bd_calc *calc, const bd_call *call, bool must, const double **re) {
    const bd_value *a = call->args[0];
    const double *im;

    if (a->rank > 2 || (must && a->dims[0] != a->dims[1])) {
        bd_calc_refuse(calc, "'%s' needs a %smatrix", call->name, must ? "square " : "");
        return false;
    }
    if (!bd_calc_doubles(calc, a, re, &im))
        return false;
    if (im)
        bd_calc_refuse(calc, "'%s' of complex matrices", call->name);
    /* LAPACKE leaves a matrix with NaN as it is */
    for (size_t k = 0; !im && k < a->count; k++)
        if (!isfinite((*re)[k]))
            return bd_calc_refuse(calc, "a matrix with NaN or Inf cannot be factored") != NULL;
    return !im;
}

/* R of R'R = A; the second result tells where A stops being positive definite */
static const bd_value *run_chol(bd_calc *calc, bd_call *call) {
    const double *re;
    const bool lower = bd_call_is_text(call, 1, "lower");

    if (!square(calc, call, true, &re))
        return NULL;
    const size_t n = call->args[0]->dims[0];
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, n, n);
    call->more[0] = bd_calc_scalar(calc, 0.0);
    if (!made || n == 0)
        return made;
    double *r = made->re;
    memcpy(r, re, n * n * sizeof *r);
    const lapack_int info =
        LAPACKE_dpotrf(LAPACK_COL_MAJOR, lower ? 'L' : 'U', (lapack_int)n, r, (lapack_int)n);
    if (info > 0 && call->wanted < 2)
        return bd_calc_refuse(calc, "'chol': the matrix is not positive definite");
    for (size_t c = 0; c < n; c++)
        for (size_t k = 0; k < n; k++)
            r[k + c * n] = (lower ? k < c : k > c) ? 0.0 : r[k + c * n];
    call->more[0] = bd_calc_scalar(calc, (double)info);
    if (info > 0) { /* the part that could be factored */
        const size_t size = (size_t)info - 1;
        bd_value *part = bd_calc_matrix(calc, BD_DOUBLE, size, size);
        for (size_t k = 0; part && k < part->count; k++)
            ((double *)part->re)[k] = r[k % size + k / size * n];
        made = part;
    }
    return bd_op_settle(calc, made, result_class(call));
}

/* L U = P A; with two results L has the rows of A's order */
static const bd_value *run_lu(bd_calc *calc, bd_call *call) {
    const double *re;

    if (!square(calc, call, false, &re))
        return NULL;
    const size_t m = call->args[0]->dims[0], n = call->args[0]->dims[1], k = m < n ? m : n;
    double *a = bd_calc_alloc(calc, m * n + 1, sizeof *a);
    lapack_int *pivots = bd_calc_alloc(calc, k + 1, sizeof *pivots);
    size_t *order = bd_calc_alloc(calc, m + 1, sizeof *order);
    bd_value *l = bd_calc_matrix(calc, BD_DOUBLE, m, k), *u = bd_calc_matrix(calc, BD_DOUBLE, k, n);
    bd_value *p = bd_calc_matrix(calc, BD_DOUBLE, m, m);
    if (!a || !pivots || !order || !l || !u || !p)
        return NULL;
    if (m * n > 0) {
        memcpy(a, re, m * n * sizeof *a);
        LAPACKE_dgetrf(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)n, a, (lapack_int)m, pivots);
    }
    for (size_t r = 0; r < m; r++)
        order[r] = r;
    for (size_t r = 0; r < k; r++) {
        const size_t with = (size_t)pivots[r] - 1, kept = order[r];
        order[r] = order[with];
        order[with] = kept;
    }
    for (size_t r = 0; r < m; r++) {
        const size_t to = call->wanted > 2 ? r : order[r];
        for (size_t c = 0; c < k; c++)
            ((double *)l->re)[to + c * m] = r == c ? 1.0 : r > c ? a[r + c * m] : 0.0;
        ((double *)p->re)[r + order[r] * m] = 1.0;
    }
    for (size_t r = 0; r < k; r++)
        for (size_t c = r; c < n; c++)
            ((double *)u->re)[r + c * k] = a[r + c * m];
    call->more[0] = bd_op_settle(calc, u, result_class(call));
    call->more[1] = p;
    return call->wanted > 1 ? bd_op_settle(calc, l, result_class(call))
                            : bd_calc_refuse(calc, "'lu' needs two or three results");
}

/* Q R = A; with 0 or "econ" only the columns that are needed */
static const bd_value *run_qr(bd_calc *calc, bd_call *call) {
    const double *re;

    if (!square(calc, call, false, &re))
        return NULL;
    const size_t m = call->args[0]->dims[0], n = call->args[0]->dims[1], k = m < n ? m : n;
    const size_t wide = call->count > 1 ? k : m;
    bd_value *q = bd_calc_matrix(calc, BD_DOUBLE, m, wide);
    bd_value *r = bd_calc_matrix(calc, BD_DOUBLE, wide, n);
    double *a = bd_calc_alloc(calc, m * (n > m ? n : m) + 1, sizeof *a);
    double *tau = bd_calc_alloc(calc, k + 1, sizeof *tau);
    if (!q || !r || !a || !tau || m * n == 0)
        return q && r && m * n == 0 ? bd_calc_refuse(calc, "'qr' of an empty matrix") : NULL;
    memcpy(a, re, m * n * sizeof *a);
    LAPACKE_dgeqrf(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)n, a, (lapack_int)m, tau);
    for (size_t c = 0; c < n; c++)
        for (size_t row = 0; row <= c && row < wide; row++)
            ((double *)r->re)[row + c * wide] = a[row + c * m];
    LAPACKE_dorgqr(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)wide, (lapack_int)k, a,
                   (lapack_int)m, tau);
    memcpy(q->re, a, m * wide * sizeof *a);
    call->more[0] = bd_op_settle(calc, r, result_class(call));
    return call->wanted > 1 ? bd_op_settle(calc, q, result_class(call)) : call->more[0];
}

/* the sum itself; a power of two is halved (Cooley and Tukey 1965). code -1: inverse, without 1/n
 */
static void transform(double complex *x, double complex *work, size_t n, int sign) {
    if (n == 1)
        return;
    if (n % 2 != 0) {
        for (size_t k = 0; k < n; k++) {
            work[k] = 0.0;
            for (size_t j = 0; j < n; j++) {
                const double angle =
                    sign * 2.0 * 3.14159265358979323846 * (double)(j * k % n) / (double)n;
                work[k] += x[j] * (cos(angle) - I * sin(angle));
            }
        }
        memcpy(x, work, n * sizeof *x);
        return;
    }
    const size_t half = n / 2;
    for (size_t k = 0; k < half; k++) {
        work[k] = x[2 * k];
        work[half + k] = x[2 * k + 1];
    }
    transform(work, x, half, sign);
    transform(work + half, x, half, sign);
    for (size_t k = 0; k < half; k++) {
        const double angle = sign * 2.0 * 3.14159265358979323846 * (double)k / (double)n;
        const double complex turned = work[half + k] * (cos(angle) - I * sin(angle));
        x[k] = work[k] + turned;
        x[half + k] = work[k] - turned;
    }
}

static bool is_mirrored(const double complex *x, size_t n) {
    for (size_t k = 0; k <= n / 2; k++)
        if (x[k] != conj(x[(n - k) % n]))
            return false;
    return true;
}

static const bd_value *run_fft(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    int dimension;

    if (call->count > 1)
        return bd_call_in_language(calc, call);
    if (!bd_call_dimension(calc, call, 9, &dimension) || !bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    const size_t n = fibres.length;
    double complex *line = bd_calc_alloc(calc, 2 * n + 2, sizeof *line);
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, true);
    size_t odd = n;
    while (odd > 0 && odd % 2 == 0)
        odd /= 2;
    if (!made || !line || !bd_calc_charge(calc, (double)x->count * (double)(odd + 64)))
        return NULL;
    for (size_t v = 0; v < fibres.count && n > 0; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < n; k++) {
            const size_t at = start + k * fibres.stride;
            line[k] = re[at] + (im ? I * im[at] : 0.0);
        }
        const bool mirrored = call->code > 0 ? im == NULL : is_mirrored(line, n);
        transform(line, line + n, n, call->code);
        /* of real numbers, and back to them, to the bit */
        for (size_t k = 0; mirrored && k <= n / 2; k++) {
            line[k] = call->code < 0 || k == 0 || 2 * k == n ? creal(line[k]) : line[k];
            line[(n - k) % n] = call->code < 0 ? creal(line[(n - k) % n]) : conj(line[k]);
        }
        const double scale = call->code < 0 ? 1.0 / (double)n : 1.0;
        for (size_t k = 0; k < n; k++) {
            const size_t at = start + k * fibres.stride;
            ((double *)made->re)[at] = creal(line[k]) * scale;
            ((double *)made->im)[at] = cimag(line[k]) * scale;
        }
    }
    return bd_op_settle(calc, bd_calc_narrow(made), x->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE);
}

const bd_function bd_functions_factor[] = {BD_RESULTS(chol, 1, 2, 2),
                                           BD_RESULTS(lu, 1, 1, 3),
                                           BD_RESULTS(qr, 1, 2, 2),
                                           BD_VARIANT("fft", 1, 3, run_fft, 1),
                                           BD_VARIANT("ifft", 1, 3, run_fft, -1),
                                           BD_FUNCTIONS_END};
