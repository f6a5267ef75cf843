/* element by element arithmetic with implicit expansion. Numbers are computed as doubles and
 * rounded into the class of the result, which for single and up to 32 bits gives the same as
 * computing in that class; 64-bit integers go through long double */
#include <complex.h>
#include <math.h>

#include "base/complex_number.h"
#include "value/operators.h"

bool bd_expansion_begin(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                        bd_expansion *walk) {
    size_t step_a = 1;
    size_t step_b = 1;

    *walk = (bd_expansion){.rank = a->rank > b->rank ? a->rank : b->rank};
    for (int k = 0; k < walk->rank; k++) {
        if (a->dims[k] != b->dims[k] && a->dims[k] != 1 && b->dims[k] != 1) {
            char size_a[128];
            char size_b[128];
            bd_calc_refuse(calc, "the sizes do not fit: %s %s %s",
                           bd_value_size_text(a, size_a, sizeof size_a), op,
                           bd_value_size_text(b, size_b, sizeof size_b));
            return false;
        }
        walk->dims[k] = a->dims[k] == 1 ? b->dims[k] : a->dims[k];
        walk->step_a[k] = a->dims[k] == 1 ? 0 : step_a;
        walk->step_b[k] = b->dims[k] == 1 ? 0 : step_b;
        step_a *= a->dims[k];
        step_b *= b->dims[k];
    }
    return true;
}

void bd_expansion_next(bd_expansion *walk) {
    for (int k = 0; k < walk->rank; k++) {
        walk->a += walk->step_a[k];
        walk->b += walk->step_b[k];
        if (++walk->index[k] < walk->dims[k])
            return;
        walk->a -= walk->step_a[k] * walk->dims[k];
        walk->b -= walk->step_b[k] * walk->dims[k];
        walk->index[k] = 0;
    }
}

bool bd_op_result_class(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                        bd_class *type) {
    if (!bd_value_is_number_like(a) || !bd_value_is_number_like(b)) {
        bd_calc_refuse(calc, "'%s' cannot be applied to a %s", op,
                       bd_class_name(bd_value_is_number_like(a) ? b->type : a->type));
        return false;
    }
    if (bd_value_is_integer(a) || bd_value_is_integer(b)) {
        if (bd_value_is_integer(a) && bd_value_is_integer(b) && a->type != b->type) {
            bd_calc_refuse(calc, "'%s' cannot combine %s with %s", op, bd_class_name(a->type),
                           bd_class_name(b->type));
            return false;
        }
        *type = bd_value_is_integer(a) ? a->type : b->type;
    } else {
        *type = a->type == BD_SINGLE || b->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
    }
    return true;
}

bool bd_op_begin_pair(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                      bd_class *type, bd_expansion *walk, const double **x, const double **y) {
    return bd_op_result_class(calc, op, a, b, type) && bd_expansion_begin(calc, op, a, b, walk) &&
           bd_calc_reals(calc, a, op, x) && bd_calc_reals(calc, b, op, y);
}

bd_value *bd_op_settle(bd_calc *calc, bd_value *value, bd_class type) {
    if (!value || value->type == type)
        return bd_calc_narrow(value);
    bd_value *made = bd_calc_like(calc, type, value, value->im != NULL);
    for (size_t k = 0; made && k < value->count; k++) {
        bd_element_write(made->re, type, k, bd_value_real_at(value, k));
        if (value->im)
            bd_element_write(made->im, type, k, bd_value_imag_at(value, k));
    }
    return bd_calc_narrow(made);
}

/* an operator of two numbers of that type */
#define APPLY(name, number, power)                                                                 \
    static number name(int code, number a, number b) {                                             \
        switch (code) {                                                                            \
        case BD_OP_PLUS:                                                                           \
            return a + b;                                                                          \
        case BD_OP_MINUS:                                                                          \
            return a - b;                                                                          \
        case BD_OP_TIMES:                                                                          \
            return a * b;                                                                          \
        case BD_OP_RDIVIDE:                                                                        \
            return a / b;                                                                          \
        case BD_OP_LDIVIDE:                                                                        \
            return b / a;                                                                          \
        default:                                                                                   \
            return power(a, b);                                                                    \
        }                                                                                          \
    }
APPLY(apply, double, pow)
APPLY(apply_long, long double, powl)

/* one complex number to the power of another, exact for small whole exponents */
static void complex_power(double ar, double ai, double br, double bi, double *re, double *im) {
    double complex z = bd_complex(ar, ai);
    double complex power = bd_complex(1.0, 0.0);

    if (bi == 0.0 && br == floor(br) && fabs(br) <= 1024.0) {
        for (unsigned n = (unsigned)fabs(br); n > 0; n >>= 1) {
            power = n & 1U ? power * z : power;
            z = n > 1 ? z * z : z;
        }
        power = br < 0.0 ? 1.0 / power : power;
    } else if (ar == 0.0 && ai == 0.0) {
        power = bd_complex(br > 0.0 ? 0.0 : INFINITY, 0.0);
    } else {
        power = cpow(z, bd_complex(br, bi));
    }
    *re = creal(power);
    *im = cimag(power);
}

