/* the memory of a run, and the methods around it: start, conditions, terminate, own state */
#include "sfunction/instance.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNED(bytes) (((bytes) + 15u) & ~(size_t)15u)

static size_t dwork_bytes(const bd_sfunction *f, const bd_ss_dwork *dwork) {
    return ALIGNED((size_t)dwork->width *
                   bd_sfunction_type_bytes(f, dwork->type, dwork->complexity));
}

size_t bd_sfunction_work_bytes(const bd_sfunction *f) {
    const SimStruct *S = &f->simstruct;
    size_t bytes = ALIGNED((size_t)S->work.integer_count * sizeof(int_T)) +
                   ALIGNED((size_t)S->work.real_count * sizeof(real_T));
    for (int_T i = 0; i < S->work.dwork_count; i++)
        bytes += dwork_bytes(f, &S->work.dwork[i]);
    return bytes;
}

/* pointers to the elements of all inputs, one after the other */
static bool point_at_inputs(bd_sfunction *f) {
    SimStruct *S = &f->simstruct;
    size_t total = 0;
    for (int p = 0; p < S->ports[0].count; p++)
        total += (size_t)S->ports[0].port[p].width;
    void **pointers = bd_sfunction_array(f->pointers, 0, total, sizeof *pointers);
    if (!pointers)
        return false;
    f->pointers = pointers;
    for (int p = 0; p < S->ports[0].count; p++) {
        bd_ss_port *port = &S->ports[0].port[p];
        size_t bytes = bd_sfunction_type_bytes(f, port->type, port->complexity);
        port->pointers = pointers;
        for (int i = 0; i < port->width; i++)
            *pointers++ = port->signal ? (char *)port->signal + (size_t)i * bytes : NULL;
    }
    return true;
}

bd_status bd_sfunction_attach(bd_sfunction *f, const bd_sfunction_memory *memory, bd_error *error) {
    SimStruct *S = &f->simstruct;
    char *work = memory->work;
    S->states.continuous = memory->x;
    S->states.derivative = memory->dx;
    S->states.absolute_tolerance = memory->x_tolerance;
    S->states.discrete = memory->discrete;
    S->states.mode = memory->modes;
    S->states.crossing = memory->zero_crossings;
    S->work.integer = (int_T *)(void *)work;
    work += ALIGNED((size_t)S->work.integer_count * sizeof(int_T));
    S->work.real = (real_T *)(void *)work;
    work += ALIGNED((size_t)S->work.real_count * sizeof(real_T));
    for (int_T i = 0; i < S->work.dwork_count; i++) {
        S->work.dwork[i].data = work;
        work += dwork_bytes(f, &S->work.dwork[i]);
    }
    void **pointer =
        bd_sfunction_array(S->work.pointer, 0, (size_t)S->work.pointer_count, sizeof *pointer);
    S->work.pointer = pointer ? pointer : S->work.pointer;
    boolean_T *disabled =
        bd_sfunction_array(S->states.disabled, 0, (size_t)S->states.continuous_count, 1);
    S->states.disabled = disabled ? disabled : S->states.disabled;
    int_T *direction = bd_sfunction_array(S->states.crossing_direction, 0,
                                          (size_t)S->states.crossing_count, sizeof *direction);
    S->states.crossing_direction = direction ? direction : S->states.crossing_direction;
    bool *warned = bd_sfunction_array(f->nan_warned, 0, (size_t)S->ports[1].count, sizeof *warned);
    f->nan_warned = warned ? warned : f->nan_warned;
    if (!pointer || !disabled || !direction || !warned || !point_at_inputs(f))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports[s].count; p++)
            memcpy(S->ports[s].port[p].current_dimensions, S->ports[s].port[p].dimensions,
                   sizeof S->ports[s].port[p].dimensions);
    return BD_OK;
}

