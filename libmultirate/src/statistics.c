/* what happened, in numbers and in words */
#include "interface_private.h"
#include "services.h"

static void read_errand(const mr_errand *errand, mr_statistics *statistics) {
    mr_errand_report report;
    mr_services_here.errands->tell(errand, &report);
    statistics->worker = report.worker;
    statistics->workers = report.workers;
    statistics->step_seconds = report.cost;
}

void mr_interface_statistics(const mr_interface *interface, mr_statistics *statistics) {
    const mr_progress *progress = &interface->progress;
    *statistics = progress->statistics;
    statistics->mean_to_master =
        statistics->extrapolated_to_master > 0
            ? progress->sum_to_master / (double)statistics->extrapolated_to_master
            : 0.0;
    statistics->mean_to_slave =
        statistics->extrapolated_to_slave > 0
            ? progress->sum_to_slave / (double)statistics->extrapolated_to_slave
            : 0.0;
    statistics->history_growths =
        interface->to_slave.history.grown + interface->to_master.history.grown;
    statistics->samples_to_slave = interface->to_slave.history.peak;
    statistics->samples_to_master = interface->to_master.history.peak;
    mr_indicator_read(&interface->indicator, statistics);
    if (progress->diverged) {
        statistics->energy_error = statistics->energy_error_rate = INFINITY;
        statistics->doubtful_from = fmin(statistics->doubtful_from, progress->diverged_at);
    }
    if (interface->stopwatch.timed > 0)
        statistics->slave_seconds = interface->stopwatch.seconds /
                                    (double)interface->stopwatch.timed *
                                    (double)statistics->slave_steps;
    if (interface->ahead.errand)
        read_errand(interface->ahead.errand, statistics);
}

int64_t mr_interface_jumps(const mr_interface *interface) {
    return interface->progress.statistics.jumps;
}

int mr_statistics_verdict(const mr_statistics *s, char *text, int size) {
    const size_t room = size > 0 ? (size_t)size : 0;
    if (!isfinite(s->energy_error))
        return snprintf(text, room, "the run has diverged; results after t = %.3g s are doubtful",
                        s->doubtful_from);
    if (!s->indicated) {
        if (room > 0)
            text[0] = '\0';
        return 0;
    }
    const double last = s->exchanged_energy > 0.0 ? s->created_most / s->exchanged_energy : 0.0;
    const char *verb = s->created_energy < 0.0 ? "lost" : "created";
    if (isfinite(s->doubtful_from))
        return snprintf(
            text, room,
            "the coupling has %s %.2g %% of the exchanged energy (%.2g times the energy "
            "of the interface's motion); results after t = %.3g s are doubtful",
            verb, 100.0 * last, s->energy_error, s->doubtful_from);
    return snprintf(text, room, "the coupling has %s %.2g %% of the exchanged energy: good", verb,
                    100.0 * last);
}

/* mean step of the master so far; 0: none yet */
static double master_step(const mr_progress *progress) {
    return progress->master_steps > 0
               ? (progress->major_time - progress->t0) / (double)progress->master_steps
               : 0.0;
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
    if (room > 0)
        text[0] = '\0';
    return 0;
}

/* "" without parallel */
static void print_place(const mr_statistics *s, char *text, size_t size) {
    char who[48] = "in a thread of its own";
    text[0] = '\0';
    if (s->step_seconds == 0.0)
        return;
    if (s->worker == 0)
        snprintf(who, sizeof who, "with the master");
    else if (s->worker > 0)
        snprintf(who, sizeof who, "with worker %d of %d", s->worker, s->workers);
    snprintf(text, size, "place                %s, %.3g us a step, %lld steps by the master\n", who,
             1e6 * s->step_seconds, (long long)s->steps_by_master);
}

int mr_statistics_print(const mr_statistics *s, char *text, int size) {
    char verdict[256], energy[512] = "", place[128];
    print_place(s, place, sizeof place);
    if (mr_statistics_verdict(s, verdict, sizeof verdict) > 0)
        snprintf(energy, sizeof energy,
                 "energy               %.3g J exchanged, %.3g J created, error %.3g, %.3g for a "
                 "hundred slave steps\n"
                 "prediction errors    %.3g to the slave, %.3g to the master\n"
                 "verdict              %s\n",
                 s->exchanged_energy, s->created_energy, s->energy_error, s->energy_error_rate,
                 s->prediction_error_to_slave, s->prediction_error_to_master, verdict);
    const int64_t exchanges = s->major_exchanges + s->minor_exchanges;
    return snprintf(text, size > 0 ? (size_t)size : 0,
                    "exchanges            %lld (%lld major, %lld minor)\n"
                    "slave steps          %lld, %.3g s in the slave\n"
                    "slave inputs asked   %lld times\n"
                    "to the master        %lld of %lld extrapolated, mean %.3g s, at most %.3g s\n"
                    "to the slave         %lld of %lld extrapolated, mean %.3g s, at most %.3g s\n"
                    "repeated, returned   %lld, %lld\n"
                    "jumps                %lld\n"
                    "begun early          %lld slave steps, %lld of them made again\n"
                    "%s%s",
                    (long long)exchanges, (long long)s->major_exchanges,
                    (long long)s->minor_exchanges, (long long)s->slave_steps, s->slave_seconds,
                    (long long)s->input_requests, (long long)s->extrapolated_to_master,
                    (long long)exchanges, s->mean_to_master, s->longest_to_master,
                    (long long)s->extrapolated_to_slave, (long long)s->input_requests,
                    s->mean_to_slave, s->longest_to_slave, (long long)s->repeats,
                    (long long)s->returns, (long long)s->jumps, (long long)s->steps_ahead,
                    (long long)s->steps_withdrawn, place, energy);
}
