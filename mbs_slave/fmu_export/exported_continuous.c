/* a slave whose states somebody else integrates: what Model Exchange asks of it */
#include "exported.h"

#include "multirate/pieces.h"

#include "multirate/continuous.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* weak: most slaves integrate themselves and have none */
__attribute__((weak)) const mr_continuous_type *mr_slave_continuous(void);

mr_status exported_open_continuous(exported *self) {
    if (!mr_slave_continuous) {
        mr_message_set(&self->message, "this slave integrates itself: it is for Co-Simulation");
        return MR_ERR_UNSUPPORTED;
    }
    const mr_continuous_type *type = mr_slave_continuous();
    MR_TRY(type->count(self->slave, &self->states));
    const size_t n = (size_t)self->states, m = (size_t)self->inputs, p = (size_t)self->outputs;
    self->x = calloc(4 * n + m + p + (2 * n + m + p) + 1, sizeof *self->x);
    if (!self->x)
        return mr_no_memory(&self->message);
    double *at = MR_PIECES(self->x, n, &self->x, &self->xdot, &self->seed_x, &self->answer_xdot);
    at = MR_PIECES(at, m, &self->seed_u);
    self->trial = MR_PIECES(at, p, &self->answer_y);
    self->continuous = type;
    return MR_OK;
}

mr_status exported_take_states(exported *self) {
    int states = 0; /* parameters may have changed the model */
    MR_TRY(self->continuous->count(self->slave, &states));
    if (states != self->states) {
        mr_message_set(&self->message, "with these parameters the model has other states");
        return MR_ERR_SLAVE_OPEN;
    }
    self->placed = self->xdot_known = false; /* initialise knows no rates */
    return self->continuous->get(self->slave, self->x);
}

void exported_displace(exported *self) {
    self->placed = self->y_known = self->xdot_known = false;
}

mr_status exported_place(exported *self) {
    if (self->placed)
        return MR_OK;
    mr_message_clear(&self->message);
    MR_TRY(self->continuous->set(self->slave, self->t, self->x, self->u));
    self->placed = true;
    return MR_OK;
}

mr_status exported_derivatives(exported *self) {
    MR_TRY(exported_ready(self));
    if (self->xdot_known)
        return MR_OK;
    MR_TRY(exported_place(self));
    MR_TRY(self->continuous->derivatives(self->slave, self->xdot));
    self->xdot_known = true;
    return MR_OK;
}

/* --- directional derivatives --- */

/* of the largest displaced value, or of 1 where that is smaller: the error of the formula is the
 * fourth power of it, that of rounding its inverse */
#define DISPLACEMENT 0x1p-13

void exported_clear_seeds(exported *self) {
    memset(self->seed_x, 0, (size_t)self->states * sizeof *self->seed_x);
    memset(self->seed_u, 0, (size_t)self->inputs * sizeof *self->seed_u);
}

static double largest_part(const double *seed, const double *value, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(seed[i]) / fmax(1.0, fabs(value[i])));
    return largest;
}

/* adds `weight` times outputs and rates at the place that lies `far` along the direction */
static mr_status add_answers(exported *self, double far, double weight) {
    const int n = self->states, m = self->inputs, p = self->outputs;
    double *x = self->trial, *xdot = x + n, *u = xdot + n, *y = u + m;
    for (int i = 0; i < n; i++)
        x[i] = self->x[i] + far * self->seed_x[i];
    for (int i = 0; i < m; i++)
        u[i] = self->u[i] + far * self->seed_u[i];
    MR_TRY(self->continuous->set(self->slave, self->t, x, u));
    MR_TRY(self->continuous->derivatives(self->slave, xdot));
    MR_TRY(self->type->outputs(self->slave, y));
    for (int i = 0; i < n; i++)
        self->answer_xdot[i] += weight * xdot[i];
    for (int i = 0; i < p; i++)
        self->answer_y[i] += weight * y[i];
    return MR_OK;
}

/* central differences of fourth order: (8 (f1 - f-1) - (f2 - f-2)) / 12 e */
mr_status exported_direction(exported *self) {
    static const double places[] = {-2.0, -1.0, 1.0, 2.0}, weights[] = {1.0, -8.0, 8.0, -1.0};
    MR_TRY(exported_ready(self));
    memset(self->answer_xdot, 0, (size_t)self->states * sizeof(double));
    memset(self->answer_y, 0, (size_t)self->outputs * sizeof(double));
    const double largest = fmax(largest_part(self->seed_x, self->x, self->states),
                                largest_part(self->seed_u, self->u, self->inputs));
    if (!isfinite(largest)) {
        mr_message_set(&self->message, "a seed is no finite number");
        return MR_ERR_ARGUMENT;
    }
    if (!(largest > 0.0))
        return MR_OK;
    const double e = DISPLACEMENT / largest;
    mr_message_clear(&self->message);
    self->placed = false;
    for (int i = 0; i < 4; i++)
        MR_TRY(add_answers(self, places[i] * e, weights[i] / (12.0 * e)));
    return MR_OK;
}
