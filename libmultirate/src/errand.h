/* errands: work that one thread hands over and another, or itself, has done when it is needed
 *
 * What the core asks of threads; who they are is told in services.h. */
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

typedef struct mr_errand_report {
    double cost; /* seconds, mean of the last ones */
    int worker;  /* that it is placed with: 1, 2, …; 0: its caller; -1: a thread of its own */
    int workers; /* of the crew */
} mr_errand_report;

typedef struct mr_errands {
    /* MR_ERR_UNSUPPORTED where there is no such thread */
    mr_status (*open)(mr_errand **errand, const mr_errand_options *options);
    void (*close)(mr_errand *errand);

    /* run tells how many seconds it took. The errand before must have been waited for or dropped */
    void (*start)(mr_errand *errand, double (*run)(void *context), void *context);

    /* until the errand is done; what it wrote is seen then. true: the caller did it itself */
    bool (*wait)(mr_errand *errand);

    /* nobody needs it any more: as wait, but it may never have been begun */
    void (*drop)(mr_errand *errand);

    void (*tell)(const mr_errand *errand, mr_errand_report *report);
} mr_errands;

#endif
