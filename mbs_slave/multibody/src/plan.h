/* what the builder has collected, and the working notes of mbs_build() while it makes the model */
#ifndef MBS_PLAN_H
#define MBS_PLAN_H

#include "core.h"

/* where an item was written */
typedef struct mbs_origin {
    const char *file;
    int line;
} mbs_origin;

typedef struct mbs_list {
    void *items;
    int count, room;
} mbs_list;

typedef struct mbs_named_number {
    mbs_origin origin;
    const char *name;
    double value;
} mbs_named_number;

/* a point or a direction of the design position */
typedef struct mbs_location {
    mbs_origin origin;
    const char *name;
    double x[3];
} mbs_location;

typedef struct mbs_body_item {
    mbs_origin origin;
    mbs_body_data data;
} mbs_body_item;

typedef struct mbs_joint_item {
    mbs_origin origin;
    mbs_joint_data data;
} mbs_joint_item;

typedef struct mbs_relation_item {
    mbs_origin origin;
    const char *name;
    int count;
    const char **coordinates;
    const double *coefficients;
    const char *drive; /* expression it follows, or NULL */
    int defines;       /* its name is a new coordinate, equal to the sum */
} mbs_relation_item;

typedef struct mbs_inertia_item {
    mbs_origin origin;
    const char *name, *coordinate;
    double inertia;
} mbs_inertia_item;

typedef enum mbs_element_kind {
    MBS_IS_SPRING,
    MBS_IS_BUSHING,
    MBS_IS_FORCE,
    MBS_IS_TORQUE,
    MBS_IS_DRAG,
    MBS_IS_TYRE,
    MBS_IS_CALLBACK
} mbs_element_kind;

typedef struct mbs_callback_data {
    int count;
    const char **points;
    mbs_callback function;
    void *context;
} mbs_callback_data;

typedef struct mbs_element_item {
    mbs_origin origin;
    mbs_element_kind kind;
    const char *name;
    union {
        mbs_spring_data spring;
        mbs_bushing_data bushing;
        mbs_force_data force;
        mbs_torque_data torque;
        mbs_drag_data drag;
        mbs_tyre_data tyre;
        mbs_callback_data callback;
    } data;
} mbs_element_item;

typedef struct mbs_input_item {
    mbs_origin origin;
    const char *name, *unit;
    int discrete;
} mbs_input_item;

typedef struct mbs_output_item {
    mbs_origin origin;
    const char *name, *path, *unit;
    mbs_quantity quantity;
} mbs_output_item;

typedef struct mbs_start_item {
    mbs_origin origin;
    mbs_quantity quantity;
    const char *path;
    double value;
} mbs_start_item;

struct mbs_builder {
    mr_message *message;
    mbs_arena arena;
    mbs_origin here;
    const char *title;
    double gravity[3];
    int planar;
    mbs_integration integration;
    mbs_list parameters, points, vectors, bodies, joints, relations, inertias, elements, inputs,
        outputs, starts;
};

/* sentence with the origin in front */
mr_status mbs_complain(const mbs_builder *builder, mbs_origin origin, mr_status status,
                       const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 4, 5)))
#endif
    ;

/* a material point or direction that is joined with those of other bodies */
typedef struct mbs_instance {
    int body, is_vector, location;
    int parent; /* of the set it belongs to */
    /* of the root: */
    int node;     /* first entry, or -1 */
    int members;  /* how many instances are in the set */
    int grounded; /* one of them is the ground's */
} mbs_instance;

typedef struct mbs_node {
    double x[3], v[3];
    int told;  /* how many bodies told its velocity */
    int fixed; /* bit per axis */
    int is_vector;
} mbs_node;

/* how the position of a body follows from nodes: x = x0 + sum c_i d_i */
typedef struct mbs_body_plan {
    const mbs_body_item *item;
    int is_ground;
    int origin; /* first entry of the node at x0 */
    int direction_count;
    int direction[3];
    int to_point[3]; /* direction is a point minus x0, not a vector */
    double x0[3], inverse[3][3];
    double length; /* of a rod */
    /* a rotor has the basis of its carrier */
    int is_rotor, carrier;
    int angle; /* entry of its coordinate */
    double centre[3], axis[3];
    double along, across; /* moments of inertia */
} mbs_body_plan;

