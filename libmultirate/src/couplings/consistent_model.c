/* the flow along the slave's directions, driven by the master's samples */
#include "consistent_model.h"

#include "dense.h"

#include <math.h>
#include <string.h>

/* the inputs between two samples are the cubic through four */
enum { POINTS = 4 };

/* terms of the series of the flow; with pieces of one radian its last term is 1e-10 */
enum { TERMS = 13, MOST_PIECES = 100 };

int mr_consistent_size(int room, int n, int m) {
    return 1 + room * m + n * room + (2 * n + 2) * room * room + 4 * room + 1 + m + 3 * n +
           3 * 2 * room + 3 + 1 + POINTS * m;
}

void mr_consistent_place(mr_consistent *c, double *block) {
    const int r = c->room, n = c->n, m = c->m;
    const int parts[] = {1, r * m, n * r, n * r * r, n * r * r, r, r * r, r * r, r,     r,
                         r, m,     3 * n, 2 * r,     2 * r,     3, 1,     1,     2 * r, POINTS * m};
    double **const targets[] = {&c->count, &c->input, &c->output,  &c->Q,     &c->Q_rate,
                                &c->mean,  &c->K,     &c->C,       &c->w,     &c->g,
                                &c->drift, &c->f,     &c->slave,   &c->base,  &c->before,
                                &c->times, &c->steps, &c->fastest, &c->trial, &c->inputs};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; block += parts[i], i++)
        *targets[i] = block;
}

static int directions(const mr_consistent *c) {
    return (int)*c->count;
}

static bool all_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* 1/s: the largest sums of rows bound all that moves along the directions */
static double fastest(const mr_consistent *c) {
    const int r = directions(c);
    double stiff = 0.0, damped = 0.0;
    for (int i = 0; i < r; i++) {
        double k = 0.0, d = 0.0;
        for (int j = 0; j < r; j++) {
            k += fabs(c->K[i * c->room + j]);
            d += fabs(c->C[i * c->room + j]);
        }
        stiff = fmax(stiff, k);
        damped = fmax(damped, d);
    }
    return fmax(sqrt(stiff), damped);
}

mr_status mr_consistent_take(mr_consistent *c, const mr_slave_type *type, void *slave, double t,
                             double h, const double *row, const double *f) {
    const int r = c->room, n = c->n, m = c->m;
    mr_directions told = {.room = r,
                          .input = c->input,
                          .output = c->output,
                          .curvature = c->Q,
                          .stiffness = c->K,
                          .damping = c->C,
                          .velocity = c->w,
                          .acceleration = c->g,
                          .drift = c->drift};
    const int known = *c->steps > 1.0 ? (int)*c->count : 0;
    for (int i = 0; i < r; i++)
        c->mean[i] = h > 0.0 && *c->steps > 0.0 ? c->trial[i] / h : 0.0;
    for (int i = 0; i < n * r * r; i++) {
        c->Q_rate[i] = -c->Q[i];
        c->Q[i] = 0.0;
    }
    const mr_status status = type->directions(slave, h, c->effort, &told);
    if (status != MR_OK)
        return status;
    if (told.count < 0 || told.count > r)
        return MR_ERR_ARGUMENT;
    *c->count = told.count;
    *c->steps += 1.0;
    for (int i = 0; i < n * r * r; i++)
        c->Q_rate[i] = known == told.count && h > 0.0 ? (c->Q_rate[i] + c->Q[i]) / h : 0.0;
    if (!all_finite(c->input, told.count * m) || !all_finite(c->w, told.count) ||
        !all_finite(c->g, told.count) || !all_finite(c->drift, told.count))
        return MR_ERR_NOT_FINITE;
    for (int i = 0; i < told.count; i++)
        if (!all_finite(c->K + i * r, told.count) || !all_finite(c->C + i * r, told.count))
            return MR_ERR_NOT_FINITE;
    for (int i = 0; i < n; i++) {
        const mr_coordinate *k = &c->coordinates[i];
        if (!all_finite(c->output + i * r, told.count))
            return MR_ERR_NOT_FINITE;
        c->slave[i] = k->position >= 0 ? row[k->position] : 0.0;
        c->slave[n + i] = row[k->velocity];
        c->slave[2 * n + i] = row[k->acceleration];
    }
    memcpy(c->f, f, (size_t)m * sizeof *f);
    *c->fastest = fastest(c);
    c->times[2] = t;
    return MR_OK;
}

