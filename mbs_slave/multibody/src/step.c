/* one step of the index-3 augmented Lagrangian formulation with the trapezoidal rule and
 * projections (Cuadrado et al., Multibody System Dynamics 4 (2000) 55-73)
 *
 * The unknown is the correction of the prediction, so that differences of large numbers do not
 * occur: q += d, q' += 2/h d, q'' += 4/h^2 d. The matrix is factorised once per step, at the
 * prediction, and again only where the iteration contracts slowly; on demand (keep_tangent) the
 * factor serves several steps, as long as the iteration contracts well and the rows of the
 * constraints have not turned far. The projections repeat d = -F^-1
 * s R' (Phi_q x + ...) with the factor at hand until the constraint holds: back-substitutions only.
 * R are the rows that are in the factor, not those of the final position: s (Phi_q - R) would leak
 * into the free motions. */
#include "sim.h"
#include "common/clock.h"

#include <math.h>
#include <string.h>

/* a ratio of corrections above which the tangent is renewed at once, and before the next step */
static const double SLOW = 0.1, TIRED = 0.02;

/* and one above which the iteration creeps */
static const double STALLED = 0.5;

enum { PROJECTIONS = 6 };

/* projections end after so many, near singular positions above their tolerance (by 1e4 in the
 * benchmark of four bars); beyond this multiple of it the step has failed */
static const double UNPROJECTED = 1e6;

/* rad that an angle may be away from where its speeds have led it */
static const double ASTRAY = 2.0;

static size_t entries(const mbs_simulation *s) {
    return (size_t)s->model->entry_count * sizeof(double);
}

static void predict(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    /* accelerations go on as over the last step, if there was one; multipliers do not: near
     * singular positions nothing would call them back */
    double ahead = s->clock->last_step > 0.0 ? fmin(h / s->clock->last_step, 2.0) : 0.0;
    double quarter = 0.25 * h * h;
    for (int i = 0; i < m->entry_count; i++) {
        double a1 = s->a[i] + ahead * (s->a[i] - s->a_before[i]);
        s->a1[i] = a1;
        s->v1[i] = s->v[i] + 0.5 * h * (s->a[i] + a1);
        s->q1[i] = s->q[i] + h * s->v[i] + quarter * (s->a[i] + a1);
    }
    memcpy(s->lambda1, s->lambda, (size_t)m->constraint_count * sizeof(double));
    for (int i = 0; i < m->state_count; i++)
        s->z_history[i] = s->z[i] + 0.5 * h * s->z_rate[i];
}

/* forces with the rows of this position, penalties with those of the factor, `rows` */
static void evaluate_residual(mbs_simulation *s, double h, const double *rows) {
    const mbs_model *m = s->model;
    double quarter = 0.25 * h * h;
    int fresh = rows == s->jacobian;
    for (int i = 0; i < m->entry_count; i++)
        s->residual[i] = -quarter * s->force[i];
    mbs_add_mass_product(s, quarter, s->a1, s->residual);
    for (int i = 0; i < m->constraint_count; i++) {
        double pull = quarter * s->lambda1[i], push = m->constraints[i].weight * s->phi[i];
        s->multiplier[i] = fresh ? push + pull : push;
        s->pull[i] = pull;
    }
    mbs_add_transposed(s, rows, s->multiplier, s->residual);
    if (!fresh)
        mbs_add_transposed(s, s->jacobian, s->pull, s->residual);
}

/* multipliers that belong to the correction -d: what the penalties pull with after it, by the rows
 * of the factor. The violation that the curvature of the constraints leaves is no force. */
static void update_multipliers(mbs_simulation *s, double h, const double *d) {
    const mbs_model *m = s->model;
    double four = 4.0 / (h * h);
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        double left = s->phi[i] - mbs_row_product(s, s->kept_rows[MBS_TANGENT_SLOT], i, d);
        s->lambda1[i] += four * c->weight * left;
    }
}

/* is the iteration k, whose correction was `size` after one of `last`, the last one? What is left
 * after a first correction is judged by how much the iteration contracted lately; the estimate
 * grows while it is used, so that it is measured again soon */
static int is_close(mbs_simulation *s, int k, int is_fresh, double size, double last,
                    double tolerance) {
    mbs_clock *c = s->clock;
    double *contraction = is_fresh ? &c->fresh_contraction : &c->contraction;
    if (k == 0 && *contraction > 0.0) {
        *contraction *= 1.2;
        /* a factor whose rows have turned contracts no better than that */
        double left = is_fresh || *contraction > s->turned ? *contraction : s->turned;
        return left * size <= 0.1 * tolerance;
    }
    double ratio = k > 0 ? fmax(size / last, 1e-8) : 1.0;
    if (k == 1)
        *contraction = ratio;
    /* a new factor contracts ever better */
    return size <= tolerance && (is_fresh || fmin(ratio, 1.0) * size <= 0.1 * tolerance);
}

