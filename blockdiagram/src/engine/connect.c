/* connects every input with the output it reads (resolve.c finds it): buses are made one signal for
 * readers that take no bus, open inputs read zeros */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LEAVES 20000 /* more than a block may have inputs */

/* ---- lines by destination ---- */

static bd_status note_end(bd_model *model, const bd_line *line, const bd_end *end) {
    bd_item *item = bd_item_of(model, end->block);
    if (!item)
        return BD_OK;
    if (end->kind != BD_PORT_INPUT) {
        if (end->kind < BD_PORT_KINDS)
            item->controls[end->kind] = line;
        return BD_OK;
    }
    if (end->index < 0 || end->index >= item->input_count)
        return bd_model_fail(model, BD_BAD_DIAGRAM,
                             "%s: a line ends at input %d but the block has %d", item->node->path,
                             end->index + 1, item->input_count);
    item->inputs[end->index] = line;
    return BD_OK;
}

static bd_status note_lines(bd_model *model, const bd_line *lines, size_t count) {
    for (size_t l = 0; l < count; l++) {
        const bd_line *line = &lines[l];
        for (size_t d = 0; d < line->destination_count; d++)
            BD_TRY(note_end(model, line, &line->destinations[d]));
    }
    return BD_OK;
}

static bd_status note_system(bd_model *model, const bd_system *system) {
    return note_lines(model, system->lines, system->line_count);
}

/* the active choice has the control ports of the subsystem around it */
static bd_status note_variant(bd_model *model, const bd_item *item) {
    const bd_line *lines = NULL;
    size_t count = 0;
    bd_status status = bd_wire_variant(model, item, &lines, &count);
    if (status == BD_OK)
        status = note_lines(model, lines, count);
    bd_item *chosen = item->chosen ? bd_item_of(model, item->chosen) : NULL;
    if (chosen)
        memcpy(chosen->controls, item->controls, sizeof chosen->controls);
    return status;
}

/* a unit's inputs are data for its inside; the block itself only has its controls */
static int input_room(const bd_item *item) {
    int written = item->node->ports[BD_PORT_INPUT];
    int declared = item->block && !item->inside ? item->block->input_count : 0;
    if (item->block && !item->inside)
        return declared;
    return written > 0 ? written : 0;
}

static bd_status index_lines(bd_model *model, const bd_system *system, int first) {
    for (int i = first; i < model->item_count; i++) {
        bd_item *item = model->items[i];
        const bd_node *node = item->node;
        item->input_count = input_room(item);
        int outputs = node->ports[BD_PORT_OUTPUT] > 0 ? node->ports[BD_PORT_OUTPUT] : 0;
        item->net_count = item->block && item->block->output_count > outputs
                              ? item->block->output_count
                              : outputs;
        item->inputs = bd_model_array(model, item->input_count, sizeof *item->inputs);
        item->nets = bd_model_array(model, item->net_count, sizeof *item->nets);
        if (!item->inputs || !item->nets)
            return bd_model_no_memory(model);
    }
    bd_status status = note_system(model, system);
    for (int i = first; i < model->item_count && status == BD_OK; i++) {
        const bd_node *node = model->items[i]->node;
        if (node->system && node->commented == BD_COMMENTED_OFF)
            status = bd_is_variant_system(node) ? note_variant(model, model->items[i])
                                                : note_system(model, node->system);
    }
    return status == BD_OK ? bd_drop_inactive(model, first) : status;
}

/* ---- inputs ---- */

/* up to the limit: buses in buses in buses may share parts, so their number can explode */
static int count_leaves(const bd_net *net, int limit) {
    if (!net || net->driver)
        return 1;
    int count = 0;
    for (int i = 0; i < net->part_count && count < limit; i++)
        count += count_leaves(net->parts[i].net, limit - count);
    return count;
}

/* a block that makes one signal out of a bus; shared by nobody, so that each reader gets the form
 * it can take */
