/* Does a slave advance? Each step may go on and yet lead nowhere: by the smallest difference of two
 * numbers, say. So its steps are counted, and at its pace of late the rest of the way must not take
 * more of them than anybody would wait for. */
#ifndef MULTIRATE_PACE_H
#define MULTIRATE_PACE_H

#include <stdbool.h>

#define MR_PACE_STEPS 10000 /* after so many steps it is looked at */
#define MR_MOST_STEPS 1e8   /* that a stretch may take, if nobody says otherwise */

typedef struct mr_pace {
    double from; /* where these steps began */
    int steps;
} mr_pace;

/* one step more, which has ended at t, on the way to `end`: would the rest take more than `most`?
 */
static inline bool mr_pace_crawls(mr_pace *pace, double t, double end, double most) {
    if (++pace->steps < MR_PACE_STEPS)
        return false;
    const double each = (t - pace->from) / MR_PACE_STEPS;
    pace->from = t;
    pace->steps = 0;
    return end - t > most * each;
}

#endif
