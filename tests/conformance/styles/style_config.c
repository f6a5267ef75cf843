/* one structure as parameter: nested fields, a cell of strings, matrices, by name and by number */
#define S_FUNCTION_NAME  style_config
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include "matrix.h"

static double number(const mxArray *s, const char *field, double otherwise) {
    mxArray *f = mxGetField(s, 0, field);
    return f && mxIsNumeric(f) && mxGetNumberOfElements(f) == 1 ? mxGetScalar(f) : otherwise;
}

#define MDL_CHECK_PARAMETERS
#if defined(MDL_CHECK_PARAMETERS) && defined(MATLAB_MEX_FILE)
static void mdlCheckParameters(SimStruct *S) {
    const mxArray *p = ssGetSFcnParam(S, 0);
    if (!mxIsStruct(p) || mxGetNumberOfElements(p) < 1) {
        ssSetErrorStatus(S, "Configuration must be a struct");
        return;
    }
    if (mxGetFieldNumber(p, "map") < 0) {
        ssSetErrorStatus(S, "Configuration has no field 'map'");
        return;
    }
}
#endif

static void mdlInitializeSizes(SimStruct *S) {
    const mxArray *p, *names;
    ssSetNumSFcnParams(S, 1);
#if defined(MATLAB_MEX_FILE)
    if (ssGetNumSFcnParams(S) == ssGetSFcnParamsCount(S)) {
        mdlCheckParameters(S);
        if (ssGetErrorStatus(S))
            return;
    } else
        return;
#endif
    ssSetSFcnParamTunable(S, 0, SS_PRM_NOT_TUNABLE);
    p = ssGetSFcnParam(S, 0);
    names = mxGetField(p, 0, "names");
    if (!names || !mxIsCell(names)) {
        ssSetErrorStatus(S, "names must be a cell array");
        return;
    }
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, (int_T)mxGetNumberOfElements(names));
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, (int_T)mxGetM(mxGetField(p, 0, "map")));
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, (int_T)mxGetNumberOfElements(mxGetField(p, 0, "map")));
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, number(ssGetSFcnParam(S, 0), "Ts", INHERITED_SAMPLE_TIME));
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    const mxArray *p = ssGetSFcnParam(S, 0), *names = mxGetField(p, 0, "names");
    const mxArray *inner = mxGetField(p, 0, "scale");
    const double *map = mxGetPr(mxGetField(p, 0, "map"));
    double factor = inner && mxIsStruct(inner) ? number(inner, "factor", 1.0) : 1.0;
    int i, n = ssGetNumRWork(S);
    for (i = 0; i < n; i++)
        ssSetRWorkValue(S, i, factor * map[i]);
    for (i = 0; i < mxGetNumberOfFields(p); i++)
        ssPrintf("%s %s\n", mxGetFieldNameByNumber(p, i),
                 mxGetClassName(mxGetFieldByNumber(p, 0, i)));
    for (i = 0; i < (int)mxGetNumberOfElements(names); i++) {
        char buffer[32];
        if (mxGetString(mxGetCell(names, i), buffer, sizeof(buffer)) != 0) {
            ssSetErrorStatus(S, "a name is too long");
            return;
        }
        ssPrintf("input %d is %s\n", i + 1, buffer);
    }
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0), *map = ssGetRWork(S);
    int_T i, j, n = ssGetOutputPortWidth(S, 0);
    UNUSED_ARG(tid);
    for (i = 0; i < n; i++) {
        y[i] = 0.0;
        for (j = 0; j < ssGetInputPortWidth(S, 0); j++)
            y[i] += map[i + j * n] * *u[j];
    }
}
static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
