/* the tyre element: where the template of the contact meets the nodes of the wheel */
#include "reach.h"
#include "vector.h"

#include <math.h>
#include <string.h>

typedef struct tyre {
    mbs_tyre_data p;
    mbs_reach part[4]; /* hub, two vectors of the wheel across its axis, the axis */
    mbs_reach turn; /* angle of a rotor; then the vectors are its carrier's. Count 0: it has none */
} tyre;

/* what the road sees of a wheel */
enum { AXIS, HEIGHT = 3, VELOCITY, SPIN = 7, SEEN = 10 };

#define DUAL_N  0
#define D(name) plain_##name
#include "dual.h"
#include "tyre_contact.h"
#undef DUAL_N
#undef D

/* derivatives with respect to all SEEN of it */
#define DUAL_N  10
#define D(name) seeded_##name
#include "dual.h"
#include "tyre_contact.h"
#undef DUAL_N
#undef D

/* the wheel at a moment */
typedef struct view {
    double x[4][3], v[4][3]; /* hub, the two vectors, the axis */
    double turn;             /* rate of the angle of a rotor */
    double seen[SEEN];
} view;

static void look(const tyre *t, const double *q, const double *v, view *w) {
    double spin[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; i++) {
        mbs_form_at(&t->part[i].form, q, w->x[i]);
        mbs_form_at(&t->part[i].form, v, w->v[i]);
    }
    for (int i = 1; i < 4; i++) {
        double part[3];
        mbs_cross(w->x[i], w->v[i], part);
        for (int k = 0; k < 3; k++)
            spin[k] += 0.5 * part[k];
    }
    w->turn = t->turn.form.count > 0 ? v[t->turn.form.node[0]] : 0.0;
    for (int k = 0; k < 3; k++) {
        w->seen[AXIS + k] = w->x[3][k];
        w->seen[VELOCITY + k] = w->v[0][k];
        w->seen[SPIN + k] = spin[k] + w->turn * w->x[3][k];
    }
    w->seen[HEIGHT] = w->x[0][2];
}

static void evaluate(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                     plain_contact *c, view *w) {
    const tyre *t = e->data;
    plain_dual seen[SEEN];
    look(t, q, v, w);
    for (int i = 0; i < SEEN; i++)
        seen[i] = plain_constant(w->seen[i]);
    plain_touch(t, m, e->state, seen, c);
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const tyre *t = e->data;
    plain_contact c;
    view w = {{{0}}, {{0}}, 0, {0}};
    evaluate(e, m, q, v, &c, &w);
    double f[3] = {c.force[0].v, c.force[1].v, c.force[2].v};
    double torque[3] = {c.torque[0].v, c.torque[1].v, c.torque[2].v};
    mbs_form_add(&t->part[0].form, f, Q);
    for (int i = 1; i < 4; i++) {
        double g[3];
        mbs_cross(torque, w.x[i], g);
        for (int k = 0; k < 3; k++)
            g[k] *= 0.5;
        mbs_form_add(&t->part[i].form, g, Q);
    }
    if (t->turn.form.count > 0)
        Q[t->turn.form.node[0]] += mbs_dot(torque, w.x[3]);
}

/* derivatives of a vector with respect to what the road sees */
typedef double slopes[3][SEEN];

/* B = S a x, with S the columns of the spin; a x is the matrix of x -> a x x */
static void spin_block(const slopes S, const double a[3], double factor, double B[3][3]) {
    for (int k = 0; k < 3; k++) {
        const double *s = S[k] + SPIN;
        B[k][0] = factor * (s[1] * a[2] - s[2] * a[1]);
        B[k][1] = factor * (s[2] * a[0] - s[0] * a[2]);
        B[k][2] = factor * (s[0] * a[1] - s[1] * a[0]);
    }
}

/* one row of blocks: a generalised force on `row` with the derivatives S; its own dependence on the
 * vectors is not in them */
