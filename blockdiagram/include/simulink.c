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

#define BD_SS_TEXT(name)  BD_SS_TEXT_(name)
#define BD_SS_TEXT_(name) #name
#if defined(__GNUC__)
#define BD_SS_EXPORT __attribute__((visibility("default")))
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

static bd_ss_methods bd_ss_own_methods(void) {
    bd_ss_methods m;
    memset(&m, 0, sizeof m);
    m.initialize_sizes = (bd_ss_method)mdlInitializeSizes;
    m.initialize_sample_times = (bd_ss_method)mdlInitializeSampleTimes;
    m.outputs = (bd_ss_task_method)mdlOutputs;
    m.terminate = (bd_ss_method)mdlTerminate;
#ifdef MDL_CHECK_PARAMETERS
    m.check_parameters = (bd_ss_method)mdlCheckParameters;
#endif
#ifdef MDL_PROCESS_PARAMETERS
    m.process_parameters = (bd_ss_method)mdlProcessParameters;
#endif
#ifdef MDL_SET_WORK_WIDTHS
    m.set_work_widths = (bd_ss_method)mdlSetWorkWidths;
#endif
#ifdef MDL_SETUP_RUNTIME_RESOURCES
    m.setup_resources = (bd_ss_method)mdlSetupRuntimeResources;
#endif
#ifdef MDL_CLEANUP_RUNTIME_RESOURCES
    m.cleanup_resources = (bd_ss_method)mdlCleanupRuntimeResources;
#endif
#ifdef MDL_START
    m.start = (bd_ss_method)mdlStart;
#endif
#ifdef MDL_INITIALIZE_CONDITIONS
    m.initialize_conditions = (bd_ss_method)mdlInitializeConditions;
#endif
#ifdef MDL_GET_TIME_OF_NEXT_VAR_HIT
    m.next_hit = (bd_ss_method)mdlGetTimeOfNextVarHit;
#endif
#ifdef MDL_UPDATE
    m.update = (bd_ss_task_method)mdlUpdate;
#endif
#ifdef MDL_DERIVATIVES
    m.derivatives = (bd_ss_method)mdlDerivatives;
#endif
#ifdef MDL_ZERO_CROSSINGS
    m.zero_crossings = (bd_ss_method)mdlZeroCrossings;
#endif
#ifdef MDL_JACOBIAN
    m.jacobian = (bd_ss_method)mdlJacobian;
#endif
#ifdef MDL_PROJECTION
    m.projection = (bd_ss_method)mdlProjection;
#endif
#ifdef MDL_ENABLE
    m.enable = (bd_ss_method)mdlEnable;
#endif
#ifdef MDL_DISABLE
    m.disable = (bd_ss_method)mdlDisable;
#endif
#ifdef MDL_SIM_STATUS_CHANGE
    m.status_change = (bd_ss_status_method)mdlSimStatusChange;
#endif
#ifdef MDL_EXT_MODE_EXEC
    m.external_mode = (bd_ss_method)mdlExtModeExec;
#endif
#ifdef MDL_SET_INPUT_PORT_WIDTH
    m.set_input_width = (bd_ss_width_method)mdlSetInputPortWidth;
#endif
#ifdef MDL_SET_OUTPUT_PORT_WIDTH
    m.set_output_width = (bd_ss_width_method)mdlSetOutputPortWidth;
#endif
#ifdef MDL_SET_INPUT_PORT_DIMENSION_INFO
    m.set_input_dimensions = (bd_ss_dimensions_method)mdlSetInputPortDimensionInfo;
#endif
#ifdef MDL_SET_OUTPUT_PORT_DIMENSION_INFO
    m.set_output_dimensions = (bd_ss_dimensions_method)mdlSetOutputPortDimensionInfo;
#endif
#ifdef MDL_SET_DEFAULT_PORT_DIMENSION_INFO
    m.default_dimensions = (bd_ss_method)mdlSetDefaultPortDimensionInfo;
#endif
#ifdef MDL_SET_INPUT_PORT_SAMPLE_TIME
    m.set_input_sample_time = (bd_ss_rate_method)mdlSetInputPortSampleTime;
#endif
#ifdef MDL_SET_OUTPUT_PORT_SAMPLE_TIME
    m.set_output_sample_time = (bd_ss_rate_method)mdlSetOutputPortSampleTime;
#endif
#ifdef MDL_SET_INPUT_PORT_DATA_TYPE
    m.set_input_type = (bd_ss_type_method)mdlSetInputPortDataType;
#endif
#ifdef MDL_SET_OUTPUT_PORT_DATA_TYPE
    m.set_output_type = (bd_ss_type_method)mdlSetOutputPortDataType;
#endif
#ifdef MDL_SET_DEFAULT_PORT_DATA_TYPES
    m.default_types = (bd_ss_method)mdlSetDefaultPortDataTypes;
#endif
#ifdef MDL_SET_INPUT_PORT_COMPLEX_SIGNAL
    m.set_input_complexity = (bd_ss_complexity_method)mdlSetInputPortComplexSignal;
#endif
#ifdef MDL_SET_OUTPUT_PORT_COMPLEX_SIGNAL
    m.set_output_complexity = (bd_ss_complexity_method)mdlSetOutputPortComplexSignal;
#endif
#ifdef MDL_SET_DEFAULT_PORT_COMPLEX_SIGNALS
    m.default_complexities = (bd_ss_method)mdlSetDefaultPortComplexSignals;
#endif
#ifdef MDL_SET_INPUT_PORT_FRAME_DATA
    m.set_input_frame = (bd_ss_frame_method)mdlSetInputPortFrameData;
#endif
#ifdef MDL_SET_OUTPUT_PORT_FRAME_DATA
    m.set_output_frame = (bd_ss_frame_method)mdlSetOutputPortFrameData;
#endif
#ifdef MDL_SET_INPUT_PORT_DIMENSIONS_MODE_FCN
    m.set_input_dimensions_mode = (bd_ss_dimensions_mode_method)mdlSetInputPortDimensionsModeFcn;
#endif
#ifdef MDL_SIM_STATE
    m.get_state = (bd_ss_get_state_method)mdlGetSimState;
    m.set_state = (bd_ss_set_state_method)mdlSetSimState;
#endif
#ifdef MDL_OPERATING_POINT
    m.get_operating_point = (bd_ss_get_state_method)mdlGetOperatingPoint;
    m.set_operating_point = (bd_ss_set_state_method)mdlSetOperatingPoint;
#endif
#ifdef MDL_RTW
    m.rtw = (bd_ss_method)mdlRTW;
#endif
    return m;
}

