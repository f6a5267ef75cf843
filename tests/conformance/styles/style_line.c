/* delay line of complex singles in DWork, given by name and by complexity; reset by an enable */
#define S_FUNCTION_NAME  style_line
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include "rt_nonfinite.h"
enum { LENGTH_IDX = 0, NUM_PARAMS };
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NUM_PARAMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (mxGetScalar(ssGetSFcnParam(S, LENGTH_IDX)) < 1 ||
        rtIsNaN(mxGetScalar(ssGetSFcnParam(S, LENGTH_IDX)))) {
        ssSetErrorStatus(S, "length?");
        return;
    }
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDataType(S, 0, SS_SINGLE);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_YES);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortDataType(S, 0, SS_SINGLE);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_YES);
    ssSetNumSampleTimes(S, 1);
    if (!ssSetNumDWork(S, 2))
        return;
    ssSetDWorkWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetDWorkDataType(S, 0, SS_SINGLE);
    ssSetDWorkComplexSignal(S, 0, COMPLEX_YES);
    ssSetDWorkName(S, 0, "line");
    ssSetDWorkWidth(S, 1, 1);
    ssSetDWorkDataType(S, 1, SS_INT32);
    ssSetDWorkName(S, 1, "at");
}
#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    ssSetDWorkWidth(S, 0,
                    ssGetInputPortWidth(S, 0) * (int_T)mxGetScalar(ssGetSFcnParam(S, LENGTH_IDX)));
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    rt_InitInfAndNaN(sizeof(real_T));
    int_T i;
    creal32_T *l = (creal32_T *)ssGetDWork(S, 0);
    for (i = 0; i < ssGetDWorkWidth(S, 0); i++) {
        l[i].re = -1.0F;
        l[i].im = 0.0F;
    }
    *(int32_T *)ssGetDWork(S, 1) = 0;
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    creal32_T *y = (creal32_T *)ssGetOutputPortSignal(S, 0), *l = (creal32_T *)ssGetDWork(S, 0);
    int_T n = ssGetOutputPortWidth(S, 0), at = *(int32_T *)ssGetDWork(S, 1);
    memcpy(y, &l[n * at], n * sizeof(creal32_T));
}
#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    const creal32_T *u = (const creal32_T *)ssGetInputPortSignal(S, 0);
    creal32_T *l = (creal32_T *)ssGetDWork(S, 0);
    int_T n = ssGetInputPortWidth(S, 0);
    int32_T *at = (int32_T *)ssGetDWork(S, 1);
    memcpy(&l[n * *at], u, n * sizeof(creal32_T));
    *at = (*at + 1) % (ssGetDWorkWidth(S, 0) / n);
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
