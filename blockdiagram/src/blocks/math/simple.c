/* Abs, Sign, Rounding, Unary Minus: one function, no parameters that matter to its value.
 *
 * Abs and Sign have a corner at 0, which is a zero crossing. As long as the crossing is being
 * looked for (minor steps of a variable-step solver) the branch of the last major step holds, so
 * that the solver sees a smooth function */
#include "base/complex_number.h"
#include "blocks/math/unary.h"
#include "blocks/families.h"

BD_UNARY_KERNEL(run_abs, fabs(u))
BD_UNARY_KERNEL(run_minus, -u)
BD_UNARY_KERNEL(run_floor, floor(u))
BD_UNARY_KERNEL(run_ceil, ceil(u))
BD_UNARY_KERNEL(run_round, round(u))
BD_UNARY_KERNEL(run_fix, trunc(u))
BD_UNARY_KERNEL(run_sign, u > 0.0 ? 1.0 : u < 0.0 ? -1.0 : u)

static double sign_real(double u) {
    return u > 0.0 ? 1.0 : u < 0.0 ? -1.0 : u;
}

static double complex sign_complex(double complex u) {
    double size = cabs(u);
    return size == 0.0 ? 0.0 : u / size;
}

static double minus_real(double u) {
    return -u;
}

static double complex minus_complex(double complex u) {
    return -u;
}

static double complex abs_complex(double complex u) {
    return cabs(u);
}

static const bd_unary abs_function = {fabs, abs_complex, run_abs, true, false};
static const bd_unary sign_function = {sign_real, sign_complex, run_sign, false, false};
static const bd_unary minus_function = {minus_real, minus_complex, run_minus, false, false};
static const bd_unary roundings[] = {{floor, bd_complex_floor, run_floor, false, false},
                                     {ceil, bd_complex_ceil, run_ceil, false, false},
                                     {round, bd_complex_round, run_round, false, false},
                                     {trunc, bd_complex_fix, run_fix, false, false}};

typedef struct simple {
    bd_unary_data unary;
    bool crossings;
} simple;

static bd_status set_up(bd_block *block, const bd_unary *function) {
    simple *s = bd_block_alloc(block, sizeof *s);
    if (!s)
        return bd_block_no_memory(block);
    s->unary.function = function;
    s->unary.out_complexity = BD_INHERITED;
    return bd_unary_setup(block, &s->unary);
}

static bd_status set_up_crossing(bd_block *block, const bd_unary *function) {
    BD_TRY(set_up(block, function));
    return bd_block_flag(block, "ZeroCross", &((simple *)block->data)->crossings);
}

static bd_status setup_abs(bd_block *block) {
    return set_up_crossing(block, &abs_function);
}

static bd_status setup_sign(bd_block *block) {
    return set_up_crossing(block, &sign_function);
}

static bd_status setup_minus(bd_block *block) {
    return set_up(block, &minus_function);
}

static bd_status setup_rounding(bd_block *block) {
    static const char *const operators[] = {"floor", "ceil", "round", "fix", NULL};
    int choice = 0;
    BD_TRY(bd_block_choice(block, "Operator", operators, &choice));
    return set_up(block, &roundings[choice]);
}

/* only where a branch can be followed: real doubles */
static bd_status size_crossing(bd_block *block) {
    const simple *s = block->data;
    if (s->crossings && bd_is_plain(block)) {
        bd_block_set_zero_crossings(block, block->inputs->width);
        bd_block_set_modes(block, block->inputs->width);
    }
    return BD_OK;
}

static int branch_of(double u) {
    return u > 0.0 ? 1 : u < 0.0 ? -1 : 0;
}

static void choose_branches(bd_block *block, const double *u) {
    for (int i = 0; i < block->mode_count; i++)
        block->modes[i] = branch_of(u[i]);
}

static bd_status outputs_abs_branch(bd_block *block) {
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    if (bd_is_major(block))
        choose_branches(block, u);
    for (int i = 0; i < block->mode_count; i++)
        y[i] = block->modes[i] == 0 ? fabs(u[i]) : block->modes[i] > 0 ? u[i] : -u[i];
    return BD_OK;
}

static bd_status outputs_sign_branch(bd_block *block) {
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    bool major = bd_is_major(block);
    if (major)
        choose_branches(block, u);
    /* no change of sign is seen from zero: what begins there is decided anew each time */
    for (int i = 0; i < block->mode_count; i++)
        y[i] = major && isnan(u[i]) ? u[i] : block->modes[i] ? block->modes[i] : branch_of(u[i]);
    return BD_OK;
}

static bd_status start_crossing(bd_block *block, bd_block_function branch) {
    bd_status status = bd_unary_start(block);
    if (block->mode_count > 0 && !block->clock->fixed_step)
        block->run_outputs = branch;
    return status;
}

static bd_status start_abs(bd_block *block) {
    return start_crossing(block, outputs_abs_branch);
}

static bd_status start_sign(bd_block *block) {
    return start_crossing(block, outputs_sign_branch);
}

static bd_status crossings_at_zero(bd_block *block) {
    const double *u = bd_input(block, 0);
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = u[i];
    return BD_OK;
}

#define SIMPLE_TYPE(identifier, type_name, setup_function)                                         \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = bd_unary_propagate, \
                  .start = bd_unary_start, .outputs = bd_unary_outputs, .kernel = bd_unary_kernel, \
                  .variable = bd_variable_alike)
#define CORNER_TYPE(identifier, type_name, setup_function, start_function)                         \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = bd_unary_propagate, \
                  .size = size_crossing, .start = start_function, .outputs = bd_unary_outputs,     \
                  .zero_crossings = crossings_at_zero, .kernel = bd_unary_kernel,                  \
                  .variable = bd_variable_alike)

CORNER_TYPE(abs_type, "Abs", setup_abs, start_abs);
CORNER_TYPE(sign_type, "Signum", setup_sign, start_sign);
SIMPLE_TYPE(minus_type, "UnaryMinus", setup_minus);
SIMPLE_TYPE(old_minus_type, "Unary Minus", setup_minus);
SIMPLE_TYPE(rounding_type, "Rounding", setup_rounding);

const bd_block_type *const bd_blocks_simple[] = {&abs_type,       &sign_type,     &minus_type,
                                                 &old_minus_type, &rounding_type, NULL};
