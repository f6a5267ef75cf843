/* a sorted copy: equal names are neighbours there, in the order of their places */
#include "common/twins.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const char *const *one = *(const char *const *const *)a;
    const char *const *other = *(const char *const *const *)b;
    const int order = strcmp(*one, *other);
    return order != 0 ? order : (one > other) - (one < other);
}

static size_t each_with_each(const char *const *names, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                return i;
    return count;
}

size_t cm_first_twin(const char *const *names, size_t count) {
    enum { FEW = 16 };
    const char *const **sorted = count > FEW ? malloc(count * sizeof *sorted) : NULL;
    if (!sorted)
        return each_with_each(names, count);
    size_t first = count;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &names[i];
    qsort(sorted, count, sizeof *sorted, compare);
    for (size_t i = 1; i < count; i++)
        if ((size_t)(sorted[i] - names) < first && strcmp(*sorted[i - 1], *sorted[i]) == 0)
            first = (size_t)(sorted[i] - names);
    free(sorted);
    return first;
}
