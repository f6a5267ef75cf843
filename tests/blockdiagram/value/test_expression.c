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
    if (!same)
        printf("  %s is not %s: %s\n", text, expected, error.text);
    CU_ASSERT_TRUE(same);
    bd_value_free(a);
    bd_value_free(b);
}

static void assert_fails(const char *text, bd_status expected, const char *part) {
    bd_error error = {0};
    bd_value *value;
    const bd_status status = bd_expression_evaluate(text, NULL, &value, &error);

    if (status != expected)
        printf("  %s: %d '%s'\n", text, (int)status, error.text);
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
        {"[ones(2,3); zeros(0,2)]", "ones(2,3)"}, /* what is empty need not fit */
        {"[zeros(0,3) 1]", "1"},
        {"[zeros(0,3); zeros(0,3)]", "zeros(0,3)"},
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
        {"isnan(mode([]))", "true"},
        {"struct(a = 1, b = 'x')", "struct('a', 1, 'b', 'x')"}, /* names of arguments, R2021a */
        {"cellfun(@(x) [x 1], {1, 2}, UniformOutput=false)", "{[1 1], [2 1]}"},
        {"isnan(mode(zeros(0, 3)))", "[true true true]"},
        {"accumarray([1;3;1], [5;6;7], [4 1], @max, -1)", "[7;-1;6;-1]"},
        {"gradient([3 1], int32(2))", "[-1 -1]"},
        {"sprintf('%*d|', -3, 5)", "'5  |'"}, /* to the left, as in C */
        {"sprintf('%.*f|', -2, 0.5)", "'0.500000|'"},
        /* s^2 + 3 s + 2 from s^2: the gains are the coefficients */
        {"place([0 1;0 0], [0;1], [-1 -2])", "[2 3]"},
        {"strcat('a ', 'b')", "'ab'"},
        {"abs(c2d(-1, 1, 1) - exp(-1)) < 1e-15", "true"},
        {"abs(getfield(c2d(ss(-1, 1, 1, 0), 1), 'A') - exp(-1)) < 1e-15", "true"},
        /* Tustin of 1/(s + 1) with h = 2: z goes to (z - 1)/(z + 1), so (z + 1)/(2 z) */
        {"norm(getfield(c2d(tf(1, [1 1]), 2, 'tustin'), 'num') - [0.5 0.5]) < 1e-15", "true"},
        {"norm(getfield(c2d(tf(1, [1 1]), 2, 'tustin'), 'den') - [1 0]) < 1e-15", "true"},
        {"getfield(tf(1, [1 0]) * eye(2), 'C')", "eye(2)"},
        {"getfield(ss(-1, [1 2], 1, [0 0]) + [3 4], 'D')", "[3 4]"},
        {"isequal(rand(3), rand(3))", "false"},
        {"all(rand(1, 100) < 1)", "true"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_same(NULL, cases[k].text, cases[k].expected);
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
    assert_fails("struct(a = )", BD_BAD_EXPRESSION, "an operand is missing");
    assert_fails("[1 2](k = 1)", BD_BAD_VALUE, "subscript");
    assert_fails("nchoosek(3, 5)", BD_BAD_VALUE, "there are no 5 of 3");
    assert_fails("mkpp([0 1], [1 2], 2)", BD_BAD_VALUE, "pieces of several values");
    assert_fails("spline([0 1], [1 2;3 4], 0.5)", BD_BAD_VALUE, "values of several columns");
    assert_fails("mat2cell(1:4, 1, [2 1])", BD_BAD_VALUE, "do not add up to 1 x 4");
    assert_fails("dec2base([3 5], 3)", BD_BAD_VALUE, "one number");
    assert_fails("tf(1, [1 1]) * tf(1, [1 1], 0.1)", BD_BAD_VALUE, "different sample times");
    assert_fails("feedback(tf(1, [1 1]), tf(1, [1 1], 0.1))", BD_BAD_VALUE,
                 "different sample times");
    assert_fails("sprintf('%1001d', 1)", BD_BAD_VALUE, "more than 1000 characters");
    assert_fails("sprintf('%.*f', 1e9, 1)", BD_BAD_VALUE, "more than 1000 characters");
    assert_fails("svd([1 2], 'all')", BD_BAD_VALUE, "not 'all'");
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
    assert_fails("sin()", BD_UNKNOWN_NAME,
                 "there is no variable or function 'sin' that needs no arguments");
    assert_fails("sin(1,2)", BD_BAD_VALUE, "'sin' takes 1 to 1 arguments, not 2");
    assert_fails("zeros(2)(end+1)", BD_BAD_VALUE, "subscript 5 is out of bounds");
    assert_fails("end", BD_BAD_VALUE, "'end' stands outside of subscripts");
    assert_fails("logical(NaN)", BD_BAD_VALUE, "NaN cannot become a logical");
    assert_fails("NaN && 1", BD_BAD_VALUE, "NaN is neither true nor false");
    assert_fails("error('my %d', 5)", BD_BAD_VALUE, "my 5");
    assert_fails("load('x.mat')", BD_UNSUPPORTED, "files cannot be read here");
    assert_fails("sin(int8(1))", BD_BAD_VALUE, "'sin' needs floating point numbers, not int8");
    assert_fails("int8(1)*2i", BD_BAD_VALUE, "cannot combine complex numbers with int8");
    assert_fails("[zeros(0,3) zeros(2,0)]", BD_BAD_VALUE, "size 0x3 and 2x0 cannot stand beside");
    assert_fails("[zeros(0,3) 1; 1 2]", BD_BAD_VALUE, "size 1x1 and 1x2 cannot stand below");
    assert_fails("a = 5", BD_BAD_EXPRESSION, "an operator is missing");
    assert_fails("[1 2 3]{1}", BD_BAD_VALUE, "'{ }' takes elements of a cell, not of a double");
}

/* each function says what it needs */
static void test_each_function_refuses_what_it_cannot_do(void) {
    static const char *const cases[][2] = {
        {"zeros(2,'text')", "is not a class of numbers"},
        {"eps(int8(1))", "'eps' needs floating point numbers"},
        {"intmax('double')", "needs the name of an integer class"},
        {"intmin(1.5)", "needs the name of an integer class"},
        {"eye(2,2,2)", "'eye' makes matrices only"},
        {"trace([1 2 3])", "'trace' needs a square matrix"},
        {"norm(ones(2,2,2))", "'norm' needs a vector or a matrix"},
        {"norm([1 2;3 4],3)", "the norm of a matrix is 1, 2, inf or 'fro'"},
        {"kron(ones(2,2,2),1)", "'kron' needs two matrices"},
        {"expm([1 2 3])", "'expm' needs a square matrix"},
        {"expm([NaN 1;1 1])", "'expm' needs finite numbers"},
        {"eig([1 2 3])", "this needs a square matrix"},
        {"polyfit([1 2],[1 2 3],1)", "'polyfit' needs as many x as y"},
        {"conv([1 2;3 4],1)", "'conv' needs two vectors"},
        {"deconv([1 2],[0 1])", "the second not beginning with 0"},
        {"struct('a',{1,2},'b',{1,2,3})", "must have the same size"},
        {"struct('a')", "'struct' needs pairs of names and values"},
        {"fieldnames(5)", "'fieldnames' needs a struct"},
        {"getfield(struct('a',1),'b')", "field"},
        {"setfield(5,'a',1)", "'setfield' needs a struct and a name"},
        {"rmfield(struct('a',1),'b')", "there is no such field to remove"},
        {"struct2cell(5)", "'struct2cell' needs one struct"},
        {"cell2mat(5)", "'cell2mat' needs a cell matrix"},
        {"interp1([1 2 3],[1 2 3],2,'magic')", "does not know this method"},
        {"interp1([1 1 2],[1 2 3],1.5)", "must rise or fall strictly"},
        {"interp1([1 2 3],[1 2],1.5)", "'interp1' needs as many x as y, and at least two"},
        {"interp2([1 2],[1 2],[1 2;3 4],1,1,'spline')", "'interp2' is linear only"},
        {"interp2([1 2 3],[1 2],[1 2;3 4],1,1)", "a matrix z of their lengths"},
        {"interp2([2 1],[1 2],[1 2;3 4],1,1)", "the points of 'interp2' must rise"},
        {"rot90([1 2],0.5)", "'rot90' turns a matrix a whole number of times"},
        {"circshift([1 2 3],0.5)", "'circshift' needs"},
        {"permute([1 2],[1 1])", "'permute' needs every dimension once"},
        {"diag(ones(2,2,2))", "'diag' needs a vector or a matrix"},
        {"diag([1 2],0.5)", "the number of the diagonal must be whole"},
        {"triu(ones(2,2,2))", "needs a matrix"},
        {"find({1})", "'find' needs numbers"},
        {"sort({1,2})", "'sort' of a cell needs texts"},
        {"sub2ind([2 3],[1 2],1)", "subscripts of the same size"},
        {"sub2ind([2 3],3,1)", "subscript 3 is out of bounds"},
        {"std([1 2 3],2)", "the weight of 'std' is 0 or 1"},
        {"trapz([1 2],[1 2 3])", "needs as many places as values"},
        {"dot([1 2],[1 2 3])", "'dot' needs two vectors of the same length"},
        {"cross([1 2],[1 2])", "'cross' needs two vectors of three elements"},
        {"max([1 2],3,1)", "takes [] before the dimension"},
        {"char({1})", "'char' needs texts"},
        {"cast(1,'thing')", "class"},
        {"strcmp({'a','b'},{'a','b','c'})", "the cells must have the same size"},
        {"strtrim(5)", "'strtrim' needs a text"},
        {"strcat(5,'a')", "'strcat' needs texts"},
        {"strrep('a',1,'b')", "'strrep' needs three texts"},
        {"strfind(1,'a')", "'strfind' needs two texts"},
        {"strsplit(5,',')", "'strsplit' needs a text"},
        {"strjoin('a',',')", "'strjoin' needs a cell of texts"},
        {"ones(2,2,2)'", "only matrices can be transposed, not arrays of 3 dimensions"},
        {"[1 2 3]^2", "only a square matrix has a power"},
        {"[1 2;3 4]^0.5", "must be a whole number, not 0.5"},
        {"randi([3 1])", "whole numbers in rising order"},
        {"randi([1 2 3])", "'randi' needs the largest number or [low high]"},
        {"[struct('a',1) 5]", "a struct cannot be joined with a double"},
        {"[struct('a',1) struct('b',1)]", "structs with different fields cannot be joined"},
        {"inv(int8([4 1;2 3]))", "the inverse needs floating point numbers, not int8"},
        {"inv(uint16(9))", "the inverse needs floating point numbers, not uint16"},
        {"qr([NaN 1;2 3])", "a matrix with NaN or Inf cannot be factored"},
        {"chol([NaN 1;1 2])", "a matrix with NaN or Inf cannot be factored"},
        {"chol([1 2;3 Inf])", "a matrix with NaN or Inf cannot be factored"},
        {"chol([1 2;2 1])", "'chol': the matrix is not positive definite"},
        {"chol([1 2 3])", "'chol' needs a square matrix"},
        {"chol([1i])", "'chol' of complex matrices"},
        {"lu([1 2;3 4])", "'lu' needs two or three results"},
        {"lu([NaN 2;3 4])", "a matrix with NaN or Inf cannot be factored"},
        {"lu(ones(2,2,2))", "'lu' needs a matrix"},
        {"qr(zeros(0,3))", "'qr' of an empty matrix"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_fails(cases[i][0], BD_BAD_VALUE, cases[i][1]);
}

/* numbers by chance: the same after the same seed, and of the kind that was asked for */
static void test_random_numbers_are_what_was_asked_for(void) {
    bd_workspace *scope = scope_of(
        "rand('seed',3); a = rand(1,5); rand('seed',3); b = rand(1,5); c = rand(1,5);\n"
        "n = randn(1,4000); k = randi(6,1,600); j = randi([-2 2],1,500); p = randperm(30);\n");
    assert_same(scope, "isequal(a,b)", "true");
    assert_same(scope, "isequal(a,c)", "false");
    assert_same(scope, "all(a > 0 & a < 1)", "true");
    assert_same(scope, "[min(k) max(k)]", "[1 6]");
    assert_same(scope, "[min(j) max(j)]", "[-2 2]");
    assert_same(scope, "isequal(k, round(k))", "true");
    assert_same(scope, "isequal(sort(p), 1:30)", "true");
    assert_same(scope, "isequal(p, 1:30)", "false");
    /* of 4000 normal numbers: mean within 5 sigma / sqrt(n), variance within 5 sqrt(2/n) */
    assert_same(scope, "abs(mean(n)) < 0.08 && abs(var(n) - 1) < 0.12", "true");
    assert_same(scope, "size(rand(2,3))", "[2 3]");
    bd_workspace_free(scope);
}

/* A v = v d for real, for complex pairs and for complex matrices */
static void test_eigenvectors_are_eigenvectors(void) {
    bd_workspace *scope = scope_of(
        "A = [2 1;1 3]; [v,d] = eig(A); r1 = norm(A*v - v*d);\n"
        "B = [0 1 0;-2 -0.3 1;0.5 0 -1]; [v,d] = eig(B); r2 = norm(B*v - v*d); e = diag(d);\n"
        "C = [1 2i;3 4-1i]; [v,d] = eig(C); r3 = norm(C*v - v*d);\n"
        "[u,s,w] = svd([1 2;3 4]); r4 = norm(u*s*w' - [1 2;3 4]);\n");
    assert_same(scope, "r1 < 1e-13 && r2 < 1e-13 && r3 < 1e-13 && r4 < 1e-13", "true");
    assert_same(scope, "any(imag(e) > 0) && abs(sum(e) + 1.3) < 1e-12", "true");
    bd_workspace_free(scope);
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
    for (size_t k = 0; k < 2400; k++)
        memcpy(deep + 2 * k, "1+", 2);
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
        MR_TEST(test_each_function_refuses_what_it_cannot_do),
        MR_TEST(test_random_numbers_are_what_was_asked_for),
        MR_TEST(test_eigenvectors_are_eigenvectors),
        MR_TEST(test_bounds_against_hostile_text),
        MR_TEST(test_lists_are_split_at_outer_commas),
        MR_TEST(test_scalars_and_doubles),
        MR_TEST(test_unknown_names_are_found_without_evaluating),
        MR_TEST(test_random_numbers_repeat),
    };

    return mr_test_main("expression", tests, sizeof tests / sizeof *tests, argc, argv);
}
