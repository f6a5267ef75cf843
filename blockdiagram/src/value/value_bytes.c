/* a value as bytes: a head (class, rank, complexity, fields, dimensions), then names of fields,
 * then elements or children */
#include "value/value_bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct head {
    uint64_t present;
    uint64_t type;
    uint64_t rank;
    uint64_t is_complex;
    uint64_t field_count;
    uint64_t dims[BD_MAX_RANK];
} head;

static size_t element_bytes(const bd_value *value) {
    if (value->type == BD_CELL || value->type == BD_STRUCT)
        return 0;
    return value->count * bd_class_bytes(value->type);
}

static size_t child_count(const bd_value *value) {
    if (value->type == BD_CELL)
        return value->count;
    return value->type == BD_STRUCT ? value->count * value->field_count : 0;
}

size_t bd_value_bytes(const bd_value *value) {
    size_t bytes = sizeof(head);
    if (!value)
        return bytes;
    bytes += element_bytes(value) * (value->im ? 2 : 1);
    for (size_t f = 0; f < value->field_count; f++)
        bytes += strlen(value->field_names[f]) + 1;
    for (size_t i = 0; i < child_count(value); i++)
        bytes += bd_value_bytes(value->children[i]);
    return bytes;
}

unsigned char *bd_value_write_bytes(const bd_value *value, unsigned char *bytes) {
    head h = {0};
    if (value) {
        h.present = 1;
        h.type = (uint64_t)value->type;
        h.rank = (uint64_t)value->rank;
        h.is_complex = value->im != NULL;
        h.field_count = value->field_count;
        for (int i = 0; i < value->rank; i++)
            h.dims[i] = value->dims[i];
    }
    memcpy(bytes, &h, sizeof h);
    bytes += sizeof h;
    if (!value)
        return bytes;
    for (size_t f = 0; f < value->field_count; f++) {
        size_t length = strlen(value->field_names[f]) + 1;
        memcpy(bytes, value->field_names[f], length);
        bytes += length;
    }
    size_t n = element_bytes(value);
    if (n > 0) {
        memcpy(bytes, value->re, n);
        bytes += n;
        if (value->im) {
            memcpy(bytes, value->im, n);
            bytes += n;
        }
    }
    for (size_t i = 0; i < child_count(value); i++)
        bytes = bd_value_write_bytes(value->children[i], bytes);
    return bytes;
}

typedef struct reader {
    const unsigned char *at, *end;
    bd_error *error;
} reader;

static const void *take(reader *r, size_t n) {
    if ((size_t)(r->end - r->at) < n)
        return NULL;
    const void *here = r->at;
    r->at += n;
    return here;
}

static bd_status torn(reader *r) {
    return bd_error_set(r->error, BD_BAD_FILE, "the bytes of a value are damaged");
}

static bd_status read_value(reader *r, int depth, bd_value **value);

/* the names of the fields, which stay where they are */
static bd_status read_names(reader *r, size_t count, const char **names) {
    for (size_t f = 0; f < count; f++) {
        names[f] = (const char *)r->at;
        const void *end = memchr(r->at, 0, (size_t)(r->end - r->at));
        if (!end)
            return torn(r);
        r->at = (const unsigned char *)end + 1;
    }
    return BD_OK;
}

static bd_status read_elements(reader *r, bd_value *value) {
    size_t n = element_bytes(value);
    const void *re = take(r, n), *im = value->im ? take(r, n) : re;
    if (!re || !im)
        return torn(r);
    if (n > 0)
        memcpy(value->re, re, n);
    if (n > 0 && value->im)
        memcpy(value->im, im, n);
    return BD_OK;
}

static bd_status read_cells(reader *r, int depth, bd_value *value) {
    for (size_t e = 0; e < value->count; e++) {
        bd_value *child = NULL;
        BD_TRY(read_value(r, depth + 1, &child));
        BD_TRY(bd_value_cell_set(value, e, child, r->error));
    }
    return BD_OK;
}

static bd_status read_fields(reader *r, int depth, const char *const *names, size_t count,
                             bd_value *value) {
    for (size_t e = 0; count > 0 && e < value->count; e++)
        for (size_t f = 0; f < count; f++) {
            bd_value *child = NULL;
            BD_TRY(read_value(r, depth + 1, &child));
            BD_TRY(bd_value_field_set(value, e, names[f], child, r->error));
        }
    return BD_OK;
}

static bd_status read_contents(reader *r, const head *h, int depth, bd_value *value) {
    /* a name has at least one byte */
    const size_t count = (size_t)h->field_count;
    if (count > 0 && (value->type != BD_STRUCT || count > (size_t)(r->end - r->at)))
        return torn(r);
    if (value->type == BD_CELL)
        return read_cells(r, depth, value);
    if (value->type != BD_STRUCT)
        return read_elements(r, value);
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return bd_error_set(r->error, BD_OUT_OF_MEMORY, "out of memory");
    bd_status status = read_names(r, count, names);
    if (!status)
        status = read_fields(r, depth, names, count, value);
    free(names);
    return status;
}

static bd_status read_value(reader *r, int depth, bd_value **value) {
    head h;
    size_t dims[BD_MAX_RANK];
    const void *bytes = take(r, sizeof h);
    *value = NULL;
    if (!bytes || depth > BD_MAX_NESTING)
        return torn(r);
    memcpy(&h, bytes, sizeof h);
    if (!h.present)
        return BD_OK;
    if (h.type >= BD_CLASS_COUNT || h.rank > BD_MAX_RANK)
        return torn(r);
    for (size_t i = 0; i < h.rank; i++)
        dims[i] = (size_t)h.dims[i];
    bd_status status =
        bd_value_create((bd_class)h.type, (int)h.rank, dims, h.is_complex != 0, value, r->error);
    if (!status)
        status = read_contents(r, &h, depth, *value);
    if (status) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

bd_status bd_value_read_bytes(const unsigned char *bytes, size_t size, bd_value **value,
                              bd_error *error) {
    reader r = {bytes, bytes + size, error};
    return read_value(&r, 0, value);
}
