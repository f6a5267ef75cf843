/* FMI 3.0 */
#include "fmu.h"

#include <math.h>
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
    if (answer == FMI3_OK || answer == FMI3_WARNING)
        return MR_OK;
    if (answer == FMI3_ERROR || answer == FMI3_FATAL)
        fmu->phase = answer == FMI3_FATAL ? FMU_LOST : FMU_FAILED;
    return fmu_complain(fmu, status, "fmi3%s of FMU '%.80s' answered '%s'", function,
                        fmu->description->model_name,
                        answer == FMI3_DISCARD ? "discard"
                        : answer == FMI3_ERROR ? "error"
                        : answer == FMI3_FATAL ? "fatal error"
                                               : "something that it may not answer");
}

static mr_status load(fmu_instance *fmu) {
    fmi3_functions *f = &fmu->f3;
    const char *missing = NULL;
    void *symbol;
#define LOAD(name, answer, arguments)                                                              \
    symbol = fmu_library_find(fmu, "fmi3", #name);                                                 \
    memcpy(&f->name, &symbol, sizeof symbol);
#define LOAD_REQUIRED(name, answer, arguments)                                                     \
    LOAD(name, answer, arguments)                                                                  \
    if (!symbol && !missing)                                                                       \
        missing = #name;
    FMI3_REQUIRED(LOAD_REQUIRED)
    FMI3_OPTIONAL(LOAD)
#define LOAD_EXCHANGE(name, answer, arguments)                                                     \
    LOAD(name, answer, arguments)                                                                  \
    if (!symbol && !missing && fmu->description->model_exchange)                                   \
        missing = #name;
    FMI3_EXCHANGE(LOAD_EXCHANGE)
#undef LOAD_EXCHANGE
#undef LOAD_REQUIRED
#undef LOAD
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
    if (!references) {
        mr_message_set(fmu->message, "not enough memory");
        return MR_ERR_MEMORY;
    }
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
    if (fmu->component && fmu->phase == FMU_RUNNING && fmu->f3.Terminate &&
        fmu->f3.Terminate(fmu->component) == FMI3_FATAL)
        fmu->phase = FMU_LOST;
    if (fmu->component && fmu->phase != FMU_LOST)
        fmu->f3.FreeInstance(fmu->component);
    fmu->component = NULL;
    if (fmu->phase != FMU_LOST)
        fmu->phase = FMU_ABSENT;
}

static mr_status ended(fmu_instance *fmu, double t) {
    return fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                        fmu->description->model_name, t);
}

/* event iteration, and back to step mode */
static mr_status handle_events(fmu_instance *fmu, double t) {
    bool again = true;
    fmu->event_t = t;
    MR_TRY(fmu_clocks_tick(fmu, t));
    for (int i = 0; again; i++) {
        bool terminate = false, nominals = false, states = false, has_next = false;
        double next = 0.0;
        again = false;
        MR_TRY(fmu_clocks_read(fmu));
        MR_TRY(fmu_check3(fmu,
                          fmu->f3.UpdateDiscreteStates(fmu->component, &again, &terminate,
                                                       &nominals, &states, &has_next, &next),
                          "UpdateDiscreteStates", MR_ERR_SLAVE_STEP));
        MR_TRY(fmu_clocks_settle(fmu, t));
        if (!again && fmu_clocks_next(fmu) <= t) { /* one that counts down from zero */
            MR_TRY(fmu_clocks_tick(fmu, t));
            again = true;
        }
        if (terminate)
            MR_TRY(ended(fmu, t));
        if (again && i >= 1000)
            MR_TRY(fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "the events of FMU '%.80s' at t = %.9g s do not come to an end; "
                                "events=off leaves them to the FMU",
                                fmu->description->model_name, t));
    }
    return fmu_check3(fmu, fmu->f3.EnterStepMode(fmu->component), "EnterStepMode",
                      MR_ERR_SLAVE_STEP);
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
    return fmu->event_mode ? handle_events(fmu, fmu->t) : MR_OK;
}

/* booleans are one byte here, kept as 64 bits on our side; in place */
static void narrow_booleans(const void *from, void *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t wide;
        memcpy(&wide, (const char *)from + 8 * i, 8);
        ((bool *)to)[i] = wide != 0;
    }
}

static void widen_booleans(void *values, size_t count) {
    for (size_t i = count; i-- > 0;) {
        unsigned char narrow;
        memcpy(&narrow, (char *)values + i, 1);
        const int64_t wide = narrow != 0;
        memcpy((char *)values + 8 * i, &wide, 8);
    }
}

#define KINDS(X)                                                                                   \
    X(FMU_FLOAT64, Float64)                                                                        \
    X(FMU_FLOAT32, Float32)                                                                        \
    X(FMU_INT8, Int8)                                                                              \
    X(FMU_UINT8, UInt8)                                                                            \
    X(FMU_INT16, Int16)                                                                            \
    X(FMU_UINT16, UInt16)                                                                          \
    X(FMU_INT32, Int32)                                                                            \
    X(FMU_UINT32, UInt32)                                                                          \
    X(FMU_INT64, Int64)                                                                            \
    X(FMU_UINT64, UInt64)                                                                          \
    X(FMU_BOOLEAN, Boolean)                                                                        \
    X(FMU_ENUMERATION, Int64)

