/* explicit rules for Model Exchange: the classical one of fourth order with steps of fixed size,
 * and the pair 5(4) with steps of controlled size and its interpolant (J. R. Dormand, P. J. Prince,
 * Journal of Computational and Applied Mathematics 6, 1980; interpolant: E. Hairer, S. P. Nørsett,
 * G. Wanner, Solving Ordinary Differential Equations I, II.6) */
#include "exchange.h"
#include "fmu.h"

#include <math.h>
#include <string.h>

static mr_status nothing_to_make(fmu_instance *fmu) {
    (void)fmu;
    return MR_OK;
}

static void nothing_to_free(fmu_instance *fmu) {
    (void)fmu;
}

static mr_status no_number(fmu_instance *fmu, double t) {
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                        "FMU '%.80s' cannot tell the rates of its states at t = %.9g s, or not as "
                        "numbers",
                        fmu->description->model_name, t);
}

/* --- fixed steps --- */

/* x from x0 over the step from t to `end` */
static mr_status runge_kutta(fmu_instance *fmu, double t, double end, double *x) {
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    fmu_exchange *e = &fmu->exchange;
    const int n = e->states;
    const double h = end - t;
    double *slope = e->slopes, *sum = slope + n, *stage = sum + n;
    mr_status status = MR_OK;
    memset(slope, 0, 2 * (size_t)n * sizeof *slope);
    for (int k = 0; k < 4 && status == MR_OK; k++) {
        bool bad = false;
        for (int i = 0; i < n; i++)
            stage[i] = e->x0[i] + at[k] * h * slope[i];
        status = fmu_exchange_rates(fmu, at[k] == 1.0 ? end : t + at[k] * h, stage, slope, &bad);
        if (bad)
            status = no_number(fmu, t);
        for (int i = 0; i < n; i++)
            sum[i] += weight[k] * slope[i];
    }
    for (int i = 0; i < n; i++)
        x[i] = e->x0[i] + h / 6.0 * sum[i];
    return status;
}

static mr_status restart_fixed(fmu_instance *fmu, double t) {
    fmu->exchange.from = t; /* the grid of fixed steps begins here */
    return MR_OK;
}

static mr_status step_fixed(fmu_instance *fmu, double t, double limit, double *reached) {
    const double size = fmu->exchange.fixed;
    *reached = limit - t > size * (1.0 + 1e-9) ? t + size : limit;
    return runge_kutta(fmu, t, *reached, fmu->exchange.x);
}

static mr_status between_fixed(fmu_instance *fmu, double t, double *x) {
    return runge_kutta(fmu, fmu->exchange.from, t, x);
}

FMU_SOLVER(fmu_solver_rk4, "rk4", .make = nothing_to_make, .free = nothing_to_free,
           .restart = restart_fixed, .step = step_fixed, .between = between_fixed);

/* --- controlled steps --- */

#define STAGES 7

static const double nodes[STAGES] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
static const double coefficients[STAGES][STAGES - 1] = {
    {0.0},
    {0.2},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};
/* fifth less fourth order */
static const double difference[STAGES] = {
    71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
    -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};

/* one attempt over h: stages, x, and its error in units of the tolerance; infinite where a rate
 * cannot be told */
static mr_status attempt(fmu_instance *fmu, double t, double h, double end, double *error) {
    fmu_exchange *e = &fmu->exchange;
    const int n = e->states;
    double *stage = e->slopes + STAGES * n;
    mr_status status = MR_OK;
    bool bad = false;
    for (int k = e->has_slope ? 1 : 0; k < STAGES && status == MR_OK && !bad; k++) {
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int j = 0; j < k; j++)
                sum += coefficients[k][j] * e->slopes[j * n + i];
            stage[i] = e->x0[i] + h * sum;
        }
        status = fmu_exchange_rates(fmu, nodes[k] == 1.0 ? end : t + nodes[k] * h, stage,
                                    e->slopes + k * n, &bad);
        e->has_slope = e->has_slope || (k == 0 && !bad);
    }
    *error = bad ? INFINITY : 0.0;
    if (status != MR_OK || bad)
        return status;
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = 0; k < STAGES; k++)
            sum += difference[k] * e->slopes[k * n + i];
        const double scale = fmu_exchange_tolerance(fmu, i, fmax(fabs(e->x0[i]), fabs(stage[i])));
        *error = fmax(*error, fabs(h * sum) / scale);
        e->x[i] = stage[i]; /* the last stage is the result */
    }
    if (!isfinite(*error))
        *error = INFINITY;
    return MR_OK;
}

static mr_status restart_controlled(fmu_instance *fmu, double t) {
    (void)t;
    fmu->exchange.has_slope = false;
    return MR_OK;
}

static mr_status step_controlled(fmu_instance *fmu, double t, double limit, double *reached) {
    fmu_exchange *e = &fmu->exchange;
    const size_t bytes = (size_t)e->states * sizeof *e->slopes;
    if (e->has_slope && e->attempts > 0) /* the last slope of a step is the first of the next */
        memcpy(e->slopes, e->slopes + (STAGES - 1) * e->states, bytes);
    else
        e->has_slope = false;
    double h = e->past.next_size > 0.0 ? e->past.next_size : 0.25 * (limit - t);
    for (;;) {
        /* a last step that would be tiny is none: the one before it is a little longer */
        const bool last = h * 1.01 >= limit - t;
        const double wanted = h;
        *reached = last ? limit : t + h;
        h = *reached - t;
        double error;
        mr_status status = attempt(fmu, t, h, *reached, &error);
        e->attempts++;
        if (status != MR_OK)
            return status;
        const double factor = error == 0.0 ? 5.0 : fmin(5.0, fmax(0.2, 0.9 * pow(error, -0.2)));
        if (error <= 1.0) {
            /* what was cut by the limit says little about the next one */
            e->past.next_size = last && factor >= 1.0 ? fmax(wanted, h * factor) : h * factor;
            return MR_OK;
        }
        h = isinf(error) ? 0.1 * h : fmin(factor, 0.9) * h;
        if (!(t + h > t) || h < 1e-14 * (limit - t))
            return isinf(error)
                       ? no_number(fmu, t)
                       : fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                      "FMU '%.80s' cannot be solved to its tolerance %g "
                                      "at t = %.9g s; try solver=bdf or another "
                                      "tolerance=",
                                      fmu->description->model_name, e->relative_tolerance, t);
    }
}

/* the interpolant of fourth order */
static mr_status between_controlled(fmu_instance *fmu, double t, double *x) {
    static const double d[STAGES] = {-12715105075.0 / 11282082432.0,  0.0,
                                     87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                     701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                     69997945.0 / 29380423.0};
    const fmu_exchange *e = &fmu->exchange;
    const int n = e->states;
    const double h = e->to - e->from, s = (t - e->from) / h, s1 = 1.0 - s;
    const double *end = e->slopes + STAGES * n; /* x of the end of the step, still the last stage */
    for (int i = 0; i < n; i++) {
        const double first = e->slopes[i], last = e->slopes[(STAGES - 1) * n + i];
        const double way = end[i] - e->x0[i], bulge = h * first - way;
        double sum = 0.0;
        for (int k = 0; k < STAGES; k++)
            sum += d[k] * e->slopes[k * n + i];
        x[i] = e->x0[i] + s * (way + s1 * (bulge + s * (way - h * last - bulge + s1 * h * sum)));
    }
    return MR_OK;
}

FMU_SOLVER(fmu_solver_rk45, "rk45", .make = nothing_to_make, .free = nothing_to_free,
           .restart = restart_controlled, .step = step_controlled, .between = between_controlled);
