/* runs of a simulation: again, retuned, restored, stopped */
#include "mini.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>

static const char *const oscillator = "set StopTime 5\n"
                                      "Integrator v\n"
                                      "Integrator x InitialCondition=1\n"
                                      "Gain k Gain=-stiffness\n"
                                      "UnitDelay d SampleTime=0.25\n"
                                      "Sum a Inputs=++\n"
                                      "Gain f Gain=0.1\n"
                                      "Outport y\n"
                                      "x -> k\n"
                                      "x -> d\n"
                                      "d -> f\n"
                                      "k -> a:1\n"
                                      "f -> a:2\n"
                                      "a -> v\n"
                                      "v -> x\n"
                                      "x -> y\n";

static mini *make_oscillator(const char *solver, double stiffness) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &m->base, &m->error), BD_OK);
    m->diagram = mini_build(oscillator);
    bd_workspace_set_scalar(m->base, "stiffness", stiffness, NULL);
    bd_options o = bd_options_default();
    o.solver = solver;
    o.fixed_step = 0.01;
    o.log = &m->log;
    bd_run_compile(m->diagram, m->base, &o, NULL, &m->run, &m->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    return m;
}

static const char *const all_solvers[] = {"ode1",  "ode4",  "ode8",   "ode14x",
                                          "ode45", "ode23", "ode15s", "ode113"};

static void test_second_run_gives_the_same_bits(void) {
    for (size_t s = 0; s < sizeof all_solvers / sizeof all_solvers[0]; s++) {
        mini *m = make_oscillator(all_solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        size_t rows = mini_rows(m, "y");
        double *first = malloc(rows * sizeof *first);
        for (size_t i = 0; i < rows; i++)
            first[i] = mini_value(m, "y", i);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), rows);
        bool same = true;
        for (size_t i = 0; i < rows; i++)
            same = same && first[i] == mini_value(m, "y", i);
        CU_ASSERT(same);
        free(first);
        mini_free(m);
    }
}

static void test_retune_changes_parameters_between_runs(void) {
    mini *m = make_oscillator("ode4", 2.0), *other = make_oscillator("ode4", 3.0);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(other->run, &other->error), BD_OK);
    CU_ASSERT(mini_last(m, "y") != mini_last(other, "y"));
    bd_workspace_set_scalar(m->base, "stiffness", 3.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(mini_last(m, "y"), mini_last(other, "y"));
    mini_free(m);
    mini_free(other);
}

/* a host that goes back has every step in its records once, with the same bits */
static void test_records_can_be_forgotten_from_a_time_on(void) {
    mini *m = make_oscillator("ode4", 2.0);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    const size_t rows = bd_run_time_count(m->run);
    const double last = mini_last(m, "y");
    CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
    for (int i = 0; i < 30; i++)
        CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
    const size_t size = bd_run_state_size(m->run), before = bd_run_time_count(m->run);
    const double begin = bd_run_time(m->run);
    void *bytes = malloc(size);
    CU_ASSERT_EQUAL(bd_run_save(m->run, bytes, size, &m->error), BD_OK);
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(bd_run_restore(m->run, bytes, size, &m->error), BD_OK);
        bd_run_forget_records(m->run, begin);
        CU_ASSERT_EQUAL(bd_run_time_count(m->run), before);
        while (!bd_run_is_done(m->run))
            CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_run_time_count(m->run), rows);
    CU_ASSERT_EQUAL(bd_run_record(m->run, 0)->row_count, rows);
    CU_ASSERT_EQUAL(mini_last(m, "y"), last);
    for (size_t i = 1; i < rows; i++)
        CU_ASSERT(bd_run_time_at(m->run, i) > bd_run_time_at(m->run, i - 1));
    free(bytes);
    mini_free(m);
}

