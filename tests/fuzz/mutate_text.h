/* mutations of texts that consist of lines "name value" (or "name: value") and of parts in braces:
 * values are replaced, copied and swapped, lines and parts deleted and doubled */
#ifndef MUTATE_TEXT_H
#define MUTATE_TEXT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_piece {
    size_t begin, end; /* bytes of the text */
} text_piece;

static inline uint32_t next_number(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* the line around a byte, with its end */
static inline text_piece line_at(const uint8_t *text, size_t size, size_t at) {
    text_piece line = {at, at};
    while (line.begin > 0 && text[line.begin - 1] != '\n')
        line.begin--;
    while (line.end < size && text[line.end] != '\n')
        line.end++;
    line.end += line.end < size;
    return line;
}

/* what stands behind the first word of a line, without its end */
static inline text_piece value_of(const uint8_t *text, text_piece line) {
    size_t p = line.begin;
    while (p < line.end && (text[p] == ' ' || text[p] == '\t' || text[p] == '-'))
        p++;
    while (p < line.end && text[p] != ' ' && text[p] != '\t' && text[p] != '\n')
        p++;
    while (p < line.end && (text[p] == ' ' || text[p] == '\t'))
        p++;
    text_piece value = {p, line.end};
    while (value.end > value.begin && text[value.end - 1] == '\n')
        value.end--;
    return value;
}

/* a line that ends in a brace, up to the line that closes it; or the line alone */
static inline text_piece part_at(const uint8_t *text, size_t size, size_t at) {
    text_piece line = line_at(text, size, at);
    int depth = 0;
    for (size_t p = line.begin; p < size; p++) {
        depth += text[p] == '{';
        depth -= text[p] == '}';
        if (depth <= 0 && p + 1 >= line.end) {
            const text_piece last = line_at(text, size, p);
            line.end = last.end;
            break;
        }
    }
    return line;
}

/* bytes take the place of a piece; the new size, or the old one if there is no room */
static inline size_t put_bytes(uint8_t *text, size_t size, size_t room, text_piece piece,
                               const uint8_t *bytes, size_t count) {
    const size_t old = piece.end - piece.begin;
    if (size - old + count > room)
        return size;
    memmove(text + piece.begin + count, text + piece.end, size - piece.end);
    memcpy(text + piece.begin, bytes, count);
    return size - old + count;
}

static inline size_t copy_piece(uint8_t *text, size_t size, size_t room, text_piece to,
                                text_piece from) {
    const size_t count = from.end - from.begin;
    uint8_t *copy = malloc(count + 1);
    if (!copy)
        return size;
    memcpy(copy, text + from.begin, count);
    size = put_bytes(text, size, room, to, copy, count);
    free(copy);
    return size;
}

static inline size_t mutate_once(uint8_t *text, size_t size, size_t room, uint32_t *state,
                                 const char *const *words, size_t word_count) {
    const size_t one = next_number(state) % size, other = next_number(state) % size;
    const text_piece here = line_at(text, size, one), there = line_at(text, size, other);
    const text_piece begin = {here.begin, here.begin};
    const char *word = words[next_number(state) % word_count];
    switch (next_number(state) % 8) {
    case 0: /* a part goes */
        return put_bytes(text, size, room, part_at(text, size, one), text, 0);
    case 1: /* a part stands twice, there */
        return copy_piece(text, size, room, begin, part_at(text, size, other));
    case 2: /* a line stands twice, there */
        return copy_piece(text, size, room, begin, there);
    case 3: /* a value of another line */
        return copy_piece(text, size, room, value_of(text, here), value_of(text, there));
    default:
        return put_bytes(text, size, room, value_of(text, here), (const uint8_t *)word,
                         strlen(word));
    }
}

static inline size_t mutate_text(uint8_t *text, size_t size, size_t room, unsigned seed,
                                 const char *const *words, size_t word_count) {
    uint32_t state = seed * 2654435761u + 1;
    const unsigned count = 1 + next_number(&state) % 3;
    for (unsigned i = 0; i < count && size > 0; i++)
        size = mutate_once(text, size, room, &state, words, word_count);
    return size;
}

#endif
