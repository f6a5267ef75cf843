/* slave steps begun early, by a thread or not: the same results to the bit, and what latency costs
 */
#include "interface_help.h"

#include <math.h>
#include <string.h>

#define STEPS 400

typedef enum pattern { RUNGE_KUTTA, EULER, ANYHOW, UNEVEN } pattern;

/* where step i begins; uneven ones are from a tenth to twice as long */
static double begin_of(pattern kind, int i) {
    const double h = 0.013;
    return h * (kind == UNEVEN ? i + 0.9 * sin(1.1 * i) : i);
}

/* a master: trial points between its steps (Runge-Kutta), none (Euler), or now and then, with steps
 * that are repeated or taken back */
static void run(mr_interface *interface, pattern kind, int begin, int end, double *answers) {
    mr_random random = {(uint64_t)begin + 7};
    for (int i = begin; i < end; i++) {
        const double t = begin_of(kind, i), h = begin_of(kind, i + 1) - t;
        double *a = answers + 4 * i;
        a[0] = exchange(interface, t, sin(3.0 * t) + (i > 180 ? 2.0 : 0.0), MR_MAJOR);
        const int luck = kind == ANYHOW ? mr_random_below(&random, 5) : 0;
        if (luck == 1) /* an event: the same time again, with another value */
            a[1] = exchange(interface, t, cos(t), MR_MAJOR);
        if (luck == 2 && i > 0) /* the step before is taken back, and made again */
            a[1] = exchange(interface, t - 0.5 * h, 0.3, MR_MAJOR);
        if (kind == RUNGE_KUTTA || kind == UNEVEN || luck >= 2) {
            a[2] = exchange(interface, t + 0.5 * h, 0.0, MR_MINOR);
            a[3] = exchange(interface, t + h, 0.0, MR_MINOR);
        }
    }
}

typedef struct outcome {
    double answers[4 * STEPS];
    mr_statistics statistics;
} outcome;

static void simulate(const char *options, const char *further, pattern kind, double slave_step,
                     outcome *o) {
    char text[200];
    probe p = {.inputs = 1, .outputs = 1, .h = slave_step, .signals = input_dependent};
    const double y1 = 0.0;
    memset(o, 0, sizeof *o);
    snprintf(text, sizeof text, "%s %s", options, further);
    mr_interface *interface = open_probe(text, &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
    run(interface, kind, 0, STEPS, o->answers);
    mr_interface_statistics(interface, &o->statistics);
    mr_interface_close(interface);
}

static bool same(const outcome *a, const outcome *b) {
    return memcmp(a->answers, b->answers, sizeof a->answers) == 0 &&
           a->statistics.counts.slave_steps == b->statistics.counts.slave_steps &&
           a->statistics.counts.input_requests == b->statistics.counts.input_requests &&
           a->statistics.counts.extrapolated_to_slave ==
               b->statistics.counts.extrapolated_to_slave &&
           a->statistics.counts.mean_to_slave == b->statistics.counts.mean_to_slave;
}

static const char *const settings[] = {
    "scheme=sf order=0",
    "scheme=sf order=3",
    "scheme=ff order=0",
    "scheme=ff order=2",
    "scheme=ff order=1 smoothing=on",
    "scheme=sf predictor=selector",
    "scheme=sf break_loop=on order=1",
    "scheme=ff order=1 wait_for_major=on",
    "scheme=sf graded_start=on order=3",
    "scheme=ff slave_step=0.04 predictor=least_squares:1:6",
};
static const double steps[] = {0.13, 0.031, 0.013, 0.004};

static void test_a_thread_changes_no_bit(void) {
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (pattern kind = RUNGE_KUTTA; kind <= UNEVEN; kind++) {
                outcome serial, parallel;
                simulate(settings[k], "", kind, steps[s], &serial);
                simulate(settings[k], "parallel=on", kind, steps[s], &parallel);
                CU_ASSERT_TRUE(same(&serial, &parallel));
            }
}

static void test_steps_are_begun_early_where_it_helps(void) {
    outcome o;
    simulate("scheme=sf order=1", "parallel=on", RUNGE_KUTTA, 0.13, &o);
    CU_ASSERT_TRUE(o.statistics.times.steps_ahead >= o.statistics.counts.slave_steps - 2);
    CU_ASSERT_EQUAL(o.statistics.times.steps_withdrawn, 0);
    simulate("scheme=ff order=1", "parallel=on", RUNGE_KUTTA, 0.13, &o);
    CU_ASSERT_TRUE(o.statistics.times.steps_ahead >= o.statistics.counts.slave_steps - 2);
    CU_ASSERT_EQUAL(o.statistics.times.steps_withdrawn, 0);
    /* a master without trial points stores before it needs: nothing to begin early, nothing lost */
    simulate("scheme=sf order=1", "parallel=on", EULER, 0.13, &o);
    CU_ASSERT_EQUAL(o.statistics.times.steps_ahead, 0);
    simulate("scheme=sf order=1", "parallel=on", ANYHOW, 0.13, &o);
    CU_ASSERT_TRUE(o.statistics.times.steps_withdrawn > 0);
}

static void test_latency_is_the_same_with_and_without_a_thread(void) {
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps && !strstr(settings[k], "ff"); s++)
            for (pattern kind = RUNGE_KUTTA; kind <= UNEVEN; kind++) {
                outcome inside, thread;
                simulate(settings[k], "latency=0.05", kind, steps[s], &inside);
                simulate(settings[k], "latency=0.05 parallel=on", kind, steps[s], &thread);
                CU_ASSERT_TRUE(same(&inside, &thread));
                CU_ASSERT_TRUE(inside.statistics.times.steps_ahead > 0);
            }
}

