/* the last sample that is not later than t: right for commands, switches and gears
 *
 * Unlike order 0 of the polynomial it never shows a value before the time at which it was given. */
#include "multirate/predictor.h"

static int points(const mr_prediction *prediction) {
    (void)prediction;
    return 1;
}

static void weights(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights) {
    (void)horizon;
    (void)prediction;
    (void)t;
    (void)at;
    (void)rate_weights;
    for (int k = 0; k < count - 1; k++)
        value_weights[k] = 0.0;
    value_weights[count - 1] = 1.0;
}

MR_PREDICTOR_TYPE(mr_predictor_hold, "hold",
                  "last sample not later than the wanted time (commands, switches)",
                  .least_order = 0, .most_order = 0, .holds = true, .points = points,
                  .weights = weights);
