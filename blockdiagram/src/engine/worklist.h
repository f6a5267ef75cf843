/* what is still to be looked at: blocks and nets, as if all were swept through in their order again
 * and again, without touching those for which nothing has changed */
#ifndef ENGINE_WORKLIST_H
#define ENGINE_WORKLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct bd_work {
    uint64_t key; /* sweep and place in it */
    void *item;
} bd_work;

typedef struct bd_worklist {
    bd_work *heap;
    size_t count, capacity;
    uint64_t now; /* key of the present item; places behind it belong to the present sweep */
} bd_worklist;

/* room for so many items, each of which is in the list at most once at a time; memory of an
 * earlier begin serves again */
bool bd_worklist_begin(bd_worklist *list, bd_arena *arena, size_t capacity);
/* place: number of a block, or of a net behind all blocks; no effect before begin */
void bd_worklist_add(bd_worklist *list, uint32_t place, bool is_net, void *item);
/* NULL: nothing is left */
void *bd_worklist_take(bd_worklist *list, bool *is_net);

#endif
