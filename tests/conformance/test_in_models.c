/* S-functions as blocks of a diagram: the engine calls them as the driver does, and signals, rates,
 * events, calls, state and errors go both ways */
#include "in_model.h"

#include "sfunction/block.h"
#include "simstruc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const SimStruct *simstruct_of(bd_test_model *model, const char *path) {
    for (int i = 0; i < 20; i++) {
        const SimStruct *S = bd_run_block_symbol(model->run, i, NULL);
        if (S && strcmp(S->path_, path) == 0)
            return S;
    }
    return NULL;
}

static void test_order_of_calls_in_a_model(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 0.5);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_order", "0,0,0", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_tap(model, "s", "y");
    in_model_forget();
    bd_test_run(model);
    bd_test_model_free(model);
    CU_ASSERT_STRING_EQUAL(
        in_model_trace,
        "sizes\ncheck parameters\nsample times\nset input port width 0 1\nwork widths\n"
        "setup resources\nstart\nconditions first=1\noutputs major 0\nupdate 0\n"
        "derivatives 0\noutputs minor 0.25\nderivatives 0.25\noutputs minor 0.25\n"
        "derivatives 0.25\noutputs minor 0.5\nderivatives 0.5\nprojection\n"
        "outputs major 0.5\nupdate 0.5\nterminate\ncleanup resources\n");
}

/* what was compiled is not compiled again, and the first conditions are the first again */
static void test_a_second_run_begins_as_the_first(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 0.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_order", "0,0,0", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_diagram_set(model->diagram, "SolverName", "ode1");
    bd_diagram_set(model->diagram, "Solver", "ode1");
    bd_test_run(model);
    for (int round = 0; round < 2; round++) {
        in_model_forget();
        bd_test_run(model);
        CU_ASSERT_STRING_EQUAL(in_model_trace, "start\nconditions first=1\noutputs major 0\n"
                                               "update 0\nterminate\n");
    }
    bd_test_model_free(model);
}

/* a block that is alone in its model is projected as any other */
static void test_the_only_block_of_a_model_is_projected(void) {
    bd_test_model *model = bd_test_model_create("ode1", 0.5, 1.0);
    in_model_add_root(model, "s", "sfun_order", "0,0,0", 1, 1);
    in_model_forget();
    bd_test_run(model);
    bd_test_model_free(model);
    int count = 0;
    for (const char *at = strstr(in_model_trace, "projection"); at;
         at = strstr(at + 1, "projection"))
        count++;
    CU_ASSERT_EQUAL(count, 2); /* after each step */
}

/* x' = u - x from 1 with u = 3, and a count from 10 by a quarter every half second */
static void test_level_1(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.01, 2.0);
    bd_test_add(model, "Constant", "c", "Value", "3");
    in_model_add_root(model, "s", "style_level_1", "0.25", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_value(model, "y", 0, 0), 1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0), 3.0 - 2.0 * exp(-2.0), 1e-9);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 1), 11.0, 0.0);
    bd_test_model_free(model);
}

/* y = twice(u) as a subsystem; the S-function calls it with t + 1 */
static bd_test_model *model_with_function(const char *parameters) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_node *function = bd_system_add(model->diagram->root, "SubSystem", "F", NULL);
    bd_system *inside = bd_node_open(function);
    bd_system_add(inside, "TriggerPort", "t", "TriggerType", "function-call", "IsSimulinkFunction",
                  "on", "FunctionName", "twice", NULL);
    bd_system_add(inside, "ArgIn", "u", "Port", "1", NULL);
    bd_system_add(inside, "ArgOut", "y", "Port", "1", NULL);
    bd_system_add(inside, "Gain", "k", "Gain", "2", NULL);
    bd_test_wire_in(model, inside, "u", "k");
    bd_test_wire_in(model, inside, "k", "y");
    in_model_add_root(model, "s", "sfun_caller", parameters, 0, 1);
    bd_test_tap(model, "s", "y");
    return model;
}

static void test_functions_of_the_model_are_called(void) {
    static const char *const sizes[] = {"1", "5"}; /* in bytes, in elements */
    bd_test_model *model;
    for (int i = 0; i < 2; i++) {
        model = model_with_function(sizes[i]);
        bd_test_run(model);
        for (size_t k = 0; k <= 3; k++)
            MR_ASSERT_CLOSE(bd_test_value(model, "y", k, 0), 2.0 * ((double)k + 1.0), 0.0);
        bd_test_model_free(model);
    }
    static const char *const cases[][2] = {
        {"2", "'twice' is called with 0 arguments and 1 results; it has 1 and 1"},
        {"3", "result 1 has 1 elements in 8 bytes, and is given memory of size 4"},
        {"4", "'thrice' was not declared in mdlInitializeSizes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        model = model_with_function(cases[i][0]);
        CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        MR_ASSERT_CONTAINS(model->error.text, cases[i][1]);
        bd_test_model_free(model);
    }
}

static void test_errors_name_the_block_the_method_and_the_time(void) {
    static const struct {
        const char *parameters, *text;
        bool terminates;
    } cases[] = {
        {"1,1,0", "m/s: S-function 'sfun_order' in mdlInitializeSizes: told by mexErrMsgTxt",
         false},
        {"5,0,0", "in mdlSetWorkWidths: told by an error status", false},
        /* another block of the model has started, so terminate is called all the same */
        {"7,1,0", "in mdlStart: told by mexErrMsgTxt", true},
        {"7,1,1", "in mdlStart: told by mexErrMsgTxt", true},
        {"8,2,0", "in mdlInitializeConditions: told by mexErrMsgIdAndTxt", true},
        {"9,0,0", "in mdlOutputs: told by an error status (t = 0)", true},
        {"10,1,0", "in mdlUpdate: told by mexErrMsgTxt (t = 0)", true},
        {"11,0,0", "in mdlDerivatives: told by an error status", true},
        {"16,0,0", "in mdlTerminate: told by an error status", true},
        {"1,2", "expects 3 parameters, the block has 2", false},
        {"no_such_variable", "no_such_variable", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
        bd_test_add(model, "Constant", "c", "Value", "1");
        in_model_add_root(model, "s", "sfun_order", cases[i].parameters, 1, 1);
        bd_test_wire(model, "c", "s");
        in_model_forget();
        CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        MR_ASSERT_CONTAINS(model->error.text, "m/s");
        MR_ASSERT_CONTAINS(model->error.text, cases[i].text);
        bd_test_model_free(model);
        CU_ASSERT_EQUAL(strstr(in_model_trace, "\nterminate\n") != NULL, cases[i].terminates);
    }
}

/* parameters are separated by commas or, as older files have them, by blanks; those of an
 * expression separate nothing */
static void test_parameters_between_blanks_are_counted_as_written(void) {
    static const struct {
        const char *text;
        int count;
    } cases[] = {{"0,0,0", 3},     {"0 0 0", 3},       {" 0  0 0 ", 3},
                 {"0, 0 0", 3},    {"0 ,0   ,0", 3},   {"0 0", 2},
                 {"0 0 ", 2},      {"0 - 1 0", 2},     {"0 -1 0", 3},
                 {"[0 0] 0", 2},   {"(1 + 2) 0", 2},   {"0 * 2 0 0", 3},
                 {"0 *2 0", 2},    {"'a b' 0", 2},     {"'a b c'", 1},
                 {"0 0 0 0", 4},   {"0  -  1", 1},     {"[1 -1] {2 3} 0 0", 4},
                 {"[ 0 0 ] 0", 2}, {"( 1 + 2 ) 0", 2}, {"{ 1 } 0", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 0.5);
        char told[80];
        bd_test_add(model, "Constant", "c", "Value", "1");
        in_model_add_root(model, "s", "sfun_order", cases[i].text, 1, 1);
        bd_test_wire(model, "c", "s");
        (void)bd_test_try(model);
        snprintf(told, sizeof told, "expects 3 parameters, the block has %d", cases[i].count);
        const bool found = strstr(model->error.text, told) != NULL;
        const bool refused = strstr(model->error.text, "expects 3 parameters") != NULL;
        if (cases[i].count == 3 ? refused : !found)
            printf("\n    \"%s\" is not %d: %s", cases[i].text, cases[i].count, model->error.text);
        CU_ASSERT_TRUE(cases[i].count == 3 ? !refused : found);
        bd_test_model_free(model);
    }
}

/* what stands between quotation marks is as it was written */
static void test_texts_between_blanks_keep_theirs(void) {
    static const char *const cases[][2] = {{"1, 'DEV ICE'", "DEV ICE"},
                                           {"1 'DEV ICE'", "DEV ICE"},
                                           {"1 'a [b  c'", "a [b  c"},
                                           {"1 ['a ' 'b']", "a b"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        in_model_add_root(model, "s", "style_handle", cases[i][0], 0, 1);
        bd_test_run(model);
        const SimStruct *S = simstruct_of(model, "m/s");
        CU_ASSERT_PTR_NOT_NULL_FATAL(S);
        CU_ASSERT_STRING_EQUAL(bd_sfunction_of(S)->types[0].name, cases[i][1]);
        bd_test_model_free(model);
    }
}

/* what was said of a port holds; another word later on is told and not taken */
static void test_ports_do_not_change_their_mind(void) {
    static const char *const words[] = {NULL, "m/s: output 1 is int16 [2x3] but must be int16 [5]",
                                        "m/s: output 1 is int16 [2x3] but must be int16 [3x2]",
                                        "m/s: output 1 is int16 [2x3] but must be double [2x3]",
                                        "m/s: output 1 is real but must be complex"};
    for (int what = 0; what < 5; what++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        char number[8];
        snprintf(number, sizeof number, "%d", what);
        bd_test_add(model, "Constant", "c", "Value", "[1 2]");
        in_model_add_root(model, "s", "sfun_fickle", number, 1, 1);
        bd_test_wire(model, "c", "s");
        bd_test_tap(model, "s", "y");
        if (what == 0) {
            bd_test_run(model);
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 5), 5.0);
        } else {
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
            CU_ASSERT_STRING_EQUAL(model->error.text, words[what]);
        }
        bd_test_model_free(model);
    }
}

static void test_missing_sfunction_is_one_sentence(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
    in_model_add_root(model, "s", "sfun_never_written", "", 0, 1);
    CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "m/s: S-function 'sfun_never_written' was not found");
    bd_test_model_free(model);
}

