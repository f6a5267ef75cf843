/* the whole state of an interface and of its slave, saved and brought back to the bit */
#include "interface_private.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct mr_snapshot {
    const mr_slave_type *type;
    void *slave_state;
    mr_progress progress;
    double *pending;
    int coupling_doubles;
    double *coupling; /* all numbers of the coupling */
    mr_indicator_sums sums;
    int indicator_doubles;
    double *indicator;                /* all numbers of the indicator */
    mr_direction to_slave, to_master; /* histories and watches only */
};

static mr_status copy_shape(mr_direction *to, const mr_direction *from) {
    to->watched = from->watched;
    to->signals = from->signals;
    to->history.columns = from->history.columns;
    return from->watched ? mr_signal_watch_open(&to->watch, from->signals, from->watch.order,
                                                from->watch.chooses)
                         : MR_OK;
}

static mr_status take_shape(mr_snapshot *snapshot, const mr_interface *interface) {
    snapshot->type = interface->type;
    snapshot->pending = calloc((size_t)interface->inputs + 1, sizeof *snapshot->pending);
    snapshot->coupling_doubles = interface->coupling_state.doubles;
    snapshot->coupling =
        calloc((size_t)interface->coupling_state.doubles + 1, sizeof *snapshot->coupling);
    snapshot->indicator_doubles = interface->indicator.doubles;
    snapshot->indicator =
        calloc((size_t)interface->indicator.doubles + 1, sizeof *snapshot->indicator);
    if (!snapshot->pending || !snapshot->coupling || !snapshot->indicator)
        return MR_ERR_MEMORY;
    MR_TRY(copy_shape(&snapshot->to_slave, &interface->to_slave));
    return copy_shape(&snapshot->to_master, &interface->to_master);
}

static mr_status make_snapshot(const mr_interface *interface, mr_snapshot **made) {
    mr_snapshot *snapshot = calloc(1, sizeof *snapshot);
    if (!snapshot)
        return MR_ERR_MEMORY;
    const mr_status status = take_shape(snapshot, interface);
    if (status != MR_OK) {
        mr_snapshot_free(snapshot);
        return status;
    }
    *made = snapshot;
    return MR_OK;
}

/* made from this interface, or from one like it */
static bool fits(const mr_interface *interface, const mr_snapshot *snapshot) {
    const mr_direction *a[] = {&interface->to_slave, &interface->to_master};
    const mr_direction *b[] = {&snapshot->to_slave, &snapshot->to_master};
    for (int i = 0; i < 2; i++)
        if (a[i]->signals != b[i]->signals || a[i]->watched != b[i]->watched ||
            a[i]->history.columns != b[i]->history.columns)
            return false;
    return snapshot->type == interface->type &&
           snapshot->coupling_doubles == interface->coupling_state.doubles &&
           snapshot->indicator_doubles == interface->indicator.doubles;
}

static mr_status explain(mr_interface *interface, mr_status status, const char *verb) {
    const char *why =
        interface->slave_message->text[0] ? interface->slave_message->text : mr_status_text(status);
    mr_message_set(&interface->message,
                   "the state of slave '%s' at t = %.9g s could not be %s: %.300s",
                   interface->type->name, interface->progress.slave_time, verb, why);
    return status;
}

/* slave and samples */
static mr_status save_both(const mr_interface *interface, mr_snapshot *snapshot) {
    MR_TRY(interface->type->save(interface->slave, &snapshot->slave_state));
    MR_TRY(mr_direction_copy(&snapshot->to_slave, &interface->to_slave));
    return mr_direction_copy(&snapshot->to_master, &interface->to_master);
}

