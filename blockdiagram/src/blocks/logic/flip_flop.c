/* flip-flops of the older extra libraries; outputs Q and its opposite, boolean as other logic.
 *
 * S-R: set by S, reset by R, both 0 when both are set. D latch: transparent while C. D: takes D at
 * a rising clock unless cleared (third input 0). J-K: at a falling clock J sets, K resets, both
 * toggle. State: Q, and what the clock was at the step before */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef enum flip_flop { SET_RESET, LATCH, DELAY, JUMP_KILL } flip_flop;

static const bd_block_type types[4];

static flip_flop kind_of(const bd_block *block) {
    return (flip_flop)(block->type - types);
}

static bd_status setup(bd_block *block) {
    static const int inputs[] = {2, 2, 3, 3};
    BD_TRY(bd_setup_ports(block, sizeof(double), inputs[kind_of(block)], 2));
    block->minor_steps = false;
    bd_block_set_discrete_states(block, 2);
    double *initial = block->data;
    if (bd_block_text(block, "initial_condition"))
        return bd_block_scalar(block, "initial_condition", initial);
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    for (int i = 0; i < block->input_count; i++) {
        BD_TRY(bd_port_set_width(&block->inputs[i], 1));
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    }
    for (int i = 0; i < 2; i++) {
        BD_TRY(bd_port_set_width(&block->outputs[i], 1));
        BD_TRY(bd_port_set_complexity(&block->outputs[i], 0));
        BD_TRY(bd_set_logical_type(block, &block->outputs[i]));
    }
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    block->discrete[0] = *(const double *)block->data != 0.0;
    block->discrete[1] = -1.0; /* no clock yet: nothing can rise or fall */
    return BD_OK;
}

static bool is_on(const bd_block *block, int input) {
    return bd_port_real(&block->inputs[input], 0) > 0.0;
}

/* the clock is the second input of D and J-K */
static double clock_of(const bd_block *block) {
    return kind_of(block) == DELAY || kind_of(block) == JUMP_KILL ? is_on(block, 1) : 0.0;
}

/* Q for the present inputs */
static bool next(const bd_block *block) {
    bool q = block->discrete[0] != 0.0, first = is_on(block, 0), second = is_on(block, 1);
    double before = block->discrete[1];
    switch (kind_of(block)) {
    case SET_RESET:
        return first != second ? first : q && !first;
    case LATCH:
        return second ? first : q;
    case DELAY:
        return is_on(block, 2) && (before == 0.0 && second ? first : q);
    default: {
        bool kill = is_on(block, 2), falls = before == 1.0 && !second;
        return falls ? (first && kill ? !q : first || (q && !kill)) : q;
    }
    }
}

static bd_status outputs(bd_block *block) {
    bool q = next(block);
    bool both = kind_of(block) == SET_RESET && is_on(block, 0) && is_on(block, 1);
    bd_port_put(&block->outputs[0], 0, q);
    bd_port_put(&block->outputs[1], 0, !q && !both);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    block->discrete[0] = next(block);
    block->discrete[1] = clock_of(block);
    return BD_OK;
}

#define FLIP_FLOP(text)                                                                            \
    {                                                                                              \
        .name = text, .setup = setup, .propagate = propagate, .initialise = initialise,            \
        .outputs = outputs, .update = update,                                                      \
    }

static const bd_block_type types[] = {
    [SET_RESET] = FLIP_FLOP("S-R Flip-Flop"),
    [LATCH] = FLIP_FLOP("D Latch"),
    [DELAY] = FLIP_FLOP("D Flip-Flop"),
    [JUMP_KILL] = FLIP_FLOP("J-K Flip-Flop"),
};

const bd_block_type *const bd_blocks_flip_flop[] = {&types[SET_RESET], &types[LATCH], &types[DELAY],
                                                    &types[JUMP_KILL], NULL};