/* does what is left of the constraints push the free motions? The penalties act along the rows of
 * the factor, so they do by how far these have turned */
static int leaks(const mbs_simulation *s, double violation, double tolerance) {
    const double rounding = 3e-14;
    return violation > rounding &&
           s->model->integration.penalty * s->turned * violation > 0.1 * tolerance;
}

/* a new factor of the tangent */
static mr_status renew_tangent(mbs_simulation *s, double t, double h) {
    s->clock->tangent_step = 0.0;
    mbs_assemble_tangent(s, t, h, s->q1, s->v1, s->a1, s->lambda1, 1);
    mr_status status = mbs_factor(s, MBS_TANGENT_SLOT);
    if (status != MR_OK)
        return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_STEP;
    mbs_keep_factor(s, MBS_TANGENT_SLOT);
    s->clock->tangent_step = h;
    s->turned = 0.0;
    return MR_OK;
}

/* Newton's iteration; MR_ERR_SLAVE_STEP: did not converge */
static mr_status iterate(mbs_simulation *s, double t, double h) {
    const mbs_model *m = s->model;
    const mbs_integration *tune = &m->integration;
    double last = INFINITY, *d = s->w1;
    mbs_clock *clock = s->clock;
    /* accelerations are 4/h^2 times as sensitive: short steps need better positions */
    double shorter = fmin(h / tune->step, 1.0);
    double tolerance = fmax(tune->position_tolerance * shorter * shorter, 1e-14);
    (void)mbs_evaluate_constraints(s, s->q1);
    s->turned = mbs_turned(s, MBS_TANGENT_SLOT);
    int slow = 0, renew = clock->tangent_step != h || clock->contraction > TIRED ||
                          s->turned > tune->keep_tangent || tune->keep_tangent == 0.0;
    int is_fresh = renew;
    if (renew)
        clock->contraction = 0.0; /* of the steps to come, not known yet */
    for (int k = 0; k < tune->max_iterations; k++) {
        if (!mbs_evaluate_forces(s, t, h, s->q1, s->v1, s->force))
            return MR_ERR_SLAVE_STEP;
        MR_TRY(renew ? renew_tangent(s, t, h) : MR_OK);
        evaluate_residual(s, h, renew ? s->jacobian : s->kept_rows[MBS_TANGENT_SLOT]);
        mbs_solve(s, MBS_TANGENT_SLOT, s->residual, d);
        update_multipliers(s, h, d);
        double size = 0.0, two = 2.0 / h, four = two * two;
        for (int i = 0; i < m->variable_count; i++) {
            int e = m->entry[i];
            double x = -d[e];
            s->q1[e] += x;
            s->v1[e] += two * x;
            s->a1[e] += four * x;
            size = mbs_larger(size, fabs(x));
        }
        s->statistics.iterations++;
        const double violation = mbs_evaluate_constraints(s, s->q1);
        if (!isfinite(size) || !isfinite(violation))
            return MR_ERR_SLAVE_STEP;
        int is_held = violation <= tune->constraint_tolerance && !leaks(s, violation, tolerance);
        if (is_held && is_close(s, k, is_fresh, size, last, tolerance))
            return MR_OK;
        /* near a singular position the constraints hardly see some directions, and there the
         * multipliers creep: what is left is as small as it will get */
        slow = size > STALLED * last ? slow + 1 : 0;
        if (slow >= 2 && size <= 1e2 * tolerance && violation <= 1e2 * tune->constraint_tolerance) {
            s->statistics.stalls++;
            return MR_OK;
        }
        renew = size > SLOW * last;
        last = size;
    }
    return MR_ERR_SLAVE_STEP;
}

/* moves x until J x + rate = 0, along W^-1 J' in the metric W of the factor F = W + s R'R, whose
 * rows R are those of another position. With x moved by dx and the multipliers by dm = s (J x +
 * rate + R dx) the forces W (x - x*) + J'm are off by (J - R)'dm, which is all that has to be
 * carried on. `pull`, if there is one, gathers the multipliers. Returns what is left. */
