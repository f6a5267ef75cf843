/* numbers that a user reads: counted by hand on small runs */
#include "interface_help.h"

#include <math.h>
#include <string.h>
#include <time.h>

static mr_statistics after(mr_interface *interface) {
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    return statistics;
}

static void test_fastest_first_counts(void) {
    const double asks[] = {0.0, 1.0};
    probe p = {.inputs = 1, .outputs = 1, .h = 1.0, .asks = asks, .ask_count = 2};
    mr_interface *interface = open_probe("scheme=ff", &p);
    const double y1 = 0.0;
    mr_interface_start(interface, 0.0, &y1);
    exchange(interface, 0.0, 0.0, MR_MAJOR);  /* stored already: a repeat; slave at 0 */
    exchange(interface, 0.25, 0.0, MR_MINOR); /* 0.25 ahead */
    exchange(interface, 0.5, 0.0, MR_MAJOR);  /* 0.5 ahead */
    exchange(interface, 1.5, 0.0, MR_MAJOR);  /* slave to 1, then 0.5 ahead */
    exchange(interface, 2.0, 0.0, MR_MAJOR);  /* slave to 2 */
    exchange(interface, 1.75, 0.0, MR_MAJOR); /* a return */
    const mr_statistics s = after(interface);
    CU_ASSERT_EQUAL(s.counts.major_exchanges, 5);
    CU_ASSERT_EQUAL(s.counts.minor_exchanges, 1);
    CU_ASSERT_EQUAL(s.counts.slave_steps, 2);
    CU_ASSERT_EQUAL(s.counts.input_requests, 5); /* one at the start, two in each step */
    CU_ASSERT_EQUAL(s.counts.extrapolated_to_master, 3);
    MR_ASSERT_CLOSE(s.counts.longest_to_master, 0.5, 1e-14);
    MR_ASSERT_CLOSE(s.counts.mean_to_master, 1.25 / 3.0, 1e-14);
    CU_ASSERT_EQUAL(s.counts.extrapolated_to_slave, 0);
    CU_ASSERT_EQUAL(s.counts.repeats, 1);
    CU_ASSERT_EQUAL(s.counts.returns, 1);
    CU_ASSERT_EQUAL(s.counts.history_growths, 0);
    mr_interface_close(interface);
}

static void test_slowest_first_counts(void) {
    const double asks[] = {0.5, 1.0};
    probe p = {.inputs = 1, .outputs = 1, .h = 1.0, .asks = asks, .ask_count = 2};
    mr_interface *interface = open_probe("scheme=sf", &p);
    const double y1 = 0.0;
    mr_interface_start(interface, 0.0, &y1);
    exchange(interface, 0.0, 0.0, MR_MAJOR);
    exchange(interface, 0.25, 0.0,
             MR_MAJOR);                      /* slave to 1: asks at 0.5 (0.25 ahead) and 1 (0.75) */
    exchange(interface, 1.5, 0.0, MR_MAJOR); /* slave to 2: at 1.5 (known) and 2 (0.5 ahead) */
    const mr_statistics s = after(interface);
    CU_ASSERT_EQUAL(s.counts.slave_steps, 2);
    CU_ASSERT_EQUAL(s.counts.extrapolated_to_master, 0);
    CU_ASSERT_EQUAL(s.counts.extrapolated_to_slave, 3);
    MR_ASSERT_CLOSE(s.counts.longest_to_slave, 0.75, 1e-14);
    MR_ASSERT_CLOSE(s.counts.mean_to_slave, 0.5, 1e-14);
    mr_interface_close(interface);
}

static void test_history_growth_is_told(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 1.0};
    mr_interface *interface = open_probe("scheme=ff", &p);
    mr_interface_start(interface, 0.0, NULL);
    for (int i = 0; i < 5000; i++)
        exchange(interface, i / 1000.0, 0.0, MR_MAJOR);
    const mr_statistics s = after(interface);
    CU_ASSERT(s.counts.history_growths >= 1 && s.counts.history_growths <= 3);
    CU_ASSERT(s.counts.samples_to_slave >= 1000 && s.counts.samples_to_slave <= 2048);
    CU_ASSERT_EQUAL(s.counts.jumps, 0);
    mr_interface_start(interface, 0.0, NULL);
    CU_ASSERT_EQUAL(after(interface).counts.history_growths, 0);
    CU_ASSERT_EQUAL(after(interface).counts.slave_steps, 0);
    mr_interface_close(interface);
}

static void wait_a_little(double t, double impulse, double *y) {
    (void)t;
    y[0] = impulse;
}

static void busy(void *context, double from, double end, double t, const double *u) {
    (void)context;
    (void)from;
    (void)end;
    (void)t;
    (void)u;
    const clock_t begin = clock();
    while (clock() - begin < CLOCKS_PER_SEC / 200)
        ;
}

static void test_time_in_the_slave(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .signals = wait_a_little};
    mr_interface *interface = open_probe("", &p);
    mr_interface_start(interface, 0.0, NULL);
    CU_ASSERT_EQUAL(after(interface).times.slave_seconds, 0.0);
    p.hear = busy; /* 5 ms of work in each step */
    for (int i = 0; i < 11; i++)
        exchange(interface, 0.1 * i, 0.0, MR_MAJOR);
    CU_ASSERT(after(interface).times.slave_seconds > 0.04);
    mr_interface_close(interface);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_fastest_first_counts),
        MR_TEST(test_slowest_first_counts),
        MR_TEST(test_history_growth_is_told),
        MR_TEST(test_time_in_the_slave),
    };
    return mr_test_main("statistics", tests, sizeof tests / sizeof *tests, argc, argv);
}
