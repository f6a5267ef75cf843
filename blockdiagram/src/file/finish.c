/* a promoted mask parameter ("block/parameter" of a block inside) sets that parameter: to its name
 * if it is evaluated, because the mask's workspace holds the value, else to its text. A variant
 * subsystem is wired to its active choice by the names of the ports, the others are commented out
 */
#include "file/finish.h"

#include <string.h>

static bool promote_one(bd_node *node, const bd_mask_variable *variable, const char *target) {
    bd_arena *arena = node->parent->diagram->arena;
    const char *slash = strrchr(target, '/');
    bd_node *inner = node;
    if (slash != NULL) {
        const char *path = bd_arena_copy_bytes(arena, target, (size_t)(slash - target));
        if (path == NULL)
            return false;
        inner = node->system != NULL ? bd_system_find_path(node->system, path) : NULL;
    }
    if (inner == NULL)
        return true;
    const char *name = slash != NULL ? slash + 1 : target;
    bool word = strcmp(variable->value, "on") == 0 || strcmp(variable->value, "off") == 0;
    const char *value = variable->evaluate && !word ? variable->name : variable->value;
    bd_mask_variable *masked = inner != node ? bd_mask_find(inner->mask, name) : NULL;
    if (masked == NULL)
        return bd_parameters_put(arena, &inner->parameters, name, value);
    masked->value = value;
    return bd_mask_variable_derive(arena, masked);
}

static bool promote(bd_node *node) {
    for (size_t i = 0; node->mask != NULL && i < node->mask->count; i++) {
        const bd_mask_variable *variable = &node->mask->variables[i];
        if (strcmp(variable->style_name, "promote") != 0)
            continue;
        for (size_t k = 0; k < variable->option_count; k++)
            if (!promote_one(node, variable, variable->options[k]))
                return false;
    }
    return true;
}

/* outer masks first: what they promote may be a mask parameter inside that is promoted further */
bool bd_promote_parameters(bd_node *node) {
    if (!promote(node))
        return false;
    for (size_t i = 0; node->system != NULL && i < node->system->block_count; i++)
        if (!bd_promote_parameters(node->system->blocks[i]))
            return false;
    return true;
}

static bool is_choice(const bd_node *node) {
    return node->commented == BD_COMMENTED_OFF &&
           (node->system != NULL ||
            bd_parameters_find(&node->parameters, "VariantControl") != NULL);
}

/* the choice the block names, or the only one there is; NULL if it hangs on an expression */
static bd_node *active_choice(const bd_node *node) {
    const char *label = bd_parameters_find(&node->parameters, "OverrideUsingVariant");
    if (label == NULL || *label == '\0')
        label = bd_parameters_find(&node->parameters, "LabelModeActiveChoice");
    bd_node *only = NULL;
    size_t count = 0;
    for (size_t i = 0; i < node->system->block_count; i++) {
        bd_node *choice = node->system->blocks[i];
        if (!is_choice(choice))
            continue;
        const char *control = bd_parameters_find(&choice->parameters, "VariantControl");
        if (label != NULL && *label != '\0' && control != NULL && strcmp(label, control) == 0)
            return choice;
        only = choice;
        count++;
    }
    return count == 1 ? only : NULL;
}

/* number of the port block of this type and name inside the choice, from 0; -1 if there is none */
static int port_number(const bd_node *choice, const char *type, const char *name) {
    for (size_t i = 0; choice->system != NULL && i < choice->system->block_count; i++) {
        const bd_node *port = choice->system->blocks[i];
        if (strcmp(port->type, type) == 0 && bd_names_match(port->name, name))
            return bd_text_integer(bd_node_parameter(port, "Port"), 1, 1, BD_PORTS) - 1;
    }
    return -1;
}

static bool wire_choice(bd_node *node, bd_node *choice) {
    bd_system *system = node->system;
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *block = system->blocks[i];
        bool in = strcmp(block->type, "Inport") == 0, out = strcmp(block->type, "Outport") == 0;
        if (block != choice && is_choice(block))
            block->commented = BD_COMMENTED_ON;
        int number = in || out ? port_number(choice, block->type, block->name) : -1;
        if (number < 0)
            continue;
        bd_end at_port = {block, in ? BD_PORT_OUTPUT : BD_PORT_INPUT, 0};
        bd_end at_choice = {choice, in ? BD_PORT_INPUT : BD_PORT_OUTPUT, number};
        bd_line *line = bd_system_append_line(system, in ? at_port : at_choice);
        if (line == NULL || !bd_line_append(system->diagram->arena, line, in ? at_choice : at_port))
            return false;
        line->number = -1;
    }
    return true;
}

static bool choose_variant(bd_node *node, bd_log *log) {
    const char *variant = bd_parameters_find(&node->parameters, "Variant");
    if (node->system == NULL || variant == NULL || strcmp(variant, "on") != 0 ||
        node->system->line_count > 0)
        return true;
    bd_node *choice = active_choice(node);
    if (choice != NULL)
        return wire_choice(node, choice);
    node->obstacle = "is a variant subsystem whose active choice depends on an expression";
    bd_log_add(log, "block '%s' %s", node->path, node->obstacle);
    return true;
}

bool bd_finish_system(bd_system *system, bd_log *log) {
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        if (!choose_variant(node, log) || !promote(node))
            return false;
        if (node->system != NULL && !bd_finish_system(node->system, log))
            return false;
    }
    return true;
}
