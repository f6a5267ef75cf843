/* Unit Delay With Preview, resettable, enabled and with an external reset value in any combination.
 * The upper output is the signal itself, the lower one the upper one a sample ago. Not enabled: the
 * upper output stays as it was. Reset not 0: it is the initial condition or the signal at RV.
 * Inputs: u, then E, R, RV */
#include "blocks/discrete/named_ports.h"
#include "blocks/families.h"

#include <string.h>

static bd_status setup(bd_block *block) {
    BD_TRY(bd_named_ports_setup(block, "External RV", 2));
    return bd_named_ports_initial(block);
}

static bd_status size(bd_block *block) {
    BD_TRY(bd_require_fitting(block, 0));
    bd_block_set_work(block, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status write_initial(bd_block *block, void *to) {
    const bd_named_ports *v = block->data;
    return bd_put_value(block, NULL, v->initial, &block->outputs->shape, to);
}

static bd_status initialise(bd_block *block) {
    return write_initial(block, block->work);
}

static bd_status outputs(bd_block *block) {
    const bd_named_ports *v = block->data;
    size_t bytes = bd_shape_size(&block->outputs->shape);
    bool on = bd_named_ports_enabled(block);
    memcpy(block->outputs[1].data, block->work, bytes);
    if (bd_named_ports_reset(block)) {
        if (v->value_input < 0)
            return write_initial(block, block->outputs->data);
        bd_copy_signal(&block->inputs[v->value_input], block->outputs);
        return BD_OK;
    }
    memcpy(block->outputs->data, on ? block->inputs->data : block->work, bytes);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    memcpy(block->work, block->outputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

BD_NAMED_PORTS_TYPE(r, "Unit Delay With Preview Resettable");
BD_NAMED_PORTS_TYPE(rv, "Unit Delay With Preview Resettable External RV");
BD_NAMED_PORTS_TYPE(e, "Unit Delay With Preview Enabled");
BD_NAMED_PORTS_TYPE(er, "Unit Delay With Preview Enabled Resettable");
BD_NAMED_PORTS_TYPE(erv, "Unit Delay With Preview Enabled Resettable External RV");

const bd_block_type *const bd_blocks_preview_delay[] = {&r, &rv, &e, &er, &erv, NULL};
