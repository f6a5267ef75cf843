/* memory that is given back all at once: a diagram or a parse tree owns one arena, and everything
 * inside points freely. The total is bounded, so a hostile file cannot eat the machine */
#ifndef BD_FILE_ARENA_H
#define BD_FILE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bd_arena bd_arena;

bd_arena *bd_arena_create(size_t limit);
void bd_arena_free(bd_arena *arena);

/* zeroed and aligned for any type; NULL when memory or the limit ends */
void *bd_arena_alloc(bd_arena *arena, size_t size);
void *bd_arena_alloc_array(bd_arena *arena, size_t count, size_t size);

char *bd_arena_copy(bd_arena *arena, const char *text);
char *bd_arena_copy_bytes(bd_arena *arena, const char *bytes, size_t size);

/* makes room for one more item in *items (of which count are used); old storage stays behind */
bool bd_arena_grow(bd_arena *arena, void **items, size_t count, size_t *capacity, size_t size);

/* what the other arena holds lives from now on as long as this one */
void bd_arena_adopt(bd_arena *arena, bd_arena *other);

#endif
