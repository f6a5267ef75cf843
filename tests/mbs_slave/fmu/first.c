/* an FMU of FMI 1.0, for Co-Simulation and for Model Exchange: x' = g u - x; `passed` when x has
 * come over a half (an event), `on` copies the switch, `ticks` counts time events every second.
 * References: reals 0 u, 1 x, 2 g, 3 x'; integers 0 ticks; booleans 0 switch, 1 on, 2 passed */
#include "fmi1.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer first_fmi##name arguments;
FMI1_BOTH(DECLARE)
FMI1_CO_SIMULATION(DECLARE)
FMI1_EXCHANGE(DECLARE)

typedef struct model {
    double t, u, x, g;
    int ticks;
    char is_on, passed;
    char exchange;
    fmi1_logger *logger;
} model;

static void *make(const char *guid, char exchange, fmi1_logger *logger) {
    model *m = strcmp(guid, "first") == 0 ? calloc(1, sizeof *m) : NULL;
    if (m)
        *m = (model){.g = 1.0, .exchange = exchange, .logger = logger};
    return m;
}

void *first_fmiInstantiateSlave(const char *instance, const char *guid, const char *location,
                                const char *mime_type, double timeout, char visible,
                                char interactive, fmi1_callbacks callbacks, char logging) {
    (void)instance;
    (void)timeout;
    (void)visible;
    (void)interactive;
    (void)logging;
    return strncmp(location, "file:///", 8) == 0 && strstr(mime_type, "sharedlibrary")
               ? make(guid, 0, callbacks.logger)
               : NULL;
}

void *first_fmiInstantiateModel(const char *instance, const char *guid,
                                fmi1_model_callbacks callbacks, char logging) {
    (void)instance;
    (void)logging;
    return make(guid, 1, callbacks.logger);
}

void first_fmiFreeSlaveInstance(void *component) {
    free(component);
}

void first_fmiFreeModelInstance(void *component) {
    free(component);
}

fmi1_status first_fmiInitializeSlave(void *component, double start, char has_stop, double stop) {
    (void)has_stop;
    (void)stop;
    ((model *)component)->t = start;
    return FMI1_OK;
}

fmi1_status first_fmiInitialize(void *component, char has_tolerance, double tolerance,
                                fmi1_event_info *info) {
    (void)has_tolerance;
    (void)tolerance;
    (void)component;
    *info = (fmi1_event_info){.converged = 1, .has_next_event = 1, .next_event = 1.0};
    return FMI1_OK;
}

fmi1_status first_fmiTerminateSlave(void *component) {
    (void)component;
    return FMI1_OK;
}

fmi1_status first_fmiTerminate(void *component) {
    (void)component;
    return FMI1_OK;
}

fmi1_status first_fmiResetSlave(void *component) {
    model *m = component;
    *m = (model){.g = 1.0, .logger = m->logger};
    return FMI1_OK;
}

/* exact for an input that is held */
fmi1_status first_fmiDoStep(void *component, double t, double h, char new_step) {
    model *m = component;
    (void)new_step;
    if (m->g < 0.0) {
        m->logger(m, "first", FMI1_ERROR, "model", "the gain %g is negative", m->g);
        return FMI1_ERROR;
    }
    if (m->g == 3.0 && h > 0.015) /* it cannot make long steps, and says so when they come */
        return FMI1_DISCARD;
    m->x = m->g * m->u + (m->x - m->g * m->u) * exp(-h);
    m->t = t + h;
    m->ticks = (int)floor(m->t + 1e-9);
    m->passed = m->x > 0.5;
    return FMI1_OK;
}

fmi1_status first_fmiCancelStep(void *component) {
    (void)component;
    return FMI1_ERROR;
}

fmi1_status first_fmiGetRealStatus(void *component, fmi1_status_kind kind, double *value) {
    (void)kind;
    *value = ((model *)component)->t;
    return FMI1_OK;
}

