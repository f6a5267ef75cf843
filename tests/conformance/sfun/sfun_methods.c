/* a dispatcher that chooses its methods while it is being sized */
#define S_FUNCTION_NAME  sfun_methods
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void doubled(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = 2.0 * *ssGetInputPortRealSignalPtrs(S, 0)[0];
}

static void begun(SimStruct *S) {
    UNUSED_ARG(S);
    ssPrintf("started by a chosen method\n");
}

static void counted(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetRealDiscStates(S)[0] += 1.0;
}

static void ended(SimStruct *S) {
    ssPrintf("ended after %g updates\n", ssGetRealDiscStates(S)[0]);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssSetErrorStatus(S, "this one was replaced");
}

static void mdlTerminate(SimStruct *S) {
    ssSetErrorStatus(S, "this one was replaced");
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumDiscStates(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetmdlInitializeSampleTimes(S, mdlInitializeSampleTimes);
    ssSetmdlOutputs(S, doubled);
    ssSetmdlUpdate(S, counted);
    ssSetmdlStart(S, begun);
    ssSetmdlTerminate(S, ended);
    ssSetmdlInitializeConditions(S, NULL);
    ssSetmdlDerivatives(S, NULL);
    ssSetmdlCheckParameters(S, NULL);
    ssSetmdlJacobian(S, NULL);
    ssSetmdlInitializeSizes(S, mdlInitializeSizes);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
