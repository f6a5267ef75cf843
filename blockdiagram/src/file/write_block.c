/* one block: a link as the link it was, anything else with its mask and inside */
#include <stdio.h>
#include <string.h>

#include "common/words.h"
#include "file/internal.h"
#include "blockdiagram/stored_chart.h"
#include "file/write.h"

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* releases leave the counts out where the type tells them */
static bool ports_are_told(const bd_node *node, const char *type) {
    const bool always = is(type, "Reference") || is(type, "SubSystem") || is(type, "S-Function") ||
                        is(type, "ModelReference") || is(type, "Sum") || is(type, "Integrator") ||
                        is(type, "Product");
    bool plain = node->ports[BD_PORT_INPUT] <= 1 && node->ports[BD_PORT_OUTPUT] <= 1;
    for (int kind = BD_PORT_ENABLE; kind < BD_PORT_KINDS; kind++)
        plain = plain && node->ports[kind] == 0;
    return always || node->ports_written || !plain;
}

static void write_ports(bd_writer *w, bd_file_item *block, const bd_node *node) {
    int last = BD_PORT_KINDS;
    while (last > 0 && node->ports[last - 1] == 0)
        last--;
    char list[128] = "[";
    size_t used = 1;
    for (int kind = 0; kind < last; kind++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", kind > 0 ? ", " : "",
                                 node->ports[kind]);
    snprintf(list + used, sizeof list - used, "]");
    bd_item_bare(&w->items, block, "Ports", "%s", list);
}

static bool has_settings(const bd_node *node, int number) {
    for (size_t i = 0; i < node->port_settings_count; i++)
        if (node->port_settings[i].number == number)
            return true;
    return false;
}

/* the label of the signal at this port, "" if none */
static const char *line_name(const bd_node *node, int number) {
    for (size_t i = 0; i < node->parent->line_count; i++) {
        const bd_line *line = &node->parent->lines[i];
        if (line->source.block == node && line->source.kind == BD_PORT_OUTPUT &&
            line->source.index + 1 == number)
            return line->name;
    }
    return "";
}

/* settings as read; a signal that was only named on its line is named at its port too */
static void write_port_settings(bd_writer *w, bd_file_item *block, const bd_node *node) {
    bd_items *items = &w->items;
    for (size_t i = 0; i < node->port_settings_count; i++) {
        const bd_port_settings *settings = &node->port_settings[i];
        const char *label = line_name(node, settings->number);
        bd_file_item *port = bd_item_section(items, block, "Port");
        bd_item_bare(items, port, "PortNumber", "%d", settings->number);
        if (*label != '\0' && !bd_parameters_find(&settings->parameters, "Name"))
            bd_item_quoted(items, port, "Name", label);
        for (size_t k = 0; k < settings->parameters.count; k++)
            bd_item_key(items, port, settings->parameters.items[k].name,
                        settings->parameters.items[k].value);
    }
    for (size_t i = 0; i < node->parent->line_count; i++) {
        const bd_line *line = &node->parent->lines[i];
        if (line->source.block != node || line->source.kind != BD_PORT_OUTPUT ||
            *line->name == '\0' || has_settings(node, line->source.index + 1))
            continue;
        bd_file_item *port = bd_item_section(items, block, "Port");
        bd_item_bare(items, port, "PortNumber", "%d", line->source.index + 1);
        bd_item_quoted(items, port, "Name", line->name);
        bd_item_quoted(items, port, "RTWStorageClass", "Auto");
        bd_item_quoted(items, port, "DataLoggingNameMode", "SignalName");
    }
}

static const char *written_type(const bd_node *node) {
    if (!node->link)
        return node->type;
    switch (node->link->kind) {
    case BD_LINK_MODEL:
        return "ModelReference";
    case BD_LINK_SUBSYSTEM:
        return "SubSystem";
    default:
        return "Reference";
    }
}

/* the name that this release gives the parameter */
static const char *own_name(const char *keys, const char *type, const char *name) {
    bd_release_key key;
    const char *other = bd_parameter_other_name(type, name);
    return other && bd_release_key_find(keys, other, &key) && !bd_release_key_find(keys, name, &key)
               ? other
               : name;
}

/* a value that was in force without being written, and would not be with the defaults of the
 * release */
