/* FMI 3.0: instances and their phases; values and steps have files of their own */
#include "backend3.h"

#include <stdlib.h>
#include <string.h>

static void logger(void *environment, fmi3_status status, const char *category,
                   const char *message) {
    static const char *const levels[] = {"ok", "warning", "discard", "error", "fatal"};
    fmu_instance *fmu = fmu_speaker(environment);
    if (fmu)
        fmu_log(fmu, status <= FMI3_FATAL ? levels[status] : "?", status != FMI3_OK, category,
                message ? message : "");
}

mr_status fmu_check3(fmu_instance *fmu, fmi3_status answer, const char *function,
                     mr_status status) {
    return fmu_judge(fmu, (int)answer, "3", function, status);
}

typedef fmi3_functions fmu_table;
static const fmu_symbol symbols[] = {FMI3_REQUIRED(FMU_REQUIRED) FMI3_OPTIONAL(FMU_OPTIONAL)
                                         FMI3_EXCHANGE(FMU_EXCHANGE)};

static mr_status load(fmu_instance *fmu) {
    fmi3_functions *f = &fmu->f3;
    const char *missing =
        fmu_library_fill(fmu, "fmi3", symbols, sizeof symbols / sizeof *symbols, f);
    /* in event mode what is no continuous input could be set at events only */
    bool flows = true, clocks = false;
    for (int i = 0; i < fmu->inputs.count; i++)
        flows = flows && fmu->inputs.variables[i].variability == MR_CONTINUOUS;
    for (int i = 0; i < fmu->description->variable_count; i++)
        clocks = clocks || fmu->description->variables[i].kind == FMU_CLOCK;
    flows = flows || clocks; /* then they are */
    fmu->event_mode = fmu->description->has_event_mode && fmu->settings.events && flows &&
                      f->EnterEventMode && f->EnterStepMode && f->UpdateDiscreteStates;
    if (!missing && fmu->description->scheduled)
        missing = !f->InstantiateScheduledExecution ? "InstantiateScheduledExecution"
                  : !f->ActivateModelPartition      ? "ActivateModelPartition"
                                                    : NULL;
    else if (!missing && fmu->description->model_exchange)
        missing = f->InstantiateModelExchange ? NULL : "InstantiateModelExchange";
    else if (!missing)
        missing = !f->InstantiateCoSimulation ? "InstantiateCoSimulation"
                  : !f->DoStep                ? "DoStep"
                                              : NULL;
    if (!missing)
        return MR_OK;
    fmu_lacks(fmu, 3, missing);
    return MR_ERR_SLAVE_OPEN;
}

/* the FMU is in the middle of a step: it gets the inputs of that instant */
static void intermediate_update(void *environment, double t, bool set_requested, bool get_allowed,
                                bool step_finished, bool can_return_early, bool *return_early,
                                double *return_time) {
    (void)get_allowed;
    (void)step_finished;
    fmu_instance *fmu = fmu_speaker(environment);
    if (return_early)
        *return_early = false;
    if (!fmu || !fmu->window || fmu->feeding != FMU_FEED_INTERMEDIATE || !set_requested ||
        fmu->window->constant || fmu->window_status != MR_OK)
        return;
    mr_status status = mr_inputs_at(fmu->window, t, fmu->u);
    if (status == MR_OK)
        status = fmu_set_inputs(fmu, fmu->intermediate, fmu->intermediate_count, fmu->u);
    fmu->window_status = status;
    if (status != MR_OK && can_return_early && return_early && return_time) {
        *return_early = true;
        *return_time = t;
    }
}

