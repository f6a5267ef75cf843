/* polynomial of degree `order` fitted to a window of more samples than it needs: filters stiff
 * variations
 *
 * The weights come from polynomials orthogonal on the window's own times (Forsythe, J. SIAM 5
 * (1957) 74-88), which stays well conditioned on any grid: w_k(t) = sum_j p_j(t) p_j(t_k) / sum_i
 * p_j(t_i)^2 */
#include "multirate/predictor.h"

static int points(const mr_prediction *prediction) {
    int least = prediction->order + 2;
    int wanted = prediction->window > 0 ? prediction->window : 2 * prediction->order + 2;
    return wanted < least ? least : wanted;
}

static void weights(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights) {
    (void)horizon;
    (void)rate_weights;
    const int degree = prediction->order < count - 1 ? prediction->order : count - 1;
    double now[MR_MAX_WINDOW], before[MR_MAX_WINDOW]; /* p_j and p_(j-1) at the samples */
    double now_at = 1.0, before_at = 0.0, norm_before = 1.0;

    /* times relative to the newest sample and scaled to the window keep the recurrence near one */
    const double origin = t[count - 1];
    const double span = count > 1 ? t[count - 1] - t[0] : 1.0;
    const double x_at = (at - origin) / span;
    double x[MR_MAX_WINDOW];
    for (int k = 0; k < count; k++) {
        x[k] = (t[k] - origin) / span;
        now[k] = 1.0;
        before[k] = 0.0;
        value_weights[k] = 0.0;
    }
    for (int j = 0;; j++) {
        double norm = 0.0, moment = 0.0;
        for (int k = 0; k < count; k++) {
            norm += now[k] * now[k];
            moment += x[k] * now[k] * now[k];
        }
        for (int k = 0; k < count; k++)
            value_weights[k] += now_at * now[k] / norm;
        if (j == degree)
            return;
        const double alpha = moment / norm;
        const double beta = j > 0 ? norm / norm_before : 0.0;
        for (int k = 0; k < count; k++) {
            const double next = (x[k] - alpha) * now[k] - beta * before[k];
            before[k] = now[k];
            now[k] = next;
        }
        const double next_at = (x_at - alpha) * now_at - beta * before_at;
        before_at = now_at;
        now_at = next_at;
        norm_before = norm;
    }
}

MR_PREDICTOR_TYPE(mr_predictor_least_squares, "least_squares",
                  "polynomial of the given order fitted to a window of samples", .least_order = 0,
                  .most_order = MR_MAX_ORDER, .points = points, .weights = weights);
