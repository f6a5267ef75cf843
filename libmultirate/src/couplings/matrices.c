/* when a slave is asked for its interface matrices: they cost it back-substitutions, and often they
 * hardly change
 *
 * While two tellings differ by less than a fifth of a per cent the time between them doubles, up to
 * 64 steps; it is halved where they differ by more than one per cent. Between them the last ones
 * serve, as long as the accelerations go as they say: a change of the accelerations that they miss
 * by four times as much as lately (a contact, a gear, a stop) has them told at once. */
#include "interface_model.h"

#include <math.h>
#include <string.h>

static const double SAME = 0.002, OTHER = 0.01, SURPRISE = 4.0, FORGET = 0.9;

/* of the largest answer to efforts */
static const double SINGULAR = 0.05;

enum { LONGEST = 64 };
enum { INTERVAL, LEFT, MISSED, SIZE, SURPRISED, ANSWER }; /* parts of model->renewal */

void mr_matrices_start(mr_interface_model *model) {
    memset(model->renewal, 0, MR_RENEWAL * sizeof *model->renewal);
    model->renewal[INTERVAL] = 1.0;
    for (int i = 0; i < 2 * model->n; i++)
        model->factor[i] = 1.0;
}

void mr_matrices_scale(mr_interface_model *model, const double *factor) {
    const int n = model->n, m = model->m;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            model->Au[i * m + j] *= factor[i] * factor[n + i];
        for (int j = 0; j < n; j++) {
            model->Ap[i * n + j] *= factor[i];
            model->Av[i * n + j] *= factor[i];
        }
    }
}

mr_status mr_matrices_check(mr_interface_model *model) {
    const int n = model->n;
    for (int j = 0; j < n; j++)
        if (model->coordinates[j].position < 0)
            for (int i = 0; i < n; i++)
                model->Ap[i * n + j] = 0.0;
    for (int i = 0; i < n * model->m; i++)
        if (!isfinite(model->Au[i]))
            return MR_ERR_NOT_FINITE;
    for (int i = 0; i < n * n; i++)
        if (!isfinite(model->Ap[i]) || !isfinite(model->Av[i]))
            return MR_ERR_NOT_FINITE;
    return MR_OK;
}

/* the interface hardly answers to any effort, of all that it has answered so far: a coordinate that
 * is singular for an instant (a pendulum at the horizontal), where Ap and Av have no bound */
static bool is_singular(mr_interface_model *model) {
    double answer = 0.0, *most = &model->renewal[ANSWER];
    for (int i = 0; i < model->n; i++)
        for (int j = 0; j < model->m; j++)
            if (model->effort[j])
                answer = fmax(answer, fabs(model->Au[i * model->m + j]));
    *most = fmax(*most, answer);
    return answer < SINGULAR * *most;
}

static mr_status ask(mr_interface_model *model, const mr_slave_type *type, void *slave) {
    MR_TRY(type->interface_matrices(slave, model->Au, model->Ap, model->Av));
    mr_matrices_scale(model, model->factor);
    return mr_matrices_check(model);
}

/* acceleration of coordinate i that the matrices make of inputs, positions and velocities */
static double answer(const mr_interface_model *model, int i, const double *u, const double *state) {
    const int n = model->n;
    double sum = 0.0;
    for (int j = 0; j < model->m; j++)
        if (model->effort[j])
            sum += model->Au[i * model->m + j] * u[j];
    for (int j = 0; j < n; j++)
        sum += model->Ap[i * n + j] * state[j] + model->Av[i * n + j] * state[n + j];
    return sum;
}

/* did the accelerations change by what the matrices cannot know? */
static bool surprised(mr_interface_model *model) {
    const int n = model->n;
    double missed = 0.0, *renewal = model->renewal;
    for (int i = 0; i < n; i++) {
        const double change = model->slave[2 * n + i] - model->slave_before[2 * n + i];
        missed += fabs(change - answer(model, i, model->mean, model->slave) +
                       answer(model, i, model->mean_before, model->slave_before));
        renewal[SIZE] = fmax(renewal[SIZE], fabs(model->slave[2 * n + i]));
    }
    const double lately = renewal[MISSED];
    renewal[MISSED] = fmax(FORGET * lately, missed);
    return missed > SURPRISE * lately + 1e-6 * renewal[SIZE];
}

bool mr_matrices_surprised(const mr_interface_model *model) {
    return model->renewal[SURPRISED] != 0.0;
}

/* how much one telling differs from the next, where 1 is all of it: Au relative, Ap and Av by what
 * they do in a step */
static double difference(const mr_interface_model *model, const double *before, double h) {
    const int n = model->n, m = model->m;
    const double *Au = before, *Ap = Au + n * m, *Av = Ap + n * n;
    double change = 0.0, size = 0.0, most = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (model->effort[j]) {
                change = fmax(change, fabs(model->Au[i * m + j] - Au[i * m + j]));
                size = fmax(size, fabs(model->Au[i * m + j]));
            }
    most = size > 0.0 ? change / size : change;
    for (int i = 0; i < n * n; i++)
        most = fmax(most, fmax(h * h * fabs(model->Ap[i] - Ap[i]), h * fabs(model->Av[i] - Av[i])));
    return most;
}

mr_status mr_matrices_take(mr_interface_model *model, const mr_slave_type *type, void *slave,
                           double h) {
    const int n = model->n, m = model->m;
    double *renewal = model->renewal, *before = model->matrices_before;
    const bool at_once = h > 0.0 && surprised(model);
    renewal[SURPRISED] = at_once ? 1.0 : 0.0;
    if (at_once)
        renewal[INTERVAL] = 1.0;
    else if (renewal[LEFT] > 0.0 && !model->bends) {
        renewal[LEFT] -= 1.0;
        return MR_OK;
    }
    memcpy(before, model->Au, (size_t)(n * m) * sizeof *before);
    memcpy(before + n * m, model->Ap, (size_t)(n * n) * sizeof *before);
    memcpy(before + n * m + n * n, model->Av, (size_t)(n * n) * sizeof *before);
    MR_TRY(ask(model, type, slave));
    if (is_singular(model) && !model->bends) { /* the last ones stay */
        memcpy(model->Au, before, (size_t)(n * m) * sizeof *before);
        memcpy(model->Ap, before + n * m, (size_t)(n * n) * sizeof *before);
        memcpy(model->Av, before + n * m + n * n, (size_t)(n * n) * sizeof *before);
        renewal[LEFT] = 0.0;
        return MR_OK;
    }
    if (h > 0.0 && !at_once) {
        const double differs = difference(model, before, h);
        if (differs < SAME)
            renewal[INTERVAL] = fmin(2.0 * renewal[INTERVAL], LONGEST);
        else if (differs > OTHER)
            renewal[INTERVAL] = fmax(0.5 * renewal[INTERVAL], 1.0);
    }
    renewal[LEFT] = h > 0.0 ? renewal[INTERVAL] - 1.0 : 0.0;
    return MR_OK;
}
