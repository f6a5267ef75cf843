/* blocks in M code: MATLAB Function and S-functions as .m files, in small models of text */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_arguments_parameters_and_sizes(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\n"
                                       "y = g(u) * k;\nn = numel(y);\nend\n"
                                       "function z = g(x)\nz = [x; 2 * x];\nend\n",
                                       "", "dataType \"Inherit: Same as Simulink\"\n"),
                        "m.mdl", "k = 3;");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 3.0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 1), 6.0, 1e-12);
    CU_ASSERT_EQUAL(last(&r, "n", 0), 2.0);
    finish(&r);
}

/* eleven major steps, minor ones do not count */
static void test_persistent_variables_count_major_steps(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\npersistent c\n"
                                       "if isempty(c)\n c = k;\nend\nc = c + 1;\ny = c; n = u;\n",
                                       "", ""),
                        "m.mdl", "k = 100;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 111.0);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "n", 0), 1.0, 1e-12);
    finish(&r);
}

static double run_on(result *r) {
    while (!bd_run_is_done(r->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(r->run, &r->error), BD_OK);
    return last(r, "y", 0);
}

/* what a function remembers goes with the state of a run, of all kinds of values, and what it did
 * not remember yet is forgotten */
static void test_persistent_variables_are_saved_with_the_run(void) {
    static const char *const codes[] = {
        "if isempty(c)\n c = k;\nend\nc = c + 1; y = c; n = u;\n",
        "if isempty(c)\n c = struct('a', {{k, 'text', 1+2i}}, 'b', int8(3), 'e', []);\nend\n"
        "c.a{1} = c.a{1} + double(c.b); c.a{3} = c.a{3} * 1i; c.b = c.b + 1; c.e(end + 1) = u;\n"
        "y = c.a{1} + 100 * real(c.a{3}) + numel(c.e) + double(strcmp(c.a{2}, 'text')); n = u;\n"};
    for (int k = 0; k < 2; k++) {
        char script[1000];
        snprintf(script, sizeof script, "function [y, n] = fcn(u, k)\npersistent c\n%s", codes[k]);
        result r = run_text(function_model(script, "", ""), "m.mdl", "k = 100;");
        assert_runs(&r);
        const double whole = last(&r, "y", 0);
        for (int steps = 0; steps < 10; steps += 3) {
            CU_ASSERT_EQUAL(bd_run_start(r.run, &r.error), BD_OK);
            for (int i = 0; i < steps; i++)
                CU_ASSERT_EQUAL(bd_run_step(r.run, &r.error), BD_OK);
            const size_t size = bd_run_state_size(r.run);
            unsigned char *bytes = malloc(size);
            CU_ASSERT_EQUAL(bd_run_save(r.run, bytes, size, &r.error), BD_OK);
            CU_ASSERT_EQUAL(run_on(&r), whole);
            CU_ASSERT_EQUAL(bd_run_restore(r.run, bytes, size, &r.error), BD_OK);
            CU_ASSERT_EQUAL(run_on(&r), whole);
            free(bytes);
        }
        finish(&r);
    }
}

/* 0, 0.5, 1: three times */
static void test_a_discrete_function_has_its_sample_time(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\npersistent c\n"
                                       "if isempty(c)\n c = 0;\nend\nc = c + 1;\ny = c; n = u*k;\n",
                                       "updateMethod DISCRETE\nsampleTime \"T\"\n", ""),
                        "m.mdl", "k = 1; T = 0.5;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 3.0);
    finish(&r);
}

/* declared: 300 saturates */
static void test_declared_types_hold(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\ny = uint8(300 * k); n = u;\n",
                                       "", "dataType \"uint8\"\n"),
                        "m.mdl", "k = 1;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 255.0);
    finish(&r);
}

static void assert_fails_as(const char *script, const char *data, const char *words) {
    result r = run_text(function_model(script, "", data), "m.mdl", "k = 1;");
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    if (!strstr(r.error.text, words))
        printf("\n%s\n", r.error.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, words));
    finish(&r);
}

static void assert_fails(const char *script, const char *words) {
    assert_fails_as(script, "", words);
}

