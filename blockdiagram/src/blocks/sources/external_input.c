/* External Input: what a root Inport becomes when the model loads its inputs from the workspace
 * (LoadExternalInput). The setting ExternalInput is one matrix [t u1 u2 ...] whose columns go to
 * the ports in turn (PortDimensions tells how many), one structure with a signal per port, one
 * with a field per port (a Dataset), or a list with a variable for each port
 */
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/sources/recorded.h"
#include "blockdiagram/expression.h"

#include <stdlib.h>
#include <string.h>

static int port_number(const bd_node *node) {
    const char *text = bd_node_parameter(node, "Port");
    return text ? atoi(text) : 1;
}

static int count_ports(const bd_node *node) {
    int count = 0;
    for (size_t i = 0; i < node->parent->block_count; i++)
        count += strcmp(node->parent->blocks[i]->type, "Inport") == 0;
    return count;
}

/* elements of an Inport: PortDimensions, one where it says nothing */
static bd_status port_width(bd_block *block, const bd_node *node, size_t *width) {
    const char *text = bd_node_parameter(node, "PortDimensions");
    bd_value *value = NULL;
    bd_error error = {0};
    *width = 1;
    if (!text)
        return BD_OK;
    bd_status status = bd_expression_evaluate(text, block->scope, &value, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "PortDimensions of %s: %s", node->path, error.text);
    for (size_t i = 0; i < value->count && bd_value_is_number_like(value); i++)
        *width *= (size_t)bd_whole(bd_value_real_at(value, i), 1, 10000);
    bd_value_free(value);
    return *width <= 1000000 ? BD_OK
                             : bd_block_fail(block, BD_BAD_PARAMETER, "%s is too wide", node->path);
}

/* columns before those of this port, its own, and all */
typedef struct columns {
    size_t before, own, all;
} columns;

static bd_status find_columns(bd_block *block, columns *c) {
    const bd_system *root = block->node->parent;
    int number = port_number(block->node);
    *c = (columns){0};
    for (size_t i = 0; i < root->block_count; i++) {
        const bd_node *node = root->blocks[i];
        size_t width;
        if (node->kind != BD_KIND_INPORT)
            continue;
        BD_TRY(port_width(block, node, &width));
        c->all += width;
        c->before += port_number(node) < number ? width : 0;
        c->own = node == block->node ? width : c->own;
    }
    return BD_OK;
}

/* the columns of this port, with the times in front */
static bd_status take_columns(bd_block *block, const bd_value *all, bd_recorded *r) {
    columns c;
    if (!bd_value_is_number_like(all) || all->rank != 2 || all->dims[1] < 2)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "ExternalInput must be a matrix [t u] or a structure");
    if (count_ports(block->node) == 1)
        return bd_samples_from_value(block, all, &r->samples, &r->untimed);
    BD_TRY(find_columns(block, &c));
    if (all->dims[1] != c.all + 1)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "ExternalInput has %zu columns of values for inputs with %zu elements "
                             "in all (PortDimensions)",
                             all->dims[1] - 1, c.all);
    bd_shape shape = bd_shape_vector(BD_DOUBLE, (int)c.own);
    BD_TRY(bd_samples_make(block, all->dims[0], &shape, &r->samples));
    for (size_t i = 0; i < r->samples.count; i++) {
        r->samples.times[i] = bd_value_real_at(all, i);
        for (size_t k = 0; k < c.own; k++)
            r->samples.values[i * c.own + k] =
                bd_value_real_at(all, i + (1 + c.before + k) * all->dims[0]);
    }
    return bd_samples_check(block, &r->samples);
}

/* a structure of timeseries: neither one itself, nor one with time and signals */
static bool is_dataset(const bd_value *value) {
    return value->type == BD_STRUCT && value->count == 1 && value->field_count > 0 &&
           !bd_value_field(value, "signals") && !bd_value_field(value, "Data") &&
           bd_value_field(value->children[0], "Data");
}

static bd_status take_element(bd_block *block, const bd_value *dataset, size_t number,
                              bd_recorded *r) {
    if (number < 1 || number > dataset->field_count || !dataset->children[number - 1])
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "ExternalInput has %zu signals but this is input %zu",
                             dataset->field_count, number);
    return bd_samples_from_value(block, dataset->children[number - 1], &r->samples, &r->untimed);
}

static bd_status take_value(bd_block *block, bd_value **values, size_t count, bd_recorded *r) {
    size_t number = (size_t)port_number(block->node);
    if (count > 1) {
        if (number < 1 || number > count)
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "ExternalInput has %zu variables but this is input %zu", count,
                                 number);
        return bd_samples_from_value(block, values[number - 1], &r->samples, &r->untimed);
    }
    if (count == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "ExternalInput is empty");
    if (is_dataset(values[0]))
        return take_element(block, values[0], number, r);
    if (values[0]->type == BD_STRUCT)
        return bd_samples_from_signal(block, values[0], number - 1, &r->samples, &r->untimed);
    return take_columns(block, values[0], r);
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_recorded)));
    bd_recorded *r = block->data;
    const char *text = bd_diagram_setting(block->node->parent->diagram, "ExternalInput");
    bd_value **values;
    size_t count;
    BD_TRY(bd_block_evaluate_list(block, "ExternalInput", text ? text : "", &values, &count));
    bd_status status = take_value(block, values, count, r);
    bd_expression_free_list(values, count);
    BD_TRY(status);
    r->interpolate = true;
    BD_TRY(bd_block_flag(block, "Interpolate", &r->interpolate));
    r->before = r->interpolate ? BD_OUTSIDE_EXTRAPOLATE : BD_OUTSIDE_ZERO;
    r->after = r->interpolate ? BD_OUTSIDE_EXTRAPOLATE : BD_OUTSIDE_HOLD;
    r->tell_jumps = true;
    BD_TRY(bd_recorded_finish_setup(block));
    if (bd_sample_is_inherited(block->rates->sample_time))
        return bd_block_set_sample_time(block, BD_CONTINUOUS);
    return BD_OK;
}

BD_RECORDED_TYPE(type, "External Input", setup);

const bd_block_type *const bd_blocks_external_input[] = {&type, NULL};
