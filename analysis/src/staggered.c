/* the map of slowest first and fastest first, found by running the library itself
 *
 * As many copies of the pair as there are unknowns run side by side through one interface. Up to
 * t = 0, a common point of both grids, samples and states are random; from there on the pair moves
 * by its equations for two periods of the common grid. M takes the states (with all samples that
 * are still looked at) at the beginning of the first period to those at its end; whether it does so
 * in the second, too, tells whether nothing was forgotten. */
#include "coupling.h"

#include "analysis/matrix.h"
#include "staggered_run.h"
#include "two_periods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 1000 /* of either side in one period */

typedef struct recorder {
    staggered_run run;
    int p, q;       /* master and slave steps in a period */
    int k1, k2;     /* samples kept of master and slave */
    int m, outputs; /* signals of a sample */
    bool rates;
    double *later;      /* what an exchange a moment later would bring, see settle() */
    double *scale;      /* of the slave's random outputs */
    double input_scale; /* of the master's */
    int dimension;
    double *master_samples, *slave_samples; /* newest first */
    two_periods periods;
    int columns; /* of all runs together; */
    int first;   /* those of the present one begin here */
} recorder;

/* p / q within a thousandth of the ratio of the steps, with the smallest numbers */
static mr_status find_period(double ratio, int *p, int *q, mr_message *message) {
    for (*q = 1; *q <= MOST_STEPS; (*q)++) {
        const double steps = nearbyint(ratio * *q);
        if (steps > MOST_STEPS)
            break;
        *p = (int)steps;
        if (fabs(steps / *q / ratio - 1.0) < 1e-3)
            return MR_OK;
    }
    mr_message_set(message,
                   "the slave's step is %g times that of the master; up to %d to 1 either way can "
                   "be analysed",
                   ratio, MOST_STEPS);
    return MR_ERR_UNSUPPORTED;
}

/* rows of one run into the columns of all */
static void copy_rows(double **to, const double *from, int rows, const recorder *r) {
    const size_t width = (size_t)r->run.columns, all = (size_t)r->columns;
    for (int i = 0; i < rows; i++)
        memcpy(*to + (size_t)i * all, from + (size_t)i * width, width * sizeof *from);
    *to += (size_t)rows * all;
}

static void take_state(const recorder *r, double *to) {
    const staggered_run *run = &r->run;
    const int n2 = run->pair->slave.states;
    to += r->first;
    copy_rows(&to, run->x, run->pair->master.states, r);
    copy_rows(&to, run->slave.x, n2, r);
    if (run->slave.method->keeps)
        copy_rows(&to, run->slave.kept, n2, r);
    copy_rows(&to, r->master_samples, r->k1 * r->m, r);
    for (int k = 0; k < r->k2; k++)
        copy_rows(&to, r->slave_samples + (size_t)(2 * k * r->outputs * run->columns),
                  r->outputs * (r->rates ? 2 : 1), r);
    copy_rows(&to, run->u, r->outputs, r);
    if (!run->wants_y)
        copy_rows(&to, r->later, r->outputs, r);
}

static void keep_master(recorder *r) {
    const size_t width = (size_t)r->m * (size_t)r->run.columns;
    memmove(r->master_samples + width, r->master_samples,
            (size_t)(r->k1 - 1) * width * sizeof *r->master_samples);
    memcpy(r->master_samples, r->run.y, width * sizeof *r->run.y);
}

/* with break_loop the sample of a major step is taken in when time has moved on: a moment later
 * nothing is pending any more, and nothing else has changed */
static mr_status settle(recorder *r, double t) {
    if (r->run.wants_y)
        return MR_OK;
    return mr_interface_exchange(r->run.interface, t + 1e-3 * r->run.h1, NULL, MR_MINOR, r->later);
}

/* numbers of the size that they would have beside each other: with velocities and accelerations as
 * large as the steps make them, the deviation of an interface model is not lost behind the rest */
