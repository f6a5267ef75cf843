/* the functions of one and two numbers that typed code knows, and how a number settles into a class
 */
#include "base/remainder.h"
#include "value/typed.h"

#include <math.h>
#include <string.h>

double bd_settle(double number, int type) {
    switch (type) {
    case BD_DOUBLE:
        return number;
    case BD_SINGLE:
        return (double)(float)number;
    case BD_LOGICAL:
        return number != 0.0;
    default:
        break;
    }
    const double low = (double)bd_class_low(type), high = (double)bd_class_high(type);
    number = round(number);
    return isnan(number) ? 0.0 : number < low ? low : number > high ? high : number;
}

static double sign_of(double x) {
    return isnan(x) ? x : (double)((x > 0.0) - (x < 0.0));
}

static double is_nan(double x) {
    return isnan(x);
}

static double is_inf(double x) {
    return isinf(x) != 0;
}

static double is_finite(double x) {
    return isfinite(x);
}

static double in_radians(double x) {
    return x * (3.14159265358979323846 / 180.0);
}

static double in_degrees(double x) {
    return x * (180.0 / 3.14159265358979323846);
}

static bool negative(double x) {
    return x < 0.0;
}

static bool beyond_one(double x) {
    return fabs(x) > 1.0;
}

static bool below_one(double x) {
    return x < 1.0;
}

const bd_typed_function bd_typed_functions[] = {
    {"sin", sin, NULL, false, false, NULL},
    {"cos", cos, NULL, false, false, NULL},
    {"tan", tan, NULL, false, false, NULL},
    {"asin", asin, NULL, false, false, beyond_one},
    {"acos", acos, NULL, false, false, beyond_one},
    {"atan", atan, NULL, false, false, NULL},
    {"sinh", sinh, NULL, false, false, NULL},
    {"cosh", cosh, NULL, false, false, NULL},
    {"tanh", tanh, NULL, false, false, NULL},
    {"asinh", asinh, NULL, false, false, NULL},
    {"acosh", acosh, NULL, false, false, below_one},
    {"atanh", atanh, NULL, false, false, beyond_one},
    {"exp", exp, NULL, false, false, NULL},
    {"log", log, NULL, false, false, negative},
    {"log10", log10, NULL, false, false, negative},
    {"log2", log2, NULL, false, false, negative},
    {"sqrt", sqrt, NULL, false, false, negative},
    {"abs", fabs, NULL, true, false, NULL},
    {"floor", floor, NULL, true, false, NULL},
    {"ceil", ceil, NULL, true, false, NULL},
    {"round", round, NULL, true, false, NULL},
    {"fix", trunc, NULL, true, false, NULL},
    {"sign", sign_of, NULL, true, false, NULL},
    {"isnan", is_nan, NULL, true, true, NULL},
    {"isinf", is_inf, NULL, true, true, NULL},
    {"isfinite", is_finite, NULL, true, true, NULL},
    {"deg2rad", in_radians, NULL, false, false, NULL},
    {"rad2deg", in_degrees, NULL, false, false, NULL},
    {"mod", NULL, bd_modulo, true, false, NULL},
    {"rem", NULL, bd_remainder, true, false, NULL},
    {"atan2", NULL, atan2, false, false, NULL},
    {"hypot", NULL, hypot, false, false, NULL},
    {"max", NULL, fmax, true, false, NULL},
    {"min", NULL, fmin, true, false, NULL},
    {NULL, NULL, NULL, false, false, NULL},
};

int bd_typed_function_find(const char *name) {
    for (int k = 0; bd_typed_functions[k].name; k++)
        if (strcmp(bd_typed_functions[k].name, name) == 0)
            return k;
    return -1;
}
