/* applied torques: with material vectors e1 e2 e3 along three axes, T . w = sum e_i' . (T x e_i)/2,
 * so every vector of the triad gets the force (T x e_i)/2 */
#include "reach.h"
#include "vector.h"

#include <string.h>

typedef struct torque {
    mbs_directed directed; /* along the axis */
    mbs_reach triad[2][3]; /* of the body, and of the one that takes the reaction */
    int bodies;
} torque;

static void add_torque(const mbs_directed *directed, double value, const double *q, double *Q) {
    const torque *t = (const torque *)directed;
    double n[3], e[3], f[3];
    mbs_direction_at(&t->directed, q, n);
    for (int b = 0; b < t->bodies; b++)
        for (int i = 0; i < 3; i++) {
            mbs_form_at(&t->triad[b][i].form, q, e);
            mbs_cross(n, e, f);
            for (int k = 0; k < 3; k++)
                f[k] *= b == 0 ? 0.5 * value : -0.5 * value;
            mbs_form_add(&t->triad[b][i].form, f, Q);
        }
}

/* matrix of x -> a x */
static void skew(const double a[3], double S[3][3]) {
    const double s[3][3] = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}};
    memcpy(S, s, sizeof s);
}

static void tangent(const mbs_element *el, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const torque *t = el->data;
    double n[3], e[3], S[3][3];
    (void)v, (void)C;
    mbs_direction_at(&t->directed, q, n);
    for (int b = 0; b < t->bodies; b++)
        for (int i = 0; i < 3; i++) {
            double half = (b == 0 ? 0.5 : -0.5) * m->signal[t->directed.signal];
            const mbs_reach *r = &t->triad[b][i];
            skew(n, S);
            mbs_reach_block(r, r, S, -half, el->stencil.count, K);
            if (t->directed.along.form.count > 0) {
                mbs_form_at(&r->form, q, e);
                skew(e, S);
                mbs_reach_block(r, &t->directed.along, S, half, el->stencil.count, K);
            }
        }
}

static mbs_power power(const mbs_element *el, mbs_moment *m, const double *q, const double *v) {
    const torque *t = el->data;
    double n[3], e[3], rate[3], f[3], sum = 0.0;
    mbs_direction_at(&t->directed, q, n);
    for (int b = 0; b < t->bodies; b++)
        for (int i = 0; i < 3; i++) {
            mbs_form_at(&t->triad[b][i].form, q, e);
            mbs_form_at(&t->triad[b][i].form, v, rate);
            mbs_cross(n, e, f);
            sum += (b == 0 ? 0.5 : -0.5) * (f[0] * rate[0] + f[1] * rate[1] + f[2] * rate[2]);
        }
    return (mbs_power){0.0, 0.0, m->signal[t->directed.signal] * sum};
}

static const mbs_element_type type = {MBS_DIRECTED, .tangent = tangent, .power = power};

mr_status mbs_plan_torque(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_torque_data *d = &item->data.torque;
    int body[2] = {0, 0}, bodies = d->reaction ? 2 : 1;
    MR_TRY(mbs_resolve_body(plan, item->origin, d->body, &body[0]));
    if (d->reaction)
        MR_TRY(mbs_resolve_body(plan, item->origin, d->reaction, &body[1]));
    void *data;
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(torque), &data);
    if (!e)
        return MR_ERR_MEMORY;
    torque *t = data;
    t->directed.add = add_torque;
    mbs_reach reaches[7];
    memset(reaches, 0, sizeof reaches);
    memcpy(t->directed.direction, d->axis, sizeof t->directed.direction);
    t->bodies = bodies;
    for (int b = 0; b < bodies; b++) {
        mbs_form triad[3];
        MR_TRY(mbs_triad(plan, item->origin, body[b], triad));
        for (int i = 0; i < 3; i++)
            reaches[3 * b + i].form = triad[i];
    }
    if (d->follows_body)
        MR_TRY(mbs_direction_form(plan, item->origin, body[0], d->axis, &reaches[6].form));
    MR_TRY(mbs_add_signal(plan, item->origin, d->value ? d->value : "1", &t->directed.signal));
    MR_TRY(mbs_reach_all(plan, item->origin, reaches, 7, &e->stencil));
    memcpy(t->triad, reaches, sizeof t->triad);
    t->directed.along = reaches[6];
    return MR_OK;
}
