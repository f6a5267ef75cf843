/* the model of the test FMU: m x'' = F - k x - c x', trapezoidal rule, with failures on demand; and
 * a count of whole half seconds that FMI 3.0 sees as events */
#ifndef OSCILLATOR_H
#define OSCILLATOR_H

#include <stdbool.h>

/* value references */
enum {
    REF_F,
    REF_X,
    REF_V,
    REF_A,
    REF_M,
    REF_K,
    REF_C,
    REF_X0,
    REF_FAILURE,
    REF_FAILURE_TIME,
    REF_COUNT,
    REF_RESOURCE
};

/* values of the parameter failure */
enum {
    FAIL_NOT,
    FAIL_SETUP,
    FAIL_INITIALISE,
    FAIL_EXIT,
    FAIL_STEP_ERROR,
    FAIL_STEP_FATAL,
    FAIL_STEP_DISCARD, /* reaches half of the step */
    FAIL_STEP_REFUSE,  /* discards without having advanced */
    FAIL_STEP_PENDING,
    FAIL_TERMINATED,
    FAIL_NAN,
    FAIL_OUTPUT,
    FAIL_STATE,
    FAIL_RESET,
    FAIL_WARNING,
    FAIL_HANG,     /* in the initialisation, for ever */
    FAIL_STEP_LONG /* discards steps of more than 0.03 s */
};

typedef struct oscillator {
    double t, x, v, a, F, F_rate, F_curve;
    double m, k, c, x0;
    double failure_time;
    int failure, count;
    int resource; /* first byte of resources/number.txt, 0: not read */
    bool event_mode, event_pending;
    double last_successful;
    double settled; /* states from before this time will never come back, it was told */
    bool terminated;
    char instance_name[64];
    void *environment;
    void *logger, *update;
} oscillator;

#define OSCILLATOR_TOKEN "{3f5d2b0a-7c61-4c6e-9d0e-1b2a3c4d5e6f}"

void oscillator_reset(oscillator *self);
void oscillator_start(oscillator *self, double t0);

/* one trapezoidal step to `end` with the forces at its beginning and there */
void oscillator_step(oscillator *self, double end, double force_before, double force);

/* has the hour of the failure come? */
bool oscillator_fails(const oscillator *self, int failure);

double *oscillator_real(oscillator *self, unsigned reference);
int oscillator_derivative(const oscillator *self, unsigned unknown, unsigned known, double *value);

#endif
