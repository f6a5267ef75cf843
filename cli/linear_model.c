/* linearising a model file */
#include "linear_model.h"

#include "analysis/identify.h"
#include "analysis/matrix.h"
#include "block/slave.h"
#include "coupling_report.h"
#include "multirate/multirate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COORDINATES 64

static void explain(linear_model *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->why_not, sizeof l->why_not, format, arguments);
    va_end(arguments);
}

/* the first multirate block, and the masked block around it */
static bool find_block(linear_model *l, const model *m) {
    for (int i = 0; i < bd_simulation_block_count(m->simulation); i++) {
        if (!is_multirate_block(m->simulation, i))
            continue;
        const bd_block_info *info = bd_simulation_block(m->simulation, i);
        const bd_node *node = bd_diagram_find(m->diagram, info->path);
        snprintf(l->block, sizeof l->block, "%s", info->path);
        const bd_node *around = node && node->parent ? node->parent->owner : NULL;
        for (size_t k = 0; around && around->mask && k < around->mask->count; k++)
            if (strcmp(around->mask->variables[k].name, "further_options") == 0)
                snprintf(l->holder, sizeof l->holder, "%s", around->path);
        return true;
    }
    return false;
}

/* a parameter of the S-function */
static mr_status take_value(const bd_value *value, mr_block_parameter which,
                            mr_block_parameters *parameters, mr_message *message) {
    char *text = NULL;
    bd_error error;
    mr_status status;
    if (value && bd_value_is_text(value) &&
        bd_value_text(value, "parameter", &text, &error) == BD_OK)
        status = mr_block_give_text(parameters, which, text, message);
    else if (value && bd_value_is_scalar(value) && bd_value_is_number_like(value))
        status = mr_block_give_number(parameters, which, bd_value_real_at(value, 0), message);
    else if (value && value->count == 0)
        status = mr_block_give_text(parameters, which, "", message);
    else
        status = mr_block_refuse_value(which, message);
    free(text);
    return status;
}

/* the settings of the block, as the block itself reads them */
static bd_status read_settings(linear_model *l, const model *m, bd_error *error) {
    const bd_node *node = bd_diagram_find(m->diagram, l->block);
    const char *list = node ? bd_parameters_find(&node->parameters, "Parameters") : NULL;
    char expression[4096];
    bd_value *cell = NULL;
    snprintf(expression, sizeof expression, "{%s}", list ? list : "");
    bd_status status = bd_simulation_evaluate(m->simulation, l->block, expression, &cell, error);
    if (status != BD_OK)
        return status;
    if (cell->type != BD_CELL || cell->count != MR_BLOCK_PARAMETER_COUNT) {
        bd_value_free(cell);
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s has not the parameters of the block",
                            l->block);
    }
    mr_message message = {""};
    mr_status taken = MR_OK;
    mr_block_parameters_default(&l->parameters);
    for (int i = 0; i < MR_BLOCK_PARAMETER_COUNT && taken == MR_OK; i++)
        taken = take_value(bd_value_cell_at(cell, (size_t)i), (mr_block_parameter)i, &l->parameters,
                           &message);
    bd_value_free(cell);
    if (taken != MR_OK ||
        mr_block_config(&l->parameters, !bd_simulation_has_fixed_step(m->simulation),
                        &l->coupling.config, &message) != MR_OK)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: %s", l->block, message.text);
    return BD_OK;
}

/* the slave behind an interface of its own, at its start, as the block sees it */
typedef struct opened_slave {
    mr_block_slave slave;
    mr_interface *interface; /* of the slave */
    mr_slave_description description;
    int count;
    mr_coordinate coordinates[MOST_COORDINATES];
    double *Au, *Ap, *Av;
} opened_slave;

static void close_slave(opened_slave *s) {
    mr_block_slave_close(&s->slave);
    free(s->Au);
    *s = (opened_slave){0};
}

