/* accelerations and multipliers of a given position and velocity: M a + Phi_q' lambda = Q with
 * Phi_q a + gamma = 0, by the method of multipliers (Bayo, Avello 1994): corrections with one
 * factor of M + s R'R, whose rows R are those of the present position or of an earlier one */
#include "sim.h"

#include <math.h>
#include <string.h>

enum { MAX_EXACT = 12, MAX_QUICK = 20 };

/* a ratio of two corrections above which a factor is renewed, and one above which a new factor
 * creeps */
static const double SLOW = 0.1, STALLED = 0.5;

/* how far the rows of a kept factor may have turned */
static const double FAR = 0.1;

mr_status mbs_report_singular(mbs_simulation *s) {
    mr_message_set(
        s->message,
        "%s: the mass matrix is singular: some motion that the joints allow moves no mass",
        s->model->title);
    return MR_ERR_SLAVE_INITIALISE;
}

mr_status mbs_ready_exact_factor(mbs_simulation *s) {
    (void)mbs_evaluate_constraints(s, s->q);
    if (s->exact_factor_ready)
        return MR_OK;
    mbs_assemble_mass(s);
    mr_status status = mbs_factor(s, MBS_EXACT_SLOT);
    if (status != MR_OK)
        return status == MR_ERR_MEMORY ? status : mbs_report_singular(s);
    s->exact_factor_ready = 1;
    return MR_OK;
}

static mr_status evaluate_present_forces(mbs_simulation *s, double t) {
    if (!mbs_evaluate_forces(s, t, 0.0, s->q, s->v, s->force)) {
        mr_message_set(s->message, "%s: a force element failed at t = %.9g s", s->model->title, t);
        return MR_ERR_SLAVE_STEP;
    }
    return mbs_blame_forces(s, t) ? MR_ERR_NOT_FINITE : MR_OK;
}

/* what the constraints ask of the accelerations beside their rows, to phi */
static void evaluate_gamma(mbs_simulation *s) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->constraint_count; i++) {
        int drive = m->constraints[i].drive;
        s->phi[i] = mbs_function_bilinear(&m->constraints[i].function, s->q, s->v, s->v) -
                    (drive >= 0 ? s->drive_dd[drive] : 0.0);
    }
}

/* one correction: penalties go along the rows R of the factor, multipliers along the present rows
 * (as in step.c). Its largest entry; the largest acceleration in *scale */
static double correct(mbs_simulation *s, int slot, const double *rows, double *scale) {
    const mbs_model *m = s->model;
    const double *gamma = s->phi;
    for (int i = 0; i < m->constraint_count; i++) {
        s->left[i] = mbs_row_product(s, s->jacobian, i, s->a) + gamma[i];
        s->multiplier[i] = m->constraints[i].weight * s->left[i];
    }
    for (int i = 0; i < m->entry_count; i++)
        s->residual[i] = -s->force[i];
    mbs_add_mass_product(s, 1.0, s->a, s->residual);
    mbs_add_transposed(s, s->jacobian, s->lambda, s->residual);
    mbs_add_transposed(s, rows, s->multiplier, s->residual);
    mbs_solve(s, slot, s->residual, s->w1);
    double size = 0.0;
    *scale = 1.0;
    for (int i = 0; i < m->variable_count; i++) {
        int e = m->entry[i];
        s->a[e] -= s->w1[e];
        size = mbs_larger(size, fabs(s->w1[e]));
        *scale = mbs_larger(*scale, fabs(s->a[e]));
    }
    for (int i = 0; i < m->constraint_count; i++)
        s->lambda[i] +=
            m->constraints[i].weight * (s->left[i] - mbs_row_product(s, rows, i, s->w1));
    return size;
}

