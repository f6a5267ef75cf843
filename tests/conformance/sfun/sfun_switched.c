/* tells when it is switched on and off. With a parameter it inherits its rate */
#define S_FUNCTION_NAME  sfun_switched
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, DYNAMICALLY_SIZED);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, ssGetSFcnParamsCount(S) > 0 ? INHERITED_SAMPLE_TIME : 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    CHECK(S, ssIsMajorTimeStep(S));
    ssPrintf("conditions first=%d at %g\n", ssIsFirstInitCond(S), ssGetT(S));
}

#define MDL_ENABLE
static void mdlEnable(SimStruct *S) {
    CHECK(S, ssIsMajorTimeStep(S));
    ssPrintf("enable %g\n", ssGetT(S));
}

#define MDL_DISABLE
static void mdlDisable(SimStruct *S) {
    CHECK(S, ssIsMajorTimeStep(S));
    ssPrintf("disable %g\n", ssGetT(S));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssPrintf("outputs %g\n", ssGetT(S));
    ssGetOutputPortRealSignal(S, 0)[0] = *ssGetInputPortRealSignalPtrs(S, 0)[0];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