/* a declared size gives a list its orientation, and refuses what has another number of elements */
static void test_declared_sizes_hold(void) {
    static const char script[] = "function [y, n] = fcn(u, k)\ny = [u k 3]; n = u;\n";
    result r = run_text(function_model(script, "", "props {\narray {\nsize \"[3 1]\"\n}\n}\n"),
                        "m.mdl", "k = 1;");
    assert_runs(&r);
    for (int k = 0; k < bd_run_record_count(r.run); k++) {
        const bd_record *record = bd_run_record(r.run, k);
        if (strcmp(record->name, "y") == 0)
            CU_ASSERT(record->shape.rank == 2 && record->shape.dims[0] == 3);
    }
    CU_ASSERT_EQUAL(last(&r, "y", 2), 3.0);
    finish(&r);
    assert_fails_as(script, "props {\narray {\nsize \"[2 2]\"\n}\n}\n", "2x2");
    assert_fails_as(script, "props {\narray {\nsize \"nobody\"\n}\n}\n", "size of 'y': ");
}

#define AT_MOST(size) "props {\narray {\nsize \"" size "\"\nisDynamic 1\n}\n}\n"

/* the element of an output at the time 0.1 row; NaN where the present size has none */
static double at_row(const result *r, const char *name, size_t row, int element) {
    for (int k = 0; k < bd_run_record_count(r->run); k++)
        if (strcmp(bd_run_record(r->run, k)->name, name) == 0)
            return bd_run_record_row(r->run, k, row)[element];
    CU_FAIL("no such output");
    return NAN;
}

/* zeros give nothing, and later there is more: what is declared is the most */
static void test_results_of_variable_size(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\n"
                                       "y = k * (1:round(4 * u))'; n = numel(y);\n",
                                       "", AT_MOST("4")),
                        "m.mdl", "k = 3;");
    assert_runs(&r);
    for (size_t row = 0; row <= 10; row++) {
        const int count = (int)round(4.0 * 0.1 * (double)row);
        CU_ASSERT_EQUAL(at_row(&r, "n", row, 0), count);
        for (int i = 0; i < 4; i++) {
            const double got = at_row(&r, "y", row, i);
            CU_ASSERT(i < count ? got == 3.0 * (i + 1) : isnan(got));
        }
    }
    finish(&r);
    /* a matrix: columns come and go */
    r = run_text(function_model("function [y, n] = fcn(u, k)\n"
                                "y = ones(2, 1 + (u > 0.5)); y(:, end) = k; n = numel(y);\n",
                                "", AT_MOST("[2 2]")),
                 "m.mdl", "k = 3;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(at_row(&r, "y", 0, 1), 3.0);
    CU_ASSERT(isnan(at_row(&r, "y", 0, 2)));
    CU_ASSERT_EQUAL(last(&r, "y", 1), 1.0);
    CU_ASSERT_EQUAL(last(&r, "y", 3), 3.0);
    finish(&r);
    /* always less than declared, in code that is compiled */
    r = run_text(
        function_model("function [y, n] = fcn(u, k)\ny = [u; k]; n = 1;\n", "", AT_MOST("5")),
        "m.mdl", "k = 3;");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 1.0, 1e-12);
    CU_ASSERT_EQUAL(last(&r, "y", 1), 3.0);
    CU_ASSERT(isnan(last(&r, "y", 2)));
    finish(&r);
}

/* x^3 + k: one root is real, two are not */
static void test_results_that_zeros_do_not_show_may_be_complex(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\n"
                                       "y = roots([u, 0, 0, k * u]); n = numel(y);\n",
                                       "", AT_MOST("3")),
                        "m.mdl", "k = 8;");
    assert_runs(&r);
    double product_re = 1.0, product_im = 0.0;
    for (int i = 0; i < 3; i++) {
        const double re = last(&r, "y", 2 * i), im = last(&r, "y", 2 * i + 1);
        CU_ASSERT_DOUBLE_EQUAL(hypot(re, im), 2.0, 1e-12);
        const double next = product_re * re - product_im * im;
        product_im = product_re * im + product_im * re;
        product_re = next;
    }
    CU_ASSERT_DOUBLE_EQUAL(product_re, -8.0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(product_im, 0.0, 1e-12);
    CU_ASSERT_EQUAL(last(&r, "n", 0), 3.0);
    finish(&r);
}

