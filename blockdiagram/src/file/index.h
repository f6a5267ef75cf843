/* names to blocks, so that systems with very many blocks and lines stay quick to read */
#ifndef BD_FILE_INDEX_H
#define BD_FILE_INDEX_H

#include <stdbool.h>

#include "blockdiagram/diagram.h"
#include "base/arena.h"

typedef struct bd_index {
    struct bd_index_slot {
        const char *key;
        bd_node *node;
    } * slots;
    size_t mask;
} bd_index;

/* room for count keys */
bool bd_index_create(bd_arena *arena, bd_index *index, size_t count);

/* false if the key is there already; keys are not copied */
bool bd_index_add(bd_index *index, const char *key, bd_node *node);

bd_node *bd_index_find(const bd_index *index, const char *key);

#endif
