/* systems and the lines in them: by names, with the first free input where no port is told */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/yaml_model.h"

static const char *trimmed(bd_yaml_model *m, const char *text, size_t length) {
    while (length > 0 && strchr(" \t\n", *text))
        text++, length--;
    while (length > 0 && strchr(" \t\n", text[length - 1]))
        length--;
    return bd_arena_copy_bytes(m->diagram->arena, text, length);
}

/* "block" or "block/2": a slash may also belong to the name; *port is 0 if none is told */
static bd_node *find_block(const bd_yaml_model *m, const bd_system *system, const char *text,
                           int *port) {
    bd_node *node = bd_system_find(system, text);
    const char *slash = strrchr(text, '/');
    *port = 0;
    if (node || !slash)
        return node;
    char *last = NULL;
    const long number = strtol(slash + 1, &last, 10);
    const char *name = bd_arena_copy_bytes(m->diagram->arena, text, (size_t)(slash - text));
    if (!name || last == slash + 1 || *last != '\0' || number < 1 || number > BD_PORTS)
        return NULL;
    *port = (int)number;
    return bd_system_find(system, name);
}

bd_node *bd_yaml_find_source(const bd_yaml_model *m, const bd_system *system, const char *text,
                             int *port) {
    bd_node *node = find_block(m, system, text, port);
    for (size_t i = 0; !node && i < system->block_count; i++)
        for (size_t k = 0; !node && k < system->blocks[i]->port_settings_count; k++) {
            const bd_port_settings *p = &system->blocks[i]->port_settings[k];
            const char *label = bd_parameters_find(&p->parameters, "Name");
            if (label && strcmp(label, text) == 0) {
                node = system->blocks[i];
                *port = p->number;
            }
        }
    if (*port == 0)
        *port = 1;
    return node;
}

static const char *where(const bd_system *system) {
    return system->owner ? system->owner->path : system->diagram->name;
}

/* the first input without a line; control ports after the others */
static bd_end free_input(bd_node *node) {
    bd_end end = {node, BD_PORT_INPUT, 0};
    while (bd_edit_line_to(end))
        end.index++;
    if (!node->system || end.index < node->ports[BD_PORT_INPUT])
        return end;
    static const bd_port_kind controls[] = {BD_PORT_ENABLE, BD_PORT_TRIGGER, BD_PORT_IF_ACTION,
                                            BD_PORT_RESET};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        const bd_end control = {node, controls[i], 0};
        if (node->ports[controls[i]] > 0 && !bd_edit_line_to(control))
            return control;
    }
    return end;
}

/* an end named as add_line does: Sub/Enable */
static bool find_control(const bd_system *system, const char *text, bd_end *end) {
    bd_error ignored = {0};
    return bd_edit_find_end(system, text, false, end, &ignored) == BD_OK &&
           end->kind != BD_PORT_INPUT;
}

bd_status bd_yaml_connect(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *from,
                          const char *to) {
    int out, in;
    char hint[300];
    bd_node *source = bd_yaml_find_source(m, system, from, &out);
    bd_node *destination = find_block(m, system, to, &in);
    bd_end first = {source, BD_PORT_OUTPUT, out - 1}, last = {destination, BD_PORT_INPUT, in - 1};
    if (!destination && find_control(system, to, &last))
        destination = last.block;
    else if (destination && in == 0)
        last = free_input(destination);
    if (!source || !destination) {
        const char *name = !source ? from : to;
        return bd_yaml_refuse(&m->document, at, "%s has no block or signal '%.100s'%s",
                              where(system), name,
                              bd_diagram_block_hint(m->diagram, name, hint, sizeof hint));
    }
    /* ports of links are checked when the links are resolved */
    const bool known = !source->link || source->link->kind == BD_LINK_BUILT_IN;
    const bool known_too = !destination->link || destination->link->kind == BD_LINK_BUILT_IN;
    if (known && first.index >= source->ports[BD_PORT_OUTPUT] && source->kind != BD_KIND_S_FUNCTION)
        return bd_yaml_refuse(&m->document, at, "'%s' has no output port %d (it has %d)", from,
                              first.index + 1, source->ports[BD_PORT_OUTPUT]);
    bd_status status = known && known_too
                           ? bd_edit_connect(system, first, last, m->document.error)
                           : bd_system_connect_ends(system, first, last, m->document.error);
    if (status != BD_OK)
        return bd_error_prefix(m->document.error, "%s:%d: ", m->document.file,
                               /* `at` is what names the line */
                               /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
                               (int)at->start_mark.line + 1);
    const bd_line *line = bd_edit_line_from(first);
    const size_t number = (size_t)(line - system->lines);
    /* the same */
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    system->lines[number].number = (int)at->start_mark.line + 1;
    system->lines[number].name = bd_node_signal_name(source, first.index);
    return BD_OK;
}

/* "a -> b/2 -> c, d" */
static bd_status read_line(bd_yaml_model *m, bd_system *system, const bd_yaml *line) {
    const char *text = bd_yaml_text(line), *before = NULL;
    if (!text || !strstr(text, "->"))
        return bd_yaml_refuse(&m->document, line, "a line is 'from -> to', as 'Gain -> Sum/2'");
    for (const char *part = text; part;) {
        const char *arrow = strstr(part, "->");
        const size_t length = arrow ? (size_t)(arrow - part) : strlen(part);
        const char *from = before;
        /* several destinations apart by commas; the last of them goes on */
        for (size_t i = 0; i <= length;) {
            size_t n = 0;
            while (i + n < length && part[i + n] != ',')
                n++;
            const char *name = trimmed(m, part + i, n);
            if (!name)
                return bd_yaml_memory(m);
            if (*name == '\0')
                return bd_yaml_refuse(&m->document, line, "'%.100s': a name is missing", text);
            BD_TRY(from ? bd_yaml_connect(m, system, line, from, name) : BD_OK);
            before = name;
            i += n + 1;
        }
        /* the port of a destination is an input; the line goes on from the block's output */
        int port;
        bd_node *node = arrow && from ? find_block(m, system, before, &port) : NULL;
        if (node)
            before = node->name;
        part = arrow ? arrow + 2 : NULL;
    }
    return BD_OK;
}

