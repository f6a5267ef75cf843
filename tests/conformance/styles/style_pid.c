/* a discrete PID controller with its gains in a structure, clamping against windup */
#define S_FUNCTION_NAME  style_pid
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#define P_GAINS(S) ssGetSFcnParam(S, 0)
#define P_TS(S)    ssGetSFcnParam(S, 1)
#define NPARAMS    2

#define IS_PARAM_DOUBLE(pVal)                                                                      \
    (mxIsNumeric(pVal) && !mxIsLogical(pVal) && !mxIsEmpty(pVal) && !mxIsSparse(pVal) &&           \
     !mxIsComplex(pVal) && mxIsDouble(pVal))

static real_T field(SimStruct *S, const char *name) {
    const mxArray *f = mxGetField(P_GAINS(S), 0, name);
    return f ? mxGetScalar(f) : 0.0;
}

#define MDL_CHECK_PARAMETERS
#if defined(MDL_CHECK_PARAMETERS) && defined(MATLAB_MEX_FILE)
static void mdlCheckParameters(SimStruct *S) {
    if (!mxIsStruct(P_GAINS(S))) {
        ssSetErrorStatus(S, "First parameter to S-function must be a structure of gains");
        return;
    }
    if (!IS_PARAM_DOUBLE(P_TS(S)) || mxGetScalar(P_TS(S)) <= 0.0) {
        ssSetErrorStatus(S, "Sample time must be a positive real number");
        return;
    }
}
#endif

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, NPARAMS);
#if defined(MATLAB_MEX_FILE)
    if (ssGetNumSFcnParams(S) == ssGetSFcnParamsCount(S)) {
        mdlCheckParameters(S);
        if (ssGetErrorStatus(S))
            return;
    } else {
        return; /* Parameter mismatch will be reported by the host */
    }
#endif
    for (i = 0; i < NPARAMS; i++)
        ssSetSFcnParamTunable(S, i, false);
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 2); /* integral, last error */
    if (!ssSetNumInputPorts(S, 2))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortWidth(S, 1, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 1, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, mxGetScalar(P_TS(S)));
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *x = ssGetRealDiscStates(S);
    x[0] = 0.0;
    x[1] = 0.0;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType ref = ssGetInputPortRealSignalPtrs(S, 0);
    InputRealPtrsType meas = ssGetInputPortRealSignalPtrs(S, 1);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    const real_T *x = ssGetRealDiscStates(S);
    const real_T e = *ref[0] - *meas[0], Ts = mxGetScalar(P_TS(S)), limit = field(S, "limit");
    real_T u = field(S, "Kp") * e + x[0] + field(S, "Kd") * (e - x[1]) / Ts;
    UNUSED_ARG(tid);
    if (u > limit)
        u = limit;
    if (u < -limit)
        u = -limit;
    y[0] = u;
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    real_T *x = ssGetRealDiscStates(S);
    real_T e = *ssGetInputPortRealSignalPtrs(S, 0)[0] - *ssGetInputPortRealSignalPtrs(S, 1)[0];
    UNUSED_ARG(tid);
    if (fabs(*ssGetOutputPortRealSignal(S, 0)) < field(S, "limit"))
        x[0] += field(S, "Ki") * mxGetScalar(P_TS(S)) * e;
    x[1] = e;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
