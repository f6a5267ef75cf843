/* shapes of all signals: what a port knows is offered to the other ends of its wire, forward and
 * backward, and blocks derive one port from another, until nothing changes. What is then still open
 * gets a default, one port at a time */
#include "engine/for_each.h"

#include <stdlib.h>
#include <string.h>

static bool knows(const bd_port *port, bd_attribute what) {
    switch (what) {
    case BD_DIMENSIONS:
        return bd_port_has_dims(port);
    case BD_DATA_TYPE:
        return bd_port_has_type(port);
    default:
        return bd_port_has_complexity(port);
    }
}

static bd_status take(bd_port *port, bd_attribute what, const bd_shape *candidate) {
    switch (what) {
    case BD_DIMENSIONS:
        return bd_port_set_dims(port, candidate->rank, candidate->dims);
    case BD_DATA_TYPE:
        return candidate->type == BD_BUS ? bd_port_set_bus(port, candidate->bus)
                                         : bd_port_set_type(port, candidate->type);
    default:
        return bd_port_set_complexity(port, candidate->complexity);
    }
}

static bd_status offer(bd_port *port, bd_attribute what, const bd_shape *candidate) {
    bd_block *block = port->block;
    if (!block->type->offer)
        return take(port, what, candidate);
    BD_TRY(bd_block_note_offer(block, &(bd_offer){.kind = BD_OFFER_SHAPE,
                                                  .is_input = port->is_input,
                                                  .port = port->index,
                                                  .what = what,
                                                  .shape = *candidate}));
    bd_read_as(block, block);
    bd_status status = block->type->offer(block, port, what, candidate);
    bd_read_as(block, &bd_reader_everybody);
    /* a block that neither set the port nor failed has no objection */
    if (status == BD_OK && !knows(port, what))
        status = take(port, what, candidate);
    return status;
}

static bd_status mismatch(const bd_port *driver, const bd_port *reader) {
    char from[128], to[128];
    return bd_block_fail(reader->block, BD_BAD_SIGNAL,
                         "input %d needs %s but output %d of %s is %s", reader->index + 1,
                         bd_shape_text(&reader->shape, to, sizeof to), driver->index + 1,
                         driver->block->path, bd_shape_text(&driver->shape, from, sizeof from));
}

static bd_status agree(bd_port *driver, bd_port *reader, bd_attribute what) {
    if (knows(driver, what) && !knows(reader, what))
        return offer(reader, what, &driver->shape);
    if (!knows(driver, what))
        return knows(reader, what) ? offer(driver, what, &reader->shape) : BD_OK;
    const bd_shape *a = &driver->shape, *b = &reader->shape;
    bool same = what == BD_DIMENSIONS  ? bd_shape_same_dims(a, b)
                : what == BD_DATA_TYPE ? bd_shape_same_type(a, b)
                                       : a->complexity == b->complexity;
    return same ? BD_OK : mismatch(driver, reader);
}

static bd_status agree_on_net(bd_net *net) {
    for (int i = 0; net->driver && i < net->reader_count; i++)
        for (int what = BD_DIMENSIONS; what <= BD_COMPLEXITY; what++)
            BD_TRY(agree(net->driver, net->readers[i], (bd_attribute)what));
    return BD_OK;
}

static bd_status derive(bd_block *block) {
    bd_read_as(block, block);
    bd_status status =
        block->type->propagate ? block->type->propagate(block) : bd_propagate_same(block);
    bd_read_as(block, &bd_reader_everybody);
    return status;
}

static bd_status work_off(bd_model *model) {
    bool is_net = false;
    void *item;
    while ((item = bd_worklist_take(&model->work, &is_net))) {
        *(is_net ? &((bd_net *)item)->queued : &((bd_block *)item)->engine->queued) = false;
        BD_TRY(is_net ? agree_on_net(item) : derive(item));
    }
    return BD_OK;
}

/* parts of For Each subsystems join in as soon as their number is known */
static bd_status settle(bd_model *model) {
    BD_TRY(work_off(model));
    while (model->ready) {
        BD_TRY(bd_unroll_for_each(model));
        BD_TRY(work_off(model));
    }
    return BD_OK;
}

static bd_port *first_open_port(bd_block *block, bd_attribute what) {
    for (int i = 0; i < block->output_count; i++)
        if (!knows(&block->outputs[i], what))
            return &block->outputs[i];
    for (int i = 0; i < block->input_count; i++)
        if (!knows(&block->inputs[i], what))
            return &block->inputs[i];
    return NULL;
}

static bd_status choose_default(bd_model *model, bd_block *block, bd_port *port,
                                bd_attribute what) {
    const bd_shape plain = {
        .type = model->settings.underspecified, .complexity = 0, .rank = 1, .dims = {1}};
    bd_status status = BD_OK;
    if (block->type->offer && block->type->defaults)
        status = bd_block_note_offer(block, &(bd_offer){.kind = BD_OFFER_DEFAULTS, .what = what});
    bd_read_as(block, block);
    if (status == BD_OK && block->type->defaults)
        status = block->type->defaults(block, what);
    bd_read_as(block, &bd_reader_everybody);
    if (status == BD_OK && !model->propagation_changed)
        status = take(port, what, &plain);
    return status;
}

