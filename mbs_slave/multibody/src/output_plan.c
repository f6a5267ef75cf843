/* outputs, from their paths to functions and reports; chains of position, velocity and acceleration
 * become interface coordinates; conditions of the start */
#include "plan.h"
#include "spring.h"

#include <math.h>
#include <string.h>

static const char *const AXES[3] = {"roll", "pitch", "yaw"};
static const char *const ENERGIES[5] = {"kinetic", "potential", "dissipated", "supplied",
                                        "balance"};

static mr_status add_function(mbs_plan *plan, mbs_origin origin, const mbs_draft *draft,
                              mbs_function_kind kind) {
    mbs_function *f = mbs_list_add(&plan->model->arena, &plan->functions, sizeof *f);
    if (!f)
        return MR_ERR_MEMORY;
    if (mbs_finish_function(plan, draft, kind, 0, f))
        return MR_OK;
    return plan->model->arena.failed ? MR_ERR_MEMORY
                                     : mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                                                    "an output has too many variables");
}

static int find_element(const mbs_plan *plan, const char *name) {
    const mbs_element *e = plan->elements.items;
    for (int i = 0; i < plan->elements.count; i++)
        if (strcmp(e[i].name, name) == 0)
            return i;
    return -1;
}

/* linear functions for a coordinate or the components of a material point */
static mr_status motion_drafts(mbs_plan *plan, mbs_origin origin, const char *path,
                               mbs_draft drafts[3], int *count) {
    int body, point, axis;
    for (int i = 0; i < 3; i++)
        mbs_draft_clear(&drafts[i]);
    if (!strchr(path, '.')) {
        int entry;
        mr_status status = mbs_resolve_coordinate(plan, origin, path, &entry);
        if (status == MR_OK)
            mbs_draft_linear(&drafts[0], 1.0, entry);
        *count = 1;
        return status;
    }
    mbs_form form;
    mr_status status = mbs_resolve_path(plan, origin, path, &body, &point, &axis);
    if (status == MR_OK)
        status = mbs_point_form(plan, origin, body, point, &form);
    if (status != MR_OK)
        return status;
    *count = axis < 0 ? 3 : 1;
    for (int i = 0; i < *count; i++)
        mbs_draft_form(&drafts[i], 1.0, &form, axis < 0 ? i : axis);
    return MR_OK;
}

/* "body.point.vector": seen along a material vector of the body; 0 if the path is none */
static int plan_seen(mbs_plan *plan, const mbs_output_item *item, mbs_output *o,
                     mr_status *status) {
    const char *dot = strchr(item->path, '.'), *last = dot ? strchr(dot + 1, '.') : NULL;
    int vector = last ? mbs_find_location(&plan->naming->vectors, last + 1, strlen(last + 1)) : -1;
    if (vector < 0 || (strlen(last) == 2 && last[1] >= 'x' && last[1] <= 'z'))
        return 0;
    int body = mbs_find_body(plan->naming, item->path, (size_t)(dot - item->path));
    int point = mbs_find_location(&plan->naming->points, dot + 1, (size_t)(last - dot - 1));
    mbs_form *forms = mbs_arena_new(&plan->model->arena, 2, sizeof *forms);
    o->triad = forms;
    o->size = 1;
    if (!forms)
        *status = MR_ERR_MEMORY;
    else if (body < 0 || point < 0)
        *status = mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG, "unknown %s in \"%s\"",
                               body < 0 ? "body" : "point", item->path);
    else if (item->quantity == MBS_POSITION)
        *status = mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                               "only a velocity or an acceleration is seen along a vector: \"%s\"",
                               item->path);
    else
        *status = mbs_point_form(plan, item->origin, body, point, &forms[0]);
    if (*status == MR_OK)
        *status = mbs_vector_form(plan, item->origin, body, vector, &forms[1]);
    return 1;
}

static mr_status plan_motion(mbs_plan *plan, const mbs_output_item *items, int number,
                             mbs_output *outputs) {
    const mbs_output_item *item = &items[number];
    mbs_output *o = &outputs[number];
    mr_status status = MR_OK;
    if (plan_seen(plan, item, o, &status))
        return status;
    /* the same path uses the same functions */
    for (int i = 0; i < number; i++)
        if (items[i].quantity <= MBS_ACCELERATION && strcmp(items[i].path, item->path) == 0) {
            o->function = outputs[i].function;
            o->size = outputs[i].size;
            return MR_OK;
        }
    o->function = plan->functions.count;
    o->size = 1;
    int element = find_element(plan, item->path);
    if (element >= 0) {
        const mbs_element *e = (const mbs_element *)plan->elements.items + element;
        if (e->type != &mbs_spring_type)
            return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                "the element \"%s\" has no length", item->path);
        mbs_function *f = mbs_list_add(&plan->model->arena, &plan->functions, sizeof *f);
        if (f)
            *f = ((const mbs_spring *)e->data)->function;
        return f ? MR_OK : MR_ERR_MEMORY;
    }
    mbs_draft drafts[3];
    status = motion_drafts(plan, item->origin, item->path, drafts, &o->size);
    for (int i = 0; i < o->size && status == MR_OK; i++)
        status = add_function(plan, item->origin, &drafts[i], MBS_QUADRATIC);
    return status;
}

