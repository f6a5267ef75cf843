/* memory of S-functions: each piece is linked into the scope in force, so that what a run leaves
 * behind is freed with it; persistent pieces and those that became part of an array are not */
#include "mx/internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINK_ROOM ((sizeof(mx_link) + 15u) & ~(size_t)15u)

static mx_link *link_of(void *memory) {
    return (mx_link *)(void *)((char *)memory - LINK_ROOM);
}

static void unlink_piece(mx_link *link) {
    if (!link->linked)
        return;
    link->previous->next = link->next;
    link->next->previous = link->previous;
    link->linked = 0;
}

static void link_piece(mx_link *link) {
    bd_mx_scope *scope = mx_scope_in_force();
    if (!scope)
        return;
    link->next = scope->head.next;
    link->previous = &scope->head;
    scope->head.next->previous = link;
    scope->head.next = link;
    link->linked = 1;
}

void *mx_try_memory(size_t size, int is_array) {
    if (size > SIZE_MAX - LINK_ROOM)
        return NULL;
    mx_link *link = calloc(1, LINK_ROOM + (size > 0 ? size : 1));
    if (!link)
        return NULL;
    link->size = size;
    link->is_array = is_array;
    link_piece(link);
    return (char *)link + LINK_ROOM;
}

void *mx_memory(size_t size, int is_array) {
    void *memory = mx_try_memory(size, is_array);
    if (!memory)
        mx_fail("out of memory (%zu bytes)", size);
    return memory;
}

void mx_adopt(void *memory) {
    if (memory)
        unlink_piece(link_of(memory));
}

void mx_release(void *memory) {
    if (!memory)
        return;
    mx_link *link = link_of(memory);
    unlink_piece(link);
    free(link);
}

void mx_scope_clear(bd_mx_scope *scope) {
    while (scope->head.next != &scope->head) {
        mx_link *link = scope->head.next;
        void *memory = (char *)link + LINK_ROOM;
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what was freed is off the list */
        if (link->is_array)
            mxDestroyArray(memory);
        else
            mx_release(memory);
    }
}

void *mxMalloc(size_t n) {
    return mx_memory(n, 0);
}

void *mxCalloc(size_t n, size_t size) {
    if (size > 0 && n > SIZE_MAX / size)
        mx_fail("out of memory (%zu elements of %zu bytes)", n, size);
    return mx_memory(n * size, 0);
}

void *mxRealloc(void *pointer, size_t size) {
    if (!pointer)
        return mxMalloc(size);
    mx_link *old = link_of(pointer);
    void *memory = mx_memory(size, 0);
    memcpy(memory, pointer, old->size < size ? old->size : size);
    if (!old->linked)
        mx_adopt(memory);
    mx_release(pointer);
    return memory;
}

void mxFree(void *pointer) {
    mx_release(pointer);
}

void mexMakeMemoryPersistent(void *pointer) {
    mx_adopt(pointer);
}

void mexMakeArrayPersistent(mxArray *array) {
    mx_adopt(array);
}
