/* interface directions: the few motions of the mechanism in which its interface answers an effort,
 * and the state moved along them
 *
 * With b the generalised force of an effort the span begins with M^-1 b, the answer of the instant,
 * and goes on with T^-1 M times the last one: T^-1 b, T^-1 M T^-1 b …, the answers of the implicit
 * step, by back-substitutions with its own factor T = M + h/2 C + h^2/4 K. Each is put onto the
 * constraints and made orthonormal in the masses; it ends where nothing new comes.
 * A direction need not be exact, it only has to be in accord with the constraints: what it tells
 * are projections on it. */
#include "sim.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* part of a candidate that must be new */
static const double NEW = 1e-8;

/* damping times half the step above which the rule is not run backwards */
static const double STRONG = 0.5;

static double product(const mbs_model *m, const double *x, const double *y) {
    double sum = 0.0;
    for (int i = 0; i < m->variable_count; i++)
        sum += x[m->entry[i]] * y[m->entry[i]];
    return sum;
}

static double *direction(const mbs_simulation *s, int i) {
    return s->Y + (size_t)i * (size_t)s->model->entry_count;
}

static void mass_product(const mbs_simulation *s, const double *x, double *out) {
    memset(out, 0, (size_t)s->model->entry_count * sizeof *out);
    mbs_add_mass_product(s, 1.0, x, out);
}

/* takes from x what is along the first `count` directions; length that is left, in the masses */
static double orthogonalise(mbs_simulation *s, int count, double *x) {
    const mbs_model *m = s->model;
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < count; k++) {
            mass_product(s, direction(s, k), s->w4);
            const double part = product(m, s->w4, x);
            for (int i = 0; i < m->variable_count; i++)
                x[m->entry[i]] -= part * direction(s, k)[m->entry[i]];
        }
    mass_product(s, x, s->w4);
    return sqrt(fmax(product(m, s->w4, x), 0.0));
}

static void scale(const mbs_model *m, double factor, double *x) {
    for (int i = 0; i < m->entry_count; i++)
        x[i] *= factor;
}

/* makes the candidate x the next direction, if it is one; x is lost */
static int add_direction(mbs_simulation *s, double *x) {
    const mbs_model *m = s->model;
    const int count = (int)s->clock->direction_count;
    double *y = direction(s, count), *Mx = s->w3;
    mass_product(s, x, Mx);
    const double before = sqrt(fmax(product(m, Mx, x), 0.0));
    double left = orthogonalise(s, count, x);
    if (!(before > 0.0) || !(left > NEW * before))
        return 0;
    /* onto the constraints: the nearest motion in the masses; once more where little was left */
    scale(m, 1.0 / left, x);
    mass_product(s, x, Mx);
    mbs_constrained_solve_kept(s, Mx, NULL, y);
    left = orthogonalise(s, count, y);
    if (!(left > 0.5)) /* most of it was against the constraints */
        return 0;
    scale(m, 1.0 / left, y);
    s->clock->direction_count = count + 1;
    return 1;
}

/* the factor of the implicit step; before the first step it is made here */
static mr_status ready_tangent(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    if (s->clock->tangent_step > 0.0)
        return MR_OK;
    for (int i = 0; i < m->state_count; i++)
        s->z_history[i] = s->z[i] + 0.5 * h * s->z_rate[i];
    mbs_assemble_tangent(s, s->clock->t, h, s->q, s->v, s->a, s->lambda, 1);
    mr_status status = mbs_factor(s, MBS_TANGENT_SLOT);
    if (status != MR_OK)
        return status;
    mbs_keep_factor(s, MBS_TANGENT_SLOT);
    s->clock->tangent_step = h;
    return MR_OK;
}

/* generation by generation, so that no effort comes short */
static void span(mbs_simulation *s, const bool *efforts, int room) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    double *x = s->w2;
    for (int u = 0; u < m->input_count && s->clock->direction_count < room; u++) {
        if (!efforts[u])
            continue;
        mbs_input_forces(m, &moment, s->jet, s->slope, s->q, s->v, u, s->force);
        mbs_constrained_solve_kept(s, s->force, NULL, x);
        (void)add_direction(s, x);
    }
    for (int parent = 0;
         parent < (int)s->clock->direction_count && s->clock->direction_count < room; parent++) {
        mass_product(s, direction(s, parent), s->force);
        mbs_solve(s, MBS_TANGENT_SLOT, s->force, x);
        (void)add_direction(s, x);
    }
}

