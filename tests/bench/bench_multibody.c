/* the multibody code on the N-four-bar mechanism (A02): time per step, where it goes, growth with
 * N, and the same mechanism in MuJoCo at equal error */
#include "bench.h"
#include "benchmarks.h"
#include "bench_mujoco.h"
#include "chain.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

typedef struct chain_run {
    mbs_model *model;
    mbs_simulation *simulation;
    double h;
    int steps;
} chain_run;

static int open_chain(chain_run *r, int loops, double h) {
    mr_message message = {""};
    mbs_integration integration = mbs_integration_default();
    integration.step = h;
    r->h = h;
    r->simulation = NULL;
    if (chain_build(loops, &integration, &r->model, &message) != MR_OK ||
        mbs_simulation_new(r->model, &r->simulation, &message) != MR_OK ||
        mbs_simulation_start(r->simulation, 0.0, NULL) != MR_OK) {
        printf("multibody failed: %s\n", message.text);
        return 0;
    }
    return 1;
}

static void close_chain(chain_run *r) {
    mbs_simulation_free(r->simulation);
    mbs_model_free(r->model);
}

static void advance(void *context) {
    chain_run *r = context;
    for (int i = 0; i < r->steps; i++)
        (void)mbs_simulation_step(r->simulation, NULL, r->h);
}

/* microseconds per step: the least of several stretches */
static double step_time(int loops, double h, int steps, int stretches) {
    chain_run r;
    if (!open_chain(&r, loops, h))
        return NAN;
    r.steps = steps;
    double least = bench_least(advance, &r, stretches) / steps;
    close_chain(&r);
    return 1e6 * least;
}

static void print_shares(void) {
    chain_run r;
    if (!open_chain(&r, 40, 1e-3))
        return;
    mbs_simulation_timing(r.simulation, 1);
    r.steps = 5000;
    advance(&r);
    mbs_statistics s = mbs_simulation_statistics(r.simulation);
    bench_print("multibody_a02_assembly", 100.0 * s.assembly_time / s.total_time, "%");
    bench_print("multibody_a02_factor", 100.0 * s.factor_time / s.total_time, "%");
    bench_print("multibody_a02_solve", 100.0 * s.solve_time / s.total_time, "%");
    bench_print("multibody_a02_iterations", (double)s.iterations / (double)s.steps, "per_step");
    bench_print("multibody_a02_factorisations", (double)s.factorisations / (double)s.steps,
                "per_step");
    bench_print("multibody_a02_solves", (double)s.solves / (double)s.steps, "per_step");
    close_chain(&r);
}

/* slope of log(time) over log(N): 1 is linear */
static void print_growth(void) {
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    int count = 0;
    for (int loops = 5; loops <= 640; loops *= 2, count++) {
        char name[64];
        double time = step_time(loops, 1e-3, 1 + 4000 / (loops + 40), 50);
        (void)snprintf(name, sizeof name, "multibody_a02_n%d", loops);
        bench_print(name, time, "us/step");
        double x = log(loops), y = log(time);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    bench_print("multibody_a02_growth", (count * sxy - sx * sy) / (count * sxx - sx * sx),
                "power_of_N");
}

enum { ROWS = 250 }; /* every 20 ms of 5 s */

/* error measure of the benchmark, and the time spent, for steps of 20 ms / parts */
static double chain_error(int parts, double *seconds) {
    chain_run r;
    double theta = 0.0, omega = 1.0, sum = 0.0, p[3];
    *seconds = 0.0;
    if (!open_chain(&r, 40, 0.02 / parts))
        return NAN;
    r.steps = parts;
    for (int i = 0; i < ROWS; i++) {
        clock_t start = clock();
        advance(&r);
        *seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
        chain_reference(40, 0.02, &theta, &omega);
        (void)mbs_simulation_motion(r.simulation, "post0.B0", p, NULL, NULL);
        sum += chain_miss(theta, p[0], p[1]);
    }
    close_chain(&r);
    return sqrt(sum / (2.0 * ROWS));
}

/* the largest step of ours with an error of at most `target`: second order tells where to look */
static double equal_error(double target, int *parts, double *seconds) {
    double error = chain_error(16, seconds);
    *parts = (int)ceil(16.0 * sqrt(error / target));
    for (int k = 0; k < 5; k++, *parts += 1 + *parts / 50) {
        error = chain_error(*parts, seconds);
        if (error <= target)
            break;
    }
    return error;
}

/* MuJoCo at several steps, and ours at the error of each; processor time of both */
static void print_mujoco(void) {
    static const int tries[] = {5, 10, 20, 40};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        double seconds, own_seconds, step = 20.0 / tries[i];
        double error = mujoco_chain_error(40, tries[i], ROWS, &seconds);
        char name[64];
        int parts;
        if (!(error >= 0.0)) {
            printf("mujoco is not installed\n");
            return;
        }
        (void)snprintf(name, sizeof name, "mujoco_a02_h%gms", step);
        bench_print(name, 1e6 * seconds / (ROWS * tries[i]), "us/step");
        (void)snprintf(name, sizeof name, "mujoco_a02_h%gms_error", step);
        bench_print(name, error, "rms_relative");
        error = equal_error(error, &parts, &own_seconds);
        (void)snprintf(name, sizeof name, "multibody_a02_error_of_h%gms", step);
        bench_print(name, error, "rms_relative");
        (void)snprintf(name, sizeof name, "multibody_a02_step_of_h%gms", step);
        bench_print(name, 20.0 / parts, "ms");
        (void)snprintf(name, sizeof name, "multibody_a02_faster_than_mujoco_h%gms", step);
        bench_print(name, seconds / own_seconds, "times");
    }
}

void bench_multibody(void) {
    bench_print("multibody_a02_step", step_time(40, 1e-3, 100, 200), "us/step");
    print_shares();
    print_growth();
    print_mujoco();
}
