/* continuous blocks against closed forms */
#include "bd_test_response.h"

#include <math.h>

static double step_of_lag(double t) {
    return 3.0 * (1.0 - exp(-2.0 * t));
}

/* 1/(s^2 + 2 s + 1) after a unit step */
static double step_of_double_lag(double t) {
    return 1.0 - (1.0 + t) * exp(-t);
}

/* (s + 3)/(s + 1) = 1 + 2/(s + 1) */
static double step_with_feedthrough(double t) {
    return 1.0 + 2.0 * (1.0 - exp(-t));
}

/* 10/(s^2 + 2 s + 10): poles -1 ± 3i */
static double step_of_oscillator(double t) {
    return 1.0 - exp(-t) * (cos(3.0 * t) + sin(3.0 * t) / 3.0);
}

static void test_transfer_functions(void) {
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "TransferFcn",
                                       TEXTS("Numerator", "6", "Denominator", "[1 2]"), 3.0),
                       step_of_lag, 1e-8);
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "TransferFcn", NO_TEXTS, 3.0),
                       step_of_double_lag, 1e-8);
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "TransferFcn",
                                       TEXTS("Numerator", "[2 6]", "Denominator", "[2 2]"), 3.0),
                       step_with_feedthrough, 1e-8);
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "TransferFcn",
                                       TEXTS("Numerator", "[0 0 10]", "Denominator", "[0 1 2 10]"),
                                       3.0),
                       step_of_oscillator, 1e-8);
    CHECK_BLOCK("TransferFcn", TEXTS("Numerator", "3", "Denominator", "2"), TEXTS("5"),
                TEXTS("7.5"));
    CHECK_FAILURE("TransferFcn", TEXTS("Numerator", "[1 2 3]", "Denominator", "[1 2]"), TEXTS("1"),
                  "order of Numerator");
    CHECK_FAILURE("TransferFcn", TEXTS("Denominator", "[0 0]"), TEXTS("1"), "Denominator");
    CHECK_FAILURE("TransferFcn", TEXTS("Denominator", "[1 NaN]"), TEXTS("1"), "finite");
    CHECK_FAILURE("TransferFcn", NO_TEXTS, TEXTS("[1 2]"), "double [2]");
}

static void test_zeros_and_poles(void) {
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "ZeroPole",
                                       TEXTS("Zeros", "-3", "Poles", "-1", "Gain", "1"), 3.0),
                       step_with_feedthrough, 1e-8);
    bd_test_check_rows(bd_test_respond("Constant", NO_TEXTS, "ZeroPole",
                                       TEXTS("Zeros", "[]", "Poles", "[-1+3i -1-3i]", "Gain", "10"),
                                       3.0),
                       step_of_oscillator, 1e-8);
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[1 2 3]", "Poles", "[1 2]"), TEXTS("1"),
                  "more zeros than poles");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[]", "Poles", "[1i 2]"), TEXTS("1"),
                  "conjugate pairs");
}

static double free_oscillation(double t) {
    return 2.0 * cos(3.0 * t) + sin(3.0 * t);
}

static void test_state_space(void) {
    /* a matrix is a system without states */
    CHECK_BLOCK("LTI System", TEXTS("sys", "[1 2; 3 4; 5 6]"), TEXTS("[5 6]"), TEXTS("[17 39 61]"));
    CHECK_FAILURE("LTI System", TEXTS("sys", "[1 2; 3 4]"), TEXTS("[5 6 7]"), "3");
    bd_test_check_rows(bd_test_respond("Constant", TEXTS("Value", "0"), "StateSpace",
                                       TEXTS("A", "[0 1; -9 0]", "B", "[0; 1]", "C", "[1 0]", "D",
                                             "0", "X0", "[2 3]"),
                                       3.0),
                       free_oscillation, 1e-7);
    bd_test_check_rows(
        bd_test_respond("Constant", NO_TEXTS, "StateSpace",
                        TEXTS("A", "-1", "B", "2", "C", "1", "D", "1", "InitialCondition", "0"),
                        3.0),
        step_with_feedthrough, 1e-8);
    CHECK_FIRST("StateSpace",
                TEXTS("A", "zeros(2)", "B", "eye(2)", "C", "[1 0; 0 1; 1 1]", "D",
                      "[0 0; 0 0; 1 0]", "X0", "[5 6]"),
                "[1 2]", 5, 6, 12);
    CHECK_FAILURE("StateSpace", TEXTS("A", "[1 2]"), TEXTS("1"), "A is 1x2");
    CHECK_FAILURE("StateSpace", TEXTS("A", "1", "B", "[1 2]", "D", "1"), TEXTS("[1 2]"),
                  "D is 1x1");
    CHECK_FAILURE("StateSpace", TEXTS("X0", "[1 2 3]"), TEXTS("1"), "3 elements");
}

