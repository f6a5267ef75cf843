/* the diagram around one block, or from its Inports to its Outports, as a linear system, by central
 * differences
 *
 * The block is left out of the list of operations, its first output is moved by hand, and what
 * arrives at its first input is looked at. Everything else is evaluated as in a major step, but
 * nothing is updated. */
#include "engine/run.h"

#include "blockdiagram/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
    bd_run *run;
    const bd_block *block; /* that is left out; NULL: none */
    double **u;            /* where each number is that is moved */
    const double **y;      /* … and each that is looked at */
    int n, m, p;
} frame;

static bd_block *find_block(const bd_run *run, const char *path) {
    for (int i = 0; i < run->model->ordered_count; i++) {
        bd_block *block = &run->blocks[i];
        if (block->node && strcmp(block->path, path) == 0)
            return block;
    }
    return NULL;
}

/* ports whose elements are moved, or looked at */
typedef struct port_list {
    const bd_port **ports;
    int count;
} port_list;

static bool is_plain(const bd_port *port) {
    return port->shape.type == BD_DOUBLE && port->shape.complexity != 1;
}

static bd_status count_elements(const port_list *list, int *count, bd_error *error) {
    *count = 0;
    for (int i = 0; i < list->count; i++) {
        if (!is_plain(list->ports[i]))
            return bd_error_set(error, BD_BAD_ARGUMENT, "%s: its signals are not real doubles",
                                list->ports[i]->block->path);
        *count += list->ports[i]->width;
    }
    return BD_OK;
}

/* derivatives and inputs of the block at the present states and outputs of the block */
static bd_status evaluate(const frame *f, double *dx, double *y) {
    bd_run *run = f->run;
    const bd_list *list = &run->contexts[0]->major_outputs;
    bd_status status = BD_OK;
    run->clock.major = true;
    for (int i = 0; i < list->count && status == BD_OK; i++)
        if (list->items[i].block != f->block)
            status = list->items[i].run(&list->items[i]);
    if (status == BD_OK)
        status = bd_evaluate_derivatives(run);
    if (status == BD_OK && f->n > 0)
        memcpy(dx, run->dx, (size_t)f->n * sizeof *dx);
    for (int i = 0; i < f->p; i++)
        y[i] = *f->y[i];
    return status;
}

/* column `column` of two matrices (rows above × width) from moving one number up and down */
static bd_status differentiate(const frame *f, double *number, double *above, double *below,
                               int width, int column, double *work) {
    const double kept = *number, delta = 1e-5 * fmax(1.0, fabs(kept));
    double *dx[2] = {work, work + f->n}, *y[2] = {work + 2 * f->n, work + 2 * f->n + f->p};
    bd_status status = BD_OK;
    for (int k = 0; k < 2 && status == BD_OK; k++) {
        *number = kept + (k ? -delta : delta);
        status = evaluate(f, dx[k], y[k]);
    }
    *number = kept;
    for (int i = 0; i < f->n; i++)
        above[i * width + column] = (dx[0][i] - dx[1][i]) / (2.0 * delta);
    for (int i = 0; i < f->p; i++)
        below[i * width + column] = (y[0][i] - y[1][i]) / (2.0 * delta);
    return status;
}

static bd_status linearise(const frame *f, bd_linear_model *l, double *work) {
    bd_run *run = f->run;
    bd_status status = evaluate(f, l->dx, l->y);
    if (f->n > 0)
        memcpy(l->x, run->x, (size_t)f->n * sizeof *l->x);
    for (int i = 0; i < f->m; i++)
        l->u[i] = *f->u[i];
    for (int j = 0; j < f->n && status == BD_OK; j++)
        status = differentiate(f, &run->x[j], l->A, l->C, f->n, j, work);
    for (int j = 0; j < f->m && status == BD_OK; j++)
        status = differentiate(f, f->u[j], l->B, l->D, f->m, j, work);
    /* signals and derivatives as they were */
    if (status == BD_OK)
        status = evaluate(f, work, work + f->n);
    return status;
}

void bd_linear_model_free(bd_linear_model *linear) {
    free(linear->A);
    *linear = (bd_linear_model){0};
}

