/* discrete blocks, step by step against sequences worked out by hand */
#include "bd_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_unit_delay_and_memory(void) {
    CHECK_SEQUENCE("UnitDelay", TEXTS("InitialCondition", "7", "SampleTime", "1"), "[1 2 3]",
                   "[7 1 2]");
    CHECK_SEQUENCE("UnitDelay", TEXTS("X0", "7", "SampleTime", "-1"), "[1 2 3]", "[7 1 2]");
    CHECK_SEQUENCE("UnitDelay", TEXTS("SampleTime", "2"), "[1 2 3 4 5]", "[0 0 1 1 3]");
    CHECK_SEQUENCE("Memory", TEXTS("X0", "-1"), "[1 2 3]", "[-1 1 2]");
    CHECK_BLOCK("UnitDelay", TEXTS("InitialCondition", "[3 4]", "SampleTime", "1"), TEXTS("[1 2]"),
                TEXTS("[3 4]"));
    CHECK_BLOCK("UnitDelay", TEXTS("InitialCondition", "3", "SampleTime", "1"),
                TEXTS("int8([1 2])"), TEXTS("int8([3 3])"));
    CHECK_BLOCK("Memory", TEXTS("InitialCondition", "1+i"), TEXTS("2i"), TEXTS("1+i"));
    CHECK_FAILURE("UnitDelay", TEXTS("InitialCondition", "[1 2 3]", "SampleTime", "1"),
                  TEXTS("[1 2]"), "[3]");
    CHECK_FAILURE("UnitDelay", TEXTS("InitialCondition", "'a", "SampleTime", "1"), TEXTS("1"),
                  "InitialCondition");
}

static void test_delay(void) {
    CHECK_SEQUENCE("Delay", TEXTS("DelayLength", "3", "InitialCondition", "9"), "[1 2 3 4 5]",
                   "[9 9 9 1 2]");
    CHECK_SEQUENCE("Delay", TEXTS("DelayLength", "3", "InitialCondition", "[7 8 9]"), "[1 2 3 4 5]",
                   "[7 8 9 1 2]");
    CHECK_SEQUENCE("Delay", TEXTS("DelayLength", "0"), "[1 2 3]", "[1 2 3]");
    /* the length from a port, at most 3 */
    CHECK_SEQUENCE("Delay",
                   TEXTS("DelayLengthSource", "Input port", "DelayLengthUpperLimit", "3",
                         "InitialCondition", "-1"),
                   "[1 2 3 4 5 6 7; 0 1 2 3 9 1 0]", "[1 1 1 1 2 5 7]");
    /* reset on a rise of the second input */
    CHECK_SEQUENCE("Delay",
                   TEXTS("DelayLength", "2", "InitialCondition", "-1", "ExternalReset", "Rising"),
                   "[1 2 3 4 5 6; 0 0 0 1 1 0]", "[-1 -1 1 -1 -1 4]");
    /* not enabled: nothing moves */
    CHECK_SEQUENCE("Delay", TEXTS("DelayLength", "1", "ShowEnablePort", "on"),
                   "[1 2 3 4 5; 1 0 0 1 1]", "[0 0 0 1 4]");
    /* the initial condition from a port */
    CHECK_SEQUENCE("Delay", TEXTS("DelayLength", "2", "InitialConditionSource", "Input port"),
                   "[1 2 3 4; 8 0 0 0]", "[8 8 1 2]");
    /* each element begins with its own number, complex or not */
    CHECK_BLOCK("Unit Delay Enabled", TEXTS("vinit", "[4 5 6 7]", "tsamp", "1"),
                TEXTS("[1 2 3 4]", "1"), TEXTS("[4 5 6 7]"));
    CHECK_BLOCK("Unit Delay External IC", TEXTS("tsamp", "1"), TEXTS("[1 2 3 4]", "[4 5 6 7]"),
                TEXTS("[4 5 6 7]"));
    CHECK_BLOCK("Unit Delay With Preview Enabled", TEXTS("vinit", "[4 5 6 7]", "tsamp", "1"),
                TEXTS("[1 2 3 4]", "1"), TEXTS("[1 2 3 4]", "[4 5 6 7]"));
    CHECK_BLOCK("Delay",
                TEXTS("DelayLength", "1", "InitialCondition", "[4 5 6]", "SampleTime", "1"),
                TEXTS("[1 2 3]"), TEXTS("[4 5 6]"));
    CHECK_BLOCK("Delay",
                TEXTS("DelayLength", "1", "InitialCondition", "[4+1i 5]", "SampleTime", "1"),
                TEXTS("[1+1i 2]"), TEXTS("[4+1i 5]"));
    CHECK_FAILURE("Delay", TEXTS("DelayLength", "-1"), TEXTS("1"), "DelayLength");
    CHECK_FAILURE("Delay", TEXTS("DelayLength", "2", "InitialCondition", "[1 2 3]"), TEXTS("1"),
                  "InitialCondition has 3 elements");
}

