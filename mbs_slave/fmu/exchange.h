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
    /* 1 for each state where the FMU does not tell */
    mr_status (*get_nominals)(struct fmu_instance *fmu, double *nominals, int count);
    mr_status (*completed)(struct fmu_instance *fmu, bool *event, bool *terminate);
    mr_status (*enter_events)(struct fmu_instance *fmu);
    /* one round; next_event is infinite if none is told */
    mr_status (*update)(struct fmu_instance *fmu, bool *again, bool *terminate, bool *nominals,
                        double *next_event);
    mr_status (*leave_events)(struct fmu_instance *fmu);
} fmu_exchange_functions;

extern const fmu_exchange_functions fmu_exchange_1, fmu_exchange_2, fmu_exchange_3;

/* one way of solving. It goes from x0 at t to x, and may be asked for what lies between. */
typedef struct fmu_solver {
    const char *name;
    mr_status (*make)(struct fmu_instance *fmu);
    void (*free)(struct fmu_instance *fmu);
    /* forgets what it knows of the past: x is at t now */
    mr_status (*restart)(struct fmu_instance *fmu, double t);
    /* one step from x0 at t, not beyond `limit` */
    mr_status (*step)(struct fmu_instance *fmu, double t, double limit, double *reached);
    mr_status (*between)(struct fmu_instance *fmu, double t, double *x);
} fmu_solver;

#define FMU_SOLVER(identifier, its_name, ...)                                                      \
    const fmu_solver identifier = {.name = its_name, __VA_ARGS__}

extern const fmu_solver fmu_solver_rk4, fmu_solver_rk45, fmu_solver_bdf, fmu_solver_adams;

/* what is remembered from one communication step to the next; saved with a state */
typedef struct fmu_solver_past {
    double next_event;
    double next_size; /* of a step; 0: not known yet */
    bool stiff;       /* the explicit rule had to make too many steps once */
} fmu_solver_past;

/* the solver's memory */
typedef struct fmu_exchange {
    int states, indicators;
    double *x, *x0; /* states */
    double *nominals;
    double *slopes;       /* 8 times as many as states: stages and what they make */
    double *z, *z_before; /* indicators */
    double *held;         /* all inputs as they were at the last event */
    fmu_solver_past past;
    double relative_tolerance;
    double from, to;  /* the last step of the solver */
    double fixed;     /* size of the steps of rk4 */
    int attempts;     /* of steps since the last event or communication point */
    bool has_slope;   /* the first slope of the next step is there already */
    mr_status failed; /* why a right side could not be told */
    struct fmu_bdf *bdf;
} fmu_exchange;

/* from the end of the initialisation to continuous time */
mr_status fmu_exchange_begin(struct fmu_instance *fmu);

/* from t to t + h; events are located and handled. *reached: less if the FMU ended its simulation
 */
mr_status fmu_exchange_step(struct fmu_instance *fmu, double t, double h, double *reached);

/* the states again after a saved one was restored */
mr_status fmu_exchange_resume(struct fmu_instance *fmu);

void fmu_exchange_free(struct fmu_instance *fmu);

/* for solvers: time, inputs and states of one instant; and the rates of the states there. Where the
 * FMU cannot tell them, or not as numbers, *bad is set and a shorter step may help */
mr_status fmu_exchange_place(struct fmu_instance *fmu, double t, const double *x);
mr_status fmu_exchange_rates(struct fmu_instance *fmu, double t, const double *x, double *rates,
                             bool *bad);

/* for solvers: what a state of size x may be wrong by in one step */
double fmu_exchange_tolerance(const struct fmu_instance *fmu, int state, double x);

#endif
