/* moving the slave on: how far it may go, its inputs while it steps, and what it may not do */
#include "interface_private.h"
#include "multirate/pace.h"

/* counts an answer by extrapolation */
static void count_extrapolation(mr_interface *interface, double distance) {
    mr_asked *asked = &interface->asked;
    asked->extrapolated++;
    asked->sum += distance;
    if (distance > asked->longest)
        asked->longest = distance;
}

/* what the slave asked for in its step becomes part of the statistics when the step counts */
static void count_asked(mr_interface *interface) {
    mr_progress *progress = &interface->progress;
    const mr_asked *asked = &interface->asked;
    progress->statistics.counts.input_requests += asked->requests;
    progress->statistics.counts.extrapolated_to_slave += asked->extrapolated;
    progress->sum_to_slave += asked->sum;
    if (asked->longest > progress->statistics.counts.longest_to_slave)
        progress->statistics.counts.longest_to_slave = asked->longest;
}

static mr_status refuse_input_time(mr_interface *interface, double t) {
    const double from = interface->step_from, limit = interface->step_limit;
    if (isfinite(limit))
        mr_message_set(
            &interface->message,
            "slave '%s' asked for its inputs at t = %.9g s, outside its step from %.9g s to "
            "%.9g s",
            interface->type->name, t, from, limit);
    else
        mr_message_set(&interface->message,
                       "slave '%s' asked for its inputs at t = %.9g s, before its step from %.9g s",
                       interface->type->name, t, from);
    interface->input_status = MR_ERR_SLAVE_INPUT_TIME;
    return MR_ERR_SLAVE_INPUT_TIME;
}

/* eval_master, as the slave sees it */
static mr_status input_at(void *context, double t, double *u) {
    mr_interface *interface = context;
    const mr_direction *to_slave = interface->source;
    const double tolerance = mr_interface_tolerance(interface, t);
    /* written so that a time that is not a number is refused too; the limit may be infinite */
    if (!(t >= interface->step_from - tolerance && t <= interface->step_limit + tolerance) ||
        t == INFINITY)
        return refuse_input_time(interface, t);
    if (t > interface->asked_latest)
        interface->asked_latest = t;
    interface->asked.requests++;
    if (interface->inputs == 0)
        return MR_OK;
    if (interface->use_mean) {
        interface->coupling->give(interface, t, tolerance, u);
        if (interface->indicator.gain > 0.0)
            mr_indicator_correct(&interface->indicator, u);
        return MR_OK;
    }
    const double distance = t - mr_history_newest(&to_slave->history);
    if (distance > tolerance)
        count_extrapolation(interface, distance);
    mr_direction_evaluate(to_slave, t, tolerance, u);
    if (interface->indicator.gain > 0.0)
        mr_indicator_correct(&interface->indicator, u);
    if (interface->indicator.active)
        mr_indicator_asked(&interface->indicator, t, u);
    return MR_OK;
}

const char *mr_slave_words(const mr_interface *interface, mr_status status) {
    return interface->slave_message->text[0] ? interface->slave_message->text
                                             : mr_status_text(status);
}

mr_status mr_explain_matrices(mr_interface *interface, mr_status status) {
    if (status != MR_OK)
        mr_message_set(&interface->message,
                       "slave '%s' could not tell its interface matrices at t = %.9g s: %.300s",
                       interface->type->name, interface->progress.slave_time,
                       mr_slave_words(interface, status));
    return status;
}

static mr_status refuse_outputs(mr_interface *interface, double t) {
    const int bad = mr_first_meaningless(interface->row, interface->to_master.history.columns);
    char name[MR_NAME_SIZE];
    mr_scalar_name(interface->description.outputs, interface->description.output_count,
                   bad % interface->outputs, name, (int)sizeof name);
    mr_message_set(&interface->message, "slave '%s' answered %s%s = %g at t = %.9g s%s",
                   interface->type->name, bad < interface->outputs ? "" : "rate of ", name,
                   interface->row[bad], t,
                   interface->description.output_count > 1
                       ? "; if nobody needs it, name the other ones in outputs="
                       : "");
    return mr_diverge(interface, t);
}

static mr_status refuse_sample(mr_interface *interface, double t, mr_status status) {
    if (status == MR_ERR_STEPS) {
        char who[MR_NAME_SIZE + 16];
        snprintf(who, sizeof who, "slave '%s'", interface->type->name);
        return mr_refuse_steps(interface, &interface->to_master, who);
    }
    mr_message_set(&interface->message, "no memory for the slave's samples at t = %.9g s", t);
    return status;
}

