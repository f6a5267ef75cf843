/* the test FMU for FMI 3.0; functions for kinds that it does not have are left out, as real FMUs do
 */
#include "fmi3.h"
#include "oscillator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(DECLARE)
FMI3_OPTIONAL(DECLARE)

static void say(const oscillator *o, fmi3_status status, const char *text) {
    fmi3_logger *logger;
    memcpy(&logger, &o->logger, sizeof logger);
    if (logger)
        logger(o->environment, status, "test", text);
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t intermediate_count,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate_update *update) {
    (void)visible;
    (void)logging;
    (void)early_return;
    if (strcmp(token, OSCILLATOR_TOKEN) != 0) {
        logger(environment, FMI3_ERROR, "test", "the token is not mine");
        return NULL;
    }
    oscillator *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    snprintf(o->instance_name, sizeof o->instance_name, "%s", name);
    o->environment = environment;
    memcpy(&o->logger, &logger, sizeof o->logger);
    if (intermediate_count == 1 && intermediate[0] == REF_F)
        memcpy(&o->update, &update, sizeof o->update);
    o->event_mode = event_mode;
    char path[4096];
    snprintf(path, sizeof path, "%snumber.txt", resources ? resources : "");
    FILE *file = fopen(path, "r");
    if (file) {
        o->resource = fgetc(file);
        fclose(file);
    }
    oscillator_reset(o);
    return o;
}

void fmi3FreeInstance(void *instance) {
    free(instance);
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    oscillator *o = instance;
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    o->t = start;
    if (o->failure == FAIL_INITIALISE) {
        say(o, FMI3_ERROR, "no start today");
        return FMI3_ERROR;
    }
    return FMI3_OK;
}

fmi3_status fmi3ExitInitializationMode(void *instance) {
    oscillator *o = instance;
    oscillator_start(o, o->t);
    if (o->failure != FAIL_EXIT)
        return FMI3_OK;
    free(o);
    return FMI3_FATAL;
}

fmi3_status fmi3EnterEventMode(void *instance) {
    return ((oscillator *)instance)->event_mode ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3EnterStepMode(void *instance) {
    return ((oscillator *)instance)->event_mode ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate,
                                     bool *nominals_changed, bool *states_changed,
                                     bool *has_next_event, double *next_event) {
    oscillator *o = instance;
    o->count += o->event_pending;
    *again = o->event_pending; /* one more round, with nothing left to do */
    o->event_pending = false;
    *terminate = *nominals_changed = *states_changed = *has_next_event = false;
    *next_event = 0.0;
    return FMI3_OK;
}

fmi3_status fmi3Terminate(void *instance) {
    (void)instance;
    return FMI3_OK;
}

fmi3_status fmi3Reset(void *instance) {
    if (((oscillator *)instance)->failure == FAIL_RESET)
        return FMI3_ERROR;
    oscillator_reset(instance);
    return FMI3_OK;
}

fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    oscillator *o = instance;
    if (oscillator_fails(o, FAIL_OUTPUT) || count != value_count)
        return FMI3_ERROR;
    for (size_t i = 0; i < count; i++) {
        const double *value = oscillator_real(o, references[i]);
        if (!value)
            return FMI3_ERROR;
        values[i] = oscillator_fails(o, FAIL_NAN) && references[i] == REF_X ? NAN : *value;
    }
    return FMI3_OK;
}

fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    for (size_t i = 0; i < count && count == value_count; i++) {
        double *value = oscillator_real(instance, references[i]);
        if (!value)
            return FMI3_ERROR;
        *value = values[i];
    }
    return FMI3_OK;
}

fmi3_status fmi3GetInt32(void *instance, const uint32_t references[], size_t count,
                         int32_t values[], size_t value_count) {
    const oscillator *o = instance;
    for (size_t i = 0; i < count && count == value_count; i++)
        values[i] = references[i] == REF_RESOURCE ? o->resource : o->count;
    return FMI3_OK;
}

fmi3_status fmi3SetInt32(void *instance, const uint32_t references[], size_t count,
                         const int32_t values[], size_t value_count) {
    for (size_t i = 0; i < count && count == value_count; i++) {
        if (references[i] != REF_FAILURE)
            return FMI3_ERROR;
        ((oscillator *)instance)->failure = values[i];
    }
    return FMI3_OK;
}

