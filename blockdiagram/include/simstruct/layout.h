/* SimStruct: everything a host and one S-function block tell each other. The order of the members
 * is our own; BD_SS_ABI changes whenever it does, and the loader compares it. They end with an
 * underscore because the calls are macros: an author who writes "#define width 3" later on must not
 * change what they mean. */
#ifndef BD_SIMSTRUCT_LAYOUT_H
#define BD_SIMSTRUCT_LAYOUT_H

#define BD_SS_ABI 5

/* known in every dialect of C that an author's flags may choose */
#if defined(__GNUC__)
#define BD_SS_INLINE static __inline__
#else
#define BD_SS_INLINE static inline
#endif

/* another mex.h than ours */
#ifndef BD_MX_TYPES_H
typedef size_t bd_mx_size;
#endif

#define BD_SS_ERROR_TEXT 1024

typedef struct SimStruct_tag SimStruct;

/* dimensions of a signal, as passed to and from the propagation methods */
typedef struct DimsInfo_tag {
    int_T width;
    int_T numDims;
    int_T *dims;
    struct DimsInfo_tag *nextSigDims;
} DimsInfo_T;
typedef DimsInfo_T SigDimsInfo;

#define DECL_AND_INIT_DIMSINFO(variable)                                                           \
    DimsInfo_T variable = {DYNAMICALLY_SIZED, DYNAMICALLY_SIZED, 0, 0}

/* a run-time parameter: what a block really uses, derived from one or more dialog parameters */
typedef struct ssParamRec_tag {
    const char_T *name;
    int_T nDimensions;
    int_T *dimensions;
    DTypeId dataTypeId;
    boolean_T complexSignal;
    void *data;
    const void *dataAttributes;
    int_T nDlgParamIndices;
    int_T *dlgParamIndices;
    TransformedFlag transformed;
    boolean_T outputAsMatrix;
    const char_T *stringParam;
} ssParamRec;
typedef ssParamRec ParamRec;

typedef struct bd_ss_bus_element {
    const char_T *name_;
    DTypeId type_;
    int_T complexity_;
    int_T dimension_count_;
    int_T *dimensions_;
    int_T width_;
    int_T offset_; /* bytes from the start of the bus structure */
} bd_ss_bus_element;

typedef struct bd_ss_port {
    int_T width_;
    int_T dimension_count_;
    int_T dimensions_[SS_MAX_NUM_DIMS];
    int_T current_dimensions_[SS_MAX_NUM_DIMS];
    int_T dimensions_mode_;
    DTypeId type_;
    int_T complexity_;
    int_T frame_;
    time_T sample_time_;
    time_T offset_time_;
    int_T sample_time_index_;
    int_T feedthrough_;
    int_T contiguous_;
    int_T overwritable_;
    int_T overwrites_input_;
    int_T optimisation_;
    int_T connected_;
    int_T continuous_quantity_;
    int_T buffer_port_;
    int_T index_base_; /* 0 or 1: the signal is an index counted from there; -1: no index */
    int_T merged_;
    int_T constant_;
    int_T accepts_expression_;
    int_T unit_;
    int_T bus_as_structure_;
    const char_T *bus_name_;
    void *signal_;    /* elements side by side, complex ones as re, im */
    void **pointers_; /* one per element; inputs only */
} bd_ss_port;

typedef struct bd_ss_dwork {
    int_T width_;
    DTypeId type_;
    int_T complexity_;
    int_T usage_;
    const char_T *name_;
    const char_T *rtw_identifier_;
    const char_T *rtw_type_qualifier_;
    int_T rtw_storage_;
    int_T rtw_must_resolve_;
    void *data_;
} bd_ss_dwork;

typedef struct bd_ss_parameter {
    int_T tunable_;
    int_T unit_;
    const char_T *name_;
} bd_ss_parameter;

/* what a block says once about itself and a host may read: one integer each */
enum {
#define BD_SS_SETTING(name, initial) BD_SS_##name,
#include "settings.def"
#undef BD_SS_SETTING
    BD_SS_SETTING_COUNT
};

typedef void (*bd_ss_method)(SimStruct *S);
typedef void (*bd_ss_task_method)(SimStruct *S, int_T tid);
typedef void (*bd_ss_width_method)(SimStruct *S, int_T port, int_T width);
typedef void (*bd_ss_dimensions_method)(SimStruct *S, int_T port, const DimsInfo_T *dimensions);
typedef void (*bd_ss_rate_method)(SimStruct *S, int_T port, real_T period, real_T offset);
typedef void (*bd_ss_type_method)(SimStruct *S, int_T port, DTypeId type);
typedef void (*bd_ss_complexity_method)(SimStruct *S, int_T port, CSignal_T complexity);
typedef void (*bd_ss_frame_method)(SimStruct *S, int_T port, Frame_T frame);
typedef void (*bd_ss_dimensions_mode_method)(SimStruct *S, int_T port, DimensionsMode_T mode);
typedef void (*bd_ss_status_method)(SimStruct *S, ssSimStatusChangeType change);
typedef mxArray *(*bd_ss_get_state_method)(SimStruct *S);
typedef void (*bd_ss_set_state_method)(SimStruct *S, const mxArray *state);