/* x' = 1 from 0: limited to 2, and down again after u turns at t = 4 */
static void test_integrator_limits(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 7.0);
    bd_test_add(m, "Step", "u", "Time", "4", "Before", "1", "After", "-1", "SampleTime", "0");
    bd_test_add(m, "Integrator", "x", "LimitOutput", "on", "UpperSaturationLimit", "2",
                "LowerSaturationLimit", "-0.5", "ShowSaturationPort", "on");
    bd_test_wire(m, "u", "x");
    bd_test_tap(m, "x", "y");
    bd_test_tap(m, "x/2", "s");
    bd_test_run(m);
    bool at_limit = false;
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++) {
        double t = bd_test_time(m, "y", i), y = t <= 4.0 ? fmin(t, 2.0) : fmax(6.0 - t, -0.5);
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), y, 1e-12);
        at_limit = at_limit || fabs(t - 2.0) < 1e-12;
        if (t > 2.1 && t < 3.9)
            MR_ASSERT_CLOSE(bd_test_value(m, "s", i, 0), 1.0, 0.0);
        if (t > 4.1 && t < 6.4)
            MR_ASSERT_CLOSE(bd_test_value(m, "s", i, 0), 0.0, 0.0);
    }
    CU_ASSERT_TRUE(at_limit); /* the limit is an event */
    MR_ASSERT_CLOSE(bd_test_last(m, "s", 0), -1.0, 0.0);
    bd_test_model_free(m);
}

/* x' = 1 wrapped into [-1, 2) */
static void test_integrator_wraps(void) {
    bd_test_model *m = bd_test_respond(
        "Constant", NO_TEXTS, "Integrator",
        TEXTS("WrapState", "on", "WrappedStateUpperValue", "2", "WrappedStateLowerValue", "-1"),
        10.5);
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++) {
        double t = bd_test_time(m, "y", i), turns = (t + 1.0) / 3.0;
        if (fabs(turns - round(turns)) > 1e-6)
            MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), t - 3.0 * floor(turns), 1e-9);
    }
    bd_test_model_free(m);
}

/* a sawtooth: x' = 1, reset to x0 when a pulse of period 1.5 rises or falls, or while it is on */
static double reset_integrator(const char *kind, double t) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 4.0);
    bd_test_add(m, "Constant", "one");
    bd_test_add(m, "Constant", "x0", "Value", "10");
    bd_test_add(m, "DiscretePulseGenerator", "p", "PulseType", "Time based", "Period", "1.5",
                "PulseWidth", "50", "PhaseDelay", "0.75");
    bd_test_add(m, "Integrator", "x", "ExternalReset", kind, "InitialConditionSource", "external");
    bd_test_wire(m, "one", "x/1");
    bd_test_wire(m, "p", "x/2");
    bd_test_wire(m, "x0", "x/3");
    bd_test_tap(m, "x", "y");
    bd_diagram_set(m->diagram, "OutputTimes", "[]");
    bd_diagram_set(m->diagram, "StopTime", t < 1.7 ? "1.625" : "3.5");
    bd_test_run(m);
    double y = bd_test_last(m, "y", 0);
    bd_test_model_free(m);
    return y;
}

/* on during [0.75, 1.5) and [2.25, 3); looked at at 1.625 and 3.5 */
static void test_integrator_resets(void) {
    static const struct {
        const char *kind;
        double early, late;
    } rows[] = {
        {"rising", 10.875, 11.25},    {"falling", 10.125, 10.5}, {"level", 10.125, 10.5},
        {"level hold", 10.125, 10.5}, {"either", 10.875, 11.25}, /* away from zero; the way back is
                                                                    none */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        MR_ASSERT_CLOSE(reset_integrator(rows[i].kind, 1.6), rows[i].early, 1e-9);
        MR_ASSERT_CLOSE(reset_integrator(rows[i].kind, 3.5), rows[i].late, 1e-9);
    }
}

