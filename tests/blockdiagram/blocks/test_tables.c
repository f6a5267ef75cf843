/* lookup tables. Values of splines come from GNU Octave (interp1 and interp2 with "spline", ppval
 * of spline) */
#include "bd_test.h"

static void test_lookup_interpolates_and_extends(void) {
    const char *const p[] = {"InputValues", "[0 1 3]", "Table", "[1 4 2]", NULL};
    CHECK_BLOCK("Lookup", p, TEXTS("[0 0.5 1 2 3 4 -1]"), TEXTS("[1 2.5 4 3 2 1 -2]"));
    CHECK_BLOCK("Lookup",
                TEXTS("InputValues", "[0 1 3]", "Table", "[1 4 2]", "LookUpMeth",
                      "Interpolation-Use End Values"),
                TEXTS("[0.5 4 -1]"), TEXTS("[2.5 2 1]"));
    CHECK_BLOCK(
        "Lookup",
        TEXTS("InputValues", "[0 1 3]", "Table", "[1 4 2]", "LookUpMeth", "Use Input Nearest"),
        TEXTS("[0.4 0.6 1.9 2.1 9 -9]"), TEXTS("[1 4 4 2 2 1]"));
    CHECK_BLOCK(
        "Lookup",
        TEXTS("InputValues", "[0 1 3]", "Table", "[1 4 2]", "LookUpMeth", "Use Input Below"),
        TEXTS("[0.4 1 2.9 3 9 -9]"), TEXTS("[1 4 4 2 2 1]"));
    CHECK_BLOCK(
        "Lookup",
        TEXTS("InputValues", "[0 1 3]", "Table", "[1 4 2]", "LookUpMeth", "Use Input Above"),
        TEXTS("[0.4 1 1.1 3 9 -9]"), TEXTS("[4 4 2 2 2 1]"));
}

/* documented for steps: the entry met first on the way from zero; at zero the mean of two or the
 * middle one of three */
static void test_lookup_with_steps(void) {
    const char *const p[] = {"InputValues", "[-2 -1 -1 0 0 0 1 1 2]", "Table",
                             "[-1 -1 -2 -2 1 2 2 1 1]", NULL};
    CHECK_BLOCK("Lookup", p, TEXTS("[-1 0 1 -1.5 -0.5 0.5 1.5]"), TEXTS("[-2 1 2 -1 -2 2 1]"));
    CHECK_BLOCK("Lookup", TEXTS("InputValues", "[-1 0 0 1]", "Table", "[0 0 4 4]"), TEXTS("0"),
                TEXTS("2"));
}

static void test_wrong_tables_are_refused(void) {
    CHECK_FAILURE("Lookup", TEXTS("InputValues", "[0 2 1]", "Table", "[1 2 3]"), TEXTS("1"),
                  "must increase");
    CHECK_FAILURE("Lookup", TEXTS("InputValues", "[0 1]", "Table", "[1 2 3]"), TEXTS("1"),
                  "2 entries but Table has 3");
    CHECK_FAILURE("Lookup2D",
                  TEXTS("RowIndex", "[0 1]", "ColumnIndex", "[0 1 2]", "Table", "[1 2; 3 4]"),
                  TEXTS("1", "1"), "ColumnIndex");
    CHECK_FAILURE("Lookup_n-D", TEXTS("Table", "ones(3,3,2)"), TEXTS("1", "1"), "dimensions");
    CHECK_FAILURE("Lookup_n-D", TEXTS("BreakpointsForDimension1", "[1 1 2]"), TEXTS("1", "1"),
                  "must increase");
    CHECK_FAILURE("Lookup_n-D", TEXTS("InterpMethod", "Akima spline"), TEXTS("1", "1"),
                  "not supported");
    CHECK_FAILURE("Lookup_n-D",
                  TEXTS("NumberOfTableDimensions", "1", "Table", "[1 2]",
                        "BreakpointsForDimension1", "[0 NaN]"),
                  TEXTS("1"), "finite");
}