static void test_port_count_of_the_file_must_fit(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_types", "", 3, 2);
    bd_test_wire(model, "c", "s/3");
    CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "m/s");
    bd_test_model_free(model);
}

static void test_sizes_and_types_come_from_the_neighbours(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(model, "Constant", "a", "Value", "[1 2 3;4 5 6]", "VectorParams1D", "off");
    in_model_add_root(model, "t", "sfun_transpose", "", 1, 1);
    bd_test_wire(model, "a", "t");
    bd_test_tap(model, "t", "y");
    bd_test_add(model, "Constant", "b", "Value", "[7 8]");
    in_model_add_root(model, "w", "sfun_widths", "", 1, 1);
    bd_test_wire(model, "b", "w");
    bd_test_tap(model, "w", "z");
    bd_test_add(model, "Constant", "c", "Value", "int16([100 110])", "OutDataTypeStr",
                "Inherit: Inherit from 'Constant value'");
    bd_test_add(model, "Constant", "d", "Value", "uint8(9)", "OutDataTypeStr",
                "Inherit: Inherit from 'Constant value'");
    in_model_add_root(model, "s", "sfun_types", "", 2, 2);
    bd_test_wire(model, "c", "s/1");
    bd_test_wire(model, "d", "s/2");
    bd_test_tap(model, "s/1", "u");
    bd_test_tap(model, "s/2", "v");
    bd_test_run(model);
    int number = 0;
    const bd_record *y = bd_test_record(model, "y", &number);
    CU_ASSERT_EQUAL(y->shape.rank, 2);
    CU_ASSERT_EQUAL(y->shape.dims[0], 3);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0), 1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 1), 2.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 3), 4.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "z", 2), 7.0, 0.0);
    CU_ASSERT_EQUAL(bd_test_record(model, "z", &number)->width, 4);
    CU_ASSERT_EQUAL(bd_test_record(model, "u", &number)->shape.type, BD_INT16);
    CU_ASSERT_EQUAL(bd_test_record(model, "v", &number)->shape.type, BD_UINT32);
    MR_ASSERT_CLOSE(bd_test_last(model, "u", 1), 110.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "v", 0), 9.0, 0.0);
    bd_test_model_free(model);
}

static void test_states_of_an_sfunction_are_integrated_by_the_solver(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.125, 2.0);
    in_model_add_root(model, "s", "sfun_states", "", 0, 1);
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    /* the block asks to stop at 0.75; six steps of 0.125 have an error near 0.75 * 0.125^4 / 120 */
    MR_ASSERT_CLOSE(bd_run_time(model->run), 0.75, 1e-12);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0), cos(0.75), 2e-6);
    bd_test_model_free(model);
}

static void test_zero_crossings_of_an_sfunction_are_located(void) {
    bd_test_model *model = bd_test_model_create("ode45", 0.0, 1.2);
    in_model_add_root(model, "s", "sfun_bounce", "", 0, 1);
    bd_test_tap(model, "s", "y");
    in_model_forget();
    bd_test_run(model);
    double fall = sqrt(2.0 / 9.81), bounces[3] = {fall, 2.0 * fall, 2.5 * fall};
    const char *at = in_model_trace;
    for (int i = 0; i < 3; i++) {
        double time = 0.0;
        at = strstr(at, "impact ");
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        CU_ASSERT_EQUAL(sscanf(at, "impact %lf", &time), 1);
        MR_ASSERT_CLOSE(time, bounces[i], 2e-6); /* printed with six digits */
        at++;
    }
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 1), 3.0, 0.0);
    bd_test_model_free(model);
}

static void test_rates_of_block_and_ports(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.0);
    in_model_add_root(model, "s", "sfun_rates", "", 0, 1);
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 0.2, 1), 1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 1.0, 0), 11.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 1.0, 1), 3.0, 0.0);
    bd_test_model_free(model);

    model = bd_test_model_create("FixedStepDiscrete", 0.1, 0.6);
    bd_test_add(model, "DigitalClock", "c", "SampleTime", "0.1");
    in_model_add_root(model, "s", "sfun_portrates", "", 1, 2);
    bd_test_wire(model, "c", "s");
    bd_test_tap(model, "s/1", "y");
    bd_test_tap(model, "s/2", "z");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0), 7004.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "z", 0), 3.0, 0.0);
    bd_test_model_free(model);

    /* the input's rate of 0.4 s hits at 0, 0.4, 0.8 and 1.2 s, the first output's at 0 and 0.8 s,
     * the second one's in between: what has no hit there counts nothing */
    model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.2);
    bd_test_add(model, "DigitalClock", "c", "SampleTime", "0.4");
    in_model_add_root(model, "s", "sfun_portrates", "", 1, 2);
    bd_test_wire(model, "c", "s");
    bd_test_tap(model, "s/1", "y");
    bd_test_tap(model, "s/2", "z");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0), 3002.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "z", 0), 5.0, 0.0);
    bd_test_model_free(model);
}

/* hits of the inputs at 0.1, 0.4, 0.7 and 1 s, and at multiples of 0.2 s; of the outputs at 0.2 and
 * 0.7 s, and at 0 and 0.6 s */
