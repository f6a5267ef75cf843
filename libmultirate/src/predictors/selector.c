/* table of the order selector; the choice for each signal is made in signal_watch.c
 *
 * The idea of F3ORNITS (Eguillon, Lacabanne, Tromeur-Dervout 2021): use the order that would best
 * have predicted the samples that came; after a jump, hold. */
#include "predictors/polynomial.h"

static int points(const mr_prediction *prediction) {
    return prediction->order + 1;
}

static void weights(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights) {
    (void)horizon;
    (void)prediction;
    (void)rate_weights;
    mr_lagrange_weights(t, count, at, value_weights);
}

MR_PREDICTOR_TYPE(
    mr_predictor_selector, "selector",
    "polynomial whose order, up to the given one, is chosen for each signal on the way",
    .least_order = 0, .most_order = MR_MAX_ORDER, .adapts = true, .points = points,
    .weights = weights);
