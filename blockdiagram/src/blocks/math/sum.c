/* Sum: signs "+-+" over inputs, "|" is a spacer, a number means so many plus signs; one input: the
 * sum of its elements, or along one dimension */
#include "blocks/math/collapse.h"
#include "blocks/families.h"

typedef struct sum {
    int count;
    char *operators;
    double *signs; /* +1 or -1 */
    bd_collapse collapse;
    bd_strides strides;
    bd_cast cast;
} sum;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(sum)));
    sum *s = block->data;
    BD_TRY(bd_operators_read(block, "+-", &s->operators, &s->count));
    BD_TRY(bd_collapse_read(block, &s->collapse));
    BD_TRY(bd_cast_read(block, &s->cast));
    s->signs = bd_block_alloc(block, (size_t)s->count * sizeof *s->signs);
    if (!s->signs)
        return bd_block_no_memory(block);
    for (int i = 0; i < s->count; i++)
        s->signs[i] = s->operators[i] == '-' ? -1.0 : 1.0;
    return bd_make_ports(block, s->count, 1);
}

/* how many are true: more than a logical value can tell */
static bool counts_logical(bd_block *block, int inputs) {
    bool all = bd_out_is_internal(block, inputs);
    for (int i = 0; i < inputs; i++)
        all = all && block->inputs[i].shape.type == BD_LOGICAL;
    return all;
}

static bd_status propagate(bd_block *block) {
    const sum *s = block->data;
    BD_TRY(s->count == 1 ? bd_collapse_propagate(block, &s->collapse)
                         : bd_propagate_dims(block, 0, s->count - 1));
    const int fixed = bd_fixed_sum(block, s->count);
    BD_TRY(fixed != BD_INHERITED             ? bd_port_set_type(block->outputs, fixed)
           : counts_logical(block, s->count) ? bd_out_is_ideal(block)
                                             : bd_propagate_out_type(block, s->count));
    return bd_propagate_out_complexity(block, s->count);
}

BD_KERNEL(run_three, k->k[0] * *k->u[0] + k->k[1] * *k->u[1] + *k->u[2])

static bd_status outputs_scalar(bd_block *block) {
    const sum *s = block->data;
    double y = 0.0;
    for (int i = 0; i < s->count; i++)
        y += s->signs[i] * *bd_input(block, i);
    *bd_output(block, 0) = y;
    return BD_OK;
}

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const sum *s = block->data;
    if (block->run_outputs != outputs_scalar || s->count < 2 || s->count > 3)
        return false;
    if (s->count == 3 && s->signs[2] < 0.0)
        return false;
    for (int i = 0; i < s->count; i++)
        kernel->u[i] = bd_input(block, i);
    kernel->k[0] = s->signs[0];
    kernel->k[1] = s->signs[1];
    kernel->y = bd_output(block, 0);
    kernel->run = s->count == 3 ? run_three : bd_kernel_combine;
    return true;
}

static bd_status outputs_double(bd_block *block) {
    const sum *s = block->data;
    double *y = bd_output(block, 0);
    int n = block->outputs->width;
    for (int j = 0; j < n; j++)
        y[j] = 0.0;
    for (int i = 0; i < s->count; i++) {
        const double *u = bd_input(block, i);
        int step = block->inputs[i].width == 1 ? 0 : 1;
        for (int j = 0; j < n; j++)
            y[j] += s->signs[i] * u[j * step];
    }
    return BD_OK;
}

static bd_status outputs_any(bd_block *block) {
    const sum *s = block->data;
    for (int j = 0; j < block->outputs->width; j++) {
        double complex total = 0.0;
        for (int i = 0; i < s->count; i++) {
            double complex u = bd_port_read(&block->inputs[i], j);
            total = s->signs[i] > 0.0 ? total + u : total - u;
        }
        bd_port_write(block->outputs, j, total, &s->cast);
    }
    return BD_OK;
}

static bd_status outputs_collapsed(bd_block *block) {
    const sum *s = block->data;
    const bd_strides n = bd_collapse_strides(&block->inputs->shape, &s->collapse);
    for (int k = 0; k < n.after; k++)
        for (int i = 0; i < n.before; i++) {
            double complex total = 0.0;
            for (int j = 0; j < n.along; j++) {
                double complex u = bd_port_read(block->inputs, i + n.before * (j + n.along * k));
                total = s->signs[0] > 0.0 ? total + u : total - u;
            }
            bd_port_write(block->outputs, i + n.before * k, total, &s->cast);
        }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    sum *s = block->data;
    if (s->count == 1)
        s->strides = bd_collapse_strides(&block->inputs->shape, &s->collapse);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const sum *s = block->data;
    if (s->count == 1) {
        block->run_outputs = outputs_collapsed;
    } else if (!bd_is_plain(block)) {
        block->run_outputs = outputs_any;
    } else {
        block->run_outputs = block->outputs->width == 1 ? outputs_scalar : outputs_double;
    }
    return BD_OK;
}

/* one input of variable size is summed up whole; along one of its dimensions it would stay one */
static bd_variable_rule variable(const bd_block *block) {
    const sum *s = block->data;
    return s->count > 1                 ? BD_VARIABLE_ALIKE
           : s->collapse.dimension >= 0 ? BD_REFUSES_VARIABLE
                                        : BD_VARIABLE_INPUTS;
}

BD_BLOCK_TYPE(type, "Sum", .setup = setup, .variable = variable, .propagate = propagate,
              .defaults = bd_default_elementwise, .size = size, .start = start,
              .outputs = outputs_scalar, .kernel = kernel);

const bd_block_type *const bd_blocks_sum[] = {&type, NULL};
