/* expressions of mechanisms: what names and functions mean there, and derivatives: the code that
 * common's compiler writes runs on numbers or on second-order jets (Griewank and Walther,
 * Evaluating Derivatives, 2008, ch. 13) */
#include "mbs/expression.h"

#include "common/scalar_expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct mbs_expression {
    cm_expression code;
};

/* the functions; a jet knows them by their codes */
enum {
    F_SIN,
    F_COS,
    F_TAN,
    F_ASIN,
    F_ACOS,
    F_ATAN,
    F_SINH,
    F_COSH,
    F_TANH,
    F_EXP,
    F_LOG,
    F_LOG10,
    F_SQRT,
    F_ABS,
    F_SIGN,
    F_STEP,
    F_ATAN2,
    F_MIN,
    F_MAX,
    F_HYPOT,
    F_MOD,
    F_IF
};

static double sign_of(double x) {
    return (double)((x > 0.0) - (x < 0.0));
}

static double step_of(double x) {
    return x < 0.0 ? 0.0 : 1.0;
}

static double min_of(double a, double b) {
    return a <= b ? a : b;
}

static double max_of(double a, double b) {
    return a >= b ? a : b;
}

/* as its jet has it, so that numbers and jets agree to the bit */
static double hypot_of(double a, double b) {
    return sqrt(a * a + b * b);
}

static double mod_of(double a, double b) {
    return a - b * floor(a / b);
}

static const cm_function functions[] = {
    {"sin", sin, NULL, F_SIN},       {"cos", cos, NULL, F_COS},
    {"tan", tan, NULL, F_TAN},       {"asin", asin, NULL, F_ASIN},
    {"acos", acos, NULL, F_ACOS},    {"atan", atan, NULL, F_ATAN},
    {"sinh", sinh, NULL, F_SINH},    {"cosh", cosh, NULL, F_COSH},
    {"tanh", tanh, NULL, F_TANH},    {"exp", exp, NULL, F_EXP},
    {"log", log, NULL, F_LOG},       {"log10", log10, NULL, F_LOG10},
    {"sqrt", sqrt, NULL, F_SQRT},    {"abs", fabs, NULL, F_ABS},
    {"sign", sign_of, NULL, F_SIGN}, {"step", step_of, NULL, F_STEP},
    {"atan2", NULL, atan2, F_ATAN2}, {"min", NULL, min_of, F_MIN},
    {"max", NULL, max_of, F_MAX},    {"hypot", NULL, hypot_of, F_HYPOT},
    {"mod", NULL, mod_of, F_MOD},    {"if", NULL, NULL, F_IF},
};

typedef struct names {
    mbs_lookup lookup;
    const void *context;
} names;

static bool mean(void *context, const char *name, size_t length, const char **behind,
                 const char *end, cm_instruction *load, cm_complaint *complaint) {
    const names *n = context;
    const char *next = *behind;
    while (next < end && (*next == ' ' || *next == '\t'))
        next++;
    if (next < end && *next == '(') {
        complaint->why = "unknown function";
        return false;
    }
    const int variable = n->lookup ? n->lookup(n->context, name, length, &load->number) : -2;
    if (variable >= 0)
        *load = (cm_instruction){.operation = CM_VARIABLE, .variable = variable};
    else if (variable == -2 && length == 2 && strncmp(name, "pi", 2) == 0)
        load->number = 3.14159265358979323846;
    else if (variable == -2)
        complaint->why = "unknown name";
    return !complaint->why;
}

static bool numbers_are_finite(const cm_expression *e) {
    for (int i = 0; i < e->count; i++)
        if (e->code[i].operation == CM_NUMBER && !isfinite(e->code[i].number))
            return false;
    return true;
}

mr_status mbs_expression_compile(const char *text, mbs_lookup lookup, const void *context,
                                 mbs_expression **expression, mr_message *message) {
    static const cm_language language = {.power_to_right = true,
                                         .functions = functions,
                                         .function_count = sizeof functions / sizeof *functions,
                                         .name = mean};
    names n = {lookup, context};
    cm_complaint complaint = {0};
    mbs_expression *e = calloc(1, sizeof *e);
    *expression = NULL;
    if (e && cm_expression_compile(&language, &n, text, strlen(text), &e->code, &complaint)) {
        if (numbers_are_finite(&e->code)) {
            *expression = e;
            return MR_OK;
        }
        cm_expression_free(&e->code);
        complaint = (cm_complaint){.why = "a number that is not finite", .at = text};
    }
    free(e);
    if (!e || complaint.out_of_memory) {
        mr_message_set(message, "not enough memory for an expression");
        return MR_ERR_MEMORY;
    }
    mr_message_set(message, "%s at character %d of the expression \"%.120s\"", complaint.why,
                   (int)(complaint.at - text) + 1, text);
    return MR_ERR_CONFIG;
}

void mbs_expression_free(mbs_expression *expression) {
    if (expression)
        cm_expression_free(&expression->code);
    free(expression);
}

