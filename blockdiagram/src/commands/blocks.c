/* add_block, delete_block, replace_block */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

static bd_status give_block(bd_order *call, bd_node *node) {
    double handle = 0.0;
    const bd_target target = {
        .kind = BD_TARGET_BLOCK, .diagram = node->parent->diagram, .node = node};
    BD_TRY(bd_target_handle(call, &target, &handle));
    return bd_order_give_number(call, handle);
}

static bool is_palette(const char *path) {
    return strncmp(path, "simulink/", 9) == 0 || strncmp(path, "built-in/", 9) == 0;
}

/* a block of a loaded model; a library that is not loaded yet is looked for */
static bd_status find_original(bd_order *call, const bd_value *value, const char **path,
                               const bd_node **original) {
    bd_target target = {0};
    bd_status status = BD_OK;
    *original = NULL;
    *path = NULL;
    if (bd_value_is_text(value)) {
        status = bd_order_value_text(call, value, "the source", path);
        if (status != BD_OK || is_palette(*path))
            return status;
        const char *library = bd_arena_copy_bytes(call->arena, *path, strcspn(*path, "/"));
        bd_diagram *diagram = NULL;
        if (!library)
            return bd_order_memory(call);
        status = bd_models_load_library(call, library, &diagram);
        if (status == BD_OK && !diagram)
            return bd_order_fail(call, "Simulink:Commands:AddBlockUnknownSource", BD_UNKNOWN_NAME,
                                 "there is no block named '%.200s': no model or library '%s' is "
                                 "loaded or found",
                                 *path, library);
    }
    if (status == BD_OK)
        status = bd_target_find(call, value, &target);
    if (status == BD_OK && target.kind != BD_TARGET_BLOCK)
        return bd_order_fail(call, "Simulink:Commands:AddBlockUnknownSource", BD_BAD_ARGUMENT,
                             "%s is no block", bd_target_name(&target));
    *original = target.node;
    return status;
}

/* the number at the end of a name counts up until the name is free */
static const char *unique_name(bd_order *call, const bd_system *system, const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9')
        length--;
    long number = strlen(name) - length < 9 ? atol(name + length) : 0;
    while (name && bd_system_find(system, name))
        name = bd_arena_text(call->arena, "%.*s%ld", (int)length, name, ++number);
    return name;
}

static bool is_on(const bd_value *value) {
    return value &&
           ((bd_value_is_text(value) && value->count == 2 && memcmp(value->re, "on", 2) == 0) ||
            (!bd_value_is_text(value) && value->count == 1 && bd_value_is_number_like(value) &&
             bd_value_real_at(value, 0) != 0.0));
}

static bd_status add_block(bd_order *call) {
    static const char *const options[] = {"MakeNameUnique", "CopyOption", NULL};
    const char *source = NULL, *path = NULL, *name = NULL;
    const bd_node *original = NULL;
    bd_system *system = NULL;
    bd_setting *settings = NULL;
    size_t count = 0;
    bd_node *made = NULL;
    BD_TRY(bd_order_text(call, 1, "the path of the new block", &path));
    BD_TRY(find_original(call, call->args[0], &source, &original));
    BD_TRY(bd_target_split(call, path, &system, &name));
    BD_TRY(bd_order_settings(call, 2, options, &settings, &count));
    if (is_on(bd_order_option(call, 2, "MakeNameUnique")))
        name = unique_name(call, system, name);
    if (!name)
        return bd_order_memory(call);
    const bd_status status =
        original ? bd_edit_add_copy(system, original, name, settings, count, &made, call->error)
                 : bd_edit_add(system, source, name, settings, count, &made, call->error);
    if (status != BD_OK)
        return bd_order_identify(call, "Simulink:Commands:AddBlockCantAdd", status);
    bd_target_changed(call, system->diagram);
    BD_TRY(bd_models_make_current(call, system->owner ? system->owner->path : system->diagram->name,
                                  made->path));
    return give_block(call, made);
}