static void test_restored_run_goes_on_with_the_same_bits(void) {
    static const char *const solvers[] = {"ode4", "ode14x", "ode45", "ode23"};
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++) {
        mini *m = make_oscillator(solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
        for (int i = 0; i < 30; i++)
            CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
        size_t size = bd_run_state_size(m->run);
        void *bytes = malloc(size);
        CU_ASSERT_EQUAL(bd_run_save(m->run, bytes, size, &m->error), BD_OK);
        double ends[2];
        for (int k = 0; k < 2; k++) {
            CU_ASSERT_EQUAL(bd_run_restore(m->run, bytes, size, &m->error), BD_OK);
            while (!bd_run_is_done(m->run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
            ends[k] = mini_last(m, "y");
        }
        CU_ASSERT_EQUAL(ends[0], ends[1]);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL(ends[0], mini_last(m, "y"));
        CU_ASSERT_EQUAL(bd_run_restore(m->run, bytes, size / 2, &m->error), BD_BAD_ARGUMENT);
        free(bytes);
        mini_free(m);
    }
}

static bool stop_at_once(void *user, double time, double stop_time) {
    (void)time;
    (void)stop_time;
    return ++*(int *)user < 3;
}

static void test_progress_can_stop_the_run(void) {
    int calls = 0;
    bd_options o = bd_options_default();
    o.solver = "ode4";
    o.fixed_step = 1e-3;
    const bd_run_options how = {.progress = stop_at_once, .progress_user = &calls};
    bd_run *run = NULL;
    bd_diagram *diagram =
        mini_build("set StopTime 1000\nConstant c\nIntegrator x\nOutport y\nc -> x\nx -> y\n");
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(diagram, NULL, &o, &how, &run, NULL), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(run, NULL), BD_OK);
    CU_ASSERT_EQUAL(calls, 3);
    CU_ASSERT(bd_run_time(run) < 1.0);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

/* with a solver of either kind the run ends where it is told to in its middle, sooner or later than
 * the model says, in the state of a run that knew it from the start */
static void test_the_end_can_be_moved(void) {
    static const double ends[] = {2.5, 7.25};
    for (size_t s = 0; s < sizeof all_solvers / sizeof all_solvers[0]; s++)
        for (int k = 0; k < 2; k++) {
            mini *m = make_oscillator(all_solvers[s], 2.0);
            CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
            while (bd_run_time(m->run) < 1.0)
                CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
            CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, -1.0, &m->error), BD_BAD_ARGUMENT);
            MR_ASSERT_CONTAINS(m->error.text, "the stop time -1 lies before the start");
            CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, NAN, &m->error), BD_BAD_ARGUMENT);
            CU_ASSERT_EQUAL(bd_run_stop_time(m->run), 5.0);
            CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, ends[k], &m->error), BD_OK);
            CU_ASSERT_EQUAL(bd_run_stop_time(m->run), ends[k]);
            while (!bd_run_is_done(m->run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
            MR_ASSERT_CLOSE(bd_run_time(m->run), ends[k], 1e-12);
            const double y = mini_last(m, "y");
            mini_free(m);
            m = make_oscillator(all_solvers[s], 2.0);
            CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, ends[k], &m->error), BD_OK);
            CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
            MR_ASSERT_CLOSE(bd_run_time(m->run), ends[k], 1e-12);
            MR_ASSERT_CLOSE(mini_last(m, "y"), y, 1e-4); /* steps of their own near the end */
            mini_free(m);
        }
}

