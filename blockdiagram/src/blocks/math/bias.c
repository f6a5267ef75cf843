/* Bias: y = u + Bias. Polynomial: y = P(u), coefficients in descending powers (Horner) */
#include "base/fixed.h"
#include "blocks/arithmetic.h"
#include "blocks/families.h"

#include <string.h>

typedef struct bias {
    bd_coefficients constants; /* Bias, or the coefficients */
    bd_cast cast;
} bias;

static bd_status set_up(bd_block *block, const char *name) {
    BD_TRY(bd_block_make_data(block, sizeof(bias)));
    bias *b = block->data;
    BD_TRY(bd_coefficients_read(block, name, &b->constants));
    BD_TRY(bd_cast_read(block, &b->cast));
    return bd_make_ports(block, 1, 1);
}

static bd_status setup_bias(bd_block *block) {
    return set_up(block, "Bias");
}

static bd_status setup_polynomial(bd_block *block) {
    return set_up(block, "Coefs|coefs");
}

static bd_status propagate_types(bd_block *block) {
    const bias *b = block->data;
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    if (b->constants.is_complex)
        return bd_port_set_complexity(block->outputs, 1);
    return bd_propagate_complexity(block->inputs, block->outputs);
}

static bd_status propagate_bias(bd_block *block) {
    const bias *b = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    bd_shape shape = bd_value_shape(b->constants.value, true);
    BD_TRY(propagate_types(block));
    if (bd_shape_is_scalar(&shape))
        return bd_propagate_dims(block, 0, 0);
    if (bd_port_has_dims(u) && !bd_shape_is_scalar(&u->shape) &&
        !bd_shape_same_dims(&u->shape, &shape))
        return bd_block_fail(block, BD_BAD_SIGNAL, "Bias has %d elements but the input has %d",
                             bd_shape_width(&shape), bd_shape_width(&u->shape));
    bool matrix = bd_port_has_dims(u) && u->shape.rank > shape.rank;
    return matrix ? bd_port_set_dims(y, u->shape.rank, u->shape.dims)
                  : bd_port_set_dims(y, shape.rank, shape.dims);
}

static bd_status propagate_polynomial(bd_block *block) {
    BD_TRY(propagate_types(block));
    return bd_propagate_dims(block, 0, 0);
}

/* what is added lies on the grid of the signal's type, but may lie beyond its range */
static double on_grid(int type, double value) {
    bd_fixed grid;
    if (type == BD_LOGICAL || !bd_as_fixed(type, &grid))
        return value;
    return bd_fixed_value(&grid, floor(bd_fixed_stored(&grid, value) + 0.5));
}

static double complex bias_as(int type, const bias *b, int i) {
    const double complex value = bd_coefficient(&b->constants, (size_t)i);
    return CMPLX(on_grid(type, creal(value)), on_grid(type, cimag(value)));
}

static bd_status outputs_bias(bd_block *block) {
    const bias *b = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i,
                      bd_port_read(block->inputs, i) + bias_as(block->inputs->shape.type, b, i),
                      &b->cast);
    return BD_OK;
}

static bd_status outputs_polynomial(bd_block *block) {
    const bias *b = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double complex u = bd_port_read(block->inputs, i), y = 0.0;
        for (size_t k = 0; k < b->constants.count; k++)
            y = y * u + bd_coefficient(&b->constants, k);
        bd_port_write(block->outputs, i, y, &b->cast);
    }
    return BD_OK;
}

static bd_status outputs_polynomial_double(bd_block *block) {
    const bias *b = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    for (int i = 0; i < block->outputs->width; i++) {
        double value = 0.0;
        for (size_t k = 0; k < b->constants.count; k++)
            value = value * u[i] + b->constants.parts[k];
        y[i] = value;
    }
    return BD_OK;
}

static bd_status start_polynomial(bd_block *block) {
    block->run_outputs = bd_is_plain(block) ? outputs_polynomial_double : outputs_polynomial;
    return BD_OK;
}

BD_KERNEL(run_bias, *k->u[0] + k->k[0])

static bool kernel_bias(bd_block *block, bd_kernel *kernel) {
    kernel->k[0] = ((const bias *)block->data)->constants.parts[0];
    return bd_kernel_of_scalars(block, kernel, run_bias);
}

/* the size must stay, ports depend on it */
static bd_status read_again(bd_block *block, const char *name) {
    bias *b = block->data;
    bd_coefficients before = b->constants;
    BD_TRY(bd_coefficients_read(block, name, &b->constants));
    if (b->constants.count != before.count || b->constants.is_complex != before.is_complex)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s may not change its size", name);
    return BD_OK;
}

static bd_status retune_bias(bd_block *block) {
    return read_again(block, "Bias");
}

static bd_status retune_polynomial(bd_block *block) {
    return read_again(block, "Coefs|coefs");
}

BD_BLOCK_TYPE(bias_type, "Bias", .setup = setup_bias, .propagate = propagate_bias,
              .outputs = outputs_bias, .kernel = kernel_bias, .retune = retune_bias);

BD_BLOCK_TYPE(polynomial_type, "Polyval", .setup = setup_polynomial,
              .propagate = propagate_polynomial, .start = start_polynomial,
              .outputs = outputs_polynomial, .retune = retune_polynomial);

const bd_block_type *const bd_blocks_bias[] = {&bias_type, &polynomial_type, NULL};
