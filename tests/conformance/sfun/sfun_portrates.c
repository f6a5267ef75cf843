/* rates belong to ports: the input inherits its own, the first output runs at half of it, the
 * second at a rate of its own */
#define S_FUNCTION_NAME  sfun_portrates
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 2))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetInputPortOffsetTime(S, 0, 0.0);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOutputPortOffsetTime(S, 0, 0.0);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortSampleTime(S, 1, 0.3);
    ssSetOutputPortOffsetTime(S, 1, 0.0);
    ssSetNumIWork(S, 3);
    ssSetNumSampleTimes(S, PORT_BASED_SAMPLE_TIMES);
}

#define MDL_SET_INPUT_PORT_SAMPLE_TIME
static void mdlSetInputPortSampleTime(SimStruct *S, int_T port, real_T period, real_T offset) {
    ssPrintf("input port %d runs at %g, %g\n", port, period, offset);
    ssSetInputPortSampleTime(S, port, period);
    ssSetInputPortOffsetTime(S, port, offset);
    ssSetOutputPortSampleTime(S, 0, 2.0 * period);
    ssSetOutputPortOffsetTime(S, 0, offset);
}

#define MDL_SET_OUTPUT_PORT_SAMPLE_TIME
static void mdlSetOutputPortSampleTime(SimStruct *S, int_T port, real_T period, real_T offset) {
    ssPrintf("output port %d runs at %g, %g\n", port, period, offset);
    ssSetOutputPortSampleTime(S, port, period);
    ssSetOutputPortOffsetTime(S, port, offset);
    ssSetInputPortSampleTime(S, 0, 0.5 * period);
    ssSetInputPortOffsetTime(S, 0, offset);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    CHECK(S, ssGetNumSampleTimes(S) == 3);
    CHECK(S, ssGetInputPortSampleTimeIndex(S, 0) != ssGetOutputPortSampleTimeIndex(S, 0));
    ssSetModelReferenceSampleTimeInheritanceRule(S, DISALLOW_SAMPLE_TIME_INHERITANCE);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T *count = ssGetIWork(S);
    if (ssIsSampleHit(S, ssGetInputPortSampleTimeIndex(S, 0), tid))
        count[0]++;
    if (ssIsSampleHit(S, ssGetOutputPortSampleTimeIndex(S, 0), tid))
        ssGetOutputPortRealSignal(S, 0)[0] = 1000.0 * count[0] + ++count[1];
    if (ssIsSampleHit(S, ssGetOutputPortSampleTimeIndex(S, 1), tid))
        ssGetOutputPortRealSignal(S, 1)[0] = ++count[2];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
