/* the questions one asks about the class and size of a value */
#include <stdio.h>

#include "blockdiagram/value.h"

bool bd_value_is_integer(const bd_value *value) {
    return (value->type >= BD_INT8 && value->type <= BD_UINT32) || value->type == BD_INT64 ||
           value->type == BD_UINT64;
}

bool bd_value_is_numeric(const bd_value *value) {
    return value->type <= BD_UINT32 || value->type == BD_INT64 || value->type == BD_UINT64;
}

bool bd_value_is_number_like(const bd_value *value) {
    return value->type != BD_CELL && value->type != BD_STRUCT;
}

bool bd_value_is_scalar(const bd_value *value) {
    return value->count == 1;
}

bool bd_value_is_empty(const bd_value *value) {
    return value->count == 0;
}

bool bd_value_is_vector(const bd_value *value) {
    return value->rank == 2 && (value->dims[0] == 1 || value->dims[1] == 1) && value->count > 0;
}

bool bd_value_is_text(const bd_value *value) {
    return value->type == BD_CHAR &&
           (value->count == 0 || (value->rank == 2 && value->dims[0] == 1));
}

char *bd_value_size_text(const bd_value *value, char *text, size_t capacity) {
    size_t used = 0;

    text[0] = '\0';
    for (int k = 0; k < value->rank && used < capacity; k++) {
        const int n =
            snprintf(text + used, capacity - used, k > 0 ? "x%zu" : "%zu", value->dims[k]);
        used += n > 0 ? (size_t)n : 0;
    }
    return text;
}
