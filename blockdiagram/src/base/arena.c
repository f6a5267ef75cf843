/* an arena is a list of chunks; allocation moves a cursor in the newest one */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* in a debug build constant memory is so by hardware: who writes to it is caught at once */
#if !defined(NDEBUG) && defined(__unix__) && !defined(MR_SMALL_PIECES)
#include <sys/mman.h>
#define SEALS 1
#define PAGE  ((size_t)4096)
#else
#define SEALS 0
#define PAGE  ((size_t)64)
#endif

/* a build for tests has a chunk for each piece, so that each of them can fail */
#ifdef MR_SMALL_PIECES
#define FIRST_CHUNK   16
#define LARGEST_CHUNK 16
#else
#define FIRST_CHUNK   4096
#define LARGEST_CHUNK (1024 * 1024)
#endif
#define LINE ((size_t)64) /* of the cache: hot structures do not straddle two */

typedef struct bd_arena_chunk {
    struct bd_arena_chunk *next;
    size_t size, used, pages;
    _Alignas(LINE) char bytes[];
} chunk;

bd_arena *bd_arena_create(size_t limit) {
    bd_arena *arena = calloc(1, sizeof *arena);
    if (arena)
        arena->limit = limit;
    return arena;
}

void bd_arena_seal(bd_arena *arena, bool constant) {
#if SEALS
    for (chunk *c = arena->chunks; c; c = c->next)
        mprotect(c, c->pages, constant ? PROT_READ : PROT_READ | PROT_WRITE);
#else
    (void)arena;
    (void)constant;
#endif
}

void bd_arena_empty(bd_arena *arena) {
    bd_arena_seal(arena, false);
    while (arena->chunks) {
        chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
    arena->total = arena->next_size = 0;
}

void bd_arena_free(bd_arena *arena) {
    if (!arena)
        return;
    bd_arena_empty(arena);
    free(arena);
}

static chunk *add_chunk(bd_arena *arena, size_t needed) {
    size_t next = arena->next_size ? arena->next_size : FIRST_CHUNK;
    size_t size = needed > next ? (needed + LINE - 1) / LINE * LINE : next;
    if (arena->limit && (size > arena->limit || arena->total > arena->limit - size))
        return NULL;
    size_t pages = (sizeof(chunk) + size + PAGE - 1) / PAGE * PAGE;
    chunk *c = aligned_alloc(PAGE, pages);
    if (!c)
        return NULL;
    c->pages = pages;
    c->size = size;
    c->used = 0;
    arena->total += size;
    arena->next_size = next < LARGEST_CHUNK ? 2 * next : next;
    /* a large single item must not hide the room left in the newest chunk */
    bool beside =
        arena->chunks && size != next && arena->chunks->size - arena->chunks->used > size / 2;
    chunk **place = beside ? &arena->chunks->next : &arena->chunks;
    c->next = *place;
    *place = c;
    return c;
}

void *bd_arena_alloc(bd_arena *arena, size_t size) {
    if (size > SIZE_MAX / 4)
        return NULL;
    size_t unit = size >= LINE ? LINE : _Alignof(max_align_t);
    size = size ? (size + unit - 1) / unit * unit : unit;
    chunk *c = arena->chunks;
    size_t begin = c ? (c->used + unit - 1) / unit * unit : 0;
    if (!c || begin > c->size || c->size - begin < size) {
        c = add_chunk(arena, size);
        if (!c)
            return NULL;
        begin = 0;
    }
    c->used = begin + size;
    return memset(c->bytes + begin, 0, size);
}

void *bd_arena_array(bd_arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / 4 / size)
        return NULL;
    return bd_arena_alloc(arena, count * size);
}

char *bd_arena_copy_bytes(bd_arena *arena, const char *bytes, size_t size) {
    char *copy = size < SIZE_MAX / 4 ? bd_arena_alloc(arena, size + 1) : NULL;
    if (copy && size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *bd_arena_copy(bd_arena *arena, const char *text) {
    return bd_arena_copy_bytes(arena, text, strlen(text));
}

char *bd_arena_text(bd_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : bd_arena_alloc(arena, (size_t)length + 1);
    if (!text)
        return NULL;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

bool bd_arena_grow(bd_arena *arena, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    size_t wanted = *capacity < 4 ? 4 : *capacity * 2;
    void *grown = bd_arena_array(arena, wanted, size);
    if (!grown)
        return false;
    if (count > 0)
        memcpy(grown, *items, count * size);
    *items = grown;
    *capacity = wanted;
    return true;
}

void bd_arena_adopt(bd_arena *arena, bd_arena *other) {
    chunk **end = &arena->chunks;
    while (*end)
        end = &(*end)->next;
    *end = other->chunks;
    arena->total += other->total;
    free(other);
}