static bd_status delete_block(bd_order *call) {
    const size_t count = bd_targets_count(call->args[0]);
    /* all of them exist before the first one goes */
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++) {
            bd_target target;
            const bd_status status = bd_targets_at(call, call->args[0], i, &target);
            if (pass == 1 && status == BD_UNKNOWN_NAME)
                continue; /* it went with one before */
            BD_TRY(status);
            if (target.kind != BD_TARGET_BLOCK)
                BD_TRY(bd_order_fail(call, "Simulink:Commands:InvalidBlock", BD_BAD_ARGUMENT,
                                     "%s is no block", bd_target_name(&target)));
            if (pass == 1) {
                BD_TRY(bd_edit_delete(target.node, call->error));
                bd_target_changed(call, target.diagram);
            }
        }
    return BD_OK;
}

typedef struct replacing {
    bd_order *call;
    const char *type, *source;
    const bd_node *original;
    bd_value *paths; /* NULL while they are counted */
    size_t count;
} replacing;

static bool is_called(const bd_node *node, const char *type) {
    return strcmp(node->type, type) == 0 ||
           (node->mask && *type != '\0' && strcmp(node->mask->type, type) == 0);
}

static bd_status replace_one(replacing *r, bd_node *node) {
    bd_node *made = NULL;
    bd_value *text = NULL;
    BD_TRY(bd_edit_replace(node, r->source, r->original, &made, r->call->error));
    bd_target_changed(r->call, made->parent->diagram);
    BD_TRY(bd_text_value(r->call, made->path, &text));
    return bd_value_cell_set(r->paths, r->count, text, r->call->error);
}

/* replace_block(system, old type, new): every block of the type below the system */
static bd_status replace_below(replacing *r, bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        bd_status status = BD_OK;
        if (is_called(node, r->type)) {
            if (r->paths)
                status = replace_one(r, node);
            r->count++;
        } else if (node->system && !node->link)
            status = replace_below(r, node->system);
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

/* replace_block(block, type, new) replaces that block if it is of the type, too */
static bd_status replace_block(bd_order *call) {
    replacing r = {.call = call};
    bd_target target;
    bd_status status = bd_target_find(call, call->args[0], &target);
    size_t last = call->count - 1;
    if (bd_order_is_text(call, last)) {
        const char *word;
        status = status == BD_OK ? bd_order_text(call, last, "the last argument", &word) : status;
        if (status == BD_OK && strcasecmp(word, "noprompt") == 0)
            last--;
    }
    if (status == BD_OK && last < 2)
        return bd_order_fail(call, "Simulink:Commands:InvalidArgument", BD_BAD_ARGUMENT,
                             "replace_block needs a system, the old type and the new block");
    if (status == BD_OK)
        status = bd_order_text(call, 1, "the old type", &r.type);
    if (status == BD_OK && strncmp(r.type, "built-in/", 9) == 0)
        r.type += 9;
    if (status == BD_OK && bd_order_is_text(call, last)) {
        status = bd_order_text(call, last, "the new block", &r.source);
        if (status == BD_OK && !strchr(r.source, '/')) { /* a type alone */
            r.source = bd_arena_text(call->arena, "built-in/%s", r.source);
            status = r.source ? BD_OK : bd_order_memory(call);
        }
    }
    if (status == BD_OK && (!r.source || !is_palette(r.source)))
        status = find_original(call, call->args[last], &r.source, &r.original);
    if (status != BD_OK)
        return status;
    if (target.kind == BD_TARGET_BLOCK && !target.node->system) {
        bd_node *made = NULL;
        if (!is_called(target.node, r.type))
            return bd_order_give(call, 0, NULL);
        BD_TRY(bd_edit_replace(target.node, r.source, r.original, &made, call->error));
        bd_target_changed(call, target.diagram);
        return bd_order_give_text(call, made->path);
    }
    bd_system *system = NULL;
    BD_TRY(bd_target_system(call, call->args[0], &system));
    status = replace_below(&r, system);
    if (status == BD_OK)
        status = bd_value_create_matrix(BD_CELL, r.count, r.count > 0, &r.paths, call->error);
    r.count = 0;
    if (status == BD_OK)
        status = replace_below(&r, system);
    if (status != BD_OK) {
        bd_value_free(r.paths);
        return bd_order_identify(call, "Simulink:Commands:ReplaceBlockFailed", status);
    }
    return bd_order_give(call, 0, r.paths);
}

const bd_command_entry bd_commands_blocks[] = {
    {"add_block", 2, BD_MANY, add_block},
    {"delete_block", 1, 1, delete_block},
    {"replace_block", 3, 6, replace_block},
    {NULL, 0, 0, NULL},
};
