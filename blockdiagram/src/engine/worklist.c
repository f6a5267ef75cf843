/* a binary heap of keys: sweep in the upper half, then blocks before nets, then their numbers
 * (Williams 1964, heapsort) */
#include "engine/worklist.h"

#define NET   ((uint64_t)1 << 31)
#define SWEEP ((uint64_t)1 << 32)

bool bd_worklist_begin(bd_worklist *list, bd_arena *arena, size_t capacity) {
    if (list->capacity < capacity) {
        list->capacity = list->capacity ? 2 * capacity : capacity;
        list->heap = bd_arena_array(arena, list->capacity, sizeof *list->heap);
    }
    list->count = 0;
    list->now = SWEEP - 1;
    return list->heap || capacity == 0; /* a diagram of wires only has no work */
}

void bd_worklist_add(bd_worklist *list, uint32_t place, bool is_net, void *item) {
    if (!list->heap)
        return;
    uint64_t key = list->now / SWEEP * SWEEP + (is_net ? NET : 0) + place;
    if (key <= list->now)
        key += SWEEP;
    size_t i = list->count++;
    for (; i > 0 && list->heap[(i - 1) / 2].key > key; i = (i - 1) / 2)
        list->heap[i] = list->heap[(i - 1) / 2];
    list->heap[i] = (bd_work){key, item};
}

void *bd_worklist_take(bd_worklist *list, bool *is_net) {
    if (list->count == 0) {
        list->now |= SWEEP - 1; /* this sweep is over */
        return NULL;
    }
    bd_work *heap = list->heap, first = heap[0], last = heap[--list->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < list->count; i = child) {
        if (child + 1 < list->count && heap[child + 1].key < heap[child].key)
            child++;
        if (heap[child].key >= last.key)
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    list->now = first.key;
    *is_net = first.key & NET;
    return first.item;
}
