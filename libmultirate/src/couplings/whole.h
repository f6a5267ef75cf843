/* is anything hidden behind an interface coordinate?
 *
 * Where nothing is, the acceleration is a function of p, v and u, and the matrices at both ends of
 * a step explain how it has changed: da = (Au du + Ap dp + Av dv), with the mean of both, but for
 * the third power of the step. Of one coordinate and one effort. */
#ifndef MR_WHOLE_H
#define MR_WHOLE_H

#include "bent.h"
#include "multirate/slave.h"

enum { MR_WHOLE_STEPS = 7, MR_WHOLE_MOST = 32 };

struct mr_interface_model;

typedef struct mr_whole {
    double last[7]; /* u, p, v, a, Au, Ap, Av */
    double from;    /* p of the row before */
    int rows;
    /* step by step: change of the acceleration; what Au and what Ap, Av make of it; and how much of
     * it is not the step's own effort */
    double change[MR_WHOLE_MOST], by_effort[MR_WHOLE_MOST], by_motion[MR_WHOLE_MOST];
    double size[MR_WHOLE_MOST];
} mr_whole;

/* the slave has got to row with u */
mr_status mr_whole_note(mr_whole *whole, const struct mr_interface_model *model,
                        const mr_slave_type *type, void *slave, const double *u, const double *row);
/* the last row as a point of the path; h: the step that led there */
void mr_whole_trace(const mr_whole *whole, mr_bent *path, double h);
/* after small motion: all steps are explained, where matrices that are told wrongly have a factor
 * each: on Au, on Ap and Av; after any motion: many are */
bool mr_whole_exactly(const mr_whole *whole, double factor[2]);
bool mr_whole_roughly(const mr_whole *whole);

/* something is hidden that is not linear: a factor on Au alone, as far as it is seen by efforts
 * that change at random while all else changes smoothly. false: Au is told rightly, or it is not
 * seen */
bool mr_whole_factor(const mr_whole *whole, double *factor);

/* an effort that makes small motion, of a slave that is driven by u at its start */
double mr_whole_push(const struct mr_interface_model *model, double h, const double *u);

#endif
