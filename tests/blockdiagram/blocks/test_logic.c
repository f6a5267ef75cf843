/* comparisons, logic, tests of intervals, detection of changes */
#include "bd_test.h"

static void test_relational_operator_compares_elements(void) {
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "<"), TEXTS("[1 2 3]", "2"),
                TEXTS("[true false false]"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "<="), TEXTS("[1 2 3]", "2"),
                TEXTS("[true true false]"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "=="), TEXTS("[1 2; 3 4]", "[1 0; 3 0]"),
                TEXTS("logical([1 0; 1 0])"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "~="), TEXTS("int8([1 2])", "int8(1)"),
                TEXTS("[false true]"));
    CHECK_BLOCK("RelationalOperator", NO_TEXTS, TEXTS("2", "2"), TEXTS("true"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", ">", "OutDataTypeStr", "uint8"),
                TEXTS("2", "1"), TEXTS("uint8(1)"));
}

static void test_relational_operator_on_special_numbers(void) {
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "isInf"), TEXTS("[1 Inf NaN -Inf]"),
                TEXTS("logical([0 1 0 1])"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "isNaN"), TEXTS("[1 Inf NaN]"),
                TEXTS("logical([0 0 1])"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "isFinite"), TEXTS("[1 Inf NaN]"),
                TEXTS("logical([1 0 0])"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "=="), TEXTS("NaN", "NaN"), TEXTS("false"));
}

static void test_relational_operator_with_complex_numbers(void) {
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "=="), TEXTS("[1+2i 1]", "1+2i"),
                TEXTS("[true false]"));
    static const char *const ordered[] = {"<", "<=", ">=", ">"};
    for (int i = 0; i < 4; i++)
        CHECK_FAILURE("RelationalOperator", TEXTS("Operator", ordered[i]), TEXTS("1+2i", "1"),
                      "complex");
}

static void test_relational_operator_refuses_nonsense(void) {
    CHECK_FAILURE("RelationalOperator", TEXTS("Operator", "=>"), TEXTS("1", "1"), "Operator");
    CHECK_FAILURE("RelationalOperator", TEXTS("Operator", "<"), TEXTS("[1 2]", "[1 2 3]"),
                  "dimensions differ");
}

static void test_compare_to_constant_and_zero(void) {
    CHECK_BLOCK("Compare To Constant", TEXTS("relop", ">", "const", "2"), TEXTS("[1 2 3]"),
                TEXTS("[false false true]"));
    CHECK_BLOCK("Compare To Constant", TEXTS("relop", ">=", "const", "[1 5]"), TEXTS("3"),
                TEXTS("[true false]"));
    CHECK_BLOCK("Compare To Constant", NO_TEXTS, TEXTS("3"), TEXTS("true"));
    /* documented: the constant takes the type of the input first: 2.5 becomes 3 */
    CHECK_BLOCK("Compare To Constant", TEXTS("relop", ">", "const", "2.5"), TEXTS("int8([2 3 4])"),
                TEXTS("[false false true]"));
    CHECK_BLOCK("Compare To Constant", TEXTS("relop", "==", "const", "2.5"), TEXTS("int8([2 3 4])"),
                TEXTS("[false true false]"));
    CHECK_BLOCK("Compare To Zero", TEXTS("relop", "~="), TEXTS("[0 -1]"), TEXTS("[false true]"));
    CHECK_BLOCK("Compare To Zero", NO_TEXTS, TEXTS("[-1 0 1]"), TEXTS("[true true false]"));
    CHECK_FAILURE("Compare To Constant", TEXTS("const", "[1 2]"), TEXTS("[1 2 3]"), "const");
}

