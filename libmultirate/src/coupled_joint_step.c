/* one exchange step with joints: samples of lambda until the conditions at its end hold
 *
 * Gaps at the end of the step are differentiated by each sample with one more step of the two
 * members (finite differences); the matrix is kept while Newton's iteration with it goes on
 * quickly. Ordinary connections are iterated along with it. */
#include "coupled_joints.h"

#include "dense.h"
#include "interface_private.h"

#include <math.h>
#include <string.h>

/* change of lambda for the differences: mechanics is next to linear in it, so that it may be large;
 * a correction that is noise, relative to lambda; gaps that are none, relative to positions */
static const double CHANGE = 1e-3, NOISE = 1e-4, ROUNDING = 1e-11;

static double *sample(const mr_joints *all, int unknown) {
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        if (unknown < j->unknown + j->size * j->method->samples)
            return &j->samples[unknown - j->unknown];
    }
    return NULL;
}

static mr_joint_state *joint_of_unknown(const mr_joints *all, int unknown, int *scalar) {
    int i = 0;
    while (unknown >= all->joint[i]->unknown + all->joint[i]->size * all->joint[i]->method->samples)
        i++;
    *scalar = (unknown - all->joint[i]->unknown) % all->joint[i]->size;
    return all->joint[i];
}

/* lambda goes on in a straight line */
static void predict(mr_coupled *c) {
    const double H = c->to - c->from;
    for (int i = 0; i < c->joints->count; i++) {
        mr_joint_state *j = c->joints->joint[i];
        const int n = j->method->samples;
        for (int k = 0; k < j->size; k++) {
            const double slope = j->past_count > 2 ? (j->past[k] - j->past[j->size + k]) /
                                                         (j->past_t[0] - j->past_t[1])
                                                   : 0.0;
            for (int s = 0; s < n; s++)
                j->samples[s * j->size + k] = j->past[k] + slope * H * (s + 1.0) / n;
        }
    }
}

static mr_status differentiate(mr_coupled *c, int slot) {
    mr_joints *all = c->joints;
    const int rows = MR_GAP_LEVELS * all->scalars, n = all->unknowns;
    double kept[64], *gap = rows <= 64 ? kept : all->square; /* n x n is room enough beyond */
    memcpy(c->trial, c->y, (size_t)c->outputs * sizeof *c->y);
    memcpy(gap, all->gap, (size_t)rows * sizeof *gap);
    double integral[32], *whole = all->scalars <= 16 ? integral : all->told;
    memcpy(whole, all->integral, 2 * (size_t)all->scalars * sizeof *whole);
    for (int u = 0; u < n; u++) {
        int k;
        mr_joint_state *j = joint_of_unknown(all, u, &k);
        double *value = sample(all, u);
        const double before = *value, change = CHANGE * (1.0 + j->largest[k]);
        *value = before + change;
        mr_status status = MR_OK;
        for (int side = 0; side < 2 && status == MR_OK; side++)
            status = mr_coupled_redo_member(c, &c->members[j->port[side][k].member], slot);
        *value = before;
        MR_TRY(status);
        mr_joints_measure(c);
        for (int r = 0; r < rows; r++)
            all->derivative[r * n + u] = (all->gap[r] - gap[r]) / change;
        memcpy(c->y, c->trial, (size_t)c->outputs * sizeof *c->y);
        memcpy(all->integral, whole, 2 * (size_t)all->scalars * sizeof *whole);
    }
    memcpy(all->gap, gap, (size_t)rows * sizeof *gap);
    all->has_derivative = true;
    all->derivative_size = c->to - c->from;
    c->statistics.jacobians++;
    return MR_OK;
}

static mr_joint_settings settings_of(const mr_coupled *c, const mr_joint_state *j, int k) {
    return (mr_joint_settings){.mu = j->mu > 0.0 ? j->mu : j->mu_steps * (c->to - c->from),
                               .rate_weight = j->rate_weight,
                               .acceleration_weight = j->acceleration_weight,
                               .stiffness = j->stiffness[k],
                               .damping = j->damping[k]};
}

static double weighted_sum(const double *w, const double *values, int count, int stride) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += w[i] * values[i * stride];
    return sum;
}

