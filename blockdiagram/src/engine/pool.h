/* memory that is taken piece by piece and given back all at once */
#ifndef ENGINE_POOL_H
#define ENGINE_POOL_H

#include <stddef.h>

typedef struct bd_pool {
    struct bd_pool_chunk *chunks;
} bd_pool;

/* zeroed and aligned for any type; NULL when memory ends */
void *bd_pool_alloc(bd_pool *pool, size_t bytes);
/* count elements of size bytes each, guarded against overflow */
void *bd_pool_array(bd_pool *pool, size_t count, size_t size);
char *bd_pool_text(bd_pool *pool, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bd_pool_free(bd_pool *pool);

#endif