static mr_status plan_turning(mbs_plan *plan, const mbs_output_item *item, mbs_output *o) {
    const char *dot = strchr(item->path, '.');
    size_t length = dot ? (size_t)(dot - item->path) : strlen(item->path);
    o->body = mbs_find_body(plan->naming, item->path, length);
    if (o->body < 0 || plan->naming->bodies[o->body].is_ground)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG, "unknown body in \"%s\"",
                            item->path);
    mbs_form *triad = mbs_arena_new(&plan->model->arena, 4, sizeof *triad);
    if (!triad)
        return MR_ERR_MEMORY;
    o->triad = triad;
    o->item = -1;
    mr_status status = mbs_triad(plan, item->origin, o->body, triad);
    if (status != MR_OK)
        return status;
    if (item->quantity == MBS_ANGLE) {
        for (int i = 0; dot && i < 3; i++)
            if (strcmp(dot + 1, AXES[i]) == 0)
                o->item = i;
        o->size = 1;
        return o->item >= 0
                   ? MR_OK
                   : mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                  "\"%s\" is none of body.roll, body.pitch, body.yaw", item->path);
    }
    o->size = dot ? 1 : 3;
    if (dot) {
        int vector;
        status = mbs_resolve_vector(plan, item->origin, dot + 1, &vector);
        if (status == MR_OK)
            status = mbs_vector_form(plan, item->origin, o->body, vector, &triad[3]);
        o->item = 0;
    }
    return status;
}

/* cuts the component off a path "name.x" */
static const char *cut_component(mbs_plan *plan, const char *path, int *component) {
    const char *dot = strchr(path, '.');
    *component = -1;
    if (!dot || strlen(dot) != 2 || dot[1] < 'x' || dot[1] > 'z')
        return path;
    char *name = mbs_arena_text(&plan->model->arena, path);
    if (name) {
        name[dot - path] = '\0';
        *component = dot[1] - 'x';
    }
    return name;
}

/* what a joint, an element or a drive does, all values of it */
static mr_status plan_values(mbs_plan *plan, const mbs_output_item *item, mbs_output *o) {
    const mbs_joint_item *joints = plan->builder->joints.items;
    for (int i = 0; i < plan->builder->joints.count; i++)
        if (strcmp(joints[i].data.name, item->path) == 0) {
            o->item = plan->joints[i].first;
            o->item_count = plan->joints[i].count;
            o->size = 3;
            return joints[i].data.reaction
                       ? MR_OK
                       : mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                      "the joint \"%s\" shares its points and knows no forces; ask "
                                      "it for its reaction",
                                      item->path);
        }
    int element = find_element(plan, item->path);
    if (element >= 0) {
        const mbs_element_type *type = ((const mbs_element *)plan->elements.items)[element].type;
        o->element = element;
        o->size = item->quantity == MBS_SLIP ? type->slip_count : type->force_count;
        if (o->size == 0)
            return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                "the element \"%s\" tells no %s", item->path,
                                item->quantity == MBS_SLIP ? "slip" : "force");
        return MR_OK;
    }
    const mbs_constraint *c = plan->constraints.items;
    for (int i = 0; i < plan->constraints.count; i++)
        if (c[i].drive >= 0 &&
            strcmp(((const char **)plan->names.items)[c[i].owner], item->path) == 0) {
            o->item = i;
            o->item_count = -1;
            o->size = 1;
            return MR_OK;
        }
    return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                        "unknown joint, element or drive \"%s\"", item->path);
}

static mr_status plan_reaction(mbs_plan *plan, const mbs_output_item *item, mbs_output *o) {
    mbs_output_item whole = *item;
    whole.path = cut_component(plan, item->path, &o->component);
    if (!whole.path)
        return MR_ERR_MEMORY;
    mr_status status = plan_values(plan, &whole, o);
    if (status == MR_OK && o->component >= o->size)
        status = mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                              "\"%s\" has no component \"%c\"", whole.path, 'x' + o->component);
    if (o->component >= 0)
        o->size = 1;
    return status;
}

static mr_status plan_energy(mbs_plan *plan, const mbs_output_item *item, mbs_output *o) {
    o->size = 1;
    for (int i = 0; i < 5; i++)
        if (strcmp(item->path, ENERGIES[i]) == 0) {
            o->item = i;
            return MR_OK;
        }
    o->item = MBS_OF_ELEMENT;
    o->element = find_element(plan, item->path);
    return o->element >= 0 ? MR_OK
                           : mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                                          "unknown energy or element \"%s\"", item->path);
}

static const char *default_unit(mbs_quantity quantity) {
    static const char *const units[] = {"", "", "", "rad", "rad/s", "N", "Nm", "J", "", ""};
    return units[quantity];
}

