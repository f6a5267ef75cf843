/* messages as bytes: a growing buffer that values are put into and taken from in the same order
 *
 * Little-endian, 32-bit whole numbers, 64-bit floating point to the bit, texts with their length.
 * Nothing here knows how the bytes travel. What is taken may come from a stranger: a value beyond
 * the end makes the buffer `bad`, once and for all, and is zero. */
#ifndef MR_WIRE_H
#define MR_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mr_wire {
    unsigned char *data;
    size_t size;     /* bytes in it */
    size_t capacity; /* bytes it has room for */
    size_t at;       /* of the next value to be taken */
    bool bad;        /* out of memory, or less in it than was asked for */
} mr_wire;

void mr_wire_free(mr_wire *wire);

/* empty again; the memory is kept, so that messages of a size seen before allocate nothing */
void mr_wire_clear(mr_wire *wire);

/* room for `size` more bytes; NULL and bad without memory */
unsigned char *mr_wire_extend(mr_wire *wire, size_t size);

void mr_wire_put_number(mr_wire *wire, int32_t number);
void mr_wire_put_real(mr_wire *wire, double real);
void mr_wire_put_reals(mr_wire *wire, const double *reals, size_t count);
void mr_wire_put_text(mr_wire *wire, const char *text); /* NULL stays NULL */

int32_t mr_wire_take_number(mr_wire *wire);
double mr_wire_take_real(mr_wire *wire);
void mr_wire_take_reals(mr_wire *wire, double *reals, size_t count);

/* the bytes of a text, which do not end with zero; NULL for NULL */
const char *mr_wire_take_text(mr_wire *wire, size_t *length);

/* copied into text[size], cut if it is too long */
void mr_wire_copy_text(mr_wire *wire, char *text, size_t size);

/* everything taken, and nothing missed */
bool mr_wire_done(const mr_wire *wire);

#endif
