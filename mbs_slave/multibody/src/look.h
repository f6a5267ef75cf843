/* what a mechanism looks like: kept with the model, for motions that are written and drawn */
#ifndef MBS_LOOK_H
#define MBS_LOOK_H

#include "common/motion.h"
#include "plan.h"

typedef struct mbs_shape {
    cm_shape_kind kind;
    double numbers[CM_SHAPE_NUMBERS];
    const char *colour;
} mbs_shape;

typedef struct mbs_body_look {
    const char *name, *colour;
    double mass, origin[3];
    mbs_list shapes; /* mbs_shape */
} mbs_body_look;

/* two points in the design position; ground is -1 */
typedef struct mbs_link_look {
    int is_spring;
    int bodies[2];
    double points[2][3];
} mbs_link_look;

typedef struct mbs_force_look {
    const char *name;
    int element;
    int body; /* that it acts on, or the carrier of a wheel */
    double at[3];
    /* of a tyre: axis of the wheel in the design position, and the height of the road */
    int is_tyre;
    double axis[3], road;
} mbs_force_look;

struct mbs_look {
    mbs_body_look *bodies; /* as in the naming: the last one is the ground */
    mbs_list links;        /* mbs_link_look */
    mbs_list forces;       /* mbs_force_look */
    double size;           /* of the whole, m */
    int has_road;
    double road;
};

/* once bodies, joints and elements are planned */
mr_status mbs_plan_look(mbs_plan *plan);

#endif
