/* models come, are saved and go */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/memory.h"
#include "common/words.h"
#include "commands/commands.h"
#include "common/plain_file.h"

bd_models *bd_models_create(void) {
    bd_models *models = calloc(1, sizeof *models);
    if (models) {
        models->next_serial = 1;
        models->identifier = "";
    }
    return models;
}

static void free_folders(bd_models *models) {
    CM_FREE_LIST(models->folders, models->folder_count);
    models->folders = NULL;
    models->folder_count = 0;
}

void bd_models_free(bd_models *models) {
    if (!models)
        return;
    for (size_t i = 0; i < models->count; i++)
        bd_diagram_free(models->loaded[i].diagram);
    free(models->loaded);
    free(models->handles);
    free_folders(models);
    free(models->current_system);
    free(models->current_block);
    bd_log_free(&models->log);
    free(models);
}

bool bd_models_set_folders(bd_models *models, const char *const *folders, size_t count) {
    free_folders(models);
    models->folders = calloc(count + 1, sizeof *models->folders);
    for (size_t i = 0; models->folders && i < count; i++) {
        char *copy = malloc(strlen(folders[i]) + 1);
        if (!copy)
            return false;
        models->folders[models->folder_count++] = strcpy(copy, folders[i]);
    }
    return models->folders != NULL;
}

bd_diagram *bd_models_find(const bd_models *models, const char *name) {
    for (size_t i = 0; i < models->count; i++)
        if (strcmp(models->loaded[i].diagram->name, name) == 0)
            return models->loaded[i].diagram;
    return NULL;
}

bd_loaded *bd_models_entry(const bd_models *models, const bd_diagram *diagram) {
    for (size_t i = 0; i < models->count; i++)
        if (models->loaded[i].diagram == diagram)
            return &models->loaded[i];
    return NULL;
}

const char *bd_models_identifier(const bd_models *models) {
    return models->identifier;
}

bd_log bd_models_take_log(bd_models *models) {
    bd_log log = models->log;
    models->log = (bd_log){0};
    return log;
}

/* takes the diagram over, also when it fails */
static bd_status keep(bd_order *call, bd_diagram *diagram, bool dirty) {
    bd_models *m = call->models;
    bd_loaded *grown = cm_one_more(m->loaded, (size_t)m->count, sizeof *grown);
    if (!grown) {
        bd_diagram_free(diagram);
        return bd_order_memory(call);
    }
    m->loaded = grown;
    m->loaded[m->count++] = (bd_loaded){diagram, m->next_serial++, dirty};
    return BD_OK;
}

static bd_status copy_text(bd_order *call, const char *text, char **to) {
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    if (text && !copy)
        return bd_order_memory(call);
    free(*to);
    *to = copy ? strcpy(copy, text) : NULL;
    return BD_OK;
}

bd_status bd_models_make_current(bd_order *call, const char *system, const char *block) {
    BD_TRY(copy_text(call, system, &call->models->current_system));
    return copy_text(call, block, &call->models->current_block);
}

/* is the path that of the object, or of something inside? A doubled slash belongs to a name */
static bool is_below(const char *path, const char *object) {
    const size_t length = strlen(object);
    return path && strncmp(path, object, length) == 0 &&
           (path[length] == '\0' || (path[length] == '/' && path[length + 1] != '/'));
}

static bd_status follow(bd_order *call, const char *before, const char *after, char **path) {
    if (!is_below(*path, before))
        return BD_OK;
    const char *moved = bd_arena_text(call->arena, "%s%s", after, *path + strlen(before));
    return moved ? copy_text(call, moved, path) : bd_order_memory(call);
}

bd_status bd_models_follow(bd_order *call, const char *before, const char *after) {
    BD_TRY(follow(call, before, after, &call->models->current_system));
    return follow(call, before, after, &call->models->current_block);
}

static bd_status give_handle(bd_order *call, bd_target target) {
    double handle = 0.0;
    BD_TRY(bd_target_handle(call, &target, &handle));
    return bd_order_give_number(call, handle);
}

static bd_status give_model(bd_order *call, bd_diagram *diagram) {
    return give_handle(call, (bd_target){.kind = BD_TARGET_MODEL, .diagram = diagram});
}

