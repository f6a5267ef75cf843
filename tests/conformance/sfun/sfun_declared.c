/* declares a rate of its own for each of two inputs and two outputs, and counts the hits of each:
 * an output is the four counts as digits, written when it has a hit itself */
#define S_FUNCTION_NAME  sfun_declared
#define S_FUNCTION_LEVEL 2
#include "check.h"

static const real_T rates[4][2] = {{0.3, 0.1}, {0.2, 0.0}, {0.5, 0.2}, {0.6, 0.0}};

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 2))
        return;
    for (i = 0; i < 2; i++) {
        ssSetInputPortWidth(S, i, 1);
        ssSetInputPortDirectFeedThrough(S, i, 1);
        ssSetInputPortSampleTime(S, i, rates[i][0]);
        ssSetInputPortOffsetTime(S, i, rates[i][1]);
        ssSetOutputPortWidth(S, i, 1);
        ssSetOutputPortSampleTime(S, i, rates[2 + i][0]);
        ssSetOutputPortOffsetTime(S, i, rates[2 + i][1]);
    }
    ssSetNumIWork(S, 4);
    ssSetNumSampleTimes(S, PORT_BASED_SAMPLE_TIMES);
}

static int_T number_of(SimStruct *S, int_T port) {
    return port < 2 ? ssGetInputPortSampleTimeIndex(S, port)
                    : ssGetOutputPortSampleTimeIndex(S, port - 2);
}

/* the rates are the block's now, each with a number */
static void mdlInitializeSampleTimes(SimStruct *S) {
    int_T i, k;
    CHECK(S, ssGetNumSampleTimes(S) == 4);
    for (i = 0; i < 4; i++) {
        CHECK(S, number_of(S, i) >= 0 && number_of(S, i) < 4);
        CHECK(S, ssGetSampleTime(S, number_of(S, i)) == rates[i][0]);
        CHECK(S, ssGetOffsetTime(S, number_of(S, i)) == rates[i][1]);
        for (k = 0; k < i; k++)
            CHECK(S, number_of(S, i) != number_of(S, k));
    }
    for (i = 0; i < 2; i++) {
        CHECK(S, ssGetInputPortSampleTime(S, i) == rates[i][0]);
        CHECK(S, ssGetInputPortOffsetTime(S, i) == rates[i][1]);
        CHECK(S, ssGetOutputPortSampleTime(S, i) == rates[2 + i][0]);
        CHECK(S, ssGetOutputPortOffsetTime(S, i) == rates[2 + i][1]);
    }
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T *count = ssGetIWork(S), i;
    for (i = 0; i < 4; i++)
        count[i] += ssIsSampleHit(S, number_of(S, i), tid) ? 1 : 0;
    for (i = 0; i < 2; i++)
        if (ssIsSampleHit(S, number_of(S, 2 + i), tid))
            ssGetOutputPortRealSignal(S, i)[0] =
                1000.0 * count[0] + 100.0 * count[1] + 10.0 * count[2] + count[3];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
