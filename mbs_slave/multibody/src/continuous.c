/* the motion as ordinary differential equations, for somebody else's solver
 *
 * States are all coordinates and their velocities, although the constraints bind them:
 * accelerations that honour the constraints keep a motion on them but for rounding and the errors
 * of the solver. These must not add up. So everything is evaluated at the nearest position and
 * velocity, in the metric of the masses, that honour the constraints (coordinate projection; Eich,
 * SIAM J. Numer. Anal. 30 (1993) 1467-1482), and what is off them decays: q' = v* + r (q* - q), v'
 * = a(q*, v*) + r (v* - v) On the constraints that is the equation of motion itself, whatever the
 * rate r. */
#include "sim.h"

#include <math.h>
#include <string.h>

enum { PASSES = 8 };

/* steps of the model's own integration in which what is off the constraints decays to 1/e: slow
 * beside the motion that the step resolves, so that it makes nothing stiff */
static const double DECAY_STEPS = 100.0;

static mr_status refuse(const mbs_simulation *s, const char *why) {
    mr_message_set(s->message, "%.150s cannot be integrated by others (Model Exchange): %s",
                   s->model->title, why);
    return MR_ERR_UNSUPPORTED;
}

/* accounts whose integrals are asked for: all or none */
static int summed_accounts(const mbs_model *m) {
    for (int i = 0; i < m->output_count; i++)
        if (m->output[i].quantity == MBS_ENERGY && m->output[i].item != MBS_KINETIC &&
            m->output[i].item != MBS_POTENTIAL)
            return m->element_count + m->drive_count;
    return 0;
}

mr_status mbs_simulation_states(const mbs_simulation *s, int *count) {
    const mbs_model *m = s->model;
    *count = 2 * (m->variable_count + summed_accounts(m));
    if (m->state_count > 0)
        return refuse(s, "it has elements with states of their own (tyres, brakes)");
    if (m->drives_use_inputs)
        return refuse(s, "inputs drive coordinates, and their rates are not known there");
    return MR_OK;
}

void mbs_simulation_get_states(const mbs_simulation *s, double *x) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->variable_count; i++) {
        x[i] = s->q[m->entry[i]];
        x[m->variable_count + i] = s->v[m->entry[i]];
    }
    double *sums = x + 2 * m->variable_count;
    for (int i = 0; i < summed_accounts(m); i++) {
        sums[2 * i] = s->account[i].dissipated;
        sums[2 * i + 1] = s->account[i].supplied;
    }
}

static mr_status report_off(mbs_simulation *s, double off) {
    mr_message_set(s->message,
                   "%s: at t = %.9g s there are no positions near the states that meet the "
                   "constraints (%.3g left)",
                   s->model->title, s->clock->t, off);
    return MR_ERR_SLAVE_STEP;
}

/* the least motion that changes the constraints by s->pull, added to x */
static void move(mbs_simulation *s, double *x) {
    const mbs_model *m = s->model;
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_constrained_solve(s, s->force, s->pull, s->w2);
    for (int i = 0; i < m->variable_count; i++)
        x[m->entry[i]] += s->w2[m->entry[i]];
}

static mr_status project_position(mbs_simulation *s) {
    const mbs_model *m = s->model;
    double off = 0.0, last = INFINITY;
    for (int pass = 0; pass < PASSES; pass++) {
        s->exact_factor_ready = 0;
        MR_TRY(mbs_ready_exact_factor(s));
        off = 0.0;
        for (int i = 0; i < m->constraint_count; i++) {
            s->pull[i] = -s->phi[i];
            off = mbs_larger(off, fabs(s->phi[i]));
        }
        if (off <= 1e-15 || (off >= last && off <= m->integration.constraint_tolerance))
            return MR_OK;
        if (!isfinite(off))
            break;
        last = off;
        move(s, s->q);
    }
    s->exact_factor_ready = 0;
    MR_TRY(mbs_ready_exact_factor(s));
    return off <= m->integration.constraint_tolerance ? MR_OK : report_off(s, off);
}

static void project_velocity(mbs_simulation *s) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->constraint_count; i++) {
        const int drive = m->constraints[i].drive;
        s->pull[i] =
            (drive >= 0 ? s->drive_d[drive] : 0.0) - mbs_row_product(s, s->jacobian, i, s->v);
    }
    if (m->constraint_count > 0)
        move(s, s->v);
}

mr_status mbs_simulation_set_states(mbs_simulation *s, double t, const double *x, const double *u) {
    const mbs_model *m = s->model;
    const int n = m->variable_count, accounts = summed_accounts(m);
    for (int i = 0; i < 2 * (n + accounts); i++)
        if (!isfinite(x[i])) {
            mr_message_set(s->message, "%s: state %d is not a finite number at t = %.9g s",
                           m->title, i + 1, t);
            return MR_ERR_NOT_FINITE;
        }
    s->clock->t = s->clock->base = t;
    s->clock->index = 0.0;
    if (m->input_count > 0)
        memcpy(s->u, u, (size_t)m->input_count * sizeof *u);
    for (int i = 0; i < n; i++) {
        s->q[m->entry[i]] = x[i];
        s->v[m->entry[i]] = x[n + i];
    }
    mbs_evaluate_signals(s, t, s->u);
    mbs_evaluate_drives(s, t, s->u, NULL);
    MR_TRY(project_position(s));
    project_velocity(s);
    s->is_present = 0;
    mbs_forget_notes(s);
    MR_TRY(mbs_accelerations(s, t));
    for (int i = 0; i < accounts; i++) {
        s->account[i].dissipated = x[2 * (n + i)];
        s->account[i].supplied = x[2 * (n + i) + 1];
    }
    mbs_open_accounts(s); /* potentials and powers here; it adds nothing */
    /* how far the states were off, for their rates */
    for (int i = 0; i < n; i++) {
        s->q1[m->entry[i]] = s->q[m->entry[i]] - x[i];
        s->v1[m->entry[i]] = s->v[m->entry[i]] - x[n + i];
    }
    return MR_OK;
}

void mbs_simulation_derivatives(const mbs_simulation *s, double *xdot) {
    const mbs_model *m = s->model;
    const double rate = 1.0 / (DECAY_STEPS * m->integration.step);
    for (int i = 0; i < m->variable_count; i++) {
        const int e = m->entry[i];
        xdot[i] = s->v[e] + rate * s->q1[e];
        xdot[m->variable_count + i] = s->a[e] + rate * s->v1[e];
    }
    double *powers = xdot + 2 * m->variable_count;
    for (int i = 0; i < summed_accounts(m); i++) {
        powers[2 * i] = s->account[i].loss;
        powers[2 * i + 1] = s->account[i].gain;
    }
}
