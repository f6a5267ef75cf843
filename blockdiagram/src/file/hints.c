/* what a block or a parameter may have been meant by a name that the diagram does not know */
#include <string.h>

#include "blockdiagram/diagram.h"
#include "file/default_table.h"
#include "multirate/nearest.h"

bool bd_node_has(const bd_node *node, const char *name) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        if (strcmp(node->mask->variables[i].name, name) == 0)
            return true;
    return bd_node_parameter(node, name) != NULL;
}

bool bd_node_was_asked(const bd_node *node, const char *name) {
    for (size_t i = 0; i < node->parameters.count; i++)
        if (strcmp(node->parameters.items[i].name, name) == 0)
            return node->parameters.items[i].asked;
    return false;
}

const char *bd_node_parameter_hint(const bd_node *node, const char *name, char *text, size_t size) {
    mr_nearest nearest = {name, NULL, 0};
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        mr_nearest_try(&nearest, node->mask->variables[i].name);
    for (size_t i = 0; i < node->parameters.count; i++)
        if (strcmp(node->parameters.items[i].name, name) != 0)
            mr_nearest_try(&nearest, node->parameters.items[i].name);
    for (size_t i = 0; node->file_defaults && i < node->file_defaults->count; i++)
        mr_nearest_try(&nearest, node->file_defaults->items[i].name);
    for (size_t i = 0; i < bd_default_count; i++)
        if (strcmp(bd_default_table[i].type, node->type) == 0)
            mr_nearest_try(&nearest, bd_default_table[i].name);
    return mr_nearest_hint(&nearest, text, size);
}

/* by the whole path and by the path below the model */
static void try_blocks(mr_nearest *nearest, const bd_system *system, size_t skip) {
    for (size_t i = 0; system && i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        mr_nearest_try(nearest, node->path);
        if (strlen(node->path) > skip)
            mr_nearest_try(nearest, node->path + skip);
        try_blocks(nearest, node->system, skip);
    }
}

const char *bd_diagram_block_hint(const bd_diagram *diagram, const char *path, char *text,
                                  size_t size) {
    mr_nearest nearest = {path, NULL, 0};
    try_blocks(&nearest, diagram->root, strlen(diagram->name) + 1);
    return mr_nearest_hint(&nearest, text, size);
}
