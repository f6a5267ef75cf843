/* parameters and states under one-letter names, as in a textbook: macros everywhere, also over
 * names that headers like to use */
#define S_FUNCTION_NAME  style_macros
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <math.h>

#define U(element) (*uPtrs[element])
#define m          (mxGetPr(ssGetSFcnParam(S, 0))[0])
#define c          (mxGetPr(ssGetSFcnParam(S, 0))[1])
#define k          (mxGetPr(ssGetSFcnParam(S, 0))[2])
#define x1         x[0]
#define x2         x[1]
#define name       "oscillator"
#define size       2
#define message    "nothing"
#define start      0.0
#define outputs    1
#define update     7
#define error      3
#define time       4
#define work       5
#define states     6
#define count      8
#define width      9
#define type       10
#define data       11
#define value      12
#define host       13
#define path       14
#define options    15
#define mode       16
#define methods    17
#define rates      18
#define ports      19
#define parameters 20
#define port       21
#define root       22
#define signal     23
#define step       24
#define real       25
#define index      26
#define offset     27
#define settings   28

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, size);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    if (!ssSetNumOutputPorts(S, outputs))
        return;
    ssSetOutputPortWidth(S, 0, size);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 1);
    ssSetNumIWork(S, 1);
    ssSetNumPWork(S, 1);
    ssSetNumModes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, start);
}
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x = ssGetContStates(S);
    x1 = 1.0;
    x2 = start;
    ssSetRWorkValue(S, 0, 1.5);
    ssSetIWorkValue(S, 0, 3);
    ssSetModeVectorValue(S, 0, 1);
    if (!ssGetPath(S) || ssGetErrorStatus(S))
        ssSetErrorStatus(S, message);
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0), *x = ssGetContStates(S);
    int_T i;
    for (i = 0; i < ssGetOutputPortWidth(S, 0); i++)
        y[i] = x[i];
}
#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    real_T *dx = ssGetdX(S), *x = ssGetContStates(S);
    InputRealPtrsType uPtrs = ssGetInputPortRealSignalPtrs(S, 0);
    dx[0] = x2;
    dx[1] = (U(0) * 0 - c * x2 - k * x1) / m;
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
