/* counts an encoder that wraps around at 16 bits */
#define S_FUNCTION_NAME  style_encoder
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <limits.h>

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    ssSetNumInputPorts(S, 1);
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDataType(S, 0, SS_INT16);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetNumOutputPorts(S, 2);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, SS_INT32);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortDataType(S, 1, SS_SINGLE);
    ssSetNumIWork(S, 2);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputInt16PtrsType u = (InputInt16PtrsType)ssGetInputPortSignalPtrs(S, 0);
    int32_T *count = (int32_T *)ssGetOutputPortSignal(S, 0);
    real32_T *rev = (real32_T *)ssGetOutputPortSignal(S, 1);
    int_T *last = &ssGetIWork(S)[0], *total = &ssGetIWork(S)[1];
    int16_T difference = (int16_T)(uint16_T)((uint16_T)*u[0] - (uint16_T)*last);
    *total += difference;
    *last = *u[0];
    if (*total > INT_MAX - SHRT_MAX || *total > MAX_int32_T - MAX_int16_T)
        ssSetStopRequested(S, 1);
    *count = *total;
    *rev = (real32_T)*total / 4096.0F;
}

static void mdlTerminate(SimStruct *S) {
    (void)S;
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
