/* a mask that is an object: help, icon and flags of variables, under the names of older files */
#include <string.h>

#include "file/build.h"

/* what the object says besides its variables becomes keys of the block, as in older files */
static bd_status take_details(bd_builder *b, const bd_tree *tree, bd_node *node) {
    for (const bd_tree *t = tree->first; t; t = t->next) {
        const char *key = bd_mask_detail_key(t->name);
        const char *value = key ? bd_build_text(b, t->text) : NULL;
        if (!key)
            continue;
        if (!value || !bd_parameters_put(b->diagram->arena, &node->parameters, key, value))
            return bd_build_no_memory(b, t);
    }
    return BD_OK;
}

/* the entries of all variables for one key of the block: "on,off,on"; told if one is unusual */
static bd_status take_flags(bd_builder *b, const bd_tree *const *variables, size_t count,
                            bd_node *node) {
    for (size_t i = 0; i < bd_mask_flag_count(); i++) {
        const char *property, *usual;
        char separator;
        const char *key = bd_mask_flag(i, &property, &usual, &separator);
        size_t size = 1;
        bool told = false;
        for (size_t k = 0; k < count; k++) {
            const char *own = bd_tree_text(variables[k], property);
            told = told || (own && strcmp(own, usual) != 0);
            size += 2 * strlen(own ? own : usual) + 1;
        }
        char *list = told ? bd_arena_alloc(b->diagram->arena, size) : NULL;
        if (!told)
            continue;
        if (!list)
            return bd_build_no_memory(b, variables[0]);
        char *end = list;
        for (size_t k = 0; k < count; k++) {
            const char *own = bd_tree_text(variables[k], property);
            if (k > 0)
                *end++ = separator;
            for (const char *c = own ? own : usual; *c != '\0'; c++) {
                if (*c == '|' && separator == '|')
                    *end++ = '\\';
                *end++ = *c;
            }
        }
        if (!bd_parameters_put(b->diagram->arena, &node->parameters, key, list))
            return bd_build_no_memory(b, variables[0]);
    }
    return BD_OK;
}

bd_status bd_build_mask_details(bd_builder *b, const bd_tree *mask, const bd_mask_trees *variables,
                                bd_node *node) {
    BD_TRY(take_details(b, mask, node));
    return take_flags(b, variables->items, variables->count, node);
}
