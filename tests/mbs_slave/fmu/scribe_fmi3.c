/* the scribe, FMI 3.0, all three interface types. Clocks are told by their references. */
#include "scribe.h"

#include "fmi3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(DECLARE)
FMI3_OPTIONAL(DECLARE)
FMI3_EXCHANGE(DECLARE)

typedef struct scribe3 {
    scribe own;
    int asked[SCRIBE_MOST]; /* how often for the interval of a clock, or whether it ticks */
    void *environment;
    fmi3_intermediate_update *update;
} scribe3;

static scribe3 *make(void) {
    scribe3 *s = calloc(1, sizeof *s);
    if (s)
        s->own.x[1] = 1.0;
    return s;
}

static const char *kind_of(const char *resources) {
    const size_t length = resources ? strlen(resources) : 0;
    return length > 11 && strcmp(resources + length - 11, "/resources/") == 0 ? "/resources/" : "?";
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t intermediate_count,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate_update *update) {
    scribe_write("InstantiateCoSimulation %s %s %s visible %d logging %d events %d early %d "
                 "logger %d update %d",
                 name, token, kind_of(resources), visible, logging, event_mode, early_return,
                 logger != NULL, update != NULL);
    if (intermediate_count > 0)
        scribe_pairs("intermediate", intermediate, intermediate_count, NULL, 0);
    scribe3 *s = make();
    if (s) {
        s->environment = environment;
        s->update = update;
    }
    return s;
}

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger) {
    scribe_write("InstantiateModelExchange %s %s %s visible %d logging %d logger %d", name, token,
                 kind_of(resources), visible, logging, logger != NULL);
    return environment ? make() : NULL;
}

void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_logger *logger, fmi3_clock_update *update,
                                        fmi3_preemption *lock, fmi3_preemption *unlock) {
    scribe_write("InstantiateScheduledExecution %s %s %s visible %d logging %d logger %d", name,
                 token, kind_of(resources), visible, logging, logger != NULL);
    return environment && update && lock && unlock ? make() : NULL;
}

void fmi3FreeInstance(void *instance) {
    scribe_write("FreeInstance");
    free(instance);
}

fmi3_status fmi3SetDebugLogging(void *instance, bool on, size_t count,
                                const char *const categories[]) {
    (void)instance;
    scribe_write("SetDebugLogging %d %zu %s %s", on, count, count > 0 ? categories[0] : "",
                 count > 1 ? categories[1] : "");
    return FMI3_OK;
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    scribe_write("EnterInitializationMode tolerance %d %g start %g stop %d %g", has_tolerance,
                 tolerance, start, has_stop, stop);
    ((scribe *)instance)->t = start;
    return FMI3_OK;
}

#define PLAIN(name)                                                                                \
    fmi3_status fmi3##name(void *instance) {                                                       \
        (void)instance;                                                                            \
        scribe_write(#name);                                                                       \
        return FMI3_OK;                                                                            \
    }
PLAIN(ExitInitializationMode)
PLAIN(EnterConfigurationMode)
PLAIN(ExitConfigurationMode)
PLAIN(EnterEventMode)
PLAIN(EnterStepMode)
PLAIN(EnterContinuousTimeMode)
PLAIN(Terminate)

fmi3_status fmi3Reset(void *instance) {
    scribe3 *s = instance;
    scribe_write("Reset");
    s->own = (scribe){.x = {0.0, 1.0}, .done = s->own.done};
    memset(s->asked, 0, sizeof s->asked);
    return FMI3_OK;
}

/* --- values --- */

#define KIND(name, type)                                                                           \
    fmi3_status fmi3Get##name FMI3_ARRAY_ARGUMENTS(type) {                                         \
        scribe_pairs("Get" #name, references, count, NULL, 0);                                     \
        for (size_t i = 0; i < value_count; i++)                                                   \
            values[i] = (type)scribe_value(instance, references[i < count ? i : count - 1]);       \
        return FMI3_OK;                                                                            \
    }                                                                                              \
    fmi3_status fmi3Set##name FMI3_ARRAY_ARGUMENTS(const type) {                                   \
        double numbers[SCRIBE_MOST];                                                               \
        for (size_t i = 0; i < value_count && i < SCRIBE_MOST; i++)                                \
            numbers[i] = (double)values[i];                                                        \
        for (size_t i = 0; i < value_count && count == value_count; i++)                           \
            scribe_keep(instance, references[i], numbers[i]);                                      \
        scribe_pairs("Set" #name, references, count, numbers, value_count);                        \
        return FMI3_OK;                                                                            \
    }
KIND(Float64, double)
KIND(Float32, float)
KIND(Int32, int32_t)
KIND(Int64, int64_t)
KIND(UInt64, uint64_t)
KIND(Boolean, bool)

