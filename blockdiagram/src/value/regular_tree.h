/* what a regular expression is once it is read, between its reader and the search */
#ifndef BD_VALUE_REGULAR_TREE_H
#define BD_VALUE_REGULAR_TREE_H

#include "value/regular.h"

#include <ctype.h>

typedef enum item_kind {
    ITEM_CHARACTER,
    ITEM_ANY,
    ITEM_CLASS,
    ITEM_GROUP, /* also (?: …): number 0 */
    ITEM_BEGIN,
    ITEM_END,
    ITEM_WORD_EDGE,
    ITEM_NO_WORD_EDGE,
    ITEM_WORD_BEGIN,
    ITEM_WORD_END,
    ITEM_BACK,  /* reference to a group */
    ITEM_AHEAD, /* (?= …), (?! …) */
    ITEM_BEHIND
} item_kind;

typedef struct branch branch;
typedef struct item {
    item_kind kind;
    unsigned char character;
    bool negated, lazy;
    int number, least, most;
    unsigned char set[32];
    branch *inside; /* alternatives of a group */
    struct item *next;
} item;
struct branch {
    item *first;
    branch *other;
};

struct bd_regular {
    branch *top;
    int groups;
    char names[BD_REGULAR_GROUPS + 1][BD_REGULAR_NAME];
    bool any_case, line_anchors, dot_excludes_newline;
};

static inline bool is_word(int c) {
    return isalnum(c) || c == '_';
}

#endif
