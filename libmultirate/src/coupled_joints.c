/* joints between coupled slaves: added, kept, asked for lambda */
#include "coupled_joints.h"

#include "multirate/pieces.h"

#include "interface_private.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double mr_joint_output(const mr_coupled *c, int output, const mr_joint_port *port) {
    return output == MR_NONE ? 0.0 : c->y[c->members[port->member].first_output + output];
}

void mr_joints_push(mr_joint_state *j, double t, const double *value) {
    const size_t n = (size_t)j->size;
    memmove(j->past + n, j->past, MR_JOINT_PAST * n * sizeof *j->past);
    memmove(j->past_t + 1, j->past_t, MR_JOINT_PAST * sizeof *j->past_t);
    memcpy(j->past, value, n * sizeof *value);
    j->past_t[0] = t;
    if (j->past_count < MR_JOINT_PAST + 1)
        j->past_count++;
}

/* --- lambda within the step --- */

static double value_at(const mr_coupled *c, const void *own, int scalar, double t) {
    const mr_joints *all = own;
    const bool second = scalar < 0;
    const int s = second ? -1 - scalar : scalar;
    const mr_joint_state *j = all->joint[all->joint_of[s]];
    const int order = mr_joint_order(j->method, j->order, j->past_count);
    const int pieces = mr_joint_pieces(j->method, order), k = s - j->first;
    const double H = c->to - c->from;
    const double middle = (0.5 * (mr_part_from(c) + mr_part_to(c)) - c->from) / H;
    int piece = (int)(middle * pieces);
    if (piece > pieces - 1)
        piece = pieces - 1;
    double past_x[MR_JOINT_PAST + 1], value = 0.0;
    for (int i = 0; i < j->past_count; i++)
        past_x[i] = (j->past_t[i] - c->from) / H;
    mr_joint_weights w;
    mr_joint_value(j->method, order, past_x, piece, (t - c->from) / H, &w);
    for (int i = 0; i < j->method->samples; i++)
        value += w.sample[i] * j->samples[i * j->size + k];
    for (int i = 0; i < j->past_count; i++)
        value += w.past[i] * j->past[i * j->size + k];
    return second ? -value : value;
}

static bool is_constant(const mr_coupled *c, const void *own) {
    const mr_joints *all = own;
    (void)c;
    for (int i = 0; i < all->count; i++)
        if (mr_joint_order(all->joint[i]->method, all->joint[i]->order, all->joint[i]->past_count) >
            0)
            return false;
    return true;
}

void mr_joints_tell(mr_coupled *c, double *inputs) {
    const mr_joints *all = c->joints;
    for (int s = 0; s < all->scalars; s++) {
        const mr_joint_state *j = all->joint[all->joint_of[s]];
        for (int side = 0; side < 2; side++) {
            const mr_joint_port *p = &j->port[side][s - j->first];
            const double force = j->force[s - j->first];
            if (p->force != MR_NONE)
                inputs[c->members[p->member].first_input + p->force] = side ? -force : force;
        }
    }
}

/* --- gaps --- */

void mr_joints_measure(mr_coupled *c) {
    mr_joints *all = c->joints;
    const int n = all->scalars;
    for (int s = 0; s < n; s++) {
        const mr_joint_state *j = all->joint[all->joint_of[s]];
        const int k = s - j->first;
        const mr_joint_port *a = &j->port[0][k], *b = &j->port[1][k];
        all->gap[MR_GAP * n + s] =
            mr_joint_output(c, b->position, b) - mr_joint_output(c, a->position, a) - j->offset[k];
        all->gap[MR_GAP_RATE * n + s] =
            mr_joint_output(c, b->velocity, b) - mr_joint_output(c, a->velocity, a);
        all->gap[MR_GAP_ACCELERATION * n + s] =
            mr_joint_output(c, b->acceleration, b) - mr_joint_output(c, a->acceleration, a);
        all->gap[MR_GAP_INTEGRAL * n + s] =
            all->integral[n + s] - all->integral[s] - j->offset[k] * (c->to - c->from);
    }
}

