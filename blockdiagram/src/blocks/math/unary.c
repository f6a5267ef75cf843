/* functions applied to each element: the frame that Abs, Math, Trigonometry and kin share */
#include "blocks/math/unary.h"

bd_status bd_unary_read(bd_block *block, bd_unary_data *data, const char *const *operators,
                        int *choice) {
    static const char *const outputs[] = {"auto", "real", "complex", NULL};
    static const int complexities[] = {BD_INHERITED, 0, 1};
    int output = 0;
    BD_TRY(bd_block_choice(block, "Operator", operators, choice));
    BD_TRY(bd_block_choice(block, "OutputSignalType", outputs, &output));
    data->out_complexity = complexities[output];
    return BD_OK;
}

bd_status bd_unary_setup(bd_block *block, bd_unary_data *data) {
    block->data = data;
    BD_TRY(bd_cast_read(block, &data->cast));
    return bd_make_ports(block, 1, 1);
}

bd_status bd_unary_propagate(bd_block *block) {
    const bd_unary_data *data = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    if (data->function->float_only && bd_port_has_type(u) && !bd_type_is_float(u->shape.type))
        return bd_block_fail(block, BD_BAD_SIGNAL,
                             "the function needs a floating-point input (double or single)");
    if (u->shape.complexity == 1 && !data->function->complex_valued)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the function is not defined for complex input");
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_out_type(block, 1));
    if (data->function->to_real || data->out_complexity == 0)
        return bd_port_set_complexity(y, 0);
    if (data->out_complexity == 1)
        return bd_port_set_complexity(y, 1);
    return bd_propagate_complexity(u, y);
}

static bd_status outputs_double(bd_block *block) {
    const bd_unary_data *data = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    double (*f)(double) = data->function->real;
    for (int i = 0; i < block->outputs->width; i++)
        y[i] = f(u[i]);
    return BD_OK;
}

bd_status bd_unary_outputs(bd_block *block) {
    const bd_unary_data *data = block->data;
    const bd_unary *f = data->function;
    const bd_port *u = block->inputs;
    bool complex_valued =
        f->complex_valued && (u->shape.complexity == 1 || block->outputs->shape.complexity == 1);
    for (int i = 0; i < block->outputs->width; i++) {
        double complex value =
            complex_valued ? f->complex_valued(bd_port_read(u, i)) : f->real(bd_port_real(u, i));
        bd_port_write(block->outputs, i, value, &data->cast);
    }
    return BD_OK;
}

bd_status bd_unary_start(bd_block *block) {
    block->run_outputs = bd_is_plain(block) ? outputs_double : bd_unary_outputs;
    return BD_OK;
}

bool bd_unary_kernel(bd_block *block, bd_kernel *kernel) {
    const bd_unary_data *data = block->data;
    if (block->run_outputs != outputs_double || block->outputs->width != 1 ||
        !data->function->kernel)
        return false;
    kernel->run = data->function->kernel;
    kernel->u[0] = bd_input(block, 0);
    kernel->y = bd_output(block, 0);
    return true;
}
