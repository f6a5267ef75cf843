/* what the files of this room share: a model, its data, and the signals chosen from it */
#ifndef MUJOCO_SLAVE_H
#define MUJOCO_SLAVE_H

#include "guard.h"
#include "multirate/slave.h"

#include <mujoco/mujoco.h>

#define MJ_NAME_SIZE 64

typedef enum mj_kind {
    /* inputs */
    MJ_CONTROL,
    MJ_FORCE,       /* on a body, at its centre of mass */
    MJ_TORQUE,      /* on a body */
    MJ_JOINT_FORCE, /* along the freedoms of a joint */
    /* outputs */
    MJ_SENSOR,
    MJ_QPOS,
    MJ_QVEL,
    MJ_QACC,
    MJ_POSITION, /* of a body's centre of mass, where forces act */
    MJ_VELOCITY,
    MJ_ACCELERATION,
    MJ_ROTATION, /* of a body, as a quaternion */
    MJ_ANGULAR_VELOCITY
} mj_kind;

typedef struct mj_signal {
    mj_kind kind;
    int id; /* of the actuator, body, joint or sensor */
    char name[MJ_NAME_SIZE];
} mj_signal;

/* inputs or outputs in their order */
typedef struct mj_signals {
    int count, width;
    mj_signal *signals;
    mr_variable *variables;
} mj_signals;

/* an interface coordinate: a freedom of the mechanism that an output follows */
typedef struct mj_coordinate {
    int joint;           /* a scalar joint, or -1: */
    int body, component; /* of the centre of mass of a body */
} mj_coordinate;

typedef struct mj_settings {
    char *file, *inputs, *outputs, *keyframe; /* NULL where not given */
    double step;                              /* 0: the model's */
    char *motion;                             /* file that it goes to, or NULL */
    double motion_period;                     /* 0: the usual one */
} mj_settings;

typedef struct mj_instance {
    mr_message *message;
    mj_settings settings;
    mjModel *model;
    mjData *data;
    mjData *trial; /* for derivatives */
    char title[200];
    mj_signals inputs, outputs;
    int coordinate_count;
    mr_coordinate *coordinates;
    mj_coordinate *freedoms;
    int keyframe;             /* -1: none */
    bool needs_accelerations; /* of bodies */
    double *memory;           /* of all vectors below */
    double *u;                /* inputs */
    double *stages;           /* 4 slopes of a step, and the state where it began */
    double *work;             /* for derivatives */
    /* the grid of steps: time is origin + index * h */
    double h, t, origin;
    long index;
    struct mj_motion *motion; /* NULL: nobody wants to see it */
    double *design;           /* quaternions of the bodies where it began */
    bool broken;              /* MuJoCo gave up: only a start anew helps */
} mj_instance;

/* settings.c */
mr_status mj_settings_read(const char *text, mj_settings *settings, mr_message *message);
void mj_settings_free(mj_settings *settings);

/* signals.c */
mr_status mj_choose_signals(mj_instance *slave);
mr_status mj_choose_coordinates(mj_instance *slave);
void mj_signals_free(mj_signals *signals);

/* transfer.c: input scalars into data, output scalars out of it */
void mj_put_inputs(const mj_instance *slave, const double *u, mjData *data);
void mj_get_outputs(const mj_instance *slave, mjData *data, double *y);
/* motion of a body's centre of mass; mj_rnePostConstraint must have been called for accelerations
 */
void mj_body_velocity(const mjModel *model, const mjData *data, int body, double angular[3],
                      double linear[3]);
void mj_body_acceleration(const mjModel *model, const mjData *data, int body, double linear[3]);

/* advance.c: all of it inside mj_guarded */
size_t mj_stages_size(const mjModel *model);
mr_status mj_advance_to(mj_instance *slave, const mr_inputs *inputs, double end);
/* forces, accelerations and sensors at the time reached */
mr_status mj_evaluate(mj_instance *slave, const mr_inputs *inputs, double t);

/* derivatives.c */
size_t mj_work_size(const mjModel *model, int inputs, int outputs, int coordinates);
void mj_tell_rates(mj_instance *slave, double *ydot);
void mj_tell_matrices(mj_instance *slave, double *Au, double *Ap, double *Av);
/* the row of velocity = row · qvel of a coordinate */
void mj_coordinate_row(const mjModel *model, const mjData *data, const mj_coordinate *coordinate,
                       double *rows3, double *row);

/* motion.c, inside mj_guarded; nothing happens if nobody asks for it */
mr_status mj_motion_open(mj_instance *slave);
mr_status mj_motion_note(mj_instance *slave);
void mj_motion_close(mj_instance *slave);

#endif
