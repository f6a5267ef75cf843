/* what an S-function may ask of its host while one of its methods runs; filled in by the host, so
 * that a compiled S-function needs no symbol of the host at load time */
#ifndef BD_SIMSTRUCT_HOST_H
#define BD_SIMSTRUCT_HOST_H

/* a port is named by its side and its index from 0 */
typedef enum { BD_SS_INPUT = 0, BD_SS_OUTPUT = 1 } bd_ss_side;

struct _ssFcnCallExecArgInfo_tag;

typedef struct bd_ss_host {
    /* counts: allocate what is counted, zeroed; 0 = refused, error status is set */
    int_T (*set_port_count_)(SimStruct *S, bd_ss_side side, int_T count);
    int_T (*set_sample_time_count_)(SimStruct *S, int_T count);
    int_T (*set_dwork_count_)(SimStruct *S, int_T count);
    int_T (*set_parameter_count_)(SimStruct *S, int_T count);
    int_T (*set_run_time_parameter_count_)(SimStruct *S, int_T count);
    int_T (*set_jacobian_size_)(SimStruct *S, int_T nonzeros);

    /* dimensions of a port; dims may be NULL for width alone (a vector) */
    int_T (*set_port_dimensions_)(SimStruct *S, bd_ss_side side, int_T port, int_T count,
                                  const int_T *dims, int_T width);

    /* an index is out of range: says so once in the error status */
    void (*bad_index_)(const SimStruct *S, const char *what, int_T index, int_T count);

    /* run-time parameters */
    int_T (*register_all_tunable_)(SimStruct *S, const char_T *const *names);
    int_T (*register_dialog_parameter_)(SimStruct *S, int_T dialog, int_T index, const char_T *name,
                                        DTypeId type);
    int_T (*set_run_time_parameter_)(SimStruct *S, int_T index,
                                     const struct ssParamRec_tag *record);
    int_T (*update_run_time_parameter_)(SimStruct *S, int_T index, void *data);
    int_T (*update_dialog_parameter_)(SimStruct *S, int_T index);
    int_T (*update_all_tunable_)(SimStruct *S);

    /* data types; ids below SS_NUM_BUILT_IN_DTYPE are known to everybody */
    DTypeId (*register_type_)(SimStruct *S, const char_T *name);
    DTypeId (*register_named_type_)(SimStruct *S, const char_T *name);
    DTypeId (*type_id_)(const SimStruct *S, const char_T *name);
    const char_T *(*type_name_)(const SimStruct *S, DTypeId id);
    int_T (*type_size_)(const SimStruct *S, DTypeId id);
    int_T (*set_type_size_)(SimStruct *S, DTypeId id, int_T size);
    int_T (*set_type_zero_)(SimStruct *S, DTypeId id, const void *zero);
    const void *(*type_zero_)(const SimStruct *S, DTypeId id);
    int_T (*type_count_)(const SimStruct *S);

    /* buses: a type made of elements; NULL or -1 when there is no such element */
    int_T (*bus_element_count_)(const SimStruct *S, DTypeId id);
    const struct bd_ss_bus_element *(*bus_element_)(const SimStruct *S, DTypeId id, int_T index);

    /* function-call systems connected to an element of the first output port */
    int_T (*set_call_output_)(SimStruct *S, int_T element);
    int_T (*call_system_)(SimStruct *S, int_T element, int_T tid);
    int_T (*enable_system_)(SimStruct *S, int_T element);
    int_T (*disable_system_)(SimStruct *S, int_T element);

    /* sentences for the user */
    void (*warn_)(const SimStruct *S, const char_T *message);

    /* variable-size signals: the actual size of a dimension at this moment */
    int_T (*set_current_dimension_)(SimStruct *S, bd_ss_side side, int_T port, int_T dimension,
                                    int_T size);

    /* units, by expression */
    int_T (*register_unit_)(SimStruct *S, const char_T *expression);

    /* functions of the model: declared by a prototype in mdlInitializeSizes, called by name */
    int_T (*declare_caller_)(SimStruct *S, const char_T *prototype);
    int_T (*is_declared_)(const SimStruct *S, const char_T *name);
    int_T (*call_function_)(SimStruct *S, const char_T *name, int_T input_count,
                            const struct _ssFcnCallExecArgInfo_tag *inputs, int_T output_count,
                            const struct _ssFcnCallExecArgInfo_tag *outputs);
} bd_ss_host;

#endif
