/* parameters that signals write, root ports that are buses, variables that were not set */
#include "bd_test.h"

#include <math.h>

/* t = 0, 1, 2 is the gain of 5 and the value of a constant: in the same step, and again in a second
 * run of the same model */
static void test_a_parameter_writer_sets_parameters(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
    bd_test_add(m, "Gain", "g", "Gain", "7");
    bd_test_add(m, "Constant", "c", "Value", "[1 1]");
    bd_test_add(m, "Constant", "five", "Value", "5");
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(m, "Mux", "both", "Inputs", "2");
    bd_test_add(m, "Gain", "twice", "Gain", "2");
    bd_test_add(m, "ParameterWriter", "w", "ParameterOwnerBlock", "m/g", "ParameterName", "Gain");
    bd_test_add(m, "ParameterWriter", "v", "ParameterOwnerBlock", "m/c", "ParameterName", "Value");
    bd_test_wire(m, "five", "g");
    bd_test_wire(m, "t", "w");
    bd_test_wire(m, "t", "both/1");
    bd_test_wire(m, "five", "both/2");
    bd_test_wire(m, "both", "v");
    bd_test_wire(m, "c", "twice");
    bd_test_tap(m, "g", "y");
    bd_test_tap(m, "twice", "z");
    for (int run = 0; run < 2; run++) {
        bd_test_run(m);
        for (size_t k = 0; k < 3; k++) {
            MR_ASSERT_CLOSE(bd_test_at(m, "y", (double)k, 0), 5.0 * (double)k, 0.0);
            MR_ASSERT_CLOSE(bd_test_at(m, "z", (double)k, 0), 2.0 * (double)k, 0.0);
            MR_ASSERT_CLOSE(bd_test_at(m, "z", (double)k, 1), 10.0, 0.0);
        }
    }
    bd_test_model_free(m);
}

/* a writer that needs the owner's output is a step late, and says so: 1, then y = 2 y + 0 … */
static void test_a_parameter_in_a_circle_is_a_step_late(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_test_add(m, "Constant", "two", "Value", "2", "SampleTime", "1");
    bd_test_add(m, "Gain", "g", "Gain", "1");
    bd_test_add(m, "ParameterWriter", "w", "ParameterOwnerBlock", "m/g", "ParameterName", "Gain");
    bd_test_wire(m, "two", "g");
    bd_test_wire(m, "g", "w");
    bd_test_tap(m, "g", "y");
    bd_test_run(m);
    for (size_t k = 0; k < 4; k++)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", k, 0), ldexp(2.0, (int)k), 0.0);
    CU_ASSERT_EQUAL_FATAL(m->log.count, 1);
    MR_ASSERT_CONTAINS(m->log.lines[0], "takes effect one step later");
    bd_test_model_free(m);
}

static void expect_no_writer(const char *owner, const char *parameter, const char *sentence) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_test_add(m, "Constant", "c");
    bd_test_add(m, "Sum", "s");
    bd_test_add(m, "ParameterWriter", "w", "ParameterOwnerBlock", owner, "ParameterName",
                parameter);
    bd_test_wire(m, "c", "s/1");
    bd_test_wire(m, "c", "s/2");
    bd_test_wire(m, "c", "w");
    CU_ASSERT_NOT_EQUAL(bd_test_compile(m), BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    bd_test_model_free(m);
}

static void test_parameters_that_cannot_be_written_are_told(void) {
    expect_no_writer("m/s", "Inputs", "the parameter Inputs of m/s (Sum) cannot be changed");
    expect_no_writer("m/nobody", "Value", "m/w: ParameterOwnerBlock 'm/nobody' is not found");
    expect_no_writer("m/c", "VectorParams1D", "cannot be changed in a run");
}

/* numbers come into a root port that is a bus in the order of its elements */
static void test_a_root_port_takes_a_bus_object(void) {
    static const char code[] =
        "Inner.Elements = struct('Name', {'u'}, 'DataType', {'int8'}, 'Dimensions', {2});\n"
        "B.Elements = struct('Name', {'x', 'y'}, 'DataType', {'single', 'Bus: Inner'}, "
        "'Dimensions', {1, 1});\n";
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    const double numbers[3] = {1.5, 20.0, -3.0};
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run_code(m->base, code, "base", NULL, NULL, &m->error),
                          BD_OK);
    bd_test_add(m, "Inport", "in", "OutDataTypeStr", "Bus: B");
    bd_test_add(m, "BusSelector", "s", "OutputSignals", "y.u,x");
    bd_test_add(m, "Outport", "whole", "Port", "3");
    bd_test_wire(m, "in", "s");
    bd_test_wire(m, "in", "whole");
    bd_test_tap(m, "s/1", "u");
    bd_test_tap(m, "s/2", "x");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_set_input(m->run, 0, numbers, 2, &m->error), BD_BAD_ARGUMENT);
    CU_ASSERT_EQUAL_FATAL(bd_run_set_input(m->run, 0, numbers, 3, &m->error), BD_OK);
    while (!bd_run_is_done(m->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
    MR_ASSERT_CLOSE(bd_test_last(m, "x", 0), 1.5, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "u", 0), 20.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "u", 1), -3.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "whole", 2), -3.0, 0.0);
    bd_test_model_free(m);
}

/* a parameter file was given, but its statement was skipped: that is told, and no file proposed */
static void test_a_variable_that_was_not_set_is_told_with_its_statement(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_log log = {0};
    CU_ASSERT_EQUAL_FATAL(
        bd_workspace_run_code(m->base, "K = nowhere(2);\n", "p.m", NULL, &log, &m->error), BD_OK);
    bd_test_add(m, "Constant", "c", "Value", "K");
    bd_test_add(m, "Gain", "g", "Gain", "L");
    bd_test_wire(m, "c", "g");
    CU_ASSERT_NOT_EQUAL(bd_test_compile(m), BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "'K' (m/c: Value), 'L' (m/g: Gain); 'K' was not set: p.m:1: "
                                      "there is no variable or function 'nowhere'");
    bd_log_free(&log);
    bd_test_model_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_a_parameter_writer_sets_parameters),
    MR_TEST(test_a_parameter_in_a_circle_is_a_step_late),
    MR_TEST(test_parameters_that_cannot_be_written_are_told),
    MR_TEST(test_a_root_port_takes_a_bus_object),
    MR_TEST(test_a_variable_that_was_not_set_is_told_with_its_statement),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_parameters", tests, sizeof tests / sizeof *tests, argc, argv);
}
