/* an analogue card: Windows behind its own guard, a simulated card elsewhere, channel lists,
 * ranges, messages with the block's name, nothing touched in sizes-only mode */
#define S_FUNCTION_NAME  style_card
#define S_FUNCTION_LEVEL 2
#include <stddef.h>
#include <stdlib.h>
#include "tmwtypes.h"
#include "simstruc.h"
#ifdef MATLAB_MEX_FILE
#include "mex.h"
#endif
#if defined(_WIN32) && !defined(MATLAB_MEX_FILE)
#include <windows.h>
#include <conio.h>
#endif
#ifndef MATLAB_MEX_FILE
#include <asm/io.h>
#endif
/* Input Arguments */
#define NUMBER_OF_ARGS (4)
#define CHANNEL_ARG    ssGetSFcnParam(S, 0)
#define RANGE_ARG      ssGetSFcnParam(S, 1)
#define SAMP_TIME_ARG  ssGetSFcnParam(S, 2)
#define DEVICE_ARG     ssGetSFcnParam(S, 3)
#define SAMP_TIME_IND  (0)
#define BASE_ADDR_IND  (0)
/* Static */
#define NO_I_WORKS     (2)
#define CHANNELS_I_IND (0)
#define BASE_I_IND     (1)
#define NO_R_WORKS     (64)
#define GAIN_R_IND     (0)
#define OFFSET_R_IND   (16)
static char_T msg[256];

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, NUMBER_OF_ARGS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) {
        sprintf(msg, "Wrong number of input arguments passed.\n%d arguments are expected\n",
                NUMBER_OF_ARGS);
        ssSetErrorStatus(S, msg);
        return;
    }
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    ssSetNumOutputPorts(S, (int_T)mxGetN(CHANNEL_ARG));
    for (i = 0; i < (int_T)mxGetN(CHANNEL_ARG); i++) {
        ssSetOutputPortWidth(S, i, 1);
    }
    ssSetNumInputPorts(S, 0);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, NO_R_WORKS);
    ssSetNumIWork(S, NO_I_WORKS);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    for (i = 0; i < NUMBER_OF_ARGS; i++) {
        ssSetSFcnParamNotTunable(S, i);
    }
    ssSetOptions(S, SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME | SS_OPTION_EXCEPTION_FREE_CODE |
                        SS_OPTION_PLACE_ASAP);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, mxGetPr(SAMP_TIME_ARG)[0]);
    if (mxGetN(SAMP_TIME_ARG) * mxGetM(SAMP_TIME_ARG) == 1) {
        ssSetOffsetTime(S, 0, 0.0);
    } else {
        ssSetOffsetTime(S, 0, mxGetPr(SAMP_TIME_ARG)[1]);
    }
}
#define MDL_START
static void mdlStart(SimStruct *S) {
#ifndef MATLAB_MEX_FILE
    outb(0, 0x300);
#endif
    int_T *IWork = ssGetIWork(S);
    real_T *RWork = ssGetRWork(S);
    uint_T i;
    if (ssGetSimMode(S) == SS_SIMMODE_SIZES_CALL_ONLY)
        return;
    IWork[CHANNELS_I_IND] = (int_T)mxGetN(CHANNEL_ARG);
    IWork[BASE_I_IND] = 0x300;
    for (i = 0; i < mxGetN(CHANNEL_ARG); i++) {
        switch ((int_T)(1000 * mxGetPr(RANGE_ARG)[i])) {
        case -10000:
            RWork[GAIN_R_IND + i] = 20.0 / 65536.0;
            RWork[OFFSET_R_IND + i] = 10.0;
            break;
        case 5000:
            RWork[GAIN_R_IND + i] = 5.0 / 65536.0;
            RWork[OFFSET_R_IND + i] = 0.0;
            break;
        default:
            sprintf(msg, "%s: range %g of channel %d is not supported by device '%s'", ssGetPath(S),
                    mxGetPr(RANGE_ARG)[i], (int)i + 1, mxArrayToString(DEVICE_ARG));
            ssSetErrorStatus(S, msg);
            return;
        }
    }
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T i;
    for (i = 0; i < ssGetIWorkValue(S, CHANNELS_I_IND); i++) {
        real_T *y = ssGetOutputPortSignal(S, i);
#ifdef MATLAB_MEX_FILE
        int_T raw = 0x8000 + (int_T)mxGetPr(CHANNEL_ARG)[i] * 256;
#else
        int_T raw = inw(ssGetIWorkValue(S, BASE_I_IND));
#endif
        y[0] = raw * ssGetRWorkValue(S, GAIN_R_IND + i) - ssGetRWork(S)[OFFSET_R_IND + i];
    }
}
static void mdlTerminate(SimStruct *S) {
#ifndef MATLAB_MEX_FILE
    outb(0, 0x300);
#endif
}
#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* Mex glue */
#else
#include "cg_sfun.h" /* Code generation glue */
#endif
