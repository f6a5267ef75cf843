/* where events are found: signals that are straight in time cross zero at known times. A step ends
 * just before each, the next one just behind it */
#include "mini.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.141592653589793

/* sign(t - a) for a list of times, and an integral so that there is a solver */
static size_t write_signs(char *text, size_t room, const double *times, int count) {
    size_t used = (size_t)snprintf(text, room,
                                   "Clock t\nIntegrator x\nConstant one\none -> x\n"
                                   "Outport y\nx -> y\nOutport z\nMux m Inputs=%d\n"
                                   "Signum s\nm -> s\ns -> z\n",
                                   count);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "Bias b%d Bias=-%.17g\nt -> b%d\nb%d -> m:%d\n", i, times[i], i, i,
                                 i + 1);
    return used;
}

static const char *const solvers[] = {"ode45", "ode23", "ode15s"};

static double sign_at(const mini *m, size_t row, int i) {
    return bd_run_record_row(m->run, mini_record(m, "z"), row)[i];
}

/* the rows around event number i, which are next to each other */
static void expect_event(const mini *m, double time, int i, double apart) {
    size_t row = 0;
    const size_t rows = mini_rows(m, "z");
    while (row < rows && sign_at(m, row, i) <= 0.0)
        row++;
    CU_ASSERT_FATAL(row > 0 && row < rows);
    const double before = mini_time(m, "z", row - 1), after = mini_time(m, "z", row);
    CU_ASSERT(before <= time && time - before <= apart);
    CU_ASSERT(after > time && after - time <= apart);
    for (; row < rows; row++)
        CU_ASSERT(sign_at(m, row, i) > 0.0);
}

/* several in a step, two that are close, two at once, and one close to the end; in any order */
static void test_every_event_is_found_to_the_last_digit(void) {
    static const double times[] = {1.0 / 3.0, 0.1234567, 0.7,    0.70000001, 2.7182818,
                                   1.9999,    PI / 4,    PI / 4, 2.2,        2.99999};
    const int count = sizeof times / sizeof *times;
    for (int s = 0; s < 3; s++) {
        char text[3000];
        const size_t used = write_signs(text, sizeof text, times, count);
        snprintf(text + used, sizeof text - used,
                 "set SolverName %s\nset StopTime 3\nset MaxStep 0.5\nset RelTol 1e-6\n",
                 solvers[s]);
        mini *m = mini_run(text, NULL);
        for (int i = 0; i < count; i++)
            expect_event(m, times[i], i, 8.0 * DBL_EPSILON * times[i]);
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).zero_crossings, (unsigned long)count - 1);
        /* x' = 1, whatever happens */
        for (size_t row = 0; row < mini_rows(m, "y"); row++)
            MR_ASSERT_CLOSE(mini_value(m, "y", row), mini_time(m, "y", row), 1e-9);
        CU_ASSERT_EQUAL(mini_time(m, "y", mini_rows(m, "y") - 1), 3.0);
        mini_free(m);
    }
}

/* without location a step goes across */
static void test_events_need_not_be_located(void) {
    static const char *const ways[] = {"set ZeroCrossControl DisableAll\n",
                                       "set SolverName ode4\nset FixedStep 0.25\n"};
    static const double times[] = {0.3};
    for (int k = 0; k < 2; k++) {
        char text[900];
        const size_t used = write_signs(text, sizeof text, times, 1);
        snprintf(text + used, sizeof text - used, "set StopTime 2\nset MaxStep 0.25\n%s", ways[k]);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).zero_crossings, 0);
        for (size_t row = 0; row < mini_rows(m, "z"); row++) {
            const double t = mini_time(m, "z", row);
            CU_ASSERT_EQUAL(sign_at(m, row, 0), t < 0.3 ? -1.0 : 1.0);
            CU_ASSERT(fabs(t - 0.3) > 1e-3);
        }
        mini_free(m);
    }
}

/* the adaptive algorithm is content with what is as close behind zero as the threshold: one step,
 * that ends there */
