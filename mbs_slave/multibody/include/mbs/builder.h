/* how a mechanism is described: points and directions in the design position, bodies, joints,
 * force elements, inputs and outputs; mbs_build() turns them into an immutable model
 *
 * Everything geometric is given once, in world axes, in the design position: a point is a location,
 * and "wheel.hub" is the material point of the body "wheel" at the location "hub". The body
 * "ground" is always there. Names may be used before they are declared; they are looked up by
 * mbs_build(). Texts and arrays are copied. Numbers that may depend on time and inputs are
 * expressions (mbs/expression.h) over the parameters, t and the names of the inputs.
 */
#ifndef MBS_BUILDER_H
#define MBS_BUILDER_H

#include "multirate/message.h"
#include "multirate/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mbs_builder mbs_builder;
typedef struct mbs_model mbs_model;

/* message takes the sentence of every failure; NULL if there is no memory */
mbs_builder *mbs_builder_new(mr_message *message);
void mbs_builder_free(mbs_builder *builder);

/* where the following items come from, for the messages: "file:line: " */
mr_status mbs_builder_origin(mbs_builder *builder, const char *file, int line);

/* checks all names and numbers and makes the model; the builder may be freed afterwards */
mr_status mbs_build(mbs_builder *builder, mbs_model **model);
void mbs_model_free(mbs_model *model);

mr_status mbs_set_title(mbs_builder *builder, const char *title);
mr_status mbs_set_gravity(mbs_builder *builder, const double gravity[3]);

/* all motion stays parallel to the x-y plane: half the variables, revolute joints about z */
mr_status mbs_set_planar(mbs_builder *builder, int planar);

typedef enum mbs_solver_choice {
    MBS_SOLVER_AUTO,
    MBS_SOLVER_KLU,
    MBS_SOLVER_CHOLMOD
} mbs_solver_choice;

typedef struct mbs_integration {
    double step;                 /* s */
    double position_tolerance;   /* largest last correction of a coordinate */
    double constraint_tolerance; /* largest violation of a constraint, length or angle */
    double penalty;              /* s: penalty times h^2/4 as a multiple of the mass it acts on */
    double keep_tangent; /* how far rows of constraints may turn before the tangent is renewed; 0:
                            it is in every step */
    int max_iterations;
    int max_halvings; /* how often a step that fails is halved */
    mbs_solver_choice solver;
    int equilibrium; /* start from the static equilibrium */
} mbs_integration;

mbs_integration mbs_integration_default(void);
mr_status mbs_set_integration(mbs_builder *builder, const mbs_integration *integration);

mr_status mbs_add_parameter(mbs_builder *builder, const char *name, double value);
mr_status mbs_add_point(mbs_builder *builder, const char *name, const double location[3]);
mr_status mbs_add_vector(mbs_builder *builder, const char *name, const double direction[3]);

typedef enum mbs_body_kind {
    MBS_RIGID,    /* mass, centre of mass and inertia */
    MBS_ROD,      /* thin uniform rod between two points; two points are all its coordinates */
    MBS_PARTICLE, /* mass in one point */
    MBS_ROTOR     /* body of revolution that turns about its axis in another body */
} mbs_body_kind;

/* how a body is drawn: numbers as common/motion.h has them for its kinds */
typedef struct mbs_shape_data {
    int kind;
    double numbers[15];
    const char *colour; /* NULL: that of the body */
} mbs_shape_data;

typedef struct mbs_body_data {
    const char *name;
    mbs_body_kind kind;
    double mass;
    double com[3];         /* rigid and rotor: centre of mass */
    double inertia[6];     /* likewise: xx yy zz xy xz yz (tensor entries) about com; planar: zz */
    const char *points[2]; /* ends of the rod, or the particle */
    const char *carrier;   /* rotor: the body that carries it, */
    const char *axis;      /* the vector about which it turns, through the centre of mass, */
    const char *angle;     /* and the name of the coordinate that its turn is */
    double velocity[3];    /* of the centre of mass at the start, before the joints are honoured */
    double spin[3];        /* angular velocity at the start, likewise */
    const char *colour;    /* for pictures: "red", "#ff8800", or NULL */
    const mbs_shape_data *shapes; /* likewise; without any they follow from its points */
    int shape_count;
} mbs_body_data;

