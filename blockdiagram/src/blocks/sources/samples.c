/* looking up samples */
#include "blocks/sources/samples.h"

#include <string.h>

bd_status bd_samples_make(bd_block *block, size_t count, const bd_shape *shape, bd_samples *s) {
    size_t parts = (size_t)bd_shape_width(shape) * (shape->complexity == 1 ? 2 : 1);
    if (count == 0 || parts == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "there are no samples");
    if (count > BD_MAX_VALUE_BYTES / sizeof(double) / parts)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "there are too many samples");
    s->count = count;
    s->width = (int)parts;
    s->shape = *shape;
    s->times = bd_block_alloc(block, count * sizeof *s->times);
    s->values = bd_block_alloc(block, count * parts * sizeof *s->values);
    return s->times && s->values ? BD_OK : bd_block_no_memory(block);
}

bd_status bd_samples_check(bd_block *block, const bd_samples *s) {
    for (size_t i = 0; i < s->count; i++)
        if (!isfinite(s->times[i]) || (i > 0 && s->times[i] < s->times[i - 1]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "times must be finite and must not decrease, but sample %zu is at "
                                 "%g",
                                 i + 1, s->times[i]);
    return BD_OK;
}

long bd_samples_find(const bd_samples *s, double t) {
    size_t low = 0, high = s->count; /* samples below low are not after t, from high on they are */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bd_time_reached(t, s->times[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return (long)low - 1;
}

size_t bd_samples_next_jump(const bd_samples *s, size_t from) {
    for (size_t i = from + 1; i + 1 < s->count; i++)
        if (s->times[i] == s->times[i + 1])
            return i;
    return s->count;
}

/* parts are kept one after the other, signals keep them side by side */
static void write_part(const bd_samples *s, bd_port *y, int part, double value) {
    int n = s->shape.complexity == 1 ? s->width / 2 : s->width;
    size_t index = s->shape.complexity == 1 ? (size_t)(2 * (part % n) + part / n) : (size_t)part;
    bd_cast_store(&bd_cast_nearest, y->data, y->shape.type, index, value);
}

void bd_samples_write_row(const bd_samples *s, size_t i, bd_port *y) {
    for (int k = 0; k < s->width; k++)
        write_part(s, y, k, s->values[i * (size_t)s->width + (size_t)k]);
}

void bd_samples_write_line(const bd_samples *s, size_t i, double t, bd_port *y) {
    double begin = s->times[i], span = s->times[i + 1] - begin;
    if (!(span > 0.0)) {
        bd_samples_write_row(s, i + 1, y);
        return;
    }
    const double *a = &s->values[i * (size_t)s->width], *b = a + s->width;
    double part = (t - begin) / span;
    for (int k = 0; k < s->width; k++)
        write_part(s, y, k, a[k] + part * (b[k] - a[k]));
}

void bd_samples_write_zero(bd_port *y) {
    memset(y->data, 0, bd_shape_size(&y->shape));
}
