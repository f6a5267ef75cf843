/* PID controllers, continuous and discrete, against closed forms and by hand */
#include "bd_test_response.h"

#include <math.h>

/* P = 2, I = 3, D = 0.5, N = 10 after a unit step: 2 + 3 t + 0.5 * 10 exp(-10 t) */
static double pid_step(double t) {
    return 2.0 + 3.0 * t + 5.0 * exp(-10.0 * t);
}

static double ideal_pid_step(double t) {
    return 2.0 * (1.0 + 3.0 * t + 5.0 * exp(-10.0 * t));
}

static void test_continuous_pid(void) {
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "PID Controller",
                                       TEXTS("P", "2", "I", "3", "D", "0.5", "N", "10"), 2.0),
                       pid_step, 1e-8);
    bd_test_check_rows(
        bd_test_respond("Constant", NO_TEXTS, "PID Controller",
                        TEXTS("Form", "Ideal", "P", "2", "I", "3", "D", "0.5", "N", "10"), 2.0),
        ideal_pid_step, 1e-8);
    CHECK_BLOCK("PID Controller", TEXTS("Controller", "P", "P", "[2 3]"), TEXTS("[5 7]"),
                TEXTS("[10 21]"));
    CHECK_FIRST("PID Controller",
                TEXTS("Controller", "PI", "P", "2", "InitialConditionForIntegrator", "3"), "5", 13);
    CHECK_BLOCK("PID Controller (2DOF)", TEXTS("Controller", "P", "P", "2", "b", "0.5"),
                TEXTS("4", "1"), TEXTS("2"));
    CHECK_FAILURE("PID Controller", TEXTS("P", "[1 2 3]"), TEXTS("[1 2]"), "P has 3");
    CHECK_FAILURE("PID Controller", TEXTS("Form", "Serial"), TEXTS("1"), "Form");
}

/* without filter: D times the difference quotient of a ramp, from the second step on */
static void test_pid_without_filter(void) {
    bd_test_model *m =
        bd_test_respond("Ramp", TEXTS("slope", "4"), "PID Controller",
                        TEXTS("Controller", "PD", "P", "1", "D", "0.5", "UseFilter", "off"), 2.0);
    for (size_t i = 1; i < bd_test_rows(m, "y"); i++)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), 4.0 * bd_test_time(m, "y", i) + 2.0, 1e-9);
    bd_test_model_free(m);
}

/* the controller of the extra library: P + I t + D s of a ramp is P 4 t + I 2 t^2 + D 4 */
static void test_pid_of_the_extra_library(void) {
    bd_test_model *m = bd_test_respond("Ramp", TEXTS("slope", "4"), "PID Controller (extras)",
                                       TEXTS("P", "1", "I", "3", "D", "0.5"), 2.0);
    for (size_t i = 1; i < bd_test_rows(m, "y"); i++) {
        double t = bd_test_time(m, "y", i);
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), 4.0 * t + 6.0 * t * t + 2.0, 1e-8);
    }
    bd_test_model_free(m);
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS,
                                       "PID Controller (with Approximate Derivative)",
                                       TEXTS("P", "2", "I", "3", "D", "0.5", "N", "10"), 2.0),
                       pid_step, 1e-8);
}

/* PI (P = 1, I = 1) with |y| <= 2 and e = 1 up to t = 5, then -1: how fast it comes back */
static double output_after_saturation(const char *mode) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 5.5);
    bd_test_set_tolerance(m, "1e-9", "1e-11");
    bd_test_add(m, "Step", "e", "Time", "5", "Before", "1", "After", "-1", "SampleTime", "0");
    bd_test_add(m, "PID Controller", "c", "Controller", "PI", "LimitOutput", "on",
                "UpperSaturationLimit", "2", "LowerSaturationLimit", "-2", "AntiWindupMode", mode,
                "Kb", "4");
    bd_test_wire(m, "e", "c");
    bd_test_tap(m, "c", "y");
    bd_test_run(m);
    double y = bd_test_last(m, "y", 0);
    bd_test_model_free(m);
    return y;
}

static void test_anti_windup(void) {
    /* none: the integrator is at 5 and falls to 4.5: 4.5 - 1, limited */
    MR_ASSERT_CLOSE(output_after_saturation("none"), 2.0, 0.0);
    /* clamping: it stopped at 1 (y = 2): 1 - 0.5 - 1 */
    MR_ASSERT_CLOSE(output_after_saturation("clamping"), -0.5, 1e-7);
    /* back-calculation: rest at 1 = Kb (1 + x - 2), x = 1.25, approached with exp(-4 (t - 1)):
     * 1.25 - 0.25 exp(-16) at 5 */
    MR_ASSERT_CLOSE(output_after_saturation("back-calculation"),
                    1.25 - 0.25 * exp(-16.0) - 0.5 - 1.0, 1e-7);
}

/* P = 2, I = 3, T = 1 on a step: the integrators of the three methods */
static void test_discrete_pid(void) {
    static const struct {
        const char *method, *expected;
    } rows[] = {{"Forward Euler", "[2 5 8]"},
                {"Backward Euler", "[5 8 11]"},
                {"Trapezoidal", "[3.5 6.5 9.5]"}};
    for (size_t i = 0; i < 3; i++)
        CHECK_SEQUENCE("PID Controller",
                       TEXTS("TimeDomain", "Discrete-time", "Controller", "PI", "P", "2", "I", "3",
                             "IntegratorMethod", rows[i].method),
                       "[1 1 1]", rows[i].expected);
    /* filter N = 0.5, D = 4: forward d = N (D e - x), x grows by d */
    CHECK_SEQUENCE(
        "PID Controller",
        TEXTS("TimeDomain", "Discrete-time", "Controller", "PD", "P", "0", "D", "4", "N", "0.5"),
        "[1 1 1]", "[2 1 0.5]");
    CHECK_SEQUENCE("PID Controller",
                   TEXTS("TimeDomain", "Discrete-time", "Controller", "PD", "P", "0", "D", "4", "N",
                         "1", "FilterMethod", "Backward Euler"),
                   "[1 1 1]", "[2 1 0.5]");
    CHECK_SEQUENCE("PID Controller",
                   TEXTS("TimeDomain", "Discrete-time", "Controller", "PD", "P", "0", "D", "4",
                         "UseFilter", "off"),
                   "[1 3 3]", "[4 8 0]");
    /* reset of the integrator */
    CHECK_SEQUENCE("PID Controller",
                   TEXTS("TimeDomain", "Discrete-time", "Controller", "I", "I", "1",
                         "ExternalReset", "rising", "InitialConditionForIntegrator", "5"),
                   "[1 1 1 1; 0 0 1 1]", "[5 6 5 6]");
    /* back-calculation, Kb = 1: x gains I e + (2 - y) */
    CHECK_SEQUENCE("PID Controller",
                   TEXTS("TimeDomain", "Discrete-time", "Controller", "PI", "P", "1", "I", "1",
                         "LimitOutput", "on", "UpperSaturationLimit", "2", "LowerSaturationLimit",
                         "-2", "AntiWindupMode", "back-calculation"),
                   "[1 1 1 1 -1 -1]", "[1 2 2 2 1 0]");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_continuous_pid),
        MR_TEST(test_pid_without_filter),
        MR_TEST(test_pid_of_the_extra_library),
        MR_TEST(test_anti_windup),
        MR_TEST(test_discrete_pid),
    };
    return mr_test_main("blocks_pid", tests, sizeof tests / sizeof tests[0], argc, argv);
}
