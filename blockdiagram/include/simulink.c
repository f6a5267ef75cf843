/* the tail of every S-function: collects the methods that the file defines into one table and
 * exports the only symbol a host looks for. Included by the S-function's source, never compiled on
 * its own. */
#ifndef BD_SIMULINK_C
#define BD_SIMULINK_C

#ifndef S_FUNCTION_NAME
#error "an S-function must #define S_FUNCTION_NAME before it includes simulink.c"
#endif
#ifndef BD_SIMSTRUC_H
#include "simstruc.h"
#endif

/* names of its own throughout: an author may have made a macro of any other */
#define BD_SS_TEXT(bd_ss_x)  BD_SS_TEXT_(bd_ss_x)
#define BD_SS_TEXT_(bd_ss_x) #bd_ss_x
#if defined(__GNUC__)
#if defined(_WIN32)
#define BD_SS_EXPORT __declspec(dllexport)
#else
#define BD_SS_EXPORT __attribute__((__visibility__("default")))
#endif
/* authors differ in const and in the integer types of arguments; the calling convention does not */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wcast-function-type"
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#ifndef __cplusplus
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#endif
#else
#define BD_SS_EXPORT
#endif

#ifdef BD_SS_LEVEL_1
/* methods of Level 1 get vectors as arguments. States of both kinds are one vector there: where a
 * block has both, a copy of them */
typedef struct bd_ss_vector_1 {
    real_T *bd_ss_x, *bd_ss_copy;
    size_t bd_ss_continuous, bd_ss_discrete;
} bd_ss_vector_1;

static bd_ss_vector_1 bd_ss_states_1(SimStruct *S) {
    bd_ss_vector_1 bd_ss_v;
    bd_ss_v.bd_ss_continuous = (size_t)ssGetNumContStates(S);
    bd_ss_v.bd_ss_discrete = (size_t)ssGetNumDiscStates(S);
    bd_ss_v.bd_ss_copy = 0;
    bd_ss_v.bd_ss_x = bd_ss_v.bd_ss_continuous > 0 ? ssGetContStates(S) : ssGetRealDiscStates(S);
    if (bd_ss_v.bd_ss_continuous > 0 && bd_ss_v.bd_ss_discrete > 0) {
        bd_ss_v.bd_ss_copy =
            (real_T *)malloc((bd_ss_v.bd_ss_continuous + bd_ss_v.bd_ss_discrete) * sizeof(real_T));
        if (!bd_ss_v.bd_ss_copy) {
            ssSetErrorStatus(S, "out of memory");
            return bd_ss_v;
        }
        memcpy(bd_ss_v.bd_ss_copy, ssGetContStates(S), bd_ss_v.bd_ss_continuous * sizeof(real_T));
        memcpy(bd_ss_v.bd_ss_copy + bd_ss_v.bd_ss_continuous, ssGetRealDiscStates(S),
               bd_ss_v.bd_ss_discrete * sizeof(real_T));
        bd_ss_v.bd_ss_x = bd_ss_v.bd_ss_copy;
    }
    return bd_ss_v;
}

/* what a method may have written: discrete states, and at the start both kinds */
static void bd_ss_leave_1(SimStruct *S, bd_ss_vector_1 bd_ss_v, int bd_ss_writes_discrete,
                          int bd_ss_writes_continuous) {
    if (bd_ss_v.bd_ss_copy && bd_ss_writes_continuous)
        memcpy(ssGetContStates(S), bd_ss_v.bd_ss_copy, bd_ss_v.bd_ss_continuous * sizeof(real_T));
    if (bd_ss_v.bd_ss_copy && bd_ss_writes_discrete)
        memcpy(ssGetRealDiscStates(S), bd_ss_v.bd_ss_copy + bd_ss_v.bd_ss_continuous,
               bd_ss_v.bd_ss_discrete * sizeof(real_T));
    free(bd_ss_v.bd_ss_copy);
}

/* not const: authors differ in that, and take either */
static real_T *bd_ss_input_1(SimStruct *S) {
    return ssGetNumInputPorts(S) > 0 ? (real_T *)ssGetInputPortSignal(S, 0) : (real_T *)0;
}

