/* the master of unseen.h on a slave whose states are found by pulses */
#include "unseen_pair.h"

#include "analysis/seen_slave.h"

#include "multirate/multirate.h"
#include "multirate/plugin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* x, v; gets p, v, a of the slave; gives the force */
static bool make_master(an_system *master, double k1, double k2) {
    if (!an_system_make(master, 2, 3, 1))
        return false;
    master->A[1] = 1.0;
    master->A[2] = -k1 - k2;
    master->B[3] = k2;
    master->C[0] = k2;
    master->D[0] = -k2;
    return true;
}

static mr_status look(const mr_slave_type *type, const char *configuration, double u0,
                      an_seen_slave *seen, double *matrices, mr_message *message) {
    void *slave = NULL;
    MR_TRY(type->open(configuration, message, &slave));
    mr_status status = an_see_slave(seen, type, slave, 0.0, &u0, 0.0, NULL, message);
    if (status == MR_OK) /* the last step was one around the start */
        status = type->interface_matrices(slave, matrices, matrices + 1, matrices + 2);
    type->close(slave);
    return status;
}

bool unseen_pair(const unseen_system *s, double fr, const char *path, an_pair *pair,
                 an_coupling *coupling) {
    const double k1 = s->base * s->base * 39.47841760435743, k2 = k1 * fr * fr;
    const double p = s->masses > 0 ? s->start[0] : sin(s->start[0]);
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    char configuration[512];
    double matrices[3];
    mr_message message = {""};
    an_seen_slave seen = {0};
    *pair = (an_pair){0};
    mr_status status = mr_plugin_load("mbs", &plugin, &prefix, &message);
    snprintf(configuration, sizeof configuration, "%sfile=%s", prefix, path);
    if (status == MR_OK)
        status = look(mr_plugin_type(plugin), configuration, k2 * (s->master_start - p), &seen,
                      matrices, &message);
    bool good = status == MR_OK && make_master(&pair->master, k1, k2) &&
                an_system_copy(&pair->slave, &seen.system) && an_pair_complete(pair, 1);
    if (good) {
        pair->coordinates[0] = (mr_coordinate){0, 1, 2};
        pair->Au[0] = matrices[0];
        pair->Ap[0] = matrices[1];
        pair->Av[0] = matrices[2];
        an_coupling_default(coupling);
        coupling->scheme = AN_STAGGERED;
        coupling->step = s->step / fr;
        coupling->slave_step = s->step;
        coupling->master_method = an_method_find("ode4");
        coupling->slave_method = seen.method;
        coupling->config.break_loop = true;
    } else {
        printf("%s: %s\n", s->name, message.text);
    }
    an_seen_slave_free(&seen);
    mr_plugin_unload(plugin);
    return good;
}
