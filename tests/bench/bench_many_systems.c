/* the systems of models/ that have many parts: speed-up with slaves that step at the same time
 *
 * Wall times of whole runs, in turn and in threads, by turns. Processor times of a step of each
 * member alone, with its inputs held; what is left of the run in turn is links and followers. */
#define _GNU_SOURCE
#include "bench.h"
#include "bench_many.h"

#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPEATS 12
#define STEPS   400 /* of the longest step, in one run */

static sy_run *open_run(const sy_system *system, bool parallel) {
    mr_message message = {""};
    sy_run *run = NULL;
    bench_many_must(sy_open(system, parallel ? "parallel=on" : "parallel=off", &run, &message) ==
                        MR_OK,
                    message.text);
    return run;
}

/* an FMU has a step of its own */
static double step_of(const sy_run *run, int place) {
    const double imposed = sy_imposed_step(run, place);
    return imposed > 0.0 ? imposed : sy_member_step(run, place);
}

static double longest_step(const sy_run *run) {
    double longest = 0.0;
    for (int m = 0; m < sy_member_count(run); m++)
        if (!sy_follows(run, m))
            longest = fmax(longest, step_of(run, m));
    bench_many_must(longest > 0.0, "no member has a step");
    return longest;
}

/* of one step */
static double run_time(sy_run *run, clockid_t clock) {
    mr_message message = {""};
    const double H = longest_step(run);
    bench_many_must(sy_start(run, 0.0, &message) == MR_OK, message.text);
    const double begin = bench_many_seconds(clock);
    bench_many_must(sy_advance(run, STEPS * H, &message) == MR_OK, message.text);
    return (bench_many_seconds(clock) - begin) / STEPS;
}

static mr_status hold(void *context, double t, double *u) {
    (void)t;
    const sy_run *run = ((void **)context)[0];
    const int place = *(int *)((void **)context)[1];
    mr_slave_description d;
    const mr_slave_type *type;
    mr_coupled_describe(sy_coupled(run), place, &d, &type);
    memcpy(u, mr_coupled_inputs(sy_coupled(run), place),
           (size_t)mr_variables_width(d.inputs, d.input_count) * sizeof *u);
    return MR_OK;
}

/* processor time that the member takes for a longest step of all */
static double member_cost(sy_run *run, int place, double H) {
    mr_message message = {""};
    mr_slave_description d;
    const mr_slave_type *type;
    void *context[2] = {run, &place};
    const mr_inputs inputs = {.at = hold, .context = context};
    double least = INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        bench_many_must(sy_start(run, 0.0, &message) == MR_OK, message.text);
        mr_coupled_describe(sy_coupled(run), place, &d, &type);
        void *instance = mr_coupled_instance(sy_coupled(run), place);
        const double h = step_of(run, place);
        const long count = lround(0.25 * STEPS * H / h);
        const double begin = bench_many_seconds(CLOCK_THREAD_CPUTIME_ID);
        double t = 0.0;
        for (long k = 1; k <= count; k++)
            bench_many_must(type->step_to(instance, &inputs, (double)k * h, &t) == MR_OK,
                            "a member fails");
        least = fmin(least,
                     (bench_many_seconds(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)count * H / h);
    }
    return least;
}

static void measure(const char *name, const sy_system *system, double hand) {
    double cost[BENCH_MANY_MOST], sum = 0.0;
    double serial = INFINITY, parallel = INFINITY, processor = INFINITY;
    int members = 0;
    sy_run *turns = open_run(system, false), *threads = open_run(system, true);
    const double H = longest_step(turns);
    for (int i = 0; i < REPEATS; i++) {
        serial = fmin(serial, run_time(turns, CLOCK_MONOTONIC));
        parallel = fmin(parallel, run_time(threads, CLOCK_MONOTONIC));
        processor = fmin(processor, run_time(turns, CLOCK_THREAD_CPUTIME_ID));
    }
    for (int m = 0; m < sy_member_count(turns) && members < BENCH_MANY_MOST; m++)
        if (!sy_follows(turns, m))
            sum += cost[members++] = member_cost(turns, m, H);
    bench_many_print(name, cost, members, fmax(0.0, processor - sum), serial, parallel, hand);
    sy_close(threads);
    sy_close(turns);
}

/* work: so many times as many steps within each step of a part */
static void measure_file(const char *name, const char *path, int work, double hand) {
    mr_message message = {""};
    sy_system *system = NULL;
    bench_many_must(sy_read(path, &system, &message) == MR_OK, message.text);
    for (int m = 0; work > 1 && m < system->member_count; m++) {
        char text[40];
        snprintf(text, sizeof text, "work=%d", work);
        if (!system->members[m].follows)
            bench_many_must(sy_append(&system->members[m].configuration, text), "no memory");
    }
    if (system->member_count == 1) { /* one slave has nothing to share: eight of them */
        char name_of_next[16];
        for (int m = 1; m < 8; m++) {
            snprintf(name_of_next, sizeof name_of_next, "bird%d", m + 1);
            sy_member *next = sy_add_member(system, name_of_next, system->members[0].slave);
            bench_many_must(next &&
                                sy_append(&next->configuration, system->members[0].configuration),
                            "no memory");
            next->step = system->members[0].step;
        }
        bench_many_must(sy_append(&system->coupling, "iteration=jacobi"), "no memory");
    }
    measure(name, system, hand);
    sy_system_free(system);
}

void bench_many_systems(double hand) {
    measure_file("car", BENCH_SYSTEMS "/car_of_fmus/car_of_slaves.yaml", 1, hand);
    measure_file("tensioner", BENCH_SYSTEMS "/tensioner/tensioner.yaml", 1, hand);
    measure_file("tensioner_100", BENCH_SYSTEMS "/tensioner/tensioner.yaml", 100, hand);
    measure_file("crank_train", BENCH_SYSTEMS "/crank_train/crank_train.yaml", 1, hand);
    measure_file("crank_train_100", BENCH_SYSTEMS "/crank_train/crank_train.yaml", 100, hand);
    measure_file("woodpeckers", BENCH_SYSTEMS "/woodpecker/woodpecker.yaml", 1, hand);
    const char *other = getenv("BENCH_SYSTEM"); /* the car of FMUs, once they are exported */
    if (other)
        measure_file("other", other, 1, hand);
}
