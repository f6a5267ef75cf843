/* signals whose size changes in the run: who makes them, who takes them, who refuses them */
#include "bd_test.h"

#include <math.h>
#include <stdio.h>

/* u = [t-1, 0, 2-t] at t = 0, 1, 2, 3 */
static bd_test_model *moving(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(m, "Bias", "before", "Bias", "-1");
    bd_test_add(m, "Constant", "none", "Value", "0");
    bd_test_add(m, "Constant", "two", "Value", "2");
    bd_test_add(m, "Sum", "after", "Inputs", "+-");
    bd_test_add(m, "Mux", "u", "Inputs", "3");
    bd_test_wire(m, "t", "before");
    bd_test_wire(m, "two", "after/1");
    bd_test_wire(m, "t", "after/2");
    bd_test_wire(m, "before", "u/1");
    bd_test_wire(m, "none", "u/2");
    bd_test_wire(m, "after", "u/3");
    return m;
}

static void expect_row(const bd_test_model *m, const char *name, size_t row, double a, double b,
                       double c) {
    const double want[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        const double got = bd_test_value(m, name, row, i);
        CU_ASSERT(isnan(want[i]) ? isnan(got) : got == want[i]);
    }
}

/* t = 0: [-1 0 2], 1: [0 0 1], 2: [1 0 0], 3: [2 0 -1] */
static void test_find_tells_places_and_values(void) {
    bd_test_model *m = moving();
    bd_test_add(m, "Find", "f", "IndexMode", "One-based", "ShowOutputForNonzeroInputValues", "on");
    bd_test_wire(m, "u", "f");
    bd_test_tap(m, "f/1", "place");
    bd_test_tap(m, "f/2", "value");
    bd_test_run(m);
    expect_row(m, "place", 0, 1, 3, NAN);
    expect_row(m, "value", 0, -1, 2, NAN);
    expect_row(m, "place", 1, 3, NAN, NAN);
    expect_row(m, "value", 1, 1, NAN, NAN);
    expect_row(m, "place", 2, 1, NAN, NAN);
    expect_row(m, "value", 3, 2, -1, NAN);
    bd_test_model_free(m);
}

static void test_present_elements_are_computed_with(void) {
    bd_test_model *m = moving();
    bd_test_add(m, "Find", "f", "IndexMode", "One-based", "ShowOutputForNonzeroInputValues", "on");
    bd_test_add(m, "Width", "w");
    bd_test_add(m, "Sum", "total", "Inputs", "+");
    bd_test_add(m, "Product", "product", "Inputs", "*");
    bd_test_add(m, "MinMax", "most", "Function", "max", "Inputs", "1");
    bd_test_add(m, "Gain", "twice", "Gain", "2");
    bd_test_add(m, "Abs", "size");
    bd_test_add(m, "Sum", "both");
    bd_test_add(m, "Selector", "chosen", "IndexOptions", "Index vector (port)", "Indices", "1");
    bd_test_add(m, "Reshape", "column", "OutputDimensionality", "Column vector (2-D)");
    bd_test_wire(m, "u", "f");
    bd_test_wire(m, "f/1", "w");
    bd_test_wire(m, "f/2", "total");
    bd_test_wire(m, "f/2", "product");
    bd_test_wire(m, "f/2", "most");
    bd_test_wire(m, "f/2", "twice");
    bd_test_wire(m, "twice", "size");
    bd_test_wire(m, "size", "both/1");
    bd_test_wire(m, "f/1", "both/2");
    bd_test_wire(m, "u", "chosen/1");
    bd_test_wire(m, "f/1", "chosen/2");
    bd_test_wire(m, "both", "column");
    bd_test_tap(m, "w", "width");
    bd_test_tap(m, "total", "sum");
    bd_test_tap(m, "product", "all");
    bd_test_tap(m, "most", "max");
    bd_test_tap(m, "column", "y");
    bd_test_tap(m, "chosen", "again");
    bd_test_run(m);
    const double width[] = {2, 1, 1, 2}, sum[] = {1, 1, 1, 1}, all[] = {-2, 1, 1, -2};
    const double most[] = {2, 1, 1, 2};
    for (size_t k = 0; k < 4; k++) {
        MR_ASSERT_CLOSE(bd_test_value(m, "width", k, 0), width[k], 0.0);
        MR_ASSERT_CLOSE(bd_test_value(m, "sum", k, 0), sum[k], 0.0);
        MR_ASSERT_CLOSE(bd_test_value(m, "all", k, 0), all[k], 0.0);
        MR_ASSERT_CLOSE(bd_test_value(m, "max", k, 0), most[k], 0.0);
    }
    expect_row(m, "y", 0, 2 + 1, 4 + 3, NAN);
    expect_row(m, "y", 1, 2 + 3, NAN, NAN);
    expect_row(m, "again", 0, -1, 2, NAN);
    expect_row(m, "again", 2, 1, NAN, NAN);
    bd_test_model_free(m);
}