/* c->inputs: coefficients of the inputs as polynomials in (t - from), through `count` points (t[i],
 * row i); by Newton's differences */
static void fit(mr_consistent *c, double from, const double *t, const double *const *rows,
                int count) {
    const int m = c->m;
    memset(c->inputs, 0, (size_t)(POINTS * m) * sizeof *c->inputs);
    for (int j = 0; j < m; j++) {
        if (!c->effort[j])
            continue;
        double d[POINTS], p[POINTS] = {0};
        for (int i = 0; i < count; i++)
            d[i] = rows[i][j];
        for (int k = 1; k < count; k++)
            for (int i = count - 1; i >= k; i--)
                d[i] = (d[i] - d[i - 1]) / (t[i] - t[i - k]);
        for (int k = count - 1; k >= 0; k--) { /* p = p (s - s_k) + d_k */
            for (int i = POINTS - 1; i > 0; i--)
                p[i] = p[i - 1] - (t[k] - from) * p[i];
            p[0] = d[k] - (t[k] - from) * p[0];
        }
        for (int k = 0; k < POINTS; k++)
            c->inputs[k * m + j] = p[k];
    }
}

/* moves the origin of the polynomials on by s */
static void shift(mr_consistent *c, double s) {
    const int m = c->m;
    for (int j = 0; j < m; j++) {
        double *p = c->inputs + j;
        for (int pass = 0; pass < POINTS - 1; pass++)
            for (int k = POINTS - 2; k >= pass; k--)
                p[k * m] += s * p[(k + 1) * m];
    }
}

/* (Q eta)_i of input j, or with the rate of Q */
static double bent(const mr_consistent *c, const double *curvature, int i, int j,
                   const double *eta) {
    double sum = 0.0;
    if (c->conjugate[j] == MR_NONE)
        return 0.0;
    const double *Q = curvature + (c->conjugate[j] * c->room + i) * c->room;
    for (int k = 0; k < directions(c); k++)
        sum += Q[k] * eta[k];
    return sum;
}

/* the forcing's coefficient of s^k */
static double forcing(const mr_consistent *c, double tau, int i, int k) {
    double sum = 0.0;
    if (k < POINTS)
        for (int j = 0; j < c->m; j++)
            sum += c->input[i * c->m + j] * c->inputs[k * c->m + j];
    if (k > 0)
        return k == 1 ? sum + c->drift[i] : sum;
    sum += c->g[i] + c->drift[i] * tau;
    for (int j = 0; j < c->m; j++)
        if (c->effort[j])
            sum -= c->input[i * c->m + j] * c->f[j];
    for (int j = 0; j < directions(c); j++)
        sum += c->C[i * c->room + j] * c->w[j];
    return sum;
}

/* coefficient of s^k of Q eta (u - f) + Q' tau (eta - mean tau / 2) u, where tau goes on by s */
static double bent_terms(const mr_consistent *c, double tau, int i, int j, int k,
                         double e[][MR_MOST_DIRECTIONS]) {
    double u[POINTS + 2] = {0}, once[POINTS + 2], twice[POINTS + 2], sum = 0.0;
    for (int l = 0; l < POINTS; l++)
        u[l] = c->inputs[l * c->m + j];
    for (int l = 0; l < POINTS + 2; l++)
        once[l] = tau * u[l] + (l > 0 ? u[l - 1] : 0.0);
    for (int l = 0; l < POINTS + 2; l++)
        twice[l] = tau * once[l] + (l > 0 ? once[l - 1] : 0.0);
    for (int l = 0; l <= k && l < POINTS + 2; l++)
        sum += (u[l] - (l == 0 ? c->f[j] : 0.0)) * bent(c, c->Q, i, j, e[k - l]) +
               once[l] * bent(c, c->Q_rate, i, j, e[k - l]);
    if (k < POINTS + 2)
        sum -= 0.5 * twice[k] * bent(c, c->Q_rate, i, j, c->mean);
    return sum;
}