fmi3_status fmi3GetFMUState(void *instance, void **state) {
    if (((oscillator *)instance)->failure == FAIL_STATE)
        return FMI3_ERROR;
    if (!*state)
        *state = malloc(sizeof(oscillator));
    if (*state)
        memcpy(*state, instance, sizeof(oscillator));
    return *state ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3SetFMUState(void *instance, void *state) {
    oscillator *o = instance;
    const double settled = o->settled;
    if (((const oscillator *)state)->t < settled) {
        say(o, FMI3_ERROR, "nobody was to go back that far");
        return FMI3_ERROR;
    }
    memcpy(o, state, sizeof *o);
    o->settled = settled;
    return FMI3_OK;
}

fmi3_status fmi3FreeFMUState(void *instance, void **state) {
    (void)instance;
    free(*state);
    *state = NULL;
    return FMI3_OK;
}

fmi3_status fmi3GetDirectionalDerivative(void *instance, const uint32_t unknowns[],
                                         size_t unknown_count, const uint32_t knowns[],
                                         size_t known_count, const double seed[], size_t seed_count,
                                         double sensitivity[], size_t sensitivity_count) {
    for (size_t i = 0; i < unknown_count; i++) {
        sensitivity[i] = 0.0;
        for (size_t k = 0; k < known_count; k++) {
            double value;
            if (seed_count != known_count || sensitivity_count != unknown_count ||
                !oscillator_derivative(instance, unknowns[i], knowns[k], &value))
                return FMI3_ERROR;
            sensitivity[i] += value * seed[k];
        }
    }
    return FMI3_OK;
}

fmi3_status fmi3GetOutputDerivatives(void *instance, const uint32_t references[], size_t count,
                                     const int32_t orders[], double values[], size_t value_count) {
    const oscillator *o = instance;
    for (size_t i = 0; i < count && count == value_count; i++) {
        if (orders[i] != 1)
            return FMI3_ERROR;
        values[i] = references[i] == REF_X   ? o->v
                    : references[i] == REF_V ? o->a
                                             : -(o->k * o->v + o->c * o->a) / o->m;
    }
    return FMI3_OK;
}

/* the force at t: by asking, if it may */
static double force_at(oscillator *o, double t) {
    fmi3_intermediate_update *update;
    memcpy(&update, &o->update, sizeof update);
    bool early = false;
    double when = 0.0;
    if (update)
        update(o->environment, t, true, false, false, false, &early, &when);
    return o->F;
}

static fmi3_status fail_step(oscillator *o, double t, double h, bool *terminate, bool *early,
                             double *last) {
    double before;
    *last = t;
    switch (o->failure) {
    case FAIL_STEP_ERROR:
        say(o, FMI3_ERROR, "a spring has broken");
        return FMI3_ERROR;
    case FAIL_STEP_FATAL: /* whoever touches it now is seen by the sanitizer */
        free(o);
        return FMI3_FATAL;
    case FAIL_STEP_REFUSE:
        return FMI3_DISCARD;
    case FAIL_TERMINATED:
        *terminate = true;
        o->count = 99;
        return FMI3_OK;
    default: /* comes half as far and returns early */
        before = force_at(o, t);
        oscillator_step(o, t + 0.5 * h, before, force_at(o, t + 0.5 * h));
        *early = true;
        *last = o->t;
        o->failure = FAIL_NOT;
        return FMI3_OK;
    }
}

fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    oscillator *o = instance;
    o->settled = no_return ? t : o->settled;
    *event_needed = *terminate = *early_return = false;
    if (fabs(t - o->t) > 1e-9 * (1.0 + fabs(t))) {
        say(o, FMI3_ERROR, "that is not where I am");
        return FMI3_ERROR;
    }
    if (o->failure >= FAIL_STEP_ERROR && o->failure <= FAIL_TERMINATED &&
        oscillator_fails(o, o->failure))
        return fail_step(o, t, h, terminate, early_return, last_time);
    if (o->failure == FAIL_STEP_LONG && h > 0.03) {
        *last_time = t;
        return FMI3_DISCARD;
    }
    double end = t + h;
    /* the next whole half second is an event, and ends the step */
    const double hour = 0.5 * (floor(2.0 * t + 1e-9) + 1.0);
    if (o->event_mode && end > hour - 1e-9) {
        *event_needed = o->event_pending = true;
        *early_return = end > hour + 1e-9;
        end = *early_return ? hour : end;
    }
    const double before = force_at(o, t);
    oscillator_step(o, end, before, force_at(o, end));
    if (!o->event_mode)
        o->count = (int)floor(2.0 * o->t + 1e-9);
    *last_time = o->t;
    return o->failure == FAIL_WARNING ? FMI3_WARNING : FMI3_OK;
}
