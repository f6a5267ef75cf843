/* the rests of MATLAB's mod and rem */
#include "base/remainder.h"

#include <math.h>

double bd_modulo(double x, double y) {
    if (y == 0.0)
        return x;
    if (isinf(x) || isnan(y))
        return NAN;
    const double quotient = x / y;
    if (y != floor(y) && fabs(quotient - round(quotient)) < 2.220446049250313e-16 * fabs(quotient))
        return 0.0;
    const double r = fmod(x, y);
    return r != 0.0 && (r < 0.0) != (y < 0.0) ? r + y : copysign(r, y);
}

double bd_remainder(double x, double y) {
    if (y == 0.0)
        return NAN;
    const double quotient = x / y;
    if (y != floor(y) && fabs(quotient - round(quotient)) < 2.220446049250313e-16 * fabs(quotient))
        return 0.0;
    return x == y && isfinite(x) ? 0.0 : fmod(x, y);
}
