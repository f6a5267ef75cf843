/* product of two matrices; the size of the output follows from both inputs */
#define S_FUNCTION_NAME  style_matmul
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 1))
        return;
    if (!ssSetInputPortDimensionInfo(S, 0, DYNAMIC_DIMENSION) ||
        !ssSetInputPortDimensionInfo(S, 1, DYNAMIC_DIMENSION) ||
        !ssSetOutputPortDimensionInfo(S, 0, DYNAMIC_DIMENSION))
        return;
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_ALLOW_PARTIAL_DIMENSIONS_CALL);
}

#if defined(MATLAB_MEX_FILE)
static void set_output(SimStruct *S) {
    int_T *a, *b;
    if (ssGetInputPortWidth(S, 0) == DYNAMICALLY_SIZED ||
        ssGetInputPortWidth(S, 1) == DYNAMICALLY_SIZED ||
        ssGetOutputPortWidth(S, 0) != DYNAMICALLY_SIZED)
        return;
    a = ssGetInputPortDimensions(S, 0);
    b = ssGetInputPortDimensions(S, 1);
    if (a[1] != b[0]) {
        ssSetErrorStatus(S, "inner dimensions must agree");
        return;
    }
    ssSetOutputPortMatrixDimensions(S, 0, a[0], b[1]);
}

#define MDL_SET_INPUT_PORT_DIMENSION_INFO
static void mdlSetInputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    if (dimsInfo->numDims != 2) {
        ssSetErrorStatus(S, "inputs must be matrices");
        return;
    }
    if (!ssSetInputPortDimensionInfo(S, port, dimsInfo))
        return;
    set_output(S);
}

#define MDL_SET_OUTPUT_PORT_DIMENSION_INFO
static void mdlSetOutputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    ssSetOutputPortDimensionInfo(S, port, dimsInfo);
}
#endif

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType a = ssGetInputPortRealSignalPtrs(S, 0);
    InputRealPtrsType b = ssGetInputPortRealSignalPtrs(S, 1);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T m = ssGetInputPortDimensions(S, 0)[0], k = ssGetInputPortDimensions(S, 0)[1];
    int_T n = ssGetInputPortDimensions(S, 1)[1], i, j, l;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            real_T sum = 0.0;
            for (l = 0; l < k; l++)
                sum += *a[i + m * l] * *b[l + k * j];
            y[i + m * j] = sum;
        }
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
