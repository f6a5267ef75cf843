/* the map of many members, found by running the master itself
 *
 * As many runs as there are unknowns, and a few more. Up to t = 0, a common point of all grids,
 * states and samples are random; from there on the members move by their equations for two periods.
 * M takes the states, with all samples that are still looked at, from the beginning of the first
 * period to its end; whether it does so in the second, too, tells whether nothing was forgotten.
 *     Joints can do nothing with outputs that answer to no reaction. With them the members move by
 * their equations from rest on, and are struck at random at each exchange up to t = 0. */
#include "analysis/many.h"

#include "analysis/matrix.h"
#include "analysis/struck.h"
#include "linear_member.h"
#include "many_joints.h"
#include "two_periods.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIMENSION 1500

typedef struct recorder {
    const an_many *many;
    linear_member *members;
    int *steps; /* of each member in a period */
    double period;
    int samples;     /* kept of each output */
    bool rates;      /* with their rates */
    double *kept;    /* exchange steps: outputs at the last exchanges, newest first */
    int outputs;     /* of all members */
    double *records; /* own steps: of all members */
    int dimension;
    two_periods periods;
} recorder;

/* --- what can be analysed --- */

static mr_status check(const an_many *many, mr_message *message) {
    const mr_coupled_config *c = &many->config;
    const char *wrong = NULL;
    if (many->member_count < 1)
        wrong = "no member has inputs and outputs that are connected";
    else if (c->controlled || c->forward)
        wrong = "steps whose size is controlled make no linear map; leave out control=";
    else if (c->feedthrough != MR_FEEDTHROUGH_RAW)
        wrong = "feedthrough= is measured on the way, and not analysed";
    else if (c->own_steps && c->prediction.type->adapts)
        wrong = "the selector chooses its order on the way: there is no linear map of it";
    for (int k = 0; c->own_steps && k < many->connection_count && !wrong; k++)
        if (many->connections[k].prediction && many->connections[k].prediction->type->adapts)
            wrong = "the selector chooses its order on the way: there is no linear map of it";
    for (int m = 0; c->own_steps && c->filter < 1.0 && m < many->member_count && !wrong; m++)
        for (int i = 0; many->members[m].held && i < many->members[m].system.inputs; i++)
            if (many->members[m].held[i]) /* it hears what is not filtered */
                wrong = "a filter beside discrete signals is not analysed";
    if (!wrong)
        return many_joints_check(many, message);
    mr_message_set(message, "%s", wrong);
    return MR_ERR_UNSUPPORTED;
}

static mr_status find_period(recorder *r, mr_message *message) {
    const an_many *many = r->many;
    double *steps = malloc(((size_t)many->member_count + 1) * sizeof *steps);
    if (!steps)
        return MR_ERR_MEMORY;
    for (int m = 0; m < many->member_count; m++)
        steps[m] = many->members[m].step;
    r->period = an_common_period(steps, many->member_count, r->steps);
    free(steps);
    if (r->period > 0.0)
        return MR_OK;
    mr_message_set(message, "the members' steps have no common period of at most %d steps of each",
                   AN_MOST_STEPS);
    return MR_ERR_UNSUPPORTED;
}

