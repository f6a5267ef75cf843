/* Fcn: a scalar expression in the elements of its input */
#include "blocks/families.h"
#include "blocks/functions/formula.h"

#include <string.h>

static bd_status compile(bd_block *block) {
    const char *text = bd_block_text(block, "Expr");
    if (!text)
        return bd_block_fail(block, BD_BAD_PARAMETER, "parameter Expr is missing");
    size_t length = strlen(text);
    while (length > 0 && strchr("; \t\n", text[length - 1])) /* as in any edit field */
        length--;
    return bd_formula_compile(block, "Expr", text, length, BD_NAME_U, (bd_formula **)&block->data);
}

static bd_status setup(bd_block *block) {
    BD_TRY(compile(block));
    BD_TRY(bd_setup_ports(block, 0, 1, 1));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->outputs, 1));
    if (!bd_port_has_type(block->inputs))
        return BD_OK;
    return bd_port_set_type(block->outputs,
                            block->inputs->shape.type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE);
}

static bd_status check(bd_block *block) {
    return bd_formula_check(block, "Expr", block->data);
}

static bd_status retune(bd_block *block) {
    BD_TRY(compile(block));
    return check(block);
}

static bd_status outputs(bd_block *block) {
    bd_port_put(block->outputs, 0, bd_formula_evaluate(block->data, block));
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Fcn", .setup = setup, .propagate = propagate, .size = check,
              .outputs = outputs, .retune = retune);

const bd_block_type *const bd_blocks_fcn[] = {&type, NULL};
