/* what the files of this room share: a model, its data, and the signals chosen from it */
#ifndef MUJOCO_SLAVE_H
#define MUJOCO_SLAVE_H

#include "guard.h"
#include "multirate/slave.h"

#include <mujoco/mujoco.h>

#define MUJOCO_NAME_SIZE 64

typedef enum mujoco_kind {
    /* inputs */
    MUJOCO_CONTROL,
    MUJOCO_FORCE,       /* on a body, at its centre of mass */
    MUJOCO_TORQUE,      /* on a body */
    MUJOCO_JOINT_FORCE, /* along the freedoms of a joint */
    /* outputs */
    MUJOCO_SENSOR,
    MUJOCO_QPOS,
    MUJOCO_QVEL,
    MUJOCO_QACC,
    MUJOCO_POSITION, /* of a body's centre of mass, where forces act */
    MUJOCO_VELOCITY,
    MUJOCO_ACCELERATION,
    MUJOCO_ROTATION, /* of a body, as a quaternion */
    MUJOCO_ANGULAR_VELOCITY
} mujoco_kind;

typedef struct mujoco_signal {
    mujoco_kind kind;
    int id; /* of the actuator, body, joint or sensor */
    char name[MUJOCO_NAME_SIZE];
} mujoco_signal;

/* inputs or outputs in their order */
typedef struct mujoco_signals {
    int count, width;
    mujoco_signal *signals;
    mr_variable *variables;
} mujoco_signals;

/* an interface coordinate: a freedom of the mechanism that an output follows */
typedef struct mujoco_coordinate {
    int joint;           /* a scalar joint, or -1: */
    int body, component; /* of the centre of mass of a body */
} mujoco_coordinate;

typedef struct mujoco_settings {
    char *file, *inputs, *outputs, *keyframe; /* NULL where not given */
    double step;                              /* 0: the model's */
    char *motion;                             /* file that it goes to, or NULL */
    double motion_period;                     /* 0: the usual one */
} mujoco_settings;

typedef struct mujoco_instance {
    mr_message *message;
    mujoco_settings settings;
    mjModel *model;
    mjData *data;
    mjData *trial; /* for derivatives */
    char title[200];
    mujoco_signals inputs, outputs;
    int coordinate_count;
    mr_coordinate *coordinates;
    mujoco_coordinate *freedoms;
    int keyframe;             /* -1: none */
    bool needs_accelerations; /* of bodies */
    double *memory;           /* of all vectors below */
    double *u;                /* inputs */
    double *stages;           /* 4 slopes of a step, and the state where it began */
    double *work;             /* for derivatives */
    /* the grid of steps: time is origin + index * h */
    double h, t, origin;
    long index;
    struct mujoco_motion *motion; /* NULL: nobody wants to see it */
    double *design;               /* quaternions of the bodies where it began */
    bool broken;                  /* MuJoCo gave up: only a start anew helps */
} mujoco_instance;

/* settings.c */
mr_status mujoco_settings_read(const char *text, mujoco_settings *settings, mr_message *message);
void mujoco_settings_free(mujoco_settings *settings);

/* assets.c: no file that an XML model names is a pipe or a device */
mr_status mujoco_check_files(const char *path, mr_message *message);

/* signals.c */
mr_status mujoco_choose_signals(mujoco_instance *slave);
mr_status mujoco_choose_coordinates(mujoco_instance *slave);
void mujoco_signals_free(mujoco_signals *signals);

/* transfer.c: input scalars into data, output scalars out of it */
void mujoco_put_inputs(const mujoco_instance *slave, const double *u, mjData *data);
void mujoco_get_outputs(const mujoco_instance *slave, mjData *data, double *y);
/* motion of a body's centre of mass; mj_rnePostConstraint must have been called for accelerations
 */
void mujoco_body_velocity(const mjModel *model, const mjData *data, int body, double angular[3],
                          double linear[3]);
void mujoco_body_acceleration(const mjModel *model, const mjData *data, int body, double linear[3]);

/* advance.c: all of it inside mujoco_guarded */
size_t mujoco_stages_size(const mjModel *model);
mr_status mujoco_advance_to(mujoco_instance *slave, const mr_inputs *inputs, double end);
/* forces, accelerations and sensors at the time reached */
mr_status mujoco_evaluate(mujoco_instance *slave, const mr_inputs *inputs, double t);

/* derivatives.c */
size_t mujoco_work_size(const mjModel *model, int inputs, int outputs, int coordinates);
void mujoco_tell_rates(mujoco_instance *slave, double *ydot);
void mujoco_tell_matrices(mujoco_instance *slave, double *Au, double *Ap, double *Av);
/* the row of velocity = row · qvel of a coordinate */
void mujoco_coordinate_row(const mjModel *model, const mjData *data,
                           const mujoco_coordinate *coordinate, double *rows3, double *row);

/* motion.c, inside mujoco_guarded; nothing happens if nobody asks for it */
mr_status mujoco_motion_open(mujoco_instance *slave);
mr_status mujoco_motion_note(mujoco_instance *slave);
void mujoco_motion_close(mujoco_instance *slave);

#endif
