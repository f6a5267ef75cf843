/* one block: keys become parameters, sections become port settings, mask and inside */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/build.h"

/* keys that have their own field in the node, or only guard the file */
static bool is_field(const char *name) {
    static const char *const fields[] = {"BlockType", "Name",        "SID",
                                         "Ports",     "SourceBlock", "SourceType"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(name, fields[i]) == 0)
            return true;
    return false;
}

static bd_status take_parameters(bd_builder *b, const bd_tree *tree, bd_node *node) {
    bool linked = strcmp(node->type, "Reference") == 0;
    for (const bd_tree *t = tree->first; t; t = t->next) {
        if (!t->section && !is_field(t->name) && (linked || !bd_is_mask_key(t->name)))
            BD_TRY(bd_build_parameter(b, t, &node->parameters));
        else if (t->section && strcmp(t->name, "InstanceData") == 0)
            for (const bd_tree *p = t->first; p; p = p->next)
                BD_TRY(p->section ? bd_build_cell(b, p, &node->parameters)
                                  : bd_build_parameter(b, p, &node->parameters));
        else if (t->section)
            BD_TRY(bd_build_cell(b, t, &node->parameters));
    }
    return BD_OK;
}

/* "[2, 1, 0, 1]": counts in the order of bd_port_kind, trailing zeros left out */
static bd_status parse_ports(bd_builder *b, const bd_tree *at, const char *text, bd_node *node) {
    const char *c = text + strspn(text, " [");
    for (int kind = 0; *c != '\0' && *c != ']'; kind++) {
        char *end = NULL;
        double count = strtod(c, &end);
        if (end == c || kind >= BD_PORT_KINDS || !(count >= 0 && count <= BD_PORTS))
            return bd_build_fail(b, at, "'%.80s' is no list of port counts", text);
        node->ports[kind] = (int)count;
        c = end + strspn(end, " ,;");
    }
    node->ports_written = true;
    return BD_OK;
}

/* <PortCounts in="2" out="1"/> */
static bd_status take_port_counts(bd_builder *b, const bd_tree *counts, bd_node *node) {
    for (const bd_tree *t = counts->first; t; t = t->next) {
        const int kind = bd_port_kind_of(t->name, strlen(t->name));
        if (kind < 0)
            continue;
        const int count = bd_text_integer(t->text, -1, 0, BD_PORTS);
        if (count < 0)
            return bd_build_fail(b, t, "'%.80s' is no port count", t->text);
        node->ports[kind] = count;
    }
    node->ports_written = true;
    return BD_OK;
}

static bd_status take_ports(bd_builder *b, const bd_tree *tree, bd_node *node) {
    const bd_tree *ports = bd_tree_child(tree, "Ports");
    const bd_tree *counts = bd_tree_section(tree, "PortCounts");
    if (ports)
        return parse_ports(b, ports, ports->text, node);
    if (counts)
        return take_port_counts(b, counts, node);
    bd_node_usual_ports(node, node->ports);
    return BD_OK;
}

static bd_status take_port_setting(bd_builder *b, const bd_tree *port, bd_node *node,
                                   size_t *capacity) {
    const char *number = bd_tree_text(port, "PortNumber");
    const char *type = bd_tree_text(port, "Type");
    if (!number)
        number = bd_tree_text(port, "Index");
    if (type && strcmp(type, "out") != 0)
        return BD_OK;
    if (!bd_arena_grow(b->diagram->arena, (void **)&node->port_settings, node->port_settings_count,
                       capacity, sizeof *node->port_settings))
        return bd_build_no_memory(b, port);
    bd_port_settings *settings = &node->port_settings[node->port_settings_count++];
    *settings = (bd_port_settings){.number = bd_text_integer(number, 1, 1, BD_PORTS)};
    for (const bd_tree *t = port->first; t; t = t->next) {
        bool structural = strcmp(t->name, "PortNumber") == 0 || strcmp(t->name, "Index") == 0 ||
                          strcmp(t->name, "Type") == 0;
        BD_TRY(t->section || structural ? BD_OK : bd_build_parameter(b, t, &settings->parameters));
    }
    return BD_OK;
}

/* Port { PortNumber 1, Name "x" }, newer <PortProperties><Port …> */
static bd_status take_port_settings(bd_builder *b, const bd_tree *tree, bd_node *node) {
    size_t capacity = 0;
    for (const bd_tree *t = tree->first; t; t = t->next) {
        if (t->section && strcmp(t->name, "Port") == 0)
            BD_TRY(take_port_setting(b, t, node, &capacity));
        else if (t->section && strcmp(t->name, "PortProperties") == 0)
            for (const bd_tree *p = t->first; p; p = p->next)
                if (p->section && strcmp(p->name, "Port") == 0)
                    BD_TRY(take_port_setting(b, p, node, &capacity));
    }
    return BD_OK;
}

