/* the slave of a model, opened once more to be coupled with the linear diagram */
#include "stability_directed.h"

#include "analysis/struck.h"
#include "block/slave.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

stability_directed *stability_directed_take(linear_model *l) {
    stability_directed *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    memcpy(d->slave, l->parameters.slave, sizeof d->slave);
    memcpy(d->configuration, l->parameters.slave_configuration, sizeof d->configuration);
    memcpy(d->ignored, l->unused, sizeof d->ignored);
    d->tells = l->directed;
    d->goes_back = l->tries;
    d->start = l->start;
    d->step = l->coupling.slave_step;
    d->around = l->around;
    l->around = (bd_linear_model){0};
    return d;
}

void stability_directed_free(stability_directed *d) {
    if (d)
        bd_linear_model_free(&d->around);
    free(d);
}

/* --- other steps --- */

/* the first letter of the value of step=NUMBER among the settings; NULL: it is not there */
static char *find_step(char *configuration) {
    for (char *at = configuration; (at = strstr(at, "step=")); at++)
        if (at == configuration || strchr(" \t\n,", at[-1]))
            return at + strlen("step=");
    return NULL;
}

/* the setting of the slave, where it has one; multibody models take any. False: it has none */
static bool set_step(const stability_directed *d, double step, char *configuration, size_t size) {
    char copy[MR_BLOCK_TEXT], *end;
    memcpy(copy, d->configuration, sizeof copy);
    const size_t length = strlen(d->slave);
    char *value = find_step(copy);
    if (value) {
        (void)strtod(value, &end);
        value[0] = '\0';
        snprintf(configuration, size, "%s%.17g%s", copy, step, end > value ? end : "");
        return end > value && (*end == '\0' || strchr(" \t\n,", *end));
    }
    snprintf(configuration, size, "%s step=%.17g", copy, step);
    return length > 4 && strcmp(d->slave + length - 4, ".mbs") == 0;
}

/* the slave with this step, at its start: *made is the step that it makes */
static mr_status open_slave(const stability_directed *d, const mr_config *settings, double step,
                            mr_block_slave *slave, double *made, mr_message *message) {
    mr_config config = *settings;
    char configuration[MR_BLOCK_TEXT + 64];
    const bool other = fabs(step / d->step - 1.0) > 1e-6;
    snprintf(configuration, sizeof configuration, "%s", d->configuration);
    if (other &&
        (config.slave_step > 0.0 || !set_step(d, step, configuration, sizeof configuration))) {
        snprintf(configuration, sizeof configuration, "%s", d->configuration);
        config.slave_step = step;
    }
    MR_TRY(mr_block_slave_open(d->slave, configuration, &config, slave, message));
    const mr_status started = mr_interface_start(slave->interface, d->start, d->around.y);
    if (started != MR_OK) {
        mr_message_set(message, "%s", mr_interface_error(slave->interface));
        return started;
    }
    *made = mr_interface_slave_step(slave->interface);
    *made = *made > 0.0 && isfinite(*made) ? *made : d->step;
    if (fabs(*made / step - 1.0) < 2e-3) /* the common grid is no sharper */
        return MR_OK;
    mr_message_set(message,
                   "the slave makes steps of %g s where %g s are asked for: nothing is known of "
                   "other steps than its own",
                   *made, step);
    return MR_ERR_UNSUPPORTED;
}

mr_status stability_directed_point(const stability_directed *d, const an_pair *pair,
                                   const an_coupling *coupling, an_stability *found,
                                   mr_message *message) {
    mr_block_slave slave = {0};
    mr_config config;
    const bd_linear_model *around = &d->around;
    an_struck_slave about = {.pair = pair,
                             .states = around->x,
                             .rates = around->dx,
                             .inputs = around->u,
                             .outputs = around->y,
                             .start = d->start,
                             .ignored =
                                 around->inputs <= (int)sizeof d->ignored ? d->ignored : NULL};
    an_struck_config(pair, coupling, &config);
    mr_status status =
        open_slave(d, &config, coupling->slave_step, &slave, &about.slave_step, message);
    about.interface = slave.interface;
    if (status == MR_OK)
        status = an_struck_slave_stability(found, &about, coupling, message);
    mr_block_slave_close(&slave);
    return status;
}
