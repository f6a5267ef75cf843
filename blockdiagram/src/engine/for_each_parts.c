/* how the inputs and mask parameters of a For Each subsystem are cut, and how many parts that makes
 */
#include "engine/for_each_parts.h"

#include "blockdiagram/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ITERATIONS 10000

/* entry i of a parameter that is a cell of texts (or one text): text for free(), NULL if none; only
 * a lack of memory is a failure */
static bd_status entry(const bd_item *item, const bd_node *control, const char *name, int i,
                       char **copy, bd_error *error) {
    const char *text = bd_node_parameter(control, name);
    bd_value *list = NULL;
    bd_error own = {0};
    *copy = NULL;
    if (!text)
        return BD_OK;
    bd_status status = bd_expression_evaluate(text, item->scope, &list, &own);
    const bd_value *one = status != BD_OK ? NULL
                          : list->type == BD_CELL && (size_t)i < list->count
                              ? bd_value_cell_at(list, (size_t)i)
                          : list->type == BD_CHAR ? list
                                                  : NULL;
    if (one)
        status = bd_value_text(one, name, copy, &own);
    bd_value_free(list);
    if (status != BD_OUT_OF_MEMORY)
        return BD_OK;
    *error = own;
    return status;
}

bd_status bd_for_each_number(bd_model *model, const bd_item *item, const bd_node *control,
                             const char *name, int i, int fallback, int *number) {
    char *text;
    double value = fallback;
    bd_status status = entry(item, control, name, i, &text, &model->home.error);
    if (text && *text)
        status = bd_expression_scalar(text, item->scope, &value, &model->home.error);
    free(text);
    if (status == BD_OK && !(value >= 1.0 && value < 1e8))
        status = bd_model_fail(model, BD_BAD_PARAMETER, "%s must be a number from 1 on", name);
    if (status != BD_OK)
        bd_error_prefix(&model->home.error, "%s: ", control->path);
    *number = (int)bd_whole(value, 1, 100000000);
    return status;
}

static bd_status count_slices(bd_model *model, const bd_node *control, const char *what,
                              bd_slices *s) {
    int size = s->dimension <= s->rank ? s->dims[s->dimension - 1] : 1;
    if (size < s->width || (size - s->width) % s->step != 0)
        return bd_model_fail(model, BD_BAD_SIGNAL,
                             "%s: %s has %d elements along dimension %d, which cannot be cut "
                             "into parts of %d",
                             control->path, what, size, s->dimension, s->width);
    s->count = (size - s->width) / s->step + 1;
    return BD_OK;
}

static bd_status is_cut(const bd_item *item, const bd_node *control, const char *name, int i,
                        bool usual, bool *cut, bd_error *error) {
    char *text;
    const bd_status status = entry(item, control, name, i, &text, error);
    *cut = text ? strcmp(text, "on") == 0 : usual;
    free(text);
    return status;
}

static bd_status input_is_cut(const bd_item *item, const bd_node *control, int i, bool *cut,
                              bd_error *error) {
    return is_cut(item, control, "InputPartition", i, !bd_node_parameter(control, "InputPartition"),
                  cut, error);
}

bool bd_for_each_waits(const bd_item *item) {
    const bd_node *control = bd_for_each_of(item->node);
    bd_error later; /* who reads the input meets it again */
    bool waits = false;
    for (int i = 0; i < item->block->input_count && !waits; i++)
        if (!bd_port_has_dims(&item->block->inputs[i]))
            (void)input_is_cut(item, control, i, &waits, &later);
    return waits;
}

static bd_status read_input(bd_model *model, const bd_item *item, const bd_node *control, int i,
                            bd_slices *s) {
    const bd_port *u = &item->block->inputs[i];
    BD_TRY(input_is_cut(item, control, i, &s->cut, &model->home.error));
    if (!s->cut)
        return BD_OK;
    BD_TRY(
        bd_for_each_number(model, item, control, "InputPartitionDimension", i, 1, &s->dimension));
    BD_TRY(bd_for_each_number(model, item, control, "InputPartitionWidth", i, 1, &s->width));
    BD_TRY(bd_for_each_number(model, item, control, "InputPartitionOffset", i, s->width, &s->step));
    if (!bd_port_has_dims(u))
        return bd_model_fail(model, BD_BAD_SIGNAL, "%s: the size of input %d is not known",
                             item->node->path, i + 1);
    s->rank = u->shape.rank;
    memcpy(s->dims, u->shape.dims, sizeof s->dims);
    char what[32];
    snprintf(what, sizeof what, "input %d", i + 1);
    return count_slices(model, control, what, s);
}

