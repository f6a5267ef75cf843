/* what M code asks about its own call, errors as values, and words for code generators; what is
 * expected is what the languages' documentation tells of each function */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "blockdiagram/language.h"
#include "scripts.h"

#define BESIDE FOLDER "/bd_calls"

static bd_status run(bd_workspace *scope, const char *text, bd_error *error) {
    return bd_workspace_run(scope, text, "test", BESIDE, error);
}

/* every truth of the list holds after the code */
static void check(const char *code, const char *const *truths) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    CU_ASSERT_EQUAL(run(scope, code, &error), BD_OK);
    if (error.text[0])
        printf("\n  %s", error.text);
    for (; *truths; truths++) {
        const double truth = number_of(scope, *truths);
        if (truth != 1.0)
            printf("\n  not true: %s", *truths);
        CU_ASSERT_EQUAL(truth, 1.0);
    }
    bd_workspace_free(scope);
}

static void refused(const char *code, const char *sentence) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    CU_ASSERT_NOT_EQUAL(run(scope, code, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, sentence);
    bd_workspace_free(scope);
}

static void test_numbers_of_arguments(void) {
    static const char *const truths[] = {"isequal(a, [0 1])", "isequal(b, [2 2])",
                                         "isequal(n, [2 -1 0 -2 0])", "isequal(m, [2 1 -1])", NULL};
    write_file(BESIDE "/counted.m",
               "function [x, y] = counted(a, b)\nx = [nargin nargout]; y = 0;\n");
    write_file(BESIDE "/any_number.m", "function x = any_number(varargin)\nx = nargin;\n");
    write_file(BESIDE "/results.m", "function varargout = results()\nvarargout{1} = 1;\n");
    write_file(BESIDE "/some_more.m", "function x = some_more(a, varargin)\nx = 1;\n");
    check("a = counted(); [b, c] = counted(1, 2);\n"
          "n = [nargin('counted') nargin('any_number') nargin('results') nargin('some_more') 0];\n"
          "m = [nargout('counted') nargout('any_number') nargout('results')];",
          truths);
    refused("x = nargin;", "'nargin' stands outside of a function");
    refused("x = nargin('no_such_function');", "needs a function that was written in M code");
}

static void test_checks_of_numbers(void) {
    write_file(BESIDE "/two_or_three.m", "function x = two_or_three(varargin)\nnarginchk(2, 3);\n"
                                         "x = nargin;\n");
    write_file(BESIDE "/one_result.m", "function varargout = one_result()\nnargoutchk(1, 1);\n"
                                       "varargout = {1, 2};\n");
    check("x = [two_or_three(1, 2) two_or_three(1, 2, 3)]; y = one_result();",
          (const char *const[]){"isequal(x, [2 3])", "y == 1", NULL});
    refused("two_or_three(1);", "'two_or_three' was called with too few arguments");
    refused("two_or_three(1, 2, 3, 4);", "'two_or_three' was called with too many arguments");
    refused("[a, b] = one_result();", "'one_result' was called with too many results");
    refused("narginchk(1, 2);", "'narginchk' stands outside of a function");
    refused("nargoutchk('a', 2);", "'nargoutchk' stands outside of a function");
}

