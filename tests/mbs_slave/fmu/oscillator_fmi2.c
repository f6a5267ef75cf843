/* the test FMU for FMI 2.0 */
#define _POSIX_C_SOURCE 200809L
#include "fmi2.h"
#include "oscillator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE)
FMI2_OPTIONAL(DECLARE)

static void say(const oscillator *o, fmi2_status status, const char *text) {
    ((fmi2_logger *)o->logger)(o->environment, o->instance_name, status, "test", "%s (%s)", text,
                               o->instance_name);
}

/* resources/number.txt below the URI */
static int read_resource(const char *uri) {
    char path[4096] = "";
    size_t n = 0;
    if (!uri || strncmp(uri, "file://", 7) != 0)
        return 0;
    for (const char *c = uri + 7; *c && n + 1 < sizeof path; c++) {
        unsigned code;
        if (*c == '%' && sscanf(c + 1, "%2x", &code) == 1) {
            path[n++] = (char)code;
            c += 2;
        } else {
            path[n++] = *c;
        }
    }
    snprintf(path + n, sizeof path - n, "/number.txt");
    FILE *file = fopen(path, "r");
    const int byte = file ? fgetc(file) : 0;
    if (file)
        fclose(file);
    return byte;
}

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)visible;
    (void)logging;
    if (type != FMI2_CO_SIMULATION || strcmp(guid, OSCILLATOR_TOKEN) != 0) {
        callbacks->logger(callbacks->environment, instance, FMI2_ERROR, "test",
                          "the GUID %s is not mine", guid);
        return NULL;
    }
    oscillator *o = callbacks->allocate(1, sizeof *o);
    if (!o)
        return NULL;
    snprintf(o->instance_name, sizeof o->instance_name, "%s", instance);
    o->environment = callbacks->environment;
    memcpy(&o->logger, &callbacks->logger, sizeof o->logger);
    memcpy(&o->update, &callbacks->free, sizeof o->update);
    o->resource = read_resource(resources);
    oscillator_reset(o);
    return o;
}

void fmi2FreeInstance(void *component) {
    void (*release)(void *);
    if (!component)
        return;
    memcpy(&release, &((oscillator *)component)->update, sizeof release);
    release(component);
}

fmi2_status fmi2SetDebugLogging(void *component, int on, size_t count,
                                const char *const categories[]) {
    (void)component;
    (void)on;
    (void)count;
    (void)categories;
    return FMI2_OK;
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    oscillator *o = component;
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    o->t = start;
    return o->failure == FAIL_SETUP ? FMI2_ERROR : FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    oscillator *o = component;
    if (o->failure == FAIL_INITIALISE) {
        say(o, FMI2_ERROR, "no start today");
        return FMI2_ERROR;
    }
    while (o->failure == FAIL_HANG)
        pause();
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    oscillator *o = component;
    oscillator_start(o, o->t);
    if (o->failure != FAIL_EXIT)
        return FMI2_OK;
    fmi2FreeInstance(o);
    return FMI2_FATAL;
}

fmi2_status fmi2Terminate(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2Reset(void *component) {
    oscillator *o = component;
    if (o->failure == FAIL_RESET)
        return FMI2_ERROR;
    oscillator_reset(o);
    return FMI2_OK;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    oscillator *o = component;
    if (oscillator_fails(o, FAIL_OUTPUT))
        return FMI2_ERROR;
    for (size_t i = 0; i < count; i++) {
        const double *value = oscillator_real(o, references[i]);
        if (!value)
            return FMI2_ERROR;
        values[i] = oscillator_fails(o, FAIL_NAN) && references[i] == REF_X ? NAN : *value;
    }
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    for (size_t i = 0; i < count; i++) {
        double *value = oscillator_real(component, references[i]);
        if (!value)
            return FMI2_ERROR;
        *value = values[i];
    }
    return FMI2_OK;
}

fmi2_status fmi2GetInteger(void *component, const unsigned references[], size_t count,
                           int values[]) {
    const oscillator *o = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == REF_RESOURCE ? o->resource : o->count;
    return FMI2_OK;
}

fmi2_status fmi2SetInteger(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] != REF_FAILURE)
            return FMI2_ERROR;
        ((oscillator *)component)->failure = values[i];
    }
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    if (((oscillator *)component)->failure == FAIL_STATE)
        return FMI2_ERROR;
    if (!*state)
        *state = malloc(sizeof(oscillator));
    if (*state)
        memcpy(*state, component, sizeof(oscillator));
    return *state ? FMI2_OK : FMI2_ERROR;
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    oscillator *o = component;
    const double settled = o->settled;
    if (((const oscillator *)state)->t < settled) {
        say(o, FMI2_ERROR, "nobody was to go back that far");
        return FMI2_ERROR;
    }
    memcpy(o, state, sizeof *o);
    o->settled = settled;
    return FMI2_OK;
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    (void)component;
    free(*state);
    *state = NULL;
    return FMI2_OK;
}

