/* actions and conditions become trees: scalars and arrays element by element, in both languages of
 * charts. What is not understood is refused with chart, object and line */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/code.h"
#include "chart/parse.h"

static bd_status fail(const parser *p, const char *format, va_list arguments) {
    char what[400];
    vsnprintf(what, sizeof what, format, arguments);
    int line = 1;
    for (const char *c = p->text; c < p->token.start; c++)
        line += *c == '\n';
    return chart_fail(p->c, p->place->stored, "%s, line %d: %s", p->place->what, line, what);
}

bd_status parse_fail(parser *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const bd_status status = fail(p, format, arguments);
    va_end(arguments);
    return status;
}

bd_status parse_beyond(parser *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const bd_status status = fail(p, format, arguments);
    va_end(arguments);
    p->beyond = true;
    return status;
}

chart_node *parse_node(parser *p, chart_op op) {
    chart_node *node = bd_arena_alloc(p->c->arena, sizeof *node);
    if (!node) {
        p->status = bd_block_no_memory(p->c->block);
        return NULL;
    }
    node->op = op;
    node->type = BD_DOUBLE;
    node->width = 1;
    node->slot = -1;
    node->index = -1;
    node->saturate = p->c->saturate;
    node->cut = p->c->c_language;
    return node;
}

/* ---- tokens ---- */

static void skip_blanks(parser *p) {
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\r' || (*p->at == '\n' && p->depth > 0))
        p->at++;
}

void parse_next(parser *p) {
    static const char *const operators[] = {
        "<<", ">>", "<=", ">=", "==", "~=", "!=", "<>", "&&", "||", "++",
        "--", "+=", "-=", "*=", "/=", ":=", ".*", "./", ".^", "%%", ".'"};
    const bool space = *p->at == ' ' || *p->at == '\t';
    skip_blanks(p);
    token *t = &p->token;
    *t = (token){.start = p->at, .space_before = space};
    const char *c = p->at;
    if (*c == '\0') {
        t->kind = TOKEN_END;
        return;
    }
    if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
        char *end = NULL;
        t->kind = TOKEN_NUMBER;
        if (c[0] == '0' && (c[1] == 'x' || c[1] == 'X')) {
            t->number = (double)strtoull(c + 2, &end, 16);
            t->whole = true;
        } else {
            t->number = strtod(c, &end);
            const size_t length = (size_t)(end - c);
            t->whole =
                !memchr(c, '.', length) && !memchr(c, 'e', length) && !memchr(c, 'E', length);
            if (end > c && end[-1] == '.' && (*end == '*' || *end == '/' || *end == '^'))
                end--;
        }
        if (p->c->c_language && (*end == 'F' || *end == 'f' || *end == 'C')) {
            t->single = *end != 'C';
            end++;
        }
        p->at = end;
    } else if (isalpha((unsigned char)*c) || *c == '_') {
        t->kind = TOKEN_NAME;
        while (isalnum((unsigned char)*c) || *c == '_')
            c++;
        p->at = c;
    } else if (*c == '\'' || *c == '"') {
        const char *end = strchr(c + 1, *c);
        t->kind = TOKEN_TEXT;
        p->at = end ? end + 1 : c + strlen(c);
    } else {
        t->kind = TOKEN_OPERATOR;
        size_t length = 1;
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            if (strncmp(c, operators[i], 2) == 0)
                length = 2;
        p->at = c + length;
    }
    t->length = (size_t)(p->at - t->start);
}

bool parse_is(const parser *p, const char *text) {
    return p->token.kind != TOKEN_END && p->token.kind != TOKEN_TEXT &&
           strlen(text) == p->token.length && strncmp(p->token.start, text, p->token.length) == 0;
}

bool parse_take(parser *p, const char *text) {
    if (!parse_is(p, text))
        return false;
    parse_next(p);
    return true;
}

bd_status parse_expect(parser *p, const char *text) {
    if (parse_take(p, text))
        return BD_OK;
    if (p->token.kind == TOKEN_END)
        return parse_fail(p, "'%s' is missing at the end", text);
    return parse_fail(p, "'%s' is missing before '%.*s'", text, (int)p->token.length,
                      p->token.start);
}

