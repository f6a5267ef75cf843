/* masses in a row with springs between them; the first one perhaps on a spring to the ground
 *
 * Forces act on the first and on the last mass. It begins at rest in a piece of the first mode of a
 * longer row, fixed at its begin and free at its end, of `whole` masses, of which this piece has
 * the masses from `first` on: x_i = sin(i pi / (2 whole + 1)). The closed form of the whole is
 *     x_i(t) = sin(i pi/(2 whole + 1)) cos(w t),  w = 2 sqrt(k/m) sin(pi/(4 whole + 2)). */
#include "part.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MASSES, MASS, STIFFNESS, DAMPING, FIXED, FIRST, WHOLE, AMPLITUDE };
static const char *const no_yes[] = {"no", "yes", NULL};
static const part_value values[] = {{"masses", 1.0, 1.0, PART_STATES / 2.0, NULL},
                                    {"mass", 1.0, DBL_MIN, DBL_MAX, NULL},
                                    {"stiffness", 1e4, 0.0, DBL_MAX, NULL},
                                    {"damping", 0.0, 0.0, DBL_MAX, NULL},
                                    {"fixed", 0.0, 0.0, 1.0, no_yes},
                                    {"first", 1.0, 1.0, 1e9, NULL},
                                    {"whole", 1.0, 1.0, 1e9, NULL},
                                    {"amplitude", 1.0, -DBL_MAX, DBL_MAX, NULL},
                                    {NULL, 0, 0, 0, NULL}};

static int count(const part *self) {
    return (int)self->value[MASSES];
}

static const char *shape(part *self) {
    const int n = count(self);
    if (self->value[MASSES] != n)
        return "the number of masses must be whole";
    self->states = 2 * n;
    part_input(self, "F_first", "N", 1, MR_NONE);
    part_input(self, "F_last", "N", 1, MR_NONE);
    part_output(self, "x_first", "m", 1, MR_NONE);
    part_output(self, "v_first", "m/s", 1, 0);
    part_output(self, "x_last", "m", 1, MR_NONE);
    part_output(self, "v_last", "m/s", 1, 2);
    part_output(self, "energy", "J", 1, MR_NONE);
    part_output(self, "x", "m", n, MR_NONE);
    return NULL;
}

static void start(const part *self, const double *u, double *x) {
    (void)u;
    for (int i = 0; i < count(self); i++)
        x[i] = self->value[AMPLITUDE] * sin((self->value[FIRST] + i) * 3.14159265358979323846 /
                                            (2.0 * self->value[WHOLE] + 1.0));
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    const int n = count(self);
    const double k = self->value[STIFFNESS], d = self->value[DAMPING], m = self->value[MASS];
    const double *v = x + n;
    double left = self->value[FIXED] > 0.0 ? -k * x[0] - d * v[0] : 0.0; /* on mass i from i-1 */
    for (int i = 0; i < n; i++) {
        const double right = i + 1 < n ? k * (x[i + 1] - x[i]) + d * (v[i + 1] - v[i]) : 0.0;
        rate[i] = v[i];
        rate[n + i] = (left + right + (i == 0 ? u[0] : 0.0) + (i == n - 1 ? u[1] : 0.0)) / m;
        left = -right;
    }
}

static void outputs(const part *self, const double *x, const double *u, double *y) {
    const int n = count(self);
    (void)u;
    y[0] = x[0];
    y[1] = x[n];
    y[2] = x[n - 1];
    y[3] = x[2 * n - 1];
    y[4] = self->value[FIXED] > 0.0 ? 0.5 * self->value[STIFFNESS] * x[0] * x[0] : 0.0;
    memcpy(y + 5, x, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) {
        const double stretch = i + 1 < n ? x[i + 1] - x[i] : 0.0;
        y[4] += 0.5 * self->value[MASS] * x[n + i] * x[n + i] +
                0.5 * self->value[STIFFNESS] * stretch * stretch;
    }
}

static void rates(const part *self, const double *x, const double *u, double *ydot) {
    const int n = count(self);
    double rate[PART_STATES];
    slope(self, x, u, rate);
    ydot[0] = x[n];
    ydot[1] = rate[n];
    ydot[2] = x[2 * n - 1];
    ydot[3] = rate[2 * n - 1];
    memcpy(ydot + 5, x + n, (size_t)n * sizeof *ydot);
    ydot[4] = u[0] * x[n] + u[1] * x[2 * n - 1];
    for (int i = 0; self->value[DAMPING] > 0.0 && i < n; i++) {
        const double speed = i + 1 < n ? x[n + i + 1] - x[n + i] : 0.0;
        ydot[4] -= self->value[DAMPING] * speed * speed;
    }
    if (self->value[FIXED] > 0.0)
        ydot[4] -= self->value[DAMPING] * x[n] * x[n];
}

PART_KIND(row, "masses in a row with springs between them", .start = start, .outputs = outputs,
          .slope = slope, .rates = rates);
