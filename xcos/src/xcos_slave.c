/* opens the plug-in, the slave and the interface in one go */
#include "xcos_slave.h"

#include <stdlib.h>
#include <string.h>

mr_status xcos_slave_open(xcos_slave *slave, const char *name, const char *configuration,
                          const char *options, mr_message *message) {
    mr_config config;
    const char *prefix = "";
    mr_message_clear(message);
    memset(slave, 0, sizeof *slave);
    if (!name[0]) {
        mr_message_set(message, "no slave is named: which external simulator shall run");
        return MR_ERR_CONFIG;
    }
    mr_config_default(&config);
    mr_status status = mr_config_parse(&config, options, message);
    if (status == MR_OK)
        status = mr_plugin_load(name, message, &slave->plugin, &prefix);
    char *whole = NULL;
    if (status == MR_OK) {
        const size_t size = strlen(prefix) + strlen(configuration) + 1;
        whole = malloc(size);
        if (whole)
            (void)snprintf(whole, size, "%s%s", prefix, configuration);
        else
            mr_message_set(message, "%s", mr_status_text(status = MR_ERR_MEMORY));
    }
    if (status == MR_OK)
        status = mr_interface_open(&config, mr_plugin_type(slave->plugin), whole, message,
                                   &slave->interface);
    free(whole);
    if (status != MR_OK) {
        xcos_slave_close(slave);
        return status;
    }
    slave->inputs = mr_interface_inputs(slave->interface);
    slave->outputs = mr_interface_outputs(slave->interface);
    return MR_OK;
}

void xcos_slave_diagnostics(const xcos_slave *slave, double t, double diagnostics[]) {
    mr_block_diagnose(slave->interface, t, diagnostics);
}

void xcos_slave_close(xcos_slave *slave) {
    mr_interface_close(slave->interface);
    mr_plugin_unload(slave->plugin);
    memset(slave, 0, sizeof *slave);
}
