/* do the hidden modes foresee the slave's reaction?
 *
 * Steps on trial are few, and their pushes may be too weak or too short to show that a slave is not
 * linear. The run shows it: modes that are right foresee how the reaction changes in a step. */
#ifndef MR_DOUBT_H
#define MR_DOUBT_H

#include <stdbool.h>

typedef struct mr_doubt {
    /* sums that forget, of squares: of what was not foreseen, of how the reaction changed, and of
     * the accelerations */
    double missed, changed, all;
    double missed_last, all_last; /* of the last step alone */
    double steps;
    double dropped; /* 1: the modes were worse than none, and went */
} mr_doubt;

#define MR_DOUBT_SIZE ((int)(sizeof(mr_doubt) / sizeof(double)))

void mr_doubt_note(mr_doubt *doubt, double missed, double changed, double all);

/* the slave does not react as foreseen */
bool mr_doubt_is_surprised(const mr_doubt *doubt);

/* a reaction that stays as it is would be foreseen better */
bool mr_doubt_is_useless(const mr_doubt *doubt);

#endif
