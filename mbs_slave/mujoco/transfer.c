/* scalars of the interface into MuJoCo's arrays and out of them */
#include "mujoco_slave.h"

#include <string.h>

void mujoco_put_inputs(const mujoco_instance *slave, const double *u, mjData *data) {
    const mjModel *model = slave->model;
    for (int i = 0; i < slave->inputs.count; i++) {
        const mujoco_signal *signal = &slave->inputs.signals[i];
        const int size = slave->inputs.variables[i].size;
        double *place = NULL;
        if (signal->kind == MUJOCO_CONTROL)
            place = data->ctrl + signal->id;
        else if (signal->kind == MUJOCO_FORCE)
            place = data->xfrc_applied + 6 * signal->id;
        else if (signal->kind == MUJOCO_TORQUE)
            place = data->xfrc_applied + 6 * signal->id + 3;
        else
            place = data->qfrc_applied + model->jnt_dofadr[signal->id];
        memcpy(place, u, (size_t)size * sizeof *u);
        u += size;
    }
}

void mujoco_body_velocity(const mjModel *model, const mjData *data, int body, double angular[3],
                          double linear[3]) {
    double both[6];
    mj_objectVelocity(model, data, mjOBJ_BODY, body, both, 0);
    memcpy(angular, both, 3 * sizeof *both);
    memcpy(linear, both + 3, 3 * sizeof *both);
}

void mujoco_body_acceleration(const mjModel *model, const mjData *data, int body,
                              double linear[3]) {
    double both[6];
    mj_objectAcceleration(model, data, mjOBJ_BODY, body, both, 0);
    /* as an accelerometer feels it: gravity is in it */
    const bool gravity = !(model->opt.disableflags & mjDSBL_GRAVITY);
    for (int i = 0; i < 3; i++)
        linear[i] = both[3 + i] + (gravity ? model->opt.gravity[i] : 0.0);
}

static void get_output(const mjModel *model, const mjData *data, const mujoco_signal *signal,
                       int size, double *y) {
    const int id = signal->id;
    double other[3];
    const double *place = NULL;
    switch (signal->kind) {
    case MUJOCO_SENSOR:
        place = data->sensordata + model->sensor_adr[id];
        break;
    case MUJOCO_QPOS:
        place = data->qpos + model->jnt_qposadr[id];
        break;
    case MUJOCO_QVEL:
        place = data->qvel + model->jnt_dofadr[id];
        break;
    case MUJOCO_QACC:
        place = data->qacc + model->jnt_dofadr[id];
        break;
    case MUJOCO_POSITION:
        place = data->xipos + 3 * id;
        break;
    case MUJOCO_ROTATION:
        place = data->xquat + 4 * id;
        break;
    case MUJOCO_VELOCITY:
        mujoco_body_velocity(model, data, id, other, y);
        break;
    case MUJOCO_ANGULAR_VELOCITY:
        mujoco_body_velocity(model, data, id, y, other);
        break;
    default:
        mujoco_body_acceleration(model, data, id, y);
        break;
    }
    if (place)
        memcpy(y, place, (size_t)size * sizeof *y);
}

void mujoco_get_outputs(const mujoco_instance *slave, mjData *data, double *y) {
    for (int i = 0; i < slave->outputs.count; i++) {
        const int size = slave->outputs.variables[i].size;
        get_output(slave->model, data, &slave->outputs.signals[i], size, y);
        y += size;
    }
}
