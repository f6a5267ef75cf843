/* objects of classes in the binary form of MAT files, level 5. A variable that is an object is only
 * a number; behind the variables stands one list of cells with everything about all of them: the
 * first cell is a table in bytes (names, classes, objects, and for each object its properties as
 * name, kind and value), the others are values of properties, the last one default values by class.
 * (The layout is not published; it is told here as it is found in files of R2010 to R2024.)
 *
 * The table: version, number of names, eight offsets; the names, each ended by zero; then at the
 * offsets in turn classes (4 words each), properties of objects that save themselves, objects (6
 * words each), properties of other objects. Blocks of properties begin at multiples of 8 bytes. All
 * numbers count from 1, entry 0 is empty. The bytes are hostile: every number is checked */
#include "value/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/object_classes.h"
#include "common/memory.h"

#define REFERENCE  0xdd000000u
#define FIRST_NAME 40
#define REGIONS    5
#define VALUES     2 /* cells before the values of properties */

typedef struct span {
    size_t begin, end;
} span;

struct bd_objects {
    bd_value **cells;
    unsigned char *cell_done;
    size_t cell_count;
    bd_value *table;
    const unsigned char *bytes;
    span regions[REGIONS];
    const char **names;
    size_t name_count;
    size_t *blocks[2]; /* where the properties of object k begin: of those that save themselves … */
    size_t block_count[2];
    bd_value **made; /* objects by number, so that each is made once */
    unsigned char *under_way;
    size_t object_count;
};

static uint32_t word_at(const bd_objects *o, size_t at) {
    const unsigned char *b = o->bytes + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bd_status damaged(bd_error *error) {
    return bd_error_set(error, BD_BAD_FILE, "the data of the objects are damaged");
}

static bd_status no_memory(bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
}

static bd_status read_names(bd_objects *o, bd_error *error) {
    size_t count = word_at(o, 4), at = FIRST_NAME, end = o->regions[0].begin;
    if (count > end - FIRST_NAME)
        return damaged(error);
    o->names = calloc(count + 1, sizeof *o->names);
    if (!o->names)
        return no_memory(error);
    o->names[0] = "";
    for (size_t k = 1; k <= count; k++) {
        const unsigned char *stop = memchr(o->bytes + at, 0, end - at);
        if (!stop)
            return damaged(error);
        o->names[k] = (const char *)o->bytes + at;
        at = (size_t)(stop - o->bytes) + 1;
    }
    o->name_count = count + 1;
    return BD_OK;
}

/* begins of the blocks of properties within a region */
static bd_status find_blocks(bd_objects *o, int list, const span *region, bd_error *error) {
    o->blocks[list] = calloc((region->end - region->begin) / 8 + 1, sizeof *o->blocks[list]);
    if (!o->blocks[list])
        return no_memory(error);
    for (size_t at = region->begin; at + 8 <= region->end;) {
        size_t count = word_at(o, at);
        if (count > (region->end - at) / 12)
            return damaged(error);
        o->blocks[list][o->block_count[list]++] = at;
        at += (4 + 12 * count + 7) / 8 * 8;
    }
    return BD_OK;
}

static bd_status read_table(bd_objects *o, bd_error *error) {
    const size_t size = o->table->count;
    o->bytes = o->table->re;
    if (size < FIRST_NAME || word_at(o, 0) < 2 || word_at(o, 0) > 4)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "the objects are kept in a form that is not known");
    for (int i = 0; i < REGIONS; i++) {
        span *region = &o->regions[i];
        *region = (span){word_at(o, 8 + 4 * (size_t)i), word_at(o, 12 + 4 * (size_t)i)};
        if (region->begin < FIRST_NAME || region->begin > region->end || region->end > size)
            return damaged(error);
    }
    BD_TRY(read_names(o, error));
    BD_TRY(find_blocks(o, 0, &o->regions[1], error));
    BD_TRY(find_blocks(o, 1, &o->regions[3], error));
    o->object_count = (o->regions[2].end - o->regions[2].begin) / 24;
    o->made = calloc(o->object_count + 1, sizeof *o->made);
    o->under_way = calloc(o->object_count + 1, 1);
    return o->made && o->under_way ? BD_OK : no_memory(error);
}

