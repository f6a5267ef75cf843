/* linear algebra through LAPACK: systems, inverse, determinant, singular values, eigenvalues */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "value/lapack.h"
#include "value/operators.h"

#define LIMIT 20000 /* rows or columns, so that sizes fit LAPACK's integers */

bool bd_dense_from(bd_calc *calc, const bd_value *value, bool as_complex, bd_dense *dense) {
    const double *re, *im;

    if (!bd_calc_doubles(calc, value, &re, &im))
        return false;
    if (value->rank > 2 || value->dims[0] > LIMIT || value->dims[1] > LIMIT) {
        bd_calc_refuse(calc, "this needs a matrix of moderate size");
        return false;
    }
    for (size_t k = 0; k < value->count; k++) {
        if (!isfinite(re[k]) || (im && !isfinite(im[k]))) {
            bd_calc_refuse(calc, "a matrix with NaN or Inf cannot be factored");
            return false;
        }
    }
    const double n = (double)(value->dims[0] > value->dims[1] ? value->dims[0] : value->dims[1]);
    *dense = (bd_dense){.rows = (int)value->dims[0], .columns = (int)value->dims[1]};
    dense->is_complex = as_complex;
    dense->data = bd_calc_alloc(calc, value->count, (as_complex ? 2 : 1) * sizeof(double));
    if (!dense->data || !bd_calc_charge(calc, 10.0 * n * n * n))
        return false;
    for (size_t k = 0; k < value->count; k++) {
        if (as_complex) {
            dense->data[2 * k] = re[k];
            dense->data[2 * k + 1] = im ? im[k] : 0.0;
        } else {
            dense->data[k] = re[k];
        }
    }
    return true;
}

bd_value *bd_dense_value(bd_calc *calc, const bd_dense *dense, int rows, int columns) {
    bd_value *made = bd_calc_new(
        calc, BD_DOUBLE, 2, (const size_t[]){(size_t)rows, (size_t)columns}, dense->is_complex);

    if (!made)
        return NULL;
    for (int c = 0; c < columns; c++) {
        for (int r = 0; r < rows; r++) {
            const size_t from = (size_t)r + (size_t)c * (size_t)dense->rows;
            const size_t to = (size_t)r + (size_t)c * (size_t)rows;
            ((double *)made->re)[to] = dense->data[dense->is_complex ? 2 * from : from];
            if (dense->is_complex)
                ((double *)made->im)[to] = dense->data[2 * from + 1];
        }
    }
    return bd_calc_narrow(made);
}

static lapack_complex_double *pairs(double *data) {
    return (lapack_complex_double *)(void *)data;
}

static bd_value *solve_square(bd_calc *calc, bd_dense *a, bd_dense *b) {
    lapack_int *pivot = bd_calc_alloc(calc, (size_t)a->rows, sizeof *pivot);

    if (!pivot)
        return NULL;
    const lapack_int info =
        a->is_complex ? LAPACKE_zgesv(LAPACK_COL_MAJOR, a->rows, b->columns, pairs(a->data),
                                      a->rows, pivot, pairs(b->data), b->rows)
                      : LAPACKE_dgesv(LAPACK_COL_MAJOR, a->rows, b->columns, a->data, a->rows,
                                      pivot, b->data, b->rows);
    return info == 0 ? bd_dense_value(calc, b, b->rows, b->columns)
                     : bd_calc_refuse(calc, "the matrix is singular");
}

