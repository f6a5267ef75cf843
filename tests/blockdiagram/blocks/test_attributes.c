/* conversions, statements and questions about signals, the first value */
#include "bd_test.h"

#include <string.h>

static void test_conversion_rounds_and_saturates(void) {
#define TO(type, rounding, saturate)                                                               \
    TEXTS("OutDataTypeStr", type, "RndMeth", rounding, "SaturateOnIntegerOverflow", saturate)
    CHECK_BLOCK("DataTypeConversion", TO("int8", "Zero", "on"), TEXTS("[-1.7 1.7 200 -200]"),
                TEXTS("int8([-1 1 127 -128])"));
    CHECK_BLOCK("DataTypeConversion", TO("int8", "Floor", "on"), TEXTS("[-1.2 1.7]"),
                TEXTS("int8([-2 1])"));
    CHECK_BLOCK("DataTypeConversion", TO("int8", "Ceiling", "on"), TEXTS("[-1.7 1.2]"),
                TEXTS("int8([-1 2])"));
    CHECK_BLOCK("DataTypeConversion", TO("int8", "Convergent", "on"), TEXTS("[0.5 1.5 2.5 -1.5]"),
                TEXTS("int8([0 2 2 -2])"));
    CHECK_BLOCK("DataTypeConversion", TO("uint8", "Zero", "off"), TEXTS("[257 -1]"),
                TEXTS("uint8([1 255])"));
    CHECK_BLOCK("DataTypeConversion", TO("double", "Zero", "on"), TEXTS("uint16([3 4])"),
                TEXTS("[3 4]"));
    CHECK_BLOCK("DataTypeConversion", TO("boolean", "Zero", "on"), TEXTS("[0 0.2 -3]"),
                TEXTS("[false true true]"));
    CHECK_BLOCK("DataTypeConversion", TO("single", "Zero", "on"), TEXTS("1+2i"),
                TEXTS("single(1+2i)"));
    CHECK_BLOCK("Data Type Conversion Inherited",
                TEXTS("RndMeth", "Zero", "SaturateOnIntegerOverflow", "on"),
                TEXTS("int8(1)", "[-1.7 200]"), TEXTS("int8([-1 127])"));
    CHECK_FAILURE("DataTypeConversion", TO("float128", "Zero", "on"), TEXTS("1"), "float128");
#undef TO
}

/* only its type is read from the first input: its own output may come back there without being a
 * loop */
static void test_the_input_that_gives_the_type_gives_no_value(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
    bd_test_add(m, "Constant", "c", "Value", "3.7");
    bd_test_add(m, "SignalSpecification", "type", "OutDataTypeStr", "int8");
    bd_test_add(m, "Data Type Conversion Inherited", "b", "RndMeth", "Zero");
    bd_test_wire(m, "c", "b/2");
    bd_test_wire(m, "b", "type");
    bd_test_wire(m, "type", "b/1");
    bd_test_tap(m, "b", "y");
    bd_test_run(m);
    CU_ASSERT_EQUAL(bd_test_last(m, "y", 0), 3.0);
    for (size_t i = 0; i < m->log.count; i++)
        CU_ASSERT_PTR_NULL(strstr(m->log.lines[i], "loop"));
    bd_test_model_free(m);
}

/* a reader that says nothing leaves the type underspecified: double, whatever comes in */
static void test_underspecified_conversion(void) {
    static const char *const settings[] = {NULL, "single"};

    for (int i = 0; i < 2; i++) {
        bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
        if (settings[i])
            CU_ASSERT_EQUAL(
                bd_diagram_set(m->diagram, "DefaultUnderspecifiedDataType", settings[i]), BD_OK);
        bd_test_add(m, "Constant", "c", "OutDataTypeStr", "uint8");
        bd_test_add(m, "DataTypeConversion", "d");
        bd_test_add(m, "Gain", "k", "Gain", "800.5", "OutDataTypeStr",
                    "Inherit: Inherit via internal rule");
        bd_test_wire(m, "c", "d");
        bd_test_wire(m, "d", "k");
        bd_test_tap(m, "k", "y");
        bd_test_run(m);
        int number;
        const bd_record *record = bd_test_record(m, "y", &number);
        CU_ASSERT_EQUAL(record->shape.type, settings[i] ? BD_SINGLE : BD_DOUBLE);
        CU_ASSERT_EQUAL(bd_test_last(m, "y", 0), 800.5);
        bd_test_model_free(m);
    }
}

/* the reader wants doubles, so the conversion makes some */
static void test_conversion_by_back_propagation(void) {
    bd_test_model *m = bd_test_model_create("ode1", 1.0, 1.0);
    bd_test_add(m, "Constant", "c", "Value", "int8(3)");
    bd_test_add(m, "DataTypeConversion", "d");
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "c", "d");
    bd_test_wire(m, "d", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 3.0, 0.0);
    bd_test_model_free(m);
}

static void test_specification_checks(void) {
    CHECK_BLOCK("SignalSpecification", TEXTS("Dimensions", "3"), TEXTS("[1 2 3]"),
                TEXTS("[1 2 3]"));
    CHECK_FAILURE("SignalSpecification", TEXTS("Dimensions", "2"), TEXTS("[1 2 3]"), "input 1");
    CHECK_FAILURE("SignalSpecification", TEXTS("OutDataTypeStr", "int8"), TEXTS("1"), "int8");
    CHECK_FAILURE("SignalSpecification", TEXTS("SignalType", "complex"), TEXTS("1"), "complex");
}

static void test_width_and_probe(void) {
    CHECK_BLOCK("Width", NO_TEXTS, TEXTS("[1 2; 3 4; 5 6]"), TEXTS("6"));
    CHECK_BLOCK("Width", TEXTS("DataType", "uint8"), TEXTS("[1 2 3]"), TEXTS("uint8(3)"));
    CHECK_BLOCK("Probe", TEXTS("ProbeSampleTime", "off"), TEXTS("[1 2; 3 4; 5 6i]"),
                TEXTS("6", "1", "[3 2]", "0"));
}

static void test_initial_condition_at_the_first_step_only(void) {
    CHECK_SEQUENCE("InitialCondition", TEXTS("Value", "5"), "[1 2 3]", "[5 2 3]");
    CHECK_BLOCK("InitialCondition", TEXTS("Value", "[5 6]"), TEXTS("[1 2]"), TEXTS("[5 6]"));
    CHECK_FAILURE("InitialCondition", TEXTS("Value", "[5 6 7]"), TEXTS("[1 2]"), "[3]");
}

static void test_duplicate_wants_equal_types(void) {
    CHECK_BLOCK("DataTypeDuplicate", NO_TEXTS, TEXTS("1", "2"), NO_TEXTS);
    CHECK_FAILURE("DataTypeDuplicate", NO_TEXTS, TEXTS("1", "int8(2)"), "int8");
}

static const mr_test tests[] = {
    MR_TEST(test_the_input_that_gives_the_type_gives_no_value),
    MR_TEST(test_conversion_rounds_and_saturates),
    MR_TEST(test_conversion_by_back_propagation),
    MR_TEST(test_underspecified_conversion),
    MR_TEST(test_specification_checks),
    MR_TEST(test_width_and_probe),
    MR_TEST(test_initial_condition_at_the_first_step_only),
    MR_TEST(test_duplicate_wants_equal_types),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_attributes", tests, sizeof tests / sizeof *tests, argc, argv);
}