/* projections on the directions */
static void project(mbs_simulation *s, const bool *efforts) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    double *force = s->force;
    memset(s->Y_input, 0, (size_t)(MBS_DIRECTIONS * m->input_count) * sizeof(double));
    for (int u = 0; u < m->input_count; u++) {
        if (!efforts[u])
            continue;
        mbs_input_forces(m, &moment, s->jet, s->slope, s->q, s->v, u, force);
        for (int i = 0; i < r; i++)
            s->Y_input[i * m->input_count + u] = product(m, direction(s, i), force);
    }
    /* the velocity as one more direction: what it does to the others beside them is the drift */
    memcpy(direction(s, r), s->v, (size_t)m->entry_count * sizeof(double));
    mbs_project_tangent(s, s->Y, r + 1, MBS_DIRECTIONS, s->Y_stiffness, s->Y_damping);
    mass_product(s, s->v, s->w2);
    mass_product(s, s->a, s->w3);
    for (int i = 0; i < r; i++) {
        s->Y_velocity[i] = product(m, direction(s, i), s->w2);
        s->Y_acceleration[i] = product(m, direction(s, i), s->w3);
    }
    for (int i = 0; i < r; i++) {
        s->Y_drift[i] = -s->Y_stiffness[i * MBS_DIRECTIONS + r];
        for (int j = 0; j < r; j++)
            s->Y_drift[i] += s->Y_stiffness[i * MBS_DIRECTIONS + j] * s->Y_velocity[j];
    }
}

static void tell(mbs_simulation *s, mr_directions *told) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count, room = told->room;
    told->count = r;
    memcpy(told->input, s->Y_input, (size_t)(r * m->input_count) * sizeof(double));
    for (int i = 0; i < r; i++) {
        for (int c = 0; c < m->coordinate_count; c++)
            told->output[c * room + i] = mbs_along_coordinate(s, c, direction(s, i));
        for (int j = 0; j < r; j++) {
            told->stiffness[i * room + j] = s->Y_stiffness[i * MBS_DIRECTIONS + j];
            told->damping[i * room + j] = s->Y_damping[i * MBS_DIRECTIONS + j];
        }
        told->velocity[i] = s->Y_velocity[i];
        told->acceleration[i] = s->Y_acceleration[i];
        told->drift[i] = s->Y_drift[i];
    }
    for (int c = 0; c < m->coordinate_count; c++)
        mbs_curve_coordinate(s, c, s->Y, r, room, told->curvature + c * room * room);
}

mr_status mbs_simulation_directions(mbs_simulation *s, double h, const bool *efforts,
                                    mr_directions *told) {
    if (s->model->state_count > 0) { /* tyres, brakes that hold: their states are no motion */
        mr_message_set(s->message, "%s: elements with internal states have no directions",
                       s->model->title);
        return MR_ERR_UNSUPPORTED;
    }
    const int room = told->room < MBS_DIRECTIONS ? told->room : MBS_DIRECTIONS - 1;
    mbs_evaluate_signals(s, s->clock->t, s->u);
    mr_status status = mbs_ready_mass_factor(s);
    if (status == MR_OK)
        status = ready_tangent(s, h);
    if (status != MR_OK)
        return status;
    s->clock->direction_count = 0.0;
    span(s, efforts, room);
    project(s, efforts);
    tell(s, told);
    s->is_present = 0; /* its scratch was used */
    return MR_OK;
}

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

/* change of the velocity in a step of the trapezoidal rule along the directions, from `begin` on:
 * (1 + h/2 C + h^2/4 K) x = h (c - C begin) - h^2/2 K begin */
