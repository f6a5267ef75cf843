/* steps of a slave that a joint holds to the master's side
 *
 * Explicit: the slave follows the master. At the end of each step both motions are known, and
 *     lambda = lambda_used + (R + Au)^-1 (g'' + 2/mu g' + g/mu^2)
 * serves both sides from there on, extrapolated by the same polynomial.
 *     X2: the slave goes first. It repeats its step until the master's motion, as it will be under
 * lambda, meets its own in position and velocity at the end; the master then makes its steps under
 * that very lambda. What the master's acceleration does meanwhile is extrapolated; the gap that is
 * left by that is closed by the next step. */
#include "joined.h"

#include "dense.h"
#include "multirate/pace.h"

#include <math.h>
#include <string.h>

static const double CHANGE = 1e-3, ENOUGH = 1e-8, CLOSED = 1e-6;
enum { MOST_PASSES = 8 };

/* --- lambda --- */

static void reaction(const mr_joined *j, double t, double *lambda) {
    const mr_joined_state *s = j->state;
    const int n = j->n;
    const double *past = mr_joined_past(j), *samples = mr_joined_samples(j);
    if (j->starting) {
        memcpy(lambda, j->lambda, (size_t)n * sizeof *lambda);
        return;
    }
    for (int k = 0; k < n; k++) {
        if (j->method->samples > 0) { /* two lines through the samples */
            const double x = (t - s->from) / j->step, knot = MR_JOINED_KNOT;
            lambda[k] = s->second_part
                            ? samples[k] + (x - knot) / (1.0 - knot) * (samples[n + k] - samples[k])
                            : past[k] + x / knot * (samples[k] - past[k]);
        } else {
            const bool line = j->order > 0 && s->past_count > 1;
            const double slope =
                line ? (past[k] - past[n + k]) / (s->past_t[0] - s->past_t[1]) : 0.0;
            lambda[k] = past[k] + slope * (t - s->past_t[0]);
        }
    }
}

static void push(mr_joined *j, double t, const double *lambda) {
    mr_joined_state *s = j->state;
    double *past = mr_joined_past(j);
    memmove(past + j->n, past, (size_t)j->n * sizeof *past);
    memcpy(past, lambda, (size_t)j->n * sizeof *past);
    s->past_t[1] = s->past_t[0];
    s->past_t[0] = t;
    if (s->past_count < 2)
        s->past_count++;
}

/* --- the slave --- */

static mr_status give(void *context, double t, double *u) {
    mr_joined *j = context;
    double *lambda = j->work;
    memset(u, 0, (size_t)j->inputs * sizeof *u);
    if (j->rest > 0) {
        const int first = (j->told_response ? 3 + j->n : 3) * j->n;
        MR_TRY(mr_inputs_at(j->given, t < j->latest ? t : j->latest, j->u));
        for (int i = 0; i < j->rest; i++)
            u[j->other[i]] = j->u[first + i];
    }
    reaction(j, t, lambda);
    for (int k = 0; k < j->n; k++)
        u[j->force[k]] = -lambda[k];
    return MR_OK;
}

static mr_status advance(mr_joined *j, double from, double end) {
    const mr_inputs inputs = {.at = give, .context = j};
    const double tolerance = 1e-9 * (end - from);
    double t = from;
    mr_pace pace = {t, 0};
    while (t < end - tolerance) {
        const double before = t;
        MR_TRY(j->type->step_to(j->slave, &inputs, end, &t));
        if (!(t > before) || mr_pace_crawls(&pace, t, end, MR_MOST_STEPS)) {
            mr_message_set(j->message, "the slave does not advance at t = %.9g s", t);
            return MR_ERR_SLAVE_STEP;
        }
    }
    return j->type->outputs(j->slave, j->y);
}

static mr_status fail(const mr_joined *j, const char *what, double t) {
    mr_message_set(j->message, "joint: %s at t = %.9g s", what, t);
    return MR_ERR_NOT_FINITE;
}