char *parse_word(parser *p) {
    char *word = bd_arena_copy_bytes(p->c->arena, p->token.start, p->token.length);
    if (!word)
        p->status = bd_block_no_memory(p->c->block);
    return word;
}

/* ---- types ---- */

/* the class of truths lies between those of whole numbers, and is none of them */
static bool is_integer(int type) {
    return type >= BD_INT8 && type <= BD_UINT64 && type != BD_LOGICAL;
}

/* in C a truth is an int */
static int type_in_c(const chart_node *node) {
    return node->type == BD_LOGICAL ? BD_INT32 : node->type;
}

static int rows_of(const chart_node *node) {
    return node->rows > 0 ? node->rows : node->width;
}

static bd_status binary_type(parser *p, chart_node *node) {
    const chart_node *a = node->left, *b = node->right;
    if (a->width > 1 && b->width > 1 && a->width != b->width)
        return parse_beyond(p, "arrays of %d and %d elements do not fit", a->width, b->width);
    if (a->width > 1 && b->width > 1 && rows_of(a) != rows_of(b) && !p->c->c_language)
        return parse_beyond(p, "arrays of %d and %d rows do not fit", rows_of(a), rows_of(b));
    node->width = a->width > b->width ? a->width : b->width;
    node->rows = a->width > b->width ? a->rows : b->rows;
    if (node->op >= OP_LESS && node->op <= OP_OR) {
        node->type = BD_LOGICAL;
        return BD_OK;
    }
    if (p->c->c_language) {
        if (is_integer(type_in_c(a)) && is_integer(type_in_c(b))) {
            node->type = a->literal ? type_in_c(b) : b->literal ? type_in_c(a) : BD_INT32;
            node->literal = a->literal && b->literal;
            node->wrap = node->op == OP_DIVIDE;
            if (node->op == OP_DIVIDE && node->literal)
                return parse_fail(p, "the quotient of two whole numbers is ambiguous in C; write "
                                     "one with a decimal point");
        } else {
            node->type = (a->type == BD_SINGLE && b->type != BD_DOUBLE) ||
                                 (b->type == BD_SINGLE && a->type != BD_DOUBLE)
                             ? BD_SINGLE
                             : BD_DOUBLE;
        }
        return BD_OK;
    }
    const bool whole_a = is_integer(a->type), whole_b = is_integer(b->type);
    if (whole_a && whole_b && a->type != b->type)
        return parse_fail(p, "integers of different types (%s and %s) do not mix",
                          bd_class_name((bd_class)a->type), bd_class_name((bd_class)b->type));
    node->type = whole_a                                        ? a->type
                 : whole_b                                      ? b->type
                 : a->type == BD_SINGLE || b->type == BD_SINGLE ? BD_SINGLE
                                                                : BD_DOUBLE;
    node->wrap = is_integer(node->type);
    return BD_OK;
}

bd_status parse_binary(parser *p, chart_op op, chart_node **left, chart_node *right) {
    NEW(node, op);
    node->left = *left;
    node->right = right;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what was parsed is there */
    node->depth = (node->left->depth > right->depth ? node->left->depth : right->depth) + 1;
    if (node->depth > 2000)
        return parse_fail(p, "the expression is too long");
    const bool matrix = op == OP_MULTIPLY || op == OP_DIVIDE || op == OP_POWER;
    if (matrix && !p->elementwise && node->left->width > 1 && right->width > 1)
        return parse_beyond(p, "products of arrays are not supported in charts");
    if (op == OP_DIVIDE && !p->elementwise && right->width > 1)
        return parse_beyond(p, "division by an array is not supported in charts");
    if (op == OP_POWER && !p->elementwise && (node->left->width > 1 || right->width > 1))
        return parse_beyond(p, "powers of matrices are not supported in charts");
    *left = node;
    return binary_type(p, node);
}

/* ---- expressions, by precedence ---- */

