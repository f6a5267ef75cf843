/* a hydraulic line with a valve, from an accumulator to a node: gets the node's pressure, tells the
 * flow into it
 *     L Q' = p_source - p - loss Q|Q| - friction Q,   V' = Q,
 *     p_source = source (gas/(gas + V))^exponent */
#include "part.h"

#include <float.h>
#include <math.h>

enum { INERTANCE, LOSS, FRICTION, SOURCE, GAS, EXPONENT };
static const part_value values[] = {{"inertance", 1e7, DBL_MIN, DBL_MAX, NULL},
                                    {"loss", 5e12, 0.0, DBL_MAX, NULL},
                                    {"friction", 1e8, 0.0, DBL_MAX, NULL},
                                    {"source", 1e7, 0.0, DBL_MAX, NULL},
                                    {"gas", 1e-3, DBL_MIN, DBL_MAX, NULL},
                                    {"exponent", 1.4, 0.0, 10.0, NULL},
                                    {NULL, 0, 0, 0, NULL}};

static const char *shape(part *self) {
    self->states = 2;
    part_input(self, "p", "Pa", 1, MR_NONE);
    part_output(self, "Q", "m3/s", 1, 1);
    part_output(self, "V", "m3", 1, MR_NONE);
    return NULL;
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    const double *v = self->value;
    const double source = v[SOURCE] * pow(v[GAS] / (v[GAS] + x[1]), v[EXPONENT]);
    rate[0] = (source - u[0] - v[LOSS] * x[0] * fabs(x[0]) - v[FRICTION] * x[0]) / v[INERTANCE];
    rate[1] = x[0];
}

PART_KIND(line, "hydraulic line with a valve from an accumulator", .slope = slope, .rates = slope);
