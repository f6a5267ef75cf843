/* material points and vectors: every one is a constant weighted sum of the nodes of its body */
#include "plan.h"

#include <math.h>
#include <string.h>

static void add_term(mbs_form *form, int node, double weight) {
    if (fabs(weight) < 1e-13)
        return;
    form->node[form->count] = node;
    form->weight[form->count++] = weight;
}

/* origin_weight: 1 for a point, 0 for a vector */
static void expand(const mbs_body_plan *b, const double c[3], double origin_weight,
                   mbs_form *form) {
    form->count = 0;
    for (int i = 0; i < b->direction_count; i++)
        if (b->to_point[i])
            /* a coefficient for each direction */
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) */
            origin_weight -= c[i];
    add_term(form, b->origin, origin_weight);
    for (int i = 0; i < b->direction_count; i++)
        add_term(form, b->direction[i], c[i]);
}

static int coefficients(const mbs_body_plan *b, const double d[3], double c[3]) {
    double size = fabs(d[0]) + fabs(d[1]) + fabs(d[2]), off[3] = {d[0], d[1], d[2]};
    for (int i = 0; i < 3; i++)
        c[i] = b->inverse[i][0] * d[0] + b->inverse[i][1] * d[1] + b->inverse[i][2] * d[2];
    if (b->direction_count == 3)
        return 1;
    /* a rod has only its line, a particle only its point; row 0 is d/|d|^2 there */
    if (b->direction_count == 1) {
        const double *e = b->inverse[0];
        double e2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        for (int i = 0; i < 3; i++)
            off[i] -= c[0] * e[i] / e2;
    }
    return fabs(off[0]) + fabs(off[1]) + fabs(off[2]) <= 1e-9 * (1.0 + size);
}

/* does d have nothing across the axis of a rotor? What has goes round, and is no sum of nodes */
static int is_along(const mbs_body_plan *b, const double d[3]) {
    double along = d[0] * b->axis[0] + d[1] * b->axis[1] + d[2] * b->axis[2], off = 0.0;
    for (int i = 0; i < 3; i++)
        off += fabs(d[i] - along * b->axis[i]);
    return off <= 1e-9 * (1.0 + fabs(along));
}

int mbs_material_point(const mbs_naming *n, int body, const double x[3], mbs_form *form) {
    const mbs_body_plan *b = &n->bodies[body];
    double d[3] = {x[0] - b->x0[0], x[1] - b->x0[1], x[2] - b->x0[2]}, c[3];
    double from[3] = {x[0] - b->centre[0], x[1] - b->centre[1], x[2] - b->centre[2]};
    if ((b->is_rotor && !is_along(b, from)) || !coefficients(b, d, c))
        return 0;
    expand(b, c, 1.0, form);
    return 1;
}

int mbs_material_vector(const mbs_naming *n, int body, const double v[3], mbs_form *form) {
    const mbs_body_plan *b = &n->bodies[body];
    double c[3];
    if ((b->is_rotor && !is_along(b, v)) || !coefficients(b, v, c))
        return 0;
    expand(b, c, 0.0, form);
    return 1;
}

int mbs_material_named(const mbs_naming *n, int body, int is_vector, int location, mbs_form *form) {
    int i = mbs_find_instance(n, body, is_vector, location);
    if (i >= 0) {
        const mbs_instance *s = n->instances.items;
        int node = s[mbs_root(n, i)].node;
        if (node >= 0) {
            *form = (mbs_form){1, {node, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}};
            return 1;
        }
    }
    const mbs_location *l = is_vector ? n->vectors.items : n->points.items;
    return is_vector ? mbs_material_vector(n, body, l[location].x, form)
                     : mbs_material_point(n, body, l[location].x, form);
}

static mr_status no_place(const mbs_plan *plan, mbs_origin origin, int body, const char *what) {
    return mbs_complain(plan->builder, origin, MR_ERR_CONFIG, "\"%s\" is a %s and has no such %s",
                        plan->naming->body_names[body],
                        plan->naming->bodies[body].is_rotor ? "rotor" : "rod or a particle", what);
}

static void fixed_form(mbs_plan *plan, const double x[3], int is_vector, mbs_form *form) {
    *form = (mbs_form){1, {mbs_new_node(plan, x, is_vector, 7), 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}};
}

mr_status mbs_location_form(mbs_plan *plan, mbs_origin origin, int body, const double x[3],
                            mbs_form *form) {
    if (plan->naming->bodies[body].is_ground)
        fixed_form(plan, x, 0, form);
    else if (!mbs_material_point(plan->naming, body, x, form))
        return no_place(plan, origin, body, "point");
    return MR_OK;
}

mr_status mbs_direction_form(mbs_plan *plan, mbs_origin origin, int body, const double v[3],
                             mbs_form *form) {
    /* the third axis never turns in a planar model */
    if (plan->naming->bodies[body].is_ground ||
        (plan->builder->planar && v[0] == 0.0 && v[1] == 0.0))
        fixed_form(plan, v, 1, form);
    else if (!mbs_material_vector(plan->naming, body, v, form))
        return no_place(plan, origin, body, "direction");
    return MR_OK;
}

mr_status mbs_point_form(mbs_plan *plan, mbs_origin origin, int body, int point, mbs_form *form) {
    const mbs_location *l = (const mbs_location *)plan->naming->points.items + point;
    if (plan->naming->bodies[body].is_ground)
        fixed_form(plan, l->x, 0, form);
    else if (!mbs_material_named(plan->naming, body, 0, point, form))
        return no_place(plan, origin, body, "point");
    return MR_OK;
}

mr_status mbs_whole_point_form(mbs_plan *plan, mbs_origin origin, const char *path, int *body,
                               mbs_form *form) {
    int point;
    MR_TRY(mbs_resolve_whole_point(plan, origin, path, body, &point));
    return mbs_point_form(plan, origin, *body, point, form);
}

mr_status mbs_vector_form(mbs_plan *plan, mbs_origin origin, int body, int vector, mbs_form *form) {
    const mbs_location *l = (const mbs_location *)plan->naming->vectors.items + vector;
    if (plan->naming->bodies[body].is_ground ||
        mbs_find_instance(plan->naming, body, 1, vector) < 0)
        return mbs_direction_form(plan, origin, body, l->x, form);
    if (!mbs_material_named(plan->naming, body, 1, vector, form))
        return no_place(plan, origin, body, "direction");
    return MR_OK;
}

mr_status mbs_triad(mbs_plan *plan, mbs_origin origin, int body, mbs_form triad[3]) {
    for (int i = 0; i < 3; i++) {
        double e[3] = {0.0, 0.0, 0.0};
        e[i] = 1.0;
        MR_TRY(mbs_direction_form(plan, origin, body, e, &triad[i]));
    }
    return MR_OK;
}
