/* the functions of FMI 2.0 over a slave, of Co-Simulation and common ones. Value references are the
 * numbers of scalars: inputs first, then outputs, parameters, and for Model Exchange states and
 * their derivatives. */
#include "adapter2.h"

#include <stdlib.h>
#include <string.h>

fmi2_status fmi2_tell(const exported *self, mr_status status, fmi2_status bad) {
    if (status == MR_OK)
        return FMI2_OK;
    const char *text = self->message.text[0] ? self->message.text : "this is not supported";
    if (self->logger)
        ((fmi2_logger *)self->logger)(self->environment, self->name, bad,
                                      bad == FMI2_ERROR ? "logStatusError" : "logStatusDiscard",
                                      "%s", text);
    return bad;
}

fmi2_status fmi2_refuse(exported *self, const char *what) {
    mr_message_set(&self->message, "%s", what);
    return fmi2_say(self, MR_ERR_ARGUMENT);
}

/* where the run has not failed, another question may be answered */
static fmi2_status unanswered(const exported *self) {
    return fmi2_tell(self, MR_ERR_SLAVE_OUTPUTS,
                     self->phase == EXPORTED_FAILED ? FMI2_ERROR : FMI2_DISCARD);
}

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* file:///a%20b, file://host/a, file:/a, or a plain path */
static void path_of_uri(const char *uri, char *path, size_t size) {
    size_t n = 0;
    if (strncmp(uri, "file:", 5) == 0) {
        uri += 5;
        if (strncmp(uri, "//", 2) == 0)
            uri += 2 + strcspn(uri + 2, "/");
    }
    for (; *uri && n + 1 < size; uri++) {
        if (*uri == '%' && hex(uri[1]) >= 0 && hex(uri[2]) >= 0) {
            path[n++] = (char)(16 * hex(uri[1]) + hex(uri[2]));
            uri += 2;
        } else {
            path[n++] = *uri;
        }
    }
    path[n] = '\0';
}

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)visible;
    mr_message message = {""};
    char path[4096];
    path_of_uri(resources ? resources : "", path, sizeof path);
    exported *self = exported_open(path, guid ? guid : "", &message);
    if (self && type == FMI2_MODEL_EXCHANGE && exported_open_continuous(self) != MR_OK) {
        message = self->message;
        exported_close(self);
        self = NULL;
    }
    if (!self) {
        if (callbacks && callbacks->logger)
            callbacks->logger(callbacks->environment, instance ? instance : "", FMI2_ERROR,
                              "logStatusError", "%s", message.text);
        return NULL;
    }
    snprintf(self->name, sizeof self->name, "%s", instance ? instance : "");
    self->logging = logging;
    if (callbacks) {
        self->logger = (void (*)(void))callbacks->logger;
        self->environment = callbacks->environment;
    }
    return self;
}

void fmi2FreeInstance(void *component) {
    exported_close(component);
}

EXPORT const char *fmi2GetTypesPlatform(void);
const char *fmi2GetTypesPlatform(void) {
    return "default";
}

EXPORT const char *fmi2GetVersion(void);
const char *fmi2GetVersion(void) {
    return "2.0";
}

fmi2_status fmi2SetDebugLogging(void *component, int on, size_t count,
                                const char *const categories[]) {
    (void)count;
    (void)categories;
    ((exported *)component)->logging = on;
    return FMI2_OK;
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    ((exported *)component)->t0 = start;
    return FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    exported *self = component;
    self->phase = EXPORTED_INITIALISING;
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    exported *self = component;
    const mr_status status = exported_start(self);
    if (status == MR_OK)
        self->phase = EXPORTED_RUNNING;
    return fmi2_say(self, status);
}

