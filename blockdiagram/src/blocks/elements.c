/* see elements.h */
#include "blocks/elements.h"

#include <math.h>
#include <string.h>

void bd_copy_element(const bd_port *from, int i, bd_port *to, int j) {
    if (from->width == 1)
        i = 0;
    if (from->shape.type == to->shape.type && from->shape.complexity == to->shape.complexity) {
        size_t size = bd_shape_element_size(&to->shape);
        memcpy((char *)to->data + (size_t)j * size, (const char *)from->data + (size_t)i * size,
               size);
        return;
    }
    bd_port_write(to, j, bd_port_read(from, i), &bd_cast_nearest);
}

void bd_copy_signal(const bd_port *from, bd_port *to) {
    if (from->shape.type == to->shape.type && from->shape.complexity == to->shape.complexity &&
        from->width == to->width) {
        memcpy(to->data, from->data, bd_shape_size(&to->shape));
        return;
    }
    for (int i = 0; i < to->width; i++)
        bd_copy_element(from, i, to, i);
}

bd_status bd_propagate_largest(bd_block *block, int control) {
    bd_port *y = block->outputs;
    int dims[BD_MAX_RANK] = {0}, rank = 0;
    BD_TRY(bd_port_set_width(&block->inputs[control], 1));
    y->shape.variable = true;
    for (int i = 0; i < block->input_count; i++) {
        const bd_shape *u = &block->inputs[i].shape;
        if (i == control)
            continue;
        if (!bd_port_has_dims(&block->inputs[i]))
            return BD_OK;
        if (rank > 0 && u->rank != rank)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d has %d dimensions, others have %d: only sizes may "
                                 "differ",
                                 i + 1, u->rank, rank);
        rank = u->rank;
        for (int d = 0; d < rank; d++)
            dims[d] = u->dims[d] > dims[d] ? u->dims[d] : dims[d];
    }
    return rank > 0 ? bd_port_set_dims(y, rank, dims) : BD_OK;
}

bd_status bd_pass_sized(const bd_port *from, bd_port *to) {
    if (to->sizes)
        BD_TRY(bd_port_resize(to, from->shape.dims));
    bd_copy_signal(from, to);
    return BD_OK;
}

bd_status bd_propagate_dims_with(bd_block *block, int first, int last, size_t parameter_count) {
    bool scalars = true, known = true;
    for (int i = first; i <= last; i++) {
        known = known && bd_port_has_dims(&block->inputs[i]);
        scalars = scalars && (!known || bd_shape_is_scalar(&block->inputs[i].shape));
    }
    if (parameter_count <= 1 || !known || !scalars)
        return bd_propagate_dims(block, first, last);
    for (int i = 0; i < block->output_count; i++)
        BD_TRY(bd_port_set_width(&block->outputs[i], (int)parameter_count));
    return BD_OK;
}

bd_status bd_option(bd_block *block, const char *name, bool *flag) {
    *flag = false;
    return bd_block_flag(block, name, flag);
}

bd_status bd_size_branches(bd_block *block, int modes, int zero_crossings) {
    bool locate = true;
    BD_TRY(bd_block_flag(block, "ZeroCross|ZeroCrossing", &locate));
    bd_block_set_modes(block, modes);
    bd_block_set_zero_crossings(block, locate ? zero_crossings : 0);
    return BD_OK;
}

bd_status bd_set_logical_type(bd_block *block, bd_port *port) {
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    if (type == BD_INHERITED) {
        const char *boolean =
            block->node ? bd_diagram_setting(block->node->parent->diagram, "BooleanDataType")
                        : NULL;
        type = boolean && strcmp(boolean, "off") == 0 ? BD_DOUBLE : BD_LOGICAL;
    }
    BD_TRY(bd_port_set_complexity(port, 0));
    return bd_port_set_type(port, type);
}

bd_status bd_set_type_as(bd_block *block, bd_port *output, bd_port *input) {
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    return type == BD_INHERITED ? bd_propagate_type(input, output) : bd_port_set_type(output, type);
}

