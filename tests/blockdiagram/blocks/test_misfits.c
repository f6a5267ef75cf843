/* values of parameters that no block can have: of the wrong size or kind, too many or too large.
 * Each is told by its parameter; what lies just within the limits runs */
#include "bd_test.h"

#include <stdio.h>
#include <string.h>

/* part, part, … so many times */
static const char *repeated(char *text, size_t size, const char *begin, const char *part, int times,
                            const char *end) {
    size_t used = (size_t)snprintf(text, size, "%s", begin);
    for (int k = 0; k < times; k++)
        used += (size_t)snprintf(text + used, size - used, "%s", part);
    CU_ASSERT_FATAL(used + strlen(end) < size);
    snprintf(text + used, size - used, "%s", end);
    return text;
}

static void test_linear_systems(void) {
    static const struct {
        const char *system, *told;
    } systems[] = {
        {"struct('A', 1, 'B', 1, 'C', 1)", "must be a linear system of real matrices A, B, C, D"},
        {"struct('A', 'x', 'B', 1, 'C', 1, 'D', 0)", "must be a linear system of real matrices"},
        {"struct('A', 1i, 'B', 1, 'C', 1, 'D', 0)", "must be a linear system of real matrices"},
        {"struct('A', NaN, 'B', 1, 'C', 1, 'D', 0)", "must be a linear system of real matrices"},
        {"struct('A', 1, 'B', 1, 'C', 1, 'D', 0, 'Ts', [1 2])", "must be a linear system"},
        {"struct('A', 1, 'B', 1, 'C', 1, 'D', 0, 'Ts', -2)", "the sample time of sys is not"},
        {"struct('A', 1, 'B', 1, 'C', 1, 'D', 0, 'Ts', NaN)", "the sample time of sys is not"},
        {"struct('A', [1 2], 'B', 1, 'C', 1, 'D', 0)", "A is 1x2 but must be square"},
    };
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        CHECK_FAILURE("LTI System", TEXTS("sys", systems[i].system), TEXTS("1"), systems[i].told);
    CHECK_BLOCK("LTI System", TEXTS("sys", "3"), TEXTS("2"), TEXTS("6"));

    CHECK_FAILURE("StateSpace", TEXTS("A", "[]", "B", "[]", "C", "[]", "D", "ones(1, 10001)"),
                  TEXTS("1"), "the system is too large");
    CHECK_FAILURE("StateSpace", TEXTS("A", "-1", "B", "[1 1]", "C", "1", "D", "[0 0]"),
                  TEXTS("[1 2 3]"), "input 1 needs double [2]");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[]", "Poles", "[-1 -2]", "Gain", "[]"), TEXTS("1"),
                  "Gain");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[-1; -3]", "Poles", "[-1 -2]", "Gain", "[1 2 3]"),
                  TEXTS("1"), "Gain must be a number per output");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[1 2 3]", "Poles", "[-1 -2]", "Gain", "1"),
                  TEXTS("1"), "there must not be more zeros than poles");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[]", "Poles", "[-1 inf]", "Gain", "1"), TEXTS("1"),
                  "Poles must be finite");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "'x'", "Poles", "{1}", "Gain", "1"), TEXTS("1"),
                  "must be numbers");
    CHECK_FAILURE("ZeroPole", TEXTS("Zeros", "[]", "Poles", "[-1+i -1]", "Gain", "1"), TEXTS("1"),
                  "complex Poles must come in conjugate pairs");
    CHECK_FAILURE(
        "DescriptorStateSpace",
        TEXTS("E", "[]", "A", "[]", "B", "1", "C", "1", "D", "1", "InitialCondition", "0"),
        TEXTS("1"), "A is empty or too large");
    CHECK_FAILURE("DescriptorStateSpace",
                  TEXTS("E", "[1 0; 0 1]", "A", "[1 0; 0 1]", "B", "1", "C", "[1 1]", "D", "0",
                        "InitialCondition", "0"),
                  TEXTS("1"), "B does not fit the other matrices");
}

