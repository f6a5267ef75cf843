/* the bytes of a message */
#include "isolation/wire.h"

#include <stdlib.h>
#include <string.h>

#define NO_TEXT (-1)

void mr_wire_free(mr_wire *wire) {
    free(wire->data);
    *wire = (mr_wire){0};
}

void mr_wire_clear(mr_wire *wire) {
    wire->size = wire->at = 0;
    wire->bad = false;
}

unsigned char *mr_wire_extend(mr_wire *wire, size_t size) {
    if (wire->bad)
        return NULL;
    if (!wire->data || size > wire->capacity - wire->size) {
        const size_t needed = wire->size + size;
        const size_t capacity = needed < 256 ? 256 : needed + needed / 2;
        unsigned char *data = realloc(wire->data, capacity);
        if (!data) {
            wire->bad = true;
            return NULL;
        }
        wire->data = data;
        wire->capacity = capacity;
    }
    unsigned char *place = wire->data + wire->size;
    wire->size += size;
    return place;
}

/* copies values of `width` bytes between memory and message, which is little-endian */
static void copy_ordered(unsigned char *to, const unsigned char *from, size_t width, size_t count) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < width; k++)
            to[i * width + k] = from[i * width + width - 1 - k];
#else
    memcpy(to, from, width * count);
#endif
}

static void put(mr_wire *wire, const void *values, size_t width, size_t count) {
    unsigned char *place = mr_wire_extend(wire, width * count);
    if (place && count > 0)
        copy_ordered(place, values, width, count);
}

static void take(mr_wire *wire, void *values, size_t width, size_t count) {
    if (!wire->bad && count > (wire->size - wire->at) / width)
        wire->bad = true;
    if (wire->bad) {
        memset(values, 0, width * count);
        return;
    }
    if (count > 0)
        copy_ordered(values, wire->data + wire->at, width, count);
    wire->at += width * count;
}

void mr_wire_put_number(mr_wire *wire, int32_t number) {
    put(wire, &number, sizeof number, 1);
}

void mr_wire_put_real(mr_wire *wire, double real) {
    put(wire, &real, sizeof real, 1);
}

void mr_wire_put_reals(mr_wire *wire, const double *reals, size_t count) {
    put(wire, reals, sizeof *reals, count);
}

void mr_wire_put_text(mr_wire *wire, const char *text) {
    const size_t length = text ? strlen(text) : 0;
    if (length > INT32_MAX) {
        wire->bad = true;
        return;
    }
    mr_wire_put_number(wire, text ? (int32_t)length : NO_TEXT);
    put(wire, text, 1, length);
}

int32_t mr_wire_take_number(mr_wire *wire) {
    int32_t number;
    take(wire, &number, sizeof number, 1);
    return number;
}

double mr_wire_take_real(mr_wire *wire) {
    double real;
    take(wire, &real, sizeof real, 1);
    return real;
}

void mr_wire_take_reals(mr_wire *wire, double *reals, size_t count) {
    take(wire, reals, sizeof *reals, count);
}

const char *mr_wire_take_text(mr_wire *wire, size_t *length) {
    const int32_t told = mr_wire_take_number(wire);
    *length = 0;
    if (wire->bad || told == NO_TEXT)
        return NULL;
    if (told < 0 || (size_t)told > wire->size - wire->at) {
        wire->bad = true;
        return NULL;
    }
    const char *text = (const char *)wire->data + wire->at;
    *length = (size_t)told;
    wire->at += *length;
    return text;
}

void mr_wire_copy_text(mr_wire *wire, char *text, size_t size) {
    size_t length;
    const char *bytes = mr_wire_take_text(wire, &length);
    if (length >= size)
        length = size - 1;
    if (bytes)
        memcpy(text, bytes, length);
    text[length] = '\0';
}

bool mr_wire_done(const mr_wire *wire) {
    return !wire->bad && wire->at == wire->size;
}
