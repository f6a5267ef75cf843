/* outputs of a running simulation and their rates: exact where the motion tells them, else from the
 * last two steps */
#include "sim.h"
#include "plan.h"

#include <math.h>
#include <string.h>

static double along(const mbs_function *f, const double *gradient, const double *x) {
    double sum = 0.0;
    for (int i = 0; i < f->stencil.count; i++)
        sum += gradient[i] * x[f->stencil.entry[i]];
    return sum;
}

/* value, velocity and acceleration of a function */
static void motion(const mbs_simulation *s, const mbs_function *f, double y[3]) {
    double g[MBS_LOCAL_MAX];
    y[0] = mbs_function_gradient(f, s->q, g);
    y[1] = along(f, g, s->v);
    y[2] = along(f, g, s->a) + mbs_function_bilinear(f, s->q, s->v, s->v);
}

/* velocity or acceleration of a point along a vector that moves with its body */
static int seen(const mbs_simulation *s, const mbs_output *o, double *y, double *rate) {
    double n[3], n_rate[3], v[3], a[3];
    mbs_form_at(&o->triad[1], s->q, n);
    mbs_form_at(&o->triad[0], s->a, a);
    double along_a = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
    y[0] = along_a;
    if (o->quantity == MBS_ACCELERATION)
        return 0;
    mbs_form_at(&o->triad[0], s->v, v);
    mbs_form_at(&o->triad[1], s->v, n_rate);
    y[0] = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
    rate[0] = along_a + v[0] * n_rate[0] + v[1] * n_rate[1] + v[2] * n_rate[2];
    return 1;
}

static void cross_add(const double a[3], const double b[3], double factor, double c[3]) {
    c[0] += factor * (a[1] * b[2] - a[2] * b[1]);
    c[1] += factor * (a[2] * b[0] - a[0] * b[2]);
    c[2] += factor * (a[0] * b[1] - a[1] * b[0]);
}

/* yaw about z, pitch about the new y, roll about the new x, of the axes of the design position */
static double body_angle(const double e[3][3], int which) {
    switch (which) {
    case MBS_ROLL:
        return atan2(e[1][2], e[2][2]);
    case MBS_PITCH:
        return atan2(-e[0][2], hypot(e[0][0], e[0][1]));
    default:
        return atan2(e[0][1], e[0][0]);
    }
}

static double body_angle_rate(const double e[3][3], const double d[3][3], int which) {
    if (which == MBS_ROLL)
        return (d[1][2] * e[2][2] - e[1][2] * d[2][2]) / (e[1][2] * e[1][2] + e[2][2] * e[2][2]);
    double level = e[0][0] * e[0][0] + e[0][1] * e[0][1];
    if (which == MBS_PITCH) {
        double r = sqrt(level), rd = (e[0][0] * d[0][0] + e[0][1] * d[0][1]) / r;
        return (-d[0][2] * r + e[0][2] * rd) / (level + e[0][2] * e[0][2]);
    }
    return (d[0][1] * e[0][0] - e[0][1] * d[0][0]) / level;
}

static void turning(const mbs_simulation *s, const mbs_output *o, double *y, double *rate) {
    double e[3][3], d[3][3], dd[3][3], w[3] = {0, 0, 0}, wd[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        mbs_form_at(&o->triad[i], s->q, e[i]);
        mbs_form_at(&o->triad[i], s->v, d[i]);
        mbs_form_at(&o->triad[i], s->a, dd[i]);
        cross_add(e[i], d[i], 0.5, w);
        cross_add(e[i], dd[i], 0.5, wd);
    }
    if (o->quantity == MBS_ANGLE) {
        y[0] = body_angle((const double(*)[3])e, o->item);
        rate[0] = body_angle_rate((const double(*)[3])e, (const double(*)[3])d, o->item);
    } else if (o->size == 3) {
        memcpy(y, w, sizeof w);
        memcpy(rate, wd, sizeof wd);
    } else {
        /* the axis moves with the body, so w . n' = 0 */
        double n[3];
        mbs_form_at(&o->triad[3], s->q, n);
        y[0] = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
        rate[0] = wd[0] * n[0] + wd[1] * n[1] + wd[2] * n[2];
    }
}

/* what a joint does to its second body */
static void reaction(const mbs_simulation *s, const mbs_output *o, double *y) {
    memset(y, 0, 3 * sizeof *y);
    if (o->item_count < 0) {
        y[0] = -s->lambda[o->item];
        return;
    }
    for (int i = 0; i < o->item_count; i++) {
        const mbs_reaction *r = &s->model->reactions[o->item + i];
        double u[3], w[3], pull = -s->lambda[r->constraint];
        if (r->is_torque != (o->quantity == MBS_TORQUE))
            continue;
        if (r->axis >= 0) {
            y[r->axis] += pull;
            continue;
        }
        mbs_form_at(&r->u, s->q, u);
        mbs_form_at(&r->w, s->q, w);
        if (r->is_torque) {
            cross_add(u, w, pull, y);
        } else {
            for (int k = 0; k < 3; k++)
                y[k] += pull * (u[k] - w[k]);
        }
    }
}

