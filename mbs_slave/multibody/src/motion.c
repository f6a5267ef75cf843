/* places, turns, forces and outputs of a simulation, row by row */
#include "mbs/motion.h"
#include "look.h"
#include "sim.h"
#include "vector.h"
#include "common/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* how the pose of a body follows from the nodes */
typedef struct pose {
    mbs_form origin, axes[3];
    int has_origin, axis_count; /* three, two (planar), or one: the line of a rod */
    double line[3];             /* of a rod, in the design position */
    int angle;                  /* entry of the turn of a rotor, or -1 */
    double axis[3];
} pose;

struct mbs_motion {
    const mbs_model *model;
    cm_motion *file;
    pose *poses;
    double *row;
    char path[400];
};

static void make_unit(double a[3]) {
    const double l = sqrt(mbs_dot(a, a));
    for (int k = 0; l > 0.0 && k < 3; k++)
        a[k] /= l;
}

static void plan_pose(const mbs_model *m, int body, pose *p) {
    const mbs_naming *n = m->naming;
    const mbs_body_plan *b = &n->bodies[body];
    const int basis = b->is_rotor ? b->carrier : body;
    *p = (pose){.angle = b->is_rotor ? b->angle : -1};
    memcpy(p->axis, b->axis, sizeof p->axis);
    if (b->is_ground || n->bodies[basis].is_ground)
        return;
    p->has_origin = mbs_material_point(n, basis, m->look->bodies[body].origin, &p->origin);
    if (n->bodies[basis].direction_count == 1) { /* a rod: only its line is known */
        for (int k = 0; k < 3; k++)
            p->line[k] = n->bodies[basis].inverse[0][k];
        make_unit(p->line);
        p->axis_count = mbs_material_vector(n, basis, p->line, &p->axes[0]);
        return;
    }
    while (p->axis_count < 3) {
        double e[3] = {0.0, 0.0, 0.0};
        e[p->axis_count] = 1.0;
        if (!mbs_material_vector(n, basis, e, &p->axes[p->axis_count]))
            break;
        p->axis_count++;
    }
}

/* the shortest turn from one direction to another */
static void shortest_turn(const double from[3], const double to[3], double q[4]) {
    double c[3];
    mbs_cross(from, to, c);
    q[0] = 1.0 + mbs_dot(from, to);
    memcpy(q + 1, c, sizeof c);
    if (q[0] < 1e-9) { /* half a turn about anything across */
        const double any[3] = {fabs(from[0]) < 0.9, !(fabs(from[0]) < 0.9), 0.0};
        mbs_cross(from, any, c);
        q[0] = 0.0;
        memcpy(q + 1, c, sizeof c);
    }
    const double l = sqrt(q[0] * q[0] + mbs_dot(q + 1, q + 1));
    for (int k = 0; k < 4; k++)
        q[k] /= l;
}