/* its own state port resets it at 1: a sawtooth without an algebraic loop */
static void test_integrator_state_port(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 3.5);
    bd_test_add(m, "Constant", "one");
    bd_test_add(m, "Bias", "over", "Bias", "-1");
    bd_test_add(m, "Integrator", "x", "ExternalReset", "rising", "ShowStatePort", "on");
    bd_node *x = bd_system_find(m->diagram->root, "x");
    bd_node *over = bd_system_find(m->diagram->root, "over");
    bd_test_wire(m, "one", "x/1");
    CU_ASSERT_EQUAL_FATAL(bd_system_connect_ends(m->diagram->root, (bd_end){x, BD_PORT_STATE, 0},
                                                 (bd_end){over, BD_PORT_INPUT, 0}, &m->error),
                          BD_OK);
    bd_test_wire(m, "over", "x/2");
    bd_test_tap(m, "x", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 0.5, 1e-6);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).algebraic_loops, 0);
    bd_test_model_free(m);
}

static void test_integrator_expands_and_refuses(void) {
    bd_test_model *m = bd_test_respond("Constant", NO_TEXTS, "Integrator",
                                       TEXTS("InitialCondition", "[1 2 3]"), 2.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 3.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 2), 5.0, 1e-12);
    bd_test_model_free(m);
    CHECK_FAILURE("Integrator", TEXTS("InitialCondition", "[1 2 3]"), TEXTS("[1 2]"), "double [3]");
    CHECK_FAILURE(
        "Integrator",
        TEXTS("LimitOutput", "on", "UpperSaturationLimit", "0", "LowerSaturationLimit", "1"),
        TEXTS("1"), "lower limit");
    CHECK_FAILURE("Integrator", NO_TEXTS, TEXTS("int8(1)"), "double");
    CHECK_FAILURE("Integrator", TEXTS("ExternalReset", "sometimes"), TEXTS("1"), "ExternalReset");
}

/* a ball thrown up with 15 from 10 under 9.81, bouncing with 0.8: the first two impacts */
static void test_second_order_integrator_bounces(void) {
    const double g = 9.81, v0 = 15.0, x0 = 10.0, e = 0.8;
    double first = (v0 + sqrt(v0 * v0 + 2.0 * g * x0)) / g;
    double speed = g * first - v0;
    double second = first + 2.0 * e * speed / g;
    bd_test_model *m = bd_test_model_create("ode45", 0.0, second + 0.1);
    bd_test_set_tolerance(m, "1e-9", "1e-11");
    bd_test_add(m, "Constant", "g", "Value", "-9.81");
    bd_test_add(m, "SecondOrderIntegrator", "ball", "ICX", "10", "LimitX", "on", "LowerLimitX", "0",
                "UpperLimitX", "inf", "ICSourceDXDT", "external",
                "ReinitDXDTwhenXreachesSaturation", "on");
    bd_node_set_ports(bd_system_find(m->diagram->root, "ball"), BD_PORT_INPUT, 2);
    bd_test_add(m, "Gain", "e", "Gain", "-0.8");
    bd_test_add(m, "InitialCondition", "v0", "Value", "15");
    bd_test_wire(m, "g", "ball/1");
    bd_test_wire(m, "ball/2", "e");
    bd_test_wire(m, "e", "v0");
    bd_test_wire(m, "v0", "ball/2");
    bd_test_tap(m, "ball/1", "x");
    bd_test_tap(m, "ball/2", "v");
    bd_test_run(m);
    double impacts[4] = {0};
    int count = 0;
    for (size_t i = 1; i < bd_test_rows(m, "v"); i++)
        if (bd_test_value(m, "v", i, 0) > bd_test_value(m, "v", i - 1, 0) && count < 4)
            impacts[count++] = bd_test_time(m, "v", i);
    CU_ASSERT_EQUAL(count, 2);
    MR_ASSERT_CLOSE(impacts[0], first, 1e-9);
    MR_ASSERT_CLOSE(impacts[1], second, 1e-9);
    double since = 0.1, up = e * e * speed;
    MR_ASSERT_CLOSE(bd_test_last(m, "x", 0), up * since - 0.5 * g * since * since, 1e-7);
    bd_test_model_free(m);
}

