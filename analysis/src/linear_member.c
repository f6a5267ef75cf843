/* linear members: their own steps, scripted or by their equations */
#include "linear_member.h"

#include "analysis/matrix.h"
#include "analysis/seen_slave.h"
#include "column_slave.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local linear_member *next;

void linear_members_next(linear_member *members) {
    next = members;
}

static void name_variables(linear_member *s) {
    const an_system *system = &s->about->system;
    const int m = system->inputs;
    for (int i = 0; i < m + system->outputs; i++) {
        const bool input = i < m;
        snprintf(s->names[i], sizeof s->names[i], input ? "u%d" : "y%d", input ? i : i - m);
        s->inputs[i] = (mr_variable){.name = s->names[i],
                                     .unit = "",
                                     .size = 1,
                                     .rate_of = MR_NONE,
                                     .power_with = MR_NONE,
                                     .variability = input && s->about->held && s->about->held[i]
                                                        ? MR_DISCRETE
                                                        : MR_CONTINUOUS};
    }
}

/* as large as the states make them, or the inputs */
static void choose_scales(linear_member *s) {
    const an_system *system = &s->about->system;
    for (int i = 0; i < system->outputs; i++) {
        double size = 0.0;
        for (int j = 0; j < system->states; j++)
            size = fmax(size, fabs(system->C[i * system->states + j]));
        for (int j = 0; j < system->inputs && size == 0.0; j++)
            size = fmax(size, fabs(system->D[i * system->inputs + j]));
        s->scale[i] = size > 0.0 ? size : 1.0;
    }
}

static mr_status make_size(linear_member *s, int i, double h) {
    const an_system *system = &s->about->system;
    MR_TRY(an_step_make(&s->sizes[i].step, s->about->method, system, h, s->message));
    if (s->about->method->keeps)
        MR_TRY(an_step_make(&s->sizes[i].renewed, an_method_find("trapezoidal"), system, h,
                            s->message));
    s->sizes[i].h = h;
    return MR_OK;
}

/* where steps of this size are kept */
static mr_status find_size(linear_member *s, double h, int *found) {
    for (*found = 0; *found < LINEAR_MEMBER_SIZES && s->sizes[*found].h > 0.0; (*found)++)
        if (fabs(s->sizes[*found].h - h) <= 1e-6 * h)
            return MR_OK;
    if (*found < LINEAR_MEMBER_SIZES)
        return make_size(s, *found, h);
    mr_message_set(s->message, "its steps are of more than %d sizes", LINEAR_MEMBER_SIZES);
    return MR_ERR_SLAVE_STEP;
}

static void close_member(void *instance) {
    linear_member *s = instance;
    for (int i = 0; i < LINEAR_MEMBER_SIZES; i++) {
        an_step_free(&s->sizes[i].step);
        an_step_free(&s->sizes[i].renewed);
    }
    free(s->memory);
    s->memory = NULL;
}

static mr_status open_member(const char *configuration, mr_message *message, void **instance) {
    (void)configuration;
    linear_member *s = next;
    if (!s) {
        mr_message_set(message, "this slave is for analysis only");
        return MR_ERR_CONFIG;
    }
    next = s + 1;
    const an_system *system = &s->about->system;
    const size_t n = (size_t)system->states, m = (size_t)system->inputs;
    const size_t p = (size_t)system->outputs, nodes = AN_MOST_NODES + 2;
    const size_t numbers = 4 * n + nodes * m + 3 * p;
    s->message = message;
    s->memory = calloc(1, numbers * sizeof(double) + (m + p + 1) * sizeof *s->inputs +
                              (m + p + 1) * sizeof *s->names);
    if (!s->memory)
        return MR_ERR_MEMORY;
    s->x = s->memory;
    s->kept = s->x + n;
    s->y = s->kept + n;
    s->rates = s->y + p;
    s->changing = 2 * n + 2 * p;
    s->scale = s->rates + p;
    s->scratch = s->scale + p;
    s->u = s->scratch + 2 * n;
    s->inputs = (mr_variable *)(void *)(s->u + nodes * m);
    s->outputs = s->inputs + m;
    s->names = (char(*)[16])(void *)(s->inputs + m + p + 1);
    name_variables(s);
    choose_scales(s);
    const mr_status status = s->about->map ? MR_OK : make_size(s, 0, s->h);
    if (status == MR_OK)
        *instance = s;
    else
        close_member(s);
    return status;
}

