/* Find Nonzero Elements: places of the elements that are not zero, as linear indices or as a
 * subscript for each dimension, and on request their values: signals of variable size */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef struct finding {
    bool subscripts;
    int base; /* of the indices: 0 or 1 */
    int rank; /* outputs of indices */
    bool values;
} finding;

static bd_status setup(bd_block *block) {
    static const char *const formats[] = {"Linear indices", "Subscripts", NULL};
    static const char *const modes[] = {"Zero-based", "One-based", NULL};
    static const char *const shown = "ShowOutputForNonzeroInputValues|"
                                     "ShowOutputPortForNonzeroInputValues";
    int format = 0, base = 0;
    long rank = 1;
    bool values = false;
    BD_TRY(bd_block_choice(block, "IndexOutputFormat", formats, &format));
    BD_TRY(bd_block_choice(block, "IndexMode", modes, &base));
    BD_TRY(bd_block_flag(block, shown, &values));
    if (format == 1 && bd_block_text(block, "NumberOfInputDimensions"))
        BD_TRY(bd_block_whole(block, "NumberOfInputDimensions", 1, BD_MAX_RANK, &rank));
    BD_TRY(bd_setup_ports(block, sizeof(finding), 1, (int)rank + values));
    *(finding *)block->data = (finding){format == 1, base, (int)rank, values};
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const finding *f = block->data;
    const bd_port *u = block->inputs;
    int type = BD_INHERITED;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_block_out_type(block, &type));
    const char *rule = bd_block_out_rule(block);
    if (type == BD_INHERITED && rule && strstr(rule, "Same as input"))
        type = u->shape.type;
    else if (type == BD_INHERITED)
        type = BD_DOUBLE;
    if (f->subscripts && bd_port_has_dims(u) && u->shape.rank != f->rank)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the input has %d dimensions and not %d",
                             u->shape.rank, f->rank);
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        if (bd_port_has_dims(u))
            BD_TRY(bd_port_set_width(y, bd_shape_width(&u->shape)));
        if (i < f->rank && type != BD_INHERITED)
            BD_TRY(bd_port_set_type(y, type));
        else if (i == f->rank && bd_port_has_type(u))
            BD_TRY(bd_port_set_type(y, u->shape.type));
        y->shape.variable = true;
    }
    return BD_OK;
}

/* element `from` of the input is number `to` of those found */
static void put(bd_block *block, int from, int to) {
    const finding *f = block->data;
    const bd_port *u = block->inputs;
    int rest = from;
    for (int d = 0; d < f->rank; d++) {
        const bool last = d == f->rank - 1;
        const int extent = last ? 1 : u->shape.dims[d];
        bd_port_put(&block->outputs[d], to, (last ? rest : rest % extent) + f->base);
        rest /= extent;
    }
    if (f->values)
        bd_copy_element(u, from, &block->outputs[f->rank], to);
}

static bd_status outputs(bd_block *block) {
    const bd_port *u = block->inputs;
    int count = 0;
    for (int i = 0; i < u->width; i++)
        if (bd_port_real(u, i) != 0.0)
            put(block, i, count++);
    for (int i = 0; i < block->output_count; i++)
        BD_TRY(bd_port_resize(&block->outputs[i], &count));
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Find", .setup = setup, .propagate = propagate, .outputs = outputs,
              .variable = bd_variable_own);

const bd_block_type *const bd_blocks_find[] = {&type, NULL};