/* opens the slave as the block does and starts it with what the block gets; false: why_not tells */
static bool open_slave(linear_model *l, const mr_config *config, const bd_linear_model *around,
                       double t0, opened_slave *s) {
    mr_message message = {""};
    if (mr_block_slave_open(l->parameters.slave, l->parameters.slave_configuration, config,
                            &s->slave, &message) != MR_OK) {
        explain(l, "%s", message.text);
        return false;
    }
    s->interface = s->slave.interface;
    mr_interface_describe(s->interface, &s->description);
    const int inputs = mr_interface_inputs(s->interface);
    const int outputs = mr_interface_outputs(s->interface);
    if (inputs != around->outputs || outputs != around->inputs) {
        explain(l, "the slave has %d inputs and %d outputs, the block %d and %d", inputs, outputs,
                around->outputs, around->inputs);
        return false;
    }
    if (mr_interface_start(s->interface, t0, around->y) != MR_OK) {
        explain(l, "%s", mr_interface_error(s->interface));
        return false;
    }
    return true;
}

/* interface coordinates and matrices: told by the slave, or found by trying; false: why_not tells
 */
static bool ask_slave(linear_model *l, const bd_linear_model *around, double t0, opened_slave *s) {
    mr_config config;
    mr_message message = {""};
    /* the block's view of the slave, its steps driven by one constant after the other */
    mr_config_default(&config);
    snprintf(config.inputs, sizeof config.inputs, "%s", l->coupling.config.inputs);
    snprintf(config.outputs, sizeof config.outputs, "%s", l->coupling.config.outputs);
    config.slave_step = l->coupling.config.slave_step;
    if (mr_config_parse(&config, "scheme=fastest_first predictor=polynomial order=0", &message) !=
            MR_OK ||
        !open_slave(l, &config, around, t0, s))
        return false;
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
        return false;
    s->Ap = s->Au + k * m;
    s->Av = s->Ap + k * k;
    const mr_status told = mr_interface_matrices(s->interface, s->Au, s->Ap, s->Av);
    if (told != MR_OK && (k == 0 || !an_identify(s->interface, t0, around->y, s->coordinates,
                                                 s->count, s->Au, s->Ap, s->Av))) {
        explain(l,
                "slave '%s' does not tell its interface matrices, and its steps do not show them",
                l->parameters.slave);
        return false;
    }
    l->has_coordinates = true;
    l->identified = told != MR_OK;
    return true;
}

/* the slave as its interface coordinates: positions and velocities, or velocities alone; outputs
 * that are none of them are not known to move */
static bool make_slave(an_pair *pair, const opened_slave *s, int inputs, int outputs) {
    const int k = s->count;
    int n = 0, position[MOST_COORDINATES], velocity[MOST_COORDINATES];
    for (int i = 0; i < k; i++) {
        position[i] = s->coordinates[i].position >= 0 ? n++ : -1;
        velocity[i] = n++;
    }
    an_system *slave = &pair->slave;
    if (!an_system_make(slave, n, inputs, outputs) || !an_pair_complete(pair, k))
        return false;
    memcpy(pair->coordinates, s->coordinates, (size_t)k * sizeof *pair->coordinates);
    memcpy(pair->Au, s->Au, (size_t)(k * inputs) * sizeof *s->Au);
    memcpy(pair->Ap, s->Ap, (size_t)(k * k) * sizeof *s->Ap);
    memcpy(pair->Av, s->Av, (size_t)(k * k) * sizeof *s->Av);
    for (int i = 0; i < k; i++) {
        const mr_coordinate *c = &s->coordinates[i];
        const int v = velocity[i];
        if (position[i] >= 0) {
            slave->A[position[i] * n + v] = 1.0;
            slave->C[c->position * n + position[i]] = 1.0;
        }
        slave->C[c->velocity * n + v] = 1.0;
        for (int j = 0; j < k; j++) {
            if (position[j] >= 0)
                slave->A[v * n + position[j]] = s->Ap[i * k + j];
            slave->A[v * n + velocity[j]] = s->Av[i * k + j];
        }
        for (int j = 0; j < inputs; j++)
            slave->B[v * inputs + j] = s->Au[i * inputs + j];
        for (int j = 0; j < n; j++)
            slave->C[c->acceleration * n + j] = slave->A[v * n + j];
        for (int j = 0; j < inputs; j++)
            slave->D[c->acceleration * inputs + j] = slave->B[v * inputs + j];
    }
    return true;
}

