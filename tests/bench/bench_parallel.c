/* four slaves in one model, equal and unequal: one after the other, placed by what they cost, and
 * each in a thread of its own where the system puts it; and what handing a step over costs */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define SLAVES 4
#define H1     1e-3
#define H2     1e-2

/* an oscillator that takes its time: `work` rounds of arithmetic per step */
typedef struct busy {
    long index;
    int work;
    double x, v, sink;
} busy;

static const mr_variable input = {"force", "N", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
static const mr_variable output = {"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};

static mr_status open_busy(const char *configuration, mr_message *message, void **made) {
    (void)message;
    busy *slave = calloc(1, sizeof *slave);
    if (!slave)
        return MR_ERR_MEMORY;
    slave->work = atoi(configuration);
    *made = slave;
    return MR_OK;
}
static void describe(const void *self, mr_slave_description *description) {
    (void)self;
    *description = (mr_slave_description){
        .title = "busy", .input_count = 1, .inputs = &input, .output_count = 1, .outputs = &output};
}
static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    (void)t0;
    (void)inputs;
    *(busy *)self = (busy){.work = ((busy *)self)->work, .x = 1.0};
    return MR_OK;
}
static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    busy *slave = self;
    double u = 0.0;
    *t = (double)++slave->index * H2;
    const mr_status status = mr_inputs_at(inputs, *t, &u);
    slave->v += H2 * (u - 40.0 * slave->x);
    slave->x += H2 * slave->v;
    for (int i = 0; i < slave->work; i++)
        slave->sink = sqrt(slave->sink + slave->x * slave->x + (double)i);
    return status;
}
static mr_status next_step(const void *self, double *h) {
    (void)self;
    *h = H2;
    return MR_OK;
}
static mr_status outputs(void *self, double *y) {
    *y = ((const busy *)self)->x;
    return MR_OK;
}
static mr_status save(const void *self, void **state) {
    if (!*state)
        *state = malloc(sizeof(busy));
    if (!*state)
        return MR_ERR_MEMORY;
    *(busy *)*state = *(const busy *)self;
    return MR_OK;
}
static mr_status restore(void *self, const void *state) {
    *(busy *)self = *(const busy *)state;
    return MR_OK;
}

static const mr_slave_type busy_type = {.abi = MR_SLAVE_ABI,
                                        .size = sizeof(mr_slave_type),
                                        .name = "busy",
                                        .open = open_busy,
                                        .describe = describe,
                                        .initialise = initialise,
                                        .step = step,
                                        .outputs = outputs,
                                        .close = free,
                                        .next_step = next_step,
                                        .save = save,
                                        .restore = restore,
                                        .free_state = free};

typedef struct race {
    mr_interface *interfaces[SLAVES];
    int count, steps;
    double sum; /* of all answers: must not depend on threads */
} race;

/* the pattern of a Runge-Kutta master with `count` blocks */
static void run_race(void *context) {
    race *r = context;
    double y = 0.0, u;
    r->sum = 0.0;
    for (int k = 0; k < r->count; k++)
        mr_interface_start(r->interfaces[k], 0.0, &y);
    for (int i = 0; i < r->steps; i++)
        for (int stage = 0; stage < 4; stage++)
            for (int k = 0; k < r->count; k++) {
                const double t = H1 * i + 0.5 * H1 * ((stage + 1) / 2);
                y = sin(t + k);
                mr_interface_exchange(r->interfaces[k], t, &y, stage == 0 ? MR_MAJOR : MR_MINOR,
                                      &u);
                r->sum += u;
            }
}

/* work: of each slave; the same options for all */
typedef struct entry {
    const char *options;
    double seconds; /* the least of several */
    double sum;
} entry;

static void time_race(int count, const int *work, int steps, entry *e) {
    race r = {.count = count, .steps = steps};
    char text[16];
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    bool good = mr_config_parse(&config, e->options, &message) == MR_OK;
    for (int k = 0; good && k < count; k++) {
        snprintf(text, sizeof text, "%d", work[k]);
        good = mr_interface_open(&config, &busy_type, text, &r.interfaces[k], &message) == MR_OK;
    }
    const double seconds = good ? bench_least(run_race, &r, 2) : NAN;
    if (!(e->seconds <= seconds))
        e->seconds = seconds;
    e->sum = r.sum;
    for (int k = 0; k < count; k++)
        mr_interface_close(r.interfaces[k]);
}

