/* own steps: members that follow others, and staggered grids
 *
 * Staggered grids (leapfrog): connected members are half a step apart. Each makes its step with
 * what the others told in the middle of it, held. With positions exchanged, each side computing the
 * spring itself, an undamped coupling stays undamped at any step, with order 2; with forces
 * exchanged it does not. So the members must fall into two groups that are connected with each
 * other only (a graph of two colours). */
#include "coupled_private.h"

#include <math.h>
#include <stdlib.h>

static mr_status refuse_members(mr_coupled *c, const mr_member *a, const mr_member *b,
                                const char *why) {
    mr_message_set(&c->message, "staggered grids: %s and %s %s", a->name, b->name, why);
    return MR_ERR_CONFIG;
}

/* a link joins colours 1 and 2 (shifted); 0: not known yet */
static mr_status colour_link(mr_coupled *c, const mr_link *link, int *colours, bool *changed) {
    int *a = &colours[link->from], *b = &colours[link->to];
    if (*a == 0 && *b == 0)
        return MR_OK;
    if (*a != 0 && *b != 0)
        return *a != *b ? MR_OK
                        : refuse_members(c, &c->members[link->from], &c->members[link->to],
                                         "are in a ring of an odd number of members, where not all "
                                         "can be half a step apart");
    *(*a == 0 ? a : b) = 3 - (*a == 0 ? *b : *a);
    *changed = true;
    return MR_OK;
}

static mr_status colour(mr_coupled *c, int *colours) {
    for (int first = 0; first < c->member_count; first++) {
        if (colours[first] != 0)
            continue;
        colours[first] = 1;
        for (bool changed = true; changed;) {
            changed = false;
            for (int l = 0; l < c->link_count; l++)
                MR_TRY(colour_link(c, &c->links[l], colours, &changed));
        }
    }
    return MR_OK;
}

static mr_status stagger(mr_coupled *c) {
    int *colours = calloc((size_t)(unsigned)c->member_count, sizeof *colours);
    if (!colours)
        return MR_ERR_MEMORY;
    mr_status status = MR_OK;
    for (int m = 1; m < c->member_count && status == MR_OK; m++)
        if (fabs(c->members[m].step - c->members[0].step) > 1e-9 * c->members[0].step)
            status = refuse_members(c, &c->members[0], &c->members[m],
                                    "have different steps, and the grids are of one step");
    if (status == MR_OK)
        status = colour(c, colours);
    for (int m = 0; m < c->member_count && status == MR_OK; m++)
        c->members[m].shifted = colours[m] == 2;
    free(colours);
    return status;
}

mr_status mr_coupled_follow(mr_coupled *c, int index) {
    mr_member *member = index >= 0 && index < c->member_count ? &c->members[index] : NULL;
    if (!member || !member->type->step_to) {
        mr_message_set(
            &c->message, "%s cannot follow others: %s", member ? member->name : "a member",
            member ? "it cannot end a step at a given time (step_to)" : "there is no such one");
        return MR_ERR_ARGUMENT;
    }
    member->follows = c->config.own_steps; /* exchange steps: all end at the same times anyway */
    return MR_OK;
}

mr_status mr_coupled_arrange(mr_coupled *c) {
    c->followers = false;
    for (int m = 0; m < c->member_count; m++) {
        const mr_member *member = &c->members[m];
        c->followers = c->followers || member->follows;
        for (int l = member->first_link;
             member->follows && l < member->first_link + member->link_count; l++)
            if (c->members[c->links[l].from].follows) {
                mr_message_set(&c->message,
                               "%s follows %s, which follows others itself: nobody "
                               "would step first",
                               member->name, c->members[c->links[l].from].name);
                return MR_ERR_CONFIG;
            }
        if (member->follows && member->link_count == 0) {
            mr_message_set(&c->message, "%s follows others, and nothing is connected to it",
                           member->name);
            return MR_ERR_CONFIG;
        }
    }
    if (c->config.staggered && c->followers) {
        mr_message_set(&c->message,
                       "staggered grids have no place for a member that follows others");
        return MR_ERR_CONFIG;
    }
    return c->config.staggered ? stagger(c) : MR_OK;
}