fmi1_status first_fmiSetRealInputDerivatives(void *component, const unsigned references[],
                                             size_t count, const int orders[],
                                             const double values[]) {
    (void)component;
    (void)references;
    (void)count;
    (void)orders;
    (void)values;
    return FMI1_ERROR;
}

fmi1_status first_fmiGetRealOutputDerivatives(void *component, const unsigned references[],
                                              size_t count, const int orders[], double values[]) {
    (void)component;
    (void)references;
    (void)count;
    (void)orders;
    (void)values;
    return FMI1_ERROR;
}

fmi1_status first_fmiSetReal(void *component, const unsigned references[], size_t count,
                             const double values[]) {
    model *m = component;
    for (size_t i = 0; i < count; i++)
        *(references[i] == 0 ? &m->u : references[i] == 1 ? &m->x : &m->g) = values[i];
    return FMI1_OK;
}

fmi1_status first_fmiGetReal(void *component, const unsigned references[], size_t count,
                             double values[]) {
    const model *m = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 0   ? m->u
                    : references[i] == 1 ? m->x
                    : references[i] == 2 ? m->g
                                         : m->g * m->u - m->x;
    return FMI1_OK;
}

fmi1_status first_fmiSetInteger(void *component, const unsigned references[], size_t count,
                                const int values[]) {
    (void)component;
    (void)references;
    (void)count;
    (void)values;
    return FMI1_ERROR;
}

fmi1_status first_fmiGetInteger(void *component, const unsigned references[], size_t count,
                                int values[]) {
    (void)references;
    for (size_t i = 0; i < count; i++)
        values[i] = ((model *)component)->ticks;
    return FMI1_OK;
}

fmi1_status first_fmiSetBoolean(void *component, const unsigned references[], size_t count,
                                const char values[]) {
    for (size_t i = 0; i < count; i++)
        if (references[i] == 0)
            ((model *)component)->is_on = values[i];
    return FMI1_OK;
}

fmi1_status first_fmiGetBoolean(void *component, const unsigned references[], size_t count,
                                char values[]) {
    const model *m = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 2 ? m->passed : m->is_on;
    return FMI1_OK;
}

fmi1_status first_fmiSetString(void *component, const unsigned references[], size_t count,
                               const char *const values[]) {
    (void)component;
    (void)references;
    (void)count;
    (void)values;
    return FMI1_OK;
}

fmi1_status first_fmiSetTime(void *component, double t) {
    ((model *)component)->t = t;
    return FMI1_OK;
}

fmi1_status first_fmiSetContinuousStates(void *component, const double x[], size_t count) {
    (void)count;
    ((model *)component)->x = x[0];
    return FMI1_OK;
}

fmi1_status first_fmiGetContinuousStates(void *component, double x[], size_t count) {
    (void)count;
    x[0] = ((model *)component)->x;
    return FMI1_OK;
}

fmi1_status first_fmiGetDerivatives(void *component, double rates[], size_t count) {
    const model *m = component;
    (void)count;
    rates[0] = m->g * m->u - m->x;
    return FMI1_OK;
}

fmi1_status first_fmiGetNominalContinuousStates(void *component, double nominals[], size_t count) {
    (void)component;
    (void)count;
    nominals[0] = 1.0;
    return FMI1_OK;
}

fmi1_status first_fmiGetEventIndicators(void *component, double indicators[], size_t count) {
    (void)count;
    indicators[0] = ((model *)component)->x - 0.5;
    return FMI1_OK;
}

fmi1_status first_fmiCompletedIntegratorStep(void *component, char *event) {
    (void)component;
    *event = 0;
    return FMI1_OK;
}

fmi1_status first_fmiEventUpdate(void *component, char intermediate, fmi1_event_info *info) {
    model *m = component;
    (void)intermediate;
    m->passed = m->x > 0.5 - 1e-6;
    m->ticks = (int)floor(m->t + 1e-9);
    *info = (fmi1_event_info){
        .converged = 1, .has_next_event = 1, .next_event = floor(m->t + 1e-9) + 1.0};
    return FMI1_OK;
}
