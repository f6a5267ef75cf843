/* expressions: what MATLAB documents where Octave differs, sentences of mistakes, and bounds */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "mr_test.h"

static bd_workspace *scope_of(const char *script) {
    bd_error error = {0};
    bd_workspace *scope;

    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &error), BD_OK);
    if (bd_workspace_run(scope, script, "setup", NULL, &error) != BD_OK) {
        printf("  %s\n", error.text);
        CU_FAIL("the setup fails");
    }
    return scope;
}

/* both expressions have the same class, size and elements */
static void assert_same(const bd_workspace *scope, const char *text, const char *expected) {
    bd_error error = {0};
    bd_value *a, *b;

    const bd_status status = bd_expression_evaluate(text, scope, &a, &error);
    const bd_status other = bd_expression_evaluate(expected, scope, &b, &error);
    const bool same = status == BD_OK && other == BD_OK && bd_value_equal(a, b);
    if (!same) {
        printf("  %s is not %s: %s\n", text, expected, error.text);
    }
    CU_ASSERT_TRUE(same);
    bd_value_free(a);
    bd_value_free(b);
}

static void assert_fails(const char *text, bd_status expected, const char *part) {
    bd_error error = {0};
    bd_value *value;
    const bd_status status = bd_expression_evaluate(text, NULL, &value, &error);

    if (status != expected) {
        printf("  %s: %d '%s'\n", text, (int)status, error.text);
    }
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT_PTR_NULL(value);
    MR_ASSERT_CONTAINS(error.text, part);
    bd_value_free(value);
}