bd_status bd_join_types(bd_block *block, int control, bool settle) {
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    bool named = type != BD_INHERITED, types_known = true, parts_known = true;
    int complexity = BD_INHERITED;
    bd_port *y = block->outputs;
    for (int i = 0; i < block->input_count; i++) {
        const bd_port *u = &block->inputs[i];
        if (i == control)
            continue;
        if (u->shape.type == BD_BUS)
            return bd_port_set_bus(y, u->shape.bus);
        types_known = types_known && bd_port_has_type(u);
        parts_known = parts_known && bd_port_has_complexity(u);
        if (bd_port_has_type(u) && !named)
            type = type == BD_INHERITED ? u->shape.type : bd_promote(type, u->shape.type);
        if (u->shape.complexity > complexity)
            complexity = u->shape.complexity;
    }
    if (type != BD_INHERITED && (named || types_known || settle))
        BD_TRY(bd_port_has_type(y) && !named ? BD_OK : bd_port_set_type(y, type));
    if (complexity == 1 || (complexity == 0 && (parts_known || settle)))
        return bd_port_has_complexity(y) && !parts_known ? BD_OK
                                                         : bd_port_set_complexity(y, complexity);
    return BD_OK;
}

bd_status bd_join_defaults(bd_block *block, int control, bd_attribute what) {
    if (what != BD_DIMENSIONS)
        return bd_join_types(block, control, true);
    /* only scalars are known: let the signal be one */
    for (int i = 0; i < block->input_count; i++)
        if (i != control && bd_port_has_dims(&block->inputs[i]))
            return bd_port_has_dims(block->outputs)
                       ? BD_OK
                       : bd_port_set_dims(block->outputs, block->inputs[i].shape.rank,
                                          block->inputs[i].shape.dims);
    return BD_OK;
}

bd_status bd_read_numbers(bd_block *block, const char *names, const char *called,
                          const bd_value **value) {
    BD_TRY(bd_block_value(block, names, value));
    if (!bd_value_is_number_like(*value) || bd_value_is_empty(*value))
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be numbers", called);
    return BD_OK;
}

bd_status bd_setup_ports(bd_block *block, size_t data_size, int inputs, int outputs) {
    if (data_size > 0 && !block->data)
        BD_TRY(bd_block_make_data(block, data_size));
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, outputs));
    bd_block_set_all_feedthrough(block);
    return BD_OK;
}

bd_status bd_require_discrete_rate(bd_block *block) {
    return bd_sample_is_discrete(block->rates->sample_time) || block->clock->fixed_step
               ? BD_OK
               : bd_block_fail(block, BD_BAD_SIGNAL, "needs a discrete sample time");
}

bd_status bd_size_discrete(bd_block *block, const char *name, const bd_reals *initial) {
    bd_block_set_discrete_states(block, block->outputs->width);
    return bd_reals_fit(block, name, initial, block->outputs->width);
}

bd_status bd_read_sizes(bd_block *block, const char *name, int most, int *rank, int *sizes) {
    const double *numbers;
    size_t count;
    double width = 1.0;
    *rank = 0;
    if (!bd_block_text(block, name))
        return BD_OK;
    BD_TRY(bd_block_numbers(block, name, &numbers, &count));
    if (count == 0 || numbers[0] == -1.0)
        return BD_OK;
    for (size_t i = 0; i < count; i++) {
        if (count > (size_t)most || !(numbers[i] >= 1.0 && (width *= numbers[i]) < 1e8) ||
            numbers[i] != floor(numbers[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%.*s must be sizes or -1",
                                 (int)strcspn(name, "|"), name);
        sizes[i] = (int)numbers[i];
    }
    *rank = (int)count;
    return BD_OK;
}

bd_status bd_setup_values(bd_block *block, size_t data_size, int inputs, int outputs,
                          bd_status (*read)(bd_block *block)) {
    BD_TRY(bd_setup_ports(block, data_size, inputs, outputs));
    BD_TRY(read(block));
    return bd_block_read_sample_time(block, NULL);
}

bd_status bd_require_numbers(bd_block *block, int input) {
    bd_port *u = &block->inputs[input];
    if (u->shape.type == BD_BUS)
        return bd_block_fail(block, BD_BAD_SIGNAL, "input %d must be numbers, not a %s", input + 1,
                             u->shape.bus && *u->shape.bus->name ? u->shape.bus->name : "bus");
    return bd_port_set_complexity(u, 0);
}

bd_status bd_require_fitting(bd_block *block, int input) {
    const int n = block->inputs[input].width;
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].width != 1 && block->inputs[i].width != n)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d has %d elements but input %d has %d", i + 1,
                                 block->inputs[i].width, input + 1, n);
    return BD_OK;
}
