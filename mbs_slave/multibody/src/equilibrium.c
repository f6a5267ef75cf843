/* static equilibrium by pseudo-transient continuation (Kelley and Keyes, SIAM J. Numer. Anal. 35
 * (1998)): Newton's iteration for accelerations at rest that have to vanish, held back by the mass
 * matrix as long as they are large; motions that meet no stiffness simply stay */
#include "sim.h"

#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 1000 };

static const double SHORTEST = 0.01, LONGEST = 1.0; /* pseudo time steps, s */

/* one correction of the position with pseudo step tau; its largest entry, or less than 0 if it does
 * not go where the accelerations pull, or infinity */
static double correction(mbs_simulation *s, double t, double tau, double *d) {
    const mbs_model *m = s->model;
    size_t size = (size_t)m->entry_count * sizeof(double);
    double quarter = 0.25 * tau * tau, *pull = s->w2;
    memset(pull, 0, size);
    mbs_add_mass_product(s, 1.0, s->a, pull);
    (void)mbs_evaluate_constraints(s, s->q);
    for (int i = 0; i < m->constraint_count; i++)
        s->multiplier[i] = -m->constraints[i].weight * s->phi[i];
    for (int i = 0; i < m->entry_count; i++)
        s->residual[i] = quarter * pull[i];
    mbs_add_transposed(s, s->jacobian, s->multiplier, s->residual);
    mbs_assemble_tangent(s, t, tau, s->q, s->v, s->a, s->lambda, 0);
    if (mbs_factor(s, MBS_TANGENT_SLOT) != MR_OK)
        return INFINITY;
    mbs_solve(s, MBS_TANGENT_SLOT, s->residual, d);
    double largest = 0.0, work = 0.0;
    for (int i = 0; i < m->variable_count; i++) {
        int e = m->entry[i];
        work += d[e] * pull[e];
        largest = mbs_larger(largest, fabs(d[e]));
    }
    return work < 0.0 && largest > 1e-9 ? -1.0 : largest;
}

static double largest_acceleration(const mbs_simulation *s) {
    double largest = 0.0;
    for (int i = 0; i < s->model->variable_count; i++)
        largest = mbs_larger(largest, fabs(s->a[s->model->entry[i]]));
    return largest;
}

static mr_status settle(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    double tau = 0.05, last = INFINITY, first = 0.0, *d = s->w3;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        double violation = mbs_evaluate_constraints(s, s->q);
        s->exact_factor_ready = 0;
        MR_TRY(mbs_accelerations(s, t));
        double left = largest_acceleration(s);
        first = mbs_larger(first, left);
        if (violation <= m->integration.constraint_tolerance && left <= 1e-9 * (1.0 + first))
            return MR_OK;
        tau = left < last ? fmin(1.5 * tau, LONGEST) : fmax(0.7 * tau, SHORTEST);
        last = left;
        double size = correction(s, t, tau, d);
        while (size < 0.0 && tau > SHORTEST) {
            tau = fmax(0.5 * tau, SHORTEST);
            size = correction(s, t, tau, d);
        }
        if (!isfinite(size))
            break;
        double damp = size > 0.1 ? 0.1 / size : 1.0;
        for (int i = 0; i < m->variable_count; i++)
            s->q[m->entry[i]] += damp * d[m->entry[i]];
    }
    mr_message_set(s->message,
                   "%s: no static equilibrium was found (accelerations of %.3g are left)", m->title,
                   last);
    return MR_ERR_SLAVE_INITIALISE;
}

mr_status mbs_equilibrium(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    size_t size = (size_t)m->entry_count * sizeof(double);
    /* at rest: neither the mechanism nor its drives move, and no input pushes */
    memset(s->u1, 0, (size_t)m->input_count * sizeof(double));
    mbs_evaluate_signals(s, t, s->u1);
    memcpy(s->a_kept, s->v, size);
    memset(s->v, 0, size);
    memset(s->drive_d, 0, (size_t)m->signal_count * sizeof(double));
    memset(s->drive_dd, 0, (size_t)m->signal_count * sizeof(double));
    mr_status status = settle(s, t);
    memcpy(s->v, s->a_kept, size);
    memset(s->a, 0, size);
    mbs_evaluate_signals(s, t, s->u);
    mbs_evaluate_drives(s, t, s->u, NULL);
    return status;
}
