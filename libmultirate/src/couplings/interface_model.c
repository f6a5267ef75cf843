/* the interface model: what the slave tells, and which of the three ways it goes: along directions
 * (consistent_model.h), with owned coordinates and hidden modes (owned.c), or by the matrices alone
 * (deviated.c) */
#include "interface_model.h"

#include "identification.h"

#include <math.h>
#include <string.h>

/* parts of the velocities along directions that are made good after a step: from the first on steps
 * become shorter, below the second they may become longer. Mechanisms at random gained energy from
 * .01 on */
static const double FAR = 0.003, NEAR = 0.0005;

static void take_outputs(mr_interface_model *model, const double *row) {
    const int n = model->n;
    for (int i = 0; i < n; i++) {
        const mr_coordinate *c = &model->coordinates[i];
        model->slave[i] = c->position >= 0 ? row[c->position] : 0.0;
        model->slave[n + i] = row[c->velocity];
        model->slave[2 * n + i] = row[c->acceleration];
    }
}

/* the matrices of the slave, or those identified so far; h: the step that was made, 0 at the start
 */
static mr_status take_matrices(mr_interface_model *model, const mr_slave_type *type, void *slave,
                               double h) {
    if (!model->identify)
        return mr_matrices_take(model, type, slave, h);
    mr_identification_read(model);
    return mr_matrices_check(model);
}

/* the directions of the slave at t, where it has come in a step of h with the constant mean */
static mr_status take_directions(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                 double t, double h, const double *row, const mr_history *inputs) {
    mr_consistent *c = &model->along;
    const int n = model->n, m = model->m;
    MR_TRY(mr_consistent_take(c, type, slave, t, h, row, model->mean));
    mr_consistent_correct(c, inputs, t);
    memset(model->Ap, 0, (size_t)(n * n) * sizeof *model->Ap);
    memset(model->Av, 0, (size_t)(n * n) * sizeof *model->Av);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0.0;
            for (int k = 0; k < (int)*c->count; k++)
                sum += c->output[i * c->room + k] * c->input[k * m + j];
            model->Au[i * m + j] = sum;
        }
    mr_consistent_restart(c, inputs);
    return MR_OK;
}

/* what the slave does beside its own motion is not known: it is not linear, and neither modes nor
 * its path explain it. Of a linear one the sum of both does not depend on what it got */
static bool is_unexplained(const mr_interface_model *model, double h) {
    return (!model->found && !model->adds_up) || model->doubt->dropped > 0.0 ||
           (model->bends &&
            (mr_bent_is_jumpy(model->bent) ||
             (model->bent->law.holds == 0.0 && mr_bent_unevenness(model->bent, h) > MR_UNEVEN)));
}

bool mr_interface_model_is_unknown(const mr_interface_model *model) {
    return model->unknown || model->doubt->dropped > 0.0 ||
           (model->bends && mr_bent_is_lawless(model->bent));
}

double mr_interface_model_answer(const mr_interface_model *model, int i) {
    double answer = 0.0;
    for (int j = 0; j < model->m; j++)
        if (model->effort[j])
            answer = fmax(answer, fabs(model->Au[i * model->m + j]));
    return answer;
}

/* between two samples there is nothing to be seen */
static double finest_step(const mr_history *inputs) {
    const double *newest = mr_history_times(inputs) + inputs->count - 1;
    return inputs->count > 1 ? newest[0] - newest[-1] : 0.0;
}

/* steps become shorter where the reaction is not known; velocities count by the masses of their
 * coordinates */
static void watch_reach(mr_interface_model *model, double h, const mr_history *inputs) {
    const int n = model->n;
    mr_reach_seen seen = {0};
    /* what adds up is linear, whatever else moves in it */
    if (*model->unexplained == 0.0 && (model->adds_up || !mr_doubt_is_surprised(model->doubt))) {
        mr_reach_let_go(model->reach, h);
        return;
    }
    for (int i = 0; i < n; i++) {
        const double d = model->deviation[n + i], v = model->slave[n + i] + d;
        const double answer = mr_interface_model_answer(model, i);
        if (answer > 0.0) {
            seen.carried += d * d / answer;
            seen.moved += v * v / answer;
        }
    }
    if (!model->bends) {
        seen.missed = model->doubt->missed_last;
        seen.felt = model->doubt->all_last;
    }
    mr_reach_shorten(model->reach, h, &seen, finest_step(inputs));
    model->reach->unknown = mr_interface_model_is_unknown(model) ? model->reach->shorter : 0.0;
}

/* Where a mechanism turns far in a step, what it tells at its beginning is not what it does, and
 * its steps become shorter, too: until little of its motion has to be made good */
static void watch_turning(mr_interface_model *model, double h, const mr_history *inputs) {
    const mr_guard *guard = model->along.guard;
    const double part = guard->moved > 0.0 ? sqrt(guard->made_good / guard->moved) : 0.0;
    const mr_reach_seen seen = {.missed = guard->made_good * MR_MISSED * MR_MISSED,
                                .felt = guard->moved * FAR * FAR};
    if (part > FAR || (model->reach->most > 0.0 && part > NEAR))
        mr_reach_shorten(model->reach, h, &seen, finest_step(inputs));
    else
        mr_reach_let_go(model->reach, h);
}

