/* run-time parameters: all tunable ones by one call, and one that is computed from two. Parameters:
 * a vector of gains, an offset, and a number that cannot be tuned */
#define S_FUNCTION_NAME  sfun_runtime
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 3);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamTunable(S, 0, SS_PRM_TUNABLE);
    ssSetSFcnParamTunable(S, 1, 1);
    ssSetSFcnParamTunable(S, 2, SS_PRM_NOT_TUNABLE);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 3);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    static const char *names[] = {"Gains", "Offset"};
    ssRegAllTunableParamsAsRunTimeParams(S, names);
    if (ssGetErrorStatus(S))
        return;
    CHECK(S, ssGetNumRunTimeParams(S) == 2);
    CHECK(S, strcmp(ssGetRunTimeParamInfo(S, 0)->name, "Gains") == 0);
    CHECK(S, ssGetRunTimeParamInfo(S, 0)->nDimensions == 2);
    CHECK(S, ssGetRunTimeParamInfo(S, 0)->dimensions[1] == 2);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dataTypeId == SS_DOUBLE);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dlgParamIndices[0] == 1);
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    if (mxGetScalar(ssGetSFcnParam(S, 1)) < 0.0)
        ssSetErrorStatus(S, "the offset must not be negative");
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    ssUpdateAllTunableParamsAsRunTimeParams(S);
    ssPrintf("process parameters at %g\n", ssGetT(S));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const ssParamRec *gains = ssGetRunTimeParamInfo(S, 0), *offset = ssGetRunTimeParamInfo(S, 1);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    UNUSED_ARG(tid);
    y[0] = ((const real_T *)gains->data)[0] + ((const real_T *)offset->data)[0];
    y[1] = ((const real_T *)gains->data)[1] + ((const real_T *)offset->data)[0];
    y[2] = mxGetScalar(ssGetSFcnParam(S, 2));
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