mr_status mbs_add_body(mbs_builder *builder, const mbs_body_data *data);

typedef enum mbs_joint_kind {
    MBS_SPHERICAL,
    MBS_REVOLUTE,
    MBS_CYLINDRICAL,
    MBS_PRISMATIC,
    MBS_UNIVERSAL,
    MBS_FIXED,
    MBS_POINT_ON_LINE,  /* point of the second body on a line of the first */
    MBS_POINT_IN_PLANE, /* point of the second body in a plane of the first; axis is its normal */
    MBS_DISTANCE        /* constant distance between two points: a massless link */
} mbs_joint_kind;

typedef struct mbs_joint_data {
    const char *name;
    mbs_joint_kind kind;
    const char *bodies[2];
    const char *point;  /* distance: on the first body */
    const char *point2; /* distance: on the second body */
    const char
        *axis; /* a vector; universal: on the first body; planar models: z where it is NULL */
    const char *axis2; /* universal: on the second body */
    const char *angle; /* name of a coordinate that measures the turn about the axis, or NULL */
    const char *slide; /* name of a coordinate that measures the way along the axis, or NULL */
    int reaction;      /* keep constraints of its own so that its force can be an output */
} mbs_joint_data;

mr_status mbs_add_joint(mbs_builder *builder, const mbs_joint_data *data);

/* sum of coefficients times coordinates stays at its value of the design position: gears, rack and
 * pinion */
mr_status mbs_add_relation(mbs_builder *builder, const char *name, int count,
                           const char *const *coordinates, const double *coefficients);

/* a new coordinate that is a sum of coefficients times others: the carrier of a differential, a
 * mean, a difference; elements and outputs may use it as any other */
mr_status mbs_add_coordinate(mbs_builder *builder, const char *name, int count,
                             const char *const *coordinates, const double *coefficients);

/* a coordinate that follows an expression of t and inputs (rheonomic constraint) */
mr_status mbs_add_drive(mbs_builder *builder, const char *name, const char *coordinate,
                        const char *value);

/* inertia that turns (or moves) with a coordinate: rotors, flywheels */
mr_status mbs_add_inertia(mbs_builder *builder, const char *name, const char *coordinate,
                          double inertia);

/* acts along x, the distance of two material points ("body.point") or a coordinate:
 * -stiffness (x - rest) - damping x' + force, positive makes x grow; a rest that is not a number
 * means the value in the design position. force: expression that may use x and v too, or NULL.
 * brake: expression of the largest braking force, regularised as tanh(x'/brake_speed), or NULL; on
 * a coordinate with brake_hold > 0 it holds at rest like a spring that slips after so long a way */
typedef struct mbs_spring_data {
    const char *name;
    const char *from, *to;  /* points */
    const char *coordinate; /* or this */
    double stiffness, damping, rest;
    const char *force;
    const char *brake;
    double brake_speed, brake_hold;
} mbs_spring_data;

mr_status mbs_add_spring(mbs_builder *builder, const mbs_spring_data *data);

/* elastic connection of two bodies at a point, along world axes of the design position that move
 * with the first body; angular part for turns well below a quarter */
typedef struct mbs_bushing_data {
    const char *name;
    const char *bodies[2];
    const char *point;
    double stiffness[3], damping[3];
    double angular_stiffness[3], angular_damping[3];
} mbs_bushing_data;

mr_status mbs_add_bushing(mbs_builder *builder, const mbs_bushing_data *data);