/* conditions of one scalar of one joint: residuals, and their derivatives by all unknowns */
static void fill_rows(mr_coupled *c, const mr_joint_state *j, int k) {
    mr_joints *all = c->joints;
    const int n = all->unknowns, S = all->scalars, s = j->first + k, m = j->method->samples;
    const double H = c->to - c->from;
    const int order = mr_joint_order(j->method, j->order, j->past_count);
    const mr_joint_settings settings = settings_of(c, j, k);
    mr_joint_row rows[MR_JOINT_SAMPLES];
    mr_joint_weights force = {{0.0}, {0.0}}, slope, impulse;
    double past_x[MR_JOINT_PAST + 1] = {0.0};
    for (int i = 0; i < j->past_count; i++)
        past_x[i] = (j->past_t[i] - c->from) / H;
    j->method->rows(&settings, rows);
    force.sample[m - 1] = 1.0;
    mr_joint_slope(j->method, order, past_x, &slope);
    mr_joint_impulse(j->method, order, past_x, &impulse);
    const double begin = all->begin[2 * S + s] - all->begin[s] - j->offset[k];
    for (int i = 0; i < m; i++) {
        const mr_joint_row *row = &rows[i];
        const int at = j->unknown + i * j->size + k;
        const double level[MR_GAP_LEVELS] = {row->gap, row->rate, row->acceleration, row->integral};
        double *r = &all->right[at], *J = &all->matrix[at * n];
        *r = weighted_sum(level, all->gap + s, MR_GAP_LEVELS, S) + row->begin * begin;
        for (int u = 0; u < n; u++)
            J[u] = weighted_sum(level, all->derivative + s * n + u, MR_GAP_LEVELS, S * n);
        const mr_joint_weights *parts[] = {&force, &slope, &impulse};
        const double factor[] = {row->force, row->slope / H, row->impulse * H};
        for (int p = 0; p < 3; p++) {
            for (int q = 0; q < m; q++) {
                const double w = factor[p] * parts[p]->sample[q];
                *r += w * j->samples[q * j->size + k];
                J[j->unknown + q * j->size + k] += w;
            }
            for (int q = 0; q < j->past_count; q++)
                *r += factor[p] * parts[p]->past[q] * j->past[q * j->size + k];
        }
    }
}

/* weighted joints, all together: what closes each level alone, weighted. With other joints beside
 * them their unknowns count too */
static bool fill_weighted(mr_coupled *c) {
    mr_joints *all = c->joints;
    const int n = all->unknowns, S = all->scalars;
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += all->joint[i]->method->weighted ? all->joint[i]->size : 0;
    for (int column = -1; count > 0 && column < n; column++)
        for (int level = 0; level < 3; level++) {
            int row = 0;
            for (int i = 0; i < all->count; i++)
                for (int k = 0; all->joint[i]->method->weighted && k < all->joint[i]->size; k++) {
                    const int at = level * S + all->joint[i]->first + k;
                    all->column[row] = column < 0 ? all->gap[at] : all->derivative[at * n + column];
                    int col = 0;
                    for (int o = 0; o < all->count; o++)
                        for (int q = 0; all->joint[o]->method->weighted && q < all->joint[o]->size;
                             q++)
                            all->square[row * count + col++] =
                                all->derivative[at * n + all->joint[o]->unknown + q];
                    row++;
                }
            if (!mr_dense_solve(count, all->square, all->column))
                return false;
            row = 0;
            for (int i = 0; i < all->count; i++)
                for (int k = 0; all->joint[i]->method->weighted && k < all->joint[i]->size; k++) {
                    mr_joint_row rows[MR_JOINT_SAMPLES];
                    const mr_joint_settings settings = settings_of(c, all->joint[i], k);
                    all->joint[i]->method->rows(&settings, rows);
                    const double w = level == 0   ? rows[0].gap
                                     : level == 1 ? rows[1].rate
                                                  : rows[2].acceleration;
                    const int at = all->joint[i]->unknown + k;
                    double *into = column < 0 ? &all->right[at] : &all->matrix[at * n + column];
                    *into = (level > 0 ? *into : 0.0) + w * all->column[row++];
                }
        }
    return true;
}

