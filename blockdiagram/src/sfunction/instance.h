/* one S-function block seen from the host: its SimStruct and everything that stands behind it.
 * Knows nothing of the engine: who uses it drives it through the functions below, in the documented
 * order of calls, and answers its requests through a small table. */
#ifndef BD_SFUNCTION_INSTANCE_H
#define BD_SFUNCTION_INSTANCE_H

#include <stdbool.h>

#include "blockdiagram/sfunction.h"
#include "blockdiagram/signal.h"
#include "simstruc.h"

/* a loaded file */
typedef struct bd_module {
    void *handle;
    const bd_ss_registration *registration;
    char *file;
    bool isolated; /* runs in processes of its own */
} bd_module;

bd_status bd_module_open(const char *file, bd_module *module, bd_error *error);
void bd_module_close(bd_module *module);
const void *bd_module_symbol(const bd_module *module, const char *name); /* or NULL */

/* a function of the model that an instance calls */
typedef struct bd_sfunction_called {
    char name[256];
    const void *function; /* the surroundings' */
    int argument_count, result_count;
    struct {
        int bytes, elements;
    } arguments[64], results[64];
    struct bd_sfunction_called *next;
} bd_sfunction_called;

/* what the surroundings do for an instance; any of them may be NULL */
typedef struct bd_sfunction_owner {
    void *user;
    void (*warn)(void *user, const char *text);
    /* the system at an element of the first output port: 1 done, 0 none there or failed */
    int (*call_system)(void *user, int element);
    int (*enable_system)(void *user, int element);
    int (*disable_system)(void *user, int element);
    const bd_bus *(*find_bus)(void *user, const char *name);
    const bd_workspace *base;
    /* a structure of which only name and size are known */
    const bd_bus *(*make_opaque)(void *user, const char *name, int size);
    /* the function of that name with the sizes of what it takes and gives; function NULL: none */
    bd_status (*find_function)(void *user, bd_sfunction_called *called);
    bd_status (*call_function)(void *user, const bd_sfunction_called *called,
                               const void *const *arguments, void *const *results);
} bd_sfunction_owner;

/* a data type beyond the predefined ones */
typedef struct bd_sfunction_type {
    char *name;
    int size;
    void *zero;
    const bd_bus *bus;    /* or NULL */
    const bd_bus *opaque; /* what a signal carries if it is no bus */
    bd_ss_bus_element *elements;
    int element_count;
} bd_sfunction_type;

typedef struct bd_sfunction {
    SimStruct simstruct; /* first: the S-function's S is this object */
    bd_module module;
    const bd_mx_provider *provider;
    bd_sfunction_owner owner;
    bd_workspace *commands; /* what commands of the S-function reach: the model through `access` */
    bd_model_access access;

    bd_value **values; /* dialog parameters */
    int value_count;
    bd_mx_scope *compile_scope; /* what mdlInitializeSizes … mdlSetWorkWidths allocate */
    bd_mx_scope *run_scope;     /* what mdlStart … mdlTerminate allocate */
    bool in_run;                /* between start and terminate */
    bool started;               /* mdlStart was called and succeeded */
    bool has_resources;         /* mdlSetupRuntimeResources was called */

    bool size_warned; /* about a signal of variable size */
    bool port_based;
    bool calls_systems;          /* the first output port calls systems */
    bd_sfunction_called *called; /* functions of the model */
    unsigned char *call_outputs; /* element i of it does */
    int call_output_count;

    bd_sfunction_type *types;
    int type_count;
    char **units;
    int unit_count;

    void **pointers;        /* of all input elements */
    bool *nan_warned;       /* per output port */
    unsigned *run_time_own; /* per run-time parameter: its data is ours */
    char *names;            /* block path and model name */
    char message[512];      /* an error status set by the host itself */
    bd_status nested;       /* a called system failed with this */
} bd_sfunction;

static inline bd_sfunction *bd_sfunction_of(const SimStruct *S) {
    return (bd_sfunction *)S->instance_;
}