static void test_root_inputs_are_held(void) {
    mini *m = mini_create("set SolverName ode4\nset FixedStep 0.5\nset StopTime 2\n"
                          "Inport u PortDimensions=2\nIntegrator x\nOutport y\nu -> x\nx -> y\n",
                          NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_model_input_count(bd_run_model(m->run)), 1);
    CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
    double u[2] = {1.0, -2.0};
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 0, u, 2, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 0, u, 3, &m->error), BD_BAD_ARGUMENT);
    while (!bd_run_is_done(m->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
    MR_ASSERT_CLOSE(mini_last_of(m, "y", 0), 2.0, 1e-14);
    MR_ASSERT_CLOSE(mini_last_of(m, "y", 1), -4.0, 1e-14);
    mini_free(m);
}

/* glibc tells how many bytes are in use; under a sanitizer it tells nothing */
static void test_nothing_is_allocated_between_steps(void) {
    static const char *const solvers[] = {"ode4", "ode14x", "ode45", "ode15s"};
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++) {
        mini *m = make_oscillator(solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
        for (int i = 0; i < 20; i++)
            bd_run_step(m->run, &m->error);
        struct mallinfo2 before = mallinfo2();
        for (int i = 0; i < 40; i++)
            CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
        struct mallinfo2 after = mallinfo2();
        CU_ASSERT_EQUAL(before.uordblks, after.uordblks);
        CU_ASSERT_EQUAL(before.hblkhd, after.hblkhd);
        mini_free(m);
    }
}

/* x' = -x by fixed steps: as many slopes a step as the method has stages */
static void test_evaluations_are_counted(void) {
    static const struct {
        const char *solver;
        unsigned long stages;
    } cases[] = {{"ode1", 1}, {"ode2", 2}, {"ode3", 3}, {"ode4", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "set SolverName %s\nset FixedStep 0.1\nset StopTime 1\n"
                 "Integrator x InitialCondition=1\nGain k Gain=-1\nx -> k\nk -> x\nOutport y\n"
                 "x -> y\n",
                 cases[i].solver);
        mini *m = mini_run(text, NULL);
        const bd_statistics s = bd_run_statistics(m->run);
        CU_ASSERT_EQUAL(s.major_steps, 11);
        CU_ASSERT_EQUAL(s.derivative_evaluations, 10 * cases[i].stages);
        /* of outputs those of the stages behind the first, and one at each major step */
        CU_ASSERT_EQUAL(s.output_evaluations, 11 + 10 * (cases[i].stages - 1));
        CU_ASSERT_EQUAL(s.continuous_states, 1);
        CU_ASSERT_EQUAL(s.rejected_steps, 0);
        mini_free(m);
    }
}

/* the present value of an output, as doubles, as far as there is room */
static void test_signals_are_read_by_their_path(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 2\n"
                       "DigitalClock t SampleTime=1\nGain k Gain='[1;2;3]'\nt -> k\n"
                       "Gain z Gain=1+2i\nt -> z\nDataTypeConversion i OutDataTypeStr=int8\n"
                       "k -> i\nTerminator e\nTerminator f\ni -> e\nz -> f\n",
                       NULL);
    static const struct {
        const char *path;
        int port;
        size_t room, count; /* 0: there is none */
        double values[3];
    } cases[] = {
        {"m/k", 1, 3, 3, {2, 4, 6}}, {"m/k", 1, 2, 3, {2, 4, -1}},  {"m/z", 1, 3, 2, {2, 4, -1}},
        {"m/i", 1, 3, 3, {2, 4, 6}}, {"m/t", 1, 3, 1, {2, -1, -1}}, {"m/k", 0, 3, 0, {0}},
        {"m/k", 2, 3, 0, {0}},       {"m/none", 1, 3, 0, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double values[3] = {-1, -1, -1};
        size_t count = cases[i].room;
        const bool there = bd_run_signal(m->run, cases[i].path, cases[i].port, values, &count);
        CU_ASSERT_EQUAL(there, cases[i].count > 0);
        if (!there)
            continue;
        CU_ASSERT_EQUAL(count, cases[i].count);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(values[k], cases[i].values[k]);
    }
    mini_free(m);
}

/* a hundred thousand steps of 0.01 s end at 1000 s, and not one before */
static void test_another_stop_time_is_reached_by_whole_steps(void) {
    mini *m = mini_create("set SolverName FixedStepDiscrete\nset FixedStep 0.01\nset StopTime 1\n"
                          "DigitalClock t SampleTime=0.01\nTerminator e\nt -> e\n",
                          NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, -1.0, &m->error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(m->error.text, "m: the stop time -1 lies before the start");
    CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_stop_time(m->run, 1000.0, &m->error), BD_OK); /* while it runs */
    while (!bd_run_is_done(m->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_finish(m->run, &m->error), BD_OK);
    MR_ASSERT_CLOSE(bd_run_time(m->run), 1000.0, 1e-9);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).major_steps, 100001);
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_evaluations_are_counted),
        MR_TEST(test_signals_are_read_by_their_path),
        MR_TEST(test_another_stop_time_is_reached_by_whole_steps),
        MR_TEST(test_second_run_gives_the_same_bits),
        MR_TEST(test_retune_changes_parameters_between_runs),
        MR_TEST(test_records_can_be_forgotten_from_a_time_on),
        MR_TEST(test_restored_run_goes_on_with_the_same_bits),
        MR_TEST(test_progress_can_stop_the_run),
        MR_TEST(test_the_end_can_be_moved),
        MR_TEST(test_root_inputs_are_held),
        MR_TEST(test_nothing_is_allocated_between_steps),
    };
    return mr_test_main("blockdiagram_runs", tests, sizeof tests / sizeof tests[0], argc, argv);
}
