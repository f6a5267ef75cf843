/* bodies in natural coordinates: a basis of points and unit vectors, its constant mass matrix and
 * the rigid-body constraints (Garcia de Jalon and Bayo, 1994, ch. 2 and 4)
 *
 * x = x0 + sum c_i d_i holds for every material point with constant c, so the mass matrix follows
 * from the mass, the first and the second moments of c alone. */
#include "plan.h"
#include "vector.h"

#include <math.h>
#include <string.h>

static const mbs_node *node_at(const mbs_plan *plan, int entry) {
    return (const mbs_node *)plan->nodes.items + entry / 3;
}

/* direction i of a body in the design position */
static void direction(const mbs_plan *plan, const mbs_body_plan *b, int i, double d[3]) {
    const double *x = node_at(plan, b->direction[i])->x;
    for (int k = 0; k < 3; k++)
        d[k] = b->to_point[i] ? x[k] - b->x0[k] : x[k];
}

/* part of d that is not in the span of the orthonormal e, relative to |d| */
static double novelty(const double d[3], double e[][3], int count, double rest[3]) {
    double size = sqrt(mbs_dot(d, d));
    memcpy(rest, d, 3 * sizeof *d);
    for (int i = 0; i < count; i++) {
        double along = mbs_dot(d, e[i]);
        for (int k = 0; k < 3; k++)
            rest[k] -= along * e[i][k];
    }
    return size > 1e-9 ? sqrt(mbs_dot(rest, rest)) / size : 0.0;
}

typedef struct basis {
    double e[3][3]; /* orthonormal span so far */
    int span;
} basis;

static void take(mbs_body_plan *b, basis *s, int node, int to_point, const double rest[3]) {
    double size = sqrt(mbs_dot(rest, rest));
    for (int k = 0; k < 3; k++)
        s->e[s->span][k] = rest[k] / size;
    s->span++;
    b->direction[b->direction_count] = node;
    b->to_point[b->direction_count++] = to_point;
}

/* the shared node that brings most to the span becomes the next direction */
static int take_best(mbs_plan *plan, int body, basis *s) {
    mbs_body_plan *b = &plan->naming->bodies[body];
    const mbs_instance *instances = plan->naming->instances.items;
    double best = 0.15, best_rest[3] = {0};
    int best_node = -1, best_point = 0;
    for (int i = 0; i < plan->naming->instances.count; i++) {
        int node = instances[i].body == body ? mbs_shared_node(plan, i) : -1;
        if (node < 0 || node == b->origin)
            continue;
        const double *x = node_at(plan, node)->x;
        double d[3], rest[3];
        for (int k = 0; k < 3; k++)
            d[k] = instances[i].is_vector ? x[k] : x[k] - b->x0[k];
        double value = novelty(d, s->e, s->span, rest);
        if (value > best + 1e-6) {
            best = value;
            best_node = node;
            best_point = !instances[i].is_vector;
            memcpy(best_rest, rest, sizeof rest);
        }
    }
    if (best_node < 0)
        return 0;
    take(b, s, best_node, best_point, best_rest);
    return 1;
}

/* a unit vector of its own, across what is there */
static void take_private(mbs_plan *plan, mbs_body_plan *b, basis *s) {
    double rest[3], best_rest[3] = {0}, best = 0.0;
    for (int k = 0; k < 3; k++) {
        double axis[3] = {0.0, 0.0, 0.0};
        axis[k] = 1.0;
        double value = novelty(axis, s->e, s->span, rest);
        if (value > best + 1e-6) {
            best = value;
            memcpy(best_rest, rest, sizeof rest);
        }
    }
    double size = sqrt(mbs_dot(best_rest, best_rest));
    for (int k = 0; k < 3; k++)
        best_rest[k] /= size;
    take(b, s, mbs_new_node(plan, best_rest, 1, 0), 0, best_rest);
}

static void invert(const double d[3][3], double inverse[3][3]) {
    double c[3];
    mbs_cross(d[1], d[2], c);
    double determinant = mbs_dot(d[0], c);
    for (int i = 0; i < 3; i++) {
        mbs_cross(d[(i + 1) % 3], d[(i + 2) % 3], c);
        for (int k = 0; k < 3; k++)
            inverse[i][k] = c[k] / determinant;
    }
}

