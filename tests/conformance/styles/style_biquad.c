/* second order filter for any number of channels, coefficients as two vectors */
#define S_FUNCTION_NAME  style_biquad
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#define B_IDX      0
#define B_PARAM(S) ssGetSFcnParam(S, B_IDX)
#define A_IDX      1
#define A_PARAM(S) ssGetSFcnParam(S, A_IDX)
#define NPARAMS    2

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NPARAMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (mxGetNumberOfElements(B_PARAM(S)) != 3 || mxGetNumberOfElements(A_PARAM(S)) != 3) {
        ssSetErrorStatus(S, "b and a must have three elements each");
        return;
    }
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_WORKS_WITH_CODE_REUSE | SS_OPTION_EXCEPTION_FREE_CODE |
                        SS_OPTION_USE_TLC_WITH_ACCELERATOR);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    ssSetNumRWork(S, 2 * ssGetInputPortWidth(S, 0));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType uPtrs = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0), *z = ssGetRWork(S);
    const real_T *b = mxGetPr(B_PARAM(S)), *a = mxGetPr(A_PARAM(S));
    int_T n = ssGetInputPortWidth(S, 0), i;
    UNUSED_ARG(tid);
    for (i = 0; i < n; i++)
        y[i] = (b[0] * *uPtrs[i] + z[2 * i]) / a[0];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    InputRealPtrsType uPtrs = ssGetInputPortRealSignalPtrs(S, 0);
    const real_T *y = ssGetOutputPortRealSignal(S, 0);
    const real_T *b = mxGetPr(B_PARAM(S)), *a = mxGetPr(A_PARAM(S));
    real_T *z = ssGetRWork(S);
    int_T n = ssGetInputPortWidth(S, 0), i;
    UNUSED_ARG(tid);
    for (i = 0; i < n; i++) {
        z[2 * i] = b[1] * *uPtrs[i] - a[1] * y[i] + z[2 * i + 1];
        z[2 * i + 1] = b[2] * *uPtrs[i] - a[2] * y[i];
    }
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
