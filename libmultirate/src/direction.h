/* one direction of the exchange: the samples of one side and how each signal is continued for the
 * other
 *
 * Signals with the same predictor form a group, whose weights are computed once per evaluation. */
#ifndef MR_DIRECTION_H
#define MR_DIRECTION_H

#include "history.h"
#include "multirate/config.h"
#include "signal_watch.h"

typedef struct mr_group {
    mr_prediction prediction;
    int points;
    int count;
    int *signals; /* NULL: all of them */
} mr_group;

typedef struct mr_direction {
    int signals;
    int points;       /* longest window of any group */
    int *rate_column; /* column of the history that holds a signal's rate; MR_NONE */
    int group_count;
    mr_group *groups;
    bool alike;                           /* one plain predictor for all signals */
    bool cubic;                           /* it is the polynomial of order 3 */
    bool holds;                           /* some signals are held */
    bool averages;                        /* some look at the horizon */
    bool watched;                         /* jumps and best orders are followed */
    const mr_predictor_type *equal_steps; /* a predictor that refuses unequal steps, or NULL */
    double horizon; /* length of the step to come, for predictors that look at it; set before an
                     * evaluation */
    mr_signal_watch watch;
    mr_history history; /* columns: the signals, then perhaps their rates */
    bool forecasts;     /* iterate=on, after a return: what the pass before has shown is known */
    mr_history forecast;
} mr_direction;

/* predictions: one per signal; rate_columns: one per signal or NULL; columns: of the history;
 * kept: samples kept at the least */
mr_status mr_direction_open(mr_direction *direction, int signals, const mr_prediction *predictions,
                            const int *rate_columns, int columns, int kept, bool watch_jumps);
void mr_direction_close(mr_direction *direction);
void mr_direction_clear(mr_direction *direction);
/* the samples so far serve as forecast where the history does not reach, until the next call */
mr_status mr_direction_keep_forecast(mr_direction *direction);
mr_status mr_direction_copy(mr_direction *to, const mr_direction *from);

/* stores a sample: replaces the newest at the same time, cuts back on a return to an earlier time.
 * needed_from: the earliest time at which an evaluation may still be asked for. MR_ERR_STEPS: the
 * sample does not fit a predictor that needs equal steps. */
typedef struct mr_stored {
    bool replaced, returned;
    int jumps;
} mr_stored;
mr_status mr_direction_store(mr_direction *direction, double t, const double *row, double tolerance,
                             double needed_from, mr_stored *stored);

/* all signals at time t */
void mr_direction_evaluate(const mr_direction *direction, double t, double tolerance,
                           double *values);

/* only the signals that are held (commands, switches); the others are left as they are */
void mr_direction_evaluate_held(const mr_direction *direction, double t, double tolerance,
                                double *values);

/* mean of all signals over [from, to]: integral of the straight lines between samples, held beyond
 * the newest; so the receiver gets the impulse that the sender gave */
void mr_direction_mean(const mr_direction *direction, double from, double to, double *values);

#endif