static void test_matlab_where_octave_differs(void) {
    const struct {
        const char *text, *expected;
    } cases[] = {
        {"--5", "5"},
        {"sum(int8([100 100]))", "int8(127)"}, /* sums of integers stay in their class */
        {"intmax('uint64')", "uint64(18446744073709551615)"},
        {"uint64(18446744073709551615) - uint64(1)", "bitxor(intmax('uint64'), uint64(1))"},
        {"idivide(int32(-7), int32(2))", "int32(-3)"}, /* rounds toward zero */
        {"[1+5i 2] < [2 1]", "[true false]"},          /* only real parts are compared */
        {"'a\\nb'", "['a' '\\' 'n' 'b']"},
        {"\"a\"\"b\"", "['a' '\"' 'b']"},
        {"sprintf('%d', 1.5)", "'1.500000e+00'"},
        {"max([true false])", "true"},
        {"isnan(var(zeros(0, 1)))", "true"},
        {"imag((1 + Inf*1i)*2)", "Inf"},
        {"imag(2*(Inf + 1i))", "2"}, /* a real factor has no imaginary part, not even 0 */
        {"boolean(3)", "true"},
        {"", "[]"},
        {"  5;", "5"},
        {"5 % five", "5"},
        {"[1 2 ... rest of the line\n 3]", "[1 2 3]"},
        {"[1 2 % a row\n 3 4]", "[1 2;3 4]"},
        {"max(...\n 1, 2)", "2"},
        {"fi(0.3, 1, 8, 4)", "0.3125"}, /* 5/16 is next to 0.3 on the grid of 1/16 */
        {"fi(100, 1, 8, 4)", "127/16"},
        {"getfield(fixdt(1, 16, 3), 'Slope')", "0.125"},
        {"fixdt('double')", "'double'"},
        {"getfield(timeseries([1;2], [0;1]), 'Data')", "[1;2]"},
        {"eval('1+1')", "2"},
        {"strcat('a ', 'b')", "'ab'"},
        {"abs(c2d(-1, 1, 1) - exp(-1)) < 1e-15", "true"},
        {"isequal(rand(3), rand(3))", "false"},
        {"all(rand(1, 100) < 1)", "true"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_same(NULL, cases[k].text, cases[k].expected);
    }
}

static void test_state_space_of_transfer_functions(void) {
    /* controller canonical form by hand: (2 s^2 + 5 s + 3) / (2 s^2 + 4 s + 6) */
    bd_workspace *scope =
        scope_of("[A, B, C, D] = tf2ss([2 5 3], [2 4 6]);\n"
                 "[n, d] = ss2tf(A, B, C, D); [E, F, G, H] = tf2ss([0 0 1], [1 2]);\n"
                 "[z, p] = zp2tf([-1], [-2 -3], 4);");

    assert_same(scope, "A", "[-2 -3; 1 0]");
    assert_same(scope, "B", "[1; 0]");
    assert_same(scope, "C", "[0.5 -1.5]");
    assert_same(scope, "D", "1");
    assert_same(scope, "all(abs(n - [1 2.5 1.5]) < 1e-12)", "true");
    assert_same(scope, "all(abs(d - [1 2 3]) < 1e-12)", "true");
    assert_same(scope, "[E F G H]", "[-2 1 1 0]");
    assert_same(scope, "z", "[0 4 4]");
    assert_same(scope, "p", "[1 5 6]");
    bd_workspace_free(scope);
}

static void test_mistakes_name_expression_place_and_name(void) {
    assert_fails("2*gain", BD_UNKNOWN_NAME,
                 "cannot evaluate '2*gain': there is no variable or function 'gain' (column 3)");
    assert_fails("sin(", BD_BAD_EXPRESSION, "a bracket is not closed");
    assert_fails("[1 2", BD_BAD_EXPRESSION, "a bracket is not closed");
    assert_fails("1 +", BD_BAD_EXPRESSION, "an operand is missing at the end");
    assert_fails("1)", BD_BAD_EXPRESSION, "a closing bracket has no opening one (column 2)");
    assert_fails("(1]", BD_BAD_EXPRESSION, "a closing bracket has no opening one");
    assert_fails("'abc", BD_BAD_EXPRESSION, "a text has no closing quote");
    assert_fails("1 2", BD_BAD_EXPRESSION, "an operator is missing here (column 3)");
    assert_fails("1$2", BD_BAD_EXPRESSION, "the character '$' has no meaning here (column 2)");
    assert_fails("3x", BD_BAD_EXPRESSION, "a number runs into a name");
    assert_fails("@1", BD_BAD_EXPRESSION, "a function");
    assert_fails("feval(@(a) a, 1, 2)", BD_BAD_VALUE, "takes 1 arguments, not 2");
    assert_fails("feval(@(a) nowhere + a, 1)", BD_UNKNOWN_NAME, "nowhere");
    assert_fails("cellfun(@(k) [k k], {1,2})", BD_BAD_VALUE, "one real number");
    assert_fails("arrayfun(@(k) k, 1:3, 1:2)", BD_BAD_VALUE, "same size");
    assert_fails("assignin('base','q',1)", BD_BAD_VALUE, "cannot assign");
    assert_fails("[1 2 3](4)", BD_BAD_VALUE, "subscript 4 is out of bounds, the size is 1x3");
    assert_fails("[1 2 3](0)", BD_BAD_VALUE, "a subscript must be a whole number from 1, not 0");
    assert_fails("[1 2 3](1.5)", BD_BAD_VALUE, "not 1.5");
    assert_fails("[1 2]+[1 2 3]", BD_BAD_VALUE, "the sizes do not fit: 1x2 + 1x3");
    assert_fails("[1 2]*[3 4]", BD_BAD_VALUE, "the sizes do not fit: 1x2 * 1x2");
    assert_fails("[1 2;3]", BD_BAD_VALUE, "size 1x2 and 1x1 cannot stand below");
    assert_fails("inv([1 2;2 4])", BD_BAD_VALUE, "the matrix is singular");
    assert_fails("inv([1 2 3])", BD_BAD_VALUE, "square");
    assert_fails("int8(1)+int16(1)", BD_BAD_VALUE, "'+' cannot combine int8 with int16");
    assert_fails("{1}+1", BD_BAD_VALUE, "'+' cannot be applied to a cell");
    assert_fails("struct('a',1).b", BD_UNKNOWN_NAME, "there is no field 'b'");
    assert_fails("sin()", BD_BAD_VALUE, "'sin' takes 1 to 1 arguments, not 0");
    assert_fails("sin(1,2)", BD_BAD_VALUE, "'sin' takes 1 to 1 arguments, not 2");
    assert_fails("zeros(2)(end+1)", BD_BAD_VALUE, "subscript 5 is out of bounds");
    assert_fails("end", BD_BAD_VALUE, "'end' stands outside of subscripts");
    assert_fails("logical(NaN)", BD_BAD_VALUE, "NaN cannot become a logical");
    assert_fails("NaN && 1", BD_BAD_VALUE, "NaN is neither true nor false");
    assert_fails("error('my %d', 5)", BD_BAD_VALUE, "my 5");
    assert_fails("load('x.mat')", BD_UNSUPPORTED, "files cannot be read here");
    assert_fails("sin(int8(1))", BD_BAD_VALUE, "'sin' needs floating point numbers, not int8");
    assert_fails("int8(1)*2i", BD_BAD_VALUE, "cannot combine complex numbers with int8");
    assert_fails("[zeros(0,3) 1]", BD_BAD_VALUE, "size 0x3 and 1x1 cannot stand beside");
    assert_fails("a = 5", BD_BAD_EXPRESSION, "an operator is missing");
    assert_fails("[1 2 3]{1}", BD_BAD_VALUE, "'{ }' takes elements of a cell, not of a double");
}

static void test_bounds_against_hostile_text(void) {
    assert_fails("zeros(1e5)", BD_LIMIT_EXCEEDED, "larger than the");
    assert_fails("zeros(1e6,1e6,1e6,1e6)", BD_LIMIT_EXCEEDED, "larger than the");
    assert_fails("ones(1e11,1)", BD_LIMIT_EXCEEDED, "larger than the");
    assert_fails("1:1e12", BD_LIMIT_EXCEEDED, "too long");
    assert_fails("0:1e-300:1", BD_LIMIT_EXCEEDED, "too long");
    assert_fails("repmat('a',1e4,1e5)", BD_LIMIT_EXCEEDED, "");
    assert_fails("cell(1e5)", BD_LIMIT_EXCEEDED, "larger");
    assert_fails("blanks(1e10)", BD_LIMIT_EXCEEDED, "larger");
    assert_fails("ones(5000,2000)*ones(2000,5000)", BD_LIMIT_EXCEEDED, "");
    assert_fails("zeros(1,1e7)+zeros(1e7,1)", BD_LIMIT_EXCEEDED, "larger");
    assert_fails("kron(ones(1e3),ones(1e3))", BD_LIMIT_EXCEEDED, "larger");
    assert_fails("sum(zeros(0,1e10))", BD_LIMIT_EXCEEDED, "larger");

    char deep[5000];
    memset(deep, '(', 2000);
    strcpy(deep + 2000, "1");
    memset(deep + 2001, ')', 2000);
    deep[4001] = '\0';
    assert_fails(deep, BD_BAD_EXPRESSION, "brackets are nested too deep");
    memset(deep, '-', 4000);
    strcpy(deep + 4000, "1");
    assert_fails(deep, BD_LIMIT_EXCEEDED, "nested too deep");
    memset(deep, '\'', 4000);
    deep[0] = '1';
    deep[4000] = '\0';
    assert_fails(deep, BD_LIMIT_EXCEEDED, "too long");
    for (size_t k = 0; k < 2400; k++) {
        memcpy(deep + 2 * k, "1+", 2);
    }
    strcpy(deep + 4800, "1");
    assert_fails(deep, BD_LIMIT_EXCEEDED, "too long");
}

static void test_lists_are_split_at_outer_commas(void) {
    bd_error error = {0};
    bd_value **values;
    size_t count;
    bd_workspace *scope = scope_of("a = [7 8]; b = 'x,y';");

    CU_ASSERT_EQUAL(bd_expression_evaluate_list("a(1), b, [1,2;3,4], {1,'a,b'}", scope, &values,
                                                &count, &error),
                    BD_OK);
    CU_ASSERT_EQUAL_FATAL(count, 4);
    CU_ASSERT_EQUAL(bd_value_real_at(values[0], 0), 7.0);
    CU_ASSERT_EQUAL(values[1]->type, BD_CHAR);
    CU_ASSERT_EQUAL(values[2]->count, 4);
    CU_ASSERT_EQUAL(values[3]->type, BD_CELL);
    bd_expression_free_list(values, count);

    CU_ASSERT_EQUAL(bd_expression_evaluate_list("  ", scope, &values, &count, &error), BD_OK);
    CU_ASSERT_EQUAL(count, 0);
    bd_expression_free_list(values, count);
    CU_ASSERT_EQUAL(bd_expression_evaluate_list("1,", scope, &values, &count, &error),
                    BD_BAD_EXPRESSION);
    CU_ASSERT_EQUAL(bd_expression_evaluate_list("1,nope", scope, &values, &count, &error),
                    BD_UNKNOWN_NAME);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_PTR_NULL(values);
    bd_workspace_free(scope);
}

static void test_scalars_and_doubles(void) {
    bd_error error = {0};
    double number = 0.0;
    double *numbers;
    size_t count;

    CU_ASSERT_EQUAL(bd_expression_scalar("2*pi", NULL, &number, &error), BD_OK);
    CU_ASSERT_EQUAL(number, 6.283185307179586);
    CU_ASSERT_EQUAL(bd_expression_scalar("[1 2]", NULL, &number, &error), BD_BAD_VALUE);
    MR_ASSERT_CONTAINS(error.text, "cannot use '[1 2]': the value must be a real number");
    CU_ASSERT_EQUAL(bd_expression_scalar("1i", NULL, &number, &error), BD_BAD_VALUE);
    CU_ASSERT_EQUAL(bd_expression_doubles("[1 2;3 4]", NULL, &numbers, &count, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(count, 4);
    CU_ASSERT_EQUAL(numbers[1], 3.0);
    free(numbers);
    CU_ASSERT_EQUAL(bd_expression_doubles("{1}", NULL, &numbers, &count, &error), BD_BAD_VALUE);
    CU_ASSERT_PTR_NULL(numbers);
}

static void test_unknown_names_are_found_without_evaluating(void) {
    bd_workspace *scope = scope_of("a = 1;");
    char name[64] = "";

    CU_ASSERT_TRUE(bd_expression_find_unknown("a + sin(kp)*ki", scope, name, sizeof name));
    CU_ASSERT_STRING_EQUAL(name, "kp");
    CU_ASSERT_FALSE(bd_expression_find_unknown("a + sin(1)", scope, name, sizeof name));
    CU_ASSERT_FALSE(bd_expression_find_unknown("a + (", scope, name, sizeof name));
    bd_workspace_free(scope);
}

static void test_random_numbers_repeat(void) {
    bd_error error = {0};
    bd_value *a, *b;

    CU_ASSERT_EQUAL(bd_expression_evaluate("rand(2)", NULL, &a, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_expression_evaluate("rand(2)", NULL, &b, &error), BD_OK);
    CU_ASSERT_TRUE(bd_value_equal(a, b));
    bd_value_free(b);
    CU_ASSERT_EQUAL(bd_expression_evaluate("rand(2)*1", NULL, &b, &error), BD_OK);
    CU_ASSERT_FALSE(bd_value_equal(a, b));
    bd_value_free(a);
    bd_value_free(b);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_matlab_where_octave_differs),
        MR_TEST(test_state_space_of_transfer_functions),
        MR_TEST(test_mistakes_name_expression_place_and_name),
        MR_TEST(test_bounds_against_hostile_text),
        MR_TEST(test_lists_are_split_at_outer_commas),
        MR_TEST(test_scalars_and_doubles),
        MR_TEST(test_unknown_names_are_found_without_evaluating),
        MR_TEST(test_random_numbers_repeat),
    };

    return mr_test_main("expression", tests, sizeof tests / sizeof *tests, argc, argv);
}