/* x'' = 1 with x <= 2 and dx <= 1: t^2/2 up to t = 1, then speed 1 up to x = 2, then rest */
static void test_second_order_integrator_limits(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 4.0);
    bd_test_set_tolerance(m, "1e-9", "1e-11");
    bd_test_add(m, "Constant", "u");
    bd_test_add(m, "SecondOrderIntegrator", "s", "LimitX", "on", "UpperLimitX", "2", "LimitDXDT",
                "on", "UpperLimitDXDT", "1");
    bd_test_wire(m, "u", "s");
    bd_test_tap(m, "s/1", "x");
    bd_test_tap(m, "s/2", "v");
    bd_test_run(m);
    for (size_t i = 0; i < bd_test_rows(m, "x"); i++) {
        double t = bd_test_time(m, "x", i);
        double x = t <= 1.0 ? 0.5 * t * t : fmin(t - 0.5, 2.0);
        MR_ASSERT_CLOSE(bd_test_value(m, "x", i, 0), x, 1e-8);
        if (fabs(t - 2.5) > 1e-6)
            MR_ASSERT_CLOSE(bd_test_value(m, "v", i, 0), t < 2.5 ? fmin(t, 1.0) : 0.0, 1e-8);
    }
    bd_test_model_free(m);
}

/* of t^2 at major steps: the difference quotient t + t_prev; that of the extra library is the same
 * while it simulates */
static void check_derivative(const char *type) {
    bd_test_model *m = bd_test_model_create("ode4", 0.25, 2.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "Math", "square", "Operator", "square");
    bd_test_add(m, type, "d", "switchVal", "0");
    bd_test_wire(m, "t", "square");
    bd_test_wire(m, "square", "d");
    bd_test_tap(m, "d", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.0, 0), 0.0, 0.0);
    for (int k = 1; k <= 8; k++)
        MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.25 * k, 0), 0.25 * (2 * k - 1), 1e-14);
    bd_test_model_free(m);
}

static void test_derivative(void) {
    check_derivative("Derivative");
    check_derivative("Derivative for linearization");
    CHECK_FAILURE("Derivative for linearization", TEXTS("switchVal", "1"), TEXTS("1"),
                  "switched to its linearisation");
}

/* a delayed straight line is exact, as interpolation is linear */
static void test_transport_delay(void) {
    bd_test_model *m = bd_test_respond("Clock", NO_TEXTS, "TransportDelay",
                                       TEXTS("DelayTime", "0.7", "InitialOutput", "-2"), 3.0);
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++) {
        double t = bd_test_time(m, "y", i);
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), t > 0.7 ? t - 0.7 : -2.0, 1e-12);
    }
    bd_test_model_free(m);
    /* shorter than a step: the line is prolonged */
    m = bd_test_model_create("ode4", 0.5, 3.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "TransportDelay", "d", "DelayTime", "0.1");
    bd_test_wire(m, "t", "d");
    bd_test_tap(m, "d", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 2.5, 0), 2.4, 1e-12);
    bd_test_model_free(m);
    CHECK_FAILURE("TransportDelay", TEXTS("DelayTime", "-1"), TEXTS("1"), "DelayTime");
    CHECK_FAILURE("TransportDelay", TEXTS("DelayTime", "[1 2 3]"), TEXTS("[1 2]"), "DelayTime");
}

/* more samples than the buffer has at first, and a run that is repeated */
static void test_transport_delay_grows(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 2.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "TransportDelay", "d", "DelayTime", "1", "BufferSize", "4");
    bd_test_wire(m, "t", "d");
    bd_test_tap(m, "d", "y");
    bd_diagram_set(m->diagram, "MaxStep", "0.001");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 1.0, 1e-12);
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 1.0, 1e-12);
    bd_test_model_free(m);
}

/* x' = -x(t - 1), x = 1 before: 1 - t up to 1, then 1 - t + (t-1)^2/2 */
static void test_delay_differential_equation(void) {
    bd_test_model *m = bd_test_model_create("ode4", 0.01, 2.0);
    bd_test_add(m, "Integrator", "x", "InitialCondition", "1");
    bd_test_add(m, "TransportDelay", "d", "InitialOutput", "1");
    bd_test_add(m, "Gain", "minus", "Gain", "-1");
    bd_test_wire(m, "x", "d");
    bd_test_wire(m, "d", "minus");
    bd_test_wire(m, "minus", "x");
    bd_test_tap(m, "x", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 1.0, 0), 0.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 2.0, 0), -0.5, 1e-4);
    bd_test_model_free(m);
}

