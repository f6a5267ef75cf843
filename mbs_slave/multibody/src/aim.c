/* the next step of the slave ends along the directions where it is told
 *
 * The fast motion would lead the step astray where forces are not linear: at its start the velocity
 * may be that of a quick oscillation, which over the whole step goes nowhere. So the slave's own
 * step begins at the present place with a velocity that brings it, by its rule and with all else
 * still, close to the place aimed at; what is missing to the state that run_back found makes the
 * same step beside it, by the linearised rule with the same factor, and is added afterwards.
 *     Then the motion along the directions is put where it was aimed, but for what the rest has
 * done to it: what the rest went beside its velocity, x, reacts with kappa = -Y'K x, of which the
 * rule makes h/2 kappa. Forces that are not linear along the directions are thus not the slave's:
 * who aims has to know them. Without any this is the slave's step from the state of run_back. */
#include "directions.h"

#include <lapacke.h>
#include <math.h>

/* damping times half the step above which the rule is not run backwards */
static const double STRONG = 0.5;

/* passes that put the end onto the constraints, and how exactly */
enum { PASSES = 4 };

/* acceleration along direction i where it is now, with inputs u, but for the damping of its
 * velocity */
static double drive_along(const mbs_simulation *s, int i, const double *u) {
    const mbs_model *m = s->model;
    double c = s->Y_acceleration[i];
    for (int k = 0; k < m->input_count; k++)
        c += s->Y_input[i * m->input_count + k] * (u[k] - s->u[k]);
    for (int j = 0; j < (int)s->clock->direction_count; j++)
        c += s->Y_damping[i * MBS_DIRECTIONS + j] * s->Y_velocity[j];
    return c;
}

/* the coordinate whose velocity makes power with an input, or MR_NONE */
static int conjugate(const mbs_model *m, int input) {
    int velocity = 0;
    if (m->inputs[input].power_with == MR_NONE)
        return MR_NONE;
    for (int i = 0; i < m->inputs[input].power_with; i++)
        velocity += m->outputs[i].size;
    for (int c = 0; c < m->coordinate_count; c++)
        if (m->coordinates[c].velocity == velocity)
            return c;
    return MR_NONE;
}

/* K at inputs u: an effort turns with the path that it acts along */
static void stiffness_with(const mbs_simulation *s, const double *u, double *K) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    memcpy(K, s->Y_stiffness, (size_t)(MBS_DIRECTIONS * MBS_DIRECTIONS) * sizeof *K);
    for (int k = 0; k < m->input_count; k++) {
        const int c = u[k] != s->u[k] ? conjugate(m, k) : MR_NONE;
        if (c == MR_NONE)
            continue;
        const double *Q = s->Y_curvature + c * MBS_DIRECTIONS * MBS_DIRECTIONS;
        for (int i = 0; i < r; i++)
            for (int j = 0; j < r; j++)
                K[i * MBS_DIRECTIONS + j] -= (u[k] - s->u[k]) * Q[i * MBS_DIRECTIONS + j];
    }
}

/* change of the velocity in a step of the trapezoidal rule along the directions, from `begin` on:
 * (1 + h/2 C + h^2/4 K) x = h (c - C begin) - h^2/2 K begin */
static int run_on(const mbs_simulation *s, double h, const double *u, const double *stiffness,
                  const double *begin, double *x) {
    const int r = (int)s->clock->direction_count;
    double matrix[MBS_DIRECTIONS * MBS_DIRECTIONS];
    lapack_int pivot[MBS_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        x[i] = h * (drive_along(s, i, u) + 0.5 * h * s->Y_drift[i]);
        for (int j = 0; j < r; j++) {
            const double K = stiffness[i * MBS_DIRECTIONS + j];
            const double C = s->Y_damping[i * MBS_DIRECTIONS + j];
            x[i] -= h * (C + 0.5 * h * K) * begin[j];
            matrix[i * r + j] = (i == j ? 1.0 : 0.0) + 0.5 * h * C + 0.25 * h * h * K;
        }
    }
    return LAPACKE_dgesv(LAPACK_ROW_MAJOR, r, 1, matrix, r, pivot, x, 1) == 0;
}