/* puts outputs (and rates) of the slave at its time into the history */
static mr_status store_outputs(mr_interface *interface) {
    const double t = interface->progress.slave_time;
    mr_message_clear(interface->slave_message);
    mr_status status = interface->type->outputs(interface->slave, interface->row);
    const int columns = interface->to_master.history.columns;
    if (status == MR_OK && columns > interface->outputs)
        status = interface->type->rates(interface->slave, interface->row + interface->outputs);
    if (status != MR_OK) {
        mr_message_set(&interface->message,
                       "slave '%s' could not tell its outputs at t = %.9g s: %.300s",
                       interface->type->name, t, mr_slave_words(interface, status));
        return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_OUTPUTS;
    }
    if (!mr_all_meaningful(interface->row, columns))
        return refuse_outputs(interface, t);
    mr_stored stored;
    const double tolerance = mr_interface_tolerance(interface, t);
    if (interface->indicator.active)
        mr_indicator_foresee(&interface->indicator, 1, &interface->to_master, t, tolerance,
                             interface->row);
    /* the master may return to its last major step. Should that be farther back than the history
     * can reach, the oldest samples go: they are missed only if the master does return. */
    status = mr_direction_store(&interface->to_master, t, interface->row, tolerance,
                                mr_needed_from(interface, interface->progress.major_time), &stored);
    if (status == MR_ERR_HISTORY)
        status = mr_direction_store(&interface->to_master, t, interface->row, tolerance, INFINITY,
                                    &stored);
    if (status != MR_OK)
        return refuse_sample(interface, t, status);
    if (stored.jumps > 0) {
        interface->progress.statistics.counts.jumps += stored.jumps;
        if (interface->config.graded_start)
            mr_history_mark_jump(&interface->to_master.history);
    }
    return MR_OK;
}

void mr_begin_grades(mr_interface *interface, double t) {
    mr_progress *progress = &interface->progress;
    if (!interface->config.graded_start || progress->grade < MR_GRADES)
        return;
    double span = interface->config.slave_step;
    if (span == 0.0 && interface->type->next_step &&
        interface->type->next_step(interface->slave, &span) != MR_OK)
        span = 0.0;
    if (!(span > 0.0 && isfinite(span)))
        return;
    if (interface->config.slave_step > 0.0) {
        /* grow back to the imposed grid, not over it */
        const double end = progress->grid_origin +
                           (double)(progress->grid_index + 1) * interface->config.slave_step;
        span = end - t;
    }
    progress->grade = 0;
    progress->grades_begun = true;
    progress->grade_origin = t;
    progress->grade_span = span;
}

mr_status mr_initialise_slave(mr_interface *interface) {
    mr_progress *progress = &interface->progress;
    const double t0 = progress->t0;
    const mr_inputs inputs = {.at = input_at, .context = interface};
    interface->step_from = interface->step_limit = interface->asked_latest = t0;
    interface->input_status = MR_OK;
    interface->use_mean = false;
    interface->source = &interface->to_slave;
    interface->asked = (mr_asked){0};
    mr_message_clear(interface->slave_message);
    mr_status status = interface->type->initialise(interface->slave, t0, &inputs);
    count_asked(interface);
    if (interface->input_status != MR_OK)
        return interface->input_status;
    if (status != MR_OK) {
        mr_message_set(&interface->message,
                       "slave '%s' could not be initialised at t = %.9g s: %.300s",
                       interface->type->name, t0, mr_slave_words(interface, status));
        return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_INITIALISE;
    }
    progress->slave_time = t0;
    progress->slave_step = interface->config.slave_step;
    double h = 0.0;
    if (progress->slave_step == 0.0 && interface->type->next_step &&
        interface->type->next_step(interface->slave, &h) == MR_OK && h > 0.0 && isfinite(h))
        progress->slave_step = h;
    progress->grid_origin = t0;
    progress->grid_index = 0;
    progress->grade = MR_GRADES;
    mr_begin_grades(interface, t0);
    MR_TRY(store_outputs(interface));
    mr_indicator_start(&interface->indicator, t0, interface->row,
                       mr_history_row(&interface->to_slave.history, 0));
    if (!interface->coupling->start)
        return MR_OK;
    interface->coupling_state.started = true;
    return interface->coupling->start(interface);
}

static mr_status refuse_step_size(mr_interface *interface, double h) {
    mr_message_set(&interface->message,
                   "slave '%s' cannot tell the size of its next step at t = %.9g s (it "
                   "says %g s)%s%.300s",
                   interface->type->name, interface->progress.slave_time, h,
                   interface->slave_message->text[0] ? ": " : "", interface->slave_message->text);
    return MR_ERR_SLAVE_TIME;
}

