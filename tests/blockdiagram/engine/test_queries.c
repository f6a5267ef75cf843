/* what a host asks and tells a model and its run: times, inputs, steps, states, variables */
#include "mini.h"

#include "blockdiagram/edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISCRETE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 10\n"
#define COUNT    DISCRETE "DigitalClock t SampleTime=1\nOutport y\nt -> y\n"

static mini *started(const char *text) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    return m;
}

static void go(mini *m, int steps) {
    for (int i = 0; i < steps; i++)
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
}

/* ---- the life of a run ---- */

static void test_a_run_is_started_before_it_steps(void) {
    mini *m = mini_create(COUNT, NULL);
    char byte;
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, "m: the run has not been started");
    CU_ASSERT_EQUAL(bd_run_save(m->run, &byte, 1, &m->error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(m->error.text, "m: saving needs a started run and ");
    CU_ASSERT_EQUAL(bd_run_finish(m->run, &m->error), BD_OK);
    mini_free(m);
}

/* a step is the outputs of the present time, then the way to the next one; the last one is the
 * outputs of the stop time alone. Behind it nothing happens */
static void test_steps_go_from_start_to_stop(void) {
    mini *m = started("set StartTime 3\nset StopTime 5\nset SolverName FixedStepDiscrete\n"
                      "set FixedStep 0.5\nDigitalClock t SampleTime=0.5\nOutport y\nt -> y\n");
    CU_ASSERT_EQUAL(bd_run_start_time(m->run), 3.0);
    CU_ASSERT_EQUAL(bd_run_stop_time(m->run), 5.0);
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_FALSE(bd_run_is_done(m->run));
        CU_ASSERT_EQUAL(bd_run_time(m->run), 3.0 + 0.5 * i);
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).major_steps, (unsigned long)i);
        CU_ASSERT_EQUAL(mini_rows(m, "y"), (size_t)i);
        go(m, 1);
    }
    CU_ASSERT_TRUE(bd_run_is_done(m->run));
    CU_ASSERT_EQUAL(bd_run_time(m->run), 5.0);
    go(m, 3);
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 5);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).major_steps, 5);
    CU_ASSERT_EQUAL(bd_run_finish(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_time(m->run), 5.0);
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_BAD_ARGUMENT); /* until it starts again */
    CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_time(m->run), 3.0);
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 0);
    mini_free(m);
}

/* the step that was asked is the last one; a new start forgets the wish */
static void test_a_stop_can_be_asked_for(void) {
    static const char *const solvers[] = {"FixedStepDiscrete", "VariableStepDiscrete"};
    for (int k = 0; k < 2; k++) {
        bd_options o = bd_options_default();
        o.solver = solvers[k];
        mini *m = mini_create(COUNT, &o);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        go(m, 3);
        bd_run_request_stop(m->run);
        CU_ASSERT_FALSE(bd_run_is_done(m->run));
        go(m, 1);
        CU_ASSERT_TRUE(bd_run_is_done(m->run));
        CU_ASSERT_EQUAL(mini_last(m, "y"), 3.0);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL(mini_last(m, "y"), 10.0);
        mini_free(m);
    }
}

typedef struct seen {
    double times[20], values[20];
    int count, fails_at;
} seen;

static bd_status look(void *user, const bd_run *run, double time, bd_error *error) {
    seen *s = user;
    size_t one = 1;
    CU_ASSERT_TRUE(bd_run_signal(run, "m/t", 1, &s->values[s->count], &one));
    s->times[s->count++] = time;
    return s->count == s->fails_at ? bd_error_set(error, BD_CANNOT_WRITE, "enough") : BD_OK;
}

/* after each major step, with the outputs just computed; what it says ends the run */
static void test_an_observer_sees_every_step(void) {
    seen s = {.count = 0};
    mini *m = mini_create(COUNT, NULL);
    bd_run_observe(m->run, look, &s);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(s.count, 11);
    for (int i = 0; i < s.count; i++) {
        CU_ASSERT_EQUAL(s.times[i], (double)i);
        CU_ASSERT_EQUAL(s.values[i], (double)i);
    }
    s = (seen){.fails_at = 4};
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_CANNOT_WRITE);
    CU_ASSERT_STRING_EQUAL(m->error.text, "enough");
    CU_ASSERT_EQUAL(s.count, 4);
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 4);
    bd_run_observe(m->run, NULL, NULL);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(s.count, 4);
    mini_free(m);
}

/* ---- inputs ---- */

