/* data type, complexity and dimensions of the output of blocks that work element by element */
#include "blocks/arithmetic.h"

#include <string.h>
#include <strings.h>

#include "common/words.h"

bd_type_rule bd_type_rule_of(const char *text) {
    static const cm_number menu[] = {
        {"Same as input", BD_RULE_SAME_AS_INPUT},
        {"Same as first input", BD_RULE_SAME_AS_INPUT},
        {"Inherit via back propagation", BD_RULE_BACK_PROPAGATION},
        {"Inherit via internal rule", BD_RULE_INTERNAL},
        /* these differ from it only where the ideal result does not fit the hardware */
        {"Keep MSB", BD_RULE_INTERNAL},
        {"Keep LSB", BD_RULE_INTERNAL},
        {"Match scaling", BD_RULE_INTERNAL},
    };
    if (text && strncasecmp(text, "Inherit: ", 9) == 0)
        text += 9;
    if (!text)
        return BD_RULE_OTHER;
    return (bd_type_rule)cm_number_of_any_case(CM_TABLE(menu), text, BD_RULE_OTHER);
}

/* promotion of those that are known; BD_INHERITED if none (or, with all, not every one) is */
static int promoted(const bd_block *block, int inputs, bool all) {
    int type = BD_INHERITED;
    for (int i = 0; i < inputs; i++) {
        const bd_port *u = &block->inputs[i];
        if (bd_port_has_type(u))
            type = type == BD_INHERITED ? u->shape.type : bd_promote(type, u->shape.type);
        else if (all)
            return BD_INHERITED;
    }
    return type;
}

static bd_status refuse_structures(bd_block *block, int inputs) {
    for (int i = 0; i < inputs; i++)
        if (block->inputs[i].shape.type == BD_BUS ||
            block->inputs[i].shape.type == BD_FUNCTION_CALL)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d must be numbers, not a %s", i + 1,
                                 block->inputs[i].shape.type == BD_BUS ? "bus" : "function-call");
    return BD_OK;
}

bd_status bd_propagate_out_type(bd_block *block, int inputs) {
    bd_port *y = block->outputs;
    bd_type_rule rule = bd_type_rule_of(bd_block_out_rule(block));
    int type = BD_INHERITED;
    bd_status status = refuse_structures(block, inputs);
    if (status != BD_OK || rule == BD_RULE_BACK_PROPAGATION)
        return status;
    if (rule == BD_RULE_SAME_AS_INPUT)
        return bd_propagate_type(&block->inputs[0], y);
    if (bd_block_out_rule(block))
        status = bd_block_out_type(block, &type);
    if (status != BD_OK || type != BD_INHERITED)
        return status == BD_OK ? bd_port_set_type(y, type) : status;
    type = promoted(block, inputs, true);
    return type == BD_INHERITED ? BD_OK : bd_port_set_type(y, type);
}

bd_status bd_propagate_out_complexity(bd_block *block, int inputs) {
    bool all_real = true;
    for (int i = 0; i < inputs; i++) {
        if (block->inputs[i].shape.complexity == 1)
            return bd_port_set_complexity(block->outputs, 1);
        all_real = all_real && block->inputs[i].shape.complexity == 0;
    }
    return all_real ? bd_port_set_complexity(block->outputs, 0) : BD_OK;
}

bd_status bd_propagate_elementwise(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, block->input_count - 1));
    BD_TRY(bd_propagate_out_type(block, block->input_count));
    return bd_propagate_out_complexity(block, block->input_count);
}

bd_status bd_default_elementwise(bd_block *block, bd_attribute what) {
    bd_port *y = block->outputs;
    if (what == BD_DATA_TYPE && !bd_port_has_type(y)) {
        int type = promoted(block, block->input_count, false);
        return type == BD_INHERITED ? BD_OK : bd_port_set_type(y, type);
    }
    if (what == BD_DIMENSIONS && !bd_port_has_dims(y)) {
        for (int i = 0; i < block->input_count; i++)
            if (bd_port_has_dims(&block->inputs[i]))
                return bd_port_set_dims(y, block->inputs[i].shape.rank,
                                        block->inputs[i].shape.dims);
    }
    return BD_OK;
}
