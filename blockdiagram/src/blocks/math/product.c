/* Product, element by element: "*" and "/" over inputs; one input: the product of its elements, or
 * along one dimension. The matrix product is in product_matrix.c */
#include "blocks/math/product.h"
#include "blocks/families.h"

#include <string.h>

static bd_status setup(bd_block *block) {
    static const char *const rules[] = {"Element-wise(.*)", "Matrix(*)", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(bd_product)));
    bd_product *p = block->data;
    int rule = 0;
    BD_TRY(bd_operators_read(block, "*/", &p->operators, &p->count));
    BD_TRY(bd_block_choice(block, "Multiplication", rules, &rule));
    BD_TRY(bd_collapse_read(block, &p->collapse));
    BD_TRY(bd_cast_read(block, &p->cast));
    BD_TRY(bd_make_ports(block, p->count, 1));
    p->matrix = rule == 1;
    return BD_OK;
}

/* factors of integers: the bits add up; a quotient, or more than 32 bits, has no type of its own
 * here */
static bd_status propagate_internal(bd_block *block) {
    const bd_product *p = block->data;
    int bits = 0;
    bool is_signed = false;
    for (int i = 0; i < p->count; i++) {
        int type = block->inputs[i].shape.type;
        bits += bd_type_bits(type); /* none of a logical one: it changes no width */
        is_signed = is_signed || bd_type_is_signed(type);
    }
    if (bits == 0)
        return bd_propagate_out_type(block, p->count);
    int type = bd_integer_of(bits, is_signed);
    if (p->matrix || p->count == 1 || strchr(p->operators, '/') || type == BD_INHERITED) {
        bd_block_warn(block,
                      "the internal rule for this product of integers depends on the target; "
                      "here its type is that of the widest input");
        return bd_propagate_out_type(block, p->count);
    }
    return bd_port_set_type(block->outputs, type);
}

static bd_status propagate(bd_block *block) {
    const bd_product *p = block->data;
    BD_TRY(p->matrix       ? bd_product_matrix_propagate(block)
           : p->count == 1 ? bd_collapse_propagate(block, &p->collapse)
                           : bd_propagate_dims(block, 0, p->count - 1));
    const bool quotient = strchr(p->operators, '/') || p->matrix || p->count == 1;
    const int fixed = quotient ? BD_INHERITED : bd_fixed_product(block, p->count);
    BD_TRY(fixed != BD_INHERITED                 ? bd_port_set_type(block->outputs, fixed)
           : bd_out_is_internal(block, p->count) ? propagate_internal(block)
                                                 : bd_propagate_out_type(block, p->count));
    return bd_propagate_out_complexity(block, p->count);
}

static bd_status defaults(bd_block *block, bd_attribute what) {
    const bd_product *p = block->data;
    bool unclear = what == BD_DIMENSIONS && (p->matrix || p->count == 1);
    return unclear ? BD_OK : bd_default_elementwise(block, what);
}

BD_KERNEL(run_multiply, *k->u[0] * *k->u[1])
BD_KERNEL(run_divide, *k->u[0] / *k->u[1])
BD_KERNEL(run_multiply_three, *k->u[0] * *k->u[1] * *k->u[2])

/* from the left; a first "/" divides 1 */
static bd_status outputs_double(bd_block *block) {
    const bd_product *p = block->data;
    double *y = bd_output(block, 0);
    int n = block->outputs->width;
    for (int i = 0; i < p->count; i++) {
        const double *u = bd_input(block, i);
        int step = block->inputs[i].width == 1 ? 0 : 1;
        if (p->operators[i] == '/')
            for (int j = 0; j < n; j++)
                y[j] = (i == 0 ? 1.0 : y[j]) / u[j * step];
        else
            for (int j = 0; j < n; j++)
                y[j] = i == 0 ? u[j * step] : y[j] * u[j * step];
    }
    return BD_OK;
}

/* real numbers must not take the way of complex ones, whose division rounds differently */
static double complex combine(double complex a, double complex b, char operation) {
    if (cimag(a) == 0.0 && cimag(b) == 0.0)
        return operation == '/' ? creal(a) / creal(b) : creal(a) * creal(b);
    return operation == '/' ? a / b : a * b;
}

static bd_status outputs_any(bd_block *block) {
    const bd_product *p = block->data;
    for (int j = 0; j < block->outputs->width; j++) {
        double complex value = 1.0;
        for (int i = 0; i < p->count; i++)
            value = combine(value, bd_port_read(&block->inputs[i], j), p->operators[i]);
        bd_port_write(block->outputs, j, value, &p->cast);
    }
    return BD_OK;
}

static bd_status outputs_collapsed(bd_block *block) {
    const bd_product *p = block->data;
    const bd_strides n = bd_collapse_strides(&block->inputs->shape, &p->collapse);
    for (int k = 0; k < n.after; k++)
        for (int i = 0; i < n.before; i++) {
            double complex value = 1.0;
            for (int j = 0; j < n.along; j++)
                value =
                    combine(value, bd_port_read(block->inputs, i + n.before * (j + n.along * k)),
                            p->operators[0]);
            bd_port_write(block->outputs, i + n.before * k, value, &p->cast);
        }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    bd_product *p = block->data;
    if (!p->matrix && p->count == 1)
        p->strides = bd_collapse_strides(&block->inputs->shape, &p->collapse);
    return p->matrix ? bd_product_matrix_size(block) : BD_OK;
}

static bd_status start(bd_block *block) {
    const bd_product *p = block->data;
    if (p->matrix) {
        block->run_outputs = bd_product_matrix_outputs;
    } else if (p->count == 1) {
        block->run_outputs = outputs_collapsed;
    } else {
        block->run_outputs = bd_is_plain(block) ? outputs_double : outputs_any;
    }
    return BD_OK;
}

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const bd_product *p = block->data;
    if (block->run_outputs != outputs_double || block->outputs->width != 1)
        return false;
    if (strcmp(p->operators, "**") == 0)
        kernel->run = run_multiply;
    else if (strcmp(p->operators, "*/") == 0)
        kernel->run = run_divide;
    else if (strcmp(p->operators, "***") == 0)
        kernel->run = run_multiply_three;
    else
        return false;
    for (int i = 0; i < p->count; i++)
        kernel->u[i] = bd_input(block, i);
    kernel->y = bd_output(block, 0);
    return true;
}

/* one input of variable size is multiplied whole; along one of its dimensions it would stay one */
static bd_variable_rule variable(const bd_block *block) {
    const bd_product *s = block->data;
    return s->matrix                    ? BD_REFUSES_VARIABLE
           : s->count > 1               ? BD_VARIABLE_ALIKE
           : s->collapse.dimension >= 0 ? BD_REFUSES_VARIABLE
                                        : BD_VARIABLE_INPUTS;
}

BD_BLOCK_TYPE(type, "Product", .setup = setup, .variable = variable, .propagate = propagate,
              .defaults = defaults, .size = size, .start = start, .outputs = outputs_any,
              .kernel = kernel);

const bd_block_type *const bd_blocks_product[] = {&type, NULL};