#ifdef __cplusplus
extern "C++" {
#include <exception>
}
/* an exception must not cross the host, which is C: here it becomes a message */
static int bd_ss_catch(void (*body)(void *), void *argument, char *message, size_t size) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    try {
        body(argument);
        return 0;
    } catch (const std::exception &thrown) {
        snprintf(message, size, "%s", thrown.what());
    } catch (const char *thrown) {
        snprintf(message, size, "%s", thrown);
    } catch (...) {
        snprintf(message, size, "a C++ exception of unknown type");
    }
    return 1;
#else
    (void)message;
    (void)size;
    body(argument);
    return 0;
#endif
}
#define BD_SS_OWN_GUARD bd_ss_catch
extern "C" {
#else
#define BD_SS_OWN_GUARD NULL
#endif

BD_SS_EXPORT const bd_ss_registration *bd_sfunction_registration(void);
BD_SS_EXPORT const bd_ss_registration *bd_sfunction_registration(void) {
    static bd_ss_methods methods;
    static bd_ss_registration registration;
    methods = bd_ss_own_methods();
    registration.abi = BD_SS_ABI;
    registration.simstruct_size = sizeof(SimStruct);
    registration.name = BD_SS_TEXT(S_FUNCTION_NAME);
    registration.methods = &methods;
    registration.guard = BD_SS_OWN_GUARD;
#ifndef BD_MX_ARRAY_H
    registration.foreign = 1;
#endif
    return &registration;
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
