/* named values an S-function may write or compare: sizes, rates, options, compliance levels */
#ifndef BD_SIMSTRUCT_CONSTANTS_H
#define BD_SIMSTRUCT_CONSTANTS_H

#define SS_STDIO_AVAILABLE

#define DYNAMICALLY_SIZED (-1)
#define DYNAMICALLY_TYPED (-1)
#define INHERITED_UNIT    (0)
#define INVALID_UNIT_ID   (-10)
#define INVALID_DTYPE_ID  (-10)
#define SS_MAX_NUM_DIMS   32
#define INVALID_PORT_IDX  (-1)
#define SL_INVALID_BUS_ID (-1)
#define SL_NOBUS_ID       (-1)

/* rates: a pair of period and offset, with a few reserved periods */
#define INHERITED_SAMPLE_TIME             ((real_T)-1.0)
#define CONTINUOUS_SAMPLE_TIME            ((real_T)0.0)
#define VARIABLE_SAMPLE_TIME              ((real_T)-2.0)
#define FIXED_IN_MINOR_STEP_OFFSET        ((real_T)1.0)
#define TRIGGERED_SAMPLE_TIME_OFFSET      ((real_T)-1.0)
#define PORT_BASED_SAMPLE_TIMES           (-2)
#define BLOCK_AND_PORT_BASED_SAMPLE_TIMES (-3)
#define CONSTANT_TID                      (-2)
#define MODEL_EVENT_TID                   (-3)

/* options, combined with | for ssSetOptions */
#define SS_OPTION_EXCEPTION_FREE_CODE                                0x00000001u
#define SS_OPTION_RUNTIME_EXCEPTION_FREE_CODE                        0x00000002u
#define SS_OPTION_PORT_SAMPLE_TIMES_ASSIGNED                         0x00000004u
#define SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME                      0x00000008u
#define SS_OPTION_ASYNCHRONOUS                                       0x00000010u
#define SS_OPTION_ASYNC_RATE_TRANSITION                              0x00000020u
#define SS_OPTION_RATE_TRANSITION                                    0x00000040u
#define SS_OPTION_USE_TLC_WITH_ACCELERATOR                           0x00000080u
#define SS_OPTION_SIM_VIEWING_DEVICE                                 0x00000100u
#define SS_OPTION_CALL_TERMINATE_ON_EXIT                             0x00000200u
#define SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION                       0x00000400u
#define SS_OPTION_DISCRETE_VALUED_OUTPUT                             0x00000800u
#define SS_OPTION_NONVOLATILE                                        0x00001000u
#define SS_OPTION_WORKS_WITH_CODE_REUSE                              0x00002000u
#define SS_OPTION_CAN_BE_CALLED_CONDITIONALLY                        0x00004000u
#define SS_OPTION_ALLOW_PORT_SAMPLE_TIME_IN_TRIGSS                   0x00008000u
#define SS_OPTION_ALLOW_CONSTANT_PORT_SAMPLE_TIME                    0x00010000u
#define SS_OPTION_NONSTANDARD_PORT_WIDTHS                            0x00020000u
#define SS_OPTION_DISALLOW_CONST_SAMPLE_TIME                         SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME
#define SS_OPTION_SFUNCTION_INLINED_FOR_RTW                          0x00040000u
#define SS_OPTION_REQ_INPUT_SAMPLE_TIME_MATCH                        0x00080000u
#define SS_OPTION_ALLOW_PARTIAL_DIMENSIONS_CALL                      0x00100000u
#define SS_OPTION_PLACE_ASAP                                         0x00200000u
#define SS_OPTION_USING_ssSetModelReferenceSampleTimeInheritanceRule 0x00400000u
#define SS_OPTION_SUPPORTS_ALIAS_DATA_TYPES                          0x00800000u
#define SS_OPTION_SUPPORTS_MULTITASKING                              0x01000000u
#define SS_OPTION_DISALLOW_REUSABLE                                  0x02000000u
#define SS_OPTION_FORCE_NONINLINED_FCNCALL                           0x04000000u
#define SS_OPTION_REQUIRES_FIXED_STEP                                0x08000000u
#define SS_OPTION_OUTPUT_EXPR_IN_RTW                                 0x10000000u

typedef enum {
    SS_SIMMODE_NORMAL = 0,
    SS_SIMMODE_SIZES_CALL_ONLY,
    SS_SIMMODE_RTWGEN,
    SS_SIMMODE_EXTERNAL
} SS_SimMode;

/* may a parameter change while running */
#define SS_PRM_NOT_TUNABLE      0
#define SS_PRM_TUNABLE          1
#define SS_PRM_SIM_ONLY_TUNABLE 2

/* who may share the memory of a signal */
#define SS_NOT_REUSABLE_AND_GLOBAL 0
#define SS_NOT_REUSABLE_AND_LOCAL  1
#define SS_REUSABLE_AND_GLOBAL     2
#define SS_REUSABLE_AND_LOCAL      3

/* what a DWork vector is for */
typedef enum {
    SS_DWORK_USED_AS_DWORK = 0,
    SS_DWORK_USED_AS_DSTATE = 1,
    SS_DWORK_USED_AS_MODE = 2,
    SS_DWORK_USED_AS_SCRATCH = 3
} ssDWorkUsageType;