static void add_blocks(const tyre *t, const view *w, const mbs_reach *row, const slopes S, int n,
                       double *K, double *C) {
    double B[3][3];
    for (int i = 1; i < 4; i++) {
        spin_block(S, w->x[i], 0.5, B);
        mbs_reach_block(row, &t->part[i], B, -1.0, n, C);
        spin_block(S, w->v[i], -0.5, B);
        for (int k = 0; i == 3 && k < 3; k++)
            for (int l = 0; l < 3; l++)
                B[k][l] += S[k][AXIS + l] + w->turn * S[k][SPIN + l];
        mbs_reach_block(row, &t->part[i], B, -1.0, n, K);
    }
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            B[k][l] = S[k][VELOCITY + l];
    mbs_reach_block(row, &t->part[0], B, -1.0, n, C);
    const double height[3][3] = {{0, 0, S[0][HEIGHT]}, {0, 0, S[1][HEIGHT]}, {0, 0, S[2][HEIGHT]}};
    mbs_reach_block(row, &t->part[0], height, -1.0, n, K);
    if (t->turn.form.count > 0) {
        const double *a = w->x[3];
        const double turn[3][3] = {{mbs_dot(S[0] + SPIN, a), 0, 0},
                                   {mbs_dot(S[1] + SPIN, a), 0, 0},
                                   {mbs_dot(S[2] + SPIN, a), 0, 0}};
        mbs_reach_block(row, &t->turn, turn, -1.0, n, C);
    }
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const tyre *t = e->data;
    seeded_dual seen[SEEN];
    seeded_contact c;
    view w = {{{0}}, {{0}}, 0, {0}};
    slopes S;
    int n = e->stencil.count;
    look(t, q, v, &w);
    for (int i = 0; i < SEEN; i++) {
        seen[i] = seeded_constant(w.seen[i]);
        seen[i].d[i] = 1.0;
    }
    seeded_touch(t, m, e->state, seen, &c);
    for (int k = 0; k < 3; k++)
        memcpy(S[k], c.force[k].d, sizeof S[k]);
    add_blocks(t, &w, &t->part[0], (const double(*)[SEEN])S, n, K, C);
    /* g = torque x e / 2 on the vectors e */
    double torque[3] = {c.torque[0].v, c.torque[1].v, c.torque[2].v};
    const double own[3][3] = {{0, -0.5 * torque[2], 0.5 * torque[1]},
                              {0.5 * torque[2], 0, -0.5 * torque[0]},
                              {-0.5 * torque[1], 0.5 * torque[0], 0}};
    for (int i = 1; i < 4; i++) {
        const double *a = w.x[i];
        for (int l = 0; l < SEEN; l++) {
            S[0][l] = 0.5 * (c.torque[1].d[l] * a[2] - c.torque[2].d[l] * a[1]);
            S[1][l] = 0.5 * (c.torque[2].d[l] * a[0] - c.torque[0].d[l] * a[2]);
            S[2][l] = 0.5 * (c.torque[0].d[l] * a[1] - c.torque[1].d[l] * a[0]);
        }
        add_blocks(t, &w, &t->part[i], (const double(*)[SEEN])S, n, K, C);
        mbs_reach_block(&t->part[i], &t->part[i], own, -1.0, n, K);
    }
    if (t->turn.form.count == 0)
        return;
    memset(S, 0, sizeof S);
    for (int l = 0; l < SEEN; l++)
        for (int k = 0; k < 3; k++)
            S[0][l] += w.x[3][k] * c.torque[k].d[l];
    add_blocks(t, &w, &t->turn, (const double(*)[SEEN])S, n, K, C);
    const double along[3][3] = {{torque[0], torque[1], torque[2]}, {0}, {0}};
    mbs_reach_block(&t->turn, &t->part[3], along, -1.0, n, K);
}

