/* arrays in the binary form of MAT files, level 5, from memory: what model files keep of Signal
 * Builders and of the model workspace, and MAT files that have objects. Elements are a type, a size
 * and data padded to eight bytes; an array is an element made of flags, dimensions, name and
 * contents ("MAT-File Format", the public description of the format). The bytes are hostile: every
 * size is checked against the rest
 */
#include "blockdiagram/diagram.h"
#include "blockdiagram/value.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/elements.h"
#include "value/objects.h"
#include "value/read_mat.h"

/* data types of elements */
enum {
    INT8 = 1,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    SINGLE,
    DOUBLE = 9,
    INT64 = 12,
    UINT64,
    ARRAY,
    COMPRESSED
};
/* classes of arrays */
enum { CELLS = 1, STRUCTURE, OBJECT, TEXT, SPARSE, FIRST_NUMBER, LAST_NUMBER = 15, OPAQUE = 17 };

#define COMPLEX_FLAG 0x08u
#define LOGICAL_FLAG 0x02u

typedef struct reader {
    const unsigned char *at, *end;
    bool swapped; /* the other byte order */
    bd_error *error;
    bd_objects *objects; /* of the file, or NULL */
    bool whole_file;     /* Octave sometimes writes a size there that is too large */
} reader;

typedef struct element {
    unsigned type;
    size_t size;
    const unsigned char *data;
} element;

static bd_status damaged(const reader *r) {
    return bd_error_set(r->error, BD_BAD_FILE, "the binary data are damaged or cut off");
}

static uint64_t read_word(const reader *r, const unsigned char *at, size_t bytes) {
    uint64_t word = 0;
    for (size_t i = 0; i < bytes; i++)
        word |= (uint64_t)at[i] << 8 * (r->swapped ? bytes - 1 - i : i);
    return word;
}

/* the next element; false at the end or if it does not fit */
static bool next_element(reader *r, element *e) {
    size_t left = (size_t)(r->end - r->at);
    if (left < 8)
        return false;
    uint64_t word = read_word(r, r->at, 4);
    if (word >> 16) { /* up to four bytes of data in the place of the size */
        *e = (element){(unsigned)(word & 0xffff), (size_t)(word >> 16), r->at + 4};
        r->at += 8;
        return e->size <= 4;
    }
    *e = (element){(unsigned)word, (size_t)read_word(r, r->at + 4, 4), r->at + 8};
    if (e->size > left - 8) {
        if (e->type != ARRAY || !r->whole_file)
            return false;
        e->size = left - 8;
    }
    size_t step = 8 + (e->type == COMPRESSED ? e->size : (e->size + 7) / 8 * 8);
    r->at += step < left ? step : left;
    return true;
}

static size_t bytes_of(unsigned type) {
    switch (type) {
    case INT8:
    case UINT8:
    case 16: /* UTF-8 */
        return 1;
    case INT16:
    case UINT16:
    case 17: /* UTF-16 */
        return 2;
    case INT32:
    case UINT32:
    case SINGLE:
        return 4;
    case DOUBLE:
    case INT64:
    case UINT64:
        return 8;
    default:
        return 0;
    }
}

static double read_number(const reader *r, const element *e, size_t index) {
    size_t bytes = bytes_of(e->type);
    uint64_t word = read_word(r, e->data + index * bytes, bytes);
    uint32_t half = (uint32_t)word;
    float single;
    double number;
    switch (e->type) {
    case INT8:
        return (double)(int8_t)word;
    case INT16:
        return (double)(int16_t)word;
    case INT32:
        return (double)(int32_t)word;
    case INT64:
        return (double)(int64_t)word;
    case SINGLE:
        memcpy(&single, &half, sizeof single);
        return (double)single;
    case DOUBLE:
        memcpy(&number, &word, sizeof number);
        return number;
    default:
        return (double)word;
    }
}

static bd_class class_of(unsigned kind, bool is_logical) {
    static const bd_class numbers[] = {BD_DOUBLE, BD_SINGLE, BD_INT8,   BD_UINT8, BD_INT16,
                                       BD_UINT16, BD_INT32,  BD_UINT32, BD_INT64, BD_UINT64};
    if (kind == CELLS)
        return BD_CELL;
    if (kind == STRUCTURE || kind == OBJECT)
        return BD_STRUCT;
    if (kind == TEXT)
        return BD_CHAR;
    return is_logical ? BD_LOGICAL : numbers[kind - FIRST_NUMBER];
}

/* code units of a text may be wider than a byte */
static double fit(bd_class type, double number) {
    return type == BD_CHAR && number > 255.0 ? '?' : number;
}

