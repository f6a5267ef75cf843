/* expressions: Fcn and Interpreted MATLAB Function */
#include "bd_test.h"

#define FCN(expression, input, output)                                                             \
    CHECK_BLOCK("Fcn", TEXTS("Expr", expression), TEXTS(input), TEXTS(output))

static void test_fcn_operators_and_precedence(void) {
    FCN("u + 2*3", "1", "7");
    FCN("(u + 2)*3", "1", "9");
    FCN("-u^2", "3", "-9");
    FCN("2^-1", "0", "0.5");
    FCN("2^3^2", "0", "64"); /* from left to right */
    FCN("u*u/u - -u", "4", "8");
    FCN("!u*5 + !0", "3", "1");
    FCN("1 + 2 > 2 == 1", "0", "1");
    FCN("1 || 0 && 0", "0", "1");
    FCN("u >= 2 && u <= 4", "3", "1");
    FCN("u != 3", "3", "0");
    FCN("u ~= 4", "3", "1");
    FCN("1.5e-3*u", "2", "0.003");
    FCN(".5*u", "2", "1");
}

static void test_fcn_elements(void) {
    FCN("u(1)*u(2) + u[3]", "[2 3 4]", "10");
    FCN("u", "[7 8]", "7");
    FCN("sin(u(2))^2 + cos(u(2))^2", "[1 2]", "1");
}

static void test_fcn_functions(void) {
    FCN("abs(u) + fabs(u)", "-2", "4");
    FCN("acos(0) + asin(1) + atan(1)", "0", "pi/2 + pi/2 + pi/4");
    FCN("atan2(u(1), u(2))", "[1 -1]", "3*pi/4");
    FCN("ceil(1.2) + floor(1.8)", "0", "3");
    FCN("cosh(u) + sinh(u) - exp(u)", "0.25", "cosh(0.25) + sinh(0.25) - exp(0.25)");
    FCN("hypot(3, 4)", "0", "5");
    FCN("ln(exp(2)) + log(exp(1)) + log10(1000)", "0", "6");
    FCN("pow(2, 10) + power(2, 3)", "0", "1032");
    FCN("rem(-7, 3)", "0", "-1");
    FCN("sgn(u) * sqrt(9)", "-0.1", "-3");
    FCN("tan(0.3)/tanh(0.3)", "0", "tan(0.3)/tanh(0.3)");
    FCN("sqrt(-1)", "0", "NaN");
    FCN("acosh(2) + asinh(0.5) + atanh(0.5)", "0",
        "log(2 + sqrt(3)) + log(0.5 + sqrt(1.25)) + 0.5*log(3)");
    FCN("sign(u) + sgn(0)", "7", "1");
}

/* max and min of M code: the other one where one is not a number; mod and rem of its help */
static void test_fcn_of_two_numbers(void) {
    FCN("max(u(1), u(2))", "[3 5]", "5");
    FCN("max(u(1), u(2))", "[5 3]", "5");
    FCN("max(u(1), u(2))", "[-5 NaN]", "-5");
    FCN("max(u(1), u(2))", "[NaN -5]", "-5");
    FCN("min(u(1), u(2))", "[3 5]", "3");
    FCN("min(u(1), u(2))", "[5 3]", "3");
    FCN("min(u(1), u(2))", "[5 NaN]", "5");
    FCN("min(u(1), u(2))", "[NaN 5]", "5");
    FCN("mod(-7, 3)", "0", "2");
    FCN("mod(7, -3)", "0", "-2");
    FCN("mod(6, -3)", "0", "0");
    FCN("mod(u, 0)", "-4.5", "-4.5");
    FCN("rem(u, inf)", "-4.5", "-4.5");
    FCN("round(2.5) + 10*round(-2.5) + 100*fix(-2.7) + 1000*fix(2.7)", "0", "3 - 30 - 200 + 2000");
}

static void test_fcn_uses_variables(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    CU_ASSERT_EQUAL(
        bd_workspace_run(m->base, "k = 3; A = [1 2; 3 4]; p.m = 0.5;", "test", NULL, &m->error),
        BD_OK);
    bd_test_add(m, "Constant", "c", "Value", "2");
    bd_test_add(m, "Fcn", "f", "Expr", "k*u + A(2,1) - p.m + pi");
    bd_test_wire(m, "c", "f");
    bd_test_tap(m, "f", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 6.0 + 3.0 - 0.5 + 3.14159265358979323846, 1e-14);
    bd_test_model_free(m);
}