/* by their numbers, in their types; what does not fit is refused and changes nothing */
static void test_inputs_are_written_in_their_types(void) {
    mini *m = started(
        DISCRETE "Inport c Port=3 OutDataTypeStr=int8 PortDimensions='[2 2]'\nInport a Port=1\n"
                 "Inport b Port=2 PortDimensions=2 SignalType=complex\n"
                 "Outport x\nOutport y Port=2\nOutport z Port=3\na -> x\nb -> y\nc -> z\n");
    const bd_model *model = bd_run_model(m->run);
    static const int widths[] = {1, 2, 4};
    CU_ASSERT_EQUAL_FATAL(bd_model_input_count(model), 3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(bd_shape_width(bd_model_input_shape(model, i)), widths[i]);
    CU_ASSERT_EQUAL(bd_model_input_shape(model, 1)->complexity, 1);
    CU_ASSERT_EQUAL(bd_model_input_shape(model, 2)->type, BD_INT8);
    CU_ASSERT_EQUAL(bd_model_input_shape(model, 2)->rank, 2);
    CU_ASSERT_PTR_NULL(bd_model_input_shape(model, 3));
    CU_ASSERT_PTR_NULL(bd_model_input_shape(model, -1));
    static const double values[] = {1.5, -2, 300, 4.75, 0};
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 0, values, 1, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 1, values, 4, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 2, values, 4, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 2, values, 5, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, "m/c: takes 4 numbers, not 5");
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 1, values, 2, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, "m/b: takes 4 numbers, not 2");
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 3, values, 1, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, "m: there is no input 4");
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, -1, values, 1, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, "m: there is no input 0");
    go(m, 2);
    CU_ASSERT_EQUAL(mini_last(m, "x"), 1.5);
    static const double stored[] = {2, -2, 127, 5}; /* rounded and limited, as in a conversion */
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(mini_last_of(m, "y", i), values[i]);
        CU_ASSERT_EQUAL(mini_last_of(m, "z", i), stored[i]);
    }
    mini_free(m);
}

/* ---- saved states ---- */

