/* what the configuration of a model asks for besides the solver: start time, initial states, times
 * of results, wishes that are told */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refused(const char *text, const char *code, const char *sentence) {
    mini *m = mini_try(text, code);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

/* x' = -x from 1 at t = 2: every solver begins there */
static void test_start_time(void) {
    static const char *const solvers[] = {"ode1",   "ode2",   "ode3",   "ode4",   "ode5",
                                          "ode8",   "ode14x", "ode1be", "ode45",  "ode23",
                                          "ode113", "ode15s", "ode23s", "ode23t", "ode23tb"};
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "set SolverName %s\nset StartTime 2\nset StopTime 3\nset FixedStep 0.001\n"
                 "set RelTol 1e-6\nIntegrator x InitialCondition=1\nGain k Gain=-1\nClock t\n"
                 "Outport y\nOutport z\nx -> k\nk -> x\nx -> y\nt -> z\n",
                 solvers[i]);
        mini *m = mini_try(text, "");
        CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
        CU_ASSERT_EQUAL(mini_value(m, "z", 0), 2.0);
        CU_ASSERT_EQUAL(mini_value(m, "y", 0), 1.0);
        MR_ASSERT_CLOSE(mini_last(m, "z"), 3.0, 1e-12);
        MR_ASSERT_CLOSE(mini_last(m, "y"), exp(-1.0), 1e-3);
        mini_free(m);
    }
}

#define TWO                                                                                        \
    "set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\nset LoadInitialState on\n"            \
    "set InitialState X\nIntegrator a InitialCondition=5\nIntegrator b InitialCondition=6\n"       \
    "Constant one\none -> a\none -> b\nOutport y\nOutport z\na -> y\nb -> z\n"

static void test_initial_state(void) {
    mini *m = mini_try(TWO, "X = [10 20];");
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    CU_ASSERT(mini_log_has(m, "InitialState is taken in this order: m/a (1), m/b (1)"));
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 10.0);
    MR_ASSERT_CLOSE(mini_last(m, "z"), 21.0, 1e-12);
    mini_free(m);
    m = mini_try(TWO, "X.time = 0; X.signals(1).values = 30; X.signals(1).blockName = 'm/b';"
                      "X.signals(2).values = 1; X.signals(2).blockName = 'm/one';");
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    CU_ASSERT(mini_log_has(m, "InitialState of m/one is not loaded"));
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 5.0);
    MR_ASSERT_CLOSE(mini_last(m, "z"), 31.0, 1e-12);
    mini_free(m);
    refused(TWO, "X = [1 2 3];", "m: InitialState has 3 numbers but the model has 2 continuous");
    refused(TWO, "Y = 1;", "m: InitialState: ");
    refused(TWO, "X = {1};", "m: InitialState must be a vector or a structure");
    /* each signal says whose it is, and is as long as that has states */
    refused(TWO, "X.time = 0; X.signals(1).values = 30;",
            "m: signal 1 of InitialState has no blockName and values");
    refused(TWO, "X.time = 0; X.signals(1).blockName = 'm/a';",
            "m: signal 1 of InitialState has no blockName and values");
    refused(TWO,
            "X.time = 0; X.signals(1).blockName = 'm/a'; X.signals(1).values = 1;"
            "X.signals(2).blockName = 'm/b'; X.signals(2).values = {1};",
            "m: signal 2 of InitialState has no blockName and values");
    refused(TWO, "X.time = 0; X.signals(1).values = [1 2]; X.signals(1).blockName = 'm/b';",
            "m: InitialState has 2 numbers for the 1 states of m/b");
}

#define TIMES                                                                                      \
    "set SolverName ode45\nset RelTol 1e-8\nset StopTime 10\nset OutputTimes '[1 pi 9.5]'\n"       \
    "set OutputOption %s\nSin s\nIntegrator x\ns -> x\nOutport y\nx -> y\n"

