/* polynomials by their coefficients, highest power first */
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/lapack.h"
#include "value/operators.h"

static bd_class float_class(const bd_value *a, const bd_value *b) {
    return a->type == BD_SINGLE || b->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

static bd_value *row(bd_calc *calc, size_t count, bool is_complex) {
    return bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, count}, is_complex);
}

/* eigenvalues of the companion matrix; zeros at the end of the coefficients are roots at 0 */
static const bd_value *run_roots(bd_calc *calc, bd_call *call) {
    const bd_value *p = call->args[0];
    const double *re, *im;
    size_t first = 0;
    size_t last = p->count;

    if (!bd_calc_doubles(calc, p, &re, &im))
        return NULL;
    if (last > 0 && !bd_value_is_vector(p))
        return bd_calc_refuse(calc, "'roots' needs a vector of coefficients");
    while (first < last && re[first] == 0.0 && (!im || im[first] == 0.0))
        first++;
    while (last > first && re[last - 1] == 0.0 && (!im || im[last - 1] == 0.0))
        last--;
    const size_t zeros = p->count - last;
    if (first == last || (last - first == 1 && zeros == 0))
        return bd_calc_matrix(calc, BD_DOUBLE, 0, first == last ? 0 : 1);
    const size_t n = last - first - 1;
    const bd_value *parts[2] = {bd_calc_matrix(calc, BD_DOUBLE, 0, 1),
                                bd_calc_matrix(calc, BD_DOUBLE, zeros, 1)};
    if (n > 0) {
        bd_value *companion = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){n, n}, im != NULL);
        for (size_t k = 0; companion && k < n; k++) {
            double *to = companion->re;
            if (im) {
                double x, y;
                const double s = re[first] * re[first] + im[first] * im[first];
                x = -(re[first + 1 + k] * re[first] + im[first + 1 + k] * im[first]) / s;
                y = -(im[first + 1 + k] * re[first] - re[first + 1 + k] * im[first]) / s;
                to[k * n] = x;
                ((double *)companion->im)[k * n] = y;
            } else {
                to[k * n] = -re[first + 1 + k] / re[first];
            }
            if (k + 1 < n)
                to[k + 1 + k * n] = 1.0;
        }
        parts[0] = !companion ? NULL : bd_lapack_eigen(calc, companion, NULL);
    }
    return !parts[0] || !parts[1] ? NULL : bd_op_concatenate(calc, 0, parts, 2);
}

static const bd_value *poly_of_roots(bd_calc *calc, const bd_value *roots) {
    const double *re, *im;

    if (!bd_calc_doubles(calc, roots, &re, &im) ||
        !bd_calc_charge(calc, (double)roots->count * (double)roots->count))
        return NULL;
    bd_value *made = row(calc, roots->count + 1, true);
    if (!made)
        return NULL;
    double *x = made->re;
    double *y = made->im;
    x[0] = 1.0;
    for (size_t k = 0; k < roots->count; k++) {
        const double b = im ? im[k] : 0.0;
        for (size_t j = k + 1; j > 0; j--) {
            const double u = x[j] - (re[k] * x[j - 1] - b * y[j - 1]);
            y[j] = y[j] - (re[k] * y[j - 1] + b * x[j - 1]);
            x[j] = u;
        }
    }
    /* roots in conjugate pairs make real coefficients; rounding must not leave imaginary dust */
    bool paired = true;
    for (size_t k = 0; k < roots->count && im && paired; k++) {
        bool found = im[k] == 0.0;
        for (size_t j = 0; j < roots->count && !found; j++)
            found = re[j] == re[k] && im[j] == -im[k];
        paired = found;
    }
    if (paired)
        memset(y, 0, made->count * sizeof *y);
    return bd_calc_narrow(made);
}

static const bd_value *run_poly(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (x->count == 0)
        return bd_calc_scalar(calc, 1.0);
    if (x->rank == 2 && x->dims[0] == x->dims[1])
        x = bd_lapack_eigen(calc, x, NULL);
    else if (!bd_value_is_vector(x))
        return bd_calc_refuse(calc, "'poly' needs a vector of roots or a square matrix");
    return !x ? NULL : poly_of_roots(calc, x);
}

static const bd_value *run_polyval(bd_calc *calc, bd_call *call) {
    const bd_value *p = call->args[0];
    const bd_value *x = call->args[1];
    const double *re, *im, *xr, *xi;

    if (!bd_calc_doubles(calc, p, &re, &im) || !bd_calc_doubles(calc, x, &xr, &xi) ||
        !bd_calc_charge(calc, (double)p->count * (double)x->count))
        return NULL;
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, im || xi);
    for (size_t k = 0; made && k < x->count; k++) {
        double a = 0.0;
        double b = 0.0;
        const double u = xr[k];
        const double v = xi ? xi[k] : 0.0;
        for (size_t n = 0; n < p->count; n++) {
            const double next = a * u - b * v + re[n];
            b = made->im ? a * v + b * u + (im ? im[n] : 0.0) : 0.0;
            a = next;
        }
        ((double *)made->re)[k] = a;
        if (made->im)
            ((double *)made->im)[k] = b;
    }
    return bd_op_settle(calc, made, float_class(p, x));
}

