/* questions about the shape, and new shapes of the same elements */
#include <math.h>
#include <string.h>

#include "value/box.h"
#include "value/functions.h"
#include "value/index.h"
#include "value/operators.h"

/* size(x, [1 3]), size(x, 1, 3): these dimensions, in a row or as results */
static const bd_value *sizes_of(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    double found[BD_MAX_OUTPUTS * 4];
    size_t count = 0;
    for (size_t k = 1; k < call->count; k++) {
        const double *numbers;
        if (!bd_calc_reals(calc, call->args[k], "the dimension", &numbers))
            return NULL;
        for (size_t e = 0; e < call->args[k]->count; e++) {
            if (numbers[e] < 1.0 || numbers[e] != floor(numbers[e]) ||
                count == sizeof found / sizeof *found)
                return bd_calc_refuse(calc, "a dimension must be a whole number from 1 on");
            found[count++] = numbers[e] <= BD_MAX_RANK ? (double)x->dims[(int)numbers[e] - 1] : 1.0;
        }
    }
    if (call->wanted > 1) {
        if (call->wanted > count)
            return bd_calc_refuse(calc, "'size' has %zu results here", count);
        for (size_t k = 1; k < call->wanted; k++)
            call->more[k - 1] = bd_calc_scalar(calc, found[k]);
        return bd_calc_scalar(calc, found[0]);
    }
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, 1, count);
    if (made && count > 0)
        memcpy(made->re, found, count * sizeof *found);
    return made;
}

static const bd_value *run_size(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (call->count > 2 || (call->count == 2 && call->args[1]->count > 1))
        return sizes_of(calc, call);
    if (call->count == 2) {
        size_t dimension;
        if (!bd_calc_size(calc, call->args[1], "the dimension", &dimension))
            return NULL;
        if (dimension < 1)
            return bd_calc_refuse(calc, "the dimension must be at least 1");
        return bd_calc_scalar(calc,
                              dimension <= BD_MAX_RANK ? (double)x->dims[dimension - 1] : 1.0);
    }
    if (call->wanted > 1) {
        for (size_t k = 1; k < call->wanted; k++)
            call->more[k - 1] = bd_calc_scalar(calc, (double)bd_folded_size(x, k, call->wanted));
        return bd_calc_scalar(calc, (double)x->dims[0]);
    }
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, 1, (size_t)x->rank);
    for (int k = 0; made && k < x->rank; k++)
        ((double *)made->re)[k] = (double)x->dims[k];
    return made;
}

enum { NUMEL, LENGTH, NDIMS, ROWS, COLUMNS };

static const bd_value *run_count(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    size_t longest = 0;

    switch (call->code) {
    case NUMEL:
        return bd_calc_scalar(calc, (double)x->count);
    case NDIMS:
        return bd_calc_scalar(calc, x->rank);
    case ROWS:
        return bd_calc_scalar(calc, (double)x->dims[0]);
    case COLUMNS:
        return bd_calc_scalar(calc, (double)x->dims[1]);
    default:
        for (int k = 0; k < x->rank; k++)
            longest = x->dims[k] > longest ? x->dims[k] : longest;
        return bd_calc_scalar(calc, x->count == 0 ? 0.0 : (double)longest);
    }
}

enum { ISEMPTY, ISSCALAR, ISVECTOR, ISROW, ISCOLUMN, ISMATRIX, ISSQUARE };

static const bd_value *run_question(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const bool flat = x->rank == 2;

    switch (call->code) {
    case ISEMPTY:
        return bd_calc_logical(calc, x->count == 0);
    case ISSCALAR:
        return bd_calc_logical(calc, x->count == 1);
    case ISVECTOR:
        return bd_calc_logical(calc, flat && (x->dims[0] == 1 || x->dims[1] == 1));
    case ISROW:
        return bd_calc_logical(calc, flat && x->dims[0] == 1);
    case ISCOLUMN:
        return bd_calc_logical(calc, flat && x->dims[1] == 1);
    case ISSQUARE:
        return bd_calc_logical(calc, flat && x->dims[0] == x->dims[1]);
    default:
        return bd_calc_logical(calc, flat);
    }
}

static const bd_value *reshaped(bd_calc *calc, const bd_value *x, int rank, const size_t *dims) {
    bd_value *made = bd_calc_copy(calc, x);

    if (made)
        bd_value_set_dims(made, rank, dims);
    return made;
}

