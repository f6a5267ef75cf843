/* many copies of a linear slave behind the contract of slaves */
#include "column_slave.h"

#include "analysis/matrix.h"
#include "common/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local column_slave *next;

void column_slave_next(column_slave *slave) {
    next = slave;
}

double column_random(uint64_t *state) {
    return (double)(cm_random_bits(state) >> 11) * 0x1.0p-52 - 1.0;
}

static void name_variables(column_slave *s) {
    const an_system *system = &s->pair->slave;
    const int m = system->inputs, p = system->outputs;
    for (int i = 0; i < m + s->extra_inputs; i++) {
        snprintf(s->names[i], sizeof s->names[i], i < m ? "u%d" : "du%d", i < m ? i : i - m);
        s->inputs[i] = (mr_variable){.name = s->names[i],
                                     .unit = "",
                                     .size = s->columns,
                                     .rate_of = i < m ? MR_NONE : i - m,
                                     .power_with = MR_NONE,
                                     .variability = i < m ? MR_CONTINUOUS : MR_DISCRETE};
    }
    for (int i = 0; i < p; i++) {
        char *name = s->names[m + s->extra_inputs + i];
        snprintf(name, sizeof *s->names, "y%d", i);
        s->outputs[i] = (mr_variable){.name = name,
                                      .unit = "",
                                      .size = s->columns,
                                      .rate_of = MR_NONE,
                                      .power_with = MR_NONE,
                                      .variability = MR_CONTINUOUS};
    }
    for (int i = 0; i < s->pair->coordinate_count; i++) {
        const mr_coordinate *from = &s->pair->coordinates[i];
        for (int c = 0; c < s->columns; c++)
            s->coordinates[i * s->columns + c] = (mr_coordinate){
                .position = from->position >= 0 ? from->position * s->columns + c : MR_NONE,
                .velocity = from->velocity * s->columns + c,
                .acceleration =
                    from->acceleration >= 0 ? from->acceleration * s->columns + c : MR_NONE};
    }
}

static void close_columns(void *instance) {
    column_slave *s = instance;
    an_step_free(&s->step);
    an_step_free(&s->renewed);
    free(s->memory);
    s->memory = NULL;
}

static mr_status open_columns(const char *configuration, mr_message *message, void **instance) {
    (void)configuration;
    column_slave *s = next;
    next = NULL;
    if (!s) {
        mr_message_set(message, "this slave is for analysis only");
        return MR_ERR_CONFIG;
    }
    const an_system *system = &s->pair->slave;
    const size_t columns = (size_t)s->columns, n = (size_t)system->states;
    const size_t m = (size_t)system->inputs + (size_t)s->extra_inputs, p = (size_t)system->outputs;
    const size_t nodes = (size_t)s->method->nodes + 1, k = (size_t)s->pair->coordinate_count;
    const size_t numbers = (4 * n + (nodes + 2) * m + 2 * p) * columns;
    s->message = message;
    s->memory =
        calloc(1, numbers * sizeof(double) + (m + p) * sizeof *s->inputs +
                      (k * columns + 1) * sizeof *s->coordinates + (m + p + 1) * sizeof *s->names);
    if (!s->memory)
        return MR_ERR_MEMORY;
    s->x = s->memory;
    s->kept = s->x + n * columns;
    s->scratch = s->kept + n * columns;
    s->u = s->scratch + 2 * n * columns;
    s->y = s->u + (nodes + 2) * m * columns;
    s->rates = s->y + p * columns;
    s->inputs = (mr_variable *)(void *)(s->rates + p * columns);
    s->outputs = s->inputs + m;
    s->coordinates = (mr_coordinate *)(void *)(s->outputs + p);
    s->names = (char(*)[16])(void *)(s->coordinates + k * columns);
    name_variables(s);
    mr_status status = an_step_make(&s->step, s->method, system, s->h, message);
    if (status == MR_OK && s->method->keeps)
        status = an_step_make(&s->renewed, an_method_find("trapezoidal"), system, s->h, message);
    if (status != MR_OK)
        close_columns(s);
    else
        *instance = s;
    return status;
}

static void describe(const void *instance, mr_slave_description *d) {
    const column_slave *s = instance;
    *d = (mr_slave_description){.title = "linear slave",
                                .input_count = s->pair->slave.inputs + s->extra_inputs,
                                .inputs = s->inputs,
                                .output_count = s->pair->slave.outputs,
                                .outputs = s->outputs,
                                .coordinate_count = s->pair->coordinate_count * s->columns,
                                .coordinates = s->coordinates};
}

static void fill(column_slave *s, double *numbers, int rows) {
    for (int i = 0; i < rows * s->columns; i++)
        numbers[i] = column_random(&s->random);
}

/* outputs and their rates from the state and the inputs u at its time. The rate of an input is not
 * known inside: its part in the rate of an output is left out */