mr_status mr_interface_model_aim(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                 double to, double *mean, const mr_history *inputs) {
    double h = 0.0;
    if (model->along.room == 0)
        return MR_OK;
    if (model->bends)
        return mr_bent_aim(model, inputs, to, mean);
    if (model->owns)
        return mr_owned_aim(model, inputs, to, mean);
    /* a slave may end its step before */
    const double from = model->along.times[2];
    if (type->next_step && type->next_step(slave, &h) == MR_OK && h > 0.0 &&
        from + h < to - 1e-9 * h)
        to = from + h;
    return mr_consistent_aim(&model->along, type, slave, inputs, to, mean);
}

mr_status mr_interface_model_start(mr_interface_model *model, const mr_slave_type *type,
                                   void *slave, double t, double imposed, const double *row,
                                   const mr_history *inputs) {
    memset(model->numbers, 0, (size_t)model->doubles * sizeof *model->numbers);
    mr_deviated_inputs(inputs, t, model->mean);
    take_outputs(model, row);
    if (model->takes_over) {
        double h = 0.0;
        if (!type->next_step || type->next_step(slave, &h) != MR_OK)
            h = 0.0;
        model->started = true;
        model->times[2] = t;
        mr_consistent_trust(&model->along);
        mr_reach_start(model->reach, model->shorten, imposed > 0.0 ? imposed : h);
        const mr_status told = take_directions(model, type, slave, t, h, row, inputs);
        if (told != MR_ERR_UNSUPPORTED)
            return told;
        mr_interface_model_make_do(
            model); /* a model of the slave that has none: the statistics say so */
        model->no_directions = true;
    }
    model->along.law = model->along.law_before = NULL;
    model->bends = model->along.whole = model->found = model->adds_up = model->unknown =
        model->nearly = false;
    for (int j = 0; j < model->m; j++)
        model->along.conjugate[j] = MR_NONE;
    mr_identification_start(model);
    mr_matrices_start(model);
    const mr_status status = take_matrices(model, type, slave, 0.0);
    model->times[2] = t;
    model->started = true;
    if (status != MR_OK)
        return status;
    if (!model->owns) {
        mr_deviated_restart(model, inputs);
        return MR_OK;
    }
    double h = imposed;
    if (h > 0.0 || (type->next_step && type->next_step(slave, &h) == MR_OK && h > 0.0))
        MR_TRY(mr_hidden_try(model, type, slave, t, h, imposed > 0.0, model->mean, row));
    mr_reach_start(model->reach, model->shorten, h);
    if (model->unknown)
        mr_reach_shorten(model->reach, h, &(mr_reach_seen){0}, 0.0);
    if (model->bends)
        mr_bent_start(model, inputs);
    else
        mr_owned_start(model, inputs);
    return MR_OK;
}

mr_status mr_interface_model_step(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                  double from, double to, const double *mean, const double *row,
                                  const mr_history *inputs) {
    const int n = model->n;
    memcpy(model->mean_before, model->mean, (size_t)model->m * sizeof *mean);
    memcpy(model->slave_before, model->slave, (size_t)(3 * n) * sizeof *model->slave);
    memcpy(model->mean, mean, (size_t)model->m * sizeof *mean);
    if (model->takes_over) {
        take_outputs(model, row);
        model->times[2] = to;
        mr_consistent_expected(&model->along, to, model->correction);
        for (int i = 0; i < 2 * n; i++)
            model->correction[i] = model->slave[i] - model->correction[i];
        MR_TRY(take_directions(model, type, slave, to, to - from, row, inputs));
        watch_turning(model, to - from, inputs);
        return MR_OK;
    }
    if (model->owns) {
        take_outputs(model, row);
        MR_TRY(take_matrices(model, type, slave, to - from));
        model->times[2] = to;
        if (model->bends)
            mr_bent_step(model, to - from, inputs);
        else
            mr_owned_step(model, to - from, inputs);
        *model->unexplained = is_unexplained(model, to - from) ? 1.0 : 0.0;
        watch_reach(model, to - from, inputs);
        return MR_OK;
    }
    mr_deviate(model, from, to, inputs);
    take_outputs(model, row);
    if (model->identify)
        mr_identification_learn(model);
    const mr_status status = take_matrices(model, type, slave, to - from);
    model->times[2] = to;
    memcpy(model->correction, model->base, (size_t)(3 * n) * sizeof *model->base);
    if (status == MR_OK) {
        mr_deviated_drift(model, to - from);
        mr_deviated_restart(model, inputs);
    }
    for (int i = 0; i < 3 * n; i++)
        model->correction[i] = model->base[i] - model->correction[i];
    return status;
}

void mr_interface_model_sample(mr_interface_model *model, const mr_history *inputs, bool again) {
    if (model->along.room > 0) {
        if (again || mr_history_newest(inputs) <= model->along.times[0])
            mr_consistent_restart(&model->along, inputs);
        else
            mr_consistent_sample(&model->along, inputs);
        return;
    }
    mr_deviated_sample(model, inputs, again);
}

void mr_interface_model_predict(mr_interface_model *model, const mr_history *inputs, double t,
                                const double *u, double *outputs) {
    if (model->along.room > 0) {
        mr_consistent_predict(&model->along, inputs, t, u, outputs);
        return;
    }
    mr_deviated_predict(model, t, u, outputs);
}
