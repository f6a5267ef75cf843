/* interface matrices: how the accelerations of the interface coordinates answer to inputs and to
 * changes of the interface positions and velocities, all from back-substitutions with one factor of
 * the mass system
 *
 * A change of interface coordinates moves the mechanism by X = P A' (A P A')^-1, the motion of
 * least kinetic energy, with A the rows of the coordinates and P the inverse of M within the
 * constraints (Peiret, Gonzalez, Kovecses, reduced interface models). For a motion dq, dv the
 * accelerations change by M da + Phi_q' dl = -K dq - C dv,  Phi_q da = -(Phi_qq dq a + Phi_qqq dq v
 * v + 2 Phi_qq v dv). */
#include "sim.h"
#include "plan.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MAX_SOLVES = 8, MAX_COORDINATES = 24 };

/* penalties go along the rows of the factor, multipliers along the present ones (as in step.c) */
static void solve_with(mbs_simulation *s, int slot, const double *rows, const double *b,
                       const double *c, double *y) {
    const mbs_model *m = s->model;
    const int most = rows == s->jacobian ? MAX_SOLVES : 3 * MAX_SOLVES;
    const double enough = rows == s->jacobian ? 1e-13 : 1e-11;
    double *l = s->lambda1, last = INFINITY;
    memset(y, 0, (size_t)m->entry_count * sizeof *y);
    memset(l, 0, (size_t)m->constraint_count * sizeof *l);
    for (int k = 0; k < most; k++) {
        memcpy(s->residual, b, (size_t)m->entry_count * sizeof *b);
        mbs_add_mass_product(s, -1.0, y, s->residual);
        for (int i = 0; i < m->constraint_count; i++) {
            s->left[i] = mbs_row_product(s, s->jacobian, i, y) - (c ? c[i] : 0.0);
            s->multiplier[i] = -m->constraints[i].weight * s->left[i];
            l[i] = -l[i];
        }
        mbs_add_transposed(s, rows, s->multiplier, s->residual);
        mbs_add_transposed(s, s->jacobian, l, s->residual);
        mbs_solve(s, slot, s->residual, s->w1);
        double size = 0.0, scale = 0.0;
        for (int i = 0; i < m->variable_count; i++) {
            int e = m->entry[i];
            y[e] += s->w1[e];
            size = mbs_larger(size, fabs(s->w1[e]));
            scale = mbs_larger(scale, fabs(y[e]));
        }
        for (int i = 0; i < m->constraint_count; i++)
            l[i] = -l[i] +
                   m->constraints[i].weight * (s->left[i] + mbs_row_product(s, rows, i, s->w1));
        if (size <= enough * scale || (k > 1 && size >= last))
            break;
        last = size;
    }
}

void mbs_constrained_solve(mbs_simulation *s, const double *b, const double *c, double *y) {
    solve_with(s, MBS_EXACT_SLOT, s->jacobian, b, c, y);
}

void mbs_constrained_solve_kept(mbs_simulation *s, const double *b, const double *c, double *y) {
    solve_with(s, MBS_MASS_SLOT, s->kept_rows[MBS_MASS_SLOT], b, c, y);
}

static double along(const mbs_function *f, const double *gradient, const double *x) {
    double sum = 0.0;
    for (int i = 0; i < f->stencil.count; i++)
        sum += gradient[i] * x[f->stencil.entry[i]];
    return sum;
}

static const mbs_function *coordinate(const mbs_model *m, int i) {
    return &m->functions[m->coordinate_function[i]];
}

/* out: factor times the gradient of f, on variables only */
static void add_gradient(const mbs_model *m, const mbs_function *f, const double *q, double factor,
                         double *out) {
    double g[MBS_LOCAL_MAX];
    (void)mbs_function_gradient(f, q, g);
    for (int i = 0; i < f->stencil.count; i++)
        if (m->variable[f->stencil.entry[i]] < m->variable_count)
            out[f->stencil.entry[i]] += factor * g[i];
}

static double apply(const mbs_simulation *s, const mbs_function *f, const double *x) {
    double g[MBS_LOCAL_MAX];
    (void)mbs_function_gradient(f, s->q, g);
    return along(f, g, x);
}