static void test_fcn_refuses_nonsense(void) {
    CHECK_FAILURE("Fcn", TEXTS("Expr", "u +"), TEXTS("1"), "column");
    CHECK_FAILURE("Fcn", TEXTS("Expr", ""), TEXTS("1"), "Expr");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "(u"), TEXTS("1"), ") is missing");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "u(2)"), TEXTS("1"), "element 2");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "u(0)"), TEXTS("1"), "from 1 on");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "nothing_of_this_name*u"), TEXTS("1"),
                  "nothing_of_this_name");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "atan2(u)"), TEXTS("1"), "further argument");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "u # 2"), TEXTS("1"), "no meaning");
    CHECK_FAILURE("Fcn", TEXTS("Expr", "u(1"), TEXTS("1"), "not closed");
}

/* thousands of brackets or signs must be told, not overflow the stack */
static void test_fcn_bounds_nesting(void) {
    static char text[20001];
    for (int i = 0; i < 20000; i++)
        text[i] = '(';
    CHECK_FAILURE("Fcn", TEXTS("Expr", text), TEXTS("1"), "nested too deeply");
    for (int i = 0; i < 20000; i++)
        text[i] = '-';
    CHECK_FAILURE("Fcn", TEXTS("Expr", text), TEXTS("1"), "nested too deeply");
    for (int i = 0; i < 20000; i++)
        text[i] = i % 2 ? '+' : '1';
    text[19999] = '\0';
    CHECK_FAILURE("Fcn", TEXTS("Expr", text), TEXTS("1"), "too long");
}

static void test_interpreted_function(void) {
    CHECK_BLOCK("MATLABFcn", NO_TEXTS, TEXTS("[0 1]"), TEXTS("[0 sin(1)]"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "u.^2 + 1"), TEXTS("[1 2 3]"), TEXTS("[2 5 10]"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "  \t u + 1"), TEXTS("4"), TEXTS("5"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", " cos"), TEXTS("0"), TEXTS("1"));
    CHECK_FAILURE("MATLABFcn", TEXTS("MATLABFcn", " \t "), TEXTS("1"), "MATLABFcn is empty");
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "[sum(u); max(u)]", "OutputDimensions", "2"),
                TEXTS("[1 5 3]"), TEXTS("[9 5]"));
    CHECK_FAILURE("MATLABFcn", TEXTS("MATLABFcn", "my_own_function(u)"), TEXTS("1"),
                  "my_own_function");
    /* without dimensions the function tells them */
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "[u; u]"), TEXTS("1"), TEXTS("[1 1]"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "diff", "OutputDimensions", "-1"),
                TEXTS("[1 4 9 16 25]"), TEXTS("[3 5 7 9]"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "u'*u", "OutputDimensions", "-1"), TEXTS("[3 4]"),
                TEXTS("25"));
    CHECK_FAILURE("MATLABFcn", TEXTS("MATLABFcn", "[u u]", "OutputDimensions", "1"), TEXTS("1"),
                  "2 elements");
    /* auto: as the input is */
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "u * u"), TEXTS("1+2i"), TEXTS("-3+4i"));
    CHECK_BLOCK("MATLABFcn", TEXTS("MATLABFcn", "real(u)"), TEXTS("1+2i"), TEXTS("complex(1, 0)"));
    CHECK_FAILURE("MATLABFcn", TEXTS("MATLABFcn", "u * u", "OutputSignalType", "real"),
                  TEXTS("1+2i"), "a complex value does not fit a real signal");
}

static const mr_test tests[] = {
    MR_TEST(test_fcn_operators_and_precedence),
    MR_TEST(test_fcn_elements),
    MR_TEST(test_fcn_functions),
    MR_TEST(test_fcn_of_two_numbers),
    MR_TEST(test_fcn_uses_variables),
    MR_TEST(test_fcn_refuses_nonsense),
    MR_TEST(test_fcn_bounds_nesting),
    MR_TEST(test_interpreted_function),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_functions", tests, sizeof tests / sizeof *tests, argc, argv);
}
