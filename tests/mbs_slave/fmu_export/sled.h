/* a slave with closed forms, in the same program as the FMI functions over it: masses on ice, each
 * with a spring and a damper to the wall. Its table may be changed: what it lacks, how it fails. */
#ifndef SLED_H
#define SLED_H

#include "multirate/slave.h"

/* of each sled: force in, position, velocity and acceleration out; and a gear that is handed
 * through. Options (numbers): sleds, mass, stiffness, damping, step (its own; 0: none), chains
 * (interface coordinates that are told, beside one of each sled) */
enum { SLED_FORCE, SLED_GEAR, SLED_POSITION, SLED_VELOCITY, SLED_ACCELERATION, SLED_GEAR_OUT };

#define SLED_MOST 4

typedef struct sled_faults {
    const char *where;  /* the function that fails */
    mr_status status;   /* so */
    const char *saying; /* NULL: without a word */
    double ends_at;     /* the slave ends its run there; 0: never */
    bool stands_still;  /* steps that lead nowhere */
} sled_faults;

extern mr_slave_type sled_type;
extern sled_faults sled_fault;
extern int sled_count;       /* of instances that are open */
extern char sled_text[1000]; /* what the last one was opened with */

/* as it was at first */
void sled_restore(void);

#endif