static int run_on(const mbs_simulation *s, double h, const double *u, const double *begin,
                  double *x) {
    const int r = (int)s->clock->direction_count;
    double matrix[MBS_DIRECTIONS * MBS_DIRECTIONS];
    lapack_int pivot[MBS_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        x[i] = h * (drive_along(s, i, u) + 0.5 * h * s->Y_drift[i]);
        for (int j = 0; j < r; j++) {
            const double K = s->Y_stiffness[i * MBS_DIRECTIONS + j];
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
static int run_back(const mbs_simulation *s, double h, const double *u, const double *eta,
                    const double *rate, double *e, double *w) {
    const int r = (int)s->clock->direction_count;
    const double half = 0.5 * h;
    double matrix[MBS_DIRECTIONS * MBS_DIRECTIONS];
    lapack_int pivot[MBS_DIRECTIONS];
    for (int i = 0; i < r; i++) {
        const double *K = s->Y_stiffness + i * MBS_DIRECTIONS;
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

/* The fast motion would lead the step astray where forces are not linear: at its start the velocity
 * may be that of a quick oscillation, which over the whole step goes nowhere. So the slave's own
 * step begins at the present place with a velocity that brings it, by its rule and with all else
 * still, close to the place aimed at; what is missing to the state that run_back found makes the
 * same step beside it, by the linearised rule with the same factor, and is added afterwards.
 * Without nonlinear forces this is the step from there. */
mr_status mbs_simulation_aim(mbs_simulation *s, double h, const double *u, const double *eta,
                             const double *eta_rate) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    double e[MBS_DIRECTIONS], w[MBS_DIRECTIONS], begin[MBS_DIRECTIONS], x[MBS_DIRECTIONS];
    for (int k = 0; k < r; k++)
        begin[k] = eta[k] / h;
    if (r == 0 || !run_on(s, h, u, begin, x))
        return MR_OK;
    for (int k = 0; k < r; k++)
        begin[k] = eta[k] / h - 0.5 * x[k];
    if (!run_on(s, h, u, begin, x))
        return MR_OK;
    s->clock->companion = run_back(s, h, u, eta, eta_rate, e, w);
    for (int k = 0; k < r; k++) {
        double *companion = s->Y_companion + k;
        companion[0] = s->clock->companion != 0.0 ? e[k] : 0.0;
        companion[MBS_DIRECTIONS] = s->clock->companion != 0.0 ? w[k] - begin[k] : 0.0;
        companion[2 * MBS_DIRECTIONS] = eta[k] - h * (begin[k] + 0.5 * x[k]);
        companion[3 * MBS_DIRECTIONS] = eta_rate[k] - (begin[k] + x[k]);
        for (int i = 0; i < m->variable_count; i++) {
            const int at = m->entry[i];
            s->v[at] += (begin[k] - s->Y_velocity[k]) * direction(s, k)[at];
        }
    }
    s->clock->moved = 1.0;
    s->clock->aimed = s->clock->t + h;
    s->is_present = 0;
    s->exact_factor_ready = 0;
    mbs_forget_notes(s);
    return MR_OK;
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

/* along the directions the companion ends where it was aimed, whatever the stiffness was meanwhile
 */
static void settle(mbs_simulation *s, double *dq, double *dv) {
    const mbs_model *m = s->model;
    for (int k = 0; k < (int)s->clock->direction_count; k++) {
        mass_product(s, direction(s, k), s->w3);
        const double e = s->Y_companion[2 * MBS_DIRECTIONS + k] - product(m, s->w3, dq);
        const double w = s->Y_companion[3 * MBS_DIRECTIONS + k] - product(m, s->w3, dv);
        for (int i = 0; i < m->variable_count; i++) {
            const int at = m->entry[i];
            dq[at] += e * direction(s, k)[at];
            dv[at] += w * direction(s, k)[at];
        }
    }
}

/* a velocity of the begin of the step turns with the constraints and keeps its energy */
static void turn(mbs_simulation *s, double *dv) {
    const mbs_model *m = s->model;
    double *Mx = s->w3, *turned = s->q1;
    mass_product(s, dv, Mx);
    const double before = product(m, Mx, dv);
    mbs_constrained_solve_kept(s, Mx, NULL, turned);
    mass_product(s, turned, Mx);
    const double after = product(m, Mx, turned);
    const double longer = after > 0.5 * before ? sqrt(before / after) : 1.0;
    for (int i = 0; i < m->variable_count; i++)
        dv[m->entry[i]] = longer * turned[m->entry[i]];
}

mr_status mbs_join_companion(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    /* a step in halves has no factor of the whole */
    const int whole = s->clock->companion != 0.0 && s->clock->tangent_step == h;
    double *dq = s->w2, *dv = s->a1;
    s->clock->aimed = 0.0;
    memset(dq, 0, (size_t)m->entry_count * sizeof *dq);
    memset(dv, 0, (size_t)m->entry_count * sizeof *dv);
    for (int k = 0; whole && k < r; k++)
        for (int i = 0; i < m->variable_count; i++) {
            const int at = m->entry[i];
            dq[at] += s->Y_companion[k] * direction(s, k)[at];
            dv[at] += s->Y_companion[MBS_DIRECTIONS + k] * direction(s, k)[at];
        }
    if (whole) {
        (void)mbs_evaluate_constraints(s, s->q); /* rotors */
        companion_step(s, h, dq, dv);
    }
    settle(s, dq, dv);
    for (int i = 0; i < m->variable_count; i++)
        s->q[m->entry[i]] += dq[m->entry[i]];
    s->exact_factor_ready = 0;
    mr_status status = mbs_ready_mass_factor(s);
    if (status != MR_OK)
        return status;
    /* onto the constraints: positions once, by how far they are violated, then velocities */
    for (int i = 0; i < m->constraint_count; i++)
        s->pull[i] = -s->phi[i];
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_constrained_solve_kept(s, s->force, s->pull, dq);
    turn(s, dv);
    for (int i = 0; i < m->variable_count; i++) {
        s->q[m->entry[i]] += dq[m->entry[i]];
        s->v[m->entry[i]] += dv[m->entry[i]];
    }
    for (int i = 0; i < m->constraint_count; i++) {
        const int drive = m->constraints[i].drive;
        s->pull[i] =
            (drive >= 0 ? s->drive_d[drive] : 0.0) - mbs_row_product(s, s->jacobian, i, s->v);
    }
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_constrained_solve_kept(s, s->force, s->pull, dv);
    for (int i = 0; i < m->variable_count; i++)
        s->v[m->entry[i]] += dv[m->entry[i]];
    s->is_present = 0;
    return mbs_quick_accelerations(s, s->clock->t, h);
}
