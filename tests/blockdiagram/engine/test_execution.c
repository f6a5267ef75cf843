/* order, rates, conditional subsystems: what runs when */
#include "mini.h"

#include "blockdiagram/signal.h"

#include <math.h>
#include <stdio.h>
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
    for (int i = 0; i < bd_model_block_count(bd_run_model(m->run)); i++) {
        const char *path = bd_model_block(bd_run_model(m->run), i)->path;
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
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).algebraic_loops, 0);
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
    CU_ASSERT_PTR_NULL(m->run);
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

/* a trigger that takes these values, a new one every `period` seconds */
static const char *stair_trigger(char *text, size_t size, const char *values, int period) {
    snprintf(text, size, "'Repeating Sequence Stair' q OutValues='%s' tsamp=%d\nq -> s:trigger\n",
             values, period);
    return text;
}

/* help of triggered subsystems: a rise to zero and one from zero in the next step are one event;
 * with a step between them they are two, and so are falls */
static void test_rest_at_zero_ends_a_crossing(void) {
    char control[400];
    stair_trigger(control, sizeof control, "[-1 0 1 -1 0 0 1 1 0 -1]", 1);
    check_counter("TriggerPort e TriggerType=rising", "", control,
                  (double[]){0, 1, 1, 1, 2, 2, 3, 3, 3, 3}, 10);
    check_counter("TriggerPort e TriggerType=falling", "", control,
                  (double[]){0, 0, 0, 1, 1, 1, 1, 1, 2, 2}, 10);
    check_counter("TriggerPort e TriggerType=either", "", control,
                  (double[]){0, 1, 1, 2, 3, 3, 4, 4, 5, 5}, 10);
    stair_trigger(control, sizeof control, "[1 0 0 -1 0 0 0 -1 0 1]", 1);
    check_counter("TriggerPort e TriggerType=falling", "", control,
                  (double[]){0, 1, 1, 2, 2, 2, 2, 3, 3, 3}, 10);
    check_counter("TriggerPort e TriggerType=rising", "", control,
                  (double[]){0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, 10);
    check_counter("TriggerPort e TriggerType=either", "", control,
                  (double[]){0, 1, 1, 2, 3, 3, 3, 4, 5, 5}, 10);
    /* steps are those of the trigger: -, 0, + at 0, 2, 4 in a model with steps of 1 */
    stair_trigger(control, sizeof control, "[-1 0 1 0 0]", 2);
    check_counter("TriggerPort e TriggerType=rising", "", control,
                  (double[]){0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, 10);
    /* every element has a crossing of its own */
    check_counter("TriggerPort e TriggerType=rising", "",
                  "'Repeating Sequence Stair' q OutValues='[-1 0 0 1 1 1 1 1 1 1]' tsamp=1\n"
                  "'Repeating Sequence Stair' r OutValues='[1 1 -1 0 1 1 1 -1 1 1]' tsamp=1\n"
                  "Mux m Inputs=2\nq -> m:1\nr -> m:2\nm -> s:trigger\n",
                  (double[]){0, 1, 1, 2, 2, 2, 2, 2, 3, 3}, 10);
}

static void test_trigger_before_the_first_step(void) {
    char control[400];
    stair_trigger(control, sizeof control, "[1 1 -1 1 1 1 1 1 1 1]", 1);
#define BEFORE "TriggerPort e TriggerType=rising InitialTriggerSignalState="
    check_counter(BEFORE "'compatibility (no trigger on first evaluation)'", "", control,
                  (double[]){0, 0, 0, 1}, 4);
    check_counter(BEFORE "zero", "", control, (double[]){1, 1, 1, 2}, 4);
    check_counter(BEFORE "negative", "", control, (double[]){1, 1, 1, 2}, 4);
    check_counter(BEFORE "positive", "", control, (double[]){0, 0, 0, 1}, 4);
    stair_trigger(control, sizeof control, "[0 1 1 1 1 1 1 1 1 1]", 1);
    check_counter(BEFORE "negative", "", control, (double[]){1, 1, 1, 1}, 4);
    check_counter(BEFORE "zero", "", control, (double[]){0, 1, 1, 1}, 4);
#undef BEFORE
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

#define CALLED(name, inside)                                                                       \
    "SubSystem " name " {\nOutport y\nTriggerPort t TriggerType=function-call\n" inside "}\n"
#define COUNT                                                                                      \
    "Constant one\nSum s Inputs=++\nUnitDelay z SampleTime=-1\none -> s:1\nz -> s:2\ns -> z\n"     \
    "s -> y\n"

/* a counts, b doubles the count of the same call, c adds one to that: in the order of the splits,
 * whatever the order of the file is */
static void test_split_function_calls_run_in_order(void) {
    mini *m = mini_run(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\n"
        "'Function-Call Generator' g sample_time=2 numberOfIterations=1\n"
        "FunctionCallSplit f\nFunctionCallSplit h\n"
        "SubSystem c {\nInport u\nOutport y\nTriggerPort t TriggerType=function-call\n"
        "Bias k Bias=1\nu -> k\nk -> y\n}\n"
        "SubSystem b {\nInport u\nOutport y\nTriggerPort t TriggerType=function-call\n"
        "Gain k Gain=2\nu -> k\nk -> y\n}\n" CALLED(
            "a", COUNT) "g -> f\nf:1 -> h\nf:2 -> c:trigger\nh:1 -> a:trigger\nh:2 -> b:trigger\n"
                        "a -> b\nb -> c\nOutport y\nc -> y\n",
        NULL);
    static const double y[] = {3, 3, 5, 5, 7};
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(mini_value(m, "y", i), y[i]);
    mini_free(m);
    m = mini_create("'Function-Call Generator' g sample_time=2 numberOfIterations=1\n" CALLED(
                        "a", COUNT) CALLED("b", COUNT) "g -> a:trigger\ng -> b:trigger\n",
                    NULL);
    MR_ASSERT_CONTAINS(m->error.text, "m/g: one function-call drives several subsystems; split");
    mini_free(m);
}

static bd_sample_time time_of(const mini *m, const char *path) {
    const bd_model *model = bd_run_model(m->run);
    for (int i = 0; i < bd_model_block_count(model); i++)
        if (strcmp(bd_model_block(model, i)->path, path) == 0)
            return bd_model_block(model, i)->sample_time;
    CU_FAIL("no such block");
    return (bd_sample_time){-9.0, -9.0};
}

/* a block that inherits from several inputs runs at their fastest rate if that is a divisor of all,
 * else at the greatest common one, else in every step; the order of the inputs does not matter.
 * With variable steps there is no common one. */
static void test_rates_of_several_inputs_become_one(void) {
    static const struct {
        const char *a, *b, *c;
        double fixed[2], variable[2];
    } cases[] = {
        {"0.2", "0.2", "0.2", {0.2, 0.0}, {0.2, 0.0}},
        {"0.2", "0.4", "0.8", {0.2, 0.0}, {0.2, 0.0}},
        {"0.2", "0.3", "0.2", {0.1, 0.0}, {0.0, 1.0}},
        {"0.2", "0.2", "0.3", {0.1, 0.0}, {0.0, 1.0}},
        {"0.6", "0.4", "0.6", {0.2, 0.0}, {0.0, 1.0}},
        {"[0.4 0.1]", "[0.4 0.1]", "[0.4 0.1]", {0.4, 0.1}, {0.4, 0.1}},
        {"[0.4 0.1]", "0.4", "[0.4 0.1]", {0.0, 1.0}, {0.0, 1.0}},
        {"0.4", "0.4", "[0.4 0.1]", {0.0, 1.0}, {0.0, 1.0}},
        {"0.2", "0.4", "0", {0.0, 0.0}, {0.0, 0.0}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int turn = 0; turn < 6; turn++) {
            const char *rates[] = {cases[k].a, cases[k].b, cases[k].c};
            const double *expected = turn < 3 ? cases[k].fixed : cases[k].variable;
            char text[800];
            snprintf(text, sizeof text,
                     "set SolverName %s\nset FixedStep 0.1\nset StopTime 1\nSin a SampleTime='%s'\n"
                     "Sin b SampleTime='%s'\nSin c SampleTime='%s'\nSum s Inputs=+++\na -> s:1\nb "
                     "-> s:2\nc -> s:3\n"
                     "Outport y\ns -> y\n",
                     turn < 3 ? "ode4" : "ode45", rates[turn % 3], rates[(turn + 1) % 3],
                     rates[(turn + 2) % 3]);
            mini *m = mini_run(text, NULL);
            const bd_sample_time time = time_of(m, "m/s");
            MR_ASSERT_CLOSE(time.period, expected[0], 1e-12);
            MR_ASSERT_CLOSE(time.offset, expected[1], 1e-12);
            mini_free(m);
        }
}

/* what is disabled keeps its continuous states, those of subsystems inside as well, whatever the
 * solver */
static void test_disabled_integrators_stand_still(void) {
    static const char *const solvers[] = {"ode4\nset FixedStep 0.125", "ode1\nset FixedStep 0.125",
                                          "ode45", "ode15s"};
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "set SolverName %s\nset StopTime 3\nStep on Time=1 Before=1 After=0\nStep again "
                 "Time=2 Before=0 After=1\n"
                 "Sum both Inputs=++\non -> both:1\nagain -> both:2\nConstant two "
                 "Value=2\nConstant always Value=1\n"
                 "SubSystem e {\nInport u\nInport v\nOutport y\nOutport z\nEnablePort "
                 "p\nIntegrator x\nu -> x\nx -> y\n"
                 "SubSystem inner {\nInport u\nOutport y\nEnablePort p\nIntegrator x "
                 "InitialCondition=5\nu -> x\nx -> y\n}\n"
                 "u -> inner\nv -> inner:enable\ninner -> z\n}\n"
                 "two -> e:1\nalways -> e:2\nboth -> e:enable\nOutport y\nOutport z\ne:1 -> y\ne:2 "
                 "-> z\n",
                 solvers[k]);
        mini *m = mini_run(text, NULL);
        double held = 0.0;
        for (size_t r = 0; r < mini_rows(m, "y"); r++) {
            const double t = mini_time(m, "y", r);
            /* while it is disabled its outputs are those of its last step; its states are where
             * they got to */
            const bool runs = t < 1.0 - 1e-9 || t > 2.0 - 1e-9;
            const double expected = t < 1.0 ? 2.0 * t : 2.0 + 2.0 * (t - 2.0);
            held = t < 1.0 - 1e-9 ? mini_value(m, "y", r) : held;
            MR_ASSERT_CLOSE(mini_value(m, "y", r), runs ? expected : held, runs ? 1e-6 : 0.26);
            MR_ASSERT_CLOSE(mini_value(m, "z", r), 5.0 + mini_value(m, "y", r), 1e-6);
        }
        MR_ASSERT_CLOSE(mini_last(m, "y"), 4.0, 1e-6);
        mini_free(m);
    }
}

/* what stands at the output of a subsystem that never runs */
static void test_outputs_before_the_first_run(void) {
    static const struct {
        const char *outport;
        double y[2];
        const char *told;
    } cases[] = {
        {"", {0, 0}, NULL},
        {"InitialOutput=3", {3, 3}, NULL},
        {"InitialOutput='[3 4]'", {3, 4}, NULL},
        {"InitialOutput='[]'", {0, 0}, NULL},
        {"InitialOutput='{1}'", {0, 0}, "InitialOutput is no number: the output begins at zero"},
        {"SourceOfInitialOutputValue='Input signal'",
         {0, 0},
         "its initial output is to come from the signal inside"},
        {"SourceOfInitialOutputValue=Dialog InitialOutput=3", {3, 3}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                 "SubSystem s {\nEnablePort e\nConstant c Value='[5 6]'\nOutport out %s\n"
                 "c -> out\n}\nConstant off Value=0\nOutport y\noff -> s:enable\ns -> y\n",
                 cases[i].outport);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(mini_last_of(m, "y", 0), cases[i].y[0]);
        CU_ASSERT_EQUAL(mini_last_of(m, "y", 1), cases[i].y[1]);
        CU_ASSERT_EQUAL(m->log.count, cases[i].told ? 1 : 0);
        if (cases[i].told)
            CU_ASSERT(mini_log_has(m, cases[i].told));
        mini_free(m);
    }
    mini *m = mini_create("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                          "SubSystem s {\nEnablePort e\nConstant c Value='[5 6]'\n"
                          "Outport out InitialOutput='[1 2 3]'\nc -> out\n}\n"
                          "Constant off Value=0\nOutport y\noff -> s:enable\ns -> y\n",
                          NULL);
    if (m->run)
        (void)bd_run_complete(m->run, &m->error);
    MR_ASSERT_CONTAINS(m->error.text, "m/s/out: InitialOutput: ");
    mini_free(m);
}

/* the port of a trigger tells the edge: 1 up, -1 down, 2 a call; each element its own */
static void test_the_output_of_a_trigger_port(void) {
    static const struct {
        const char *type;
        double first[4], second[4]; /* of two triggers, at t = 0 … 3 */
        int record_type;
    } cases[] = {
        {"TriggerType=rising", {0, 1, 1, 1}, {0, 0, 0, 0}, BD_INT8},
        {"TriggerType=falling", {0, 0, 0, 0}, {0, -1, -1, -1}, BD_INT8},
        {"TriggerType=either", {0, 1, 1, 1}, {0, -1, -1, -1}, BD_INT8},
        {"TriggerType=either OutputDataType=double", {0, 1, 1, 1}, {0, -1, -1, -1}, BD_DOUBLE},
        {"TriggerType=either OutputDataType=auto", {0, 1, 1, 1}, {0, -1, -1, -1}, BD_INT8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 3\n"
                 "Step up Time=1 Before=-1 After=1 SampleTime=1\n"
                 "Step down Time=1 Before=1 After=-1 SampleTime=1\nMux both Inputs=2\n"
                 "SubSystem s {\nTriggerPort t ShowOutputPort=on %s\nOutport out\nt -> out\n}\n"
                 "Outport y\nup -> both\ndown -> both:2\nboth -> s:trigger\ns -> y\n",
                 cases[i].type);
        mini *m = mini_run(text, NULL);
        const int record = mini_record(m, "y");
        CU_ASSERT_EQUAL(bd_run_record(m->run, record)->shape.type, cases[i].record_type);
        CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 4);
        for (size_t k = 0; k < 4; k++) {
            CU_ASSERT_EQUAL(bd_run_record_row(m->run, record, k)[0], cases[i].first[k]);
            CU_ASSERT_EQUAL(bd_run_record_row(m->run, record, k)[1], cases[i].second[k]);
        }
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_outputs_before_the_first_run),
        MR_TEST(test_the_output_of_a_trigger_port),
        MR_TEST(test_rates_of_several_inputs_become_one),
        MR_TEST(test_disabled_integrators_stand_still),
        MR_TEST(test_split_function_calls_run_in_order),
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
        MR_TEST(test_rest_at_zero_ends_a_crossing),
        MR_TEST(test_trigger_before_the_first_step),
        MR_TEST(test_for_iterator_repeats),
        MR_TEST(test_enabled_continuous_states_are_held),
    };
    return mr_test_main("blockdiagram_execution", tests, sizeof tests / sizeof tests[0], argc,
                        argv);
}