static mr_status set(fmu_instance *fmu, const fmu_group *g, const void *values) {
    const size_t n = (size_t)g->reference_count, count = (size_t)g->value_count;
    if (g->kind == FMU_FLOAT64 && fmu->f3.SetFloat64) { /* what most signals are */
        const fmi3_status answer =
            fmu->f3.SetFloat64(fmu->component, g->references, n, values, count);
        return answer == FMI3_OK ? MR_OK : fmu_check3(fmu, answer, "SetFloat64", MR_ERR_SLAVE_STEP);
    }
    if (g->kind == FMU_BOOLEAN) {
        narrow_booleans(values, g->buffer, count);
        values = g->buffer;
    }
    switch (g->kind) {
#define SET(kind, name)                                                                            \
    case kind:                                                                                     \
        if (!fmu->f3.Set##name)                                                                    \
            return fmu_lacks(fmu, 3, "Set" #name);                                                 \
        return fmu_check3(fmu, fmu->f3.Set##name(fmu->component, g->references, n, values, count), \
                          "Set" #name, MR_ERR_SLAVE_STEP);
        KINDS(SET)
#undef SET
    default:
        return MR_ERR_ARGUMENT;
    }
}

static mr_status get(fmu_instance *fmu, const fmu_group *g, void *values) {
    const size_t n = (size_t)g->reference_count, count = (size_t)g->value_count;
    if (g->kind == FMU_FLOAT64 && fmu->f3.GetFloat64) {
        const fmi3_status answer =
            fmu->f3.GetFloat64(fmu->component, g->references, n, values, count);
        return answer == FMI3_OK ? MR_OK
                                 : fmu_check3(fmu, answer, "GetFloat64", MR_ERR_SLAVE_OUTPUTS);
    }
    mr_status status = MR_ERR_ARGUMENT;
    switch (g->kind) {
#define GET(kind, name)                                                                            \
    case kind:                                                                                     \
        if (!fmu->f3.Get##name)                                                                    \
            return fmu_lacks(fmu, 3, "Get" #name);                                                 \
        status =                                                                                   \
            fmu_check3(fmu, fmu->f3.Get##name(fmu->component, g->references, n, values, count),    \
                       "Get" #name, MR_ERR_SLAVE_OUTPUTS);                                         \
        break;
        KINDS(GET)
#undef GET
    default:
        break;
    }
    if (status == MR_OK && g->kind == FMU_BOOLEAN)
        widen_booleans(values, count);
    return status;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* binary values are written as in the model description: two hexadecimal digits a byte */
static mr_status set_binary(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    const size_t length = strlen(text) / 2;
    uint8_t *bytes = malloc(length + 1);
    bool good = bytes && strlen(text) % 2 == 0;
    for (size_t i = 0; good && i < length; i++) {
        const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        good = high >= 0 && low >= 0;
        bytes[i] = (uint8_t)(16 * high + low);
    }
    mr_status status = MR_ERR_CONFIG;
    const uint8_t *value = bytes;
    if (!good)
        mr_message_set(fmu->message, "start.%.100s: '%.60s' is not a row of hexadecimal digits",
                       v->name, text);
    else if (!fmu->f3.SetBinary)
        status = fmu_lacks(fmu, 3, "SetBinary");
    else
        status =
            fmu_check3(fmu, fmu->f3.SetBinary(fmu->component, &v->reference, 1, &length, &value, 1),
                       "SetBinary", MR_ERR_SLAVE_INITIALISE);
    free(bytes);
    return status;
}

static mr_status set_text(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    int size = 0;
    MR_TRY(fmu_variable_size(fmu->description, &fmu->settings, v, &size, fmu->message));
    if (size != 1) {
        mr_message_set(fmu->message, "start.%.100s: arrays of texts cannot be set", v->name);
        return MR_ERR_CONFIG;
    }
    if (v->kind == FMU_BINARY)
        return set_binary(fmu, v, text);
    if (!fmu->f3.SetString)
        return fmu_lacks(fmu, 3, "SetString");
    return fmu_check3(fmu, fmu->f3.SetString(fmu->component, &v->reference, 1, &text, 1),
                      "SetString", MR_ERR_SLAVE_INITIALISE);
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
        return fmu_lacks(fmu, 3, "EnterConfigurationMode");
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

/* what a step has led to */
typedef struct outcome {
    bool event, terminate, early;
    double last;
} outcome;

static fmi3_status do_step(fmu_instance *fmu, double t, double h, outcome *o) {
    return fmu->f3.DoStep(fmu->component, t, h, !fmu_may_go_back(fmu), &o->event, &o->terminate,
                          &o->early, &o->last);
}

/* events end a step early; what is left of it follows behind them */
static mr_status finish_step(fmu_instance *fmu, fmi3_status answer, outcome *o, double t,
                             double end, double *reached) {
    for (int events = 0; events < 100000; events++) {
        if (events > 0) {
            *o = (outcome){.last = end};
            answer = do_step(fmu, t, end - t, o);
        }
        mr_status status = fmu_check3(fmu, answer, "DoStep", MR_ERR_SLAVE_STEP);
        fmu->discarded = answer == FMI3_DISCARD && events == 0;
        if (status != MR_OK)
            return status;
        if (o->terminate) {
            *reached = o->last >= t && o->last <= end ? o->last : end;
            return ended(fmu, *reached);
        }
        /* an FMU that has not returned early is where it was told to go, whatever its own clock */
        const bool event = o->event;
        const double now = o->early && o->last < end ? o->last : end;
        if (event && fmu->event_mode) {
            status = fmu_check3(fmu, fmu->f3.EnterEventMode(fmu->component), "EnterEventMode",
                                MR_ERR_SLAVE_STEP);
            if (status == MR_OK)
                status = handle_events(fmu, now);
            if (status != MR_OK) {
                *reached = now;
                return status;
            }
        }
        if (now >= end)
            return MR_OK;
        if (!(now > t) && !event)
            return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "FMU '%.80s' returned from its step at t = %.9g s without having "
                                "advanced",
                                fmu->description->model_name, t);
        t = now > t ? now : t;
    }
    return fmu_complain(
        fmu, MR_ERR_SLAVE_STEP,
        "FMU '%.80s' has no end of events at t = %.9g s; events=off leaves them to the FMU",
        fmu->description->model_name, t);
}

static mr_status step_once(fmu_instance *fmu, double t, double end, double *reached) {
    outcome o = {.last = end};
    const fmi3_status answer = do_step(fmu, t, end - t, &o);
    *reached = end;
    return answer == FMI3_OK && !o.event && !o.terminate && !o.early
               ? MR_OK
               : finish_step(fmu, answer, &o, t, end, reached);
}

/* an event at t, for clocks that tick and inputs that do not flow */
static mr_status tick(fmu_instance *fmu, double t, bool inputs) {
    MR_TRY(fmu_check3(fmu, fmu->f3.EnterEventMode(fmu->component), "EnterEventMode",
                      MR_ERR_SLAVE_STEP));
    MR_TRY(inputs ? fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u)
                  : fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u));
    return handle_events(fmu, t);
}

static mr_status inputs_at(fmu_instance *fmu, double t) {
    if (fmu->inputs.width == 0)
        return MR_OK;
    return fmu->window_status = mr_inputs_at(fmu->window, t, fmu->u);
}

/* what does not flow is given at the begin of a step. Clocks of an interval tick where they should,
 * the end of the step included */
static mr_status step_with_clocks(fmu_instance *fmu, double t, double end, double *reached) {
    bool held = false;
    for (int i = 0; i < fmu->inputs.count; i++)
        held = held || fmu->inputs.variables[i].variability == MR_DISCRETE;
    *reached = t;
    if (held) {
        MR_TRY(inputs_at(fmu, t));
        MR_TRY(tick(fmu, t, true));
    }
    while (*reached < end) {
        const double from = *reached, next = fmu_clocks_next(fmu);
        const double to = next < end - 1e-9 * fmu->h ? fmax(next, from) : end;
        if (to > from) {
            MR_TRY(inputs_at(fmu, from + 0.5 * (to - from)));
            MR_TRY(fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u));
            MR_TRY(step_once(fmu, from, to, reached));
        }
        if (!(next <= to + 1e-9 * fmu->h))
            continue;
        MR_TRY(inputs_at(fmu, to));
        for (int i = 0; i < fmu->clocks.count; i++) /* triggered ones: at the begin of a step */
            if (fmu->clocks.clocks[i].given >= 0)
                fmu->u[fmu->clocks.clocks[i].given] = fmu->clocks.clocks[i].seen;
        MR_TRY(tick(fmu, to, false));
    }
    return MR_OK;
}

/* Scheduled Execution: nothing moves between the ticks */
static mr_status step_partitions(fmu_instance *fmu, double t, double end, double *reached) {
    *reached = t;
    MR_TRY(inputs_at(fmu, t));
    MR_TRY(fmu_clocks_activate(fmu, t));
    for (double next; (next = fmu_clocks_next(fmu)) <= end + 1e-9 * fmu->h;) {
        MR_TRY(inputs_at(fmu, fmin(next, end)));
        for (int i = 0; i < fmu->clocks.count; i++)
            if (fmu->clocks.clocks[i].given >= 0)
                fmu->u[fmu->clocks.clocks[i].given] = fmu->clocks.clocks[i].seen;
        MR_TRY(fmu_clocks_activate(fmu, fmax(next, t)));
    }
    *reached = end;
    return MR_OK;
}

static mr_status step(fmu_instance *fmu, double t, double h, double *reached) {
    *reached = t + h;
    if (fmu->description->model_exchange)
        return fmu_exchange_step(fmu, t, h, reached);
    if (fmu->description->scheduled)
        return step_partitions(fmu, t, t + h, reached);
    if (fmu->clocks.count > 0)
        return step_with_clocks(fmu, t, t + h, reached);
    return step_once(fmu, t, t + h, reached);
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

FMU_BACKEND(fmu_backend_3, "FMI 3.0");