static void test_more_than_is_declared_is_refused(void) {
    assert_fails_as("function [y, n] = fcn(u, k)\ny = k * (1:round(4 * u))'; n = 1;\n",
                    AT_MOST("3"), "result 1: a double 4x1 does not fit at most double [3]");
    assert_fails_as("function [y, n] = fcn(u, k)\ny = [u; k; 1; 2]; n = 1;\n", AT_MOST("3"),
                    "output 'y' is double [4x1], but at most double [3] is declared");
    assert_fails_as("function [y, n] = fcn(u, k)\ny = ones(round(2 * u), 3); n = k;\n",
                    AT_MOST("[2 2]"), "a double 1x3 does not fit at most double [2x2]");
}

static void test_mistakes_name_the_function_and_line(void) {
    assert_fails("function [y, n] = fcn(u, k)\ny = u;\nn = nosuch(k);\n",
                 "m/f:3: in 'fcn': there is no variable or function 'nosuch'");
    assert_fails("function [y, n] = fcn(u, k)\ny = (u;\n", "m/f:3: a bracket is not closed");
    assert_fails("function [y, n] = fcn(u, k)\nn = 1; y = 1;\nif u > 0.5\n error('too far %d', "
                 "k);\nend\n",
                 "in 'fcn': too far 1");
}

/* a mass on a spring as S-function of level 1, against the closed form */
static void test_level_1_m_sfunctions(void) {
    char folder[] = "/tmp/bd_m_codeXXXXXX", path[64], name[64];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/spring.m", folder);
    snprintf(name, sizeof name, "%s/m.mdl", folder);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("function [sys, x0, str, ts] = spring(t, x, u, flag, w)\n"
          "switch flag\n case 0\n  s = simsizes; s.NumContStates = 2; s.NumDiscStates = 1;\n"
          "  s.NumOutputs = 2; s.NumInputs = 1; s.DirFeedthrough = 0; s.NumSampleTimes = 1;\n"
          "  sys = simsizes(s); x0 = [1 0 5]; str = []; ts = [0 0];\n"
          " case 1\n  sys = [x(2); -w^2 * x(1)];\n case 2\n  sys = x(3) + 1;\n"
          " case 3\n  sys = [x(1); x(3)];\n otherwise\n  sys = [];\nend\n",
          file);
    fclose(file);
    static pen p;
    p.used = 0;
    put(&p,
        "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.01\"\nStopTime \"1\"\n"
        "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
        "Block {\nBlockType \"S-Function\"\nName \"s\"\nFunctionName \"spring\"\n"
        "Parameters \"2\"\nPorts [1, 1]\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n");
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, name, "");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), cos(2.0), 1e-7);
    CU_ASSERT_EQUAL(last(&r, "y", 1), 105.0); /* 101 steps, the last one after the output */
    finish(&r);
    unlink(path);
    rmdir(folder);
}

