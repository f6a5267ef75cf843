/* two rates of its own: a fast filter and a slow controller in one block, each in its own sample
 * hit */
#define S_FUNCTION_NAME  style_rates
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#define FAST 0
#define SLOW 1
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumDiscStates(S, 2);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, FALSE);
    if (!ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetNumSampleTimes(S, 2);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    const real_T *ts = mxGetPr(ssGetSFcnParam(S, 0));
    ssSetSampleTime(S, FAST, ts[0]);
    ssSetOffsetTime(S, FAST, 0.0);
    ssSetSampleTime(S, SLOW, ts[1]);
    ssSetOffsetTime(S, SLOW, 0.0);
}
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x = ssGetRealDiscStates(S);
    x[0] = x[1] = 0.0;
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *x = ssGetRealDiscStates(S);
    if (ssIsSampleHit(S, FAST, tid))
        *ssGetOutputPortRealSignal(S, 0) = x[0];
    if (ssIsSampleHit(S, SLOW, tid))
        *ssGetOutputPortRealSignal(S, 1) = x[1];
}
#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    real_T *x = ssGetRealDiscStates(S);
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    if (ssIsSpecialSampleHit(S, SLOW, FAST, tid))
        x[1] += x[0];
    if (ssIsSampleHit(S, FAST, tid))
        x[0] = 0.5 * x[0] + 0.5 * *u[0];
}
static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
