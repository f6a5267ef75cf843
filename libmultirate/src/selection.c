/* a slave behind a slave: the variables that the master has named, and nothing else
 *
 * A vehicle tells fifty things, an engine needs its axle speed: what is not named is neither stored
 * nor predicted, and a diagram does not depend on the order in which a slave lists its variables.
 * Inputs that are not named are zero. Interface coordinates stay if velocity and acceleration are
 * named. */
#include "selection.h"

#include "couplings/consistent_model.h"
#include "multirate/nearest.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the chosen ones of one list of variables */
typedef struct chosen {
    int count, width, whole; /* variables, scalars, scalars of the wrapped slave */
    mr_variable *variables;
    int *scalar;  /* width: index of each scalar in the wrapped slave's vector */
    int *partner; /* variables of the wrapped slave: index among the chosen ones, or MR_NONE */
} chosen;

typedef struct selection {
    mr_slave_type table; /* what the wrapped slave cannot is NULL here too */
    const mr_slave_type *type;
    void *slave;
    mr_slave_description description;
    chosen inputs, outputs;
    mr_coordinate *coordinates;
    int *coordinate; /* index of each in the wrapped slave */
    int all_coordinates;
    const mr_inputs *master; /* of the call being made */
    double *u, *y;           /* chosen inputs, all outputs */
    double *Au, *Ap, *Av;    /* all of them */
    double *along;           /* directions: inputs, outputs and curvatures of all; pushes */
    bool *effort;            /* all inputs */
} selection;

static mr_status inputs_at(void *context, double t, double *u) {
    selection *s = context;
    mr_status status = mr_inputs_at(s->master, t, s->u);
    memset(u, 0, (size_t)s->inputs.whole * sizeof *u);
    for (int i = 0; i < s->inputs.width; i++)
        u[s->inputs.scalar[i]] = s->u[i];
    return status;
}

static mr_inputs pass_on(selection *s, const mr_inputs *inputs) {
    s->master = inputs;
    return (mr_inputs){.at = inputs_at, .context = s, .constant = inputs->constant};
}

static void describe(const void *slave, mr_slave_description *description) {
    *description = ((const selection *)slave)->description;
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    selection *s = slave;
    const mr_inputs own = pass_on(s, inputs);
    return s->type->initialise(s->slave, t0, &own);
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    selection *s = slave;
    const mr_inputs own = pass_on(s, inputs);
    return s->type->step(s->slave, &own, t);
}

static mr_status step_to(void *slave, const mr_inputs *inputs, double t_limit, double *t) {
    selection *s = slave;
    const mr_inputs own = pass_on(s, inputs);
    return s->type->step_to(s->slave, &own, t_limit, t);
}

static mr_status next_step(const void *slave, double *h) {
    const selection *s = slave;
    return s->type->next_step(s->slave, h);
}

static void gather(const selection *s, double *y) {
    for (int i = 0; i < s->outputs.width; i++)
        y[i] = s->y[s->outputs.scalar[i]];
}

static mr_status outputs(void *slave, double *y) {
    selection *s = slave;
    mr_status status = s->type->outputs(s->slave, s->y);
    gather(s, y);
    return status;
}

static mr_status rates(void *slave, double *ydot) {
    selection *s = slave;
    mr_status status = s->type->rates(s->slave, s->y);
    gather(s, ydot);
    return status;
}

static mr_status interface_matrices(void *slave, double *Au, double *Ap, double *Av) {
    selection *s = slave;
    const int n = s->description.coordinate_count, all = s->all_coordinates;
    mr_status status = s->type->interface_matrices(s->slave, s->Au, s->Ap, s->Av);
    for (int i = 0; i < n; i++) {
        const int row = s->coordinate[i];
        for (int k = 0; k < s->inputs.width; k++)
            Au[i * s->inputs.width + k] = s->Au[row * s->inputs.whole + s->inputs.scalar[k]];
        for (int k = 0; k < n; k++) {
            Ap[i * n + k] = s->Ap[row * all + s->coordinate[k]];
            Av[i * n + k] = s->Av[row * all + s->coordinate[k]];
        }
    }
    return status;
}

