/* statements of parameter files and of code in models */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blockdiagram/language.h"
#include "scripts.h"

/* runs the script and then evaluates the check, which must be true */
static void assert_script(const char *script, const char *check) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    const bd_status status = bd_workspace_run(scope, script, "script.m", NULL, &error);
    const double truth = status == BD_OK ? number_of(scope, check) : 0.0;

    if (truth != 1.0)
        printf("  %s: not %s: %s\n", script, check, error.text);
    CU_ASSERT_EQUAL(truth, 1.0);
    bd_workspace_free(scope);
}

static void assert_script_fails(const char *script, bd_status expected, const char *part) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    const bd_status status = bd_workspace_run(scope, script, "script.m", NULL, &error);

    if (status != expected)
        printf("  %s: %d %s\n", script, (int)status, error.text);
    CU_ASSERT_EQUAL(status, expected);
    MR_ASSERT_CONTAINS(error.text, part);
    bd_workspace_free(scope);
}

static void test_statements(void) {
    const struct {
        const char *script, *check;
    } cases[] = {
        {"a = 5;", "a == 5"},
        {"a = 5, b = 6", "a + b == 11"},
        {"% comment\n a = 1; % more\n# octave comment\nb = 2;", "a + b == 3"},
        {"%{\n a = 1;\n%}\nb = 2;", "b == 2 && ~exist('a', 'var')"},
        {"a = [1, 2, ... the first two\n 3];", "isequal(a, [1 2 3])"},
        {"a = [1 2\n 3 4];", "isequal(a, [1 2;3 4])"},
        {"a = {'x', ...\n 'y'};", "isequal(a, {'x','y'})"},
        {"a(3) = 5;", "isequal(a, [0 0 5])"},
        {"a = [1;2]; a(4) = 7;", "isequal(a, [1;2;0;7])"},
        {"a(2,3) = 1;", "isequal(a, [0 0 0;0 0 1])"},
        {"a = 1:3; a(end+1) = 9;", "isequal(a, [1 2 3 9])"},
        {"a = 1:5; a([2 4]) = [];", "isequal(a, [1 3 5])"},
        {"a = [1 2;3 4]; a(:,1) = [];", "isequal(a, [2;4])"},
        {"a = [1 2;3 4]; a(1,:) = [5 6];", "isequal(a, [5 6;3 4])"},
        {"a = [1 2;3 4]; a(:,2) = 0;", "isequal(a, [1 0;3 0])"},
        {"a = zeros(2); a(:) = 1:4;", "isequal(a, [1 3;2 4])"},
        {"a = 1:3; a(logical([1 0 1])) = 0;", "isequal(a, [0 2 0])"},
        {"a = 1:3; a(a > 1) = -1;", "isequal(a, [1 -1 -1])"},
        {"a = int8([1 2]); a(1) = 300;", "isequal(a, int8([127 2])) && isa(a, 'int8')"},
        {"a = zeros(1,2); a(1) = uint8(5);", "isa(a, 'double')"},
        {"a = 'abc'; a(1) = 'X';", "strcmp(a, 'Xbc')"},
        {"a = 1:2; a(2) = 1i;", "isequal(a, [1 1i])"},
        {"a = [1i 2]; a(1) = 3;", "isreal(a)"},
        {"a = []; a(2).b = 5;", "isempty(a(1).b) && a(2).b == 5"},
        {"s.x = 1; s.y.z = 2; s.y.w(3) = 4;", "isequal(s.y.w, [0 0 4]) && s.y.z == 2"},
        {"s.x.y = 1; t = s; t.x.y = 2;", "s.x.y == 1 && t.x.y == 2"},
        {"s.a = 1; s = rmfield(s, 'a'); s.b = 2;", "isequal(fieldnames(s), {'b'})"},
        {"s(2).v = 3; s(1).v = 1;", "isequal([s.v], [1 3])"},
        {"s.list{3} = 'x';", "numel(s.list) == 3 && isempty(s.list{1})"},
        {"n = 'dyn'; s.(n) = 4; s.([n '2']) = 5;", "s.dyn + s.dyn2 == 9"},
        {"c{2} = 5;", "isequal(c, {[], 5})"},
        {"c = {1,2,3}; c(2) = [];", "isequal(c, {1,3})"},
        {"c = {1,2}; c{1}(3) = 7;", "isequal(c{1}, [1 0 7])"},
        {"c = {}; c{end+1} = 'a'; c{end+1} = 'b';", "isequal(c, {'a','b'})"},
        {"a = 1:3; b = a; b(1) = 9;", "isequal(a, 1:3) && isequal(b, [9 2 3])"},
        {"a = 1:3; a(2) = a(1) + a(3);", "isequal(a, [1 4 3])"},
        {"a = [3 1 2]; a(a) = a;", "isequal(a, [1 2 3])"},
        {"s.v = 1; s.s = s;", "s.s.v == 1"},
        {"[a, b] = size(zeros(2, 3));", "a == 2 && b == 3"},
        {"[m, i] = max([3 9 2]);", "m == 9 && i == 2"},
        {"[~, i] = min([3 9 2]);", "i == 3"},
        {"[s, k] = sort([3 1 2]);", "isequal(k, [2 3 1])"},
        {"[r, c] = find([0 1;1 0]);", "isequal(r, [2;1]) && isequal(c, [1;2])"},
        {"[X, Y] = meshgrid(1:2, 1:3);", "isequal(size(X), [3 2]) && Y(3,1) == 3"},
        {"[a, b] = deal(1, 2);", "a == 1 && b == 2"},
        {"c = {1, 2}; [a, b] = c{:};", "a + b == 3"},
        {"[q, r] = deconv([1 5 7], [1 2]);", "isequal(q, [1 3]) && isequal(r, [0 0 1])"},
        {"[s.a, s.b(2)] = deal(4, 5);", "s.a == 4 && isequal(s.b, [0 5])"},
        {"[V, D] = eig([2 0;0 3]);", "isequal(D, [2 0;0 3])"},
        {"[r, c] = ind2sub([3 4], 8);", "r == 2 && c == 3"},
        {"[u, i, j] = unique([5 3 5]);", "isequal(u, [3 5]) && isequal(u(j), [5 3 5])"},
        {"if 1, a = 1; else, a = 2; end", "a == 1"},
        {"x = 3; if x < 2\n a = 1;\nelseif x < 4\n a = 2;\nelse\n a = 3;\nend", "a == 2"},
        {"if [], a = 1; else a = 2; end", "a == 2"},
        {"if [1 1 0] a = 1; else a = 2; end", "a == 2"},
        {"a = 0; for k = 1:10, a = a + k; end", "a == 55"},
        {"a = 0; for k = [1 2;3 4], a = a + k(1)*k(2); end", "a == 11"},
        {"a = 0; for k = [], a = 1; end", "a == 0"},
        {"a = 0; for (k = 1:3) a = a + 1; end", "a == 3"},
        {"a = ''; for c = {'x','y'}, a = [a c{1}]; end", "strcmp(a, 'xy')"},
        {"a = 0; for k = 1:10, if k == 3, continue, end, if k == 6, break, end, a = a + k; end",
         "a == 12"},
        {"a = 0; while a < 5, a = a + 2; end", "a == 6"},
        {"a = 0; while true, a = a + 1; if a > 3, break; end; end", "a == 4"},
        {"for k = 1:3, for l = 1:3, m(k,l) = k*l; end, end", "isequal(m, [1 2 3;2 4 6;3 6 9])"},
        {"switch 2, case 1, a = 1; case {2, 3}, a = 2; otherwise, a = 3; end", "a == 2"},
        {"switch 'b'\n case 'a'\n a = 1;\n case {'b','c'}\n a = 2;\nend", "a == 2"},
        {"switch 9, case 1, a = 1; otherwise a = 3; end", "a == 3"},
        {"try, a = nope; catch, a = 2; end", "a == 2"},
        {"try\n error('x');\ncatch err\n a = 3;\nend", "a == 3"},
        {"a = 1; return; a = 2;", "a == 1"},
        {"clear all; close all; clc\nformat long; a = 1;", "a == 1"},
        {"a = 1; b = 2; clear a;", "~exist('a', 'var') && b == 2"},
        {"a = 1; clear", "~exist('a', 'var')"},
        {"disp('hello'); fprintf('%d\\n', nope); figure(1); plot(x, y); hold on; a = 1;", "a == 1"},
        {"a = 1; a", "a == 1"},
        {"global g h\n g = 9.81;", "g == 9.81 && isempty(h)"},
        {"p = Simulink.Parameter(4); p.DataType = 'double'; q = 2*p;", "q == 8 && p + 1 == 5"},
        {"p = Simulink.Parameter; p.Value = [1 2];", "isequal(p, [1 2]) && p.Value(2) == 2"},
        {"p = Simulink.Parameter(4); p.Value = 6; r = p;", "r == 6"},
        {"s.dt = 3; p = Simulink.Parameter(s); p.CoderInfo.StorageClass = 'Auto';",
         "p.dt == 3 && p.Value.dt == 3"},
        {"rng(1); a = rand; rng(1); b = rand;", "a == b"},
        {"a = 5 ; b=a' ; c = [a' b'];", "isequal(c, [5 5])"},
        {"a.b = 'it''s'; c = a.b';", "isequal(size(c), [4 1])"},
        {"a = 1; f = @(x) a*x; a = 2; b = f(3);", "b == 3"},
        {"g = {@sin, @(t) t.^2}; a = g{2}(4);", "a == 16"},
        {"s.f = @(x, y) x - y; a = s.f(5, 2);", "a == 3"},
        {"a = mat2str(['ab'; 'cd']);", "strcmp(a, strrep('[#ab#;#cd#]', '#', char(39)))"},
        {"assignin('base', 'a', 4); b = evalin('base', 'a + 1');", "a == 4 && b == 5"},
        {"a = 1; b = [a assignin('base', 'a', 2)];", "a == 2 && b == 1"},
        {"eval('a = 3; b = a;');", "b == 3"},
        {"eval('a = 3;', 'a = 4;'); eval('error(''no'');', 'b = 5;');", "a == 3 && b == 5"},
        {"a = 2;\ncd ..\nb = [pwd filesep 'x'];", "a == 2 && strcmp(b, './x')"},
        {"evalin('base', 'a = 3;'); b = a;", "b == 3"},
        {"a = 1; load_system('x'); port_label('input', 1, 'u'); b = a;", "b == 1"},
        {"a=1;;;b=2;\n\n\n;", "a + b == 3"},
        {"x = 1:3;\r\ny = x';\r\n", "isequal(y, [1;2;3])"},
        {"if true\n if false\n a = 1;\n else\n a = 2;\n endif\nendif", "a == 2"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_script(cases[k].script, cases[k].check);
}

/* words that are commands at the beginning of a line are names all the same */
static void test_command_words_are_names_too(void) {
    assert_script("run.steps = 3; grid = 2; a = run.steps + grid;", "run.steps + grid == a");
    assert_script("load = 4; b = load;", "load == b");
    assert_script("load = 1;", "load"); /* an expression has no commands */
    assert_script("axis.x = 1;\naxis.y = 2;", "axis.x + axis.y == 3");
    assert_script("hold on\nclc, more off; c = 1;", "c == 1");
}

/* 20 lg of an amplitude, 10 lg of a power; there is none of a negative amplitude */
static void test_decibels(void) {
    assert_script("a = mag2db([10 0 -1]);", "a(1) == 20 && a(2) == -inf && isnan(a(3))");
    assert_script("b = db2mag([40 -20]);", "all(abs(b - [100 0.1]) < 1e-14 * b)");
    assert_script("c = [db2pow(30) pow2db(0.01)];", "all(abs(c - [1000 -20]) < 1e-12)");
}

static bool knows_mex(void *user, const char *name) {
    (void)user;
    return strcmp(name, "mex") == 0;
}

/* the words one after the other, each with a bar behind */
static bd_status note_words(void *user, const char *name, const bd_value *const *arguments,
                            size_t count, bd_value **results, size_t *result_count,
                            bd_error *error) {
    char *words = user;
    (void)name, (void)results, (void)error;
    for (size_t k = 0; k < count; k++)
        snprintf(words + strlen(words), 200 - strlen(words), "%.*s|", (int)arguments[k]->count,
                 (const char *)arguments[k]->re);
    *result_count = 0;
    return BD_OK;
}

/* a command may go on in the next line, and quotes keep signs that would end it */
static void test_words_of_a_command_reach_the_program_around(void) {
    static const struct {
        const char *script, *words;
    } cases[] = {
        {"mex -output a b.c; x = 1;", "-output|a|b.c|"},
        {"mex a.c ... and so on\n  -DX=1 % b.c\nx = 1;", "a.c|-DX=1|"},
        {"mex 'a;b.c' c.c, x = 1;", "a;b.c|c.c|"},
        {"s = ['mex -DY=', num2str(6 * 7), ' d.c']; eval(s); x = 1;", "-DY=42|d.c|"},
        {"mex('e.c', '-I.'); x = 1;", "e.c|-I.|"},
        {"mex don't.c\nx = 1; y = 'z';", "don't.c|"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char words[200] = "";
        const bd_foreign around = {.user = words, .knows = knows_mex, .call = note_words};
        bd_language_set_foreign(&around);
        assert_script(cases[k].script, "x == 1");
        bd_language_set_foreign(NULL);
        CU_ASSERT_STRING_EQUAL(words, cases[k].words);
    }
}

/* code of models: what fails is told and skipped, but a branch of try is left for its catch */
static void test_code_of_a_model_goes_on(void) {
    bd_workspace *workspace;
    bd_error error = {0};
    bd_log log = {0};
    const char *code = "a = 1;\nadd_block('x', 1);\nb = nowhere(2);\n"
                       "if a == 1, c = unknown; c = 5; end\n"
                       "try, d = unknown; d = 1; catch, d = 2; end\n";

    CU_ASSERT_EQUAL(bd_workspace_create("model", NULL, &workspace, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run_code(workspace, code, "InitFcn", NULL, &log, &error), BD_OK);
    CU_ASSERT_EQUAL(log.count, 4);
    MR_ASSERT_CONTAINS(log.lines[0], "InitFcn:2: skipped: 'add_block' is neither");
    MR_ASSERT_CONTAINS(log.lines[1], "InitFcn:3: skipped: there is no variable or function");
    MR_ASSERT_CONTAINS(log.lines[3], "'unknown'; this is caught by the code itself");
    CU_ASSERT_PTR_NULL(bd_workspace_find(workspace, "b"));
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(workspace, "c"), 0), 5.0);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(workspace, "d"), 0), 2.0);
    /* an endless loop is not skipped */
    CU_ASSERT_EQUAL(
        bd_workspace_run_code(workspace, "while true, end", "InitFcn", NULL, &log, &error),
        BD_LIMIT_EXCEEDED);
    bd_log_free(&log);
    bd_workspace_free(workspace);
}

