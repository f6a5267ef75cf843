/* how the two sides of a pair are coupled, and the linear map that this makes of one period
 *
 * s(k+1) = M s(k), where s are the states of both sides and all samples that are still looked at.
 * The coupling is stable iff no eigenvalue of M is larger than one (B. Schweizer, P. Li, D. Lu,
 * stability of co-simulation methods; P. Li, thesis, ch. 3). */
#ifndef ANALYSIS_COUPLING_H
#define ANALYSIS_COUPLING_H

#include "analysis/method.h"
#include "analysis/pair.h"

#include "multirate/config.h"

typedef enum an_scheme {
    AN_PARALLEL, /* Jacobi: both sides extrapolate over the same exchange step */
    AN_IMPLICIT, /* the same with the inputs at the end of the step solved for */
    AN_STAGGERED /* slowest first, fastest first: the library itself, as config says */
} an_scheme;

typedef struct an_coupling {
    an_scheme scheme;
    mr_config config;  /* predictors and orders; staggered: everything */
    double step;       /* exchange step, or step of the master, s */
    double slave_step; /* staggered: step of the slave, s */
    const an_method *master_method, *slave_method;
    int master_substeps, slave_substeps; /* parallel and implicit: steps per exchange */
    double tolerance; /* a radius of 1 + this per step of the master still counts as stable */
    double blur;      /* and growth by e^(this t): the systems are not known better, 1/s */
} an_coupling;

/* parallel, cubic, exact, one step per exchange of 1 s, tolerance 1e-6 */
void an_coupling_default(an_coupling *coupling);

typedef struct an_map {
    int dimension;
    double *M;         /* dimension × dimension; the states of the master come first, then the
                        * slave's, then samples */
    double period;     /* s; a whole number of steps of both sides */
    int master_steps;  /* in it */
    double slave_step; /* the one that was analysed: commensurable with the master's */
} an_map;

mr_status an_map_make(an_map *map, const an_pair *pair, const an_coupling *coupling,
                      mr_message *message);
void an_map_free(an_map *map);

typedef struct an_stability {
    double radius; /* spectral radius over one period */
    double growth; /* of the worst component, 1/s: log(radius) / period */
    double period;
    int dimension;
    bool stable;
    double blur; /* growth is not known better, 1/s; where the run itself was tried */
} an_stability;

mr_status an_stability_find(an_stability *stability, const an_pair *pair,
                            const an_coupling *coupling, mr_message *message);

/* the largest step up to which the coupling is stable, looked for between two steps from below on
 * (the slave's step keeps its ratio); 0: unstable from the beginning on, `to`: stable up to it */
mr_status an_stability_limit(double *limit, const an_pair *pair, const an_coupling *coupling,
                             double from, double to, mr_message *message);

#endif
