/* one throw of a crank train with two pistons (a V): torques at both ends of its piece of the shaft
 *
 * x(phi) = r cos phi + sqrt(l^2 - r^2 sin^2 phi) is the way of a piston; it makes an inertia that
 * changes with the angle:
 *     J phi'' + J'/2 phi'^2 = T_first + T_last + T_gas - friction phi' - load,
 *     J = inertia + piston sum (dx/dphi)^2,   T_gas = -area sum p dx/dphi
 * Gas pressure: a smooth peak in every second turn, peak ((1 + cos((phi - 0.3)/2))/2)^40. The data
 * are our own. */
#include "part.h"

#include <float.h>
#include <math.h>

enum { INERTIA, RADIUS, ROD, PISTON, AREA, PEAK, ANGLE, BANK, FRICTION, LOAD, SPEED, OFFSET };
static const part_value values[] = {{"inertia", 0.03, DBL_MIN, DBL_MAX, NULL},
                                    {"radius", 0.043, 0.0, 10.0, NULL},
                                    {"rod", 0.15, DBL_MIN, 100.0, NULL},
                                    {"piston", 0.6, 0.0, DBL_MAX, NULL},
                                    {"area", 5.6e-3, 0.0, DBL_MAX, NULL},
                                    {"peak", 6e6, 0.0, DBL_MAX, NULL},
                                    {"angle", 0.0, -100.0, 100.0, NULL},
                                    {"bank", 1.0471975511965976, -10.0, 10.0, NULL},
                                    {"friction", 0.1, 0.0, DBL_MAX, NULL},
                                    {"load", 0.0, -DBL_MAX, DBL_MAX, NULL},
                                    {"speed", 200.0, -1e5, 1e5, NULL},
                                    {"twist", 0.0, -100.0, 100.0, NULL},
                                    {NULL, 0, 0, 0, NULL}};

static const char *shape(part *self) {
    if (!(self->value[ROD] > self->value[RADIUS]))
        return "the rod must be longer than the radius";
    self->states = 2;
    part_input(self, "T_first", "N.m", 1, MR_NONE);
    part_input(self, "T_last", "N.m", 1, MR_NONE);
    part_output(self, "phi", "rad", 1, MR_NONE);
    part_output(self, "omega", "rad/s", 1, 0);
    return NULL;
}

static void start(const part *self, const double *u, double *x) {
    (void)u;
    x[0] = self->value[OFFSET];
    x[1] = self->value[SPEED];
}

/* first and second derivative of the piston's way */
static void piston(const part *self, double phi, double *first, double *second) {
    const double r = self->value[RADIUS], l = self->value[ROD];
    const double s = sin(phi), c = cos(phi), root = sqrt(l * l - r * r * s * s);
    *first = -r * s - r * r * s * c / root;
    *second = -r * c - r * r * (c * c - s * s) / root -
              r * r * r * r * s * s * c * c / (root * root * root);
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    const double *v = self->value;
    double J = v[INERTIA], half = 0.0, gas = 0.0;
    for (int bank = 0; bank < 2; bank++) {
        double first, second;
        const double phi = x[0] + v[ANGLE] - (bank ? v[BANK] : 0.0);
        piston(self, phi, &first, &second);
        J += v[PISTON] * first * first;
        half += v[PISTON] * first * second;
        gas -= v[AREA] * v[PEAK] * pow(0.5 * (1.0 + cos(0.5 * (phi - 0.3))), 40.0) * first;
    }
    rate[0] = x[1];
    rate[1] = (u[0] + u[1] + gas - v[FRICTION] * x[1] - v[LOAD] - half * x[1] * x[1]) / J;
}

PART_KIND(crank, "one throw of a crank train with two pistons", .start = start, .slope = slope,
          .rates = slope);
