/* asking a slave what it is */
#include "linear_slave.h"

#include "analysis/identify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a slave whose steps a linear system shows worse than this is taken by its interface matrices */
#define MISFIT 0.02

void opened_slave_close(opened_slave *s) {
    an_seen_slave_free(&s->seen);
    mr_block_slave_close(&s->slave);
    free(s->Au);
    *s = (opened_slave){0};
}

/* opens the slave as the block does and starts it with what the block gets */
static mr_status open_slave(linear_model *l, const mr_config *config, const bd_linear_model *around,
                            double t0, opened_slave *s) {
    mr_message message = {""};
    const mr_status opened = mr_block_slave_open(
        l->parameters.slave, l->parameters.slave_configuration, config, &s->slave, &message);
    if (opened != MR_OK) {
        linear_model_explain(l, "%s", message.text);
        return opened;
    }
    s->interface = s->slave.interface;
    mr_interface_describe(s->interface, &s->description);
    const int inputs = mr_interface_inputs(s->interface);
    const int outputs = mr_interface_outputs(s->interface);
    if (inputs != around->outputs || outputs != around->inputs) {
        linear_model_explain(l, "the slave has %d inputs and %d outputs, the block %d and %d",
                             inputs, outputs, around->outputs, around->inputs);
        return MR_ERR_ARGUMENT;
    }
    const mr_status started = mr_interface_start(s->interface, t0, around->y);
    if (started != MR_OK)
        linear_model_explain(l, "%s", mr_interface_error(s->interface));
    return started;
}

/* matrices are those of the last step: before the first there may be only a part of them */
static mr_status ask_after_a_step(const linear_model *l, const bd_linear_model *around, double t0,
                                  opened_slave *s) {
    double *u = calloc((size_t)around->inputs + 1, sizeof *u);
    mr_status status = u ? MR_OK : MR_ERR_MEMORY;
    if (u)
        status = mr_interface_exchange(s->interface, t0 + l->coupling.slave_step, around->y,
                                       MR_MAJOR, u);
    free(u);
    if (status == MR_OK)
        status = mr_interface_matrices(s->interface, s->Au, s->Ap, s->Av);
    return status;
}

/* steps on trial show what is behind its coordinates: it goes back, and tells where they are */
static bool goes_back(const opened_slave *s) {
    const mr_slave_type *type = NULL;
    void *slave = NULL;
    mr_interface_slave(s->interface, &type, &slave);
    bool places = type->save && type->restore && s->count > 0;
    for (int i = 0; i < s->count; i++)
        places = places && s->coordinates[i].position >= 0;
    return places;
}

/* does the slave tell directions for the interface model? Some can, but not with every model */
static mr_status ask_directions(linear_model *l, const opened_slave *s) {
    enum { ROOM = 2 };
    const mr_slave_type *type = NULL;
    void *slave = NULL;
    const mr_slave_description *d = &s->description;
    const size_t m = (size_t)mr_interface_inputs(s->interface);
    const size_t k = (size_t)d->coordinate_count + 1;
    mr_interface_slave(s->interface, &type, &slave);
    if (!type->directions || !type->aim)
        return MR_OK;
    bool *efforts = calloc(m + 1, sizeof *efforts);
    double *room = calloc(ROOM * m + k * ROOM * (1 + ROOM) + (size_t)(ROOM * (2 * ROOM + 3)) + 1,
                          sizeof *room);
    mr_status told = MR_ERR_MEMORY;
    if (efforts && room) {
        int at = 0;
        for (int v = 0; v < d->input_count; at += d->inputs[v++].size)
            for (int e = 0; e < d->inputs[v].size; e++)
                efforts[at + e] = d->inputs[v].power_with >= 0;
        mr_directions directions = {.room = ROOM, .input = room};
        directions.output = directions.input + ROOM * m;
        directions.curvature = directions.output + k * ROOM;
        directions.stiffness = directions.curvature + k * ROOM * ROOM;
        directions.damping = directions.stiffness + ROOM * ROOM;
        directions.velocity = directions.damping + ROOM * ROOM;
        directions.acceleration = directions.velocity + ROOM;
        directions.drift = directions.acceleration + ROOM;
        told = type->directions(slave, l->coupling.slave_step, efforts, &directions);
        l->directed = told == MR_OK && directions.count > 0;
    }
    free(efforts);
    free(room);
    return told == MR_ERR_MEMORY ? told : MR_OK;
}

