/* predicting and ranking candidates */
#include "analysis/advise.h"

#include "analysis/matrix.h"
#include "coupling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct comparison {
    int states;
    double *deviation, *motion; /* sums of squares for each state */
    double *exact, *scratch;
} comparison;

/* relative to the motion, weighted over the watched states; states that do not move do not count */
static double weigh(const an_question *q, const comparison *c, int master_states) {
    double sum = 0.0, weights = 0.0;
    for (int i = 0; i < c->states; i++) {
        const double weight = q->watch ? q->watch[i] : i < master_states;
        if (weight == 0.0 || c->motion[i] == 0.0)
            continue;
        sum += weight * c->deviation[i] / c->motion[i];
        weights += weight;
    }
    return weights > 0.0 ? sqrt(sum / weights) : 0.0;
}

static bool compare(comparison *c, const double *state) {
    bool finite = true;
    for (int i = 0; i < c->states; i++) {
        const double deviation = state[i] - c->exact[i];
        c->deviation[i] += deviation * deviation;
        c->motion[i] += c->exact[i] * c->exact[i];
        finite = finite && isfinite(c->deviation[i]);
    }
    return finite;
}

/* E: over what A is, which gives way to the solution over what `first` is */
static mr_status solve_exactly(double *A, const double *first, int n, double *E,
                               mr_message *message) {
    static const char *const grows = "the exact solution grows beyond all numbers";
    MR_TRY(an_blame(an_exponential(A, n, E), MR_ERR_NOT_FINITE, message, grows));
    return an_blame(an_exponential(first, n, A), MR_ERR_NOT_FINITE, message, grows);
}

/* powers of the map beside those of the exact solution, from `begin` on to the horizon */
static mr_status follow(const an_question *q, const an_map *map, double *state, double begin,
                        double *error, double *early, mr_message *message) {
    const an_pair *pair = q->pair;
    const int n = pair->master.states + pair->slave.states, d = map->dimension;
    double *memory = calloc((size_t)(3 * n * n + 4 * n + d) + 1, sizeof *memory);
    if (!memory)
        return MR_ERR_MEMORY;
    double *A = memory, *E = A + n * n, *first = E + n * n, *next = first + n * n + 4 * n;
    comparison c = {.states = n,
                    .deviation = first + n * n,
                    .motion = first + n * n + n,
                    .exact = first + n * n + 2 * n,
                    .scratch = first + n * n + 3 * n};
    mr_status status = an_pair_whole(pair, A, message);
    for (int i = 0; i < n * n; i++) {
        first[i] = A[i] * begin;
        A[i] *= map->period;
    }
    if (status == MR_OK)
        status = solve_exactly(A, first, n, E, message);
    an_multiply(A, pair->start, n, n, 1, false, c.exact);
    bool finite = true;
    *early = NAN;
    for (double t = begin; status == MR_OK && finite && t <= q->horizon; t += map->period) {
        finite = compare(&c, state);
        if (t <= q->window)
            *early = finite ? weigh(q, &c, pair->master.states) : INFINITY;
        an_multiply(map->M, state, d, d, 1, false, next);
        memcpy(state, next, (size_t)d * sizeof *state);
        an_multiply(E, c.exact, n, n, 1, false, c.scratch);
        memcpy(c.exact, c.scratch, (size_t)n * sizeof *c.exact);
    }
    *error = finite ? weigh(q, &c, pair->master.states) : INFINITY;
    free(memory);
    return status;
}

static double rank(const an_candidate *c, double horizon) {
    const double simple = c->config.to_slave.order + c->config.to_master.order +
                          (c->config.coupling == &mr_coupling_model ? 2.0 : 0.0);
    if (!c->possible)
        return 1e12;
    if (c->unpredicted)
        return -1e6 + simple;
    if (!isfinite(c->error))
        return 1e9;
    const double class = floor(log(fmax(c->error, 1e-12)) / log(1.1));
    const double grows = fmin(1.0, fmax(0.0, 20.0 * c->growth * horizon));
    return (c->stable ? 0.0 : 1e6) + class + 0.5 * grows + 0.01 * simple;
}

static bool moves(const an_pair *pair) {
    for (int i = 0; i < pair->master.states + pair->slave.states; i++)
        if (pair->start[i] != 0.0)
            return true;
    return false;
}

