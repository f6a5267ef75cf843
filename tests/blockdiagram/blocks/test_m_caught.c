/* errors that M code catches itself: those of the code are its own matter, those that only this
 * program may have are told; and what code sees and changes of other workspaces */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

/* Clock → f(u) → y in a folder with f.m; the warnings are in the log */
static result run_function(place *here, const char *f, bd_log *log) {
    static pen p;
    place_make(here);
    place_add(here, "f.m", f);
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
            "Block {\nBlockType MATLABFcn\nName \"s\"\nMATLABFcn \"f(u)\"\n"
            "OutputDimensions \"1\"\nOutput1D on\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n");
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    put(&p, "}\n}\n");
    return run_logged(p.text, here->model, "k = 5;", log);
}

/* each statement fails; what the log must tell of it, NULL: nothing */
static void test_what_only_fails_here_is_told(void) {
    static const struct {
        const char *statement, *told;
    } cases[] = {
        {"v = no_such_function(u, 1);", "f.m:4: there is no variable or function 'no_such_func"},
        {"v = feval('no_such_function', u);", "f.m:4: there is no function 'no_such_function'"},
        {"v = cellfun(@(c) no_such_function(c), {1});", "f.m:4: there is no variable or function"},
        {"v = cellfun(@no_such_function, {1}, 'ErrorHandler', @(varargin) error('x'));",
         "f.m:4: there is no function 'no_such_function'"},
        {"v = evalin('base', 'no_such_variable');", "f.m:4: there is no variable or function"},
        {"v = interp2([1 2; 3 4], 1.5, 1.5, 'spline');", "f.m:4: 'interp2' is linear only"},
        {"v = numel(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);", "f.m:4: 'numel' takes"},
        {"load('no_such_file.mat');", "f.m:4: "},
        {"v = eval('1 +');", "f.m:4: "},
        {"error('my:own', 'its own error');", NULL},
        {"own_error(u);", NULL},
        {"assert(false);", NULL},
        {"q = [1 2 3]; v = q(7);", NULL},
        {"q.a = 1; v = q.b;", NULL},
        {"v = chol(-1);", NULL},
        {"v = [1 2] + [1 2 3];", NULL},
        {"v = cellfun(@own_error, {1});", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char f[600];
        bd_log log = {0};
        place here;
        snprintf(f, sizeof f,
                 "function y = f(u)\ny = 1;\ntry\n  %s\ncatch\n  y = 2;\nend\n"
                 "function v = own_error(u)\nv = u;\nerror('own');\n",
                 cases[k].statement);
        result r = run_function(&here, f, &log);
        assert_runs(&r);
        CU_ASSERT_EQUAL(last(&r, "y", 0), 2.0);
        const bool good = cases[k].told ? is_told(&log, cases[k].told) &&
                                              is_told(&log, "caught by the code itself")
                                        : log.count == 0;
        if (!good)
            printf("%s\n  told: %s\n", cases[k].statement, log.count ? log.lines[0] : "nothing");
        CU_ASSERT(good);
        CU_ASSERT(log.count <= 2); /* once, not at each step */
        bd_log_free(&log);
        finish(&r);
        place_remove(&here);
    }
}

/* what is evaluated in order to be printed may raise an error; what cannot be printed may not */
static void test_errors_in_what_is_printed(void) {
    place here;
    result r = run_function(
        &here, "function y = f(u)\ny = 1;\ndisp(g(u));\nfunction v = g(u)\nerror('its own');\n",
        NULL);
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, "its own"));
    finish(&r);
    place_remove(&here);
    r = run_function(&here, "function y = f(u)\ny = 1;\ndisp(no_such_function(u));\n", NULL);
    assert_runs(&r);
    finish(&r);
    place_remove(&here);
}

/* a counter in the base workspace belongs to the run: neither the search for sizes nor an earlier
 * run has counted, and code that reads it sees it */
static void test_the_base_workspace_of_a_run(void) {
    static const char *const counters[] = {
        "function y = f(u)\ny = evalin('base', 'k');\nassignin('base', 'k', y + 1);\n",
        "function y = f(u)\ny = evalin('base', 'k');\nk = 77;\nevalin('base', 'k = k + 1;');\n"
        "if k ~= 77, error('its own variable was changed'); end\n"};
    for (int k = 0; k < 2; k++) {
        place here;
        result r = run_function(&here, counters[k], NULL);
        assert_runs(&r);
        CU_ASSERT_EQUAL(last(&r, "y", 0), 15.0); /* 5, then ten more */
        CU_ASSERT_EQUAL(bd_run_complete(r.run, &r.error), BD_OK);
        CU_ASSERT_EQUAL(last(&r, "y", 0), 15.0);
        finish(&r);
        place_remove(&here);
    }
}

/* files are seen by scripts, where they may be read, and not by code of a running model */
static void test_exist(void) {
    place here;
    result r = run_function(&here, "function y = f(u)\ny = exist('g.mat', 'file');\n", NULL);
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, "f.m:2: in 'f': whether there is a file"));
    finish(&r);
    place_remove(&here);
    r = run_function(&here,
                     "function y = f(u)\nq.a = 1;\n"
                     "y = [exist('f', 'file') exist('f.m') exist('q') exist('q.a') exist('sin') "
                     "exist('no_such_thing')] * [1; 10; 100; 1000; 1e4; 1e5];\n",
                     NULL);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 50122.0);
    finish(&r);

    char text[400], path[80];
    bd_workspace *base;
    bd_error error;
    snprintf(path, sizeof path, "%s/p.m", here.folder);
    snprintf(text, sizeof text,
             "a = exist('f.m', 'file'); b = exist('g.mat', 'file'); c = exist('%s', 'dir'); "
             "d = exist('f.m', 'dir'); e = exist('%s');",
             here.folder, here.folder);
    place_add(&here, "p.m", text);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run_parameters(base, path, NULL, &error), BD_OK);
    static const double wanted[] = {2.0, 0.0, 7.0, 0.0, 7.0};
    for (int k = 0; k < 5; k++) {
        const bd_value *value = bd_workspace_find(base, (const char[]){(char)('a' + k), '\0'});
        CU_ASSERT_PTR_NOT_NULL_FATAL(value);
        CU_ASSERT_EQUAL(bd_value_real_at(value, 0), wanted[k]);
    }
    bd_workspace_free(base);
    place_remove(&here);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_what_only_fails_here_is_told),
                             MR_TEST(test_errors_in_what_is_printed),
                             MR_TEST(test_the_base_workspace_of_a_run), MR_TEST(test_exist)};
    return mr_test_main("m_caught", tests, sizeof tests / sizeof *tests, argc, argv);
}
