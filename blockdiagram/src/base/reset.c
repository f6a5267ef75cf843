/* the table of reset rules */
#include "base/reset.h"

#include <float.h>
#include <math.h>

bool bd_reset_due(bd_reset_kind kind, double before, double now) {
    switch (kind) {
    case BD_RESET_RISING:
        return before <= 0.0 && now > 0.0;
    case BD_RESET_FALLING:
        return before > 0.0 && now <= 0.0;
    case BD_RESET_EITHER:
        return (before == 0.0 && now != 0.0) || before * now < 0.0;
    case BD_RESET_LEVEL:
        return now != 0.0 || before != 0.0;
    case BD_RESET_LEVEL_HOLD:
        return now != 0.0;
    default:
        return false;
    }
}

double bd_boundary_above_zero(double signal) {
    return signal > 0.0 || signal < 0.0 ? signal : -DBL_MIN;
}

double bd_boundary_of_zero(double signal) {
    return signal == 0.0 ? -DBL_MIN : fabs(signal);
}

double bd_reset_crossing(bd_reset_kind kind, double before, double now) {
    switch (kind) {
    case BD_RESET_RISING:
    case BD_RESET_FALLING:
        return bd_boundary_above_zero(now);
    case BD_RESET_EITHER:
        return before == 0.0 ? bd_boundary_of_zero(now) : now;
    default:
        return bd_boundary_of_zero(now);
    }
}
