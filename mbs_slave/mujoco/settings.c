/* the configuration text */
#include "mujoco_slave.h"
#include "multirate/options.h"
#include "common/memory.h"

#include <stddef.h>

#define TEXT(name)                                                                                 \
    { .key = #name, .kind = MR_OPTION_TEXT, .offset = offsetof(mujoco_settings, name) }
static const mr_option_rule rules[] = {
    TEXT(file),
    TEXT(inputs),
    TEXT(outputs),
    TEXT(keyframe),
    TEXT(motion),
    {"motion_period", MR_OPTION_NUMBER, .offset = offsetof(mujoco_settings, motion_period),
     .least = 0.0, .most = 1e9, .expected = "a time in s, or 0 for the usual one"},
    {"step", MR_OPTION_NUMBER, .offset = offsetof(mujoco_settings, step), .least = 0.0, .most = 1e3,
     .expected = "a step size in s, or 0 for the model's"},
};

mr_status mujoco_settings_read(const char *text, mujoco_settings *settings, mr_message *message) {
    MR_TRY(mr_options_read(text, rules, (int)(sizeof rules / sizeof *rules), settings, message));
    if (settings->file)
        return MR_OK;
    mr_message_set(message, "no model is given (file=model.xml)");
    return MR_ERR_CONFIG;
}

void mujoco_settings_free(mujoco_settings *settings) {
    CM_FREE(settings->file, settings->inputs, settings->outputs, settings->keyframe,
            settings->motion);
}
