/* tokens → tree of an expression. Operators by precedence (MATLAB, "Operator Precedence"), all of
 * them from the left; a power binds stronger than a sign before it, but takes a sign after it */
#include <string.h>

#include "value/syntax.h"

/* a tree deeper than this could not be walked safely; it takes that many operators in a chain */
enum { TREE_DEPTH_LIMIT = 1000 };

bool bd_token_is(const bd_token *token, bd_token_kind kind, int code) {
    return token->kind == kind && token->code == code;
}

static bool is_operator(const bd_parser *parser, int code) {
    return bd_token_is(parser->token, BD_TOKEN_OPERATOR, code);
}

void *bd_parser_unexpected(bd_parser *parser, const char *wanted) {
    const bd_token *token = parser->token;

    parser->calc->at = token->at;
    if (token->kind == BD_TOKEN_EOF)
        return bd_calc_fail(parser->calc, BD_BAD_EXPRESSION, "%s is missing at the end", wanted);
    if (token->kind == BD_TOKEN_BROKEN)
        return bd_calc_fail(parser->calc, BD_BAD_EXPRESSION, "%s", token->text);
    if (token->kind == BD_TOKEN_NAME) {
        return bd_calc_fail(parser->calc, BD_BAD_EXPRESSION, "%s is missing before '%s'", wanted,
                            token->text);
    }
    return bd_calc_fail(parser->calc, BD_BAD_EXPRESSION, "%s is missing here", wanted);
}

bool bd_parser_enter(bd_parser *parser) {
    if (++parser->depth > BD_CALC_DEPTH) {
        parser->calc->at = parser->token->at;
        bd_calc_fail(parser->calc, BD_LIMIT_EXCEEDED, "the expression is nested too deep");
        return false;
    }
    return true;
}

static int deeper(int depth, const bd_syntax *node) {
    return node && node->depth >= depth ? node->depth + 1 : depth;
}

bool bd_syntax_below(const bd_syntax *node, bool (*holds)(const bd_syntax *node, const char *name),
                     const char *name) {
    bool found = holds(node->left, name) || holds(node->middle, name) || holds(node->right, name);
    for (size_t k = 0; k < node->count && !found; k++)
        found = holds(node->items[k], name);
    return found;
}

bd_syntax *bd_syntax_make(bd_parser *parser, bd_syntax_kind kind, size_t at, bd_syntax *left,
                          bd_syntax *middle, bd_syntax *right) {
    bd_syntax *node = bd_syntax_alloc(parser->tree, parser->calc, sizeof *node);

    if (!node)
        return NULL;
    node->kind = kind;
    node->at = at;
    node->left = left;
    node->middle = middle;
    node->right = right;
    node->depth = deeper(deeper(deeper(0, left), middle), right);
    if (node->depth > TREE_DEPTH_LIMIT) {
        parser->calc->at = at;
        return bd_calc_fail(parser->calc, BD_LIMIT_EXCEEDED, "the expression is too long");
    }
    return node;
}

bool bd_syntax_nodes_add(bd_parser *parser, bd_syntax_nodes *list, bd_syntax *node) {
    if (!node)
        return false;
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity > 0 ? 2 * list->capacity : 8;
        bd_syntax **grown =
            bd_syntax_alloc(parser->tree, parser->calc, capacity * sizeof(bd_syntax *));
        if (!grown)
            return false;
        if (list->count > 0)
            memcpy(grown, list->items, list->count * sizeof(bd_syntax *));
        list->items = grown;
        list->capacity = capacity;
    }
    list->items[list->count++] = node;
    return true;
}

bd_syntax *bd_syntax_adopt(bd_parser *parser, bd_syntax *node, const bd_syntax_nodes *list) {
    if (!node)
        return NULL;
    node->items = list->items;
    node->count = list->count;
    for (size_t k = 0; k < list->count; k++)
        node->depth = deeper(node->depth, list->items[k]);
    if (node->depth > TREE_DEPTH_LIMIT)
        return bd_calc_fail(parser->calc, BD_LIMIT_EXCEEDED, "the expression is too long");
    return node;
}

static bool expect_close(bd_parser *parser, char bracket) {
    if (!bd_token_is(parser->token, BD_TOKEN_CLOSE, bracket)) {
        bd_parser_unexpected(parser, bracket == ')' ? "a ')'" : bracket == ']' ? "a ']'" : "a '}'");
        return false;
    }
    parser->token++;
    return true;
}

