/* constants and arrays made from nothing: pi, Inf(2, 3), zeros, eye, linspace, repmat, meshgrid */
#include <float.h>
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"

enum { PI, EULER, INFINITE, NOT_A_NUMBER, ZERO, ONE, TRUE, FALSE, REALMAX, REALMIN, FLINTMAX };

static const double numbers[] = {3.14159265358979323846,
                                 2.71828182845904523536,
                                 INFINITY,
                                 NAN,
                                 0.0,
                                 1.0,
                                 1.0,
                                 0.0,
                                 DBL_MAX,
                                 DBL_MIN,
                                 9007199254740992.0};

static double number_as(int code, bd_class type) {
    if (type == BD_SINGLE) {
        switch (code) {
        case REALMAX:
            return (double)FLT_MAX;
        case REALMIN:
            return (double)FLT_MIN;
        case FLINTMAX:
            return 16777216.0;
        default:
            break;
        }
    }
    return numbers[code];
}

static bd_value *filled(bd_calc *calc, bd_class type, int rank, const size_t *dims, double number) {
    bd_value *made = bd_calc_new(calc, type, rank, dims, false);

    for (size_t k = 0; made && number != 0.0 && k < made->count; k++)
        bd_element_write(made->re, type, k, number);
    return made;
}

/* the class at the end of the arguments, as in zeros(2, 'int8') or zeros(2, 'like', x); *end is
 * where the sizes end */
static bool read_class(bd_calc *calc, const bd_call *call, bd_class *type, size_t *end) {
    *end = call->count;
    if (*end >= 2 && bd_call_is_text(call, *end - 2, "like")) {
        *type = call->args[*end - 1]->type;
        *end -= 2;
        return true;
    }
    if (*end == 0 || call->args[*end - 1]->type != BD_CHAR)
        return true;
    const char *name = bd_calc_string(calc, call->args[*end - 1], "the class");
    if (!name)
        return false;
    if (!bd_class_find(name, type) || *type == BD_CELL || *type == BD_STRUCT || *type == BD_CHAR) {
        bd_calc_refuse(calc, "'%.40s' is not a class of numbers", name);
        return false;
    }
    --*end;
    return true;
}

static const bd_value *run_filled(bd_calc *calc, bd_call *call) {
    size_t dims[BD_MAX_RANK];
    size_t end;
    int rank;
    bd_class type = call->code == TRUE || call->code == FALSE ? BD_LOGICAL : BD_DOUBLE;

    if (!read_class(calc, call, &type, &end) || !bd_call_sizes(calc, call, 0, end, &rank, dims))
        return NULL;
    return filled(calc, type, rank, dims, number_as(call->code, type));
}

/* i and j, unless they are variables */
static const bd_value *run_imaginary(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, true);

    (void)call;
    if (made)
        *(double *)made->im = 1.0;
    return made;
}

/* eps(x): the distance from x to the next larger number of its class */
static const bd_value *run_eps(bd_calc *calc, bd_call *call) {
    if (call->count == 0)
        return bd_calc_scalar(calc, DBL_EPSILON);
    const bd_value *x = call->args[0];
    if (bd_call_is_text(call, 0, "double") || bd_call_is_text(call, 0, "single")) {
        const bool single = bd_call_is_text(call, 0, "single");
        return filled(calc, single ? BD_SINGLE : BD_DOUBLE, 2, (const size_t[]){1, 1},
                      single ? (double)FLT_EPSILON : DBL_EPSILON);
    }
    if (x->type != BD_DOUBLE && x->type != BD_SINGLE)
        return bd_calc_refuse(calc, "'eps' needs floating point numbers");
    bd_value *made = bd_calc_like(calc, x->type, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        if (x->type == BD_DOUBLE) {
            const double size = fabs(((const double *)x->re)[k]);
            ((double *)made->re)[k] = isfinite(size) ? nextafter(size, INFINITY) - size : NAN;
            if (isfinite(size) && isinf(nextafter(size, INFINITY)))
                ((double *)made->re)[k] = size - nextafter(size, 0.0);
        } else {
            const float size = fabsf(((const float *)x->re)[k]);
            ((float *)made->re)[k] = isfinite(size) ? nextafterf(size, INFINITY) - size : NAN;
            if (isfinite(size) && isinf(nextafterf(size, INFINITY)))
                ((float *)made->re)[k] = size - nextafterf(size, 0.0F);
        }
    }
    return made;
}

static const bd_value *run_int_limit(bd_calc *calc, bd_call *call) {
    bd_class type = BD_INT32;

    if (call->count == 1) {
        if (call->args[0]->type == BD_CHAR) {
            const char *name = bd_calc_string(calc, call->args[0], "the class");
            if (!name || !bd_class_find(name, &type))
                return bd_calc_refuse(calc, "'%s' needs the name of an integer class", call->name);
        } else {
            type = call->args[0]->type;
        }
    }
    bd_value *made = bd_calc_matrix(calc, type, 1, 1);
    if (!made || !bd_value_is_integer(made))
        return bd_calc_refuse(calc, "'%s' needs the name of an integer class", call->name);
    bd_element_write_long(made->re, type, 0,
                          call->code > 0 ? bd_class_high(type) : bd_class_low(type));
    return made;
}

static const bd_value *run_eye(bd_calc *calc, bd_call *call) {
    size_t dims[BD_MAX_RANK];
    size_t end;
    int rank;
    bd_class type = BD_DOUBLE;

    if (!read_class(calc, call, &type, &end) || !bd_call_sizes(calc, call, 0, end, &rank, dims))
        return NULL;
    if (rank > 2)
        return bd_calc_refuse(calc, "'eye' makes matrices only");
    bd_value *made = bd_calc_new(calc, type, 2, dims, false);
    for (size_t k = 0; made && k < dims[0] && k < dims[1]; k++)
        bd_element_write(made->re, type, k + k * dims[0], 1.0);
    return made;
}

