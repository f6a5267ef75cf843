/* what M code of blocks finds around it: its block and model, global variables, the sizes of loops,
 * and someone who stops it */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

#include <pthread.h>

/* Clock → block → y; `block` are the lines of its type */
static const char *block_model(const char *block) {
    static pen p;
    p.used = 0;
    put(&p,
        "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
        "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
        "Block {\n%sName \"s\"\nPorts [1, 1]\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n",
        block);
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    put(&p, "}\n}\n");
    return p.text;
}

static const char counter[] =
    "function [sys, x0, str, ts] = count_up(t, x, u, flag, own)\n"
    "global shared\n"
    "switch flag\n case 0\n  s = simsizes; s.NumContStates = 0; s.NumDiscStates = 0;\n"
    "  s.NumOutputs = 1; s.NumInputs = 1; s.DirFeedthrough = 1; s.NumSampleTimes = 1;\n"
    "  sys = simsizes(s); x0 = []; str = []; ts = [0.1 0];\n"
    " case 3\n  if own, shared = shared + 1; end\n  sys = shared;\n otherwise\n  sys = [];\nend\n";

/* two S-functions see one global variable, which begins as the base workspace has it */
static void test_global_variables_are_shared_by_the_blocks_of_a_run(void) {
    place here;
    static pen p;
    place_make(&here);
    place_add(&here, "count_up.m", counter);
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n");
    for (int k = 0; k < 2; k++)
        put(&p,
            "Block {\nBlockType \"S-Function\"\nName \"s%d\"\nFunctionName \"count_up\"\n"
            "Parameters \"%d\"\nPorts [1, 1]\n}\n"
            "Block {\nBlockType Outport\nName \"y%d\"\nPort \"%d\"\n}\n",
            k, k == 0, k, k + 1);
    line(&p, "t", 1, "s0", 1);
    line(&p, "s0", 1, "s1", 1);
    line(&p, "s0", 1, "y0", 1);
    line(&p, "s1", 1, "y1", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, here.model, "shared = 100;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y0", 0), 111.0); /* 11 hits */
    CU_ASSERT_EQUAL(last(&r, "y1", 0), 111.0);
    /* a second run begins anew, to the bit */
    CU_ASSERT_EQUAL(bd_run_complete(r.run, &r.error), BD_OK);
    CU_ASSERT_EQUAL(last(&r, "y1", 0), 111.0);
    /* and what is restored goes on from the variable as it was */
    CU_ASSERT_EQUAL(bd_run_start(r.run, &r.error), BD_OK);
    for (int k = 0; k < 4; k++)
        CU_ASSERT_EQUAL(bd_run_step(r.run, &r.error), BD_OK);
    const size_t size = bd_run_state_size(r.run);
    unsigned char *bytes = malloc(size);
    CU_ASSERT_EQUAL(bd_run_save(r.run, bytes, size, &r.error), BD_OK);
    for (int way = 0; way < 2; way++) {
        while (!bd_run_is_done(r.run))
            CU_ASSERT_EQUAL_FATAL(bd_run_step(r.run, &r.error), BD_OK);
        CU_ASSERT_EQUAL(last(&r, "y1", 0), 111.0);
        CU_ASSERT_EQUAL(bd_run_restore(r.run, bytes, size, &r.error), BD_OK);
    }
    free(bytes);
    finish(&r);
    place_remove(&here);
}

/* functions that a function calls know the block, its parameters and the base workspace */
static void test_functions_look_at_their_block_and_model(void) {
    place here;
    place_make(&here);
    place_add(
        &here, "looks.m",
        "function looks(block)\nblock.NumInputPorts = 1;\nblock.NumOutputPorts = 1;\n"
        "block.InputPort(1).DirectFeedthrough = true;\n"
        "block.OutputPort(1).Dimensions = 4;\nblock.SampleTimes = [0.1 0];\n"
        "block.RegBlockMethod('Outputs', @out);\n"
        "function out(block)\nblock.OutputPort(1).Data = deeper(block);\n"
        "function y = deeper(block)\n"
        "ok = true;\ntry\n set_param(block.BlockHandle, 'Tag', 'x');\n ok = false;\ncatch\nend\n"
        "y = [strcmp(gcb, 'm/s'); strcmp(get_param(block.BlockHandle, 'FunctionName'), "
        "'looks'); evalin('base', 'k + 1'); ok];\n");
    result r = run_text(block_model("BlockType \"M-S-Function\"\nFunctionName \"looks\"\n"),
                        here.model, "k = 41;");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 1.0);
    CU_ASSERT_EQUAL(last(&r, "y", 1), 1.0);
    CU_ASSERT_EQUAL(last(&r, "y", 2), 42.0);
    CU_ASSERT_EQUAL(last(&r, "y", 3), 1.0); /* a compiled model is constant */
    finish(&r);
    place_remove(&here);
}

