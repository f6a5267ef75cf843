/* what the model of a step left out, found when the step is over
 *
 * Over the step the directions had the stiffness and the answer to inputs of its beginning (and
 * their rates of change of the step before). At its end the slave tells them anew. With s from 0 to
 * 1 over the step
 *     B(s) = B + Q eta + r2 s^2 + r3 s^3 + (Q_new - Q) s (eta - s eta_end)
 * is known to the third power along the mean motion and to the second across it. What inputs other
 * than the constant of the step would have done more with it is added to eta and eta'.
 *     For the constant itself the slave's own step had the true forces, but by its rule: half of
 * what was missing at the end, rho, over the whole step. Instead it grows by the power of s that
 * fits the change of the stiffness, d rho/ds = (K - K_new) eta_end: 2 for smooth forces, more for a
 * contact that closed late. Only what the stiffness explains is taken: the reaction of what is not
 * along the directions keeps to the slave's rule, which makes no energy. */
#include "consistent_model.h"

#include <math.h>
#include <string.h>

/* part of B whose change does not matter, and the largest power */
static const double SMALL = 1e-9, STEEPEST = 30.0;

/* a change of the stiffness within a step that is a jump, and that is felt (in radians, squared) */
static const double JUMP = 0.3, FELT = 0.01;

/* how fast steps are forgotten */
static const double FORGET = 0.8;

typedef struct bend {
    const mr_consistent *now;
    mr_consistent *past;
    const mr_history *inputs;
    double from, h;
    double slave; /* the slave's velocity along the one direction at its beginning, for a law */
    double end[MR_MOST_DIRECTIONS];                   /* eta at the end */
    double K[MR_MOST_DIRECTIONS][MR_MOST_DIRECTIONS]; /* its change */
    double rho[MR_MOST_DIRECTIONS], power[MR_MOST_DIRECTIONS];
    /* a contact that closed or opened: across n, where n'eta passed `place`; depth at the end */
    bool contact;
    double missing[MR_MOST_DIRECTIONS], n[MR_MOST_DIRECTIONS], place, depth;
} bend;

/* (B(s) - B - Q eta) of direction i and input j */
static double left_out(const bend *b, int i, int j, double s, const double *eta) {
    const mr_consistent *now = b->now, *past = b->past;
    double off[MR_MOST_DIRECTIONS];
    const double change = now->input[i * now->m + j] - past->input[i * now->m + j];
    if (now->conjugate[j] == MR_NONE)
        return s * change;
    for (int k = 0; k < (int)*now->count; k++)
        off[k] = eta[k] - s * b->end[k];
    const double at_end = change - mr_consistent_bent(past, past->Q, i, j, b->end);
    const double slope = mr_consistent_bent(now, now->Q, i, j, b->end) -
                         mr_consistent_bent(past, past->Q, i, j, b->end);
    const double across =
        mr_consistent_bent(now, now->Q, i, j, off) - mr_consistent_bent(past, past->Q, i, j, off);
    return s * s * (3.0 * at_end - slope + s * (slope - 2.0 * at_end)) + s * across;
}

/* what the model had for it by the rate of Q */
static double supposed(const bend *b, int i, int j, double s, const double *eta) {
    const mr_consistent *past = b->past;
    double middle[MR_MOST_DIRECTIONS];
    for (int k = 0; k < (int)*past->count; k++)
        middle[k] = eta[k] - 0.5 * s * b->h * past->mean[k];
    return s * b->h * mr_consistent_bent(past, past->Q_rate, i, j, middle);
}

/* how far the contact is closed, 1 at the end of the step */
static double passed(const bend *b, const double *eta) {
    double z = -b->place;
    for (int k = 0; k < (int)*b->now->count; k++)
        z += b->n[k] * eta[k];
    return fmax(0.0, z / b->depth);
}

static bool has_law(const mr_consistent *c) {
    return c->law && c->law->holds > 0.0;
}

/* what a law that the step has shown would have done beside the one that it had: from the slave's
 * velocity at its beginning */
static double learnt(const bend *b, double C, double rate) {
    const mr_law *old = b->past->law, *law = b->now->law;
    if (!has_law(b->now))
        return 0.0;
    return mr_law_change(law, C, b->slave, rate) - mr_law_change(old, C, b->slave, rate);
}