typedef struct level {
    const char *text;
    chart_op op;
    int level;
    int language; /* 0 both, 1 MATLAB, 2 C, 3 C with operations on bits, 4 C without */
} level;

static const level levels[] = {
    {"||", OP_OR, 0, 0},
    {"&&", OP_AND, 1, 0},
    {"|", OP_OR, 2, 1},
    {"|", OP_BIT_OR, 2, 3},
    {"|", OP_OR, 2, 4},
    {"^", OP_BIT_XOR, 3, 3},
    {"&", OP_AND, 4, 1},
    {"&", OP_BIT_AND, 4, 3},
    {"&", OP_AND, 4, 4},
    {"==", OP_EQUAL, 5, 0},
    {"~=", OP_NOT_EQUAL, 5, 0},
    {"!=", OP_NOT_EQUAL, 5, 2},
    {"<>", OP_NOT_EQUAL, 5, 2},
    {"<", OP_LESS, 6, 2},
    {"<=", OP_LESS_EQUAL, 6, 2},
    {">", OP_GREATER, 6, 2},
    {">=", OP_GREATER_EQUAL, 6, 2},
    {"<", OP_LESS, 5, 1},
    {"<=", OP_LESS_EQUAL, 5, 1},
    {">", OP_GREATER, 5, 1},
    {">=", OP_GREATER_EQUAL, 5, 1},
    {"<<", OP_SHIFT_LEFT, 7, 2},
    {">>", OP_SHIFT_RIGHT, 7, 2},
    {"+", OP_ADD, 8, 0},
    {"-", OP_SUBTRACT, 8, 0},
    {"*", OP_MULTIPLY, 9, 0},
    {"/", OP_DIVIDE, 9, 0},
    {".*", OP_MULTIPLY, 9, 1},
    {"./", OP_DIVIDE, 9, 1},
    {"%%", OP_REMAINDER, 9, 2},
};

enum { LEVELS = 10 };

static const level *operator_at(const parser *p, int wanted) {
    const int language = p->c->c_language ? 2 : 1;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const level *l = &levels[i];
        const bool speaks = l->language == 0 || l->language == language ||
                            (language == 2 && l->language == (p->c->bit_operations ? 3 : 4));
        if (l->level == wanted && speaks && p->token.kind == TOKEN_OPERATOR && parse_is(p, l->text))
            return l;
    }
    return NULL;
}

static bd_status unary(parser *p, chart_node **node);

static bd_status by_level(parser *p, int wanted, chart_node **node) {
    if (wanted >= LEVELS)
        return unary(p, node);
    if (++p->nesting > 3000)
        return parse_fail(p, "the expression is nested too deep");
    BD_TRY(by_level(p, wanted + 1, node));
    p->nesting--;
    for (const level *l; (l = operator_at(p, wanted));) {
        /* in a list "[a -b]" are two */
        if (p->in_list && p->token.space_before && (l->op == OP_ADD || l->op == OP_SUBTRACT) &&
            *p->at != ' ' && *p->at != '\t')
            break;
        p->elementwise = l->text[0] == '.';
        const bool elementwise = p->elementwise;
        parse_next(p);
        while (parse_is(p, "\n"))
            parse_next(p);
        chart_node *right = NULL;
        BD_TRY(by_level(p, wanted + 1, &right));
        p->elementwise = elementwise;
        BD_TRY(parse_binary(p, l->op, node, right));
    }
    return BD_OK;
}

bd_status parse_expression(parser *p, chart_node **node) {
    return by_level(p, 0, node);
}

static bd_status power(parser *p, chart_node **node) {
    BD_TRY(parse_primary(p, node));
    while (p->token.kind == TOKEN_OPERATOR &&
           (parse_is(p, ".^") || (parse_is(p, "^") && !p->c->bit_operations))) {
        const bool elementwise = parse_is(p, ".^");
        parse_next(p);
        chart_node *right = NULL;
        if (parse_is(p, "-") || parse_is(p, "+"))
            BD_TRY(unary(p, &right));
        else
            BD_TRY(parse_primary(p, &right));
        p->elementwise = elementwise;
        BD_TRY(parse_binary(p, OP_POWER, node, right));
    }
    return BD_OK;
}