void mr_joints_begin_member(mr_coupled *c, const mr_member *member) {
    mr_joints *all = c->joints;
    const int n = all->scalars;
    for (int s = 0; s < n; s++)
        for (int side = 0; side < 2; side++) {
            const mr_joint_state *j = all->joint[all->joint_of[s]];
            if (&c->members[j->port[side][s - j->first].member] != member)
                continue;
            all->integral[side * n + s] = 0.0;
            for (int level = 0; level < 2; level++)
                all->last[(2 * side + level) * n + s] = all->begin[(2 * side + level) * n + s];
        }
}

/* integral of the position over a step of the member, by positions and velocities at its ends */
void mr_joints_follow(mr_coupled *c, const mr_member *member, double from, double to) {
    mr_joints *all = c->joints;
    const int n = all->scalars;
    const double h = to - from;
    for (int s = 0; s < n; s++)
        for (int side = 0; side < 2; side++) {
            const mr_joint_state *j = all->joint[all->joint_of[s]];
            const mr_joint_port *p = &j->port[side][s - j->first];
            if (&c->members[p->member] != member)
                continue;
            double *x = &all->last[2 * side * n + s], *v = x + n;
            const double x1 = mr_joint_output(c, p->position, p);
            const double v1 = mr_joint_output(c, p->velocity, p);
            all->integral[side * n + s] += h * (0.5 * (*x + x1) + h / 12.0 * (*v - v1));
            *x = x1;
            *v = v1;
        }
}

/* --- kept and put back --- */

static void keep(void *own, int slot) {
    const mr_joints *all = own;
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        const size_t n = (size_t)j->size;
        j->kept_count[slot] = j->past_count;
        memcpy(j->kept_t[slot], j->past_t, sizeof j->past_t);
        memcpy(j->kept[slot], j->past, (MR_JOINT_PAST + 1) * n * sizeof *j->past);
        memcpy(j->kept[slot] + (MR_JOINT_PAST + 1) * n, j->force, n * sizeof *j->force);
    }
}

static void put_back(void *own, int slot) {
    const mr_joints *all = own;
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        const size_t n = (size_t)j->size;
        j->past_count = j->kept_count[slot];
        memcpy(j->past_t, j->kept_t[slot], sizeof j->past_t);
        memcpy(j->past, j->kept[slot], (MR_JOINT_PAST + 1) * n * sizeof *j->past);
        memcpy(j->force, j->kept[slot] + (MR_JOINT_PAST + 1) * n, n * sizeof *j->force);
    }
}

static void free_joint(mr_joint_state *j) {
    if (!j)
        return;
    MR_FREE(j->port[0], j->offset, j);
}

static void close_joints(void *own) {
    mr_joints *all = own;
    for (int i = 0; i < all->count; i++)
        free_joint(all->joint[i]);
    MR_FREE(all->joint, all->joint_of, all->gap, all);
}

static const mr_element_rules joint_rules = {.kind = "joint",
                                             .start = mr_joints_start,
                                             .value = value_at,
                                             .constant = is_constant,
                                             .keep = keep,
                                             .back = put_back,
                                             .close = close_joints};

/* --- made --- */

