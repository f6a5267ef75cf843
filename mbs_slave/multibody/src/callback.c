/* forces of the user: a C function of the positions and velocities of up to three material points
 */
#include "reach.h"

typedef struct callback {
    mbs_reach point[3];
    int count;
    mbs_callback function;
    void *context;
} callback;

static void ask(const callback *c, mbs_moment *m, const double *q, const double *v, double *f,
                double *dfdx, double *dfdv) {
    double x[9], rate[9];
    for (int i = 0; i < c->count; i++) {
        mbs_form_at(&c->point[i].form, q, x + 3 * i);
        mbs_form_at(&c->point[i].form, v, rate + 3 * i);
    }
    for (int i = 0; i < 9; i++)
        f[i] = 0.0;
    if (c->function(c->context, m->t, c->count, x, rate, f, dfdx, dfdv) != 0)
        m->failed = 1;
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const callback *c = e->data;
    double f[9];
    ask(c, m, q, v, f, NULL, NULL);
    for (int i = 0; i < c->count; i++)
        mbs_form_add(&c->point[i].form, f + 3 * i, Q);
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const callback *c = e->data;
    double f[9], dfdx[81] = {0}, dfdv[81] = {0}, B[3][3];
    int n = 3 * c->count;
    ask(c, m, q, v, f, dfdx, dfdv);
    for (int i = 0; i < c->count; i++)
        for (int j = 0; j < c->count; j++) {
            const double *from[2] = {dfdx, dfdv};
            double *to[2] = {K, C};
            for (int which = 0; which < 2; which++) {
                for (int k = 0; k < 3; k++)
                    for (int l = 0; l < 3; l++)
                        B[k][l] = from[which][(3 * i + k) * n + 3 * j + l];
                mbs_reach_block(&c->point[i], &c->point[j], B, -1.0, e->stencil.count, to[which]);
            }
        }
}

/* whatever it does counts as brought in */
static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const callback *c = e->data;
    double f[9], rate[3], sum = 0.0;
    ask(c, m, q, v, f, NULL, NULL);
    for (int i = 0; i < c->count; i++) {
        mbs_form_at(&c->point[i].form, v, rate);
        for (int k = 0; k < 3; k++)
            sum += f[3 * i + k] * rate[k];
    }
    return (mbs_power){0.0, 0.0, sum};
}

static const mbs_element_type type = {.force = force, .tangent = tangent, .power = power};

mr_status mbs_plan_callback(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_callback_data *d = &item->data.callback;
    void *memory;
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(callback), &memory);
    if (!e)
        return MR_ERR_MEMORY;
    callback *c = memory;
    c->count = d->count;
    c->function = d->function;
    c->context = d->context;
    for (int i = 0; i < d->count; i++) {
        int body;
        MR_TRY(mbs_whole_point_form(plan, item->origin, d->points[i], &body, &c->point[i].form));
    }
    return mbs_reach_all(plan, item->origin, c->point, d->count, &e->stencil);
}
