/* coupled slaves: exchange steps whose size is given or controlled */
#include "coupled_private.h"

#include "interface_private.h"

#include <math.h>
#include <stdio.h>

mr_status mr_coupled_fail(mr_coupled *c, const mr_member *member, mr_status status,
                          const char *what) {
    const double from = c->config.own_steps ? member->from : c->from;
    const double to = c->config.own_steps ? member->limit : c->to;
    char when[80];
    if (from == to || !isfinite(to))
        snprintf(when, sizeof when, "at t = %.9g s", from);
    else
        snprintf(when, sizeof when, "between t = %.9g s and %.9g s", from, to);
    const bool graded = c->config.own_steps && c->config.graded_start &&
                        member->grade < MR_GRADES && status == MR_ERR_SLAVE_STEP;
    mr_message_set(&c->message, "%s (slave '%s') %s %s: %.300s%s", member->name, member->type->name,
                   what, when,
                   member->message.text[0] ? member->message.text : mr_status_text(status),
                   graded ? " (the first steps are short: graded_start=off leaves that out)" : "");
    return status;
}

mr_status mr_coupled_crawls(mr_coupled *c, const mr_member *member, double t) {
    mr_message_set(&c->message,
                   "%s (slave '%s') hardly advances: at t = %.9g s it would need more than "
                   "most_steps = %g to reach %.9g s",
                   member->name, member->type->name, t, c->config.most_steps, c->to);
    return MR_ERR_SLAVE_TIME;
}

void mr_coupled_remember(mr_coupled *c, double t, const double *u) {
    mr_exchanges *e = &c->exchanges;
    if (e->count == MR_POINTS) {
        double *oldest = e->u[0];
        for (int k = 1; k < MR_POINTS; k++) {
            e->t[k - 1] = e->t[k];
            e->u[k - 1] = e->u[k];
        }
        e->u[MR_POINTS - 1] = oldest;
        e->count--;
    }
    e->t[e->count] = t;
    memcpy(e->u[e->count++], u, (size_t)c->inputs * sizeof *u);
}

mr_status mr_coupled_refuse_output(mr_coupled *c, mr_member *member, int output, double value) {
    char name[MR_NAME_SIZE];
    const mr_slave_description *d = &member->description;
    mr_scalar_name(d->outputs, d->output_count, output % member->outputs, name, (int)sizeof name);
    mr_message_set(&member->message, "%s%s = %g%s", output < member->outputs ? "" : "rate of ",
                   name, value,
                   isfinite(value)       ? "; smaller steps or repeated ones (passes) may help"
                   : d->output_count > 1 ? "; if nobody needs it, name the other outputs "
                                           "(record, --record, --output)"
                                         : "");
    return mr_coupled_fail(c, member, MR_ERR_NOT_FINITE,
                           isfinite(value) ? "has diverged" : "answered with no finite number");
}

mr_status mr_coupled_take_outputs(mr_coupled *c, mr_member *member) {
    double *y = c->y + member->first_output;
    mr_message_clear(&member->message);
    const mr_status status = member->type->outputs(member->instance, y);
    if (status != MR_OK)
        return mr_coupled_fail(c, member, status, "could not tell its outputs");
    const int bad = mr_first_meaningless(y, member->outputs);
    return bad < member->outputs ? mr_coupled_refuse_output(c, member, bad, y[bad]) : MR_OK;
}

mr_status mr_coupled_start(mr_coupled *c, double t0) {
    c->statistics = (mr_coupled_statistics){.smallest_step = INFINITY};
    c->exchanges.count = 0;
    c->has_jacobian = c->started = false;
    c->from = c->to = c->now = t0;
    c->step = c->config.step;
    for (int m = 0; m < c->member_count; m++)
        c->members[m].t = c->members[m].from = c->members[m].limit = t0;
    MR_TRY(mr_coupled_choose_models(c));
    MR_TRY(mr_coupled_fit(c, t0));
    MR_TRY(mr_elements_start(c, t0));
    for (int i = 0; i < c->inputs; i++)
        c->scale[i] = fabs(c->u_next[i]);
    if (c->config.own_steps)
        MR_TRY(mr_coupled_start_own(c, t0));
    else
        mr_coupled_remember(c, t0, c->u_next);
    if (c->config.feedthrough != MR_FEEDTHROUGH_RAW)
        MR_TRY(mr_coupled_measure_feedthrough(c));
    c->started = true;
    return MR_OK;
}