/* to the last bit that rounding leaves, from the accelerations at hand */
mr_status mbs_accelerations(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    MR_TRY(mbs_ready_exact_factor(s));
    MR_TRY(evaluate_present_forces(s, t));
    evaluate_gamma(s);
    const double *gamma = s->phi; /* positions are not needed here */
    double last = INFINITY, size = 0.0, scale = 1.0;
    for (int k = 0; k < MAX_EXACT; k++) {
        for (int i = 0; i < m->constraint_count; i++)
            s->multiplier[i] =
                s->lambda[i] +
                m->constraints[i].weight * (mbs_row_product(s, s->jacobian, i, s->a) + gamma[i]);
        for (int i = 0; i < m->entry_count; i++)
            s->residual[i] = -s->force[i];
        mbs_add_mass_product(s, 1.0, s->a, s->residual);
        mbs_add_transposed(s, s->jacobian, s->multiplier, s->residual);
        mbs_solve(s, MBS_EXACT_SLOT, s->residual, s->w1);
        size = 0.0;
        scale = 1.0;
        for (int i = 0; i < m->variable_count; i++) {
            int e = m->entry[i];
            s->a[e] -= s->w1[e];
            size = mbs_larger(size, fabs(s->w1[e]));
            scale = mbs_larger(scale, fabs(s->a[e]));
        }
        for (int i = 0; i < m->constraint_count; i++)
            s->lambda[i] +=
                m->constraints[i].weight * (mbs_row_product(s, s->jacobian, i, s->a) + gamma[i]);
        if (!isfinite(size))
            return mbs_report_singular(s);
        if (size <= 1e-14 * scale || (size >= last && size < 1e-8 * scale))
            return MR_OK;
        last = size;
    }
    if (size <= 1e-6 * scale)
        return MR_OK;
    mr_message_set(s->message,
                   "%s: the accelerations cannot be found at t = %.9g s: the mechanism is in a "
                   "singular position (corrections of %.3g are left)",
                   m->title, t, size);
    return MR_ERR_SLAVE_INITIALISE;
}

static mr_status renew_mass_factor(mbs_simulation *s) {
    mbs_assemble_mass(s);
    s->clock->mass_kept = 0.0;
    mr_status status = mbs_factor(s, MBS_MASS_SLOT);
    if (status != MR_OK)
        return status == MR_ERR_MEMORY ? status : mbs_report_singular(s);
    mbs_keep_factor(s, MBS_MASS_SLOT);
    s->clock->mass_kept = 1.0;
    return MR_OK;
}

mr_status mbs_ready_mass_factor(mbs_simulation *s) {
    (void)mbs_evaluate_constraints(s, s->q);
    if (s->clock->mass_kept != 0.0 && mbs_turned(s, MBS_MASS_SLOT) <= FAR)
        return MR_OK;
    return renew_mass_factor(s);
}

/* corrections with the factor at hand until what is left of them is below `enough`. A ratio of two
 * corrections is needed to know that: where the rows of the factor have turned, its first
 * correction hardly moves along the old rows, however much is missing there. Only a new factor may
 * stop after one. MR_ERR_SLAVE_STEP: this factor does not get there */
static mr_status contract(mbs_simulation *s, int is_fresh, double enough) {
    double last = 0.0, size = 0.0, scale = 1.0;
    for (int k = 0; k < MAX_QUICK; k++) {
        size = correct(s, MBS_MASS_SLOT, s->kept_rows[MBS_MASS_SLOT], &scale);
        if (!isfinite(size))
            return is_fresh ? mbs_report_singular(s) : MR_ERR_SLAVE_STEP;
        if (size == 0.0 || (is_fresh && size <= enough))
            return MR_OK;
        if (k > 0) {
            double ratio = size / last;
            if (ratio < STALLED && ratio * size <= (1.0 - ratio) * enough)
                return MR_OK;
            if (ratio >= STALLED && size <= 1e-8 * scale)
                return MR_OK; /* rounding */
            if (!is_fresh && ratio > SLOW)
                return MR_ERR_SLAVE_STEP;
        }
        last = size;
    }
    /* near a singular position the multipliers creep (as in step.c) */
    if (!is_fresh || size > 1e2 * enough)
        return MR_ERR_SLAVE_STEP;
    s->statistics.stalls++;
    return MR_OK;
}

mr_status mbs_quick_accelerations(mbs_simulation *s, double t, double h) {
    if (!s->is_present) {
        (void)mbs_evaluate_constraints(s, s->q);
        evaluate_gamma(s);
    }
    MR_TRY(evaluate_present_forces(s, t));
    /* what is left moves the positions of the step by h^2/4 of it: that must not be seen beside
     * what Newton's iteration leaves, whose tolerance shrinks with the step (step.c) */
    const mbs_integration *tune = &s->model->integration;
    double shorter = fmin(h / tune->step, 1.0);
    double enough = 0.04 * fmax(tune->position_tolerance * shorter * shorter, 1e-14) / (h * h);
    if (s->clock->mass_kept != 0.0 && mbs_turned(s, MBS_MASS_SLOT) <= FAR) {
        size_t accelerations = (size_t)s->model->entry_count * sizeof(double);
        size_t multipliers = (size_t)s->model->constraint_count * sizeof(double);
        memcpy(s->a_kept, s->a, accelerations);
        memcpy(s->lambda_kept, s->lambda, multipliers);
        if (contract(s, 0, enough) == MR_OK)
            return MR_OK;
        /* what an unfit factor did may be far off */
        memcpy(s->a, s->a_kept, accelerations);
        memcpy(s->lambda, s->lambda_kept, multipliers);
    }
    MR_TRY(renew_mass_factor(s));
    return contract(s, 1, enough);
}