/* ---- new_system ---- */

static bd_status new_system(bd_order *call) {
    const char *name = NULL, *kind = "Model";
    char untitled[32] = "untitled";
    bd_status status = BD_OK;
    for (int i = 1; bd_models_find(call->models, untitled); i++)
        snprintf(untitled, sizeof untitled, "untitled%d", i);
    if (call->count > 0)
        status = bd_order_text(call, 0, "the name of the model", &name);
    if (status == BD_OK && call->count > 1)
        status = bd_order_text(call, 1, "the kind of model", &kind);
    if (status != BD_OK)
        return status;
    if (!name || *name == '\0')
        name = untitled;
    if (!bd_edit_is_model_name(name))
        return bd_order_fail(call, "Simulink:Commands:NewSysInvalidName", BD_BAD_ARGUMENT,
                             "'%.100s' cannot be the name of a model: letters, digits and "
                             "underscores, a letter first, at most 63",
                             name);
    if (bd_models_find(call->models, name))
        return bd_order_fail(call, "Simulink:Commands:NewSysAlreadyExists", BD_BAD_ARGUMENT,
                             "a new system named '%s' cannot be made: one of that name is loaded",
                             name);
    const bool library = strcasecmp(kind, "Library") == 0;
    if (!library && strcasecmp(kind, "Model") != 0)
        return bd_order_fail(call, "Simulink:Commands:NewSysInvalidType", BD_BAD_ARGUMENT,
                             "'%.80s' is no kind of new system here: 'Model' or 'Library'", kind);
    bd_diagram *diagram = bd_diagram_create(name);
    if (!diagram)
        return bd_order_memory(call);
    diagram->kind = library ? BD_LIBRARY : BD_MODEL;
    if (!library && bd_diagram_set(diagram, "SaveFormat", "Dataset") != BD_OK) {
        bd_diagram_free(diagram);
        return bd_order_memory(call);
    }
    status = keep(call, diagram, false);
    if (status == BD_OK)
        status = bd_models_make_current(call, diagram->name, NULL);
    return status == BD_OK ? give_model(call, diagram) : status;
}

/* ---- load_system ---- */

static bool is_file(const char *path) {
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    if (file)
        fclose(file);
    return file != NULL;
}

static bool has_ending(const char *name) {
    static const char *const endings[] = {".slx", ".mdl", ".yaml"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(name + length - tail, endings[i]) == 0)
            return true;
    }
    return false;
}

static const char *in_folder(bd_order *call, const char *folder, const char *name) {
    static const char *const endings[] = {".slx", ".mdl", ".yaml"};
    for (size_t i = 0; i < (has_ending(name) ? 1 : 3); i++) {
        const char *path =
            bd_arena_text(call->arena, "%s%s%s%s", folder, *folder != '\0' ? "/" : "", name,
                          has_ending(name) ? "" : endings[i]);
        if (path && is_file(path))
            return path;
    }
    return NULL;
}

static const char *find_file(bd_order *call, const char *name) {
    const char *path = in_folder(call, "", name);
    for (size_t i = 0; !path && *name != '/' && i < call->models->folder_count; i++)
        path = in_folder(call, call->models->folders[i], name);
    return path;
}

static bd_status read_file(bd_order *call, const char *path, bd_diagram **diagram) {
    const bd_search_path search = {(const char *const *)call->models->folders,
                                   call->models->folder_count};
    bd_status status = bd_diagram_read(path, &search, diagram, &call->models->log, call->error);
    if (status != BD_OK)
        return bd_order_identify(call, "Simulink:Commands:OpenSystemReadError", status);
    if (bd_models_find(call->models, (*diagram)->name)) {
        status = bd_order_fail(call, "Simulink:Commands:LoadSysAlreadyLoaded", BD_BAD_ARGUMENT,
                               "a model named '%s' is already loaded", (*diagram)->name);
        bd_diagram_free(*diagram);
        *diagram = NULL;
        return status;
    }
    return keep(call, *diagram, false);
}

