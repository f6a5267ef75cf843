/* Sum: signs "+-+" over inputs, "|" is a spacer, a number means so many plus signs; one input: the
 * sum of its elements */
#include "blocks/families.h"

#include <ctype.h>
#include <string.h>

#define MAX_INPUTS 10000

typedef struct sum {
    int count;
    double *signs; /* +1 or -1 */
} sum;

static bd_status read_signs(bd_block *block, sum *s) {
    const char *text = bd_block_text(block, "Inputs");
    if (!text)
        text = "++";
    while (isspace((unsigned char)*text))
        text++;
    const char *rest = text;
    while (*rest && strchr("+-| \t", *rest))
        rest++;
    long count = 0;
    if (*rest) { /* no list of signs: an expression for the number of inputs */
        bd_status status = bd_block_whole(block, "Inputs", 1, MAX_INPUTS, &count);
        if (status != BD_OK)
            return status;
        text = "";
    }
    for (const char *c = text; *c; c++)
        count += *c == '+' || *c == '-';
    if (count < 1 || count > MAX_INPUTS)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Inputs has no sign");
    s->count = (int)count;
    s->signs = bd_block_alloc(block, (size_t)count * sizeof *s->signs);
    if (!s->signs)
        return bd_block_no_memory(block);
    for (int i = 0; i < s->count; i++)
        s->signs[i] = 1.0;
    int next = 0;
    for (const char *c = text; *c; c++)
        if (*c == '+' || *c == '-')
            s->signs[next++] = *c == '+' ? 1.0 : -1.0;
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    sum *s = bd_block_alloc(block, sizeof *s);
    if (!s)
        return bd_block_no_memory(block);
    block->data = s;
    bd_status status = read_signs(block, s);
    if (status == BD_OK)
        status = bd_block_set_inputs(block, s->count);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 1);
    if (status == BD_OK)
        bd_block_set_all_feedthrough(block);
    return status;
}

static bd_status propagate(bd_block *block) {
    const sum *s = block->data;
    bd_port *y = block->outputs;
    bd_status status =
        s->count == 1 ? bd_port_set_width(y, 1) : bd_propagate_dims(block, 0, s->count - 1);
    int type = BD_INHERITED;
    if (status == BD_OK)
        status = bd_block_data_type(block, "OutDataTypeStr", &type);
    if (status == BD_OK && type != BD_INHERITED)
        status = bd_port_set_type(y, type);
    for (int i = 0; i < s->count && status == BD_OK; i++) {
        bd_port *u = &block->inputs[i];
        if (type == BD_INHERITED && bd_port_has_type(u) && !bd_port_has_type(y))
            status = bd_port_set_type(y, u->shape.type);
        if (status == BD_OK && u->shape.complexity == 1)
            status = bd_port_set_complexity(y, 1);
    }
    bool all_real = true;
    for (int i = 0; i < s->count; i++)
        all_real = all_real && block->inputs[i].shape.complexity == 0;
    return status == BD_OK && all_real ? bd_port_set_complexity(y, 0) : status;
}

static bd_status run_add(const bd_kernel *k) {
    *k->y = *k->u[0] + *k->u[1];
    return BD_OK;
}

static bd_status run_subtract(const bd_kernel *k) {
    *k->y = *k->u[0] - *k->u[1];
    return BD_OK;
}

static bd_status run_two(const bd_kernel *k) {
    *k->y = k->k[0] * *k->u[0] + k->k[1] * *k->u[1];
    return BD_OK;
}

static bd_status run_three(const bd_kernel *k) {
    *k->y = k->k[0] * *k->u[0] + k->k[1] * *k->u[1] + *k->u[2];
    return BD_OK;
}

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
    kernel->run = s->count == 3     ? run_three
                  : s->signs[0] < 0 ? run_two
                  : s->signs[1] < 0 ? run_subtract
                                    : run_add;
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

/* any types, through doubles; also the sum over the elements of one input */
static bd_status outputs_any(bd_block *block) {
    const sum *s = block->data;
    bd_port *y = block->outputs;
    int parts = y->shape.complexity == 1 ? 2 : 1;
    bool elements = s->count == 1;
    for (int j = 0; j < y->width; j++)
        for (int p = 0; p < parts; p++) {
            double total = 0.0;
            for (int i = 0; i < s->count; i++) {
                const bd_port *u = &block->inputs[i];
                int u_parts = u->shape.complexity == 1 ? 2 : 1;
                if (p >= u_parts)
                    continue;
                int first = elements || u->width == 1 ? 0 : j;
                int last = elements ? u->width : first + 1;
                for (int e = first; e < last; e++)
                    total += s->signs[i] *
                             bd_element_read(u->data, u->shape.type, (size_t)(e * u_parts + p));
            }
            bd_element_write(y->data, y->shape.type, (size_t)(j * parts + p), total);
        }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const sum *s = block->data;
    bool doubles = block->outputs->shape.type == BD_DOUBLE;
    bool real = block->outputs->shape.complexity == 0;
    for (int i = 0; i < s->count; i++)
        doubles = doubles && block->inputs[i].shape.type == BD_DOUBLE;
    bool one_vector = s->count == 1 && block->inputs->width > 1;
    if (!doubles || !real || one_vector)
        block->run_outputs = outputs_any;
    else
        block->run_outputs = block->outputs->width == 1 ? outputs_scalar : outputs_double;
    return BD_OK;
}

static const bd_block_type type = {
    .name = "Sum",
    .setup = setup,
    .propagate = propagate,
    .start = start,
    .outputs = outputs_scalar,
    .kernel = kernel,
};

const bd_block_type *const bd_blocks_sum[] = {&type, NULL};