/* the usual way to find what lies beside the code */
static void test_name_of_the_file(void) {
    char place[PATH_MAX], code[PATH_MAX + 200];
    write_file(BESIDE "/where.m", "function [a, b, c] = where()\na = mfilename;\n"
                                  "b = mfilename('fullpath'); c = mfilename('class');\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(realpath(BESIDE, place));
    snprintf(code, sizeof code,
             "[a, b, c] = where(); d = mfilename; e = mfilename('fullpath'); f = '%s/where';",
             place);
    check(code,
          (const char *const[]){"strcmp(a, 'where')", "strcmp(b, f)", "isempty(c)", "isempty(d)",
                                "isempty(e)", "strcmp(fileparts(b), fileparts(f))", NULL});
    refused("mfilename('path');", "'mfilename' knows 'fullpath' and 'class' only");
    refused("mfilename(3);", "'mfilename' knows 'fullpath' and 'class' only");
}

static void test_errors_as_values(void) {
    check("e = MException('car:speed', 'too fast: %d km/h', 120);\n"
          "try\n throw(e);\ncatch caught\n m = caught.message; i = caught.identifier;\nend\n"
          "try\n try\n  error('a:b', 'inner %s', 'one');\n catch first\n  rethrow(first);\n end\n"
          "catch second\n r = getReport(second); j = second.identifier;\nend\n",
          (const char *const[]){"strcmp(e.message, 'too fast: 120 km/h')", "isempty(e.stack)",
                                "strcmp(m, 'too fast: 120 km/h')", "strcmp(i, 'car:speed')",
                                "strcmp(r, 'inner one')", "strcmp(j, 'a:b')", NULL});
    refused("rethrow(struct('a', 1));", "'rethrow' needs an exception");
    refused("throw(3);", "'throw' needs an exception");
    refused("getReport(struct());", "'getReport' needs an exception");
    refused("throw(MException('a:b', 'as it is: %g', 2.5));", "as it is: 2.5");
    refused("MException('a:b', 3);", "the message");
}

static void test_assertions(void) {
    check("assert(true); assert(1 == 1, 'never told'); x = 1;",
          (const char *const[]){"x == 1", NULL});
    refused("assert(false);", "an assertion has failed");
    refused("assert(1 > 2, '%d is not above %d', 1, 2);", "1 is not above 2");
    refused("assert(false, 'plain: words');", "plain: words");
    refused("assert({});", "");
    check("try\n assert(false, 'my:id', 'limit %g', 0.5);\ncatch e\nend\n",
          (const char *const[]){"strcmp(e.identifier, 'my:id')", "strcmp(e.message, 'limit 0.5')",
                                NULL});
}

/* they tell a code generator something, and do nothing in a run */
static void test_words_for_generators(void) {
    check("coder.extrinsic('plot'); coder.varsize('x'); coder.inline('never');\n"
          "x = coder.nullcopy(zeros(2, 3)); y = coder.const(7); z = coder.ignoreConst(8);\n"
          "t = [coder.target('Sfun') coder.target('Rtw')];",
          (const char *const[]){"isequal(x, zeros(2, 3))", "y == 7 && z == 8",
                                "isequal(t, [true false])", NULL});
}

static void test_sizes_of_an_s_function(void) {
    check("s = simsizes; s.NumContStates = 2; s.NumOutputs = 3; s.NumInputs = 1;\n"
          "s.DirFeedthrough = 1; s.NumSampleTimes = 1; v = simsizes(s); b = simsizes(v);",
          (const char *const[]){"isequal(v, [2 0 3 1 0 1 1])", "b.NumContStates == 2",
                                "b.NumOutputs == 3 && b.NumInputs == 1 && b.NumDiscStates == 0",
                                "b.DirFeedthrough == 1 && b.NumSampleTimes == 1", NULL});
    refused("s = simsizes; s.NumInputs = 'ab'; simsizes(s);", "NumInputs");
}

/* a nested function reads and sets the variables of the function around it, except its own
 * arguments and results; a name that only it uses is its own */
static void test_nested_functions_share_variables(void) {
    write_file(BESIDE "/around.m", "function [total, local] = around(n)\n"
                                   "total = 0; k = 10;\n"
                                   "for i = 1:n\n  add(i);\nend\n"
                                   "local = exist('own', 'var') + k;\n"
                                   "  function add(x)\n"
                                   "    own = 2 * x;\n"
                                   "    total = total + own;\n"
                                   "    k = k + twice(1);\n"
                                   "  end\n"
                                   "  function k = twice(x)\n"
                                   "    k = 2 * x;\n"
                                   "  end\n"
                                   "end\n");
    write_file(BESIDE "/deeper.m", "function y = deeper()\n"
                                   "y = 1;\n"
                                   "first();\n"
                                   "  function first()\n"
                                   "    y = y + 10;\n"
                                   "    second();\n"
                                   "    function second()\n"
                                   "      y = y + 100;\n"
                                   "    end\n"
                                   "  end\n"
                                   "end\n");
    check("[t, l] = around(3); d = deeper();",
          (const char *const[]){"t == 12", "l == 16", "d == 111", NULL});
    refused("x = twice(1);", "there is no variable or function 'twice'");
}

static void test_results_that_are_missing_are_told(void) {
    write_file(BESIDE "/unset.m", "function [a, b] = unset(x)\nif x > 0\n a = 1;\nend\n");
    write_file(BESIDE "/without.m", "function without()\n");
    write_file(BESIDE "/endless.m", "function y = endless(x)\ny = endless(x + 1);\n");
    check("a = unset(1);", (const char *const[]){"a == 1", NULL});
    refused("a = unset(0);", "'unset' has not set its result 'a'");
    refused("[a, b] = unset(1);", "there are 1 values for 2 variables");
    refused("[a, b, c] = unset(1);", "'unset' has 2 results, not 3");
    refused("a = without();", "'without' has 0 results, not 1");
    refused("a = endless(1);", "functions call each other too deeply");
    refused("a = unset(1, 2);", "'unset' takes 1 arguments, not 2");
}

/* evalin and assignin reach the workspace of the code that calls, or the one at the bottom */
static void test_other_workspaces(void) {
    write_file(BESIDE "/looks_up.m", "function y = looks_up()\nmine = 3;\n"
                                     "y = [evalin('base', 'given') evalin('caller', 'here')];\n");
    write_file(BESIDE "/calls_it.m", "function y = calls_it()\nhere = 7; given = 1;\n"
                                     "y = looks_up();\n");
    write_file(BESIDE "/gives_back.m", "function gives_back()\nassignin('caller', 'left', 5);\n"
                                       "assignin('base', 'low', 6);\n");
    check("given = 2; here = 4; a = looks_up(); b = calls_it(); gives_back();",
          (const char *const[]){"isequal(a, [2 4])", "isequal(b, [2 7])", "left == 5 && low == 6",
                                NULL});
    refused("evalin('other', '1');", "the workspace must be 'base' or 'caller'");
    refused("assignin('other', 'x', 1);", "the workspace must be 'base' or 'caller'");
    refused("assignin('base', '2x', 1);", "'2x' is not the name of a variable");
}

/* whole numbers by their bits have the smallest class that holds them */
static void test_numbers_by_their_bits(void) {
    check("a = 0xFF; b = 0b101; c = 0x1FF; d = 0x1FFFF; e = 0x1FFFFFFFF; f = 0XaB; g = 0B11;",
          (const char *const[]){"isa(a, 'uint8') && a == 255", "isa(b, 'uint8') && b == 5",
                                "isa(c, 'uint16') && c == 511", "isa(d, 'uint32') && d == 131071",
                                "isa(e, 'uint64') && e == 8589934591", "f == 171 && g == 3", NULL});
    refused("a = 0x;", "this number cannot be read");
    refused("a = 0b12;", "this number cannot be read");
    refused("a = 0xFG;", "this number cannot be read");
    refused("a = 0xFFFFFFFFFFFFFFFF;", "whole numbers above 2^53");
    refused("a = 0xFFFFFFFFFFFFFFFFFF;", "this number cannot be read");
}

/* a class of System objects: properties with their values as texts, methods as functions */
static void test_a_class_becomes_properties_and_functions(void) {
    static const char *const expected[][2] = {
        {"Gain", "2"},
        {"Offset", NULL},
        {"Note", "'50% of ''it'' = all'"},
        {"Limit", "[1 2]"},
        {"Table", "[1 2 ...\n 3; 4 5 6]"},
        {"Cells", "{1, ...\n 'a'}"},
        {"Rows", "[1 2\n 3 4]"},
        {"Last", "7"},
    };
    bd_error error = {0};
    bd_properties list = {0};
    bd_library *where = NULL, *own = NULL;
    bd_value *result = NULL;
    write_file(BESIDE "/Amplifier.m",
               "classdef Amplifier < matlab.System & matlab.system.mixin.Propagates\n"
               " % end of the head\n"
               " properties\n  Gain = 2; % a factor\n  Offset\n"
               "  Note = '50% of ''it'' = all'\n  Limit (1,2) double = [1 2];\n end\n"
               " properties (Access = private)\n  Table = [1 2 ...\n 3; 4 5 6];\n"
               "  Cells = {1, ...\n 'a'}\n  Rows = [1 2\n 3 4];\n  Last = 7\n end\n"
               " events\n  Started\n end\n"
               " methods (Access = protected)\n"
               "  function y = stepImpl(obj, u)\n"
               "   if u > 0, y = obj.Gain * u; else, y = 0; end\n"
               "   s.end_of = {u(end)}; %% end\n"
               "   for k = 1:2\n    y = y + helper(k); while false, end\n   end\n"
               "   switch y\n    case 'end'\n     y = 0;\n   end\n"
               "   try\n    y = y + 0;\n   catch\n   end\n"
               "  end\n end\n"
               " methods (Static)\n  function y = helper(x)\n   y = 10 * x;\n  end\n end\n"
               "end\n");
    CU_ASSERT_EQUAL_FATAL(bd_library_create(NULL, &where, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_library_add_folder(where, BESIDE, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_library_create(where, &own, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_library_add_class(own, where, "Amplifier", "matlab.System", &list, &error),
                    BD_OK);
    const size_t count = sizeof expected / sizeof *expected;
    CU_ASSERT_EQUAL(list.count, count);
    for (size_t k = 0; k < count && k < list.count; k++) {
        CU_ASSERT_STRING_EQUAL(list.items[k].name, expected[k][0]);
        CU_ASSERT_EQUAL(list.items[k].value != NULL, expected[k][1] != NULL);
        if (list.items[k].value && expected[k][1])
            CU_ASSERT_STRING_EQUAL(list.items[k].value, expected[k][1]);
    }
    bd_value *object = NULL, *input = NULL, *gain = NULL;
    CU_ASSERT_EQUAL(bd_value_create_struct(&object, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_create_scalar(2.0, &gain, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_field_set(object, 0, "Gain", gain, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_create_scalar(4.0, &input, &error), BD_OK);
    const bd_value *const inputs[] = {object, input};
    CU_ASSERT_EQUAL(bd_library_call(&(bd_surroundings){.library = own}, "stepImpl", inputs, 2,
                                    &result, 1, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(result ? bd_value_real_at(result, 0) : 0.0, 38.0); /* 2 * 4 + 10 + 20 */
    bd_properties_free(&list);
    CU_ASSERT_NOT_EQUAL(bd_library_add_class(own, where, "Nowhere", "matlab.System", &list, &error),
                        BD_OK);
    MR_ASSERT_CONTAINS(error.text, "there is no file 'Nowhere.m' with this class");
    CU_ASSERT_NOT_EQUAL(bd_library_add_class(own, where, "Amplifier", "handle", &list, &error),
                        BD_OK);
    MR_ASSERT_CONTAINS(error.text, "this is no class derived from handle");
    bd_properties_free(&list);
    bd_value_free(result);
    bd_value_free(object);
    bd_value_free(input);
    bd_library_free(own);
    bd_library_free(where);
}

static void test_parameter_objects_have_their_value(void) {
    check("p = mpt.Parameter(5); q = Simulink.Parameter(6); r = mpt.Parameter; r.Value = 7;",
          (const char *const[]){"p.Value == 5 && q.Value == 6 && r.Value == 7", NULL});
}

static void test_clear_takes_names_or_all(void) {
    static const struct {
        const char *words, *left;
    } cases[] = {{"clear", "isequal(n, [0 0 0])"},
                 {"clear all", "isequal(n, [0 0 0])"},
                 {"clear variables", "isequal(n, [0 0 0])"},
                 {"clear a", "isequal(n, [0 1 1])"},
                 {"clear a c", "isequal(n, [0 1 0])"},
                 {"clear('b')", "isequal(n, [1 0 1])"},
                 {"clear('a', ['c' ''])", "isequal(n, [0 1 0])"},
                 {"clear('all')", "isequal(n, [0 0 0])"},
                 {"clear()", "isequal(n, [0 0 0])"},
                 {"clear 'a'", "isequal(n, [0 1 1])"},
                 {"clear none_of_them", "isequal(n, [1 1 1])"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char code[200];
        snprintf(code, sizeof code,
                 "a = 1; b = 2; c = 3;\n%s\nn = [exist('a') exist('b') exist('c')] > 0;\n",
                 cases[k].words);
        check(code, (const char *const[]){cases[k].left, NULL});
    }
}

static void test_functions_with_several_results(void) {
    check("[m, n] = size(ones(2, 3, 4)); [p, q, r] = size([1 2; 3 4], [2 1 3]);\n"
          "[i, j, v] = find([0 5; 7 0]); [a, b] = deal(1, 2); [c, d] = deal(9);\n"
          "[s, k] = sort({'b', 'a', 'c'}, 'descend'); [x, y] = feval(@max, [3 9 4]);\n"
          "[u, w] = cellfun(@max, {[1 5], [7 2]});",
          (const char *const[]){"m == 2 && n == 12", "isequal([p q r], [2 2 1])",
                                "isequal([i j v], [2 1 7; 1 2 5])",
                                "a == 1 && b == 2 && c == 9 && d == 9",
                                "isequal(s, {'c', 'b', 'a'}) && isequal(k, [3 1 2])",
                                "x == 9 && y == 2", "isequal([u; w], [5 7; 2 1])", NULL});
    refused("[a, b] = deal(1, 2, 3);", "'deal' needs one value or as many as there are variables");
    refused("[a, b, c] = size(1, 2);", "there are 1 values for 3 variables");
    refused("[a, b] = max(1, 2);", "'max' of two has one result");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_numbers_of_arguments),
        MR_TEST(test_checks_of_numbers),
        MR_TEST(test_name_of_the_file),
        MR_TEST(test_errors_as_values),
        MR_TEST(test_assertions),
        MR_TEST(test_words_for_generators),
        MR_TEST(test_sizes_of_an_s_function),
        MR_TEST(test_nested_functions_share_variables),
        MR_TEST(test_results_that_are_missing_are_told),
        MR_TEST(test_other_workspaces),
        MR_TEST(test_numbers_by_their_bits),
        MR_TEST(test_parameter_objects_have_their_value),
        MR_TEST(test_clear_takes_names_or_all),
        MR_TEST(test_functions_with_several_results),
        MR_TEST(test_a_class_becomes_properties_and_functions),
    };
    mkdir(BESIDE, 0755);
    return mr_test_main("calls", tests, sizeof tests / sizeof *tests, argc, argv);
}
