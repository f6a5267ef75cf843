/* FMI 1.0 */
#include "fmu.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* its callbacks are not told whose they are: that of the call that is being made */
static _Thread_local fmu_instance *speaking;

static void logger(void *component, const char *instance, fmi1_status status, const char *category,
                   const char *format, ...) {
    static const char *const levels[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    char text[600] = "";
    (void)component;
    (void)instance;
    va_list arguments;
    va_start(arguments, format);
    if (format)
        vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (speaking)
        fmu_log(speaking, status <= FMI1_PENDING ? levels[status] : "?",
                status >= FMI1_WARNING && status <= FMI1_FATAL, category, text);
}

static void step_finished(void *component, fmi1_status status) {
    (void)component;
    (void)status;
}

static mr_status check(fmu_instance *fmu, fmi1_status answer, const char *function,
                       mr_status status) {
    speaking = NULL;
    return fmu_judge(fmu, (int)answer, "", function, status);
}

static mr_status lacks(fmu_instance *fmu, const char *function) {
    return fmu_complain(fmu, MR_ERR_UNSUPPORTED, "the binary of FMU '%.80s' lacks %.80s_fmi%s",
                        fmu->description->model_name, fmu->description->identifier, function);
}

/* a function that may be missing, with everything behind the component */
#define CALL(fmu, name, status, ...)                                                               \
    (!(fmu)->f1.name ? lacks(fmu, #name)                                                           \
                     : (speaking = (fmu),                                                          \
                        check(fmu, (fmu)->f1.name((fmu)->component, __VA_ARGS__), #name, status)))
#define CALL_ALONE(fmu, name, status)                                                              \
    (!(fmu)->f1.name                                                                               \
         ? lacks(fmu, #name)                                                                       \
         : (speaking = (fmu), check(fmu, (fmu)->f1.name((fmu)->component), #name, status)))

typedef fmi1_functions fmu_table;
static const fmu_symbol symbols[] = {FMI1_BOTH(FMU_OPTIONAL) FMI1_CO_SIMULATION(FMU_OPTIONAL)
                                         FMI1_EXCHANGE(FMU_OPTIONAL)};

static mr_status load(fmu_instance *fmu) {
    const bool exchange = fmu->description->model_exchange;
    fmi1_functions *f = &fmu->f1;
    char prefix[300];
    snprintf(prefix, sizeof prefix, "%.200s_fmi", fmu->description->identifier);
    (void)fmu_library_fill(fmu, prefix, symbols, sizeof symbols / sizeof *symbols, f);
    const char *missing = exchange                ? !f->InstantiateModel      ? "InstantiateModel"
                                                    : !f->Initialize          ? "Initialize"
                                                    : !f->FreeModelInstance   ? "FreeModelInstance"
                                                    : !f->GetDerivatives      ? "GetDerivatives"
                                                    : !f->SetContinuousStates ? "SetContinuousStates"
                                                                              : NULL
                          : !f->InstantiateSlave  ? "InstantiateSlave"
                          : !f->InitializeSlave   ? "InitializeSlave"
                          : !f->FreeSlaveInstance ? "FreeSlaveInstance"
                          : !f->DoStep            ? "DoStep"
                                                  : NULL;
    if (!missing)
        return MR_OK;
    (void)lacks(fmu, missing);
    return MR_ERR_SLAVE_OPEN;
}

static mr_status instantiate(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    const fmi1_callbacks callbacks = {logger, calloc, free, step_finished};
    const fmi1_model_callbacks fewer = {logger, calloc, free};
    const char logs = fmu->log_file != NULL;
    char location[sizeof fmu->resources];
    snprintf(location, sizeof location, "%s", fmu->resources);
    char *end = strstr(location, "/resources");
    if (end)
        *end = '\0'; /* the folder of the whole */
    speaking = fmu;
    fmu->component =
        d->model_exchange
            ? fmu->f1.InstantiateModel(d->model_name, d->token, fewer, logs)
            : fmu->f1.InstantiateSlave(d->model_name, d->token, location,
                                       d->needs_tool ? "application/x-fmu-tool"
                                                     : "application/x-fmu-sharedlibrary",
                                       0.0, 0, 0, callbacks, logs);
    speaking = NULL;
    if (!fmu->component)
        return fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE,
                            "FMU '%.80s' could not be instantiated (its GUID is '%.60s'%s)",
                            d->model_name, d->token, fmu_tool_words(fmu));
    fmu->phase = FMU_INSTANTIATED;
    return MR_OK;
}

static mr_status reset(fmu_instance *fmu) {
    if (fmu->description->model_exchange)
        return MR_ERR_UNSUPPORTED; /* a new one is made */
    MR_TRY(CALL_ALONE(fmu, ResetSlave, MR_ERR_SLAVE_INITIALISE));
    fmu->phase = FMU_INSTANTIATED;
    return MR_OK;
}

static void free_instance(fmu_instance *fmu) {
    const bool exchange = fmu->description->model_exchange;
    fmi1_status (*terminate)(void *) = exchange ? fmu->f1.Terminate : fmu->f1.TerminateSlave;
    speaking = fmu;
    const bool lost = fmu->component && fmu->phase == FMU_RUNNING && terminate &&
                      terminate(fmu->component) == FMI1_FATAL;
    fmu_let_go(fmu, lost, exchange ? fmu->f1.FreeModelInstance : fmu->f1.FreeSlaveInstance);
    speaking = NULL;
}

static mr_status enter_initialisation(fmu_instance *fmu, double t0) {
    fmu->start1 = t0; /* inputs and start values come before the initialisation */
    return fmu->description->model_exchange ? CALL(fmu, SetTime, MR_ERR_SLAVE_INITIALISE, t0)
                                            : MR_OK;
}

static mr_status exit_initialisation(fmu_instance *fmu) {
    const fmu_settings *set = &fmu->settings;
    const fmu_description *d = fmu->description;
    if (!d->model_exchange) {
        MR_TRY(CALL(fmu, InitializeSlave, MR_ERR_SLAVE_INITIALISE, fmu->start1, set->has_stop,
                    set->has_stop ? set->stop : 0.0));
        fmu->phase = FMU_RUNNING;
        return MR_OK;
    }
    const bool tolerates = set->has_tolerance || d->has_tolerance;
    fmu->info1 = (fmi1_event_info){0};
    MR_TRY(CALL(fmu, Initialize, MR_ERR_SLAVE_INITIALISE, tolerates,
                set->has_tolerance ? set->tolerance : d->tolerance, &fmu->info1));
    fmu->has_info1 = true;
    fmu->phase = FMU_RUNNING;
    return fmu_exchange_begin(fmu);
}

static mr_status set(fmu_instance *fmu, const fmu_group *g, const void *values) {
    const size_t count = (size_t)g->reference_count;
    if (g->kind == FMU_FLOAT64)
        return CALL(fmu, SetReal, MR_ERR_SLAVE_STEP, g->references, count, values);
    if (g->kind == FMU_INT32)
        return CALL(fmu, SetInteger, MR_ERR_SLAVE_STEP, g->references, count, values);
    const bool truth = g->kind == FMU_BOOLEAN;
    for (size_t i = 0; i < count; i++) { /* 64 bits to a character or an int, in place */
        int64_t wide;
        memcpy(&wide, (const char *)values + 8 * i, 8);
        const int narrow = (int)wide;
        const char letter = wide != 0;
        if (truth)
            memcpy((char *)g->buffer + i, &letter, 1);
        else
            memcpy((char *)g->buffer + sizeof narrow * i, &narrow, sizeof narrow);
    }
    return truth ? CALL(fmu, SetBoolean, MR_ERR_SLAVE_STEP, g->references, count, g->buffer)
                 : CALL(fmu, SetInteger, MR_ERR_SLAVE_STEP, g->references, count, g->buffer);
}

static mr_status get(fmu_instance *fmu, const fmu_group *g, void *values) {
    const size_t count = (size_t)g->reference_count;
    if (g->kind == FMU_FLOAT64)
        return CALL(fmu, GetReal, MR_ERR_SLAVE_OUTPUTS, g->references, count, values);
    const bool truth = g->kind == FMU_BOOLEAN;
    MR_TRY(truth ? CALL(fmu, GetBoolean, MR_ERR_SLAVE_OUTPUTS, g->references, count, values)
                 : CALL(fmu, GetInteger, MR_ERR_SLAVE_OUTPUTS, g->references, count, values));
    for (size_t i = count; g->kind != FMU_INT32 && i-- > 0;) {
        int narrow = ((const char *)values)[i] != 0;
        if (!truth)
            memcpy(&narrow, (char *)values + sizeof narrow * i, sizeof narrow);
        const int64_t wide = narrow;
        memcpy((char *)values + 8 * i, &wide, 8);
    }
    return MR_OK;
}

static mr_status set_text(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    return CALL(fmu, SetString, MR_ERR_SLAVE_INITIALISE, &v->reference, 1, &text);
}

static mr_status get_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char **bytes,
                           size_t *size) {
    (void)kind;
    (void)reference;
    (void)bytes;
    (void)size;
    return fmu_complain(fmu, MR_ERR_UNSUPPORTED, "texts of FMI 1.0 do not pass as signals");
}

static mr_status put_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char *bytes,
                           size_t size) {
    (void)kind;
    (void)reference;
    (void)bytes;
    (void)size;
    return fmu_complain(fmu, MR_ERR_UNSUPPORTED, "texts of FMI 1.0 do not pass as signals");
}

static mr_status configuration_mode(fmu_instance *fmu, bool enter) {
    (void)fmu;
    (void)enter;
    return MR_OK;
}

static mr_status set_input_rates(fmu_instance *fmu, const fmu_group *g, const double *first,
                                 const double *second) {
    double *values = g->buffer;
    (void)second;
    for (int i = 0; i < g->reference_count; i++) {
        fmu->orders[i] = 1;
        values[i] = first[g->scalars[i]];
    }
    return CALL(fmu, SetRealInputDerivatives, MR_ERR_SLAVE_STEP, g->references,
                (size_t)g->reference_count, fmu->orders, values);
}

static mr_status step(fmu_instance *fmu, double t, double h, double *reached) {
    if (fmu->description->model_exchange)
        return fmu_exchange_step(fmu, t, h, reached);
    speaking = fmu;
    const fmi1_status answer = fmu->f1.DoStep(fmu->component, t, h, 1);
    speaking = NULL;
    *reached = t + h;
    if (answer == FMI1_PENDING) {
        if (fmu->f1.CancelStep)
            (void)fmu->f1.CancelStep(fmu->component);
        return fmu_refuse_pending(fmu);
    }
    double last = NAN;
    if (answer == FMI1_DISCARD && fmu->f1.GetRealStatus &&
        fmu->f1.GetRealStatus(fmu->component, FMI1_LAST_SUCCESSFUL_TIME, &last) <= FMI1_WARNING &&
        last > t && last < t + h) {
        *reached = last;
        return MR_OK;
    }
    fmu->discarded = answer == FMI1_DISCARD;
    return check(fmu, answer, "DoStep", MR_ERR_SLAVE_STEP);
}

static mr_status output_rates(fmu_instance *fmu, const fmu_group *g, double *values) {
    for (int i = 0; i < g->reference_count; i++)
        fmu->orders[i] = 1;
    return CALL(fmu, GetRealOutputDerivatives, MR_ERR_SLAVE_OUTPUTS, g->references,
                (size_t)g->reference_count, fmu->orders, values);
}

static mr_status directional(fmu_instance *fmu, const uint32_t *unknowns, size_t unknown_count,
                             uint32_t known, size_t known_size, const double *seed,
                             double *sensitivity, size_t sensitivity_count) {
    (void)unknowns;
    (void)unknown_count;
    (void)known;
    (void)known_size;
    (void)seed;
    (void)sensitivity;
    (void)sensitivity_count;
    return lacks(fmu, "GetDirectionalDerivative");
}

/* this version saves no states, and says so nowhere: nobody comes here */
static mr_status get_state(fmu_instance *fmu, void **content) {
    (void)content;
    return lacks(fmu, "GetFMUstate");
}

static mr_status set_state(fmu_instance *fmu, void *content) {
    (void)content;
    return lacks(fmu, "SetFMUstate");
}

static void free_state(fmu_instance *fmu, void **content) {
    (void)fmu;
    (void)content;
}

FMU_BACKEND(fmu_backend_1, "FMI 1.0", );

/* --- Model Exchange --- */

static mr_status count_states(fmu_instance *fmu, int *states, int *indicators) {
    *states = fmu->description->state_count;
    *indicators = fmu->description->event_indicators;
    return MR_OK;
}

static mr_status set_time(fmu_instance *fmu, double t) {
    return CALL(fmu, SetTime, MR_ERR_SLAVE_STEP, t);
}

static mr_status set_states(fmu_instance *fmu, const double *x, int count) {
    return CALL(fmu, SetContinuousStates, MR_ERR_SLAVE_STEP, x, (size_t)count);
}

static mr_status get_states(fmu_instance *fmu, double *x, int count) {
    return CALL(fmu, GetContinuousStates, MR_ERR_SLAVE_STEP, x, (size_t)count);
}

static mr_status get_rates(fmu_instance *fmu, double *rates, int count) {
    return CALL(fmu, GetDerivatives, MR_ERR_SLAVE_STEP, rates, (size_t)count);
}

static mr_status get_indicators(fmu_instance *fmu, double *indicators, int count) {
    return CALL(fmu, GetEventIndicators, MR_ERR_SLAVE_STEP, indicators, (size_t)count);
}

static mr_status get_nominals(fmu_instance *fmu, double *nominals, int count) {
    for (int i = 0; i < count; i++)
        nominals[i] = 1.0;
    return fmu->f1.GetNominalContinuousStates
               ? CALL(fmu, GetNominalContinuousStates, MR_ERR_SLAVE_STEP, nominals, (size_t)count)
               : MR_OK;
}

static mr_status completed(fmu_instance *fmu, bool *event, bool *terminate) {
    char update = 0;
    const mr_status status = CALL(fmu, CompletedIntegratorStep, MR_ERR_SLAVE_STEP, &update);
    *event = update != 0;
    *terminate = false;
    return status;
}

static mr_status no_mode(fmu_instance *fmu) {
    (void)fmu;
    return MR_OK; /* events are handled where they are */
}

static mr_status update(fmu_instance *fmu, bool *again, bool *terminate, bool *nominals,
                        double *next_event) {
    fmi1_event_info info = fmu->info1; /* the initialisation has told it already */
    mr_status status = MR_OK;
    if (!fmu->has_info1 || !info.converged) {
        info = (fmi1_event_info){0};
        status = CALL(fmu, EventUpdate, MR_ERR_SLAVE_STEP, 0, &info);
    }
    fmu->has_info1 = false;
    *again = !info.converged;
    *terminate = info.terminate != 0;
    *nominals = info.references_changed != 0;
    *next_event = info.has_next_event ? info.next_event : INFINITY;
    return status;
}

const fmu_exchange_functions fmu_exchange_1 = {
    count_states, set_time,  set_states, get_states, get_rates, get_indicators,
    get_nominals, completed, no_mode,    update,     no_mode};
