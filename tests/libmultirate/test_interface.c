/* the start, the grids, several instances, and calls in the wrong order */
#include "interface_help.h"

#include <math.h>

/* --- the start --- */

static void test_outputs_at_the_start_are_those_of_the_slave(void) {
    for (int scheme = 0; scheme < 2; scheme++) {
        probe p = {.inputs = 1, .outputs = 2, .h = 0.1};
        mr_interface *interface = open_probe(scheme ? "scheme=ff" : "scheme=sf", &p);
        const double y1 = 4.0;
        double u[2];
        CU_ASSERT_EQUAL(mr_interface_start(interface, 2.0, &y1), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.0, &y1, MR_MAJOR, u), MR_OK);
        CU_ASSERT_EQUAL(u[0], 2.0);
        CU_ASSERT_EQUAL(u[1], 3.0);
        CU_ASSERT_EQUAL(p.steps, 0);
        CU_ASSERT_EQUAL(p.initialised, 1);
        mr_interface_close(interface);
        CU_ASSERT_EQUAL(p.closed, 1);
    }
}

static void test_slave_begins_with_the_masters_first_outputs(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .hear = remember};
    mr_interface *interface = open_probe("start_input=-1", &p);
    heard.count = 0;
    /* not known at the start: start values first, then what the first exchange brings */
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(heard.u[0][0], -1.0);
    exchange(interface, 0.0, 4.0, MR_MAJOR);
    CU_ASSERT_EQUAL(p.initialised, 2);
    CU_ASSERT_EQUAL(heard.u[1][0], 4.0);
    exchange(interface, 0.0, 5.0, MR_MAJOR);
    CU_ASSERT_EQUAL(p.initialised, 2);
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    CU_ASSERT_EQUAL(statistics.counts.repeats, 1);
    mr_interface_close(interface);
}

static void test_start_values_of_single_inputs(void) {
    static const mr_variable inputs[] = {{"speed", "m/s", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                         {"force", "N", 2, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                         {"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE}};
    probe p = {
        .input_list = inputs, .input_list_count = 3, .outputs = 1, .h = 0.1, .hear = remember};
    mr_interface *interface = open_probe("start_input=7 start.force=-2 break_loop=on", &p);
    heard.count = 0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(heard.u[0][0], 7.0);
    CU_ASSERT_EQUAL(heard.u[0][1], -2.0);
    CU_ASSERT_EQUAL(heard.u[0][2], -2.0);
    CU_ASSERT_EQUAL(heard.u[0][3], 7.0);
    mr_interface_close(interface);
}

static void test_starting_anew_gives_the_same_bits(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.0314, .signals = input_dependent};
    mr_interface *interface = open_probe("scheme=ff predictor=selector graded_start=on", &p);
    double first[200];
    for (int round = 0; round < 3; round++) {
        const double y0 = 1.0;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.5, &y0), MR_OK);
        for (int i = 0; i < 200; i++) {
            const double t = 0.5 + 0.01 * i;
            const double u = exchange(interface, t, cos(t) + (i > 100), MR_MAJOR);
            if (round == 0)
                first[i] = u;
            CU_ASSERT_EQUAL(u, first[i]);
        }
    }
    mr_interface_close(interface);
}

/* --- grids --- */

static void test_twenty_microseconds_against_fifty(void) {
    /* i * 20e-6 and j * 50e-6 meet only up to rounding: no step may be lost or made too early */
    for (int scheme = 0; scheme < 2; scheme++)
        for (int faster = 0; faster < 2; faster++) {
            const double h1 = faster ? 50e-6 : 20e-6, h2 = faster ? 20e-6 : 50e-6;
            probe p = {.inputs = 1, .outputs = 1, .h = h2};
            mr_interface *interface = open_probe(scheme ? "scheme=ff" : "scheme=sf", &p);
            CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
            int wrong = 0;
            for (int i = 0; i < 50000; i++) {
                const double u = exchange(interface, i * h1, 1.0, MR_MAJOR);
                /* the slave tells its time; with two samples of it any time can be told */
                wrong += p.steps > 0 && !(fabs(u - i * h1) < 1e-12);
                const int units1 = i * (faster ? 5 : 2), unit2 = faster ? 2 : 5;
                const int steps = scheme ? units1 / unit2 : (units1 + unit2 - 1) / unit2;
                wrong += p.steps != steps;
                wrong += mr_interface_slave_time(interface) != steps * h2;
            }
            CU_ASSERT_EQUAL(wrong, 0);
            mr_interface_close(interface);
        }
}

static void test_accumulated_master_times_meet_the_slaves_grid(void) {
    /* a master that adds up its steps arrives a rounding early or late */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("scheme=ff", &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    double t = 0.0;
    for (int i = 0; i <= 10000; i++, t += 0.01) {
        exchange(interface, t, 1.0, MR_MAJOR);
        CU_ASSERT_EQUAL(p.steps, i / 10);
    }
    mr_interface_close(interface);
}

static void test_imposed_step_is_a_grid_of_its_own(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.0}; /* no step of its own */
    mr_slave_type type = probe_type;
    type.next_step = NULL;
    mr_interface *interface = open_with("slave_step=0.003", &type, &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 1.0, NULL), MR_OK);
    for (int i = 0; i < 3000; i++) {
        exchange(interface, 1.0 + 0.001 * i, 1.0, MR_MAJOR);
        CU_ASSERT_EQUAL(mr_interface_slave_time(interface), 1.0 + ((i + 2) / 3) * 0.003);
    }
    mr_interface_close(interface);
}

