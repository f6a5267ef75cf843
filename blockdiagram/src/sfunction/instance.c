/* birth and death of an instance, and its compilation up to definite counts */
#include "sfunction/instance.h"

#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void initialise_simstruct(SimStruct *S) {
    static const int_T settings[BD_SS_SETTING_COUNT] = {
#define BD_SS_SETTING(name, initial) initial,
#include "simstruct/settings.def"
#undef BD_SS_SETTING
    };
    memcpy(S->settings_, settings, sizeof settings);
    S->abi_ = BD_SS_ABI;
    S->host_ = &bd_sfunction_host;
    S->root_ = S;
    S->parent_ = S;
    S->version_ = "";
    S->time_.solver_name_ = "";
    S->time_.solver_mode_ = SS_SOLVER_MODE_SINGLETASKING;
    S->time_.status_ = SIMSTATUS_INITIALIZING;
    S->time_.relative_tolerance_ = 1e-3;
    S->spare_.port_.width_ = 0;
}

static void free_arrays(bd_sfunction *f, mxArray **arrays, int count) {
    for (int i = 0; arrays && i < count; i++)
        if (arrays[i])
            f->provider->destroy(arrays[i]);
    free(arrays);
}

/* shares the values and makes arrays of them */
static bd_status take_values(bd_sfunction *f, bd_value *const *values, size_t count,
                             bd_value ***shared, mxArray ***arrays, bd_error *error) {
    *shared = NULL;
    *arrays = NULL;
    bd_status status = BD_OK;
    if (!bd_sfunction_renew(shared, count, sizeof **shared) ||
        !bd_sfunction_renew(arrays, count, sizeof **arrays))
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    for (size_t i = 0; !status && i < count; i++) {
        void *array = NULL;
        (*shared)[i] = bd_value_share(values[i]);
        status = f->provider->from_value(values[i], &array, error);
        (*arrays)[i] = array;
    }
    return status;
}

static void drop_values(bd_sfunction *f, bd_value **values, mxArray **arrays, int count) {
    for (int i = 0; values && i < count; i++)
        bd_value_free(values[i]);
    free(values);
    free_arrays(f, arrays, count);
}

static void scope_warn(void *user, const char *text) {
    bd_sfunction *f = user;
    if (f->owner.warn)
        f->owner.warn(f->owner.user, text);
}

static bd_status create(bd_sfunction *f, const char *file, const char *path, const char *model,
                        bd_value *const *values, size_t value_count, bd_error *error) {
    SimStruct *S = &f->simstruct;
    initialise_simstruct(S);
    S->instance_ = f;
    f->provider = bd_sfunction_provider();
    if (!f->provider)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "this program has no arrays for S-functions (no provider is set)");
    bd_status status = bd_module_open(file, &f->module, error);
    if (status)
        return status;
    S->methods_ = *f->module.registration->methods_;
    size_t path_room = strlen(path) + 1, model_room = strlen(model) + 1;
    f->names = malloc(path_room + model_room);
    status = bd_sfunction_give_access(f, error);
    if (status)
        return status;
    bd_mx_sink sink = {f, scope_warn, f->commands};
    f->compile_scope = f->provider->scope_create(&sink);
    f->run_scope = f->provider->scope_create(&sink);
    if (!f->names || !f->compile_scope || !f->run_scope)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    S->path_ = memcpy(f->names, path, path_room);
    S->model_name_ = memcpy(f->names + path_room, model, model_room);
    f->value_count = (int)value_count;
    status = take_values(f, values, value_count, &f->values, &S->parameters_.values_, error);
    if (status)
        return status;
    void *empty = NULL;
    status = f->provider->from_value(NULL, &empty, error);
    S->spare_.array_ = empty;
    if (status)
        return status;
    S->parameters_.count_ = (int_T)value_count;
    if (!S->host_->set_parameter_count_(S, 0) || !S->host_->set_sample_time_count_(S, 1))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    return BD_OK;
}

