/* writes behind the end of one kind of its memory, in mdlOutputs: the one of this number. With 0 it
 * writes all of every kind, to the last element, its input included */
#define S_FUNCTION_NAME  sfun_beyond
#define S_FUNCTION_LEVEL 2
#include "check.h"

enum {
    NOTHING,
    INPUT,
    OUTPUT,
    STATES,
    DERIVATIVES,
    TOLERANCES,
    DISCRETE,
    MODES,
    CROSSINGS,
    IWORK,
    RWORK,
    PWORK,
    DWORK,
    KINDS
};

static int_T kind(SimStruct *S) {
    return (int_T)mxGetScalar(ssGetSFcnParam(S, 0));
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 2);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumContStates(S, 2);
    ssSetNumDiscStates(S, 2);
    ssSetNumModes(S, 2);
    ssSetNumNonsampledZCs(S, 2);
    ssSetNumIWork(S, 2);
    ssSetNumRWork(S, 2);
    ssSetNumPWork(S, 2);
    ssSetNumDWork(S, 1);
    ssSetDWorkWidth(S, 0, 2);
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void fill(void *memory, size_t size, int_T beyond) {
    volatile char *bytes = (volatile char *)memory;
    size_t i;
    for (i = 0; i < 2 * size + (beyond ? 1 : 0); i++)
        bytes[i] = 0;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    void *const memory[KINDS] = {NULL,
                                 (void *)ssGetInputPortRealSignal(S, 0),
                                 ssGetOutputPortRealSignal(S, 0),
                                 ssGetContStates(S),
                                 ssGetdX(S),
                                 ssGetAbsTol(S),
                                 ssGetRealDiscStates(S),
                                 ssGetModeVector(S),
                                 ssGetNonsampledZCs(S),
                                 ssGetIWork(S),
                                 ssGetRWork(S),
                                 ssGetPWork(S),
                                 ssGetDWork(S, 0)};
    int_T i;
    UNUSED_ARG(tid);
    for (i = 1; i < KINDS; i++)
        fill(memory[i],
             i == MODES || i == IWORK ? sizeof(int_T)
             : i == PWORK             ? sizeof(void *)
                                      : sizeof(real_T),
             i == kind(S));
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    ssGetdX(S)[0] = ssGetdX(S)[1] = 0.0;
}

#define MDL_ZERO_CROSSINGS
static void mdlZeroCrossings(SimStruct *S) {
    ssGetNonsampledZCs(S)[0] = ssGetNonsampledZCs(S)[1] = 1.0;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
