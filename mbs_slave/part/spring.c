/* a spring with a damper between two members, which both get its force: follows them
 *     F = stiffness (x2 - x1) + damping (v2 - v1),   on the first one +F, on the second one -F */
#include "part.h"

#include <float.h>

enum { STIFFNESS, DAMPING };
static const part_value values[] = {{"stiffness", 1.0, 0.0, DBL_MAX, NULL},
                                    {"damping", 0.0, 0.0, DBL_MAX, NULL},
                                    {NULL, 0, 0, 0, NULL}};

static const char *shape(part *self) {
    part_input(self, "x1", "", 1, MR_NONE);
    part_input(self, "x2", "", 1, MR_NONE);
    part_input(self, "v1", "", 1, 0);
    part_input(self, "v2", "", 1, 1);
    part_output(self, "F", "", 1, MR_NONE);
    part_output(self, "energy", "", 1, MR_NONE);
    return NULL;
}

static const char *settle(const part *self, const double *u, double *x) {
    (void)self;
    (void)u;
    (void)x;
    return NULL;
}

static void outputs(const part *self, const double *x, const double *u, double *y) {
    (void)x;
    const double stretch = u[1] - u[0];
    y[0] = self->value[STIFFNESS] * stretch + self->value[DAMPING] * (u[3] - u[2]);
    y[1] = 0.5 * self->value[STIFFNESS] * stretch * stretch;
}

/* that of the damper is not known: it would need accelerations */
static void rates(const part *self, const double *x, const double *u, double *ydot) {
    (void)x;
    ydot[0] = self->value[STIFFNESS] * (u[3] - u[2]);
    ydot[1] = ydot[0] * (u[1] - u[0]);
}

PART_KIND(spring, "spring and damper between two members", .outputs = outputs, .settle = settle,
          .rates = rates);
