/* a program of somebody else: finds the installed library, opens a slave by its name, exchanges
 * once */
#include <multirate/multirate.h>

#include <stdio.h>

int main(void) {
    mr_config config;
    mr_message why;
    mr_plugin *plugin;
    mr_interface *coupling;
    double y1 = 1.1, u1[3];
    mr_config_default(&config);
    if (mr_config_parse(&config, "scheme=fastest_first order=2", &why) != MR_OK ||
        mr_plugin_load("two_mass", &plugin, NULL, &why) != MR_OK ||
        mr_interface_open(&config, mr_plugin_type(plugin), "fr=40", &coupling, &why) != MR_OK) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    if (mr_interface_start(coupling, 0.0, &y1) != MR_OK ||
        mr_interface_exchange(coupling, 0.0, &y1, MR_MAJOR, u1) != MR_OK)
        return 1;
    printf("x2 = %.3f\n", u1[0]);
    mr_interface_close(coupling);
    mr_plugin_unload(plugin);
    return u1[0] == 0.999 ? 0 : 1;
}