typedef struct mbs_coordinate_plan {
    const char *name;
    int entry;
    mbs_origin origin;
} mbs_coordinate_plan;

/* what one multiplier of a joint does to its second body */
typedef struct mbs_reaction {
    int constraint;
    int is_torque;
    int axis;      /* force along a world axis, or -1 */
    mbs_form u, w; /* force along u - w; torque along u x w */
} mbs_reaction;

typedef struct mbs_joint_plan {
    int first, count; /* in the list of reactions */
} mbs_joint_plan;

/* the mechanism by name; stays with the model for questions about motion */
typedef struct mbs_naming {
    mbs_list points, vectors; /* mbs_location */
    mbs_list instances;       /* mbs_instance */
    mbs_list coordinates;     /* mbs_coordinate_plan */
    mbs_body_plan *bodies;    /* the last one is the ground */
    const char **body_names;
    int body_count;
} mbs_naming;

typedef struct mbs_plan {
    mbs_builder *builder;
    mbs_model *model;
    mbs_naming *naming;
    mbs_list nodes;       /* mbs_node */
    mbs_list constraints; /* mbs_constraint */
    mbs_list start_positions, start_velocities;
    mbs_list mass;      /* mbs_mass_entry on entries */
    mbs_list elements;  /* mbs_element */
    mbs_list rotors;    /* mbs_rotor */
    mbs_list signals;   /* mbs_signal */
    mbs_list functions; /* mbs_function of outputs */
    mbs_list names;     /* const char * */
    mbs_list reactions; /* mbs_reaction */
    mbs_joint_plan *joints;
    double *gravity; /* force on the entries, once all nodes are known */
} mbs_plan;

void *mbs_list_add(mbs_arena *arena, mbs_list *list, size_t size);

/* --- names.c --- */
mr_status mbs_check_names(mbs_plan *plan);
int mbs_find_location(const mbs_list *list, const char *name, size_t length);
int mbs_find_body(const mbs_naming *naming, const char *name, size_t length);
int mbs_find_coordinate(const mbs_naming *naming, const char *name);
/* "body.point" or "body.point.x" into numbers; axis -1 if there is none; 0 if it is no such path,
 * -1 if the body, -2 if the point is not known */
int mbs_split_path(const mbs_naming *naming, const char *path, int *body, int *point, int *axis);
mr_status mbs_resolve_path(const mbs_plan *plan, mbs_origin origin, const char *path, int *body,
                           int *point, int *axis);
/* the same where a component of the point makes no sense */
mr_status mbs_resolve_whole_point(const mbs_plan *plan, mbs_origin origin, const char *path,
                                  int *body, int *point);
mr_status mbs_resolve_body(const mbs_plan *plan, mbs_origin origin, const char *name, int *body);
mr_status mbs_resolve_point(const mbs_plan *plan, mbs_origin origin, const char *name, int *point);
mr_status mbs_resolve_vector(const mbs_plan *plan, mbs_origin origin, const char *name,
                             int *vector);
mr_status mbs_resolve_coordinate(const mbs_plan *plan, mbs_origin origin, const char *name,
                                 int *entry);
int mbs_add_name(mbs_plan *plan, const char *name);

/* --- signals.c --- */
mr_status mbs_add_signal(mbs_plan *plan, mbs_origin origin, const char *text, int *signal);
mr_status mbs_compile(mbs_plan *plan, mbs_origin origin, const char *text, int with_motion,
                      mbs_expression **expression);

