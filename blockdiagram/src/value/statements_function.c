/* functions, and texts that are statements with functions behind them */
#include "value/statements.h"

/* are functions closed by an `end`? All of a text are, or none */
static bool functions_have_ends(const bd_token *token) {
    long open = 0, functions = 0;
    int brackets = 0;

    for (; token->kind != BD_TOKEN_EOF; token++) {
        brackets = bd_parse_bracket_depth(token, brackets);
        if (brackets == 0) {
            functions += bd_token_is(token, BD_TOKEN_KEYWORD, BD_KEY_FUNCTION);
            open += bd_parse_opens_block(token);
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
        if (token->kind != BD_TOKEN_NAME && !ignored)
            return bd_parser_unexpected(parser, "the name of an argument") != NULL;
        bd_syntax *name = bd_syntax_make(parser, ignored ? BD_SYNTAX_IGNORED : BD_SYNTAX_NAME,
                                         token->at, NULL, NULL, NULL);
        if (!name || !bd_syntax_nodes_add(parser, names, name))
            return false;
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
        if (!parse_names(parser, ']', &outputs))
            return NULL;
        if (!bd_token_is(parser->token, BD_TOKEN_OPERATOR, BD_OP_ASSIGN))
            return bd_parser_unexpected(parser, "a '='");
        parser->token++;
    } else if (token->kind == BD_TOKEN_NAME &&
               bd_token_is(token + 1, BD_TOKEN_OPERATOR, BD_OP_ASSIGN)) {
        bd_syntax *name = bd_syntax_make(parser, BD_SYNTAX_NAME, token->at, NULL, NULL, NULL);
        if (!name || !bd_syntax_nodes_add(parser, &outputs, name))
            return NULL;
        name->text = token->text;
        name->length = token->length;
        parser->token += 2;
    }
    token = parser->token;
    if (token->kind != BD_TOKEN_NAME)
        return bd_parser_unexpected(parser, "the name of the function");
    parser->token++;
    if (bd_token_is(parser->token, BD_TOKEN_OPEN, '(')) {
        parser->token++;
        if (!parse_names(parser, ')', &inputs))
            return NULL;
    }
    bd_syntax *left = bd_syntax_make(parser, BD_SYNTAX_ROW, at, NULL, NULL, NULL);
    bd_syntax *middle = bd_syntax_make(parser, BD_SYNTAX_ROW, at, NULL, NULL, NULL);
    bd_syntax *node = !left || !middle
                          ? NULL
                          : bd_syntax_make(parser, BD_SYNTAX_FUNCTION, at, left, middle, NULL);
    if (!node)
        return NULL;
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

    if (!bd_parser_enter(parser))
        return NULL;
    parser->token++;
    bd_syntax *node = parse_signature(parser, at);
    bd_syntax *block = !node ? NULL : bd_parse_block(parser);
    while (block && has_end && bd_parse_is_keyword(parser, BD_KEY_FUNCTION)) {
        /* nested functions may be followed by more statements */
        if (!bd_syntax_nodes_add(parser, &nested, parse_function(parser, true)))
            return NULL;
        bd_syntax *more = bd_parse_block(parser);
        bd_syntax_nodes both = {0};
        for (size_t k = 0; more && k < block->count + more->count; k++)
            if (!bd_syntax_nodes_add(parser, &both,
                                     k < block->count ? block->items[k]
                                                      : more->items[k - block->count]))
                return NULL;
        block = !more ? NULL : bd_syntax_adopt(parser, block, &both);
    }
    parser->depth--;
    if (!block || (has_end && !bd_parse_expect_end(parser, "function")))
        return NULL;
    node->right = block;
    node->depth = block->depth + 1;
    return bd_syntax_adopt(parser, node, &nested);
}

/* all functions up to the end of the text */
static bd_syntax *parse_functions(bd_parser *parser) {
    const bool has_end = functions_have_ends(parser->token);
    bd_syntax *block = bd_syntax_make(parser, BD_SYNTAX_BLOCK, parser->token->at, NULL, NULL, NULL);
    bd_syntax_nodes list = {0};

    for (; bd_parse_is_keyword(parser, BD_KEY_FUNCTION); bd_parse_skip_separators(parser)) {
        if (!bd_syntax_nodes_add(parser, &list, parse_function(parser, has_end)))
            return NULL;
        bd_parse_skip_separators(parser);
    }
    return bd_syntax_adopt(parser, block, &list);
}

bd_syntax *bd_parse_script(bd_parser *parser) {
    bd_syntax *block = bd_parse_block(parser);

    if (block && bd_parse_is_keyword(parser, BD_KEY_FUNCTION)) {
        bd_calc *calc = parser->calc;
        block->middle = parse_functions(parser);
        if (!block->middle) {
            /* where failing statements are skipped, functions that cannot be read are, too */
            if (!calc->log || (calc->status != BD_BAD_EXPRESSION && calc->status != BD_UNSUPPORTED))
                return NULL;
            calc->status = BD_OK;
            return block;
        }
    }
    if (block && parser->token->kind != BD_TOKEN_EOF)
        return bd_parser_unexpected(parser, "the beginning of the block that ends");
    return block;
}
