/* reading, compiling and writing the results of a model */
#define _GNU_SOURCE
#include "model.h"
#include "columns.h"
#include "file_hint.h"

#include "blockdiagram/language.h"
#include "blockdiagram/sfunction.h"
#include "multirate/nearest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void program_folder(char *folder, int size) {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    snprintf(folder, (size_t)size, "%s", path);
}

static void find_folder(const char *installed, const char *source, char *folder, int size) {
    char program[PATH_MAX];
    program_folder(program, sizeof program);
    snprintf(folder, (size_t)size, "%s/../share/multirate/%s", program, installed);
    if (access(folder, R_OK) != 0)
        snprintf(folder, (size_t)size, "%s", source);
}

void models_folder(char *folder, int size) {
    find_folder("models", MR_MODELS_FOLDER, folder, size);
}

void simulink_folder(char *folder, int size) {
    find_folder("simulink", MR_SIMULINK_FOLDER, folder, size);
}

void model_prepare(void) {
    static const char *const places[] = {"/../lib/sfunctions", "/../lib/multirate/sfunctions",
                                         "/../" MR_LIBDIR "/multirate/sfunctions"};
    char folder[PATH_MAX], place[PATH_MAX + 64];
    bd_error error;
    bd_sfunction_set_provider(bd_mx_own_provider());
    program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(place, sizeof place, "%s%s", folder, places[i]);
        (void)bd_sfunction_add_folder(place, &error); /* a folder that is not there is no matter */
    }
}

/* the name before the equals sign has a colon in it */
static bool is_block_setting(const char *setting) {
    const size_t length = strcspn(setting, "=");
    return setting[length] && memchr(setting, ':', length);
}

/* parameter files call functions and scripts of their own folder and of those given with --path */
static bd_status run_parameter_files(const text_list *files, const text_list *folders,
                                     bd_workspace *base, bd_log *log, bd_error *error) {
    bd_library *library = NULL;
    BD_TRY(bd_library_create(NULL, &library, error));
    bd_status status = BD_OK;
    for (int i = 0; i < files->count && status == BD_OK; i++) {
        const char *slash = strrchr(files->items[i], '/');
        char *own = slash ? strndup(files->items[i], (size_t)(slash - files->items[i] + 1)) : NULL;
        status = bd_library_add_folder(library, own ? own : ".", error);
        bd_library_look_around(library, own ? own : ".", log);
        free(own);
    }
    for (int i = 0; folders && i < folders->count && status == BD_OK; i++)
        status = bd_library_add_folder(library, folders->items[i], error);
    bd_workspace_set_library(base, library);
    for (int i = 0; i < files->count && status == BD_OK; i++)
        status = bd_workspace_run_parameters(base, files->items[i], log, error);
    bd_workspace_set_library(base, NULL);
    bd_library_free(library);
    return status;
}

static bd_status assign(const text_list *settings, bd_workspace *base, bd_error *error) {
    for (int i = 0; settings && i < settings->count; i++) {
        const char *setting = settings->items[i], *equals = strchr(setting, '=');
        bd_error why;
        if (is_block_setting(setting) || bd_workspace_assign(base, setting, &why) == BD_OK)
            continue;
        return bd_error_set(
            error, why.status, "--set: %s%s", why.text,
            equals && text_has_decimal_comma(equals + 1) ? "; decimals stand behind a point" : "");
    }
    return BD_OK;
}

bd_status model_workspace(const text_list *parameter_files, const text_list *folders,
                          const text_list *settings, bd_workspace **base, bd_log *log,
                          bd_error *error) {
    BD_TRY(bd_workspace_create("base workspace", NULL, base, error));
    if (parameter_files && parameter_files->count > 0)
        BD_TRY(run_parameter_files(parameter_files, folders, *base, log, error));
    return assign(settings, *base, error);
}

/* BLOCK:PARAMETER=VALUE, the value as it would stand in the block's dialog */
static bd_status set_block(model *m, const char *setting, bd_error *error) {
    const char *equals = strchr(setting, '=');
    char *path = strndup(setting, (size_t)(equals - setting));
    char *colon = path ? strrchr(path, ':') : NULL;
    if (!colon) {
        free(path);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    }
    *colon = '\0';
    bd_node *node = bd_diagram_find(m->diagram, path);
    bd_status status;
    char hint[MR_HINT_SIZE];
    if (node && !bd_node_has(node, colon + 1))
        text_list_add(&m->doubtful, setting);
    m->misused = !node;
    if (!node)
        status =
            bd_error_set(error, BD_UNKNOWN_NAME, "--set %s: the model has no block '%s'%s", setting,
                         path, bd_diagram_block_hint(m->diagram, path, hint, sizeof hint));
    else if ((status = bd_node_set(node, colon + 1, equals + 1)) != BD_OK)
        bd_error_set(error, status, "--set %s: not enough memory", setting);
    free(path);
    return status;
}

/* files that slaves read lie beside the model that names them: its folder is the last one looked
 * through before the installed ones, as the folder of a description is for `couple`. Slaves
 * themselves are never taken from there: they are code */
static void look_beside(const char *path) {
    const char *slash = strrchr(path, '/'), *set = getenv("MULTIRATE_FILE_PATH");
    const int length = slash ? (int)(slash - path) + (slash == path) : 1;
    char *all = NULL;
    if (asprintf(&all, "%s%s%.*s", set ? set : "", set && *set ? ":" : "", length,
                 slash ? path : ".") < 0)
        return;
    const size_t end = strlen(all) - (size_t)length;
    const bool there = set && strlen(set) >= (size_t)length &&
                       strcmp(set + strlen(set) - (size_t)length, all + end) == 0;
    if (!there)
        (void)setenv("MULTIRATE_FILE_PATH", all, 1);
    free(all);
}

