/* what an S-function may ask of its host while one of its methods runs; filled in by the host, so
 * that a compiled S-function needs no symbol of the host at load time */
#ifndef BD_SIMSTRUCT_HOST_H
#define BD_SIMSTRUCT_HOST_H

/* a port is named by its side and its index from 0 */
typedef enum { BD_SS_INPUT = 0, BD_SS_OUTPUT = 1 } bd_ss_side;

typedef struct bd_ss_host {
    /* counts: allocate what is counted, zeroed; 0 = refused, error status is set */
    int_T (*set_port_count)(SimStruct *S, bd_ss_side side, int_T count);
    int_T (*set_sample_time_count)(SimStruct *S, int_T count);
    int_T (*set_dwork_count)(SimStruct *S, int_T count);
    int_T (*set_parameter_count)(SimStruct *S, int_T count);
    int_T (*set_run_time_parameter_count)(SimStruct *S, int_T count);
    int_T (*set_jacobian_size)(SimStruct *S, int_T nonzeros);

    /* dimensions of a port; dims may be NULL for width alone (a vector) */
    int_T (*set_port_dimensions)(SimStruct *S, bd_ss_side side, int_T port, int_T count,
                                 const int_T *dims, int_T width);

    /* an index is out of range: says so once in the error status */
    void (*bad_index)(const SimStruct *S, const char *what, int_T index, int_T count);

    /* run-time parameters */
    int_T (*register_all_tunable)(SimStruct *S, const char_T *const *names);
    int_T (*register_dialog_parameter)(SimStruct *S, int_T dialog, int_T index, const char_T *name,
                                       DTypeId type);
    int_T (*set_run_time_parameter)(SimStruct *S, int_T index, const struct ssParamRec_tag *record);
    int_T (*update_run_time_parameter)(SimStruct *S, int_T index, void *data);
    int_T (*update_dialog_parameter)(SimStruct *S, int_T index);
    int_T (*update_all_tunable)(SimStruct *S);

    /* data types; ids below SS_NUM_BUILT_IN_DTYPE are known to everybody */
    DTypeId (*register_type)(SimStruct *S, const char_T *name);
    DTypeId (*register_named_type)(SimStruct *S, const char_T *name);
    DTypeId (*type_id)(const SimStruct *S, const char_T *name);
    const char_T *(*type_name)(const SimStruct *S, DTypeId id);
    int_T (*type_size)(const SimStruct *S, DTypeId id);
    int_T (*set_type_size)(SimStruct *S, DTypeId id, int_T size);
    int_T (*set_type_zero)(SimStruct *S, DTypeId id, const void *zero);
    const void *(*type_zero)(const SimStruct *S, DTypeId id);
    int_T (*type_count)(const SimStruct *S);

    /* buses: a type made of elements; NULL or -1 when there is no such element */
    int_T (*bus_element_count)(const SimStruct *S, DTypeId id);
    const struct bd_ss_bus_element *(*bus_element)(const SimStruct *S, DTypeId id, int_T index);

    /* function-call systems connected to an element of the first output port */
    int_T (*set_call_output)(SimStruct *S, int_T element);
    int_T (*call_system)(SimStruct *S, int_T element, int_T tid);
    int_T (*enable_system)(SimStruct *S, int_T element);
    int_T (*disable_system)(SimStruct *S, int_T element);

    /* sentences for the user */
    void (*warn)(const SimStruct *S, const char_T *message);

    /* variable-size signals: the actual size of a dimension at this moment */
    int_T (*set_current_dimension)(SimStruct *S, bd_ss_side side, int_T port, int_T dimension,
                                   int_T size);

    /* units, by expression */
    int_T (*register_unit)(SimStruct *S, const char_T *expression);
} bd_ss_host;

#endif
