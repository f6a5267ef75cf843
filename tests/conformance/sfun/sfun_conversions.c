/* values from one type into another with every rounding and both ways to overflow; containers */
#define S_FUNCTION_NAME  sfun_conversions
#define S_FUNCTION_LEVEL 2
#include "check.h"
#include "fixedpoint.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, ssRegisterDataTypeFxpSlopeBias(S, 0, 8, 1.0, 0.0, 0));
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

static int8_T rounded(SimStruct *S, double value, fxpModeRounding rounding) {
    int8_T y = 0;
    ssFxpConvertFromRealWorldValue(S, &y, sizeof y, SS_INT8, value, rounding, FXP_OVERFLOW_SATURATE,
                                   NULL);
    return y;
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    CHECK(S, rounded(S, -2.5, FXP_ROUND_ZERO) == -2 && rounded(S, 2.5, FXP_ROUND_ZERO) == 2);
    CHECK(S, rounded(S, -2.5, FXP_ROUND_FLOOR) == -3 && rounded(S, -2.5, FXP_ROUND_CEIL) == -2);
    CHECK(S, rounded(S, -2.5, FXP_ROUND_NEAR) == -2 && rounded(S, 2.5, FXP_ROUND_NEAR) == 3);
    CHECK(S, rounded(S, -2.5, FXP_ROUND_NEAR_ML) == -3 && rounded(S, 2.5, FXP_ROUND_NEAR_ML) == 3);
    CHECK(S, rounded(S, 2.5, FXP_ROUND_CONVERGENT) == 2 &&
                 rounded(S, 3.5, FXP_ROUND_CONVERGENT) == 4 &&
                 rounded(S, -2.5, FXP_ROUND_CONVERGENT) == -2);
    CHECK(S, rounded(S, 1000.0, FXP_ROUND_ZERO) == 127 &&
                 rounded(S, -1000.0, FXP_ROUND_ZERO) == -128);
    {
        int16_T from = -300;
        uint8_T to = 0;
        fxpOverflowLogs logs = {0, 0, 0};
        ssFxpConvert(S, &to, sizeof to, SS_UINT8, &from, sizeof from, SS_INT16, FXP_ROUND_SIMPLEST,
                     FXP_OVERFLOW_WRAP, &logs);
        CHECK(S, to == 212 && logs.OverflowOccurred && !logs.SaturationOccurred);
        CHECK(S, ssFxpConvertToRealWorldValue(S, &from, sizeof from, SS_INT16) == -300.0);
        CHECK(S, ssFxpGetU32BitRegion(S, &from, SS_INT16, 0) == 0xFFFFFED4u);
        ssFxpSetU32BitRegion(S, &from, SS_INT16, 7u, 0);
        CHECK(S, from == 7);
    }
    CHECK(S, ssGetDataTypeStorageContainCat(S, SS_INT16) == FXP_STORAGE_INT16);
    CHECK(S, ssGetDataTypeStorageContainerSize(S, SS_UINT32) == sizeof(uint32_T));
    CHECK(S, ssGetDataTypeFracSlope(S, SS_INT8) == 1.0 && ssGetDataTypeBias(S, SS_INT8) == 0.0);
    CHECK(S, ssGetDataTypeIsDoubleSingleorHalf(S, SS_SINGLE) &&
                 !ssGetDataTypeIsHalfPrecision(S, SS_SINGLE) &&
                 !ssGetDataTypeIsScaledDouble(S, SS_DOUBLE));
    CHECK(S, ssRegisterDataTypeFxpFSlopeFixExpBias(S, 1, 16, 1.0, -3, 0.0, 0) == INVALID_DTYPE_ID);
    CHECK(S, ssRegisterDataTypeFxpScaledDouble(S, 1, 16, 1.0, 0, 0.0, 0) == INVALID_DTYPE_ID);
    ssLogFixptInstrumentation(S, 0.0, 1.0, 0, 0, 0, (char *)"y");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    *(uint8_T *)ssGetOutputPortSignal(S, 0) = 200;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#include "fixedpoint.c"
#else
#include "cg_sfun.h"
#endif
