/* names of the mechanism: looked up, split from paths, and missed with a clear sentence */
#include "plan.h"
#include "nearest.h"

#include <string.h>

static int same(const char *text, const char *name, size_t length) {
    return strncmp(text, name, length) == 0 && text[length] == '\0';
}

int mbs_find_location(const mbs_list *list, const char *name, size_t length) {
    const mbs_location *l = list->items;
    for (int i = 0; i < list->count; i++)
        if (same(l[i].name, name, length))
            return i;
    return -1;
}

int mbs_find_body(const mbs_naming *n, const char *name, size_t length) {
    for (int i = 0; i < n->body_count; i++)
        if (same(n->body_names[i], name, length))
            return i;
    return -1;
}

int mbs_find_coordinate(const mbs_naming *n, const char *name) {
    const mbs_coordinate_plan *c = n->coordinates.items;
    for (int i = 0; i < n->coordinates.count; i++)
        if (strcmp(c[i].name, name) == 0)
            return i;
    return -1;
}

int mbs_split_path(const mbs_naming *n, const char *path, int *body, int *point, int *axis) {
    const char *dot = strchr(path, '.');
    if (!dot)
        return 0;
    const char *rest = dot + 1, *last = strchr(rest, '.');
    size_t length = last ? (size_t)(last - rest) : strlen(rest);
    *axis = -1;
    if (last) {
        if (strlen(last) != 2 || last[1] < 'x' || last[1] > 'z')
            return 0;
        *axis = last[1] - 'x';
    }
    *body = mbs_find_body(n, path, (size_t)(dot - path));
    *point = mbs_find_location(&n->points, rest, length);
    return *body < 0 ? -1 : *point < 0 ? -2 : 1;
}

mr_status mbs_resolve_path(const mbs_plan *plan, mbs_origin origin, const char *path, int *body,
                           int *point, int *axis) {
    if (!path)
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                            "a material point \"body.point\" is missing");
    switch (mbs_split_path(plan->naming, path, body, point, axis)) {
    case 1:
        return MR_OK;
    case -1:
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG, "unknown body in \"%s\"", path);
    case -2:
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG, "unknown point in \"%s\"", path);
    default:
        return mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                            "\"%s\" is not a material point \"body.point\"", path);
    }
}

mr_status mbs_resolve_whole_point(const mbs_plan *plan, mbs_origin origin, const char *path,
                                  int *body, int *point) {
    int axis = -1;
    MR_TRY(mbs_resolve_path(plan, origin, path, body, point, &axis));
    if (axis >= 0)
        MR_TRY(mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                            "\"%s\" is one component; expected a material point \"body.point\"",
                            path));
    return MR_OK;
}

static mr_status missing(const mbs_plan *plan, mbs_origin origin, const char *what,
                         const char *name, mbs_guess *guess) {
    return name ? mbs_complain(plan->builder, origin, MR_ERR_CONFIG, "unknown %s \"%s\"%s", what,
                               name, mbs_did_you_mean(guess))
                : mbs_complain(plan->builder, origin, MR_ERR_CONFIG, "a %s is missing", what);
}

mr_status mbs_resolve_body(const mbs_plan *plan, mbs_origin origin, const char *name, int *body) {
    *body = name ? mbs_find_body(plan->naming, name, strlen(name)) : -1;
    if (*body >= 0)
        return MR_OK;
    mbs_guess guess = {.wanted = name};
    for (int i = 0; i < plan->naming->body_count; i++)
        mbs_consider(&guess, plan->naming->body_names[i]);
    return missing(plan, origin, "body", name, &guess);
}

static mr_status resolve_location(const mbs_plan *plan, mbs_origin origin, const mbs_list *list,
                                  const char *what, const char *name, int *number) {
    *number = name ? mbs_find_location(list, name, strlen(name)) : -1;
    if (*number >= 0)
        return MR_OK;
    mbs_guess guess = {.wanted = name};
    for (int i = 0; i < list->count; i++)
        mbs_consider(&guess, ((const mbs_location *)list->items)[i].name);
    return missing(plan, origin, what, name, &guess);
}

mr_status mbs_resolve_point(const mbs_plan *plan, mbs_origin origin, const char *name, int *point) {
    return resolve_location(plan, origin, &plan->naming->points, "point", name, point);
}

