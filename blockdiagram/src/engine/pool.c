/* a list of chunks; small pieces share one, large ones get their own */
#include "engine/pool.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHUNK_BYTES ((size_t)32768)
#define ALIGNMENT   ((size_t)64)

typedef struct bd_pool_chunk {
    struct bd_pool_chunk *next;
    char *bytes;
    size_t used;
    size_t size;
} bd_pool_chunk;

static bd_pool_chunk *add_chunk(bd_pool *pool, size_t size) {
    bd_pool_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk)
        return NULL;
    /* whole cache lines, so that hot structures do not straddle them */
    chunk->bytes = aligned_alloc(ALIGNMENT, size);
    if (!chunk->bytes) {
        free(chunk);
        return NULL;
    }
    chunk->size = size;
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    return chunk;
}

void *bd_pool_alloc(bd_pool *pool, size_t bytes) {
    if (bytes > SIZE_MAX / 2)
        return NULL;
    size_t unit = bytes >= ALIGNMENT ? ALIGNMENT : 16;
    bytes = bytes ? (bytes + unit - 1) / unit * unit : unit;
    bd_pool_chunk *chunk = pool->chunks;
    size_t begin = chunk ? (chunk->used + unit - 1) / unit * unit : 0;
    if (!chunk || begin > chunk->size || chunk->size - begin < bytes) {
        size_t size = bytes > CHUNK_BYTES / 4 ? bytes : CHUNK_BYTES;
        chunk = add_chunk(pool, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        if (!chunk)
            return NULL;
        begin = 0;
    }
    char *piece = chunk->bytes + begin;
    for (size_t i = 0; i < bytes; i++)
        piece[i] = 0;
    chunk->used = begin + bytes;
    return piece;
}

void *bd_pool_array(bd_pool *pool, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size)
        return NULL;
    return bd_pool_alloc(pool, count * size);
}

char *bd_pool_text(bd_pool *pool, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : bd_pool_alloc(pool, (size_t)length + 1);
    if (!text)
        return NULL;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

void bd_pool_free(bd_pool *pool) {
    while (pool->chunks) {
        bd_pool_chunk *next = pool->chunks->next;
        free(pool->chunks->bytes);
        free(pool->chunks);
        pool->chunks = next;
    }
}
