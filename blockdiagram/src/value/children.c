/* cells and structs: children come in shared, and every change keeps size and depth in the books */
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/name_hash.h"

#define FEW_FIELDS 8 /* these are compared one by one */

bd_status bd_value_set_child(bd_value *parent, size_t slot, bd_value *child, bd_error *error) {
    bd_value_box *box = bd_box(parent);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): who has the slot has children */
    const bd_value *old = parent->children[slot];
    const size_t old_bytes = old ? bd_box(old)->bytes : 0;
    const size_t bytes = box->bytes - old_bytes + (child ? bd_box(child)->bytes : 0);
    const int nesting = child ? bd_box(child)->nesting + 1 : 0;

    if (bytes > BD_MAX_VALUE_BYTES || nesting > BD_MAX_NESTING) {
        bd_value_free(child);
        return bd_error_set(error, BD_LIMIT_EXCEEDED,
                            nesting > BD_MAX_NESTING
                                ? "cells and structs are nested more than %d deep"
                                : "a cell or struct holds more than the %d bytes that are allowed",
                            nesting > BD_MAX_NESTING ? BD_MAX_NESTING : BD_MAX_VALUE_BYTES);
    }
    bd_value_free(parent->children[slot]);
    parent->children[slot] = child;
    box->bytes = bytes;
    box->nesting = nesting > box->nesting ? nesting : box->nesting;
    return BD_OK;
}

const bd_value *bd_value_cell_at(const bd_value *cell, size_t index) {
    return cell && cell->type == BD_CELL && index < cell->count ? cell->children[index] : NULL;
}

bd_status bd_value_cell_set(bd_value *cell, size_t index, bd_value *child, bd_error *error) {
    if (cell->type != BD_CELL || index >= cell->count) {
        bd_value_free(child);
        return bd_error_set(error, BD_BAD_ARGUMENT, "this is no element of a cell");
    }
    return bd_value_set_child(cell, index, child, error);
}

/* where the name stands in the table, or the free place where it would */
static uint32_t *find_place(const bd_value *structure, const char *name) {
    const bd_value_box *box = bd_box(structure);
    size_t k = bd_name_hash(name) & (box->field_slots - 1);
    while (box->fields[k] != 0 && strcmp(structure->field_names[box->fields[k] - 1], name) != 0)
        k = (k + 1) & (box->field_slots - 1);
    return &box->fields[k];
}

/* room in the table for one field more; the table is at most half full */
static bool make_places(bd_value *structure) {
    bd_value_box *box = bd_box(structure);
    const size_t count = structure->field_count;
    if (count < FEW_FIELDS || 2 * (count + 1) <= box->field_slots)
        return true;
    const size_t slots = box->field_slots > 0 ? 2 * box->field_slots : (size_t)4 * FEW_FIELDS;
    uint32_t *places = count < UINT32_MAX ? calloc(slots, sizeof *places) : NULL;
    if (!places)
        return false;
    free(box->fields);
    box->fields = places;
    box->field_slots = slots;
    for (size_t f = 0; f < count; f++)
        *find_place(structure, structure->field_names[f]) = (uint32_t)f + 1;
    return true;
}

long bd_value_field_index(const bd_value *structure, const char *name) {
    if (bd_box(structure)->fields)
        return (long)*find_place(structure, name) - 1;
    for (size_t f = 0; f < structure->field_count; f++)
        if (strcmp(structure->field_names[f], name) == 0)
            return (long)f;
    return -1;
}

const bd_value *bd_value_field_at(const bd_value *structure, size_t index, const char *name) {
    if (!structure || structure->type != BD_STRUCT || index >= structure->count)
        return NULL;
    const long field = bd_value_field_index(structure, name);
    return field < 0 ? NULL : structure->children[index * structure->field_count + (size_t)field];
}

const bd_value *bd_value_field(const bd_value *structure, const char *name) {
    return bd_value_field_at(structure, 0, name);
}

/* behind the others; it counts when there is a child for it */
static bool add_name(bd_value *structure, const char *name, size_t length) {
    const size_t old = structure->field_count;
    char **names = realloc(structure->field_names, (old + 1) * sizeof *names);
    if (!names)
        return false;
    structure->field_names = names;
    names[old] = malloc(length + 1);
    if (names[old])
        memcpy(names[old], name, length + 1);
    return names[old];
}

/* one more for each element; of a single one the others stay where they are */
static bool add_children(bd_value *structure, size_t slots) {
    const size_t old = structure->field_count;
    const bool single = structure->count == 1;
    bd_value **children = single  ? realloc(structure->children, slots * sizeof *children)
                          : slots ? calloc(slots, sizeof *children)
                                  : NULL;
    if (!children && slots > 0) {
        free(structure->field_names[old]);
        return false;
    }
    if (single) {
        children[old] = NULL;
    } else {
        for (size_t e = 0; children && e < structure->count && old > 0; e++)
            memcpy(&children[e * (old + 1)], &structure->children[e * old], old * sizeof *children);
        free(structure->children);
    }
    structure->children = children;
    return true;
}

bd_status bd_value_add_field(bd_value *structure, const char *name, size_t *field,
                             bd_error *error) {
    const long known = bd_value_field_index(structure, name);
    if (known >= 0) {
        *field = (size_t)known;
        return BD_OK;
    }

    const size_t old = structure->field_count;
    const size_t length = strlen(name);
    size_t slots;
    if (length == 0 || length > BD_MAX_NAME) {
        return bd_error_set(error, BD_BAD_VALUE, "a field name has 1 to %d characters",
                            BD_MAX_NAME);
    }
    if (!bd_dims_count(BD_STRUCT, 2, (const size_t[]){structure->count, old + 1}, false, &slots))
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "a struct has too many elements or fields");

    if (!make_places(structure) || !add_name(structure, name, length) ||
        !add_children(structure, slots))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a field");
    structure->field_count = old + 1;
    if (bd_box(structure)->fields)
        *find_place(structure, name) = (uint32_t)old + 1;
    bd_box(structure)->bytes += structure->count * sizeof(void *) + length;
    *field = old;
    return BD_OK;
}

bd_status bd_value_field_set(bd_value *structure, size_t index, const char *name, bd_value *child,
                             bd_error *error) {
    size_t field;
    if (structure->type != BD_STRUCT || index >= structure->count) {
        bd_value_free(child);
        return bd_error_set(error, BD_BAD_ARGUMENT, "this is no element of a struct");
    }
    const bd_status status = bd_value_add_field(structure, name, &field, error);
    if (status != BD_OK) {
        bd_value_free(child);
        return status;
    }
    return bd_value_set_child(structure, index * structure->field_count + field, child, error);
}
