/* the compiler of scalar expressions, in both of its languages */
#include "mr_test.h"
#include "common/scalar_expression.h"

#include <math.h>
#include <string.h>

static double twice(double x) {
    return 2.0 * x;
}

static double difference(double x, double y) {
    return x - y;
}

static const cm_function functions[] = {
    {"twice", twice, NULL, 0}, {"minus", NULL, difference, 0}, {"if", NULL, NULL, 0}};

/* x, y and z are variables 0, 1, 2; "two" is 2 */
static bool mean(void *context, const char *name, size_t length, const char **behind,
                 const char *end, cm_instruction *load, cm_complaint *complaint) {
    (void)context, (void)behind, (void)end;
    if (length == 1 && *name >= 'x' && *name <= 'z')
        *load = (cm_instruction){
            .operation = CM_VARIABLE, .variable = *name - 'x', .element = *name - 'x'};
    else if (length == 3 && strncmp(name, "two", 3) == 0)
        load->number = 2.0;
    else
        complaint->why = "unknown";
    return !complaint->why;
}

static const cm_language plain = {
    .power_to_right = true, .functions = functions, .function_count = 3, .name = mean};
static const cm_language full = {
    .logic = true, .dots = true, .functions = functions, .function_count = 3, .name = mean};

static double load(const void *context, int variable, int element) {
    (void)element;
    return ((const double *)context)[variable];
}

/* 0/0 is one, too */
static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static double value_at(const cm_language *language, const char *text, const double *xyz) {
    cm_expression e;
    cm_complaint complaint;
    if (!cm_expression_compile(language, NULL, text, strlen(text), &e, &complaint))
        return NAN;
    const double result = cm_expression_value(&e, load, xyz);
    CU_ASSERT(is_same(cm_expression_of_vector(&e, xyz), result));
    cm_expression_shorten(&e);
    CU_ASSERT(is_same(cm_expression_value(&e, load, xyz), result));
    CU_ASSERT(is_same(cm_expression_of_vector(&e, xyz), result));
    cm_expression_free(&e);
    return result;
}

static double value(const cm_language *language, const char *text) {
    static const double xyz[] = {3.0, 5.0, -1.0};
    return value_at(language, text, xyz);
}

static int shortened(const char *text) {
    cm_expression e;
    cm_complaint complaint;
    CU_ASSERT_TRUE_FATAL(cm_expression_compile(&full, NULL, text, strlen(text), &e, &complaint));
    cm_expression_shorten(&e);
    const int count = e.count;
    cm_expression_free(&e);
    return count;
}

/* each operation with its right operand at hand is one instruction; a bracket at the right is not
 */
static void test_right_operands_are_part_of_operations(void) {
    CU_ASSERT_EQUAL(shortened("x + 1"), 2);
    CU_ASSERT_EQUAL(shortened("-2*x^2 < y"), 5);
    CU_ASSERT_EQUAL(shortened("x*(y + 1) - -3"), 5);
    CU_ASSERT_EQUAL(shortened("minus(x, y)/z"), 4);
    CU_ASSERT_EQUAL(value(&full, "x*(y + 1) - -3"), 21.0);
    CU_ASSERT_EQUAL(value(&full, "x - y/(z - 1) & y <= 5"), 1.0);
    CU_ASSERT_EQUAL(value(&full, "if(x == 3, y^2, z) - y*z"), 30.0);
}

static void test_what_both_languages_say(void) {
    const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1 + 2*3", 7.0},         {"(1 + 2)*x", 9.0}, {"10 - 4 - 3", 3.0},   {"12/3/2", 2.0},
        {"-2^2", -4.0},           {"2^-1", 0.5},      {"--x", 3.0},          {" 1e3 + .5 ", 1000.5},
        {"x < y", 1.0},           {"x >= y", 0.0},    {"twice(x + 1)", 8.0}, {"minus(x, y)", -2.0},
        {"if(x > y, x, y)", 5.0}, {"two * y", 10.0},  {"twice (x)", 6.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(value(&plain, cases[i].text), cases[i].value);
        CU_ASSERT_EQUAL(value(&full, cases[i].text), cases[i].value);
    }
}

static void test_where_they_differ(void) {
    CU_ASSERT_EQUAL(value(&plain, "2^3^2"), 512.0);
    CU_ASSERT_EQUAL(value(&full, "2^3^2"), 64.0);
    CU_ASSERT_EQUAL(value(&full, "2.^x"), 8.0);
    CU_ASSERT_EQUAL(value(&full, "1d2"), 100.0);
    CU_ASSERT_EQUAL(value(&full, "!(x == 3) || y ~= 5 | z"), 1.0);
    CU_ASSERT_EQUAL(value(&full, "3 > 2 > 1"), 0.0);
    CU_ASSERT_TRUE(isnan(value(&plain, "3 > 2 > 1")));
    CU_ASSERT_TRUE(isnan(value(&plain, "x == 3")));
    CU_ASSERT_TRUE(isnan(value(&plain, "2 .* x")));
}