static void bd_ss_run_conditions_1(SimStruct *S) {
    bd_ss_vector_1 bd_ss_v = bd_ss_states_1(S);
    mdlInitializeConditions(bd_ss_v.bd_ss_x, S);
    bd_ss_leave_1(S, bd_ss_v, 1, 1);
}

static void bd_ss_run_outputs_1(SimStruct *S, int_T bd_ss_tid) {
    bd_ss_vector_1 bd_ss_v = bd_ss_states_1(S);
    mdlOutputs(ssGetNumOutputPorts(S) > 0 ? ssGetOutputPortRealSignal(S, 0) : (real_T *)0,
               bd_ss_v.bd_ss_x, bd_ss_input_1(S), S, bd_ss_tid);
    bd_ss_leave_1(S, bd_ss_v, 0, 0);
}

static void bd_ss_run_update_1(SimStruct *S, int_T bd_ss_tid) {
    bd_ss_vector_1 bd_ss_v = bd_ss_states_1(S);
    mdlUpdate(bd_ss_v.bd_ss_x, bd_ss_input_1(S), S, bd_ss_tid);
    bd_ss_leave_1(S, bd_ss_v, 1, 0);
}

static void bd_ss_run_derivatives_1(SimStruct *S) {
    bd_ss_vector_1 bd_ss_v = bd_ss_states_1(S);
    if (ssGetNumContStates(S) > 0)
        mdlDerivatives(ssGetdX(S), bd_ss_v.bd_ss_x, bd_ss_input_1(S), S, 0);
    bd_ss_leave_1(S, bd_ss_v, 0, 0);
}