static void tell(column_slave *s, const double *u) {
    const an_system *system = &s->pair->slave;
    const int n = system->states, m = system->inputs, p = system->outputs;
    if (s->scripted) {
        fill(s, s->y, p);
        fill(s, s->rates, p);
        for (int i = 0; s->script_scale && i < p * s->columns; i++)
            s->y[i] *= s->script_scale[i / s->columns];
    } else {
        an_derivative(system, s->x, u, s->columns, s->scratch);
        an_multiply(system->C, s->x, p, n, s->columns, false, s->y);
        an_multiply(system->D, u, p, m, s->columns, true, s->y);
        an_multiply(system->C, s->scratch, p, n, s->columns, false, s->rates);
    }
    if (!s->record)
        return;
    const size_t width = 2 * (size_t)(p * s->columns); /* rates follow the outputs in memory */
    memmove(s->record + width, s->record, (size_t)(s->kept_samples - 1) * width * sizeof *s->y);
    memcpy(s->record, s->y, width * sizeof *s->y);
}

static mr_status initialise(void *instance, double t0, const mr_inputs *inputs) {
    column_slave *s = instance;
    const int n = s->pair->slave.states;
    s->t0 = t0;
    s->index = 0;
    if (s->start)
        memcpy(s->x, s->start, (size_t)(n * s->columns) * sizeof *s->x);
    else
        fill(s, s->x, n);
    MR_TRY(mr_inputs_at(inputs, t0, s->u));
    an_derivative(&s->pair->slave, s->x, s->u, s->columns, s->kept);
    tell(s, s->u);
    return MR_OK;
}

static mr_status step(void *instance, const mr_inputs *inputs, double *t) {
    column_slave *s = instance;
    const int n = s->pair->slave.states;
    const double from = s->t0 + (double)s->index * s->h, to = s->t0 + (double)(s->index + 1) * s->h;
    const int used = s->pair->slave.inputs * s->columns;
    const double *end = s->u;
    if (s->scripted) {
        fill(s, s->x, n);
        fill(s, s->kept, n);
    } else {
        const bool renew = s->method->keeps && inputs->constant;
        const an_step *now = renew ? &s->renewed : &s->step;
        double *asked = s->u + now->method->nodes * used; /* room for one answer with its extras */
        for (int node = 0; node < now->method->nodes; node++) {
            const double c = now->method->c[node];
            if (s->method->keeps && !renew && node == 0)
                continue; /* the kept derivative stands for it */
            MR_TRY(mr_inputs_at(inputs, c == 1.0 ? to : from + c * s->h, asked));
            memcpy(s->u + node * used, asked, (size_t)used * sizeof *asked);
        }
        an_step_apply(now, s->u, s->columns, s->x, s->kept, s->scratch);
        end = s->u + (now->method->nodes - 1) * used;
        if (now->method->c[now->method->nodes - 1] !=
            1.0) { /* outputs want the inputs of the end */
            MR_TRY(mr_inputs_at(inputs, to, asked));
            end = asked;
        }
        if (renew)
            an_derivative(&s->pair->slave, s->x, end, s->columns, s->kept);
    }
    s->index++;
    tell(s, end);
    *t = to;
    return MR_OK;
}

static mr_status outputs(void *instance, double *y) {
    const column_slave *s = instance;
    memcpy(y, s->y, (size_t)(s->pair->slave.outputs * s->columns) * sizeof *y);
    return MR_OK;
}

static mr_status rates(void *instance, double *ydot) {
    const column_slave *s = instance;
    memcpy(ydot, s->rates, (size_t)(s->pair->slave.outputs * s->columns) * sizeof *ydot);
    return MR_OK;
}

static mr_status next_step(const void *instance, double *h) {
    *h = ((const column_slave *)instance)->h;
    return MR_OK;
}

/* the matrices of the pair, once for every copy */
static mr_status interface_matrices(void *instance, double *Au, double *Ap, double *Av) {
    const column_slave *s = instance;
    const int k = s->pair->coordinate_count, m = s->pair->slave.inputs, N = s->columns;
    const int width = (m + s->extra_inputs) * N;
    memset(Au, 0, (size_t)(k * N) * (size_t)width * sizeof *Au);
    memset(Ap, 0, (size_t)(k * N) * (size_t)(k * N) * sizeof *Ap);
    memset(Av, 0, (size_t)(k * N) * (size_t)(k * N) * sizeof *Av);
    for (int i = 0; i < k; i++)
        for (int c = 0; c < N; c++) {
            for (int j = 0; j < m; j++)
                Au[(size_t)(i * N + c) * (size_t)width + (size_t)(j * N + c)] =
                    s->pair->Au[i * m + j];
            for (int j = 0; j < k; j++) {
                const size_t at = (size_t)(i * N + c) * (size_t)(k * N) + (size_t)(j * N + c);
                Ap[at] = s->pair->Ap[i * k + j];
                Av[at] = s->pair->Av[i * k + j];
            }
        }
    return MR_OK;
}

MR_SLAVE_TABLE(column_slave_type, .name = "linear",
               .summary = "copies of a linear slave, for analysis", .options = "",
               .open = open_columns, .describe = describe, .initialise = initialise, .step = step,
               .outputs = outputs, .close = close_columns, .next_step = next_step, .rates = rates,
               .interface_matrices = interface_matrices);