static void test_unit_delay_variants(void) {
    CHECK_SEQUENCE("Unit Delay External IC", NO_TEXTS, "[1 2 3; 9 8 7]", "[9 1 2]");
    CHECK_SEQUENCE("Unit Delay Enabled", TEXTS("vinit", "5"), "[1 2 3 4; 1 0 1 1]", "[5 1 1 3]");
    CHECK_SEQUENCE("Unit Delay Resettable", TEXTS("vinit", "5"), "[1 2 3 4; 0 0 1 0]", "[5 1 5 3]");
    CHECK_SEQUENCE("Unit Delay Enabled Resettable", TEXTS("vinit", "5"),
                   "[1 2 3 4; 1 1 0 1; 0 0 1 0]", "[5 1 5 5]");
}

static void test_holds(void) {
    CHECK_SEQUENCE("ZeroOrderHold", TEXTS("SampleTime", "2"), "[1 2 3 4 5]", "[1 1 3 3 5]");
    CHECK_FAILURE("ZeroOrderHold", TEXTS("SampleTime", "0"), TEXTS("1"), "SampleTime");
    /* samples of t^2 at 0, 1, 2: between them on the line through the last two */
    bd_test_model *m = bd_test_model_create("ode4", 0.25, 3.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "Math", "square", "Operator", "square");
    bd_test_add(m, "First-Order Hold", "hold", "Ts", "1");
    bd_test_wire(m, "t", "square");
    bd_test_wire(m, "square", "hold");
    bd_test_tap(m, "hold", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.75, 0), 0.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 1.5, 0), 1.5, 1e-15);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 2.5, 0), 5.5, 1e-15);
    bd_test_model_free(m);
}

/* K = 2, T = 1, inputs 1 2 3 4, begun at 10 */
static void test_discrete_integrator_methods(void) {
    static const struct {
        const char *method, *setting, *expected;
    } rows[] = {
        {"Integration: Forward Euler", "Output", "[10 12 16 22]"},
        {"Integration: Backward Euler", "State (most efficient)", "[12 16 22 30]"},
        {"Integration: Backward Euler", "Output", "[10 14 20 28]"},
        {"Integration: Trapezoidal", "State (most efficient)", "[11 14 19 26]"},
        {"Integration: Trapezoidal", "Output", "[10 13 18 25]"},
        {"Accumulation: Forward Euler", "Output", "[10 12 16 22]"},
        {"Accumulation: Backward Euler", "State (most efficient)", "[12 16 22 30]"},
        {"Accumulation: Trapezoidal", "State (most efficient)", "[11 14 19 26]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_SEQUENCE("DiscreteIntegrator",
                       TEXTS("IntegratorMethod", rows[i].method, "InitialConditionSetting",
                             rows[i].setting, "gainval", "2", "InitialCondition", "10",
                             "SampleTime", "1"),
                       "[1 2 3 4]", rows[i].expected);
    /* the period counts for integration, not for accumulation */
    CHECK_SEQUENCE("DiscreteIntegrator", TEXTS("SampleTime", "2"), "[1 9 3 9 5]", "[0 0 2 2 8]");
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("SampleTime", "2", "IntegratorMethod", "Accumulation: Forward Euler"),
                   "[1 9 3 9 5]", "[0 0 1 1 4]");
}