static void test_own_steps_shorter_than_the_imposed_one(void) {
    /* four own steps fall into an imposed one; fastest-first waits for the whole of it */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.25};
    mr_interface *interface = open_probe("slave_step=1 scheme=ff", &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    exchange(interface, 0.0, 1.0, MR_MAJOR);
    exchange(interface, 0.9, 1.0, MR_MAJOR);
    CU_ASSERT_EQUAL(p.steps, 0);
    exchange(interface, 2.0, 1.0, MR_MAJOR);
    CU_ASSERT_EQUAL(p.steps, 8);
    CU_ASSERT_EQUAL(mr_interface_slave_time(interface), 2.0);
    mr_interface_close(interface);
}

static void test_slave_that_tells_no_step_follows_the_master(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.0};
    mr_slave_type type = probe_type;
    type.next_step = NULL;
    mr_interface *interface = open_with("scheme=ff wait_for_major=on", &type, &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    for (int i = 0; i < 100; i++) {
        exchange(interface, 0.01 * i * i, 1.0, MR_MAJOR);
        CU_ASSERT_EQUAL(mr_interface_slave_time(interface), 0.01 * i * i);
        exchange(interface, 0.01 * i * i + 0.003, 1.0, MR_MINOR);
        CU_ASSERT_EQUAL(mr_interface_slave_time(interface), 0.01 * i * i);
    }
    mr_interface_close(interface);
}

static void test_very_fast_slave_keeps_all_of_a_master_step(void) {
    /* 2000 slave steps per master step; a rejected trial may go back to any of them */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.0005};
    mr_interface *interface = open_probe("", &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    for (int i = 0; i < 20; i++) {
        exchange(interface, i, 1.0, MR_MAJOR);
        MR_ASSERT_CLOSE(exchange(interface, i + 1.0, 1.0, MR_MINOR), i + 1.0, 1e-9);
        MR_ASSERT_CLOSE(exchange(interface, i + 0.1, 1.0, MR_MINOR), i + 0.1, 1e-9);
    }
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    CU_ASSERT(statistics.counts.samples_to_master < 9000); /* does not grow on */
    mr_interface_close(interface);
}

