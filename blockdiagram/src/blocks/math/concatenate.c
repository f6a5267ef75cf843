/* Vector Concatenate and Matrix Concatenate: inputs one after the other, along a dimension */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

#include <string.h>

typedef struct concatenate {
    bool vector;   /* of vectors a vector, of rows a row */
    bool parts;    /* of a For Each subsystem: of vectors a vector, else along the dimension */
    int dimension; /* from 0, for matrices */
    int before;    /* elements that lie together, for outputs */
} concatenate;

static bd_status setup(bd_block *block) {
    static const char *const modes[] = {"Vector", "Multidimensional array", "Parts", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(concatenate)));
    concatenate *c = block->data;
    int mode = 0;
    long count = 2, dimension = 1;
    BD_TRY(bd_block_choice(block, "Mode", modes, &mode));
    BD_TRY(bd_block_whole(block, "NumInputs|numInports", 1, 10000, &count));
    const char *old = bd_block_text(block, "catMethod"); /* of Matrix Concatenation */
    if (old) {
        mode = 1;
        dimension = strcmp(old, "Vertical") == 0 ? 1 : 2;
    } else if (mode >= 1)
        BD_TRY(bd_block_whole(block, "ConcatenateDimension", 1, BD_MAX_RANK, &dimension));
    BD_TRY(bd_block_set_inputs(block, (int)count));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    c->vector = mode == 0;
    c->parts = mode == 2;
    c->dimension = (int)dimension - 1;
    return BD_OK;
}

static int dimension(const bd_shape *shape, int i) {
    return i < shape->rank ? shape->dims[i] : 1;
}

static bd_status propagate_vector(bd_block *block) {
    int total = 0;
    bool row = false, column = false;
    for (int i = 0; i < block->input_count; i++) {
        const bd_shape *s = &block->inputs[i].shape;
        if (s->rank > 2 || (s->rank == 2 && s->dims[0] != 1 && s->dims[1] != 1))
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d must be a vector", i + 1);
        if (s->rank == 2 && bd_shape_width(s) > 1) {
            row = row || s->dims[0] == 1;
            column = column || s->dims[1] == 1;
        }
        total += bd_shape_width(s);
    }
    if (row && column)
        return bd_block_fail(block, BD_BAD_SIGNAL, "rows and columns cannot be mixed");
    if (row)
        return bd_port_set_dims(block->outputs, 2, (int[]){1, total});
    if (column)
        return bd_port_set_dims(block->outputs, 2, (int[]){total, 1});
    return bd_port_set_width(block->outputs, total);
}

/* a vector is a column here */
static bd_status propagate_matrix(bd_block *block) {
    const concatenate *c = block->data;
    int rank = c->dimension + 1 > 2 ? c->dimension + 1 : 2, dims[BD_MAX_RANK];
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].shape.rank > rank)
            rank = block->inputs[i].shape.rank;
    for (int d = 0; d < rank; d++)
        dims[d] = d == c->dimension ? 0 : dimension(&block->inputs->shape, d);
    for (int i = 0; i < block->input_count; i++)
        for (int d = 0; d < rank; d++) {
            int along = dimension(&block->inputs[i].shape, d);
            if (d == c->dimension)
                dims[d] += along;
            else if (along != dims[d])
                return bd_block_fail(block, BD_BAD_SIGNAL,
                                     "input %d has %d elements along dimension %d but input 1 "
                                     "has %d",
                                     i + 1, along, d + 1, dims[d]);
        }
    return bd_port_set_dims(block->outputs, rank, dims);
}

static bd_status propagate(bd_block *block) {
    concatenate *c = block->data;
    bd_port *y = block->outputs;
    BD_TRY(bd_propagate_out_complexity(block, block->input_count));
    bool known = true;
    for (int i = 0; i < block->input_count; i++) {
        BD_TRY(bd_propagate_type(&block->inputs[i], y));
        known = known && bd_port_has_dims(&block->inputs[i]);
    }
    if (!known)
        return BD_OK;
    if (c->parts)
        c->vector = c->dimension == 0 && block->inputs->shape.rank == 1;
    return c->vector ? propagate_vector(block) : propagate_matrix(block);
}

static bd_status size(bd_block *block) {
    concatenate *c = block->data;
    c->before = 1;
    for (int d = 0; !c->vector && d < c->dimension; d++)
        c->before *= dimension(&block->outputs->shape, d);
    return BD_OK;
}

/* slabs of `before * size along the dimension` elements, taken from each input in turn */
static bd_status outputs(bd_block *block) {
    const concatenate *c = block->data;
    bd_port *y = block->outputs;
    int to = 0;
    for (int slab = 0; to < y->width; slab++)
        for (int i = 0; i < block->input_count; i++) {
            const bd_port *u = &block->inputs[i];
            int count = c->vector ? u->width : c->before * dimension(&u->shape, c->dimension);
            for (int k = 0; k < count; k++)
                bd_port_write(y, to++, bd_port_read(u, slab * count + k), &bd_cast_nearest);
        }
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Concatenate", .setup = setup, .propagate = propagate, .size = size,
              .outputs = outputs);

const bd_block_type *const bd_blocks_concatenate[] = {&type, NULL};
