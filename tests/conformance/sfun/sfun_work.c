/* all kinds of work memory: begins as zero, keeps what is written, and is counted */
#define S_FUNCTION_NAME  sfun_work
#define S_FUNCTION_LEVEL 2
#include "check.h"

static const char *const names[9] = {"d", "s", "i8", "u8", "i16", "u16", "i32", "u32", "b"};

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 4);
    ssSetNumIWork(S, 3);
    ssSetNumRWork(S, 2);
    ssSetNumPWork(S, 2);
    ssSetNumModes(S, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSetSimStateVisibility(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    int_T i;
    if (!ssSetNumDWork(S, 9))
        return;
    for (i = 0; i < 9; i++) {
        ssSetDWorkWidth(S, i, i + 1);
        ssSetDWorkDataType(S, i, i);
        ssSetDWorkName(S, i, names[i]);
        ssSetDWorkUsageType(S, i, i == 0 ? SS_DWORK_USED_AS_DSTATE : SS_DWORK_USED_AS_DWORK);
        ssSetDWorkRTWIdentifier(S, i, names[i]);
    }
    ssSetDWorkUsedAsDState(S, 1, SS_DWORK_USED_AS_DSTATE);
    CHECK(S, ssGetNumDWork(S) == 9 && ssGetDWorkWidth(S, 8) == 9);
    CHECK(S, ssGetDWorkDataType(S, 4) == SS_INT16 && strcmp(ssGetDWorkName(S, 4), "i16") == 0);
    CHECK(S, ssGetDWorkUsageType(S, 0) == SS_DWORK_USED_AS_DSTATE && ssGetDWorkUsedAsDState(S, 1));
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    int_T i, j;
    CHECK(S, ssGetNumIWork(S) == 3 && ssGetNumRWork(S) == 2 && ssGetNumPWork(S) == 2);
    for (i = 0; i < 3; i++)
        CHECK(S, ssGetIWork(S)[i] == 0);
    CHECK(S, ssGetRWork(S)[0] == 0.0 && !ssGetPWork(S)[1]);
    for (i = 0; i < 9; i++)
        for (j = 0; j < (i + 1) * ssGetDataTypeSize(S, i); j++)
            CHECK(S, ((const char *)ssGetDWork(S, i))[j] == 0);
    ssSetPWorkValue(S, 0, malloc(16));
    CHECK(S, ssGetPWorkValue(S, 0) && ssGetPWork(S)[0] == ssGetPWorkValue(S, 0));
    ssSetUserData(S, ssGetPWorkValue(S, 0));
    ssSetRWorkValue(S, 1, 2.5);
    ssSetIWorkValue(S, 2, 7);
    ssSetModeVectorValue(S, 1, 3);
    CHECK(S, ssGetModeVector(S)[1] == 3 && ssGetModeVectorValue(S, 0) == 0);
    ((int8_T *)ssGetDWork(S, 2))[2] = -5;
    ((boolean_T *)ssGetDWork(S, 8))[8] = 1;
    ((real32_T *)ssGetDWork(S, 1))[1] = 0.5f;
    ((uint16_T *)ssGetDWork(S, 5))[5] = 65535;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    UNUSED_ARG(tid);
    CHECK(S, ssGetUserData(S) == ssGetPWorkValue(S, 0));
    CHECK(S, ssGetRWorkValue(S, 1) == 2.5 && ssGetRWork(S)[1] == 2.5);
    CHECK(S, ((int8_T *)ssGetDWork(S, 2))[2] == -5 && ((boolean_T *)ssGetDWork(S, 8))[8] == 1);
    CHECK(S, ((real32_T *)ssGetDWork(S, 1))[1] == 0.5f);
    CHECK(S, ((uint16_T *)ssGetDWork(S, 5))[5] == 65535);
    y[0] = ssGetIWorkValue(S, 2);
    y[1] = ssGetModeVectorValue(S, 1);
    y[2] = ((real_T *)ssGetDWork(S, 0))[0];
    y[3] = ((int32_T *)ssGetDWork(S, 6))[6];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssSetIWorkValue(S, 2, ssGetIWorkValue(S, 2) + 1);
    ((real_T *)ssGetDWork(S, 0))[0] += 0.25;
    ((int32_T *)ssGetDWork(S, 6))[6] -= 3;
}

static void mdlTerminate(SimStruct *S) {
    free(ssGetPWorkValue(S, 0));
    ssSetPWorkValue(S, 0, NULL);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
