/* tables of words, and what belongs to a word: a constant array, searched from its begin */
#ifndef COMMON_WORDS_H
#define COMMON_WORDS_H

#include <stddef.h>

typedef struct cm_pair {
    const char *word, *other;
} cm_pair;

typedef struct cm_triple {
    const char *word, *second, *third;
} cm_triple;

typedef struct cm_number {
    const char *word;
    int number;
} cm_number;

/* a table and its length, as the functions below take it */
#define CM_TABLE(table) (table), sizeof(table) / sizeof *(table)

/* what stands beside the word, or NULL */
const char *cm_other(const cm_pair *table, size_t count, const char *word);
/* the same, upper and lower case being alike */
const char *cm_other_any_case(const cm_pair *table, size_t count, const char *word);

/* the number of a word, or `none` */
int cm_number_of(const cm_number *table, size_t count, const char *word, int none);
int cm_number_of_any_case(const cm_number *table, size_t count, const char *word, int none);

#endif