/* eta, eta' over s by the series in time, exact for what the polynomials say */
static void by_series(const mr_consistent *c, double tau, double s, double *state) {
    const int r = directions(c);
    double e[TERMS + 2][MR_MOST_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        e[0][i] = state[i];
        e[1][i] = state[c->room + i];
    }
    for (int k = 0; k < TERMS; k++)
        for (int i = 0; i < r; i++) {
            double sum = forcing(c, tau, i, k);
            for (int j = 0; j < c->m; j++)
                if (c->effort[j] && c->conjugate[j] != MR_NONE)
                    sum += bent_terms(c, tau, i, j, k, e);
            for (int j = 0; j < r; j++)
                sum -=
                    c->K[i * c->room + j] * e[k][j] + (k + 1) * c->C[i * c->room + j] * e[k + 1][j];
            e[k + 2][i] = sum / ((k + 1) * (k + 2));
        }
    for (int i = 0; i < r; i++) {
        double x = 0.0, v = 0.0;
        for (int k = TERMS + 1; k > 0; k--) {
            x = (x + e[k][i]) * s;
            v = v * s + k * e[k][i];
        }
        state[i] = x + e[0][i];
        state[c->room + i] = v;
    }
}

/* the same by the trapezoidal rule, for what is too stiff to be resolved even here */
static void by_rule(const mr_consistent *c, double tau, double s, double *state) {
    const int r = directions(c), room = c->room;
    double matrix[MR_MOST_DIRECTIONS * MR_MOST_DIRECTIONS], a[MR_MOST_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        double force[2] = {forcing(c, tau, i, 0), forcing(c, tau, i, 0)}, power = s;
        for (int k = 1; k < POINTS; k++, power *= s)
            force[1] += power * forcing(c, tau, i, k);
        double sum = 0.5 * (force[0] + force[1]);
        for (int j = 0; j < r; j++) {
            const double K = c->K[i * room + j], C = c->C[i * room + j];
            sum -= K * (state[j] + 0.5 * s * state[room + j]) + C * state[room + j];
            matrix[i * r + j] = (i == j ? 1.0 : 0.0) + 0.5 * s * C + 0.25 * s * s * K;
        }
        a[i] = s * sum;
    }
    if (!mr_dense_solve(r, matrix, a))
        for (int i = 0; i < r; i++)
            a[i] = NAN;
    for (int i = 0; i < r; i++) {
        state[i] += s * (state[room + i] + 0.5 * a[i]);
        state[room + i] += a[i];
    }
}

/* eta, eta' from one time to the next under the polynomials, whose origin is at `from`. Stiff
 * motion is done in pieces; what is stiffer than the most pieces resolve is left to an implicit
 * rule */
static void flow(mr_consistent *c, double from, double h, double *state) {
    const double tau = from - c->times[2];
    const double radians = fabs(h) * *c->fastest;
    const int pieces = radians < MOST_PIECES ? 1 + (int)radians : MOST_PIECES;
    for (int k = 0; k < pieces; k++) {
        if (radians < MOST_PIECES)
            by_series(c, tau + k * (h / pieces), h / pieces, state);
        else
            by_rule(c, tau + k * (h / pieces), h / pieces, state);
        if (k + 1 < pieces)
            shift(c, h / pieces);
    }
}

/* polynomials between the samples last - 1 and last, origin at `from` */
static void fit_samples(mr_consistent *c, const mr_history *inputs, int last, double from) {
    const double *rows[POINTS], *t = mr_history_times(inputs);
    int first = last + 1 - POINTS,
        lowest = inputs->barrier <= last - 1 ? inputs->barrier : last - 1;
    if (first < lowest)
        first = lowest;
    if (first < 0)
        first = 0;
    for (int i = first; i <= last; i++)
        rows[i - first] = mr_history_row(inputs, i);
    fit(c, from, t + first, rows, last + 1 - first);
}

