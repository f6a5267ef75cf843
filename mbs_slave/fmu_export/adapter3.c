/* the functions of FMI 3.0 (Co-Simulation) over a slave. Value references are the numbers of
 * variables: inputs first, outputs behind them, then the time. */
#include "adapter3.h"

#include <stdlib.h>
#include <string.h>

static fmi3_status say(const exported *self, mr_status status) {
    if (status == MR_OK)
        return FMI3_OK;
    const char *text = self->message.text[0] ? self->message.text : "this is not supported";
    if (self->logger)
        ((fmi3_logger *)self->logger)(self->environment, FMI3_ERROR, "logStatusError", text);
    return FMI3_ERROR;
}

fmi3_status fmi3_refuse(exported *self, const char *what) {
    mr_message_set(&self->message, "%s", what);
    return say(self, MR_ERR_ARGUMENT);
}

/* where a variable's scalars are: in u (input) or y */
typedef struct place {
    bool input, time;
    int first, size;
} place;

static bool find(const exported *self, uint32_t reference, place *where) {
    const mr_slave_description *d = &self->description;
    const uint32_t inputs = (uint32_t)d->input_count, outputs = (uint32_t)d->output_count;
    *where = (place){.size = 1};
    if (reference < inputs)
        *where = (place){.input = true,
                         .first = mr_variables_width(d->inputs, (int)reference),
                         .size = d->inputs[reference].size};
    else if (reference < inputs + outputs)
        *where = (place){.first = mr_variables_width(d->outputs, (int)(reference - inputs)),
                         .size = d->outputs[reference - inputs].size};
    else
        where->time = true;
    return reference <= inputs + outputs;
}

/* the tool sets the inputs of time t while this runs */
static void ask(exported *self, double t) {
    bool early = false;
    double when = t;
    ((fmi3_intermediate_update *)self->update)(self->environment, t, true, false, false, false,
                                               &early, &when);
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
    mr_message message = {""};
    exported *self = exported_open(resources ? resources : "", token ? token : "", &message);
    if (!self) {
        if (logger)
            logger(environment, FMI3_ERROR, "logStatusError", message.text);
        return NULL;
    }
    snprintf(self->name, sizeof self->name, "%s", name ? name : "");
    self->logging = logging;
    self->environment = environment;
    self->logger = (void (*)(void))logger;
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
    return say(self, status);
}

fmi3_status fmi3Terminate(void *instance) {
    (void)instance;
    return FMI3_OK;
}

fmi3_status fmi3Reset(void *instance) {
    exported_reset(instance);
    return FMI3_OK;
}

/* variable or parameter (they come behind the variables and the time), if values[at…] has room for
 * it; *parameter is -1 for a variable */
static bool find_value(const exported *self, uint32_t reference, size_t at, size_t value_count,
                       place *where, int *parameter) {
    const uint32_t first =
        (uint32_t)self->description.input_count + (uint32_t)self->description.output_count + 1;
    const bool is_parameter =
        reference >= first && reference - first < (uint32_t)self->parameter_count;
    *parameter = is_parameter ? (int)(reference - first) : -1;
    *where = (place){.size = 1};
    return (is_parameter || find(self, reference, where)) &&
           at + (size_t)where->size <= value_count;
}

fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    exported *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        place p;
        int parameter;
        if (!find_value(self, references[i], at, value_count, &p, &parameter))
            return fmi3_refuse(self, "there is no such variable, or not of that size");
        const bool output = parameter < 0 && !p.input && !p.time;
        if (output && !self->y_known && exported_outputs(self) != MR_OK)
            return say(self, MR_ERR_SLAVE_OUTPUTS);
        const double *from = parameter >= 0 ? &self->parameters[parameter].value
                             : p.time       ? &self->t
                             : p.input      ? self->u + p.first
                                            : self->y + p.first;
        memcpy(values + at, from, (size_t)p.size * sizeof *values);
        at += (size_t)p.size;
    }
    return FMI3_OK;
}

fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    exported *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        place p;
        int parameter;
        if (!find_value(self, references[i], at, value_count, &p, &parameter) ||
            (parameter < 0 && !p.input))
            return fmi3_refuse(self, "only inputs and parameters can be set, and whole ones");
        if (parameter < 0)
            memcpy(self->u + p.first, values + at, (size_t)p.size * sizeof *values);
        else if (exported_set_parameter(self, parameter, values[at]) != MR_OK)
            return say(self, MR_ERR_STATE);
        at += (size_t)p.size;
    }
    self->was_set = true;
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
        place p;
        if (!find(self, references[i], &p) || p.input || p.time || orders[i] != 1 ||
            at + (size_t)p.size > value_count)
            return fmi3_refuse(self, "outputs have derivatives of first order");
        memcpy(values + at, self->ydot + p.first, (size_t)p.size * sizeof *values);
        at += (size_t)p.size;
    }
    return say(self, status);
}

fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    (void)no_return;
    exported *self = instance;
    *event_needed = *terminate = *early_return = false;
    if (self->phase != EXPORTED_RUNNING)
        return fmi3_refuse(self, "a step before the end of the initialisation or after a failure");
    const mr_status status = exported_step(self, t, h);
    *last_time = self->t;
    return say(self, status);
}

fmi3_status fmi3GetFMUState(void *instance, void **state) {
    return say(instance, exported_save(instance, state));
}

fmi3_status fmi3SetFMUState(void *instance, void *state) {
    return say(instance, exported_restore(instance, state));
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
    return say(instance, exported_state_size(instance, state, size));
}

EXPORT fmi3_status fmi3SerializeFMUState(void *instance, void *state, uint8_t bytes[], size_t size);
fmi3_status fmi3SerializeFMUState(void *instance, void *state, uint8_t bytes[], size_t size) {
    return say(instance, exported_write_state(instance, state, bytes, size));
}

EXPORT fmi3_status fmi3DeserializeFMUState(void *instance, const uint8_t bytes[], size_t size,
                                           void **state);
fmi3_status fmi3DeserializeFMUState(void *instance, const uint8_t bytes[], size_t size,
                                    void **state) {
    return say(instance, exported_read_state(instance, bytes, size, state));
}

/* adds the derivative of all scalars of one unknown by all of one known */
static mr_status add_product(exported *self, const place *unknown, const place *known,
                             const double *seed, double *sensitivity) {
    for (int i = 0; i < unknown->size; i++)
        for (int k = 0; k < known->size; k++) {
            double value;
            const int number = known->first + k + (known->input ? 0 : self->inputs);
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
    for (size_t i = 0; i < sensitivity_count; i++)
        sensitivity[i] = 0.0;
    for (size_t i = 0; i < unknown_count; i++) {
        place u, k;
        size_t column = 0;
        if (!find(self, unknowns[i], &u) || u.input || u.time ||
            row + (size_t)u.size > sensitivity_count)
            return fmi3_refuse(self, "there is no such derivative");
        for (size_t j = 0; j < known_count; j++) {
            if (!find(self, knowns[j], &k) || k.time || column + (size_t)k.size > seed_count)
                return fmi3_refuse(self, "there is no such derivative");
            const mr_status status = add_product(self, &u, &k, seed + column, sensitivity + row);
            if (status != MR_OK)
                return say(self, status);
            column += (size_t)k.size;
        }
        row += (size_t)u.size;
    }
    return FMI3_OK;
}
