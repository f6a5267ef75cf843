/* memory that is given back all at once: what a builder and a model are made of */
#ifndef MBS_ARENA_H
#define MBS_ARENA_H

#include <stddef.h>

typedef struct mbs_arena {
    struct mbs_arena_chunk *chunks;
    size_t left;
    char *at;
    int failed; /* an allocation failed; sticky, so that callers may look once at the end */
} mbs_arena;

/* zeroed memory; NULL and failed set where there is none */
void *mbs_arena_new(mbs_arena *arena, size_t count, size_t size);
void *mbs_arena_copy(mbs_arena *arena, const void *data, size_t count, size_t size);
char *mbs_arena_text(mbs_arena *arena, const char *text);
void mbs_arena_free(mbs_arena *arena);

/* a growing array inside an arena: doubles its room and copies */
void *mbs_arena_grow(mbs_arena *arena, void *array, int count, int *room, size_t size);

#endif
