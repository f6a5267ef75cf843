/* polynomial through values and rates of change of the last samples (Hermite interpolation)
 *
 * Order P takes the first P+1 of: value and rate at the newest point of the window, value and rate
 * at the point before, … The weights solve the small confluent Vandermonde system that says "exact
 * on all monomials up to degree P" in time scaled to the window. */
#include "multirate/predictor.h"

#include <math.h>

#define CONDITIONS (MR_MAX_ORDER + 2)

static int points(const mr_prediction *prediction) {
    return (prediction->order + 2) / 2;
}

/* solves A w = b in place, partial pivoting; A is regular because the times are distinct */
static void solve(int n, double A[CONDITIONS][CONDITIONS], double *b) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(A[r][c]) > fabs(A[pivot][c]))
                pivot = r;
        for (int k = 0; k < n; k++) {
            double swap = A[c][k];
            A[c][k] = A[pivot][k];
            A[pivot][k] = swap;
        }
        double swap = b[c];
        b[c] = b[pivot];
        b[pivot] = swap;
        for (int r = c + 1; r < n; r++) {
            const double factor = A[r][c] / A[c][c];
            for (int k = c; k < n; k++)
                A[r][k] -= factor * A[c][k];
            b[r] -= factor * b[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int k = r + 1; k < n; k++)
            b[r] -= A[r][k] * b[k];
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): n of each are given */
        b[r] /= A[r][r];
    }
}

/* up to two points the system is solved by hand: with x the time in steps after the newest point,
 * y1 + r1 x + a x^2 + b x^3, and a, b from what y0 and r0 ask for at x = -1 */
static void solve_by_hand(int conditions, const double *t, int count, double at,
                          double *value_weights, double *rate_weights) {
    const double step = count > 1 ? t[1] - t[0] : 1.0, x = (at - t[count - 1]) / step;
    double old = 0.0, rate = x, old_rate = 0.0; /* of y0, r1, r0 */
    if (conditions == 3) {
        old = x * x;
        rate = x + old;
    } else if (conditions == 4) {
        old = x * x * (3.0 + 2.0 * x);
        rate = x * (1.0 + x) * (1.0 + x);
        old_rate = x * x * (1.0 + x);
    }
    if (count > 1) {
        value_weights[0] = old;
        rate_weights[0] = old_rate * step;
    }
    value_weights[count - 1] = 1.0 - old;
    rate_weights[count - 1] = conditions > 1 ? rate * step : 0.0;
}

static void weights(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights) {
    (void)horizon;
    int conditions = prediction->order + 1;
    if (conditions > 2 * count)
        conditions = 2 * count;
    if (count <= 2) {
        solve_by_hand(conditions, t, count, at, value_weights, rate_weights);
        return;
    }
    const double origin = t[count - 1];
    const double scale = origin - t[0];

    double A[CONDITIONS][CONDITIONS], b[CONDITIONS];
    const double x_at = (at - origin) / scale;
    for (int m = 0; m < conditions; m++) {
        b[m] = m == 0 ? 1.0 : b[m - 1] * x_at;
        for (int c = 0; c < conditions; c++) {
            const double x = (t[count - 1 - c / 2] - origin) / scale;
            if (c % 2 == 0)
                A[m][c] = m == 0 ? 1.0 : A[m - 1][c] * x;
            else
                A[m][c] = m == 0 ? 0.0 : (double)m * A[m - 1][c - 1];
        }
    }
    solve(conditions, A, b);
    for (int k = 0; k < count; k++)
        value_weights[k] = rate_weights[k] = 0.0;
    for (int c = 0; c < conditions; c++) {
        if (c % 2 == 0)
            value_weights[count - 1 - c / 2] = b[c];
        else
            rate_weights[count - 1 - c / 2] = b[c] * scale;
    }
}

MR_PREDICTOR_TYPE(mr_predictor_hermite, "hermite",
                  "polynomial through values and rates of change (1: Taylor, 3: last two samples)",
                  .least_order = 1, .most_order = MR_MAX_ORDER + 1, .uses_rates = true,
                  .points = points, .weights = weights);