/* unknowns one after another, room for all, and the parts of a step */
mr_status mr_joints_lay_out(mr_coupled *c) {
    mr_joints *all = c->joints;
    int s = 0, u = 0;
    bool halves = false, thirds = false;
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        j->first = s;
        j->unknown = u;
        s += j->size;
        u += j->size * j->method->samples;
        const int pieces = mr_joint_pieces(j->method, j->order);
        halves = halves || pieces == 2;
        thirds = thirds || pieces == 3;
    }
    all->unknowns = u;
    all->scalars = s;
    all->has_derivative = false;
    c->parts = 0;
    if (thirds)
        c->part_end[c->parts++] = 1.0 / 3.0;
    if (halves)
        c->part_end[c->parts++] = 0.5;
    if (thirds)
        c->part_end[c->parts++] = 2.0 / 3.0;
    c->part_end[c->parts++] = 1.0;
    const size_t n = (size_t)s, m = MR_JOINT_SAMPLES * n; /* any method, later */
    free(all->joint_of);
    free(all->gap);
    all->joint_of = calloc(2 * n + 1, sizeof *all->joint_of);
    all->gap = calloc(MR_GAP_LEVELS * n * (1 + m) + 2 * n * n + 12 * n + 3 * m + m * m + n * n +
                          2 * (size_t)c->inputs + 1,
                      sizeof *all->gap);
    if (!all->joint_of || !all->gap)
        return MR_ERR_MEMORY;
    all->derivative = all->gap + MR_GAP_LEVELS * n;
    all->measured = all->derivative + MR_GAP_LEVELS * n * m;
    all->begin = all->measured + 2 * n * n;
    all->last = all->begin + 4 * n;
    all->integral = all->last + 4 * n;
    all->right = all->integral + 2 * n;
    all->column = all->right + m;
    all->told = all->column + m;
    all->matrix = all->told + m;
    all->square = all->matrix + m * m;
    all->push = all->square + n * n;
    all->projected = all->joint_of + n;
    all->projected_count = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->joint[i]->size; k++) {
            all->joint_of[all->joint[i]->first + k] = i;
            if (all->joint[i]->project)
                all->projected[all->projected_count++] = all->joint[i]->first + k;
        }
    return MR_OK;
}

static mr_status refuse(mr_coupled *c, const mr_joint_state *j, const char *why) {
    mr_message_set(&c->message, "joint '%.60s': %.300s", j->name, why);
    return MR_ERR_CONFIG;
}

static mr_status check_method(mr_coupled *c, const mr_joint *given, const mr_joint_state *j) {
    const mr_joint_method *m = j->method;
    char why[300];
    if (j->project && m->spring)
        return refuse(c, j, "a spring has no constraint to be projected on");
    if (j->order < 0 || j->order > m->offered_order) {
        snprintf(why, sizeof why, "method '%s' has orders 0 to %d, not %d", m->name,
                 m->offered_order, j->order);
        return refuse(c, j, why);
    }
    if (!(j->mu >= 0.0 && j->mu_steps >= 0.0 && isfinite(j->mu) && isfinite(j->mu_steps)))
        return refuse(c, j, "mu must be positive");
    if (!(j->rate_weight >= 0.0 && j->acceleration_weight >= 0.0))
        return refuse(c, j, "weights must not be negative");
    if (m->spring && !given->stiffness)
        return refuse(c, j, "a spring needs its stiffness");
    for (int side = 0; side < 2; side++) {
        const int index = given->side[side].member;
        if (index < 0 || index >= c->member_count)
            return refuse(c, j, "it joins a member that does not exist");
        const mr_member *member = &c->members[index];
        if (j->project && !member->type->push && !(m->copies && side == 1)) {
            snprintf(why, sizeof why, "%s (slave '%s') lets nobody set its state, which %s",
                     member->name, member->type->name,
                     m->copies ? "a copy needs"
                               : "projection needs: 'x2' closes gap and velocity gap without it");
            mr_message_set(&c->message, "joint '%.60s': %s", j->name, why);
            return MR_ERR_UNSUPPORTED;
        }
        if (m->samples > 0 && (!member->type->save || !member->type->restore)) {
            snprintf(why, sizeof why,
                     "%s (slave '%s') cannot save and restore its state, which method '%s' needs: "
                     "method 'explicit' does without",
                     member->name, member->type->name, m->name);
            mr_message_set(&c->message, "joint '%.60s': %s", j->name, why);
            return MR_ERR_UNSUPPORTED;
        }
    }
    if (given->side[0].member == given->side[1].member)
        return refuse(c, j, "it joins a member with itself");
    return MR_OK;
}