/* through all samples after `from` up to `to`; state is at `from` */
static void integrate(mr_consistent *c, const mr_history *inputs, double from, double to,
                      double *state) {
    const double *t = mr_history_times(inputs);
    for (int k = mr_history_find(inputs, from, 0.0); k < inputs->count && from < to; k++) {
        if (t[k] <= from)
            continue;
        const double end = fmin(t[k], to);
        fit_samples(c, inputs, k, from);
        flow(c, from, end - from, state);
        from = end;
    }
    if (from < to) { /* beyond the newest sample */
        fit_samples(c, inputs, inputs->count - 1, from);
        flow(c, from, to - from, state);
    }
}

static void keep(const mr_consistent *c, const double *state, double *to) {
    memcpy(to, state, (size_t)(2 * c->room) * sizeof *state);
}

void mr_consistent_restart(mr_consistent *c, const mr_history *inputs) {
    const double t = c->times[2], newest = mr_history_newest(inputs);
    memset(c->base, 0, (size_t)(2 * c->room) * sizeof *c->base);
    memcpy(c->base + c->room, c->w, (size_t)directions(c) * sizeof *c->w);
    keep(c, c->base, c->before);
    c->times[0] = c->times[1] = t;
    if (newest <= t)
        return;
    const int k = inputs->count - 2;
    const double last = k >= 0 ? mr_history_times(inputs)[k] : t;
    if (last > t) {
        integrate(c, inputs, t, last, c->before);
        c->times[1] = last;
        keep(c, c->before, c->base);
    }
    integrate(c, inputs, c->times[1], newest, c->base);
    c->times[0] = newest;
}

void mr_consistent_sample(mr_consistent *c, const mr_history *inputs) {
    keep(c, c->base, c->before);
    c->times[1] = c->times[0];
    c->times[0] = mr_history_newest(inputs);
    integrate(c, inputs, c->times[1], c->times[0], c->base);
}

/* polynomials through the newest samples up to the base's and the point (t, u) */
static void fit_ahead(mr_consistent *c, const mr_history *inputs, double t, const double *u) {
    const double *rows[POINTS], *times = mr_history_times(inputs);
    double at[POINTS];
    int count = 0, k = mr_history_find(inputs, c->times[0], 0.0);
    const bool beyond = fabs(t - c->times[0]) > 1e-12 * (fabs(t) + fabs(c->times[0]));
    int first = k - (POINTS - 2) > inputs->barrier ? k - (POINTS - 2) : inputs->barrier;
    for (int i = first > 0 ? first : 0; i <= k && count < POINTS - 1; i++)
        if (times[i] < t || !beyond) {
            at[count] = times[i];
            rows[count++] = mr_history_row(inputs, i);
        }
    if (beyond || count == 0) {
        at[count] = t;
        rows[count++] = u;
    }
    fit(c, c->times[0], at, rows, count);
}

/* position, velocity and acceleration of coordinate i, s after the slave's time, with eta and eta'
 * in state and eta'' in rate */