static void test_rates_that_ports_declare(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.0);
    bd_test_add(model, "DigitalClock", "a", "SampleTime", "[0.3 0.1]");
    bd_test_add(model, "DigitalClock", "b", "SampleTime", "0.2");
    in_model_add_root(model, "s", "sfun_declared", "", 2, 2);
    bd_test_wire(model, "a", "s/1");
    bd_test_wire(model, "b", "s/2");
    bd_test_tap(model, "s/1", "y");
    bd_test_tap(model, "s/2", "z");
    bd_test_run(model);
    CU_ASSERT_EQUAL(bd_test_at(model, "y", 0.2, 0), 1211.0);
    CU_ASSERT_EQUAL(bd_test_at(model, "y", 0.7, 0), 3422.0);
    CU_ASSERT_EQUAL(bd_test_at(model, "z", 0.0, 0), 101.0);
    CU_ASSERT_EQUAL(bd_test_at(model, "z", 0.6, 0), 2412.0);
    bd_test_model_free(model);
}

static void test_variable_rate_sets_the_steps(void) {
    bd_test_model *model = bd_test_model_create("VariableStepDiscrete", 0.0, 1.5);
    in_model_add_root(model, "s", "sfun_variable", "0", 0, 1);
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    static const double hits[] = {0.0, 0.1, 0.3, 0.6, 1.0, 1.5};
    for (size_t i = 0; i + 1 < sizeof hits / sizeof *hits; i++)
        MR_ASSERT_CLOSE(bd_test_at(model, "y", hits[i], 0), hits[i + 1], 1e-12);
    bd_test_model_free(model);

    model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.0);
    in_model_add_root(model, "s", "sfun_variable", "0", 0, 1);
    CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "m/s");
    bd_test_model_free(model);
}

static void test_hits_that_lead_nowhere_end_the_run(void) {
    bd_test_model *model = bd_test_model_create("VariableStepDiscrete", 0.0, 1.5);
    in_model_add_root(model, "s", "sfun_variable", "2", 0, 1);
    CU_ASSERT_EQUAL(bd_test_try(model), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(model->error.text, "m/s: time hardly goes on: its sample hits are ");
    bd_test_model_free(model);
}

/* a function-call subsystem that counts its calls */
static void add_counter(bd_test_model *model, const char *name) {
    bd_node *node = bd_system_add(model->diagram->root, "SubSystem", name, NULL);
    bd_system *inside = bd_node_open(node);
    bd_system_add(inside, "TriggerPort", "f", "TriggerType", "function-call", NULL);
    bd_system_add(inside, "Constant", "one", "Value", "1", NULL);
    bd_system_add(inside, "Sum", "sum", "Inputs", "++", NULL);
    bd_system_add(inside, "UnitDelay", "last", "X0", "0", "SampleTime", "-1", NULL);
    bd_system_add(inside, "Outport", "n", "Port", "1", NULL);
    bd_test_wire_in(model, inside, "one", "sum/1");
    bd_test_wire_in(model, inside, "last", "sum/2");
    bd_test_wire_in(model, inside, "sum", "last");
    bd_test_wire_in(model, inside, "sum", "n");
}

static void connect_call(bd_test_model *model, const char *from, int output, const char *to) {
    bd_end source = {bd_system_find(model->diagram->root, from), BD_PORT_OUTPUT, output};
    bd_end destination = {bd_system_find(model->diagram->root, to), BD_PORT_TRIGGER, 0};
    CU_ASSERT_EQUAL(
        bd_system_connect_ends(model->diagram->root, source, destination, &model->error), BD_OK);
}

static void test_function_calls_run_their_subsystems(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 2.0);
    in_model_add_root(model, "s", "sfun_calls", "", 0, 2);
    bd_test_add(model, "Demux", "d", "Outputs", "3");
    bd_test_wire(model, "s/1", "d");
    add_counter(model, "every");
    add_counter(model, "second");
    connect_call(model, "d", 0, "every");
    connect_call(model, "d", 1, "second");
    bd_test_tap(model, "every", "a");
    bd_test_tap(model, "second", "b");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_last(model, "a", 0), 5.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(model, "b", 0), 2.0, 0.0);
    bd_test_model_free(model);
}

/* a subsystem with an S-function that tells what happens to it */
static bd_system *add_teller(bd_test_model *model, const char *name) {
    bd_node *node = bd_system_add(model->diagram->root, "SubSystem", name, NULL);
    bd_system *inside = bd_node_open(node);
    bd_system_add(inside, "TriggerPort", "f", "TriggerType", "function-call", "StatesWhenEnabling",
                  "reset", NULL);
    bd_system_add(inside, "Constant", "one", "Value", "1", NULL);
    bd_system_add(inside, "Terminator", "end", NULL);
    in_model_add(inside, "teller", "sfun_switched", "1", 1, 1);
    bd_test_wire_in(model, inside, "one", "teller");
    bd_test_wire_in(model, inside, "teller", "end");
    return inside;
}

/* the S-function calls its first system at every step, and disables it at the end; in between it
 * switches it off and on, which sets the states back */
static void test_systems_are_enabled_and_disabled(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 1.0);
    in_model_add_root(model, "s", "sfun_calls", "0.5", 0, 2);
    bd_test_add(model, "Demux", "d", "Outputs", "3");
    bd_test_wire(model, "s/1", "d");
    add_teller(model, "first");
    connect_call(model, "d", 0, "first");
    in_model_forget();
    bd_test_run(model);
    MR_ASSERT_CONTAINS(in_model_trace, "outputs 0\ndisable 0.5\nconditions first=0 at 0.5\n"
                                       "enable 0.5\noutputs 0.5\noutputs 1\ndisable 1\n");
    bd_test_model_free(model);
}

/* the first output calls, so it is no number that a block could take; the second one is */
static void test_calls_are_no_numbers(void) {
    for (int output = 1; output <= 2; output++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 2.0);
        char from[8];
        snprintf(from, sizeof from, "s/%d", output);
        in_model_add_root(model, "s", "sfun_calls", "", 0, 2);
        bd_test_add(model, "Gain", "k", "Gain", "2");
        bd_test_wire(model, from, "k");
        bd_test_tap(model, "k", "y");
        if (output == 1) {
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
            MR_ASSERT_CONTAINS(model->error.text,
                               "m/k: input 1 must be numbers, not a function-call");
        } else {
            bd_test_run(model);
        }
        bd_test_model_free(model);
    }
}

static void copy_file(const char *from, const char *to) {
    FILE *source = fopen(from, "rb"), *copy = fopen(to, "wb");
    CU_ASSERT_FATAL(source && copy);
    char bytes[4096];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, source)) > 0;)
        CU_ASSERT_EQUAL(fwrite(bytes, 1, n, copy), n);
    fclose(source);
    fclose(copy);
}

/* code that came with the model runs, and the run says so; a model that lies nowhere has none
 * beside it */
static void test_code_beside_the_model(void) {
    static const struct {
        const char *file;
        bool found;
    } cases[] = {{MR_BINARY_DIR "/conformance/beside/m.mdl", true},
                 {MR_BINARY_DIR "/conformance/m.mdl", false},
                 {MR_BINARY_DIR "/conformance/beside/folder/m.mdl", false},
                 {"m.mdl", false},
                 {"", false}};
    (void)mkdir(MR_BINARY_DIR "/conformance/beside", 0777);
    copy_file(MR_BINARY_DIR "/conformance/gcc/sfun_rates.so",
              MR_BINARY_DIR "/conformance/beside/came_along.so");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.0);
        model->diagram->file = cases[i].file;
        in_model_add_root(model, "s", "came_along", "", 0, 1);
        bd_test_tap(model, "s", "y");
        CU_ASSERT_EQUAL(bd_test_try(model) == BD_OK, cases[i].found);
        if (cases[i].found) {
            CU_ASSERT_EQUAL_FATAL(model->log.count, 1);
            CU_ASSERT_STRING_EQUAL(
                model->log.lines[0],
                "m/s: the code of S-function 'came_along' comes from '" MR_BINARY_DIR
                "/conformance/beside/came_along.so', not from the installed ones");
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), 11.0);
        } else {
            MR_ASSERT_CONTAINS(model->error.text, "m/s: S-function 'came_along' was not found");
        }
        CU_ASSERT_EQUAL(
            bd_sfunction_is_compiled(bd_system_find(model->diagram->root, "s"), "came_along"),
            cases[i].found);
        bd_test_model_free(model);
    }
}