/* value times direction at a material point; the direction is fixed in the world or in the body */
typedef struct mbs_force_data {
    const char *name;
    const char *at;
    double direction[3];
    int follows_body;
    const char *value;
} mbs_force_data;

mr_status mbs_add_force(mbs_builder *builder, const mbs_force_data *data);

/* value times axis on a body, and the opposite on another where there is one */
typedef struct mbs_torque_data {
    const char *name;
    const char *body;
    const char *reaction; /* or NULL */
    double axis[3];
    int follows_body;
    const char *value;
} mbs_torque_data;

mr_status mbs_add_torque(mbs_builder *builder, const mbs_torque_data *data);

/* -linear_i v_i - quadratic |v| v_i on a material point */
typedef struct mbs_drag_data {
    const char *name;
    const char *at;
    double linear[3];
    double quadratic;
} mbs_drag_data;

mr_status mbs_add_drag(mbs_builder *builder, const mbs_drag_data *data);

/* tyre on the plane z = road, magic formula with combined slip and slip relaxation; see tyre.c */
typedef struct mbs_tyre_data {
    const char *name;
    const char *wheel; /* the body that spins */
    const char *hub;   /* point on the axis of the wheel, in its middle plane */
    const char *axis;  /* vector: axis of the wheel, to the left of the way it rolls */
    double road;
    double radius, stiffness, damping;
    double nominal_load;                       /* Fz0 */
    double pCx1, pDx1, pEx1, pKx1, pKx2, pKx3; /* longitudinal; pDx1 0: none */
    double pCy1, pDy1, pEy1, pKy1, pKy2, pKy4; /* lateral */
    double rBx1, rCx1, rBy1, rCy1;             /* weights of combined slip */
    double relaxation_x, relaxation_y;         /* m */
    double low_speed, low_speed_damping;       /* m/s; damps the carcass at standstill */
    double rolling_resistance;                 /* fraction of the load */
} mbs_tyre_data;

mbs_tyre_data mbs_tyre_default(void);
mr_status mbs_add_tyre(mbs_builder *builder, const mbs_tyre_data *data);

/* forces of the user on material points: reads 3*count positions and velocities, writes 3*count
 * forces and, row by row, their derivatives; where dfdx is NULL only forces are asked for. Returns
 * non-zero to fail the step. */
typedef int (*mbs_callback)(void *context, double t, int count, const double *x, const double *v,
                            double *force, double *dfdx, double *dfdv);

mr_status mbs_add_callback(mbs_builder *builder, const char *name, int count,
                           const char *const *points, mbs_callback function, void *context);

mr_status mbs_add_input(mbs_builder *builder, const char *name, const char *unit, int discrete);

typedef enum mbs_quantity {
    MBS_POSITION,     /* "body.point", "body.point.x", a coordinate, a spring (its length) */
    MBS_VELOCITY,     /* the same; "body.point.vector": along a vector of the body */
    MBS_ACCELERATION, /* the same */
    MBS_ANGLE,        /* "body.roll", "body.pitch", "body.yaw" */
    MBS_SPIN,       /* "body": angular velocity in world axes; "body.axis": about a vector of it */
    MBS_FORCE,      /* a joint (on its second body), a spring, a tyre (Fx Fy Fz); "name.x": of it */
    MBS_TORQUE,     /* a joint, in world axes; a drive */
    MBS_ENERGY,     /* kinetic, potential, dissipated, supplied, balance or an element */
    MBS_SLIP,       /* a tyre (kappa, tan alpha) */
    MBS_CONSTRAINTS /* largest violation */
} mbs_quantity;

mr_status mbs_add_output(mbs_builder *builder, const char *name, mbs_quantity quantity,
                         const char *path, const char *unit);

/* the start: "body.point.x" or a coordinate is to have this position or velocity */
mr_status mbs_add_start(mbs_builder *builder, mbs_quantity quantity, const char *path,
                        double value);

#ifdef __cplusplus
}
#endif
#endif
