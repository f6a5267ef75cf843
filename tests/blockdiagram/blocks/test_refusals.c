/* parameters and inputs that cannot be: each is refused with the numbers that do not fit, and what
 * lies just within the limits is not */
#include "bd_test.h"

#include <string.h>

#define OFF_SIZE "Multiplication", "Matrix(K*u)"

static void test_state_space_matrices_fit_each_other(void) {
    CHECK_FAILURE("StateSpace", TEXTS("A", "[1 2]", "B", "1", "C", "1", "D", "0"), TEXTS("1"),
                  "A is 1x2 but must be square");
    CHECK_FAILURE("StateSpace", TEXTS("A", "[0 1; 0 0]", "B", "1", "C", "[1 0]", "D", "0"),
                  TEXTS("1"), "A is 2x2 but B is 1x1");
    CHECK_FAILURE("StateSpace", TEXTS("A", "[0 1; 0 0]", "B", "[0; 1]", "C", "1", "D", "0"),
                  TEXTS("1"), "A is 2x2 but C is 1x1");
    CHECK_FAILURE("StateSpace", TEXTS("A", "[0 1; 0 0]", "B", "[0; 1]", "C", "[1 0]", "D", "[0 0]"),
                  TEXTS("1"), "D is 1x2 but must be 1x1");
    CHECK_FAILURE("StateSpace", TEXTS("A", "[]", "B", "[]", "C", "[]", "D", "[]"), TEXTS("1"),
                  "neither states nor D");
}

static void test_gains_fit_their_inputs(void) {
    CHECK_FAILURE("Gain", TEXTS("Gain", "[1 2; 3 4]", OFF_SIZE), TEXTS("[1 2; 3 4; 5 6]"),
                  "Gain is 2x2 but the input has 3 rows");
    CHECK_FAILURE("Gain", TEXTS("Gain", "[1 2 3]"), TEXTS("[1 2]"),
                  "Gain has 3 elements but the input has 2");
    CHECK_FAILURE("Bias", TEXTS("Bias", "[1 2 3]"), TEXTS("[1 2]"),
                  "Bias has 3 elements but the input has 2");
    CHECK_BLOCK("Bias", TEXTS("Bias", "[1 2 3]"), TEXTS("1"), TEXTS("[2 3 4]"));
}

static void test_delays_are_not_negative(void) {
    CHECK_FAILURE("TransportDelay", TEXTS("DelayTime", "-1e-9"), TEXTS("1"),
                  "DelayTime must be 0 or positive");
    CHECK_FAILURE("TransportDelay", TEXTS("DelayTime", "[1 -1]"), TEXTS("[1 2]"),
                  "DelayTime must be 0 or positive");
    CHECK_FAILURE("VariableTransportDelay", TEXTS("MaximumDelay", "-1"), TEXTS("1", "1"),
                  "MaximumDelay must be 0 or positive");
    CHECK_BLOCK("TransportDelay", TEXTS("DelayTime", "0", "TransDelayFeedthrough", "on"),
                TEXTS("3"), TEXTS("3"));
}

static void test_pulses_have_a_period_and_a_width(void) {
    CHECK_FAILURE("DiscretePulseGenerator", TEXTS("PulseType", "Time based", "Period", "0"),
                  NO_TEXTS, "Period must be positive");
    CHECK_FAILURE("DiscretePulseGenerator", TEXTS("PulseType", "Time based", "Period", "-1"),
                  NO_TEXTS, "Period must be positive");
    CHECK_FAILURE("DiscretePulseGenerator", TEXTS("PulseType", "Time based", "Period", "inf"),
                  NO_TEXTS, "Period must be positive");
    CHECK_FAILURE("DiscretePulseGenerator",
                  TEXTS("PulseType", "Time based", "Period", "2", "PulseWidth", "100.001"),
                  NO_TEXTS, "PulseWidth must be within 0 and 100 percent");
    CHECK_FAILURE("DiscretePulseGenerator",
                  TEXTS("PulseType", "Time based", "Period", "2", "PulseWidth", "-0.001"), NO_TEXTS,
                  "PulseWidth must be within 0 and 100 percent");
    CHECK_FAILURE(
        "DiscretePulseGenerator",
        TEXTS("PulseType", "Sample based", "Period", "4", "PulseWidth", "5", "SampleTime", "1"),
        NO_TEXTS, "PulseWidth must be within 0 and Period");
    CHECK_FAILURE(
        "DiscretePulseGenerator",
        TEXTS("PulseType", "Sample based", "Period", "4.5", "PulseWidth", "2", "SampleTime", "1"),
        NO_TEXTS, "must be whole numbers of samples");
    CHECK_FAILURE(
        "DiscretePulseGenerator",
        TEXTS("PulseType", "Sample based", "Period", "4", "PulseWidth", "2.5", "SampleTime", "1"),
        NO_TEXTS, "must be whole numbers of samples");
    CHECK_FAILURE("DiscretePulseGenerator",
                  TEXTS("PulseType", "Time based", "Period", "2", "PhaseDelay", "inf"), NO_TEXTS,
                  "PhaseDelay must be finite");
    CHECK_BLOCK(
        "DiscretePulseGenerator",
        TEXTS("PulseType", "Time based", "Period", "2", "PulseWidth", "100", "Amplitude", "3"),
        NO_TEXTS, TEXTS("3"));
    CHECK_BLOCK("DiscretePulseGenerator",
                TEXTS("PulseType", "Sample based", "Period", "4", "PulseWidth", "4", "SampleTime",
                      "1", "Amplitude", "3"),
                NO_TEXTS, TEXTS("3"));
    CHECK_FAILURE("DiscretePulseGenerator",
                  TEXTS("PulseType", "Time based", "Period", "[1 2 3]", "Amplitude", "[1 2]"),
                  NO_TEXTS, "has 3 elements but another parameter has 2");
}

