/* one number per column (or along another dimension): sum, prod, any, all, min, max; and the same
 * while going along: cumsum, cumprod, diff */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/complex_number.h"
#include "value/functions.h"
#include "value/operators.h"

/* the shape with one dimension replaced; a 0x0 array reduces as if it had one column */
static bd_value *reduced(bd_calc *calc, const bd_value *x, bd_class type, int dimension,
                         size_t length, bool is_complex) {
    size_t dims[BD_MAX_RANK];

    memcpy(dims, x->dims, sizeof dims);
    dims[dimension] = length;
    return bd_calc_new(calc, type, BD_MAX_RANK, dims, is_complex);
}

/* sum([]) is 0, although [] has no columns */
static const bd_value *as_column(bd_calc *calc, const bd_call *call) {
    const bd_value *x = call->args[0];

    return call->count == 1 && x->rank == 2 && x->dims[0] == 0 && x->dims[1] == 0 &&
                   bd_value_is_number_like(x)
               ? bd_calc_matrix(calc, x->type, 0, 1)
               : x;
}

static bd_class sum_class(const bd_value *x) {
    return bd_value_is_numeric(x) ? x->type : BD_DOUBLE;
}

/* the numbers that are reduced, and along which dimension */
typedef struct reduction {
    const bd_value *x;
    const double *re, *im;
    bd_fibres fibres;
    int dimension;
} reduction;

static bool begin(bd_calc *calc, const bd_call *call, reduction *r) {
    r->x = as_column(calc, call);
    if (!r->x || !bd_call_dimension(calc, call, 1, &r->dimension) ||
        !bd_calc_doubles(calc, r->x, &r->re, &r->im))
        return false;
    r->fibres = bd_fibres_of(r->x, r->dimension);
    return true;
}

enum { SUM, PROD, SUMSQ };

static const bd_value *run_sum(bd_calc *calc, bd_call *call) {
    reduction r;

    if (!begin(calc, call, &r))
        return NULL;
    bd_value *made = reduced(calc, r.x, BD_DOUBLE, r.dimension, 1, r.im != NULL);
    for (size_t v = 0; made && v < made->count; v++) {
        const size_t start = bd_fibre_start(&r.fibres, v);
        double complex total = call->code == PROD ? 1.0 : 0.0;
        double real = creal(total);
        for (size_t k = 0; k < r.fibres.length; k++) {
            const size_t at = start + k * r.fibres.stride;
            if (!r.im) {
                real = call->code == SUM    ? real + r.re[at]
                       : call->code == PROD ? real * r.re[at]
                                            : real + r.re[at] * r.re[at];
            } else {
                const double complex z = bd_complex(r.re[at], r.im[at]);
                total = call->code == SUM    ? total + z
                        : call->code == PROD ? total * z
                                             : total + z * conj(z);
            }
        }
        ((double *)made->re)[v] = !r.im ? real : creal(total);
        if (r.im)
            ((double *)made->im)[v] = cimag(total);
    }
    return bd_op_settle(calc, made, sum_class(r.x));
}

static const bd_value *run_cumulative(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    int dimension;

    if (!bd_call_dimension(calc, call, 1, &dimension) || !bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, im != NULL);
    for (size_t v = 0; made && made->count > 0 && v < fibres.count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        double complex total = call->code == PROD ? 1.0 : 0.0;
        for (size_t k = 0; k < fibres.length; k++) {
            const size_t at = start + k * fibres.stride;
            const double complex z = bd_complex(re[at], im ? im[at] : 0.0);
            total = !im ? (call->code == PROD ? creal(total) * creal(z) : creal(total) + creal(z))
                        : (call->code == PROD ? total * z : total + z);
            ((double *)made->re)[at] = creal(total);
            if (im)
                ((double *)made->im)[at] = cimag(total);
        }
    }
    return bd_op_settle(calc, made, sum_class(x));
}

/* code 1: all, 0: any */
static const bd_value *run_any(bd_calc *calc, bd_call *call) {
    reduction r;

    if (!begin(calc, call, &r))
        return NULL;
    bd_value *made = reduced(calc, r.x, BD_LOGICAL, r.dimension, 1, false);
    for (size_t v = 0; made && v < made->count; v++) {
        const size_t start = bd_fibre_start(&r.fibres, v);
        bool result = call->code;
        for (size_t k = 0; k < r.fibres.length; k++) {
            const size_t at = start + k * r.fibres.stride;
            const bool truth = (r.re[at] != 0.0 && !(call->code == 0 && isnan(r.re[at]))) ||
                               (r.im && r.im[at] != 0.0);
            result = call->code ? result && truth : result || truth;
        }
        ((uint8_t *)made->re)[v] = result;
    }
    return made;
}

/* is a better than b? numbers are better than NaN; complex numbers go by size */
static bool better(bool largest, double a, double b) {
    return isnan(b) ? !isnan(a) : largest ? a > b : a < b;
}