static void choose_scales(recorder *r) {
    const an_pair *pair = r->run.pair;
    const double h = r->run.slave.h;
    double most = 0.0;
    r->input_scale = 1.0;
    if (r->run.coupling->config.coupling != &mr_coupling_model)
        return;
    for (int i = 0; i < r->outputs; i++)
        r->scale[i] = 1.0;
    for (int i = 0; i < pair->coordinate_count; i++) {
        r->scale[pair->coordinates[i].velocity] = 1.0 / h;
        if (pair->coordinates[i].acceleration >= 0)
            r->scale[pair->coordinates[i].acceleration] = 1.0 / (h * h);
        for (int j = 0; j < pair->slave.inputs; j++)
            most = fmax(most, fabs(pair->Au[i * pair->slave.inputs + j]));
    }
    if (most > 0.0)
        r->input_scale = 1.0 / (most * h * h);
    r->run.slave.script_scale = r->scale;
}

static mr_status prelude(recorder *r) {
    staggered_run *run = &r->run;
    int periods = 1 + (r->k2 + r->q - 1) / r->q;
    /* older samples than those that are kept make whatever else is remembered independent of them
     */
    const int before =
        r->run.coupling->config.coupling == &mr_coupling_model ? 4 * (r->p / r->q + 1) : 0;
    while (periods * r->p < r->k1 + before)
        periods++;
    const int first = -periods * r->p;
    uint64_t random = 97 + (uint64_t)r->first;
    mr_status status = MR_OK;
    run->slave.scripted = true;
    for (int i = first; i <= 0 && status == MR_OK; i++) {
        for (int e = 0; e < r->m * run->columns; e++)
            run->y[e] = r->input_scale * column_random(&random);
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
    for (int i = from; i < from + r->p; i++) {
        MR_TRY(staggered_advance(run, i * run->h1, (i + 1) * run->h1));
        MR_TRY(staggered_major(run, (i + 1) * run->h1, false));
        keep_master(r);
    }
    return settle(r, (from + r->p) * run->h1);
}

static mr_status measure(recorder *r) {
    MR_TRY(prelude(r));
    for (int k = 0; k < 3; k++) {
        take_state(r, r->periods.states[k]);
        if (k < 2)
            MR_TRY(run_period(r, k * r->p));
    }
    return MR_OK;
}

static void size_up(recorder *r, const an_pair *pair, const an_coupling *c) {
    const mr_config *config = &c->config;
    r->rates = config->to_master.type->uses_rates;
    r->m = pair->slave.inputs * (config->to_slave.type->uses_rates ? 2 : 1);
    r->outputs = pair->slave.outputs;
    r->k1 = config->to_slave.type->points(&config->to_slave);
    if (r->k1 < 2)
        r->k1 = 2; /* a mean looks at the sample on both sides of its ends */
    r->k2 = config->to_master.type->points(&config->to_master);
    r->dimension = pair->master.states + pair->slave.states * (c->slave_method->keeps ? 2 : 1) +
                   r->k1 * r->m + r->k2 * r->outputs * (r->rates ? 2 : 1) +
                   r->outputs * (staggered_breaks_loop(pair, c) ? 2 : 1);
}

/* opens a run and gives it memory for its samples; free *memory and close the run in any case */
static mr_status open_run(recorder *r, const an_pair *pair, const an_coupling *coupling,
                          double slave_step, int columns, double **memory, mr_message *message) {
    const size_t N = (size_t)columns;
    const size_t samples = (size_t)(r->k1 * r->m + (2 * r->k2 + 1) * r->outputs) * N;
    const mr_status status = staggered_open(&r->run, pair, coupling, slave_step, columns, message);
    *memory = calloc(samples + (size_t)r->outputs + 1, sizeof **memory);
    if (status != MR_OK || !*memory)
        return status != MR_OK ? status : MR_ERR_MEMORY;
    r->master_samples = *memory;
    r->slave_samples = r->master_samples + (size_t)(r->k1 * r->m) * N;
    r->later = r->slave_samples + (size_t)(2 * r->k2 * r->outputs) * N;
    r->scale = r->later + (size_t)r->outputs * N;
    r->run.slave.record = r->slave_samples;
    r->run.slave.kept_samples = r->k2;
    return MR_OK;
}

/* one run with as many columns as are good for it, or as are left */
static mr_status run_some(recorder *r, const an_pair *pair, const an_coupling *coupling,
                          double slave_step, mr_message *message) {
    /* the interface model couples all signals: few columns at a time are quicker there */
    const int most = coupling->config.coupling == &mr_coupling_model ? 4 : r->columns;
    const int left = r->columns - r->first, columns = left < most ? left : most;
    double *memory = NULL;
    mr_status status = open_run(r, pair, coupling, slave_step, columns, &memory, message);
    if (status == MR_OK) {
        r->run.slave.random += (uint64_t)r->first;
        choose_scales(r);
        status = measure(r);
        if (status != MR_OK)
            mr_message_set(message, "%s", mr_interface_error(r->run.interface));
    }
    r->first += columns;
    free(memory);
    staggered_close(&r->run);
    return status;
}

/* the outputs at the start, with the loop closed as a diagram would close it */
static mr_status close_loop(const an_pair *pair, double *y, mr_message *message) {
    const an_system *master = &pair->master;
    const size_t inputs = (size_t)master->inputs + (size_t)pair->slave.inputs;
    const size_t states = (size_t)master->states + (size_t)pair->slave.states;
    double *exchange = calloc(inputs * states + 1, sizeof *exchange);
    const mr_status status = exchange ? an_pair_exchange(pair, exchange, message) : MR_ERR_MEMORY;
    if (status == MR_OK)
        an_multiply(exchange + (size_t)master->inputs * states, pair->start, pair->slave.inputs,
                    (int)states, 1, false, y);
    free(exchange);
    return status;
}

static mr_status run_start(recorder *r, const an_pair *pair, int periods, mr_message *message) {
    const an_system *master = &pair->master;
    r->run.slave.start = pair->start + master->states;
    memcpy(r->run.x, pair->start, (size_t)master->states * sizeof *r->run.x);
    MR_TRY(close_loop(pair, r->run.y, message));
    MR_TRY(mr_interface_start(r->run.interface, 0.0, r->run.y));
    MR_TRY(staggered_major(&r->run, 0.0, false));
    keep_master(r);
    MR_TRY(settle(r, 0.0));
    for (int k = 0; k < periods; k++)
        MR_TRY(run_period(r, k * r->p));
    return MR_OK;
}

mr_status an_staggered_start(const an_map *map, const an_pair *pair, const an_coupling *coupling,
                             double *state, double *time, mr_message *message) {
    recorder r = {.columns = 1};
    double *memory = NULL;
    size_up(&r, pair, coupling);
    r.p = map->master_steps;
    r.q = (int)nearbyint(map->period / map->slave_step);
    const int periods =
        1 + (r.k2 > r.q ? (r.k2 - 1) / r.q : 0) + (r.k1 > r.p ? (r.k1 - 1) / r.p : 0);
    mr_status status = open_run(&r, pair, coupling, map->slave_step, 1, &memory, message);
    if (status == MR_OK) {
        status = run_start(&r, pair, periods, message);
        if (status != MR_OK && mr_interface_error(r.run.interface)[0])
            mr_message_set(message, "%s", mr_interface_error(r.run.interface));
        take_state(&r, state);
    }
    *time = periods * map->period;
    free(memory);
    staggered_close(&r.run);
    return status;
}

mr_status an_staggered_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                           mr_message *message) {
    recorder r = {0};
    size_up(&r, pair, coupling);
    mr_status status = find_period(coupling->slave_step / coupling->step, &r.p, &r.q, message);
    if (status != MR_OK)
        return status;
    map->dimension = r.dimension;
    map->period = r.p * coupling->step;
    map->master_steps = r.p;
    map->slave_step = coupling->step * r.p / r.q;
    map->M = calloc((size_t)r.dimension * (size_t)r.dimension + 1, sizeof *map->M);
    status = map->M ? two_periods_open(&r.periods, r.dimension) : MR_ERR_MEMORY;
    r.columns = r.periods.columns;
    while (status == MR_OK && r.first < r.columns)
        status = run_some(&r, pair, coupling, map->slave_step, message);
    if (status == MR_OK)
        status = two_periods_fit(&r.periods, map->M, message);
    two_periods_close(&r.periods);
    return status;
}