static void test_only_whole_states_of_the_same_model_are_restored(void) {
    mini *m = started(COUNT);
    mini *other = started(DISCRETE "DigitalClock t SampleTime=1\nUnitDelay d SampleTime=1\n"
                                   "Outport y\nt -> d\nd -> y\n");
    go(m, 4);
    const size_t size = bd_run_state_size(m->run);
    unsigned char *state = calloc(1, size + 100);
    static const char refused[] =
        "m: these bytes are no saved state of this run, or it has not been started";
    CU_ASSERT_EQUAL(bd_run_save(m->run, state, size - 1, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(bd_run_save(m->run, state, size, &m->error), BD_OK);
    for (size_t less = 1; less <= size; less += less < 10 ? 1 : 37) {
        CU_ASSERT_EQUAL(bd_run_restore(m->run, state, size - less, &m->error), BD_BAD_ARGUMENT);
        CU_ASSERT_STRING_EQUAL(m->error.text, refused);
    }
    CU_ASSERT_EQUAL(bd_run_restore(other->run, state, size, &other->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(other->error.text, refused);
    state[0] ^= 1;
    CU_ASSERT_EQUAL(bd_run_restore(m->run, state, size, &m->error), BD_BAD_ARGUMENT);
    state[0] ^= 1;
    go(m, 2);
    CU_ASSERT_EQUAL(bd_run_time(m->run), 6.0);
    CU_ASSERT_EQUAL(bd_run_restore(m->run, state, size + 100, &m->error),
                    BD_OK); /* more is no harm */
    CU_ASSERT_EQUAL(bd_run_time(m->run), 4.0);
    CU_ASSERT_EQUAL(bd_run_finish(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_restore(m->run, state, size, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(m->error.text, refused);
    free(state);
    mini_free(m);
    mini_free(other);
}

/* equal states are equal bytes, and everything that moves is among them: a delay, a crossing that
 * is pending, hits of two rates, a subsystem that has run */
static void test_a_saved_state_is_all_that_moves(void) {
    static const char text[] =
        "set SolverName ode45\nset StopTime 10\nset MaxStep 0.4\nSin u Frequency=3\n"
        "Saturate s UpperLimit=0.5 LowerLimit=-0.5\nIntegrator x\nu -> s\ns -> x\n"
        "UnitDelay d SampleTime=0.7\nx -> d\nDigitalClock c SampleTime='[0.5 0.2]'\n"
        "SubSystem e {\nInport in\nTriggerPort t TriggerType=either\nUnitDelay k SampleTime=-1\n"
        "Sum a Inputs=++\nOutport out\nin -> a:1\nk -> a:2\na -> k\na -> out\n}\nd -> e\n"
        "u -> e:trigger\nOutport y\nOutport z Port=2\nOutport w Port=3\nOutport v Port=4\nx -> y\n"
        "d -> z\nc -> w\ne -> v\n";
    mini *m = mini_run(text, NULL), *n = started(text);
    const size_t size = bd_run_state_size(n->run);
    void *first = calloc(1, size), *second = calloc(1, size);
    size_t row = 0;
    while (!bd_run_is_done(n->run)) {
        CU_ASSERT_EQUAL_FATAL(bd_run_save(n->run, first, size, &n->error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_save(n->run, second, size, &n->error), BD_OK);
        CU_ASSERT_EQUAL(memcmp(first, second, size), 0);
        for (int back = 0; back < 2; back++) {
            bd_run_forget_records(n->run, bd_run_time(n->run) + (back ? 1e-9 : INFINITY));
            const double begin = bd_run_time(n->run);
            for (int i = 0; i < 5 && !bd_run_is_done(n->run); i++)
                go(n, 1);
            if (back == 1)
                break;
            CU_ASSERT_EQUAL_FATAL(bd_run_restore(n->run, first, size, &n->error), BD_OK);
            CU_ASSERT_EQUAL(bd_run_time(n->run), begin);
            bd_run_forget_records(n->run, begin);
        }
    }
    /* an event has two steps at one time: the row before it may be forgotten with the one behind */
    for (size_t i = 0; i < mini_rows(n, "y"); i++) {
        const double t = mini_time(n, "y", i);
        while (row < mini_rows(m, "y") && mini_time(m, "y", row) < t)
            row++;
        CU_ASSERT_FATAL(row < mini_rows(m, "y"));
        static const char *const names[] = {"y", "z", "w"};
        for (int k = 0; k < 3; k++)
            MR_ASSERT_CLOSE(mini_value(n, names[k], i), mini_value(m, names[k], row), 1e-12);
    }
    CU_ASSERT_EQUAL(mini_last(n, "y"), mini_last(m, "y"));
    CU_ASSERT_EQUAL(mini_last(n, "v"), mini_last(m, "v"));
    free(first);
    free(second);
    mini_free(m);
    mini_free(n);
}

/* ---- models ---- */

static void test_models_tell_what_they_are(void) {
    static const struct {
        const char *text, *solver;
        bool fixed;
    } cases[] = {
        {COUNT, "FixedStepDiscrete", true},
        {"Clock t\nOutport y\nt -> y\n", "VariableStepDiscrete", false},
        {"set SolverName ode3\nset FixedStep 1\nConstant c\nIntegrator x\nc -> x\n", "ode3", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = mini_create(cases[i].text, NULL);
        const bd_model *model = bd_run_model(m->run);
        CU_ASSERT_EQUAL(bd_model_has_fixed_step(model), cases[i].fixed);
        CU_ASSERT_STRING_EQUAL(bd_model_solver(model), cases[i].solver);
        CU_ASSERT_EQUAL(bd_model_input_count(model), 0);
        const int blocks = bd_model_block_count(model);
        CU_ASSERT_EQUAL(bd_run_statistics(m->run).blocks, blocks);
        CU_ASSERT_PTR_NOT_NULL(bd_model_block(model, blocks - 1));
        CU_ASSERT_PTR_NULL(bd_model_block(model, blocks));
        CU_ASSERT_PTR_NULL(bd_model_block(model, -1));
        mini_free(m);
    }
}

/* a solver without states is no choice for a model that has some */
static void test_states_need_a_solver(void) {
    mini *m = mini_create(DISCRETE "Constant c\nIntegrator x\nc -> x\n", NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(m->error.text, "m/x: has continuous states, but the solver "
                                      "FixedStepDiscrete has none");
    mini_free(m);
}

/* which variables a model knows, whose value its own code replaces, and what was perhaps meant */
static void test_variables_of_a_model(void) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    m->diagram = mini_build(DISCRETE "Constant c Value=stiffness+own\nOutport y\nc -> y\n");
    const bd_setting code = {"InitFcn", "own = 7;"};
    CU_ASSERT_EQUAL(bd_edit_set_model(m->diagram, &code, 1, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_create("base", NULL, &m->base, &m->error), BD_OK);
    CU_ASSERT_EQUAL(
        bd_workspace_run(m->base, "stiffness = 5; own = 1; other = 2;", "code", NULL, &m->error),
        BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(m->diagram, m->base, NULL, NULL, &m->run, &m->error),
                          BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    const bd_model *model = bd_run_model(m->run);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 12.0);
    CU_ASSERT_TRUE(bd_model_uses(model, "stiffness"));
    CU_ASSERT_TRUE(bd_model_uses(model, "own"));
    CU_ASSERT_FALSE(bd_model_uses(model, "other"));
    CU_ASSERT_FALSE(bd_model_uses(model, "nobody"));
    CU_ASSERT_TRUE(bd_model_overrides(model, "own"));
    CU_ASSERT_FALSE(bd_model_overrides(model, "stiffness"));
    CU_ASSERT_FALSE(bd_model_overrides(model, "nobody"));
    char text[100];
    CU_ASSERT_STRING_EQUAL(bd_model_variable_hint(model, "stifness", text, sizeof text),
                           " (did you mean 'stiffness'?)");
    CU_ASSERT_STRING_EQUAL(bd_model_variable_hint(model, "zzz", text, sizeof text), "");
    const bd_value *value = bd_workspace_find(bd_run_workspace(m->run), "own");
    CU_ASSERT_PTR_NOT_NULL_FATAL(value);
    CU_ASSERT_EQUAL(bd_value_real_at(value, 0), 7.0);
    mini_free(m);
}

/* ---- new values between steps ---- */

/* a value that changes what was compiled is refused, and the run goes on with the one before */
static void test_a_running_run_takes_what_it_can(void) {
    mini *m = mini_try(DISCRETE "DigitalClock t SampleTime=1\nGain g Gain=k\nt -> g\nOutport y\n"
                                "g -> y\nDigitalClock s SampleTime=p\nOutport z Port=2\ns -> z\n",
                       "k = 2; p = 1;");
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    go(m, 3);
    bd_workspace_set_scalar(m->base, "k", 10.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_OK);
    go(m, 2);
    CU_ASSERT_EQUAL(mini_value(m, "y", 2), 4.0);
    CU_ASSERT_EQUAL(mini_value(m, "y", 3), 30.0);
    bd_workspace_set_scalar(m->base, "k", 100.0, NULL);
    bd_workspace_set_scalar(m->base, "p", 2.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(m->error.text, "which only a new run can have");
    go(m, 2);
    CU_ASSERT_EQUAL(mini_value(m, "y", 6), 60.0);
    CU_ASSERT_EQUAL(mini_value(m, "z", 6), 6.0);
    bd_workspace_set_scalar(m->base, "p", 1.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_OK);
    go(m, 1);
    CU_ASSERT_EQUAL(mini_value(m, "y", 7), 700.0);
    /* a vector would be another signal */
    bd_value *vector = NULL;
    CU_ASSERT_EQUAL(bd_value_create_doubles(1, 2, (const double[]){1, 2}, &vector, NULL), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_set(m->base, "k", vector, NULL), BD_OK);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(m->error.text, "m/g: Gain may not change its size");
    go(m, 1);
    CU_ASSERT_EQUAL(mini_value(m, "y", 8), 800.0);
    mini_free(m);
}

/* a value that the block itself refuses leaves everything as it was, too */
static void test_a_running_run_refuses_what_the_block_does(void) {
    mini *m =
        mini_try(DISCRETE "DigitalClock t SampleTime=1\nSaturate s UpperLimit=high LowerLimit=-1\n"
                          "t -> s\nOutport y\ns -> y\n",
                 "high = 3;");
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    go(m, 5);
    for (int turn = 0; turn < 2; turn++) {
        bd_workspace_set_scalar(m->base, "high", -2.0, NULL);
        CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_BAD_PARAMETER);
        MR_ASSERT_CONTAINS(m->error.text, "m/s: its new values need the model compiled anew");
        go(m, 1);
        CU_ASSERT_EQUAL(mini_last(m, "y"), 3.0);
    }
    bd_workspace_set_scalar(m->base, "high", 6.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_OK);
    go(m, 1);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 6.0);
    mini_free(m);
}

/* more inputs than a block of the file says that it has, which are those that its sign list names
 */
static void test_a_block_may_have_many_inputs(void) {
    char text[6000] = DISCRETE "Sum s Inputs=";
    size_t used = strlen(text);
    for (int i = 0; i < 40; i++)
        text[used++] = i % 3 == 2 ? '-' : '+';
    used += (size_t)snprintf(text + used, sizeof text - used, "\nOutport y\ns -> y\n");
    double sum = 0.0;
    for (int i = 0; i < 40; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "Constant c%d Value=%d\nc%d -> s:%d\n", i, i * i, i, i + 1);
        sum += (i % 3 == 2 ? -1.0 : 1.0) * i * i;
    }
    mini *m = mini_run(text, NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), sum);
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_run_is_started_before_it_steps),
        MR_TEST(test_steps_go_from_start_to_stop),
        MR_TEST(test_a_stop_can_be_asked_for),
        MR_TEST(test_an_observer_sees_every_step),
        MR_TEST(test_inputs_are_written_in_their_types),
        MR_TEST(test_only_whole_states_of_the_same_model_are_restored),
        MR_TEST(test_a_saved_state_is_all_that_moves),
        MR_TEST(test_models_tell_what_they_are),
        MR_TEST(test_states_need_a_solver),
        MR_TEST(test_variables_of_a_model),
        MR_TEST(test_a_running_run_takes_what_it_can),
        MR_TEST(test_a_running_run_refuses_what_the_block_does),
        MR_TEST(test_a_block_may_have_many_inputs),
    };
    return mr_test_main("blockdiagram_queries", tests, sizeof tests / sizeof *tests, argc, argv);
}
