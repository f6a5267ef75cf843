/* joints: what two bodies share, and the constraints for what sharing does not do; a joint whose
 * reaction is asked for shares nothing and has all constraints of its own */
#include "plan.h"

#include <math.h>
#include <string.h>

static const char *const FIXED_AXES[2] = {"#fixed_x", "#fixed_y"};

void mbs_perpendiculars(const double n[3], double u[3], double v[3]) {
    /* in a planar model n is z, or lies in the plane: then u does too, and v is z */
    double z[3] = {0.0, 0.0, 1.0}, x[3] = {1.0, 0.0, 0.0};
    const double *other = fabs(n[2]) < 0.9 ? z : x;
    u[0] = other[1] * n[2] - other[2] * n[1];
    u[1] = other[2] * n[0] - other[0] * n[2];
    u[2] = other[0] * n[1] - other[1] * n[0];
    double size = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int k = 0; k < 3; k++)
        u[k] /= size;
    v[0] = n[1] * u[2] - n[2] * u[1];
    v[1] = n[2] * u[0] - n[0] * u[2];
    v[2] = n[0] * u[1] - n[1] * u[0];
}

/* a vector of the naming, made on demand for fixed joints */
static int own_vector(mbs_plan *plan, const char *name, int axis) {
    mbs_list *list = &plan->naming->vectors;
    int found = mbs_find_location(list, name, strlen(name));
    if (found >= 0)
        return found;
    mbs_location *l = mbs_list_add(&plan->model->arena, list, sizeof *l);
    if (!l)
        return 0;
    *l = (mbs_location){{NULL, 0}, name, {0.0, 0.0, 0.0}};
    l->x[axis] = 1.0;
    return list->count - 1;
}

/* which of the names a kind of joint needs */
static int needs_axis(mbs_joint_kind kind) {
    return kind == MBS_REVOLUTE || kind == MBS_CYLINDRICAL || kind == MBS_PRISMATIC ||
           kind == MBS_UNIVERSAL || kind == MBS_POINT_ON_LINE || kind == MBS_POINT_IN_PLANE;
}

typedef struct parts {
    const mbs_joint_item *item;
    int a, b, point, point2, axis, axis2; /* axis -1: z of a planar model */
    double n[3], u[3], v[3];
    int owner, joint;
} parts;

static mr_status resolve(mbs_plan *plan, const mbs_joint_item *item, parts *p) {
    const mbs_joint_data *d = &item->data;
    *p = (parts){.item = item, .axis = -1, .axis2 = -1, .n = {0.0, 0.0, 1.0}};
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[0], &p->a));
    MR_TRY(mbs_resolve_body(plan, item->origin, d->bodies[1], &p->b));
    for (int i = 0; i < 2; i++) {
        const mbs_body_item *body = plan->naming->bodies[i == 0 ? p->a : p->b].item;
        if (body && body->data.kind == MBS_ROTOR)
            return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                "the joint \"%s\" cannot hold the rotor \"%s\"; join the body that "
                                "carries it",
                                d->name, body->data.name);
    }
    if (p->a == p->b)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the joint \"%s\" joins \"%s\" with itself", d->name, d->bodies[0]);
    MR_TRY(mbs_resolve_point(plan, item->origin, d->point, &p->point));
    if (d->kind == MBS_DISTANCE)
        MR_TRY(mbs_resolve_point(plan, item->origin, d->point2, &p->point2));
    int planar = plan->builder->planar;
    if (needs_axis(d->kind) && (d->axis || !planar || d->kind != MBS_REVOLUTE)) {
        MR_TRY(mbs_resolve_vector(plan, item->origin, d->axis, &p->axis));
        memcpy(p->n, ((const mbs_location *)plan->naming->vectors.items)[p->axis].x, sizeof p->n);
        int along_z = fabs(p->n[0]) + fabs(p->n[1]) < 1e-12;
        if (planar && (d->kind == MBS_REVOLUTE) != along_z)
            return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                "the axis of joint \"%s\" does not fit a planar model", d->name);
        if (planar && fabs(p->n[2]) > 1e-12 && !along_z)
            return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                "the axis of joint \"%s\" leaves the plane", d->name);
    }
    if (planar && (d->kind == MBS_CYLINDRICAL || d->kind == MBS_UNIVERSAL))
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the joint \"%s\" has no meaning in a planar model", d->name);
    if (d->kind == MBS_UNIVERSAL)
        MR_TRY(mbs_resolve_vector(plan, item->origin, d->axis2, &p->axis2));
    mbs_perpendiculars(p->n, p->u, p->v);
    return MR_OK;
}

