/* compiles scalar expressions by recursive descent, and runs them on numbers */
#include "common/memory.h"
#include "common/scalar_expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INSTRUCTIONS = 10000, MAX_NESTING = 200 };

typedef struct compiler {
    const cm_language *language;
    void *context;
    const char *at, *end;
    cm_expression *result;
    cm_complaint *complaint;
    int depth; /* of the stack */
    int nesting;
} compiler;

static bool complain(compiler *c, const char *why) {
    c->complaint->why = why;
    c->complaint->at = c->at;
    return false;
}

static bool emit(compiler *c, cm_instruction instruction, int growth) {
    cm_expression *r = c->result;
    if (r->count == MAX_INSTRUCTIONS)
        return complain(c, "the expression is too long");
    c->depth += growth;
    if (c->depth > CM_EXPRESSION_STACK)
        return complain(c, "it is nested too deeply");
    cm_instruction *code = cm_one_more(r->code, (size_t)r->count, sizeof *code);
    if (!code) {
        c->complaint->out_of_memory = true;
        return complain(c, "not enough memory");
    }
    r->code = code;
    r->code[r->count++] = instruction;
    return true;
}

static bool emit_operation(compiler *c, cm_operation operation) {
    cm_instruction *last = c->result->code + c->result->count - 1; /* an operand is there */
    if (operation == CM_NEGATE && last->operation == CM_NUMBER) {
        last->number = -last->number;
        return true;
    }
    return emit(c, (cm_instruction){.operation = operation}, operation >= CM_POWER ? -1 : 0);
}

static bool next_is(compiler *c, const char *token) {
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
    const size_t length = strlen(token);
    return (size_t)(c->end - c->at) >= length && strncmp(c->at, token, length) == 0;
}

static bool accept(compiler *c, const char *token) {
    if (!next_is(c, token))
        return false;
    c->at += strlen(token);
    return true;
}

static bool parse_all(compiler *c);
static bool parse_unary(compiler *c);

const char *cm_behind_bracket(const char *at, const char *end) {
    int depth = 0;
    for (; at < end; at++) {
        if (*at == '(' || *at == '[')
            depth++;
        else if ((*at == ')' || *at == ']') && --depth == 0)
            return at + 1;
    }
    return NULL;
}

static const cm_function *find_function(const cm_language *language, const char *name,
                                        size_t length) {
    for (int i = 0; i < language->function_count; i++) {
        const cm_function *f = &language->functions[i];
        if (strlen(f->name) == length && strncmp(f->name, name, length) == 0)
            return f;
    }
    return NULL;
}

static bool parse_call(compiler *c, const cm_function *function) {
    const int arguments = function->one ? 1 : function->two ? 2 : 3;
    for (int i = 0; i < arguments; i++) {
        if (i > 0 && !accept(c, ","))
            return complain(c, "a comma and a further argument are missing");
        if (!parse_all(c))
            return false;
    }
    if (!accept(c, ")"))
        return complain(c, "a ) is missing");
    return emit(
        c, (cm_instruction){.operation = arguments == 3 ? CM_IF : CM_CALL, .function = function},
        1 - arguments);
}

static bool parse_name(compiler *c) {
    const char *name = c->at;
    while (c->at < c->end && (isalnum((unsigned char)*c->at) || *c->at == '_'))
        c->at++;
    const size_t length = (size_t)(c->at - name);
    const cm_function *function = find_function(c->language, name, length);
    if (function && accept(c, "("))
        return parse_call(c, function);
    cm_instruction load = {.operation = CM_NUMBER};
    const char *behind = c->at;
    if (!c->language->name(c->context, name, length, &behind, c->end, &load, c->complaint)) {
        c->complaint->at = name;
        return false;
    }
    c->at = behind;
    return emit(c, load, 1);
}

