/* everything inherited: dimensions, type, complexity, frames; defaults at the end; one loop per
 * type */
#define S_FUNCTION_NAME  style_adder
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssAllowSignalsWithMoreThan2D(S);
    if (!ssSetNumInputPorts(S, 2))
        return;
    if (!ssSetInputPortDimensionInfo(S, 0, DYNAMIC_DIMENSION))
        return;
    if (!ssSetInputPortDimensionInfo(S, 1, DYNAMIC_DIMENSION))
        return;
    ssSetInputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetInputPortDataType(S, 1, DYNAMICALLY_TYPED);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetInputPortComplexSignal(S, 1, COMPLEX_INHERITED);
    ssSetInputPortFrameData(S, 0, FRAME_INHERITED);
    ssSetInputPortFrameData(S, 1, FRAME_INHERITED);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 1, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    if (!ssSetOutputPortDimensionInfo(S, 0, DYNAMIC_DIMENSION))
        return;
    ssSetOutputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetOutputPortFrameData(S, 0, FRAME_INHERITED);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_WORKS_WITH_CODE_REUSE |
                        SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeInheritanceRule(S, USE_DEFAULT_FOR_DISCRETE_INHERITANCE);
}
#if defined(MATLAB_MEX_FILE)
#define MDL_SET_INPUT_PORT_DIMENSION_INFO
static void mdlSetInputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    if (!ssSetInputPortDimensionInfo(S, port, dimsInfo))
        return;
    if (dimsInfo->width != 1 && ssGetOutputPortWidth(S, 0) == DYNAMICALLY_SIZED)
        if (!ssSetOutputPortDimensionInfo(S, 0, dimsInfo))
            return;
    if (ssGetInputPortWidth(S, 0) == 1 && ssGetInputPortWidth(S, 1) == 1 &&
        ssGetOutputPortNumDimensions(S, 0) == DYNAMICALLY_SIZED)
        ssSetOutputPortDimensionInfo(S, 0, dimsInfo);
}
#define MDL_SET_OUTPUT_PORT_DIMENSION_INFO
static void mdlSetOutputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    ssSetOutputPortDimensionInfo(S, port, dimsInfo);
}
#define MDL_SET_DEFAULT_PORT_DIMENSION_INFO
static void mdlSetDefaultPortDimensionInfo(SimStruct *S) {
    int_T i;
    for (i = 0; i < 2; i++)
        if (ssGetInputPortWidth(S, i) == DYNAMICALLY_SIZED)
            ssSetInputPortWidth(S, i, 1);
    if (ssGetOutputPortWidth(S, 0) == DYNAMICALLY_SIZED)
        ssSetOutputPortMatrixDimensions(S, 0, 1, 1);
}
#define MDL_SET_INPUT_PORT_DATA_TYPE
static void mdlSetInputPortDataType(SimStruct *S, int_T port, DTypeId dType) {
    if (dType > SS_UINT32) {
        ssSetErrorStatus(S, "numbers only");
        return;
    }
    ssSetInputPortDataType(S, 0, dType);
    ssSetInputPortDataType(S, 1, dType);
    ssSetOutputPortDataType(S, 0, dType);
}
#define MDL_SET_OUTPUT_PORT_DATA_TYPE
static void mdlSetOutputPortDataType(SimStruct *S, int_T port, DTypeId dType) {
    mdlSetInputPortDataType(S, 0, dType);
}
#define MDL_SET_DEFAULT_PORT_DATA_TYPES
static void mdlSetDefaultPortDataTypes(SimStruct *S) {
    mdlSetInputPortDataType(S, 0, SS_DOUBLE);
}
#define MDL_SET_INPUT_PORT_COMPLEX_SIGNAL
static void mdlSetInputPortComplexSignal(SimStruct *S, int_T port, CSignal_T c) {
    ssSetInputPortComplexSignal(S, 0, c);
    ssSetInputPortComplexSignal(S, 1, c);
    ssSetOutputPortComplexSignal(S, 0, c);
}
#define MDL_SET_OUTPUT_PORT_COMPLEX_SIGNAL
static void mdlSetOutputPortComplexSignal(SimStruct *S, int_T port, CSignal_T c) {
    mdlSetInputPortComplexSignal(S, 0, c);
}
#define MDL_SET_DEFAULT_PORT_COMPLEX_SIGNALS
static void mdlSetDefaultPortComplexSignals(SimStruct *S) {
    mdlSetInputPortComplexSignal(S, 0, COMPLEX_NO);
}
#define MDL_SET_INPUT_PORT_FRAME_DATA
static void mdlSetInputPortFrameData(SimStruct *S, int_T port, Frame_T f) {
    ssSetInputPortFrameData(S, port, f);
    ssSetOutputPortFrameData(S, 0, f);
}
#endif
#define SUM(T)                                                                                     \
    {                                                                                              \
        const T *a = (const T *)ssGetInputPortSignal(S, 0),                                        \
                *b = (const T *)ssGetInputPortSignal(S, 1);                                        \
        T *y = (T *)ssGetOutputPortSignal(S, 0);                                                   \
        for (i = 0; i < n; i++)                                                                    \
            y[i] = (T)(a[wa > parts ? i : i % parts] + b[wb > parts ? i : i % parts]);             \
    }
static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T parts = ssGetOutputPortComplexSignal(S, 0) == COMPLEX_YES ? 2 : 1;
    int_T i, n = parts * ssGetOutputPortWidth(S, 0), wa = parts * ssGetInputPortWidth(S, 0),
             wb = parts * ssGetInputPortWidth(S, 1);
    switch (ssGetOutputPortDataType(S, 0)) {
    case SS_DOUBLE:
        SUM(real_T) break;
    case SS_SINGLE:
        SUM(real32_T) break;
    case SS_INT8:
        SUM(int8_T) break;
    case SS_UINT8:
        SUM(uint8_T) break;
    case SS_INT16:
        SUM(int16_T) break;
    case SS_UINT16:
        SUM(uint16_T) break;
    case SS_INT32:
        SUM(int32_T) break;
    case SS_UINT32:
        SUM(uint32_T) break;
    default:
        ssSetErrorStatus(S, "type?");
    }
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
