/* routing blocks: Mux, Demux, an element of a bus, a bus as one signal. They take part in the
 * propagation of shapes and then vanish: route.c follows the bytes through them */
#include "engine/engine.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

/* widths that a parameter "[2 -1 3]" prescribes; count only if it is one number */
typedef struct splits {
    int count;
    const double *widths; /* NULL: only the count is given */
} splits;

static bd_status read_splits(bd_block *block, const char *name, bd_port_kind kind, splits *s) {
    const bd_node *node = block->node;
    int written = node->ports_written ? node->ports[kind] : 0;
    const char *text = bd_block_text(block, name);
    const double *numbers;
    size_t count = 0;
    /* a list of signal names ("a,b" or {'a','b'}) only tells the number */
    bool numeric = text && strspn(text, " \t[") < strlen(text) &&
                   !strchr("'{\"", text[strspn(text, " \t[")]) && !strchr(text, '\'');
    if (!numeric && written) {
        s->count = written;
        return BD_OK;
    }
    BD_TRY(bd_block_numbers(block, name, &numbers, &count));
    if (count == 0 || (count == 1 && (numbers[0] < 1 || numbers[0] > 10000)) || count > 10000)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be a number of ports or widths",
                             name);
    for (size_t i = 0; i < count; i++)
        if (!(numbers[i] <= 10000000.0 && numbers[i] >= -1.0) || numbers[i] != floor(numbers[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s has no width %g", name, numbers[i]);
    bool is_count = count == 1 && (written == 0 || written == (int)numbers[0]);
    s->count = is_count ? (int)numbers[0] : (int)count;
    s->widths = is_count ? NULL : numbers;
    return BD_OK;
}

/* stops before it overflows; such a width is refused when it is set */
#define MAX_TOTAL 1000000000
static int add_width(int total, const bd_shape *shape) {
    return total < MAX_TOTAL ? total + bd_shape_width(shape) : total;
}

static bd_status setup_routing(bd_block *block, int inputs, int outputs) {
    block->engine->routing = true;
    bd_status status = bd_block_set_inputs(block, inputs);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, outputs);
    bd_block_set_all_feedthrough(block);
    return status;
}

static bd_status setup_mux(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(splits)));
    splits *s = block->data;
    BD_TRY(read_splits(block, "Inputs", BD_PORT_INPUT, s));
    return setup_routing(block, s->count, 1);
}

/* all ports alike in type and complexity */
static bd_status propagate_attributes(bd_block *block) {
    bd_port *y = block->outputs;
    for (int k = 0; k < 2; k++) /* twice, so that the last input reaches the first */
        for (int i = 0; i < block->input_count; i++) {
            for (int j = 0; j < block->output_count; j++) {
                BD_TRY(bd_propagate_type(&block->inputs[i], &y[j]));
                BD_TRY(bd_propagate_complexity(&block->inputs[i], &y[j]));
            }
        }
    return BD_OK;
}

static bd_status propagate_mux(bd_block *block) {
    const splits *s = block->data;
    BD_TRY(propagate_attributes(block));
    int known = 0, total = 0, unknown = -1;
    for (int i = 0; i < s->count; i++) {
        bd_port *u = &block->inputs[i];
        if (s->widths && s->widths[i] > 0 && !bd_port_has_dims(u))
            BD_TRY(bd_port_set_width(u, (int)s->widths[i]));
        if (s->widths && s->widths[i] > 0 && bd_shape_width(&u->shape) != (int)s->widths[i])
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d has %d elements, not %d", i + 1,
                                 bd_shape_width(&u->shape), (int)s->widths[i]);
        if (bd_port_has_dims(u)) {
            known++;
            total = add_width(total, &u->shape);
        } else {
            unknown = i;
        }
    }
    bd_port *y = block->outputs;
    if (known == s->count)
        return bd_port_set_width(y, total);
    if (known == s->count - 1 && bd_port_has_dims(y) && bd_shape_width(&y->shape) > total)
        return bd_port_set_width(&block->inputs[unknown], bd_shape_width(&y->shape) - total);
    return BD_OK;
}

/* nothing else says how wide an input is that is not connected */
static bd_status default_mux(bd_block *block, bd_attribute what) {
    for (int i = 0; i < block->input_count && what == BD_DIMENSIONS; i++)
        if (!block->inputs[i].connected && !bd_port_has_dims(&block->inputs[i]))
            BD_TRY(bd_port_set_width(&block->inputs[i], 1));
    return BD_OK;
}

static bd_status setup_demux(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(splits)));
    splits *s = block->data;
    BD_TRY(read_splits(block, "Outputs", BD_PORT_OUTPUT, s));
    return setup_routing(block, 1, s->count);
}