double mbs_along_coordinate(const mbs_simulation *s, int i, const double *x) {
    return apply(s, coordinate(s->model, i), x);
}

/* A motion x_i, x_j leaves the constraints by Phi_qq x_i x_j, and the least motion n puts it back.
 * What that does to the coordinate, A n, is -mu Phi_qq x_i x_j with the multipliers of M y + Phi_q'
 * mu = A' */
void mbs_curve_coordinate(mbs_simulation *s, int c, const double *x, int count, int stride,
                          double *to) {
    const mbs_model *m = s->model;
    const size_t n = (size_t)m->entry_count;
    memset(s->force, 0, n * sizeof(double));
    add_gradient(m, coordinate(m, c), s->q, 1.0, s->force);
    mbs_constrained_solve_kept(s, s->force, NULL, s->w2);
    const double *mu = s->lambda1;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++) {
            const double *a = x + (size_t)i * n, *b = x + (size_t)j * n;
            double sum = mbs_function_bilinear(coordinate(m, c), s->q, a, b);
            for (int k = 0; k < m->constraint_count; k++)
                if (!m->constraints[k].is_constant)
                    sum -= mu[k] * mbs_function_bilinear(&m->constraints[k].function, s->q, a, b);
            to[i * stride + j] = to[j * stride + i] = sum;
        }
}

void mbs_input_forces(const mbs_model *m, mbs_moment *moment, mbs_jet *jet, double *slope,
                      const double *q, const double *v, int input, double *dQ) {
    for (int i = 0; i < MBS_VARIABLE_INPUT + m->input_count; i++)
        jet[i] = (mbs_jet){moment->variable[i], i == MBS_VARIABLE_INPUT + input ? 1.0 : 0.0, 0.0};
    for (int i = 0; i < m->signal_count; i++)
        slope[i] = mbs_expression_jet(m->signals[i].expression, jet).d;
    moment->jet = jet;
    moment->slope = slope;
    memset(dQ, 0, (size_t)m->entry_count * sizeof *dQ);
    for (int i = 0; i < m->element_count; i++)
        if (m->elements[i].type->input)
            m->elements[i].type->input(&m->elements[i], moment, q, v, dQ);
}

/* pseudo-inverse of the symmetric G: coordinates may depend on each other */
static int invert(double *G, int n, double *inverse) {
    double values[MAX_COORDINATES];
    if (LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', n, G, n, values) != 0)
        return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            inverse[i * n + j] = 0.0;
            for (int k = 0; k < n; k++)
                if (values[k] > 1e-10 * values[n - 1])
                    inverse[i * n + j] += G[i * n + k] * G[j * n + k] / values[k];
        }
    return 1;
}

/* adds to K what internal states do: they integrate velocities, so that a change of position dq
 * that came about quickly has changed them by dz = (dz'/dv) dq. The force that follows is in the
 * damping of an element whose states follow the trapezoidal rule over a tiny step: (C_h - C) 2/h */
static void add_state_stiffness(mbs_simulation *s, const mbs_element *e) {
    const double h = 1e-8;
    int n = e->stencil.count;
    for (int i = e->state; i < e->state + e->state_count; i++)
        s->z_history[i] = s->z[i] - 0.5 * h * s->z_rate[i];
    mbs_moment moment = mbs_moment_at(s, s->clock->t, h);
    memset(s->local_D, 0, (size_t)(n * n) * sizeof(double));
    memset(s->local_E, 0, (size_t)(n * n) * sizeof(double));
    e->type->tangent(e, &moment, s->q, s->v, s->local_E, s->local_D);
    for (int i = 0; i < n * n; i++)
        s->local_K[i] += 2.0 / h * (s->local_D[i] - s->local_C[i]);
}

