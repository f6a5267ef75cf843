/* bus objects of the workspace as types of signals: an object has Elements, each with Name,
 * DataType (a class or another bus), Dimensions and Complexity. Laid out as a C compiler would:
 * each element aligned to its type, the whole rounded up to the largest alignment */
#include "blockdiagram/block.h"
#include "blockdiagram/workspace.h"

#include <stdio.h>
#include <string.h>

#define DEEPEST 16

static const bd_bus *make_bus(bd_block *block, const char *name, int depth);

/* the text of an element's field in the block's memory, or NULL */
static const char *text_of(bd_block *block, const bd_value *elements, size_t index,
                           const char *field) {
    const bd_value *value = bd_value_field_at(elements, index, field);
    if (!value || !bd_value_is_text(value))
        return NULL;
    char *text = bd_block_alloc(block, value->count + 1);
    for (size_t i = 0; text && i < value->count; i++)
        text[i] = (char)bd_value_real_at(value, i);
    return text;
}

static bool read_dimensions(const bd_value *value, bd_shape *shape) {
    shape->rank = 1;
    shape->dims[0] = 1;
    if (!value || !bd_value_is_number_like(value) || value->count == 0)
        return true;
    if (value->count > BD_MAX_RANK)
        return false;
    double width = 1.0;
    shape->rank = (int)value->count;
    for (size_t i = 0; i < value->count; i++) {
        double size = bd_value_real_at(value, i);
        if (!(size >= 1.0 && (width *= size) < 1e7))
            return false;
        shape->dims[i] = (int)size;
    }
    return true;
}

static bool read_type(bd_block *block, const char *type, int depth, bd_shape *shape) {
    bd_class class;
    if (!type || !*type)
        type = "double";
    if (strcmp(type, "boolean") == 0)
        type = "logical";
    if (bd_class_find(type, &class) && class <= BD_UINT64) {
        shape->type = (int)class;
        return true;
    }
    if (strncmp(type, "Enum:", 5) == 0) {
        shape->type = BD_INT32;
        return true;
    }
    /* whole numbers in the words of fixed point */
    int is_signed, bits, fraction, used = 0;
    if (sscanf(type, "fixdt ( %d , %d , %d )%n", &is_signed, &bits, &fraction, &used) == 3 &&
        used > 0 && !type[used] && fraction == 0) {
        char name[20];
        snprintf(name, sizeof name, "%sint%d", is_signed ? "" : "u", bits);
        if (bd_class_find(name, &class)) {
            shape->type = (int)class;
            return true;
        }
    }
    if (strncmp(type, "Bus:", 4) == 0)
        type += 4 + strspn(type + 4, " ");
    shape->type = BD_BUS;
    shape->bus = make_bus(block, type, depth + 1);
    return shape->bus != NULL;
}

static bool read_element(bd_block *block, const bd_value *elements, size_t index, int depth,
                         bd_bus *bus) {
    bd_bus_element *element = &bus->elements[index];
    const char *complexity = text_of(block, elements, index, "Complexity");
    element->name = text_of(block, elements, index, "Name");
    if (!element->name ||
        !read_type(block, text_of(block, elements, index, "DataType"), depth, &element->shape) ||
        !read_dimensions(bd_value_field_at(elements, index, "Dimensions"), &element->shape))
        return false;
    element->shape.complexity = complexity && strcmp(complexity, "complex") == 0;
    size_t unit = element->shape.type == BD_BUS ? element->shape.bus->alignment
                                                : bd_class_bytes((bd_class)element->shape.type);
    element->offset = (bus->size + unit - 1) / unit * unit;
    bus->size = element->offset + bd_shape_size(&element->shape);
    bus->alignment = unit > bus->alignment ? unit : bus->alignment;
    return true;
}

static const bd_bus *make_bus(bd_block *block, const char *name, int depth) {
    const bd_value *object = depth < DEEPEST ? bd_workspace_find(block->scope, name) : NULL;
    const bd_value *elements =
        object && object->type == BD_STRUCT ? bd_value_field(object, "Elements") : NULL;
    if (!elements || elements->type != BD_STRUCT || elements->count == 0 || elements->count > 10000)
        return NULL;
    bd_bus *bus = bd_block_alloc(block, sizeof *bus);
    char *copy = bd_block_alloc(block, strlen(name) + 1);
    if (!bus || !copy)
        return NULL;
    memcpy(copy, name, strlen(name) + 1);
    *bus = (bd_bus){.name = copy, .count = (int)elements->count, .alignment = 1};
    bus->elements = bd_block_alloc(block, elements->count * sizeof *bus->elements);
    for (size_t i = 0; bus->elements && i < elements->count; i++)
        if (!read_element(block, elements, i, depth, bus))
            return NULL;
    bus->size = (bus->size + bus->alignment - 1) / bus->alignment * bus->alignment;
    return bus->elements ? bus : NULL;
}

const bd_bus *bd_block_find_bus(bd_block *block, const char *name) {
    return make_bus(block, name, 0);
}