/* runs side by side have an instance each: the first one that of the compiled model */
static void test_two_runs_of_one_model(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 3.0);
    bd_test_add(model, "Constant", "c", "Value", "30");
    bd_test_add(model, "Ramp", "r", "Slope", "1", "Start", "0", "X0", "0");
    in_model_add_root(model, "s", "sfun_throw", "3, 0", 1, 1);
    bd_test_wire(model, "r", "s");
    bd_test_tap(model, "s", "y");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    bd_run *runs[3] = {model->run};
    for (int k = 1; k < 3; k++)
        CU_ASSERT_EQUAL_FATAL(
            bd_run_create(bd_run_model(model->run), NULL, &runs[k], &model->error), BD_OK);
    const SimStruct *instances[3];
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(bd_run_start(runs[k], &model->error), BD_OK);
        for (int i = 0; i < 10 && (i == 0 || !instances[k]); i++)
            instances[k] = bd_run_block_symbol(runs[k], i, NULL);
        for (int other = 0; other < k; other++)
            CU_ASSERT_PTR_NOT_EQUAL(instances[k], instances[other]);
    }
    /* one after the other, one step more each time: the mean of three values of a ramp */
    for (int step = 1; step <= 6; step++)
        for (int k = 0; k < 3; k++) {
            CU_ASSERT_EQUAL(bd_run_step(runs[k], &model->error), BD_OK);
            const double t = 0.5 * (step - 1), mean = step < 3 ? t * step / 6.0 : t - 0.5;
            const double *row = bd_run_record_row(runs[k], 0, (size_t)step - 1);
            MR_ASSERT_CLOSE(row[0], mean, 1e-12);
        }
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(bd_run_finish(runs[k], &model->error), BD_OK);
        if (k > 0)
            bd_run_free(runs[k]);
    }
    bd_test_model_free(model);
}

static void test_two_blocks_of_one_sfunction_do_not_meet(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 1.0);
    bd_test_add(model, "Constant", "a", "Value", "30");
    bd_test_add(model, "Constant", "b", "Value", "6");
    in_model_add_root(model, "s", "sfun_throw", "3, 0", 1, 1);
    in_model_add_root(model, "t", "sfun_throw", "2, 0", 1, 1);
    bd_test_wire(model, "a", "s");
    bd_test_wire(model, "b", "t");
    bd_test_tap(model, "s", "y");
    bd_test_tap(model, "t", "z");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 0.5, 0), 20.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(model, "z", 0.5, 0), 6.0, 1e-12);
    bd_test_run(model); /* again, without compiling */
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 0.0, 0), 10.0, 1e-12);
    bd_test_model_free(model);
}

static void test_parameters_are_tuned_between_steps(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 1.0);
    bd_workspace_set_scalar(model->base, "k", 3.0, NULL);
    in_model_add_root(model, "s", "sfun_runtime", "[1 2], k, 4", 0, 1);
    bd_test_tap(model, "s", "y");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
    bd_workspace_set_scalar(model->base, "k", -3.0, NULL);
    CU_ASSERT_NOT_EQUAL(bd_run_retune(model->run, model->base, &model->error), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "the offset must not be negative");
    bd_workspace_set_scalar(model->base, "k", 30.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(model->run, model->base, &model->error), BD_OK);
    while (!bd_run_is_done(model->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 0.0, 0), 4.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(model, "y", 1.0, 0), 31.0, 0.0);
    bd_test_model_free(model);
}

static void test_state_is_saved_and_restored_with_the_simulation(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 2.0);
    in_model_add_root(model, "s", "sfun_simstate", "", 0, 1);
    in_model_add_root(model, "w", "sfun_work", "", 0, 1);
    bd_test_tap(model, "s", "y");
    bd_test_tap(model, "w", "z");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    bd_run *run = model->run;
    CU_ASSERT_EQUAL(bd_run_start(run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(run, &model->error), BD_OK);
    size_t size = bd_run_state_size(run);
    void *state = malloc(size);
    CU_ASSERT_EQUAL(bd_run_save(run, state, size, &model->error), BD_OK);
    double first[3] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++) {
            CU_ASSERT_EQUAL(bd_run_step(run, &model->error), BD_OK);
            double value = bd_test_last(model, "y", 0) + 100.0 * bd_test_last(model, "z", 0);
            if (pass == 0)
                first[i] = value;
            else
                MR_ASSERT_CLOSE(value, first[i], 0.0);
        }
        if (pass == 0)
            CU_ASSERT_EQUAL(bd_run_restore(run, state, size, &model->error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_run_finish(run, &model->error), BD_OK);
    free(state);
    bd_test_model_free(model);
}

/* what is offered to a port is that port's: three wires that have nothing in common */
static void test_offers_go_to_their_own_port(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 6.0);
    bd_test_add(model, "Constant", "a", "Value", "int16([7 -8])", "SampleTime", "1");
    bd_test_add(model, "Constant", "b", "Value", "[1+2i 3 -4i]", "SampleTime", "2");
    bd_test_add(model, "DigitalClock", "t", "SampleTime", "[3 1]");
    bd_test_add(model, "Gain", "k", "Gain", "single([1 2 3 4])", "OutDataTypeStr", "single");
    in_model_add_root(model, "s", "sfun_offers", "", 3, 3);
    bd_test_wire(model, "a", "s/1");
    bd_test_wire(model, "b", "s/2");
    bd_test_wire(model, "t", "k");
    bd_test_wire(model, "k", "s/3");
    bd_test_tap(model, "s/1", "x");
    bd_test_tap(model, "s/2", "y");
    bd_test_tap(model, "s/3", "z");
    bd_test_run(model);
    static const double y[] = {1, 2, 3, 0, 0, -4};
    CU_ASSERT_EQUAL(bd_test_last(model, "x", 0), 7.0);
    CU_ASSERT_EQUAL(bd_test_last(model, "x", 1), -8.0);
    int number;
    CU_ASSERT_EQUAL(bd_test_record(model, "y", &number)->width, 6);
    for (int i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(bd_test_last(model, "y", i), y[i]);
    for (int i = 0; i < 4; i++) /* at 1 and 4 s: the value of 4 s */
        CU_ASSERT_EQUAL(bd_test_last(model, "z", i), 4.0 * (i + 1));
    bd_test_model_free(model);
}

/* memory of every kind is as large as asked for, lies apart from all other, and is saved with the
 * run */
static void test_memory_of_every_kind_is_its_own(void) {
    static const char *const parameters[] = {
        "[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]", "[0 0 0 1 0 0 0],[0 0 0 1 0 0 0]",
        "[-1 -1 -1 -1 -1 -1 -1],[3 3 3 3 3 3 3]", "[1 9 2 11 13 0 5],[1 9 2 11 13 0 5]",
        "[3 1 7 3 1 -1 1],[3 1 7 3 1 3 1]"};
    static const int states[] = {2, 0, 3, 1, 3};
    for (size_t k = 0; k < sizeof parameters / sizeof *parameters; k++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 3.0);
        bd_test_add(model, "Constant", "c", "Value", "[10 20 30]");
        in_model_add_root(model, "s", "sfun_room", parameters[k], 1, 1);
        bd_test_wire(model, "c", "s");
        bd_test_tap(model, "s", "y");
        bd_test_run(model);
        /* steps made, states that begin with 2, 3, … and grow with time, inputs */
        for (int i = 0; i <= 6; i++) {
            double expected = 60.0 + i;
            for (int j = 0; j < states[k]; j++)
                expected += 2.0 + j + 0.5 * i;
            MR_ASSERT_CLOSE(bd_test_at(model, "y", 0.5 * i, 0), expected, 1e-12);
        }
        const double last = bd_test_last(model, "y", 0);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(model->run, &model->error), BD_OK);
        for (int i = 0; i < 3; i++)
            CU_ASSERT_EQUAL_FATAL(bd_run_step(model->run, &model->error), BD_OK);
        const size_t size = bd_run_state_size(model->run);
        void *bytes = malloc(size);
        /* pointers mean nothing in another run */
        const bool savable = k == 1 || k == 3;
        CU_ASSERT_EQUAL(bd_run_save(model->run, bytes, size, &model->error) == BD_OK, savable);
        for (int round = 0; round < 2 && savable; round++) {
            CU_ASSERT_EQUAL(bd_run_restore(model->run, bytes, size, &model->error), BD_OK);
            while (!bd_run_is_done(model->run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(model->run, &model->error), BD_OK);
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), last);
        }
        free(bytes);
        bd_test_model_free(model);
    }
}

