/* packs two physical values and a counter into the eight bytes of a CAN frame */
#define S_FUNCTION_NAME  style_can_pack
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

typedef struct {
    uint32_T id;
    uint8_T dlc;
    uint8_T data[8];
} can_frame_t;

#define CAN_ID(S) ((uint32_T)mxGetScalar(ssGetSFcnParam(S, 0)))

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamNotTunable(S, 0);
    if (!ssSetNumInputPorts(S, 2))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortWidth(S, 1, 1);
    ssSetInputPortDataType(S, 1, SS_SINGLE);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    if (!ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, 8);
    ssSetOutputPortDataType(S, 0, SS_UINT8);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortDataType(S, 1, SS_UINT32);
    ssSetNumDWork(S, 1);
    ssSetDWorkWidth(S, 0, (int_T)sizeof(can_frame_t));
    ssSetDWorkDataType(S, 0, SS_UINT8);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T speed = *ssGetInputPortRealSignalPtrs(S, 0)[0];
    const real32_T torque = **(real32_T **)ssGetInputPortSignalPtrs(S, 1);
    can_frame_t *f = (can_frame_t *)ssGetDWork(S, 0);
    uint8_T *y = (uint8_T *)ssGetOutputPortSignal(S, 0);
    uint16_T raw = (uint16_T)(speed * 10.0 + 0.5);
    int16_T raw2 = (int16_T)((torque - 50.0f) * 4.0f);
    UNUSED_ARG(tid);
    f->id = CAN_ID(S) & 0x7FFU;
    f->dlc = 8;
    f->data[0] = (uint8_T)(raw & 0xFF);
    f->data[1] = (uint8_T)(raw >> 8);
    f->data[2] = (uint8_T)((uint16_T)raw2 & 0xFF);
    f->data[3] = (uint8_T)((uint16_T)raw2 >> 8);
    f->data[7]++;
    memcpy(y, f->data, 8);
    *(uint32_T *)ssGetOutputPortSignal(S, 1) = f->id;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
