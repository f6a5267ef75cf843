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
    mr_statistics statistics;
    mr_interface_statistics(slave->interface, &statistics);
    const double slave_time = mr_interface_slave_time(slave->interface);
    diagnostics[0] = slave_time;
    diagnostics[1] = (double)statistics.slave_steps;
    diagnostics[2] = t > slave_time ? t - slave_time : 0.0;
    diagnostics[3] = (double)statistics.input_requests;
    diagnostics[4] = (double)statistics.jumps;
    diagnostics[5] = statistics.power_residual;
    diagnostics[6] = statistics.created_energy;
    diagnostics[7] = statistics.exchanged_energy;
    diagnostics[8] = statistics.energy_error;
    diagnostics[9] = statistics.energy_error_rate;
    diagnostics[10] = statistics.prediction_error_to_slave;
    diagnostics[11] = statistics.prediction_error_to_master;
    diagnostics[12] = statistics.doubtful_from < 1e300 ? statistics.doubtful_from : -1.0;
}

void xcos_slave_close(xcos_slave *slave) {
    mr_interface_close(slave->interface);
    mr_plugin_unload(slave->plugin);
    memset(slave, 0, sizeof *slave);
}
