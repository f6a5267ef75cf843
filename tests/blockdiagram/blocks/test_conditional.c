/* subsystems that run only sometimes, and the blocks that decide it */
#include "bd_test.h"

#include <stdio.h>
#include <string.h>

static bd_system *add_subsystem(bd_test_model *m, const char *name) {
    bd_node *node = bd_system_add(m->diagram->root, "SubSystem", name, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    bd_system *inside = bd_node_open(node);
    CU_ASSERT_PTR_NOT_NULL_FATAL(inside);
    return inside;
}

#define PUT(system, type, ...)                                                                     \
    CU_ASSERT_PTR_NOT_NULL_FATAL(bd_system_add(system, type, __VA_ARGS__, NULL))

/* output (from 1) of a block to a control port of a subsystem */
static void control(bd_test_model *m, const char *from, int output, const char *to,
                    bd_port_kind kind) {
    bd_end source = {bd_system_find(m->diagram->root, from), BD_PORT_OUTPUT, output - 1};
    bd_end destination = {bd_system_find(m->diagram->root, to), kind, 0};
    bd_status status = bd_system_connect_ends(m->diagram->root, source, destination, &m->error);
    if (status != BD_OK)
        printf("%s\n", m->error.text);
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
}

/* counts its executions from 0: the state is the next number */
static void put_counter(bd_test_model *m, bd_system *inside) {
    PUT(inside, "UnitDelay", "x", "SampleTime", "-1");
    PUT(inside, "Bias", "next", "Bias", "1");
    bd_test_wire_in(m, inside, "x", "next");
    bd_test_wire_in(m, inside, "next", "x");
}

/* a clock of 1 s that goes to 9, and a table of what it means */
static bd_test_model *clock_model(const char *table) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 9.0);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(m, "Lookup", "u", "InputValues", "0:9", "Table", table);
    bd_test_wire(m, "t", "u");
    return m;
}

static void check_rows(const bd_test_model *m, const char *name, const double *expected) {
    for (size_t i = 0; i < 10; i++)
        MR_ASSERT_CLOSE(bd_test_value(m, name, i, 0), expected[i], 0.0);
}

static void run_enabled(const char *states, const char *outputs, const char *initial,
                        const double *expected) {
    bd_test_model *m = clock_model("[0 0 1 1 1 0 -1 1 1 0]");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "EnablePort", "enable", "StatesWhenEnabling", states);
    put_counter(m, inside);
    PUT(inside, "Outport", "out", "OutputWhenDisabled", outputs, "InitialOutput", initial);
    bd_test_wire_in(m, inside, "x", "out");
    control(m, "u", 1, "sub", BD_PORT_ENABLE);
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    check_rows(m, "y", expected);
    bd_test_model_free(m);
}

static void test_enabled_subsystem_holds_or_resets(void) {
    run_enabled("held", "held", "[]", (double[]){0, 0, 0, 1, 2, 2, 2, 3, 4, 4});
    run_enabled("reset", "held", "[]", (double[]){0, 0, 0, 1, 2, 2, 2, 0, 1, 1});
    run_enabled("held", "reset", "-7", (double[]){-7, -7, 0, 1, 2, -7, -7, 3, 4, -7});
    run_enabled("reset", "reset", "5", (double[]){5, 5, 0, 1, 2, 5, 5, 0, 1, 5});
}

static void test_enable_port_shows_its_signal(void) {
    bd_test_model *m = clock_model("[0 0 3 4 5 0 0 6 7 0]");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "EnablePort", "enable", "ShowOutputPort", "on");
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "enable", "out");
    control(m, "u", 1, "sub", BD_PORT_ENABLE);
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    check_rows(m, "y", (double[]){0, 0, 3, 4, 5, 5, 5, 6, 7, 7});
    bd_test_model_free(m);
}

