/* Step and Ramp: sources with one known instant. Up to it (in the steps of a variable-step solver)
 * the value before holds, also at the end point of the step that leads to it */
#include "blocks/sources/source.h"
#include "blocks/families.h"

enum { STEP_TIME, STEP_BEFORE, STEP_AFTER };
static const char *const step_names[] = {"Time", "Before", "After", NULL};
enum { RAMP_START, RAMP_SLOPE, RAMP_INITIAL };
static const char *const ramp_names[] = {"start", "slope", "X0|InitialOutput", NULL};

static bd_status set_up(bd_block *block, const char *const *names, const char *sample_time) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_generator)));
    bd_generator *s = block->data;
    s->names = names;
    return bd_source_setup(block, s, sample_time);
}

static bd_status setup_step(bd_block *block) {
    return set_up(block, step_names, "SampleTime");
}

static bd_status setup_ramp(bd_block *block) {
    BD_TRY(set_up(block, ramp_names, NULL));
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status size(bd_block *block) {
    bd_block_set_modes(block, block->outputs->width);
    return BD_OK;
}

/* mode 1: the instant has come */
static void choose_branch(bd_block *block) {
    const bd_generator *s = block->data;
    for (int i = 0; i < block->mode_count; i++) {
        double instant = bd_source_at(s, 0, i);
        block->modes[i] = bd_time_reached(bd_source_time(block, i), instant);
        if (!block->modes[i])
            bd_block_add_breakpoint(block, instant);
    }
}

static bool has_come(const bd_block *block, int i) {
    const bd_generator *s = block->data;
    return bd_source_may_branch(block)
               ? bd_time_reached(bd_source_time(block, i), bd_source_at(s, 0, i))
               : block->modes[i] != 0;
}

static bd_status outputs_step(bd_block *block) {
    const bd_generator *s = block->data;
    if (bd_is_major(block))
        choose_branch(block);
    for (int i = 0; i < block->outputs->width; i++)
        bd_source_write(block, i,
                        bd_source_at(s, has_come(block, i) ? STEP_AFTER : STEP_BEFORE, i));
    return BD_OK;
}

static bd_status outputs_ramp(bd_block *block) {
    const bd_generator *s = block->data;
    if (bd_is_major(block))
        choose_branch(block);
    for (int i = 0; i < block->outputs->width; i++) {
        double since = bd_time(block) - bd_source_at(s, RAMP_START, i);
        double rise = has_come(block, i) ? bd_source_at(s, RAMP_SLOPE, i) * since : 0.0;
        bd_source_write(block, i, bd_source_at(s, RAMP_INITIAL, i) + rise);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(step_type, "Step", .setup = setup_step, .propagate = bd_source_propagate,
              .size = size, .outputs = outputs_step, .retune = bd_source_retune);

BD_BLOCK_TYPE(ramp_type, "Ramp", .setup = setup_ramp, .propagate = bd_source_propagate,
              .size = size, .outputs = outputs_ramp, .retune = bd_source_retune);

const bd_block_type *const bd_blocks_step[] = {&step_type, &ramp_type, NULL};