static mr_status instantiated(fmu_instance *fmu) {
    if (!fmu->component)
        return fmu_complain(
            fmu, MR_ERR_SLAVE_INITIALISE,
            "FMU '%.80s' could not be instantiated (fmi3Instantiate%s; its token is "
            "'%.60s'%s)",
            fmu->description->model_name,
            fmu->description->model_exchange ? "ModelExchange"
            : fmu->description->scheduled    ? "ScheduledExecution"
                                             : "CoSimulation",
            fmu->description->token, fmu_tool_words(fmu));
    fmu->phase = FMU_INSTANTIATED;
    const fmu_names *categories = &fmu->settings.log_categories;
    if (categories->count == 0)
        return MR_OK;
    return fmu->f3.SetDebugLogging
               ? fmu_check3(fmu,
                            fmu->f3.SetDebugLogging(fmu->component, true, (size_t)categories->count,
                                                    (const char *const *)categories->items),
                            "SetDebugLogging", MR_ERR_SLAVE_INITIALISE)
               : fmu_lacks(fmu, 3, "SetDebugLogging");
}

/* clocks are asked after each partition anyway, and no partition interrupts another here */
static void clock_update(void *environment) {
    (void)environment;
}

static void preemption(void) {}

static mr_status instantiate(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    if (d->scheduled) {
        fmu->component = fmu->f3.InstantiateScheduledExecution(
            d->model_name, d->token, fmu->has_resources ? fmu->resources : NULL, false,
            fmu->log_file != NULL, fmu, logger, clock_update, preemption, preemption);
        return instantiated(fmu);
    }
    if (d->model_exchange) {
        fmu->component = fmu->f3.InstantiateModelExchange(
            d->model_name, d->token, fmu->has_resources ? fmu->resources : NULL, false,
            fmu->log_file != NULL, fmu, logger);
        return instantiated(fmu);
    }
    size_t between = 0;
    uint32_t *references = calloc((size_t)fmu->inputs.count + 1, sizeof *references);
    if (!references)
        return mr_no_memory(fmu->message);
    for (int i = 0; fmu->feeding == FMU_FEED_INTERMEDIATE && i < fmu->intermediate_count; i++)
        for (int k = 0; k < fmu->intermediate[i].reference_count; k++)
            references[between++] = fmu->intermediate[i].references[k];
    /* some declare event mode and refuse it: they handle their events themselves */
    for (int attempt = 0; attempt < 2 && !fmu->component; attempt++) {
        if (attempt == 1 && !fmu->event_mode)
            break;
        if (attempt == 1) {
            fmu->event_mode = false;
            fmu->log[0] = '\0';
        }
        fmu->component = fmu->f3.InstantiateCoSimulation(
            d->model_name, d->token, fmu->has_resources ? fmu->resources : NULL, false,
            fmu->log_file != NULL, fmu->event_mode, fmu->event_mode, references, between, fmu,
            logger, d->intermediate_update ? intermediate_update : NULL);
    }
    free(references);
    return instantiated(fmu);
}

static mr_status reset(fmu_instance *fmu) {
    if (!fmu->f3.Reset)
        return fmu_lacks(fmu, 3, "Reset");
    MR_TRY(fmu_check3(fmu, fmu->f3.Reset(fmu->component), "Reset", MR_ERR_SLAVE_INITIALISE));
    fmu->phase = FMU_INSTANTIATED;
    return MR_OK;
}

static void free_instance(fmu_instance *fmu) {
    const bool lost = fmu->component && fmu->phase == FMU_RUNNING && fmu->f3.Terminate &&
                      fmu->f3.Terminate(fmu->component) == FMI3_FATAL;
    fmu_let_go(fmu, lost, fmu->f3.FreeInstance);
}

static mr_status enter_initialisation(fmu_instance *fmu, double t0) {
    const fmu_settings *set = &fmu->settings;
    const bool tolerates = set->has_tolerance || fmu->description->has_tolerance;
    const double tolerance = set->has_tolerance ? set->tolerance : fmu->description->tolerance;
    return fmu_check3(fmu,
                      fmu->f3.EnterInitializationMode(
                          fmu->component, tolerates && tolerance > 0.0, tolerates ? tolerance : 0.0,
                          t0, set->has_stop, set->has_stop ? set->stop : 0.0),
                      "EnterInitializationMode", MR_ERR_SLAVE_INITIALISE);
}