static void multiply(const double a[4], const double b[4], double c[4]) {
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

static void note_pose(const pose *p, const double *origin, const double *q, double *out) {
    double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, turn[4] = {1, 0, 0, 0};
    memcpy(out, origin, 3 * sizeof *out);
    if (p->has_origin)
        mbs_form_at(&p->origin, q, out);
    for (int k = 0; k < p->axis_count; k++) {
        mbs_form_at(&p->axes[k], q, axes[k]);
        make_unit(axes[k]);
    }
    if (p->axis_count == 1)
        shortest_turn(p->line, axes[0], turn);
    else if (p->axis_count > 1) {
        mbs_cross(axes[0], axes[1], axes[2]);
        cm_quaternion(axes[0], axes[1], axes[2], turn);
    }
    if (p->angle >= 0) {
        const double half = 0.5 * q[p->angle], s = sin(half);
        const double spin[4] = {cos(half), s * p->axis[0], s * p->axis[1], s * p->axis[2]};
        multiply(turn, spin, out + 3);
    } else {
        memcpy(out + 3, turn, sizeof turn);
    }
}

/* a vector of the design position as its body has it now */
static void turned(const double pose_row[7], const double v[3], double out[3]) {
    const double *q = pose_row + 3, t0[3] = {v[0], v[1], v[2]};
    double c[3], d[3];
    mbs_cross(q + 1, t0, c);
    for (int k = 0; k < 3; k++)
        c[k] *= 2.0;
    mbs_cross(q + 1, c, d);
    for (int k = 0; k < 3; k++)
        out[k] = v[k] + q[0] * c[k] + d[k];
}

static void note_force(const mbs_motion *m, mbs_simulation *s, const mbs_force_look *f,
                       double *out) {
    const mbs_element *e = &s->model->elements[f->element];
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    double y[3] = {0.0, 0.0, 0.0}, arm[3] = {0.0, 0.0, 0.0};
    memcpy(out, f->at, 3 * sizeof *out);
    e->type->report(e, &moment, s->q, s->v, MBS_FORCE, y);
    if (f->body >= 0) {
        const double *origin = m->model->look->bodies[f->body].origin;
        const double d[3] = {f->at[0] - origin[0], f->at[1] - origin[1], f->at[2] - origin[2]};
        turned(m->row + 7 * f->body, d, arm);
        for (int k = 0; k < 3; k++)
            out[k] = m->row[7 * f->body + k] + arm[k];
    }
    memcpy(out + 3, y, sizeof y);
    if (!f->is_tyre)
        return;
    /* along, to the left and up become directions of the world */
    double axis[3], ahead[3];
    const double up[3] = {0.0, 0.0, 1.0};
    turned(m->row + 7 * f->body, f->axis, axis);
    mbs_cross(axis, up, ahead);
    make_unit(ahead);
    double left[3];
    mbs_cross(up, ahead, left);
    for (int k = 0; k < 3; k++)
        out[3 + k] = y[0] * ahead[k] + y[1] * left[k] + y[2] * up[k];
    out[2] = f->road;
}

static void describe(mbs_motion *m) {
    const struct mbs_look *look = m->model->look;
    const mbs_link_look *links = look->links.items;
    const mbs_force_look *forces = look->forces.items;
    if (look->has_road)
        cm_motion_ground(m->file, look->road);
    for (int i = 0; i < m->model->naming->body_count; i++) {
        const mbs_body_look *b = &look->bodies[i];
        const mbs_shape *shapes = b->shapes.items;
        cm_motion_body(m->file, b->name, b->mass, b->origin, b->colour);
        for (int k = 0; k < b->shapes.count; k++)
            cm_motion_shape(m->file, shapes[k].kind, shapes[k].numbers, shapes[k].colour);
    }
    for (int i = 0; i < look->links.count; i++)
        cm_motion_link(m->file, links[i].is_spring, links[i].bodies[0], links[i].points[0],
                       links[i].bodies[1], links[i].points[1], NULL);
    for (int i = 0; i < look->forces.count; i++)
        cm_motion_arrow(m->file, forces[i].name);
    for (int i = 0; i < m->model->output_count; i++)
        for (int k = 0; k < m->model->outputs[i].size; k++) {
            char name[200];
            snprintf(name, sizeof name, m->model->outputs[i].size > 1 ? "%s(%d)" : "%s",
                     m->model->outputs[i].name, k + 1);
            cm_motion_signal(m->file, name, m->model->outputs[i].unit);
        }
}

mr_status mbs_motion_open(const mbs_model *model, const char *path, double period,
                          mbs_motion **motion, mr_message *message) {
    mbs_motion *m = calloc(1, sizeof *m);
    *motion = NULL;
    if (!m)
        return MR_ERR_MEMORY;
    m->model = model;
    snprintf(m->path, sizeof m->path, "%s", path);
    /* what hangs down tells where up is; planar models are drawn upright */
    const char up = model->planar || fabs(model->gravity[1]) > fabs(model->gravity[2]) ? 'y' : 'z';
    m->file = cm_motion_create(path, model->title, up, model->planar, period);
    if (!m->file) {
        mr_message_set(message, "the motion cannot be written to '%.200s': %s", path,
                       cm_motion_why_not());
        free(m);
        return MR_ERR_SLAVE_OPEN;
    }
    describe(m);
    const int width = cm_motion_begin(m->file), bodies = model->naming->body_count;
    m->row = calloc((size_t)width + 1, sizeof *m->row);
    m->poses = calloc((size_t)bodies + 1, sizeof *m->poses);
    if (!m->row || !m->poses) {
        mbs_motion_close(m);
        mr_message_set(message, "not enough memory for a motion");
        return MR_ERR_MEMORY;
    }
    for (int i = 0; i < bodies; i++)
        plan_pose(model, i, &m->poses[i]);
    *motion = m;
    return MR_OK;
}

mr_status mbs_motion_note(mbs_motion *m, mbs_simulation *s, mr_message *message) {
    const struct mbs_look *look = m->model->look;
    const mbs_force_look *forces = look->forces.items;
    const int bodies = m->model->naming->body_count;
    const double t = mbs_simulation_time(s);
    if (!cm_motion_wants(m->file, t))
        return MR_OK;
    for (int i = 0; i < bodies; i++)
        note_pose(&m->poses[i], look->bodies[i].origin, s->q, m->row + 7 * i);
    for (int i = 0; i < look->forces.count; i++)
        note_force(m, s, &forces[i], m->row + 7 * bodies + 6 * i);
    mbs_simulation_outputs(s, m->row + 7 * bodies + 6 * look->forces.count);
    if (cm_motion_row(m->file, t, m->row))
        return MR_OK;
    mr_message_set(message, "the motion cannot be written to '%.200s': %s", m->path,
                   strerror(errno));
    return MR_ERR_SLAVE_STEP;
}

void mbs_motion_close(mbs_motion *m) {
    if (!m)
        return;
    (void)cm_motion_close(m->file);
    CM_FREE(m->poses, m->row, m);
}