static void write_differing(bd_writer *w, bd_file_item *block, const bd_node *node,
                            const char *keys) {
    bd_release_key key;
    while (bd_release_next(&keys, &key)) {
        char name[128];
        if (snprintf(name, sizeof name, "%.*s", (int)key.name_length, key.name) >= (int)sizeof name)
            continue;
        const char *other = bd_parameter_other_name(node->type, name);
        const bd_parameters *file = node->file_defaults;
        const bool written = bd_parameters_find(&node->parameters, name) ||
                             (file && bd_parameters_find(file, name)) ||
                             (other && (bd_parameters_find(&node->parameters, other) ||
                                        (file && bd_parameters_find(file, other))));
        const char *value = written ? NULL : bd_node_parameter(node, name);
        if (!value ||
            (strlen(value) == key.value_length && memcmp(value, key.value, key.value_length) == 0))
            continue;
        const char *copy = bd_arena_copy(w->items.arena, name);
        if (!copy)
            w->items.failed = true;
        else
            bd_item_key(&w->items, block, copy, value);
    }
}

/* keys that every subsystem has, whatever the defaults say */
static const cm_pair of_subsystems[] = {
    {"MinAlgLoopOccurrences", "off"},
    {"PropExecContextOutsideSubsystem", "off"},
    {"RTWSystemCode", "Auto"},
    {"FunctionWithSeparateData", "off"},
    {"Opaque", "off"},
    {"RequestExecContextInheritance", "off"},
    {"MaskHideContents", "off"},
};

/* and every S-function */
static const cm_pair of_sfunctions[] = {{"EnableBusSupport", "off"}};

static void write_constant(bd_writer *w, bd_file_item *block, const cm_pair *keys, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!bd_item_find(block, keys[i].word))
            bd_item_key(&w->items, block, keys[i].word, keys[i].other);
}

static void write_parameters(bd_writer *w, bd_file_item *block, const bd_node *node,
                             const char *type, bool masked) {
    const bd_link *link = node->link;
    const bd_parameters *parameters = link ? &link->written : &node->parameters;
    const char *keys = bd_release_block_keys(w->release, type);
    for (size_t i = 0; i < parameters->count; i++) {
        const char *name = parameters->items[i].name;
        if (is(name, "Position") || is(name, "ZOrder") || is(name, "LibraryVersion") ||
            (masked && bd_is_mask_detail(name)))
            continue;
        bd_item_key(&w->items, block, own_name(keys, type, name), parameters->items[i].value);
    }
    if (!link)
        write_differing(w, block, node, keys);
    if (is(type, "SubSystem"))
        write_constant(w, block, CM_TABLE(of_subsystems));
    else if (is(type, "S-Function"))
        write_constant(w, block, CM_TABLE(of_sfunctions));
}

static void write_head(bd_writer *w, bd_file_item *block, const bd_node *node, const char *type,
                       const char *position, int z_order) {
    const bd_link *link = node->link;
    const bd_parameters *parameters = link ? &link->written : &node->parameters;
    bd_items *items = &w->items;
    bd_file_item *head = bd_item_quoted(items, block, "BlockType", type);
    if (head)
        head->bare = strpbrk(type, " \t\n\r\"") == NULL;
    bd_item_quoted(items, block, "Name", node->name);
    bd_item_quoted(items, block, "SID", bd_write_sid(w, node));
    if (ports_are_told(node, type))
        write_ports(w, block, node);
    const char *own = bd_parameters_find(parameters, "Position");
    bd_item_key(items, block, "Position", own ? own : position);
    if (w->release->objects) {
        own = bd_parameters_find(parameters, "ZOrder");
        if (own)
            bd_item_key(items, block, "ZOrder", own);
        else
            bd_item_bare(items, block, "ZOrder", "%d", z_order);
    }
    if (is(type, "Reference") && link) {
        own = bd_parameters_find(parameters, "LibraryVersion");
        bd_item_quoted(items, block, "LibraryVersion", own ? own : "1.1");
        bd_item_quoted(items, block, "SourceBlock", link->source);
        bd_item_quoted(items, block, "SourceType", link->source_type);
    }
}

bd_status bd_write_block(bd_writer *w, bd_file_item *parent, const bd_node *node,
                         const char *position, int z_order) {
    const bd_link *link = node->link;
    if (!link && !node->chart && bd_node_chart_kind(node))
        return bd_error_set(w->error, BD_UNSUPPORTED,
                            "%s: the content of this chart or MATLAB Function would be lost",
                            node->path);
    const char *type = written_type(node);
    /* the mask of a link is the library's, that of a referenced model its arguments */
    const bool masked = node->mask && (!link || link->kind == BD_LINK_SUBSYSTEM);
    bd_file_item *block = bd_item_section(&w->items, parent, "Block");
    write_head(w, block, node, type, position, z_order);
    write_parameters(w, block, node, type, masked);
    if (masked)
        bd_write_mask(w, block, node);
    write_port_settings(w, block, node);
    return node->system && !link ? bd_write_system(w, block, node->system, node->name) : BD_OK;
}