/* a run with a parameter of its own (a sweep): code that looks for it while running reads that */
static void test_code_reads_the_parameters_of_its_run(void) {
    place here;
    static pen p;
    place_make(&here);
    place_add(&here, "asks.m", "function y = asks(u)\ny = str2double(get_param('m/g', 'Gain'));\n");
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
            "Block {\nBlockType Gain\nName \"g\"\nGain \"2\"\n}\n"
            "Block {\nBlockType MATLABFcn\nName \"s\"\nMATLABFcn \"asks(u)\"\n"
            "OutputDimensions \"1\"\nOutput1D on\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"z\"\nPort \"2\"\n}\n");
    line(&p, "t", 1, "g", 1);
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    line(&p, "g", 1, "z", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, here.model, "");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 2.0);
    bd_run_free(r.run);
    const bd_run_setting setting = {"m/g", "Gain", "7"};
    const bd_run_options how = {.settings = &setting, .setting_count = 1};
    CU_ASSERT_EQUAL_FATAL(bd_run_create(r.model, &how, &r.run, &r.error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(r.run, &r.error), BD_OK);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "z", 0), 7.0, 1e-12);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 7.0);
    finish(&r);
    place_remove(&here);
}

/* SimulationCommand stop ends the run after the step */
static void test_code_may_stop_the_run(void) {
    place here;
    place_make(&here);
    place_add(&here, "stops.m",
              "function y = stops(u)\nif u > 0.45\n set_param(bdroot, 'SimulationCommand', "
              "'stop');\nend\ny = u;\n");
    result r =
        run_text(block_model("BlockType \"MATLABFcn\"\nMATLABFcn \"stops\"\n"), here.model, "");
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 0.5, 1e-12);
    finish(&r);
    place_remove(&here);
}

/* the compiled form gives the interpreter's numbers, also where it has to ask it: for u < 0.5 the
 * root is complex on the way */
static void test_interpreted_functions_are_compiled(void) {
    place here;
    place_make(&here);
    place_add(&here, "plant.m",
              "function q = plant(u)\nD = [2 + u, 0.5; 0.5, 1];\n"
              "q = inv(D) * [u; 1] + [abs(sqrt(u - 0.5)); 0];\n");
    result r = run_text(
        block_model("BlockType \"MATLABFcn\"\nMATLABFcn \"plant\"\nOutputDimensions \"2\"\n"),
        here.model, "");
    assert_runs(&r);
    const double d = 3.0 * 1.0 - 0.25; /* at u = 1 */
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), (1.0 - 0.5) / d + sqrt(0.5), 1e-14);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 1), (3.0 - 0.5) / d, 1e-14);
    finish(&r);
    place_remove(&here);
}

/* y(k + 1) = f(y(k)) through a Unit Delay: the size of the loop follows from the text alone */
static void test_a_loop_gets_its_size_from_the_function(void) {
    const char *text = function_model("function [y, n] = fcn(u, k)\nm = 3;\ny = zeros(m, 1);\n"
                                      "y(1:3) = u(1:3) + [1; 2; 3];\nn = 0;\nend\n",
                                      "", "dataType \"Inherit: Same as Simulink\"\n");
    static char loop[20000];
    const char *from = strstr(text, "Line {\nSrcBlock \"t\"");
    CU_ASSERT_PTR_NOT_NULL_FATAL(from);
    const char *rest = strstr(from, "}\n") + 2;
    snprintf(loop, sizeof loop,
             "%.*sBlock {\nBlockType UnitDelay\nName \"z\"\nX0 \"0\"\nSampleTime \"0.1\"\n}\n"
             "Line {\nSrcBlock \"z\"\nSrcPort 1\nDstBlock \"f\"\nDstPort 1\n}\n"
             "Line {\nSrcBlock \"f\"\nSrcPort 1\nBranch {\nDstBlock \"z\"\nDstPort 1\n}\n"
             "Branch {\nDstBlock \"y\"\nDstPort 1\n}\n}\n%s",
             (int)(from - text), text, strstr(strstr(rest, "Line {"), "}\n") + 2);
    result r = run_text(loop, "m.mdl", "k = 0;");
    assert_runs(&r);
    for (int e = 0; e < 3; e++)
        CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", e), 11.0 * (e + 1), 1e-12);
    finish(&r);
}

