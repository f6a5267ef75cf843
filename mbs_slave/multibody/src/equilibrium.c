/* static equilibrium by pseudo-transient continuation (Kelley and Keyes, SIAM J. Numer. Anal. 35
 * (1998)): Newton's iteration for forces and constraints, with the mass matrix to hold it back as
 * long as forces are large; motions that meet no stiffness simply stay */
#include "sim.h"

#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 2000 };

static double force_left(mbs_simulation *s, double t, double *scale) {
    const mbs_model *m = s->model;
    if (!mbs_evaluate_forces(s, t, 0.0, s->q, s->v1, s->force))
        return INFINITY;
    *scale = 1e-12;
    for (int i = 0; i < m->variable_count; i++)
        *scale = fmax(*scale, fabs(s->force[m->entry[i]]));
    memset(s->residual, 0, (size_t)m->entry_count * sizeof(double));
    mbs_add_transposed(s, s->jacobian, s->lambda, s->residual);
    double worst = 0.0;
    for (int i = 0; i < m->variable_count; i++) {
        double left = s->residual[m->entry[i]] - s->force[m->entry[i]];
        s->residual[m->entry[i]] = left;
        if (!(fabs(left) <= worst))
            worst = fabs(left);
    }
    return worst;
}

mr_status mbs_equilibrium(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    double tau = 0.02, last = INFINITY, scale = 1.0;
    memset(s->v1, 0, (size_t)m->entry_count * sizeof(double));
    memset(s->lambda, 0, (size_t)m->constraint_count * sizeof(double));
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        double violation = mbs_evaluate_constraints(s, s->q);
        double left = force_left(s, t, &scale);
        if (!isfinite(left) || !isfinite(violation))
            break;
        if (k > 0 && left <= 1e-9 * scale && violation <= m->integration.constraint_tolerance)
            return MR_OK;
        /* as forces shrink the steps grow, up to where penalties still outweigh stiffness */
        if (k > 2)
            tau = left < last ? fmin(1.3 * tau, 0.5) : fmax(0.7 * tau, 1e-4);
        last = left;
        double quarter = 0.25 * tau * tau;
        for (int i = 0; i < m->entry_count; i++)
            s->residual[i] *= quarter;
        for (int i = 0; i < m->constraint_count; i++)
            s->multiplier[i] = m->constraints[i].weight * s->phi[i];
        mbs_add_transposed(s, s->jacobian, s->multiplier, s->residual);
        mbs_assemble_tangent(s, t, tau, s->q, s->v1, s->lambda, 0);
        mr_status status = mbs_factor(s, MBS_TANGENT_SLOT);
        if (status != MR_OK)
            break;
        mbs_solve(s, MBS_TANGENT_SLOT, s->residual, s->w1);
        double size = 0.0;
        for (int i = 0; i < m->variable_count; i++)
            size = fmax(size, fabs(s->w1[m->entry[i]]));
        double damp = size > 0.1 ? 0.1 / size : 1.0;
        for (int i = 0; i < m->variable_count; i++)
            s->q[m->entry[i]] -= damp * s->w1[m->entry[i]];
        (void)mbs_evaluate_constraints(s, s->q);
        for (int i = 0; i < m->constraint_count; i++)
            s->lambda[i] += m->constraints[i].weight * s->phi[i] / quarter;
    }
    mr_message_set(s->message, "%s: no static equilibrium was found (%.3g of forces left)",
                   m->title, last);
    return MR_ERR_SLAVE_INITIALISE;
}
