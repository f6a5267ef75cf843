/* whether a MAT file holds what it says, before libmatio reads it: that one makes room for all
 * elements that an array claims to have, and only then looks whether they are there. Here every
 * array of a file of level 5 is walked through ("MAT-File Format", the public description of the
 * format): it must have as many elements as its dimensions say. So memory is bounded by the bytes
 * of the file; compressed ones are unpacked up to a bound. In files of level 4 the sizes stand in
 * the first 20 bytes of each matrix. Files of level 7.3 are HDF5 (check_mat_73.c) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "blockdiagram/value.h"
#include "value/check_mat.h"

enum { LETTERS = 1, WHOLE_NUMBERS = 5, FLAGS = 6, MATRIX = 14, COMPRESSED = 15 };
enum {
    CELLS = 1,
    STRUCTURE,
    OBJECT,
    TEXT,
    SPARSE,
    FIRST_NUMBER,
    LAST_NUMBER = 15,
    FUNCTION,
    OPAQUE
};

#define MOST_BYTES ((size_t)2 * BD_MAX_VALUE_BYTES) /* of one variable, unpacked */
#define COMPLEX    0x08u

typedef struct bytes {
    const unsigned char *at, *end;
    bool swapped; /* the other byte order */
} bytes;

static size_t word(const bytes *b, const unsigned char *at) {
    const unsigned char w[4] = {at[0], at[1], at[2], at[3]};
    return b->swapped ? (size_t)w[0] << 24 | (size_t)w[1] << 16 | (size_t)w[2] << 8 | w[3]
                      : (size_t)w[3] << 24 | (size_t)w[2] << 16 | (size_t)w[1] << 8 | w[0];
}

/* the next element, as far as it is there (Octave sometimes writes a size that is too large); false
 * if there is none */
static bool take(bytes *b, unsigned *type, bytes *content) {
    const size_t left = (size_t)(b->end - b->at);
    if (left < 8)
        return false;
    const size_t first = word(b, b->at);
    size_t size = first >> 16, step = 8;
    const unsigned char *data = b->at + 4;
    *type = (unsigned)(first & 0xffff);
    if (size == 0) {
        size = word(b, b->at + 4);
        data = b->at + 8;
        size = size < left - 8 ? size : left - 8;
        step = 8 + (size + 7) / 8 * 8;
    } else if (size > 4) {
        return false;
    }
    *content = (bytes){data, data + size, b->swapped};
    b->at += step < left ? step : left;
    return true;
}

static size_t size_of(const bytes *b) {
    return (size_t)(b->end - b->at);
}

/* how much more the next element says to have than is there */
static size_t excess(const bytes *b) {
    const size_t left = size_of(b);
    if (left < 8 || word(b, b->at) >> 16 != 0)
        return 0;
    const size_t says = word(b, b->at + 4);
    return says > left - 8 ? says - (left - 8) : 0;
}

/* the same, and all of it is there: libmatio makes room by these sizes before it reads */
static bool take_whole(bytes *b, unsigned *type, bytes *content) {
    const size_t missing = excess(b);
    return take(b, type, content) && missing == 0;
}

/* of one number in the file */
static size_t width_of(unsigned type) {
    static const unsigned char widths[] = {1, 1, 1, 2, 2, 4, 4, 4, 1, 8, 1, 1, 8, 8, 1, 1, 1, 2, 4};
    return type < sizeof widths ? widths[type] : 1;
}

/* elements by the dimensions; false if they are absurd */
static bool count_elements(const bytes *dimensions, size_t *count) {
    *count = 1;
    for (const unsigned char *at = dimensions->at; dimensions->end - at >= 4; at += 4) {
        const size_t one = word(dimensions, at);
        if (one > MOST_BYTES || (one > 0 && *count > MOST_BYTES / one))
            return false;
        *count *= one;
    }
    return true;
}

static bool holds_array(bytes *b, int depth);

/* each is an element of its own, of eight bytes at least */
static bool holds_arrays(bytes *b, size_t count, int depth) {
    if (count > size_of(b) / 8)
        return false;
    for (size_t i = 0; i < count; i++) {
        unsigned type;
        bytes child;
        if (excess(b) > size_of(b) + 4096 || !take(b, &type, &child) || type != MATRIX ||
            (size_of(&child) > 0 && !holds_array(&child, depth + 1)))
            return false;
    }
    return true;
}