static void test_logic_of_several_inputs(void) {
    const char *const inputs[] = {"[0 0 1 1]", "[0 1 0 1]", NULL};
    CHECK_BLOCK("Logic", TEXTS("Operator", "AND"), inputs, TEXTS("logical([0 0 0 1])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "OR"), inputs, TEXTS("logical([0 1 1 1])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "NAND"), inputs, TEXTS("logical([1 1 1 0])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "NOR"), inputs, TEXTS("logical([1 0 0 0])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "XOR"), inputs, TEXTS("logical([0 1 1 0])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "NXOR"), inputs, TEXTS("logical([1 0 0 1])"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "NOT"), TEXTS("[0 5]"), TEXTS("[true false]"));
    /* XOR of three: an odd number of trues */
    CHECK_BLOCK("Logic", TEXTS("Operator", "XOR", "Inputs", "3"), TEXTS("1", "1", "1"),
                TEXTS("true"));
}

static void test_logic_of_one_vector_reduces_it(void) {
    CHECK_BLOCK("Logic", TEXTS("Operator", "AND", "Inputs", "1"), TEXTS("[1 2 0]"), TEXTS("false"));
    CHECK_BLOCK("Logic", TEXTS("Operator", "OR", "Inputs", "1"), TEXTS("[1 2 0]"), TEXTS("true"));
    CHECK_FAILURE("Logic", TEXTS("Inputs", "0"), TEXTS("1"), "Inputs");
}

/* the first element is the most significant bit: [1 0] is row 3 */
static void test_combinatorial_logic_reads_its_row(void) {
    CHECK_BLOCK("CombinatorialLogic", TEXTS("TruthTable", "[0 0; 0 1; 1 5; 1 1]"), TEXTS("[1 0]"),
                TEXTS("[1 5]"));
    CHECK_BLOCK("CombinatorialLogic", TEXTS("TruthTable", "[0; 1; 1; 0]"), TEXTS("[true false]"),
                TEXTS("true"));
    CHECK_BLOCK("CombinatorialLogic", TEXTS("TruthTable", "[0; 2]"), TEXTS("true"), TEXTS("2"));
    CHECK_BLOCK("CombinatorialLogic", TEXTS("TruthTable", "[7; 8]"), TEXTS("1"), TEXTS("8"));
    CHECK_FAILURE("CombinatorialLogic", TEXTS("TruthTable", "[1; 2; 3]"), TEXTS("1"), "TruthTable");
    CHECK_FAILURE("CombinatorialLogic", TEXTS("TruthTable", "[1; 2]"), TEXTS("[1 1]"), "input 1");
}

static void test_interval_test_with_open_and_closed_ends(void) {
    CHECK_BLOCK("Interval Test", NO_TEXTS, TEXTS("[-0.6 -0.5 0 0.5]"), TEXTS("logical([0 1 1 1])"));
    CHECK_BLOCK("Interval Test", TEXTS("IntervalClosedLeft", "off", "IntervalClosedRight", "off"),
                TEXTS("[-0.6 -0.5 0 0.5]"), TEXTS("logical([0 0 1 0])"));
    CHECK_BLOCK("Interval Test Dynamic", NO_TEXTS, TEXTS("2", "[0 1 2 3]", "1"),
                TEXTS("logical([0 1 1 0])"));
}

static void test_detect_blocks_look_one_step_back(void) {
    CHECK_SEQUENCE("Detect Change", NO_TEXTS, "[0 1 1 0 -2]", "[0 1 0 1 1]");
    CHECK_SEQUENCE("Detect Change", TEXTS("vinit", "3"), "[0 0 1]", "[1 0 1]");
    CHECK_SEQUENCE("Detect Increase", NO_TEXTS, "[1 1 2 1 3]", "[1 0 1 0 1]");
    CHECK_SEQUENCE("Detect Decrease", NO_TEXTS, "[1 0 -1 -1 3]", "[0 1 1 0 0]");
    CHECK_SEQUENCE("Detect Rise Positive", NO_TEXTS, "[-1 0 1 2 0 1]", "[0 0 1 0 0 1]");
    CHECK_SEQUENCE("Detect Rise Nonnegative", NO_TEXTS, "[-1 0 1 -1 1]", "[0 1 0 0 1]");
    CHECK_SEQUENCE("Detect Fall Negative", NO_TEXTS, "[1 0 -1 -2 0 -1]", "[0 0 1 0 0 1]");
    CHECK_SEQUENCE("Detect Fall Nonpositive", NO_TEXTS, "[1 0 -1 1 -1]", "[0 1 0 0 1]");
}

/* sin(t) > 0.5 changes at asin(0.5) = pi/6 and at 5 pi/6: steps must end there */
static void test_comparison_is_a_zero_crossing(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 4.0);
    bd_diagram_set(m->diagram, "MaxStep", "1");
    bd_test_add(m, "Sin", "s", "SampleTime", "0");
    bd_test_add(m, "Compare To Constant", "c", "relop", ">", "const", "0.5");
    bd_test_add(m, "DataTypeConversion", "d", "OutDataTypeStr", "double");
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "s", "c");
    bd_test_wire(m, "c", "d");
    bd_test_wire(m, "d", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    const double pi = 3.14159265358979323846;
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 4.0 * pi / 6.0, 1e-9);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).zero_crossings, 2);
    bd_test_model_free(m);
}

