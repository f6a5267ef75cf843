/* S-functions as .m files: the times that they choose themselves, what they say wrongly; and
 * MATLAB Functions that use a data store */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

/* Clock → block → y; `block` are the lines of its type */
static const char *model_of(const char *solver, const char *block) {
    static pen p;
    p.used = 0;
    put(&p,
        "Model {\nName \"m\"\nVersion 7.6\nSolver \"%s\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
        "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
        "Block {\n%sName \"s\"\nPorts [1, 1]\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n",
        solver, block);
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    put(&p, "}\n}\n");
    return p.text;
}

typedef struct m_case {
    const char *code, *words;
} m_case;

static result run_code(const char *solver, const char *block, const char *code) {
    place here;
    place_make(&here);
    place_add(&here, "f.m", code);
    result r = run_text(model_of(solver, block), here.model, "");
    place_remove(&here);
    return r;
}

static void refuse_all(const char *block, const m_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        result r = run_code("ode4", block, cases[i].code);
        CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
        MR_ASSERT_CONTAINS(r.error.text, "m/s");
        MR_ASSERT_CONTAINS(r.error.text, cases[i].words);
        finish(&r);
    }
}

#define LEVEL_1 "BlockType \"S-Function\"\nFunctionName \"f\"\n"
#define LEVEL_2 "BlockType \"M-S-Function\"\nFunctionName \"f\"\n"
#define FLAGS                                                                                      \
    "function [sys, x0, str, ts] = f(t, x, u, flag)\nx0 = []; str = []; ts = [0.1 0]; sys = [];\n" \
    "switch flag\n"

/* sizes: continuous and discrete states, outputs, inputs, roots, feedthrough, sample times */
static void test_level_1_sizes_and_numbers_are_checked(void) {
    static const m_case cases[] = {
        {FLAGS "case 0\n sys = [0 0 1];\nend\n", "'f' gives no sizes for flag 0"},
        {FLAGS "case 0\n sys = 'sizes';\nend\n", "'f' gives"},
        {FLAGS "case 0\n sys = [-1 0 1 1 0 1 1];\nend\n", "'f' gives a size of -1"},
        {FLAGS "case 0\n sys = [0 0.5 1 1 0 1 1];\nend\n", "'f' gives a size of 0.5"},
        {FLAGS "case 0\n sys = [0 0 1e9 1 0 1 1];\nend\n", "'f' gives a size of 1e+09"},
        {FLAGS "case 0\n sys = [1 1 1 1 0 1 1]; x0 = 3;\nend\n", "1 initial states for 2 states"},
        {FLAGS "case 0\n sys = [0 0 1 1 0 1 1];\ncase 3\n sys = [u u];\nend\n",
         "'f' gives 2 numbers for flag 3, not 1"},
        {FLAGS "case 0\n sys = [0 0 1 1 0 1 1];\ncase 3\n sys = 1i;\nend\n", "for flag 3"},
        {FLAGS "case 0\n sys = [0 1 1 1 0 1 1]; x0 = 1;\ncase 3\n sys = u;\nend\n",
         "'f' gives 0 numbers for flag 2, not 1"},
        {FLAGS "case 0\n sys = [0 0 1 1 0 1 1];\ncase 3\n error('no such luck');\nend\n",
         "no such luck"},
    };
    refuse_all(LEVEL_1, cases, sizeof cases / sizeof *cases);
}

/* as many inputs and outputs as the signal has: -1 */
static void test_level_1_sizes_follow_the_signal(void) {
    result r = run_code("ode4", LEVEL_1,
                        FLAGS "case 0\n sys = [0 0 -1 -1 0 1 1];\ncase 3\n sys = 2 * u;\nend\n");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 2.0, 1e-12);
    finish(&r);
}

/* every 0.3 s from 0 on, until 0.9: the output stays at 2 * 0.9 */
static void test_level_1_functions_choose_their_times(void) {
    result r = run_code("ode45", LEVEL_1,
                        FLAGS "case 0\n sys = [0 0 1 1 0 1 1]; ts = [-2 0];\n"
                              "case 3\n sys = 2 * u;\ncase 4\n sys = t + 0.3;\nend\n");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 1.8, 1e-9);
    finish(&r);
}

#define SETUP                                                                                      \
    "function f(block)\nblock.NumInputPorts = 1;\nblock.NumOutputPorts = 1;\n"                     \
    "block.SetPreCompInpPortInfoToDynamic;\nblock.SetPreCompOutPortInfoToDynamic;\n"               \
    "block.SampleTimes = [0.1 0];\nblock.RegBlockMethod('Outputs', @out);\n"