fmi2_status fmi2GetDirectionalDerivative(void *component, const unsigned unknowns[],
                                         size_t unknown_count, const unsigned knowns[],
                                         size_t known_count, const double seed[],
                                         double sensitivity[]) {
    for (size_t i = 0; i < unknown_count; i++) {
        sensitivity[i] = 0.0;
        for (size_t k = 0; k < known_count; k++) {
            double value;
            if (!oscillator_derivative(component, unknowns[i], knowns[k], &value))
                return FMI2_ERROR;
            sensitivity[i] += value * seed[k];
        }
    }
    return FMI2_OK;
}

fmi2_status fmi2SetRealInputDerivatives(void *component, const unsigned references[], size_t count,
                                        const int orders[], const double values[]) {
    oscillator *o = component;
    for (size_t i = 0; i < count; i++) {
        if (references[i] != REF_F || orders[i] != 1)
            return FMI2_ERROR;
        o->F_rate = values[i];
    }
    return FMI2_OK;
}

fmi2_status fmi2GetRealOutputDerivatives(void *component, const unsigned references[], size_t count,
                                         const int orders[], double values[]) {
    const oscillator *o = component;
    for (size_t i = 0; i < count; i++) {
        if (orders[i] != 1)
            return FMI2_ERROR;
        values[i] = references[i] == REF_X   ? o->v
                    : references[i] == REF_V ? o->a
                                             : -(o->k * o->v + o->c * o->a) / o->m;
    }
    return FMI2_OK;
}

fmi2_status fmi2DoStep(void *component, double t, double h, int no_return) {
    oscillator *o = component;
    o->settled = no_return ? t : o->settled;
    if (fabs(t - o->t) > 1e-9 * (1.0 + fabs(t))) {
        say(o, FMI2_ERROR, "that is not where I am");
        return FMI2_ERROR;
    }
    if (o->t >= o->failure_time - 1e-9)
        switch (o->failure) {
        case FAIL_STEP_ERROR:
            say(o, FMI2_ERROR, "a spring has broken");
            return FMI2_ERROR;
        case FAIL_STEP_FATAL: /* whoever touches it now is seen by the sanitizer */
            fmi2FreeInstance(o);
            return FMI2_FATAL;
        case FAIL_STEP_REFUSE:
            return FMI2_DISCARD;
        case FAIL_STEP_LONG:
            if (h > 0.03)
                return FMI2_DISCARD;
            break;
        case FAIL_STEP_PENDING:
            return FMI2_PENDING;
        case FAIL_TERMINATED:
            o->terminated = true;
            o->count = 99;
            return FMI2_DISCARD;
        case FAIL_STEP_DISCARD:
            oscillator_step(o, t + 0.5 * h, o->F, o->F + 0.5 * o->F_rate * h);
            return FMI2_DISCARD;
        default:
            break;
        }
    oscillator_step(o, t + h, o->F, o->F + o->F_rate * h);
    o->count = (int)floor(2.0 * o->t + 1e-9);
    return o->failure == FAIL_WARNING ? FMI2_WARNING : FMI2_OK;
}

fmi2_status fmi2CancelStep(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2GetRealStatus(void *component, fmi2_status_kind kind, double *value) {
    *value = ((oscillator *)component)->last_successful;
    return kind == FMI2_LAST_SUCCESSFUL_TIME ? FMI2_OK : FMI2_DISCARD;
}

fmi2_status fmi2GetBooleanStatus(void *component, fmi2_status_kind kind, int *value) {
    *value = ((oscillator *)component)->terminated;
    return kind == FMI2_TERMINATED ? FMI2_OK : FMI2_DISCARD;
}

fmi2_status fmi2GetBoolean(void *component, const unsigned references[], size_t count,
                           int values[]) {
    (void)component;
    (void)references;
    (void)values;
    return count ? FMI2_ERROR : FMI2_OK;
}

fmi2_status fmi2SetBoolean(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    (void)component;
    (void)references;
    (void)values;
    return count ? FMI2_ERROR : FMI2_OK;
}

fmi2_status fmi2SetString(void *component, const unsigned references[], size_t count,
                          const char *const values[]) {
    (void)component;
    (void)references;
    (void)values;
    return count ? FMI2_ERROR : FMI2_OK;
}