static double project(mbs_simulation *s, double *x, const double *rate, double tolerance,
                      double *pull) {
    const mbs_model *m = s->model;
    double worst = 0.0, astray = 0.0, *dm = s->pull;
    for (int k = 0; k <= PROJECTIONS; k++) {
        worst = 0.0;
        for (int i = 0; i < m->constraint_count; i++) {
            double left = mbs_row_product(s, s->jacobian, i, x) + rate[i];
            worst = mbs_larger(worst, fabs(left));
            s->left[i] = left;
            s->multiplier[i] = m->constraints[i].weight * left - (k > 0 ? dm[i] : 0.0);
        }
        /* the first correction goes astray by how much the rows have turned, the next ones make
         * that good */
        astray = k == 0 ? s->turned * worst : k == 1 ? astray : s->turned * astray;
        int straight = 100.0 * astray <= tolerance;
        if ((worst <= tolerance && straight) || k == PROJECTIONS || !isfinite(worst))
            break;
        memset(s->residual, 0, entries(s));
        mbs_add_transposed(s, s->kept_rows[MBS_TANGENT_SLOT], s->multiplier, s->residual);
        if (k > 0)
            mbs_add_transposed(s, s->jacobian, dm, s->residual);
        mbs_solve(s, MBS_TANGENT_SLOT, s->residual, s->w1);
        for (int i = 0; i < m->variable_count; i++)
            x[m->entry[i]] -= s->w1[m->entry[i]];
        for (int i = 0; i < m->constraint_count; i++) {
            double after =
                s->left[i] - mbs_row_product(s, s->kept_rows[MBS_TANGENT_SLOT], i, s->w1);
            dm[i] = m->constraints[i].weight * after;
            if (pull)
                pull[i] += dm[i];
        }
    }
    return worst;
}

static double largest(const double *x, int count) {
    double size = 0.0;
    for (int i = 0; i < count; i++)
        size = mbs_larger(size, fabs(x[i]));
    return size;
}

static int project_rates(mbs_simulation *s) {
    const mbs_model *m = s->model;
    double tolerance = m->integration.constraint_tolerance;
    double *rate = s->phi; /* free now: positions are done */
    s->turned = mbs_turned(s, MBS_TANGENT_SLOT);
    for (int i = 0; i < m->constraint_count; i++) {
        int drive = m->constraints[i].drive;
        rate[i] = drive >= 0 ? -s->drive_d[drive] : 0.0;
    }
    double enough = tolerance * (1.0 + largest(s->v1, m->entry_count));
    if (!(project(s, s->v1, rate, enough, NULL) <= UNPROJECTED * enough))
        return 0;
    for (int i = 0; i < m->constraint_count; i++) {
        int drive = m->constraints[i].drive;
        rate[i] = mbs_function_bilinear(&m->constraints[i].function, s->q1, s->v1, s->v1) -
                  (drive >= 0 ? s->drive_dd[drive] : 0.0);
    }
    /* the trapezoidal rule leaves an error of first order in driven and constrained accelerations;
     * what takes it away belongs to the multipliers too */
    enough = 1e2 * tolerance * (1.0 + largest(s->a1, m->entry_count));
    return project(s, s->a1, rate, enough, s->lambda1) <= UNPROJECTED * enough;
}

/* Angles go by their cosine and sine, so that the iteration may end a turn or half a turn away */
static int kept_turns(const mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    for (int k = 0; k < m->constraint_count; k++) {
        const mbs_function *f = &m->constraints[k].function;
        if (f->kind != MBS_TURN)
            continue;
        const int i = f->stencil.entry[f->stencil.count - 1];
        if (!(fabs(s->q1[i] - s->q[i] - 0.5 * h * (s->v[i] + s->v1[i])) < ASTRAY))
            return 0;
    }
    return 1;
}

static mr_status commit(mbs_simulation *s, double t, double h) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, t, h);
    for (int i = 0; i < m->element_count; i++) {
        const mbs_element *e = &m->elements[i];
        if (e->state_count > 0)
            e->type->states(e, &moment, s->q1, s->v1, s->z1 + e->state, s->z_rate1 + e->state);
    }
    memcpy(s->a_before, s->a, entries(s));
    memcpy(s->q, s->q1, entries(s));
    memcpy(s->v, s->v1, entries(s));
    memcpy(s->a, s->a1, entries(s));
    memcpy(s->lambda, s->lambda1, (size_t)m->constraint_count * sizeof(double));
    memcpy(s->z, s->z1, (size_t)m->state_count * sizeof(double));
    memcpy(s->z_rate, s->z_rate1, (size_t)m->state_count * sizeof(double));
    memcpy(s->u, s->u1, (size_t)m->input_count * sizeof(double));
    s->clock->t = t;
    double h_before = s->clock->last_step;
    s->clock->last_step = h;
    s->exact_factor_ready = 0;
    s->is_present = 1; /* left by the projections */
    mr_status status = MR_OK;
    s->clock->joined = 0.0;
    if (s->clock->aimed != 0.0 && t >= s->clock->aimed - 1e-9 * h)
        status = mbs_join_companion(s, h);
    mbs_forget_notes(s);
    mbs_keep_accounts(s, h);
    mbs_note_outputs(s, h, h_before);
    return status;
}

