/* the interface model: its memory, what the slave tells, and which of the three ways it goes: along
 * directions, with owned coordinates and hidden modes, or by the matrices alone */
#include "interface_model.h"

#include "identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REGRESSORS 10000 /* their square is still an int */

/* coordinates from the links between outputs, where the slave names none: position → rate → rate */
static int find_chains(const mr_slave_description *d, mr_coordinate *coordinates) {
    int count = 0, at[2] = {0, 0};
    for (int v = 0; v < d->output_count; at[0] += d->outputs[v].size, v++) {
        int acceleration = -1, position = -1, offset[2] = {0, 0}, sum = 0;
        for (int w = 0; w < d->output_count; sum += d->outputs[w].size, w++) {
            if (d->outputs[w].rate_of == v) {
                acceleration = w;
                offset[0] = sum;
            }
            if (d->outputs[v].rate_of == w) {
                position = w;
                offset[1] = sum;
            }
        }
        if (acceleration < 0)
            continue;
        /* v is a velocity if its own rate is known; a position has a rate that has one too */
        bool is_position = false;
        for (int w = 0; w < d->output_count; w++)
            is_position = is_position || d->outputs[w].rate_of == acceleration;
        if (is_position && position < 0)
            continue;
        for (int s = 0; s < d->outputs[v].size; s++)
            coordinates[count++] =
                (mr_coordinate){.position = position >= 0 ? offset[1] + s : MR_NONE,
                                .velocity = at[0] + s,
                                .acceleration = offset[0] + s};
    }
    return count;
}

static void mark_efforts(mr_interface_model *model, const mr_slave_description *d) {
    bool declared = false;
    for (int v = 0; v < d->input_count; v++)
        declared = declared || d->inputs[v].power_with >= 0;
    for (int v = 0, at = 0; v < d->input_count; at += d->inputs[v].size, v++)
        for (int s = 0; s < d->inputs[v].size; s++)
            model->effort[at + s] = d->inputs[v].variability == MR_CONTINUOUS &&
                                    (!declared || d->inputs[v].power_with >= 0);
}

/* the coordinate whose velocity makes power with an input */
static void find_conjugates(mr_interface_model *model, const mr_slave_description *d) {
    for (int v = 0, at = 0; v < d->input_count; at += d->inputs[v].size, v++) {
        int velocity = 0;
        for (int w = 0; w < d->inputs[v].power_with; w++)
            velocity += d->outputs[w].size;
        for (int s = 0; s < d->inputs[v].size; s++) {
            model->along.conjugate[at + s] = MR_NONE;
            for (int i = 0; i < model->n && d->inputs[v].power_with >= 0; i++)
                if (model->coordinates[i].velocity == velocity + s)
                    model->along.conjugate[at + s] = i;
        }
    }
}

static mr_status allocate(mr_interface_model *model, mr_message *message) {
    const int n = model->n, m = model->m, q = m + 2 * n;
    if (q > MOST_REGRESSORS) {
        mr_message_set(
            message,
            "coupling=model: %d inputs and %d interface coordinates are too many for the "
            "interface model; choose some by inputs= and outputs=",
            m, n);
        return MR_ERR_UNSUPPORTED;
    }
    const struct {
        double **to;
        int size;
    } parts[] = {{&model->Au, n * m},
                 {&model->Ap, n * n},
                 {&model->Av, n * n},
                 {&model->mean, m},
                 {&model->slave, 3 * n},
                 {&model->deviation, 3 * n},
                 {&model->base, 3 * n},
                 {&model->before, 3 * n},
                 {&model->times, 3},
                 {&model->correction, 3 * n},
                 {&model->drift, n},
                 {&model->slave_before, 3 * n},
                 {&model->mean_before, m},
                 {&model->matrices_before, n * m + 2 * n * n},
                 {&model->renewal, MR_RENEWAL},
                 {&model->u, m},
                 {&model->u_end, m},
                 {&model->pull_matrix, m * m},
                 {&model->pull, m},
                 {&model->trial, 3 * n},
                 {&model->matrix, n * n},
                 {&model->right, n},
                 {&model->identification.theta, n * q},
                 {&model->identification.covariance, q * q},
                 {&model->identification.last, q + n},
                 {&model->identification.phi, q},
                 {&model->identification.gain, q},
                 {&model->identification.seen, q}};
    model->identification.regressors = q;
    model->doubles = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        model->doubles += parts[i].size;
    if (model->along.room > 0)
        model->doubles += mr_consistent_size(model->along.room, n, m);
    if (model->may_own)
        model->doubles += mr_hidden_size(n, model->hidden.room) + n;
    model->numbers = calloc((size_t)model->doubles + 1, sizeof *model->numbers);
    if (!model->numbers)
        return MR_ERR_MEMORY;
    double *at = model->numbers;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].to = at;
        at += parts[i].size;
    }
    if (model->along.room > 0)
        mr_consistent_place(&model->along, at);
    if (model->may_own) {
        at += mr_consistent_size(model->along.room, n, m);
        mr_hidden_place(&model->hidden, at);
        model->hidden_before = at + mr_hidden_size(n, model->hidden.room);
    }
    return MR_OK;
}

