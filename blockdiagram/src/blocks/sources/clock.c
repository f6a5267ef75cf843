/* Clock: simulation time. Digital Clock: time at the hits of its own period */
#include "blocks/families.h"

static bd_status set_up(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    return bd_block_set_outputs(block, 1);
}

static bd_status setup_clock(bd_block *block) {
    BD_TRY(set_up(block));
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status setup_digital(bd_block *block) {
    BD_TRY(set_up(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_port_set_width(block->outputs, 1));
    BD_TRY(bd_require_double(block));
    return bd_require_real(block);
}

static bd_status outputs(bd_block *block) {
    *bd_output(block, 0) = bd_time(block);
    return BD_OK;
}

BD_KERNEL(run_clock, *k->u[0])

static bool kernel(bd_block *block, bd_kernel *kernel) {
    kernel->run = run_clock;
    kernel->u[0] = &block->clock->time;
    kernel->y = bd_output(block, 0);
    return true;
}

#define CLOCK_TYPE(identifier, type_name, setup_function)                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate,          \
                  .outputs = outputs, .kernel = kernel)

CLOCK_TYPE(clock_type, "Clock", setup_clock);
CLOCK_TYPE(digital_type, "DigitalClock", setup_digital);

const bd_block_type *const bd_blocks_clock[] = {&clock_type, &digital_type, NULL};
