/* the master's outputs wait until time has moved on: no algebraic loop, one step of delay */
#include "interface_private.h"

static mr_status store_pending(mr_interface *interface, double t1) {
    mr_progress *progress = &interface->progress;
    if (!progress->has_pending ||
        progress->pending_time >= t1 - mr_interface_tolerance(interface, t1))
        return MR_OK;
    progress->has_pending = false;
    return mr_store_master(interface, progress->pending_time, interface->pending);
}

static void keep_pending(mr_interface *interface, double t1, const double *y1) {
    if (interface->inputs > 0)
        memcpy(interface->pending, y1, (size_t)interface->inputs * sizeof *y1);
    interface->progress.pending_time = t1;
    interface->progress.has_pending = true;
}

static mr_status take(mr_interface *interface, double t1, const double *y1, mr_evaluation kind) {
    MR_TRY(store_pending(interface, t1));
    if (kind == MR_MAJOR && y1)
        keep_pending(interface, t1, y1);
    return MR_OK;
}

static mr_status commit(mr_interface *interface, double t1, const double *y1) {
    if (!y1 && interface->inputs > 0) {
        mr_message_set(&interface->message,
                       "outputs of the master committed at t = %.9g s are missing", t1);
        return MR_ERR_ARGUMENT;
    }
    keep_pending(interface, t1, y1);
    return MR_OK;
}

const mr_loop mr_broken_loop = {.take = take, .commit = commit};
