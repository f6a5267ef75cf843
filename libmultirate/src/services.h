/* what the core gets from the rooms around it, if they are there: threads, and slaves elsewhere
 *
 * Defined once in each program: by whole/services.c in the library, by alone/services.c for the
 * core by itself, which needs nothing but libm. */
#ifndef MR_SERVICES_H
#define MR_SERVICES_H

#include "errand.h"
#include "multirate/slave.h"

typedef struct mr_services {
    const mr_errands *errands; /* NULL: no threads */

    /* the slave computes elsewhere, so that who calls it only waits; NULL: none does */
    bool (*waits)(const mr_slave_type *slave);
} mr_services;

extern const mr_services mr_services_here;

#endif
