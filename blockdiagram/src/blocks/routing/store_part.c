/* parts of data stores: fields of buses by name, elements of arrays by index from 1, as in M code.
 * One index counts along the columns, as many as there are dimensions count along each */
#include "blocks/routing/store_part.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* one subscript: from, from + step … to, from 1; ':' alone is everything */
typedef struct subscript {
    long from, step, to;
    bool all;
} subscript;

static const char *blanks(const char *at) {
    return at + strspn(at, " \t\n");
}

static const char *read_whole(const char *at, long *number) {
    char *end;
    at = blanks(at);
    *number = strtol(at, &end, 10);
    return end == at ? NULL : blanks(end);
}

static const char *read_subscript(const char *at, subscript *s) {
    at = blanks(at);
    *s = (subscript){.from = 1, .step = 1, .to = 0, .all = *at == ':'};
    if (s->all)
        return blanks(at + 1);
    at = read_whole(at, &s->from);
    s->to = s->from;
    if (!at || *at != ':')
        return at;
    at = read_whole(at + 1, &s->to);
    if (at && *at == ':') {
        s->step = s->to;
        at = read_whole(at + 1, &s->to);
    }
    return at;
}

/* "(i)", "(i, j)" …; at stands behind the bracket that opens */
static const char *read_subscripts(const char *at, subscript *list, int *count) {
    *count = 0;
    for (; at && *count < BD_MAX_RANK; at++) {
        at = read_subscript(at, &list[(*count)++]);
        if (!at || *at == ')')
            return at ? at + 1 : NULL;
        if (*at != ',')
            return NULL;
    }
    return NULL;
}

static bool settle_subscript(subscript *s, int size, int *length) {
    if (s->all)
        s->to = size;
    if (s->step < 1 || s->from < 1 || s->to < s->from || s->to > size)
        return false;
    *length = (int)((s->to - s->from) / s->step) + 1;
    return true;
}

/* which elements of an array of this shape, and the shape they make */
static bd_status choose_elements(bd_block *block, const char *text, const bd_shape *array,
                                 subscript *list, int count, bd_store_part *part) {
    int sizes[BD_MAX_RANK], lengths[BD_MAX_RANK];
    part->count = 1;
    for (int i = 0; i < count; i++) {
        sizes[i] = count == 1 ? bd_shape_width(array) : i < array->rank ? array->dims[i] : 1;
        if ((count > 1 && count != array->rank) ||
            !settle_subscript(&list[i], sizes[i], &lengths[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "DataStoreElements: '%.100s' does not fit the size of the store",
                                 text);
        part->count *= lengths[i];
    }
    part->indices = bd_block_alloc(block, (size_t)part->count * sizeof *part->indices);
    if (!part->indices)
        return bd_block_no_memory(block);
    for (int k = 0; k < part->count; k++) {
        int rest = k, stride = 1;
        for (int i = 0; i < count; i++) {
            long at = list[i].from - 1 + list[i].step * (rest % lengths[i]);
            part->indices[k] += (int)at * stride;
            rest /= lengths[i];
            stride *= sizes[i];
        }
    }
    bool matrix = count > 1 && part->count > 1;
    part->shape.rank = matrix ? count : 1;
    for (int i = 0; i < count; i++)
        part->shape.dims[i] = matrix ? lengths[i] : part->count;
    return BD_OK;
}

static const bd_bus_element *find_field(const bd_shape *shape, const char *name, size_t length) {
    for (int i = 0; shape->type == BD_BUS && shape->bus && i < shape->bus->count; i++) {
        const bd_bus_element *element = &shape->bus->elements[i];
        if (strlen(element->name) == length && memcmp(element->name, name, length) == 0)
            return element;
    }
    return NULL;
}

bd_status bd_store_part_find(bd_block *block, const char *text, const bd_shape *store,
                             bd_store_part *part) {
    const char *at = text;
    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    *part = (bd_store_part){.shape = *store};
    for (at = blanks(at); *at; at = blanks(at)) {
        if (*at == '.') {
            size_t length = strcspn(at + 1, ".( \t");
            if (part->count > 1)
                return bd_block_fail(block, BD_UNSUPPORTED,
                                     "DataStoreElements: '%.100s' is a field of several elements",
                                     text);
            if (part->count == 1)
                part->offset += (size_t)part->indices[0] * bd_shape_element_size(&part->shape);
            const bd_bus_element *field = find_field(&part->shape, at + 1, length);
            if (!field)
                return bd_block_fail(block, BD_BAD_PARAMETER,
                                     "DataStoreElements: the store has no part '%.100s'", text);
            part->offset += field->offset;
            part->shape = field->shape;
            part->indices = NULL;
            part->count = 0;
            at += 1 + length;
            continue;
        }
        subscript list[BD_MAX_RANK];
        int count = 0;
        at = *at == '(' && !part->indices ? read_subscripts(at + 1, list, &count) : NULL;
        if (!at)
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "DataStoreElements: '%.100s' is not understood", text);
        bd_shape array = part->shape;
        BD_TRY(choose_elements(block, text, &array, list, count, part));
    }
    part->element_size = bd_shape_element_size(&part->shape);
    return BD_OK;
}

static size_t whole_size(const bd_store_part *part) {
    return part->element_size * (size_t)bd_shape_width(&part->shape);
}

void bd_store_part_read(const bd_store_part *part, const void *store, void *signal) {
    const char *array = (const char *)store + part->offset;
    if (!part->indices) {
        memcpy(signal, array, whole_size(part));
        return;
    }
    for (int k = 0; k < part->count; k++)
        memcpy((char *)signal + (size_t)k * part->element_size,
               array + (size_t)part->indices[k] * part->element_size, part->element_size);
}

void bd_store_part_write(const bd_store_part *part, const void *signal, void *store) {
    char *array = (char *)store + part->offset;
    if (!part->indices) {
        memcpy(array, signal, whole_size(part));
        return;
    }
    for (int k = 0; k < part->count; k++)
        memcpy(array + (size_t)part->indices[k] * part->element_size,
               (const char *)signal + (size_t)k * part->element_size, part->element_size);
}