static bd_status read_variable(bd_model *model, const bd_item *item, const bd_node *control, int i,
                               bd_slices *s) {
    const char *name = item->node->mask->variables[i].name;
    const bd_value *value = bd_workspace_find(item->scope, name);
    s->cut = false;
    if (value)
        BD_TRY(is_cut(item, control, "SubsysMaskParameterPartition", i, false, &s->cut,
                      &model->home.error));
    if (!s->cut)
        return BD_OK;
    BD_TRY(bd_for_each_number(model, item, control, "SubsysMaskParameterPartitionDimension", i, 1,
                              &s->dimension));
    BD_TRY(bd_for_each_number(model, item, control, "SubsysMaskParameterPartitionWidth", i, 1,
                              &s->width));
    s->step = s->width;
    s->rank = value->rank;
    for (int d = 0; d < s->rank; d++)
        s->dims[d] = value->dims[d] < 100000000 ? (int)value->dims[d] : 100000000;
    return count_slices(model, control, name, s);
}

/* all that are cut must agree, with one another and with a number that is written */
static bd_status agree(bd_model *model, const bd_node *control, const bd_slices *s,
                       int *iterations) {
    if (!s->cut || s->count == *iterations)
        return BD_OK;
    if (*iterations)
        return bd_model_fail(model, BD_BAD_SIGNAL,
                             "%s: inputs and parameters are cut into %d and %d parts",
                             control->path, *iterations, s->count);
    *iterations = s->count;
    return BD_OK;
}

static bd_status check(bd_model *model, const bd_item *item, const bd_node *control) {
    static const bd_kind ports[] = {BD_KIND_ENABLE_PORT, BD_KIND_TRIGGER_PORT, BD_KIND_ACTION_PORT,
                                    BD_KIND_RESET_PORT};
    const char *states = bd_node_parameter(control, "StateHandling");
    for (size_t i = 0; i < 4; i++)
        if (bd_find_port_block(item->node->system, ports[i]))
            return bd_model_fail(model, BD_UNSUPPORTED,
                                 "%s: a For Each subsystem with a control port is not "
                                 "supported",
                                 item->node->path);
    if (states && strncmp(states, "Separate", 8) != 0)
        return bd_model_fail(model, BD_UNSUPPORTED,
                             "%s: iterations that share their states are not supported",
                             control->path);
    return BD_OK;
}

static bd_status count_iterations(bd_unrolling *r) {
    bd_model *model = r->model;
    const bd_node *control = r->control;
    const char *given = bd_node_parameter(control, "SpecifiedNumIters");
    double number = -1.0;
    bd_status status = BD_OK;
    if (given && *given)
        status = bd_expression_scalar(given, r->item->scope, &number, &model->home.error);
    if (status == BD_OK && number != -1.0 &&
        !(number >= 1.0 && number < 1e8 && number == floor(number)))
        status = bd_model_fail(model, BD_BAD_PARAMETER,
                               "%s: SpecifiedNumIters must be a whole number from 1 on, or -1",
                               control->path);
    r->iterations = status == BD_OK && number > 0.0 ? (int)number : 0;
    for (int i = 0; i < r->input_count && status == BD_OK; i++) {
        status = read_input(model, r->item, control, i, &r->inputs[i]);
        if (status == BD_OK)
            status = agree(model, control, &r->inputs[i], &r->iterations);
    }
    for (int i = 0; i < r->variable_count && status == BD_OK; i++) {
        status = read_variable(model, r->item, control, i, &r->variables[i]);
        if (status == BD_OK)
            status = agree(model, control, &r->variables[i], &r->iterations);
    }
    if (status == BD_OK && r->iterations == 0)
        r->iterations = 1;
    if (status == BD_OK && r->iterations > MAX_ITERATIONS)
        status = bd_model_fail(model, BD_LIMIT_EXCEEDED,
                               "%s: %d iterations are too many, %d are possible", control->path,
                               r->iterations, MAX_ITERATIONS);
    return status;
}

bd_status bd_for_each_parts(bd_unrolling *r) {
    BD_TRY(check(r->model, r->item, r->control));
    return count_iterations(r);
}