static void test_output_times(void) {
    char text[500];
    snprintf(text, sizeof text, TIMES, "SpecifiedOutputTimes");
    mini *m = mini_try(text, "");
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    static const double times[] = {0.0, 1.0, 3.14159265358979, 9.5, 10.0};
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 5);
    for (size_t i = 0; i < 5; i++) {
        MR_ASSERT_CLOSE(mini_time(m, "y", i), times[i], 1e-12);
        MR_ASSERT_CLOSE(mini_value(m, "y", i), 1.0 - cos(times[i]), 1e-6);
    }
    mini_free(m);
    snprintf(text, sizeof text, TIMES, "AdditionalOutputTimes");
    m = mini_try(text, "");
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    int found = 0;
    for (size_t row = 0; row < mini_rows(m, "y"); row++)
        for (size_t i = 0; i < 5; i++)
            found += fabs(mini_time(m, "y", row) - times[i]) < 1e-12;
    CU_ASSERT_EQUAL(found, 5);
    CU_ASSERT(mini_rows(m, "y") > 20);
    mini_free(m);
}

/* in any order, twice, and with times that are none of the run's; each is in the results once, with
 * the begin and the end. A fixed step takes no notice */
static void test_output_times_of_any_list(void) {
    static const struct {
        const char *list;
        double times[8];
        size_t count;
    } cases[] = {
        {"[9.5 1 pi 1 -3 20 NaN Inf 4]", {0, 1, 3.141592653589793, 4, 9.5, 10}, 6},
        {"7", {0, 7, 10}, 3},
        {"[0 10]", {0, 10}, 2},
        {"[-1 11]", {0, 10}, 2},
        {"0.5:3:9", {0, 0.5, 3.5, 6.5, 10}, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int fixed = 0; fixed < 2; fixed++) {
            char text[400];
            snprintf(text, sizeof text,
                     "set SolverName %s\nset FixedStep 0.5\nset StopTime 10\nset OutputTimes '%s'\n"
                     "set OutputOption SpecifiedOutputTimes\nConstant c\nIntegrator x\nc -> x\n"
                     "Outport y\nx -> y\nToWorkspace w VariableName=all\nx -> w\n",
                     fixed ? "ode4" : "ode45", cases[i].list);
            mini *m = mini_try(text, "");
            CU_ASSERT_STRING_EQUAL(m->error.text, "");
            CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), fixed ? 21 : cases[i].count);
            CU_ASSERT_EQUAL(bd_run_time_count(m->run), mini_rows(m, "y"));
            for (size_t k = 0; k < mini_rows(m, "y"); k++) {
                const double t = fixed ? 0.5 * (double)k : cases[i].times[k];
                MR_ASSERT_CLOSE(mini_time(m, "y", k), t, 1e-15 * t);
                MR_ASSERT_CLOSE(mini_value(m, "y", k), t, 1e-13);
            }
            CU_ASSERT(mini_rows(m, "all") >= 21); /* that block has all steps */
            mini_free(m);
        }
    refused("set OutputTimes nowhere\nset OutputOption AdditionalOutputTimes\nClock t\nOutport y\n"
            "t -> y\n",
            "", "m: OutputTimes: ");
}

static void test_wishes_that_are_not_fulfilled_are_told(void) {
    mini *m = mini_try("set SolverName ode45\nset StopTime 1\nset Refine 4\nset Decimation 10\n"
                       "set SaveState on\nConstant c\nIntegrator x\nc -> x\nOutport y\nx -> y\n",
                       "");
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    CU_ASSERT(mini_log_has(m, "Refine 4 adds none"));
    CU_ASSERT(mini_log_has(m, "Decimation 10 is not applied"));
    CU_ASSERT(mini_log_has(m, "states are not among the results"));
    mini_free(m);
}

