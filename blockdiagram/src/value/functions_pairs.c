/* functions of two numbers, element by element, and the operators under their names */
#include <math.h>

#include "base/remainder.h"
#include "value/functions.h"
#include "value/operators.h"
#include "value/typed.h"

enum { MOD, REM, ATAN2, HYPOT, GCD, LCM, IDIVIDE, NTHROOT };

static double greatest_divisor(double a, double b) {
    a = fabs(a);
    b = fabs(b);
    while (b > 0.0) {
        const double r = fmod(a, b);
        a = b;
        b = r;
    }
    return a;
}

static double nth_root(double x, double n) {
    if (x < 0.0 && n == floor(n) && fmod(n, 2.0) != 0.0)
        return -pow(-x, 1.0 / n);
    return x < 0.0 ? NAN : pow(x, 1.0 / n);
}

static double apply(int code, double x, double y) {
    switch (code) {
    case MOD:
        return bd_modulo(x, y);
    case REM:
        return bd_remainder(x, y);
    case ATAN2:
        return atan2(x, y);
    case HYPOT:
        return hypot(x, y);
    case GCD:
        return greatest_divisor(x, y);
    case LCM: {
        const double divisor = greatest_divisor(x, y);
        return divisor == 0.0 ? 0.0 : fabs(x / divisor * y);
    }
    case IDIVIDE:
        return trunc(x / y);
    default:
        return nth_root(x, y);
    }
}

static const bd_value *run_pair(bd_calc *calc, bd_call *call) {
    const double *x, *y;
    bd_expansion walk;
    bd_class type;

    if (!bd_op_begin_pair(calc, call->name, call->args[0], call->args[1], &type, &walk, &x, &y))
        return NULL;
    if ((call->code == ATAN2 || call->code == HYPOT) && type != BD_DOUBLE && type != BD_SINGLE) {
        return bd_calc_refuse(calc, "'%s' needs floating point numbers, not %s", call->name,
                              bd_class_name(type));
    }
    if (call->code == IDIVIDE && (type == BD_DOUBLE || type == BD_SINGLE))
        return bd_calc_refuse(calc, "'idivide' needs integers, not two of class %s",
                              bd_class_name(type));
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, walk.rank, walk.dims, false);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk)) {
        if ((call->code == GCD || call->code == LCM) &&
            (x[walk.a] != floor(x[walk.a]) || y[walk.b] != floor(y[walk.b]) ||
             !isfinite(x[walk.a]) || !isfinite(y[walk.b])))
            return bd_calc_refuse(calc, "'%s' needs whole numbers", call->name);
        /* integers have no NaN: rem(x, 0) is 0 as MATLAB documents for them */
        ((double *)made->re)[k] = apply(call->code, x[walk.a], y[walk.b]);
    }
    return bd_op_settle(calc, made, type);
}

/* complex even where the imaginary part is 0 */
static const bd_value *run_complex(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->count > 1 ? call->args[1] : bd_calc_scalar(calc, 0.0);
    const double *x, *y;
    bd_expansion walk;
    bd_class type;

    if (!b || (call->count == 1 && a->im))
        return !b ? NULL : a;
    if (!bd_op_begin_pair(calc, call->name, a, b, &type, &walk, &x, &y))
        return NULL;
    bd_value *made = bd_calc_new(calc, type, walk.rank, walk.dims, true);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk)) {
        bd_element_write(made->re, type, k, x[walk.a]);
        bd_element_write(made->im, type, k, y[walk.b]);
    }
    return made;
}

static const bd_value *run_operator(bd_calc *calc, bd_call *call) {
    return call->count == 1 ? bd_op_unary(calc, call->code, call->args[0])
                            : bd_op_binary(calc, call->code, call->args[0], call->args[1]);
}

