/* an inlined block: mdlRTW writes all kinds of records, run-time parameters are transformed, DWork
 * by name and usage */
#define S_FUNCTION_NAME  style_gradient
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
enum { GAIN = 0, LABEL, NUM_PRMS };
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NUM_PRMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamTunable(S, GAIN, SS_PRM_SIM_ONLY_TUNABLE);
    ssSetSFcnParamTunable(S, LABEL, SS_PRM_NOT_TUNABLE);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetInputPortOverWritable(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetNumSampleTimes(S, 1);
    ssSetNumDWork(S, DYNAMICALLY_SIZED);
    ssSetOptions(S, SS_OPTION_WORKS_WITH_CODE_REUSE | SS_OPTION_EXCEPTION_FREE_CODE |
                        SS_OPTION_USE_TLC_WITH_ACCELERATOR);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
}
#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    ssParamRec p;
    static int_T dims[2], dlg[1];
    real_T *twice;
    int_T i, n = (int_T)mxGetNumberOfElements(ssGetSFcnParam(S, GAIN));
    if (!ssSetNumRunTimeParams(S, 1))
        return;
    memset(&p, 0, sizeof(p));
    twice = (real_T *)malloc(n * sizeof(real_T));
    for (i = 0; i < n; i++)
        twice[i] = 2.0 * mxGetPr(ssGetSFcnParam(S, GAIN))[i];
    dims[0] = 1;
    dims[1] = n;
    dlg[0] = GAIN;
    p.name = "TwiceGain";
    p.nDimensions = 2;
    p.dimensions = dims;
    p.dataTypeId = SS_DOUBLE;
    p.complexSignal = COMPLEX_NO;
    p.data = twice;
    p.dataAttributes = NULL;
    p.nDlgParamIndices = 1;
    p.dlgParamIndices = dlg;
    p.transformed = RTPARAM_TRANSFORMED;
    p.outputAsMatrix = false;
    if (!ssSetRunTimeParamInfo(S, 0, &p))
        return;
    if (!ssSetNumDWork(S, 2))
        return;
    ssSetDWorkWidth(S, 0, ssGetInputPortWidth(S, 0));
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkName(S, 0, "Last");
    ssSetDWorkUsedAsDState(S, 0, SS_DWORK_USED_AS_DSTATE);
    ssSetDWorkWidth(S, 1, 1);
    ssSetDWorkDataType(S, 1, SS_BOOLEAN);
    ssSetDWorkName(S, 1, "First");
}
#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    ssParamRec *p = ssGetRunTimeParamInfo(S, 0);
    real_T *twice = (real_T *)p->data;
    int_T i;
    for (i = 0; i < p->dimensions[1]; i++)
        twice[i] = 2.0 * mxGetPr(ssGetSFcnParam(S, GAIN))[i];
    if (!ssUpdateRunTimeParamData(S, 0, twice))
        return;
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    *(boolean_T *)ssGetDWork(S, 1) = true;
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0), *last = (real_T *)ssGetDWork(S, 0);
    boolean_T *first = (boolean_T *)ssGetDWork(S, 1);
    const ssParamRec *p = ssGetRunTimeParamInfo(S, 0);
    const real_T *g = (const real_T *)p->data;
    int_T i, inc = p->dimensions[0] * p->dimensions[1] > 1;
    for (i = 0; i < ssGetInputPortWidth(S, 0); i++) {
        y[i] = *first ? 0.0 : g[i * inc] * (*u[i] - last[i]);
        last[i] = *u[i];
    }
    *first = false;
}
static void mdlTerminate(SimStruct *S) {
    int_T i;
    for (i = 0; i < ssGetNumRunTimeParams(S); i++) {
        ssParamRec *p = ssGetRunTimeParamInfo(S, i);
        if (p && p->data) {
            free(p->data);
            p->data = NULL;
        }
    }
}
#if defined(MATLAB_MEX_FILE)
#define MDL_RTW
static void mdlRTW(SimStruct *S) {
    const real_T *g = mxGetPr(ssGetSFcnParam(S, GAIN));
    int_T n = (int_T)mxGetNumberOfElements(ssGetSFcnParam(S, GAIN));
    char_T *label = mxArrayToString(ssGetSFcnParam(S, LABEL));
    int32_T flags = 3;
    if (!ssWriteRTWParameters(S, 1, SSWRITE_VALUE_VECT, "Gain", "", g, n))
        return;
    if (!ssWriteRTWParamSettings(
            S, 6, SSWRITE_VALUE_QSTR, "Label", label, SSWRITE_VALUE_NUM, "Count", (real_T)n,
            SSWRITE_VALUE_DTYPE_NUM, "Flags", &flags, DTINFO(SS_INT32, COMPLEX_NO),
            SSWRITE_VALUE_VECT, "Values", g, n, SSWRITE_VALUE_VECT_STR, "Names", "[\"a\",\"b\"]", 2,
            SSWRITE_VALUE_DTYPE_ML_VECT, "ML", g, NULL, n, DTINFO(SS_DOUBLE, COMPLEX_NO)))
        return;
    if (!ssWriteRTWWorkVect(S, "RWork", 2, "A", 1, "B", 1))
        return;
    if (!ssWriteRTWStrParam(S, "Name", "x"))
        return;
    if (!ssWriteRTWScalarParam(S, "Two", &flags, SS_INT32))
        return;
    if (!ssWriteRTWStr(S, "Sub { }"))
        return;
    if (!ssWriteRTW2dMatParam(S, "Mat", g, SS_DOUBLE, 1, n))
        return;
    if (!ssWriteRTWMx2dMatParam(S, "Mx", g, NULL, SS_DOUBLE, 1, n))
        return;
    mxFree(label);
}
#endif
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
