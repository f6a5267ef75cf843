/* the magic formula with its coefficients in a vector, and load, slip as inputs */
#define S_FUNCTION_NAME  style_tyre
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include "math.h"

/* parameter */
#define COEFF_ARG ssGetSFcnParam(S, 0)
#define B         (mxGetPr(COEFF_ARG)[0])
#define C         (mxGetPr(COEFF_ARG)[1])
#define D         (mxGetPr(COEFF_ARG)[2])
#define E         (mxGetPr(COEFF_ARG)[3])
/* input */
#define Fz    (*uPtrs[0])
#define kappa ((*uPtrs[1] - 110.0) / 10.0)

static real_T magic_formula(SimStruct *S, real_T load, real_T slip) {
    real_T x = B * slip;
    return load * D * sin(C * atan(x - E * (x - atan(x))));
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) {
        return;
    }
    if (mxGetM(COEFF_ARG) * mxGetN(COEFF_ARG) != 4) {
        ssSetErrorStatus(S, "four coefficients are needed");
        return;
    }
    ssSetNumContStates(S, 0); /* number of continuous states           */
    ssSetNumDiscStates(S, 0); /* number of discrete states             */
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1); /* number of sample times                */
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetOptions(S, 0);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#undef MDL_INITIALIZE_CONDITIONS /* Change to #define to add function */
#if defined(MDL_INITIALIZE_CONDITIONS)
static void mdlInitializeConditions(SimStruct *S) {}
#endif
#undef MDL_START
#undef MDL_UPDATE
#undef MDL_DERIVATIVES

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType uPtrs = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    y[0] = magic_formula(S, Fz, kappa);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