static mr_status exit_initialisation(fmu_instance *fmu) {
    MR_TRY(fmu_check3(fmu, fmu->f3.ExitInitializationMode(fmu->component), "ExitInitializationMode",
                      MR_ERR_SLAVE_INITIALISE));
    fmu->phase = FMU_RUNNING;
    if (fmu->description->model_exchange)
        return fmu_exchange_begin(fmu);
    MR_TRY(fmu_clocks_begin(fmu, fmu->t));
    if (fmu->description->scheduled)
        return fmu_clocks_activate(fmu, fmu->t);
    return fmu->event_mode ? fmu3_handle_events(fmu, fmu->t) : MR_OK;
}

static mr_status configuration_mode(fmu_instance *fmu, bool enter) {
    bool wanted = false;
    for (int i = 0; i < fmu->settings.start_count; i++) {
        const int index = fmu_description_find(fmu->description, fmu->settings.starts[i].name);
        wanted = wanted || fmu->description->variables[index].causality == FMU_STRUCTURAL_PARAMETER;
    }
    if (!wanted)
        return MR_OK;
    if (!fmu->f3.EnterConfigurationMode || !fmu->f3.ExitConfigurationMode)
        return fmu_lacks(fmu, 3,
                         fmu->f3.EnterConfigurationMode ? "ExitConfigurationMode"
                                                        : "EnterConfigurationMode");
    return enter ? fmu_check3(fmu, fmu->f3.EnterConfigurationMode(fmu->component),
                              "EnterConfigurationMode", MR_ERR_SLAVE_INITIALISE)
                 : fmu_check3(fmu, fmu->f3.ExitConfigurationMode(fmu->component),
                              "ExitConfigurationMode", MR_ERR_SLAVE_INITIALISE);
}

static mr_status set_input_rates(fmu_instance *fmu, const fmu_group *g, const double *first,
                                 const double *second) {
    (void)fmu;
    (void)g;
    (void)first;
    (void)second;
    return MR_OK; /* this version asks for inputs instead */
}

static mr_status output_rates(fmu_instance *fmu, const fmu_group *g, double *values) {
    if (!fmu->f3.GetOutputDerivatives)
        return fmu_lacks(fmu, 3, "GetOutputDerivatives");
    for (int i = 0; i < g->reference_count; i++)
        fmu->orders[i] = 1;
    return fmu_check3(fmu,
                      fmu->f3.GetOutputDerivatives(fmu->component, g->references,
                                                   (size_t)g->reference_count, fmu->orders, values,
                                                   (size_t)g->value_count),
                      "GetOutputDerivatives", MR_ERR_SLAVE_OUTPUTS);
}

static mr_status directional(fmu_instance *fmu, const uint32_t *unknowns, size_t unknown_count,
                             uint32_t known, size_t known_size, const double *seed,
                             double *sensitivity, size_t sensitivity_count) {
    if (!fmu->f3.GetDirectionalDerivative)
        return fmu_lacks(fmu, 3, "GetDirectionalDerivative");
    return fmu_check3(fmu,
                      fmu->f3.GetDirectionalDerivative(fmu->component, unknowns, unknown_count,
                                                       &known, 1, seed, known_size, sensitivity,
                                                       sensitivity_count),
                      "GetDirectionalDerivative", MR_ERR_SLAVE_OUTPUTS);
}

static mr_status get_state(fmu_instance *fmu, void **content) {
    if (!fmu->f3.GetFMUState)
        return fmu_lacks(fmu, 3, "GetFMUState");
    return fmu_check3(fmu, fmu->f3.GetFMUState(fmu->component, content), "GetFMUState",
                      MR_ERR_SLAVE_STATE);
}

static mr_status set_state(fmu_instance *fmu, void *content) {
    if (!fmu->f3.SetFMUState)
        return fmu_lacks(fmu, 3, "SetFMUState");
    return fmu_check3(fmu, fmu->f3.SetFMUState(fmu->component, content), "SetFMUState",
                      MR_ERR_SLAVE_STATE);
}

static void free_state(fmu_instance *fmu, void **content) {
    if (fmu->f3.FreeFMUState && fmu->component && fmu->phase != FMU_LOST)
        (void)fmu->f3.FreeFMUState(fmu->component, content);
}

FMU_BACKEND(fmu_backend_3, "FMI 3.0", fmu3_);