#define WAITS 3 /* for its inputs; its outputs follow from its parts */

/* sources and blocks that remember go first, because loops hang on them; wires go last, because
 * their widths follow from those of the blocks at their ends */
static int default_rank(const bd_block *block) {
    if (block->type == &bd_type_for_each)
        return WAITS;
    if (block->engine->routing)
        return 2;
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].feedthrough)
            return 1;
    return 0;
}

static bd_status choose_defaults(bd_model *model, bd_attribute what, int rank) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        bd_port *port;
        if (default_rank(block) != rank)
            continue;
        while ((port = first_open_port(block, what))) {
            model->propagation_changed = false;
            BD_TRY(choose_default(model, block, port, what));
            BD_TRY(settle(model));
        }
    }
    return BD_OK;
}

static void set_widths(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        block->inputs[i].width = bd_shape_width(&block->inputs[i].shape);
    for (int i = 0; i < block->output_count; i++)
        block->outputs[i].width = bd_shape_width(&block->outputs[i].shape);
}

/* a block that knows some of its inputs may decide for the unknown ones */
static bool may_decide(bd_block *block, bd_attribute what) {
    if (!block->type->defaults || block->type->offer || !first_open_port(block, what))
        return false;
    for (int k = 0; k < block->input_count; k++)
        if (knows(&block->inputs[k], what))
            return true;
    return false;
}

/* around loops, before anything is taken as scalar, real and double; of two passes the first leaves
 * out what is marked */
static bd_status settle_by_blocks(bd_model *model, bd_attribute what, bool unmarked) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        if ((unmarked && block->engine->mark) || !may_decide(block, what))
            continue;
        model->propagation_changed = false;
        bd_read_as(block, block);
        BD_TRY(block->type->defaults(block, what));
        bd_read_as(block, &bd_reader_everybody);
        BD_TRY(settle(model));
    }
    return BD_OK;
}

/* ---- types that nothing says ----
 *
 * A Ground, an Inport, a conversion that waits for its readers, an input without a line: if no
 * reader asks for a type, they have the default one. What is behind them must not decide before */

static bool says_nothing(const bd_block *block) {
    bool open = false;
    for (int i = 0; i < block->output_count; i++)
        open = open || !bd_port_has_type(&block->outputs[i]);
    for (int i = 0; open && i < block->input_count; i++)
        open = bd_port_has_type(&block->inputs[i]);
    return open && !block->type->offer && !block->engine->routing;
}

static bool is_loose(const bd_port *input) {
    return !bd_port_has_type(input) &&
           !(input->net && (input->net->driver || input->net->part_count));
}

static bool has_loose_input(const bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        if (is_loose(&block->inputs[i]))
            return true;
    return false;
}

static void mark(bd_block *block, bd_block **stack, int *count) {
    if (!block->engine->mark)
        stack[(*count)++] = block;
    block->engine->mark = 1;
}

/* marks what says nothing, and all that its open outputs reach */
static bd_status mark_waiting(bd_model *model) {
    bd_block **stack = malloc(((size_t)model->block_count + 1) * sizeof(bd_block *));
    int count = 0;
    if (!stack)
        return bd_model_no_memory(model);
    for (int i = 0; i < model->block_count; i++)
        model->blocks[i]->engine->mark = 0;
    for (int i = 0; i < model->block_count; i++) {
        if (says_nothing(model->blocks[i]) || has_loose_input(model->blocks[i]))
            mark(model->blocks[i], stack, &count);
        while (count) {
            const bd_block *block = stack[--count];
            for (int k = 0; k < block->output_count; k++) {
                const bd_net *net = block->outputs[k].net;
                for (int r = 0;
                     net && !bd_port_has_type(&block->outputs[k]) && r < net->reader_count; r++)
                    mark(net->readers[r]->block, stack, &count);
            }
        }
    }
    free(stack);
    return BD_OK;
}

/* of one block, if it says nothing or waits for an input that has no line */
static bd_status say_default(bd_model *model, bd_block *block) {
    const bd_shape plain = {.type = model->settings.underspecified};
    for (int i = 0; may_decide(block, BD_DATA_TYPE) && i < block->input_count; i++)
        if (is_loose(&block->inputs[i])) {
            BD_TRY(take(&block->inputs[i], BD_DATA_TYPE, &plain));
            BD_TRY(settle(model));
        }
    while (says_nothing(block)) {
        model->propagation_changed = false;
        BD_TRY(choose_default(model, block, first_open_port(block, BD_DATA_TYPE), BD_DATA_TYPE));
        BD_TRY(settle(model));
    }
    return BD_OK;
}