/* The trapezoidal rule along the directions, with the accelerations that the new inputs make at its
 * start, run backwards from eta, eta':
 *     eta' = w + h/2 (A0 + A),   eta = e + h/2 (w + eta'),   A(e, w) = c - K e - C w
 * gives (1 + h^2/4 K - h/2 C) w = eta' - h/2 (A + c - K (eta - h/2 eta')). 0: damping is so strong
 * that it has no start worth the name */
static int run_back(const mbs_simulation *s, double h, const double *u, const double *stiffness,
                    const double *eta, const double *rate, double *e, double *w) {
    const int r = (int)s->clock->direction_count;
    const double half = 0.5 * h;
    double matrix[MBS_DIRECTIONS * MBS_DIRECTIONS];
    lapack_int pivot[MBS_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        const double *K = stiffness + i * MBS_DIRECTIONS;
        const double *C = s->Y_damping + i * MBS_DIRECTIONS;
        double end = 0.0, start = 0.0, damped = 0.0;
        for (int j = 0; j < r; j++) {
            end += K[j] * eta[j] + C[j] * rate[j];
            start += K[j] * (eta[j] - half * rate[j]);
            damped += fabs(half * C[j]);
            matrix[i * r + j] = (i == j ? 1.0 : 0.0) + half * half * K[j] - half * C[j];
        }
        if (damped > STRONG)
            return 0;
        w[i] = rate[i] - half * (2.0 * drive_along(s, i, u) + h * s->Y_drift[i] - end - start);
    }
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, r, 1, matrix, r, pivot, w, 1) != 0)
        return 0;
    for (int i = 0; i < r; i++)
        e[i] = eta[i] - half * (w[i] + rate[i]);
    return 1;
}

/* A length d on a bent path is shorter along the directions of its beginning, by II(y, d)'M II(d,
 * d)/6 */
static mr_status shorten(mbs_simulation *s, double h, const double *x, double *by) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    double *d = s->q1;
    memset(by, 0, (size_t)r * sizeof *by);
    if (!mbs_bends(m))
        return MR_OK;
    MR_TRY(mbs_ready_mass_factor(s));
    for (int i = 0; i < m->entry_count; i++)
        d[i] = h * s->v[i];
    for (int k = 0; k < r; k++)
        for (int i = 0; i < m->variable_count; i++)
            d[m->entry[i]] += 0.5 * h * x[k] * mbs_direction(s, k)[m->entry[i]];
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_turn_into(s, d, d, s->pull);
    mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
    for (int i = 0; i < r; i++)
        by[i] = mbs_bend_along(s, mbs_direction(s, i), d, s->lambda1) / 6.0;
    return MR_OK;
}

