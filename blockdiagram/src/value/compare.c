/* comparisons and logic, element by element; and the dispatch of all operators */
#include <math.h>
#include <string.h>

#include "value/operators.h"

static bool holds(int code, long double a, long double b) {
    switch (code) {
    case BD_OP_LT:
        return a < b;
    case BD_OP_LE:
        return a <= b;
    case BD_OP_GT:
        return a > b;
    case BD_OP_GE:
        return a >= b;
    default:
        return a == b;
    }
}

/* MATLAB compares the real parts only, except for == and ~= */
bd_value *bd_op_compare(bd_calc *calc, int code, const bd_value *a, const bd_value *b) {
    const char *op = bd_operator_text(code);
    bd_expansion walk;

    if (!bd_value_is_number_like(a) || !bd_value_is_number_like(b)) {
        return bd_calc_refuse(calc, "'%s' cannot be applied to a %s", op,
                              bd_class_name(bd_value_is_number_like(a) ? b->type : a->type));
    }
    if (!bd_expansion_begin(calc, op, a, b, &walk))
        return NULL;
    bd_value *made = bd_calc_new(calc, BD_LOGICAL, walk.rank, walk.dims, false);
    if (!made)
        return NULL;
    uint8_t *truth = made->re;
    const bool equality = code == BD_OP_EQ || code == BD_OP_NE;
    for (size_t k = 0; k < made->count; k++, bd_expansion_next(&walk)) {
        bool result = holds(code, bd_element_read_long(a->re, a->type, walk.a),
                            bd_element_read_long(b->re, b->type, walk.b));
        if (equality)
            result = result && bd_value_imag_at(a, walk.a) == bd_value_imag_at(b, walk.b);
        truth[k] = code == BD_OP_NE ? !result : result;
    }
    return made;
}

static const bd_value *as_logical(bd_calc *calc, const bd_value *value) {
    if (value->type == BD_LOGICAL || !bd_value_is_number_like(value)) {
        return value->type == BD_LOGICAL ? value
                                         : bd_calc_refuse(calc, "a %s is neither true nor false",
                                                          bd_class_name(value->type));
    }
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, value, false);
    for (size_t k = 0; made && k < value->count; k++) {
        const double number = bd_value_real_at(value, k);
        if (isnan(number))
            return bd_calc_refuse(calc, "NaN is neither true nor false");
        ((uint8_t *)made->re)[k] = number != 0.0 || bd_value_imag_at(value, k) != 0.0;
    }
    return made;
}

static bd_value *run_logic(bd_calc *calc, int code, const bd_value *a, const bd_value *b) {
    bd_expansion walk;

    a = as_logical(calc, a);
    b = !a ? NULL : as_logical(calc, b);
    if (!b || !bd_expansion_begin(calc, bd_operator_text(code), a, b, &walk))
        return NULL;
    bd_value *made = bd_calc_new(calc, BD_LOGICAL, walk.rank, walk.dims, false);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk)) {
        const uint8_t x = ((const uint8_t *)a->re)[walk.a];
        const uint8_t y = ((const uint8_t *)b->re)[walk.b];
        ((uint8_t *)made->re)[k] = code == BD_OP_AND ? x && y : x || y;
    }
    return made;
}

static bd_value *negate_truth(bd_calc *calc, const bd_value *a) {
    a = as_logical(calc, a);
    bd_value *made = !a ? NULL : bd_calc_like(calc, BD_LOGICAL, a, false);
    for (size_t k = 0; made && k < a->count; k++)
        ((uint8_t *)made->re)[k] = !((const uint8_t *)a->re)[k];
    return made;
}

static bd_value *negate(bd_calc *calc, const bd_value *a, bool minus) {
    const bd_class type = bd_value_is_numeric(a) ? a->type : BD_DOUBLE;
    bd_value *made = bd_calc_like(calc, type, a, a->im != NULL);

    for (size_t k = 0; made && k < a->count; k++) {
        const long double re = bd_element_read_long(a->re, a->type, k);
        bd_element_write_long(made->re, type, k, minus ? -re : re);
        if (a->im) {
            const long double im = bd_element_read_long(a->im, a->type, k);
            bd_element_write_long(made->im, type, k, minus ? -im : im);
        }
    }
    return made;
}

bd_value *bd_op_unary(bd_calc *calc, int code, const bd_value *a) {
    if (code == BD_OP_TRANSPOSE || code == BD_OP_CTRANSPOSE)
        return bd_op_transpose(calc, a, code == BD_OP_CTRANSPOSE);
    if (!bd_value_is_number_like(a)) {
        return bd_calc_refuse(calc, "'%s' cannot be applied to a %s", bd_operator_text(code),
                              bd_class_name(a->type));
    }
    return code == BD_OP_NOT ? negate_truth(calc, a) : negate(calc, a, code == BD_OP_MINUS);
}

bd_value *bd_op_binary(bd_calc *calc, int code, const bd_value *a, const bd_value *b) {
    const bool scalar_a = a->count == 1 && bd_value_is_number_like(a);
    const bool scalar_b = b->count == 1 && bd_value_is_number_like(b);

    if (bd_operator_compares(code))
        return bd_op_compare(calc, code, a, b);
    switch (code) {
    case BD_OP_PLUS:
    case BD_OP_MINUS:
    case BD_OP_TIMES:
    case BD_OP_RDIVIDE:
    case BD_OP_LDIVIDE:
    case BD_OP_POWER:
        return bd_op_arithmetic(calc, code, a, b);
    case BD_OP_MTIMES:
        return scalar_a || scalar_b ? bd_op_arithmetic(calc, BD_OP_TIMES, a, b)
                                    : bd_op_product(calc, a, b);
    case BD_OP_MRDIVIDE:
        return scalar_b ? bd_op_arithmetic(calc, BD_OP_RDIVIDE, a, b)
                        : bd_op_solve_right(calc, a, b);
    case BD_OP_MLDIVIDE:
        return scalar_a ? bd_op_arithmetic(calc, BD_OP_LDIVIDE, a, b) : bd_op_solve(calc, a, b);
    case BD_OP_MPOWER:
        return scalar_a && scalar_b ? bd_op_arithmetic(calc, BD_OP_POWER, a, b)
                                    : bd_op_matrix_power(calc, a, b);
    case BD_OP_AND:
    case BD_OP_OR:
        return run_logic(calc, code, a, b);
    default:
        return bd_calc_fail(calc, BD_BAD_EXPRESSION, "'%s' has no meaning here",
                            bd_operator_text(code));
    }
}
