/* eigenvalues and eigenvectors through LAPACK: symmetric matrices get real values in rising order
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "value/lapack.h"

static bool is_symmetric(const bd_dense *a) {
    for (int c = 0; c < a->columns; c++) {
        for (int r = 0; r < c; r++)
            if (a->data[r + c * a->rows] != a->data[c + r * a->rows])
                return false;
    }
    return !a->is_complex;
}

static bd_value *eigen_symmetric(bd_calc *calc, bd_dense *a, bd_value **vectors) {
    bd_value *values = bd_calc_matrix(calc, BD_DOUBLE, (size_t)a->rows, 1);

    if (!values)
        return NULL;
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, vectors ? 'V' : 'N', 'U', a->rows, a->data, a->rows,
                      values->re) != 0)
        return bd_calc_refuse(calc, "the eigenvalues did not converge");
    if (vectors)
        *vectors = bd_dense_value(calc, a, a->rows, a->rows);
    return vectors && !*vectors ? NULL : values;
}

/* LAPACK stores the vectors of a conjugate pair as real and imaginary part in two columns */
static bd_value *unpack_vectors(bd_calc *calc, size_t n, const double *packed, const double *im) {
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){n, n}, true);

    for (size_t c = 0; made && c < n; c++) {
        double *to_re = (double *)made->re + c * n;
        double *to_im = (double *)made->im + c * n;
        for (size_t r = 0; r < n; r++) {
            if (im[c] > 0.0 && c + 1 < n) {
                to_re[r] = packed[r + c * n];
                to_im[r] = packed[r + (c + 1) * n];
            } else if (im[c] < 0.0 && c > 0) {
                to_re[r] = packed[r + (c - 1) * n];
                to_im[r] = -packed[r + c * n];
            } else {
                to_re[r] = packed[r + c * n];
            }
        }
    }
    return bd_calc_narrow(made);
}

static bd_value *eigen_real(bd_calc *calc, bd_dense *a, bd_value **vectors) {
    const size_t n = (size_t)a->rows;
    bd_value *values = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){n, 1}, true);
    double *right = bd_calc_alloc(calc, n * n, sizeof *right);

    if (!values || !right)
        return NULL;
    if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', vectors ? 'V' : 'N', a->rows, a->data, a->rows,
                      values->re, values->im, NULL, 1, right, a->rows) != 0)
        return bd_calc_refuse(calc, "the eigenvalues did not converge");
    if (vectors)
        *vectors = unpack_vectors(calc, n, right, values->im);
    return vectors && !*vectors ? NULL : bd_calc_narrow(values);
}

static bd_value *eigen_complex(bd_calc *calc, bd_dense *a, bd_value **vectors) {
    bd_dense values = {.rows = a->rows, .columns = 1, .is_complex = true};
    bd_dense right = {.rows = a->rows, .columns = a->rows, .is_complex = true};
    const size_t n = (size_t)a->rows;

    values.data = bd_calc_alloc(calc, n, 2 * sizeof(double));
    right.data = bd_calc_alloc(calc, n * n, 2 * sizeof(double));
    if (!values.data || !right.data)
        return NULL;
    if (LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', vectors ? 'V' : 'N', a->rows,
                      (lapack_complex_double *)(void *)a->data, a->rows,
                      (lapack_complex_double *)(void *)values.data, NULL, 1,
                      (lapack_complex_double *)(void *)right.data, a->rows) != 0)
        return bd_calc_refuse(calc, "the eigenvalues did not converge");
    if (vectors)
        *vectors = bd_dense_value(calc, &right, a->rows, a->rows);
    return vectors && !*vectors ? NULL : bd_dense_value(calc, &values, a->rows, 1);
}

bd_value *bd_lapack_eigen(bd_calc *calc, const bd_value *a, bd_value **vectors) {
    bd_dense dense;

    if (!bd_value_is_number_like(a) || a->rank > 2 || a->dims[0] != a->dims[1])
        return bd_calc_refuse(calc, "this needs a square matrix");
    if (!bd_dense_from(calc, a, a->im != NULL, &dense))
        return NULL;
    if (a->count == 0) {
        if (vectors)
            *vectors = bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
        return bd_calc_matrix(calc, BD_DOUBLE, 0, 1);
    }
    return dense.is_complex       ? eigen_complex(calc, &dense, vectors)
           : is_symmetric(&dense) ? eigen_symmetric(calc, &dense, vectors)
                                  : eigen_real(calc, &dense, vectors);
}
