/* offers or calls a function of the model: compiles, and is told when it does */
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
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 0))
        return;
    ssSetNumSampleTimes(S, 1);
    CHECK(S, !ssQuerySimulinkFunction(S, "twice", SS_SIMULINK_FUNCTION_QUERY_IS_DECLARED));
    if (mxGetScalar(ssGetSFcnParam(S, 0)) == 0.0) {
        size_t dims[1] = {1};
        ssDeclareSimulinkFunction(S, "y = twice(u)", twice, SS_GLOBAL_VISIBILITY);
        ssSetSimulinkFunctionArgDataType(S, "twice", "u", SS_DOUBLE);
        ssSetSimulinkFunctionArgComplexity(S, "twice", "u", false);
        ssSetSimulinkFunctionArgDimensions(S, "twice", "u", 1, dims);
    } else {
        ssDeclareFunctionCaller(S, "y = twice(u)");
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T u = 1.0, y = 0.0;
    _ssFcnCallExecArgInfo in[1] = {{&u, sizeof u, NULL}}, out[1] = {{&y, sizeof y, NULL}};
    UNUSED_ARG(tid);
    ssCallSimulinkFunction(S, "twice", 1, in, 1, out);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
