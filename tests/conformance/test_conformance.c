/* S-functions alone: order of calls, propagation, memory, rates, events, parameters, state, errors.
 * Expected lines follow the documented behaviour; numbers are closed forms. */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "capture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <string.h>

#define FOLDER MR_BINARY_DIR "/conformance/"

static const char *run(const char *name) {
    return capture_run("gcc", name);
}

static void assert_report(const char *name, const char *lines) {
    capture_assert(name, lines);
}

#define COMPILED "sizes\ncheck parameters\nsample times\nset input port width 0 1\nwork widths\n"
#define STARTED  COMPILED "setup resources\nstart\nconditions first=1\n"
#define STEP_FROM_0_TO_HALF                                                                        \
    "outputs minor 0\nderivatives 0\noutputs minor 0.25\nderivatives 0.25\n"                       \
    "outputs minor 0.25\nderivatives 0.25\noutputs minor 0.5\nderivatives 0.5\n"

static void test_methods_are_called_in_the_documented_order(void) {
    assert_report("order fixed step",
                  STARTED "outputs major 0\nupdate 0\n" STEP_FROM_0_TO_HALF
                          "projection\noutputs major 0.5\nupdate 0.5\nterminate\n"
                          "cleanup resources\nok\n");
}

static void test_zero_crossings_are_looked_at_at_both_ends_of_a_step(void) {
    assert_report("order variable step",
                  STARTED "enable\noutputs major 0\nupdate 0\n"
                          "outputs minor 0\nzero crossings 0\n" STEP_FROM_0_TO_HALF
                          "outputs minor 0.5\nzero crossings 0.5\n"
                          "projection\noutputs major 0.5\nupdate 0.5\ndisable\nterminate\n"
                          "cleanup resources\nok\n");
}

static void test_changed_parameters_are_checked_then_processed_before_the_step(void) {
    MR_ASSERT_CONTAINS(run("order retuned"), "projection\ncheck parameters\nprocess parameters at "
                                             "0.5\noutputs major 0.5\nupdate 0.5\nterminate\n");
}

static void test_second_run_starts_again_without_compiling(void) {
    assert_report("order twice",
                  STARTED "outputs major 0\nupdate 0\nterminate\n"
                          "start\nconditions first=1\noutputs major 0\nupdate 0\nterminate\n"
                          "cleanup resources\nok\n");
}

static void test_error_in_any_method_ends_the_run_with_its_text(void) {
    static const struct {
        const char *name, *method;
        bool terminates;
    } methods[] = {
        {"sizes", "mdlInitializeSizes", false},
        {"sample times", "mdlInitializeSampleTimes", false},
        {"check parameters", "mdlCheckParameters", false},
        {"work widths", "mdlSetWorkWidths", false},
        {"setup resources", "mdlSetupRuntimeResources", false},
        {"start", "mdlStart", false},
        {"conditions", "mdlInitializeConditions", true},
        {"outputs", "mdlOutputs", true},
        {"update", "mdlUpdate", true},
        {"derivatives", "mdlDerivatives", true},
        {"zero crossings", "mdlZeroCrossings", true},
        {"projection", "mdlProjection", true},
        {"enable", "mdlEnable", true},
        {"disable", "mdlDisable", true},
        {"terminate", "mdlTerminate", true},
        {"port width", "mdlSetInputPortWidth", false},
    };
    static const char *const ways[] = {"told by an error status", "told by mexErrMsgTxt",
                                       "told by mexErrMsgIdAndTxt in ",
                                       "told by a local error status"};
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        for (int way = 0; way < 4; way++) {
            char scenario_name[100], error[200];
            snprintf(scenario_name, sizeof scenario_name, "error in %s %d", methods[m].name, way);
            snprintf(error, sizeof error, "error: S-function 'sfun_order' in %s: %s",
                     methods[m].method, ways[way]);
            const char *text = run(scenario_name);
            MR_ASSERT_CONTAINS(text, error);
            CU_ASSERT_EQUAL(strstr(text, "\nterminate\n") != NULL, methods[m].terminates);
        }
}

static void test_nothing_runs_after_an_error_but_terminate(void) {
    MR_ASSERT_CONTAINS(run("error in update 1"), "outputs major 0\nupdate 0\nterminate\n"
                                                 "cleanup resources\nerror: ");
    MR_ASSERT_CONTAINS(run("error in process parameters"),
                       "process parameters at 0.5\nterminate\n");
}

