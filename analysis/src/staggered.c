/* the map of slowest first and fastest first, found by running the library itself
 *
 * As many copies of the pair as there are unknowns run side by side through one interface. Up to
 * t = 0, a common point of both grids, samples and states are random; from there on the pair moves by
 * its equations for two periods of the common grid. M takes the states (with all samples that are
 * still looked at) at the beginning of the first period to those at its end; whether it does so in
 * the second, too, tells whether nothing was forgotten. */
#include "coupling.h"

#include "analysis/matrix.h"
#include "staggered_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 2000 /* of the master in one period */

typedef struct recorder {
    staggered_run run;
    int p, q;         /* master and slave steps in a period */
    int k1, k2;       /* samples kept of master and slave */
    int m, outputs;   /* signals of a sample */
    bool rates, model;
    int dimension;
    double *master_samples, *slave_samples; /* newest first */
    double *states[3]; /* dimension × columns each */
} recorder;

/* p / q closest to the ratio of the steps with small numbers (continued fractions) */
static void find_period(double ratio, int *p, int *q) {
    double best = INFINITY;
    *p = *q = 1;
    for (int den = 1; den <= 200; den++) {
        const double num = nearbyint(ratio * den);
        if (num < 1.0 || num > MOST_STEPS || den > MOST_STEPS)
            continue;
        const double error = fabs(num / den / ratio - 1.0);
        if (error < 0.2 * best || (best == INFINITY)) {
            best = error;
            *p = (int)num;
            *q = den;
        }
        if (best < 1e-6)
            break;
    }
}

static void copy_rows(double **to, const double *from, int rows, int columns) {
    memcpy(*to, from, (size_t)rows * (size_t)columns * sizeof *from);
    *to += (size_t)rows * (size_t)columns;
}

static void take_state(const recorder *r, double *to) {
    const staggered_run *run = &r->run;
    const int N = run->columns, n2 = run->pair->slave.states;
    copy_rows(&to, run->x, run->pair->master.states, N);
    copy_rows(&to, run->slave.x, n2, N);
    if (run->slave.method->keeps)
        copy_rows(&to, run->slave.kept, n2, N);
    copy_rows(&to, r->master_samples, r->k1 * r->m, N);
    for (int k = 0; k < r->k2; k++)
        copy_rows(&to, r->slave_samples + (size_t)(2 * k * r->outputs * N),
                  r->outputs * (r->rates ? 2 : 1), N);
    if (r->model)
        copy_rows(&to, run->u, r->outputs, N);
}

static void keep_master(recorder *r) {
    const size_t width = (size_t)(r->m * r->run.columns);
    memmove(r->master_samples + width, r->master_samples,
            (size_t)(r->k1 - 1) * width * sizeof *r->master_samples);
    memcpy(r->master_samples, r->run.y, width * sizeof *r->run.y);
}

/* with break_loop the sample of a major step is taken in when time has moved on: a moment later
 * nothing is pending any more, and nothing else has changed */
static mr_status settle(recorder *r, double t) {
    if (r->run.wants_y)
        return MR_OK;
    double *aside = r->run.k; /* u1 is wanted at t, not a moment later */
    return mr_exchange(r->run.interface, t + 1e-3 * r->run.h1, NULL, MR_MINOR, aside);
}

static mr_status prelude(recorder *r) {
    staggered_run *run = &r->run;
    int periods = 1 + (r->k2 + r->q - 1) / r->q;
    while (periods * r->p < r->k1)
        periods++;
    const int first = -periods * r->p;
    uint64_t random = 97;
    mr_status status = MR_OK;
    run->slave.scripted = true;
    for (int i = first; i <= 0 && status == MR_OK; i++) {
        for (int e = 0; e < r->m * run->columns; e++)
            run->y[e] = column_random(&random);
        if (i == first)
            status = mr_interface_start(run->interface, first * run->h1, run->y);
        if (status == MR_OK)
            status = staggered_major(run, i * run->h1, true);
        keep_master(r);
    }
    if (status == MR_OK)
        status = settle(r, 0.0);
    run->slave.scripted = false;
    for (int e = 0; e < run->pair->master.states * run->columns; e++)
        run->x[e] = column_random(&random);
    return status;
}

