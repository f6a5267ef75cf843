/* the two-mass problem wholly as a diagram (ode4, h = 0.01 s) against the same equations in a
 * hand-written C loop; both keep every sample of both positions. Xcos, beside it, keeps one sample
 * in a hundred */
#include "bench.h"
#include "bench_xcos.h"
#include "benchmarks.h"

#include "blockdiagram/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS   20000
#define STEP    0.01
#define REPEATS 100 /* short runs, so that one of them is left in peace */

/* frequency ratio 10, amplitude ratios of the test problem */
static const double m1 = 1.0, m2 = 100.0;
static double k1, k2, k3;

static void set_springs(void) {
    double w1 = 2.0 * acos(-1.0), w2 = w1 / 10.0;
    double c11 = 0.1, c12 = 1.0, c21 = -0.001, c22 = 1.0;
    k1 = m1 * w2 * w2;
    k3 = m2 * w2 * w2;
    k2 = m1 * c11 * c12 * (w1 * w1 - w2 * w2) / (c11 * c22 - c12 * c21);
}

/* ---- by hand ---- */

static double trajectory[2 * (STEPS + 1)];

static void rates(const double x[4], double dx[4]) {
    double coupling = k2 * (x[0] - x[2]);
    dx[0] = x[1];
    dx[1] = (-k1 * x[0] - coupling) * (1.0 / m1);
    dx[2] = x[3];
    dx[3] = (-k3 * x[2] + coupling) * (1.0 / m2);
}

static void run_by_hand(void *context) {
    double x[4] = {1.1, 0.0, 0.999, 0.0}, h = *(double *)context;
    for (long n = 0; n <= STEPS; n++) {
        double a[4], b[4], c[4], d[4], y[4];
        trajectory[2 * n] = x[0];
        trajectory[2 * n + 1] = x[2];
        rates(x, a);
        for (int i = 0; i < 4; i++)
            y[i] = x[i] + 0.5 * h * a[i];
        rates(y, b);
        for (int i = 0; i < 4; i++)
            y[i] = x[i] + 0.5 * h * b[i];
        rates(y, c);
        for (int i = 0; i < 4; i++)
            y[i] = x[i] + h * c[i];
        rates(y, d);
        for (int i = 0; i < 4; i++)
            x[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
    }
}

/* ---- as a diagram ---- */

static const char *text(double value) {
    static char buffer[8][40];
    static int next;
    char *one = buffer[next++ % 8];
    snprintf(one, sizeof buffer[0], "%.17g", value);
    return one;
}

static bd_diagram *draw(void) {
    bd_diagram *diagram = bd_diagram_create("two_mass");
    if (!diagram)
        return NULL;
    bd_system *s = diagram->root;
    bd_system_add(s, "Integrator", "x1", "InitialCondition", "1.1", NULL);
    bd_system_add(s, "Integrator", "v1", NULL);
    bd_system_add(s, "Integrator", "x2", "InitialCondition", "0.999", NULL);
    bd_system_add(s, "Integrator", "v2", NULL);
    bd_system_add(s, "Sum", "stretch", "Inputs", "+-", NULL);
    bd_system_add(s, "Gain", "k1", "Gain", text(k1), NULL);
    bd_system_add(s, "Gain", "k2", "Gain", text(k2), NULL);
    bd_system_add(s, "Gain", "k3", "Gain", text(k3), NULL);
    bd_system_add(s, "Sum", "f1", "Inputs", "--", NULL);
    bd_system_add(s, "Sum", "f2", "Inputs", "-+", NULL);
    bd_system_add(s, "Gain", "1/m1", "Gain", text(1.0 / m1), NULL);
    bd_system_add(s, "Gain", "1/m2", "Gain", text(1.0 / m2), NULL);
    bd_system_add(s, "Outport", "y1", "Port", "1", NULL);
    bd_system_add(s, "Outport", "y2", "Port", "2", NULL);
    static const struct {
        const char *from, *to;
        int input;
    } lines[] = {{"v1", "x1", 1},      {"v2", "x2", 1},   {"x1", "stretch", 1},
                 {"x2", "stretch", 2}, {"x1", "k1", 1},   {"stretch", "k2", 1},
                 {"x2", "k3", 1},      {"k1", "f1", 1},   {"k2", "f1", 2},
                 {"k3", "f2", 1},      {"k2", "f2", 2},   {"f1", "1/m1", 1},
                 {"f2", "1/m2", 1},    {"1/m1", "v1", 1}, {"1/m2", "v2", 1},
                 {"x1", "y1", 1},      {"x2", "y2", 1}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        bd_system_connect(s, lines[i].from, 1, lines[i].to, lines[i].input, NULL);
    bd_diagram_set(diagram, "SolverName", "ode4");
    bd_diagram_set(diagram, "FixedStep", text(STEP));
    bd_diagram_set(diagram, "StopTime", text(STEPS * STEP));
    return diagram;
}

static void run_diagram(void *context) {
    bd_error error = {0};
    if (bd_run_complete(context, &error) != BD_OK)
        fprintf(stderr, "multirate_bench: %s\n", error.text);
}

static double largest_difference(const bd_run *run) {
    double worst = 0.0;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < bd_run_record(run, k)->row_count; i++)
            worst =
                fmax(worst, fabs(*bd_run_record_row(run, k, i) - trajectory[2 * i + (size_t)k]));
    return worst;
}

void bench_two_mass_diagram(void) {
    set_springs();
    double h = STEP;
    bd_error error = {0};
    bd_run *recorded = NULL, *bare = NULL;
    bd_options options = bd_options_default();
    bd_diagram *diagram = draw();
    if (!diagram || bd_run_compile(diagram, NULL, &options, NULL, &recorded, &error) != BD_OK) {
        fprintf(stderr, "multirate_bench: %s\n", error.text);
        bd_diagram_free(diagram);
        return;
    }
    options.no_logging = true;
    bd_run_compile(diagram, NULL, &options, NULL, &bare, &error);
    double by_hand = bench_least(run_by_hand, &h, REPEATS) / STEPS * 1e9;
    double as_diagram = bench_least(run_diagram, recorded, REPEATS) / STEPS * 1e9;
    bench_print("two_mass_c_loop", by_hand, "ns/step");
    bench_print("two_mass_diagram", as_diagram, "ns/step");
    bench_print("two_mass_diagram_ratio", as_diagram / by_hand, "x");
    bench_print("two_mass_difference", largest_difference(recorded), "m");
    if (bare) {
        double silent = bench_least(run_diagram, bare, REPEATS) / STEPS * 1e9;
        /* 8 blocks compute, 4 evaluations per step */
        bench_print("two_mass_diagram_not_recorded", silent, "ns/step");
        bench_print("diagram_per_block", silent / 4.0 / 8.0, "ns");
    }
    xcos_times xcos;
    if (xcos_two_mass(&xcos)) {
        bench_print("two_mass_xcos", xcos.simulation, "s");
        bench_print("two_mass_xcos_with_evaluation", xcos.with_evaluation, "s");
        bench_print("two_mass_xcos_over_diagram",
                    xcos.simulation / (XCOS_TWO_MASS_STEPS * as_diagram * 1e-9), "x");
    }
    bd_run_free(recorded);
    bd_run_free(bare);
    bd_diagram_free(diagram);
}
