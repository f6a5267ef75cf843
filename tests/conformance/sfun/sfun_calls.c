/* calls systems: element 0 at every step, element 1 at every second one; element 2 has nothing
 * connected and answers 0. With a parameter it switches element 0 off and on at that time */
#define S_FUNCTION_NAME  sfun_calls
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, DYNAMICALLY_SIZED);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, 3);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumIWork(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    int_T i;
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
    for (i = 0; i < 3; i++)
        ssSetCallSystemOutput(S, i);
    ssSetExplicitFCSSCtrl(S, 1);
    CHECK(S, ssGetExplicitFCSSCtrl(S) == 1);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    CHECK(S, ssEnableSystemWithTid(S, 0, 0));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T *count = ssGetIWork(S);
    if (ssGetSFcnParamsCount(S) > 0 && mxGetScalar(ssGetSFcnParam(S, 0)) == ssGetT(S)) {
        CHECK(S, ssDisableSystemWithTid(S, 0, tid) == 1);
        CHECK(S, ssEnableSystemWithTid(S, 0, tid) == 1);
    }
    if (!ssCallSystemWithTid(S, 0, tid))
        return;
    if (count[0] % 2 == 1 && !ssCallSystemWithTid(S, 1, tid))
        return;
    CHECK(S, ssCallSystemWithTid(S, 2, tid) == 0);
    ssGetOutputPortRealSignal(S, 1)[0] = ++count[0];
}

static void mdlTerminate(SimStruct *S) {
    CHECK(S, ssDisableSystemWithTid(S, 0, 0) == 1);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
