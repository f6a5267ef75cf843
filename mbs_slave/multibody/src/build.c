/* mbs_build: from the description of a mechanism to its numerical model, in one pass of small steps
 */
#include "look.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

static mr_status copy_names(mbs_plan *plan) {
    mbs_builder *b = plan->builder;
    mbs_model *m = plan->model;
    mbs_naming *n = plan->naming;
    const mbs_list *from[2] = {&b->points, &b->vectors};
    mbs_list *to[2] = {&n->points, &n->vectors};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < from[k]->count; i++) {
            const mbs_location *l = (const mbs_location *)from[k]->items + i;
            mbs_location *copy = mbs_list_add(&m->arena, to[k], sizeof *copy);
            if (!copy)
                return MR_ERR_MEMORY;
            *copy = *l;
            copy->name = mbs_arena_text(&m->arena, l->name);
        }
    n->body_count = b->bodies.count + 1;
    n->bodies = mbs_arena_new(&m->arena, (size_t)n->body_count, sizeof *n->bodies);
    n->body_names = mbs_arena_new(&m->arena, (size_t)n->body_count, sizeof *n->body_names);
    plan->joints = mbs_arena_new(&m->arena, (size_t)b->joints.count + 1, sizeof *plan->joints);
    if (!n->bodies || !n->body_names || !plan->joints)
        return MR_ERR_MEMORY;
    for (int i = 0; i < b->bodies.count; i++) {
        n->bodies[i].item = (const mbs_body_item *)b->bodies.items + i;
        n->body_names[i] = mbs_arena_text(&m->arena, n->bodies[i].item->data.name);
    }
    n->bodies[n->body_count - 1].is_ground = 1;
    n->body_names[n->body_count - 1] = "ground";
    return m->arena.failed ? MR_ERR_MEMORY : MR_OK; /* names, too */
}

/* names and nodes for which there was no memory stop it before anybody looks for them */
static mr_status checked(const mbs_plan *plan, mr_status status) {
    return status == MR_OK && plan->model->arena.failed ? MR_ERR_MEMORY : status;
}

static mr_status plan_bodies(mbs_plan *plan) {
    const mbs_joint_item *joints = plan->builder->joints.items;
    for (int i = 0; i < plan->builder->joints.count; i++)
        MR_TRY(checked(plan, mbs_share_joint(plan, &joints[i])));
    mbs_close_sharing(plan);
    const mbs_body_plan *bodies = plan->naming->bodies;
    int count = plan->builder->bodies.count;
    for (int i = 0; i < count; i++)
        if (bodies[i].item->data.kind != MBS_ROTOR)
            MR_TRY(checked(plan, mbs_plan_body(plan, i)));
    for (int i = 0; i < count; i++)
        MR_TRY(checked(plan, bodies[i].item->data.kind == MBS_ROTOR
                                 ? mbs_plan_rotor_body(plan, i)
                                 : mbs_body_constraints(plan, i)));
    return MR_OK;
}

static mr_status plan_rest(mbs_plan *plan) {
    mbs_builder *b = plan->builder;
    const mbs_joint_item *joints = b->joints.items;
    for (int i = 0; i < b->joints.count; i++)
        MR_TRY(checked(plan, mbs_joint_constraints(plan, i)));
    for (int i = 0; i < b->joints.count; i++)
        MR_TRY(checked(plan, mbs_joint_coordinates(plan, &joints[i])));
    for (int i = 0; i < b->bodies.count; i++)
        if (plan->naming->bodies[i].is_rotor)
            MR_TRY(checked(plan, mbs_plan_rotor(plan, i)));
    for (int i = 0; i < b->relations.count; i++)
        MR_TRY(checked(plan, mbs_relation_constraints(
                                 plan, (const mbs_relation_item *)b->relations.items + i)));
    for (int i = 0; i < b->elements.count; i++)
        MR_TRY(
            checked(plan, mbs_plan_element(plan, (const mbs_element_item *)b->elements.items + i)));
    MR_TRY(checked(plan, mbs_plan_outputs(plan)));
    MR_TRY(checked(plan, mbs_plan_starts(plan)));
    return mbs_plan_look(plan);
}

static int compare_mass(const void *a, const void *b) {
    const mbs_mass_entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->column > y->column) - (x->column < y->column);
}

/* one entry per place, only those that move; diagonal per entry */
static mr_status finish_mass(mbs_plan *plan) {
    mbs_model *m = plan->model;
    const mbs_node *nodes = plan->nodes.items;
    mr_status status = MR_OK;
    plan->gravity = mbs_arena_new(&m->arena, (size_t)m->entry_count, sizeof(double));
    m->mass_diagonal = mbs_arena_new(&m->arena, (size_t)m->entry_count, sizeof(double));
    if (!plan->gravity || !m->mass_diagonal)
        return MR_ERR_MEMORY;
    for (int i = 0; i < plan->builder->bodies.count && status == MR_OK; i++)
        status = mbs_body_mass(plan, i);
    const mbs_inertia_item *inertias = plan->builder->inertias.items;
    for (int i = 0; i < plan->builder->inertias.count && status == MR_OK; i++) {
        int entry = 0;
        status = mbs_resolve_coordinate(plan, inertias[i].origin, inertias[i].coordinate, &entry);
        mbs_mass_entry *e = mbs_list_add(&m->arena, &plan->mass, sizeof *e);
        if (e)
            *e = (mbs_mass_entry){entry, entry, inertias[i].inertia};
    }
    if (status != MR_OK || m->arena.failed)
        return status != MR_OK ? status : MR_ERR_MEMORY;
    mbs_mass_entry *e = plan->mass.items;
    int n = 0;
    if (plan->mass.count > 1)
        qsort(e, (size_t)plan->mass.count, sizeof *e, compare_mass);
    for (int i = 0; i < plan->mass.count; i++) {
        mbs_mass_entry x = e[i];
        if ((nodes[x.row / 3].fixed & (1 << (x.row % 3))) ||
            (nodes[x.column / 3].fixed & (1 << (x.column % 3))) || x.value == 0.0)
            continue;
        if (n > 0 && e[n - 1].row == x.row && e[n - 1].column == x.column)
            e[n - 1].value += x.value;
        else
            e[n++] = x;
    }
    for (int i = 0; i < n; i++)
        if (e[i].row == e[i].column)
            m->mass_diagonal[e[i].row] = e[i].value;
    m->mass = e;
    m->mass_count = n;
    m->weight = plan->gravity;
    return MR_OK;
}

