/* a tank with a valve: dimensioned constants, a solver reset when it runs over, work of all kinds,
 * saving by default, and an own state reset from outside */
#define S_FUNCTION_NAME  style_tank
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#define AREA(S)  mxGetScalar(ssGetSFcnParam(S, 0))
#define LIMIT(S) mxGetScalar(ssGetSFcnParam(S, 1))

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    int_T i;
    for (i = 0; i < 2; i++) {
        const mxArray *p = ssGetSFcnParam(S, i);
        if (mxIsEmpty(p) || mxIsSparse(p) || mxIsComplex(p) || mxIsLogical(p) || !mxIsNumeric(p) ||
            !mxIsDouble(p) || mxGetNumberOfElements(p) != 1 || !mxIsFinite(mxGetPr(p)[0])) {
            ssSetErrorStatus(S, "area and limit must be finite real scalars");
            return;
        }
    }
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    ssSetRWorkValue(S, 0, 1.0 / AREA(S));
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 1);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 2))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetNumRWork(S, 1);
    ssSetNumIWork(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    mdlProcessParameters(S);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *level = ssGetContStates(S);
    if (ssIsMajorTimeStep(S) && level[0] > LIMIT(S)) {
        level[0] = LIMIT(S) / 2.0;
        ssGetIWork(S)[0]++;
        ssSetSolverNeedsReset(S);
    }
    *ssGetOutputPortRealSignal(S, 0) = level[0];
    *ssGetOutputPortRealSignal(S, 1) = ssGetIWork(S)[0];
    UNUSED_ARG(tid);
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    *ssGetdX(S) = (**ssGetInputPortRealSignalPtrs(S, 0) - 100.0 + 1.0) * ssGetRWorkValue(S, 0);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