mr_status mbs_share_joint(mbs_plan *plan, const mbs_joint_item *item) {
    parts p;
    MR_TRY(resolve(plan, item, &p));
    if (item->data.reaction)
        return MR_OK;
    int planar = plan->builder->planar;
    switch (item->data.kind) {
    case MBS_FIXED:
        mbs_share(plan, p.a, p.b, 1, own_vector(plan, FIXED_AXES[0], 0));
        if (!planar)
            mbs_share(plan, p.a, p.b, 1, own_vector(plan, FIXED_AXES[1], 1));
        mbs_share(plan, p.a, p.b, 0, p.point);
        break;
    case MBS_REVOLUTE:
        if (!planar)
            mbs_share(plan, p.a, p.b, 1, p.axis);
        mbs_share(plan, p.a, p.b, 0, p.point);
        break;
    case MBS_SPHERICAL:
    case MBS_UNIVERSAL:
        mbs_share(plan, p.a, p.b, 0, p.point);
        break;
    case MBS_CYLINDRICAL:
    case MBS_PRISMATIC:
        mbs_share(plan, p.a, p.b, 1, p.axis);
        break;
    default:
        break;
    }
    return plan->model->arena.failed ? MR_ERR_MEMORY : MR_OK;
}

/* value of a draft in the design position, and whether anything in it can move */
static double design_value(const mbs_plan *plan, const mbs_draft *d, mbs_function_kind kind,
                           int *moves) {
    const mbs_node *nodes = plan->nodes.items;
    double value = 0.0;
    *moves = 0;
    for (int k = 0; k < d->node_count; k++) {
        const mbs_node *x = &nodes[d->node[k] / 3];
        *moves |= x->fixed != 7;
        for (int l = k; l < d->node_count; l++) {
            const double *y = nodes[d->node[l] / 3].x;
            value += d->s[0][k][l] * (x->x[0] * y[0] + x->x[1] * y[1] + x->x[2] * y[2]);
        }
    }
    for (int i = 0; i < d->linear_count; i++) {
        const mbs_node *x = &nodes[d->linear_entry[i] / 3];
        int axis = d->linear_entry[i] % 3;
        *moves |= !(x->fixed & (1 << axis));
        value += d->coefficient[i] * x->x[axis];
    }
    return kind == MBS_TURN ? 0.0 : value;
}

int mbs_finish_function(mbs_plan *plan, const mbs_draft *draft, mbs_function_kind kind, int theta,
                        mbs_function *function) {
    const mbs_node *nodes = plan->nodes.items;
    int is_point[16];
    for (int i = 0; i < draft->node_count; i++)
        is_point[i] = !nodes[draft->node[i] / 3].is_vector;
    return mbs_draft_finish(draft, &plan->model->arena, kind, theta, is_point, function);
}

mr_status mbs_add_constraint(mbs_plan *plan, mbs_list *list, mbs_origin origin,
                             const mbs_draft *draft, mbs_function_kind kind, int theta, int drive,
                             int owner) {
    int moves;
    double value = design_value(plan, draft, kind, &moves);
    if (!moves)
        return MR_OK;
    mbs_constraint *c = mbs_list_add(&plan->model->arena, list, sizeof *c);
    if (!c)
        return MR_ERR_MEMORY;
    *c = (mbs_constraint){.drive = drive, .owner = owner};
    if (!mbs_finish_function(plan, draft, kind, theta, &c->function))
        return plan->model->arena.failed
                   ? MR_ERR_MEMORY
                   : mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                                  "a constraint of \"%s\" has too many variables",
                                  ((const char **)plan->names.items)[owner]);
    c->function.constant = draft->has_constant ? draft->constant : value;
    c->is_constant = c->function.pair_count == 0 && kind == MBS_QUADRATIC;
    return MR_OK;
}

