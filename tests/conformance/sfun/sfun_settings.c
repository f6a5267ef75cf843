/* everything a block can say about itself once; what can be read back is what was written */
#define S_FUNCTION_NAME  sfun_settings
#define S_FUNCTION_LEVEL 2
#include "check.h"

#ifndef ssSetNumModes
#error "calls must be macros, so that authors can ask for them with #ifdef"
#endif

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSupportsMultipleExecInstances(S, true);
    ssHasStateInsideForEachSS(S, false);
    ssSetRuntimeThreadSafetyCompliance(S, RUNTIME_THREAD_SAFETY_COMPLIANCE_TRUE);
    ssSetModelReferenceNormalModeSupport(S, MDL_START_AND_MDL_PROCESS_PARAMS_OK);
    ssSetModelReferenceSampleTimeDisallowInheritance(S);
    CHECK(S, ssGetModelReferenceSampleTimeInheritanceRule(S) == DISALLOW_SAMPLE_TIME_INHERITANCE);
    ssSetOperatingPointVisibility(S, 1);
    ssSetSimStateVisibility(S, 1);
    CHECK(S, ssGetSimStateVisibility(S) == 1);
    ssSetSimStateCompliance(S, HAS_NO_SIM_STATE);
    ssSetArrayLayoutForCodeGen(S, SS_ALL);
    ssSetSimulinkVersionGeneratedIn(S, "10.0");
    ssSetNeedAbsoluteTime(S, 1);
    ssSetNeedElapseTime(S, 0);
    ssSetTimeSource(S, SS_TIMESOURCE_CALLER);
    CHECK(S, ssGetTimeSource(S) == SS_TIMESOURCE_CALLER);
    ssSetBlockReduction(S, false);
    CHECK(S, ssGetBlockReduction(S) == 0);
    ssSetPlacementGroup(S, "group");
    ssSetDiscreteValuedOutput(S, 0, 1);
    ssSetInputPortUnit(S, 0, INHERITED_UNIT);
    {
        UnitId metre, second;
        ssRegisterUnitFromExpr(S, "m", &metre);
        ssRegisterUnitFromExpr(S, "s", &second);
        CHECK(S, metre != second && metre != INVALID_UNIT_ID);
        ssSetSFcnParamUnit(S, 0, second);
        CHECK(S, ssGetSFcnParamUnit(S, 0) == second);
        ssSetOutputPortUnit(S, 0, metre);
        CHECK(S, ssGetOutputPortUnit(S, 0) == metre);
    }
    ssSetInputPortIsContinuousQuantity(S, 0, 1);
    ssSetOutputPortIsContinuousQuantity(S, 0, 1);
    ssSetInputPortDimensionsMode(S, 0, FIXED_DIMS_MODE);
    CHECK(S, ssGetInputPortDimensionsMode(S, 0) == FIXED_DIMS_MODE);
    ssSetSignalSizesComputeType(S, SS_VARIABLE_SIZE_FROM_INPUT_SIZE);
    ssSetSFcnParamName(S, 0, "Gain");
    CHECK(S, strcmp(ssGetSFcnParamName(S, 0), "Gain") == 0);
    ssSetBusInputAsStruct(S, 0, 1);
    ssSetBusOutputAsStruct(S, 0, 1);
    ssSetBusOutputObjectName(S, 0, "Bus");
    ssSetInputPortBusMode(S, 0, SL_NON_BUS_MODE);
    ssSetOutputPortBusMode(S, 0, SL_NON_BUS_MODE);
    CHECK(S, ssGetOutputPortBusMode(S, 0) == SL_NON_BUS_MODE);
    {
        int_T dims[4] = {2, 3, 1, 1};
        DECL_AND_INIT_DIMSINFO(info);
        info.dims = dims;
        info.numDims = 4;
        ssPruneNDMatrixSingletonDims(S, &info);
        CHECK(S, info.numDims == 2);
        info.dims = dims + 2;
        info.numDims = 2;
        ssPruneNDMatrixSingletonDims(S, &info);
        CHECK(S, info.numDims == 2);
    }
    CHECK(S, !ssIsDataTypeABus(S, SS_DOUBLE) && ssGetNumBusElements(S, SS_DOUBLE) == 0);
    {
        DTypeId own = ssRegisterDataType(S, "colour");
        uint8_T black[3] = {0, 0, 0};
        CHECK(S, own >= SS_NUM_BUILT_IN_DTYPE && ssGetDataTypeId(S, "colour") == own);
        CHECK(S, ssSetDataTypeSize(S, own, 3) && ssGetDataTypeSize(S, own) == 3);
        CHECK(S, ssSetDataTypeZero(S, own, black) && ssGetDataTypeZero(S, own));
        CHECK(S, strcmp(ssGetDataTypeName(S, own), "colour") == 0);
        CHECK(S, ssRegisterDataType(S, "colour") == own);
    }
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_USE_TLC_WITH_ACCELERATOR |
                        SS_OPTION_WORKS_WITH_CODE_REUSE | SS_OPTION_RUNTIME_EXCEPTION_FREE_CODE |
                        SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME | SS_OPTION_NONVOLATILE |
                        SS_OPTION_CAN_BE_CALLED_CONDITIONALLY |
                        SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_SET_INPUT_PORT_FRAME_DATA
static void mdlSetInputPortFrameData(SimStruct *S, int_T port, Frame_T frame) {
    ssSetInputPortFrameData(S, port, frame);
    ssSetOutputPortFrameData(S, 0, frame);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    CHECK(S, strcmp(ssGetModelName(S), "model") == 0);
    CHECK(S, strcmp(ssGetPath(S), "model/block") == 0);
    CHECK(S, ssGetRootSS(S) && ssGetParentSS(S));
#ifndef BD_SS_STRICT
    ssSetChecksumVal(S, 2, 77u);
    CHECK(S, ssGetChecksumVal(S, 2) == 77u);
#endif
    CHECK(S, !ssSampleAndOffsetAreTriggered(0.5, 0.0) && ssSampleAndOffsetAreTriggered(-1.0, -1.0));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssWarning(S, "a warning by ssWarning");
    mexWarnMsgIdAndTxt("conformance:settings", "a warning number %d", 2);
    ssGetOutputPortRealSignal(S, 0)[0] = 0.0;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#define MDL_RTW
static void mdlRTW(SimStruct *S) {
    static real_T gain[2] = {1.0, 2.0};
    if (!ssWriteRTWParamSettings(S, 2, SSWRITE_VALUE_NUM, "Count", 2.0, SSWRITE_VALUE_VECT, "Gain",
                                 gain, 2))
        return;
    if (!ssWriteRTWWorkVect(S, "IWork", 1, "Index", ssGetNumIWork(S)))
        return;
    if (!ssWriteRTWStrParam(S, "Name", "x") || !ssWriteRTWScalarParam(S, "Scalar", gain, SS_DOUBLE))
        return;
    ssWriteRTWParameters(S, 1, SSWRITE_VALUE_DTYPE_VECT, "P", "", gain, 2, DTINFO(SS_DOUBLE, 0));
    ssWriteRTWStr(S, "Record { }");
    ssWriteRTWVectParam(S, "V", gain, SS_DOUBLE, 2);
    ssWriteRTW2dMatParam(S, "M", gain, SS_DOUBLE, 1, 2);
    ssWriteRTWMxVectParam(S, "C", gain, gain, SS_DOUBLE, 2);
    ssWriteRTWMx2dMatParam(S, "D", gain, gain, SS_DOUBLE, 1, 2);
    ssWriteRTWStrVectParam(S, "E", gain, 2);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
