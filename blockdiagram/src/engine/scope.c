/* the names a parameter may use: base workspace, the model's callbacks and workspace, masks. The
 * model has those it was compiled with; a run with other values has its own */
#include "engine/engine.h"
#include "engine/dictionary.h"
#include "engine/enumerations.h"

#include "common/memory.h"

#include "blockdiagram/expression.h"
#include "blockdiagram/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_status no_memory(bd_scopes *scopes) {
    return bd_error_set(&scopes->home->error, BD_OUT_OF_MEMORY, "%s: out of memory",
                        scopes->home->name);
}

static bd_status add_workspace(bd_scopes *scopes, const char *name, const bd_workspace *parent,
                               bd_workspace **workspace) {
    bd_workspace **list = cm_one_more(scopes->list, (size_t)scopes->count, sizeof *list);
    if (!list)
        return no_memory(scopes);
    scopes->list = list;
    BD_TRY(bd_workspace_create(name, parent, workspace, &scopes->home->error));
    bd_workspace_set_number(*workspace, (size_t)scopes->count);
    scopes->list[scopes->count++] = *workspace;
    bd_workspace_set_reader(*workspace, scopes->reader);
    return BD_OK;
}

void bd_scopes_free(bd_scopes *scopes) {
    for (int i = scopes->count - 1; i >= 0; i--)
        bd_workspace_free(scopes->list[i]);
    free(scopes->list);
    bd_library_free(scopes->library);
    *scopes = (bd_scopes){0};
}

/* outer variables first, so that inner ones replace them */
static bd_status copy_variables(bd_scopes *scopes, const bd_workspace *from, bd_workspace *to) {
    if (!from)
        return BD_OK;
    BD_TRY(copy_variables(scopes, bd_workspace_parent(from), to));
    for (size_t i = 0; i < bd_workspace_count(from); i++)
        BD_TRY(bd_workspace_set(to, bd_workspace_name_at(from, i),
                                bd_value_share(bd_workspace_value_at(from, i)),
                                &scopes->home->error));
    return BD_OK;
}

/* statements that were skipped become warnings with the place of the code */
static void tell(bd_scopes *scopes, const char *where, bd_log *skipped) {
    for (size_t i = 0; i < skipped->count; i++)
        bd_log_add(scopes->home->log, "%s: %s", where, skipped->lines[i]);
    bd_log_free(skipped);
}

/* where scripts and data of the model's code lie; NULL if the model is not in a file */
static const char *own_folder(bd_scopes *scopes) {
    const char *file = scopes->diagram->file, *slash = file ? strrchr(file, '/') : NULL;
    const char *folder =
        slash ? bd_arena_text(&scopes->home->arena, "%.*s", (int)(slash - file), file) : NULL;
    return file && *file ? folder ? folder : "." : NULL;
}

/* code of the model that only prepares variables; what it cannot do is told and not fatal, a
 * variable that is then missing is. Without memory it ends: another variable of that name may be
 * there */
static bd_status run_code(bd_scopes *scopes, bd_workspace *workspace, const char *code,
                          const char *what) {
    if (!code || !*code)
        return BD_OK;
    bd_error error = {0};
    bd_log skipped = {0};
    const bd_status status =
        bd_workspace_run_code(workspace, code, what, own_folder(scopes), &skipped, &error);
    if (status != BD_OK)
        bd_log_add(scopes->home->log, "%s: %s: stopped at: %s", scopes->diagram->name, what,
                   error.text);
    tell(scopes, scopes->diagram->name, &skipped);
    if (status != BD_OUT_OF_MEMORY)
        return BD_OK;
    scopes->home->error = error;
    return bd_error_prefix(&scopes->home->error, "%s: %s: ", scopes->diagram->name, what);
}

/* variables of the model workspace that are kept as binary data: a list of names and values, or one
 * field for each */
static bd_status take_stored(bd_scopes *scopes, const bd_value *stored) {
    const bd_value *names = bd_value_field(stored, "Name");
    bool listed = names && bd_value_field_index(stored, "Value") >= 0;
    size_t count = stored->type != BD_STRUCT ? 0 : listed ? stored->count : stored->field_count;
    for (size_t i = 0; i < count; i++) {
        char *text = NULL;
        const bd_value *value = bd_value_field_at(stored, i, "Value");
        bd_status status = BD_OK;
        names = bd_value_field_at(stored, i, "Name");
        if (listed && names)
            status = bd_value_text(names, "Name", &text, &scopes->home->error);
        const char *name = listed ? text : stored->field_names[i];
        if (!listed)
            value = bd_value_field(stored, name);
        if (value && name)
            status =
                bd_workspace_set(scopes->model, name, bd_value_share(value), &scopes->home->error);
        free(text);
        if (status != BD_OK && (name || status == BD_OUT_OF_MEMORY))
            return status;
    }
    return BD_OK;
}

