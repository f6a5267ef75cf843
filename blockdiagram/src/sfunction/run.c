/* the memory of a run, and the methods around it: start, conditions, terminate, own state */
#include "sfunction/instance.h"
#include "sfunction/isolate.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNED(bytes) (((bytes) + 15u) & ~(size_t)15u)

static size_t dwork_bytes(const bd_sfunction *f, const bd_ss_dwork *dwork) {
    return ALIGNED((size_t)dwork->width_ *
                   bd_sfunction_type_bytes(f, dwork->type_, dwork->complexity_));
}

size_t bd_sfunction_work_bytes(const bd_sfunction *f) {
    const SimStruct *S = &f->simstruct;
    size_t bytes = ALIGNED((size_t)S->work_.integer_count_ * sizeof(int_T)) +
                   ALIGNED((size_t)S->work_.real_count_ * sizeof(real_T));
    for (int_T i = 0; i < S->work_.dwork_count_; i++)
        bytes += dwork_bytes(f, &S->work_.dwork_[i]);
    return bytes;
}

/* pointers to the elements of all inputs, one after the other */
static bool point_at_inputs(bd_sfunction *f) {
    SimStruct *S = &f->simstruct;
    size_t total = 0;
    for (int p = 0; p < S->ports_[0].count_; p++)
        total += (size_t)S->ports_[0].port_[p].width_;
    if (!bd_sfunction_renew(&f->pointers, total, sizeof(void *)))
        return false;
    void **pointers = f->pointers;
    for (int p = 0; p < S->ports_[0].count_; p++) {
        bd_ss_port *port = &S->ports_[0].port_[p];
        size_t bytes = bd_sfunction_type_bytes(f, port->type_, port->complexity_);
        port->pointers_ = pointers;
        for (int i = 0; i < port->width_; i++)
            *pointers++ = port->signal_ ? (char *)port->signal_ + (size_t)i * bytes : NULL;
    }
    return true;
}

/* outputs of registered types begin with the zero of their type */
static void write_zeros(bd_sfunction *f) {
    const SimStruct *S = &f->simstruct;
    for (int p = 0; p < S->ports_[1].count_; p++) {
        const bd_ss_port *port = &S->ports_[1].port_[p];
        const void *zero = port->type_ > SS_UINT64 ? bd_host_type_zero(S, port->type_) : NULL;
        size_t bytes = bd_sfunction_type_bytes(f, port->type_, COMPLEX_NO);
        for (int i = 0; zero && port->signal_ && i < port->width_; i++)
            memcpy((char *)port->signal_ + (size_t)i * bytes, zero, bytes);
    }
}

bool bd_sfunction_guard_work(bd_sfunction *f) {
    SimStruct *S = &f->simstruct;
    const size_t integers = (size_t)S->work_.integer_count_ * sizeof(int_T);
    const size_t reals = (size_t)S->work_.real_count_ * sizeof(real_T);
    const size_t pointers = (size_t)S->work_.pointer_count_ * sizeof(void *);
    bool done = true;
    if (integers)
        done = bd_isolated_guard((void **)(void *)&S->work_.integer_, integers,
                                 "beyond the end of its IWork");
    if (reals)
        done = bd_isolated_guard((void **)(void *)&S->work_.real_, reals,
                                 "beyond the end of its RWork") &&
               done;
    if (pointers)
        done = bd_isolated_guard((void **)(void *)&S->work_.pointer_, pointers,
                                 "beyond the end of its PWork") &&
               done;
    for (int_T i = 0; i < S->work_.dwork_count_; i++) {
        bd_ss_dwork *dwork = &S->work_.dwork_[i];
        const size_t bytes =
            (size_t)dwork->width_ * bd_sfunction_type_bytes(f, dwork->type_, dwork->complexity_);
        if (bytes)
            done =
                bd_isolated_guard(&dwork->data_, bytes, "beyond the end of a DWork vector") && done;
    }
    return done;
}

