/* an integrator in continuous time that is sampled every 0.5 and delayed by one sample */
#define S_FUNCTION_NAME  style_hybrid
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 1);
    ssSetNumDiscStates(S, 1);
    ssSetNumRWork(S, 1); /* for zoh output feeding the delay */
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 2);
    ssSetOptions(S, (SS_OPTION_EXCEPTION_FREE_CODE));
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetSampleTime(S, 1, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetOffsetTime(S, 1, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    if (ssIsContinuousTask(S, tid)) {
        if (ssIsSpecialSampleHit(S, 1, 0, tid))
            ssGetRWork(S)[0] = ssGetContStates(S)[0];
    }
    if (ssIsSampleHit(S, 1, tid))
        ssGetOutputPortRealSignal(S, 0)[0] = ssGetRealDiscStates(S)[0];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    if (ssIsSampleHit(S, 1, tid))
        ssGetRealDiscStates(S)[0] = ssGetRWork(S)[0];
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    ssGetdX(S)[0] = *ssGetInputPortRealSignalPtrs(S, 0)[0];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
