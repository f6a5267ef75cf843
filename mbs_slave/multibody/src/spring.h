/* a force along a scalar function of the position: springs, dampers, actuators, brakes, bushings */
#ifndef MBS_SPRING_H
#define MBS_SPRING_H

#include "core.h"

typedef struct mbs_spring {
    mbs_function function;
    double stiffness, damping, rest;
    const mbs_expression *force; /* of t, x, v and inputs, or NULL */
    int brake;                   /* signal of the largest braking force, or -1 */
    double brake_speed;
    int force_moves; /* the expression depends on x or v */
} mbs_spring;

extern const mbs_element_type mbs_spring_type;

#endif
