/* events: zero crossings to the resolution of time, resets, limits, breakpoints, guards */
#include "mini.h"

#include <math.h>
#include <string.h>

/* height with v reset to -0.8 v at the ground. Impacts: t1 = sqrt(2 h/g), then flights of
 * 2 e^k v1 / g with v1 = sqrt(2 g h) */
static const char *const ball =
    "set StopTime 3\n"
    "Constant g Value=-9.81\n"
    "Integrator v ExternalReset=falling InitialConditionSource=external "
    "ShowStatePort=on InitialCondition=0\n"
    "InitialCondition first Value=0\n"
    "Gain bounce Gain=-0.8\n"
    "Integrator h InitialCondition=1\n"
    "Outport height\n"
    "Outport speed Port=2\n"
    "g -> v:1\n"
    "h -> v:2\n"
    "v:state -> bounce\n"
    "bounce -> first\n"
    "first -> v:3\n"
    "v -> h\n"
    "h -> height\n"
    "v -> speed\n";

static int impacts(const mini *m, double *times, int limit) {
    int count = 0;
    for (size_t i = 1; i < mini_rows(m, "speed") && count < limit; i++)
        if (mini_value(m, "speed", i - 1) < 0.0 && mini_value(m, "speed", i) > 0.0)
            times[count++] = mini_time(m, "speed", i);
    return count;
}

static void test_bouncing_ball_impacts_to_1e_9(void) {
    static const char *const solvers[] = {"ode45", "ode23"};
    for (int s = 0; s < 2; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        mini *m = mini_run(ball, &o);
        double times[10];
        int count = impacts(m, times, 10);
        CU_ASSERT(count >= 6);
        double g = 9.81, t = sqrt(2.0 / g), v = sqrt(2.0 * g);
        for (int i = 0; i < count; i++) {
            MR_ASSERT_CLOSE(times[i], t, 1e-9);
            v *= 0.8;
            t += 2.0 * v / g;
        }
        mini_free(m);
    }
}

/* with lower limit 0 and its saturation port as the reset signal: the other common way to draw it
 */
static void test_bouncing_ball_with_limited_height(void) {
    mini *m = mini_run("set StopTime 1.9\n"
                       "set SolverName ode45\n"
                       "Constant g Value=-9.81\n"
                       "Integrator v ExternalReset=rising InitialConditionSource=external "
                       "ShowStatePort=on\n"
                       "InitialCondition first Value=0\n"
                       "Gain bounce Gain=-0.8\n"
                       "Integrator h InitialCondition=1 LimitOutput=on LowerSaturationLimit=0 "
                       "ShowSaturationPort=on\n"
                       "Abs contact\n"
                       "Outport height\n"
                       "Outport speed Port=2\n"
                       "g -> v:1\n"
                       "h:2 -> contact\n"
                       "contact -> v:2\n"
                       "v:state -> bounce\n"
                       "bounce -> first\n"
                       "first -> v:3\n"
                       "v -> h\n"
                       "h -> height\n"
                       "v -> speed\n",
                       NULL);
    double lowest = 0.0;
    for (size_t i = 0; i < mini_rows(m, "height"); i++)
        lowest = fmin(lowest, mini_value(m, "height", i));
    CU_ASSERT_EQUAL(lowest, 0.0);
    mini_free(m);
}

/* x' = 1 between limits: x = min(t, 0.7) and back after u changes its sign at t = 1 */
static void test_limited_integrator_leaves_its_limit(void) {
    mini *m = mini_run("set StopTime 2\n"
                       "set SolverName ode45\n"
                       "Step u Time=1 Before=1 After=-1 SampleTime=0\n"
                       "Integrator x LimitOutput=on UpperSaturationLimit=0.7 "
                       "LowerSaturationLimit=-inf\n"
                       "Outport y\n"
                       "u -> x\n"
                       "x -> y\n",
                       NULL);
    for (size_t i = 0; i < mini_rows(m, "y"); i++) {
        double t = mini_time(m, "y", i);
        double expected = t <= 1.0 ? fmin(t, 0.7) : 0.7 - (t - 1.0);
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected, 1e-12);
    }
    mini_free(m);
}

