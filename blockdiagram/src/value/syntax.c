/* whole texts: one expression, a list of them, or a script */
#include "value/syntax.h"

void *bd_syntax_alloc(bd_arena *tree, bd_calc *calc, size_t bytes) {
    void *memory = bd_arena_alloc(tree, bytes);
    return memory ? memory : bd_calc_fail(calc, BD_OUT_OF_MEMORY, "not enough memory for the text");
}

static bool begin(bd_parser *parser, bd_calc *calc, bd_arena *tree, const char *text,
                  bool is_script) {
    *parser = (bd_parser){.calc = calc, .tree = tree, .source = text};
    parser->token = bd_tokens_read(calc, tree, text, is_script);
    return parser->token != NULL;
}

static void skip_line_ends(bd_parser *parser) {
    while (parser->token->kind == BD_TOKEN_NEWLINE)
        parser->token++;
}

static bool is_done(bd_parser *parser) {
    skip_line_ends(parser);
    if (parser->token->kind != BD_TOKEN_EOF) {
        bd_parser_unexpected(parser, "an operator");
        return false;
    }
    return true;
}

bd_syntax *bd_syntax_expression(bd_calc *calc, bd_arena *tree, const char *text) {
    bd_parser parser;

    if (!begin(&parser, calc, tree, text, false))
        return NULL;
    skip_line_ends(&parser);
    if (parser.token->kind == BD_TOKEN_EOF)
        return bd_syntax_make(&parser, BD_SYNTAX_MATRIX, 0, NULL, NULL, NULL);
    bd_syntax *node = bd_parse_expression(&parser);
    while (parser.token->kind == BD_TOKEN_SEMI || parser.token->kind == BD_TOKEN_NEWLINE)
        parser.token++; /* "1;" is what people type into edit fields, too */
    return node && is_done(&parser) ? node : NULL;
}

bd_syntax *bd_syntax_list(bd_calc *calc, bd_arena *tree, const char *text) {
    bd_parser parser;
    bd_syntax_nodes list = {0};

    if (!begin(&parser, calc, tree, text, false))
        return NULL;
    skip_line_ends(&parser);
    while (parser.token->kind != BD_TOKEN_EOF) {
        if (!bd_syntax_nodes_add(&parser, &list, bd_parse_expression(&parser)))
            return NULL;
        skip_line_ends(&parser);
        if (parser.token->kind == BD_TOKEN_COMMA) {
            parser.token++;
            skip_line_ends(&parser);
            if (parser.token->kind == BD_TOKEN_EOF)
                return bd_parser_unexpected(&parser, "a parameter");
        } else if (parser.token->kind != BD_TOKEN_EOF) {
            return bd_parser_unexpected(&parser, "a ','");
        }
    }
    return bd_syntax_adopt(&parser, bd_syntax_make(&parser, BD_SYNTAX_ROW, 0, NULL, NULL, NULL),
                           &list);
}

bd_syntax *bd_syntax_script(bd_calc *calc, bd_arena *tree, const char *text) {
    bd_parser parser;

    return begin(&parser, calc, tree, text, true) ? bd_parse_script(&parser) : NULL;
}
