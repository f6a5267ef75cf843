/* reading, compiling and writing the results of a model */
#define _GNU_SOURCE
#include "model.h"
#include "columns.h"

#include "blockdiagram/sfunction.h"

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

bd_status model_workspace(const text_list *parameter_files, const text_list *settings,
                          bd_workspace **base, bd_error *error) {
    bd_status status = bd_workspace_create("base workspace", NULL, base, error);
    for (int i = 0; status == BD_OK && parameter_files && i < parameter_files->count; i++)
        status = bd_workspace_run_file(*base, parameter_files->items[i], error);
    for (int i = 0; status == BD_OK && settings && i < settings->count; i++)
        if (!is_block_setting(settings->items[i]))
            status = bd_workspace_assign(*base, settings->items[i], error);
    return status;
}

bool model_has_parameter(const bd_node *node, const char *name) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        if (strcmp(node->mask->variables[i].name, name) == 0)
            return true;
    return bd_node_parameter(node, name) != NULL;
}

/* BLOCK:PARAMETER=VALUE, the value as it would stand in the block's dialog */
static bd_status set_block(model *m, const char *setting, bd_error *error) {
    const char *equals = strchr(setting, '=');
    char *path = strndup(setting, (size_t)(equals - setting));
    char *colon = path ? strrchr(path, ':') : NULL;
    if (!colon)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    *colon = '\0';
    bd_node *node = bd_diagram_find(m->diagram, path);
    bd_status status;
    if (node && !model_has_parameter(node, colon + 1))
        bd_log_add(&m->log, "--set %s: the block is not known to have a parameter '%s'", setting,
                   colon + 1);
    if (!node)
        status = bd_error_set(error, BD_BAD_DIAGRAM, "--set %s: the model has no block '%s'",
                              setting, path);
    else if ((status = bd_node_set(node, colon + 1, equals + 1)) != BD_OK)
        bd_error_set(error, status, "--set %s: not enough memory", setting);
    free(path);
    return status;
}

bd_status model_read(model *m, const char *path, const text_list *parameter_files,
                     const text_list *settings, const text_list *folders, bd_error *error) {
    *m = (model){0};
    char own[PATH_MAX];
    text_list all = {0};
    for (int i = 0; folders && i < folders->count; i++)
        text_list_add(&all, folders->items[i]);
    simulink_folder(own, sizeof own);
    text_list_add(&all, own);
    const bd_search_path search = {all.items, (size_t)all.count};
    bd_status status = model_workspace(parameter_files, settings, &m->base, error);
    if (status == BD_OK)
        status = bd_diagram_read(path, &search, &m->diagram, &m->log, error);
    for (int i = 0; status == BD_OK && settings && i < settings->count; i++)
        if (is_block_setting(settings->items[i]))
            status = set_block(m, settings->items[i], error);
    text_list_free(&all);
    return status;
}

bd_status model_compile(model *m, bd_options *options, bd_error *error) {
    options->log = &m->log;
    return bd_simulation_create(m->diagram, m->base, options, &m->simulation, error);
}

void model_check_settings(model *m, const text_list *settings) {
    for (int i = 0; m->simulation && i < settings->count; i++) {
        const char *setting = settings->items[i];
        char name[BD_MAX_NAME + 1];
        if (is_block_setting(setting))
            continue;
        setting += strspn(setting, " ");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, "=({. "), setting);
        if (!bd_simulation_uses(m->simulation, name) && !bd_workspace_is_used(m->base, name))
            bd_log_add(&m->log, "--set %s: the model does not use a variable '%s'", setting, name);
    }
}

void model_close(model *m) {
    bd_simulation_free(m->simulation);
    bd_diagram_free(m->diagram);
    bd_workspace_free(m->base);
    bd_log_free(&m->log);
    *m = (model){0};
}

bd_status model_write(const model *m, const char *path, bd_error *error) {
    columns set;
    bd_output *output = NULL;
    bd_output_format format;
    bd_status status = columns_open(&set, m->simulation, error);
    (void)bd_output_format_of(path, &format);
    if (status == BD_OK)
        status = bd_output_open(path, format, set.signals, (size_t)set.count, &output, error);
    const size_t rows = bd_simulation_time_count(m->simulation);
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
