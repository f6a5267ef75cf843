/* runs a slave by itself with its inputs at zero, and reads the motion that it has written */
#define _GNU_SOURCE
#include "mechanism.h"

#include "complain.h"

#include "common/motion.h"
#include "multirate/multirate.h"
#include "multirate/pace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_mechanism(const char *path) {
    static const char *const ends[] = {".mbs", ".xml", ".mjb", ".motion"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t n = strlen(path), m = strlen(ends[i]);
        if (n > m && strcmp(path + n - m, ends[i]) == 0)
            return true;
    }
    return false;
}

static mr_status zeros(void *source, double t, double *u) {
    (void)t;
    memset(u, 0, (size_t) * (int *)source * sizeof *u);
    return MR_OK;
}

static mr_status run_slave(const mr_slave_type *type, const char *configuration, double stop,
                           mr_message *message) {
    void *slave = NULL;
    mr_slave_description d = {0};
    mr_status status = type->open(configuration, message, &slave);
    if (status != MR_OK)
        return status;
    type->describe(slave, &d);
    int width = 0;
    for (int i = 0; i < d.input_count; i++)
        width += d.inputs[i].size;
    mr_inputs inputs = {.at = zeros, .context = &width};
    double t = 0.0;
    mr_pace pace = {t, 0};
    status = type->initialise(slave, 0.0, &inputs);
    while (status == MR_OK && t < stop * (1.0 - 1e-12)) {
        const double before = t;
        status = type->step(slave, &inputs, &t);
        if (status == MR_OK && (!(t > before) || mr_pace_crawls(&pace, t, stop, MR_MOST_STEPS))) {
            mr_message_set(message, "it did not advance from t = %.9g s", before);
            status = MR_ERR_SLAVE_TIME;
        }
    }
    type->close(slave);
    return status;
}

/* the slave of that file, with room in its configuration for where the motion goes */
static bd_status write_motion(const char *path, const char *given, double stop, double period,
                              const char *motion, bd_error *error) {
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    mr_status status = mr_plugin_load(path, &plugin, &prefix, &message);
    char *configuration = NULL;
    if (status == MR_OK && asprintf(&configuration, "%s%s motion='%s' motion_period=%.17g", prefix,
                                    given, motion, period > 0.0 ? period : 0.01) < 0) {
        configuration = NULL;
        status = MR_ERR_MEMORY;
        mr_message_set(&message, "not enough memory");
    }
    if (status == MR_OK)
        status = run_slave(mr_plugin_type(plugin), configuration, stop, &message);
    free(configuration);
    mr_plugin_unload(plugin);
    return status == MR_OK ? BD_OK : bd_error_set(error, BD_BAD_FILE, "%s", message.text);
}

bd_status mechanism_motion(const char *command, const char *path, const char *configuration,
                           double stop, double period, pg_motion **motion, bd_error *error) {
    char scratch[] = "/tmp/multirate-motion-XXXXXX" CM_MOTION_ENDING;
    (void)command;
    if (pg_is_motion(path))
        return pg_motion_read(path, motion, error);
    const int file = mkstemps(scratch, (int)sizeof CM_MOTION_ENDING - 1);
    if (file < 0)
        return bd_error_set(error, BD_BAD_FILE, "'%s' cannot be written", scratch);
    close(file);
    bd_status status = write_motion(path, configuration, stop, period, scratch, error);
    bd_error second = {0};
    /* a run that fails has moved up to there */
    if (status == BD_OK)
        status = pg_motion_read(scratch, motion, error);
    else if (pg_motion_read(scratch, motion, &second) == BD_OK)
        tell_warning("%s; shown up to there", error->text), status = BD_OK;
    unlink(scratch);
    return status;
}
