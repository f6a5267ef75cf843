/* force elements: from the description to the table of functions of their kind */
#include "reach.h"

#include <string.h>

mr_status mbs_reach_all(mbs_plan *plan, mbs_origin origin, mbs_reach *reaches, int count,
                        mbs_stencil *stencil) {
    int entry[MBS_LOCAL_MAX], n = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < reaches[i].form.count; k++) {
            int node = reaches[i].form.node[k], at = 0;
            while (at < n && entry[at] != node)
                at += 3;
            if (at == n) {
                if (n + 3 > MBS_LOCAL_MAX)
                    return mbs_complain(plan->builder, origin, MR_ERR_CONFIG,
                                        "the element touches too many points and vectors");
                for (int axis = 0; axis < 3; axis++)
                    entry[n++] = node + axis;
            }
            reaches[i].local[k] = at;
        }
    stencil->count = n;
    stencil->entry = mbs_arena_copy(&plan->model->arena, entry, (size_t)n, sizeof *entry);
    return stencil->entry ? MR_OK : MR_ERR_MEMORY;
}

mbs_element *mbs_new_element(mbs_plan *plan, const mbs_element_type *type, const char *name,
                             size_t data_size, void **data) {
    mbs_arena *arena = &plan->model->arena;
    *data = mbs_arena_new(arena, 1, data_size);
    mbs_element *e = *data ? mbs_list_add(arena, &plan->elements, sizeof *e) : NULL;
    if (!e)
        return NULL;
    *e = (mbs_element){.type = type, .name = mbs_arena_text(arena, name), .data = *data};
    return e;
}

mr_status mbs_plan_element(mbs_plan *plan, const mbs_element_item *item) {
    static mr_status (*const kinds[])(mbs_plan *, const mbs_element_item *) = {
        [MBS_IS_SPRING] = mbs_plan_spring,     [MBS_IS_BUSHING] = mbs_plan_bushing,
        [MBS_IS_FORCE] = mbs_plan_force,       [MBS_IS_TORQUE] = mbs_plan_torque,
        [MBS_IS_DRAG] = mbs_plan_drag,         [MBS_IS_TYRE] = mbs_plan_tyre,
        [MBS_IS_CALLBACK] = mbs_plan_callback,
    };
    return kinds[item->kind](plan, item);
}

void mbs_direction_at(const mbs_directed *d, const double *q, double e[3]) {
    if (d->along.form.count > 0)
        mbs_form_at(&d->along.form, q, e);
    else
        memcpy(e, d->direction, 3 * sizeof *e);
}

void mbs_directed_force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                        double *Q) {
    const mbs_directed *d = e->data;
    (void)v;
    d->add(d, m->signal[d->signal], q, Q);
}

void mbs_directed_input(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                        double *dQ) {
    const mbs_directed *d = e->data;
    (void)v;
    d->add(d, m->slope[d->signal], q, dQ);
}

void mbs_report_directed(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                         mbs_quantity quantity, double *y) {
    const mbs_directed *d = e->data;
    (void)quantity, (void)v;
    mbs_direction_at(d, q, y);
    for (int k = 0; k < 3; k++)
        y[k] *= m->signal[d->signal];
}
