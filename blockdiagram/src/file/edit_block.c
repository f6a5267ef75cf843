/* blocks come from the palette, from their type, or as copies; and they go */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/builtin_library.h"
#include "file/copy.h"
#include "file/edit.h"
#include "file/palette.h"

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* "Name=Value" lines of the palette */
static bool put_palette_values(bd_node *node, const char *lines) {
    bd_arena *arena = node->parent->diagram->arena;
    while (lines && *lines != '\0') {
        const size_t length = strcspn(lines, "\n"), equals = strcspn(lines, "=");
        const char *name = bd_arena_copy_bytes(arena, lines, equals);
        const char *value = bd_arena_copy_bytes(arena, lines + equals + 1, length - equals - 1);
        if (!name || !value || !bd_parameters_put(arena, &node->parameters, name, value) ||
            (node->link && !bd_parameters_put(arena, &node->link->written, name, value)))
            return false;
        lines += length + (lines[length] != '\0');
    }
    return true;
}

/* trigger ports of the palette that wait for calls, by their names there */
static bool put_calls(bd_node *inner) {
    static const char *const function[][2] = {{"TriggerType", "function-call"},
                                              {"IsSimulinkFunction", "on"},
                                              {"FunctionName", "f"},
                                              {"FunctionPrototype", "y = f(u)"}};
    const size_t count = is(inner->name, "function") ? 1 : is(inner->name, "f") ? 4 : 0;
    for (size_t i = 0; i < count; i++)
        if (bd_node_set(inner, function[i][0], function[i][1]) != BD_OK)
            return false;
    return true;
}

/* "Inport In1|Outport Out1": the first input goes straight to the first output */
static bool put_inside(bd_node *node, const char *list) {
    bd_arena *arena = node->parent->diagram->arena;
    bool from = false, to = false;
    while (list && *list != '\0') {
        const size_t length = strcspn(list, "|"), blank = strcspn(list, " ");
        const char *type = bd_arena_copy_bytes(arena, list, blank);
        const char *name = bd_arena_copy_bytes(arena, list + blank + 1, length - blank - 1);
        bd_node *inner = type && name ? bd_system_add(bd_node_open(node), type, name, NULL) : NULL;
        if (!inner || !put_calls(inner))
            return false;
        from = from || is(name, "In1");
        to = to || is(name, "Out1");
        list += length + (list[length] == '|');
    }
    return !from || !to || bd_system_connect(node->system, "In1", 1, "Out1", 1, NULL) == BD_OK;
}

static bool make_link(bd_node *node, const char *source, const char *source_type,
                      bd_link_kind kind) {
    bd_arena *arena = node->parent->diagram->arena;
    node->link = bd_arena_alloc(arena, sizeof *node->link);
    if (!node->link)
        return false;
    node->link->kind = kind;
    node->link->resolved = true;
    node->link->source = bd_arena_copy(arena, source);
    node->link->source_type = bd_arena_copy(arena, source_type);
    return node->link->source && node->link->source_type;
}

static bool fill_from_palette(bd_node *node, const bd_palette_block *block) {
    bd_arena *arena = node->parent->diagram->arena;
    if (block->mask) {
        const char *source = bd_arena_text(arena, "simulink/%s", block->path);
        if (!source || !make_link(node, source, block->mask, BD_LINK_BUILT_IN))
            return false;
    }
    const bd_diagram *diagram = node->parent->diagram;
    for (size_t i = 0; !node->link && i < diagram->defaults_count; i++)
        if (is(diagram->defaults[i].type, node->type))
            node->file_defaults = &diagram->defaults[i].parameters;
    if (!put_palette_values(node, block->settings))
        return false;
    if (is(node->type, "SubSystem") && !bd_node_open(node))
        return false;
    if (!put_inside(node, block->inside))
        return false;
    if (node->system)
        bd_node_ports_from_inside(node);
    else
        bd_node_usual_ports(node, node->ports);
    if (node->kind == BD_KIND_S_FUNCTION)
        node->ports[BD_PORT_INPUT] = node->ports[BD_PORT_OUTPUT] = 0;
    if (block->inputs >= 0) {
        node->ports[BD_PORT_INPUT] = block->inputs;
        node->ports[BD_PORT_OUTPUT] = block->outputs;
        node->ports_written = true;
    }
    return true;
}

