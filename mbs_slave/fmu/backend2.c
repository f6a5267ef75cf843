/* FMI 2.0 */
#include "fmu.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void logger(void *environment, const char *instance, fmi2_status status,
                   const char *category, const char *format, ...) {
    (void)instance;
    static const char *const levels[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    if (format)
        vsnprintf(text, sizeof text, format, arguments);
    else
        text[0] = '\0';
    va_end(arguments);
    fmu_instance *fmu = fmu_speaker(environment);
    if (fmu)
        fmu_log(fmu, status <= FMI2_PENDING ? levels[status] : "?",
                status == FMI2_WARNING || status == FMI2_DISCARD || status == FMI2_ERROR ||
                    status == FMI2_FATAL,
                category, text);
}

mr_status fmu_check2(fmu_instance *fmu, fmi2_status answer, const char *function,
                     mr_status status) {
    return fmu_judge(fmu, (int)answer, "2", function, status);
}

mr_status fmu_lacks(fmu_instance *fmu, int version, const char *function) {
    return fmu_complain(fmu, MR_ERR_UNSUPPORTED, "the binary of FMU '%.80s' lacks fmi%d%s",
                        fmu->description->model_name, version, function);
}

typedef fmi2_functions fmu_table;
static const fmu_symbol symbols[] = {FMI2_REQUIRED(FMU_REQUIRED) FMI2_OPTIONAL(FMU_OPTIONAL)
                                         FMI2_EXCHANGE(FMU_EXCHANGE)};

static mr_status load(fmu_instance *fmu) {
    fmi2_functions *f = &fmu->f2;
    const char *missing =
        fmu_library_fill(fmu, "fmi2", symbols, sizeof symbols / sizeof *symbols, f);
    if (!missing && !f->DoStep && !fmu->description->model_exchange)
        missing = "DoStep";
    if (!missing)
        return MR_OK;
    fmu_lacks(fmu, 2, missing);
    return MR_ERR_SLAVE_OPEN;
}

static void step_finished(void *environment, fmi2_status status) {
    (void)environment;
    (void)status;
}

static mr_status instantiate(fmu_instance *fmu) {
    fmu->callbacks = (fmi2_callbacks){logger, calloc, free, step_finished, fmu};
    fmu->component = fmu->f2.Instantiate(
        fmu->description->model_name,
        fmu->description->model_exchange ? FMI2_MODEL_EXCHANGE : FMI2_CO_SIMULATION,
        fmu->description->token, fmu->resources, &fmu->callbacks, 0, fmu->log_file != NULL);
    if (!fmu->component)
        return fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE,
                            "FMU '%.80s' could not be instantiated (fmi2Instantiate; its GUID is "
                            "'%.60s'%s)",
                            fmu->description->model_name, fmu->description->token,
                            fmu_tool_words(fmu));
    fmu->phase = FMU_INSTANTIATED;
    const fmu_names *categories = &fmu->settings.log_categories;
    if (categories->count == 0)
        return MR_OK;
    return fmu->f2.SetDebugLogging
               ? fmu_check2(fmu,
                            fmu->f2.SetDebugLogging(fmu->component, 1, (size_t)categories->count,
                                                    (const char *const *)categories->items),
                            "SetDebugLogging", MR_ERR_SLAVE_INITIALISE)
               : fmu_lacks(fmu, 2, "SetDebugLogging");
}

static mr_status reset(fmu_instance *fmu) {
    if (!fmu->f2.Reset)
        return fmu_lacks(fmu, 2, "Reset");
    MR_TRY(fmu_check2(fmu, fmu->f2.Reset(fmu->component), "Reset", MR_ERR_SLAVE_INITIALISE));
    fmu->phase = FMU_INSTANTIATED;
    return MR_OK;
}

static void free_instance(fmu_instance *fmu) {
    const bool lost = fmu->component && fmu->phase == FMU_RUNNING && fmu->f2.Terminate &&
                      fmu->f2.Terminate(fmu->component) == FMI2_FATAL;
    fmu_let_go(fmu, lost, fmu->f2.FreeInstance);
}

static mr_status enter_initialisation(fmu_instance *fmu, double t0) {
    const fmu_settings *set = &fmu->settings;
    const bool tolerates = set->has_tolerance || fmu->description->has_tolerance;
    const double tolerance = set->has_tolerance ? set->tolerance : fmu->description->tolerance;
    MR_TRY(fmu_check2(fmu,
                      fmu->f2.SetupExperiment(fmu->component, tolerates && tolerance > 0.0,
                                              tolerates ? tolerance : 0.0, t0, set->has_stop,
                                              set->has_stop ? set->stop : 0.0),
                      "SetupExperiment", MR_ERR_SLAVE_INITIALISE));
    return fmu_check2(fmu, fmu->f2.EnterInitializationMode(fmu->component),
                      "EnterInitializationMode", MR_ERR_SLAVE_INITIALISE);
}