bd_status bd_objects_open(bd_value *cells, bd_objects **objects, bd_error *error) {
    const bool sound = cells && cells->type == BD_CELL && cells->count >= VALUES &&
                       cells->children[0] && cells->children[0]->type == BD_UINT8;
    bd_objects *o = calloc(1, sizeof *o);
    bd_status status = !o ? no_memory(error) : sound ? BD_OK : damaged(error);
    *objects = NULL;
    if (o && cells && status == BD_OK) {
        o->table = bd_value_share(cells->children[0]);
        o->cell_count = cells->count;
        o->cells = calloc(cells->count, sizeof *o->cells);
        o->cell_done = calloc(cells->count, 1);
        status = o->cells && o->cell_done ? BD_OK : no_memory(error);
        for (size_t k = 1; k < cells->count && status == BD_OK; k++)
            o->cells[k] = bd_value_share(cells->children[k]);
    }
    bd_value_free(cells);
    if (status == BD_OK)
        status = read_table(o, error);
    if (status == BD_OK)
        *objects = o;
    else
        bd_objects_close(o);
    return status;
}

void bd_objects_close(bd_objects *o) {
    if (!o)
        return;
    for (size_t k = 0; o->cells && k < o->cell_count; k++)
        bd_value_free(o->cells[k]);
    for (size_t k = 0; o->made && k < o->object_count; k++)
        bd_value_free(o->made[k]);
    bd_value_free(o->table);
    CM_FREE(o->cells, o->cell_done, o->names, o->blocks[0], o->blocks[1], o->made, o->under_way, o);
}

bool bd_is_object_reference(const bd_value *value) {
    return value && value->type == BD_UINT32 && value->count >= 5 &&
           ((const uint32_t *)value->re)[0] == REFERENCE;
}

/* the cell with this number, with everything inside it made; shared */
static bd_status cell_value(bd_objects *o, size_t number, int depth, bd_value **value,
                            bd_error *error) {
    *value = NULL;
    if (number >= o->cell_count)
        return damaged(error);
    if (!o->cell_done[number]) {
        bd_value *raw = o->cells[number], *made = NULL;
        o->cells[number] = NULL; /* a cell that leads to itself is empty inside */
        o->cell_done[number] = 1;
        bd_status status = bd_objects_resolve(o, raw, depth + 1, &made, error);
        if (status != BD_OK)
            return status;
        o->cells[number] = made;
    }
    *value = bd_value_share(o->cells[number]);
    return BD_OK;
}

static bd_status set_property(bd_objects *o, bd_value *made, size_t at, int depth,
                              bd_error *error) {
    size_t name = word_at(o, at), kind = word_at(o, at + 4), number = word_at(o, at + 8);
    bd_value *value = NULL;
    bd_status status = BD_OK;
    if (name >= o->name_count || strlen(o->names[name]) > BD_MAX_NAME)
        return damaged(error);
    if (kind == 0)
        status = number < o->name_count ? bd_value_create_text(o->names[number], &value, error)
                                        : damaged(error);
    else if (kind == 1)
        status = cell_value(o, number + VALUES, depth, &value, error);
    else
        status = bd_value_create_logical(number != 0, &value, error);
    return status == BD_OK ? bd_value_field_set(made, 0, o->names[name], value, error) : status;
}

/* default values of a class are in the last cell */
static bd_status set_defaults(bd_objects *o, bd_value *made, size_t class, int depth,
                              bd_error *error) {
    bd_value *all = NULL;
    bd_status status = cell_value(o, o->cell_count - 1, depth, &all, error);
    const bd_value *own = status == BD_OK && all && all->type == BD_CELL && class < all->count
                              ? all->children[class]
                              : NULL;
    if (own && own->type == BD_STRUCT && own->count == 1)
        for (size_t f = 0; f < own->field_count && status == BD_OK; f++)
            status = bd_value_field_set(made, 0, own->field_names[f],
                                        bd_value_share(own->children[f]), error);
    bd_value_free(all);
    return status;
}

static bd_status set_properties(bd_objects *o, bd_value *made, int list, size_t block, int depth,
                                bd_error *error) {
    bd_status status = BD_OK;
    if (block >= o->block_count[list])
        return damaged(error);
    size_t at = o->blocks[list][block], count = word_at(o, at);
    for (size_t k = 0; k < count && status == BD_OK; k++)
        status = set_property(o, made, at + 4 + 12 * k, depth, error);
    return status;
}