/* the model's name in a path: "a/b.slx" is b */
static const char *base_name(bd_order *call, const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = bd_arena_copy(call->arena, slash ? slash + 1 : path);
    if (name && has_ending(name))
        *strrchr(name, '.') = '\0';
    return name;
}

static bool is_palette(const char *name) {
    return strcmp(name, "simulink") == 0 || strcmp(name, "simulink3") == 0 ||
           strcmp(name, "built-in") == 0;
}

static bd_status load(bd_order *call, const char *given, bd_diagram **diagram) {
    const char *name = base_name(call, given);
    if (!name)
        return bd_order_memory(call);
    *diagram = bd_models_find(call->models, name);
    if (*diagram)
        return BD_OK;
    const char *path = find_file(call, given);
    if (!path)
        return bd_order_fail(call, "Simulink:Commands:OpenSystemUnknownSystem", BD_CANNOT_READ,
                             "there is no system named '%.200s' to open", given);
    return read_file(call, path, diagram);
}

bd_status bd_models_load_library(bd_order *call, const char *name, bd_diagram **diagram) {
    *diagram = bd_models_find(call->models, name);
    const char *path = !*diagram ? find_file(call, name) : NULL;
    return path ? read_file(call, path, diagram) : BD_OK;
}

static bd_status load_system(bd_order *call) {
    const char *name;
    bd_diagram *diagram = NULL;
    bd_status status = bd_order_text(call, 0, "the name of the model", &name);
    if (status != BD_OK || is_palette(name))
        return status == BD_OK ? bd_order_give_number(call, 0.0) : status;
    status = load(call, name, &diagram);
    if (status == BD_OK)
        status = bd_models_make_current(call, diagram->name, NULL);
    return status == BD_OK ? give_model(call, diagram) : status;
}

/* a subsystem of a loaded model, or a model that is loaded if it is not; drawing is the caller's */
static bd_status open_system(bd_order *call) {
    bd_target target = {0};
    const char *path = NULL;
    bd_diagram *diagram = NULL;
    if (call->count == 0)
        return BD_OK;
    if (bd_order_is_text(call, 0)) {
        BD_TRY(bd_order_text(call, 0, "the name of the system", &path));
        if (is_palette(path))
            return BD_OK;
        /* a file, or a model that is not loaded yet */
        if (has_ending(path) || (!strchr(path, '/') && !bd_models_find(call->models, path)))
            BD_TRY(load(call, path, &diagram));
        if (diagram)
            target = (bd_target){.kind = BD_TARGET_MODEL, .diagram = diagram};
        else
            BD_TRY(bd_target_path(call, path, &target));
    } else
        BD_TRY(bd_target_find(call, call->args[0], &target));
    if (!target.diagram)
        return bd_order_fail(call, "Simulink:Commands:InvalidSystem", BD_BAD_ARGUMENT,
                             "%s is no system that can be opened", bd_target_name(&target));
    const bool block = target.node && !target.node->system;
    const bd_node *owner = block ? target.node->parent->owner : target.node;
    return bd_models_make_current(call, owner ? owner->path : target.diagram->name,
                                  block ? target.node->path : NULL);
}

/* ---- save_system, close_system ---- */

static const char *release_of(const char *version) {
    static const cm_pair known[] = {{"R2010b", "R2010b"},
                                    {"R2010b_MDL", "R2010b"},
                                    {"R2013b", "R2013b"},
                                    {"R2013b_MDL", "R2013b"},
                                    {"R2013b_SLX", "R2013b"}};
    const char *release = cm_other_any_case(CM_TABLE(known), version);
    return release ? release : version;
}