/* of a struct only the field that could not be computed is gone */
static void test_a_field_that_fails_leaves_its_struct(void) {
    bd_workspace *workspace;
    bd_error error = {0};
    bd_log log = {0};
    const char *code =
        "p.a = 1; p.b = 2;\np.b = nowhere(3);\np.c = p.a + 4;\nq(2).x = nowhere(1);\n";

    CU_ASSERT_EQUAL(bd_workspace_create("model", NULL, &workspace, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run_code(workspace, code, "p.m", NULL, &log, &error), BD_OK);
    const bd_value *p = bd_workspace_find(workspace, "p");
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CU_ASSERT_PTR_NULL(bd_value_field(p, "b"));
    CU_ASSERT_EQUAL(bd_value_real_at(bd_value_field(p, "c"), 0), 5.0);
    CU_ASSERT_PTR_NULL(bd_workspace_find(workspace, "q"));
    bd_log_free(&log);
    bd_workspace_free(workspace);
}

/* a parameter file goes on behind what has no meaning here, and nothing old stands in for it */
static void test_statements_without_meaning_leave_no_value(void) {
    bd_workspace *workspace = NULL;
    bd_log log = {0};
    bd_error error = {0};
    const char *code = "clear all; close all\n"
                       "syms x y real\n"
                       "a = 1;\n"
                       "a = lqr(1, 2);\n"
                       "b = 'no end;\n"
                       "c = [1 2\n 3 4];\n"
                       "if nothing, d = 1; else, d = 2; end\n"
                       "for k = 1:3, e(k) = k; f(k) = g(k); end\n"
                       "[h, i] = deal(1));\n"
                       "sim model\n"
                       "x = 1 +* 2;\n"
                       "last = 9;\n"
                       "function r = own(s)\nr = s;\nend\n";
    const char *gone[] = {"a", "b", "d", "f", "h", "i", "x"};

    CU_ASSERT_EQUAL(bd_workspace_create("model", NULL, &workspace, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run_code(workspace, code, "p.m", NULL, &log, &error), BD_OK);
    CU_ASSERT_EQUAL(log.count, 8);
    MR_ASSERT_CONTAINS(log.lines[0], "p.m:2: skipped: 'syms' is a command that cannot be run");
    MR_ASSERT_CONTAINS(log.lines[2], "p.m:5: skipped: a text has no closing quote");
    for (size_t k = 0; k < sizeof gone / sizeof *gone; k++) {
        CU_ASSERT_PTR_NULL(bd_workspace_find(workspace, gone[k]));
        CU_ASSERT_PTR_NOT_NULL(bd_workspace_why_missing(workspace, gone[k]));
    }
    CU_ASSERT_EQUAL(bd_workspace_find(workspace, "c")->count, 4);
    CU_ASSERT_EQUAL(bd_workspace_find(workspace, "e")->count, 3);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(workspace, "last"), 0), 9.0);
    /* a value from outside is a stand-in for what cannot be computed */
    CU_ASSERT_EQUAL(bd_workspace_assign(workspace, "a=4", &error), BD_OK);
    bd_workspace_settle(workspace);
    CU_ASSERT_EQUAL(bd_workspace_run_code(workspace, "a = lqr(1);", "p.m", NULL, &log, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(workspace, "a"), 0), 4.0);
    bd_log_free(&log);
    bd_workspace_free(workspace);
}

