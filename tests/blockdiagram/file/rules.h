/* what real model files have in common, so that ours must have it, too. The numbers are those of
 * the list of rules in README.md */
#ifndef RULES_H
#define RULES_H

#include <stddef.h>

#include "page.h"

/* looks at all rules; returns how many hold, and prints those that do not. *all: how many there are
 */
size_t rules_of_text(const char *path, size_t *all);
size_t rules_of_package(const char *path, size_t *all);

/* rules about systems, blocks and lines, of both forms */
typedef struct verdict {
    const char *path;
    size_t good, all;
} verdict;

void rule(verdict *v, const char *name, bool holds);

/* texts collected to see whether one occurs twice */
typedef struct texts {
    char **items;
    size_t count;
} texts;

void texts_add(texts *list, const char *text);
bool texts_have(const texts *list, const char *text);
bool texts_differ(texts *list); /* sorts them */
void texts_free(texts *list);

void rules_of_systems(verdict *v, const page *model, const char *version);

#endif