static bool ends_argument(const bd_token *token) {
    return token->kind == BD_TOKEN_COMMA || token->kind == BD_TOKEN_CLOSE;
}

static bd_syntax *parse_leaf(bd_parser *parser, bd_syntax_kind kind);

/* f(x, Name = value) is f(x, 'Name', value) */
static bool parse_name_of_argument(bd_parser *parser, bd_syntax_nodes *list) {
    if (parser->token->kind != BD_TOKEN_NAME ||
        !bd_token_is(parser->token + 1, BD_TOKEN_OPERATOR, BD_OP_ASSIGN))
        return true;
    if (!bd_syntax_nodes_add(parser, list, parse_leaf(parser, BD_SYNTAX_TEXT)))
        return false;
    parser->token++;
    return true;
}

/* arguments or subscripts after the opening bracket, with the closing one */
static bd_syntax *parse_arguments(bd_parser *parser, bd_syntax *base, bd_syntax_kind kind,
                                  char close) {
    bd_syntax *node = bd_syntax_make(parser, kind, base->at, base, NULL, NULL);
    bd_syntax_nodes list = {0};

    while (!bd_token_is(parser->token, BD_TOKEN_CLOSE, close)) {
        bd_syntax *item;
        if (kind == BD_SYNTAX_CALL && !parse_name_of_argument(parser, &list))
            return NULL;
        if (is_operator(parser, BD_OP_COLON) && ends_argument(parser->token + 1)) {
            item = bd_syntax_make(parser, BD_SYNTAX_COLON, parser->token->at, NULL, NULL, NULL);
            parser->token++;
        } else {
            item = bd_parse_expression(parser);
        }
        if (!bd_syntax_nodes_add(parser, &list, item))
            return NULL;
        if (parser->token->kind == BD_TOKEN_COMMA &&
            !bd_token_is(parser->token + 1, BD_TOKEN_CLOSE, close))
            parser->token++;
        else if (!bd_token_is(parser->token, BD_TOKEN_CLOSE, close))
            return bd_parser_unexpected(parser, close == ')' ? "a ')'" : "a '}'");
    }
    parser->token++;
    return bd_syntax_adopt(parser, node, &list);
}

static bool is_separator(const bd_token *token) {
    return token->kind == BD_TOKEN_COMMA || token->kind == BD_TOKEN_SEMI;
}

/* rows of [ ] or { } after the opening bracket, with the closing one; empty rows do not count */
static bd_syntax *parse_rows(bd_parser *parser, bd_syntax_kind kind, char close) {
    bd_syntax *matrix = bd_syntax_make(parser, kind, parser->token->at, NULL, NULL, NULL);
    bd_syntax_nodes rows = {0};

    while (!bd_token_is(parser->token, BD_TOKEN_CLOSE, close)) {
        bd_syntax *row = bd_syntax_make(parser, BD_SYNTAX_ROW, parser->token->at, NULL, NULL, NULL);
        bd_syntax_nodes elements = {0};
        while (parser->token->kind != BD_TOKEN_CLOSE && parser->token->kind != BD_TOKEN_SEMI) {
            if (!bd_syntax_nodes_add(parser, &elements, bd_parse_expression(parser)))
                return NULL;
            if (parser->token->kind == BD_TOKEN_COMMA)
                parser->token++;
            else if (!is_separator(parser->token) && parser->token->kind != BD_TOKEN_CLOSE)
                return bd_parser_unexpected(parser, "a ',' or a closing bracket");
        }
        if (elements.count > 0 &&
            !bd_syntax_nodes_add(parser, &rows, bd_syntax_adopt(parser, row, &elements)))
            return NULL;
        if (parser->token->kind == BD_TOKEN_SEMI)
            parser->token++;
        else if (!expect_close(parser, close))
            return NULL;
        else
            return bd_syntax_adopt(parser, matrix, &rows);
    }
    parser->token++;
    return bd_syntax_adopt(parser, matrix, &rows);
}

static bd_syntax *parse_leaf(bd_parser *parser, bd_syntax_kind kind) {
    const bd_token *token = parser->token;
    bd_syntax *node = bd_syntax_make(parser, kind, token->at, NULL, NULL, NULL);

    if (node) {
        node->number = token->number;
        node->imaginary = token->imaginary;
        node->class = token->class;
        node->text = token->text;
        node->length = token->length;
        node->code = token->code;
        parser->token++;
    }
    return node;
}