bd_status bd_sfunction_create(const char *file, const char *path, const char *model,
                              bd_value *const *values, size_t value_count,
                              const bd_sfunction_owner *owner, bd_sfunction **instance,
                              bd_error *error) {
    *instance = NULL;
    bd_sfunction *f = calloc(1, sizeof *f);
    if (!f)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    f->owner = *owner;
    bd_status status = create(f, file, path, model, values, value_count, error);
    if (status) {
        bd_sfunction_free(f);
        return status;
    }
    *instance = f;
    return BD_OK;
}

void bd_sfunction_free(bd_sfunction *f) {
    if (!f)
        return;
    SimStruct *S = &f->simstruct;
    if (f->has_resources)
        bd_sfunction_run(f, S->methods_.cleanup_resources_, "mdlCleanupRuntimeResources", NULL);
    bd_sfunction_free_run_time(f);
    bd_sfunction_free_types(f);
    bd_sfunction_free_called(f);
    if (f->provider) {
        drop_values(f, f->values, S->parameters_.values_, f->value_count);
        if (S->spare_.array_)
            f->provider->destroy(S->spare_.array_);
        f->provider->scope_free(f->run_scope);
        f->provider->scope_free(f->compile_scope);
    }
    bd_workspace_free(f->commands);
    CM_FREE(S->parameters_.info_, S->ports_[0].port_, S->ports_[1].port_, S->rates_.period_,
            S->rates_.offset_, S->rates_.time_, S->rates_.task_, S->rates_.hit_,
            S->states_.disabled_, S->states_.crossing_direction_, S->work_.dwork_,
            S->work_.pointer_, S->jacobian_.row_, S->jacobian_.column_, S->jacobian_.value_,
            f->call_outputs, f->pointers, f->nan_warned, f->names);
    bd_module_close(&f->module);
    free(f);
}

bd_status bd_sfunction_sizes(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status =
        bd_sfunction_run(f, S->methods_.initialize_sizes_, "mdlInitializeSizes", error);
    if (status)
        return status;
    if (S->parameters_.expected_ != S->parameters_.count_)
        return bd_error_set(error, BD_BAD_PARAMETER,
                            "S-function '%s' expects %d parameters, the block has %d",
                            bd_sfunction_name(f), S->parameters_.expected_, S->parameters_.count_);
    status = bd_sfunction_run(f, S->methods_.check_parameters_, "mdlCheckParameters", error);
    if (!status && !S->methods_.derivatives_ && S->states_.continuous_count_ > 0)
        status = bd_error_set(error, BD_BAD_DIAGRAM,
                              "S-function '%s' has continuous states but no mdlDerivatives",
                              bd_sfunction_name(f));
    for (int s = 0; !status && s < 2; s++)
        for (int p = 0; !status && p < S->ports_[s].count_; p++)
            if (S->ports_[s].port_[p].width_ == 0)
                status = bd_error_set(error, BD_BAD_SIGNAL,
                                      "S-function '%s' gives %s port %d a width of 0",
                                      bd_sfunction_name(f), s ? "output" : "input", p + 1);
    return status;
}

bd_status bd_sfunction_sample_times(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status = bd_sfunction_run(f, S->methods_.initialize_sample_times_,
                                        "mdlInitializeSampleTimes", error);
    if (status)
        return status;
    for (int_T i = 0; i < S->rates_.count_; i++) {
        double period = S->rates_.period_[i], offset = S->rates_.offset_[i];
        bool known =
            period >= 0.0 || period == INHERITED_SAMPLE_TIME || period == VARIABLE_SAMPLE_TIME;
        bool fits = period > 0.0 ? offset >= 0.0 && offset < period
                                 : offset == 0.0 || offset == 1.0 || offset == -1.0;
        if (!known || !fits || offset != offset)
            return bd_error_set(error, BD_BAD_PARAMETER,
                                "S-function '%s' declares the sample time [%g, %g], which has no "
                                "meaning",
                                bd_sfunction_name(f), period, offset);
        if (period == VARIABLE_SAMPLE_TIME && !S->methods_.next_hit_)
            return bd_error_set(error, BD_BAD_DIAGRAM,
                                "S-function '%s' has a variable sample time but no "
                                "mdlGetTimeOfNextVarHit",
                                bd_sfunction_name(f));
    }
    return BD_OK;
}