/* what the wheel loses to the road beyond what the carcass stores counts as lost */
static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const tyre *t = e->data;
    plain_contact c;
    view w = {{{0}}, {{0}}, 0, {0}};
    evaluate(e, m, q, v, &c, &w);
    double brought = 0.0;
    for (int k = 0; k < 3; k++)
        brought += c.force[k].v * w.seen[VELOCITY + k] + c.torque[k].v * w.seen[SPIN + k];
    double depth = fmax(c.depth.v, 0.0);
    double stored = t->p.stiffness * depth * c.depth_rate.v;
    return (mbs_power){0.5 * t->p.stiffness * depth * depth, -brought - stored, 0.0};
}

static void states(const mbs_element *e, mbs_moment *m, const double *q, const double *v, double *z,
                   double *slope) {
    const tyre *t = e->data;
    const double length[2] = {t->p.relaxation_x, t->p.relaxation_y};
    plain_contact c;
    view w = {{{0}}, {{0}}, 0, {0}};
    evaluate(e, m, q, v, &c, &w);
    for (int i = 0; i < 2; i++) {
        z[i] = c.slip[i].v;
        slope[i] = (c.slip_inflow[i].v - c.slip_leak.v * z[i]) / length[i];
    }
}

static void report(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                   mbs_quantity quantity, double *y) {
    plain_contact c;
    view w = {{{0}}, {{0}}, 0, {0}};
    evaluate(e, m, q, v, &c, &w);
    if (quantity == MBS_SLIP) {
        y[0] = c.slip[0].v;
        y[1] = c.slip[1].v;
    } else {
        y[0] = c.Fx.v;
        y[1] = c.Fy.v;
        y[2] = c.Fz.v;
    }
}

static const mbs_element_type type = {.force = force,
                                      .tangent = tangent,
                                      .power = power,
                                      .states = states,
                                      .report = report,
                                      .force_count = 3,
                                      .slip_count = 2};

mr_status mbs_plan_tyre(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_tyre_data *d = &item->data.tyre;
    int wheel, hub, axis;
    void *memory;
    MR_TRY(mbs_resolve_body(plan, item->origin, d->wheel, &wheel));
    MR_TRY(mbs_resolve_point(plan, item->origin, d->hub, &hub));
    MR_TRY(mbs_resolve_vector(plan, item->origin, d->axis, &axis));
    if (plan->builder->planar || plan->naming->bodies[wheel].is_ground)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the tyre \"%s\" needs a wheel in three dimensions", item->name);
    const mbs_body_plan *body = &plan->naming->bodies[wheel];
    const double *n = ((const mbs_location *)plan->naming->vectors.items)[axis].x;
    if (body->is_rotor && fabs(mbs_dot(n, body->axis) - 1.0) > 1e-9)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the axis of the tyre \"%s\" is not the one that its wheel turns about",
                            item->name);
    if (fabs(n[2]) > 0.9)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the axis of the tyre \"%s\" is upright", item->name);
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(tyre), &memory);
    if (!e)
        return MR_ERR_MEMORY;
    tyre *t = memory;
    t->p = *d;
    e->state = plan->model->state_count;
    e->state_count = 2;
    plan->model->state_count += 2;
    double u[3], v[3];
    mbs_perpendiculars(n, u, v);
    MR_TRY(mbs_point_form(plan, item->origin, wheel, hub, &t->part[0].form));
    if (body->is_rotor) {
        t->turn.form = (mbs_form){1, {body->angle, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}};
        wheel = body->carrier;
    }
    MR_TRY(mbs_direction_form(plan, item->origin, wheel, u, &t->part[1].form));
    MR_TRY(mbs_direction_form(plan, item->origin, wheel, v, &t->part[2].form));
    MR_TRY(mbs_vector_form(plan, item->origin, wheel, axis, &t->part[3].form));
    mbs_reach all[5] = {t->part[0], t->part[1], t->part[2], t->part[3], t->turn};
    MR_TRY(mbs_reach_all(plan, item->origin, all, 5, &e->stencil));
    memcpy(t->part, all, sizeof t->part);
    t->turn = all[4];
    return MR_OK;
}
