/* tokens → tree of statements: blocks of if/for/while/switch/try, and commands */
#include "value/statements.h"

bool bd_parse_is_keyword(const bd_parser *parser, int code) {
    return bd_token_is(parser->token, BD_TOKEN_KEYWORD, code);
}

bool bd_parse_is_separator(const bd_token *token) {
    return token->kind == BD_TOKEN_NEWLINE || token->kind == BD_TOKEN_SEMI ||
           token->kind == BD_TOKEN_COMMA;
}

void bd_parse_skip_separators(bd_parser *parser) {
    while (bd_parse_is_separator(parser->token))
        parser->token++;
}

static bool ends_block(const bd_parser *parser) {
    if (parser->token->kind == BD_TOKEN_EOF)
        return true;
    switch (parser->token->kind == BD_TOKEN_KEYWORD ? parser->token->code : -1) {
    case BD_KEY_END:
    case BD_KEY_ELSE:
    case BD_KEY_ELSEIF:
    case BD_KEY_CASE:
    case BD_KEY_OTHERWISE:
    case BD_KEY_CATCH:
    case BD_KEY_FUNCTION:
        return true;
    default:
        return false;
    }
}

static bd_syntax *parse_statement(bd_parser *parser);

bool bd_parse_opens_block(const bd_token *token) {
    if (token->kind != BD_TOKEN_KEYWORD)
        return false;
    return token->code == BD_KEY_IF || token->code == BD_KEY_FOR || token->code == BD_KEY_WHILE ||
           token->code == BD_KEY_SWITCH || token->code == BD_KEY_TRY;
}

/* behind this token; a line that could not be read closes nothing, and nothing of it goes on */
int bd_parse_bracket_depth(const bd_token *token, int depth) {
    return token->kind == BD_TOKEN_BROKEN
               ? 0
               : depth + (token->kind == BD_TOKEN_OPEN) - (token->kind == BD_TOKEN_CLOSE);
}

/* one statement and what separates it from the next */
static bd_syntax *parse_one(bd_parser *parser) {
    const bd_token *begin = parser->token;
    const int depth = parser->depth;
    bd_syntax *node = parse_statement(parser);

    if (node && !bd_parse_is_separator(parser->token) && !ends_block(parser))
        node = bd_parser_unexpected(parser, "the end of the statement");
    if (node)
        node->shown = parser->token->kind != BD_TOKEN_SEMI;
    parser->depth = depth;
    return node ? node : bd_parse_give_up(parser, begin);
}

bd_syntax *bd_parse_block(bd_parser *parser) {
    bd_syntax *block = bd_syntax_make(parser, BD_SYNTAX_BLOCK, parser->token->at, NULL, NULL, NULL);
    bd_syntax_nodes list = {0};

    for (bd_parse_skip_separators(parser); !ends_block(parser); bd_parse_skip_separators(parser))
        if (!bd_syntax_nodes_add(parser, &list, parse_one(parser)))
            return NULL;
    return bd_syntax_adopt(parser, block, &list);
}

bool bd_parse_expect_end(bd_parser *parser, const char *what) {
    if (!bd_parse_is_keyword(parser, BD_KEY_END)) {
        parser->calc->at = parser->token->at;
        bd_calc_fail(parser->calc, BD_BAD_EXPRESSION, "the 'end' of this '%s' is missing", what);
        return false;
    }
    parser->token++;
    return true;
}

/* condition, block, and what follows it; the first keyword is already read */
static bd_syntax *parse_if(bd_parser *parser, size_t at) {
    bd_syntax *otherwise = NULL;
    bd_syntax *condition = bd_parse_expression(parser);
    bd_syntax *block = !condition ? NULL : bd_parse_block(parser);

    if (!block)
        return NULL;
    if (bd_parse_is_keyword(parser, BD_KEY_ELSEIF)) {
        const size_t again = parser->token->at;
        parser->token++;
        if (!bd_parser_enter(parser))
            return NULL;
        otherwise = parse_if(parser, again);
        parser->depth--;
        return !otherwise ? NULL
                          : bd_syntax_make(parser, BD_SYNTAX_IF, at, condition, block, otherwise);
    }
    if (bd_parse_is_keyword(parser, BD_KEY_ELSE)) {
        parser->token++;
        otherwise = bd_parse_block(parser);
        if (!otherwise)
            return NULL;
    }
    return bd_parse_expect_end(parser, "if")
               ? bd_syntax_make(parser, BD_SYNTAX_IF, at, condition, block, otherwise)
               : NULL;
}

static bd_syntax *parse_for(bd_parser *parser, size_t at) {
    const bool has_bracket = bd_token_is(parser->token, BD_TOKEN_OPEN, '(');

    parser->token += has_bracket;
    bd_syntax *variable = bd_parse_postfix(parser);
    if (!variable || !bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN))
        return bd_parser_unexpected(parser, "a '='");
    parser->token++;
    bd_syntax *range = bd_parse_expression(parser);
    if (!range)
        return NULL;
    if (has_bracket) {
        if (!bd_token_is(parser->token, BD_TOKEN_CLOSE, ')'))
            return bd_parser_unexpected(parser, "a ')'");
        parser->token++;
    }
    bd_syntax *block = bd_parse_block(parser);
    return block && bd_parse_expect_end(parser, "for")
               ? bd_syntax_make(parser, BD_SYNTAX_FOR, at, variable, range, block)
               : NULL;
}

static bd_syntax *parse_while(bd_parser *parser, size_t at) {
    bd_syntax *condition = bd_parse_expression(parser);
    bd_syntax *block = !condition ? NULL : bd_parse_block(parser);

    return block && bd_parse_expect_end(parser, "while")
               ? bd_syntax_make(parser, BD_SYNTAX_WHILE, at, condition, NULL, block)
               : NULL;
}