static void test_impossible_sizes_of_memory_are_named(void) {
    static const char *const names[] = {"continuous states", "discrete states", "modes",
                                        "IWork elements",    "RWork elements",  "PWork elements",
                                        "DWork vector 0"};
    for (int k = 0; k < 7; k++)
        for (int large = 0; large < 2; large++) {
            bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
            char text[80] = "[";
            for (int i = 0; i < 7; i++)
                strcat(text, i != k ? " 1" : large ? " 100000001" : " -5");
            strcat(text, "],1:7");
            bd_test_add(model, "Constant", "c", "Value", "1");
            in_model_add_root(model, "s", "sfun_room", text, 1, 1);
            bd_test_wire(model, "c", "s");
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
            MR_ASSERT_CONTAINS(model->error.text, "m/s");
            MR_ASSERT_CONTAINS(model->error.text, names[k]);
            MR_ASSERT_CONTAINS(model->error.text, large ? "100000001" : "-5");
            bd_test_model_free(model);
        }
}

static void test_enable_and_disable_in_an_enabled_subsystem(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_node *node = bd_system_add(model->diagram->root, "SubSystem", "sub", NULL);
    bd_system *inside = bd_node_open(node);
    bd_system_add(inside, "EnablePort", "e", "StatesWhenEnabling", "reset", NULL);
    bd_system_add(inside, "Constant", "c", "Value", "1", NULL);
    bd_system_add(inside, "Terminator", "end", NULL);
    in_model_add(inside, "s", "sfun_switched", "", 1, 1);
    bd_test_wire_in(model, inside, "c", "s");
    bd_test_wire_in(model, inside, "s", "end");
    /* on at 1 and 2 */
    bd_test_add(model, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(model, "Fcn", "on", "Expr", "(u > 0.5) && (u < 2.5)");
    bd_test_wire(model, "t", "on");
    bd_end source = {bd_system_find(model->diagram->root, "on"), BD_PORT_OUTPUT, 0};
    bd_end destination = {node, BD_PORT_ENABLE, 0};
    CU_ASSERT_EQUAL(
        bd_system_connect_ends(model->diagram->root, source, destination, &model->error), BD_OK);
    in_model_forget();
    bd_test_run(model);
    bd_test_model_free(model);
    /* conditions are set at the start, and again (by "reset") when it is enabled, before mdlEnable
     */
    CU_ASSERT_STRING_EQUAL(in_model_trace,
                           "conditions first=1 at 0\nconditions first=0 at 1\nenable 1\n"
                           "outputs 1\noutputs 2\ndisable 3\n");
}

/* a structure of the workspace's bus object goes through the S-function, element by element */
static void test_bus_objects_are_structures(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_error error = {0};
    static const char objects[] =
        "e(1) = Simulink.BusElement; e(1).Name = 'signal1'; e(1).DataType = 'double';\n"
        "e(2) = Simulink.BusElement; e(2).Name = 'signal2'; e(2).Dimensions = 2;\n"
        "e(2).DataType = 'int32'; COUNTERBUS = Simulink.Bus; COUNTERBUS.Elements = e;\n";
    CU_ASSERT_EQUAL(bd_workspace_run(model->base, objects, "objects", NULL, &error), BD_OK);
    bd_test_add(model, "Constant", "a", "Value", "1.5");
    bd_test_add(model, "Constant", "b", "Value", "int32([10;20])");
    bd_test_add(model, "Constant", "add", "Value", "int32(3)");
    bd_test_add(model, "BusCreator", "bus", "Inputs", "2", "OutDataTypeStr", "Bus: COUNTERBUS");
    bd_test_add(model, "BusSelector", "out", "OutputSignals", "signal1,signal2");
    in_model_add_root(model, "s", "style_bus", "", 2, 1);
    bd_test_wire(model, "a", "bus/1");
    bd_test_wire(model, "b", "bus/2");
    bd_test_wire(model, "bus", "s/1");
    bd_test_wire(model, "add", "s/2");
    bd_test_wire(model, "s", "out");
    bd_test_tap(model, "out/1", "x");
    bd_test_tap(model, "out/2", "y");
    bd_test_run(model);
    CU_ASSERT_EQUAL(bd_test_last(model, "x", 0), 3.0);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), 13.0);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 1), 17.0);
    bd_test_model_free(model);
}

/* the S-function compares what it is told with what the model and its parameters say */
static void test_the_host_keeps_what_it_is_asked_for(void) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
    bd_error error = {0};
    static const char objects[] =
        "e(1) = Simulink.BusElement; e(1).Name = 'x'; e(2) = Simulink.BusElement;\n"
        "e(2).Name = 'y'; e(2).Dimensions = [2 3]; e(2).DataType = 'int16';\n"
        "e(3) = Simulink.BusElement; e(3).Name = 'z'; POINT = Simulink.Bus; POINT.Elements = e;\n";
    CU_ASSERT_EQUAL(bd_workspace_run(model->base, objects, "objects", NULL, &error), BD_OK);
    bd_test_add(model, "Constant", "a", "Value", "[1 2 3]");
    bd_test_add(model, "Constant", "b", "Value", "[1 2]");
    in_model_add_root(model, "s", "sfun_answers", "true, int8([1 2 3]), single(2.5), [1+2i 3-4i]",
                      2, 1);
    bd_test_wire(model, "a", "s/1");
    bd_test_wire(model, "b", "s/2");
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 3), 13.0);
    bd_test_model_free(model);
}

/* the outputs are as wide as the wider input, whichever comes first; without the option sizes that
 * differ are refused */
static void test_a_scalar_may_stand_beside_a_vector(void) {
    static const char *const inputs[][2] = {{"2", "[1 2 3]"}, {"[1 2 3]", "2"}, {"2", "[1;2;3]"}};
    for (size_t i = 0; i < 6; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        bd_test_add(model, "Constant", "a", "Value", inputs[i % 3][0]);
        bd_test_add(model, "Constant", "b", "Value", inputs[i % 3][1]);
        in_model_add_root(model, "s", "sfun_expand", i < 3 ? "1" : "0", 2, 1);
        bd_test_wire(model, "a", "s/1");
        bd_test_wire(model, "b", "s/2");
        bd_test_tap(model, "s", "y");
        if (i < 3) {
            bd_test_run(model);
            for (int k = 0; k < 3; k++)
                CU_ASSERT_EQUAL(bd_test_last(model, "y", k), 3.0 + k);
        } else {
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        }
        bd_test_model_free(model);
    }
}