/* every member's steps divide the exchange step */
static mr_status divide_exchange(recorder *r, mr_message *message) {
    const an_many *many = r->many;
    r->period = many->config.step;
    for (int m = 0; m < many->member_count; m++) {
        const double steps = fmax(1.0, r->period / many->members[m].step);
        r->steps[m] = (int)nearbyint(fmin(steps, AN_MOST_STEPS));
        if (fabs(r->steps[m] / steps - 1.0) < 1e-6 || many->joint_count > 0)
            continue;
        mr_message_set(message,
                       "the exchange step of %g s is no whole number of steps of '%.60s', %g s",
                       r->period, many->members[m].name, many->members[m].step);
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

static void widen(recorder *r, const mr_prediction *prediction) {
    const int points = prediction->type->points(prediction);
    r->samples = points > r->samples ? points : r->samples;
    r->rates = r->rates || prediction->type->uses_rates;
}

static void size_up(recorder *r) {
    const an_many *many = r->many;
    r->samples = 2;
    if (many->config.own_steps) {
        widen(r, &many->config.prediction);
        for (int k = 0; k < many->connection_count; k++)
            if (many->connections[k].prediction)
                widen(r, many->connections[k].prediction);
    } else if (many->joint_count == 0 || many->connection_count > 0)
        r->samples = many->config.order + 1;
    else
        r->samples = 0; /* nothing is extrapolated */
    for (int m = 0; m < many->member_count; m++) {
        const an_member *member = &many->members[m];
        r->outputs += member->system.outputs;
        r->dimension += member->system.states * (linear_member_keeps(member) ? 2 : 1);
    }
    r->dimension += r->outputs * r->samples * (r->rates ? 2 : 1) + many_joints_size(many);
}

/* --- one run --- */

static void put(const recorder *r, double *to, int *row, int column, const double *from,
                int count) {
    for (int i = 0; i < count; i++)
        to[(size_t)((*row)++) * (size_t)r->periods.columns + (size_t)column] = from[i];
}

static void take_state(const recorder *r, const mr_coupled *coupled, double *to, int column) {
    int row = 0;
    for (int m = 0; m < r->many->member_count; m++) {
        const linear_member *s = &r->members[m];
        const int n = s->about->system.states, p = s->about->system.outputs;
        put(r, to, &row, column, s->x, n);
        if (linear_member_keeps(s->about))
            put(r, to, &row, column, s->kept, n);
        for (int k = 0; s->record && k < r->samples; k++)
            put(r, to, &row, column, s->record + 2 * k * p, p * (r->rates ? 2 : 1));
    }
    if (!r->many->config.own_steps)
        put(r, to, &row, column, r->kept, r->outputs * r->samples);
    for (int j = 0; j < r->many->joint_count; j++) {
        const double *past;
        (void)mr_coupled_joint_past(coupled, j, &past);
        put(r, to, &row, column, past, MR_JOINT_PAST * r->many->joints[j].size);
    }
}

static void keep_exchange(recorder *r, const mr_coupled *coupled) {
    double *to = r->kept;
    if (r->samples == 0)
        return;
    memmove(r->kept + r->outputs, r->kept,
            (size_t)r->outputs * (size_t)(r->samples - 1) * sizeof *r->kept);
    for (int m = 0; m < r->many->member_count; m++) {
        const int p = r->many->members[m].system.outputs;
        memcpy(to, mr_coupled_outputs(coupled, m), (size_t)p * sizeof *to);
        to += p;
    }
}

static mr_status run_periods(recorder *r, mr_coupled *coupled, int from, int count) {
    for (int k = from + 1; k <= from + count; k++) {
        MR_TRY(mr_coupled_advance(coupled, k * r->period));
        if (!r->many->config.own_steps)
            keep_exchange(r, coupled);
    }
    return MR_OK;
}

static void script(const recorder *r, bool scripted) {
    for (int m = 0; m < r->many->member_count; m++)
        r->members[m].scripted = scripted;
}

static mr_status measure(recorder *r, mr_coupled *coupled, int column) {
    mr_coupled_statistics before, after;
    const bool joints = r->many->joint_count > 0;
    script(r, !joints);
    int least = AN_MOST_STEPS;
    for (int m = 0; m < r->many->member_count; m++)
        least = r->steps[m] < least ? r->steps[m] : least;
    const int prelude = joints ? 1 + many_joints_prelude(r->many, r->samples)
                               : 1 + (r->many->config.own_steps ? r->samples / least : r->samples);
    MR_TRY(mr_coupled_start(coupled, -prelude * r->period));
    for (int m = 0; joints && m < r->many->member_count; m++)
        r->members[m].struck_period = r->period;
    if (!r->many->config.own_steps)
        keep_exchange(r, coupled);
    MR_TRY(run_periods(r, coupled, -prelude, prelude));
    script(r, false);
    for (int m = 0; m < r->many->member_count; m++)
        r->members[m].struck_period = 0.0;
    mr_coupled_get_statistics(coupled, &before);
    take_state(r, coupled, r->periods.states[0], column);
    for (int k = 0; k < 2; k++) {
        MR_TRY(run_periods(r, coupled, k, 1));
        take_state(r, coupled, r->periods.states[k + 1], column);
    }
    mr_coupled_get_statistics(coupled, &after);
    return after.unconverged > before.unconverged ? MR_ERR_NOT_FINITE : MR_OK;
}

static mr_status run_column(recorder *r, int column, mr_message *message) {
    const an_many *many = r->many;
    mr_coupled *coupled = NULL;
    mr_coupled_config config = many->config;
    mr_coupled_member *members = calloc((size_t)many->member_count, sizeof *members);
    if (!members)
        return MR_ERR_MEMORY;
    config.graded_start = config.parallel = false;
    config.stop = INFINITY;
    config.step = config.own_steps ? 0.0 : r->period;
    double *record = r->records;
    for (int m = 0; m < many->member_count; m++) {
        const an_member *about = &many->members[m];
        const bool joints = many->joint_count > 0; /* whose pieces cut steps */
        r->members[m] =
            (linear_member){.about = about,
                            .h = joints ? fmin(about->step, r->period) : r->period / r->steps[m],
                            .any_step = joints,
                            .at_rest = joints,
                            .seed = 1 + (uint64_t)column * 1000u + (uint64_t)m,
                            .filter = config.own_steps ? config.filter : 1.0,
                            .record = config.own_steps ? record : NULL,
                            .kept_samples = r->samples};
        record += 2 * r->samples * about->system.outputs;
        members[m] = (mr_coupled_member){.type = &linear_member_type,
                                         .configuration = "",
                                         .name = about->name,
                                         .step = config.own_steps ? r->members[m].h : 0.0};
    }
    linear_members_next(r->members);
    mr_status status = mr_coupled_open(&config, members, many->member_count, many->connections,
                                       many->connection_count, &coupled, message);
    linear_members_next(NULL);
    if (status == MR_OK)
        status = many_joints_add(many, coupled, message);
    for (int m = 0; m < many->member_count && status == MR_OK; m++)
        if (many->members[m].follows) {
            status = mr_coupled_follow(coupled, m);
            if (status != MR_OK)
                mr_message_set(message, "%s", mr_coupled_error(coupled));
        }
    if (status == MR_OK) {
        status = measure(r, coupled, column);
        if (status == MR_ERR_NOT_FINITE)
            mr_message_set(message, "the repeated passes of a step do not converge: the step is "
                                    "too large for them");
        else if (status != MR_OK)
            mr_message_set(message, "%s", mr_coupled_error(coupled));
    }
    mr_coupled_close(coupled);
    free(members);
    return status;
}

/* --- the map --- */

static mr_status make(recorder *r, an_map *map, mr_message *message) {
    const an_many *many = r->many;
    MR_TRY(many->config.own_steps ? find_period(r, message) : divide_exchange(r, message));
    size_up(r);
    if (r->dimension > MOST_DIMENSION) {
        mr_message_set(message, "%d states and samples are too many to analyse; up to %d are not",
                       r->dimension, MOST_DIMENSION);
        return MR_ERR_UNSUPPORTED;
    }
    map->dimension = r->dimension;
    map->period = r->period;
    map->master_steps = AN_MOST_STEPS;
    for (int m = 0; m < many->member_count; m++)
        map->master_steps = r->steps[m] < map->master_steps ? r->steps[m] : map->master_steps;
    map->slave_step = r->period / map->master_steps;
    const size_t samples = (size_t)r->outputs * (size_t)r->samples;
    double *memory = calloc(3 * samples + 1, sizeof *memory);
    map->M = calloc((size_t)r->dimension * (size_t)r->dimension + 1, sizeof *map->M);
    mr_status status =
        memory && map->M ? two_periods_open(&r->periods, r->dimension) : MR_ERR_MEMORY;
    if (many->joint_count > 0) /* gaps are closed but for this */
        r->periods.rounding = 1e-8;
    if (memory) {
        r->kept = memory;
        r->records = r->kept + samples;
    }
    for (int c = 0; c < r->periods.columns && status == MR_OK; c++)
        status = run_column(r, c, message);
    if (status == MR_OK)
        status = two_periods_fit(&r->periods, map->M, message);
    two_periods_close(&r->periods);
    free(memory);
    return status;
}

static mr_status map_of_many(an_map *map, const an_many *many, mr_message *message) {
    *map = (an_map){0};
    recorder r = {.many = many};
    MR_TRY(check(many, message));
    r.members = calloc((size_t)many->member_count, sizeof *r.members);
    r.steps = calloc((size_t)many->member_count, sizeof *r.steps);
    const mr_status status = r.members && r.steps ? make(&r, map, message) : MR_ERR_MEMORY;
    free(r.members);
    free(r.steps);
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory for the map of the coupling");
    if (status != MR_OK)
        an_map_free(map);
    return status;
}

mr_status an_many_stability(an_stability *stability, const an_many *many, double tolerance,
                            mr_message *message) {
    an_map map;
    *stability = (an_stability){0};
    MR_TRY(map_of_many(&map, many, message));
    mr_status status = an_spectral_radius(map.M, map.dimension, &stability->radius);
    stability->growth = log(stability->radius) / map.period;
    stability->period = map.period;
    stability->dimension = map.dimension;
    double whole;
    const mr_status known = an_many_whole(many, &whole);
    const bool grows = known == MR_OK && whole > 0.0;
    stability->stable =
        stability->radius <= 1.0 + tolerance * map.master_steps + many->blur * map.period ||
        (grows && stability->growth <= 1.01 * whole + many->blur);
    an_map_free(&map);
    if (known == MR_ERR_MEMORY)
        status = known;
    return an_blame(status, MR_ERR_ARGUMENT, message,
                    "the eigenvalues of the coupling cannot be found");
}