/* a sample-and-hold of the clock, and the direction of the edge */
static void run_triggered(const char *kind, const char *signal, const double *expected,
                          const double *directions) {
    bd_test_model *m = clock_model(signal);
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "TriggerPort", "trigger", "TriggerType", kind, "ShowOutputPort", "on");
    PUT(inside, "Inport", "in");
    PUT(inside, "Outport", "out");
    PUT(inside, "Outport", "edge", "Port", "2");
    bd_test_wire_in(m, inside, "in", "out");
    bd_test_wire_in(m, inside, "trigger", "edge");
    bd_test_wire(m, "t", "sub");
    control(m, "u", 1, "sub", BD_PORT_TRIGGER);
    bd_test_tap(m, "sub/1", "y");
    bd_test_tap(m, "sub/2", "d");
    bd_test_run(m);
    check_rows(m, "y", expected);
    check_rows(m, "d", directions);
    bd_test_model_free(m);
}

/* -, 0, + in consecutive steps triggers once, at 0; 0, + triggers at + */
static void test_triggered_subsystem_sees_edges(void) {
    const char *signal = "[-1 0 1 1 -1 1 0 0 2 -1]";
    run_triggered("rising", signal, (double[]){0, 1, 1, 1, 1, 5, 5, 5, 8, 8},
                  (double[]){0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    run_triggered("falling", signal, (double[]){0, 0, 0, 0, 4, 4, 6, 6, 6, 9},
                  (double[]){0, 0, 0, 0, -1, -1, -1, -1, -1, -1});
    run_triggered("either", signal, (double[]){0, 1, 1, 1, 4, 5, 6, 6, 8, 9},
                  (double[]){0, 1, 1, 1, -1, 1, -1, -1, 1, -1});
}

/* action subsystems that pass on a constant, merged */
static void put_action(bd_test_model *m, const char *name, const char *value, const char *choice,
                       int branch) {
    bd_system *inside = add_subsystem(m, name);
    PUT(inside, "ActionPort", "action");
    PUT(inside, "Constant", "c", "Value", value);
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "c", "out");
    control(m, choice, branch, name, BD_PORT_IF_ACTION);
    char input[20];
    snprintf(input, sizeof input, "merge/%d", branch);
    bd_test_wire(m, name, input);
}

/* inputs of two and three elements at places of their own: those that did not run stay */
static void test_merge_of_unequal_widths(void) {
    bd_test_model *m = clock_model("[1 1 2 1 1 1 1 1 1 2]");
    bd_test_add(m, "If", "if", "IfExpression", "u1 == 1");
    bd_test_wire(m, "u", "if");
    bd_test_add(m, "Merge", "merge", "AllowUnequalInputPortWidths", "on", "InputPortOffsets",
                "[3 0]", "InitialOutput", "-1");
    put_action(m, "first", "[1 2]", "if", 1);
    put_action(m, "second", "[6 7 8]", "if", 2);
    bd_test_tap(m, "merge", "y");
    bd_test_run(m);
    static const double after[2][5] = {{-1, -1, -1, 1, 2}, {6, 7, 8, 1, 2}};
    for (int row = 0; row < 10; row++)
        for (int i = 0; i < 5; i++)
            MR_ASSERT_CLOSE(bd_test_value(m, "y", (size_t)row, i), after[row >= 2][i], 0.0);
    bd_test_model_free(m);
}

/* all inputs have the type of the output, whichever of them is the odd one */
static void test_merge_refuses_different_types(void) {
    for (int odd = 0; odd < 2; odd++) {
        bd_test_model *m = clock_model("[1 1 2 1 1 1 1 1 1 2]");
        bd_test_add(m, "If", "if", "IfExpression", "u1 == 1");
        bd_test_wire(m, "u", "if");
        bd_test_add(m, "Merge", "merge", "AllowUnequalInputPortWidths", "on");
        put_action(m, "first", odd ? "[1 2]" : "int8([1 2])", "if", 1);
        put_action(m, "second", odd ? "int8([6 7 8])" : "[6 7 8]", "if", 2);
        bd_test_tap(m, "merge", "y");
        CU_ASSERT_NOT_EQUAL(bd_test_compile(m), BD_OK);
        MR_ASSERT_CONTAINS(m->error.text, "int8");
        bd_test_model_free(m);
    }
}

/* at the same place the one that ran last is seen, whichever port it has */
static void test_merge_without_offsets_shows_the_last(void) {
    for (int wide = 0; wide < 2; wide++) {
        bd_test_model *m = clock_model("[1 2 1 2 2 1 1 1 1 2]");
        bd_test_add(m, "If", "if", "IfExpression", "u1 == 1");
        bd_test_wire(m, "u", "if");
        bd_test_add(m, "Merge", "merge", "AllowUnequalInputPortWidths", "on");
        put_action(m, "first", wide ? "[1 2 3]" : "[1 2]", "if", 1);
        put_action(m, "second", wide ? "[6 7]" : "[6 7 8]", "if", 2);
        bd_test_tap(m, "merge", "y");
        bd_test_run(m);
        check_rows(m, "y", (double[]){1, 6, 1, 6, 6, 1, 1, 1, 1, 6});
        for (size_t row = 0; row < 10; row++)
            MR_ASSERT_CLOSE(bd_test_value(m, "y", row, 2), wide ? 3.0 : row > 0 ? 8.0 : 0.0, 0.0);
        bd_test_model_free(m);
    }
}

static void test_if_runs_one_branch(void) {
    bd_test_model *m = clock_model("[0 1 2 3 4 5 6 7 8 9]");
    bd_test_add(m, "If", "if", "NumInputs", "2", "IfExpression", "u1 < 3", "ElseIfExpressions",
                "u1 == 5, (u1 >= 7) & (u2 ~= 8)");
    bd_test_wire(m, "u", "if/1");
    bd_test_wire(m, "t", "if/2");
    bd_test_add(m, "Merge", "merge", "Inputs", "4");
    put_action(m, "a", "10", "if", 1);
    put_action(m, "b", "20", "if", 2);
    put_action(m, "c", "30", "if", 3);
    put_action(m, "d", "40", "if", 4);
    bd_test_tap(m, "merge", "y");
    bd_test_run(m);
    check_rows(m, "y", (double[]){10, 10, 10, 40, 40, 20, 40, 30, 40, 30});
    bd_test_model_free(m);
}

/* no branch for the rest: Merge keeps what came last, and InitialOutput before anything came */
static void test_switch_case_and_merge_keep_values(void) {
    bd_test_model *m = clock_model("[0 1.9 2 3 4 -1 2 0 1 9]");
    bd_test_add(m, "SwitchCase", "case", "CaseConditions", "{1, [2, 3]}", "ShowDefaultCase", "off");
    bd_test_wire(m, "u", "case");
    bd_test_add(m, "Merge", "merge", "InitialOutput", "-5");
    put_action(m, "a", "10", "case", 1);
    put_action(m, "b", "20", "case", 2);
    bd_test_tap(m, "merge", "y");
    bd_test_run(m);
    check_rows(m, "y", (double[]){-5, 10, 20, 20, 20, 20, 20, 20, 10, 10});
    bd_test_model_free(m);
}

static void test_choices_refuse_nonsense(void) {
    CHECK_FAILURE("If", TEXTS("IfExpression", "u1 >"), TEXTS("1"), "IfExpression");
    CHECK_FAILURE("If", TEXTS("IfExpression", "u2 > 0"), TEXTS("1"), "no input 2");
    CHECK_FAILURE("SwitchCase", TEXTS("CaseConditions", "{}"), TEXTS("[1 2]"), "input 1");
    CHECK_FAILURE("SwitchCase", TEXTS("CaseConditions", "{'a', {}}"), TEXTS("1"), "CaseConditions");
}

/* x' = 1 while t > 1/3, else x' = -1: the switching time is located */
static void test_if_is_a_zero_crossing(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 1.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "If", "if", "IfExpression", "u1 > 1/3");
    bd_test_wire(m, "t", "if");
    bd_test_add(m, "Merge", "merge");
    put_action(m, "a", "1", "if", 1);
    put_action(m, "b", "-1", "if", 2);
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "merge", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 1.0 / 3.0, 1e-9);
    bd_test_model_free(m);
}

