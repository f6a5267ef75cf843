/* asks for memory of every kind, as many as its first parameter says, and expects what its second
 * one says; fills all of it with numbers of its own and looks at every step whether each has kept
 * its own
 *
 * Both: [continuous states, discrete states, modes, IWork, RWork, PWork, DWork width], -1: as wide
 * as the input. */
#define S_FUNCTION_NAME  sfun_room
#define S_FUNCTION_LEVEL 2
#include "check.h"

static int_T number(SimStruct *S, int_T parameter, int_T i) {
    return (int_T)mxGetPr(ssGetSFcnParam(S, parameter))[i];
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumContStates(S, number(S, 0, 0));
    ssSetNumDiscStates(S, number(S, 0, 1));
    ssSetNumModes(S, number(S, 0, 2));
    ssSetNumIWork(S, number(S, 0, 3));
    ssSetNumRWork(S, number(S, 0, 4));
    ssSetNumPWork(S, number(S, 0, 5));
    ssSetNumDWork(S, 3);
    ssSetDWorkWidth(S, 0, number(S, 0, 6));
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkWidth(S, 1, 3);
    ssSetDWorkDataType(S, 1, SS_INT8);
    ssSetDWorkWidth(S, 2, number(S, 0, 6));
    ssSetDWorkDataType(S, 2, SS_UINT32);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    int_T i;
    CHECK(S, ssGetNumContStates(S) == number(S, 1, 0) && ssGetNumDiscStates(S) == number(S, 1, 1));
    CHECK(S, ssGetNumModes(S) == number(S, 1, 2) && ssGetNumIWork(S) == number(S, 1, 3));
    CHECK(S, ssGetNumRWork(S) == number(S, 1, 4) && ssGetNumPWork(S) == number(S, 1, 5));
    CHECK(S, ssGetDWorkWidth(S, 0) == number(S, 1, 6) && ssGetDWorkWidth(S, 1) == 3 &&
                 ssGetDWorkWidth(S, 2) == number(S, 1, 6));
    for (i = 0; i < ssGetNumModes(S); i++)
        ssGetModeVector(S)[i] = 10 + i;
    for (i = 0; i < ssGetNumIWork(S); i++)
        ssGetIWork(S)[i] = 1000 + i;
    for (i = 0; i < ssGetNumRWork(S); i++)
        ssGetRWork(S)[i] = 0.5 + i;
    for (i = 0; i < ssGetNumPWork(S); i++)
        ssGetPWork(S)[i] = (char *)S + i;
    for (i = 0; i < ssGetDWorkWidth(S, 0); i++) {
        ((real_T *)ssGetDWork(S, 0))[i] = -0.25 - i;
        ((uint32_T *)ssGetDWork(S, 2))[i] = 4000000000u + (uint32_T)i;
    }
    for (i = 0; i < 3; i++)
        ((int8_T *)ssGetDWork(S, 1))[i] = (int8_T)(i - 100);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    int_T i;
    for (i = 0; i < ssGetNumContStates(S); i++)
        ssGetContStates(S)[i] = 2.0 + i;
    for (i = 0; i < ssGetNumDiscStates(S); i++)
        ssGetRealDiscStates(S)[i] = 3.0 * i;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T *u = ssGetInputPortRealSignal(S, 0);
    real_T n = ssGetNumIWork(S) > 0 ? ssGetIWork(S)[0] - 1000 : 0, sum = n;
    int_T i;
    UNUSED_ARG(tid);
    for (i = 0; i < ssGetNumModes(S); i++)
        CHECK(S, ssGetModeVector(S)[i] == 10 + i + (int_T)n);
    for (i = 0; i < ssGetNumIWork(S); i++)
        CHECK(S, ssGetIWork(S)[i] == 1000 + i + (int_T)n);
    for (i = 0; i < ssGetNumRWork(S); i++)
        CHECK(S, ssGetRWork(S)[i] == 0.5 + i + n);
    for (i = 0; i < ssGetNumPWork(S); i++)
        CHECK(S, ssGetPWork(S)[i] == (char *)S + i);
    for (i = 0; i < ssGetDWorkWidth(S, 0); i++) {
        CHECK(S, ((real_T *)ssGetDWork(S, 0))[i] == -0.25 - i - n);
        CHECK(S, ((uint32_T *)ssGetDWork(S, 2))[i] == 4000000000u + (uint32_T)i + (uint32_T)n);
    }
    for (i = 0; i < 3; i++)
        CHECK(S, ((int8_T *)ssGetDWork(S, 1))[i] == (int8_T)(i - 100 + (int_T)n));
    for (i = 0; i < ssGetNumDiscStates(S); i++)
        CHECK(S, ssGetRealDiscStates(S)[i] == 3.0 * i + n);
    for (i = 0; i < ssGetNumContStates(S); i++)
        sum += ssGetContStates(S)[i];
    for (i = 0; i < ssGetInputPortWidth(S, 0); i++)
        sum += u[i];
    ssGetOutputPortRealSignal(S, 0)[0] = sum;
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    int_T i;
    UNUSED_ARG(tid);
    for (i = 0; i < ssGetNumModes(S); i++)
        ssGetModeVector(S)[i]++;
    for (i = 0; i < ssGetNumIWork(S); i++)
        ssGetIWork(S)[i]++;
    for (i = 0; i < ssGetNumRWork(S); i++)
        ssGetRWork(S)[i] += 1.0;
    for (i = 0; i < ssGetDWorkWidth(S, 0); i++) {
        ((real_T *)ssGetDWork(S, 0))[i] -= 1.0;
        ((uint32_T *)ssGetDWork(S, 2))[i]++;
    }
    for (i = 0; i < 3; i++)
        ((int8_T *)ssGetDWork(S, 1))[i]++;
    for (i = 0; i < ssGetNumDiscStates(S); i++)
        ssGetRealDiscStates(S)[i] += 1.0;
}

/* x' = 1 for each */
#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    int_T i;
    for (i = 0; i < ssGetNumContStates(S); i++)
        ssGetdX(S)[i] = 1.0;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
