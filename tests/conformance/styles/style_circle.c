/* stiff plant with analytic Jacobian, a projection onto the circle, tolerances per state, resets */
#define S_FUNCTION_NAME  style_circle
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <math.h>
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 2);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, 0))
        return;
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetJacobianNzMax(S, 4);
    ssSetOperatingPointCompliance(S, USE_DEFAULT_OPERATING_POINT);
    ssSetSkipContStatesConsistencyCheck(S, 1);
    ssSetOptions(S, 0);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x = ssGetContStates(S);
    x[0] = 1.0;
    x[1] = 0.0;
    ssSetStateAbsTol(S, 0, 1e-9);
    if (ssIsVariableStepSolver(S)) {
        real_T *tol = ssGetAbsTol(S);
        if (tol)
            tol[1] = 1e-9;
    }
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    const real_T *x = ssGetContStates(S);
    y[0] = x[0];
    y[1] = x[1];
}
#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    real_T *dx = ssGetdX(S), *x = ssGetContStates(S);
    dx[0] = -x[1];
    dx[1] = x[0];
}
#define MDL_PROJECTION
static void mdlProjection(SimStruct *S) {
    real_T *x = ssGetContStates(S), r = hypot(x[0], x[1]);
    x[0] /= r;
    x[1] /= r;
}
#define MDL_JACOBIAN
static void mdlJacobian(SimStruct *S) {
    real_T *pr = ssGetJacobianPr(S);
    int_T *ir = ssGetJacobianIr(S), *jc = ssGetJacobianJc(S);
    ir[0] = 1;
    pr[0] = 1.0;
    ir[1] = 2;
    pr[1] = 1.0;
    ir[2] = 0;
    pr[2] = -1.0;
    ir[3] = 3;
    pr[3] = 1.0;
    jc[0] = 0;
    jc[1] = 2;
    jc[2] = 4;
}
#undef MDL_MASS_MATRIX
static void mdlTerminate(SimStruct *S) {
    UNUSED_PARAMETER(S);
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
