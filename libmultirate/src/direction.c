/* storing and evaluating the samples of one direction */
#include "direction.h"
#include "predictors/polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESERVED    256  /* samples for which a history has memory from the start */
#define EQUAL_STEPS 1e-6 /* relative difference of steps that count as equal */

static bool same_prediction(const mr_prediction *a, const mr_prediction *b) {
    return a->type == b->type && a->order == b->order && a->window == b->window;
}

static int window_points(const mr_prediction *prediction) {
    int points = prediction->type->points(prediction);
    return points > MR_MAX_WINDOW ? MR_MAX_WINDOW : points;
}

static mr_status make_groups(mr_direction *direction, const mr_prediction *predictions) {
    const int signals = direction->signals;
    direction->groups = calloc((size_t)signals + 1, sizeof *direction->groups);
    if (!direction->groups)
        return MR_ERR_MEMORY;
    for (int s = 0; s < signals; s++) {
        mr_group *group = NULL;
        for (int g = 0; g < direction->group_count && !group; g++)
            if (same_prediction(&direction->groups[g].prediction, &predictions[s]))
                group = &direction->groups[g];
        if (!group) {
            group = &direction->groups[direction->group_count++];
            group->prediction = predictions[s];
            group->points = window_points(&predictions[s]);
            if (group->points > direction->points)
                direction->points = group->points;
            group->signals = malloc((size_t)signals * sizeof *group->signals);
            if (!group->signals)
                return MR_ERR_MEMORY;
        }
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a known group has its list */
        group->signals[group->count++] = s;
    }
    if (direction->group_count == 1) { /* the usual case needs no list */
        const mr_predictor_type *type = direction->groups[0].prediction.type;
        free(direction->groups[0].signals);
        direction->groups[0].signals = NULL;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each prediction has a type */
        direction->alike = !type->holds && !type->adapts && !type->uses_rates && !type->averages;
        direction->cubic = type == &mr_predictor_polynomial && direction->groups[0].points == 4;
    }
    return MR_OK;
}

static mr_status open_memory(mr_direction *direction, const int *rate_columns, int columns,
                             int kept, int watched_order, bool chooses) {
    const int signals = direction->signals;
    if (rate_columns) {
        direction->rate_column = malloc(((size_t)signals + 1) * sizeof *rate_columns);
        if (!direction->rate_column)
            return MR_ERR_MEMORY;
        memcpy(direction->rate_column, rate_columns, (size_t)signals * sizeof *rate_columns);
    }
    if (direction->watched)
        MR_TRY(mr_signal_watch_open(&direction->watch, signals, watched_order, chooses));
    return mr_history_open(&direction->history, columns, kept, RESERVED);
}

mr_status mr_direction_open(mr_direction *direction, int signals, const mr_prediction *predictions,
                            const int *rate_columns, int columns, int kept, bool watch_jumps) {
    *direction = (mr_direction){.signals = signals, .points = 1, .watched = watch_jumps};
    mr_status status = make_groups(direction, predictions);
    int watched_order = 1;
    bool chooses = false;
    for (int g = 0; g < direction->group_count; g++) {
        const mr_prediction *prediction = &direction->groups[g].prediction;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
        direction->holds = direction->holds || prediction->type->holds;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
        chooses = chooses || prediction->type->adapts;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
        direction->averages = direction->averages || prediction->type->averages;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
        if (prediction->type->equal_steps)
            direction->equal_steps = prediction->type;
        /* a change that the signal's own order would have foreseen is no jump */
        if (prediction->order > watched_order)
            watched_order = prediction->order < MR_MAX_ORDER ? prediction->order : MR_MAX_ORDER;
    }
    direction->watched = direction->watched || chooses;
    if (status == MR_OK)
        status = open_memory(direction, rate_columns, columns, kept, watched_order, chooses);
    if (status != MR_OK)
        mr_direction_close(direction);
    return status;
}

void mr_direction_close(mr_direction *direction) {
    for (int g = 0; g < direction->group_count; g++)
        free(direction->groups[g].signals);
    free(direction->groups);
    free(direction->rate_column);
    mr_signal_watch_close(&direction->watch);
    mr_history_close(&direction->history);
    mr_history_close(&direction->forecast);
    *direction = (mr_direction){0};
}

void mr_direction_clear(mr_direction *direction) {
    direction->horizon = 0.0;
    direction->forecasts = false;
    mr_history_clear(&direction->history);
    if (direction->watched)
        mr_signal_watch_clear(&direction->watch);
}

mr_status mr_direction_keep_forecast(mr_direction *direction) {
    direction->forecast.columns = direction->history.columns;
    const mr_status status = mr_history_copy(&direction->forecast, &direction->history);
    direction->forecasts = status == MR_OK && direction->forecast.count > 0;
    return status;
}

mr_status mr_direction_copy(mr_direction *to, const mr_direction *from) {
    if (from->watched)
        mr_signal_watch_copy(&to->watch, &from->watch);
    return mr_history_copy(&to->history, &from->history);
}