static bool holds_fields(bytes *b, size_t count, bool object, int depth) {
    unsigned type;
    bytes name, length, names;
    if (object && (!take_whole(b, &type, &name) || type != LETTERS))
        return false;
    if (!take_whole(b, &type, &length) || type != WHOLE_NUMBERS || size_of(&length) < 4 ||
        !take_whole(b, &type, &names) || type != LETTERS)
        return false;
    const size_t each = word(&length, length.at);
    const size_t fields = each > 0 ? size_of(&names) / each : 0;
    return fields == 0 || (count <= MOST_BYTES / fields && holds_arrays(b, count * fields, depth));
}

static bool holds_numbers(bytes *b, size_t count, bool complex) {
    unsigned type;
    bytes part;
    for (int k = 0; k < (complex ? 2 : 1); k++) {
        if (!take(b, &type, &part))
            return count == 0;
        if (count > size_of(&part) / width_of(type))
            return false;
    }
    return true;
}

/* rows, columns and numbers of a sparse matrix: as many as there are bytes */
static bool holds_parts(bytes *b) {
    unsigned type;
    bytes part;
    while (size_of(b) >= 8)
        if (!take_whole(b, &type, &part))
            return false;
    return true;
}

static bool holds_array(bytes *b, int depth) {
    unsigned type = 0;
    bytes flags, dimensions, name;
    size_t count;
    /* libmatio takes for granted that the dimensions begin behind 16 bytes */
    if (depth > BD_MAX_NESTING || !take_whole(b, &type, &flags) || type != FLAGS ||
        size_of(&flags) != 8)
        return false;
    const size_t word_of_flags = word(&flags, flags.at);
    const unsigned kind = word_of_flags & 0xff;
    const bool whole = take_whole(b, &type, &dimensions);
    /* a function or an object, which nobody makes room for, but perhaps for its dimensions;
     * libmatio takes what has no kind, or one that does not exist, for an array all the same */
    if (kind == FUNCTION || kind == OPAQUE)
        return whole || type != WHOLE_NUMBERS;
    if (kind < CELLS || kind > LAST_NUMBER)
        return false;
    /* libmatio finds what follows by these types */
    if (!whole || type != WHOLE_NUMBERS || !count_elements(&dimensions, &count) ||
        !take_whole(b, &type, &name) || type != LETTERS)
        return false;
    switch (kind) {
    case CELLS:
        return holds_arrays(b, count, depth);
    case STRUCTURE:
    case OBJECT:
        return holds_fields(b, count, kind == OBJECT, depth);
    case SPARSE:
        return holds_parts(b);
    default:
        return holds_numbers(b, count, (word_of_flags >> 8 & COMPLEX) != 0);
    }
}

/* ---- the file ---- */

/* packed bytes unpacked, into memory that is the caller's; NULL if that is too much or broken */
static unsigned char *unpack(const unsigned char *packed, size_t size, size_t *unpacked) {
    z_stream stream = {0};
    size_t room = 65536;
    unsigned char *made = malloc(room);
    if (!made || inflateInit(&stream) != Z_OK) {
        free(made);
        return NULL;
    }
    stream.next_in = (unsigned char *)(uintptr_t)packed;
    stream.avail_in = (unsigned)size;
    int state = Z_OK;
    *unpacked = 0;
    while (state == Z_OK && *unpacked <= MOST_BYTES) {
        if (*unpacked == room) {
            room *= 2;
            unsigned char *grown = realloc(made, room);
            if (!grown)
                break;
            made = grown;
        }
        stream.next_out = made + *unpacked;
        stream.avail_out = (unsigned)(room - *unpacked);
        state = inflate(&stream, Z_NO_FLUSH);
        *unpacked = room - stream.avail_out;
    }
    inflateEnd(&stream);
    if (*unpacked > MOST_BYTES || (state != Z_STREAM_END && state != Z_BUF_ERROR)) {
        free(made);
        return NULL;
    }
    return made;
}