mr_status mbs_simulation_aim(mbs_simulation *s, double h, const double *u, const double *eta,
                             const double *eta_rate) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    double e[MBS_DIRECTIONS] = {0.0}, w[MBS_DIRECTIONS] = {0.0}, begin[MBS_DIRECTIONS] = {0.0};
    double x[MBS_DIRECTIONS] = {0.0};
    double K[MBS_DIRECTIONS * MBS_DIRECTIONS], by[MBS_DIRECTIONS];
    stiffness_with(s, u, K);
    for (int k = 0; k < r; k++)
        begin[k] = eta[k] / h;
    if (r == 0 || !run_on(s, h, u, K, begin, x))
        return MR_OK;
    for (int k = 0; k < r; k++)
        begin[k] = eta[k] / h - 0.5 * x[k];
    if (!run_on(s, h, u, K, begin, x))
        return MR_OK;
    s->clock->companion = run_back(s, h, u, K, eta, eta_rate, e, w);
    memcpy(s->Y_place, s->q, (size_t)m->entry_count * sizeof(double));
    memcpy(s->Y_rest, s->v, (size_t)m->entry_count * sizeof(double));
    for (int k = 0; k < r; k++) {
        double *companion = s->Y_companion + k;
        companion[0] = s->clock->companion != 0.0 ? e[k] : 0.0;
        companion[MBS_DIRECTIONS] = s->clock->companion != 0.0 ? w[k] - begin[k] : 0.0;
        companion[2 * MBS_DIRECTIONS] = eta[k];
        companion[3 * MBS_DIRECTIONS] = eta_rate[k];
        for (int i = 0; i < m->variable_count; i++) {
            const int at = m->entry[i];
            s->v[at] += (begin[k] - s->Y_velocity[k]) * mbs_direction(s, k)[at];
            s->Y_rest[at] -= s->Y_velocity[k] * mbs_direction(s, k)[at];
        }
    }
    const mr_status status = shorten(s, h, x, by);
    for (int k = 0; k < r; k++)
        s->Y_companion[2 * MBS_DIRECTIONS + k] -= by[k];
    s->clock->moved = 1.0;
    s->clock->aimed = s->clock->t + h;
    s->is_present = 0;
    s->exact_factor_ready = 0;
    mbs_forget_notes(s);
    return status;
}

/* T x = -h (C dv + K dq) - h^2/2 K dv,  dq += h dv + h/2 x,  dv += x */
static void companion_step(mbs_simulation *s, double h, double *dq, double *dv) {
    const mbs_model *m = s->model;
    double *x = s->q1, *y = s->v1;
    for (int i = 0; i < m->entry_count; i++) {
        x[i] = h * (dq[i] + 0.5 * h * dv[i]);
        y[i] = h * dv[i];
    }
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_subtract_tangent(s, x, y, s->force);
    mbs_solve(s, MBS_TANGENT_SLOT, s->force, x);
    for (int i = 0; i < m->variable_count; i++) {
        const int at = m->entry[i];
        dq[at] += h * (dv[at] + 0.5 * x[at]);
        dv[at] += x[at];
    }
}

/* takes from x what is along the directions */
static void leave_rest(mbs_simulation *s, double *x) {
    const mbs_model *m = s->model;
    for (int k = 0; k < (int)s->clock->direction_count; k++) {
        mbs_mass_product(s, mbs_direction(s, k), s->w3);
        const double part = mbs_scalar_product(m, s->w3, x);
        for (int i = 0; i < m->variable_count; i++)
            x[m->entry[i]] -= part * mbs_direction(s, k)[m->entry[i]];
    }
}

/* kappa: the reaction of the rest, which has come from its place of the begin of the step to q with
 * v. Rows and tangent are those of the begin */
static void react(mbs_simulation *s, double h, const double *q, const double *v, double *kappa) {
    const mbs_model *m = s->model;
    double *x = s->q1, *y = s->v1;
    memset(x, 0, (size_t)m->entry_count * sizeof *x);
    memset(y, 0, (size_t)m->entry_count * sizeof *y);
    for (int i = 0; i < m->variable_count; i++) {
        const int at = m->entry[i];
        x[at] = q[at] - s->Y_place[at] - h * s->Y_rest[at];
        y[at] = v[at] - s->Y_rest[at];
    }
    leave_rest(s, x);
    leave_rest(s, y);
    if (mbs_bends(m)) { /* what went across the constraints is no motion of the rest */
        double *const parts[] = {x, y};
        for (int k = 0; k < 2; k++) {
            mbs_mass_product(s, parts[k], s->w3);
            mbs_constrained_solve_kept(s, s->w3, NULL, s->w4);
            memcpy(parts[k], s->w4, (size_t)m->entry_count * sizeof(double));
        }
    }
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_subtract_tangent(s, x, y, s->force);
    for (int k = 0; k < (int)s->clock->direction_count; k++)
        kappa[k] = mbs_scalar_product(m, mbs_direction(s, k), s->force);
}

