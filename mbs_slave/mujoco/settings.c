/* the configuration text */
#include "mujoco_slave.h"
#include "multirate/options.h"

static mr_status keep_text(const mr_option *option, char **text, mr_message *message) {
    free(*text);
    *text = malloc(strlen(option->value) + 1);
    if (!*text) {
        mr_message_set(message, "not enough memory");
        return MR_ERR_MEMORY;
    }
    strcpy(*text, option->value);
    return MR_OK;
}

static mr_status set(const mr_option *option, mr_message *message, mj_settings *settings) {
    const char *key = option->key;
    if (strcmp(key, "file") == 0)
        return keep_text(option, &settings->file, message);
    if (strcmp(key, "inputs") == 0)
        return keep_text(option, &settings->inputs, message);
    if (strcmp(key, "outputs") == 0)
        return keep_text(option, &settings->outputs, message);
    if (strcmp(key, "keyframe") == 0)
        return keep_text(option, &settings->keyframe, message);
    if (strcmp(key, "step") == 0) {
        mr_status status = mr_option_number(option, &settings->step, message);
        if (status == MR_OK && !(settings->step >= 0.0 && settings->step <= 1e3))
            status = mr_option_complain(option, "a step size in s, or 0 for the model's", message);
        return status;
    }
    static const char *const keys[] = {"file", "inputs", "outputs", "keyframe", "step", NULL};
    return mr_option_unknown(option, keys, message);
}

mr_status mj_settings_read(const char *text, mr_message *message, mj_settings *settings) {
    mr_status status = MR_OK;
    mr_option *option = malloc(sizeof *option);
    if (!option)
        return MR_ERR_MEMORY;
    while (status == MR_OK && mr_option_next(&text, option, &status, message))
        status = set(option, message, settings);
    free(option);
    if (status == MR_OK && !settings->file) {
        mr_message_set(message, "no model is given (file=model.xml)");
        status = MR_ERR_CONFIG;
    }
    return status;
}

void mj_settings_free(mj_settings *settings) {
    free(settings->file);
    free(settings->inputs);
    free(settings->outputs);
    free(settings->keyframe);
}
