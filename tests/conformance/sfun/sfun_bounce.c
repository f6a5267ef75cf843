/* a ball falls from height 1 and bounces with half its speed: zero crossings, modes, solver reset
 */
#define S_FUNCTION_NAME  sfun_bounce
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumContStates(S, 2);
    ssSetNumModes(S, 1);
    ssSetNumNonsampledZCs(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    ssGetContStates(S)[0] = 1.0;
    ssGetContStates(S)[1] = 0.0;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *x = ssGetContStates(S), *y = ssGetOutputPortRealSignal(S, 0);
    UNUSED_ARG(tid);
    if (ssIsMajorTimeStep(S) && x[0] <= 1e-9 && x[1] < 0.0) {
        ssPrintf("impact %.6f\n", ssGetT(S));
        x[0] = 0.0;
        x[1] = -0.5 * x[1];
        ssGetModeVector(S)[0]++;
        ssSetSolverNeedsReset(S);
    }
    y[0] = x[0];
    y[1] = ssGetModeVector(S)[0];
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    ssGetdX(S)[0] = ssGetContStates(S)[1];
    ssGetdX(S)[1] = -9.81;
}

#define MDL_ZERO_CROSSINGS
static void mdlZeroCrossings(SimStruct *S) {
    ssGetNonsampledZCs(S)[0] = ssGetContStates(S)[0];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