/* the first outputs get one more when the elements do not divide evenly; -1 shares what is left */
static bd_status propagate_demux(bd_block *block) {
    const splits *s = block->data;
    bd_port *u = block->inputs;
    bd_status status = propagate_attributes(block);
    int fixed = 0, open = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->widths && s->widths[i] > 0)
            fixed = fixed < MAX_TOTAL ? fixed + (int)s->widths[i] : fixed;
        else
            open++;
    }
    if (status != BD_OK)
        return status;
    if (!bd_port_has_dims(u)) {
        if (open == 0)
            return bd_port_set_width(u, fixed);
        int total = 0;
        for (int i = 0; i < s->count; i++) {
            if (!bd_port_has_dims(&block->outputs[i]))
                return BD_OK;
            total = add_width(total, &block->outputs[i].shape);
        }
        return bd_port_set_width(u, total);
    }
    int left = bd_shape_width(&u->shape) - fixed;
    if (left < open || (open == 0 && left != 0))
        return bd_block_fail(block, BD_BAD_SIGNAL, "%d elements cannot be split into %d outputs",
                             bd_shape_width(&u->shape), s->count);
    for (int i = 0, taken = 0; i < s->count && status == BD_OK; i++) {
        int width =
            /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): open counts these */
            s->widths && s->widths[i] > 0 ? (int)s->widths[i] : left / open + (taken < left % open);
        taken += !(s->widths && s->widths[i] > 0);
        status = bd_port_set_width(&block->outputs[i], width);
    }
    return status;
}

/* fewer elements than outputs would be an error, more are nowhere asked for */
static bd_status default_demux(bd_block *block, bd_attribute what) {
    const splits *s = block->data;
    int total = 0;
    if (what != BD_DIMENSIONS || bd_port_has_dims(block->inputs))
        return BD_OK;
    for (int i = 0; i < s->count; i++) {
        const bd_shape *known = &block->outputs[i].shape;
        int width = s->widths && s->widths[i] > 0 ? (int)s->widths[i] : 1;
        total += known->rank != BD_INHERITED ? bd_shape_width(known) : width;
    }
    return bd_port_set_width(block->inputs, total);
}

static bd_status setup_field(bd_block *block) {
    return setup_routing(block, 1, 1);
}

static bd_status propagate_field(bd_block *block) {
    const bd_port *u = block->inputs;
    const char *name = block->data;
    if (!bd_port_has_type(u))
        return BD_OK;
    size_t offset;
    const bd_shape *shape =
        u->shape.type == BD_BUS ? bd_bus_find(u->shape.bus, name, &offset) : NULL;
    if (!shape)
        return bd_block_fail(block, BD_BAD_DIAGRAM, "the signal has no element '%s'", name);
    return bd_port_set_shape(block->outputs, shape);
}

const bd_shape *bd_bus_find(const bd_bus *bus, const char *name, size_t *offset) {
    *offset = 0;
    for (size_t length = strlen(name); bus && length > 0; length--) {
        if (name[length] != '\0' && name[length] != '.')
            continue;
        for (int i = 0; i < bus->count; i++) {
            const bd_bus_element *element = &bus->elements[i];
            if (strncmp(element->name, name, length) != 0 || element->name[length] != '\0')
                continue;
            if (name[length] == '\0') {
                *offset = element->offset;
                return &element->shape;
            }
            const bd_shape *inner = bd_bus_find(element->shape.bus, name + length + 1, offset);
            *offset += element->offset;
            return inner;
        }
    }
    return NULL;
}

static bd_status setup_join(bd_block *block) {
    block->data = bd_block_alloc(block, sizeof(bd_join));
    if (!block->data)
        return bd_block_no_memory(block);
    return setup_routing(block, 0, 1);
}

static size_t alignment_of(const bd_shape *shape) {
    if (shape->type == BD_BUS)
        return shape->bus->alignment;
    return bd_class_bytes((bd_class)shape->type);
}

static size_t round_up(size_t bytes, size_t unit) {
    return unit ? (bytes + unit - 1) / unit * unit : bytes;
}

static bd_status make_bus(bd_block *block) {
    bd_bus *bus = bd_block_alloc(block, sizeof *bus);
    bd_bus_element *elements = bd_block_alloc(block, (size_t)block->input_count * sizeof *elements);
    if (!bus || !elements)
        return bd_block_no_memory(block);
    *bus = (bd_bus){.name = "", .elements = elements, .count = block->input_count, .alignment = 1};
    for (int i = 0; i < block->input_count; i++) {
        const bd_port *u = &block->inputs[i];
        size_t alignment = alignment_of(&u->shape);
        bus->size = round_up(bus->size, alignment);
        elements[i] = (bd_bus_element){u->name, u->shape, bus->size};
        bus->size += bd_shape_size(&u->shape);
        bus->alignment = alignment > bus->alignment ? alignment : bus->alignment;
    }
    bus->size = round_up(bus->size, bus->alignment);
    BD_TRY(bd_port_set_bus(block->outputs, bus));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status propagate_join(bd_block *block) {
    bd_join *join = block->data;
    int total = 0;
    bool known = true;
    for (int i = 0; i < block->input_count; i++) {
        known = known && bd_shape_is_known(&block->inputs[i].shape);
        total = add_width(total, &block->inputs[i].shape);
    }
    if (join->structured) { /* a reader may have said before what bus it wants */
        if (!known || join->made)
            return BD_OK;
        join->made = true;
        return make_bus(block);
    }
    BD_TRY(propagate_attributes(block));
    return known ? bd_port_set_width(block->outputs, total) : BD_OK;
}

BD_TYPE(bd_type_mux, "Mux", .setup = setup_mux, .propagate = propagate_mux,
        .defaults = default_mux);
BD_TYPE(bd_type_demux, "Demux", .setup = setup_demux, .propagate = propagate_demux,
        .defaults = default_demux);
BD_TYPE(bd_type_field, "BusSelector", .setup = setup_field, .propagate = propagate_field);
BD_TYPE(bd_type_join, "BusCreator", .setup = setup_join, .propagate = propagate_join);
