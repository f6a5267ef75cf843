/* regular expressions, as texts in the language use them */
#ifndef BD_VALUE_REGULAR_H
#define BD_VALUE_REGULAR_H

#include "value/calc.h"

enum { BD_REGULAR_GROUPS = 32, BD_REGULAR_NAME = 64 };

/* a compiled pattern; it lives in the pool of the calculation */
typedef struct bd_regular bd_regular;
bd_regular *bd_regular_compile(bd_calc *calc, const char *pattern, size_t length, bool any_case,
                               bool line_anchors, bool dot_excludes_newline);
int bd_regular_groups(const bd_regular *pattern);
/* name of group k (from 1), or "" */
const char *bd_regular_name(const bd_regular *pattern, int k);

/* where the groups are; 0 is the whole. begin < 0: it took no part */
typedef struct bd_regular_match {
    long begin[BD_REGULAR_GROUPS + 1], end[BD_REGULAR_GROUPS + 1];
} bd_regular_match;
/* the first match at or after `from`. false: there is none, or the calculation has failed */
bool bd_regular_find(bd_calc *calc, const bd_regular *pattern, const char *text, size_t length,
                     size_t from, bd_regular_match *match);

#endif
