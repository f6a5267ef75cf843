/* starting and exchanging */
#include "interface_private.h"

#include <string.h>

mr_status mr_diverge(mr_interface *interface, double t) {
    mr_progress *progress = &interface->progress;
    progress->diverged = true;
    progress->diverged_at = t;
    const size_t length = strlen(interface->message.text);
    if (t > progress->t0) /* what is wrong from the start has not gone anywhere */
        snprintf(interface->message.text + length, sizeof interface->message.text - length,
                 ": the run has diverged");
    return MR_ERR_NOT_FINITE;
}

static mr_status refuse_master(mr_interface *interface, double t1, const double *y1) {
    if (!isfinite(t1)) {
        mr_message_set(&interface->message,
                       "the master gave a time that is not a number (slave '%s' is at t = %.9g s)",
                       interface->type->name, interface->progress.slave_time);
        return MR_ERR_TIME;
    }
    const int bad = mr_first_meaningless(y1, interface->inputs);
    char name[MR_NAME_SIZE];
    mr_scalar_name(interface->description.inputs, interface->description.input_count, bad, name,
                   (int)sizeof name);
    mr_message_set(&interface->message, "the master gave %s = %g for slave '%s' at t = %.9g s",
                   /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): only a time has no y1 */
                   name, y1[bad], interface->type->name, t1);
    return mr_diverge(interface, t1);
}

static inline mr_status check_master(mr_interface *interface, double t1, const double *y1) {
    if (isfinite(t1) && (!y1 || mr_all_meaningful(y1, interface->inputs)))
        return MR_OK;
    return refuse_master(interface, t1, y1);
}

mr_status mr_refuse_steps(mr_interface *interface, const mr_direction *direction, const char *who) {
    const mr_history *history = &direction->history;
    const double *t = mr_history_times(history) + history->count - 1;
    mr_message_set(&interface->message,
                   "predictor '%s' knows equal steps only, but %s came to t = %.9g s by a step of "
                   "%.9g s after one of %.9g s",
                   direction->equal_steps->name, who, t[0], t[0] - t[-1], t[-1] - t[-2]);
    return MR_ERR_STEPS;
}

static mr_status refuse_sample(mr_interface *interface, double t1, mr_status status) {
    if (status == MR_ERR_STEPS)
        return mr_refuse_steps(interface, &interface->to_slave, "the master");
    mr_message_set(
        &interface->message,
        "more than %d master steps fall into one step of slave '%s' at t = %.9g s; is its step "
        "size right?",
        interface->to_slave.history.capacity, interface->type->name, t1);
    return status;
}

/* the sample did not just follow the others */
static void note_stored(mr_interface *interface, const mr_stored *stored) {
    mr_exchange_counts *counts = &interface->progress.statistics.counts;
    counts->repeats += stored->replaced;
    counts->returns += stored->returned;
    counts->jumps += stored->jumps;
    if (stored->jumps == 0 || !interface->config.graded_start)
        return;
    mr_history_mark_jump(&interface->to_slave.history);
    if (interface->ahead.running) /* after the step that is under way */
        interface->ahead.jumped = true;
    else
        mr_begin_grades(interface, interface->progress.slave_time);
}

mr_status mr_store_master(mr_interface *interface, double t1, const double *y1) {
    mr_progress *progress = &interface->progress;
    const double tolerance = mr_interface_tolerance(interface, t1);
    mr_stored stored;
    if (interface->ahead.running && interface->ahead.guesses)
        MR_TRY(mr_ahead_withdraw(interface));
    if (interface->indicator.active)
        mr_indicator_foresee(&interface->indicator, 0, &interface->to_slave, t1, tolerance, y1);
    const mr_status status =
        mr_direction_store(&interface->to_slave, t1, y1, tolerance,
                           mr_needed_from(interface, progress->slave_time), &stored);
    if (status != MR_OK)
        return refuse_sample(interface, t1, status);
    if (stored.replaced || stored.returned || stored.jumps > 0)
        note_stored(interface, &stored);
    if (interface->coupling->sample && interface->coupling_state.started)
        interface->coupling->sample(interface, &stored);
    return MR_OK;
}

static mr_status begin(mr_interface *interface, double t0, const double *y1) {
    MR_TRY(check_master(interface, t0, y1));
    MR_TRY(mr_store_master(interface, t0, y1 ? y1 : interface->start_inputs));
    return mr_initialise_slave(interface);
}

