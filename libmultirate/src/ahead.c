/* beginning slave steps early, and taking in or withdrawing what came out */
#include "ahead.h"
#include "interface_private.h"
#include "services.h"

#include <stdlib.h>

static mr_status open_errand(mr_interface *interface) {
    const mr_config *config = &interface->config;
    const mr_errand_options options = {.own_thread = config->parallel == MR_PARALLEL_OWN ||
                                                     config->core >= 0 || interface->elsewhere,
                                       .core = config->core,
                                       .soon = interface->ahead.guesses};
    const mr_errands *errands = mr_services_here.errands;
    return errands ? errands->open(&interface->ahead.errand, &options) : MR_ERR_UNSUPPORTED;
}

static mr_status open_watch(mr_interface *interface) {
    const mr_direction *source = &interface->to_slave;
    if (!interface->ahead.asked)
        return MR_ERR_MEMORY;
    if (source->watched)
        MR_TRY(mr_signal_watch_open(&interface->ahead.inputs.watch, source->signals,
                                    source->watch.order, source->watch.chooses));
    return interface->config.parallel ? open_errand(interface) : MR_OK;
}

mr_status mr_ahead_open(mr_interface *interface, mr_message *message) {
    mr_ahead *ahead = &interface->ahead;
    const mr_config *config = &interface->config;
    /* a coupling may need the inputs over the whole step, a broken loop stores samples at
     * trial points, and a step that waits for major ones is needed at once: nothing to overlap.
     * Iterated windows and a correction of the energy depend on what is known when the step is due
     */
    const bool guessable = !interface->coupling->known && interface->loop->feedthrough &&
                           !config->wait_for_major && !config->iterate &&
                           config->energy_correction == 0.0 && interface->type->save;
    ahead->guesses = config->latency == 0.0;
    ahead->used = config->latency > 0.0 || (config->parallel && guessable);
    if (!ahead->used)
        return MR_OK;
    const mr_direction *source = &interface->to_slave;
    ahead->inputs = *source; /* groups are shared, samples are its own */
    ahead->inputs.history = (mr_history){.columns = source->history.columns};
    ahead->inputs.watch = (mr_signal_watch){0};
    ahead->asked = calloc((size_t)interface->indicator.bond_count + 1, sizeof *ahead->asked);
    const mr_status status = open_watch(interface);
    if (status == MR_ERR_UNSUPPORTED)
        mr_message_set(message, "parallel=on: slave '%s' cannot have a thread of its own%s",
                       interface->type->name, config->core >= 0 ? " on this core" : " here");
    return status;
}

void mr_ahead_forget(mr_interface *interface) {
    mr_ahead *ahead = &interface->ahead;
    if (ahead->running && ahead->errand)
        mr_services_here.errands->drop(ahead->errand);
    ahead->running = ahead->jumped = false;
    ahead->led_by_minor = false;
    ahead->master_step = 0.0;
}

void mr_ahead_close(mr_interface *interface) {
    mr_ahead *ahead = &interface->ahead;
    if (ahead->errand)
        mr_services_here.errands->close(ahead->errand);
    if (ahead->saved)
        interface->type->free_state(ahead->saved);
    free(ahead->asked);
    mr_signal_watch_close(&ahead->inputs.watch);
    mr_history_close(&ahead->inputs.history);
    *ahead = (mr_ahead){0};
}

static double run_step(void *context) {
    mr_interface *interface = context;
    mr_ahead *ahead = &interface->ahead;
    const double begin = mr_seconds();
    ahead->status = mr_call_slave(interface, &ahead->plan, &ahead->t);
    return ahead->seconds = mr_seconds() - begin;
}

static void copy_asked(double *to, const double *from, const mr_interface *interface) {
    if (interface->indicator.active && interface->indicator.bond_count > 0)
        memcpy(to, from, (size_t)interface->indicator.bond_count * sizeof *to);
}