/* in turn, so that all meet the same disturbances */
static void time_races(int slaves, const int *work, int steps, entry *entries, int count) {
    for (int i = 0; i < count; i++)
        entries[i].seconds = NAN;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < count; i++)
            time_race(slaves, work, steps, &entries[i]);
}

/* speed-up that no placement of whole steps can exceed: by trying all of them */
static double bound(const int *work, int cores) {
    int placements = 1, total = 0, best = 0;
    for (int k = 0; k < SLAVES; k++) {
        placements *= cores;
        total += work[k];
    }
    for (int p = 0; p < placements; p++) {
        int most = 0, rest = p, load[SLAVES] = {0};
        for (int k = 0; k < SLAVES; k++, rest /= cores) {
            load[rest % cores] += work[k];
            if (load[rest % cores] > most)
                most = load[rest % cores];
        }
        if (p == 0 || most < best)
            best = most;
    }
    return (double)total / best;
}

static void print_race(const char *what, const char *who, double value, const entry *serial,
                       const entry *other) {
    char name[64];
    snprintf(name, sizeof name, "parallel_%s_%s", what, who);
    bench_print(name, value, serial->sum == other->sum ? "x" : "x (other bits)");
}

static void race_equal(const char *scheme) {
    static const int work[SLAVES] = {250000, 250000, 250000, 250000};
    char serial[64], parallel[64];
    snprintf(serial, sizeof serial, "scheme=%s order=1", scheme);
    snprintf(parallel, sizeof parallel, "%s parallel=on", serial);
    entry e[2] = {{.options = serial}, {.options = parallel}};
    time_races(SLAVES, work, 800, e, 2);
    print_race("four_slaves", scheme, e[0].seconds / e[1].seconds, &e[0], &e[1]);
}

static void race_unequal(const char *what, const int *work, int cores) {
    entry e[3] = {{.options = "order=1"},
                  {.options = "order=1 parallel=on"},
                  {.options = "order=1 parallel=own"}};
    int largest = 0;
    for (int k = 0; k < SLAVES; k++)
        largest = work[k] > largest ? work[k] : largest;
    time_races(SLAVES, work, (int)(400 * 250000.0 / largest), e, 3);
    const double best = bound(work, cores), placed = e[0].seconds / e[1].seconds;
    print_race(what, "placed", placed, &e[0], &e[1]);
    print_race(what, "placed_of_ideal", placed / best, &e[0], &e[1]);
    print_race(what, "threads_of_their_own", e[0].seconds / e[2].seconds, &e[0], &e[2]);
    print_race(what, "placed_to_own", e[2].seconds / e[1].seconds, &e[0], &e[1]);
}

static void print_hand_over(const char *who, double seconds, int steps) {
    char name[64];
    snprintf(name, sizeof name, "parallel_hand_over%s", who);
    bench_print(name, 1e6 * seconds * H2 / H1 / steps, "us per slave step");
    snprintf(name, sizeof name, "parallel_hand_over%s_per_exchange", who);
    bench_print(name, 1e6 * seconds / (4.0 * steps), "us");
}

/* one slave whose steps cost nothing */
static void race_nothing(void) {
    const int none = 0, steps = 100000;
    entry e[3] = {{.options = "order=1"},
                  {.options = "order=1 parallel=on"},
                  {.options = "order=1 parallel=own"}};
    time_races(1, &none, steps, e, 3);
    print_hand_over("", e[1].seconds - e[0].seconds, steps);
    print_hand_over("_own", e[2].seconds - e[0].seconds, steps);
}

void bench_parallel(void) {
    race_equal("slowest_first");
    race_equal("fastest_first");
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    /* rounds of some 6 ns: the longest step takes about 0.5 ms */
    race_unequal("3111", (const int[]){75000, 25000, 25000, 25000}, cores);
    race_unequal("1113", (const int[]){25000, 25000, 25000, 75000}, cores);
    race_unequal("1124", (const int[]){20000, 20000, 40000, 80000}, cores);
    race_unequal("short_1124", (const int[]){2000, 2000, 4000, 8000}, cores);

    race_nothing();
}