/* two functions in a loop: the second one knows the sizes of all its inputs before their types */
static void test_a_loop_gets_sizes_before_types(void) {
    static pen p;
    static const char *const names[] = {"f", "g"};
    static const char *const scripts[] = {
        "function y = f(u)\ny = zeros(3, 1);\ny(1:3) = u(1:3) + [1; 2; 3];\nend\n",
        "function y = g(u)\ny = u;\ny(2) = u(2) + 1;\nend\n"};
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType UnitDelay\nName \"z\"\nX0 \"0\"\n"
            "SampleTime \"0.1\"\n}\nBlock {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n");
    for (int k = 0; k < 2; k++) {
        put(&p,
            "Block {\nBlockType SubSystem\nName \"%s\"\nPorts [1, 1]\nSFBlockType \"MATLAB "
            "Function\"\nSystem {\nName \"%s\"\n"
            "Block {\nBlockType Inport\nName \"u\"\nPort \"1\"\n}\n"
            "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"
            "Tag \"Stateflow S-Function m %d\"\nPorts [1, 2]\n}\n"
            "Block {\nBlockType Terminator\nName \" Terminator \"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n",
            names[k], names[k], k + 1);
        line(&p, "u", 1, " SFunction ", 1);
        line(&p, " SFunction ", 1, " Terminator ", 1);
        line(&p, " SFunction ", 2, "y", 1);
        put(&p, "}\n}\n");
    }
    line(&p, "z", 1, "f", 1);
    line(&p, "f", 1, "g", 1);
    put(&p, "Line {\nSrcBlock \"g\"\nSrcPort 1\nBranch {\nDstBlock \"z\"\nDstPort 1\n}\n"
            "Branch {\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n}\nStateflow {\nmachine {\nid 1\nname "
            "\"m\"\n}\n");
    for (int k = 0; k < 2; k++) {
        const int id = 100 * (k + 1);
        put(&p,
            "chart {\nid %d\nname \"%s\"\ntype EML_CHART\ntreeNode [0 %d 0 0]\nmachine 1\n"
            "firstData %d\nchartFileNumber %d\n}\nstate {\nid %d\nlabelString "
            "\"eML_blk_kernel()\"\ntreeNode [%d 0 0 0]\nssIdNumber 1\ntype FUNC_STATE\neml "
            "{\nisEML 1\nscript \"",
            id, names[k], id + 1, id + 2, k + 1, id + 1, id);
        put_script(&p, scripts[k]);
        put(&p,
            "\"\n}\n}\ndata {\nid %d\nssIdNumber 2\nname \"u\"\nlinkNode [%d 0 %d]\nscope "
            "INPUT_DATA\n}\ndata {\nid %d\nssIdNumber 3\nname \"y\"\nlinkNode [%d %d 0]\nscope "
            "OUTPUT_DATA\n}\ninstance {\nid %d\nname \"%s\"\nmachine 1\nchart %d\n}\n",
            id + 2, id, id + 3, id + 3, id, id + 2, id + 4, names[k], id);
    }
    put(&p, "}\n");
    result r = run_text(p.text, "m.mdl", "");
    assert_runs(&r);
    for (int e = 0; e < 3; e++) /* 11 hits; the second element grows by one more */
        CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", e), 11.0 * (e + 1 + (e == 1)), 1e-12);
    finish(&r);
}

static const char filter_class[] =
    "classdef smoother < matlab.System & matlab.system.mixin.Propagates\n"
    "  % a first-order filter\n"
    "  properties (Nontunable)\n    Weight = 0.5 % of the past\n  end\n"
    "  properties\n    Offset (1,1) double = 0; Name\n  end\n"
    "  properties (Access = private)\n    past\n    calls = 0;\n  end\n"
    "  methods\n    function obj = smoother(varargin)\n      setProperties(obj, nargin, "
    "varargin{:});\n    end\n  end\n"
    "  methods (Access = protected)\n"
    "    function setupImpl(obj, u)\n      obj.past = zeros(size(u));\n    end\n"
    "    function resetImpl(obj)\n      obj.past(:) = 10;\n    end\n"
    "    function [y, n] = stepImpl(obj, u)\n"
    "      obj.past = obj.mix(u);\n      bump(obj);\n"
    "      if obj.calls > 0, y = obj.past + obj.Offset; end\n      n = obj.calls;\n    end\n"
    "    function y = mix(obj, u)\n      y = obj.Weight * obj.past + (1 - obj.Weight) * u;\n"
    "    end\n"
    "    function bump(obj)\n      obj.calls = obj.calls + 1;\n    end\n"
    "  end\nend\n";

