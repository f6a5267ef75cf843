/* S-functions in the manners that people write them in: they compile unchanged (with gcc, clang
 * and, beside this suite, mkoctfile), run, and compute what they should */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "capture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *run(const char *name) {
    return capture_run("gcc", name);
}

static void test_controllers_and_filters(void) {
    /* error -100 at all times: -200, and -50 more per step of the integral */
    capture_assert("style pid", "t=0 y1: -200\nt=0.5 y1: -250\nt=1 y1: -300\nok\n");
    /* y(k) = u(k) + y(k-1) / 2 */
    capture_assert("style biquad", "t=0 y1: 100 110\nt=1 y1: 151 166\nt=2 y1: 177.5 195\nok\n");
    MR_ASSERT_CONTAINS(run("style average"), "t=0.25 y1: 100.125\nt=0.5 y1: 100.375\n");
    capture_assert("style legacy", "t=0 y1: 50\nt=0.5 y1: 75.25\nt=1 y1: 101\nok\n");
    /* a ramp of slope 1 without noise is found exactly in the end */
    const char *report = run("style kalman");
    MR_ASSERT_CLOSE(capture_value(report, "20", 1, 0), 119.5, 1e-6);
    MR_ASSERT_CLOSE(capture_value(report, "20", 1, 1), 1.0, 1e-6);
}

static void test_continuous_plants(void) {
    /* small angles: 0.1 cos(t) for g = l, up to the cube of the angle */
    const char *report = run("style pendulum");
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 0), 0.1 * cos(0.5), 3e-5);
    /* i' = (u - i - k w)/L is 100/0.5 = 200 at first, so about 200 h (1 - h) after a step */
    report = run("style motor");
    MR_ASSERT_CLOSE(capture_value(report, "0.1", 1, 0), 18.1, 0.05);
    MR_ASSERT_CLOSE(capture_value(report, "0.1", 1, 1), 0.1 / 0.02 * 200.0 * 0.01 / 2.0, 0.4);
    /* level = (t + t^2/2) / area, emptied to half its limit when it runs over */
    report = run("style tank");
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 0), 0.3125, 1e-12);
    MR_ASSERT_CLOSE(capture_value(report, "1", 1, 0), 0.2, 1e-12);
    /* the integral of 100 + t at 0.5, one sample later */
    MR_ASSERT_CLOSE(capture_value(run("style hybrid"), "1", 1, 0), 50.125, 1e-9);
}

static void test_tables_and_formulae(void) {
    capture_assert("style lookup", "t=0 y1: 10\nt=0.5 y1: 10.1\nok\n");
    capture_assert("style popup", "t=0 y1: 10\nok\n");
    double x = 10.0 * 0.05, slip = x - 0.97 * (x - atan(x));
    MR_ASSERT_CLOSE(capture_value(run("style tyre"), "0.5", 1, 0), 100.5 * sin(1.9 * atan(slip)),
                    1e-9);
}

static void test_bytes_and_integers(void) {
    capture_assert("style can pack", "t=0 y1: 232 3 88 2 0 0 0 1\nt=0 y2: 291\n"
                                     "t=0.5 y1: 237 3 90 2 0 0 0 2\nt=0.5 y2: 291\nok\n");
    /* 100 + 256 * 110 = 28260; 120 + 256 * 130 = 33400 = -32136 in 16 bits */
    capture_assert("style can unpack", "t=0 y1: 2826 -3213.6\nok\n");
    MR_ASSERT_CONTAINS(run("style machine"), "t=1 y1: 2\nt=1 y2: 0\n");
    MR_ASSERT_CONTAINS(run("style parser"), "t=2 y1: 0\nt=3 y1: 103\n");
    MR_ASSERT_CONTAINS(run("style encoder"), "t=0.5 y1: 101\nt=0.5 y2: 0.024658203125\n");
    MR_ASSERT_CONTAINS(run("style delay"), "t=2 y1: 100 110\nt=3 y1: 101 111\nok\n");
    capture_assert("style fixed", "t=0 y1: -32\nok\n");
}