static void test_million_slave_steps_in_one_master_step(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 1e-6};
    mr_interface *interface = open_probe("", &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    MR_ASSERT_CLOSE(exchange(interface, 2.5, 1.0, MR_MAJOR), 2.5, 1e-9);
    CU_ASSERT_EQUAL(p.steps, 2500000);
    mr_interface_close(interface);
}

static void test_master_only_reads_and_slave_only_hears(void) {
    probe source = {.inputs = 0, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("scheme=sf order=1", &source);
    CU_ASSERT(!mr_interface_feedthrough(interface));
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    double u;
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.0, NULL, MR_MAJOR, &u), MR_OK);
    CU_ASSERT_EQUAL(source.initialised, 1); /* there are no inputs that it could begin anew with */
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.25, NULL, MR_MAJOR, &u), MR_OK);
    MR_ASSERT_CLOSE(u, 0.25, 1e-15);
    mr_interface_close(interface);

    probe sink = {.inputs = 2, .outputs = 0, .h = 0.1, .hear = remember};
    interface = open_probe("scheme=ff smoothing=on", &sink);
    CU_ASSERT(mr_interface_feedthrough(interface));
    const double y1[2] = {1.0, 2.0};
    heard.count = 0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y1), MR_OK);
    for (int i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.03 * i, y1, MR_MAJOR, NULL), MR_OK);
    MR_ASSERT_CLOSE(heard.u[heard.count - 1][1], 2.0, 1e-15);
    mr_interface_close(interface);
}

static void test_minor_evaluations_leave_no_trace_in_what_the_slave_hears(void) {
    probe a = {.inputs = 1, .outputs = 1, .h = 0.05, .signals = input_dependent};
    probe b = a;
    mr_interface *with = open_probe("scheme=ff wait_for_major=on order=2", &a);
    mr_interface *without = open_probe("scheme=ff wait_for_major=on order=2", &b);
    mr_interface_start(with, 0.0, NULL);
    mr_interface_start(without, 0.0, NULL);
    for (int i = 0; i < 300; i++) {
        const double t = 0.01 * i;
        CU_ASSERT_EQUAL(exchange(with, t, sin(t), MR_MAJOR),
                        exchange(without, t, sin(t), MR_MAJOR));
        exchange(with, t + 0.005, 1e6, MR_MINOR);
        exchange(with, t + 0.3, NAN, MR_MINOR); /* a trial that was rejected */
    }
    CU_ASSERT_EQUAL(a.steps, b.steps);
    mr_interface_close(with);
    mr_interface_close(without);
}

/* --- instances and calls in the wrong order --- */