/* moves the end along the directions to where they were to end, on the constraints */
static mr_status own_place(mbs_simulation *s, const double *target) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    for (int pass = 0; pass < PASSES; pass++) {
        double off = 0.0, size = 0.0;
        for (int k = 0; k < r; k++) {
            double at_end = 0.0;
            mbs_mass_product(s, mbs_direction(s, k), s->w3);
            for (int i = 0; i < m->variable_count; i++)
                at_end += s->w3[m->entry[i]] * (s->q[m->entry[i]] - s->Y_place[m->entry[i]]);
            for (int i = 0; i < m->variable_count; i++)
                /* a target for each direction */
                /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
                s->q[m->entry[i]] += (target[k] - at_end) * mbs_direction(s, k)[m->entry[i]];
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
            off = fmax(off, fabs(target[k] - at_end));
            size = fmax(size, fabs(target[k]));
        }
        if (pass > 0 && off <= 1e-10 * size)
            break;
        MR_TRY(mbs_ready_mass_factor(s));
        if (!mbs_bends(m))
            return MR_OK;
        for (int i = 0; i < m->constraint_count; i++)
            s->pull[i] = -s->phi[i];
        memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
        mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
        for (int i = 0; i < m->variable_count; i++)
            s->q[m->entry[i]] += s->w2[m->entry[i]];
    }
    return mbs_ready_mass_factor(s);
}

/* adds sum l_k Phi_qq,k d of the constraints that bend, with the multipliers of the last solution
 */
static void add_bent_rows(mbs_simulation *s, double factor, const double *d, double *force) {
    const mbs_model *m = s->model;
    double local[MBS_LOCAL_MAX];
    for (int k = 0; k < m->constraint_count; k++) {
        const mbs_function *f = &m->constraints[k].function;
        if (m->constraints[k].is_constant)
            continue;
        mbs_function_curve(f, s->q, d, local);
        for (int i = 0; i < f->stencil.count; i++)
            force[f->stencil.entry[i]] += factor * s->lambda1[k] * local[i];
    }
}

/* z: direction k, carried along the way d that the step has gone, so that a motion which keeps its
 * velocity keeps its part along z. Put onto the constraints at the end alone it would turn towards
 * all other motions, each z by <II(y, d), II(z, d)>/2, which in all steps together is an error of
 * first order */
static void carry(mbs_simulation *s, int k, const double *d, double *z) {
    mbs_turn_into(s, mbs_direction(s, k), d, s->pull);
    memset(s->force, 0, (size_t)s->model->entry_count * sizeof(double));
    mbs_constrained_solve_kept(s, s->force, s->pull, s->w3);
    mbs_mass_product(s, mbs_direction(s, k), s->w3);
    add_bent_rows(s, 0.5, d, s->w3);
    mbs_constrained_solve_kept(s, s->w3, NULL, z);
}

/* carries the directions to the end, and gives the velocity along them */
static void own_velocity(mbs_simulation *s, const double *target) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count, bent = mbs_bends(m);
    const size_t size = (size_t)m->entry_count;
    double *d = s->q1;
    for (int i = 0; i < m->entry_count; i++)
        d[i] = s->q[i] - s->Y_place[i];
    for (int k = 0; k < r; k++) {
        double *z = s->Y_before + (size_t)k * size, square;
        memcpy(z, mbs_direction(s, k), size * sizeof *z);
        if (bent) {
            carry(s, k, d, z);
            for (int j = 0; j < k; j++) {
                mbs_mass_product(s, s->Y_before + (size_t)j * size, s->w3);
                const double part = mbs_scalar_product(m, s->w3, z);
                for (int i = 0; i < m->variable_count; i++)
                    z[m->entry[i]] -= part * s->Y_before[(size_t)j * size + (size_t)m->entry[i]];
            }
        }
        mbs_mass_product(s, z, s->w3);
        square = mbs_scalar_product(m, s->w3, z);
        const double missing =
            square > 0.25
                /* a target for each direction */
                /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
                ? (target[k] - mbs_scalar_product(m, s->w3, s->v) / sqrt(square)) / sqrt(square)
                : 0.0;
        for (int i = 0; i < m->variable_count; i++) {
            s->v[m->entry[i]] += missing * z[m->entry[i]];
            if (square > 0.25)
                z[m->entry[i]] /= sqrt(square);
        }
    }
    if (bent)
        memcpy(s->Y, s->Y_before, (size_t)r * size * sizeof *s->Y);
}

