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
        bond->created = bond->worst = bond->worst_of = bond->exchanged = 0.0;
        bond->steps = 0;
        bond->window_count = 0;
        bond->window_steps = 16;
    }
}

static double work_at(const mr_bond_side *side, double t) {
    const double span = side->t[1] - side->t[0];
    return span > 0.0 ? side->work[0] + (side->work[1] - side->work[0]) * ((t - side->t[0]) / span)
                      : side->work[1];
}

/* --- what it does to the motion --- */

static void merge_windows(mr_coupled_bond *bond) {
    for (int k = 0; k < MR_BOND_WINDOWS / 2; k++) {
        const mr_bond_window *a = &bond->windows[2 * k], *b = a + 1;
        bond->windows[k] = (mr_bond_window){.steps = a->steps + b->steps,
                                            .low = fmin(a->low, b->low),
                                            .high = fmax(a->high, b->high),
                                            .created = a->created + b->created};
    }
    bond->window_count = MR_BOND_WINDOWS / 2;
    bond->window_steps *= 2;
}

static void note(mr_coupled_bond *bond, double work, double created) {
    mr_bond_window *now =
        bond->window_count > 0 ? &bond->windows[bond->window_count - 1] : bond->windows;
    if (bond->window_count == 0 || now->steps >= bond->window_steps) {
        if (bond->window_count == MR_BOND_WINDOWS)
            merge_windows(bond);
        now = &bond->windows[bond->window_count++];
        *now = (mr_bond_window){.low = work, .high = work};
    }
    now->steps++;
    now->low = fmin(now->low, work);
    now->high = fmax(now->high, work);
    now->created += created;
}

/* Energy that is made feeds the motion, so that more passes to and fro from stretch to stretch;
 * lost energy damps it: then the swing of a stretch is a straight line over what was made until
 * there, whose slope is about one. A motion that something else feeds or damps has none: one that
 * is driven keeps its swing for ever, however much was made until then; one that decays while
 * energy is made, or grows while it is lost, is not the coupling's; and one that builds up by
 * itself has a steeper line, as long as what was made is little. The correlation of 0.85 and slopes
 * from 0.1 to 3 were chosen on the systems of the tests, not derived. */
static bool drives(const mr_coupled_bond *bond) {
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, made = 0.0;
    for (int k = 0; k < bond->window_count; k++) {
        const mr_bond_window *w = &bond->windows[k];
        if (w->steps < bond->window_steps)
            break;
        const double until = made + 0.5 * w->created, size = w->high - w->low;
        made += w->created;
        n += 1.0;
        x += until;
        y += size;
        xx += until * until;
        xy += until * size;
        yy += size * size;
    }
    if (n < 6.0)
        return false;
    xx -= x * x / n;
    xy -= x * y / n;
    yy -= y * y / n;
    return xx > 0.0 && yy > 0.0 && xy > 0.85 * sqrt(xx * yy) && xy > 0.1 * xx && xy < 3.0 * xx;
}

static double swing(const mr_coupled_bond *bond) {
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < bond->window_count; k++) {
        low = fmin(low, bond->windows[k].low);
        high = fmax(high, bond->windows[k].high);
    }
    return bond->window_count > 0 ? high - low : 0.0;
}

/* what was wrong of next to nothing (a system at rest, rounding, the first moment of a motion) is
 * forgotten when a hundred times as much has passed: chosen, not derived */
#define NEXT_TO_NOTHING 0.01

static void judge(mr_coupled_bond *bond, double error) {
    if (error < bond->worst && bond->worst_of > NEXT_TO_NOTHING * bond->exchanged)
        return;
    bond->worst = error;
    bond->worst_of = bond->exchanged;
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
            const double created = work_at(&bond->side[0], t) - work_at(&bond->side[1], t);
            note(bond, work_at(&bond->side[0], t), created - bond->created);
            bond->created = created;
            if (bond->steps >= MR_STEPS_TO_JUDGE && bond->exchanged > 0.0)
                judge(bond, fabs(bond->created) / bond->exchanged);
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
                               .error = bond->worst,
                               .swing = swing(bond),
                               .drives = drives(bond)};
}
