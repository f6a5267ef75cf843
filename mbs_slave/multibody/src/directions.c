/* interface directions: the few motions of the mechanism in which its interface answers an effort,
 * and the state moved along them
 *
 * With b the generalised force of an effort the span begins with M^-1 b, the answer of the instant,
 * and goes on with T^-1 M times the last one: T^-1 b, T^-1 M T^-1 b …, the answers of the implicit
 * step, by back-substitutions with its own factor T = M + h/2 C + h^2/4 K. Each is put onto the
 * constraints and made orthonormal in the masses; it ends where nothing new comes.
 * A direction need not be exact, it only has to be in accord with the constraints: what it tells
 * are projections on it. */
#include "directions.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* part of a candidate that must be new */
static const double NEW = 1e-8;
/* part of one in accord with the constraints that is rounding; passes that look for it */
static const double NOTHING = 1e-6;
enum { PASSES = 3 };

/* takes from x what is along the first `count` directions; length that is left, in the masses */
static double orthogonalise(mbs_simulation *s, int count, double *x) {
    const mbs_model *m = s->model;
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < count; k++) {
            mbs_mass_product(s, mbs_direction(s, k), s->w4);
            const double part = mbs_scalar_product(m, s->w4, x);
            for (int i = 0; i < m->variable_count; i++)
                x[m->entry[i]] -= part * mbs_direction(s, k)[m->entry[i]];
        }
    mbs_mass_product(s, x, s->w4);
    return sqrt(fmax(mbs_scalar_product(m, s->w4, x), 0.0));
}

static void scale(const mbs_model *m, double factor, double *x) {
    for (int i = 0; i < m->entry_count; i++)
        x[i] *= factor;
}

/* makes the candidate x the next direction, if it is one; x is lost */
static int add_direction(mbs_simulation *s, double *x) {
    const mbs_model *m = s->model;
    const int count = (int)s->clock->direction_count;
    double *y = mbs_direction(s, count), *Mx = s->w3;
    mbs_mass_product(s, x, Mx);
    const double before = sqrt(fmax(mbs_scalar_product(m, Mx, x), 0.0));
    double left = orthogonalise(s, count, x);
    if (!(before > 0.0) || !(left > NEW * before))
        return 0;
    /* onto the constraints: the nearest motion in the masses. The tangent may belong to rows of
     * before, and most of the candidate be against those of now: what is left of it serves, if
     * there is any */
    for (int pass = 0; pass < PASSES; pass++) {
        scale(m, 1.0 / left, x);
        mbs_mass_product(s, x, Mx);
        mbs_constrained_solve_kept(s, Mx, NULL, y);
        left = orthogonalise(s, count, y);
        if (left > 0.5 || !(left > NOTHING))
            break;
        memcpy(x, y, (size_t)m->entry_count * sizeof *x);
    }
    if (!(left > 0.5))
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
    MR_TRY(mbs_factor(s, MBS_TANGENT_SLOT));
    mbs_keep_factor(s, MBS_TANGENT_SLOT);
    s->clock->tangent_step = h;
    return MR_OK;
}

/* generation by generation, so that no effort comes short */
static void span(mbs_simulation *s, const bool *efforts, int room) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    double *x = s->w2;
    s->clock->closed = 0.0;
    for (int u = 0; u < m->input_count && s->clock->direction_count < room; u++) {
        if (!efforts[u])
            continue;
        mbs_input_forces(m, &moment, s->jet, s->slope, s->q, s->v, u, s->force);
        mbs_constrained_solve_kept(s, s->force, NULL, x);
        (void)add_direction(s, x);
    }
    for (int parent = 0;
         parent < (int)s->clock->direction_count && s->clock->direction_count < room; parent++) {
        mbs_mass_product(s, mbs_direction(s, parent), s->force);
        mbs_solve(s, MBS_TANGENT_SLOT, s->force, x);
        (void)add_direction(s, x);
        s->clock->closed = parent + 1 == (int)s->clock->direction_count;
    }
}

/* takes from column `at` of U (count x count, column by column) what is along those before it; 0:
 * less than `least` is left of its square */
static int accept_column(double *U, int count, int at, double least) {
    double *x = U + (size_t)at * MBS_DIRECTIONS, length = 0.0;
    for (int k = 0; k < at; k++) {
        const double *u = U + (size_t)k * MBS_DIRECTIONS;
        double part = 0.0;
        for (int i = 0; i < count; i++)
            part += u[i] * x[i];
        for (int i = 0; i < count; i++)
            x[i] -= part * u[i];
    }
    for (int i = 0; i < count; i++)
        length += x[i] * x[i];
    if (!(length > least))
        return 0;
    for (int i = 0; i < count; i++)
        x[i] /= sqrt(length);
    return 1;
}

/* the rotation nearest to W (n x n, row by row): its polar factor, by Newton's iteration. 0: some
 * direction has turned by more than about 60 degrees, so that none is near */