/* the master's motion at t into j->u, and the gap there */
static mr_status look_at_master(mr_joined *j, double t) {
    MR_TRY(mr_inputs_at(j->given, t, j->u));
    if (j->told_response)
        memcpy(j->response, j->u + 3 * j->n, (size_t)(j->n * j->n) * sizeof *j->response);
    double largest = 0.0;
    for (int k = 0; k < j->n; k++) {
        mr_joined_gap(j)[k] = j->y[j->position[k]] - j->u[k] - j->offset[k];
        mr_joined_rate(j)[k] = j->y[j->velocity[k]] - j->u[j->n + k];
        largest = fmax(largest, fabs(mr_joined_gap(j)[k]));
        if (!isfinite(mr_joined_gap(j)[k]) || !isfinite(mr_joined_rate(j)[k]))
            return fail(j, "the gap is no finite number", t);
    }
    if (j->starting || largest <= j->most_gap)
        return MR_OK;
    mr_message_set(j->message,
                   "joint: it has opened by %.3g at t = %.9g s, which is more than most_gap = %g; "
                   "smaller steps may help",
                   largest, t, j->most_gap);
    return MR_ERR_NOT_FINITE;
}

/* --- the start --- */

/* the slave at its start under j->lambda, and its accelerations into a: told, or the change of the
 * velocities in a short step */
static mr_status accelerate(mr_joined *j, double t0, double *a) {
    const mr_inputs inputs = {.at = give, .context = j};
    j->state->t = t0;
    MR_TRY(j->type->initialise(j->slave, t0, &inputs));
    MR_TRY(j->type->outputs(j->slave, j->y));
    if (j->acceleration) {
        for (int k = 0; k < j->n; k++)
            a[k] = j->y[j->acceleration[k]];
        return MR_OK;
    }
    const double h = j->step / 16.0;
    for (int k = 0; k < j->n; k++)
        a[k] = -j->y[j->velocity[k]] / h;
    MR_TRY(j->type->save(j->slave, &j->saved));
    MR_TRY(advance(j, t0, t0 + h));
    for (int k = 0; k < j->n; k++)
        a[k] += j->y[j->velocity[k]] / h;
    MR_TRY(j->type->restore(j->slave, j->saved));
    return j->type->outputs(j->slave, j->y);
}

static mr_status first_reaction(mr_joined *j, double t0) {
    const int n = j->n;
    double *a = j->work + n, *moved = a + n, *right = moved + n, *matrix = right + n;
    for (int round = 0; round < 2; round++) { /* the second sets right what was not linear */
        MR_TRY(accelerate(j, t0, a));
        for (int c = 0; c < n; c++) {
            const double change = 1.0 + fabs(j->lambda[c]);
            j->lambda[c] += change;
            MR_TRY(accelerate(j, t0, moved));
            j->lambda[c] -= change;
            for (int k = 0; k < n; k++)
                j->gain[k * n + c] = (a[k] - moved[k]) / change;
        }
        for (int k = 0; k < n; k++) {
            right[k] = a[k] - j->u[2 * n + k];
            for (int c = 0; c < n; c++) {
                right[k] -= j->response[k * n + c] * j->lambda[c];
                matrix[k * n + c] = j->response[k * n + c] + j->gain[k * n + c];
            }
        }
        if (!mr_dense_solve(n, matrix, right))
            return fail(j, "neither side answers to the reaction", t0);
        for (int k = 0; k < n; k++)
            j->lambda[k] += right[k];
    }
    return accelerate(j, t0, a);
}

mr_status mr_joined_initialise(void *slave, double t0, const mr_inputs *inputs) {
    mr_joined *j = slave;
    memset(j->state, 0, j->state_size);
    memset(j->lambda, 0, (size_t)j->n * sizeof *j->lambda);
    j->given = inputs;
    j->latest = t0;
    j->starting = true;
    const mr_inputs own = {.at = give, .context = j};
    MR_TRY(j->type->initialise(j->slave, t0, &own));
    MR_TRY(j->type->outputs(j->slave, j->y));
    if (j->method->samples > 0 && j->step == 0.0) {
        double h = 0.0;
        MR_TRY(j->type->next_step(j->slave, &h));
        j->step = h / MR_JOINED_KNOT;
    }
    if (j->keeps_offset)
        memset(j->offset, 0, (size_t)j->n * sizeof *j->offset);
    MR_TRY(look_at_master(j, t0));
    if (j->keeps_offset) {
        memcpy(j->offset, mr_joined_gap(j), (size_t)j->n * sizeof *j->offset);
        memset(mr_joined_gap(j), 0, (size_t)j->n * sizeof *j->offset);
    }
    for (int k = 0; k < j->n; k++)
        if (fabs(mr_joined_gap(j)[k]) > CLOSED || fabs(mr_joined_rate(j)[k]) > CLOSED) {
            mr_message_set(j->message,
                           "joint: it is open at the start: coordinate %d by %.3g, its rate by "
                           "%.3g (offset=start keeps what is there)",
                           k + 1, mr_joined_gap(j)[k], mr_joined_rate(j)[k]);
            return MR_ERR_CONFIG;
        }
    MR_TRY(first_reaction(j, t0));
    push(j, t0, j->lambda);
    j->starting = false;
    j->state->t = t0;
    return MR_OK;
}

