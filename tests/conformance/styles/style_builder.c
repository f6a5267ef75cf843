/* in the manner of a wizard: macros for every port, dimensions by info, frames, a wrapper that does
 * the work */
#define S_FUNCTION_LEVEL 2
#define S_FUNCTION_NAME  style_builder

#define NUM_INPUTS 2
/* Input Port  0 */
#define IN_PORT_0_NAME      u0
#define INPUT_0_WIDTH       2
#define INPUT_DIMS_0_COL    1
#define INPUT_0_DTYPE       real_T
#define INPUT_0_COMPLEX     COMPLEX_NO
#define IN_0_FRAME_BASED    FRAME_NO
#define INPUT_0_FEEDTHROUGH 1
/* Input Port  1 */
#define INPUT_1_WIDTH       1
#define INPUT_DIMS_1_COL    1
#define INPUT_1_FEEDTHROUGH 1
#define IN_1_FRAME_BASED    FRAME_NO

#define NUM_OUTPUTS       1
#define OUTPUT_0_WIDTH    2
#define OUTPUT_DIMS_0_COL 1
#define OUTPUT_0_COMPLEX  COMPLEX_NO

#define NPARAMS           1
#define PARAMETER_0_DTYPE real_T
#define SAMPLE_TIME_0     INHERITED_SAMPLE_TIME
#define NUM_DISC_STATES   1
#define DISC_STATES_IC    [0]
#define NUM_CONT_STATES   0

#include "simstruc.h"
#define PARAM_DEF0(S) ssGetSFcnParam(S, 0)

#define IS_PARAM_DOUBLE(pVal)                                                                      \
    (mxIsNumeric(pVal) && !mxIsLogical(pVal) && !mxIsEmpty(pVal) && !mxIsSparse(pVal) &&           \
     !mxIsComplex(pVal) && mxIsDouble(pVal))

static void style_builder_Outputs_wrapper(const real_T *u0, const real_T *u1, real_T *y0,
                                          const real_T *xD, const real_T *gain,
                                          const int_T p_width0) {
    y0[0] = gain[0] * u0[0] + u1[0];
    y0[1] = gain[p_width0 - 1] * u0[1] + xD[0];
}

static void style_builder_Update_wrapper(const real_T *u1, real_T *xD) {
    xD[0] += u1[0] - 200.0 + 1.0;
}

#define MDL_CHECK_PARAMETERS
#if defined(MDL_CHECK_PARAMETERS) && defined(MATLAB_MEX_FILE)
static void mdlCheckParameters(SimStruct *S) {
    int paramIndex = 0;
    bool validParam = false;
    static char paramMsg[80] = "";
    const mxArray *pVal0 = ssGetSFcnParam(S, paramIndex);
    validParam = !IS_PARAM_DOUBLE(pVal0);
    if (validParam) {
        snprintf(paramMsg, sizeof paramMsg, "parameter %d must be a double vector", paramIndex + 1);
        ssSetErrorStatus(S, paramMsg);
    }
}
#endif

static void mdlInitializeSizes(SimStruct *S) {
    DECL_AND_INIT_DIMSINFO(inputDimsInfo);
    DECL_AND_INIT_DIMSINFO(outputDimsInfo);
    ssSetNumSFcnParams(S, NPARAMS);
#if defined(MATLAB_MEX_FILE)
    if (ssGetNumSFcnParams(S) == ssGetSFcnParamsCount(S)) {
        mdlCheckParameters(S);
        if (ssGetErrorStatus(S)) {
            return;
        }
    } else {
        return; /* Parameter mismatch will be reported */
    }
#endif
    ssSetArrayLayoutForCodeGen(S, SS_COLUMN_MAJOR);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSetNumContStates(S, NUM_CONT_STATES);
    ssSetNumDiscStates(S, NUM_DISC_STATES);
    if (!ssSetNumInputPorts(S, NUM_INPUTS))
        return;
    /* Input Port 0 */
    inputDimsInfo.width = INPUT_0_WIDTH;
    ssSetInputPortDimensionInfo(S, 0, &inputDimsInfo);
    ssSetInputPortMatrixDimensions(S, 0, INPUT_0_WIDTH, INPUT_DIMS_0_COL);
    ssSetInputPortFrameData(S, 0, IN_0_FRAME_BASED);
    ssSetInputPortDataType(S, 0, SS_DOUBLE);
    ssSetInputPortComplexSignal(S, 0, INPUT_0_COMPLEX);
    ssSetInputPortDirectFeedThrough(S, 0, INPUT_0_FEEDTHROUGH);
    ssSetInputPortRequiredContiguous(S, 0, 1); /*direct input signal access*/
    /* Input Port 1 */
    ssSetInputPortWidth(S, 1, INPUT_1_WIDTH);
    ssSetInputPortFrameData(S, 1, IN_1_FRAME_BASED);
    ssSetInputPortDirectFeedThrough(S, 1, INPUT_1_FEEDTHROUGH);
    ssSetInputPortRequiredContiguous(S, 1, 1);
    if (!ssSetNumOutputPorts(S, NUM_OUTPUTS))
        return;
    outputDimsInfo.width = OUTPUT_0_WIDTH;
    ssSetOutputPortDimensionInfo(S, 0, &outputDimsInfo);
    ssSetOutputPortMatrixDimensions(S, 0, OUTPUT_0_WIDTH, OUTPUT_DIMS_0_COL);
    ssSetOutputPortFrameData(S, 0, FRAME_NO);
    ssSetOutputPortDataType(S, 0, SS_DOUBLE);
    ssSetOutputPortComplexSignal(S, 0, OUTPUT_0_COMPLEX);
    ssSetNumPWork(S, 0);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    ssSetSimulinkVersionGeneratedIn(S, "10.2");
    /* Take care when specifying exception free code */
    ssSetOptions(S, (SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_USE_TLC_WITH_ACCELERATOR |
                     SS_OPTION_WORKS_WITH_CODE_REUSE));
}