mr_status mr_interface_start(mr_interface *interface, double t0, const double *y1) {
    if (!interface)
        return MR_ERR_ARGUMENT; /* it was not opened, and nobody has looked */
    mr_progress *progress = &interface->progress;
    mr_ahead_forget(interface);
    interface->ahead.major_time = t0;
    interface->kept_from = INFINITY;
    mr_message_clear(&interface->message);
    mr_direction_clear(&interface->to_slave);
    mr_direction_clear(&interface->to_master);
    interface->to_slave.history.grown = interface->to_master.history.grown = 0;
    interface->to_slave.history.peak = interface->to_master.history.peak = 0;
    interface->stopwatch = (mr_stopwatch){0};
    interface->coupling_state.started = false;
    *progress = (mr_progress){.phase = MR_PHASE_RUNNING,
                              .t0 = t0,
                              .slave_time = t0,
                              .major_time = t0,
                              .ends_at = INFINITY,
                              .grade = MR_GRADES};
    const mr_status status = begin(interface, t0, y1);
    progress->inputs_assumed = !y1 && interface->inputs > 0;
    return status == MR_OK ? MR_OK : mr_fail(interface, status);
}

static mr_status refuse_return(mr_interface *interface, double t1) {
    mr_message_set(
        &interface->message,
        "the master went back to t = %.9g s, but slave '%s' is at %.9g s and its samples are "
        "kept from %.9g s on only; set a longer history, restore a saved state or start anew",
        t1, interface->type->name, interface->progress.slave_time,
        mr_history_times(&interface->to_master.history)[0]);
    return MR_ERR_TIME;
}

static mr_status refuse_answer(mr_interface *interface, double t1, const double *u1) {
    const int bad = mr_first_meaningless(u1, interface->outputs);
    char name[MR_NAME_SIZE];
    mr_scalar_name(interface->description.outputs, interface->description.output_count, bad, name,
                   (int)sizeof name);
    mr_message_set(&interface->message, "%s of slave '%s' was foreseen as %g at t = %.9g s", name,
                   interface->type->name, u1[bad], t1);
    return mr_diverge(interface, t1);
}

/* u1 from the slave's samples */
static mr_status answer(mr_interface *interface, double t1, const double *y1, double *u1) {
    mr_progress *progress = &interface->progress;
    const mr_history *history = &interface->to_master.history;
    const double tolerance = mr_interface_tolerance(interface, t1);
    if (t1 < mr_history_times(history)[0] - tolerance)
        return refuse_return(interface, t1);
    const double distance = t1 - mr_history_newest(history);
    if (distance > tolerance) {
        progress->statistics.counts.extrapolated_to_master++;
        progress->sum_to_master += distance;
        if (distance > progress->statistics.counts.longest_to_master)
            progress->statistics.counts.longest_to_master = distance;
    }
    interface->to_master.horizon = interface->scheme->follows ? progress->slave_step : 0.0;
    mr_direction_evaluate(&interface->to_master, t1, tolerance, u1);
    if (interface->coupling->answer)
        interface->coupling->answer(interface, t1, y1, u1);
    return mr_all_meaningful(u1, interface->outputs) ? MR_OK : refuse_answer(interface, t1, u1);
}

/* the bonds' energies have left the range of numbers, though what crosses has not */
static mr_status check_energies(mr_interface *interface, double t1) {
    if (!interface->indicator.sums.broken)
        return MR_OK;
    mr_message_set(&interface->message,
                   "the energy exchanged with slave '%s' is no finite number at t = %.9g s",
                   interface->type->name, t1);
    return mr_diverge(interface, t1);
}

/* small steps of the slave are of use if the master exchanges within them */
static void look_at_grades(mr_interface *interface, double t1) {
    mr_progress *p = &interface->progress;
    const double tolerance = mr_interface_tolerance(interface, t1);
    if (t1 <= p->grade_origin + tolerance)
        return;
    p->grades_begun = false;
    p->graded_in_vain = p->graded_in_vain || t1 >= p->grade_origin + p->grade_span - tolerance;
}

static void note_master_step(mr_progress *p, double t1) {
    const double step = t1 - p->major_time;
    p->master_steps += step > 0.0;
    if (step > p->longest_master_step)
        p->longest_master_step = step;
    p->major_time = t1;
}

