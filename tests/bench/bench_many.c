/* systems of many parts: speed-up with slaves that step at the same time
 *
 * Measured on this machine: runs with and without threads by turns, and the ratio of the least wall
 * times; it needs a machine that does nothing else. Simulated for more cores: processor times of a
 * step of each member, placed longest first on p cores; the processor time of everything else
 * (links, followers) stays on one; and each other core that is used costs handing a step over, the
 * least that two tiny members show. Processor times are those of this thread, so that a busy
 * machine does not spoil them. */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST    200
#define STEP    1e-3
#define STEPS   20
#define REPEATS 40

typedef struct train {
    const char *name;
    int members; /* a row; the springs between them follow */
    int masses[MOST];
    int work;
    const char *body, *wheel; /* .mbs files instead: a car */
} train;

static const mr_slave_type *part, *mbs, *moving_part;

static void must(int good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "benchmark of many parts: %s\n", what);
    exit(1);
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static mr_coupled *open_row(const train *t, const mr_coupled_config *config) {
    static char text[MOST][160];
    static mr_coupled_member members[2 * MOST];
    static mr_connection wires[6 * MOST];
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    int whole = 0, count = 0;
    for (int m = 0; m < t->members; m++)
        whole += t->masses[m];
    for (int m = 0, first = 1; m < t->members; first += t->masses[m++]) {
        snprintf(text[m], sizeof text[m],
                 "kind=row masses=%d fixed=%s first=%d whole=%d micro=5e-4 work=%d", t->masses[m],
                 m == 0 ? "yes" : "no", first, whole, t->work);
        members[m] =
            (mr_coupled_member){.type = moving_part, .configuration = text[m], .step = STEP};
    }
    for (int s = 0; s + 1 < t->members; s++) {
        const int spring = t->members + s;
        members[spring] = (mr_coupled_member){
            .type = part, .configuration = "kind=spring stiffness=1e4", .step = STEP};
        wires[count++] = (mr_connection)MR_CONNECTION(s, 2, spring, 0);
        wires[count++] = (mr_connection)MR_CONNECTION(s + 1, 0, spring, 1);
        wires[count++] = (mr_connection)MR_CONNECTION(s, 3, spring, 2);
        wires[count++] = (mr_connection)MR_CONNECTION(s + 1, 1, spring, 3);
        wires[count++] = (mr_connection)MR_CONNECTION(spring, 0, s, 1);
        wires[count] = (mr_connection)MR_CONNECTION(spring, 0, s + 1, 0);
        wires[count++].factor = -1.0;
    }
    must(mr_coupled_open(config, members, 2 * t->members - 1, wires, count, &coupled, &message) ==
             MR_OK,
         message.text);
    for (int s = t->members; s < 2 * t->members - 1; s++)
        must(mr_coupled_follow(coupled, s) == MR_OK, "a spring cannot follow");
    return coupled;
}

static mr_coupled *open_car(const train *t, const mr_coupled_config *config) {
    static char text[5][1100];
    mr_coupled_member members[9];
    mr_connection wires[24];
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    int count = 0;
    snprintf(text[0], sizeof text[0], "file='%s'", t->body);
    members[0] = (mr_coupled_member){.type = mbs, .configuration = text[0], .step = STEP};
    for (int i = 0; i < 4; i++) {
        const int wheel = 1 + i, spring = 5 + i;
        snprintf(text[wheel], sizeof text[wheel], "file='%s' t0=%g", t->wheel, 0.001 + 0.01 * i);
        members[wheel] =
            (mr_coupled_member){.type = mbs, .configuration = text[wheel], .step = STEP};
        members[spring] = (mr_coupled_member){
            .type = part, .configuration = "kind=spring stiffness=2e4 damping=1500", .step = STEP};
        wires[count++] = (mr_connection)MR_CONNECTION(wheel, 0, spring, 0);
        wires[count++] = (mr_connection)MR_CONNECTION(0, i, spring, 1);
        wires[count++] = (mr_connection)MR_CONNECTION(wheel, 1, spring, 2);
        wires[count++] = (mr_connection)MR_CONNECTION(0, 4 + i, spring, 3);
        wires[count++] = (mr_connection)MR_CONNECTION(spring, 0, wheel, 0);
        wires[count] = (mr_connection)MR_CONNECTION(spring, 0, 0, i);
        wires[count++].factor = -1.0;
    }
    must(mr_coupled_open(config, members, 9, wires, count, &coupled, &message) == MR_OK,
         message.text);
    for (int s = 5; s < 9; s++)
        must(mr_coupled_follow(coupled, s) == MR_OK, "a suspension cannot follow");
    return coupled;
}

static mr_coupled *open_train(const train *t, bool parallel) {
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled_default_own_steps(&config);
    must(mr_coupled_parse(&config, "iteration=jacobi order=2 graded_start=off", &message) == MR_OK,
         message.text);
    config.parallel = parallel;
    return t->body ? open_car(t, &config) : open_row(t, &config);
}

/* of one step */
static double run_time(mr_coupled *coupled, clockid_t clock) {
    must(mr_coupled_start(coupled, 0.0) == MR_OK, mr_coupled_error(coupled));
    const double begin = seconds(clock);
    must(mr_coupled_advance(coupled, STEPS * STEP) == MR_OK, mr_coupled_error(coupled));
    return (seconds(clock) - begin) / STEPS;
}

