/* Sine and Cosine of turns: the functions themselves, which the fixed-point tables behind these
 * blocks approximate */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef enum formula_kind { SINE, COSINE, PHASOR, BOTH } formula_kind;

static bd_status setup_wave(bd_block *block) {
    static const char *const formulas[] = {"sin(2*pi*u)", "cos(2*pi*u)", "exp(j*2*pi*u)",
                                           "sin(2*pi*u) and cos(2*pi*u)", NULL};
    int formula = strcmp(block->type->name, "Cosine") == 0 ? COSINE : SINE;
    BD_TRY(bd_block_choice(block, "Formula", formulas, &formula));
    BD_TRY(bd_setup_ports(block, sizeof(formula_kind), 1, formula == BOTH ? 2 : 1));
    *(formula_kind *)block->data = (formula_kind)formula;
    return BD_OK;
}

static bd_status propagate_wave(bd_block *block) {
    BD_TRY(bd_port_set_complexity(block->inputs, 0));
    for (int i = 0; i < block->output_count; i++) {
        BD_TRY(bd_port_set_complexity(&block->outputs[i], *(formula_kind *)block->data == PHASOR));
        BD_TRY(bd_propagate_type(block->inputs, &block->outputs[i]));
    }
    return bd_propagate_dims(block, 0, 0);
}

static bd_status outputs_wave(bd_block *block) {
    formula_kind formula = *(formula_kind *)block->data;
    const double turn = 2.0 * acos(-1.0);
    for (int i = 0; i < block->outputs->width; i++) {
        double angle = turn * bd_port_real(block->inputs, i), s = sin(angle), c = cos(angle);
        double complex first = formula == PHASOR ? CMPLX(c, s) : formula == COSINE ? c : s;
        bd_port_write(block->outputs, i, first, &bd_cast_nearest);
        if (formula == BOTH)
            bd_port_put(&block->outputs[1], i, c);
    }
    return BD_OK;
}

#define WAVE(text)                                                                                 \
    { .name = text, .setup = setup_wave, .propagate = propagate_wave, .outputs = outputs_wave }

static const bd_block_type sine = WAVE("Sine");
static const bd_block_type cosine = WAVE("Cosine");
static const bd_block_type sine_and_cosine = WAVE("Sine and Cosine");

const bd_block_type *const bd_blocks_sine_cosine[] = {&sine, &cosine, &sine_and_cosine, NULL};