static void test_terminate_on_exit_is_called_even_when_start_failed(void) {
    MR_ASSERT_CONTAINS(run("terminate on exit"), "start\nterminate\ncleanup resources\nerror: ");
    CU_ASSERT_PTR_NULL(strstr(run("error in start 0"), "terminate\n"));
}

static void test_ports_have_the_declared_sizes_and_memory(void) {
    assert_report("ports", "t=0 y1: 210\nt=0 y2: 200 210 220 230\nt=0 y3: 300 410\n"
                           "t=0.5 y1: 211\nt=0.5 y2: 200.5 210.5 220.5 230.5\n"
                           "t=0.5 y3: 300.5 410.5\nok\n");
}

static void test_dynamic_widths_follow_the_signal(void) {
    assert_report("widths", "t=0 y1: 100 110 120 100 110 120\nok\n");
    assert_report("widths of a column", "t=0 y1: 100 110 100 110\nok\n");
    MR_ASSERT_CONTAINS(run("widths refused"), "mdlSetInputPortWidth: at most 50 elements");
    MR_ASSERT_CONTAINS(run("widths of a matrix"), "takes only vectors at input port 1");
    assert_report("transpose", "t=0 y1: 100 120 140 110 130 150\nok\n");
}

static void test_all_data_types_pass_through(void) {
    static const char *const types[] = {"double", "single", "uint8", "int16",
                                        "uint16", "int32",  "uint32"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char name[50];
        snprintf(name, sizeof name, "type %s", types[i]);
        assert_report(name, "t=0 y1: 100 110\nt=0 y2: 200\nok\n");
    }
    assert_report("type boolean", "t=0 y1: 1 1\nt=0 y2: 200\nok\n");
    MR_ASSERT_CONTAINS(run("type int8"), "mdlSetInputPortDataType: int8 is not accepted here");
}

static void test_complex_signals_are_pairs(void) {
    assert_report("complex", "t=0 y1: 100 100 110 110\nt=0.5 y1: 100.5 100.5 110.5 110.5\nok\n");
    assert_report("real", "t=0 y1: 100\nt=0.5 y1: 100.5\nok\n");
}

static void test_work_memory_is_zero_at_each_start_and_kept_in_between(void) {
    static const char one[] = "t=0 y1: 7 3 0 0\nt=0.5 y1: 8 3 0.25 -3\nt=1 y1: 9 3 0.5 -6\n";
    char both[300];
    snprintf(both, sizeof both, "%s%sok\n", one, one);
    assert_report("work", both);
    assert_report("work saved", "restored\nt=2 y1: 9 3 0.5 -6\nrestored\nt=2 y1: 9 3 0.5 -6\nok\n");
}

