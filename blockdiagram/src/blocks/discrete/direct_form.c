/* Transfer Fcn Direct Form II, with coefficients of its own or (Time Varying) from ports: powers of
 * 1/z; the denominator is given without its first coefficient, which is 1.
 *
 *   w(n) = u(n) - a1 w(n-1) - …,   y(n) = b0 w(n) + b1 w(n-1) + … */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct direct_form {
    bool ports;
    bd_reals top, bottom, initial;
} direct_form;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(direct_form)));
    direct_form *f = block->data;
    f->ports = strstr(block->type->name, "Varying") != NULL;
    BD_TRY(bd_block_set_inputs(block, f->ports ? 3 : 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    if (!f->ports) {
        BD_TRY(bd_reals_read(block, "NumCoefVec|Numerator", &f->top));
        BD_TRY(bd_reals_read(block, "DenCoefVec|Denominator", &f->bottom));
    }
    BD_TRY(bd_reals_read(block, "vinit|InitialCondition", &f->initial));
    return bd_read_discrete_rate(block, "tsamp|SampleTime");
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->inputs, 1));
    return bd_port_set_width(block->outputs, 1);
}

static int order_of(const bd_block *block) {
    const direct_form *f = block->data;
    int top = f->ports ? block->inputs[1].width : (int)f->top.count;
    int bottom = f->ports ? block->inputs[2].width : (int)f->bottom.count;
    return top - 1 > bottom ? top - 1 : bottom;
}

static bd_status size(bd_block *block) {
    const direct_form *f = block->data;
    int order = order_of(block);
    bd_block_set_discrete_states(block, order);
    bd_block_set_sums(block, order);
    return bd_reals_fit(block, "vinit", &f->initial, order);
}

static bd_status initialise(bd_block *block) {
    const direct_form *f = block->data;
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = bd_real(&f->initial, i);
    return BD_OK;
}

static const double *coefficients(const bd_block *block, int which, int *count) {
    const direct_form *f = block->data;
    const bd_reals *own = which == 1 ? &f->top : &f->bottom;
    *count = f->ports ? block->inputs[which].width : (int)own->count;
    return f->ports ? bd_input(block, which) : own->values;
}

static double inner(const bd_block *block) {
    int count;
    const double *a = coefficients(block, 2, &count);
    double w = *bd_input(block, 0);
    for (int i = 0; i < count; i++)
        w -= a[i] * block->discrete[i];
    return w;
}

static bd_status outputs(bd_block *block) {
    int count;
    const double *b = coefficients(block, 1, &count);
    double y = b[0] * inner(block);
    for (int i = 1; i < count; i++)
        y += b[i] * block->discrete[i - 1];
    *bd_output(block, 0) = y;
    return BD_OK;
}

static bd_status update(bd_block *block) {
    double w = inner(block);
    int n = block->discrete_count;
    if (n == 0)
        return BD_OK;
    memmove(block->discrete + 1, block->discrete, (size_t)(n - 1) * sizeof *block->discrete);
    block->discrete[0] = w;
    return BD_OK;
}

#define DIRECT_FORM(identifier, type_name)                                                         \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .initialise = initialise, .outputs = outputs, .update = update)

DIRECT_FORM(fixed, "Transfer Fcn Direct Form II");
DIRECT_FORM(varying, "Transfer Fcn Direct Form II Time Varying");

const bd_block_type *const bd_blocks_direct_form[] = {&fixed, &varying, NULL};
