/* arithmetic of signals: values, expansion of scalars, types, complex numbers, matrices */
#include "bd_test.h"

#include <math.h>

static void test_sum_of_inputs(void) {
    CHECK_BLOCK("Sum", NO_TEXTS, TEXTS("2", "3"), TEXTS("5"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "|+-"), TEXTS("2", "3"), TEXTS("-1"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "-+-"), TEXTS("[1 2]", "10", "[3 4]"), TEXTS("[6 4]"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "3"), TEXTS("1", "2", "3"), TEXTS("6"));
    CHECK_BLOCK("Sum", NO_TEXTS, TEXTS("[1 2; 3 4]", "1"), TEXTS("[2 3; 4 5]"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "+-"), TEXTS("1+2i", "3"), TEXTS("-2+2i"));
    CHECK_FAILURE("Sum", NO_TEXTS, TEXTS("[1 2]", "[1 2 3]"), "dimensions differ");
    CHECK_FAILURE("Sum", TEXTS("Inputs", "++*"), TEXTS("1", "2"), "Inputs");
}

static void test_sum_of_elements(void) {
    CHECK_BLOCK("Sum", TEXTS("Inputs", "+"), TEXTS("[1 2 3]"), TEXTS("6"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "-"), TEXTS("[1 2 3]"), TEXTS("-6"));
    CHECK_BLOCK("Sum",
                TEXTS("Inputs", "+", "CollapseMode", "Specified dimension", "CollapseDim", "1"),
                TEXTS("[1 2 3; 4 5 6]"), TEXTS("[5 7 9]"));
    CHECK_BLOCK("Sum",
                TEXTS("Inputs", "+", "CollapseMode", "Specified dimension", "CollapseDim", "2"),
                TEXTS("[1 2 3; 4 5 6]"), TEXTS("[6; 15]"));
    /* a vector is a column: along the second dimension there is nothing to add */
    CHECK_BLOCK("Sum",
                TEXTS("Inputs", "+", "CollapseMode", "Specified dimension", "CollapseDim", "1"),
                TEXTS("[1 2 3]"), TEXTS("6"));
    CHECK_BLOCK("Sum",
                TEXTS("Inputs", "+", "CollapseMode", "Specified dimension", "CollapseDim", "2"),
                TEXTS("[1 2 3]"), TEXTS("[1 2 3]"));
}

/* 100 + 100 in int8: saturated 127, wrapped 200 - 256 = -56 */
static void test_integers_saturate_or_wrap(void) {
    CHECK_BLOCK("Sum", TEXTS("SaturateOnIntegerOverflow", "on"), TEXTS("int8(100)", "int8(100)"),
                TEXTS("int8(127)"));
    CHECK_BLOCK("Sum", TEXTS("SaturateOnIntegerOverflow", "off"), TEXTS("int8(100)", "int8(100)"),
                TEXTS("int8(-56)"));
    CHECK_BLOCK("Sum", TEXTS("Inputs", "+-", "SaturateOnIntegerOverflow", "off"),
                TEXTS("uint8(3)", "uint8(5)"), TEXTS("uint8(254)"));
    CHECK_BLOCK("Abs", NO_TEXTS, TEXTS("int8([-128 -5 5])"), TEXTS("int8([127 5 5])"));
    CHECK_BLOCK("UnaryMinus", TEXTS("SaturateOnIntegerOverflow", "on"), TEXTS("int16(-32768)"),
                TEXTS("int16(32767)"));
}

static void test_output_types(void) {
    CHECK_BLOCK("Sum", NO_TEXTS, TEXTS("int8(3)", "int16(300)"), TEXTS("int16(303)"));
    CHECK_BLOCK("Sum", NO_TEXTS, TEXTS("single(1)", "2"), TEXTS("3"));
    CHECK_BLOCK("Sum", NO_TEXTS, TEXTS("single(1)", "single(2)"), TEXTS("single(3)"));
    CHECK_BLOCK("Sum", TEXTS("OutDataTypeStr", "int32"), TEXTS("1.2", "2"), TEXTS("int32(3)"));
    CHECK_BLOCK("Sum", TEXTS("OutDataTypeStr", "Inherit: Same as first input"),
                TEXTS("int8(1)", "int16(5)"), TEXTS("int8(6)"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "2", "OutDataTypeStr", "fixdt(1,16)"), TEXTS("3"),
                TEXTS("int16(6)"));
}

