/* compiles expressions by recursive descent into instructions of a stack machine, and runs them */
#include "blocks/functions/formula.h"
#include "blockdiagram/expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_INSTRUCTIONS 10000
#define MAX_STACK        64
#define MAX_NESTING      100

typedef enum operation_kind {
    PUSH,
    LOAD,
    NEGATE,
    NOT,
    POWER,
    MULTIPLY,
    DIVIDE,
    ADD,
    SUBTRACT,
    LESS,
    AT_MOST,
    GREATER,
    AT_LEAST,
    EQUAL,
    UNEQUAL,
    AND,
    OR,
    CALL_ONE,
    CALL_TWO
} operation_kind;

typedef struct instruction {
    operation_kind operation;
    int input, element; /* of LOAD */
    union {
        double number;
        const bd_formula_function *function;
    };
} instruction;

struct bd_formula {
    instruction *code;
    int count;
};

typedef struct compiler {
    bd_block *block;
    const char *what;
    const char *begin, *at, *end;
    bd_formula_names names;
    instruction *code;
    int count, capacity;
    int depth; /* of the stack */
    int nesting;
} compiler;

static bd_status complain(compiler *c, const char *why) {
    return bd_block_fail(c->block, BD_BAD_EXPRESSION, "%s: %s at column %d of '%.*s'", c->what, why,
                         (int)(c->at - c->begin) + 1,
                         c->end - c->begin > 300 ? 300 : (int)(c->end - c->begin), c->begin);
}

static bd_status emit(compiler *c, instruction i, int growth) {
    if (c->count == MAX_INSTRUCTIONS)
        return complain(c, "the expression is too long");
    c->depth += growth;
    if (c->depth > MAX_STACK)
        return complain(c, "the expression is nested too deeply");
    if (c->count == c->capacity) {
        int capacity = c->capacity ? 2 * c->capacity : 16;
        instruction *code = bd_block_alloc(c->block, (size_t)capacity * sizeof *code);
        if (!code)
            return bd_block_no_memory(c->block);
        if (c->count)
            memcpy(code, c->code, (size_t)c->count * sizeof *code);
        c->code = code;
        c->capacity = capacity;
    }
    c->code[c->count++] = i;
    return BD_OK;
}

static void skip_blanks(compiler *c) {
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
}

static bool next_is(compiler *c, const char *token) {
    skip_blanks(c);
    size_t length = strlen(token);
    return (size_t)(c->end - c->at) >= length && strncmp(c->at, token, length) == 0;
}

static bool accept(compiler *c, const char *token) {
    if (!next_is(c, token))
        return false;
    c->at += strlen(token);
    return true;
}

static bd_status parse_or(compiler *c);

/* value of a piece of text that has no inputs in it */
static bd_status constant(compiler *c, const char *from, const char *to, double *number) {
    size_t length = (size_t)(to - from);
    char *text = malloc(length + 1);
    if (!text)
        return bd_block_no_memory(c->block);
    memcpy(text, from, length);
    text[length] = '\0';
    bd_error error = {0};
    bd_status status = bd_expression_scalar(text, c->block->scope, number, &error);
    if (status != BD_OK)
        status = bd_block_fail(c->block, status, "%s: %s", c->what, error.text);
    free(text);
    return status;
}

/* behind the bracket that closes the one at `at`, or NULL */
static const char *behind_bracket(const compiler *c, const char *at) {
    int depth = 0;
    for (; at < c->end; at++) {
        if (*at == '(' || *at == '[')
            depth++;
        else if ((*at == ')' || *at == ']') && --depth == 0)
            return at + 1;
    }
    return NULL;
}

/* element of an input: (i) or [i], whole numbers from 1 */
static bd_status parse_element(compiler *c, int input) {
    instruction load = {.operation = LOAD, .input = input};
    if (next_is(c, "(") || next_is(c, "[")) {
        const char *behind = behind_bracket(c, c->at);
        if (!behind)
            return complain(c, "a bracket is not closed");
        double index;
        BD_TRY(constant(c, c->at + 1, behind - 1, &index));
        if (!(index >= 1.0 && index < 1e8) || index != floor(index))
            return complain(c, "an element must be a whole number from 1 on");
        load.element = (int)index - 1;
        c->at = behind;
    }
    return emit(c, load, 1);
}

/* number of the input that a name means, or -1 */
static int input_named(const compiler *c, const char *name, size_t length) {
    if (length == 1 && *name == 'u')
        return 0;
    if (c->names != BD_NAME_UN || length < 2 || length > 6 || *name != 'u')
        return -1;
    int number = 0;
    for (size_t i = 1; i < length; i++) {
        if (!isdigit((unsigned char)name[i]))
            return -1;
        number = 10 * number + (name[i] - '0');
    }
    return number - 1;
}