static void test_discrete_integrator_limits_and_resets(void) {
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("LimitOutput", "on", "UpperSaturationLimit", "3", "LowerSaturationLimit",
                         "-1", "ShowSaturationPort", "on", "SampleTime", "1"),
                   "[2 2 2 -2 -2 -2 0]", "[0 2 3 3 1 -1 -1; 0 0 1 1 0 -1 -1]");
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("ExternalReset", "rising", "InitialCondition", "5", "SampleTime", "1"),
                   "[1 1 1 1 1; -1 0 0 1 1]", "[5 6 7 5 6]");
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("ExternalReset", "falling", "InitialCondition", "5", "SampleTime", "1"),
                   "[1 1 1 1 1; 1 1 0 0 -1]", "[5 6 5 6 7]");
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("ExternalReset", "level", "InitialCondition", "5", "SampleTime", "1"),
                   "[1 1 1 1 1; 0 0 1 0 0]", "[5 6 5 5 6]");
    CHECK_SEQUENCE(
        "DiscreteIntegrator",
        TEXTS("ExternalReset", "sampled level", "InitialCondition", "5", "SampleTime", "1"),
        "[1 1 1 1 1; 0 0 1 0 0]", "[5 6 5 6 7]");
    /* begin and reset from the last port */
    CHECK_SEQUENCE(
        "DiscreteIntegrator",
        TEXTS("InitialConditionSource", "external", "ExternalReset", "either", "SampleTime", "1"),
        "[1 1 1 1; 0 0 1 1; 3 0 20 0]", "[3 4 20 21]");
    CHECK_BLOCK("DiscreteIntegrator",
                TEXTS("InitialCondition", "[1 2]", "SampleTime", "1", "OutDataTypeStr", "int16"),
                TEXTS("5"), TEXTS("int16([1 2])"));
    CHECK_FAILURE("DiscreteIntegrator",
                  TEXTS("LimitOutput", "on", "UpperSaturationLimit", "-1", "LowerSaturationLimit",
                        "1", "SampleTime", "1"),
                  TEXTS("1"), "limit");
}

/* y = u + 0.5 y1: an impulse gives powers of one half */
static void test_filters(void) {
    CHECK_SEQUENCE("DiscreteTransferFcn",
                   TEXTS("Numerator", "[1 0]", "Denominator", "[1 -0.5]", "SampleTime", "1"),
                   "[1 0 0 0]", "[1 0.5 0.25 0.125]");
    CHECK_SEQUENCE("DiscreteTransferFcn",
                   TEXTS("Numerator", "1", "Denominator", "[1 -0.5]", "SampleTime", "1"),
                   "[1 0 0 0]", "[0 1 0.5 0.25]");
    CHECK_SEQUENCE("DiscreteFilter",
                   TEXTS("Numerator", "1", "Denominator", "[1 -0.5]", "SampleTime", "1"),
                   "[1 0 0 0]", "[1 0.5 0.25 0.125]");
    CHECK_SEQUENCE("DiscreteFilter",
                   TEXTS("Numerator", "[2 3]", "Denominator", "2", "SampleTime", "1"), "[1 0 0]",
                   "[1 1.5 0]");
    CHECK_SEQUENCE("DiscreteFir", TEXTS("Coefficients", "[1 2 3]", "SampleTime", "1"),
                   "[1 0 0 1 1]", "[1 2 3 1 3]");
    CHECK_SEQUENCE("DiscreteFir", TEXTS("Coefficients", "[1 2 3]", "InitialStates", "[10 20]"),
                   "[0 0 0]", "[80 30 0]");
    CHECK_SEQUENCE("DiscreteZeroPole",
                   TEXTS("Zeros", "[]", "Poles", "[0.5 -0.5]", "Gain", "3", "SampleTime", "1"),
                   "[1 0 0 0 0]", "[0 0 3 0 0.75]");
    CHECK_SEQUENCE("DiscreteZeroPole",
                   TEXTS("Zeros", "1", "Poles", "[0.5i -0.5i]", "Gain", "1", "SampleTime", "1"),
                   "[1 0 0 0]", "[0 1 -1 -0.25]");
    CHECK_BLOCK("DiscreteFilter", TEXTS("Numerator", "3", "Denominator", "1", "SampleTime", "1"),
                TEXTS("[1 2 4]"), TEXTS("[3 6 12]"));
    CHECK_FAILURE("DiscreteTransferFcn",
                  TEXTS("Numerator", "[1 0 0]", "Denominator", "[1 1]", "SampleTime", "1"),
                  TEXTS("1"), "order of Numerator");
    CHECK_FAILURE("DiscreteFilter",
                  TEXTS("Numerator", "1", "Denominator", "[0 1]", "SampleTime", "1"), TEXTS("1"),
                  "Denominator");
    CHECK_FAILURE("DiscreteZeroPole", TEXTS("Zeros", "[]", "Poles", "0.5i", "SampleTime", "1"),
                  TEXTS("1"), "conjugate pairs");
}