static mr_status exit_initialisation(fmu_instance *fmu) {
    MR_TRY(fmu_check2(fmu, fmu->f2.ExitInitializationMode(fmu->component), "ExitInitializationMode",
                      MR_ERR_SLAVE_INITIALISE));
    fmu->phase = FMU_RUNNING;
    return fmu->description->model_exchange ? fmu_exchange_begin(fmu) : MR_OK;
}

static mr_status set(fmu_instance *fmu, const fmu_group *g, const void *values) {
    const fmi2_functions *f = &fmu->f2;
    const size_t count = (size_t)g->reference_count;
    if (g->kind == FMU_FLOAT64) {
        if (!f->SetReal)
            return fmu_lacks(fmu, 2, "SetReal");
        return fmu_check2(fmu, f->SetReal(fmu->component, g->references, count, values), "SetReal",
                          MR_ERR_SLAVE_STEP);
    }
    const bool truth = g->kind == FMU_BOOLEAN;
    if (truth ? !f->SetBoolean : !f->SetInteger)
        return fmu_lacks(fmu, 2, truth ? "SetBoolean" : "SetInteger");
    if (g->kind != FMU_INT32) { /* 64 bits to an int, in place */
        const char *from = values;
        char *to = g->buffer;
        for (size_t i = 0; i < count; i++) {
            int64_t wide;
            memcpy(&wide, from + 8 * i, 8);
            const int narrow = (int)wide;
            memcpy(to + sizeof(int) * i, &narrow, sizeof narrow);
        }
        values = g->buffer;
    }
    return truth ? fmu_check2(fmu, f->SetBoolean(fmu->component, g->references, count, values),
                              "SetBoolean", MR_ERR_SLAVE_STEP)
                 : fmu_check2(fmu, f->SetInteger(fmu->component, g->references, count, values),
                              "SetInteger", MR_ERR_SLAVE_STEP);
}

static mr_status get(fmu_instance *fmu, const fmu_group *g, void *values) {
    const fmi2_functions *f = &fmu->f2;
    const size_t count = (size_t)g->reference_count;
    if (g->kind == FMU_FLOAT64) {
        if (!f->GetReal)
            return fmu_lacks(fmu, 2, "GetReal");
        return fmu_check2(fmu, f->GetReal(fmu->component, g->references, count, values), "GetReal",
                          MR_ERR_SLAVE_OUTPUTS);
    }
    const bool truth = g->kind == FMU_BOOLEAN;
    if (truth ? !f->GetBoolean : !f->GetInteger)
        return fmu_lacks(fmu, 2, truth ? "GetBoolean" : "GetInteger");
    MR_TRY(truth ? fmu_check2(fmu, f->GetBoolean(fmu->component, g->references, count, values),
                              "GetBoolean", MR_ERR_SLAVE_OUTPUTS)
                 : fmu_check2(fmu, f->GetInteger(fmu->component, g->references, count, values),
                              "GetInteger", MR_ERR_SLAVE_OUTPUTS));
    for (size_t i = count; g->kind != FMU_INT32 && i-- > 0;) {
        int narrow;
        memcpy(&narrow, (char *)values + sizeof(int) * i, sizeof narrow);
        const int64_t wide = truth ? narrow != 0 : narrow;
        memcpy((char *)values + 8 * i, &wide, 8);
    }
    return MR_OK;
}

static mr_status set_text(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    if (!fmu->f2.SetString)
        return fmu_lacks(fmu, 2, "SetString");
    return fmu_check2(fmu, fmu->f2.SetString(fmu->component, &v->reference, 1, &text), "SetString",
                      MR_ERR_SLAVE_INITIALISE);
}

static mr_status get_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char **bytes,
                           size_t *size) {
    (void)kind;
    *bytes = NULL;
    if (!fmu->f2.GetString)
        return fmu_lacks(fmu, 2, "GetString");
    MR_TRY(fmu_check2(fmu, fmu->f2.GetString(fmu->component, &reference, 1, bytes), "GetString",
                      MR_ERR_SLAVE_OUTPUTS));
    *size = *bytes ? strlen(*bytes) : 0;
    return MR_OK;
}

static mr_status put_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char *bytes,
                           size_t size) {
    (void)kind;
    (void)size;
    if (!fmu->f2.SetString)
        return fmu_lacks(fmu, 2, "SetString");
    return fmu_check2(fmu, fmu->f2.SetString(fmu->component, &reference, 1, &bytes), "SetString",
                      MR_ERR_SLAVE_STEP);
}

static mr_status configuration_mode(fmu_instance *fmu, bool enter) {
    (void)fmu;
    (void)enter;
    return MR_OK; /* there are no structural parameters in this version */
}