mr_status mbs_resolve_vector(const mbs_plan *plan, mbs_origin origin, const char *name,
                             int *vector) {
    return resolve_location(plan, origin, &plan->naming->vectors, "vector", name, vector);
}

mr_status mbs_resolve_coordinate(const mbs_plan *plan, mbs_origin origin, const char *name,
                                 int *entry) {
    int i = name ? mbs_find_coordinate(plan->naming, name) : -1;
    const mbs_coordinate_plan *c = plan->naming->coordinates.items;
    if (i < 0) {
        mbs_guess guess = {.wanted = name};
        for (int k = 0; k < plan->naming->coordinates.count; k++)
            mbs_consider(&guess, c[k].name);
        return missing(plan, origin, "coordinate", name, &guess);
    }
    *entry = c[i].entry;
    return MR_OK;
}

int mbs_add_name(mbs_plan *plan, const char *name) {
    const char **slot = mbs_list_add(&plan->model->arena, &plan->names, sizeof *slot);
    if (!slot)
        return 0;
    *slot = mbs_arena_text(&plan->model->arena, name);
    return plan->names.count - 1;
}

/* one name must not stand twice in a list; offset: where the name is in an item */
static mr_status check_list(const mbs_plan *plan, const char *what, const mbs_list *list,
                            size_t size, size_t offset) {
    for (int i = 0; i < list->count; i++) {
        const char *item = (const char *)list->items + (size_t)i * size;
        const char *name = *(const char *const *)(item + offset);
        for (int k = 0; k < i; k++) {
            const char *other = (const char *)list->items + (size_t)k * size;
            if (strcmp(name, *(const char *const *)(other + offset)) == 0)
                return mbs_complain(plan->builder, *(const mbs_origin *)(const void *)item,
                                    MR_ERR_CONFIG, "the %s \"%s\" is declared twice", what, name);
        }
    }
    return MR_OK;
}

/* a name of an expression means one thing only */
static mr_status check_meanings(const mbs_plan *plan) {
    static const char *const taken[] = {"t", "x", "v", "pi"};
    const mbs_builder *b = plan->builder;
    const mbs_named_number *parameters = b->parameters.items;
    const mbs_input_item *inputs = b->inputs.items;
    for (int i = 0; i < b->inputs.count + b->parameters.count; i++) {
        int is_input = i < b->inputs.count;
        const char *name = is_input ? inputs[i].name : parameters[i - b->inputs.count].name;
        mbs_origin origin = is_input ? inputs[i].origin : parameters[i - b->inputs.count].origin;
        for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
            if (strcmp(name, taken[k]) == 0)
                return mbs_complain(b, origin, MR_ERR_CONFIG,
                                    "\"%s\" has a meaning in expressions already and cannot be %s",
                                    name, is_input ? "an input" : "a parameter");
        for (int k = 0; is_input && k < b->parameters.count; k++)
            if (strcmp(name, parameters[k].name) == 0)
                return mbs_complain(b, origin, MR_ERR_CONFIG,
                                    "\"%s\" is both a parameter and an input", name);
    }
    return MR_OK;
}

mr_status mbs_check_names(mbs_plan *plan) {
    mbs_builder *b = plan->builder;
    const struct {
        const char *what;
        const mbs_list *list;
        size_t size, offset;
    } lists[] = {
        {"parameter", &b->parameters, sizeof(mbs_named_number), offsetof(mbs_named_number, name)},
        {"point", &b->points, sizeof(mbs_location), offsetof(mbs_location, name)},
        {"vector", &b->vectors, sizeof(mbs_location), offsetof(mbs_location, name)},
        {"body", &b->bodies, sizeof(mbs_body_item), offsetof(mbs_body_item, data.name)},
        {"joint", &b->joints, sizeof(mbs_joint_item), offsetof(mbs_joint_item, data.name)},
        {"relation", &b->relations, sizeof(mbs_relation_item), offsetof(mbs_relation_item, name)},
        {"element", &b->elements, sizeof(mbs_element_item), offsetof(mbs_element_item, name)},
        {"input", &b->inputs, sizeof(mbs_input_item), offsetof(mbs_input_item, name)},
        {"output", &b->outputs, sizeof(mbs_output_item), offsetof(mbs_output_item, name)},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        MR_TRY(check_list(plan, lists[i].what, lists[i].list, lists[i].size, lists[i].offset));
    return check_meanings(plan);
}
