/* a toy woodpecker that slides down a bar: events of its own
 *
 * C. Andersson, Methods and Tools for Co-Simulation of Dynamic Systems with the FMI, Lund 2016,
 * section 5.1: linear equations, impacts without friction. The sleeve slides freely (mode 1) or is
 * blocked at the bar (2, 3). (Its listing has l_S for l_G in the third equation of mode 1, and its
 * equation 5.3a lacks lambda_2: the equations and the listing together are what is meant.)
 * The bar may accelerate upwards, which adds to gravity. State: z, phi_S, phi_B, their rates, mode,
 * number of hits. */
#include "part.h"

#include <math.h>

static const double mS = 3e-4, mB = 4.5e-3, JS = 5e-9, JB = 7e-7, r0 = 2.5e-3, rS = 3.1e-3,
                    hS = 5.8e-3, lS = 1e-2, lG = 1.5e-2, lB = 2.01e-2, hB = 2e-2, cP = 5.6e-3,
                    gravity = 9.81;

enum { Z, PHI_S, PHI_B, V, OMEGA_S, OMEGA_B, MODE, HITS, STATES };
enum { BLOCKS_BELOW, BLOCKS_ABOVE, RELEASE, HIT, EVENTS };

static const part_value values[] = {{NULL, 0, 0, 0, NULL}};

static const char *shape(part *self) {
    self->states = STATES;
    part_input(self, "a", "m/s2", 1, MR_NONE);
    part_output(self, "z", "m", 1, MR_NONE);
    part_output(self, "phi_S", "rad", 1, MR_NONE);
    part_output(self, "phi_B", "rad", 1, MR_NONE);
    part_output(self, "v", "m/s", 1, 0);
    part_output(self, "omega_S", "rad/s", 1, 1);
    part_output(self, "omega_B", "rad/s", 1, 2);
    part_discrete_output(self, "mode");
    part_discrete_output(self, "hits");
    return NULL;
}

static void start(const part *self, const double *u, double *x) {
    (void)self;
    (void)u;
    x[PHI_S] = -0.1;
    x[PHI_B] = -0.65;
    x[MODE] = 2.0;
}

static void solve3(double M[3][4], double *a) {
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < 3; r++) {
            const double f = r == i ? 0.0 : M[r][i] / M[i][i];
            for (int c = i; c < 4; c++)
                M[r][c] -= f * M[i][c];
        }
    for (int i = 0; i < 3; i++)
        a[i] = M[i][3] / M[i][i];
}

/* accelerations, and lambda_1 of a blocked sleeve */
static double accelerations(const double *x, double g, double *a) {
    const double I = JB + mB * lG * lG, twist = cP * (x[PHI_B] - x[PHI_S]);
    if (x[MODE] < 1.5) {
        double M[3][4] = {{mS + mB, mB * lS, mB * lG, -(mS + mB) * g},
                          {mB * lS, JS + mB * lS * lS, mB * lS * lG, twist - mB * lS * g},
                          {mB * lG, mB * lS * lG, I, -twist - mB * lG * g}};
        solve3(M, a);
        return 0.0;
    }
    a[0] = a[1] = 0.0;
    a[2] = (-twist - mB * lG * g) / I;
    const double lambda2 = -(mS + mB) * g - mB * lG * a[2];
    const double rest = twist - mB * lS * g - rS * lambda2 - mB * lS * lG * a[2];
    return x[MODE] < 2.5 ? rest / hS : -rest / hS;
}

static void slope(const part *self, const double *x, const double *u, double *rate) {
    (void)self;
    for (int i = 0; i < 3; i++)
        rate[i] = x[V + i];
    (void)accelerations(x, gravity + u[0], rate + V);
    rate[MODE] = rate[HITS] = 0.0;
}

static void indicators(const double *x, const double *u, double *e) {
    double a[3];
    e[BLOCKS_BELOW] = hS * x[PHI_S] + (rS - r0);
    e[BLOCKS_ABOVE] = hS * x[PHI_S] - (rS - r0);
    e[RELEASE] = accelerations(x, gravity + u[0], a);
    e[HIT] = hB * x[PHI_B] - lS - lG + lB + r0;
}

static int event(const part *self, const double *before, const double *u_before,
                 const double *after, const double *u_after) {
    double e0[EVENTS], e1[EVENTS];
    const double w = after[OMEGA_B], mode = before[MODE];
    int found = -1;
    (void)self;
    indicators(before, u_before, e0);
    indicators(after, u_after, e1);
    for (int i = 0; i < EVENTS; i++) {
        const bool counts = mode < 1.5
                                ? (i == BLOCKS_BELOW && w < 0.0) || (i == BLOCKS_ABOVE && w > 0.0)
                            : mode < 2.5 ? i == RELEASE
                                         : (i == RELEASE && w < 0.0) || (i == HIT && w > 0.0);
        if (counts && (e0[i] < 0.0) != (e1[i] < 0.0))
            found = i;
    }
    return found;
}

static void happen(const part *self, int which, double *x) {
    (void)self;
    if (which == RELEASE)
        x[MODE] = 1.0;
    else if (which == HIT) {
        x[OMEGA_B] = -x[OMEGA_B];
        x[HITS] += 1.0;
    } else { /* the sleeve stops: the bird keeps the momentum */
        x[OMEGA_B] += (mB * lG * x[V] + mB * lG * lS * x[OMEGA_S]) / (JB + mB * lG * lG);
        x[V] = x[OMEGA_S] = 0.0;
        x[MODE] = which == BLOCKS_BELOW ? 2.0 : 3.0;
    }
}

static void outputs(const part *self, const double *x, const double *u, double *y) {
    (void)self;
    (void)u;
    for (int i = 0; i <= HITS; i++)
        y[i] = x[i];
}

static void rates(const part *self, const double *x, const double *u, double *ydot) {
    double rate[STATES];
    slope(self, x, u, rate);
    for (int i = 0; i <= HITS; i++)
        ydot[i] = rate[i];
}

PART_KIND(woodpecker, "toy woodpecker on a bar", .start = start, .outputs = outputs, .slope = slope,
          .rates = rates, .event = event, .happen = happen);