static bd_status settle_types_by_blocks(bd_model *model) {
    BD_TRY(mark_waiting(model));
    BD_TRY(settle_by_blocks(model, BD_DATA_TYPE, true));
    bool waiting = false;
    for (int i = 0; i < model->block_count; i++)
        waiting = waiting || may_decide(model->blocks[i], BD_DATA_TYPE);
    for (int i = 0; waiting && i < model->block_count; i++)
        BD_TRY(say_default(model, model->blocks[i]));
    return settle_by_blocks(model, BD_DATA_TYPE, false);
}

/* Mux and Demux know best what to make of an end where nothing is connected or nothing is known */
static bd_status settle_by_wires(bd_model *model, bd_attribute what) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        if (!block->engine->routing || !block->type->defaults || !first_open_port(block, what))
            continue;
        bd_read_as(block, block);
        BD_TRY(block->type->defaults(block, what));
        bd_read_as(block, &bd_reader_everybody);
        BD_TRY(settle(model));
    }
    return BD_OK;
}

/* what ports declare, where no block has a say */
static bd_status settle_by_ports(bd_model *model) {
    for (int i = 0; i < model->item_count; i++) {
        bd_port *port;
        int type;
        BD_TRY(bd_declared_port(model, model->items[i], &port, &type));
        if (port && !bd_port_has_type(port)) {
            BD_TRY(bd_port_set_type(port, type));
            BD_TRY(settle(model));
        }
    }
    return BD_OK;
}

static bd_status tell_other_types(bd_model *model) {
    for (int i = 0; i < model->item_count; i++) {
        bd_item *item = model->items[i];
        bd_port *port;
        int type;
        char declared[128], found[128];
        BD_TRY(bd_declared_port(model, item, &port, &type));
        if (!port || port->shape.type == type || port->shape.type == BD_BUS)
            continue;
        bd_shape wanted = port->shape;
        wanted.type = type;
        bd_log_add(model->home.log, "%s: declares %s, but the signal is %s, and stays so",
                   item->node->path, bd_shape_text(&wanted, declared, sizeof declared),
                   bd_shape_text(&port->shape, found, sizeof found));
    }
    return BD_OK;
}

/* a structure, or a string, at a block that reads numbers would be read as something else */
static bd_status refuse_structures(bd_model *model) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        const bool passes = block->type->accepts_bus || block->type->offer ||
                            block->engine->routing || block->engine->unit_of;
        for (int k = 0; k < block->input_count && !passes; k++) {
            const bd_shape *shape = &block->inputs[k].shape;
            if (shape->type == BD_BUS)
                return bd_block_fail(block, BD_BAD_SIGNAL,
                                     "input %d is a %s, which this block cannot take", k + 1,
                                     shape->bus && *shape->bus->name ? shape->bus->name : "bus");
        }
    }
    return BD_OK;
}

bd_status bd_queue_from(bd_model *model, int first_block, int first_net) {
    size_t count = (size_t)model->block_count + (size_t)model->net_count;
    if (!bd_worklist_begin(&model->work, &model->home.arena, count))
        return bd_model_no_memory(model);
    for (int i = first_block; i < model->block_count; i++) {
        model->blocks[i]->engine->order = i;
        model->blocks[i]->engine->queued = false;
        bd_block_queue(model->blocks[i]);
    }
    for (int i = first_net; i < model->net_count; i++) {
        model->nets[i]->queued = false;
        bd_net_queue(model, model->nets[i]);
    }
    return BD_OK;
}

static bd_status settle_attribute(bd_model *model, bd_attribute what) {
    BD_TRY(what == BD_DATA_TYPE ? settle_types_by_blocks(model)
                                : settle_by_blocks(model, what, false));
    BD_TRY(settle_by_wires(model, what));
    for (int rank = 0; rank < WAITS; rank++)
        BD_TRY(choose_defaults(model, what, rank));
    return BD_OK;
}

/* parts bring blocks with them; a For Each subsystem that reads itself cuts a scalar */
static bd_status settle_dimensions(bd_model *model) {
    int before;
    do {
        before = model->block_count;
        BD_TRY(settle_attribute(model, BD_DIMENSIONS));
        if (model->waiting) {
            BD_TRY(bd_for_each_go_on(model));
            BD_TRY(settle(model));
        }
    } while (model->block_count > before);
    return BD_OK;
}

static bd_status settle_all(bd_model *model) {
    BD_TRY(settle(model));
    BD_TRY(settle_dimensions(model));
    BD_TRY(settle_by_ports(model));
    BD_TRY(settle_attribute(model, BD_DATA_TYPE));
    return settle_attribute(model, BD_COMPLEXITY);
}

bd_status bd_propagate_shapes(bd_model *model) {
    BD_TRY(bd_queue_from(model, 0, 0));
    bd_status status = settle_all(model);
    model->work = (bd_worklist){0};
    if (status == BD_OK && model->unrolled)
        status = bd_order_as_drawn(model);
    for (int i = 0; i < model->block_count && status == BD_OK; i++)
        set_widths(model->blocks[i]);
    if (status == BD_OK)
        status = refuse_structures(model);
    return status == BD_OK ? tell_other_types(model) : status;
}