int mbs_expression_uses(const mbs_expression *e, int variable) {
    for (int i = 0; i < e->code.count; i++)
        if (e->code.code[i].operation == CM_VARIABLE && e->code.code[i].variable == variable)
            return 1;
    return 0;
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

static mbs_jet constant(double v) {
    return (mbs_jet){v, 0.0, 0.0};
}

static mbs_jet call_one(int code, mbs_jet a) {
    double s, c, f;
    switch (code) {
    case F_SIN:
        s = sin(a.v), c = cos(a.v);
        return chain(a, s, c, -s);
    case F_COS:
        s = sin(a.v), c = cos(a.v);
        return chain(a, c, -s, -c);
    case F_TAN:
        f = tan(a.v);
        return chain(a, f, 1.0 + f * f, 2.0 * f * (1.0 + f * f));
    case F_ASIN:
        c = 1.0 / sqrt(1.0 - a.v * a.v);
        return chain(a, asin(a.v), c, a.v * c * c * c);
    case F_ACOS:
        c = 1.0 / sqrt(1.0 - a.v * a.v);
        return chain(a, acos(a.v), -c, -a.v * c * c * c);
    case F_ATAN:
        c = 1.0 / (1.0 + a.v * a.v);
        return chain(a, atan(a.v), c, -2.0 * a.v * c * c);
    case F_SINH:
        return chain(a, sinh(a.v), cosh(a.v), sinh(a.v));
    case F_COSH:
        return chain(a, cosh(a.v), sinh(a.v), cosh(a.v));
    case F_TANH:
        f = tanh(a.v), c = 1.0 - f * f;
        return chain(a, f, c, -2.0 * f * c);
    case F_EXP:
        f = exp(a.v);
        return chain(a, f, f, f);
    case F_LOG:
        return chain(a, log(a.v), 1.0 / a.v, -1.0 / (a.v * a.v));
    case F_LOG10:
        c = 0.43429448190325182765;
        return chain(a, log10(a.v), c / a.v, -c / (a.v * a.v));
    case F_SQRT:
        return root(a);
    case F_ABS:
        return chain(a, fabs(a.v), sign_of(a.v), 0.0);
    case F_SIGN:
        return constant(sign_of(a.v));
    default: /* F_STEP */
        return constant(step_of(a.v));
    }
}

static mbs_jet operate(cm_operation operation, mbs_jet a, mbs_jet b) {
    switch (operation) {
    case CM_ADD:
        return (mbs_jet){a.v + b.v, a.d + b.d, a.dd + b.dd};
    case CM_SUBTRACT:
        return (mbs_jet){a.v - b.v, a.d - b.d, a.dd - b.dd};
    case CM_MULTIPLY:
        return multiply(a, b);
    case CM_DIVIDE: {
        mbs_jet q = multiply(a, invert(b));
        q.v = a.v / b.v;
        return q;
    }
    case CM_POWER:
        return power(a, b);
    case CM_LESS:
        return constant(a.v < b.v);
    case CM_GREATER:
        return constant(a.v > b.v);
    case CM_AT_MOST:
        return constant(a.v <= b.v);
    default: /* CM_AT_LEAST: the language has no others */
        return constant(a.v >= b.v);
    }
}

static mbs_jet call_two(int code, mbs_jet a, mbs_jet b) {
    switch (code) {
    case F_ATAN2:
        return angle(a, b);
    case F_MIN:
        return a.v <= b.v ? a : b;
    case F_MAX:
        return a.v >= b.v ? a : b;
    case F_HYPOT: {
        mbs_jet aa = multiply(a, a), bb = multiply(b, b);
        return root((mbs_jet){aa.v + bb.v, aa.d + bb.d, aa.dd + bb.dd});
    }
    default: /* F_MOD */
        return (mbs_jet){mod_of(a.v, b.v), a.d, a.dd};
    }
}

mbs_jet mbs_expression_jet(const mbs_expression *e, const mbs_jet *variables) {
    mbs_jet stack[CM_EXPRESSION_STACK];
    int top = 0;
    stack[0] = constant(0.0);
    for (int i = 0; i < e->code.count; i++) {
        const cm_instruction *in = &e->code.code[i];
        switch (in->operation) {
        case CM_NUMBER:
            stack[top++] = constant(in->number);
            break;
        case CM_VARIABLE:
            stack[top++] = variables[in->variable];
            break;
        case CM_IF:
            top -= 2;
            stack[top - 1] = stack[top - 1].v != 0.0 ? stack[top] : stack[top + 1];
            break;
        case CM_NEGATE: {
            const mbs_jet a = stack[top - 1];
            stack[top - 1] = (mbs_jet){-a.v, -a.d, -a.dd};
            break;
        }
        case CM_CALL:
            if (in->function->one) {
                stack[top - 1] = call_one(in->function->code, stack[top - 1]);
            } else {
                top--;
                stack[top - 1] = call_two(in->function->code, stack[top - 1], stack[top]);
            }
            break;
        default:
            top--;
            stack[top - 1] = operate(in->operation, stack[top - 1], stack[top]);
        }
    }
    return stack[0];
}

static double load(const void *context, int variable, int element) {
    (void)element;
    return ((const double *)context)[variable];
}

double mbs_expression_value(const mbs_expression *e, const double *variables) {
    return cm_expression_value(&e->code, load, variables);
}
