/* names of blocks and models, and the paths that follow */
#include <stdlib.h>
#include <string.h>

#include "file/edit.h"

static bool new_paths(const bd_node *node, const char *path, const char **paths, size_t *count);

static bool inner_paths(const bd_system *system, const char *path, const char **paths,
                        size_t *count) {
    for (size_t i = 0; system && i < system->block_count; i++)
        if (!new_paths(system->blocks[i], path, paths, count))
            return false;
    return true;
}

/* paths of the block and all inside below another one, in the order of a walk; NULL: only counted
 */
static bool new_paths(const bd_node *node, const char *above, const char **paths, size_t *count) {
    const char *path = NULL;
    if (paths) {
        const char *parent =
            node->parent->owner ? node->parent->owner->path : node->parent->diagram->name;
        const char *slash = node->path + strlen(parent);
        path = bd_arena_text(node->parent->diagram->arena, "%s%s", above, slash);
        if (!path)
            return false;
        paths[*count] = path;
    }
    ++*count;
    return inner_paths(node->system, path, paths, count);
}

static void give_paths(bd_system *system, const char *const *paths, size_t *count) {
    for (size_t i = 0; system && i < system->block_count; i++) {
        system->blocks[i]->path = paths[(*count)++];
        give_paths(system->blocks[i]->system, paths, count);
    }
}

/* new paths for everything in the system, whose own path becomes `above` */
static bd_status move_paths(bd_system *system, const char *above, bd_error *error) {
    size_t count = 0, filled = 0, given = 0;
    inner_paths(system, NULL, NULL, &count);
    const char **paths = malloc((count + 1) * sizeof *paths);
    if (!paths || !inner_paths(system, above, paths, &filled)) {
        free(paths);
        return bd_edit_no_memory(error);
    }
    give_paths(system, paths, &given);
    free(paths);
    return BD_OK;
}

bd_status bd_edit_rename(bd_node *node, const char *name, bd_error *error) {
    BD_TRY(bd_edit_check_place(node->parent, error));
    BD_TRY(bd_edit_check_name(node->parent, name, node, error));
    const char *own = bd_arena_copy(node->parent->diagram->arena, name);
    const char *path = own ? bd_system_block_path(node->parent, own) : NULL;
    if (!path)
        return bd_edit_no_memory(error);
    if (node->system)
        BD_TRY(move_paths(node->system, path, error));
    node->name = own;
    node->path = path;
    return BD_OK;
}

bool bd_edit_is_model_name(const char *name) {
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t length = strlen(name);
    return length > 0 && length <= 63 && strspn(name, word) == length &&
           strchr(word, *name) < word + 52;
}

bd_status bd_edit_rename_model(bd_diagram *diagram, const char *name, bd_error *error) {
    if (!bd_edit_is_model_name(name))
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "'%.100s' cannot be the name of a model: letters, digits and "
                            "underscores, a letter first, at most 63",
                            name);
    const char *own = bd_arena_copy(diagram->arena, name);
    BD_TRY(own ? move_paths(diagram->root, own, error) : bd_edit_no_memory(error));
    diagram->name = own;
    return BD_OK;
}
