/* the inputs that a slave will want in its coming step, asked for before the step goes out
 *
 * The times are those that the slave asked for in the step before, moved on by a step; so a step is
 * one turn over the network, and the slave gets the very inputs that it would have got at home. A
 * wrong guess costs a turn, no more: the slave asks for what it does not have. */
#ifndef REMOTE_FORESIGHT_H
#define REMOTE_FORESIGHT_H

#include "frame.h"
#include "isolation/isolation.h"

#include <stdbool.h>

/* where the slave is */
typedef struct slave_place {
    double now;
    double next_step; /* as the slave tells; 0: it does not */
    long steps;
} slave_place;

typedef struct foresight {
    known_inputs known; /* for the question that goes out next */
    mr_wire scratch;
    mr_widths widths;
    double *outputs; /* room for them */
    int moving;      /* the question that is being answered, if it moves the slave on */
    /* the slave's own steps: t0 + i h */
    double t0;
    double nominal; /* the first size of a step that it told */
    slave_place at;
    slave_place *saved; /* by slot */
    int saved_count;
    bool wants_begin, wants_end; /* asked for in a step before */
    bool counts;                 /* the end of its step is t0 + i h, not t + h */
} foresight;

/* before a question goes out: asks the master, over the channel, for inputs that the slave will
 * probably want; false: the master is gone */
bool foresight_prepare(foresight *f, mr_channel *channel, const mr_wire *question);

/* after its answer: where the slave is now, or what it asked for without getting it at once */
void foresight_learn(foresight *f, const mr_wire *question, const mr_wire *answer);

#endif
