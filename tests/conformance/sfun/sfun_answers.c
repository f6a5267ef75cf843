/* asks the host for what it keeps: room of a full Jacobian, elements of a bus object POINT, types
 * of run-time parameters. Parameters: true, int8([1 2 3]), single(2.5), [1+2i 3-4i] */
#define S_FUNCTION_NAME  sfun_answers
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, 4);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 3);
    ssSetInputPortWidth(S, 1, 2);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    ssSetOutputPortWidth(S, 0, 4);
    ssSetNumContStates(S, 2);
    ssSetNumDiscStates(S, 1);
    ssSetNumSampleTimes(S, 1);
    /* rows: states and outputs, 3 + 4; columns: states and inputs, 3 + 3 + 2 */
    ssSetJacobianNzMax(S, -1);
    CHECK(S, ssGetJacobianNzMax(S) == 7 * 8);
    for (i = 0; i < 7 * 8; i++) {
        ssGetJacobianIr(S)[i] = i;
        ssGetJacobianPr(S)[i] = i;
    }
    for (i = 0; i <= 8; i++)
        ssGetJacobianJc(S)[i] = 7 * i;
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void check_bus(SimStruct *S) {
    DTypeId id = INVALID_DTYPE_ID;
    ssRegisterTypeFromNamedObject(S, "POINT", &id);
    CHECK(S, id != INVALID_DTYPE_ID && ssIsDataTypeABus(S, id));
    CHECK(S, ssGetNumBusElements(S, id) == 3);
    CHECK(S, strcmp(ssGetBusElementName(S, id, 0), "x") == 0);
    CHECK(S, strcmp(ssGetBusElementName(S, id, 2), "z") == 0);
    CHECK(S, ssGetBusElementDataType(S, id, 0) == SS_DOUBLE);
    CHECK(S, ssGetBusElementDataType(S, id, 1) == SS_INT16);
    CHECK(S, ssGetBusElementNumDimensions(S, id, 0) == 1);
    CHECK(S, ssGetBusElementNumDimensions(S, id, 1) == 2);
    CHECK(S, ssGetBusElementDimensions(S, id, 1)[0] == 2);
    CHECK(S, ssGetBusElementDimensions(S, id, 1)[1] == 3);
    CHECK(S, ssGetBusElementOffset(S, id, 0) == 0);
    CHECK(S, ssGetBusElementOffset(S, id, 1) == 8);
    CHECK(S, ssGetBusElementOffset(S, id, 2) == 24); /* behind 12 bytes and 4 that align it */
    CHECK(S, ssGetDataTypeSize(S, id) == 32);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    static const char *names[] = {"flag", "list", "single", "complex"};
    ssRegAllTunableParamsAsRunTimeParams(S, names);
    if (ssGetErrorStatus(S))
        return;
    CHECK(S, ssGetNumRunTimeParams(S) == 4);
    CHECK(S, ssGetRunTimeParamInfo(S, 0)->dataTypeId == SS_BOOLEAN);
    CHECK(S, *(const boolean_T *)ssGetRunTimeParamInfo(S, 0)->data == 1);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dataTypeId == SS_INT8);
    CHECK(S, ((const int8_T *)ssGetRunTimeParamInfo(S, 1)->data)[2] == 3);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dimensions[0] == 1);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dimensions[1] == 3);
    CHECK(S, ssGetRunTimeParamInfo(S, 2)->dataTypeId == SS_SINGLE);
    CHECK(S, *(const real32_T *)ssGetRunTimeParamInfo(S, 2)->data == 2.5F);
    CHECK(S, !ssGetRunTimeParamInfo(S, 2)->complexSignal);
    CHECK(S, ssGetRunTimeParamInfo(S, 3)->dataTypeId == SS_DOUBLE);
    CHECK(S, ssGetRunTimeParamInfo(S, 3)->complexSignal);
    CHECK(S, ((const real_T *)ssGetRunTimeParamInfo(S, 3)->data)[0] == 1.0);
    CHECK(S, ((const real_T *)ssGetRunTimeParamInfo(S, 3)->data)[1] == 2.0);
    CHECK(S, ((const real_T *)ssGetRunTimeParamInfo(S, 3)->data)[2] == 3.0);
    CHECK(S, ((const real_T *)ssGetRunTimeParamInfo(S, 3)->data)[3] == -4.0);
    check_bus(S);
}

/* memory of its own, which is guarded where the S-function is isolated */
static void check_memory(SimStruct *S) {
    real_T *list = (real_T *)calloc(3, sizeof *list), *grown;
    CHECK(S, list && list[0] == 0.0 && list[2] == 0.0);
    list[0] = 4.0;
    list[2] = 5.0;
    grown = (real_T *)realloc(list, 1000 * sizeof *list);
    CHECK(S, grown && grown[0] == 4.0 && grown[2] == 5.0);
    grown[999] = 6.0;
    list = (real_T *)realloc(grown, sizeof *list);
    CHECK(S, list && list[0] == 4.0);
    free(list);
    list = (real_T *)realloc(NULL, 2 * sizeof *list);
    CHECK(S, list != NULL);
    list[1] = 1.0;
    free(list);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    check_memory(S);
    CHECK(S, ssGetJacobianPr(S)[55] == 55.0 && ssGetJacobianIr(S)[55] == 55);
    CHECK(S, ssGetJacobianJc(S)[8] == 56);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T i;
    UNUSED_ARG(tid);
    for (i = 0; i < 4; i++)
        ssGetOutputPortRealSignal(S, 0)[i] = 10.0 + i;
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    ssGetdX(S)[0] = ssGetdX(S)[1] = 0.0;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
