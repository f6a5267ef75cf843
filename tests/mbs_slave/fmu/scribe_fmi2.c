/* the scribe, FMI 2.0, Co-Simulation and Model Exchange */
#include "scribe.h"

#include "fmi2.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE)
FMI2_OPTIONAL(DECLARE)
FMI2_EXCHANGE(DECLARE)

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    scribe_write("Instantiate %s %s %s %s visible %d logging %d", instance,
                 type == FMI2_CO_SIMULATION ? "cs" : "me", guid,
                 resources && strncmp(resources, "file:///", 8) == 0 ? "file:///" : "?", visible,
                 logging);
    return callbacks->environment && callbacks->logger ? scribe_make() : NULL;
}

void fmi2FreeInstance(void *component) {
    scribe_write("FreeInstance");
    free(component);
}

fmi2_status fmi2SetDebugLogging(void *component, int on, size_t count,
                                const char *const categories[]) {
    (void)component;
    scribe_write("SetDebugLogging %d %zu %s %s", on, count, count > 0 ? categories[0] : "",
                 count > 1 ? categories[1] : "");
    return FMI2_OK;
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    scribe_write("SetupExperiment tolerance %d %g start %g stop %d %g", has_tolerance, tolerance,
                 start, has_stop, stop);
    ((scribe *)component)->t = start;
    return FMI2_OK;
}

#define PLAIN(name)                                                                                \
    fmi2_status fmi2##name(void *component) {                                                      \
        (void)component;                                                                           \
        scribe_write(#name);                                                                       \
        return FMI2_OK;                                                                            \
    }
PLAIN(EnterInitializationMode)
PLAIN(ExitInitializationMode)
PLAIN(Terminate)
PLAIN(CancelStep)
PLAIN(EnterEventMode)
PLAIN(EnterContinuousTimeMode)

fmi2_status fmi2Reset(void *component) {
    scribe_write("Reset");
    *(scribe *)component = (scribe){.x = {0.0, 1.0}};
    return FMI2_OK;
}

/* --- values --- */

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    scribe_pairs("GetReal", references, count, NULL, 0);
    for (size_t i = 0; i < count; i++)
        values[i] = scribe_value(component, references[i]);
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    scribe_pairs("SetReal", references, count, values, count);
    for (size_t i = 0; i < count; i++)
        scribe_keep(component, references[i], values[i]);
    return FMI2_OK;
}

static fmi2_status get(const char *name, void *component, const unsigned references[], size_t count,
                       int values[]) {
    scribe_pairs(name, references, count, NULL, 0);
    for (size_t i = 0; i < count; i++)
        values[i] = (int)scribe_value(component, references[i]);
    return FMI2_OK;
}

static fmi2_status set(const char *name, void *component, const unsigned references[], size_t count,
                       const int values[]) {
    double numbers[SCRIBE_MOST];
    for (size_t i = 0; i < count && i < SCRIBE_MOST; i++) {
        numbers[i] = values[i];
        scribe_keep(component, references[i], values[i]);
    }
    scribe_pairs(name, references, count, numbers, count);
    return FMI2_OK;
}

