/* Function-Call Generator: calls its subsystems at its sample time, each as often as
 * numberOfIterations says */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct generator {
    bd_reals iterations;
} generator;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(generator), 0, 1));
    generator *g = block->data;
    BD_TRY(bd_reals_read(block, "numberOfIterations", &g->iterations));
    for (size_t i = 0; i < g->iterations.count; i++)
        if (!(g->iterations.values[i] >= 0.0 && g->iterations.values[i] < 1e9))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "numberOfIterations must be a number from 0 on");
    block->refuses_constant = true;
    block->minor_steps = false;
    return bd_block_read_sample_time(block, "sample_time");
}

static bd_status propagate(bd_block *block) {
    const generator *g = block->data;
    BD_TRY(bd_port_set_type(block->outputs, BD_FUNCTION_CALL));
    return bd_port_set_width(block->outputs, (int)g->iterations.count);
}

static bd_status outputs(bd_block *block) {
    const generator *g = block->data;
    for (int i = 0; i < block->outputs->width && bd_is_major(block); i++)
        for (long k = 0; k < (long)bd_real(&g->iterations, i); k++) {
            bool called;
            BD_TRY(bd_block_call(block, 0, i, &called));
            if (!called)
                break;
        }
    return BD_OK;
}

#define GENERATOR(text)                                                                            \
    { .name = text, .setup = setup, .propagate = propagate, .outputs = outputs }

static const bd_block_type masked = GENERATOR("Function-Call Generator");
static const bd_block_type plain = GENERATOR("FunctionCallGenerator");

const bd_block_type *const bd_blocks_function_call_generator[] = {&masked, &plain, NULL};