/* x' = 2 - x, v' = x: the rows are the states at the times of the run */
static void test_states_are_recorded_on_request(void) {
    bd_options options = bd_options_default();
    options.log_states = true;
    mini *m =
        mini_create("set SolverName ode4\nset FixedStep 0.01\nset StopTime 1\nset SaveState on\n"
                    "Constant two Value=2\nSum rate Inputs=+-\nIntegrator x\nIntegrator v "
                    "InitialCondition=5\nOutport y\ntwo -> rate:1\nx -> rate:2\nrate -> x\n"
                    "x -> v\nv -> y\n",
                    &options);
    CU_ASSERT_FATAL(m->run != NULL);
    CU_ASSERT_FALSE(mini_log_has(m, "states are not among the results"));
    CU_ASSERT_FATAL(bd_run_complete(m->run, &m->error) == BD_OK);
    int found = 0;
    for (int i = 0; i < bd_run_record_count(m->run); i++) {
        const bd_record *r = bd_run_record(m->run, i);
        if (r->kind != BD_RECORD_STATE)
            continue;
        found++;
        CU_ASSERT_EQUAL_FATAL(r->row_count, 101);
        const double t = bd_run_record_time(m->run, i, 100),
                     last = *bd_run_record_row(m->run, i, 100);
        const bool position = strcmp(r->path, "m/v") == 0;
        const double expected =
            position ? 5.0 + 2.0 * t - 2.0 * (1.0 - exp(-t)) : 2.0 - 2.0 * exp(-t);
        CU_ASSERT_DOUBLE_EQUAL(last, expected, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(*bd_run_record_row(m->run, i, 0), position ? 5.0 : 0.0, 0.0);
    }
    CU_ASSERT_EQUAL(found, 2);
    mini_free(m);
}

/* each setting has a range, and what is outside of it is named with the number */
static void test_settings_without_sense_are_refused(void) {
    static const char *const cases[][2] = {
        {"set SolverName ode4\nset FixedStep 0\n", "m: the fixed step must be positive, not 0"},
        {"set SolverName ode4\nset FixedStep -2\n", "m: the fixed step must be positive, not -2"},
        {"set SolverName ode4\nset FixedStep inf\n", "m: the fixed step must be positive, not inf"},
        {"set SolverName ode4\nset FixedStep 1e-20\n", "are more than can be made"},
        {"set SolverName ode4\nset FixedStep none\n", "FixedStep"},
        {"set StartTime 11\n", "m: the run from t = 11 to 10 is not possible"},
        {"set StartTime -inf\n", "m: the run from t = -inf to 10 is not possible"},
        {"set StopTime 1e300\n", "m: the model has no stop time (StopTime is 1e+300)"},
        {"set RelTol 0\n", "m: the relative tolerance must be above 0 and at most 1, not 0"},
        {"set RelTol 2\n", "m: the relative tolerance must be above 0 and at most 1, not 2"},
        {"set AbsTol 0\n", "m: the absolute tolerance must be positive, not 0"},
        {"set AbsTol -1e-3\n", "m: the absolute tolerance must be positive, not -0.001"},
        {"set MaxStep 0\n", "m: the maximum step must be positive, not 0"},
        {"set MaxStep -2\n", "m: the maximum step must be positive, not -2"},
        {"set ExtrapolationOrder 0\n", "m: ExtrapolationOrder must be from 1 to 4, not 0"},
        {"set ExtrapolationOrder 5\n", "m: ExtrapolationOrder must be from 1 to 4, not 5"},
        {"set NumberNewtonIterations 0\n", "m: NumberNewtonIterations must be from 1 to 10, not 0"},
        {"set NumberNewtonIterations 11\n", "must be from 1 to 10, not 11"},
        {"set ZeroCrossAlgorithm Adaptive\nset ZCThreshold 0\n",
         "m: ZCThreshold must be positive, not 0"},
        {"set SolverName ode99\n", "ode99"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "%sClock c\nOutport y\nc -> y\n", cases[i][0]);
        refused(text, "", cases[i][1]);
    }
}

/* on either side of what is possible */
static void test_settings_have_their_limits(void) {
    static const struct {
        const char *possible, *beyond, *sentence;
    } cases[] = {
        {"set StopTime 1e30\n", "set StopTime 1.001e30\n", "the model has no stop time"},
        {"set StartTime 10\n", "set StartTime 10.001\n", "is not possible"},
        {"set RelTol 1\n", "set RelTol 1.001\n", "must be above 0 and at most 1"},
        {"set RelTol 1e-300\n", "set RelTol 0\n", "must be above 0 and at most 1"},
        {"set AbsTol 1e-300\n", "set AbsTol 0\n", "the absolute tolerance must be positive"},
        {"set MaxStep 1e-300\n", "set MaxStep 0\n", "the maximum step must be positive"},
        {"set ExtrapolationOrder 1\n", "set ExtrapolationOrder 0\n", "must be from 1 to 4"},
        {"set ExtrapolationOrder 4\n", "set ExtrapolationOrder 5\n", "must be from 1 to 4"},
        {"set NumberNewtonIterations 1\n", "set NumberNewtonIterations 0\n",
         "must be from 1 to 10"},
        {"set NumberNewtonIterations 10\n", "set NumberNewtonIterations 11\n",
         "must be from 1 to 10"},
        {"set ZeroCrossAlgorithm Adaptive\nset ZCThreshold 1e-300\n",
         "set ZeroCrossAlgorithm Adaptive\nset ZCThreshold 0\n", "ZCThreshold must be positive"},
        /* 9e15 steps, unless the end is so far that it means: until something stops the run */
        {"set SolverName ode4\nset FixedStep 1e-15\nset StopTime 8.99\n",
         "set SolverName ode4\nset FixedStep 1e-15\nset StopTime 9.01\n", "more than can be made"},
        {"set SolverName ode4\nset FixedStep 1e-8\nset StopTime 1.001e9\n",
         "set SolverName ode4\nset FixedStep 1e-8\nset StopTime 0.999e9\n",
         "more than can be made"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "%sClock c\nOutport y\nc -> y\n", cases[i].possible);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        mini_free(m);
        snprintf(text, sizeof text, "%sClock c\nOutport y\nc -> y\n", cases[i].beyond);
        refused(text, "", cases[i].sentence);
    }
}

/* names that mean a solver, and numbers that mean "choose" */
static void test_settings_that_leave_the_choice(void) {
    static const struct {
        const char *settings, *solver;
        bool fixed;
        const char *told;
    } cases[] = {
        {"", "ode45", false, NULL},
        {"set SolverName auto\n", "ode45", false, NULL},
        {"set SolverName VariableStepAuto\n", "ode45", false, NULL},
        {"set SolverName FixedStepAuto\n", "ode3", true, NULL},
        {"set Solver ode23\n", "ode23", false, NULL},
        {"set SolverName auto\nset SolverType Fixed-step\n", "ode3", true, NULL},
        {"set SolverName ODE4\nset FixedStep -1\n", "ode4", true, NULL},
        {"set SolverName ode23\nset MaxStep -1\nset RelTol auto\nset AbsTol auto\n", "ode23", false,
         NULL},
        {"set SolverName odeN\n", "ode45", false, "the solver odeN is not here, ode45 takes its"},
        {"set SolverName daessc\n", "ode15s", false, "daessc is not here, ode15s takes its place"},
        {"set ZeroCrossAlgorithm Adaptive\nset ZCThreshold auto\n", "ode45", false, NULL},
        {"set MaxConsecutiveZCs 0\nset MaxOrder 1e20\nset ConsecutiveZCsStepRelTol auto\n", "ode45",
         false, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "%sset StopTime 1\nIntegrator x InitialCondition=1\nGain k Gain=-1\nOutport y\n"
                 "x -> k\nk -> x\nx -> y\n",
                 cases[i].settings);
        mini *m = mini_try(text, "");
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        CU_ASSERT_STRING_EQUAL(bd_model_solver(bd_run_model(m->run)), cases[i].solver);
        MR_ASSERT_CLOSE(mini_last(m, "y"), exp(-1.0), 0.01); /* ten times RelTol */
        if (cases[i].told)
            CU_ASSERT(mini_log_has(m, cases[i].told));
        mini_free(m);
    }
}

/* "discrete" is of the kind that the model has */
static void test_the_discrete_solver_of_either_kind(void) {
    static const char *const types[] = {"Fixed-step", "Variable-step"};
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "set SolverName discrete\nset SolverType %s\nset FixedStep 0.25\nset StopTime 2\n"
                 "DigitalClock c SampleTime=1\nOutport y\nc -> y\n",
                 types[i]);
        mini *m = mini_try(text, "");
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).major_steps, i == 0 ? 9 : 3);
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_start_time),
        MR_TEST(test_states_are_recorded_on_request),
        MR_TEST(test_settings_without_sense_are_refused),
        MR_TEST(test_settings_have_their_limits),
        MR_TEST(test_settings_that_leave_the_choice),
        MR_TEST(test_the_discrete_solver_of_either_kind),
        MR_TEST(test_initial_state),
        MR_TEST(test_output_times),
        MR_TEST(test_output_times_of_any_list),
        MR_TEST(test_wishes_that_are_not_fulfilled_are_told),
    };
    return mr_test_main("blockdiagram_settings", tests, sizeof tests / sizeof *tests, argc, argv);
}
