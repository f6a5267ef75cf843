/* linearising a model file */
#include "linear_slave.h"

#include "analysis/matrix.h"
#include "coupling_report.h"
#include "signals/names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void linear_model_explain(linear_model *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->why_not, sizeof l->why_not, format, arguments);
    va_end(arguments);
}

/* the first multirate block, and the masked block around it */
static bool find_block(linear_model *l, const model *m) {
    for (int i = 0; i < bd_model_block_count(bd_run_model(m->run)); i++) {
        if (!sg_is_multirate_block(m->run, i))
            continue;
        const bd_block_info *info = bd_model_block(bd_run_model(m->run), i);
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
    bd_error error = {0};
    mr_status status;
    if (value && bd_value_is_text(value) &&
        bd_value_text(value, "parameter", &text, &error) == BD_OK)
        status = mr_block_give_text(parameters, which, text, message);
    else if (error.status == BD_OUT_OF_MEMORY)
        status = mr_no_memory(message);
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
    BD_TRY(bd_run_evaluate(m->run, l->block, expression, &cell, error));
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
        mr_block_config(&l->parameters, !bd_model_has_fixed_step(bd_run_model(m->run)),
                        &l->coupling.config, &message) != MR_OK)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: %s", l->block, message.text);
    return BD_OK;
}

/* what the interface model is told */
static void take_matrices(an_pair *pair, const opened_slave *s, int inputs) {
    const int k = pair->coordinate_count;
    memcpy(pair->coordinates, s->coordinates, (size_t)k * sizeof *pair->coordinates);
    memcpy(pair->Au, s->Au, (size_t)(k * inputs) * sizeof *s->Au);
    memcpy(pair->Ap, s->Ap, (size_t)(k * k) * sizeof *s->Ap);
    memcpy(pair->Av, s->Av, (size_t)(k * k) * sizeof *s->Av);
}

/* states as large as the position (or what comes first) that they make: the map of the coupling is
 * found from random numbers of one size */
static void scale_states(an_system *s, double *rates, const opened_slave *from) {
    const int n = s->states, first = from->count > 0 ? from->coordinates[0].position >= 0
                                                           ? from->coordinates[0].position
                                                           : from->coordinates[0].velocity
                                                     : 0;
    double size = 0.0;
    for (int j = 0; j < n; j++)
        size = fmax(size, fabs(s->C[first * n + j]));
    for (int i = 0; i < s->outputs && size == 0.0; i++)
        for (int j = 0; j < n; j++)
            size = fmax(size, fabs(s->C[i * n + j]));
    for (int i = 0; i < s->outputs * n && size > 0.0; i++)
        s->C[i] /= size;
    for (int i = 0; i < n * s->inputs && size > 0.0; i++)
        s->B[i] *= size;
    for (int i = 0; i < n && size > 0.0; i++)
        rates[i] *= size;
}

/* the slave as it was seen */
static bool take_seen(const linear_model *l, an_pair *pair, opened_slave *s, int inputs) {
    scale_states(&s->seen.system, s->seen.rates, s);
    if (!an_system_copy(&pair->slave, &s->seen.system) ||
        !an_pair_complete(pair, l->has_coordinates ? s->count : 0))
        return false;
    take_matrices(pair, s, inputs);
    memcpy(pair->start + pair->master.states, s->seen.rates,
           (size_t)s->seen.system.states * sizeof *pair->start);
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
    take_matrices(pair, s, inputs);
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
        for (int j = 0; j < n && c->acceleration >= 0; j++)
            slave->C[c->acceleration * n + j] = slave->A[v * n + j];
        for (int j = 0; j < inputs && c->acceleration >= 0; j++)
            slave->D[c->acceleration * inputs + j] = slave->B[v * inputs + j];
    }
    return true;
}

/* where the motion starts, measured from rest: A x = x' with the rates of now; where there is no
 * rest, the least motion that has these rates or comes closest to them */
static mr_status find_start(an_pair *pair, const bd_linear_model *around, bool seen) {
    const int n1 = pair->master.states, n = n1 + pair->slave.states;
    double *A = calloc((size_t)n * (size_t)n + (size_t)n + 1, sizeof *A);
    if (!A)
        return MR_ERR_MEMORY;
    mr_message message = {""};
    int at = n1;
    memcpy(pair->start, around->dx, (size_t)n1 * sizeof *pair->start);
    for (int i = 0; i < pair->coordinate_count && !seen; i++) {
        if (pair->coordinates[i].position >= 0)
            pair->start[at++] = around->u[pair->coordinates[i].velocity];
        const int a = pair->coordinates[i].acceleration;
        pair->start[at++] = a >= 0 ? around->u[a] : 0.0;
    }
    double *rates = A + (size_t)n * (size_t)n;
    memcpy(rates, pair->start, (size_t)n * sizeof *rates);
    mr_status status = an_pair_whole(pair, A, &message);
    if (status == MR_OK)
        status = an_solve_closest(A, n, n, rates, 1, pair->start);
    if (status != MR_OK)
        memset(pair->start, 0, (size_t)n * sizeof *pair->start);
    free(A);
    return status == MR_ERR_MEMORY ? status : MR_OK;
}

