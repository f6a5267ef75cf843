/* the model of the test FMU */
#include "oscillator.h"

#include <math.h>
#include <stddef.h>

void oscillator_reset(oscillator *self) {
    self->t = self->x = self->v = self->a = self->F = self->F_rate = self->F_curve = 0.0;
    self->m = 2.0;
    self->k = 50.0;
    self->c = 0.4;
    self->x0 = 1.0;
    self->failure_time = 0.0;
    self->failure = self->count = 0;
    self->event_pending = self->terminated = false;
    self->settled = -INFINITY;
}

static double acceleration(const oscillator *self, double force) {
    return (force - self->k * self->x - self->c * self->v) / self->m;
}

void oscillator_start(oscillator *self, double t0) {
    self->t = self->last_successful = t0;
    self->x = self->x0;
    self->v = 0.0;
    self->a = acceleration(self, self->F);
}

void oscillator_step(oscillator *self, double end, double force_before, double force) {
    const double h = end - self->t;
    self->a = acceleration(self, force_before);
    const double v = self->v + 0.5 * h * self->a, x = self->x + 0.5 * h * (self->v + v);
    self->a = (force - self->k * x - self->c * v) /
              (self->m + 0.5 * h * self->c + 0.25 * h * h * self->k);
    self->v = v + 0.5 * h * self->a;
    self->x = x + 0.25 * h * h * self->a;
    self->t = self->last_successful = end;
}

bool oscillator_fails(const oscillator *self, int failure) {
    return self->failure == failure && self->t >= self->failure_time - 1e-9;
}

double *oscillator_real(oscillator *self, unsigned reference) {
    switch (reference) {
    case REF_F:
        return &self->F;
    case REF_X:
        return &self->x;
    case REF_V:
        return &self->v;
    case REF_A:
        return &self->a;
    case REF_M:
        return &self->m;
    case REF_K:
        return &self->k;
    case REF_C:
        return &self->c;
    case REF_X0:
        return &self->x0;
    case REF_FAILURE_TIME:
        return &self->failure_time;
    default:
        return NULL;
    }
}

int oscillator_derivative(const oscillator *self, unsigned unknown, unsigned known, double *value) {
    if (unknown != REF_A || (known != REF_F && known != REF_X && known != REF_V))
        return 0;
    *value = (known == REF_F ? 1.0 : known == REF_X ? -self->k : -self->c) / self->m;
    return 1;
}
