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
    bd_status status = bd_workspace_create(name, parent, workspace, &simulation->error);
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
                             bd_value_share(bd_workspace_value_at(from, i)), &simulation->error);
    return status;
}

/* statements that were skipped become warnings with the place of the code */
static void tell(bd_simulation *simulation, const char *where, bd_log *skipped) {
    for (size_t i = 0; i < skipped->count; i++)
        bd_log_add(simulation->log, "%s: %s", where, skipped->lines[i]);
    bd_log_free(skipped);
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
        slash ? bd_arena_text(&simulation->arena, "%.*s", (int)(slash - file), file) : NULL;
    bd_error error = {0};
    bd_log skipped = {0};
    if (bd_workspace_run_code(workspace, code, what, file && *file ? folder ? folder : "." : NULL,
                              &skipped, &error) != BD_OK)
        bd_log_add(simulation->log, "%s: %s: stopped at: %s", simulation->diagram->name, what,
                   error.text);
    tell(simulation, simulation->diagram->name, &skipped);
}

/* variables of the model workspace that are kept as binary data: a list of names and values, or one
 * field for each */
static bd_status take_stored(bd_simulation *simulation, const bd_value *stored) {
    const bd_value *names = bd_value_field(stored, "Name");
    bool listed = names && bd_value_field_index(stored, "Value") >= 0;
    bd_status status = BD_OK;
    size_t count = stored->type != BD_STRUCT ? 0 : listed ? stored->count : stored->field_count;
    for (size_t i = 0; i < count && status == BD_OK; i++) {
        char *text = NULL;
        const bd_value *value = bd_value_field_at(stored, i, "Value");
        names = bd_value_field_at(stored, i, "Name");
        if (listed && (!names || bd_value_text(names, "Name", &text, &simulation->error) != BD_OK))
            continue;
        const char *name = listed ? text : stored->field_names[i];
        if (!listed)
            value = bd_value_field(stored, name);
        if (value)
            status = bd_workspace_set(simulation->model_workspace, name, bd_value_share(value),
                                      &simulation->error);
        free(text);
    }
    return status;
}

static bd_status load_stored(bd_simulation *simulation) {
    const char *text = bd_parameters_find(&simulation->diagram->parameters, "WSMdlFileData");
    bd_value *stored = NULL;
    bd_error error = {0};
    if (!bd_is_stored_value(text))
        return BD_OK;
    if (bd_value_read_stored(text, &stored, &error) != BD_OK) {
        bd_log_add(simulation->log, "%s: model workspace: %s", simulation->diagram->name,
                   error.text);
        return BD_OK;
    }
    bd_status status = take_stored(simulation, stored);
    bd_value_free(stored);
    return status;
}

static bd_status fill_model_scope(bd_simulation *simulation) {
    const bd_diagram *diagram = simulation->diagram;
    bd_workspace *base = simulation->base_workspace;
    /* loading comes before what the user sets, so the user has the last word */
    run_code(simulation, base, bd_parameters_find(&diagram->parameters, "PreLoadFcn"),
             "PreLoadFcn");
    run_code(simulation, base, bd_parameters_find(&diagram->parameters, "PostLoadFcn"),
             "PostLoadFcn");
    bd_status status = copy_variables(simulation, simulation->base, base);
    if (status != BD_OK)
        return status;
    bd_workspace_settle(base);
    run_code(simulation, base, bd_parameters_find(&diagram->parameters, "InitFcn"), "InitFcn");
    status = load_stored(simulation);
    run_code(simulation, simulation->model_workspace, diagram->workspace_code, "model workspace");
    return status;
}

bd_status bd_make_model_scope(bd_simulation *simulation, const bd_workspace **scope) {
    bd_status status =
        add_workspace(simulation, "base workspace", NULL, &simulation->base_workspace);
    if (status == BD_OK)
        status = add_workspace(simulation, "model workspace", simulation->base_workspace,
                               &simulation->model_workspace);
    *scope = simulation->model_workspace;
    if (status == BD_OK)
        status = bd_give_access(simulation);
    return status == BD_OK ? fill_model_scope(simulation) : status;
}

/* who writes kart for 'kart' is told so */
static void note_missing(const bd_node *node, const bd_mask_variable *variable,
                         const bd_error *error, bd_workspace *workspace) {
    const char *word = variable->expression;
    const bool is_word =
        error->status == BD_UNKNOWN_NAME && strcspn(word, "'\" ()[]{}.,;+-*/") == strlen(word);
    bd_error whole = {0};
    bd_error_set(&whole, error->status, "%s: mask parameter %s: %s%s%s%s", node->path,
                 variable->name, error->text, is_word ? "; a text needs quotes: '" : "",
                 is_word ? word : "", is_word ? "'" : "");
    bd_workspace_set_missing(workspace, variable->name, whole.text);
}

static bd_status fill_mask_scope(bd_simulation *simulation, const bd_node *node,
                                 const bd_workspace *around, bd_workspace *workspace) {
    const bd_mask *mask = node->mask;
    bd_status status = BD_OK;
    for (size_t i = 0; i < mask->count && status == BD_OK; i++) {
        const bd_mask_variable *variable = &mask->variables[i];
        bd_value *value = NULL;
        bd_error error = {0};
        if (!variable->expression) {
            status = bd_workspace_set_text(workspace, variable->name, variable->value,
                                           &simulation->error);
        } else if (bd_expression_evaluate(variable->expression, around, &value, &error) == BD_OK) {
            status = bd_workspace_set(workspace, variable->name, value, &simulation->error);
        } else {
            /* nobody may need it; whoever does says so */
            note_missing(node, variable, &error, workspace);
        }
    }
    bd_error error = {0};
    /* what a Signal Builder would compute there is read from its stored data */
    bool has_code = mask->initialization && *mask->initialization &&
                    strcmp(mask->type, "Sigbuilder block") != 0;
    bd_log skipped = {0};
    if (status == BD_OK && has_code)
        status = bd_workspace_set_text(workspace, "gcb", node->path, &simulation->error);
    if (status == BD_OK && has_code &&
        bd_workspace_run_code(workspace, mask->initialization, "mask initialisation", NULL,
                              &skipped, &error) != BD_OK)
        bd_log_add(simulation->log, "%s: mask initialisation stopped at: %s", node->path,
                   error.text);
    tell(simulation, node->path, &skipped);
    return status;
}

bd_status bd_make_mask_scope(bd_simulation *simulation, bd_item *item, const bd_workspace *around) {
    char *name = bd_arena_text(&simulation->arena, "mask of '%s'", item->node->path);
    if (!name)
        return bd_simulation_no_memory(simulation);
    bd_status status = add_workspace(simulation, name, around, &item->mask_scope);
    item->scope = item->mask_scope;
    return status == BD_OK ? fill_mask_scope(simulation, item->node, around, item->mask_scope)
                           : status;
}

bd_status bd_refresh_scopes(bd_simulation *simulation) {
    bd_workspace_clear(simulation->base_workspace, NULL);
    bd_workspace_clear(simulation->model_workspace, NULL);
    bd_status status = fill_model_scope(simulation);
    for (int i = 0; i < simulation->item_count && status == BD_OK; i++) {
        bd_item *item = &simulation->items[i];
        if (!item->mask_scope)
            continue;
        bd_workspace_clear(item->mask_scope, NULL);
        status = fill_mask_scope(simulation, item->node, bd_workspace_parent(item->mask_scope),
                                 item->mask_scope);
    }
    return status;
}
