/* what clients may set of the slave that is served: some options by name, each a number within
 * bounds or one of some words. Everything else is the host's, and refused. */
#ifndef REMOTE_LET_H
#define REMOTE_LET_H

#include "multirate/message.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct let_option {
    char name[128];
    double least, most; /* of a number */
    char *words;        /* "one|other"; NULL: a number */
} let_option;

typedef struct let_list {
    let_option *items;
    int count;
} let_list;

/* adds what "NAME", "NAME=MIN:MAX" or "NAME=WORD|WORD" lets clients set; false and a sentence if it
 * says nothing of that kind, or would let them choose a file */
bool let_add(let_list *list, const char *text, mr_message *message);
void let_free(let_list *list);

/* reads what a client gives (bytes of a stranger) and composes the text that the slave gets: the
 * options by the names above, written anew. NULL and a sentence if one of them is not let. The text
 * is the caller's. */
char *let_through(const let_list *list, const char *given, size_t length, mr_message *message);

#endif