/* the shortest of the solutions with the least squares of the residual */
static bd_value *solve_least_squares(bd_calc *calc, bd_dense *a, const bd_dense *b) {
    const int longer = a->rows > a->columns ? a->rows : a->columns;
    const int shorter = a->rows < a->columns ? a->rows : a->columns;
    const size_t width = a->is_complex ? 2 : 1;
    bd_dense x = {.rows = longer, .columns = b->columns, .is_complex = a->is_complex};
    double *singular = bd_calc_alloc(calc, (size_t)shorter, sizeof *singular);
    lapack_int rank;

    x.data = bd_calc_alloc(calc, (size_t)longer * (size_t)b->columns, width * sizeof(double));
    if (!x.data || !singular)
        return NULL;
    for (int c = 0; c < b->columns; c++) {
        memcpy(x.data + width * (size_t)c * (size_t)longer,
               b->data + width * (size_t)c * (size_t)b->rows,
               width * (size_t)b->rows * sizeof(double));
    }
    const lapack_int info =
        a->is_complex
            ? LAPACKE_zgelsd(LAPACK_COL_MAJOR, a->rows, a->columns, x.columns, pairs(a->data),
                             a->rows, pairs(x.data), longer, singular, -1.0, &rank)
            : LAPACKE_dgelsd(LAPACK_COL_MAJOR, a->rows, a->columns, x.columns, a->data, a->rows,
                             x.data, longer, singular, -1.0, &rank);
    return info == 0 ? bd_dense_value(calc, &x, a->columns, x.columns)
                     : bd_calc_refuse(calc, "the least squares problem could not be solved");
}

bd_value *bd_lapack_solve(bd_calc *calc, const bd_value *a, const bd_value *b) {
    const bool is_complex = a->im || b->im;
    bd_dense left, right;

    if (a->rank > 2 || b->rank > 2 || a->dims[0] != b->dims[0]) {
        char size_a[128];
        char size_b[128];
        return bd_calc_refuse(calc, "the sizes do not fit: %s \\ %s",
                              bd_value_size_text(a, size_a, sizeof size_a),
                              bd_value_size_text(b, size_b, sizeof size_b));
    }
    if (a->count == 0 || b->count == 0)
        return bd_calc_matrix(calc, BD_DOUBLE, a->dims[1], b->dims[1]);
    if (!bd_dense_from(calc, a, is_complex, &left) || !bd_dense_from(calc, b, is_complex, &right))
        return NULL;
    return left.rows == left.columns ? solve_square(calc, &left, &right)
                                     : solve_least_squares(calc, &left, &right);
}

bd_value *bd_op_solve(bd_calc *calc, const bd_value *a, const bd_value *b) {
    bd_class type;

    if (!bd_op_result_class(calc, "\\", a, b, &type))
        return NULL;
    return bd_op_settle(calc, bd_lapack_solve(calc, a, b), type);
}

bd_value *bd_op_solve_right(bd_calc *calc, const bd_value *b, const bd_value *a) {
    if (!bd_value_is_number_like(a) || !bd_value_is_number_like(b) || a->rank > 2 || b->rank > 2 ||
        a->dims[1] != b->dims[1]) {
        char size_a[128];
        char size_b[128];
        return bd_calc_refuse(calc, "the sizes do not fit: %s / %s",
                              bd_value_size_text(b, size_b, sizeof size_b),
                              bd_value_size_text(a, size_a, sizeof size_a));
    }
    bd_value *at = bd_op_transpose(calc, a, false);
    bd_value *bt = !at ? NULL : bd_op_transpose(calc, b, false);
    bd_value *x = !bt ? NULL : bd_op_solve(calc, at, bt);
    return !x ? NULL : bd_op_transpose(calc, x, false);
}

static bool is_square(bd_calc *calc, const bd_value *a) {
    if (!bd_value_is_number_like(a) || a->rank > 2 || a->dims[0] != a->dims[1]) {
        bd_calc_refuse(calc, "this needs a square matrix");
        return false;
    }
    return true;
}

bd_value *bd_lapack_inverse(bd_calc *calc, const bd_value *a) {
    if (!is_square(calc, a))
        return NULL;
    if (bd_value_is_integer(a))
        return bd_calc_refuse(calc, "the inverse needs floating point numbers, not %s",
                              bd_class_name(a->type));
    const size_t n = a->dims[0];
    bd_value *unit = bd_calc_matrix(calc, BD_DOUBLE, n, n);
    for (size_t k = 0; unit && k < n; k++)
        ((double *)unit->re)[k + k * n] = 1.0;
    if (unit && n == 1)
        return bd_op_arithmetic(calc, BD_OP_RDIVIDE, unit, a);
    return !unit ? NULL : bd_op_solve(calc, a, unit);
}

