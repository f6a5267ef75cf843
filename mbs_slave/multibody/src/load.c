/* applied forces: a signal times a direction that stays in the world or moves with the body */
#include "reach.h"

#include <string.h>

typedef struct load {
    mbs_directed directed;
    mbs_reach point;
} load;

static void add_force(const mbs_directed *directed, double value, const double *q, double *Q) {
    const load *l = (const load *)directed;
    double e[3];
    mbs_direction_at(&l->directed, q, e);
    for (int k = 0; k < 3; k++)
        e[k] *= value;
    mbs_form_add(&l->point.form, e, Q);
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const load *l = e->data;
    const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    (void)q, (void)v, (void)C;
    if (l->directed.along.form.count > 0)
        mbs_reach_block(&l->point, &l->directed.along, one, -m->signal[l->directed.signal],
                        e->stencil.count, K);
}

static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const load *l = e->data;
    double d[3], x[3], f = m->signal[l->directed.signal];
    mbs_direction_at(&l->directed, q, d);
    mbs_form_at(&l->point.form, v, x);
    return (mbs_power){0.0, 0.0, f * (d[0] * x[0] + d[1] * x[1] + d[2] * x[2])};
}

static const mbs_element_type type = {MBS_DIRECTED, .tangent = tangent, .power = power};

mr_status mbs_plan_force(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_force_data *d = &item->data.force;
    int body;
    void *data;
    mbs_reach reaches[2];
    memset(reaches, 0, sizeof reaches);
    MR_TRY(mbs_whole_point_form(plan, item->origin, d->at, &body, &reaches[0].form));
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(load), &data);
    if (!e)
        return MR_ERR_MEMORY;
    load *l = data;
    l->directed.add = add_force;
    memcpy(l->directed.direction, d->direction, sizeof l->directed.direction);
    if (d->follows_body)
        MR_TRY(mbs_direction_form(plan, item->origin, body, d->direction, &reaches[1].form));
    MR_TRY(mbs_add_signal(plan, item->origin, d->value ? d->value : "1", &l->directed.signal));
    MR_TRY(mbs_reach_all(plan, item->origin, reaches, 2, &e->stencil));
    l->point = reaches[0];
    l->directed.along = reaches[1];
    e->symmetric = !d->follows_body;
    return MR_OK;
}
