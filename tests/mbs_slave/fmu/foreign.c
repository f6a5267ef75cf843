/* a test FMU with habits that FMUs of other tools have, FMI 2.0: it takes a communication point
 * only if that is its own sum of steps, refuses rates of inputs and outputs although it declares
 * them, has functions of its own that the process has too, lacks one that nobody calls, says that
 * it was reset without being so, stands still while states of its past might come back, and ends
 * its simulation itself, and tells what it does with an environment of its own making. Reals: 0
 * input, 1 output (integral of the input), 2 its rate, 3 which of two functions it calls, 4 when to
 * end, 5 how to take the program along from 0.55 s on, 6: steps of 0.1 s only. Enumerations: 1
 * gear, 2 gear as it is. Integers: 1 steps.
 */
#define _POSIX_C_SOURCE 200809L
#include "fmi2.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT                           __attribute__((visibility("default")))
#define DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE)
FMI2_OPTIONAL(DECLARE)

typedef struct foreign {
    const fmi2_callbacks *callbacks;
    double t, u, y, end, fault;
    int gear, steps;
    int begun, broken, over;
} foreign;

/* the C library has one of that name, which would answer otherwise */
EXPORT long a64l(const char *text);
long a64l(const char *text) {
    (void)text;
    return 42;
}

void foreign_function_that_is_nowhere(void);

static fmi2_status complain(foreign *f, const char *text) {
    f->callbacks->logger(f->callbacks->environment, "foreign", FMI2_ERROR, "error", text);
    f->broken = 1;
    return FMI2_ERROR;
}

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)instance;
    (void)type;
    (void)resources;
    (void)visible;
    (void)logging;
    foreign *f = strcmp(guid, "foreign") == 0 ? calloc(1, sizeof *f) : NULL;
    if (f) {
        f->callbacks = callbacks;
        f->gear = 1;
        f->end = 1e9;
    }
    return f;
}

void fmi2FreeInstance(void *component) {
    free(component);
}

fmi2_status fmi2Reset(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    foreign *f = component;
    (void)has_tolerance;
    (void)tolerance;
    (void)has_stop;
    (void)stop;
    if (f->begun || f->broken)
        return complain(f, "Illegal call sequence.\n");
    f->t = start;
    return FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    ((foreign *)component)->begun = 1;
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

static void *crash(void *nowhere) {
    *(volatile double *)nowhere = 1.0;
    return NULL;
}

static void *go(void *nowhere) {
    return nowhere;
}

/* 1 exit, 2 _exit, 3 crash in a thread, 4 crash within malloc while it holds its lock, 5 hangs and
 * tells it */
static void take_along(int fault) {
    pthread_t thread;
    if (fault == 1)
        exit(0);
    if (fault == 2)
        _exit(0);
    if (fault == 5 && write(STDERR_FILENO, "hangs now\n", 10) < 0)
        return;
    while (fault == 5)
        pause();
    if (fault == 3 && pthread_create(&thread, NULL, crash, NULL) == 0)
        pthread_join(thread, NULL);
    if (fault == 4 && pthread_create(&thread, NULL, go, NULL) == 0) {
        pthread_join(thread, NULL); /* with one thread alone there would be no lock */
        uintptr_t volatile places[50];
        for (int i = 0; i < 50; i++)
            places[i] = (uintptr_t)malloc(4000);
        for (int i = 0; i < 50; i += 2)
            free((void *)places[i]);
        for (int i = 0; i < 50; i += 2) { /* their places in the lists of free pieces */
            ((volatile size_t *)places[i])[0] = 0x1111;
            ((volatile size_t *)places[i])[1] = 0x1111;
        }
        places[0] = (uintptr_t)malloc(9000);
    }
}

fmi2_status fmi2DoStep(void *component, double t, double h, int no_return) {
    foreign *f = component;
    if (f->fault == 6.0) { /* whole nanoseconds, cut off */
        f->t = t;
        if ((long long)(h * 1e9) != 100000000)
            return FMI2_DISCARD;
    }
    if (f->broken || t != f->t)
        return complain(f, f->broken ? "It broke before." : "It is not that time.");
    if (no_return)
        f->y += h * f->u;
    f->t += h;
    f->steps++;
    f->callbacks->logger((void *)1, "foreign", FMI2_OK, "logAll", "a step was made");
    if (f->t > 0.55)
        take_along((int)f->fault);
    f->over = f->t >= f->end;
    if (f->steps < 0)
        foreign_function_that_is_nowhere();
    return f->over ? FMI2_DISCARD : FMI2_OK;
}

fmi2_status fmi2GetBooleanStatus(void *component, fmi2_status_kind kind, int *value) {
    *value = kind == FMI2_TERMINATED && ((foreign *)component)->over;
    return FMI2_OK;
}

fmi2_status fmi2SetRealInputDerivatives(void *component, const unsigned references[], size_t count,
                                        const int orders[], const double values[]) {
    (void)references;
    (void)count;
    (void)orders;
    (void)values;
    return complain(component, "This model cannot interpolate inputs.");
}

fmi2_status fmi2GetRealOutputDerivatives(void *component, const unsigned references[], size_t count,
                                         const int orders[], double values[]) {
    (void)references;
    (void)count;
    (void)orders;
    (void)values;
    return complain(component, "This model cannot compute derivatives of outputs.");
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    foreign *f = component;
    for (size_t i = 0; i < count; i++)
        if (references[i] == 0)
            f->u = values[i];
        else if (references[i] == 4)
            f->end = values[i];
        else if (references[i] == 5)
            f->fault = values[i];
        else
            return complain(f, "It cannot be set.");
    return FMI2_OK;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    foreign *f = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 1 ? f->y : references[i] == 2 ? f->u : (double)a64l("zz");
    return FMI2_OK;
}

fmi2_status fmi2SetInteger(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    foreign *f = component;
    if (count != 1 || references[0] != 1 || values[0] < 1 || values[0] > 2)
        return complain(f, "That is no gear.");
    f->gear = values[0];
    return FMI2_OK;
}

fmi2_status fmi2GetInteger(void *component, const unsigned references[], size_t count,
                           int values[]) {
    foreign *f = component;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 1 ? f->steps : f->gear;
    return FMI2_OK;
}
