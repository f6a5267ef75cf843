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
        mr_cubic_weights(t, at, value_weights);
        break;
    default:
        mr_lagrange_weights(t, count, at, value_weights);
    }
}

MR_PREDICTOR_TYPE(mr_predictor_polynomial, "polynomial",
                  "polynomial of the given order through the last samples", .least_order = 0,
                  .most_order = MR_MAX_ORDER, .points = points, .weights = weights);
