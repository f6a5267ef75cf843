/* in turn or in threads? What was quicker lately
 *
 * Steps that are cheaper than handing them over are made in turn. Which those are is not computed
 * but tried: a few batches either way, then many in the way that took less time. It has no
 * influence on results. */
#ifndef MR_COUPLED_TURNS_H
#define MR_COUPLED_TURNS_H

#include <stdbool.h>

typedef struct mr_turns {
    int batches;     /* of the present trial, or left of the way that was chosen */
    int trial;       /* 0: in threads, 1: in turn, 2: neither, the choice is made */
    bool in_turn;    /* the choice, */
    int chosen;      /* and for how many batches it was made */
    double since;    /* begin of the group of batches */
    double least[2]; /* seconds of a group, either way */
} mr_turns;

/* before a batch of steps: is it to be made in threads? */
bool mr_turns_in_threads(mr_turns *turns);

#endif
