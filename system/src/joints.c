/* joints of a system: names become scalars of members */
#define _POSIX_C_SOURCE 200809L
#include "read.h"
#include "common/memory.h"
#include "common/sentence.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1000 /* coordinates of a joint */

typedef struct maker {
    sy_run *run;
    const sy_joint *joint;
    mr_message *message;
    char where[260];
} maker;

__attribute__((format(printf, 2, 3))) static mr_status refuse(const maker *m, const char *format,
                                                              ...) {
    CM_SENTENCE(sentence, 400, format);
    mr_message_set(m->message, "%sjoint '%.60s': %s", m->where, m->joint->name, sentence);
    return MR_ERR_CONFIG;
}

/* scalars that the names stand for; count: how many */
static mr_status list_scalars(const maker *m, const sy_joint_side *side, const sy_names *names,
                              bool input, int *scalars, int *count, const char **unit) {
    *count = 0;
    for (int i = 0; i < names->count; i++) {
        char text[600];
        sy_port port;
        snprintf(text, sizeof text, "%.200s.%.390s", side->member, names->items[i]);
        MR_TRY(sy_find_port(m->run, text, input, m->joint->line, &port, m->message));
        if (i == 0)
            *unit = port.variable->unit ? port.variable->unit : "";
        for (int e = 0; e < port.count; e++) {
            if (*count >= MOST)
                return refuse(m, "it has more than %d coordinates", MOST);
            scalars[(*count)++] = port.first + e;
        }
    }
    return MR_OK;
}

/* what the slave declares: the rate of an output, or the next of an interface coordinate */
static int declared(const mr_slave_description *d, int scalar, bool acceleration) {
    for (int i = 0; i < d->coordinate_count; i++) {
        const mr_coordinate *c = &d->coordinates[i];
        if (!acceleration && c->position == scalar && c->velocity != MR_NONE)
            return c->velocity;
        if (acceleration && c->velocity == scalar && c->acceleration != MR_NONE)
            return c->acceleration;
    }
    return mr_declared_rate(d, scalar);
}

/* rates by name, or as declared; false: there are none */
static mr_status list_rates(const maker *m, const sy_joint_side *side, const sy_names *names,
                            const mr_slave_description *d, const int *of, int size,
                            bool acceleration, int *scalars, bool *there) {
    int count = size;
    const char *unit;
    *there = true;
    if (names->count > 0)
        MR_TRY(list_scalars(m, side, names, false, scalars, &count, &unit));
    else
        for (int k = 0; k < size; k++) {
            scalars[k] = declared(d, of[k], acceleration);
            *there = *there && scalars[k] != MR_NONE;
        }
    if (count != size)
        return refuse(m, "%s of '%.60s' are %d, and positions %d",
                      acceleration ? "accelerations" : "velocities", side->member, count, size);
    return MR_OK;
}

/* one number for all, or one for each */
static mr_status list_numbers(const maker *m, const sy_names *names, const char *what, int size,
                              double *numbers) {
    if (names->count != 1 && names->count != size)
        return refuse(m, "%s must be one number or %d, not %d", what, size, names->count);
    for (int k = 0; k < size; k++) {
        const char *text = names->items[names->count == 1 ? 0 : k];
        if (!sy_number(text, &numbers[k]))
            return refuse(m, "%s: '%.60s' is no number", what, text);
    }
    return MR_OK;
}

typedef struct room {
    int force[MOST], position[MOST], velocity[MOST], acceleration[MOST];
} room;

static mr_status make_side(const maker *m, int which, room *r, int *size, mr_joint_side *made,
                           const char **unit) {
    const sy_joint_side *side = &m->joint->side[which];
    const sy_system *s = m->run->system;
    int member = 0, forces;
    bool rates, accelerations = false;
    const char *force_unit;
    while (member < s->member_count && strcmp(s->members[member].name, side->member) != 0)
        member++;
    if (member == s->member_count)
        return refuse(m, "there is no member '%.60s'", side->member);
    MR_TRY(list_scalars(m, side, &side->position, false, r->position, size, unit));
    MR_TRY(list_scalars(m, side, &side->force, true, r->force, &forces, &force_unit));
    if (forces != *size && side->force.count > 0)
        return refuse(m, "'%.60s' has %d positions and %d forces", side->member, *size, forces);
    mr_slave_description d;
    const mr_slave_type *type;
    mr_coupled_describe(m->run->coupled, m->run->parts[member].place, &d, &type);
    MR_TRY(
        list_rates(m, side, &side->velocity, &d, r->position, *size, false, r->velocity, &rates));
    if (rates)
        MR_TRY(list_rates(m, side, &side->acceleration, &d, r->velocity, *size, true,
                          r->acceleration, &accelerations));
    *made = (mr_joint_side){.member = m->run->parts[member].place,
                            .force = side->force.count > 0 ? r->force : NULL,
                            .position = r->position,
                            .velocity = rates ? r->velocity : NULL,
                            .acceleration = accelerations ? r->acceleration : NULL};
    return MR_OK;
}

