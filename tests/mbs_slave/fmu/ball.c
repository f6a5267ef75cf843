/* a test FMU for Model Exchange, FMI 2.0 and 3.0: a ball that falls with h'' = F - g and bounces
 * with v → -e v at h = 0 (state event), and a counter of whole half seconds (time events).
 * References: 0 F, 1 h, 2 v, 3 a, 4 e, 5 count, 6 gear (discrete input), 7 gear as it was seen,
 * 8 one more force (FMI 3.0, of 32 bits). */
#include "fmi2.h"
#include "fmi3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                            __attribute__((visibility("default")))
#define DECLARE2(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE2)
FMI2_OPTIONAL(DECLARE2)
FMI2_EXCHANGE(DECLARE2)
#define DECLARE3(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(DECLARE3)
FMI3_OPTIONAL(DECLARE3)
FMI3_EXCHANGE(DECLARE3)

typedef struct ball {
    double t, h, v, F, e;
    float push;
    int count, gear, gear_seen;
    bool in_events, bounced;
} ball;

static ball *make(const char *token) {
    ball *b = strcmp(token, "ball") == 0 ? calloc(1, sizeof *b) : NULL;
    if (b) {
        b->h = 1.0;
        b->e = 0.7;
    }
    return b;
}

static double rate(const ball *b, int i) {
    return i == 0 ? b->v : b->F + (double)b->push - 9.81;
}

/* one round of the event iteration; true: one more, please */
static bool update(ball *b, double *next) {
    bool changed = false;
    if (b->h <= 0.0 && b->v < 0.0) {
        b->h = 0.0;
        b->v = -b->e * b->v;
        changed = true;
    }
    b->count = (int)floor(2.0 * b->t + 1e-9);
    b->gear_seen = b->gear;
    *next = 0.5 * (b->count + 1);
    return changed;
}

static int get_real(const ball *b, unsigned reference, double *value) {
    const double all[] = {b->F, b->h, b->v, rate(b, 1), b->e};
    if (reference > 4)
        return 0;
    *value = all[reference];
    return 1;
}

static int set_real(ball *b, unsigned reference, double value) {
    if (reference == 0)
        b->F = value;
    else if (reference == 4)
        b->e = value;
    else
        return 0;
    return 1;
}

/* the discrete input changes in event mode, or before the start */
static int set_gear(ball *b, unsigned reference, int value) {
    if (reference != 6 || !b->in_events)
        return 0;
    b->gear = value;
    return 1;
}

static void *copy_of(const ball *b, void *memory) {
    if (!memory)
        memory = malloc(sizeof *b);
    if (memory)
        memcpy(memory, b, sizeof *b);
    return memory;
}

/* --- FMI 2.0 --- */

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)instance;
    (void)resources;
    (void)callbacks;
    (void)visible;
    (void)logging;
    return type == FMI2_MODEL_EXCHANGE ? make(guid) : NULL;
}

