/* the functions of FMI 3.0 over a slave, of Co-Simulation and common ones. Value references are the
 * numbers of variables: inputs first, outputs behind them, the time, parameters, and for Model
 * Exchange states and their derivatives. */
#include "adapter3.h"

#include <stdlib.h>
#include <string.h>

fmi3_status fmi3_tell(const exported *self, mr_status status, fmi3_status bad) {
    if (status == MR_OK)
        return FMI3_OK;
    const char *text = self->message.text[0] ? self->message.text : "this is not supported";
    if (self->logger)
        ((fmi3_logger *)self->logger)(self->environment, bad,
                                      bad == FMI3_ERROR ? "logStatusError" : "logStatusDiscard",
                                      text);
    return bad;
}

fmi3_status fmi3_refuse(exported *self, const char *what) {
    mr_message_set(&self->message, "%s", what);
    return fmi3_say(self, MR_ERR_ARGUMENT);
}

bool fmi3_find(const exported *self, uint32_t reference, fmi3_place *where) {
    const mr_slave_description *d = &self->description;
    const uint32_t counts[] = {
        (uint32_t)d->input_count,        (uint32_t)d->output_count, 1,
        (uint32_t)self->parameter_count, (uint32_t)self->states,    (uint32_t)self->states};
    fmi3_kind kind = FMI3_IS_INPUT;
    while (kind < FMI3_IS_RATE && reference >= counts[kind])
        reference -= counts[kind++];
    if (reference >= counts[kind])
        return false;
    *where = (fmi3_place){kind, (int)reference, 1};
    if (kind <= FMI3_IS_OUTPUT) {
        const mr_variable *variables = kind == FMI3_IS_INPUT ? d->inputs : d->outputs;
        where->first = mr_variables_width(variables, (int)reference);
        where->size = variables[reference].size;
    }
    return true;
}

/* the tool sets the inputs of time t while this runs */
static void ask(exported *self, double t) {
    bool early = false;
    double when = t;
    ((fmi3_intermediate_update *)self->update)(self->environment, t, true, false, false, false,
                                               &early, &when);
}

exported *fmi3_open(const char *name, const char *token, const char *resources, bool logging,
                    bool exchange, void *environment, fmi3_logger *logger) {
    mr_message message = {""};
    exported *self = exported_open(resources ? resources : "", token ? token : "", &message);
    if (self && exchange && exported_open_continuous(self) != MR_OK) {
        message = self->message;
        exported_close(self);
        self = NULL;
    }
    if (!self) {
        if (logger)
            logger(environment, FMI3_ERROR, "logStatusError", message.text);
        return NULL;
    }
    snprintf(self->name, sizeof self->name, "%s", name ? name : "");
    self->logging = logging;
    self->environment = environment;
    self->logger = (void (*)(void))logger;
    return self;
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t intermediate_count,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate_update *update) {
    (void)visible;
    (void)event_mode;
    (void)early_return;
    (void)intermediate;
    exported *self = fmi3_open(name, token, resources, logging, false, environment, logger);
    if (!self)
        return NULL;
    self->update = (void (*)(void))update;
    if (update && intermediate_count > 0)
        self->ask = ask;
    return self;
}

EXPORT const char *fmi3GetVersion(void);
const char *fmi3GetVersion(void) {
    return "3.0";
}

void fmi3FreeInstance(void *instance) {
    exported_close(instance);
}

fmi3_status fmi3SetDebugLogging(void *instance, bool on, size_t count,
                                const char *const categories[]) {
    (void)count;
    (void)categories;
    ((exported *)instance)->logging = on;
    return FMI3_OK;
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    exported *self = instance;
    self->t0 = self->t = start;
    self->phase = EXPORTED_INITIALISING;
    return FMI3_OK;
}

fmi3_status fmi3ExitInitializationMode(void *instance) {
    exported *self = instance;
    const mr_status status = exported_start(self);
    if (status == MR_OK)
        self->phase = EXPORTED_RUNNING;
    return fmi3_say(self, status);
}

fmi3_status fmi3Terminate(void *instance) {
    (void)instance;
    return FMI3_OK;
}

fmi3_status fmi3Reset(void *instance) {
    exported_reset(instance);
    return FMI3_OK;
}

static const double *place_of(const exported *self, const fmi3_place *p) {
    switch (p->kind) {
    case FMI3_IS_INPUT:
        return self->u + p->first;
    case FMI3_IS_OUTPUT:
        return self->y + p->first;
    case FMI3_IS_PARAMETER:
        return &self->parameters[p->first].value;
    case FMI3_IS_STATE:
        return self->x + p->first;
    case FMI3_IS_RATE:
        return self->xdot + p->first;
    case FMI3_IS_TIME:
        break;
    }
    return &self->t;
}

/* so that a value is where it belongs */
static mr_status compute(exported *self, const fmi3_place *p) {
    if (p->kind == FMI3_IS_OUTPUT)
        return exported_outputs(self);
    if (p->kind == FMI3_IS_STATE)
        return exported_ready(self);
    return p->kind == FMI3_IS_RATE ? exported_derivatives(self) : MR_OK;
}

fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    exported *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        fmi3_place p;
        if (!fmi3_find(self, references[i], &p) || at + (size_t)p.size > value_count)
            return fmi3_refuse(self, "there is no such variable, or not of that size");
        if (compute(self, &p) != MR_OK)
            return fmi3_tell(self, MR_ERR_SLAVE_OUTPUTS,
                             self->phase == EXPORTED_FAILED ? FMI3_ERROR : FMI3_DISCARD);
        memcpy(values + at, place_of(self, &p), (size_t)p.size * sizeof *values);
        at += (size_t)p.size;
    }
    return FMI3_OK;
}

fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    exported *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        fmi3_place p;
        if (!fmi3_find(self, references[i], &p) || at + (size_t)p.size > value_count ||
            (p.kind != FMI3_IS_INPUT && p.kind != FMI3_IS_PARAMETER))
            return fmi3_refuse(self, "only inputs and parameters can be set, and whole ones");
        if (p.kind == FMI3_IS_INPUT)
            memcpy(self->u + p.first, values + at, (size_t)p.size * sizeof *values);
        else if (exported_set_parameter(self, p.first, values[at]) != MR_OK)
            return fmi3_say(self, MR_ERR_STATE);
        at += (size_t)p.size;
    }
    self->was_set = true;
    if (self->continuous)
        exported_displace(self);
    if (self->phase == EXPORTED_INITIALISING)
        self->started = self->y_known = false;
    return FMI3_OK;
}

fmi3_status fmi3GetOutputDerivatives(void *instance, const uint32_t references[], size_t count,
                                     const int32_t orders[], double values[], size_t value_count) {
    exported *self = instance;
    const mr_status status = exported_rates(self);
    size_t at = 0;
    for (size_t i = 0; status == MR_OK && i < count; i++) {
        fmi3_place p;
        if (!fmi3_find(self, references[i], &p) || p.kind != FMI3_IS_OUTPUT || orders[i] != 1 ||
            at + (size_t)p.size > value_count)
            return fmi3_refuse(self, "outputs have derivatives of first order");
        memcpy(values + at, self->ydot + p.first, (size_t)p.size * sizeof *values);
        at += (size_t)p.size;
    }
    return fmi3_say(self, status);
}

fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    (void)no_return;
    exported *self = instance;
    *event_needed = *terminate = *early_return = false;
    if (self->continuous)
        return fmi3_refuse(self, "this instance is for Model Exchange");
    if (self->phase != EXPORTED_RUNNING)
        return fmi3_refuse(
            self, "a step before the end of the initialisation, or after a failure or the end");
    const mr_status status = exported_step(self, t, h);
    *last_time = self->t;
    *terminate = status == MR_ERR_STOPPED;
    return *terminate ? FMI3_OK : fmi3_say(self, status);
}

fmi3_status fmi3GetFMUState(void *instance, void **state) {
    return fmi3_say(instance, exported_save(instance, state));
}

fmi3_status fmi3SetFMUState(void *instance, void *state) {
    return fmi3_say(instance, exported_restore(instance, state));
}

fmi3_status fmi3FreeFMUState(void *instance, void **state) {
    if (state) {
        exported_free_state(instance, *state);
        *state = NULL;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3SerializedFMUStateSize(void *instance, void *state, size_t *size);
fmi3_status fmi3SerializedFMUStateSize(void *instance, void *state, size_t *size) {
    return fmi3_say(instance, exported_state_size(instance, state, size));
}

EXPORT fmi3_status fmi3SerializeFMUState(void *instance, void *state, uint8_t bytes[], size_t size);
fmi3_status fmi3SerializeFMUState(void *instance, void *state, uint8_t bytes[], size_t size) {
    return fmi3_say(instance, exported_write_state(instance, state, bytes, size));
}

EXPORT fmi3_status fmi3DeserializeFMUState(void *instance, const uint8_t bytes[], size_t size,
                                           void **state);
fmi3_status fmi3DeserializeFMUState(void *instance, const uint8_t bytes[], size_t size,
                                    void **state) {
    return fmi3_say(instance, exported_read_state(instance, bytes, size, state));
}

/* adds the derivative of all scalars of one unknown by all of one known */
static mr_status add_product(exported *self, const fmi3_place *unknown, const fmi3_place *known,
                             const double *seed, double *sensitivity) {
    for (int i = 0; i < unknown->size; i++)
        for (int k = 0; k < known->size; k++) {
            double value;
            const int number = known->first + k + (known->kind == FMI3_IS_INPUT ? 0 : self->inputs);
            MR_TRY(exported_derivative(self, unknown->first + i, number, &value));
            if (seed[k] != 0.0)
                sensitivity[i] += value * seed[k];
        }
    return MR_OK;
}

fmi3_status fmi3GetDirectionalDerivative(void *instance, const uint32_t unknowns[],
                                         size_t unknown_count, const uint32_t knowns[],
                                         size_t known_count, const double seed[], size_t seed_count,
                                         double sensitivity[], size_t sensitivity_count) {
    exported *self = instance;
    size_t row = 0;
    if (self->continuous)
        return fmi3_exchange_direction(self, unknowns, unknown_count, knowns, known_count, seed,
                                       seed_count, sensitivity, sensitivity_count);
    for (size_t i = 0; i < sensitivity_count; i++)
        sensitivity[i] = 0.0;
    for (size_t i = 0; i < unknown_count; i++) {
        fmi3_place u, k;
        size_t column = 0;
        if (!fmi3_find(self, unknowns[i], &u) || u.kind != FMI3_IS_OUTPUT ||
            row + (size_t)u.size > sensitivity_count)
            return fmi3_refuse(self, "there is no such derivative");
        for (size_t j = 0; j < known_count; j++) {
            if (!fmi3_find(self, knowns[j], &k) || k.kind > FMI3_IS_OUTPUT ||
                column + (size_t)k.size > seed_count)
                return fmi3_refuse(self, "there is no such derivative");
            const mr_status status = add_product(self, &u, &k, seed + column, sensitivity + row);
            if (status != MR_OK)
                return fmi3_say(self, status);
            column += (size_t)k.size;
        }
        row += (size_t)u.size;
    }
    return FMI3_OK;
}
