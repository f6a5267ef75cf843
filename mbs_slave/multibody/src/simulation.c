/* the life of a simulation: one block for the state, one for scratch, both made once */
#include "sim.h"
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* hands out parts of a block; with no block it only counts */
typedef struct cutter {
    double *at;
    size_t count;
} cutter;

static double *cut(cutter *c, int count) {
    /* whole cache lines */
    size_t n = ((size_t)count + 7u) & ~(size_t)7u;
    double *part = c->at ? c->at + c->count : NULL;
    c->count += n;
    return part;
}

/* one part of that size for each */
static void cut_each(cutter *c, int size, double **const *parts, size_t count) {
    for (size_t i = 0; i < count; i++)
        *parts[i] = cut(c, size);
}
#define CUT(cutter, size, ...)                                                                     \
    cut_each(cutter, size, (double **[]){__VA_ARGS__},                                             \
             sizeof((double **[]){__VA_ARGS__}) / sizeof(double **))

static size_t lay_out_state(mbs_simulation *s, double *block) {
    const mbs_model *m = s->model;
    cutter c = {block, 0};
    int n = m->entry_count, k = m->constraint_count, z = m->state_count;
    s->clock = (mbs_clock *)cut(&c, (int)(sizeof(mbs_clock) / sizeof(double)));
    CUT(&c, n, &s->q, &s->v, &s->a, &s->a_before);
    CUT(&c, k, &s->lambda);
    CUT(&c, z, &s->z, &s->z_rate);
    CUT(&c, m->input_count, &s->u);
    CUT(&c, m->signal_count, &s->drive, &s->drive_d, &s->drive_dd);
    CUT(&c, m->output_width, &s->y_last, &s->y_slope, &s->y_rate);
    s->account = (mbs_account *)cut(&c, (m->element_count + m->drive_count) *
                                            (int)(sizeof(mbs_account) / sizeof(double)));
    for (int i = 0; i < 2; i++) {
        CUT(&c, m->nonzeros + 1, &s->kept_matrix[i]);
        CUT(&c, m->jacobian_count, &s->kept_rows[i]);
    }
    const int r = m->coordinate_count > 0 ? MBS_DIRECTIONS : 0;
    CUT(&c, r * n, &s->Y);
    CUT(&c, r * m->input_count, &s->Y_input);
    CUT(&c, r * r, &s->Y_stiffness, &s->Y_damping);
    CUT(&c, r, &s->Y_velocity, &s->Y_acceleration, &s->Y_drift);
    CUT(&c, m->coordinate_count * r * r, &s->Y_curvature);
    CUT(&c, r > 0 ? n : 0, &s->Y_place, &s->Y_rest);
    CUT(&c, 4 * r, &s->Y_companion);
    return c.count;
}

static size_t lay_out_scratch(mbs_simulation *s, double *block) {
    const mbs_model *m = s->model;
    cutter c = {block, 0};
    int n = m->entry_count, k = m->constraint_count;
    CUT(&c, n, &s->q1, &s->v1, &s->a1, &s->force, &s->residual, &s->w1, &s->w2, &s->w3, &s->w4,
        &s->a_kept);
    CUT(&c, k, &s->lambda1, &s->lambda_kept, &s->phi, &s->multiplier, &s->pull, &s->left);
    CUT(&c, m->jacobian_count, &s->jacobian);
    CUT(&c, m->rotor_row_count, &s->rotor_rows);
    CUT(&c, m->state_count, &s->z1, &s->z_rate1, &s->z_history);
    CUT(&c, m->nonzeros + 1, &s->matrix);
    CUT(&c, m->variable_count, &s->x);
    CUT(&c, m->signal_count, &s->signal, &s->slope);
    CUT(&c, MBS_VARIABLE_INPUT + m->input_count, &s->variable);
    s->jet = (mbs_jet *)cut(&c, 3 * (MBS_VARIABLE_INPUT + 2 * m->input_count));
    CUT(&c, MBS_LOCAL_MAX * MBS_LOCAL_MAX, &s->local_K, &s->local_C, &s->local_D, &s->local_E);
    CUT(&c, m->input_count, &s->u1, &s->u_middle);
    CUT(&c, 3 * m->element_count, &s->load);
    CUT(&c, 2 * m->element_count, &s->slip);
    const int r = m->coordinate_count > 0 ? MBS_DIRECTIONS : 0;
    CUT(&c, r * n, &s->Y_before);
    CUT(&c, m->element_count, &s->load_noted, &s->slip_noted);
    return c.count;
}