bd_status bd_sfunction_start(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status = BD_OK;
    S->time.status = SIMSTATUS_INITIALIZING;
    S->time.stop_requested = 0;
    S->time.major = 1;
    f->started = false;
    if (!f->has_resources && S->methods.setup_resources) {
        status = bd_sfunction_run(f, S->methods.setup_resources, "mdlSetupRuntimeResources", error);
        if (status)
            return status;
        f->has_resources = true;
    }
    f->in_run = true;
    status = bd_sfunction_run(f, S->methods.start, "mdlStart", error);
    f->started = status == BD_OK;
    return status;
}

bd_status bd_sfunction_initialise(bd_sfunction *f, bool first, bd_error *error) {
    SimStruct *S = &f->simstruct;
    S->time.first_initial_condition = first;
    bd_status status =
        bd_sfunction_run(f, S->methods.initialize_conditions, "mdlInitializeConditions", error);
    S->time.first_initial_condition = 0;
    S->time.status = SIMSTATUS_RUNNING;
    return status;
}

bd_status bd_sfunction_terminate(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    S->time.status = SIMSTATUS_TERMINATING;
    bd_status status = bd_sfunction_run(f, S->methods.terminate, "mdlTerminate", error);
    f->in_run = false;
    f->started = false;
    S->time.status = SIMSTATUS_STOPPED;
    f->provider->scope_empty(f->run_scope);
    return status;
}

/* own state, as an array */
typedef struct state_call {
    SimStruct *S;
    bd_ss_get_state_method get;
    bd_ss_set_state_method set;
    mxArray *array;
} state_call;

static void run_state(void *argument) {
    state_call *c = argument;
    if (c->get)
        c->array = c->get(c->S);
    else
        c->set(c->S, c->array);
}

/* why a state cannot be saved by default */
static bd_status check_compliance(const bd_sfunction *f, bool *custom, bd_error *error) {
    const SimStruct *S = &f->simstruct;
    int compliance = S->settings[BD_SS_SIM_STATE_COMPLIANCE];
    *custom = compliance == USE_CUSTOM_SIM_STATE;
    if (compliance == DISALLOW_SIM_STATE)
        return bd_error_set(error, BD_UNSUPPORTED, "S-function '%s' forbids saving its state",
                            bd_sfunction_name(f));
    if (compliance == SIM_STATE_COMPLIANCE_UNKNOWN && S->work.pointer_count > 0)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "S-function '%s' keeps memory of its own (PWork) and does not say how "
                            "its state is saved (ssSetSimStateCompliance)",
                            bd_sfunction_name(f));
    if (*custom && !S->methods.get_state && !S->methods.get_operating_point)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "S-function '%s' announces a state of its own but has no "
                            "mdlGetSimState or mdlGetOperatingPoint",
                            bd_sfunction_name(f));
    return BD_OK;
}

bd_status bd_sfunction_get_state(bd_sfunction *f, bd_value **value, bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods;
    bool custom;
    *value = NULL;
    bd_status status = check_compliance(f, &custom, error);
    if (status || !custom)
        return status;
    state_call c = {&f->simstruct, m->get_operating_point ? m->get_operating_point : m->get_state,
                    NULL, NULL};
    status = bd_sfunction_guarded(
        f, run_state, &c, m->get_operating_point ? "mdlGetOperatingPoint" : "mdlGetSimState",
        error);
    if (!status)
        status = f->provider->to_value(c.array, value, error);
    if (c.array)
        f->provider->destroy(c.array);
    return status;
}

bd_status bd_sfunction_set_state(bd_sfunction *f, const bd_value *value, bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods;
    bool custom;
    bd_status status = check_compliance(f, &custom, error);
    if (status || !custom || !value)
        return status;
    void *array = NULL;
    status = f->provider->from_value(value, &array, error);
    if (status)
        return status;
    state_call c = {&f->simstruct, NULL,
                    m->set_operating_point ? m->set_operating_point : m->set_state, array};
    status = bd_sfunction_guarded(
        f, run_state, &c, m->set_operating_point ? "mdlSetOperatingPoint" : "mdlSetSimState",
        error);
    f->provider->destroy(array);
    return status;
}