/* what its steps show: all that moves behind the interface, and the rule that it integrates by */
static mr_status look_inside(linear_model *l, const bd_linear_model *around, double t0,
                             opened_slave *s) {
    const mr_slave_type *type = NULL;
    void *slave = NULL;
    mr_message message = {""};
    mr_interface_slave(s->interface, &type, &slave);
    const double imposed = l->coupling.config.slave_step;
    const double step = imposed > 0.0 && type->step_to ? imposed : 0.0;
    const mr_status looked = (l->soon ? an_see_slave_soon : an_see_slave)(
        &s->seen, type, slave, t0, around->y, step, NULL, &message);
    l->seen = looked == MR_OK && s->seen.misfit <= MISFIT && s->seen.system.states > 0;
    l->misfit = s->seen.misfit;
    l->rest = s->seen.rest;
    l->probes = s->seen.steps;
    if (l->seen) {
        l->coupling.slave_method = s->seen.method;
        l->coupling.slave_step = s->seen.step;
        l->coupling.blur = s->seen.blur;
    }
    return looked == MR_ERR_MEMORY ? looked : MR_OK; /* others fail: there is nothing to be seen */
}

/* told by the slave, or found by trying */
static mr_status find_matrices(linear_model *l, const bd_linear_model *around, double t0,
                               opened_slave *s) {
    mr_status told = mr_interface_matrices(s->interface, s->Au, s->Ap, s->Av);
    if (told == MR_OK)
        told = ask_after_a_step(l, around, t0, s);
    if (told == MR_OK) {
        l->has_coordinates = true;
        l->tries = goes_back(s);
        return ask_directions(l, s);
    }
    if (told != MR_ERR_MEMORY && s->count > 0)
        told =
            an_identify(s->interface, t0, around->y, s->coordinates, s->count, s->Au, s->Ap, s->Av);
    l->identified = l->has_coordinates = told == MR_OK;
    return told == MR_ERR_MEMORY ? told : MR_OK;
}

/* interface coordinates and matrices, and what is behind them */
mr_status opened_slave_ask(opened_slave *s, linear_model *l, const bd_linear_model *around,
                           double t0) {
    mr_config config;
    mr_message message = {""};
    if (l->coupling.config.joint[0]) {
        linear_model_explain(l, "the slave is held by a joint, which has no map of signals: "
                                "multirate stability --joint METHOD tells its stability");
        return MR_ERR_UNSUPPORTED;
    }
    /* the block's view of the slave, its steps driven by one constant after the other */
    mr_config_default(&config);
    snprintf(config.inputs, sizeof config.inputs, "%s", l->coupling.config.inputs);
    snprintf(config.outputs, sizeof config.outputs, "%s", l->coupling.config.outputs);
    config.slave_step = l->coupling.config.slave_step;
    MR_TRY(mr_config_parse(&config, "scheme=fastest_first predictor=polynomial order=0", &message));
    MR_TRY(open_slave(l, &config, around, t0, s));
    l->can_end_steps = mr_plugin_type(s->slave.plugin)->step_to != NULL;
    const double h = mr_interface_slave_step(s->interface);
    l->coupling.slave_step = h > 0.0 && isfinite(h) ? h : l->coupling.step;
    const int inputs = mr_interface_inputs(s->interface);
    s->count = s->description.coordinate_count < MOST_COORDINATES ? s->description.coordinate_count
                                                                  : MOST_COORDINATES;
    for (int i = 0; i < s->count; i++)
        s->coordinates[i] = s->description.coordinates[i];
    if (s->count == 0)
        s->count = an_find_coordinates(&s->description, s->coordinates, MOST_COORDINATES);
    const size_t k = (size_t)s->count, m = (size_t)inputs;
    s->Au = calloc(k * m + 2 * k * k + 1, sizeof *s->Au);
    if (!s->Au)
        return MR_ERR_MEMORY;
    s->Ap = s->Au + k * m;
    s->Av = s->Ap + k * k;
    MR_TRY(find_matrices(l, around, t0, s));
    MR_TRY(look_inside(l, around, t0, s));
    if (!l->has_coordinates && !l->seen) {
        linear_model_explain(
            l, "slave '%s' does not tell its interface matrices, and its steps do not show them",
            l->parameters.slave);
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}