/* integral of a step at t = 1/3: a step of the solver ends exactly there */
static void test_step_source_is_met_exactly(void) {
    static const char *const solvers[] = {"ode45", "ode23", "ode15s"};
    for (int s = 0; s < 3; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        mini *m = mini_run("set StopTime 1\n"
                           "Step u Time=1/3 Before=0 After=3 SampleTime=0\n"
                           "Integrator x\n"
                           "Outport y\n"
                           "u -> x\n"
                           "x -> y\n",
                           &o);
        MR_ASSERT_CLOSE(mini_last(m, "y"), 2.0, 1e-9);
        mini_free(m);
    }
}

/* |sin| by a Switch: its derivative jumps at pi, the solver is told */
static void test_crossing_of_a_switch_is_located(void) {
    bd_options o = bd_options_default();
    o.solver = "ode45";
    o.relative_tolerance = 1e-8;
    mini *m = mini_run("set StopTime 5\n"
                       "Sin s SampleTime=0\n"
                       "Abs a\n"
                       "Integrator x\n"
                       "Outport y\n"
                       "s -> a\n"
                       "a -> x\n"
                       "x -> y\n",
                       &o);
    /* integral of |sin| to 5: 2 + (1 + cos 5) */
    MR_ASSERT_CLOSE(mini_last(m, "y"), 3.0 + cos(5.0), 1e-7);
    CU_ASSERT(bd_simulation_statistics(m->simulation).zero_crossings >= 1);
    mini_free(m);
}

/* a sliding mode: u = -sign(x) crosses again and again at once */
static void test_chattering_is_stopped_by_the_guard(void) {
    mini *m = mini_create("set StopTime 2\n"
                          "set SolverName ode45\n"
                          "set MaxConsecutiveZCs 50\n"
                          "Integrator x InitialCondition=1\n"
                          "Signum s\n"
                          "Gain g Gain=-1\n"
                          "Outport y\n"
                          "x -> s\n"
                          "s -> g\n"
                          "g -> x\n"
                          "x -> y\n",
                          NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->simulation);
    CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_SOLVER_FAILED);
    MR_ASSERT_CONTAINS(m->error.text, "m/s");
    CU_ASSERT(mini_rows(m, "y") > 1);
    mini_free(m);
}

static void test_stop_block_ends_the_run(void) {
    mini *m = mini_run("set StopTime 10\n"
                       "set SolverName ode45\n"
                       "Clock c\n"
                       "RelationalOperator r Operator=>=\n"
                       "Constant limit Value=2.5\n"
                       "Stop s\n"
                       "Integrator x\n"
                       "Outport y\n"
                       "c -> r:1\n"
                       "limit -> r:2\n"
                       "r -> s\n"
                       "limit -> x\n"
                       "x -> y\n",
                       NULL);
    double end = bd_simulation_time(m->simulation);
    MR_ASSERT_CLOSE(end, 2.5, 0.21);
    mini_free(m);
}

static void test_level_reset_holds(void) {
    mini *m = mini_run("set StopTime 3\n"
                       "set SolverName ode4\n"
                       "set FixedStep 0.01\n"
                       "Constant one\n"
                       "Step on Time=1 SampleTime=0\n"
                       "Step off Time=2 SampleTime=0\n"
                       "Sum level Inputs=+-\n"
                       "Integrator x ExternalReset='level hold' InitialCondition=5\n"
                       "Outport y\n"
                       "on -> level:1\n"
                       "off -> level:2\n"
                       "one -> x:1\n"
                       "level -> x:2\n"
                       "x -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_value(m, "y", 99), 5.99, 1e-9);
    MR_ASSERT_CLOSE(mini_value(m, "y", 150), 5.0, 1e-12);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 6.0, 0.011);
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_bouncing_ball_impacts_to_1e_9),
        MR_TEST(test_bouncing_ball_with_limited_height),
        MR_TEST(test_limited_integrator_leaves_its_limit),
        MR_TEST(test_step_source_is_met_exactly),
        MR_TEST(test_crossing_of_a_switch_is_located),
        MR_TEST(test_chattering_is_stopped_by_the_guard),
        MR_TEST(test_stop_block_ends_the_run),
        MR_TEST(test_level_reset_holds),
    };
    return mr_test_main("blockdiagram_events", tests, sizeof tests / sizeof tests[0], argc, argv);
}