/* what a port tells of itself beside its source: its unit, and parameters of its block */
static bd_status read_port_settings(bd_yaml_model *m, const bd_yaml *port, const char *name,
                                    bd_setting **settings, size_t *used) {
    const size_t count = bd_yaml_is_map(port) ? bd_yaml_count(port) : 0;
    *settings = bd_arena_array(m->diagram->arena, count + 1, sizeof **settings);
    *used = 0;
    if (!*settings)
        return bd_yaml_memory(m);
    for (size_t i = 0; i < count; i++) {
        const char *key;
        const bd_yaml *value = bd_yaml_at(&m->document, port, i, &key);
        if (strcmp(key, "from") == 0)
            continue;
        if (!bd_yaml_text(value))
            return bd_yaml_refuse(&m->document, value, "%s of port '%s' must be a text or number",
                                  key, name);
        (*settings)[(*used)++] =
            (bd_setting){strcmp(key, "unit") == 0 ? "Unit" : key, bd_yaml_text(value)};
    }
    return BD_OK;
}

/* inputs: [a, b]; outputs: {x: position} or [x] (fed by the lines) */
static bd_status read_ports(bd_yaml_model *m, const bd_yaml *list, const char *source,
                            bd_system *system) {
    for (size_t i = 0; i < bd_yaml_count(list); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(&m->document, list, i, &name);
        bd_node *node;
        if (!name)
            name = bd_yaml_text(value);
        if (!name)
            return bd_yaml_refuse(&m->document, value, "a port must be a name");
        bd_setting *settings;
        size_t count;
        BD_TRY(read_port_settings(m, value, name, &settings, &count));
        BD_TRY(bd_yaml_add(m, system, value, source, name, settings, count, &node));
    }
    return BD_OK;
}

static bd_status connect_outputs(bd_yaml_model *m, const bd_yaml *map, bd_system *system) {
    for (size_t i = 0; bd_yaml_is_map(map) && i < bd_yaml_count(map); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(&m->document, map, i, &name);
        const bd_yaml *from =
            bd_yaml_is_map(value) ? bd_yaml_get(&m->document, value, "from") : value;
        if (!bd_yaml_text(from))
            return bd_yaml_refuse(&m->document, value, "output '%s': what does it show?", name);
        BD_TRY(bd_yaml_connect(m, system, value, bd_yaml_text(from), name));
    }
    return BD_OK;
}

/* sources of its inputs: from, and what stands in an expression */
static bd_status connect_block(bd_yaml_model *m, bd_system *system, const char *name,
                               const bd_yaml *value) {
    const bd_yaml *block =
        bd_yaml_is_map(value) ? bd_yaml_get(&m->document, value, "block") : value;
    const bd_yaml *from = bd_yaml_is_map(value) ? bd_yaml_get(&m->document, value, "from") : NULL;
    const char *text = bd_yaml_text(block);
    if (text && *text == '=')
        BD_TRY(bd_yaml_connect_expression(m, system, value, name, text + 1));
    const size_t count = bd_yaml_is_list(from) ? bd_yaml_count(from) : from != NULL;
    for (size_t i = 0; i < count; i++) {
        const bd_yaml *one = bd_yaml_is_list(from) ? bd_yaml_at(&m->document, from, i, NULL) : from;
        if (!bd_yaml_text(one))
            return bd_yaml_refuse(&m->document, one, "from: names of blocks or signals");
        BD_TRY(bd_yaml_connect(m, system, one, bd_yaml_text(one), name));
    }
    return BD_OK;
}

bd_status bd_yaml_read_system(bd_yaml_model *m, const bd_yaml *map, bd_system *system) {
    bd_yaml_document *d = &m->document;
    const bd_yaml *blocks = bd_yaml_get(d, map, "blocks"), *lines = bd_yaml_get(d, map, "lines"),
                  *inputs = bd_yaml_get(d, map, "inputs"),
                  *outputs = bd_yaml_get(d, map, "outputs");
    if (blocks && !bd_yaml_is_map(blocks))
        return bd_yaml_refuse(d, blocks, "blocks: each name with what it is");
    if (lines && !bd_yaml_is_list(lines))
        return bd_yaml_refuse(d, lines, "lines: a list of 'from -> to'");
    if (inputs && !bd_yaml_is_list(inputs) && !bd_yaml_is_map(inputs))
        return bd_yaml_refuse(d, inputs, "inputs: a list of names");
    if (outputs && !bd_yaml_is_list(outputs) && !bd_yaml_is_map(outputs))
        return bd_yaml_refuse(d, outputs, "outputs: names with what they show");
    BD_TRY(read_ports(m, inputs, "simulink/Sources/In1", system));
    for (size_t i = 0; i < bd_yaml_count(blocks); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(d, blocks, i, &name);
        BD_TRY(bd_yaml_read_block(m, system, name, value));
    }
    BD_TRY(read_ports(m, outputs, "simulink/Sinks/Out1", system));
    for (size_t i = 0; i < bd_yaml_count(blocks); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(d, blocks, i, &name);
        BD_TRY(connect_block(m, system, name, value));
    }
    for (size_t i = 0; i < bd_yaml_count(lines); i++)
        BD_TRY(read_line(m, system, bd_yaml_at(d, lines, i, NULL)));
    return connect_outputs(m, outputs, system);
}
