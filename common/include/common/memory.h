/* freeing much at once */
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

#endif