/* -2.5, 2.5 and 3.5 by each method */
static void test_rounding_methods(void) {
    static const char *const expected[][2] = {
        {"Ceiling", "int8([-2 3 4])"},  {"Floor", "int8([-3 2 3])"},
        {"Zero", "int8([-2 2 3])"},     {"Round", "int8([-3 3 4])"},
        {"Nearest", "int8([-2 3 4])"},  {"Convergent", "int8([-2 2 4])"},
        {"Simplest", "int8([-3 2 3])"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        CHECK_BLOCK("Sum", TEXTS("OutDataTypeStr", "int8", "RndMeth", expected[i][0]),
                    TEXTS("[-2.5 2.5 3.5]", "0"), TEXTS(expected[i][1]));
}

/* 1/sqrt(3 + 4i) = 1/(2 + i) = 0.4 - 0.2i */
static void test_roots_and_their_reciprocals(void) {
    CHECK_BLOCK("Math", TEXTS("Operator", "1/sqrt"), TEXTS("3+4i"), TEXTS("0.4-0.2i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "1/sqrt"), TEXTS("[4 0.25]"), TEXTS("[0.5 2]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "sqrt"), TEXTS("3+4i"), TEXTS("2+i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "log10"), TEXTS("1000"), TEXTS("3"));
    CHECK_BLOCK("Math", TEXTS("Operator", "10^u"), TEXTS("[3 -2]"), TEXTS("[1000 0.01]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "magnitude^2"), TEXTS("3+4i"), TEXTS("25"));
    CHECK_BLOCK("Math", TEXTS("Operator", "square"), TEXTS("3+4i"), TEXTS("-7+24i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "conj"), TEXTS("3+4i"), TEXTS("3-4i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "reciprocal"), TEXTS("3+4i"), TEXTS("0.12-0.16i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "hypot"), TEXTS("3", "4"), TEXTS("5"));
    CHECK_BLOCK("Math", TEXTS("Operator", "transpose"), TEXTS("[1+i 2; 3 4; 5 6]"),
                TEXTS("[1+i 3 5; 2 4 6]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "hermitian"), TEXTS("[1+i 2; 3 4; 5 6]"),
                TEXTS("[1-i 3 5; 2 4 6]"));
    CHECK_FAILURE("Math", TEXTS("Operator", "1/sqrt"), TEXTS("int8(4)"), "floating-point");
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "rSqrt"), TEXTS("int8(1)"), TEXTS("int8(1)"));
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "rSqrt"), TEXTS("[4 0.25]"), TEXTS("[0.5 2]"));
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "rSqrt"), TEXTS("3+4i"), TEXTS("0.4-0.2i"));
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "signedSqrt"), TEXTS("[-9 9]"), TEXTS("[-3 3]"));
    CHECK_BLOCK("Sqrt", NO_TEXTS, TEXTS("[9 -1]"), TEXTS("[3 NaN]"));
}

static void test_gain(void) {
    CHECK_BLOCK("Gain", TEXTS("Gain", "3"), TEXTS("2"), TEXTS("6"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2 3]"), TEXTS("2"), TEXTS("[2 4 6]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2]"), TEXTS("[3 4]"), TEXTS("[3 8]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "1+i"), TEXTS("2"), TEXTS("2+2i"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[5 6]"), TEXTS("[17 39]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[1 0 2; 0 1 2]"), TEXTS("[1 2 6; 3 4 14]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(u*K)"),
                TEXTS("[5 6]"), TEXTS("[23 34]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(K*u) (u vector)"),
                TEXTS("[5; 6]"), TEXTS("[17 39]"));
    /* a matrix that is not square: 3 x 2 by 2, 2 by 2 x 3, 3 x 2 by 2 x 2, 1 x 2 by 2 x 3 */
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4; 5 6]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[5 6]"), TEXTS("[17 39 61]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4; 5 6]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[1 10; 2 20]"), TEXTS("[5 50; 11 110; 17 170]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2 3; 4 5 6]", "Multiplication", "Matrix(u*K)"),
                TEXTS("[1 10; 2 20; 0 1; 1 0]"), TEXTS("[41 52 63; 82 104 126; 4 5 6; 1 2 3]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2; 3 4; 5 6]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[5+i 6]"), TEXTS("[17+i 39+3i 61+5i]"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2 3; 4 5 6]", "Multiplication", "Matrix(u*K)"),
                TEXTS("[1 10*i]"), TEXTS("[1+40i 2+50i 3+60i]"));
    /* integers and complex numbers go another way */
    CHECK_BLOCK(
        "Gain",
        TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(K*u)", "OutDataTypeStr", "int16"),
        TEXTS("int8([1 0 2; 0 1 2])"), TEXTS("int16([1 2 6; 3 4 14])"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "[1 2; 3 4; 5 6]", "Multiplication", "Matrix(u*K)", "OutDataTypeStr",
                      "int16"),
                TEXTS("int8([1 0 2; 0 1 2])"), TEXTS("int16([11 14; 13 16])"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "[1 2i; 3 4]", "Multiplication", "Matrix(K*u)"),
                TEXTS("[5 6i]"), TEXTS("[-7 15+24i]"));
    CHECK_BLOCK("Slider Gain", TEXTS("gain", "1.5", "low", "0", "high", "2"), TEXTS("2"),
                TEXTS("3"));
    CHECK_FAILURE("Gain", TEXTS("Gain", "[1 2 3]"), TEXTS("[1 2]"), "Gain has 3 elements");
    CHECK_FAILURE("Gain", TEXTS("Gain", "{}"), TEXTS("1"), "Gain must be numbers");
    CHECK_FAILURE("Gain", TEXTS("Gain", "[1 2; 3 4]", "Multiplication", "Matrix(K*u)"),
                  TEXTS("[1 2 3]"), "Gain is 2x2");
}

/* K of 2.5 becomes 3 when it must have the type of the input */
static void test_gain_parameter_type(void) {
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "2.5", "ParamDataTypeStr", "Inherit: Same as input", "OutDataTypeStr",
                      "Inherit: Same as input"),
                TEXTS("int16(10)"), TEXTS("int16(30)"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "2.5", "ParamDataTypeStr", "Inherit: Inherit via internal rule",
                      "OutDataTypeStr", "Inherit: Same as input"),
                TEXTS("int16(3)"), TEXTS("int16(7)")); /* 7.5 rounded to the floor */
}

/* the internal rule holds the ideal result. K = 1.1 with eight bits is 141/128, the nearest of
 * ufix8_En7; with seven and a sign 70/64, of sfix8_En6 */
static void test_internal_rule_holds_products(void) {
#define INTERNAL                                                                                   \
    "OutDataTypeStr", "Inherit: Inherit via internal rule", "ParamDataTypeStr",                    \
        "Inherit: Inherit via internal rule"
    CHECK_BLOCK("Gain", TEXTS("Gain", "0.5", INTERNAL), TEXTS("true"), TEXTS("0.5"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "0.25", INTERNAL), TEXTS("uint8(10)"), TEXTS("2.5"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "1.1", INTERNAL), TEXTS("uint8(64)"), TEXTS("70.5"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "1.1", INTERNAL), TEXTS("int8(64)"), TEXTS("70"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "0.998", INTERNAL), TEXTS("uint8(64)"), TEXTS("63.75"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "0.999", INTERNAL), TEXTS("uint8(64)"), TEXTS("64"));
    CHECK_BLOCK("Gain", TEXTS("Gain", "3", INTERNAL), TEXTS("single(1.5)"), TEXTS("single(4.5)"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "3.2", "OutDataTypeStr", "Inherit: Inherit via internal rule",
                      "ParamDataTypeStr", "Inherit: Same as input"),
                TEXTS("uint8(200)"), TEXTS("uint16(600)"));
    CHECK_BLOCK("Product", TEXTS("OutDataTypeStr", "Inherit: Keep MSB"),
                TEXTS("int8(100)", "int8(100)"), TEXTS("int16(10000)"));
    CHECK_BLOCK("Product", TEXTS("OutDataTypeStr", "Inherit: Match scaling"),
                TEXTS("uint16(60000)", "uint16(60000)"), TEXTS("uint32(3600000000)"));
    CHECK_BLOCK("Product", TEXTS("OutDataTypeStr", "Inherit: Inherit via internal rule"),
                TEXTS("int8(100)", "int8(100)"), TEXTS("int16(10000)"));
    CHECK_BLOCK("Product", TEXTS("OutDataTypeStr", "Inherit: Inherit via internal rule"),
                TEXTS("uint16(60000)", "int8(-3)"), TEXTS("int32(-180000)"));
    CHECK_BLOCK("Product", TEXTS("OutDataTypeStr", "Inherit: Inherit via internal rule"),
                TEXTS("true", "int32(-3)"), TEXTS("int32(-3)"));
    CHECK_BLOCK("Sum",
                TEXTS("Inputs", "++", "OutDataTypeStr", "Inherit: Inherit via internal rule"),
                TEXTS("true", "true"), TEXTS("2"));
#undef INTERNAL
    /* the parameter's own type */
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "3.7", "OutDataTypeStr", "double", "ParamDataTypeStr", "int16"),
                TEXTS("int8(2)"), TEXTS("8"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "3.7", "OutDataTypeMode", "double", "ParameterDataTypeMode",
                      "Specify via dialog", "ParameterDataType", "sint(8)"),
                TEXTS("int8(2)"), TEXTS("8"));
}

