/* an arena: chunks of memory in a list, handed out from the front */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* a build for tests has a chunk for each piece, so that each of them can fail */
#ifdef MR_SMALL_PIECES
enum { CHUNK = 16, ALIGN = 64 };
#else
enum { CHUNK = 1 << 16, ALIGN = 64 };
#endif

struct mbs_arena_chunk {
    struct mbs_arena_chunk *next;
};

void *mbs_arena_new(mbs_arena *arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2) / size) {
        arena->failed = 1;
        return NULL;
    }
    /* cache lines of their own for long arrays, tight packing for short ones */
    size_t bytes = count * size;
    size_t align = bytes >= ALIGN ? ALIGN : 16;
    bytes = (bytes + 15u) & ~(size_t)15u;
    size_t pad = arena->at ? (size_t)(-(uintptr_t)arena->at & (align - 1)) : 0;
    if (!arena->at || bytes + pad > arena->left) {
        size_t room = bytes + ALIGN > CHUNK ? bytes + ALIGN : CHUNK;
        struct mbs_arena_chunk *chunk = calloc(1, sizeof *chunk + room);
        if (!chunk) {
            arena->failed = 1;
            return NULL;
        }
        chunk->next = arena->chunks;
        arena->chunks = chunk;
        arena->at = (char *)(chunk + 1);
        arena->left = room;
        pad = (size_t)(-(uintptr_t)arena->at & (align - 1));
    }
    char *memory = arena->at + pad;
    arena->at += pad + bytes;
    arena->left -= pad + bytes;
    return memory;
}

void *mbs_arena_copy(mbs_arena *arena, const void *data, size_t count, size_t size) {
    void *copy = mbs_arena_new(arena, count, size);
    if (copy && count > 0)
        memcpy(copy, data, count * size);
    return copy;
}

char *mbs_arena_text(mbs_arena *arena, const char *text) {
    return text ? mbs_arena_copy(arena, text, strlen(text) + 1, 1) : NULL;
}

void *mbs_arena_grow(mbs_arena *arena, void *array, int count, int *room, size_t size) {
    if (count < *room)
        return array;
    int wider = *room > 0 ? 2 * *room : 16;
    void *bigger = mbs_arena_new(arena, (size_t)wider, size);
    if (!bigger)
        return NULL;
    if (count > 0)
        memcpy(bigger, array, (size_t)count * size);
    *room = wider;
    return bigger;
}

void mbs_arena_free(mbs_arena *arena) {
    while (arena->chunks) {
        struct mbs_arena_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
    arena->at = NULL;
    arena->left = 0;
}