/* --- steps and states --- */

fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    scribe3 *s = instance;
    scribe_write("DoStep %.9g %.9g %d", t, h, no_return);
    *terminate = false;
    *event_needed = *early_return = scribe_does(&s->own, HABIT_EVENT_IN_STEP);
    if (*early_return)
        h *= 0.5;
    if (s->update) {
        bool return_early = true;
        double return_time = 0.0;
        s->update(s->environment, t + 0.25 * h, false, true, false, true, &return_early,
                  &return_time);
        scribe_write("between %.9g return %d", t + 0.5 * h, return_early);
        s->update(s->environment, t + 0.5 * h, true, true, false, true, &return_early,
                  &return_time);
    }
    s->own.steps++;
    s->own.x[0] += h * s->own.x[1] + 0.5 * h * h * s->own.given[SCRIBE_U];
    s->own.x[1] += h * s->own.given[SCRIBE_U];
    s->own.t = *last_time = t + h;
    return FMI3_OK;
}

fmi3_status fmi3GetFMUState(void *instance, void **state) {
    scribe_write("GetFMUState %s", *state ? "again" : "new");
    if (!*state)
        *state = malloc(sizeof(scribe3));
    memcpy(*state, instance, sizeof(scribe3));
    return FMI3_OK;
}

fmi3_status fmi3SetFMUState(void *instance, void *state) {
    scribe_write("SetFMUState");
    memcpy(instance, state, sizeof(scribe3));
    return FMI3_OK;
}

fmi3_status fmi3FreeFMUState(void *instance, void **state) {
    (void)instance;
    scribe_write("FreeFMUState");
    free(*state);
    *state = NULL;
    return FMI3_OK;
}

/* of unknown i by the known k: 10 i + k, and a quarter for each further element of the known */
fmi3_status fmi3GetDirectionalDerivative(void *instance, const uint32_t unknowns[],
                                         size_t unknown_count, const uint32_t knowns[],
                                         size_t known_count, const double seed[], size_t seed_count,
                                         double sensitivity[], size_t sensitivity_count) {
    (void)instance;
    char text[200] = "";
    double element = 0.0;
    for (size_t i = 0; i < seed_count && i < 8; i++) {
        strcat(text, seed[i] == 1.0 ? " 1" : seed[i] == 0.0 ? " 0" : " ?");
        element += seed[i] * (double)i;
    }
    scribe_write("GetDirectionalDerivative of %zu from %u (%zu) by %zu %u seed%s", unknown_count,
                 unknowns[0], sensitivity_count, known_count, knowns[0], text);
    for (size_t i = 0; i < sensitivity_count; i++)
        sensitivity[i] = 10.0 * unknowns[0] + knowns[0] + 0.25 * element;
    return FMI3_OK;
}

fmi3_status fmi3GetOutputDerivatives(void *instance, const uint32_t references[], size_t count,
                                     const int32_t orders[], double values[], size_t value_count) {
    (void)instance;
    for (size_t i = 0; i < count; i++)
        scribe_write("GetOutputDerivatives %u order %d", references[i], (int)orders[i]);
    for (size_t i = 0; i < value_count; i++)
        values[i] = references[0] + 0.5 + (double)i;
    return FMI3_OK;
}

/* --- events and clocks --- */

fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate, bool *nominals,
                                     bool *states, bool *has_next, double *next) {
    scribe *s = instance;
    scribe_write("UpdateDiscreteStates");
    *again = scribe_does(s, HABIT_ONCE_MORE);
    *nominals = scribe_does(s, HABIT_NEW_NOMINALS);
    *terminate = *states = false;
    *has_next = scribe_does(s, HABIT_TIME_EVENT);
    *next = *has_next ? s->t + 0.25 : 0.0;
    return FMI3_OK;
}

fmi3_status fmi3SetClock(void *instance, const uint32_t references[], size_t count,
                         const bool values[]) {
    (void)instance;
    for (size_t i = 0; i < count; i++)
        scribe_write("SetClock %u=%d", references[i], values[i]);
    return FMI3_OK;
}

/* it ticks when it is asked for the first time */
fmi3_status fmi3GetClock(void *instance, const uint32_t references[], size_t count, bool values[]) {
    scribe3 *s = instance;
    for (size_t i = 0; i < count; i++) {
        scribe_write("GetClock %u", references[i]);
        values[i] = s->asked[references[i]]++ == 0;
    }
    return FMI3_OK;
}