static void test_choices(void) {
    static char text[60000];
    CHECK_FAILURE(
        "If", TEXTS("ElseIfExpressions", repeated(text, sizeof text, "", "u1>1,", 10000, "u1>2")),
        TEXTS("1"), "ElseIfExpressions has too many conditions");
    CHECK_FAILURE("SwitchCase", TEXTS("CaseConditions", "num2cell(1:10001)"), TEXTS("1"),
                  "CaseConditions has too many cases");
    CHECK_FAILURE("SwitchCase", TEXTS("CaseConditions", "{1, {2}}"), TEXTS("1"),
                  "CaseConditions must be numbers for each case");
    CHECK_FAILURE("SwitchCase", TEXTS("CaseConditions", "{1, []}"), TEXTS("1"),
                  "CaseConditions must be numbers for each case");
    CHECK_FAILURE("MultiPortSwitch",
                  TEXTS("DataPortOrder", "Specify indices", "DataPortIndices", "{1, {2}, []}"),
                  TEXTS("1", "2", "3"), "DataPortIndices must be numbers for each port");
    CHECK_BLOCK("MultiPortSwitch",
                TEXTS("DataPortOrder", "Specify indices", "DataPortIndices", "{1, [2 3]}"),
                TEXTS("3", "5", "7"), TEXTS("7"));
}

static void test_indices_and_sizes(void) {
    CHECK_FAILURE("Assignment",
                  TEXTS("NumberOfDimensions", "2", "IndexOptions", "Assign all", "Indices", "1"),
                  TEXTS("[1 2]", "3"), "IndexOptions has no entry for dimension 2");
    CHECK_FAILURE("Assignment",
                  TEXTS("NumberOfDimensions", "1", "IndexOptions", "Assign some", "Indices", "1"),
                  TEXTS("[1 2]", "3"), "IndexOptions has the unknown entry 'Assign some'");
    CHECK_FAILURE("Reshape",
                  TEXTS("OutputDimensionality", "Customize", "OutputDimensions", "ones(1, 100)"),
                  TEXTS("1"), "OutputDimensions has more than");
    CHECK_FAILURE("Reshape",
                  TEXTS("OutputDimensionality", "Customize", "OutputDimensions", "[1 0.5]"),
                  TEXTS("1"), "OutputDimensions must be positive whole numbers");
    CHECK_FAILURE("Reshape",
                  TEXTS("OutputDimensionality", "Customize", "OutputDimensions", "[NaN 1]"),
                  TEXTS("1"), "OutputDimensions must be positive whole numbers");
    CHECK_FAILURE("Cross Product", NO_TEXTS, TEXTS("[1 2 3]", "[1 2]"), "input 2 needs double [3]");
    CHECK_BLOCK("Cross Product", NO_TEXTS, TEXTS("[1 0 0]", "[0 2 0]"), TEXTS("[0 0 2]"));
    CHECK_FAILURE("Sum", TEXTS("Inputs", "||"), TEXTS("1"), "Inputs is '||' but needs 1 to 10000");
    CHECK_FAILURE("Product", TEXTS("Inputs", "0"), TEXTS("1"), "Inputs");
    CHECK_FAILURE("UnitDelay", TEXTS("InitialCondition", "[1 2 3]", "SampleTime", "1"),
                  TEXTS("[1 2]"), "3");
    CHECK_FAILURE("IdentityMatrix", TEXTS("InheritOutputPortAttributes", "on"),
                  TEXTS("ones(2, 2, 2)"), "the input is no matrix");
}

