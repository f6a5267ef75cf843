/* what the interface model is made of: coordinates, efforts, and room for all its numbers */
#include "interface_model.h"
#include "memory.h"

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

/* one coordinate, and one effort that makes power with it */
static bool is_pair(const mr_interface_model *model) {
    int efforts = 0, paired = 0;
    for (int j = 0; j < model->m; j++)
        if (model->effort[j]) {
            efforts++;
            paired += model->along.conjugate[j] == 0;
        }
    return model->n == 1 && efforts == 1 && paired == 1 && model->coordinates[0].position >= 0;
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
                 {&model->factor, 2 * n},
                 {&model->mean, m},
                 {&model->slave, 3 * n},
                 {&model->deviation, 3 * n},
                 {&model->base, 3 * n},
                 {&model->before, 3 * n},
                 {&model->times, 3},
                 {&model->correction, 3 * n},
                 {&model->unexplained, 1},
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
    model->doubles = MR_REACH_SIZE + MR_DOUBT_SIZE;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        model->doubles += parts[i].size;
    if (model->along.room > 0)
        model->doubles += mr_consistent_size(model->along.room, n, m);
    if (model->may_own)
        model->doubles += mr_hidden_size(n, model->hidden.room) + n + MR_BENT_SIZE;
    model->numbers = calloc((size_t)model->doubles + 1, sizeof *model->numbers);
    if (!model->numbers)
        return MR_ERR_MEMORY;
    double *at = model->numbers;
    model->reach = (mr_reach *)at;
    at += MR_REACH_SIZE;
    model->doubt = (mr_doubt *)at;
    at += MR_DOUBT_SIZE;
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
        model->bent = (mr_bent *)(model->hidden_before + n);
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

void mr_interface_model_make_do(mr_interface_model *model) {
    model->takes_over = 0;
    model->owns = model->may_own;
    model->settles = model->owns;
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
        model->takes_over = model->settles = 1;
    }
    find_conjugates(model, d);
    model->paired = is_pair(model);
    look_behind(model, type, states);
    if (!model->takes_over)
        mr_interface_model_make_do(model);
    return allocate(model, message);
}

void mr_interface_model_close(mr_interface_model *model) {
    MR_FREE(model->coordinates, model->effort, model->along.conjugate, model->numbers);
    *model = (mr_interface_model){0};
}
