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
#include "bench_many.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST    BENCH_MANY_MOST
#define STEP    1e-3
#define STEPS   20
#define REPEATS 20

typedef struct train {
    const char *name;
    int members; /* a row; the springs between them follow */
    int masses[MOST];
    int work, steps; /* of one run: threads that had to wait between runs are asleep */
} train;

static const mr_slave_type *part, *moving_part;

void bench_many_must(int good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "benchmark of many parts: %s\n", what);
    exit(1);
}

double bench_many_seconds(clockid_t clock) {
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
    bench_many_must(mr_coupled_open(config, members, 2 * t->members - 1, wires, count, &coupled,
                                    &message) == MR_OK,
                    message.text);
    for (int s = t->members; s < 2 * t->members - 1; s++)
        bench_many_must(mr_coupled_follow(coupled, s) == MR_OK, "a spring cannot follow");
    return coupled;
}

static mr_coupled *open_train(const train *t, bool parallel) {
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled_default_own_steps(&config);
    bench_many_must(
        mr_coupled_parse(&config, "iteration=jacobi order=2 graded_start=off", &message) == MR_OK,
        message.text);
    config.parallel = parallel;
    return open_row(t, &config);
}

/* of one step */
static double run_time(mr_coupled *coupled, int steps, clockid_t clock) {
    bench_many_must(mr_coupled_start(coupled, 0.0) == MR_OK, mr_coupled_error(coupled));
    const double begin = bench_many_seconds(clock);
    bench_many_must(mr_coupled_advance(coupled, steps * STEP) == MR_OK, mr_coupled_error(coupled));
    return (bench_many_seconds(clock) - begin) / steps;
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
    const double begin = bench_many_seconds(CLOCK_THREAD_CPUTIME_ID);
    const mr_status status = timed_type->step_to(slave, inputs, limit, t);
    timed[m].seconds += bench_many_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    return status;
}

/* least times of a step of each member, and of everything beside them */
static double step_costs(const train *t, double *cost) {
    mr_slave_type with_clock = *part;
    double rest = INFINITY;
    timed_type = part;
    with_clock.step_to = timed_step_to;
    moving_part = &with_clock;
    mr_coupled *turns = open_train(t, false);
    timed_count = 0;
    for (int m = 0; m < t->members; m++)
        cost[m] = INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double sum = 0.0;
        for (int m = 0; m < timed_count; m++)
            timed[m].seconds = 0.0;
        const double whole = run_time(turns, t->steps, CLOCK_THREAD_CPUTIME_ID);
        bench_many_must(timed_count == t->members, "not all members make steps");
        for (int m = 0; m < t->members; m++) {
            cost[m] = fmin(cost[m], timed[m].seconds / t->steps);
            sum += timed[m].seconds / t->steps;
        }
        rest = fmin(rest, whole - sum);
    }
    mr_coupled_close(turns);
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
        *serial = fmin(*serial, run_time(turns, t->steps, CLOCK_MONOTONIC));
        *parallel = fmin(*parallel, run_time(threads, t->steps, CLOCK_MONOTONIC));
    }
    mr_coupled_close(turns);
    mr_coupled_close(threads);
}

void bench_many_print(const char *name, double *cost, int members, double rest, double serial,
                      double parallel, double hand) {
    char figure[100];
    double sum = 0.0, best = 1.0;
    qsort(cost, (size_t)members, sizeof *cost, longer);
    for (int m = 0; m < members; m++)
        sum += cost[m];
    snprintf(figure, sizeof figure, "many_%s_step", name);
    bench_print(figure, (sum + rest) * 1e6, "us");
    snprintf(figure, sizeof figure, "many_%s_rest", name);
    bench_print(figure, rest * 1e6, "us");
    snprintf(figure, sizeof figure, "many_%s_speed_up_measured", name);
    bench_print(figure, serial / parallel, "1");
    for (int cores = 2; cores <= 64; cores *= 2) {
        const int used = cores < members ? cores : members;
        const double step = makespan(cost, members, cores) + rest + hand * (used - 1);
        snprintf(figure, sizeof figure, "many_%s_speed_up_simulated_%d", name, cores);
        /* steps that are not worth a hand-over are made in turn, and cores may stay idle */
        best = fmax(best, (sum + rest) / step);
        bench_print(figure, best, "1");
    }
}

static void measure(const train *t, double hand) {
    double serial, parallel, cost[MOST];
    compare(t, &serial, &parallel);
    const double rest = step_costs(t, cost);
    bench_many_print(t->name, cost, t->members, rest, serial, parallel, hand);
}

/* what a step costs more in threads, where there is next to nothing to do. The first batches of a
 * run are made in threads, before it is known that they are not worth it */
static double hand_over(void) {
    const train tiny = {.name = "tiny", .members = 2, .masses = {1, 1}, .work = 1};
    double least[2] = {INFINITY, INFINITY};
    for (int repeat = 0; repeat < 2 * REPEATS; repeat++) {
        mr_coupled *coupled = open_train(&tiny, repeat % 2);
        bench_many_must(mr_coupled_start(coupled, 0.0) == MR_OK, mr_coupled_error(coupled));
        for (int k = 1; k <= STEPS; k++) {
            const double begin = bench_many_seconds(CLOCK_MONOTONIC);
            bench_many_must(mr_coupled_advance(coupled, k * STEP) == MR_OK,
                            mr_coupled_error(coupled));
            const double took = bench_many_seconds(CLOCK_MONOTONIC) - begin;
            least[repeat % 2] = fmin(least[repeat % 2], took);
        }
        mr_coupled_close(coupled);
    }
    return fmax(0.0, least[1] - least[0]);
}

void bench_many(void) {
    mr_message message = {""};
    mr_plugin *parts;
    bench_many_must(mr_plugin_load("part", &parts, NULL, &message) == MR_OK, message.text);
    part = moving_part = mr_plugin_type(parts);
    const double hand = hand_over();
    bench_print("many_hand_over", hand * 1e6, "us");
    train chain = {
        .name = "chain_drive", .members = 3, .masses = {38, 20, 20}, .work = 100, .steps = 200};
    measure(&chain, hand);
    train track = {.name = "track", .members = 64, .work = 100, .steps = 30};
    for (int m = 0; m < track.members; m++)
        track.masses[m] = 10;
    measure(&track, hand);
#ifdef BENCH_SYSTEMS
    bench_many_systems(hand);
#endif
    mr_plugin_unload(parts);
}
