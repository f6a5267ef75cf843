/* the cost of an exchange with an FMU, against a raw loop over the same functions of the standard:
 * set the inputs, make the step, get the outputs */
#include "bench.h"
#include "benchmarks.h"
#include "fmu/fmi2.h"
#include "fmu/fmi3.h"

#include "multirate/multirate.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXCHANGES 4000L /* short enough for one time slice of a busy machine */
#define STEP      0.01
#define TOKEN     "{3f5d2b0a-7c61-4c6e-9d0e-1b2a3c4d5e6f}" /* of the oscillator */

static void *library;

static void must(int good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "benchmark of FMUs: %s\n", what);
    exit(1);
}

static void no_logger2(void *environment, const char *instance, fmi2_status status,
                       const char *category, const char *format, ...) {
    (void)environment;
    (void)instance;
    (void)status;
    (void)category;
    (void)format;
}

static void no_logger3(void *environment, fmi3_status status, const char *category,
                       const char *message) {
    (void)environment;
    (void)status;
    (void)category;
    (void)message;
}

#define LOAD(prefix, table, name)                                                                  \
    do {                                                                                           \
        void *symbol = dlsym(library, prefix #name);                                               \
        must(symbol != NULL, "a function is missing");                                             \
        memcpy(&(table).name, &symbol, sizeof symbol);                                             \
    } while (0)

static void raw_loop2(void *context) {
    (void)context;
    static const unsigned input = 0, outputs[] = {1, 2, 3};
    const fmi2_callbacks callbacks = {no_logger2, calloc, free, NULL, NULL};
    fmi2_functions f;
    LOAD("fmi2", f, Instantiate);
    LOAD("fmi2", f, EnterInitializationMode);
    LOAD("fmi2", f, ExitInitializationMode);
    LOAD("fmi2", f, SetReal);
    LOAD("fmi2", f, GetReal);
    LOAD("fmi2", f, DoStep);
    LOAD("fmi2", f, FreeInstance);
    void *c = f.Instantiate("raw", FMI2_CO_SIMULATION, TOKEN, "", &callbacks, 0, 0);
    must(c && f.EnterInitializationMode(c) == FMI2_OK && f.ExitInitializationMode(c) == FMI2_OK,
         "no start");
    double u, y[3] = {0};
    for (long i = 1; i <= EXCHANGES; i++) {
        u = (double)(i & 1023) + 1e-30 * y[0]; /* each exchange waits for the one before */
        must(f.SetReal(c, &input, 1, &u) == FMI2_OK &&
                 f.DoStep(c, (double)(i - 1) * STEP, STEP, 0) == FMI2_OK &&
                 f.GetReal(c, outputs, 3, y) == FMI2_OK,
             "a step failed");
    }
    f.FreeInstance(c);
}

static void raw_loop3(void *context) {
    (void)context;
    static const uint32_t input = 0, outputs[] = {1, 2, 3};
    fmi3_functions f;
    LOAD("fmi3", f, InstantiateCoSimulation);
    LOAD("fmi3", f, EnterInitializationMode);
    LOAD("fmi3", f, ExitInitializationMode);
    LOAD("fmi3", f, SetFloat64);
    LOAD("fmi3", f, GetFloat64);
    LOAD("fmi3", f, DoStep);
    LOAD("fmi3", f, FreeInstance);
    void *c = f.InstantiateCoSimulation("raw", TOKEN, "", false, false, false, false, NULL, 0, NULL,
                                        no_logger3, NULL);
    must(c && f.EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0) == FMI3_OK &&
             f.ExitInitializationMode(c) == FMI3_OK,
         "no start");
    double u, y[3] = {0}, last;
    bool event, terminate, early;
    for (long i = 1; i <= EXCHANGES; i++) {
        u = (double)(i & 1023) + 1e-30 * y[0];
        must(f.SetFloat64(c, &input, 1, &u, 1) == FMI3_OK &&
                 f.DoStep(c, (double)(i - 1) * STEP, STEP, false, &event, &terminate, &early,
                          &last) == FMI3_OK &&
                 f.GetFloat64(c, outputs, 3, y, 3) == FMI3_OK,
             "a step failed");
    }
    f.FreeInstance(c);
}

/* one exchange, one step of the FMU; unpacking and loading it is not counted */
static void exchanges(void *context) {
    mr_interface *interface = context;
    double y = 0.0, u[3] = {0};
    mr_status status = mr_interface_start(interface, 0.0, &y);
    for (long i = 1; i <= EXCHANGES && status == MR_OK; i++) {
        y = (double)(i & 1023) + 1e-30 * u[0];
        status = mr_interface_exchange(interface, ((double)i - 0.5) * STEP, &y, MR_MAJOR, u);
    }
    must(status == MR_OK, mr_interface_error(interface));
}

static double per_exchange(void (*run)(void *), void *context) {
    return bench_least(run, context, 1000) / (double)EXCHANGES * 1e9;
}

static void compare(int version, const mr_slave_type *type, const char *file, const char *options,
                    double raw) {
    char name[80], configuration[4096];
    snprintf(configuration, sizeof configuration, "file='%s' step=%g", file, STEP);
    mr_config config;
    mr_message message = {""};
    mr_interface *interface;
    mr_config_default(&config);
    must(mr_config_parse(&config, options, &message) == MR_OK &&
             mr_interface_open(&config, type, configuration, &interface, &message) == MR_OK,
         message.text);
    const double with = per_exchange(exchanges, interface);
    mr_interface_close(interface);
    const char *order = strstr(options, "order=0") ? "order0" : "order3";
    snprintf(name, sizeof name, "fmu_fmi%d_%s", version, order);
    bench_print(name, with, "ns");
    snprintf(name, sizeof name, "fmu_fmi%d_%s_over_raw", version, order);
    bench_print(name, with - raw, "ns");
}

void bench_fmu(void) {
    mr_message message;
    mr_plugin *plugin;
    library = dlopen(BENCH_FMU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    must(library != NULL, "the test FMU is not built");
    must(mr_plugin_load("fmu", &plugin, NULL, &message) == MR_OK, "the plug-in is not built");
    const mr_slave_type *type = mr_plugin_type(plugin);
    const double raw2 = per_exchange(raw_loop2, NULL), raw3 = per_exchange(raw_loop3, NULL);
    bench_print("fmu_fmi2_raw_loop", raw2, "ns");
    compare(2, type, BENCH_FMUS "/plain2.fmu", "order=0", raw2);
    compare(2, type, BENCH_FMUS "/plain2.fmu", "order=3", raw2);
    bench_print("fmu_fmi3_raw_loop", raw3, "ns");
    compare(3, type, BENCH_FMUS "/plain3.fmu", "order=0", raw3);
    compare(3, type, BENCH_FMUS "/plain3.fmu", "order=3", raw3);
    mr_plugin_unload(plugin);
    dlclose(library);
}
