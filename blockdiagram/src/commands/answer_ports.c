/* what get_param tells of ports and lines: PortHandles, LineHandles, PortConnectivity, and the
 * parameters of a port and of a line themselves */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

/* the fields of PortHandles and LineHandles, as documented */
static const struct {
    const char *field, *type;
    bd_port_kind kind;
} kinds[] = {
    {"Inport", "inport", BD_PORT_INPUT},
    {"Outport", "outport", BD_PORT_OUTPUT},
    {"Enable", "enable", BD_PORT_ENABLE},
    {"Trigger", "trigger", BD_PORT_TRIGGER},
    {"State", "state", BD_PORT_STATE},
    {"LConn", "connection", BD_PORT_LEFT_CONNECTION},
    {"RConn", "connection", BD_PORT_RIGHT_CONNECTION},
    {"Ifaction", "ifaction", BD_PORT_IF_ACTION},
    {"Reset", "Reset", BD_PORT_RESET},
};

#define KINDS (sizeof kinds / sizeof *kinds)

static bool is(const char *a, const char *b) {
    return strcasecmp(a, b) == 0;
}

static bool gives(bd_port_kind kind) {
    return kind == BD_PORT_OUTPUT || kind == BD_PORT_STATE;
}

static const bd_line *line_at(bd_end end) {
    return gives(end.kind) ? bd_edit_line_from(end) : bd_edit_line_to(end);
}

static bd_status port_handle(bd_order *call, bd_end end, double *handle) {
    const bd_target target = {.kind = BD_TARGET_PORT,
                              .diagram = end.block->parent->diagram,
                              .node = end.block,
                              .port = end.kind,
                              .index = end.index};
    return bd_target_handle(call, &target, handle);
}

static bd_status block_handle(bd_order *call, bd_node *node, double *handle) {
    const bd_target target = {
        .kind = BD_TARGET_BLOCK, .diagram = node->parent->diagram, .node = node};
    return bd_target_handle(call, &target, handle);
}

/* -1: there is none */
static bd_status line_handle(bd_order *call, const bd_line *line, double *handle) {
    *handle = -1.0;
    if (!line)
        return BD_OK;
    const bd_target target = {.kind = BD_TARGET_LINE,
                              .diagram = line->source.block->parent->diagram,
                              .node = line->source.block,
                              .port = line->source.kind,
                              .index = line->source.index};
    return bd_target_handle(call, &target, handle);
}

static bd_status handles(bd_order *call, bd_node *node, bool lines, bd_value **value) {
    bd_status status = bd_value_create_struct(value, call->error);
    for (size_t k = 0; status == BD_OK && k < KINDS; k++) {
        const int count = node->ports[kinds[k].kind];
        bd_value *row = NULL;
        status = bd_value_create_doubles(count > 0, (size_t)count, NULL, &row, call->error);
        for (int i = 0; status == BD_OK && i < count; i++) {
            const bd_end end = {node, kinds[k].kind, i};
            double *to = (double *)row->re + i;
            status = lines ? line_handle(call, line_at(end), to) : port_handle(call, end, to);
        }
        if (status != BD_OK)
            bd_value_free(row);
        status = bd_field(call, *value, kinds[k].field, status, row);
    }
    return status;
}

static bd_status set_at(bd_order *call, bd_value *structure, size_t at, const char *name,
                        bd_status status, bd_value *child) {
    return status == BD_OK ? bd_value_field_set(structure, at, name, child, call->error) : status;
}

/* one port: its word, and what is at the other end of its line */
static bd_status connectivity_of(bd_order *call, bd_end end, bd_value *all, size_t at) {
    const bd_line *line = line_at(end);
    const bool out = gives(end.kind);
    const size_t others = !line ? 0 : out ? line->destination_count : 1;
    char word[32];
    bd_value *type = NULL, *source = NULL, *from = NULL, *blocks = NULL, *to = NULL;
    if (end.kind == BD_PORT_INPUT || end.kind == BD_PORT_OUTPUT)
        snprintf(word, sizeof word, "%d", end.index + 1);
    else
        snprintf(word, sizeof word, "%s", kinds[end.kind].type);
    bd_status status = bd_text_value(call, word, &type);
    status = set_at(call, all, at, "Type", status, type);
    /* a port without a source says -1, an output has none */
    if (status == BD_OK)
        status = bd_value_create_doubles(!out, !out, NULL, &source, call->error);
    if (status == BD_OK && !out) {
        *(double *)source->re = -1.0;
        if (line)
            status = block_handle(call, line->source.block, source->re);
    }
    status = set_at(call, all, at, "SrcBlock", status, source);
    if (status == BD_OK)
        status = bd_value_create_doubles(!out && others > 0, !out && others > 0, NULL, &from,
                                         call->error);
    if (status == BD_OK && !out && others > 0)
        *(double *)from->re = line->source.index; /* counted from 0, as documented */
    status = set_at(call, all, at, "SrcPort", status, from);
    if (status == BD_OK)
        status = bd_value_create_doubles(out && others > 0, out ? others : 0, NULL, &blocks,
                                         call->error);
    for (size_t i = 0; status == BD_OK && out && i < others; i++)
        status = block_handle(call, line->destinations[i].block, (double *)blocks->re + i);
    status = set_at(call, all, at, "DstBlock", status, blocks);
    if (status == BD_OK)
        status =
            bd_value_create_doubles(out && others > 0, out ? others : 0, NULL, &to, call->error);
    for (size_t i = 0; status == BD_OK && out && i < others; i++)
        ((double *)to->re)[i] = line->destinations[i].index;
    return set_at(call, all, at, "DstPort", status, to);
}

