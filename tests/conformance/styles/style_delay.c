/* a ring of past inputs in typed work memory whose size depends on width and parameter */
#define S_FUNCTION_NAME  style_delay
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#define LENGTH(S) ((int_T)mxGetScalar(ssGetSFcnParam(S, 0)))

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamTunable(S, 0, false);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetNumSampleTimes(S, 1);
    ssSetNumIWork(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    ssSetNumDWork(S, 1);
    ssSetDWorkWidth(S, 0, LENGTH(S) * ssGetInputPortWidth(S, 0));
    ssSetDWorkDataType(S, 0, ssGetInputPortDataType(S, 0));
    ssSetDWorkUsedAsDState(S, 0, SS_DWORK_USED_AS_DSTATE);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T size = ssGetDataTypeSize(S, ssGetInputPortDataType(S, 0)) * ssGetInputPortWidth(S, 0);
    memcpy(ssGetOutputPortSignal(S, 0),
           (const char *)ssGetDWork(S, 0) + (size_t)(ssGetIWorkValue(S, 0) * size), (size_t)size);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    InputPtrsType u = ssGetInputPortSignalPtrs(S, 0);
    int_T one = ssGetDataTypeSize(S, ssGetInputPortDataType(S, 0)), w = ssGetInputPortWidth(S, 0),
          i;
    char *slot = (char *)ssGetDWork(S, 0) + ssGetIWorkValue(S, 0) * one * w;
    for (i = 0; i < w; i++)
        memcpy(slot + i * one, u[i], (size_t)one);
    ssSetIWorkValue(S, 0, (ssGetIWorkValue(S, 0) + 1) % LENGTH(S));
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