/* a count that was left dynamic is the width of the signals */
static int signal_width(const SimStruct *S) {
    int width = 0;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            if (S->ports_[s].port_[p].width_ > width)
                width = S->ports_[s].port_[p].width_;
    return width;
}

bd_status bd_sfunction_work_widths(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status = bd_sfunction_run(f, S->methods_.set_work_widths_, "mdlSetWorkWidths", error);
    if (status)
        return status;
    int_T *counts[] = {&S->states_.continuous_count_, &S->states_.discrete_count_,
                       &S->states_.mode_count_,       &S->states_.crossing_count_,
                       &S->work_.integer_count_,      &S->work_.real_count_,
                       &S->work_.pointer_count_};
    static const char *const names[] = {"continuous states", "discrete states", "modes",
                                        "zero crossings",    "IWork elements",  "RWork elements",
                                        "PWork elements"};
    for (int i = 0; i < 7; i++) {
        if (*counts[i] == DYNAMICALLY_SIZED)
            *counts[i] = signal_width(S);
        if (*counts[i] < 0 || *counts[i] > 100000000)
            return bd_error_set(error, BD_BAD_PARAMETER, "S-function '%s' asks for %d %s",
                                bd_sfunction_name(f), *counts[i], names[i]);
    }
    for (int_T i = 0; i < S->work_.dwork_count_; i++) {
        bd_ss_dwork *dwork = &S->work_.dwork_[i];
        if (dwork->width_ == DYNAMICALLY_SIZED)
            dwork->width_ = signal_width(S);
        if (dwork->width_ < 0 || dwork->width_ > 100000000 ||
            bd_sfunction_type_bytes(f, dwork->type_, COMPLEX_NO) == 0)
            return bd_error_set(error, BD_BAD_PARAMETER,
                                "S-function '%s': DWork vector %d has width %d and data type %d, "
                                "which has no meaning",
                                bd_sfunction_name(f), i, dwork->width_, dwork->type_);
    }
    if (S->states_.continuous_count_ > 0 && !S->methods_.derivatives_)
        return bd_error_set(error, BD_BAD_DIAGRAM,
                            "S-function '%s' has continuous states but no mdlDerivatives",
                            bd_sfunction_name(f));
    return BD_OK;
}

static bool same_values(bd_value *const *a, bd_value *const *b, int index) {
    return a[index] == b[index] || bd_value_equal(a[index], b[index]);
}

bd_status bd_sfunction_retune(bd_sfunction *f, bd_value *const *values, size_t count,
                              bd_error *error) {
    SimStruct *S = &f->simstruct;
    if ((int)count != f->value_count)
        return bd_error_set(error, BD_BAD_PARAMETER,
                            "S-function '%s' expects %d parameters, the block now has %zu",
                            bd_sfunction_name(f), f->value_count, count);
    bool changed = false;
    for (int i = 0; i < f->value_count; i++) {
        if (same_values(f->values, values, i))
            continue;
        changed = true;
        if (f->in_run && S->parameters_.info_[i].tunable_ == SS_PRM_NOT_TUNABLE)
            return bd_error_set(error, BD_BAD_PARAMETER,
                                "parameter %d of S-function '%s' cannot be changed in a run", i + 1,
                                bd_sfunction_name(f));
    }
    if (!changed)
        return BD_OK;
    bd_value **old_values = f->values, **new_values = NULL;
    mxArray **old_arrays = S->parameters_.values_, **new_arrays = NULL;
    bd_status status = take_values(f, values, count, &new_values, &new_arrays, error);
    if (!status) {
        f->values = new_values;
        S->parameters_.values_ = new_arrays;
        status = bd_sfunction_run(f, S->methods_.check_parameters_, "mdlCheckParameters", error);
    }
    if (status) {
        /* refused: the old ones stay in force */
        f->values = old_values;
        S->parameters_.values_ = old_arrays;
        drop_values(f, new_values, new_arrays, f->value_count);
        return status;
    }
    drop_values(f, old_values, old_arrays, f->value_count);
    if (f->in_run) {
        bd_host_update_all(S);
        status =
            bd_sfunction_run(f, S->methods_.process_parameters_, "mdlProcessParameters", error);
    }
    return status;
}
