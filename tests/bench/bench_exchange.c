/* the cost of an exchange over an empty slave, against a raw loop that calls the same slave
 * directly */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_SIGNALS 64
#define STEP         1e-3

/* does nothing but what the contract asks: takes its inputs once and moves its time on; `work`
 * rounds of arithmetic stand for a slave that computes something */
typedef struct empty {
    long index;
    int signals, work;
    double value;
    double u[MOST_SIGNALS];
} empty;

static mr_variable variables[MOST_SIGNALS];
static char names[MOST_SIGNALS][8];

static mr_status open_empty(const char *configuration, mr_message *message, void **made) {
    (void)message;
    empty *slave = calloc(1, sizeof *slave);
    if (!slave)
        return MR_ERR_MEMORY;
    sscanf(configuration, "%d %d", &slave->signals, &slave->work);
    for (int i = 0; i < MOST_SIGNALS; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        variables[i] = (mr_variable){names[i], "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
    }
    *made = slave;
    return MR_OK;
}

static void describe(const void *self, mr_slave_description *description) {
    const int signals = ((const empty *)self)->signals;
    *description = (mr_slave_description){.title = "empty",
                                          .input_count = signals,
                                          .inputs = variables,
                                          .output_count = signals,
                                          .outputs = variables};
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    (void)t0;
    (void)inputs;
    ((empty *)self)->index = 0;
    return MR_OK;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    empty *slave = self;
    *t = (double)++slave->index * STEP;
    mr_status status = mr_inputs_at(inputs, *t, slave->u);
    double value = slave->u[0];
    for (int i = 0; i < slave->work; i++)
        value = value * 0.999 + 1e-3;
    slave->value = value;
    return status;
}

static mr_status outputs(void *self, double *y) {
    const empty *slave = self;
    y[0] = slave->value;
    for (int i = 1; i < slave->signals; i++)
        y[i] = slave->u[i];
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    (void)self;
    *h = STEP;
    return MR_OK;
}

static const mr_slave_type empty_slave = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "empty",
    .open = open_empty,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = free,
    .next_step = next_step,
};

typedef struct set_up {
    int signals, work;
    long exchanges;
    const char *options;
} set_up;

static void run_exchanges(void *context) {
    const set_up *s = context;
    mr_config config;
    mr_message message;
    mr_interface *interface;
    char slave[32];
    mr_config_default(&config);
    snprintf(slave, sizeof slave, "%d %d", s->signals, s->work);
    if (mr_config_parse(&config, s->options, &message) != MR_OK ||
        mr_interface_open(&config, &empty_slave, slave, &interface, &message) != MR_OK) {
        fprintf(stderr, "%s\n", message.text);
        exit(1);
    }
    double y[MOST_SIGNALS] = {0}, u[MOST_SIGNALS] = {0};
    mr_status status = mr_interface_start(interface, 0.0, y);
    for (long i = 1; i <= s->exchanges && status == MR_OK; i++) {
        y[0] = (double)(i & 1023) + 1e-30 * u[0]; /* each exchange waits for the one before */
        /* between the slave's samples, so that every value has to be interpolated */
        status = mr_interface_exchange(interface, ((double)i - 0.5) * STEP, y, MR_MAJOR, u);
    }
    if (status != MR_OK) {
        fprintf(stderr, "%s\n", mr_interface_error(interface));
        exit(1);
    }
    mr_interface_close(interface);
}

static mr_status direct_input(void *context, double t, double *u) {
    (void)t;
    const double *y = context;
    u[0] = y[0];
    return MR_OK;
}

/* the limit: what a hand-written loop over the same functions costs */
static void run_raw(void *context) {
    const set_up *s = context;
    mr_message message;
    void *slave;
    char text[32];
    snprintf(text, sizeof text, "%d %d", s->signals, s->work);
    /* through a volatile pointer, as any master that has loaded a plug-in must */
    const mr_slave_type *volatile type_seen = &empty_slave;
    const mr_slave_type *type = type_seen;
    if (type->open(text, &message, &slave) != MR_OK)
        exit(1);
    double y[MOST_SIGNALS] = {0}, u[MOST_SIGNALS] = {0}, t;
    const mr_inputs inputs = {.at = direct_input, .context = y};
    type->initialise(slave, 0.0, &inputs);
    for (long i = 1; i <= s->exchanges; i++) {
        y[0] = (double)(i & 1023) + 1e-30 * u[0]; /* each exchange waits for the one before */
        if (type->step(slave, &inputs, &t) != MR_OK || type->outputs(slave, u) != MR_OK)
            exit(1);
    }
    type->close(slave);
}

#define EXCHANGES 50000L

static double per_exchange(void (*run)(void *), int signals, int work, const char *options) {
    set_up s = {signals, work, EXCHANGES, options};
    return bench_least(run, &s, 100) / (double)EXCHANGES * 1e9;
}

/* runs once, for counting instructions; half of it, so that the difference has no start of a
 * program in it */
#define COUNTED 100000L
#define HALF    "BENCH_EXCHANGE_HALF"

void bench_exchange_counted(void) {
    set_up s = {1, 0, getenv(HALF) ? COUNTED : 2 * COUNTED, "order=3"};
    run_exchanges(&s);
}

static void count_instructions(void) {
    const double all = bench_instructions("exchange");
    (void)setenv(HALF, "1", 1);
    const double half = bench_instructions("exchange");
    (void)unsetenv(HALF);
    if (all > 0.0 && half > 0.0)
        bench_print("exchange_order3_instructions", (all - half) / (double)COUNTED, "instructions");
}

void bench_exchange(void) {
    const double raw = per_exchange(run_raw, 1, 0, "");
    const double one = per_exchange(run_exchanges, 1, 0, "order=3");
    const double many = per_exchange(run_exchanges, 33, 0, "order=3");
    const double raw_many = per_exchange(run_raw, 33, 0, "");
    bench_print("exchange_raw_loop", raw, "ns");
    bench_print("exchange_order3_sf", one, "ns");
    bench_print("exchange_order3_sf_over_raw", one - raw, "ns");
    bench_print("exchange_order3_ff", per_exchange(run_exchanges, 1, 0, "order=3 scheme=ff"), "ns");
    bench_print("exchange_order0_sf", per_exchange(run_exchanges, 1, 0, "order=0"), "ns");
    bench_print("exchange_order3_per_further_signal", (many - one - (raw_many - raw)) / 32.0, "ns");
    /* a slave with the cost of the two small FMUs on which published masters were measured (65 ns)
     */
    int work = 1;
    while (per_exchange(run_raw, 1, work, "") < 65.0 && work < 1000)
        work += 2;
    const double raw65 = per_exchange(run_raw, 1, work, "");
    const double with65 = per_exchange(run_exchanges, 1, work, "order=3");
    bench_print("exchange_65ns_slave_raw", raw65, "ns");
    bench_print("exchange_65ns_slave", with65, "ns");
    bench_print("exchange_65ns_slave_ratio_to_raw", with65 / raw65, "x");
    count_instructions();
}
