/* masks by script: what Simulink.Mask.create, get, addParameter and kin rest on */
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

static bd_status block(bd_order *call, bd_target *target) {
    BD_TRY(bd_target_find(call, call->args[0], target));
    if (target->kind != BD_TARGET_BLOCK)
        return bd_order_fail(call, "Simulink:Masking:Invalid_Block", BD_BAD_ARGUMENT,
                             "%s is no block", bd_target_name(target));
    return BD_OK;
}

static bd_status done(bd_order *call, const bd_target *target, bd_status status) {
    if (status == BD_OK)
        bd_target_changed(call, target->diagram);
    return bd_order_identify(call, "Simulink:Masking:Failed", status);
}

static bd_status mask_create(bd_order *call) {
    bd_target target;
    BD_TRY(block(call, &target));
    return done(call, &target, bd_edit_make_mask(target.node, call->error));
}

static bd_status mask_delete(bd_order *call) {
    bd_target target;
    BD_TRY(block(call, &target));
    return done(call, &target, bd_edit_delete_mask(target.node, call->error));
}

static bd_status mask_exists(bd_order *call) {
    bd_target target;
    bd_value *value = NULL;
    BD_TRY(block(call, &target));
    BD_TRY(bd_value_create_logical(target.node->mask != NULL, &value, call->error));
    return bd_order_give(call, 0, value);
}

static bd_status read_options(bd_order *call, const bd_value *cell, bd_mask_entry *entry) {
    if (cell->type != BD_CELL)
        return bd_order_fail(call, "Simulink:Masking:Failed", BD_BAD_ARGUMENT,
                             "TypeOptions must be a cell of texts");
    const char **options = bd_arena_array(call->arena, cell->count + 1, sizeof *options);
    bd_status status = options ? BD_OK : bd_order_memory(call);
    for (size_t i = 0; status == BD_OK && i < cell->count; i++)
        status = bd_order_value_text(call, bd_value_cell_at(cell, i), "an option", &options[i]);
    entry->options = options;
    entry->option_count = cell->count;
    return status;
}

/* mask_add(block, 'Name', …, 'Value', …, 'Prompt', …, 'Type', …, 'TypeOptions', …, 'Evaluate', …)
 */
static bd_status mask_add(bd_order *call) {
    bd_mask_entry entry = {.evaluate = true};
    bd_target target;
    BD_TRY(block(call, &target));
    if (call->count % 2 == 0)
        return bd_order_fail(call, "Simulink:Masking:Failed", BD_BAD_ARGUMENT,
                             "parameters come in pairs: name, value");
    for (size_t i = 1; i + 1 < call->count; i += 2) {
        const char *name, *text = NULL;
        BD_TRY(bd_order_text(call, i, "the name of a property", &name));
        if (strcasecmp(name, "TypeOptions") == 0) {
            BD_TRY(read_options(call, call->args[i + 1], &entry));
            continue;
        }
        BD_TRY(bd_order_setting_text(call, name, call->args[i + 1], &text));
        if (strcasecmp(name, "Name") == 0)
            entry.name = text;
        else if (strcasecmp(name, "Value") == 0)
            entry.value = text;
        else if (strcasecmp(name, "Prompt") == 0)
            entry.prompt = text;
        else if (strcasecmp(name, "Type") == 0)
            entry.style = text;
        else if (strcasecmp(name, "Evaluate") == 0)
            entry.evaluate = strcasecmp(text, "off") != 0;
        else if (strcasecmp(name, "Tunable") != 0 && strcasecmp(name, "Visible") != 0 &&
                 strcasecmp(name, "Enabled") != 0)
            return bd_order_fail(call, "Simulink:Masking:Failed", BD_UNSUPPORTED,
                                 "a mask parameter has no property '%.80s' here", name);
        else if (strcasecmp(text, "on") != 0)
            return bd_order_fail(call, "Simulink:Masking:Failed", BD_UNSUPPORTED,
                                 "%s of a mask parameter can only be 'on' here", name);
    }
    return done(call, &target, bd_edit_add_mask_entry(target.node, &entry, call->error));
}

static bd_status mask_remove(bd_order *call) {
    bd_target target;
    const char *name = NULL;
    BD_TRY(block(call, &target));
    if (call->count > 1)
        BD_TRY(bd_order_text(call, 1, "the name of the parameter", &name));
    return done(call, &target, bd_edit_remove_mask_entry(target.node, name, call->error));
}

const bd_command_entry bd_commands_masks[] = {
    {"mask_create", 1, 1, mask_create}, {"mask_delete", 1, 1, mask_delete},
    {"mask_exists", 1, 1, mask_exists}, {"mask_add", 3, BD_MANY, mask_add},
    {"mask_remove", 1, 2, mask_remove}, {NULL, 0, 0, NULL},
};