static void test_a_file_that_sets_what_is_missing_is_proposed(void) {
    char folder[] = "/tmp/multirate-test-XXXXXX", path[300], found[100] = "";
    const struct {
        const char *name, *text;
    } files[] = {{"a.m", "% K = 1\nx = K;\nif K == 2, end\n"},
                 {"b.m", "function b\nK = 1; L = 2;\n"},
                 {"c.m", "% data\nK = 1;\n"},
                 {"d.m", "p.K = 3; L(2) = 4; m{1}.y = 5, Kx = 1;\n"}};
    const char *k[] = {"K"}, *several[] = {"L", "m", "nothing"}, *nothing[] = {"x2", "y"};

    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        FILE *file = fopen(path, "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        fputs(files[i].text, file);
        fclose(file);
    }
    snprintf(path, sizeof path, "%s/model.mdl", folder);
    CU_ASSERT_EQUAL(bd_propose_file(path, k, 1, found, sizeof found), 1);
    CU_ASSERT_STRING_EQUAL(found, "c.m");
    CU_ASSERT_EQUAL(bd_propose_file(path, several, 3, found, sizeof found), 2);
    CU_ASSERT_STRING_EQUAL(found, "d.m");
    CU_ASSERT_EQUAL(bd_propose_file(path, nothing, 2, found, sizeof found), 0);
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        unlink(path);
    }
    rmdir(folder);
}

