/* a double-acting hydraulic cylinder with a valve: takes its length s and speed s', and the place k
 * of the spool from 0 to 1; tells its force and the pressures of its chambers
 *     p1' = b(p1)/(A l1) ( A s' + a k d(pp - p1) - a (1 - k) d(p1 - pt)),   l1 = L/2 + s0 - s
 *     p2' = b(p2)/(A l2) (-A s' + a (1 - k) d(pp - p2) - a k d(p2 - pt)),   l2 = L/2 + s - s0
 *     F = A (p2 - p1) - c s',   d(p) = cd sqrt(2 p/rho), 0 for p < 0
 * with the compressibility of A. Cardona, M. Geradin, Mechanism and Machine Theory 25 (1990):
 *     b(p) = (1 + a1 p + a2 p^2) / (a1 + 2 a2 p).
 * It is the actuator of the hydraulic manipulator in the co-simulation benchmarks of the
 * Laboratorio de Ingeniería Mecánica, University of A Coruña. At the start it holds a force F0 at
 * rest: p2 - p1 = F0/A, p1 + p2 = pp + pt. */
#include "part.h"

#include <float.h>
#include <math.h>

enum { AREA, STROKE, FRICTION, OPENING, DISCHARGE, DENSITY, SUPPLY, TANK, LINEAR, SQUARE, HELD };
static const part_value values[] = {
    {"area", 0.0065, DBL_MIN, DBL_MAX, NULL},     {"stroke", 0.442, DBL_MIN, DBL_MAX, NULL},
    {"friction", 1e5, 0.0, DBL_MAX, NULL},        {"opening", 0.0005, 0.0, DBL_MAX, NULL},
    {"discharge", 0.67, 0.0, DBL_MAX, NULL},      {"density", 850.0, DBL_MIN, DBL_MAX, NULL},
    {"supply", 7.6e6, -DBL_MAX, DBL_MAX, NULL},   {"tank", 1e5, -DBL_MAX, DBL_MAX, NULL},
    {"linear", 6.53e-10, DBL_MIN, DBL_MAX, NULL}, {"square", -1.19e-18, -DBL_MAX, DBL_MAX, NULL},
    {"held", 0.0, -DBL_MAX, DBL_MAX, NULL},       {NULL, 0, 0, 0, NULL}};

/* x: pressures, and the length at the start */
static const char *shape(part *self) {
    self->states = 3;
    part_input(self, "s", "m", 1, MR_NONE);
    part_input(self, "v", "m/s", 1, 0);
    part_input(self, "spool", "", 1, MR_NONE);
    part_output(self, "F", "N", 1, MR_NONE);
    part_output(self, "p1", "Pa", 1, MR_NONE);
    part_output(self, "p2", "Pa", 1, MR_NONE);
    return NULL;
}

static void start(const part *self, const double *u, double *x) {
    const double *v = self->value;
    const double difference = v[HELD] / v[AREA], sum = v[SUPPLY] + v[TANK];
    x[0] = 0.5 * (sum - difference);
    x[1] = 0.5 * (sum + difference);
    x[2] = u[0];
}

static double flow(const part *self, double part_open, double p) {
    const double *v = self->value;
    return p > 0.0 ? v[OPENING] * part_open * v[DISCHARGE] * sqrt(2.0 * p / v[DENSITY]) : 0.0;
}

static double modulus(const part *self, double p) {
    const double *v = self->value;
    return (1.0 + v[LINEAR] * p + v[SQUARE] * p * p) / (v[LINEAR] + 2.0 * v[SQUARE] * p);
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    const double *v = self->value;
    const double A = v[AREA], middle = 0.5 * v[STROKE], k = u[2];
    const double l1 = middle + x[2] - u[0], l2 = middle + u[0] - x[2];
    rate[0] = modulus(self, x[0]) / (A * l1) *
              (A * u[1] + flow(self, k, v[SUPPLY] - x[0]) - flow(self, 1.0 - k, x[0] - v[TANK]));
    rate[1] = modulus(self, x[1]) / (A * l2) *
              (-A * u[1] + flow(self, 1.0 - k, v[SUPPLY] - x[1]) - flow(self, k, x[1] - v[TANK]));
    rate[2] = 0.0;
}

static void outputs(const part *self, const double *x, const double *u, double *y) {
    const double *v = self->value;
    y[0] = v[AREA] * (x[1] - x[0]) - v[FRICTION] * u[1];
    y[1] = x[0];
    y[2] = x[1];
}

PART_KIND(actuator, "hydraulic cylinder with two chambers and a valve", .start = start,
          .outputs = outputs, .slope = slope);