/* --- explicit --- */

/* accelerations of the slave by lambda: told now, or as they were measured at the start */
static void ask_gain(mr_joined *j, double *gain) {
    const int n = j->n, c = j->inner.coordinate_count;
    double *Au = gain + n * n, *Ap = Au + c * j->inputs, *Av = Ap + c * c;
    memcpy(gain, j->gain, (size_t)(n * n) * sizeof *gain);
    if (c == 0 || !j->type->interface_matrices ||
        j->type->interface_matrices(j->slave, Au, Ap, Av) != MR_OK)
        return;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < c; i++)
            for (int q = 0; q < n && j->inner.coordinates[i].acceleration == j->acceleration[k];
                 q++)
                gain[k * n + q] = Au[i * j->inputs + j->force[q]];
}

static mr_status step_explicit(mr_joined *j, double *t) {
    mr_joined_state *s = j->state;
    const int n = j->n;
    const mr_inputs inputs = {.at = give, .context = j};
    double *used = j->work + n, *right = used + n, *gain = right + n;
    const double from = s->t;
    double end = from + j->step;
    j->latest = INFINITY;
    if (j->step > 0.0) {
        MR_TRY(advance(j, from, end));
    } else {
        MR_TRY(j->type->step(j->slave, &inputs, &end));
        MR_TRY(j->type->outputs(j->slave, j->y));
    }
    const double mu = j->mu_steps * (end - from);
    reaction(j, end, used);
    MR_TRY(look_at_master(j, end));
    ask_gain(j, gain);
    for (int k = 0; k < n; k++) {
        right[k] = j->y[j->acceleration[k]] - j->u[2 * n + k] + 2.0 / mu * mr_joined_rate(j)[k] +
                   mr_joined_gap(j)[k] / (mu * mu);
        for (int c = 0; c < n; c++) {
            right[k] -= j->response[k * n + c] * used[c];
            gain[k * n + c] += j->response[k * n + c];
        }
    }
    if (!mr_dense_solve(n, gain, right))
        return fail(j, "neither side answers to the reaction", end);
    for (int k = 0; k < n; k++)
        used[k] += right[k];
    push(j, end, used);
    *t = s->t = end;
    return MR_OK;
}

/* --- X2 --- */

/* The master's motion at the end of the step without lambda: position, velocity. Its acceleration
 * goes on as it did at the begins of the last steps; in between it may have followed a lambda that
 * swings about its mean, and at these times it does not know of that */
static mr_status foresee(mr_joined *j, double t, double *free_motion) {
    const int n = j->n;
    const double H = j->step;
    double *x = free_motion, *v = x + n, *seen = mr_joined_seen(j);
    MR_TRY(look_at_master(j, t));
    memcpy(x, j->u, (size_t)(2 * n) * sizeof *x);
    memmove(seen + n, seen, (size_t)(2 * n) * sizeof *seen);
    memcpy(seen, j->u + 2 * n, (size_t)n * sizeof *seen);
    if (j->state->seen_count < 3)
        j->state->seen_count++;
    for (int k = 0; k < n; k++) { /* a + b s + c s^2, s in steps */
        const double a = seen[k], a1 = seen[n + k], a2 = seen[2 * n + k];
        const int count = j->state->seen_count;
        const double c = count > 2 ? 0.5 * (a - 2.0 * a1 + a2) : 0.0;
        const double b = count > 1 ? a - a1 + c : 0.0;
        x[k] += H * (v[k] + H * (a / 2.0 + b / 6.0 + c / 12.0));
        v[k] += H * (a + b / 2.0 + c / 3.0);
    }
    return MR_OK;
}

/* gap and its rate at the end of the step with the present samples */
static mr_status miss(mr_joined *j, const double *free_motion, double *r) {
    mr_joined_state *s = j->state;
    const int n = j->n;
    const double H = j->step, c = MR_JOINED_KNOT, *now = mr_joined_past(j);
    const double *a = mr_joined_samples(j), *b = a + n;
    MR_TRY(j->type->restore(j->slave, j->saved));
    s->second_part = false;
    mr_status status = advance(j, s->from, s->from + c * H);
    s->second_part = true;
    if (status == MR_OK)
        status = advance(j, s->from + c * H, s->from + H);
    s->second_part = false;
    for (int k = 0; k < n && status == MR_OK; k++) {
        double x = free_motion[k] + j->offset[k], v = free_motion[n + k];
        for (int q = 0; q < n; q++) { /* moment and impulse of the lines */
            const double R = j->response[k * n + q];
            x += R * H * H *
                 (now[q] * (c / 2.0 - c * c / 6.0) + a[q] * (1.0 / 3.0 - c / 6.0) +
                  b[q] * (1.0 - c) * (1.0 - c) / 6.0);
            v += R * H * (now[q] * c + a[q] + b[q] * (1.0 - c)) / 2.0;
        }
        r[k] = j->y[j->position[k]] - x;
        r[n + k] = j->y[j->velocity[k]] - v;
    }
    return status;
}

