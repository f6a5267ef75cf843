/* transposes a matrix of any size: dimensions travel both ways */
#define S_FUNCTION_NAME  sfun_transpose
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    if (!ssSetInputPortDimensionInfo(S, 0, DYNAMIC_DIMENSION))
        return;
    if (!ssSetOutputPortMatrixDimensions(S, 0, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED))
        return;
    CHECK(S, ssGetInputPortWidth(S, 0) == DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void rows_and_columns(const DimsInfo_T *info, int_T *m, int_T *n) {
    *m = info->dims[0];
    *n = info->numDims > 1 ? info->dims[1] : 1;
}

#define MDL_SET_INPUT_PORT_DIMENSION_INFO
static void mdlSetInputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *info) {
    int_T m, n;
    rows_and_columns(info, &m, &n);
    CHECK(S, info->width == m * n);
    if (!ssSetInputPortDimensionInfo(S, port, info))
        return;
    ssSetOutputPortMatrixDimensions(S, 0, n, m);
}

#define MDL_SET_OUTPUT_PORT_DIMENSION_INFO
static void mdlSetOutputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *info) {
    int_T m, n;
    rows_and_columns(info, &m, &n);
    if (!ssSetOutputPortDimensionInfo(S, port, info))
        return;
    ssSetInputPortMatrixDimensions(S, 0, n, m);
}

#define MDL_SET_DEFAULT_PORT_DIMENSION_INFO
static void mdlSetDefaultPortDimensionInfo(SimStruct *S) {
    if (ssGetInputPortWidth(S, 0) == DYNAMICALLY_SIZED) {
        ssSetInputPortMatrixDimensions(S, 0, 1, 1);
        ssSetOutputPortMatrixDimensions(S, 0, 1, 1);
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T *u = ssGetInputPortRealSignal(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T *dims = ssGetInputPortDimensions(S, 0);
    int_T m = dims[0], n = ssGetInputPortNumDimensions(S, 0) > 1 ? dims[1] : 1, i, j;
    UNUSED_ARG(tid);
    CHECK(S, ssGetOutputPortDimensionSize(S, 0, 0) == n);
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++)
            y[j + i * n] = u[i + j * m];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
