/* order, rates, conditional subsystems, algebraic loops, restart: what runs when */
#include "mini.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- order and wires ---- */

static void test_blocks_run_after_what_they_read(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 3\n"
                       "Outport y\n"
                       "Gain last Gain=2\n"
                       "Gain middle Gain=3\n"
                       "DigitalClock t SampleTime=1\n"
                       "last -> y\n"
                       "middle -> last\n"
                       "t -> middle\n",
                       NULL);
    for (size_t i = 0; i < 4; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), 6.0 * (double)i, 0.0);
    int t = -1, middle = -1, last = -1;
    for (int i = 0; i < bd_simulation_block_count(m->simulation); i++) {
        const char *path = bd_simulation_block(m->simulation, i)->path;
        t = strcmp(path, "m/t") == 0 ? i : t;
        middle = strcmp(path, "m/middle") == 0 ? i : middle;
        last = strcmp(path, "m/last") == 0 ? i : last;
    }
    CU_ASSERT(t >= 0 && t < middle && middle < last);
    mini_free(m);
}

static void test_wires_mux_goto_and_bus_carry_signals(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 0\n"
                       "Constant a Value=[1,2]\n"
                       "Constant b Value=3\n"
                       "Mux mux Inputs=2\n"
                       "Demux demux Outputs=3\n"
                       "Goto send GotoTag=A TagVisibility=global\n"
                       "SubSystem s {\n"
                       "From receive GotoTag=A\n"
                       "Inport in\n"
                       "Sum sum Inputs=++\n"
                       "Outport out\n"
                       "receive -> sum:1\n"
                       "in -> sum:2\n"
                       "sum -> out\n"
                       "}\n"
                       "BusCreator bus Inputs=2\n"
                       "BusSelector pick OutputSignals=three,vector\n"
                       "label a vector\n"
                       "label b three\n"
                       "Outport y1\n"
                       "Outport y2 Port=2\n"
                       "Outport y3 Port=3\n"
                       "Outport y4 Port=4\n"
                       "a -> mux:1\n"
                       "b -> mux:2\n"
                       "mux -> demux\n"
                       "demux:3 -> send\n"
                       "demux:2 -> s\n"
                       "s -> y1\n"
                       "mux -> y2\n"
                       "a -> bus:1\n"
                       "b -> bus:2\n"
                       "bus -> pick\n"
                       "pick:1 -> y3\n"
                       "bus -> y4\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y1"), 5.0, 0.0);
    for (int i = 0; i < 3; i++) {
        MR_ASSERT_CLOSE(mini_last_of(m, "y2", i), 1.0 + i, 0.0);
        MR_ASSERT_CLOSE(mini_last_of(m, "y4", i), 1.0 + i, 0.0);
    }
    MR_ASSERT_CLOSE(mini_last(m, "y3"), 3.0, 0.0);
    mini_free(m);
}