static double energy(mbs_simulation *s, const mbs_output *o) {
    if (o->item == MBS_OF_ELEMENT) {
        mbs_energy e;
        (void)mbs_simulation_element_energy(s, s->model->elements[o->element].name, &e);
        return e.potential + e.dissipated - e.supplied;
    }
    if (!s->energy_noted)
        mbs_note_energy(s);
    mbs_energy e = s->energy;
    const double values[] = {e.kinetic, e.potential, e.dissipated, e.supplied,
                             e.kinetic + e.potential + e.dissipated - e.supplied};
    return values[o->item];
}

/* what an element reports, asked for once */
static const double *reported(mbs_simulation *s, const mbs_output *o) {
    int is_slip = o->quantity == MBS_SLIP;
    double *values = is_slip ? s->slip + 2 * o->element : s->load + 3 * o->element;
    double *noted = (is_slip ? s->slip_noted : s->load_noted) + o->element;
    if (*noted == 0.0) {
        mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
        const mbs_element *e = &s->model->elements[o->element];
        e->type->report(e, &moment, s->q, s->v, o->quantity, values);
        *noted = 1.0;
    }
    return values;
}

/* forces, torques and slips, all values or one component */
static void load(mbs_simulation *s, const mbs_output *o, double *y) {
    double reactions[3];
    const double *values = reactions;
    if (o->element >= 0)
        values = reported(s, o);
    else
        reaction(s, o, reactions);
    if (o->component >= 0)
        y[0] = values[o->component];
    else
        memcpy(y, values, (size_t)o->size * sizeof *y);
}

/* one output; returns 1 if the rate is exact */
static int evaluate(mbs_simulation *s, const mbs_output *o, double *y, double *rate) {
    const mbs_model *m = s->model;
    switch (o->quantity) {
    case MBS_POSITION:
    case MBS_VELOCITY:
    case MBS_ACCELERATION:
        if (o->triad)
            return seen(s, o, y, rate);
        for (int i = 0; i < o->size; i++) {
            double chain[3];
            motion(s, &m->functions[o->function + i], chain);
            y[i] = chain[o->quantity];
            if (o->quantity != MBS_ACCELERATION)
                rate[i] = chain[o->quantity + 1];
        }
        return o->quantity != MBS_ACCELERATION;
    case MBS_ANGLE:
    case MBS_SPIN:
        turning(s, o, y, rate);
        return 1;
    case MBS_ENERGY:
        y[0] = energy(s, o);
        return 0;
    case MBS_CONSTRAINTS:
        y[0] = mbs_simulation_violation(s);
        return 0;
    default:
        load(s, o, y);
        return 0;
    }
}

void mbs_simulation_outputs(mbs_simulation *s, double *y) {
    double rate[3];
    for (int i = 0; i < s->model->output_count; i++) {
        (void)evaluate(s, &s->model->output[i], y, rate);
        y += s->model->output[i].size;
    }
}

void mbs_simulation_rates(mbs_simulation *s, double *ydot) {
    double y[3];
    const double *slope = s->y_rate;
    for (int i = 0; i < s->model->output_count; i++) {
        int size = s->model->output[i].size;
        if (!evaluate(s, &s->model->output[i], y, ydot))
            memcpy(ydot, slope, (size_t)size * sizeof *ydot);
        ydot += size;
        slope += size;
    }
}

void mbs_note_outputs(mbs_simulation *s, double h, double h_before) {
    double *last = s->y_last, *slope = s->y_slope, *rate = s->y_rate;
    for (int i = 0; i < s->model->output_count; i++) {
        const mbs_output *o = &s->model->output[i];
        if (o->quantity == MBS_ACCELERATION || o->quantity >= MBS_FORCE) {
            double y[3], unused[3];
            (void)evaluate(s, o, y, unused);
            for (int k = 0; k < o->size; k++) {
                double now = h > 0.0 ? (y[k] - last[k]) / h : 0.0;
                /* the parabola through three values, as soon as there are three */
                rate[k] = h_before > 0.0 ? now + (now - slope[k]) * h / (h + h_before) : now;
                slope[k] = now;
                last[k] = y[k];
            }
        }
        last += o->size;
        slope += o->size;
        rate += o->size;
    }
}