static void test_level_2_ports_are_checked(void) {
    static const m_case cases[] = {
        {"function f(block)\nblock.NumInputPorts = -1;\nblock.NumOutputPorts = 1;\n",
         "-1 inputs and 1 outputs are not possible"},
        {"function f(block)\nblock.NumInputPorts = 1;\nblock.NumOutputPorts = 1e6;\n",
         "1 inputs and 1e+06 outputs are not possible"},
        {SETUP "block.NumContStates = 1e8;\nfunction out(block)\n",
         "1e+08 continuous states are not possible"},
        {SETUP "block.NumContStates = -1;\nfunction out(block)\n",
         "-1 continuous states are not possible"},
        {SETUP "block.RegBlockMethod('PostPropagationSetup', @work);\nfunction out(block)\n"
               "function work(block)\nblock.NumDworks = 1;\nblock.Dwork(1).Dimensions = 0;\n",
         "Dwork(1): 0 elements are not possible"},
        {SETUP "function out(block)\nblock.OutputPort(1).Data = [1 2];\n", "m/s"},
        {SETUP "function out(block)\nerror('no such luck');\n", "no such luck"},
        {"function f(block)\nerror('at once');\n", "at once"},
    };
    refuse_all(LEVEL_2, cases, sizeof cases / sizeof *cases);
}

/* sizes and types of what is dynamic are those of the input; a number fills a signal */
static void test_level_2_ports_follow_the_signal(void) {
    result r = run_code("ode4", LEVEL_2,
                        SETUP "function out(block)\nblock.OutputPort(1).Data = "
                              "3 * block.InputPort(1).Data;\n");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 3.0, 1e-12);
    finish(&r);
    r = run_code("ode4", LEVEL_2,
                 SETUP "block.OutputPort(1).Dimensions = 3;\n"
                       "function out(block)\nblock.OutputPort(1).Data = 7;\n");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 2), 7.0);
    finish(&r);
}

/* k of the model of a MATLAB Function becomes a data store, with a memory if there is one */
static result run_store(const char *script, bool with_memory) {
    static pen p;
    p.used = 0;
    const char *text = function_model(script, "updateMethod DISCRETE\nsampleTime \"0.1\"\n",
                                      "dataType \"double\"\nprops {\narray {\nsize \"1\"\n}\n}\n");
    const char *lines = strstr(text, "Block {"), *scope = strstr(text, "PARAMETER_DATA");
    put(&p, "%.*s", (int)(lines - text), text);
    if (with_memory)
        put(&p, "Block {\nBlockType DataStoreMemory\nName \"memory\"\nDataStoreName \"k\"\n"
                "InitialValue \"5\"\n}\n");
    put(&p, "%.*sDATA_STORE_MEMORY_DATA%s", (int)(scope - lines), lines,
        scope + strlen("PARAMETER_DATA"));
    return run_text(p.text, "m.mdl", "");
}

/* 5, and one more at each of the times 0, 0.1 … 1 */
static void test_functions_count_in_a_data_store(void) {
    static const char script[] = "function [y, n] = fcn(u)\nglobal k\nk = k + 1;\ny = k; n = u;\n";
    result r = run_store(script, true);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 16.0);
    CU_ASSERT_EQUAL(bd_run_complete(r.run, &r.error), BD_OK);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 16.0); /* a second run begins anew */
    finish(&r);
    r = run_store(script, false);
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    MR_ASSERT_CONTAINS(r.error.text, "there is no Data Store Memory 'k' here or around");
    finish(&r);
    r = run_store("function [y, n] = fcn(u)\nglobal k\nk = [1 2 3];\ny = u; n = u;\n", true);
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    MR_ASSERT_CONTAINS(r.error.text, "data store 'k': ");
    finish(&r);
}

/* a type is a class, or a word of the workspace that stands for one */
static void test_functions_have_types_by_name(void) {
    static const char script[] = "function [y, n] = fcn(u, k)\ny = k; n = u;\n";
    result r = run_text(function_model(script, "", "dataType \"Kind\"\n"), "m.mdl",
                        "k = 2; Kind = 'double';");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 2.0);
    finish(&r);
    r = run_text(function_model(script, "", "dataType \"nobody\"\n"), "m.mdl", "k = 2;");
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    MR_ASSERT_CONTAINS(r.error.text, "data 'y' of type 'nobody' is not supported");
    finish(&r);
}

/* a property of a System object that is on or off is a truth */
static void test_properties_of_system_objects_may_be_switches(void) {
    static const char code[] = "classdef f < matlab.System\n properties\n  Twice = true\n end\n"
                               " methods (Access = protected)\n  function y = stepImpl(obj, u)\n"
                               "   if obj.Twice, y = 2 * u; else, y = u; end\n  end\n end\nend\n";
    result r = run_code("ode4", "BlockType MATLABSystem\nSystem \"f\"\nTwice \"off\"\n", code);
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 1.0, 1e-12);
    finish(&r);
    r = run_code("ode4", "BlockType MATLABSystem\nSystem \"f\"\nTwice \"on\"\n", code);
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 2.0, 1e-12);
    finish(&r);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_level_1_sizes_and_numbers_are_checked),
        MR_TEST(test_level_1_sizes_follow_the_signal),
        MR_TEST(test_level_1_functions_choose_their_times),
        MR_TEST(test_level_2_ports_are_checked),
        MR_TEST(test_level_2_ports_follow_the_signal),
        MR_TEST(test_functions_count_in_a_data_store),
        MR_TEST(test_functions_have_types_by_name),
        MR_TEST(test_properties_of_system_objects_may_be_switches),
    };
    return mr_test_main("blocks_m_sfunctions", tests, sizeof tests / sizeof *tests, argc, argv);
}
