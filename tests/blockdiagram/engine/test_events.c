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

/* the bounces have the sum T = sqrt(2 h/g) (1 + 0.8)/(1 - 0.8): after it the ball lies still, at
 * rest to the bit, and every height before obeys its parabola. Zeno's events are a finite number */
static void test_ball_comes_to_rest(void) {
    static const char *const solvers[] = {"ode45", "ode23", "ode15s"};
    /* parabolas are exact for the first two; the third errs by its tolerance, 25e-6 per flight */
    static const double allowed[] = {1e-5, 1e-5, 2e-3};
    for (int s = 0; s < 3; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        o.max_step = 0.01;
        mini *m = mini_run("set StopTime 25\nset RelTol 1e-6\nConstant g Value=-9.81\n"
                           "SecondOrderIntegrator ball ICX=25 LimitX=on LowerLimitX=0 "
                           "ICSourceDXDT=external ReinitDXDTwhenXreachesSaturation=on\n"
                           "Gain bounce Gain=-0.8\nInitialCondition first Value=0\nMemory before\n"
                           "Outport x\nOutport v Port=2\ng -> ball:1\nball:2 -> before\n"
                           "before -> bounce\nbounce -> first\nfirst -> ball:2\nball:1 -> x\n"
                           "ball:2 -> v\n",
                           &o);
        double g = 9.81, begin = 0.0, h = 25.0, v = 0.0, rest = sqrt(50.0 / g) * 9.0, worst = 0.0;
        double end = sqrt(50.0 / g), speed = sqrt(50.0 * g);
        for (size_t i = 0; i < mini_rows(m, "x"); i++) {
            double t = mini_time(m, "x", i);
            while (t > end && end - begin > 1e-6) {
                begin = end;
                speed *= 0.8;
                v = speed;
                h = 0.0;
                end = begin + 2.0 * speed / g;
            }
            double since = t - begin;
            if (t < rest - 0.1)
                worst = fmax(
                    worst, fabs(mini_value(m, "x", i) - (h + v * since - 0.5 * g * since * since)));
            if (t > rest + 1e-3) { /* heights below the tolerance may end a little earlier */
                CU_ASSERT_EQUAL(mini_value(m, "x", i), 0.0);
                CU_ASSERT_EQUAL(mini_value(m, "v", i), 0.0);
            }
        }
        CU_ASSERT(worst < allowed[s]);
        if (worst >= allowed[s])
            printf("%s: %g\n", solvers[s], worst);
        mini_free(m);
    }
}

/* two integrators cannot rest: events accumulate at T = 2 v/g / (1 - 0.8) */
#define ENDLESS_BALL                                                                               \
    "set StopTime 20\nset SolverName ode45\nConstant g Value=-9.81\n"                              \
    "Integrator v ExternalReset=falling InitialConditionSource=external ShowStatePort=on\n"        \
    "InitialCondition first Value=15\nGain bounce Gain=-0.8\n"                                     \
    "Integrator h LimitOutput=on LowerSaturationLimit=0\nOutport y\ng -> v:1\nh -> v:2\n"          \
    "v:state -> bounce\nbounce -> first\nfirst -> v:3\nv -> h\nh -> y\n"

static void test_events_that_accumulate(void) {
    double accumulation = 30.0 / 9.81 / 0.2;
    mini *m = mini_create(ENDLESS_BALL, NULL);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_SOLVER_FAILED);
    MR_ASSERT_CONTAINS(m->error.text, "m/h: more than 1000 zero crossings follow each other");
    MR_ASSERT_CLOSE(mini_time(m, "y", mini_rows(m, "y") - 1), accumulation, 1e-9);
    mini_free(m);
    m = mini_create("set MaxConsecutiveZCs 50\n" ENDLESS_BALL, NULL);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_SOLVER_FAILED);
    MR_ASSERT_CONTAINS(m->error.text, "more than 50 zero");
    mini_free(m);
    /* closer than a tenth of the time itself: that is so from the ninth bounce on */
    m = mini_create("set MaxConsecutiveZCs 5\nset ConsecutiveZCsStepRelTol 0.1\n" ENDLESS_BALL,
                    NULL);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_SOLVER_FAILED);
    CU_ASSERT(mini_time(m, "y", mini_rows(m, "y") - 1) < accumulation - 0.1);
    mini_free(m);
    /* told, and on until the end that is asked for */
    m = mini_create("set MaxConsecutiveZCsMsg warning\nset MaxConsecutiveZCs 20\n" ENDLESS_BALL,
                    NULL);
    bd_run_start(m->run, &m->error);
    for (int i = 0; i < 2000 && m->error.status == BD_OK; i++)
        bd_run_step(m->run, &m->error);
    CU_ASSERT_EQUAL(m->error.status, BD_OK);
    CU_ASSERT(mini_log_has(m, "more than 20 zero crossings"));
    mini_free(m);
    /* a threshold ends it: the ball stays within a few of them (v^2/2g of the late contact) */
    m = mini_run("set ZeroCrossAlgorithm Adaptive\nset ZCThreshold 1e-4\n" ENDLESS_BALL, NULL);
    double highest = 0.0;
    for (size_t i = 0; i < mini_rows(m, "y"); i++)
        if (mini_time(m, "y", i) > accumulation + 0.1)
            highest = fmax(highest, mini_value(m, "y", i));
    CU_ASSERT(highest < 5e-4);
    mini_free(m);
}