/* room for the matrices, for the work behind them, and for the list of numbers */
static bd_status make_room(frame *f, const port_list *in, const port_list *out, bd_linear_model *l,
                           bd_error *error) {
    BD_TRY(count_elements(in, &f->m, error));
    BD_TRY(count_elements(out, &f->p, error));
    const size_t n = (size_t)f->n, m = (size_t)f->m, p = (size_t)f->p;
    l->A = calloc((n + p) * (n + m) + 2 * n + m + p + 2 * (n + p) + 1, sizeof *l->A);
    f->u = calloc(m + 1, sizeof *f->u);
    f->y = calloc(p + 1, sizeof *f->y);
    if (!l->A || !f->u || !f->y)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory",
                            f->run->model->diagram->name);
    l->states = f->n;
    l->inputs = f->m;
    l->outputs = f->p;
    l->B = l->A + n * n;
    l->C = l->B + n * m;
    l->D = l->C + p * n;
    l->x = l->D + p * m;
    l->dx = l->x + n;
    l->u = l->dx + n;
    l->y = l->u + m;
    int k = 0;
    for (int i = 0; i < in->count; i++)
        for (int j = 0; j < in->ports[i]->width; j++)
            f->u[k++] = (double *)in->ports[i]->data + j;
    k = 0;
    for (int i = 0; i < out->count; i++)
        for (int j = 0; j < out->ports[i]->width; j++)
            f->y[k++] = (const double *)out->ports[i]->data + j;
    return BD_OK;
}

static bd_status linearise_between(bd_run *run, const bd_block *left_out, const port_list *in,
                                   const port_list *out, bd_linear_model *l, bd_error *error) {
    frame f = {.run = run, .block = left_out, .n = run->model->layout.state_count};
    bd_status status = make_room(&f, in, out, l, error);
    if (status == BD_OK)
        status = bd_home_tell(&run->home, linearise(&f, l, l->y + f.p), error);
    free(f.u);
    free(f.y);
    if (status != BD_OK)
        bd_linear_model_free(l);
    return status;
}

static bd_status check_running(const bd_run *run, bd_error *error) {
    if (run->running)
        return BD_OK;
    return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the run has not been started",
                        run->model->diagram->name);
}

bd_status bd_run_linearise(bd_run *run, const char *path, bd_linear_model *l, bd_error *error) {
    *l = (bd_linear_model){0};
    const bd_block *block = find_block(run, path);
    if (!block)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no block '%s'",
                            run->model->diagram->name, path);
    BD_TRY(check_running(run, error));
    const bd_port *output = block->outputs, *input = block->inputs;
    const port_list in = {&output, block->output_count > 0}, out = {&input, block->input_count > 0};
    return linearise_between(run, block, &in, &out, l, error);
}

/* the input ports of root Outports in the order of their numbers */
static void find_outports(const bd_run *run, port_list *list) {
    for (int i = 0; i < run->model->all_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (block->type != &bd_type_root_outport)
            continue;
        int k = list->count++;
        for (; k > 0 && bd_root_port_number(list->ports[k - 1]->block) > bd_root_port_number(block);
             k--)
            list->ports[k] = list->ports[k - 1];
        list->ports[k] = &block->inputs[0];
    }
}

bd_status bd_run_linearise_whole(bd_run *run, bd_linear_model *l, bd_error *error) {
    *l = (bd_linear_model){0};
    BD_TRY(check_running(run, error));
    const size_t inports = (size_t)run->model->inport_count;
    port_list in = {calloc(inports + 1, sizeof *in.ports), (int)inports};
    port_list out = {calloc((size_t)run->model->all_count + 1, sizeof *out.ports), 0};
    bd_status status = BD_OK;
    if (!in.ports || !out.ports)
        status =
            bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", run->model->diagram->name);
    for (size_t i = 0; i < inports && status == BD_OK; i++)
        in.ports[i] = run->blocks[run->model->inports[i]->engine->place].outputs;
    if (status == BD_OK) {
        find_outports(run, &out);
        status = linearise_between(run, NULL, &in, &out, l, error);
    }
    free(in.ports);
    free(out.ports);
    return status;
}

bd_status bd_run_set_states(bd_run *run, const double *values, size_t count, bd_error *error) {
    const size_t states = (size_t)run->model->layout.state_count;
    BD_TRY(check_running(run, error));
    if (count != states)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: has %zu continuous states, not %zu",
                            run->model->diagram->name, states, count);
    if (count > 0)
        memcpy(run->x, values, count * sizeof *values);
    return BD_OK;
}

bd_status bd_run_evaluate(const bd_run *run, const char *path, const char *expression,
                          bd_value **value, bd_error *error) {
    *value = NULL;
    for (int i = 0; i < run->model->item_count; i++)
        if (strcmp(run->model->items[i]->node->path, path) == 0)
            return bd_expression_evaluate(
                expression, bd_scope_in_force(run, run->model->items[i]->scope), value, error);
    return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no block '%s'",
                        run->model->diagram->name, path);
}
