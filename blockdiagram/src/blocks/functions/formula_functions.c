/* functions of expressions in Fcn blocks */
#include "blocks/functions/formula.h"

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

const cm_function bd_formula_functions[] = {
    {"abs", fabs, NULL, 0},     {"acos", acos, NULL, 0},   {"acosh", acosh, NULL, 0},
    {"asin", asin, NULL, 0},    {"asinh", asinh, NULL, 0}, {"atan", atan, NULL, 0},
    {"atan2", NULL, atan2, 0},  {"atanh", atanh, NULL, 0}, {"ceil", ceil, NULL, 0},
    {"cos", cos, NULL, 0},      {"cosh", cosh, NULL, 0},   {"exp", exp, NULL, 0},
    {"fabs", fabs, NULL, 0},    {"fix", trunc, NULL, 0},   {"floor", floor, NULL, 0},
    {"hypot", NULL, hypot, 0},  {"ln", log, NULL, 0},      {"log", log, NULL, 0},
    {"log10", log10, NULL, 0},  {"max", NULL, max_of, 0},  {"min", NULL, min_of, 0},
    {"mod", NULL, mod_of, 0},   {"pow", NULL, pow, 0},     {"power", NULL, pow, 0},
    {"rem", NULL, rem_of, 0},   {"round", round, NULL, 0}, {"sgn", sign_of, NULL, 0},
    {"sign", sign_of, NULL, 0}, {"sin", sin, NULL, 0},     {"sinh", sinh, NULL, 0},
    {"sqrt", sqrt, NULL, 0},    {"tan", tan, NULL, 0},     {"tanh", tanh, NULL, 0},
};

const int bd_formula_function_count =
    (int)(sizeof bd_formula_functions / sizeof *bd_formula_functions);