/* all but the rank */
static mr_status predict(const an_question *q, an_candidate *candidate, mr_message *message) {
    an_coupling coupling = q->coupling;
    an_map map;
    coupling.scheme = AN_STAGGERED;
    coupling.config = candidate->config;
    coupling.slave_step = candidate->slave_step;
    candidate->possible = candidate->stable = false;
    candidate->error = candidate->radius = candidate->growth = candidate->early = INFINITY;
    if (q->directed && candidate->config.coupling == &mr_coupling_model &&
        (candidate->config.directions > 0 || candidate->config.hidden_states > 0)) {
        candidate->possible = candidate->stable = candidate->unpredicted = true;
        candidate->error = candidate->radius = candidate->growth = candidate->early = NAN;
        return MR_OK;
    }
    mr_status status = an_map_make(&map, q->pair, &coupling, message);
    if (status == MR_ERR_NOT_FINITE) {
        candidate->possible = true; /* but as unstable as can be */
        return MR_OK;
    }
    if (status != MR_OK)
        return status;
    double begin = 0.0;
    double *state = calloc((size_t)map.dimension + 1, sizeof *state);
    status = state ? an_staggered_start(&map, q->pair, &coupling, state, &begin, message)
                   : MR_ERR_MEMORY;
    if (an_spectral_radius(map.M, map.dimension, &candidate->radius) == MR_ERR_MEMORY)
        status = MR_ERR_MEMORY;
    candidate->growth = log(candidate->radius) / map.period;
    if (status == MR_OK)
        status = follow(q, &map, state, begin, &candidate->error, &candidate->early, message);
    candidate->possible = status == MR_OK || status == MR_ERR_NOT_FINITE;
    /* a pair that grows by itself is not made worse by a coupling that lets it; but of one at rest
     * no error tells that */
    const bool lets_it = candidate->error < 0.05 && moves(q->pair);
    candidate->stable = status == MR_OK && (candidate->growth * q->horizon <= 0.05 || lets_it);
    free(state);
    an_map_free(&map);
    return candidate->possible ? MR_OK : status;
}

static int by_rank(const void *a, const void *b) {
    const double difference = ((const an_candidate *)a)->rank - ((const an_candidate *)b)->rank;
    return difference < 0.0 ? -1 : difference > 0.0;
}

static bool is_good(const an_candidate *c) {
    return c->possible && c->stable && (c->unpredicted || c->error < 0.5);
}

mr_status an_predict(const an_question *q, an_candidate *candidate, mr_message *message) {
    const mr_status status = predict(q, candidate, message);
    candidate->rank = rank(candidate, q->horizon);
    return status;
}

/* predicts the candidates from `first` on, and sorts all */
static mr_status predict_all(const an_question *q, an_candidate *list, int first, int count,
                             mr_message *message) {
    for (int i = first; i < count; i++) {
        if (an_predict(q, &list[i], message) == MR_ERR_MEMORY)
            return MR_ERR_MEMORY;
        if (q->progress && !q->progress(q->user, (i + 1.0) / count)) {
            mr_message_set(message, "stopped");
            return MR_ERR_STOPPED;
        }
    }
    qsort(list, (size_t)count, sizeof *list, by_rank);
    return MR_OK;
}

mr_status an_advise(const an_question *q, an_candidate **list, int *count, mr_message *message) {
    double slave_step = q->coupling.slave_step;
    *list = NULL;
    *count = 0;
    mr_status status = MR_OK;
    do {
        const int first = *count;
        status = an_candidates(q, slave_step, list, count, message);
        if (status == MR_OK)
            status = predict_all(q, *list, first, *count, message);
        slave_step *= 0.5;
    } while (status == MR_OK && q->least_slave_step > 0.0 && slave_step >= q->least_slave_step &&
             *count > 0 && !is_good(&(*list)[0]));
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory to predict the candidates");
    if (status != MR_OK) {
        free(*list);
        *list = NULL;
        *count = 0;
    }
    return status;
}

void an_candidate_reason(const an_candidate *c, const an_candidate *best, char *text, int size) {
    const size_t room = (size_t)size;
    if (!c->possible)
        snprintf(text, room, "not possible with this slave");
    else if (c->unpredicted)
        snprintf(text, room, "known by running it only");
    else if (!isfinite(c->error))
        snprintf(text, room, "unstable: grows beyond all numbers");
    else if (!c->stable)
        snprintf(text, room, "unstable: grows as e^(%.2g t)", c->growth);
    else if (c == best && c->config.coupling == &mr_coupling_model)
        snprintf(text, room, "smallest error: the slave's reaction between its steps is modelled");
    else if (c == best)
        snprintf(text, room, "smallest predicted error of all that are stable");
    else if (c->error < 1.1 * best->error)
        snprintf(text, room, "as good as the best");
    else
        snprintf(text, room, "%.3g times the error of the best",
                 best->error > 0.0 ? c->error / best->error : 1.0);
    /* what cannot be predicted is nothing to compare with */
    if (c != best && best->unpredicted && c->possible && c->stable && isfinite(c->error))
        snprintf(text, room, "predicted");
}
