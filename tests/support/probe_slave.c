/* the probe's table */
#include "probe_slave.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct state {
    double t, origin, impulse;
    int64_t index; /* steps made */
} state;

typedef struct instance {
    probe *p;
    mr_message *message;
    state now;
} instance;

static probe *next_probe;
static char names[2][PROBE_MOST_SIGNALS][8];
static mr_variable lists[2][PROBE_MOST_SIGNALS];

void probe_next(probe *p) {
    next_probe = p;
    if (names[0][0][0])
        return;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < PROBE_MOST_SIGNALS; i++) {
            snprintf(names[side][i], sizeof names[side][i], "%c%d", side ? 'y' : 'u', i + 1);
            lists[side][i] = (mr_variable){names[side][i], "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
        }
}

static bool due(const instance *self, probe_fault fault) {
    return self->p->fault == fault && self->now.t >= self->p->fault_time;
}

static mr_status open_probe(const char *configuration, mr_message *message, void **made) {
    (void)configuration;
    probe *p = next_probe;
    if (p->fault == PROBE_OPEN_FAILS) {
        mr_message_set(message, "the probe does not want to be opened");
        return MR_ERR_CONFIG;
    }
    if (p->fault == PROBE_OPEN_WITHOUT)
        return MR_OK;
    instance *self = calloc(1, sizeof *self);
    if (!self)
        return MR_ERR_MEMORY;
    self->p = p;
    self->message = message;
    p->opened++;
    *made = self;
    return MR_OK;
}

static void describe(const void *slave, mr_slave_description *description) {
    const probe *p = ((const instance *)slave)->p;
    *description = (mr_slave_description){
        .title = "probe",
        .input_count = p->input_list_count ? p->input_list_count : p->inputs,
        .inputs = p->input_list_count ? p->input_list : lists[0],
        .output_count = p->output_list_count ? p->output_list_count : p->outputs,
        .outputs = p->output_list_count ? p->output_list : lists[1],
    };
}

static mr_status ask(instance *self, const mr_inputs *inputs, double end, double t) {
    double u[PROBE_MOST_SIGNALS] = {0};
    mr_status status = mr_inputs_at(inputs, t, u);
    if (status == MR_OK && self->p->hear)
        self->p->hear(self->p->context, self->now.t, end, t, u);
    if (status == MR_OK)
        self->now.impulse += (end - self->now.t) * u[0];
    return status;
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    instance *self = slave;
    self->now = (state){.t = t0, .origin = t0};
    self->p->initialised++;
    if (due(self, PROBE_INITIALISE_FAILS)) {
        mr_message_set(self->message, "the probe cannot begin");
        return MR_ERR_SLAVE_INITIALISE;
    }
    if (due(self, PROBE_INITIALISE_ASKS))
        return ask(self, inputs, t0, t0 + 1.0);
    return ask(self, inputs, t0, t0);
}

static double own_end(const instance *self) {
    const probe *p = self->p;
    if (due(self, PROBE_CRAWLS))
        return nextafter(self->now.t, INFINITY);
    if (self->now.index < p->end_count)
        return p->ends[self->now.index];
    const double origin = p->end_count > 0 ? p->ends[p->end_count - 1] : self->now.origin;
    return origin + (double)(self->now.index - p->end_count + 1) * p->h;
}

static mr_status fault_of_step(instance *self, const mr_inputs *inputs, double *end,
                               bool *ends_here) {
    const double from = self->now.t, h = *end - from;
    *ends_here = true;
    if (due(self, PROBE_STEP_FAILS)) {
        mr_message_set(self->message, "the probe lost its way");
        return MR_ERR_SLAVE_STEP;
    }
    if (due(self, PROBE_STEP_FAILS_SILENTLY))
        return MR_ERR_SLAVE_STEP;
    if (due(self, PROBE_STEP_WRONG_STATUS))
        return (mr_status)4711;
    if (due(self, PROBE_STEP_STOPS))
        return MR_ERR_STOPPED;
    if (due(self, PROBE_ASKS_AFTER))
        return ask(self, inputs, *end, *end + 0.5 * h);
    if (due(self, PROBE_ASKS_BEFORE))
        return ask(self, inputs, *end, from - 0.5 * h);
    if (due(self, PROBE_ASKS_NAN))
        return ask(self, inputs, *end, NAN);
    if (due(self, PROBE_IGNORES_REFUSAL))
        (void)ask(self, inputs, *end, *end + 0.5 * h);
    *ends_here = false;
    if (due(self, PROBE_DOES_NOT_ADVANCE))
        *end = from;
    if (due(self, PROBE_GOES_BACK))
        *end = from - h;
    if (due(self, PROBE_TIME_NAN))
        *end = NAN;
    if (due(self, PROBE_STEP_TOO_LONG))
        *end = from + 2.0 * h;
    return MR_OK;
}

