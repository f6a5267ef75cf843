/* set_param and get_param: of models, blocks, ports and lines */
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

static bd_status set_root(bd_order *call) {
    for (size_t i = 1; i + 1 < call->count; i += 2) {
        const char *name, *value;
        BD_TRY(bd_order_text(call, i, "the name of a parameter", &name));
        if (strcasecmp(name, "CurrentSystem") != 0)
            return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                                 "only CurrentSystem can be set for all models, not '%.80s'", name);
        bd_target target;
        BD_TRY(bd_order_text(call, i + 1, "CurrentSystem", &value));
        BD_TRY(bd_target_path(call, value, &target));
        BD_TRY(bd_models_make_current(call, value, NULL));
    }
    return BD_OK;
}

/* the setting as files name it, if the signal has it and it may have this value */
static bd_status check_signal(bd_order *call, const bd_target *target, bd_setting *setting) {
    static const struct {
        const char *given, *name;
        bool is_switch;
    } known[] = {{"Name", "Name", false},
                 {"DataLogging", "DataLogging", true},
                 {"DataLoggingName", "DataLoggingName", false},
                 {"DataLoggingNameMode", "DataLoggingNameMode", false},
                 {"SignalNameFromLabel", "Name", false},
                 {"TestPoint", "TestPoint", true},
                 {"ShowPropagatedSignals", "ShowPropagatedSignals", false},
                 {"MustResolveToSignalObject", "MustResolveToSignalObject", false},
                 {"StorageClass", "StorageClass", false}};
    if (target->port != BD_PORT_OUTPUT)
        return bd_order_fail(call, "Simulink:Commands:InvalidPortHandle", BD_BAD_ARGUMENT,
                             "%s: signals are named at output ports", target->node->path);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcasecmp(known[k].given, setting->name) != 0)
            continue;
        if (known[k].is_switch && strcmp(setting->value, "on") != 0 &&
            strcmp(setting->value, "off") != 0)
            return bd_order_fail(call, "Simulink:Commands:SetParamInvalidValue", BD_BAD_VALUE,
                                 "%s of a signal of %s cannot be '%.80s': it is on or off",
                                 known[k].given, target->node->path, setting->value);
        setting->name = known[k].name;
        return BD_OK;
    }
    return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                         "a signal of %s does not have a parameter named '%.80s'",
                         target->node->path, setting->name);
}

static bd_status set_signal(bd_order *call, const bd_target *target) {
    bd_setting *settings;
    size_t count;
    BD_TRY(bd_order_settings(call, 1, NULL, &settings, &count));
    for (size_t i = 0; i < count; i++)
        BD_TRY(check_signal(call, target, &settings[i]));
    for (size_t i = 0; i < count; i++)
        BD_TRY(bd_edit_set_port(target->node, target->index + 1, settings[i].name,
                                settings[i].value, call->error));
    bd_target_changed(call, target->diagram);
    return BD_OK;
}

/* MaskValues: a cell with the values of all mask parameters */
static bd_status add_mask_values(bd_order *call, const bd_node *node, const bd_value *cell,
                                 bd_setting *settings, size_t *count) {
    if (cell->type != BD_CELL || !node->mask || cell->count != node->mask->count)
        return bd_order_fail(call, "Simulink:Commands:SetParamInvalidValue", BD_BAD_VALUE,
                             "%s: MaskValues must be a cell of %zu texts", node->path,
                             node->mask ? node->mask->count : 0);
    for (size_t i = 0; i < cell->count; i++) {
        const char *text;
        BD_TRY(
            bd_order_value_text(call, bd_value_cell_at(cell, i), "a value of MaskValues", &text));
        settings[(*count)++] = (bd_setting){node->mask->variables[i].name, text};
    }
    return BD_OK;
}

static bd_status not_set(bd_order *call, bd_status status) {
    return bd_order_identify(call,
                             status == BD_UNKNOWN_NAME ? "Simulink:Commands:ParamUnknown"
                                                       : "Simulink:Commands:SetParamFailed",
                             status);
}

static bd_status set_block(bd_order *call, const bd_target *target) {
    static const char *const apart[] = {"MaskValues", NULL};
    bd_setting *given, *all;
    size_t given_count, count = 0;
    const bd_value *values = bd_order_option(call, 1, "MaskValues");
    bd_status status = bd_order_settings(call, 1, apart, &given, &given_count);
    if (status != BD_OK)
        return status;
    const size_t room = given_count + (target->node->mask ? target->node->mask->count : 0) + 1;
    all = bd_arena_array(call->arena, room, sizeof *all);
    if (!all)
        return bd_order_memory(call);
    if (values)
        status = add_mask_values(call, target->node, values, all, &count);
    for (size_t i = 0; i < given_count; i++)
        all[count++] = given[i];
    const char *before = target->node->path;
    if (status == BD_OK)
        status = bd_edit_set(target->node, all, count, call->error);
    if (status != BD_OK)
        return not_set(call, status);
    bd_target_changed(call, target->diagram);
    return bd_models_follow(call, before, target->node->path);
}