void mbs_hold_velocity(mbs_simulation *s) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->constraint_count; i++) {
        const int drive = m->constraints[i].drive;
        s->pull[i] =
            (drive >= 0 ? s->drive_d[drive] : 0.0) - mbs_row_product(s, s->jacobian, i, s->v);
    }
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
    for (int i = 0; i < m->variable_count; i++)
        s->v[m->entry[i]] += s->w2[m->entry[i]];
}

/* companion of the step, if it has one: dq, dv at its end. It tells the rest what the directions do
 * in the step beside the slave's own; what it does along them is put right afterwards. Where it
 * would go farther along them than it began, its tangent is not that of the motion, and the rest
 * is better off without it */
static void accompany(mbs_simulation *s, double h, double *dq, double *dv) {
    const mbs_model *m = s->model;
    double begin = 0.0, end = 0.0;
    memset(dq, 0, (size_t)m->entry_count * sizeof *dq);
    memset(dv, 0, (size_t)m->entry_count * sizeof *dv);
    /* a step in halves has no factor of the whole; where the directions are all that they move,
     * nobody is to be told */
    if (s->clock->companion == 0.0 || s->clock->tangent_step != h || s->clock->closed != 0.0)
        return;
    for (int k = 0; k < (int)s->clock->direction_count; k++) {
        const double e = s->Y_companion[k], w = s->Y_companion[MBS_DIRECTIONS + k];
        begin = fmax(begin, fmax(fabs(e), h * fabs(w)));
        for (int i = 0; i < m->variable_count; i++) {
            const int at = m->entry[i];
            dq[at] += e * mbs_direction(s, k)[at];
            dv[at] += w * mbs_direction(s, k)[at];
        }
    }
    companion_step(s, h, dq, dv);
    for (int k = 0; k < (int)s->clock->direction_count; k++) {
        mbs_mass_product(s, mbs_direction(s, k), s->w3);
        end = fmax(end, fabs(mbs_scalar_product(m, s->w3, dq)));
    }
    if (!(end <= begin)) {
        memset(dq, 0, (size_t)m->entry_count * sizeof *dq);
        memset(dv, 0, (size_t)m->entry_count * sizeof *dv);
    }
}

mr_status mbs_join_companion(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    double *dq = s->w2, *dv = s->a1, kappa[MBS_DIRECTIONS] = {0}, target[MBS_DIRECTIONS];
    s->clock->aimed = 0.0;
    (void)mbs_evaluate_constraints(s, s->q); /* rotors */
    accompany(s, h, dq, dv);
    for (int i = 0; i < m->variable_count; i++) {
        s->q[m->entry[i]] += dq[m->entry[i]];
        s->v[m->entry[i]] += dv[m->entry[i]];
    }
    if (s->clock->closed == 0.0)
        react(s, h, s->q, s->v, kappa);
    for (int k = 0; k < r; k++)
        target[k] = s->Y_companion[2 * MBS_DIRECTIONS + k] + 0.25 * h * h * kappa[k];
    s->exact_factor_ready = 0;
    MR_TRY(own_place(s, target));
    for (int k = 0; k < r; k++)
        target[k] = s->Y_companion[3 * MBS_DIRECTIONS + k] + 0.5 * h * kappa[k];
    mbs_hold_velocity(s);
    own_velocity(s, target);
    for (int i = 0; i < m->entry_count; i++)
        s->Y_rest[i] = (s->q[i] - s->Y_place[i]) / h;
    s->clock->joined = 1.0;
    s->is_present = 0;
    return mbs_quick_accelerations(s, s->clock->t, h);
}