static const bd_value *run_polyfit(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const bd_value *y = call->args[1];
    const double *places, *values;
    size_t order;

    if (!bd_calc_reals(calc, x, "x", &places) || !bd_calc_reals(calc, y, "y", &values) ||
        !bd_calc_size(calc, call->args[2], "the order", &order))
        return NULL;
    if (x->count != y->count || x->count == 0)
        return bd_calc_refuse(calc, "'polyfit' needs as many x as y");
    bd_value *a = bd_calc_matrix(calc, BD_DOUBLE, x->count, order + 1);
    bd_value *b = bd_calc_matrix(calc, BD_DOUBLE, x->count, 1);
    if (!a || !b)
        return NULL;
    memcpy(b->re, values, y->count * sizeof *values);
    for (size_t k = 0; k < x->count; k++) {
        double power = 1.0;
        for (size_t n = order + 1; n-- > 0;) {
            ((double *)a->re)[k + n * x->count] = power;
            power *= places[k];
        }
    }
    const bd_value *p = bd_lapack_solve(calc, a, b);
    return !p ? NULL : bd_op_transpose(calc, p, false);
}

/* a column if the shape is one */
static bd_value *shaped_like(bd_calc *calc, const bd_value *shape, bd_value *made) {
    return made && shape->dims[1] == 1 && shape->dims[0] != 1 ? bd_op_transpose(calc, made, false)
                                                              : made;
}

static const bd_value *run_conv(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    const double *ar, *ai, *br, *bi;

    if (!bd_calc_doubles(calc, a, &ar, &ai) || !bd_calc_doubles(calc, b, &br, &bi))
        return NULL;
    if (!bd_value_is_vector(a) || !bd_value_is_vector(b))
        return bd_calc_refuse(calc, "'conv' needs two vectors");
    bd_value *made = row(calc, a->count + b->count - 1, ai || bi);
    if (!made || !bd_calc_charge(calc, (double)a->count * (double)b->count))
        return NULL;
    for (size_t k = 0; k < a->count; k++) {
        for (size_t n = 0; n < b->count; n++) {
            const double x = ai ? ai[k] : 0.0;
            const double y = bi ? bi[n] : 0.0;
            ((double *)made->re)[k + n] += ar[k] * br[n] - x * y;
            if (made->im)
                ((double *)made->im)[k + n] += ar[k] * y + x * br[n];
        }
    }
    return shaped_like(calc, a->count > b->count ? a : b,
                       bd_op_settle(calc, made, float_class(a, b)));
}

/* [q, r] = deconv(y, a): y = conv(q, a) + r */
static const bd_value *run_deconv(bd_calc *calc, bd_call *call) {
    const bd_value *y = call->args[0];
    const bd_value *a = call->args[1];
    const double *values, *divisor;

    if (!bd_calc_reals(calc, y, "y", &values) || !bd_calc_reals(calc, a, "a", &divisor))
        return NULL;
    if (!bd_value_is_vector(y) || !bd_value_is_vector(a) || divisor[0] == 0.0)
        return bd_calc_refuse(calc, "'deconv' needs two vectors, the second not beginning with 0");
    if (a->count > y->count) {
        call->more[0] = y;
        return bd_calc_scalar(calc, 0.0);
    }
    const size_t count = y->count - a->count + 1;
    bd_value *quotient = row(calc, count, false);
    bd_value *rest = row(calc, y->count, false);
    if (!quotient || !rest || !bd_calc_charge(calc, (double)count * (double)a->count))
        return NULL;
    double *r = rest->re;
    memcpy(r, values, y->count * sizeof *r);
    for (size_t k = 0; k < count; k++) {
        const double q = r[k] / divisor[0];
        ((double *)quotient->re)[k] = q;
        r[k] = 0.0;
        for (size_t n = 1; n < a->count; n++)
            r[k + n] -= q * divisor[n];
    }
    call->more[0] = shaped_like(calc, y, rest);
    return shaped_like(calc, y, quotient);
}

/* code 0: derivative, 1: integral with its constant, 0 if none is given */
static const bd_value *run_polyder(bd_calc *calc, bd_call *call) {
    const bd_value *p = call->args[0];
    const double *c;

    if (!bd_calc_reals(calc, p, "the coefficients", &c))
        return NULL;
    const size_t n = p->count;
    if (call->code == 1) {
        double constant = 0.0;
        if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the constant", &constant))
            return NULL;
        bd_value *made = row(calc, n + 1, false);
        for (size_t k = 0; made && k < n; k++)
            ((double *)made->re)[k] = c[k] / (double)(n - k);
        if (made)
            ((double *)made->re)[n] = constant;
        return bd_op_settle(calc, made, p->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE);
    }
    if (n < 2)
        return bd_calc_scalar(calc, 0.0);
    size_t first = 0;
    while (first + 2 < n && c[first] == 0.0)
        first++;
    bd_value *made = row(calc, n - 1 - first, false);
    for (size_t k = first; made && k + 1 < n; k++)
        ((double *)made->re)[k - first] = c[k] * (double)(n - 1 - k);
    return made;
}

const bd_function bd_functions_polynomial[] = {BD_FUNCTION(roots, 1, 1),
                                               BD_FUNCTION(poly, 1, 1),
                                               BD_FUNCTION(polyval, 2, 2),
                                               BD_FUNCTION(polyfit, 3, 3),
                                               BD_FUNCTION(conv, 2, 2),
                                               BD_RESULTS(deconv, 2, 2, 2),
                                               BD_FUNCTION(polyder, 1, 1),
                                               BD_VARIANT("polyint", 1, 2, run_polyder, 1),
                                               BD_FUNCTIONS_END};