static const bd_value *extreme_of_two(bd_calc *calc, bd_call *call) {
    const double *x, *y;
    bd_expansion walk;
    bd_class type;

    if (!bd_op_begin_pair(calc, call->name, call->args[0], call->args[1], &type, &walk, &x, &y))
        return NULL;
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, walk.rank, walk.dims, false);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk))
        ((double *)made->re)[k] = better(call->code, y[walk.b], x[walk.a]) ? y[walk.b] : x[walk.a];
    return bd_op_settle(calc, made, type);
}

/* min and max; the second result is where it was found */
static const bd_value *run_extreme(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    int dimension;

    if (call->count == 2) {
        return call->wanted > 1 ? bd_calc_refuse(calc, "'%s' of two has one result", call->name)
                                : extreme_of_two(calc, call);
    }
    if (call->count == 3 && call->args[1]->count != 0)
        return bd_calc_refuse(calc, "'%s' takes [] before the dimension", call->name);
    if (!bd_call_dimension(calc, call, 2, &dimension) || !bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    const bool is_nothing = x->rank == 2 && x->dims[0] == 0 && x->dims[1] == 0;
    const size_t length = is_nothing || fibres.length == 0 ? 0 : 1;
    bd_value *made = reduced(calc, x, BD_DOUBLE, dimension, length, im != NULL);
    bd_value *places = reduced(calc, x, BD_DOUBLE, dimension, length, false);
    if (!made || !places)
        return NULL;
    for (size_t v = 0; v < made->count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        size_t best = 0;
        for (size_t k = 1; k < fibres.length; k++) {
            const size_t old = start + best * fibres.stride;
            const size_t at = start + k * fibres.stride;
            const bool wins =
                !im ? better(call->code, re[at], re[old])
                    : better(call->code, hypot(re[at], im[at]), hypot(re[old], im[old]));
            best = wins ? k : best;
        }
        ((double *)made->re)[v] = re[start + best * fibres.stride];
        if (im)
            ((double *)made->im)[v] = im[start + best * fibres.stride];
        ((double *)places->re)[v] = (double)best + 1.0;
    }
    call->more[0] = places;
    return bd_op_settle(calc, made, x->type == BD_LOGICAL ? BD_LOGICAL : sum_class(x));
}

static const bd_value *difference(bd_calc *calc, const bd_value *x, int dimension) {
    const double *re, *im;

    if (!bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    const size_t length = fibres.length > 0 ? fibres.length - 1 : 0;
    bd_value *made = reduced(calc, x, BD_DOUBLE, dimension, length, im != NULL);
    if (!made || made->count == 0)
        return made;
    const bd_fibres to = bd_fibres_of(made, dimension);
    for (size_t v = 0; v < fibres.count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < length; k++) {
            const size_t at = start + k * fibres.stride;
            const size_t into = bd_fibre_start(&to, v) + k * to.stride;
            ((double *)made->re)[into] = re[at + fibres.stride] - re[at];
            if (im)
                ((double *)made->im)[into] = im[at + fibres.stride] - im[at];
        }
    }
    return bd_op_settle(calc, made, sum_class(x));
}

static const bd_value *run_diff(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    size_t times = 1;
    int dimension;

    if (call->count > 1 && call->args[1]->count > 0 &&
        !bd_calc_size(calc, call->args[1], "the number of differences", &times))
        return NULL;
    if (!bd_value_is_number_like(x))
        return bd_calc_refuse(calc, "'diff' needs numbers");
    if (x->rank == 2 && (x->dims[0] == 0 || x->count == 1) && x->dims[1] <= 1)
        return bd_calc_matrix(calc, sum_class(x), 0, 0);
    if (!bd_call_dimension(calc, call, 2, &dimension))
        return NULL;
    for (size_t k = 0; k < times && x && x->count > 0; k++)
        x = difference(calc, x, dimension);
    return x;
}

static const bd_value *run_nnz(bd_calc *calc, bd_call *call) {
    const double *re, *im;
    size_t count = 0;

    if (!bd_calc_doubles(calc, call->args[0], &re, &im))
        return NULL;
    for (size_t k = 0; k < call->args[0]->count; k++)
        count += re[k] != 0.0 || (im && im[k] != 0.0);
    return bd_calc_scalar(calc, (double)count);
}

const bd_function bd_functions_reduce[] = {BD_VARIANT("sum", 1, 2, run_sum, SUM),
                                           BD_VARIANT("prod", 1, 2, run_sum, PROD),
                                           BD_VARIANT("sumsq", 1, 2, run_sum, SUMSQ),
                                           BD_VARIANT("cumsum", 1, 2, run_cumulative, SUM),
                                           BD_VARIANT("cumprod", 1, 2, run_cumulative, PROD),
                                           BD_FUNCTION(any, 1, 2),
                                           BD_VARIANT("all", 1, 2, run_any, 1),
                                           {"max", 1, 3, 2, run_extreme, 1},
                                           {"min", 1, 3, 2, run_extreme, 0},
                                           BD_FUNCTION(diff, 1, 3),
                                           BD_FUNCTION(nnz, 1, 1),
                                           BD_FUNCTIONS_END};
