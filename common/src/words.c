#include "common/words.h"

#include <string.h>
#include <strings.h>

const char *cm_other(const cm_pair *table, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].word, word) == 0)
            return table[i].other;
    return NULL;
}

const char *cm_other_any_case(const cm_pair *table, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(table[i].word, word) == 0)
            return table[i].other;
    return NULL;
}

int cm_number_of(const cm_number *table, size_t count, const char *word, int none) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].word, word) == 0)
            return table[i].number;
    return none;
}

int cm_number_of_any_case(const cm_number *table, size_t count, const char *word, int none) {
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(table[i].word, word) == 0)
            return table[i].number;
    return none;
}