/* ---- compiling; in this order ---- */

/* values are shared. The owner's table is copied */
bd_status bd_sfunction_create(const char *file, const char *path, const char *model,
                              bd_value *const *values, size_t value_count,
                              const bd_sfunction_owner *owner, bd_sfunction **instance,
                              bd_error *error);
void bd_sfunction_free(bd_sfunction *f);

/* mdlInitializeSizes, mdlCheckParameters, and what must hold after them */
bd_status bd_sfunction_sizes(bd_sfunction *f, bd_error *error);
/* mdlInitializeSampleTimes */
bd_status bd_sfunction_sample_times(bd_sfunction *f, bd_error *error);

/* a neighbour knows something about a port that does not know it yet */
bd_status bd_sfunction_offer_dimensions(bd_sfunction *f, bd_ss_side side, int port, int rank,
                                        const int *dims, bd_error *error);
bd_status bd_sfunction_offer_type(bd_sfunction *f, bd_ss_side side, int port, DTypeId type,
                                  bd_error *error);
bd_status bd_sfunction_offer_complexity(bd_sfunction *f, bd_ss_side side, int port, int complexity,
                                        bd_error *error);
bd_status bd_sfunction_offer_rate(bd_sfunction *f, bd_ss_side side, int port, double period,
                                  double offset, bd_error *error);
/* nothing more follows from anywhere */
bd_status bd_sfunction_default_dimensions(bd_sfunction *f, bd_error *error);
bd_status bd_sfunction_default_types(bd_sfunction *f, bd_error *error);
bd_status bd_sfunction_default_complexities(bd_sfunction *f, bd_error *error);

/* port-based rates are known: numbers them as sample times of the block */
bd_status bd_sfunction_collect_rates(bd_sfunction *f, bd_error *error);
/* block-based rates are known: each port gets the number of the one it was declared with (periods
 * and offsets as declared, before inherited ones were found), else of the first */
void bd_sfunction_number_ports(bd_sfunction *f, const double *periods, const double *offsets);
/* mdlSetWorkWidths; afterwards all counts are definite */
bd_status bd_sfunction_work_widths(bd_sfunction *f, bd_error *error);

/* ---- running ---- */

typedef struct bd_sfunction_memory {
    double *x, *dx, *x_tolerance; /* continuous states */
    double *discrete;
    int *modes;
    double *zero_crossings;
    void *work; /* bd_sfunction_work_bytes of it, zeroed */
} bd_sfunction_memory;

/* integer, real and typed work vectors, which are part of a saved state */
size_t bd_sfunction_work_bytes(const bd_sfunction *f);
/* in the process of an isolated one, after attach: each work vector ends before a forbidden page */
bool bd_sfunction_guard_work(bd_sfunction *f);
/* the memory of states and work; signals must have been set in the ports before */
bd_status bd_sfunction_attach(bd_sfunction *f, const bd_sfunction_memory *memory, bd_error *error);

/* mdlSetupRuntimeResources (once) and mdlStart */
bd_status bd_sfunction_start(bd_sfunction *f, bd_error *error);
/* mdlInitializeConditions */
bd_status bd_sfunction_initialise(bd_sfunction *f, bool first, bd_error *error);
/* methods without further arguments; a method that the S-function lacks is no error */
bd_status bd_sfunction_run(bd_sfunction *f, bd_ss_method method, const char *name, bd_error *error);
bd_status bd_sfunction_run_task(bd_sfunction *f, bd_ss_task_method method, const char *name,
                                bd_error *error);
/* mdlGetTimeOfNextVarHit: the next hit, later than now */
bd_status bd_sfunction_next_hit(bd_sfunction *f, double *time, bd_error *error);
/* mdlTerminate; frees what the run allocated */
bd_status bd_sfunction_terminate(bd_sfunction *f, bd_error *error);
/* warns once per output port that is not a number */
void bd_sfunction_check_outputs(bd_sfunction *f);

