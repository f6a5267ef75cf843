/* table lookup with linear interpolation; remembers the last interval */
#define S_FUNCTION_NAME  style_lookup
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

enum { X_PARAM = 0, Y_PARAM, NUM_PARAMS };
#define TABLE_X(S) (mxGetPr(ssGetSFcnParam(S, X_PARAM)))
#define TABLE_Y(S) (mxGetPr(ssGetSFcnParam(S, Y_PARAM)))
#define TABLE_N(S) ((int_T)mxGetNumberOfElements(ssGetSFcnParam(S, X_PARAM)))

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    static char_T errMsg[256];
    int_T i;
    for (i = 1; i < TABLE_N(S); i++)
        if (TABLE_X(S)[i] <= TABLE_X(S)[i - 1]) {
            sprintf(errMsg, "breakpoint %d is not larger than the one before", i + 1);
            ssSetErrorStatus(S, errMsg);
            return;
        }
    if (mxGetNumberOfElements(ssGetSFcnParam(S, Y_PARAM)) != (size_t)TABLE_N(S))
        ssSetErrorStatus(S, "table and breakpoints differ in length");
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NUM_PARAMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    mdlCheckParameters(S);
    if (ssGetErrorStatus(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumIWork(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T u = **ssGetInputPortRealSignalPtrs(S, 0);
    const real_T *x = TABLE_X(S), *y = TABLE_Y(S);
    int_T n = TABLE_N(S), k = ssGetIWorkValue(S, 0);
    while (k > 0 && u < x[k])
        k--;
    while (k < n - 2 && u >= x[k + 1])
        k++;
    if (ssIsMajorTimeStep(S))
        ssSetIWorkValue(S, 0, k);
    *ssGetOutputPortRealSignal(S, 0) = y[k] + (u - x[k]) * (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