/* rows that never change are written once */
static void fill_constant_rows(mbs_simulation *s) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        double full[MBS_LOCAL_MAX];
        const mbs_stencil *t = &c->function.stencil;
        const int count = mbs_constant_gradient(m, c, full) ? t->active_count : 0;
        for (int k = 0; k < count; k++)
            s->jacobian[c->jacobian + k] = full[t->active[k]];
    }
}

void mbs_simulation_free(mbs_simulation *s) {
    if (!s)
        return;
    mbs_linear_free(s->linear);
    free(s->block);
    free(s);
}

mr_status mbs_simulation_new(const mbs_model *model, mbs_simulation **simulation,
                             mr_message *message) {
    *simulation = NULL;
    mbs_simulation *s = calloc(1, sizeof *s);
    if (!s) {
        mr_message_set(message, "not enough memory for a simulation");
        return MR_ERR_MEMORY;
    }
    s->model = model;
    s->message = message;
    s->block_count = lay_out_state(s, NULL);
    size_t scratch = lay_out_scratch(s, NULL);
    s->block = calloc(s->block_count + scratch, sizeof *s->block);
    mr_status status = s->block ? MR_OK : MR_ERR_MEMORY;
    if (status == MR_OK) {
        lay_out_state(s, s->block);
        lay_out_scratch(s, s->block + s->block_count);
        status = mbs_linear_analyse(model->variable_count, model->column, model->row,
                                    model->symmetric, &s->linear);
        fill_constant_rows(s);
    }
    if (status != MR_OK) {
        mr_message_set(message, "not enough memory for a simulation of %s", model->title);
        mbs_simulation_free(s);
        return status;
    }
    *simulation = s;
    return MR_OK;
}

double mbs_simulation_time(const mbs_simulation *s) {
    return s->clock->t;
}

static mr_status not_started(mbs_simulation *s) {
    mr_message_set(s->message, "%s: a step before the start", s->model->title);
    return MR_ERR_STATE;
}

mr_status mbs_simulation_step(mbs_simulation *s, const mr_inputs *inputs, double h) {
    mbs_clock *c = s->clock;
    if (c->started == 0.0)
        return not_started(s);
    if (!(h > 0.0) || !isfinite(h)) {
        mr_message_set(s->message, "%s: a step of %g s is not possible", s->model->title, h);
        return MR_ERR_ARGUMENT;
    }
    /* a new step size starts a new grid */
    if (h != c->step) {
        c->base = c->t;
        c->index = 0.0;
        c->step = h;
    }
    double t_end = c->base + (c->index + 1.0) * h;
    if (!(t_end > c->t)) {
        mr_message_set(s->message, "%s: a step of %g s does not advance the time %.17g",
                       s->model->title, h, c->t);
        return MR_ERR_ARGUMENT;
    }
    MR_TRY(mbs_advance(s, inputs, t_end, h));
    c->index += 1.0;
    return MR_OK;
}

mr_status mbs_simulation_step_until(mbs_simulation *s, const mr_inputs *inputs, double t_end) {
    mbs_clock *c = s->clock;
    if (c->started == 0.0)
        return not_started(s);
    double h = t_end - c->t;
    if (!(h > 0.0) || !isfinite(h)) {
        mr_message_set(s->message, "%s: a step from %.9g s to %.9g s is not possible",
                       s->model->title, c->t, t_end);
        return MR_ERR_ARGUMENT;
    }
    /* on the grid, but for rounding, or the start of a new one */
    int on_grid = fabs(h - c->step) <= 1e-9 * c->step;
    MR_TRY(mbs_advance(s, inputs, t_end, on_grid ? c->step : h));
    if (on_grid) {
        c->index += 1.0;
    } else {
        c->base = t_end;
        c->index = 0.0;
    }
    return MR_OK;
}

size_t mbs_simulation_state_size(const mbs_simulation *s) {
    return s->block_count * sizeof(double) + mbs_linear_state_size(s->linear);
}