/* y(k) = w y(k - 1) + (1 - w) u(k) from 10, by the recursion itself */
static void test_system_objects(void) {
    place here;
    static pen p;
    double past = 10.0;
    place_make(&here);
    place_add(&here, "smoother.m", filter_class);
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 9.0\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
            "Block {\nBlockType MATLABSystem\nName \"s\"\nPorts [1, 2]\nSystem \"smoother\"\n"
            "Weight \"w\"\nOffset \"100\"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "t", 1, "s", 1);
    line(&p, "s", 1, "y", 1);
    line(&p, "s", 2, "n", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, here.model, "w = 0.75;");
    assert_runs(&r);
    for (int k = 0; k <= 10; k++)
        past = 0.75 * past + 0.25 * 0.1 * k;
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), past + 100.0, 1e-12);
    CU_ASSERT_EQUAL(last(&r, "n", 0), 11.0);
    finish(&r);
    unlink(here.files[0]);
    here.count = 0;
    r = run_text(p.text, here.model, "w = 0.75;");
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, "there is no file 'smoother.m'"));
    finish(&r);
    place_remove(&here);
}

/* a step of any number of inputs and outputs: the class tells how many there are. Its set-up takes
 * fewer inputs than there are */
static void test_system_objects_tell_their_ports(void) {
    place here;
    static pen p;
    place_make(&here);
    place_add(&here, "mixer.m",
              "classdef mixer < matlab.System\n"
              "  properties\n    Begin = 0;\n  end\n"
              "  methods (Access = protected)\n"
              "    function n = getNumInputsImpl(~)\n      n = 3;\n    end\n"
              "    function n = getNumOutputsImpl(~)\n      n = 2;\n    end\n"
              "    function setupImpl(obj, first)\n      obj.Begin = 1000 + first;\n    end\n"
              "    function varargout = stepImpl(obj, varargin)\n"
              "      varargout = {varargin{1} + 10*varargin{2} + 100*varargin{3} + obj.Begin, "
              "numel(varargin)};\n    end\n"
              "  end\nend\n");
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 9.0\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\n"
            "StopTime \"1\"\nSystem {\nName \"m\"\n"
            "Block {\nBlockType Constant\nName \"a\"\nValue \"1\"\n}\n"
            "Block {\nBlockType Constant\nName \"b\"\nValue \"2\"\n}\n"
            "Block {\nBlockType Constant\nName \"c\"\nValue \"3\"\n}\n"
            "Block {\nBlockType MATLABSystem\nName \"s\"\nPorts [3, 2]\nSystem \"mixer\"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "a", 1, "s", 1);
    line(&p, "b", 1, "s", 2);
    line(&p, "c", 1, "s", 3);
    line(&p, "s", 1, "y", 1);
    line(&p, "s", 2, "n", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, here.model, "");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 1.0 + 20.0 + 300.0 + 1001.0);
    CU_ASSERT_EQUAL(last(&r, "n", 0), 3.0);
    finish(&r);
    place_remove(&here);
}

/* outputs and update apart, and an input that does not go through: a counter in a loop */
static void test_system_objects_without_feedthrough(void) {
    place here;
    static pen p;
    place_make(&here);
    place_add(
        &here, "keeper.m",
        "classdef keeper < matlab.System & matlab.system.mixin.Nondirect\n"
        "  properties (Access = private)\n    kept = 3;\n  end\n"
        "  methods (Access = protected)\n"
        "    function y = outputImpl(obj, ~)\n      y = obj.kept;\n    end\n"
        "    function updateImpl(obj, u)\n      obj.kept = u + 1;\n    end\n"
        "    function flag = isInputDirectFeedthroughImpl(~, ~)\n      flag = false;\n    end\n"
        "  end\nend\n");
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 9.0\nSolver \"FixedStepDiscrete\"\nFixedStep \"0.1\"\n"
            "StopTime \"1\"\nSystem {\nName \"m\"\n"
            "Block {\nBlockType MATLABSystem\nName \"s\"\nPorts [1, 1]\nSystem \"keeper\"\n"
            "SampleTime \"0.1\"\n}\n"
            "Block {\nBlockType Gain\nName \"g\"\nGain \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n");
    line(&p, "s", 1, "g", 1);
    line(&p, "g", 1, "s", 1);
    line(&p, "g", 1, "y", 1);
    put(&p, "}\n}\n");
    result r = run_text(p.text, here.model, "");
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 13.0);
    finish(&r);
    place_remove(&here);
}

