/* the start: positions, velocities and accelerations that honour all constraints and the conditions
 * that the user set for the start; each is the nearest in the metric of the mass matrix */
#include "sim.h"

#include <math.h>
#include <string.h>

enum { MAX_POSITION = 60, MAX_VELOCITY = 500 };

static size_t entries(const mbs_simulation *s) {
    return (size_t)s->model->entry_count * sizeof(double);
}

/* start conditions are rows beside the constraints; adds s row' value and, on demand, s row' row */
static double add_condition(mbs_simulation *s, const mbs_constraint *c, const double *at,
                            int with_value, const double *q, double *residual) {
    double row[MBS_LOCAL_MAX], left = mbs_function_gradient(&c->function, q, row);
    const mbs_stencil *t = &c->function.stencil;
    if (!with_value) {
        left = -c->function.constant;
        for (int k = 0; k < t->count; k++)
            left += row[k] * at[t->entry[k]];
    }
    const int *map = t->map;
    for (int a = 0; a < t->active_count; a++) {
        double factor = c->weight * row[t->active[a]];
        residual[t->entry[t->active[a]]] += factor * left;
        for (int b = 0; b < t->active_count; b++)
            s->matrix[*map++] += factor * row[t->active[b]];
    }
    return fabs(left);
}

static mr_status report_open(mbs_simulation *s, double violation) {
    const mbs_model *m = s->model;
    int worst = 0;
    for (int i = 0; i < m->constraint_count; i++)
        if (!(fabs(s->phi[i]) <= fabs(s->phi[worst])))
            worst = i;
    const char *name = m->constraint_count > 0 ? m->names[m->constraints[worst].owner] : "start";
    if (m->constraint_count > 0 && fabs(s->phi[worst]) > m->integration.constraint_tolerance)
        mr_message_set(s->message,
                       "%s: the start is inconsistent: \"%s\" cannot be assembled (a constraint is "
                       "open by %.3g)",
                       m->title, name, fabs(s->phi[worst]));
    else
        mr_message_set(
            s->message,
            "%s: the start is inconsistent: the conditions set for it cannot be met (%.3g left)",
            m->title, violation);
    return MR_ERR_SLAVE_INITIALISE;
}

/* Newton's iteration whose every correction is the smallest in the mass metric */
static mr_status assemble_positions(mbs_simulation *s) {
    const mbs_model *m = s->model;
    double *q = s->q, *d = s->w1, violation = 0.0;
    for (int k = 0; k < MAX_POSITION; k++) {
        violation = mbs_evaluate_constraints(s, q);
        memset(s->residual, 0, entries(s));
        for (int i = 0; i < m->constraint_count; i++)
            s->multiplier[i] = m->constraints[i].weight * s->phi[i];
        mbs_add_transposed(s, s->jacobian, s->multiplier, s->residual);
        mbs_assemble_mass(s);
        for (int i = 0; i < m->start_position_count; i++)
            violation = mbs_larger(violation,
                                   add_condition(s, &m->start_positions[i], q, 1, q, s->residual));
        if (!isfinite(violation))
            break;
        /* well below what a step tolerates, so that energy starts right */
        if (violation <= 0.01 * m->integration.constraint_tolerance)
            return MR_OK;
        mr_status status = mbs_factor(s, MBS_TANGENT_SLOT);
        if (status != MR_OK)
            return status == MR_ERR_MEMORY ? status : mbs_report_singular(s);
        mbs_solve(s, MBS_TANGENT_SLOT, s->residual, d);
        double size = 0.0;
        for (int i = 0; i < m->variable_count; i++)
            size = mbs_larger(size, fabs(d[m->entry[i]]));
        double damp = size > 0.3 ? 0.3 / size : 1.0;
        for (int i = 0; i < m->variable_count; i++)
            q[m->entry[i]] -= damp * d[m->entry[i]];
    }
    return violation <= m->integration.constraint_tolerance ? MR_OK : report_open(s, violation);
}