static void test_latency_is_seen_in_the_statistics(void) {
    outcome none, some;
    simulate("scheme=sf order=1", "", RUNGE_KUTTA, 0.13, &none);
    simulate("scheme=sf order=1", "latency=0.065", RUNGE_KUTTA, 0.13, &some);
    MR_ASSERT_CLOSE(none.statistics.counts.longest_to_slave, 0.13, 1e-9);
    /* begun at the last major step that is not more than the latency before it */
    CU_ASSERT_TRUE(some.statistics.counts.longest_to_slave > 0.13 + 0.065 - 0.013 - 1e-9);
    CU_ASSERT_TRUE(some.statistics.counts.longest_to_slave < 0.13 + 0.065 + 1e-9);
}

static void test_save_and_restore_between_the_beginning_and_the_end_of_a_step(void) {
    static const char *const ways[] = {"scheme=sf order=2 parallel=on",
                                       "scheme=ff order=2 parallel=on",
                                       "scheme=sf order=2 parallel=on latency=0.05"};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.031, .signals = input_dependent};
        static double whole[4 * STEPS], again[4 * STEPS];
        mr_snapshot *snapshot = NULL;
        const double y1 = 0.0;
        mr_interface *interface = open_probe(ways[k], &p);
        mr_interface_start(interface, 0.0, &y1);
        run(interface, RUNGE_KUTTA, 0, 40, whole);
        const double first = exchange(interface, 0.013 * 40, 1.0, MR_MAJOR); /* a step is begun */
        CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
        run(interface, RUNGE_KUTTA, 41, STEPS, whole);
        CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
        run(interface, RUNGE_KUTTA, 41, STEPS, again);
        CU_ASSERT_EQUAL(memcmp(whole + 164, again + 164, (4 * STEPS - 164) * sizeof *whole), 0);
        /* begun anew while a step is under way */
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
        run(interface, RUNGE_KUTTA, 0, 40, again);
        CU_ASSERT_EQUAL(memcmp(whole, again, 160 * sizeof *whole), 0);
        CU_ASSERT_EQUAL(exchange(interface, 0.013 * 40, 1.0, MR_MAJOR), first);
        mr_snapshot_free(snapshot);
        mr_interface_close(interface); /* with a step under way */
    }
}

static void test_mistakes(void) {
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "scheme=ff latency=0.1", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "latency needs scheme=slowest_first");
    CU_ASSERT_EQUAL(mr_config_parse(&config, "latency=-1", &message), MR_ERR_CONFIG);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "core=-2", &message), MR_ERR_CONFIG);
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .signals = input_dependent};
    refuse("parallel=on core=1023", &probe_type, &p, MR_ERR_UNSUPPORTED,
           "cannot have a thread of its own on this core");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_a_thread_changes_no_bit),
        MR_TEST(test_steps_are_begun_early_where_it_helps),
        MR_TEST(test_latency_is_the_same_with_and_without_a_thread),
        MR_TEST(test_latency_is_seen_in_the_statistics),
        MR_TEST(test_save_and_restore_between_the_beginning_and_the_end_of_a_step),
        MR_TEST(test_mistakes),
    };
    return mr_test_main("parallel", tests, sizeof tests / sizeof *tests, argc, argv);
}