/* closed forms: the loop around (s + 2) / (s^2 + 3 s + 5), gains by characteristic polynomials, and
 * the residual of the Riccati equation. A statement that finds a difference fails */
static void test_control_design_in_scripts(void) {
    static const char script[] =
        "s = tf('s');\nG = (s + 2) / (s^2 + 3 * s + 5);\nH = feedback(G, 1);\n"
        "if ~isequal(H.num, [1 2]) || ~isequal(H.den, [1 4 7]), error('feedback'), end\n"
        "if norm(sort(real(pole(H))) - [-2; -2]) > 1e-12, error('pole'), end\n"
        "if dcgain(G) ~= 0.4 || zero(G) ~= -2, error('dcgain'), end\n"
        "P = G + 1 / s;\nif ~isequal(P.den, [1 3 5 0]) || ~isequal(P.num, [2 5 5]), error('sum'), "
        "end\n"
        "A = [0 1; -2 -3]; B = [0; 1];\n"
        "if norm(place(A, B, [-4 -5]) - [18 6]) > 1e-12, error('place'), end\n"
        "[K, X] = lqr(A, B, eye(2), 1);\n"
        "if norm(A' * X + X * A - X * B * B' * X + eye(2)) > 1e-10 || norm(K - B' * X) > 1e-10, "
        "error('lqr'), end\n"
        "[L, Y] = dlqr([1 0.1; 0 1], [0; 0.1], eye(2), 2);\nF = [1 0.1; 0 1]; g = [0; 0.1];\n"
        "if norm(F' * Y * F - Y - F' * Y * g * L + eye(2)) > 1e-8, error('dlqr'), end\n"
        "if rank(ctrb(A, B)) ~= 2 || norm(lyap(A, eye(2)) * A' + A * lyap(A, eye(2)) + eye(2)) > "
        "1e-12, error('lyap'), end\n";
    bd_workspace *base = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run(base, script, "test", NULL, &error), BD_OK);
    if (error.text[0])
        puts(error.text);
    bd_workspace_free(base);
}

/* closed forms: decay, an oscillator at given times, a stiff problem, time that runs back */
static void test_initial_value_problems_in_scripts(void) {
    static const char script[] =
        "[t, y] = ode45(@(t, y) -y, [0 1], 1);\n"
        "if abs(y(end) - exp(-1)) > 1e-4 || t(end) ~= 1 || t(1) ~= 0, error('decay'), end\n"
        "[t, y] = ode45(@(t, y) [y(2); -y(1)], [0 1 2 3], [1 0], "
        "odeset('RelTol', 1e-9, 'AbsTol', 1e-11));\n"
        "if ~isequal(t, (0:3)') || norm(y - [cos(t) -sin(t)]) > 1e-6, error('oscillator'), end\n"
        "[t, y] = ode15s(@(t, y) -1e4 * (y - cos(t)), [0 2], 0);\n"
        "if abs(y(end) - cos(2)) > 2e-3 || numel(t) > 300, error('stiff'), end\n"
        "[t, y] = ode23(@(t, y, a) a * y, [1 0], exp(2), [], 2);\n"
        "if abs(y(end) - 1) > 1e-2, error('back'), end\n"
        "s = ode45(@(t, y) 2 * t, [0 3], 0);\n"
        "if abs(s.y(end) - 9) > 1e-9 || s.x(end) ~= 3, error('structure'), end\n"
        "try\n ode45(@(t, y) y, [0 1], 1, odeset('Events', @(t, y) y));\n error('events');\n"
        "catch e\n if isempty(strfind(e.message, 'the option Events')), rethrow(e), end\nend\n"
        "q = integral(@(x) exp(-x .^ 2), -Inf, Inf);\n"
        "if abs(q - sqrt(pi)) > 1e-9, error('integral'), end\n"
        "q = integral(@(x) 1 ./ sqrt(x), 0, 1);\nif abs(q - 2) > 1e-5, error('end'), end\n";
    bd_workspace *base = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run(base, script, "test", NULL, &error), BD_OK);
    if (error.text[0])
        puts(error.text);
    bd_workspace_free(base);
}

