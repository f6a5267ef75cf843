/* a slave for tests of the block: y_i' = gain * u_i by the trapezoidal rule, exact for inputs that
 * grow linearly; fails on demand
 *
 * width=1 gain=1 step=0.1 fail_at=TIME (the first step that begins there or later fails)
 * end_at=TIME (the same, but it is the end and no failure)
 * crash_at=TIME, hang_at=TIME (likewise, but it takes its process along, or never comes back)
 * opened=FILE (which gets a line whenever a slave is opened) */
#include "multirate/file.h"
#include "multirate/options.h"
#include "multirate/slave.h"

#include <math.h>
#include <stdlib.h>

#define MOST 16

typedef struct state {
    double origin, t, y[MOST]; /* its grid is origin + index * step */
    long index;
} state;

typedef struct accumulator {
    mr_message *message;
    mr_variable input, output;
    double width, gain, step, fail_at, end_at, crash_at, hang_at;
    state now;
} accumulator;

static mr_status note(const char *name) {
    FILE *file = mr_file_open(name, "ab");
    if (!file)
        return MR_ERR_CONFIG;
    fputs("opened\n", file);
    return fclose(file) == 0 ? MR_OK : MR_ERR_CONFIG;
}

static mr_status open_one(const char *configuration, mr_message *message, void **instance) {
    accumulator *a = calloc(1, sizeof *a);
    if (!a)
        return MR_ERR_MEMORY;
    *a = (accumulator){.message = message,
                       .width = 1.0,
                       .gain = 1.0,
                       .step = 0.1,
                       .fail_at = INFINITY,
                       .end_at = INFINITY,
                       .crash_at = INFINITY,
                       .hang_at = INFINITY};
    const struct {
        const char *key;
        double *target;
    } numbers[] = {{"width", &a->width},     {"gain", &a->gain},     {"step", &a->step},
                   {"fail_at", &a->fail_at}, {"end_at", &a->end_at}, {"crash_at", &a->crash_at},
                   {"hang_at", &a->hang_at}};
    mr_option option;
    mr_status status = MR_OK;
    while (status == MR_OK && mr_option_next(&configuration, &option, &status, message)) {
        size_t i = 0;
        while (i < sizeof numbers / sizeof *numbers && strcmp(numbers[i].key, option.key) != 0)
            i++;
        if (strcmp(option.key, "opened") == 0)
            status = note(option.value);
        else if (i < sizeof numbers / sizeof *numbers)
            *numbers[i].target = strtod(option.value, NULL);
        else
            status = MR_ERR_CONFIG;
    }
    if (status == MR_OK && !(a->width >= 1 && a->width <= MOST && a->step > 0))
        status = MR_ERR_CONFIG;
    if (status != MR_OK) {
        mr_message_set(message, "the accumulator cannot be made");
        free(a);
        return status;
    }
    a->input = (mr_variable){"u", "", (int)a->width, MR_NONE, MR_NONE, MR_CONTINUOUS};
    a->output = (mr_variable){"y", "", (int)a->width, MR_NONE, MR_NONE, MR_CONTINUOUS};
    *instance = a;
    return MR_OK;
}

static void describe(const void *instance, mr_slave_description *description) {
    const accumulator *a = instance;
    *description = (mr_slave_description){.title = "accumulator",
                                          .input_count = 1,
                                          .inputs = &a->input,
                                          .output_count = 1,
                                          .outputs = &a->output};
}

static mr_status initialise(void *instance, double t0, const mr_inputs *inputs) {
    accumulator *a = instance;
    double u[MOST];
    a->now = (state){.origin = t0, .t = t0};
    return mr_inputs_at(inputs, t0, u);
}

/* an address that nobody has */
static volatile int *volatile nowhere = (volatile int *)16;

static mr_status step(void *instance, const mr_inputs *inputs, double *t) {
    accumulator *a = instance;
    double before[MOST], after[MOST];
    if (a->now.t >= a->end_at) {
        mr_message_set(a->message, "the accumulator has come to its end");
        return MR_ERR_STOPPED;
    }
    if (a->now.t >= a->fail_at) {
        mr_message_set(a->message, "the accumulator is full");
        return MR_ERR_SLAVE_STEP;
    }
    if (a->now.t >= a->crash_at)
        *nowhere = 1;
    while (a->now.t >= a->hang_at)
        *(volatile double *)&a->hang_at += 0.0;
    const double begin = a->now.t, end = a->now.origin + (double)(a->now.index + 1) * a->step;
    mr_status status = mr_inputs_at(inputs, begin, before);
    if (status == MR_OK)
        status = mr_inputs_at(inputs, end, after);
    if (status != MR_OK)
        return status;
    for (int i = 0; i < (int)a->width; i++)
        a->now.y[i] += a->gain * (end - begin) * (before[i] + after[i]) / 2;
    a->now.t = end;
    a->now.index++;
    *t = end;
    return MR_OK;
}

static mr_status next_step(const void *instance, double *h) {
    *h = ((const accumulator *)instance)->step;
    return MR_OK;
}

static mr_status outputs(void *instance, double *y) {
    const accumulator *a = instance;
    memcpy(y, a->now.y, (size_t)a->width * sizeof *y);
    return MR_OK;
}

static mr_status save(const void *instance, void **saved) {
    if (!*saved)
        *saved = malloc(sizeof(state));
    if (!*saved)
        return MR_ERR_MEMORY;
    *(state *)*saved = ((const accumulator *)instance)->now;
    return MR_OK;
}

static mr_status restore(void *instance, const void *saved) {
    ((accumulator *)instance)->now = *(const state *)saved;
    return MR_OK;
}

static const mr_slave_type accumulator_type = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "accumulator",
    .summary = "sums its inputs up, for tests",
    .options = "width gain step fail_at end_at crash_at hang_at",
    .open = open_one,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = free,
    .next_step = next_step,
    .save = save,
    .restore = restore,
    .free_state = free};

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void) {
    return &accumulator_type;
}