static bd_status unary(parser *p, chart_node **node) {
    if (++p->nesting > 3000)
        return parse_fail(p, "the expression is nested too deep");
    if (p->token.kind == TOKEN_OPERATOR &&
        (parse_is(p, "-") || parse_is(p, "+") || parse_is(p, "!") || parse_is(p, "~"))) {
        const char sign = *p->token.start;
        parse_next(p);
        BD_TRY(unary(p, node));
        p->nesting--;
        if (sign == '+')
            return BD_OK;
        NEW(made, sign == '-'                                               ? OP_NEGATE
                  : sign == '~' && p->c->c_language && p->c->bit_operations ? OP_BIT_NOT
                                                                            : OP_NOT);
        made->left = *node;
        made->width = (*node)->width;
        made->rows = (*node)->rows;
        made->type = made->op == OP_NOT            ? BD_LOGICAL
                     : (*node)->type == BD_LOGICAL ? BD_DOUBLE
                                                   : (*node)->type;
        made->literal = (*node)->literal;
        made->wrap = !p->c->c_language && is_integer(made->type);
        *node = made;
        return BD_OK;
    }
    bd_status status = power(p, node);
    p->nesting--;
    return status;
}

/* ---- entry points ---- */

static void begin(parser *p, chart *c, const chart_place *place, const char *text) {
    *p = (parser){.c = c, .place = place, .text = text, .at = text};
    parse_next(p);
}

/* one expression up to the end; NULL: there is none */
static bd_status whole_expression(parser *p, chart *c, const chart_place *place, const char *text,
                                  chart_node **node) {
    *node = NULL;
    begin(p, c, place, text);
    p->depth = 1;
    p->at = p->token.start;
    parse_next(p);
    if (p->token.kind == TOKEN_END)
        return BD_OK;
    BD_TRY(parse_expression(p, node));
    if (p->token.kind != TOKEN_END)
        return parse_beyond(p, "'%.*s' is not expected here", (int)p->token.length, p->token.start);
    return BD_OK;
}

bd_status chart_parse_expression(chart *c, const chart_place *place, const char *text,
                                 chart_node **node) {
    parser p;
    return whole_expression(&p, c, place, text, node);
}

bd_status chart_parse_condition(chart *c, const chart_place *place, const char *text,
                                chart_node **node) {
    parser p;
    const chart_size before = chart_size_of(c);
    const bd_status status = whole_expression(&p, c, place, text, node);
    if (status != BD_OK && p.beyond && !c->c_language) {
        chart_shrink(c, &before);
        return chart_compile_code(c, place, text, true, node);
    }
    if (status == BD_OK && *node && (*node)->width > 1)
        return parse_fail(&p, "a condition must be a scalar");
    return status;
}

bd_status chart_try_statements(chart *c, const chart_place *place, const char *text,
                               chart_node **first, bool *beyond) {
    parser p;
    const chart_size before = chart_size_of(c);
    *first = NULL;
    begin(&p, c, place, text);
    const bd_status status = parse_block(&p, first, NULL);
    *beyond = status != BD_OK && p.beyond && !c->c_language;
    if (*beyond)
        chart_shrink(c, &before);
    return status;
}

bd_status chart_parse_statements(chart *c, const chart_place *place, const char *text,
                                 chart_node **first) {
    bool beyond;
    const bd_status status = chart_try_statements(c, place, text, first, &beyond);
    return beyond ? chart_compile_code(c, place, text, false, first) : status;
}