#define WHOLE(kind)                                                                                \
    fmi2_status fmi2Get##kind(void *component, const unsigned references[], size_t count,          \
                              int values[]) {                                                      \
        return get("Get" #kind, component, references, count, values);                             \
    }                                                                                              \
    fmi2_status fmi2Set##kind(void *component, const unsigned references[], size_t count,          \
                              const int values[]) {                                                \
        return set("Set" #kind, component, references, count, values);                             \
    }
WHOLE(Integer)
WHOLE(Boolean)

fmi2_status fmi2SetString(void *component, const unsigned references[], size_t count,
                          const char *const values[]) {
    (void)component;
    scribe_write("SetString %zu %u=%s", count, references[0], values[0]);
    return FMI2_OK;
}

fmi2_status fmi2GetString(void *component, const unsigned references[], size_t count,
                          const char *values[]) {
    (void)component;
    scribe_write("GetString %zu %u", count, references[0]);
    values[0] = "text";
    return FMI2_OK;
}

/* --- rates and derivatives --- */

fmi2_status fmi2SetRealInputDerivatives(void *component, const unsigned references[], size_t count,
                                        const int orders[], const double values[]) {
    (void)component;
    for (size_t i = 0; i < count; i++)
        scribe_write("SetRealInputDerivatives %u order %d=%.9g", references[i], orders[i],
                     values[i]);
    return FMI2_OK;
}

fmi2_status fmi2GetRealOutputDerivatives(void *component, const unsigned references[], size_t count,
                                         const int orders[], double values[]) {
    (void)component;
    for (size_t i = 0; i < count; i++) {
        scribe_write("GetRealOutputDerivatives %u order %d", references[i], orders[i]);
        values[i] = references[i] + 0.5;
    }
    return FMI2_OK;
}

/* of unknown i by the known k: 10 i + k */
fmi2_status fmi2GetDirectionalDerivative(void *component, const unsigned unknowns[],
                                         size_t unknown_count, const unsigned knowns[],
                                         size_t known_count, const double seed[],
                                         double sensitivity[]) {
    (void)component;
    scribe_write("GetDirectionalDerivative of %zu from %u by %zu %u seed %g", unknown_count,
                 unknowns[0], known_count, knowns[0], seed[0]);
    for (size_t i = 0; i < unknown_count; i++)
        sensitivity[i] = (10.0 * unknowns[i] + knowns[0]) * seed[0];
    return FMI2_OK;
}

/* --- steps and states --- */

fmi2_status fmi2DoStep(void *component, double t, double h, int no_return) {
    scribe *s = component;
    scribe_write("DoStep %.9g %.9g %d", t, h, no_return);
    s->steps++;
    s->x[0] += h * s->x[1] + 0.5 * h * h * s->given[SCRIBE_U];
    s->x[1] += h * s->given[SCRIBE_U];
    s->t = t + h;
    return FMI2_OK;
}

fmi2_status fmi2GetRealStatus(void *component, fmi2_status_kind kind, double *value) {
    scribe_write("GetRealStatus %d", (int)kind);
    *value = ((const scribe *)component)->t;
    return FMI2_OK;
}

fmi2_status fmi2GetBooleanStatus(void *component, fmi2_status_kind kind, int *value) {
    (void)component;
    scribe_write("GetBooleanStatus %d", (int)kind);
    *value = 0;
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    scribe_write("GetFMUstate %s", *state ? "again" : "new");
    if (!*state)
        *state = malloc(sizeof(scribe));
    memcpy(*state, component, sizeof(scribe));
    return FMI2_OK;
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    scribe_write("SetFMUstate");
    memcpy(component, state, sizeof(scribe));
    return FMI2_OK;
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    (void)component;
    scribe_write("FreeFMUstate");
    free(*state);
    *state = NULL;
    return FMI2_OK;
}

/* --- Model Exchange --- */

fmi2_status fmi2NewDiscreteStates(void *component, fmi2_event_info *info) {
    scribe *s = component;
    scribe_write("NewDiscreteStates");
    *info = (fmi2_event_info){.again = scribe_does(s, HABIT_ONCE_MORE),
                              .nominals_changed = scribe_does(s, HABIT_NEW_NOMINALS)};
    if (scribe_does(s, HABIT_TIME_EVENT)) {
        info->has_next_event = 1;
        info->next_event = s->t + 0.25;
    }
    return FMI2_OK;
}

fmi2_status fmi2CompletedIntegratorStep(void *component, int no_return, int *event,
                                        int *terminate) {
    scribe_write("CompletedIntegratorStep %d", no_return);
    *event = scribe_does(component, HABIT_ASKS_FOR_EVENT);
    *terminate = 0;
    return FMI2_OK;
}

fmi2_status fmi2SetTime(void *component, double t) {
    scribe_write("SetTime %.9g", t);
    ((scribe *)component)->t = t;
    return FMI2_OK;
}

fmi2_status fmi2SetContinuousStates(void *component, const double x[], size_t count) {
    scribe_write("SetContinuousStates %.9g %.9g", x[0], x[1]);
    memcpy(((scribe *)component)->x, x, count * sizeof *x);
    return FMI2_OK;
}

fmi2_status fmi2GetContinuousStates(void *component, double x[], size_t count) {
    scribe_write("GetContinuousStates %zu", count);
    memcpy(x, ((const scribe *)component)->x, count * sizeof *x);
    return FMI2_OK;
}

fmi2_status fmi2GetDerivatives(void *component, double rates[], size_t count) {
    const scribe *s = component;
    scribe_write("GetDerivatives %zu", count);
    rates[0] = s->x[1];
    rates[1] = s->given[SCRIBE_U];
    return FMI2_OK;
}

fmi2_status fmi2GetEventIndicators(void *component, double indicators[], size_t count) {
    scribe_write("GetEventIndicators %zu", count);
    for (size_t i = 0; i < count; i++)
        indicators[i] = ((const scribe *)component)->x[0] - 0.5;
    return FMI2_OK;
}

fmi2_status fmi2GetNominalsOfContinuousStates(void *component, double nominals[], size_t count) {
    (void)component;
    scribe_write("GetNominalsOfContinuousStates %zu", count);
    for (size_t i = 0; i < count; i++)
        nominals[i] = 1.0;
    return FMI2_OK;
}
