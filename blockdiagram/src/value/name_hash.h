/* names by hash: found without comparing all of them */
#ifndef BD_VALUE_NAME_HASH_H
#define BD_VALUE_NAME_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Fowler, Noll and Vo, 1a */
static inline size_t bd_name_hash(const char *name) {
    uint64_t h = 14695981039346656037U;

    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211U;
    return (size_t)(h ^ h >> 29);
}

#endif