static void name_class(const bd_objects *o, size_t class, char *name, size_t capacity) {
    size_t at = o->regions[0].begin + 16 * class;
    name[0] = '\0';
    if (class >= (o->regions[0].end - o->regions[0].begin) / 16)
        return;
    size_t space = word_at(o, at), own = word_at(o, at + 4);
    if (space < o->name_count && own < o->name_count)
        snprintf(name, capacity, "%s%s%s", o->names[space], space ? "." : "", o->names[own]);
}

static bd_status make_object(bd_objects *o, size_t number, int depth, bd_value **value,
                             bd_error *error) {
    size_t at = o->regions[2].begin + 24 * number;
    size_t class = word_at(o, at), saved = word_at(o, at + 12), plain = word_at(o, at + 16);
    char name[200];
    bd_value *made = NULL;
    BD_TRY(bd_value_create_struct(&made, error));
    bd_status status = saved == 0 ? set_defaults(o, made, class, depth, error) : BD_OK;
    if (status == BD_OK)
        status = set_properties(o, made, saved ? 0 : 1, saved ? saved : plain, depth, error);
    /* what an object saved itself as */
    const bd_value *any = saved && status == BD_OK ? bd_value_field(made, "any") : NULL;
    if (any && any->type == BD_STRUCT && any->count == 1) {
        bd_value *own = bd_value_share(any);
        bd_value_free(made);
        made = own;
    }
    name_class(o, class, name, sizeof name);
    if (status == BD_OK)
        return bd_object_of_class(name, made, value, error);
    bd_value_free(made);
    return status;
}

static bd_status object_value(bd_objects *o, size_t number, int depth, bd_value **value,
                              bd_error *error) {
    *value = NULL;
    if (number == 0 || number >= o->object_count)
        return damaged(error);
    if (o->under_way[number]) /* an object that leads to itself is empty there */
        return BD_OK;
    if (!o->made[number]) {
        o->under_way[number] = 1;
        bd_status status = make_object(o, number, depth, &o->made[number], error);
        o->under_way[number] = 0;
        if (status != BD_OK)
            return status;
    }
    *value = bd_value_share(o->made[number]);
    return BD_OK;
}

/* one object, or a row of structures with the same fields */
static bd_status make_reference(bd_objects *o, const bd_value *reference, int depth,
                                bd_value **value, bd_error *error) {
    const uint32_t *words = reference->re;
    size_t rank = words[1], count = 1;
    if (rank < 2 || rank > BD_MAX_RANK || rank + 2 > reference->count)
        return damaged(error);
    for (size_t k = 0; k < rank; k++)
        count = words[2 + k] > reference->count ? reference->count + 1 : count * words[2 + k];
    if (count > reference->count - rank - 2)
        return damaged(error);
    if (count == 1)
        return object_value(o, words[2 + rank], depth, value, error);
    bd_value *row = NULL;
    bd_status status = bd_value_create_matrix(BD_STRUCT, 1, count, &row, error);
    for (size_t k = 0; k < count && status == BD_OK; k++) {
        bd_value *one = NULL;
        status = object_value(o, words[2 + rank + k], depth, &one, error);
        for (size_t f = 0; status == BD_OK && one && one->type == BD_STRUCT && f < one->field_count;
             f++)
            status = bd_value_field_set(row, k, one->field_names[f],
                                        bd_value_share(one->children[f]), error);
        bd_value_free(one);
    }
    if (status == BD_OK)
        *value = row;
    else
        bd_value_free(row);
    return status;
}

bd_status bd_objects_resolve(bd_objects *o, bd_value *from, int depth, bd_value **value,
                             bd_error *error) {
    bd_status status = BD_OK;
    *value = NULL;
    if (depth > BD_MAX_NESTING)
        status = bd_error_set(error, BD_LIMIT_EXCEEDED, "the variables are nested too deep");
    else if (o && bd_is_object_reference(from))
        status = make_reference(o, from, depth, value, error);
    else if (!o || !from || (from->type != BD_CELL && from->type != BD_STRUCT)) {
        *value = from;
        return BD_OK;
    } else
        status = bd_value_copy(from, value, error);
    size_t children = *value && status == BD_OK && !bd_is_object_reference(from)
                          ? from->count * (from->type == BD_STRUCT ? from->field_count : 1)
                          : 0;
    for (size_t k = 0; k < children && status == BD_OK; k++) {
        bd_value *child = (*value)->children[k];
        (*value)->children[k] = NULL;
        status = bd_objects_resolve(o, child, depth + 1, &(*value)->children[k], error);
    }
    bd_value_free(from);
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}