static void accelerate(const bend *b, double t, const double *state, double *u, double *a) {
    const mr_consistent *past = b->past;
    const int r = (int)*past->count;
    const double s = (t - b->from) / b->h;
    mr_consistent_inputs(b->past, b->inputs, t, u);
    const double closed = b->contact ? passed(b, state) : 0.0;
    for (int i = 0; i < r; i++) {
        a[i] = b->contact         ? b->missing[i] * closed
               : b->rho[i] != 0.0 ? b->rho[i] * pow(s, b->power[i])
                                  : 0.0;
        a[i] += learnt(b, past->C[i * past->room + i], state[past->room + i]);
        for (int k = 0; k < r && !b->contact; k++)
            a[i] -= b->K[i][k] * s * (state[k] - s * b->end[k]);
        for (int j = 0; j < past->m; j++)
            if (past->effort[j])
                a[i] += left_out(b, i, j, s, state) * (u[j] - b->now->f[j]) -
                        supposed(b, i, j, s, state) * u[j];
    }
}

/* the missing acceleration at the end, with the constant of the step, as far as the change of the
 * stiffness explains it */
static void compare(bend *b) {
    const mr_consistent *now = b->now, *past = b->past;
    const int r = (int)*now->count, room = now->room, m = now->m;
    const double *rate = now->trial + room;
    for (int i = 0; i < r; i++) {
        double model = past->g[i] + past->drift[i] * b->h, slope = 0.0;
        for (int j = 0; j < m; j++)
            if (now->effort[j])
                model +=
                    (past->input[i * m + j] + mr_consistent_bent(past, past->Q, i, j, b->end)) *
                    (now->f[j] - past->f[j]);
        for (int k = 0; k < r; k++) {
            const int at = i * room + k;
            model += mr_law_change(past->law, past->C[at], past->w[k], rate[k]) -
                     past->K[at] * b->end[k] + learnt(b, past->C[at], rate[k]);
            b->K[i][k] = now->K[at] - past->K[at];
            for (int j = 0; j < m; j++)
                if (now->effort[j] && now->conjugate[j] != MR_NONE)
                    b->K[i][k] += past->Q[(now->conjugate[j] * room + i) * room + k] *
                                  (now->f[j] - past->f[j]);
            slope -= b->K[i][k] * b->end[k];
        }
        const double missing = now->g[i] - model;
        b->missing[i] = missing;
        const double part = slope != 0.0 ? missing / slope : 0.0;
        b->rho[i] = part <= 0.0 ? 0.0 : part < 1.0 ? missing : slope;
        b->power[i] = part <= 0.0 ? 1.0 : fmin(fmax(1.0 / part, 1.0), STEEPEST);
        if (now->whole) { /* nothing else can have made it */
            b->rho[i] = missing;
            b->power[i] = part <= 0.0 ? 2.0 : fmin(fmax(1.0 / part, 1.5), 3.0);
        }
    }
}

/* one contact, or one end of a backlash: the stiffness changed across one direction by a jump that
 * matters within a step, and what is missing at the end is that times how far it went beyond */
static void find_contact(bend *b) {
    const int r = (int)*b->now->count;
    double change = 0.0, largest = 0.0, length = 0.0, across = 0.0, path = 0.0;
    for (int i = 0; i < r; i++) {
        length += b->missing[i] * b->missing[i];
        for (int k = 0; k < r; k++) {
            const double K = b->now->K[i * b->now->room + k];
            change += b->K[i][k] * b->K[i][k];
            largest = fmax(largest, fmax(fabs(K), fabs(K - b->K[i][k])));
        }
    }
    b->contact = false;
    if (!(length > 0.0) || !(sqrt(change) > JUMP * largest) || !(sqrt(change) * b->h * b->h > FELT))
        return;
    for (int i = 0; i < r; i++)
        b->n[i] = b->missing[i] / sqrt(length);
    for (int i = 0; i < r; i++) {
        path += b->n[i] * b->end[i];
        for (int k = 0; k < r; k++)
            across += b->n[i] * b->K[i][k] * b->n[k];
    }
    b->contact = fabs(across) > 0.9 * sqrt(change);
    if (!b->contact)
        return;
    b->depth = -sqrt(length) / across;
    b->place = path - b->depth;
    b->contact = b->depth != 0.0;
}

static bool worth_while(const bend *b) {
    const mr_consistent *now = b->now, *past = b->past;
    double change = 0.0, size = 0.0, rho = 0.0, g = 0.0;
    for (int i = 0; i < (int)*now->count * now->m; i++) {
        change = fmax(change, fabs(now->input[i] - past->input[i]));
        size = fmax(size, fabs(now->input[i]));
    }
    for (int i = 0; i < (int)*now->count; i++) {
        rho = fmax(rho, fabs(b->rho[i]));
        g = fmax(g, fabs(now->g[i]));
    }
    return b->contact || has_law(now) || change > SMALL * size || rho > SMALL * g;
}

