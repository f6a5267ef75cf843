/* follows a wire backwards through everything that only passes signals on (ports of subsystems,
 * Goto and From, bus blocks) to the output that computes */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CHAIN 2000

static bool is_on(const bd_node *node, const char *name) {
    const char *text = bd_node_parameter(node, name);
    return text && strcmp(text, "on") == 0;
}

bd_status bd_resolve_line(bd_model *model, const bd_line *line, bd_net **net) {
    *net = NULL;
    bd_item *item = line ? bd_item_of(model, line->source.block) : NULL;
    if (!item)
        return BD_OK;
    int slot = line->source.index;
    if (line->source.kind == BD_PORT_STATE) {
        slot = -1;
        for (int i = 0; item->block && i < item->block->output_count; i++)
            if (item->block->outputs[i].from_state) {
                slot = i + line->source.index;
                break;
            }
    } else if (line->source.kind != BD_PORT_OUTPUT) {
        return bd_model_fail(model, BD_UNSUPPORTED, "%s: physical connections cannot be simulated",
                             item->node->path);
    }
    if (slot < 0 || slot >= item->net_count)
        return bd_model_fail(model, BD_BAD_DIAGRAM,
                             "%s: a line begins at output %d but the block has %d",
                             item->node->path, line->source.index + 1, item->net_count);
    bd_status status = bd_resolve_output(model, item, slot, net);
    if (*net && line->logged)
        (*net)->logged = true;
    return status;
}

static bd_status resolve_input(bd_model *model, const bd_item *item, int input, bd_net **net) {
    *net = NULL;
    return input >= 0 && input < item->input_count
               ? bd_resolve_line(model, item->inputs[input], net)
               : BD_OK;
}

static bd_status resolve_inport(bd_model *model, bd_item *item, bd_net **net) {
    if (!item->owner)
        return bd_model_fail(model, BD_BAD_DIAGRAM, "%s: this Inport is in no subsystem",
                             item->node->path);
    BD_TRY(resolve_input(model, item->owner, bd_node_port_number(item->node) - 1, net));
    const char *element = bd_node_parameter(item->node, "Element");
    if (*net && element && *element)
        return bd_select_part(model, item, *net, element, net);
    return BD_OK;
}

/* several Outport blocks may share one port, each giving an element of a bus */
static bd_status resolve_subsystem(bd_model *model, bd_item *item, int slot, bd_net **net) {
    const bd_system *system = item->node->system;
    bd_net *bus = NULL;
    bd_status status = BD_OK;
    for (size_t i = 0; system && i < system->block_count && status == BD_OK; i++) {
        const bd_node *node = system->blocks[i];
        if (node->kind != BD_KIND_OUTPORT || bd_node_port_number(node) != slot + 1)
            continue;
        bd_item *outport = bd_item_of(model, node);
        if (!outport)
            continue;
        bd_net *one = NULL;
        status = outport->block ? BD_OK : resolve_input(model, outport, 0, &one);
        if (outport->block)
            one = bd_net_of(&outport->block->outputs[0]);
        const char *element = bd_node_parameter(node, "Element");
        if (status != BD_OK || !element || !*element) {
            *net = one;
            return status;
        }
        if (!bus)
            bus = bd_net_create(model, "");
        bd_net_part *parts = bus ? bd_model_array(model, bus->part_count + 1, sizeof *parts) : NULL;
        if (!parts)
            return bd_model_no_memory(model);
        if (bus->part_count)
            memcpy(parts, bus->parts, (size_t)bus->part_count * sizeof *parts);
        parts[bus->part_count++] = (bd_net_part){element, one};
        bus->parts = parts;
    }
    *net = bus;
    return status;
}

static bd_status resolve_from(bd_model *model, bd_item *item, bd_net **net) {
    const bd_node *node = bd_find_goto(model, item->node);
    bd_item *target = node ? bd_item_of(model, node) : NULL;
    if (!target) {
        const char *tag = bd_node_parameter(item->node, "GotoTag");
        return bd_model_fail(model, BD_BAD_DIAGRAM, "%s: there is no Goto with tag '%s'",
                             item->node->path, tag ? tag : "");
    }
    return resolve_input(model, target, 0, net);
}

static const bd_node *outport_of(const bd_system *system, int number) {
    for (size_t i = 0; i < system->block_count; i++)
        if (system->blocks[i]->kind == BD_KIND_OUTPORT &&
            bd_node_port_number(system->blocks[i]) == number)
            return system->blocks[i];
    return NULL;
}

