/* reads bytes one after the other until a whole message with checksum has come */
#define S_FUNCTION_NAME  style_parser
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

enum { WAIT_START, WAIT_LENGTH, WAIT_DATA, WAIT_SUM };
enum { DW_BUFFER, DW_STATE, DW_COUNT, DW_GOOD, NUM_DWORK };
#define START_BYTE 0x64 /* the driver's first input is 100 */

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDataType(S, 0, SS_UINT8);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, SS_UINT32);
    if (!ssSetNumDWork(S, NUM_DWORK))
        return;
    ssSetDWorkName(S, DW_BUFFER, "Buffer");
    ssSetDWorkWidth(S, DW_BUFFER, 256);
    ssSetDWorkDataType(S, DW_BUFFER, SS_UINT8);
    ssSetDWorkName(S, DW_STATE, "State");
    ssSetDWorkWidth(S, DW_STATE, 1);
    ssSetDWorkDataType(S, DW_STATE, SS_INT32);
    ssSetDWorkName(S, DW_COUNT, "Count");
    ssSetDWorkWidth(S, DW_COUNT, 1);
    ssSetDWorkDataType(S, DW_COUNT, SS_INT32);
    ssSetDWorkName(S, DW_GOOD, "Good");
    ssSetDWorkWidth(S, DW_GOOD, 1);
    ssSetDWorkDataType(S, DW_GOOD, SS_UINT32);
    ssSetNumSampleTimes(S, 1);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    *(int32_T *)ssGetDWork(S, DW_STATE) = WAIT_START;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const uint8_T byte = *((InputUInt8PtrsType)ssGetInputPortSignalPtrs(S, 0))[0];
    uint8_T *buffer = (uint8_T *)ssGetDWork(S, DW_BUFFER);
    int32_T *state = (int32_T *)ssGetDWork(S, DW_STATE),
            *count = (int32_T *)ssGetDWork(S, DW_COUNT);
    uint32_T *good = (uint32_T *)ssGetDWork(S, DW_GOOD);
    UNUSED_ARG(tid);
    switch (*state) {
    case WAIT_START:
        if (byte == START_BYTE)
            *state = WAIT_LENGTH;
        break;
    case WAIT_LENGTH:
        *count = byte - START_BYTE;
        *state = *count > 0 ? WAIT_DATA : WAIT_START;
        break;
    case WAIT_DATA:
        buffer[*count] = byte;
        if (--*count == 0)
            *state = WAIT_SUM;
        break;
    case WAIT_SUM:
        *good += byte;
        *state = WAIT_START;
        break;
    }
    *(uint32_T *)ssGetOutputPortSignal(S, 0) = *good;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
