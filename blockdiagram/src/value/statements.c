/* tokens → tree of statements: assignments, blocks of if/for/while/switch/try, and commands */
#include <string.h>

#include "value/syntax.h"

static bool is_keyword(const bd_parser *parser, int code) {
    return bd_token_is(parser->token, BD_TOKEN_KEYWORD, code);
}

static bool is_separator(const bd_token *token) {
    return token->kind == BD_TOKEN_NEWLINE || token->kind == BD_TOKEN_SEMI ||
           token->kind == BD_TOKEN_COMMA;
}

static void skip_separators(bd_parser *parser) {
    while (is_separator(parser->token)) {
        parser->token++;
    }
}

static bool ends_block(const bd_parser *parser) {
    if (parser->token->kind == BD_TOKEN_EOF) {
        return true;
    }
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

static bool opens_block(const bd_token *token) {
    if (token->kind != BD_TOKEN_KEYWORD) {
        return false;
    }
    return token->code == BD_KEY_IF || token->code == BD_KEY_FOR || token->code == BD_KEY_WHILE ||
           token->code == BD_KEY_SWITCH || token->code == BD_KEY_TRY;
}

/* behind this token; a line that could not be read closes nothing, and nothing of it goes on */
static int bracket_depth(const bd_token *token, int depth) {
    return token->kind == BD_TOKEN_BROKEN
               ? 0
               : depth + (token->kind == BD_TOKEN_OPEN) - (token->kind == BD_TOKEN_CLOSE);
}

/* behind the statement that begins here: its line, or all of it up to its `end`. NULL if that is
 * missing */
static const bd_token *behind_statement(const bd_token *token) {
    int blocks = 0, brackets = 0;

    for (; token->kind != BD_TOKEN_EOF; token++) {
        brackets = bracket_depth(token, brackets);
        if (brackets > 0) {
            continue;
        }
        blocks += opens_block(token);
        blocks -= bd_token_is(token, BD_TOKEN_KEYWORD, BD_KEY_END);
        if (blocks < 0 || (blocks == 0 && is_separator(token))) {
            return token;
        }
    }
    return blocks == 0 ? token : NULL;
}

/* names that the tokens of a statement would assign: those that begin a statement with a = in it */
static bool add_assigned(bd_parser *parser, const bd_token *from, const bd_token *to,
                         bd_syntax_nodes *names) {
    const bd_token *first = from;
    int brackets = 0;

    for (const bd_token *token = from; token < to; token++) {
        brackets = bracket_depth(token, brackets);
        if (brackets == 0 && (is_separator(token) || opens_block(token))) {
            first = token + 1;
        }
        if (brackets > 0 || !bd_token_is(token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
            continue;
        }
        const bool list = bd_token_is(first, BD_TOKEN_OPEN, '[');
        for (const bd_token *t = first; t < token && (t == first || list); t++) {
            bd_syntax *name = t->kind == BD_TOKEN_NAME
                                  ? bd_syntax_make(parser, BD_SYNTAX_NAME, t->at, NULL, NULL, NULL)
                                  : NULL;
            if (name != NULL) {
                name->text = t->text;
                name->length = t->length;
                if (!bd_syntax_nodes_add(parser, names, name)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* where failing statements are skipped, one that cannot be read is one of them. What it would have
 * assigned is remembered, so that no old value stays in its place */
static bd_syntax *give_up_statement(bd_parser *parser, const bd_token *begin) {
    bd_calc *calc = parser->calc;
    const bd_token *end = behind_statement(begin);
    bd_syntax_nodes names = {0};

    if (calc->log == NULL || end == NULL ||
        (calc->status != BD_BAD_EXPRESSION && calc->status != BD_UNSUPPORTED)) {
        return NULL;
    }
    calc->status = BD_OK;
    bd_syntax *node = bd_syntax_make(parser, BD_SYNTAX_BROKEN, calc->at, NULL, NULL, NULL);
    const size_t length = strlen(calc->message);
    char *why = bd_syntax_alloc(parser->tree, calc, length + 1);
    if (node == NULL || why == NULL || !add_assigned(parser, begin, end, &names)) {
        return NULL;
    }
    memcpy(why, calc->message, length + 1);
    node->text = why;
    node->length = length;
    parser->token = end;
    return bd_syntax_adopt(parser, node, &names);
}

/* one statement and what separates it from the next */
static bd_syntax *parse_one(bd_parser *parser) {
    const bd_token *begin = parser->token;
    const int depth = parser->depth;
    bd_syntax *node = parse_statement(parser);

    if (node != NULL && !is_separator(parser->token) && !ends_block(parser)) {
        node = bd_parser_unexpected(parser, "the end of the statement");
    }
    parser->depth = depth;
    return node != NULL ? node : give_up_statement(parser, begin);
}

static bd_syntax *parse_block(bd_parser *parser) {
    bd_syntax *block = bd_syntax_make(parser, BD_SYNTAX_BLOCK, parser->token->at, NULL, NULL, NULL);
    bd_syntax_nodes list = {0};

    for (skip_separators(parser); !ends_block(parser); skip_separators(parser)) {
        if (!bd_syntax_nodes_add(parser, &list, parse_one(parser))) {
            return NULL;
        }
    }
    return bd_syntax_adopt(parser, block, &list);
}

static bool expect_end(bd_parser *parser, const char *what) {
    if (!is_keyword(parser, BD_KEY_END)) {
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
    bd_syntax *block = condition == NULL ? NULL : parse_block(parser);

    if (block == NULL) {
        return NULL;
    }
    if (is_keyword(parser, BD_KEY_ELSEIF)) {
        const size_t again = parser->token->at;
        parser->token++;
        if (!bd_parser_enter(parser)) {
            return NULL;
        }
        otherwise = parse_if(parser, again);
        parser->depth--;
        return otherwise == NULL
                   ? NULL
                   : bd_syntax_make(parser, BD_SYNTAX_IF, at, condition, block, otherwise);
    }
    if (is_keyword(parser, BD_KEY_ELSE)) {
        parser->token++;
        otherwise = parse_block(parser);
        if (otherwise == NULL) {
            return NULL;
        }
    }
    return expect_end(parser, "if")
               ? bd_syntax_make(parser, BD_SYNTAX_IF, at, condition, block, otherwise)
               : NULL;
}

static bd_syntax *parse_for(bd_parser *parser, size_t at) {
    const bool has_bracket = bd_token_is(parser->token, BD_TOKEN_OPEN, '(');

    parser->token += has_bracket;
    bd_syntax *variable = bd_parse_postfix(parser);
    if (variable == NULL || !bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
        return bd_parser_unexpected(parser, "a '='");
    }
    parser->token++;
    bd_syntax *range = bd_parse_expression(parser);
    if (range == NULL) {
        return NULL;
    }
    if (has_bracket) {
        if (!bd_token_is(parser->token, BD_TOKEN_CLOSE, ')')) {
            return bd_parser_unexpected(parser, "a ')'");
        }
        parser->token++;
    }
    bd_syntax *block = parse_block(parser);
    return block != NULL && expect_end(parser, "for")
               ? bd_syntax_make(parser, BD_SYNTAX_FOR, at, variable, range, block)
               : NULL;
}

static bd_syntax *parse_while(bd_parser *parser, size_t at) {
    bd_syntax *condition = bd_parse_expression(parser);
    bd_syntax *block = condition == NULL ? NULL : parse_block(parser);

    return block != NULL && expect_end(parser, "while")
               ? bd_syntax_make(parser, BD_SYNTAX_WHILE, at, condition, NULL, block)
               : NULL;
}

static bd_syntax *parse_switch(bd_parser *parser, size_t at) {
    bd_syntax *subject = bd_parse_expression(parser);
    bd_syntax *node =
        subject == NULL ? NULL : bd_syntax_make(parser, BD_SYNTAX_SWITCH, at, subject, NULL, NULL);
    bd_syntax_nodes cases = {0};

    skip_separators(parser);
    while (node != NULL &&
           (is_keyword(parser, BD_KEY_CASE) || is_keyword(parser, BD_KEY_OTHERWISE))) {
        const size_t place = parser->token->at;
        const bool has_label = is_keyword(parser, BD_KEY_CASE);
        parser->token++;
        bd_syntax *label = has_label ? bd_parse_expression(parser) : NULL;
        bd_syntax *block = has_label && label == NULL ? NULL : parse_block(parser);
        if (block == NULL || !bd_syntax_nodes_add(parser, &cases,
                                                  bd_syntax_make(parser, BD_SYNTAX_CASE, place,
                                                                 label, NULL, block))) {
            return NULL;
        }
    }
    return node != NULL && expect_end(parser, "switch") ? bd_syntax_adopt(parser, node, &cases)
                                                        : NULL;
}

static bd_syntax *parse_try(bd_parser *parser, size_t at) {
    bd_syntax *block = parse_block(parser);
    bd_syntax *handler = NULL;
    const char *name = NULL;

    if (block == NULL) {
        return NULL;
    }
    if (is_keyword(parser, BD_KEY_CATCH)) {
        parser->token++;
        if (parser->token->kind == BD_TOKEN_NAME && is_separator(parser->token + 1)) {
            name = parser->token->text; /* of the exception */
            parser->token++;
        }
        handler = parse_block(parser);
        if (handler == NULL) {
            return NULL;
        }
    }
    bd_syntax *node = expect_end(parser, "try")
                          ? bd_syntax_make(parser, BD_SYNTAX_TRY, at, block, NULL, handler)
                          : NULL;
    if (node != NULL) {
        node->text = name;
    }
    return node;
}

static bd_syntax *parse_global(bd_parser *parser, size_t at, bd_syntax_kind kind) {
    bd_syntax *node = bd_syntax_make(parser, kind, at, NULL, NULL, NULL);
    bd_syntax_nodes names = {0};

    while (parser->token->kind == BD_TOKEN_NAME) {
        bd_syntax *name = bd_parse_postfix(parser);
        if (!bd_syntax_nodes_add(parser, &names, name)) {
            return NULL;
        }
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

/* [a, ~, c.d(2)] = …: true if the bracket that opens here is followed by = */
static bool is_assigned_list(const bd_parser *parser) {
    const bd_token *token = parser->token;
    int depth = 0;

    if (!bd_token_is(token, BD_TOKEN_OPEN, '[')) {
        return false;
    }
    do {
        depth += token->kind == BD_TOKEN_OPEN;
        depth -= token->kind == BD_TOKEN_CLOSE;
        token++;
    } while (depth > 0 && token->kind != BD_TOKEN_BROKEN && token->kind != BD_TOKEN_EOF);
    return bd_token_is(token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN);
}

static bool is_assignable(const bd_syntax *node) {
    while (node->kind == BD_SYNTAX_CALL || node->kind == BD_SYNTAX_BRACE ||
           node->kind == BD_SYNTAX_FIELD || node->kind == BD_SYNTAX_ANY_FIELD) {
        node = node->left;
    }
    return node->kind == BD_SYNTAX_NAME;
}

static bool parse_targets(bd_parser *parser, bd_syntax_nodes *targets) {
    parser->token++;
    while (!bd_token_is(parser->token, BD_TOKEN_CLOSE, ']')) {
        bd_syntax *target;
        if (bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_NOT)) {
            target = bd_syntax_make(parser, BD_SYNTAX_IGNORED, parser->token->at, NULL, NULL, NULL);
            parser->token++;
        } else {
            target = bd_parse_postfix(parser);
            if (target != NULL && !is_assignable(target)) {
                bd_parser_unexpected(parser, "a variable");
                return false;
            }
        }
        if (!bd_syntax_nodes_add(parser, targets, target)) {
            return false;
        }
        parser->token += parser->token->kind == BD_TOKEN_COMMA;
        if (parser->token->kind == BD_TOKEN_EOF || parser->token->kind == BD_TOKEN_SEMI) {
            bd_parser_unexpected(parser, "a ']'");
            return false;
        }
    }
    parser->token++;
    return true;
}

static bd_syntax *parse_assignment(bd_parser *parser, size_t at, const bd_syntax_nodes *targets) {
    parser->token++; /* the = */
    bd_syntax *right = bd_parse_expression(parser);

    return right == NULL
               ? NULL
               : bd_syntax_adopt(parser,
                                 bd_syntax_make(parser, BD_SYNTAX_ASSIGN, at, right, NULL, NULL),
                                 targets);
}

static bd_syntax *parse_command(bd_parser *parser) {
    const bd_token *token = parser->token;
    bd_syntax *node = bd_syntax_make(parser, BD_SYNTAX_COMMAND, token->at, NULL, NULL, NULL);

    if (node != NULL) {
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

    if (!bd_parser_enter(parser)) {
        return NULL;
    }
    if (parser->token->kind == BD_TOKEN_KEYWORD) {
        node = parse_keyword(parser);
    } else if (parser->token->kind == BD_TOKEN_COMMAND) {
        node = parse_command(parser);
    } else if (is_assigned_list(parser)) {
        node = parse_targets(parser, &targets) ? parse_assignment(parser, at, &targets) : NULL;
        if (node != NULL) {
            node->is_list = true;
        }
    } else {
        node = bd_parse_expression(parser);
        if (node != NULL && bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
            if (!is_assignable(node)) {
                node = bd_parser_unexpected(parser, "a variable before the '='");
            } else {
                node = bd_syntax_nodes_add(parser, &targets, node)
                           ? parse_assignment(parser, at, &targets)
                           : NULL;
            }
        } else if (node != NULL) {
            node = bd_syntax_make(parser, BD_SYNTAX_EVALUATE, at, node, NULL, NULL);
        }
    }
    parser->depth--;
    return node;
}

/* are functions closed by an `end`? All of a text are, or none */
static bool functions_have_ends(const bd_token *token) {
    long open = 0, functions = 0;
    int brackets = 0;

    for (; token->kind != BD_TOKEN_EOF; token++) {
        brackets = bracket_depth(token, brackets);
        if (brackets == 0) {
            functions += bd_token_is(token, BD_TOKEN_KEYWORD, BD_KEY_FUNCTION);
            open += opens_block(token);
            open -= bd_token_is(token, BD_TOKEN_KEYWORD, BD_KEY_END);
        }
    }
    return functions > 0 && open < 0;
}

/* names in brackets, or until the bracket closes; ~ is an argument that nobody looks at */
static bool parse_names(bd_parser *parser, char close, bd_syntax_nodes *names) {
    while (!bd_token_is(parser->token, BD_TOKEN_CLOSE, close)) {
        const bd_token *token = parser->token;
        const bool ignored = bd_token_is(token, BD_TOKEN_OPERATOR, BD_OP_NOT);
        if (token->kind != BD_TOKEN_NAME && !ignored) {
            return bd_parser_unexpected(parser, "the name of an argument") != NULL;
        }
        bd_syntax *name = bd_syntax_make(parser, ignored ? BD_SYNTAX_IGNORED : BD_SYNTAX_NAME,
                                         token->at, NULL, NULL, NULL);
        if (name == NULL || !bd_syntax_nodes_add(parser, names, name)) {
            return false;
        }
        name->text = token->text;
        name->length = token->length;
        parser->token++;
        parser->token += parser->token->kind == BD_TOKEN_COMMA;
    }
    parser->token++;
    return true;
}

/* [a, b] = name(x, y) behind the word function */
static bd_syntax *parse_signature(bd_parser *parser, size_t at) {
    bd_syntax_nodes outputs = {0}, inputs = {0};
    const bd_token *token = parser->token;

    if (bd_token_is(token, BD_TOKEN_OPEN, '[')) {
        parser->token++;
        if (!parse_names(parser, ']', &outputs)) {
            return NULL;
        }
        if (!bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
            return bd_parser_unexpected(parser, "a '='");
        }
        parser->token++;
    } else if (token->kind == BD_TOKEN_NAME &&
               bd_token_is(token + 1, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
        bd_syntax *name = bd_syntax_make(parser, BD_SYNTAX_NAME, token->at, NULL, NULL, NULL);
        if (name == NULL || !bd_syntax_nodes_add(parser, &outputs, name)) {
            return NULL;
        }
        name->text = token->text;
        name->length = token->length;
        parser->token += 2;
    }
    token = parser->token;
    if (token->kind != BD_TOKEN_NAME) {
        return bd_parser_unexpected(parser, "the name of the function");
    }
    parser->token++;
    if (bd_token_is(parser->token, BD_TOKEN_OPEN, '(')) {
        parser->token++;
        if (!parse_names(parser, ')', &inputs)) {
            return NULL;
        }
    }
    bd_syntax *left = bd_syntax_make(parser, BD_SYNTAX_ROW, at, NULL, NULL, NULL);
    bd_syntax *middle = bd_syntax_make(parser, BD_SYNTAX_ROW, at, NULL, NULL, NULL);
    bd_syntax *node = left == NULL || middle == NULL
                          ? NULL
                          : bd_syntax_make(parser, BD_SYNTAX_FUNCTION, at, left, middle, NULL);
    if (node == NULL) {
        return NULL;
    }
    bd_syntax_adopt(parser, left, &inputs);
    bd_syntax_adopt(parser, middle, &outputs);
    node->text = token->text;
    node->length = token->length;
    return node;
}

/* the token is the word function */
static bd_syntax *parse_function(bd_parser *parser, bool has_end) {
    const size_t at = parser->token->at;
    bd_syntax_nodes nested = {0};

    if (!bd_parser_enter(parser)) {
        return NULL;
    }
    parser->token++;
    bd_syntax *node = parse_signature(parser, at);
    bd_syntax *block = node == NULL ? NULL : parse_block(parser);
    while (block != NULL && has_end && is_keyword(parser, BD_KEY_FUNCTION)) {
        /* nested functions may be followed by more statements */
        if (!bd_syntax_nodes_add(parser, &nested, parse_function(parser, true))) {
            return NULL;
        }
        bd_syntax *more = parse_block(parser);
        bd_syntax_nodes both = {0};
        for (size_t k = 0; more != NULL && k < block->count + more->count; k++) {
            if (!bd_syntax_nodes_add(parser, &both,
                                     k < block->count ? block->items[k]
                                                      : more->items[k - block->count])) {
                return NULL;
            }
        }
        block = more == NULL ? NULL : bd_syntax_adopt(parser, block, &both);
    }
    parser->depth--;
    if (block == NULL || (has_end && !expect_end(parser, "function"))) {
        return NULL;
    }
    node->right = block;
    node->depth = block->depth + 1;
    return bd_syntax_adopt(parser, node, &nested);
}

/* all functions up to the end of the text */
static bd_syntax *parse_functions(bd_parser *parser) {
    const bool has_end = functions_have_ends(parser->token);
    bd_syntax *block = bd_syntax_make(parser, BD_SYNTAX_BLOCK, parser->token->at, NULL, NULL, NULL);
    bd_syntax_nodes list = {0};

    for (; is_keyword(parser, BD_KEY_FUNCTION); skip_separators(parser)) {
        if (!bd_syntax_nodes_add(parser, &list, parse_function(parser, has_end))) {
            return NULL;
        }
        skip_separators(parser);
    }
    return bd_syntax_adopt(parser, block, &list);
}

bd_syntax *bd_parse_script(bd_parser *parser) {
    bd_syntax *block = parse_block(parser);

    if (block != NULL && is_keyword(parser, BD_KEY_FUNCTION)) {
        bd_calc *calc = parser->calc;
        block->middle = parse_functions(parser);
        if (block->middle == NULL) {
            /* where failing statements are skipped, functions that cannot be read are, too */
            if (calc->log == NULL ||
                (calc->status != BD_BAD_EXPRESSION && calc->status != BD_UNSUPPORTED)) {
                return NULL;
            }
            calc->status = BD_OK;
            return block;
        }
    }
    if (block != NULL && parser->token->kind != BD_TOKEN_EOF) {
        return bd_parser_unexpected(parser, "the beginning of the block that ends");
    }
    return block;
}
