/* the master's outputs are taken in at once */
#include "interface_private.h"

/* the first outputs of the master: a slave that was started without them begins with them now */
static mr_status store_first(mr_interface *interface, double t1, const double *y1) {
    mr_progress *progress = &interface->progress;
    progress->inputs_assumed = false;
    if (t1 > progress->t0 + mr_interface_tolerance(interface, t1) ||
        progress->statistics.counts.slave_steps > 0)
        return mr_store_master(interface, t1, y1);
    mr_direction_clear(&interface->to_slave);
    MR_TRY(mr_store_master(interface, t1, y1));
    return mr_initialise_slave(interface);
}

static mr_status take(mr_interface *interface, double t1, const double *y1, mr_evaluation kind) {
    if (kind != MR_MAJOR)
        return MR_OK;
    if (!y1 && interface->inputs > 0) {
        mr_message_set(&interface->message,
                       "a major exchange at t = %.9g s without the master's outputs needs "
                       "break_loop=on",
                       t1);
        return MR_ERR_ARGUMENT;
    }
    return interface->progress.inputs_assumed ? store_first(interface, t1, y1)
                                              : mr_store_master(interface, t1, y1);
}

const mr_loop mr_closed_loop = {.feedthrough = true, .take = take};