static void note_reaction(mbs_plan *plan, int is_torque, int axis, const mbs_form *u,
                          const mbs_form *w) {
    mbs_reaction *r = mbs_list_add(&plan->model->arena, &plan->reactions, sizeof *r);
    if (!r)
        return;
    *r = (mbs_reaction){plan->constraints.count - 1, is_torque, axis, {0}, {0}};
    if (u)
        r->u = *u;
    if (w)
        r->w = *w;
}

/* a quadratic constraint of the joint and what its multiplier means */
static mr_status add_product(mbs_plan *plan, const parts *p, const mbs_form *a, const mbs_form *b,
                             const mbs_form *c, double scale, int is_torque) {
    mbs_draft draft;
    mbs_draft_clear(&draft);
    mbs_draft_product(&draft, 0, scale, a, b, c, NULL);
    int before = plan->constraints.count;
    MR_TRY(mbs_add_constraint(plan, &plan->constraints, p->item->origin, &draft, MBS_QUADRATIC, 0,
                              -1, p->owner));
    if (plan->constraints.count > before) {
        if (is_torque)
            note_reaction(plan, 1, -1, a, c);
        else
            note_reaction(plan, 0, -1, c, NULL);
    }
    return MR_OK;
}

static mr_status join_points(mbs_plan *plan, const parts *p, const mbs_form *pa,
                             const mbs_form *pb) {
    for (int axis = 0; axis < (plan->builder->planar ? 2 : 3); axis++) {
        mbs_draft draft;
        mbs_draft_clear(&draft);
        mbs_draft_form(&draft, 1.0, pb, axis);
        mbs_draft_form(&draft, -1.0, pa, axis);
        int before = plan->constraints.count;
        MR_TRY(mbs_add_constraint(plan, &plan->constraints, p->item->origin, &draft, MBS_QUADRATIC,
                                  0, -1, p->owner));
        if (plan->constraints.count > before)
            note_reaction(plan, 0, axis, NULL, NULL);
    }
    return MR_OK;
}

/* direction x of body b stays across direction y of body a */
static mr_status keep_across(mbs_plan *plan, const parts *p, const double x[3], const double y[3]) {
    mbs_form fb, fa;
    MR_TRY(mbs_direction_form(plan, p->item->origin, p->b, x, &fb));
    MR_TRY(mbs_direction_form(plan, p->item->origin, p->a, y, &fa));
    return add_product(plan, p, &fb, NULL, &fa, 1.0, 1);
}

/* point of b does not leave the plane through the point of a across direction x of a */
static mr_status keep_in_plane(mbs_plan *plan, const parts *p, const mbs_form *pa,
                               const mbs_form *pb, const double x[3]) {
    mbs_form f;
    MR_TRY(mbs_direction_form(plan, p->item->origin, p->a, x, &f));
    return add_product(plan, p, pb, pa, &f, 1.0, 0);
}

static mr_status keep_distance(mbs_plan *plan, const parts *p, const mbs_form *pa) {
    mbs_form pb;
    MR_TRY(mbs_point_form(plan, p->item->origin, p->b, p->point2, &pb));
    const mbs_location *l = plan->naming->points.items;
    double length = 0.0;
    for (int k = 0; k < 3; k++)
        length += pow(l[p->point].x[k] - l[p->point2].x[k], 2.0);
    length = sqrt(length);
    if (!(length > 1e-9))
        return mbs_complain(plan->builder, p->item->origin, MR_ERR_CONFIG,
                            "the distance of joint \"%s\" is zero", p->item->data.name);
    mbs_draft draft;
    mbs_draft_clear(&draft);
    mbs_draft_product(&draft, 0, 0.5 / length, &pb, pa, &pb, pa);
    const int before = plan->constraints.count;
    MR_TRY(mbs_add_constraint(plan, &plan->constraints, p->item->origin, &draft, MBS_QUADRATIC, 0,
                              -1, p->owner));
    mbs_form from = *pa;
    for (int i = 0; i < pb.count; i++)
        pb.weight[i] /= length;
    for (int i = 0; i < from.count; i++)
        from.weight[i] /= length;
    if (plan->constraints.count > before)
        note_reaction(plan, 0, -1, &pb, &from);
    return MR_OK;
}