/* the new block is the last one of its system: numbers, settings, ports; or it goes again */
static bd_status settle(bd_node *node, const bd_setting *settings, size_t count, bd_error *error) {
    bd_system *system = node->parent;
    const bd_node *rival = bd_port_rival(system, node);
    bd_status status = BD_OK;
    if (rival)
        status = bd_error_set(error, BD_BAD_DIAGRAM, "%s already has a %s ('%s')",
                              system->owner ? system->owner->path : system->diagram->name,
                              node->type, rival->name);
    else if (bd_is_port_block(node) && !system->owner && bd_port_number(node) == 0 &&
             !is(node->type, "EnablePort") && !is(node->type, "TriggerPort") &&
             !is(node->type, "PMIOPort"))
        status = bd_error_set(error, BD_BAD_DIAGRAM, "a %s has a meaning only in a subsystem",
                              node->type);
    if (status == BD_OK && bd_port_number(node) > 0) {
        const char *number = bd_arena_text(system->diagram->arena, "%d",
                                           bd_port_highest(system, node->type, node) + 1);
        if (!number ||
            !bd_parameters_put(system->diagram->arena, &node->parameters, "Port", number))
            status = bd_edit_no_memory(error);
    }
    if (status == BD_OK && count > 0)
        status = bd_edit_set(node, settings, count, error);
    if (status != BD_OK)
        system->block_count--;
    bd_refresh_ports(node);
    return status;
}

static bd_status no_source(const char *source, const char *hint, bd_error *error) {
    char library[80];
    snprintf(library, sizeof library, "%.*s", (int)strcspn(source, "/"), source);
    if (!bd_is_builtin_library(source))
        return bd_error_set(error, BD_UNKNOWN_NAME, "there is no block named '%.200s'", source);
    return bd_error_set(error, BD_UNKNOWN_NAME, "there is no block named '%.200s'%s", source, hint);
}

bd_status bd_edit_add(bd_system *system, const char *source, const char *name,
                      const bd_setting *settings, size_t count, bd_node **node, bd_error *error) {
    bd_palette_block room;
    char hint[160];
    const bd_palette_block *block = bd_palette_find(source, &room, hint, sizeof hint);
    *node = NULL;
    BD_TRY(block ? bd_edit_check_place(system, error) : no_source(source, hint, error));
    BD_TRY(bd_edit_check_name(system, name, NULL, error));
    const char *own = bd_arena_copy(system->diagram->arena, name);
    bd_node *made = own ? bd_system_append(system, block->type, own) : NULL;
    if (!made)
        return bd_edit_no_memory(error);
    if (!fill_from_palette(made, block)) {
        system->block_count--;
        return bd_edit_no_memory(error);
    }
    BD_TRY(settle(made, settings, count, error));
    *node = made;
    return BD_OK;
}

static bool copy_into(bd_node *node, const bd_node *from) {
    bd_arena *arena = node->parent->diagram->arena;
    const bd_node own = *node;
    size_t blocks = 0;
    *node = *from;
    node->name = own.name;
    node->path = own.path;
    node->parent = own.parent;
    node->index = own.index;
    node->system = NULL;
    node->link = NULL;
    if (!bd_copy_dialog(arena, from, node))
        return false;
    if (from->link) {
        if (!make_link(node, from->link->source, from->link->source_type, from->link->kind) ||
            !bd_copy_parameters(arena, &from->link->written, &node->link->written))
            return false;
        node->link->resolved = from->link->resolved;
    }
    if (from->system && !(node->system = bd_copy_system(from->system, node, &blocks)))
        return false;
    return bd_own_texts(node);
}

/* the copy of a library's block is a link; where it lies in the library is not where it lies here
 */
static bool link_to_library(bd_node *node, const bd_node *original) {
    return make_link(node, original->path, original->mask ? original->mask->type : "",
                     BD_LINK_LIBRARY);
}

