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

mr_status mr_signal_watch_open(mr_signal_watch *watch, int signals, int order, bool chooses) {
    watch->signals = signals;
    watch->order = order;
    watch->chooses = chooses;
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

/* a rate that is unusual enough to be a jump, if nothing foresaw it */
static bool is_unusual(const mr_watched *signal, double change, double rate) {
    return signal->since >= ACQUAINTED && rate > JUMP_RATIO * signal->usual_rate &&
           change > NOTHING * signal->largest;
}

/* how far each order would have missed the value; the least of them */
static double find_misses(const mr_watched *signal, int highest, double value, double change,
                          double *misses) {
    double least = change;
    for (int order = 0; order <= highest && order < signal->since; order++) {
        misses[order] = fabs(value - misses[order]);
        if (misses[order] < least)
            least = misses[order];
    }
    return least;
}

static void forget(mr_watched *signal, int highest) {
    for (int order = 0; order <= highest; order++)
        signal->misses[order] = 0.0;
    signal->since = 1;
    signal->order = 0;
}

static void remember(mr_watched *signal, int highest, const double *misses) {
    for (int order = 0; order <= highest && order < signal->since; order++)
        signal->misses[order] = FADE * signal->misses[order] + (1.0 - FADE) * misses[order];
}

/* weights of every order for predicting the newest sample from those before it */
typedef struct order_weights {
    bool known;
    double of[MR_MAX_ORDER + 1][MR_MAX_ORDER + 1];
} order_weights;

static void predict(const mr_signal_watch *watch, const mr_history *history, int signal,
                    order_weights *weights, double *predicted) {
    const int newest = history->count - 1;
    const double *times = mr_history_times(history);
    for (int order = 0; !weights->known && order <= watch->order && order < newest; order++)
        mr_lagrange_weights(times + newest - 1 - order, order + 1, times[newest],
                            weights->of[order]);
    weights->known = true;
    for (int order = 0; order <= watch->order && order < newest; order++) {
        const double *sample = mr_history_row(history, newest - 1 - order) + signal;
        for (int k = 0; k <= order; k++)
            predicted[order] +=
                weights->of[order][k] * sample[(size_t)k * (size_t)history->columns];
    }
}

/* returns 1 if the signal jumped. What the orders would have foretold is computed only where it
 * matters: for the choice of an order, or after an unusual change */
static int observe_one(mr_signal_watch *watch, const mr_history *history, int s,
                       order_weights *weights) {
    mr_watched *signal = &watch->now[s];
    const int newest = history->count - 1, highest = watch->order;
    const double *row = mr_history_row(history, newest), *before = row - history->columns;
    const double *times = mr_history_times(history);
    if (signal->since > newest)
        signal->since = newest; /* the history was cut since */
    const double change = fabs(row[s] - before[s]);
    const double rate = change / (times[newest] - times[newest - 1]);
    if (fabs(row[s]) > signal->largest)
        signal->largest = fabs(row[s]);
    const bool unusual = is_unusual(signal, change, rate);
    if (watch->chooses || unusual) {
        double misses[MR_MAX_ORDER + 1] = {0};
        predict(watch, history, s, weights, misses);
        const double least = find_misses(signal, highest, row[s], change, misses);
        if (unusual && least > UNFORESEEN * change) {
            forget(signal, highest);
            return 1;
        }
        remember(signal, highest, misses);
    }
    const double faded = signal->since < 2 ? 0.0 : RATE_FADE * signal->usual_rate;
    signal->usual_rate = rate > faded ? rate : faded;
    signal->since++;
    if (watch->chooses)
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
    if (newest == 0) {
        const double *row = mr_history_row(history, newest);
        for (int s = 0; s < watch->signals; s++) {
            watch->now[s].since = 1;
            watch->now[s].largest = fabs(row[s]);
        }
        return 0;
    }
    order_weights weights;
    weights.known = false;
    int jumps = 0;
    for (int s = 0; s < watch->signals; s++)
        jumps += observe_one(watch, history, s, &weights);
    return jumps;
}