static bd_status parse_call(compiler *c, const bd_formula_function *function) {
    BD_TRY(parse_or(c));
    if (function->two) {
        if (!accept(c, ","))
            return complain(c, "a second argument is missing");
        BD_TRY(parse_or(c));
    }
    if (!accept(c, ")"))
        return complain(c, "a ) is missing");
    instruction call = {.operation = function->two ? CALL_TWO : CALL_ONE, .function = function};
    return emit(c, call, function->two ? -1 : 0);
}

static bd_status parse_name(compiler *c) {
    const char *name = c->at;
    while (c->at < c->end && (isalnum((unsigned char)*c->at) || *c->at == '_'))
        c->at++;
    size_t length = (size_t)(c->at - name);
    int input = input_named(c, name, length);
    if (input >= 0)
        return parse_element(c, input);
    const bd_formula_function *function = bd_formula_function_find(name, length);
    if (function && accept(c, "("))
        return parse_call(c, function);
    /* fields and indices belong to the name */
    for (;;) {
        if (c->at < c->end && *c->at == '(') {
            const char *behind = behind_bracket(c, c->at);
            if (!behind)
                return complain(c, "a bracket is not closed");
            c->at = behind;
        } else if (c->end - c->at > 1 && *c->at == '.' && isalpha((unsigned char)c->at[1])) {
            c->at++;
            while (c->at < c->end && (isalnum((unsigned char)*c->at) || *c->at == '_'))
                c->at++;
        } else {
            break;
        }
    }
    instruction push = {.operation = PUSH};
    BD_TRY(constant(c, name, c->at, &push.number));
    return emit(c, push, 1);
}

static bd_status parse_number(compiler *c) {
    char text[64];
    size_t length = 0;
    const char *at = c->at;
    bool exponent = false;
    while (at < c->end && length + 1 < sizeof text) {
        bool sign = (*at == '+' || *at == '-') && exponent && strchr("eEdD", at[-1]);
        if (!isdigit((unsigned char)*at) && *at != '.' && !strchr("eEdD", *at) && !sign)
            break;
        /* 2.^u and 2.*u: the dot belongs to the operator */
        if (*at == '.' && at + 1 < c->end && strchr("*/^", at[1]))
            break;
        exponent = exponent || strchr("eEdD", *at);
        text[length++] = *at == 'd' || *at == 'D' ? 'e' : *at;
        at++;
    }
    text[length] = '\0';
    char *rest;
    instruction push = {.operation = PUSH, .number = strtod(text, &rest)};
    if (rest == text || *rest)
        return complain(c, "this is not a number");
    c->at = at;
    return emit(c, push, 1);
}

static bd_status parse_primary(compiler *c) {
    skip_blanks(c);
    if (c->at == c->end)
        return complain(c, "something is missing");
    if (accept(c, "(")) {
        if (++c->nesting > MAX_NESTING)
            return complain(c, "brackets are nested too deeply");
        BD_TRY(parse_or(c));
        c->nesting--;
        return accept(c, ")") ? BD_OK : complain(c, "a ) is missing");
    }
    if (isdigit((unsigned char)*c->at) || *c->at == '.')
        return parse_number(c);
    if (isalpha((unsigned char)*c->at) || *c->at == '_')
        return parse_name(c);
    return complain(c, "this has no meaning");
}

static bd_status parse_power(compiler *c) {
    BD_TRY(parse_primary(c));
    while (accept(c, "^") || accept(c, ".^")) {
        bool negative = false;
        while (next_is(c, "-") || next_is(c, "+"))
            negative ^= *c->at++ == '-';
        BD_TRY(parse_primary(c));
        if (negative)
            BD_TRY(emit(c, (instruction){.operation = NEGATE}, 0));
        BD_TRY(emit(c, (instruction){.operation = POWER}, -1));
    }
    return BD_OK;
}

static bd_status parse_unary(compiler *c) {
    if (++c->nesting > MAX_NESTING)
        return complain(c, "signs are nested too deeply");
    bd_status status;
    if (accept(c, "+")) {
        status = parse_unary(c);
    } else if (accept(c, "-")) {
        status = parse_unary(c);
        if (status == BD_OK)
            status = emit(c, (instruction){.operation = NEGATE}, 0);
    } else if ((next_is(c, "!") && !next_is(c, "!=")) || (next_is(c, "~") && !next_is(c, "~="))) {
        c->at++;
        status = parse_unary(c);
        if (status == BD_OK)
            status = emit(c, (instruction){.operation = NOT}, 0);
    } else {
        status = parse_power(c);
    }
    c->nesting--;
    return status;
}

