/* a hydraulic node: it owns the pressure, and gives it to all members at it; follows them
 *
 * Members tell the flow into the node, and its integral since any time. State: pressure and sum of
 * volumes at the last exchange, and that sum at the start. */
#include "hydraulic.h"
#include "part.h"

#include <float.h>
#include <math.h>

enum { PORTS, HYDRAULIC_INDICES };
static const char *const laws[] = {"constant", "stepped", "air", NULL};
static const part_value values[] = {
    {"ports", 2.0, 1.0, PART_PORTS, NULL}, HYDRAULIC_VALUES(laws, 2.0), {NULL, 0, 0, 0, NULL}};

static int ports(const part *self) {
    return (int)self->value[PORTS];
}

static hydraulic_oil oil_of(const part *self) {
    return (hydraulic_oil){.law = (hydraulic_law)(int)self->value[LAW],
                           .modulus = self->value[MODULUS],
                           .air = self->value[AIR],
                           .exponent = self->value[EXPONENT],
                           .reference = self->value[REFERENCE],
                           .start = self->value[PRESSURE]};
}

static const char *shape(part *self) {
    if (self->value[PORTS] != ports(self))
        return "the number of ports must be whole";
    if (self->value[LAW] > 0.0 && !(self->value[PRESSURE] > 0.0))
        return "with air in the oil the pressure must be absolute, above 0";
    self->states = 3;
    part_input(self, "V", "m3", ports(self), MR_NONE);
    part_input(self, "Q", "m3/s", ports(self), 0);
    part_output(self, "p", "Pa", 1, MR_NONE);
    return NULL;
}

static double sum(const part *self, const double *values_in) {
    double all = 0.0;
    for (int i = 0; i < ports(self); i++)
        all += values_in[i];
    return all;
}

static void start(const part *self, const double *u, double *x) {
    x[0] = self->value[PRESSURE];
    x[1] = x[2] = sum(self, u);
}

static const char *settle(const part *self, const double *u, double *x) {
    const hydraulic_oil oil = oil_of(self);
    const double V = sum(self, u), volume = self->value[VOLUME];
    if (oil.law == STEPPED_MODULUS)
        x[0] += hydraulic_modulus(&oil, x[0]) / volume * (V - x[1]);
    else
        x[0] = hydraulic_pressure(&oil, (V - x[2]) / volume, x[0]);
    x[1] = V;
    return oil.law == CONSTANT_MODULUS || x[0] > 0.0
               ? NULL
               : "the pressure is no longer above 0: a stepped modulus needs smaller steps";
}

static void rates(const part *self, const double *x, const double *u, double *ydot) {
    const hydraulic_oil oil = oil_of(self);
    ydot[0] = hydraulic_modulus(&oil, x[0]) / self->value[VOLUME] * sum(self, u + ports(self));
}

PART_KIND(node, "hydraulic node: pressure from flows and volumes", .start = start, .settle = settle,
          .rates = rates);
