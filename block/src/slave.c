/* from the texts that name a slave to its interface */
#include "block/slave.h"

#include <stdlib.h>
#include <string.h>

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
