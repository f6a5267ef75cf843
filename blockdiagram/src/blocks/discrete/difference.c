/* first-order discrete filters of the palette:
 *
 *   Difference                y = u - u1
 *   Discrete Derivative       y = K (u - u1) / Ts
 *   Transfer Fcn First Order  y = p y1 + (1 - p) u        unity gain at rest
 *   Transfer Fcn Lead or Lag  y = p y1 + u - z u1         unity gain at once
 *   Transfer Fcn Real Zero    y = u - z u1
 *
 * u1 and y1 are of the sample before; initial conditions say what they were before the first */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef enum kind { DIFFERENCE, DERIVATIVE, FIRST_ORDER, LEAD_LAG, REAL_ZERO } kind;

typedef struct first_order {
    kind rule;
    double pole, zero, gain;
    bd_reals last_input, last_output; /* initial conditions; of the derivative K u / Ts */
    bd_cast cast;
} first_order;

static bd_status read_optional(bd_block *block, const char *name, double *number) {
    return bd_block_text(block, name) ? bd_block_scalar(block, name, number) : BD_OK;
}

static bd_status read_initial(bd_block *block, const char *name, bd_reals *values) {
    static const double zero = 0.0;
    *values = (bd_reals){&zero, 1};
    return bd_block_text(block, name) ? bd_reals_read(block, name, values) : BD_OK;
}

static bd_status read_values(bd_block *block) {
    first_order *f = block->data;
    f->gain = 1.0;
    f->pole = 0.95;
    f->zero = 0.75;
    BD_TRY(read_optional(block, "gainval", &f->gain));
    BD_TRY(read_optional(block, "PoleZ", &f->pole));
    BD_TRY(read_optional(block, "ZeroZ", &f->zero));
    BD_TRY(read_initial(block, "ICPrevInput|ICPrevScaledInput", &f->last_input));
    return read_initial(block, "ICPrevOutput", &f->last_output);
}

static bd_status set_up(bd_block *block, kind rule) {
    BD_TRY(bd_setup_ports(block, sizeof(first_order), 1, 1));
    first_order *f = block->data;
    f->rule = rule;
    BD_TRY(bd_cast_read(block, &f->cast));
    BD_TRY(read_values(block));
    /* at every major step if the input is continuous */
    return bd_block_set_sample_time(block, (bd_sample_time){-1.0, 1.0});
}

static bd_status setup_difference(bd_block *block) {
    return set_up(block, DIFFERENCE);
}

static bd_status setup_derivative(bd_block *block) {
    return set_up(block, DERIVATIVE);
}

static bd_status setup_first_order(bd_block *block) {
    return set_up(block, FIRST_ORDER);
}

static bd_status setup_lead_lag(bd_block *block) {
    return set_up(block, LEAD_LAG);
}

static bd_status setup_real_zero(bd_block *block) {
    return set_up(block, REAL_ZERO);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_real(block));
    return bd_propagate_elementwise(block);
}

/* discrete states: per element last input, last output */
static bd_status size(bd_block *block) {
    const first_order *f = block->data;
    BD_TRY(bd_reals_fit(block, "the previous input", &f->last_input, block->outputs->width));
    BD_TRY(bd_reals_fit(block, "the previous output", &f->last_output, block->outputs->width));
    bd_block_set_discrete_states(block, 2 * block->outputs->width);
    if (f->rule == FIRST_ORDER || f->rule == LEAD_LAG)
        bd_block_set_sums(block, 2 * block->outputs->width);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const first_order *f = block->data;
    bd_sample_time time = block->rates->sample_time;
    if (f->rule != DERIVATIVE)
        return BD_OK;
    if (!bd_sample_is_discrete(time) && !block->clock->fixed_step)
        return bd_block_fail(block, BD_BAD_SIGNAL, "needs a discrete sample time");
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const first_order *f = block->data;
    for (int i = 0; i < block->discrete_count / 2; i++) {
        block->discrete[2 * i] = bd_real(&f->last_input, i);
        block->discrete[2 * i + 1] = bd_real(&f->last_output, i);
    }
    return BD_OK;
}

/* what is remembered of an input */
static double scaled(const bd_block *block, int i) {
    const first_order *f = block->data;
    double u = bd_port_real(block->inputs, i);
    if (f->rule != DERIVATIVE)
        return u;
    bd_sample_time time = block->rates->sample_time;
    return f->gain * u / (bd_sample_is_discrete(time) ? time.period : block->clock->step);
}

static double output(const bd_block *block, int i) {
    const first_order *f = block->data;
    double u = scaled(block, i), u1 = block->discrete[2 * i], y1 = block->discrete[2 * i + 1];
    switch (f->rule) {
    case FIRST_ORDER:
        return f->pole * y1 + (1.0 - f->pole) * u;
    case LEAD_LAG:
        return f->pole * y1 + u - f->zero * u1;
    case REAL_ZERO:
        return u - f->zero * u1;
    default:
        return u - u1;
    }
}

static bd_status outputs(bd_block *block) {
    const first_order *f = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, output(block, i), &f->cast);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    for (int i = 0; i < block->outputs->width; i++) {
        double y = output(block, i);
        block->discrete[2 * i] = scaled(block, i);
        block->discrete[2 * i + 1] = y;
    }
    return BD_OK;
}

#define FIRST_ORDER_TYPE(identifier, type_name, rule_name)                                         \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_##rule_name, .propagate = propagate,       \
                  .size = size, .start = start, .initialise = initialise, .outputs = outputs,      \
                  .update = update, .retune = read_values)

FIRST_ORDER_TYPE(difference, "Difference", difference);
FIRST_ORDER_TYPE(derivative, "Discrete Derivative", derivative);
FIRST_ORDER_TYPE(transfer, "Transfer Fcn First Order", first_order);
FIRST_ORDER_TYPE(lead_lag, "Transfer Fcn Lead or Lag", lead_lag);
FIRST_ORDER_TYPE(real_zero, "Transfer Fcn Real Zero", real_zero);

const bd_block_type *const bd_blocks_difference[] = {&difference, &derivative, &transfer,
                                                     &lead_lag,   &real_zero,  NULL};
