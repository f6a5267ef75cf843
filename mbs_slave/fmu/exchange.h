/* FMUs for Model Exchange: they tell derivatives, and the solver is here */
#ifndef FMU_EXCHANGE_H
#define FMU_EXCHANGE_H

#include "multirate/status.h"

#include <stdbool.h>

struct fmu_instance;

/* what a version of the standard calls them. Every function sets the message and the phase on
 * failure. */
typedef struct fmu_exchange_functions {
    mr_status (*count)(struct fmu_instance *fmu, int *states, int *indicators);
    mr_status (*set_time)(struct fmu_instance *fmu, double t);
    mr_status (*set_states)(struct fmu_instance *fmu, const double *x, int count);
    mr_status (*get_states)(struct fmu_instance *fmu, double *x, int count);
    mr_status (*get_rates)(struct fmu_instance *fmu, double *rates, int count);
    mr_status (*get_indicators)(struct fmu_instance *fmu, double *indicators, int count);
    mr_status (*completed)(struct fmu_instance *fmu, bool *event, bool *terminate);
    mr_status (*enter_events)(struct fmu_instance *fmu);
    /* one round; next_event is infinite if none is told */
    mr_status (*update)(struct fmu_instance *fmu, bool *again, bool *terminate, double *next_event);
    mr_status (*leave_events)(struct fmu_instance *fmu);
} fmu_exchange_functions;

extern const fmu_exchange_functions fmu_exchange_2, fmu_exchange_3;

/* the solver's memory */
typedef struct fmu_exchange {
    int states, indicators;
    double *x, *x0, *stage, *slope, *sum; /* states */
    double *z, *z_before;                 /* indicators */
    double next_event;
    double *held; /* all inputs as they were at the last event */
} fmu_exchange;

/* from the end of the initialisation to continuous time */
mr_status fmu_exchange_begin(struct fmu_instance *fmu);

/* from t to t + h by steps of the classical Runge-Kutta rule; events are located and handled */
mr_status fmu_exchange_step(struct fmu_instance *fmu, double t, double h, double *reached);

/* the states again after a saved one was restored */
mr_status fmu_exchange_resume(struct fmu_instance *fmu);

void fmu_exchange_free(struct fmu_instance *fmu);

#endif
