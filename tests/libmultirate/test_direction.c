/* groups of signals, repeats and returns, means, and held signals among others */
#include "direction.h"
#include "mr_test.h"

#include <math.h>

#define TOLERANCE 1e-10

static mr_stored store(mr_direction *direction, double t, const double *row) {
    mr_stored stored;
    CU_ASSERT_EQUAL_FATAL(mr_direction_store(direction, t, row, TOLERANCE, t, &stored), MR_OK);
    return stored;
}

static void test_every_signal_follows_its_own_predictor(void) {
    const mr_prediction predictions[6] = {
        {.type = &mr_predictor_polynomial, .order = 1},
        {.type = &mr_predictor_hold},
        {.type = &mr_predictor_polynomial, .order = 3},
        {.type = &mr_predictor_polynomial, .order = 1},
        {.type = &mr_predictor_hermite, .order = 1},
        {.type = &mr_predictor_least_squares, .order = 0, .window = 4},
    };
    const int rates[6] = {MR_MAX_WINDOW, MR_MAX_WINDOW, MR_MAX_WINDOW, MR_MAX_WINDOW, 6, 0};
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 6, predictions, rates, 7, 8, false), MR_OK);
    CU_ASSERT_EQUAL(direction.group_count, 5); /* signals 1 and 4 share their weights */
    for (int i = 0; i < 30; i++) {
        const double t = 0.5 * i;
        const double row[7] = {t * t, t, t * t * t, -t * t, t, t, 10.0};
        store(&direction, t, row);
    }
    double y[6];
    mr_direction_evaluate(&direction, 15.0, TOLERANCE, y); /* newest sample at 14.5 */
    MR_ASSERT_RELATIVE(y[0], 2 * 14.5 * 14.5 - 14.0 * 14.0, 1e-13);
    CU_ASSERT_EQUAL(y[1], 14.5);
    MR_ASSERT_RELATIVE(y[2], 15.0 * 15.0 * 15.0, 1e-12);
    MR_ASSERT_RELATIVE(y[3], -y[0], 1e-14);
    MR_ASSERT_RELATIVE(y[4], 14.5 + 0.5 * 10.0, 1e-13);
    MR_ASSERT_RELATIVE(y[5], (13.0 + 13.5 + 14.0 + 14.5) / 4.0, 1e-13);
    mr_direction_close(&direction);
}

static void test_one_pass_and_lists_give_the_same(void) {
    /* all in one group, or the same signals in two: the same numbers up to rounding */
    for (int order = 0; order <= 4; order++) {
        const mr_prediction same = {.type = &mr_predictor_polynomial, .order = order};
        const mr_prediction alone[3] = {same, same, same};
        const mr_prediction mixed[4] = {same, same, same, {.type = &mr_predictor_hold}};
        mr_direction a, b;
        CU_ASSERT_EQUAL_FATAL(mr_direction_open(&a, 3, alone, NULL, 3, 0, false), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mr_direction_open(&b, 4, mixed, NULL, 4, 0, false), MR_OK);
        for (int i = 0; i < 20; i++) {
            const double t = 0.1 * i + 0.03 * (i % 2);
            const double row[4] = {sin(t), cos(t), exp(t), 1.0};
            store(&a, t, row);
            store(&b, t, row);
            double ya[3], yb[4];
            mr_direction_evaluate(&a, t - 0.02, TOLERANCE, ya);
            mr_direction_evaluate(&b, t - 0.02, TOLERANCE, yb);
            for (int s = 0; s < 3; s++)
                MR_ASSERT_CLOSE(ya[s], yb[s], 1e-14 * (1.0 + fabs(yb[s])));
        }
        mr_direction_close(&a);
        mr_direction_close(&b);
    }
}

static void test_same_time_replaces_and_earlier_time_cuts(void) {
    const mr_prediction line = {.type = &mr_predictor_polynomial, .order = 1};
    mr_direction direction;
    double y;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &line, NULL, 1, 0, false), MR_OK);
    const double first = 1.0, wrong = 50.0, right = 2.0;
    store(&direction, 0.0, &first);
    mr_stored stored = store(&direction, 1.0, &wrong);
    CU_ASSERT(!stored.replaced && !stored.returned);
    stored = store(&direction, 1.0 + 1e-13, &right);
    CU_ASSERT(stored.replaced && !stored.returned);
    mr_direction_evaluate(&direction, 2.0, TOLERANCE, &y);
    MR_ASSERT_CLOSE(y, 3.0, 1e-12);
    store(&direction, 2.0, &wrong);
    stored = store(&direction, 1.5, &first);
    CU_ASSERT(!stored.replaced && stored.returned);
    CU_ASSERT_EQUAL(direction.history.count, 3);
    mr_direction_evaluate(&direction, 2.0, TOLERANCE, &y);
    MR_ASSERT_CLOSE(y, 0.0, 1e-12);
    stored = store(&direction, 1.0, &wrong);
    CU_ASSERT(stored.replaced && stored.returned);
    CU_ASSERT_EQUAL(direction.history.count, 2);
    mr_direction_close(&direction);
}