static bd_status read_numbers(reader *r, bd_value *made) {
    for (int p = 0; p < (made->im ? 2 : 1); p++) {
        element e;
        if (made->count == 0)
            return BD_OK;
        if (!next_element(r, &e) || bytes_of(e.type) == 0 ||
            e.size / bytes_of(e.type) < made->count)
            return damaged(r);
        /* large whole numbers do not pass through a double */
        bool whole = (e.type == INT64 && made->type == BD_INT64) ||
                     (e.type == UINT64 && made->type == BD_UINT64);
        for (size_t i = 0; whole && i < made->count; i++)
            ((uint64_t *)(p ? made->im : made->re))[i] = read_word(r, e.data + 8 * i, 8);
        for (size_t i = 0; !whole && i < made->count; i++)
            bd_element_write(p ? made->im : made->re, made->type, i,
                             fit(made->type, read_number(r, &e, i)));
    }
    return BD_OK;
}

static bd_status read_array(reader *r, int depth, bd_value **value);

/* the array in the next element; what has no counterpart here becomes an empty matrix */
static bd_status read_child(reader *r, int depth, bd_value **value) {
    element e;
    *value = NULL;
    if (!next_element(r, &e) || e.type != ARRAY)
        return damaged(r);
    if (e.size == 0)
        return bd_value_create_matrix(BD_DOUBLE, 0, 0, value, r->error);
    reader inner = {e.data, e.data + e.size, r->swapped, r->error, r->objects, r->whole_file};
    return read_array(&inner, depth + 1, value);
}

static bd_status read_cells(reader *r, int depth, bd_value *made) {
    bd_status status = BD_OK;
    for (size_t k = 0; k < made->count && status == BD_OK; k++) {
        bd_value *child = NULL;
        status = read_child(r, depth, &child);
        if (status == BD_OK)
            status = bd_value_cell_set(made, k, child, r->error);
    }
    return status;
}

static bd_status read_fields(reader *r, int depth, bd_value *made) {
    element length, names;
    if (!next_element(r, &length) || length.size < 4 || !next_element(r, &names))
        return damaged(r);
    size_t room = (size_t)read_word(r, length.data, 4);
    if (room == 0 || room > 256)
        return damaged(r);
    size_t count = names.size / room;
    bd_status status = BD_OK;
    for (size_t k = 0; k < made->count && status == BD_OK; k++)
        for (size_t f = 0; f < count && status == BD_OK; f++) {
            char name[257] = "";
            memcpy(name, names.data + f * room, room);
            bd_value *child = NULL;
            status = read_child(r, depth, &child);
            if (status == BD_OK)
                status = bd_value_field_set(made, k, name, child, r->error);
        }
    return status;
}

static bd_status make(reader *r, const element *flags, const element *sizes, bd_value **made) {
    unsigned kind = flags->data[r->swapped ? 3 : 0], marks = flags->data[r->swapped ? 2 : 1];
    size_t dims[BD_MAX_RANK], rank = sizes->size / 4, total = 1;
    if (rank < 1 || rank > BD_MAX_RANK)
        return damaged(r);
    for (size_t i = 0; i < rank; i++) {
        dims[i] = (size_t)read_word(r, sizes->data + 4 * i, 4);
        total = dims[i] && total > SIZE_MAX / 16 / dims[i] ? SIZE_MAX / 16 : total * dims[i];
    }
    /* every element needs at least a byte, every cell a tag, so a size cannot promise more */
    if (total > (size_t)(r->end - r->at))
        return damaged(r);
    bd_class type = class_of(kind, (marks & LOGICAL_FLAG) != 0);
    bool is_complex = (marks & COMPLEX_FLAG) != 0 && type <= BD_UINT64 && type != BD_LOGICAL;
    return bd_value_create(type, (int)rank, dims, is_complex, made, r->error);
}

/* an object: its name, the kind of system it comes from, its class, and its number among the
 * objects of the file; the objects themselves are such an array, too */
static bd_status read_object(reader *r, int depth, bd_value **value) {
    element part;
    bd_value *reference = NULL;
    for (int k = 0; k < 3; k++)
        if (!next_element(r, &part))
            return damaged(r);
    BD_TRY(read_child(r, depth, &reference));
    if (bd_is_object_reference(reference) && !r->objects) {
        bd_value_free(reference);
        return bd_value_create_matrix(BD_DOUBLE, 0, 0, value, r->error);
    }
    return bd_objects_resolve(r->objects, reference, depth, value, r->error);
}