/* plus, times, and, or … of more than two */
static const bd_value *run_chain(bd_calc *calc, bd_call *call) {
    const bd_value *result = call->args[0];

    for (size_t k = 1; k < call->count && result; k++)
        result = bd_op_binary(calc, call->code, result, call->args[k]);
    return result;
}

static const bd_value *run_xor(bd_calc *calc, bd_call *call) {
    const bd_value *a = bd_op_unary(calc, BD_OP_NOT, call->args[0]);
    const bd_value *b = !a ? NULL : bd_op_unary(calc, BD_OP_NOT, call->args[1]);

    return !b ? NULL : bd_op_compare(calc, BD_OP_NE, a, b);
}

static const bd_value *run_colon(bd_calc *calc, bd_call *call) {
    return call->count == 2 ? bd_op_range(calc, call->args[0], NULL, call->args[1])
                            : bd_op_range(calc, call->args[0], call->args[1], call->args[2]);
}

const bd_function bd_functions_pairs[] = {
    BD_VARIANT("mod", 2, 2, run_pair, MOD),
    BD_VARIANT("rem", 2, 2, run_pair, REM),
    BD_VARIANT("atan2", 2, 2, run_pair, ATAN2),
    BD_VARIANT("hypot", 2, 2, run_pair, HYPOT),
    BD_VARIANT("gcd", 2, 2, run_pair, GCD),
    BD_VARIANT("lcm", 2, 2, run_pair, LCM),
    BD_VARIANT("idivide", 2, 2, run_pair, IDIVIDE),
    BD_VARIANT("nthroot", 2, 2, run_pair, NTHROOT),
    BD_FUNCTION(complex, 1, 2),
    BD_VARIANT("plus", 2, BD_ANY, run_chain, BD_OP_PLUS),
    BD_VARIANT("times", 2, BD_ANY, run_chain, BD_OP_TIMES),
    BD_VARIANT("mtimes", 2, BD_ANY, run_chain, BD_OP_MTIMES),
    BD_VARIANT("and", 2, BD_ANY, run_chain, BD_OP_AND),
    BD_VARIANT("or", 2, BD_ANY, run_chain, BD_OP_OR),
    BD_VARIANT("minus", 2, 2, run_operator, BD_OP_MINUS),
    BD_VARIANT("rdivide", 2, 2, run_operator, BD_OP_RDIVIDE),
    BD_VARIANT("ldivide", 2, 2, run_operator, BD_OP_LDIVIDE),
    BD_VARIANT("mrdivide", 2, 2, run_operator, BD_OP_MRDIVIDE),
    BD_VARIANT("mldivide", 2, 2, run_operator, BD_OP_MLDIVIDE),
    BD_VARIANT("power", 2, 2, run_operator, BD_OP_POWER),
    BD_VARIANT("mpower", 2, 2, run_operator, BD_OP_MPOWER),
    BD_VARIANT("eq", 2, 2, run_operator, BD_OP_EQ),
    BD_VARIANT("ne", 2, 2, run_operator, BD_OP_NE),
    BD_VARIANT("lt", 2, 2, run_operator, BD_OP_LT),
    BD_VARIANT("le", 2, 2, run_operator, BD_OP_LE),
    BD_VARIANT("gt", 2, 2, run_operator, BD_OP_GT),
    BD_VARIANT("ge", 2, 2, run_operator, BD_OP_GE),
    BD_VARIANT("not", 1, 1, run_operator, BD_OP_NOT),
    BD_VARIANT("uminus", 1, 1, run_operator, BD_OP_MINUS),
    BD_VARIANT("uplus", 1, 1, run_operator, BD_OP_PLUS),
    BD_VARIANT("transpose", 1, 1, run_operator, BD_OP_TRANSPOSE),
    BD_VARIANT("ctranspose", 1, 1, run_operator, BD_OP_CTRANSPOSE),
    BD_FUNCTION(xor, 2, 2),
    BD_FUNCTION(colon, 2, 3),
    BD_FUNCTIONS_END};
