/* what is special of each predictor: closed forms and what it is for */
#include "direction.h"
#include "mr_test.h"

#include <math.h>

static double weigh(const mr_prediction *prediction, const double *t, const double *y,
                    const double *ydot, int count, double at) {
    double w[MR_MAX_WINDOW], wr[MR_MAX_WINDOW], sum = 0.0;
    prediction->type->weights(prediction, t, count, at, 0.0, w,
                              prediction->type->uses_rates ? wr : NULL);
    for (int k = 0; k < count; k++)
        sum += w[k] * y[k] + (prediction->type->uses_rates ? wr[k] * ydot[k] : 0.0);
    return sum;
}

static void test_polynomial_has_the_known_weights_on_a_regular_grid(void) {
    /* one step ahead: binomial coefficients with alternating signs; half a step ahead: quarters of
     * the Adams-Bashforth kind */
    static const double ahead[5][5] = {
        {1}, {-1, 2}, {1, -3, 3}, {-1, 4, -6, 4}, {1, -5, 10, -10, 5}};
    static const double half[3][3] = {{1}, {-0.5, 1.5}, {0.375, -1.25, 1.875}};
    const double t[5] = {0.0, 0.25, 0.5, 0.75, 1.0};
    double w[5];
    for (int order = 0; order <= 4; order++) {
        const mr_prediction p = {.type = &mr_predictor_polynomial, .order = order};
        p.type->weights(&p, t + 4 - order, order + 1, 1.25, 0.0, w, NULL);
        for (int k = 0; k <= order; k++)
            MR_ASSERT_CLOSE(w[k], ahead[order][k], 1e-14);
        if (order > 2)
            continue;
        p.type->weights(&p, t + 4 - order, order + 1, 1.125, 0.0, w, NULL);
        for (int k = 0; k <= order; k++)
            MR_ASSERT_CLOSE(w[k], half[order][k], 1e-14);
    }
}

static void test_order_0_shows_the_sample_ahead_and_hold_the_one_behind(void) {
    /* eval_slave of the method: t_P is the first sample not before t, also for order 0 */
    const mr_prediction predictions[2] = {{.type = &mr_predictor_polynomial, .order = 0},
                                          {.type = &mr_predictor_hold}};
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 2, predictions, NULL, 2, 0, false), MR_OK);
    for (int i = 0; i < 4; i++) {
        const double row[2] = {10.0 * i, 10.0 * i};
        mr_stored stored;
        mr_direction_store(&direction, i, row, 1e-9, i, &stored);
    }
    double y[2];
    mr_direction_evaluate(&direction, 1.5, 1e-9, y);
    CU_ASSERT_EQUAL(y[0], 20.0);
    CU_ASSERT_EQUAL(y[1], 10.0);
    mr_direction_evaluate(&direction, 2.0 - 1e-12, 1e-9, y); /* the same time up to rounding */
    CU_ASSERT_EQUAL(y[0], 20.0);
    CU_ASSERT_EQUAL(y[1], 20.0);
    mr_direction_evaluate(&direction, 7.0, 1e-9, y);
    CU_ASSERT_EQUAL(y[0], 30.0);
    CU_ASSERT_EQUAL(y[1], 30.0);
    mr_direction_evaluate(&direction, -1.0, 1e-9, y);
    CU_ASSERT_EQUAL(y[1], 0.0);
    mr_direction_close(&direction);
}

/* value at `at` of the fit, by the normal equations in long double */
static double naive_fit(const double *t, const double *y, int count, int degree, double at) {
    long double a[5][6] = {{0}};
    for (int k = 0; k < count; k++) {
        long double power[10] = {1};
        for (int i = 1; i < 10; i++)
            power[i] = power[i - 1] * ((long double)t[k] - at);
        for (int i = 0; i <= degree; i++) {
            for (int j = 0; j <= degree; j++)
                a[i][j] += power[i + j];
            a[i][degree + 1] += power[i] * y[k];
        }
    }
    const int n = degree + 1;
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++) {
            if (r == c)
                continue;
            const long double factor = a[r][c] / a[c][c];
            for (int k = 0; k <= n; k++)
                a[r][k] -= factor * a[c][k];
        }
    return (double)(a[0][n] / a[0][0]);
}

static void test_least_squares_is_the_least_squares_fit(void) {
    mr_random random = {11};
    for (int trial = 0; trial < 500; trial++) {
        const int order = mr_random_below(&random, 5);
        const int count = order + 2 + mr_random_below(&random, 20);
        const mr_prediction p = {
            .type = &mr_predictor_least_squares, .order = order, .window = count};
        double t[32], y[32];
        for (int k = 0; k < count; k++) {
            t[k] = k == 0 ? 1.0 : t[k - 1] + mr_random_uniform(&random, 0.2, 1.0);
            y[k] = mr_random_uniform(&random, -1.0, 1.0);
        }
        CU_ASSERT_EQUAL(p.type->points(&p), count);
        const double at = mr_random_uniform(&random, t[0], t[count - 1] + 0.5);
        MR_ASSERT_CLOSE(weigh(&p, t, y, y, count, at), naive_fit(t, y, count, order, at), 1e-9);
    }
}