static void test_what_is_written_and_extended(void) {
    CHECK_FAILURE("Extender", TEXTS("ext_type", "Finite"), TEXTS("1"),
                  "an Extender is run only if it extends for ever, without a reset");
    CHECK_FAILURE("Extender", TEXTS("ext_type", "Infinite", "reset", "on"), TEXTS("1"),
                  "an Extender is run only if it extends for ever, without a reset");
    CHECK_FAILURE(
        "ParameterWriter", TEXTS("WorkspaceVariableName", "mu"), TEXTS("1"),
        "writes the variable mu of a workspace; only parameters of blocks can be written");
    CHECK_FAILURE("ParameterWriter", NO_TEXTS, TEXTS("1"), "ParameterOwnerBlock '' is not found");
    CHECK_FAILURE("ParameterWriter", TEXTS("ParameterOwnerBlock", "m/nobody"), TEXTS("1"),
                  "ParameterOwnerBlock 'm/nobody' is not found");
}

static void test_samples(void) {
    static const struct {
        const char *variable, *told;
    } cases[] = {
        {"struct('time', [0; 1], 'signals', struct('values', {{'a'; 'b'}}))", "must be numbers"},
        {"struct('time', [0; 1], 'signals', struct('values', []))", "the values must be numbers"},
        {"struct('time', [0; 1], 'signals', struct('values', [1; 2; 3]))",
         "there are 2 times but 3 values"},
        {"struct('time', [0; 1], 'signals', struct('values', ones(2, 2, 3), 'dimensions', [2 2]))",
         "there are 2 times but 3 values"},
        {"struct('time', {{1}}, 'signals', struct('values', [1; 2; 3]))",
         "the times must be numbers"},
        {"struct('time', [0; 1], 'signals', struct('values', {[1; 2], [3; 4]}))",
         "the structure has more than one signal"},
        {"struct('time', [0; 1], 'signals', 3)", "the structure has no signal 1"},
        {"[1; 2; 3]", "a matrix of samples needs a column of times and one or more columns"},
        {"[0 1; 2 3; 1 4]", "must not decrease, but sample 3 is at 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_FAILURE("FromWorkspace", TEXTS("VariableName", cases[i].variable, "SampleTime", "1"),
                      NO_TEXTS, cases[i].told);
    CHECK_BLOCK(
        "FromWorkspace",
        TEXTS("VariableName", "struct('time', [0; 1], 'signals', struct('values', [5; 2]))"),
        NO_TEXTS, TEXTS("5"));
    CHECK_FAILURE("FromWorkspace",
                  TEXTS("VariableName", "struct('time', [], 'signals', struct('values', [5; 2]))",
                        "SampleTime", "0"),
                  NO_TEXTS, "samples without times need a discrete sample time");
    CHECK_FAILURE("Repeating Sequence", TEXTS("rep_seq_t", "[0 0]", "rep_seq_y", "[1 2]"), NO_TEXTS,
                  "rep_seq_t must increase");
    CHECK_FAILURE("Repeating Sequence", TEXTS("rep_seq_t", "0", "rep_seq_y", "1"), NO_TEXTS,
                  "but both need the same number, at least 2");
}

static void test_waveforms(void) {
    char text[20000];
    CHECK_BLOCK("WaveformGenerator",
                TEXTS("Signals", repeated(text, sizeof text, "1", "+(1)", 60, "")), NO_TEXTS,
                TEXTS("61"));
    CHECK_FAILURE("WaveformGenerator",
                  TEXTS("Signals", repeated(text, sizeof text, "1", "+sin(1,1,0)", 1000, "")),
                  NO_TEXTS, "the waveform has too many parts");
    CHECK_FAILURE("WaveformGenerator",
                  TEXTS("Signals", repeated(text, sizeof text, "", "(", 60, "1")), NO_TEXTS,
                  "brackets are nested too deeply");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_linear_systems),    MR_TEST(test_choices),
        MR_TEST(test_indices_and_sizes), MR_TEST(test_what_is_written_and_extended),
        MR_TEST(test_samples),           MR_TEST(test_waveforms),
    };
    return mr_test_main("blocks_misfits", tests, sizeof tests / sizeof *tests, argc, argv);
}