/* one function per method; the four required ones are never NULL */
typedef struct bd_ss_methods {
#define BD_SS_METHOD(member, name, type) type member##_;
#include "methods.def"
#undef BD_SS_METHOD
} bd_ss_methods;

/* runs body(argument) and catches what it throws; 0 = nothing thrown, else message is filled in */
typedef int (*bd_ss_guard)(void (*body)(void *), void *argument, char *message, bd_mx_size size);

/* what a compiled S-function answers when its one exported function is called */
typedef struct bd_ss_registration {
    int_T abi_;
    bd_mx_size simstruct_size_;
    const char *name_;
    const bd_ss_methods *methods_;
    bd_ss_guard guard_; /* only from C++, else NULL */
    int_T foreign_;     /* built with another mex.h than ours: its arrays are that one's */
} bd_ss_registration;

#define BD_SS_REGISTRATION_SYMBOL "bd_sfunction_registration"
typedef const bd_ss_registration *(*bd_ss_register)(void);

struct SimStruct_tag {
    int_T abi_;
    const struct bd_ss_host *host_;
    void *instance_; /* belongs to the host */
    bd_ss_methods methods_;

    const char_T *model_name_;
    const char_T *path_;
    const char_T *version_;
    const char_T *error_;
    const char_T *local_error_;
    char_T error_text_[BD_SS_ERROR_TEXT]; /* what error_ or local_error_ points at */
    SimStruct *root_;
    SimStruct *parent_;
    void *user_data_;

    unsigned int options_;
    int_T settings_[BD_SS_SETTING_COUNT];

    struct {
        int_T expected_; /* as declared by the S-function; -1 before */
        int_T count_;    /* as found in the block */
        mxArray **values_;
        bd_ss_parameter *info_; /* expected entries */
    } parameters_;

    struct {
        int_T count_;
        ssParamRec **records_;
    } run_time_;

    struct {
        int_T count_;
        bd_ss_port *port_;
    } ports_[2]; /* inputs, outputs */

    struct {
        int_T count_; /* rates, or PORT_BASED_SAMPLE_TIMES as declared */
        time_T *period_;
        time_T *offset_;
        int_T *task_;
        int_T *hit_;   /* this rate has a hit at this call */
        time_T *time_; /* time of the hit, or of the last one */
    } rates_;

    struct {
        time_T now_;
        time_T start_;
        time_T final_;
        time_T next_; /* of the variable rate */
        time_T last_; /* previous major step */
        time_T step_; /* fixed step, or the last step taken */
        time_T fixed_step_;
        time_T max_step_;
        time_T min_step_;
        time_T task_elapsed_;
        int_T major_;
        int_T mode_update_;
        int_T first_initial_condition_;
        int_T variable_step_;
        int_T stop_requested_;
        int_T status_;
        int_T solver_mode_;
        const char_T *solver_name_;
        real_T relative_tolerance_;
    } time_;

    struct {
        int_T continuous_count_;
        int_T discrete_count_;
        real_T *continuous_;
        real_T *derivative_;
        real_T *discrete_;
        real_T *absolute_tolerance_; /* one per continuous state */
        boolean_T *disabled_;
        int_T mode_count_;
        int_T *mode_;
        int_T crossing_count_;
        real_T *crossing_;
        int_T *crossing_direction_;
        int_T needs_reset_;
        int_T crossing_cache_needs_reset_;
        int_T derivative_cache_needs_reset_;
        int_T changed_;
    } states_;

    struct {
        int_T integer_count_;
        int_T real_count_;
        int_T pointer_count_;
        int_T *integer_;
        real_T *real_;
        void **pointer_;
        int_T dwork_count_;
        bd_ss_dwork *dwork_;
    } work_;

    struct {
        int_T nonzeros_;
        int_T *row_;    /* per entry */
        int_T *column_; /* start of each column, and the end */
        real_T *value_;
    } jacobian_;

    uint32_T checksum_[4];

    /* written instead of what an index out of range would have meant */
    struct {
        bd_ss_port port_;
        bd_ss_dwork dwork_;
        bd_ss_parameter parameter_;
        mxArray *array_; /* empty */
        time_T time_;
        int_T integer_;
        real_T real_;
        void *pointer_;
    } spare_;
};

#endif
