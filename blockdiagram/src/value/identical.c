/* are two values the same to the bit? */
#include <string.h>

#include "value/box.h"

static bool same_children(const bd_value *a, const bd_value *b) {
    const size_t count = a->type == BD_STRUCT ? a->count * a->field_count : a->count;
    for (size_t i = 0; i < a->field_count; i++)
        if (strcmp(a->field_names[i], b->field_names[i]) != 0)
            return false;
    for (size_t i = 0; i < count; i++)
        if (!bd_value_identical(a->children[i], b->children[i]))
            return false;
    return true;
}

bool bd_value_identical(const bd_value *a, const bd_value *b) {
    if (a == b)
        return true;
    if (!a || !b || a->type != b->type || a->rank != b->rank || a->field_count != b->field_count ||
        !a->im != !b->im || bd_box(a)->object != bd_box(b)->object ||
        bd_box(a)->object == BD_HANDLE_OBJECT)
        return false;
    if (memcmp(a->dims, b->dims, sizeof a->dims) != 0)
        return false;
    if (a->type == BD_CELL || a->type == BD_STRUCT)
        return same_children(a, b);
    const size_t bytes = a->count * bd_class_bytes(a->type);
    return bytes == 0 ||
           (memcmp(a->re, b->re, bytes) == 0 && (!a->im || memcmp(a->im, b->im, bytes) == 0));
}