static void copy_exchanges(const mr_coupled *c, const mr_exchanges *from, mr_exchanges *to) {
    to->count = from->count;
    memcpy(to->t, from->t, sizeof to->t);
    for (int k = 0; k < from->count; k++)
        memcpy(to->u[k], from->u[k], (size_t)c->inputs * sizeof *to->u[k]);
}

mr_status mr_coupled_save(mr_coupled *c, int slot) {
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        mr_message_clear(&member->message);
        const mr_status status = member->type->save(member->instance, &member->saved[slot]);
        if (status != MR_OK)
            return mr_coupled_fail(c, member, status, "could not save its state");
    }
    copy_exchanges(c, &c->exchanges, &c->saved[slot]);
    mr_elements_keep(c, slot);
    return MR_OK;
}

static mr_status restore_slot(mr_coupled *c, int slot) {
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        mr_message_clear(&member->message);
        const mr_status status = member->type->restore(member->instance, member->saved[slot]);
        if (status != MR_OK)
            return mr_coupled_fail(c, member, status, "could not be restored");
    }
    copy_exchanges(c, &c->saved[slot], &c->exchanges);
    mr_elements_back(c, slot);
    return MR_OK;
}

/* a step to `to`; states at its begin are left in the slot */
static mr_status plain_step(mr_coupled *c, double to, int slot, bool *converged) {
    mr_status status = MR_OK;
    c->from = c->exchanges.t[c->exchanges.count - 1];
    c->to = to;
    if (c->config.most_iterations > 1 || c->config.controlled)
        status = mr_coupled_save(c, slot);
    return status == MR_OK ? mr_coupled_make_step(c, slot, converged) : status;
}

/* the difference of the outputs between one step and two, by Richardson, over the tolerance */
static double estimate(mr_coupled *c) {
    const bool through = c->config.feedthrough == MR_FEEDTHROUGH_ESTIMATED;
    const double divisor = through ? 1.0 : ldexp(1.0, c->config.order + 1) - 1.0;
    double worst = 0.0, sum = 0.0;
    if (through) { /* y_compared becomes what makes the difference the estimate */
        for (int i = 0; i < c->outputs; i++)
            c->y_compared[i] = c->y[i] - c->y_compared[i];
        if (!mr_coupled_estimate_outputs(c, c->y_compared))
            return INFINITY;
        for (int i = 0; i < c->outputs; i++)
            c->y_compared[i] = c->y[i] - c->y_compared[i];
    }
    for (int i = 0; i < c->outputs; i++) {
        const double bound =
            c->config.absolute_tolerance + c->config.relative_tolerance * fabs(c->y[i]);
        const double error = fabs(c->y[i] - c->y_compared[i]) / divisor;
        const double part = bound > 0.0 ? error / bound : (error > 0.0 ? INFINITY : 0.0);
        worst = fmax(worst, part);
        sum += part;
    }
    return c->config.norm == MR_LARGEST_ERROR || c->outputs == 0 ? worst : sqrt(sum / c->outputs);
}

/* is that small enough, and how much longer or shorter will the next step be? */
static bool accepts(const mr_coupled *c, double error) {
    return error <= (c->config.norm == MR_LARGEST_ERROR ? 1.0 : 1.1);
}

static double next_factor(const mr_coupled *c, double error, bool fits) {
    const bool largest = c->config.norm == MR_LARGEST_ERROR;
    const double most = largest ? 2.0 : 6.0, after_failure = largest ? 0.5 : 0.95;
    const double factor = error > 0.0 ? 0.9 * pow(1.0 / error, 1.0 / (c->config.order + 2)) : most;
    return fmin(fmax(fits ? factor : fmin(factor, after_failure), 0.2), most);
}