/* binary operators by level, the strongest first; longer words before their beginnings */
typedef struct word {
    int level;
    const char *text;
    operation_kind operation;
} word;

static const word words[] = {
    {0, ".*", MULTIPLY}, {0, "*", MULTIPLY}, {0, "./", DIVIDE},  {0, "/", DIVIDE},
    {1, "+", ADD},       {1, "-", SUBTRACT}, {2, "<=", AT_MOST}, {2, ">=", AT_LEAST},
    {2, "<", LESS},      {2, ">", GREATER},  {3, "==", EQUAL},   {3, "!=", UNEQUAL},
    {3, "~=", UNEQUAL},  {4, "&&", AND},     {4, "&", AND},      {5, "||", OR},
    {5, "|", OR},
};

static const word *accept_operator(compiler *c, int level) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].level == level && accept(c, words[i].text))
            return &words[i];
    return NULL;
}

static bd_status parse_level(compiler *c, int level) {
    if (level < 0)
        return parse_unary(c);
    BD_TRY(parse_level(c, level - 1));
    const word *found;
    while ((found = accept_operator(c, level)) != NULL) {
        BD_TRY(parse_level(c, level - 1));
        BD_TRY(emit(c, (instruction){.operation = found->operation}, -1));
    }
    return BD_OK;
}

static bd_status parse_or(compiler *c) {
    return parse_level(c, 5);
}

bd_status bd_formula_compile(bd_block *block, const char *what, const char *text, size_t length,
                             bd_formula_names names, bd_formula **formula) {
    compiler c = {.block = block,
                  .what = what,
                  .begin = text,
                  .at = text,
                  .end = text + length,
                  .names = names};
    BD_TRY(parse_or(&c));
    skip_blanks(&c);
    if (c.at != c.end)
        return complain(&c, "this has no meaning");
    *formula = bd_block_alloc(block, sizeof **formula);
    if (!*formula)
        return bd_block_no_memory(block);
    **formula = (bd_formula){.code = c.code, .count = c.count};
    return BD_OK;
}

bd_status bd_formula_check(bd_block *block, const char *what, const bd_formula *formula) {
    for (int i = 0; i < formula->count; i++) {
        const instruction *code = &formula->code[i];
        if (code->operation != LOAD)
            continue;
        if (code->input >= block->input_count)
            return bd_block_fail(block, BD_BAD_EXPRESSION, "%s: there is no input %d", what,
                                 code->input + 1);
        if (code->element >= block->inputs[code->input].width)
            return bd_block_fail(block, BD_BAD_EXPRESSION, "%s uses element %d but input %d has %d",
                                 what, code->element + 1, code->input + 1,
                                 block->inputs[code->input].width);
    }
    return BD_OK;
}

static double load(const bd_port *port, int element) {
    return port->shape.type == BD_DOUBLE && port->shape.complexity == 0
               ? ((const double *)port->data)[element]
               : bd_port_real(port, element);
}

static double apply(operation_kind operation, double a, double b) {
    switch (operation) {
    case POWER:
        return pow(a, b);
    case MULTIPLY:
        return a * b;
    case DIVIDE:
        return a / b;
    case ADD:
        return a + b;
    case SUBTRACT:
        return a - b;
    case LESS:
        return a < b;
    case AT_MOST:
        return a <= b;
    case GREATER:
        return a > b;
    case AT_LEAST:
        return a >= b;
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case AND:
        return a != 0.0 && b != 0.0;
    default:
        return a != 0.0 || b != 0.0;
    }
}

double bd_formula_evaluate(const bd_formula *formula, const bd_block *block) {
    double stack[MAX_STACK];
    stack[0] = 0.0;
    int n = 0; /* numbers on the stack */
    for (const instruction *i = formula->code, *end = i + formula->count; i < end; i++)
        switch (i->operation) {
        case PUSH:
            stack[n++] = i->number;
            break;
        case LOAD:
            stack[n++] = load(&block->inputs[i->input], i->element);
            break;
        case NEGATE:
            stack[n - 1] = -stack[n - 1];
            break;
        case NOT:
            stack[n - 1] = stack[n - 1] == 0.0;
            break;
        case CALL_ONE:
            stack[n - 1] = i->function->one(stack[n - 1]);
            break;
        case CALL_TWO:
            n--;
            stack[n - 1] = i->function->two(stack[n - 1], stack[n]);
            break;
        default:
            n--;
            stack[n - 1] = apply(i->operation, stack[n - 1], stack[n]);
        }
    return stack[0];
}

const char *bd_list_item_end(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (strchr("([{", *text))
            depth++;
        else if (strchr(")]}", *text))
            depth--;
        else if (*text == ',' && depth <= 0)
            break;
    }
    return text;
}
