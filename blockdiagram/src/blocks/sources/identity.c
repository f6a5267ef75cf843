/* Identity Matrix: ones on the main diagonal. Its size is OutputDimensions, or that of an input */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef struct identity {
    int dims[2];
} identity;

static bd_status read_size(bd_block *block, identity *m) {
    const double *numbers;
    size_t count;
    BD_TRY(bd_block_numbers(block, "OutputDimensions", &numbers, &count));
    for (size_t i = 0; i < 2; i++) {
        const double n = count == 1 ? numbers[0] : count == 2 ? numbers[i] : 0.0;
        m->dims[i] = (int)bd_whole(n, 0, 10000);
        if (m->dims[i] < 1 || (double)m->dims[i] != n)
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "OutputDimensions must be n or [m n], up to 10000");
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    bool like_input = false;
    BD_TRY(bd_block_flag(block, "InheritOutputPortAttributes", &like_input));
    BD_TRY(bd_setup_ports(block, sizeof(identity), like_input, 1));
    if (like_input)
        return BD_OK;
    BD_TRY(read_size(block, block->data));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const identity *m = block->data;
    bd_port *y = block->outputs;
    int type;
    BD_TRY(bd_port_set_complexity(y, 0));
    if (block->input_count > 0) {
        BD_TRY(bd_propagate_dims(block, 0, 0));
        BD_TRY(bd_propagate_type(block->inputs, y));
        if (bd_port_has_dims(y) && y->shape.rank > 2)
            return bd_block_fail(block, BD_BAD_SIGNAL, "the input is no matrix");
        return BD_OK;
    }
    BD_TRY(bd_port_set_dims(y, 2, m->dims));
    BD_TRY(bd_block_out_type(block, &type));
    return type == BD_INHERITED ? BD_OK : bd_port_set_type(y, type);
}

static bd_status outputs(bd_block *block) {
    bd_port *y = block->outputs;
    const int rows = y->shape.dims[0], columns = y->shape.rank == 2 ? y->shape.dims[1] : 1;
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < rows; i++)
            bd_port_put(y, k * rows + i, i == k);
    return BD_OK;
}

BD_BLOCK_TYPE(identity_matrix, "IdentityMatrix", .setup = setup, .propagate = propagate,
              .outputs = outputs);

const bd_block_type *const bd_blocks_identity[] = {&identity_matrix, NULL};
