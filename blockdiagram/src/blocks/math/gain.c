/* Gain: y = K .* u, K*u, u*K or K*u with u taken as a column; Slider Gain. The example of a
 * stateless block.
 *
 * With an integer input K first becomes a number of its own type, as documented: that of the input
 * ("Same as input"), the one that is named, or by the internal rule the fixed-point type with as
 * many bits as the input and the finest steps that still reach K */
#include "blocks/arithmetic.h"
#include "blocks/families.h"
#include "base/fixed.h"

#include <stddef.h>
#include <string.h>

typedef enum gain_rule { ELEMENTWISE, K_TIMES_U, U_TIMES_K, K_TIMES_VECTOR } gain_rule;

typedef struct gain {
    gain_rule rule;
    const char *name; /* of the parameter */
    bd_coefficients k;
    bd_shape k_shape;
    bd_cast cast;
    int rows, inner, columns; /* of the product, as matrices */
} gain;

static bd_status setup(bd_block *block) {
    static const char *const rules[] = {"Element-wise(K.*u)", "Matrix(K*u)", "Matrix(u*K)",
                                        "Matrix(K*u) (u vector)", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(gain)));
    gain *g = block->data;
    int rule = 0;
    g->name = strcmp(block->type->name, "Gain") == 0 ? "Gain" : "gain";
    BD_TRY(bd_block_choice(block, "Multiplication", rules, &rule));
    BD_TRY(bd_coefficients_read(block, g->name, &g->k));
    BD_TRY(bd_cast_read(block, &g->cast));
    BD_TRY(bd_block_read_sample_time(block, NULL));
    /* by a scalar every product is the element-wise one */
    g->rule = g->k.count == 1 ? ELEMENTWISE : (gain_rule)rule;
    g->k_shape = bd_value_shape(g->k.value, g->rule == ELEMENTWISE);

    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    return BD_OK;
}

static const char *parameter_rule(const bd_block *block) {
    return bd_block_text(block, "ParamDataTypeStr|ParameterDataTypeMode");
}

static bool has_internal_parameter(const bd_block *block) {
    return bd_type_rule_of(parameter_rule(block)) == BD_RULE_INTERNAL;
}

/* the type that K takes on, BD_DOUBLE for none in particular */
static bd_status parameter_type(bd_block *block, int *type) {
    const char *rule = parameter_rule(block);
    int input = block->inputs->shape.type;
    *type = BD_DOUBLE;
    if (bd_type_is_float(input) || has_internal_parameter(block))
        return BD_OK;
    if (bd_type_rule_of(rule) == BD_RULE_SAME_AS_INPUT) {
        *type = input;
        return BD_OK;
    }
    bool dialog = rule && strcmp(rule, "Specify via dialog") == 0;
    bd_status status = bd_block_data_type(
        block, dialog ? "ParameterDataType" : "ParamDataTypeStr|ParameterDataTypeMode", type);
    if (*type == BD_INHERITED)
        *type = BD_DOUBLE;
    return status;
}

static bool k_is_signed(const gain *g, const bd_fixed *input) {
    bool is_signed = input->is_signed;
    size_t count = g->k.count * (g->k.is_complex ? 2 : 1);
    for (size_t i = 0; i < count; i++)
        is_signed = is_signed || g->k.parts[i] < 0.0;
    return is_signed;
}

static bd_status quantise(bd_block *block) {
    gain *g = block->data;
    int type, input = block->inputs->shape.type;
    size_t count = g->k.count * (g->k.is_complex ? 2 : 1);
    bd_fixed fixed;
    if (!bd_type_is_float(input) && input != BD_LOGICAL && bd_as_fixed(input, &fixed) &&
        has_internal_parameter(block))
        bd_round_to_best_precision(g->k.parts, count, fixed.bits, k_is_signed(g, &fixed));
    BD_TRY(parameter_type(block, &type));
    for (size_t i = 0; type != BD_DOUBLE && i < count; i++) {
        double element;
        bd_cast_store(&bd_cast_nearest, &element, type, 0, g->k.parts[i]);
        g->k.parts[i] = bd_element_read(&element, type, 0);
    }
    return BD_OK;
}

/* the output for an integer or fixed-point input: the bits and slopes of both factors together.
 * Integers stay integers */