static mr_status add(const maker *m, room *rooms, double *numbers) {
    const sy_joint *j = m->joint;
    int size[2] = {0, 0};
    const char *unit[2] = {"", ""};
    mr_joint joint = {.name = j->name,
                      .method = j->method ? mr_joint_find(j->method, m->message) : &mr_joint_x2,
                      .order = j->order,
                      .project = j->project,
                      .mu = j->mu,
                      .mu_steps = j->mu_steps,
                      .rate_weight = j->rate_weight,
                      .acceleration_weight = j->acceleration_weight};
    for (int i = 0; i < 2; i++)
        MR_TRY(make_side(m, i, &rooms[i], &size[i], &joint.side[i], &unit[i]));
    if (size[0] != size[1])
        return refuse(m, "'%.60s' has %d coordinates there and '%.60s' %d", j->side[0].member,
                      size[0], j->side[1].member, size[1]);
    if (*unit[0] && *unit[1] && strcmp(unit[0], unit[1]) != 0)
        return refuse(m, "positions are in %.30s in '%.60s' and in %.30s in '%.60s'", unit[0],
                      j->side[0].member, unit[1], j->side[1].member);
    joint.size = size[0];
    joint.keeps_offset = j->offset.count == 1 && strcmp(j->offset.items[0], "start") == 0;
    if (j->offset.count > 0 && !joint.keeps_offset) {
        MR_TRY(list_numbers(m, &j->offset, "offset", joint.size, numbers));
        joint.offset = numbers;
    }
    if (j->stiffness.count > 0) {
        MR_TRY(list_numbers(m, &j->stiffness, "stiffness", joint.size, numbers + MOST));
        joint.stiffness = numbers + MOST;
    }
    if (j->damping.count > 0) {
        MR_TRY(list_numbers(m, &j->damping, "damping", joint.size, numbers + 2 * MOST));
        joint.damping = numbers + 2 * MOST;
    }
    if ((joint.stiffness || joint.damping) && !joint.method->spring)
        return refuse(m, "method '%s' is rigid and has no stiffness or damping; 'spring_d' has",
                      joint.method->name);
    const mr_status status = mr_coupled_add_joint(m->run->coupled, &joint);
    if (status != MR_OK)
        mr_message_set(m->message, "%s%.400s", m->where, mr_coupled_error(m->run->coupled));
    return status;
}

mr_status sy_add_joints(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    if (s->joint_count == 0)
        return MR_OK;
    room *rooms = calloc(2, sizeof *rooms);
    double *numbers = calloc(3 * MOST, sizeof *numbers);
    mr_status status = rooms && numbers ? MR_OK : mr_no_memory(message);
    for (int i = 0; i < s->joint_count && status == MR_OK; i++) {
        maker m = {.run = run, .joint = &s->joints[i], .message = message};
        sy_place_text(run, s->joints[i].line, m.where, sizeof m.where);
        status = add(&m, rooms, numbers);
    }
    free(rooms);
    free(numbers);
    return status;
}

const mr_joint_method *sy_joint_method(const sy_joint *j) {
    mr_message why;
    return j->method ? mr_joint_find(j->method, &why) : &mr_joint_x2;
}

bool sy_joint_steps_once(const sy_joint *j) {
    const mr_joint_method *method = sy_joint_method(j);
    return method && method->samples == 0;
}

const char *sy_joint_lacks_force(const sy_joint *j) {
    const mr_joint_method *method = sy_joint_method(j);
    if (method && method->copies)
        return j->side[0].force.count == 0   ? "the copy (first) needs a force to be moved by"
               : j->side[1].force.count == 0 ? NULL
                                             : "the original (second) gets no force: a copy "
                                               "follows it";
    return j->side[0].force.count > 0 && j->side[1].force.count > 0
               ? NULL
               : "both sides need their forces";
}

bool sy_is_reaction(const sy_system *s, const char *name) {
    for (int i = 0; i < s->joint_count; i++) {
        const size_t length = strlen(s->joints[i].name);
        if (strncmp(s->joints[i].name, name, length) == 0 && strcmp(name + length, ".force") == 0)
            return true;
    }
    return false;
}

mr_status sy_add_joint_columns(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int i = 0, at = 0; i < s->joint_count; i++) {
        mr_joint_report report;
        mr_coupled_joint(run->coupled, i, &report);
        bool wanted = s->record_count == 0;
        for (int k = 0; k < s->record_count; k++)
            wanted = wanted || (sy_is_reaction(s, s->records[k]) &&
                                strncmp(s->records[k], s->joints[i].name,
                                        strlen(s->records[k]) - strlen(".force")) == 0);
        for (int e = 0; e < report.size; e++, at++) {
            const size_t length = strlen(s->joints[i].name) + 40;
            char *name = wanted ? malloc(length) : NULL;
            sy_column *grown =
                wanted ? cm_one_more(run->columns, (size_t)run->column_count, sizeof *grown)
                       : run->columns;
            if (grown)
                run->columns = grown;
            if (wanted && (!name || !grown)) {
                free(name);
                return mr_no_memory(message);
            }
            if (!wanted)
                continue;
            snprintf(name, length, report.size > 1 ? "%s.force[%d]" : "%s.force", s->joints[i].name,
                     e + 1);
            run->columns[run->column_count++] =
                (sy_column){.name = name, .unit = "", .member = -1, .output = at};
        }
    }
    return MR_OK;
}