static mr_status directions(void *slave, double h, const bool *efforts, mr_directions *told) {
    selection *s = slave;
    const int n = s->description.coordinate_count, whole = s->inputs.whole;
    const int room = told->room < MR_MOST_DIRECTIONS ? told->room : MR_MOST_DIRECTIONS;
    mr_directions all = *told;
    all.room = told->room = room;
    all.input = s->along;
    all.output = all.input + room * whole;
    all.curvature = all.output + room * s->all_coordinates;
    memset(s->effort, 0, (size_t)whole * sizeof *s->effort);
    for (int k = 0; k < s->inputs.width; k++)
        s->effort[s->inputs.scalar[k]] = efforts[k];
    memset(all.curvature, 0, (size_t)(s->all_coordinates * room * room) * sizeof *all.curvature);
    MR_TRY(s->type->directions(s->slave, h, s->effort, &all));
    told->count = all.count;
    for (int i = 0; i < all.count && i < room; i++)
        for (int k = 0; k < s->inputs.width; k++)
            told->input[i * s->inputs.width + k] = all.input[i * whole + s->inputs.scalar[k]];
    for (int c = 0; c < n; c++) {
        const int row = s->coordinate[c], square = room * room;
        memcpy(told->output + c * room, all.output + row * room, (size_t)room * sizeof(double));
        memcpy(told->curvature + c * square, all.curvature + row * square,
               (size_t)square * sizeof(double));
    }
    return MR_OK;
}

static mr_status aim(void *slave, double h, const double *u, const double *eta,
                     const double *eta_rate) {
    selection *s = slave;
    memset(s->along, 0, (size_t)s->inputs.whole * sizeof *s->along);
    for (int i = 0; i < s->inputs.width; i++)
        s->along[s->inputs.scalar[i]] = u[i];
    return s->type->aim(s->slave, h, s->along, eta, eta_rate);
}

static mr_status save(const void *slave, void **state) {
    const selection *s = slave;
    return s->type->save(s->slave, state);
}

static mr_status restore(void *slave, const void *state) {
    selection *s = slave;
    return s->type->restore(s->slave, state);
}

static size_t state_size(const void *slave) {
    const selection *s = slave;
    return s->type->state_size(s->slave);
}

static mr_status push(void *slave, const double *shift, const double *kick) {
    selection *s = slave;
    double *all_shift = s->along, *all_kick = s->along + s->inputs.whole;
    memset(s->along, 0, 2 * (size_t)s->inputs.whole * sizeof *s->along);
    for (int i = 0; i < s->inputs.width; i++) {
        all_shift[s->inputs.scalar[i]] = shift[i];
        all_kick[s->inputs.scalar[i]] = kick[i];
    }
    return s->type->push(s->slave, all_shift, all_kick);
}

static void free_chosen(chosen *c) {
    MR_FREE(c->variables, c->scalar, c->partner);
}

/* the wrapper alone */
static void free_selection(selection *s) {
    free_chosen(&s->inputs);
    free_chosen(&s->outputs);
    MR_FREE(s->coordinates, s->coordinate, s->along, s->effort, s->u, s);
}

static void close_selection(void *slave) {
    selection *s = slave;
    s->type->close(s->slave);
    free_selection(s);
}

static int find_variable(const mr_variable *variables, int count, const char *name, size_t length) {
    for (int v = 0; v < count; v++)
        if (variables[v].name && strlen(variables[v].name) == length &&
            strncmp(variables[v].name, name, length) == 0)
            return v;
    return MR_NONE;
}

static void take(chosen *c, const mr_variable *variables, int v) {
    int first = 0;
    for (int w = 0; w < v; w++)
        first += variables[w].size;
    c->partner[v] = c->count;
    c->variables[c->count++] = variables[v];
    for (int i = 0; i < variables[v].size; i++)
        c->scalar[c->width++] = first + i;
}

static mr_status choose(const char *names, const char *kind, const mr_variable *variables,
                        int count, chosen *c, mr_message *message) {
    c->whole = mr_variables_width(variables, count);
    c->variables = calloc((size_t)count + 1, sizeof *c->variables);
    c->scalar = calloc((size_t)c->whole + 1, sizeof *c->scalar);
    c->partner = calloc((size_t)count + 1, sizeof *c->partner);
    if (!c->variables || !c->scalar || !c->partner) {
        mr_message_set(message, "not enough memory for the chosen %s", kind);
        return MR_ERR_MEMORY;
    }
    for (int v = 0; v < count; v++)
        c->partner[v] = MR_NONE;
    for (int v = 0; v < count && !*names; v++)
        take(c, variables, v);
    while (*names) {
        const size_t length = strcspn(names, "+");
        const int v = find_variable(variables, count, names, length);
        if (v == MR_NONE || c->partner[v] != MR_NONE) {
            char name[128], hint[MR_HINT_SIZE];
            snprintf(name, sizeof name, "%.*s", (int)length, names);
            mr_nearest nearest = {name, NULL, 0};
            for (int k = 0; k < count && v == MR_NONE; k++)
                mr_nearest_try(&nearest, variables[k].name);
            mr_message_set(message, "%s: '%s' is %s%s", kind, name,
                           v == MR_NONE ? "none of the slave's" : "there twice",
                           mr_nearest_hint(&nearest, hint, sizeof hint));
            return MR_ERR_CONFIG;
        }
        take(c, variables, v);
        names += length + (names[length] == '+');
    }
    return MR_OK;
}