static bd_status load_stored(bd_scopes *scopes) {
    const char *text = bd_parameters_find(&scopes->diagram->parameters, "WSMdlFileData");
    bd_value *stored = NULL;
    bd_error error = {0};
    if (!bd_is_stored_value(text))
        return BD_OK;
    bd_status status = bd_value_read_stored(text, &stored, &error);
    if (status == BD_OUT_OF_MEMORY) {
        scopes->home->error = error;
        return status;
    }
    if (status != BD_OK) {
        bd_log_add(scopes->home->log, "%s: model workspace: %s", scopes->diagram->name, error.text);
        return BD_OK;
    }
    status = take_stored(scopes, stored);
    bd_value_free(stored);
    return status;
}

/* what the model's data dictionary defines and nobody has set */
static bd_status load_dictionary(bd_scopes *scopes) {
    const bd_diagram *diagram = scopes->diagram;
    const char *name = bd_parameters_find(&diagram->parameters, "DataDictionary");
    if (!name || !*name)
        return BD_OK;
    return bd_dictionary_load(diagram, scopes->library, name, scopes->base, scopes->home->log,
                              &scopes->home->error);
}

static bd_status fill_model_scope(bd_scopes *scopes) {
    const bd_diagram *diagram = scopes->diagram;
    bd_workspace *base = scopes->base;
    /* loading comes before what the user sets, so the user has the last word */
    BD_TRY(run_code(scopes, base, bd_parameters_find(&diagram->parameters, "PreLoadFcn"),
                    "PreLoadFcn"));
    BD_TRY(run_code(scopes, base, bd_parameters_find(&diagram->parameters, "PostLoadFcn"),
                    "PostLoadFcn"));
    bd_status status = copy_variables(scopes, scopes->given, base);
    if (status != BD_OK)
        return status;
    bd_workspace_settle(base);
    BD_TRY(load_dictionary(scopes));
    BD_TRY(bd_enumerations_load(diagram, base, &scopes->home->error));
    BD_TRY(run_code(scopes, base, bd_parameters_find(&diagram->parameters, "InitFcn"), "InitFcn"));
    BD_TRY(load_stored(scopes));
    return run_code(scopes, scopes->model, diagram->workspace_code, "model workspace");
}

/* .m files in the folder of the model and in those it was read with */
static bd_status add_functions(bd_scopes *scopes) {
    const bd_diagram *diagram = scopes->diagram;
    const char *file = diagram->file;
    const char *slash = file ? strrchr(file, '/') : NULL;
    bd_error *error = &scopes->home->error;
    BD_TRY(bd_library_create(NULL, &scopes->library, error));
    if (file && *file) {
        char *own =
            slash ? bd_arena_text(&scopes->home->arena, "%.*s", (int)(slash - file), file) : ".";
        if (!own)
            return no_memory(scopes);
        BD_TRY(bd_library_add_folder(scopes->library, *own ? own : "/", error));
        bd_library_look_around(scopes->library, *own ? own : "/", scopes->home->log);
    }
    for (size_t i = 0; i < diagram->folder_count; i++)
        BD_TRY(bd_library_add_folder(scopes->library, diagram->folders[i], error));
    bd_workspace_set_library(scopes->base, scopes->library);
    return BD_OK;
}

bd_status bd_make_model_scope(bd_scopes *scopes) {
    BD_TRY(add_workspace(scopes, "base workspace", NULL, &scopes->base));
    BD_TRY(add_functions(scopes));
    bd_workspace_set_model(scopes->base, scopes->access);
    BD_TRY(add_workspace(scopes, "model workspace", scopes->base, &scopes->model));
    return fill_model_scope(scopes);
}

