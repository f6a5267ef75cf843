/* PWM: pulses of height 1 whose width is the input's share of the Period, taken when a period
 * begins; the first begins after InitialDelay. A variable-step solver is told of every edge */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef struct pwm {
    double period, delay;
} pwm;

/* begin of the present period and its width; none yet: -1 */
typedef struct memory {
    double number, width;
} memory;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(pwm), 1, 1));
    pwm *p = block->data;
    p->period = 1.0;
    BD_TRY(bd_block_scalar(block, "Period", &p->period));
    if (bd_block_text(block, "InitialDelay"))
        BD_TRY(bd_block_scalar(block, "InitialDelay", &p->delay));
    if (!(p->period > 0.0) || !isfinite(p->period) || !(p->delay >= 0.0) || !isfinite(p->delay))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "Period must be positive and InitialDelay must not be negative");
    bool fixed = false;
    BD_TRY(bd_block_flag(block, "RunAtFixedTimeIntervals", &fixed));
    bd_block_set_work(block, sizeof(memory));
    if (fixed)
        return bd_read_discrete_rate(block, NULL);
    return bd_block_set_sample_time(block, BD_FIXED_IN_MINOR);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->inputs, 1));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status initialise(bd_block *block) {
    *(memory *)block->work = (memory){-1.0, 0.0};
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const pwm *p = block->data;
    memory *m = block->work;
    double t = bd_time(block), *y = bd_output(block, 0);
    *y = 0.0;
    if (!bd_time_reached(t, p->delay)) {
        bd_block_add_breakpoint(block, p->delay);
        return BD_OK;
    }
    double number = floor((t - p->delay) / p->period);
    if (bd_time_reached(t, p->delay + (number + 1.0) * p->period))
        number += 1.0;
    if (number > m->number) {
        double duty = *bd_input(block, 0);
        if (!(duty >= 0.0 && duty <= 1.0))
            return bd_block_fail(block, BD_BLOCK_FAILED, "the duty cycle is %g, not within 0 and 1",
                                 duty);
        *m = (memory){number, duty * p->period};
    }
    double begin = p->delay + number * p->period, next = p->delay + (number + 1.0) * p->period;
    bool on = m->width > 0.0 && !bd_time_reached(t, begin + m->width);
    *y = on ? 1.0 : 0.0;
    if (on && begin + m->width < next)
        bd_block_add_breakpoint(block, begin + m->width);
    bd_block_add_breakpoint(block, next);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "PWM", .setup = setup, .propagate = propagate, .initialise = initialise,
              .outputs = outputs);

const bd_block_type *const bd_blocks_pwm[] = {&type, NULL};
