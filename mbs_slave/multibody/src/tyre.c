/* the tyre element: where the template of the contact meets the nodes of the wheel */
#include "reach.h"

#include <math.h>
#include <string.h>

typedef struct tyre {
    mbs_tyre_data p;
    mbs_reach part[4]; /* hub, two vectors of the wheel across its axis, the axis */
} tyre;

#define DUAL_N  0
#define D(name) plain_##name
#include "dual.h"
#include "tyre_contact.h"
#undef DUAL_N
#undef D

/* derivatives with respect to four positions and four velocities of three components */
#define DUAL_N  24
#define D(name) seeded_##name
#include "dual.h"
#include "tyre_contact.h"
#undef DUAL_N
#undef D

static void evaluate(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                     plain_contact *c, plain_dual x[4][3], plain_dual rate[4][3]) {
    const tyre *t = e->data;
    for (int i = 0; i < 4; i++) {
        double p[3], pv[3];
        mbs_form_at(&t->part[i].form, q, p);
        mbs_form_at(&t->part[i].form, v, pv);
        for (int k = 0; k < 3; k++) {
            x[i][k] = plain_constant(p[k]);
            rate[i][k] = plain_constant(pv[k]);
        }
    }
    plain_touch(t, m, e->state, (const plain_dual(*)[3])x, (const plain_dual(*)[3])rate, c);
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const tyre *t = e->data;
    plain_contact c;
    plain_dual x[4][3], rate[4][3];
    evaluate(e, m, q, v, &c, x, rate);
    double f[3] = {c.force[0].v, c.force[1].v, c.force[2].v};
    mbs_form_add(&t->part[0].form, f, Q);
    for (int i = 1; i < 4; i++) {
        plain_dual g[3];
        plain_cross(c.torque, x[i], g);
        double half[3] = {0.5 * g[0].v, 0.5 * g[1].v, 0.5 * g[2].v};
        mbs_form_add(&t->part[i].form, half, Q);
    }
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const tyre *t = e->data;
    seeded_dual x[4][3], rate[4][3], g[4][3];
    seeded_contact c;
    for (int i = 0; i < 4; i++) {
        double p[3], pv[3];
        mbs_form_at(&t->part[i].form, q, p);
        mbs_form_at(&t->part[i].form, v, pv);
        for (int k = 0; k < 3; k++) {
            x[i][k] = seeded_constant(p[k]);
            x[i][k].d[3 * i + k] = 1.0;
            rate[i][k] = seeded_constant(pv[k]);
            rate[i][k].d[12 + 3 * i + k] = 1.0;
        }
    }
    seeded_touch(t, m, e->state, (const seeded_dual(*)[3])x, (const seeded_dual(*)[3])rate, &c);
    memcpy(g[0], c.force, sizeof g[0]);
    for (int i = 1; i < 4; i++) {
        seeded_cross(c.torque, x[i], g[i]);
        for (int k = 0; k < 3; k++)
            g[i][k] = seeded_scale(0.5, g[i][k]);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double BK[3][3], BC[3][3];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    BK[k][l] = g[i][k].d[3 * j + l];
                    BC[k][l] = g[i][k].d[12 + 3 * j + l];
                }
            mbs_reach_block(&t->part[i], &t->part[j], BK, -1.0, e->stencil.count, K);
            mbs_reach_block(&t->part[i], &t->part[j], BC, -1.0, e->stencil.count, C);
        }
}

/* what the wheel loses to the road beyond what the carcass stores counts as lost */
static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const tyre *t = e->data;
    plain_contact c;
    plain_dual x[4][3], rate[4][3];
    evaluate(e, m, q, v, &c, x, rate);
    double brought = 0.0;
    for (int k = 0; k < 3; k++)
        brought += c.force[k].v * rate[0][k].v;
    for (int i = 1; i < 4; i++) {
        plain_dual g[3];
        plain_cross(c.torque, x[i], g);
        for (int k = 0; k < 3; k++)
            brought += 0.5 * g[k].v * rate[i][k].v;
    }
    double depth = fmax(c.depth.v, 0.0);
    double stored = t->p.stiffness * depth * c.depth_rate.v;
    return (mbs_power){0.5 * t->p.stiffness * depth * depth, -brought - stored, 0.0};
}

static void states(const mbs_element *e, mbs_moment *m, const double *q, const double *v, double *z,
                   double *slope) {
    const tyre *t = e->data;
    const double length[2] = {t->p.relaxation_x, t->p.relaxation_y};
    plain_contact c;
    plain_dual x[4][3], rate[4][3];
    evaluate(e, m, q, v, &c, x, rate);
    for (int i = 0; i < 2; i++) {
        z[i] = c.slip[i].v;
        slope[i] = (c.slip_inflow[i].v - c.slip_leak.v * z[i]) / length[i];
    }
}

static void report(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                   mbs_quantity quantity, double *y) {
    plain_contact c;
    plain_dual x[4][3], rate[4][3];
    evaluate(e, m, q, v, &c, x, rate);
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
    mr_status status = mbs_resolve_body(plan, item->origin, d->wheel, &wheel);
    if (status == MR_OK)
        status = mbs_resolve_point(plan, item->origin, d->hub, &hub);
    if (status == MR_OK)
        status = mbs_resolve_vector(plan, item->origin, d->axis, &axis);
    if (status == MR_OK && (plan->builder->planar || plan->naming->bodies[wheel].is_ground))
        status = mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                              "the tyre \"%s\" needs a wheel in three dimensions", item->name);
    if (status != MR_OK)
        return status;
    const double *n = ((const mbs_location *)plan->naming->vectors.items)[axis].x;
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
    status = mbs_point_form(plan, item->origin, wheel, hub, &t->part[0].form);
    if (status == MR_OK)
        status = mbs_direction_form(plan, item->origin, wheel, u, &t->part[1].form);
    if (status == MR_OK)
        status = mbs_direction_form(plan, item->origin, wheel, v, &t->part[2].form);
    if (status == MR_OK)
        status = mbs_vector_form(plan, item->origin, wheel, axis, &t->part[3].form);
    return status == MR_OK ? mbs_reach_all(plan, item->origin, t->part, 4, &e->stencil) : status;
}
