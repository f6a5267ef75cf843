/* Dot Product: y = sum(conj(u1) .* u2); a scalar meets every element */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_cast)));
    bd_cast *cast = block->data;
    BD_TRY(bd_cast_read(block, cast));
    return bd_make_ports(block, 2, 1);
}

static bd_status propagate(bd_block *block) {
    const bd_port *a = &block->inputs[0], *b = &block->inputs[1];
    if (bd_port_has_dims(a) && bd_port_has_dims(b)) {
        int na = bd_shape_width(&a->shape), nb = bd_shape_width(&b->shape);
        if (na != nb && na != 1 && nb != 1)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input 1 has %d elements but input 2 has %d",
                                 na, nb);
    }
    BD_TRY(bd_port_set_width(block->outputs, 1));
    BD_TRY(bd_propagate_out_type(block, 2));
    return bd_propagate_out_complexity(block, 2);
}

static bd_status outputs(bd_block *block) {
    const bd_port *a = &block->inputs[0], *b = &block->inputs[1];
    int n = a->width > b->width ? a->width : b->width;
    double complex sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += conj(bd_port_read(a, i)) * bd_port_read(b, i);
    bd_port_write(block->outputs, 0, sum, block->data);
    return BD_OK;
}

static bd_status outputs_double(bd_block *block) {
    const double *a = bd_input(block, 0), *b = bd_input(block, 1);
    int na = block->inputs[0].width, nb = block->inputs[1].width;
    double sum = 0.0;
    for (int i = 0; i < na || i < nb; i++)
        sum += a[na == 1 ? 0 : i] * b[nb == 1 ? 0 : i];
    *bd_output(block, 0) = sum;
    return BD_OK;
}

static bd_status start(bd_block *block) {
    block->run_outputs = bd_is_plain(block) ? outputs_double : outputs;
    return BD_OK;
}

BD_BLOCK_TYPE(type, "DotProduct", .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .start = start, .outputs = outputs);

const bd_block_type *const bd_blocks_dot_product[] = {&type, NULL};
