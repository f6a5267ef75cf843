/* a linear system from its responses to pulses: the eigensystem realisation algorithm
 *
 *     x(k+1) = Phi x(k) + Gamma u(k),   y(k) = C x(k) + D u(k-1)
 *
 * A pulse of 1 in channel j over the first step gives y(1) = C Gamma + D, y(k) = C Phi^(k-1) Gamma.
 * B. L. Ho, R. E. Kalman (1966); J.-N. Juang, R. S. Pappa, Journal of Guidance 8 (1985). As many
 * states are taken as the responses show above their noise.
 *     Channels that nothing drives (a motion that goes on by itself) do not decide about the
 * states: at rest they are nothing but noise, which any number of states would explain. Their Gamma
 * is the one that comes closest. */
#ifndef ANALYSIS_REALISE_H
#define ANALYSIS_REALISE_H

#include "multirate/status.h"

#include <stdbool.h>

#define AN_MOST_STATES 48

typedef struct an_responses {
    int outputs, channels, length;
    int driven;    /* the first of the channels, which decide about the states */
    double *y;     /* y(1) … y(length), each outputs × channels */
    double *floor; /* what each output is not known better than, absolute; 0: not known */
} an_responses;

typedef struct an_realisation {
    int states, outputs, channels;
    double *Phi, *Gamma, *C, *D; /* one block of memory that begins at Phi */
    double misfit;               /* of driven responses, relative, root mean square of the worst */
    double rest;                 /* the same of the others */
} an_realisation;

bool an_responses_make(an_responses *responses, int outputs, int channels, int driven, int length);
void an_responses_free(an_responses *responses);

/* noise: of the responses, relative to the largest of each output. MR_ERR_MEMORY, or
 * MR_ERR_NOT_FINITE: the responses are not, or no linear system comes of them */
mr_status an_realise(an_realisation *made, const an_responses *responses, double noise);
/* the same of a run whose answers have more in them than a few motions: more states are tried as
 * long as they explain more, and then the fewest are taken that explain it as well, up to three
 * times what the best leave, or the noise. What noise makes of a record needs more of them */
mr_status an_realise_fewest(an_realisation *made, const an_responses *responses, double noise);
/* with this number of states; MR_ERR_NOT_FINITE: the responses do not show so many */
mr_status an_realise_with(an_realisation *made, const an_responses *responses, double noise,
                          int states);
void an_realisation_free(an_realisation *made);

/* the continuous system of which one step of h is this map, where the step is made by
 * the trapezoidal rule, by implicit Euler, or exactly, with inputs that are constant over it:
 * A (states × states) and B (states × channels). MR_ERR_NOT_FINITE: there is none. */
typedef mr_status (*an_undo)(const an_realisation *made, double h, double *A, double *B);
mr_status an_undo_trapezoidal(const an_realisation *made, double h, double *A, double *B);
mr_status an_undo_implicit_euler(const an_realisation *made, double h, double *A, double *B);
mr_status an_undo_exact(const an_realisation *made, double h, double *A, double *B);

#endif
