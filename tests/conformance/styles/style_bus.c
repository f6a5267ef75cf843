/* in the manner of a legacy code tool: registered alias and enumerated types, bus structures copied
 * element by element, matrices given by dimensions that depend on parameters */
#define S_FUNCTION_LEVEL 2
#define S_FUNCTION_NAME  style_bus
#include "simstruc.h"
#define PARAM_WORK(I) ((I) + 1)
typedef struct COUNTERBUS_tag {
    double signal1;
    int32_T signal2[2];
} COUNTERBUS;
static void counterbusFcn(COUNTERBUS *in, int32_T add, COUNTERBUS *out) {
    out->signal1 = in->signal1 * 2.0;
    out->signal2[0] = in->signal2[0] + add;
    out->signal2[1] = in->signal2[1] - add;
}
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumDWork(S, 2))
        return;
    ssSetDWorkWidth(S, 0, sizeof(COUNTERBUS));
    ssSetDWorkDataType(S, 0, SS_UINT8);
    ssSetDWorkUsageType(S, 0, SS_DWORK_USED_AS_DWORK);
    ssSetDWorkWidth(S, 1, (int_T)(sizeof(COUNTERBUS) / sizeof(uint8_T)));
    ssSetDWorkDataType(S, 1, SS_UINT8);
    if (!ssSetNumInputPorts(S, 2))
        return;
#if defined(MATLAB_MEX_FILE)
    {
        DTypeId dataTypeIdReg;
        ssRegisterTypeFromNamedObject(S, "COUNTERBUS", &dataTypeIdReg);
        if (dataTypeIdReg == INVALID_DTYPE_ID)
            return;
        ssSetInputPortDataType(S, 0, dataTypeIdReg);
        ssSetBusInputObjectName(S, 0, (void *)"COUNTERBUS");
    }
#endif
    ssSetBusInputAsStruct(S, 0, true);
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortAcceptExprInRTW(S, 0, 0);
    ssSetInputPortOverWritable(S, 0, 0);
    ssSetInputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortDataType(S, 1, SS_INT32);
    {
        int_T dims[] = {1, 1};
        DECL_AND_INIT_DIMSINFO(d);
        d.numDims = 2;
        d.width = 1;
        d.dims = dims;
        ssSetInputPortDimensionInfo(S, 1, &d);
    }
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    ssSetInputPortRequiredContiguous(S, 1, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
#if defined(MATLAB_MEX_FILE)
    {
        DTypeId dataTypeIdReg;
        ssRegisterTypeFromNamedObject(S, "COUNTERBUS", &dataTypeIdReg);
        if (dataTypeIdReg == INVALID_DTYPE_ID)
            return;
        ssSetOutputPortDataType(S, 0, dataTypeIdReg);
        ssSetBusOutputObjectName(S, 0, (void *)"COUNTERBUS");
    }
#endif
    ssSetBusOutputAsStruct(S, 0, true);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetOutputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetOutputPortOutputExprInRTW(S, 0, 0);
    ssRegisterDataType(S, "COUNTERBUS");
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
#if defined(MATLAB_MEX_FILE) && defined(SS_OPTION_SUPPORTS_ALIAS_DATA_TYPES)
    ssSetOptions(S, SS_OPTION_SUPPORTS_ALIAS_DATA_TYPES | SS_OPTION_EXCEPTION_FREE_CODE);
#endif
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
#if defined(ssSetModelReferenceSampleTimeDefaultInheritance)
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
#endif
}
#define MDL_START
#if defined(MDL_START)

static void mdlStart(SimStruct *S) {
    if (ssGetSimMode(S) != SS_SIMMODE_RTWGEN && !ssRTWGenIsAccelerator(S)) {
        int_T *busInfo = (int_T *)malloc(4 * sizeof(int_T));
        DTypeId id = ssGetDataTypeId(S, "COUNTERBUS");
        if (!busInfo) {
            ssSetErrorStatus(S, "Memory allocation failure");
            return;
        }
        busInfo[0] = ssGetBusElementOffset(S, id, 0);
        busInfo[1] = ssGetDataTypeSize(S, SS_DOUBLE);
        busInfo[2] = ssGetBusElementOffset(S, id, 1);
        busInfo[3] = 2 * ssGetDataTypeSize(S, SS_INT32);
        ssSetUserData(S, busInfo);
    }
}
#endif
static void mdlOutputs(SimStruct *S, int_T tid) {
    char *u1 = (char *)ssGetInputPortSignal(S, 0);
    int32_T *u2 = (int32_T *)ssGetInputPortSignal(S, 1);
    char *y1 = (char *)ssGetOutputPortSignal(S, 0);
    COUNTERBUS *w1 = (COUNTERBUS *)ssGetDWork(S, 0), *w2 = (COUNTERBUS *)ssGetDWork(S, 1);
    int_T *b = (int_T *)ssGetUserData(S);
    (void)memcpy(&w1->signal1, u1 + b[0], b[1]);
    (void)memcpy(w1->signal2, u1 + b[2], b[3]);
    counterbusFcn(w1, *u2, w2);
    (void)memcpy(y1 + b[0], &w2->signal1, b[1]);
    (void)memcpy(y1 + b[2], w2->signal2, b[3]);
}
static void mdlTerminate(SimStruct *S) {
    int_T *b = (int_T *)ssGetUserData(S);
    if (b) {
        free(b);
        ssSetUserData(S, NULL);
    }
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