static bd_ss_methods bd_ss_own_methods(void) {
    static bd_ss_methods bd_ss_none; /* nothing but NULL */
    bd_ss_methods bd_ss_m = bd_ss_none;
    bd_ss_m.initialize_sizes_ = (bd_ss_method)mdlInitializeSizes;
    bd_ss_m.initialize_sample_times_ = (bd_ss_method)mdlInitializeSampleTimes;
    bd_ss_m.initialize_conditions_ = bd_ss_run_conditions_1;
    bd_ss_m.outputs_ = (bd_ss_task_method)bd_ss_run_outputs_1;
    bd_ss_m.update_ = (bd_ss_task_method)bd_ss_run_update_1;
    bd_ss_m.derivatives_ = bd_ss_run_derivatives_1;
    bd_ss_m.terminate_ = (bd_ss_method)mdlTerminate;
    return bd_ss_m;
}
#else
static bd_ss_methods bd_ss_own_methods(void) {
    static bd_ss_methods bd_ss_none; /* nothing but NULL */
    bd_ss_methods bd_ss_m = bd_ss_none;
    bd_ss_m.initialize_sizes_ = (bd_ss_method)mdlInitializeSizes;
    bd_ss_m.initialize_sample_times_ = (bd_ss_method)mdlInitializeSampleTimes;
    bd_ss_m.outputs_ = (bd_ss_task_method)mdlOutputs;
    bd_ss_m.terminate_ = (bd_ss_method)mdlTerminate;
#ifdef MDL_CHECK_PARAMETERS
    bd_ss_m.check_parameters_ = (bd_ss_method)mdlCheckParameters;
#endif
#ifdef MDL_PROCESS_PARAMETERS
    bd_ss_m.process_parameters_ = (bd_ss_method)mdlProcessParameters;
#endif
#ifdef MDL_SET_WORK_WIDTHS
    bd_ss_m.set_work_widths_ = (bd_ss_method)mdlSetWorkWidths;
#endif
#ifdef MDL_SETUP_RUNTIME_RESOURCES
    bd_ss_m.setup_resources_ = (bd_ss_method)mdlSetupRuntimeResources;
#endif
#ifdef MDL_CLEANUP_RUNTIME_RESOURCES
    bd_ss_m.cleanup_resources_ = (bd_ss_method)mdlCleanupRuntimeResources;
#endif
#ifdef MDL_START
    bd_ss_m.start_ = (bd_ss_method)mdlStart;
#endif
#ifdef MDL_INITIALIZE_CONDITIONS
    bd_ss_m.initialize_conditions_ = (bd_ss_method)mdlInitializeConditions;
#endif
#ifdef MDL_GET_TIME_OF_NEXT_VAR_HIT
    bd_ss_m.next_hit_ = (bd_ss_method)mdlGetTimeOfNextVarHit;
#endif
#ifdef MDL_UPDATE
    bd_ss_m.update_ = (bd_ss_task_method)mdlUpdate;
#endif
#ifdef MDL_DERIVATIVES
    bd_ss_m.derivatives_ = (bd_ss_method)mdlDerivatives;
#endif
#ifdef MDL_ZERO_CROSSINGS
    bd_ss_m.zero_crossings_ = (bd_ss_method)mdlZeroCrossings;
#endif
#ifdef MDL_JACOBIAN
    bd_ss_m.jacobian_ = (bd_ss_method)mdlJacobian;
#endif
#ifdef MDL_PROJECTION
    bd_ss_m.projection_ = (bd_ss_method)mdlProjection;
#endif
#ifdef MDL_ENABLE
    bd_ss_m.enable_ = (bd_ss_method)mdlEnable;
#endif
#ifdef MDL_DISABLE
    bd_ss_m.disable_ = (bd_ss_method)mdlDisable;
#endif
#ifdef MDL_SIM_STATUS_CHANGE
    bd_ss_m.status_change_ = (bd_ss_status_method)mdlSimStatusChange;
#endif
#ifdef MDL_EXT_MODE_EXEC
    bd_ss_m.external_mode_ = (bd_ss_method)mdlExtModeExec;
#endif
#ifdef MDL_SET_INPUT_PORT_WIDTH
    bd_ss_m.set_input_width_ = (bd_ss_width_method)mdlSetInputPortWidth;
#endif
#ifdef MDL_SET_OUTPUT_PORT_WIDTH
    bd_ss_m.set_output_width_ = (bd_ss_width_method)mdlSetOutputPortWidth;
#endif
#ifdef MDL_SET_INPUT_PORT_DIMENSION_INFO
    bd_ss_m.set_input_dimensions_ = (bd_ss_dimensions_method)mdlSetInputPortDimensionInfo;
#endif
#ifdef MDL_SET_OUTPUT_PORT_DIMENSION_INFO
    bd_ss_m.set_output_dimensions_ = (bd_ss_dimensions_method)mdlSetOutputPortDimensionInfo;
#endif
#ifdef MDL_SET_DEFAULT_PORT_DIMENSION_INFO
    bd_ss_m.default_dimensions_ = (bd_ss_method)mdlSetDefaultPortDimensionInfo;
#endif
#ifdef MDL_SET_INPUT_PORT_SAMPLE_TIME
    bd_ss_m.set_input_sample_time_ = (bd_ss_rate_method)mdlSetInputPortSampleTime;
#endif
#ifdef MDL_SET_OUTPUT_PORT_SAMPLE_TIME
    bd_ss_m.set_output_sample_time_ = (bd_ss_rate_method)mdlSetOutputPortSampleTime;
#endif
#ifdef MDL_SET_INPUT_PORT_DATA_TYPE
    bd_ss_m.set_input_type_ = (bd_ss_type_method)mdlSetInputPortDataType;
#endif
#ifdef MDL_SET_OUTPUT_PORT_DATA_TYPE
    bd_ss_m.set_output_type_ = (bd_ss_type_method)mdlSetOutputPortDataType;
#endif
#ifdef MDL_SET_DEFAULT_PORT_DATA_TYPES
    bd_ss_m.default_types_ = (bd_ss_method)mdlSetDefaultPortDataTypes;
#endif
#ifdef MDL_SET_INPUT_PORT_COMPLEX_SIGNAL
    bd_ss_m.set_input_complexity_ = (bd_ss_complexity_method)mdlSetInputPortComplexSignal;
#endif
#ifdef MDL_SET_OUTPUT_PORT_COMPLEX_SIGNAL
    bd_ss_m.set_output_complexity_ = (bd_ss_complexity_method)mdlSetOutputPortComplexSignal;
#endif
#ifdef MDL_SET_DEFAULT_PORT_COMPLEX_SIGNALS
    bd_ss_m.default_complexities_ = (bd_ss_method)mdlSetDefaultPortComplexSignals;
#endif
#ifdef MDL_SET_INPUT_PORT_FRAME_DATA
    bd_ss_m.set_input_frame_ = (bd_ss_frame_method)mdlSetInputPortFrameData;
#endif
#ifdef MDL_SET_OUTPUT_PORT_FRAME_DATA
    bd_ss_m.set_output_frame_ = (bd_ss_frame_method)mdlSetOutputPortFrameData;
#endif
#ifdef MDL_SET_INPUT_PORT_DIMENSIONS_MODE_FCN
    bd_ss_m.set_input_dimensions_mode_ =
        (bd_ss_dimensions_mode_method)mdlSetInputPortDimensionsModeFcn;
#endif
#ifdef MDL_SIM_STATE
    bd_ss_m.get_state_ = (bd_ss_get_state_method)mdlGetSimState;
    bd_ss_m.set_state_ = (bd_ss_set_state_method)mdlSetSimState;
#endif
#ifdef MDL_OPERATING_POINT
    bd_ss_m.get_operating_point_ = (bd_ss_get_state_method)mdlGetOperatingPoint;
    bd_ss_m.set_operating_point_ = (bd_ss_set_state_method)mdlSetOperatingPoint;
#endif
#ifdef MDL_RTW
    bd_ss_m.rtw_ = (bd_ss_method)mdlRTW;
#endif
    return bd_ss_m;
}
#endif

