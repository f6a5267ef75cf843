/* memory that is taken piece by piece and given back all at once: a diagram, a syntax tree or a
 * compiled model owns one arena, and everything inside points freely. The total may be bounded, so
 * that hostile input cannot eat the machine */
#ifndef BD_BASE_ARENA_H
#define BD_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* all zero: empty and without a limit */
typedef struct bd_arena {
    struct bd_arena_chunk *chunks;
    size_t total, next_size;
    size_t limit; /* bytes of all chunks; 0: none */
} bd_arena;

bd_arena *bd_arena_create(size_t limit);
void bd_arena_free(bd_arena *arena);  /* one that was created */
void bd_arena_empty(bd_arena *arena); /* gives back what it holds */

/* from now on what it holds is constant, or not any more. In a debug build a write to it then stops
 * the program; nothing may be allocated meanwhile */
void bd_arena_seal(bd_arena *arena, bool constant);

/* zeroed and aligned for any type, large pieces to cache lines; NULL when memory or the limit ends
 */
void *bd_arena_alloc(bd_arena *arena, size_t size);
void *bd_arena_array(bd_arena *arena, size_t count, size_t size);

char *bd_arena_copy(bd_arena *arena, const char *text);
char *bd_arena_copy_bytes(bd_arena *arena, const char *bytes, size_t size);
char *bd_arena_text(bd_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* makes room for one more item in *items (of which count are used); old storage stays behind */
bool bd_arena_grow(bd_arena *arena, void **items, size_t count, size_t *capacity, size_t size);

/* what the other arena holds lives from now on as long as this one */
void bd_arena_adopt(bd_arena *arena, bd_arena *other);

#endif
