/* predictors: how a signal is continued between and beyond its samples
 *
 * A predictor type is a constant table. Most are linear: the value at a time is a weighted sum of
 * the samples (and of their rates of change) in a window, and the weights depend on times only, so
 * they are computed once for all signals. The window is the sample at or after the wanted time, or
 * the newest one if none is ahead, and the points before it.
 */
#ifndef MULTIRATE_PREDICTOR_H
#define MULTIRATE_PREDICTOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MR_MAX_ORDER  4
#define MR_MAX_WINDOW 64

typedef struct mr_predictor_type mr_predictor_type;

/* a predictor with its settings */
typedef struct mr_prediction {
    const mr_predictor_type *type;
    int order;
    int window; /* samples a fit looks at; 0: the type's own choice */
} mr_prediction;

struct mr_predictor_type {
    const char *name;
    const char *summary;
    int least_order, most_order;
    bool holds; /* window ends at the last sample not after t instead of the first not before */
    bool uses_rates;  /* needs the rates of change of its signals */
    bool averages;    /* beyond the newest sample it is right in the mean over the horizon only */
    bool equal_steps; /* refuses samples that are not equidistant */
    bool adapts;      /* chooses the order for each signal from how it would have done so far */

    /* samples the window should have */
    int (*points)(const mr_prediction *prediction);

    /* weights at time `at` for a window of `count` samples at rising times t[0..count-1];
     * count may be less than points() while a simulation is young, but is at least 1.
     * horizon: length of the step that begins at the newest sample; 0: no step begins there, and
     * one beyond it is as long as the last. rate_weights is NULL unless uses_rates. */
    void (*weights)(const mr_prediction *prediction, const double *t, int count, double at,
                    double horizon, double *value_weights, double *rate_weights);
};

/* a predictor, by its names and what it has of the above */
#define MR_PREDICTOR_TYPE(identifier, its_name, its_summary, ...)                                  \
    const mr_predictor_type identifier = {.name = its_name, .summary = its_summary, __VA_ARGS__}

extern const mr_predictor_type mr_predictor_polynomial;
extern const mr_predictor_type mr_predictor_hold;
extern const mr_predictor_type mr_predictor_least_squares;
extern const mr_predictor_type mr_predictor_hermite;
extern const mr_predictor_type mr_predictor_selector;
extern const mr_predictor_type mr_predictor_const;
extern const mr_predictor_type mr_predictor_const_hermite;
extern const mr_predictor_type mr_predictor_lin;
extern const mr_predictor_type mr_predictor_lin_hermite;
extern const mr_predictor_type mr_predictor_quad_hermite;
extern const mr_predictor_type mr_predictor_const22_opt;
extern const mr_predictor_type mr_predictor_const23_opt;
extern const mr_predictor_type mr_predictor_lin22_opt;
extern const mr_predictor_type mr_predictor_lin23_opt;

/* all types, ended by NULL */
extern const mr_predictor_type *const mr_predictor_types[];

/* NULL if there is none of that name */
const mr_predictor_type *mr_predictor_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
