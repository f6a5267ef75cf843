/* a decimator with a rate for each port, set from the input's */
#define S_FUNCTION_NAME  style_decimator
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#define RATIO(S) ((int_T)mxGetScalar(ssGetSFcnParam(S, 0)))
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumSampleTimes(S, PORT_BASED_SAMPLE_TIMES);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetInputPortOffsetTime(S, 0, 0.0);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortOverWritable(S, 0, 0);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOutputPortOffsetTime(S, 0, 0.0);
    ssSetNumRWork(S, 1);
    ssSetNumIWork(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}
#if defined(MATLAB_MEX_FILE)
#define MDL_SET_INPUT_PORT_SAMPLE_TIME
static void mdlSetInputPortSampleTime(SimStruct *S, int_T portIdx, real_T sampleTime,
                                      real_T offsetTime) {
    if (sampleTime == CONTINUOUS_SAMPLE_TIME || sampleTime == mxGetInf()) {
        ssSetErrorStatus(S, "the input must be discrete");
        return;
    }
    ssSetInputPortSampleTime(S, portIdx, sampleTime);
    ssSetInputPortOffsetTime(S, portIdx, offsetTime);
    ssSetOutputPortSampleTime(S, 0, RATIO(S) * sampleTime);
    ssSetOutputPortOffsetTime(S, 0, 0.0);
}
#define MDL_SET_OUTPUT_PORT_SAMPLE_TIME
static void mdlSetOutputPortSampleTime(SimStruct *S, int_T portIdx, real_T sampleTime,
                                       real_T offsetTime) {
    ssSetOutputPortSampleTime(S, portIdx, sampleTime);
    ssSetOutputPortOffsetTime(S, portIdx, offsetTime);
    ssSetInputPortSampleTime(S, 0, sampleTime / RATIO(S));
    ssSetInputPortOffsetTime(S, 0, 0.0);
}
#endif
static void mdlInitializeSampleTimes(SimStruct *S) {}
static void mdlOutputs(SimStruct *S, int_T tid) {
    if (ssIsSampleHit(S, ssGetInputPortSampleTimeIndex(S, 0), tid)) {
        ssGetRWork(S)[0] += **ssGetInputPortRealSignalPtrs(S, 0);
        ssGetIWork(S)[0]++;
    }
    if (ssIsSampleHit(S, ssGetOutputPortSampleTimeIndex(S, 0), tid)) {
        ssGetOutputPortRealSignal(S, 0)[0] = ssGetRWork(S)[0] / ssGetIWork(S)[0];
        ssGetRWork(S)[0] = 0;
        ssGetIWork(S)[0] = 0;
    }
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
