/* learning about ports: set what is unknown, check what is known, remember that something changed
 */
#include "engine/engine.h"

#include "base/fixed.h"

#include <limits.h>
#include <string.h>

#define MAX_WIDTH 12500000 /* 100 MB of doubles */

static void mark_changed(bd_port *port) {
    bd_model *model = port->block->engine->compiling;
    if (!model) /* all neighbours of a run's block know theirs */
        return;
    model->propagation_changed = true;
    bd_block_queue(port->block);
    if (port->net)
        bd_net_queue(model, port->net);
}

static const char *side(const bd_port *port) {
    return port->is_input ? "input" : "output";
}

static bd_status conflict(bd_port *port, const bd_shape *wanted) {
    char have[128], need[128];
    bd_shape_text(&port->shape, have, sizeof have);
    bd_shape_text(wanted, need, sizeof need);
    return bd_block_fail(port->block, BD_BAD_SIGNAL, "%s %d is %s but must be %s", side(port),
                         port->index + 1, have, need);
}

bd_status bd_port_set_dims(bd_port *port, int rank, const int *dims) {
    if (rank < 1 || rank > BD_MAX_RANK)
        return bd_block_fail(port->block, BD_BAD_SIGNAL, "%s %d cannot have %d dimensions",
                             side(port), port->index + 1, rank);
    bd_shape wanted = port->shape;
    wanted.rank = rank;
    long width = 1;
    for (int i = 0; i < rank; i++) {
        wanted.dims[i] = dims[i];
        if (dims[i] < 1 || (width *= dims[i]) > MAX_WIDTH)
            return bd_block_fail(port->block, BD_BAD_SIGNAL,
                                 "%s %d cannot have a dimension of %d or that many elements",
                                 side(port), port->index + 1, dims[i]);
    }
    if (bd_port_has_dims(port))
        return bd_shape_same_dims(&port->shape, &wanted) ? BD_OK : conflict(port, &wanted);
    port->shape = wanted;
    mark_changed(port);
    return BD_OK;
}

bd_status bd_port_set_width(bd_port *port, int width) {
    return bd_port_set_dims(port, 1, &width);
}

bd_status bd_port_set_type(bd_port *port, int type) {
    if (port->shape.type == type)
        return BD_OK;
    if (bd_port_has_type(port)) {
        bd_shape wanted = port->shape;
        wanted.type = type;
        return conflict(port, &wanted);
    }
    bool known =
        (type >= BD_DOUBLE && type <= BD_UINT64) || type == BD_FUNCTION_CALL || bd_fixed_of(type);
    if (!known)
        return bd_block_fail(port->block, BD_BAD_SIGNAL, "%s %d cannot have data type %d",
                             side(port), port->index + 1, type);
    port->shape.type = type;
    mark_changed(port);
    return BD_OK;
}

bd_status bd_port_set_complexity(bd_port *port, int complexity) {
    if (port->shape.complexity == complexity)
        return BD_OK;
    if (bd_port_has_complexity(port))
        return bd_block_fail(port->block, BD_BAD_SIGNAL, "%s %d is %s but must be %s", side(port),
                             port->index + 1, complexity ? "real" : "complex",
                             complexity ? "complex" : "real");
    port->shape.complexity = complexity;
    mark_changed(port);
    return BD_OK;
}

bd_status bd_port_set_bus(bd_port *port, const bd_bus *bus) {
    if (port->shape.type == BD_BUS && port->shape.bus) {
        bd_shape wanted = {.type = BD_BUS, .bus = bus};
        if (bd_shape_same_type(&port->shape, &wanted))
            return BD_OK;
        return bd_block_fail(port->block, BD_BAD_SIGNAL, "%s %d carries another bus", side(port),
                             port->index + 1);
    }
    if (bd_port_has_type(port) && port->shape.type != BD_BUS) {
        bd_shape wanted = port->shape;
        wanted.type = BD_BUS;
        return conflict(port, &wanted);
    }
    port->shape.type = BD_BUS;
    port->shape.bus = bus;
    if (!bd_port_has_complexity(port))
        port->shape.complexity = 0;
    mark_changed(port);
    return BD_OK;
}