static void test_states_integrate_and_a_stop_request_ends_the_run(void) {
    const char *text = run("states");
    const char *last = strstr(text, "t=0.75 y1: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(last);
    double x = 0.0, v = 0.0, count = 0.0;
    CU_ASSERT_EQUAL(sscanf(last, "t=0.75 y1: %lf %lf %lf", &x, &v, &count), 3);
    /* three classical Runge-Kutta steps of 0.25: error about 0.75 * 0.25^4 / 120 */
    MR_ASSERT_CLOSE(x, cos(0.75), 2.5e-5);
    MR_ASSERT_CLOSE(v, -sin(0.75), 2.5e-5);
    MR_ASSERT_CLOSE(count, 13.0, 0.0);
    CU_ASSERT_PTR_NULL(strstr(text, "t=1 "));
}

static void test_impacts_are_located(void) {
    double fall = sqrt(2.0 / 9.81); /* flights last 1, 1, 1/2 … of it */
    char expected[300];
    snprintf(expected, sizeof expected,
             "impact %.6f\nsolver reset at %.6f\nimpact %.6f\nsolver reset at %.6f\n"
             "impact %.6f\nsolver reset at %.6f\nok\n",
             fall, fall, 2.0 * fall, 2.0 * fall, 2.5 * fall, 2.5 * fall);
    assert_report("bounce", expected);
}

static void test_rates_hit_at_multiples_of_their_period(void) {
    const char *text = run("rates");
    MR_ASSERT_CONTAINS(text, "t=0 y1: 1 0 0\n");   /* 0.1 only */
    MR_ASSERT_CONTAINS(text, "t=0.2 y1: 3 1 1\n"); /* the offset of the slow one */
    MR_ASSERT_CONTAINS(text, "t=0.5 y1: 6 1 1\n");
    MR_ASSERT_CONTAINS(text, "t=1 y1: 11 3 3\nok\n");
}

static void test_ports_run_at_their_own_rates(void) {
    const char *text = run("rates of ports");
    MR_ASSERT_CONTAINS(text, "== rates of ports\ninput port 0 runs at 0.1, 0\n");
    MR_ASSERT_CONTAINS(text, "t=0.6 y1: 7004\nt=0.6 y2: 3\nok\n");
}

static void test_variable_rate_runs_at_the_times_it_asked_for(void) {
    assert_report("variable rate", "t=0 y1: 0.1\nt=0.1 y1: 0.3\nt=0.3 y1: 0.6\nt=0.6 y1: 1\n"
                                   "t=1 y1: 1.5\nt=1.5 y1: 2.1\nok\n");
    MR_ASSERT_CONTAINS(run("variable rate into the past"), "is not later than the present time");
}

static void test_function_calls_reach_their_systems(void) {
    assert_report("calls", "enable system 0\ncall 0\ncall 2\ncall 0\ncall 1\ncall 2\ncall 0\n"
                           "call 2\ndisable system 0\nok\n");
}

static void test_parameters_of_all_classes_are_seen(void) {
    assert_report("arrays", "t=0 y1: 4\nok\n");
}

static void test_run_time_parameters_follow_the_dialog(void) {
    assert_report("run-time parameters", "t=0 y1: 4 5 4\nprocess parameters at 0.5\n"
                                         "t=0.5 y1: 40 50 4\nt=1 y1: 40 50 4\nok\n");
    assert_report("transformed parameters", "t=0 y1: 6 2\nt=0.5 y1: 20 4\nok\n");
    MR_ASSERT_CONTAINS(run("run-time parameters refused"), "the offset must not be negative");
    MR_ASSERT_CONTAINS(run("run-time parameters fixed"), "parameter 3 of S-function "
                                                         "'sfun_runtime' cannot be changed");
}

static void test_own_state_is_saved_and_restored(void) {
    MR_ASSERT_CONTAINS(run("own state"), "t=2 y1: 4\nrestored\nt=2 y1: 2\nok\n");
    MR_ASSERT_CONTAINS(run("own operating point"), "t=2 y1: 4\nrestored\nt=2 y1: 2\nok\n");
    MR_ASSERT_CONTAINS(run("state of unknown kind"), "does not say how its state is saved");
}

static void test_every_setting_is_accepted(void) {
    assert_report("settings", "ok\n");
    assert_report("conversions", "t=0 y1: 200\nok\n");
}

static void test_functions_of_the_model_are_refused(void) {
    MR_ASSERT_CONTAINS(run("caller offers"),
                       "in mdlInitializeSizes: offers Simulink function 'y = twice(u)'");
    MR_ASSERT_CONTAINS(run("caller calls"), "there is no Simulink function 'twice'");
}

static void test_warnings_reach_the_owner(void) {
    driver_setup setup = {
        .file = FOLDER "gcc/sfun_settings.so", .parameters = "1", .step = 1.0, .warnings = true};
    bd_error error = {0};
    CU_ASSERT_EQUAL(driver_run(&setup, capture_line, NULL, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(capture_take(),
                           "warning: a warning by ssWarning\nwarning: a warning number 2\n");
    setup.file = FOLDER "gcc/sfun_wrong.so";
    setup.parameters = "17";
    setup.stop = 2.0;
    setup.inputs[0].period = 1.0;
    CU_ASSERT_EQUAL(driver_run(&setup, capture_line, NULL, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(capture_take(),
                           "warning: S-function 'sfun_wrong' wrote NaN to output port 1 (t = 0)\n");
}

static void test_memory_of_a_run_ends_with_it(void) {
    MR_ASSERT_CONTAINS(run("memory"), "t=1 y1: 6.5\nt=0 y1: 6.5\n");
}

static void test_functions_of_numbers_are_called_by_name(void) {
    assert_report("interpreter", "printed by mexPrintf\nt=0 y1: 14 2\nok\n");
}

static void test_methods_can_be_chosen_by_the_instance(void) {
    assert_report("methods", "started by a chosen method\nt=0 y1: 200\nt=0.5 y1: 201\n"
                             "t=1 y1: 202\nended after 3 updates\nok\n");
}

static void test_cpp_exceptions_become_errors(void) {
    MR_ASSERT_CONTAINS(run("c++"), "t=1 y1: 100.5\nok\n");
    MR_ASSERT_CONTAINS(run("c++ thrown in start"), "in mdlStart: a window of at most 100");
    MR_ASSERT_CONTAINS(run("c++ thrown in outputs"), "in mdlOutputs: thrown in outputs");
    MR_ASSERT_CONTAINS(run("c++ thrown number"), "a C++ exception of unknown type");
    MR_ASSERT_CONTAINS(run("c++ mex error"), "told by mexErrMsgTxt from C++");
}

static void test_other_files_are_refused(void) {
    MR_ASSERT_CONTAINS(run("no s-function"), "no_sfunction.so is no S-function for this program");
    MR_ASSERT_CONTAINS(run("old s-function"), "build it again");
    MR_ASSERT_CONTAINS(run("too few parameters"), "expects 3 parameters, the block has 1");
}

static void test_slips_are_sentences(void) {
    static const char *const sentences[] = {
        "ok\n",
        "expects 2 parameters, the block has 1",
        "-3 is not a possible number of input ports",
        "gives input port 1 a width of 0",
        "output port 5 does not exist (there are 1, counted from 0)",
        "-7 is not a possible number of sample times",
        "has continuous states but no mdlDerivatives",
        "asks for -5 IWork elements",
        "DWork vector 0 has width 1 and data type 99",
        "the sample time [-5, 0], which has no meaning",
        "has a variable sample time but no mdlGetTimeOfNextVarHit",
        "the sample time [0.5, 0.7], which has no meaning",
        "the sample time [1, nan], which has no meaning",
        "integer work vector element 1000 does not exist",
        "pointer work vector element 0 does not exist",
        "parameter 7 does not exist",
        "not declared with ssSetCallSystemOutput",
        "ok\n",
        "1000001 is not a possible number of input ports",
        "1000001 is not a possible number of sample times",
        "-4 is not a possible number of DWork vectors",
        "1000001 is not a possible number of DWork vectors",
        "-4 is not a possible number of parameters",
        "1000001 is not a possible number of parameters",
        "65536 is not a possible number of elements of a port",
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        char name[20];
        snprintf(name, sizeof name, "wrong %zu", i);
        MR_ASSERT_CONTAINS(run(name), sentences[i]);
    }
}

static void test_gcc_and_clang_give_the_same_results(void) {
    char *first = strdup(capture_run("gcc", NULL));
    const char *second = capture_run("clang", NULL);
    CU_ASSERT_TRUE(strlen(first) > 10000);
    CU_ASSERT_STRING_EQUAL(first, second);
    free(first);
}

static void test_missing_files_are_told_with_advice(void) {
    char path[1000];
    bool beside = false;
    bd_error error = {0};
    CU_ASSERT_EQUAL(
        bd_sfunction_find("sfun_order", FOLDER "gcc", path, sizeof path, &beside, &error), BD_OK);
    MR_ASSERT_CONTAINS(path, "gcc/sfun_order.so");
    /* whoever writes a model names no file of the machine that would be run */
    static const char *const elsewhere[] = {FOLDER "gcc/sfun_order", FOLDER "gcc/sfun_order.so",
                                            "./sfun_order", "../gcc/sfun_order"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        CU_ASSERT_NOT_EQUAL(
            bd_sfunction_find(elsewhere[i], FOLDER "gcc", path, sizeof path, &beside, &error),
            BD_OK);
        MR_ASSERT_CONTAINS(error.text, "a name without folders is wanted");
    }
    CU_ASSERT_NOT_EQUAL(bd_sfunction_find("nowhere_at_all", "", path, sizeof path, &beside, &error),
                        BD_OK);
    MR_ASSERT_CONTAINS(error.text, "'nowhere_at_all' was not found");
    CU_ASSERT_NOT_EQUAL(bd_sfunction_find("sfun_order", MR_SOURCE_DIR "/tests/conformance/sfun",
                                          path, sizeof path, &beside, &error),
                        BD_OK);
    MR_ASSERT_CONTAINS(error.text, "only as C source: build it first");
    if (access(FOLDER "octave/sfun_order.mex", R_OK) == 0) {
        CU_ASSERT_NOT_EQUAL(
            bd_sfunction_find("sfun_order", FOLDER "octave", path, sizeof path, &beside, &error),
            BD_OK);
        MR_ASSERT_CONTAINS(error.text, "only as a file built for Octave");
    }
    CU_ASSERT_NOT_EQUAL(bd_sfunction_find("", "", path, sizeof path, &beside, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_add_folder(FOLDER "clang", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_find("sfun_order", NULL, path, sizeof path, &beside, &error),
                    BD_OK);
    MR_ASSERT_CONTAINS(path, "clang/sfun_order.so");
    setenv("BD_SFUNCTION_PATH", "/nowhere:" FOLDER "gcc", 1);
    CU_ASSERT_EQUAL(bd_sfunction_find("sfun_order", NULL, path, sizeof path, &beside, &error),
                    BD_OK);
    MR_ASSERT_CONTAINS(path, "gcc/sfun_order.so");
}

/* a file of that name beside the model, or in the present folder, does not come before them */
static void test_installed_sfunctions_come_first(void) {
    char path[1000], before[1000];
    bool beside = true;
    bd_error error = {0};
    unsetenv("BD_SFUNCTION_PATH");
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(before, sizeof before));
    CU_ASSERT_EQUAL_FATAL(chdir(FOLDER "gcc"), 0);
    CU_ASSERT_EQUAL(bd_sfunction_find("sfun_order", NULL, path, sizeof path, &beside, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_add_folder(FOLDER "clang", &error), BD_OK);
    CU_ASSERT_EQUAL(
        bd_sfunction_find("sfun_order", FOLDER "gcc", path, sizeof path, &beside, &error), BD_OK);
    MR_ASSERT_CONTAINS(path, "clang/sfun_order.so");
    CU_ASSERT_FALSE(beside);
    /* nor by a name with a slash */
    CU_ASSERT_NOT_EQUAL(bd_sfunction_find("./sfun_order", NULL, path, sizeof path, &beside, &error),
                        BD_OK);
    CU_ASSERT_EQUAL(chdir(before), 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_methods_are_called_in_the_documented_order),
        MR_TEST(test_zero_crossings_are_looked_at_at_both_ends_of_a_step),
        MR_TEST(test_changed_parameters_are_checked_then_processed_before_the_step),
        MR_TEST(test_second_run_starts_again_without_compiling),
        MR_TEST(test_error_in_any_method_ends_the_run_with_its_text),
        MR_TEST(test_nothing_runs_after_an_error_but_terminate),
        MR_TEST(test_terminate_on_exit_is_called_even_when_start_failed),
        MR_TEST(test_ports_have_the_declared_sizes_and_memory),
        MR_TEST(test_dynamic_widths_follow_the_signal),
        MR_TEST(test_all_data_types_pass_through),
        MR_TEST(test_complex_signals_are_pairs),
        MR_TEST(test_work_memory_is_zero_at_each_start_and_kept_in_between),
        MR_TEST(test_states_integrate_and_a_stop_request_ends_the_run),
        MR_TEST(test_impacts_are_located),
        MR_TEST(test_rates_hit_at_multiples_of_their_period),
        MR_TEST(test_ports_run_at_their_own_rates),
        MR_TEST(test_variable_rate_runs_at_the_times_it_asked_for),
        MR_TEST(test_function_calls_reach_their_systems),
        MR_TEST(test_parameters_of_all_classes_are_seen),
        MR_TEST(test_run_time_parameters_follow_the_dialog),
        MR_TEST(test_own_state_is_saved_and_restored),
        MR_TEST(test_every_setting_is_accepted),
        MR_TEST(test_functions_of_the_model_are_refused),
        MR_TEST(test_warnings_reach_the_owner),
        MR_TEST(test_memory_of_a_run_ends_with_it),
        MR_TEST(test_functions_of_numbers_are_called_by_name),
        MR_TEST(test_methods_can_be_chosen_by_the_instance),
        MR_TEST(test_cpp_exceptions_become_errors),
        MR_TEST(test_other_files_are_refused),
        MR_TEST(test_slips_are_sentences),
        MR_TEST(test_gcc_and_clang_give_the_same_results),
        MR_TEST(test_missing_files_are_told_with_advice),
        MR_TEST(test_installed_sfunctions_come_first),
    };
    bd_sfunction_set_provider(bd_mx_own_provider());
    bd_mx_set_print(capture_line, NULL);
    return mr_test_main("conformance", tests, sizeof tests / sizeof *tests, argc, argv);
}
