/* the output is the input twice over: widths found by mdlSetInputPortWidth and its counterpart,
 * states and zero crossings as many as the signal is wide */
#define S_FUNCTION_NAME  sfun_widths
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, DYNAMICALLY_SIZED);
    ssSetNumModes(S, DYNAMICALLY_SIZED);
    ssSetNumNonsampledZCs(S, DYNAMICALLY_SIZED);
    ssSetNumIWork(S, DYNAMICALLY_SIZED);
    ssSetNumSampleTimes(S, 1);
}

#define MDL_SET_INPUT_PORT_WIDTH
static void mdlSetInputPortWidth(SimStruct *S, int_T port, int_T width) {
    if (width > 50) {
        ssSetErrorStatus(S, "at most 50 elements");
        return;
    }
    ssSetInputPortWidth(S, port, width);
    ssSetOutputPortWidth(S, 0, 2 * width);
}

#define MDL_SET_OUTPUT_PORT_WIDTH
static void mdlSetOutputPortWidth(SimStruct *S, int_T port, int_T width) {
    CHECK(S, width % 2 == 0);
    ssSetOutputPortWidth(S, port, width);
    ssSetInputPortWidth(S, 0, width / 2);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T i, n = ssGetInputPortWidth(S, 0);
    UNUSED_ARG(tid);
    CHECK(S, ssGetOutputPortWidth(S, 0) == 2 * n && ssGetNumDiscStates(S) == 2 * n);
    CHECK(S, ssGetNumModes(S) == 2 * n && ssGetNumNonsampledZCs(S) == 2 * n);
    CHECK(S, ssGetNumIWork(S) == 2 * n && ssGetNumContStates(S) == 0);
    /* a port without a rate of its own has the block's */
    CHECK(S, ssGetInputPortSampleTime(S, 0) == ssGetSampleTime(S, 0));
    for (i = 0; i < 2 * n; i++)
        y[i] = *u[i % n];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
