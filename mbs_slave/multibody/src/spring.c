/* the spring: force phi(x, x', t, u) along x = f(q), so Q = phi f_q and, exactly,
 * K = -phi_x f_q f_q' - phi_v f_q (f_qq q')' - phi f_qq,  C = -phi_v f_q f_q' */
#include "spring.h"

#include "reach.h"

#include <math.h>
#include <string.h>

/* the force and its derivatives with respect to x and v */
typedef struct law {
    double force, by_x, by_v;
    double loss, gain; /* power lost and brought in */
} law;

static law evaluate(const mbs_spring *s, mbs_moment *m, double x, double v, int slopes) {
    double stretch = x - s->rest;
    law r = {-s->stiffness * stretch - s->damping * v, -s->stiffness, -s->damping,
             s->damping * v * v, 0.0};
    if (s->brake >= 0) {
        double most = m->signal[s->brake], c = tanh(v / s->brake_speed);
        r.force -= most * c;
        r.by_v -= most * (1.0 - c * c) / s->brake_speed;
        r.loss += most * c * v;
    }
    if (s->force) {
        m->variable[MBS_VARIABLE_X] = x;
        m->variable[MBS_VARIABLE_V] = v;
        double f = mbs_expression_value(s->force, m->variable);
        r.force += f;
        r.gain += f * v;
        if (slopes && s->force_moves) {
            mbs_jet jets[MBS_VARIABLE_INPUT + 64];
            int count = MBS_VARIABLE_INPUT + 64;
            for (int i = 0; i < count; i++)
                if (mbs_expression_uses(s->force, i))
                    jets[i] = (mbs_jet){m->variable[i], 0.0, 0.0};
            jets[MBS_VARIABLE_X] = (mbs_jet){x, 1.0, 0.0};
            jets[MBS_VARIABLE_V] = (mbs_jet){v, 0.0, 0.0};
            r.by_x += mbs_expression_jet(s->force, jets).d;
            jets[MBS_VARIABLE_X].d = 0.0;
            jets[MBS_VARIABLE_V].d = 1.0;
            r.by_v += mbs_expression_jet(s->force, jets).d;
        }
    }
    return r;
}

static double speed(const mbs_function *f, const double *g, const double *v) {
    double sum = 0.0;
    for (int i = 0; i < f->stencil.count; i++)
        sum += g[i] * v[f->stencil.entry[i]];
    return sum;
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const mbs_spring *s = e->data;
    double g[MBS_LOCAL_MAX];
    double x = mbs_function_gradient(&s->function, q, g);
    law r = evaluate(s, m, x, speed(&s->function, g, v), 0);
    for (int i = 0; i < e->stencil.count; i++)
        Q[e->stencil.entry[i]] += r.force * g[i];
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const mbs_spring *s = e->data;
    double g[MBS_LOCAL_MAX], curve[MBS_LOCAL_MAX];
    int n = e->stencil.count;
    double x = mbs_function_gradient(&s->function, q, g);
    law r = evaluate(s, m, x, speed(&s->function, g, v), 1);
    mbs_function_curve(&s->function, q, v, curve);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            K[i * n + j] -= g[i] * (r.by_x * g[j] + r.by_v * curve[j]);
            C[i * n + j] -= r.by_v * g[i] * g[j];
        }
    mbs_function_hessian(&s->function, q, -r.force, K);
}

static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const mbs_spring *s = e->data;
    double g[MBS_LOCAL_MAX];
    double x = mbs_function_gradient(&s->function, q, g);
    law r = evaluate(s, m, x, speed(&s->function, g, v), 0);
    double stretch = x - s->rest;
    return (mbs_power){0.5 * s->stiffness * stretch * stretch, r.loss, r.gain};
}

static void input(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *dQ) {
    const mbs_spring *s = e->data;
    double g[MBS_LOCAL_MAX];
    double x = mbs_function_gradient(&s->function, q, g), rate = speed(&s->function, g, v),
           slope = 0.0;
    if (s->brake >= 0)
        slope -= m->slope[s->brake] * tanh(rate / s->brake_speed);
    if (s->force) {
        mbs_jet *jets = (mbs_jet *)m->jet;
        jets[MBS_VARIABLE_X] = (mbs_jet){x, 0.0, 0.0};
        jets[MBS_VARIABLE_V] = (mbs_jet){rate, 0.0, 0.0};
        slope += mbs_expression_jet(s->force, jets).d;
    }
    for (int i = 0; i < e->stencil.count; i++)
        dQ[e->stencil.entry[i]] += slope * g[i];
}

static void report(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                   mbs_quantity quantity, double *y) {
    const mbs_spring *s = e->data;
    double g[MBS_LOCAL_MAX];
    double x = mbs_function_gradient(&s->function, q, g);
    (void)quantity;
    y[0] = evaluate(s, m, x, speed(&s->function, g, v), 0).force;
}

const mbs_element_type mbs_spring_type = {.force = force,
                                          .tangent = tangent,
                                          .power = power,
                                          .input = input,
                                          .report = report,
                                          .force_count = 1};

static mr_status finish_spring(mbs_plan *plan, mbs_origin origin, const mbs_draft *draft,
                               mbs_function_kind kind, mbs_element *e, mbs_spring *s) {
    if (!mbs_finish_function(plan, draft, kind, 0, &s->function))
        return plan->model->arena.failed
                   ? MR_ERR_MEMORY
                   : mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                                  "the element \"%s\" has too many variables", e->name);
    e->stencil = s->function.stencil;
    /* q' enters K through the damping unless x is linear */
    int linear = kind == MBS_QUADRATIC && s->function.pair_count == 0;
    e->symmetric = linear || (s->damping == 0.0 && s->brake < 0 && !s->force_moves);
    return MR_OK;
}

