/* the diagram around one block as a linear system, by central differences
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
    const bd_block *block;
    const bd_port *output, *input; /* NULL: it has none */
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

static bool is_plain(const bd_port *port) {
    return port->shape.type == BD_DOUBLE && port->shape.complexity != 1;
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
    if (f->p > 0)
        memcpy(y, f->input->data, (size_t)f->p * sizeof *y);
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
    if (f->m > 0)
        memcpy(l->u, f->output->data, (size_t)f->m * sizeof *l->u);
    for (int j = 0; j < f->n && status == BD_OK; j++)
        status = differentiate(f, &run->x[j], l->A, l->C, f->n, j, work);
    for (int j = 0; j < f->m && status == BD_OK; j++)
        status = differentiate(f, (double *)f->output->data + j, l->B, l->D, f->m, j, work);
    /* signals and derivatives as they were */
    if (status == BD_OK)
        status = evaluate(f, work, work + f->n);
    return status;
}

void bd_linear_model_free(bd_linear_model *linear) {
    free(linear->A);
    *linear = (bd_linear_model){0};
}

bd_status bd_run_linearise(bd_run *run, const char *path, bd_linear_model *l, bd_error *error) {
    *l = (bd_linear_model){0};
    const bd_block *block = find_block(run, path);
    if (!block)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no block '%s'",
                            run->model->diagram->name, path);
    if (!run->running)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the run has not been started",
                            run->model->diagram->name);
    frame f = {.run = run,
               .block = block,
               .output = block->output_count > 0 ? &block->outputs[0] : NULL,
               .input = block->input_count > 0 ? &block->inputs[0] : NULL,
               .n = run->model->layout.state_count};
    if ((f.output && !is_plain(f.output)) || (f.input && !is_plain(f.input)))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: its signals are not real doubles", path);
    f.m = f.output ? f.output->width : 0;
    f.p = f.input ? f.input->width : 0;
    const size_t n = (size_t)f.n, m = (size_t)f.m, p = (size_t)f.p;
    /* work is behind the matrices */
    l->A = calloc((n + p) * (n + m) + 2 * n + m + p + 2 * (n + p) + 1, sizeof *l->A);
    if (!l->A)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", path);
    l->states = f.n;
    l->inputs = f.m;
    l->outputs = f.p;
    l->B = l->A + n * n;
    l->C = l->B + n * m;
    l->D = l->C + p * n;
    l->x = l->D + p * m;
    l->dx = l->x + n;
    l->u = l->dx + n;
    l->y = l->u + m;
    const bd_status status = linearise(&f, l, l->y + p);
    if (status != BD_OK)
        bd_linear_model_free(l);
    return bd_home_tell(&run->home, status, error);
}

bd_status bd_run_evaluate(const bd_run *run, const char *path, const char *expression,
                          bd_value **value, bd_error *error) {
    *value = NULL;
    for (int i = 0; i < run->model->item_count; i++)
        if (strcmp(run->model->items[i].node->path, path) == 0)
            return bd_expression_evaluate(
                expression, bd_scope_in_force(run, run->model->items[i].scope), value, error);
    return bd_error_set(error, BD_BAD_ARGUMENT, "%s: there is no block '%s'",
                        run->model->diagram->name, path);
}
