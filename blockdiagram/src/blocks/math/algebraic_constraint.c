/* Algebraic Constraint: its output is the z for which its input f(z) is 0 (or z).
 *
 * The engine solves loops for the values at their cuts: it writes a trial value into an output,
 * runs the loop and compares. Here the loop is cut at this very output, so what stands in its
 * memory is the trial value z, and z + f(z) equals z exactly where f(z) = 0 */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef struct constraint {
    bd_reals guess;
    bool fixed_point; /* f(z) = z */
} constraint;

static bd_status setup(bd_block *block) {
    static const char *const kinds[] = {"f(z) = 0", "f(z) = z", NULL};
    static const double zero = 0.0;
    BD_TRY(bd_setup_ports(block, sizeof(constraint), 1, 1));
    constraint *c = block->data;
    int kind = 0;
    BD_TRY(bd_block_choice(block, "Constraint", kinds, &kind));
    c->fixed_point = kind == 1;
    c->guess = (bd_reals){&zero, 1};
    if (bd_block_text(block, "z0|InitialGuess"))
        BD_TRY(bd_reals_read(block, "z0|InitialGuess", &c->guess));
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    const constraint *c = block->data;
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    if (c->guess.count > 1)
        BD_TRY(bd_port_set_width(block->outputs, (int)c->guess.count));
    return bd_propagate_dims(block, 0, 0);
}

static bd_status initialise(bd_block *block) {
    const constraint *c = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_output(block, 0)[i] = bd_real(&c->guess, i);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const constraint *c = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    for (int i = 0; i < block->outputs->width; i++)
        y[i] = c->fixed_point ? u[i] : y[i] + u[i];
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Algebraic Constraint", .cut_preference = 2, .setup = setup,
              .propagate = propagate, .initialise = initialise, .outputs = outputs);

BD_BLOCK_TYPE(plain_type, "AlgebraicConstraint", .cut_preference = 2, .setup = setup,
              .propagate = propagate, .initialise = initialise, .outputs = outputs);

const bd_block_type *const bd_blocks_algebraic_constraint[] = {&type, &plain_type, NULL};