/* what a signal is called inside the conditional subsystems that it leaves, or NULL */
static const char *name_inside(const bd_model *model, const bd_net *net) {
    const bd_node *outport = net && net->driver ? net->driver->block->node : NULL;
    while (outport && outport->kind == BD_KIND_OUTPORT) {
        const bd_item *item = bd_item_of(model, outport);
        const bd_line *line = item && item->input_count ? item->inputs[0] : NULL;
        if (line && line->name && *line->name)
            return line->name;
        const bd_node *source = line ? line->source.block : NULL;
        outport = source && source->system ? outport_of(source->system, (int)line->source.index + 1)
                                           : NULL;
    }
    return NULL;
}

/* a wire named on the way keeps the name the bus creator sees */
static const char *part_name(bd_model *model, const bd_item *item, int input, const bd_net *net) {
    const bd_line *line = item->inputs[input];
    if (line && line->name && *line->name)
        return line->name;
    if (net && net->label && *net->label)
        return net->label;
    const char *inside = name_inside(model, net);
    return inside ? inside : bd_arena_text(&model->home.arena, "signal%d", input + 1);
}

static bd_status collect_parts(bd_model *model, bd_item *item, bd_net *bus) {
    bus->parts = bd_model_array(model, item->input_count, sizeof *bus->parts);
    if (!bus->parts)
        return bd_model_no_memory(model);
    bd_status status = BD_OK;
    for (int i = 0; i < item->input_count && status == BD_OK; i++) {
        bd_net *part = NULL;
        status = resolve_input(model, item, i, &part);
        const char *name = part_name(model, item, i, part);
        if (status == BD_OK && !name)
            return bd_model_no_memory(model);
        if (status == BD_OK && !part) { /* an empty place in a bus is a ground */
            bd_block *ground =
                bd_block_create(model, &bd_type_ground, NULL, item->node->path, item->context);
            if (!ground)
                return bd_model_no_memory(model);
            status = bd_block_setup(ground);
            part = status == BD_OK ? bd_net_of(&ground->outputs[0]) : NULL;
        }
        bus->parts[bus->part_count++] = (bd_net_part){name, part};
    }
    return status;
}

/* item number `index` of a list "a, b.c, d" into text */
static bool list_entry(const char *list, int index, char *text, size_t capacity) {
    if (!list)
        return false;
    for (; index > 0; index--) {
        list = strchr(list, ',');
        if (!list)
            return false;
        list++;
    }
    while (*list == ' ')
        list++;
    size_t length = strcspn(list, ",");
    while (length && list[length - 1] == ' ')
        length--;
    if (length == 0 || length >= capacity)
        return false;
    memcpy(text, list, length);
    text[length] = '\0';
    return true;
}

static int list_length(const char *list) {
    int count = list && *list ? 1 : 0;
    for (; list && *list; list++)
        count += *list == ',';
    return count;
}

static bd_status resolve_selector(bd_model *model, bd_item *item, int slot, bd_net **net) {
    const char *names = bd_node_parameter(item->node, "OutputSignals");
    bool as_bus = is_on(item->node, "OutputAsBus") || is_on(item->node, "MuxedOutput");
    bd_net *bus = NULL;
    bd_status status = resolve_input(model, item, 0, &bus);
    if (status != BD_OK || !bus)
        return status;
    char name[512];
    if (!as_bus) {
        if (!list_entry(names, slot, name, sizeof name))
            return bd_model_fail(model, BD_BAD_PARAMETER,
                                 "%s: OutputSignals has no name for output %d", item->node->path,
                                 slot + 1);
        return bd_select_part(model, item, bus, name, net);
    }
    int count = list_length(names);
    bd_net *chosen = bd_net_create(model, "");
    bd_net_part *parts = bd_model_array(model, count, sizeof *parts);
    if (!chosen || !parts)
        return bd_model_no_memory(model);
    chosen->parts = parts;
    for (int i = 0; i < count && status == BD_OK; i++) {
        if (!list_entry(names, i, name, sizeof name))
            continue;
        const char *last = strrchr(name, '.');
        bd_net_part *part = &parts[chosen->part_count++];
        part->name = bd_arena_text(&model->home.arena, "%s", last ? last + 1 : name);
        status = part->name ? bd_select_part(model, item, bus, name, &part->net)
                            : bd_model_no_memory(model);
    }
    *net = chosen;
    return status;
}

