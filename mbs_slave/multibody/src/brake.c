/* a brake that holds: friction with a little give before it slips (Dahl, AIAA Journal 14 (1976);
 * the state is scaled so that the friction may change at any time)
 *
 * -torque s on a coordinate, with hold s' = v - |v| s: at rest a spring of torque/hold, in motion
 * s = sign(v) after about the angle `hold`. In a step the trapezoidal rule for s is solved on the
 * spot, as in tyre_contact.h. */
#include "reach.h"

#include <math.h>

typedef struct brake {
    int entry, signal;
    double hold;
} brake;

/* s at this moment, and its derivative with respect to v */
static double grip(const brake *b, const mbs_moment *m, int state, double v, double *slope) {
    *slope = 0.0;
    if (m->h == 0.0)
        return m->state[state];
    if (m->h < 0.0)
        return (v > 0.0) - (v < 0.0);
    double half = 0.5 * m->h / b->hold, bottom = 1.0 + half * fabs(v);
    double s = (m->history[state] + half * v) / bottom;
    *slope = half * (1.0 - (v < 0.0 ? -s : s)) / bottom;
    return s;
}

/* its part of the force, at this speed */
static double grip_at(const mbs_element *e, const mbs_moment *m, double v) {
    double slope;
    return grip(e->data, m, e->state, v, &slope);
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const brake *b = e->data;
    (void)q;
    Q[b->entry] -= m->signal[b->signal] * grip_at(e, m, v[b->entry]);
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const brake *b = e->data;
    double slope;
    (void)q, (void)K;
    (void)grip(b, m, e->state, v[b->entry], &slope);
    C[0] += m->signal[b->signal] * slope;
}

/* the give is so small that all of its work counts as lost */
static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    const brake *b = e->data;
    const double rate = v[b->entry];
    (void)q;
    return (mbs_power){0.0, m->signal[b->signal] * grip_at(e, m, rate) * rate, 0.0};
}

static void input(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *dQ) {
    const brake *b = e->data;
    (void)q;
    dQ[b->entry] -= m->slope[b->signal] * grip_at(e, m, v[b->entry]);
}

static void states(const mbs_element *e, mbs_moment *m, const double *q, const double *v, double *z,
                   double *rate) {
    const brake *b = e->data;
    const double speed = v[b->entry];
    (void)q;
    z[0] = grip_at(e, m, speed);
    rate[0] = (speed - fabs(speed) * z[0]) / b->hold;
}

static void report(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                   mbs_quantity quantity, double *y) {
    const brake *b = e->data;
    double slope;
    (void)q, (void)quantity;
    y[0] = -m->signal[b->signal] * grip(b, m, e->state, v[b->entry], &slope);
}

static const mbs_element_type type = {.force = force,
                                      .tangent = tangent,
                                      .power = power,
                                      .input = input,
                                      .states = states,
                                      .report = report,
                                      .force_count = 1};

mr_status mbs_plan_brake(mbs_plan *plan, const mbs_element_item *item) {
    const mbs_spring_data *d = &item->data.spring;
    int entry = 0, signal = 0;
    void *memory;
    MR_TRY(mbs_resolve_coordinate(plan, item->origin, d->coordinate, &entry));
    MR_TRY(mbs_add_signal(plan, item->origin, d->brake, &signal));
    mbs_element *e = mbs_new_element(plan, &type, item->name, sizeof(brake), &memory);
    int *stencil = mbs_arena_copy(&plan->model->arena, &entry, 1, sizeof entry);
    if (!e || !stencil)
        return MR_ERR_MEMORY;
    *(brake *)memory = (brake){entry, signal, d->brake_hold};
    e->stencil.count = 1;
    e->stencil.entry = stencil;
    e->symmetric = 1;
    e->state = plan->model->state_count++;
    e->state_count = 1;
    return MR_OK;
}
