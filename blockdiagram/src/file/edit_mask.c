/* masks: made, filled with parameters and taken away */
#include <string.h>

#include "file/edit.h"

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

bd_status bd_edit_make_mask(bd_node *node, bd_error *error) {
    BD_TRY(bd_edit_check_place(node->parent, error));
    if (node->mask)
        return bd_error_set(error, BD_BAD_DIAGRAM, "%s already has a mask", node->path);
    if (node->link)
        return bd_error_set(error, BD_UNSUPPORTED, "%s is a link: its mask is that of '%s'",
                            node->path, node->link->source);
    return bd_node_make_mask(node) ? BD_OK : bd_edit_no_memory(error);
}

static bd_status check_mask(const bd_node *node, bd_error *error) {
    if (!node->mask)
        return bd_error_set(error, BD_BAD_DIAGRAM, "%s has no mask", node->path);
    if (node->link)
        return bd_error_set(error, BD_UNSUPPORTED, "%s is a link: its mask is that of '%s'",
                            node->path, node->link->source);
    return bd_edit_check_place(node->parent, error);
}

bd_status bd_edit_delete_mask(bd_node *node, bd_error *error) {
    BD_TRY(check_mask(node, error));
    node->mask = NULL;
    return BD_OK;
}

static bool fill_entry(bd_arena *arena, bd_mask_variable *variable, const bd_mask_entry *entry) {
    const char *style = entry->style ? entry->style : "edit";
    variable->value = bd_arena_copy(arena, entry->value ? entry->value : "");
    variable->prompt = bd_arena_copy(arena, entry->prompt ? entry->prompt : "");
    variable->style_name = bd_arena_copy(arena, style);
    variable->style = is(style, "edit")       ? BD_MASK_EDIT
                      : is(style, "checkbox") ? BD_MASK_CHECKBOX
                      : is(style, "popup")    ? BD_MASK_POPUP
                                              : BD_MASK_OTHER;
    variable->evaluate = entry->evaluate;
    const char **options = bd_arena_array(arena, entry->option_count + 1, sizeof *options);
    if (!variable->value || !variable->prompt || !variable->style_name || !options)
        return false;
    for (size_t i = 0; i < entry->option_count; i++)
        if (!(options[i] = bd_arena_copy(arena, entry->options[i])))
            return false;
    variable->options = options;
    variable->option_count = entry->option_count;
    /* a checkbox and a popup are never empty */
    if (*variable->value == '\0' && variable->style == BD_MASK_CHECKBOX)
        variable->value = "off";
    if (*variable->value == '\0' && variable->style == BD_MASK_POPUP && entry->option_count > 0)
        variable->value = options[0];
    return bd_mask_variable_derive(arena, variable);
}

bd_status bd_edit_add_mask_entry(bd_node *node, const bd_mask_entry *entry, bd_error *error) {
    bd_arena *arena = node->parent->diagram->arena;
    bd_status status = check_mask(node, error);
    if (status != BD_OK)
        return status;
    if (!entry->name || !bd_edit_is_model_name(entry->name))
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: '%.100s' cannot be a mask parameter",
                            node->path, entry->name ? entry->name : "");
    if (bd_mask_find(node->mask, entry->name))
        return bd_error_set(error, BD_BAD_DIAGRAM, "%s already has a mask parameter '%s'",
                            node->path, entry->name);
    const char *name = bd_arena_copy(arena, entry->name);
    bd_mask_variable *variable = name ? bd_mask_append(arena, node->mask, name) : NULL;
    if (!variable)
        return bd_edit_no_memory(error);
    if (!fill_entry(arena, variable, entry))
        status = bd_edit_no_memory(error);
    else
        status = bd_mask_check_value(node, variable, variable->value, error);
    if (status != BD_OK)
        node->mask->count--;
    return status;
}

bd_status bd_edit_remove_mask_entry(bd_node *node, const char *name, bd_error *error) {
    BD_TRY(check_mask(node, error));
    bd_mask *mask = node->mask;
    const bd_mask_variable *variable = name ? bd_mask_find(mask, name) : NULL;
    if (name && !variable)
        return bd_error_set(error, BD_UNKNOWN_NAME, "%s has no mask parameter '%.100s'", node->path,
                            name);
    if (!name) {
        mask->count = 0;
        return BD_OK;
    }
    const size_t at = (size_t)(variable - mask->variables);
    mask->count--;
    memmove(&mask->variables[at], &mask->variables[at + 1],
            (mask->count - at) * sizeof *mask->variables);
    return BD_OK;
}
