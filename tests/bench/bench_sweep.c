/* a sweep of 1000 two-mass runs by the program beside this one: how well two workers share it, and
 * what the farm costs per run */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNS 1000

typedef struct bench_sweep_case {
    char command[4 * PATH_MAX];
    int code;
} bench_sweep_case;

static void run_sweep(void *context) {
    bench_sweep_case *c = context;
    c->code |= system(c->command);
}

static void compose(const char *folder, int runs, int jobs, double seconds, char *command,
                    size_t size) {
    char program[PATH_MAX] = "";
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    snprintf(command, size,
             "'%s/multirate' sweep '" BENCH_MODELS "/two_mass/two_mass_force.mdl' --vary "
             "fr=1.5:100:%d --vary scheme=slowest_first,fastest_first --measure 'x1(end)' "
             "--stop-time %g --jobs %d --restart --out '%s' >/dev/null",
             program, runs / 2, seconds, jobs, folder);
}

static double time_sweep(const char *folder, int jobs, double seconds) {
    bench_sweep_case c = {0};
    compose(folder, RUNS, jobs, seconds, c.command, sizeof c.command);
    const double least = bench_least(run_sweep, &c, 3);
    return c.code == 0 ? least : -1.0;
}

/* two sweeps of half the runs at the same time */
static double time_two(const char *folder, double seconds) {
    bench_sweep_case c = {0};
    char other[80];
    snprintf(other, sizeof other, "%s/other", folder);
    compose(folder, RUNS / 2, 1, seconds, c.command, sizeof c.command / 2);
    strcat(c.command, " & ");
    const size_t length = strlen(c.command);
    compose(other, RUNS / 2, 1, seconds, c.command + length, sizeof c.command - length - 8);
    strcat(c.command, "; wait");
    const double least = bench_least(run_sweep, &c, 3);
    return c.code == 0 ? least : -1.0;
}

void bench_sweep(void) {
    char folder[] = "/tmp/bench_sweep_XXXXXX", cleanup[64];
    if (!mkdtemp(folder))
        return;
    const double one = time_sweep(folder, 1, 40), two = time_sweep(folder, 2, 40);
    /* what two programs that know nothing of each other get out of this machine */
    const double apart = time_two(folder, 40);
    const double short_one = time_sweep(folder, 1, 0.1);
    if (one > 0 && two > 0 && apart > 0 && short_one > 0) {
        bench_print("sweep_1000_runs_one_worker", one, "s");
        bench_print("sweep_1000_runs_two_workers", two, "s");
        bench_print("sweep_efficiency_two_workers", one / (2.0 * two), "1");
        bench_print("sweep_efficiency_two_programs", 0.5 * one / apart, "1");
        bench_print("sweep_run_of_ten_steps", 1e6 * short_one / RUNS, "us");
    } else {
        fprintf(stderr, "# no benchmark of sweeps: the program multirate does not run them\n");
    }
    snprintf(cleanup, sizeof cleanup, "rm -rf '%s'", folder);
    if (system(cleanup) != 0)
        fprintf(stderr, "# '%s' is left over\n", folder);
}