static mr_status differentiate(mr_joined *j, const double *free_motion, const double *r,
                               double *moved) {
    const int n = 2 * j->n;
    double *samples = mr_joined_samples(j), *J = mr_joined_derivative(j), largest = 0.0;
    for (int u = 0; u < n; u++)
        largest = fmax(largest, fabs(samples[u]));
    for (int u = 0; u < n; u++) {
        const double before = samples[u], change = CHANGE * (1.0 + largest);
        samples[u] += change;
        const mr_status status = miss(j, free_motion, moved);
        samples[u] = before;
        MR_TRY(status);
        for (int i = 0; i < n; i++)
            J[i * n + u] = (moved[i] - r[i]) / change;
    }
    j->state->has_derivative = true;
    return MR_OK;
}

static void predict(mr_joined *j) {
    const mr_joined_state *s = j->state;
    const int n = j->n;
    const double *past = mr_joined_past(j);
    for (int k = 0; k < n; k++) {
        const double slope =
            s->past_count > 1 ? (past[k] - past[n + k]) / (s->past_t[0] - s->past_t[1]) : 0.0;
        mr_joined_samples(j)[k] = past[k] + slope * MR_JOINED_KNOT * j->step;
        mr_joined_samples(j)[n + k] = past[k] + slope * j->step;
    }
}

static mr_status solve(mr_joined *j) {
    const int n = 2 * j->n;
    double *free_motion = j->work + j->n, *r = free_motion + 4 * j->n, *moved = r + n,
           *matrix = moved + n, *samples = mr_joined_samples(j), last = INFINITY;
    MR_TRY(foresee(j, j->state->from, free_motion));
    MR_TRY(j->type->save(j->slave, &j->saved));
    predict(j);
    for (int pass = 0;; pass++) {
        double change = 0.0, scale = 0.0;
        MR_TRY(miss(j, free_motion, r));
        if (!j->state->has_derivative || (pass > 0 && last > 1e-3))
            MR_TRY(differentiate(j, free_motion, r, moved));
        memcpy(matrix, mr_joined_derivative(j), (size_t)(n * n) * sizeof *matrix);
        if (!mr_dense_solve(n, matrix, r))
            return fail(j, "the reaction is not determined", j->state->from);
        for (int u = 0; u < n; u++) {
            samples[u] -= r[u];
            change = fmax(change, fabs(r[u]));
            scale = fmax(scale, fabs(samples[u]));
        }
        last = scale > 0.0 ? change / scale : 0.0;
        if (last <= ENOUGH || (pass > 0 && change == 0.0))
            return MR_OK;
        if (!isfinite(last) || (pass == MOST_PASSES && last > 1e-3))
            return fail(j, "the reaction diverges; smaller steps may help", j->state->from);
        if (pass == MOST_PASSES)
            return MR_OK;
    }
}

static mr_status step_repeated(mr_joined *j, double *t) {
    mr_joined_state *s = j->state;
    const double h = MR_JOINED_KNOT * j->step;
    if (!s->second_part) {
        s->from = s->t;
        j->latest = s->from + h;
        MR_TRY(solve(j));
        MR_TRY(j->type->restore(j->slave, j->saved));
        MR_TRY(advance(j, s->from, s->from + h));
        s->second_part = true;
        push(j, s->from + h, mr_joined_samples(j));
        *t = s->t = s->from + h;
        return MR_OK;
    }
    j->latest = INFINITY;
    MR_TRY(advance(j, s->t, s->from + j->step));
    s->second_part = false;
    push(j, s->from + j->step, mr_joined_samples(j) + j->n);
    *t = s->t = s->from + j->step;
    return MR_OK;
}

mr_status mr_joined_step(void *slave, const mr_inputs *inputs, double *t) {
    mr_joined *j = slave;
    j->given = inputs;
    return j->method->samples > 0 ? step_repeated(j, t) : step_explicit(j, t);
}
