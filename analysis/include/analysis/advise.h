/* which setting of the block is best for a pair: every candidate is predicted, none is run
 *
 * The first steps are made by the library itself, so that the start is what it will be; from there
 * on powers of the map of one period go on to the end of the run, beside the exact solution. */
#ifndef ANALYSIS_ADVISE_H
#define ANALYSIS_ADVISE_H

#include "analysis/coupling.h"

#define AN_TEXT_SIZE 160

typedef struct an_candidate {
    mr_config config;
    double slave_step;
    char text[AN_TEXT_SIZE]; /* options of the interface that make this candidate */
    bool possible;           /* the pair has what it needs (rates, interface coordinates) */
    double radius, growth;   /* coupling.h */
    bool stable;             /* nothing grows by more than a twentieth within the horizon */
    double error;            /* root mean square of the deviation over the horizon, relative to that
                              * of the motion itself */
    double early;            /* the same up to the end of the window */
    bool unpredicted;        /* it cannot be said without running it: no error, no growth */
    double rank;             /* the smaller the better: errors within a tenth are alike, then what
                              * grows less, then what is simpler */
} an_candidate;

typedef struct an_question {
    const an_pair *pair;
    an_coupling coupling; /* steps, methods, and options that all candidates share (start_input,
                           * break_loop …) */
    double horizon;       /* s */
    double window;        /* s, of a first part whose error is told, too; 0: none */
    bool directed;        /* the slave tells directions, or makes steps on trial: with
                           * them the interface model is better than what can be
                           * predicted of it */
    const double *watch;  /* weight of each state in the error, master's first; NULL: the master's
                           * states, 1 each */
    double least_slave_step; /* where no setting is good, the slave's step is halved, but not below
                              * this; 0: never */
    bool (*progress)(void *user, double done); /* may be NULL; false ends it */
    void *user;
} an_question;

/* all candidates, best first; free the list. Those that cannot be predicted come before all others,
 * those that are not possible last. The slave keeps its step as long as some setting is stable and
 * has an error below one half. */
mr_status an_advise(const an_question *question, an_candidate **list, int *count,
                    mr_message *message);

/* the list before anything is known of them: schemes, orders, predictors, smoothing, model; those
 * with this step of the slave are put behind those that are in the list already */
mr_status an_candidates(const an_question *question, double slave_step, an_candidate **list,
                        int *count, mr_message *message);

/* stability and error of one */
mr_status an_predict(const an_question *question, an_candidate *candidate, mr_message *message);

/* one sentence: why this one is where it is */
void an_candidate_reason(const an_candidate *candidate, const an_candidate *best, char *text,
                         int size);

#endif