static void test_mistakes_name_file_and_line(void) {
    assert_script_fails("a = 1;\nb = c;\n", BD_UNKNOWN_NAME,
                        "script.m:2: there is no variable or function 'c'");
    assert_script_fails("a = 1;\n\nset_param('x', 1);", BD_UNSUPPORTED,
                        "script.m:3: there is no model");
    assert_script_fails("if 1\n a = 2;\n", BD_BAD_EXPRESSION, "the 'end' of this 'if' is missing");
    assert_script_fails("a = 1;\nend", BD_BAD_EXPRESSION, "script.m:2:");
    assert_script_fails("function f\n a = nothing;\nend", BD_UNKNOWN_NAME,
                        "script.m:2: in 'f': there is no variable or function 'nothing'");
    assert_script_fails("f = @(x) x + nothing;\nf(1)", BD_UNKNOWN_NAME, "nothing");
    assert_script_fails("a = [1 2;3 4]; a(7) = 1;", BD_BAD_VALUE, "a matrix cannot grow");
    assert_script_fails("a = 1:3; a(1:2) = [1 2 3];", BD_BAD_VALUE, "2 elements cannot take");
    assert_script_fails("a = 5; a.b = 1;", BD_BAD_VALUE, "a double cannot be used like a struct");
    assert_script_fails("a = {1}; a(1) = 5;", BD_BAD_VALUE, "a double cannot be assigned");
    assert_script_fails("[a, b] = 5;", BD_BAD_VALUE, "there are 1 values for 2 variables");
    assert_script_fails("[a, b] = sin(1);", BD_BAD_VALUE, "'sin' has 1 results, not 2");
    assert_script_fails("5 = a;", BD_BAD_EXPRESSION, "a variable before the '='");
    assert_script_fails("a = {}; while 1, a = {a}; end", BD_LIMIT_EXCEEDED, "nested more than");
    assert_script_fails("a = {1}; while 1, a = {a, a}; end", BD_LIMIT_EXCEEDED, "");
    assert_script_fails("a = 1; while 1, a = [a a]; end", BD_LIMIT_EXCEEDED, "");
    assert_script_fails("s = 'a'; while 1, s = [s s]; end", BD_LIMIT_EXCEEDED, "");
    assert_script_fails("load x.mat", BD_UNSUPPORTED, "files cannot be read here");
    assert_script_fails("try, while 1, end, catch, end", BD_LIMIT_EXCEEDED,
                        "more than 2000000 statements were run; is this loop endless?");
    assert_script_fails("inv(ones(600))", BD_LIMIT_EXCEEDED, "more than the 2e+09 operations");
    assert_script_fails("error('limit is %d', 3)", BD_BAD_VALUE, "limit is 3");
}