void mbs_subtract_tangent(mbs_simulation *s, const double *dq, const double *dv, double *out) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    moment.acceleration = s->a;
    for (int i = 0; i < m->element_count; i++) {
        const mbs_element *e = &m->elements[i];
        int n = e->stencil.count;
        memset(s->local_K, 0, (size_t)(n * n) * sizeof(double));
        memset(s->local_C, 0, (size_t)(n * n) * sizeof(double));
        e->type->tangent(e, &moment, s->q, s->v, s->local_K, s->local_C);
        if (e->state_count > 0)
            add_state_stiffness(s, e);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                out[e->stencil.entry[a]] -= s->local_K[a * n + b] * dq[e->stencil.entry[b]] +
                                            s->local_C[a * n + b] * dv[e->stencil.entry[b]];
    }
    for (int i = 0; i < m->constraint_count; i++) {
        const mbs_function *f = &m->constraints[i].function;
        double curve[MBS_LOCAL_MAX];
        if (m->constraints[i].is_constant)
            continue;
        mbs_function_curve(f, s->q, dq, curve);
        for (int a = 0; a < f->stencil.count; a++)
            out[f->stencil.entry[a]] -= s->lambda[i] * curve[a];
    }
}

/* x'K x and x'C x of `count` vectors, in one pass over the elements */
void mbs_project_tangent(mbs_simulation *s, const double *x, int count, int stride, double *K,
                         double *C) {
    const mbs_model *m = s->model;
    const size_t size = (size_t)m->entry_count;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    moment.acceleration = s->a;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            K[i * stride + j] = C[i * stride + j] = 0.0;
    for (int k = 0; k < m->element_count; k++) {
        const mbs_element *e = &m->elements[k];
        const int n = e->stencil.count, *entry = e->stencil.entry;
        memset(s->local_K, 0, (size_t)(n * n) * sizeof(double));
        memset(s->local_C, 0, (size_t)(n * n) * sizeof(double));
        e->type->tangent(e, &moment, s->q, s->v, s->local_K, s->local_C);
        for (int j = 0; j < count; j++) {
            const double *y = x + (size_t)j * size;
            double Ky[MBS_LOCAL_MAX], Cy[MBS_LOCAL_MAX];
            for (int a = 0; a < n; a++) {
                Ky[a] = Cy[a] = 0.0;
                for (int b = 0; b < n; b++) {
                    Ky[a] += s->local_K[a * n + b] * y[entry[b]];
                    Cy[a] += s->local_C[a * n + b] * y[entry[b]];
                }
            }
            for (int i = 0; i < count; i++)
                for (int a = 0; a < n; a++) {
                    K[i * stride + j] += x[(size_t)i * size + (size_t)entry[a]] * Ky[a];
                    C[i * stride + j] += x[(size_t)i * size + (size_t)entry[a]] * Cy[a];
                }
        }
    }
    for (int k = 0; k < m->constraint_count; k++) {
        if (m->constraints[k].is_constant)
            continue;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                K[i * stride + j] += s->lambda[k] * mbs_function_bilinear(
                                                        &m->constraints[k].function, s->q,
                                                        x + (size_t)i * size, x + (size_t)j * size);
    }
}

/* change of the second derivative of f along the motion that is not f_q da */
static double bend(const mbs_simulation *s, const mbs_function *f, const double *dq,
                   const double *dv) {
    return mbs_function_bilinear(f, s->q, dq, s->a) +
           mbs_function_trilinear(f, s->q, dq, s->v, s->v) +
           2.0 * mbs_function_bilinear(f, s->q, s->v, dv);
}

/* one column of Ap or Av */
static void answer(mbs_simulation *s, const double *dq, const double *dv, int column, double *A) {
    const mbs_model *m = s->model;
    double *c = s->phi, *b = s->force;
    for (int i = 0; i < m->constraint_count; i++)
        c[i] = -bend(s, &m->constraints[i].function, dq, dv);
    memset(b, 0, (size_t)m->entry_count * sizeof *b);
    mbs_subtract_tangent(s, dq, dv, b);
    mbs_constrained_solve(s, b, c, s->a1);
    for (int i = 0; i < m->coordinate_count; i++)
        A[i * m->coordinate_count + column] =
            apply(s, coordinate(m, i), s->a1) + bend(s, coordinate(m, i), dq, dv);
}

