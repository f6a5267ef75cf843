/* expressions: a recursive-descent parser that writes code for a small stack machine; the machine
 * runs on numbers or on second-order jets (Griewank and Walther, Evaluating Derivatives, 2008, ch.
 * 13) */
#include "mbs/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STACK = 48, MAX_NESTING = 200, MAX_CODE = 4096 };

typedef enum opcode {
    OP_NUMBER,
    OP_VARIABLE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_POW,
    OP_NEG,
    OP_LT,
    OP_GT,
    OP_LE,
    OP_GE,
    OP_IF,
    OP_SIN,
    OP_COS,
    OP_TAN,
    OP_ASIN,
    OP_ACOS,
    OP_ATAN,
    OP_SINH,
    OP_COSH,
    OP_TANH,
    OP_EXP,
    OP_LOG,
    OP_LOG10,
    OP_SQRT,
    OP_ABS,
    OP_SIGN,
    OP_STEP,
    OP_ATAN2,
    OP_MIN,
    OP_MAX,
    OP_HYPOT,
    OP_MOD
} opcode;

typedef struct instruction {
    opcode op;
    int variable;
    double number;
} instruction;

struct mbs_expression {
    int count;
    instruction code[];
};

static const struct {
    const char *name;
    opcode op;
    int arguments;
} functions[] = {
    {"sin", OP_SIN, 1},     {"cos", OP_COS, 1},   {"tan", OP_TAN, 1},   {"asin", OP_ASIN, 1},
    {"acos", OP_ACOS, 1},   {"atan", OP_ATAN, 1}, {"sinh", OP_SINH, 1}, {"cosh", OP_COSH, 1},
    {"tanh", OP_TANH, 1},   {"exp", OP_EXP, 1},   {"log", OP_LOG, 1},   {"log10", OP_LOG10, 1},
    {"sqrt", OP_SQRT, 1},   {"abs", OP_ABS, 1},   {"sign", OP_SIGN, 1}, {"step", OP_STEP, 1},
    {"atan2", OP_ATAN2, 2}, {"min", OP_MIN, 2},   {"max", OP_MAX, 2},   {"hypot", OP_HYPOT, 2},
    {"mod", OP_MOD, 2},     {"if", OP_IF, 3},
};

typedef struct parser {
    const char *text, *at;
    mbs_lookup lookup;
    const void *context;
    mr_message *message;
    instruction *code;
    int count, depth, nesting;
    int failed;
} parser;

static void fail(parser *p, const char *what) {
    if (!p->failed)
        mr_message_set(p->message, "%s at character %d of the expression \"%.120s\"", what,
                       (int)(p->at - p->text) + 1, p->text);
    p->failed = 1;
}

static void emit(parser *p, opcode op, int variable, double number, int depth_change) {
    if (p->failed)
        return;
    p->depth += depth_change;
    if (p->count >= MAX_CODE || p->depth > MAX_STACK) {
        fail(p, "too long an expression");
        return;
    }
    p->code[p->count++] = (instruction){op, variable, number};
}

static char next(parser *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
    return *p->at;
}

static int accept(parser *p, const char *token) {
    size_t length = strlen(token);
    next(p);
    if (strncmp(p->at, token, length) != 0)
        return 0;
    p->at += length;
    return 1;
}

static void parse_comparison(parser *p);
static void parse_unary(parser *p);

static void parse_call(parser *p, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (strlen(functions[i].name) != length || strncmp(functions[i].name, name, length) != 0)
            continue;
        for (int k = 0; k < functions[i].arguments && !p->failed; k++) {
            if (k > 0 && !accept(p, ","))
                fail(p, "expected a comma");
            parse_comparison(p);
        }
        if (!accept(p, ")"))
            fail(p, "expected \")\"");
        emit(p, functions[i].op, 0, 0.0, 1 - functions[i].arguments);
        return;
    }
    p->at = name;
    fail(p, "unknown function");
}

