/* leaves memory and arrays behind in every method: the host frees them with the run. What is made
 * persistent stays until it is freed by hand */
#define S_FUNCTION_NAME  sfun_memory
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumPWork(S, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetUserData(S, mxCalloc(4, sizeof(real_T)));
    ((real_T *)ssGetUserData(S))[0] = 1.5;
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.25);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    real_T *grown;
    mxArray *kept = mxCreateDoubleScalar(3.0), *lost = mxCreateCellMatrix(2, 2);
    mexMakeArrayPersistent(kept);
    ssGetPWork(S)[0] = kept;
    mxSetCell(lost, 3, mxCreateString("lost with its cell"));
    grown = (real_T *)mxMalloc(sizeof *grown);
    grown[0] = 2.0;
    grown = (real_T *)mxRealloc(grown, 100 * sizeof *grown);
    CHECK(S, grown[0] == 2.0);
    ssGetPWork(S)[1] = grown;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    char *left = (char *)mxMalloc(100);
    UNUSED_ARG(tid);
    memset(left, 1, 100);
    mxCreateDoubleMatrix(3, 3, mxCOMPLEX);
    ssGetOutputPortRealSignal(S, 0)[0] = ((real_T *)ssGetUserData(S))[0] +
                                         ((real_T *)ssGetPWork(S)[1])[0] +
                                         mxGetScalar((const mxArray *)ssGetPWork(S)[0]);
}

static void mdlTerminate(SimStruct *S) {
    mxDestroyArray((mxArray *)ssGetPWork(S)[0]);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
