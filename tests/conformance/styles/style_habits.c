/* habits of public S-functions: the next hit follows from an input, pointers to the elements come
 * from ssGetInputPortSignal, the signal of a port that is not there is fetched and never used, a
 * message is put together with va_list. Output: time of the last hit, and a + 10 b of parameters */
#define S_FUNCTION_NAME  style_habits
#define S_FUNCTION_LEVEL 2
#include "../sfun/check.h"

static void say(SimStruct *S, const char *format, ...) {
    static char text[100];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    ssSetErrorStatus(S, text);
}

static void mdlInitializeSizes(SimStruct *S) {
    char_T *name = NULL;
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssGetSFcnParamName(S, 0, &name);
    CHECK(S, name == ssGetSFcnParamName(S, 0));
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    if (ssRTWGenIsCodeGen(S))
        ssRegMdlInfo(S, "habits", MDL_INFO_ID_RESERVED, 0, 0, ssGetBlockDiagramName(S));
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, VARIABLE_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_GET_TIME_OF_NEXT_VAR_HIT
static void mdlGetTimeOfNextVarHit(SimStruct *S) {
    InputRealPtrsType u = (InputRealPtrsType)ssGetInputPortSignal(S, 0);
    CHECK(S, u == ssGetInputPortRealSignalPtrs(S, 0));
    if (*u[1] <= 0.0)
        say(S, "a step of %g", *u[1]);
    else
        ssSetTNext(S, ssGetT(S) + *u[1]);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0), *unused = ssGetOutputPortRealSignal(S, 1);
    UNUSED_ARG(tid);
    (void)unused;
    y[0] = ssGetT(S);
    y[1] = *mxGetPr(ssGetSFcnParam(S, 0)) + 10.0 * *mxGetPr(ssGetSFcnParam(S, 1));
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
