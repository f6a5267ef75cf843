/* evaluation and assembly: constraints, forces, and the matrix through the scatter map */
#include "sim.h"
#include "common/clock.h"

#include <math.h>
#include <string.h>

void mbs_evaluate_signals(mbs_simulation *s, double t, const double *u) {
    const mbs_model *m = s->model;
    mbs_forget_notes(s);
    s->variable[MBS_VARIABLE_T] = t;
    for (int i = 0; i < m->input_count; i++)
        s->variable[MBS_VARIABLE_INPUT + i] = u[i];
    for (int i = 0; i < m->signal_count; i++)
        s->signal[i] = mbs_expression_value(m->signals[i].expression, s->variable);
}

void mbs_evaluate_drives(mbs_simulation *s, double t, const double *u, const mbs_jet *inputs) {
    const mbs_model *m = s->model;
    s->jet[MBS_VARIABLE_T] = (mbs_jet){t, 1.0, 0.0};
    for (int i = 0; i < m->input_count; i++)
        s->jet[MBS_VARIABLE_INPUT + i] = inputs ? inputs[i] : (mbs_jet){u[i], 0.0, 0.0};
    for (int i = 0; i < m->drive_count; i++) {
        mbs_jet d = mbs_expression_jet(m->signals[m->drives[i]].expression, s->jet);
        s->drive[m->drives[i]] = d.v;
        s->drive_d[m->drives[i]] = d.d;
        s->drive_dd[m->drives[i]] = d.dd;
    }
}

/* the row of s |x_1 - x_0|^2 - constant, active entries only */
static inline double distance_row(const mbs_function *f, const double *q, double *row) {
    const double *a = q + f->node[0], *b = q + f->node[1], s = f->pair[0].s;
    double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, twice = 2.0 * s;
    double g[6] = {-twice * d[0], -twice * d[1], -twice * d[2],
                   twice * d[0],  twice * d[1],  twice * d[2]};
    for (int k = 0; k < f->stencil.active_count; k++)
        row[k] = g[f->stencil.active[k]];
    return s * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - f->constant;
}

static double any_row(const mbs_function *f, const double *q, double *row) {
    double g[MBS_LOCAL_MAX];
    double value = mbs_function_gradient(f, q, g);
    for (int k = 0; k < f->stencil.active_count; k++)
        row[k] = g[f->stencil.active[k]];
    return value;
}

double mbs_evaluate_constraints(mbs_simulation *s, const double *q) {
    const mbs_model *m = s->model;
    s->is_present = 0;
    double worst = 0.0;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        double *row = s->jacobian + c->jacobian;
        double value = c->is_constant            ? mbs_function_value(&c->function, q)
                       : c->function.is_distance ? distance_row(&c->function, q, row)
                                                 : any_row(&c->function, q, row);
        if (c->drive >= 0)
            value -= s->drive[c->drive];
        s->phi[i] = value;
        worst = mbs_larger(worst, fabs(value));
    }
    for (int i = 0; i < m->rotor_count; i++)
        mbs_rotor_row(&m->elements[m->rotors[i].element], q, s->rotor_rows + m->rotors[i].row);
    return worst;
}

mbs_moment mbs_moment_at(mbs_simulation *s, double t, double h) {
    return (mbs_moment){.t = t,
                        .h = h,
                        .signal = s->signal,
                        .variable = s->variable,
                        .history = s->z_history,
                        .state = s->z};
}

int mbs_evaluate_forces(mbs_simulation *s, double t, double h, const double *q, const double *v,
                        double *Q) {
    const mbs_model *m = s->model;
    memcpy(Q, m->weight, (size_t)m->entry_count * sizeof *Q);
    mbs_moment moment = mbs_moment_at(s, t, h);
    for (int i = 0; i < m->element_count; i++)
        m->elements[i].type->force(&m->elements[i], &moment, q, v, Q);
    return !moment.failed;
}

static int all_finite(const double *x, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += 0.0 * x[i];
    return sum == 0.0;
}

int mbs_blame_forces(mbs_simulation *s, double t) {
    const mbs_model *m = s->model;
    if (all_finite(s->force, m->entry_count))
        return 0;
    const char *name = "all elements together";
    for (int i = 0; i < m->element_count; i++) {
        mbs_moment moment = mbs_moment_at(s, t, 0.0);
        memset(s->residual, 0, (size_t)m->entry_count * sizeof(double));
        m->elements[i].type->force(&m->elements[i], &moment, s->q, s->v, s->residual);
        if (!all_finite(s->residual, m->entry_count)) {
            name = m->elements[i].name;
            break;
        }
    }
    mr_message_set(s->message, "%s: the force of \"%s\" is not a finite number at t = %.9g s",
                   m->title, name, t);
    return 1;
}

void mbs_add_mass_product(const mbs_simulation *s, double factor, const double *x, double *out) {
    const mbs_model *m = s->model;
    const mbs_mass_entry *e = m->mass;
    for (int i = 0; i < m->mass_count; i++)
        out[e[i].row] += factor * e[i].value * x[e[i].column];
    for (int i = 0; i < m->rotor_count; i++) {
        const mbs_stencil *t = &m->elements[m->rotors[i].element].stencil;
        const double *row = s->rotor_rows + m->rotors[i].row;
        double spin = 0.0;
        for (int k = 0; k < t->active_count; k++)
            spin += row[k] * x[t->to[k]];
        for (int k = 0; k < t->active_count; k++)
            out[t->to[k]] += factor * m->rotors[i].inertia * spin * row[k];
    }
}

