/* building and changing a diagram in memory */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "file/finish.h"
#include "file/internal.h"

bd_system *bd_system_create(bd_diagram *diagram, bd_node *owner) {
    bd_system *system = bd_arena_alloc(diagram->arena, sizeof *system);
    if (system) {
        system->diagram = diagram;
        system->owner = owner;
    }
    return system;
}

const char *bd_system_block_path(const bd_system *system, const char *name) {
    const char *front = system->owner ? system->owner->path : system->diagram->name;
    size_t length = strlen(front) + 1;
    for (const char *c = name; *c != '\0'; c++)
        length += *c == '/' ? 2 : 1;
    char *path = bd_arena_alloc(system->diagram->arena, length + 1);
    if (!path)
        return NULL;
    char *out = path + strlen(front);
    memcpy(path, front, strlen(front));
    *out++ = '/';
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '/')
            *out++ = '/';
        *out++ = *c == '\n' ? ' ' : *c;
    }
    return path;
}

bd_node *bd_system_append(bd_system *system, const char *type, const char *name) {
    bd_arena *arena = system->diagram->arena;
    bd_node *node = bd_arena_alloc(arena, sizeof *node);
    if (!node || !bd_arena_grow(arena, (void **)&system->blocks, system->block_count,
                                &system->block_capacity, sizeof *system->blocks))
        return NULL;
    bd_node_set_type(node, type);
    node->name = name;
    node->sid = "";
    node->parent = system;
    node->path = bd_system_block_path(system, name);
    if (!node->path)
        return NULL;
    node->index = system->block_count;
    system->blocks[system->block_count++] = node;
    return node;
}

static bool is_port_block(const char *type) {
    static const char *const types[] = {"Inport",     "Outport",   "EnablePort", "TriggerPort",
                                        "ActionPort", "ResetPort", "PMIOPort"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static void refresh_ports(bd_node *node) {
    if (node->system)
        bd_node_ports_from_inside(node);
    else if (!node->ports_written)
        bd_node_usual_ports(node, node->ports);
    if (is_port_block(node->type) && node->parent->owner)
        bd_node_ports_from_inside(node->parent->owner);
}

/* Inports and Outports are numbered in the order they come, unless told otherwise */
static bool number_port(bd_node *node) {
    if (strcmp(node->type, "Inport") != 0 && strcmp(node->type, "Outport") != 0)
        return true;
    if (bd_parameters_find(&node->parameters, "Port"))
        return true;
    int before = 0;
    for (size_t i = 0; i < node->parent->block_count; i++)
        if (strcmp(node->parent->blocks[i]->type, node->type) == 0)
            before++;
    char number[16];
    snprintf(number, sizeof number, "%d", before);
    return before == 1 || bd_node_set(node, "Port", number) == BD_OK;
}

static bd_node *add_block(bd_system *system, const char *type, const char *name,
                          va_list arguments) {
    bd_arena *arena = system->diagram->arena;
    const char *own_type = bd_arena_copy(arena, type);
    const char *own_name = bd_arena_copy(arena, name);
    if (!own_type || !own_name)
        return NULL;
    bd_node *node = bd_system_append(system, own_type, own_name);
    if (!node)
        return NULL;
    bool complete = true;
    for (;;) {
        const char *key = va_arg(arguments, const char *);
        if (!key)
            break;
        const char *value = va_arg(arguments, const char *);
        complete = complete && bd_node_set(node, key, value) == BD_OK;
    }
    if (strcmp(type, "SubSystem") == 0)
        complete = complete && bd_node_open(node);
    if (!complete || !number_port(node)) {
        system->block_count--;
        return NULL;
    }
    refresh_ports(node);
    return node;
}

bd_node *bd_system_add_new(bd_system *system, const char *type, const char *name, ...) {
    va_list arguments;
    va_start(arguments, name);
    bd_node *node = add_block(system, type, name, arguments);
    va_end(arguments);
    return node;
}

bd_node *bd_system_add(bd_system *system, const char *type, const char *name, ...) {
    for (size_t i = 0; i < system->block_count; i++)
        if (strcmp(system->blocks[i]->name, name) == 0)
            return NULL;
    va_list arguments;
    va_start(arguments, name);
    bd_node *node = add_block(system, type, name, arguments);
    va_end(arguments);
    return node;
}

bd_system *bd_node_open(bd_node *node) {
    if (!node->system)
        node->system = bd_system_create(node->parent->diagram, node);
    return node->system;
}

bd_system *bd_node_take_inside(bd_node *node) {
    bd_system *inside = node->system;
    node->system = NULL;
    return bd_node_open(node) ? inside : NULL;
}

bd_status bd_node_set(bd_node *node, const char *name, const char *value) {
    bd_arena *arena = node->parent->diagram->arena;
    const char *own_name = bd_arena_copy(arena, name);
    const char *own_value = bd_arena_copy(arena, value);
    if (!own_name || !own_value)
        return BD_OUT_OF_MEMORY;
    bd_mask_variable *variable = bd_mask_find(node->mask, name);
    if (node->link && !bd_parameters_put(arena, &node->link->written, own_name, own_value))
        return BD_OUT_OF_MEMORY;
    if (variable) {
        variable->value = own_value;
        bool done = bd_mask_variable_derive(arena, variable) && bd_promote_parameters(node);
        return done ? BD_OK : BD_OUT_OF_MEMORY;
    }
    if (!bd_parameters_put(arena, &node->parameters, own_name, own_value))
        return BD_OUT_OF_MEMORY;
    refresh_ports(node);
    return BD_OK;
}

bd_status bd_node_set_ports(bd_node *node, bd_port_kind kind, int count) {
    if (kind < 0 || kind >= BD_PORT_KINDS || count < 0 || count > BD_PORTS)
        return BD_BAD_ARGUMENT;
    node->ports[kind] = count;
    node->ports_written = true;
    return BD_OK;
}

bd_status bd_diagram_set(bd_diagram *diagram, const char *setting, const char *value) {
    const char *own_name = bd_arena_copy(diagram->arena, setting);
    const char *own_value = bd_arena_copy(diagram->arena, value);
    if (!own_name || !own_value ||
        !bd_parameters_put(diagram->arena, &diagram->configuration, own_name, own_value))
        return BD_OUT_OF_MEMORY;
    return BD_OK;
}

bd_line *bd_system_append_line(bd_system *system, bd_end source) {
    if (!bd_arena_grow(system->diagram->arena, (void **)&system->lines, system->line_count,
                       &system->line_capacity, sizeof *system->lines))
        return NULL;
    bd_line *line = &system->lines[system->line_count++];
    *line = (bd_line){.name = "", .source = source};
    return line;
}

bool bd_line_append(bd_arena *arena, bd_line *line, bd_end destination) {
    if (!bd_arena_grow(arena, (void **)&line->destinations, line->destination_count,
                       &line->destination_capacity, sizeof *line->destinations))
        return false;
    line->destinations[line->destination_count++] = destination;
    return true;
}

static bool same_end(bd_end a, bd_end b) {
    return a.block == b.block && a.kind == b.kind && a.index == b.index;
}

static bd_line *line_from(bd_system *system, bd_end source) {
    for (size_t i = 0; i < system->line_count; i++)
        if (same_end(system->lines[i].source, source))
            return &system->lines[i];
    return bd_system_append_line(system, source);
}

static bd_status check_end(const bd_system *system, bd_end end, const char *what, bd_error *error) {
    if (!end.block || end.block->parent != system)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s of a line is not a block of this system",
                            what);
    if (end.kind < 0 || end.kind >= BD_PORT_KINDS || end.index < 0 || end.index >= BD_PORTS)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: a line cannot use port %d of it",
                            end.block->path, end.index + 1);
    return BD_OK;
}

