/* the one way in which times are compared
 *
 * i*h1 and j*h2 meet only up to rounding, and a master may give times that it accumulated. Two
 * times are the same if they differ by less than a billionth of the slave's step plus a few
 * roundings. */
#ifndef MR_TIME_COMPARE_H
#define MR_TIME_COMPARE_H

#include <float.h>
#include <math.h>

static inline double mr_time_tolerance(double t, double step) {
    return 1e-9 * step + 16.0 * DBL_EPSILON * fabs(t);
}

#endif
