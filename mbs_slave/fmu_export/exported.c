/* a slave as FMI tools see it: opening and stepping */
#define _POSIX_C_SOURCE 200809L
#include "exported.h"

#include "multirate/pace.h"
#include "multirate/pieces.h"
#include "plain_numbers.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT 65536

/* weak: a library without a slave inside can be linked, and says so when it is used */
__attribute__((weak)) const mr_slave_type *mr_slave_plugin(void);

/* --- opening --- */

/* slave.txt: the token on the first line, then the configuration */
static char *read_text(const char *resources, mr_message *message) {
    char path[4200];
    snprintf(path, sizeof path, "%.4000s/slave.txt", resources);
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(MOST_TEXT) : NULL;
    const size_t size = text ? fread(text, 1, MOST_TEXT - 1, file) : 0;
    if (file)
        fclose(file);
    if (size == 0) {
        mr_message_set(message, "the resource '%.300s' cannot be read", path);
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

/* "{resources}" in the configuration is the folder */
static char *place_resources(const char *text, const char *resources, mr_message *message) {
    static const char mark[] = "{resources}";
    size_t size = strlen(text) + 1;
    for (const char *at = text; (at = strstr(at, mark)); at += sizeof mark - 1)
        size += strlen(resources);
    char *placed = malloc(size), *to = placed;
    if (!placed || strchr(resources, '\'')) {
        mr_message_set(message,
                       placed ? "the folder '%.300s' has a quote in its name"
                              : "not enough memory (%.10s)",
                       resources);
        free(placed);
        return NULL;
    }
    for (const char *at = text;;) {
        const char *next = strstr(at, mark);
        const size_t length = next ? (size_t)(next - at) : strlen(at);
        memcpy(to, at, length);
        to += length;
        if (!next)
            break;
        memcpy(to, resources, strlen(resources));
        to += strlen(resources);
        at = next + sizeof mark - 1;
    }
    *to = '\0';
    return placed;
}

/* takes the lines "#!NAME=VALUE" out of the configuration: not every slave knows comments */
static mr_status read_parameters(exported *self) {
    for (char *at = self->configuration; (at = strstr(at, "#!"));) {
        char *equals = strchr(at, '=');
        exported_parameter *grown =
            realloc(self->parameters, ((size_t)self->parameter_count + 1) * sizeof *grown);
        if (grown)
            self->parameters = grown;
        if (!grown || !equals) {
            mr_message_set(&self->message, "the parameters in slave.txt cannot be read");
            return MR_ERR_SLAVE_OPEN;
        }
        exported_parameter *p = &self->parameters[self->parameter_count++];
        snprintf(p->name, sizeof p->name, "%.*s", (int)(equals - at - 2), at + 2);
        p->value = p->usual = strtod(equals + 1, NULL);
        memset(at, ' ', strcspn(at, "\r\n"));
    }
    return MR_OK;
}

static mr_status open_with_parameters(exported *self, void **slave) {
    size_t room = strlen(self->configuration) + 2, length;
    for (int i = 0; i < self->parameter_count; i++)
        room += strlen(self->parameters[i].name) + 40;
    char *text = malloc(room);
    if (!text)
        return mr_no_memory(&self->message);
    length = (size_t)snprintf(text, room, "%s\n", self->configuration);
    for (int i = 0; i < self->parameter_count; i++)
        length += (size_t)snprintf(text + length, room - length, " %s=%.17g",
                                   self->parameters[i].name, self->parameters[i].value);
    const mr_status status = mr_slave_plugin()->open(text, &self->message, slave);
    free(text);
    return status;
}

static mr_status open_slave(exported *self, const char *resources, const char *token) {
    char *text = read_text(resources, &self->message);
    if (!text)
        return MR_ERR_SLAVE_OPEN;
    const size_t line = strcspn(text, "\r\n");
    mr_status status = MR_ERR_SLAVE_OPEN;
    if (strlen(token) != line || strncmp(text, token, line) != 0) {
        mr_message_set(&self->message, "the token '%.60s' is not that of this FMU, '%.*s'", token,
                       (int)(line < 60 ? line : 60), text);
    } else {
        self->configuration = place_resources(text + line, resources, &self->message);
        status = self->configuration ? read_parameters(self) : MR_ERR_SLAVE_OPEN;
        if (status == MR_OK)
            status = open_with_parameters(self, &self->slave);
    }
    free(text);
    return status;
}

static mr_status take_memory(exported *self) {
    const mr_slave_description *d = &self->description;
    self->inputs = mr_variables_width(d->inputs, d->input_count);
    self->outputs = mr_variables_width(d->outputs, d->output_count);
    const size_t m = (size_t)self->inputs, p = (size_t)self->outputs;
    const size_t n = (size_t)d->coordinate_count;
    self->u = calloc(3 * m + 2 * p + n * m + 2 * n * n + 1, sizeof *self->u);
    if (!self->u)
        return mr_no_memory(&self->message);
    double *at = MR_PIECES(self->u, m, &self->u, &self->rate, &self->curve);
    at = MR_PIECES(at, p, &self->y, &self->ydot);
    at = MR_PIECES(at, n * m, &self->Au);
    MR_PIECES(at, n * n, &self->Ap, &self->Av);
    return MR_OK;
}

static mr_status open_all(exported *self, const char *resources, const char *token) {
    self->type = mr_slave_plugin();
    MR_TRY(open_slave(self, resources, token));
    self->type->describe(self->slave, &self->description);
    if (self->description.type)
        self->type = self->description.type;
    return take_memory(self);
}

exported *exported_open(const char *resources, const char *token, mr_message *message) {
    exported *self = calloc(1, sizeof *self);
    if (!self || !mr_slave_plugin) {
        mr_message_set(message, self ? "there is no slave in this library" : "not enough memory");
        free(self);
        return NULL;
    }
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const mr_status status = open_all(self, resources, token);
    mr_plain_numbers_end(numbers);
    if (status == MR_OK)
        return self;
    *message = self->message;
    exported_close(self);
    return NULL;
}

void exported_close(exported *self) {
    if (!self)
        return;
    if (self->slave)
        self->type->close(self->slave);
    free(self->parameters);
    free(self->configuration);
    free(self->u);
    free(self->x);
    free(self);
}

mr_status exported_set_parameter(exported *self, int index, double value) {
    if (self->phase != EXPORTED_INSTANTIATED && self->phase != EXPORTED_INITIALISING) {
        mr_message_set(&self->message, "parameter '%.100s' can be set before the start only",
                       self->parameters[index].name);
        return MR_ERR_STATE;
    }
    self->reopen = self->reopen || self->parameters[index].value != value;
    self->parameters[index].value = value;
    self->started = self->y_known = false;
    return MR_OK;
}

static bool same_sizes(const mr_variable *a, int a_count, const mr_variable *b, int b_count) {
    bool same = a_count == b_count;
    for (int i = 0; same && i < a_count; i++)
        same = a[i].size == b[i].size;
    return same;
}

/* another instance with the parameters as they are now; its variables must be the same. The one
 * before stays if there is none: the description lives in it */
static mr_status reopen(exported *self) {
    const mr_slave_description *old = &self->description;
    const mr_slave_type *type = mr_slave_plugin();
    mr_slave_description d;
    void *slave = NULL;
    mr_message_clear(&self->message);
    MR_TRY(open_with_parameters(self, &slave));
    type->describe(slave, &d);
    if (d.type)
        type = d.type;
    if (!same_sizes(d.inputs, d.input_count, old->inputs, old->input_count) ||
        !same_sizes(d.outputs, d.output_count, old->outputs, old->output_count) ||
        d.coordinate_count != old->coordinate_count) {
        type->close(slave);
        mr_message_set(&self->message, "with these parameters the model has other variables");
        return MR_ERR_SLAVE_OPEN;
    }
    self->type->close(self->slave);
    self->slave = slave;
    self->type = type;
    self->description = d;
    self->reopen = false;
    return MR_OK;
}

void exported_forget(exported *self) {
    self->y_known = self->ydot_known = self->matrices_known = false;
}

void exported_reset(exported *self) {
    memset(self->u, 0, 3 * (size_t)self->inputs * sizeof *self->u);
    for (int i = 0; i < self->parameter_count; i++) {
        self->reopen = self->reopen || self->parameters[i].value != self->parameters[i].usual;
        self->parameters[i].value = self->parameters[i].usual;
    }
    self->moving = self->started = false;
    self->phase = EXPORTED_INSTANTIATED;
    self->t = self->t0 = 0.0;
    exported_forget(self);
}

/* --- running --- */

/* the slave's window: the inputs at t, asked for or continued from the communication point */
static mr_status inputs_at(void *context, double t, double *u) {
    exported *self = context;
    const size_t bytes = (size_t)self->inputs * sizeof *u;
    if (self->ask && self->moving) {
        self->ask(self, t);
        memcpy(u, self->u, bytes);
        return MR_OK;
    }
    memcpy(u, self->u, bytes);
    const double d = t - self->communication;
    for (int i = 0; self->moving && i < self->inputs; i++)
        u[i] = self->u[i] + self->rate[i] * d + 0.5 * self->curve[i] * d * d;
    return MR_OK;
}

mr_status exported_failed(exported *self, mr_status status) {
    if (!self->message.text[0])
        mr_message_set(&self->message, "the slave '%s' failed at t = %.9g s", self->type->name,
                       self->t);
    self->phase = EXPORTED_FAILED;
    return status;
}

mr_status exported_start(exported *self) {
    if (self->started)
        return MR_OK;
    if (self->reopen) {
        const mr_plain_numbers numbers = mr_plain_numbers_begin();
        const mr_status opened = reopen(self);
        mr_plain_numbers_end(numbers);
        if (opened != MR_OK)
            return exported_failed(self, opened);
    }
    const bool moving = self->moving;
    self->moving = false;
    self->communication = self->t = self->t0;
    const mr_inputs window = {.at = inputs_at, .context = self};
    mr_status status = self->type->initialise(self->slave, self->t0, &window);
    self->moving = moving;
    exported_forget(self);
    if (status == MR_OK && self->continuous)
        status = exported_take_states(self);
    self->started = status == MR_OK;
    return status == MR_OK ? MR_OK : exported_failed(self, status);
}

mr_status exported_ready(exported *self) {
    if (self->phase == EXPORTED_INITIALISING)
        return exported_start(self);
    if (self->started)
        return MR_OK;
    if (self->phase != EXPORTED_FAILED)
        mr_message_set(&self->message, "the model has not been initialised");
    return MR_ERR_STATE;
}

/* one step of the slave: its own where that ends at `end` but for rounding, else one up to there */
static mr_status one_step(exported *self, const mr_inputs *window, double end) {
    double own = INFINITY;
    const double left = end - self->t;
    if (self->type->next_step && self->type->next_step(self->slave, &own) != MR_OK)
        own = INFINITY;
    const bool fits = fabs(own - left) <= 1e-9 * left;
    if (self->type->step_to && !fits)
        return self->type->step_to(self->slave, window, end, &self->t);
    if (own > left * (1.0 + 1e-9)) {
        mr_message_set(&self->message,
                       "the slave '%s' makes steps of %g s only and cannot end one at t = %.9g s",
                       self->type->name, own, end);
        return MR_ERR_SLAVE_STEP;
    }
    return self->type->step(self->slave, window, &self->t);
}

mr_status exported_step(exported *self, double t, double h) {
    if (!(h > 0.0) || !isfinite(h) || !(fabs(t - self->t) <= 1e-6 * h + 1e-9 * fabs(t))) {
        mr_message_set(&self->message,
                       "a step from t = %.9g s over %g s, but the slave is at %.9g s", t, h,
                       self->t);
        return exported_failed(self, MR_ERR_SLAVE_TIME);
    }
    const double end = t + h;
    self->communication = t;
    if (self->ask) { /* whoever does not answer holds the inputs */
        self->was_set = false;
        self->ask(self, t);
        self->moving = self->was_set;
    }
    const mr_inputs window = {.at = inputs_at, .context = self, .constant = !self->moving};
    mr_status status = MR_OK;
    mr_message_clear(&self->message);
    exported_forget(self);
    mr_pace pace = {self->t, 0};
    while (status == MR_OK && self->t < end - 1e-9 * h) {
        const double before = self->t;
        status = one_step(self, &window, end);
        if (status == MR_OK && !(self->t > before))
            status = MR_ERR_SLAVE_TIME;
        if (status == MR_OK && mr_pace_crawls(&pace, self->t, end, MR_MOST_STEPS)) {
            mr_message_set(&self->message, "the slave '%s' hardly advances at t = %.9g s",
                           self->type->name, self->t);
            status = MR_ERR_SLAVE_TIME;
        }
    }
    if (status == MR_ERR_STOPPED) {
        self->phase = EXPORTED_ENDED;
        mr_message_set(&self->message, "the slave '%s' ended its simulation at t = %.9g s",
                       self->type->name, self->t);
        return status;
    }
    return status == MR_OK ? MR_OK : exported_failed(self, status);
}

mr_status exported_outputs(exported *self) {
    MR_TRY(exported_ready(self));
    if (self->y_known)
        return MR_OK;
    if (self->continuous)
        MR_TRY(exported_place(self)); /* a solver may come back from there */
    const mr_status status = self->type->outputs(self->slave, self->y);
    self->y_known = status == MR_OK;
    return status == MR_OK ? MR_OK : exported_failed(self, status);
}

mr_status exported_lacks(exported *self, const char *what) {
    mr_message_set(&self->message, "the slave '%s' %s", self->type->name, what);
    return MR_ERR_UNSUPPORTED;
}

mr_status exported_rates(exported *self) {
    MR_TRY(exported_ready(self));
    if (self->ydot_known)
        return MR_OK;
    if (!self->type->rates)
        return exported_lacks(self, "tells no rates of its outputs");
    MR_TRY(self->type->rates(self->slave, self->ydot));
    self->ydot_known = true;
    return MR_OK;
}

/* number of the coordinate whose acceleration (position, velocity) the output scalar is, -1: none
 */
static int find_coordinate(const exported *self, int scalar, size_t member) {
    for (int c = 0; c < self->description.coordinate_count; c++) {
        int of;
        memcpy(&of, (const char *)&self->description.coordinates[c] + member, sizeof of);
        if (of == scalar)
            return c;
    }
    return -1;
}

mr_status exported_derivative(exported *self, int unknown, int known, double *value) {
    const int n = self->description.coordinate_count;
    *value = 0.0;
    MR_TRY(exported_ready(self));
    if (!self->type->interface_matrices)
        return exported_lacks(self, "tells no derivatives");
    if (!self->matrices_known) {
        MR_TRY(self->type->interface_matrices(self->slave, self->Au, self->Ap, self->Av));
        self->matrices_known = true;
    }
    const int row = find_coordinate(self, unknown, offsetof(mr_coordinate, acceleration));
    if (row < 0) { /* positions and velocities are states: themselves, whatever else moves */
        const bool state = find_coordinate(self, unknown, offsetof(mr_coordinate, position)) >= 0 ||
                           find_coordinate(self, unknown, offsetof(mr_coordinate, velocity)) >= 0;
        *value = state && known - self->inputs == unknown;
        return MR_OK;
    }
    if (known < self->inputs) {
        *value = self->Au[row * self->inputs + known];
        return MR_OK;
    }
    const int p = find_coordinate(self, known - self->inputs, offsetof(mr_coordinate, position));
    const int v = find_coordinate(self, known - self->inputs, offsetof(mr_coordinate, velocity));
    *value = p >= 0 ? self->Ap[row * n + p] : v >= 0 ? self->Av[row * n + v] : 0.0;
    return MR_OK;
}
