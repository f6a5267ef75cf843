/* the same elements in another order: flips, shifts, permutations, diagonals, triangles */
#include <math.h>
#include <string.h>

#include "value/box.h"
#include "value/functions.h"
#include "value/index.h"
#include "value/operators.h"

/* element k of the result comes from place from(k); all classes */
static bd_value *gather(bd_calc *calc, const bd_value *x, int rank, const size_t *dims,
                        const size_t *from) {
    bd_value *made = bd_calc_new(calc, x->type, rank, dims, x->im != NULL);

    for (size_t k = 0; made && k < made->count; k++)
        if (!bd_element_copy(calc, made, k, x, from[k]))
            return NULL;
    return made;
}

static const bd_value *flip(bd_calc *calc, const bd_value *x, int dimension) {
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    size_t *from = bd_calc_alloc(calc, x->count, sizeof *from);

    for (size_t v = 0; v < fibres.count && fibres.length > 0 && from; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < fibres.length; k++)
            from[start + k * fibres.stride] = start + (fibres.length - 1 - k) * fibres.stride;
    }
    return !from ? NULL : gather(calc, x, x->rank, x->dims, from);
}

static const bd_value *run_flip(bd_calc *calc, bd_call *call) {
    int dimension = call->code;

    if (dimension < 0 && !bd_call_dimension(calc, call, 1, &dimension))
        return NULL;
    return flip(calc, call->args[0], dimension);
}

static const bd_value *run_rot90(bd_calc *calc, bd_call *call) {
    double turns = 1.0;

    if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the number of turns", &turns))
        return NULL;
    if (turns != floor(turns) || call->args[0]->rank > 2)
        return bd_calc_refuse(calc, "'rot90' turns a matrix a whole number of times");
    const bd_value *x = call->args[0];
    switch ((int)fmod(fmod(turns, 4.0) + 4.0, 4.0)) {
    case 1:
        x = bd_op_transpose(calc, x, false);
        return !x ? NULL : flip(calc, x, 0);
    case 2:
        x = flip(calc, x, 0);
        return !x ? NULL : flip(calc, x, 1);
    case 3:
        x = bd_op_transpose(calc, x, false);
        return !x ? NULL : flip(calc, x, 1);
    default:
        return x;
    }
}

static const bd_value *shift(bd_calc *calc, const bd_value *x, int dimension, double by) {
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    size_t *from = bd_calc_alloc(calc, x->count, sizeof *from);

    if (!from || x->count == 0)
        return !from ? NULL : x;
    const double n = (double)fibres.length;
    const size_t offset = (size_t)(fmod(fmod(by, n) + n, n));
    for (size_t v = 0; v < fibres.count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < fibres.length; k++)
            from[start + (k + offset) % fibres.length * fibres.stride] = start + k * fibres.stride;
    }
    return gather(calc, x, x->rank, x->dims, from);
}

static const bd_value *run_circshift(bd_calc *calc, bd_call *call) {
    const bd_value *by = call->args[1];
    const bd_value *x = call->args[0];
    const double *steps;
    int dimension;

    if (!bd_calc_reals(calc, by, "the shift", &steps) || by->count == 0 || by->count > BD_MAX_RANK)
        return bd_calc_refuse(calc, "'circshift' needs the number of places");
    for (size_t k = 0; k < by->count; k++)
        if (!isfinite(steps[k]) || steps[k] != floor(steps[k]))
            return bd_calc_refuse(calc, "'circshift' needs whole numbers");
    if (by->count == 1) {
        return bd_call_dimension(calc, call, 2, &dimension) ? shift(calc, x, dimension, steps[0])
                                                            : NULL;
    }
    for (size_t k = 0; k < by->count && x; k++)
        x = shift(calc, x, (int)k, steps[k]);
    return x;
}