/* whose steps are a map: rates of outputs are not known */
static const mr_slave_type stepped_type;

static void describe(const void *instance, mr_slave_description *d) {
    const linear_member *s = instance;
    *d = (mr_slave_description){.title = s->about->name,
                                .input_count = s->about->system.inputs,
                                .inputs = s->inputs,
                                .output_count = s->about->system.outputs,
                                .outputs = s->outputs,
                                .type = s->about->map ? &stepped_type : NULL};
}

static void fill(linear_member *s, double *numbers, int count) {
    for (int i = 0; i < count; i++)
        numbers[i] = column_random(&s->now.random);
}

static void keep_sample(const linear_member *s) {
    if (!s->record)
        return;
    const size_t width = 2 * (size_t)s->about->system.outputs;
    memmove(s->record + width, s->record, (size_t)(s->kept_samples - 1) * width * sizeof *s->y);
    const double part = s->now.steps > 0 ? s->filter : 1.0; /* nothing is before the first one */
    for (size_t i = 0; i < width; i++)
        s->record[i] = part * s->y[i] + (part < 1.0 ? (1.0 - part) * s->record[width + i] : 0.0);
}

static void tell(linear_member *s, const double *u) {
    const an_system *system = &s->about->system;
    const int n = system->states, m = system->inputs, p = system->outputs;
    if (s->scripted) {
        fill(s, s->y, 2 * p);
        for (int i = 0; i < 2 * p; i++)
            s->y[i] *= s->scale[i % p];
    } else {
        an_derivative(system, s->x, u, 1, s->scratch);
        an_multiply(system->C, s->x, p, n, 1, false, s->y);
        an_multiply(system->D, u, p, m, 1, true, s->y);
        an_multiply(system->C, s->scratch, p, n, 1, false, s->rates);
    }
    keep_sample(s);
}

static mr_status initialise(void *instance, double t0, const mr_inputs *inputs) {
    linear_member *s = instance;
    s->now.t = t0;
    s->now.steps = 0;
    s->now.random = s->seed;
    if (s->at_rest)
        memset(s->x, 0, 2 * (size_t)s->about->system.states * sizeof *s->x);
    else
        fill(s, s->x, 2 * s->about->system.states);
    MR_TRY(mr_inputs_at(inputs, t0, s->u));
    tell(s, s->u);
    return MR_OK;
}

static mr_status move(linear_member *s, const mr_inputs *inputs, double to) {
    const an_method *method = s->about->method;
    const int m = s->about->system.inputs;
    const bool renew = method->keeps && inputs->constant;
    const double h = to - s->now.t;
    int size;
    MR_TRY(find_size(s, h, &size));
    const an_step *step = renew ? &s->sizes[size].renewed : &s->sizes[size].step;
    for (int node = 0; node < step->method->nodes; node++) {
        const double c = step->method->c[node];
        if (method->keeps && !renew && node == 0)
            continue; /* the kept derivative stands for it */
        MR_TRY(mr_inputs_at(inputs, c == 1.0 ? to : to - (1.0 - c) * h, s->u + node * m));
    }
    an_step_apply(step, s->u, 1, s->x, s->kept, s->scratch);
    double *end = s->u + (step->method->nodes - 1) * m;
    if (step->method->c[step->method->nodes - 1] != 1.0) { /* outputs want those of the end */
        end += m;
        MR_TRY(mr_inputs_at(inputs, to, end));
    }
    if (renew)
        an_derivative(&s->about->system, s->x, end, 1, s->kept);
    s->now.t = to;
    tell(s, end);
    return MR_OK;
}