static mr_status assemble_velocities(mbs_simulation *s) {
    const mbs_model *m = s->model;
    double worst = 0.0;
    (void)mbs_evaluate_constraints(s, s->q);
    for (int k = 0; k < MAX_VELOCITY; k++) {
        worst = 0.0;
        mbs_assemble_mass(s);
        memset(s->residual, 0, entries(s));
        for (int i = 0; i < m->constraint_count; i++) {
            int drive = m->constraints[i].drive;
            double left =
                mbs_row_product(s, s->jacobian, i, s->v) - (drive >= 0 ? s->drive_d[drive] : 0.0);
            s->multiplier[i] = m->constraints[i].weight * left;
            worst = mbs_larger(worst, fabs(left));
        }
        mbs_add_transposed(s, s->jacobian, s->multiplier, s->residual);
        for (int i = 0; i < m->start_velocity_count; i++)
            worst = mbs_larger(
                worst, add_condition(s, &m->start_velocities[i], s->v, 0, s->q, s->residual));
        if (worst <= m->integration.constraint_tolerance)
            return MR_OK;
        if (!isfinite(worst))
            break;
        mr_status status = k == 0 ? mbs_factor(s, MBS_TANGENT_SLOT) : MR_OK;
        if (status != MR_OK)
            return status == MR_ERR_MEMORY ? status : mbs_report_singular(s);
        mbs_solve(s, MBS_TANGENT_SLOT, s->residual, s->w1);
        for (int i = 0; i < m->variable_count; i++)
            s->v[m->entry[i]] -= s->w1[m->entry[i]];
    }
    mr_message_set(
        s->message,
        "%s: the start is inconsistent: no velocities meet the constraints and the conditions "
        "set for them (%.3g left)",
        m->title, worst);
    return MR_ERR_SLAVE_INITIALISE;
}

mr_status mbs_read_inputs(mbs_simulation *s, const mr_inputs *inputs, double t, double *u) {
    const mbs_model *m = s->model;
    if (m->input_count == 0)
        return MR_OK;
    if (!inputs || !inputs->at) {
        mr_message_set(s->message, "%s: has inputs, but nobody tells them", m->title);
        return MR_ERR_ARGUMENT;
    }
    MR_TRY(mr_inputs_at(inputs, t, u));
    for (int i = 0; i < m->input_count; i++)
        if (!isfinite(u[i])) {
            mr_message_set(s->message, "%s: the input \"%s\" is not a finite number at t = %.9g s",
                           m->title, m->inputs[i].name, t);
            MR_TRY(MR_ERR_NOT_FINITE);
        }
    return MR_OK;
}

/* constraints that contradict each other only in their accelerations leave a gap there */
static mr_status check_accelerations(mbs_simulation *s) {
    const mbs_model *m = s->model;
    double scale = 1.0, worst = 0.0;
    int which = 0;
    for (int i = 0; i < m->variable_count; i++)
        scale = mbs_larger(scale, fabs(s->a[m->entry[i]]));
    for (int i = 0; i < m->constraint_count; i++) {
        double gamma = s->phi[i], left = fabs(mbs_row_product(s, s->jacobian, i, s->a) + gamma);
        scale = mbs_larger(scale, fabs(gamma));
        which = left > worst ? i : which;
        worst = mbs_larger(worst, left);
    }
    if (worst <= 1e-6 * scale)
        return MR_OK;
    mr_message_set(
        s->message,
        "%s: the start is inconsistent: no accelerations meet the constraints (\"%s\" is "
        "off by %.3g)",
        m->title, m->names[m->constraints[which].owner], worst);
    return MR_ERR_SLAVE_INITIALISE;
}

/* steady internal states */
static void settle_states(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, t, -1.0);
    for (int i = 0; i < m->element_count; i++) {
        const mbs_element *e = &m->elements[i];
        if (e->state_count > 0)
            e->type->states(e, &moment, s->q, s->v, s->z + e->state, s->z_rate + e->state);
    }
}

mr_status mbs_simulation_start(mbs_simulation *s, double t0, const mr_inputs *inputs) {
    const mbs_model *m = s->model;
    if (!isfinite(t0)) {
        mr_message_set(s->message, "%s: the start time is not a finite number", m->title);
        return MR_ERR_ARGUMENT;
    }
    mbs_linear_forget(s->linear);
    memset(s->block, 0, s->block_count * sizeof *s->block);
    *s->clock = (mbs_clock){.t = t0, .base = t0, .step = m->integration.step};
    memcpy(s->q, m->design, entries(s));
    memcpy(s->v, m->velocity, entries(s));
    s->exact_factor_ready = 0;
    MR_TRY(mbs_read_inputs(s, inputs, t0, s->u));
    mbs_evaluate_signals(s, t0, s->u);
    mbs_evaluate_drives(s, t0, s->u, NULL);
    MR_TRY(assemble_positions(s));
    if (m->integration.equilibrium)
        MR_TRY(mbs_equilibrium(s, t0));
    MR_TRY(assemble_velocities(s));
    memset(s->lambda, 0, (size_t)m->constraint_count * sizeof(double));
    settle_states(s, t0);
    s->exact_factor_ready = 0;
    MR_TRY(mbs_accelerations(s, t0));
    MR_TRY(check_accelerations(s));
    s->clock->started = 1.0;
    mbs_open_accounts(s);
    mbs_note_outputs(s, 0.0, 0.0);
    return MR_OK;
}
