/* statements: what the parts of their parser share */
#ifndef BD_VALUE_STATEMENTS_H
#define BD_VALUE_STATEMENTS_H

#include "value/syntax.h"

bool bd_parse_is_keyword(const bd_parser *parser, int code);
bool bd_parse_is_separator(const bd_token *token);
void bd_parse_skip_separators(bd_parser *parser);
bool bd_parse_opens_block(const bd_token *token);
/* behind this token */
int bd_parse_bracket_depth(const bd_token *token, int depth);
bool bd_parse_expect_end(bd_parser *parser, const char *what);

/* statements up to what ends a block */
bd_syntax *bd_parse_block(bd_parser *parser);
/* a BROKEN statement from `begin` on, or NULL if the mistake stands */
bd_syntax *bd_parse_give_up(bd_parser *parser, const bd_token *begin);

/* [a, ~, c.d(2)] = … begins here */
bool bd_parse_is_assigned_list(const bd_parser *parser);
bool bd_parse_is_assignable(const bd_syntax *node);
bool bd_parse_targets(bd_parser *parser, bd_syntax_nodes *targets);
bd_syntax *bd_parse_assignment(bd_parser *parser, size_t at, const bd_syntax_nodes *targets);

#endif
