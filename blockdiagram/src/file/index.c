/* open addressing, at most half full; FNV-1a */
#include "file/index.h"

#include <stdint.h>
#include <string.h>

static size_t hash(const char *key) {
    uint64_t h = 14695981039346656037U;
    for (; *key != '\0'; key++)
        h = (h ^ (unsigned char)*key) * 1099511628211U;
    return (size_t)(h ^ (h >> 32));
}

bool bd_index_create(bd_arena *arena, bd_index *index, size_t count) {
    size_t size = 8;
    while (size < 2 * count)
        size *= 2;
    index->mask = size - 1;
    index->slots = bd_arena_array(arena, size, sizeof *index->slots);
    return index->slots != NULL;
}

static size_t slot_of(const bd_index *index, const char *key) {
    size_t i = hash(key) & index->mask;
    while (index->slots[i].key && strcmp(index->slots[i].key, key) != 0)
        i = (i + 1) & index->mask;
    return i;
}

bool bd_index_add(bd_index *index, const char *key, bd_node *node) {
    size_t i = slot_of(index, key);
    if (index->slots[i].key)
        return false;
    index->slots[i].key = key;
    index->slots[i].node = node;
    return true;
}

bd_node *bd_index_find(const bd_index *index, const char *key) {
    return index->slots[slot_of(index, key)].node;
}
