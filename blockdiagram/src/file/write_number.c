/* SIDs are unique in a whole file: a block keeps its own unless another one has it already. On the
 * way the types in use are listed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/write.h"

typedef struct entry {
    const bd_node *node;
    const char *sid;
    size_t order;
} entry;

typedef struct listing {
    entry *items;
    size_t count;
    size_t capacity;
} listing;

static bool is_sid(const char *sid) {
    const size_t length = strlen(sid);
    return length > 0 && length < 60 && sid[0] >= '1' && sid[0] <= '9' &&
           strspn(sid, "0123456789:") == length && strcspn(sid, ":") < 10;
}

static bool collect(bd_writer *w, const bd_system *system, listing *list) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (!bd_arena_grow(w->items.arena, (void **)&list->items, list->count, &list->capacity,
                           sizeof *list->items))
            return false;
        list->items[list->count] = (entry){node, is_sid(node->sid) ? node->sid : "", list->count};
        list->count++;
        if (node->system && !node->link && !collect(w, node->system, list))
            return false;
    }
    return true;
}

static int by_sid(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const int order = strcmp(x->sid, y->sid);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static int by_address(const void *a, const void *b) {
    const bd_sid *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* numbers that occur twice are taken from all but the first block */
static void take_doubles(bd_writer *w, listing *list) {
    qsort(list->items, list->count, sizeof *list->items, by_sid);
    const char *last = "";
    for (size_t i = 0; i < list->count; i++) {
        const char *sid = list->items[i].sid;
        if (*sid != '\0' && strcmp(sid, last) == 0) {
            list->items[i].sid = "";
            continue;
        }
        last = sid;
        const long number = strtol(sid, NULL, 10);
        if (number > w->sid_highest)
            w->sid_highest = number;
    }
    qsort(list->items, list->count, sizeof *list->items, by_order);
}

static bool list_types(bd_writer *w, const listing *list) {
    w->types = bd_arena_array(w->items.arena, list->count + 1, sizeof *w->types);
    if (!w->types)
        return false;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].node->link)
            w->types[count++] = list->items[i].node->type;
    qsort(w->types, count, sizeof *w->types, by_text);
    for (size_t i = 0; i < count; i++)
        if (w->type_count == 0 || strcmp(w->types[w->type_count - 1], w->types[i]) != 0)
            w->types[w->type_count++] = w->types[i];
    return true;
}

bd_status bd_write_number(bd_writer *w) {
    listing list = {0};
    bool good = collect(w, w->diagram->root, &list) && list_types(w, &list);
    w->sids = good ? bd_arena_array(w->items.arena, list.count + 1, sizeof *w->sids) : NULL;
    if (!w->sids)
        return bd_error_set(w->error, BD_OUT_OF_MEMORY, "%s: out of memory", w->diagram->name);
    if (list.count > 0)
        take_doubles(w, &list);
    for (size_t i = 0; i < list.count; i++) {
        const char *sid = list.items[i].sid;
        if (*sid == '\0') {
            char number[24];
            int length = snprintf(number, sizeof number, "%ld", ++w->sid_highest);
            sid = bd_arena_copy_bytes(w->items.arena, number, (size_t)length);
        }
        if (!sid)
            return bd_error_set(w->error, BD_OUT_OF_MEMORY, "%s: out of memory", w->diagram->name);
        w->sids[w->sid_count++] = (bd_sid){list.items[i].node, sid};
    }
    if (w->sid_count > 0)
        qsort(w->sids, w->sid_count, sizeof *w->sids, by_address);
    return BD_OK;
}

const char *bd_write_sid(const bd_writer *w, const bd_node *node) {
    const bd_sid wanted = {node, NULL};
    const bd_sid *found = bsearch(&wanted, w->sids, w->sid_count, sizeof wanted, by_address);
    return found ? found->sid : "";
}