/* inputs of a declared width may come from scalars, but from nothing else */
static void test_a_scalar_may_stand_for_a_declared_width(void) {
    static const struct {
        const char *a, *b;
        double y[3];
        bool good;
    } cases[] = {
        {"2", "[1 2 3]", {3, 4, 5}, true}, {"[1 2 3]", "2", {3, 4, 5}, true},
        {"2", "5", {7, 7, 7}, true},       {"[4 5 6]", "[1 2 3]", {5, 7, 9}, true},
        {"[1 2]", "1", {0}, false},        {"1", "[1 2 3 4]", {0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        bd_test_add(model, "Constant", "a", "Value", cases[i].a);
        bd_test_add(model, "Constant", "b", "Value", cases[i].b);
        in_model_add_root(model, "s", "sfun_expand", "3", 2, 1);
        bd_test_wire(model, "a", "s/1");
        bd_test_wire(model, "b", "s/2");
        bd_test_tap(model, "s", "y");
        if (cases[i].good)
            bd_test_run(model);
        else
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        for (int k = 0; k < 3 && cases[i].good; k++)
            CU_ASSERT_EQUAL(bd_test_last(model, "y", k), cases[i].y[k]);
        bd_test_model_free(model);
    }
}

/* an input that is declared to be a scalar is one, whatever the other may be */
static void test_a_declared_scalar_stays_one(void) {
    static const struct {
        const char *a, *b;
        bool good;
    } cases[] = {{"2", "5", true}, {"[1 2 3]", "5", false}, {"2", "[1 2]", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        bd_test_add(model, "Constant", "a", "Value", cases[i].a);
        bd_test_add(model, "Constant", "b", "Value", cases[i].b);
        in_model_add_root(model, "s", "sfun_expand", "-1", 2, 1);
        bd_test_wire(model, "a", "s/1");
        bd_test_wire(model, "b", "s/2");
        bd_test_tap(model, "s", "y");
        if (cases[i].good) {
            bd_test_run(model);
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), 7.0);
        } else {
            CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        }
        bd_test_model_free(model);
    }
}

static void test_which_ports_have_a_line(void) {
    for (int lines = 0; lines < 4; lines++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        bd_test_add(model, "Constant", "a", "Value", "2");
        in_model_add_root(model, "s", "sfun_expand", "-2", 2, 1);
        if (lines & 1)
            bd_test_wire(model, "a", "s/1");
        if (lines & 2)
            bd_test_wire(model, "a", "s/2");
        bd_test_tap(model, "s", "y");
        bd_test_run(model);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 0),
                        (lines & 1 ? 1.0 : 0.0) + (lines & 2 ? 10.0 : 0.0) + 100.0);
        bd_test_model_free(model);
    }
}

/* a ring of blocks that leave everything open: the S-function's own defaults, else one real double
 */
static void test_what_nobody_knows_is_a_real_scalar(void) {
    static const struct {
        const char *name, *parameters;
        int width;
    } cases[] = {
        {"sfun_complex", "", 1}, /* has a method for the default of complexity */
        {"sfun_types", "", 2},   /* the same for types; two elements are declared */
        {"sfun_expand", "0", 1}, {"sfun_expand", "1", 1}, {"sfun_expand", "3", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        const bool two = i > 0;
        int number;
        in_model_add_root(model, "s", cases[i].name, cases[i].parameters, two ? 2 : 1,
                          i == 1 ? 2 : 1);
        bd_test_add(model, "UnitDelay", "d", "SampleTime", "1");
        bd_test_add(model, "Constant", "eight", "Value", "uint8(9)", "OutDataTypeStr", "uint8");
        bd_test_wire(model, "s/1", "d");
        bd_test_wire(model, "d", "s/1");
        if (two)
            bd_test_wire(model, i == 1 ? "eight" : "d", "s/2");
        bd_test_tap(model, "s/1", "y");
        bd_test_run(model);
        const bd_record *y = bd_test_record(model, "y", &number);
        CU_ASSERT_EQUAL(y->shape.type, BD_DOUBLE);
        CU_ASSERT_EQUAL(y->shape.complexity, 0);
        CU_ASSERT_EQUAL(y->width, cases[i].width);
        bd_test_model_free(model);
    }
}

/* two in a ring of which nobody outside knows anything: the one whose output does not hang on its
 * input goes first, wherever it stands. Then, of one that declares its input, that width holds */
static void test_own_defaults_come_from_the_one_that_goes_first(void) {
    static const struct {
        const char *first, *second;
        int from_a, from_b; /* widths */
    } cases[] = {{"2, 0, 0", "5, 1, 0", 2, 2},
                 {"5, 1, 0", "2, 0, 0", 2, 2},
                 {"2, 0, 3", "5, 1, 0", 2, 3},
                 {"5, 1, 0", "2, 0, 3", 3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        static const char *const taps[] = {"y", "z"};
        in_model_add_root(model, "a", "sfun_default", cases[i].first, 1, 1);
        in_model_add_root(model, "b", "sfun_default", cases[i].second, 1, 1);
        bd_test_wire(model, "a", "b");
        bd_test_wire(model, "b", "a");
        bd_test_tap(model, "a", taps[0]);
        bd_test_tap(model, "b", taps[1]);
        bd_test_run(model);
        for (int k = 0; k < 2; k++) {
            int number;
            const bd_record *record = bd_test_record(model, taps[k], &number);
            CU_ASSERT_EQUAL(record->shape.type, BD_SINGLE);
            CU_ASSERT_EQUAL(record->shape.complexity, 1);
            CU_ASSERT_EQUAL(bd_shape_width(&record->shape), k ? cases[i].from_b : cases[i].from_a);
        }
        bd_test_model_free(model);
    }
}

/* whether an output follows an input at once may be said until the sizes are known */
static void test_feedthrough_may_be_taken_back(void) {
    for (int back = 0; back < 2; back++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        in_model_add_root(model, "a", "sfun_default", "2, 1, 0", 1, 1);
        in_model_add_root(model, "b", "sfun_default", back ? "2, -1, 0" : "2, 1, 0", 1, 1);
        bd_test_wire(model, "a", "b");
        bd_test_wire(model, "b", "a");
        CU_ASSERT_EQUAL(bd_test_try(model), back ? BD_OK : BD_ALGEBRAIC_LOOP);
        bd_test_model_free(model);
    }
}

/* blocks of one rate are in one task, whose number both have */
static void test_rates_have_numbers_of_tasks(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.1, 1.0);
    in_model_add_root(model, "two", "sfun_rates", "", 0, 1);
    in_model_add_root(model, "a", "sfun_default", "1, 1, 0", 1, 1);
    in_model_add_root(model, "b", "sfun_default", "1, 0, 0", 1, 1);
    bd_test_wire(model, "a", "b");
    bd_test_wire(model, "b", "a");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    const SimStruct *two = simstruct_of(model, "m/two"), *a = simstruct_of(model, "m/a"),
                    *b = simstruct_of(model, "m/b");
    CU_ASSERT_FATAL(two && a && b);
    CU_ASSERT_EQUAL(a->rates_.task_[0], b->rates_.task_[0]);
    CU_ASSERT_NOT_EQUAL(two->rates_.task_[0], two->rates_.task_[1]);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_NOT_EQUAL(two->rates_.task_[i], a->rates_.task_[0]);
    bd_test_model_free(model);
}

/* with the option mdlTerminate is called although another block keeps the run from beginning */
static void test_terminate_without_a_start(void) {
    static const char *const parameters[] = {"0,0,0", "0,0,1"};
    for (int wanted = 0; wanted < 2; wanted++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
        bd_test_add(model, "Constant", "c", "Value", "1");
        in_model_add_root(model, "s", "sfun_order", parameters[wanted], 1, 1);
        in_model_add_root(model, "t", "sfun_order", "5,0,0", 1, 1);
        bd_test_wire(model, "c", "s");
        bd_test_wire(model, "s", "t");
        in_model_forget();
        CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        MR_ASSERT_CONTAINS(model->error.text, "m/t: S-function 'sfun_order' in mdlSetWorkWidths");
        bd_test_model_free(model);
        CU_ASSERT_EQUAL(strstr(in_model_trace, "\nterminate\n") != NULL, wanted == 1);
    }
}

/* the S-function knows the rate and the step that were chosen, and the model's name and its own
 * path */
static void test_the_run_is_told_about(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.0, 2.0);
    bd_test_add(model, "DigitalClock", "t", "SampleTime", "[0.25 0.05]");
    in_model_add_root(model, "s", "sfun_complex", "", 1, 1); /* inherits its rate */
    bd_test_wire(model, "t", "s");
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    const SimStruct *S = NULL;
    for (int i = 0; i < 10 && !S; i++)
        S = bd_run_block_symbol(model->run, i, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(S);
    MR_ASSERT_CLOSE(S->time_.fixed_step_, 0.05, 1e-15);
    CU_ASSERT_EQUAL(S->rates_.period_[0], 0.25);
    CU_ASSERT_EQUAL(S->rates_.offset_[0], 0.05);
    CU_ASSERT_EQUAL(S->ports_[0].port_[0].sample_time_, 0.25);
    CU_ASSERT_EQUAL(S->ports_[1].port_[0].offset_time_, 0.05);
    CU_ASSERT_FALSE(S->time_.variable_step_);
    CU_ASSERT_EQUAL(S->time_.final_, 2.0);
    CU_ASSERT_STRING_EQUAL(S->path_, "m/s");
    CU_ASSERT_STRING_EQUAL(S->model_name_, "m");
    bd_test_model_free(model);
}

/* what fails below a call tells its own story: it is not the S-function's failure */
static void test_a_called_subsystem_that_fails(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 2.0);
    in_model_add_root(model, "s", "sfun_calls", "", 0, 2);
    bd_test_add(model, "Demux", "d", "Outputs", "3");
    bd_test_wire(model, "s/1", "d");
    add_counter(model, "every");
    bd_system *inside = bd_node_open(bd_system_find(model->diagram->root, "every"));
    bd_system_add(inside, "Fcn", "fewer", "Expr", "u < 3", NULL);
    bd_system_add(inside, "Assertion", "never", NULL);
    bd_test_wire_in(model, inside, "sum", "fewer");
    bd_test_wire_in(model, inside, "fewer", "never");
    connect_call(model, "d", 0, "every");
    CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "m/every/never");
    MR_ASSERT_CONTAINS(model->error.text, "(t = 1)");
    CU_ASSERT_PTR_NULL(strstr(model->error.text, "a called system failed"));
    bd_test_model_free(model);
}

