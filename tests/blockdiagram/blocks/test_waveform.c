/* Waveform Generator: every wave against its closed form, the notation, what is refused */
#include "bd_test.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static bd_test_model *run_wave(const char *signals, const char *setup) {
    return bd_test_run_source("FixedStepDiscrete", 0.01, 10.0, "WaveformGenerator",
                              TEXTS("Signals", signals, "SampleTime", "0.01"), setup);
}

/* limits that a scope of Simulink has, with an eighth of the range on either side, in two models of
 * github.com/ClaudiaYasar/Instrumentation-Circuit-Simulations, after 10 s at 0.01 s */
static void check_range(bd_test_model *m, double low, double high, double tolerance) {
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k <= 1000; k++) {
        const double y = bd_test_value(m, "y", k, 0);
        least = fmin(least, y);
        most = fmax(most, y);
    }
    MR_ASSERT_CLOSE(least - (most - least) / 8.0, low, tolerance);
    MR_ASSERT_CLOSE(most + (most - least) / 8.0, high, tolerance);
    bd_test_model_free(m);
}

static void test_sawtooth_as_simulink_showed_it(void) {
    check_range(run_wave("sawtooth('Amplitude',1,'Frequency',10,'Phase',0.5)", NULL), -1.24658,
                1.24743, 5e-6);
    check_range(run_wave("sin(sawtooth('Amplitude',1,'Frequency',2,'Phase',0.5),2,0.5)", NULL),
                -0.07240012332297098, 0.65163340615195464, 1e-13);
}

static void test_waves_at_samples(void) {
    bd_test_model *m = run_wave("sin('Phase',pi/6,'Amplitude',2,'Frequency',w.a)", "w.a = 3;");
    for (size_t k = 0; k <= 1000; k += 50)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", k, 0), 2.0 * sin(0.03 * (double)k + pi / 6.0), 1e-12);
    bd_test_model_free(m);
    m = run_wave("pulse(4,2,5)", NULL);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 199, 0), 0.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 200, 0), 4.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 699, 0), 4.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 700, 0), 0.0, 0.0);
    bd_test_model_free(m);
    /* a period of one second, 30 % of it high */
    m = run_wave("square(3,2*pi,0,30)", NULL);
    for (size_t k = 0; k <= 1000; k++)
        CU_ASSERT_EQUAL(bd_test_value(m, "y", k, 0), k % 100 < 30 ? 3.0 : -3.0);
    bd_test_model_free(m);
}

/* jumps within the steps of ode45: the integral is exact */
static void test_jumps_are_met(void) {
    MR_ASSERT_CLOSE(bd_test_integral(1.0, "WaveformGenerator",
                                     TEXTS("Signals", "step(1/3,2,5)", "SampleTime", "0"), NULL),
                    4.0, 1e-13);
    MR_ASSERT_CLOSE(bd_test_integral(2.0, "WaveformGenerator",
                                     TEXTS("Signals", "pulse(7,1/3,1/7)", "SampleTime", "0"), NULL),
                    1.0, 1e-13);
    MR_ASSERT_CLOSE(bd_test_integral(2.0, "WaveformGenerator",
                                     TEXTS("Signals", "pulse(7,1,inf)", "SampleTime", "0"), NULL),
                    7.0, 1e-13);
    /* 3.5 periods of 2/7: each gives (2 D - 1) 2/7, the half one begins high; D = 0.8 */
    MR_ASSERT_CLOSE(bd_test_integral(1.0, "WaveformGenerator",
                                     TEXTS("Signals", "square(1,7*pi,0,80)", "SampleTime", "0"),
                                     NULL),
                    3.0 * 0.6 * 2.0 / 7.0 + 1.0 / 7.0, 1e-13);
    /* over a whole period from 0: 0 to 1, then -1 to 0; a quarter more adds 1/2 * 1/2 * 1/4 */
    MR_ASSERT_CLOSE(bd_test_integral(1.25, "WaveformGenerator",
                                     TEXTS("Signals", "sawtooth(1,2*pi,0)", "SampleTime", "0"),
                                     NULL),
                    1.0 / 16.0, 1e-13);
}

static void test_operators_and_selection(void) {
    bd_test_model *m =
        bd_test_run_source("ode4", 0.5, 1.0, "WaveformGenerator",
                           TEXTS("Signals", "7#-abs(-(2 + 3)*4) - - 1.5e-1/b + step(0,0,1)*2#8",
                                 "SelectedSignal", "2", "SampleTime", "0"),
                           "b = 3;");
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 1.0, 0), -20.0 + 0.05 + 2.0, 1e-14);
    bd_test_model_free(m);
}

static void test_gaussian_is_the_documented_stream(void) {
    bd_test_model *m = run_wave("gaussian('Mean',3,'Variance',4,'Seed',7)", NULL);
    bd_test_model *r = bd_test_run_source(
        "FixedStepDiscrete", 0.01, 10.0, "RandomNumber",
        TEXTS("Mean", "3", "Variance", "4", "Seed", "7", "SampleTime", "0.01"), NULL);
    for (size_t k = 0; k <= 1000; k++)
        CU_ASSERT_EQUAL(bd_test_value(m, "y", k, 0), bd_test_value(r, "y", k, 0));
    bd_test_model_free(m);
    bd_test_model_free(r);
}

static void test_wrong_definitions_are_told(void) {
    static const char *const cases[][2] = {
        {"triangle(1,2,3)", "there is no such wave at 'triangle(1,2,3)'"},
        {"sin(1,2)", "arguments without names must be complete"},
        {"sin(1,2,3,4)", "there are too many arguments"},
        {"sin('Amplitude',1,2)", "a name is missing"},
        {"sin('Height',1)", "this wave has no argument of that name"},
        {"sin('Amplitude',1,'Amplitude',2)", "an argument is given twice"},
        {"sin(1,2,3", "a bracket is not closed"},
        {"2 3", "an operator is missing"},
        {"", "a number or a wave is missing"},
        {"nobody + 1", "nobody"},
        {"gaussian(0,1,sin(1,1,1))", "the Seed of gaussian"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_FAILURE("WaveformGenerator", TEXTS("Signals", cases[i][0]), NO_TEXTS, cases[i][1]);
    CHECK_FAILURE("WaveformGenerator", TEXTS("Signals", "1#2", "SelectedSignal", "3"), NO_TEXTS,
                  "SelectedSignal 3 is not among");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_sawtooth_as_simulink_showed_it),
        MR_TEST(test_waves_at_samples),
        MR_TEST(test_jumps_are_met),
        MR_TEST(test_operators_and_selection),
        MR_TEST(test_gaussian_is_the_documented_stream),
        MR_TEST(test_wrong_definitions_are_told),
    };
    return mr_test_main("blocks_waveform", tests, sizeof tests / sizeof tests[0], argc, argv);
}
