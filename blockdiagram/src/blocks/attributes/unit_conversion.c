/* Unit Conversion: from the unit of what comes in to that of what goes out. A signal has the unit
 * that the Inport or Outport at its end declares, outside or inside of subsystems; where neither
 * end declares one, nothing is converted */
#include "blocks/attributes/unit.h"
#include "blocks/elements.h"
#include "blocks/families.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 50

typedef struct conversion {
    double factor, offset;
    bd_cast cast;
} conversion;

/* what the block declares, NULL for "inherit" and nothing */
static const char *declared(const bd_node *node) {
    const char *unit = bd_node_parameter(node, "Unit");
    return unit && *unit && strcmp(unit, "inherit") != 0 ? unit : NULL;
}

static const bd_node *port_block(const bd_system *system, bd_kind kind, int number) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        const char *port = node->kind == kind ? bd_node_parameter(node, "Port") : NULL;
        if (node->kind == kind && (port ? atoi(port) : 1) == number)
            return node;
    }
    return NULL;
}

static int port_number(const bd_node *node) {
    const char *port = bd_node_parameter(node, "Port");
    return port ? atoi(port) : 1;
}

/* the end that feeds an input of a block */
static const bd_end *source_of(const bd_node *node, int input) {
    const bd_system *system = node->parent;
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++) {
            const bd_end *end = &system->lines[i].destinations[k];
            if (end->block == node && end->kind == BD_PORT_INPUT && end->index == input)
                return &system->lines[i].source;
        }
    return NULL;
}

/* upwards along the signal to a port that declares a unit */
static const char *unit_before(const bd_node *node, int input) {
    for (int step = 0; step < MOST_STEPS; step++) {
        const bd_end *source = source_of(node, input);
        if (!source)
            return NULL;
        const bd_node *from = source->block;
        if (from->system)
            from = port_block(from->system, BD_KIND_OUTPORT, source->index + 1);
        if (!from || (from->kind != BD_KIND_INPORT && from->kind != BD_KIND_OUTPORT))
            return from ? declared(from) : NULL;
        if (declared(from))
            return declared(from);
        bool leaves = from->kind == BD_KIND_INPORT;
        node = leaves ? from->parent->owner : from;
        input = leaves ? port_number(from) - 1 : 0;
        if (!node)
            return NULL;
    }
    return NULL;
}

static const char *unit_behind(const bd_node *node, int output, int step);

static const char *unit_at_end(const bd_end *end, int step) {
    const bd_node *to = end->block;
    if (to->system)
        to = port_block(to->system, BD_KIND_INPORT, end->index + 1);
    if (!to || (to->kind != BD_KIND_INPORT && to->kind != BD_KIND_OUTPORT) || declared(to))
        return to ? declared(to) : NULL;
    if (to->kind == BD_KIND_INPORT)
        return unit_behind(to, 0, step + 1);
    return to->parent->owner ? unit_behind(to->parent->owner, port_number(to) - 1, step + 1) : NULL;
}

/* downwards: the first reader that declares one */
static const char *unit_behind(const bd_node *node, int output, int step) {
    const bd_system *system = node->parent;
    const char *unit = NULL;
    for (size_t i = 0; i < system->line_count && step < MOST_STEPS; i++) {
        const bd_line *line = &system->lines[i];
        if (line->source.block != node || line->source.index != output)
            continue;
        for (size_t k = 0; k < line->destination_count && !unit; k++)
            unit = unit_at_end(&line->destinations[k], step);
    }
    return unit;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(conversion), 1, 1));
    conversion *c = block->data;
    c->factor = 1.0;
    BD_TRY(bd_cast_read(block, &c->cast));
    BD_TRY(bd_block_read_sample_time(block, NULL));
    const char *from = block->node ? unit_before(block->node, 0) : NULL;
    const char *to = block->node ? unit_behind(block->node, 0, 0) : NULL;
    if (!from || !to || strcmp(from, to) == 0)
        return BD_OK;
    bd_unit a, b;
    if (!bd_unit_read(from, &a) || !bd_unit_read(to, &b))
        return bd_block_fail(block, BD_UNSUPPORTED, "the unit '%.50s' is not known here",
                             bd_unit_read(from, &a) ? to : from);
    if (!bd_unit_same_dimension(&a, &b))
        return bd_block_fail(block, BD_BAD_DIAGRAM, "'%.50s' cannot be converted to '%.50s'", from,
                             to);
    c->factor = a.factor / b.factor;
    c->offset = (a.offset - b.offset) / b.factor;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_complexity(block->inputs, block->outputs));
    return bd_block_out_rule(block) ? bd_propagate_out_type(block, 1) : BD_OK;
}

static bd_status outputs(bd_block *block) {
    const conversion *c = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, bd_port_read(block->inputs, i) * c->factor + c->offset,
                      &c->cast);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "UnitConversion", .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .outputs = outputs);

const bd_block_type *const bd_blocks_unit_conversion[] = {&type, NULL};