static bool moves(const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i] != 0.0)
            return true;
    return false;
}

/* outputs of the block from which neither a state nor what the block gets follows; if that is so of
 * all of them, nothing is known */
static void find_unused(linear_model *l, const bd_linear_model *around) {
    const int most = (int)sizeof l->unused;
    bool any = false;
    for (int j = 0; j < around->inputs && j < most; j++) {
        l->unused[j] = true;
        for (int i = 0; i < around->states; i++)
            l->unused[j] = l->unused[j] && around->B[i * around->inputs + j] == 0.0;
        for (int i = 0; i < around->outputs; i++)
            l->unused[j] = l->unused[j] && around->D[i * around->inputs + j] == 0.0;
        any = any || !l->unused[j];
    }
    if (!any)
        memset(l->unused, 0, sizeof l->unused);
}

static mr_status make_pair(linear_model *l, const bd_linear_model *around, opened_slave *s,
                           double t0) {
    an_pair *pair = &l->pair;
    MR_TRY(opened_slave_ask(s, l, around, t0));
    if (around->states == 0) {
        linear_model_explain(l, "the diagram has no continuous states to be linearised");
    } else if (!moves(around->C, around->outputs * around->states)) {
        linear_model_explain(
            l, "what the block gets does not follow from the states of the diagram at the same "
               "time (Memory blocks before the block?)");
    } else if (!an_system_make(&pair->master, around->states, around->inputs, around->outputs) ||
               !(l->seen ? take_seen(l, pair, s, around->outputs)
                         : make_slave(pair, s, around->outputs, around->inputs))) {
        return MR_ERR_MEMORY;
    } else {
        const int n = around->states, m = around->inputs, p = around->outputs;
        memcpy(pair->master.A, around->A, (size_t)(n * n) * sizeof *around->A);
        memcpy(pair->master.B, around->B, (size_t)(n * m) * sizeof *around->B);
        memcpy(pair->master.C, around->C, (size_t)(p * n) * sizeof *around->C);
        memcpy(pair->master.D, around->D, (size_t)(p * m) * sizeof *around->D);
        MR_TRY(find_start(pair, around, l->seen));
        l->has_pair = true;
    }
    return MR_OK;
}

#define SAME 1e-6 /* of the largest number of a matrix: what numeric perturbation makes of it */

static bool are_alike(const double *a, const double *b, int count) {
    double most = 0.0, off = 0.0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - b[i]));
    }
    return off <= SAME * most;
}

static bool is_the_same(const bd_linear_model *a, const bd_linear_model *b) {
    const int n = a->states, m = a->inputs, p = a->outputs;
    return n == b->states && m == b->inputs && p == b->outputs && are_alike(a->A, b->A, n * n) &&
           are_alike(a->B, b->B, n * m) && are_alike(a->C, b->C, p * n) &&
           are_alike(a->D, b->D, p * m);
}

bd_status linear_model_make(linear_model *l, const model *m, double time, bool soon,
                            const linear_model *earlier, bd_error *error) {
    bd_run *run = m->run;
    *l = (linear_model){.soon = soon};
    an_coupling_default(&l->coupling);
    l->coupling.scheme = AN_STAGGERED;
    if (!find_block(l, m))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s has no multirate block", m->diagram->name);
    BD_TRY(read_settings(l, m, error));
    BD_TRY(bd_run_start(run, error));
    const double t0 = bd_run_start_time(run);
    double before = t0;
    while (!bd_run_is_done(run) && (bd_run_time(run) <= t0 || bd_run_time(run) < time)) {
        before = bd_run_time(run);
        BD_TRY(bd_run_step(run, error));
    }
    BD_TRY(bd_run_linearise(run, l->block, &l->around, error));
    if (earlier && is_the_same(&earlier->around, &l->around)) {
        linear_model_explain(l, "it is as it was");
        return bd_run_finish(run, error);
    }
    l->start = t0;
    l->time = bd_run_time(run);
    l->coupling.step = l->time - before;
    /* the solver's own rule, or one without an error of its own */
    const an_method *method = an_method_find(bd_model_solver(bd_run_model(run)));
    l->coupling.master_method = method ? method : an_method_find("exact");
    l->coupling.slave_method = an_method_find("trapezoidal_kept");
    find_unused(l, &l->around);
    opened_slave s = {0};
    const mr_status made = make_pair(l, &l->around, &s, t0);
    opened_slave_close(&s);
    if (made == MR_ERR_MEMORY)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory to look into the slave");
    return bd_run_finish(run, error);
}

void linear_model_free(linear_model *l) {
    an_pair_free(&l->pair);
    bd_linear_model_free(&l->around);
}
