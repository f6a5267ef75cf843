/* transpose, matrix product and matrix power */
#include <math.h>
#include <string.h>

#include "value/box.h"
#include "value/operators.h"

bd_value *bd_op_transpose(bd_calc *calc, const bd_value *a, bool conjugate) {
    if (a->rank > 2) {
        return bd_calc_refuse(calc, "only matrices can be transposed, not arrays of %d dimensions",
                              a->rank);
    }
    const size_t rows = a->dims[0];
    const size_t columns = a->dims[1];
    bd_value *made = bd_calc_new(calc, a->type, 2, (const size_t[]){columns, rows}, a->im != NULL);
    const size_t bytes = bd_class_bytes(a->type);

    if (!made)
        return NULL;
    if (a->type == BD_STRUCT) {
        made = rows == 1 || columns == 1
                   ? bd_calc_copy(calc, a)
                   : bd_calc_fail(calc, BD_UNSUPPORTED, "a struct matrix cannot be transposed");
        if (made)
            bd_value_set_dims(made, 2, (const size_t[]){columns, rows});
        return made;
    }
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            const size_t from = r + c * rows;
            const size_t to = c + r * columns;
            if (a->type == BD_CELL) {
                if (!bd_calc_set_child(calc, made, to, a->children[from]))
                    return NULL;
                continue;
            }
            memcpy((char *)made->re + to * bytes, (const char *)a->re + from * bytes, bytes);
            if (a->im) {
                const double im = bd_value_imag_at(a, from);
                bd_element_write(made->im, a->type, to, conjugate ? -im : im);
            }
        }
    }
    return made;
}

static bool check_matrices(bd_calc *calc, const bd_value *a, const bd_value *b) {
    if (a->rank > 2 || b->rank > 2 || a->dims[1] != b->dims[0]) {
        char size_a[128];
        char size_b[128];
        bd_calc_refuse(calc, "the sizes do not fit: %s * %s",
                       bd_value_size_text(a, size_a, sizeof size_a),
                       bd_value_size_text(b, size_b, sizeof size_b));
        return false;
    }
    return true;
}

/* c += sign * a * b, column by column, in an order that never changes */
static void multiply_add(size_t m, size_t n, size_t p, const double *a, const double *b,
                         double sign, double *c) {
    for (size_t k = 0; k < p; k++) {
        for (size_t l = 0; l < n; l++) {
            const double factor = sign * b[l + k * n];
            for (size_t r = 0; r < m; r++)
                c[r + k * m] += a[r + l * m] * factor;
        }
    }
}

bd_value *bd_op_product(bd_calc *calc, const bd_value *a, const bd_value *b) {
    const double *ar, *ai, *br, *bi;
    bd_class type;

    if (!bd_op_result_class(calc, "*", a, b, &type) || !check_matrices(calc, a, b) ||
        !bd_calc_doubles(calc, a, &ar, &ai) || !bd_calc_doubles(calc, b, &br, &bi))
        return NULL;
    const size_t m = a->dims[0];
    const size_t n = a->dims[1];
    const size_t p = b->dims[1];
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){m, p}, ai || bi);
    if (!made || made->count == 0 || !bd_calc_charge(calc, (double)m * (double)n * (double)p))
        return calc->status != BD_OK ? NULL : bd_op_settle(calc, made, type);
    multiply_add(m, n, p, ar, br, 1.0, made->re);
    if (ai && bi)
        multiply_add(m, n, p, ai, bi, -1.0, made->re);
    if (ai)
        multiply_add(m, n, p, ai, br, 1.0, made->im);
    if (bi)
        multiply_add(m, n, p, ar, bi, 1.0, made->im);
    return bd_op_settle(calc, made, type);
}

static bd_value *identity(bd_calc *calc, size_t n) {
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, n, n);

    for (size_t k = 0; made && k < n; k++)
        ((double *)made->re)[k + k * n] = 1.0;
    return made;
}

bd_value *bd_op_matrix_power(bd_calc *calc, const bd_value *a, const bd_value *b) {
    double power;

    if (!bd_value_is_number_like(a) || a->rank > 2 || a->dims[0] != a->dims[1])
        return bd_calc_refuse(calc, "only a square matrix has a power; use .^ for the elements");
    if (!bd_calc_number(calc, b, "the power of a matrix", &power))
        return NULL;
    if (power != floor(power) || fabs(power) > 1e9) {
        return bd_calc_refuse(calc, "the power of a matrix must be a whole number, not %.15g",
                              power);
    }
    bd_value *result = identity(calc, a->dims[0]);
    const bd_value *square = a;
    if (power < 0.0 && result)
        square = bd_op_solve(calc, a, result);
    for (unsigned n = (unsigned)fabs(power); n > 0 && result && square; n >>= 1) {
        result = n & 1U ? bd_op_product(calc, result, square) : result;
        square = n > 1 ? bd_op_product(calc, square, square) : square;
    }
    return !square ? NULL : result;
}
