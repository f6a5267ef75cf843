/* calls back into the interpreter: variables of the base workspace, functions, strings to evaluate
 */
#define S_FUNCTION_NAME  style_callback
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 1);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    mxArray *v = mexGetArray("style_factor", "base"), *out[1], *in[2];
    char buf[64];
    ssSetRWorkValue(S, 0, v ? mxGetScalar(v) : 1.0);
    if (v)
        mxDestroyArray(v);
    in[0] = mxCreateString("%d inputs");
    in[1] = mxCreateDoubleScalar(ssGetInputPortWidth(S, 0));
    if (mexCallMATLAB(1, out, 2, in, "sprintf")) {
        ssSetErrorStatus(S, "sprintf failed");
        return;
    }
    mxGetString(out[0], buf, sizeof buf);
    mexPrintf("%s\n", buf);
    mxDestroyArray(in[0]);
    mxDestroyArray(in[1]);
    mxDestroyArray(out[0]);
    if (mexEvalString("style_seen = 1;"))
        mexWarnMsgTxt("cannot evaluate");
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    char name[32];
    mxArray *in[1], *out[1];
    int_T i, n = ssGetInputPortWidth(S, 0);
    mxGetString(ssGetSFcnParam(S, 0), name, sizeof name);
    in[0] = mxCreateDoubleMatrix(n, 1, mxREAL);
    for (i = 0; i < n; i++)
        mxGetPr(in[0])[i] = *u[i];
    if (mexCallMATLAB(1, out, 1, in, name) != 0 || (int_T)mxGetNumberOfElements(out[0]) != n) {
        ssSetErrorStatus(S, "the function failed");
        return;
    }
    for (i = 0; i < n; i++)
        y[i] = ssGetRWorkValue(S, 0) * mxGetPr(out[0])[i];
    mxDestroyArray(in[0]);
    mxDestroyArray(out[0]);
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
