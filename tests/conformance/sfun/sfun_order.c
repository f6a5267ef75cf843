/* announces every method it is called with. Parameters: number of the method that fails (0 none),
 * how it fails (0 error status, 1 mexErrMsgTxt, 2 mexErrMsgIdAndTxt, 3 local error status), and
 * whether mdlTerminate is wanted on every exit */
#define S_FUNCTION_NAME  sfun_order
#define S_FUNCTION_LEVEL 2
#include "check.h"

enum {
    SIZES = 1,
    RATES,
    CHECKED,
    PROCESSED,
    WIDTHS,
    RESOURCES,
    START,
    CONDITIONS,
    OUTPUTS,
    UPDATE,
    DERIVATIVES,
    CROSSINGS,
    PROJECTION,
    ENABLE,
    DISABLE,
    TERMINATE,
    CLEANUP,
    SET_WIDTH
};

static int_T parameter(SimStruct *S, int_T i) {
    return (int_T)mxGetScalar(ssGetSFcnParam(S, i));
}

static int fails(SimStruct *S, int_T method, const char *name) {
    if (ssGetSFcnParamsCount(S) < 3 || parameter(S, 0) != method)
        return 0;
    switch (parameter(S, 1)) {
    case 0:
        ssSetErrorStatus(S, "told by an error status");
        break;
    case 1:
        mexErrMsgTxt("told by mexErrMsgTxt");
        break;
    case 2:
        mexErrMsgIdAndTxt("conformance:order", "told by mexErrMsgIdAndTxt in %s", name);
        break;
    default:
        ssSetLocalErrorStatus(S, "told by a local error status");
        break;
    }
    return 1;
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    ssPrintf("check parameters\n");
    fails(S, CHECKED, "check");
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    ssPrintf("process parameters at %g\n", ssGetT(S));
    fails(S, PROCESSED, "process");
}

static void mdlInitializeSizes(SimStruct *S) {
    ssPrintf("sizes\n");
    ssSetNumSFcnParams(S, 3);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (fails(S, SIZES, "sizes"))
        return;
    ssSetSFcnParamTunable(S, 2, SS_PRM_TUNABLE);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumContStates(S, 1);
    ssSetNumDiscStates(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumModes(S, 1);
    ssSetNumNonsampledZCs(S, 1);
    if (parameter(S, 2) >= 1)
        ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssPrintf("sample times\n");
    if (fails(S, RATES, "sample times"))
        return;
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_SET_INPUT_PORT_WIDTH
static void mdlSetInputPortWidth(SimStruct *S, int_T port, int_T width) {
    ssPrintf("set input port width %d %d\n", port, width);
    if (fails(S, SET_WIDTH, "width"))
        return;
    ssSetInputPortWidth(S, port, width);
    ssSetOutputPortWidth(S, 0, width);
}

#define MDL_SET_OUTPUT_PORT_WIDTH
static void mdlSetOutputPortWidth(SimStruct *S, int_T port, int_T width) {
    ssPrintf("set output port width %d %d\n", port, width);
    ssSetOutputPortWidth(S, port, width);
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    ssPrintf("work widths\n");
    fails(S, WIDTHS, "work widths");
}

#define MDL_SETUP_RUNTIME_RESOURCES
static void mdlSetupRuntimeResources(SimStruct *S) {
    ssPrintf("setup resources\n");
    fails(S, RESOURCES, "resources");
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssPrintf("start\n");
    fails(S, START, "start");
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    ssPrintf("conditions first=%d\n", ssIsFirstInitCond(S));
    ssGetContStates(S)[0] = 1.0;
    ssGetRealDiscStates(S)[0] = 0.0;
    fails(S, CONDITIONS, "conditions");
}

#define MDL_ENABLE
static void mdlEnable(SimStruct *S) {
    ssPrintf("enable\n");
    fails(S, ENABLE, "enable");
}

#define MDL_DISABLE
static void mdlDisable(SimStruct *S) {
    ssPrintf("disable\n");
    fails(S, DISABLE, "disable");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    ssPrintf("outputs %s %g\n", ssIsMajorTimeStep(S) ? "major" : "minor", ssGetT(S));
    ssGetOutputPortRealSignal(S, 0)[0] = ssGetContStates(S)[0];
    UNUSED_ARG(tid);
    fails(S, OUTPUTS, "outputs");
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    ssPrintf("update %g\n", ssGetT(S));
    CHECK(S, ssIsMajorTimeStep(S) && !ssIsMinorTimeStep(S));
    ssGetRealDiscStates(S)[0] += 1.0;
    UNUSED_ARG(tid);
    fails(S, UPDATE, "update");
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    ssPrintf("derivatives %g\n", ssGetT(S));
    ssGetdX(S)[0] = 0.0;
    fails(S, DERIVATIVES, "derivatives");
}

#define MDL_ZERO_CROSSINGS
static void mdlZeroCrossings(SimStruct *S) {
    ssPrintf("zero crossings %g\n", ssGetT(S));
    ssGetNonsampledZCs(S)[0] = 1.0;
    fails(S, CROSSINGS, "zero crossings");
}

#define MDL_PROJECTION
static void mdlProjection(SimStruct *S) {
    ssPrintf("projection\n");
    fails(S, PROJECTION, "projection");
}

static void mdlTerminate(SimStruct *S) {
    ssPrintf("terminate\n");
    fails(S, TERMINATE, "terminate");
}

#define MDL_CLEANUP_RUNTIME_RESOURCES
static void mdlCleanupRuntimeResources(SimStruct *S) {
    ssPrintf("cleanup resources\n");
    fails(S, CLEANUP, "cleanup");
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