/* what the clock of the reference 40 + i tells at first, then, and so on; the last one stays */
static const struct {
    double interval;
    int qualifier; /* 0: not known yet, 1: as before, 2: changed */
} clocks[][4] = {
    {{0.25, 2}, {0.25, 2}, {0.25, 2}, {0.25, 2}}, /* 40 */
    {{0.25, 2}, {0.5, 2}, {7.0, 1}, {7.0, 0}},    /* 41 */
    {{0.125, 2}, {7.0, 1}, {7.0, 0}, {7.0, 0}},   /* 42 */
    {{0.0, 2}, {7.0, 0}, {7.0, 0}, {7.0, 0}},     /* 43 */
    {{-1.0, 2}, {7.0, 0}, {7.0, 0}, {7.0, 0}},    /* 44 */
    {{NAN, 2}, {7.0, 0}, {7.0, 0}, {7.0, 0}},     /* 45 */
    {{7.0, 0}, {7.0, 0}, {7.0, 0}, {7.0, 0}},     /* 46 */
    {{INFINITY, 2}, {7.0, 0}, {7.0, 0}, {7.0, 0}} /* 47 */
};

fmi3_status fmi3GetIntervalDecimal(void *instance, const uint32_t references[], size_t count,
                                   double intervals[], int qualifiers[]) {
    scribe3 *s = instance;
    for (size_t i = 0; i < count; i++) {
        scribe_write("GetIntervalDecimal %u", references[i]);
        const int asked = s->asked[references[i]]++;
        const int at = asked < 4 ? asked : 3;
        intervals[i] = clocks[references[i] - 40][at].interval;
        qualifiers[i] = clocks[references[i] - 40][at].qualifier;
    }
    return FMI3_OK;
}

fmi3_status fmi3GetShiftDecimal(void *instance, const uint32_t references[], size_t count,
                                double shifts[]) {
    (void)instance;
    for (size_t i = 0; i < count; i++) {
        scribe_write("GetShiftDecimal %u", references[i]);
        shifts[i] = 0.125;
    }
    return FMI3_OK;
}

fmi3_status fmi3ActivateModelPartition(void *instance, uint32_t clock, double t) {
    scribe_write("ActivateModelPartition %u %.9g", clock, t);
    ((scribe *)instance)->steps++;
    return clock == 49 && scribe_does(instance, HABIT_FAILS_ONCE) ? FMI3_ERROR : FMI3_OK;
}

/* --- Model Exchange --- */

fmi3_status fmi3GetNumberOfContinuousStates(void *instance, size_t *count) {
    (void)instance;
    scribe_write("GetNumberOfContinuousStates");
    *count = 2;
    return FMI3_OK;
}

fmi3_status fmi3GetNumberOfEventIndicators(void *instance, size_t *count) {
    (void)instance;
    scribe_write("GetNumberOfEventIndicators");
    *count = 1;
    return FMI3_OK;
}

fmi3_status fmi3CompletedIntegratorStep(void *instance, bool no_return, bool *event,
                                        bool *terminate) {
    scribe_write("CompletedIntegratorStep %d", no_return);
    *event = scribe_does(instance, HABIT_ASKS_FOR_EVENT);
    *terminate = false;
    return FMI3_OK;
}

fmi3_status fmi3SetTime(void *instance, double t) {
    scribe_write("SetTime %.9g", t);
    ((scribe *)instance)->t = t;
    return FMI3_OK;
}

fmi3_status fmi3SetContinuousStates(void *instance, const double x[], size_t count) {
    scribe_write("SetContinuousStates %.9g %.9g", x[0], x[1]);
    memcpy(((scribe *)instance)->x, x, count * sizeof *x);
    return FMI3_OK;
}

fmi3_status fmi3GetContinuousStates(void *instance, double x[], size_t count) {
    scribe_write("GetContinuousStates %zu", count);
    memcpy(x, ((const scribe *)instance)->x, count * sizeof *x);
    return FMI3_OK;
}

fmi3_status fmi3GetContinuousStateDerivatives(void *instance, double rates[], size_t count) {
    const scribe *s = instance;
    scribe_write("GetContinuousStateDerivatives %zu", count);
    rates[0] = s->x[1];
    rates[1] = s->given[SCRIBE_U];
    return FMI3_OK;
}

/* nothing ever happens */
fmi3_status fmi3GetEventIndicators(void *instance, double indicators[], size_t count) {
    (void)instance;
    scribe_write("GetEventIndicators %zu", count);
    for (size_t i = 0; i < count; i++)
        indicators[i] = 1.0;
    return FMI3_OK;
}

fmi3_status fmi3GetNominalsOfContinuousStates(void *instance, double nominals[], size_t count) {
    (void)instance;
    scribe_write("GetNominalsOfContinuousStates %zu", count);
    for (size_t i = 0; i < count; i++)
        nominals[i] = 1.0;
    return FMI3_OK;
}
