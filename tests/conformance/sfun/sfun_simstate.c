/* keeps a counter in memory of its own and hands it over as an array when its state is saved */
#define S_FUNCTION_NAME  sfun_simstate
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumPWork(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetSimStateCompliance(S, USE_CUSTOM_SIM_STATE);
    CHECK(S, ssGetSimStateCompliance(S) == USE_CUSTOM_SIM_STATE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssGetPWork(S)[0] = calloc(1, sizeof(real_T));
}

#define MDL_SIM_STATE
static mxArray *mdlGetSimState(SimStruct *S) {
    static const char *fields[] = {"count", "note"};
    mxArray *state = mxCreateStructMatrix(1, 1, 2, fields);
    mxSetField(state, 0, "count", mxCreateDoubleScalar(*(real_T *)ssGetPWork(S)[0]));
    mxSetField(state, 0, "note", mxCreateString("counter"));
    return state;
}

static void mdlSetSimState(SimStruct *S, const mxArray *state) {
    char note[16];
    mxGetString(mxGetField(state, 0, "note"), note, sizeof note);
    CHECK(S, strcmp(note, "counter") == 0);
    *(real_T *)ssGetPWork(S)[0] = mxGetScalar(mxGetField(state, 0, "count"));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = *(real_T *)ssGetPWork(S)[0];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    *(real_T *)ssGetPWork(S)[0] += 1.0;
}

static void mdlTerminate(SimStruct *S) {
    free(ssGetPWork(S)[0]);
    ssGetPWork(S)[0] = NULL;
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