typedef enum {
    SIM_STATE_COMPLIANCE_UNKNOWN = 0,
    USE_DEFAULT_SIM_STATE,
    HAS_NO_SIM_STATE,
    USE_CUSTOM_SIM_STATE,
    DISALLOW_SIM_STATE
} ssSimStateCompliance;
#define SIM_STATE_UNKNOWN                  SIM_STATE_COMPLIANCE_UNKNOWN
#define USE_EMPTY_SIM_STATE                HAS_NO_SIM_STATE
#define OPERATING_POINT_COMPLIANCE_UNKNOWN SIM_STATE_COMPLIANCE_UNKNOWN
#define USE_DEFAULT_OPERATING_POINT        USE_DEFAULT_SIM_STATE
#define USE_EMPTY_OPERATING_POINT          HAS_NO_SIM_STATE
#define HAS_NO_OPERATING_POINT             HAS_NO_SIM_STATE
#define USE_CUSTOM_OPERATING_POINT         USE_CUSTOM_SIM_STATE
#define DISALLOW_OPERATING_POINT           DISALLOW_SIM_STATE
typedef ssSimStateCompliance ssOperatingPointCompliance;

typedef enum {
    RUNTIME_THREAD_SAFETY_COMPLIANCE_UNKNOWN = 0,
    RUNTIME_THREAD_SAFETY_COMPLIANCE_FALSE,
    RUNTIME_THREAD_SAFETY_COMPLIANCE_TRUE
} ssRuntimeThreadSafetyCompliance;

typedef enum {
    USE_DEFAULT_FOR_DISCRETE_INHERITANCE = 0,
    INHERITANCE_ALLOWED,
    DISALLOW_SAMPLE_TIME_INHERITANCE
} ssSampleTimeInheritanceRule;
#define DEFAULT_FOR_SAMPLE_TIME_INHERITANCE USE_DEFAULT_FOR_DISCRETE_INHERITANCE
#define ALLOW_SAMPLE_TIME_INHERITANCE       INHERITANCE_ALLOWED

typedef enum {
    MDL_START_AND_MDL_PROCESS_PARAMS_OK = 0,
    MDL_START_ONLY_OK
} ssModelReferenceNormalModeSupport;

typedef enum { SS_UNSPECIFIED_LAYOUT = 0, SS_COLUMN_MAJOR, SS_ROW_MAJOR, SS_ALL } ssArrayLayoutType;

typedef enum {
    SS_VARIABLE_SIZE_FROM_INPUT_SIZE = 0,
    SS_VARIABLE_SIZE_FROM_INPUT_VALUE_AND_SIZE,
    SS_SIGNAL_SIZES_ARE_STATIC
} ssSignalSizesComputeType;
typedef ssSignalSizesComputeType SS_VariableSizeComputeType;
#define SS_VARIABLE_SIZE_FROM_INPUT_VALUE SS_VARIABLE_SIZE_FROM_INPUT_VALUE_AND_SIZE
typedef enum {
    SS_VARIABLE_SIZE_STATE_NO_NEED_RESET = 0,
    SS_VARIABLE_SIZE_REQUIRE_STATE_RESET
} SS_VariableSizeStateResetType;

typedef enum { SS_TRISTATE_NO = 0, SS_TRISTATE_YES = 1, SS_TRISTATE_UNSPECIFIED = 2 } SS_TriState;
typedef enum {
    SS_TIME_SOURCE_SELF = 0,
    SS_TIME_SOURCE_CALLER,
    SS_TIME_SOURCE_BASERATE,
    SS_TIME_SOURCE_SELF_INTERNAL
} ssTimeSource;
typedef ssTimeSource slTimeSource;
#define SS_TIMESOURCE_SELF          SS_TIME_SOURCE_SELF
#define SS_TIMESOURCE_CALLER        SS_TIME_SOURCE_CALLER
#define SS_TIMESOURCE_BASERATE      SS_TIME_SOURCE_BASERATE
#define SS_TIMESOURCE_SELF_INTERNAL SS_TIME_SOURCE_SELF_INTERNAL

typedef enum {
    RTPARAM_NOT_TRANSFORMED = 0,
    RTPARAM_TRANSFORMED,
    RTPARAM_MAKE_TRANSFORMED_TUNABLE
} TransformedFlag;

typedef enum {
    SS_RTW_STORAGE_AUTO = 0,
    SS_RTW_STORAGE_EXPORTED_GLOBAL,
    SS_RTW_STORAGE_IMPORTED_EXTERN,
    SS_RTW_STORAGE_IMPORTED_EXTERN_POINTER
} ssRTWStorageType;

/* what ssWriteRTW… calls are told about their argument */
#define SSWRITE_VALUE_STR            0
#define SSWRITE_VALUE_QSTR           1
#define SSWRITE_VALUE_VECT_STR       2
#define SSWRITE_VALUE_NUM            3
#define SSWRITE_VALUE_VECT           4
#define SSWRITE_VALUE_2DMAT          5
#define SSWRITE_VALUE_DTYPE_NUM      6
#define SSWRITE_VALUE_DTYPE_ML_NUM   7
#define SSWRITE_VALUE_DTYPE_VECT     8
#define SSWRITE_VALUE_DTYPE_ML_VECT  9
#define SSWRITE_VALUE_DTYPE_2DMAT    10
#define SSWRITE_VALUE_DTYPE_ML_2DMAT 11
#define DTINFO(dTypeId, isComplex)   (((dTypeId) << 1) | ((isComplex) ? 1 : 0))

/* why mdlSimStatusChange is called */
typedef enum { SIM_PAUSE = 0, SIM_CONTINUE } ssSimStatusChangeType;

/* kinds of zero crossings a port can name */
typedef enum {
    ANY_ZERO_CROSSING = 0,
    RISING_ZERO_CROSSING = 1,
    FALLING_ZERO_CROSSING = -1
} ZCDirection;

#endif
