/* the rectifier as an FMU for Model Exchange, FMI 2.0. References: 0 to 3 states, 4 to 7 their
 * rates, 8 whether there is a relay (parameter) */
#include "fmi2.h"
#include "rectifier.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE)
FMI2_OPTIONAL(DECLARE)
FMI2_EXCHANGE(DECLARE)

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)instance;
    (void)resources;
    (void)callbacks;
    (void)visible;
    (void)logging;
    return type == FMI2_MODEL_EXCHANGE && strcmp(guid, "rectifier") == 0
               ? calloc(1, sizeof(rectifier))
               : NULL;
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
    ((rectifier *)component)->t = start;
    return FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2EnterEventMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2EnterContinuousTimeMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2NewDiscreteStates(void *component, fmi2_event_info *info) {
    *info = (fmi2_event_info){.again = rectifier_switch(component)};
    return FMI2_OK;
}

fmi2_status fmi2CompletedIntegratorStep(void *component, int no_return, int *event,
                                        int *terminate) {
    (void)component;
    (void)no_return;
    *event = *terminate = 0;
    return FMI2_OK;
}

fmi2_status fmi2SetTime(void *component, double t) {
    ((rectifier *)component)->t = t;
    return FMI2_OK;
}

fmi2_status fmi2SetContinuousStates(void *component, const double x[], size_t count) {
    memcpy(((rectifier *)component)->x, x, count * sizeof *x);
    return count == RECTIFIER_STATES ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetContinuousStates(void *component, double x[], size_t count) {
    memcpy(x, ((rectifier *)component)->x, count * sizeof *x);
    return count == RECTIFIER_STATES ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetNominalsOfContinuousStates(void *component, double nominals[], size_t count) {
    static const double all[RECTIFIER_STATES] = {1.0, 100.0, 1.0, 1.0};
    (void)component;
    memcpy(nominals, all, count * sizeof *all);
    return count == RECTIFIER_STATES ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetDerivatives(void *component, double rates[], size_t count) {
    rectifier_rates(component, rates);
    return count == RECTIFIER_STATES ? FMI2_OK : FMI2_ERROR;
}

/* between events all is linear in the states: a difference is exact. References 0 to 3 states, 4 to
 * 7 their rates */
fmi2_status fmi2GetDirectionalDerivative(void *component, const unsigned unknowns[],
                                         size_t unknown_count, const unsigned knowns[],
                                         size_t known_count, const double seed[],
                                         double sensitivity[]) {
    rectifier moved = *(const rectifier *)component;
    double before[RECTIFIER_STATES], after[RECTIFIER_STATES];
    for (size_t i = 0; i < known_count; i++) {
        if (knowns[i] >= RECTIFIER_STATES)
            return FMI2_ERROR;
        moved.x[knowns[i]] += seed[i];
    }
    rectifier_rates(component, before);
    rectifier_rates(&moved, after);
    for (size_t i = 0; i < unknown_count; i++) {
        if (unknowns[i] < RECTIFIER_STATES || unknowns[i] >= 2 * RECTIFIER_STATES)
            return FMI2_ERROR;
        const unsigned k = unknowns[i] - RECTIFIER_STATES;
        sensitivity[i] = after[k] - before[k];
    }
    return FMI2_OK;
}

fmi2_status fmi2GetEventIndicators(void *component, double indicators[], size_t count) {
    rectifier_indicators(component, indicators);
    return count == RECTIFIER_INDICATORS ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    const rectifier *r = component;
    double rates[RECTIFIER_STATES];
    rectifier_rates(r, rates);
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] < 4   ? r->x[references[i]]
                    : references[i] < 8 ? rates[references[i] - 4]
                                        : r->relay;
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    for (size_t i = 0; i < count; i++)
        if (references[i] != 8)
            return FMI2_ERROR;
        else
            ((rectifier *)component)->relay = values[i];
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    if (!*state)
        *state = malloc(sizeof(rectifier));
    if (*state)
        memcpy(*state, component, sizeof(rectifier));
    return *state ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    memcpy(component, state, sizeof(rectifier));
    return FMI2_OK;
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    (void)component;
    free(*state);
    *state = NULL;
    return FMI2_OK;
}