/* what Octave 8 prints for the same statements */
static void test_code_prints_as_octave_does(void) {
    place here;
    place_make(&here);
    place_add(&here, "talks.m",
              "function y = talks(u)\ny = u;\nif u > 0.05\n return\nend\n"
              "a = 3\nb = 3.5\nc = [1 2 3]\nd = [1.5 2; 3 4]\ne = [1e5 1.5]\nf = 0.001\n"
              "g = 100.5\nh = int8([1 2; -3 100])\nk = 'abc'\nl = [1.5 Inf]\nm = zeros(0, 3)\n"
              "n = 12345.678\no = true\nq = 0.01\nr = 123456\n"
              "disp(pi), disp([1.5; 2]), disp('a')\nfprintf('%d: %s\\n', 5, 'x');\n"
              "fprintf(1, '%5.2f|', [1 2]);\n2 * 3\n");
    result r =
        run_text(block_model("BlockType \"MATLABFcn\"\nMATLABFcn \"talks\"\n"), here.model, "");
    assert_runs(&r);
    CU_ASSERT_STRING_EQUAL(
        printed,
        "a = 3\nb = 3.5000\nc =\n\n   1   2   3\n\nd =\n\n   1.5000   2.0000\n   3.0000   "
        "4.0000\n\n"
        "e =\n\n   1.0000e+05   1.5000e+00\n\nf = 1.0000e-03\ng = 100.50\n"
        "h =\n\n     1     2\n    -3   100\n\nk = abc\nl =\n\n   1.5000      Inf\n\nm = [](0x3)\n"
        "n = 1.2346e+04\no = 1\nq = 0.010000\nr = 123456\n"
        "3.1416\n   1.5000\n   2.0000\na\n5: x\n 1.00| 2.00|ans = 6\n");
    finish(&r);
    place_remove(&here);
}

/* code of a block that tries to leave: each of these stops the run with a sentence, or does
 * nothing, and the mark beside the model is never made or lost. `load` of a device and of what is
 * no plain file too */
static void test_hostile_code_stays_in_its_room(void) {
    static const char *const tries[] = {
        "system('touch MARK');",
        "[s, o] = system('touch MARK');",
        "unix('touch MARK');",
        "dos('touch MARK');",
        "shell_cmd('touch MARK');",
        "popen('touch MARK', 'r');",
        "exec('/bin/touch', {'MARK'});",
        "eval('!touch MARK');",
        "eval('system(''touch MARK'')');",
        "evalin('base', 'system(''touch MARK'')');",
        "feval('system', 'touch MARK');",
        "cellfun(@system, {'touch MARK'});",
        "f = str2func('system'); f('touch MARK');",
        "fid = fopen('MARK', 'w'); fprintf(fid, 'x'); fclose(fid);",
        "save('MARK', 'y');",
        "save MARK y",
        "diary('MARK'); disp(1);",
        "dlmwrite('MARK', 1);",
        "csvwrite('MARK', 1);",
        "unlink('KEEP');",
        "delete('KEEP');",
        "rename('KEEP', 'MARK');",
        "movefile('KEEP', 'MARK');",
        "copyfile('KEEP', 'MARK');",
        "rmdir('FOLDER', 's');",
        "mkdir('MARK');",
        "urlread('http://127.0.0.1:9/');",
        "urlwrite('http://127.0.0.1:9/', 'MARK');",
        "webread('http://127.0.0.1:9/');",
        "javaObject('java.io.File', 'MARK');",
        "java.io.File('MARK');",
        "dlopen('libc.so.6');",
        "loadlibrary('libc.so.6');",
        "autoload('f', 'MARK');",
        "mex('MARK');",
        "setenv('PATH', '/');",
        "load('/dev/zero');",
        "load('/dev/stdin');",
        "x = load('/etc/passwd');",
        "addpath('/tmp'); cd('/');",
        "exit(0);",
        "quit",
        "kill(getpid(), 9);",
        "fork();",
        "run('/etc/passwd');",
        "source('/etc/passwd');",
    };
    place here;
    char keep[80], mark[80];
    place_make(&here);
    place_add(&here, "kept.txt", "x");
    place_add(&here, "hostile.m", "");
    snprintf(keep, sizeof keep, "%s", here.files[0]);
    snprintf(mark, sizeof mark, "%s/mark", here.folder);
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
        char body[400] = "";
        for (const char *c = tries[k]; *c;) {
            const size_t used = strlen(body);
            const char *word = strncmp(c, "MARK", 4) == 0     ? mark
                               : strncmp(c, "KEEP", 4) == 0   ? keep
                               : strncmp(c, "FOLDER", 6) == 0 ? here.folder
                                                              : NULL;
            snprintf(body + used, sizeof body - used, "%s", word ? word : (char[]){*c, '\0'});
            c += word ? (*c == 'F' ? 6 : 4) : 1;
        }
        FILE *file = fopen(here.files[1], "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        fprintf(file, "function y = hostile(u)\ny = u;\n%s\n", body);
        fclose(file);
        result r = run_text(block_model("BlockType \"MATLABFcn\"\nMATLABFcn \"hostile\"\n"),
                            here.model, "");
        if (r.status != BD_OK)
            CU_ASSERT(strlen(r.error.text) > 10);
        finish(&r);
        if (access(mark, F_OK) == 0 || access(keep, F_OK) != 0)
            printf("left its room: %s\n", tries[k]);
        CU_ASSERT_NOT_EQUAL(access(mark, F_OK), 0);
        CU_ASSERT_EQUAL(access(keep, F_OK), 0);
    }
    CU_ASSERT_PTR_NOT_NULL(getenv("PATH"));
    CU_ASSERT_NOT_EQUAL(strcmp(getenv("PATH"), "/"), 0);
    place_remove(&here);
}