/* state feedback through Mux and Demux is no algebraic loop */
static void test_mux_does_not_tie_signals_together(void) {
    mini *m = mini_run("set SolverName ode4\n"
                       "set FixedStep 0.1\n"
                       "set StopTime 1\n"
                       "Constant u\n"
                       "Mux mux Inputs=2\n"
                       "Demux demux Outputs=2\n"
                       "Gain g Gain=2\n"
                       "Outport y\n"
                       "u -> mux:1\n"
                       "g -> mux:2\n"
                       "mux -> demux\n"
                       "demux:1 -> g\n"
                       "demux:2 -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 2.0, 0.0);
    CU_ASSERT_EQUAL(bd_simulation_statistics(m->simulation).algebraic_loops, 0);
    mini_free(m);
}

static void test_mask_variables_reach_the_inside(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set StopTime 0\n"
                       "set FixedStep 1\n"
                       "SubSystem s mask.k=4 {\n"
                       "Constant c Value=k+1\n"
                       "Outport out\n"
                       "c -> out\n"
                       "}\n"
                       "Outport y\n"
                       "s -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 5.0, 0.0);
    mini_free(m);
}

static void test_unknown_blocks_are_all_named(void) {
    mini *m = mini_create("Frobnicator a\n"
                          "SubSystem s {\n"
                          "Whatsit b\n"
                          "}\n",
                          NULL);
    CU_ASSERT_PTR_NULL(m->simulation);
    CU_ASSERT_EQUAL(m->error.status, BD_UNKNOWN_BLOCK);
    MR_ASSERT_CONTAINS(m->error.text, "m/a (Frobnicator)");
    MR_ASSERT_CONTAINS(m->error.text, "m/s/b (Whatsit)");
    mini_free(m);
}

static void test_mismatch_names_both_blocks(void) {
    mini *m = mini_create("Constant a Value=[1,2,3]\n"
                          "Constant b Value=[1,2]\n"
                          "Sum s Inputs=++\n"
                          "Outport y\n"
                          "a -> s:1\n"
                          "b -> s:2\n"
                          "s -> y\n",
                          NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_BAD_SIGNAL);
    MR_ASSERT_CONTAINS(m->error.text, "m/s");
    mini_free(m);
}

/* ---- rates ---- */

static void test_hits_of_several_rates_are_exact(void) {
    static const char *const solvers[] = {"FixedStepDiscrete", "VariableStepDiscrete"};
    for (int s = 0; s < 2; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        mini *m = mini_run("set StopTime 3\n"
                           "DigitalClock a SampleTime=0.1\n"
                           "DigitalClock b SampleTime=0.3\n"
                           "DigitalClock c SampleTime=[0.5,0.2]\n"
                           "ToWorkspace ta VariableName=a SampleTime=-1 MaxDataPoints=inf\n"
                           "ToWorkspace tb VariableName=b SampleTime=-1 MaxDataPoints=inf\n"
                           "ToWorkspace tc VariableName=c SampleTime=-1 MaxDataPoints=inf\n"
                           "a -> ta\n"
                           "b -> tb\n"
                           "c -> tc\n",
                           &o);
        CU_ASSERT_EQUAL(mini_rows(m, "a"), 31);
        CU_ASSERT_EQUAL(mini_rows(m, "b"), 11);
        CU_ASSERT_EQUAL(mini_rows(m, "c"), 6);
        for (size_t i = 0; i < mini_rows(m, "c"); i++)
            MR_ASSERT_CLOSE(mini_time(m, "c", i), 0.2 + 0.5 * (double)i, 1e-14);
        for (size_t i = 0; i < mini_rows(m, "b"); i++)
            MR_ASSERT_CLOSE(mini_value(m, "b", i), 0.3 * (double)i, 1e-14);
        mini_free(m);
    }
}

/* a million steps: the last time is n*h, not a sum of h */
static void test_time_is_not_accumulated(void) {
    bd_options o = bd_options_default();
    o.log_period = 1000.0;
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 0.001\n"
                       "set StopTime 1000\n"
                       "DigitalClock c SampleTime=0.001\n"
                       "Outport y\n"
                       "c -> y\n",
                       &o);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 1000000 * 0.001, 0.0);
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 2);
    mini_free(m);
}

static void test_step_must_divide_sample_times(void) {
    mini *m = mini_create("set SolverName FixedStepDiscrete\n"
                          "set FixedStep 0.3\n"
                          "DigitalClock c SampleTime=1\n"
                          "Outport y\n"
                          "c -> y\n",
                          NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_BAD_SIGNAL);
    MR_ASSERT_CONTAINS(m->error.text, "m/c");
    mini_free(m);
}

/* exact discretisation: x' = -x + u with u held over 0.1 follows a recursion */
static void test_discrete_controller_and_continuous_plant(void) {
    static const char *const solvers[] = {"ode4", "ode45", "ode15s"};
    for (int s = 0; s < 3; s++) {
        bd_options o = bd_options_default();
        o.solver = solvers[s];
        o.fixed_step = 0.01;
        o.relative_tolerance = 1e-9;
        o.absolute_tolerance = 1e-12;
        mini *m = mini_run("set StopTime 2\n"
                           "Constant target\n"
                           "Sum e Inputs=+-\n"
                           "ZeroOrderHold hold SampleTime=0.1\n"
                           "Gain k Gain=3\n"
                           "Sum d Inputs=+-\n"
                           "Integrator x\n"
                           "Outport y\n"
                           "target -> e:1\n"
                           "x -> e:2\n"
                           "e -> hold\n"
                           "hold -> k\n"
                           "k -> d:1\n"
                           "x -> d:2\n"
                           "d -> x\n"
                           "x -> y\n",
                           &o);
        double x = 0.0, decay = exp(-0.1);
        for (int i = 0; i < 20; i++) {
            double u = 3.0 * (1.0 - x);
            x = decay * x + (1.0 - decay) * u;
        }
        MR_ASSERT_CLOSE(mini_last(m, "y"), x, 1e-7);
        mini_free(m);
    }
}

