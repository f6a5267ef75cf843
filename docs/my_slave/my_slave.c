/* a slave to begin with: a mass on a spring, pushed by a force. Replace state, step and outputs by
 * calls of your simulator. */
#include <multirate/options.h>
#include <multirate/slave.h>

#include <stdlib.h>

typedef struct state {
    double t, x, v;
    long steps;
} state;

typedef struct instance {
    double mass, stiffness, damping, h, t0;
    state now;
} instance;

/* name, unit, width, rate of which variable, power with which output, how it changes */
static const mr_variable inputs_list[] = {{"force", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable outputs_list[] = {{"position", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                           {"velocity", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS}};

static const mr_option_rule rules[] = {
    {.key = "mass", .kind = MR_OPTION_NUMBER, .offset = offsetof(instance, mass)},
    {.key = "stiffness", .kind = MR_OPTION_NUMBER, .offset = offsetof(instance, stiffness)},
    {.key = "damping", .kind = MR_OPTION_NUMBER, .offset = offsetof(instance, damping)},
    {.key = "step", .kind = MR_OPTION_NUMBER, .offset = offsetof(instance, h)},
};

/* makes an instance from the text of its settings; a mistake is one sentence */
static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    instance set = {.mass = 1.0, .stiffness = 100.0, .damping = 0.5, .h = 0.01};
    mr_status status =
        mr_options_read(configuration, rules, (int)(sizeof rules / sizeof *rules), &set, message);
    if (status != MR_OK)
        return status;
    if (!(set.mass > 0.0) || !(set.h > 0.0)) {
        mr_message_set(message, "mass and step must be positive");
        return MR_ERR_CONFIG;
    }
    instance *self = malloc(sizeof *self);
    if (!self)
        return MR_ERR_MEMORY;
    *self = set;
    *made = self;
    return MR_OK;
}

static void describe(const void *self, mr_slave_description *description) {
    (void)self;
    *description = (mr_slave_description){.title = "a mass on a spring",
                                          .input_count = 1,
                                          .inputs = inputs_list,
                                          .output_count = 2,
                                          .outputs = outputs_list};
}

/* called again for each new run */
static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    (void)inputs;
    instance *slave = self;
    slave->t0 = t0;
    slave->now = (state){.t = t0};
    return MR_OK;
}

/* one step of its own size. Inputs may be asked for at any time within it */
static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    instance *slave = self;
    state *s = &slave->now;
    const double end =
        slave->t0 + (double)(s->steps + 1) * slave->h; /* times are counted, not added up */
    double force;
    mr_status status = mr_inputs_at(inputs, end, &force);
    if (status != MR_OK)
        return status;
    const double h = end - s->t;
    s->v = (s->v + h * (force - slave->stiffness * s->x) / slave->mass) /
           (1.0 + h * slave->damping / slave->mass + h * h * slave->stiffness / slave->mass);
    s->x += h * s->v;
    s->t = end;
    s->steps++;
    *t = end;
    return MR_OK;
}

static mr_status outputs(void *self, double *y) {
    const state *s = &((const instance *)self)->now;
    y[0] = s->x;
    y[1] = s->v;
    return MR_OK;
}

static void close_slave(void *self) {
    free(self);
}

/* optional: the size of the coming step, so that the slave can go fastest first */
static mr_status next_step(const void *self, double *h) {
    const instance *slave = self;
    *h = slave->t0 + (double)(slave->now.steps + 1) * slave->h - slave->now.t;
    return MR_OK;
}

MR_SLAVE_TYPE(
    my_slave, .name = "my_slave", .summary = "a mass on a spring, pushed by a force",
    .options = "mass=1       kg\nstiffness=100   N/m\ndamping=0.5  Ns/m\nstep=0.01    s\n",
    .open = open_slave, .describe = describe, .initialise = initialise, .step = step,
    .outputs = outputs, .close = close_slave, .next_step = next_step);

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &my_slave;
}
