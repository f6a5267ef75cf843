/* elements kept, dimensions changed: Reshape, Squeeze, Permute Dimensions */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

#include <string.h>

typedef enum reshape_kind { TO_VECTOR, TO_COLUMN, TO_ROW, CUSTOMISED, LIKE_REFERENCE } reshape_kind;

typedef struct reshape {
    reshape_kind kind;
    int rank;
    int dims[BD_MAX_RANK]; /* customised size, or the order of a permutation (from 0) */
} reshape;

/* whole numbers from a parameter */
static bd_status read_list(bd_block *block, const char *name, int low, reshape *r) {
    bd_reals list;
    BD_TRY(bd_reals_read(block, name, &list));
    if (list.count > BD_MAX_RANK)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s has more than %d elements", name,
                             BD_MAX_RANK);
    for (size_t i = 0; i < list.count; i++) {
        double d = list.values[i];
        if (!(d >= low && d <= 1e8) || d != floor(d))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be positive whole numbers",
                                 name);
        r->dims[i] = (int)d;
    }
    r->rank = (int)list.count;
    return BD_OK;
}

static bd_status make_ports(bd_block *block, int inputs) {
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_feedthrough(block, 0);
    return BD_OK;
}

static bd_status setup_reshape(bd_block *block) {
    static const char *const kinds[] = {"1-D array",
                                        "Column vector (2-D)",
                                        "Row vector (2-D)",
                                        "Customize",
                                        "Derive from reference input port",
                                        "Column vector",
                                        "Row vector",
                                        NULL};
    BD_TRY(bd_block_make_data(block, sizeof(reshape)));
    reshape *r = block->data;
    int kind = 0;
    BD_TRY(bd_block_choice(block, "OutputDimensionality", kinds, &kind));
    r->kind = kind == 5 ? TO_COLUMN : kind == 6 ? TO_ROW : (reshape_kind)kind;
    if (r->kind == CUSTOMISED)
        BD_TRY(read_list(block, "OutputDimensions", 1, r));
    return make_ports(block, r->kind == LIKE_REFERENCE ? 2 : 1);
}

static bd_status propagate_same_type(bd_block *block) {
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_propagate_complexity(block->inputs, block->outputs);
}

static bd_status check_count(bd_block *block) {
    const bd_port *u = block->inputs, *y = block->outputs;
    if (!bd_port_has_dims(u) || !bd_port_has_dims(y) ||
        bd_shape_width(&u->shape) == bd_shape_width(&y->shape))
        return BD_OK;
    return bd_block_fail(block, BD_BAD_SIGNAL, "%d elements cannot be arranged as %d",
                         bd_shape_width(&u->shape), bd_shape_width(&y->shape));
}

static bd_status propagate_reshape(bd_block *block) {
    const reshape *r = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(propagate_same_type(block));
    const bool like = r->kind == LIKE_REFERENCE;
    const bd_port *reference = &block->inputs[like ? 1 : 0];
    int n = bd_shape_width(&u->shape);
    if (r->kind == CUSTOMISED)
        BD_TRY(bd_port_set_dims(y, r->rank, r->dims));
    else if (like && bd_port_has_dims(reference))
        BD_TRY(bd_port_set_dims(y, reference->shape.rank, reference->shape.dims));
    else if (!like && bd_port_has_dims(u))
        BD_TRY(r->kind == TO_VECTOR   ? bd_port_set_width(y, n)
               : r->kind == TO_COLUMN ? bd_port_set_dims(y, 2, (int[]){n, 1})
                                      : bd_port_set_dims(y, 2, (int[]){1, n}));
    return check_count(block);
}

static bd_status setup_squeeze(bd_block *block) {
    return make_ports(block, 1);
}

/* dimensions of 1 vanish, unless it is a matrix or less */
static bd_status propagate_squeeze(bd_block *block) {
    const bd_port *u = block->inputs;
    BD_TRY(propagate_same_type(block));
    if (!bd_port_has_dims(u))
        return BD_OK;
    if (u->shape.rank <= 2)
        return bd_port_set_dims(block->outputs, u->shape.rank, u->shape.dims);
    int dims[BD_MAX_RANK + 2], rank = 0;
    for (int i = 0; i < u->shape.rank; i++)
        if (u->shape.dims[i] != 1)
            dims[rank++] = u->shape.dims[i];
    while (rank < 2)
        dims[rank++] = 1;
    return bd_port_set_dims(block->outputs, rank, dims);
}