/* ---- conditional subsystems ---- */

static const char *const counter = "DigitalClock t SampleTime=1\n"
                                   "SubSystem s {\n"
                                   "%s\n"
                                   "Constant one\n"
                                   "Sum sum Inputs=++\n"
                                   "UnitDelay delay SampleTime=-1\n"
                                   "Outport out %s\n"
                                   "one -> sum:1\n"
                                   "delay -> sum:2\n"
                                   "sum -> delay\n"
                                   "sum -> out\n"
                                   "}\n"
                                   "Outport y\n"
                                   "s -> y\n";

/* runs the counter above with a control built from the time, compares the output at t = 0, 1, 2 …
 */
static void check_counter(const char *port, const char *outport, const char *control,
                          const double *expected, size_t count) {
    char inside[1024], text[2048];
    snprintf(inside, sizeof inside, counter, port, outport);
    snprintf(text, sizeof text,
             "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 9\n%s%s", inside,
             control);
    mini *m = mini_run(text, NULL);
    for (size_t i = 0; i < count; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
    mini_free(m);
}

/* pulse 1 1 0 0 1 1 0 0 … */
static const char *const pulses = "DiscretePulseGenerator p PulseType='Sample based' Period=4 "
                                  "PulseWidth=2 SampleTime=1\n";

static void test_enabled_subsystem_holds_or_resets(void) {
    char control[300];
    snprintf(control, sizeof control, "%sp -> s:enable\n", pulses);
    check_counter("EnablePort e", "", control, (double[]){1, 2, 2, 2, 3, 4, 4, 4, 5, 6}, 10);
    check_counter("EnablePort e StatesWhenEnabling=reset", "", control,
                  (double[]){1, 2, 2, 2, 1, 2, 2, 2, 1, 2}, 10);
    check_counter("EnablePort e", "OutputWhenDisabled=reset InitialOutput=-7", control,
                  (double[]){1, 2, -7, -7, 3, 4, -7, -7, 5, 6}, 10);
}

static void test_triggered_subsystem_runs_at_edges(void) {
    char control[400];
    /* -1 at first: 1 1 -1 -1 1 1 … */
    snprintf(control, sizeof control,
             "%sGain two Gain=2\nBias b Bias=-1\np -> two\ntwo -> b\nb -> s:trigger\n", pulses);
    check_counter("TriggerPort e TriggerType=rising", "", control,
                  (double[]){0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, 10);
    check_counter("TriggerPort e TriggerType=falling", "", control,
                  (double[]){0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, 10);
    check_counter("TriggerPort e TriggerType=either", "", control,
                  (double[]){0, 0, 1, 1, 2, 2, 3, 3, 4, 4}, 10);
}

static void test_for_iterator_repeats(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 0\n"
                       "SubSystem s {\n"
                       "ForIterator i IterationLimit=5 ResetStates=reset\n"
                       "DataTypeConversion c OutDataTypeStr=double\n"
                       "Sum sum Inputs=++\n"
                       "UnitDelay delay SampleTime=-1\n"
                       "Outport out\n"
                       "i -> c\n"
                       "c -> sum:1\n"
                       "delay -> sum:2\n"
                       "sum -> delay\n"
                       "sum -> out\n"
                       "}\n"
                       "Outport y\n"
                       "s -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 15.0, 0.0);
    mini_free(m);
}

/* an integrator that runs only while the clock is below 1: x = min(t, 1), also between steps */
static void test_enabled_continuous_states_are_held(void) {
    mini *m = mini_run("set SolverName ode45\n"
                       "set StopTime 2\n"
                       "Clock t\n"
                       "Constant one\n"
                       "Sum left Inputs=+-\n"
                       "SubSystem s {\n"
                       "EnablePort e\n"
                       "Constant c\n"
                       "Integrator x\n"
                       "Outport out\n"
                       "c -> x\n"
                       "x -> out\n"
                       "}\n"
                       "Outport y\n"
                       "one -> left:1\n"
                       "t -> left:2\n"
                       "left -> s:enable\n"
                       "s -> y\n",
                       NULL);
    for (size_t i = 0; i < mini_rows(m, "y"); i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), fmin(mini_time(m, "y", i), 1.0), 1e-9);
    mini_free(m);
}

/* ---- algebraic loops ---- */

static void test_linear_loop_is_solved_and_named(void) {
    /* y = 6 - 2 y: y = 2 */
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 2\n"
                       "DigitalClock t SampleTime=1\n"
                       "Bias u Bias=6\n"
                       "Sum e Inputs=+-\n"
                       "Gain g Gain=2\n"
                       "Outport y\n"
                       "t -> u\n"
                       "u -> e:1\n"
                       "g -> e:2\n"
                       "e -> g\n"
                       "e -> y\n",
                       NULL);
    for (size_t i = 0; i < 3; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), (6.0 + (double)i) / 3.0, 1e-14);
    CU_ASSERT_EQUAL(bd_simulation_statistics(m->simulation).algebraic_loops, 1);
    CU_ASSERT(mini_log_has(m, "m/e"));
    CU_ASSERT(mini_log_has(m, "m/g"));
    mini_free(m);
}