/* a slave that tells matrices and goes back: its hidden modes can be found */
static void look_behind(mr_interface_model *model, const mr_slave_type *type, int states) {
    bool places = model->n <= MR_HIDDEN_COORDINATES;
    for (int i = 0; i < model->n; i++)
        places = places && model->coordinates[i].position >= 0;
    if (states <= 0 || !places || model->identify || !type->save || !type->restore)
        return;
    int room = mr_owned_room(model->n, states);
    if (model->takes_over && room > model->along.room)
        room = model->along.room / model->n * model->n;
    if (room == 0)
        return;
    model->may_own = true;
    model->states = states;
    model->hidden = (mr_hidden){.n = model->n, .room = room / model->n - 1};
    if (!model->takes_over)
        model->along.room = room;
}

/* no directions are told: coordinates and hidden modes serve, or the matrices alone */
static void make_do(mr_interface_model *model) {
    model->takes_over = 0;
    model->owns = model->may_own;
    if (!model->owns)
        model->along.room = 0;
    for (int j = 0; j < model->m; j++)
        model->along.conjugate[j] = MR_NONE;
}

mr_status mr_interface_model_open(mr_interface_model *model, const mr_slave_type *type,
                                  const mr_slave_description *d, bool identify, double leak,
                                  int directions, int states, mr_message *message) {
    const int outputs = mr_variables_width(d->outputs, d->output_count);
    *model = (mr_interface_model){
        .m = mr_variables_width(d->inputs, d->input_count), .leak = leak, .outputs = outputs};
    model->identify = identify || !type->interface_matrices;
    model->coordinates =
        calloc((size_t)outputs + (size_t)d->coordinate_count + 1, sizeof *model->coordinates);
    model->effort = calloc((size_t)model->m + 1, sizeof *model->effort);
    if (!model->coordinates || !model->effort)
        return MR_ERR_MEMORY;
    if (d->coordinate_count > 0) {
        model->n = d->coordinate_count;
        memcpy(model->coordinates, d->coordinates, (size_t)model->n * sizeof *model->coordinates);
    } else {
        model->n = find_chains(d, model->coordinates);
    }
    for (int i = 0; i < model->n; i++) {
        const mr_coordinate *c = &model->coordinates[i];
        if (c->velocity < 0 || c->acceleration < 0 || c->velocity >= outputs ||
            c->acceleration >= outputs || c->position >= outputs || c->position < MR_NONE) {
            mr_message_set(message,
                           "coupling=model: interface coordinate %d of slave '%s' does not name a "
                           "velocity and "
                           "an acceleration among its outputs",
                           i + 1, type->name);
            return MR_ERR_UNSUPPORTED;
        }
    }
    if (model->n == 0 || model->m == 0) {
        mr_message_set(
            message,
            "coupling=model needs a slave with inputs and with outputs that are velocities with "
            "their accelerations; slave '%s' has none",
            type->name);
        return MR_ERR_UNSUPPORTED;
    }
    mark_efforts(model, d);
    model->along = (mr_consistent){
        .n = model->n, .m = model->m, .coordinates = model->coordinates, .effort = model->effort};
    model->along.conjugate = calloc((size_t)model->m + 1, sizeof *model->along.conjugate);
    if (!model->along.conjugate)
        return MR_ERR_MEMORY;
    if (directions > 0 && !identify && type->directions && type->aim) {
        model->along.room = directions;
        model->takes_over = 1;
        find_conjugates(model, d);
    }
    look_behind(model, type, states);
    if (!model->takes_over)
        make_do(model);
    return allocate(model, message);
}

void mr_interface_model_close(mr_interface_model *model) {
    free(model->coordinates);
    free(model->effort);
    free(model->along.conjugate);
    free(model->numbers);
    *model = (mr_interface_model){0};
}

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
    const int n = model->n;
    if (!model->identify)
        return mr_matrices_take(model, type, slave, h);
    mr_identification_read(model);
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

mr_status mr_interface_model_aim(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                 double to, double *mean, const mr_history *inputs) {
    double h = 0.0;
    if (model->along.room == 0)
        return MR_OK;
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
        const mr_status told = take_directions(model, type, slave, t, h, row, inputs);
        if (told != MR_ERR_UNSUPPORTED)
            return told;
        make_do(model); /* a model of the slave that has none: the statistics say so */
        model->no_directions = true;
    }
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
        return take_directions(model, type, slave, to, to - from, row, inputs);
    }
    if (model->owns) {
        take_outputs(model, row);
        MR_TRY(take_matrices(model, type, slave, to - from));
        model->times[2] = to;
        mr_owned_step(model, to - from, inputs);
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
