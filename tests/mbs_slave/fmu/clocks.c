/* an FMU with clocks, FMI 3.0, for Model Exchange, Co-Simulation with event mode and Scheduled
 * Execution. It is strict: values of clocks may be touched while one of them ticks only, and
 * discrete inputs in event mode only.
 *
 * sample (every `interval` s from 0.05 s on) takes the input u into y and counts n; where y is
 * above 0.5 for the first time, alarm ticks and later ticks 0.03 s after that, which notes its time
 * in z. hit is triggered from outside: it adds the input w to sum. x' = u. */
#include "fmi3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(DECLARE)
FMI3_EXCHANGE(DECLARE)

enum { U = 1, W, X, DX, Y, N, Z, SUM, SAMPLE = 20, ALARM, LATER, HIT };

typedef enum mode { START, EVENT, STEP, SCHEDULED } mode;

typedef struct clocks {
    mode mode;
    bool scheduled, exchange;
    double t, u, x, y, z;
    int w, n, sum;
    bool ticks[4]; /* of SAMPLE … HIT */
    bool alarmed, counting;
    double ends;
} clocks;

static void *make(const char *token) {
    return strcmp(token, "clocks") == 0 ? calloc(1, sizeof(clocks)) : NULL;
}

EXPORT void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                         bool visible, bool logging, bool event_mode,
                                         bool early_return, const uint32_t intermediate[],
                                         size_t intermediate_count, void *environment,
                                         fmi3_logger *logger, fmi3_intermediate_update *update);
void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t intermediate_count,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate_update *update) {
    (void)name, (void)resources, (void)visible, (void)logging, (void)early_return,
        (void)intermediate, (void)intermediate_count, (void)environment, (void)logger, (void)update;
    return event_mode ? make(token) : NULL;
}

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger) {
    (void)name, (void)resources, (void)visible, (void)logging, (void)environment, (void)logger;
    clocks *c = make(token);
    if (c)
        c->exchange = true;
    return c;
}

EXPORT void *fmi3InstantiateScheduledExecution(const char *name, const char *token,
                                               const char *resources, bool visible, bool logging,
                                               void *environment, fmi3_logger *logger,
                                               fmi3_clock_update *update, fmi3_preemption *lock,
                                               fmi3_preemption *unlock);
void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_logger *logger, fmi3_clock_update *update,
                                        fmi3_preemption *lock, fmi3_preemption *unlock) {
    (void)name, (void)resources, (void)visible, (void)logging, (void)environment, (void)logger;
    clocks *c = update && lock && unlock ? make(token) : NULL;
    if (c)
        c->scheduled = true;
    return c;
}

void fmi3FreeInstance(void *instance) {
    free(instance);
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    clocks *c = instance;
    c->t = start;
    return FMI3_OK;
}

fmi3_status fmi3ExitInitializationMode(void *instance) {
    clocks *c = instance;
    c->mode = c->scheduled ? SCHEDULED : EVENT;
    return FMI3_OK;
}

static fmi3_status enter(clocks *c, mode from, mode to) {
    if (c->mode != from)
        return FMI3_ERROR;
    c->mode = to;
    memset(c->ticks, 0, sizeof c->ticks);
    return FMI3_OK;
}

#define ENTER(name, from, to)                                                                      \
    EXPORT fmi3_status fmi3##name(void *instance);                                                 \
    fmi3_status fmi3##name(void *instance) {                                                       \
        return enter(instance, from, to);                                                          \
    }
ENTER(EnterEventMode, STEP, EVENT)
ENTER(EnterStepMode, EVENT, STEP)

fmi3_status fmi3EnterContinuousTimeMode(void *instance) {
    return enter(instance, EVENT, STEP);
}

EXPORT fmi3_status fmi3Terminate(void *instance);
fmi3_status fmi3Terminate(void *instance) {
    (void)instance;
    return FMI3_OK;
}

/* --- what happens at ticks --- */

static void sample(clocks *c) {
    c->y = c->u;
    c->n++;
    if (c->y > 0.5 && !c->alarmed) {
        c->alarmed = c->counting = c->ticks[ALARM - SAMPLE] = true;
        c->ends = c->t + 0.03;
    }
}

EXPORT fmi3_status fmi3SetClock(void *instance, const uint32_t references[], size_t count,
                                const bool values[]);