static mr_status exchange(mr_interface *interface, double t1, const double *y1, mr_evaluation kind,
                          double *u1) {
    MR_TRY(check_master(interface, t1, kind == MR_MAJOR ? y1 : NULL));
    if (kind == MR_MAJOR) {
        if (interface->progress.grades_begun)
            look_at_grades(interface, t1);
        interface->progress.statistics.counts.major_exchanges++;
        note_master_step(&interface->progress, t1);
    } else {
        interface->progress.statistics.counts.minor_exchanges++;
    }
    MR_TRY(interface->loop->take(interface, t1, y1, kind));
    const bool waits =
        interface->config.wait_for_major && kind == MR_MINOR && interface->scheme->follows;
    const double known =
        interface->coupling->known ? interface->coupling->known(interface, t1) : t1;
    const int64_t steps = interface->progress.statistics.counts.slave_steps;
    if (!waits)
        MR_TRY(mr_advance_slave(interface, known));
    if (interface->progress.statistics.counts.slave_steps > steps)
        interface->ahead.led_by_minor = kind == MR_MINOR;

    /* a slave that has ended is left where it was; the master goes on until then */
    const double ends_at = interface->progress.ends_at;
    MR_TRY(answer(interface, t1 < ends_at ? t1 : ends_at, interface->loop->feedthrough ? y1 : NULL,
                  u1));
    if (kind == MR_MINOR)
        return MR_OK;
    if (ends_at < INFINITY && t1 >= ends_at - mr_interface_tolerance(interface, ends_at))
        return MR_ERR_STOPPED;
    if (interface->indicator.active) {
        mr_indicator_master(&interface->indicator, t1, y1, u1);
        MR_TRY(check_energies(interface, t1));
    }
    return interface->ahead.used ? mr_ahead_begin(interface, t1) : MR_OK;
}

mr_status mr_interface_exchange(mr_interface *interface, double t1, const double *y1,
                                mr_evaluation kind, double *u1) {
    if (!interface)
        return MR_ERR_ARGUMENT;
    if (interface->progress.phase != MR_PHASE_RUNNING) {
        if (interface->progress.phase == MR_PHASE_OPENED)
            mr_message_set(&interface->message, "an exchange at t = %.9g s before the start", t1);
        return MR_ERR_STATE; /* after a failure the first sentence stays */
    }
    mr_status status = exchange(interface, t1, y1, kind, u1);
    return status == MR_OK ? MR_OK : mr_fail(interface, status);
}

static mr_status commit(mr_interface *interface, double t1, const double *y1) {
    MR_TRY(check_master(interface, t1, y1));
    if (!interface->loop->commit) {
        mr_message_set(&interface->message,
                       "outputs of the master committed at t = %.9g s need break_loop=on", t1);
        return MR_ERR_STATE;
    }
    MR_TRY(interface->loop->commit(interface, t1, y1));
    if (interface->indicator.active)
        mr_indicator_master(&interface->indicator, t1, y1, NULL);
    return check_energies(interface, t1);
}

mr_status mr_interface_commit(mr_interface *interface, double t1, const double *y1) {
    if (interface->progress.phase != MR_PHASE_RUNNING)
        return MR_ERR_STATE; /* after a failure the first sentence stays */
    const mr_status status = commit(interface, t1, y1);
    return status == MR_OK ? MR_OK : mr_fail(interface, status);
}

int mr_interface_inputs(const mr_interface *interface) {
    return interface->inputs;
}

int mr_interface_outputs(const mr_interface *interface) {
    return interface->outputs;
}

void mr_interface_describe(const mr_interface *interface, mr_slave_description *description) {
    *description = interface->description;
}

const mr_config *mr_interface_config(const mr_interface *interface) {
    return &interface->config;
}

bool mr_interface_feedthrough(const mr_interface *interface) {
    return interface->inputs > 0 && interface->loop->feedthrough;
}

double mr_interface_slave_time(const mr_interface *interface) {
    return interface->progress.slave_time;
}

double mr_interface_slave_step(const mr_interface *interface) {
    return interface->progress.slave_step;
}

mr_status mr_interface_matrices(mr_interface *interface, double *Au, double *Ap, double *Av) {
    if (interface->progress.phase != MR_PHASE_RUNNING)
        return MR_ERR_STATE;
    if (!interface->type->interface_matrices || interface->description.coordinate_count == 0)
        return MR_ERR_UNSUPPORTED;
    return interface->type->interface_matrices(interface->slave, Au, Ap, Av);
}

void mr_interface_slave(const mr_interface *interface, const mr_slave_type **type, void **slave) {
    *type = interface->type;
    *slave = interface->slave;
}

mr_status mr_interface_prediction_errors(const mr_interface *interface, double *of_inputs,
                                         double *of_outputs) {
    if (!interface->indicator.active)
        return MR_ERR_STATE;
    for (int s = 0; of_inputs && s < interface->inputs; s++)
        of_inputs[s] = mr_indicator_prediction_error(&interface->indicator, 0, s);
    for (int s = 0; of_outputs && s < interface->outputs; s++)
        of_outputs[s] = mr_indicator_prediction_error(&interface->indicator, 1, s);
    return MR_OK;
}

const char *mr_interface_error(const mr_interface *interface) {
    return interface->message.text;
}
