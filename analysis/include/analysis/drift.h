/* what a stable coupling does in the long run, and what a single step does wrong
 *
 * Long time: each motion of the whole has an eigenvalue e^(lambda H); the map of the coupling has
 * one next to it, whose damping and frequency are those that a run shows. W. Friedrich, Parallele
 * Co-Simulation, 2011, 2.7: fig. 2.14 to 2.16, table 2.3. */
#ifndef ANALYSIS_DRIFT_H
#define ANALYSIS_DRIFT_H

#include "analysis/coupling.h"

typedef struct an_mode {
    double damping, frequency;                 /* of the whole: 1/s, rad/s */
    double coupled_damping, coupled_frequency; /* as the coupling makes them */
    double distance;                           /* of the two eigenvalues of one step */
} an_mode;

/* modes of the whole, one for each eigenvalue with frequency ≥ 0, and how many; free the list */
mr_status an_modes_find(const an_pair *pair, const an_coupling *coupling, an_mode **modes,
                        int *count, mr_message *message);

/* a Poincaré section: the master's first two states where the slave's first state passes zero
 * upwards, along `periods` of the map and, each by each, of the whole; at most room of each. The
 * start is the pair's */
typedef struct an_section {
    int count[2]; /* coupled, whole */
    double *t[2], *x[2], *v[2];
} an_section;
mr_status an_section_make(const an_pair *pair, const an_coupling *coupling, int periods,
                          an_section *section, mr_message *message);
void an_section_free(an_section *section);

/* one exchange step from exact samples on: the power of H of its error in position and velocity */
typedef struct an_local_order {
    const char *name;
    double position, velocity;
} an_local_order;
#define AN_LOCAL_ORDERS 7
/* two nonlinear oscillators with a spring of 1e4 between them, force to both (fig. 2.6; even powers
 * with the sign of the motion, so that it does not run away) */
void an_local_orders(an_local_order orders[AN_LOCAL_ORDERS]);

#endif
