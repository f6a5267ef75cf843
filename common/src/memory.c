/* growing arrays */
#include "common/memory.h"

#include <stdint.h>
#include <string.h>

void *cm_one_more(void *items, size_t count, size_t size) {
    if (items && (count & (count - 1)) != 0)
        return items;
    const size_t room = count ? 2 * count : 1;
    return room > SIZE_MAX / 2 / size ? NULL : realloc(items, room * size);
}

void *cm_append(void **items, int *count, size_t size) {
    char *grown = cm_one_more(*items, (size_t)*count, size);
    if (!grown)
        return NULL;
    *items = grown;
    return memset(grown + (size_t)(*count)++ * size, 0, size);
}
