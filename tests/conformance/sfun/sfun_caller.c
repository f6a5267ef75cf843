/* parameter 0: offers a function of the model, which is told. 1: y = twice(t + 1); 2: too few
 * arguments, 3: too little memory, 4: a function that was not declared, 5: as 1, with
 * sizes in elements */
#define S_FUNCTION_NAME  sfun_caller
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void twice(SimStruct *S, int_T tid, ssFcnCallExecArgs *args) {
    UNUSED_ARG(S);
    UNUSED_ARG(tid);
    *(real_T *)ssGetSimulinkFunctionOutput(args, 0) =
        2.0 * *(real_T *)ssGetSimulinkFunctionInput(args, 0);
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 0) ||
        !ssSetNumOutputPorts(S, mxGetScalar(ssGetSFcnParam(S, 0)) == 0.0 ? 0 : 1))
        return;
    if (ssGetNumOutputPorts(S) == 1)
        ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    CHECK(S, !ssQuerySimulinkFunction(S, "twice", SS_SIMULINK_FUNCTION_QUERY_IS_DECLARED));
    if (mxGetScalar(ssGetSFcnParam(S, 0)) == 0.0) {
        size_t dims[1] = {1};
        ssDeclareSimulinkFunction(S, "y = twice(u)", twice, SS_GLOBAL_VISIBILITY);
        ssSetSimulinkFunctionArgDataType(S, "twice", "u", SS_DOUBLE);
        ssSetSimulinkFunctionArgComplexity(S, "twice", "u", false);
        ssSetSimulinkFunctionArgDimensions(S, "twice", "u", 1, dims);
    } else {
        ssDeclareSimulinkFunction(S, "y = twice(u)", NULL, SS_GLOBAL_VISIBILITY);
        ssDeclareFunctionCaller(S, "y = twice(u)");
        CHECK(S, ssQuerySimulinkFunction(S, "twice", SS_SIMULINK_FUNCTION_QUERY_IS_DECLARED));
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const int_T what = (int_T)mxGetScalar(ssGetSFcnParam(S, 0));
    real_T u = ssGetT(S) + 1.0, y = 0.0;
    _ssFcnCallExecArgInfo in[1] = {{&u, sizeof u, NULL}}, out[1] = {{&y, sizeof y, NULL}};
    UNUSED_ARG(tid);
    if (what == 3)
        out[0].dataSize = 4;
    if (what == 5)
        in[0].dataSize = out[0].dataSize = 1;
    ssCallSimulinkFunction(S, what == 4 ? "thrice" : "twice", what == 2 ? 0 : 1, in, 1, out);
    if (what != 0)
        *ssGetOutputPortRealSignal(S, 0) = y;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