fmi2_status fmi2Terminate(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2Reset(void *component) {
    exported_reset(component);
    return FMI2_OK;
}

/* a state or its derivative, numbered behind the parameters */
static fmi2_status get_state(exported *self, unsigned number, double *value) {
    const unsigned n = (unsigned)self->states;
    if (!self->continuous || number >= 2 * n)
        return fmi2_refuse(self, "there is no such variable");
    if ((number < n ? exported_ready(self) : exported_derivatives(self)) != MR_OK)
        return unanswered(self);
    *value = number < n ? self->x[number] : self->xdot[number - n];
    return FMI2_OK;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    exported *self = component;
    const unsigned m = (unsigned)self->inputs, all = m + (unsigned)self->outputs;
    for (size_t i = 0; i < count; i++) {
        const unsigned behind = all + (unsigned)self->parameter_count;
        if (references[i] >= behind) {
            const fmi2_status answer = get_state(self, references[i] - behind, &values[i]);
            if (answer != FMI2_OK)
                return answer;
            continue;
        }
        if (references[i] >= all) {
            values[i] = self->parameters[references[i] - all].value;
            continue;
        }
        if (references[i] >= m && !self->y_known && exported_outputs(self) != MR_OK)
            return unanswered(self);
        values[i] = references[i] < m ? self->u[references[i]] : self->y[references[i] - m];
    }
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    exported *self = component;
    const unsigned all = (unsigned)self->inputs + (unsigned)self->outputs;
    for (size_t i = 0; i < count; i++) {
        if (references[i] >= all && references[i] < all + (unsigned)self->parameter_count) {
            if (exported_set_parameter(self, (int)(references[i] - all), values[i]) != MR_OK)
                return fmi2_say(self, MR_ERR_STATE);
            continue;
        }
        if (references[i] >= (unsigned)self->inputs)
            return fmi2_refuse(self, "only inputs and parameters can be set");
        self->u[references[i]] = values[i];
        self->rate[references[i]] = self->curve[references[i]] = 0.0;
    }
    self->moving = false; /* until rates are told, it is held */
    if (self->continuous)
        exported_displace(self);
    if (self->phase == EXPORTED_INITIALISING)
        self->started = self->y_known = false;
    return FMI2_OK;
}

fmi2_status fmi2SetRealInputDerivatives(void *component, const unsigned references[], size_t count,
                                        const int orders[], const double values[]) {
    exported *self = component;
    for (size_t i = 0; i < count; i++) {
        if (references[i] >= (unsigned)self->inputs || orders[i] < 1 || orders[i] > 2)
            return fmi2_refuse(self, "inputs have derivatives of first and second order");
        (orders[i] == 1 ? self->rate : self->curve)[references[i]] = values[i];
    }
    self->moving = true;
    return FMI2_OK;
}

fmi2_status fmi2GetRealOutputDerivatives(void *component, const unsigned references[], size_t count,
                                         const int orders[], double values[]) {
    exported *self = component;
    const unsigned m = (unsigned)self->inputs, all = m + (unsigned)self->outputs;
    const mr_status status = exported_rates(self);
    for (size_t i = 0; status == MR_OK && i < count; i++) {
        if (references[i] < m || references[i] >= all || orders[i] != 1)
            return fmi2_refuse(self, "outputs have derivatives of first order");
        values[i] = self->ydot[references[i] - m];
    }
    return fmi2_say(self, status);
}

fmi2_status fmi2DoStep(void *component, double t, double h, int no_return) {
    (void)no_return;
    exported *self = component;
    if (self->continuous)
        return fmi2_refuse(self, "this instance is for Model Exchange");
    if (self->phase != EXPORTED_RUNNING)
        return fmi2_refuse(
            self, "a step before the end of the initialisation, or after a failure or the end");
    const mr_status status = exported_step(self, t, h);
    return fmi2_tell(self, status, status == MR_ERR_STOPPED ? FMI2_DISCARD : FMI2_ERROR);
}

fmi2_status fmi2CancelStep(void *component) {
    (void)component;
    return FMI2_ERROR;
}

fmi2_status fmi2GetRealStatus(void *component, fmi2_status_kind kind, double *value) {
    if (kind != FMI2_LAST_SUCCESSFUL_TIME)
        return FMI2_DISCARD;
    *value = ((exported *)component)->t;
    return FMI2_OK;
}

fmi2_status fmi2GetBooleanStatus(void *component, fmi2_status_kind kind, int *value) {
    if (kind != FMI2_TERMINATED)
        return FMI2_DISCARD;
    *value = ((exported *)component)->phase == EXPORTED_ENDED;
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    return fmi2_say(component, exported_save(component, state));
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    return fmi2_say(component, exported_restore(component, state));
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    if (state) {
        exported_free_state(component, *state);
        *state = NULL;
    }
    return FMI2_OK;
}

fmi2_status fmi2GetDirectionalDerivative(void *component, const unsigned unknowns[],
                                         size_t unknown_count, const unsigned knowns[],
                                         size_t known_count, const double seed[],
                                         double sensitivity[]) {
    exported *self = component;
    const unsigned m = (unsigned)self->inputs, all = m + (unsigned)self->outputs;
    if (self->continuous)
        return fmi2_exchange_direction(self, unknowns, unknown_count, knowns, known_count, seed,
                                       sensitivity);
    for (size_t i = 0; i < unknown_count; i++) {
        sensitivity[i] = 0.0;
        for (size_t k = 0; k < known_count; k++) {
            double value;
            if (unknowns[i] < m || unknowns[i] >= all || knowns[k] >= all)
                return fmi2_refuse(self, "there is no such derivative");
            const mr_status status =
                exported_derivative(self, (int)(unknowns[i] - m), (int)knowns[k], &value);
            if (status != MR_OK)
                return fmi2_say(self, status);
            sensitivity[i] += value * seed[k];
        }
    }
    return FMI2_OK;
}

/* --- what there is nothing of --- */

#define NOTHING(name, arguments)                                                                   \
    EXPORT fmi2_status fmi2##name arguments;                                                       \
    fmi2_status fmi2##name arguments
#define NO_VALUES(name, type)                                                                      \
    NOTHING(name, (void *component, const unsigned references[], size_t count, type values[])) {   \
        (void)references;                                                                          \
        (void)values;                                                                              \
        return count ? fmi2_refuse(component, "there are real variables only") : FMI2_OK;          \
    }
NO_VALUES(GetInteger, int)
NO_VALUES(GetBoolean, int)
NO_VALUES(GetString, const char *)
NO_VALUES(SetInteger, const int)
NO_VALUES(SetBoolean, const int)
NO_VALUES(SetString, const char *const)

NOTHING(SerializedFMUstateSize, (void *component, void *state, size_t *size)) {
    return fmi2_say(component, exported_state_size(component, state, size));
}

NOTHING(SerializeFMUstate, (void *component, void *state, char bytes[], size_t size)) {
    return fmi2_say(component, exported_write_state(component, state, bytes, size));
}

NOTHING(DeSerializeFMUstate, (void *component, const char bytes[], size_t size, void **state)) {
    return fmi2_say(component, exported_read_state(component, bytes, size, state));
}

NOTHING(GetStatus, (void *component, fmi2_status_kind kind, fmi2_status *value)) {
    (void)component;
    (void)kind;
    (void)value;
    return FMI2_DISCARD;
}

NOTHING(GetIntegerStatus, (void *component, fmi2_status_kind kind, int *value)) {
    (void)component;
    (void)kind;
    (void)value;
    return FMI2_DISCARD;
}

NOTHING(GetStringStatus, (void *component, fmi2_status_kind kind, const char **value)) {
    (void)component;
    (void)kind;
    (void)value;
    return FMI2_DISCARD;
}
