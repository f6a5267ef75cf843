/* see table.h */
#include "blocks/tables/table.h"

#include <string.h>

bd_status bd_axis_check(bd_block *block, const char *name, const bd_axis *axis, bool strict) {
    for (int i = 0; i < axis->count; i++) {
        if (!isfinite(axis->points[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s has an entry that is not finite",
                                 name);
        if (i > 0 && !(strict ? axis->points[i] > axis->points[i - 1]
                              : axis->points[i] >= axis->points[i - 1]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "%s must increase, but entry %d is %g after %g", name, i + 1,
                                 axis->points[i], axis->points[i - 1]);
    }
    return BD_OK;
}

bd_status bd_axis_read(bd_block *block, const char *name, bool strict, bd_axis *axis) {
    bd_reals points;
    BD_TRY(bd_reals_read(block, name, &points));
    axis->points = points.values;
    axis->count = (int)points.count;
    return bd_axis_check(block, name, axis, strict);
}

bd_table_place bd_axis_find(const bd_axis *axis, double u) {
    const double *x = axis->points;
    if (axis->count < 2)
        return (bd_table_place){0, 0.0};
    int low = 0, high = axis->count - 1; /* x[low] <= u < x[high] once the ends are excluded */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (u >= x[middle])
            low = middle;
        else
            high = middle;
    }
    double step = x[low + 1] - x[low];
    return (bd_table_place){low, step > 0.0 ? (u - x[low]) / step : 0.0};
}

void bd_place_weights(bd_table_place place, int count, bd_interpolation method,
                      bd_extrapolation beyond, bool use_last, bd_weights *weights) {
    int k = place.index;
    double f = place.fraction;
    weights->first = k;
    weights->count = 1;
    weights->values[0] = 1.0;
    if (count < 2 || k >= count - 1) {
        weights->first = count - 1;
        return;
    }
    if (method == BD_FLAT) {
        weights->first = k + (use_last && f >= 1.0);
        return;
    }
    if (method == BD_NEAREST) {
        weights->first = k + (f >= 0.5);
        return;
    }
    if (beyond == BD_CLIP)
        f = f < 0.0 ? 0.0 : f > 1.0 ? 1.0 : f;
    if (f == 0.0)
        return;
    weights->count = 2;
    weights->values[0] = 1.0 - f;
    weights->values[1] = f;
}

double bd_table_sum(const double *table, const int *dims, int rank, const bd_weights *weights) {
    if (rank == 1 && weights->count == 2) {
        const double *at = table + weights->first;
        return at[0] + weights->values[1] * (at[1] - at[0]);
    }
    int at[BD_MAX_RANK] = {0};
    double sum = 0.0;
    for (;;) {
        double weight = 1.0;
        size_t offset = 0;
        for (int d = rank - 1; d >= 0; d--) {
            weight *= weights[d].values[at[d]];
            offset = offset * (size_t)dims[d] + (size_t)(weights[d].first + at[d]);
        }
        /* what does not count may be infinite */
        if (weight != 0.0)
            sum += weight * table[offset];
        int d = 0;
        while (d < rank && ++at[d] == weights[d].count)
            at[d++] = 0;
        if (d == rank)
            return sum;
    }
}

bd_status bd_read_methods(bd_block *block, bd_interpolation *method, bd_extrapolation *beyond) {
    static const char *const methods[] = {
        "None - Flat",     "Flat",         "Nearest",      "Linear", "Linear point-slope",
        "Linear Lagrange", "Cubic spline", "Akima spline", NULL};
    static const bd_interpolation meanings[] = {BD_FLAT,   BD_FLAT,   BD_NEAREST, BD_LINEAR,
                                                BD_LINEAR, BD_LINEAR, BD_SPLINE};
    static const char *const beyonds[] = {"None - Clip", "Clip", "Linear", "Cubic spline", NULL};
    int i = 3, k = 2;
    BD_TRY(bd_block_choice(block, "InterpMethod|interpMethod", methods, &i));
    BD_TRY(bd_block_choice(block, "ExtrapMethod|extrapMethod", beyonds, &k));
    if (i == (int)(sizeof meanings / sizeof *meanings))
        return bd_block_fail(block, BD_UNSUPPORTED, "InterpMethod '%s' is not supported",
                             methods[i]);
    *method = meanings[i];
    *beyond = k < 2 ? BD_CLIP : k == 2 ? BD_EXTEND_LINEAR : BD_EXTEND_SPLINE;
    if (*method <= BD_NEAREST)
        *beyond = BD_CLIP;
    return BD_OK;
}

bd_status bd_table_read(bd_block *block, const char *name, int rank, const double **table,
                        int dims[BD_MAX_RANK]) {
    const bd_value *value;
    size_t count;
    BD_TRY(bd_block_value(block, name, &value));
    BD_TRY(bd_block_numbers(block, name, table, &count));
    if (count == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s is empty", name);
    if (rank == 1) {
        if (!bd_value_is_vector(value))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be a vector", name);
        dims[0] = (int)count;
        return BD_OK;
    }
    if (value->rank > rank)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s has %d dimensions and not %d", name,
                             value->rank, rank);
    for (int d = 0; d < rank; d++)
        dims[d] = d < value->rank ? (int)value->dims[d] : 1;
    return BD_OK;
}
