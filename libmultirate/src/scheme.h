/* what a scheme decides: one constant table a file in schemes/, listed in schemes/scheme.c */
#ifndef MR_SCHEME_H
#define MR_SCHEME_H

#include "multirate/config.h"
#include "multirate/slave.h"

/* where the coming step of the slave will end, as far as one can know */
typedef struct mr_plan {
    double end;   /* infinite if the slave does not tell */
    bool limited; /* by step_to */
} mr_plan;

typedef struct mr_scheme_rules {
    bool follows; /* the slave never passes the master, which extrapolates */

    /* may the slave make this step while the master is at t1? The step may be cut to fit.
     * NULL: always */
    bool (*permits)(mr_plan *plan, double t1, double tolerance);

    /* will the step be made by the time that the master comes to `next`? */
    bool (*demands)(const mr_plan *plan, double slave_time, double next, double tolerance);

    /* what it needs and the slave does not offer, completing "slave '…', which "; NULL: nothing.
     * NULL itself: it needs nothing */
    const char *(*misses)(const mr_slave_type *slave);
} mr_scheme_rules;

#endif