static void *stop_soon(void *run) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    bd_run_give_up(run);
    return NULL;
}

/* a loop that never ends, as numbers and as values, is left with file and line; what was recorded
 * before stays */
static void stop_endless(const char *body, const char *told) {
    char script[400];
    snprintf(
        script, sizeof script,
        "function [y, n] = fcn(u, k)\ny = u;\nn = 0;\nif u > 0.35\n while true\n  %s\n end\nend\n",
        body);
    result r = {0};
    const char *text = function_model(script, "", "dataType \"Inherit: Same as Simulink\"\n");
    const bd_options options = bd_options_default();
    pthread_t other;
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, &r.diagram, NULL, &r.error),
        BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &r.base, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(r.base, "k = 0;", "test", NULL, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_model_compile(r.diagram, r.base, &options, &r.model, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_create(r.model, &(bd_run_options){0}, &r.run, &r.error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&other, NULL, stop_soon, r.run), 0);
    CU_ASSERT_NOT_EQUAL(bd_run_complete(r.run, &r.error), BD_OK);
    pthread_join(other, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, told));
    if (!strstr(r.error.text, told))
        puts(r.error.text);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 0.3, 1e-12);
    finish(&r);
}

static void test_endless_code_can_be_stopped(void) {
    stop_endless("n = n + 1;", "in 'fcn': the run was interrupted here");
    stop_endless("s.c = {n};", "in 'fcn': the run was interrupted here");
    /* a pattern that backtracks: the function of the language itself is left, not only the loop */
    stop_endless("n = numel(regexp(repmat('a', 1, 40), '(a+)+b'));",
                 "the run was interrupted here");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_global_variables_are_shared_by_the_blocks_of_a_run),
                             MR_TEST(test_functions_look_at_their_block_and_model),
                             MR_TEST(test_code_reads_the_parameters_of_its_run),
                             MR_TEST(test_code_may_stop_the_run),
                             MR_TEST(test_interpreted_functions_are_compiled),
                             MR_TEST(test_a_loop_gets_its_size_from_the_function),
                             MR_TEST(test_a_loop_gets_sizes_before_types),
                             MR_TEST(test_system_objects),
                             MR_TEST(test_system_objects_tell_their_ports),
                             MR_TEST(test_system_objects_without_feedthrough),
                             MR_TEST(test_hostile_code_stays_in_its_room),
                             MR_TEST(test_code_prints_as_octave_does),
                             MR_TEST(test_control_design_in_scripts),
                             MR_TEST(test_initial_value_problems_in_scripts),
                             MR_TEST(test_endless_code_can_be_stopped)};
    return mr_test_main("m_around", tests, sizeof tests / sizeof *tests, argc, argv);
}