/* files of version 6 know no VariableDelayType: y(t) = u(t - T(t)), u = t, T = 0.5 + t/2 */
static void test_old_variable_delay_is_one_of_time(void) {
    static const char *const spellings[] = {"InitialInput", "MaximumDelay"};
    for (int i = 0; i < 2; i++) {
        bd_test_model *m = bd_test_model_create("ode45", 0.0, 4.0);
        if (i == 1)
            m->diagram->version = "6.4";
        bd_test_add(m, "Clock", "t");
        bd_test_add(m, "Gain", "half", "Gain", "0.5");
        bd_test_add(m, "Bias", "T", "Bias", "0.5");
        bd_test_add(m, "VariableTransportDelay", "d", spellings[i], i == 0 ? "0" : "10");
        bd_test_wire(m, "t", "half");
        bd_test_wire(m, "half", "T");
        bd_test_wire(m, "t", "d/1");
        bd_test_wire(m, "T", "d/2");
        bd_test_tap(m, "d", "y");
        bd_test_run(m);
        MR_ASSERT_CLOSE(bd_test_at(m, "y", 4.0, 0), 1.5, 1e-12);
        bd_test_model_free(m);
    }
}

static void test_variable_delays(void) {
    bd_test_model *m = bd_test_model_create("ode4", 0.125, 4.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "Gain", "half", "Gain", "0.5");
    bd_test_add(m, "Bias", "T", "Bias", "0.5");
    bd_test_add(m, "VariableTransportDelay", "d", "VariableDelayType", "Variable time delay");
    bd_test_add(m, "Constant", "passage", "Value", "2");
    bd_test_add(m, "VariableTransportDelay", "pipe", "InitialOutput", "-1");
    bd_test_wire(m, "t", "half");
    bd_test_wire(m, "half", "T");
    bd_test_wire(m, "t", "d/1");
    bd_test_wire(m, "T", "d/2");
    bd_test_wire(m, "t", "pipe/1");
    bd_test_wire(m, "passage", "pipe/2");
    bd_test_tap(m, "d", "y");
    bd_test_tap(m, "pipe", "p");
    bd_test_run(m);
    /* u = t, T = 0.5 + t/2: y = t/2 - 0.5 */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 4.0, 0), 1.5, 1e-12);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.5, 0), 0.0, 0.0);
    /* a passage that always takes 2 is a delay of 2 */
    MR_ASSERT_CLOSE(bd_test_at(m, "p", 1.5, 0), -1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "p", 3.5, 0), 1.5, 1e-12);
    bd_test_model_free(m);
}

/* a delay shorter than the step: between the last sample and the input of this moment, if that may
 * be looked at */
static void test_a_delay_shorter_than_the_step_looks_at_the_input(void) {
    bd_test_model *m = bd_test_model_create("ode4", 0.5, 4.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "TransportDelay", "d", "DelayTime", "0.2", "TransDelayFeedthrough", "on",
                "InitialOutput", "7");
    bd_test_wire(m, "t", "d");
    bd_test_tap(m, "d", "y");
    bd_test_run(m);
    for (int i = 0; i <= 8; i++)
        MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.5 * i, 0), i == 0 ? 7.0 : 0.5 * i - 0.2, 1e-12);
    bd_test_model_free(m);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_a_delay_shorter_than_the_step_looks_at_the_input),
        MR_TEST(test_transfer_functions),
        MR_TEST(test_zeros_and_poles),
        MR_TEST(test_state_space),
        MR_TEST(test_integrator_limits),
        MR_TEST(test_integrator_wraps),
        MR_TEST(test_integrator_resets),
        MR_TEST(test_integrator_state_port),
        MR_TEST(test_integrator_expands_and_refuses),
        MR_TEST(test_second_order_integrator_bounces),
        MR_TEST(test_second_order_integrator_limits),
        MR_TEST(test_derivative),
        MR_TEST(test_transport_delay),
        MR_TEST(test_transport_delay_grows),
        MR_TEST(test_delay_differential_equation),
        MR_TEST(test_variable_delays),
        MR_TEST(test_old_variable_delay_is_one_of_time),
    };
    return mr_test_main("blocks_continuous", tests, sizeof tests / sizeof tests[0], argc, argv);
}
