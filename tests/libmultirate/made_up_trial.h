/* steps on trial that are made up, so that every number that is to be found in them is known */
#ifndef MADE_UP_TRIAL_H
#define MADE_UP_TRIAL_H

#include "couplings/hidden.h"

enum { ROWS = 73, MOST = 2, ROOM = 4 };

static const double H = 0.01;

typedef struct tried {
    mr_trial trial;
    double motion[ROWS * 2 * MOST], reaction[ROWS * MOST], numbers[200];
    mr_hidden_rule rule;
    mr_hidden hidden;
} tried;

/* what coordinate j makes of a mode that begins at z, z', to the reaction of each coordinate */
typedef struct driven {
    double stiffness, damping, by_position, by_velocity, z[2];
} driven;

/* random velocities; positions that go with their mean, or a little otherwise */
void try_steps(tried *t, int n, mr_hidden_rule rule);
void add_driven(tried *t, const driven *d);

/* how much of the reaction's change the modes miss when they follow the steps from their start */
double unexplained(tried *t);

#endif
