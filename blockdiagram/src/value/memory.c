/* values ↔ memory of signals: complex elements lie side by side there, structures as in C */
#include "value/memory.h"

#include <string.h>

static bd_status read_bus(const bd_shape *shape, const void *data, bd_value **value,
                          bd_error *error) {
    const size_t width = (size_t)bd_shape_width(shape);
    size_t dims[BD_MAX_RANK] = {1, 1};

    for (int k = 0; k < shape->rank; k++)
        dims[k] = (size_t)shape->dims[k];
    bd_status status =
        bd_value_create(BD_STRUCT, shape->rank < 2 ? 2 : shape->rank, dims, false, value, error);
    for (size_t e = 0; status == BD_OK && e < width; e++) {
        for (int k = 0; status == BD_OK && k < shape->bus->count; k++) {
            const bd_bus_element *element = &shape->bus->elements[k];
            bd_value *field = NULL;
            status = bd_value_read_memory(
                &element->shape, (const char *)data + e * shape->bus->size + element->offset,
                &field, error);
            status = status == BD_OK ? bd_value_field_set(*value, e, element->name, field, error)
                                     : status;
        }
    }
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

bd_status bd_value_read_memory(const bd_shape *shape, const void *data, bd_value **value,
                               bd_error *error) {
    size_t dims[BD_MAX_RANK] = {1, 1};
    const bool is_complex = shape->complexity == 1;
    const int type = shape->type >= 128 ? BD_DOUBLE : shape->type;

    if (shape->type == BD_BUS)
        return read_bus(shape, data, value, error);
    for (int k = 0; k < shape->rank; k++)
        dims[k] = (size_t)shape->dims[k];
    const bd_status status = bd_value_create((bd_class)type, shape->rank < 2 ? 2 : shape->rank,
                                             dims, is_complex, value, error);
    if (status != BD_OK)
        return status;
    const size_t bytes = bd_class_bytes((bd_class)type);
    if (!is_complex) {
        memcpy((*value)->re, data, (*value)->count * bytes);
        return BD_OK;
    }
    for (size_t k = 0; k < (*value)->count; k++) {
        memcpy((char *)(*value)->re + k * bytes, (const char *)data + 2 * k * bytes, bytes);
        memcpy((char *)(*value)->im + k * bytes, (const char *)data + (2 * k + 1) * bytes, bytes);
    }
    return BD_OK;
}

static bd_status write_bus(const bd_value *value, const bd_shape *shape, void *data,
                           bd_error *error) {
    const size_t width = (size_t)bd_shape_width(shape);

    if (value->type != BD_STRUCT || value->count != width) {
        return bd_error_set(error, BD_BAD_VALUE, "a %s of %zu elements is not the structure '%s'",
                            bd_class_name(value->type), value->count, shape->bus->name);
    }
    for (size_t e = 0; e < width; e++) {
        for (int k = 0; k < shape->bus->count; k++) {
            const bd_bus_element *element = &shape->bus->elements[k];
            const bd_value *field = bd_value_field_at(value, e, element->name);
            if (!field) {
                return bd_error_set(error, BD_BAD_VALUE, "the structure has no field '%s'",
                                    element->name);
            }
            const bd_status status =
                bd_value_write_memory(field, &element->shape,
                                      (char *)data + e * shape->bus->size + element->offset, error);
            if (status != BD_OK)
                return bd_error_prefix(error, "field '%s': ", element->name);
        }
    }
    return BD_OK;
}

bd_status bd_value_write_memory(const bd_value *value, const bd_shape *shape, void *data,
                                bd_error *error) {
    const size_t width = (size_t)bd_shape_width(shape);
    const bool is_complex = shape->complexity == 1;

    if (shape->type == BD_BUS)
        return write_bus(value, shape, data, error);
    if (!bd_value_is_number_like(value) || value->count != width) {
        char have[64], need[128];
        return bd_error_set(
            error, BD_BAD_VALUE, "a %s %s does not fit %s", bd_class_name(value->type),
            bd_value_size_text(value, have, sizeof have), bd_shape_text(shape, need, sizeof need));
    }
    if (value->im && !is_complex)
        return bd_error_set(error, BD_BAD_VALUE, "a complex value does not fit a real one");
    if ((int)value->type == shape->type && !is_complex) {
        memcpy(data, value->re, width * bd_class_bytes(value->type));
        return BD_OK;
    }
    for (size_t k = 0; k < width; k++) {
        bd_element_write(data, shape->type, is_complex ? 2 * k : k, bd_value_real_at(value, k));
        if (is_complex) {
            bd_element_write(data, shape->type, 2 * k + 1,
                             value->im ? bd_value_imag_at(value, k) : 0.0);
        }
    }
    return BD_OK;
}

/* a structure becomes a bus with the fields in their order, each aligned to its type */
static bool bus_of(const bd_value *value, bd_arena *arena, bd_shape *shape) {
    bd_bus *bus = bd_arena_alloc(arena, sizeof *bus);
    bd_bus_element *elements = bd_arena_array(arena, value->field_count + 1, sizeof *elements);

    if (!bus || !elements || value->count == 0)
        return false;
    *bus = (bd_bus){.name = "", .elements = elements, .alignment = 1};
    for (size_t k = 0; k < value->field_count; k++) {
        bd_bus_element *element = &elements[k];
        const bd_value *field = value->children[k];
        const size_t length = strlen(value->field_names[k]) + 1;
        char *name = bd_arena_alloc(arena, length);
        if (!field || !name || !bd_value_memory_shape(field, arena, &element->shape))
            return false;
        element->name = memcpy(name, value->field_names[k], length);
        const size_t alignment = element->shape.type == BD_BUS && element->shape.bus
                                     ? element->shape.bus->alignment
                                     : bd_class_bytes((bd_class)element->shape.type);
        bus->size = (bus->size + alignment - 1) / alignment * alignment;
        element->offset = bus->size;
        bus->size += bd_shape_size(&element->shape);
        bus->alignment = alignment > bus->alignment ? alignment : bus->alignment;
        bus->count++;
    }
    bus->size = (bus->size + bus->alignment - 1) / bus->alignment * bus->alignment;
    shape->type = BD_BUS;
    shape->bus = bus;
    return bus->count > 0;
}

bool bd_value_memory_shape(const bd_value *value, bd_arena *arena, bd_shape *shape) {
    if (!value || value->count == 0 || value->count > 100000000 ||
        (!bd_value_is_number_like(value) && value->type != BD_STRUCT))
        return false;
    *shape = (bd_shape){.type = value->type == BD_CHAR ? BD_UINT8 : (int)value->type,
                        .complexity = value->im != NULL};
    if (value->count == 1) {
        shape->rank = 1;
        shape->dims[0] = 1;
    } else {
        shape->rank = value->rank;
        for (int k = 0; k < value->rank; k++)
            shape->dims[k] = (int)value->dims[k];
    }
    return value->type != BD_STRUCT || bus_of(value, arena, shape);
}