static bd_status read_array(reader *r, int depth, bd_value **value) {
    element flags, sizes, name;
    if (depth > BD_MAX_NESTING)
        return bd_error_set(r->error, BD_LIMIT_EXCEEDED, "the variables are nested too deep");
    if (!next_element(r, &flags) || flags.size < 8)
        return damaged(r);
    unsigned kind = flags.data[r->swapped ? 3 : 0];
    if (kind == OPAQUE)
        return read_object(r, depth, value);
    if (kind == 0 || kind == SPARSE || kind > LAST_NUMBER)
        return bd_value_create_matrix(BD_DOUBLE, 0, 0, value, r->error);
    if (!next_element(r, &sizes) || !next_element(r, &name) ||
        (kind == OBJECT && !next_element(r, &name)))
        return damaged(r);
    bd_status status = make(r, &flags, &sizes, value);
    if (status != BD_OK)
        return status;
    status = kind == CELLS                         ? read_cells(r, depth, *value)
             : kind == STRUCTURE || kind == OBJECT ? read_fields(r, depth, *value)
                                                   : read_numbers(r, *value);
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

/* ---- several arrays, and the objects behind them ---- */

/* name and kind of the array in an element, without its contents */
static bool look_at(const reader *r, const element *e, unsigned *kind, char name[BD_MAX_NAME + 1]) {
    reader inner = {e->data, e->data + e->size, r->swapped, r->error, NULL, false};
    element part;
    if (!next_element(&inner, &part) || part.size < 8)
        return false;
    *kind = part.data[r->swapped ? 3 : 0];
    if (*kind != OPAQUE && !next_element(&inner, &part))
        return false;
    if (!next_element(&inner, &part) || part.size > BD_MAX_NAME)
        return false;
    memcpy(name, part.data, part.size);
    name[part.size] = '\0';
    return true;
}

/* a compressed element holds another one; *bytes is for free() */
static bd_status inflate_element(const reader *r, element *e, unsigned char **bytes) {
    uLongf room = 64;
    unsigned char head[64];
    *bytes = NULL;
    if (e->type != COMPRESSED)
        return BD_OK;
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)e->data, .avail_in = (uInt)e->size};
    if (inflateInit(&stream) != Z_OK)
        return bd_error_set(r->error, BD_OUT_OF_MEMORY, "out of memory");
    stream.next_out = head;
    stream.avail_out = 8;
    int state = inflate(&stream, Z_NO_FLUSH);
    if ((state != Z_OK && state != Z_STREAM_END) || stream.avail_out > 0) {
        inflateEnd(&stream);
        return damaged(r);
    }
    e->type = (unsigned)read_word(r, head, 4);
    room = (uLongf)read_word(r, head + 4, 4);
    /* nothing is packed closer than this */
    if (e->type != ARRAY || room > BD_MAX_VALUE_BYTES || room / 1100 > e->size ||
        !(*bytes = malloc(room + 1))) {
        inflateEnd(&stream);
        return damaged(r);
    }
    stream.next_out = *bytes;
    stream.avail_out = (uInt)room;
    (void)inflate(&stream, Z_FINISH); /* is all of it there? */
    inflateEnd(&stream);
    if (stream.avail_out > 0) {
        free(*bytes);
        *bytes = NULL;
        return damaged(r);
    }
    *e = (element){ARRAY, room, *bytes};
    return BD_OK;
}

/* the objects are kept as bytes that are such data in turn, with one structure that has them */
static bd_status open_objects(const reader *r, const element *e, bd_objects **objects) {
    reader outer = {e->data, e->data + e->size, r->swapped, r->error, NULL, false};
    bd_value *bytes = NULL, *system = NULL;
    bd_status status = read_array(&outer, 0, &bytes);
    if (status == BD_OK && bytes->type == BD_UINT8 && bytes->count > 16) {
        const unsigned char *at = bytes->re;
        reader inner = {at + 8, at + bytes->count, memcmp(at + 2, "MI", 2) == 0, r->error, NULL,
                        false};
        status = read_child(&inner, 0, &system);
    }
    const bd_value *cells = status == BD_OK ? bd_value_field(system, "MCOS") : NULL;
    if (cells && cells->type == BD_CELL)
        status = bd_objects_open(bd_value_share(cells), objects, r->error);
    bd_value_free(bytes);
    bd_value_free(system);
    return status;
}

/* the first array without a name that is not the first of all: there the objects are */
static bd_status find_objects(reader r, bd_objects **objects) {
    bd_status status = BD_OK;
    element e;
    *objects = NULL;
    for (int k = 0; status == BD_OK && !*objects && next_element(&r, &e); k++) {
        unsigned char *bytes = NULL;
        char name[BD_MAX_NAME + 1];
        unsigned kind;
        status = inflate_element(&r, &e, &bytes);
        if (status == BD_OK && k > 0 && e.type == ARRAY && e.size > 0 &&
            look_at(&r, &e, &kind, name) && kind == FIRST_NUMBER + 3 && !*name)
            status = open_objects(&r, &e, objects);
        free(bytes);
    }
    /* without them the other arrays can still be read */
    return status == BD_UNSUPPORTED ? BD_OK : status;
}

