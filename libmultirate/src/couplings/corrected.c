/* prior art, to compare with: couplings that let the slave go ahead with extrapolated efforts and
 * make good in the next step what the last one got wrong
 *
 * impulse: nearly energy-preserving coupling elements (M. Benedikt, D. Watzenig, J. Zehetner, A.
 * Hofer 2013; with powers: S. Sadjina et al.). The slave has got the integral of the extrapolated
 * input; the difference from that of the true one, once it is known, is added to the next step.
 *     prestep: model-based pre-step stabilisation (S. Genser, M. Benedikt 2018). With the
 * derivatives of the slave's interface, Au, Ap, Av, the deviation d'' = Au (u - given) + Ap d + Av
 * d' that the wrong input has left is followed, and the next input is chosen such that it brings
 * the slave there: Au x h = d' + d/(4 h), critically damped.
 *     Both see the slave's outputs as its predictor makes them, and both need no rollback. */
#include "interface_model.h"
#include "interface_private.h"

#include <math.h>
#include <stdlib.h>

typedef struct corrected {
    mr_interface_model model; /* its coordinates and matrices */
    bool by_model;
    double *numbers;
    double *t;              /* of the newest sample, and of the one before */
    double *u, *u_before;   /* there, m each */
    double *state, *before; /* integral of the inputs, d, d' there: m + 2 n each */
    double *given;          /* m: to the slave in its last step */
    double *impulse;        /* m: all that it was given */
} corrected;

static mr_status check(const mr_config *config, mr_message *message) {
    if (!config->iterate && config->parallel == MR_PARALLEL_OFF && config->latency == 0.0)
        return MR_OK;
    mr_message_set(message, "coupling=impulse and coupling=prestep need each slave step to follow "
                            "the last sample: without iterate, parallel and latency");
    return MR_ERR_CONFIG;
}

static void settle(const mr_slave_type *slave, mr_config *config) {
    (void)slave;
    config->scheme = &mr_slowest_first;
}

static void close_corrected(mr_coupling_state *state) {
    corrected *c = state->own;
    if (c) {
        mr_interface_model_close(&c->model);
        free(c->numbers);
    }
    free(c);
}

static mr_status open_corrected(mr_interface *interface, mr_message *message, bool by_model) {
    mr_coupling_state *state = &interface->coupling_state;
    corrected *c = calloc(1, sizeof *c);
    if (!c)
        return MR_ERR_MEMORY;
    state->own = c;
    c->by_model = by_model;
    if (by_model && !interface->type->interface_matrices) {
        mr_message_set(message,
                       "coupling=prestep needs a slave that tells its interface matrices; "
                       "slave '%s' does not",
                       interface->type->name);
        return MR_ERR_UNSUPPORTED;
    }
    MR_TRY(mr_interface_model_open(&c->model, interface->type, &interface->description, false, 1.0,
                                   0, 0, message));
    const int m = c->model.m, n = c->model.n, one = m + 2 * n;
    state->doubles = 2 + 2 * m + 2 * one + 2 * m;
    state->numbers = c->numbers = calloc((size_t)state->doubles, sizeof *c->numbers);
    if (!c->numbers)
        return MR_ERR_MEMORY;
    c->t = c->numbers;
    c->u = c->t + 2;
    c->u_before = c->u + m;
    c->state = c->u_before + m;
    c->before = c->state + one;
    c->given = c->before + one;
    c->impulse = c->given + m;
    return MR_OK;
}

static mr_status open_impulse(mr_interface *interface, mr_message *message) {
    return open_corrected(interface, message, false);
}

static mr_status open_prestep(mr_interface *interface, mr_message *message) {
    return open_corrected(interface, message, true);
}

static mr_status read_matrices(mr_interface *interface, corrected *c) {
    if (!c->by_model)
        return MR_OK;
    return mr_explain_matrices(interface,
                               interface->type->interface_matrices(interface->slave, c->model.Au,
                                                                   c->model.Ap, c->model.Av));
}

static mr_status start(mr_interface *interface) {
    corrected *c = interface->coupling_state.own;
    const mr_history *inputs = &interface->to_slave.history;
    memset(c->numbers, 0, (size_t)interface->coupling_state.doubles * sizeof *c->numbers);
    c->t[0] = c->t[1] = interface->progress.t0;
    memcpy(c->u, mr_history_row(inputs, inputs->count - 1), (size_t)c->model.m * sizeof *c->u);
    memcpy(c->u_before, c->u, (size_t)c->model.m * sizeof *c->u);
    memcpy(c->given, c->u, (size_t)c->model.m * sizeof *c->u);
    return read_matrices(interface, c);
}