static void parse_name(parser *p) {
    const char *name = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    size_t length = (size_t)(p->at - name);
    if (accept(p, "(")) {
        parse_call(p, name, length);
        return;
    }
    double value = 0.0;
    int variable = p->lookup ? p->lookup(p->context, name, length, &value) : -2;
    if (variable >= 0) {
        emit(p, OP_VARIABLE, variable, 0.0, 1);
    } else if (variable == -1) {
        emit(p, OP_NUMBER, 0, value, 1);
    } else if (length == 2 && strncmp(name, "pi", 2) == 0) {
        emit(p, OP_NUMBER, 0, 3.14159265358979323846, 1);
    } else {
        p->at = name;
        fail(p, "unknown name");
    }
}

static void parse_primary(parser *p) {
    char c = next(p);
    if (++p->nesting > MAX_NESTING) {
        fail(p, "too deeply nested");
    } else if (c == '(') {
        p->at++;
        parse_comparison(p);
        if (!accept(p, ")"))
            fail(p, "expected \")\"");
    } else if (isdigit((unsigned char)c) || c == '.') {
        char *end;
        double value = strtod(p->at, &end);
        if (end == p->at || !isfinite(value))
            fail(p, "not a number");
        p->at = end;
        emit(p, OP_NUMBER, 0, value, 1);
    } else if (isalpha((unsigned char)c) || c == '_') {
        parse_name(p);
    } else {
        fail(p, c ? "unexpected character" : "unexpected end");
    }
    p->nesting--;
}

static void parse_power(parser *p) {
    parse_primary(p);
    if (!p->failed && accept(p, "^")) {
        parse_unary(p);
        emit(p, OP_POW, 0, 0.0, -1);
    }
}

static void parse_unary(parser *p) {
    if (++p->nesting > MAX_NESTING) {
        fail(p, "too deeply nested");
    } else if (accept(p, "-")) {
        parse_unary(p);
        emit(p, OP_NEG, 0, 0.0, 0);
    } else if (accept(p, "+")) {
        parse_unary(p);
    } else {
        parse_power(p);
    }
    p->nesting--;
}

static void parse_product(parser *p) {
    parse_unary(p);
    while (!p->failed) {
        opcode op = accept(p, "*") ? OP_MUL : accept(p, "/") ? OP_DIV : OP_NUMBER;
        if (op == OP_NUMBER)
            return;
        parse_unary(p);
        emit(p, op, 0, 0.0, -1);
    }
}

static void parse_sum(parser *p) {
    parse_product(p);
    while (!p->failed) {
        opcode op = accept(p, "+") ? OP_ADD : accept(p, "-") ? OP_SUB : OP_NUMBER;
        if (op == OP_NUMBER)
            return;
        parse_product(p);
        emit(p, op, 0, 0.0, -1);
    }
}

static void parse_comparison(parser *p) {
    parse_sum(p);
    if (p->failed)
        return;
    opcode op = accept(p, "<=")   ? OP_LE
                : accept(p, ">=") ? OP_GE
                : accept(p, "<")  ? OP_LT
                : accept(p, ">")  ? OP_GT
                                  : OP_NUMBER;
    if (op == OP_NUMBER)
        return;
    parse_sum(p);
    emit(p, op, 0, 0.0, -1);
}

mr_status mbs_expression_compile(const char *text, mbs_lookup lookup, const void *context,
                                 mr_message *message, mbs_expression **expression) {
    *expression = NULL;
    parser p = {text, text, lookup, context, message, NULL, 0, 0, 0, 0};
    p.code = malloc(MAX_CODE * sizeof *p.code);
    if (!p.code) {
        mr_message_set(message, "not enough memory for an expression");
        return MR_ERR_MEMORY;
    }
    parse_comparison(&p);
    if (!p.failed && next(&p) != '\0')
        fail(&p, "unexpected character");
    mbs_expression *e = NULL;
    if (!p.failed) {
        size_t size = (size_t)p.count * sizeof(instruction);
        e = malloc(sizeof *e + size);
        if (e) {
            e->count = p.count;
            memcpy(e->code, p.code, size);
        } else {
            mr_message_set(message, "not enough memory for an expression");
        }
    }
    free(p.code);
    *expression = e;
    return e ? MR_OK : p.failed ? MR_ERR_CONFIG : MR_ERR_MEMORY;
}

