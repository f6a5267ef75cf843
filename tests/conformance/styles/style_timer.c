/* runs at times that its input decides, and calls a subsystem each time */
#define S_FUNCTION_NAME  style_timer
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1); /* read in mdlGetTimeOfNextVarHit */
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, VARIABLE_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetCallSystemOutput(S, 0); /* call on first element */
}

#define MDL_GET_TIME_OF_NEXT_VAR_HIT
static void mdlGetTimeOfNextVarHit(SimStruct *S) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    if (*u[0] <= 0.0) {
        ssSetErrorStatus(S, "The period must be positive");
        return;
    }
    ssSetTNext(S, ssGetT(S) + *u[0] / 400.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    if (ssIsSampleHit(S, 0, tid)) {
        if (!ssCallSystemWithTid(S, 0, tid)) {
            /* Error occurred which will be reported by the host */
            return;
        }
    }
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