static const bd_value *run_linspace(bd_calc *calc, bd_call *call) {
    double low, high;
    size_t count = call->code == 0 ? 100 : 50;

    if (!bd_calc_number(calc, call->args[0], "the first number", &low) ||
        !bd_calc_number(calc, call->args[1], "the last number", &high) ||
        (call->count > 2 && !bd_calc_size(calc, call->args[2], "the number of points", &count)))
        return NULL;
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, 1, count);
    for (size_t k = 0; made && k < count; k++) {
        const double x =
            k + 1 == count ? high : low + (double)k * ((high - low) / (double)(count - 1));
        ((double *)made->re)[k] = call->code == 0 ? x : pow(10.0, x);
    }
    return made;
}

static const bd_value *run_repmat(bd_calc *calc, bd_call *call) {
    size_t times[BD_MAX_RANK];
    int rank;

    if (!bd_call_sizes(calc, call, 1, call->count, &rank, times))
        return NULL;
    const bd_value *result = call->args[0];
    for (int d = 0; d < rank && result; d++) {
        if (times[d] == 1)
            continue;
        if (times[d] == 0) {
            size_t dims[BD_MAX_RANK];
            memcpy(dims, result->dims, sizeof dims);
            dims[d] = 0;
            result = bd_calc_new(calc, result->type, d >= result->rank ? d + 1 : result->rank, dims,
                                 false);
            continue;
        }
        if (!bd_calc_charge(calc, (double)times[d]))
            return NULL;
        const bd_value **parts = bd_calc_alloc(calc, times[d], sizeof *parts);
        for (size_t k = 0; k < times[d] && parts; k++)
            parts[k] = result;
        result = !parts ? NULL : bd_op_concatenate(calc, d, parts, times[d]);
    }
    return result;
}

/* meshgrid swaps the first two dimensions, ndgrid does not */
static const bd_value *run_grid(bd_calc *calc, bd_call *call) {
    const size_t given = call->count;
    const size_t needed = call->wanted > given && given == 1 ? call->wanted : given > 1 ? given : 2;
    const bd_value *axes[3];
    bd_class types[3];
    size_t dims[3] = {1, 1, 1};

    if (needed > 3)
        return bd_calc_refuse(calc, "'%s' knows up to 3 dimensions", call->name);
    for (size_t d = 0; d < needed; d++) {
        const size_t place = call->code == 0 && d < 2 ? 1 - d : d;
        const bd_value *axis = call->args[given == 1 ? 0 : d];
        types[d] = bd_value_is_numeric(axis) ? axis->type : BD_DOUBLE;
        axes[d] = bd_calc_convert(calc, axis, BD_DOUBLE);
        if (!axes[d])
            return NULL;
        dims[place] = axes[d]->count;
    }
    const bd_value *first = NULL;
    for (size_t d = 0; d < needed; d++) {
        const size_t place = call->code == 0 && d < 2 ? 1 - d : d;
        bd_value *made = bd_calc_new(calc, BD_DOUBLE, 3, dims, axes[d]->im != NULL);
        if (!made)
            return NULL;
        const size_t step = place == 0 ? 1 : place == 1 ? dims[0] : dims[0] * dims[1];
        for (size_t k = 0; k < made->count; k++) {
            const size_t from = k / step % dims[place];
            ((double *)made->re)[k] = ((const double *)axes[d]->re)[from];
            if (axes[d]->im)
                ((double *)made->im)[k] = ((const double *)axes[d]->im)[from];
        }
        const bd_value *settled = bd_op_settle(calc, made, types[d]);
        if (!settled)
            return NULL;
        if (d == 0)
            first = settled;
        else
            call->more[d - 1] = settled;
    }
    return first;
}

#define FILLED(name, code)                                                                         \
    { name, 0, BD_ANY, 1, run_filled, code }
const bd_function bd_functions_build[] = {FILLED("pi", PI),
                                          FILLED("e", EULER),
                                          FILLED("inf", INFINITE),
                                          FILLED("Inf", INFINITE),
                                          FILLED("nan", NOT_A_NUMBER),
                                          FILLED("NaN", NOT_A_NUMBER),
                                          FILLED("NA", NOT_A_NUMBER),
                                          FILLED("zeros", ZERO),
                                          FILLED("ones", ONE),
                                          FILLED("true", TRUE),
                                          FILLED("false", FALSE),
                                          FILLED("realmax", REALMAX),
                                          FILLED("realmin", REALMIN),
                                          FILLED("flintmax", FLINTMAX),
                                          BD_VARIANT("i", 0, 0, run_imaginary, 0),
                                          BD_VARIANT("j", 0, 0, run_imaginary, 0),
                                          BD_VARIANT("I", 0, 0, run_imaginary, 0),
                                          BD_VARIANT("J", 0, 0, run_imaginary, 0),
                                          BD_FUNCTION(eps, 0, 1),
                                          BD_VARIANT("intmax", 0, 1, run_int_limit, 1),
                                          BD_VARIANT("intmin", 0, 1, run_int_limit, -1),
                                          BD_VARIADIC(eye, 0),
                                          BD_FUNCTION(linspace, 2, 3),
                                          BD_VARIANT("logspace", 2, 3, run_linspace, 1),
                                          BD_VARIADIC(repmat, 2),
                                          {"meshgrid", 1, 3, 3, run_grid, 0},
                                          {"ndgrid", 1, 3, 3, run_grid, 1},
                                          BD_FUNCTIONS_END};