static void test_matrices_and_complex_signals(void) {
    /* [100 110] * [200 220; 210 230] */
    capture_assert("style matmul", "t=0 y1: 43100 47300\nok\n");
    const char *report = run("style rotation");
    double m[9], trace = 0.0, length = 0.0;
    for (int i = 0; i < 9; i++)
        m[i] = capture_value(report, "0", 1, i);
    for (int i = 0; i < 3; i++) {
        trace += m[4 * i];
        length += m[i] * m[i];
    }
    MR_ASSERT_CLOSE(trace, 1.0 + 2.0 * cos(200.0), 1e-9);
    MR_ASSERT_CLOSE(length, 1.0, 1e-9);
    report = run("style mixer");
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 0), 100.5 * sqrt(0.5), 1e-9);
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 1), 100.5 * sqrt(0.5), 1e-9);
}

static void test_events_and_calls(void) {
    capture_assert("style hysteresis", "channel 0 on at 0.350000\nok\n");
    /* hits after u / 400: 0, 0.25, 0.5006… */
    capture_assert("style timer", "call 0\ncall 0\ncall 0\nok\n");
}

static void test_generated_shells(void) {
    capture_assert("style builder", "t=0 y1: 400 330\nt=1 y1: 403 334\nt=2 y1: 406 339\nok\n");
}

static void test_wrappers_with_memory_files_and_threads(void) {
    capture_assert("style udp", "t=0 y1: 1\nt=0.5 y1: 2\nt=1 y1: 3\n3 packets to localhost\nok\n");
    MR_ASSERT_CONTAINS(run("style fmu"), "[plant] 0: instantiated, 1 input\n");
    MR_ASSERT_CLOSE(capture_value(run("style fmu"), "0.5", 1, 0), 43.8125, 1e-12);
    capture_assert("style logger", "0;100.000000,110.000000\n0.5;100.500000,110.500000\n"
                                   "1;101.000000,111.000000\n3 lines\nok\n");
    capture_assert("style thread", "t=0 y1: 100\nt=0.5 y1: 200.5\nt=1 y1: 301.5\nok\n");
}

static void test_cpp_objects(void) {
    const char *report = run("style noise");
    /* the second run repeats the first to the bit */
    const char *first = strstr(report, "t=0 y1:"), *second = strstr(first + 1, "t=0 y1:");
    CU_ASSERT_PTR_NOT_NULL_FATAL(second);
    CU_ASSERT_EQUAL(strncmp(first, second, (size_t)(second - first)), 0);
    capture_assert("style split", "t=0 y1: 20000 23100\nok\n");
}

/* x'' = -4 x from 1: cos 2t and its derivative, under macros over every name there is */
static void test_macros_do_not_change_the_calls(void) {
    const char *report = run("style macros");
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 0), cos(1.0), 1e-8);
    MR_ASSERT_CLOSE(capture_value(report, "0.5", 1, 1), -2.0 * sin(1.0), 1e-8);
}

static void test_definitions_without_prototypes(void) {
    /* the sum of 100 + t so far, limited to 250 */
    capture_assert("style old", "t=0 y1: 0\nt=0.5 y1: 100\nt=1 y1: 200.5\nt=1.5 y1: 250\nok\n");
}

static void test_structures_and_objects_as_parameters(void) {
    /* 10 * [1 2; 3 4; 5 6] * [100; 110] */
    MR_ASSERT_CONTAINS(run("style config"), "input 2 is bc\nt=0 y1: 3200 7400 11600\nok\n");
    MR_ASSERT_CONTAINS(run("style median"), "t=1 y1: 100.5\nok\n");
    capture_assert("style card", "t=0 y1: 0.078125\nt=0 y2: 2.5390625\nok\n");
    capture_assert("style callback", "2 inputs\nt=0 y1: 10 10.4880884817\nok\n");
}

