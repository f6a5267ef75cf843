/* a part behind multirate/slave.h: options, Runge-Kutta steps, events, state */
#include "part.h"

#include "multirate/options.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const part_kind *const kinds[] = {&part_spring, &part_row,      &part_crank,
                                         &part_node,   &part_line,     &part_cylinder,
                                         &part_piston, &part_actuator, &part_woodpecker};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

typedef struct state {
    double t;
    double x[PART_STATES];
    double u[PART_WIDTH]; /* inputs at t */
} state;

typedef struct instance {
    part part;
    mr_message *message;
    double step, micro, work;
    state now;
    double rate[4][PART_STATES], trial[PART_STATES], stage[3][PART_WIDTH]; /* of a micro step */
    double before[PART_STATES], after[PART_STATES];
} instance;

static void add(mr_variable *list, int *count, int *width, const char *name, const char *unit,
                int size, int rate_of, mr_variability variability) {
    list[(*count)++] = (mr_variable){name, unit, size, rate_of, MR_NONE, variability};
    *width += size;
}

void part_input(part *p, const char *name, const char *unit, int size, int rate_of) {
    add(p->inputs, &p->input_count, &p->input_width, name, unit, size, rate_of, MR_CONTINUOUS);
}

void part_output(part *p, const char *name, const char *unit, int size, int rate_of) {
    add(p->outputs, &p->output_count, &p->output_width, name, unit, size, rate_of, MR_CONTINUOUS);
}

void part_discrete_output(part *p, const char *name) {
    add(p->outputs, &p->output_count, &p->output_width, name, "", 1, MR_NONE, MR_DISCRETE);
}

/* --- options --- */

static mr_status find_kind(const char *configuration, const part_kind **kind, mr_message *message) {
    mr_option option;
    mr_status status = MR_OK;
    char hint[MR_HINT_SIZE];
    *kind = NULL;
    while (mr_option_next(&configuration, &option, &status, message)) {
        if (strcmp(option.key, "kind") != 0)
            continue;
        mr_nearest nearest = {option.value, NULL, 0};
        for (int k = 0; k < KINDS; k++) {
            mr_nearest_try(&nearest, kinds[k]->name);
            if (strcmp(kinds[k]->name, option.value) == 0)
                *kind = kinds[k];
        }
        if (*kind)
            return MR_OK;
        mr_message_set(message, "there is no kind '%.60s' of part%s", option.value,
                       mr_nearest_hint(&nearest, hint, sizeof hint));
        return MR_ERR_CONFIG;
    }
    if (status == MR_OK)
        mr_message_set(message, "kind=NAME is missing: spring, row, crank, node, line, cylinder, "
                                "piston or woodpecker");
    return MR_ERR_CONFIG;
}

static mr_status take_word(const mr_option *option, const part_value *v, double *value,
                           mr_message *message) {
    for (int i = 0; v->words[i]; i++)
        if (strcmp(v->words[i], option->value) == 0) {
            *value = i;
            return MR_OK;
        }
    char words[200] = "";
    for (int i = 0; v->words[i]; i++)
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s'%s'", i > 0 ? " or " : "",
                 v->words[i]);
    return mr_option_complain(option, words, message);
}