void mbs_simulation_save(const mbs_simulation *s, void *block) {
    size_t size = s->block_count * sizeof(double);
    memcpy(block, s->block, size);
    mbs_linear_save(s->linear, (char *)block + size);
}

void mbs_forget_notes(mbs_simulation *s) {
    size_t size = (size_t)s->model->element_count * sizeof(double);
    s->energy_noted = 0;
    memset(s->load_noted, 0, size);
    memset(s->slip_noted, 0, size);
}

void mbs_keep_factor(mbs_simulation *s, int slot) {
    const mbs_model *m = s->model;
    memcpy(s->kept_matrix[slot], s->matrix, ((size_t)m->nonzeros + 1) * sizeof(double));
    memcpy(s->kept_rows[slot], s->jacobian, (size_t)m->jacobian_count * sizeof(double));
}

/* the factors that the saved state had at hand, unless they are still there */
static mr_status restore_factors(mbs_simulation *s, const int there[2]) {
    const double has[2] = {s->clock->tangent_step, s->clock->mass_kept};
    for (int slot = 0; slot < 2; slot++)
        if (has[slot] > 0.0 && !there[slot])
            MR_TRY(mbs_linear_factor(s->linear, slot, s->kept_matrix[slot]));
    return MR_OK;
}

mr_status mbs_simulation_restore(mbs_simulation *s, const void *block) {
    size_t size = s->block_count * sizeof(double);
    size_t values = (size_t)s->model->nonzeros * sizeof(double);
    const double *saved = block, had[2] = {s->clock->tangent_step, s->clock->mass_kept};
    long pivotings = mbs_linear_pivotings(s->linear);
    int there[2];
    for (int slot = 0; slot < 2; slot++)
        there[slot] =
            had[slot] > 0.0 &&
            memcmp(s->kept_matrix[slot], saved + (s->kept_matrix[slot] - s->block), values) == 0;
    memcpy(s->block, block, size);
    s->exact_factor_ready = 0;
    s->is_present = 0;
    mr_status status = mbs_linear_load(s->linear, (const char *)block + size);
    if (mbs_linear_pivotings(s->linear) != pivotings)
        there[0] = there[1] = 0;
    if (status == MR_OK)
        status = restore_factors(s, there);
    if (status != MR_OK)
        mr_message_set(s->message, "%s: the saved state could not be restored", s->model->title);
    else
        mbs_evaluate_signals(s, s->clock->t, s->u);
    return status;
}

double mbs_simulation_violation(const mbs_simulation *s) {
    const mbs_model *m = s->model;
    double worst = 0.0;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        double value =
            mbs_function_value(&c->function, s->q) - (c->drive >= 0 ? s->drive[c->drive] : 0.0);
        worst = mbs_larger(worst, fabs(value));
    }
    return worst;
}

mr_status mbs_simulation_motion(const mbs_simulation *s, const char *path, double *position,
                                double *velocity, double *acceleration) {
    const mbs_naming *n = s->model->naming;
    const double *from[3] = {s->q, s->v, s->a};
    double *to[3] = {position, velocity, acceleration};
    int coordinate = mbs_find_coordinate(n, path), body, point, axis;
    if (coordinate >= 0) {
        int entry = ((const mbs_coordinate_plan *)n->coordinates.items)[coordinate].entry;
        for (int k = 0; k < 3; k++)
            if (to[k])
                *to[k] = from[k][entry];
        return MR_OK;
    }
    mbs_form form;
    if (mbs_split_path(n, path, &body, &point, &axis) != 1 || n->bodies[body].is_ground ||
        !mbs_material_named(n, body, 0, point, &form)) {
        mr_message_set(s->message, "%s: no coordinate or point \"%s\" that moves", s->model->title,
                       path);
        return MR_ERR_ARGUMENT;
    }
    for (int k = 0; k < 3; k++)
        if (to[k])
            mbs_form_at(&form, from[k], to[k]);
    return MR_OK;
}

mbs_statistics mbs_simulation_statistics(const mbs_simulation *s) {
    mbs_statistics statistics = s->statistics;
    statistics.pivotings = mbs_linear_pivotings(s->linear);
    return statistics;
}

void mbs_simulation_timing(mbs_simulation *s, int on) {
    s->timing = on;
}