/* a copy of the bus in which one part is another signal */
static bd_status replace_part(bd_model *model, bd_item *item, bd_net *bus, const char *name,
                              bd_net *with, bd_net **result) {
    size_t length = strcspn(name, ".");
    bd_net *copy = bd_net_create(model, bus->label);
    bd_net_part *parts = bd_model_array(model, bus->part_count, sizeof *parts);
    if (!copy || !parts)
        return bd_model_no_memory(model);
    if (bus->part_count)
        memcpy(parts, bus->parts, (size_t)bus->part_count * sizeof *parts);
    copy->parts = parts;
    copy->part_count = bus->part_count;
    *result = copy;
    for (int i = 0; i < bus->part_count; i++) {
        if (strncmp(parts[i].name, name, length) != 0 || parts[i].name[length] != '\0')
            continue;
        if (!name[length]) {
            parts[i].net = with;
            return BD_OK;
        }
        return replace_part(model, item, parts[i].net, name + length + 1, with, &parts[i].net);
    }
    return bd_model_fail(model, BD_BAD_DIAGRAM, "%s: the bus has no element '%s'", item->node->path,
                         name);
}

static bd_status resolve_assignment(bd_model *model, bd_item *item, bd_net **net) {
    const char *names = bd_node_parameter(item->node, "AssignedSignals");
    bd_net *bus = NULL;
    bd_status status = resolve_input(model, item, 0, &bus);
    for (int i = 1; i < item->input_count && status == BD_OK && bus; i++) {
        char name[512];
        bd_net *with = NULL;
        status = resolve_input(model, item, i, &with);
        if (status == BD_OK && with && list_entry(names, i - 1, name, sizeof name))
            status = replace_part(model, item, bus, name, with, &bus);
    }
    *net = bus;
    return status;
}

static bd_status resolve_wire(bd_model *model, bd_item *item, int slot, bd_net **net) {
    const bd_node *node = item->node;
    if (node->commented == BD_COMMENTED_THROUGH)
        return resolve_input(model, item, slot, net);
    if (node->kind == BD_KIND_VARIANT_SINK && slot != item->choice)
        return BD_OK;
    if (node->kind == BD_KIND_VARIANT_SOURCE)
        return resolve_input(model, item, item->choice, net);
    if (node->kind == BD_KIND_INPORT)
        return resolve_inport(model, item, net);
    if (node->system)
        return resolve_subsystem(model, item, slot, net);
    if (node->kind == BD_KIND_FROM)
        return resolve_from(model, item, net);
    if (node->kind == BD_KIND_BUS_CREATOR) {
        *net = bd_net_create(model, bd_item_signal_name(item, 0));
        return *net ? collect_parts(model, item, *net) : bd_model_no_memory(model);
    }
    if (node->kind == BD_KIND_BUS_SELECTOR)
        return resolve_selector(model, item, slot, net);
    if (node->kind == BD_KIND_BUS_ASSIGNMENT)
        return resolve_assignment(model, item, net);
    if (node->kind == BD_KIND_ENABLE_PORT)
        return item->owner ? bd_resolve_line(model, item->owner->controls[BD_PORT_ENABLE], net)
                           : BD_OK;
    return resolve_input(model, item, 0, net);
}

static bd_status resolve_anew(bd_model *model, bd_item *item, int slot, bd_net **net) {
    if (item->block && !item->inside) {
        if (slot >= item->block->output_count)
            return bd_model_fail(model, BD_BAD_DIAGRAM,
                                 "%s: a line begins at output %d but the block has %d",
                                 item->node->path, slot + 1, item->block->output_count);
        *net = bd_net_of(&item->block->outputs[slot]);
        if (!*net)
            return bd_model_no_memory(model);
        item->nets[slot] = *net;
        /* a Mux may be taken for a bus creator */
        bool muxed = item->block->type == &bd_type_mux && !(*net)->parts;
        return muxed ? collect_parts(model, item, *net) : BD_OK;
    }
    if (item->resolving)
        return bd_model_fail(model, BD_BAD_DIAGRAM,
                             "%s: wires run in a circle without any block that computes",
                             item->node->path);
    item->resolving = true;
    bd_status status = resolve_wire(model, item, slot, net);
    item->resolving = false;
    item->nets[slot] = *net;
    return status;
}

bd_status bd_resolve_output(bd_model *model, bd_item *item, int slot, bd_net **net) {
    *net = item->nets[slot];
    if (*net || item->inactive)
        return BD_OK;
    if (model->resolving > MAX_CHAIN)
        return bd_model_fail(model, BD_LIMIT_EXCEEDED, "%s: more than %d wires follow each other",
                             item->node->path, MAX_CHAIN);
    model->resolving++;
    bd_status status = resolve_anew(model, item, slot, net);
    model->resolving--;
    return status;
}