/* links between variables, in the new numbering; those to variables that are not chosen end. with:
 * what inputs make power with, else NULL */
static void renumber(chosen *c, const chosen *with) {
    for (int v = 0; v < c->count; v++) {
        mr_variable *variable = &c->variables[v];
        if (variable->rate_of != MR_NONE)
            variable->rate_of = c->partner[variable->rate_of];
        if (with && variable->power_with != MR_NONE)
            variable->power_with = with->partner[variable->power_with];
    }
}

static int new_index(const chosen *c, int scalar) {
    for (int i = 0; scalar != MR_NONE && i < c->width; i++)
        if (c->scalar[i] == scalar)
            return i;
    return MR_NONE;
}

static void keep_coordinates(selection *s, const mr_slave_description *d) {
    for (int i = 0; i < d->coordinate_count; i++) {
        const mr_coordinate kept = {.position = new_index(&s->outputs, d->coordinates[i].position),
                                    .velocity = new_index(&s->outputs, d->coordinates[i].velocity),
                                    .acceleration =
                                        new_index(&s->outputs, d->coordinates[i].acceleration)};
        if (kept.velocity == MR_NONE || kept.acceleration == MR_NONE)
            continue;
        s->coordinate[s->description.coordinate_count] = i;
        s->coordinates[s->description.coordinate_count++] = kept;
    }
}

static mr_status make(selection *s, const mr_slave_description *d, mr_message *message) {
    const size_t coordinates = d->coordinate_count > 0 ? (size_t)d->coordinate_count : 0;
    const size_t u = (size_t)s->inputs.width, whole = (size_t)s->inputs.whole;
    const size_t y = (size_t)s->outputs.whole, square = coordinates * coordinates;
    s->all_coordinates = (int)coordinates;
    s->coordinates = calloc(coordinates + 1, sizeof *s->coordinates);
    s->coordinate = calloc(coordinates + 1, sizeof *s->coordinate);
    s->u = calloc(u + y + coordinates * whole + 2 * square + 1, sizeof *s->u);
    s->along = calloc(MR_MOST_DIRECTIONS * (whole + coordinates * (1 + MR_MOST_DIRECTIONS)) + 1,
                      sizeof *s->along);
    s->effort = calloc(whole + 1, sizeof *s->effort);
    if (!s->coordinates || !s->coordinate || !s->u || !s->along || !s->effort) {
        mr_message_set(message, "not enough memory for the chosen variables");
        return MR_ERR_MEMORY;
    }
    s->y = s->u + u;
    s->Au = s->y + y;
    s->Ap = s->Au + coordinates * whole;
    s->Av = s->Ap + square;
    s->description = (mr_slave_description){.title = d->title,
                                            .input_count = s->inputs.count,
                                            .inputs = s->inputs.variables,
                                            .output_count = s->outputs.count,
                                            .outputs = s->outputs.variables,
                                            .coordinates = s->coordinates};
    keep_coordinates(s, d);
    s->table = *s->type;
    s->table.describe = describe;
    s->table.initialise = initialise;
    s->table.step = step;
    s->table.outputs = outputs;
    s->table.close = close_selection;
    if (s->type->next_step)
        s->table.next_step = next_step;
    if (s->type->step_to)
        s->table.step_to = step_to;
    if (s->type->rates)
        s->table.rates = rates;
    if (s->type->interface_matrices)
        s->table.interface_matrices = interface_matrices;
    if (s->type->directions && s->type->aim) {
        s->table.directions = directions;
        s->table.aim = aim;
    }
    if (s->type->save) {
        s->table.save = save;
        s->table.restore = restore;
    }
    if (s->type->state_size)
        s->table.state_size = state_size;
    if (s->type->push)
        s->table.push = push;
    return MR_OK;
}

mr_status mr_selection_open(const char *input_names, const char *output_names,
                            const mr_slave_type **type, void **slave, mr_message *message) {
    selection *s = calloc(1, sizeof *s);
    if (!s) {
        mr_message_set(message, "not enough memory for the chosen variables");
        return MR_ERR_MEMORY;
    }
    s->type = *type;
    s->slave = *slave;
    mr_slave_description d;
    s->type->describe(s->slave, &d);
    mr_status status = choose(input_names, "inputs", d.inputs, d.input_count, &s->inputs, message);
    if (status == MR_OK)
        status = choose(output_names, "outputs", d.outputs, d.output_count, &s->outputs, message);
    if (status == MR_OK) {
        renumber(&s->inputs, &s->outputs);
        renumber(&s->outputs, NULL);
        status = make(s, &d, message);
    }
    if (status != MR_OK) {
        free_selection(s);
        return status;
    }
    *type = &s->table;
    *slave = s;
    return MR_OK;
}
