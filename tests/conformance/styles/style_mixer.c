/* turns a real signal by a phase that grows with time: a complex output */
#define S_FUNCTION_NAME  style_mixer
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_YES);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.25);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    creal_T *y = (creal_T *)ssGetOutputPortSignal(S, 0);
    real_T u = **ssGetInputPortRealSignalPtrs(S, 0),
           phase = ssGetTaskTime(S, 0) * 1.5707963267948966;
    y->re = u * cos(phase);
    y->im = u * sin(phase);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