static mr_status plan_line(mbs_plan *plan, int body) {
    mbs_body_plan *b = &plan->naming->bodies[body];
    const mbs_body_item *item = b->item;
    int ends = item->data.kind == MBS_ROD ? 2 : 1, nodes[2] = {0, 0};
    for (int i = 0; i < ends; i++) {
        int point;
        MR_TRY(mbs_resolve_point(plan, item->origin, item->data.points[i], &point));
        int instance = mbs_instance_of(plan, body, 0, point);
        if (instance < 0)
            return MR_ERR_MEMORY;
        nodes[i] = mbs_shared_node(plan, instance);
        if (nodes[i] < 0) {
            nodes[i] = mbs_new_node(
                plan, ((const mbs_location *)plan->naming->points.items)[point].x, 0, 0);
            ((mbs_instance *)plan->naming->instances.items)[mbs_root(plan->naming, instance)].node =
                nodes[i];
        }
    }
    if (plan->model->arena.failed)
        return MR_ERR_MEMORY;
    b->origin = nodes[0];
    memcpy(b->x0, node_at(plan, nodes[0])->x, sizeof b->x0);
    if (ends == 1)
        return MR_OK;
    b->direction[0] = nodes[1];
    b->to_point[0] = 1;
    b->direction_count = 1;
    double d[3];
    direction(plan, b, 0, d);
    double length2 = mbs_dot(d, d);
    if (!(length2 > 1e-18))
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the rod \"%s\" has no length", item->data.name);
    for (int k = 0; k < 3; k++)
        b->inverse[0][k] = d[k] / length2;
    return MR_OK;
}

mr_status mbs_plan_body(mbs_plan *plan, int body) {
    mbs_body_plan *b = &plan->naming->bodies[body];
    if (b->item->data.kind != MBS_RIGID)
        return plan_line(plan, body);
    const mbs_instance *instances = plan->naming->instances.items;
    b->origin = -1;
    for (int i = 0; i < plan->naming->instances.count && b->origin < 0; i++)
        if (instances[i].body == body && !instances[i].is_vector)
            b->origin = mbs_shared_node(plan, i);
    if (b->origin < 0)
        b->origin = mbs_new_node(plan, b->item->data.com, 0, 0);
    if (plan->model->arena.failed)
        return MR_ERR_MEMORY;
    memcpy(b->x0, node_at(plan, b->origin)->x, sizeof b->x0);
    basis s = {{{0}}, 0};
    if (plan->builder->planar) {
        /* the third axis is the world's and comes first so that the others are chosen across it */
        double z[3] = {0.0, 0.0, 1.0};
        take(b, &s, mbs_new_node(plan, z, 1, 7), 0, z);
    }
    while (s.span < 3 && take_best(plan, body, &s)) {
    }
    while (s.span < 3)
        take_private(plan, b, &s);
    double d[3][3];
    for (int i = 0; i < 3; i++)
        direction(plan, b, i, d[i]);
    invert(d, b->inverse);
    return MR_OK;
}

static double pair_of(const mbs_function *f, int node_a, int node_b) {
    for (int i = 0; i < f->pair_count; i++) {
        int k = f->node[f->pair[i].k], l = f->node[f->pair[i].l];
        if ((k == node_a && l == node_b) || (k == node_b && l == node_a))
            return f->pair[i].s;
    }
    return 0.0;
}

/* bodies that share two nodes would keep their product twice */
static int is_kept(const mbs_plan *plan, const mbs_draft *d) {
    const mbs_constraint *c = plan->constraints.items;
    for (int i = 0; i < plan->constraints.count; i++) {
        const mbs_function *f = &c[i].function;
        int same =
            f->kind == MBS_QUADRATIC && f->linear_count == 0 && f->node_count == d->node_count;
        for (int k = 0; k < d->node_count && same; k++)
            for (int l = k; l < d->node_count && same; l++)
                same = fabs(pair_of(f, d->node[k], d->node[l]) - d->s[0][k][l]) <= 1e-12;
        if (same)
            return 1;
    }
    return 0;
}

/* d_i . d_j stays what it is in the design position */
static mr_status keep_product(mbs_plan *plan, int body, int i, int j, int owner) {
    const mbs_body_plan *b = &plan->naming->bodies[body];
    mbs_form origin = {1, {b->origin, 0, 0, 0}, {1.0, 0, 0, 0}};
    mbs_form fi = {1, {b->direction[i], 0, 0, 0}, {1.0, 0, 0, 0}};
    mbs_form fj = {1, {b->direction[j], 0, 0, 0}, {1.0, 0, 0, 0}};
    double di[3], dj[3];
    direction(plan, b, i, di);
    direction(plan, b, j, dj);
    double li = sqrt(mbs_dot(di, di)), lj = sqrt(mbs_dot(dj, dj));
    double scale = i == j ? 0.5 / li : 1.0 / fmax(li, lj);
    mbs_draft draft;
    mbs_draft_clear(&draft);
    mbs_draft_product(&draft, 0, scale, &fi, b->to_point[i] ? &origin : NULL, &fj,
                      b->to_point[j] ? &origin : NULL);
    if (is_kept(plan, &draft))
        return MR_OK;
    return mbs_add_constraint(plan, &plan->constraints, b->item->origin, &draft, MBS_QUADRATIC, 0,
                              -1, owner);
}

