/* assignments to parts of variables: what is refused leaves the variable as it was, and what is
 * taken gives the same as MATLAB documents */
#include <stdio.h>

#include "blockdiagram/expression.h"

#include "scripts.h"

/* before: the variable x; then what fails, and the sentence */
static const struct {
    const char *before, *code, *sentence;
} mistakes[] = {
    {"x = 1;", "x(1,1).a(2) = 3;", "a double cannot be used like a struct"},
    {"x = 1;", "x{2} = 3;", "a double cannot be used like a cell"},
    {"x = {1};", "x.a = 3;", "a cell cannot be used like a struct"},
    {"x = {1};", "x{[1 2]} = 3;", "only one element can be assigned here, not 2"},
    {"x = {1};", "x{0} = 3;", "subscript"},
    {"x = {1};", "x{1.5} = 3;", "subscript"},
    {"x = {1, 2};", "x{:} = 3;", "only one element can be assigned here, not 2"},
    {"x = {1};", "x{} = 3;", "an assignment needs subscripts"},
    {"x = struct('a', {1, 2});", "x.a = 3;",
     "a field can only be assigned in one struct, not in 2"},
    {"x = struct('a', {1, 2});", "x([1 2]).a = 3;", "only one element can be assigned here, not 2"},
    {"x = {1};", "x(1){1} = 3;", "only a field can follow ( ) before '='"},
    {"x = {{1}};", "x(1){1}{1} = 3;", "only a field can follow ( ) before '='"},
    {"x = 1:3;", "x() = 3;", "an assignment needs 1 to 16 subscripts"},
    {"x = 1:3;", "x(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1) = 3;", "subscripts"},
    {"x = 1:3;", "x([1 2]) = [1 2 3];", "2 elements cannot take a value of size 1x3"},
    {"x = 1:3;", "x(5) = [];", "subscript 5 is out of bounds"},
    {"x = 1:3;", "x({1}) = [];", "this cannot be computed with a cell"},
    {"x = [1 2; 3 4];", "x(3, :) = [];", "only whole rows, columns"},
    {"x = [1 2; 3 4];", "x(1, 1) = [];", "only whole rows, columns"},
    {"x = [1 2; 3 4];", "x({1}, :) = [];", "this cannot be computed with a cell"},
    {"x = 1:3;", "x(2) = {1};", "cell"},
    {"x = int8(1:3);", "x(2) = struct('a', 1);", "struct"},
    {"x = struct('a', 1);", "x(2) = 5;", "struct"},
    {"x = 1;", "x.(5) = 3;", "field"},
};

static void test_a_refused_assignment_leaves_the_variable(void) {
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        bd_error error = {0};
        bd_workspace *scope = make(NULL);
        bd_value *before = NULL, *after = NULL;
        CU_ASSERT_EQUAL(bd_workspace_run(scope, mistakes[i].before, "test", NULL, &error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_expression_evaluate("x", scope, &before, &error), BD_OK);
        const bd_status status = bd_workspace_run(scope, mistakes[i].code, "test", NULL, &error);
        if (status == BD_OK)
            printf("\n  %s %s: is not refused", mistakes[i].before, mistakes[i].code);
        CU_ASSERT_NOT_EQUAL(status, BD_OK);
        MR_ASSERT_CONTAINS(error.text, mistakes[i].sentence);
        CU_ASSERT_EQUAL(bd_expression_evaluate("x", scope, &after, &error), BD_OK);
        CU_ASSERT_TRUE(after && bd_value_equal(before, after));
        bd_value_free(before);
        bd_value_free(after);
        bd_workspace_free(scope);
    }
}

/* after the code x is equal to the expression */
static const char *const taken[][2] = {
    {"x(3) = 5;", "[0 0 5]"},
    {"x = zeros(0, 1); x(3) = 5;", "[0; 0; 5]"},
    {"x = [1; 2]; x(4) = 5;", "[1; 2; 0; 5]"},
    {"x = 1:3; x(2, 4) = 7;", "[1 2 3 0; 0 0 0 7]"},
    {"x(2, 2, 2) = 1;", "cat(3, zeros(2), [0 0; 0 1])"},
    {"x = []; x(:) = [];", "zeros(1, 0)"},
    {"x = 1:5; x([2 2 4]) = [];", "[1 3 5]"},
    {"x = (1:4)'; x([1 4]) = [];", "[2; 3]"},
    {"x = [1 2 3; 4 5 6]; x(:, 2) = [];", "[1 3; 4 6]"},
    {"x = [1 2 3; 4 5 6]; x(:, :) = [];", "zeros(0, 3)"},
    {"x = [1 2; 3 4]; x(1, :) = [];", "[3 4]"},
    {"x = [1 2 3 4]; x(2) = 3i;", "[1 3i 3 4]"},
    {"x = [1 3i]; x(2) = 4;", "[1 4]"},
    {"x = int8(1:3); x(2) = 300;", "int8([1 127 3])"},
    {"x = true; x(2) = 5;", "[true true]"},
    {"x = 'abc'; x(2) = 'x';", "'axc'"},
    {"x{3} = 1;", "{[], [], 1}"},
    {"x = {1, 2, 3}; x(2) = [];", "{1, 3}"},
    {"x.a.b(2).c = 3; x = x.a.b(2).c;", "3"},
    {"x(2).a = 5; x = {isempty(x(1).a), x(2).a};", "{true, 5}"},
    {"s.x = {1}; s.x{2}.y(3) = 4; x = s.x{2}.y;", "[0 0 4]"},
    {"x.a = 1; y = x; y.a = 2; x = [x.a y.a];", "[1 2]"},
    {"c = {1, 2}; d = c; d{1} = 9; x = [c{1} d{1}];", "[1 9]"},
    {"n = 'f'; x.(n) = 3; x = x.f;", "3"},
    {"x = 1:3; x(end + 1) = numel(x);", "[1 2 3 3]"},
    {"x = 1:3; x(x > 1) = 0;", "[1 0 0]"},
    {"x = 1:3; x(:) = 7;", "[7 7 7]"},
    {"x = ones(2, 3); x(:, 1) = [8 9];", "[8 1 1; 9 1 1]"},
};

static void test_what_an_assignment_makes(void) {
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        bd_error error = {0};
        bd_workspace *scope = make(NULL);
        bd_value *made = NULL, *expected = NULL;
        CU_ASSERT_EQUAL(bd_workspace_run(scope, taken[i][0], "test", NULL, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_expression_evaluate("x", scope, &made, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_expression_evaluate(taken[i][1], NULL, &expected, &error), BD_OK);
        const bool same = made && expected && bd_value_equal(made, expected);
        if (!same)
            printf("\n  %s does not give %s: %s", taken[i][0], taken[i][1], error.text);
        CU_ASSERT_TRUE(same);
        bd_value_free(made);
        bd_value_free(expected);
        bd_workspace_free(scope);
    }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_a_refused_assignment_leaves_the_variable),
        MR_TEST(test_what_an_assignment_makes),
    };
    return mr_test_main("assignments", tests, sizeof tests / sizeof *tests, argc, argv);
}