/* what is added to eta, eta' at the end: Simpson's rule between the samples, along the motion as it
 * was; state: at the begin */
static void make_good(bend *b, double t, double *state, double *jump) {
    mr_consistent *past = b->past;
    const int r = (int)*past->count, room = past->room;
    const double *times = mr_history_times(b->inputs);
    double sum[2 * MR_MOST_DIRECTIONS] = {0}, a[3][MR_MOST_DIRECTIONS];
    double from = b->from, *u = past->u;
    accelerate(b, from, state, u, a[2]);
    for (int k = mr_history_find(b->inputs, from, 0.0); k < b->inputs->count && from < t; k++) {
        if (times[k] <= from)
            continue;
        const double to = fmin(times[k], t), d = to - from;
        memcpy(a[0], a[2], sizeof a[0]);
        for (int half = 1; half <= 2; half++) {
            mr_consistent_integrate(past, b->inputs, from + 0.5 * (half - 1) * d,
                                    half == 2 ? to : from + 0.5 * d, state);
            accelerate(b, half == 2 ? to : from + 0.5 * d, state, u, a[half]);
        }
        for (int i = 0; i < r; i++) {
            const double left = t - from;
            sum[room + i] += d / 6.0 * (a[0][i] + 4.0 * a[1][i] + a[2][i]);
            sum[i] += d / 6.0 *
                      (left * a[0][i] + 4.0 * (left - 0.5 * d) * a[1][i] + (left - d) * a[2][i]);
        }
        from = to;
    }
    for (int i = 0; i < 2 * room; i++)
        jump[i] = isfinite(sum[i]) ? sum[i] : 0.0;
}

/* contacts come and go at once: shorter steps would not see them come */
static void note_made_good(const mr_consistent *c, int r, bool contact) {
    mr_guard *guard = c->guard;
    double made_good = 0.0, moved = 0.0;
    for (int i = 0; i < r; i++) {
        made_good += c->jump[c->room + i] * c->jump[c->room + i];
        moved += c->w[i] * c->w[i];
    }
    guard->went += moved;
    guard->contacts += contact;
    guard->struck += contact ? made_good : 0.0;
    guard->bent += contact ? 0.0 : made_good;
    guard->turning = guard->went > 0.0 ? sqrt(guard->bent / guard->went) : 0.0;
    if (contact)
        return;
    guard->made_good = FORGET * guard->made_good + made_good;
    guard->moved = FORGET * guard->moved + moved;
}

void mr_consistent_correct(mr_consistent *c, const mr_history *inputs, double t) {
    mr_consistent past = *c;
    mr_consistent_place_told(&past, c->past);
    const int r = (int)*c->count, room = c->room;
    double state[2 * MR_MOST_DIRECTIONS] = {0}, unexplained[MR_MOST_DIRECTIONS], passed = 0.0;
    const double theta[2] = {c->guard->theta[0], c->guard->theta[1]};
    bend b = {.now = c, .past = &past, .inputs = inputs, .from = past.slave[3 * c->n]};
    b.h = t - b.from;
    past.law = c->law_before;
    b.slave = past.law ? past.law->last[0] : 0.0;
    memcpy(b.end, c->trial, (size_t)r * sizeof *b.end);
    memcpy(state, c->jump, (size_t)(2 * room) * sizeof *state);
    memset(c->jump, 0, (size_t)(2 * room) * sizeof *state);
    mr_consistent_believe(c, (const double[]){1.0, 1.0});
    if (*c->steps < (has_law(c) ? 2.0 : 3.0) || *past.count != *c->count || !(b.h > 0.0))
        return;
    compare(&b);
    find_contact(&b);
    for (int i = 0; i < r; i++) {
        const double begin = past.w[i] + state[room + i], end = c->trial[room + i];
        unexplained[i] = b.contact ? 0.0 : b.missing[i] - b.rho[i];
        passed += fabs(0.5 * (end * end - begin * begin));
        for (int j = 0; j < c->m; j++)
            if (c->effort[j])
                passed += fabs(c->input[i * c->m + j] * c->f[j] * b.end[i]);
        state[room + i] = begin;
    }
    if (worth_while(&b))
        make_good(&b, t, state, c->jump);
    note_made_good(c, r, b.contact);
    mr_consistent_guard(c, &past, b.h, unexplained, passed);
    mr_consistent_believe(c, theta);
}
