/* the flow along the slave's directions: the inputs as polynomials between the samples, a series in
 * time for the motion */
#include "consistent_model.h"

#include "dense.h"

#include <math.h>
#include <string.h>

enum { POINTS = MR_CONSISTENT_POINTS };

/* terms of the series of the flow; with pieces of one radian its last term is 1e-10 */
enum { TERMS = 13, MOST_PIECES = 100 };

/* pieces of a radian where a law damps */
static const double FINER = 5.0;

static int directions(const mr_consistent *c) {
    return (int)*c->count;
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
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): count rows are given */
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

double mr_consistent_bent(const mr_consistent *c, const double *curvature, int i, int j,
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
        sum += (u[l] - (l == 0 ? c->f[j] : 0.0)) * mr_consistent_bent(c, c->Q, i, j, e[k - l]) +
               once[l] * mr_consistent_bent(c, c->Q_rate, i, j, e[k - l]);
    if (k < POINTS + 2)
        sum -= 0.5 * twice[k] * mr_consistent_bent(c, c->Q_rate, i, j, c->mean);
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

/* the acceleration of one direction, s after tau, where a law says what damps; forced: coefficients
 * of the forcing without damping */
static double by_law(const mr_consistent *c, double tau, double s, const double *forced, double eta,
                     double rate) {
    double a = mr_law_change(c->law, c->C[0], c->w[0], rate) - c->K[0] * eta, power = 1.0;
    const double on = tau + s, off = eta - 0.5 * on * c->mean[0];
    for (int k = 0; k < POINTS; k++, power *= s)
        a += forced[k] * power;
    for (int j = 0; j < c->m; j++) {
        double u = 0.0;
        for (int k = POINTS - 1; k >= 0 && c->effort[j]; k--)
            u = u * s + c->inputs[k * c->m + j];
        if (c->effort[j])
            a += mr_consistent_bent(c, c->Q, 0, j, &eta) * (u - c->f[j]) +
                 on * mr_consistent_bent(c, c->Q_rate, 0, j, &off) * u;
    }
    return a;
}

/* one direction with a law, by the classical Runge-Kutta method */
static void lawful(const mr_consistent *c, double tau, double s, double *state) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double forced[POINTS], v[4], a[4], *rate = state + c->room, way = 0.0, gain = 0.0;
    for (int k = 0; k < POINTS; k++)
        forced[k] = forcing(c, tau, 0, k) - (k == 0 ? c->C[0] * c->w[0] : 0.0);
    for (int g = 0; g < 4; g++) {
        const double d = at[g] * s;
        v[g] = *rate + (g > 0 ? d * a[g - 1] : 0.0);
        a[g] = by_law(c, tau, d, forced, *state + (g > 0 ? d * v[g - 1] : 0.0), v[g]);
        way += weight[g] * v[g] * s / 6.0;
        gain += weight[g] * a[g] * s / 6.0;
    }
    *state += way;
    *rate += gain;
}

static bool has_law(const mr_consistent *c) {
    return c->law && c->law->holds > 0.0;
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

/* Stiff motion is done in pieces; what is stiffer than the most pieces resolve is left to an
 * implicit rule */
void mr_consistent_flow(mr_consistent *c, double from, double h, double *state) {
    const double tau = from - c->slave[3 * c->n]; /* of what c tells: it may be told before */
    const double radians = fabs(h) * *c->fastest * (has_law(c) ? FINER : 1.0);
    const int pieces = radians < MOST_PIECES ? 1 + (int)radians : MOST_PIECES;
    for (int k = 0; k < pieces; k++) {
        if (has_law(c))
            lawful(c, tau + k * (h / pieces), h / pieces, state);
        else if (radians < MOST_PIECES)
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

void mr_consistent_integrate(mr_consistent *c, const mr_history *inputs, double from, double to,
                             double *state) {
    const double *t = mr_history_times(inputs);
    for (int k = mr_history_find(inputs, from, 0.0); k < inputs->count && from < to; k++) {
        if (t[k] <= from)
            continue;
        const double end = fmin(t[k], to);
        fit_samples(c, inputs, k, from);
        mr_consistent_flow(c, from, end - from, state);
        from = end;
    }
    if (from < to) { /* beyond the newest sample */
        fit_samples(c, inputs, inputs->count - 1, from);
        mr_consistent_flow(c, from, to - from, state);
    }
}

void mr_consistent_fit_ahead(mr_consistent *c, const mr_history *inputs, double t,
                             const double *u) {
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

void mr_consistent_inputs(mr_consistent *c, const mr_history *inputs, double t, double *u) {
    fit_samples(c, inputs, mr_history_find(inputs, t, 0.0), t);
    memcpy(u, c->inputs, (size_t)c->m * sizeof *u);
}
