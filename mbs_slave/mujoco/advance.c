/* one step of MuJoCo's own integrators, with inputs that change during the step
 *
 * RK4: the classical scheme as MuJoCo makes it, but with inputs asked for at every stage, which
 * mj_step would hold. Semi-implicit Euler and implicit: one force for the step, that of its middle.
 * Afterwards everything is evaluated at the time reached, with the inputs there: MuJoCo alone
 * leaves accelerations and sensors at the beginning of the step. */
#include "mujoco_slave.h"

#include <math.h>
#include <string.h>

size_t mujoco_stages_size(const mjModel *model) {
    const size_t slope = 2 * (size_t)model->nv + (size_t)model->na;
    return 4 * slope + (size_t)(model->nq + model->nv + model->na) + slope;
}

static mr_status take_inputs(mujoco_instance *slave, const mr_inputs *inputs, double t) {
    MR_TRY(mr_inputs_at(inputs, t, slave->u));
    mujoco_put_inputs(slave, slave->u, slave->data);
    return MR_OK;
}

/* state = start + h * slope */
static void shift_state(mujoco_instance *slave, const double *start, const double *slope,
                        double h) {
    const mjModel *m = slave->model;
    mjData *d = slave->data;
    const double *v = slope, *a = slope + m->nv, *rate = a + m->nv;
    memcpy(d->qpos, start, (size_t)m->nq * sizeof *start);
    mj_integratePos(m, d->qpos, v, h);
    for (int i = 0; i < m->nv; i++)
        d->qvel[i] = start[m->nq + i] + h * a[i];
    for (int i = 0; i < m->na; i++)
        d->act[i] = start[m->nq + m->nv + i] + h * rate[i];
}

static void read_slope(const mujoco_instance *slave, double *slope) {
    const mjModel *m = slave->model;
    const mjData *d = slave->data;
    memcpy(slope, d->qvel, (size_t)m->nv * sizeof *slope);
    memcpy(slope + m->nv, d->qacc, (size_t)m->nv * sizeof *slope);
    if (m->na > 0)
        memcpy(slope + 2 * m->nv, d->act_dot, (size_t)m->na * sizeof *slope);
}

static mr_status runge_kutta(mujoco_instance *slave, const mr_inputs *inputs, double end) {
    static const double where[4] = {0.0, 0.5, 0.5, 1.0}, weights[4] = {1.0, 2.0, 2.0, 1.0};
    const mjModel *m = slave->model;
    mjData *d = slave->data;
    const int size = 2 * m->nv + m->na;
    const double t = slave->t, h = end - t;
    double *start = slave->stages + 4 * size, *mean = start + m->nq + m->nv + m->na;
    memcpy(start, d->qpos, (size_t)m->nq * sizeof *start);
    memcpy(start + m->nq, d->qvel, (size_t)m->nv * sizeof *start);
    if (m->na > 0)
        memcpy(start + m->nq + m->nv, d->act, (size_t)m->na * sizeof *start);
    for (int stage = 0; stage < 4; stage++) {
        if (stage > 0)
            shift_state(slave, start, slave->stages + (stage - 1) * size, where[stage] * h);
        d->time = stage == 3 ? end : t + where[stage] * h;
        MR_TRY(take_inputs(slave, inputs, d->time));
        /* positions and velocities of the first stage are known from the end of the last step */
        mj_forwardSkip(m, d, stage == 0 ? mjSTAGE_VEL : mjSTAGE_NONE, 1);
        read_slope(slave, slave->stages + stage * size);
    }
    for (int i = 0; i < size; i++) {
        double sum = 0.0;
        for (int stage = 0; stage < 4; stage++)
            sum += weights[stage] * slave->stages[stage * size + i];
        mean[i] = sum / 6.0;
    }
    shift_state(slave, start, mean, h);
    return MR_OK;
}

static mr_status euler(mujoco_instance *slave, const mr_inputs *inputs, double end) {
    const double t = slave->t;
    MR_TRY(take_inputs(slave, inputs, t + 0.5 * (end - t)));
    mj_step2(slave->model, slave->data);
    return MR_OK;
}

/* what MuJoCo warns of in a step: results would be wrong from here on */
static bool has_warned(const mjData *data) {
    static const int serious[] = {mjWARN_INERTIA, mjWARN_CONTACTFULL, mjWARN_CNSTRFULL,
                                  mjWARN_BADQPOS, mjWARN_BADQVEL,     mjWARN_BADQACC,
                                  mjWARN_BADCTRL};
    for (size_t i = 0; i < sizeof serious / sizeof *serious; i++)
        if (data->warning[serious[i]].number > 0)
            return true;
    return false;
}

static bool has_bad_number(const double *values, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(values[i]) < mjMAXVAL))
            return true;
    return false;
}

static mr_status check_state(mujoco_instance *slave) {
    const mjModel *m = slave->model;
    const mjData *d = slave->data;
    if (has_warned(d)) /* its words are in the guard */
        return MR_ERR_SLAVE_STEP;
    const char *what = has_bad_number(d->qpos, m->nq)   ? "positions"
                       : has_bad_number(d->qvel, m->nv) ? "velocities"
                       : has_bad_number(d->qacc, m->nv) ? "accelerations"
                                                        : NULL;
    if (!what)
        return MR_OK;
    mr_message_set(slave->message, "MuJoCo: %s grow beyond all bounds: the simulation is unstable",
                   what);
    return MR_ERR_SLAVE_STEP;
}

mr_status mujoco_evaluate(mujoco_instance *slave, const mr_inputs *inputs, double t) {
    mjData *d = slave->data;
    d->time = t;
    MR_TRY(take_inputs(slave, inputs, t));
    mj_forward(slave->model, d);
    if (slave->needs_accelerations)
        mj_rnePostConstraint(slave->model, d);
    return check_state(slave);
}

mr_status mujoco_advance_to(mujoco_instance *slave, const mr_inputs *inputs, double end) {
    mjModel *m = slave->model;
    m->opt.timestep = end - slave->t;
    MR_TRY(m->opt.integrator == mjINT_RK4 ? runge_kutta(slave, inputs, end)
                                          : euler(slave, inputs, end));
    MR_TRY(check_state(slave));
    MR_TRY(mujoco_evaluate(slave, inputs, end));
    slave->t = end;
    return MR_OK;
}
