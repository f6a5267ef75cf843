/* Lagrange polynomial through the last order+1 samples, on any grid
 *
 * González et al. 2011, section 2.1: order P in 0..4 through t_P … t_0, where t_P is the first
 * sample not before t. Numerator and denominator are products of the same differences where t is a
 * sample, so that the sample itself comes back to the bit. */
#include "predictors/polynomial.h"

static int points(const mr_prediction *prediction) {
    return prediction->order + 1;
}

void mr_lagrange_weights(const double *t, int count, double at, double *weights) {
    for (int k = 0; k < count; k++) {
        double numerator = 1.0, denominator = 1.0;
        for (int j = 0; j < count; j++) {
            if (j == k)
                continue;
            numerator *= at - t[j];
            denominator *= t[k] - t[j];
        }
        weights[k] = numerator / denominator;
    }
}

/* the same for four points with one division only, the usual case of order 3; where t is a sample
 * the weights are set, so that it comes back to the bit */
static void cubic_weights(const double *t, double at, double *w) {
    const double e0 = at - t[0], e1 = at - t[1], e2 = at - t[2], e3 = at - t[3];
    if (e0 == 0.0 || e1 == 0.0 || e2 == 0.0 || e3 == 0.0) {
        w[0] = e0 == 0.0;
        w[1] = e1 == 0.0;
        w[2] = e2 == 0.0;
        w[3] = e3 == 0.0;
        return;
    }
    const double d01 = t[0] - t[1], d02 = t[0] - t[2], d03 = t[0] - t[3];
    const double d12 = t[1] - t[2], d13 = t[1] - t[3], d23 = t[2] - t[3];
    const double inverse = 1.0 / (d01 * d02 * d03 * (d12 * d13 * d23));
    const double low = e0 * e1 * inverse, high = e2 * e3 * inverse;
    w[0] = e1 * high * (d12 * d13 * d23);
    w[1] = -e0 * high * (d02 * d03 * d23);
    w[2] = e3 * low * (d01 * d03 * d13);
    w[3] = -e2 * low * (d01 * d02 * d12);
}

static void weights(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights) {
    (void)horizon;
    (void)prediction;
    (void)rate_weights;
    switch (count) { /* constant counts let the compiler unroll */
    case 1:
        value_weights[0] = 1.0;
        break;
    case 2:
        mr_lagrange_weights(t, 2, at, value_weights);
        break;
    case 3:
        mr_lagrange_weights(t, 3, at, value_weights);
        break;
    case 4:
        cubic_weights(t, at, value_weights);
        break;
    default:
        mr_lagrange_weights(t, count, at, value_weights);
    }
}

MR_PREDICTOR_TYPE(mr_predictor_polynomial, "polynomial",
                  "polynomial of the given order through the last samples", .least_order = 0,
                  .most_order = MR_MAX_ORDER, .points = points, .weights = weights);