/* rows 0, 1; columns 0, 2: bilinear, so exact for a + b x + c y + d x y */
static void test_lookup_2d_is_bilinear(void) {
    const char *const p[] = {"RowIndex", "[0 1]",       "ColumnIndex", "[0 2]",
                             "Table",    "[1 5; 2 10]", NULL};
    CHECK_BLOCK("Lookup2D", p, TEXTS("[0 1 0.5 0.5 2]", "[0 2 1 0 4]"), TEXTS("[1 10 4.5 1.5 27]"));
    CHECK_BLOCK("Lookup2D",
                TEXTS("RowIndex", "[0 1]", "ColumnIndex", "[0 2]", "Table", "[1 5; 2 10]",
                      "LookUpMeth", "Interpolation-Use End Values"),
                TEXTS("[2 -1]", "[4 -4]"), TEXTS("[10 1]"));
}

static void test_lookup_nd_in_one_dimension(void) {
#define CURVE                                                                                      \
    "NumberOfTableDimensions", "1", "BreakpointsForDimension1", "[0 1 3]", "Table", "[1 4 2]"
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE), TEXTS("[0.5 3 4 -1]"), TEXTS("[2.5 2 1 -2]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "ExtrapMethod", "None - Clip"), TEXTS("[0.5 4 -1]"),
                TEXTS("[2.5 2 1]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "InterpMethod", "None - Flat", "ExtrapMethod", "Clip"),
                TEXTS("[-1 0.9 1 3 4]"), TEXTS("[1 1 4 4 4]"));
    CHECK_BLOCK(
        "Lookup_n-D",
        TEXTS(CURVE, "InterpMethod", "Flat", "ExtrapMethod", "Clip", "UseLastTableValue", "on"),
        TEXTS("[0.9 1 2.9 3 4]"), TEXTS("[1 4 4 2 2]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "InterpMethod", "Nearest", "ExtrapMethod", "Clip"),
                TEXTS("[0.4 0.6 1.9 2.1 9]"), TEXTS("[1 4 4 2 2]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE), TEXTS("single(0.5)"), TEXTS("single(2.5)"));
    CHECK_BLOCK("Lookup_n-D",
                TEXTS("NumberOfTableDimensions", "1", "BreakpointsSpecification", "Even spacing",
                      "BreakpointsForDimension1FirstPoint", "10", "BreakpointsForDimension1Spacing",
                      "5", "Table", "[0 1 4]"),
                TEXTS("[12.5 17.5]"), TEXTS("[0.5 2.5]"));
#undef CURVE
}

static void test_lookup_nd_in_more_dimensions(void) {
    /* the default table of the block: at the nodes, and in the middle of four */
    CHECK_BLOCK("Lookup_n-D", NO_TEXTS, TEXTS("[10 31 16]", "[22 31 16]"),
                TEXTS("[5 23 (4+5+16+19)/4]"));
    const char *const p[] = {"NumberOfTableDimensions",
                             "3",
                             "BreakpointsForDimension1",
                             "[1 2]",
                             "BreakpointsForDimension2",
                             "[1 2 3]",
                             "BreakpointsForDimension3",
                             "[1 2 3 4]",
                             "Table",
                             "reshape((1:24).^1.5, [2 3 4])",
                             NULL};
    CHECK_BLOCK("Lookup_n-D", p, TEXTS("1.3", "2.2", "3.7"), TEXTS("89.493946375942"));
    CHECK_BLOCK("Lookup_n-D", TEXTS("UseOneInputPortForAllInputData", "on"), TEXTS("[22 31]"),
                TEXTS("20"));
}

static void test_lookup_nd_out_of_range(void) {
    CHECK_FAILURE("Lookup_n-D", TEXTS("DiagnosticForOutOfRangeInput", "Error"), TEXTS("9", "10"),
                  "outside of the table");
}

static void test_spline_is_not_a_knot(void) {
#define CURVE                                                                                      \
    "NumberOfTableDimensions", "1", "BreakpointsForDimension1", "[0 1 2.5 3 5]", "Table",          \
        "[1 -2 0.5 3 2]", "InterpMethod", "Cubic spline"
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "ExtrapMethod", "Cubic spline"),
                TEXTS("[0.5 2 4.2 6 -1 3]"),
                TEXTS("[-0.972307692307692 -1.25538461538462 6.69971692307692 "
                      "-19.1753846153846 7.81230769230769 3]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "ExtrapMethod", "Linear"), TEXTS("[6 -1]"),
                TEXTS("[-9.6025641025641 5.8948717948718]"));
    CHECK_BLOCK("Lookup_n-D", TEXTS(CURVE, "ExtrapMethod", "Clip"), TEXTS("[6 -1]"),
                TEXTS("[2 1]"));
#undef CURVE
    /* three points: a parabola; two: a line */
    CHECK_BLOCK("Lookup_n-D",
                TEXTS("NumberOfTableDimensions", "1", "BreakpointsForDimension1", "[0 1 3]",
                      "Table", "[0 1 9]", "InterpMethod", "Cubic spline", "ExtrapMethod",
                      "Cubic spline"),
                TEXTS("[0.5 2 4 -1]"), TEXTS("[0.25 4 16 1]"));
    CHECK_BLOCK("Lookup_n-D",
                TEXTS("NumberOfTableDimensions", "1", "BreakpointsForDimension1", "[0 2]", "Table",
                      "[0 1]", "InterpMethod", "Cubic spline"),
                TEXTS("1"), TEXTS("0.5"));
    CHECK_BLOCK("Lookup_n-D",
                TEXTS("NumberOfTableDimensions", "2", "BreakpointsForDimension1", "[1 2 3 4]",
                      "BreakpointsForDimension2", "[0 1 3]", "Table",
                      "[1 2 4; 3 1 0; 2 2 5; 0 1 7]", "InterpMethod", "Cubic spline"),
                TEXTS("[1.5 3.3]", "[0.5 2]"), TEXTS("[1.66145833333333 3.77433333333333]"));
}

static void test_prelookup_gives_index_and_fraction(void) {
    CHECK_BLOCK("PreLookup", TEXTS("BreakpointsData", "[10 20 40]"), TEXTS("[10 15 30 50 5 40]"),
                TEXTS("uint32([0 0 1 1 0 1])", "[0 0.5 0.5 1.5 -0.5 1]"));
    CHECK_BLOCK("PreLookup", TEXTS("BreakpointsData", "[10 20 40]", "ExtrapMethod", "Clip"),
                TEXTS("[50 5 40]"), TEXTS("uint32([1 0 1])", "[1 0 1]"));
    CHECK_BLOCK(
        "PreLookup",
        TEXTS("BreakpointsData", "[10 20 40]", "ExtrapMethod", "Clip", "UseLastBreakpoint", "on"),
        TEXTS("[50 5 40]"), TEXTS("uint32([2 0 2])", "[0 0 0]"));
    CHECK_BLOCK("PreLookup",
                TEXTS("BreakpointsData", "[10 20 40]", "OutputSelection", "Index only"),
                TEXTS("[39 50]"), TEXTS("uint32([1 1])"));
}

/* documented: an input beyond the breakpoints is no matter, a warning or an error */
static void test_prelookup_tells_what_is_outside(void) {
    CHECK_BLOCK("PreLookup",
                TEXTS("BreakpointsData", "[10 20 40]", "DiagnosticForOutOfRangeInput", "Error"),
                TEXTS("[10 40]"), TEXTS("uint32([0 1])", "[0 1]"));
    CHECK_FAILURE("PreLookup",
                  TEXTS("BreakpointsData", "[10 20 40]", "DiagnosticForOutOfRangeInput", "Error"),
                  TEXTS("[10 41]"), "input 1 is 41, outside of the breakpoints (10 … 40)");
    CHECK_FAILURE("PreLookup",
                  TEXTS("BreakpointsData", "[10 20 40]", "DiagnosticForOutOfRangeInput", "Error"),
                  TEXTS("[9 10]"), "input 1 is 9, outside of the breakpoints (10 … 40)");
}

/* the two blocks as they were before R2006b, by the names of their masks */
static void test_old_prelookup(void) {
    CHECK_BLOCK("PreLookup",
                TEXTS("bpData", "[10 20 40]", "outputFlag", "off", "IndexDataType", "uint8",
                      "extrapMode", "Linear Extrapolation"),
                TEXTS("[15 50 5]"), TEXTS("uint8([0 1 0])", "[0.5 1.5 -0.5]"));
    CHECK_BLOCK("PreLookup",
                TEXTS("bpData", "[10 20 40]", "outputFlag", "on", "IndexDataType", "uint32",
                      "extrapMode", "Clip to Range"),
                TEXTS("[15 50 5]"), TEXTS("uint32([0 1 0])"));
    CHECK_BLOCK("Interpolation_n-D",
                TEXTS("numDimsPopupSelect", "2", "explicitNumDims", "3", "table", "[1 5; 2 10]",
                      "interpMethod", "Linear", "extrapMethod", "Linear"),
                TEXTS("0", "0.5", "0", "0.5"), TEXTS("4.5"));
    CHECK_BLOCK("Interpolation_n-D",
                TEXTS("numDimsPopupSelect", "More...", "explicitNumDims", "1", "table", "[1 5 2]",
                      "interpMethod", "Linear", "extrapMethod", "Linear"),
                TEXTS("1", "2"), TEXTS("-1"));
}

static void test_interpolation_using_prelookup(void) {
    const char *const p[] = {"NumberOfTableDimensions", "2", "Table", "[1 5; 2 10]", NULL};
    CHECK_BLOCK("Interpolation_n-D", p, TEXTS("uint32(0)", "0.5", "uint32(0)", "0.5"),
                TEXTS("4.5"));
    CHECK_BLOCK("Interpolation_n-D", p, TEXTS("0", "[0 1 2]", "0", "0"), TEXTS("[1 2 3]"));
    CHECK_BLOCK(
        "Interpolation_n-D",
        TEXTS("NumberOfTableDimensions", "2", "Table", "[1 5; 2 10]", "ExtrapMethod", "Clip"),
        TEXTS("0", "2", "1", "0"), TEXTS("10"));
    /* the second dimension is selected, not interpolated */
    CHECK_BLOCK(
        "Interpolation_n-D",
        TEXTS("NumberOfTableDimensions", "2", "Table", "[1 5; 2 10]", "NumSelectionDims", "1"),
        TEXTS("0", "0.5", "uint32(1)"), TEXTS("7.5"));
    CHECK_BLOCK("Interpolation_n-D",
                TEXTS("NumberOfTableDimensions", "1", "Table", "[1 5 2]", "InterpMethod", "Flat"),
                TEXTS("1", "0.9"), TEXTS("5"));
}

static void test_direct_lookup_by_index_from_zero(void) {
    CHECK_BLOCK("LookupNDDirect", NO_TEXTS, TEXTS("1", "2"), TEXTS("20"));
    CHECK_BLOCK("LookupNDDirect", TEXTS("InputsSelectThisObjectFromTable", "Column"), TEXTS("1"),
                TEXTS("[5 19 18]"));
    CHECK_BLOCK("LookupNDDirect",
                TEXTS("NumberOfTableDimensions", "3", "Table", "reshape(1:12, [2 3 2])",
                      "InputsSelectThisObjectFromTable", "2-D Matrix"),
                TEXTS("1"), TEXTS("[7 9 11; 8 10 12]"));
    CHECK_BLOCK("LookupNDDirect", TEXTS("NumberOfTableDimensions", "1", "Table", "int16([4 5 6])"),
                TEXTS("[0 2 7 -1]"), TEXTS("int16([4 6 6 4])"));
    CHECK_BLOCK("LookupNDDirect", TEXTS("NumberOfTableDimensions", "1", "TableIsInput", "on"),
                TEXTS("1", "[7 8 9]"), TEXTS("8"));
    CHECK_FAILURE("LookupNDDirect", TEXTS("DiagnosticForOutOfRangeInput", "Error"), TEXTS("3", "0"),
                  "must be within 0");
}

static void test_dynamic_table_and_waves(void) {
    CHECK_BLOCK("Lookup Table Dynamic", NO_TEXTS, TEXTS("[0.5 9]", "[0 1 3]", "[1 4 2]"),
                TEXTS("[2.5 2]"));
    CHECK_BLOCK("Sine", NO_TEXTS, TEXTS("[0 0.25 0.125]"), TEXTS("[0 1 sqrt(0.5)]"));
    CHECK_BLOCK("Cosine", NO_TEXTS, TEXTS("[0 0.125]"), TEXTS("[1 sqrt(0.5)]"));
}

/* the masked Direct Look-Up Table of older files says the same in other words */
static void test_direct_lookup_of_older_files(void) {
    CHECK_BLOCK("LookupNDDirect",
                TEXTS("maskTabDims", "1", "explicitNumDims", "1", "outDims", "Element",
                      "tabIsInput", "on", "mxTable", "[4 5 6;16 19 20]", "clipFlag", "None"),
                TEXTS("2", "[7 8 9]"), TEXTS("9"));
    CHECK_BLOCK("LookupNDDirect",
                TEXTS("maskTabDims", "2", "explicitNumDims", "1", "outDims", "Column", "tabIsInput",
                      "off", "mxTable", "[4 5 6;16 19 20]", "clipFlag", "None"),
                TEXTS("1"), TEXTS("[5 19]"));
    CHECK_BLOCK("LookupNDDirect",
                TEXTS("maskTabDims", "More...", "explicitNumDims", "1", "outDims", "Element",
                      "tabIsInput", "off", "mxTable", "[4 5 6]", "clipFlag", "None"),
                TEXTS("9"), TEXTS("6"));
}

/* between 1 and 3 a quarter of the way; T is the column 2, 4 half-way */
static void test_breakpoints_and_tables_from_signals(void) {
    CHECK_BLOCK("PreLookup", TEXTS("BreakpointsDataSource", "Input port"), TEXTS("1.5", "[0 1 3]"),
                TEXTS("uint32(1)", "0.25"));
    CHECK_BLOCK("Interpolation_n-D",
                TEXTS("NumberOfTableDimensions", "1", "TableSource", "Input port"),
                TEXTS("1", "0.5", "[1 2 4]"), TEXTS("3"));
    CHECK_BLOCK("Interpolation_n-D",
                TEXTS("NumberOfTableDimensions", "2", "TableSource", "Input port"),
                TEXTS("0", "0.5", "1", "0", "[1 2;3 4]"), TEXTS("3"));
    CHECK_FAILURE("Interpolation_n-D",
                  TEXTS("NumberOfTableDimensions", "1", "TableSource", "Input port"),
                  TEXTS("0", "0.5", "[1 2;3 4]"), "the table has 2 dimensions and not 1");
    CHECK_FAILURE(
        "Interpolation_n-D",
        TEXTS("NumberOfTableDimensions", "1", "InterpMethod", "Cubic spline", "Table", "[1 2]"),
        TEXTS("0", "0.5"), "cannot be a spline");
}

static const mr_test tests[] = {
    MR_TEST(test_direct_lookup_of_older_files),
    MR_TEST(test_lookup_interpolates_and_extends),
    MR_TEST(test_lookup_with_steps),
    MR_TEST(test_wrong_tables_are_refused),
    MR_TEST(test_lookup_2d_is_bilinear),
    MR_TEST(test_lookup_nd_in_one_dimension),
    MR_TEST(test_lookup_nd_in_more_dimensions),
    MR_TEST(test_lookup_nd_out_of_range),
    MR_TEST(test_spline_is_not_a_knot),
    MR_TEST(test_prelookup_gives_index_and_fraction),
    MR_TEST(test_prelookup_tells_what_is_outside),
    MR_TEST(test_old_prelookup),
    MR_TEST(test_interpolation_using_prelookup),
    MR_TEST(test_direct_lookup_by_index_from_zero),
    MR_TEST(test_breakpoints_and_tables_from_signals),
    MR_TEST(test_dynamic_table_and_waves),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_tables", tests, sizeof tests / sizeof *tests, argc, argv);
}