bd_status bd_sfunction_attach(bd_sfunction *f, const bd_sfunction_memory *memory, bd_error *error) {
    SimStruct *S = &f->simstruct;
    char *work = memory->work;
    S->states_.continuous_ = memory->x;
    S->states_.derivative_ = memory->dx;
    S->states_.absolute_tolerance_ = memory->x_tolerance;
    S->states_.discrete_ = memory->discrete;
    S->states_.mode_ = memory->modes;
    S->states_.crossing_ = memory->zero_crossings;
    S->work_.integer_ = (int_T *)(void *)work;
    work += ALIGNED((size_t)S->work_.integer_count_ * sizeof(int_T));
    S->work_.real_ = (real_T *)(void *)work;
    work += ALIGNED((size_t)S->work_.real_count_ * sizeof(real_T));
    for (int_T i = 0; i < S->work_.dwork_count_; i++) {
        S->work_.dwork_[i].data_ = work;
        work += dwork_bytes(f, &S->work_.dwork_[i]);
    }
    if (!bd_sfunction_renew(&S->work_.pointer_, (size_t)S->work_.pointer_count_, sizeof(void *)) ||
        !bd_sfunction_renew(&S->states_.disabled_, (size_t)S->states_.continuous_count_,
                            sizeof(boolean_T)) ||
        !bd_sfunction_renew(&S->states_.crossing_direction_, (size_t)S->states_.crossing_count_,
                            sizeof(int_T)) ||
        !bd_sfunction_renew(&f->nan_warned, (size_t)S->ports_[BD_SS_OUTPUT].count_, sizeof(bool)) ||
        !point_at_inputs(f))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            memcpy(S->ports_[s].port_[p].current_dimensions_, S->ports_[s].port_[p].dimensions_,
                   sizeof S->ports_[s].port_[p].dimensions_);
    write_zeros(f);
    return BD_OK;
}

bd_status bd_sfunction_start(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status = BD_OK;
    S->time_.status_ = SIMSTATUS_INITIALIZING;
    S->time_.stop_requested_ = 0;
    S->time_.major_ = 1;
    f->started = false;
    if (!f->has_resources && S->methods_.setup_resources_) {
        status =
            bd_sfunction_run(f, S->methods_.setup_resources_, "mdlSetupRuntimeResources", error);
        if (status)
            return status;
        f->has_resources = true;
    }
    f->in_run = true;
    status = bd_sfunction_run(f, S->methods_.start_, "mdlStart", error);
    f->started = status == BD_OK;
    return status;
}

bd_status bd_sfunction_initialise(bd_sfunction *f, bool first, bd_error *error) {
    SimStruct *S = &f->simstruct;
    S->time_.first_initial_condition_ = first;
    bd_status status =
        bd_sfunction_run(f, S->methods_.initialize_conditions_, "mdlInitializeConditions", error);
    S->time_.first_initial_condition_ = 0;
    S->time_.status_ = SIMSTATUS_RUNNING;
    return status;
}

bd_status bd_sfunction_terminate(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    S->time_.status_ = SIMSTATUS_TERMINATING;
    bd_status status = bd_sfunction_run(f, S->methods_.terminate_, "mdlTerminate", error);
    f->in_run = false;
    f->started = false;
    S->time_.status_ = SIMSTATUS_STOPPED;
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
    int compliance = S->settings_[BD_SS_SIM_STATE_COMPLIANCE];
    *custom = compliance == USE_CUSTOM_SIM_STATE;
    if (compliance == DISALLOW_SIM_STATE)
        return bd_error_set(error, BD_UNSUPPORTED, "S-function '%s' forbids saving its state",
                            bd_sfunction_name(f));
    if (compliance == SIM_STATE_COMPLIANCE_UNKNOWN && S->work_.pointer_count_ > 0)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "S-function '%s' keeps memory of its own (PWork) and does not say how "
                            "its state is saved (ssSetSimStateCompliance)",
                            bd_sfunction_name(f));
    if (*custom && !S->methods_.get_state_ && !S->methods_.get_operating_point_)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "S-function '%s' announces a state of its own but has no "
                            "mdlGetSimState or mdlGetOperatingPoint",
                            bd_sfunction_name(f));
    return BD_OK;
}

bd_status bd_sfunction_get_state(bd_sfunction *f, bd_value **value, bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods_;
    bool custom;
    *value = NULL;
    bd_status status = check_compliance(f, &custom, error);
    if (status || !custom)
        return status;
    state_call c = {&f->simstruct,
                    m->get_operating_point_ ? m->get_operating_point_ : m->get_state_, NULL, NULL};
    status = bd_sfunction_guarded(
        f, run_state, &c, m->get_operating_point_ ? "mdlGetOperatingPoint" : "mdlGetSimState",
        error);
    if (!status)
        status = f->provider->to_value(c.array, value, error);
    if (c.array)
        f->provider->destroy(c.array);
    return status;
}

bd_status bd_sfunction_set_state(bd_sfunction *f, const bd_value *value, bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods_;
    bool custom;
    bd_status status = check_compliance(f, &custom, error);
    if (status || !custom || !value)
        return status;
    void *array = NULL;
    status = f->provider->from_value(value, &array, error);
    if (status)
        return status;
    state_call c = {&f->simstruct, NULL,
                    m->set_operating_point_ ? m->set_operating_point_ : m->set_state_, array};
    status = bd_sfunction_guarded(
        f, run_state, &c, m->set_operating_point_ ? "mdlSetOperatingPoint" : "mdlSetSimState",
        error);
    f->provider->destroy(array);
    return status;
}
