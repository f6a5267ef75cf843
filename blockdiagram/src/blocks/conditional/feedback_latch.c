/* Function-Call Feedback Latch: breaks a loop of data between function-call subsystems. Who reads
 * it is called before who writes it, so it shows what was written at the calls before; at first
 * that is the writer's initial output */
#include "blocks/families.h"
#include "blocks/elements.h"

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    block->refuses_constant = true;
    block->minor_steps = false;
    return BD_OK;
}

/* no feedthrough: it runs before its reader, and so before its writer, whose output is held */
static bd_status outputs(bd_block *block) {
    if (bd_is_major(block))
        bd_copy_signal(block->inputs, block->outputs);
    return BD_OK;
}

BD_BLOCK_TYPE(feedback_latch, "FunctionCallFeedbackLatch", .setup = setup,
              .propagate = bd_propagate_same, .outputs = outputs);

const bd_block_type *const bd_blocks_feedback_latch[] = {&feedback_latch, NULL};