void mbs_expression_free(mbs_expression *expression) {
    free(expression);
}

int mbs_expression_uses(const mbs_expression *e, int variable) {
    for (int i = 0; i < e->count; i++)
        if (e->code[i].op == OP_VARIABLE && e->code[i].variable == variable)
            return 1;
    return 0;
}

int mbs_expression_is_constant(const mbs_expression *e) {
    for (int i = 0; i < e->count; i++)
        if (e->code[i].op == OP_VARIABLE)
            return 0;
    return 1;
}

int mbs_expression_is_variable(const mbs_expression *e) {
    return e->count == 1 && e->code[0].op == OP_VARIABLE ? e->code[0].variable : -1;
}

/* f(a) with f' and f'' at a.v */
static mbs_jet chain(mbs_jet a, double f, double f1, double f2) {
    if (a.d == 0.0 && a.dd == 0.0) /* where f' is infinite too */
        return (mbs_jet){f, 0.0, 0.0};
    return (mbs_jet){f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd};
}

static mbs_jet multiply(mbs_jet a, mbs_jet b) {
    return (mbs_jet){a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2.0 * a.d * b.d + a.v * b.dd};
}

static mbs_jet invert(mbs_jet a) {
    double r = 1.0 / a.v;
    return chain(a, r, -r * r, 2.0 * r * r * r);
}

static mbs_jet power(mbs_jet a, mbs_jet b) {
    if (b.d == 0.0 && b.dd == 0.0) {
        double n = b.v;
        double f1 = n == 0.0 ? 0.0 : n * pow(a.v, n - 1.0);
        double f2 = n == 0.0 || n == 1.0 ? 0.0 : n * (n - 1.0) * pow(a.v, n - 2.0);
        return chain(a, pow(a.v, n), f1, f2);
    }
    double l = log(a.v);
    mbs_jet e = multiply(b, chain(a, l, 1.0 / a.v, -1.0 / (a.v * a.v)));
    double f = exp(e.v);
    return chain(e, f, f, f);
}

static mbs_jet root(mbs_jet a) {
    double r = sqrt(a.v);
    return chain(a, r, 0.5 / r, -0.25 / (r * a.v));
}

static mbs_jet angle(mbs_jet y, mbs_jet x) {
    double r2 = x.v * x.v + y.v * y.v;
    double n = y.d * x.v - x.d * y.v;
    double nd = y.dd * x.v - x.dd * y.v;
    double r2d = 2.0 * (x.v * x.d + y.v * y.d);
    return (mbs_jet){atan2(y.v, x.v), n / r2, (nd * r2 - n * r2d) / (r2 * r2)};
}

static double sign_of(double x) {
    return (double)((x > 0.0) - (x < 0.0));
}

static mbs_jet constant(double v) {
    return (mbs_jet){v, 0.0, 0.0};
}

