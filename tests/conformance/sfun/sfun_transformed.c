/* a run-time parameter computed from two dialog parameters, and one of another type */
#define S_FUNCTION_NAME  sfun_transformed
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

static real_T product(SimStruct *S) {
    return mxGetScalar(ssGetSFcnParam(S, 0)) * mxGetScalar(ssGetSFcnParam(S, 1));
}

#define MDL_SET_WORK_WIDTHS
static void mdlSetWorkWidths(SimStruct *S) {
    static int_T one[] = {1}, both[] = {0, 1}, pair[] = {2, 3}, second[] = {1};
    static int16_T table[12];
    real_T *data;
    ssParamRec record;
    const ssParamRec *made;
    ssSetNumRunTimeParams(S, 4);
    data = (real_T *)mxMalloc(sizeof *data);
    mexMakeMemoryPersistent(data);
    *data = product(S);
    memset(&record, 0, sizeof record);
    record.name = "Product";
    record.nDimensions = 1;
    record.dimensions = one;
    record.dataTypeId = SS_DOUBLE;
    record.complexSignal = COMPLEX_NO;
    record.data = data;
    record.dataAttributes = NULL;
    record.nDlgParamIndices = 2;
    record.dlgParamIndices = both;
    record.transformed = RTPARAM_TRANSFORMED;
    record.outputAsMatrix = false;
    if (!ssSetRunTimeParamInfo(S, 0, &record))
        return;
    ssRegDlgParamAsRunTimeParam(S, 0, 1, "Whole", SS_INT32);
    CHECK(S, ssGetRunTimeParamInfo(S, 1)->dataTypeId == SS_INT32);
    /* all that is told of a parameter is kept, and its lists are copies */
    record.name = "Table";
    record.nDimensions = 2;
    record.dimensions = pair;
    record.dataTypeId = SS_INT16;
    record.complexSignal = COMPLEX_YES;
    record.data = table;
    record.dataAttributes = table;
    record.nDlgParamIndices = 1;
    record.dlgParamIndices = second;
    record.outputAsMatrix = true;
    if (!ssSetRunTimeParamInfo(S, 2, &record))
        return;
    made = ssGetRunTimeParamInfo(S, 2);
    CHECK(S, strcmp(made->name, "Table") == 0 && made->data == table);
    CHECK(S, made->nDimensions == 2 && made->dimensions != pair);
    CHECK(S, made->dimensions[0] == 2 && made->dimensions[1] == 3);
    CHECK(S, made->dataTypeId == SS_INT16 && made->complexSignal == COMPLEX_YES);
    CHECK(S, made->dataAttributes == table && made->outputAsMatrix);
    CHECK(S, made->nDlgParamIndices == 1 && made->dlgParamIndices[0] == 1);
    CHECK(S, made->transformed == RTPARAM_TRANSFORMED);
    /* one that is a parameter of the dialog as it is has its value */
    record.name = "Same";
    record.nDimensions = 1;
    record.dimensions = one;
    record.dataTypeId = SS_DOUBLE;
    record.complexSignal = COMPLEX_NO;
    record.data = NULL;
    record.transformed = RTPARAM_NOT_TRANSFORMED;
    if (!ssSetRunTimeParamInfo(S, 3, &record))
        return;
    made = ssGetRunTimeParamInfo(S, 3);
    CHECK(S, made->data && *(real_T *)made->data == mxGetScalar(ssGetSFcnParam(S, 1)));
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    real_T *data = (real_T *)ssGetRunTimeParamInfo(S, 0)->data;
    *data = product(S);
    ssUpdateRunTimeParamData(S, 0, data);
    ssUpdateDlgParamAsRunTimeParam(S, 1);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = *(real_T *)ssGetRunTimeParamInfo(S, 0)->data;
    ssGetOutputPortRealSignal(S, 0)[1] = *(int32_T *)ssGetRunTimeParamInfo(S, 1)->data;
}

static void mdlTerminate(SimStruct *S) {
    if (ssGetNumRunTimeParams(S) > 0 && ssGetRunTimeParamInfo(S, 0)) {
        mxFree(ssGetRunTimeParamInfo(S, 0)->data);
        ssUpdateRunTimeParamData(S, 0, NULL);
    }
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