static mr_status take(instance *self, const mr_option *option, mr_message *message) {
    double *own = strcmp(option->key, "step") == 0    ? &self->step
                  : strcmp(option->key, "micro") == 0 ? &self->micro
                  : strcmp(option->key, "work") == 0  ? &self->work
                                                      : NULL;
    if (own) {
        MR_TRY(mr_option_number(option, own, message));
        if (!(*own >= (own == &self->work ? 1.0 : 1e-12) && *own <= 1e6))
            MR_TRY(mr_option_complain(
                option, own == &self->work ? "a number from 1 to 1e6" : "positive, up to 1e6 s",
                message));
        return MR_OK;
    }
    const part_value *values = self->part.kind->values;
    mr_nearest nearest = {option->key, NULL, 0};
    char hint[MR_HINT_SIZE];
    for (int i = 0; values[i].key; i++) {
        mr_nearest_try(&nearest, values[i].key);
        if (strcmp(values[i].key, option->key) != 0)
            continue;
        double *value = &self->part.value[i];
        if (values[i].words)
            return take_word(option, &values[i], value, message);
        mr_status status = mr_option_number(option, value, message);
        if (status == MR_OK && !(*value >= values[i].least && *value <= values[i].most)) {
            mr_message_set(message, "option %s: %g is not between %g and %g", option->key, *value,
                           values[i].least, values[i].most);
            status = MR_ERR_CONFIG;
        }
        return status;
    }
    mr_message_set(message, "a %s has no option '%.60s'%s", self->part.kind->name, option->key,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

static mr_status configure(instance *self, const char *configuration, mr_message *message) {
    mr_option option;
    mr_status status = find_kind(configuration, &self->part.kind, message);
    if (status != MR_OK)
        return status;
    for (int i = 0; self->part.kind->values[i].key; i++)
        self->part.value[i] = self->part.kind->values[i].usual;
    while (mr_option_next(&configuration, &option, &status, message)) {
        if (strcmp(option.key, "kind") == 0)
            continue;
        status = take(self, &option, message);
        if (status != MR_OK)
            return status;
    }
    if (status != MR_OK)
        return status;
    const char *wrong = self->part.kind->shape(&self->part);
    if (wrong)
        mr_message_set(message, "%s: %s", self->part.kind->name, wrong);
    return wrong ? MR_ERR_CONFIG : MR_OK;
}

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    instance *self = calloc(1, sizeof *self);
    if (!self)
        return mr_no_memory(message);
    self->message = message;
    self->step = 1e-3;
    self->micro = 1e-4;
    self->work = 1.0;
    const mr_status status = configure(self, configuration, message);
    if (status != MR_OK) {
        free(self);
        return status;
    }
    *made = self;
    return MR_OK;
}

static void describe(const void *slave, mr_slave_description *description) {
    const part *p = &((const instance *)slave)->part;
    *description = (mr_slave_description){.title = p->kind->summary,
                                          .input_count = p->input_count,
                                          .inputs = p->inputs,
                                          .output_count = p->output_count,
                                          .outputs = p->outputs};
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    instance *self = slave;
    self->now.t = t0;
    memset(self->now.x, 0, sizeof self->now.x);
    memset(self->now.u, 0, sizeof self->now.u);
    if (self->part.input_width > 0) {
        const mr_status status = mr_inputs_at(inputs, t0, self->now.u);
        if (status != MR_OK)
            return status;
    }
    if (self->part.kind->start)
        self->part.kind->start(&self->part, self->now.u, self->now.x);
    return MR_OK;
}

/* --- steps --- */

/* one Runge-Kutta step of size h from `before` to `after` */
static mr_status micro_step(instance *self, const mr_inputs *inputs, double h) {
    const part *p = &self->part;
    const size_t bytes = (size_t)p->states * sizeof(double);
    for (int i = 0; p->input_width > 0 && i < 3; i++) {
        const mr_status status = mr_inputs_at(inputs, self->now.t + 0.5 * h * i, self->stage[i]);
        if (status != MR_OK)
            return status;
    }
    p->kind->slope(p, self->before, self->stage[0], self->rate[0]);
    for (int s = 1; s < 4; s++) {
        const double part_of_h = s < 3 ? 0.5 * h : h;
        memcpy(self->trial, self->before, bytes);
        for (int i = 0; i < p->states; i++)
            self->trial[i] += part_of_h * self->rate[s - 1][i];
        p->kind->slope(p, self->trial, self->stage[s < 3 ? 1 : 2], self->rate[s]);
    }
    for (int i = 0; i < p->states; i++)
        self->after[i] = self->before[i] + h / 6.0 *
                                               (self->rate[0][i] + 2.0 * self->rate[1][i] +
                                                2.0 * self->rate[2][i] + self->rate[3][i]);
    return MR_OK;
}

static int event_in(const instance *self) {
    return self->part.kind->event(&self->part, self->before, self->stage[0], self->after,
                                  self->stage[2]);
}

/* the event between `before` and a step of size h, by bisection; *h: where, just behind it */
static mr_status find_event(instance *self, const mr_inputs *inputs, int event, double *h) {
    double low = 0.0, high = *h;
    for (int i = 0; i < 60 && high - low > 1e-15 * (1.0 + fabs(self->now.t)); i++) {
        const double middle = 0.5 * (low + high);
        const mr_status status = micro_step(self, inputs, middle);
        if (status != MR_OK)
            return status;
        if (event_in(self) == event)
            high = middle;
        else
            low = middle;
    }
    *h = high;
    return micro_step(self, inputs, high);
}

static mr_status move(instance *self, const mr_inputs *inputs, double t_limit) {
    const part_kind *kind = self->part.kind;
    const double from = self->now.t;
    if (kind->begin) {
        const mr_status status = mr_inputs_at(inputs, from, self->stage[0]);
        if (status != MR_OK)
            return status;
        kind->begin(&self->part, self->stage[0], self->now.x);
    }
    const double count = fmax(1.0, ceil((t_limit - from) / self->micro - 1e-9)) * self->work;
    int64_t i = 1;
    while (self->now.t < t_limit) {
        const double grid =
            (double)i >= count ? t_limit : from + (t_limit - from) * ((double)i / count);
        double h = grid - self->now.t;
        memcpy(self->before, self->now.x, sizeof self->before);
        mr_status status = micro_step(self, inputs, h);
        const int event = status == MR_OK && kind->event ? event_in(self) : -1;
        if (event >= 0)
            status = find_event(self, inputs, event, &h);
        if (status != MR_OK)
            return status;
        memcpy(self->now.x, self->after, (size_t)self->part.states * sizeof *self->after);
        if (event >= 0) {
            kind->happen(&self->part, event, self->now.x);
            self->now.t = fmin(self->now.t + h, grid);
        } else
            self->now.t = grid;
        i += self->now.t >= grid;
    }
    memcpy(self->now.u, self->stage[2], sizeof self->now.u);
    return MR_OK;
}

static mr_status step_to(void *slave, const mr_inputs *inputs, double t_limit, double *t) {
    instance *self = slave;
    const part *p = &self->part;
    mr_status status = MR_OK;
    if (!p->kind->settle)
        status = move(self, inputs, t_limit);
    else {
        status = mr_inputs_at(inputs, self->now.t, self->stage[0]); /* for who follows the energy */
        if (status == MR_OK)
            status = mr_inputs_at(inputs, t_limit, self->now.u);
        const char *wrong = status == MR_OK ? p->kind->settle(p, self->now.u, self->now.x) : NULL;
        if (wrong) {
            mr_message_set(self->message, "%s at t = %.9g s", wrong, t_limit);
            return MR_ERR_SLAVE_STEP;
        }
        self->now.t = t_limit;
    }
    *t = self->now.t;
    return status;
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    const instance *self = slave;
    return step_to(slave, inputs, self->now.t + self->step, t);
}

static mr_status next_step(const void *slave, double *h) {
    const instance *self = slave;
    *h = self->now.t + self->step - self->now.t;
    return MR_OK;
}

static mr_status outputs(void *slave, double *y) {
    const instance *self = slave;
    if (self->part.kind->outputs)
        self->part.kind->outputs(&self->part, self->now.x, self->now.u, y);
    else
        memcpy(y, self->now.x, (size_t)self->part.output_width * sizeof *y);
    return MR_OK;
}

static mr_status rates(void *slave, double *ydot) {
    const instance *self = slave;
    if (!self->part.kind->rates) {
        mr_message_set(self->message, "a %s does not tell rates of its outputs",
                       self->part.kind->name);
        return MR_ERR_UNSUPPORTED;
    }
    self->part.kind->rates(&self->part, self->now.x, self->now.u, ydot);
    return MR_OK;
}

static mr_status save(const void *slave, void **saved) {
    if (!*saved)
        *saved = malloc(sizeof(state));
    if (!*saved)
        return MR_ERR_MEMORY;
    memcpy(*saved, &((const instance *)slave)->now, sizeof(state));
    return MR_OK;
}

static mr_status restore(void *slave, const void *saved) {
    memcpy(&((instance *)slave)->now, saved, sizeof(state));
    return MR_OK;
}

static void close_slave(void *slave) {
    free(slave);
}

MR_SLAVE_TYPE(
    part_slave, .name = "part",
    .summary = "small parts: springs, rows of masses, cranks, hydraulics, a woodpecker",
    .options =
        "kind=spring|row|crank|node|line|cylinder|piston|woodpecker\n"
        "step=1e-3       its own step, s\n"
        "micro=1e-4      longest Runge-Kutta step inside it, s\n"
        "work=1          so many times as many of them: a part that costs more\n"
        "spring:         stiffness damping\n"
        "row:            masses mass stiffness fixed=yes|no first whole (part of the first "
        "mode of a longer row)\n"
        "crank:          inertia radius rod piston area pressure angle friction load speed\n"
        "node:           ports volume pressure law=constant|stepped|air modulus air exponent "
        "reference\n"
        "line:           inertance loss friction source gas exponent\n"
        "cylinder:       mass area stiffness damping outside\n"
        "piston:         a cylinder with the node inside: those of cylinder and of node; "
        "balance=flow|volume\n"
        "woodpecker:     none\n",
    .open = open_slave, .describe = describe, .initialise = initialise, .step = step,
    .outputs = outputs, .close = close_slave, .next_step = next_step, .step_to = step_to,
    .rates = rates, .save = save, .restore = restore, .free_state = free);

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &part_slave;
}
