/* single signals, broken loops, smoothing, graded steps */
#include "interface_help.h"

#include <math.h>

/* --- single signals --- */

static const mr_variable mixed_inputs[] = {
    {"force", "N", 2, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE},
    {"throttle", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
};

static void test_discrete_inputs_are_held_and_others_follow_their_own_order(void) {
    const double asks[] = {0.5};
    probe p = {.input_list = mixed_inputs,
               .input_list_count = 3,
               .outputs = 1,
               .h = 0.1,
               .asks = asks,
               .ask_count = 1,
               .hear = remember};
    mr_interface *interface = open_probe("scheme=ff order=1 signal.throttle=hold", &p);
    CU_ASSERT_EQUAL(mr_interface_inputs(interface), 4);
    double u;
    mr_interface_start(interface, 0.0, NULL);
    heard.count = 0;
    for (int i = 0; i < 40; i++) {
        const double t = 0.04 * i, y1[4] = {t, -t, i, t};
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, t, y1, MR_MAJOR, &u), MR_OK);
    }
    CU_ASSERT(heard.count > 14);
    for (int k = 1; k < heard.count; k++) { /* the first are those of the initialisation */
        const double t = heard.t[k], before = floor(t / 0.04 + 1e-9);
        MR_ASSERT_CLOSE(heard.u[k][0], t, 1e-12);
        MR_ASSERT_CLOSE(heard.u[k][1], -t, 1e-12);
        CU_ASSERT_EQUAL(heard.u[k][2], before);
        MR_ASSERT_CLOSE(heard.u[k][3], 0.04 * before, 1e-12);
    }
    mr_interface_close(interface);
}

static void test_output_override_without_order_takes_that_of_its_direction(void) {
    probe p = {.inputs = 1, .outputs = 2, .h = 0.1};
    mr_interface *interface =
        open_probe("scheme=ff order_to_slave=0 order_to_master=1 signal.y2=least_squares", &p);
    mr_interface_start(interface, 0.0, NULL);
    double u[2], y1 = 0.0;
    for (int i = 0; i < 100; i++)
        mr_interface_exchange(interface, 0.01 * i, &y1, MR_MAJOR, u);
    MR_ASSERT_CLOSE(u[0], 0.99, 1e-12); /* both are straight lines in time */
    MR_ASSERT_CLOSE(u[1], 1.99, 1e-12);
    mr_interface_close(interface);
}

static void test_settings_that_the_slave_cannot_serve(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_slave_type type = probe_type;
    refuse("signal.speed=hold", &type, &p, MR_ERR_CONFIG, "slave 'probe' has no signal 'speed'");
    refuse("start.y1=1", &type, &p, MR_ERR_CONFIG, "only inputs have start values");
    refuse("predictor_to_slave=hermite", &type, &p, MR_ERR_UNSUPPORTED,
           "predictor 'hermite' needs the rate of change of 'u1'");
    type.rates = NULL;
    refuse("predictor_to_master=hermite", &type, &p, MR_ERR_UNSUPPORTED,
           "predictor 'hermite' needs the rate of change of 'y1'");
    type.step_to = NULL;
    refuse("slave_step=0.1", &type, &p, MR_ERR_UNSUPPORTED, "slave_step cannot be used");
    refuse("graded_start=on", &type, &p, MR_ERR_UNSUPPORTED, "graded_start cannot be used");
    type.next_step = NULL;
    refuse("scheme=ff", &type, &p, MR_ERR_UNSUPPORTED, "scheme=fastest_first cannot be used");
    type.step_to = probe_type.step_to;
    refuse("graded_start=on", &type, &p, MR_ERR_UNSUPPORTED,
           "graded_start without slave_step cannot be used");
}

static void test_hermite_uses_declared_rates(void) {
    /* y2 is declared to be the rate of y1, and the slave tells no rates */
    static const mr_variable outputs[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                          {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS}};
    probe p = {.inputs = 1, .output_list = outputs, .output_list_count = 2, .h = 1.0};
    mr_slave_type type = probe_type;
    type.rates = NULL;
    /* x = t, v = t + 1 at the slave's samples: wrong physics, but easy to tell apart */
    mr_interface *interface = open_with("scheme=ff order=0 signal.x=hermite:1", &type, &p);
    mr_interface_start(interface, 0.0, NULL);
    double u[2], y1 = 0.0;
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.5, &y1, MR_MAJOR, u), MR_OK);
    MR_ASSERT_CLOSE(u[0], 2.0 + 0.5 * 3.0, 1e-14);
    CU_ASSERT_EQUAL(u[1], 3.0);
    mr_interface_close(interface);
}

/* --- broken loops, smoothing, graded steps --- */

