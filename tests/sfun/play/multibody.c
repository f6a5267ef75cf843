/* mechanisms behind the interface, every sample with 17 digits, for comparing systems:
 * usage multibody [isolate] FILE.mbs... (along MULTIRATE_SLAVE_PATH) */
#include "multirate/multirate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 300, MAXIMUM = 200 };

/* inputs without the C library's functions, which differ between systems in the last digit: a
 * triangle of the period 0.2 s about a tenth of its height */
static double triangle(double t) {
    double phase = t / 0.2;
    phase -= (double)(long)phase;
    return phase < 0.5 ? 4.0 * phase - 0.9 : 3.1 - 4.0 * phase;
}

static mr_status run(const char *file, mr_interface *interface) {
    double y1[MAXIMUM] = {0}, u1[MAXIMUM];
    const int inputs = mr_interface_inputs(interface), outputs = mr_interface_outputs(interface);
    mr_status status = mr_interface_start(interface, 0.0, y1);
    for (int k = 0; status == MR_OK && k <= STEPS; k++) {
        const double t = 1e-3 * k;
        if (inputs)
            y1[0] = triangle(t);
        status = mr_interface_exchange(interface, t, y1, MR_MAJOR, u1);
        if (status != MR_OK || k % 50)
            continue;
        printf("%s,%g", file, t);
        for (int i = 0; i < outputs; i++)
            printf(",%.17g", u1[i]);
        printf("\n");
    }
    if (status != MR_OK)
        printf("%s,%s\n", file, mr_interface_error(interface));
    return status;
}

static mr_status open_and_run(const char *file, bool isolated, mr_message *message) {
    mr_plugin *plugin;
    mr_interface *interface;
    mr_config config;
    const char *prefix;
    char slave[600];
    mr_config_default(&config);
    snprintf(slave, sizeof slave, "%s%s", file, isolated ? " isolate=yes" : "");
    mr_status status = mr_plugin_load(slave, &plugin, &prefix, message);
    if (status != MR_OK)
        return status;
    status = mr_interface_open(&config, mr_plugin_type(plugin), prefix, &interface, message);
    if (status == MR_OK) {
        if (mr_interface_outputs(interface) <= MAXIMUM)
            status = run(file, interface);
        mr_interface_close(interface);
    }
    mr_plugin_unload(plugin);
    return status;
}

int main(int count, char **files) {
    int failures = 0;
    const bool isolated = count > 1 && strcmp(files[1], "isolate") == 0;
    for (int i = isolated ? 2 : 1; i < count; i++) {
        mr_message message = {{0}};
        if (open_and_run(files[i], isolated, &message) != MR_OK) {
            /* the name alone: folders differ between systems */
            const char *told = strstr(message.text, files[i]);
            printf("%s: %s\n", files[i], told ? told : message.text);
            failures++;
        }
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
