/* State-Space, Transfer Fcn, Zero-Pole: linear systems with continuous states */
#include "blocks/continuous/linear.h"
#include "blocks/continuous/tolerance.h"
#include "blocks/families.h"

typedef struct continuous_system {
    bd_linear linear;
    bd_reals initial; /* no values: all zero */
} continuous_system;

static bd_status read_initial(bd_block *block) {
    continuous_system *s = block->data;
    if (s->linear.states == 0)
        return BD_OK;
    const char *name = "InitialCondition|X0";
    BD_TRY(bd_reals_read(block, name, &s->initial));
    return bd_reals_fit(block, name, &s->initial, s->linear.states);
}

static bd_status set_up(bd_block *block, bd_status (*read)(bd_block *, bd_linear *)) {
    BD_TRY(bd_block_make_data(block, sizeof(continuous_system)));
    continuous_system *s = block->data;
    BD_TRY(read(block, &s->linear));
    if (read == bd_linear_read_matrices)
        BD_TRY(read_initial(block));
    return bd_linear_finish_setup(block);
}

static bd_status setup_matrices(bd_block *block) {
    return set_up(block, bd_linear_read_matrices);
}

static bd_status setup_fraction(bd_block *block) {
    return set_up(block, bd_linear_read_fraction);
}

static bd_status setup_roots(bd_block *block) {
    return set_up(block, bd_linear_read_roots);
}

static bd_status initialise(bd_block *block) {
    const continuous_system *s = block->data;
    for (int i = 0; i < block->state_count; i++)
        block->x[i] = s->initial.count ? bd_real(&s->initial, i) : 0.0;
    return BD_OK;
}

static bd_status read_again(bd_block *block, bd_status (*read)(bd_block *, bd_linear *)) {
    continuous_system *s = block->data;
    bd_linear before = s->linear;
    BD_TRY(read(block, &s->linear));
    if (before.states != s->linear.states || before.inputs != s->linear.inputs ||
        before.outputs != s->linear.outputs || (s->linear.feedthrough && !before.feedthrough))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "order, size and feedthrough of the system may not change");
    s->linear.feedthrough = before.feedthrough;
    return BD_OK;
}

static bd_status retune_matrices(bd_block *block) {
    BD_TRY(read_again(block, bd_linear_read_matrices));
    return read_initial(block);
}

static bd_status retune_fraction(bd_block *block) {
    return read_again(block, bd_linear_read_fraction);
}

static bd_status retune_roots(bd_block *block) {
    return read_again(block, bd_linear_read_roots);
}

#define SYSTEM_TYPE(identifier, type_name, kind)                                                   \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_##kind, .propagate = bd_linear_ports,      \
                  .start = bd_tolerance_read, .initialise = initialise,                            \
                  .outputs = bd_linear_outputs, .derivatives = bd_linear_derivatives,              \
                  .retune = retune_##kind)

SYSTEM_TYPE(state_space, "StateSpace", matrices);
SYSTEM_TYPE(transfer_function, "TransferFcn", fraction);
SYSTEM_TYPE(zero_pole, "ZeroPole", roots);

const bd_block_type *const bd_blocks_state_space[] = {&state_space, &transfer_function, &zero_pole,
                                                      NULL};
