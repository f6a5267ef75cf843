/* asks the interpreter: plain functions of numbers are known everywhere */
#define S_FUNCTION_NAME  sfun_interpreter
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 2);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    mxArray *in[2], *out[2], *trapped;
    in[0] = mxCreateDoubleMatrix(1, 3, mxREAL);
    mxGetPr(in[0])[0] = 4.0;
    mxGetPr(in[0])[1] = 9.0;
    mxGetPr(in[0])[2] = 1.0;
    CHECK(S, mexCallMATLAB(1, out, 1, in, "sum") == 0);
    ssSetRWorkValue(S, 0, mxGetScalar(out[0]));
    CHECK(S, mexCallMATLAB(2, out, 1, in, "max") == 0);
    ssSetRWorkValue(S, 1, mxGetScalar(out[1]));
    trapped = mexCallMATLABWithTrap(1, out, 1, in, "no_such_function_anywhere");
    CHECK(S, trapped != NULL);
    mexPrintf("printed by mexPrintf\n");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = ssGetRWorkValue(S, 0);
    ssGetOutputPortRealSignal(S, 0)[1] = ssGetRWorkValue(S, 1);
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