static mr_status go(instance *self, const mr_inputs *inputs, double end, double *t) {
    const probe *p = self->p;
    const double from = self->now.t, wanted = end;
    bool ends_here;
    mr_status status = fault_of_step(self, inputs, &end, &ends_here);
    if (status != MR_OK || ends_here)
        return status;
    self->p->constant = inputs->constant;
    static const double at_end = 1.0;
    const double *asks = p->ask_count ? p->asks : &at_end;
    for (int i = 0; i < (p->ask_count ? p->ask_count : 1) && status == MR_OK; i++)
        status =
            ask(self, inputs, wanted, asks[i] == 1.0 ? wanted : from + asks[i] * (wanted - from));
    if (status != MR_OK)
        return status;
    self->now.t = end;
    self->p->steps++;
    *t = end;
    return MR_OK;
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    instance *self = slave;
    mr_status status = go(self, inputs, own_end(self), t);
    self->now.index++;
    return status;
}

static mr_status step_to(void *slave, const mr_inputs *inputs, double t_limit, double *t) {
    instance *self = slave;
    const double own = own_end(self);
    if (t_limit >= own || self->p->h == 0.0) /* h = 0: no step of its own */
        return self->p->h == 0.0 ? go(self, inputs, t_limit, t) : step(slave, inputs, t);
    mr_status status = go(self, inputs, t_limit, t);
    self->now.origin = t_limit;
    self->now.index = 0;
    return status;
}

static mr_status outputs(void *slave, double *y) {
    const instance *self = slave;
    if (due(self, PROBE_OUTPUTS_FAIL)) {
        mr_message_set(self->message, "the probe keeps its outputs to itself");
        return MR_ERR_SLAVE_OUTPUTS;
    }
    mr_slave_description d;
    describe(slave, &d);
    const int width = mr_variables_width(d.outputs, d.output_count);
    if (self->p->signals)
        self->p->signals(self->now.t, self->now.impulse, y);
    else
        for (int i = 0; i < width; i++)
            y[i] = self->now.t + i;
    if (due(self, PROBE_OUTPUT_NAN))
        y[width - 1] = NAN;
    if (due(self, PROBE_OUTPUT_INFINITE))
        y[width - 1] = INFINITY;
    return MR_OK;
}

static mr_status rates(void *slave, double *ydot) {
    const instance *self = slave;
    for (int i = 0; i < self->p->outputs; i++)
        ydot[i] = 1.0;
    if (self->p->rates)
        self->p->rates(self->now.t, self->now.impulse, ydot);
    if (due(self, PROBE_RATE_NAN))
        ydot[0] = NAN;
    return MR_OK;
}

static mr_status next_step(const void *slave, double *h) {
    const instance *self = slave;
    *h = own_end(self) - self->now.t;
    if (due(self, PROBE_NEXT_STEP_NEGATIVE))
        *h = -1.0;
    if (due(self, PROBE_NEXT_STEP_NAN))
        *h = NAN;
    if (due(self, PROBE_NEXT_STEP_ENDLESS))
        *h = 1e300;
    return due(self, PROBE_NEXT_STEP_FAILS) ? MR_ERR_SLAVE_STEP : MR_OK;
}

static mr_status save(const void *slave, void **saved) {
    const instance *self = slave;
    if (due(self, PROBE_SAVE_FAILS)) {
        mr_message_set(self->message, "the probe has no drawer");
        return MR_ERR_SLAVE_STATE;
    }
    if (!*saved) {
        *saved = malloc(sizeof(state));
        self->p->saved_states++;
    }
    if (!*saved)
        return MR_ERR_MEMORY;
    *(state *)*saved = self->now;
    return MR_OK;
}

static mr_status restore(void *slave, const void *saved) {
    instance *self = slave;
    if (due(self, PROBE_RESTORE_FAILS)) {
        mr_message_set(self->message, "the drawer is stuck");
        return MR_ERR_SLAVE_STATE;
    }
    self->now = *(const state *)saved;
    return MR_OK;
}

static void free_state(void *saved) {
    free(saved);
}

static void close_probe(void *slave) {
    instance *self = slave;
    self->p->closed++;
    free(self);
}

const mr_slave_type probe_type = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "probe",
    .summary = "slave for tests",
    .options = "",
    .open = open_probe,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = close_probe,
    .next_step = next_step,
    .step_to = step_to,
    .rates = rates,
    .save = save,
    .restore = restore,
    .free_state = free_state,
};