mr_status mbs_body_constraints(mbs_plan *plan, int body) {
    const mbs_body_plan *b = &plan->naming->bodies[body];
    int owner = mbs_add_name(plan, plan->naming->body_names[body]);
    /* in a planar model the first direction is the third axis, and nothing can leave the plane */
    int first = plan->builder->planar && b->direction_count == 3;
    for (int i = first; i < b->direction_count; i++)
        for (int j = i; j < b->direction_count; j++)
            MR_TRY(keep_product(plan, body, i, j, owner));
    /* shared nodes outside the basis follow it linearly */
    const mbs_instance *instances = plan->naming->instances.items;
    for (int k = 0; k < plan->naming->instances.count; k++) {
        if (instances[k].body != body)
            continue;
        int node = instances[mbs_root(plan->naming, k)].node, in_basis = node == b->origin;
        for (int i = 0; i < b->direction_count; i++)
            in_basis |= node == b->direction[i];
        if (node < 0 || in_basis)
            continue;
        mbs_form own;
        int known = instances[k].is_vector
                        ? mbs_material_vector(plan->naming, body, node_at(plan, node)->x, &own)
                        : mbs_material_point(plan->naming, body, node_at(plan, node)->x, &own);
        if (!known)
            return mbs_complain(
                plan->builder, b->item->origin, MR_ERR_CONFIG,
                "the rod or particle \"%s\" is joined at a place that it does not have",
                b->item->data.name);
        for (int axis = 0; axis < (plan->builder->planar ? 2 : 3); axis++) {
            mbs_draft draft;
            mbs_draft_clear(&draft);
            mbs_draft_linear(&draft, -1.0, node + axis);
            mbs_draft_form(&draft, 1.0, &own, axis);
            MR_TRY(mbs_add_constraint(plan, &plan->constraints, b->item->origin, &draft,
                                      MBS_QUADRATIC, 0, -1, owner));
        }
    }
    return MR_OK;
}

/* second moments of mass about the centre of mass: integral of x x' = tr(I)/2 - I */
static mr_status second_moments(const mbs_plan *plan, const mbs_body_item *item, double P[3][3]) {
    const double *I = item->data.inertia;
    if (plan->builder->planar) {
        /* only their sum in the plane counts */
        double half = 0.5 * I[2];
        double planar[3][3] = {{half, 0, 0}, {0, half, 0}, {0, 0, 0}};
        memcpy(P, planar, sizeof planar);
    } else {
        double half = 0.5 * (I[0] + I[1] + I[2]);
        double full[3][3] = {
            {half - I[0], -I[3], -I[4]}, {-I[3], half - I[1], -I[5]}, {-I[4], -I[5], half - I[2]}};
        memcpy(P, full, sizeof full);
    }
    double scale = fabs(I[0]) + fabs(I[1]) + fabs(I[2]), tiny = 1e-9 * scale;
    double c[3];
    mbs_cross(P[1], P[2], c);
    int good = P[0][0] >= -tiny && P[1][1] >= -tiny && P[2][2] >= -tiny &&
               P[0][0] * P[1][1] - P[0][1] * P[0][1] >= -tiny * scale &&
               P[1][1] * P[2][2] - P[1][2] * P[1][2] >= -tiny * scale &&
               P[0][0] * P[2][2] - P[0][2] * P[0][2] >= -tiny * scale &&
               mbs_dot(P[0], c) >= -tiny * scale * scale;
    if (!good)
        return mbs_complain(
            plan->builder, item->origin, MR_ERR_CONFIG,
            "the inertia of body \"%s\" is negative or breaks the triangle inequality",
            item->data.name);
    return MR_OK;
}

static void add_mass(mbs_plan *plan, int node_a, int node_b, double value) {
    for (int axis = 0; axis < 3; axis++) {
        mbs_mass_entry *m = mbs_list_add(&plan->model->arena, &plan->mass, sizeof *m);
        if (m)
            *m = (mbs_mass_entry){node_a + axis, node_b + axis, value};
    }
}

