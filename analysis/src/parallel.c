/* both sides extrapolate over the same exchange step H (Jacobi), each in as many steps as it likes
 *
 * State: states of both, and the last inputs of both at the exchange points, newest first (with
 * their rates of change where a predictor wants them). Predictor weights come from the library's
 * own tables. Implicit: the inputs at the end of the step belong to the window, and are solved for;
 * for a linear pair that is what one corrector with the interface Jacobian does. */
#include "coupling.h"

#include "analysis/matrix.h"

#include <stdlib.h>
#include <string.h>

typedef struct frame {
    const an_pair *pair;
    const an_coupling *coupling;
    int n1, n2, n, m1, m2, m;
    int points; /* samples kept */
    bool rates; /* of samples too */
    int dimension, columns;
    double *exchange; /* m × n: inputs from states */
    double *x;        /* n × columns: states */
    double *samples;  /* points × m × columns, newest first; implicit: the first is to be found */
    double *slopes;   /* the same for rates */
} frame;

static int most_points(const an_coupling *c) {
    const int a = c->config.to_slave.type->points(&c->config.to_slave);
    const int b = c->config.to_master.type->points(&c->config.to_master);
    const int most = a > b ? a : b;
    return most < MR_MAX_WINDOW ? most : MR_MAX_WINDOW;
}

/* inputs of one side at `at` (in exchange steps from the beginning of the step) from its samples */
static void predict(const frame *f, bool master, double at, double *u) {
    const bool implicit = f->coupling->scheme == AN_IMPLICIT;
    const double H = f->coupling->step;
    const mr_prediction *p =
        master ? &f->coupling->config.to_master : &f->coupling->config.to_slave;
    const int wanted = p->type->points(p), count = wanted < f->points ? wanted : f->points;
    const int inputs = master ? f->m1 : f->m2, offset = master ? 0 : f->m1;
    double t[MR_MAX_WINDOW], weights[MR_MAX_WINDOW], slopes[MR_MAX_WINDOW] = {0.0};
    for (int k = 0; k < count; k++)
        t[k] = H * (k - count + (implicit ? 2 : 1));
    p->type->weights(p, t, count, H * at, implicit ? 0.0 : H, weights,
                     p->type->uses_rates ? slopes : NULL);
    const size_t row = (size_t)f->columns, size = (size_t)inputs * row;
    memset(u, 0, size * sizeof *u);
    for (int k = 0; k < count; k++) {
        const size_t sample = ((size_t)(count - 1 - k) * (size_t)f->m + (size_t)offset) * row;
        for (size_t i = 0; i < size; i++)
            u[i] += weights[k] * f->samples[sample + i];
        for (size_t i = 0; p->type->uses_rates && i < size; i++)
            u[i] += slopes[k] * f->slopes[sample + i];
    }
}

/* one side over the exchange step */
static mr_status advance(frame *f, bool master, mr_message *message) {
    const an_coupling *c = f->coupling;
    const an_system *system = master ? &f->pair->master : &f->pair->slave;
    const an_method *method = master ? c->master_method : c->slave_method;
    const int substeps = master ? c->master_substeps : c->slave_substeps;
    const int n = system->states, m = system->inputs;
    const size_t columns = (size_t)f->columns;
    double *x = f->x + (master ? 0 : (size_t)f->n1 * columns);
    an_step step;
    mr_status status = an_step_make(&step, method, system, c->step / substeps, message);
    double *u = malloc(((size_t)(method->nodes * m) + 3 * (size_t)n) * columns * sizeof *u + 1);
    if (!u && status == MR_OK)
        status = MR_ERR_MEMORY;
    double *scratch = u ? u + (size_t)(method->nodes * m) * columns : NULL;
    double *kept = u ? scratch + 2 * (size_t)n * columns : NULL;
    for (int s = 0; status == MR_OK && s < substeps; s++) {
        for (int node = 0; node < method->nodes; node++)
            predict(f, master, (s + method->c[node]) / substeps, u + (size_t)(node * m) * columns);
        /* the inputs jump at an exchange: what a method keeps is renewed there */
        if (method->keeps && s == 0)
            an_derivative(system, x, u, f->columns, kept);
        an_step_apply(&step, u, f->columns, x, kept, scratch);
    }
    free(u);
    an_step_free(&step);
    return status;
}

/* the state as columns of the identity; implicit: and columns of the inputs to be found */
static void begin(frame *f) {
    const size_t columns = (size_t)f->columns;
    const int block = f->m * (f->rates ? 2 : 1), newest = f->coupling->scheme == AN_IMPLICIT;
    for (int i = 0; i < f->n; i++)
        f->x[(size_t)i * columns + (size_t)i] = 1.0;
    for (int k = newest; k < f->points; k++)
        for (int i = 0; i < f->m; i++) {
            const int at = f->n + (k - newest) * block + i;
            f->samples[(size_t)(k * f->m + i) * columns + (size_t)at] = 1.0;
            if (f->rates)
                f->slopes[(size_t)(k * f->m + i) * columns + (size_t)(at + f->m)] = 1.0;
        }
    for (int i = 0; newest && i < f->m; i++)
        f->samples[(size_t)i * columns + (size_t)(f->dimension + i)] = 1.0;
}