static void test_break_loop_uses_the_previous_major_step(void) {
    const double asks[] = {1.0};
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .asks = asks, .ask_count = 1, .hear = remember};
    mr_interface *interface = open_probe("scheme=ff order=0 break_loop=on start_input=-9", &p);
    CU_ASSERT(!mr_interface_feedthrough(interface));
    heard.count = 0;
    mr_interface_start(interface, 0.0, NULL);
    for (int i = 0; i < 50; i++) {
        double u, y = 100.0 + i;
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.1 * i, NULL, MR_MAJOR, &u), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.1 * i, &y), MR_OK);
    }
    CU_ASSERT_EQUAL(heard.u[0][0], -9.0);
    /* the step that ends at 0.1 i hears what the master told at 0.1 (i - 1) */
    for (int k = 1; k < heard.count; k++)
        CU_ASSERT_EQUAL(heard.u[k][0], 100.0 + k - 1);
    mr_interface_close(interface);
}

static void test_break_loop_takes_the_last_of_repeated_values(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .hear = remember};
    mr_interface *interface = open_probe("scheme=sf order=0 break_loop=on", &p);
    mr_interface_start(interface, 0.0, NULL);
    exchange(interface, 0.0, 1.0, MR_MAJOR);
    exchange(interface, 0.0, 2.0, MR_MAJOR); /* an iteration of the host */
    exchange(interface, 0.0, 3.0, MR_MAJOR);
    heard.count = 0;
    exchange(interface, 0.1, 4.0, MR_MAJOR);
    CU_ASSERT_EQUAL(heard.u[0][0], 3.0);
    mr_interface_close(interface);
}

static void test_smoothing_gives_the_slave_the_exact_impulse(void) {
    /* whatever the ratio of the steps: sum of mean * h2 = integral of the broken line */
    static const double ratios[] = {10.0, 2.5, 3.14159265358979, 0.4, 33.3};
    for (size_t r = 0; r < sizeof ratios / sizeof *ratios; r++) {
        const double h1 = 0.01, h2 = ratios[r] * h1;
        const double asks[] = {0.2};
        probe p = {.inputs = 1,
                   .outputs = 1,
                   .h = h2,
                   .asks = asks,
                   .ask_count = 1,
                   .signals = input_dependent};
        mr_interface *interface = open_probe("scheme=ff smoothing=on order=0", &p);
        const double zero = 0.0;
        mr_interface_start(interface, 0.0, &zero);
        double integral = 0.0, before = 0.0, slave = 0.0;
        int checked = 0;
        for (int i = 0; i <= 2000; i++) {
            const double t = h1 * i, y = sin(9.0 * t) + 0.3 * sin(200.0 * t) + t;
            const double u = exchange(interface, t, y, MR_MAJOR);
            const double end = mr_interface_slave_time(interface);
            /* impulse up to the slave's time, by the straight line of the last interval */
            if (i > 0 && end > slave && end > t - h1) {
                const double part = end - (t - h1);
                const double here = integral + part * (before + 0.5 * part / h1 * (y - before));
                MR_ASSERT_CLOSE(u, here, 1e-11);
                checked++;
            }
            slave = end;
            if (i > 0)
                integral += 0.5 * h1 * (y + before);
            before = y;
        }
        CU_ASSERT(checked > 50);
        CU_ASSERT(p.constant);
        mr_interface_close(interface);
    }
}

