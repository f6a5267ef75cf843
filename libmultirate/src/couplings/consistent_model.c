/* the flow along the slave's directions, driven by the master's samples */
#include "consistent_model.h"

#include <math.h>
#include <string.h>

enum { POINTS = MR_CONSISTENT_POINTS };

enum { TOLD = 13, PARTS = 24 };

static void sizes(const mr_consistent *c, int *part) {
    const int r = c->room, n = c->n, m = c->m;
    const int told[TOLD] = {1,     r * m, n * r, n * r * r, n * r * r, r,        r * r,
                            r * r, r,     r,     r,         m,         3 * n + 1};
    int all = 0;
    for (int i = 0; i < TOLD; i++)
        all += part[i] = told[i];
    const int more[PARTS - TOLD] = {
        all,        2 * r, (int)(sizeof(mr_guard) / sizeof(double)), 2 * r, 2 * r, 3, 1, 1, 2 * r,
        POINTS * m, m};
    memcpy(part + TOLD, more, sizeof more);
}

int mr_consistent_size(int room, int n, int m) {
    const mr_consistent c = {.room = room, .n = n, .m = m};
    int part[PARTS], sum = 0;
    sizes(&c, part);
    for (int i = 0; i < PARTS; i++)
        sum += part[i];
    return sum;
}

static void place(mr_consistent *c, double *block, int count) {
    int part[PARTS];
    double **const targets[PARTS] = {&c->count,   &c->input,  &c->output, &c->Q,
                                     &c->Q_rate,  &c->mean,   &c->K,      &c->C,
                                     &c->w,       &c->g,      &c->drift,  &c->f,
                                     &c->slave,   &c->past,   &c->jump,   (double **)&c->guard,
                                     &c->base,    &c->before, &c->times,  &c->steps,
                                     &c->fastest, &c->trial,  &c->inputs, &c->u};
    sizes(c, part);
    for (int i = 0; i < count; block += part[i], i++)
        *targets[i] = block;
}

void mr_consistent_place(mr_consistent *c, double *block) {
    place(c, block, PARTS);
}

void mr_consistent_place_told(mr_consistent *c, double *block) {
    place(c, block, TOLD);
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

void mr_consistent_bound(mr_consistent *c) {
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
    *c->fastest = fmax(sqrt(stiff), c->law ? mr_law_fastest(c->law, damped) : damped);
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
    memcpy(c->past, c->count, (size_t)(c->past - c->count) * sizeof *c->past);
    for (int i = 0; i < r; i++)
        c->mean[i] = h > 0.0 && *c->steps > 0.0 ? c->trial[i] / h : 0.0;
    for (int i = 0; i < n * r * r; i++) {
        c->Q_rate[i] = -c->Q[i];
        c->Q[i] = 0.0;
    }
    MR_TRY(type->directions(slave, h, c->effort, &told));
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
    mr_consistent_bound(c);
    c->times[2] = c->slave[3 * n] = t;
    return MR_OK;
}

static void keep(const mr_consistent *c, const double *state, double *to) {
    memcpy(to, state, (size_t)(2 * c->room) * sizeof *state);
}

/* eta, eta' at the slave's time */
static void begin(const mr_consistent *c, double *state) {
    keep(c, c->jump, state);
    for (int i = 0; i < directions(c); i++)
        state[c->room + i] += c->w[i];
}

void mr_consistent_restart(mr_consistent *c, const mr_history *inputs) {
    const double t = c->times[2], newest = mr_history_newest(inputs);
    begin(c, c->base);
    keep(c, c->base, c->before);
    c->times[0] = c->times[1] = t;
    if (newest <= t)
        return;
    const int k = inputs->count - 2;
    const double last = k >= 0 ? mr_history_times(inputs)[k] : t;
    if (last > t) {
        mr_consistent_integrate(c, inputs, t, last, c->before);
        c->times[1] = last;
        keep(c, c->before, c->base);
    }
    mr_consistent_integrate(c, inputs, c->times[1], newest, c->base);
    c->times[0] = newest;
}

void mr_consistent_sample(mr_consistent *c, const mr_history *inputs) {
    keep(c, c->base, c->before);
    c->times[1] = c->times[0];
    c->times[0] = mr_history_newest(inputs);
    mr_consistent_integrate(c, inputs, c->times[1], c->times[0], c->base);
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
                        d * (s * rate[j] * off + c->mean[j] * (ms - eta[l]) +
                             eta_rate[j] * (s * eta_rate[l] + 2.0 * (eta[l] - ms)));
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
        mr_consistent_fit_ahead(c, inputs, t, u);
        mr_consistent_flow(c, c->times[0], t - c->times[0], c->trial);
    }
    const double *eta = c->trial, *eta_rate = c->trial + room;
    double off[MR_MOST_DIRECTIONS]; /* eta less half of what the mean motion makes of it */
    for (int i = 0; i < r; i++)
        off[i] = eta[i] - 0.5 * s * c->mean[i];
    for (int i = 0; i < r; i++) {
        rate[i] = c->g[i] + c->drift[i] * s;
        for (int j = 0; j < c->m; j++)
            if (c->effort[j])
                rate[i] += (c->input[i * c->m + j] + mr_consistent_bent(c, c->Q, i, j, eta)) *
                               (u[j] - c->f[j]) +
                           s * u[j] * mr_consistent_bent(c, c->Q_rate, i, j, off);
        for (int j = 0; j < r; j++)
            rate[i] += mr_law_change(c->law, c->C[i * room + j], c->w[j], eta_rate[j]) -
                       c->K[i * room + j] * eta[j];
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

mr_status mr_consistent_foresee(mr_consistent *c, const mr_history *inputs, double t) {
    const double *from = c->base;
    double at = c->times[0];
    if (t < at && t >= c->times[1]) {
        from = c->before;
        at = c->times[1];
    } else if (t < at) {
        begin(c, c->trial);
        from = NULL;
        at = c->times[2];
    }
    if (from)
        keep(c, from, c->trial);
    mr_consistent_integrate(c, inputs, at, t, c->trial);
    if (!all_finite(c->trial, directions(c)) || !all_finite(c->trial + c->room, directions(c)))
        return MR_ERR_NOT_FINITE;
    return MR_OK;
}

mr_status mr_consistent_aim(mr_consistent *c, const mr_slave_type *type, void *slave,
                            const mr_history *inputs, double t, const double *f) {
    MR_TRY(mr_consistent_foresee(c, inputs, t));
    return type->aim(slave, t - c->times[2], f, c->trial, c->trial + c->room);
}
