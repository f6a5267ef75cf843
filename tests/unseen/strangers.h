/* slaves of other kinds than those that the coupling was made on, written as equations: forces that
 * change with time, friction, drag, first-order states, control loops, springs that change. They
 * tell their interface matrices only, and rightly or not.
 *
 * The master is the fast mass of unseen.h. The reference integrates it and the slave's equations
 * in one piece. */
#ifndef STRANGERS_H
#define STRANGERS_H

#include "multirate/interface.h"

enum { STRANGER_STATES = 14, STRANGER_NAMES = 20 };

typedef struct stranger {
    const char *name;
    int masses, others; /* coordinates, then states of first order */
    double mass[5];
    double start[5];
    double h;     /* step of the slave */
    bool samples; /* others change at its steps only: a controller in a computer */
    /* forces on the masses, and the rates of the other states, or their values from now on. The
     * effort is in force[0] beforehand */
    void (*forces)(double t, const double *q, const double *v, const double *z, double *force,
                   double *rate);
} stranger;

extern const stranger strangers[];
int stranger_count(void);

/* one drawn by this number, until the next is drawn: a chain of one to four masses. `strange`:
 * chance of a link to have another law than that of a spring with a damper */
const stranger *stranger_draw(unsigned long number, double strange);

/* how a slave tells its matrices: factors on all that it answers, and what else it does to them */
typedef struct stranger_lie {
    double effort, stiffness, damping; /* factors; 1 is the truth */
    long jumps;    /* every so many tellings the factors are turned around; 0: never */
    double random; /* size of what is added to each, relative to Au */
    bool keeps;    /* it keeps its acceleration from step to step */
} stranger_lie;

typedef struct stranger_outcome {
    double velocity;  /* relative root mean square of the master's */
    double amplitude; /* of the last two fifths, relative to the true one */
    double grown;     /* largest energy of the master, relative to the largest of the reference */
    double most;      /* that energy, J */
    double told;      /* error that the indicator tells */
    bool doubtful;
    bool warned;  /* doubtful, or only fair, or said to be worse than is told */
    long guarded; /* slave steps in which a safeguard acted */
    bool cut;     /* the interface model was cut off */
    mr_status status;
    mr_statistics statistics;
    /* position, velocity, acceleration that the master was told: sums with weights of changing
     * sign, and root mean squares */
    double heard[3], size[3];
    char said[MR_VERDICT_SIZE];
} stranger_outcome;

stranger_outcome stranger_run(const stranger *s, double fr, double duration, const char *options,
                              const stranger_lie *lie);
/* the slave by itself with the mean of the exact force: error of its interface velocity */
double stranger_alone(const stranger *s, double fr, double duration);

#endif