static bd_status make_link(bd_builder *b, const bd_tree *tree, bd_node *node) {
    bd_link_kind kind = BD_LINK_LIBRARY;
    const char *source = NULL;
    if (strcmp(node->type, "Reference") == 0) {
        source = bd_tree_text(tree, "SourceBlock");
        source = source ? source : "";
    } else if (strcmp(node->type, "ModelReference") == 0) {
        kind = BD_LINK_MODEL;
        source = bd_tree_text(tree, "ModelNameDialog");
        source = source ? source : bd_tree_text(tree, "ModelName");
        source = source ? source : bd_tree_text(tree, "ModelFile");
        source = source ? source : "";
    } else if (strcmp(node->type, "SubSystem") == 0) {
        kind = BD_LINK_SUBSYSTEM;
        source = bd_tree_text(tree, "ReferencedSubsystem");
        if (source && *source == '\0')
            source = NULL;
    }
    if (!source)
        return BD_OK;
    const char *source_type = bd_tree_text(tree, "SourceType");
    bd_link *link = bd_arena_alloc(b->diagram->arena, sizeof *link);
    if (!link)
        return bd_build_no_memory(b, tree);
    link->kind = kind;
    link->source = bd_build_text(b, source);
    link->source_type = bd_build_text(b, source_type ? source_type : "");
    if (!link->source || !link->source_type)
        return bd_build_no_memory(b, tree);
    for (size_t i = 0; i < node->parameters.count; i++)
        if (!bd_parameters_put(b->diagram->arena, &link->written, node->parameters.items[i].name,
                               node->parameters.items[i].value))
            return bd_build_no_memory(b, tree);
    node->link = link;
    return BD_OK;
}

static bd_status take_inside(bd_builder *b, const bd_tree *tree, bd_node *node) {
    const bd_tree *inside = bd_tree_section(tree, "System");
    if (!inside)
        return BD_OK;
    node->system = bd_system_create(b->diagram, node);
    if (!node->system)
        return bd_build_no_memory(b, tree);
    BD_TRY(bd_build_system(b, inside, node->system));
    bd_node_ports_from_inside(node);
    return BD_OK;
}

static void take_commented(bd_node *node) {
    const char *commented = bd_parameters_find(&node->parameters, "Commented");
    if (commented && strcmp(commented, "on") == 0)
        node->commented = BD_COMMENTED_ON;
    else if (commented && strcmp(commented, "through") == 0)
        node->commented = BD_COMMENTED_THROUGH;
}

static const bd_parameters *defaults_of(const bd_diagram *diagram, const char *type) {
    for (size_t i = 0; i < diagram->defaults_count; i++)
        if (strcmp(diagram->defaults[i].type, type) == 0)
            return &diagram->defaults[i].parameters;
    return NULL;
}

/* a block of the oldest files that later became three */
static const char *elementary_type(const char *function) {
    static const char *const rounding[] = {"floor", "ceil", "round", "fix"};
    static const char *const others[] = {"exp",   "log", "log10", "sqrt", "reciprocal",
                                         "hypot", "pow", "rem",   "mod",  "square"};
    for (size_t i = 0; function && i < sizeof rounding / sizeof *rounding; i++)
        if (strcmp(function, rounding[i]) == 0)
            return "Rounding";
    for (size_t i = 0; function && i < sizeof others / sizeof *others; i++)
        if (strcmp(function, others[i]) == 0)
            return "Math";
    return "Trigonometry";
}

static const char *present_type(const bd_tree *tree, const char *type) {
    /* a copy of an input port elsewhere in its system */
    if (strcmp(type, "InportShadow") == 0)
        return "Inport";
    if (strcmp(type, "ElementaryMath") == 0)
        return elementary_type(bd_tree_text(tree, "Operator"));
    return type;
}

static bd_status build_block(bd_builder *b, const bd_tree *tree, bd_system *system) {
    const char *type = bd_tree_text(tree, "BlockType");
    const char *name = bd_tree_text(tree, "Name");
    const char *sid = bd_tree_text(tree, "SID");
    if (!type || *type == '\0' || !name)
        return bd_build_fail(b, tree, "a block has no %s", !name ? "Name" : "BlockType");
    type = bd_build_text(b, present_type(tree, type));
    name = bd_build_text(b, name);
    bd_node *node = type && name ? bd_system_append(system, type, name) : NULL;
    if (!node)
        return bd_build_no_memory(b, tree);
    node->line = tree->line;
    node->sid = bd_build_text(b, sid ? sid : "");
    node->file_defaults = defaults_of(b->diagram, type);
    if (!node->sid)
        return bd_build_no_memory(b, tree);
    BD_TRY(take_parameters(b, tree, node));
    BD_TRY(take_ports(b, tree, node));
    BD_TRY(take_port_settings(b, tree, node));
    BD_TRY(bd_build_mask(b, tree, node));
    BD_TRY(make_link(b, tree, node));
    BD_TRY(take_inside(b, tree, node));
    take_commented(node);
    return BD_OK;
}

static bd_status take_annotation(bd_builder *b, const bd_tree *tree, bd_system *system) {
    if (!bd_arena_grow(b->diagram->arena, (void **)&system->annotations, system->annotation_count,
                       &system->annotation_capacity, sizeof *system->annotations))
        return bd_build_no_memory(b, tree);
    bd_parameters *annotation = &system->annotations[system->annotation_count++];
    *annotation = (bd_parameters){0};
    for (const bd_tree *t = tree->first; t; t = t->next)
        if (!t->section)
            BD_TRY(bd_build_parameter(b, t, annotation));
    return BD_OK;
}

bd_status bd_build_system(bd_builder *b, const bd_tree *tree, bd_system *system) {
    if (b->depth >= BD_NESTING)
        return bd_error_set(b->error, BD_LIMIT_EXCEEDED,
                            "%s:%d: systems are nested more than %d deep", tree->file, tree->line,
                            BD_NESTING);
    b->depth++;
    bd_status status = BD_OK;
    for (const bd_tree *t = tree->first; t && status == BD_OK; t = t->next) {
        if (t->section && strcmp(t->name, "Block") == 0)
            status = build_block(b, t, system);
        else if (t->section && strcmp(t->name, "Annotation") == 0)
            status = take_annotation(b, t, system);
        else if (!t->section)
            status = bd_build_parameter(b, t, &system->parameters);
    }
    if (status == BD_OK)
        status = bd_build_lines(b, tree, system);
    b->depth--;
    return status;
}