/* x' = 1e308 from 0: the first step that the tolerance allows underflows. No step may have length
 * zero, and the run must end */
static void test_steps_do_not_underflow(void) {
    static const char *const solvers[] = {"ode45", "ode23"};
    for (int s = 0; s < 2; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        mini *m = mini_create("set StopTime 10\nConstant c Value=1e308\nIntegrator x\n"
                              "Outport y\nc -> x\nx -> y\n",
                              &o);
        bd_status status = bd_run_start(m->run, &m->error);
        for (int i = 0; i < 1000 && status == BD_OK; i++)
            status = bd_run_step(m->run, &m->error);
        CU_ASSERT_NOT_EQUAL(status, BD_OK);
        MR_ASSERT_CONTAINS(m->error.text, "m/x: the value of state 1 is");
        for (size_t i = 1; i < mini_rows(m, "y"); i++)
            CU_ASSERT(mini_time(m, "y", i) > mini_time(m, "y", i - 1));
        mini_free(m);
    }
}

/* controls that are exactly zero at the start and rise from there act at once, not a step later:
 * the help's rules (positive, from zero to positive) hold from 0+ on. The ramp min(max(t - 1, 0),
 * 0.5) leaves zero at 1; 1 - t, kept above 0, arrives there at 1 */
static void test_leaving_and_reaching_zero_is_located(void) {
    static const char *const solvers[] = {"ode45", "ode23", "ode15s"};
    static const struct {
        const char *control;
        double from, to; /* when it is positive */
    } cases[] = {
        {"Clock c\nGain k\nc -> k\n", 0.0, 2.0},
        {"Sin k\n", 0.0, 2.0},
        {"Clock c\nBias b Bias=-1\nSaturate k LowerLimit=0 UpperLimit=0.5\nc -> b\nb -> k\n", 1.0,
         2.0},
        {"Clock c\nGain g Gain=-1\nBias b Bias=1\nSaturate k LowerLimit=0 UpperLimit=0.5\n"
         "c -> g\ng -> b\nb -> k\n",
         0.0, 1.0},
    };
    for (int s = 0; s < 3; s++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            char text[1500];
            bd_options o = bd_options_default();
            o.solver = solvers[s];
            bool rises = i < 3;
            snprintf(
                text, sizeof text,
                "set StopTime 2\n%sConstant one\nOutport y\nOutport z Port=2\nOutport t Port=3\n"
                "SubSystem e {\nInport u\nOutport y\nEnablePort p\nIntegrator x\nu -> x\n"
                "x -> y\n}\none -> e\nk -> e:enable\ne -> y\n"
                "Integrator r InitialCondition=5 ExternalReset=%s\none -> r:1\nk -> r:2\n"
                "r -> z\n"
                "SubSystem f {\nInport u\nOutport y\nTriggerPort p TriggerType=%s\nu -> y\n}\n"
                "Clock now\nnow -> f\nk -> f:trigger\nf -> t\n",
                cases[i].control, rises ? "rising" : "falling", rises ? "rising" : "falling");
            mini *m = mini_run(text, &o);
            double edge = rises ? cases[i].from : cases[i].to;
            MR_ASSERT_CLOSE(mini_last(m, "y"), cases[i].to - cases[i].from, 1e-9);
            MR_ASSERT_CLOSE(mini_last(m, "z"), 5.0 + 2.0 - edge, 1e-9);
            MR_ASSERT_CLOSE(mini_last(m, "t"), edge, 1e-9);
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
    CU_ASSERT(bd_run_statistics(m->run).zero_crossings >= 1);
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
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_SOLVER_FAILED);
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
    double end = bd_run_time(m->run);
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
        MR_TEST(test_ball_comes_to_rest),
        MR_TEST(test_events_that_accumulate),
        MR_TEST(test_steps_do_not_underflow),
        MR_TEST(test_leaving_and_reaching_zero_is_located),
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
