/* linear systems at work, and their ports */
#include "blocks/continuous/linear.h"

bd_status bd_linear_make_ports(bd_block *block, const bd_linear *s) {
    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    if (s->feedthrough)
        bd_block_set_feedthrough(block, 0);
    return BD_OK;
}

bd_status bd_linear_propagate(bd_block *block, const bd_linear *s) {
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    if (bd_port_has_dims(u) && bd_shape_width(&u->shape) != s->inputs)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the system has %d inputs but the signal has %d",
                             s->inputs, bd_shape_width(&u->shape));
    if (!bd_port_has_dims(u))
        BD_TRY(bd_port_set_width(u, s->inputs));
    return bd_port_set_width(y, s->outputs);
}

void bd_linear_output(const bd_linear *s, const double *x, const double *u, double *y) {
    int n = s->states, p = s->outputs;
    for (int i = 0; i < p; i++) {
        double sum = 0.0;
        for (int k = 0; k < n; k++)
            sum += s->C[i + k * p] * x[k];
        if (s->feedthrough)
            for (int k = 0; k < s->inputs; k++)
                sum += s->D[i + k * p] * u[k];
        y[i] = sum;
    }
}

void bd_linear_advance(const bd_linear *s, const double *x, const double *u, double *next) {
    int n = s->states;
    if (s->companion) {
        double first = u[0];
        for (int k = 0; k < n; k++)
            first += s->A[k * n] * x[k];
        for (int k = n - 1; k > 0; k--)
            next[k] = x[k - 1];
        if (n > 0)
            next[0] = first;
        return;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = 0; k < n; k++)
            sum += s->A[i + k * n] * x[k];
        for (int k = 0; k < s->inputs; k++)
            sum += s->B[i + k * n] * u[k];
        next[i] = sum;
    }
}

bd_status bd_linear_finish_setup(bd_block *block) {
    const bd_linear *s = block->data;
    bd_block_set_states(block, s->states);
    BD_TRY(bd_linear_make_ports(block, s));
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

bd_status bd_linear_ports(bd_block *block) {
    return bd_linear_propagate(block, block->data);
}

bd_status bd_linear_outputs(bd_block *block) {
    bd_linear_output(block->data, block->x, bd_input(block, 0), bd_output(block, 0));
    return BD_OK;
}

bd_status bd_linear_derivatives(bd_block *block) {
    bd_linear_advance(block->data, block->x, bd_input(block, 0), block->dx);
    return BD_OK;
}
