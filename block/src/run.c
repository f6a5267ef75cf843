/* one evaluation after another */
#include "block_private.h"

#include <string.h>

/* one evaluation in so many is timed: a prime, so that all places in a slave step have their turn
 */
#define TIMED_ONE_IN 61
/* longer than any of it takes, s: the machine did something else meanwhile */
#define INTERRUPTED 1e-3

void mr_block_begin(mr_block *b) {
    b->started = b->ended = b->in_major = false;
    mr_message_clear(&b->message);
}

const char *mr_block_error(const mr_block *b) {
    return b->message.text[0] ? b->message.text : mr_interface_error(b->slave.interface);
}

/* the time that the slave is to know: the diagram's, or that which comes in with y1. A Memory block
 * gives its start value first, which has nothing to do with the time that a run begins at. */
static double time_for_slave(mr_block *b, const mr_block_moment *now) {
    if (!b->shape.time_input)
        return now->t;
    if (!b->started) {
        b->time_waits = true;
        b->start_time = now->t;
        b->first_signal = now->time_signal;
    }
    if (b->time_waits && now->time_signal == b->first_signal)
        return b->start_time;
    b->time_waits = false;
    return now->time_signal;
}

/* a host that solves an algebraic loop evaluates the block at one time with one input after the
 * other, all of them major. A slave cannot go back, so these must not reach it. */
static bool is_trial(mr_block *b, const mr_block_moment *now) {
    const size_t bytes = (size_t)b->shape.inputs * sizeof *now->y1;
    if (!now->major || b->break_loop || b->shape.inputs == 0)
        return false;
    if (b->in_major && now->t == b->major_time && memcmp(now->y1, b->major_y1, bytes) != 0)
        return true;
    b->in_major = true;
    b->major_time = now->t;
    memcpy(b->major_y1, now->y1, bytes);
    return false;
}

static void write_diagnostics(const mr_block *b, double t, double *d) {
    mr_block_diagnose(b->slave.interface, t, d);
    if (b->timing) {
        mr_statistics statistics;
        mr_interface_statistics(b->slave.interface, &statistics);
        d[MR_DIAG_SLAVE_SECONDS] = statistics.times.slave_seconds;
        d[MR_DIAG_BLOCK_SECONDS] = b->seconds * TIMED_ONE_IN;
        d[MR_DIAG_STEP_SECONDS] = statistics.times.step_seconds;
        d[MR_DIAG_WORKER] = statistics.times.worker;
    }
}

static mr_status evaluate(mr_block *b, const mr_block_moment *now, double *u1,
                          double *diagnostics) {
    const double t = time_for_slave(b, now);
    /* without direct feedthrough the inputs are not there yet: they come in the update */
    const double *y1 = b->break_loop ? NULL : now->y1;
    if (b->ended)
        return MR_OK;
    if (is_trial(b, now)) {
        mr_message_set(
            &b->message,
            "its input depends on its own output at the same time (an algebraic loop, at "
            "t = %.9g s), and a slave cannot go back to try one value after the other: "
            "break the loop by the parameter of that name, or by a state or a Memory "
            "block between u1 and y1",
            now->t);
        return MR_ERR_STATE;
    }
    if (!b->started) {
        b->started = true;
        b->jumps = 0;
        const mr_status status = mr_interface_start(b->slave.interface, t, y1);
        if (status != MR_OK)
            return status;
    }
    const mr_status status =
        mr_interface_exchange(b->slave.interface, t, y1, now->major ? MR_MAJOR : MR_MINOR, u1);
    if (status == MR_ERR_STOPPED)
        b->ended = true;
    /* nothing is recorded in between; the last ones of a run that has diverged tell that */
    if (diagnostics && ((status == MR_OK && now->major) || status == MR_ERR_NOT_FINITE))
        write_diagnostics(b, t, diagnostics);
    return status;
}

static double slave_seconds(const mr_block *b) {
    mr_statistics statistics;
    mr_interface_statistics(b->slave.interface, &statistics);
    return statistics.times.slave_seconds;
}

mr_status mr_block_outputs(mr_block *b, const mr_block_moment *now, double *u1,
                           double *diagnostics) {
    double unused = 0.0;
    if (!u1)
        u1 = &unused;
    if (!b->timing || --b->wait > 0)
        return evaluate(b, now, u1, diagnostics);
    b->wait = TIMED_ONE_IN;
    const double in_slave = slave_seconds(b), begin = mr_seconds();
    const mr_status status = evaluate(b, now, u1, diagnostics);
    const double seconds = mr_seconds() - begin;
    const double own = seconds - (slave_seconds(b) - in_slave);
    if (own > 0.0 && own < INTERRUPTED)
        b->seconds += own;
    return status;
}

mr_status mr_block_update(mr_block *b, const mr_block_moment *now) {
    b->in_major = false;
    if (!b->break_loop || b->shape.inputs == 0 || b->ended || !b->started)
        return MR_OK;
    return mr_interface_commit(b->slave.interface, time_for_slave(b, now), now->y1);
}

bool mr_block_has_jumped(mr_block *b) {
    const int64_t jumps = mr_interface_jumps(b->slave.interface);
    const bool more = jumps > b->jumps;
    b->jumps = jumps;
    return more;
}

bool mr_block_statistics(const mr_block *b, mr_statistics *statistics) {
    if (b->started)
        mr_interface_statistics(b->slave.interface, statistics);
    return b->started;
}

/* a verdict tells what the interface model did, too: nobody needs it twice */
static bool told_by_verdict(const mr_statistics *statistics, const char *text) {
    char verdict[MR_VERDICT_SIZE];
    return mr_statistics_doubtful(statistics) &&
           mr_statistics_verdict(statistics, verdict, sizeof verdict) > 0 && strstr(verdict, text);
}

bool mr_block_doubts(const mr_block *b, mr_block_doubt which, char *text, int size) {
    mr_statistics statistics;
    if (!mr_block_statistics(b, &statistics))
        return false;
    if (which == MR_BLOCK_SETTING_IN_VAIN)
        return mr_interface_warning(b->slave.interface, b->variable_step, text, size) > 0 &&
               !told_by_verdict(&statistics, text);
    return mr_statistics_doubtful(&statistics) &&
           mr_statistics_verdict(&statistics, text, size) > 0;
}
