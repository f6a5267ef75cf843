/* own steps: every member at its own pace, explicit, nothing is repeated
 *
 * Slowest first: the member that is farthest behind steps next, the one with the longest step
 * first. So the slow ones go ahead with extrapolated inputs, and the quick ones follow with
 * interpolated ones. Fastest first: the member whose step ends first. Gauss-Seidel: one after
 * another, each with all samples that there are. Jacobi: those that begin at the same time know
 * nothing of one another's steps, and can make them at the same time. For two members these are the
 * schemes of González et al., Multibody System Dynamics 25 (2011); for any number and any ratio of
 * steps the rule is the same. */
#include "coupled_private.h"

#include "interface_private.h"
#include "services.h"

#include <math.h>
#include <string.h>

/* set with each step: comparing times is most of the work where members are quick */
static void set_tolerance(mr_member *member) {
    const double size = member->limit - member->from;
    member->tolerance = mr_time_tolerance(isfinite(member->limit) ? member->limit : member->t,
                                          isfinite(size) ? size : 0.0);
}

/* --- inputs --- */

/* the signals of a link at t; where there is a sample, it is what any polynomial through it gives
 */
static const double *signals_at(const mr_link *link, double t, double tolerance) {
    const mr_history *h = &link->direction.history;
    const double *newest = mr_history_times(h) + h->count - 1;
    for (int back = 0; link->direction.alike && back < 2 && back < h->count; back++)
        if (fabs(t - newest[-back]) <= tolerance)
            return mr_history_row(h, h->count - 1 - back);
    mr_direction_evaluate(&link->direction, t, tolerance, link->value);
    return link->value;
}

static mr_status input_at(void *context, double t, double *u) {
    mr_member *member = context;
    mr_coupled *c = member->coupled;
    const double tolerance = member->tolerance;
    if (!(t >= member->from - tolerance && t <= member->limit + tolerance)) {
        member->input_status = MR_ERR_SLAVE_INPUT_TIME;
        return MR_ERR_SLAVE_INPUT_TIME;
    }
    if (t > member->asked_latest)
        member->asked_latest = t;
    if (member->has_free)
        memcpy(u, c->u_next + member->first_input, (size_t)member->inputs * sizeof *u);
    const double when = c->config.staggered && !member->follows && isfinite(member->limit)
                            ? 0.5 * (member->from + member->limit)
                            : t;
    for (int l = member->first_link; l < member->first_link + member->link_count; l++) {
        const mr_link *link = &c->links[l];
        const double *value = signals_at(link, when, tolerance);
        for (int i = 0; i < link->count; i++)
            u[link->input[i]] = link->factor[i] * value[i] + link->offset[i];
    }
    if (member->has_signals)
        mr_coupled_signals(c, member, t, t >= member->limit - tolerance, tolerance, u);
    if (member->seen) {
        /* who asks once only has had that for the whole step */
        if (!member->asked || t <= member->from + tolerance)
            memcpy(member->seen, u, (size_t)member->inputs * sizeof *u);
        if (t >= member->asked_latest)
            memcpy(member->seen + member->inputs, u, (size_t)member->inputs * sizeof *u);
        member->asked = true;
    }
    return MR_OK;
}

/* how far the newest sample of a link has to serve (predictors that look at it) */
static void set_horizons(mr_coupled *c, const mr_member *member) {
    for (int l = member->first_link; l < member->first_link + member->link_count; l++) {
        mr_direction *d = &c->links[l].direction;
        const mr_history *history = &d->history;
        const double *t = mr_history_times(history) + history->count - 1;
        const double distance = member->limit - t[0];
        const double last = history->count > 1 ? t[0] - t[-1] : 0.0;
        d->horizon =
            !isfinite(distance) || distance <= member->tolerance ? 0.0 : fmax(distance, last);
    }
}

/* --- steps --- */

/* forward: all are at the goal: how large will the next step be? */
static void set_goal(mr_coupled *c) {
    const mr_coupled_config *config = &c->config;
    const double order = config->prediction.order + 1.0;
    double factor = c->miss > 0.0 ? 0.9 * pow(c->miss, -1.0 / order) : config->most_factor;
    c->statistics.exceeded += c->miss > 1.0;
    factor = fmin(fmax(factor, config->least_factor), config->most_factor);
    c->size = fmin(fmax(c->size * factor, config->least_step), config->most_step);
    c->miss = 0.0;
    c->goal += c->size;
}