static int nearest_rotation(double *W, int n) {
    double factor[MBS_DIRECTIONS * MBS_DIRECTIONS], inverse[MBS_DIRECTIONS * MBS_DIRECTIONS];
    lapack_int pivot[MBS_DIRECTIONS];
    for (int pass = 0; pass < 12; pass++) {
        double change = 0.0, largest = 0.0;
        memcpy(factor, W, (size_t)(n * n) * sizeof *W);
        for (int i = 0; i < n * n; i++)
            inverse[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
        if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, n, factor, n, pivot, inverse, n) != 0)
            return 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double other = inverse[j * n + i], next = 0.5 * (W[i * n + j] + other);
                largest = fmax(largest, fabs(other));
                change = fmax(change, fabs(next - W[i * n + j]));
                W[i * n + j] = next;
            }
        if (pass == 0 && !(largest < 2.0))
            return 0;
        if (change < 1e-12)
            break;
    }
    return 1;
}

/* the directions of the last time, as they lie in the span of the new ones: U, column by column; 0:
 * they do not */
static int keep_all(mbs_simulation *s, int r, double *U) {
    const mbs_model *m = s->model;
    double W[MBS_DIRECTIONS * MBS_DIRECTIONS] = {0};
    for (int k = 0; k < r; k++) {
        mbs_mass_product(s, s->Y_before + (size_t)k * (size_t)m->entry_count, s->w3);
        for (int i = 0; i < r; i++)
            W[i * r + k] = mbs_scalar_product(m, mbs_direction(s, i), s->w3);
    }
    if (!nearest_rotation(W, r))
        return 0;
    for (int k = 0; k < r; k++)
        for (int i = 0; i < r; i++)
            U[k * MBS_DIRECTIONS + i] = W[i * r + k];
    return 1;
}

/* one after the other, where some have turned too far: U; how many there are */
static int keep_some(mbs_simulation *s, int before, int r, double *U) {
    const mbs_model *m = s->model;
    int done = 0;
    for (int k = 0; k < before && done < r; k++) {
        mbs_mass_product(s, s->Y_before + (size_t)k * (size_t)m->entry_count, s->w3);
        for (int i = 0; i < r; i++)
            U[done * MBS_DIRECTIONS + i] = mbs_scalar_product(m, mbs_direction(s, i), s->w3);
        done += accept_column(U, r, done, 0.25);
    }
    for (int k = 0; k < r && done < r; k++) {
        for (int i = 0; i < r; i++)
            U[done * MBS_DIRECTIONS + i] = i == k;
        done += accept_column(U, r, done, 0.5 / MBS_DIRECTIONS);
    }
    return done;
}

/* turns the directions within their span until they are those of the last time, as far as they
 * can: what was told then and what is told now can be compared (where an effort passes through
 * zero, M^-1 b turns about) */
static void align(mbs_simulation *s, int before) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    double U[MBS_DIRECTIONS * MBS_DIRECTIONS], row[MBS_DIRECTIONS];
    const int done = before == r && keep_all(s, r, U) ? r : keep_some(s, before, r, U);
    if (before == 0 || done < r)
        return;
    for (int i = 0; i < m->variable_count; i++) {
        const int at = m->entry[i];
        for (int k = 0; k < r; k++) {
            row[k] = 0.0;
            for (int j = 0; j < r; j++)
                row[k] += mbs_direction(s, j)[at] * U[k * MBS_DIRECTIONS + j];
        }
        for (int k = 0; k < r; k++)
            mbs_direction(s, k)[at] = row[k];
    }
}

/* Along a bent path the centrifugal part of the multipliers is no stiffness: lengths along the
 * directions are measured on the path itself (geodesic), and there K loses II(x, v)'M II(y, v),
 * with II(x, v) the acceleration across the constraints of a motion v that turns into x. With one
 * direction it takes away what the velocity of this very instant, perhaps of a quick oscillation,
 * has put into K. */
static void unbend(mbs_simulation *s, int count) {
    const mbs_model *m = s->model;
    double turned[MBS_DIRECTIONS];
    if (!mbs_bends(m))
        return;
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    for (int j = 0; j < count; j++) {
        mbs_turn_into(s, mbs_direction(s, j), s->v, s->pull);
        mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
        for (int i = 0; i < count; i++)
            turned[i] = mbs_bend_along(s, mbs_direction(s, i), s->v, s->lambda1);
        for (int i = 0; i < count; i++)
            s->Y_stiffness[i * MBS_DIRECTIONS + j] -= turned[i];
    }
}

/* Where the path bends, a velocity that stays the same along it turns in the coordinates that
 * dampers see, by II(x, v) on a way x. That is a stiffness, too: of the mean velocity, because that
 * of this instant may be of a quick oscillation. Without it the coupling was of first order where
 * dampers act between bodies that swing */
