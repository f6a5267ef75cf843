/* a scheduler: function calls on several elements, controlled states of the systems, one dynamic
 * type per output, messages about missing connections */
#define S_FUNCTION_NAME  style_scheduler
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#define PERIODS(S) ssGetSFcnParam(S, 0)
static void mdlInitializeSizes(SimStruct *S) {
    int_T i, n;
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    n = (int_T)mxGetNumberOfElements(PERIODS(S));
    ssSetSFcnParamTunable(S, 0, 0);
    ssSetNumInputPorts(S, 0);
    if (!ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, n);
    ssSetOutputPortDataType(S, 0, SS_FCN_CALL);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetOutputPortDataType(S, 1, SS_UINT32);
    ssSetNumIWork(S, n);
    ssSetNumSampleTimes(S, 1);
    for (i = 0; i < n; i++)
        ssSetCallSystemOutput(S, i);
    ssSetOptions(S, SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.1);
    ssSetOffsetTime(S, 0, 0.0);
    {
        int_T i;
        for (i = 0; i < ssGetOutputPortWidth(S, 0); i++)
            ssSetCallSystemOutput(S, i);
    }
    ssSetExplicitFCSSCtrl(S, 1);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    int_T i;
    for (i = 0; i < ssGetNumIWork(S); i++) {
        ssSetIWorkValue(S, i, 0);
    }
    if (!ssGetOutputPortConnected(S, 0))
        ssWarning(S, "nothing is scheduled");
}
#define MDL_ENABLE
static void mdlEnable(SimStruct *S) {
    int_T i;
    for (i = 0; i < ssGetNumIWork(S); i++)
        ssEnableSystemWithTid(S, i, 0);
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T *period = mxGetPr(PERIODS(S));
    uint32_T *ticks = (uint32_T *)ssGetOutputPortSignal(S, 1);
    int_T i, *n = ssGetIWork(S);
    for (i = 0; i < ssGetNumIWork(S); i++) {
        if (n[i]++ % (int_T)(period[i] * 10.0 + 0.5) == 0) {
            if (!ssCallSystemWithTid(S, i, tid))
                return; /* error handled by the engine */
        }
    }
    ticks[0]++;
}
static void mdlTerminate(SimStruct *S) {}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
