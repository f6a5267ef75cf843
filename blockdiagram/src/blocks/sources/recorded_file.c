/* what blocks with samples in a file have in common */
#include "blocks/sources/recorded.h"
#include "blocks/elements.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_in(const char *folder, int length, const char *name, char *path, size_t size) {
    const int used = snprintf(path, size, "%.*s/%s", length, folder, name);
    return used > 0 && (size_t)used < size && access(path, R_OK) == 0;
}

/* beside the model, in the present folder, or along the folders that the model was read with */
static const char *find_file(const bd_block *block, const char *name, char *path, size_t size) {
    const bd_diagram *diagram = block->node ? block->node->parent->diagram : NULL;
    const char *model = diagram && diagram->file ? diagram->file : "", *slash = strrchr(model, '/');
    if (name[0] == '/')
        return name;
    if (slash && is_in(model, (int)(slash - model), name, path, size))
        return path;
    if (access(name, R_OK) == 0)
        return name;
    for (size_t i = 0; diagram && i < diagram->folder_count; i++)
        if (is_in(diagram->folders[i], (int)strlen(diagram->folders[i]), name, path, size))
            return path;
    return name;
}

bd_status bd_recorded_load(bd_block *block,
                           bd_status (*load)(bd_workspace *into, const char *path, bd_error *error),
                           bd_workspace *into, bd_error *error) {
    const char *name = bd_block_text(block, "FileName|Filename");
    char path[4096];
    if (!name || !*name)
        return bd_error_set(error, BD_BAD_PARAMETER, "FileName is empty");
    return load(into, find_file(block, name, path, sizeof path), error);
}

bd_status bd_recorded_read_manners(bd_block *block, bd_recorded *r) {
    static const char *const before[] = {"Linear extrapolation", "Ground value", "Hold first value",
                                         NULL};
    static const char *const after[] = {"Linear extrapolation", "Ground value", "Hold last value",
                                        NULL};
    static const char *const within[] = {"Zero order hold", "Linear interpolation", NULL};
    int first = 0, last = 0, interpolate = 1;
    BD_TRY(bd_block_choice(block, "ExtrapolationBeforeFirstDataPoint", before, &first));
    BD_TRY(bd_block_choice(block, "ExtrapolationAfterLastDataPoint", after, &last));
    BD_TRY(bd_block_choice(block, "InterpolationWithinTimeRange", within, &interpolate));
    r->before = (bd_outside)first;
    r->after = (bd_outside)last;
    r->interpolate = interpolate == 1;
    return BD_OK;
}