mr_status mr_plan_step(mr_interface *interface, mr_plan *plan) {
    mr_progress *progress = &interface->progress;
    *plan = (mr_plan){.end = INFINITY};
    if (progress->grade < MR_GRADES) {
        plan->end =
            progress->grade_origin + ldexp(progress->grade_span, progress->grade + 1 - MR_GRADES);
        plan->limited = true;
    } else if (interface->config.slave_step > 0.0) {
        plan->end = progress->grid_origin +
                    (double)(progress->grid_index + 1) * interface->config.slave_step;
        plan->limited = true;
    } else if (interface->type->next_step) {
        double h = 0.0;
        mr_message_clear(interface->slave_message);
        mr_status status = interface->type->next_step(interface->slave, &h);
        if (status != MR_OK || !(h > 0.0 && h < MR_MEANINGLESS))
            return refuse_step_size(interface, h);
        progress->slave_step = h;
        plan->end = progress->slave_time + h;
    }
    if (interface->coupling->end && interface->type->step_to && progress->grade >= MR_GRADES) {
        const double end = interface->coupling->end(interface, plan->end);
        plan->limited = plan->limited || end < plan->end;
        plan->end = end;
    }
    return MR_OK;
}

/* not all is as it mostly is: what is wrong, if anything? */
static mr_status judge_time(mr_interface *interface, const mr_plan *plan, double t1, double t) {
    const double from = interface->progress.slave_time;
    const double tolerance = mr_interface_tolerance(interface, t);
    const char *what = NULL;
    if (!isfinite(t))
        what = "reached a time that is not a number";
    else if (t < from - tolerance)
        what = "went back in time";
    else if (!(t > from))
        what = "did not advance";
    else if (plan->limited && t > plan->end + tolerance)
        what = "went beyond the end of the step that it was given";
    else if (interface->scheme->follows && t > t1 + tolerance)
        what = "made a longer step than it announced and passed the master";
    else if (t > plan->end + tolerance)
        what = "made a longer step than it announced";
    else if (t >= MR_MEANINGLESS)
        what = "went beyond any meaning";
    else if (interface->asked_latest > t + tolerance) {
        interface->step_limit = t;
        return refuse_input_time(interface, interface->asked_latest);
    }
    if (!what)
        return MR_OK;
    mr_message_set(&interface->message, "slave '%s' %s: its step from t = %.9g s ended at %.9g s",
                   interface->type->name, what, from, t);
    return MR_ERR_SLAVE_TIME;
}

/* the slave must have moved on, and not farther than it may */
static inline mr_status check_time(mr_interface *interface, const mr_plan *plan, double t1,
                                   double t) {
    const double tolerance = mr_interface_tolerance(interface, t);
    const bool right = t > interface->progress.slave_time && t <= plan->end + tolerance &&
                       (!interface->scheme->follows || t <= t1 + tolerance) &&
                       t >= interface->asked_latest && t < MR_MEANINGLESS;
    return right ? MR_OK : judge_time(interface, plan, t1, t);
}

mr_status mr_call_slave(mr_interface *interface, const mr_plan *plan, double *t) {
    const mr_inputs inputs = {
        .at = input_at, .context = interface, .constant = interface->use_mean};
    if (plan->limited)
        return interface->type->step_to(interface->slave, &inputs, plan->end, t);
    return interface->type->step(interface->slave, &inputs, t);
}

/* how far the master's newest sample has to serve: to the end of the slave's step, or over the
 * master's own coming step where that is longer; 0 if the step stays behind the master */
static double input_horizon(const mr_interface *interface, double end) {
    const mr_history *history = &interface->to_slave.history;
    const double distance = end - mr_history_newest(history);
    if (!isfinite(distance) || distance <= mr_interface_tolerance(interface, end))
        return 0.0;
    const double *t = mr_history_times(history) + history->count - 1;
    const double last = history->count > 1 ? t[0] - t[-1] : 0.0;
    return distance > last ? distance : last;
}

void mr_begin_step(mr_interface *interface, const mr_plan *plan) {
    const double from = interface->progress.slave_time;
    interface->asked = (mr_asked){0};
    interface->step_from = from;
    interface->step_limit = plan->end;
    interface->asked_latest = from;
    interface->input_status = MR_OK;
    interface->use_mean = interface->config.smoothing || interface->coupling->constant;
    if (interface->use_mean)
        mr_direction_mean(&interface->to_slave, from, plan->end, interface->mean);

    if (interface->to_slave.averages)
        interface->to_slave.horizon = input_horizon(interface, plan->end);

    if (interface->indicator.active)
        mr_indicator_begin_step(&interface->indicator, from, plan->end - from);
    mr_message_clear(interface->slave_message);
}

/* of a slave that ended its simulation without going on; the sentence that tells so stays */
static mr_status store_last_outputs(mr_interface *interface) {
    const mr_message sentence = interface->message;
    MR_TRY(store_outputs(interface));
    interface->message = sentence;
    return MR_OK;
}

