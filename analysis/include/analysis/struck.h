/* the growth of a coupled run, from what pulses into its signals become
 *
 * Where the state of a coupling cannot be written down (interface models fit what they know of a
 * slave from its own steps), the whole of it is looked at from outside: it runs as it is, a pulse
 * of one period goes into one connected input after the other, and what the outputs do afterwards,
 * period by period, is realised as a linear map (realise.h). Its eigenvalues are those of the
 * coupled run. Pulses up and down, whole and half, tell whether the run is linear. */
#ifndef ANALYSIS_STRUCK_H
#define ANALYSIS_STRUCK_H

#include "analysis/coupling.h"
#include "analysis/realise.h"

#include "multirate/coupled.h"

typedef struct an_struck {
    mr_coupled *coupled; /* with own steps */
    const mr_connection *connections;
    int connection_count;
    const bool *in; /* per member: it is in a loop; what is not does not count */
    double start, period;
    int steps; /* of the slowest member in a period */
    bool bent; /* members are not linear far from their motion: small pulses count, too */

    /* the run begins anew; it goes on to t. Both as whoever has opened it does that */
    mr_status (*begin)(void *context, double start, mr_message *message);
    mr_status (*advance)(void *context, double t, mr_message *message);
    void *context;
} an_struck;

/* misfit: what the map leaves unexplained. MR_ERR_UNSUPPORTED: it is not linear */
mr_status an_struck_stability(an_stability *stability, const an_struck *struck, double tolerance,
                              double *misfit, mr_message *message);

/* the same of a linear master and a slave as it is, behind an interface that is open with the
 * settings that an_struck_config makes: whatever it tells its interface model is heard. Both begin
 * at their start, and go on from there; one state of the master is set off after the other. The
 * slave has to start anew, again and again */
typedef struct an_struck_slave {
    const an_pair *pair; /* its master counts alone: deviations from what it has at the start */
    const double *states, *rates, *inputs, *outputs; /* of the master there */
    double start;
    mr_interface *interface;
    double slave_step;   /* that it makes */
    const bool *ignored; /* outputs (scalars) of the slave that nobody hears; NULL: none */
} an_struck_slave;

void an_struck_config(const an_pair *pair, const an_coupling *coupling, mr_config *config);
mr_status an_struck_slave_stability(an_stability *found, const an_struck_slave *about,
                                    const an_coupling *coupling, mr_message *message);

/* the growth of a run by its answers to pulses, from one sample to the next */
typedef struct an_growth {
    int states;    /* of the map that explains them */
    double misfit; /* what it leaves unexplained */
    double radius; /* largest eigenvalue among the motions that the answers need (motions.c) */
    double share;  /* what is left of them without it */
    double doubt;  /* of its logarithm: what a part of the record says differently */
} an_growth;
#define AN_DOUBTED 3.0 /* times that it may be off (chosen, not derived) */
/* noise: as for the map */
mr_status an_find_growth(an_growth *growth, const an_responses *responses, double noise);
/* does it grow by more than this from sample to sample, or not? Motions that are slow against the
 * record lie close together, and a little noise moves them far: then a longer one tells more */
bool an_growth_is_clear(const an_growth *growth, int length, double tolerance);

/* the smallest whole number of the longest of these steps that is one of each other, to a
 * thousandth, and how many of each there are (NULL: not wanted). 0: there is none of at most
 * AN_MOST_STEPS steps of each */
#define AN_MOST_STEPS 1000
double an_common_period(const double *steps, int count, int *whole);

#endif
