/* what a process of its own costs a slave: the same exchanges with the two-mass slave inside this
 * process and isolated, one slave step each */
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <stdio.h>
#include <stdlib.h>

#define STEP      0.1
#define EXCHANGES 1000L

typedef struct coupling {
    mr_plugin *plugin;
    mr_interface *interface;
} coupling;

static void stop(const char *words) {
    fprintf(stderr, "%s\n", words);
    exit(1);
}

static coupling open_coupling(const char *slave, const char *options) {
    coupling c;
    mr_config config;
    mr_message message;
    const char *prefix;
    char configuration[4096];
    mr_config_default(&config);
    if (mr_config_parse(&config, options, &message) != MR_OK ||
        mr_plugin_load(slave, &c.plugin, &prefix, &message) != MR_OK)
        stop(message.text);
    snprintf(configuration, sizeof configuration, "%sfr=10 step=%g", prefix, STEP);
    if (mr_interface_open(&config, mr_plugin_type(c.plugin), configuration, &c.interface,
                          &message) != MR_OK)
        stop(message.text);
    return c;
}

static void close_coupling(coupling *c) {
    mr_interface_close(c->interface);
    mr_plugin_unload(c->plugin);
}

static void run_exchanges(void *context) {
    mr_interface *interface = ((coupling *)context)->interface;
    double y = 0.0, u[3] = {0};
    mr_status status = mr_interface_start(interface, 0.0, &y);
    for (long i = 1; i <= EXCHANGES && status == MR_OK; i++) {
        y = 1e-3 * (double)(i & 1023) + 1e-30 * u[0];
        status = mr_interface_exchange(interface, ((double)i - 0.5) * STEP, &y, MR_MAJOR, u);
    }
    if (status != MR_OK)
        stop(mr_interface_error(interface));
}

static double per_exchange(const char *slave, const char *options, int repeats) {
    coupling c = open_coupling(slave, options);
    const double seconds = bench_least(run_exchanges, &c, repeats);
    close_coupling(&c);
    return seconds / (double)EXCHANGES * 1e6;
}

static void open_and_close(void *context) {
    coupling c = open_coupling(context, "");
    close_coupling(&c);
}

void bench_isolated(void) {
    static char isolated[] = "two_mass isolate=yes", inside[] = "two_mass";
    static const char *const schemes[] = {"sf", "ff"};
    for (int i = 0; i < 2; i++) {
        char options[64], name[64];
        snprintf(options, sizeof options, "order=3 scheme=%s", schemes[i]);
        const double in = per_exchange(inside, options, 400);
        const double out = per_exchange(isolated, options, 400);
        snprintf(name, sizeof name, "isolated_%s_inside", schemes[i]);
        bench_print(name, in, "us");
        snprintf(name, sizeof name, "isolated_%s", schemes[i]);
        bench_print(name, out, "us");
        snprintf(name, sizeof name, "isolated_%s_overhead", schemes[i]);
        bench_print(name, out - in, "us");
    }
    bench_print("isolated_sleeping", per_exchange("two_mass isolate=yes spin=0", "order=3", 100),
                "us");
    bench_print(
        "isolated_open_and_close",
        1e3 * (bench_least(open_and_close, isolated, 5) - bench_least(open_and_close, inside, 5)),
        "ms");
}