/* a first-order lag of level 2 with a counter in Dwork */
static void test_level_2_m_sfunctions(void) {
    char folder[] = "/tmp/bd_m_codeXXXXXX", path[64], name[64];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/lag.m", folder);
    snprintf(name, sizeof name, "%s/m.mdl", folder);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("function lag(block)\nsetup(block);\n"
          "function setup(block)\n"
          "block.NumDialogPrms = 1;\nblock.NumInputPorts = 1;\nblock.NumOutputPorts = 2;\n"
          "block.SetPreCompInpPortInfoToDynamic;\n"
          "block.InputPort(1).Dimensions = 1;\nblock.InputPort(1).DirectFeedthrough = false;\n"
          "block.OutputPort(1).Dimensions = 1;\nblock.OutputPort(2).Dimensions = 1;\n"
          "block.NumContStates = 1;\nblock.SampleTimes = [0 0];\n"
          "block.RegBlockMethod('PostPropagationSetup', @work);\n"
          "block.RegBlockMethod('InitializeConditions', @init);\n"
          "block.RegBlockMethod('Outputs', @Output);\n"
          "block.RegBlockMethod('Update', @Update);\n"
          "block.RegBlockMethod('Derivatives', @slope);\n"
          "function work(block)\nblock.NumDworks = 1;\nblock.Dwork(1).Name = 'n';\n"
          "block.Dwork(1).Dimensions = 1;\n"
          "function init(block)\nblock.ContStates.Data = 2;\n"
          "function Output(block)\nblock.OutputPort(1).Data = block.ContStates.Data;\n"
          "block.OutputPort(2).Data = block.Dwork(1).Data;\n"
          "function Update(block)\nblock.Dwork(1).Data = block.Dwork(1).Data + 1;\n"
          "function slope(block)\n"
          "block.Derivatives.Data = -block.DialogPrm(1).Data * block.ContStates.Data;\n",
          file);
    fclose(file);
    static pen p;
    p.used = 0;
    put(&p,
        "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.01\"\nStopTime \"1\"\n"
        "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
        "Block {\nBlockType \"M-S-Function\"\nName \"s\"\nFunctionName \"lag\"\n"
        "Parameters \"3\"\nPorts [1, 2]\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
        "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    line(&p, "s", 2, "n", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, name, "");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 2.0 * exp(-3.0), 1e-7);
    CU_ASSERT_EQUAL(last(&r, "n", 0), 100.0);
    finish(&r);
    unlink(path);
    rmdir(folder);
}

static bd_run *endless;

static void on_alarm(int number) {
    (void)number;
    bd_run_give_up(endless);
}

/* two thousand million turns are allowed: nobody waits for their end */
static void test_a_loop_without_end_is_given_up(void) {
    const char *text = function_model("function [y, n] = fcn(u, k)\ny = k; n = u;\n"
                                      "while n > 0.55\n y = y + 1;\nend\n",
                                      "", "");
    result r = {0};
    const bd_options options = bd_options_default();
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, &r.diagram, NULL, &r.error),
        BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &r.base, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(r.base, "k = 3;", "test", NULL, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_model_compile(r.diagram, r.base, &options, &r.model, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_create(r.model, &(bd_run_options){0}, &r.run, &r.error), BD_OK);
    endless = r.run;
    CU_ASSERT_EQUAL_FATAL(bd_run_start(r.run, &r.error), BD_OK);
    const struct sigaction give_up = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &give_up, NULL);
    alarm(1);
    bd_status status = BD_OK;
    while (status == BD_OK && !bd_run_is_done(r.run))
        status = bd_run_step(r.run, &r.error);
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(r.error.text, "the run was interrupted here");
    CU_ASSERT_DOUBLE_EQUAL(bd_run_time(r.run), 0.6, 1e-9);
    CU_ASSERT_EQUAL(bd_run_time_count(r.run), 6); /* what was before is kept */
    bd_error unused;
    (void)bd_run_finish(r.run, &unused);
    signal(SIGALRM, SIG_DFL);
    finish(&r);
}

/* a product with a sum in one instruction gives the bits of the two: there is no fused rounding */
static void test_products_and_sums_round_twice(void) {
    result r = run_text(function_model("function [y, n] = fcn(u, k)\n"
                                       "y = [k * u + 0.1; 0.1 + k * u; k * u - 0.1; 0.1 - k * u; "
                                       "k * u + u * 3 - u * k];\nn = 0;\nend\n",
                                       "", "dataType \"Inherit: Same as Simulink\"\n"),
                        "m.mdl", "k = 1/3;");
    const volatile double k = 1.0 / 3.0, p = k * 1.0, q = 3.0;
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), p + 0.1);
    CU_ASSERT_EQUAL(last(&r, "y", 1), 0.1 + p);
    CU_ASSERT_EQUAL(last(&r, "y", 2), p - 0.1);
    CU_ASSERT_EQUAL(last(&r, "y", 3), 0.1 - p);
    CU_ASSERT_EQUAL(last(&r, "y", 4), p + q - p);
    finish(&r);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_a_loop_without_end_is_given_up),
                             MR_TEST(test_arguments_parameters_and_sizes),
                             MR_TEST(test_persistent_variables_count_major_steps),
                             MR_TEST(test_persistent_variables_are_saved_with_the_run),
                             MR_TEST(test_a_discrete_function_has_its_sample_time),
                             MR_TEST(test_declared_types_hold),
                             MR_TEST(test_declared_sizes_hold),
                             MR_TEST(test_results_of_variable_size),
                             MR_TEST(test_results_that_zeros_do_not_show_may_be_complex),
                             MR_TEST(test_more_than_is_declared_is_refused),
                             MR_TEST(test_mistakes_name_the_function_and_line),
                             MR_TEST(test_products_and_sums_round_twice),
                             MR_TEST(test_level_1_m_sfunctions),
                             MR_TEST(test_level_2_m_sfunctions)};
    return mr_test_main("m_code", tests, sizeof tests / sizeof *tests, argc, argv);
}