/* an integrator of 1 that runs only while (t - 1)(2 - t) > 0 */
static void test_continuous_states_rest_while_disabled(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 3.0);
    bd_diagram_set(m->diagram, "MaxStep", "0.3");
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "Fcn", "e", "Expr", "(u - 1)*(2 - u)");
    bd_test_wire(m, "t", "e");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "EnablePort", "enable");
    PUT(inside, "Constant", "one");
    PUT(inside, "Integrator", "i");
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "one", "i");
    bd_test_wire_in(m, inside, "i", "out");
    control(m, "e", 1, "sub", BD_PORT_ENABLE);
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 1.0, 1e-9);
    bd_test_model_free(m);
}

/* 1 + 2 + 3 + 4 + 5 at each step, from zero again or on and on */
static void run_for(const char *reset, const double *expected) {
    bd_test_model *m = clock_model("0:9");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "ForIterator", "for", "IterationLimit", "5", "ResetStates", reset,
        "IterationVariableDataType", "double");
    PUT(inside, "UnitDelay", "x", "SampleTime", "-1");
    PUT(inside, "Sum", "sum", "Inputs", "++");
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "for", "sum/1");
    bd_test_wire_in(m, inside, "x", "sum/2");
    bd_test_wire_in(m, inside, "sum", "x");
    bd_test_wire_in(m, inside, "sum", "out");
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    check_rows(m, "y", expected);
    bd_test_model_free(m);
}

