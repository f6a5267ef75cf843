/* joints of a system for its analysis */
#define _POSIX_C_SOURCE 200809L
#include "stability_joints.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FORCE, POSITION, VELOCITY, ACCELERATION, LISTS };

static int scalar_of(const mr_joint_port *p, int list) {
    return list == FORCE      ? p->force
           : list == POSITION ? p->position
           : list == VELOCITY ? p->velocity
                              : p->acceleration;
}

static int size_of(const mr_coupled *coupled, int joint) {
    mr_joint_report report;
    mr_coupled_joint(coupled, joint, &report);
    return report.size;
}

void stability_joints_mark(const mr_coupled *coupled, bool *held) {
    for (int j = 0; j < mr_coupled_joint_count(coupled); j++)
        for (int side = 0; side < 2; side++)
            held[mr_coupled_joint_ports(coupled, j, side)[0].member] = true;
}

void stability_joints_hear(const mr_coupled *coupled, int member, bool *ignored) {
    for (int j = 0; j < mr_coupled_joint_count(coupled); j++)
        for (int i = 0; i < 2 * size_of(coupled, j); i++) {
            const mr_joint_port *p = &mr_coupled_joint_ports(coupled, j, i % 2)[i / 2];
            for (int list = POSITION; list < LISTS && p->member == member; list++)
                if (scalar_of(p, list) != MR_NONE)
                    ignored[scalar_of(p, list)] = false;
        }
}

int stability_joints_number(const mr_coupled *coupled, int member, bool input, int *number,
                            int used) {
    for (int j = 0; j < mr_coupled_joint_count(coupled); j++)
        for (int i = 0; i < 2 * size_of(coupled, j); i++) {
            const mr_joint_port *p = &mr_coupled_joint_ports(coupled, j, i % 2)[i / 2];
            for (int list = input ? FORCE : POSITION; list < (input ? POSITION : LISTS); list++) {
                const int scalar = scalar_of(p, list);
                if (p->member == member && scalar != MR_NONE && number[scalar] < 0)
                    number[scalar] = used++;
            }
        }
    return used;
}

void stability_joints_free(stability_joints *s) {
    CM_FREE_LIST(s->names, s->count);
    free(s->joints);
    free(s->scalars);
    free(s->numbers);
    *s = (stability_joints){0};
}

/* one list of a side in the new numbers; NULL if it is not told */
static const int *renumber(const mr_joint_port *ports, int size, int list, int *const *numbers,
                           int *room) {
    for (int k = 0; k < size; k++) {
        const int scalar = scalar_of(&ports[k], list);
        if (scalar == MR_NONE)
            return NULL;
        room[k] = numbers[ports[k].member][scalar];
    }
    return room;
}

bool stability_joints_take(stability_joints *to, const mr_coupled *coupled, const int *member,
                           int *const *inputs, int *const *outputs) {
    const int count = mr_coupled_joint_count(coupled);
    size_t scalars = 0;
    for (int j = 0; j < count; j++)
        scalars += (size_t)size_of(coupled, j);
    *to = (stability_joints){.joints = calloc((size_t)count + 1, sizeof *to->joints),
                             .count = count,
                             .scalars = calloc(2 * LISTS * scalars + 1, sizeof *to->scalars),
                             .numbers = calloc(2 * scalars + 1, sizeof *to->numbers),
                             .names = calloc((size_t)count + 1, sizeof *to->names)};
    bool good = to->joints && to->scalars && to->numbers && to->names;
    int *room = to->scalars;
    double *numbers = to->numbers;
    for (int j = 0; j < count && good; j++) {
        mr_joint *joint = &to->joints[j];
        mr_coupled_joint_settings(coupled, j, joint);
        const int n = joint->size;
        for (int side = 0; side < 2; side++) {
            const mr_joint_port *ports = mr_coupled_joint_ports(coupled, j, side);
            mr_joint_side *s = &joint->side[side];
            const int **lists[LISTS] = {&s->force, &s->position, &s->velocity, &s->acceleration};
            s->member = member[ports[0].member];
            for (int list = 0; list < LISTS; list++, room += n)
                *lists[list] = renumber(ports, n, list, list == FORCE ? inputs : outputs, room);
        }
        if (joint->stiffness) {
            memcpy(numbers, joint->stiffness, (size_t)n * sizeof *numbers);
            memcpy(numbers + n, joint->damping, (size_t)n * sizeof *numbers);
            joint->stiffness = numbers;
            joint->damping = numbers + n;
            numbers += 2 * n;
        }
        to->names[j] = strdup(joint->name);
        joint->name = to->names[j];
        good = joint->name != NULL;
    }
    return good;
}