/* a rotation by a quarter turn per step */
static void test_discrete_state_space(void) {
    CHECK_SEQUENCE("DiscreteStateSpace",
                   TEXTS("A", "[0 1; -1 0]", "B", "[0; 1]", "C", "[1 0]", "D", "0", "X0", "[2 3]",
                         "SampleTime", "1"),
                   "[0 0 0 0 1 0]", "[2 3 -2 -3 2 3]");
    CHECK_SEQUENCE(
        "DiscreteStateSpace",
        TEXTS("A", "0.5", "B", "1", "C", "1", "D", "2", "InitialCondition", "4", "SampleTime", "1"),
        "[1 1 0]", "[6 5 2.5]");
    CHECK_FAILURE(
        "DiscreteStateSpace",
        TEXTS("A", "[0 1; -1 0]", "B", "[0; 1]", "C", "[1 0 0]", "D", "0", "SampleTime", "1"),
        TEXTS("1"), "C is 1x3");
}

static void test_first_order_filters(void) {
    CHECK_SEQUENCE("Difference", TEXTS("ICPrevInput", "1"), "[3 5 4]", "[2 2 -1]");
    CHECK_SEQUENCE("Discrete Derivative", TEXTS("gainval", "2", "ICPrevScaledInput", "1"),
                   "[3 5 4]", "[5 4 -2]");
    CHECK_SEQUENCE("Transfer Fcn First Order", TEXTS("PoleZ", "0.5", "ICPrevOutput", "4"),
                   "[2 2 2]", "[3 2.5 2.25]");
    CHECK_SEQUENCE("Transfer Fcn Lead or Lag",
                   TEXTS("PoleZ", "0.5", "ZeroZ", "0.25", "ICPrevOutput", "4", "ICPrevInput", "8"),
                   "[2 2 2]", "[2 2.5 2.75]");
    CHECK_SEQUENCE("Transfer Fcn Real Zero", TEXTS("ZeroZ", "0.5", "ICPrevInput", "2"), "[3 4]",
                   "[2 2.5]");
}

static void test_tapped_delay(void) {
    CHECK_BLOCK("Tapped Delay", TEXTS("NumDelays", "3", "vinit", "[1 2 3]"), TEXTS("9"),
                TEXTS("[1 2 3]"));
    CHECK_BLOCK(
        "Tapped Delay",
        TEXTS("NumDelays", "2", "vinit", "[1 2]", "includeCurrent", "on", "DelayOrder", "Newest"),
        TEXTS("9"), TEXTS("[9 2 1]"));
}

/* a clock sampled at one rate and read at another */
static bd_test_model *transition(const char *from, const char *to, const char *deterministic) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 0.1, 2.0);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", from);
    bd_test_add(m, "RateTransition", "r", "X0", "-1", "Deterministic", deterministic);
    bd_test_add(m, "Gain", "g", "SampleTime", to);
    bd_test_wire(m, "t", "r");
    bd_test_wire(m, "r", "g");
    bd_test_tap(m, "r", "y");
    bd_test_run(m);
    return m;
}

