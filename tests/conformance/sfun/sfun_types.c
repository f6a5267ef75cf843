/* passes a scalar of any type through and says what the type is; types found by the methods */
#define S_FUNCTION_NAME  sfun_types
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 2))
        return;
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortWidth(S, 1, 1);
    ssSetInputPortDataType(S, 1, SS_UINT8);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    CHECK(S, ssGetInputPortDataType(S, 0) == DYNAMICALLY_TYPED);
    ssSetOutputPortWidth(S, 0, 2);
    ssSetOutputPortDataType(S, 0, DYNAMICALLY_TYPED);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortDataType(S, 1, SS_UINT32);
    CHECK(S, ssGetOutputPortDataType(S, 1) == SS_UINT32);
    ssSetNumSampleTimes(S, 1);
}

#define MDL_SET_INPUT_PORT_DATA_TYPE
static void mdlSetInputPortDataType(SimStruct *S, int_T port, DTypeId type) {
    if (type == SS_INT8) {
        ssSetErrorStatus(S, "int8 is not accepted here");
        return;
    }
    ssSetInputPortDataType(S, port, type);
    ssSetOutputPortDataType(S, port, type);
}

#define MDL_SET_OUTPUT_PORT_DATA_TYPE
static void mdlSetOutputPortDataType(SimStruct *S, int_T port, DTypeId type) {
    ssSetOutputPortDataType(S, port, type);
    ssSetInputPortDataType(S, port, type);
}

#define MDL_SET_DEFAULT_PORT_DATA_TYPES
static void mdlSetDefaultPortDataTypes(SimStruct *S) {
    if (ssGetInputPortDataType(S, 0) == DYNAMICALLY_TYPED) {
        ssSetInputPortDataType(S, 0, SS_DOUBLE);
        ssSetOutputPortDataType(S, 0, SS_DOUBLE);
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    DTypeId type = ssGetInputPortDataType(S, 0);
    int_T i, size = ssGetDataTypeSize(S, type);
    UNUSED_ARG(tid);
    CHECK(S, ssGetOutputPortDataType(S, 0) == type);
    CHECK(S, ssGetDataTypeId(S, ssGetDataTypeName(S, type)) == type);
    CHECK(S, ssGetNumDataTypes(S) > SS_NUM_BUILT_IN_DTYPE - 1);
    CHECK(S, ssGetDataTypeZero(S, type) != NULL);
    for (i = 0; i < 2; i++)
        memcpy((char *)ssGetOutputPortSignal(S, 0) + i * size, ssGetInputPortSignalPtrs(S, 0)[i],
               (size_t)size);
    *(uint32_T *)ssGetOutputPortSignal(S, 1) =
        *((InputUInt8PtrsType)ssGetInputPortSignalPtrs(S, 1))[0];
    switch (type) {
    case SS_SINGLE:
        CHECK(S, size == sizeof(real32_T));
        break;
    case SS_INT16: {
        InputInt16PtrsType u = (InputInt16PtrsType)ssGetInputPortSignalPtrs(S, 0);
        CHECK(S, *u[0] == 100 && *u[1] == 110);
        break;
    }
    case SS_UINT16: {
        InputUInt16PtrsType u = (InputUInt16PtrsType)ssGetInputPortSignalPtrs(S, 0);
        CHECK(S, *u[1] == 110);
        break;
    }
    case SS_UINT32: {
        InputUInt32PtrsType u = (InputUInt32PtrsType)ssGetInputPortSignalPtrs(S, 0);
        CHECK(S, *u[1] == 110u);
        break;
    }
    case SS_INT32: {
        InputInt32PtrsType u = (InputInt32PtrsType)ssGetInputPortSignalPtrs(S, 0);
        CHECK(S, *u[1] == 110);
        break;
    }
    case SS_BOOLEAN: {
        InputBooleanPtrsType u = (InputBooleanPtrsType)ssGetInputPortSignalPtrs(S, 0);
        CHECK(S, *u[0] == 1 && size == 1);
        break;
    }
    default:
        break;
    }
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