static bd_status set_model(bd_order *call, const bd_target *target) {
    static const char *const apart[] = {"CurrentBlock", "Dirty", "SimulationCommand", NULL};
    bd_setting *settings;
    size_t count;
    const bd_value *block = bd_order_option(call, 1, "CurrentBlock");
    const bd_value *dirty = bd_order_option(call, 1, "Dirty");
    if (bd_order_option(call, 1, "SimulationCommand"))
        return bd_order_fail(call, "Simulink:Commands:SimCommand", BD_UNSUPPORTED,
                             "SimulationCommand is not known here: use sim");
    BD_TRY(bd_order_settings(call, 1, apart, &settings, &count));
    bd_loaded *entry = bd_models_entry(call->models, target->diagram);
    for (size_t i = 0; i < count; i++) {
        const bd_diagram *other = strcasecmp(settings[i].name, "Name") == 0
                                      ? bd_models_find(call->models, settings[i].value)
                                      : NULL;
        if (other && other != target->diagram)
            return bd_order_fail(call, "Simulink:Commands:SetParamFailed", BD_BAD_ARGUMENT,
                                 "a model named '%s' is already loaded", settings[i].value);
    }
    if (count > 0) {
        const char *before = target->diagram->name;
        const bd_status status = bd_edit_set_model(target->diagram, settings, count, call->error);
        if (status != BD_OK)
            return not_set(call, status);
        entry->dirty = true;
        BD_TRY(bd_models_follow(call, before, target->diagram->name));
    }
    const char *text;
    if (dirty) {
        BD_TRY(bd_order_setting_text(call, "Dirty", dirty, &text));
        entry->dirty = strcmp(text, "on") == 0;
    }
    if (!block)
        return BD_OK;
    bd_target current;
    BD_TRY(bd_order_value_text(call, block, "CurrentBlock", &text));
    BD_TRY(bd_target_path(call, text, &current));
    return bd_models_make_current(call, target->diagram->name, text);
}

static bd_status set_param(bd_order *call) {
    bd_target target;
    if (call->count % 2 == 0)
        return bd_order_fail(call, "Simulink:Commands:InvalidArgument", BD_BAD_ARGUMENT,
                             "set_param needs an object and pairs of name and value");
    BD_TRY(bd_target_find(call, call->args[0], &target));
    switch (target.kind) {
    case BD_TARGET_NONE:
        return set_root(call);
    case BD_TARGET_MODEL:
        return set_model(call, &target);
    case BD_TARGET_BLOCK:
        return set_block(call, &target);
    default:
        return set_signal(call, &target);
    }
}

bd_status bd_answer(bd_order *call, const bd_target *target, const char *name, bd_value **value) {
    switch (target->kind) {
    case BD_TARGET_NONE:
        if (strcasecmp(name, "CurrentSystem") == 0)
            return bd_text_value(
                call, call->models->current_system ? call->models->current_system : "", value);
        return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                             "all models together have no parameter '%.80s'", name);
    case BD_TARGET_MODEL:
        return bd_answer_model(call, target, name, value);
    case BD_TARGET_BLOCK:
        return bd_answer_block(call, target, name, value);
    case BD_TARGET_PORT:
        return bd_answer_port(call, target, name, value);
    default:
        return bd_answer_line(call, target, name, value);
    }
}

/* what one of several objects answers, into its cell */
static bd_status answer_into(bd_order *call, size_t i, const char *name, bd_value *cells) {
    bd_target target;
    bd_value *one = NULL;
    BD_TRY(bd_targets_at(call, call->args[0], i, &target));
    BD_TRY(bd_answer(call, &target, name, &one));
    return bd_value_cell_set(cells, i, one, call->error);
}

static bd_status get_param(bd_order *call) {
    const char *name;
    bd_target target;
    bd_value *value = NULL;
    BD_TRY(bd_order_text(call, 1, "the name of a parameter", &name));
    const bd_value *objects = call->args[0];
    const size_t count = bd_targets_count(objects);
    if (objects->type != BD_CELL && count == 1) {
        BD_TRY(bd_target_find(call, objects, &target));
        BD_TRY(bd_answer(call, &target, name, &value));
        return bd_order_give(call, 0, value);
    }
    bd_status status = bd_value_create_matrix(BD_CELL, count, count > 0, &value, call->error);
    for (size_t i = 0; status == BD_OK && i < count; i++)
        status = answer_into(call, i, name, value);
    return bd_order_give_if(call, status, value);
}

const bd_command_entry bd_commands_parameters[] = {
    {"set_param", 1, BD_MANY, set_param},
    {"get_param", 2, 2, get_param},
    {NULL, 0, 0, NULL},
};
