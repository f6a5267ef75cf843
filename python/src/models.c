/* models in memory, and the commands on them */
#include "bridge.h"

#include "blockdiagram/commands.h"
#include "blockdiagram/sfunction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int mp_prepare(const char *sfunctions, char *message) {
    bd_error error = {0};
    bd_sfunction_set_provider(bd_mx_own_provider());
    const bd_status status = bd_sfunction_add_folder(sfunctions, &error);
    snprintf(message, MP_TEXT, "%s", error.text);
    return status != BD_OK;
}

mp_models *mp_open(const char *const *folders, size_t count) {
    bd_models *models = bd_models_create();
    if (models && !bd_models_set_folders(models, folders, count)) {
        bd_models_free(models);
        models = NULL;
    }
    return models;
}

void mp_close(mp_models *models) {
    bd_models_free(models);
}

int mp_command(mp_models *models, const char *name, const mp_value *const *arguments, size_t count,
               mp_value **result, char *message) {
    bd_error error = {0};
    const bd_status status = bd_command(models, name, arguments, count, result, 1, &error);
    snprintf(message, MP_TEXT, "%s", error.text);
    return status != BD_OK;
}

const char *mp_identifier(const mp_models *models) {
    return bd_models_identifier(models);
}

char *mp_warnings(mp_models *models) {
    bd_log log = bd_models_take_log(models);
    size_t size = 1;
    for (size_t i = 0; i < log.count; i++)
        size += strlen(log.lines[i]) + 1;
    char *text = calloc(size, 1);
    for (size_t i = 0; text && i < log.count; i++) {
        strcat(text, i > 0 ? "\n" : "");
        strcat(text, log.lines[i]);
    }
    bd_log_free(&log);
    return text;
}