static bd_status save(bd_order *call, bd_diagram *diagram, const char *to, const char *release) {
    const char *path = to;
    if (!path)
        path = *diagram->file != '\0' ? diagram->file
                                      : bd_arena_text(call->arena, "%s.slx", diagram->name);
    else if (!has_ending(path))
        path = bd_arena_text(call->arena, "%s.slx", path);
    const char *name = path ? base_name(call, path) : NULL;
    const char *own = path ? bd_arena_copy(diagram->arena, path) : NULL;
    if (!name || !own)
        return bd_order_memory(call);
    const size_t length = strlen(path);
    if (length > 5 && strcmp(path + length - 5, ".yaml") == 0)
        return bd_order_fail(call, "Simulink:Commands:SaveSysInvalidName", BD_UNSUPPORTED,
                             "%s: a model is saved as .slx or .mdl", path);
    if (!bd_edit_is_model_name(name))
        return bd_order_fail(call, "Simulink:Commands:SaveSysInvalidName", BD_BAD_ARGUMENT,
                             "'%.100s' cannot be the name of a model: letters, digits and "
                             "underscores, a letter first, at most 63",
                             name);
    const bd_diagram *other = bd_models_find(call->models, name);
    if (other && other != diagram)
        return bd_order_fail(call, "Simulink:Commands:SaveSysAlreadyLoaded", BD_BAD_ARGUMENT,
                             "'%s' cannot be saved as '%s': a model of that name is loaded",
                             diagram->name, name);
    const char *before = diagram->name;
    bd_status status = bd_diagram_write_as(diagram, path, release, call->error);
    if (status == BD_OK && strcmp(name, before) != 0)
        status = bd_edit_rename_model(diagram, name, call->error);
    if (status != BD_OK)
        return bd_order_identify(call, "Simulink:Commands:SaveSysFailed", status);
    diagram->file = own;
    bd_models_entry(call->models, diagram)->dirty = false;
    return bd_models_follow(call, before, diagram->name);
}

static bd_status model_of(bd_order *call, size_t i, bd_diagram **diagram) {
    bd_target target;
    if (i < call->count)
        BD_TRY(bd_target_find(call, call->args[i], &target));
    else if (call->models->current_system)
        BD_TRY(bd_target_path(call, call->models->current_system, &target));
    else
        return bd_order_fail(call, "Simulink:Commands:NoCurrentSystem", BD_BAD_ARGUMENT,
                             "no model is loaded");
    if (target.kind != BD_TARGET_MODEL && i < call->count)
        return bd_order_fail(call, "Simulink:Commands:InvalidModel", BD_BAD_ARGUMENT,
                             "%s is no model", bd_target_name(&target));
    *diagram = target.diagram;
    return BD_OK;
}

static bd_status save_system(bd_order *call) {
    bd_diagram *diagram = NULL;
    const char *to = NULL, *release = NULL;
    BD_TRY(model_of(call, 0, &diagram));
    if (call->count > 1 && !bd_value_is_empty(call->args[1]))
        BD_TRY(bd_order_text(call, 1, "the name of the file", &to));
    const bd_value *version = bd_order_option(call, 2, "ExportToVersion");
    if (version)
        BD_TRY(bd_order_value_text(call, version, "ExportToVersion", &release));
    BD_TRY(save(call, diagram, to, release ? release_of(release) : NULL));
    return bd_order_give_text(call, diagram->file);
}

/* the model as it is into another file, for those who draw or run it; it keeps its own name and
 * file */
static bd_status write_copy(bd_order *call) {
    bd_diagram *diagram = NULL;
    const char *to;
    BD_TRY(model_of(call, 0, &diagram));
    BD_TRY(bd_order_text(call, 1, "the name of the file", &to));
    return bd_diagram_write(diagram, to, call->error);
}

static bd_status close_model(bd_order *call, bd_diagram *diagram) {
    bd_models *m = call->models;
    bd_loaded *entry = bd_models_entry(m, diagram);
    const size_t place = (size_t)(entry - m->loaded);
    const bool current = is_below(m->current_system, diagram->name);
    memmove(entry, entry + 1, (m->count - place - 1) * sizeof *entry);
    m->count--;
    bd_diagram_free(diagram);
    if (!current)
        return BD_OK;
    return bd_models_make_current(call, m->count > 0 ? m->loaded[m->count - 1].diagram->name : NULL,
                                  NULL);
}