static bd_status propagate_internal(bd_block *block) {
    const gain *g = block->data;
    const bd_port *u = block->inputs;
    bd_fixed input, factor;
    int type;
    BD_TRY(parameter_type(block, &type));
    size_t count = g->k.count * (g->k.is_complex ? 2 : 1);
    if (!bd_as_fixed(u->shape.type, &input) || input.bias != 0.0 || g->rule != ELEMENTWISE ||
        (type != BD_DOUBLE && !bd_as_fixed(type, &factor)) || u->shape.type == BD_LOGICAL)
        return bd_out_is_ideal(block);
    if (type == BD_DOUBLE) {
        bool is_signed = k_is_signed(g, &input);
        factor = (bd_fixed){is_signed, input.bits,
                            bd_best_slope(g->k.parts, count, input.bits, is_signed), 0.0};
    }
    bd_fixed product = {input.is_signed || factor.is_signed, input.bits + factor.bits,
                        input.slope * factor.slope, 0.0};
    int ideal = product.slope == 1.0 && bd_type_is_integer(u->shape.type)
                    ? bd_integer_of(product.bits, product.is_signed)
                    : bd_fixed_type(&product);
    return ideal == BD_INHERITED || factor.bias != 0.0 ? bd_out_is_ideal(block)
                                                       : bd_port_set_type(block->outputs, ideal);
}

static bd_status retune(bd_block *block) {
    gain *g = block->data;
    bd_shape before = g->k_shape;
    BD_TRY(bd_coefficients_read(block, g->name, &g->k));
    bd_shape now = bd_value_shape(g->k.value, g->rule == ELEMENTWISE);
    if (!bd_shape_same_dims(&before, &now) ||
        (g->k.is_complex && !block->outputs->shape.complexity))
        return bd_block_fail(block, BD_BAD_PARAMETER, "Gain may not change its size");
    return quantise(block);
}

/* dimensions of a matrix product; a vector is a column on the right of K and a row on its left */
static bd_status propagate_product(bd_block *block) {
    gain *g = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    int k_rows = g->k_shape.dims[0], k_columns = g->k_shape.dims[1];
    if (!bd_port_has_dims(u))
        return g->rule == K_TIMES_VECTOR ? bd_port_set_width(y, k_rows) : BD_OK;
    if (u->shape.rank > 2)
        return bd_block_fail(block, BD_BAD_SIGNAL, "a matrix product needs a vector or a matrix");
    bool vector = u->shape.rank == 1;
    int inner = g->rule == U_TIMES_K ? k_rows : k_columns;
    if (vector && u->shape.dims[0] == 1) { /* a scalar scales the whole matrix */
        return bd_port_set_dims(y, 2, g->k_shape.dims);
    }
    int u_rows = u->shape.dims[0], u_columns = vector ? 1 : u->shape.dims[1];
    if (g->rule == K_TIMES_VECTOR) {
        if (u_rows * u_columns != inner)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "Gain is %dx%d but the input has %d elements", k_rows, k_columns,
                                 u_rows * u_columns);
        return bd_port_set_width(y, k_rows);
    }
    if (g->rule == U_TIMES_K) {
        if (vector && u_rows == inner)
            return bd_port_set_width(y, k_columns);
        if (u_columns != inner)
            return bd_block_fail(block, BD_BAD_SIGNAL, "Gain is %dx%d but the input is %dx%d",
                                 k_rows, k_columns, u_rows, u_columns);
        return bd_port_set_dims(y, 2, (int[]){u_rows, k_columns});
    }
    if (u_rows != inner)
        return bd_block_fail(block, BD_BAD_SIGNAL, "Gain is %dx%d but the input has %d rows",
                             k_rows, k_columns, u_rows);
    if (vector)
        return bd_port_set_width(y, k_rows);
    return bd_port_set_dims(y, 2, (int[]){k_rows, u_columns});
}

static bd_status propagate_elementwise(bd_block *block) {
    gain *g = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    bool k_scalar = bd_shape_is_scalar(&g->k_shape);
    if (bd_port_has_dims(u)) {
        bool expand = bd_shape_is_scalar(&u->shape) && !k_scalar;
        if (!expand && !k_scalar && !bd_shape_same_dims(&u->shape, &g->k_shape))
            return bd_block_fail(block, BD_BAD_SIGNAL, "Gain has %d elements but the input has %d",
                                 bd_shape_width(&g->k_shape), bd_shape_width(&u->shape));
        const bd_shape *from = expand ? &g->k_shape : &u->shape;
        return bd_port_set_dims(y, from->rank, from->dims);
    }
    if (!k_scalar)
        return bd_port_set_dims(y, g->k_shape.rank, g->k_shape.dims);
    return bd_port_has_dims(y) ? bd_port_set_dims(u, y->shape.rank, y->shape.dims) : BD_OK;
}