/* @name or @(a, b) expression; the text is kept, it is what runs later */
static bd_syntax *parse_handle(bd_parser *parser) {
    const size_t at = parser->token->at;
    bd_syntax_nodes names = {0};
    bd_syntax *body = NULL;

    parser->token++;
    if (parser->token->kind == BD_TOKEN_NAME)
        return parse_leaf(parser, BD_SYNTAX_HANDLE);
    if (!bd_token_is(parser->token, BD_TOKEN_OPEN, '('))
        return bd_parser_unexpected(parser, "a function");
    parser->token++;
    while (parser->token->kind == BD_TOKEN_NAME) {
        if (!bd_syntax_nodes_add(parser, &names, parse_leaf(parser, BD_SYNTAX_NAME)))
            return NULL;
        if (parser->token->kind == BD_TOKEN_COMMA)
            parser->token++;
    }
    if (!expect_close(parser, ')'))
        return NULL;
    body = bd_parse_expression(parser);
    bd_syntax *node = body ? bd_syntax_make(parser, BD_SYNTAX_HANDLE, at, body, NULL, NULL) : NULL;
    if (!node)
        return NULL;
    const char *source = parser->source + at;
    node->length = parser->token->at > at ? parser->token->at - at : 0;
    while (node->length > 0 && strchr(" \t\r\n;,", source[node->length - 1]))
        node->length--;
    char *text = bd_syntax_alloc(parser->tree, parser->calc, node->length + 1);
    if (!text)
        return NULL;
    memcpy(text, source, node->length);
    text[node->length] = '\0';
    node->text = text;
    return bd_syntax_adopt(parser, node, &names);
}

static bd_syntax *parse_primary(bd_parser *parser) {
    const bd_token *token = parser->token;

    switch (token->kind) {
    case BD_TOKEN_NUMBER:
        return parse_leaf(parser, BD_SYNTAX_NUMBER);
    case BD_TOKEN_TEXT:
        return parse_leaf(parser, BD_SYNTAX_TEXT);
    case BD_TOKEN_NAME:
        return parse_leaf(parser, BD_SYNTAX_NAME);
    case BD_TOKEN_KEYWORD:
        if (token->code == BD_KEY_END)
            return parse_leaf(parser, BD_SYNTAX_END);
        break;
    case BD_TOKEN_OPEN:
        parser->token++;
        if (token->code == '(') {
            bd_syntax *inner = bd_parse_expression(parser);
            if (!inner || !expect_close(parser, ')'))
                return NULL;
            /* (c{:}) is one value, so the parentheses must be seen in the tree */
            return inner->kind == BD_SYNTAX_BRACE || inner->kind == BD_SYNTAX_FIELD
                       ? bd_syntax_make(parser, BD_SYNTAX_GROUP, inner->at, inner, NULL, NULL)
                       : inner;
        }
        return token->code == '[' ? parse_rows(parser, BD_SYNTAX_MATRIX, ']')
                                  : parse_rows(parser, BD_SYNTAX_CELL, '}');
    case BD_TOKEN_OPERATOR:
        if (token->code == BD_OP_AT)
            return parse_handle(parser);
        break;
    default:
        break;
    }
    return bd_parser_unexpected(parser, "an operand");
}

static bd_syntax *parse_field(bd_parser *parser, bd_syntax *base) {
    parser->token++;
    if (bd_token_is(parser->token, BD_TOKEN_OPEN, '(')) {
        parser->token++;
        bd_syntax *name = bd_parse_expression(parser);
        if (!name || !expect_close(parser, ')'))
            return NULL;
        return bd_syntax_make(parser, BD_SYNTAX_ANY_FIELD, base->at, base, NULL, name);
    }
    if (parser->token->kind != BD_TOKEN_NAME)
        return bd_parser_unexpected(parser, "the name of a field");
    bd_syntax *node = bd_syntax_make(parser, BD_SYNTAX_FIELD, base->at, base, NULL, NULL);
    if (node) {
        node->text = parser->token->text;
        node->length = parser->token->length;
        parser->token++;
    }
    return node;
}

bd_syntax *bd_parse_postfix(bd_parser *parser) {
    if (!bd_parser_enter(parser))
        return NULL;
    bd_syntax *node = parse_primary(parser);
    while (node) {
        if (bd_token_is(parser->token, BD_TOKEN_OPEN, '(')) {
            parser->token++;
            node = parse_arguments(parser, node, BD_SYNTAX_CALL, ')');
        } else if (bd_token_is(parser->token, BD_TOKEN_OPEN, '{')) {
            parser->token++;
            node = parse_arguments(parser, node, BD_SYNTAX_BRACE, '}');
        } else if (is_operator(parser, BD_OP_DOT)) {
            node = parse_field(parser, node);
        } else {
            break;
        }
    }
    parser->depth--;
    return node;
}