/* the correction of the samples into all->right; its size, relative to lambda */
static mr_status correction(mr_coupled *c, double *size) {
    mr_joints *all = c->joints;
    const int n = all->unknowns;
    bool good = true;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; !all->joint[i]->method->weighted && k < all->joint[i]->size; k++)
            if (all->joint[i]->method->samples > 0)
                fill_rows(c, all->joint[i], k);
    good = fill_weighted(c);
    for (int i = 0; i < n * n && good; i++)
        good = isfinite(all->matrix[i]);
    if (!good || !mr_dense_solve(n, all->matrix, all->right)) {
        mr_message_set(&c->message,
                       "the joints' reactions are not determined at t = %.9g s: a constraint is "
                       "there twice, or a side does not answer to its force",
                       c->to);
        return MR_ERR_NOT_FINITE;
    }
    *size = 0.0;
    for (int u = 0; u < n; u++) {
        int k;
        mr_joint_state *j = joint_of_unknown(all, u, &k);
        const double now = fabs(*sample(all, u));
        double scale = 0.0;
        if (now > j->largest[k] && isfinite(now))
            j->largest[k] = now;
        for (int i = 0; i < j->size; i++)
            scale = fmax(scale, j->largest[i]);
        const double change = fabs(all->right[u]);
        if (!isfinite(change))
            *size = INFINITY;
        else if (change > 0.0)
            *size = fmax(*size, scale > 0.0 ? change / scale : 1.0);
    }
    return MR_OK;
}

static bool is_rounding(const mr_coupled *c) {
    const mr_joints *all = c->joints;
    const int S = all->scalars;
    for (int s = 0; s < S; s++) {
        const mr_joint_state *j = all->joint[all->joint_of[s]];
        const mr_joint_port *a = &j->port[0][s - j->first];
        if (j->method->spring ||
            fabs(all->gap[s]) > ROUNDING * (1.0 + fabs(mr_joint_output(c, a->position, a))) ||
            fabs(all->gap[S + s]) > ROUNDING * (1.0 + fabs(mr_joint_output(c, a->velocity, a))) /
                                        fmin(1.0, c->to - c->from))
            return false;
    }
    return true;
}

/* lambda at the end of the step: of the line that has the same impulse and moment. The samples may
 * swing about it: what has neither impulse nor moment moves nothing, and X2 of order 1 and 2 never
 * forgets it */
static double told_force(const mr_coupled *c, const mr_joint_state *j, int k) {
    static const double gauss = 0.28867513459481288; /* exact up to the third power */
    const mr_joint_method *m = j->method;
    const int order = mr_joint_order(m, j->order, j->past_count), n = m->samples;
    const int pieces = mr_joint_pieces(m, order);
    double past_x[MR_JOINT_PAST + 1] = {0.0}, impulse = 0.0, moment = 0.0;
    if (!m->swings)
        return j->samples[(n - 1) * j->size + k];
    for (int i = 0; i < j->past_count; i++)
        past_x[i] = (j->past_t[i] - c->from) / (c->to - c->from);
    for (int part = 0; part < n; part++)
        for (int side = -1; side <= 1; side += 2) {
            const double x = (part + 0.5 + side * gauss) / n;
            mr_joint_weights w;
            mr_joint_value(m, order, past_x, pieces == 1 ? 0 : part, x, &w);
            const double value = weighted_sum(w.sample, j->samples + k, n, j->size) +
                                 weighted_sum(w.past, j->past + k, j->past_count, j->size);
            impulse += 0.5 / n * value;
            moment += 0.5 / n * value * (x - 0.5);
        }
    return impulse + 6.0 * moment;
}

static void note_gap(const mr_joints *all, mr_joint_state *j) {
    j->gap = j->rate = 0.0;
    for (int k = 0; k < j->size; k++) {
        j->gap = fmax(j->gap, fabs(all->gap[j->first + k]));
        j->rate = fmax(j->rate, fabs(all->gap[all->scalars + j->first + k]));
    }
    j->largest_gap = fmax(j->largest_gap, j->gap);
    j->largest_rate = fmax(j->largest_rate, j->rate);
}

/* the step is done: lambda at its end, and the gaps that are left. How far a copy has gone from its
 * original is seen before it is set */
