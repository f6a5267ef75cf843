/* functions of one number, element by element. A real argument outside of the real domain
 * (sqrt(-1), log(-2), asin(3) …) gives a complex result, as in MATLAB */
#include <complex.h>
#include <float.h>
#include <math.h>

#include "base/complex_number.h"
#include "base/degrees.h"
#include "value/functions.h"
#include "value/operators.h"

typedef struct element_function {
    double (*real)(double);
    double complex (*complex_)(double complex);
    double low, high; /* the real domain */
} element_function;

static const double degree = 0.017453292519943295769;

static double sign(double x) {
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

static double complex complex_sign(double complex z) {
    const double r = cabs(z);
    return r > 0.0 ? z / r : 0.0;
}

static double complex complex_log2(double complex z) {
    return clog(z) / 0.69314718055994530942;
}

static double complex complex_log10(double complex z) {
    return clog(z) / 2.30258509299404568402;
}

static double complex complex_log1p(double complex z) {
    return clog(1.0 + z);
}

static double complex complex_expm1(double complex z) {
    return cexp(z) - 1.0;
}

/* exact at the multiples of 90 degrees, as its sine and cosine are */
static double tand(double x) {
    const double r = fmod(x, 180.0);
    return r == 0.0 ? 0.0 : r == 90.0 || r == -90.0 ? copysign(INFINITY, r) : tan(r * degree);
}

static double sec(double x) {
    return 1.0 / cos(x);
}

static double csc(double x) {
    return 1.0 / sin(x);
}

static double cot(double x) {
    return 1.0 / tan(x);
}

static double asind(double x) {
    return asin(x) / degree;
}

static double acosd(double x) {
    return acos(x) / degree;
}

static double atand(double x) {
    return atan(x) / degree;
}

static double to_radians(double x) {
    return x * degree;
}

static double to_degrees(double x) {
    return x / degree;
}

static double factorial(double n) {
    return n < 0.0 || n != floor(n) ? NAN : round(tgamma(n + 1.0));
}

static double gamma_of(double x) {
    return x == 0.0 ? copysign(INFINITY, x) : x < 0.0 && x == floor(x) ? INFINITY : tgamma(x);
}

/* the branch for real arguments beyond 1 lies above, unlike C's cacosh and casin for +0 */
static double complex asin_of(double complex z) {
    return cimag(z) == 0.0 && creal(z) > 1.0 ? conj(casin(bd_complex(creal(z), 0.0))) : casin(z);
}

static double complex acos_of(double complex z) {
    return cimag(z) == 0.0 && creal(z) > 1.0 ? conj(cacos(bd_complex(creal(z), 0.0))) : cacos(z);
}

static double complex acosh_of(double complex z) {
    return cacosh(z);
}

static double complex atanh_of(double complex z) {
    return catanh(z);
}

#define ANY -INFINITY, INFINITY
static const element_function functions[] = {
    {sin, csin, ANY},
    {cos, ccos, ANY},
    {tan, ctan, ANY},
    {asin, asin_of, -1, 1},
    {acos, acos_of, -1, 1},
    {atan, catan, ANY},
    {sinh, csinh, ANY},
    {cosh, ccosh, ANY},
    {tanh, ctanh, ANY},
    {asinh, casinh, ANY},
    {acosh, acosh_of, 1, INFINITY},
    {atanh, atanh_of, -1, 1},
    {exp, cexp, ANY},
    {log, clog, 0, INFINITY},
    {log2, complex_log2, 0, INFINITY},
    {log10, complex_log10, 0, INFINITY},
    {sqrt, csqrt, 0, INFINITY},
    {expm1, complex_expm1, ANY},
    {log1p, complex_log1p, -1, INFINITY},
    {floor, bd_complex_floor, ANY},
    {ceil, bd_complex_ceil, ANY},
    {round, bd_complex_round, ANY},
    {trunc, bd_complex_fix, ANY},
    {sign, complex_sign, ANY},
    {bd_sin_degrees, NULL, ANY},
    {bd_cos_degrees, NULL, ANY},
    {tand, NULL, ANY},
    {to_radians, NULL, ANY},
    {to_degrees, NULL, ANY},
    {gamma_of, NULL, ANY},
    {factorial, NULL, ANY},
    {erf, NULL, ANY},
    {erfc, NULL, ANY},
    {cbrt, NULL, ANY},
    {sec, NULL, ANY},
    {csc, NULL, ANY},
    {cot, NULL, ANY},
    {asind, NULL, -1, 1},
    {acosd, NULL, -1, 1},
    {atand, NULL, ANY},
    {lgamma, NULL, ANY},
};
enum {
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    SINH,
    COSH,
    TANH,
    ASINH,
    ACOSH,
    ATANH,
    EXP,
    LOG,
    LOG2,
    LOG10,
    SQRT,
    EXPM1,
    LOG1P,
    FLOOR,
    CEIL,
    ROUND,
    FIX,
    SIGN,
    SIND,
    COSD,
    TAND,
    DEG2RAD,
    RAD2DEG,
    GAMMA,
    FACTORIAL,
    ERF,
    ERFC,
    CBRT,
    SEC,
    CSC,
    COT,
    ASIND,
    ACOSD,
    ATAND,
    GAMMALN
};

static bool leaves_reals(const element_function *f, const double *x, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (x[k] < f->low || x[k] > f->high)
            return true;
    return false;
}

/* what is whole already stays as it is, in its class */
static bool is_rounding(int code) {
    return code >= FLOOR && code <= FIX;
}

/* sin(int8(1)) would be rounded to a useless whole number, so MATLAB refuses it */
static bool is_for_integers(int code) {
    return is_rounding(code) || code == SIGN || code == FACTORIAL;
}

static const bd_value *run_element(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const element_function *f = &functions[call->code];
    const double *re, *im;

    if (bd_value_is_integer(x) && is_rounding(call->code))
        return x;
    if (bd_value_is_integer(x) && !is_for_integers(call->code)) {
        return bd_calc_refuse(calc, "'%s' needs floating point numbers, not %s", call->name,
                              bd_class_name(x->type));
    }
    if (!bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bool is_complex = im || leaves_reals(f, re, x->count);
    if (is_complex && !f->complex_) {
        return bd_calc_refuse(calc, "'%s' is only known for real numbers in its domain",
                              call->name);
    }
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, is_complex);
    for (size_t k = 0; made && k < x->count; k++) {
        if (is_complex) {
            const double complex z = f->complex_(bd_complex(re[k], im ? im[k] : 0.0));
            ((double *)made->re)[k] = creal(z);
            ((double *)made->im)[k] = cimag(z);
        } else {
            ((double *)made->re)[k] = f->real(re[k]);
        }
    }
    return bd_op_settle(calc, made, bd_value_is_numeric(x) ? x->type : BD_DOUBLE);
}

enum { ABS, REAL, IMAG, CONJ, ANGLE, ISNAN, ISINF, ISFINITE };

static double part(int code, double re, double im) {
    switch (code) {
    case ABS:
        return hypot(re, im);
    case REAL:
    case CONJ:
        return re;
    case IMAG:
        return im;
    default:
        return atan2(im, re);
    }
}

/* abs, real, imag, conj, angle */
static const bd_value *run_part(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;

    if (!bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, call->code == CONJ && im);
    for (size_t k = 0; made && k < x->count; k++) {
        ((double *)made->re)[k] =
            !im && call->code == ABS ? fabs(re[k]) : part(call->code, re[k], im ? im[k] : 0.0);
        if (im && made->im)
            ((double *)made->im)[k] = -im[k];
    }
    const bool keeps_class =
        bd_value_is_numeric(x) && (call->code != ANGLE || x->type == BD_SINGLE);
    return bd_op_settle(calc, made, keeps_class ? x->type : BD_DOUBLE);
}

static bool test(int code, double x) {
    return code == ISNAN ? isnan(x) : code == ISINF ? isinf(x) : isfinite(x);
}

static const bd_value *run_test(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (!bd_value_is_number_like(x)) {
        return call->code == ISNAN ? bd_calc_logical(calc, false)
                                   : bd_calc_refuse(calc, "'%s' needs numbers", call->name);
    }
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        const bool re = test(call->code, bd_value_real_at(x, k));
        const bool im = x->im ? test(call->code, bd_value_imag_at(x, k)) : call->code == ISFINITE;
        ((uint8_t *)made->re)[k] = call->code == ISFINITE ? re && im : re || im;
    }
    return made;
}

