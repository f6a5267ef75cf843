/* from the texts that name a slave to its interface */
#include "block/slave.h"

#include <stdlib.h>
#include <string.h>

static bool is_text(const mr_variable *v) {
    return v->unit && (strcmp(v->unit, MR_TEXT_UNIT) == 0 || strcmp(v->unit, MR_BYTES_UNIT) == 0);
}

/* signals of a diagram are numbers */
static mr_status refuse_texts(const mr_interface *interface, mr_message *message) {
    mr_slave_description d;
    mr_interface_describe(interface, &d);
    for (int i = 0; i < d.input_count + d.output_count; i++) {
        const mr_variable *v = i < d.input_count ? &d.inputs[i] : &d.outputs[i - d.input_count];
        if (!is_text(v))
            continue;
        mr_message_set(message,
                       "'%.100s' of the slave is a text and cannot be a signal here: leave it out, "
                       "and texts=on with it (texts pass between FMUs of a system only)",
                       v->name);
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

mr_status mr_block_slave_open(const char *slave, const char *configuration, const mr_config *config,
                              mr_block_slave *opened, mr_message *message) {
    const char *prefix = "";
    *opened = (mr_block_slave){0};
    mr_message_clear(message);
    if (!slave[0]) {
        mr_message_set(message, "no slave is named: which external simulator shall run");
        return MR_ERR_CONFIG;
    }
    mr_status status = mr_plugin_load(slave, &opened->plugin, &prefix, message);
    if (status != MR_OK)
        return status;
    const size_t room = strlen(prefix) + strlen(configuration) + 1;
    char *whole = malloc(room);
    if (whole) {
        snprintf(whole, room, "%s%s", prefix, configuration);
        status = mr_interface_open(config, mr_plugin_type(opened->plugin), whole,
                                   &opened->interface, message);
        if (status == MR_OK)
            status = refuse_texts(opened->interface, message);
    } else {
        status = MR_ERR_MEMORY;
        mr_message_set(message, "%s", mr_status_text(status));
    }
    free(whole);
    if (status != MR_OK)
        mr_block_slave_close(opened);
    return status;
}

mr_status mr_block_slave_open_text(const char *slave, const char *configuration,
                                   const char *options, mr_block_slave *opened,
                                   mr_message *message) {
    mr_config config;
    *opened = (mr_block_slave){0};
    mr_config_default(&config);
    MR_TRY(mr_config_parse(&config, options, message));
    return mr_block_slave_open(slave, configuration, &config, opened, message);
}

void mr_block_slave_close(mr_block_slave *opened) {
    mr_interface_close(opened->interface);
    mr_plugin_unload(opened->plugin);
    *opened = (mr_block_slave){0};
}
