/* blocks in M code: MATLAB Function and S-functions as .m files, in small models of text */
#define _POSIX_C_SOURCE 200809L
#include "bd_test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct pen {
    char text[20000];
    size_t used;
} pen;

static void put(pen *p, const char *format, ...) {
    va_list list;
    va_start(list, format);
    p->used += (size_t)vsnprintf(p->text + p->used, sizeof p->text - p->used, format, list);
    va_end(list);
    CU_ASSERT_FATAL(p->used < sizeof p->text);
}

static void line(pen *p, const char *from, int output, const char *to, int input) {
    put(p, "Line {\nSrcBlock \"%s\"\nSrcPort %d\nDstBlock \"%s\"\nDstPort %d\n}\n", from, output,
        to, input);
}

static void put_script(pen *p, const char *script) {
    for (; *script; script++)
        put(p, *script == '\n' ? "\\n" : *script == '"' ? "\\\"" : "%c", *script);
}

/* Clock → f(u) → y, n; parameter k. `more` are further properties of the chart, `data` of y */
static const char *function_model(const char *script, const char *more, const char *data) {
    static pen p;
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
            "Block {\nBlockType SubSystem\nName \"f\"\nPorts [1, 2]\nSFBlockType \"MATLAB "
            "Function\"\nSystem {\nName \"f\"\n"
            "Block {\nBlockType Inport\nName \"u\"\nPort \"1\"\n}\n"
            "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"
            "Tag \"Stateflow S-Function m 1\"\nPorts [1, 3]\n}\n"
            "Block {\nBlockType Demux\nName \" Demux \"\nOutputs \"1\"\nPorts [1, 1]\n}\n"
            "Block {\nBlockType Terminator\nName \" Terminator \"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "u", 1, " SFunction ", 1);
    line(&p, " SFunction ", 1, " Demux ", 1);
    line(&p, " Demux ", 1, " Terminator ", 1);
    line(&p, " SFunction ", 2, "y", 1);
    line(&p, " SFunction ", 3, "n", 1);
    put(&p, "}\n}\nBlock {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "t", 1, "f", 1);
    line(&p, "f", 1, "y", 1);
    line(&p, "f", 2, "n", 1);
    put(&p,
        "}\n}\nStateflow {\nmachine {\nid 1\nname \"m\"\n}\nchart {\nid 2\nname \"f\"\n"
        "type EML_CHART\ntreeNode [0 3 0 0]\nmachine 1\nfirstData 10\nchartFileNumber 1\n%s}\n"
        "state {\nid 3\nlabelString \"eML_blk_kernel()\"\ntreeNode [2 0 0 0]\nssIdNumber 1\n"
        "type FUNC_STATE\neml {\nisEML 1\nscript \"",
        more);
    put_script(&p, script);
    put(&p, "\"\n}\n}\n");
    static const char *const names[] = {"u", "y", "n", "k"};
    static const char *const scopes[] = {"INPUT", "OUTPUT", "OUTPUT", "PARAMETER"};
    for (int i = 0; i < 4; i++)
        put(&p,
            "data {\nid %d\nssIdNumber %d\nname \"%s\"\nlinkNode [2 %d %d]\nscope %s_DATA\n%s}\n",
            10 + i, 10 + i, names[i], i ? 9 + i : 0, i < 3 ? 11 + i : 0, scopes[i],
            i == 1 ? data : "dataType \"Inherit: Same as Simulink\"\n");
    put(&p, "instance {\nid 30\nname \"f\"\nmachine 1\nchart 2\n}\n}\n");
    return p.text;
}

typedef struct result {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_model *model;
    bd_run *run;
    bd_error error;
    bd_status status;
} result;

static result run_text(const char *text, const char *name, const char *variables) {
    result r = {0};
    const bd_options options = bd_options_default();
    r.status = bd_diagram_read_memory(text, strlen(text), name, NULL, &r.diagram, NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_create("base", NULL, &r.base, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_run(r.base, variables, "test", NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_model_compile(r.diagram, r.base, &options, &r.model, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_create(r.model, &(bd_run_options){0}, &r.run, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_complete(r.run, &r.error);
    return r;
}

static void finish(result *r) {
    bd_run_free(r->run);
    bd_model_free(r->model);
    bd_workspace_free(r->base);
    bd_diagram_free(r->diagram);
}

/* element of an output at the last time */
static double last(const result *r, const char *name, int element) {
    for (int k = 0; k < bd_run_record_count(r->run); k++) {
        const bd_record *record = bd_run_record(r->run, k);
        if (strcmp(record->name, name) == 0)
            return bd_run_record_row(r->run, k, record->row_count - 1)[element];
    }
    CU_FAIL("no such output");
    return NAN;
}

static void assert_runs(const result *r) {
    if (r->status != BD_OK)
        puts(r->error.text);
    CU_ASSERT_EQUAL_FATAL(r->status, BD_OK);
}

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

static void assert_fails(const char *script, const char *words) {
    result r = run_text(function_model(script, "", ""), "m.mdl", "k = 1;");
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    if (!strstr(r.error.text, words))
        printf("\n%s\n", r.error.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, words));
    finish(&r);
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

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_arguments_parameters_and_sizes),
                             MR_TEST(test_persistent_variables_count_major_steps),
                             MR_TEST(test_a_discrete_function_has_its_sample_time),
                             MR_TEST(test_declared_types_hold),
                             MR_TEST(test_mistakes_name_the_function_and_line),
                             MR_TEST(test_level_1_m_sfunctions),
                             MR_TEST(test_level_2_m_sfunctions)};
    return mr_test_main("m_code", tests, sizeof tests / sizeof *tests, argc, argv);
}