/* implicit: u = exchange x, both with columns for the unknown u; columns of the state remain */
static mr_status eliminate(frame *f) {
    const int m = f->m, d = f->dimension, columns = f->columns;
    double *made = malloc((size_t)m * (size_t)(columns + m + d) * sizeof *made + 1);
    if (!made)
        return MR_ERR_MEMORY;
    double *left = made + m * columns, *right = left + m * m;
    an_multiply(f->exchange, f->x, m, f->n, columns, false, made);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            left[i * m + j] = (i == j) - made[i * columns + d + j];
        memcpy(right + i * d, made + i * columns, (size_t)d * sizeof *right);
    }
    const mr_status status = an_solve(left, m, right, d);
    for (int i = 0; status == MR_OK && i < f->n; i++)
        for (int k = 0; k < m; k++) {
            const double factor = f->x[(size_t)i * (size_t)columns + (size_t)(d + k)];
            for (int j = 0; j < d; j++)
                f->x[(size_t)i * (size_t)columns + (size_t)j] += factor * right[k * d + j];
        }
    free(made);
    return status;
}

/* rates of the inputs at the end: exchange (A x + B u), u the new samples */
static void new_slopes(const frame *f, const double *u, double *derivative, double *slopes) {
    const size_t columns = (size_t)f->columns;
    an_derivative(&f->pair->master, f->x, u, f->columns, derivative);
    an_derivative(&f->pair->slave, f->x + (size_t)f->n1 * columns, u + (size_t)f->m1 * columns,
                  f->columns, derivative + (size_t)f->n1 * columns);
    an_multiply(f->exchange, derivative, f->m, f->n, f->columns, false, slopes);
}

/* rows of M: states, new samples (and slopes), then the old ones moved by one place */
static bool finish(frame *f, double *M) {
    const int d = f->dimension, block = f->m * (f->rates ? 2 : 1);
    const int implicit = f->coupling->scheme == AN_IMPLICIT;
    const int kept = f->points - implicit;
    const size_t columns = (size_t)f->columns, rows = 2 * (size_t)f->m + (size_t)f->n;
    double *u = calloc(rows * columns + 1, sizeof *u);
    if (!u)
        return false;
    double *slopes = u + (size_t)f->m * columns, *derivative = slopes + (size_t)f->m * columns;
    an_multiply(f->exchange, f->x, f->m, f->n, f->columns, false, u);
    if (f->rates)
        new_slopes(f, u, derivative, slopes);
    for (int i = 0; i < f->n; i++)
        memcpy(M + i * d, f->x + (size_t)i * columns, (size_t)d * sizeof *M);
    for (int i = 0; i < block && kept > 0; i++)
        memcpy(M + (f->n + i) * d, u + (size_t)i * columns, (size_t)d * sizeof *M);
    for (int i = block; i < block * kept; i++)
        M[(f->n + i) * d + f->n + i - block] = 1.0;
    free(u);
    return true;
}

static mr_status exchange_once(frame *f, double *M, mr_message *message) {
    MR_TRY(an_pair_exchange(f->pair, f->exchange, message));
    begin(f);
    MR_TRY(advance(f, true, message));
    MR_TRY(advance(f, false, message));
    if (f->coupling->scheme == AN_IMPLICIT)
        MR_TRY(an_blame(eliminate(f), MR_ERR_ARGUMENT, message,
                        "the inputs at the end of the step have no solution"));
    return finish(f, M) ? MR_OK : MR_ERR_MEMORY;
}

mr_status an_parallel_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                          mr_message *message) {
    frame f = {.pair = pair,
               .coupling = coupling,
               .n1 = pair->master.states,
               .n2 = pair->slave.states,
               .m1 = pair->master.inputs,
               .m2 = pair->slave.inputs};
    const bool implicit = coupling->scheme == AN_IMPLICIT;
    f.n = f.n1 + f.n2;
    f.m = f.m1 + f.m2;
    f.points = most_points(coupling);
    f.rates =
        coupling->config.to_slave.type->uses_rates || coupling->config.to_master.type->uses_rates;
    if (implicit && f.rates) {
        mr_message_set(message, "the implicit scheme has no predictors that use rates of change");
        return MR_ERR_UNSUPPORTED;
    }
    if (coupling->config.coupling != &mr_coupling_signals) {
        mr_message_set(
            message,
            "coupling=%s is for the schemes sf and ff; the parallel and the implicit one "
            "extrapolate signals",
            coupling->config.coupling->name);
        return MR_ERR_UNSUPPORTED;
    }
    f.dimension = f.n + (f.points - implicit) * f.m * (f.rates ? 2 : 1);
    f.columns = f.dimension + (implicit ? f.m : 0);
    const size_t row = (size_t)f.columns, samples = (size_t)(f.points * f.m) * row;
    double *memory =
        calloc((size_t)(f.m * f.n) + (size_t)f.n * row + 2 * samples + 1, sizeof *memory);
    map->M = calloc((size_t)f.dimension * (size_t)f.dimension + 1, sizeof *map->M);
    mr_status status = MR_ERR_MEMORY;
    if (memory && map->M) {
        f.exchange = memory;
        f.x = memory + f.m * f.n;
        f.samples = f.x + (size_t)f.n * row;
        f.slopes = f.samples + samples;
        status = exchange_once(&f, map->M, message);
    }
    map->dimension = f.dimension;
    map->period = map->slave_step = coupling->step;
    map->master_steps = 1;
    free(memory);
    return status;
}
