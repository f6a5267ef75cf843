/* errands: work that one thread hands over and another, or itself, has done when it is needed
 *
 * A process has one crew of workers for the errands of all its callers: with the callers as many
 * threads as there are cores for them. An errand is placed with a worker, or with its caller, by
 * what it was measured to cost (placement.h). A caller that waits does its own errands meanwhile,
 * and those that nobody has begun. Where and when an errand is run makes no difference to what it
 * does: it even has its caller's rounding.
 *
 * Those who wait stay awake for a moment before they sleep, so that handing over a short errand
 * costs about a microsecond and a long wait costs no processor time. */
#ifndef MR_ERRAND_H
#define MR_ERRAND_H

#include "multirate/status.h"

#include <stdbool.h>

typedef struct mr_errand mr_errand;

typedef struct mr_errand_options {
    bool own_thread; /* none of the crew's: it mostly waits for somebody else */
    int core;        /* the only one for its own thread; negative: none in particular */
    bool soon;       /* its caller will need it before it can go on: to be done in any wait */
} mr_errand_options;

/* MR_ERR_UNSUPPORTED where there are no such threads */
mr_status mr_errand_open(mr_errand **errand, const mr_errand_options *options);
void mr_errand_close(mr_errand *errand);

/* run tells how many seconds it took. The errand before must have been waited for or dropped */
void mr_errand_start(mr_errand *errand, double (*run)(void *context), void *context);

/* until the errand is done; what it wrote is seen then. true: the caller did it itself */
bool mr_errand_wait(mr_errand *errand);

/* nobody needs it any more: as wait, but it may never have been begun */
void mr_errand_drop(mr_errand *errand);

typedef struct mr_errand_report {
    double cost; /* seconds, mean of the last ones */
    int worker;  /* that it is placed with: 1, 2, …; 0: its caller; -1: a thread of its own */
    int workers; /* of the crew */
} mr_errand_report;

void mr_errand_tell(const mr_errand *errand, mr_errand_report *report);

#endif
