/* data types of ports and work vectors: the predefined ones, registered ones, and buses */
#include "sfunction/instance.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_OWN (SS_UINT64 + 1)

static const struct {
    const char *name;
    int size;
    int signal; /* data type of a signal, -1 if none carries it */
} predefined[FIRST_OWN] = {
    {"double", 8, BD_DOUBLE},
    {"single", 4, BD_SINGLE},
    {"int8", 1, BD_INT8},
    {"uint8", 1, BD_UINT8},
    {"int16", 2, BD_INT16},
    {"uint16", 2, BD_UINT16},
    {"int32", 4, BD_INT32},
    {"uint32", 4, BD_UINT32},
    {"boolean", 1, BD_LOGICAL},
    {"fcn_call", 4, BD_FUNCTION_CALL},
    {"pointer", sizeof(void *), -1},
    {"internal", 4, -1},
    {"timer_uint32_pair", 8, -1},
    {"connection", 8, -1},
    {"int64", 8, BD_INT64},
    {"uint64", 8, BD_UINT64},
};

static bd_sfunction_type *own_type(const bd_sfunction *f, DTypeId id) {
    return id >= FIRST_OWN && id < FIRST_OWN + f->type_count ? &f->types[id - FIRST_OWN] : NULL;
}

DTypeId bd_host_type_id(const SimStruct *S, const char_T *name) {
    const bd_sfunction *f = bd_sfunction_of(S);
    for (int i = 0; name && i < FIRST_OWN; i++)
        if (strcmp(predefined[i].name, name) == 0)
            return i;
    if (name && strcmp(name, "logical") == 0)
        return SS_BOOLEAN;
    for (int i = 0; name && i < f->type_count; i++)
        if (strcmp(f->types[i].name, name) == 0)
            return FIRST_OWN + i;
    return INVALID_DTYPE_ID;
}

DTypeId bd_host_register_type(SimStruct *S, const char_T *name) {
    bd_sfunction *f = bd_sfunction_of(S);
    DTypeId known = bd_host_type_id(S, name);
    if (known != INVALID_DTYPE_ID)
        return known;
    bd_sfunction_type *types = bd_sfunction_array(f->types, (size_t)f->type_count,
                                                  (size_t)f->type_count + 1, sizeof *types);
    char *copy = name && *name ? strdup(name) : NULL;
    if (types)
        f->types = types;
    if (!types || !copy) {
        free(copy);
        bd_sfunction_fail(S, "a data type cannot be registered without a name");
        return INVALID_DTYPE_ID;
    }
    f->types[f->type_count].name = copy;
    return FIRST_OWN + f->type_count++;
}

/* the elements of a bus as an S-function asks for them */
static void bind_bus(bd_sfunction *f, DTypeId id, const bd_bus *bus) {
    bd_ss_bus_element *elements = NULL;
    if (!bd_sfunction_renew(&elements, (size_t)bus->count, sizeof *elements))
        return;
    bd_sfunction_type *type = own_type(f, id);
    type->bus = bus;
    type->elements = elements;
    type->element_count = bus->count;
    type->size = (int)bus->size;
    for (int i = 0; i < bus->count; i++) {
        const bd_bus_element *from = &bus->elements[i];
        elements[i].name_ = from->name;
        elements[i].complexity_ = from->shape.complexity == 1 ? COMPLEX_YES : COMPLEX_NO;
        elements[i].dimension_count_ = from->shape.rank;
        elements[i].dimensions_ = (int_T *)from->shape.dims;
        elements[i].width_ = bd_shape_width(&from->shape);
        elements[i].offset_ = (int_T)from->offset;
        /* a bus in a bus registers itself, and may move the table: elements stays ours */
        elements[i].type_ = bd_sfunction_type_of_shape(f, &from->shape);
    }
}

DTypeId bd_host_register_named_type(SimStruct *S, const char_T *name) {
    bd_sfunction *f = bd_sfunction_of(S);
    DTypeId id = bd_host_register_type(S, name);
    const bd_sfunction_type *type = own_type(f, id);
    if (type && !type->bus && f->owner.find_bus) {
        const bd_bus *bus = f->owner.find_bus(f->owner.user, name);
        if (bus)
            bind_bus(f, id, bus);
    }
    return id;
}

const char_T *bd_host_type_name(const SimStruct *S, DTypeId id) {
    const bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    if (type)
        return type->name;
    return id >= 0 && id < FIRST_OWN ? predefined[id].name : NULL;
}

int_T bd_host_type_size(const SimStruct *S, DTypeId id) {
    const bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    if (type)
        return type->size > 0 ? type->size : INVALID_DTYPE_ID;
    return id >= 0 && id < FIRST_OWN ? predefined[id].size : INVALID_DTYPE_ID;
}