/* y = cos(y): the Dottie number */
static void test_nonlinear_loop_is_solved(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 1\n"
                       "Trigonometry c Operator=cos SampleTime=1\n"
                       "Gain one Gain=1\n"
                       "Outport y\n"
                       "c -> one\n"
                       "one -> c\n"
                       "one -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 0.73908513321516064, 1e-14);
    mini_free(m);
}

/* two coupled unknowns inside an ODE: x' = y1, y1 = -x - 0.5 y2, y2 = 0.25 y1, so y1 = -x/1.125 */
static void test_loop_inside_an_ode(void) {
    mini *m = mini_run("set SolverName ode4\n"
                       "set FixedStep 0.01\n"
                       "set StopTime 1\n"
                       "Integrator x InitialCondition=1\n"
                       "Sum y1 Inputs=--\n"
                       "Gain half Gain=0.5\n"
                       "Gain quarter Gain=0.25\n"
                       "Outport y\n"
                       "x -> y1:1\n"
                       "half -> y1:2\n"
                       "y1 -> quarter\n"
                       "quarter -> half\n"
                       "y1 -> x\n"
                       "x -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), exp(-1.0 / 1.125), 1e-10);
    mini_free(m);
}

static const char *const bad_loop = "set SolverName FixedStepDiscrete\n"
                                    "set FixedStep 1\n"
                                    "set StopTime 1\n"
                                    "Constant c\n"
                                    "Sum e Inputs=++ SampleTime=1\n"
                                    "Gain g Gain=1\n"
                                    "Outport y\n"
                                    "c -> e:1\n"
                                    "g -> e:2\n"
                                    "e -> g\n"
                                    "e -> y\n";

/* y = y + 1 has no solution */
static void test_loop_without_solution_fails(void) {
    mini *m = mini_create(bad_loop, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->simulation);
    CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(m->error.text, "m/");
    mini_free(m);
}

static void test_loop_is_refused_if_the_model_says_so(void) {
    char text[1024];
    snprintf(text, sizeof text, "set AlgebraicLoopMsg error\n%s", bad_loop);
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NULL(m->simulation);
    CU_ASSERT_EQUAL(m->error.status, BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(m->error.text, "m/e");
    mini_free(m);
}

/* ---- runs ---- */

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
    bd_workspace_create("base", NULL, &m->base, &m->error);
    m->diagram = mini_build(oscillator);
    bd_workspace_set_scalar(m->base, "stiffness", stiffness, NULL);
    bd_options o = bd_options_default();
    o.solver = solver;
    o.fixed_step = 0.01;
    o.log = &m->log;
    bd_simulation_create(m->diagram, m->base, &o, &m->simulation, &m->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->simulation);
    return m;
}

static const char *const all_solvers[] = {"ode1",  "ode4",  "ode8",   "ode14x",
                                          "ode45", "ode23", "ode15s", "ode113"};

static void test_second_run_gives_the_same_bits(void) {
    for (size_t s = 0; s < sizeof all_solvers / sizeof all_solvers[0]; s++) {
        mini *m = make_oscillator(all_solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
        size_t rows = mini_rows(m, "y");
        double *first = malloc(rows * sizeof *first);
        for (size_t i = 0; i < rows; i++)
            first[i] = mini_value(m, "y", i);
        CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
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
    CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_simulation_run(other->simulation, &other->error), BD_OK);
    CU_ASSERT(mini_last(m, "y") != mini_last(other, "y"));
    bd_workspace_set_scalar(m->base, "stiffness", 3.0, NULL);
    CU_ASSERT_EQUAL(bd_simulation_retune(m->simulation, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
    CU_ASSERT_EQUAL(mini_last(m, "y"), mini_last(other, "y"));
    mini_free(m);
    mini_free(other);
}

/* a host that goes back has every step in its records once, with the same bits */
static void test_records_can_be_forgotten_from_a_time_on(void) {
    mini *m = make_oscillator("ode4", 2.0);
    CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
    const size_t rows = bd_simulation_time_count(m->simulation);
    const double last = mini_last(m, "y");
    CU_ASSERT_EQUAL(bd_simulation_start(m->simulation, &m->error), BD_OK);
    for (int i = 0; i < 30; i++)
        CU_ASSERT_EQUAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
    const size_t size = bd_simulation_state_size(m->simulation),
                 before = bd_simulation_time_count(m->simulation);
    const double begin = bd_simulation_time(m->simulation);
    void *bytes = malloc(size);
    CU_ASSERT_EQUAL(bd_simulation_save(m->simulation, bytes, size, &m->error), BD_OK);
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(bd_simulation_restore(m->simulation, bytes, size, &m->error), BD_OK);
        bd_simulation_forget_records(m->simulation, begin);
        CU_ASSERT_EQUAL(bd_simulation_time_count(m->simulation), before);
        while (!bd_simulation_is_done(m->simulation))
            CU_ASSERT_EQUAL_FATAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_simulation_time_count(m->simulation), rows);
    CU_ASSERT_EQUAL(bd_simulation_record(m->simulation, 0)->row_count, rows);
    CU_ASSERT_EQUAL(mini_last(m, "y"), last);
    for (size_t i = 1; i < rows; i++)
        CU_ASSERT(bd_simulation_time_at(m->simulation, i) >
                  bd_simulation_time_at(m->simulation, i - 1));
    free(bytes);
    mini_free(m);
}

static void test_restored_run_goes_on_with_the_same_bits(void) {
    static const char *const solvers[] = {"ode4", "ode14x", "ode45", "ode23"};
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++) {
        mini *m = make_oscillator(solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_simulation_start(m->simulation, &m->error), BD_OK);
        for (int i = 0; i < 30; i++)
            CU_ASSERT_EQUAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
        size_t size = bd_simulation_state_size(m->simulation);
        void *bytes = malloc(size);
        CU_ASSERT_EQUAL(bd_simulation_save(m->simulation, bytes, size, &m->error), BD_OK);
        double ends[2];
        for (int k = 0; k < 2; k++) {
            CU_ASSERT_EQUAL(bd_simulation_restore(m->simulation, bytes, size, &m->error), BD_OK);
            while (!bd_simulation_is_done(m->simulation))
                CU_ASSERT_EQUAL_FATAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
            ends[k] = mini_last(m, "y");
        }
        CU_ASSERT_EQUAL(ends[0], ends[1]);
        CU_ASSERT_EQUAL(bd_simulation_run(m->simulation, &m->error), BD_OK);
        CU_ASSERT_EQUAL(ends[0], mini_last(m, "y"));
        CU_ASSERT_EQUAL(bd_simulation_restore(m->simulation, bytes, size / 2, &m->error),
                        BD_BAD_ARGUMENT);
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
    o.progress = stop_at_once;
    o.progress_user = &calls;
    mini *m =
        mini_run("set StopTime 1000\nConstant c\nIntegrator x\nOutport y\nc -> x\nx -> y\n", &o);
    CU_ASSERT_EQUAL(calls, 3);
    CU_ASSERT(bd_simulation_time(m->simulation) < 1.0);
    mini_free(m);
}

static void test_root_inputs_are_held(void) {
    mini *m = mini_create("set SolverName ode4\nset FixedStep 0.5\nset StopTime 2\n"
                          "Inport u PortDimensions=2\nIntegrator x\nOutport y\nu -> x\nx -> y\n",
                          NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->simulation);
    CU_ASSERT_EQUAL(bd_simulation_input_count(m->simulation), 1);
    CU_ASSERT_EQUAL(bd_simulation_start(m->simulation, &m->error), BD_OK);
    double u[2] = {1.0, -2.0};
    CU_ASSERT_EQUAL(bd_simulation_set_input(m->simulation, 0, u, 2, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_simulation_set_input(m->simulation, 0, u, 3, &m->error), BD_BAD_ARGUMENT);
    while (!bd_simulation_is_done(m->simulation))
        CU_ASSERT_EQUAL_FATAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
    MR_ASSERT_CLOSE(mini_last_of(m, "y", 0), 2.0, 1e-14);
    MR_ASSERT_CLOSE(mini_last_of(m, "y", 1), -4.0, 1e-14);
    mini_free(m);
}

/* glibc tells how many bytes are in use; under a sanitizer it tells nothing */
static void test_nothing_is_allocated_between_steps(void) {
    static const char *const solvers[] = {"ode4", "ode14x", "ode45", "ode15s"};
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++) {
        mini *m = make_oscillator(solvers[s], 2.0);
        CU_ASSERT_EQUAL(bd_simulation_start(m->simulation, &m->error), BD_OK);
        for (int i = 0; i < 20; i++)
            bd_simulation_step(m->simulation, &m->error);
        struct mallinfo2 before = mallinfo2();
        for (int i = 0; i < 40; i++)
            CU_ASSERT_EQUAL(bd_simulation_step(m->simulation, &m->error), BD_OK);
        struct mallinfo2 after = mallinfo2();
        CU_ASSERT_EQUAL(before.uordblks, after.uordblks);
        CU_ASSERT_EQUAL(before.hblkhd, after.hblkhd);
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_blocks_run_after_what_they_read),
        MR_TEST(test_wires_mux_goto_and_bus_carry_signals),
        MR_TEST(test_mux_does_not_tie_signals_together),
        MR_TEST(test_mask_variables_reach_the_inside),
        MR_TEST(test_unknown_blocks_are_all_named),
        MR_TEST(test_mismatch_names_both_blocks),
        MR_TEST(test_hits_of_several_rates_are_exact),
        MR_TEST(test_time_is_not_accumulated),
        MR_TEST(test_step_must_divide_sample_times),
        MR_TEST(test_discrete_controller_and_continuous_plant),
        MR_TEST(test_enabled_subsystem_holds_or_resets),
        MR_TEST(test_triggered_subsystem_runs_at_edges),
        MR_TEST(test_for_iterator_repeats),
        MR_TEST(test_enabled_continuous_states_are_held),
        MR_TEST(test_linear_loop_is_solved_and_named),
        MR_TEST(test_nonlinear_loop_is_solved),
        MR_TEST(test_loop_inside_an_ode),
        MR_TEST(test_loop_without_solution_fails),
        MR_TEST(test_loop_is_refused_if_the_model_says_so),
        MR_TEST(test_second_run_gives_the_same_bits),
        MR_TEST(test_retune_changes_parameters_between_runs),
        MR_TEST(test_records_can_be_forgotten_from_a_time_on),
        MR_TEST(test_restored_run_goes_on_with_the_same_bits),
        MR_TEST(test_progress_can_stop_the_run),
        MR_TEST(test_root_inputs_are_held),
        MR_TEST(test_nothing_is_allocated_between_steps),
    };
    return mr_test_main("blockdiagram_execution", tests, sizeof tests / sizeof tests[0], argc,
                        argv);
}
