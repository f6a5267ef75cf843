/* the names a parameter may use: base workspace, the model's callbacks and workspace, masks */
#include "engine/engine.h"

#include "blockdiagram/expression.h"

#include <stdlib.h>
#include <string.h>

static bd_status add_workspace(bd_simulation *simulation, const char *name,
                               const bd_workspace *parent, bd_workspace **workspace) {
    if (simulation->workspace_count == simulation->workspace_capacity) {
        int capacity = simulation->workspace_capacity ? 2 * simulation->workspace_capacity : 16;
        bd_workspace **list =
            realloc(simulation->workspaces, (size_t)capacity * sizeof *simulation->workspaces);
        if (!list)
            return bd_simulation_no_memory(simulation);
        simulation->workspaces = list;
        simulation->workspace_capacity = capacity;
    }
    bd_status status = bd_workspace_create(name, parent, workspace, simulation->error);
    if (status == BD_OK)
        simulation->workspaces[simulation->workspace_count++] = *workspace;
    return status;
}

/* outer variables first, so that inner ones replace them */
static bd_status copy_variables(bd_simulation *simulation, const bd_workspace *from,
                                bd_workspace *to) {
    if (!from)
        return BD_OK;
    bd_status status = copy_variables(simulation, bd_workspace_parent(from), to);
    for (size_t i = 0; i < bd_workspace_count(from) && status == BD_OK; i++)
        status =
            bd_workspace_set(to, bd_workspace_name_at(from, i),
                             bd_value_share(bd_workspace_value_at(from, i)), simulation->error);
    return status;
}

/* code of the model that only prepares variables; what it cannot do is told and not fatal, a
 * variable that is then missing is */
static void run_code(bd_simulation *simulation, bd_workspace *workspace, const char *code,
                     const char *what) {
    if (!code || !*code)
        return;
    const char *file = simulation->diagram->file;
    const char *slash = file ? strrchr(file, '/') : NULL;
    char *folder =
        slash ? bd_pool_text(&simulation->pool, "%.*s", (int)(slash - file), file) : NULL;
    bd_error error = {0};
    if (bd_workspace_run(workspace, code, what, file && *file ? folder ? folder : "." : NULL,
                         &error) != BD_OK)
        bd_log_add(simulation->log, "%s: %s: stopped at: %s", simulation->diagram->name, what,
                   error.text);
}

bd_status bd_make_model_scope(bd_simulation *simulation, const bd_workspace **scope) {
    const bd_diagram *diagram = simulation->diagram;
    bd_workspace *base, *model;
    bd_status status = add_workspace(simulation, "base workspace", NULL, &base);
    if (status != BD_OK)
        return status;
    /* loading comes before what the user sets, so the user has the last word */
    run_code(simulation, base, bd_parameters_find(&diagram->parameters, "PreLoadFcn"),
             "PreLoadFcn");
    run_code(simulation, base, bd_parameters_find(&diagram->parameters, "PostLoadFcn"),
             "PostLoadFcn");
    status = copy_variables(simulation, simulation->base, base);
    if (status == BD_OK)
        run_code(simulation, base, bd_parameters_find(&diagram->parameters, "InitFcn"), "InitFcn");
    if (status == BD_OK)
        status = add_workspace(simulation, "model workspace", base, &model);
    if (status != BD_OK)
        return status;
    run_code(simulation, model, diagram->workspace_code, "model workspace");
    simulation->model_workspace = model;
    *scope = model;
    return BD_OK;
}

bd_status bd_make_mask_scope(bd_simulation *simulation, const bd_node *node,
                             const bd_workspace *around, const bd_workspace **scope) {
    const bd_mask *mask = node->mask;
    bd_workspace *workspace;
    char *name = bd_pool_text(&simulation->pool, "mask of '%s'", node->path);
    if (!name)
        return bd_simulation_no_memory(simulation);
    bd_status status = add_workspace(simulation, name, around, &workspace);
    for (size_t i = 0; i < mask->count && status == BD_OK; i++) {
        const bd_mask_variable *variable = &mask->variables[i];
        bd_value *value = NULL;
        bd_error error = {0};
        if (!variable->expression) {
            status = bd_workspace_set_text(workspace, variable->name, variable->value,
                                           simulation->error);
        } else if (bd_expression_evaluate(variable->expression, around, &value, &error) == BD_OK) {
            status = bd_workspace_set(workspace, variable->name, value, simulation->error);
        } else {
            bd_log_add(simulation->log, "%s: mask parameter %s: %s", node->path, variable->name,
                       error.text);
        }
    }
    if (status != BD_OK)
        return status;
    bd_error error = {0};
    if (mask->initialization && *mask->initialization &&
        bd_workspace_run(workspace, mask->initialization, "mask initialisation", NULL, &error) !=
            BD_OK)
        bd_log_add(simulation->log, "%s: mask initialisation stopped at: %s", node->path,
                   error.text);
    *scope = workspace;
    return BD_OK;
}