static void test_a_threshold_is_close_enough(void) {
    static const double times[] = {0.7, 1.3};
    static const double thresholds[] = {1e-2, 1e-5};
    for (int k = 0; k < 2; k++) {
        char text[900];
        const size_t used = write_signs(text, sizeof text, times, 2);
        snprintf(text + used, sizeof text - used,
                 "set StopTime 2\nset MaxStep 0.5\nset ZeroCrossAlgorithm Adaptive\n"
                 "set ZCThreshold %g\n",
                 thresholds[k]);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).zero_crossings, 2);
        for (int i = 0; i < 2; i++) {
            size_t row = 0;
            while (sign_at(m, row, i) < 0.0)
                row++;
            CU_ASSERT(mini_time(m, "z", row) - times[i] <= thresholds[k]);
            CU_ASSERT(mini_time(m, "z", row) >= times[i]);
            CU_ASSERT(times[i] - mini_time(m, "z", row - 1) > 1e-4);
        }
        mini_free(m);
    }
}

/* ---- events that follow each other ---- */

typedef struct guard {
    const char *settings, *told;
    double times[6];
    int count, stops_at; /* number of the event that ends the run, 0: none does */
} guard;

/* the first of a chain has none before it: with a limit of 3 the fourth is one too many. Two are in
 * a chain if they are not farther apart than the tolerance times the present time */
static void test_chains_of_events_have_a_longest(void) {
    static const guard cases[] = {
        {"", NULL, {1, 1.001, 1.002, 1.003, 1.004}, 5, 0}, /* far apart for 10 * 128 eps */
        {"set ConsecutiveZCsStepRelTol 0.01\n", NULL, {1, 1.001, 1.002, 1.1, 1.101, 1.102}, 6, 0},
        {"set ConsecutiveZCsStepRelTol 0.01\n", NULL, {1, 1.001, 1.002, 1.003, 1.5}, 5, 4},
        {"set ConsecutiveZCsStepRelTol 0.01\n", NULL, {0.5, 1, 1.009, 1.018, 1.027}, 5, 5},
        {"set ConsecutiveZCsStepRelTol 0.01\n", NULL, {1, 1.0105, 1.0205, 1.0305, 1.0405}, 5, 5},
        {"set ConsecutiveZCsStepRelTol 0.01\n", NULL, {1, 1.011, 1.0225, 1.034, 1.0455}, 5, 0},
        {"set ConsecutiveZCsStepRelTol 0.01\nset MaxConsecutiveZCsMsg warning\n",
         "m/s: more than 3 zero crossings follow each other without time going on",
         {1, 1.001, 1.002, 1.003, 1.004, 1.005},
         6,
         0},
        {"set ConsecutiveZCsStepRelTol 0.01\nset MaxConsecutiveZCsMsg none\n",
         NULL,
         {1, 1.001, 1.002, 1.003, 1.004, 1.005},
         6,
         0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const guard *g = &cases[k];
        char text[2000];
        const size_t used = write_signs(text, sizeof text, g->times, g->count);
        snprintf(
            text + used, sizeof text - used,
            "set SolverName ode45\nset StopTime 2\nset MaxStep 0.5\nset MaxConsecutiveZCs 3\n%s",
            g->settings);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
        const bd_status status = bd_run_complete(m->run, &m->error);
        CU_ASSERT_EQUAL(status, g->stops_at ? BD_SOLVER_FAILED : BD_OK);
        const unsigned long found = bd_run_statistics(m->run).zero_crossings;
        CU_ASSERT_EQUAL(found, (unsigned long)(g->stops_at ? g->stops_at : g->count));
        if (g->stops_at)
            MR_ASSERT_CONTAINS(m->error.text, "m/s: more than 3 zero crossings follow each other "
                                              "without time going on");
        CU_ASSERT_EQUAL(m->log.total, g->told ? 1u : 0u);
        CU_ASSERT_TRUE(!g->told || mini_log_has(m, g->told));
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_event_is_found_to_the_last_digit),
        MR_TEST(test_events_need_not_be_located),
        MR_TEST(test_a_threshold_is_close_enough),
        MR_TEST(test_chains_of_events_have_a_longest),
    };
    return mr_test_main("blockdiagram_crossings", tests, sizeof tests / sizeof *tests, argc, argv);
}