/* links between outputs of the same path, and the interface coordinates */
static void link_outputs(mbs_plan *plan, const mbs_output_item *items, const int *first) {
    mbs_model *m = plan->model;
    for (int i = 0; i < m->output_count; i++)
        for (int k = 0; k < m->output_count; k++)
            if (items[i].quantity <= MBS_ACCELERATION && items[i].quantity > MBS_POSITION &&
                items[k].quantity + 1 == items[i].quantity &&
                m->output[k].function == m->output[i].function && m->output[i].function >= 0)
                m->outputs[i].rate_of = k;
    for (int i = 0; i < m->output_count; i++) {
        int velocity = items[i].quantity == MBS_ACCELERATION ? m->outputs[i].rate_of : MR_NONE;
        if (velocity == MR_NONE)
            continue;
        int position = m->outputs[velocity].rate_of;
        for (int k = 0; k < m->output[i].size; k++) {
            m->coordinates[m->coordinate_count] =
                (mr_coordinate){position == MR_NONE ? MR_NONE : first[position] + k,
                                first[velocity] + k, first[i] + k};
            m->coordinate_function[m->coordinate_count++] = m->output[i].function + k;
        }
    }
}

mr_status mbs_plan_outputs(mbs_plan *plan) {
    mbs_builder *b = plan->builder;
    mbs_model *m = plan->model;
    const mbs_output_item *items = b->outputs.items;
    size_t count = (size_t)b->outputs.count + 1;
    m->output_count = b->outputs.count;
    m->outputs = mbs_arena_new(&m->arena, count, sizeof *m->outputs);
    m->output = mbs_arena_new(&m->arena, count, sizeof *m->output);
    m->coordinates = mbs_arena_new(&m->arena, 3 * count, sizeof *m->coordinates);
    m->coordinate_function = mbs_arena_new(&m->arena, 3 * count, sizeof *m->coordinate_function);
    int *first = mbs_arena_new(&m->arena, count, sizeof *first);
    m->inputs = mbs_arena_new(&m->arena, (size_t)b->inputs.count + 1, sizeof *m->inputs);
    if (m->arena.failed)
        return MR_ERR_MEMORY;
    const mbs_input_item *inputs = b->inputs.items;
    m->input_count = b->inputs.count;
    for (int i = 0; i < b->inputs.count; i++)
        m->inputs[i] = (mr_variable){mbs_arena_text(&m->arena, inputs[i].name),
                                     mbs_arena_text(&m->arena, inputs[i].unit),
                                     1,
                                     MR_NONE,
                                     MR_NONE,
                                     inputs[i].discrete ? MR_DISCRETE : MR_CONTINUOUS};
    for (int i = 0; i < m->output_count; i++) {
        mbs_output *o = &m->output[i];
        *o = (mbs_output){.quantity = items[i].quantity,
                          .function = -1,
                          .element = -1,
                          .body = -1,
                          .component = -1,
                          .size = 1};
        if (o->quantity <= MBS_ACCELERATION)
            MR_TRY(plan_motion(plan, items, i, m->output));
        else if (o->quantity == MBS_ANGLE || o->quantity == MBS_SPIN)
            MR_TRY(plan_turning(plan, &items[i], o));
        else if (o->quantity == MBS_FORCE || o->quantity == MBS_TORQUE || o->quantity == MBS_SLIP)
            MR_TRY(plan_reaction(plan, &items[i], o));
        else if (o->quantity == MBS_ENERGY)
            MR_TRY(plan_energy(plan, &items[i], o));
        const char *unit = items[i].unit ? items[i].unit : default_unit(o->quantity);
        m->outputs[i] = (mr_variable){mbs_arena_text(&m->arena, items[i].name),
                                      mbs_arena_text(&m->arena, unit),
                                      o->size,
                                      MR_NONE,
                                      MR_NONE,
                                      MR_CONTINUOUS};
        first[i] = m->output_width;
        m->output_width += o->size;
    }
    link_outputs(plan, items, first);
    m->reactions = plan->reactions.items;
    return MR_OK;
}

mr_status mbs_plan_starts(mbs_plan *plan) {
    const mbs_start_item *items = plan->builder->starts.items;
    for (int i = 0; i < plan->builder->starts.count; i++) {
        mbs_draft drafts[3];
        int count = 0;
        MR_TRY(motion_drafts(plan, items[i].origin, items[i].path, drafts, &count));
        if (count != 1)
            return mbs_complain(plan->builder, items[i].origin, MR_ERR_CONFIG,
                                "the start of \"%s\" needs one component: .x, .y or .z",
                                items[i].path);
        drafts[0].constant = items[i].value;
        drafts[0].has_constant = 1;
        mbs_list *list =
            items[i].quantity == MBS_POSITION ? &plan->start_positions : &plan->start_velocities;
        MR_TRY(mbs_add_constraint(plan, list, items[i].origin, &drafts[0], MBS_QUADRATIC, 0, -1,
                                  mbs_add_name(plan, items[i].path)));
    }
    return MR_OK;
}