static void test_rate_transitions(void) {
    bd_test_model *m = transition("0.1", "0.5", "on"); /* to the slower rate: hold */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.4, 0), 0.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.9, 0), 0.5, 1e-15);
    bd_test_model_free(m);
    m = transition("0.5", "0.1", "on"); /* to the faster one: delay by the slower period */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.4, 0), -1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.5, 0), 0.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 1.1, 0), 0.5, 1e-15);
    bd_test_model_free(m);
    m = transition("0.5", "0.1", "off"); /* the latest value */
    MR_ASSERT_CLOSE(bd_test_at(m, "y", 0.6, 0), 0.5, 1e-15);
    bd_test_model_free(m);
}

/* blocks with memory of every kind, added up */
static const char *const remembering[][3] = {
    {"Delay", "DelayLength", "3"},
    {"Memory", NULL, NULL},
    {"TransportDelay", "DelayTime", "0.35"},
    {"Derivative", NULL, NULL},
    {"DiscreteFir", "Coefficients", "[1 2 3]"},
    {"Discrete Derivative", NULL, NULL},
    {"PID Controller", "D", "0.1"},
    {"TransferFcn", NULL, NULL},
    {"DiscreteIntegrator", "SampleTime", "0.1"},
    {"Tapped Delay", "NumDelays", "1"},
};
enum { REMEMBERING = sizeof remembering / sizeof remembering[0] };

static bd_test_model *create_remembering(const char *solver) {
    bd_test_model *m =
        bd_test_model_create(solver, solver[3] == '4' && !solver[4] ? 0.05 : 0.0, 4.0);
    bd_test_add(m, "RandomNumber", "u", "SampleTime", "0.1");
    bd_test_add(m, "DiscretePulseGenerator", "p", "PulseType", "Time based", "Period", "0.3",
                "PulseWidth", "40");
    bd_test_add(m, "Sum", "s", "Inputs", "11");
    for (int i = 0; i < REMEMBERING; i++) {
        char name[20], input[20];
        snprintf(name, sizeof name, "b%d", i);
        snprintf(input, sizeof input, "s/%d", i + 1);
        bd_node *node = bd_system_add(m->diagram->root, remembering[i][0], name, NULL);
        if (remembering[i][1])
            bd_node_set(node, remembering[i][1], remembering[i][2]);
        bd_test_wire(m, "u", name);
        bd_test_wire(m, name, input);
    }
    bd_test_wire(m, "p", "s/11");
    bd_test_tap(m, "s", "y");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
    return m;
}

static void step_on(bd_test_model *m, int steps, double *values) {
    for (int i = 0; i < steps; i++) {
        size_t room = 1;
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
        if (values)
            CU_ASSERT_TRUE(bd_run_signal(m->run, "m/s", 1, &values[i], &room));
    }
}

/* from a saved state the same steps give the same bits */
static void check_saving(const char *solver) {
    bd_test_model *m = create_remembering(solver);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    step_on(m, 20, NULL);
    size_t size = bd_run_state_size(m->run);
    void *bytes = malloc(size);
    double first[30], second[30];
    CU_ASSERT_EQUAL_FATAL(bd_run_save(m->run, bytes, size, &m->error), BD_OK);
    step_on(m, 30, first);
    CU_ASSERT_EQUAL_FATAL(bd_run_restore(m->run, bytes, size, &m->error), BD_OK);
    step_on(m, 30, second);
    CU_ASSERT_EQUAL(memcmp(first, second, sizeof first), 0);
    CU_ASSERT_NOT_EQUAL(first[0], first[29]);
    free(bytes);
    bd_test_model_free(m);
}

static void test_memories_are_saved_and_restored(void) {
    check_saving("ode4");
    check_saving("ode45");
}

/* inside of a triggered subsystem a memory delays by a call, and an integrator's period is the time
 * since the last call */
