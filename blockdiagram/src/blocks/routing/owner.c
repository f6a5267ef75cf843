/* the block that another one names as the owner of what it reads or writes */
#include "blocks/routing/owner.h"

#include <string.h>

/* the next name of a path, in which a slash is written twice; false at the end */
static bool next_name(const char **path, char *name, size_t size) {
    size_t n = 0;
    const char *c = *path;
    for (; *c && !(*c == '/' && c[1] != '/') && n + 1 < size; c += *c == '/' ? 2 : 1)
        name[n++] = *c;
    name[n] = '\0';
    *path = *c == '/' ? c + 1 : c;
    return n > 0;
}

const bd_node *bd_find_owner(const bd_block *block, const char *path) {
    const bd_system *system = NULL;
    const bd_node *found = block->node;
    char name[500];
    if (strncmp(path, "..", 2) != 0)
        return bd_diagram_find(block->node->parent->diagram, path);
    while (found && next_name(&path, name, sizeof name)) {
        if (strcmp(name, "..") == 0) {
            system = system ? (system->owner ? system->owner->parent : NULL) : found->parent;
            if (!system)
                return NULL;
            continue;
        }
        found = system ? bd_system_find(system, name) : NULL;
        system = found ? found->system : NULL;
    }
    return found == block->node ? NULL : found;
}