static mr_status check_ports(mr_coupled *c, const mr_joint_state *j) {
    char why[300];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < j->size; k++) {
            const mr_joint_port *p = &j->port[side][k];
            const mr_member *member = &c->members[p->member];
            const int outputs[] = {p->position, p->velocity, p->acceleration};
            static const char *const names[] = {"position", "velocity", "acceleration"};
            for (int i = 0; i < 3; i++) {
                const bool needed = i == 0 ||
                                    (i == 1 && !(j->method->spring && j->damping[k] == 0.0 &&
                                                 j->method->samples == 1)) ||
                                    (i == 2 && j->method->accelerations);
                if (outputs[i] == MR_NONE && needed) {
                    snprintf(why, sizeof why, "method '%s' needs the %s of coordinate %d from %s",
                             j->method->name, names[i], k + 1, member->name);
                    return refuse(c, j, why);
                }
                if (outputs[i] != MR_NONE && (outputs[i] < 0 || outputs[i] >= member->outputs)) {
                    snprintf(why, sizeof why, "%s has no output %d (%s of coordinate %d)",
                             member->name, outputs[i] + 1, names[i], k + 1);
                    return refuse(c, j, why);
                }
            }
        }
    return MR_OK;
}

static int scalar_of(const int *list, int k) {
    return list ? list[k] : MR_NONE;
}

static mr_joint_state *make(const mr_joint *given, int number) {
    const size_t n = (size_t)given->size, past = (MR_JOINT_PAST + 1) * n;
    mr_joint_state *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->port[0] = calloc(2 * n + 1, sizeof *j->port[0]);
    j->offset =
        calloc(6 * n + MR_JOINT_SAMPLES * n + past + MR_SLOTS * (past + n) + 1, sizeof *j->offset);
    if (!j->port[0] || !j->offset) {
        free_joint(j);
        return NULL;
    }
    j->port[1] = j->port[0] + n;
    double *at =
        MR_PIECES(j->offset, n, &j->offset, &j->stiffness, &j->damping, &j->force, &j->largest);
    at = MR_PIECES(at, MR_JOINT_SAMPLES * n, &j->samples);
    at = MR_PIECES(at, past, &j->past);
    for (int s = 0; s < MR_SLOTS; s++)
        at = MR_PIECES(at, past + n, &j->kept[s]);
    if (given->name)
        snprintf(j->name, sizeof j->name, "%s", given->name);
    else
        snprintf(j->name, sizeof j->name, "%d", number);
    j->method = given->method ? given->method : &mr_joint_x2;
    j->order = given->order == MR_NONE ? j->method->usual_order : given->order;
    j->size = given->size;
    j->keeps_offset = given->keeps_offset;
    j->project = given->project || j->method->projects;
    j->mu = given->mu;
    j->mu_steps = given->mu_steps > 0.0 ? given->mu_steps : j->method->usual_mu;
    j->rate_weight = given->rate_weight;
    j->acceleration_weight = given->acceleration_weight;
    if (j->method->weighted && j->rate_weight == 0.0 && j->acceleration_weight == 0.0)
        j->rate_weight = j->acceleration_weight = 1.0;
    for (int k = 0; k < given->size; k++) {
        j->offset[k] = given->offset ? given->offset[k] : 0.0;
        j->stiffness[k] = given->stiffness ? given->stiffness[k] : 0.0;
        j->damping[k] = given->damping ? given->damping[k] : 0.0;
        for (int s = 0; s < 2; s++)
            j->port[s][k] = (mr_joint_port){
                .member = given->side[s].member,
                .force = s == 1 && j->method->copies ? MR_NONE : scalar_of(given->side[s].force, k),
                .position = scalar_of(given->side[s].position, k),
                .velocity = scalar_of(given->side[s].velocity, k),
                .acceleration = scalar_of(given->side[s].acceleration, k)};
    }
    return j;
}