static bool holds_packed(const bytes *packed) {
    size_t size;
    unsigned type;
    unsigned char *data = unpack(packed->at, size_of(packed), &size);
    bytes all = {data, !data ? NULL : data + size, packed->swapped}, array;
    const bool good = data && take(&all, &type, &array) && type == MATRIX && holds_array(&array, 0);
    free(data);
    return good;
}

static bool holds_element(FILE *file, bool swapped, size_t left) {
    unsigned char tag[8];
    bytes at = {tag, tag + 8, swapped};
    if (fread(tag, 1, 8, file) != 8)
        return false;
    const size_t type = word(&at, tag), told = word(&at, tag + 4);
    const size_t size = told < left - 8 ? told : left - 8;
    if (size > MOST_BYTES)
        return false;
    if (type != MATRIX && type != COMPRESSED)
        return fseek(file, (long)size, SEEK_CUR) == 0; /* libmatio passes over it */
    unsigned char *data = malloc(size + 1);
    bool good = data && fread(data, 1, size, file) == size;
    if (good) {
        bytes content = {data, data + size, swapped};
        /* libmatio reads one on where it says that it has no bytes */
        good = type == COMPRESSED ? holds_packed(&content) : holds_array(&content, 0);
    }
    free(data);
    return good;
}

static bool check_level_5(FILE *file, bool swapped, size_t size) {
    size_t at = 128;
    while (at + 8 <= size) {
        if (fseek(file, (long)at, SEEK_SET) != 0 || !holds_element(file, swapped, size - at))
            return false;
        at = (size_t)ftell(file);
    }
    return true;
}

/* kind, rows, columns, imaginary part, length of the name; all of four bytes */
static bool check_level_4(FILE *file, size_t size) {
    static const size_t widths[] = {8, 4, 4, 2, 2, 1};
    size_t at = 0;
    while (at + 20 <= size) {
        unsigned char head[20];
        if (fseek(file, (long)at, SEEK_SET) != 0 || fread(head, 1, 20, file) != 20)
            return false;
        const bytes little = {head, head + 20, false}, big = {head, head + 20, true};
        const bytes *b = word(&little, head) < 5000 ? &little : &big;
        const size_t kind = word(b, head), rows = word(b, head + 4), columns = word(b, head + 8),
                     parts = word(b, head + 12) != 0 ? 2 : 1, name = word(b, head + 16);
        const size_t width = kind / 10 % 10 < 6 ? widths[kind / 10 % 10] : 1;
        if (kind >= 5000 || rows > MOST_BYTES || columns > MOST_BYTES ||
            (columns > 0 && rows > MOST_BYTES / columns) || name > size - at ||
            rows * columns * width * parts > size - at - 20)
            return false;
        at += 20 + name + rows * columns * width * parts;
    }
    return true;
}

bd_mat_level bd_mat_level_of(FILE *file) {
    unsigned char head[128];
    rewind(file);
    const size_t got = fread(head, 1, sizeof head, file);
    rewind(file);
    if (got >= 8 && memcmp(head, "\211HDF\r\n\032\n", 8) == 0)
        return BD_MAT_73;
    const bool little = got == sizeof head && memcmp(head + 126, "IM", 2) == 0,
               big = got == sizeof head && memcmp(head + 126, "MI", 2) == 0;
    if (!little && !big)
        return BD_MAT_4;
    const unsigned version = little ? head[125] * 256u + head[124] : head[124] * 256u + head[125];
    if (version == 0x0200)
        return BD_MAT_73;
    return version != 0x0100 ? BD_MAT_4 : little ? BD_MAT_5 : BD_MAT_5_SWAPPED;
}

bool bd_mat_holds_what_it_says(FILE *file, const char *path) {
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0)
        return false;
    const bd_mat_level level = bd_mat_level_of(file);
    switch (level) {
    case BD_MAT_73:
        return bd_mat_73_is_bounded(path);
    case BD_MAT_4:
        return check_level_4(file, (size_t)size);
    default:
        return check_level_5(file, level == BD_MAT_5_SWAPPED, (size_t)size);
    }
}
