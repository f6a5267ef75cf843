/* shared by the parsers of actions */
#ifndef BD_CHART_PARSE_H
#define BD_CHART_PARSE_H

#include <stdarg.h>

#include "chart/chart.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_TEXT,
    TOKEN_OPERATOR /* and line ends */
} token_kind;

typedef struct token {
    token_kind kind;
    const char *start;
    size_t length;
    double number;
    bool whole, single, space_before;
} token;

typedef struct parser {
    chart *c;
    const chart_place *place;
    const char *text, *at;
    token token;
    int depth;   /* brackets: line ends do not count */
    int nesting; /* of expressions */
    int choices; /* if and elseif so far */
    bool in_list, elementwise;
    bool beyond; /* what failed may be said in the language itself */
    bd_status status;
} parser;

/* a new node of that name, or the function ends */
#define NEW(name, op)                                                                              \
    chart_node *name = parse_node(p, op);                                                          \
    if (!name)                                                                                     \
    return p->status

bd_status parse_fail(parser *p, const char *format, ...) BD_PRINTF(2, 3);
/* the same for what these trees cannot express */
bd_status parse_beyond(parser *p, const char *format, ...) BD_PRINTF(2, 3);
chart_node *parse_node(parser *p, chart_op op); /* NULL: p->status */
void parse_next(parser *p);
bool parse_is(const parser *p, const char *text);
bool parse_take(parser *p, const char *text);
bd_status parse_expect(parser *p, const char *text);
char *parse_word(parser *p);
bd_status parse_expression(parser *p, chart_node **node);
bd_status parse_primary(parser *p, chart_node **node);
/* *left becomes the operation of both, if their types and sizes fit */
bd_status parse_binary(parser *p, chart_op op, chart_node **left, chart_node *right);
bd_status parse_dotted(parser *p, char *name, size_t size);
/* statements up to one of these words (a list that ends with NULL; NULL: to the end) */
bd_status parse_block(parser *p, chart_node **first, const char *const *ends);

/* calls.c: a function of the chart by number (-1: there is none of that name), one that is known,
 * a cast, an array of one number */
bd_status parse_call(parser *p, int function, chart_node **node);
bd_status parse_call_known(parser *p, const char *word, chart_node **node);
bd_status parse_cast(parser *p, int type, chart_node **node);
bd_status parse_filled(parser *p, double number, chart_node **node);

/* temporal.c: *done: the word is such an operator; in(state); whose time a word is about */
bd_status parse_temporal(parser *p, const char *word, chart_node **node, bool *done);
bd_status parse_in(parser *p, chart_node **node);
bd_status parse_time_owner(parser *p, const char *word, chart_node *node);

#endif