bd_status bd_edit_add_copy(bd_system *system, const bd_node *original, const char *name,
                           const bd_setting *settings, size_t count, bd_node **node,
                           bd_error *error) {
    *node = NULL;
    BD_TRY(bd_edit_check_place(system, error));
    BD_TRY(bd_edit_check_name(system, name, NULL, error));
    for (const bd_system *s = system; s->owner; s = s->owner->parent)
        if (s->owner == original)
            BD_TRY(bd_error_set(error, BD_BAD_DIAGRAM, "%s cannot be copied into itself",
                                original->path));
    const bool linked = original->parent->diagram->kind == BD_LIBRARY &&
                        system->diagram != original->parent->diagram &&
                        (!original->link || original->link->kind != BD_LINK_BUILT_IN);
    const char *own = bd_arena_copy(system->diagram->arena, name);
    bd_node *made = own ? bd_system_append(system, original->type, own) : NULL;
    if (!made)
        return bd_edit_no_memory(error);
    if (!copy_into(made, original) || (linked && !link_to_library(made, original))) {
        system->block_count--;
        return bd_edit_no_memory(error);
    }
    BD_TRY(settle(made, settings, count, error));
    *node = made;
    return BD_OK;
}

static void take_out(bd_node *node) {
    bd_system *system = node->parent;
    memmove(&system->blocks[node->index], &system->blocks[node->index + 1],
            (system->block_count - node->index - 1) * sizeof *system->blocks);
    system->block_count--;
    for (size_t i = node->index; i < system->block_count; i++)
        system->blocks[i]->index = i;
}

bd_status bd_edit_delete(bd_node *node, bd_error *error) {
    bd_system *system = node->parent;
    BD_TRY(bd_edit_check_place(system, error));
    if (bd_port_number(node) > 0 && !bd_port_move(node, bd_port_number(node), 0))
        return bd_edit_no_memory(error);
    bd_lines_without(system, node);
    take_out(node);
    if (bd_is_port_block(node) && system->owner) {
        bd_node_ports_from_inside(system->owner);
        bd_drop_lost_lines(system->owner);
    }
    return BD_OK;
}

/* lines of the old block go to the new one */
static void take_lines(bd_system *system, const bd_node *from, bd_node *to) {
    for (size_t i = 0; i < system->line_count; i++) {
        bd_line *line = &system->lines[i];
        if (line->source.block == from)
            line->source.block = to;
        for (size_t k = 0; k < line->destination_count; k++)
            if (line->destinations[k].block == from)
                line->destinations[k].block = to;
    }
}

bd_status bd_edit_replace(bd_node *node, const char *source, const bd_node *original,
                          bd_node **replacement, bd_error *error) {
    static const char *const kept[] = {"Position",    "Orientation", "BlockRotation",
                                       "BlockMirror", "ShowName",    "NamePlacement"};
    bd_system *system = node->parent;
    bd_arena *arena = system->diagram->arena;
    const char *name = node->name;
    bd_setting settings[sizeof kept / sizeof *kept];
    size_t count = 0;
    *replacement = NULL;
    if (bd_is_port_block(node))
        return bd_error_set(error, BD_UNSUPPORTED, "%s is a port block and cannot be replaced",
                            node->path);
    const bd_parameters *own = node->link ? &node->link->written : &node->parameters;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = bd_parameters_find(own, kept[i]);
        if (value)
            settings[count++] = (bd_setting){kept[i], value};
    }
    /* a name that nobody else has, until the old one is gone */
    char other[32] = "replacement";
    for (int i = 1; bd_system_find(system, other); i++)
        snprintf(other, sizeof other, "replacement%d", i);
    bd_node *made = NULL;
    bd_status status =
        original ? bd_edit_add_copy(system, original, other, settings, count, &made, error)
                 : bd_edit_add(system, source, other, settings, count, &made, error);
    if (status != BD_OK)
        return status;
    const char *own_name = bd_arena_copy(arena, name);
    const size_t place = node->index;
    if (!own_name) {
        take_out(made);
        return bd_edit_no_memory(error);
    }
    take_lines(system, node, made);
    take_out(node);
    take_out(made);
    /* it stands where the old one stood in the file, too */
    memmove(&system->blocks[place + 1], &system->blocks[place],
            (system->block_count - place) * sizeof *system->blocks);
    system->blocks[place] = made;
    system->block_count++;
    for (size_t i = place; i < system->block_count; i++)
        system->blocks[i]->index = i;
    status = bd_edit_rename(made, own_name, error);
    bd_drop_lost_lines(made);
    *replacement = made;
    return status;
}