static mr_status run_period(recorder *r, int from) {
    staggered_run *run = &r->run;
    mr_status status = MR_OK;
    for (int i = from; i < from + r->p && status == MR_OK; i++) {
        status = staggered_advance(run, i * run->h1, (i + 1) * run->h1);
        if (status == MR_OK)
            status = staggered_major(run, (i + 1) * run->h1, false);
        keep_master(r);
    }
    return status == MR_OK ? settle(r, (from + r->p) * run->h1) : status;
}

static mr_status measure(recorder *r) {
    mr_status status = prelude(r);
    for (int k = 0; k < 3 && status == MR_OK; k++) {
        take_state(r, r->states[k]);
        if (k < 2)
            status = run_period(r, k * r->p);
    }
    return status;
}

static mr_status fit(const recorder *r, double *M, mr_message *message) {
    const int d = r->dimension, N = r->run.columns;
    double *again = malloc((size_t)d * (size_t)N * sizeof *again + 1);
    if (!again)
        return MR_ERR_MEMORY;
    mr_status status = MR_OK;
    if (!an_fit_map(r->states[0], r->states[1], d, N, M)) {
        mr_message_set(message, "the coupling grows beyond all numbers within one period");
        status = MR_ERR_NOT_FINITE;
    } else {
        double difference = 0.0, size = 0.0;
        an_multiply(M, r->states[1], d, d, N, false, again);
        for (size_t i = 0; i < (size_t)d * (size_t)N; i++) {
            difference = fmax(difference, fabs(again[i] - r->states[2][i]));
            size = fmax(size, fabs(r->states[2][i]));
        }
        if (!(difference <= 1e-5 * size)) {
            mr_message_set(message, "the second period does not repeat the first (%.2g): this "
                                    "coupling is not a linear map of what was looked at",
                           difference / size);
            status = MR_ERR_UNSUPPORTED;
        }
    }
    free(again);
    return status;
}

static void size_up(recorder *r, const an_pair *pair, const an_coupling *c) {
    const mr_config *config = &c->config;
    r->model = config->interface_model;
    r->rates = config->to_master.type->uses_rates;
    r->m = pair->slave.inputs * (config->to_slave.type->uses_rates ? 2 : 1);
    r->outputs = pair->slave.outputs;
    r->k1 = config->to_slave.type->points(&config->to_slave);
    if (r->k1 < 2)
        r->k1 = 2; /* a mean looks at the sample on both sides of its ends */
    r->k2 = config->to_master.type->points(&config->to_master);
    r->dimension = pair->master.states + pair->slave.states * (c->slave_method->keeps ? 2 : 1) +
                   r->k1 * r->m + r->k2 * r->outputs * (r->rates ? 2 : 1) +
                   (r->model ? r->outputs : 0);
}

mr_status an_staggered_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                           mr_message *message) {
    recorder r = {0};
    size_up(&r, pair, coupling);
    find_period(coupling->slave_step / coupling->step, &r.p, &r.q);
    const int N = r.dimension + 3;
    const double slave_step = coupling->step * r.p / r.q;
    mr_status status = staggered_open(&r.run, pair, coupling, slave_step, N, message);
    const size_t state = (size_t)r.dimension * (size_t)N;
    const size_t samples = (size_t)(r.k1 * r.m + 2 * r.k2 * r.outputs) * (size_t)N;
    double *memory = calloc(3 * state + samples + 1, sizeof *memory);
    map->M = calloc((size_t)r.dimension * (size_t)r.dimension + 1, sizeof *map->M);
    if (status == MR_OK && (!memory || !map->M))
        status = MR_ERR_MEMORY;
    if (status == MR_OK) {
        for (int k = 0; k < 3; k++)
            r.states[k] = memory + (size_t)k * state;
        r.master_samples = memory + 3 * state;
        r.slave_samples = r.master_samples + (size_t)(r.k1 * r.m * N);
        r.run.slave.record = r.slave_samples;
        r.run.slave.kept_samples = r.k2;
        status = measure(&r);
        if (status != MR_OK)
            mr_message_set(message, "%s", mr_interface_error(r.run.interface));
    }
    if (status == MR_OK)
        status = fit(&r, map->M, message);
    map->dimension = r.dimension;
    map->period = r.p * coupling->step;
    map->master_steps = r.p;
    map->slave_step = slave_step;
    free(memory);
    staggered_close(&r.run);
    return status;
}
