/* how a MuJoCo model moves, into a file that can be drawn: bodies as their geoms, contacts as
 * arrows */
#include "mujoco_slave.h"

#include "common/motion.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTACTS 16 /* arrows that there is room for */

struct mujoco_motion {
    cm_motion *file;
    double *row;
    int width;
};

static void colour_of(const mjModel *m, int geom, char *colour, size_t size) {
    const float *c = m->geom_rgba + 4 * geom;
    int rgb[3];
    for (int k = 0; k < 3; k++)
        rgb[k] = (int)(255.0f * (c[k] < 0.0f ? 0.0f : c[k] > 1.0f ? 1.0f : c[k]));
    /* MuJoCo's own grey is no choice of anybody */
    if (c[0] == 0.5f && c[1] == 0.5f && c[2] == 0.5f)
        colour[0] = '\0';
    else
        snprintf(colour, size, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

/* geoms are told where they are at the start, which is the design position */
static void tell_geom(cm_motion *file, const mjModel *m, const mjData *d, int g) {
    const double *size = m->geom_size + 3 * g, *at = d->geom_xpos + 3 * g,
                 *R = d->geom_xmat + 9 * g;
    const double z[3] = {R[2], R[5], R[8]};
    double n[CM_SHAPE_NUMBERS] = {0};
    char colour[16];
    colour_of(m, g, colour, sizeof colour);
    if (m->geom_rgba[4 * g + 3] == 0.0f)
        return;
    switch (m->geom_type[g]) {
    case mjGEOM_SPHERE:
        n[0] = size[0];
        memcpy(n + 1, at, 3 * sizeof *n);
        cm_motion_shape(file, CM_SPHERE, n, colour);
        break;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
        n[0] = size[0];
        for (int k = 0; k < 3; k++) {
            n[1 + k] = at[k] - size[1] * z[k];
            n[4 + k] = at[k] + size[1] * z[k];
        }
        cm_motion_shape(file, m->geom_type[g] == mjGEOM_CAPSULE ? CM_BAR : CM_CYLINDER, n, colour);
        break;
    case mjGEOM_PLANE:
        break; /* the ground is drawn as a grid */
    default:   /* a mesh is drawn as the box around it */
        for (int k = 0; k < 3; k++) {
            n[k] = 2.0 * (m->geom_type[g] == mjGEOM_BOX || m->geom_type[g] == mjGEOM_ELLIPSOID
                              ? size[k]
                              : 0.5 * m->geom_rbound[g]);
            n[3 + k] = at[k];
            for (int a = 0; a < 3; a++)
                n[6 + 3 * k + a] = R[3 * a + k];
        }
        cm_motion_shape(file, CM_BOX, n, colour);
    }
}

/* a body of inertia only: from its frame to its centre of mass, and on to the frames it carries */
static void tell_bare_body(cm_motion *file, const mjModel *m, const mjData *d, int body) {
    const double radius = 0.01 * m->stat.extent;
    double n[CM_SHAPE_NUMBERS] = {radius};
    for (int b = body; b < m->nbody; b++) {
        if (b != body && m->body_parentid[b] != body)
            continue;
        memcpy(n + 1, d->xpos + 3 * b, 3 * sizeof *n);
        memcpy(n + 4, d->xipos + 3 * body, 3 * sizeof *n);
        cm_motion_shape(file, CM_BAR, n, NULL);
    }
    n[0] = 2.0 * radius;
    memcpy(n + 1, d->xipos + 3 * body, 3 * sizeof *n);
    cm_motion_shape(file, CM_SPHERE, n, NULL);
}

static void tell_model(cm_motion *file, const mujoco_instance *slave) {
    const mjModel *m = slave->model;
    const mjData *d = slave->data;
    for (int g = 0; g < m->ngeom; g++)
        if (m->geom_type[g] == mjGEOM_PLANE) {
            cm_motion_ground(file, d->geom_xpos[3 * g + 2]);
            break;
        }
    for (int b = 0; b < m->nbody; b++) {
        const char *name = mj_id2name(m, mjOBJ_BODY, b);
        char number[32];
        snprintf(number, sizeof number, b == 0 ? "world" : "body %d", b);
        cm_motion_body(file, name && *name ? name : number, m->body_mass[b], d->xipos + 3 * b,
                       NULL);
        for (int g = 0; g < m->ngeom; g++)
            if (m->geom_bodyid[g] == b)
                tell_geom(file, m, d, g);
        if (m->body_geomnum[b] == 0 && b > 0)
            tell_bare_body(file, m, d, b);
    }
    for (int i = 0; i < CONTACTS && m->ngeom > 1; i++) {
        char name[32];
        snprintf(name, sizeof name, "contact %d", i + 1);
        cm_motion_arrow(file, name);
    }
    for (int i = 0; i < slave->outputs.count; i++)
        for (int k = 0; k < slave->outputs.variables[i].size; k++) {
            char name[160];
            snprintf(name, sizeof name, slave->outputs.variables[i].size > 1 ? "%s(%d)" : "%s",
                     slave->outputs.variables[i].name, k + 1);
            cm_motion_signal(file, name, slave->outputs.variables[i].unit);
        }
}

mr_status mujoco_motion_open(mujoco_instance *slave) {
    const mujoco_settings *s = &slave->settings;
    const double *g = slave->model->opt.gravity;
    char path[500];
    if (slave->motion)
        return MR_OK;
    if (s->motion)
        snprintf(path, sizeof path, "%s", s->motion);
    else if (!cm_motion_place(slave->model->names ? slave->model->names : "", path, sizeof path))
        return MR_OK;
    struct mujoco_motion *motion = calloc(1, sizeof *motion);
    if (!motion)
        return MR_ERR_MEMORY;
    motion->file = cm_motion_create(path, slave->title, fabs(g[1]) > fabs(g[2]) ? 'y' : 'z', false,
                                    cm_motion_period(s->motion_period));
    if (!motion->file) {
        mr_message_set(slave->message, "the motion cannot be written to '%.200s': %s", path,
                       cm_motion_why_not());
        free(motion);
        return MR_ERR_SLAVE_OPEN;
    }
    slave->motion = motion;
    const size_t quaternions = 4 * (size_t)slave->model->nbody;
    slave->design = malloc((quaternions + 1) * sizeof *slave->design);
    if (!slave->design)
        return MR_ERR_MEMORY;
    memcpy(slave->design, slave->data->xquat, quaternions * sizeof *slave->design);
    tell_model(motion->file, slave);
    motion->width = cm_motion_begin(motion->file);
    motion->row = calloc((size_t)motion->width + 1, sizeof *motion->row);
    return motion->row ? MR_OK : MR_ERR_MEMORY;
}

/* the turn since the design position */
static void note_bodies(const mujoco_instance *slave, double *row) {
    const mjModel *m = slave->model;
    const mjData *d = slave->data;
    for (int b = 0; b < m->nbody; b++) {
        double back[4], turn[4];
        memcpy(row + 7 * b, d->xipos + 3 * b, 3 * sizeof *row);
        mju_negQuat(back, slave->design + 4 * b);
        mju_mulQuat(turn, d->xquat + 4 * b, back);
        memcpy(row + 7 * b + 3, turn, sizeof turn);
    }
}

static void note_contacts(const mujoco_instance *slave, double *row) {
    const mjModel *m = slave->model;
    const mjData *d = slave->data;
    memset(row, 0, (size_t)CONTACTS * 6 * sizeof *row);
    for (int i = 0; i < d->ncon && i < CONTACTS; i++) {
        double force[6], world[3];
        mj_contactForce(m, d, i, force);
        /* rows of the frame are the axes: normal, two tangents */
        mju_mulMatTVec(world, d->contact[i].frame, force, 3, 3);
        memcpy(row + 6 * i, d->contact[i].pos, 3 * sizeof *row);
        memcpy(row + 6 * i + 3, world, sizeof world);
    }
}

mr_status mujoco_motion_note(mujoco_instance *slave) {
    struct mujoco_motion *motion = slave->motion;
    if (!motion || !cm_motion_wants(motion->file, slave->t))
        return MR_OK;
    const int bodies = 7 * slave->model->nbody;
    const int contacts = slave->model->ngeom > 1 ? 6 * CONTACTS : 0;
    note_bodies(slave, motion->row);
    if (contacts)
        note_contacts(slave, motion->row + bodies);
    mujoco_get_outputs(slave, slave->data, motion->row + bodies + contacts);
    if (cm_motion_row(motion->file, slave->t, motion->row))
        return MR_OK;
    mr_message_set(slave->message, "the motion cannot be written: %s", strerror(errno));
    return MR_ERR_SLAVE_STEP;
}

void mujoco_motion_close(mujoco_instance *slave) {
    if (!slave->motion)
        return;
    (void)cm_motion_close(slave->motion->file);
    free(slave->motion->row);
    free(slave->motion);
    slave->motion = NULL;
}
