/* opening the slave for a run, or to learn how wide the ports are */
#include "block_private.h"

#include <stdlib.h>
#include <string.h>

mr_status mr_block_open(const mr_block_parameters *parameters, bool variable_step,
                        mr_message *message, mr_block **opened) {
    mr_config config;
    const char *prefix = "";
    *opened = NULL;
    mr_message_clear(message);
    mr_status status = mr_block_config(parameters, variable_step, &config, message);
    if (status != MR_OK)
        return status;
    if (!parameters->slave[0]) {
        mr_message_set(message, "parameter 'slave' is empty: it names the plug-in of the external "
                                "simulator");
        return MR_ERR_CONFIG;
    }
    mr_block *b = calloc(1, sizeof *b);
    char *configuration = NULL;
    if (b)
        status = mr_plugin_load(parameters->slave, message, &b->plugin, &prefix);
    if (b && status == MR_OK) {
        const size_t room = strlen(prefix) + strlen(parameters->slave_configuration) + 1;
        configuration = malloc(room);
        if (configuration)
            snprintf(configuration, room, "%s%s", prefix, parameters->slave_configuration);
    }
    if (configuration)
        status = mr_interface_open(&config, mr_plugin_type(b->plugin), configuration, message,
                                   &b->interface);
    free(configuration);
    if (b && b->interface) {
        b->shape = (mr_block_shape){.inputs = mr_interface_inputs(b->interface),
                                    .outputs = mr_interface_outputs(b->interface),
                                    .feedthrough = mr_interface_feedthrough(b->interface),
                                    .time_input = parameters->time_input,
                                    .diagnostics = parameters->diagnostics
                                                       ? MR_BLOCK_DIAGNOSTICS +
                                                             (config.timing ? MR_BLOCK_TIMES : 0)
                                                       : 0};
        b->break_loop = config.break_loop;
        b->timing = config.timing;
        b->stamp = mr_seconds();
        b->major_y1 = calloc((size_t)b->shape.inputs + 1, sizeof *b->major_y1);
    }
    if (status == MR_OK && !(b && b->major_y1)) {
        mr_message_set(message, "not enough memory");
        status = MR_ERR_MEMORY;
    }
    if (status != MR_OK) {
        mr_block_close(b);
        return status;
    }
    *opened = b;
    return MR_OK;
}

void mr_block_close(mr_block *b) {
    if (!b)
        return;
    for (int i = 0; i < MR_BLOCK_POINTS; i++)
        mr_snapshot_free(b->saved[i]);
    mr_interface_close(b->interface);
    mr_plugin_unload(b->plugin);
    free(b->major_y1);
    free(b);
}

void mr_block_tell_shape(const mr_block *b, mr_block_shape *shape) {
    *shape = b->shape;
}
