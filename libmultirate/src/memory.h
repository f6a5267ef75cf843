/* freeing much at once, as common/memory.h does: the library takes nothing from other rooms */
#ifndef MR_MEMORY_H
#define MR_MEMORY_H

#include <stdlib.h>

static inline void mr_free_each(void *const *items, size_t count) {
    while (count-- > 0)
        free(*items++);
}

/* frees what each of the pointers points to; NULL is nothing */
#define MR_FREE(...)                                                                               \
    mr_free_each((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))

#endif