/* files before R2009b say a mode, and a type and its scaling apart */
static void test_old_spellings_of_types(void) {
    CHECK_BLOCK("Gain", TEXTS("Gain", "2", "OutDataTypeMode", "int16"), TEXTS("3"),
                TEXTS("int16(6)"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "2", "OutDataTypeMode", "Specify via dialog", "OutDataType",
                      "sfix(16)", "OutScaling", "2^0"),
                TEXTS("3.6"), TEXTS("int16(7)"));
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "2", "OutDataTypeMode", "Specify via dialog", "OutDataType",
                      "sfix(16)", "OutScaling", "2^-4"),
                TEXTS("3.6"), TEXTS("7.1875")); /* 7.2 on the grid of sixteenths, rounded down */
    CHECK_BLOCK("Gain",
                TEXTS("Gain", "2", "OutDataTypeMode", "Specify via dialog", "OutDataType",
                      "float('single')"),
                TEXTS("3.5"), TEXTS("single(7)"));
    CHECK_BLOCK("Constant", TEXTS("Value", "7.6", "OutDataTypeMode", "int32"), NO_TEXTS,
                TEXTS("int32(8)"));
    CHECK_BLOCK("DataTypeConversion",
                TEXTS("OutDataTypeMode", "uint8", "SaturateOnIntegerOverflow", "on"),
                TEXTS("300.7"), TEXTS("uint8(255)"));
    CHECK_BLOCK("DataTypeConversion", TEXTS("DataType", "int8"), TEXTS("3"), TEXTS("int8(3)"));
    CHECK_BLOCK("Relay", TEXTS("OnOutputValue", "3", "OutputDataTypeScalingMode", "int8"),
                TEXTS("1"), TEXTS("int8(3)"));
    CHECK_BLOCK("RelationalOperator",
                TEXTS("Operator", "<", "LogicOutDataTypeMode", "Specify via dialog",
                      "LogicDataType", "uint(8)"),
                TEXTS("1", "2"), TEXTS("uint8(1)"));
    CHECK_BLOCK("Saturate", TEXTS("UpperLimit", "2", "OutDataTypeMode", "int8"), TEXTS("7"),
                TEXTS("int8(2)"));
    CHECK_BLOCK("Switch", TEXTS("OutDataTypeMode", "single"), TEXTS("1", "1", "2"),
                TEXTS("single(1)"));
    CHECK_BLOCK("UnitDelay", TEXTS("SampleTime", "1"), TEXTS("int8(3)"), TEXTS("int8(0)"));
    CHECK_BLOCK("Lookup",
                TEXTS("InputValues", "[0 1]", "Table", "[0 10]", "OutDataTypeMode", "int16"),
                TEXTS("0.5"), TEXTS("int16(5)"));
    CHECK_BLOCK("Width", TEXTS("OutDataTypeMode", "All ports same datatype"), TEXTS("int8([1 2])"),
                TEXTS("int8(2)"));
    CHECK_FAILURE("Gain", TEXTS("OutDataTypeMode", "Specify via dialog"), TEXTS("1"),
                  "no OutDataType");
}