/* the orientation part of a joint that shares nothing */
static mr_status keep_axis(mbs_plan *plan, const parts *p) {
    int planar = plan->builder->planar;
    if (!planar || p->item->data.kind == MBS_PRISMATIC)
        MR_TRY(keep_across(plan, p, p->u, p->n));
    if (!planar)
        MR_TRY(keep_across(plan, p, p->v, p->n));
    return MR_OK;
}

static mr_status universal(mbs_plan *plan, const parts *p) {
    mbs_form na, nb;
    MR_TRY(mbs_vector_form(plan, p->item->origin, p->a, p->axis, &na));
    MR_TRY(mbs_vector_form(plan, p->item->origin, p->b, p->axis2, &nb));
    return add_product(plan, p, &nb, NULL, &na, 1.0, 1);
}

/* two bodies as they are turned to each other */
static mr_status keep_turned(mbs_plan *plan, const parts *p) {
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    MR_TRY(keep_across(plan, p, x, y));
    if (plan->builder->planar)
        return MR_OK;
    MR_TRY(keep_across(plan, p, y, z));
    return keep_across(plan, p, z, x);
}

mr_status mbs_joint_constraints(mbs_plan *plan, int joint) {
    const mbs_joint_item *item = (const mbs_joint_item *)plan->builder->joints.items + joint;
    int reaction = item->data.reaction, planar = plan->builder->planar;
    mbs_joint_kind kind = item->data.kind;
    parts p;
    mbs_form pa, pb;
    MR_TRY(resolve(plan, item, &p));
    p.owner = mbs_add_name(plan, item->data.name);
    plan->joints[joint].first = plan->reactions.count;
    MR_TRY(mbs_point_form(plan, item->origin, p.a, p.point, &pa));
    if (kind == MBS_DISTANCE) {
        MR_TRY(keep_distance(plan, &p, &pa));
        plan->joints[joint].count = plan->reactions.count - plan->joints[joint].first;
        return MR_OK;
    }
    MR_TRY(mbs_point_form(plan, item->origin, p.b, p.point, &pb));
    int meets =
        kind == MBS_SPHERICAL || kind == MBS_REVOLUTE || kind == MBS_UNIVERSAL || kind == MBS_FIXED;
    if (reaction && meets)
        MR_TRY(join_points(plan, &p, &pa, &pb));
    if (reaction && (kind == MBS_REVOLUTE || kind == MBS_CYLINDRICAL || kind == MBS_PRISMATIC))
        MR_TRY(keep_axis(plan, &p));
    int on_line = kind == MBS_CYLINDRICAL || kind == MBS_PRISMATIC || kind == MBS_POINT_ON_LINE;
    if (on_line)
        MR_TRY(keep_in_plane(plan, &p, &pa, &pb, p.u));
    if (on_line && !planar)
        MR_TRY(keep_in_plane(plan, &p, &pa, &pb, p.v));
    if (kind == MBS_PRISMATIC && !planar)
        MR_TRY(keep_across(plan, &p, p.v, p.u));
    if (kind == MBS_POINT_IN_PLANE)
        MR_TRY(keep_in_plane(plan, &p, &pa, &pb, p.n));
    if (kind == MBS_UNIVERSAL)
        MR_TRY(universal(plan, &p));
    if (kind == MBS_FIXED && reaction)
        MR_TRY(keep_turned(plan, &p));
    plan->joints[joint].count = plan->reactions.count - plan->joints[joint].first;
    return MR_OK;
}
