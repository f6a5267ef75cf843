/* four equal slaves in one model: one after the other, and each in a thread of its own; and what
 * handing a step over to a thread costs */
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <math.h>
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
                mr_exchange(r->interfaces[k], t, &y, stage == 0 ? MR_MAJOR : MR_MINOR, &u);
                r->sum += u;
            }
}

static double time_race(int count, int work, int steps, const char *options, double *sum) {
    race r = {.count = count, .steps = steps};
    char text[16];
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    snprintf(text, sizeof text, "%d", work);
    bool good = mr_config_parse(&config, options, &message) == MR_OK;
    for (int k = 0; good && k < count; k++)
        good = mr_interface_open(&config, &busy_type, text, &message, &r.interfaces[k]) == MR_OK;
    const double least = good ? bench_least(run_race, &r, 5) : -1.0;
    for (int k = 0; k < count; k++)
        mr_interface_close(r.interfaces[k]);
    *sum = r.sum;
    return least;
}

void bench_parallel(void) {
    static const char *const schemes[] = {"slowest_first", "fastest_first"};
    for (int s = 0; s < 2; s++) {
        char serial[64], parallel[64], name[64];
        double a, b;
        snprintf(serial, sizeof serial, "scheme=%s order=1", schemes[s]);
        snprintf(parallel, sizeof parallel, "%s parallel=on", serial);
        const double one = time_race(SLAVES, 250000, 800, serial, &a);
        const double many = time_race(SLAVES, 250000, 800, parallel, &b);
        snprintf(name, sizeof name, "parallel_four_slaves_%s", schemes[s]);
        bench_print(name, one / many, a == b ? "x" : "x (other bits)");
    }
    double sum;
    const int steps = 200000;
    const double alone = time_race(1, 0, steps, "order=1", &sum);
    const double handed = time_race(1, 0, steps, "order=1 parallel=on", &sum);
    bench_print("parallel_hand_over", 1e6 * (handed - alone) * H2 / H1 / steps,
                "us per slave step");
    bench_print("parallel_hand_over_per_exchange", 1e6 * (handed - alone) / (4.0 * steps), "us");
}
