/* sharing: joints make material points and vectors of several bodies one and the same node, which
 * is what spares natural coordinates most of their joint constraints */
#include "plan.h"

#include <string.h>

int mbs_find_instance(const mbs_naming *n, int body, int is_vector, int location) {
    const mbs_instance *s = n->instances.items;
    for (int i = 0; i < n->instances.count; i++)
        if (s[i].body == body && s[i].is_vector == is_vector && s[i].location == location)
            return i;
    return -1;
}

int mbs_instance_of(mbs_plan *plan, int body, int is_vector, int location) {
    mbs_list *list = &plan->naming->instances;
    int found = mbs_find_instance(plan->naming, body, is_vector, location);
    if (found >= 0)
        return found;
    mbs_instance *s = mbs_list_add(&plan->model->arena, list, sizeof *s);
    if (!s)
        return -1;
    *s = (mbs_instance){body, is_vector, location, list->count - 1, -1, 0, 0};
    return list->count - 1;
}

int mbs_root(const mbs_naming *n, int i) {
    const mbs_instance *s = n->instances.items;
    while (s[i].parent != i)
        i = s[i].parent;
    return i;
}

void mbs_share(mbs_plan *plan, int body_a, int body_b, int is_vector, int location) {
    int a = mbs_instance_of(plan, body_a, is_vector, location);
    int b = mbs_instance_of(plan, body_b, is_vector, location);
    if (a < 0 || b < 0)
        return;
    a = mbs_root(plan->naming, a);
    b = mbs_root(plan->naming, b);
    mbs_instance *s = plan->naming->instances.items;
    /* the older one stays: numbers follow the order of the description */
    s[a > b ? a : b].parent = a > b ? b : a;
}

int mbs_new_node(mbs_plan *plan, const double x[3], int is_vector, int fixed) {
    if (fixed == 7)
        for (int i = 0; i < plan->nodes.count; i++) {
            const mbs_node *old = (const mbs_node *)plan->nodes.items + i;
            if (old->fixed == 7 && old->is_vector == is_vector &&
                memcmp(old->x, x, sizeof old->x) == 0)
                return 3 * i;
        }
    mbs_node *node = mbs_list_add(&plan->model->arena, &plan->nodes, sizeof *node);
    if (!node)
        return 0;
    memcpy(node->x, x, sizeof node->x);
    node->fixed = plan->builder->planar ? fixed | 4 : fixed;
    node->is_vector = is_vector;
    return 3 * (plan->nodes.count - 1);
}

void mbs_close_sharing(mbs_plan *plan) {
    mbs_instance *s = plan->naming->instances.items;
    for (int i = 0; i < plan->naming->instances.count; i++) {
        mbs_instance *root = &s[mbs_root(plan->naming, i)];
        root->members++;
        root->grounded |= plan->naming->bodies[s[i].body].is_ground;
    }
}

int mbs_shared_node(mbs_plan *plan, int instance) {
    mbs_instance *root =
        (mbs_instance *)plan->naming->instances.items + mbs_root(plan->naming, instance);
    if (root->members < 2)
        return -1;
    if (root->node < 0) {
        const mbs_list *list = root->is_vector ? &plan->naming->vectors : &plan->naming->points;
        const mbs_location *l = (const mbs_location *)list->items + root->location;
        root->node = mbs_new_node(plan, l->x, root->is_vector, root->grounded ? 7 : 0);
    }
    return root->node;
}