/* a matrix of 2 by 2 or a row of 3: elements keep their places in the largest size, 2 by 3 */
static void test_a_switch_passes_inputs_of_different_sizes(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(m, "Constant", "a", "Value", "[1 2; 3 4]");
    bd_test_add(m, "Constant", "b", "Value", "[5 6 7]", "VectorParams1D", "off");
    bd_test_add(m, "Switch", "s", "Threshold", "1", "AllowDiffInputSizes", "on");
    bd_test_add(m, "MultiPortSwitch", "p", "Inputs", "2", "DataPortOrder", "Zero-based contiguous",
                "AllowDiffInputSizes", "on");
    bd_test_add(m, "Sum", "total", "Inputs", "+");
    bd_test_wire(m, "a", "s/1");
    bd_test_wire(m, "t", "s/2");
    bd_test_wire(m, "b", "s/3");
    bd_test_wire(m, "t", "p/1");
    bd_test_wire(m, "b", "p/2");
    bd_test_wire(m, "a", "p/3");
    bd_test_wire(m, "p", "total");
    bd_test_tap(m, "s", "y");
    bd_test_tap(m, "p", "z");
    bd_test_tap(m, "total", "sum");
    bd_test_run(m);
    const double row[6] = {5, NAN, 6, NAN, 7, NAN}, square[6] = {1, 3, 2, 4, NAN, NAN};
    for (int i = 0; i < 6; i++) {
        const double *const want[2] = {&row[i], &square[i]};
        for (size_t k = 0; k < 2; k++) {
            const double y = bd_test_value(m, "y", k, i), z = bd_test_value(m, "z", k, i);
            CU_ASSERT(isnan(*want[k]) ? isnan(y) && isnan(z) : y == *want[k] && z == *want[k]);
        }
    }
    MR_ASSERT_CLOSE(bd_test_value(m, "sum", 0, 0), 18.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "sum", 1, 0), 10.0, 0.0);
    bd_test_model_free(m);
}

static void test_subscripts_of_a_matrix(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(m, "Constant", "a", "Value", "int8([0 7; 5 0; 0 9])");
    bd_test_add(m, "Find", "all"); /* without subscripts: 5, 7, 9 column by column, from 0 */
    bd_test_wire(m, "a", "all");
    bd_test_tap(m, "all", "place");
    bd_test_add(m, "Find", "f", "IndexOutputFormat", "Subscripts", "NumberOfInputDimensions", "2",
                "OutDataTypeStr", "uint8");
    bd_test_wire(m, "a", "f");
    bd_test_tap(m, "f/1", "row");
    bd_test_tap(m, "f/2", "column");
    bd_test_run(m);
    expect_row(m, "place", 0, 1, 3, 5);
    expect_row(m, "row", 0, 1, 0, 2);
    expect_row(m, "column", 0, 0, 1, 1);
    CU_ASSERT(isnan(bd_test_value(m, "row", 0, 3)));
    bd_test_model_free(m);
}

/* a list chooses of a row a row and of a column a column: only so the sum of both orientations fits
 */
static void test_a_selector_keeps_rows_and_columns(void) {
    static const struct {
        const char *of, *like;
    } ways[] = {{"Row vector (2-D)", "[10 20 30]"}, {"Column vector (2-D)", "[10; 20; 30]"}};
    for (int k = 0; k < 2; k++) {
        bd_test_model *m = moving();
        bd_test_add(m, "Find", "f", "IndexMode", "One-based");
        bd_test_add(m, "Constant", "c", "Value", ways[k].like, "VectorParams1D", "off");
        bd_test_add(m, "Selector", "s", "IndexOptions", "Index vector (port)", "Indices", "1");
        bd_test_add(m, "Reshape", "r", "OutputDimensionality", ways[k].of);
        bd_test_add(m, "Sum", "x");
        bd_test_wire(m, "u", "f");
        bd_test_wire(m, "c", "s/1");
        bd_test_wire(m, "f", "s/2");
        bd_test_wire(m, "f", "r");
        bd_test_wire(m, "s", "x/1");
        bd_test_wire(m, "r", "x/2");
        bd_test_tap(m, "x", "y");
        bd_test_run(m);
        expect_row(m, "y", 0, 11, 33, NAN);
        expect_row(m, "y", 1, 33, NAN, NAN);
        bd_test_model_free(m);
    }
}