static bd_status join_bus(bd_model *model, bd_block *reader, const bd_net *bus, bool structured,
                          bd_net **joined);

static bd_status connect_join(bd_model *model, bd_block *join, const bd_net *bus, bool structured,
                              int *next) {
    for (int i = 0; i < bus->part_count; i++) {
        bd_net *part = bus->parts[i].net;
        if (!part->driver && !structured) {
            BD_TRY(connect_join(model, join, part, structured, next));
            continue;
        }
        if (!part->driver)
            BD_TRY(join_bus(model, join, part, true, &part));
        bd_port *input = &join->inputs[(*next)++];
        BD_TRY(bd_net_add_reader(model, part, input));
        input->connected = true;
        input->name = bus->parts[i].name;
    }
    return BD_OK;
}

static bd_status join_bus(bd_model *model, bd_block *reader, const bd_net *bus, bool structured,
                          bd_net **joined) {
    bd_block *join =
        bd_block_create(model, &bd_type_join, NULL, reader->path, reader->engine->context);
    if (!join)
        return bd_model_no_memory(model);
    bd_status status = bd_block_setup(join);
    if (status == BD_OK)
        status =
            bd_block_set_inputs(join, structured ? bus->part_count : count_leaves(bus, MAX_LEAVES));
    if (status != BD_OK)
        return status;
    bd_block_set_all_feedthrough(join);
    ((bd_join *)join->data)->structured = structured;
    int next = 0;
    status = connect_join(model, join, bus, structured, &next);
    if (status != BD_OK)
        return status;
    *joined = bd_net_of(&join->outputs[0]);
    return *joined ? BD_OK : bd_model_no_memory(model);
}

static bd_status connect_input(bd_model *model, const bd_line *line, bd_port *input) {
    bd_net *net = NULL;
    bd_block *block = input->block;
    bd_status status = bd_resolve_line(model, line, &net);
    if (status != BD_OK)
        return status;
    input->connected = net != NULL;
    if (!net) {
        bool needs_signal = block->type != &bd_type_unit && block->type != &bd_type_root_outport;
        if (needs_signal)
            bd_block_warn(block, "input %d is not connected and reads zeros", input->index + 1);
        if (block->engine->unit_of) /* a control that is not there never fires */
            return BD_OK;
        bd_block *ground =
            bd_block_create(model, &bd_type_ground, NULL, block->path, block->engine->context);
        if (!ground)
            return bd_model_no_memory(model);
        status = bd_block_setup(ground);
        net = status == BD_OK ? bd_net_of(&ground->outputs[0]) : NULL;
    } else if (!net->driver) {
        bool structured = block->type->accepts_bus || input->shape.type == BD_BUS;
        status = join_bus(model, block, net, structured, &net);
    }
    if (status == BD_OK && !net)
        return bd_model_no_memory(model);
    return status == BD_OK ? bd_net_add_reader(model, net, input) : status;
}

static bd_status connect_unit(bd_model *model, const bd_item *item) {
    static const bd_port_kind kinds[] = {BD_PORT_ENABLE, BD_PORT_TRIGGER, BD_PORT_IF_ACTION,
                                         BD_PORT_RESET};
    bd_block *unit = item->block;
    int next = 0;
    for (int k = 0; k < 4 && next < unit->input_count; k++)
        if (item->controls[kinds[k]] || item->node->ports[kinds[k]] > 0)
            BD_TRY(connect_input(model, item->controls[kinds[k]], &unit->inputs[next++]));
    return BD_OK;
}

static bool is_wire_to_record(const bd_model *model, const bd_net *net) {
    bool computed = net->driver && !net->driver->block->engine->routing;
    bool labelled = net->label && *net->label;
    return !computed && (net->driver || net->part_count) &&
           (net->logged || (labelled && model->options.log_labelled));
}