static void tell_failed_step(mr_interface *interface, mr_status status) {
    mr_message_set(&interface->message, "slave '%s' %s in its step from t = %.9g s: %.300s",
                   interface->type->name, status == MR_ERR_STOPPED ? "ended the run" : "failed",
                   interface->progress.slave_time, mr_slave_words(interface, status));
}

/* the step was one of a grid */
static void go_on_grid(mr_interface *interface, double t, double tolerance) {
    mr_progress *progress = &interface->progress;
    if (progress->grade < MR_GRADES)
        progress->grade++;
    if (interface->config.slave_step > 0.0) {
        const double next = progress->grid_origin +
                            (double)(progress->grid_index + 1) * interface->config.slave_step;
        if (t >= next - tolerance)
            progress->grid_index++;
    }
}

mr_status mr_end_step(mr_interface *interface, const mr_plan *plan, double t1, mr_status status,
                      double t) {
    mr_progress *progress = &interface->progress;
    const double from = progress->slave_time;
    const bool stopped = status == MR_ERR_STOPPED;
    count_asked(interface);
    if (interface->input_status != MR_OK)
        return interface->input_status;
    if (status != MR_OK) {
        tell_failed_step(interface, status);
        if (!stopped)
            return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_STEP;
        progress->ends_at = t > from ? t : from;
        if (!(t > from)) /* at an event of this very instant: what it tells now is what counts */
            return store_last_outputs(interface);
    }
    MR_TRY(check_time(interface, plan, t1, t));

    const double tolerance = plan->limited ? mr_interface_tolerance(interface, t) : 0.0;
    if (!plan->limited || progress->slave_step == 0.0)
        progress->slave_step = t - from;
    progress->slave_time = t;
    progress->statistics.counts.slave_steps++;
    if (plan->limited && t >= plan->end - tolerance)
        go_on_grid(interface, t, tolerance);
    MR_TRY(store_outputs(interface));
    if (interface->coupling->step) {
        /* where all steps are timed: telling its matrices is a slave's work too */
        const bool timed = interface->stopwatch.wait == 1;
        const double begin = timed ? mr_seconds() : 0.0;
        MR_TRY(interface->coupling->step(interface, from, t));
        if (timed)
            interface->stopwatch.seconds += fmax(0.0, mr_seconds() - begin);
    }
    if (interface->indicator.active)
        mr_indicator_slave(&interface->indicator, interface->type, interface->slave, from, t,
                           progress->statistics.counts.slave_steps,
                           interface->use_mean ? interface->mean : NULL, interface->row,
                           &interface->coupling_state.foresight);
    return MR_OK;
}

static mr_status make_step(mr_interface *interface, const mr_plan *plan, double t1) {
    double t = interface->progress.slave_time;
    mr_status status;
    mr_begin_step(interface, plan);
    if (interface->coupling->aim)
        MR_TRY(interface->coupling->aim(interface, plan->end));
    if (mr_stopwatch_due(&interface->stopwatch)) {
        const double begin = mr_seconds();
        status = mr_call_slave(interface, plan, &t);
        mr_stopwatch_add(&interface->stopwatch, mr_seconds() - begin);
    } else {
        status = mr_call_slave(interface, plan, &t);
    }
    return mr_end_step(interface, plan, t1, status, t);
}

/* after a step on the way to t1 */
static mr_status check_pace(mr_interface *interface, mr_pace *pace, double t1) {
    const double from = pace->from, t = interface->progress.slave_time;
    if (!mr_pace_crawls(pace, t, t1, interface->config.most_steps))
        return MR_OK;
    mr_message_set(&interface->message,
                   "slave '%s' hardly advances: %d steps from t = %.9g s went on by %.3g s, and to "
                   "%.9g s it would need more than most_steps = %g",
                   interface->type->name, MR_PACE_STEPS, from, t - from, t1,
                   interface->config.most_steps);
    return MR_ERR_SLAVE_TIME;
}

mr_status mr_advance_slave(mr_interface *interface, double t1) {
    mr_progress *progress = &interface->progress;
    mr_pace pace = {progress->slave_time, 0};
    const double tolerance = mr_interface_tolerance(interface, t1);
    bool (*const permits)(mr_plan *, double, double) = interface->scheme->permits;
    while (progress->slave_time < t1 - tolerance && isinf(progress->ends_at)) {
        mr_plan plan;
        if (interface->ahead.running) {
            if (permits && !permits(&interface->ahead.plan, t1, tolerance))
                return MR_OK;
            MR_TRY(mr_ahead_take(interface, t1));
        } else {
            MR_TRY(mr_plan_step(interface, &plan));
            if (permits && !permits(&plan, t1, tolerance))
                return MR_OK;
            MR_TRY(make_step(interface, &plan, t1));
        }
        MR_TRY(check_pace(interface, &pace, t1));
    }
    return MR_OK;
}
