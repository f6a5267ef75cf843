/* limits, dead zones, rate limits, hysteresis, play, crossings, static curves */
#include "bd_test.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void test_saturation_and_dead_zone(void) {
    CHECK_BLOCK("Saturate", NO_TEXTS, TEXTS("[-1 -0.5 0.2 0.5 3]"),
                TEXTS("[-0.5 -0.5 0.2 0.5 0.5]"));
    CHECK_BLOCK("Saturate", TEXTS("UpperLimit", "[1 2]", "LowerLimit", "0"), TEXTS("5"),
                TEXTS("[1 2]"));
    CHECK_BLOCK("Saturate", TEXTS("UpperLimit", "10", "LowerLimit", "-10"), TEXTS("int8([-100 3])"),
                TEXTS("int8([-10 3])"));
    CHECK_BLOCK("Saturate", TEXTS("UpperLimit", "Inf", "LowerLimit", "0"), TEXTS("[1 -2; 3 -4]"),
                TEXTS("[1 0; 3 0]"));
    CHECK_BLOCK("Saturate", TEXTS("UpperLimitSource", "Input port", "LowerLimit", "0"),
                TEXTS("[-1 1 5]", "2"), TEXTS("[0 1 2]"));
    CHECK_BLOCK("DeadZone", NO_TEXTS, TEXTS("[-2 -0.5 0.2 0.5 3]"), TEXTS("[-1.5 0 0 0 2.5]"));
    CHECK_BLOCK("DeadZone", TEXTS("LowerValue", "1", "UpperValue", "2"), TEXTS("[0 1.5 4]"),
                TEXTS("[-1 0 2]"));
    CHECK_BLOCK("Saturation Dynamic", NO_TEXTS, TEXTS("2", "[-5 1 5]", "-1"), TEXTS("[-1 1 2]"));
    CHECK_BLOCK("Dead Zone Dynamic", NO_TEXTS, TEXTS("2", "[-5 1 5]", "-1"), TEXTS("[-4 0 3]"));
}

static void test_limits_that_contradict_are_refused(void) {
    CHECK_FAILURE("Saturate", TEXTS("UpperLimit", "0", "LowerLimit", "1"), TEXTS("1"),
                  "LowerLimit must not be above UpperLimit");
    CHECK_FAILURE("Saturate", TEXTS("UpperLimit", "[]"), TEXTS("1"), "UpperLimit");
    CHECK_FAILURE("Saturate", TEXTS("UpperLimit", "[1 2 3]"), TEXTS("[1 2]"), "UpperLimit");
    CHECK_FAILURE("DeadZone", TEXTS("UpperValue", "unknown_name"), TEXTS("1"), "unknown_name");
}

static void test_relay_remembers_and_starts_off(void) {
    const char *const p[] = {"OnSwitchValue",
                             "2",
                             "OffSwitchValue",
                             "-1",
                             "OnOutputValue",
                             "5",
                             "OffOutputValue",
                             "-5",
                             NULL};
    CHECK_SEQUENCE("Relay", p, "[0 1.9 2 0 -0.9 -1 0 3]", "[-5 -5 5 5 5 -5 -5 5]");
    CHECK_BLOCK("Relay", NO_TEXTS, TEXTS("[-1 0 1]"), TEXTS("[0 0 1]"));
    /* documented: points take the type of the input, nearest and saturated: 2.4 is 2, 2.6 is 3 */
    CHECK_BLOCK("Relay", TEXTS("OnSwitchValue", "2.4", "OffSwitchValue", "0"),
                TEXTS("int8([1 2 3])"), TEXTS("int8([0 1 1])"));
    CHECK_BLOCK("Relay", TEXTS("OnSwitchValue", "2.6", "OffSwitchValue", "0"),
                TEXTS("int8([1 2 3])"), TEXTS("int8([0 0 1])"));
    CHECK_BLOCK("Relay", TEXTS("OnSwitchValue", "200", "OffSwitchValue", "0"),
                TEXTS("int8([126 127])"), TEXTS("int8([0 1])"));
    CHECK_FAILURE("Relay", TEXTS("OnSwitchValue", "0", "OffSwitchValue", "1"), TEXTS("1"),
                  "OnSwitchValue");
}