#if defined(MATLAB_MEX_FILE)
#define MDL_SET_INPUT_PORT_DIMENSION_INFO
static void mdlSetInputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    if (!ssSetInputPortDimensionInfo(S, port, dimsInfo))
        return;
}
#endif

#define MDL_SET_OUTPUT_PORT_DIMENSION_INFO
#if defined(MDL_SET_OUTPUT_PORT_DIMENSION_INFO)
static void mdlSetOutputPortDimensionInfo(SimStruct *S, int_T port, const DimsInfo_T *dimsInfo) {
    if (!ssSetOutputPortDimensionInfo(S, port, dimsInfo))
        return;
}
#endif

#define MDL_SET_DEFAULT_PORT_DIMENSION_INFO
static void mdlSetDefaultPortDimensionInfo(SimStruct *S) {
    DECL_AND_INIT_DIMSINFO(dInfo);
    int_T dims[1] = {1};
    dInfo.width = 1;
    dInfo.numDims = 1;
    dInfo.dims = dims;
    if (ssGetInputPortWidth(S, 0) == DYNAMICALLY_SIZED)
        ssSetInputPortDimensionInfo(S, 0, &dInfo);
}

#define MDL_SET_INPUT_PORT_FRAME_DATA
static void mdlSetInputPortFrameData(SimStruct *S, int_T port, Frame_T frameData) {
    ssSetInputPortFrameData(S, port, frameData);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, SAMPLE_TIME_0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_SET_INPUT_PORT_DATA_TYPE
static void mdlSetInputPortDataType(SimStruct *S, int port, DTypeId dType) {
    ssSetInputPortDataType(S, port, dType);
}

#define MDL_SET_OUTPUT_PORT_DATA_TYPE
static void mdlSetOutputPortDataType(SimStruct *S, int port, DTypeId dType) {
    ssSetOutputPortDataType(S, port, dType);
}

#define MDL_SET_DEFAULT_PORT_DATA_TYPES
static void mdlSetDefaultPortDataTypes(SimStruct *S) {
    ssSetInputPortDataType(S, 0, SS_DOUBLE);
    ssSetOutputPortDataType(S, 0, SS_DOUBLE);
}

#define MDL_SET_WORK_WIDTHS
#if defined(MDL_SET_WORK_WIDTHS) && defined(MATLAB_MEX_FILE)
static void mdlSetWorkWidths(SimStruct *S) {
    const char_T *rtParamNames[] = {"P1"};
    ssRegAllTunableParamsAsRunTimeParams(S, rtParamNames);
}
#endif

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    real_T *xD = ssGetRealDiscStates(S);
    xD[0] = 0;
}

#define MDL_START
static void mdlStart(SimStruct *S) {}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const real_T *u0 = (real_T *)ssGetInputPortRealSignal(S, 0);
    const real_T *u1 = (real_T *)ssGetInputPortRealSignal(S, 1);
    real_T *y0 = (real_T *)ssGetOutputPortRealSignal(S, 0);
    const real_T *xD = ssGetDiscStates(S);
    const int_T p_width0 = mxGetNumberOfElements(PARAM_DEF0(S));
    const real_T *gain = (const real_T *)mxGetData(PARAM_DEF0(S));
    style_builder_Outputs_wrapper(u0, u1, y0, xD, gain, p_width0);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    real_T *xD = ssGetDiscStates(S);
    const real_T *u1 = (real_T *)ssGetInputPortRealSignal(S, 1);
    style_builder_Update_wrapper(u1, xD);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