static bd_status connectivity(bd_order *call, bd_node *node, bd_value **value) {
    static const bd_port_kind order[] = {BD_PORT_INPUT,     BD_PORT_ENABLE, BD_PORT_TRIGGER,
                                         BD_PORT_IF_ACTION, BD_PORT_RESET,  BD_PORT_OUTPUT,
                                         BD_PORT_STATE};
    size_t count = 0, at = 0;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        count += (size_t)node->ports[order[k]];
    const size_t dims[2] = {count, 1};
    BD_TRY(bd_value_create(BD_STRUCT, 2, dims, false, value, call->error));
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < node->ports[order[k]]; i++)
            BD_TRY(connectivity_of(call, (bd_end){node, order[k], i}, *value, at++));
    return BD_OK;
}

bd_status bd_answer_ports(bd_order *call, const bd_node *node, const char *name, bd_value **value) {
    /* handles point to blocks that may be changed by later commands */
    bd_node *own = node->parent->blocks[node->index];
    if (is(name, "PortHandles"))
        return handles(call, own, false, value);
    if (is(name, "LineHandles"))
        return handles(call, own, true, value);
    if (is(name, "PortConnectivity"))
        return connectivity(call, own, value);
    return BD_OK;
}

static bd_status number(bd_order *call, bd_status status, double n, bd_value **value) {
    return status == BD_OK ? bd_value_create_scalar(n, value, call->error) : status;
}

static bd_status unknown(bd_order *call, const bd_target *target, const char *what,
                         const char *name) {
    return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                         "a %s of %s does not have a parameter named '%.80s'", what,
                         target->node->path, name);
}

static const char *port_setting(const bd_target *target, const char *name) {
    const bd_node *node = target->node;
    for (size_t i = 0; target->port == BD_PORT_OUTPUT && i < node->port_settings_count; i++)
        if (node->port_settings[i].number == target->index + 1)
            return bd_parameters_find(&node->port_settings[i].parameters, name);
    return NULL;
}

bd_status bd_answer_port(bd_order *call, const bd_target *target, const char *name,
                         bd_value **value) {
    static const char *const switches[] = {"DataLogging", "TestPoint"};
    const bd_end end = {target->node, target->port, target->index};
    double handle = 0.0;
    if (is(name, "PortType"))
        return bd_text_value(call, kinds[target->port].type, value);
    if (is(name, "PortNumber"))
        return number(call, BD_OK, target->index + 1, value);
    if (is(name, "Parent"))
        return bd_text_value(call, target->node->path, value);
    if (is(name, "Type"))
        return bd_text_value(call, "port", value);
    if (is(name, "Handle")) {
        bd_status status = bd_target_handle(call, target, &handle);
        return number(call, status, handle, value);
    }
    if (is(name, "Line")) {
        bd_status status = line_handle(call, line_at(end), &handle);
        return number(call, status, handle, value);
    }
    if (is(name, "Name") || is(name, "SignalNameFromLabel"))
        return bd_text_value(
            call,
            target->port == BD_PORT_OUTPUT ? bd_node_signal_name(target->node, target->index) : "",
            value);
    for (size_t i = 0; i < 2; i++)
        if (is(name, switches[i])) {
            const char *text = port_setting(target, switches[i]);
            return bd_text_value(call, text ? text : "off", value);
        }
    if (is(name, "DataLoggingName")) {
        const char *text = port_setting(target, name);
        return bd_text_value(call, text ? text : "", value);
    }
    return unknown(call, target, "port", name);
}

static bd_status ends_of(bd_order *call, const bd_line *line, bool blocks, bd_value **value) {
    const size_t count = line->destination_count;
    BD_TRY(bd_value_create_doubles(count, count > 0, NULL, value, call->error));
    for (size_t i = 0; i < count; i++) {
        double *to = (double *)(*value)->re + i;
        BD_TRY(blocks ? block_handle(call, line->destinations[i].block, to)
                      : port_handle(call, line->destinations[i], to));
    }
    return BD_OK;
}

bd_status bd_answer_line(bd_order *call, const bd_target *target, const char *name,
                         bd_value **value) {
    const bd_line *line = bd_edit_line_from((bd_end){target->node, target->port, target->index});
    const bd_system *system = target->node->parent;
    double handle = -1.0;
    if (is(name, "Name"))
        return bd_text_value(call, line->name, value);
    if (is(name, "Type"))
        return bd_text_value(call, "line", value);
    if (is(name, "Parent"))
        return bd_text_value(call, system->owner ? system->owner->path : system->diagram->name,
                             value);
    if (is(name, "Handle")) {
        bd_status status = bd_target_handle(call, target, &handle);
        return number(call, status, handle, value);
    }
    if (is(name, "SrcPortHandle")) {
        bd_status status = port_handle(call, line->source, &handle);
        return number(call, status, handle, value);
    }
    if (is(name, "SrcBlockHandle")) {
        bd_status status = block_handle(call, line->source.block, &handle);
        return number(call, status, handle, value);
    }
    if (is(name, "DstPortHandle") || is(name, "DstBlockHandle"))
        return ends_of(call, line, is(name, "DstBlockHandle"), value);
    return unknown(call, target, "line", name);
}