/* rates of inputs that drive coordinates: parabola through start, middle and end of the step */
static mr_status input_jets(mbs_simulation *s, const mr_inputs *inputs, double t, double h) {
    const mbs_model *m = s->model;
    MR_TRY(mbs_read_inputs(s, inputs, t - 0.5 * h, s->u_middle));
    for (int i = 0; i < m->input_count; i++) {
        double u0 = s->u[i], um = s->u_middle[i], u1 = s->u1[i];
        s->jet[MBS_VARIABLE_INPUT + m->input_count + i] =
            (mbs_jet){u1, (u0 - 4.0 * um + 3.0 * u1) / h, 4.0 * (u0 - 2.0 * um + u1) / (h * h)};
    }
    return MR_OK;
}

/* inputs may jump between steps: then the accelerations at the start of the step are new, and the
 * step has exactly the impulse of its inputs */
static mr_status renew_inputs(mbs_simulation *s, const mr_inputs *inputs, double h) {
    const mbs_model *m = s->model;
    mr_status status = mbs_read_inputs(s, inputs, s->clock->t, s->u1);
    if (status != MR_OK || (s->clock->moved == 0.0 &&
                            memcmp(s->u1, s->u, (size_t)m->input_count * sizeof(double)) == 0))
        return status;
    s->clock->moved = 0.0;
    mbs_evaluate_signals(s, s->clock->t, s->u1);
    /* the slope over the jump says nothing; the one before it goes on, but for a step that is
     * aimed: there it is that of a quick oscillation */
    const double goes_on = s->clock->aimed == 0.0 ? 1.0 : 0.0;
    for (int i = 0; i < m->entry_count; i++)
        s->w2[i] = goes_on * (s->a[i] - s->a_before[i]);
    status = mbs_quick_accelerations(s, s->clock->t, h);
    for (int i = 0; i < m->entry_count; i++)
        s->a_before[i] = s->a[i] - s->w2[i];
    if (status == MR_OK)
        memcpy(s->u, s->u1, (size_t)m->input_count * sizeof(double));
    return status;
}

static mr_status try_step(mbs_simulation *s, const mr_inputs *inputs, double t, double h) {
    const mbs_model *m = s->model;
    const mbs_jet *jets = NULL;
    if (m->input_count > 0) {
        MR_TRY(renew_inputs(s, inputs, h));
        MR_TRY(mbs_read_inputs(s, inputs, t, s->u1));
        if (m->drives_use_inputs) {
            MR_TRY(input_jets(s, inputs, t, h));
            jets = s->jet + MBS_VARIABLE_INPUT + m->input_count;
        }
    }
    mbs_evaluate_signals(s, t, s->u1);
    mbs_evaluate_drives(s, t, s->u1, jets);
    predict(s, h);
    MR_TRY(iterate(s, t, h));
    if (!project_rates(s) || !kept_turns(s, h))
        MR_TRY(MR_ERR_SLAVE_STEP);
    return commit(s, t, h);
}

/* a step that does not converge is made in two halves, and so on */
static mr_status step_or_halve(mbs_simulation *s, const mr_inputs *inputs, double t, double h,
                               int depth) {
    mr_status status = try_step(s, inputs, t, h);
    if (status != MR_ERR_SLAVE_STEP)
        return status;
    if (depth >= s->model->integration.max_halvings) {
        if (mbs_evaluate_forces(s, t, 0.0, s->q, s->v, s->force) && mbs_blame_forces(s, t))
            return MR_ERR_NOT_FINITE;
        mr_message_set(
            s->message,
            "%s: Newton's iteration does not converge at t = %.9g s, even with a step of %.3g s",
            s->model->title, s->clock->t, h);
        return status;
    }
    s->statistics.halvings++;
    double middle = t - 0.5 * h;
    status = step_or_halve(s, inputs, middle, 0.5 * h, depth + 1);
    return status == MR_OK ? step_or_halve(s, inputs, t, 0.5 * h, depth + 1) : status;
}

mr_status mbs_advance(mbs_simulation *s, const mr_inputs *inputs, double t_end, double h) {
    double start = s->timing ? cm_seconds() : 0.0;
    mr_status status = step_or_halve(s, inputs, t_end, h, 0);
    s->statistics.steps++;
    if (s->timing) {
        s->statistics.total_time += cm_seconds() - start;
        s->statistics.assembly_time =
            s->statistics.total_time - s->statistics.factor_time - s->statistics.solve_time;
    }
    return status;
}