bd_status bd_evaluate_at(const char *text, const bd_workspace *around, const char *path,
                         bd_value **value, bd_error *error) {
    if (!strstr(text, "gcb"))
        return bd_expression_evaluate(text, around, value, error);
    bd_workspace *own = NULL;
    *value = NULL;
    BD_TRY(bd_workspace_create("current block", around, &own, error));
    bd_status status = bd_workspace_set_text(own, "gcb", path, error);
    if (status == BD_OK)
        status = bd_expression_evaluate(text, own, value, error);
    bd_workspace_free(own);
    return status;
}

/* who writes kart for 'kart' is told so */
static void note_missing(const bd_node *node, const bd_mask_variable *variable,
                         const bd_error *error, bd_workspace *workspace) {
    const char *word = variable->expression;
    char quoted[80];
    snprintf(quoted, sizeof quoted, "'%.70s'", word);
    const bool is_word = error->status == BD_UNKNOWN_NAME && strstr(error->text, quoted) &&
                         strcspn(word, "'\" ()[]{}.,;+-*/") == strlen(word);
    bd_error whole = {0};
    bd_error_set(&whole, error->status, "%s: mask parameter %s: %s%s%s%s", node->path,
                 variable->name, error->text, is_word ? "; a text needs quotes: '" : "",
                 is_word ? word : "", is_word ? "'" : "");
    bd_workspace_set_missing(workspace, variable->name, whole.text);
}

/* what the dictionary of a referenced model defines is known inside of it; what is given from
 * outside comes first */
static bd_status load_own_dictionary(bd_scopes *scopes, const bd_node *node,
                                     bd_workspace *workspace) {
    const char *name = bd_parameters_find(&node->parameters, "DataDictionary");
    bd_workspace *read = NULL;
    if (!name || !*name)
        return BD_OK;
    bd_error *error = &scopes->home->error;
    BD_TRY(bd_workspace_create(name, NULL, &read, error));
    bd_status status =
        bd_dictionary_load(scopes->diagram, scopes->library, name, read, scopes->home->log, error);
    for (size_t i = 0; status == BD_OK && i < bd_workspace_count(read); i++) {
        const char *variable = bd_workspace_name_at(read, i);
        const bool known = bd_workspace_find_own(workspace, variable) ||
                           (scopes->given && bd_workspace_find(scopes->given, variable));
        if (!known)
            status = bd_workspace_set(workspace, variable,
                                      bd_value_share(bd_workspace_value_at(read, i)), error);
    }
    bd_workspace_free(read);
    return status;
}

static bd_status fill_mask_scope(bd_scopes *scopes, const bd_node *node, const bd_workspace *around,
                                 bd_workspace *workspace) {
    const bd_mask *mask = node->mask;
    bd_status status = BD_OK;
    for (size_t i = 0; i < mask->count && status == BD_OK; i++) {
        const bd_mask_variable *variable = &mask->variables[i];
        bd_value *value = NULL;
        bd_error error = {0};
        if (!variable->expression) {
            status = bd_workspace_set_text(workspace, variable->name, variable->value,
                                           &scopes->home->error);
        } else if (bd_evaluate_at(variable->expression, around, node->path, &value, &error) ==
                   BD_OK) {
            status = bd_workspace_set(workspace, variable->name, value, &scopes->home->error);
        } else {
            /* nobody may need it; whoever does says so */
            note_missing(node, variable, &error, workspace);
        }
    }
    if (status == BD_OK)
        status = load_own_dictionary(scopes, node, workspace);
    bd_error error = {0};
    /* what a Signal Builder would compute there is read from its stored data */
    bool has_code =
        mask->initialization && *mask->initialization && !bd_mask_is_signal_builder(mask);
    bd_log skipped = {0};
    if (status == BD_OK && has_code)
        status = bd_workspace_set_text(workspace, "gcb", node->path, &scopes->home->error);
    if (status == BD_OK && has_code &&
        bd_workspace_run_code(workspace, mask->initialization, "mask initialisation",
                              own_folder(scopes), &skipped, &error) != BD_OK)
        bd_log_add(scopes->home->log, "%s: mask initialisation stopped at: %s", node->path,
                   error.text);
    tell(scopes, node->path, &skipped);
    return status;
}

bd_status bd_make_mask_scope(bd_scopes *scopes, const bd_node *node, const bd_workspace *around,
                             bd_workspace **scope) {
    char *name = bd_arena_text(&scopes->home->arena, "mask of '%s'", node->path);
    if (!name)
        return no_memory(scopes);
    BD_TRY(add_workspace(scopes, name, around, scope));
    return fill_mask_scope(scopes, node, around, *scope);
}