static mbs_jet unary(opcode op, mbs_jet a) {
    double s, c, f;
    switch (op) {
    case OP_NEG:
        return (mbs_jet){-a.v, -a.d, -a.dd};
    case OP_SIN:
        s = sin(a.v), c = cos(a.v);
        return chain(a, s, c, -s);
    case OP_COS:
        s = sin(a.v), c = cos(a.v);
        return chain(a, c, -s, -c);
    case OP_TAN:
        f = tan(a.v);
        return chain(a, f, 1.0 + f * f, 2.0 * f * (1.0 + f * f));
    case OP_ASIN:
        c = 1.0 / sqrt(1.0 - a.v * a.v);
        return chain(a, asin(a.v), c, a.v * c * c * c);
    case OP_ACOS:
        c = 1.0 / sqrt(1.0 - a.v * a.v);
        return chain(a, acos(a.v), -c, -a.v * c * c * c);
    case OP_ATAN:
        c = 1.0 / (1.0 + a.v * a.v);
        return chain(a, atan(a.v), c, -2.0 * a.v * c * c);
    case OP_SINH:
        return chain(a, sinh(a.v), cosh(a.v), sinh(a.v));
    case OP_COSH:
        return chain(a, cosh(a.v), sinh(a.v), cosh(a.v));
    case OP_TANH:
        f = tanh(a.v), c = 1.0 - f * f;
        return chain(a, f, c, -2.0 * f * c);
    case OP_EXP:
        f = exp(a.v);
        return chain(a, f, f, f);
    case OP_LOG:
        return chain(a, log(a.v), 1.0 / a.v, -1.0 / (a.v * a.v));
    case OP_LOG10:
        c = 0.43429448190325182765;
        return chain(a, log10(a.v), c / a.v, -c / (a.v * a.v));
    case OP_SQRT:
        return root(a);
    case OP_ABS:
        return chain(a, fabs(a.v), sign_of(a.v), 0.0);
    case OP_SIGN:
        return constant(sign_of(a.v));
    default: /* OP_STEP */
        return constant(a.v < 0.0 ? 0.0 : 1.0);
    }
}

static mbs_jet binary(opcode op, mbs_jet a, mbs_jet b) {
    switch (op) {
    case OP_ADD:
        return (mbs_jet){a.v + b.v, a.d + b.d, a.dd + b.dd};
    case OP_SUB:
        return (mbs_jet){a.v - b.v, a.d - b.d, a.dd - b.dd};
    case OP_MUL:
        return multiply(a, b);
    case OP_DIV: {
        mbs_jet q = multiply(a, invert(b));
        q.v = a.v / b.v;
        return q;
    }
    case OP_POW:
        return power(a, b);
    case OP_LT:
        return constant(a.v < b.v);
    case OP_GT:
        return constant(a.v > b.v);
    case OP_LE:
        return constant(a.v <= b.v);
    case OP_GE:
        return constant(a.v >= b.v);
    case OP_ATAN2:
        return angle(a, b);
    case OP_MIN:
        return a.v <= b.v ? a : b;
    case OP_MAX:
        return a.v >= b.v ? a : b;
    case OP_HYPOT: {
        mbs_jet aa = multiply(a, a), bb = multiply(b, b);
        return root((mbs_jet){aa.v + bb.v, aa.d + bb.d, aa.dd + bb.dd});
    }
    default: /* OP_MOD */
        return (mbs_jet){a.v - b.v * floor(a.v / b.v), a.d, a.dd};
    }
}

/* variables come as numbers or as jets */
static mbs_jet run(const mbs_expression *e, const double *numbers, const mbs_jet *jets) {
    mbs_jet stack[MAX_STACK];
    int top = 0;
    stack[0] = constant(0.0);
    for (int i = 0; i < e->count; i++) {
        const instruction *in = &e->code[i];
        if (in->op == OP_NUMBER) {
            stack[top++] = constant(in->number);
        } else if (in->op == OP_VARIABLE) {
            stack[top++] = jets ? jets[in->variable] : constant(numbers[in->variable]);
        } else if (in->op == OP_IF) {
            top -= 2;
            stack[top - 1] = stack[top - 1].v != 0.0 ? stack[top] : stack[top + 1];
        } else if (in->op == OP_NEG || (in->op >= OP_SIN && in->op <= OP_STEP)) {
            stack[top - 1] = unary(in->op, stack[top - 1]);
        } else {
            top--;
            stack[top - 1] = binary(in->op, stack[top - 1], stack[top]);
        }
    }
    return stack[0];
}

mbs_jet mbs_expression_jet(const mbs_expression *e, const mbs_jet *variables) {
    return run(e, NULL, variables);
}

double mbs_expression_value(const mbs_expression *e, const double *variables) {
    int single = mbs_expression_is_variable(e);
    return single >= 0 ? variables[single] : run(e, variables, NULL).v;
}
