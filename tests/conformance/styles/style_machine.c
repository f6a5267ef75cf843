/* a door: states as an enumeration, boolean inputs, an unsigned byte as output */
#define S_FUNCTION_NAME  style_machine
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

typedef enum { CLOSED, OPENING, OPEN, CLOSING } door_state;
#define OPENING_STEPS 2

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDataType(S, 0, SS_BOOLEAN);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, SS_UINT8);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortDataType(S, 1, SS_BOOLEAN);
    ssSetNumIWork(S, 2);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssSetIWorkValue(S, 0, CLOSED);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputBooleanPtrsType u = (InputBooleanPtrsType)ssGetInputPortSignalPtrs(S, 0);
    uint8_T *y = (uint8_T *)ssGetOutputPortSignal(S, 0);
    boolean_T *lamp = (boolean_T *)ssGetOutputPortSignal(S, 1);
    boolean_T button = *u[0];
    door_state state = (door_state)ssGetIWorkValue(S, 0);
    int_T count = ssGetIWorkValue(S, 1);
    switch (state) {
    case CLOSED:
        if (button == TRUE)
            state = OPENING;
        count = 0;
        break;
    case OPENING:
        if (++count >= OPENING_STEPS)
            state = OPEN;
        break;
    case OPEN:
        if (!button)
            state = CLOSING;
        break;
    case CLOSING:
        state = button ? OPENING : CLOSED;
        break;
    default:
        ssSetErrorStatus(S, "unknown state");
        return;
    }
    ssSetIWorkValue(S, 0, state);
    ssSetIWorkValue(S, 1, count);
    *y = (uint8_T)state;
    *lamp = (boolean_T)(state == OPENING || state == CLOSING);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