/* --- processor time of each member's steps, what it asks of its inputs included --- */

static struct timed {
    const void *slave;
    double seconds;
} timed[MOST];
static int timed_count;
static const mr_slave_type *timed_type;

static mr_status timed_step_to(void *slave, const mr_inputs *inputs, double limit, double *t) {
    int m = 0;
    while (m < timed_count && timed[m].slave != slave)
        m++;
    if (m == timed_count)
        timed[timed_count++] = (struct timed){slave, 0.0};
    const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
    const mr_status status = timed_type->step_to(slave, inputs, limit, t);
    timed[m].seconds += seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    return status;
}

/* least times of a step of each member, and of everything beside them (all: the whole step) */
static double step_costs(const train *t, double *cost, double *all) {
    const mr_slave_type *moving = t->body ? mbs : part;
    mr_slave_type with_clock = *moving;
    double rest = INFINITY;
    timed_type = moving;
    with_clock.step_to = timed_step_to;
    if (t->body)
        mbs = &with_clock;
    else
        moving_part = &with_clock;
    mr_coupled *turns = open_train(t, false);
    timed_count = 0;
    for (int m = 0; m < t->members; m++)
        cost[m] = INFINITY;
    *all = INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double sum = 0.0;
        for (int m = 0; m < timed_count; m++)
            timed[m].seconds = 0.0;
        const double whole = run_time(turns, CLOCK_THREAD_CPUTIME_ID);
        must(timed_count == t->members, "not all members make steps");
        for (int m = 0; m < t->members; m++) {
            cost[m] = fmin(cost[m], timed[m].seconds / STEPS);
            sum += timed[m].seconds / STEPS;
        }
        rest = fmin(rest, whole - sum);
        *all = fmin(*all, whole);
    }
    mr_coupled_close(turns);
    mbs = t->body ? moving : mbs;
    moving_part = part;
    return fmax(0.0, rest);
}

static int longer(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* longest first, each to the core that is free first: when the last one ends */
static double makespan(const double *cost, int members, int cores) {
    double core[64] = {0.0}, last = 0.0;
    for (int m = 0; m < members; m++) {
        int least = 0;
        for (int c = 1; c < cores; c++)
            if (core[c] < core[least])
                least = c;
        core[least] += cost[m];
    }
    for (int c = 0; c < cores; c++)
        last = fmax(last, core[c]);
    return last;
}

/* least wall times of a step, in turn and in threads */
static void compare(const train *t, double *serial, double *parallel) {
    mr_coupled *turns = open_train(t, false), *threads = open_train(t, true);
    *serial = *parallel = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        *serial = fmin(*serial, run_time(turns, CLOCK_MONOTONIC));
        *parallel = fmin(*parallel, run_time(threads, CLOCK_MONOTONIC));
    }
    mr_coupled_close(turns);
    mr_coupled_close(threads);
}

static void measure(const train *t, double hand) {
    char figure[100];
    double serial, parallel, cost[MOST], sum = 0.0, all;
    compare(t, &serial, &parallel);
    const double rest = step_costs(t, cost, &all);
    qsort(cost, (size_t)t->members, sizeof *cost, longer);
    for (int m = 0; m < t->members; m++)
        sum += cost[m];
    snprintf(figure, sizeof figure, "many_%s_step", t->name);
    bench_print(figure, all * 1e6, "us");
    snprintf(figure, sizeof figure, "many_%s_rest", t->name);
    bench_print(figure, rest * 1e6, "us");
    snprintf(figure, sizeof figure, "many_%s_speed_up_measured", t->name);
    bench_print(figure, serial / parallel, "1");
    for (int cores = 2; cores <= 64; cores *= 2) {
        const int used = cores < t->members ? cores : t->members;
        const double step = makespan(cost, t->members, cores) + rest + hand * (used - 1);
        snprintf(figure, sizeof figure, "many_%s_speed_up_simulated_%d", t->name, cores);
        bench_print(figure, (sum + rest) / step, "1");
    }
}

void bench_many(void) {
    mr_message message = {""};
    mr_plugin *parts, *multibody = NULL;
    must(mr_plugin_load("part", &parts, NULL, &message) == MR_OK, message.text);
    part = moving_part = mr_plugin_type(parts);
    double turns, threads;
    const train tiny = {.name = "tiny", .members = 2, .masses = {1, 1}, .work = 1};
    compare(&tiny, &turns, &threads);
    const double hand = fmax(0.0, threads - turns);
    bench_print("many_hand_over", hand * 1e6, "us");
    train chain = {.name = "chain_drive", .members = 3, .masses = {38, 20, 20}, .work = 100};
    measure(&chain, hand);
    train track = {.name = "track", .members = 64, .work = 100};
    for (int m = 0; m < track.members; m++)
        track.masses[m] = 10;
    measure(&track, hand);
    const char *prefix;
    if (mr_plugin_load(BENCH_MANY "/body.mbs", &multibody, &prefix, &message) == MR_OK) {
        mbs = mr_plugin_type(multibody);
        const train car = {.name = "car",
                           .members = 5,
                           .body = BENCH_MANY "/body.mbs",
                           .wheel = BENCH_MANY "/wheel.mbs"};
        measure(&car, hand);
        mr_plugin_unload(multibody);
    }
    mr_plugin_unload(parts);
}