static const bd_value *run_reshape(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    size_t dims[BD_MAX_RANK];
    size_t known = 1;
    size_t open = BD_MAX_RANK; /* the dimension given as [] */
    int rank = (int)call->count - 1;

    if (call->count == 2) {
        if (!bd_call_sizes(calc, call, 1, 2, &rank, dims) || call->args[1]->count < 2)
            return bd_calc_refuse(calc, "'reshape' needs at least two sizes");
    } else {
        for (size_t k = 0; k + 1 < call->count && k < BD_MAX_RANK; k++) {
            if (call->args[k + 1]->count == 0 && open == BD_MAX_RANK) {
                open = k;
                dims[k] = 1;
            } else if (!bd_calc_size(calc, call->args[k + 1], "a size", &dims[k])) {
                return NULL;
            }
            known = dims[k] != 0 && known > SIZE_MAX / dims[k] ? SIZE_MAX : known * dims[k];
        }
        if (rank > BD_MAX_RANK)
            return bd_calc_refuse(calc, "an array has at most %d dimensions", BD_MAX_RANK);
        if (open < BD_MAX_RANK && known > 0)
            dims[open] = x->count / known;
    }
    size_t count;
    if (!bd_dims_count(BD_INT8, rank, dims, false, &count) || count != x->count) {
        return bd_calc_refuse(calc, "'reshape' cannot change the number of elements, which is %zu",
                              x->count);
    }
    return reshaped(calc, x, rank, dims);
}

static const bd_value *run_squeeze(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    size_t dims[BD_MAX_RANK];
    int rank = 0;

    if (x->rank == 2)
        return x;
    for (int k = 0; k < x->rank; k++)
        if (x->dims[k] != 1)
            dims[rank++] = x->dims[k];
    while (rank < 2)
        dims[rank++] = 1;
    return reshaped(calc, x, rank, dims);
}

static const bd_value *run_join(bd_calc *calc, bd_call *call) {
    if (call->code >= 0)
        return bd_op_concatenate(calc, call->code, call->args, call->count);
    size_t dimension;
    if (!bd_calc_size(calc, call->args[0], "the dimension", &dimension) || dimension < 1 ||
        dimension > BD_MAX_RANK)
        return bd_calc_refuse(calc, "the dimension must be from 1 to %d", BD_MAX_RANK);
    return bd_op_concatenate(calc, (int)dimension - 1, call->args + 1, call->count - 1);
}

static const bd_value *run_vec(bd_calc *calc, bd_call *call) {
    const size_t dims[2] = {call->args[0]->count, 1};

    return reshaped(calc, call->args[0], 2, dims);
}

/* matrices along the diagonal of one that is zero elsewhere */
static const bd_value *run_blkdiag(bd_calc *calc, bd_call *call) {
    size_t rows = 0;
    size_t columns = 0;

    for (size_t k = 0; k < call->count; k++) {
        if (call->args[k]->rank > 2)
            return bd_calc_refuse(calc, "'%s' needs matrices", call->name);
        rows += call->args[k]->dims[0];
        columns += call->args[k]->dims[1];
    }
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, rows, columns);
    size_t row = 0;
    size_t column = 0;
    for (size_t k = 0; made && k < call->count; k++) {
        const bd_value *part = call->args[k];
        const double *x;
        if (!bd_calc_reals(calc, part, call->name, &x))
            return NULL;
        for (size_t i = 0; i < part->count; i++) {
            ((double *)made->re)[row + i % part->dims[0] + (column + i / part->dims[0]) * rows] =
                x[i];
        }
        row += part->dims[0];
        column += part->dims[1];
    }
    return made;
}

const bd_function bd_functions_shape[] = {BD_VARIADIC(blkdiag, 0),
                                          BD_RESULTS(size, 1, BD_MAX_RANK + 1, BD_MAX_OUTPUTS),
                                          BD_VARIANT("numel", 1, 1, run_count, NUMEL),
                                          BD_VARIANT("length", 1, 1, run_count, LENGTH),
                                          BD_VARIANT("ndims", 1, 1, run_count, NDIMS),
                                          BD_VARIANT("rows", 1, 1, run_count, ROWS),
                                          BD_VARIANT("columns", 1, 1, run_count, COLUMNS),
                                          BD_VARIANT("height", 1, 1, run_count, ROWS),
                                          BD_VARIANT("width", 1, 1, run_count, COLUMNS),
                                          BD_VARIANT("isempty", 1, 1, run_question, ISEMPTY),
                                          BD_VARIANT("isscalar", 1, 1, run_question, ISSCALAR),
                                          BD_VARIANT("isvector", 1, 1, run_question, ISVECTOR),
                                          BD_VARIANT("isrow", 1, 1, run_question, ISROW),
                                          BD_VARIANT("iscolumn", 1, 1, run_question, ISCOLUMN),
                                          BD_VARIANT("ismatrix", 1, 1, run_question, ISMATRIX),
                                          BD_VARIANT("issquare", 1, 1, run_question, ISSQUARE),
                                          BD_FUNCTION(reshape, 2, BD_MAX_RANK + 1),
                                          BD_FUNCTION(squeeze, 1, 1),
                                          BD_FUNCTION(vec, 1, 1),
                                          BD_VARIANT("horzcat", 0, BD_ANY, run_join, 1),
                                          BD_VARIANT("vertcat", 0, BD_ANY, run_join, 0),
                                          BD_VARIANT("cat", 1, BD_ANY, run_join, -1),
                                          BD_FUNCTIONS_END};
