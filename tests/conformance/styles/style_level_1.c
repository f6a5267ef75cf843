/* an S-function as they were written before Level 2: vectors as arguments, both kinds of states in
 * one of them, old names of the calls */
#define S_FUNCTION_NAME style_level_1
#include "simstruc.h"

#define STEP mxGetPr(ssGetArg(S, 0))[0]

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumContStates(S, 1);
    ssSetNumDiscStates(S, 1);
    ssSetNumInputs(S, 1);
    ssSetNumOutputs(S, 2);
    ssSetDirectFeedThrough(S, 0);
    ssSetNumInputArgs(S, 1);
    ssSetNumSampleTimes(S, 2);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTimeEvent(S, 0, 0.0);
    ssSetOffsetTimeEvent(S, 0, 0.0);
    ssSetSampleTimeEvent(S, 1, 0.5);
    ssSetOffsetTimeEvent(S, 1, 0.0);
}

static void mdlInitializeConditions(double *x0, SimStruct *S) {
    x0[0] = 1.0;
    x0[1] = 10.0;
}

static void mdlOutputs(double *y, double *x, double *u, SimStruct *S, int tid) {
    y[0] = x[0];
    y[1] = x[1];
}

static void mdlUpdate(double *x, double *u, SimStruct *S, int tid) {
    if (ssIsSampleHit(S, 1, tid))
        x[1] += STEP;
}

static void mdlDerivatives(double *dx, double *x, double *u, SimStruct *S, int tid) {
    dx[0] = u[0] - x[0];
}

static void mdlTerminate(SimStruct *S) {
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