static bool parse_number(compiler *c) {
    const bool dots = c->language->dots;
    const char *exponents = dots ? "eEdD" : "eE";
    char text[64];
    size_t length = 0;
    const char *at = c->at;
    bool exponent = false;
    while (at < c->end && length + 1 < sizeof text) {
        const bool sign = (*at == '+' || *at == '-') && exponent && strchr(exponents, at[-1]);
        if (!isdigit((unsigned char)*at) && *at != '.' && !strchr(exponents, *at) && !sign)
            break;
        /* 2.^u and 2.*u: the dot belongs to the operator */
        if (dots && *at == '.' && at + 1 < c->end && strchr("*/^", at[1]))
            break;
        exponent = exponent || strchr(exponents, *at);
        text[length++] = *at == 'd' || *at == 'D' ? 'e' : *at;
        at++;
    }
    text[length] = '\0';
    char *rest;
    const double number = strtod(text, &rest);
    if (rest == text || *rest)
        return complain(c, "this is not a number");
    c->at = at;
    return emit(c, (cm_instruction){.operation = CM_NUMBER, .number = number}, 1);
}

static bool parse_primary(compiler *c) {
    if (accept(c, "(")) {
        if (++c->nesting > MAX_NESTING)
            return complain(c, "it is nested too deeply");
        if (!parse_all(c))
            return false;
        c->nesting--;
        return accept(c, ")") || complain(c, "a ) is missing");
    }
    if (c->at == c->end)
        return complain(c, "something is missing");
    if (isdigit((unsigned char)*c->at) || *c->at == '.')
        return parse_number(c);
    if (isalpha((unsigned char)*c->at) || *c->at == '_')
        return parse_name(c);
    return complain(c, "this has no meaning");
}

static bool accept_power(compiler *c) {
    return accept(c, "^") || (c->language->dots && accept(c, ".^"));
}

static bool parse_power(compiler *c) {
    if (!parse_primary(c))
        return false;
    if (c->language->power_to_right)
        return !accept_power(c) || (parse_unary(c) && emit_operation(c, CM_POWER));
    while (accept_power(c)) {
        bool negative = false;
        while (next_is(c, "-") || next_is(c, "+"))
            negative ^= *c->at++ == '-';
        if (!parse_primary(c) || (negative && !emit_operation(c, CM_NEGATE)) ||
            !emit_operation(c, CM_POWER))
            return false;
    }
    return true;
}

static bool accept_not(compiler *c) {
    if (!c->language->logic || next_is(c, "!=") || next_is(c, "~="))
        return false;
    return accept(c, "!") || accept(c, "~");
}

static bool parse_unary(compiler *c) {
    if (++c->nesting > MAX_NESTING)
        return complain(c, "it is nested too deeply");
    bool good;
    if (accept(c, "+"))
        good = parse_unary(c);
    else if (accept(c, "-"))
        good = parse_unary(c) && emit_operation(c, CM_NEGATE);
    else if (accept_not(c))
        good = parse_unary(c) && emit_operation(c, CM_NOT);
    else
        good = parse_power(c);
    c->nesting--;
    return good;
}

/* binary operators by level, the strongest first; longer words before their beginnings */
typedef struct word {
    int level;
    const char *text;
    cm_operation operation;
} word;

enum { COMPARISON = 2, WEAKEST = 5 };

static const word words[] = {
    {0, ".*", CM_MULTIPLY}, {0, "*", CM_MULTIPLY}, {0, "./", CM_DIVIDE},  {0, "/", CM_DIVIDE},
    {1, "+", CM_ADD},       {1, "-", CM_SUBTRACT}, {2, "<=", CM_AT_MOST}, {2, ">=", CM_AT_LEAST},
    {2, "<", CM_LESS},      {2, ">", CM_GREATER},  {3, "==", CM_EQUAL},   {3, "!=", CM_UNEQUAL},
    {3, "~=", CM_UNEQUAL},  {4, "&&", CM_AND},     {4, "&", CM_AND},      {5, "||", CM_OR},
    {5, "|", CM_OR},
};

static const word *accept_operator(compiler *c, int level) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].level == level && (c->language->dots || words[i].text[0] != '.') &&
            accept(c, words[i].text))
            return &words[i];
    return NULL;
}

static bool parse_level(compiler *c, int level) {
    if (level < 0)
        return parse_unary(c);
    if (!parse_level(c, level - 1))
        return false;
    const word *found;
    while ((found = accept_operator(c, level))) {
        if (!parse_level(c, level - 1) || !emit_operation(c, found->operation))
            return false;
        if (level == COMPARISON && !c->language->logic)
            break;
    }
    return true;
}

static bool parse_all(compiler *c) {
    return parse_level(c, c->language->logic ? WEAKEST : COMPARISON);
}

