/* Lagrange weights, used by more than one predictor */
#ifndef MR_PREDICTORS_POLYNOMIAL_H
#define MR_PREDICTORS_POLYNOMIAL_H

#include "multirate/predictor.h"

void mr_lagrange_weights(const double *t, int count, double at, double *weights);

/* the same for four points with one division only, the usual case of order 3; where t is a sample
 * the weights are set, so that it comes back to the bit */
static inline void mr_cubic_weights(const double *t, double at, double *w) {
    const double e0 = at - t[0], e1 = at - t[1], e2 = at - t[2], e3 = at - t[3];
    const double e01 = e0 * e1, e23 = e2 * e3;
    /* one question instead of four; it may underflow */
    if (e01 * e23 == 0.0 && (e0 == 0.0 || e1 == 0.0 || e2 == 0.0 || e3 == 0.0)) {
        w[0] = e0 == 0.0;
        w[1] = e1 == 0.0;
        w[2] = e2 == 0.0;
        w[3] = e3 == 0.0;
        return;
    }
    const double d01 = t[0] - t[1], d02 = t[0] - t[2], d03 = t[0] - t[3];
    const double d12 = t[1] - t[2], d13 = t[1] - t[3], d23 = t[2] - t[3];
    const double inverse = 1.0 / (d01 * d02 * d03 * (d12 * d13 * d23));
    const double low = e01 * inverse, high = e23 * inverse;
    w[0] = e1 * high * (d12 * d13 * d23);
    w[1] = -e0 * high * (d02 * d03 * d23);
    w[2] = e3 * low * (d01 * d03 * d13);
    w[3] = -e2 * low * (d01 * d02 * d12);
}

#endif
