/* definitions in the style before prototypes, tabs and all; counts through the older spellings */
#define S_FUNCTION_NAME  style_old
#define S_FUNCTION_LEVEL 2
#include "mex.h"
#include "simstruc.h"
#define NPARAMS 2
static double limit();
static void mdlInitializeSizes(S) SimStruct *S;
{
    ssSetNumSFcnParams(S, NPARAMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) {
        return;
    }
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 1);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumPWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetOptions(S, 0);
}
static void mdlInitializeSampleTimes(S) SimStruct *S;
{
    ssSetSampleTime(S, 0, *mxGetPr(ssGetSFcnParam(S, 1)));
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(S) SimStruct *S;
{ *ssGetRealDiscStates(S) = 0.0; }
static void mdlOutputs(S, tid) SimStruct *S;
int_T tid;
{ *ssGetOutputPortRealSignal(S, 0) = ssGetRealDiscStates(S)[0]; }
#define MDL_UPDATE
static void mdlUpdate(S, tid) SimStruct *S;
int_T tid;
{
    real_T *x = ssGetRealDiscStates(S);
    x[0] = limit(x[0] + **ssGetInputPortRealSignalPtrs(S, 0), mxGetScalar(ssGetSFcnParam(S, 0)));
}
static double limit(v, bound)
double v, bound;
{ return v > bound ? bound : v; }
static void mdlTerminate(S) SimStruct *S;
{}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