/* new values for the dialog parameters: mdlCheckParameters, then mdlProcessParameters if running */
bd_status bd_sfunction_retune(bd_sfunction *f, bd_value *const *values, size_t count,
                              bd_error *error);

/* the S-function's own idea of its state: *value is NULL if it has none */
bd_status bd_sfunction_get_state(bd_sfunction *f, bd_value **value, bd_error *error);
bd_status bd_sfunction_set_state(bd_sfunction *f, const bd_value *value, bd_error *error);

/* ---- between the files of this room ---- */

extern const bd_ss_host bd_sfunction_host;

/* the method's caller: body runs guarded; error statuses become bd_errors */
bd_status bd_sfunction_guarded(bd_sfunction *f, void (*body)(void *), void *argument,
                               const char *method, bd_error *error);
/* sets the error status to a sentence of the host; keeps an earlier one */
void bd_sfunction_fail(const SimStruct *S, const char *format, ...) BD_PRINTF(2, 3);
const char *bd_sfunction_name(const bd_sfunction *f);
/* grown, with zeros behind the old elements; NULL: no memory, and the old ones are as they were */
void *bd_sfunction_array(void *old, size_t old_count, size_t count, size_t size);
/* the array that this is the address of gets another count of elements, which are zero; false: no
 * memory, and it is as it was */
bool bd_sfunction_renew(void *array, size_t count, size_t size);

/* makes `commands` */
bd_status bd_sfunction_give_access(bd_sfunction *f, bd_error *error);

/* types: numbers of S-functions and of signals */
DTypeId bd_sfunction_type_of_shape(bd_sfunction *f, const bd_shape *shape);
bd_status bd_sfunction_shape_of_type(const bd_sfunction *f, DTypeId id, bd_shape *shape,
                                     bd_error *error);
size_t bd_sfunction_type_bytes(const bd_sfunction *f, DTypeId id, int complexity);
void bd_sfunction_free_types(bd_sfunction *f);

DTypeId bd_host_register_type(SimStruct *S, const char_T *name);
DTypeId bd_host_register_named_type(SimStruct *S, const char_T *name);
DTypeId bd_host_type_id(const SimStruct *S, const char_T *name);
const char_T *bd_host_type_name(const SimStruct *S, DTypeId id);
int_T bd_host_type_size(const SimStruct *S, DTypeId id);
int_T bd_host_set_type_size(SimStruct *S, DTypeId id, int_T size);
int_T bd_host_set_type_zero(SimStruct *S, DTypeId id, const void *zero);
const void *bd_host_type_zero(const SimStruct *S, DTypeId id);
int_T bd_host_type_count(const SimStruct *S);
int_T bd_host_bus_element_count(const SimStruct *S, DTypeId id);
const bd_ss_bus_element *bd_host_bus_element(const SimStruct *S, DTypeId id, int_T index);
int_T bd_host_register_unit(SimStruct *S, const char_T *expression);

/* functions of the model */
int_T bd_host_declare_caller(SimStruct *S, const char_T *prototype);
int_T bd_host_is_declared(const SimStruct *S, const char_T *name);
int_T bd_host_call_function(SimStruct *S, const char_T *name, int_T input_count,
                            const struct _ssFcnCallExecArgInfo_tag *inputs, int_T output_count,
                            const struct _ssFcnCallExecArgInfo_tag *outputs);
void bd_sfunction_free_called(bd_sfunction *f);

/* run-time parameters */
void bd_sfunction_free_run_time(bd_sfunction *f);
int_T bd_host_set_run_time_count(SimStruct *S, int_T count);
int_T bd_host_register_all(SimStruct *S, const char_T *const *names);
int_T bd_host_register_dialog(SimStruct *S, int_T dialog, int_T index, const char_T *name,
                              DTypeId type);
int_T bd_host_set_run_time(SimStruct *S, int_T index, const ssParamRec *record);
int_T bd_host_update_run_time(SimStruct *S, int_T index, void *data);
int_T bd_host_update_dialog(SimStruct *S, int_T index);
int_T bd_host_update_all(SimStruct *S);

#endif