/* an implicit event: entry, exit, change */
static bd_status implicit(parser *p, const char *word, chart_trigger *trigger) {
    chart *c = p->c;
    const bool change = strcmp(word, "chg") == 0 || strcmp(word, "change") == 0;
    const bool leaving = strcmp(word, "ex") == 0 || strcmp(word, "exit") == 0;
    char name[300];
    BD_TRY(parse_expect(p, "("));
    BD_TRY(parse_dotted(p, name, sizeof name));
    BD_TRY(parse_expect(p, ")"));
    const int data = change ? chart_find_data(c, p->place->state, name) : -1;
    const int state = change ? -1 : chart_find_state(c, p->place->state, name);
    if (data < 0 && state < 0)
        return parse_fail(p, "'%s' is no %s", name, change ? "data" : "state");
    for (int i = 0; i < c->event_count; i++)
        if (c->events[i].scope == EVENT_IMPLICIT && c->events[i].data == data &&
            c->events[i].state == state && c->events[i].on_exit == leaving) {
            trigger->event = i;
            return BD_OK;
        }
    if (change && (c->data[data].scope == DATA_INPUT || c->data[data].scope == DATA_STORE))
        return parse_fail(p, "'%s' is changed from outside: use hasChanged(%s)", name, name);
    size_t capacity = (size_t)c->event_capacity;
    if (!bd_arena_grow(c->arena, (void **)&c->events, (size_t)c->event_count, &capacity,
                       sizeof *c->events))
        return bd_block_no_memory(c->block);
    c->event_capacity = (int)capacity;
    c->events[c->event_count] = (chart_event){.name = "",
                                              .scope = EVENT_IMPLICIT,
                                              .state = state,
                                              .on_exit = leaving,
                                              .data = data,
                                              .count_slot = -1};
    *(change    ? &c->data[data].change_event
      : leaving ? &c->states[state].exit_event
                : &c->states[state].entry_event) = c->event_count;
    trigger->event = c->event_count++;
    return BD_OK;
}

static bd_status one_trigger(parser *p, chart_trigger *trigger) {
    chart *c = p->c;
    *trigger = (chart_trigger){.event = -1};
    char *word = p->token.kind == TOKEN_NAME ? parse_word(p) : NULL;
    if (!word)
        return p->status != BD_OK ? p->status : parse_fail(p, "an event is missing");
    static const char *const implicits[] = {"en", "enter", "entry", "ex", "exit", "chg", "change"};
    for (size_t i = 0; *p->at == '(' && i < sizeof implicits / sizeof *implicits; i++)
        if (strcmp(word, implicits[i]) == 0) {
            parse_next(p);
            return implicit(p, word, trigger);
        }
    if (*p->at == '(') {
        BD_TRY(parse_primary(p, &trigger->condition));
        /* counted events must happen now; the wake-up is one of them, time is none */
        if (trigger->condition->op >= OP_AFTER && trigger->condition->op <= OP_EVERY)
            trigger->event = trigger->condition->index;
        return BD_OK;
    }
    if (strcmp(word, "tick") == 0 || strcmp(word, "wakeup") == 0) {
        parse_next(p);
        trigger->event = WAKE_UP;
        return BD_OK;
    }
    char name[300];
    BD_TRY(parse_dotted(p, name, sizeof name));
    const char *dot = strrchr(name, '.');
    trigger->event = chart_find_event(c, p->place->state, dot ? dot + 1 : name);
    if (trigger->event < 0)
        return parse_fail(p, "'%s' is no event; a condition stands in brackets", name);
    return BD_OK;
}

bd_status chart_parse_triggers(chart *c, const chart_place *place, const char *text,
                               chart_triggers *triggers) {
    parser p;
    *triggers = (chart_triggers){0};
    begin(&p, c, place, text);
    p.depth = 1;
    p.at = p.token.start;
    parse_next(&p);
    size_t capacity = 0;
    do {
        if (!bd_arena_grow(c->arena, (void **)&triggers->items, (size_t)triggers->count, &capacity,
                           sizeof *triggers->items))
            return bd_block_no_memory(c->block);
        chart_trigger trigger;
        BD_TRY(one_trigger(&p, &trigger));
        triggers->items[triggers->count++] = trigger;
    } while (parse_take(&p, "|") || parse_take(&p, "||"));
    if (p.token.kind != TOKEN_END)
        return parse_fail(&p, "'%.*s' is not expected after an event", (int)p.token.length,
                          p.token.start);
    return BD_OK;
}
