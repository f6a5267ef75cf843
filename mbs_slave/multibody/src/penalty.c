/* penalties, and the part of the matrix that never changes
 *
 * The penalty of a constraint is alpha = 4 s/h^2, so the error of the multipliers shrinks by about
 * 1/(1 + s/mass) per iteration whatever the step. The mass that counts is not that of the entries
 * of the constraint: a thin shaft between heavy flywheels has to pass their torques on. So s is the
 * same multiple of the heaviest mass for all constraints, and the scaling of their rows to about 1
 * does the rest. */
#include "plan.h"

#include <math.h>

/* the mass at the entries of a constraint, weighted by its row: Phi_q M Phi_q' / (Phi_q Phi_q')^2
 */
static double moved_mass(const mbs_model *m, const mbs_constraint *c) {
    double row[MBS_LOCAL_MAX], weighted = 0.0, squares = 0.0;
    const mbs_stencil *s = &c->function.stencil;
    (void)mbs_function_gradient(&c->function, m->design, row);
    for (int i = 0; i < s->active_count; i++) {
        double j2 = row[s->active[i]] * row[s->active[i]];
        weighted += j2 * m->mass_diagonal[s->entry[s->active[i]]];
        squares += j2;
    }
    double mass = weighted / (squares * squares);
    return isfinite(mass) ? mass : 0.0;
}

static void choose_penalties(mbs_model *m) {
    double heaviest = 0.0;
    for (int i = 0; i < m->constraint_count; i++)
        heaviest = fmax(heaviest, moved_mass(m, &m->constraints[i]));
    if (heaviest <= 0.0)
        for (int i = 0; i < m->variable_count; i++)
            heaviest = fmax(heaviest, m->mass_diagonal[m->entry[i]]);
    double s = m->integration.penalty * heaviest;
    for (int i = 0; i < m->constraint_count; i++)
        m->constraints[i].weight = s;
    for (int i = 0; i < m->start_position_count; i++)
        m->start_positions[i].weight = s;
    for (int i = 0; i < m->start_velocity_count; i++)
        m->start_velocities[i].weight = s;
}

static int place_of(const mbs_model *m, int row, int column) {
    for (int p = m->column[column]; p < m->column[column + 1]; p++)
        if (m->row[p] == row)
            return p;
    return m->nonzeros;
}

bool mbs_constant_gradient(const mbs_model *m, const mbs_constraint *c, double *gradient) {
    if (c->is_constant)
        (void)mbs_function_gradient(&c->function, m->design, gradient);
    return c->is_constant;
}

mr_status mbs_make_base(mbs_plan *plan) {
    mbs_model *m = plan->model;
    double *base = mbs_arena_new(&m->arena, (size_t)m->nonzeros + 1, sizeof *base);
    if (!base)
        return MR_ERR_MEMORY;
    choose_penalties(m);
    for (int i = 0; i < m->mass_count; i++) {
        int row = m->variable[m->mass[i].row], column = m->variable[m->mass[i].column];
        if (!m->symmetric || row <= column)
            base[place_of(m, row, column)] += m->mass[i].value;
    }
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        const mbs_stencil *s = &c->function.stencil;
        double row[MBS_LOCAL_MAX];
        if (!mbs_constant_gradient(m, c, row))
            continue;
        for (int a = 0; a < s->active_count; a++)
            for (int b = 0; b < s->active_count; b++)
                base[s->map[a * s->active_count + b]] +=
                    c->weight * row[s->active[a]] * row[s->active[b]];
    }
    base[m->nonzeros] = 0.0;
    m->base = base;
    return MR_OK;
}