/* velocities that follow a change of position dq while interface velocities stay */
static void follow(mbs_simulation *s, const double *dq, const double *inverse, double *dv) {
    const mbs_model *m = s->model;
    int n = m->coordinate_count;
    double left[MAX_COORDINATES], *c = s->phi;
    for (int i = 0; i < m->constraint_count; i++)
        c[i] = -mbs_function_bilinear(&m->constraints[i].function, s->q, dq, s->v);
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    mbs_constrained_solve(s, s->force, c, dv);
    for (int i = 0; i < n; i++)
        left[i] = -mbs_function_bilinear(coordinate(m, i), s->q, dq, s->v) -
                  apply(s, coordinate(m, i), dv);
    /* minus what is missing, by the least motion */
    memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
    for (int i = 0; i < n; i++) {
        double share = 0.0;
        for (int k = 0; k < n; k++)
            share += inverse[i * n + k] * left[k];
        add_gradient(m, coordinate(m, i), s->q, share, s->force);
    }
    mbs_constrained_solve(s, s->force, NULL, s->w3);
    for (int i = 0; i < m->entry_count; i++)
        dv[i] += s->w3[i];
}

static mr_status compute(mbs_simulation *s, double *Au, double *Ap, double *Av) {
    const mbs_model *m = s->model;
    int n = m->coordinate_count;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    for (int u = 0; u < m->input_count; u++) {
        mbs_input_forces(m, &moment, s->jet, s->slope, s->q, s->v, u, s->force);
        mbs_constrained_solve(s, s->force, NULL, s->w2);
        for (int i = 0; i < n; i++)
            Au[i * m->input_count + u] = apply(s, coordinate(m, i), s->w2);
    }
    double G[MAX_COORDINATES * MAX_COORDINATES], inverse[MAX_COORDINATES * MAX_COORDINATES];
    for (int k = 0; k < n; k++) {
        memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
        add_gradient(m, coordinate(m, k), s->q, 1.0, s->force);
        mbs_constrained_solve(s, s->force, NULL, s->w2);
        for (int i = 0; i < n; i++)
            G[i * n + k] = apply(s, coordinate(m, i), s->w2);
    }
    if (!invert(G, n, inverse)) {
        mr_message_set(s->message, "%s: the interface matrices cannot be computed", m->title);
        return MR_ERR_NOT_FINITE;
    }
    double *zero = s->w4, *X = s->q1, *dv = s->v1;
    memset(zero, 0, (size_t)m->entry_count * sizeof(double));
    for (int k = 0; k < n; k++) {
        memset(s->force, 0, (size_t)m->entry_count * sizeof(double));
        for (int i = 0; i < n; i++)
            add_gradient(m, coordinate(m, i), s->q, inverse[i * n + k], s->force);
        mbs_constrained_solve(s, s->force, NULL, X);
        answer(s, zero, X, k, Av);
        if (m->coordinates[k].position == MR_NONE) {
            for (int i = 0; i < n; i++)
                Ap[i * n + k] = 0.0;
            continue;
        }
        follow(s, X, inverse, dv);
        answer(s, X, dv, k, Ap);
    }
    return MR_OK;
}

mr_status mbs_simulation_interface(mbs_simulation *s, double *Au, double *Ap, double *Av) {
    const mbs_model *m = s->model;
    int n = m->coordinate_count;
    if (n == 0 || n > MAX_COORDINATES) {
        mr_message_set(s->message, "%s: %s interface coordinates", m->title,
                       n == 0 ? "no" : "too many");
        return MR_ERR_UNSUPPORTED;
    }
    /* the accelerations and multipliers of the step are as good as its tolerance; here they are
     * made exact, and put back, because asking must not change the run */
    size_t accelerations = (size_t)m->entry_count * sizeof(double);
    size_t multipliers = (size_t)m->constraint_count * sizeof(double);
    memcpy(s->a_kept, s->a, accelerations);
    memcpy(s->lambda_kept, s->lambda, multipliers);
    mbs_evaluate_signals(s, s->clock->t, s->u);
    mr_status status = mbs_accelerations(s, s->clock->t);
    if (status == MR_OK)
        status = compute(s, Au, Ap, Av);
    s->is_present = 0; /* phi was scratch */
    memcpy(s->a, s->a_kept, accelerations);
    memcpy(s->lambda, s->lambda_kept, multipliers);
    return status;
}
