/* two oscillators with a spring between them, each with a copy of the other's mass and of the
 * spring
 *
 * In units of the step: x, H v; forces over a mass times H^2. What the copy feels is the force of
 * its original's own spring and damper, as it was at the begin, held or extrapolated in a line. */
#include "overlap.h"

#include "analysis/matrix.h"

#include <string.h>

enum { N = AN_JOINT_STATES, W = 6 }; /* W: both masses, force on the copy, its slope */

/* own: the side that is real; its copy of the other one has no spring to the ground */
static mr_status respond(const an_joint *j, int own, double E[W * W]) {
    const double H = j->step;
    double A[W * W];
    memset(A, 0, sizeof A);
    for (int i = 0; i < 2; i++) {
        const double m = j->mass[i], c = j->joint_stiffness, d = j->joint_damping;
        double *v = &A[(2 * i + 1) * W];
        A[2 * i * W + 2 * i + 1] = 1.0;
        v[2 * i] = -(c + (i == own ? j->stiffness[i] : 0.0)) * H * H / m;
        v[2 * i + 1] = -(d + (i == own ? j->damping[i] : 0.0)) * H / m;
        v[2 - 2 * i] = c * H * H / m;
        v[3 - 2 * i] = d * H / m;
    }
    A[(2 * (1 - own) + 1) * W + 4] = 1.0;
    A[4 * W + 5] = 1.0;
    return an_exponential(A, W, E);
}

mr_status an_overlap_map(const an_joint *j, double *M, mr_message *message) {
    const double H = j->step;
    memset(M, 0, (size_t)(N * N) * sizeof *M);
    for (int own = 0; own < 2; own++) {
        double E[W * W], rest[4] = {0};
        const int other = 1 - own;
        MR_TRY(an_blame(respond(j, own, E), MR_ERR_ARGUMENT, message,
                        "the step is too large for the oscillators' exponential"));
        rest[2 * other] = -j->stiffness[other] * H * H / j->mass[other];
        rest[2 * other + 1] = -j->damping[other] * H / j->mass[other];
        for (int r = 2 * own; r < 2 * own + 2; r++) {
            /* the slope is the difference from the exchange before */
            const double slope = j->order > 0 ? E[r * W + 5] : 0.0;
            for (int c = 0; c < 4; c++)
                M[r * N + c] = E[r * W + c] + (E[r * W + 4] + slope) * rest[c];
            M[r * N + 4 + own] = -slope;
        }
        memcpy(&M[(4 + own) * N], rest, sizeof rest);
    }
    return MR_OK;
}