static void motion_of(const mr_consistent *c, int i, double s, const double *state,
                      const double *rate, double *motion) {
    const int n = c->n, r = directions(c), room = c->room;
    const double *eta = state, *eta_rate = state + room, *P = c->output + i * room;
    double v = c->slave[n + i], a = c->slave[2 * n + i], along[3] = {0.0, 0.0, 0.0};
    for (int j = 0; j < r; j++) {
        v -= P[j] * c->w[j];
        a -= P[j] * c->g[j];
        along[0] += P[j] * eta[j];
        along[1] += P[j] * eta_rate[j];
        along[2] += P[j] * rate[j];
        for (int l = 0; l < r; l++) {
            const double Q = c->Q[(i * room + j) * room + l];
            const double d = c->Q_rate[(i * room + j) * room + l], ms = c->mean[l] * s;
            const double off = eta[l] - 0.5 * ms;
            a -= c->w[j] * Q * c->w[l];
            along[0] += 0.5 * eta[j] * Q * eta[l] +
                        d * s / 6.0 * (3.0 * eta[j] * (eta[l] - ms) + s * c->mean[j] * ms);
            along[1] +=
                eta_rate[j] * Q * eta[l] +
                d * (s * eta_rate[j] * off + 0.5 * (eta[j] - s * c->mean[j]) * (eta[l] - ms));
            along[2] += eta_rate[j] * Q * eta_rate[l] + rate[j] * Q * eta[l] +
                        d * s * (rate[j] * off + eta_rate[j] * (eta_rate[l] - c->mean[l]));
        }
    }
    motion[0] = c->slave[i] + s * (v + 0.5 * s * a) + along[0];
    motion[1] = v + s * a + along[1];
    motion[2] = a + along[2];
}

void mr_consistent_predict(mr_consistent *c, const mr_history *inputs, double t, const double *u,
                           double *outputs) {
    const int n = c->n, r = directions(c), room = c->room;
    const double s = t - c->times[2];
    double rate[MR_MOST_DIRECTIONS];
    keep(c, c->base, c->trial);
    if (t != c->times[0]) {
        fit_ahead(c, inputs, t, u);
        flow(c, c->times[0], t - c->times[0], c->trial);
    }
    const double *eta = c->trial, *eta_rate = c->trial + room;
    double off[MR_MOST_DIRECTIONS]; /* eta less half of what the mean motion makes of it */
    for (int i = 0; i < r; i++)
        off[i] = eta[i] - 0.5 * s * c->mean[i];
    for (int i = 0; i < r; i++) {
        rate[i] = c->g[i] + c->drift[i] * s;
        for (int j = 0; j < c->m; j++)
            if (c->effort[j])
                rate[i] += (c->input[i * c->m + j] + bent(c, c->Q, i, j, eta)) * (u[j] - c->f[j]) +
                           s * u[j] * bent(c, c->Q_rate, i, j, off);
        for (int j = 0; j < r; j++)
            rate[i] -= c->K[i * room + j] * eta[j] + c->C[i * room + j] * (eta_rate[j] - c->w[j]);
    }
    for (int i = 0; i < n; i++) {
        const mr_coordinate *k = &c->coordinates[i];
        double p[3];
        motion_of(c, i, s, c->trial, rate, p);
        if (k->position >= 0)
            outputs[k->position] = p[0];
        outputs[k->velocity] = p[1];
        outputs[k->acceleration] = p[2];
    }
}

void mr_consistent_expected(const mr_consistent *c, double t, double *motion) {
    const double still[MR_MOST_DIRECTIONS] = {0};
    for (int i = 0; i < c->n; i++) {
        double p[3];
        motion_of(c, i, t - c->times[2], c->trial, still, p);
        motion[i] = p[0];
        motion[c->n + i] = p[1];
    }
}

mr_status mr_consistent_aim(mr_consistent *c, const mr_slave_type *type, void *slave,
                            const mr_history *inputs, double t, const double *f) {
    const double *from = c->base;
    double at = c->times[0];
    if (t < at && t >= c->times[1]) {
        from = c->before;
        at = c->times[1];
    } else if (t < at) {
        memset(c->trial, 0, (size_t)(2 * c->room) * sizeof *c->trial);
        memcpy(c->trial + c->room, c->w, (size_t)directions(c) * sizeof *c->w);
        from = NULL;
        at = c->times[2];
    }
    if (from)
        keep(c, from, c->trial);
    integrate(c, inputs, at, t, c->trial);
    if (!all_finite(c->trial, directions(c)) || !all_finite(c->trial + c->room, directions(c)))
        return MR_ERR_NOT_FINITE;
    return type->aim(slave, t - c->times[2], f, c->trial, c->trial + c->room);
}