static bd_status setup_permute(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(reshape)));
    reshape *r = block->data;
    BD_TRY(read_list(block, "Order", 1, r));
    for (int k = 0; k < r->rank; k++) {
        bool found = false;
        for (int i = 0; i < r->rank; i++)
            found = found || r->dims[i] == k + 1;
        if (!found)
            return bd_block_fail(block, BD_BAD_PARAMETER, "Order must hold each of 1 to %d once",
                                 r->rank);
    }
    for (int i = 0; i < r->rank; i++)
        r->dims[i]--;
    return make_ports(block, 1);
}

static int dimension(const bd_shape *shape, int i) {
    return i < shape->rank ? shape->dims[i] : 1;
}

static bd_status propagate_permute(bd_block *block) {
    const reshape *r = block->data;
    const bd_port *u = block->inputs;
    BD_TRY(propagate_same_type(block));
    if (!bd_port_has_dims(u))
        return BD_OK;
    if (u->shape.rank > r->rank)
        return bd_block_fail(block, BD_BAD_SIGNAL,
                             "Order has %d elements but the input has %d dimensions", r->rank,
                             u->shape.rank);
    int dims[BD_MAX_RANK];
    for (int i = 0; i < r->rank; i++)
        dims[i] = dimension(&u->shape, r->dims[i]);
    return bd_port_set_dims(block->outputs, r->rank, dims);
}

static bd_status outputs_copy(bd_block *block) {
    memcpy(block->outputs->data, block->inputs->data, bd_shape_size(&block->inputs->shape));
    return BD_OK;
}

static bd_status outputs_permute(bd_block *block) {
    const reshape *r = block->data;
    const bd_shape *shape = &block->inputs->shape;
    int stride[BD_MAX_RANK], index[BD_MAX_RANK] = {0};
    for (int i = 0; i < r->rank; i++) {
        stride[i] = 1;
        for (int k = 0; k < r->dims[i]; k++)
            stride[i] *= dimension(shape, k);
    }
    size_t bytes = bd_shape_element_size(shape);
    const char *u = block->inputs->data;
    char *y = block->outputs->data;
    for (int n = 0; n < block->outputs->width; n++) {
        int from = 0;
        for (int i = 0; i < r->rank; i++)
            from += index[i] * stride[i];
        memcpy(y + (size_t)n * bytes, u + (size_t)from * bytes, bytes);
        for (int i = 0; i < r->rank && ++index[i] == dimension(shape, r->dims[i]); i++)
            index[i] = 0;
    }
    return BD_OK;
}

/* lists of all elements may be of variable size */
static bd_variable_rule variable_reshape(const bd_block *block) {
    const reshape *r = block->data;
    return r->kind == CUSTOMISED || r->kind == LIKE_REFERENCE ? BD_REFUSES_VARIABLE
                                                              : BD_VARIABLE_OWN;
}

static bd_status outputs_reshape(bd_block *block) {
    const reshape *r = block->data;
    const int n = block->inputs->width;
    if (block->outputs->sizes)
        BD_TRY(bd_port_resize(block->outputs, r->kind == TO_ROW ? (int[]){1, n} : (int[]){n, 1}));
    return outputs_copy(block);
}

#define RESHAPE_TYPE(identifier, type_name, verb, outputs_function)                                \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_##verb, .propagate = propagate_##verb,     \
                  .outputs = outputs_function)

BD_BLOCK_TYPE(reshape_type, "Reshape", .setup = setup_reshape, .propagate = propagate_reshape,
              .outputs = outputs_reshape, .variable = variable_reshape);
RESHAPE_TYPE(squeeze_type, "Squeeze", squeeze, outputs_copy);
RESHAPE_TYPE(permute_type, "PermuteDimensions", permute, outputs_permute);

const bd_block_type *const bd_blocks_reshape[] = {&reshape_type, &squeeze_type, &permute_type,
                                                  NULL};