static mr_status plan(mr_coupled *c, mr_member *member) {
    const double stop = c->config.stop;
    if (member->status == MR_ERR_STOPPED) /* it makes none */
        return MR_OK;
    member->limited = true;
    if (member->follows)
        member->planned = INFINITY; /* as far as its sources are, when they are there */
    else if (c->config.forward)
        member->planned = c->goal;
    else if (member->grade < MR_GRADES)
        member->planned =
            member->grade_origin + ldexp(member->grade_span, member->grade + 1 - MR_GRADES);
    else if (member->step > 0.0)
        member->planned =
            member->origin +
            ((double)(member->index + 1) - (member->shifted ? 0.5 : 0.0)) * member->step;
    else {
        double h = INFINITY;
        member->limited = false;
        mr_message_clear(&member->message);
        if (member->type->next_step) {
            const mr_status status = member->type->next_step(member->instance, &h);
            if (status != MR_OK || !(h > 0.0 && h < MR_MEANINGLESS)) {
                member->from = member->limit = member->t;
                return mr_coupled_fail(c, member, status != MR_OK ? status : MR_ERR_SLAVE_TIME,
                                       "cannot tell the size of its next step");
            }
        }
        member->planned = member->t + h;
    }
    if (member->type->step_to && member->planned > stop) {
        member->planned = stop;
        member->limited = true;
    }
    return MR_OK;
}

static bool is_done(const mr_coupled *c, const mr_member *member) {
    return member->t >= fmin(c->config.stop, c->ends_at) - member->tolerance;
}

static void begin_step(mr_coupled *c, mr_member *member) {
    member->from = member->asked_latest = member->t;
    member->limit = member->planned;
    member->input_status = MR_OK;
    member->asked = false;
    set_tolerance(member);
    mr_message_clear(&member->message);
    set_horizons(c, member);
}

static double make_step(void *context) {
    mr_member *member = context;
    const mr_inputs inputs = {.at = input_at,
                              .context = member,
                              .constant = member->coupled->config.staggered && !member->follows &&
                                          !member->has_signals};
    const bool timed = member->coupled->in_threads;
    const double begin = timed ? mr_seconds() : 0.0;
    member->status = member->limited ? member->type->step_to(member->instance, &inputs,
                                                             member->limit, &member->t)
                                     : member->type->step(member->instance, &inputs, &member->t);
    return timed ? mr_seconds() - begin : 0.0;
}

static mr_status end_step(mr_coupled *c, mr_member *member) {
    const double tolerance = member->tolerance;
    const bool stopped = member->status == MR_ERR_STOPPED;
    c->statistics.member_steps += !member->model; /* its slave counts */
    if (member->input_status != MR_OK)
        return mr_coupled_fail(c, member, member->input_status, "asked for inputs in vain");
    if (member->status != MR_OK && !stopped)
        return mr_coupled_fail(c, member, member->status, "failed in its step");
    if (stopped) {
        if (!(member->t >= member->from && isfinite(member->t)))
            member->t = member->from;
        c->ends_at = fmin(c->ends_at, member->t);
        (void)mr_coupled_fail(c, member, MR_ERR_STOPPED, "ended the run");
    } else if (!(member->t > member->from) || !isfinite(member->t) ||
               member->t > member->limit + tolerance ||
               member->asked_latest > member->t + tolerance)
        return mr_coupled_fail(c, member, MR_ERR_SLAVE_TIME, "did not advance as it should");
    else if (mr_pace_crawls(&member->pace, member->t, c->to, c->config.most_steps))
        return mr_coupled_crawls(c, member, member->t);
    c->statistics.smallest_step = fmin(c->statistics.smallest_step, member->t - member->from);
    c->statistics.largest_step = fmax(c->statistics.largest_step, member->t - member->from);
    if (member->limited && member->t >= member->limit - tolerance && member->grade < MR_GRADES)
        member->grade++;
    if (member->step > 0.0 &&
        member->t >=
            member->origin +
                ((double)(member->index + 1) - (member->shifted ? 0.5 : 0.0)) * member->step -
                tolerance)
        member->index++;
    MR_TRY(mr_member_take_row(c, member));
    if (member->seen && member->asked)
        mr_coupled_work(c, member);
    return MR_OK;
}