bd_status bd_port_set_shape(bd_port *port, const bd_shape *shape) {
    if (shape->rank != BD_INHERITED)
        BD_TRY(bd_port_set_dims(port, shape->rank, shape->dims));
    if (shape->type == BD_BUS)
        return bd_port_set_bus(port, shape->bus);
    if (shape->type != BD_INHERITED)
        BD_TRY(bd_port_set_type(port, shape->type));
    if (shape->complexity != BD_INHERITED)
        BD_TRY(bd_port_set_complexity(port, shape->complexity));
    return BD_OK;
}

bd_status bd_propagate_type(bd_port *a, bd_port *b) {
    if (a->shape.type == BD_BUS)
        return bd_port_set_bus(b, a->shape.bus);
    if (b->shape.type == BD_BUS)
        return bd_port_set_bus(a, b->shape.bus);
    if (bd_port_has_type(a))
        return bd_port_set_type(b, a->shape.type);
    return bd_port_has_type(b) ? bd_port_set_type(a, b->shape.type) : BD_OK;
}

bd_status bd_propagate_complexity(bd_port *a, bd_port *b) {
    if (bd_port_has_complexity(a))
        return bd_port_set_complexity(b, a->shape.complexity);
    return bd_port_has_complexity(b) ? bd_port_set_complexity(a, b->shape.complexity) : BD_OK;
}

bd_status bd_propagate_dims(bd_block *block, int first_input, int last_input) {
    const bd_port *wide = NULL, *narrow = NULL;
    bool all_known = true;
    for (int i = first_input; i <= last_input; i++) {
        const bd_port *u = &block->inputs[i];
        if (!bd_port_has_dims(u))
            all_known = false;
        else if (bd_shape_is_scalar(&u->shape))
            narrow = narrow ? narrow : u;
        /* a matrix says more than a vector of the same length */
        else if (!wide || (u->shape.rank > wide->shape.rank))
            wide = u;
    }
    for (int i = first_input; wide && i <= last_input; i++) {
        const bd_port *u = &block->inputs[i];
        if (bd_port_has_dims(u) && !bd_shape_is_scalar(&u->shape) &&
            !bd_shape_same_dims(&u->shape, &wide->shape)) {
            char a[64], b[64];
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d is %s but input %d is %s: dimensions differ",
                                 wide->index + 1, bd_shape_text(&wide->shape, a, sizeof a), i + 1,
                                 bd_shape_text(&u->shape, b, sizeof b));
        }
    }
    const bd_port *from = wide ? wide : all_known ? narrow : NULL;
    for (int i = 0; from && i < block->output_count; i++)
        BD_TRY(bd_port_set_dims(&block->outputs[i], from->shape.rank, from->shape.dims));
    /* a single input cannot be anything else than the output */
    const bd_port *y = block->output_count ? block->outputs : NULL;
    if (!from && y && first_input == last_input && bd_port_has_dims(y))
        BD_TRY(bd_port_set_dims(&block->inputs[first_input], y->shape.rank, y->shape.dims));
    return BD_OK;
}

bd_status bd_propagate_same(bd_block *block) {
    if (block->input_count > 0)
        BD_TRY(bd_propagate_dims(block, 0, block->input_count - 1));
    bd_port *first = block->input_count ? block->inputs : block->outputs;
    if (!block->input_count && !block->output_count)
        return BD_OK;
    int count = block->input_count + block->output_count;
    /* twice, so that what the last port knows reaches all others */
    for (int k = 0; k < 2 * count; k++) {
        int i = k % count;
        bd_port *port =
            i < block->input_count ? &block->inputs[i] : &block->outputs[i - block->input_count];
        BD_TRY(bd_propagate_type(first, port));
        BD_TRY(bd_propagate_complexity(first, port));
    }
    return BD_OK;
}

static bd_status for_all_ports(bd_block *block, bd_status (*set)(bd_port *, int), int value) {
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(set(&block->inputs[i], value));
    for (int i = 0; i < block->output_count; i++)
        BD_TRY(set(&block->outputs[i], value));
    return BD_OK;
}

/* values of a fixed-point type are doubles in memory: they can be read as such */
static bd_status be_double(bd_port *port, int type) {
    if (port->is_input && bd_fixed_of(port->shape.type)) {
        bd_block_warn(port->block,
                      "computes in double; its fixed-point input has no effect on rounding");
        return BD_OK;
    }
    return bd_port_set_type(port, type);
}

bd_status bd_require_double(bd_block *block) {
    return for_all_ports(block, be_double, BD_DOUBLE);
}

bd_status bd_require_real(bd_block *block) {
    return for_all_ports(block, bd_port_set_complexity, 0);
}