void mbs_add_transposed(const mbs_simulation *s, const double *rows, const double *y, double *out) {
    const mbs_model *m = s->model;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        const mbs_stencil *t = &c->function.stencil;
        const double *row = rows + c->jacobian;
        double factor = y[i];
        for (int k = 0; k < t->active_count; k++)
            out[t->to[k]] += factor * row[k];
    }
}

double mbs_row_product(const mbs_simulation *s, const double *rows, int constraint,
                       const double *x) {
    const mbs_constraint *c = &s->model->constraints[constraint];
    const mbs_stencil *t = &c->function.stencil;
    const double *row = rows + c->jacobian;
    double sum = 0.0;
    for (int k = 0; k < t->active_count; k++)
        sum += row[k] * x[t->to[k]];
    return sum;
}

double mbs_turned(const mbs_simulation *s, int slot) {
    const mbs_model *m = s->model;
    double most = 0.0;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        const double *now = s->jacobian + c->jacobian;
        const double *then = s->kept_rows[slot] + c->jacobian;
        double off = 0.0, size = 0.0;
        for (int k = 0; !c->is_constant && k < c->function.stencil.active_count; k++) {
            double change = fabs(now[k] - then[k]), value = fabs(then[k]);
            off = change > off ? change : off;
            size = value > size ? value : size;
        }
        most = off > most * size ? off / size : most;
    }
    return most;
}

/* adds a local matrix to the global one */
static void scatter(const mbs_stencil *t, const double *local, double factor, double *matrix) {
    int n = t->active_count;
    const int *map = t->map;
    for (int a = 0; a < n; a++) {
        const double *from = local + t->active[a] * t->count;
        for (int b = 0; b < n; b++)
            matrix[*map++] += factor * from[t->active[b]];
    }
}

/* matrix += weight row' row */
static void add_square(const mbs_stencil *t, const double *row, double weight, double *matrix) {
    const int *map = t->map;
    int n = t->active_count;
    for (int a = 0; a < n; a++) {
        double left = weight * row[a];
        for (int b = 0; b < n; b++)
            matrix[*map++] += left * row[b];
    }
}

void mbs_assemble_mass(mbs_simulation *s) {
    const mbs_model *m = s->model;
    memcpy(s->matrix, m->base, ((size_t)m->nonzeros + 1) * sizeof *s->matrix);
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        if (!c->is_constant)
            add_square(&c->function.stencil, s->jacobian + c->jacobian, c->weight, s->matrix);
    }
    for (int i = 0; i < m->rotor_count; i++)
        add_square(&m->elements[m->rotors[i].element].stencil, s->rotor_rows + m->rotors[i].row,
                   m->rotors[i].inertia, s->matrix);
}

/* the multipliers bend the constraints: h^2/4 lambda Phi_qq. The penalties do too, by s Phi Phi_qq,
 * but not where the iteration ends, and there the projections use the factor as their metric */
static void add_curvature(mbs_simulation *s, double h, const double *q, const double *lambda) {
    const mbs_model *m = s->model;
    double quarter = 0.25 * h * h;
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_constraint *c = &m->constraints[i];
        const mbs_function *f = &c->function;
        double factor = quarter * lambda[i];
        if (f->kind == MBS_QUADRATIC) {
            const int *to = f->hessian;
            for (int k = 0; k < f->pair_count; k++, to += 6) {
                double value = factor * f->pair[k].s;
                for (int j = 0; j < 6; j++)
                    s->matrix[to[j]] += value;
            }
        } else {
            memset(s->local_K, 0, (size_t)(f->stencil.count * f->stencil.count) * sizeof(double));
            mbs_function_hessian(f, q, factor, s->local_K);
            scatter(&f->stencil, s->local_K, 1.0, s->matrix);
        }
    }
}

void mbs_assemble_tangent(mbs_simulation *s, double t, double h, const double *q, const double *v,
                          const double *a, const double *lambda, int with_damping) {
    const mbs_model *m = s->model;
    s->statistics.tangents++;
    mbs_assemble_mass(s);
    add_curvature(s, h, q, lambda);
    mbs_moment moment = mbs_moment_at(s, t, with_damping ? h : 0.0);
    moment.acceleration = a;
    for (int i = 0; i < m->element_count; i++) {
        const mbs_element *e = &m->elements[i];
        size_t size = (size_t)(e->stencil.count * e->stencil.count) * sizeof(double);
        memset(s->local_K, 0, size);
        memset(s->local_C, 0, size);
        e->type->tangent(e, &moment, q, v, s->local_K, s->local_C);
        scatter(&e->stencil, s->local_K, 0.25 * h * h, s->matrix);
        if (with_damping)
            scatter(&e->stencil, s->local_C, 0.5 * h, s->matrix);
    }
}

mr_status mbs_factor(mbs_simulation *s, int slot) {
    double start = s->timing ? cm_seconds() : 0.0;
    mr_status status = mbs_linear_factor(s->linear, slot, s->matrix);
    s->statistics.factorisations++;
    if (s->timing)
        s->statistics.factor_time += cm_seconds() - start;
    return status;
}

void mbs_solve(mbs_simulation *s, int slot, const double *b, double *x) {
    const mbs_model *m = s->model;
    double start = s->timing ? cm_seconds() : 0.0;
    for (int i = 0; i < m->variable_count; i++)
        s->x[i] = b[m->entry[i]];
    mbs_linear_solve(s->linear, slot, s->x);
    for (int i = 0; i < m->variable_count; i++)
        x[m->entry[i]] = s->x[i];
    s->statistics.solves++;
    if (s->timing)
        s->statistics.solve_time += cm_seconds() - start;
}