static void test_two_instances_know_nothing_of_each_other(void) {
    probe a = {.inputs = 1, .outputs = 1, .h = 0.03, .signals = input_dependent};
    probe b = {.inputs = 1, .outputs = 1, .h = 0.07, .signals = input_dependent};
    probe alone = a;
    mr_interface *first = open_probe("order=2", &a);
    mr_interface *second = open_probe("scheme=ff order=1 smoothing=on", &b);
    mr_interface *reference = open_probe("order=2", &alone);
    mr_interface_start(first, 0.0, NULL);
    mr_interface_start(second, 5.0, NULL);
    mr_interface_start(reference, 0.0, NULL);
    double together[100];
    for (int i = 0; i < 100; i++) {
        together[i] = exchange(first, 0.01 * i, cos(0.1 * i), MR_MAJOR);
        exchange(second, 5.0 + 0.02 * i, 1e3 * i, MR_MAJOR);
    }
    for (int i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(exchange(reference, 0.01 * i, cos(0.1 * i), MR_MAJOR), together[i]);
    mr_interface_close(first);
    mr_interface_close(second);
    mr_interface_close(reference);
}

/* a number, two cubics, and their rates as a variable of their own */
static void cubics(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = 5.0;
    y[1] = t * t * t;
    y[2] = 1.0 - 2.0 * t * t * t;
    y[3] = 3.0 * t * t;
    y[4] = -6.0 * t * t;
}

static void test_rates_that_are_outputs_belong_to_their_own_signals(void) {
    /* values and rates at both ends give cubics back, if each rate is that of its signal */
    static const mr_variable outputs[] = {
        {.name = "n", .unit = "", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE},
        {.name = "p", .unit = "m", .size = 2, .rate_of = MR_NONE, .power_with = MR_NONE},
        {.name = "v", .unit = "m/s", .size = 2, .rate_of = 1, .power_with = MR_NONE}};
    mr_slave_type without = probe_type;
    without.rates = NULL;
    probe p = {
        .inputs = 1, .output_list = outputs, .output_list_count = 3, .h = 0.25, .signals = cubics};
    mr_interface *interface = open_with("scheme=sf signal.p=hermite:3", &without, &p);
    double u[PROBE_MOST_SIGNALS], y = 0.0;
    mr_interface_start(interface, 0.0, &y);
    for (int i = 0; i <= 60; i++) {
        const double t = 0.02 * i;
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, t, &y, MR_MAJOR, u), MR_OK);
        MR_ASSERT_CLOSE(u[0], 5.0, 1e-12);
        MR_ASSERT_CLOSE(u[1], t * t * t, 1e-12);
        MR_ASSERT_CLOSE(u[2], 1.0 - 2.0 * t * t * t, 1e-12);
    }
    mr_interface_close(interface);
}

static void test_calls_in_the_wrong_order_are_refused(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("", &p);
    double y = 1.0, u;
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.0, &y, MR_MAJOR, &u), MR_ERR_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "before the start");
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
    CU_ASSERT_STRING_EQUAL(mr_interface_error(interface), "");
    CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.0, &y), MR_ERR_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "break_loop=on");
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.0, NULL, MR_MAJOR, &u), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "without the master's outputs");
    mr_interface_close(interface);
    mr_interface_close(NULL);
}

/* before the start, and of a slave that has none */
static void test_matrices_and_commits_need_a_run(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("", &p);
    double Au[1], Ap[1], Av[1];
    const double y = 0.0;
    CU_ASSERT_EQUAL(mr_interface_matrices(interface, Au, Ap, Av), MR_ERR_STATE);
    CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.0, &y), MR_ERR_STATE);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_matrices(interface, Au, Ap, Av), MR_ERR_UNSUPPORTED);
    CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.0, &y), MR_ERR_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "need break_loop=on");
    mr_interface_close(interface);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_outputs_at_the_start_are_those_of_the_slave),
        MR_TEST(test_slave_begins_with_the_masters_first_outputs),
        MR_TEST(test_start_values_of_single_inputs),
        MR_TEST(test_starting_anew_gives_the_same_bits),
        MR_TEST(test_twenty_microseconds_against_fifty),
        MR_TEST(test_accumulated_master_times_meet_the_slaves_grid),
        MR_TEST(test_imposed_step_is_a_grid_of_its_own),
        MR_TEST(test_own_steps_shorter_than_the_imposed_one),
        MR_TEST(test_slave_that_tells_no_step_follows_the_master),
        MR_TEST(test_very_fast_slave_keeps_all_of_a_master_step),
        MR_TEST(test_million_slave_steps_in_one_master_step),
        MR_TEST(test_master_only_reads_and_slave_only_hears),
        MR_TEST(test_minor_evaluations_leave_no_trace_in_what_the_slave_hears),
        MR_TEST(test_two_instances_know_nothing_of_each_other),
        MR_TEST(test_rates_that_are_outputs_belong_to_their_own_signals),
        MR_TEST(test_calls_in_the_wrong_order_are_refused),
        MR_TEST(test_matrices_and_commits_need_a_run),
    };
    return mr_test_main("interface", tests, sizeof tests / sizeof *tests, argc, argv);
}
