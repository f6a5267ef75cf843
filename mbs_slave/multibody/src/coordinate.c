/* joint coordinates (mixed coordinates: Garcia de Jalon and Bayo, 1994, sec. 2.5): a turn or a way
 * as a variable of its own, tied to the nodes by one constraint; relations and drives act on them
 *
 * The turn needs no branches: with u, v across the axis on one body and w on the other, the
 * equation w.v cos(theta) - w.u sin(theta) = 0 has a regular row for every angle, and theta counts
 * revolutions. */
#include "plan.h"

#include <math.h>
#include <string.h>

mr_status mbs_new_coordinate(mbs_plan *plan, mbs_origin origin, const char *name, int *entry) {
    if (mbs_find_coordinate(plan->naming, name) >= 0)
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                            "the coordinate \"%s\" is declared twice", name);
    if (!*name || strpbrk(name, ". \t\n"))
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                            "the name \"%s\" of a coordinate is empty or contains a dot or a blank",
                            name);
    double zero[3] = {0.0, 0.0, 0.0};
    mbs_coordinate_plan *c =
        mbs_list_add(&plan->model->arena, &plan->naming->coordinates, sizeof *c);
    if (!c)
        return MR_ERR_MEMORY;
    /* a node of which only the first entry can move */
    *entry = mbs_new_node(plan, zero, 1, 6);
    *c = (mbs_coordinate_plan){mbs_arena_text(&plan->model->arena, name), *entry, origin};
    return MR_OK;
}

static int is_full(const mbs_plan *plan, int body) {
    const mbs_body_plan *b = &plan->naming->bodies[body];
    return b->is_ground || b->direction_count == 3;
}

static mr_status add_angle(mbs_plan *plan, const mbs_joint_item *item, int a, int b,
                           const double n[3]) {
    double u[3], v[3], sign = 1.0;
    mbs_perpendiculars(n, u, v);
    if (!is_full(plan, a)) {
        int other = a;
        a = b;
        b = other;
        sign = -1.0;
    }
    if (!is_full(plan, a))
        return mbs_complain(
            plan->builder, item->origin, MR_ERR_CONFIG,
            "the angle \"%s\" between two rods cannot be measured; make one a rigid body",
            item->data.angle);
    if (!is_full(plan, b)) {
        /* a rod lends its own line */
        const double *line = plan->naming->bodies[b].inverse[0];
        double size = sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
        for (int k = 0; k < 3; k++)
            u[k] = line[k] / size;
        v[0] = n[1] * u[2] - n[2] * u[1];
        v[1] = n[2] * u[0] - n[0] * u[2];
        v[2] = n[0] * u[1] - n[1] * u[0];
    }
    mbs_form fu, fv, fw;
    int entry = 0;
    MR_TRY(mbs_direction_form(plan, item->origin, a, u, &fu));
    MR_TRY(mbs_direction_form(plan, item->origin, a, v, &fv));
    MR_TRY(mbs_direction_form(plan, item->origin, b, u, &fw));
    MR_TRY(mbs_new_coordinate(plan, item->origin, item->data.angle, &entry));
    mbs_draft draft;
    mbs_draft_clear(&draft);
    mbs_draft_product(&draft, 0, 1.0, &fw, NULL, &fv, NULL);
    mbs_draft_product(&draft, 1, sign, &fw, NULL, &fu, NULL);
    return mbs_add_constraint(plan, &plan->constraints, item->origin, &draft, MBS_TURN, entry, -1,
                              mbs_add_name(plan, item->data.angle));
}

static mr_status add_slide(mbs_plan *plan, const mbs_joint_item *item, int a, int b, int point,
                           const double n[3]) {
    mbs_form pa, pb, fn;
    int entry = 0;
    MR_TRY(mbs_point_form(plan, item->origin, a, point, &pa));
    MR_TRY(mbs_point_form(plan, item->origin, b, point, &pb));
    MR_TRY(mbs_direction_form(plan, item->origin, a, n, &fn));
    MR_TRY(mbs_new_coordinate(plan, item->origin, item->data.slide, &entry));
    mbs_draft draft;
    mbs_draft_clear(&draft);
    mbs_draft_product(&draft, 0, 1.0, &pb, &pa, &fn, NULL);
    mbs_draft_linear(&draft, -1.0, entry);
    return mbs_add_constraint(plan, &plan->constraints, item->origin, &draft, MBS_QUADRATIC, 0, -1,
                              mbs_add_name(plan, item->data.slide));
}

mr_status mbs_joint_coordinates(mbs_plan *plan, const mbs_joint_item *item) {
    const mbs_joint_data *d = &item->data;
    if (!d->angle && !d->slide)
        return MR_OK;
    int turns = d->kind == MBS_REVOLUTE || d->kind == MBS_CYLINDRICAL;
    int slides =
        d->kind == MBS_PRISMATIC || d->kind == MBS_CYLINDRICAL || d->kind == MBS_POINT_ON_LINE;
    if ((d->angle && !turns) || (d->slide && !slides))
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the joint \"%s\" has no %s to measure", d->name,
                            d->angle && !turns ? "angle" : "slide");
    int a, b, point, axis;
    double n[3] = {0.0, 0.0, 1.0};
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[0], &a));
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[1], &b));
    MR_TRY(mbs_resolve_point(plan, item->origin, d->point, &point));
    if (d->axis) {
        MR_TRY(mbs_resolve_vector(plan, item->origin, d->axis, &axis));
        memcpy(n, ((const mbs_location *)plan->naming->vectors.items)[axis].x, sizeof n);
    }
    if (d->angle)
        MR_TRY(add_angle(plan, item, a, b, n));
    if (d->slide)
        MR_TRY(add_slide(plan, item, a, b, point, n));
    return MR_OK;
}

mr_status mbs_relation_constraints(mbs_plan *plan, const mbs_relation_item *item) {
    mbs_draft draft;
    mbs_draft_clear(&draft);
    int drive = -1;
    for (int i = 0; i < item->count; i++) {
        int entry;
        MR_TRY(mbs_resolve_coordinate(plan, item->origin, item->coordinates[i], &entry));
        mbs_draft_linear(&draft, item->coefficients[i], entry);
    }
    if (item->defines) {
        int entry = 0;
        MR_TRY(mbs_new_coordinate(plan, item->origin, item->name, &entry));
        mbs_draft_linear(&draft, -1.0, entry);
    }
    if (item->drive)
        MR_TRY(mbs_add_signal(plan, item->origin, item->drive, &drive));
    return mbs_add_constraint(plan, &plan->constraints, item->origin, &draft, MBS_QUADRATIC, 0,
                              drive, mbs_add_name(plan, item->name));
}
