/* mechanisms cut at a joint, as slaves: classical Runge-Kutta steps, so fine that only the
 * coupling's error is left, or the trapezoidal rule (configuration "trapezoidal"). They tell position, velocity and acceleration of the joint's
 * coordinates, in this order, and get its reaction */
#ifndef JOINT_SLAVE_H
#define JOINT_SLAVE_H

#include "multirate/slave.h"

#define JOINT_MOST  3 /* coordinates */
#define JOINT_STATE 8

typedef struct joint_part {
    int states, size;
    double par[9];
    double z0[JOINT_STATE];
    void (*rhs)(const struct joint_part *part, const double *z, const double *u, double *dz);
    void (*out)(const struct joint_part *part, const double *z, const double *u, double *y);
} joint_part;

typedef struct joint_pair {
    joint_part part[2];
} joint_pair;

joint_pair joint_two_mass(void); /* masses 1 and 2, springs 1000, dampers 10, x = 1 */
joint_pair
joint_soft_contact(void);        /* without dampers, a force that grows exponentially, v = 100 */
joint_pair joint_pendulum(void); /* a pinned and a free link */
joint_pair joint_four_bar(double gravity, double damping); /* cut in the coupler's middle joint */

/* the next instance that is opened is this part, with steps of this size */
void joint_next(const joint_part *part, double step);
extern const mr_slave_type joint_type;

/* energy of an instance of a pendulum or of bars, by its state */
double joint_energy(const void *instance);

/* one Runge-Kutta step of the whole mechanism; the reaction at its begin into lambda. stiffness 0:
 * a rigid joint */
void joint_whole_step(const joint_pair *pair, double z[2][JOINT_STATE], double h, double stiffness,
                      double damping, double *lambda);

#endif
