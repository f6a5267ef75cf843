/* watching signals sample by sample: the best order for each, and jumps
 *
 * Order: each order from 0 to the highest keeps a fading memory of how far it would have missed the
 * samples that came; the one with the least is used (the lower one on a tie).
 * Jump: a rate of change many times the largest of late that no order foresaw. */
#ifndef MR_SIGNAL_WATCH_H
#define MR_SIGNAL_WATCH_H

#include "history.h"
#include "multirate/predictor.h"

#include <stdbool.h>

typedef struct mr_watched {
    double misses[MR_MAX_ORDER + 1]; /* fading memory of the miss of each order */
    double usual_rate;               /* fading maximum of |change between samples| per time */
    double largest;                  /* largest |value| seen */
    int order;                       /* the best one now */
    int since;                       /* samples since the last jump, the one after it included */
} mr_watched;

typedef struct mr_signal_watch {
    int signals;
    int order;                /* highest order considered */
    bool chooses;             /* the best order of each signal is asked for, not jumps only */
    mr_watched *now, *before; /* before: as it was before the newest sample, for replacing it */
} mr_signal_watch;

mr_status mr_signal_watch_open(mr_signal_watch *watch, int signals, int order, bool chooses);
void mr_signal_watch_close(mr_signal_watch *watch);
void mr_signal_watch_clear(mr_signal_watch *watch);
void mr_signal_watch_copy(mr_signal_watch *to, const mr_signal_watch *from);

/* looks at the newest sample of the history (signals are its first columns); replaced: it took the
 * place of one that was looked at before. Returns the number of signals that jumped. */
int mr_signal_watch_observe(mr_signal_watch *watch, const mr_history *history, bool replaced);

#endif