static void bend_damping(mbs_simulation *s, int count) {
    const mbs_model *m = s->model;
    const double *v = s->clock->joined != 0.0 ? s->Y_rest : s->v;
    double damped = 0.0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            damped = fmax(damped, fabs(s->Y_damping[i * MBS_DIRECTIONS + j]));
    if (!mbs_bends(m) || damped == 0.0)
        return;
    memset(s->q1, 0, (size_t)m->entry_count * sizeof(double));
    for (int j = 0; j < count; j++) {
        memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
        memset(s->w3, 0, (size_t)m->entry_count * sizeof(double));
        mbs_turn_into(s, mbs_direction(s, j), v, s->pull);
        mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
        mbs_subtract_tangent(s, s->q1, s->w2, s->w3);
        for (int i = 0; i < count; i++)
            s->Y_stiffness[i * MBS_DIRECTIONS + j] -=
                mbs_scalar_product(m, mbs_direction(s, i), s->w3);
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
            s->Y_input[i * m->input_count + u] = mbs_scalar_product(m, mbs_direction(s, i), force);
    }
    /* the velocity as one more direction: what it does to the others beside them is the drift */
    memcpy(mbs_direction(s, r), s->v, (size_t)m->entry_count * sizeof(double));
    mbs_project_tangent(s, s->Y, r + 1, MBS_DIRECTIONS, s->Y_stiffness, s->Y_damping);
    unbend(s, r + 1);
    bend_damping(s, r + 1);
    mbs_mass_product(s, s->v, s->w2);
    mbs_mass_product(s, s->a, s->w3);
    for (int i = 0; i < r; i++) {
        s->Y_velocity[i] = mbs_scalar_product(m, mbs_direction(s, i), s->w2);
        s->Y_acceleration[i] = mbs_scalar_product(m, mbs_direction(s, i), s->w3);
    }
    for (int i = 0; i < r; i++) {
        s->Y_drift[i] = -s->Y_stiffness[i * MBS_DIRECTIONS + r];
        for (int j = 0; j < r; j++)
            s->Y_drift[i] += s->Y_stiffness[i * MBS_DIRECTIONS + j] * s->Y_velocity[j];
    }
}

/* forces that change by themselves with time (an unbalance, a road) go on over the coming step: a
 * part of the drift, by the forces at both of its ends */
static void add_time(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count;
    const double t = s->clock->t;
    if (!(h > 0.0) || !mbs_evaluate_forces(s, t, 0.0, s->q, s->v, s->w2))
        return;
    mbs_evaluate_signals(s, t + h, s->u);
    const int good = mbs_evaluate_forces(s, t + h, 0.0, s->q, s->v, s->w3);
    mbs_evaluate_signals(s, t, s->u);
    for (int i = 0; i < r && good; i++)
        s->Y_drift[i] += (mbs_scalar_product(m, mbs_direction(s, i), s->w3) -
                          mbs_scalar_product(m, mbs_direction(s, i), s->w2)) /
                         h;
}

static void tell(mbs_simulation *s, mr_directions *told) {
    const mbs_model *m = s->model;
    const int r = (int)s->clock->direction_count, room = told->room;
    told->count = r;
    memcpy(told->input, s->Y_input, (size_t)(r * m->input_count) * sizeof(double));
    for (int i = 0; i < r; i++) {
        for (int c = 0; c < m->coordinate_count; c++)
            told->output[c * room + i] = mbs_along_coordinate(s, c, mbs_direction(s, i));
        for (int j = 0; j < r; j++) {
            told->stiffness[i * room + j] = s->Y_stiffness[i * MBS_DIRECTIONS + j];
            told->damping[i * room + j] = s->Y_damping[i * MBS_DIRECTIONS + j];
        }
        told->velocity[i] = s->Y_velocity[i];
        told->acceleration[i] = s->Y_acceleration[i];
        told->drift[i] = s->Y_drift[i];
    }
    for (int c = 0; c < m->coordinate_count; c++) {
        double *Q = s->Y_curvature + c * MBS_DIRECTIONS * MBS_DIRECTIONS;
        mbs_curve_coordinate(s, c, s->Y, r, MBS_DIRECTIONS, Q);
        for (int i = 0; i < r; i++)
            memcpy(told->curvature + (c * room + i) * room, Q + i * MBS_DIRECTIONS,
                   (size_t)r * sizeof(double));
    }
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
    MR_TRY(mbs_ready_mass_factor(s));
    MR_TRY(ready_tangent(s, h));
    const int before = (int)s->clock->direction_count;
    memcpy(s->Y_before, s->Y, (size_t)before * (size_t)s->model->entry_count * sizeof(double));
    s->clock->direction_count = 0.0;
    span(s, efforts, room);
    /* an effort that moves nothing just now */
    for (int k = 0; k < before && k < room && s->clock->direction_count <= k; k++) {
        memcpy(s->w2, s->Y_before + (size_t)k * (size_t)s->model->entry_count,
               (size_t)s->model->entry_count * sizeof(double));
        (void)add_direction(s, s->w2);
    }
    align(s, before);
    project(s, efforts);
    add_time(s, h);
    tell(s, told);
    s->is_present = 0; /* its scratch was used */
    return MR_OK;
}
