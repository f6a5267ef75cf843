/* prediction and deviation of the interface coordinates by the slave's matrices alone
 *
 * What moves behind the interface is not known. Behind a coordinate without a position its reaction
 * r = a - Au u - Av v is taken to go on as it changed over the slave's last step: an axle whose
 * tyres roll on a vehicle that gains speed would else be held back to the speed of a moment ago.
 * Behind others it changes with the fast motion too: the change over a step is not its slope. */
#include "dense.h"
#include "interface_model.h"

#include <math.h>
#include <string.h>

/* inputs at t on the straight lines between the samples, held outside them */
void mr_deviated_inputs(const mr_history *inputs, double t, double *u) {
    const double *times = mr_history_times(inputs);
    const int k = mr_history_find(inputs, t, 0.0);
    const double *right = mr_history_row(inputs, k);
    const double *left = k > 0 ? mr_history_row(inputs, k - 1) : right;
    double part = k > 0 ? (t - times[k - 1]) / (times[k] - times[k - 1]) : 1.0;
    if (part > 1.0)
        part = 1.0;
    for (int i = 0; i < inputs->columns; i++)
        u[i] = left[i] + part * (right[i] - left[i]);
}

/* acceleration that follows from u and the state, without the implicit part: forcing + Ap (p - p_o)
 * + Av (v - v_o) */
static void acceleration(const mr_interface_model *model, double t, const double *u,
                         const double *origin, const double *p, const double *v, double *a) {
    const int n = model->n, m = model->m;
    for (int i = 0; i < n; i++) {
        double sum = origin ? origin[2 * n + i] + model->drift[i] * (t - model->times[2]) : 0.0;
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                sum += model->Au[i * m + j] * (u[j] - model->mean[j]);
        for (int j = 0; j < n; j++)
            sum += model->Ap[i * n + j] * (p[j] - (origin ? origin[j] : 0.0)) +
                   model->Av[i * n + j] * (v[j] - (origin ? origin[n + j] : 0.0));
        a[i] = sum;
    }
}

/* one trapezoidal step of p'' = … from state (p, v, a) over h to inputs u; origin NULL: the
 * deviation */
