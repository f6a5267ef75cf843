/* leaves everything open, and has defaults of its own: vectors of this width, of complex singles.
 * Parameters: the width; 1: the output follows the input at once, -1: so it says at
 * first, and takes it back; the width of the input, if it is
 * declared (then it may be a scalar, too) */
#define S_FUNCTION_NAME  sfun_default
#define S_FUNCTION_LEVEL 2
#include "check.h"

static int_T parameter(SimStruct *S, int_T i) {
    return (int_T)mxGetScalar(ssGetSFcnParam(S, i));
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 3);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, parameter(S, 2) > 0 ? parameter(S, 2) : DYNAMICALLY_SIZED);
    ssSetInputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetInputPortDirectFeedThrough(S, 0, parameter(S, 1) != 0);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetNumSampleTimes(S, 1);
    if (parameter(S, 2) > 0)
        ssSetOptions(S, SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_DEFAULT_PORT_DIMENSION_INFO
static void mdlSetDefaultPortDimensionInfo(SimStruct *S) {
    if (ssGetInputPortWidth(S, 0) == DYNAMICALLY_SIZED)
        ssSetInputPortWidth(S, 0, parameter(S, 0));
    if (ssGetOutputPortWidth(S, 0) == DYNAMICALLY_SIZED)
        ssSetOutputPortWidth(S, 0, parameter(S, 0));
}

#define MDL_SET_DEFAULT_PORT_DATA_TYPES
static void mdlSetDefaultPortDataTypes(SimStruct *S) {
    ssSetInputPortDataType(S, 0, SS_SINGLE);
    ssSetOutputPortDataType(S, 0, SS_SINGLE);
}

#define MDL_SET_DEFAULT_PORT_COMPLEX_SIGNALS
static void mdlSetDefaultPortComplexSignals(SimStruct *S) {
    ssSetInputPortComplexSignal(S, 0, COMPLEX_YES);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_YES);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    if (parameter(S, 1) < 0)
        ssSetInputPortDirectFeedThrough(S, 0, 0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T i;
    UNUSED_ARG(tid);
    for (i = 0; i < 2 * ssGetOutputPortWidth(S, 0); i++)
        ((real32_T *)ssGetOutputPortSignal(S, 0))[i] = (real32_T)i;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
    ssPrintf("terminate\n");
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
