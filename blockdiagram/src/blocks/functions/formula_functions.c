/* functions of expressions in Fcn blocks */
#include "blocks/functions/formula.h"

#include <string.h>

static double sign_of(double x) {
    return isnan(x) ? x : (x > 0.0) - (x < 0.0);
}

/* sign of x, and NaN for y = 0 */
static double rem_of(double x, double y) {
    return isinf(y) && isfinite(x) ? x : fmod(x, y);
}

/* sign of y, and x for y = 0 */
static double mod_of(double x, double y) {
    if (y == 0.0)
        return x;
    double r = fmod(x, y);
    return r != 0.0 && (r < 0.0) != (y < 0.0) ? r + y : r;
}

static double min_of(double x, double y) {
    return x < y || isnan(y) ? x : y;
}

static double max_of(double x, double y) {
    return x > y || isnan(y) ? x : y;
}

static const bd_formula_function functions[] = {
    {"abs", fabs, NULL},    {"acos", acos, NULL},   {"acosh", acosh, NULL}, {"asin", asin, NULL},
    {"asinh", asinh, NULL}, {"atan", atan, NULL},   {"atan2", NULL, atan2}, {"atanh", atanh, NULL},
    {"ceil", ceil, NULL},   {"cos", cos, NULL},     {"cosh", cosh, NULL},   {"exp", exp, NULL},
    {"fabs", fabs, NULL},   {"fix", trunc, NULL},   {"floor", floor, NULL}, {"hypot", NULL, hypot},
    {"ln", log, NULL},      {"log", log, NULL},     {"log10", log10, NULL}, {"max", NULL, max_of},
    {"min", NULL, min_of},  {"mod", NULL, mod_of},  {"pow", NULL, pow},     {"power", NULL, pow},
    {"rem", NULL, rem_of},  {"round", round, NULL}, {"sgn", sign_of, NULL}, {"sign", sign_of, NULL},
    {"sin", sin, NULL},     {"sinh", sinh, NULL},   {"sqrt", sqrt, NULL},   {"tan", tan, NULL},
    {"tanh", tanh, NULL},
};

const bd_formula_function *bd_formula_function_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return &functions[i];
    return NULL;
}
