/* the quarter car of two FMUs of FMI 2.0, H = 1 ms, 4 s: error, and cost of an exchange (both
 * members) over a raw loop of the same functions of the standard */
#include "bench.h"
#include "benchmarks.h"
#include "fmu/fmi2.h"

#include "multirate/multirate.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXCHANGES 4000L
#define STEP      1e-3

static void *library;

static void must(int good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "benchmark of coupled FMUs: %s\n", what);
    exit(1);
}

#define LOAD(table, name)                                                                          \
    do {                                                                                           \
        void *symbol = dlsym(library, "fmi2" #name);                                               \
        must(symbol != NULL, "a function is missing");                                             \
        memcpy(&(table).name, &symbol, sizeof symbol);                                             \
    } while (0)

static void raw_loop(void *context) {
    (void)context;
    static const unsigned input = 0, output = 1;
    const fmi2_callbacks callbacks = {NULL, calloc, free, NULL, NULL};
    fmi2_functions f;
    LOAD(f, Instantiate);
    LOAD(f, SetReal);
    LOAD(f, GetReal);
    LOAD(f, DoStep);
    LOAD(f, FreeInstance);
    void *chassis = f.Instantiate("c", FMI2_CO_SIMULATION, "chassis", "", &callbacks, 0, 0);
    void *wheel = f.Instantiate("w", FMI2_CO_SIMULATION, "wheel", "", &callbacks, 0, 0);
    must(chassis && wheel, "no start");
    double v = 0.0, F = 0.0;
    for (long i = 0; i < EXCHANGES; i++)
        must(f.SetReal(chassis, &input, 1, &F) == FMI2_OK &&
                 f.SetReal(wheel, &input, 1, &v) == FMI2_OK &&
                 f.DoStep(chassis, (double)i * STEP, STEP, 0) == FMI2_OK &&
                 f.DoStep(wheel, (double)i * STEP, STEP, 0) == FMI2_OK &&
                 f.GetReal(chassis, &output, 1, &v) == FMI2_OK &&
                 f.GetReal(wheel, &output, 1, &F) == FMI2_OK,
             "a step failed");
    f.FreeInstance(chassis);
    f.FreeInstance(wheel);
}

static void coupled_run(void *context) {
    mr_coupled *coupled = context;
    must(mr_coupled_start(coupled, 0.0) == MR_OK &&
             mr_coupled_advance(coupled, (double)EXCHANGES * STEP) == MR_OK,
         mr_coupled_error(coupled));
}

/* relative error of the chassis position at every ms, against the classical rule in 10 us */
static double error_of(mr_coupled *coupled) {
    double s[4] = {0}, deviation = 0.0, square = 0.0;
    const double h = 1e-5;
    must(mr_coupled_start(coupled, 0.0) == MR_OK, mr_coupled_error(coupled));
    for (long n = 1; n <= EXCHANGES; n++) {
        for (int piece = 0; piece < 100; piece++) {
            double k[4][4], x[4];
            for (int stage = 0; stage < 4; stage++) {
                for (int i = 0; i < 4; i++)
                    x[i] = s[i] + (stage == 0 ? 0.0 : (stage == 3 ? h : 0.5 * h) * k[stage - 1][i]);
                const double F = 15e3 * (x[2] - x[0]) + 1e3 * (x[3] - x[1]);
                k[stage][0] = x[1];
                k[stage][1] = F / 400.0;
                k[stage][2] = x[3];
                k[stage][3] = (150e3 * (0.1 - x[2]) - F) / 40.0;
            }
            for (int i = 0; i < 4; i++)
                s[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
        }
        must(mr_coupled_advance(coupled, (double)n * STEP) == MR_OK, mr_coupled_error(coupled));
        const double d = mr_coupled_outputs(coupled, 0)[1] - s[0];
        deviation += d * d;
        square += s[0] * s[0];
    }
    return sqrt(deviation / square);
}

static void compare(const mr_slave_type *type, const char *name, const char *settings, double raw) {
    char figure[80];
    mr_coupled_config config;
    mr_coupled *coupled;
    mr_message message = {""};
    const mr_coupled_member members[] = {
        {type, "file='" BENCH_FMUS "/chassis.fmu' inputs=F outputs='v x' step=0.001", "chassis", 0},
        {type, "file='" BENCH_FMUS "/wheel.fmu' inputs=v outputs=F step=0.001", "wheel", 0}};
    const mr_connection wires[] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};
    mr_coupled_default_own_steps(&config);
    must(mr_coupled_parse(&config, settings, &message) == MR_OK &&
             mr_coupled_open(&config, members, 2, wires, 2, &coupled, &message) == MR_OK,
         message.text);
    const double with = bench_least(coupled_run, coupled, 200) / (double)EXCHANGES * 1e9;
    snprintf(figure, sizeof figure, "couple_%s_over_raw", name);
    bench_print(figure, with - raw, "ns");
    snprintf(figure, sizeof figure, "couple_%s_error", name);
    bench_print(figure, error_of(coupled), "1");
    mr_coupled_close(coupled);
}

void bench_couple(void) {
    mr_message message;
    mr_plugin *plugin;
    library = dlopen(BENCH_CAR_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    must(library != NULL, "the test FMU is not built");
    must(mr_plugin_load("fmu", &plugin, NULL, &message) == MR_OK, "the plug-in is not built");
    const double raw = bench_least(raw_loop, NULL, 200) / (double)EXCHANGES * 1e9;
    bench_print("couple_raw_loop", raw, "ns");
    compare(mr_plugin_type(plugin), "default", "", raw);
    compare(mr_plugin_type(plugin), "jacobi", "iteration=jacobi", raw);
    compare(mr_plugin_type(plugin), "jacobi_hold", "iteration=jacobi order=0 graded_start=off",
            raw);
    mr_plugin_unload(plugin);
    dlclose(library);
}
