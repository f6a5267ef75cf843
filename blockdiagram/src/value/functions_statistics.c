/* mean, median, variance, integrals by trapezoids, and products of vectors */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"

static bd_value *one_per_fibre(bd_calc *calc, const bd_value *x, int dimension, bool is_complex) {
    size_t dims[BD_MAX_RANK];

    memcpy(dims, x->dims, sizeof dims);
    dims[dimension] = 1;
    return bd_calc_new(calc, BD_DOUBLE, BD_MAX_RANK, dims, is_complex);
}

static bd_class float_class(const bd_value *x) {
    return x->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

static const bd_value *run_mean(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    int dimension;

    if (!bd_call_dimension(calc, call, 1, &dimension) || !bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    if (x->rank == 2 && x->dims[0] == 0 && x->dims[1] == 0)
        return bd_calc_scalar(calc, NAN);
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    bd_value *made = one_per_fibre(calc, x, dimension, im != NULL);
    for (size_t v = 0; made && v < made->count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        double sum_re = 0.0;
        double sum_im = 0.0;
        for (size_t k = 0; k < fibres.length; k++) {
            sum_re += re[start + k * fibres.stride];
            sum_im += im != NULL ? im[start + k * fibres.stride] : 0.0;
        }
        ((double *)made->re)[v] = sum_re / (double)fibres.length;
        if (im)
            ((double *)made->im)[v] = sum_im / (double)fibres.length;
    }
    return bd_op_settle(calc, made, float_class(x));
}

static int compare_numbers(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median_of(double *numbers, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (isnan(numbers[k]))
            return NAN;
    if (count == 0)
        return NAN;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    const double upper = numbers[count / 2];
    const double lower = numbers[(count - 1) / 2];
    return upper == lower ? upper : (lower + upper) / 2.0;
}

static const bd_value *run_median(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re;
    int dimension;

    if (!bd_call_dimension(calc, call, 1, &dimension) || !bd_calc_reals(calc, x, "the data", &re))
        return NULL;
    if (x->rank == 2 && x->dims[0] == 0 && x->dims[1] == 0)
        return bd_calc_scalar(calc, NAN);
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    bd_value *made = one_per_fibre(calc, x, dimension, false);
    double *sorted = bd_calc_alloc(calc, fibres.length, sizeof *sorted);
    for (size_t v = 0; made && sorted && v < made->count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < fibres.length; k++)
            sorted[k] = re[start + k * fibres.stride];
        ((double *)made->re)[v] = median_of(sorted, fibres.length);
    }
    return !sorted ? NULL
                   : bd_op_settle(calc, made, bd_value_is_integer(x) ? x->type : float_class(x));
}

/* code 0: variance, 1: standard deviation; by n - 1, or by n if the second argument is 1 */
static const bd_value *run_variance(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re;
    double weight = 0.0;
    int dimension;

    if (call->count > 1 && call->args[1]->count > 0 &&
        !bd_calc_number(calc, call->args[1], "the weight", &weight))
        return NULL;
    if ((weight != 0.0 && weight != 1.0) || !bd_call_dimension(calc, call, 2, &dimension) ||
        !bd_calc_reals(calc, x, "the data", &re))
        return bd_calc_refuse(calc, "the weight of '%s' is 0 or 1", call->name);
    if (x->rank == 2 && x->dims[0] == 0 && x->dims[1] == 0)
        return bd_calc_scalar(calc, NAN);
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    const double n = (double)fibres.length;
    bd_value *made = one_per_fibre(calc, x, dimension, false);
    for (size_t v = 0; made && v < made->count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        double sum = 0.0;
        double squares = 0.0;
        for (size_t k = 0; k < fibres.length; k++)
            sum += re[start + k * fibres.stride];
        const double mean = sum / n;
        for (size_t k = 0; k < fibres.length; k++) {
            const double d = re[start + k * fibres.stride] - mean;
            squares += d * d;
        }
        const double variance = n == 0.0   ? NAN
                                : n == 1.0 ? squares
                                           : squares / (weight == 1.0 ? n : n - 1.0);
        ((double *)made->re)[v] = call->code == 1 ? sqrt(variance) : variance;
    }
    return bd_op_settle(calc, made, float_class(x));
}

/* trapz(y), trapz(x, y), cumtrapz(…): code 1 goes along */
static const bd_value *run_trapz(bd_calc *calc, bd_call *call) {
    const bd_value *y = call->args[call->count > 1 ? 1 : 0];
    const bd_value *x = call->count > 1 ? call->args[0] : NULL;
    const bd_call along = {.args = &y, .count = 1};
    const double *values;
    const double *places = NULL;
    int dimension;

    if (!bd_call_dimension(calc, &along, 1, &dimension) ||
        !bd_calc_reals(calc, y, "the values", &values) ||
        (x && !bd_calc_reals(calc, x, "the places", &places)))
        return NULL;
    if (y->rank == 2 && y->dims[0] == 0 && y->dims[1] == 0 && call->code == 0)
        return bd_calc_scalar(calc, 0.0);
    const bd_fibres fibres = bd_fibres_of(y, dimension);
    if (x && x->count != fibres.length)
        return bd_calc_refuse(calc, "'%s' needs as many places as values", call->name);
    bd_value *made = call->code == 1 ? bd_calc_like(calc, BD_DOUBLE, y, false)
                                     : one_per_fibre(calc, y, dimension, false);
    for (size_t v = 0; made && made->count > 0 && v < fibres.count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        double area = 0.0;
        for (size_t k = 1; k < fibres.length; k++) {
            const size_t at = start + k * fibres.stride;
            const double width = places ? places[k] - places[k - 1] : 1.0;
            area += width * (values[at] + values[at - fibres.stride]) / 2.0;
            if (call->code == 1)
                ((double *)made->re)[at] = area;
        }
        if (call->code == 0)
            ((double *)made->re)[v] = area;
    }
    return bd_op_settle(calc, made, float_class(y));
}

/* of vectors in any direction, or of the columns of two matrices */
static const bd_value *run_dot(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];

    if (bd_value_is_vector(a) && bd_value_is_vector(b) && a->count == b->count) {
        const bd_value *column =
            bd_value_is_number_like(a) && a->dims[1] != 1 ? bd_op_transpose(calc, a, false) : a;
        const bd_value *other = column && bd_value_is_number_like(b) && b->dims[1] != 1
                                    ? bd_op_transpose(calc, b, false)
                                    : b;
        const bd_value *row = !column ? NULL : bd_op_transpose(calc, column, true);
        return !row || !other ? NULL : bd_op_product(calc, row, other);
    }
    if (memcmp(a->dims, b->dims, sizeof a->dims) != 0)
        return bd_calc_refuse(calc, "'dot' needs two vectors of the same length");
    const bd_value *turned = NULL;
    if (a->im) {
        const bd_value *t = bd_op_transpose(calc, a, true);
        turned = !t ? NULL : bd_op_transpose(calc, t, false);
    } else {
        turned = a;
    }
    const bd_value *product = !turned ? NULL : bd_op_arithmetic(calc, BD_OP_TIMES, turned, b);
    bd_call sum = {.args = &product, .count = 1};
    return !product ? NULL : bd_function_call(calc, bd_function_find("sum"), &sum);
}

static const bd_value *run_cross(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    const double *x, *y;
    bd_class type;

    if (a->count != 3 || b->count != 3)
        return bd_calc_refuse(calc, "'cross' needs two vectors of three elements");
    if (!bd_op_result_class(calc, "cross", a, b, &type) || !bd_calc_reals(calc, a, "a", &x) ||
        !bd_calc_reals(calc, b, "b", &y))
        return NULL;
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, a->dims[0] == 3 ? a : b, false);
    if (made) {
        double *z = made->re;
        z[0] = x[1] * y[2] - x[2] * y[1];
        z[1] = x[2] * y[0] - x[0] * y[2];
        z[2] = x[0] * y[1] - x[1] * y[0];
    }
    return bd_op_settle(calc, made, type);
}

const bd_function bd_functions_statistics[] = {BD_FUNCTION(mean, 1, 2),
                                               BD_FUNCTION(median, 1, 2),
                                               BD_VARIANT("var", 1, 3, run_variance, 0),
                                               BD_VARIANT("std", 1, 3, run_variance, 1),
                                               BD_FUNCTION(trapz, 1, 2),
                                               BD_VARIANT("cumtrapz", 1, 2, run_trapz, 1),
                                               BD_FUNCTION(dot, 2, 2),
                                               BD_FUNCTION(cross, 2, 2),
                                               BD_FUNCTIONS_END};