static bd_syntax *parse_switch(bd_parser *parser, size_t at) {
    bd_syntax *subject = bd_parse_expression(parser);
    bd_syntax *node =
        !subject ? NULL : bd_syntax_make(parser, BD_SYNTAX_SWITCH, at, subject, NULL, NULL);
    bd_syntax_nodes cases = {0};

    bd_parse_skip_separators(parser);
    while (node && (bd_parse_is_keyword(parser, BD_KEY_CASE) ||
                    bd_parse_is_keyword(parser, BD_KEY_OTHERWISE))) {
        const size_t place = parser->token->at;
        const bool has_label = bd_parse_is_keyword(parser, BD_KEY_CASE);
        parser->token++;
        bd_syntax *label = has_label ? bd_parse_expression(parser) : NULL;
        bd_syntax *block = has_label && !label ? NULL : bd_parse_block(parser);
        if (!block ||
            !bd_syntax_nodes_add(parser, &cases,
                                 bd_syntax_make(parser, BD_SYNTAX_CASE, place, label, NULL, block)))
            return NULL;
    }
    return node && bd_parse_expect_end(parser, "switch") ? bd_syntax_adopt(parser, node, &cases)
                                                         : NULL;
}

static bd_syntax *parse_try(bd_parser *parser, size_t at) {
    bd_syntax *block = bd_parse_block(parser);
    bd_syntax *handler = NULL;
    const char *name = NULL;

    if (!block)
        return NULL;
    if (bd_parse_is_keyword(parser, BD_KEY_CATCH)) {
        parser->token++;
        if (parser->token->kind == BD_TOKEN_NAME && bd_parse_is_separator(parser->token + 1)) {
            name = parser->token->text; /* of the exception */
            parser->token++;
        }
        handler = bd_parse_block(parser);
        if (!handler)
            return NULL;
    }
    bd_syntax *node = bd_parse_expect_end(parser, "try")
                          ? bd_syntax_make(parser, BD_SYNTAX_TRY, at, block, NULL, handler)
                          : NULL;
    if (node)
        node->text = name;
    return node;
}

static bd_syntax *parse_global(bd_parser *parser, size_t at, bd_syntax_kind kind) {
    bd_syntax *node = bd_syntax_make(parser, kind, at, NULL, NULL, NULL);
    bd_syntax_nodes names = {0};

    while (parser->token->kind == BD_TOKEN_NAME) {
        bd_syntax *name = bd_parse_postfix(parser);
        if (!bd_syntax_nodes_add(parser, &names, name))
            return NULL;
    }
    return bd_syntax_adopt(parser, node, &names);
}

static bd_syntax *parse_keyword(bd_parser *parser) {
    const bd_token *token = parser->token++;

    switch (token->code) {
    case BD_KEY_IF:
        return parse_if(parser, token->at);
    case BD_KEY_FOR:
        return parse_for(parser, token->at);
    case BD_KEY_WHILE:
        return parse_while(parser, token->at);
    case BD_KEY_SWITCH:
        return parse_switch(parser, token->at);
    case BD_KEY_TRY:
        return parse_try(parser, token->at);
    case BD_KEY_GLOBAL:
        return parse_global(parser, token->at, BD_SYNTAX_GLOBAL);
    case BD_KEY_PERSISTENT:
        return parse_global(parser, token->at, BD_SYNTAX_PERSISTENT);
    case BD_KEY_BREAK:
        return bd_syntax_make(parser, BD_SYNTAX_BREAK, token->at, NULL, NULL, NULL);
    case BD_KEY_CONTINUE:
        return bd_syntax_make(parser, BD_SYNTAX_CONTINUE, token->at, NULL, NULL, NULL);
    case BD_KEY_RETURN:
        return bd_syntax_make(parser, BD_SYNTAX_RETURN, token->at, NULL, NULL, NULL);
    default:
        parser->calc->at = token->at;
        return bd_calc_fail(parser->calc, BD_UNSUPPORTED,
                            token->code == BD_KEY_FUNCTION
                                ? "functions cannot be defined here, only variables"
                                : "this keyword has no meaning here");
    }
}

static bd_syntax *parse_command(bd_parser *parser) {
    const bd_token *token = parser->token;
    bd_syntax *node = bd_syntax_make(parser, BD_SYNTAX_COMMAND, token->at, NULL, NULL, NULL);

    if (node) {
        node->text = token->text;
        node->length = (size_t)token->code; /* of the word */
        node->rest = token->text + token->code;
        parser->token++;
    }
    return node;
}

static bd_syntax *parse_statement(bd_parser *parser) {
    const size_t at = parser->token->at;
    bd_syntax_nodes targets = {0};
    bd_syntax *node;

    if (!bd_parser_enter(parser))
        return NULL;
    if (parser->token->kind == BD_TOKEN_KEYWORD) {
        node = parse_keyword(parser);
    } else if (parser->token->kind == BD_TOKEN_COMMAND) {
        node = parse_command(parser);
    } else if (bd_parse_is_assigned_list(parser)) {
        node =
            bd_parse_targets(parser, &targets) ? bd_parse_assignment(parser, at, &targets) : NULL;
        if (node)
            node->is_list = true;
    } else {
        node = bd_parse_expression(parser);
        if (node && bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
            if (!bd_parse_is_assignable(node)) {
                node = bd_parser_unexpected(parser, "a variable before the '='");
            } else {
                node = bd_syntax_nodes_add(parser, &targets, node)
                           ? bd_parse_assignment(parser, at, &targets)
                           : NULL;
            }
        } else if (node) {
            node = bd_syntax_make(parser, BD_SYNTAX_EVALUATE, at, node, NULL, NULL);
        }
    }
    parser->depth--;
    return node;
}
