/* which choice of a variant block takes part in a run: by label, by the one condition that holds,
 * or the default. What is not chosen is as if it were not drawn */
#include "engine/engine.h"

#include "blockdiagram/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct choices {
    bd_node **nodes; /* of a variant subsystem, else NULL */
    const char **controls;
    int count;
} choices;

static bool is_on(const bd_node *node, const char *name) {
    const char *text = bd_node_parameter(node, name);
    return text && strcmp(text, "on") == 0;
}

/* a variant subsystem has no lines: its choices are wired by the names of their ports */
bool bd_is_variant_system(const bd_node *node) {
    return node->system && is_on(node, "Variant") && node->system->line_count == 0;
}

bool bd_is_variant_choice(const bd_node *node) {
    return node->commented == BD_COMMENTED_OFF &&
           (node->system || bd_parameters_find(&node->parameters, "VariantControl"));
}

static bd_status fail(bd_model *model, const bd_item *item, const char *what) {
    return bd_model_fail(model, BD_BAD_PARAMETER, "%s: %s", item->node->path, what);
}

static bd_status list_systems(bd_model *model, const bd_item *item, choices *list) {
    const bd_system *system = item->node->system;
    list->nodes = bd_model_array(model, system->block_count, sizeof *list->nodes);
    list->controls = bd_model_array(model, system->block_count, sizeof *list->controls);
    if (!list->nodes || !list->controls)
        return bd_model_no_memory(model);
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        if (!bd_is_variant_choice(node))
            continue;
        const char *control = bd_node_parameter(node, "VariantControl");
        list->nodes[list->count] = node;
        list->controls[list->count++] = control ? control : "";
    }
    return BD_OK;
}

/* VariantControls is a cell of texts, one for each port */
static bd_status list_ports(bd_model *model, const bd_item *item, choices *list) {
    const char *text = bd_node_parameter(item->node, "VariantControls");
    bd_value *cell = NULL;
    bd_status status =
        bd_is_stored_value(text)
            ? bd_value_read_stored(text, &cell, &model->home.error)
            : bd_expression_evaluate(text ? text : "{}", item->scope, &cell, &model->home.error);
    if (status != BD_OK) {
        bd_error_prefix(&model->home.error, "%s: VariantControls: ", item->node->path);
        return status;
    }
    size_t count = cell->type == BD_CELL ? cell->count : 0;
    list->controls = bd_model_array(model, count, sizeof *list->controls);
    if (!list->controls)
        status = bd_model_no_memory(model);
    for (size_t i = 0; i < count && status == BD_OK; i++) {
        char *control = NULL;
        status = cell->children[i] ? bd_value_text(cell->children[i], "a variant control", &control,
                                                   &model->home.error)
                                   : fail(model, item, "a variant control is empty");
        list->controls[i] =
            status == BD_OK ? bd_arena_text(&model->home.arena, "%s", control) : NULL;
        free(control);
        if (status == BD_OK && !list->controls[i])
            status = bd_model_no_memory(model);
        list->count++;
    }
    bd_value_free(cell);
    return status;
}

static const char *choice_name(const choices *list, int i) {
    return list->nodes ? list->nodes[i]->name : list->controls[i];
}

static bd_status choose_label(bd_model *model, const bd_item *item, const choices *list,
                              const char *label, int *choice) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->controls[i], label) == 0 ||
            (!*list->controls[i] && strcmp(choice_name(list, i), label) == 0)) {
            *choice = i;
            return BD_OK;
        }
    return bd_model_fail(model, BD_BAD_PARAMETER, "%s: none of its variants has the label '%s'",
                         item->node->path, label);
}

/* a condition as written: words in parentheses, a comment, or an expression */
static bd_status holds(bd_model *model, const bd_item *item, const char *control, bool *truth) {
    *truth = false;
    control += strspn(control, " \t\n");
    if (!*control || *control == '%' || strcasecmp(control, "(codegen)") == 0)
        return BD_OK;
    if (strcasecmp(control, "(sim)") == 0) {
        *truth = true;
        return BD_OK;
    }
    double number = 0.0;
    bd_status status = bd_expression_scalar(control, item->scope, &number, &model->home.error);
    if (status != BD_OK)
        bd_error_prefix(&model->home.error, "%s: condition of a variant: ", item->node->path);
    *truth = number != 0.0;
    return status;
}