void fmi2FreeInstance(void *component) {
    free(component);
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    ((ball *)component)->t = start;
    return FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    ((ball *)component)->in_events = true;
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2EnterEventMode(void *component) {
    ((ball *)component)->in_events = true;
    return FMI2_OK;
}

fmi2_status fmi2EnterContinuousTimeMode(void *component) {
    ((ball *)component)->in_events = false;
    return FMI2_OK;
}

fmi2_status fmi2NewDiscreteStates(void *component, fmi2_event_info *info) {
    *info = (fmi2_event_info){.has_next_event = 1};
    info->again = update(component, &info->next_event);
    return ((ball *)component)->in_events ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2CompletedIntegratorStep(void *component, int no_return, int *event,
                                        int *terminate) {
    (void)component;
    (void)no_return;
    *event = *terminate = 0;
    return FMI2_OK;
}

fmi2_status fmi2SetTime(void *component, double t) {
    ((ball *)component)->t = t;
    return FMI2_OK;
}

fmi2_status fmi2SetContinuousStates(void *component, const double x[], size_t count) {
    ball *b = component;
    b->h = x[0];
    b->v = x[1];
    return count == 2 && !b->in_events ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetContinuousStates(void *component, double x[], size_t count) {
    x[0] = ((ball *)component)->h;
    x[1] = ((ball *)component)->v;
    return count == 2 ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetDerivatives(void *component, double rates[], size_t count) {
    rates[0] = rate(component, 0);
    rates[1] = rate(component, 1);
    return count == 2 ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetEventIndicators(void *component, double indicators[], size_t count) {
    indicators[0] = ((ball *)component)->h;
    return count == 1 ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    for (size_t i = 0; i < count; i++)
        if (!get_real(component, references[i], &values[i]))
            return FMI2_ERROR;
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    for (size_t i = 0; i < count; i++)
        if (!set_real(component, references[i], values[i]))
            return FMI2_ERROR;
    return FMI2_OK;
}

fmi2_status fmi2GetInteger(void *component, const unsigned references[], size_t count,
                           int values[]) {
    const ball *b = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 5 ? b->count : b->gear_seen;
    return FMI2_OK;
}

fmi2_status fmi2SetInteger(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    for (size_t i = 0; i < count; i++)
        if (!set_gear(component, references[i], values[i]))
            return FMI2_ERROR;
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    *state = copy_of(component, *state);
    return *state ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    memcpy(component, state, sizeof(ball));
    return FMI2_OK;
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    (void)component;
    free(*state);
    *state = NULL;
    return FMI2_OK;
}

/* --- FMI 3.0 --- */

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger) {
    (void)name;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)environment;
    (void)logger;
    return make(token);
}

void fmi3FreeInstance(void *instance) {
    free(instance);
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    ((ball *)instance)->t = start;
    ((ball *)instance)->in_events = true;
    return FMI3_OK;
}

fmi3_status fmi3ExitInitializationMode(void *instance) {
    (void)instance;
    return FMI3_OK;
}

fmi3_status fmi3EnterEventMode(void *instance) {
    return fmi2EnterEventMode(instance) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3EnterContinuousTimeMode(void *instance) {
    return fmi2EnterContinuousTimeMode(instance) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate,
                                     bool *nominals_changed, bool *states_changed,
                                     bool *has_next_event, double *next_event) {
    *again = update(instance, next_event);
    *terminate = *nominals_changed = *states_changed = false;
    *has_next_event = true;
    return FMI3_OK;
}

fmi3_status fmi3CompletedIntegratorStep(void *instance, bool no_return, bool *event,
                                        bool *terminate) {
    (void)instance;
    (void)no_return;
    *event = *terminate = false;
    return FMI3_OK;
}

fmi3_status fmi3SetTime(void *instance, double t) {
    ((ball *)instance)->t = t;
    return FMI3_OK;
}

fmi3_status fmi3SetContinuousStates(void *instance, const double x[], size_t count) {
    return fmi2SetContinuousStates(instance, x, count) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3GetContinuousStates(void *instance, double x[], size_t count) {
    return fmi2GetContinuousStates(instance, x, count) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3GetContinuousStateDerivatives(void *instance, double rates[], size_t count) {
    return fmi2GetDerivatives(instance, rates, count) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3GetEventIndicators(void *instance, double indicators[], size_t count) {
    return fmi2GetEventIndicators(instance, indicators, count) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3GetNumberOfContinuousStates(void *instance, size_t *count) {
    (void)instance;
    *count = 2;
    return FMI3_OK;
}

fmi3_status fmi3GetNumberOfEventIndicators(void *instance, size_t *count) {
    (void)instance;
    *count = 1;
    return FMI3_OK;
}

fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    return value_count == count && fmi2GetReal(instance, references, count, values) == FMI2_OK
               ? FMI3_OK
               : FMI3_ERROR;
}

fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    return value_count == count && fmi2SetReal(instance, references, count, values) == FMI2_OK
               ? FMI3_OK
               : FMI3_ERROR;
}

fmi3_status fmi3SetFloat32(void *instance, const uint32_t references[], size_t count,
                           const float values[], size_t value_count) {
    if (count != 1 || value_count != 1 || references[0] != 8)
        return FMI3_ERROR;
    ((ball *)instance)->push = values[0];
    return FMI3_OK;
}

fmi3_status fmi3GetInt32(void *instance, const uint32_t references[], size_t count,
                         int32_t values[], size_t value_count) {
    return value_count == count && fmi2GetInteger(instance, references, count, values) == FMI2_OK
               ? FMI3_OK
               : FMI3_ERROR;
}

fmi3_status fmi3SetInt32(void *instance, const uint32_t references[], size_t count,
                         const int32_t values[], size_t value_count) {
    return value_count == count && fmi2SetInteger(instance, references, count, values) == FMI2_OK
               ? FMI3_OK
               : FMI3_ERROR;
}

fmi3_status fmi3GetFMUState(void *instance, void **state) {
    return fmi2GetFMUstate(instance, state) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3SetFMUState(void *instance, void *state) {
    return fmi2SetFMUstate(instance, state) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3FreeFMUState(void *instance, void **state) {
    return fmi2FreeFMUstate(instance, state) == FMI2_OK ? FMI3_OK : FMI3_ERROR;
}