static void refused(const char *type, const char *sentence) {
    bd_test_model *m = moving();
    bd_test_add(m, "Find", "f");
    bd_node *x = bd_system_add(m->diagram->root, type, "x", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    bd_node_set(x, "Operator", "transpose");
    bd_test_wire(m, "u", "f");
    bd_test_wire(m, "f", "x");
    CU_ASSERT_NOT_EQUAL(bd_test_compile(m), BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    bd_test_model_free(m);
}

static void test_who_cannot_take_one_says_so(void) {
    refused("UnitDelay", "m/x: input 1 is a signal of variable size (at most double [3]), which a "
                         "block of type UnitDelay cannot take here");
    refused("Integrator", "a signal of variable size");
    refused("DotProduct", "a signal of variable size");
    refused("Saturate", "a signal of variable size");
    refused("Relay", "a signal of variable size");
    refused("Math", "a signal of variable size"); /* its transpose */
}

/* element by element: as many come out as go in, 2, 1, 1, 2 */
static void test_who_works_element_by_element_takes_one(void) {
    static const char *const types[] = {"Abs",
                                        "Signum",
                                        "UnaryMinus",
                                        "Sqrt",
                                        "Rounding",
                                        "Gain",
                                        "Trigonometry",
                                        "Compare To Zero",
                                        "Compare To Constant",
                                        "DataTypeConversion"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bd_test_model *m = moving();
        bd_test_add(m, "Find", "f", "OutDataTypeStr", "double");
        bd_test_add(m, types[i], "x");
        bd_test_add(m, "Width", "w");
        bd_test_wire(m, "u", "f");
        bd_test_wire(m, "f", "x");
        bd_test_wire(m, "x", "w");
        bd_test_tap(m, "w", "y");
        if (bd_test_try(m) != BD_OK) {
            printf("%s\n", m->error.text);
            CU_FAIL("a signal of variable size is refused");
        } else {
            for (size_t k = 0; k < 4; k++)
                MR_ASSERT_CLOSE(bd_test_value(m, "y", k, 0), k % 3 == 0 ? 2.0 : 1.0, 0.0);
        }
        bd_test_model_free(m);
    }
}

static void test_sizes_that_differ_are_told(void) {
    bd_test_model *m = moving();
    bd_test_add(m, "Find", "f");
    bd_test_add(m, "Sum", "s");
    bd_test_wire(m, "u", "f");
    bd_test_wire(m, "f", "s/1");
    bd_test_wire(m, "u", "s/2");
    CU_ASSERT_NOT_EQUAL(bd_test_try(m), BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "m/s: input 1 is double [2] now, but input 2 is double [3]");
    bd_test_model_free(m);
}

static void test_a_second_run_is_the_first(void) {
    bd_test_model *m = moving();
    bd_test_add(m, "Find", "f");
    bd_test_add(m, "Width", "w");
    bd_test_wire(m, "u", "f");
    bd_test_wire(m, "f", "w");
    bd_test_tap(m, "w", "y");
    bd_test_run(m);
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 0, 0), 2.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 1, 0), 1.0, 0.0);
    bd_test_model_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_find_tells_places_and_values),
    MR_TEST(test_present_elements_are_computed_with),
    MR_TEST(test_a_switch_passes_inputs_of_different_sizes),
    MR_TEST(test_subscripts_of_a_matrix),
    MR_TEST(test_a_selector_keeps_rows_and_columns),
    MR_TEST(test_who_cannot_take_one_says_so),
    MR_TEST(test_who_works_element_by_element_takes_one),
    MR_TEST(test_sizes_that_differ_are_told),
    MR_TEST(test_a_second_run_is_the_first),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_variable_size", tests, sizeof tests / sizeof *tests, argc, argv);
}
