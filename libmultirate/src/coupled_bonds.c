/* power bonds between two members: does the coupling make or lose energy there?
 *
 * One member tells a flow (velocity) and gets an effort (force), the other one the other way round.
 * What leaves one side, computed with what that side saw, should be what enters the other (power
 * residual, Sadjina et al., Engineering with Computers 33 (2017)). Both are summed as work along
 * the steps of each side, by the trapezoidal rule between the values that were asked for at the
 * begin and at the end of a step, and compared at times that both have reached. */
#include "coupled_private.h"

#include "indicator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int connected_input(const mr_coupled *c, int from, int output, int to) {
    const mr_member *sink = &c->members[to];
    for (int i = 0; i < sink->inputs; i++)
        if (c->source[sink->first_input + i] == c->members[from].first_output + output)
            return i;
    return MR_NONE;
}

mr_status mr_coupled_add_bond(mr_coupled *c, int flow_member, int flow, int effort_member,
                              int effort) {
    const bool there = c->config.own_steps && flow_member >= 0 && effort_member >= 0 &&
                       flow_member < c->member_count && effort_member < c->member_count &&
                       flow >= 0 && effort >= 0 && flow < c->members[flow_member].outputs &&
                       effort < c->members[effort_member].outputs;
    mr_coupled_bond bond = {.side = {{.member = flow_member, .output = flow},
                                     {.member = effort_member, .output = effort}}};
    if (there) {
        bond.side[0].input = connected_input(c, effort_member, effort, flow_member);
        bond.side[1].input = connected_input(c, flow_member, flow, effort_member);
    }
    if (!there || bond.side[0].input == MR_NONE || bond.side[1].input == MR_NONE) {
        mr_message_set(&c->message, "a power bond needs own steps, and two outputs that are "
                                    "connected with inputs of the other member");
        return MR_ERR_ARGUMENT;
    }
    /* a factor on the way is one of both sides: of a turned sign, of other units */
    bond.scale = c->factor[c->members[flow_member].first_input + bond.side[0].input] /
                 c->factor[c->members[effort_member].first_input + bond.side[1].input];
    mr_coupled_bond *grown = realloc(c->bonds, ((size_t)c->bond_count + 1) * sizeof *grown);
    if (!grown) {
        mr_message_set(&c->message, "not enough memory for a power bond");
        return MR_ERR_MEMORY;
    }
    c->bonds = grown;
    c->bonds[c->bond_count++] = bond;
    for (int s = 0; s < 2; s++) {
        mr_member *member = &c->members[bond.side[s].member];
        if (!member->seen)
            member->seen = calloc(2 * (size_t)member->inputs + 1, sizeof *member->seen);
        if (!member->seen)
            return MR_ERR_MEMORY;
    }
    return MR_OK;
}

void mr_coupled_start_bonds(mr_coupled *c, double t0) {
    for (int b = 0; b < c->bond_count; b++) {
        mr_coupled_bond *bond = &c->bonds[b];
        for (int s = 0; s < 2; s++) {
            mr_bond_side *side = &bond->side[s];
            side->t[0] = side->t[1] = t0;
            side->work[0] = side->work[1] = 0.0;
            side->last = c->members[side->member].row[side->output];
        }
        bond->created = bond->worst = bond->exchanged = 0.0;
        bond->steps = 0;
    }
}

static double work_at(const mr_bond_side *side, double t) {
    const double span = side->t[1] - side->t[0];
    return span > 0.0 ? side->work[0] + (side->work[1] - side->work[0]) * ((t - side->t[0]) / span)
                      : side->work[1];
}

void mr_coupled_work(mr_coupled *c, const mr_member *member) {
    for (int b = 0; b < c->bond_count; b++)
        for (int s = 0; s < 2; s++) {
            mr_coupled_bond *bond = &c->bonds[b];
            mr_bond_side *side = &bond->side[s], *other = &bond->side[1 - s];
            if (&c->members[side->member] != member)
                continue;
            const double now = member->row[side->output];
            const double begin = member->seen[side->input];
            const double end = member->seen[member->inputs + side->input];
            const double work = (s == 0 ? 0.5 : 0.5 * bond->scale) *
                                (side->last * begin + now * end) * (member->t - member->from);
            side->t[0] = side->t[1];
            side->work[0] = side->work[1];
            side->t[1] = member->t;
            side->work[1] += work;
            side->last = now;
            bond->exchanged += s == 0 ? fabs(work) : 0.0;
            bond->steps += s == 0;
            const double t = fmin(side->t[1], other->t[1]);
            if (t < side->t[0] - member->tolerance || t < other->t[0] - member->tolerance)
                continue; /* the other one is far behind */
            bond->created = work_at(&bond->side[0], t) - work_at(&bond->side[1], t);
            if (bond->steps >= MR_STEPS_TO_JUDGE && bond->exchanged > 0.0)
                bond->worst = fmax(bond->worst, fabs(bond->created) / bond->exchanged);
        }
}

int mr_coupled_bond_count(const mr_coupled *c) {
    return c->bond_count;
}

void mr_coupled_energy(const mr_coupled *c, int index, mr_bond_energy *energy) {
    const mr_coupled_bond *bond = &c->bonds[index];
    *energy = (mr_bond_energy){.flow_member = bond->side[0].member,
                               .flow = bond->side[0].output,
                               .effort_member = bond->side[1].member,
                               .effort = bond->side[1].output,
                               .created = bond->created,
                               .exchanged = bond->exchanged,
                               .error = bond->worst};
}
