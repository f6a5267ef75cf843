/* a master that is about to be killed while its isolated slave hangs: usage orphan */
#include "multirate/multirate.h"

#include <stdio.h>

int main(void) {
    mr_message message;
    mr_plugin *plugin;
    mr_interface *interface;
    mr_config config;
    const char *prefix;
    char configuration[9000];
    double y1 = 0.0, u1 = 0.0;
    mr_config_default(&config);
    mr_status status =
        mr_plugin_load("accumulator isolate=yes timeout=100000", &plugin, &prefix, &message);
    if (status == MR_OK) {
        snprintf(configuration, sizeof configuration, "%shang_at=0", prefix);
        status =
            mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface, &message);
    }
    if (status != MR_OK) {
        fprintf(stderr, "%s\n", message.text);
        return 1;
    }
    (void)mr_interface_start(interface, 0.0, &y1);
    (void)mr_interface_exchange(interface, 1.0, &y1, MR_MAJOR, &u1);
    return 0;
}
