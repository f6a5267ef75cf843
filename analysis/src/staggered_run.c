/* major and minor evaluations of a linear master, in the order of a block diagram */
#include "staggered_run.h"

#include "analysis/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_feedthrough(const an_pair *pair) {
    for (int i = 0; i < pair->master.outputs * pair->master.inputs; i++)
        if (pair->master.D[i] != 0.0)
            return true;
    return false;
}

bool staggered_breaks_loop(const an_pair *pair, const an_coupling *coupling) {
    return coupling->config.break_loop || has_feedthrough(pair);
}

void staggered_config(const an_pair *pair, const an_coupling *coupling, mr_config *config) {
    *config = coupling->config;
    config->graded_start = false;
    /* outputs that follow from the inputs at the same time: a loop */
    config->break_loop = staggered_breaks_loop(pair, coupling);
}

/* a master that goes with a slave step by step */
static mr_status check_master(const staggered_run *run, mr_message *message) {
    const an_method *method = run->coupling->master_method;
    if (method->stages == 0 && strcmp(method->name, "exact") != 0) {
        mr_message_set(message,
                       "a master that goes with a slave step by step is integrated by ode1 to "
                       "ode5 or exactly, not by %s",
                       method->name);
        return MR_ERR_UNSUPPORTED;
    }
    if (run->pair->exchange) {
        mr_message_set(message, "force-force coupling needs the parallel scheme: with slowest or "
                                "fastest first the master computes the force from its own state, "
                                "which is force-displacement coupling");
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

/* room for the master, and its step if it is exact */
static mr_status make_master(staggered_run *run, mr_message *message) {
    const an_system *master = &run->pair->master;
    const size_t n = (size_t)master->states, N = (size_t)run->columns;
    const size_t m = (size_t)master->inputs, p = (size_t)master->outputs;
    const size_t stages = AN_MOST_NODES;
    run->x = calloc((n * (2 + stages + 2) + m * (1 + stages) + 2 * p) * N + 1, sizeof *run->x);
    if (!run->x)
        return MR_ERR_MEMORY;
    run->at = run->x + n * N;
    run->k = run->at + n * N;
    run->u = run->k + (stages + 2) * n * N;
    run->inputs = run->u + m * N;
    run->y = run->inputs + stages * m * N;
    run->wants_y = !staggered_breaks_loop(run->pair, run->coupling);
    const an_method *method = run->coupling->master_method;
    return method->stages == 0 ? an_step_make(&run->step, method, master, run->h1, message) : MR_OK;
}

mr_status staggered_open(staggered_run *run, const an_pair *pair, const an_coupling *coupling,
                         double slave_step, int columns, mr_message *message) {
    mr_config config;
    *run = (staggered_run){
        .pair = pair, .coupling = coupling, .columns = columns, .h1 = coupling->step};
    MR_TRY(check_master(run, message));
    staggered_config(pair, coupling, &config);
    config.slave_step = 0.0; /* the grid is fixed */
    run->slave = (column_slave){.pair = pair,
                                .method = coupling->slave_method,
                                .h = slave_step,
                                .columns = columns,
                                .random = 20111103};
    if (config.to_slave.type->uses_rates)
        run->slave.extra_inputs = pair->slave.inputs;
    MR_TRY(make_master(run, message));
    column_slave_next(&run->slave);
    return mr_interface_open(&config, &column_slave_type, "", &run->interface, message);
}

mr_status staggered_take(staggered_run *run, const an_pair *pair, const an_coupling *coupling,
                         mr_interface *interface, mr_message *message) {
    *run = (staggered_run){.pair = pair,
                           .coupling = coupling,
                           .columns = 1,
                           .h1 = coupling->step,
                           .interface = interface,
                           .given = true};
    MR_TRY(check_master(run, message));
    return make_master(run, message);
}

void staggered_close(staggered_run *run) {
    if (!run->given)
        mr_interface_close(run->interface);
    an_step_free(&run->step);
    free(run->x);
    *run = (staggered_run){0};
}

/* outputs of the master in state x with the inputs u, and their rates */
static void tell(staggered_run *run, const double *x) {
    const an_system *s = &run->pair->master;
    an_multiply(s->C, x, s->outputs, s->states, run->columns, false, run->y);
    an_multiply(s->D, run->u, s->outputs, s->inputs, run->columns, true, run->y);
    if (run->slave.extra_inputs == 0)
        return;
    double *derivative =
        run->k + (size_t)(AN_MOST_NODES + 1) * (size_t)s->states * (size_t)run->columns;
    an_derivative(s, x, run->u, run->columns, derivative);
    an_multiply(s->C, derivative, s->outputs, s->states, run->columns, false,
                run->y + s->outputs * run->columns);
}

mr_status staggered_major(staggered_run *run, double t, bool given) {
    if (run->wants_y) {
        if (!given)
            tell(run, run->x);
        return mr_interface_exchange(run->interface, t, run->y, MR_MAJOR, run->u);
    }
    MR_TRY(mr_interface_exchange(run->interface, t, NULL, MR_MAJOR, run->u));
    if (!given)
        tell(run, run->x);
    return mr_interface_commit(run->interface, t, run->y);
}

static mr_status minor(staggered_run *run, double t, const double *x) {
    if (run->wants_y)
        tell(run, x);
    return mr_interface_exchange(run->interface, t, run->wants_y ? run->y : NULL, MR_MINOR, run->u);
}

static mr_status advance_exactly(staggered_run *run, double t, double end) {
    const an_system *s = &run->pair->master;
    const an_method *method = run->step.method;
    const size_t width = (size_t)s->inputs * (size_t)run->columns;
    mr_status status = MR_OK;
    memcpy(run->inputs, run->u, width * sizeof *run->u);
    for (int node = 1; node < method->nodes && status == MR_OK; node++) {
        const double c = method->c[node];
        /* the outputs in between: those of the beginning */
        status = minor(run, c == 1.0 ? end : t + c * run->h1, run->x);
        memcpy(run->inputs + (size_t)node * width, run->u, width * sizeof *run->u);
    }
    an_step_apply(&run->step, run->inputs, run->columns, run->x, NULL, run->k);
    return status;
}

mr_status staggered_advance(staggered_run *run, double t, double end) {
    const an_system *s = &run->pair->master;
    const an_method *method = run->coupling->master_method;
    const size_t size = (size_t)s->states * (size_t)run->columns;
    if (method->stages == 0)
        return advance_exactly(run, t, end);
    mr_status status = MR_OK;
    for (int i = 0; i <= method->stages && status == MR_OK; i++) {
        const double *weights = i < method->stages ? method->a[i] : method->b;
        memcpy(run->at, run->x, size * sizeof *run->x);
        for (int j = 0; j < (i < method->stages ? i : method->stages); j++)
            for (size_t e = 0; e < size && weights[j] != 0.0; e++)
                run->at[e] += run->h1 * weights[j] * run->k[(size_t)j * size + e];
        if (i == method->stages)
            break;
        if (i > 0)
            status = minor(run, method->c[i] == 1.0 ? end : t + method->c[i] * run->h1, run->at);
        an_derivative(s, run->at, run->u, run->columns, run->k + (size_t)i * size);
    }
    memcpy(run->x, run->at, size * sizeof *run->x);
    return status;
}
