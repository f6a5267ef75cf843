/* before a system runs: does a loop through its outputs run away? */
#ifndef CLI_SYSTEM_LOOP_H
#define CLI_SYSTEM_LOOP_H

#include "analysis/feedthrough.h"
#include "system/system.h"

typedef struct system_loop {
    bool known;             /* something could be measured */
    double real, imaginary; /* the worst gain around a loop */
    double root;            /* growth in one step, at a vanishing step; above 1 it runs away */
    int order;              /* of extrapolation */
    an_loop_region region;  /* the gains that it lets be */
} system_loop;

/* starts the run, measures, and leaves it to be started anew */
bool system_loop_find(sy_run *run, double start, system_loop *loop, mr_message *message);

/* the warning, without a full stop; "" if there is none */
void system_loop_tell(const system_loop *loop, char *text, size_t size);

#endif