#if defined(__cplusplus) && !defined(BD_SS_STRICT)
/* an exception must not cross the host, which is C: here it becomes a message */
static int bd_ss_catch(void (*bd_ss_body)(void *), void *bd_ss_argument, char *bd_ss_message,
                       size_t bd_ss_size) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    try {
        bd_ss_body(bd_ss_argument);
        return 0;
    } catch (const std::exception &bd_ss_thrown) {
        snprintf(bd_ss_message, bd_ss_size, "%s", bd_ss_thrown.what());
    } catch (const char *bd_ss_thrown) {
        snprintf(bd_ss_message, bd_ss_size, "%s", bd_ss_thrown);
    } catch (...) {
        snprintf(bd_ss_message, bd_ss_size, "a C++ exception of unknown type");
    }
    return 1;
#else
    (void)bd_ss_message;
    (void)bd_ss_size;
    bd_ss_body(bd_ss_argument);
    return 0;
#endif
}
#define BD_SS_OWN_GUARD bd_ss_catch
#else
#define BD_SS_OWN_GUARD 0
#endif
#ifdef __cplusplus
extern "C" {
#endif

BD_SS_EXPORT const bd_ss_registration *bd_sfunction_registration(void);
BD_SS_EXPORT const bd_ss_registration *bd_sfunction_registration(void) {
    static bd_ss_methods bd_ss_table;
    static bd_ss_registration bd_ss_own;
    bd_ss_table = bd_ss_own_methods();
    bd_ss_own.abi_ = BD_SS_ABI;
    bd_ss_own.simstruct_size_ = sizeof(SimStruct);
    bd_ss_own.name_ = BD_SS_TEXT(S_FUNCTION_NAME);
    bd_ss_own.methods_ = &bd_ss_table;
    bd_ss_own.guard_ = BD_SS_OWN_GUARD;
#ifndef BD_MX_ARRAY_H
    bd_ss_own.foreign_ = 1;
#endif
    return &bd_ss_own;
}

#ifdef MATLAB_MEX_FILE
/* an interpreter that calls the file by name, as if it were a function, gets told */
BD_SS_EXPORT void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);
BD_SS_EXPORT void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]) {
    (void)nlhs;
    (void)plhs;
    (void)nrhs;
    (void)prhs;
    mexErrMsgTxt(
        BD_SS_TEXT(S_FUNCTION_NAME) " is an S-function: use it in an S-Function block of a "
                                    "model, it cannot be called by name");
}
#endif

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif
