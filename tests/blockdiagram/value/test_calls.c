/* what M code asks about its own call, errors as values, and words for code generators; what is
 * expected is what the languages' documentation tells of each function */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_numbers_of_arguments),
        MR_TEST(test_checks_of_numbers),
        MR_TEST(test_name_of_the_file),
        MR_TEST(test_errors_as_values),
        MR_TEST(test_assertions),
        MR_TEST(test_words_for_generators),
        MR_TEST(test_sizes_of_an_s_function),
    };
    mkdir(BESIDE, 0755);
    return mr_test_main("calls", tests, sizeof tests / sizeof *tests, argc, argv);
}