static void test_product_of_elements(void) {
    CHECK_BLOCK("Product", NO_TEXTS, TEXTS("2", "3"), TEXTS("6"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/"), TEXTS("3", "4"), TEXTS("0.75"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "/*"), TEXTS("4", "[3 8]"), TEXTS("[0.75 2]"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/*"), TEXTS("3", "7", "2"), TEXTS("3/7*2"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "3"), TEXTS("2", "[1 2; 3 4]", "2"),
                TEXTS("[4 8; 12 16]"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*"), TEXTS("[2 3 4]"), TEXTS("24"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "/"), TEXTS("8"), TEXTS("0.125"));
    CHECK_BLOCK("Product",
                TEXTS("Inputs", "*", "CollapseMode", "Specified dimension", "CollapseDim", "2"),
                TEXTS("[1 2 3; 4 5 6]"), TEXTS("[6; 120]"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/"), TEXTS("2i", "1+i"), TEXTS("1+i"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/"), TEXTS("1", "0"), TEXTS("Inf"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/", "RndMeth", "Zero"), TEXTS("int8(-7)", "int8(2)"),
                TEXTS("int8(-3)"));
    CHECK_BLOCK("Product", TEXTS("Inputs", "*/"), TEXTS("int8(7)", "int8(0)"), TEXTS("int8(127)"));
}

static void test_product_of_matrices(void) {
    const char *const m[] = {"Inputs", "**", "Multiplication", "Matrix(*)", NULL};
    const char *const d[] = {"Inputs", "*/", "Multiplication", "Matrix(*)", NULL};
    const char *const inverse[] = {"Inputs", "/", "Multiplication", "Matrix(*)", NULL};
    CHECK_BLOCK("Product", m, TEXTS("[1 2; 3 4]", "[5 6; 7 8]"), TEXTS("[19 22; 43 50]"));
    CHECK_BLOCK("Product", m, TEXTS("[1 2; 3 4]", "[5 6]"), TEXTS("[17 39]"));
    CHECK_BLOCK("Product", m, TEXTS("[1 2; 3 4]", "2"), TEXTS("[2 4; 6 8]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[2 1; 1 1]"), TEXTS("[1 -1; -1 2]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[0 2; 4 0]"), TEXTS("[0 0.25; 0.5 0]"));
    CHECK_BLOCK("Product", d, TEXTS("[1 2; 3 4]", "[0 2; 4 0]"), TEXTS("[1 0.25; 2 0.75]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[1 i; 0 1]"), TEXTS("[1 -i; 0 1]"));
    CHECK_FAILURE("Product", m, TEXTS("[1 2; 3 4]", "[1 2 3]"), "the product before it is 2x2");
    CHECK_FAILURE("Product", inverse, TEXTS("[1 2 3; 4 5 6]"), "only square matrices");
}

static void test_math_functions(void) {
    static const char *const rows[][3] = {
        {"exp", "[0 1]", "[1 exp(1)]"},
        {"log", "[1 2]", "[0 log(2)]"},
        {"10^u", "[0 3]", "[1 1000]"},
        {"log10", "[1000 2]", "[3 log10(2)]"},
        {"magnitude^2", "3+4i", "25"},
        {"square", "1+2i", "-3+4i"},
        {"square", "-3", "9"},
        {"conj", "1+2i", "1-2i"},
        {"reciprocal", "[4 -2]", "[0.25 -0.5]"},
        {"transpose", "[1 2 3; 4 5 6]", "[1 4; 2 5; 3 6]"},
        {"hermitian", "[1 i; 2 3]", "[1 2; -i 3]"},
        {"exp", "i", "cos(1)+i*sin(1)"},
        {"log", "-1", "NaN"},
        {"square", "int16(-3)", "int16(9)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_BLOCK("Math", TEXTS("Operator", rows[i][0]), TEXTS(rows[i][1]), TEXTS(rows[i][2]));
    CHECK_FAILURE("Math", TEXTS("Operator", "exp"), TEXTS("int8(1)"), "floating-point");
    CHECK_FAILURE("Math", TEXTS("Operator", "nothing"), TEXTS("1"), "Operator is 'nothing'");
}

static void test_math_functions_of_two(void) {
    CHECK_BLOCK("Math", TEXTS("Operator", "pow"), TEXTS("[2 3]", "3"), TEXTS("[8 27]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "pow"), TEXTS("-8", "1/3"), TEXTS("NaN"));
    CHECK_BLOCK("Math", TEXTS("Operator", "pow", "OutputSignalType", "complex"), TEXTS("-1", "0.5"),
                TEXTS("cos(pi/2)+i"));
    CHECK_BLOCK("Math", TEXTS("Operator", "hypot"), TEXTS("3", "4"), TEXTS("5"));
    CHECK_BLOCK("Math", TEXTS("Operator", "rem"), TEXTS("[-7 7 -7 7]", "[3 -3 -3 3]"),
                TEXTS("[-1 1 -1 1]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "mod"), TEXTS("[-7 7 -7 7 5]", "[3 -3 -3 3 0]"),
                TEXTS("[2 -2 -1 1 5]"));
    CHECK_BLOCK("Math", TEXTS("Operator", "mod"), TEXTS("0.3", "0.1"), TEXTS("0"));
    CHECK_BLOCK("Math", TEXTS("Operator", "rem"), TEXTS("1", "0"), TEXTS("NaN"));
    CHECK_BLOCK("Math", TEXTS("Operator", "mod"), TEXTS("int8([-7 7])", "int8(4)"),
                TEXTS("int8([1 3])"));
}

static void test_trigonometry(void) {
    static const char *const rows[][3] = {
        {"sin", "[0 1]", "[0 sin(1)]"},
        {"cos", "[0 1]", "[1 cos(1)]"},
        {"tan", "1", "tan(1)"},
        {"asin", "0.5", "pi/6"},
        {"acos", "0.5", "pi/3"},
        {"atan", "1", "pi/4"},
        {"sinh", "1", "(exp(1)-exp(-1))/2"},
        {"cosh", "1", "(exp(1)+exp(-1))/2"},
        {"tanh", "0.5", "tanh(0.5)"},
        {"asinh", "1", "log(1+sqrt(2))"},
        {"acosh", "2", "log(2+sqrt(3))"},
        {"atanh", "0.5", "log(3)/2"},
        {"sin", "i", "i*sinh(1)"},
        {"cos + jsin", "1", "cos(1)+i*sin(1)"},
        {"asin", "2", "NaN"},
        {"sin", "single(1)", "single(sin(1))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_BLOCK("Trigonometry", TEXTS("Operator", rows[i][0]), TEXTS(rows[i][1]),
                    TEXTS(rows[i][2]));
    CHECK_BLOCK("Trigonometry", TEXTS("Operator", "atan2"), TEXTS("[1 -1]", "-1"),
                TEXTS("[3*pi/4 -3*pi/4]"));
    CHECK_BLOCK("Trigonometry", TEXTS("Operator", "sincos"), TEXTS("[0 1]"),
                TEXTS("[0 sin(1)]", "[1 cos(1)]"));
    CHECK_FAILURE("Trigonometry", TEXTS("Operator", "sin"), TEXTS("uint8(1)"), "floating-point");
}

static void test_roots(void) {
    CHECK_BLOCK("Sqrt", NO_TEXTS, TEXTS("[4 2]"), TEXTS("[2 sqrt(2)]"));
    CHECK_BLOCK("Sqrt", NO_TEXTS, TEXTS("-1"), TEXTS("NaN"));
    CHECK_BLOCK("Sqrt", TEXTS("OutputSignalType", "complex"), TEXTS("-4"), TEXTS("2i"));
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "signedSqrt"), TEXTS("[-4 9]"), TEXTS("[-2 3]"));
    CHECK_BLOCK("Sqrt", TEXTS("Operator", "rSqrt"), TEXTS("4"), TEXTS("0.5"));
}

static void test_sign_rounding_and_bias(void) {
    CHECK_BLOCK("Abs", NO_TEXTS, TEXTS("[-1.5 0 2]"), TEXTS("[1.5 0 2]"));
    CHECK_BLOCK("Abs", NO_TEXTS, TEXTS("3+4i"), TEXTS("5"));
    CHECK_BLOCK("Signum", NO_TEXTS, TEXTS("[-3 0 2]"), TEXTS("[-1 0 1]"));
    CHECK_BLOCK("Signum", NO_TEXTS, TEXTS("int8([-3 0 2])"), TEXTS("int8([-1 0 1])"));
    CHECK_BLOCK("Rounding", TEXTS("Operator", "floor"), TEXTS("[-1.5 2.5]"), TEXTS("[-2 2]"));
    CHECK_BLOCK("Rounding", TEXTS("Operator", "ceil"), TEXTS("[-1.5 2.5]"), TEXTS("[-1 3]"));
    CHECK_BLOCK("Rounding", TEXTS("Operator", "round"), TEXTS("[-1.5 2.5]"), TEXTS("[-2 3]"));
    CHECK_BLOCK("Rounding", TEXTS("Operator", "fix"), TEXTS("[-1.5 2.5]"), TEXTS("[-1 2]"));
    CHECK_BLOCK("UnaryMinus", NO_TEXTS, TEXTS("[1 -2]"), TEXTS("[-1 2]"));
    CHECK_BLOCK("Bias", TEXTS("Bias", "[1 2]"), TEXTS("10"), TEXTS("[11 12]"));
    CHECK_BLOCK("Bias", TEXTS("Bias", "-3"), TEXTS("uint8(1)"), TEXTS("uint8(0)"));
    CHECK_BLOCK("Polyval", TEXTS("Coefs", "[2 -1 3]"), TEXTS("[2 0]"), TEXTS("[9 3]"));
    CHECK_BLOCK("DotProduct", NO_TEXTS, TEXTS("[1 2 3]", "[4 5 6]"), TEXTS("32"));
    CHECK_BLOCK("DotProduct", NO_TEXTS, TEXTS("[1 i]", "[2 3]"), TEXTS("2-3i"));
    CHECK_FAILURE("DotProduct", NO_TEXTS, TEXTS("[1 2 3]", "[1 2]"), "input 2 has 2");
}

static void test_minimum_and_maximum(void) {
    CHECK_BLOCK("MinMax", NO_TEXTS, TEXTS("[3 1 2]"), TEXTS("1"));
    CHECK_BLOCK("MinMax", TEXTS("OutDataTypeStr", "int16"), TEXTS("[3.6 1.2 2]"),
                TEXTS("int16(1)"));
    CHECK_BLOCK("MinMax", TEXTS("Function", "max", "Inputs", "2", "OutDataTypeStr", "single"),
                TEXTS("[3 1]", "2"), TEXTS("single([3 2])"));
    CHECK_BLOCK("MinMax", TEXTS("Function", "max", "Inputs", "2"), TEXTS("[3 1 2]", "2"),
                TEXTS("[3 2 2]"));
    CHECK_BLOCK("MinMax", TEXTS("Function", "max", "Inputs", "3"), TEXTS("1", "3", "2"),
                TEXTS("3"));
    CHECK_BLOCK("MinMax", TEXTS("Function", "min", "Inputs", "2"), TEXTS("NaN", "2"), TEXTS("2"));
    CHECK_BLOCK("MinMax", TEXTS("Function", "max", "Inputs", "2"), TEXTS("int8(3)", "int8(5)"),
                TEXTS("int8(5)"));
    CHECK_SEQUENCE("MinMax Running Resettable", TEXTS("Function", "max", "vinit", "1"),
                   "[0 3 2 5 4 0 2; 0 0 0 0 1 0 0]", "[1 3 3 5 1 1 2]");
    /* from nothing said: zero */
    CHECK_SEQUENCE("MinMax Running Resettable", TEXTS("Function", "max"), "[-1 0.5 -2; 0 0 0]",
                   "[0 0.5 0.5]");
    CHECK_SEQUENCE("MinMax Running Resettable", TEXTS("Function", "min"), "[1 -0.5 2; 0 0 0]",
                   "[0 -0.5 -0.5]");
}

/* inverses of complex matrices with pivots that are real, imaginary and below the diagonal */
static void test_inverses_of_complex_matrices(void) {
    const char *const inverse[] = {"Inputs", "/", "Multiplication", "Matrix(*)", NULL};
    CHECK_BLOCK("Product", inverse, TEXTS("[2 1+i; 0 1]"), TEXTS("[0.5 -0.5-0.5i; 0 1]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[2i 1; 0 1]"), TEXTS("[-0.5i 0.5i; 0 1]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[0 1; 4 2i]"), TEXTS("[-0.5i 0.25; 1 0]"));
    CHECK_BLOCK("Product", inverse, TEXTS("[4 0 0; 0 0 2; i 5i 0]"),
                TEXTS("[0.25 0 0; -0.05 0 -0.2i; 0 0.5 0]"));
}

/* of 1 + 2i; numbers by Python's cmath */
static void test_trigonometry_of_complex_numbers(void) {
    static const char *const values[][2] = {{"sin", "3.1657785132161682+1.9596010414216063i"},
                                            {"cos", "2.0327230070196656-3.0518977991518002i"},
                                            {"tan", "0.033812826079896698+1.0147936161466335i"},
                                            {"asin", "0.42707858639247609+1.5285709194809982i"},
                                            {"acos", "1.1437177404024204-1.5285709194809982i"},
                                            {"atan", "1.3389725222944935+0.40235947810852507i"},
                                            {"sinh", "-0.48905625904129368+1.4031192506220405i"},
                                            {"cosh", "-0.64214812471551996+1.0686074213827783i"},
                                            {"tanh", "1.1667362572409199-0.24345820118572534i"},
                                            {"asinh", "1.4693517443681852+1.0634400235777519i"},
                                            {"acosh", "1.5285709194809982+1.1437177404024204i"},
                                            {"atanh", "0.17328679513998632+1.1780972450961724i"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        CHECK_BLOCK("Trigonometry", TEXTS("Operator", values[i][0]), TEXTS("1+2i"),
                    TEXTS(values[i][1]));
        CHECK_FAILURE("Trigonometry", TEXTS("Operator", values[i][0]), TEXTS("int8(1)"), "");
    }
}

/* z^2 = 4 and 9: of two solutions the one near the guess, for each element */
static void test_algebraic_constraint_of_vectors(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
    bd_test_add(m, "Algebraic Constraint", "z", "z0", "[-3 2]");
    bd_test_add(m, "Product", "square", "Inputs", "**");
    bd_test_add(m, "Constant", "c", "Value", "[4 9]");
    bd_test_add(m, "Sum", "f", "Inputs", "+-");
    bd_test_wire(m, "z", "square/1");
    bd_test_wire(m, "z", "square/2");
    bd_test_wire(m, "square", "f/1");
    bd_test_wire(m, "c", "f/2");
    bd_test_wire(m, "f", "z");
    bd_test_tap(m, "z", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), -2.0, 1e-12);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 1), 3.0, 1e-12);
    bd_test_model_free(m);
}

static void test_complex_parts(void) {
    CHECK_BLOCK("ComplexToRealImag", NO_TEXTS, TEXTS("[1+2i 3]"), TEXTS("[1 3]", "[2 0]"));
    CHECK_BLOCK("ComplexToRealImag", TEXTS("Output", "Imag"), TEXTS("1+2i"), TEXTS("2"));
    CHECK_BLOCK("ComplexToMagnitudeAngle", NO_TEXTS, TEXTS("-3i"), TEXTS("3", "-pi/2"));
    CHECK_BLOCK("ComplexToMagnitudeAngle", TEXTS("Output", "Angle"), TEXTS("-1-i"),
                TEXTS("-3*pi/4"));
    CHECK_BLOCK("RealImagToComplex", NO_TEXTS, TEXTS("[1 2]", "3"), TEXTS("[1+3i 2+3i]"));
    CHECK_BLOCK("RealImagToComplex", TEXTS("Input", "Real", "ConstantPart", "2"), TEXTS("1"),
                TEXTS("1+2i"));
    CHECK_BLOCK("MagnitudeAngleToComplex", NO_TEXTS, TEXTS("2", "1"), TEXTS("2*cos(1)+2i*sin(1)"));
}

static void test_dimensions_change_elements_stay(void) {
    CHECK_BLOCK("Reshape", NO_TEXTS, TEXTS("[1 2; 3 4]"), TEXTS("[1 3 2 4]"));
    CHECK_BLOCK("Reshape", TEXTS("OutputDimensionality", "Column vector (2-D)"), TEXTS("[1 2 3]"),
                TEXTS("[1; 2; 3]"));
    CHECK_BLOCK("Reshape", TEXTS("OutputDimensionality", "Customize", "OutputDimensions", "[3 2]"),
                TEXTS("[1 2 3; 4 5 6]"), TEXTS("[1 5; 4 3; 2 6]"));
    CHECK_BLOCK("Reshape", TEXTS("OutputDimensionality", "Derive from reference input port"),
                TEXTS("[1 2 3 4]", "zeros(2)"), TEXTS("[1 3; 2 4]"));
    CHECK_FAILURE("Reshape",
                  TEXTS("OutputDimensionality", "Customize", "OutputDimensions", "[3 2]"),
                  TEXTS("[1 2 3 4]"), "cannot be arranged");
    CHECK_BLOCK("PermuteDimensions", NO_TEXTS, TEXTS("[1 2 3; 4 5 6]"), TEXTS("[1 4; 2 5; 3 6]"));
    CHECK_BLOCK("PermuteDimensions", TEXTS("Order", "[3 1 2]"), TEXTS("[1 2 3; 4 5 6]"),
                TEXTS("reshape([1 4 2 5 3 6], [1 2 3])"));
    CHECK_BLOCK("Squeeze", NO_TEXTS, TEXTS("reshape([1 2 3 4 5 6], [1 2 3])"),
                TEXTS("[1 3 5; 2 4 6]"));
    CHECK_FAILURE("PermuteDimensions", TEXTS("Order", "[1 1]"), TEXTS("[1 2]"), "Order");
}

static void test_concatenation(void) {
    const char *const rows[] = {"Mode", "Multidimensional array", "ConcatenateDimension", "1",
                                NULL};
    const char *const columns[] = {"Mode", "Multidimensional array", "ConcatenateDimension", "2",
                                   NULL};
    CHECK_BLOCK("Concatenate", NO_TEXTS, TEXTS("[1 2]", "3"), TEXTS("[1 2 3]"));
    CHECK_BLOCK("Concatenate", rows, TEXTS("[1 2; 3 4]", "[5 6; 7 8]"),
                TEXTS("[1 2; 3 4; 5 6; 7 8]"));
    CHECK_BLOCK("Concatenate", columns, TEXTS("[1 2; 3 4]", "[5; 6]"), TEXTS("[1 2 5; 3 4 6]"));
    CHECK_BLOCK("Concatenate", columns, TEXTS("[1 2]", "[3 4]"), TEXTS("[1 3; 2 4]"));
    CHECK_FAILURE("Concatenate", columns, TEXTS("[1 2; 3 4]", "[1 2 3]"), "input 2 has 3");
}

static void test_assignment(void) {
    const char *const two[] = {"NumberOfDimensions",
                               "2",
                               "IndexOptions",
                               "Index vector (dialog),Assign all",
                               "Indices",
                               "{2,[]}",
                               NULL};
    CHECK_BLOCK("Assignment", TEXTS("Indices", "[1 3]"), TEXTS("[1 2 3]", "[7 8]"),
                TEXTS("[7 2 8]"));
    CHECK_BLOCK("Assignment", TEXTS("Indices", "2"), TEXTS("int8([1 2 3])", "int8(9)"),
                TEXTS("int8([1 9 3])"));
    /* blanks around an entry are none of its letters */
    CHECK_BLOCK("Assignment", TEXTS("IndexOptions", " Index vector (dialog)  ", "Indices", "2"),
                TEXTS("[1 2 3]", "9"), TEXTS("[1 9 3]"));
    CHECK_BLOCK("Assignment", TEXTS("IndexMode", "Zero-based", "Indices", "0"),
                TEXTS("[1 2 3]", "9"), TEXTS("[9 2 3]"));
    CHECK_BLOCK("Assignment", TEXTS("IndexOptions", "Index vector (port)"),
                TEXTS("[1 2 3]", "9", "3"), TEXTS("[1 2 9]"));
    CHECK_BLOCK("Assignment", TEXTS("IndexOptions", "Starting index (dialog)", "Indices", "2"),
                TEXTS("[1 2 3 4]", "[8 9]"), TEXTS("[1 8 9 4]"));
    CHECK_BLOCK("Assignment", TEXTS("IndexOptions", "Starting index (port)"),
                TEXTS("[1 2 3 4]", "[8 9]", "2"), TEXTS("[1 8 9 4]"));
    CHECK_BLOCK("Assignment",
                TEXTS("IndexOptions", "Starting index (port)", "IndexMode", "Zero-based"),
                TEXTS("[1 2 3 4]", "[8 9]", "2"), TEXTS("[1 2 8 9]"));
    CHECK_BLOCK("Assignment",
                TEXTS("IndexOptions", "Index vector (port)", "IndexMode", "Zero-based"),
                TEXTS("[1 2 3]", "[8 9]", "[2 0]"), TEXTS("[9 2 8]"));
    CHECK_BLOCK("Assignment",
                TEXTS("NumberOfDimensions", "2", "IndexOptions",
                      "Index vector (dialog),Index vector (dialog)", "Indices", "[2 1],3"),
                TEXTS("[1 2 3; 4 5 6]", "[7; 8]"), TEXTS("[1 2 8; 4 5 7]"));
    CHECK_BLOCK("Assignment",
                TEXTS("NumberOfDimensions", "2", "IndexOptions", "Assign all,Index vector (dialog)",
                      "Indices", ",2"),
                TEXTS("[1 2 3; 4 5 6]", "[7; 8]"), TEXTS("[1 7 3; 4 8 6]"));
    CHECK_FAILURE("Assignment", TEXTS("IndexOptions", "Starting index (port)"),
                  TEXTS("[1 2 3 4]", "[8 9]", "4"), "index 5 is outside of dimension 1 with 4");
    CHECK_BLOCK("Assignment", two, TEXTS("[1 2; 3 4]", "[8 9]"), TEXTS("[1 2; 8 9]"));
    CHECK_FAILURE("Assignment", TEXTS("Indices", "4"), TEXTS("[1 2 3]", "9"), "index 4");
    CHECK_FAILURE("Assignment", TEXTS("Indices", "[1 2]"), TEXTS("[1 2 3]", "[1 2 3]"), "3 values");
}

static void test_bits(void) {
    CHECK_BLOCK("Bitwise Operator", TEXTS("logicop", "AND", "BitMask", "12"), TEXTS("uint8(10)"),
                TEXTS("uint8(8)"));
    CHECK_BLOCK("Bitwise Operator",
                TEXTS("logicop", "XOR", "UseBitMask", "off", "NumInputPorts", "2"),
                TEXTS("uint8(10)", "uint8(6)"), TEXTS("uint8(12)"));
    CHECK_BLOCK("Bitwise Operator", TEXTS("logicop", "NOT"), TEXTS("uint8(10)"),
                TEXTS("uint8(245)"));
    CHECK_BLOCK("Bitwise Operator", TEXTS("logicop", "NOR", "BitMask", "1"), TEXTS("int8(10)"),
                TEXTS("int8(-12)"));
    CHECK_BLOCK("Bit Set", TEXTS("iBit", "2"), TEXTS("uint8(1)"), TEXTS("uint8(5)"));
    CHECK_BLOCK("Bit Clear", TEXTS("iBit", "0"), TEXTS("uint8(7)"), TEXTS("uint8(6)"));
    CHECK_BLOCK("ArithShift", TEXTS("BitShiftDirection", "Left", "BitShiftNumber", "2"),
                TEXTS("int8(3)"), TEXTS("int8(12)"));
    CHECK_BLOCK("ArithShift", TEXTS("BitShiftDirection", "Right", "BitShiftNumber", "1"),
                TEXTS("int8(-5)"), TEXTS("int8(-3)"));
    CHECK_FAILURE("Bit Set", TEXTS("iBit", "0"), TEXTS("1.5"), "integer signal");
}

static void test_increments(void) {
    CHECK_BLOCK("Increment Real World", NO_TEXTS, TEXTS("uint8([1 255])"), TEXTS("uint8([2 0])"));
    CHECK_BLOCK("Decrement Stored Integer", NO_TEXTS, TEXTS("1.5"), TEXTS("0.5"));
    CHECK_BLOCK("Decrement To Zero", NO_TEXTS, TEXTS("[2 0.5]"), TEXTS("[1 0]"));
    CHECK_SEQUENCE("Decrement Time To Zero", NO_TEXTS, "[3 0.5]", "[2 0]");
}

/* cos(z) = z: the fixed point of the cosine */
static void test_algebraic_constraint(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
    bd_test_add(m, "Algebraic Constraint", "z", "z0", "1");
    bd_test_add(m, "Trigonometry", "cos", "Operator", "cos");
    bd_test_add(m, "Sum", "f", "Inputs", "+-");
    bd_test_wire(m, "z", "cos");
    bd_test_wire(m, "cos", "f/1");
    bd_test_wire(m, "z", "f/2");
    bd_test_wire(m, "f", "z");
    bd_test_tap(m, "z", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 0.73908513321516064, 1e-14);
    bd_test_model_free(m);
}

static void test_weighted_sample_time(void) {
    CHECK_SEQUENCE("SampleTimeMath", TEXTS("TsampMathOp", "*", "weightValue", "3"), "[1 2]",
                   "[3 6]");
    CHECK_SEQUENCE("SampleTimeMath", TEXTS("TsampMathOp", "+", "weightValue", "0.5"), "[1 2]",
                   "[1.5 2.5]");
    CHECK_SEQUENCE("SampleTimeMath", TEXTS("TsampMathOp", "1/Ts Only", "weightValue", "4"), "[1 2]",
                   "[4 4]");
}

/* |sin t| has a corner at pi, which a variable-step solver must hit: the integral over two half
 * waves is 4 */
static void test_corner_of_abs_is_located(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 6.283185307179586);
    bd_test_add(m, "Sin", "sin", "SampleTime", "0");
    bd_test_add(m, "Abs", "abs");
    bd_test_add(m, "Integrator", "x");
    bd_test_wire(m, "sin", "abs");
    bd_test_wire(m, "abs", "x");
    bd_test_tap(m, "x", "y");
    bd_diagram_set(m->diagram, "RelTol", "1e-9");
    bd_diagram_set(m->diagram, "AbsTol", "1e-10");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 4.0, 1e-7);
    CU_ASSERT_TRUE(bd_run_statistics(m->run).zero_crossings >= 1);
    bd_test_model_free(m);
}

/* an accumulator of int16 stays int16 although its state begins as a double 0 */
static void test_types_go_around_loops(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    bd_test_add(m, "UnitDelay", "z", "SampleTime", "1");
    bd_test_add(m, "Constant", "c", "Value", "int16(5)");
    bd_test_add(m, "Sum", "s");
    bd_test_wire(m, "c", "s/1");
    bd_test_wire(m, "z", "s/2");
    bd_test_wire(m, "s", "z");
    bd_test_tap(m, "s", "y");
    bd_test_run(m);
    int number;
    CU_ASSERT_EQUAL(bd_test_record(m, "y", &number)->shape.type, BD_INT16);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 20.0, 0.0);
    bd_test_model_free(m);
}

static void test_changes_of_coordinates(void) {
    CHECK_BLOCK("Degrees to Radians", NO_TEXTS, TEXTS("[180 -90]"), TEXTS("[pi -pi/2]"));
    CHECK_BLOCK("Radians to Degrees", NO_TEXTS, TEXTS("pi"), TEXTS("180"));
    CHECK_BLOCK("Fahrenheit to Celsius", NO_TEXTS, TEXTS("[32 212]"), TEXTS("[0 100]"));
    CHECK_BLOCK("Celsius to Fahrenheit", NO_TEXTS, TEXTS("[0 100]"), TEXTS("[32 212]"));
    CHECK_BLOCK("Cartesian to Polar", NO_TEXTS, TEXTS("[3 0]", "[4 -2]"),
                TEXTS("[5 2]", "[atan2(4,3) -pi/2]"));
    CHECK_BLOCK("Polar to Cartesian", NO_TEXTS, TEXTS("2", "[0 pi/6]"),
                TEXTS("[2 sqrt(3)]", "[0 1]"));
    CHECK_BLOCK("Cartesian to Spherical", NO_TEXTS, TEXTS("1", "1", "sqrt(2)"),
                TEXTS("2", "pi/4", "pi/4"));
    CHECK_BLOCK("Spherical to Cartesian", NO_TEXTS, TEXTS("2", "pi/4", "pi/4"),
                TEXTS("1", "1", "sqrt(2)"));
    CHECK_BLOCK("Cross Product", NO_TEXTS, TEXTS("[1 2 3]", "[4 5 6]"), TEXTS("[-3 6 -3]"));
    CHECK_FAILURE("Cross Product", NO_TEXTS, TEXTS("[1 2]", "[4 5 6]"), "input 1 needs double [3]");
}

/* Bitwise Logical Operator: the second operand is a number or hexadecimal digits */
static void test_bits_of_older_files(void) {
    CHECK_BLOCK("BitwiseOperator", TEXTS("Operator", "AND", "Operand2", "'000000FF'"),
                TEXTS("uint32(4660)"), TEXTS("uint32(52)"));
    CHECK_BLOCK("BitwiseOperator", TEXTS("Operator", "OR", "Operand2", "'1F00'"),
                TEXTS("uint32(1)"), TEXTS("uint32(7937)"));
    CHECK_BLOCK("BitwiseOperator", TEXTS("Operator", "XOR", "Operand2", "6"), TEXTS("uint8(5)"),
                TEXTS("uint8(3)"));
    CHECK_FAILURE("BitwiseOperator", TEXTS("Operator", "AND", "Operand2", "'0xZ'"),
                  TEXTS("uint8(5)"), "hexadecimal digits");
    CHECK_FAILURE("BitwiseOperator", TEXTS("Operator", "SHIFT_LEFT", "Operand2", "1"),
                  TEXTS("uint8(5)"), "Operator");
    CHECK_FAILURE("Shift Arithmetic", TEXTS("nBitShiftRight", "1", "nBinPtShiftRight", "2"),
                  TEXTS("int8(5)"), "the binary point is not moved");
}

static void test_diagonals_and_squares(void) {
    CHECK_BLOCK("Create Diagonal Matrix", NO_TEXTS, TEXTS("[1 2 3]"), TEXTS("diag([1 2 3])"));
    CHECK_BLOCK("Create Diagonal Matrix", NO_TEXTS, TEXTS("int8([4; 5])"),
                TEXTS("int8([4 0; 0 5])"));
    CHECK_BLOCK("Create Diagonal Matrix", NO_TEXTS, TEXTS("[i 2]"), TEXTS("[i 0; 0 2]"));
    CHECK_BLOCK("Create Diagonal Matrix", NO_TEXTS, TEXTS("7"), TEXTS("7"));
    CHECK_FAILURE("Create Diagonal Matrix", NO_TEXTS, TEXTS("[1 2; 3 4]"), "must be a vector");
    CHECK_BLOCK("Extract Diagonal", NO_TEXTS, TEXTS("[1 2 3; 4 5 6]"), TEXTS("[1 5]"));
    CHECK_BLOCK("Extract Diagonal", NO_TEXTS, TEXTS("[1 2; 3 4; 5 6]"), TEXTS("[1 4]"));
    CHECK_BLOCK("Extract Diagonal", NO_TEXTS, TEXTS("[8 9]"), TEXTS("8"));
    CHECK_BLOCK("Matrix Square", NO_TEXTS, TEXTS("[1 2; 3 4; 5 6]"), TEXTS("[35 44; 44 56]"));
    CHECK_BLOCK("Matrix Square", NO_TEXTS, TEXTS("[1 i; 0 2]"), TEXTS("[1 i; -i 5]"));
    CHECK_BLOCK("Matrix Square", NO_TEXTS, TEXTS("[3 4]"), TEXTS("25"));
}

static void test_parts_and_orders_of_matrices(void) {
    CHECK_BLOCK("Permute Matrix", NO_TEXTS, TEXTS("[1 2 3; 4 5 6]", "[3 1 1]"),
                TEXTS("[3 1 1; 6 4 4]"));
    CHECK_BLOCK("Permute Matrix", TEXTS("mode", "Rows"), TEXTS("[1 2; 3 4; 5 6]", "[2 3]"),
                TEXTS("[3 4; 5 6]"));
    CHECK_BLOCK("Permute Matrix", TEXTS("mode", "Rows"), TEXTS("[1 2; 3 4]", "[9 0]"),
                TEXTS("[3 4; 1 2]"));
    CHECK_FAILURE("Permute Matrix", TEXTS("errmode", "Generate Error"), TEXTS("[1 2; 3 4]", "3"),
                  "the index 3 is not within 1 and 2");
    static const char a[] = "[1 2 3 4; 5 6 7 8; 9 10 11 12]";
    CHECK_BLOCK("Submatrix", NO_TEXTS, TEXTS(a), TEXTS(a));
    CHECK_BLOCK("Submatrix",
                TEXTS("RowSpan", "Range of rows", "RowStartMode", "Index", "RowStartIndex", "2",
                      "RowEndMode", "Last", "ColSpan", "Range of columns", "ColStartMode", "First",
                      "ColEndMode", "Offset from last", "ColEndIndex", "1"),
                TEXTS(a), TEXTS("[5 6 7; 9 10 11]"));
    CHECK_BLOCK("Submatrix", TEXTS("RowSpan", "One row", "RowStartMode", "Last"), TEXTS(a),
                TEXTS("[9 10 11 12]"));
    CHECK_BLOCK("Submatrix",
                TEXTS("RowSpan", "Range of rows", "RowStartMode", "Index", "RowStartIndex", "2",
                      "RowEndMode", "Index", "RowEndIndex", "3"),
                TEXTS("int8([4 5 6 7])"), TEXTS("int8([5 6])"));
    CHECK_FAILURE("Submatrix",
                  TEXTS("RowSpan", "One row", "RowStartMode", "Index", "RowStartIndex", "4"),
                  TEXTS(a), "4 to 4 is no range within 1 to 3");
    CHECK_FAILURE("Submatrix", TEXTS("RowSpan", "One row", "RowStartMode", "Middle"), TEXTS(a),
                  "'Middle' is not supported");
}

static void test_questions_about_matrices(void) {
    CHECK_BLOCK("IsSymmetric", NO_TEXTS, TEXTS("[1 2; 2 3]"), TEXTS("true"));
    CHECK_BLOCK("IsSymmetric", NO_TEXTS, TEXTS("[1 2; 2.5 3]"), TEXTS("false"));
    CHECK_BLOCK("IsSymmetric", NO_TEXTS, TEXTS("[1 2 3; 2 3 4]"), TEXTS("false"));
    CHECK_BLOCK("IsSymmetric", NO_TEXTS, TEXTS("[1 i; -i 1]"), TEXTS("false"));
    CHECK_BLOCK("IsSymmetric", TEXTS("Mode", "Skew-Symmetric"), TEXTS("[0 2; -2 0]"),
                TEXTS("true"));
    CHECK_BLOCK("IsSymmetric", TEXTS("Mode", "Skew-Symmetric"), TEXTS("[1 2; -2 0]"),
                TEXTS("false"));
    CHECK_BLOCK("IsHermitian", NO_TEXTS, TEXTS("[1 i; -i 1]"), TEXTS("true"));
    CHECK_BLOCK("IsHermitian", NO_TEXTS, TEXTS("[i 1; 1 1]"), TEXTS("false"));
    CHECK_BLOCK("IsHermitian", TEXTS("Mode", "Skew-Hermitian"), TEXTS("[2i 1; -1 0]"),
                TEXTS("true"));
    CHECK_BLOCK("IsTriangular", NO_TEXTS, TEXTS("[1 2; 0 3]"), TEXTS("true"));
    CHECK_BLOCK("IsTriangular", NO_TEXTS, TEXTS("[1 2; 4 3]"), TEXTS("false"));
    CHECK_BLOCK("IsTriangular", TEXTS("Mode", "Lower"), TEXTS("[1 0; 4 3]"), TEXTS("true"));
    CHECK_BLOCK("IsTriangular", TEXTS("Mode", "Lower"), TEXTS("[1 2; 0 3]"), TEXTS("false"));
}

static void test_expanded_scalars(void) {
    CHECK_BLOCK("Expand Scalar", TEXTS("ElementValue", "7", "OutputDimensions", "3"), NO_TEXTS,
                TEXTS("[7 7 7]"));
    CHECK_BLOCK("Expand Scalar", TEXTS("ElementValue", "int8(2)", "OutputDimensions", "[2 3]"),
                NO_TEXTS, TEXTS("int8(2*ones(2, 3))"));
    CHECK_BLOCK("Expand Scalar", TEXTS("ElementValue", "1+2i", "OutputDimensions", "[2 1]"),
                NO_TEXTS, TEXTS("[1+2i; 1+2i]"));
    CHECK_FAILURE("Expand Scalar", TEXTS("ElementValue", "[1 2]", "OutputDimensions", "3"),
                  NO_TEXTS, "must be one number");
    CHECK_FAILURE("Expand Scalar", TEXTS("ElementValue", "1", "OutputDimensions", "[2 0]"),
                  NO_TEXTS, "n or [m n]");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_bits_of_older_files),
        MR_TEST(test_diagonals_and_squares),
        MR_TEST(test_parts_and_orders_of_matrices),
        MR_TEST(test_questions_about_matrices),
        MR_TEST(test_expanded_scalars),
        MR_TEST(test_changes_of_coordinates),
        MR_TEST(test_sum_of_inputs),
        MR_TEST(test_sum_of_elements),
        MR_TEST(test_integers_saturate_or_wrap),
        MR_TEST(test_output_types),
        MR_TEST(test_rounding_methods),
        MR_TEST(test_roots_and_their_reciprocals),
        MR_TEST(test_gain),
        MR_TEST(test_gain_parameter_type),
        MR_TEST(test_internal_rule_holds_products),
        MR_TEST(test_old_spellings_of_types),
        MR_TEST(test_product_of_elements),
        MR_TEST(test_product_of_matrices),
        MR_TEST(test_math_functions),
        MR_TEST(test_math_functions_of_two),
        MR_TEST(test_trigonometry),
        MR_TEST(test_roots),
        MR_TEST(test_sign_rounding_and_bias),
        MR_TEST(test_minimum_and_maximum),
        MR_TEST(test_inverses_of_complex_matrices),
        MR_TEST(test_trigonometry_of_complex_numbers),
        MR_TEST(test_algebraic_constraint_of_vectors),
        MR_TEST(test_complex_parts),
        MR_TEST(test_dimensions_change_elements_stay),
        MR_TEST(test_concatenation),
        MR_TEST(test_assignment),
        MR_TEST(test_bits),
        MR_TEST(test_increments),
        MR_TEST(test_algebraic_constraint),
        MR_TEST(test_weighted_sample_time),
        MR_TEST(test_corner_of_abs_is_located),
        MR_TEST(test_types_go_around_loops),
    };
    return mr_test_main("blocks_math", tests, sizeof tests / sizeof tests[0], argc, argv);
}