/* half the width to each side: the output follows when pushed */
static void test_backlash_has_play(void) {
    CHECK_SEQUENCE("Backlash", TEXTS("BacklashWidth", "1"), "[0 0.5 1 2 1.5 1 0.5 0]",
                   "[0 0 0.5 1.5 1.5 1.5 1 0.5]");
    CHECK_SEQUENCE("Backlash", TEXTS("BacklashWidth", "0"), "[1 2 1]", "[1 2 1]");
    CHECK_SEQUENCE("Backlash", TEXTS("BacklashWidth", "2", "InitialOutput", "3"), "[3 4 5 1]",
                   "[3 3 4 2]");
    CHECK_FAILURE("Backlash", TEXTS("BacklashWidth", "-1"), TEXTS("1"), "BacklashWidth");
}

static void test_discrete_rate_limiter_starts_at_its_initial_value(void) {
    const char *const p[] = {
        "SampleTimeMode", "inherited", "RisingSlewLimit", "2", "FallingSlewLimit", "-1", NULL};
    CHECK_SEQUENCE("RateLimiter", p, "[5 5 5 5 0 0 4.5]", "[2 4 5 5 4 3 4.5]");
    CHECK_SEQUENCE("Rate Limiter Dynamic", NO_TEXTS, "[1 1 2 2 2; 3 3 3 0 0; -1 -1 -1 -1 -2]",
                   "[1 2 3 2 0]");
}

/* a step of 3 at t = 1 is climbed with slope 1 and lost with slope -2 */
static void test_continuous_rate_limiter_follows_its_slopes(void) {
    bd_test_model *m = bd_test_model_create("ode4", 0.125, 8.0);
    bd_test_add(m, "Step", "up", "Time", "1", "Before", "2", "After", "5", "SampleTime", "0");
    bd_test_add(m, "Step", "down", "Time", "5", "Before", "0", "After", "-5", "SampleTime", "0");
    bd_test_add(m, "Sum", "sum", "Inputs", "++");
    bd_test_add(m, "RateLimiter", "r", "RisingSlewLimit", "1", "FallingSlewLimit", "-2");
    bd_test_wire(m, "up", "sum/1");
    bd_test_wire(m, "down", "sum/2");
    bd_test_wire(m, "sum", "r");
    bd_test_tap(m, "r", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.0, 0), 2.0, 0.0); /* starts at its input */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.875, 0), 2.0, 0.0);
    /* the output at t = 1 may already have risen over the step before it */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 2.875, 0), 4.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 4.5, 0), 5.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 5.875, 0), 3.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 8.0, 0), 0.0, 1e-12);
    bd_test_model_free(m);
}

static void test_quantizer_rounds_halves_away(void) {
    CHECK_BLOCK("Quantizer", NO_TEXTS, TEXTS("[-0.3 -0.25 0.2 0.25 0.74 0.75]"),
                TEXTS("[-0.5 -0.5 0 0.5 0.5 1]"));
    CHECK_BLOCK("Quantizer", TEXTS("QuantizationInterval", "2"), TEXTS("3.1-4.9i"), TEXTS("4-4i"));
    CHECK_FAILURE("Quantizer", TEXTS("QuantizationInterval", "0"), TEXTS("1"),
                  "QuantizationInterval must be positive");
}

static void test_friction_and_wrap(void) {
    CHECK_BLOCK("Coulomb & Viscous Friction", TEXTS("offset", "2", "gain", "0.5"),
                TEXTS("[-4 0 4]"), TEXTS("[-4 0 4]"));
    CHECK_BLOCK("Coulomb & Viscous Friction", NO_TEXTS, TEXTS("2"), TEXTS("[3 5 4 2]"));
    CHECK_BLOCK("Wrap To Zero", TEXTS("Threshold", "3"), TEXTS("[2 3 4]"), TEXTS("[2 3 0]"));
}

static void test_hit_crossing_directions(void) {
    CHECK_SEQUENCE("HitCross", TEXTS("HitCrossingDirection", "either"), "[-1 1 2 -1 0 0 1]",
                   "[0 1 0 1 1 1 0]");
    CHECK_SEQUENCE("HitCross", TEXTS("HitCrossingDirection", "rising"), "[-1 1 -1 0 0 1]",
                   "[0 1 0 1 1 0]");
    CHECK_SEQUENCE("HitCross", TEXTS("HitCrossingDirection", "falling", "HitCrossingOffset", "1"),
                   "[2 0 2 1 1 0]", "[0 1 0 1 1 0]");
    /* equal at the start counts for either only */
    CHECK_SEQUENCE("HitCross", NO_TEXTS, "[0 0 1]", "[1 1 0]");
    CHECK_SEQUENCE("HitCross", TEXTS("HitCrossingDirection", "rising"), "[0 1]", "[0 0]");
}