static void test_inherited_types_and_transformed_parameters(void) {
    capture_assert("style adder", "t=0 y1: 300 310\nok\n");
    capture_assert("style adder complex", "t=0 y1: 300 -300\nok\n");
    /* twice the gain, 3 and then 5, times the slope of the input per half second */
    capture_assert("style gradient", "t=0 y1: 0\nt=0.5 y1: 3\nt=1 y1: 5\nok\n");
    capture_assert("style line", "t=0 y1: -1 0\nt=1 y1: -1 0\nt=2 y1: 100 -100\n"
                                 "t=3 y1: 101 -101\nok\n");
}

static void test_rates_hits_and_calls(void) {
    /* x += (u - x) / 2 every second; its sum at every second one */
    MR_ASSERT_CONTAINS(run("style rates"), "t=3 y1: 88.75\nt=3 y2: 0\n"
                                           "t=4 y1: 95.875\nt=4 y2: 75.5\nok\n");
    /* means of two inputs, the first of one */
    MR_ASSERT_CONTAINS(run("style decimator"), "t=2 y1: 101.5\nt=3 y1: 101.5\nt=4 y1: 103.5\n");
    MR_ASSERT_CONTAINS(run("style beats"), "t=0 y1: 1 0\n");
    MR_ASSERT_CONTAINS(run("style scheduler"), "call 0\ncall 1\n");
    MR_ASSERT_CONTAINS(run("style pacer"), "start of model\nt=0 y1: 3.14159265359\n");
    const char *report = run("style circle");
    MR_ASSERT_CLOSE(capture_value(report, "1", 1, 0), cos(1.0), 1e-8);
    MR_ASSERT_CLOSE(capture_value(report, "1", 1, 1), sin(1.0), 1e-8);
}

static void test_wrong_parameters_are_told_in_the_authors_words(void) {
    static const char *const cases[][2] = {
        {"style pid wrong", "must be a structure of gains"},
        {"style text", "in mdlOutputs: input 101 is beyond the range of the sensor\n"},
        {"style text wrong", "gain -2 is not positive, in model/block"},
        {"style lookup wrong", "breakpoint 3 is not larger than the one before"},
        {"style udp wrong", "in mdlStart: Cannot open localhost:1"},
        {"style matmul wrong", "inner dimensions must agree"},
        {"style fmu saved", "forbids saving its state"},
        {"style popup wrong", "model/block knows sin, cos, exp and sqrt only"},
        {"style fixed wrong", "integers only"},
        {"style split wrong", "unknown mode 'min'"},
        {"style split number", "a word is expected"},
        {"style median wrong", "in mdlStart: model/block: no filter is called mode"},
        {"style config wrong", "Configuration has no field 'map'"},
        {"style card wrong", "range 7 of channel 2 is not supported by device 'PCI'"},
        {"style card short", "Wrong number of input arguments passed. 4 arguments are expected"},
        {"style adder wrong", "in mdlSetInputPortDataType: numbers only"},
        {"style table wrong", "cannot open table 'none.txt': no such file"},
        {"style table number", "Parameter 2 must be a string"},
        {"style line wrong", "length?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        MR_ASSERT_CONTAINS(run(cases[i][0]), cases[i][1]);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_controllers_and_filters),
        MR_TEST(test_continuous_plants),
        MR_TEST(test_tables_and_formulae),
        MR_TEST(test_bytes_and_integers),
        MR_TEST(test_matrices_and_complex_signals),
        MR_TEST(test_events_and_calls),
        MR_TEST(test_generated_shells),
        MR_TEST(test_wrappers_with_memory_files_and_threads),
        MR_TEST(test_cpp_objects),
        MR_TEST(test_macros_do_not_change_the_calls),
        MR_TEST(test_definitions_without_prototypes),
        MR_TEST(test_structures_and_objects_as_parameters),
        MR_TEST(test_inherited_types_and_transformed_parameters),
        MR_TEST(test_rates_hits_and_calls),
        MR_TEST(test_wrong_parameters_are_told_in_the_authors_words),
    };
    bd_sfunction_set_provider(bd_mx_own_provider());
    bd_mx_set_print(capture_line, NULL);
    return mr_test_main("conformance_styles", tests, sizeof tests / sizeof *tests, argc, argv);
}
