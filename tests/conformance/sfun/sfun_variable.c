/* decides itself when it runs next: after 0.1, 0.2, 0.3 … With a parameter of 1 the next hit lies
 * in the past, which is an error; with 2 it is the very next number, which leads nowhere */
#define S_FUNCTION_NAME  sfun_variable
#define S_FUNCTION_LEVEL 2
#include "check.h"

#include <math.h>

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamNotTunable(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumRWork(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, VARIABLE_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_GET_TIME_OF_NEXT_VAR_HIT
static void mdlGetTimeOfNextVarHit(SimStruct *S) {
    real_T wait = ssGetRWorkValue(S, 0) + 0.1;
    ssSetRWorkValue(S, 0, wait);
    const real_T what = *mxGetPr(ssGetSFcnParam(S, 0)), t = ssGetT(S);
    ssSetTNext(S, what == 1.0 ? t - 1.0 : what == 2.0 ? nextafter(t, t + 1.0) : t + wait);
    CHECK(S, what == 1.0 || ssGetTNext(S) > t);
    CHECK(S, ssIsMajorTimeStep(S) && ssIsSampleHit(S, 0, 0) && ssGetTaskTime(S, 0) == t);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = ssGetTNext(S);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
