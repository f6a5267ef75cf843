/* the scribe, FMI 1.0, Co-Simulation and Model Exchange */
#include "scribe.h"

#include "fmi1.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer scribe_fmi##name arguments;
FMI1_BOTH(DECLARE)
FMI1_CO_SIMULATION(DECLARE)
FMI1_EXCHANGE(DECLARE)

void *scribe_fmiInstantiateSlave(const char *instance, const char *guid, const char *location,
                                 const char *mime_type, double timeout, char visible,
                                 char interactive, fmi1_callbacks callbacks, char logging) {
    const char *name = strrchr(location, '/');
    scribe_write("InstantiateSlave %s %s %s%s %s timeout %g visible %d interactive %d logging %d",
                 instance, guid, strncmp(location, "file:///", 8) == 0 ? "file:///" : "?",
                 name && strcmp(name, "/resources") == 0 ? "resources" : "", mime_type, timeout,
                 visible, interactive, logging);
    return callbacks.logger && callbacks.allocate && callbacks.free ? scribe_make() : NULL;
}

void *scribe_fmiInstantiateModel(const char *instance, const char *guid,
                                 fmi1_model_callbacks callbacks, char logging) {
    scribe_write("InstantiateModel %s %s logging %d", instance, guid, logging);
    return callbacks.logger && callbacks.allocate && callbacks.free ? scribe_make() : NULL;
}

void scribe_fmiFreeSlaveInstance(void *component) {
    scribe_write("FreeSlaveInstance");
    free(component);
}

void scribe_fmiFreeModelInstance(void *component) {
    scribe_write("FreeModelInstance");
    free(component);
}

fmi1_status scribe_fmiInitializeSlave(void *component, double start, char has_stop, double stop) {
    scribe_write("InitializeSlave start %g stop %d %g", start, has_stop, stop);
    ((scribe *)component)->t = start;
    return FMI1_OK;
}

fmi1_status scribe_fmiInitialize(void *component, char has_tolerance, double tolerance,
                                 fmi1_event_info *info) {
    scribe *s = component;
    scribe_write("Initialize tolerance %d %g", has_tolerance, tolerance);
    *info = (fmi1_event_info){.converged = !scribe_does(s, HABIT_ONCE_MORE)};
    if (scribe_does(s, HABIT_TIME_EVENT)) {
        info->has_next_event = 1;
        info->next_event = s->t + 0.25;
    }
    return FMI1_OK;
}

fmi1_status scribe_fmiEventUpdate(void *component, char intermediate, fmi1_event_info *info) {
    (void)component;
    scribe_write("EventUpdate %d", intermediate);
    *info = (fmi1_event_info){.converged = 1};
    return FMI1_OK;
}

#define PLAIN(name)                                                                                \
    fmi1_status scribe_fmi##name(void *component) {                                                \
        (void)component;                                                                           \
        scribe_write(#name);                                                                       \
        return FMI1_OK;                                                                            \
    }
PLAIN(Terminate)
PLAIN(TerminateSlave)
PLAIN(CancelStep)

fmi1_status scribe_fmiResetSlave(void *component) {
    scribe_write("ResetSlave");
    *(scribe *)component = (scribe){.x = {0.0, 1.0}};
    return FMI1_OK;
}

/* --- values --- */

#define KIND(name, type)                                                                           \
    fmi1_status scribe_fmiGet##name FMI1_ACCESS(type, ) {                                          \
        scribe_pairs("Get" #name, references, count, NULL, 0);                                     \
        for (size_t i = 0; i < count; i++)                                                         \
            values[i] = (type)scribe_value(component, references[i]);                              \
        return FMI1_OK;                                                                            \
    }                                                                                              \
    fmi1_status scribe_fmiSet##name FMI1_ACCESS(type, const) {                                     \
        double numbers[SCRIBE_MOST];                                                               \
        for (size_t i = 0; i < count && i < SCRIBE_MOST; i++) {                                    \
            numbers[i] = (double)values[i];                                                        \
            scribe_keep(component, references[i], numbers[i]);                                     \
        }                                                                                          \
        scribe_pairs("Set" #name, references, count, numbers, count);                              \
        return FMI1_OK;                                                                            \
    }
