/* the description of a study: a YAML file as a tree of nodes. Every question that is not answered
 * as expected leaves one sentence with file and line */
#ifndef CLI_STUDY_DESCRIPTION_H
#define CLI_STUDY_DESCRIPTION_H

#include "blockdiagram/workspace.h"

#include <stdbool.h>
#include <yaml.h>

typedef yaml_node_t description_node;

typedef struct description {
    const char *command;           /* whose it is, for its sentences */
    char path[4096], folder[4096]; /* the file, and where the files beside it are */
    yaml_document_t document;
    bool is_open;
    int depth; /* of lists that are being read */
} description;

/* false, and a sentence, if it cannot be read or a key stands twice */
bool description_open(description *d, const char *command, const char *path);
void description_close(description *d);
description_node *description_root(description *d);

/* "FILE:LINE: sentence"; false */
bool description_refuse(const description *d, const description_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* value of a key of a mapping; NULL if it is not there, or if the mapping is NULL */
description_node *description_key(description *d, const description_node *map, const char *key);
/* what a key may hold */
typedef enum description_kind {
    DESCRIPTION_VALUE, /* anything that has a value */
    DESCRIPTION_TEXT,  /* a scalar */
    DESCRIPTION_TEXTS, /* a sequence of them */
    DESCRIPTION_MAP,   /* names with values */
    DESCRIPTION_PAIRS, /* names with scalars */
    DESCRIPTION_LIST   /* a sequence of anything */
} description_kind;

typedef struct description_rule {
    const char *key;
    description_kind kind;
} description_rule;

/* the node is a mapping, all its keys are in the list (which ends with NULL), and hold what they
 * may */
bool description_check(description *d, const description_node *map, const description_rule *rules);
/* pairs of a mapping, items of a sequence: how many (0 of NULL), and the one of a number */
int description_count(const description_node *node);
const char *description_name(description *d, const description_node *map, int index);
description_node *description_at(description *d, const description_node *node, int index);

/* a scalar as it stands there; NULL if the node is none */
const char *description_text(const description_node *node);
const char *description_text_of(description *d, const description_node *map, const char *key);

/* what a node means: a scalar in 'quotes' is a text, another an expression in the scope (in "double
 * quotes" where YAML would take its commas or colons for its own); a sequence
 * is a cell of what its items mean. NULL, and a sentence with the line, on a mistake */
bd_value *description_value(description *d, const description_node *node, const bd_workspace *scope,
                            bd_error *error);
/* the same of every pair of a mapping into a workspace, one after the other; no value: the variable
 * of the same name in `scope`, which sees those before it if it is the same */
bool description_set_all(description *d, const description_node *map, const bd_workspace *scope,
                         bd_workspace *into, bd_error *error);
/* a condition; true if there is no node */
bool description_holds(description *d, const description_node *node, const bd_workspace *scope,
                       bool *truth, bd_error *error);

#endif