bd_status bd_mat_read_arrays(const void *bytes, size_t size, bd_mat_taker *take, void *taker,
                             bd_error *error) {
    const unsigned char *at = bytes;
    reader r = {at, at + size, false, error, NULL, false};
    /* version and byte order; in whole files 124 bytes of text come first */
    size_t header =
        size >= 136 && (memcmp(at + 126, "IM", 2) == 0 || memcmp(at + 126, "MI", 2) == 0) ? 128 : 8;
    if (size < header + 8)
        return damaged(&r);
    const unsigned char *order = at + (header == 128 ? 126 : 2);
    r.swapped = memcmp(order, "MI", 2) == 0;
    if (!r.swapped && memcmp(order, "IM", 2) != 0)
        return bd_error_set(error, BD_BAD_FILE, "the binary data are no array that can be read");
    r.at += header;
    bd_status status = find_objects(r, &r.objects);
    r.whole_file = header == 128;
    element e;
    bool more = true;
    for (int k = 0; status == BD_OK && more && next_element(&r, &e); k++) {
        unsigned char *inflated = NULL;
        char name[BD_MAX_NAME + 1] = "";
        unsigned kind = 0;
        bd_value *value = NULL;
        status = inflate_element(&r, &e, &inflated);
        bool known = status == BD_OK && e.type == ARRAY &&
                     (e.size == 0 || look_at(&r, &e, &kind, name)) && kind != SPARSE &&
                     (kind <= LAST_NUMBER || (kind == OPAQUE && r.objects));
        if (status == BD_OK && known && (k == 0 || *name)) {
            reader one = {e.data, e.data + e.size, r.swapped, error, r.objects, r.whole_file};
            status = e.size ? read_array(&one, 1, &value)
                            : bd_value_create_matrix(BD_DOUBLE, 0, 0, &value, error);
            if (status == BD_OK && value)
                status = take(taker, name, value, &more, error);
        } else if (status == BD_OK && k == 0 && !known && e.type != ARRAY)
            status = damaged(&r);
        free(inflated);
    }
    bd_objects_close(r.objects);
    return status;
}

/* takes the first array, or that of a name */
typedef struct choice {
    const char *name; /* or NULL */
    size_t length;
    bd_value *value;
} choice;

static bd_status take_one(void *taker, const char *name, bd_value *value, bool *more,
                          bd_error *error) {
    choice *c = taker;
    if (c->name && c->length == 1 && *c->name == *BD_STORED_ALL) {
        bd_status status = c->value ? BD_OK : bd_value_create_struct(&c->value, error);
        if (status == BD_OK && *name)
            return bd_value_field_set(c->value, 0, name, value, error);
        bd_value_free(value);
        return status;
    }
    if (c->name && (strlen(name) != c->length || memcmp(name, c->name, c->length) != 0)) {
        bd_value_free(value);
        return BD_OK;
    }
    c->value = value;
    *more = false;
    return BD_OK;
}

/* four characters from blank on carry three bytes, six bits each */
static size_t decode(const char *text, size_t length, unsigned char *bytes) {
    size_t size = 0;
    for (size_t i = 0; i + 3 < length; i += 4) {
        unsigned word = 0;
        for (size_t k = 0; k < 4; k++)
            word = word << 6 | (((unsigned)(unsigned char)text[i + k] - 32u) & 63u);
        bytes[size++] = (unsigned char)(word >> 16);
        bytes[size++] = (unsigned char)(word >> 8);
        bytes[size++] = (unsigned char)word;
    }
    return size;
}

bool bd_is_stored_value(const char *text) {
    return text && strncmp(text, BD_STORED_VALUE, strlen(BD_STORED_VALUE)) == 0;
}

bd_status bd_value_read_stored(const char *text, bd_value **value, bd_error *error) {
    *value = NULL;
    if (!bd_is_stored_value(text))
        return bd_error_set(error, BD_BAD_VALUE, "there are no stored data");
    text += strlen(BD_STORED_VALUE);
    choice chosen = {0};
    if (*text == BD_STORED_NAME) { /* one of several arrays */
        const char *end = strchr(text + 1, BD_STORED_NAME);
        if (!end)
            return bd_error_set(error, BD_BAD_VALUE, "there are no stored data");
        chosen = (choice){text + 1, (size_t)(end - text - 1), NULL};
        text = end + 1;
    }
    size_t length = strlen(text);
    unsigned char *bytes = malloc(length + 1);
    if (!bytes)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    bd_status status =
        bd_mat_read_arrays(bytes, decode(text, length, bytes), take_one, &chosen, error);
    free(bytes);
    if (status == BD_OK && !chosen.value)
        status = bd_error_set(error, BD_BAD_FILE, "the binary data are damaged or cut off");
    if (status == BD_OK)
        *value = chosen.value;
    else
        bd_value_free(chosen.value);
    return status;
}
