/* says in every method what it is told about time, solver and sample hits, and gives the same as
 * its output. Rates: continuous, continuous but for minor steps, and 0.5 s from 0.25 s on.
 *
 * Parameters: when it asks for a reset of the solver, and when it asks to stop (-1: never). Instead
 * of the first -3 writes NaN in minor steps, -4 in major ones, -5 there, too, but fails then; -6
 * fails in mdlStart */
#define S_FUNCTION_NAME  sfun_clock
#define S_FUNCTION_LEVEL 2
#include "check.h"

#define RATES 3
#define TOLD  (8 + 2 * RATES)

static real_T parameter(SimStruct *S, int_T i) {
    return mxGetScalar(ssGetSFcnParam(S, i));
}

static void tell_solver(SimStruct *S, const char *method) {
    ssPrintf("%s %s %s fixed=%g step=%g max=%g min=%g from=%g to=%g now=%g tolerance=%g\n", method,
             ssGetSolverName(S), ssIsVariableStepSolver(S) ? "variable" : "fixed",
             ssGetFixedStepSize(S), ssGetStepSize(S), ssGetMaxStepSize(S), ssGetMinStepSize(S),
             ssGetTStart(S), ssGetTFinal(S), ssGetT(S), ssGetRelTol(S));
}

/* a wish is taken once: no method sees the wish of another */
static void tell(SimStruct *S, const char *method) {
    int_T i;
    CHECK(S, !ssGetSolverNeedsReset(S) && !ssGetStopRequested(S));
    ssPrintf("%s t=%g last=%g step=%g%s%s", method, ssGetT(S), ssGetTimeOfLastOutput(S),
             ssGetStepSize(S), ssIsMajorTimeStep(S) ? " major" : "",
             ssIsModeUpdateTimeStep(S) ? " modes" : "");
    for (i = 0; i < RATES; i++)
        ssPrintf(" %d:%g", ssIsSampleHit(S, i, 0), ssGetTaskTime(S, i));
    ssPrintf("\n");
    /* minor steps count in what the output says, too */
    if (ssGetRWork(S))
        ssGetRWork(S)[0] += ssGetT(S) + 100.0;
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, TOLD);
    ssSetNumContStates(S, 1);
    ssSetNumNonsampledZCs(S, 1);
    ssSetNumRWork(S, 1);
    ssSetNumSampleTimes(S, RATES);
    tell_solver(S, "sizes");
    /* before the run there is nothing to stop or to begin anew */
    ssSetSolverNeedsReset(S);
    ssSetStopRequested(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetSampleTime(S, 1, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 1, FIXED_IN_MINOR_STEP_OFFSET);
    ssSetSampleTime(S, 2, 0.5);
    ssSetOffsetTime(S, 2, 0.25);
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    tell(S, "process parameters");
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    tell_solver(S, "start");
    tell(S, "start");
    if (parameter(S, 0) == -6.0)
        ssSetErrorStatus(S, "no start");
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    ssGetContStates(S)[0] = 0.0;
    tell(S, "conditions");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T i;
    UNUSED_ARG(tid);
    tell(S, "outputs");
    y[0] = ssGetT(S);
    y[1] = ssGetTimeOfLastOutput(S);
    y[2] = ssGetStepSize(S);
    y[3] = ssGetTStart(S);
    y[4] = ssGetTFinal(S);
    y[5] = 10.0 * ssIsMajorTimeStep(S) + ssIsModeUpdateTimeStep(S);
    y[6] = ssGetContStates(S)[0];
    y[7] = ssGetRWork(S)[0];
    for (i = 0; i < RATES; i++) {
        y[8 + 2 * i] = ssIsSampleHit(S, i, 0);
        y[9 + 2 * i] = ssGetTaskTime(S, i);
    }
    if (parameter(S, 0) == (ssIsMajorTimeStep(S) ? -4.0 : -3.0) || parameter(S, 0) == -5.0)
        y[0] = mxGetNaN();
    if (parameter(S, 0) == -5.0)
        ssSetErrorStatus(S, "no number");
    if (ssIsMajorTimeStep(S) && ssGetT(S) == parameter(S, 0))
        ssSetSolverNeedsReset(S);
    if (ssIsMajorTimeStep(S) && ssGetT(S) == parameter(S, 1))
        ssSetStopRequested(S, 1);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    tell(S, "update");
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    tell(S, "derivatives");
    ssGetdX(S)[0] = 2.0;
}

/* never crosses */
#define MDL_ZERO_CROSSINGS
static void mdlZeroCrossings(SimStruct *S) {
    tell(S, "crossings");
    ssGetNonsampledZCs(S)[0] = 1.0;
}

#define MDL_PROJECTION
static void mdlProjection(SimStruct *S) {
    tell(S, "projection");
}

static void mdlTerminate(SimStruct *S) {
    ssPrintf("terminate t=%g\n", ssGetT(S));
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
