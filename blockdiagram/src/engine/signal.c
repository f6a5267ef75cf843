/* shapes of signals, their elements, and sample times as text */
#include "blockdiagram/signal.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

bd_shape bd_shape_unknown(void) {
    return (bd_shape){.type = BD_INHERITED, .complexity = BD_INHERITED, .rank = BD_INHERITED};
}

bd_shape bd_shape_vector(int type, int width) {
    return (bd_shape){.type = type, .complexity = 0, .rank = 1, .dims = {width}};
}

bd_shape bd_shape_matrix(int type, int rows, int columns) {
    return (bd_shape){.type = type, .complexity = 0, .rank = 2, .dims = {rows, columns}};
}

int bd_shape_width(const bd_shape *shape) {
    if (shape->rank < 1)
        return 0;
    int width = 1;
    for (int i = 0; i < shape->rank; i++)
        width *= shape->dims[i];
    return width;
}

size_t bd_shape_element_size(const bd_shape *shape) {
    if (shape->type == BD_BUS)
        return shape->bus ? shape->bus->size : 0;
    if (shape->type == BD_FUNCTION_CALL)
        return 1; /* carries nothing, but its elements are told apart by place */
    if (shape->type < 0 || shape->type > BD_UINT64)
        return 0;
    return bd_class_bytes((bd_class)shape->type) * (shape->complexity == 1 ? 2 : 1);
}

size_t bd_shape_size(const bd_shape *shape) {
    return bd_shape_element_size(shape) * (size_t)bd_shape_width(shape);
}

bool bd_shape_is_known(const bd_shape *shape) {
    return shape->type != BD_INHERITED && shape->complexity != BD_INHERITED &&
           shape->rank != BD_INHERITED;
}

bool bd_shape_is_scalar(const bd_shape *shape) {
    return bd_shape_width(shape) == 1;
}

/* length if the dimensions are a vector in any orientation, else 0 */
static int vector_length(const bd_shape *shape) {
    if (shape->rank == 1)
        return shape->dims[0];
    if (shape->rank == 2 && (shape->dims[0] == 1 || shape->dims[1] == 1))
        return shape->dims[0] * shape->dims[1];
    return 0;
}

bool bd_shape_same_dims(const bd_shape *a, const bd_shape *b) {
    if (a->rank == b->rank && a->rank > 0)
        return memcmp(a->dims, b->dims, (size_t)a->rank * sizeof a->dims[0]) == 0;
    int length = vector_length(a);
    return length > 0 && length == vector_length(b);
}

/* elements of equal size in equal number; without elements only the name tells them apart */
static bool same_bus(const bd_bus *a, const bd_bus *b) {
    return a == b || (a->size == b->size && a->count == b->count &&
                      (a->count > 0 || strcmp(a->name, b->name) == 0));
}

bool bd_shape_same_type(const bd_shape *a, const bd_shape *b) {
    return a->type == b->type &&
           (a->type != BD_BUS || !a->bus || !b->bus || same_bus(a->bus, b->bus));
}

char *bd_shape_text(const bd_shape *shape, char *text, size_t capacity) {
    const bd_bus *bus = shape->type == BD_BUS ? shape->bus : NULL;
    const char *type = bus && bus->name && *bus->name    ? bus->name
                       : shape->type == BD_BUS           ? "bus"
                       : shape->type == BD_FUNCTION_CALL ? "function-call"
                       : shape->type == BD_INHERITED     ? "any type"
                                                         : bd_class_name((bd_class)shape->type);
    size_t used = (size_t)snprintf(text, capacity, "%s", type);
    if (shape->rank > 0 && !(shape->rank == 1 && shape->dims[0] == 1)) {
        for (int i = 0; i < shape->rank && used < capacity; i++)
            used += (size_t)snprintf(text + used, capacity - used, "%s%d", i ? "x" : " [",
                                     shape->dims[i]);
        if (used < capacity)
            used += (size_t)snprintf(text + used, capacity - used, "]");
    }
    if (shape->complexity == 1 && used < capacity)
        snprintf(text + used, capacity - used, " complex");
    return text;
}

double bd_element_read(const void *data, int type, size_t index) {
    switch (type) {
    case BD_DOUBLE:
        return ((const double *)data)[index];
    case BD_SINGLE:
        return (double)((const float *)data)[index];
    case BD_INT8:
        return ((const int8_t *)data)[index];
    case BD_UINT8:
    case BD_LOGICAL:
        return ((const uint8_t *)data)[index];
    case BD_INT16:
        return ((const int16_t *)data)[index];
    case BD_UINT16:
        return ((const uint16_t *)data)[index];
    case BD_INT32:
        return ((const int32_t *)data)[index];
    case BD_UINT32:
        return ((const uint32_t *)data)[index];
    case BD_INT64:
        return (double)((const int64_t *)data)[index];
    case BD_UINT64:
        return (double)((const uint64_t *)data)[index];
    default:
        return 0.0;
    }
}

static double saturate(double value, double low, double high) {
    if (value != value)
        return 0.0;
    value = round(value);
    return value < low ? low : value > high ? high : value;
}

void bd_element_write(void *data, int type, size_t index, double value) {
    switch (type) {
    case BD_DOUBLE:
        ((double *)data)[index] = value;
        break;
    case BD_SINGLE:
        ((float *)data)[index] = (float)value;
        break;
    case BD_INT8:
        ((int8_t *)data)[index] = (int8_t)saturate(value, INT8_MIN, INT8_MAX);
        break;
    case BD_UINT8:
        ((uint8_t *)data)[index] = (uint8_t)saturate(value, 0, UINT8_MAX);
        break;
    case BD_INT16:
        ((int16_t *)data)[index] = (int16_t)saturate(value, INT16_MIN, INT16_MAX);
        break;
    case BD_UINT16:
        ((uint16_t *)data)[index] = (uint16_t)saturate(value, 0, UINT16_MAX);
        break;
    case BD_INT32:
        ((int32_t *)data)[index] = (int32_t)saturate(value, INT32_MIN, INT32_MAX);
        break;
    case BD_UINT32:
        ((uint32_t *)data)[index] = (uint32_t)saturate(value, 0, UINT32_MAX);
        break;
    case BD_LOGICAL:
        ((uint8_t *)data)[index] = value != 0.0;
        break;
    case BD_INT64:
        /* 2^63 is a double, the largest int64 is not */
        ((int64_t *)data)[index] = value >= 0x1p63    ? INT64_MAX
                                   : value <= -0x1p63 ? INT64_MIN
                                                      : (int64_t)saturate(value, -0x1p63, 0x1p63);
        break;
    case BD_UINT64:
        ((uint64_t *)data)[index] =
            value >= 0x1p64 ? UINT64_MAX : (uint64_t)saturate(value, 0, 0x1p64);
        break;
    default:
        break;
    }
}

char *bd_sample_time_text(bd_sample_time s, char *text, size_t capacity) {
    if (bd_sample_is_continuous(s))
        snprintf(text, capacity, "continuous");
    else if (s.period == 0.0)
        snprintf(text, capacity, "fixed in minor step");
    else if (bd_sample_is_constant(s))
        snprintf(text, capacity, "constant");
    else if (bd_sample_is_triggered(s))
        snprintf(text, capacity, "triggered");
    else if (bd_sample_is_variable(s))
        snprintf(text, capacity, "variable");
    else if (bd_sample_is_inherited(s))
        snprintf(text, capacity, "inherited");
    else if (s.offset != 0.0)
        snprintf(text, capacity, "[%.15g, %.15g]", s.period, s.offset);
    else
        snprintf(text, capacity, "%.15g", s.period);
    return text;
}