static void test_least_squares_filters_what_the_polynomial_follows(void) {
    /* a slow ramp with a saw tooth of every second sample: the fit must show the ramp */
    double t[12], y[12];
    for (int k = 0; k < 12; k++) {
        t[k] = 0.1 * k;
        y[k] = t[k] + (k % 2 ? 0.01 : -0.01);
    }
    const mr_prediction fit = {.type = &mr_predictor_least_squares, .order = 1, .window = 12};
    const mr_prediction line = {.type = &mr_predictor_polynomial, .order = 1};
    MR_ASSERT_CLOSE(weigh(&fit, t, y, y, 12, 1.2), 1.2, 0.006);
    MR_ASSERT_CLOSE(weigh(&line, t + 10, y + 10, y + 10, 2, 1.2), 1.23, 1e-12);
    /* by itself it looks at twice as many samples as it has coefficients */
    const mr_prediction own = {.type = &mr_predictor_least_squares, .order = 2};
    CU_ASSERT_EQUAL(own.type->points(&own), 6);
}

static void test_hermite_closed_forms(void) {
    /* order 1 is Taylor; order 3 the cubic through two values and two slopes */
    const mr_prediction taylor = {.type = &mr_predictor_hermite, .order = 1};
    const mr_prediction cubic = {.type = &mr_predictor_hermite, .order = 3};
    CU_ASSERT_EQUAL(taylor.type->points(&taylor), 1);
    CU_ASSERT_EQUAL(cubic.type->points(&cubic), 2);
    const double t[2] = {2.0, 2.5}, y[2] = {1.0, -2.0}, ydot[2] = {4.0, 6.0};
    MR_ASSERT_CLOSE(weigh(&taylor, t + 1, y + 1, ydot + 1, 1, 2.75), -2.0 + 0.25 * 6.0, 1e-14);
    const double h = 0.5, x = 0.5; /* middle: (y0 + y1)/2 + h (y0' - y1')/8 */
    MR_ASSERT_CLOSE(weigh(&cubic, t, y, ydot, 2, 2.0 + x * h), -0.5 + h * (4.0 - 6.0) / 8.0, 1e-14);
    /* the rate at the sample itself is the slope of the prediction */
    const double e = 1e-6;
    MR_ASSERT_CLOSE(
        (weigh(&cubic, t, y, ydot, 2, 2.5 + e) - weigh(&cubic, t, y, ydot, 2, 2.5 - e)) / (2 * e),
        6.0, 1e-7);
}

static void store(mr_direction *direction, double t, double y) {
    mr_stored stored;
    mr_direction_store(direction, t, &y, 1e-12, t, &stored);
}

static double ahead(const mr_direction *direction, double t) {
    double y;
    mr_direction_evaluate(direction, t, 1e-12, &y);
    return y;
}

static void test_selector_takes_the_order_that_suits_the_signal(void) {
    const mr_prediction p = {.type = &mr_predictor_selector, .order = 4};
    mr_random random = {3};
    mr_direction smooth, noisy;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&smooth, 1, &p, NULL, 1, 0, false), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&noisy, 1, &p, NULL, 1, 0, false), MR_OK);
    double noise_sum = 0.0, fourth_sum = 0.0;
    double last[5] = {0};
    for (int i = 0; i < 200; i++) {
        const double t = 0.05 * i, sample = mr_random_uniform(&random, -1.0, 1.0);
        if (i > 20) {
            /* one step ahead: selector against order 4, on noise */
            noise_sum += fabs(ahead(&noisy, t) - sample);
            fourth_sum +=
                fabs(last[0] - 5 * last[1] + 10 * last[2] - 10 * last[3] + 5 * last[4] - sample);
        }
        for (int k = 0; k < 4; k++)
            last[k] = last[k + 1];
        last[4] = sample;
        store(&smooth, t, sin(t));
        store(&noisy, t, sample);
    }
    CU_ASSERT(smooth.watch.now[0].order >= 3);
    CU_ASSERT(noisy.watch.now[0].order <= 1);
    CU_ASSERT(noise_sum < 0.2 * fourth_sum);
    mr_direction_close(&smooth);
    mr_direction_close(&noisy);
}

static void test_selector_holds_after_a_jump_and_recovers(void) {
    const mr_prediction p = {.type = &mr_predictor_selector, .order = 3};
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &p, NULL, 1, 0, false), MR_OK);
    for (int i = 0; i < 60; i++) {
        const double t = 0.02 * i;
        const double jump = i >= 40 ? 5.0 : 0.0;
        store(&direction, t, sin(t) + jump);
        const double miss = fabs(ahead(&direction, t + 0.02) - (sin(t + 0.02) + jump));
        if (i >= 40 && i < 45)
            CU_ASSERT(miss < 0.021); /* no overshoot: third order would miss by 15 */
        if (i >= 50 || (i > 10 && i < 39))
            CU_ASSERT(miss < 2e-6);
    }
    mr_direction_close(&direction);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_polynomial_has_the_known_weights_on_a_regular_grid),
        MR_TEST(test_order_0_shows_the_sample_ahead_and_hold_the_one_behind),
        MR_TEST(test_least_squares_is_the_least_squares_fit),
        MR_TEST(test_least_squares_filters_what_the_polynomial_follows),
        MR_TEST(test_hermite_closed_forms),
        MR_TEST(test_selector_takes_the_order_that_suits_the_signal),
        MR_TEST(test_selector_holds_after_a_jump_and_recovers),
    };
    return mr_test_main("each_predictor", tests, sizeof tests / sizeof *tests, argc, argv);
}
