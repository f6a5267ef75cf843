/* quarter car as two FMUs of FMI 2.0, force against velocity: chassis (F in; v, x out) and wheel (v
 * in; F, xw out), told apart by the GUID. The chassis does not go on beyond
 * the end that it is told, or that of its default experiment. Inputs go on as straight lines (first
 * derivatives). */
#include "fmi2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE)
FMI2_OPTIONAL(DECLARE)

static const double kc = 15000.0, kw = 150000.0, dc = 1000.0, mw = 40.0;

typedef struct part {
    int is_wheel;
    double mass, road; /* parameters */
    double u, rate;    /* input and its derivative */
    double x[3];       /* chassis: x, v; wheel: xw, vw, and the chassis' position */
    double end;
} part;

static void rates(const part *p, double u, const double *x, double *d) {
    if (!p->is_wheel) {
        d[0] = x[1];
        d[1] = u / p->mass;
        d[2] = 0.0;
        return;
    }
    d[0] = x[1];
    d[1] = (kw * (p->road - x[0]) - kc * (x[0] - x[2]) - dc * (x[1] - u)) / mw;
    d[2] = u;
}

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)instance;
    (void)resources;
    (void)callbacks;
    (void)visible;
    (void)logging;
    const int wheel = strcmp(guid, "wheel") == 0;
    part *p = type == FMI2_CO_SIMULATION && (wheel || strcmp(guid, "chassis") == 0)
                  ? calloc(1, sizeof *p)
                  : NULL;
    if (p)
        *p = (part){.is_wheel = wheel, .mass = 400.0, .road = 0.1, .end = 4.0};
    return p;
}

void fmi2FreeInstance(void *component) {
    free(component);
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    part *p = component;
    (void)has_tolerance;
    (void)tolerance;
    (void)start;
    p->end = has_stop ? stop : 4.0;
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

fmi2_status fmi2Terminate(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2Reset(void *component) {
    part *p = component;
    *p = (part){.is_wheel = p->is_wheel, .mass = 400.0, .road = 0.1, .end = 4.0};
    return FMI2_OK;
}

fmi2_status fmi2SetDebugLogging(void *component, int on, size_t count,
                                const char *const categories[]) {
    (void)component;
    for (size_t i = 0; on && i < count; i++)
        if (strcmp(categories[i], "steps") != 0) /* the one that there is */
            return FMI2_ERROR;
    return FMI2_OK;
}

/* references: 0 input, 1 and 2 outputs, 3 parameter */
fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    part *p = component;
    for (size_t i = 0; i < count; i++)
        if (references[i] == 0) {
            p->u = values[i];
            p->rate = 0.0;
        } else if (references[i] == 3)
            *(p->is_wheel ? &p->road : &p->mass) = values[i];
        else
            return FMI2_ERROR;
    return FMI2_OK;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    const part *p = component;
    for (size_t i = 0; i < count; i++)
        switch (references[i]) {
        case 0:
            values[i] = p->u;
            break;
        case 1:
            values[i] = p->is_wheel ? kc * (p->x[0] - p->x[2]) + dc * (p->x[1] - p->u) : p->x[1];
            break;
        case 2:
            values[i] = p->x[0];
            break;
        case 3:
            values[i] = p->is_wheel ? p->road : p->mass;
            break;
        default:
            return FMI2_ERROR;
        }
    return FMI2_OK;
}

fmi2_status fmi2SetRealInputDerivatives(void *component, const unsigned references[], size_t count,
                                        const int orders[], const double values[]) {
    part *p = component;
    for (size_t i = 0; i < count; i++) {
        if (references[i] != 0 || orders[i] != 1)
            return FMI2_ERROR;
        p->rate = values[i];
    }
    return FMI2_OK;
}

/* the classical rule, so finely that only the coupling's error is left */
fmi2_status fmi2DoStep(void *component, double t, double step, int no_return) {
    part *p = component;
    (void)no_return;
    if (!p->is_wheel && t + step > p->end + 1e-9)
        return FMI2_ERROR;
    const int pieces = (int)ceil(step / 2.5e-4 - 1e-6);
    const double h = step / pieces;
    for (int n = 0; n < pieces; n++) {
        const double u0 = p->u + n * h * p->rate, um = u0 + 0.5 * h * p->rate,
                     u1 = u0 + h * p->rate;
        double k[4][3], x[3];
        rates(p, u0, p->x, k[0]);
        for (int s = 1; s < 4; s++) {
            for (int i = 0; i < 3; i++)
                x[i] = p->x[i] + (s == 3 ? h : 0.5 * h) * k[s - 1][i];
            rates(p, s == 3 ? u1 : um, x, k[s]);
        }
        for (int i = 0; i < 3; i++)
            p->x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
    p->u += step * p->rate;
    return FMI2_OK;
}

fmi2_status fmi2GetFMUstate(void *component, void **state) {
    if (!*state)
        *state = malloc(sizeof(part));
    if (!*state)
        return FMI2_ERROR;
    memcpy(*state, component, sizeof(part));
    return FMI2_OK;
}

fmi2_status fmi2SetFMUstate(void *component, void *state) {
    memcpy(component, state, sizeof(part));
    return FMI2_OK;
}

fmi2_status fmi2FreeFMUstate(void *component, void **state) {
    (void)component;
    free(*state);
    *state = NULL;
    return FMI2_OK;
}
