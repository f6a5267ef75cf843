/* drag: a point meets a force against its velocity, linear per axis and quadratic in speed */
#include "reach.h"

#include <math.h>
#include <string.h>

typedef struct drag {
    mbs_reach point;
    double linear[3], quadratic;
} drag;

static void force_at(const drag *d, const double *v, double f[3]) {
    double x[3];
    mbs_form_at(&d->point.form, v, x);
    double speed = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < 3; k++)
        f[k] = -(d->linear[k] + d->quadratic * speed) * x[k];
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const drag *d = e->data;
    double f[3];
    (void)m, (void)q;
    force_at(d, v, f);
    mbs_form_add(&d->point.form, f, Q);
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const drag *d = e->data;
    double x[3], B[3][3];
    (void)m, (void)q, (void)K;
    mbs_form_at(&d->point.form, v, x);
    double speed = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            B[k][l] = speed > 0.0 ? d->quadratic * x[k] * x[l] / speed : 0.0;
            if (k == l)
                B[k][l] += d->linear[k] + d->quadratic * speed;
        }
    mbs_reach_block(&d->point, &d->point, B, 1.0, e->stencil.count, C);
}

static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const drag *d = e->data;
    double f[3], x[3];
    (void)m, (void)q;
    force_at(d, v, f);
    mbs_form_at(&d->point.form, v, x);
    return (mbs_power){0.0, -(f[0] * x[0] + f[1] * x[1] + f[2] * x[2]), 0.0};
}

static void report(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                   mbs_quantity quantity, double *y) {
    (void)m, (void)q, (void)quantity;
    force_at(e->data, v, y);
}

static const mbs_element_type type = {
    .force = force, .tangent = tangent, .power = power, .report = report, .force_count = 3};

mr_status mbs_plan_drag(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_drag_data *data = &item->data.drag;
    int body;
    void *memory;
    mbs_form form;
    MR_TRY(mbs_whole_point_form(plan, item->origin, data->at, &body, &form));
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(drag), &memory);
    if (!e)
        return MR_ERR_MEMORY;
    drag *d = memory;
    memcpy(d->linear, data->linear, sizeof d->linear);
    d->quadratic = data->quadratic;
    e->symmetric = 1;
    d->point.form = form;
    return mbs_reach_all(plan, item->origin, &d->point, 1, &e->stencil);
}
