/* what happened, in numbers and in words */
#include "interface_private.h"
#include "services.h"

static void read_errand(const mr_errand *errand, mr_step_times *times) {
    mr_errand_report report;
    mr_services_here.errands->tell(errand, &report);
    times->worker = report.worker;
    times->workers = report.workers;
    times->step_seconds = report.cost;
}

static double mean(double sum, int64_t count) {
    return count > 0 ? sum / (double)count : 0.0;
}

void mr_interface_statistics(const mr_interface *interface, mr_statistics *statistics) {
    const mr_progress *progress = &interface->progress;
    const mr_stopwatch *stopwatch = &interface->stopwatch;
    mr_exchange_counts *counts = &statistics->counts;
    mr_energy_indicator *energy = &statistics->energy;
    *statistics = progress->statistics;
    counts->mean_to_master = mean(progress->sum_to_master, counts->extrapolated_to_master);
    counts->mean_to_slave = mean(progress->sum_to_slave, counts->extrapolated_to_slave);
    counts->history_growths =
        interface->to_slave.history.grown + interface->to_master.history.grown;
    counts->samples_to_slave = interface->to_slave.history.peak;
    counts->samples_to_master = interface->to_master.history.peak;

    mr_indicator_read(&interface->indicator, counts->slave_steps, energy);
    if (progress->diverged) {
        energy->energy_error = energy->energy_error_rate = INFINITY;
        energy->doubtful_from = fmin(energy->doubtful_from, progress->diverged_at);
    }

    if (stopwatch->timed > 0)
        statistics->times.slave_seconds =
            stopwatch->seconds / (double)stopwatch->timed * (double)counts->slave_steps;
    if (interface->coupling->report)
        interface->coupling->report(interface, &statistics->model);
    if (interface->ahead.errand)
        read_errand(interface->ahead.errand, &statistics->times);
}

int64_t mr_interface_jumps(const mr_interface *interface) {
    return interface->progress.statistics.counts.jumps;
}

bool mr_statistics_doubtful(const mr_statistics *statistics) {
    return !isinf(statistics->energy.doubtful_from); /* not a number would be a doubt, too */
}

static bool is_shortened(const mr_statistics *s) {
    return s->model.unknown && 2 * s->model.shortened > s->counts.slave_steps;
}

/* so much of the motion is carried beside the slave's own that it is doubtful */
static bool is_beside(const mr_statistics *s) {
    return s->model.beside > (is_shortened(s) ? MR_DOUBTFUL_BESIDE_SHORTER : MR_DOUBTFUL_BESIDE);
}

/* what an engineer must know of the interface model: "" if it did as told */
static void print_safeguard(const mr_statistics *s, char *text, size_t size) {
    const mr_model_report *model = &s->model;
    size_t at = 0;
    text[0] = '\0';
    if (model->matrices_only)
        at += (size_t)snprintf(text, size,
                               "; the interface model has no directions of this slave's model, "
                               "only its matrices");
    if (model->guarded > 0)
        at += (size_t)snprintf(text + at, size - at,
                               "; the safeguard of the interface model took %.2g J back in %lld "
                               "slave steps",
                               model->taken, (long long)model->guarded);
    if (at < size && is_beside(s))
        at += (size_t)snprintf(text + at, size - at,
                               "; the slave is not linear, and %.0f %% of its motion are carried "
                               "beside its own steps",
                               100.0 * fmin(model->beside, 1.0));
    else if (at < size && model->unknown)
        at += (size_t)snprintf(text + at, size - at,
                               "; neither modes nor a path explain what the slave does: errors may "
                               "be larger than is told, compare with a run of half its step");
    if (at < size && model->shortened > 0)
        at += (size_t)snprintf(text + at, size - at,
                               "; %s, so that %lld of its steps were "
                               "shorter than its own",
                               model->directions > 0 ? "the slave turns far in a step"
                                                     : "what it does is not known well",
                               (long long)model->shortened);
    if (at < size && (model->late > MR_LATE_PHASE || model->phase > MR_GOOD_SIGNALS))
        at += (size_t)snprintf(text + at, size - at,
                               "; the slave's inertia changes while the efforts swing: known one "
                               "step late it would shift them by %.0f rad, so that their phase may "
                               "be off by more than is told, compare with a run of half its step",
                               model->late);
    if (at < size && model->struck > MR_GOOD_SIGNALS)
        at += (size_t)snprintf(text + at, size - at,
                               "; contacts have closed or opened in %lld steps of the slave, and "
                               "are known at the end of a step only: shorter ones are more exact",
                               (long long)model->contacts);
    if (at < size && model->cut)
        at += (size_t)snprintf(text + at, size - at,
                               "; the interface model was cut off at t = %.3g s, because it had "
                               "made energy without end: neither side moves the other since",
                               model->cut_at);
    if (at < size && model->used && (model->efforts != 1.0 || model->stiffness != 1.0))
        (void)snprintf(text + at, size - at,
                       "; the slave answers efforts %.3g times and moves %.3g times as stiffly as "
                       "it tells, and was taken at its deeds",
                       model->efforts, model->stiffness);
}

static int judge(const mr_statistics *s, char *text, int size);

/* a small part beside is what its own steps leave */
static double beside_harm(const mr_statistics *s) {
    if (!is_beside(s))
        return 0.0;
    return s->model.beside * (is_shortened(s) ? MR_HARM_OF_BESIDE_SHORTER : MR_HARM_OF_BESIDE);
}

/* fitted to the true errors of 1250 runs of systems that are in no suite: the energy that is made
 * tells most of it; where signals are foreseen the same energy does less harm */