/* where the motion starts, measured from rest: A x = x' with the rates of now; where there is no
 * rest, from zero */
static void find_start(an_pair *pair, const bd_linear_model *around) {
    const int n1 = pair->master.states, n = n1 + pair->slave.states;
    double *A = calloc((size_t)n * (size_t)n + 1, sizeof *A);
    mr_message message = {""};
    int at = n1;
    memcpy(pair->start, around->dx, (size_t)n1 * sizeof *pair->start);
    for (int i = 0; i < pair->coordinate_count; i++) {
        if (pair->coordinates[i].position >= 0)
            pair->start[at++] = around->u[pair->coordinates[i].velocity];
        pair->start[at++] = around->u[pair->coordinates[i].acceleration];
    }
    if (A && an_pair_whole(pair, A, &message) == MR_OK && !an_solve(A, n, pair->start, 1)) {
        at = n1;
        memcpy(pair->start, around->x, (size_t)n1 * sizeof *pair->start);
        for (int i = 0; i < pair->coordinate_count; i++) {
            if (pair->coordinates[i].position >= 0)
                pair->start[at++] = around->u[pair->coordinates[i].position];
            pair->start[at++] = around->u[pair->coordinates[i].velocity];
        }
    }
    free(A);
}

static bool moves(const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i] != 0.0)
            return true;
    return false;
}

static void make_pair(linear_model *l, const bd_linear_model *around, double t0) {
    opened_slave s = {0};
    an_pair *pair = &l->pair;
    if (!ask_slave(l, around, t0, &s)) {
        close_slave(&s);
        return;
    }
    if (around->states == 0) {
        explain(l, "the diagram has no continuous states to be linearised");
    } else if (!moves(around->C, around->outputs * around->states)) {
        explain(l, "what the block gets does not follow from the states of the diagram at the same "
                   "time (Memory blocks before the block?)");
    } else if (an_system_make(&pair->master, around->states, around->inputs, around->outputs) &&
               make_slave(pair, &s, around->outputs, around->inputs)) {
        const int n = around->states, m = around->inputs, p = around->outputs;
        memcpy(pair->master.A, around->A, (size_t)(n * n) * sizeof *around->A);
        memcpy(pair->master.B, around->B, (size_t)(n * m) * sizeof *around->B);
        memcpy(pair->master.C, around->C, (size_t)(p * n) * sizeof *around->C);
        memcpy(pair->master.D, around->D, (size_t)(p * m) * sizeof *around->D);
        find_start(pair, around);
        l->has_pair = true;
    }
    close_slave(&s);
}

bd_status linear_model_make(linear_model *l, const model *m, double time, bd_error *error) {
    bd_linear_model around;
    bd_simulation *simulation = m->simulation;
    *l = (linear_model){0};
    an_coupling_default(&l->coupling);
    l->coupling.scheme = AN_STAGGERED;
    if (!find_block(l, m))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s has no multirate block", m->diagram->name);
    bd_status status = read_settings(l, m, error);
    if (status == BD_OK)
        status = bd_simulation_start(simulation, error);
    const double t0 = bd_simulation_start_time(simulation);
    double before = t0;
    while (status == BD_OK && !bd_simulation_is_done(simulation) &&
           (bd_simulation_time(simulation) <= t0 || bd_simulation_time(simulation) < time)) {
        before = bd_simulation_time(simulation);
        status = bd_simulation_step(simulation, error);
    }
    if (status == BD_OK)
        status = bd_simulation_linearise(simulation, l->block, &around, error);
    if (status != BD_OK)
        return status;
    l->time = bd_simulation_time(simulation);
    l->coupling.step = l->time - before;
    /* the solver's own rule, or one without an error of its own */
    const an_method *method = an_method_find(bd_simulation_solver(simulation));
    l->coupling.master_method = method ? method : an_method_find("exact");
    l->coupling.slave_method = an_method_find("trapezoidal_kept");
    make_pair(l, &around, t0);
    bd_linear_model_free(&around);
    return bd_simulation_finish(simulation, error);
}

void linear_model_free(linear_model *l) {
    an_pair_free(&l->pair);
}