static void test_smoothing_leaves_held_signals_alone(void) {
    static const mr_variable inputs[] = {{"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE}};
    probe p = {
        .input_list = inputs, .input_list_count = 1, .outputs = 1, .h = 0.1, .hear = remember};
    mr_interface *interface = open_probe("scheme=ff smoothing=on", &p);
    mr_interface_start(interface, 0.0, NULL);
    heard.count = 0;
    for (int i = 0; i < 200; i++)
        exchange(interface, 0.01 * i, 1.0 + i / 37, MR_MAJOR);
    for (int k = 0; k < heard.count; k++)
        CU_ASSERT_EQUAL(heard.u[k][0], floor(heard.u[k][0])); /* there is no gear 2.3 */
    mr_interface_close(interface);
}

static void test_graded_start_steps(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.256, .hear = remember};
    mr_interface *interface = open_probe("graded_start=on", &p);
    const double y1 = 1.0;
    mr_interface_start(interface, 0.0, &y1);
    heard.count = 0;
    exchange(interface, 1.0, 1.0, MR_MAJOR);
    static const double expected[] = {0.001, 0.002, 0.004, 0.008, 0.016, 0.032,
                                      0.064, 0.128, 0.256, 0.512, 0.768, 1.024};
    CU_ASSERT_EQUAL_FATAL(heard.count, 12);
    for (int k = 0; k < 12; k++)
        MR_ASSERT_RELATIVE(heard.end[k], expected[k], 1e-14);
    mr_interface_close(interface);
}

static void test_graded_steps_again_after_a_jump_and_back_on_the_grid(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.0, .hear = remember};
    mr_interface *interface = open_probe("graded_start=on slave_step=0.1 order=2", &p);
    mr_interface_start(interface, 0.0, NULL);
    heard.count = 0;
    for (int i = 0; i < 200; i++)
        exchange(interface, 0.01 * i, sin(0.01 * i) + (i >= 105 ? 3.0 : 0.0), MR_MAJOR);
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    CU_ASSERT_EQUAL(statistics.counts.jumps, 1);
    int small = 0;
    for (int k = 0; k < heard.count; k++) {
        const double h = heard.end[k] - heard.from[k], cell = heard.end[k] / 0.1;
        small += h < 0.09 && heard.from[k] > 0.5;
        if (h > 0.09)
            MR_ASSERT_CLOSE(cell, round(cell), 1e-9); /* whole steps lie on i * 0.1 */
        if (heard.from[k] > 1.1 + 1e-9 && heard.from[k] < 1.2 - 1e-9)
            CU_ASSERT(heard.u[k][0] > 3.0 && heard.u[k][0] < 4.0); /* no overshoot */
    }
    CU_ASSERT_EQUAL(small, 9);
    mr_interface_close(interface);
}

static void test_variable_steps_of_the_slave(void) {
    double ends[100] = {0};
    mr_random random = {1};
    for (int i = 0; i < 100; i++)
        ends[i] = (i ? ends[i - 1] : 0.0) + mr_random_uniform(&random, 0.001, 0.1);
    for (int scheme = 0; scheme < 2; scheme++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.01, .ends = ends, .end_count = 100};
        mr_interface *interface = open_probe(scheme ? "scheme=ff" : "scheme=sf", &p);
        mr_interface_start(interface, 0.0, NULL);
        for (int i = 0; i < 300; i++) {
            const double u = exchange(interface, 0.01 * i, 1.0, MR_MAJOR);
            if (p.steps > 0)
                MR_ASSERT_CLOSE(u, 0.01 * i, 1e-11);
        }
        mr_interface_close(interface);
    }
}

/* with a graded start no polynomial reaches back over a jump: the slave hears the new value, never
 * an overshoot */
static void test_inputs_after_a_jump_do_not_remember_it(void) {
    static const char *const options[] = {"scheme=sf order=3 graded_start=on",
                                          "scheme=ff order=3 graded_start=on",
                                          "scheme=sf order=2 graded_start=on"};
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.25, .hear = remember};
        mr_interface *interface = open_probe(options[k], &p);
        const double y = 1.0;
        heard.count = 0;
        mr_interface_start(interface, 0.0, &y);
        for (int i = 0; i <= 40; i++)
            exchange(interface, 0.1 * i, i < 20 ? 1.0 : 5.0, MR_MAJOR);
        mr_statistics statistics;
        mr_interface_statistics(interface, &statistics);
        CU_ASSERT_EQUAL(statistics.counts.jumps, 1);
        int after = 0;
        for (int i = 0; i < heard.count; i++) {
            const double u = heard.u[i][0];
            CU_ASSERT(u >= 1.0 - 1e-12 && u <= 5.0 + 1e-12);
            /* steps that begin after the master told it */
            if (heard.from[i] >= 2.0 - 1e-9) {
                MR_ASSERT_CLOSE(u, 5.0, 1e-12);
                after++;
            }
        }
        CU_ASSERT(after > 5);
        mr_interface_close(interface);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_inputs_after_a_jump_do_not_remember_it),
        MR_TEST(test_discrete_inputs_are_held_and_others_follow_their_own_order),
        MR_TEST(test_output_override_without_order_takes_that_of_its_direction),
        MR_TEST(test_settings_that_the_slave_cannot_serve),
        MR_TEST(test_hermite_uses_declared_rates),
        MR_TEST(test_break_loop_uses_the_previous_major_step),
        MR_TEST(test_break_loop_takes_the_last_of_repeated_values),
        MR_TEST(test_smoothing_gives_the_slave_the_exact_impulse),
        MR_TEST(test_smoothing_leaves_held_signals_alone),
        MR_TEST(test_graded_start_steps),
        MR_TEST(test_graded_steps_again_after_a_jump_and_back_on_the_grid),
        MR_TEST(test_variable_steps_of_the_slave),
    };
    return mr_test_main("interface_options", tests, sizeof tests / sizeof *tests, argc, argv);
}