static mr_status launch(mr_interface *interface) {
    mr_ahead *ahead = &interface->ahead;
    mr_status status = MR_OK;
    if (ahead->guesses)
        status = interface->type->save(interface->slave, &ahead->saved);
    if (status == MR_OK)
        status = mr_direction_copy(&ahead->inputs, &interface->to_slave);
    if (status != MR_OK) {
        mr_message_set(
            &interface->message, "a step of slave '%s' could not be begun early at t = %.9g s: %s",
            interface->type->name, interface->progress.slave_time, mr_status_text(status));
        return status;
    }
    copy_asked(ahead->asked, interface->indicator.asked, interface);
    mr_begin_step(interface, &ahead->plan);
    ahead->inputs.horizon = interface->to_slave.horizon;
    interface->source = &ahead->inputs;
    ahead->t = interface->progress.slave_time;
    ahead->running = true;
    interface->progress.statistics.times.steps_ahead++;
    if (ahead->errand)
        mr_services_here.errands->start(ahead->errand, run_step, interface);
    else
        (void)run_step(interface);
    return MR_OK;
}

/* will the step be demanded before the master stores another sample? */
static bool is_demanded(const mr_interface *interface, double t1) {
    const mr_ahead *ahead = &interface->ahead;
    const double next = t1 + ahead->master_step;
    const double tolerance = mr_interface_tolerance(interface, next);
    if (!ahead->led_by_minor || !(ahead->master_step > 0.0))
        return false;
    return interface->scheme->demands(&ahead->plan, interface->progress.slave_time, next,
                                      tolerance);
}

mr_status mr_ahead_begin(mr_interface *interface, double t1) {
    mr_ahead *ahead = &interface->ahead;
    const double latency = interface->config.latency;
    mr_status status = MR_OK;
    if (isfinite(interface->progress.ends_at))
        return MR_OK;
    if (t1 > ahead->major_time)
        ahead->master_step = t1 - ahead->major_time;
    ahead->major_time = t1;
    if (ahead->guesses) {
        if (!ahead->led_by_minor || ahead->running)
            return MR_OK;
        status = mr_plan_step(interface, &ahead->plan);
        return status == MR_OK && is_demanded(interface, t1) ? launch(interface) : status;
    }
    const double tolerance = mr_interface_tolerance(interface, t1);
    while (status == MR_OK && interface->progress.slave_time < t1 + latency - tolerance &&
           isinf(interface->progress.ends_at)) {
        if (ahead->running) {
            if (ahead->plan.end >= t1 + latency - tolerance)
                break; /* the one under way is enough */
            status = mr_ahead_take(interface, t1);
            continue;
        }
        status = mr_plan_step(interface, &ahead->plan);
        if (status == MR_OK)
            status = launch(interface);
        if (isinf(ahead->plan.end))
            break; /* nobody knows how far it goes */
    }
    return status;
}

mr_status mr_ahead_take(mr_interface *interface, double t1) {
    mr_ahead *ahead = &interface->ahead;
    if (ahead->errand)
        interface->progress.statistics.times.steps_by_master +=
            mr_services_here.errands->wait(ahead->errand);
    ahead->running = false;
    interface->source = &interface->to_slave;
    mr_stopwatch_add(&interface->stopwatch, ahead->seconds);
    const mr_status status = mr_end_step(interface, &ahead->plan, t1, ahead->status, ahead->t);
    if (status == MR_OK && ahead->jumped)
        mr_begin_grades(interface, interface->progress.slave_time);
    ahead->jumped = false;
    return status;
}

mr_status mr_ahead_withdraw(mr_interface *interface) {
    mr_ahead *ahead = &interface->ahead;
    if (ahead->errand)
        mr_services_here.errands->drop(ahead->errand);
    ahead->running = false;
    ahead->led_by_minor = false;
    interface->source = &interface->to_slave;
    interface->input_status = MR_OK;
    copy_asked(interface->indicator.asked, ahead->asked, interface);
    mr_message_clear(&interface->message);
    interface->progress.statistics.times.steps_withdrawn++;
    mr_status status = interface->type->restore(interface->slave, ahead->saved);
    if (status != MR_OK)
        mr_message_set(&interface->message, "slave '%s' could not go back to t = %.9g s: %s",
                       interface->type->name, interface->progress.slave_time,
                       mr_status_text(status));
    return status;
}
