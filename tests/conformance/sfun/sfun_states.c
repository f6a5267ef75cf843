/* an oscillator x'' = -x in continuous states, a counter in a discrete one; knows its solver */
#define S_FUNCTION_NAME  sfun_states
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 3);
    ssSetNumContStates(S, 2);
    ssSetNumDiscStates(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetJacobianNzMax(S, 4);
    ssSetSkipContStatesConsistencyCheck(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    CHECK(S, ssGetSampleTime(S, 0) == 0.0 && ssGetOffsetTime(S, 0) == 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    CHECK(S, ssGetTStart(S) == 0.0 && ssGetTFinal(S) > 0.0);
    CHECK(S, ssIsVariableStepSolver(S) || ssGetFixedStepSize(S) > 0.0);
    CHECK(S, ssGetSolverName(S) && ssGetSolverMode(S) != SOLVER_MODE_MULTITASKING);
    CHECK(S, ssGetSimMode(S) == SS_SIMMODE_NORMAL && !ssIsExternalSim(S));
    CHECK(S, ssGetSimMode(S) != SS_SIMMODE_EXTERNAL && !ssGetStopRequested(S));
    ssSetStateAbsTol(S, 1, 1e-8);
    CHECK(S, ssGetStateAbsTol(S, 1) == 1e-8 && ssGetAbsTol(S)[1] == 1e-8);
    CHECK(S, ssGetSimStatus(S) == SIMSTATUS_INITIALIZING);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x = ssGetContStates(S);
    CHECK(S, ssIsFirstInitCond(S));
    x[0] = 1.0;
    x[1] = 0.0;
    ssGetDiscStates(S)[0] = 10.0;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    CHECK(S, ssIsContinuousTask(S, tid) && ssIsSampleHit(S, 0, tid));
    CHECK(S, ssGetSimStatus(S) == SIMSTATUS_RUNNING);
    y[0] = ssGetContStates(S)[0];
    y[1] = ssGetContStates(S)[1];
    y[2] = ssGetRealDiscStates(S)[0];
    if (ssGetT(S) >= 0.75 && ssIsMajorTimeStep(S))
        ssSetStopRequested(S, 1);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetRealDiscStates(S)[0] += 1.0;
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    const real_T *x = ssGetContStates(S);
    real_T *dx = ssGetdX(S);
    dx[0] = x[1];
    dx[1] = -x[0];
}

#define MDL_JACOBIAN
static void mdlJacobian(SimStruct *S) {
    real_T *pr = ssGetJacobianPr(S);
    int_T *ir = ssGetJacobianIr(S), *jc = ssGetJacobianJc(S);
    pr[0] = -1.0;
    pr[1] = 1.0;
    ir[0] = 1;
    ir[1] = 0;
    jc[0] = 0;
    jc[1] = 1;
    jc[2] = 2;
}

static void mdlTerminate(SimStruct *S) {
    CHECK(S, ssGetSimStatus(S) == SIMSTATUS_TERMINATING);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
