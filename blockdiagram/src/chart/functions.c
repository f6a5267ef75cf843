/* the table of functions, and conversion between types */
#include "chart/functions.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/degrees.h"
#include "base/elements.h"
#include "base/fixed.h"
#include "base/remainder.h"

#define PI 3.14159265358979323846

#define ONE(name, expression)                                                                      \
    static double do_##name(double a, double b) {                                                  \
        (void)b;                                                                                   \
        return expression;                                                                         \
    }
#define TWO(name, expression)                                                                      \
    static double do_##name(double a, double b) {                                                  \
        return expression;                                                                         \
    }

static double whole_shift(double a, double n) {
    return floor(a * exp2(n));
}

long long chart_bits(double value) {
    const double most = 9223372036854775808.0;
    if (isnan(value))
        return 0;
    return value >= most ? LLONG_MAX : value < -most ? LLONG_MIN : (long long)value;
}

static double bits(double a, double b, int operation) {
    const long long x = chart_bits(a), y = chart_bits(b);
    return (double)(operation == 0 ? (x & y) : operation == 1 ? (x | y) : (x ^ y));
}

ONE(abs, fabs(a))
ONE(acos, acos(a))
ONE(acosh, acosh(a))
ONE(asin, asin(a))
ONE(asinh, asinh(a))
ONE(atan, atan(a))
ONE(atanh, atanh(a))
ONE(ceil, ceil(a))
ONE(cos, cos(a))
ONE(cosd, bd_cos_degrees(a))
ONE(cosh, cosh(a))
ONE(deg2rad, a *PI / 180.0)
ONE(exp, exp(a))
ONE(fix, trunc(a))
ONE(floor, floor(a))
ONE(isfinite, isfinite(a) != 0)
ONE(isinf, isinf(a) != 0)
ONE(isnan, isnan(a) != 0)
ONE(log, log(a))
ONE(log10, log10(a))
ONE(log2, log2(a))
ONE(not, a == 0.0)
ONE(rad2deg, a * 180.0 / PI)
ONE(round, round(a))
ONE(sign, (a > 0.0) - (a < 0.0))
ONE(sin, sin(a))
ONE(sind, bd_sin_degrees(a))
ONE(sinh, sinh(a))
ONE(sqrt, sqrt(a))
ONE(tan, tan(a))
ONE(tanh, tanh(a))
TWO(atan2, atan2(a, b))
TWO(bitand, bits(a, b, 0))
TWO(bitor, bits(a, b, 1))
TWO(bitshift, whole_shift(a, b))
TWO(bitxor, bits(a, b, 2))
TWO(fmod, fmod(a, b))
TWO(hypot, hypot(a, b))
TWO(ldexp, a *exp2(b))
TWO(max, isnan(a) || b > a ? b : a)
TWO(min, isnan(a) || b < a ? b : a)
TWO(mod, bd_modulo(a, b))
TWO(pow, pow(a, b))
TWO(rem, bd_remainder(a, b))
TWO(xor, (a != 0.0) != (b != 0.0))
TWO(and, a != 0.0 && b != 0.0)
TWO(or, a != 0.0 || b != 0.0)

static const named_function functions[] = {
    {"abs", 1, TYPE_SAME, do_abs},           {"fabs", 1, TYPE_REAL, do_abs},
    {"labs", 1, TYPE_SAME, do_abs},          {"acos", 1, TYPE_REAL, do_acos},
    {"acosh", 1, TYPE_REAL, do_acosh},       {"asin", 1, TYPE_REAL, do_asin},
    {"asinh", 1, TYPE_REAL, do_asinh},       {"atan", 1, TYPE_REAL, do_atan},
    {"atanh", 1, TYPE_REAL, do_atanh},       {"ceil", 1, TYPE_SAME, do_ceil},
    {"cos", 1, TYPE_REAL, do_cos},           {"cosd", 1, TYPE_REAL, do_cosd},
    {"cosh", 1, TYPE_REAL, do_cosh},         {"deg2rad", 1, TYPE_REAL, do_deg2rad},
    {"exp", 1, TYPE_REAL, do_exp},           {"fix", 1, TYPE_SAME, do_fix},
    {"floor", 1, TYPE_SAME, do_floor},       {"isfinite", 1, TYPE_TRUTH, do_isfinite},
    {"isinf", 1, TYPE_TRUTH, do_isinf},      {"isnan", 1, TYPE_TRUTH, do_isnan},
    {"log", 1, TYPE_REAL, do_log},           {"log10", 1, TYPE_REAL, do_log10},
    {"log2", 1, TYPE_REAL, do_log2},         {"not", 1, TYPE_TRUTH, do_not},
    {"rad2deg", 1, TYPE_REAL, do_rad2deg},   {"round", 1, TYPE_SAME, do_round},
    {"sign", 1, TYPE_SAME, do_sign},         {"sin", 1, TYPE_REAL, do_sin},
    {"sind", 1, TYPE_REAL, do_sind},         {"sinh", 1, TYPE_REAL, do_sinh},
    {"sqrt", 1, TYPE_REAL, do_sqrt},         {"tan", 1, TYPE_REAL, do_tan},
    {"tanh", 1, TYPE_REAL, do_tanh},         {"atan2", 2, TYPE_REAL, do_atan2},
    {"bitand", 2, TYPE_SAME, do_bitand},     {"bitor", 2, TYPE_SAME, do_bitor},
    {"bitshift", 2, TYPE_SAME, do_bitshift}, {"bitxor", 2, TYPE_SAME, do_bitxor},
    {"fmod", 2, TYPE_REAL, do_fmod},         {"hypot", 2, TYPE_REAL, do_hypot},
    {"ldexp", 2, TYPE_REAL, do_ldexp},       {"max", 2, TYPE_SAME, do_max},
    {"min", 2, TYPE_SAME, do_min},           {"mod", 2, TYPE_SAME, do_mod},
    {"pow", 2, TYPE_REAL, do_pow},           {"power", 2, TYPE_SAME, do_pow},
    {"rem", 2, TYPE_SAME, do_rem},           {"xor", 2, TYPE_TRUTH, do_xor},
    {"and", 2, TYPE_TRUTH, do_and},          {"or", 2, TYPE_TRUTH, do_or},
};

const named_function *chart_function_find(const char *name, int count) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].count == count && strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

static double into_range(double whole, double low, double high, bool saturate) {
    if (saturate)
        return whole < low ? low : whole > high ? high : whole;
    if (whole >= low && whole <= high)
        return whole;
    const double span = high - low + 1.0;
    const double turned = fmod(whole - low, span);
    return (turned < 0.0 ? turned + span : turned) + low;
}

double chart_convert(double value, int type, bool saturate, bool cut) {
    if (type == BD_DOUBLE)
        return value;
    if (type == BD_SINGLE)
        return (double)(float)value;
    if (type == BD_LOGICAL)
        return value != 0.0;
    const bd_fixed *fixed = bd_fixed_of(type);
    if (isnan(value))
        return 0.0;
    if (isinf(value))
        saturate = true;
    if (fixed) {
        const double stored = floor(bd_fixed_stored(fixed, value));
        return bd_fixed_value(
            fixed, into_range(stored, bd_fixed_low(fixed), bd_fixed_high(fixed), saturate));
    }
    const double whole = cut ? trunc(value) : round(value);
    return into_range(whole, (double)bd_class_low(type), (double)bd_class_high(type), saturate);
}
