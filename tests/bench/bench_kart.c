/* a step of the kart (157 variables, four tyres) in the manoeuvre of its study: full throttle with
 * two gear changes; with inputs that are smooth, and with inputs that jump in every step, as they
 * do behind a master that extrapolates */
#include "bench.h"
#include "benchmarks.h"

#include "mbs/model.h"
#include "mbs/simulation.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

typedef struct kart {
    mbs_model *model;
    mbs_simulation *simulation;
    mr_inputs inputs;
    double held; /* the time whose inputs hold over the step; < 0: they are smooth */
} kart;

/* torque at the axle: three gears, changes near 4.5 and 8 s */
static mr_status drive(void *context, double t, double *u) {
    const kart *k = context;
    double at = k->held < 0.0 ? t : k->held;
    double gear = at < 4.5 ? 110.0 : at < 8.0 ? 70.0 : 45.0, change = 0.0;
    for (int i = 0; i < 2; i++) {
        double away = (at - (i ? 8.0 : 4.5)) / 0.15;
        change += exp(-away * away);
    }
    u[0] = gear * (1.0 - exp(-3.0 * at)) * (1.0 - 0.9 * change);
    u[1] = 0.0;
    u[2] = 0.0;
    return MR_OK;
}

static int open_kart(kart *k) {
    mr_message message = {""};
    *k = (kart){.held = -1.0};
    k->inputs = (mr_inputs){.at = drive, .context = k};
    if (mbs_read_file(BENCH_KART, NULL, 0, &k->model, &message) != MR_OK ||
        mbs_simulation_new(k->model, &k->simulation, &message) != MR_OK ||
        mbs_simulation_start(k->simulation, 0.0, &k->inputs) != MR_OK) {
        printf("kart failed: %s\n", message.text);
        return 0;
    }
    return 1;
}

static void close_kart(kart *k) {
    mbs_simulation_free(k->simulation);
    mbs_model_free(k->model);
}

/* ten seconds; processor time and work per step */
static void run(const char *name, double h, int jumps, int stretches) {
    double least = INFINITY;
    mbs_statistics s = {0};
    long steps = lround(10.0 / h);
    for (int i = 0; i < stretches; i++) {
        kart k;
        double y[64];
        if (!open_kart(&k))
            return;
        clock_t start = clock();
        for (long n = 0; n < steps; n++) {
            if (jumps)
                k.held = (double)n * h;
            (void)mbs_simulation_step(k.simulation, &k.inputs, h);
            mbs_simulation_outputs(k.simulation, y);
        }
        least = fmin(least, (double)(clock() - start) / CLOCKS_PER_SEC);
        s = mbs_simulation_statistics(k.simulation);
        close_kart(&k);
    }
    char text[80];
    bench_print(name, 1e6 * least / (double)steps, "us/step");
    (void)snprintf(text, sizeof text, "%s_iterations", name);
    bench_print(text, (double)s.iterations / (double)steps, "per_step");
    (void)snprintf(text, sizeof text, "%s_factorisations", name);
    bench_print(text, (double)s.factorisations / (double)steps, "per_step");
    (void)snprintf(text, sizeof text, "%s_solves", name);
    bench_print(text, (double)s.solves / (double)steps, "per_step");
}

void bench_kart_start_counted(void) {
    kart k;
    if (open_kart(&k))
        close_kart(&k);
}

void bench_kart_start(void) {
    clock_t start = clock();
    bench_kart_start_counted();
    bench_print("kart_start", 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC, "ms");
}

enum { COUNTED = 1000 };

void bench_kart_counted(void) {
    kart k;
    double y[64];
    if (!open_kart(&k))
        return;
    for (int n = 0; n < COUNTED; n++) {
        (void)mbs_simulation_step(k.simulation, &k.inputs, 1e-2);
        mbs_simulation_outputs(k.simulation, y);
    }
    close_kart(&k);
}

void bench_kart(void) {
    run("kart_step_10ms", 1e-2, 0, 10);
    run("kart_step_10ms_jumps", 1e-2, 1, 10);
    run("kart_step_1ms", 1e-3, 0, 3);
    run("kart_step_1ms_jumps", 1e-3, 1, 3);
    double start = bench_instructions("kart_start"), all = bench_instructions("kart");
    if (start > 0.0 && all > start)
        bench_print("kart_step_10ms_instructions", (all - start) / COUNTED, "per_step");
}