static mr_status between_points(mbs_plan *plan, const mbs_element_item *item, mbs_draft *draft,
                                double *length) {
    int body[2], point[2];
    mbs_form form[2];
    const char *paths[2] = {item->data.spring.from, item->data.spring.to};
    for (int i = 0; i < 2; i++) {
        MR_TRY(mbs_resolve_whole_point(plan, item->origin, paths[i], &body[i], &point[i]));
        MR_TRY(mbs_point_form(plan, item->origin, body[i], point[i], &form[i]));
    }
    const mbs_location *l = plan->naming->points.items;
    *length = 0.0;
    for (int k = 0; k < 3; k++)
        *length += pow(l[point[1]].x[k] - l[point[0]].x[k], 2.0);
    *length = sqrt(*length);
    if (!(*length > 1e-9))
        return mbs_complain(
            plan->builder, item->origin, MR_ERR_CONFIG,
            "the ends of \"%s\" meet in the design position: its direction is not known",
            item->name);
    mbs_draft_product(draft, 0, 1.0, &form[1], &form[0], &form[1], &form[0]);
    return MR_OK;
}

mr_status mbs_plan_spring(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_spring_data *d = &item->data.spring;
    mbs_draft draft;
    double rest = 0.0;
    int entry = 0;
    if (d->brake && d->coordinate && d->brake_hold > 0.0)
        return mbs_plan_brake(plan, item);
    mbs_draft_clear(&draft);
    MR_TRY(d->coordinate ? mbs_resolve_coordinate(plan, item->origin, d->coordinate, &entry)
                         : between_points(plan, item, &draft, &rest));
    if (d->coordinate)
        mbs_draft_linear(&draft, 1.0, entry);
    if (plan->builder->inputs.count > 64)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG, "more than 64 inputs");
    void *data;
    mbs_element *e = mbs_new_element(plan, &mbs_spring_type, item->name, sizeof(mbs_spring), &data);
    if (!e)
        return MR_ERR_MEMORY;
    mbs_spring *s = data;
    *s = (mbs_spring){.stiffness = d->stiffness,
                      .damping = d->damping,
                      .rest = isfinite(d->rest) ? d->rest : rest,
                      .brake = -1,
                      .brake_speed = d->brake_speed};
    mbs_expression *expression = NULL;
    if (d->force) {
        MR_TRY(mbs_compile(plan, item->origin, d->force, 1, &expression));
        s->force = expression;
        s->force_moves = mbs_expression_uses(expression, MBS_VARIABLE_X) ||
                         mbs_expression_uses(expression, MBS_VARIABLE_V);
    }
    if (d->brake)
        MR_TRY(mbs_add_signal(plan, item->origin, d->brake, &s->brake));
    return finish_spring(plan, item->origin, &draft, d->coordinate ? MBS_QUADRATIC : MBS_LENGTH, e,
                         s);
}

/* one spring along x = (point of b - point of a) . axis of a, or about it */
static mr_status add_part(mbs_plan *plan, const mbs_element_item *item, const mbs_draft *draft,
                          double stiffness, double damping) {
    if (stiffness == 0.0 && damping == 0.0)
        return MR_OK;
    void *data;
    mbs_element *e = mbs_new_element(plan, &mbs_spring_type, item->name, sizeof(mbs_spring), &data);
    if (!e)
        return MR_ERR_MEMORY;
    mbs_spring *s = data;
    *s = (mbs_spring){.stiffness = stiffness, .damping = damping, .brake = -1};
    return finish_spring(plan, item->origin, draft, MBS_QUADRATIC, e, s);
}

mr_status mbs_plan_bushing(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_bushing_data *d = &item->data.bushing;
    int a, b, point;
    mbs_form pa, pb, ea[3], eb[3];
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[0], &a));
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[1], &b));
    MR_TRY(mbs_resolve_point(plan, item->origin, d->point, &point));
    MR_TRY(mbs_point_form(plan, item->origin, a, point, &pa));
    MR_TRY(mbs_point_form(plan, item->origin, b, point, &pb));
    MR_TRY(mbs_triad(plan, item->origin, a, ea));
    int turns = 0;
    for (int i = 0; i < 3; i++)
        turns |= d->angular_stiffness[i] != 0.0 || d->angular_damping[i] != 0.0;
    if (turns)
        MR_TRY(mbs_triad(plan, item->origin, b, eb));
    for (int i = 0; i < 3; i++) {
        mbs_draft draft;
        mbs_draft_clear(&draft);
        mbs_draft_product(&draft, 0, 1.0, &pb, &pa, &ea[i], NULL);
        MR_TRY(add_part(plan, item, &draft, d->stiffness[i], d->damping[i]));
        if (!turns)
            continue;
        /* turn about axis i: (e_j^b . e_k^a - e_k^b . e_j^a)/2 with i j k in order */
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mbs_draft_clear(&draft);
        mbs_draft_product(&draft, 0, 0.5, &eb[j], NULL, &ea[k], NULL);
        mbs_draft_product(&draft, 0, -0.5, &eb[k], NULL, &ea[j], NULL);
        MR_TRY(add_part(plan, item, &draft, d->angular_stiffness[i], d->angular_damping[i]));
    }
    return MR_OK;
}