static void test_for_iterator_sums(void) {
    run_for("reset", (double[]){15, 15, 15, 15, 15, 15, 15, 15, 15, 15});
    run_for("held", (double[]){15, 30, 45, 60, 75, 90, 105, 120, 135, 150});
}

/* the smallest n with n^2 >= u: do n = n + 1 while n^2 < u */
static void test_while_iterator_ends_by_its_condition(void) {
    bd_test_model *m = clock_model("[50 49 1 0 2 100 101 16 17 3000]");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "WhileIterator", "while", "WhileBlockType", "do-while", "MaxIters", "20",
        "ResetStates", "reset");
    PUT(inside, "Inport", "u");
    put_counter(m, inside);
    PUT(inside, "Mux", "mux", "Inputs", "2");
    PUT(inside, "Fcn", "go", "Expr", "u(1)*u(1) < u(2)");
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "next", "mux/1");
    bd_test_wire_in(m, inside, "u", "mux/2");
    bd_test_wire_in(m, inside, "mux", "go");
    bd_test_wire_in(m, inside, "go", "while");
    bd_test_wire_in(m, inside, "next", "out");
    bd_test_wire(m, "u", "sub");
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    check_rows(m, "y", (double[]){8, 7, 1, 1, 2, 10, 11, 4, 5, 20}); /* 20: at most so often */
    bd_test_model_free(m);
}

/* three calls every second step */
static void test_function_call_generator_calls(void) {
    bd_test_model *m = clock_model("0:9");
    bd_test_add(m, "Function-Call Generator", "caller", "sample_time", "2", "numberOfIterations",
                "3");
    bd_system *inside = add_subsystem(m, "sub");
    PUT(inside, "TriggerPort", "call", "TriggerType", "function-call");
    put_counter(m, inside);
    PUT(inside, "Outport", "out");
    bd_test_wire_in(m, inside, "next", "out");
    control(m, "caller", 1, "sub", BD_PORT_TRIGGER);
    bd_test_tap(m, "sub", "y");
    bd_test_run(m);
    check_rows(m, "y", (double[]){3, 3, 6, 6, 9, 9, 12, 12, 15, 15});
    bd_test_model_free(m);
}