KIND(Real, double)
KIND(Integer, int)
KIND(Boolean, char)

fmi1_status scribe_fmiSetString(void *component, const unsigned references[], size_t count,
                                const char *const values[]) {
    (void)component;
    scribe_write("SetString %zu %u=%s", count, references[0], values[0]);
    return FMI1_OK;
}

fmi1_status scribe_fmiSetRealInputDerivatives(void *component, const unsigned references[],
                                              size_t count, const int orders[],
                                              const double values[]) {
    (void)component;
    for (size_t i = 0; i < count; i++)
        scribe_write("SetRealInputDerivatives %u order %d=%.9g", references[i], orders[i],
                     values[i]);
    return FMI1_OK;
}

fmi1_status scribe_fmiGetRealOutputDerivatives(void *component, const unsigned references[],
                                               size_t count, const int orders[], double values[]) {
    (void)component;
    for (size_t i = 0; i < count; i++) {
        scribe_write("GetRealOutputDerivatives %u order %d", references[i], orders[i]);
        values[i] = references[i] + 0.5;
    }
    return FMI1_OK;
}

/* --- steps --- */

fmi1_status scribe_fmiDoStep(void *component, double t, double h, char new_step) {
    scribe *s = component;
    scribe_write("DoStep %.9g %.9g %d", t, h, new_step);
    s->steps++;
    s->t = t + h;
    return FMI1_OK;
}

fmi1_status scribe_fmiGetRealStatus(void *component, fmi1_status_kind kind, double *value) {
    scribe_write("GetRealStatus %d", (int)kind);
    *value = ((const scribe *)component)->t;
    return FMI1_OK;
}

/* --- Model Exchange --- */

fmi1_status scribe_fmiCompletedIntegratorStep(void *component, char *event) {
    scribe_write("CompletedIntegratorStep");
    *event = scribe_does(component, HABIT_ASKS_FOR_EVENT);
    return FMI1_OK;
}

fmi1_status scribe_fmiSetTime(void *component, double t) {
    scribe_write("SetTime %.9g", t);
    ((scribe *)component)->t = t;
    return FMI1_OK;
}

fmi1_status scribe_fmiSetContinuousStates(void *component, const double x[], size_t count) {
    scribe_write("SetContinuousStates %.9g %.9g", x[0], x[1]);
    memcpy(((scribe *)component)->x, x, count * sizeof *x);
    return FMI1_OK;
}

fmi1_status scribe_fmiGetContinuousStates(void *component, double x[], size_t count) {
    scribe_write("GetContinuousStates %zu", count);
    memcpy(x, ((const scribe *)component)->x, count * sizeof *x);
    return FMI1_OK;
}

fmi1_status scribe_fmiGetDerivatives(void *component, double rates[], size_t count) {
    const scribe *s = component;
    scribe_write("GetDerivatives %zu", count);
    rates[0] = s->x[1];
    rates[1] = s->given[SCRIBE_U];
    return FMI1_OK;
}

/* nothing ever happens */
fmi1_status scribe_fmiGetEventIndicators(void *component, double indicators[], size_t count) {
    (void)component;
    scribe_write("GetEventIndicators %zu", count);
    for (size_t i = 0; i < count; i++)
        indicators[i] = 1.0;
    return FMI1_OK;
}

fmi1_status scribe_fmiGetNominalContinuousStates(void *component, double nominals[], size_t count) {
    (void)component;
    scribe_write("GetNominalContinuousStates %zu", count);
    for (size_t i = 0; i < count; i++)
        nominals[i] = 1.0;
    return FMI1_OK;
}
