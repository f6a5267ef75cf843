/* Backlash: play of a given width around the output. The output moves only when the input pushes
 * against one side of the play: y = min(max(y before, u - w/2), u + w/2).
 *
 * Mode 1 or -1: the input touched the upper or lower side at the last major step, 0: it was free.
 * Reaching a side is a zero crossing */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct backlash {
    bd_reals width, initial;
} backlash;

static bd_status read_values(bd_block *block) {
    backlash *p = block->data;
    BD_TRY(bd_reals_read(block, "BacklashWidth", &p->width));
    BD_TRY(bd_reals_read(block, "InitialOutput", &p->initial));
    for (size_t i = 0; i < p->width.count; i++)
        if (!(p->width.values[i] >= 0.0))
            return bd_block_fail(block, BD_BAD_PARAMETER, "BacklashWidth must not be negative");
    return BD_OK;
}

BD_VALUES_SETUP(setup, backlash, 1, 1, read_values)

static bd_status propagate(bd_block *block) {
    const backlash *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_propagate_dims_with(
        block, 0, 0, p->width.count > p->initial.count ? p->width.count : p->initial.count);
}

static bd_status size(bd_block *block) {
    const backlash *p = block->data;
    int n = block->outputs->width;
    BD_TRY(bd_reals_fit(block, "BacklashWidth", &p->width, n));
    BD_TRY(bd_reals_fit(block, "InitialOutput", &p->initial, n));
    bd_block_set_discrete_states(block, n);
    return bd_size_branches(block, n, 2 * n);
}

static bd_status initialise(bd_block *block) {
    const backlash *p = block->data;
    for (int i = 0; i < block->discrete_count; i++) {
        block->discrete[i] = bd_real(&p->initial, i);
        block->modes[i] = 0;
    }
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const backlash *p = block->data;
    bool frozen = bd_is_frozen(block);
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(block->inputs, i), half = 0.5 * bd_real(&p->width, i);
        double before = block->discrete[i];
        if (bd_is_major(block))
            block->modes[i] = u - half >= before ? 1 : u + half <= before ? -1 : 0;
        /* free, until contact is located; else the output follows or is left behind */
        bool rests = frozen && block->modes[i] == 0;
        double y = !rests && u - half > before ? u - half : before;
        bd_port_put(block->outputs, i, !rests && u + half < before ? u + half : y);
    }
    return BD_OK;
}

static bd_status update(bd_block *block) {
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = bd_port_real(block->outputs, i);
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const backlash *p = block->data;
    for (int i = 0; 2 * i < block->zero_crossing_count; i++) {
        double u = bd_port_real(block->inputs, i), half = 0.5 * bd_real(&p->width, i);
        double before = block->discrete[i];
        /* the side that is pushed already is no event */
        block->zero_crossings[2 * i] = block->modes[i] > 0 ? 1.0 : u - half - before;
        block->zero_crossings[2 * i + 1] = block->modes[i] < 0 ? -1.0 : u + half - before;
    }
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Backlash", .setup = setup, .propagate = propagate, .size = size,
              .initialise = initialise, .outputs = outputs, .update = update,
              .zero_crossings = zero_crossings, .retune = read_values);

const bd_block_type *const bd_blocks_backlash[] = {&type, NULL};