static const bd_value *run_permute(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const bd_value *order = call->args[1];
    const double *numbers;
    size_t dims[BD_MAX_RANK];
    size_t steps[BD_MAX_RANK];
    bool seen[BD_MAX_RANK] = {false};

    if (!bd_calc_reals(calc, order, "the order", &numbers) || order->count < (size_t)x->rank ||
        order->count > BD_MAX_RANK)
        return bd_calc_refuse(calc, "'permute' needs every dimension once");
    for (size_t k = 0; k < order->count; k++) {
        if (!(numbers[k] >= 1.0 && numbers[k] <= (double)order->count) ||
            numbers[k] != floor(numbers[k]) || seen[(size_t)numbers[k] - 1])
            return bd_calc_refuse(calc, "'permute' needs every dimension once");
        const size_t d = (size_t)numbers[k] - 1;
        seen[d] = true;
        dims[k] = x->dims[d];
        steps[k] = 1;
        for (size_t below = 0; below < d; below++)
            steps[k] *= x->dims[below];
    }
    size_t *from = bd_calc_alloc(calc, x->count, sizeof *from);
    size_t position[BD_MAX_RANK] = {0};
    for (size_t k = 0; k < x->count && from; k++) {
        for (size_t d = 0; d < order->count; d++)
            from[k] += position[d] * steps[d];
        for (size_t d = 0; d < order->count && ++position[d] == dims[d]; d++)
            position[d] = 0;
    }
    return !from ? NULL : gather(calc, x, (int)order->count, dims, from);
}

static const bd_value *run_diag(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    double offset = 0.0;

    if (!bd_value_is_number_like(x) || x->rank > 2)
        return bd_calc_refuse(calc, "'diag' needs a vector or a matrix");
    if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the diagonal", &offset))
        return NULL;
    if (offset != floor(offset) || fabs(offset) > 1e6)
        return bd_calc_refuse(calc, "the number of the diagonal must be whole");
    const size_t right = offset > 0.0 ? (size_t)offset : 0;
    const size_t down = offset < 0.0 ? (size_t)-offset : 0;
    if (x->dims[0] == 1 || x->dims[1] == 1) {
        const size_t n = x->count + right + down;
        bd_value *made = bd_calc_new(calc, x->type, 2, (const size_t[]){n, n}, x->im != NULL);
        for (size_t k = 0; made && k < x->count; k++)
            bd_element_copy(calc, made, k + down + (k + right) * n, x, k);
        return made;
    }
    const size_t rows = x->dims[0] > down ? x->dims[0] - down : 0;
    const size_t columns = x->dims[1] > right ? x->dims[1] - right : 0;
    const size_t n = rows < columns ? rows : columns;
    const int none = (x->dims[0] == 0) + (x->dims[1] == 0); /* of [] it is [] */
    bd_value *made = bd_calc_new(calc, x->type, 2, (const size_t[]){n, n > 0 || none < 2 ? 1 : 0},
                                 x->im != NULL);
    for (size_t k = 0; made && k < n; k++)
        bd_element_copy(calc, made, k, x, k + down + (k + right) * x->dims[0]);
    return bd_calc_narrow(made);
}

/* code 1: upper, -1: lower triangle */
static const bd_value *run_triangle(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    double offset = 0.0;

    if (!bd_value_is_number_like(x) || x->rank > 2)
        return bd_calc_refuse(calc, "'%s' needs a matrix", call->name);
    if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the diagonal", &offset))
        return NULL;
    bd_value *made = bd_calc_like(calc, x->type, x, x->im != NULL);
    for (size_t k = 0; made && k < x->count; k++) {
        const size_t row = k % x->dims[0], column = k / x->dims[0];
        const double diagonal = (double)column - (double)row;
        if (call->code > 0 ? diagonal >= offset : diagonal <= offset)
            bd_element_copy(calc, made, k, x, k);
    }
    return bd_calc_narrow(made);
}

const bd_function bd_functions_arrange[] = {BD_VARIANT("fliplr", 1, 1, run_flip, 1),
                                            BD_VARIANT("flipud", 1, 1, run_flip, 0),
                                            BD_VARIANT("flip", 1, 2, run_flip, -1),
                                            BD_FUNCTION(rot90, 1, 2),
                                            BD_FUNCTION(circshift, 2, 3),
                                            BD_FUNCTION(permute, 2, 2),
                                            BD_FUNCTION(diag, 1, 2),
                                            BD_VARIANT("triu", 1, 2, run_triangle, 1),
                                            BD_VARIANT("tril", 1, 2, run_triangle, -1),
                                            BD_FUNCTIONS_END};