bd_status model_read(model *m, const char *path, const text_list *parameter_files,
                     const text_list *settings, const text_list *folders, bd_error *error) {
    *m = (model){0};
    look_beside(path);
    char own[PATH_MAX];
    text_list all = {0};
    for (int i = 0; folders && i < folders->count; i++)
        text_list_add(&all, folders->items[i]);
    simulink_folder(own, sizeof own);
    text_list_add(&all, own);
    const bd_search_path search = {all.items, (size_t)all.count};
    bd_status status = model_workspace(parameter_files, folders, NULL, &m->base, &m->log, error);
    if (status == BD_OK) {
        status = assign(settings, m->base, error);
        m->misused = status != BD_OK;
    }
    if (status == BD_OK) {
        status = bd_diagram_read(path, &search, &m->diagram, &m->log, error);
        if (status != BD_OK)
            add_file_hint(path, FILE_MODEL, error->text, sizeof error->text);
    }
    for (int i = 0; status == BD_OK && settings && i < settings->count; i++)
        if (is_block_setting(settings->items[i]))
            status = set_block(m, settings->items[i], error);
    text_list_free(&all);
    return status;
}

bd_status model_compile(model *m, bd_options *options, bd_run_options *how, bd_error *error) {
    bd_run_options plain = {0};
    options->log = &m->log;
    how = how ? how : &plain;
    how->log = &m->log;
    BD_TRY(bd_model_compile(m->diagram, m->base, options, &m->compiled, error));
    return bd_run_create(m->compiled, how, &m->run, error);
}

/* a parameter that neither file nor tables know, and that no block has asked for */
static bd_status check_parameter(const model *m, const char *setting, bd_error *error) {
    const size_t length = strcspn(setting, "=");
    char *path = strndup(setting, length);
    char *colon = path ? strrchr(path, ':') : NULL;
    bd_status status = BD_OK;
    char hint[MR_HINT_SIZE];
    if (colon) {
        *colon = '\0';
        const bd_node *node = bd_diagram_find(m->diagram, path);
        if (node && !bd_node_was_asked(node, colon + 1))
            status = bd_error_set(error, BD_UNKNOWN_NAME,
                                  "--set %s: the block has no parameter '%s'%s", setting, colon + 1,
                                  bd_node_parameter_hint(node, colon + 1, hint, sizeof hint));
    }
    free(path);
    return status;
}

bd_status model_check_variable(const bd_run *run, const bd_workspace *base, const char *setting,
                               const char *name, bd_error *error) {
    char hint[MR_HINT_SIZE];
    if (bd_model_overrides(bd_run_model(run), name))
        return bd_error_set(error, BD_UNKNOWN_NAME,
                            "%s: code of the model (InitFcn) sets '%s' anew, so that this has no "
                            "effect",
                            setting, name);
    if (bd_model_uses(bd_run_model(run), name) || bd_workspace_is_used(base, name))
        return BD_OK;
    return bd_error_set(error, BD_UNKNOWN_NAME, "%s: the model does not use a variable '%s'%s",
                        setting, name,
                        bd_model_variable_hint(bd_run_model(run), name, hint, sizeof hint));
}

static bd_status check_variable(const model *m, const char *setting, bd_error *error) {
    char name[BD_MAX_NAME + 1], shown[256];
    setting += strspn(setting, " ");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, "=({. "), setting);
    snprintf(shown, sizeof shown, "--set %s", setting);
    return model_check_variable(m->run, m->base, shown, name, error);
}

bd_status model_check_settings(model *m, const text_list *settings, bool allow, bd_error *error) {
    bd_status status = BD_OK;
    bd_error found;
    for (int i = 0; i < m->doubtful.count + settings->count && status == BD_OK; i++) {
        const int k = i - m->doubtful.count;
        if (k >= 0 && is_block_setting(settings->items[k]))
            continue;
        status = k < 0 ? check_parameter(m, m->doubtful.items[i], &found)
                       : check_variable(m, settings->items[k], &found);
        if (status == BD_OK || !allow)
            continue;
        bd_log_add(&m->log, "%s", found.text);
        status = BD_OK;
    }
    m->misused = status != BD_OK;
    if (m->misused)
        bd_error_set(error, status, "%s; --allow-unknown lets it pass", found.text);
    return status;
}

void model_close(model *m) {
    bd_run_free(m->run);
    bd_model_free(m->compiled);
    bd_diagram_free(m->diagram);
    bd_workspace_free(m->base);
    bd_log_free(&m->log);
    sg_names_free(&m->names);
    text_list_free(&m->doubtful);
    *m = (model){0};
}

static bd_status on_first_step(void *user, const bd_run *run, double time, bd_error *error) {
    model *m = user;
    (void)time;
    bd_run_observe(m->run, NULL, NULL);
    return sg_names_learn(&m->names, m->diagram, run, error);
}

void model_learn_names(model *m) {
    sg_names_free(&m->names);
    bd_run_observe(m->run, on_first_step, m);
}

bd_status model_write(const model *m, const char *path, bd_output_format format, bd_error *error) {
    columns set;
    bd_output *output = NULL;
    bd_status status = columns_open(&set, m->run, &m->names, error);
    if (status == BD_OK)
        status = bd_output_open(path, format, set.signals, (size_t)set.count, &output, error);
    const size_t rows = bd_run_time_count(m->run);
    for (size_t i = 0; status == BD_OK && i < rows; i++) {
        const double t = columns_row(&set, i);
        status = bd_output_row(output, t, set.values, error);
    }
    bd_error close_error;
    const bd_status closed = bd_output_close(output, &close_error);
    if (status == BD_OK && closed != BD_OK) {
        *error = close_error;
        status = closed;
    }
    columns_close(&set);
    return status;
}
