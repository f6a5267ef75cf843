/* rates of the outputs, and how the interface coordinates answer to inputs, to their own positions
 * and to their own velocities
 *
 * From the equations of motion M a = f by MuJoCo's own forward dynamics, so that constraints count.
 * The mechanism has more freedoms than the interface sees. A coordinate that moves takes them along
 * as a force on it would: dq = W dp, W = R (J R)^-1, R = da/df the columns of M^-1 J' (with active
 * constraints as far as they let). Then Ap = J da/dq W, Av = J da/dv W, by central differences. */
#include "mujoco_slave.h"

#include <math.h>
#include <string.h>

#define FORCE    1e-2
#define POSITION 1e-6
#define VELOCITY 1e-5

size_t mujoco_work_size(const mjModel *model, int inputs, int outputs, int coordinates) {
    const size_t n = (size_t)coordinates, nv = (size_t)model->nv;
    /* J, R and W; G and its right sides; one row in 3 x nv; accelerations of both sides and their
     * velocities; inputs; two sets of outputs */
    return 3 * n * nv + 2 * n * n + 3 * nv + 6 * n + (size_t)inputs + 2 * (size_t)outputs + nv + 1;
}

void mujoco_coordinate_row(const mjModel *model, const mjData *data,
                           const mujoco_coordinate *coordinate, double *rows3, double *row) {
    const size_t nv = (size_t)model->nv;
    if (coordinate->joint >= 0) {
        memset(row, 0, nv * sizeof *row);
        row[model->jnt_dofadr[coordinate->joint]] = 1.0;
        return;
    }
    mj_jacBodyCom(model, data, rows3, NULL, coordinate->body);
    memcpy(row, rows3 + (size_t)coordinate->component * nv, nv * sizeof *row);
}

/* accelerations and velocities of the coordinates; forward dynamics must have been made */
static void read_motion(const mujoco_instance *slave, mjData *data, double *a, double *v) {
    const mjModel *m = slave->model;
    bool prepared = false;
    for (int c = 0; c < slave->coordinate_count; c++) {
        const mujoco_coordinate *q = &slave->freedoms[c];
        if (q->joint >= 0) {
            a[c] = data->qacc[m->jnt_dofadr[q->joint]];
            v[c] = data->qvel[m->jnt_dofadr[q->joint]];
            continue;
        }
        if (!prepared)
            mj_rnePostConstraint(m, data);
        prepared = true;
        double angular[3], linear[3];
        mujoco_body_acceleration(m, data, q->body, linear);
        a[c] = linear[q->component];
        mujoco_body_velocity(m, data, q->body, angular, linear);
        v[c] = linear[q->component];
    }
}

/* solves G X = B for n right sides in place, by elimination with row exchanges; false if G is
 * singular */
static bool solve(double *G, double *B, int n, int columns) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(G[r * n + c]) > fabs(G[pivot * n + c]))
                pivot = r;
        if (!(fabs(G[pivot * n + c]) > 1e-300))
            return false;
        for (int k = 0; pivot != c && k < n; k++) {
            const double other = G[c * n + k];
            G[c * n + k] = G[pivot * n + k];
            G[pivot * n + k] = other;
        }
        for (int k = 0; pivot != c && k < columns; k++) {
            const double other = B[c * columns + k];
            B[c * columns + k] = B[pivot * columns + k];
            B[pivot * columns + k] = other;
        }
        for (int r = 0; r < n; r++) {
            const double factor = r == c ? 0.0 : G[r * n + c] / G[c * n + c];
            for (int k = c; factor != 0.0 && k < n; k++)
                G[r * n + k] -= factor * G[c * n + k];
            for (int k = 0; factor != 0.0 && k < columns; k++)
                B[r * columns + k] -= factor * B[c * columns + k];
        }
    }
    for (int c = 0; c < n; c++)
        for (int k = 0; k < columns; k++)
            B[c * columns + k] /= G[c * n + c];
    return true;
}

/* change of all accelerations by what was put into the trial's forces */
static void respond(const mujoco_instance *slave, double *change) {
    mj_forwardSkip(slave->model, slave->trial, mjSTAGE_VEL, 1);
    for (int i = 0; i < slave->model->nv; i++)
        change[i] = (slave->trial->qacc[i] - slave->data->qacc[i]) / FORCE;
}

/* Au: column by column, a little more of each input */
static void tell_inputs(mujoco_instance *slave, const double *J, double *u, double *change,
                        double *Au) {
    const int nv = slave->model->nv, inputs = slave->inputs.width;
    for (int i = 0; i < inputs; i++) {
        memcpy(u, slave->u, (size_t)inputs * sizeof *u);
        u[i] += FORCE;
        mujoco_put_inputs(slave, u, slave->trial);
        respond(slave, change);
        for (int c = 0; c < slave->coordinate_count; c++)
            Au[c * inputs + i] = mju_dot(J + c * nv, change, nv);
    }
    mujoco_put_inputs(slave, slave->u, slave->trial);
}