bool cm_expression_compile(const cm_language *language, void *context, const char *text,
                           size_t length, cm_expression *expression, cm_complaint *complaint) {
    *expression = (cm_expression){0};
    *complaint = (cm_complaint){0};
    compiler c = {.language = language,
                  .context = context,
                  .at = text,
                  .end = text + length,
                  .result = expression,
                  .complaint = complaint};
    bool good = parse_all(&c);
    (void)next_is(&c, ""); /* blanks at the end */
    if (good && c.at != c.end)
        good = complain(&c, "this has no meaning");
    if (!good)
        cm_expression_free(expression);
    return good;
}

void cm_expression_free(cm_expression *expression) {
    free(expression->code);
    *expression = (cm_expression){0};
}

void cm_expression_shorten(cm_expression *expression) {
    cm_instruction *to = expression->code;
    for (int i = 0; i < expression->count; i++) {
        const cm_instruction now = expression->code[i];
        cm_instruction *last = to - 1; /* an operation with two operands is not the first */
        if (now.operation >= CM_POWER && last->operation <= CM_VARIABLE) {
            last->right = last->operation == CM_NUMBER ? CM_IS_NUMBER : CM_IS_VARIABLE;
            last->operation = now.operation;
        } else {
            *to++ = now;
        }
    }
    expression->count = (int)(to - expression->code);
}

/* the three forms of an operation on a and b */
#define TWO(operation, value)                                                                      \
    case operation:                                                                                \
        a = *--free_place;                                                                         \
        b = last;                                                                                  \
        last = (value);                                                                            \
        break;                                                                                     \
    case operation + CM_IS_NUMBER:                                                                 \
        a = last;                                                                                  \
        b = i->number;                                                                             \
        last = (value);                                                                            \
        break;                                                                                     \
    case operation + CM_IS_VARIABLE:                                                               \
        a = last;                                                                                  \
        b = load ? load(context, i->variable, i->element) : elements[i->element];                  \
        last = (value);                                                                            \
        break;

/* the last number is kept apart from those below it; each instruction is one jump. Without a load
 * the context is a vector whose elements are the variables: a function of its own, without calls */
static inline __attribute__((always_inline)) double
run(const cm_expression *expression, double (*load)(const void *context, int variable, int element),
    const void *context) {
    const double *elements = context;
    double stack[CM_EXPRESSION_STACK + 1], *free_place = stack, last = 0.0, a, b;
    for (const cm_instruction *i = expression->code, *end = i + expression->count; i < end; i++)
        /* NOLINTBEGIN(clang-analyzer-core.*): the compiler counted what each operation finds on the
         * stack */
        switch ((int)i->operation + (int)i->right) {
        case CM_NUMBER:
            *free_place++ = last;
            last = i->number;
            break;
        case CM_VARIABLE:
            *free_place++ = last;
            last = load ? load(context, i->variable, i->element) : elements[i->element];
            break;
        case CM_NEGATE:
            last = -last;
            break;
        case CM_NOT:
            last = last == 0.0;
            break;
        case CM_IF:
            free_place -= 2;
            last = free_place[0] != 0.0 ? free_place[1] : last;
            break;
        case CM_CALL:
            last =
                i->function->one ? i->function->one(last) : i->function->two(*--free_place, last);
            break;
            TWO(CM_POWER, pow(a, b))
            TWO(CM_MULTIPLY, a * b)
            TWO(CM_DIVIDE, a / b)
            TWO(CM_ADD, a + b)
            TWO(CM_SUBTRACT, a - b)
            TWO(CM_LESS, a < b)
            TWO(CM_AT_MOST, a <= b)
            TWO(CM_GREATER, a > b)
            TWO(CM_AT_LEAST, a >= b)
            TWO(CM_EQUAL, a == b)
            TWO(CM_UNEQUAL, a != b)
            TWO(CM_AND, a != 0.0 && b != 0.0)
            TWO(CM_OR, a != 0.0 || b != 0.0)
        default:
            break;
        }
    /* NOLINTEND(clang-analyzer-core.*) */
    return last;
}

double cm_expression_value(const cm_expression *expression,
                           double (*load)(const void *context, int variable, int element),
                           const void *context) {
    return run(expression, load, context);
}

double cm_expression_of_vector(const cm_expression *expression, const double *elements) {
    return run(expression, NULL, elements);
}