/* the integral of sin saturated at +-1/2 over one period is 0, over half of it
 * 2 (1 - cos(pi/6)) + (2 pi/3)/2; corners lie at pi/6 and 5 pi/6 */
static void test_saturation_corners_are_located(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, pi);
    bd_diagram_set(m->diagram, "RelTol", "1e-9");
    bd_test_add(m, "Sin", "s", "SampleTime", "0");
    bd_test_add(m, "Saturate", "l");
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "s", "l");
    bd_test_wire(m, "l", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 2.0 * (1.0 - cos(pi / 6.0)) + pi / 3.0, 1e-9);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).zero_crossings, 2);
    bd_test_model_free(m);
}

/* x' = relay(-x): x falls from 1 with slope -1 until the relay switches at -0.1, and so on: a
 * triangle of period 0.4 between -0.1 and 0.1 */
static void test_relay_oscillates_with_its_hysteresis(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 3.0);
    bd_test_add(m, "Integrator", "x", "InitialCondition", "1");
    bd_test_add(m, "Relay", "r", "OnSwitchValue", "0.1", "OffSwitchValue", "-0.1", "OnOutputValue",
                "-1", "OffOutputValue", "1");
    bd_test_wire(m, "x", "r");
    bd_test_wire(m, "r", "x");
    bd_test_tap(m, "x", "y");
    bd_test_run(m);
    /* at t = 1.1 the value is -0.1; then 1.9 seconds = 4.75 periods of 0.4: three quarters up
     * from the turning point means +0.1 passed and back at 0 */
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 0.0, 1e-9);
    bd_test_model_free(m);
}

/* 3 sin t through a play of 2: output rises as 3 sin t - 1 from asin(1/3) to pi/2, rests at 2 until
 * 3 sin t = 1, then falls as 3 sin t + 1 */
static void test_backlash_contacts_are_located(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 1.5 * pi);
    bd_diagram_set(m->diagram, "MaxStep", "0.02");
    bd_test_add(m, "Sin", "s", "Amplitude", "3", "SampleTime", "0");
    bd_test_add(m, "Backlash", "b", "BacklashWidth", "2");
    bd_test_wire(m, "s", "b");
    bd_test_tap(m, "b", "y");
    bd_test_run(m);
    double peak = 0.0;
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++)
        peak = fmax(peak, bd_test_value(m, "y", i, 0));
    MR_ASSERT_CLOSE(peak, 2.0, 3e-4); /* the turning point lies between two steps */
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), -2.0, 1e-6);
    bd_test_model_free(m);
}

/* the hit crossing of a ramp at 1/3 makes a step end there */
static void test_hit_crossing_is_located(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 1.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "HitCross", "h", "HitCrossingOffset", "1/3");
    bd_test_wire(m, "t", "h");
    bd_test_tap(m, "h", "y");
    bd_test_run(m);
    int hits = 0;
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++)
        if (bd_test_value(m, "y", i, 0) != 0.0) {
            hits++;
            MR_ASSERT_CLOSE(bd_test_time(m, "y", i), 1.0 / 3.0, 1e-9);
        }
    CU_ASSERT_EQUAL(hits, 1);
    bd_test_model_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_saturation_and_dead_zone),
    MR_TEST(test_limits_that_contradict_are_refused),
    MR_TEST(test_relay_remembers_and_starts_off),
    MR_TEST(test_backlash_has_play),
    MR_TEST(test_discrete_rate_limiter_starts_at_its_initial_value),
    MR_TEST(test_continuous_rate_limiter_follows_its_slopes),
    MR_TEST(test_quantizer_rounds_halves_away),
    MR_TEST(test_friction_and_wrap),
    MR_TEST(test_hit_crossing_directions),
    MR_TEST(test_saturation_corners_are_located),
    MR_TEST(test_relay_oscillates_with_its_hysteresis),
    MR_TEST(test_backlash_contacts_are_located),
    MR_TEST(test_hit_crossing_is_located),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_nonlinear", tests, sizeof tests / sizeof *tests, argc, argv);
}