static mr_status set_input_rates(fmu_instance *fmu, const fmu_group *g, const double *first,
                                 const double *second) {
    const size_t count = (size_t)g->reference_count;
    int *orders = fmu->orders;
    double *values = g->buffer;
    for (int order = 1; order <= (second ? 2 : 1); order++) {
        for (size_t i = 0; i < count; i++) {
            orders[i] = order;
            values[i] = (order == 1 ? first : second)[g->scalars[i]];
        }
        MR_TRY(fmu_check2(
            fmu,
            fmu->f2.SetRealInputDerivatives(fmu->component, g->references, count, orders, values),
            "SetRealInputDerivatives", MR_ERR_SLAVE_STEP));
    }
    return MR_OK;
}

/* a step that was not made to its end: how far did it come? */
static mr_status settle_discarded(fmu_instance *fmu, double t, double h, double *reached) {
    int terminated = 0;
    double last = NAN;
    if (fmu->f2.GetBooleanStatus)
        (void)fmu->f2.GetBooleanStatus(fmu->component, FMI2_TERMINATED, &terminated);
    if (fmu->f2.GetRealStatus &&
        fmu->f2.GetRealStatus(fmu->component, FMI2_LAST_SUCCESSFUL_TIME, &last) > FMI2_WARNING)
        last = NAN;
    if (terminated) {
        *reached = last >= t && last <= t + h ? last : t + h;
        return fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                            fmu->description->model_name, *reached);
    }
    if (last > t && last < t + h) {
        *reached = last;
        return MR_OK;
    }
    fmu->discarded = true;
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                        "FMU '%.80s' refused the step from t = %.9g s to %.9g s",
                        fmu->description->model_name, t, t + h);
}

static mr_status step(fmu_instance *fmu, double t, double h, double *reached) {
    if (fmu->description->model_exchange)
        return fmu_exchange_step(fmu, t, h, reached);
    const fmi2_status answer = fmu->f2.DoStep(fmu->component, t, h, !fmu_may_go_back(fmu));
    if (answer == FMI2_OK || answer == FMI2_WARNING) {
        *reached = t + h;
        return MR_OK;
    }
    if (answer == FMI2_DISCARD)
        return settle_discarded(fmu, t, h, reached);
    if (answer == FMI2_PENDING) {
        if (fmu->f2.CancelStep)
            (void)fmu->f2.CancelStep(fmu->component);
        return fmu_refuse_pending(fmu);
    }
    return fmu_check2(fmu, answer, "DoStep", MR_ERR_SLAVE_STEP);
}

static mr_status output_rates(fmu_instance *fmu, const fmu_group *g, double *values) {
    if (!fmu->f2.GetRealOutputDerivatives)
        return fmu_lacks(fmu, 2, "GetRealOutputDerivatives");
    for (int i = 0; i < g->reference_count; i++)
        fmu->orders[i] = 1;
    return fmu_check2(fmu,
                      fmu->f2.GetRealOutputDerivatives(fmu->component, g->references,
                                                       (size_t)g->reference_count, fmu->orders,
                                                       values),
                      "GetRealOutputDerivatives", MR_ERR_SLAVE_OUTPUTS);
}

static mr_status directional(fmu_instance *fmu, const uint32_t *unknowns, size_t unknown_count,
                             uint32_t known, size_t known_size, const double *seed,
                             double *sensitivity, size_t sensitivity_count) {
    (void)known_size;
    (void)sensitivity_count;
    if (!fmu->f2.GetDirectionalDerivative)
        return fmu_lacks(fmu, 2, "GetDirectionalDerivative");
    return fmu_check2(fmu,
                      fmu->f2.GetDirectionalDerivative(fmu->component, unknowns, unknown_count,
                                                       &known, 1, seed, sensitivity),
                      "GetDirectionalDerivative", MR_ERR_SLAVE_OUTPUTS);
}

static mr_status get_state(fmu_instance *fmu, void **content) {
    if (!fmu->f2.GetFMUstate)
        return fmu_lacks(fmu, 2, "GetFMUstate");
    return fmu_check2(fmu, fmu->f2.GetFMUstate(fmu->component, content), "GetFMUstate",
                      MR_ERR_SLAVE_STATE);
}

static mr_status set_state(fmu_instance *fmu, void *content) {
    if (!fmu->f2.SetFMUstate)
        return fmu_lacks(fmu, 2, "SetFMUstate");
    return fmu_check2(fmu, fmu->f2.SetFMUstate(fmu->component, content), "SetFMUstate",
                      MR_ERR_SLAVE_STATE);
}

static void free_state(fmu_instance *fmu, void **content) {
    if (fmu->f2.FreeFMUstate && fmu->component && fmu->phase != FMU_LOST)
        (void)fmu->f2.FreeFMUstate(fmu->component, content);
}

FMU_BACKEND(fmu_backend_2, "FMI 2.0", );
