/* clocks of FMI 3.0: who ticks when, and the values that belong to them
 *
 * A clock is a signal that counts its ticks. Input clocks of an interval tick by themselves; those
 * that are triggered tick where the count that is given to them changes. Output clocks are asked at
 * each event. A variable of clocks has the value that it had when one of them last ticked. */
#ifndef FMU_CLOCKS_H
#define FMU_CLOCKS_H

#include "fmu/description.h"
#include "signals.h"

#include "multirate/status.h"

struct fmu_instance;

typedef struct fmu_clock {
    uint32_t reference;
    fmu_interval interval_kind;
    bool input;
    int priority;
    double interval, shift; /* s */
    double origin;          /* ticks are at origin + index * interval */
    int64_t index;
    double next;        /* INFINITY: none is planned */
    double count, seen; /* ticks so far; triggered: the count that was given last */
    bool ticks;         /* in this event */
    int given, told;    /* scalar among the inputs, the outputs; -1: it is none of them */
} fmu_clock;

/* a signal that belongs to clocks */
typedef struct fmu_clocked {
    fmu_group group; /* of this variable alone; its scalars count from `first` on */
    int first, size;
    const fmu_variable *variable;
    double *values;
} fmu_clocked;

typedef struct fmu_clocks {
    fmu_clock *clocks;
    int count;
    fmu_clocked *inputs, *outputs;
    int input_count, output_count;
} fmu_clocks;

/* after the signals were chosen; nothing where the FMU's clocks cannot tick */
mr_status fmu_clocks_prepare(struct fmu_instance *fmu);
void fmu_clocks_free(struct fmu_instance *fmu);

/* after the initialisation: intervals that the FMU tells */
mr_status fmu_clocks_begin(struct fmu_instance *fmu, double t0);

/* the next tick that is planned */
double fmu_clocks_next(const struct fmu_instance *fmu);

/* in event mode: lets clocks tick that are due, and gives the inputs that belong to them. fmu->u
 * holds the inputs of t */
mr_status fmu_clocks_tick(struct fmu_instance *fmu, double t);
/* before each update of discrete states: output clocks, and outputs of clocks that tick */
mr_status fmu_clocks_read(struct fmu_instance *fmu);
/* after the last update: intervals that have changed */
mr_status fmu_clocks_settle(struct fmu_instance *fmu, double t);

/* Scheduled Execution: all partitions that are due at t, by priority, and those that they call */
mr_status fmu_clocks_activate(struct fmu_instance *fmu, double t);

/* counts and values of clocks into the outputs */
void fmu_clocks_tell(const struct fmu_instance *fmu, double *y);

#endif