/* lists become arrays of the model */
static mr_status move_lists(mbs_plan *plan) {
    mbs_model *m = plan->model;
    m->names = plan->names.items;
    m->constraints = plan->constraints.items;
    m->constraint_count = plan->constraints.count;
    m->start_positions = plan->start_positions.items;
    m->start_position_count = plan->start_positions.count;
    m->start_velocities = plan->start_velocities.items;
    m->start_velocity_count = plan->start_velocities.count;
    m->elements = plan->elements.items;
    m->element_count = plan->elements.count;
    m->rotors = plan->rotors.items;
    m->rotor_count = plan->rotors.count;
    m->signals = plan->signals.items;
    m->signal_count = plan->signals.count;
    m->functions = plan->functions.items;
    m->entry_count = 3 * plan->nodes.count;
    double *design = mbs_arena_new(&m->arena, (size_t)m->entry_count, sizeof *design);
    double *velocity = mbs_arena_new(&m->arena, (size_t)m->entry_count, sizeof *velocity);
    m->drives = mbs_arena_new(&m->arena, (size_t)m->constraint_count + 1, sizeof *m->drives);
    if (!design || !velocity || !m->drives)
        return MR_ERR_MEMORY;
    const mbs_node *nodes = plan->nodes.items;
    for (int i = 0; i < m->entry_count; i++) {
        design[i] = nodes[i / 3].x[i % 3];
        velocity[i] = nodes[i / 3].fixed & (1 << (i % 3)) ? 0.0 : nodes[i / 3].v[i % 3];
    }
    m->design = design;
    m->velocity = velocity;
    for (int i = 0; i < m->constraint_count; i++) {
        mbs_constraint *c = &m->constraints[i];
        if (c->drive >= 0) {
            m->drives[m->drive_count++] = c->drive;
            for (int u = 0; u < plan->builder->inputs.count; u++)
                m->drives_use_inputs |=
                    mbs_expression_uses(m->signals[c->drive].expression, MBS_VARIABLE_INPUT + u);
        }
    }
    return MR_OK;
}

static mr_status choose_solver(mbs_plan *plan) {
    mbs_model *m = plan->model;
    int symmetric = 1;
    for (int i = 0; i < m->element_count; i++)
        symmetric &= m->elements[i].symmetric;
    if (m->integration.solver == MBS_SOLVER_CHOLMOD && !symmetric)
        return mbs_complain(plan->builder, (mbs_origin){NULL, 0}, MR_ERR_CONFIG,
                            "the tangent of \"%s\" is not symmetric; Cholesky cannot be asked for",
                            m->title);
    m->symmetric = symmetric && m->integration.solver != MBS_SOLVER_KLU;
    return MR_OK;
}

static mr_status build(mbs_plan *plan) {
    MR_TRY(mbs_check_names(plan));
    MR_TRY(copy_names(plan));
    MR_TRY(plan_bodies(plan));
    MR_TRY(plan_rest(plan));
    mbs_body_velocities(plan);
    MR_TRY(move_lists(plan));
    MR_TRY(finish_mass(plan));
    MR_TRY(choose_solver(plan));
    MR_TRY(mbs_make_pattern(plan));
    MR_TRY(mbs_make_base(plan));
    MR_TRY(mbs_pair_inputs(plan));
    return plan->model->arena.failed ? MR_ERR_MEMORY : MR_OK;
}

mr_status mbs_build(mbs_builder *b, mbs_model **model) {
    *model = NULL;
    mbs_model *m = calloc(1, sizeof *m);
    mbs_plan plan = {.builder = b, .model = m};
    mr_status status = MR_ERR_MEMORY;
    if (m) {
        m->title = mbs_arena_text(&m->arena, b->title);
        m->integration = b->integration;
        m->planar = b->planar;
        memcpy(m->gravity, b->gravity, sizeof m->gravity);
        plan.naming = m->naming = mbs_arena_new(&m->arena, 1, sizeof *m->naming);
        status = plan.naming ? build(&plan) : MR_ERR_MEMORY;
    }
    if (status != MR_OK) {
        if (status == MR_ERR_MEMORY)
            mr_message_set(b->message, "not enough memory for a mechanism");
        mbs_model_free(m);
        return status;
    }
    for (int i = 0; i < m->naming->body_count; i++)
        m->naming->bodies[i].item = NULL;
    *model = m;
    return MR_OK;
}