/* the mean is the impulse of the broken line, whatever the order of the predictor */
static void test_mean_is_the_integral_of_the_broken_line(void) {
    mr_random random = {4};
    const mr_prediction cubic = {.type = &mr_predictor_polynomial, .order = 3};
    for (int trial = 0; trial < 500; trial++) {
        double times[20] = {0}, values[20];
        mr_direction direction;
        CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &cubic, NULL, 1, 32, false), MR_OK);
        for (int i = 0; i < 20; i++) {
            times[i] = i == 0 ? 1.0 : times[i - 1] + mr_random_uniform(&random, 0.01, 0.2);
            values[i] = mr_random_uniform(&random, -1.0, 1.0);
            store(&direction, times[i], &values[i]);
        }
        const double from = mr_random_uniform(&random, 0.9, times[19] + 0.1);
        const double to = from + mr_random_uniform(&random, 0.001, 0.5);
        /* the line is held before the first and after the last sample */
        double sum = 0.0;
        const int pieces = 20000;
        for (int p = 0; p < pieces; p++) {
            const double t = from + (p + 0.5) / pieces * (to - from);
            int k = 0;
            while (k < 20 && times[k] < t)
                k++;
            sum += k == 0    ? values[0]
                   : k == 20 ? values[19]
                             : values[k - 1] + (values[k] - values[k - 1]) * (t - times[k - 1]) /
                                                   (times[k] - times[k - 1]);
        }
        double mean;
        mr_direction_mean(&direction, from, to, &mean);
        MR_ASSERT_CLOSE(mean, sum / pieces, 1e-6);
        mr_direction_close(&direction);
    }
}

static void test_means_add_up_to_the_whole_impulse(void) {
    const mr_prediction line = {.type = &mr_predictor_polynomial, .order = 1};
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &line, NULL, 1, 2048, false), MR_OK);
    double whole = 0.0, parts = 0.0, before = 0.0;
    for (int i = 0; i <= 1000; i++) {
        const double t = 0.001 * i, y = sin(40.0 * t) + t;
        store(&direction, t, &y);
        whole += i > 0 ? 0.5 * (y + before) * 0.001 : 0.0;
        before = y;
    }
    for (int j = 0; j < 31; j++) {
        double mean;
        mr_direction_mean(&direction, j / 31.0, (j + 1) / 31.0, &mean);
        parts += mean / 31.0;
    }
    MR_ASSERT_RELATIVE(parts, whole, 1e-12);
    mr_direction_close(&direction);
}

static void test_held_signals_are_picked_out(void) {
    const mr_prediction predictions[3] = {{.type = &mr_predictor_polynomial, .order = 1},
                                          {.type = &mr_predictor_hold},
                                          {.type = &mr_predictor_polynomial, .order = 2}};
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 3, predictions, NULL, 3, 0, false), MR_OK);
    CU_ASSERT(direction.holds);
    for (int i = 0; i < 5; i++) {
        const double row[3] = {i, i, i};
        store(&direction, i, row);
    }
    double y[3] = {-1.0, -1.0, -1.0};
    mr_direction_evaluate_held(&direction, 2.5, TOLERANCE, y);
    CU_ASSERT_EQUAL(y[0], -1.0);
    CU_ASSERT_EQUAL(y[1], 2.0);
    CU_ASSERT_EQUAL(y[2], -1.0);
    mr_direction_close(&direction);
}

static void test_no_window_crosses_a_marked_jump(void) {
    const mr_prediction cubic = {.type = &mr_predictor_polynomial, .order = 3};
    mr_direction direction;
    double y;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &cubic, NULL, 1, 0, false), MR_OK);
    for (int i = 0; i < 8; i++) {
        const double value = i < 5 ? 1.0 : 100.0 + i;
        store(&direction, i, &value);
        if (i == 5)
            mr_history_mark_jump(&direction.history);
        if (i == 5) {
            mr_direction_evaluate(&direction, 6.0, TOLERANCE, &y);
            CU_ASSERT_EQUAL(y, 105.0);
        }
    }
    mr_direction_evaluate(&direction, 8.0, TOLERANCE, &y);
    MR_ASSERT_CLOSE(y, 108.0, 1e-11);
    mr_direction_evaluate(&direction, 3.5, TOLERANCE, &y); /* before it nothing has changed */
    MR_ASSERT_CLOSE(y, 1.0, 1e-13);
    mr_direction_close(&direction);
}

static void test_no_signals_at_all_is_allowed(void) {
    mr_direction direction;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 0, NULL, NULL, 0, 0, true), MR_OK);
    for (int i = 0; i < 20; i++)
        store(&direction, i, NULL);
    mr_direction_evaluate(&direction, 3.0, TOLERANCE, NULL);
    mr_direction_mean(&direction, 3.0, 4.0, NULL);
    CU_ASSERT_EQUAL(direction.history.count, 20);
    mr_direction_close(&direction);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_signal_follows_its_own_predictor),
        MR_TEST(test_one_pass_and_lists_give_the_same),
        MR_TEST(test_same_time_replaces_and_earlier_time_cuts),
        MR_TEST(test_mean_is_the_integral_of_the_broken_line),
        MR_TEST(test_means_add_up_to_the_whole_impulse),
        MR_TEST(test_held_signals_are_picked_out),
        MR_TEST(test_no_window_crosses_a_marked_jump),
        MR_TEST(test_no_signals_at_all_is_allowed),
    };
    return mr_test_main("direction", tests, sizeof tests / sizeof *tests, argc, argv);
}
