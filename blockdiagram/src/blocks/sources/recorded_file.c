/* what blocks with samples in a file have in common */
#include "blocks/sources/recorded.h"
#include "blocks/elements.h"

#include <stdio.h>
#include <string.h>

bd_status bd_recorded_load(bd_block *block,
                           bd_status (*load)(bd_workspace *into, const char *path, bd_error *error),
                           bd_workspace *into, bd_error *error) {
    const char *name = bd_block_text(block, "FileName|Filename");
    if (!name || !*name)
        return bd_error_set(error, BD_BAD_PARAMETER, "FileName is empty");
    const char *model = block->node ? block->node->parent->diagram->file : "";
    const char *slash = strrchr(model, '/');
    if (slash && name[0] != '/') {
        char path[4096];
        int length = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - model), model, name);
        if (length > 0 && (size_t)length < sizeof path && load(into, path, error) == BD_OK)
            return BD_OK;
        bd_error_clear(error);
    }
    return load(into, name, error);
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