static bool steps_differ(const mr_history *history) {
    const double *newest = mr_history_times(history) + history->count - 1;
    return history->count > 2 &&
           fabs(newest[0] - 2.0 * newest[-1] + newest[-2]) > EQUAL_STEPS * (newest[0] - newest[-1]);
}

/* the newest sample is not before t: it, and perhaps others, are given up */
static void take_back(mr_history *history, double t, const double *row, double tolerance,
                      mr_stored *stored) {
    if (mr_history_newest(history) > t + tolerance) {
        mr_history_truncate(history, t, tolerance);
        stored->returned = true;
    }
    if (history->count > 0 && mr_history_newest(history) >= t - tolerance) {
        mr_history_replace(history, t, row);
        stored->replaced = true;
    }
}

mr_status mr_direction_store(mr_direction *direction, double t, const double *row, double tolerance,
                             double needed_from, mr_stored *stored) {
    mr_history *history = &direction->history;
    *stored = (mr_stored){0};
    if (history->count > 0 && mr_history_newest(history) >= t - tolerance)
        take_back(history, t, row, tolerance, stored);
    if (!stored->replaced) {
        MR_TRY(mr_history_append(history, t, row, needed_from, direction->points));
        if (direction->equal_steps && steps_differ(history))
            return MR_ERR_STEPS;
    }
    if (direction->watched)
        stored->jumps = mr_signal_watch_observe(&direction->watch, history, stored->replaced);
    return MR_OK;
}

/* the samples that a predictor looks at for time t: index of the last one */
static int window_end(const mr_history *history, const mr_group *group, int ahead, double t,
                      double tolerance) {
    if (group->prediction.type->holds && ahead > 0 &&
        mr_history_times(history)[ahead] > t + tolerance)
        return ahead - 1;
    return ahead;
}

/* how many samples the window ending at `end` has */
static int window_count(const mr_history *history, int end, int points) {
    int first = end + 1 - points;
    if (first < 0)
        first = 0;
    if (history->barrier <= end && first < history->barrier)
        first = history->barrier;
    return end + 1 - first;
}

/* each signal with the order chosen for it; weights of an order are computed when first needed */
static void evaluate_adapted(const mr_direction *direction, const mr_history *history,
                             const mr_group *group, int end, double t, double *values) {
    const int columns = history->columns;
    double weights[MR_MAX_ORDER + 1][MR_MAX_ORDER + 1];
    bool known[MR_MAX_ORDER + 1] = {false};
    for (int i = 0; i < group->count; i++) {
        const int s = group->signals ? group->signals[i] : i;
        const mr_watched *watched = &direction->watch.now[s];
        int order =
            watched->order < group->prediction.order ? watched->order : group->prediction.order;
        const int available = window_count(history, end, order + 1) - 1;
        if (order > available)
            order = available;
        const int first = end - order;
        if (!known[order]) {
            group->prediction.type->weights(&group->prediction, mr_history_times(history) + first,
                                            order + 1, t, 0.0, weights[order], NULL);
            known[order] = true;
        }
        const double *sample = mr_history_row(history, first) + s;
        double value = 0.0;
        for (int k = 0; k <= order; k++)
            value += weights[order][k] * sample[(size_t)k * (size_t)columns];
        values[s] = value;
    }
}

/* all signals side by side, in one pass over the few rows of a usual window */
static void combine(const double *weights, int count, const double *rows, int columns, int signals,
                    double *restrict values) {
    if (signals == 1) {
        const size_t next = (size_t)columns;
        if (count == 4) { /* without a loop: no vector is made of what was stored just now */
            values[0] = weights[0] * rows[0] + weights[1] * rows[next] +
                        weights[2] * rows[2 * next] + weights[3] * rows[3 * next];
            return;
        }
        double value = weights[0] * rows[0];
        for (int k = 1; k < count; k++)
            value += weights[k] * rows[(size_t)k * next];
        values[0] = value;
        return;
    }
    const double *a = rows, *b = a + columns, *c = b + columns, *d = c + columns;
    switch (count) {
    case 1:
        for (int s = 0; s < signals; s++)
            values[s] = weights[0] * a[s];
        return;
    case 2:
        for (int s = 0; s < signals; s++)
            values[s] = weights[0] * a[s] + weights[1] * b[s];
        return;
    case 3:
        for (int s = 0; s < signals; s++)
            values[s] = weights[0] * a[s] + weights[1] * b[s] + weights[2] * c[s];
        return;
    default:
        for (int s = 0; s < signals; s++)
            values[s] =
                weights[0] * a[s] + weights[1] * b[s] + weights[2] * c[s] + weights[3] * d[s];
        for (int k = 4; k < count; k++) {
            const double *row = rows + (size_t)k * (size_t)columns;
            for (int s = 0; s < signals; s++)
                values[s] += weights[k] * row[s];
        }
    }
}

