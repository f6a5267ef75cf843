/* masks: variables and what has to be evaluated for each */
#include <stdio.h>
#include <string.h>

#include "file/internal.h"

bd_mask *bd_node_make_mask(bd_node *node) {
    if (!node->mask) {
        node->mask = bd_arena_alloc(node->parent->diagram->arena, sizeof *node->mask);
        if (node->mask)
            *node->mask = (bd_mask){.type = "", .initialization = ""};
    }
    return node->mask;
}

bd_mask_variable *bd_mask_append(bd_arena *arena, bd_mask *mask, const char *name) {
    if (!bd_arena_grow(arena, (void **)&mask->variables, mask->count, &mask->capacity,
                       sizeof *mask->variables))
        return NULL;
    bd_mask_variable *variable = &mask->variables[mask->count++];
    *variable = (bd_mask_variable){.name = name,
                                   .value = "",
                                   .expression = "",
                                   .prompt = "",
                                   .style_name = "edit",
                                   .evaluate = true};
    return variable;
}

/* the number of an option; a value that names none is taken as an expression */
static bool derive_popup(bd_arena *arena, bd_mask_variable *variable) {
    variable->expression = variable->value;
    for (size_t i = 0; i < variable->option_count; i++) {
        if (strcmp(variable->options[i], variable->value) == 0) {
            char number[24];
            snprintf(number, sizeof number, "%zu", i + 1);
            variable->expression = bd_arena_copy(arena, number);
            return variable->expression != NULL;
        }
    }
    return true;
}

bool bd_mask_variable_derive(bd_arena *arena, bd_mask_variable *variable) {
    if (variable->style == BD_MASK_CHECKBOX)
        variable->style_name = "checkbox";
    else if (variable->style == BD_MASK_POPUP)
        variable->style_name = "popup";
    if (!variable->evaluate) {
        variable->expression = NULL;
        return true;
    }
    if (variable->style == BD_MASK_POPUP)
        return derive_popup(arena, variable);
    variable->expression = variable->value;
    if (variable->style == BD_MASK_CHECKBOX) {
        if (strcmp(variable->value, "on") == 0)
            variable->expression = "1";
        else if (strcmp(variable->value, "off") == 0)
            variable->expression = "0";
    }
    return true;
}

bd_status bd_node_add_mask_variable(bd_node *node, const char *name, const char *value,
                                    bool evaluate) {
    bd_arena *arena = node->parent->diagram->arena;
    bd_mask *mask = bd_node_make_mask(node);
    const char *own_name = bd_arena_copy(arena, name);
    const char *own_value = bd_arena_copy(arena, value);
    if (!mask || !own_name || !own_value)
        return BD_OUT_OF_MEMORY;
    bd_mask_variable *variable = bd_mask_append(arena, mask, own_name);
    if (!variable)
        return BD_OUT_OF_MEMORY;
    variable->value = own_value;
    variable->evaluate = evaluate;
    return bd_mask_variable_derive(arena, variable) ? BD_OK : BD_OUT_OF_MEMORY;
}

bd_status bd_node_set_mask_initialization(bd_node *node, const char *code) {
    bd_mask *mask = bd_node_make_mask(node);
    const char *own = bd_arena_copy(node->parent->diagram->arena, code);
    if (!mask || !own)
        return BD_OUT_OF_MEMORY;
    mask->initialization = own;
    return BD_OK;
}