static bd_status choose_condition(bd_model *model, const bd_item *item, const choices *list,
                                  int *choice) {
    int otherwise = -1;
    for (int i = 0; i < list->count; i++) {
        bool truth = false;
        if (strcasecmp(list->controls[i], "(default)") == 0) {
            otherwise = i;
            continue;
        }
        BD_TRY(holds(model, item, list->controls[i], &truth));
        if (truth && *choice >= 0)
            return bd_model_fail(model, BD_BAD_PARAMETER,
                                 "%s: two of its variants are active: '%s' and '%s'",
                                 item->node->path, list->controls[*choice], list->controls[i]);
        if (truth)
            *choice = i;
    }
    if (*choice < 0)
        *choice = otherwise;
    return BD_OK;
}

static const char *label_in_force(const bd_node *node) {
    const char *override = bd_parameters_find(&node->parameters, "OverrideUsingVariant");
    if (override && *override)
        return override;
    const char *mode = bd_parameters_find(&node->parameters, "VariantControlMode");
    const char *label = bd_node_parameter(node, "LabelModeActiveChoice");
    bool by_label = !mode || strcasecmp(mode, "label") == 0;
    return by_label && label && *label ? label : NULL;
}

static bd_status none_active(bd_model *model, const bd_item *item, const choices *list) {
    char text[600] = "";
    size_t used = 0;
    for (int i = 0; i < list->count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s'%s'", i ? ", " : "",
                                 list->controls[i]);
    return bd_model_fail(model, BD_BAD_PARAMETER, "%s: none of its %d variants is active: %s",
                         item->node->path, list->count, text);
}

bd_status bd_choose_variant(bd_model *model, bd_item *item) {
    const bd_node *node = item->node;
    choices list = {0};
    bool is_system = bd_is_variant_system(node);
    bd_status status =
        is_system ? list_systems(model, item, &list) : list_ports(model, item, &list);
    if (status != BD_OK)
        return status;
    if (!is_system && list.count == 0)
        return fail(model, item, "VariantControls names no choice");
    const char *label = label_in_force(node);
    int choice = -1;
    if (label)
        status = choose_label(model, item, &list, label, &choice);
    else if (list.count == 1 && !*list.controls[0])
        choice = 0;
    else
        status = choose_condition(model, item, &list, &choice);
    if (status == BD_OK && choice < 0 && !is_on(node, "AllowZeroVariantControls"))
        return none_active(model, item, &list);
    item->choice = choice;
    item->chosen = choice >= 0 && is_system ? list.nodes[choice] : NULL;
    item->inactive = choice < 0;
    model->has_inactive |= choice < 0 || node->kind == BD_KIND_VARIANT_SINK;
    return status;
}

/* ---- wires of a variant subsystem ---- */

bd_status bd_wire_variant(bd_model *model, const bd_item *item, const bd_line **lines,
                          size_t *count) {
    const bd_system *system = item->node->system;
    bd_node *chosen = item->chosen;
    *count = 0;
    bd_line *made = bd_model_array(model, system->block_count, sizeof *made);
    bd_end *ends = bd_model_array(model, system->block_count, sizeof *ends);
    if (!made || !ends)
        return bd_model_no_memory(model);
    *lines = made;
    for (size_t i = 0; chosen && chosen->system && i < system->block_count; i++) {
        bd_node *block = system->blocks[i];
        bool in = block->kind == BD_KIND_INPORT, out = block->kind == BD_KIND_OUTPORT;
        const bd_node *port = in || out ? bd_system_find(chosen->system, block->name) : NULL;
        if (!port || port->kind != block->kind)
            continue;
        bd_end at_port = {block, in ? BD_PORT_OUTPUT : BD_PORT_INPUT, 0};
        bd_end at_choice = {chosen, in ? BD_PORT_INPUT : BD_PORT_OUTPUT,
                            bd_node_port_number(port) - 1};
        ends[*count] = in ? at_choice : at_port;
        made[*count] = (bd_line){.name = "",
                                 .source = in ? at_port : at_choice,
                                 .destinations = &ends[*count],
                                 .destination_count = 1};
        ++*count;
    }
    return BD_OK;
}
