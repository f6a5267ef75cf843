/* steps that a slave makes on trial (trial_steps.h) */
#include "trial_steps.h"

#include "interface_private.h"

#include <math.h>
#include <string.h>

/* part of what acts at the start that the random inputs have; where that shows too little, of what
 * acts in all of the steps */
static const double PART = 0.1, LARGER = 1.0;

static const uint64_t SEED = 20260229u;

void mr_series_place(mr_series *series, int n, double h, int rows, double *block) {
    series->trial = (mr_trial){.n = n, .h = h, .motion = block, .reaction = block + rows * 2 * n};
    series->told = series->trial.reaction + rows * n;
    series->by_efforts = series->told + rows * n;
}

int mr_series_steps(const mr_series *series) {
    return series->trial.count > 0 ? series->trial.count - 1 : 0;
}

/* a generator of its own: the same steps on every machine and in every run */
double mr_trying_draw(mr_trying *y) {
    y->random = y->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(y->random >> 11) / 4503599627370496.0 - 1.0;
}

double mr_trying_size(const mr_trying *y, int j, double seen) {
    const mr_interface_model *model = y->model;
    const double h = y->h, u = y->start[j];
    const int n = model->n, m = model->m;
    double answer = 0.0, a = seen, p = 0.0;
    for (int i = 0; i < n; i++) {
        answer = fmax(answer, fabs(model->Au[i * m + j]));
        a = fmax(a, fmax(fabs(model->slave[2 * n + i]), fabs(model->slave[n + i]) / h));
        p = fmax(p, fabs(model->slave[i]));
    }
    if (!(answer > 0.0) || !model->effort[j])
        return 0.0;
    double push = fmax(fabs(u), a / answer);
    if (push == 0.0)
        push = (p > 0.0 ? 0.1 * p / (h * h) : y->from_rest) / answer;
    return (seen > 0.0 ? LARGER : PART) * push;
}

void mr_trying_start(mr_trying *y) {
    y->random = SEED;
    y->t = y->begin;
    memcpy(y->row, y->first, (size_t)y->model->outputs * sizeof *y->row);
    memcpy(y->u, y->start, (size_t)y->model->m * sizeof *y->u);
}

bool mr_trying_is_at_rest(const mr_trying *y) {
    const mr_interface_model *model = y->model;
    double most = 0.0;
    for (int i = 0; i < 3 * model->n; i++)
        most = fmax(most, fabs(model->slave[i]));
    for (int j = 0; j < model->m; j++)
        if (model->effort[j])
            most = fmax(most, fabs(y->start[j]));
    return most == 0.0;
}

bool mr_trying_restore(mr_trying *y) {
    mr_trying_start(y);
    return y->type->restore(y->slave, y->state) == MR_OK;
}

bool mr_trying_step(mr_trying *y) {
    const mr_fixed_inputs fixed = {y->u, y->model->m};
    const mr_inputs inputs = {
        .at = mr_fixed_inputs_at, .context = (void *)&fixed, .constant = true};
    double t = y->t;
    const mr_status status = y->limited ? y->type->step_to(y->slave, &inputs, y->t + y->h, &t)
                                        : y->type->step(y->slave, &inputs, &t);
    if (status != MR_OK || y->type->outputs(y->slave, y->row) != MR_OK)
        return false;
    y->t = t;
    return true;
}

/* p, v and the reaction behind a = Au u + Ap p + Av v, as a row */
static void note(const mr_trying *y, mr_series *to) {
    const mr_interface_model *model = y->model;
    const int n = model->n, m = model->m, row = to->trial.count++ * n;
    double *motion = to->trial.motion + 2 * row;
    for (int i = 0; i < n; i++) {
        motion[i] = y->row[model->coordinates[i].position];
        motion[n + i] = y->row[model->coordinates[i].velocity];
    }
    for (int i = 0; i < n; i++) {
        double told = 0.0;
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                told += model->Au[i * m + j] * y->u[j];
        to->by_efforts[row + i] = told;
        for (int j = 0; j < n; j++)
            told += model->Ap[i * n + j] * motion[j] + model->Av[i * n + j] * motion[n + j];
        to->told[row + i] = told;
        to->trial.reaction[row + i] = y->row[model->coordinates[i].acceleration] - told;
    }
}

void mr_series_first(const mr_trying *y, mr_series *series) {
    series->trial.count = 0;
    note(y, series);
}

void mr_series_drop(mr_trying *y, mr_series *series) {
    y->tried += mr_series_steps(series);
    series->trial.count = 0;
}

bool mr_series_begin(mr_trying *y, mr_series *series) {
    const uint64_t random = y->random;
    mr_series_drop(y, series);
    if (!mr_trying_restore(y))
        return false;
    y->random = random;
    mr_series_first(y, series);
    return true;
}

bool mr_series_go(mr_trying *y, mr_series *series, int rows, double times) {
    while (series->trial.count < rows) {
        const double from = y->t;
        for (int j = 0; j < y->model->m; j++)
            y->u[j] = (y->model->effort[j] ? times : 1.0) * y->start[j] +
                      mr_trying_size(y, j, y->seen) * mr_trying_draw(y);
        if (!mr_trying_step(y) || fabs(y->t - from - y->h) > 1e-9 * y->h)
            return false;
        note(y, series);
    }
    return true;
}

double mr_series_seen(const mr_series *series) {
    const mr_trial *trial = &series->trial;
    const int n = trial->n;
    double seen = 0.0;
    for (int k = 1; k < trial->count; k++)
        for (int i = 0; i < n; i++) {
            const double *v = trial->motion + (k * 2 * n) + n + i;
            seen = fmax(seen, fabs(v[0] - v[-2 * n]) / trial->h);
        }
    return seen;
}
