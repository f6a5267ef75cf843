/* growing arrays, and freeing much at once */
#ifndef COMMON_MEMORY_H
#define COMMON_MEMORY_H

#include <stdlib.h>

/* frees what each of the pointers points to; NULL is nothing */
#define CM_FREE(...)                                                                               \
    do {                                                                                           \
        void *all_[] = {__VA_ARGS__};                                                              \
        for (size_t i_ = 0; i_ < sizeof all_ / sizeof *all_; i_++)                                 \
            free(all_[i_]);                                                                        \
    } while (0)

/* frees a list and its items */
#define CM_FREE_LIST(items, count)                                                                 \
    do {                                                                                           \
        for (size_t i_ = 0; (items) && i_ < (size_t)(count); i_++)                                 \
            free((items)[i_]);                                                                     \
        free(items);                                                                               \
    } while (0)

/* an array of `count` items with room for one more; NULL for want of memory, and then it is as it
 * was. Room is for a power of two of them, so that an array that only grows here needs no note of
 * it and all growing together costs little */
void *cm_one_more(void *items, size_t count, size_t size);
/* the same array with one more item, which is zeroed and counted; it comes back */
void *cm_append(void **items, int *count, size_t size);

#endif