static bd_status propagate(bd_block *block) {
    gain *g = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(g->rule == ELEMENTWISE ? propagate_elementwise(block) : propagate_product(block));
    BD_TRY(bd_out_is_internal(block, 1) ? propagate_internal(block)
                                        : bd_propagate_out_type(block, 1));
    if (g->k.is_complex)
        return bd_port_set_complexity(y, 1);
    return bd_propagate_complexity(u, y);
}

static bd_status outputs_scalar(bd_block *block) {
    const gain *g = block->data;
    *bd_output(block, 0) = g->k.parts[0] * *bd_input(block, 0);
    return BD_OK;
}

static bool kernel(bd_block *block, bd_kernel *kernel) {
    if (block->run_outputs != outputs_scalar)
        return false;
    kernel->run = bd_kernel_scale;
    kernel->u[0] = bd_input(block, 0);
    kernel->y = bd_output(block, 0);
    kernel->k[0] = ((const gain *)block->data)->k.parts[0];
    return true;
}

static bd_status outputs_elementwise_double(bd_block *block) {
    const gain *g = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    int n = block->outputs->width;
    int ku = block->inputs->width == 1 ? 0 : 1, kk = g->k.count == 1 ? 0 : 1;
    for (int i = 0; i < n; i++)
        y[i] = g->k.parts[i * kk] * u[i * ku];
    return BD_OK;
}

/* any types: element by element through doubles */
static bd_status outputs_elementwise(bd_block *block) {
    const gain *g = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i,
                      bd_coefficient(&g->k, (size_t)i) * bd_port_read(block->inputs, i), &g->cast);
    return BD_OK;
}

static bd_status outputs_product_double(bd_block *block) {
    const gain *g = block->data;
    bool k_left = g->rule != U_TIMES_K;
    const double *a = k_left ? g->k.parts : bd_input(block, 0);
    const double *b = k_left ? bd_input(block, 0) : g->k.parts;
    double *y = bd_output(block, 0);
    for (int c = 0; c < g->columns; c++)
        for (int r = 0; r < g->rows; r++) {
            double sum = 0.0;
            for (int i = 0; i < g->inner; i++)
                sum += a[r + i * g->rows] * b[i + c * g->inner];
            y[r + c * g->rows] = sum;
        }
    return BD_OK;
}

static bd_status outputs_product(bd_block *block) {
    const gain *g = block->data;
    bool k_left = g->rule != U_TIMES_K;
    for (int c = 0; c < g->columns; c++)
        for (int r = 0; r < g->rows; r++) {
            double complex sum = 0.0;
            for (int i = 0; i < g->inner; i++) {
                int a = r + i * g->rows, b = i + c * g->inner;
                sum += bd_coefficient(&g->k, (size_t)(k_left ? a : b)) *
                       bd_port_read(block->inputs, k_left ? b : a);
            }
            bd_port_write(block->outputs, r + c * g->rows, sum, &g->cast);
        }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    gain *g = block->data;
    const bd_port *u = block->inputs;
    if (g->rule != ELEMENTWISE && u->width != 1) {
        int k_rows = g->k_shape.dims[0], k_columns = g->k_shape.dims[1];
        g->inner = g->rule == U_TIMES_K ? k_rows : k_columns;
        g->rows = g->rule == U_TIMES_K ? u->width / g->inner : k_rows;
        g->columns = g->rule == U_TIMES_K ? k_columns : u->width / g->inner;
    }
    return quantise(block);
}

static bd_status start(bd_block *block) {
    const gain *g = block->data;
    const bd_port *u = block->inputs, *y = block->outputs;
    bool doubles = u->shape.type == BD_DOUBLE && y->shape.type == BD_DOUBLE &&
                   u->shape.complexity == 0 && y->shape.complexity == 0;
    if (g->rule == ELEMENTWISE || u->width == 1)
        block->run_outputs = !doubles        ? outputs_elementwise
                             : y->width == 1 ? outputs_scalar
                                             : outputs_elementwise_double;
    else
        block->run_outputs = doubles ? outputs_product_double : outputs_product;
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    return ((const gain *)block->data)->k.count == 1 ? BD_VARIABLE_ALIKE : BD_REFUSES_VARIABLE;
}

#define GAIN_TYPE(identifier, type_name)                                                           \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .start = start, .outputs = outputs_scalar, .kernel = kernel, .retune = retune,   \
                  .variable = variable)

GAIN_TYPE(gain_type, "Gain");
GAIN_TYPE(slider_type, "Slider Gain");

const bd_block_type *const bd_blocks_gain[] = {&gain_type, &slider_type, NULL};
