/* ends the simulation at t = 2 as one would by hand: with a command to the interpreter */
#define S_FUNCTION_NAME  style_stop
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    ssGetOutputPortRealSignal(S, 0)[0] = ssGetT(S);
    if (ssGetT(S) < 2.0)
        return;
    if (mxGetScalar(ssGetSFcnParam(S, 0)) == 1.0)
        mexEvalString("set_param(bdroot, 'SimulationCommand', 'stop')");
    else {
        mxArray *arguments[3];
        arguments[0] = mxCreateString(ssGetModelName(ssGetRootSS(S)));
        arguments[1] = mxCreateString("SimulationCommand");
        arguments[2] = mxCreateString("Stop");
        mexCallMATLAB(0, NULL, 3, arguments, "set_param");
    }
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
