/* an operation chosen by a word, as a popup of a mask gives it */
#define S_FUNCTION_NAME  style_popup
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include "mex.h"

static const struct {
    const char *name;
    real_T (*function)(real_T);
} operations[] = {{"sin", sin}, {"cos", cos}, {"exp", exp}, {"sqrt", sqrt}, {NULL, NULL}};

static int_T find_operation(SimStruct *S) {
    char *word = mxArrayToString(ssGetSFcnParam(S, 0));
    int_T i, found = -1;
    if (!word)
        return -1;
    for (i = 0; operations[i].name; i++)
        if (strcmp(operations[i].name, word) == 0)
            found = i;
    mxFree(word);
    return found;
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    if (find_operation(S) < 0)
        mexErrMsgIdAndTxt("style:popup", "%s knows sin, cos, exp and sqrt only", ssGetPath(S));
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    mdlCheckParameters(S);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumIWork(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssSetIWorkValue(S, 0, find_operation(S));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] =
        operations[ssGetIWorkValue(S, 0)].function(*ssGetInputPortRealSignalPtrs(S, 0)[0]);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