mr_status mr_interface_save(mr_interface *interface, mr_snapshot **snapshot) {
    mr_status settled = MR_OK;
    if (interface->ahead.running)
        settled = interface->ahead.guesses
                      ? mr_ahead_withdraw(interface)
                      : mr_ahead_take(interface, interface->progress.major_time);
    if (settled != MR_OK)
        return mr_fail(interface, settled);
    mr_message_clear(interface->slave_message);
    if (!interface->type->save)
        return explain(interface, MR_ERR_UNSUPPORTED, "saved");
    if (interface->progress.phase != MR_PHASE_RUNNING)
        return explain(interface, MR_ERR_STATE, "saved");
    const bool fresh = !*snapshot;
    mr_status status = fresh ? make_snapshot(interface, snapshot) : MR_OK;
    if (status != MR_OK)
        return explain(interface, status, "saved");
    mr_snapshot *s = *snapshot;
    if (!fits(interface, s))
        return explain(interface, MR_ERR_ARGUMENT, "saved");
    status = save_both(interface, s);
    if (status != MR_OK) {
        if (fresh) {
            mr_snapshot_free(s);
            *snapshot = NULL;
        }
        return explain(interface, status, "saved");
    }
    s->progress = interface->progress;
    interface->kept_from = fmin(interface->progress.major_time, interface->progress.slave_time);
    memcpy(s->pending, interface->pending, (size_t)interface->inputs * sizeof *s->pending);
    if (s->coupling_doubles > 0)
        memcpy(s->coupling, interface->coupling_state.numbers,
               (size_t)s->coupling_doubles * sizeof *s->coupling);
    s->sums = interface->indicator.sums;
    if (s->indicator_doubles > 0)
        memcpy(s->indicator, interface->indicator.numbers,
               (size_t)s->indicator_doubles * sizeof *s->indicator);
    return MR_OK;
}

/* slave and samples */
static mr_status restore_both(mr_interface *interface, const mr_snapshot *snapshot) {
    MR_TRY(interface->type->restore(interface->slave, snapshot->slave_state));
    if (interface->config.iterate) {
        MR_TRY(mr_direction_keep_forecast(&interface->to_slave));
        MR_TRY(mr_direction_keep_forecast(&interface->to_master));
    }
    MR_TRY(mr_direction_copy(&interface->to_slave, &snapshot->to_slave));
    return mr_direction_copy(&interface->to_master, &snapshot->to_master);
}

mr_status mr_interface_restore(mr_interface *interface, const mr_snapshot *snapshot) {
    mr_ahead_forget(interface);
    interface->source = &interface->to_slave;
    mr_message_clear(interface->slave_message);
    if (!snapshot || !fits(interface, snapshot))
        return explain(interface, MR_ERR_ARGUMENT, "restored");
    const mr_status status = restore_both(interface, snapshot);
    if (status != MR_OK) {
        explain(interface, status, "restored");
        return mr_fail(interface, MR_ERR_SLAVE_STATE);
    }
    interface->progress = snapshot->progress;
    interface->ahead.major_time = interface->progress.major_time;
    interface->coupling_state.started = true;
    if (snapshot->coupling_doubles > 0)
        memcpy(interface->coupling_state.numbers, snapshot->coupling,
               (size_t)snapshot->coupling_doubles * sizeof *snapshot->coupling);
    interface->indicator.sums = snapshot->sums;
    if (snapshot->indicator_doubles > 0)
        memcpy(interface->indicator.numbers, snapshot->indicator,
               (size_t)snapshot->indicator_doubles * sizeof *snapshot->indicator);
    memcpy(interface->pending, snapshot->pending,
           (size_t)interface->inputs * sizeof *interface->pending);
    mr_message_clear(&interface->message);
    return MR_OK;
}

void mr_snapshot_free(mr_snapshot *snapshot) {
    if (!snapshot)
        return;
    if (snapshot->slave_state)
        snapshot->type->free_state(snapshot->slave_state);
    MR_FREE(snapshot->pending, snapshot->coupling, snapshot->indicator);
    mr_signal_watch_close(&snapshot->to_slave.watch);
    mr_signal_watch_close(&snapshot->to_master.watch);
    mr_history_close(&snapshot->to_slave.history);
    mr_history_close(&snapshot->to_master.history);
    free(snapshot);
}