static void test_limits_are_in_order_and_of_one_size(void) {
    CHECK_FAILURE("UniformRandomNumber", TEXTS("Minimum", "2", "Maximum", "1"), NO_TEXTS,
                  "Minimum must not exceed Maximum");
    CHECK_BLOCK("UniformRandomNumber", TEXTS("Minimum", "2", "Maximum", "2"), NO_TEXTS, TEXTS("2"));
    CHECK_BLOCK("RandomNumber", TEXTS("Mean", "7", "Variance", "0"), NO_TEXTS, TEXTS("7"));
    CHECK_FAILURE("RandomNumber", TEXTS("Variance", "-1e-9"), NO_TEXTS, "Variance");
    CHECK_FAILURE("Saturate", TEXTS("UpperLimit", "[1 2 3]", "LowerLimit", "[0 0]"), TEXTS("1"),
                  "differ in size");
    CHECK_FAILURE("Relay", TEXTS("OnSwitchValue", "[1 2 3]", "OffSwitchValue", "[0 0]"), TEXTS("1"),
                  "OnSwitchValue and OffSwitchValue differ in size");
    CHECK_FAILURE("SecondOrderIntegrator",
                  TEXTS("LimitX", "on", "UpperLimitX", "1", "LowerLimitX", "1"), TEXTS("1"),
                  "must be below");
}

static void test_tables_are_complete_and_increase(void) {
    CHECK_FAILURE("Lookup", TEXTS("InputValues", "[0 1 2]", "Table", "[5 6]"), TEXTS("1"),
                  "InputValues has 3 entries but Table has 2 there");
    CHECK_FAILURE("Lookup", TEXTS("InputValues", "[0 -1]", "Table", "[5 6]"), TEXTS("1"),
                  "must increase, but entry 2 is -1 after 0");
    CHECK_FAILURE("Lookup_n-D",
                  TEXTS("NumberOfTableDimensions", "2", "BreakpointsForDimension1", "[1 2]",
                        "BreakpointsForDimension2", "[1 2 2]", "Table", "[1 2 3; 4 5 6]"),
                  TEXTS("1", "1"), "must increase, but entry 3 is 2 after 2");
}

static void test_kinds_of_inputs(void) {
    CHECK_FAILURE("Derivative", NO_TEXTS, TEXTS("1+i"), "complex");
    CHECK_FAILURE("FirstOrderHold", TEXTS("Ts", "1", "SampleTime", "1"), TEXTS("1+i"), "complex");
    CHECK_FAILURE("Trigonometry", TEXTS("Operator", "sin"), TEXTS("int8(1)"),
                  "needs a floating-point input");
    CHECK_FAILURE("Math", TEXTS("Operator", "exp"), TEXTS("int8(1)"),
                  "needs a floating-point input");
    CHECK_FAILURE("Extract Bits", TEXTS("bitsToExtract", "Range of bits", "bitIdxRange", "[0 8]"),
                  TEXTS("uint8(1)"), "has 8 bits only");
    CHECK_FAILURE("Find", TEXTS("IndexOutputFormat", "Subscripts", "NumberOfInputDimensions", "3"),
                  TEXTS("[1 2]"), "the input has");
    CHECK_FAILURE("MultiPortSwitch",
                  TEXTS("DataPortOrder", "Specify indices", "DataPortIndices", "{}"),
                  TEXTS("1", "2"), "DataPortIndices is empty");
    CHECK_FAILURE("PWM", TEXTS("Period", "1"), TEXTS("1.001"), "not within 0 and 1");
    CHECK_FAILURE("PWM", TEXTS("Period", "1"), TEXTS("-0.001"), "not within 0 and 1");
    CHECK_BLOCK("PWM", TEXTS("Period", "1"), TEXTS("1"), TEXTS("1"));
    CHECK_BLOCK("PWM", TEXTS("Period", "1"), TEXTS("0"), TEXTS("0"));
}