/* signals picked from a list, or with rates of change */
static void evaluate_listed(const mr_direction *direction, const mr_history *history,
                            const mr_group *group, int end, double t, double *values) {
    const mr_predictor_type *type = group->prediction.type;
    const int count = window_count(history, end, group->points);
    const int first = end + 1 - count;
    const size_t columns = (size_t)history->columns;
    const double *rows = mr_history_row(history, first);
    double weights[MR_MAX_WINDOW], rate_weights[MR_MAX_WINDOW];
    const bool coming = type->averages && end == history->count - 1;
    type->weights(&group->prediction, mr_history_times(history) + first, count, t,
                  coming ? direction->horizon : 0.0, weights,
                  type->uses_rates ? rate_weights : NULL);
    for (int i = 0; i < group->count; i++) {
        const int s = group->signals ? group->signals[i] : i;
        double value = 0.0;
        for (int k = 0; k < count; k++) {
            const double *row = rows + (size_t)k * columns;
            value += weights[k] * row[s];
            if (type->uses_rates)
                value += rate_weights[k] * row[direction->rate_column[s]];
        }
        values[s] = value;
    }
}

/* all signals alike: the usual case */
static void evaluate_all(const mr_history *history, const mr_group *group, int end, double t,
                         double *values) {
    const int count = window_count(history, end, group->points);
    const int first = end + 1 - count;
    double weights[MR_MAX_WINDOW];
    group->prediction.type->weights(&group->prediction, mr_history_times(history) + first, count, t,
                                    0.0, weights, NULL);
    combine(weights, count, mr_history_row(history, first), history->columns, group->count, values);
}

/* where samples are still to come, those of the pass before, if it came farther */
static inline const mr_history *history_for(const mr_direction *direction, double t,
                                            double tolerance) {
    const double newest = mr_history_newest(&direction->history);
    if (direction->forecasts && t > newest + tolerance &&
        mr_history_newest(&direction->forecast) > newest + tolerance)
        return &direction->forecast;
    return &direction->history;
}

static void evaluate_groups(const mr_direction *direction, double t, double tolerance,
                            bool held_only, double *values) {
    const mr_history *history = history_for(direction, t, tolerance);
    const int ahead = mr_history_find(history, t, tolerance);
    for (int g = 0; g < direction->group_count; g++) {
        const mr_group *group = &direction->groups[g];
        if (held_only && !group->prediction.type->holds)
            continue;
        const int end = window_end(history, group, ahead, t, tolerance);
        if (group->prediction.type->adapts)
            evaluate_adapted(direction, history, group, end, t, values);
        else
            evaluate_listed(direction, history, group, end, t, values);
    }
}

/* the usual case of all: a cubic through the whole window */
static bool evaluate_cubic(const mr_direction *direction, double t, double tolerance,
                           double *values) {
    const mr_history *history = &direction->history;
    const int first = mr_history_find(history, t, tolerance) - 3;
    if (first < 0 || history->barrier > first)
        return false;
    double w[4];
    mr_cubic_weights(mr_history_times(history) + first, t, w);
    combine(w, 4, mr_history_row(history, first), history->columns, direction->signals, values);
    return true;
}

void mr_direction_evaluate(const mr_direction *direction, double t, double tolerance,
                           double *values) {
    if (direction->cubic && !direction->forecasts &&
        evaluate_cubic(direction, t, tolerance, values))
        return;
    if (direction->alike) {
        const mr_history *history = history_for(direction, t, tolerance);
        evaluate_all(history, direction->groups, mr_history_find(history, t, tolerance), t, values);
    } else
        evaluate_groups(direction, t, tolerance, false, values);
}

void mr_direction_evaluate_held(const mr_direction *direction, double t, double tolerance,
                                double *values) {
    evaluate_groups(direction, t, tolerance, true, values);
}

/* adds the integral over [from, to] of the straight line between samples k-1 and k */
static void add_piece(const mr_history *history, int k, double from, double to, double *sums,
                      int signals) {
    const double *times = mr_history_times(history);
    const double *right = mr_history_row(history, k);
    const double *left = k > 0 ? mr_history_row(history, k - 1) : right;
    const double span = k > 0 ? times[k] - times[k - 1] : 1.0;
    const double middle = 0.5 * (from + to);
    const double part = k > 0 ? (middle - times[k - 1]) / span : 1.0;
    for (int s = 0; s < signals; s++)
        sums[s] += (to - from) * (left[s] + part * (right[s] - left[s]));
}

void mr_direction_mean(const mr_direction *direction, double from, double to, double *values) {
    const mr_history *history = &direction->history;
    const double *times = mr_history_times(history);
    const int newest = history->count - 1;
    for (int s = 0; s < direction->signals; s++)
        values[s] = 0.0;
    double at = from;
    for (int k = mr_history_find(history, from, 0.0); at < to; k++) {
        const bool last = k >= newest;
        const int piece = last ? newest : k;
        double end = times[piece] < to ? times[piece] : to;
        if (end > at) {
            add_piece(history, piece, at, end, values, direction->signals);
            at = end;
        }
        if (last && at < to) {
            const double *row = mr_history_row(history, newest);
            for (int s = 0; s < direction->signals; s++)
                values[s] += (to - at) * row[s];
            at = to;
        }
    }
    for (int s = 0; s < direction->signals; s++)
        values[s] /= to - from;
}