/* is a to step before b? */
static bool goes_before(const mr_coupled *c, const mr_member *a, const mr_member *b) {
    const double tolerance = fmax(a->tolerance, b->tolerance);
    if (c->config.scheme->rules->follows) {
        if (fabs(a->planned - b->planned) > tolerance)
            return a->planned < b->planned;
        return a->t > b->t + tolerance; /* the shorter step */
    }
    if (fabs(a->t - b->t) > tolerance)
        return a->t < b->t;
    if (c->config.staggered) /* the half step at the start */
        return a->shifted && !b->shifted;
    return a->planned > b->planned + tolerance; /* the longer step */
}

/* the time that all sources of a member have reached */
static double sources_at(const mr_coupled *c, const mr_member *member) {
    double t = INFINITY;
    for (int l = member->first_link; l < member->first_link + member->link_count; l++)
        t = fmin(t, c->members[c->links[l].from].t);
    return t;
}

/* a member that follows others, and whose others are ahead of it; -1: none */
static int who_follows(mr_coupled *c) {
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        if (!member->follows || is_done(c, member))
            continue;
        const double t = sources_at(c, member);
        if (isfinite(t) && t > member->t + member->tolerance) {
            member->planned = t;
            return m;
        }
    }
    return -1;
}

/* who steps now, into c->batch; how many: 0 if nobody is behind t_end */
static int choose(mr_coupled *c, double t_end) {
    const mr_member *first = NULL;
    int count = 0;
    bool behind = false;
    const int follower = c->followers ? who_follows(c) : -1;
    if (follower >= 0) {
        c->batch[0] = follower;
        return 1;
    }
    for (int m = 0; m < c->member_count; m++) {
        const mr_member *member = &c->members[m];
        if (is_done(c, member) || member->follows)
            continue;
        behind = behind || member->t + member->tolerance < t_end;
        if (!first || goes_before(c, member, first))
            first = member;
    }
    if (!behind)
        return 0;
    if (c->config.iteration != MR_JACOBI) {
        c->batch[0] = (int)(first - c->members);
        return 1;
    }
    for (int m = 0; m < c->member_count; m++) {
        const mr_member *other = &c->members[m];
        const double tolerance = fmax(first->tolerance, other->tolerance);
        const double apart = c->config.scheme->rules->follows ? other->planned - first->planned
                                                              : other->t - first->t;
        if (!is_done(c, other) && !other->follows && fabs(apart) <= tolerance)
            c->batch[count++] = m;
    }
    return count;
}

static void make_steps(mr_coupled *c, int count) {
    const mr_errands *errands = mr_services_here.errands;
    /* who waits for another process needs a thread in any case */
    const bool threads =
        c->config.parallel && count > 1 && (c->any_waits || mr_turns_in_threads(&c->turns));
    c->in_threads = threads;
    for (int k = 0; k < count; k++) {
        mr_member *member = &c->members[c->batch[k]];
        if (threads && member->errand)
            errands->start(member->errand, make_step, member);
        else
            (void)make_step(member);
    }
    for (int k = 0; k < count && threads; k++)
        if (c->members[c->batch[k]].errand)
            (void)errands->wait(c->members[c->batch[k]].errand);
}

static bool all_at(const mr_coupled *c, double goal) {
    for (int m = 0; m < c->member_count; m++)
        if (c->members[m].t < goal - c->members[m].tolerance && !is_done(c, &c->members[m]))
            return false;
    return true;
}

/* forward: a small step first, of which nothing is known */
static mr_status first_goal(mr_coupled *c, double t0) {
    c->size = c->config.most_step;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        double h = member->step;
        if (h == 0.0 && (!member->type->next_step ||
                         member->type->next_step(member->instance, &h) != MR_OK || !(h > 0.0)))
            h = c->size;
        c->size = fmin(c->size, h);
    }
    if (c->config.first_step > 0.0)
        c->size = fmin(c->size, c->config.first_step);
    else
        c->size = fmax(c->size / 4096.0, c->config.least_step);
    c->miss = 0.0;
    c->goal = t0 + c->size;
    return MR_OK;
}

