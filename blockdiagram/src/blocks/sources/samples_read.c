/* samples out of workspace variables */
#include "blocks/sources/samples.h"

#include <string.h>

/* element of a value, part 0 real or 1 imaginary */
static double part_of(const bd_value *value, size_t index, int part) {
    return part == 0 ? bd_value_real_at(value, index)
                     : (value->im ? bd_value_imag_at(value, index) : 0.0);
}

/* row r of a matrix, from a column on, becomes sample r */
static void take_rows(const bd_value *matrix, size_t first_column, bd_samples *s) {
    size_t rows = matrix->dims[0], n = (size_t)bd_shape_width(&s->shape);
    int parts = s->shape.complexity == 1 ? 2 : 1;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < n; k++)
            for (int p = 0; p < parts; p++)
                s->values[i * (size_t)s->width + (size_t)p * n + k] =
                    part_of(matrix, i + (first_column + k) * rows, p);
}

/* n-D data whose last dimension counts the samples */
static void take_slabs(const bd_value *array, bd_samples *s) {
    size_t n = (size_t)bd_shape_width(&s->shape);
    int parts = s->shape.complexity == 1 ? 2 : 1;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < n; k++)
            for (int p = 0; p < parts; p++)
                s->values[i * (size_t)s->width + (size_t)p * n + k] = part_of(array, i * n + k, p);
}

static bd_shape vector_shape(const bd_value *like, size_t width) {
    bd_shape shape = bd_shape_vector(like->type == BD_CHAR ? BD_DOUBLE : (int)like->type,
                                     width > 1000000 ? 0 : (int)width);
    shape.complexity = like->im != NULL;
    return shape;
}

static bd_status read_matrix(bd_block *block, const bd_value *value, bd_samples *s) {
    if (value->rank != 2 || value->dims[1] < 2)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "a matrix of samples needs a column of times and one or more columns "
                             "of values");
    bd_shape shape = vector_shape(value, value->dims[1] - 1);
    BD_TRY(bd_samples_make(block, value->dims[0], &shape, s));
    for (size_t i = 0; i < s->count; i++)
        s->times[i] = bd_value_real_at(value, i);
    take_rows(value, 1, s);
    return BD_OK;
}

/* values with samples as rows or, with matrices, along the last dimension */
static bd_status read_values(bd_block *block, const bd_value *values, const bd_value *dimensions,
                             size_t count, bd_samples *s) {
    if (!values || !bd_value_is_number_like(values) || bd_value_is_empty(values))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the values must be numbers");
    bool slabs = values->rank > 2;
    /* a 2-D signal with a single sample has lost its third dimension */
    if (!slabs && dimensions && dimensions->count >= 2 && bd_value_is_number_like(dimensions))
        slabs = (double)values->dims[0] == bd_value_real_at(dimensions, 0) &&
                (double)values->dims[1] == bd_value_real_at(dimensions, 1) && count == 1;
    if (!slabs) {
        bool row = values->dims[0] == 1 && values->dims[1] == count && count > 1;
        size_t rows = row ? count : values->dims[0];
        if (count && rows != count)
            return bd_block_fail(block, BD_BAD_PARAMETER, "there are %zu times but %zu values",
                                 count, rows);
        bd_shape shape = vector_shape(values, row ? 1 : values->dims[1]);
        BD_TRY(bd_samples_make(block, rows, &shape, s));
        if (row)
            take_slabs(values, s);
        else
            take_rows(values, 0, s);
        return BD_OK;
    }
    size_t last = values->rank > 2 ? values->dims[values->rank - 1] : 1;
    if (count && last != count)
        return bd_block_fail(block, BD_BAD_PARAMETER, "there are %zu times but %zu values", count,
                             last);
    bd_shape shape = vector_shape(values, 1);
    shape.rank = values->rank > 2 ? values->rank - 1 : 2;
    for (int i = 0; i < shape.rank; i++)
        shape.dims[i] = values->dims[i] > 1000000 ? 0 : (int)values->dims[i];
    BD_TRY(bd_samples_make(block, last, &shape, s));
    take_slabs(values, s);
    return BD_OK;
}

static bd_status read_struct(bd_block *block, const bd_value *value, size_t number, bd_samples *s,
                             bool *untimed) {
    const bd_value *time = bd_value_field(value, "time"), *dimensions = NULL;
    const bd_value *signals = bd_value_field(value, "signals"), *values;
    if (signals) {
        if (signals->type != BD_STRUCT || number >= signals->count)
            return bd_block_fail(block, BD_BAD_PARAMETER, "the structure has no signal %zu",
                                 number + 1);
        values = bd_value_field_at(signals, number, "values");
        dimensions = bd_value_field_at(signals, number, "dimensions");
    } else {
        time = bd_value_field(value, "Time");
        values = bd_value_field(value, "Data");
        if (!values)
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the structure needs time and signals.values, or Time and Data");
    }
    if (time && !bd_value_is_empty(time) && !bd_value_is_number_like(time))
        return bd_block_fail(block, BD_BAD_PARAMETER, "the times must be numbers");
    size_t count = time ? time->count : 0;
    *untimed = count == 0;
    BD_TRY(read_values(block, values, dimensions, count, s));
    for (size_t i = 0; i < s->count; i++)
        s->times[i] = *untimed ? (double)i : bd_value_real_at(time, i);
    return BD_OK;
}

bd_status bd_samples_from_value(bd_block *block, const bd_value *value, bd_samples *s,
                                bool *untimed) {
    *untimed = false;
    const bd_value *signals = bd_value_field(value, "signals");
    if (signals && signals->count > 1)
        return bd_block_fail(block, BD_BAD_PARAMETER, "the structure has more than one signal");
    if (value->type == BD_STRUCT)
        BD_TRY(read_struct(block, value, 0, s, untimed));
    else if (bd_value_is_number_like(value))
        BD_TRY(read_matrix(block, value, s));
    else
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "samples must be a matrix [t u] or a structure");
    return bd_samples_check(block, s);
}

bd_status bd_samples_from_signal(bd_block *block, const bd_value *value, size_t number,
                                 bd_samples *s, bool *untimed) {
    BD_TRY(read_struct(block, value, number, s, untimed));
    return bd_samples_check(block, s);
}

bd_status bd_samples_from_rows(bd_block *block, const bd_value *value, bd_samples *s) {
    if (!bd_value_is_number_like(value) || value->rank != 2 || value->dims[0] < 2)
        return bd_block_fail(block, BD_BAD_FILE,
                             "the file needs a matrix with a row of times and rows of values");
    bd_shape shape = vector_shape(value, value->dims[0] - 1);
    BD_TRY(bd_samples_make(block, value->dims[1], &shape, s));
    int parts = shape.complexity == 1 ? 2 : 1;
    size_t rows = value->dims[0], n = rows - 1;
    for (size_t i = 0; i < s->count; i++) {
        s->times[i] = bd_value_real_at(value, i * rows);
        for (size_t k = 0; k < n; k++)
            for (int p = 0; p < parts; p++)
                s->values[i * (size_t)s->width + (size_t)p * n + k] =
                    part_of(value, i * rows + 1 + k, p);
    }
    return bd_samples_check(block, s);
}
