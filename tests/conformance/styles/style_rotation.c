/* axis and angle to a rotation matrix: a matrix at the output */
#define S_FUNCTION_NAME  style_rotation
#define S_FUNCTION_LEVEL 2
#include <math.h>
#include "simstruc.h"
#include "matrix.h"

#define NINPUTS 2

static void mdlInitializeSizes(SimStruct *S) {
    DECL_AND_INIT_DIMSINFO(di);
    int_T dims[2];
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, NINPUTS))
        return;
    ssSetInputPortMatrixDimensions(S, 0, 3, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortWidth(S, 1, 1);
    ssSetInputPortRequiredContiguous(S, 1, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    di.numDims = 2;
    dims[0] = 3;
    dims[1] = 3;
    di.dims = dims;
    di.width = 9;
    if (!ssSetOutputPortDimensionInfo(S, 0, &di))
        return;
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T *a = ssGetInputPortRealSignal(S, 0);
    const real_T angle = ssGetInputPortRealSignal(S, 1)[0];
    real_T *M = ssGetOutputPortRealSignal(S, 0);
    real_T n = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    real_T u[3], K[3][3], c = cos(angle), s = sin(angle);
    int i, j;
    for (i = 0; i < 3; i++)
        u[i] = a[i] / n;
    K[0][0] = K[1][1] = K[2][2] = 0;
    K[0][1] = -u[2];
    K[0][2] = u[1];
    K[1][0] = u[2];
    K[1][2] = -u[0];
    K[2][0] = -u[1];
    K[2][1] = u[0];
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            M[i + 3 * j] = (i == j ? c : 0.0) + s * K[i][j] + (1 - c) * u[i] * u[j];
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