#define ELEMENT(name, code)                                                                        \
    { name, 1, 1, 1, run_element, code }
const bd_function bd_functions_math[] = {ELEMENT("sin", SIN),
                                         ELEMENT("cos", COS),
                                         ELEMENT("tan", TAN),
                                         ELEMENT("asin", ASIN),
                                         ELEMENT("acos", ACOS),
                                         ELEMENT("atan", ATAN),
                                         ELEMENT("sinh", SINH),
                                         ELEMENT("cosh", COSH),
                                         ELEMENT("tanh", TANH),
                                         ELEMENT("asinh", ASINH),
                                         ELEMENT("acosh", ACOSH),
                                         ELEMENT("atanh", ATANH),
                                         ELEMENT("exp", EXP),
                                         ELEMENT("log", LOG),
                                         ELEMENT("log2", LOG2),
                                         ELEMENT("log10", LOG10),
                                         ELEMENT("sqrt", SQRT),
                                         ELEMENT("expm1", EXPM1),
                                         ELEMENT("log1p", LOG1P),
                                         ELEMENT("floor", FLOOR),
                                         ELEMENT("ceil", CEIL),
                                         ELEMENT("round", ROUND),
                                         ELEMENT("fix", FIX),
                                         ELEMENT("sign", SIGN),
                                         ELEMENT("sind", SIND),
                                         ELEMENT("cosd", COSD),
                                         ELEMENT("tand", TAND),
                                         ELEMENT("deg2rad", DEG2RAD),
                                         ELEMENT("rad2deg", RAD2DEG),
                                         ELEMENT("gamma", GAMMA),
                                         ELEMENT("factorial", FACTORIAL),
                                         ELEMENT("erf", ERF),
                                         ELEMENT("erfc", ERFC),
                                         ELEMENT("cbrt", CBRT),
                                         ELEMENT("sec", SEC),
                                         ELEMENT("csc", CSC),
                                         ELEMENT("cot", COT),
                                         ELEMENT("asind", ASIND),
                                         ELEMENT("acosd", ACOSD),
                                         ELEMENT("atand", ATAND),
                                         ELEMENT("gammaln", GAMMALN),
                                         BD_VARIANT("abs", 1, 1, run_part, ABS),
                                         BD_VARIANT("real", 1, 1, run_part, REAL),
                                         BD_VARIANT("imag", 1, 1, run_part, IMAG),
                                         BD_VARIANT("conj", 1, 1, run_part, CONJ),
                                         BD_VARIANT("angle", 1, 1, run_part, ANGLE),
                                         BD_VARIANT("arg", 1, 1, run_part, ANGLE),
                                         BD_VARIANT("isnan", 1, 1, run_test, ISNAN),
                                         BD_VARIANT("isinf", 1, 1, run_test, ISINF),
                                         BD_VARIANT("isfinite", 1, 1, run_test, ISFINITE),
                                         BD_FUNCTIONS_END};