static mr_status step_batch(mr_coupled *c, int count) {
    for (int k = 0; k < count; k++)
        begin_step(c, &c->members[c->batch[k]]);
    make_steps(c, count);
    c->statistics.steps++;
    for (int k = 0; k < count; k++)
        MR_TRY(end_step(c, &c->members[c->batch[k]]));
    for (int k = 0; k < count; k++)
        MR_TRY(mr_member_store_row(c, &c->members[c->batch[k]]));
    /* jumps may have shortened the steps of others */
    for (int m = 0; c->config.graded_start && m < c->member_count; m++)
        if (c->members[m].grade == 0)
            MR_TRY(plan(c, &c->members[m]));
    if (c->config.forward && all_at(c, c->goal)) {
        set_goal(c);
        for (int m = 0; m < c->member_count; m++)
            MR_TRY(plan(c, &c->members[m]));
        return MR_OK;
    }
    for (int k = 0; k < count; k++)
        MR_TRY(plan(c, &c->members[c->batch[k]]));
    return MR_OK;
}

/* --- the run --- */

static mr_status open_errands(mr_coupled *c) {
    const mr_errands *errands = mr_services_here.errands;
    for (int m = 0; c->config.parallel && m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        const mr_errand_options options = {.own_thread = mr_services_here.waits &&
                                                         mr_services_here.waits(member->type),
                                           .core = -1};
        c->any_waits = c->any_waits || options.own_thread;
        if (member->errand)
            continue;
        const mr_status status =
            errands ? errands->open(&member->errand, &options) : MR_ERR_UNSUPPORTED;
        if (status != MR_OK) {
            mr_message_set(&c->message, "there are no threads for parallel members here");
            return status;
        }
    }
    return MR_OK;
}

mr_status mr_coupled_start_own(mr_coupled *c, double t0) {
    MR_TRY(open_errands(c));
    c->ends_at = INFINITY;
    c->to = t0;
    for (int l = 0; l < c->link_count; l++) {
        mr_link *link = &c->links[l];
        mr_direction_clear(&link->direction);
        memset(link->largest, 0, (size_t)link->count * sizeof *link->largest);
        memset(link->seen, 0, 2 * (size_t)link->count * sizeof *link->seen);
    }
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        mr_direction_clear(&member->told);
        member->t = member->from = member->limit = member->origin = t0;
        member->index = 0;
        member->grade = MR_GRADES;
        member->status = MR_OK;
        set_tolerance(member);
        member->has_free = member->has_signals = false;
        for (int i = member->first_input; i < member->first_input + member->inputs; i++) {
            member->has_free = member->has_free || c->source[i] < 0;
            member->has_signals = member->has_signals || c->signals[i];
        }
        MR_TRY(mr_member_take_row(c, member));
    }
    MR_TRY(mr_coupled_arrange(c));
    if (c->config.forward)
        MR_TRY(first_goal(c, t0));
    mr_coupled_start_bonds(c, t0);
    for (int m = 0; m < c->member_count; m++) {
        mr_member_begin_grades(&c->members[m]);
        MR_TRY(mr_member_store_row(c, &c->members[m]));
    }
    for (int m = 0; m < c->member_count; m++)
        MR_TRY(plan(c, &c->members[m]));
    return MR_OK;
}

mr_status mr_coupled_advance_own(mr_coupled *c, double t_end) {
    c->to = t_end;
    for (int m = 0; m < c->member_count; m++)
        c->members[m].pace = (mr_pace){c->members[m].t, 0};
    for (int count; (count = choose(c, fmin(t_end, c->ends_at))) > 0;)
        MR_TRY(step_batch(c, count));
    c->now = fmin(t_end, c->ends_at);
    for (int m = 0; m < c->member_count; m++) {
        const mr_member *member = &c->members[m];
        if (member->outputs > 0)
            mr_direction_evaluate(&member->told, c->now, member->tolerance,
                                  c->y + member->first_output);
    }
    return c->ends_at <= t_end ? MR_ERR_STOPPED : MR_OK;
}