/* rows: S, R, then Q and its opposite; the truth table in the order of time */
static void test_flip_flops(void) {
    CHECK_SEQUENCE("S-R Flip-Flop", NO_TEXTS, "[0 1 0 0 0 1 1 0; 0 0 0 1 0 0 1 0]",
                   "[0 1 1 0 0 1 0 0; 1 0 0 1 1 0 0 1]");
    CHECK_SEQUENCE("S-R Flip-Flop", TEXTS("initial_condition", "1"), "[0 0 0; 0 1 0]",
                   "[1 0 0; 0 1 1]");
    /* inputs D and C */
    CHECK_SEQUENCE("D Latch", NO_TEXTS, "[1 1 0 1 0; 0 1 1 0 0]", "[0 1 0 0 0; 1 0 1 1 1]");
    /* inputs D, clock, not clear: taken when the clock rises, cleared at once */
    CHECK_SEQUENCE("D Flip-Flop", NO_TEXTS, "[1 1 0 0 0 1 1; 0 1 1 0 1 0 1; 1 1 1 1 1 1 0]",
                   "[0 1 1 1 0 0 0; 1 0 0 0 1 1 1]");
    /* inputs J, clock, K: when the clock falls */
    CHECK_SEQUENCE("J-K Flip-Flop", NO_TEXTS, "[1 1 0 0 1 1 1 1; 1 0 1 0 1 0 1 0; 0 0 0 1 1 1 1 1]",
                   "[0 1 1 0 0 1 1 0; 1 0 0 1 1 0 0 1]");
}

/* sin(t) > 0 holds from the first moment on, although it is 0 at the start */
static void test_comparison_that_starts_on_its_edge(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 3.0);
    bd_diagram_set(m->diagram, "MaxStep", "1");
    bd_test_add(m, "Sin", "s", "SampleTime", "0");
    bd_test_add(m, "Compare To Zero", "c", "relop", ">");
    bd_test_add(m, "DataTypeConversion", "d", "OutDataTypeStr", "double");
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "s", "c");
    bd_test_wire(m, "c", "d");
    bd_test_wire(m, "d", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 3.0, 1e-3);
    bd_test_model_free(m);
}

/* a complex number is infinite, or none, if one of its parts is; unequal if one of them differs */
static void test_complex_numbers_are_compared(void) {
    static const struct {
        const char *operator, * u, *expected;
    } cases[] = {
        {"isInf", "[1+2i complex(1,inf) inf nan]", "[false true true false]"},
        {"isNaN", "[1+2i complex(1,inf) nan 0]", "[false false true false]"},
        {"isFinite", "[1+2i complex(1,inf) nan 0]", "[true false false true]"},
        {"isInf", "[1 inf -inf nan]", "[false true true false]"},
        {"isNaN", "[1 inf -inf nan]", "[false false false true]"},
        {"isFinite", "[1 inf -inf nan]", "[true false false false]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_BLOCK("RelationalOperator", TEXTS("Operator", cases[i].operator), TEXTS(cases[i].u),
                    TEXTS(cases[i].expected));
    for (int k = 0; k < 2; k++) /* both spellings */
        CHECK_BLOCK("RelationalOperator", TEXTS("Operator", k ? "!=" : "~="),
                    TEXTS("[1+2i 1+2i 1]", "[1+2i 1-2i 1]"), TEXTS("[false true false]"));
    CHECK_BLOCK("RelationalOperator", TEXTS("Operator", "=="),
                TEXTS("[1+2i 1+2i 1]", "[1+2i 1-2i 1]"), TEXTS("[true false true]"));
    CHECK_FAILURE("RelationalOperator", TEXTS("Operator", "<"), TEXTS("1+i", "1"), "complex");
    CHECK_FAILURE("Compare To Zero", TEXTS("relop", "isNaN"), TEXTS("1"), "relop must compare");
}

static const mr_test tests[] = {
    MR_TEST(test_relational_operator_compares_elements),
    MR_TEST(test_relational_operator_on_special_numbers),
    MR_TEST(test_relational_operator_with_complex_numbers),
    MR_TEST(test_relational_operator_refuses_nonsense),
    MR_TEST(test_compare_to_constant_and_zero),
    MR_TEST(test_logic_of_several_inputs),
    MR_TEST(test_logic_of_one_vector_reduces_it),
    MR_TEST(test_combinatorial_logic_reads_its_row),
    MR_TEST(test_interval_test_with_open_and_closed_ends),
    MR_TEST(test_detect_blocks_look_one_step_back),
    MR_TEST(test_flip_flops),
    MR_TEST(test_comparison_is_a_zero_crossing),
    MR_TEST(test_comparison_that_starts_on_its_edge),
    MR_TEST(test_complex_numbers_are_compared),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_logic", tests, sizeof tests / sizeof *tests, argc, argv);
}
