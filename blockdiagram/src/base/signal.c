/* shapes of signals, and sample times as text */
#include "base/fixed.h"
#include "blockdiagram/signal.h"

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

int bd_shape_numbers(const bd_shape *shape) {
    if (shape->type != BD_BUS)
        return bd_shape_width(shape) * (shape->complexity == 1 ? 2 : 1);
    int numbers = 0;
    for (int i = 0; shape->bus && i < shape->bus->count; i++)
        numbers += bd_shape_numbers(&shape->bus->elements[i].shape);
    return numbers * (shape->rank > 0 ? bd_shape_width(shape) : 1);
}

size_t bd_shape_element_size(const bd_shape *shape) {
    if (shape->type == BD_BUS)
        return shape->bus ? shape->bus->size : 0;
    if (shape->type == BD_FUNCTION_CALL)
        return 1; /* carries nothing, but its elements are told apart by place */
    if (shape->type < 0 || (shape->type > BD_UINT64 && !bd_fixed_of(shape->type)))
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
