/* operators of Sum and Product, and the collapse of one input along a dimension */
#include "blocks/math/collapse.h"

#include <ctype.h>
#include <string.h>

#define MAX_INPUTS 10000

bd_status bd_operators_read(bd_block *block, const char *signs, char **operators, int *count) {
    const char *text = bd_block_text(block, "Inputs");
    if (!text)
        text = "2";
    while (isspace((unsigned char)*text))
        text++;
    long number = 0;
    const char *rest = text;
    for (; *rest && (strchr(signs, *rest) || strchr("| \t", *rest)); rest++)
        number += strchr(signs, *rest) != NULL;
    bool listed = *rest == '\0';
    if (!listed) { /* an expression for the number of inputs */
        BD_TRY(bd_block_whole(block, "Inputs", 1, MAX_INPUTS, &number));
    }
    if (number < 1 || number > MAX_INPUTS)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Inputs is '%.40s' but needs 1 to %d of '%s'",
                             text, MAX_INPUTS, signs);
    char *list = bd_block_alloc(block, (size_t)number + 1);
    if (!list)
        return bd_block_no_memory(block);
    memset(list, signs[0], (size_t)number);
    int next = 0;
    for (const char *c = text; listed && *c; c++)
        if (strchr(signs, *c))
            list[next++] = *c;
    *operators = list;
    *count = (int)number;
    return BD_OK;
}

bd_status bd_collapse_read(bd_block *block, bd_collapse *collapse) {
    static const char *const modes[] = {"All dimensions", "Specified dimension", NULL};
    int mode = 0;
    collapse->dimension = -1;
    BD_TRY(bd_block_choice(block, "CollapseMode", modes, &mode));
    if (mode == 0)
        return BD_OK;
    long dimension = 1;
    BD_TRY(bd_block_whole(block, "CollapseDim", 1, BD_MAX_RANK, &dimension));
    collapse->dimension = (int)dimension - 1;
    return BD_OK;
}

bd_status bd_collapse_propagate(bd_block *block, const bd_collapse *collapse) {
    const bd_port *u = block->inputs;
    bd_port *y = block->outputs;
    if (collapse->dimension < 0)
        return bd_port_set_width(y, 1);
    if (!bd_port_has_dims(u))
        return BD_OK;
    if (u->shape.rank == 1) /* along the second dimension of a vector there is nothing to add */
        return bd_port_set_width(y, collapse->dimension == 0 ? 1 : u->shape.dims[0]);
    int dims[BD_MAX_RANK];
    memcpy(dims, u->shape.dims, sizeof dims);
    if (collapse->dimension < u->shape.rank)
        dims[collapse->dimension] = 1;
    return bd_port_set_dims(y, u->shape.rank, dims);
}

bd_strides bd_collapse_strides(const bd_shape *input, const bd_collapse *collapse) {
    bd_strides s = {1, 1, 1};
    for (int i = 0; i < input->rank; i++) {
        int *part = collapse->dimension < 0 || i == collapse->dimension ? &s.along
                    : i < collapse->dimension                           ? &s.before
                                                                        : &s.after;
        *part *= input->dims[i];
    }
    return s;
}
