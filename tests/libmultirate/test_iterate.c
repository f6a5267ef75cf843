/* iterate=on: a window passed over again sees what the pass before has shown */
#include "interface_help.h"

#include <math.h>
#include <string.h>

/* master samples y = sin(3 t) every 0.02 s from step `begin` on */
static void run(mr_interface *interface, int begin, int end, double *answers) {
    for (int i = begin; i <= end; i++)
        answers[i] = exchange(interface, 0.02 * i, sin(0.06 * i), MR_MAJOR);
}

/* largest miss of what the slave heard in the steps within [from, to] */
static double heard_miss(double from, double to) {
    double worst = 0.0;
    for (int k = 0; k < heard.count; k++)
        if (heard.t[k] > from && heard.t[k] < to)
            worst = fmax(worst, fabs(heard.u[k][0] - sin(3.0 * heard.t[k])));
    return worst;
}

static void test_slave_interpolates_what_it_extrapolated_before(void) {
    /* slowest-first: the slave goes 0.1 s ahead of the master */
    static const double asks[] = {0.0, 0.3, 0.7, 1.0};
    probe p = {.inputs = 1,
               .outputs = 1,
               .h = 0.1,
               .asks = asks,
               .ask_count = 4,
               .hear = remember,
               .signals = input_dependent};
    mr_interface *interface = open_probe("scheme=sf order=3 iterate=on", &p);
    mr_snapshot *snapshot = NULL;
    double answers[101], first[101];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
    run(interface, 0, 50, answers);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
    heard.count = 0;
    run(interface, 51, 100, first);
    const double extrapolated = heard_miss(1.0, 1.9);
    heard.count = 0;
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    run(interface, 51, 100, answers);
    const double interpolated = heard_miss(1.0, 1.9);
    CU_ASSERT(extrapolated > 50.0 * interpolated);
    CU_ASSERT(interpolated < 2e-6); /* cubic through samples 0.02 s apart: h^4 w^4 3/128 */
    /* a master that gives the same gets nearly the same again: the third pass is the second */
    heard.count = 0;
    double again[101];
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    run(interface, 51, 100, again);
    for (int i = 51; i <= 95; i++)
        CU_ASSERT_EQUAL(again[i], answers[i]);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

static void slow_wave(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = sin(2.0 * t);
}

static void test_master_interpolates_what_it_extrapolated_before(void) {
    /* fastest-first: the master is up to 0.1 s ahead of the slave */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .signals = slow_wave};
    mr_interface *interface = open_probe("scheme=ff order=3 iterate=on", &p);
    mr_snapshot *snapshot = NULL;
    double answers[101], miss[2] = {0};
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
    run(interface, 0, 50, answers);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
    for (int pass = 0; pass < 2; pass++) {
        if (pass > 0)
            CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
        run(interface, 51, 100, answers);
        for (int i = 51; i <= 95; i++)
            miss[pass] = fmax(miss[pass], fabs(answers[i] - sin(0.04 * i)));
    }
    CU_ASSERT(miss[0] > 5.0 * miss[1]);
    CU_ASSERT(miss[1] < 1e-4);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

static void test_the_future_ends_with_the_window(void) {
    /* beyond what the pass before has seen there is prediction again, and nothing stale */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .signals = slow_wave};
    mr_interface *interface = open_probe("scheme=ff order=3 iterate=on", &p);
    mr_interface *plain = open_probe("scheme=ff order=3", &p);
    mr_snapshot *snapshot = NULL;
    double a[201], b[201];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(plain, 0.0, (double[]){0.0}), MR_OK);
    run(interface, 0, 50, a);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
    run(interface, 51, 100, a);
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    run(interface, 51, 200, a);
    run(plain, 0, 200, b);
    CU_ASSERT_EQUAL(memcmp(a + 106, b + 106, 95 * sizeof *a), 0);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
    mr_interface_close(plain);
}

static void test_the_interface_model_is_not_iterated(void) {
    mr_config config;
    mr_message message = {""};
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "iterate=on coupling=model", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "iterate=on needs coupling=signals");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_slave_interpolates_what_it_extrapolated_before),
        MR_TEST(test_master_interpolates_what_it_extrapolated_before),
        MR_TEST(test_the_future_ends_with_the_window),
        MR_TEST(test_the_interface_model_is_not_iterated),
    };
    return mr_test_main("iterate", tests, sizeof tests / sizeof *tests, argc, argv);
}
