/* a permanent magnet motor: current and speed as continuous states, constants as a vector */
#define S_FUNCTION_NAME  style_motor
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <math.h>

#define U(element) (*uPtrs[element]) /* Pointer to Input Port0 */

#define R(S)  mxGetPr(ssGetSFcnParam(S, 0))[0]
#define L(S)  mxGetPr(ssGetSFcnParam(S, 0))[1]
#define K(S)  mxGetPr(ssGetSFcnParam(S, 0))[2]
#define J(S)  mxGetPr(ssGetSFcnParam(S, 0))[3]
#define X0(S) ssGetSFcnParam(S, 1)

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2); /* Number of expected parameters */
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 2);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x0 = ssGetContStates(S);
    int_T lp;
    for (lp = 0; lp < 2; lp++)
        *x0++ = mxGetPr(X0(S))[lp];
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    real_T *x = ssGetContStates(S);
    UNUSED_ARG(tid); /* not used in single tasking mode */
    y[0] = x[0];
    y[1] = x[1];
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    real_T *dx = ssGetdX(S);
    real_T *x = ssGetContStates(S);
    InputRealPtrsType uPtrs = ssGetInputPortRealSignalPtrs(S, 0);
    dx[0] = (U(0) - R(S) * x[0] - K(S) * x[1]) / L(S);
    dx[1] = K(S) * x[0] / J(S);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S); /* unused input argument */
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