double mr_statistics_signal_error(const mr_statistics *s) {
    if (!isfinite(s->energy.energy_error))
        return INFINITY;
    if (!s->energy.indicated)
        return 0.0;
    const double seen = s->energy.prediction_error_to_master;
    const double miss = fmin(1.0, fmax(1e-3, seen));
    const double error = fmax(0.55 * pow(s->energy.energy_error, 0.75) * pow(miss, 0.3),
                              fmax(s->model.phase, s->model.struck));
    if (s->model.cut) /* nothing is made since then, and nothing is right */
        return fmax(error, 1.0);
    /* what the slave does beside a motion that is not its own shows in no energy */
    return s->model.owned ? fmax(fmax(error, MR_HARM_OF_MISS * seen), beside_harm(s)) : error;
}

/* one digit: 3 %, 0.02 %, 20 % */
static void tell_percent(double part, char *text, size_t size) {
    const double percent = 100.0 * part, unit = pow(10.0, floor(log10(fmax(percent, 1.0))));
    if (percent < 9.5)
        (void)snprintf(text, size, "%.1g %%", percent);
    else
        (void)snprintf(text, size, "%.0f %%", unit * floor(percent / unit + 0.5));
}

/* "the signals are off by about 3 %" */
static void tell_signals(const mr_statistics *s, char *text, size_t size) {
    const double error = mr_statistics_signal_error(s);
    char percent[32];
    tell_percent(error, percent, sizeof percent);
    if (error < 1.0)
        snprintf(text, size, "the signals are off by about %s", percent);
    else
        snprintf(text, size, "the signals are off by more than they are themselves");
}

int mr_statistics_verdict(const mr_statistics *s, char *text, int size) {
    char more[MR_VERDICT_SIZE];
    const int length = judge(s, text, size);
    print_safeguard(s, more, sizeof more);
    const char *said = length == 0 && more[0] ? more + 2 : more; /* by itself: without "; " */
    if (length >= 0 && size > length)
        (void)snprintf(text + length, (size_t)(size - length), "%s", said);
    return length + (int)strlen(said);
}

static int judge(const mr_statistics *s, char *text, int size) {
    const size_t room = size > 0 ? (size_t)size : 0;
    if (!isfinite(s->energy.energy_error))
        return snprintf(text, room, "the run has diverged; results after t = %.3g s are doubtful",
                        s->energy.doubtful_from);
    if (!s->energy.indicated) {
        if (room > 0)
            text[0] = '\0';
        return 0;
    }
    const double last = s->energy.exchanged_energy > 0.0
                            ? s->energy.created_most / s->energy.exchanged_energy
                            : 0.0;
    const char *verb = s->energy.created_energy < 0.0 ? "lost" : "created";
    char signals[96];
    tell_signals(s, signals, sizeof signals);
    if (mr_statistics_doubtful(s))
        return snprintf(
            text, room,
            "%s (the coupling has %s %.2g %% of the exchanged energy, %.2g times the energy "
            "of the interface's motion); results after t = %.3g s are doubtful",
            signals, verb, 100.0 * last, s->energy.energy_error, s->energy.doubtful_from);
    return snprintf(text, room, "%s, the coupling has %s %.2g %% of the exchanged energy: %s",
                    signals, verb, 100.0 * last,
                    mr_statistics_signal_error(s) > MR_GOOD_SIGNALS ? "fair" : "good");
}

/* mean step of the master so far; 0: none yet */
static double master_step(const mr_progress *progress) {
    return progress->master_steps > 0
               ? (progress->major_time - progress->t0) / (double)progress->master_steps
               : 0.0;
}

/* polynomials of order p miss a staircase by the root of the sum of squared binomials, (2p over p);
 * what they miss by more turns around from sample to sample. A motion that the master owns does the
 * same work on both sides, and no energy shows that the master does not follow it */
static bool efforts_turn(const mr_interface *interface, const mr_statistics *s) {
    const mr_prediction *e = &interface->config.to_slave;
    double staircase = 1.0;
    for (int k = 1; k <= e->order; k++)
        staircase *= (double)(e->order + k) / k;
    return (s->model.directions > 0 || s->model.owned) && e->order > 0 &&
           e->type == &mr_predictor_polynomial &&
           s->energy.prediction_error_to_slave > 1.06 * sqrt(staircase);
}

int mr_interface_warning(const mr_interface *interface, bool variable_step, char *text, int size) {
    const mr_progress *progress = &interface->progress;
    const size_t room = size > 0 ? (size_t)size : 0;
    const double h = master_step(progress), slave = progress->slave_step;
    if (interface->grades_wanted && progress->graded_in_vain)
        return snprintf(text, room,
                        "graded_start=on has no effect, because the master does not exchange "
                        "anything within a step of slave '%s' (%.3g s); make the master's steps "
                        "much shorter",
                        interface->type->name, progress->grade_span);
    /* a hundredth more than the slave's step may be rounding and events */
    if (variable_step && slave > 0.0 && h > 1.01 * slave)
        return snprintf(text, room,
                        "the solver's steps are %.3g s on the average, longer than those of slave "
                        "'%s' (%.3g s), because nothing tells it to exchange more often; set its "
                        "largest step to the slave's or less",
                        h, interface->type->name, slave);
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    if (efforts_turn(interface, &statistics))
        return snprintf(text, room,
                        "the efforts turn around from one step of the master (%.3g s) to the next: "
                        "they do not follow what the interface does, so that results may be wrong "
                        "or grow without end, and no energy shows it; make the master's steps "
                        "shorter",
                        h);
    statistics = (mr_statistics){.counts = progress->statistics.counts};
    char said[MR_VERDICT_SIZE];
    if (interface->coupling->report)
        interface->coupling->report(interface, &statistics.model);
    print_safeguard(&statistics, said, sizeof said);
    return snprintf(text, room, "%s", said[0] ? said + 2 : ""); /* without "; " */
}