static void test_a_function_that_the_model_has_not(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    in_model_add_root(model, "s", "sfun_caller", "1", 0, 1);
    CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
    MR_ASSERT_CONTAINS(model->error.text, "m/s");
    MR_ASSERT_CONTAINS(model->error.text, "there is no Simulink function 'twice'");
    bd_test_model_free(model);
}

/* a structure whose type an S-function registered: size and zero are known, nothing else */
static void test_registered_types_go_from_block_to_block(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    in_model_add_root(model, "open", "style_handle", "1, 'DEVICE'", 0, 1);
    in_model_add_root(model, "use", "style_handle", "2, 'DEVICE'", 1, 1);
    bd_test_wire(model, "open", "use");
    bd_test_tap(model, "use", "y");
    bd_test_run(model);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), -0.5);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 1), 7.0 * 5.0 + 100.0);
    bd_test_model_free(model);
    static const struct {
        const char *type, *use, *text;
    } cases[] = {
        {"S-Function", "2, 'OTHER'",
         "input 1 needs OTHER [2] but output 1 of m/open is DEVICE [2]"},
        {"Gain", NULL, "m/use"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
        in_model_add_root(model, "open", "style_handle", "1, 'DEVICE'", 0, 1);
        if (cases[i].use)
            in_model_add_root(model, "use", "style_handle", cases[i].use, 1, 1);
        else
            bd_test_add(model, cases[i].type, "use", "Gain", "2");
        bd_test_wire(model, "open", "use");
        CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        MR_ASSERT_CONTAINS(model->error.text, cases[i].text);
        bd_test_model_free(model);
    }
}

/* nobody knows what is inside: any number may be */
static void test_structures_are_aligned_for_any_number(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    in_model_add_root(model, "open", "style_handle", "1, 'DEVICE'", 0, 1);
    in_model_add_root(model, "use", "style_handle", "2, 'DEVICE'", 1, 1);
    bd_test_wire(model, "open", "use");
    bd_test_tap(model, "use", "y");
    bd_test_run(model);
    static const char *const paths[] = {"m/open", "m/use"};
    for (int k = 0; k < 2; k++) {
        const SimStruct *S = simstruct_of(model, paths[k]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(S);
        const bd_sfunction *f = bd_sfunction_of(S);
        CU_ASSERT_EQUAL_FATAL(f->type_count, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(f->types[0].opaque);
        CU_ASSERT_EQUAL(f->types[0].opaque->alignment, 8);
        CU_ASSERT_EQUAL(f->types[0].opaque->size, 24); /* a short, a double and five letters */
        CU_ASSERT_STRING_EQUAL(f->types[0].opaque->name, "DEVICE");
        CU_ASSERT_EQUAL((uintptr_t)S->ports_[1 - k].port_[0].signal_ % 8, 0);
    }
    bd_test_model_free(model);
}

/* the model is stopped with the commands that people type */
static void test_commands_can_stop_the_model(void) {
    static const char *const ways[] = {"1", "2"};
    for (size_t i = 0; i < 2; i++) {
        bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 5.0);
        in_model_add_root(model, "s", "style_stop", ways[i], 0, 1);
        bd_test_tap(model, "s", "y");
        bd_test_run(model);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), 2.0);
        bd_test_model_free(model);
    }
}

static void test_nan_is_reported_with_the_path(void) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_wrong", "17", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_run(model);
    CU_ASSERT_EQUAL_FATAL(model->log.count, 1);
    MR_ASSERT_CONTAINS(model->log.lines[0], "m/s");
    MR_ASSERT_CONTAINS(model->log.lines[0], "wrote NaN to output port 1");
    bd_test_model_free(model);
}

/* waits of 0.25 s before t = 1 and of 0.5 s from then on: hits at 0, 0.25, 0.5, 0.75, 1, 1.5, 2 */
static void test_habits_of_public_sfunctions(void) {
    static const char *const lists[] = {"3, 4", "3 4", "3 [4]", "(2+1) 2*2"};
    for (size_t i = 0; i < 4; i++) {
        bd_test_model *model = bd_test_model_create("VariableStepDiscrete", 0.0, 2.0);
        bd_test_add(model, "Step", "wait", "Time", "1", "Before", "0.25", "After", "0.5",
                    "SampleTime", "0");
        bd_test_add(model, "Constant", "c");
        bd_test_add(model, "Mux", "m", "Inputs", "2");
        in_model_add_root(model, "s", "style_habits", lists[i], 1, 1);
        bd_test_wire(model, "c", "m/1");
        bd_test_wire(model, "wait", "m/2");
        bd_test_wire(model, "m", "s");
        bd_test_tap(model, "s", "y");
        bd_test_run(model);
        static const double hits[] = {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0};
        for (size_t row = 0; row < bd_test_rows(model, "y"); row++) {
            double t = bd_test_time(model, "y", row), last = 0.0;
            for (size_t k = 0; k < 7; k++)
                last = hits[k] <= t + 1e-12 ? hits[k] : last;
            MR_ASSERT_CLOSE(bd_test_value(model, "y", row, 0), last, 1e-12);
        }
        MR_ASSERT_CLOSE(bd_test_last(model, "y", 1), 43.0, 0.0);
        CU_ASSERT_FATAL(model->log.count > 0);
        MR_ASSERT_CONTAINS(model->log.lines[0], "m/s: the signal of an output port that does not");
        bd_test_model_free(model);
    }
}

/* the same in processes of their own: results, stops, resets of the solver, next hits and errors
 * come back from there */