bd_value *bd_lapack_determinant(bd_calc *calc, const bd_value *a) {
    bd_dense dense;

    if (!is_square(calc, a))
        return NULL;
    if (a->count == 0)
        return bd_calc_scalar(calc, 1.0);
    lapack_int *pivot = bd_calc_alloc(calc, a->dims[0], sizeof *pivot);
    if (!pivot || !bd_dense_from(calc, a, a->im != NULL, &dense))
        return NULL;
    const int n = dense.rows;
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, dense.is_complex);
    if (!made)
        return NULL;
    if (dense.is_complex)
        LAPACKE_zgetrf(LAPACK_COL_MAJOR, n, n, pairs(dense.data), n, pivot);
    else
        LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, dense.data, n, pivot);
    double re = 1.0;
    double im = 0.0;
    for (int k = 0; k < n; k++) {
        const size_t at = (size_t)k * (size_t)(n + 1);
        const double sign = pivot[k] == k + 1 ? 1.0 : -1.0;
        const double x = sign * dense.data[dense.is_complex ? 2 * at : at];
        const double y = dense.is_complex ? sign * dense.data[2 * at + 1] : 0.0;
        const double real = re * x - im * y;
        im = re * y + im * x;
        re = real;
    }
    *(double *)made->re = re;
    if (made->im)
        *(double *)made->im = im;
    return bd_calc_narrow(made);
}

/* of a matrix without elements, whose factors have no singular values between them */
static void identity(const bd_dense *square) {
    const size_t width = square->is_complex ? 2 : 1;
    const size_t rows = (size_t)square->rows;
    memset(square->data, 0, rows * (size_t)square->columns * width * sizeof(double));
    for (size_t k = 0; k < rows && square->rows == square->columns; k++)
        square->data[width * k * (rows + 1)] = 1.0;
}

bd_value *bd_lapack_singular(bd_calc *calc, const bd_value *a, bool whole, bd_value **u,
                             bd_value **vt) {
    bd_dense dense;
    const bool vectors = u && vt;

    if (!bd_dense_from(calc, a, a->im != NULL, &dense))
        return NULL;
    const int shorter = dense.rows < dense.columns ? dense.rows : dense.columns;
    const size_t width = dense.is_complex ? 2 : 1;
    bd_value *values = bd_calc_matrix(calc, BD_DOUBLE, (size_t)shorter, 1);
    bd_dense left = {.rows = dense.rows,
                     .columns = whole ? dense.rows : shorter,
                     .is_complex = dense.is_complex};
    bd_dense right = {.rows = whole ? dense.columns : shorter,
                      .columns = dense.columns,
                      .is_complex = dense.is_complex};
    left.data =
        bd_calc_alloc(calc, (size_t)left.rows * (size_t)left.columns, width * sizeof(double));
    right.data =
        bd_calc_alloc(calc, (size_t)right.rows * (size_t)right.columns, width * sizeof(double));
    if (!values || !left.data || !right.data)
        return NULL;
    if (shorter > 0) {
        const char job = !vectors ? 'N' : whole ? 'A' : 'S';
        const lapack_int info =
            dense.is_complex
                ? LAPACKE_zgesdd(LAPACK_COL_MAJOR, job, dense.rows, dense.columns,
                                 pairs(dense.data), dense.rows, values->re, pairs(left.data),
                                 dense.rows, pairs(right.data), right.rows)
                : LAPACKE_dgesdd(LAPACK_COL_MAJOR, job, dense.rows, dense.columns, dense.data,
                                 dense.rows, values->re, left.data, dense.rows, right.data,
                                 right.rows);
        if (info != 0)
            return bd_calc_refuse(calc, "the singular values did not converge");
    } else {
        identity(&left);
        identity(&right);
    }
    if (vectors) {
        *u = bd_dense_value(calc, &left, left.rows, left.columns);
        *vt = bd_dense_value(calc, &right, right.rows, right.columns);
        return !*u || !*vt ? NULL : values;
    }
    return values;
}
