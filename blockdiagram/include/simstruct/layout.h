/* SimStruct: everything a host and one S-function block tell each other. The order of the members
 * is our own; BD_SS_ABI changes whenever it does, and the loader compares it. */
#ifndef BD_SIMSTRUCT_LAYOUT_H
#define BD_SIMSTRUCT_LAYOUT_H

#define BD_SS_ABI 3

/* known in every dialect of C that an author's flags may choose */
#if defined(__GNUC__)
#define BD_SS_INLINE static __inline__
#else
#define BD_SS_INLINE static inline
#endif

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
    DimsInfo_T variable = {DYNAMICALLY_SIZED, DYNAMICALLY_SIZED, NULL, NULL}

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
    const char_T *name;
    DTypeId type;
    int_T complexity;
    int_T dimension_count;
    int_T *dimensions;
    int_T width;
    int_T offset; /* bytes from the start of the bus structure */
} bd_ss_bus_element;

typedef struct bd_ss_port {
    int_T width;
    int_T dimension_count;
    int_T dimensions[SS_MAX_NUM_DIMS];
    int_T current_dimensions[SS_MAX_NUM_DIMS];
    int_T dimensions_mode;
    DTypeId type;
    int_T complexity;
    int_T frame;
    time_T sample_time;
    time_T offset_time;
    int_T sample_time_index;
    int_T feedthrough;
    int_T contiguous;
    int_T overwritable;
    int_T overwrites_input;
    int_T optimisation;
    int_T connected;
    int_T continuous_quantity;
    int_T buffer_port;
    int_T index_base; /* 0 or 1: the signal is an index counted from there; -1: no index */
    int_T merged;
    int_T constant;
    int_T accepts_expression;
    int_T unit;
    int_T bus_as_structure;
    const char_T *bus_name;
    void *signal;    /* elements side by side, complex ones as re, im */
    void **pointers; /* one per element; inputs only */
} bd_ss_port;

typedef struct bd_ss_dwork {
    int_T width;
    DTypeId type;
    int_T complexity;
    int_T usage;
    const char_T *name;
    const char_T *rtw_identifier;
    const char_T *rtw_type_qualifier;
    int_T rtw_storage;
    int_T rtw_must_resolve;
    void *data;
} bd_ss_dwork;

typedef struct bd_ss_parameter {
    int_T tunable;
    const char_T *name;
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
#define BD_SS_METHOD(member, name, type) type member;
#include "methods.def"
#undef BD_SS_METHOD
} bd_ss_methods;

/* runs body(argument) and catches what it throws; 0 = nothing thrown, else message is filled in */
typedef int (*bd_ss_guard)(void (*body)(void *), void *argument, char *message, size_t size);

/* what a compiled S-function answers when its one exported function is called */
typedef struct bd_ss_registration {
    int_T abi;
    size_t simstruct_size;
    const char *name;
    const bd_ss_methods *methods;
    bd_ss_guard guard; /* only from C++, else NULL */
    int_T foreign;     /* built with another mex.h than ours: its arrays are that one's */
} bd_ss_registration;

#define BD_SS_REGISTRATION_SYMBOL "bd_sfunction_registration"
typedef const bd_ss_registration *(*bd_ss_register)(void);

struct SimStruct_tag {
    int_T abi;
    const struct bd_ss_host *host;
    void *instance; /* belongs to the host */
    bd_ss_methods methods;

    const char_T *model_name;
    const char_T *path;
    const char_T *version;
    const char_T *error;
    const char_T *local_error;
    SimStruct *root;
    SimStruct *parent;
    void *user_data;

    unsigned int options;
    int_T settings[BD_SS_SETTING_COUNT];

    struct {
        int_T expected; /* as declared by the S-function; -1 before */
        int_T count;    /* as found in the block */
        mxArray **values;
        bd_ss_parameter *info; /* expected entries */
    } parameters;

    struct {
        int_T count;
        ssParamRec **records;
    } run_time;

    struct {
        int_T count;
        bd_ss_port *port;
    } ports[2]; /* inputs, outputs */

    struct {
        int_T count; /* rates, or PORT_BASED_SAMPLE_TIMES as declared */
        time_T *period;
        time_T *offset;
        int_T *task;
        int_T *hit;   /* this rate has a hit at this call */
        time_T *time; /* time of the hit, or of the last one */
    } rates;

    struct {
        time_T now;
        time_T start;
        time_T final;
        time_T next; /* of the variable rate */
        time_T last; /* previous major step */
        time_T step; /* fixed step, or the last step taken */
        time_T fixed_step;
        time_T max_step;
        time_T min_step;
        time_T task_elapsed;
        int_T major;
        int_T mode_update;
        int_T first_initial_condition;
        int_T variable_step;
        int_T stop_requested;
        int_T status;
        int_T solver_mode;
        const char_T *solver_name;
        real_T relative_tolerance;
    } time;

    struct {
        int_T continuous_count;
        int_T discrete_count;
        real_T *continuous;
        real_T *derivative;
        real_T *discrete;
        real_T *absolute_tolerance; /* one per continuous state */
        boolean_T *disabled;
        int_T mode_count;
        int_T *mode;
        int_T crossing_count;
        real_T *crossing;
        int_T *crossing_direction;
        int_T needs_reset;
        int_T crossing_cache_needs_reset;
        int_T derivative_cache_needs_reset;
        int_T changed;
    } states;

    struct {
        int_T integer_count;
        int_T real_count;
        int_T pointer_count;
        int_T *integer;
        real_T *real;
        void **pointer;
        int_T dwork_count;
        bd_ss_dwork *dwork;
    } work;

    struct {
        int_T nonzeros;
        int_T *row;    /* per entry */
        int_T *column; /* start of each column, and the end */
        real_T *value;
    } jacobian;

    uint32_T checksum[4];

    /* written instead of what an index out of range would have meant */
    struct {
        bd_ss_port port;
        bd_ss_dwork dwork;
        bd_ss_parameter parameter;
        mxArray *array; /* empty */
        time_T time;
        int_T integer;
        real_T real;
        void *pointer;
    } spare;
};

#endif