/* "reader" is called before "writer", whose output it reads through the latch: at first the initial
 * output, then what was written at the call before */
static void test_feedback_latch_shows_the_call_before(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 4.0);
    bd_test_add(m, "Function-Call Generator", "caller", "sample_time", "1", "numberOfIterations",
                "[1 1]");
    bd_test_add(m, "Demux", "split", "Outputs", "2");
    bd_system *reader = add_subsystem(m, "reader");
    PUT(reader, "TriggerPort", "trigger", "TriggerType", "function-call");
    PUT(reader, "Inport", "in");
    PUT(reader, "Bias", "plus", "Bias", "1");
    PUT(reader, "Outport", "out");
    bd_test_wire_in(m, reader, "in", "plus");
    bd_test_wire_in(m, reader, "plus", "out");
    bd_system *writer = add_subsystem(m, "writer");
    PUT(writer, "TriggerPort", "trigger", "TriggerType", "function-call");
    PUT(writer, "Inport", "in");
    PUT(writer, "Gain", "twice", "Gain", "2");
    PUT(writer, "Outport", "out", "InitialOutput", "7");
    bd_test_wire_in(m, writer, "in", "twice");
    bd_test_wire_in(m, writer, "twice", "out");
    bd_test_add(m, "FunctionCallFeedbackLatch", "latch");
    bd_test_wire(m, "caller", "split");
    control(m, "split", 1, "reader", BD_PORT_TRIGGER);
    control(m, "split", 2, "writer", BD_PORT_TRIGGER);
    bd_test_wire(m, "reader", "writer");
    bd_test_wire(m, "writer", "latch");
    bd_test_wire(m, "latch", "reader");
    bd_test_tap(m, "reader", "y");
    bd_test_run(m);
    double written = 7.0;
    for (size_t i = 0; i < 5; i++) {
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), written + 1.0, 0.0);
        written = 2.0 * (written + 1.0);
    }
    bd_test_model_free(m);
}

/* nobody sends a reset event to a model that runs alone: told, and the rest runs */
static void test_a_reset_function_is_told_never_to_run(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_system *inside = add_subsystem(m, "function");
    PUT(inside, "EventListener", "event", "EventType", "Reset");
    PUT(inside, "Constant", "zero", "Value", "0");
    PUT(inside, "Assertion", "never");
    bd_test_wire_in(m, inside, "zero", "never");
    bd_test_add(m, "Constant", "c", "Value", "1");
    bd_test_tap(m, "c", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 1.0, 0.0);
    CU_ASSERT_PTR_NOT_NULL(
        m->log.count ? strstr(m->log.lines[0], "m/function: nobody sends its event") : NULL);
    bd_test_model_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_enabled_subsystem_holds_or_resets),
    MR_TEST(test_enable_port_shows_its_signal),
    MR_TEST(test_triggered_subsystem_sees_edges),
    MR_TEST(test_merge_of_unequal_widths),
    MR_TEST(test_merge_refuses_different_types),
    MR_TEST(test_merge_without_offsets_shows_the_last),
    MR_TEST(test_if_runs_one_branch),
    MR_TEST(test_switch_case_and_merge_keep_values),
    MR_TEST(test_choices_refuse_nonsense),
    MR_TEST(test_if_is_a_zero_crossing),
    MR_TEST(test_continuous_states_rest_while_disabled),
    MR_TEST(test_for_iterator_sums),
    MR_TEST(test_while_iterator_ends_by_its_condition),
    MR_TEST(test_function_call_generator_calls),
    MR_TEST(test_feedback_latch_shows_the_call_before),
    MR_TEST(test_a_reset_function_is_told_never_to_run),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_conditional", tests, sizeof tests / sizeof *tests, argc, argv);
}