/* a number is no text, whichever input it comes to */
static void test_strings_are_asked_for(void) {
    static const char *const one[] = {"StringLength", "StringToDouble", "StringToSingle",
                                      "StringToASCII", "ScanString"};
    static const char *const two[] = {"StringFind", "StringCount", "StringContains",
                                      "StringCompare", "StringConcatenate"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        CHECK_FAILURE(one[i], TEXTS("Format", "\"%d\""), TEXTS("1"), "input 1 needs string");
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        CHECK_FAILURE(two[i], NO_TEXTS, TEXTS("1", "2"), "input 1 needs string");
    CHECK_FAILURE("Substring", NO_TEXTS, TEXTS("1", "1", "1"), "input 1 needs string");
}

/* what goes element by element through two inputs would read behind the end of the shorter one */
static void test_inputs_fit_the_first_one(void) {
    static const char *const told = "has 2 elements but input 1 has 4";
    static const char *const delays[] = {"Unit Delay External IC", "Delay", "DiscreteIntegrator",
                                         "PID Controller", "SecondOrderIntegrator"};
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
        const bool two_states = i >= 3;
        CHECK_FAILURE(delays[i],
                      TEXTS("SampleTime", i < 3 ? "1" : "-1", "InitialConditionSource",
                            i == 1 ? "Input port" : "external", "Controller", "PI", "ICSourceX",
                            two_states ? "external" : "internal"),
                      TEXTS("[1 2 3 4]", "[9 8]"), told);
    }
    CHECK_FAILURE("PID Controller", TEXTS("TrackingMode", "on"), TEXTS("[1 2 3 4]", "[9 8]"), told);
    CHECK_FAILURE("Unit Delay With Preview Resettable External RV", TEXTS("vinit", "0"),
                  TEXTS("[1 2 3 4]", "0", "[9 8]"), told);
    CHECK_FAILURE("ArithShift", TEXTS("BitShiftNumberSource", "Input port"),
                  TEXTS("int8([1 2 3 4])", "int8([1 2])"), told);
    CHECK_FAILURE("Check Dynamic Upper Bound", NO_TEXTS, TEXTS("[9 8]", "[1 2 3 4]"),
                  "input 1 has 2 elements but input 2 has 4");
}

static void test_what_decides_is_real(void) {
    CHECK_FAILURE("Integrator", TEXTS("InitialConditionSource", "external"), TEXTS("1", "1+2i"),
                  "complex");
    CHECK_FAILURE("Integrator", TEXTS("ExternalReset", "rising"), TEXTS("1", "1+2i"), "complex");
    CHECK_FAILURE("Delay", TEXTS("DelayLengthSource", "Input port", "DelayLengthUpperLimit", "3"),
                  TEXTS("1", "1+2i"), "complex");
    CHECK_FAILURE("Delay", TEXTS("DelayLength", "2", "ExternalReset", "Rising"), TEXTS("1", "1+2i"),
                  "complex");
    CHECK_FAILURE("Unit Delay Enabled", TEXTS("vinit", "1", "tsamp", "1"), TEXTS("1", "1+2i"),
                  "complex");
}

/* a text where a block passes on anything, but decides by this input */
static void test_a_text_decides_nothing(void) {
    static const char *const types[] = {"Switch", "MultiPortSwitch", "Delay"};
    static const char *const inputs[] = {"b/2", "b/1", "b/2"};
    for (int i = 0; i < 3; i++) {
        bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
        bd_test_add(m, types[i], "b", "Inputs", "2", "DelayLengthSource", "Input port",
                    "DelayLengthUpperLimit", "3", "SampleTime", "-1");
        bd_node_set_ports(m->diagram->root->blocks[0], BD_PORT_INPUT, i < 2 ? 3 : 2);
        bd_test_add(m, "StringConstant", "text", "String", "\"text\"");
        bd_test_add(m, "Constant", "one");
        for (int k = 1; k <= (i < 2 ? 3 : 2); k++) {
            const char to[] = {'b', '/', (char)('0' + k), '\0'};
            bd_test_wire(m, strcmp(to, inputs[i]) == 0 ? "text" : "one", to);
        }
        bd_test_tap(m, "b", "y");
        CU_ASSERT_NOT_EQUAL(bd_test_try(m), BD_OK);
        MR_ASSERT_CONTAINS(m->error.text, "must be numbers, not a string");
        bd_test_model_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_state_space_matrices_fit_each_other),
        MR_TEST(test_gains_fit_their_inputs),
        MR_TEST(test_delays_are_not_negative),
        MR_TEST(test_pulses_have_a_period_and_a_width),
        MR_TEST(test_limits_are_in_order_and_of_one_size),
        MR_TEST(test_tables_are_complete_and_increase),
        MR_TEST(test_kinds_of_inputs),
        MR_TEST(test_strings_are_asked_for),
        MR_TEST(test_inputs_fit_the_first_one),
        MR_TEST(test_what_decides_is_real),
        MR_TEST(test_a_text_decides_nothing),
    };
    return mr_test_main("blocks_refusals", tests, sizeof tests / sizeof *tests, argc, argv);
}