static void test_a_failed_statement_leaves_the_variables(void) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);

    CU_ASSERT_NOT_EQUAL(
        bd_workspace_run(scope, "a = 1:3; s.x = 4; a(1:2) = [1 2 3];", "f", NULL, &error), BD_OK);
    CU_ASSERT_EQUAL(number_of(scope, "numel(a)"), 3.0);
    CU_ASSERT_NOT_EQUAL(
        bd_workspace_run(scope, "s.x(1,1,9,:) = [1 2 3 4 5](7);", "f", NULL, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_workspace_run(scope, "s.x.y = 4;", "f", NULL, &error), BD_OK);
    CU_ASSERT_EQUAL(number_of(scope, "s.x"), 4.0);
    bd_workspace_free(scope);
}

static void test_parameter_files_call_each_other(void) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);

    write_file(FOLDER "/bd_outer.m", "a = 1;\nbd_inner\nc = a + b;\n");
    write_file(FOLDER "/bd_inner.m", "b = 2;\n");
    write_file(FOLDER "/bd_endless.m", "bd_endless\n");
    write_file(FOLDER "/bd_wrong.m", "x = 1;\ny = [1 2\nz = 3;\n");
    CU_ASSERT_EQUAL(bd_workspace_run_file(scope, FOLDER "/bd_outer.m", &error), BD_OK);
    CU_ASSERT_EQUAL(number_of(scope, "c"), 3.0);
    CU_ASSERT_EQUAL(bd_workspace_run_file(scope, FOLDER "/bd_endless.m", &error),
                    BD_LIMIT_EXCEEDED);
    CU_ASSERT_EQUAL(bd_workspace_run_file(scope, FOLDER "/bd_wrong.m", &error), BD_BAD_EXPRESSION);
    MR_ASSERT_CONTAINS(error.text, "bd_wrong.m:");
    CU_ASSERT_EQUAL(bd_workspace_run_file(scope, FOLDER "/not_there.m", &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, "not_there.m");
    bd_workspace_free(scope);
}

int main(int argc, char **argv) {
    setenv("BD_STATEMENTS", "2000000", 1); /* endless loops end soon */
    const mr_test tests[] = {
        MR_TEST(test_statements),
        MR_TEST(test_code_of_a_model_goes_on),
        MR_TEST(test_a_field_that_fails_leaves_its_struct),
        MR_TEST(test_statements_without_meaning_leave_no_value),
        MR_TEST(test_a_file_that_sets_what_is_missing_is_proposed),
        MR_TEST(test_mistakes_name_file_and_line),
        MR_TEST(test_a_failed_statement_leaves_the_variables),
        MR_TEST(test_parameter_files_call_each_other),
        MR_TEST(test_command_words_are_names_too),
        MR_TEST(test_words_of_a_command_reach_the_program_around),
        MR_TEST(test_decibels),
    };

    return mr_test_main("parameter_files", tests, sizeof tests / sizeof *tests, argc, argv);
}