static void apply_complex(int code, double ar, double ai, double br, double bi, double *re,
                          double *im) {
    double complex c;

    switch (code) {
    case BD_OP_PLUS:
        *re = ar + br;
        *im = ai + bi;
        return;
    case BD_OP_MINUS:
        *re = ar - br;
        *im = ai - bi;
        return;
    case BD_OP_TIMES:
        c = bd_complex(ar, ai) * bd_complex(br, bi);
        break;
    case BD_OP_RDIVIDE:
        if (bi == 0.0) {
            *re = ar / br;
            *im = ai / br;
            return;
        }
        c = bd_complex(ar, ai) / bd_complex(br, bi);
        break;
    case BD_OP_LDIVIDE:
        apply_complex(BD_OP_RDIVIDE, br, bi, ar, ai, re, im);
        return;
    default:
        complex_power(ar, ai, br, bi, re, im);
        return;
    }
    *re = creal(c);
    *im = cimag(c);
}

/* a negative number to a broken power leaves the real line */
static bool power_is_complex(const double *a, size_t count_a, const double *b, size_t count_b) {
    bool has_negative = false;
    bool has_fraction = false;

    for (size_t k = 0; k < count_a; k++)
        has_negative = has_negative || a[k] < 0.0;
    for (size_t k = 0; k < count_b; k++)
        has_fraction = has_fraction || (isfinite(b[k]) && b[k] != floor(b[k]));
    return has_negative && has_fraction;
}

static bd_value *arithmetic_64(bd_calc *calc, int code, const bd_value *a, const bd_value *b,
                               bd_class type, bd_expansion *walk) {
    bd_value *made = bd_calc_new(calc, type, walk->rank, walk->dims, false);

    if (!made || a->im || b->im)
        return !made ? NULL
                     : bd_calc_fail(calc, BD_UNSUPPORTED, "64-bit integers cannot be complex here");
    for (size_t k = 0; k < made->count; k++, bd_expansion_next(walk)) {
        bd_element_write_long(made->re, type, k,
                              apply_long(code, bd_element_read_long(a->re, a->type, walk->a),
                                         bd_element_read_long(b->re, b->type, walk->b)));
    }
    return made;
}

/* real arrays of one size, or scalars beside them: one after the other */
static void apply_all(int code, const double *a, size_t step_a, const double *b, size_t step_b,
                      double *made, size_t count) {
    switch (code) {
    case BD_OP_PLUS:
        for (size_t k = 0; k < count; k++)
            made[k] = a[k * step_a] + b[k * step_b];
        return;
    case BD_OP_MINUS:
        for (size_t k = 0; k < count; k++)
            made[k] = a[k * step_a] - b[k * step_b];
        return;
    case BD_OP_TIMES:
        for (size_t k = 0; k < count; k++)
            made[k] = a[k * step_a] * b[k * step_b];
        return;
    default:
        for (size_t k = 0; k < count; k++)
            made[k] = apply(code, a[k * step_a], b[k * step_b]);
    }
}

bd_value *bd_op_arithmetic(bd_calc *calc, int code, const bd_value *a, const bd_value *b) {
    const char *op = bd_operator_text(code);
    bd_expansion walk;
    bd_class type;
    const double *ar, *ai, *br, *bi;

    if (!bd_op_result_class(calc, op, a, b, &type) || !bd_expansion_begin(calc, op, a, b, &walk))
        return NULL;
    if (type == BD_INT64 || type == BD_UINT64)
        return arithmetic_64(calc, code, a, b, type, &walk);
    if (!bd_calc_doubles(calc, a, &ar, &ai) || !bd_calc_doubles(calc, b, &br, &bi))
        return NULL;
    const bool is_complex =
        ai || bi || (code == BD_OP_POWER && power_is_complex(ar, a->count, br, b->count));
    if (is_complex && type != BD_DOUBLE && type != BD_SINGLE) {
        return bd_calc_refuse(calc, "'%s' cannot combine complex numbers with %s", op,
                              bd_class_name(type));
    }
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, walk.rank, walk.dims, is_complex);
    if (!made)
        return NULL;
    double *re = made->re;
    double *im = made->im;
    const bool is_flat = !is_complex && (a->count == made->count || a->count == 1) &&
                         (b->count == made->count || b->count == 1);
    if (is_flat)
        apply_all(code, ar, a->count > 1, br, b->count > 1, re, made->count);
    for (size_t k = 0; k < made->count && !is_flat; k++, bd_expansion_next(&walk)) {
        if (code == BD_OP_TIMES && is_complex && (!ai || !bi)) {
            /* a real factor must not turn Inf into NaN through 0 * Inf */
            re[k] = ar[walk.a] * br[walk.b];
            im[k] = ai ? ai[walk.a] * br[walk.b] : ar[walk.a] * bi[walk.b];
        } else if (is_complex) {
            apply_complex(code, ar[walk.a], ai ? ai[walk.a] : 0.0, br[walk.b],
                          bi ? bi[walk.b] : 0.0, &re[k], &im[k]);
        } else {
            re[k] = apply(code, ar[walk.a], br[walk.b]);
        }
    }
    return bd_op_settle(calc, made, type);
}
