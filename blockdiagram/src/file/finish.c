/* a promoted mask parameter ("block/parameter" of a block inside) sets that parameter: to its name
 * if it is evaluated, because the mask's workspace holds the value, else to its text */
#include "file/finish.h"

#include <string.h>

static bool promote_one(bd_node *node, const bd_mask_variable *variable, const char *target) {
    bd_arena *arena = node->parent->diagram->arena;
    const char *slash = strrchr(target, '/');
    bd_node *inner = node;
    if (slash) {
        const char *path = bd_arena_copy_bytes(arena, target, (size_t)(slash - target));
        if (!path)
            return false;
        inner = node->system ? bd_system_find_path(node->system, path) : NULL;
    }
    if (!inner)
        return true;
    const char *name = slash ? slash + 1 : target;
    bool word = strcmp(variable->value, "on") == 0 || strcmp(variable->value, "off") == 0;
    const char *value = variable->evaluate && !word ? variable->name : variable->value;
    bd_mask_variable *masked = inner != node ? bd_mask_find(inner->mask, name) : NULL;
    if (!masked)
        return bd_parameters_put(arena, &inner->parameters, name, value);
    masked->value = value;
    return bd_mask_variable_derive(arena, masked);
}

static bool promote(bd_node *node) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++) {
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
    for (size_t i = 0; node->system && i < node->system->block_count; i++)
        if (!bd_promote_parameters(node->system->blocks[i]))
            return false;
    return true;
}

bool bd_finish_system(bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        if (!promote(node))
            return false;
        if (node->system && !bd_finish_system(node->system))
            return false;
    }
    return true;
}
