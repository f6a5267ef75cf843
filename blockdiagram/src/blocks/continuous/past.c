/* a growing ring of samples */
#include "blocks/continuous/past.h"
#include "blocks/arithmetic.h"

#include <string.h>

#define MAX_CAPACITY ((size_t)1 << 24)

static size_t slot(const bd_past *past, size_t i) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): what holds samples has room */
    return (past->first + i) % past->capacity;
}

static double axis_at(const bd_past *past, size_t i, int element) {
    return past->axis[slot(past, i) * (size_t)past->axes + (size_t)(past->axes == 1 ? 0 : element)];
}

static double value_at(const bd_past *past, size_t i, int element) {
    return past->values[slot(past, i) * (size_t)past->width + (size_t)element];
}

bd_status bd_past_make(bd_block *block, bd_past *past, size_t capacity, int width, int axes) {
    if (capacity < 2)
        capacity = 2;
    if (capacity > MAX_CAPACITY / (size_t)width)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "a buffer of %zu samples is too large",
                             capacity);
    double *axis = bd_block_alloc(block, capacity * (size_t)axes * sizeof *axis);
    double *values = bd_block_alloc(block, capacity * (size_t)width * sizeof *values);
    if (!axis || !values)
        return bd_block_no_memory(block);
    *past = (bd_past){.width = width,
                      .axes = axes,
                      .capacity = capacity,
                      .fixed = past->fixed,
                      .axis = axis,
                      .values = values};
    return BD_OK;
}

void bd_past_clear(bd_past *past) {
    past->first = past->count = 0;
}

static void put(bd_past *past, const double *axis, const double *values) {
    size_t to = slot(past, past->count);
    memcpy(past->axis + to * (size_t)past->axes, axis, (size_t)past->axes * sizeof *axis);
    memcpy(past->values + to * (size_t)past->width, values, (size_t)past->width * sizeof *values);
    past->count++;
}

static bd_status grow(bd_block *block, bd_past *past) {
    bd_past larger = *past;
    BD_TRY(bd_past_make(block, &larger, 2 * past->capacity, past->width, past->axes));
    for (size_t i = 0; i < past->count; i++)
        put(&larger, past->axis + slot(past, i) * (size_t)past->axes,
            past->values + slot(past, i) * (size_t)past->width);
    *past = larger;
    return BD_OK;
}

static bool needless(const bd_past *past, const double *axis, double reach) {
    for (int k = 0; k < past->axes; k++)
        if (axis_at(past, 1, k) > axis[k] - reach)
            return false;
    return true;
}

bd_status bd_past_append(bd_block *block, bd_past *past, const double *axis, const double *values,
                         double reach) {
    while (past->count > 2 && needless(past, axis, reach)) {
        past->first = slot(past, 1);
        past->count--;
    }
    if (past->count == past->capacity) {
        if (past->fixed) {
            bd_block_warn(block,
                          "the fixed buffer of %zu samples is too small, the oldest ones "
                          "are lost",
                          past->capacity);
            past->first = slot(past, 1);
            past->count--;
        } else {
            BD_TRY(grow(block, past));
        }
    }
    put(past, axis, values);
    return BD_OK;
}

double bd_past_at(const bd_past *past, int element, double place) {
    if (past->count == 0)
        return 0.0;
    size_t low = 0, high = past->count; /* samples below low are not beyond place */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (axis_at(past, middle, element) <= place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || past->count == 1)
        return value_at(past, 0, element);
    size_t i = low == past->count ? low - 2 : low - 1;
    double begin = axis_at(past, i, element), span = axis_at(past, i + 1, element) - begin;
    double a = value_at(past, i, element), b = value_at(past, i + 1, element);
    return span > 0.0 ? a + (place - begin) / span * (b - a) : b;
}

double bd_past_last_axis(const bd_past *past, int element) {
    return past->count ? axis_at(past, past->count - 1, element) : 0.0;
}

double bd_past_last_value(const bd_past *past, int element) {
    return past->count ? value_at(past, past->count - 1, element) : 0.0;
}

size_t bd_past_save_size(const bd_past *past) {
    return past->count * (size_t)(past->axes + past->width) * sizeof(double);
}

void bd_past_save(const bd_past *past, void *bytes) {
    char *to = bytes;
    for (size_t i = 0; i < past->count; i++) {
        size_t axis = (size_t)past->axes * sizeof(double);
        size_t values = (size_t)past->width * sizeof(double);
        memcpy(to, past->axis + slot(past, i) * (size_t)past->axes, axis);
        memcpy(to + axis, past->values + slot(past, i) * (size_t)past->width, values);
        to += axis + values;
    }
}

bd_status bd_past_restore(bd_block *block, bd_past *past, const void *bytes, size_t size) {
    size_t row = (size_t)(past->axes + past->width) * sizeof(double);
    if (size % row != 0)
        return bd_block_fail(block, BD_BAD_ARGUMENT, "the saved state does not fit");
    bd_past_clear(past);
    const char *from = bytes;
    for (size_t i = 0; i < size / row; i++, from += row) {
        if (past->count == past->capacity)
            BD_TRY(grow(block, past));
        size_t to = slot(past, past->count++);
        size_t axis = (size_t)past->axes * sizeof(double);
        memcpy(past->axis + to * (size_t)past->axes, from, axis);
        memcpy(past->values + to * (size_t)past->width, from + axis, row - axis);
    }
    return BD_OK;
}