/* W, row by row its transpose: dq for a unit of each coordinate */
static bool find_directions(mujoco_instance *slave, const double *J, double *R, double *G,
                            double *W) {
    const int nv = slave->model->nv, n = slave->coordinate_count;
    mjData *trial = slave->trial;
    for (int c = 0; c < n; c++) {
        mju_addToScl(trial->qfrc_applied, J + c * nv, FORCE, nv);
        respond(slave, R + c * nv);
        mju_copy(trial->qfrc_applied, slave->data->qfrc_applied, nv);
    }
    /* (J R)' W' = R': rows of R are what columns are in the formula */
    for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
            G[c * n + d] = mju_dot(R + c * nv, J + d * nv, nv);
    memcpy(W, R, (size_t)(n * nv) * sizeof *W);
    return solve(G, W, n, nv);
}

/* the trial with positions and velocities moved, evaluated */
static void move_trial(mujoco_instance *slave, const double *direction, double dp, double dv,
                       double *a, double *v) {
    const mjModel *m = slave->model;
    mjData *trial = slave->trial;
    mju_copy(trial->qpos, slave->data->qpos, m->nq);
    mju_copy(trial->qvel, slave->data->qvel, m->nv);
    if (dp != 0.0)
        mj_integratePos(m, trial->qpos, direction, dp);
    mju_addToScl(trial->qvel, direction, dv, m->nv);
    mj_forwardSkip(m, trial, dp != 0.0 ? mjSTAGE_NONE : mjSTAGE_POS, 1);
    read_motion(slave, trial, a, v);
}

static void tell_motion(mujoco_instance *slave, const double *W, double *both, double *Ap,
                        double *Av) {
    const int nv = slave->model->nv, n = slave->coordinate_count;
    double *a = both, *b = a + n, *va = b + n, *vb = va + n;
    for (int d = 0; d < n; d++) {
        move_trial(slave, W + d * nv, 0.0, VELOCITY, a, va);
        move_trial(slave, W + d * nv, 0.0, -VELOCITY, b, vb);
        for (int c = 0; c < n; c++)
            Av[c * n + d] = (a[c] - b[c]) / (2.0 * VELOCITY);
    }
    for (int d = 0; d < n; d++) {
        move_trial(slave, W + d * nv, POSITION, 0.0, a, va);
        move_trial(slave, W + d * nv, -POSITION, 0.0, b, vb);
        /* velocities of bodies change with positions though the joints' do not: taken out again */
        for (int c = 0; c < n; c++) {
            double change = a[c] - b[c];
            for (int k = 0; k < n; k++)
                change -= Av[c * n + k] * (va[k] - vb[k]);
            Ap[c * n + d] = change / (2.0 * POSITION);
        }
    }
}

void mujoco_tell_matrices(mujoco_instance *slave, double *Au, double *Ap, double *Av) {
    const mjModel *m = slave->model;
    const size_t n = (size_t)slave->coordinate_count, nv = (size_t)m->nv;
    double *J = slave->work, *R = J + n * nv, *W = R + n * nv, *G = W + n * nv;
    double *scratch = G + 2 * n * n, *both = scratch + 3 * nv, *u = both + 6 * n;
    double *change = u + slave->inputs.width;
    mj_copyData(slave->trial, m, slave->data);
    for (size_t c = 0; c < n; c++)
        mujoco_coordinate_row(m, slave->data, &slave->freedoms[c], scratch, J + c * nv);
    tell_inputs(slave, J, u, change, Au);
    memset(Ap, 0, n * n * sizeof *Ap);
    memset(Av, 0, n * n * sizeof *Av);
    /* coordinates that a singular position binds to each other answer to inputs only */
    if (find_directions(slave, J, R, G, W))
        tell_motion(slave, W, both, Ap, Av);
}

/* outputs a moment earlier or later, along the motion with the inputs held */
static void outputs_beside(mujoco_instance *slave, double dt, double *y) {
    const mjModel *m = slave->model;
    const mjData *data = slave->data;
    mjData *trial = slave->trial;
    mju_copy(trial->qpos, data->qpos, m->nq);
    mj_integratePos(m, trial->qpos, data->qvel, dt);
    mju_addScl(trial->qvel, data->qvel, data->qacc, dt, m->nv);
    if (m->na > 0)
        mju_addScl(trial->act, data->act, data->act_dot, dt, m->na);
    trial->time = data->time + dt;
    mj_forward(m, trial);
    if (slave->needs_accelerations)
        mj_rnePostConstraint(m, trial);
    mujoco_get_outputs(slave, trial, y);
}

void mujoco_tell_rates(mujoco_instance *slave, double *ydot) {
    const mujoco_signals *list = &slave->outputs;
    const double dt = 1e-3 * slave->h;
    double *before = slave->work, *after = before + list->width;
    mj_copyData(slave->trial, slave->model, slave->data);
    outputs_beside(slave, -dt, before);
    outputs_beside(slave, dt, after);
    for (int i = 0; i < list->width; i++)
        ydot[i] = (after[i] - before[i]) / (2.0 * dt);
    /* where an output is the rate of another, it is exact */
    mujoco_get_outputs(slave, slave->data, before);
    for (int i = 0; i < list->count; i++) {
        const int of = list->variables[i].rate_of;
        if (of < 0)
            continue;
        memcpy(ydot + mr_variables_width(list->variables, of),
               before + mr_variables_width(list->variables, i),
               (size_t)list->variables[i].size * sizeof *ydot);
    }
}