/* integral and deviation from one sample to the next */
static void follow(const corrected *c, double h, const double *u0, const double *u1,
                   double *state) {
    const int m = c->model.m, n = c->model.n;
    double *d = state + m, *v = d + n;
    for (int i = 0; c->by_model && i < n; i++) {
        double a = 0.0;
        for (int j = 0; j < m; j++)
            if (c->model.effort[j])
                a += c->model.Au[i * m + j] * (0.5 * (u0[j] + u1[j]) - c->given[j]);
        for (int j = 0; j < n; j++)
            a += c->model.Ap[i * n + j] * d[j] + c->model.Av[i * n + j] * v[j];
        v[i] += h * a;
    }
    for (int i = 0; c->by_model && i < n; i++)
        d[i] += h * v[i];
    for (int j = 0; j < m; j++)
        state[j] += 0.5 * h * (u0[j] + u1[j]);
}

static void sample(mr_interface *interface, const mr_stored *stored) {
    corrected *c = interface->coupling_state.own;
    const mr_history *inputs = &interface->to_slave.history;
    const size_t m = (size_t)c->model.m, one = m + 2 * (size_t)c->model.n;
    const double t = mr_history_newest(inputs);
    if (stored->replaced || stored->returned || t <= c->t[0]) { /* from the sample before on */
        memcpy(c->state, c->before, one * sizeof *c->state);
        memcpy(c->u, c->u_before, m * sizeof *c->u);
        c->t[0] = c->t[1];
    }
    memcpy(c->before, c->state, one * sizeof *c->state);
    memcpy(c->u_before, c->u, m * sizeof *c->u);
    c->t[1] = c->t[0];
    memcpy(c->u, mr_history_row(inputs, inputs->count - 1), m * sizeof *c->u);
    if (t > c->t[0])
        follow(c, t - c->t[0], c->u_before, c->u, c->state);
    c->t[0] = t;
}

/* the newest sample may lie beyond the begin of the coming step: what the input does there is taken
 * from the deviation, and put back with the new one */
static void beyond(const corrected *c, double over) {
    const int m = c->model.m, n = c->model.n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (c->model.effort[j])
                c->state[m + n + i] += over * c->model.Au[i * m + j] * (c->u[j] - c->given[j]);
}

/* the input of the coming step: as foreseen for its middle, and what is to be made good */
static mr_status aim(mr_interface *interface, double to) {
    corrected *c = interface->coupling_state.own;
    const double from = interface->progress.slave_time, h = to - from;
    double *u = interface->mean;
    if (!(h > 0.0) || !isfinite(h))
        return MR_OK;
    mr_direction_evaluate(interface->source, from + 0.5 * h, mr_interface_tolerance(interface, to),
                          u);
    const double over = c->t[0] - from;
    if (c->by_model)
        beyond(c, -over);
    const bool pulled = c->by_model && mr_interface_model_pull(&c->model, h, c->state + c->model.m);
    for (int j = 0; j < c->model.m; j++) {
        if (!c->model.effort[j])
            continue;
        if (pulled)
            u[j] += c->model.pull[j];
        else if (!c->by_model) /* all that the master had up to `from`, less all that was given */
            u[j] += (c->state[j] + (from - c->t[0]) * c->u[j] - c->impulse[j]) / h;
        c->given[j] = u[j];
        c->impulse[j] += h * u[j];
    }
    if (c->by_model)
        beyond(c, over);
    return MR_OK;
}

static mr_status step(mr_interface *interface, double from, double to) {
    (void)from;
    (void)to;
    return read_matrices(interface, interface->coupling_state.own);
}

static void give(const mr_interface *interface, double t, double tolerance, double *u) {
    for (int i = 0; i < interface->inputs; i++)
        u[i] = interface->mean[i];
    if (interface->source->holds)
        mr_direction_evaluate_held(interface->source, t, tolerance, u);
}

#define CORRECTED                                                                                  \
    .constant = true, .check = check, .settle = settle, .close = close_corrected, .start = start,  \
    .sample = sample, .give = give, .aim = aim

static const mr_coupling_rules impulse_rules = {CORRECTED, .open = open_impulse};
static const mr_coupling_rules prestep_rules = {CORRECTED, .open = open_prestep, .step = step};

const mr_coupling mr_coupling_impulse = {
    .name = "impulse",
    .summary = "slowest-first, the error of the last step's impulse is made good (NEPCE)",
    .rules = &impulse_rules,
};

const mr_coupling mr_coupling_prestep = {
    .name = "prestep",
    .summary = "the same by the slave's interface matrices (pre-step stabilisation)",
    .rules = &prestep_rules,
};