static void test_blocks_in_a_triggered_subsystem(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 0.5, 6.0);
    bd_test_add(m, "DiscretePulseGenerator", "p", "PulseType", "Time based", "Period", "2",
                "PulseWidth", "50", "PhaseDelay", "1");
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "0.5");
    bd_node *sub = bd_system_add(m->diagram->root, "SubSystem", "sub", NULL);
    bd_system *inside = bd_node_open(sub);
    bd_system_add(inside, "Inport", "in", NULL);
    bd_system_add(inside, "TriggerPort", "trigger", NULL);
    bd_system_add(inside, "Memory", "memory", "X0", "-1", NULL);
    bd_system_add(inside, "DiscreteIntegrator", "sum", "SampleTime", "-1", NULL);
    bd_system_add(inside, "Clock", "now", NULL);
    static const char *const outs[] = {"memory", "sum", "now"};
    for (int i = 0; i < 3; i++) {
        char name[20], number[20];
        snprintf(name, sizeof name, "out%d", i + 1);
        snprintf(number, sizeof number, "%d", i + 1);
        bd_system_add(inside, "Outport", name, "Port", number, NULL);
        bd_test_wire_in(m, inside, outs[i], name);
    }
    bd_test_wire_in(m, inside, "in", "memory");
    bd_test_wire_in(m, inside, "in", "sum");
    bd_test_wire(m, "t", "sub/1");
    CU_ASSERT_EQUAL_FATAL(
        bd_system_connect_ends(m->diagram->root,
                               (bd_end){bd_system_find(m->diagram->root, "p"), BD_PORT_OUTPUT, 0},
                               (bd_end){sub, BD_PORT_TRIGGER, 0}, &m->error),
        BD_OK);
    bd_test_tap(m, "sub/1", "memory");
    bd_test_tap(m, "sub/2", "sum");
    bd_test_tap(m, "sub/3", "now");
    bd_test_run(m);
    /* called at 1, 3, 5 with u = t */
    MR_ASSERT_CLOSE(bd_test_at(m, "memory", 1.5, 0), -1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "memory", 6.0, 0), 3.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "now", 6.0, 0), 5.0, 0.0);
    /* forward: 0, then 2 s times 1, then 2 s times 3 more */
    MR_ASSERT_CLOSE(bd_test_at(m, "sum", 2.0, 0), 0.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "sum", 4.0, 0), 2.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_at(m, "sum", 6.0, 0), 8.0, 0.0);
    bd_test_model_free(m);
}

/* words of older releases for the same choice */
static void test_older_words_of_choices(void) {
    CHECK_SEQUENCE("DiscreteIntegrator",
                   TEXTS("InitialConditionMode", "State only (most efficient)", "SampleTime", "1",
                         "InitialCondition", "4"),
                   "[1 2 3]", "[4 5 7]");
    CHECK_BLOCK("Sin", TEXTS("SineType", "Time-based", "Phase", "pi/2"), NO_TEXTS, TEXTS("1"));
    CHECK_BLOCK("Sin",
                TEXTS("SineType", "Sample-based", "Offset", "1", "Samples", "4", "SampleTime", "1"),
                NO_TEXTS, TEXTS("1"));
}

/* numbers that no integer holds: cut into the range, never an undefined conversion (which builds
 * with sanitizers end on) */
static void test_integers_from_signals_that_are_none(void) {
    CHECK_SEQUENCE(
        "Delay",
        TEXTS("DelayLengthSource", "Input port", "DelayLengthUpperLimit", "3", "SampleTime", "1"),
        "[1 2 3 4 5 6; 0 NaN 1e300 -1e300 Inf -Inf]", "[1 2 0 4 2 6]");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_integers_from_signals_that_are_none),
        MR_TEST(test_older_words_of_choices),
        MR_TEST(test_unit_delay_and_memory),
        MR_TEST(test_delay),
        MR_TEST(test_unit_delay_variants),
        MR_TEST(test_holds),
        MR_TEST(test_discrete_integrator_methods),
        MR_TEST(test_discrete_integrator_limits_and_resets),
        MR_TEST(test_filters),
        MR_TEST(test_discrete_state_space),
        MR_TEST(test_first_order_filters),
        MR_TEST(test_tapped_delay),
        MR_TEST(test_rate_transitions),
        MR_TEST(test_memories_are_saved_and_restored),
        MR_TEST(test_blocks_in_a_triggered_subsystem),
    };
    return mr_test_main("blocks_discrete", tests, sizeof tests / sizeof tests[0], argc, argv);
}