static mr_status controlled_step(mr_coupled *c, double t_end) {
    const double from = c->exchanges.t[c->exchanges.count - 1];
    for (;;) {
        const bool last = from + c->step * 1.0001 >= t_end;
        const double to = last ? t_end : from + c->step, H = to - from;
        bool converged[3];
        MR_TRY(plain_step(c, to, 0, &converged[0]));
        memcpy(c->y_compared, c->y, (size_t)c->outputs * sizeof *c->y);
        MR_TRY(restore_slot(c, 0));
        MR_TRY(plain_step(c, from + 0.5 * H, 1, &converged[1]));
        MR_TRY(plain_step(c, to, 1, &converged[2]));
        const double error = estimate(c);
        const bool fits = accepts(c, error) && converged[1] && converged[2];
        const double factor = next_factor(c, error, fits);
        if (!last || !fits)
            c->step = fmin(H * factor, c->config.most_step);
        if (fits) {
            c->statistics.steps++;
            c->statistics.smallest_step = fmin(c->statistics.smallest_step, H);
            c->statistics.largest_step = fmax(c->statistics.largest_step, H);
            return MR_OK;
        }
        c->statistics.rejected++;
        MR_TRY(restore_slot(c, 0));
        if (c->step < c->config.least_step) {
            mr_message_set(&c->message,
                           "the exchange step at t = %.9g s would have to be smaller than %.3g s",
                           from, c->config.least_step);
            return MR_ERR_SLAVE_STEP;
        }
    }
}

mr_status mr_coupled_advance(mr_coupled *c, double t_end) {
    if (!c->started || !isfinite(t_end)) {
        mr_message_set(&c->message, "coupled slaves were advanced before their start, or to a time "
                                    "that is not a number");
        return MR_ERR_STATE;
    }
    const double t0 = mr_coupled_time(c), h = c->config.step;
    mr_status status = MR_OK;
    if (c->config.own_steps) {
        status = mr_coupled_advance_own(c, t_end);
        c->started = status == MR_OK;
        return status;
    }
    for (int64_t i = 1; status == MR_OK; i++) {
        const double now = mr_coupled_time(c), tolerance = mr_time_tolerance(t_end, h);
        if (now >= t_end - tolerance)
            return MR_OK;
        if (c->config.controlled) {
            status = controlled_step(c, t_end);
            continue;
        }
        double to = t0 + (double)i * h;
        if (to > t_end - tolerance)
            to = t_end;
        bool converged;
        status = plain_step(c, to, 0, &converged);
        c->statistics.steps += status == MR_OK;
        c->statistics.smallest_step = fmin(c->statistics.smallest_step, to - now);
        c->statistics.largest_step = fmax(c->statistics.largest_step, to - now);
    }
    c->started = false;
    return status;
}

double mr_coupled_time(const mr_coupled *c) {
    if (c->config.own_steps)
        return c->now;
    return c->exchanges.count > 0 ? c->exchanges.t[c->exchanges.count - 1] : c->from;
}

const double *mr_coupled_outputs(const mr_coupled *c, int member) {
    return member >= 0 && member < c->member_count ? c->y + c->members[member].first_output : NULL;
}

void *mr_coupled_instance(const mr_coupled *c, int member) {
    return member >= 0 && member < c->member_count ? c->members[member].instance : NULL;
}

const double *mr_coupled_inputs(const mr_coupled *c, int member) {
    return member >= 0 && member < c->member_count ? c->u_next + c->members[member].first_input
                                                   : NULL;
}

void mr_coupled_get_statistics(const mr_coupled *c, mr_coupled_statistics *statistics) {
    *statistics = c->statistics;
    for (int m = 0; m < c->member_count; m++) {
        mr_statistics behind;
        if (mr_coupled_model(c, m, &behind))
            statistics->member_steps += behind.counts.slave_steps;
    }
}

const char *mr_coupled_error(const mr_coupled *c) {
    return c->message.text;
}