/* --- nodes.c: sharing --- */
int mbs_instance_of(mbs_plan *plan, int body, int is_vector, int location);
void mbs_share(mbs_plan *plan, int body_a, int body_b, int is_vector, int location);
int mbs_find_instance(const mbs_naming *naming, int body, int is_vector, int location);
int mbs_root(const mbs_naming *naming, int instance);
int mbs_new_node(mbs_plan *plan, const double x[3], int is_vector, int fixed);
/* counts the members of every set, once all joints have shared */
void mbs_close_sharing(mbs_plan *plan);
/* the node of a shared instance, made if it is not there yet; -1 if it is not shared */
int mbs_shared_node(mbs_plan *plan, int instance);

/* --- body.c --- */
mr_status mbs_plan_body(mbs_plan *plan, int body);
void mbs_body_velocities(mbs_plan *plan);
mr_status mbs_body_constraints(mbs_plan *plan, int body);
mr_status mbs_body_mass(mbs_plan *plan, int body);

/* --- rotor.c: first its place in the carrier, then its coordinate and its element --- */
mr_status mbs_plan_rotor_body(mbs_plan *plan, int body);
mr_status mbs_plan_rotor(mbs_plan *plan, int body);

/* --- material.c: material points and vectors of bodies as forms --- */
/* 0 where a body has no such point or vector (a rod has only its line); not for the ground */
int mbs_material_point(const mbs_naming *naming, int body, const double x[3], mbs_form *form);
int mbs_material_vector(const mbs_naming *naming, int body, const double v[3], mbs_form *form);
int mbs_material_named(const mbs_naming *naming, int body, int is_vector, int location,
                       mbs_form *form);
mr_status mbs_point_form(mbs_plan *plan, mbs_origin origin, int body, int point, mbs_form *form);
/* of "body.point" */
mr_status mbs_whole_point_form(mbs_plan *plan, mbs_origin origin, const char *path, int *body,
                               mbs_form *form);
mr_status mbs_location_form(mbs_plan *plan, mbs_origin origin, int body, const double x[3],
                            mbs_form *form);
mr_status mbs_vector_form(mbs_plan *plan, mbs_origin origin, int body, int vector, mbs_form *form);
mr_status mbs_direction_form(mbs_plan *plan, mbs_origin origin, int body, const double v[3],
                             mbs_form *form);
/* material vectors along the world axes of the design position */
mr_status mbs_triad(mbs_plan *plan, mbs_origin origin, int body, mbs_form triad[3]);

/* --- joint.c, coordinate.c --- */
mr_status mbs_share_joint(mbs_plan *plan, const mbs_joint_item *joint);
mr_status mbs_joint_constraints(mbs_plan *plan, int joint);
mr_status mbs_joint_coordinates(mbs_plan *plan, const mbs_joint_item *joint);
mr_status mbs_new_coordinate(mbs_plan *plan, mbs_origin origin, const char *name, int *entry);
mr_status mbs_relation_constraints(mbs_plan *plan, const mbs_relation_item *relation);
void mbs_perpendiculars(const double n[3], double u[3], double v[3]);
mr_status mbs_add_constraint(mbs_plan *plan, mbs_list *list, mbs_origin origin,
                             const mbs_draft *draft, mbs_function_kind kind, int theta, int drive,
                             int owner);

/* mbs_draft_finish with what the plan knows of the nodes */
int mbs_finish_function(mbs_plan *plan, const mbs_draft *draft, mbs_function_kind kind, int theta,
                        mbs_function *function);

/* --- elements --- */
mr_status mbs_plan_element(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_spring(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_brake(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_bushing(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_force(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_torque(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_drag(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_tyre(mbs_plan *plan, const mbs_element_item *item);
mr_status mbs_plan_callback(mbs_plan *plan, const mbs_element_item *item);

/* --- output_plan.c, start_plan.c --- */
mr_status mbs_plan_outputs(mbs_plan *plan);
mr_status mbs_plan_starts(mbs_plan *plan);

/* --- pattern.c --- */
mr_status mbs_make_pattern(mbs_plan *plan);
mr_status mbs_make_base(mbs_plan *plan);

/* --- power_pairs.c --- */
mr_status mbs_pair_inputs(mbs_plan *plan);

#endif