bd_status bd_system_connect_ends(bd_system *system, bd_end source, bd_end destination,
                                 bd_error *error) {
    BD_TRY(check_end(system, source, "the source", error));
    BD_TRY(check_end(system, destination, "the destination", error));
    bool physical =
        destination.kind == BD_PORT_LEFT_CONNECTION || destination.kind == BD_PORT_RIGHT_CONNECTION;
    for (size_t i = 0; !physical && i < system->line_count; i++)
        for (size_t j = 0; j < system->lines[i].destination_count; j++)
            if (same_end(system->lines[i].destinations[j], destination))
                return bd_error_set(error, BD_BAD_DIAGRAM, "%s: port %d has two lines",
                                    destination.block->path, destination.index + 1);
    bd_line *line = line_from(system, source);
    if (!line || !bd_line_append(system->diagram->arena, line, destination))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a line");
    return BD_OK;
}

bd_status bd_system_draw(bd_system *system, bd_end source, const bd_end *destinations, int count,
                         bd_error *error) {
    BD_TRY(check_end(system, source, "the source", error));
    bd_line *line = bd_system_append_line(system, source);
    for (int i = 0; line && i < count; i++) {
        BD_TRY(check_end(system, destinations[i], "the destination", error));
        if (!bd_line_append(system->diagram->arena, line, destinations[i]))
            line = NULL;
    }
    return line ? BD_OK : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a line");
}

static bd_status find_block(const bd_system *system, const char *name, bd_node **node,
                            bd_error *error) {
    *node = bd_system_find(system, name);
    if (!*node)
        return bd_error_set(error, BD_UNKNOWN_NAME, "system '%s' has no block '%s'",
                            system->owner ? system->owner->path : system->diagram->name, name);
    return BD_OK;
}

bd_status bd_system_connect(bd_system *system, const char *source, int output,
                            const char *destination, int input, bd_error *error) {
    bd_end from = {NULL, BD_PORT_OUTPUT, output - 1};
    bd_end to = {NULL, BD_PORT_INPUT, input - 1};
    BD_TRY(find_block(system, source, &from.block, error));
    BD_TRY(find_block(system, destination, &to.block, error));
    return bd_system_connect_ends(system, from, to, error);
}

bd_status bd_system_name_signal(bd_system *system, const char *source, int output, const char *name,
                                bd_error *error) {
    bd_end from = {NULL, BD_PORT_OUTPUT, output - 1};
    BD_TRY(find_block(system, source, &from.block, error));
    BD_TRY(check_end(system, from, "the source", error));
    bd_line *line = line_from(system, from);
    const char *own_name = bd_arena_copy(system->diagram->arena, name);
    if (!line || !own_name)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a signal name");
    line->name = own_name;
    return BD_OK;
}
