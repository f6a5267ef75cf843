/* own steps: the samples that members hand to one another, and what they tell of the coupling */
#include "coupled_private.h"

#include "interface_private.h"

#include <math.h>

#define TOLD_AHEAD 8 /* samples that are kept for a report; an interpolation needs four */

mr_status mr_member_take_row(mr_coupled *c, mr_member *member) {
    mr_message_clear(&member->message);
    mr_status status = member->type->outputs(member->instance, member->row);
    if (status == MR_OK && member->has_rates)
        status = member->type->rates(member->instance, member->row + member->outputs);
    if (status != MR_OK)
        return mr_coupled_fail(c, member, status, "could not tell its outputs");
    const int width = member->has_rates ? 2 * member->outputs : member->outputs;
    const int bad = mr_first_meaningless(member->row, width);
    return bad < width ? mr_coupled_refuse_output(c, member, bad, member->row[bad]) : MR_OK;
}

/* forward: how far the samples before have missed the new ones, over the tolerance */
static void judge_foresight(mr_coupled *c, const mr_link *link, double t, double tolerance) {
    if (link->direction.history.count == 0)
        return;
    mr_direction_evaluate(&link->direction, t, tolerance, link->value);
    for (int i = 0; i < link->count; i++) {
        const int input = c->members[link->to].first_input + link->input[i];
        const double bound =
            c->config.absolute_tolerance +
            c->config.relative_tolerance * fmax(link->largest[i], fabs(link->sample[i]));
        if (!c->held[input])
            c->miss = fmax(c->miss, fabs(link->sample[i] - link->value[i]) / bound);
    }
}

void mr_member_begin_grades(mr_member *member) {
    if (member->coupled->config.forward || member->coupled->config.staggered || member->follows)
        return;
    /* a member by itself has nothing to be exact for */
    if (!member->coupled->config.graded_start || !member->type->step_to ||
        member->grade < MR_GRADES || member->link_count + member->outgoing_count == 0)
        return;
    double span = 0.0;
    if (member->step > 0.0)
        span = member->origin + (double)(member->index + 1) * member->step - member->t;
    else if (!member->type->next_step || member->type->next_step(member->instance, &span) != MR_OK)
        return;
    if (!(span > 0.0 && isfinite(span)))
        return;
    member->grade = 0;
    member->grade_origin = member->t;
    member->grade_span = span;
}

static mr_status store(mr_coupled *c, mr_direction *direction, mr_member *member, double needed,
                       const double *row, mr_stored *stored) {
    const mr_status status =
        mr_direction_store(direction, member->t, row, member->tolerance, needed, stored);
    if (status == MR_OK)
        return MR_OK;
    mr_message_clear(&member->message);
    return mr_coupled_fail(c, member, status,
                           status == MR_ERR_STEPS
                               ? "makes steps of different sizes, which its predictor refuses"
                               : "makes more samples than can be kept");
}

/* how a straight line through the last two samples would have done */
static void judge_samples(mr_link *link, double t) {
    const mr_history *h = &link->direction.history;
    for (int i = 0; i < link->count; i++)
        link->largest[i] = fmax(link->largest[i], fabs(link->sample[i]));
    if (h->count < 2)
        return;
    const double *times = mr_history_times(h) + h->count - 2;
    const double *before = mr_history_row(h, h->count - 2), *last = before + h->columns;
    const double ahead = (t - times[1]) / (times[1] - times[0]);
    for (int i = 0; i < link->count; i++) {
        const double change = link->sample[i] - last[i];
        const double miss = change - ahead * (last[i] - before[i]);
        if (fabs(change) > 1e-6 * link->largest[i]) {
            link->seen[i]++;
            link->missed[i] += fabs(miss) > fabs(change);
        }
    }
}

double mr_coupled_roughness(const mr_coupled *c, int *member, int *output) {
    double worst = 0.0;
    *member = *output = 0;
    for (int l = 0; l < c->link_count; l++)
        for (int i = 0; i < c->links[l].count; i++) {
            const mr_link *link = &c->links[l];
            const double part = link->seen[i] < MR_STEPS_TO_JUDGE
                                    ? 0.0
                                    : (double)link->missed[i] / (double)link->seen[i];
            if (part > worst) {
                worst = part;
                *member = link->from;
                *output = link->output[i];
            }
        }
    return worst;
}

/* what the other side hears: a part of the new sample, the rest of the one before */
static void filter_sample(const mr_coupled *c, mr_link *link) {
    const mr_history *h = &link->direction.history;
    const double *before = h->count > 0 ? mr_history_row(h, h->count - 1) : NULL;
    for (int i = 0; before && i < link->count; i++)
        if (!c->held[c->members[link->to].first_input + link->input[i]])
            link->sample[i] =
                (1.0 - c->config.filter) * before[i] + c->config.filter * link->sample[i];
}

mr_status mr_member_store_row(mr_coupled *c, mr_member *member) {
    mr_stored stored;
    for (int k = 0; k < member->outgoing_count; k++) {
        mr_link *link = &c->links[member->outgoing[k]];
        for (int i = 0; i < link->count; i++)
            link->sample[i] = member->row[link->output[i]];
        for (int i = 0; link->columns > link->count && i < link->count; i++)
            link->sample[link->count + i] = member->row[link->rate[i]];
        if (c->config.filter < 1.0)
            filter_sample(c, link);
        if (c->config.forward)
            judge_foresight(c, link, member->t, member->tolerance);
        judge_samples(link, member->t);
        MR_TRY(store(c, &link->direction, member, c->members[link->to].t, link->sample, &stored));
        if (stored.jumps == 0)
            continue;
        c->statistics.jumps += stored.jumps;
        if (c->config.graded_start) {
            mr_history_mark_jump(&link->direction.history);
            mr_member_begin_grades(member);
            mr_member_begin_grades(&c->members[link->to]);
        }
    }
    /* far from the next report nobody asks */
    if (member->outputs == 0 ||
        member->t < fmin(c->to, c->ends_at) - TOLD_AHEAD * (member->t - member->from))
        return MR_OK;
    return store(c, &member->told, member, fmin(c->to, c->ends_at), member->row, &stored);
}