fmi3_status fmi3SetClock(void *instance, const uint32_t references[], size_t count,
                         const bool values[]) {
    clocks *c = instance;
    for (size_t i = 0; i < count; i++) {
        if (c->mode != EVENT || references[i] < SAMPLE || references[i] > HIT ||
            references[i] == ALARM || !values[i])
            return FMI3_ERROR;
        c->ticks[references[i] - SAMPLE] = true;
        if (references[i] == SAMPLE)
            sample(c);
        if (references[i] == LATER)
            c->z = c->t;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3GetClock(void *instance, const uint32_t references[], size_t count,
                                bool values[]);
fmi3_status fmi3GetClock(void *instance, const uint32_t references[], size_t count, bool values[]) {
    clocks *c = instance;
    for (size_t i = 0; i < count; i++) {
        if ((c->mode != EVENT && c->mode != SCHEDULED) || references[i] != ALARM)
            return FMI3_ERROR;
        values[i] = c->ticks[ALARM - SAMPLE];
        c->ticks[ALARM - SAMPLE] = false;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3GetIntervalDecimal(void *instance, const uint32_t references[], size_t count,
                                          double intervals[], int qualifiers[]);
fmi3_status fmi3GetIntervalDecimal(void *instance, const uint32_t references[], size_t count,
                                   double intervals[], int qualifiers[]) {
    clocks *c = instance;
    for (size_t i = 0; i < count; i++) {
        if (references[i] != LATER)
            return FMI3_ERROR;
        qualifiers[i] = c->counting ? 2 : c->alarmed ? 1 : 0;
        intervals[i] = c->ends - c->t;
        c->counting = false;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3ActivateModelPartition(void *instance, uint32_t clock, double t);
fmi3_status fmi3ActivateModelPartition(void *instance, uint32_t clock, double t) {
    clocks *c = instance;
    if (c->mode != SCHEDULED || t < c->t)
        return FMI3_ERROR;
    memset(c->ticks, 0, sizeof c->ticks);
    c->t = t;
    c->ticks[clock - SAMPLE] = true;
    if (clock == SAMPLE)
        sample(c);
    else if (clock == LATER)
        c->z = t;
    else if (clock == HIT)
        c->sum += c->w;
    else
        return FMI3_ERROR;
    return FMI3_OK;
}

EXPORT fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate,
                                            bool *nominals, bool *states, bool *has_next,
                                            double *next);
fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate, bool *nominals,
                                     bool *states, bool *has_next, double *next) {
    clocks *c = instance;
    if (c->mode != EVENT)
        return FMI3_ERROR;
    if (c->ticks[HIT - SAMPLE])
        c->sum += c->w;
    memset(c->ticks, 0, sizeof c->ticks);
    *again = *terminate = *nominals = *states = *has_next = false;
    *next = 0.0;
    return FMI3_OK;
}

/* --- values --- */

/* sum is no clock's; y and n are the sample's, z is later's */
static bool may_touch(const clocks *c, uint32_t reference) {
    if (c->mode == START)
        return true;
    if (reference == Y || reference == N)
        return c->ticks[SAMPLE - SAMPLE];
    if (reference == Z)
        return c->ticks[LATER - SAMPLE];
    if (reference == W)
        return c->ticks[HIT - SAMPLE] || c->mode == SCHEDULED;
    return true;
}

EXPORT fmi3_status fmi3GetFloat64 FMI3_ARRAY_ARGUMENTS(double);
fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    const clocks *c = instance;
    (void)value_count;
    for (size_t i = 0; i < count; i++) {
        if (!may_touch(c, references[i]))
            return FMI3_ERROR;
        values[i] = references[i] == U    ? c->u
                    : references[i] == X  ? c->x
                    : references[i] == DX ? c->u
                    : references[i] == Y  ? c->y
                                          : c->z;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3SetFloat64 FMI3_ARRAY_ARGUMENTS(const double);
fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    clocks *c = instance;
    (void)value_count;
    for (size_t i = 0; i < count; i++) {
        if (references[i] != U)
            return FMI3_ERROR;
        c->u = values[i];
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3GetInt32 FMI3_ARRAY_ARGUMENTS(int32_t);
fmi3_status fmi3GetInt32(void *instance, const uint32_t references[], size_t count,
                         int32_t values[], size_t value_count) {
    const clocks *c = instance;
    (void)value_count;
    for (size_t i = 0; i < count; i++) {
        if (!may_touch(c, references[i]))
            return FMI3_ERROR;
        values[i] = references[i] == N ? c->n : references[i] == W ? c->w : c->sum;
    }
    return FMI3_OK;
}

EXPORT fmi3_status fmi3SetInt32 FMI3_ARRAY_ARGUMENTS(const int32_t);
fmi3_status fmi3SetInt32(void *instance, const uint32_t references[], size_t count,
                         const int32_t values[], size_t value_count) {
    clocks *c = instance;
    (void)value_count;
    for (size_t i = 0; i < count; i++) {
        if (references[i] != W || !may_touch(c, W))
            return FMI3_ERROR;
        c->w = values[i];
    }
    return FMI3_OK;
}

/* --- time --- */

EXPORT fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return,
                              bool *event_needed, bool *terminate, bool *early_return,
                              double *last_time);
fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    clocks *c = instance;
    (void)no_return;
    if (c->mode != STEP || fabs(t - c->t) > 1e-12)
        return FMI3_ERROR;
    c->x += c->u * h;
    c->t = *last_time = t + h;
    *event_needed = *terminate = *early_return = false;
    return FMI3_OK;
}

fmi3_status fmi3SetTime(void *instance, double t) {
    ((clocks *)instance)->t = t;
    return FMI3_OK;
}

fmi3_status fmi3CompletedIntegratorStep(void *instance, bool no_return, bool *event,
                                        bool *terminate) {
    (void)instance, (void)no_return;
    *event = *terminate = false;
    return FMI3_OK;
}

fmi3_status fmi3SetContinuousStates(void *instance, const double x[], size_t count) {
    (void)count;
    ((clocks *)instance)->x = x[0];
    return FMI3_OK;
}

fmi3_status fmi3GetContinuousStates(void *instance, double x[], size_t count) {
    (void)count;
    x[0] = ((const clocks *)instance)->x;
    return FMI3_OK;
}

fmi3_status fmi3GetContinuousStateDerivatives(void *instance, double rates[], size_t count) {
    (void)count;
    rates[0] = ((const clocks *)instance)->u;
    return FMI3_OK;
}

fmi3_status fmi3GetEventIndicators(void *instance, double indicators[], size_t count) {
    (void)instance, (void)indicators, (void)count;
    return FMI3_OK;
}

fmi3_status fmi3GetNumberOfEventIndicators(void *instance, size_t *count) {
    (void)instance;
    *count = 0;
    return FMI3_OK;
}

fmi3_status fmi3GetNumberOfContinuousStates(void *instance, size_t *count) {
    (void)instance;
    *count = 1;
    return FMI3_OK;
}
