/* does one thing wrong, chosen by its parameter; the host must say so in a sentence and go on */
#define S_FUNCTION_NAME  sfun_wrong
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int_T wrong(SimStruct *S) {
    return ssGetSFcnParamsCount(S) > 0 ? (int_T)mxGetScalar(ssGetSFcnParam(S, 0)) : 0;
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, wrong(S) == 1 ? 2 : wrong(S) == 22 ? -4 : wrong(S) == 23 ? 1000001 : 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, wrong(S) == 2    ? -3
                               : wrong(S) == 18 ? 1000001
                                                : 1) ||
        !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, wrong(S) == 3 ? 0 : 1);
    if (wrong(S) == 24)
        ssSetInputPortMatrixDimensions(S, 0, 65536, 65536);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, wrong(S) == 4 ? 5 : 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, wrong(S) == 5 ? -7 : wrong(S) == 19 ? 1000001 : 1);
    ssSetNumContStates(S, wrong(S) == 6 ? 2 : 0);
    ssSetNumIWork(S, wrong(S) == 7 ? -5 : 1);
    if (wrong(S) == 20 || wrong(S) == 21)
        ssSetNumDWork(S, wrong(S) == 20 ? -4 : 1000001);
    if (wrong(S) == 8) {
        ssSetNumDWork(S, 1);
        ssSetDWorkWidth(S, 0, 1);
        ssSetDWorkDataType(S, 0, 99);
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    real_T periods[] = {1.0, -5.0, VARIABLE_SAMPLE_TIME, 0.5, 1.0};
    real_T offsets[] = {0.0, 0.0, 0.0, 0.7, mxGetNaN()};
    int_T i = wrong(S) >= 9 && wrong(S) <= 12 ? wrong(S) - 8 : 0;
    ssSetSampleTime(S, 0, periods[i]);
    ssSetOffsetTime(S, 0, offsets[i]);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    if (wrong(S) == 13)
        ssSetIWorkValue(S, 1000, 1);
    if (wrong(S) == 14)
        ssSetPWorkValue(S, 0, NULL);
    if (wrong(S) == 15)
        mxGetScalar(ssGetSFcnParam(S, 7));
    if (wrong(S) == 16)
        ssCallSystemWithTid(S, 0, 0);
    if (wrong(S) == 25) {
        ssWarning(S, "the first of two warnings");
        ssWarning(S, "the second");
    }
    if (wrong(S) == 27) {
        char text[701] = "";
        int_T i;
        for (i = 0; i < 4; i++) {
            memset(text, 'a' + i, 700);
            ssWarning(S, text);
        }
    }
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    if (wrong(S) == 26) {
        char text[200];
        snprintf(text, sizeof text, "%0150d at %g", 0, ssGetT(S));
        ssWarning(S, text);
    }
    ssGetOutputPortRealSignal(S, 0)[0] = wrong(S) == 17 ? mxGetNaN() : 1.0;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
