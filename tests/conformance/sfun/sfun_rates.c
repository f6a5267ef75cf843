/* two rates of the block itself, the slower one with an offset: counts its hits */
#define S_FUNCTION_NAME  sfun_rates
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 3);
    ssSetOutputPortSampleTime(S, 0, 0.4);
    ssSetOutputPortOffsetTime(S, 0, 0.2);
    ssSetNumSampleTimes(S, 2);
    ssSetOptions(S, SS_OPTION_PORT_SAMPLE_TIMES_ASSIGNED);
    ssSetNumIWork(S, 3);
    CHECK(S, ssGetNumSampleTimes(S) == 2);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.1);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetSampleTime(S, 1, 0.4);
    ssSetOffsetTime(S, 1, 0.2);
    CHECK(S, ssGetSampleTime(S, 1) == 0.4 && ssGetOffsetTime(S, 1) == 0.2);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T *count = ssGetIWork(S), i;
    CHECK(S, !ssIsContinuousTask(S, tid));
    CHECK(S, ssGetOutputPortSampleTimeIndex(S, 0) == 1);
    if (ssIsSampleHit(S, 0, tid)) {
        count[0]++;
        CHECK(S, ssGetTaskTime(S, 0) == ssGetT(S));
#ifndef BD_SS_STRICT
        CHECK(S, ssGetSampleHitPtr(S)[0]);
#endif
    }
    if (ssIsSampleHit(S, 1, tid))
        count[1]++;
    if (ssIsSpecialSampleHit(S, 1, 0, tid))
        count[2]++;
    CHECK(S, ssGetSampleTimeTaskID(S, 0) >= 0);
    for (i = 0; i < 3; i++)
        ssGetOutputPortRealSignal(S, 0)[i] = count[i];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
