/* a diagram as a picture */
#include "bridge.h"

#include "blockdiagram/commands.h"
#include "blockdiagram/new_file.h"
#include "pages/pages.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int mp_draw(mp_models *models, const char *name, const char *system, const char *path,
            char *message) {
    const bd_diagram *diagram = bd_models_find(models, name);
    const bd_node *node = diagram && *system ? bd_diagram_find(diagram, system) : NULL;
    bd_error error = {0};
    bd_status status = BD_OK;
    if (!diagram || (*system && (!node || !node->system)))
        status = bd_error_set(&error, BD_UNKNOWN_NAME, "there is no system '%s' to draw",
                              *system ? system : name);
    FILE *file = status == BD_OK ? bd_new_file_open(path, NULL) : NULL;
    if (file) {
        status = pg_draw_system(file, diagram, node ? node->system : NULL, NULL, &error);
        if (fclose(file) != 0 && status == BD_OK)
            status = bd_error_set(&error, BD_CANNOT_WRITE, "%s: %s", path, strerror(errno));
    } else if (status == BD_OK)
        status = bd_error_set(&error, BD_CANNOT_WRITE, "%s: %s", path, strerror(errno));
    snprintf(message, MP_TEXT, "%s", error.text);
    return status != BD_OK;
}
