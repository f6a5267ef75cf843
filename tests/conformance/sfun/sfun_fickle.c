/* says something else about its output once the input is known. Parameter: 0 nothing else, 1
 * another width, 2 other dimensions, 3 another type, 4 another complexity */
#define S_FUNCTION_NAME  sfun_fickle
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortMatrixDimensions(S, 0, 2, 3);
    ssSetOutputPortDataType(S, 0, SS_INT16);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_INPUT_PORT_WIDTH
static void mdlSetInputPortWidth(SimStruct *S, int_T port, int_T width) {
    const int_T what = (int_T)mxGetScalar(ssGetSFcnParam(S, 0));
    ssSetInputPortWidth(S, port, width);
    if (what == 1)
        ssSetOutputPortWidth(S, 0, 5);
    if (what == 2)
        ssSetOutputPortMatrixDimensions(S, 0, 3, 2);
    if (what == 3)
        ssSetOutputPortDataType(S, 0, SS_DOUBLE);
    if (what == 4)
        ssSetOutputPortComplexSignal(S, 0, COMPLEX_YES);
}

#define MDL_SET_OUTPUT_PORT_WIDTH
static void mdlSetOutputPortWidth(SimStruct *S, int_T port, int_T width) {
    ssSetOutputPortWidth(S, port, width);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T i;
    UNUSED_ARG(tid);
    for (i = 0; i < 6; i++)
        ((int16_T *)ssGetOutputPortSignal(S, 0))[i] = (int16_T)i;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
