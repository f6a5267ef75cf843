/* a statement that cannot be read, where failing ones are skipped */
#include <string.h>

#include "value/statements.h"

/* behind the statement that begins here: its line, or all of it up to its `end`. NULL if that is
 * missing */
static const bd_token *behind_statement(const bd_token *token) {
    int blocks = 0, brackets = 0;

    for (; token->kind != BD_TOKEN_EOF; token++) {
        brackets = bd_parse_bracket_depth(token, brackets);
        if (brackets > 0)
            continue;
        blocks += bd_parse_opens_block(token);
        blocks -= bd_token_is(token, BD_TOKEN_KEYWORD, BD_KEY_END);
        if (blocks < 0 || (blocks == 0 && bd_parse_is_separator(token)))
            return token;
    }
    return blocks == 0 ? token : NULL;
}

/* names that the tokens of a statement would assign: those that begin a statement with a = in it */
static bool add_assigned(bd_parser *parser, const bd_token *from, const bd_token *to,
                         bd_syntax_nodes *names) {
    const bd_token *first = from;
    int brackets = 0;

    for (const bd_token *token = from; token < to; token++) {
        brackets = bd_parse_bracket_depth(token, brackets);
        if (brackets == 0 && (bd_parse_is_separator(token) || bd_parse_opens_block(token)))
            first = token + 1;
        if (brackets > 0 || !bd_token_is(token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN))
            continue;
        const bool list = bd_token_is(first, BD_TOKEN_OPEN, '[');
        for (const bd_token *t = first; t < token && (t == first || list); t++) {
            bd_syntax *name = t->kind == BD_TOKEN_NAME
                                  ? bd_syntax_make(parser, BD_SYNTAX_NAME, t->at, NULL, NULL, NULL)
                                  : NULL;
            if (name) {
                name->text = t->text;
                name->length = t->length;
                if (!bd_syntax_nodes_add(parser, names, name))
                    return false;
            }
        }
    }
    return true;
}

/* where failing statements are skipped, one that cannot be read is one of them. What it would have
 * assigned is remembered, so that no old value stays in its place */
bd_syntax *bd_parse_give_up(bd_parser *parser, const bd_token *begin) {
    bd_calc *calc = parser->calc;
    const bd_token *end = behind_statement(begin);
    bd_syntax_nodes names = {0};

    if (!calc->log || !end || (calc->status != BD_BAD_EXPRESSION && calc->status != BD_UNSUPPORTED))
        return NULL;
    calc->status = BD_OK;
    bd_syntax *node = bd_syntax_make(parser, BD_SYNTAX_BROKEN, calc->at, NULL, NULL, NULL);
    const size_t length = strlen(calc->message);
    char *why = bd_syntax_alloc(parser->tree, calc, length + 1);
    if (!node || !why || !add_assigned(parser, begin, end, &names))
        return NULL;
    memcpy(why, calc->message, length + 1);
    node->text = why;
    node->length = length;
    parser->token = end;
    return bd_syntax_adopt(parser, node, &names);
}
