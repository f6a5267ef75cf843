/* fixed ports of all kinds: vector, matrix, by dimension info, contiguous or by pointers; all port
 * settings read back what was written */
#define S_FUNCTION_NAME  sfun_ports
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    int_T dims[3] = {2, 3, 2};
    DECL_AND_INIT_DIMSINFO(info);
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 3))
        return;
    CHECK(S, ssGetNumInputPorts(S) == 3);
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    CHECK(S, ssGetInputPortDirectFeedThrough(S, 0) == 1);
    if (!ssSetInputPortMatrixDimensions(S, 1, 2, 2))
        return;
    ssSetInputPortRequiredContiguous(S, 1, true);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    ssAllowSignalsWithMoreThan2D(S);
    info.width = 12;
    info.numDims = 3;
    info.dims = dims;
    if (!ssSetInputPortDimensionInfo(S, 2, &info))
        return;
    ssSetInputPortDirectFeedThrough(S, 2, 1);
    CHECK(S, ssGetInputPortNumDimensions(S, 0) == 1 && ssGetInputPortDimensions(S, 0)[0] == 2);
    CHECK(S, ssGetInputPortNumDimensions(S, 1) == 2 && ssGetInputPortWidth(S, 1) == 4);
    CHECK(S, ssGetInputPortNumDimensions(S, 2) == 3 && ssGetInputPortDimensions(S, 2)[1] == 3);
    CHECK(S, ssGetInputPortDimensionSize(S, 2, 2) == 2);
    CHECK(S, ssGetInputPortRequiredContiguous(S, 1) && !ssGetInputPortRequiredContiguous(S, 0));

    ssSetInputPortOverWritable(S, 0, 1);
    CHECK(S, ssGetInputPortOverWritable(S, 0));
    ssSetInputPortReusable(S, 0, 1);
    ssSetInputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    CHECK(S, ssGetInputPortOptimOpts(S, 0) == SS_REUSABLE_AND_LOCAL);
    ssSetInputPortFrameData(S, 0, FRAME_NO);
    CHECK(S, ssGetInputPortFrameData(S, 0) == FRAME_NO);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_NO);
    CHECK(S, ssGetInputPortComplexSignal(S, 0) == COMPLEX_NO);
    ssSetInputPortDataType(S, 0, SS_DOUBLE);
    ssSetInputPortSampleTime(S, 0, 0.5);
    ssSetInputPortOffsetTime(S, 0, 0.25);
    CHECK(S, ssGetInputPortSampleTime(S, 0) == 0.5 && ssGetInputPortOffsetTime(S, 0) == 0.25);
    ssSetInputPortAcceptExprInRTW(S, 0, 1);
    ssSetZeroBasedIndexInputPort(S, 0);
    CHECK(S, ssGetInputPortBufferDstPort(S, 0) == INVALID_PORT_IDX);

    if (!ssSetNumOutputPorts(S, 3))
        return;
    CHECK(S, ssGetNumOutputPorts(S) == 3);
    ssSetOutputPortWidth(S, 0, 1);
    if (!ssSetOutputPortMatrixDimensions(S, 1, 2, 2))
        return;
    info.width = 2;
    info.numDims = 1;
    dims[0] = 2;
    if (!ssSetOutputPortDimensionInfo(S, 2, &info))
        return;
    CHECK(S, ssGetOutputPortNumDimensions(S, 1) == 2 && ssGetOutputPortDimensions(S, 1)[0] == 2);
    if (!ssSetOutputPortVectorDimension(S, 0, 1))
        return;
    ssSetOutputPortDataType(S, 0, SS_DOUBLE);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetOutputPortFrameData(S, 0, FRAME_NO);
    ssSetOutputPortReusable(S, 0, 0);
    ssSetOutputPortOptimOpts(S, 0, SS_NOT_REUSABLE_AND_GLOBAL);
    CHECK(S, ssGetOutputPortOptimOpts(S, 0) == SS_NOT_REUSABLE_AND_GLOBAL);
    CHECK(S, !ssGetOutputPortReusable(S, 0));
    ssSetOutputPortSampleTime(S, 0, 0.5);
    ssSetOutputPortOffsetTime(S, 0, 0.0);
    ssSetOutputPortOverwritesInputPort(S, 0, 0);
    CHECK(S, ssGetOutputPortOverwritesInputPort(S, 0) == 0);
    CHECK(S, ssGetOutputPortSampleTime(S, 0) == 0.5 && ssGetOutputPortOffsetTime(S, 0) == 0.0);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_WORKS_WITH_CODE_REUSE);
    CHECK(S, ssGetOptions(S) == (SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_WORKS_WITH_CODE_REUSE));
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u0 = ssGetInputPortRealSignalPtrs(S, 0);
    const real_T *u1 = ssGetInputPortRealSignal(S, 1);
    const real_T *same = (const real_T *)ssGetInputPortSignal(S, 1);
    InputPtrsType u2 = ssGetInputPortSignalPtrs(S, 2);
    real_T *y0 = ssGetOutputPortRealSignal(S, 0);
    real_T *y1 = (real_T *)ssGetOutputPortSignal(S, 1);
    real_T *y2 = ssGetOutputPortRealSignal(S, 2);
    int_T i;
    UNUSED_ARG(tid);
    CHECK(S, ssGetInputPortConnected(S, 0) && ssGetOutputPortConnected(S, 0));
    CHECK(S, same == u1);
    for (i = 0; i < 2; i++)
        CHECK(S, *u0[i] == FED(0, i, ssGetT(S)));
    for (i = 0; i < 12; i++)
        CHECK(S, *(const real_T *)u2[i] == FED(2, i, ssGetT(S)));
    y0[0] = *u0[0] + *u0[1];
    for (i = 0; i < ssGetOutputPortWidth(S, 1); i++)
        y1[i] = u1[i];
    y2[0] = *(const real_T *)u2[0];
    y2[1] = *(const real_T *)u2[11];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