/* a Mux or a bus has no memory of its own that could be recorded, so somebody must read it */
static bd_status tap_wires(bd_model *model) {
    int count = model->net_count;
    for (int i = 0; i < count && !model->options.no_logging; i++) {
        bd_net *net = model->nets[i];
        if (!is_wire_to_record(model, net))
            continue;
        const char *name = net->label && *net->label ? net->label : "signal";
        char *copy = bd_arena_text(&model->home.arena, "%s", name);
        bd_block *tap =
            bd_block_create(model, &bd_type_tap, NULL, copy ? copy : "", model->contexts[0]);
        if (!copy || !tap)
            return bd_model_no_memory(model);
        tap->data = copy;
        BD_TRY(bd_block_setup(tap));
        if (!net->driver)
            BD_TRY(join_bus(model, tap, net, true, &net));
        BD_TRY(bd_net_add_reader(model, net, tap->inputs));
        tap->inputs->connected = true;
    }
    return BD_OK;
}

/* a line that is to be recorded counts although nobody may read it */
static bd_status follow_recorded(bd_model *model, const bd_system *system) {
    for (size_t l = 0; system && l < system->line_count; l++) {
        bd_net *net;
        if (system->lines[l].logged)
            BD_TRY(bd_resolve_line(model, &system->lines[l], &net));
    }
    return BD_OK;
}

static bd_status connect_items(bd_model *model, int first) {
    bd_status status = BD_OK;
    for (int i = first; i < model->item_count; i++)
        BD_TRY(follow_recorded(model, model->items[i]->node->system));
    for (int i = first; i < model->item_count && status == BD_OK; i++) {
        bd_item *item = model->items[i];
        if (!item->block)
            continue;
        if (item->inside) {
            status = connect_unit(model, item);
            continue;
        }
        for (int k = 0; k < item->block->input_count && status == BD_OK; k++)
            status = connect_input(model, item->inputs[k], &item->block->inputs[k]);
        for (int k = 0; k < item->block->output_count && status == BD_OK; k++) {
            bd_net *net;
            status = bd_resolve_output(model, item, k, &net);
        }
    }
    return status;
}

bd_status bd_finish_connections(bd_model *model) {
    BD_TRY(tap_wires(model));
    for (int i = 0; i < model->net_count; i++) {
        bd_net *net = model->nets[i];
        if (net->driver)
            net->driver->connected = net->reader_count > 0;
    }
    return BD_OK;
}

bd_status bd_connect(bd_model *model) {
    BD_TRY(index_lines(model, model->diagram->root, 0));
    BD_TRY(follow_recorded(model, model->diagram->root));
    BD_TRY(connect_items(model, 0));
    return model->waiting ? BD_OK : bd_finish_connections(model);
}

/* ---- parts of a For Each subsystem ---- */

/* the block that gives an output now drives the net that has been there for it */
static bd_status hand_over(bd_model *model, const bd_item *outport, bd_net *net) {
    const bd_line *line = outport->input_count ? outport->inputs[0] : NULL;
    bd_item *source = line ? bd_item_of(model, line->source.block) : NULL;
    if (!source || !source->block || !net)
        return bd_model_fail(model, BD_BAD_DIAGRAM, "%s: nothing gives this output",
                             outport->node->path);
    bd_port *port = &source->block->outputs[line->source.index];
    net->driver = port;
    net->label = port->name;
    port->net = net;
    source->nets[line->source.index] = net;
    return BD_OK;
}

bd_status bd_connect_parts(bd_model *model, bd_item *item, int first_item) {
    const bd_system *system = item->node->system;
    BD_TRY(index_lines(model, system, first_item));
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        const int slot = bd_node_port_number(node) - 1;
        if (node->kind == BD_KIND_OUTPORT && slot < item->net_count)
            BD_TRY(hand_over(model, bd_item_of(model, node), item->nets[slot]));
    }
    return connect_items(model, first_item);
}
