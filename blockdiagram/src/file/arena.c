/* an arena is a list of chunks; allocation moves a cursor in the newest one */
#include "file/arena.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHUNK   4096
#define LARGEST_CHUNK (1024 * 1024)

typedef struct chunk {
    struct chunk *next;
    size_t size;
    size_t used;
    max_align_t bytes[];
} chunk;

struct bd_arena {
    chunk *chunks;
    size_t total;
    size_t limit;
    size_t next_size;
};

bd_arena *bd_arena_create(size_t limit) {
    bd_arena *arena = calloc(1, sizeof *arena);
    if (arena != NULL) {
        arena->limit = limit;
        arena->next_size = FIRST_CHUNK;
    }
    return arena;
}

void bd_arena_free(bd_arena *arena) {
    if (arena == NULL)
        return;
    for (chunk *c = arena->chunks; c != NULL;) {
        chunk *next = c->next;
        free(c);
        c = next;
    }
    free(arena);
}

static chunk *add_chunk(bd_arena *arena, size_t needed) {
    size_t size = needed > arena->next_size ? needed : arena->next_size;
    if (size > arena->limit || arena->total > arena->limit - size)
        return NULL;
    chunk *c = calloc(1, sizeof *c + size);
    if (c == NULL)
        return NULL;
    c->size = size;
    arena->total += size;
    if (arena->next_size < LARGEST_CHUNK)
        arena->next_size *= 2;
    /* a large single item must not hide the room left in the newest chunk */
    if (arena->chunks != NULL && needed == size &&
        arena->chunks->size - arena->chunks->used > size / 2) {
        c->next = arena->chunks->next;
        arena->chunks->next = c;
    } else {
        c->next = arena->chunks;
        arena->chunks = c;
    }
    return c;
}

void *bd_arena_alloc(bd_arena *arena, size_t size) {
    const size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + align - 1) / align * align;
    chunk *c = arena->chunks;
    if (c == NULL || c->size - c->used < size) {
        c = add_chunk(arena, size);
        if (c == NULL)
            return NULL;
    }
    void *item = (char *)c->bytes + c->used;
    c->used += size;
    return item;
}

void *bd_arena_alloc_array(bd_arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / 2 / size)
        return NULL;
    return bd_arena_alloc(arena, count * size);
}

char *bd_arena_copy_bytes(bd_arena *arena, const char *bytes, size_t size) {
    char *copy = size < SIZE_MAX / 2 ? bd_arena_alloc(arena, size + 1) : NULL;
    if (copy != NULL && size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *bd_arena_copy(bd_arena *arena, const char *text) {
    return bd_arena_copy_bytes(arena, text, strlen(text));
}

bool bd_arena_grow(bd_arena *arena, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    size_t wanted = *capacity < 4 ? 4 : *capacity * 2;
    void *grown = bd_arena_alloc_array(arena, wanted, size);
    if (grown == NULL)
        return false;
    if (count > 0)
        memcpy(grown, *items, count * size);
    *items = grown;
    *capacity = wanted;
    return true;
}

void bd_arena_adopt(bd_arena *arena, bd_arena *other) {
    chunk **end = &arena->chunks;
    while (*end != NULL)
        end = &(*end)->next;
    *end = other->chunks;
    arena->total += other->total;
    free(other);
}