/* by the map of its steps */
static mr_status move_by_map(linear_member *s, const mr_inputs *inputs, double to) {
    const an_realisation *map = s->about->map;
    const int m = s->about->system.inputs, n = map->states, p = map->outputs;
    for (int node = 0; node < AN_STEP_NODES; node++)
        MR_TRY(mr_inputs_at(
            inputs, node == AN_STEP_NODES - 1 ? to : to - (1.0 - an_step_nodes[node]) * s->h,
            s->u + node * m));
    an_multiply(map->Phi, s->x, n, n, 1, false, s->scratch);
    an_multiply(map->Gamma, s->u, n, map->channels, 1, true, s->scratch);
    memcpy(s->x, s->scratch, (size_t)n * sizeof *s->x);
    an_multiply(map->C, s->x, p, n, 1, false, s->y);
    an_multiply(map->D, s->u, p, map->channels, 1, true, s->y);
    s->now.t = to;
    keep_sample(s);
    return MR_OK;
}

/* a step that is made again is struck in the same way: the random numbers are part of the state */
static void strike(linear_member *s) {
    if (s->struck_period == 0.0)
        return;
    const double periods = s->now.t / s->struck_period;
    for (int i = 0; fabs(periods - nearbyint(periods)) < 1e-6 && i < 2 * s->about->system.states;
         i++)
        s->x[i] += column_random(&s->now.random);
}

static mr_status step_to(void *instance, const mr_inputs *inputs, double limit, double *t) {
    linear_member *s = instance;
    /* times of a grid that is not accumulated are rounded */
    const bool whole = s->about->follows || s->now.t + s->h * (1.0 + 1e-6) >= limit;
    const double to = whole ? limit : s->now.t + s->h;
    *t = to;
    s->now.steps++;
    strike(s);
    if (!s->scripted && fabs(to - s->now.t - s->h) > 1e-6 * s->h &&
        !(s->any_step && !s->about->map) && !(s->about->follows && s->about->system.states == 0)) {
        mr_message_set(s->message, "a step of %.9g s is none of the linear member's, %.9g s",
                       to - s->now.t, s->h);
        return MR_ERR_SLAVE_STEP;
    }
    if (!s->scripted)
        return s->about->map ? move_by_map(s, inputs, to) : move(s, inputs, to);
    fill(s, s->x, 2 * s->about->system.states);
    s->now.t = to;
    tell(s, NULL);
    return MR_OK;
}

static mr_status step(void *instance, const mr_inputs *inputs, double *t) {
    const linear_member *s = instance;
    return step_to(instance, inputs, s->now.t + s->h, t);
}

static mr_status next_step(const void *instance, double *h) {
    *h = ((const linear_member *)instance)->h;
    return MR_OK;
}

static mr_status outputs(void *instance, double *y) {
    const linear_member *s = instance;
    memcpy(y, s->y, (size_t)s->about->system.outputs * sizeof *y);
    return MR_OK;
}

static mr_status rates(void *instance, double *ydot) {
    const linear_member *s = instance;
    memcpy(ydot, s->rates, (size_t)s->about->system.outputs * sizeof *ydot);
    return MR_OK;
}

static mr_status save(const void *instance, void **state) {
    const linear_member *s = instance;
    if (!*state)
        *state = malloc(sizeof s->now + s->changing * sizeof(double));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, &s->now, sizeof s->now);
    memcpy((char *)*state + sizeof s->now, s->x, s->changing * sizeof(double));
    return MR_OK;
}

static mr_status restore(void *instance, const void *state) {
    linear_member *s = instance;
    memcpy(&s->now, state, sizeof s->now);
    memcpy(s->x, (const char *)state + sizeof s->now, s->changing * sizeof(double));
    return MR_OK;
}

#define MEMBER                                                                                     \
    MR_SLAVE_VERSION, .name = "linear", .summary = "a linear member, for analysis", .options = "", \
                      .open = open_member, .describe = describe, .initialise = initialise,         \
                      .step = step, .outputs = outputs, .close = close_member,                     \
                      .next_step = next_step, .step_to = step_to, .save = save,                    \
                      .restore = restore, .free_state = free

const mr_slave_type linear_member_type = {MEMBER, .rates = rates};
static const mr_slave_type stepped_type = {MEMBER};
