/* y = u1 + u2 of any size, without methods that choose it. With a parameter of 1 or more it allows
 * one input to be a scalar beside the other; with more than 1 that is the width it declares. With
 * -1 that is 1, and with -2 the output tells which ports have a line: 1, 10 and 100 */
#define S_FUNCTION_NAME  sfun_expand
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    int_T width;
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 1))
        return;
    width = (int_T)mxGetScalar(ssGetSFcnParam(S, 0));
    width = width > 1 ? width : width < 0 ? 1 : DYNAMICALLY_SIZED;
    ssSetInputPortWidth(S, 0, width);
    ssSetInputPortWidth(S, 1, width);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    ssSetOutputPortWidth(S, 0, width);
    ssSetNumSampleTimes(S, 1);
    if (mxGetScalar(ssGetSFcnParam(S, 0)) != 0.0)
        ssSetOptions(S, SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u1 = ssGetInputPortRealSignalPtrs(S, 0);
    InputRealPtrsType u2 = ssGetInputPortRealSignalPtrs(S, 1);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T i, n1 = ssGetInputPortWidth(S, 0), n2 = ssGetInputPortWidth(S, 1);
    UNUSED_ARG(tid);
    if (mxGetScalar(ssGetSFcnParam(S, 0)) == -2.0) {
        *y = ssGetInputPortConnected(S, 0) + 10.0 * ssGetInputPortConnected(S, 1) +
             100.0 * ssGetOutputPortConnected(S, 0);
        return;
    }
    for (i = 0; i < ssGetOutputPortWidth(S, 0); i++)
        y[i] = *u1[n1 == 1 ? 0 : i] + *u2[n2 == 1 ? 0 : i];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