static void test_isolated_sfunctions_do_the_same(void) {
    bd_sfunction_isolate("a symbol that none of them has");
    test_level_1();
    test_sizes_and_types_come_from_the_neighbours();
    test_states_of_an_sfunction_are_integrated_by_the_solver();
    test_rates_of_block_and_ports();
    test_variable_rate_sets_the_steps();
    test_function_calls_run_their_subsystems();
    test_two_blocks_of_one_sfunction_do_not_meet();
    test_commands_can_stop_the_model();
    test_nan_is_reported_with_the_path();
    test_the_host_keeps_what_it_is_asked_for();
    bd_test_model *model = bd_test_model_create("ode45", 0.0, 1.2);
    in_model_add_root(model, "s", "sfun_bounce", "", 0, 1);
    bd_test_tap(model, "s", "y");
    bd_test_run(model);
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 1), 3.0, 0.0);
    /* after the third impact at 2.5 T it flies up with an eighth of the speed g T, T = sqrt(2/g) */
    const double fall = sqrt(2.0 / 9.81), since = 1.2 - 2.5 * fall;
    MR_ASSERT_CLOSE(bd_test_last(model, "y", 0),
                    0.125 * 9.81 * fall * since - 0.5 * 9.81 * since * since, 1e-3);
    bd_test_model_free(model);
    bd_sfunction_isolate(NULL);
}

/* from the process come errors with their block and time, and every warning, line by line */
static void test_isolated_sfunctions_tell_errors_and_warnings(void) {
    bd_sfunction_isolate("a symbol that none of them has");
    static const char *const cases[][2] = {
        {"7,1,0", "in mdlStart: told by mexErrMsgTxt"},
        {"8,2,0", "in mdlInitializeConditions: told by mexErrMsgIdAndTxt"},
        {"9,0,0", "in mdlOutputs: told by an error status (t = 0)"},
        {"10,1,0", "in mdlUpdate: told by mexErrMsgTxt (t = 0)"},
        {"16,0,0", "in mdlTerminate: told by an error status"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
        bd_test_add(model, "Constant", "c", "Value", "1");
        in_model_add_root(model, "s", "sfun_order", cases[i][0], 1, 1);
        bd_test_wire(model, "c", "s");
        CU_ASSERT_NOT_EQUAL(bd_test_try(model), BD_OK);
        MR_ASSERT_CONTAINS(model->error.text, "m/s: S-function 'sfun_order' ");
        MR_ASSERT_CONTAINS(model->error.text, cases[i][1]);
        bd_test_model_free(model);
    }
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_wrong", "25", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_run(model);
    CU_ASSERT_EQUAL_FATAL(model->log.count, 2);
    CU_ASSERT_STRING_EQUAL(model->log.lines[0], "m/s: the first of two warnings");
    CU_ASSERT_STRING_EQUAL(model->log.lines[1], "m/s: the second");
    bd_test_model_free(model);
    /* 51 of 150 letters are more than one call can tell, but each call tells one */
    model = bd_test_model_create("FixedStepDiscrete", 1.0, 50.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_wrong", "26", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_run(model);
    CU_ASSERT_EQUAL_FATAL(model->log.count, 51);
    MR_ASSERT_CONTAINS(model->log.lines[50], "0 at 50");
    bd_test_model_free(model);
    bd_sfunction_isolate(NULL);
}

/* what cannot cross to the process is said */
static void test_isolated_sfunctions_cannot_be_tuned_nor_saved(void) {
    bd_sfunction_isolate("a symbol that none of them has");
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 1.0);
    bd_workspace_set_scalar(model->base, "k", 3.0, NULL);
    in_model_add_root(model, "s", "sfun_runtime", "[1 2], k, 4", 0, 1);
    in_model_add_root(model, "p", "sfun_simstate", "", 0, 1);
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
    bd_workspace_set_scalar(model->base, "k", 5.0, NULL);
    CU_ASSERT_EQUAL(bd_run_retune(model->run, model->base, &model->error), BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(model->error.text, "m/s: parameters of an isolated S-function cannot");
    const size_t size = bd_run_state_size(model->run);
    void *state = malloc(size);
    CU_ASSERT_EQUAL(bd_run_save(model->run, state, size, &model->error), BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(model->error.text, "m/p: S-function 'sfun_simstate' runs isolated");
    free(state);
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    bd_test_model_free(model);
    bd_sfunction_isolate(NULL);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_order_of_calls_in_a_model),
        MR_TEST(test_a_second_run_begins_as_the_first),
        MR_TEST(test_the_only_block_of_a_model_is_projected),
        MR_TEST(test_level_1),
        MR_TEST(test_functions_of_the_model_are_called),
        MR_TEST(test_errors_name_the_block_the_method_and_the_time),
        MR_TEST(test_parameters_between_blanks_are_counted_as_written),
        MR_TEST(test_texts_between_blanks_keep_theirs),
        MR_TEST(test_ports_do_not_change_their_mind),
        MR_TEST(test_missing_sfunction_is_one_sentence),
        MR_TEST(test_port_count_of_the_file_must_fit),
        MR_TEST(test_sizes_and_types_come_from_the_neighbours),
        MR_TEST(test_states_of_an_sfunction_are_integrated_by_the_solver),
        MR_TEST(test_zero_crossings_of_an_sfunction_are_located),
        MR_TEST(test_rates_of_block_and_ports),
        MR_TEST(test_rates_that_ports_declare),
        MR_TEST(test_variable_rate_sets_the_steps),
        MR_TEST(test_hits_that_lead_nowhere_end_the_run),
        MR_TEST(test_function_calls_run_their_subsystems),
        MR_TEST(test_systems_are_enabled_and_disabled),
        MR_TEST(test_code_beside_the_model),
        MR_TEST(test_two_runs_of_one_model),
        MR_TEST(test_calls_are_no_numbers),
        MR_TEST(test_two_blocks_of_one_sfunction_do_not_meet),
        MR_TEST(test_parameters_are_tuned_between_steps),
        MR_TEST(test_state_is_saved_and_restored_with_the_simulation),
        MR_TEST(test_offers_go_to_their_own_port),
        MR_TEST(test_memory_of_every_kind_is_its_own),
        MR_TEST(test_impossible_sizes_of_memory_are_named),
        MR_TEST(test_enable_and_disable_in_an_enabled_subsystem),
        MR_TEST(test_bus_objects_are_structures),
        MR_TEST(test_the_host_keeps_what_it_is_asked_for),
        MR_TEST(test_a_scalar_may_stand_beside_a_vector),
        MR_TEST(test_a_scalar_may_stand_for_a_declared_width),
        MR_TEST(test_a_declared_scalar_stays_one),
        MR_TEST(test_which_ports_have_a_line),
        MR_TEST(test_what_nobody_knows_is_a_real_scalar),
        MR_TEST(test_own_defaults_come_from_the_one_that_goes_first),
        MR_TEST(test_feedthrough_may_be_taken_back),
        MR_TEST(test_rates_have_numbers_of_tasks),
        MR_TEST(test_terminate_without_a_start),
        MR_TEST(test_the_run_is_told_about),
        MR_TEST(test_a_called_subsystem_that_fails),
        MR_TEST(test_a_function_that_the_model_has_not),
        MR_TEST(test_registered_types_go_from_block_to_block),
        MR_TEST(test_structures_are_aligned_for_any_number),
        MR_TEST(test_commands_can_stop_the_model),
        MR_TEST(test_nan_is_reported_with_the_path),
        MR_TEST(test_habits_of_public_sfunctions),
        MR_TEST(test_isolated_sfunctions_do_the_same),
        MR_TEST(test_isolated_sfunctions_tell_errors_and_warnings),
        MR_TEST(test_isolated_sfunctions_cannot_be_tuned_nor_saved),
    };
    in_model_begin();
    return mr_test_main("conformance_models", tests, sizeof tests / sizeof *tests, argc, argv);
}
