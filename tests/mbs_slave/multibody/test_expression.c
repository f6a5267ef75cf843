/* expressions: values, derivatives against differences, and clear refusals */
#include "mr_test.h"
#include "mbs/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int look_up(const void *context, const char *name, size_t length, double *value) {
    (void)context;
    if (length == 1 && *name == 'x')
        return 0;
    if (length == 1 && *name == 'y')
        return 1;
    if (length == 5 && strncmp(name, "three", 5) == 0) {
        *value = 3.0;
        return -1;
    }
    return -2;
}

static double value_of(const char *text, double x, double y) {
    mr_message message = {{0}};
    mbs_expression *e;
    double variables[2] = {x, y};
    CU_ASSERT_EQUAL_FATAL(mbs_expression_compile(text, look_up, NULL, &e, &message), MR_OK);
    double value = mbs_expression_value(e, variables);
    mbs_expression_free(e);
    return value;
}

static void test_values(void) {
    CU_ASSERT_EQUAL(value_of("1 + 2*3", 0, 0), 7.0);
    CU_ASSERT_EQUAL(value_of("(1 + 2)*three", 0, 0), 9.0);
    CU_ASSERT_EQUAL(value_of("2^3^2", 0, 0), 512.0);
    CU_ASSERT_EQUAL(value_of("-2^2", 0, 0), -4.0);
    CU_ASSERT_EQUAL(value_of("2^-1", 0, 0), 0.5);
    CU_ASSERT_EQUAL(value_of("10 - 4 - 3", 0, 0), 3.0);
    CU_ASSERT_EQUAL(value_of("12/3/2", 0, 0), 2.0);
    CU_ASSERT_EQUAL(value_of("--1", 0, 0), 1.0);
    CU_ASSERT_EQUAL(value_of("1e3 + .5", 0, 0), 1000.5);
    CU_ASSERT_EQUAL(value_of("if(x < y, x, y)", 2, 3), 2.0);
    CU_ASSERT_EQUAL(value_of("if(x >= y, x, y)", 2, 3), 3.0);
    CU_ASSERT_EQUAL(value_of("max(x, y) - min(x, y) + step(x)", 2, 3), 2.0);
    CU_ASSERT_EQUAL(value_of("mod(x, 3)", -1, 0), 2.0);
    MR_ASSERT_CLOSE(value_of("sin(pi/6) + sqrt(x)", 4, 0), 2.5, 1e-15);
    MR_ASSERT_CLOSE(value_of("atan2(x, y) + hypot(3, 4)", 1, 1), atan(1.0) + 5.0, 1e-15);
}

/* both derivatives along x = 0.7 + 1.5 s - 0.8 s^2, y = 1.3 - 2 s + s^2 */
static void check_jet(const char *text) {
    mr_message message = {{0}};
    mbs_expression *e;
    CU_ASSERT_EQUAL_FATAL(mbs_expression_compile(text, look_up, NULL, &e, &message), MR_OK);
    mbs_jet variables[2] = {{0.7, 1.5, -1.6}, {1.3, -2.0, 2.0}};
    mbs_jet jet = mbs_expression_jet(e, variables);
    const double d = 1e-4;
    double f[3];
    for (int i = -1; i <= 1; i++) {
        double s = d * i, at[2] = {0.7 + 1.5 * s - 0.8 * s * s, 1.3 - 2.0 * s + s * s};
        f[i + 1] = mbs_expression_value(e, at);
    }
    MR_ASSERT_CLOSE(jet.v, f[1], 1e-15 * fabs(f[1]));
    MR_ASSERT_CLOSE(jet.d, (f[2] - f[0]) / (2.0 * d), 1e-6 * (1.0 + fabs(jet.d)));
    MR_ASSERT_CLOSE(jet.dd, (f[2] - 2.0 * f[1] + f[0]) / (d * d), 1e-5 * (1.0 + fabs(jet.dd)));
    mbs_expression_free(e);
}

static void test_derivatives(void) {
    static const char *const texts[] = {
        "sin(x*y)",          "cos(x)/y",    "tan(x)",      "asin(x)*acos(x)",
        "atan(x - y)",       "sinh(x)",     "cosh(y)",     "tanh(x*x)",
        "exp(-x*y)",         "log(x + y)",  "log10(x)",    "sqrt(x*y)",
        "abs(x - y)",        "x^3",         "x^y",         "2^x",
        "atan2(x, y)",       "hypot(x, y)", "min(x, y)",   "max(x, y)",
        "if(x < y, x^2, y)", "x - -y",      "mod(x, 0.4)", "x/y/x",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_jet(texts[i]);
}

static void check_refused(const char *text, const char *part) {
    mr_message message = {{0}};
    mbs_expression *e;
    CU_ASSERT_EQUAL(mbs_expression_compile(text, look_up, NULL, &e, &message), MR_ERR_CONFIG);
    CU_ASSERT_PTR_NULL(e);
    MR_ASSERT_CONTAINS(message.text, part);
}

static void test_which_variables_are_used(void) {
    static const struct {
        const char *text;
        int x, y;
    } cases[] = {
        {"2", 0, 0}, {"three + 1", 0, 0}, {"x", 1, 0}, {"sin(2*y)", 0, 1}, {"y - x", 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mr_message message = {{0}};
        mbs_expression *e;
        CU_ASSERT_EQUAL_FATAL(mbs_expression_compile(cases[i].text, look_up, NULL, &e, &message),
                              MR_OK);
        CU_ASSERT_EQUAL(mbs_expression_uses(e, 0), cases[i].x);
        CU_ASSERT_EQUAL(mbs_expression_uses(e, 1), cases[i].y);
        mbs_expression_free(e);
    }
}

static void test_mistakes_are_named(void) {
    check_refused("", "something is missing at character 1");
    check_refused("1 +", "something is missing");
    check_refused("1 + * 2", "this has no meaning at character 5");
    check_refused("(1", "a ) is missing");
    check_refused("foo + 1", "unknown name at character 1");
    check_refused("foo(1)", "unknown function");
    check_refused("sin(1, 2)", "a ) is missing");
    check_refused("min(1)", "a comma and a further argument are missing");
    check_refused("1 2", "this has no meaning at character 3");
    check_refused("1e999", "a number that is not finite");
    char deep[5000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    check_refused(deep, "nested too deeply");
    memset(deep, '-', sizeof deep - 1);
    check_refused(deep, "nested too deeply");
    for (size_t i = 0; i + 2 < sizeof deep; i += 2)
        memcpy(deep + i, "1+", 2);
    deep[sizeof deep - 2] = '1';
    mr_message message = {{0}};
    mbs_expression *e;
    (void)mbs_expression_compile(deep, look_up, NULL, &e, &message);
    mbs_expression_free(e);
}

static const mr_test tests[] = {
    MR_TEST(test_values),
    MR_TEST(test_derivatives),
    MR_TEST(test_which_variables_are_used),
    MR_TEST(test_mistakes_are_named),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody expressions", tests, sizeof tests / sizeof *tests, argc, argv);
}