static bd_status close_system(bd_order *call) {
    bd_diagram *diagram = NULL;
    bd_target target;
    if (call->count > 0) {
        bd_status found = bd_target_find(call, call->args[0], &target);
        if (found != BD_OK)
            return found;
        if (target.kind == BD_TARGET_BLOCK) /* the window of a subsystem */
            return BD_OK;
    }
    bd_status status = model_of(call, 0, &diagram);
    if (status == BD_OK && call->count > 1 && bd_value_is_text(call->args[1])) {
        const char *to;
        status = bd_order_text(call, 1, "the name of the file", &to);
        if (status == BD_OK)
            status = save(call, diagram, to, NULL);
    } else if (status == BD_OK && call->count > 1) {
        double saved = 1.0;
        if (!bd_value_is_empty(call->args[1]))
            status = bd_value_scalar(call->args[1], "whether to save", &saved, call->error);
        if (status == BD_OK && saved != 0.0)
            status = save(call, diagram, NULL, NULL);
    } else if (status == BD_OK && bd_models_entry(call->models, diagram)->dirty)
        return bd_order_fail(call, "Simulink:Commands:CloseSysDirty", BD_BAD_ARGUMENT,
                             "'%s' has been changed: close_system('%s', 0) closes it without "
                             "saving, close_system('%s', 1) saves it first",
                             diagram->name, diagram->name, diagram->name);
    return status == BD_OK ? close_model(call, diagram) : status;
}

static bd_status bdclose(bd_order *call) {
    const char *name = NULL;
    if (call->count == 0 && !call->models->current_system)
        return BD_OK;
    if (bd_order_is_text(call, 0))
        BD_TRY(bd_order_text(call, 0, "the name of the model", &name));
    if (name && strcasecmp(name, "all") == 0) {
        while (call->models->count > 0)
            BD_TRY(close_model(call, call->models->loaded[0].diagram));
        return BD_OK;
    }
    bd_diagram *diagram = NULL;
    BD_TRY(model_of(call, 0, &diagram));
    return close_model(call, diagram);
}

static bd_status is_loaded(bd_order *call) {
    const char *name;
    bd_value *value = NULL;
    BD_TRY(bd_order_text(call, 0, "the name of the model", &name));
    BD_TRY(
        bd_value_create_logical(bd_models_find(call->models, name) != NULL, &value, call->error));
    return bd_order_give(call, 0, value);
}

/* ---- where we are ---- */

/* unless it has been deleted or renamed since */
static bd_status give_present(bd_order *call, const char *path) {
    bd_target target;
    const bool there = path && bd_target_path(call, path, &target) == BD_OK;
    return bd_order_give_text(call, there ? path : "");
}

static bd_status gcs(bd_order *call) {
    return give_present(call, call->models->current_system);
}

static bd_status gcb(bd_order *call) {
    return give_present(call, call->models->current_block);
}

static bd_status bdroot(bd_order *call) {
    bd_target target;
    if (call->count == 0) {
        const char *system = call->models->current_system;
        if (!system || bd_target_path(call, system, &target) != BD_OK)
            return bd_order_give_text(call, "");
        return bd_order_give_text(call, target.diagram->name);
    }
    bd_status status = bd_target_find(call, call->args[0], &target);
    if (status != BD_OK || !target.diagram)
        return status == BD_OK ? bd_order_give_text(call, "") : status;
    return bd_value_is_text(call->args[0]) ? bd_order_give_text(call, target.diagram->name)
                                           : give_model(call, target.diagram);
}

static bd_status getfullname(bd_order *call) {
    bd_target target;
    BD_TRY(bd_target_find(call, call->args[0], &target));
    return bd_order_give_text(call, bd_target_name(&target));
}

const bd_command_entry bd_commands_models[] = {
    {"new_system", 0, 2, new_system},
    {"load_system", 1, 1, load_system},
    {"open_system", 0, 3, open_system},
    {"save_system", 0, BD_MANY, save_system},
    {"write_copy", 2, 2, write_copy},
    {"close_system", 0, 4, close_system},
    {"bdclose", 0, 1, bdclose},
    {"bdIsLoaded", 1, 1, is_loaded},
    {"gcs", 0, 0, gcs},
    {"gcb", 0, 1, gcb},
    {"bdroot", 0, 1, bdroot},
    {"getfullname", 1, 1, getfullname},
    {NULL, 0, 0, NULL},
};
