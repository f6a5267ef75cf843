/* operators of verification models: Implies (A ==> B: B, or not A) and Extender (once true, true
 * from then on) */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, block->input_count - 1));
    BD_TRY(bd_require_real(block));
    return bd_port_set_type(block->outputs, BD_LOGICAL);
}

static bd_status setup_implies(bd_block *block) {
    BD_TRY(bd_setup_ports(block, 0, 2, 1));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status outputs_implies(bd_block *block) {
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_put(block->outputs, i,
                    bd_port_real(&block->inputs[0], i) == 0.0 ||
                        bd_port_real(&block->inputs[1], i) != 0.0);
    return BD_OK;
}

static bd_status setup_extender(bd_block *block) {
    const char *kind = bd_block_text(block, "ext_type"), *reset = bd_block_text(block, "reset");
    if ((kind && strcmp(kind, "Infinite") != 0) || (reset && strcmp(reset, "off") != 0))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "an Extender is run only if it extends for ever, without a reset");
    BD_TRY(bd_setup_ports(block, 0, 1, 1));
    return bd_read_discrete_rate(block, NULL);
}

static bd_status size_extender(bd_block *block) {
    bd_block_set_work(block, (size_t)block->outputs->width);
    return BD_OK;
}

static bd_status initialise_extender(bd_block *block) {
    memset(block->work, 0, (size_t)block->outputs->width);
    return BD_OK;
}

static bd_status outputs_extender(bd_block *block) {
    const unsigned char *was = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_put(block->outputs, i, was[i] || bd_port_real(block->inputs, i) != 0.0);
    return BD_OK;
}

static bd_status update_extender(bd_block *block) {
    unsigned char *was = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        was[i] = bd_port_real(block->outputs, i) != 0.0;
    return BD_OK;
}

BD_BLOCK_TYPE(implies, "Implies", .setup = setup_implies, .propagate = propagate,
              .outputs = outputs_implies);
BD_BLOCK_TYPE(extender, "Extender", .setup = setup_extender, .propagate = propagate,
              .size = size_extender, .initialise = initialise_extender, .outputs = outputs_extender,
              .update = update_extender);

const bd_block_type *const bd_blocks_verification[] = {&implies, &extender, NULL};