static void trapezoid(mr_interface_model *model, const double *from, double t, double h,
                      const double *u, const double *origin, double *to) {
    const int n = model->n;
    double *p = to, *v = to + n, *a = to + 2 * n;
    for (int i = 0; i < n; i++) {
        const double v_explicit = from[n + i] + 0.5 * h * from[2 * n + i];
        p[i] = from[i] + 0.5 * h * (from[n + i] + v_explicit);
        v[i] = v_explicit;
    }
    acceleration(model, t, u, origin, p, v, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            model->matrix[i * n + j] = (i == j ? 1.0 : 0.0) - 0.25 * h * h * model->Ap[i * n + j] -
                                       0.5 * h * model->Av[i * n + j];
    if (!mr_dense_solve(n, model->matrix, a))
        for (int i = 0; i < n; i++)
            a[i] = NAN;
    for (int i = 0; i < n; i++) {
        v[i] += 0.5 * h * a[i];
        p[i] += 0.25 * h * h * a[i];
    }
}

/* all samples later than `from` up to `to`, and `to` itself, as steps of the same rule */
static void integrate(mr_interface_model *model, const mr_history *inputs, double from, double to,
                      const double *origin, double *state) {
    const double *times = mr_history_times(inputs);
    double t = from;
    for (int k = mr_history_find(inputs, from, 0.0); k < inputs->count && times[k] < to; k++) {
        if (times[k] <= t)
            continue;
        trapezoid(model, state, times[k], times[k] - t, mr_history_row(inputs, k), origin,
                  model->trial);
        memcpy(state, model->trial, (size_t)(3 * model->n) * sizeof *state);
        t = times[k];
    }
    if (to > t) {
        mr_deviated_inputs(inputs, to, model->u_end);
        trapezoid(model, state, to, to - t, model->u_end, origin, model->trial);
        memcpy(state, model->trial, (size_t)(3 * model->n) * sizeof *state);
    }
}

/* the prediction begins anew at the slave's state plus the deviation, and goes on to the newest
 * sample */
void mr_deviated_restart(mr_interface_model *model, const mr_history *inputs) {
    const int n = model->n;
    const double t = model->times[2];
    double *base = model->base;
    for (int i = 0; i < 2 * n; i++)
        base[i] = model->slave[i] + model->deviation[i];
    mr_deviated_inputs(inputs, t, model->u);
    acceleration(model, t, model->u, model->slave, base, base + n, base + 2 * n);
    memcpy(model->before, base, (size_t)(3 * n) * sizeof *base);
    model->times[0] = model->times[1] = t;
    const double newest = mr_history_newest(inputs);
    if (newest <= t)
        return;
    const int k = inputs->count - 2;
    const double last = k >= 0 ? mr_history_times(inputs)[k] : t;
    if (last > t) {
        integrate(model, inputs, t, last, model->slave, base);
        memcpy(model->before, base, (size_t)(3 * n) * sizeof *base);
        model->times[1] = last;
    }
    trapezoid(model, model->before, newest, newest - model->times[1],
              mr_history_row(inputs, inputs->count - 1), model->slave, base);
    model->times[0] = newest;
}

/* over a step of the slave, with the matrices of its beginning */
void mr_deviate(mr_interface_model *model, double from, double to, const mr_history *inputs) {
    const int n = model->n;
    mr_deviated_inputs(inputs, from, model->u);
    acceleration(model, from, model->u, NULL, model->deviation, model->deviation + n,
                 model->deviation + 2 * n);
    integrate(model, inputs, from, to, NULL, model->deviation);
    for (int i = 0; i < 3 * n; i++)
        model->deviation[i] *= model->leak;
}

void mr_deviated_drift(mr_interface_model *model, double h) {
    const int n = model->n, m = model->m;
    for (int i = 0; i < n; i++) {
        double change = model->slave[2 * n + i] - model->slave_before[2 * n + i];
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                change -= model->Au[i * m + j] * (model->mean[j] - model->mean_before[j]);
        for (int j = 0; j < n; j++)
            change -= model->Ap[i * n + j] * (model->slave[j] - model->slave_before[j]) +
                      model->Av[i * n + j] * (model->slave[n + j] - model->slave_before[n + j]);
        /* matrices that were learnt miss what they have not learnt yet, a jump does not go on */
        const bool rolls = model->coordinates[i].position < 0;
        model->drift[i] =
            rolls && !model->identify && !mr_matrices_surprised(model) ? change / h : 0.0;
    }
}

void mr_deviated_sample(mr_interface_model *model, const mr_history *inputs, bool again) {
    const double newest = mr_history_newest(inputs);
    if (again || newest <= model->times[0]) {
        mr_deviated_restart(model, inputs);
        return;
    }
    memcpy(model->before, model->base, (size_t)(3 * model->n) * sizeof *model->base);
    model->times[1] = model->times[0];
    trapezoid(model, model->before, newest, newest - model->times[1],
              mr_history_row(inputs, inputs->count - 1), model->slave, model->base);
    model->times[0] = newest;
}

void mr_deviated_predict(mr_interface_model *model, double t, const double *u, double *outputs) {
    const int n = model->n;
    const double h = t - model->times[0];
    const double *state = model->base;
    if (h != 0.0) {
        trapezoid(model, model->base, t, h, u, model->slave, model->trial);
        state = model->trial;
    }
    for (int i = 0; i < n; i++) {
        const mr_coordinate *c = &model->coordinates[i];
        if (c->position >= 0)
            outputs[c->position] = state[i];
        outputs[c->velocity] = state[n + i];
        outputs[c->acceleration] = state[2 * n + i];
    }
}
