/* asks fixed-point questions about its ports, and includes the fixed-point files as such blocks do
 */
#define S_FUNCTION_NAME  style_fixed
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include "fixedpoint.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, ssRegisterDataTypeFxpBinaryPoint(S, 1, 16, 0, 0));
    ssSetNumSampleTimes(S, 1);
    ssFxpSetU32BitRegionCompliant(S, 1);
}

#define MDL_SET_INPUT_PORT_DATA_TYPE
static void mdlSetInputPortDataType(SimStruct *S, int_T port, DTypeId id) {
    if (!ssGetDataTypeIsFxpFltApiCompat(S, id) || ssGetDataTypeIsFloatingPoint(S, id)) {
        ssSetErrorStatus(S, "integers only");
        return;
    }
    ssSetInputPortDataType(S, port, id);
}

#define MDL_SET_OUTPUT_PORT_DATA_TYPE
static void mdlSetOutputPortDataType(SimStruct *S, int_T port, DTypeId id) {
    ssSetOutputPortDataType(S, port, id);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int16_T *y = (int16_T *)ssGetOutputPortSignal(S, 0);
    y[0] = (int16_T)ssGetDataTypeFxpWordLength(S, ssGetInputPortDataType(S, 0));
    if (ssGetDataTypeFxpIsSigned(S, ssGetInputPortDataType(S, 0)))
        y[0] = (int16_T)-y[0];
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#include "fixedpoint.c"
#else
#include "cg_sfun.h"
#endif
