/* the period after which steps of several sizes end together */
#include "analysis/struck.h"

#include <math.h>

double an_common_period(const double *steps, int count, int *whole) {
    double longest = 0.0;
    for (int m = 0; m < count; m++)
        longest = fmax(longest, steps[m]);
    for (int periods = 1; periods <= AN_MOST_STEPS; periods++) {
        bool fits = true;
        for (int m = 0; m < count && fits; m++) {
            const double in_it = periods * longest / steps[m];
            fits = in_it <= AN_MOST_STEPS && fabs(nearbyint(in_it) / in_it - 1.0) < 1e-3;
            if (whole)
                whole[m] = (int)nearbyint(fmin(in_it, AN_MOST_STEPS));
        }
        if (fits)
            return periods * longest;
    }
    return 0.0;
}