int_T bd_host_set_type_size(SimStruct *S, DTypeId id, int_T size) {
    bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    if (!type || size <= 0 || size > 1 << 24) {
        bd_sfunction_fail(S, "data type %d cannot have a size of %d bytes", id, size);
        return 0;
    }
    /* a zero is as large as its type was */
    if (size != type->size) {
        free(type->zero);
        type->zero = NULL;
    }
    type->size = size;
    return 1;
}

int_T bd_host_set_type_zero(SimStruct *S, DTypeId id, const void *zero) {
    bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    void *copy = type && type->size > 0 ? malloc((size_t)type->size) : NULL;
    if (!copy || !zero) {
        free(copy);
        bd_sfunction_fail(S, "the zero of data type %d needs the size of the type first", id);
        return 0;
    }
    memcpy(copy, zero, (size_t)type->size);
    free(type->zero);
    type->zero = copy;
    return 1;
}

const void *bd_host_type_zero(const SimStruct *S, DTypeId id) {
    static const double zero[2] = {0.0, 0.0};
    const bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    if (type)
        return type->zero;
    return id >= 0 && id < FIRST_OWN ? zero : NULL;
}

int_T bd_host_type_count(const SimStruct *S) {
    return FIRST_OWN + bd_sfunction_of(S)->type_count;
}

int_T bd_host_bus_element_count(const SimStruct *S, DTypeId id) {
    const bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    return type && type->bus ? type->element_count : 0;
}

const bd_ss_bus_element *bd_host_bus_element(const SimStruct *S, DTypeId id, int_T index) {
    const bd_sfunction_type *type = own_type(bd_sfunction_of(S), id);
    return type && index >= 0 && index < type->element_count ? &type->elements[index] : NULL;
}

DTypeId bd_sfunction_type_of_shape(bd_sfunction *f, const bd_shape *shape) {
    if (shape->type == BD_BUS && shape->bus) {
        const char *name = shape->bus->name && *shape->bus->name ? shape->bus->name : "bus";
        DTypeId id = bd_host_register_type(&f->simstruct, name);
        bd_sfunction_type *type = own_type(f, id);
        if (type && !type->bus && shape->bus->count > 0)
            bind_bus(f, id, shape->bus);
        else if (type && type->size == 0)
            type->size = (int)shape->bus->size;
        return id;
    }
    for (int i = 0; i < FIRST_OWN; i++)
        if (predefined[i].signal == shape->type && predefined[i].signal >= 0)
            return i;
    return DYNAMICALLY_TYPED;
}

bd_status bd_sfunction_shape_of_type(const bd_sfunction *f, DTypeId id, bd_shape *shape,
                                     bd_error *error) {
    bd_sfunction_type *type = own_type(f, id);
    if (type && !type->bus && !type->opaque && type->size > 0 && f->owner.make_opaque)
        type->opaque = f->owner.make_opaque(f->owner.user, type->name, type->size);
    if (type && (type->bus || type->opaque)) {
        shape->type = BD_BUS;
        shape->bus = type->bus ? type->bus : type->opaque;
        return BD_OK;
    }
    if (!type && id >= 0 && id < FIRST_OWN && predefined[id].signal >= 0) {
        shape->type = predefined[id].signal;
        return BD_OK;
    }
    if (type)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "the data type '%s' of a port is not known: no bus object of the "
                            "workspace has this name, and its size was never set",
                            type->name);
    return bd_error_set(error, BD_UNSUPPORTED, "no signal can have the data type %d", id);
}

size_t bd_sfunction_type_bytes(const bd_sfunction *f, DTypeId id, int complexity) {
    int size = bd_host_type_size(&f->simstruct, id);
    return size > 0 ? (size_t)size * (complexity == COMPLEX_YES ? 2 : 1) : 0;
}

int_T bd_host_register_unit(SimStruct *S, const char_T *expression) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (!expression || !*expression || strcmp(expression, "inherit") == 0)
        return INHERITED_UNIT;
    for (int i = 0; i < f->unit_count; i++)
        if (strcmp(f->units[i], expression) == 0)
            return i + 1;
    char **units = bd_sfunction_array(f->units, (size_t)f->unit_count, (size_t)f->unit_count + 1,
                                      sizeof *units);
    if (units)
        f->units = units;
    char *copy = units ? strdup(expression) : NULL;
    if (!copy)
        return INHERITED_UNIT;
    f->units[f->unit_count++] = copy;
    return f->unit_count;
}

void bd_sfunction_free_types(bd_sfunction *f) {
    for (int i = 0; i < f->type_count; i++)
        CM_FREE(f->types[i].name, f->types[i].zero, f->types[i].elements);
    free(f->types);
    CM_FREE_LIST(f->units, f->unit_count);
}
