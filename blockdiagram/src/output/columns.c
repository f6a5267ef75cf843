/* names of columns and of variables */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "output/writer.h"

static const char *at(const char *const *texts, size_t k) {
    return texts && texts[k] ? texts[k] : "";
}

const char *bd_element_unit(const bd_output_signal *signal, size_t k) {
    return at(signal->units, k);
}

int bd_output_column_name(const bd_output_signal *signal, size_t k, char *text, size_t capacity) {
    if (signal->rows * signal->columns == 1)
        return snprintf(text, capacity, "%s", signal->name);
    if (*at(signal->elements, k) != '\0')
        return snprintf(text, capacity, "%s.%s", signal->name, signal->elements[k]);
    if (signal->columns == 1 || signal->rows == 1)
        return snprintf(text, capacity, "%s(%zu)", signal->name, k + 1);
    return snprintf(text, capacity, "%s(%zu,%zu)", signal->name, k % signal->rows + 1,
                    k / signal->rows + 1);
}

static int is_taken(const char *name, char (*taken)[64], size_t count) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(taken[k], name) == 0)
            return 1;
    return 0;
}

void bd_variable_name(const char *name, char (*taken)[64], size_t count, char *made) {
    size_t used = 0;

    if (!isalpha((unsigned char)name[0])) {
        made[used++] = 'x';
        if (name[0] != '_' && name[0] != '\0')
            made[used++] = '_';
    }
    for (; *name != '\0' && used < 50; name++)
        made[used++] = isalnum((unsigned char)*name) ? *name : '_';
    made[used] = '\0';
    for (size_t k = 2; is_taken(made, taken, count); k++)
        snprintf(made + used, 64 - used, "_%zu", k);
}
