/* looks into parameters of every class. Parameters: [1 2;3 4], 3+4i, 'text', true, {1,'a'},
 * struct('gain',2,'name','abc'), int16([1 -2 3]), [] */
#define S_FUNCTION_NAME  sfun_arrays
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void check_numbers(SimStruct *S) {
    const mxArray *matrix = ssGetSFcnParam(S, 0), *number = ssGetSFcnParam(S, 1);
    const mxArray *whole = ssGetSFcnParam(S, 6), *empty = ssGetSFcnParam(S, 7);
    const int16_T *values = (const int16_T *)mxGetData(whole);
    CHECK(S, mxIsDouble(matrix) && mxIsNumeric(matrix) && !mxIsComplex(matrix));
    CHECK(S, mxGetM(matrix) == 2 && mxGetN(matrix) == 2 && mxGetNumberOfElements(matrix) == 4);
    CHECK(S, mxGetNumberOfDimensions(matrix) == 2 && mxGetDimensions(matrix)[1] == 2);
    CHECK(S, mxGetPr(matrix)[1] == 3.0 && mxGetPr(matrix)[2] == 2.0 && mxGetScalar(matrix) == 1.0);
    CHECK(S, !mxIsSparse(matrix) && !mxIsEmpty(matrix) && !mxIsLogical(matrix));
    CHECK(S, mxIsClass(matrix, "double") && strcmp(mxGetClassName(matrix), "double") == 0);
    CHECK(S, mxIsComplex(number) && mxGetPr(number)[0] == 3.0 && mxGetPi(number)[0] == 4.0);
    CHECK(S, mxGetImagData(number) == (void *)mxGetPi(number));
    CHECK(S, mxIsInt16(whole) && values[1] == -2 && mxGetElementSize(whole) == 2);
    CHECK(S, ssGetDTypeIdFromMxArray(whole) == SS_INT16);
    CHECK(S, ssGetDTypeIdFromMxArray(matrix) == SS_DOUBLE);
    CHECK(S, mxIsEmpty(empty) && mxGetNumberOfElements(empty) == 0);
    CHECK(S,
          mxIsInf(mxGetInf()) && mxIsNaN(mxGetNaN()) && mxIsFinite(1.0) && !mxIsFinite(mxGetInf()));
    CHECK(S, 1.0 + mxGetEps() > 1.0 && 1.0 + mxGetEps() / 2.0 == 1.0);
}

static void check_others(SimStruct *S) {
    const mxArray *text = ssGetSFcnParam(S, 2), *truth = ssGetSFcnParam(S, 3);
    const mxArray *cell = ssGetSFcnParam(S, 4), *structure = ssGetSFcnParam(S, 5);
    const mxChar *letters = (const mxChar *)mxGetData(text);
    char buffer[16], *copy;
    CHECK(S, mxIsChar(text) && mxGetString(text, buffer, sizeof buffer) == 0);
    CHECK(S, strcmp(buffer, "text") == 0 && letters[0] == (mxChar)'t');
    CHECK(S, !mxIsClass(structure, "Controller") || mxGetProperty(structure, 0, "gain"));
    CHECK(S, mxGetString(text, buffer, 3) == 1 && strcmp(buffer, "te") == 0);
    copy = mxArrayToString(text);
    CHECK(S, copy && strcmp(copy, "text") == 0);
    mxFree(copy);
    CHECK(S, mxIsLogical(truth) && mxIsLogicalScalarTrue(truth) && mxGetScalar(truth) == 1.0);
    CHECK(S, mxIsCell(cell) && mxGetNumberOfElements(cell) == 2);
    CHECK(S, mxGetScalar(mxGetCell(cell, 0)) == 1.0 && mxIsChar(mxGetCell(cell, 1)));
    CHECK(S, mxIsStruct(structure) && mxGetNumberOfFields(structure) == 2);
    CHECK(S, strcmp(mxGetFieldNameByNumber(structure, 1), "name") == 0);
    CHECK(S, mxGetFieldNumber(structure, "gain") == 0 && mxGetFieldNumber(structure, "x") == -1);
    CHECK(S, mxGetScalar(mxGetField(structure, 0, "gain")) == 2.0);
    CHECK(S, mxIsChar(mxGetFieldByNumber(structure, 0, 1)) && !mxGetField(structure, 0, "x"));
}

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, 8);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    for (i = 0; i < 8; i++)
        ssSetSFcnParamTunable(S, i, i == 0 ? SS_PRM_SIM_ONLY_TUNABLE : SS_PRM_NOT_TUNABLE);
    check_numbers(S);
    if (ssGetErrorStatus(S))
        return;
    check_others(S);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

/* arrays made by the S-function itself */
#define MDL_START
static void mdlStart(SimStruct *S) {
    static const char *fields[] = {"a", "b"};
    mxArray *m = mxCreateDoubleMatrix(2, 3, mxREAL), *copy;
    mxArray *c = mxCreateCellMatrix(1, 2), *s = mxCreateStructMatrix(1, 1, 2, fields);
    mxArray *sparse = mxCreateSparse(3, 3, 4, mxREAL);
    mwSize dims[3] = {2, 2, 2};
    mxArray *cube = mxCreateNumericArray(3, dims, mxINT32_CLASS, mxREAL);
    mxGetPr(m)[5] = 7.0;
    copy = mxDuplicateArray(m);
    CHECK(S, mxGetPr(copy)[5] == 7.0 && mxGetPr(copy) != mxGetPr(m));
    mxSetCell(c, 0, copy);
    mxSetCell(c, 1, mxCreateString("x"));
    mxSetField(s, 0, "a", mxCreateDoubleScalar(5.0));
    mxSetFieldByNumber(s, 0, 1, c);
    CHECK(S, mxGetScalar(mxGetField(s, 0, "a")) == 5.0);
    CHECK(S, mxGetN(mxGetCell(mxGetField(s, 0, "b"), 0)) == 3);
    CHECK(S, mxAddField(s, "c") == 2 && mxGetNumberOfFields(s) == 3 && !mxGetField(s, 0, "c"));
    CHECK(S, mxIsSparse(sparse) && mxGetNzmax(sparse) >= 4 && mxGetJc(sparse)[3] == 0);
    CHECK(S, mxGetNumberOfDimensions(cube) == 3 && mxGetN(cube) == 4 && mxIsInt32(cube));
    mxDestroyArray(s);
    mxDestroyArray(m);
    mxDestroyArray(sparse);
    mxDestroyArray(cube);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = mxGetPr(ssGetSFcnParam(S, 0))[3];
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