static mr_status finish(mr_coupled *c) {
    mr_joints *all = c->joints;
    mr_joints_measure(c);
    for (int i = 0; i < all->count; i++)
        if (all->joint[i]->method->copies)
            note_gap(all, all->joint[i]);
    MR_TRY(mr_joints_project(c, c->to));
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        if (!j->method->copies)
            note_gap(all, j);
        for (int k = 0; j->method->samples > 0 && k < j->size; k++)
            j->force[k] = told_force(c, j, k);
    }
    MR_TRY(mr_joints_explicit(c, c->to, c->to - c->from));
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        const bool goes_on = j->method->samples > 0 && j->order > 0; /* from the last sample */
        mr_joints_push(j, c->to,
                       goes_on ? j->samples + (j->method->samples - 1) * j->size : j->force);
    }
    mr_joints_tell(c, c->u_next);
    return MR_OK;
}

static mr_status diverges(mr_coupled *c) {
    mr_message_set(&c->message,
                   "the reactions of the joints diverge in the exchange step from t = %.9g s; "
                   "smaller steps may help",
                   c->from);
    return MR_ERR_NOT_FINITE;
}

static void keep_begin(mr_coupled *c) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    for (int s = 0; s < S; s++)
        for (int side = 0; side < 2; side++) {
            const mr_joint_state *j = all->joint[all->joint_of[s]];
            const mr_joint_port *p = &j->port[side][s - j->first];
            all->begin[2 * side * S + s] = mr_joint_output(c, p->position, p);
            all->begin[(2 * side + 1) * S + s] = mr_joint_output(c, p->velocity, p);
        }
}

static bool needs_derivative(const mr_coupled *c, int iteration, double last, double size) {
    const mr_joints *all = c->joints;
    if (!all->has_derivative ||
        fabs(all->derivative_size - (c->to - c->from)) > 1e-6 * all->derivative_size)
        return true;
    if (iteration == 1 && c->config.most_iterations <= 2) /* the only corrector must be right */
        return true;
    for (int i = 0; iteration == 1 && i < all->count; i++)
        if (all->joint[i]->method->weighted) /* it makes the result */
            return true;
    return iteration > 2 && size > 0.1 * last;
}

mr_status mr_joints_make_step(mr_coupled *c, int slot, bool *converged) {
    mr_joints *all = c->joints;
    const int n = all->unknowns, most = c->config.most_iterations;
    double last = INFINITY, size = 0.0;
    bool disturbed = false, fresh = false;
    keep_begin(c);
    mr_coupled_predict(c);
    predict(c);
    *converged = most == 1 && n == 0;
    for (int iteration = 1;; iteration++) {
        MR_TRY(mr_coupled_pass(c, slot, iteration > 1));
        disturbed = false;
        const double miss = mr_coupled_hand_over(c);
        mr_joints_measure(c);
        if (n > 0) {
            if (needs_derivative(c, iteration, INFINITY, 0.0)) {
                MR_TRY(differentiate(c, slot));
                disturbed = fresh = true;
            }
            MR_TRY(correction(c, &size));
            if (!fresh && needs_derivative(c, iteration, last, size)) {
                MR_TRY(differentiate(c, slot));
                MR_TRY(correction(c, &size));
                disturbed = fresh = true;
            }
        }
        if (!isfinite(miss) || !isfinite(size))
            return diverges(c);
        const bool stalls = fresh && iteration > 2 && size > 0.5 * last;
        const bool fits =
            size <= c->config.tolerance || (stalls && (size <= NOISE || is_rounding(c)));
        if (fits && (most == 1 || miss <= c->config.tolerance || c->config.most_iterations == 1))
            *converged = true;
        if (*converged || iteration >= (n > 0 && most < 2 ? 2 : most))
            break;
        last = size;
        for (int u = 0; u < n; u++)
            *sample(all, u) -= all->right[u];
        memcpy(c->u_end, c->u_next, (size_t)c->inputs * sizeof *c->u_end);
    }
    if (disturbed) /* the differences have left the members elsewhere */
        MR_TRY(mr_coupled_pass(c, slot, true));
    c->statistics.unconverged += !*converged;
    (void)mr_coupled_hand_over(c);
    if (c->config.feedthrough == MR_FEEDTHROUGH_CORRECTED)
        MR_TRY(mr_coupled_correct_outputs(c));
    MR_TRY(finish(c));
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].own != all && c->elements[e].rules->end)
            MR_TRY(c->elements[e].rules->end(c, c->elements[e].own));
    mr_coupled_remember(c, c->to, c->u_next);
    return MR_OK;
}
