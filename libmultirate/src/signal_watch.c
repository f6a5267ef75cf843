/* order choice and jump detection */
#include "signal_watch.h"

#include "predictors/polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FADE       0.5  /* of the memory of misses */
#define RATE_FADE  0.8  /* of the usual rate */
#define JUMP_RATIO 8.0  /* times the usual rate */
#define UNFORESEEN 0.5  /* share of the change that the best order missed */
#define NOTHING    1e-9 /* changes below this part of the largest value are noise */
#define ACQUAINTED 3    /* samples without which nothing can be called unusual */

mr_status mr_signal_watch_open(mr_signal_watch *watch, int signals, int order) {
    watch->signals = signals;
    watch->order = order;
    watch->now = calloc((size_t)signals + 1, sizeof *watch->now);
    watch->before = calloc((size_t)signals + 1, sizeof *watch->before);
    if (!watch->now || !watch->before) {
        mr_signal_watch_close(watch);
        return MR_ERR_MEMORY;
    }
    return MR_OK;
}

void mr_signal_watch_close(mr_signal_watch *watch) {
    free(watch->now);
    free(watch->before);
    *watch = (mr_signal_watch){0};
}

void mr_signal_watch_clear(mr_signal_watch *watch) {
    memset(watch->now, 0, (size_t)watch->signals * sizeof *watch->now);
    memset(watch->before, 0, (size_t)watch->signals * sizeof *watch->before);
}

void mr_signal_watch_copy(mr_signal_watch *to, const mr_signal_watch *from) {
    memcpy(to->now, from->now, (size_t)from->signals * sizeof *to->now);
    memcpy(to->before, from->before, (size_t)from->signals * sizeof *to->before);
}

static void choose_order(mr_watched *signal, int highest) {
    int best = 0;
    /* only orders that have been put to the test */
    for (int order = 1; order <= highest && order < signal->since - 1; order++)
        if (signal->misses[order] < signal->misses[best])
            best = order;
    signal->order = best;
}

/* returns 1 if the signal jumped */
static int observe_one(mr_watched *signal, int highest, double value, double previous, double step,
                       const double *predicted) {
    const double change = fabs(value - previous), rate = change / step;
    double least_miss = change;
    for (int order = 0; order <= highest && order < signal->since; order++) {
        const double miss = fabs(value - predicted[order]);
        if (miss < least_miss)
            least_miss = miss;
    }
    if (fabs(value) > signal->largest)
        signal->largest = fabs(value);
    const bool jumped = signal->since >= ACQUAINTED && rate > JUMP_RATIO * signal->usual_rate &&
                        change > NOTHING * signal->largest && least_miss > UNFORESEEN * change;
    if (jumped) {
        for (int order = 0; order <= highest; order++)
            signal->misses[order] = 0.0;
        signal->since = 1;
        signal->order = 0;
        return 1;
    }
    for (int order = 0; order <= highest && order < signal->since; order++) {
        const double miss = fabs(value - predicted[order]);
        signal->misses[order] = FADE * signal->misses[order] + (1.0 - FADE) * miss;
    }
    const double faded = signal->since < 2 ? 0.0 : RATE_FADE * signal->usual_rate;
    signal->usual_rate = rate > faded ? rate : faded;
    signal->since++;
    choose_order(signal, highest);
    return 0;
}

int mr_signal_watch_observe(mr_signal_watch *watch, const mr_history *history, bool replaced) {
    const size_t bytes = (size_t)watch->signals * sizeof *watch->now;
    if (replaced)
        memcpy(watch->now, watch->before, bytes);
    else
        memcpy(watch->before, watch->now, bytes);

    const int newest = history->count - 1;
    const double *row = mr_history_row(history, newest);
    if (newest == 0) {
        for (int s = 0; s < watch->signals; s++) {
            watch->now[s].since = 1;
            watch->now[s].largest = fabs(row[s]);
        }
        return 0;
    }
    /* weights of every order for predicting the newest sample from those before it */
    double weights[MR_MAX_ORDER + 1][MR_MAX_ORDER + 1];
    const double *times = mr_history_times(history);
    for (int order = 0; order <= watch->order && order < newest; order++)
        mr_lagrange_weights(times + newest - 1 - order, order + 1, times[newest], weights[order]);

    int jumps = 0;
    const int columns = history->columns;
    for (int s = 0; s < watch->signals; s++) {
        double predicted[MR_MAX_ORDER + 1] = {0};
        for (int order = 0; order <= watch->order && order < newest; order++) {
            const double *sample = mr_history_row(history, newest - 1 - order) + s;
            for (int k = 0; k <= order; k++)
                predicted[order] += weights[order][k] * sample[(size_t)k * (size_t)columns];
        }
        if (watch->now[s].since > newest)
            watch->now[s].since = newest; /* the history was cut since */
        jumps += observe_one(&watch->now[s], watch->order, row[s],
                             mr_history_row(history, newest - 1)[s],
                             times[newest] - times[newest - 1], predicted);
    }
    return jumps;
}
