/* the state moved at once along what its inputs do: M^-1 b, on the constraints
 *
 * For joints that put both sides back on their constraint: the least motion in the masses that
 * closes a gap is made by a pair of impulses, equal and opposite. */
#include "directions.h"

#include <math.h>

enum { PASSES = 5 };

/* M^-1 (sum of the inputs' forces times amount) in accord with the constraints; 0: there is none */
static int answer(mbs_simulation *s, const double *amount, double *x) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    int any = 0;
    memset(s->w3, 0, (size_t)m->entry_count * sizeof(double));
    for (int u = 0; u < m->input_count; u++) {
        if (amount[u] == 0.0)
            continue;
        any = 1;
        mbs_input_forces(m, &moment, s->jet, s->slope, s->q, s->v, u, s->force);
        for (int i = 0; i < m->entry_count; i++)
            s->w3[i] += amount[u] * s->force[i];
    }
    if (any)
        mbs_constrained_solve_kept(s, s->w3, NULL, x);
    return any;
}

/* positions back onto the constraints */
static mr_status hold_position(mbs_simulation *s) {
    const mbs_model *m = s->model;
    for (int pass = 0; pass < PASSES && m->constraint_count > 0; pass++) {
        double off = 0.0;
        s->exact_factor_ready = 0;
        MR_TRY(mbs_ready_mass_factor(s));
        for (int i = 0; i < m->constraint_count; i++) {
            s->pull[i] = -s->phi[i];
            off = fmax(off, fabs(s->phi[i]));
        }
        if (off <= 1e-14)
            break;
        memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
        mbs_constrained_solve_kept(s, s->force, s->pull, s->w2);
        for (int i = 0; i < m->variable_count; i++)
            s->q[m->entry[i]] += s->w2[m->entry[i]];
    }
    s->exact_factor_ready = 0;
    return mbs_ready_mass_factor(s);
}

mr_status mbs_simulation_push(mbs_simulation *s, const double *shift, const double *kick) {
    const mbs_model *m = s->model;
    MR_TRY(mbs_ready_mass_factor(s));
    const int moved = answer(s, shift, s->w2);
    for (int i = 0; i < m->variable_count && moved; i++)
        s->q[m->entry[i]] += s->w2[m->entry[i]];
    if (moved)
        MR_TRY(hold_position(s));
    if (answer(s, kick, s->w2))
        for (int i = 0; i < m->variable_count; i++)
            s->v[m->entry[i]] += s->w2[m->entry[i]];
    mbs_hold_velocity(s);
    s->is_present = 0;
    s->exact_factor_ready = 0;
    mbs_forget_notes(s);
    return mbs_accelerations(s, s->clock->t);
}
