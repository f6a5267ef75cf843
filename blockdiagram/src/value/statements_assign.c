/* the left sides of assignments */
#include "value/statements.h"

/* [a, ~, c.d(2)] = …: true if the bracket that opens here is followed by = */
bool bd_parse_is_assigned_list(const bd_parser *parser) {
    const bd_token *token = parser->token;
    int depth = 0;

    if (!bd_token_is(token, BD_TOKEN_OPEN, '['))
        return false;
    do {
        depth += token->kind == BD_TOKEN_OPEN;
        depth -= token->kind == BD_TOKEN_CLOSE;
        token++;
    } while (depth > 0 && token->kind != BD_TOKEN_BROKEN && token->kind != BD_TOKEN_EOF);
    return bd_token_is(token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN);
}

bool bd_parse_is_assignable(const bd_syntax *node) {
    while (node->kind == BD_SYNTAX_CALL || node->kind == BD_SYNTAX_BRACE ||
           node->kind == BD_SYNTAX_FIELD || node->kind == BD_SYNTAX_ANY_FIELD)
        node = node->left;
    return node->kind == BD_SYNTAX_NAME;
}

bool bd_parse_targets(bd_parser *parser, bd_syntax_nodes *targets) {
    parser->token++;
    while (!bd_token_is(parser->token, BD_TOKEN_CLOSE, ']')) {
        bd_syntax *target;
        if (bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_NOT)) {
            target = bd_syntax_make(parser, BD_SYNTAX_IGNORED, parser->token->at, NULL, NULL, NULL);
            parser->token++;
        } else {
            target = bd_parse_postfix(parser);
            if (target && !bd_parse_is_assignable(target)) {
                bd_parser_unexpected(parser, "a variable");
                return false;
            }
        }
        if (!bd_syntax_nodes_add(parser, targets, target))
            return false;
        parser->token += parser->token->kind == BD_TOKEN_COMMA;
        if (parser->token->kind == BD_TOKEN_EOF || parser->token->kind == BD_TOKEN_SEMI) {
            bd_parser_unexpected(parser, "a ']'");
            return false;
        }
    }
    parser->token++;
    return true;
}

bd_syntax *bd_parse_assignment(bd_parser *parser, size_t at, const bd_syntax_nodes *targets) {
    parser->token++; /* the = */
    bd_syntax *right = bd_parse_expression(parser);

    return !right ? NULL
                  : bd_syntax_adopt(parser,
                                    bd_syntax_make(parser, BD_SYNTAX_ASSIGN, at, right, NULL, NULL),
                                    targets);
}
