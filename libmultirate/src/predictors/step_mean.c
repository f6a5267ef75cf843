/* predictors that continue a signal so that its mean over the whole coming step is right
 *
 * M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU München 2011, section 2.2, there
 * named Const, Lin, Quad K,R: with u the newest value, H the step to come and LC = sum (a_k u_(l-k)
 * + b_k H u'_(l-k)) an estimate of the mean over that step, Const  holds LC;   Lin  is the line
 * from u with that mean;   Quad  the parabola from u with slope u' and that mean. R conditions make
 * LC exact on polynomials of degree R-1. Where they determine all coefficients, LC is the mean of
 * the polynomial through the same data, which is how it is computed here, on any grid: order P =
 * R-1 through values (const, lin: Const2,2,b=0 is const:1) or through values and rates (…_hermite:
 * Const1,2 is order 1, Const2,3,Opt order 2, Const2,4 order 3). The other sets are optimised for
 * stability on equal steps and are constants. Between samples all of them interpolate. */
#include "predictors/polynomial.h"

#include <math.h>
#include <stddef.h>

typedef enum shape { HELD, LINE, PARABOLA } shape;

/* a0, a1, b0, b1 of a set for equal steps */
typedef struct coefficients {
    double a[2], b[2];
} coefficients;

static int value_points(const mr_prediction *prediction) {
    return prediction->order + 1;
}

static int hermite_points(const mr_prediction *prediction) {
    return (prediction->order + 2) / 2;
}

static int two_points(const mr_prediction *prediction) {
    (void)prediction;
    return 2;
}

/* the polynomial below: through values and, where rw is given, rates */
static void polynomial(const mr_prediction *prediction, const double *t, int count, double at,
                       double *vw, double *rw) {
    if (rw) {
        const mr_prediction hermite = {.type = &mr_predictor_hermite,
                                       .order = prediction->order > 0 ? prediction->order : 1};
        mr_predictor_hermite.weights(&hermite, t, count, at, 0.0, vw, rw);
    } else {
        mr_lagrange_weights(t, count, at, vw);
    }
}

/* its mean over the step to come, by the Gauss rule that is exact up to degree 3 */
static void polynomial_mean(const mr_prediction *prediction, const double *t, int count, double H,
                            double *vw, double *rw) {
    double v[MR_MAX_WINDOW], r[MR_MAX_WINDOW];
    const double middle = t[count - 1] + 0.5 * H, reach = 0.5 * H / sqrt(3.0);
    polynomial(prediction, t, count, middle - reach, vw, rw);
    polynomial(prediction, t, count, middle + reach, v, rw ? r : NULL);
    for (int k = 0; k < count; k++) {
        vw[k] = 0.5 * (vw[k] + v[k]);
        if (rw)
            rw[k] = 0.5 * (rw[k] + r[k]);
    }
}

static void shaped(shape form, const coefficients *set, const mr_prediction *prediction,
                   const double *t, int count, double at, double horizon, double *vw, double *rw) {
    const int newest = count - 1;
    const double ahead = at - t[newest];
    double H = horizon;
    if ((set || !(H > 0.0)) && count > 1)
        H = t[newest] - t[newest - 1];
    if (!(H > 0.0))
        H = ahead;
    /* at the newest sample itself a coming step has begun, if there is one */
    const bool beyond = horizon > 0.0 ? ahead >= -1e-9 * H : ahead > 1e-9 * H;
    if (!beyond) {
        polynomial(prediction, t, count, at, vw, rw);
        return;
    }
    if (set && count > 1) {
        for (int k = 0; k < count; k++)
            vw[k] = rw[k] = 0.0;
        for (int k = 0; k < 2; k++) {
            vw[newest - k] = set->a[k];
            rw[newest - k] = set->b[k] * H;
        }
    } else {
        polynomial_mean(prediction, t, count, H, vw, rw);
    }
    const double part = ahead / H;
    const double factor = form == HELD ? 1.0 : form == LINE ? 2.0 * part : 3.0 * part * part;
    for (int k = 0; k < count; k++) {
        vw[k] *= factor;
        if (rw)
            rw[k] *= factor;
    }
    if (form != HELD)
        vw[newest] += 1.0 - factor;
    if (form == PARABOLA)
        rw[newest] += H * (part - 0.5 * factor);
}

#define WEIGHTS(name, form, set)                                                                   \
    static void name(const mr_prediction *prediction, const double *t, int count, double at,       \
                     double horizon, double *value_weights, double *rate_weights) {                \
        shaped(form, set, prediction, t, count, at, horizon, value_weights, rate_weights);         \
    }
static const coefficients const22 = {{1.3370, -0.3370}, {0.363, -0.2}};
static const coefficients lin22 = {{0.83990, 0.1601}, {0.667, -0.0069}};
static const coefficients lin23 = {{1.0731067, -0.0731067}, {0.6301133, -0.20322}};
WEIGHTS(held, HELD, NULL)
WEIGHTS(line, LINE, NULL)
WEIGHTS(parabola, PARABOLA, NULL)
WEIGHTS(const22_opt, HELD, &const22)
WEIGHTS(lin22_opt, LINE, &lin22)
WEIGHTS(lin23_opt, LINE, &lin23)

#define TYPE(variable, text, least, most, rates, equal, count, function, about)                    \
    MR_PREDICTOR_TYPE(variable, text, about, .least_order = least, .most_order = most,             \
                      .uses_rates = rates, .averages = true, .equal_steps = equal,                 \
                      .points = count, .weights = function);
TYPE(mr_predictor_const, "const", 0, 3, false, false, value_points, held,
     "holds the mean over the coming step, from values")
TYPE(mr_predictor_const_hermite, "const_hermite", 1, 3, true, false, hermite_points, held,
     "holds the mean over the coming step, from values and rates")
TYPE(mr_predictor_lin, "lin", 1, 3, false, false, value_points, line,
     "line from the newest value with the mean of the coming step, from values")
TYPE(mr_predictor_lin_hermite, "lin_hermite", 1, 3, true, false, hermite_points, line,
     "line from the newest value with the mean of the coming step, from values and rates")
TYPE(mr_predictor_quad_hermite, "quad_hermite", 2, 3, true, false, hermite_points, parabola,
     "parabola from the newest value and rate with the mean of the coming step")
TYPE(mr_predictor_const22_opt, "const22_opt", 1, 1, true, true, two_points, const22_opt,
     "Const2,2,Opt: held, optimised for stability; equal steps only")
TYPE(mr_predictor_const23_opt, "const23_opt", 2, 2, true, false, hermite_points, held,
     "Const2,3,Opt: held, optimised for stability; is const_hermite:2")
TYPE(mr_predictor_lin22_opt, "lin22_opt", 1, 1, true, true, two_points, lin22_opt,
     "Lin2,2,Opt: line, optimised for stability; equal steps only")
TYPE(mr_predictor_lin23_opt, "lin23_opt", 2, 2, true, true, two_points, lin23_opt,
     "Lin2,3,Opt: line, optimised for stability; equal steps only")