mr_status mbs_body_mass(mbs_plan *plan, int body) {
    const mbs_body_plan *b = &plan->naming->bodies[body];
    const mbs_body_data *data = &b->item->data;
    double m = data->mass, P[3][3] = {{0}}, offset[3], com[3];
    mr_status status = MR_OK;
    memcpy(com, data->com, sizeof com);
    if (data->kind == MBS_RIGID) {
        status = second_moments(plan, b->item, P);
    } else if (data->kind == MBS_ROTOR) {
        /* what resists the tilting of the axis; the spin is in the rotor's own row */
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                P[k][l] = b->across * b->axis[k] * b->axis[l];
    } else {
        double d[3] = {0};
        if (data->kind == MBS_ROD)
            direction(plan, b, 0, d);
        for (int k = 0; k < 3; k++) {
            com[k] = b->x0[k] + 0.5 * d[k];
            for (int l = 0; l < 3; l++)
                P[k][l] = m / 12.0 * d[k] * d[l];
        }
    }
    if (status != MR_OK)
        return status;
    for (int k = 0; k < 3; k++)
        offset[k] = com[k] - b->x0[k];
    int n = b->direction_count;
    double a[3], E[3][3];
    for (int i = 0; i < n; i++) {
        a[i] = m * mbs_dot(b->inverse[i], offset);
        for (int j = 0; j < n; j++) {
            E[i][j] = m * mbs_dot(b->inverse[i], offset) * mbs_dot(b->inverse[j], offset);
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    E[i][j] += b->inverse[i][k] * P[k][l] * b->inverse[j][l];
        }
    }
    double corner = m;
    for (int i = 0; i < n; i++) {
        double edge = a[i];
        for (int j = 0; j < n; j++) {
            if (b->to_point[j])
                edge -= E[i][j];
            if (b->to_point[i] && b->to_point[j])
                corner += E[i][j];
            add_mass(plan, b->direction[i], b->direction[j], E[i][j]);
        }
        if (b->to_point[i])
            corner -= 2.0 * a[i];
        add_mass(plan, b->origin, b->direction[i], edge);
        add_mass(plan, b->direction[i], b->origin, edge);
    }
    add_mass(plan, b->origin, b->origin, corner);
    mbs_form centre;
    status = mbs_location_form(plan, b->item->origin, body, com, &centre);
    if (status == MR_OK) {
        double weight[3];
        for (int k = 0; k < 3; k++)
            weight[k] = m * plan->builder->gravity[k];
        mbs_form_add(&centre, weight, plan->gravity);
    }
    return status;
}

static void centre_of_mass(const mbs_plan *plan, const mbs_body_plan *b, double com[3]) {
    const mbs_body_data *data = &b->item->data;
    memcpy(com, data->kind == MBS_RIGID ? data->com : b->x0, 3 * sizeof *com);
    if (data->kind != MBS_ROD)
        return;
    const mbs_location *points = plan->naming->points.items;
    int ends[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        (void)mbs_resolve_point(plan, b->item->origin, data->points[k], &ends[k]);
    for (int k = 0; k < 3; k++)
        com[k] = 0.5 * (points[ends[0]].x[k] + points[ends[1]].x[k]);
}

void mbs_body_velocities(mbs_plan *plan) {
    mbs_node *nodes = plan->nodes.items;
    for (int body = 0; body < plan->naming->body_count; body++) {
        const mbs_body_plan *b = &plan->naming->bodies[body];
        if (b->is_ground)
            continue;
        const mbs_body_data *data = &b->item->data;
        if (mbs_dot(data->velocity, data->velocity) + mbs_dot(data->spin, data->spin) == 0.0)
            continue;
        if (b->is_rotor) {
            const mbs_body_data *carrier = &plan->naming->bodies[b->carrier].item->data;
            nodes[b->angle / 3].v[0] =
                mbs_dot(data->spin, b->axis) - mbs_dot(carrier->spin, b->axis);
            continue;
        }
        double com[3];
        centre_of_mass(plan, b, com);
        for (int i = -1; i < b->direction_count; i++) {
            mbs_node *node = &nodes[(i < 0 ? b->origin : b->direction[i]) / 3];
            double arm[3], turn[3];
            for (int k = 0; k < 3; k++)
                arm[k] = node->is_vector ? node->x[k] : node->x[k] - com[k];
            mbs_cross(data->spin, arm, turn);
            double share = 1.0 / (node->told + 1);
            for (int k = 0; k < 3; k++) {
                double v = turn[k] + (node->is_vector ? 0.0 : data->velocity[k]);
                node->v[k] += share * (v - node->v[k]);
            }
            node->told++;
        }
    }
}
