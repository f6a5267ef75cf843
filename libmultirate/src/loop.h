/* when the master's outputs reach the slave: one constant table a file in loops/
 *
 * A closed loop takes them in at once, so that the master's inputs depend on its outputs at the
 * same time; a broken one (break_loop=on) uses those of the previous major step. */
#ifndef MR_LOOP_H
#define MR_LOOP_H

#include "multirate/interface.h"

typedef struct mr_loop {
    bool feedthrough;

    /* what the master tells in an exchange at t1; y1: NULL if nothing */
    mr_status (*take)(mr_interface *interface, double t1, const double *y1, mr_evaluation kind);

    /* what it tells afterwards; NULL: it must not */
    mr_status (*commit)(mr_interface *interface, double t1, const double *y1);
} mr_loop;

extern const mr_loop mr_closed_loop, mr_broken_loop;

#endif
