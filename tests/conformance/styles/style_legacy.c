/* an old C function called through a generated shell: run-time parameters, typed work, dynamic type
 * ids by name */
#define S_FUNCTION_NAME  style_legacy
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"
#define EDIT_OK(S, P_IDX)                                                                          \
    (!((ssGetSimMode(S) == SS_SIMMODE_SIZES_CALL_ONLY) && mxIsEmpty(ssGetSFcnParam(S, P_IDX))))

static double legacy_filter(double u, double alpha, double *memory) {
    *memory = alpha * u + (1.0 - alpha) * *memory;
    return *memory;
}

#define MDL_CHECK_PARAMETERS
#if defined(MDL_CHECK_PARAMETERS) && defined(MATLAB_MEX_FILE)
static void mdlCheckParameters(SimStruct *S) {
    if (EDIT_OK(S, 0)) {
        mwSize *dimsArray = (mwSize *)mxGetDimensions(ssGetSFcnParam(S, 0));
        if (!mxIsDouble(ssGetSFcnParam(S, 0)) || mxIsComplex(ssGetSFcnParam(S, 0))) {
            ssSetErrorStatus(S, "Parameter 1 must be a real double");
            return;
        }
        if (dimsArray[0] != 1 || dimsArray[1] != 1) {
            ssSetErrorStatus(S, "Parameter 1 must be a scalar");
            return;
        }
    }
}
#endif

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
#if defined(MATLAB_MEX_FILE)
    if (ssGetNumSFcnParams(S) == ssGetSFcnParamsCount(S)) {
#if defined(MDL_CHECK_PARAMETERS)
        mdlCheckParameters(S);
#endif
        if (ssGetErrorStatus(S))
            return;
    } else {
        return;
    }
#endif
    ssSetSFcnParamTunable(S, 0, SS_PRM_TUNABLE);
    ssSetNumPWork(S, 0);
    if (!ssSetNumDWork(S, 1))
        return;
    ssSetDWorkWidth(S, 0, 1);
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkUsageType(S, 0, SS_DWORK_USED_AS_DWORK);
    ssSetDWorkName(S, 0, "work1");
    if (!ssSetNumInputPorts(S, 1))
        return;
    {
        DTypeId id = ssGetDataTypeId(S, "double");
        if (id == INVALID_DTYPE_ID)
            return;
        ssSetInputPortDataType(S, 0, id);
    }
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortAcceptExprInRTW(S, 0, 1);
    ssSetInputPortOverWritable(S, 0, 1);
    ssSetInputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortDataType(S, 0, SS_DOUBLE);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_NO);
    ssSetOutputPortOptimOpts(S, 0, SS_REUSABLE_AND_LOCAL);
    ssSetOutputPortOutputExprInRTW(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetModelReferenceNormalModeSupport(S, MDL_START_AND_MDL_PROCESS_PARAMS_OK);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSupportsMultipleExecInstances(S, true);
    ssHasStateInsideForEachSS(S, true);
#if defined(ssSetRuntimeThreadSafetyCompliance)
    ssSetRuntimeThreadSafetyCompliance(S, RUNTIME_THREAD_SAFETY_COMPLIANCE_TRUE);
#endif
    ssSetOptions(S, SS_OPTION_USE_TLC_WITH_ACCELERATOR | SS_OPTION_CAN_BE_CALLED_CONDITIONALLY |
                        SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_WORKS_WITH_CODE_REUSE |
                        SS_OPTION_SFUNCTION_INLINED_FOR_RTW |
                        SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
#if defined(ssSetModelReferenceSampleTimeDefaultInheritance)
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
#endif
}

#define MDL_SET_WORK_WIDTHS
#if defined(MDL_SET_WORK_WIDTHS) && defined(MATLAB_MEX_FILE)
static void mdlSetWorkWidths(SimStruct *S) {
    if (!ssSetNumRunTimeParams(S, 1))
        return;
    ssRegDlgParamAsRunTimeParam(S, 0, 0, "p1", ssGetDataTypeId(S, "double"));
}
#endif

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S) {
    ssUpdateAllTunableParamsAsRunTimeParams(S);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    real_T *y1 = (real_T *)ssGetOutputPortSignal(S, 0);
    real_T *u1 = (real_T *)ssGetInputPortSignal(S, 0);
    real_T *work1 = (real_T *)ssGetDWork(S, 0);
    real_T *p1 = (real_T *)(ssGetRunTimeParamInfo(S, 0))->data;
    *y1 = legacy_filter(*u1, *p1, work1);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