static bd_syntax *parse_sign(bd_parser *parser, bool in_power);

/* a'  a^b  a.^-b  from the left */
static bd_syntax *parse_power(bd_parser *parser, bool in_power) {
    bd_syntax *node = bd_parse_postfix(parser);

    while (node && !in_power && parser->token->kind == BD_TOKEN_OPERATOR) {
        const int code = parser->token->code;
        const size_t at = parser->token->at;
        if (code == BD_OP_CTRANSPOSE || code == BD_OP_TRANSPOSE) {
            parser->token++;
            node = bd_syntax_make(parser, BD_SYNTAX_UNARY, at, node, NULL, NULL);
        } else if (code == BD_OP_POWER || code == BD_OP_MPOWER) {
            parser->token++;
            bd_syntax *exponent = parse_sign(parser, true);
            node = !exponent ? NULL
                             : bd_syntax_make(parser, BD_SYNTAX_BINARY, at, node, NULL, exponent);
        } else {
            break;
        }
        if (node)
            node->code = code;
    }
    return node;
}

static bd_syntax *parse_sign(bd_parser *parser, bool in_power) {
    const int code = parser->token->code;
    const size_t at = parser->token->at;

    if (parser->token->kind != BD_TOKEN_OPERATOR ||
        (code != BD_OP_PLUS && code != BD_OP_MINUS && code != BD_OP_NOT))
        return parse_power(parser, in_power);
    if (!bd_parser_enter(parser))
        return NULL;
    parser->token++;
    bd_syntax *operand = parse_sign(parser, in_power);
    bd_syntax *node =
        !operand ? NULL : bd_syntax_make(parser, BD_SYNTAX_UNARY, at, operand, NULL, NULL);
    if (node)
        node->code = code;
    parser->depth--;
    return node;
}

/* level 0 binds weakest; the level of the range is between sums and comparisons */
enum { RANGE_LEVEL = 5 };

static int level_of(const bd_token *token) {
    if (token->kind != BD_TOKEN_OPERATOR)
        return -1;
    if (bd_operator_compares(token->code))
        return 4;
    switch (token->code) {
    case BD_OP_OR_OR:
        return 0;
    case BD_OP_AND_AND:
        return 1;
    case BD_OP_OR:
        return 2;
    case BD_OP_AND:
        return 3;
    case BD_OP_COLON:
        return RANGE_LEVEL;
    case BD_OP_PLUS:
    case BD_OP_MINUS:
        return 6;
    case BD_OP_TIMES:
    case BD_OP_MTIMES:
    case BD_OP_RDIVIDE:
    case BD_OP_MRDIVIDE:
    case BD_OP_LDIVIDE:
    case BD_OP_MLDIVIDE:
        return 7;
    default:
        return -1;
    }
}

static bd_syntax *parse_binary(bd_parser *parser, int lowest);

static bd_syntax *parse_range(bd_parser *parser, bd_syntax *first, size_t at) {
    bd_syntax *second = parse_binary(parser, RANGE_LEVEL + 1);

    if (!second || !is_operator(parser, BD_OP_COLON) || ends_argument(parser->token + 1))
        return !second ? NULL : bd_syntax_make(parser, BD_SYNTAX_RANGE, at, first, NULL, second);
    parser->token++;
    bd_syntax *third = parse_binary(parser, RANGE_LEVEL + 1);
    return !third ? NULL : bd_syntax_make(parser, BD_SYNTAX_RANGE, at, first, second, third);
}

static bd_syntax *parse_binary(bd_parser *parser, int lowest) {
    bd_syntax *node = parse_sign(parser, false);

    while (node) {
        const int code = parser->token->code;
        const size_t at = parser->token->at;
        const int level = level_of(parser->token);
        if (level < lowest)
            break;
        parser->token++;
        if (code == BD_OP_COLON) {
            node = parse_range(parser, node, at);
            continue;
        }
        bd_syntax *right = parse_binary(parser, level + 1);
        node = !right ? NULL : bd_syntax_make(parser, BD_SYNTAX_BINARY, at, node, NULL, right);
        if (node)
            node->code = code;
    }
    return node;
}

bd_syntax *bd_parse_expression(bd_parser *parser) {
    if (!bd_parser_enter(parser))
        return NULL;
    bd_syntax *node = parse_binary(parser, 0);
    parser->depth--;
    return node;
}