typedef struct operation {
    const char *sign;
    double (*is)(double a, double b);
} operation;

#define OPERATION(name, value)                                                                     \
    static double name(double a, double b) {                                                       \
        return (value);                                                                            \
    }
OPERATION(product, a *b)
OPERATION(quotient, a / b)
OPERATION(sum, a + b)
OPERATION(less, a < b)
OPERATION(at_most, a <= b)
OPERATION(greater, a > b)
OPERATION(at_least, a >= b)
OPERATION(equal, a == b)
OPERATION(unequal, a != b)
OPERATION(both, a != 0.0 && b != 0.0)
OPERATION(either, a != 0.0 || b != 0.0)

/* as C computes it: with the right operand on the stack, a number, or a variable; on both sides of
 * each comparison and of each truth */
static void test_each_operation_in_each_of_its_forms(void) {
    static const operation operations[] = {
        {"^", pow},       {".^", pow},      {"*", product},    {".*", product}, {"/", quotient},
        {"./", quotient}, {"+", sum},       {"-", difference}, {"<", less},     {"<=", at_most},
        {">", greater},   {">=", at_least}, {"==", equal},     {"!=", unequal}, {"~=", unequal},
        {"&", both},      {"&&", both},     {"|", either},     {"||", either}};
    static const double pairs[][2] = {{2.0, 3.0}, {3.0, 2.0}, {2.0, 2.0},
                                      {0.0, 2.0}, {2.0, 0.0}, {0.0, 0.0}};
    char text[40];
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            const double xyz[] = {pairs[i][0], pairs[i][1], 0.0};
            const double is = operations[k].is(xyz[0], xyz[1]);
            for (int f = 0; f < 3; f++) {
                char right[20] = "y";
                if (f > 0)
                    snprintf(right, sizeof right, f == 1 ? "%g" : "(y + %g*z)", xyz[1]);
                snprintf(text, sizeof text, "x %s %s", operations[k].sign, right);
                const double found = value_at(&full, text, xyz);
                CU_ASSERT(is_same(found, is));
            }
        }
    CU_ASSERT_EQUAL(value(&full, "!z"), 0.0);
    CU_ASSERT_EQUAL(value(&full, "~(x == 5)"), 1.0);
    CU_ASSERT_EQUAL(value(&full, "2^-+-x"), 8.0);
    CU_ASSERT_EQUAL(value(&full, "2 != 2 == 2"), 0.0); /* from the left: both bind alike */
    CU_ASSERT_EQUAL(value(&full, "2 == 2 != 2"), 1.0);
    CU_ASSERT_EQUAL(value(&full, "1.5.*x"), 4.5); /* the second dot is not the number's */
    CU_ASSERT_EQUAL(value(&full, "if(x < 0, 1, 2)"), 2.0);
    CU_ASSERT_EQUAL(value(&full, "1D-1 + 1e+1"), 10.1);
}

static void complains(const char *text, const char *why, int at) {
    cm_expression e;
    cm_complaint complaint;
    CU_ASSERT_FALSE_FATAL(cm_expression_compile(&full, NULL, text, strlen(text), &e, &complaint));
    CU_ASSERT_STRING_EQUAL(complaint.why, why);
    CU_ASSERT_EQUAL(complaint.at - text, at);
    CU_ASSERT_PTR_NULL(e.code);
}

static void test_complaints_name_cause_and_place(void) {
    complains("1 + ", "something is missing", 4);
    complains("(1 + 2", "a ) is missing", 6);
    complains("1 + q", "unknown", 4);
    complains("1 2", "this has no meaning", 2);
    complains("minus(1)", "a comma and a further argument are missing", 7);
    complains("1.2.3", "this is not a number", 0);
    complains("1e", "this is not a number", 0);
    complains("x ^ $", "this has no meaning", 4);
    complains("2^-", "something is missing", 3);
    complains("(1 + 2]", "a ) is missing", 6);
}

/* hostile lengths end in a sentence, not in a stack that overflows */
static void test_depths_are_bounded(void) {
    static char text[200001];
    memset(text, '(', sizeof text - 1);
    complains(text, "it is nested too deeply", 100);
    memset(text, '-', sizeof text - 1);
    complains(text, "it is nested too deeply", 200);
    for (size_t i = 0; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "1+", 2);
    complains(text, "the expression is too long", 10001);
}

static const mr_test tests[] = {
    MR_TEST(test_what_both_languages_say),
    MR_TEST(test_where_they_differ),
    MR_TEST(test_each_operation_in_each_of_its_forms),
    MR_TEST(test_right_operands_are_part_of_operations),
    MR_TEST(test_complaints_name_cause_and_place),
    MR_TEST(test_depths_are_bounded),
};

int main(int argc, char **argv) {
    return mr_test_main("common expression", tests, sizeof tests / sizeof *tests, argc, argv);
}