static mr_status open_joints(mr_coupled *c) {
    if (c->joints)
        return MR_OK;
    mr_joints *all = calloc(1, sizeof *all);
    if (!all)
        return MR_ERR_MEMORY;
    const mr_status status = mr_coupled_add_element(c, &joint_rules, all);
    if (status != MR_OK)
        free(all);
    else
        c->joints = all;
    return status;
}

mr_status mr_coupled_add_joint(mr_coupled *c, const mr_joint *given) {
    c->started = false;
    if (given->size < 1 || given->size > 1000) {
        mr_message_set(&c->message, "a joint has 1 to 1000 coordinates, not %d", given->size);
        return MR_ERR_CONFIG;
    }
    MR_TRY(open_joints(c));
    mr_joints *all = c->joints;
    mr_joint_state *j = make(given, all->count + 1);
    mr_joint_state **grown =
        j ? realloc(all->joint, ((size_t)all->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free_joint(j);
        mr_message_set(&c->message, "not enough memory for a joint");
        return MR_ERR_MEMORY;
    }
    all->joint = grown;
    mr_status status = check_method(c, given, j);
    if (status == MR_OK)
        status = check_ports(c, j);
    for (int k = 0; status == MR_OK && k < j->size; k++)
        for (int side = 0; status == MR_OK && side < (j->method->copies ? 1 : 2); side++)
            status =
                mr_coupled_own_input(c, all, j->port[side][k].member, j->port[side][k].force,
                                     side ? -1 - (all->scalars + k) : all->scalars + k, j->name);
    if (status != MR_OK) { /* what it has taken already is free again */
        for (int i = 0; i < c->inputs; i++) {
            const int s = c->owner_scalar[i] < 0 ? -1 - c->owner_scalar[i] : c->owner_scalar[i];
            if (c->owner[i] != MR_NONE && c->elements[c->owner[i]].own == all && s >= all->scalars)
                c->owner[i] = MR_NONE;
        }
        free_joint(j);
        return status;
    }
    all->joint[all->count++] = j;
    status = mr_joints_lay_out(c);
    if (status != MR_OK)
        mr_message_set(&c->message, "not enough memory for a joint");
    return status;
}

int mr_coupled_joint_count(const mr_coupled *c) {
    return c->joints ? c->joints->count : 0;
}

void mr_coupled_joint(const mr_coupled *c, int index, mr_joint_report *report) {
    const mr_joint_state *j = c->joints->joint[index];
    *report = (mr_joint_report){.name = j->name,
                                .size = j->size,
                                .force = j->force,
                                .gap = j->gap,
                                .rate = j->rate,
                                .largest_gap = j->largest_gap,
                                .largest_rate = j->largest_rate};
}

void mr_coupled_joint_settings(const mr_coupled *c, int index, mr_joint *settings) {
    const mr_joint_state *j = c->joints->joint[index];
    *settings = (mr_joint){.name = j->name,
                           .method = j->method,
                           .order = j->order,
                           .size = j->size,
                           .project = j->project,
                           .mu = j->mu,
                           .mu_steps = j->mu_steps,
                           .rate_weight = j->rate_weight,
                           .acceleration_weight = j->acceleration_weight,
                           .stiffness = j->method->spring ? j->stiffness : NULL,
                           .damping = j->method->spring ? j->damping : NULL};
}

const mr_joint_port *mr_coupled_joint_ports(const mr_coupled *c, int index, int side) {
    return c->joints->joint[index]->port[side];
}

int mr_coupled_joint_past(const mr_coupled *c, int index, const double **values) {
    *values = c->joints->joint[index]->past;
    return c->joints->joint[index]->past_count;
}
