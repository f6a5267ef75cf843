/* a hydraulic cylinder with a mass on a spring: by itself (gets a pressure, and perhaps a
 * force), or with the node inside (`piston`: gets a flow, and tells the pressure)
 *     m x'' = A (p - outside) - k x - d x' + F;   the flow into the node is -A x' */
#include "hydraulic.h"
#include "part.h"

#include <float.h>

enum { MASS, AREA, STIFFNESS, DAMPING, OUTSIDE, HYDRAULIC_INDICES, BALANCE };
#define CYLINDER                                                                                   \
    {"mass", 50.0, DBL_MIN, DBL_MAX, NULL}, {"area", 1e-3, DBL_MIN, DBL_MAX, NULL},                \
        {"stiffness", 2e5, 0.0, DBL_MAX, NULL}, {"damping", 500.0, 0.0, DBL_MAX, NULL}, {          \
        "outside", 1e5, -DBL_MAX, DBL_MAX, NULL                                                    \
    }
static const char *const balances[] = {"flow", "volume", NULL};
static const char *const laws[] = {"constant", "air", NULL};
static const part_value values[] = {CYLINDER, {NULL, 0, 0, 0, NULL}};
static const part_value piston_values[] = {CYLINDER,
                                           HYDRAULIC_VALUES(laws, 1.0),
                                           {"balance", 0.0, 0.0, 1.0, balances},
                                           {NULL, 0, 0, 0, NULL}};

static double acceleration(const part *self, const double *x, double p) {
    const double *v = self->value;
    return (v[AREA] * (p - v[OUTSIDE]) - v[STIFFNESS] * x[0] - v[DAMPING] * x[1]) / v[MASS];
}

/* --- the cylinder --- */

static const char *shape(part *self) {
    self->states = 2;
    part_input(self, "p", "Pa", 1, MR_NONE);
    part_input(self, "F", "N", 1, MR_NONE);
    part_output(self, "Q", "m3/s", 1, 1);
    part_output(self, "V", "m3", 1, MR_NONE);
    part_output(self, "x", "m", 1, MR_NONE);
    part_output(self, "v", "m/s", 1, 2);
    return NULL;
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    rate[0] = x[1];
    rate[1] = acceleration(self, x, u[0]) + u[1] / self->value[MASS];
}

static void outputs(const part *self, const double *x, const double *u, double *y) {
    (void)u;
    y[0] = -self->value[AREA] * x[1];
    y[1] = -self->value[AREA] * x[0];
    y[2] = x[0];
    y[3] = x[1];
}

static void rates(const part *self, const double *x, const double *u, double *ydot) {
    double rate[2];
    slope(self, x, u, rate);
    ydot[0] = -self->value[AREA] * rate[1];
    ydot[1] = -self->value[AREA] * rate[0];
    ydot[2] = rate[0];
    ydot[3] = rate[1];
}

PART_KIND(cylinder, "hydraulic cylinder with a mass on a spring", .outputs = outputs,
          .slope = slope, .rates = rates);

/* --- with the node inside: x[2] is the volume that has flowed in, x[3] that of the start
 *
 * balance=flow: the integral of the flow that was told, whose errors add up. balance=volume: at the
 * begin of each step it is set to the volume that the other side tells. --- */

static hydraulic_oil oil_of(const part *self) {
    const double *v = self->value;
    return (hydraulic_oil){.law = v[LAW] > 0.0 ? MODULUS_WITH_AIR : CONSTANT_MODULUS,
                           .modulus = v[MODULUS],
                           .air = v[AIR],
                           .exponent = v[EXPONENT],
                           .reference = v[REFERENCE],
                           .start = v[PRESSURE]};
}

static double pressure(const part *self, const double *x) {
    const hydraulic_oil oil = oil_of(self);
    return hydraulic_pressure(&oil, (x[2] - x[3] - self->value[AREA] * x[0]) / self->value[VOLUME],
                              self->value[PRESSURE]);
}

static const char *piston_shape(part *self) {
    if (self->value[LAW] > 0.0 && !(self->value[PRESSURE] > 0.0))
        return "with air in the oil the pressure must be absolute, above 0";
    self->states = 4;
    part_input(self, "Q", "m3/s", 1, self->value[BALANCE] > 0.0 ? 1 : MR_NONE);
    if (self->value[BALANCE] > 0.0)
        part_input(self, "V", "m3", 1, MR_NONE);
    part_output(self, "p", "Pa", 1, MR_NONE);
    part_output(self, "x", "m", 1, MR_NONE);
    part_output(self, "v", "m/s", 1, 1);
    part_output(self, "Q", "m3/s", 1, 4);
    part_output(self, "V", "m3", 1, MR_NONE);
    return NULL;
}

static void piston_start(const part *self, const double *u, double *x) {
    if (self->value[BALANCE] > 0.0)
        x[2] = x[3] = u[1];
}

static void piston_begin(const part *self, const double *u, double *x) {
    if (self->value[BALANCE] > 0.0)
        x[2] = u[1];
}

static void piston_slope(const part *self, const double *x, const double *u, double *rate) {
    rate[0] = x[1];
    rate[1] = acceleration(self, x, pressure(self, x));
    rate[2] = u[0];
    rate[3] = 0.0;
}

static void piston_outputs(const part *self, const double *x, const double *u, double *y) {
    (void)u;
    y[0] = pressure(self, x);
    y[1] = x[0];
    y[2] = x[1];
    y[3] = -self->value[AREA] * x[1];
    y[4] = -self->value[AREA] * x[0];
}

static void piston_rates(const part *self, const double *x, const double *u, double *ydot) {
    const hydraulic_oil oil = oil_of(self);
    const double p = pressure(self, x);
    ydot[0] = hydraulic_modulus(&oil, p) / self->value[VOLUME] * (u[0] - self->value[AREA] * x[1]);
    ydot[1] = x[1];
    ydot[2] = acceleration(self, x, p);
    ydot[3] = -self->value[AREA] * ydot[2];
    ydot[4] = -self->value[AREA] * x[1];
}

PART_KIND_OF(piston, "hydraulic cylinder with the node inside", piston_values, piston_shape,
             .start = piston_start, .begin = piston_begin, .slope = piston_slope,
             .outputs = piston_outputs, .rates = piston_rates);
